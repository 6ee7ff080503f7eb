// Boards as text. The expected drawings are written by hand: North on top, each row as South sees it, closed
// holes as `x`, labels outside, marks with `*`.
#include "interpreter/draw.h"

#include "interpreter/notation.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

using namespace mancala;

namespace {

Position position(const ir::Program& program, const std::string& text) {
  const auto parsed = parse_position(program, text);
  REQUIRE(std::holds_alternative<Position>(parsed));
  return std::get<Position>(parsed);
}

}  // namespace

TEST_CASE("a board of two rows", "[draw]") {
  const test::Loaded base = test::load_text(std::string(base_variant()));
  REQUIRE(base.variant);
  const ir::Program& program = base.variant->program;
  const Position moment = position(program, "0,12,4,4,4,1/4,4,0,5,5,4 1:0 north");
  CHECK(draw_board(program, moment) ==
        "> north  0\n"
        "     a6   a5   a4   a3   a2   a1\n"
        "      0   12    4    4    4    1\n"
        "      4    4    0    5    5    4\n"
        "     A1   A2   A3   A4   A5   A6\n"
        "  south  1\n");

  Drawing marked;
  marked.mover = false;
  marked.marked = Region::of(0) | Region::of(program.board.store(0));
  marked.labels = {{"A1", "first"}};
  CHECK(draw_board(program, moment, marked) ==
        "  north  0\n"
        "       a6     a5     a4     a3     a2     a1\n"
        "        0     12      4      4      4      1\n"
        "       *4      4      0      5      5      4\n"
        "    first     A2     A3     A4     A5     A6\n"
        "  south  *1\n");
}

TEST_CASE("closed holes are crosses", "[draw]") {
  const test::Loaded base = test::load_text(std::string(base_variant()));
  REQUIRE(base.variant);
  const ir::Program& program = base.variant->program;
  CHECK(draw_board(program, position(program, "x,4,4,4,4,4/4,4,4,4,4,4 0:4 south")) ==
        "  north  4\n"
        "    a6  a5  a4  a3  a2  a1\n"
        "     x   4   4   4   4   4\n"
        "     4   4   4   4   4   4\n"
        "    A1  A2  A3  A4  A5  A6\n"
        "> south  0\n");
}

TEST_CASE("texts side by side", "[draw]") {
  CHECK(beside("a\nlonger\n", "x\ny\nz\n", 2) == "a       x\nlonger  y\n        z\n");
  CHECK(beside("a\n", "", 2) == "a\n");
  // Colour takes no room.
  CHECK(text_width("\x1b[1mab\x1b[0m") == 2);
  CHECK(text_width("é") == 1);
}
