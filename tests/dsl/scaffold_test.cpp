// Files made from answers to the questions of a rule sheet: whatever the answers, the file is checked without
// a complaint, is in the usual layout, can be described, and is played alike by both executors.
#include "dsl/scaffold.h"

#include <algorithm>

#include "dsl/describe.h"
#include "dsl/format.h"
#include "tests/support/catch.hpp"
#include "tests/support/fast_compare.h"
#include "tests/support/sanitized.h"
#include "tests/support/variants.h"

using namespace mancala;
using namespace mancala::test;

namespace {

// The text in the usual layout; the file is called after its id.
std::string laid(const std::string& id, const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  const std::filesystem::path path = id + ".yaml";
  const auto out = formatted(sources.add(path.string(), text), path, library(), sources, diagnostics);
  for (const Diagnostic& d : diagnostics.sorted()) UNSCOPED_INFO(d.code << " " << d.message);
  REQUIRE(out);
  return *out;
}

Answers random_answers(Chance& chance) {
  Answers answers;
  for (const Question& question : questions()) {
    if (chance.below(6) == 0 || !comes_up(question, answers)) continue;
    std::string answer;
    switch (question.kind) {
      case Answered::by_text: answer = "Some words"; break;
      case Answered::by_board: {
        const char* const rows[] = {"2x", "2x", "2x", "2x", "4x", "6x"};
        answer = rows[chance.below(6)] + std::to_string(1 + chance.below(7));
        if (chance.below(6) == 0) answer = "3x" + std::to_string(2 + 2 * chance.below(3));
        break;
      }
      case Answered::by_number: answer = std::to_string(1 + chance.below(5)); break;
      case Answered::by_choice: {
        const auto choices = choices_of(question, answers);
        answer = choices[static_cast<std::size_t>(chance.below(static_cast<int>(choices.size())))]->word;
        break;
      }
    }
    REQUIRE(answer_error(question, answers, answer).empty());
    answers.emplace(question.key, answer);
  }
  return answers;
}

std::string listed(const Answers& answers) {
  std::string text;
  for (const auto& [key, answer] : answers) text += key + "=" + answer + " ";
  return text;
}

// No complaint, the usual layout already, a description, and random games.
void try_file(const Answers& answers, std::uint64_t seed, int longest) {
  const std::string text = laid("some-game", scaffold("some-game", answers));
  INFO(listed(answers) << "\n" << text);
  const Loaded loaded = load_text(text);
  CHECK(loaded.codes() == "");
  REQUIRE(loaded.variant);
  CHECK_FALSE(describe(*loaded.variant).empty());
  Comparison what;
  what.longest = longest;
  what.rounds = 2;
  what.count_depth = 0;
  compare_play(loaded.variant->program, seed, what);
}

}  // namespace

TEST_CASE("A file without any answer is all readings", "[scaffold]") {
  try_file({}, 1, 60);
  const std::string text = laid("some-game", scaffold("some-game", {}));
  CHECK(laid("some-game", text) == text);
  const Loaded loaded = load_text(text);
  REQUIRE(loaded.variant);
  CHECK(loaded.variant->readings.size() > 12);
}

TEST_CASE("Every single answer makes a file", "[scaffold]") {
  for (const Question& question : questions()) {
    std::vector<std::string> tried = {std::string(kUnknown)};
    for (const Choice& choice : question.choices) tried.emplace_back(choice.word);
    for (const std::string& answer : tried) {
      const auto known = std::find_if(question.choices.begin(), question.choices.end(),
                                      [&answer](const Choice& c) { return c.word == answer; });
      const bool two_rows = known != question.choices.end() && known->most_rows < 4;
      Answers answers = {{"board", two_rows ? "2x3" : "4x3"}, {"seeds", "2"}};
      // The others: what the file says as long as nothing is known.
      for (const Question& other : questions()) {
        if (answers.contains(other.key) || !comes_up(other, answers)) continue;
        const auto choices = choices_of(other, answers);
        if (other.key == question.key) {
          answers.emplace(other.key, answer);
        } else if (!choices.empty()) {
          answers.emplace(other.key, choices.front()->word);
        }
      }
      try_file(answers, 7, 20);
    }
  }
}

