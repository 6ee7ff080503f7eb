// mancala check: what is denied, variants with the same rules, and what shows only in play (--deep). Each
// game is made so that one thing must be found in it, or must not.
#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::SmallLibrary;

namespace {

// What `check --deep` says about the base variant with these keys.
std::string deep(const std::string& keys) {
  const SmallLibrary library;
  library.add("game", keys);
  const Result result =
      library.run({"check", "variants/game.yaml", "--deep", "--limit", "3000", "--format", "short"});
  CHECK(result.status == 0);
  return result.err;
}

}  // namespace

TEST_CASE("two variants with the same rules are a note, which can be denied", "[deep]") {
  const SmallLibrary library;
  library.add("one", "");
  library.add("two", "name: Two\n");
  library.add("three", "setup: 3\n");
  const auto check = [&library](const std::vector<std::string>& denied) {
    std::vector<std::string> arguments = {"check", "variants", "--format", "short"};
    for (const std::string& what : denied) {
      arguments.emplace_back("--deny");
      arguments.push_back(what);
    }
    return library.run(arguments);
  };
  const Result plain = check({});
  CHECK(plain.status == 0);
  CHECK(has(plain.err, "note: `two` has the same rules as `one` [M0519]"));
  CHECK_FALSE(has(plain.err, "three"));
  CHECK(check({"warnings"}).status == 0);
  CHECK(check({"notes"}).status == 1);
  CHECK(check({"M0519"}).status == 1);
  CHECK(check({"M0511"}).status == 0);
  CHECK(check({"warnings", "M0519"}).status == 1);
  CHECK(check({"M9999"}).status == 2);
}

// 48 seeds lie on the board, but a hole with as many never comes about in 3000 random moves.
TEST_CASE("--deep tells a clause that never acts, and none that does", "[deep]") {
  const std::string said =
      deep("lap-end:\n  - {if: here == store(mover), then: again}\n  - {if: seeds(here) > 40, then: stop}\n");
  CHECK(has(said, "11:5: note: this clause has acted in none of"));
  CHECK_FALSE(has(said, ":10:5"));
}

// Only holes with seeds may be lifted, so that a filter for this has nothing left to drop; one against holes
// with a single seed has.
TEST_CASE("--deep tells a filter that drops nothing", "[deep]") {
  CHECK(has(deep("move: {from: own where occupied(it), legal: [{only: seeds(start) > 0}], none: pass}\n"),
            "this filter has dropped no move"));
  CHECK_FALSE(
      has(deep("move: {from: own where occupied(it), legal: [{only: seeds(start) > 1}], none: pass}\n"),
          "M0521"));
}

// A single seed that is sown on from every hole goes round for ever.
TEST_CASE("--deep tells a move that runs for ever, with its position", "[deep]") {
  const std::string said = deep(
      "sow: {around: board, direction: counterclockwise}\nlap-end:\n  - relay(here)\n"
      "endless: {laps: 50, then: stop}\n");
  CHECK(has(said, "M0522"));
  CHECK_FALSE(has(deep("sow: {around: board, direction: counterclockwise}\nlap-end:\n"
                       "  - {if: fell-in-occupied and laps < 40, then: relay(here)}\n"
                       "endless: {laps: 50, then: stop}\n"),
                  "M0522"));
}

// Nothing is ever captured, nobody wins, and who has no seeds passes.
TEST_CASE("--deep tells games that do not end", "[deep]") {
  const std::string said = deep(
      "move: {from: own where occupied(it), none: pass}\nsow: {around: board, direction: counterclockwise}\n"
      "lap-end: []\nend: {after-move: [{if: captured(mover) > 24}]}\n");
  CHECK(has(said, "M0523"));
  CHECK_FALSE(has(deep(""), "M0523"));
}

// The same rule as above for more than 40 seeds in a hole, and an example in which the last seed makes
// them 42.
TEST_CASE("what an example shows has happened", "[deep]") {
  const SmallLibrary library;
  library.add("game", "lap-end:\n  - {if: seeds(here) > 40, then: stop}\n");
  const auto said = [&library] {
    return library.run({"check", "variants/game.yaml", "--deep", "--limit", "3000", "--format", "short"}).err;
  };
  CHECK(has(said(), "M0520"));
  library.examples("game",
                   "mancala-example: 1\nvariant: game\nkind: demonstration\nsource: {cite: made up}\n"
                   "start: \"0,0,0,0,0,6/1,41,0,0,0,0 0:0 south\"\nmoves: [{move: A1}]\n");
  CHECK_FALSE(has(said(), "M0520"));
}

// Single seeds may not be lifted, and there is nothing else: both pass for ever.
TEST_CASE("--deep tells that nobody can move and the round goes on", "[deep]") {
  const std::string stuck = "setup: 1\nmove: {from: own where seeds(it) > 1, none: pass}\n";
  CHECK(has(deep(stuck), "nobody can move any more, and the round goes on [M0528]"));
  CHECK_FALSE(has(deep(stuck + "end:\n  before-turn:\n    - {if: no move by any player}\n"), "M0528"));
}

// Who has nothing but single seeds has no move, though his row is not empty.
TEST_CASE("--deep tells a round that ends without a clause for it", "[deep]") {
  const std::string singles = "move: {from: own where seeds(it) > 1}\n";
  CHECK(has(deep(singles), "M0529"));
  CHECK_FALSE(
      has(deep(singles + "end:\n  before-turn:\n    - {if: no-move, then: capture board for owner(it)}\n"),
          "M0529"));
}

TEST_CASE("--deep says that it has stopped before all moves were played", "[deep]") {
  const SmallLibrary library;
  library.add(
      "costly",
      "each-seed:\n  - {each: [a in board, b in board, c in board], if: a == b and b == c and was > 40, "
      "also: capture a}\n");
  library.add("cheap", "");
  const std::string said = library.run({"check", "variants", "--deep", "--limit", "300"}).err;
  CHECK(has(said, "costly: "));
  CHECK(has(said, " of 300 moves played, which are costly: `--limit 1500` plays more"));
  CHECK_FALSE(has(said, "cheap: "));
}

TEST_CASE("--deep tells a parameter that changes nothing", "[deep]") {
  CHECK(has(deep("parameters: {large: 5}\nsetup: if large > 100 then 3 else 4\n"),
            "the parameter `large` changes nothing [M0524]"));
  CHECK_FALSE(has(deep("parameters: {large: 5}\nsetup: large\n"), "M0524"));
}
