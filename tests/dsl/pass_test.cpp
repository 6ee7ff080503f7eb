// A player who can move and passes: where the file lets him, what his turn is then, and what the words may
// ask.
#include <sstream>

#include "dsl/describe.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "interpreter/perft.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

// Two rows of two with one seed each; who has made a turn may pass.
const std::string kKeys =
    "board: {rows: 2, holes: 2}\nsetup: 1\nlap-end: []\n"
    "sow: {around: board, direction: counterclockwise}\n"
    "end: {before-turn: [{if: no-move, then: capture board for owner(it)}]}\n"
    "move: {from: own where occupied(it), pass: turns(mover) > 0}\n";

std::string legal(const Match& match) {
  std::string all;
  for (const Move& move : match.legal()) {
    all += (all.empty() ? "" : " ") + move_text(match.program(), move);
  }
  return all;
}

void play(Match& match, const std::string& text) {
  INFO(text);
  const auto move = parse_move(match.program(), text, match.legal());
  REQUIRE(std::holds_alternative<Move>(move));
  REQUIRE(match.play(std::get<Move>(move)).status == Status::playing);
}

// The rule sheet as one line.
std::string sheet(const Loaded& loaded) {
  REQUIRE(loaded.variant);
  std::istringstream words(describe(*loaded.variant));
  std::string out;
  for (std::string word; words >> word;) out += word + " ";
  return out;
}

TEST_CASE("where the file says so, a player who can move may pass", "[pass]") {
  const Loaded loaded = load_keys(kKeys);
  INFO(loaded.codes());
  REQUIRE(loaded.variant);
  const Reference reference(loaded.variant->program);
  Match match(reference, 1);
  CHECK(legal(match) == "A1 A2");
  play(match, "A1");
  CHECK(legal(match) == "a1 a2");
  play(match, "a1");
  CHECK(legal(match) == "A2 pass");  // last of the moves
  play(match, "pass");
  CHECK(position_text(match.program(), match.position()) == "2,0/0,2 0:0 north turns=2,1");
  // After A2, which leaves South nothing: a1, a2 or a pass; after a pass: a2 or a pass.
  CHECK(perft(reference, std::get<Position>(parse_position(match.program(), "2,0/0,2 0:0 south turns=1,1")),
              2) == 5);
}

TEST_CASE("a pass ends a turn that would go on", "[pass]") {
  const Loaded loaded = load_keys(
      "board: {rows: 2, holes: 2}\nsetup: 1\nlap-end: []\n"
      "move: {from: own where occupied(it), pass: true}\nmove-end: [again]\n");
  REQUIRE(loaded.variant);
  const Reference reference(loaded.variant->program);
  Match match(reference, 1);
  play(match, "A1");
  CHECK(position_text(match.program(), match.position()) == "1,1/0,2 0:0 south again=1");
  CHECK(legal(match) == "A2 pass");
  play(match, "pass");
  CHECK(position_text(match.program(), match.position()) == "1,1/0,2 0:0 north");
}

TEST_CASE("who has no move is not asked whether he would pass", "[pass]") {
  // South has no seed: `pass: true` lets him pass if he can move, `none: pass` if he cannot.
  const std::string keys =
      "board: {rows: 2, holes: 2}\nsetup: 1\nlap-end: []\nwin: south\n"
      "end: {before-turn: [{if: no-move, then: capture board for owner(it)}]}\n"
      "move: {from: own where occupied(it), pass: true";
  const Loaded without = load_keys(keys + "}\n");
  REQUIRE(without.variant);
  const Reference reference(without.variant->program);
  const auto bare = std::get<Position>(parse_position(without.variant->program, "2,2/0,0 0:0 south"));
  CHECK(reference.legal(bare).empty());
  Position position = bare;
  CHECK(reference.before_turn(position).reason == Reason::no_move);
}

TEST_CASE("what is asked about a pass is asked before a hole is picked", "[pass]") {
  const auto with = [](const std::string& pass) {
    return load_keys("move: {from: own where occupied(it), pass: " + pass + "}\n").codes();
  };
  CHECK(with("captured(mover) > 3").empty());
  CHECK(with("false").empty());
  CHECK(with("3") == "M0404");
  CHECK(with("seeds(start) > 1") == "M0403");
  CHECK(with("after captured-now > 0") == "M0413");
  CHECK(with("some move by opponent") == "M0413");
}

TEST_CASE("the rule sheet says when a player may pass", "[pass]") {
  const auto with = [](const std::string& pass) {
    return sheet(load_keys("move: {from: own where occupied(it), pass: " + pass + "}\n"));
  };
  CHECK_THAT(sheet(load_keys(kKeys)), Catch::Contains("; he may pass instead of moving if "));
  CHECK_THAT(with("true"), Catch::Contains("; he may pass instead of moving. "));
  CHECK_THAT(with("false"), !Catch::Contains("may pass"));
}

}  // namespace
}  // namespace mancala::test