TEST_CASE("Any combination of answers makes a file", "[scaffold]") {
  Chance chance(20);
  for (std::uint64_t seed = 0; seed < (kSanitized ? 15 : 60); ++seed)
    try_file(random_answers(chance), seed, 40);
}

TEST_CASE("Readings of the file may be set to any of their values", "[scaffold]") {
  // Each value alone is tried by the check itself; here several at once.
  Chance chance(21);
  for (int i = 0; i < (kSanitized ? 5 : 20); ++i) {
    const std::string text = laid("some-game", scaffold("some-game", random_answers(chance)));
    const Loaded plain = load_text(text);
    REQUIRE(plain.variant);
    Settings settings;
    for (const auto& reading : plain.variant->readings) {
      const Question* question = find_question(reading.name);
      REQUIRE(question != nullptr);
      const auto& all = question->choices;
      const auto& choice = all[static_cast<std::size_t>(chance.below(static_cast<int>(all.size())))];
      if (choice.least_rows == 2 && choice.most_rows == 6)
        settings.emplace_back(reading.name, std::string(choice.word));
    }
    const Loaded loaded = load_text(text, settings);
    INFO(text);
    for (const auto& [name, value] : settings) UNSCOPED_INFO(name << "=" << value);
    CHECK(loaded.codes() == "");
    REQUIRE(loaded.variant);
    Comparison what;
    what.longest = 40;
    what.count_depth = 0;
    compare_play(loaded.variant->program, 1, what);
  }
}

TEST_CASE("Names of people become ids", "[scaffold]") {
  CHECK(id_from_name("Some Game") == "some-game");
  CHECK(id_from_name("  Um el-Something (II) ") == "um-el-something-ii");
  CHECK(id_from_name("7 holes") == "holes");
  CHECK(id_from_name("\u00dc").empty());
}

TEST_CASE("Answers that cannot be are refused", "[scaffold]") {
  const auto refused = [](std::string_view key, std::string_view answer) {
    return !answer_error(*find_question(key), {}, answer).empty();
  };
  CHECK(refused("board", "5x6"));
  CHECK(refused("board", "2x0"));
  CHECK(refused("board", "2x21"));
  CHECK(refused("board", "3x7"));
  CHECK(refused("board", "6"));
  CHECK(refused("board", "2x99999999999999999999"));
  CHECK(refused("seeds", "0"));
  CHECK(refused("seeds", "101"));
  CHECK(refused("seeds", "four"));
  CHECK(refused("way", "up"));
  CHECK(refused("name", ""));
  CHECK(refused("name", "a\nb"));
  CHECK(refused("name", "\xff"));
  CHECK(refused("name", std::string(2000, 'x')));
  CHECK_FALSE(refused("name", "\"#: {}\\"));
  CHECK_FALSE(refused("way", "unknown"));
}

TEST_CASE("Texts of any kind are written so that they are read again", "[scaffold]") {
  for (const char* name : {"no", "Null", "a: b", "a #b", "\"quoted\"", "back\\slash", "- x", "Dépouiller",
                           "7", "{x}", "@x", "it's", "x\u2028y", "trailing:"}) {
    const Answers answers = {{"name", name}, {"where", name}, {"source", name}};
    INFO(name);
    REQUIRE(answer_error(*find_question("name"), {}, name).empty());
    const Loaded loaded = load_text(laid("some-game", scaffold("some-game", answers)));
    REQUIRE(loaded.variant);
    CHECK(loaded.variant->name == name);
    CHECK(loaded.variant->where == std::vector<std::string>{name});
    CHECK(loaded.variant->sources.at(0).text == name);
  }
}
