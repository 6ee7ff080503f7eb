// The vocabulary, the manual and the schema made from it.
#include "dsl/vocabulary.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "dsl/parse.h"
#include "interpreter/notation.h"
#include "interpreter/reference.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

TEST_CASE("docs/language.md is what the program says now", "[vocabulary]") {
  std::ifstream file(std::filesystem::path(MANCALA_SOURCE_DIR) / "docs" / "language.md", std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  INFO("`mancala manual > docs/language.md` brings it up to date");
  CHECK(text.str() == manual());
}

TEST_CASE("every word is explained, and stands once in its place", "[vocabulary]") {
  std::set<std::string> seen;
  for (const Word& w : vocabulary()) {
    INFO(w.context << " " << w.text);
    CHECK_FALSE(w.about.empty());
    if (w.kind != WordKind::value) CHECK_FALSE(w.example.empty());
    CHECK(seen.insert(std::to_string(static_cast<int>(w.kind)) + " " + std::string(w.context) + " " +
                      std::string(w.text))
              .second);
    CHECK(find_word(w.kind, w.text, w.context) == &w);
    if (w.shape == Shape::one_of)
      CHECK_FALSE(words_of(WordKind::value, std::string(w.context) + "." + std::string(w.text)).empty());
  }
}

TEST_CASE("every example of a name, function or operator is an expression, of an action a line of actions",
          "[vocabulary]") {
  for (const Word& w : vocabulary()) {
    if (w.kind == WordKind::key || w.kind == WordKind::value ||
        w.example.find(": ") != std::string_view::npos)
      continue;
    INFO(w.example);
    ScalarText text;
    text.value = w.example;
    for (std::size_t i = 0; i <= text.value.size(); ++i)
      text.byte_map.push_back(static_cast<std::uint32_t>(i));
    Diagnostics diagnostics;
    CHECK(parse_expression_or_actions(text, diagnostics));
    CHECK(diagnostics.empty());
  }
}

TEST_CASE("the manual has every word", "[vocabulary]") {
  const std::string text = manual();
  for (const Word& w : vocabulary()) {
    INFO(w.text);
    if (w.kind != WordKind::value || w.context == "sow.around")
      CHECK(text.find("`" + std::string(w.text) + "`") != std::string::npos);
  }
}

TEST_CASE("the manual explains every key in the table of its map, once", "[vocabulary]") {
  const std::string text = manual();
  for (const Word& w : vocabulary()) {
    if (w.kind != WordKind::key) continue;
    INFO(w.context << " " << w.text);
    std::string about(w.about);
    for (std::size_t i = 0; (i = about.find('|', i)) != std::string::npos; i += 2) about.insert(i, "\\");
    CHECK(text.find("| " + about) != std::string::npos);
    // What the values mean is said once: with the values.
    for (const Word& v : vocabulary()) {
      if (w.shape == Shape::one_of && v.kind == WordKind::value &&
          v.context == std::string(w.context) + "." + std::string(w.text))
        CHECK(w.about.find(v.about) == std::string_view::npos);
    }
  }
}

TEST_CASE("the manual says how maps without a table of their own are read", "[vocabulary]") {
  const std::string text = manual();
  for (const char* said :
       {"### Holes with a place each", "`[2, 0]`", "### `setup`", "is decided by lot", "### A phase",
        "there is no move to make", "the name of one of `board.circuits`"}) {
    INFO(said);
    CHECK(text.find(said) != std::string::npos);
  }
}

// A reserve of 5 seeds, and a row of six holes with 4 each: what `move` puts there.
TEST_CASE("move to a region: N into each hole in order, all: one into each, while there are seeds",
          "[vocabulary]") {
  const auto row = [](const std::string& action) {
    const Loaded loaded =
        load_keys("piles: {reserve: {each: player, seeds: 5}}\nsetup: {seeds: 4, then: [" + action + "]}\n");
    INFO(action << ": " << loaded.codes());
    REQUIRE(loaded.variant);
    Chance chance(1);
    const std::string text =
        position_text(loaded.variant->program, Reference(loaded.variant->program).initial(chance));
    return text.substr(text.find('/') + 1, 11);
  };
  CHECK(row("move 2 from reserve(south) to holes(south)") == "6,6,5,4,4,4");
  CHECK(row("move all from reserve(south) to holes(south)") == "5,5,5,5,5,4");
  CHECK(row("move all from reserve(south) to A2") == "4,9,4,4,4,4");
}

TEST_CASE("the schema allows the keys of the vocabulary and no others", "[vocabulary]") {
  const auto schema = nlohmann::json::parse(json_schema());
  const auto keys = words_of(WordKind::key, "");
  CHECK(schema["properties"].size() == keys.size());
  for (const std::string_view key : keys) CHECK(schema["properties"].contains(std::string(key)));
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["properties"]["sow"]["anyOf"][0]["properties"]["around"]["examples"].size() == 5);
  CHECK(schema["$defs"]["clause"]["properties"].contains("then"));
}

}  // namespace
}  // namespace mancala::test
