// `at-start` and `at-lap-start` in files: where they may stand, what their operands are, and how sheets say
// it.
#include "dsl/describe.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

std::string lap_end(const std::string& condition) {
  return "lap-end:\n  - if: " + condition + "\n    then: capture here\n";
}

// The board after A1 of two rows of two, with three seeds in the first hole of each and two in the second.
std::string after_first(const std::string& keys) {
  const Loaded loaded = load_keys(
      "board: {rows: 2, holes: 2}\nsetup: if number(it) == 1 then 3 else 2\n"
      "sow: {around: board, direction: counterclockwise}\n" +
      keys);
  INFO(loaded.codes());
  REQUIRE(loaded.variant);
  const Reference reference(loaded.variant->program);
  Match match(reference, 1);
  const auto move = parse_move(match.program(), "A1", match.legal());
  REQUIRE(std::holds_alternative<Move>(move));
  REQUIRE(match.play(std::get<Move>(move)).status == Status::playing);
  std::string text = position_text(match.program(), match.position());
  return text.substr(0, text.find(" north"));
}

TEST_CASE("a condition, a number, a hole or a region of the board as it was", "[look-back]") {
  // A1's three seeds make A2 three, a1 four and a2 three; a2, the last, is captured or not.
  const std::string taken = "0,4/0,3 3:0";
  const std::string left = "3,4/0,3 0:0";
  CHECK(after_first(lap_end("at-start seeds(here) == 2")) == taken);
  CHECK(after_first(lap_end("seeds(here) == 2")) == left);
  CHECK(after_first(lap_end("seeds(here) > (at-start seeds(here))")) == taken);
  CHECK(after_first(lap_end("(at-start captured(mover) + seeds(own)) == 5")) == taken);
  CHECK(after_first(lap_end("start in (at-start (own where occupied(it)))")) == taken);
  CHECK(after_first(lap_end("start in (own where occupied(it))")) == left);
  CHECK(after_first(lap_end("(at-start leftmost(own where occupied(it))) == start")) == taken);
  CHECK(after_first(lap_end("at-lap-start empty(start)")) == taken);
  CHECK(after_first(lap_end("at-start empty(start)")) == left);
}

TEST_CASE("an argument is a value of the moment of the call", "[look-back]") {
  // South's leftmost hole with seeds is A2 now: three, of two when the turn began. A1, which it was then,
  // held three.
  const std::string define = "define: {grown(h): seeds(h) > (at-start seeds(h)), fed(h): grown(h)}\n";
  CHECK(after_first(define + lap_end("grown(leftmost(own where occupied(it)))")) == "0,4/0,3 3:0");
  CHECK(after_first(define + lap_end("fed(leftmost(own where occupied(it)))")) == "0,4/0,3 3:0");
}

TEST_CASE("looking back where there is nothing to look back at is an error", "[look-back]") {
  const auto codes = [](const std::string& keys) { return load_keys(keys).codes(); };
  CHECK(codes("move-end:\n  - {if: at-lap-start empty(here), also: again}\n") == "M0403");
  CHECK(codes("play:\n  - {if: at-lap-start empty(start), also: again}\n  - relay(start)\n") == "M0403");
  CHECK(codes("setup: (at-start seeds(it)) + 1\n") == "M0403");
  CHECK(codes("match: {over: at-start empty(board), winner: south}\n") == "M0403");
  CHECK(codes("move: {from: own where occupied(it), legal: [{only: after at-lap-start empty(here)}]}\n") ==
        "M0403");
  CHECK(codes("move: {from: own where occupied(it), legal: [{only: at-start after empty(here)}]}\n") ==
        "M0413");
  CHECK(codes("end: {before-turn: [{if: at-start no-move, then: capture board for owner(it)}]}\n") ==
        "M0413");
  CHECK(
      codes("move: {from: own where occupied(it), legal: [{only: after (at-start empty(here))}]}\n").empty());
  CHECK(codes("sow: {around: board, direction: clockwise, skip: at-lap-start empty(it)}\n").empty());
  CHECK(codes(lap_end("at-start 3")) == "M0404");
  CHECK(codes(lap_end("at-start none")).find("M0404") == 0);
}

TEST_CASE("the rule sheet says of which board it speaks", "[look-back]") {
  const Loaded loaded =
      load_keys("sow: {around: board, direction: clockwise, skip: at-lap-start seeds(it) == 3}\n" +
                lap_end("at-start seeds(here) == 2"));
  REQUIRE(loaded.variant);
  std::string sheet = describe(*loaded.variant);
  for (std::size_t at = 0; (at = sheet.find('\n', at)) != std::string::npos;) {
    const std::size_t end = sheet.find_first_not_of(" \n", at);
    sheet.replace(at, (end == std::string::npos ? sheet.size() : end) - at, " ");
  }
  CHECK_THAT(sheet, Catch::Contains("as the seeds lay when the lap was lifted, it holds 3 seeds"));
  CHECK_THAT(sheet, Catch::Contains("as the seeds lay when the turn began,"));
}

}  // namespace
}  // namespace mancala::test
