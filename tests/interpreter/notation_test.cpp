// Moves as text and back.
#include "interpreter/notation.h"

#include "tests/support/probe.h"

using namespace mancala;
using namespace mancala::test;

namespace {

struct Given {
  ir::Program program;
  Position position;
  std::vector<Move> legal;
};

Given given(ir::Program program, const std::string& start) {
  Given g{std::move(program), {}, {}};
  g.position = position_of(g.program, start);
  g.legal = Reference(g.program).legal(g.position);
  return g;
}

Given both_ways() {
  Builder b = sowing_game(two_rows(4), 3);
  b.phase().direction = b.way(Direction::either);
  return given(b.program, "3,3,3,3/3,3,3,3 0:0 south");
}

// The text of what was read, or the message.
std::string read(const Given& g, const std::string& text) {
  const auto parsed = parse_move(g.program, text, g.legal);
  if (const auto* error = std::get_if<TextError>(&parsed)) {
    CHECK(error->begin <= error->end);
    CHECK(error->end <= text.size());
    return "[" + std::to_string(error->begin) + "-" + std::to_string(error->end) + "] " + error->message;
  }
  return move_text(g.program, std::get<Move>(parsed));
}

}  // namespace

TEST_CASE("every legal move reads back as itself", "[notation]") {
  for (const Given& g : {both_ways(), given(kalah(), "4,4,4,4,4,4/4,4,4,4,4,4 0:0 south")}) {
    for (const Move& move : g.legal) {
      const auto parsed = parse_move(g.program, move_text(g.program, move), g.legal);
      REQUIRE(std::holds_alternative<Move>(parsed));
      CHECK(std::get<Move>(parsed) == move);
    }
  }
}

TEST_CASE("right is counterclockwise on two rows, clockwise on four", "[notation]") {
  const Given two = both_ways();
  CHECK(two.legal[0].direction == Direction::onward);
  CHECK(move_text(two.program, two.legal[0]) == "A1>");
  Builder b = sowing_game(four_rows(3), 1);
  b.phase().direction = b.way(Direction::either);
  const Given four = given(b.program, "1,1,1/1,1,1/1,1,1/1,1,1 0:0 north");
  CHECK(four.legal[0].direction == Direction::onward);
  CHECK(move_text(four.program, four.legal[0]) == "a1<");
  CHECK(move_text(four.program, four.legal[1]) == "a1>");
  Game game(b.program, "1,1,1/1,1,1/1,1,1/1,1,1 0:0 south");
  game.play("A1>");  // to the right along the front row
  CHECK(game.position.seeds[1] == 2);
}

// A ring of A1 A2 A3 B3 B2 B1: what runs to the right along the front row runs to the left along the back
// row.
TEST_CASE("on four rows right is right along the front row, so left along the back row", "[notation]") {
  Builder b = sowing_game(four_rows(3), 1);
  b.phase().direction = b.way(Direction::either);
  const auto sown = [&](const char* move, const char* into) {
    Game game(b.program, "1,1,1/1,1,1/1,1,1/1,1,1 0:0 south");
    game.play(move);
    return game.position.seeds[static_cast<std::size_t>(find_place(b.program.board, into))] == 2;
  };
  CHECK(sown("A2>", "A3"));
  CHECK(sown("A2<", "A1"));
  CHECK(sown("B2>", "B1"));
  CHECK(sown("B2<", "B3"));
  CHECK(sown("A3>", "B3"));
  const Given g = given(b.program, "1,1,1/1,1,1/1,1,1/1,1,1 0:0 south");
  const auto help = [&](const char* move) {
    const auto parsed = parse_move(g.program, move, g.legal);
    REQUIRE(std::holds_alternative<TextError>(parsed));
    return std::get<TextError>(parsed).help;
  };
  CHECK(help("A2") == "write `A2>` for the right or `A2<` for the left of its owner");
  CHECK(help("B2") ==
        "write `B2>` for the way that runs to the right along its owner's front row, or `B2<` for the other "
        "way");
}

TEST_CASE("what is not a choice may be left out, and is not accepted where there is none", "[notation]") {
  const Given g = both_ways();
  CHECK(read(g, "A3") == "[0-2] `A3` can be sown both ways");
  CHECK(read(g, "A3<") == "A3<");
  Given one = g;
  one.legal = {g.legal[1]};
  CHECK(read(one, "A1") == "A1<");  // the other way is not legal
  const Given plain = given(kalah(), "4,4,4,4,4,4/4,4,4,4,4,4 0:0 south");
  CHECK(read(plain, "A3>") == "[2-3] there is no choice of direction");
}

