// The small changes of a variant: of a line of text, of a document, and which of them are there at all.
#include "dsl/mutants.h"

#include <algorithm>
#include <string>
#include <vector>

#include "dsl/lexemes.h"
#include "dsl/parse.h"
#include "dsl/read.h"
#include "dsl/rivals.h"
#include "dsl/text_edits.h"
#include "dsl/vocabulary.h"
#include "tests/support/catch.hpp"

using namespace mancala;

namespace {

std::vector<std::string> edits(const std::string& text, TextGoal goal = TextGoal::expression) {
  std::vector<std::string> out;
  for (const TextEdit& edit : text_edits(text, goal, {}))
    out.push_back(text.substr(0, edit.begin) + edit.with + text.substr(edit.end));
  std::sort(out.begin(), out.end());
  return out;
}

bool among(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

Node document_of(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  auto document = read_document(sources.add("test.yaml", text), sources, diagnostics);
  REQUIRE(document);
  return std::move(*document);
}

std::vector<std::string> names(const std::string& text) {
  std::vector<std::string> out;
  for (const Mutant& mutant : mutants_of(document_of(text))) out.push_back(mutant.name());
  return out;
}

}  // namespace

TEST_CASE("every word with rivals is one of the language", "[mutants]") {
  const auto known = [](std::string_view word) {
    const auto& all = vocabulary();
    return std::any_of(all.begin(), all.end(), [word](const Word& w) { return w.text == word; }) ||
           is_grammar_word(word) || is_action_word(word) ||
           std::string_view("at != <= >= + -").find(word) != std::string_view::npos;
  };
  for (const std::string_view word : words_with_rivals()) {
    CAPTURE(word);
    CHECK(known(word));
    CHECK_FALSE(rivals_of(word).empty());
    for (const std::string_view rival : rivals_of(word)) {
      CAPTURE(rival);
      CHECK(known(rival));
      CHECK(rival != word);
    }
  }
}

TEST_CASE("the changes of a line, each once", "[mutants]") {
  CHECK(edits("seeds(here) == 4") == std::vector<std::string>{"seeds(here) != 4", "seeds(here) == 3",
                                                              "seeds(here) == 5", "seeds(previous) == 4",
                                                              "seeds(start) == 4"});
  // Either part alone, the other way to join them, and each part denied.
  CHECK(edits("last and no-move") == std::vector<std::string>{"last", "last and not no-move",
                                                              "last or no-move", "no-move",
                                                              "not last and no-move"});
  CHECK(edits("not last") == std::vector<std::string>{"last"});
  CHECK(edits("again; stop", TextGoal::actions) ==
        std::vector<std::string>{"again", "again; end", "stop", "stop; again", "stop; stop"});
  CHECK(among(edits("seeds(here) is 2 or 3"), "seeds(here) is 2"));
  CHECK(among(edits("seeds(here) is 2 or 3"), "seeds(here) is 3"));
  CHECK(among(edits("run from here back within theirs while occupied(it)"),
              "run from here back while occupied(it)"));
  CHECK(among(edits("capture here for mover", TextGoal::actions), "capture here for out"));
  CHECK(among(edits("capture 2 of here for mover", TextGoal::actions), "capture here for mover"));
  CHECK(among(edits("capture here", TextGoal::actions), "capture here for opponent"));
  CHECK(among(edits("occupied(next(here))"), "occupied(here)"));
  CHECK(among(edits("own where last"), "own"));
  CHECK(among(edits("h in own from left", TextGoal::binding), "h in own from right"));
  CHECK(edits("seeds(here").empty());  // no expression
}

TEST_CASE("the changes of a document", "[mutants]") {
  CHECK(names("{id: x, notation: {moves: start}, readings: {a: {default: b}}}").empty());
  CHECK(names("{endless: {laps: 9, then: stop}}") ==
        std::vector<std::string>{"the file: without `endless: {laps: 9, then: stop}`",
                                 "endless then: `stop` -> `illegal`", "endless then: `stop` -> `drawn`"});
  CHECK(names("lap-end: [{if: last, then: stop, source: who}, again]") ==
        std::vector<std::string>{"the file: without `lap-end: [{if: last, then: stop}, again]`",
                                 "lap-end: without `{if: last, then: stop}`",
                                 "lap-end: `again` before `{if: last, then: stop}`",
                                 "lap-end: without `if: last`", "lap-end if: `last` -> `not last`",
                                 "lap-end: without `then: stop`", "lap-end then: `stop` -> `end`",
                                 "lap-end: `{if: last, then: stop}` -> `{if: last, also: stop}`",
                                 "lap-end: without `again`", "lap-end: `again` -> `stop`"});
  CHECK(names("parameters: {n: {default: 4, from: 1}}") ==
        std::vector<std::string>{"parameters n default: `4` -> `5`", "parameters n default: `4` -> `3`"});
  CHECK(names("sow: {}").back() == "sow: with `skip: it == start`");
  const std::vector<std::string> words =
      names("{state: {s: {holds: low or high, lasts: turn}}, starter: s == low}");
  CHECK(among(words, "starter: `s == low` -> `s == high`"));
}

TEST_CASE("a change is made at its place, and nowhere else", "[mutants]") {
  const Node document = document_of("lap-end:\n  - stop\n  - again\nend: {after-move: [stop]}\n");
  const std::vector<Mutant> all = mutants_of(document);
  const auto found = std::find_if(all.begin(), all.end(),
                                  [](const Mutant& m) { return m.name() == "lap-end: `again` -> `stop`"; });
  REQUIRE(found != all.end());
  CHECK(found->span.begin == 22);  // line 3, `again`
  CHECK(found->span.end == 27);
  const Node changed = mutated(document, *found);
  CHECK(changed.find("lap-end")->value.items[1].scalar.value == "stop");
  CHECK(changed.find("lap-end")->value.items[0].scalar.value == "stop");
  CHECK(changed.find("end")->value.find("after-move")->value.items.size() == 1);
}

TEST_CASE("definitions of the prelude that a variant uses are changed, too", "[mutants]") {
  const Node prelude = document_of("define: {a: b, b(x): x, c: d, d: last, relay(h): again}");
  const Node with = with_used_definitions(document_of("{note: c, win: a, define: {d: stop}}"), prelude);
  std::vector<std::string> heads;
  for (const Node::Entry& entry : with.find("define")->value.entries) heads.push_back(entry.key);
  std::sort(heads.begin(), heads.end());
  CHECK(heads == std::vector<std::string>{"a", "b(x)", "d", "relay(h)"});
}

TEST_CASE("what the file itself calls so is no definition of the prelude", "[mutants]") {
  const Node prelude = document_of("define: {a: last, b: last, c: last, d: last, e: last}");
  const Node with = with_used_definitions(
      document_of("{readings: {a: {default: x}}, parameters: {b: {default: 1}}, state: {c: {holds: flag}}, "
                  "piles: {d: {seeds: 1}}, win: a b c d e}"),
      prelude);
  std::vector<std::string> heads;
  for (const Node::Entry& entry : with.find("define")->value.entries) heads.push_back(entry.key);
  CHECK(heads == std::vector<std::string>{"e"});
}
