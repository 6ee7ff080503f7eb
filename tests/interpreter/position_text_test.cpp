// Positions as text and back.
#include <rapidcheck.h>

#include "interpreter/notation.h"
#include "tests/support/probe.h"

using namespace mancala;
using namespace mancala::test;

namespace {

std::string error_in(const ir::Program& program, const std::string& text) {
  const auto parsed = parse_position(program, text);
  const auto* error = std::get_if<TextError>(&parsed);
  if (error == nullptr) return "";
  CHECK(error->begin <= error->end);
  CHECK(error->end <= text.size());
  return "[" + text.substr(error->begin, error->end - error->begin) + "] " + error->message +
         (error->help.empty() ? "" : " (" + error->help + ")");
}

// A game whose positions have everything that can be said.
Builder everything() {
  Board board = two_rows(2);
  board.piles = {{"reserve", 3}, {"hand", 0}};
  Builder b = sowing_game(board, 2);
  b.program.match.present = true;
  b.program.territory = true;
  for (const Op op : {Op::round_starter, Op::last_mover}) b.e(op, Type::player);
  for (const Op op : {Op::quiet, Op::turns_played}) b.e(op, Type::number);
  add_state(b, "flag", Type::truth, ir::Lasts::round, ir::Per::hole);
  add_state(b, "house", Type::hole, ir::Lasts::round, ir::Per::player);
  add_state(b, "count", Type::number, ir::Lasts::match);
  add_state(b, "word", Type::word, ir::Lasts::turn);
  add_state(b, "person", Type::player, ir::Lasts::match);
  add_state(b, "way", Type::direction, ir::Lasts::match);
  return b;
}

}  // namespace

TEST_CASE("rows are north-most first, as South sees them", "[position]") {
  const ir::Program program = kalah(3, 4);
  Position position = position_of(program, "6,5,4/1,2,3 1:2 north");
  CHECK(position.seeds[program.board.find("A1")] == 1);
  CHECK(position.seeds[program.board.find("A3")] == 3);
  CHECK(position.seeds[program.board.find("a1")] == 4);
  CHECK(position.seeds[program.board.find("a3")] == 6);
  CHECK(position.seeds[program.board.store(0)] == 1);
  CHECK(position.seeds[program.board.store(1)] == 2);
  CHECK(position.mover == 1);
  CHECK(position_text(program, position) == "6,5,4/1,2,3 1:2 north");
}

TEST_CASE("four rows", "[position]") {
  const ir::Program program = sowing_game(four_rows(2), 3).program;
  const Position position = position_of(program, "1,2/3,4/5,6/1,2 0:0 south");
  CHECK(position.seeds[program.board.find("b1")] == 2);
  CHECK(position.seeds[program.board.find("a1")] == 4);
  CHECK(position.seeds[program.board.find("A1")] == 5);
  CHECK(position.seeds[program.board.find("B1")] == 1);
}

TEST_CASE("closed holes and places without a hole", "[position]") {
  Board board = two_rows(3);
  board.columns = 4;
  board.holes[2].column = 3;  // A3 stands apart: there is no hole in the third column of South's row
  board.holes[3].column = 3;
  board.holes[4].column = 2;
  board.holes[5].column = 0;  // and none in the second column of North's
  const ir::Program program = sowing_game(board, 2).program;
  for (const char* text : {"x,-,2,2/x,2,-,6 0:0 south", "x1,-,2,2/x,2,-,5 0:0 south"}) {
    const Position position = position_of(program, text);
    CHECK(position.closed.count() == 2);
    CHECK(position_text(program, position) == text);
  }
  CHECK(error_in(program, "2,2,2,2/2,2,-,2 0:0 south") == "[2] there is no hole here (write `-`)");
  CHECK(error_in(program, "2,-,2,2/2,2,-,- 0:0 south") == "[-] hole `A3` is here, not none");
}

TEST_CASE("extras are printed in a fixed order and only where they are not as at the start", "[position]") {
  const ir::Program program = everything().program;
  REQUIRE(ir::verify(program).empty());
  const std::string bare = "2,2/2,2 0:0 south";
  CHECK(position_text(program, position_of(program, bare)) == bare);
  const std::string full =
      "2,2/2,2 0:0 south round=3 starter=north last=south turns=4,5 quiet=6 reserve=2,1 hand=1,2 "
      "owner=south,north,north,- flag=0,1,0,1 house=A1,- count=7 word=two person=north way=clockwise again=1";
  CHECK(position_text(program, position_of(program, full)) == full);
  // In any order.
  CHECK(position_text(program, position_of(program, bare + " count=7 round=3")) == bare + " round=3 count=7");
  // What is as at the start may be said.
  CHECK(position_text(program, position_of(program, bare + " word=- house=-,- way=-")) == bare);
  CHECK(position_text(program, position_of(program, bare + " reserve=3,3 count=-1000 again=0")) == bare);
}

TEST_CASE("the start value of state is what its expression says", "[position]") {
  Builder b = sowing_game(two_rows(2), 2);
  const auto state = add_state(b, "house", Type::truth, ir::Lasts::round, ir::Per::player);
  b.program.states[state].starts = b.yes();
  CHECK(position_text(b.program, position_of(b.program, "2,2/2,2 0:0 south")) == "2,2/2,2 0:0 south");
  CHECK(position_of(b.program, "2,2/2,2 0:0 south").state[1] == 1);
  CHECK(position_text(b.program, position_of(b.program, "2,2/2,2 0:0 south house=1,0")) ==
        "2,2/2,2 0:0 south house=1,0");
}

