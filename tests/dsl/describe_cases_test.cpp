// What a rule sheet must not leave open: what is done by cases, by which name an end without a winner goes,
// which way is clockwise, what lies opposite what, and how many rows a board has.
#include <sstream>
#include <string>
#include <vector>

#include "dsl/describe.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

// The sheet as one line, so that sentences can be looked for whatever the line breaks.
std::string sheet(const Loaded& loaded) {
  INFO(loaded.codes());
  REQUIRE(loaded.variant);
  std::istringstream words(describe(*loaded.variant));
  std::string out;
  for (std::string word; words >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

bool says(const std::string& text, const std::string& sentence) {
  return text.find(sentence) != std::string::npos;
}

std::vector<std::string> split(const std::string& text, const std::string& at) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find(at, begin)) != std::string::npos; begin = end + at.size())
    out.push_back(text.substr(begin, end - begin));
  out.push_back(text.substr(begin));
  return out;
}

// What a reader does who knows what was chosen: of "this if A and B, otherwise that if …" the first case all
// of whose conditions hold.
std::string read_case(const std::string& sentence, const std::vector<std::pair<std::string, bool>>& chosen) {
  for (const std::string& one : split(sentence, ", otherwise ")) {
    const std::vector<std::string> parts = split(one, " if ");
    if (parts.size() == 1) return one;
    REQUIRE(parts.size() == 2);
    bool holds = true;
    for (const auto& [name, first] : chosen) {
      if (says(parts[1], name + " is not ")) {
        holds = holds && !first;
      } else if (says(parts[1], name + " is ")) {
        holds = holds && first;
      }
    }
    if (holds) return parts[0];
  }
  return "nothing";
}

const std::string kChoices =
    "lap-end:\n"
    "  - also: choose what from take or leave\n"
    "  - also: choose give from give or keep\n"
    "  - also: choose many from one or two\n"
    "  - also: ";

// The fourth sentence of the end of a lap.
std::string fourth(const std::string& action) {
  const std::string text = sheet(load_keys(kChoices + action + "\n"));
  const std::size_t begin = text.find(" 4. ", text.find("When a lap ends"));
  const std::size_t end = text.find(". End of", begin);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  return text.substr(begin + 4, end - begin - 4);
}

TEST_CASE("Two conditions of one action read as the rule says, whatever was chosen", "[describe]") {
  const std::string text = fourth(
      "capture (if what == take then here else next(here)) for (if give == give then opponent else mover)");
  for (const bool take : {true, false}) {
    for (const bool give : {true, false}) {
      const std::string done = read_case(text, {{"what", take}, {"give", give}});
      INFO(text << "\n" << take << give << ": " << done);
      CHECK(says(done, "opponent captures") == give);
      CHECK(says(done, "the last hole") == take);
      CHECK(says(done, "the next hole") == !take);
    }
  }
}

TEST_CASE("Three conditions of one action, one of which may leave nothing to do", "[describe]") {
  for (const int fewest : {1, 0}) {
    for (const bool capture : {true, false}) {
      const std::string amount = "(if many == one then " + std::to_string(fewest) + " else 2) ";
      const std::string what = "(if what == take then here else next(here)) ";
      const std::string text =
          capture
              ? fourth("capture " + amount + "of " + what + "for (if give == give then opponent else mover)")
              : fourth("move " + amount + "from " + what + "to (if give == give then start else prev(here))");
      for (int n = 0; n < 8; ++n) {
        const bool take = (n & 1) != 0;
        const bool give = (n & 2) != 0;
        const bool one = (n & 4) != 0;
        const std::string done = read_case(text, {{"what", take}, {"give", give}, {"many", one}});
        INFO(text << "\n" << n << ": " << done);
        if (one && fewest == 0) {
          CHECK(done == "nothing");
          continue;
        }
        CHECK(says(done, "1 seed ") == one);
        CHECK(says(done, "2 seeds ") == !one);
        CHECK(says(done, capture ? "of the last hole" : "from the last hole") == take);
        CHECK(says(done, "the next hole") == !take);
        CHECK(says(done, capture ? "opponent captures" : "to the start hole") == give);
      }
    }
  }
}

TEST_CASE("The same condition in two places is one condition", "[describe]") {
  CHECK(
      fourth("capture (if what == take then here else next(here)) for (if what == take then opponent else "
             "mover)") ==
      "The opponent captures the seeds of the last hole if what is take, otherwise he captures the seeds of "
      "the next hole");
}

// A round without a winner is drawn; in a game for one player it is lost.
TEST_CASE("A game for one player is lost where another would be drawn", "[describe]") {
  const std::string keys =
      "board: {rows: 1, holes: 5}\nsow: {around: board, direction: counterclockwise}\nlap-end: []\n"
      "win: nobody\nend:\n  before-turn:\n    - {if: no-move, then: win nobody}\n";
  const std::string text = sheet(load_keys("players: [solo]\n" + keys));
  CHECK(says(text, "if it ends otherwise, it is lost."));
  CHECK(says(text, "If the mover has no legal move, the game is over and lost."));
  CHECK_FALSE(says(text, "is drawn"));
  CHECK_FALSE(says(text, "and drawn"));
}