TEST_CASE("a move that is none of the legal ones is returned as it reads", "[notation]") {
  const Given g = given(kalah(), "4,4,4,4,4,4/0,4,4,4,4,4 4:0 south");
  CHECK(read(g, "A1") == "A1");
  CHECK(read(g, "a1") == "a1");
  CHECK(read(g, "pass") == "pass");
}

TEST_CASE("pass", "[notation]") {
  Builder b = sowing_game(two_rows(4), 3);
  b.phase().moves[0].pass_if_none = true;
  const Given g = given(b.program, "3,3,3,3/0,0,0,0 12:0 south");
  REQUIRE(g.legal.size() == 1);
  CHECK(move_text(g.program, g.legal[0]) == "pass");
  CHECK(read(g, "pass") == "pass");
}

TEST_CASE("texts that are no move", "[notation]") {
  const Given g = both_ways();
  CHECK(read(g, "") == "[0-0] a move is missing");
  CHECK(read(g, "Z9") == "[0-2] no hole `Z9` on this board");
  CHECK(read(g, "A1>x") == "[3-4] unexpected `x` after the move");
  CHECK(read(g, "A1>/") == "[4-4] `` is no choice here");
  CHECK(read(g, "A1>/x") == "[4-5] `x` is no choice here");
  std::string long_one = "A1>";
  for (int i = 0; i <= kMaxChoices; ++i) long_one += "/1";
  CHECK(read(g, long_one) ==
        "[132-133] too many choices in one move");  // 3 characters, 64 times 2, and a stroke
}

TEST_CASE("further picks and choices of the turn", "[notation]") {
  Builder b = sowing_game(two_rows(4), 3);
  ir::Pick count;
  count.slot = b.slot();
  count.from = b.num(1);
  count.to = b.num(2);
  ir::Pick target;
  target.slot = b.slot();
  target.from = b.literal({"a1", "a2"});
  b.phase().moves[0].picks = {count, target};
  Action word = b.act(Act::choose);
  word.slot = b.slot();
  word.imm = 2;
  word.words = {"stop", "go-on"};
  b.phase().lap_end = b.list({Builder::also(kNone, {word})});
  const Given g = given(b.program, "3,3,3,3/3,3,3,3 0:0 south");
  CHECK(move_text(g.program, g.legal[0]) == "A1/1/a1");
  CHECK(read(g, "A1/2/a2") == "A1/2/a2");
  CHECK(read(g, "A1/2/a2/go-on") == "A1/2/a2/go-on");
  CHECK(read(g, "A1/2/a2/never") == "[8-13] `never` is no choice here");
  CHECK(read(g, "A1/2") == "[0-4] the move leaves a choice open");
  CHECK(read(g, "A1/7/a2") == "A1/7/a2");  // not legal, but a move
  CHECK(read(g, "A1/2/b9") == "[5-7] `b9` is no choice here");
}

TEST_CASE("choices of different kinds in one move say what they are", "[notation]") {
  Builder b = sowing_game(two_rows(4), 3);
  Action word = b.act(Act::choose);
  word.slot = b.slot();
  word.imm = 2;
  word.words = {"stop", "go-on"};
  Action hole = b.act(Act::choose, b.own());
  hole.slot = b.slot();
  b.phase().lap_end = b.list({Builder::also(kNone, {word, hole})});
  const Given g = given(b.program, "3,3,3,3/3,3,3,3 0:0 south");
  CHECK(read(g, "A1/go-on/A4") == "A1/go-on/A4");
  CHECK(read(g, "A1/stop/2") == "A1/stop/2");  // not offered, but a choice
}

TEST_CASE("a store may be lifted from", "[notation]") {
  Builder b = sowing_game(two_rows(4), 3);
  b.phase().moves[0].from = b.store(b.mover());
  const Given g = given(b.program, "3,3,3,3/3,3,3,0 3:0 south");
  REQUIRE(g.legal.size() == 1);
  CHECK(move_text(g.program, g.legal[0]) == "store(south)");
  CHECK(read(g, "store(south)") == "store(south)");
}