TEST_CASE("what no rule of the game asks for is an unknown key", "[position]") {
  CHECK(error_in(kalah(3, 2), "2,2,2/2,2,2 0:0 south quiet=3") ==
        "[quiet] unknown key `quiet` (here may stand: again)");
}

TEST_CASE("texts that are no position", "[position]") {
  const ir::Program program = kalah(3, 2);
  CHECK(error_in(program, "") ==
        "[] a position is rows, stores and the player to move (as in `2,2,2/2,2,2 0:0 south`)");
  CHECK(error_in(program, "2,2,2/2,2,2 0:0") ==
        "[] a position is rows, stores and the player to move (as in `2,2,2/2,2,2 0:0 south`)");
  CHECK(error_in(program, "2,2,2 0:0 south") ==
        "[2,2,2] this board has 2 rows, not 1 (rows are separated by `/`, north-most first)");
  CHECK(error_in(program, "2,2,2/2,2 0:0 south") == "[2,2] row 2 has 2 holes, not 3");
  CHECK(error_in(program, "2,2,2/2,two,2 0:0 south") == "[two] `two` is no number of seeds");
  CHECK(error_in(program, "2,2,2/2,,2 0:0 south") == "[] `` is no number of seeds");
  CHECK(error_in(program, "2,2,2/2,-1,2 0:0 south") == "[-1] `-1` is no number of seeds");
  CHECK(error_in(program, "2,2,2/2,70000,2 0:0 south") == "[70000] `70000` is no number of seeds");
  CHECK(error_in(program, "2,2,2/2,2,2 0 south") ==
        "[0] there are 2 stores, not 1 (stores are separated by `:`, in the order of the players)");
  CHECK(error_in(program, "2,2,2/2,2,2 0:x south") == "[x] `x` is no number of seeds");
  CHECK(error_in(program, "2,2,2/2,2,2 0:0 west") ==
        "[west] no player `west` (the players are south, north)");
  CHECK(error_in(program, "2,2,2/2,2,2 0:0 -") == "[-] no player `-` (the players are south, north)");
  CHECK(error_in(program, "2,2,2/2,2,2 0:0 south again") == "[again] `again` is no `key=value`");
  CHECK(error_in(program, "2,2,2/2,2,2 0:0 south again=2") == "[2] `2` is no value of `again`");
  CHECK(error_in(program, "2,2,2/2,2,2 0:0 south again=1 again=1") == "[again] `again` is given twice");
  const ir::Program full = everything().program;
  const std::string bare = "2,2/2,2 0:0 south ";
  CHECK(error_in(full, bare + "turns=1") == "[1] `turns` has 2 values, not 1");
  CHECK(error_in(full, bare + "house=A1,Z9") == "[Z9] `Z9` is no value of `house`");
  CHECK(error_in(full, bare + "word=four") == "[four] `four` is no value of `word`");
  CHECK(error_in(full, bare + "person=west") == "[west] `west` is no value of `person`");
  CHECK(error_in(full, bare + "count=1001") == "[1001] `1001` is no value of `count`");
  CHECK(error_in(full, bare + "round=0") == "[0] `0` is no value of `round`");
  CHECK(error_in(full, bare + "way=onward") == "[onward] `onward` is no value of `way`");
}

TEST_CASE("seeds are neither lost nor added", "[position]") {
  const ir::Program program = kalah(3, 2);
  CHECK(error_in(program, "2,2,2/2,2,1 0:0 south") ==
        "[2,2,2/2,2,1 0:0] 11 seeds, but the game has 12 (1 seed missing)");
  CHECK(error_in(program, "2,2,2/2,2,2 0:2 south") ==
        "[2,2,2/2,2,2 0:2] 14 seeds, but the game has 12 (2 seeds too many)");
  CHECK(error_in(everything().program, "2,2/2,2 0:0 south reserve=0,0") ==
        "[2,2/2,2 0:0] 8 seeds, but the game has 14 (6 seeds missing)");
}

TEST_CASE("what is missing is out of play where seeds can go out", "[position]") {
  Builder b = sowing_game(two_rows(3), 2);
  Action out = b.capture(b.here());
  out.imm = 1;
  b.phase().lap_end = b.list({Builder::also(kNone, {out})});
  CHECK(position_of(b.program, "2,2,2/2,2,0 0:0 south").out == 2);
  CHECK(error_in(b.program, "2,2,2/2,2,3 0:0 south") ==
        "[2,2,2/2,2,3 0:0] 13 seeds, but the game has 12 (1 seed too many)");
}

TEST_CASE("positions of random games read back as themselves", "[position]") {
  const std::vector<ir::Program> games = {kalah(), oware(), sadeqa(), raja_pasu(true)};
  rc::check("text round trip", [&] {
    const ir::Program& program = games[*rc::gen::inRange<std::size_t>(0, games.size())];
    const Reference reference(program);
    Chance chance(*rc::gen::arbitrary<std::uint64_t>());
    Position position = reference.initial(chance);
    for (int ply = 0; ply < 30; ++ply) {
      const auto parsed = parse_position(program, position_text(program, position));
      RC_ASSERT(std::holds_alternative<Position>(parsed));
      RC_ASSERT(std::get<Position>(parsed) == position);
      const std::vector<Move> legal = reference.legal(position);
      RC_ASSERT(!legal.empty());
      const Move move = legal[chance.below(static_cast<int>(legal.size()))];
      if (reference.play(position, move, chance).status != Status::playing) break;
    }
  });
}