// Seen from South, counterclockwise runs to the right along the near row of two; of four rows, the ring of
// his own two runs to the left along the inner one. One row, and holes that lie by themselves, have no
// inside.
TEST_CASE("Which way is clockwise is said for the rows for which it is so", "[describe]") {
  const std::string inner = "clockwise is to the right along one's own inner row";
  const std::string own = "counterclockwise is to the right along one's own row";
  const auto rows = [](const std::string& board, const std::string& around) {
    return sheet(
        load_keys("board: " + board + "\nsow: {around: " + around + ", direction: counterclockwise}\n"));
  };
  CHECK(says(rows("{rows: 4, holes: 3}", "own-rows"), inner));
  CHECK(says(rows("{rows: 6, holes: 2}", "own-rows"), inner));
  CHECK(says(rows("{rows: 2, holes: 3}", "board"), own));
  CHECK(says(rows("{rows: 2, holes: 3, ends: {west: a3 A1}}", "board"), own));
  for (const std::string& text :
       {sheet(load_keys("players: [solo]\nboard: {rows: 1, holes: 3}\n"
                        "sow: {around: board, direction: counterclockwise}\n")),
        sheet(load_keys("players: [solo]\nboard: {rows: 2, holes: 3}\n"
                        "sow: {around: board, direction: counterclockwise}\n")),
        rows("{rows: 3, holes: 4}", "board"),
        rows("{holes: {A1: [0, 0], A2: [1, 0], C1: [1, 1]}, owners: {south: A1 A2, north: C1}, "
             "circuits: {rim: A1 A2 C1}}",
             "rim")}) {
    CHECK_FALSE(says(text, "to the right along"));
  }
}

TEST_CASE("The hole opposite says opposite of what where it could be another", "[describe]") {
  const std::string text =
      sheet(load_keys("lap-end:\n  - {each: h in own, also: move all from opposite(here) to h}\n"
                      "  - also: move all from opposite(here) to start\n"));
  CHECK(says(text, "all seeds go from the hole opposite the last hole to hole h."));
  CHECK(says(text, "All seeds go from the hole opposite the last hole to the start hole."));
}

TEST_CASE("A folded note leaves no empty lines", "[describe]") {
  const Loaded loaded = load_keys("note: >\n  Folded\n  text.\n\n");
  REQUIRE(loaded.variant);
  const std::string text = describe(*loaded.variant);
  CHECK(says(text, "  Folded text.\n\nBoard and start"));
}

TEST_CASE("Ends are no row; pairs that face each other are told one by one", "[describe]") {
  const std::string around = "\nsow: {around: board, direction: counterclockwise}\n";
  const std::string text = sheet(load_keys(
      "board: {rows: 2, holes: 3, ends: {west: a3 A1, east: A3 a1}, opposite: {A1: a1, A2: A3}}" + around));
  CHECK(says(text, "6 holes in 2 rows, and 2 holes between them that nobody owns, drawn"));
  CHECK(says(text, "Opposite holes: A1 and a1, A2 and A3; all others lie straight across the middle."));
  CHECK(says(sheet(load_keys("board: {rows: 2, holes: 3, ends: {west: a3 A1}}" + around)),
             "6 holes in 2 rows, and 1 hole between them that nobody owns, drawn"));
  const std::string alone = sheet(load_keys(
      "board: {holes: {A1: [0, 0], A2: [1, 0], C1: [0, 2], C2: [1, 2], well: [3, 1]}, owners: {south: A1 "
      "A2, north: C1 C2}, circuits: {rim: A1 A2 C2 C1}, opposite: {A1: C2, A2: C1}}\n"
      "sow: {around: rim, direction: counterclockwise}\n"));
  CHECK(says(alone, "5 holes, drawn from top to bottom"));
  CHECK(says(alone, "Opposite holes: A1 and C2, A2 and C1; no other hole has one opposite."));
}

// With no condition that holds there is no move to choose from.
TEST_CASE("Stages that may all fail, and stages that never apply", "[describe]") {
  const auto stages = [](const std::string& first, const std::string& second) {
    return sheet(
        load_text("mancala: 1\nid: made-up\nname: Made up\nsources: {mine: made up}\n"
                  "board: {rows: 2, holes: 6}\nsetup: 4\n"
                  "phases:\n  early:\n    " +
                  first + "move: {from: own where occupied(it)}\n  late:\n    " + second +
                  "move: {from: own where occupied(it)}\n"
                  "sow: {around: board, direction: counterclockwise}\n"
                  "end:\n  before-turn:\n    - {if: no-move, then: end}\n"
                  "win: player with most captured(it)\n"));
  };
  const std::string none = "If none applies, there is no move.";
  const std::string early = "while: turns(mover) == 0\n    ";
  CHECK(says(stages(early, "while: turns(mover) == 1\n    "), none));
  CHECK_FALSE(says(stages(early, ""), none));
  const std::string one = stages("while: false\n    ", "");
  CHECK(says(one, "Every move is played in the stage late. Never played: the stage early."));
  CHECK(says(stages("while: false\n    ", "while: false\n    "),
             "No stage ever applies: there is no move. Never played: the stages early and late."));
}

}  // namespace
}  // namespace mancala::test
