// The start of the game, and of the rounds after the first.
#include "tests/support/probe.h"

using namespace mancala;
using namespace mancala::test;

namespace {

// Two rows of three with two seeds each. In a new round each player fills his holes from the left with two
// each; what he cannot fill is closed; the winner of the last round starts; a player with less than two seeds
// has lost.
Builder match_game() {
  Builder b = sowing_game(two_rows(3), 2);
  b.program.match.present = true;
  const std::int32_t p = b.slot();
  const std::int32_t h = b.slot();
  const ExprId player = b.local(p, Type::player);
  const ExprId holes = b.e(Op::holes, Type::region, player);
  const auto each = [&](std::vector<ir::Binding> bindings, ExprId condition, std::vector<Action> actions) {
    Clause clause = Builder::also(condition, std::move(actions));
    clause.kind = ClauseKind::each;
    clause.bindings = std::move(bindings);
    return clause;
  };
  const ir::Binding players = {p, b.players(), ir::From::owners_left, kNone};
  const ir::Binding from_left = {h, holes, ir::From::left, kNone};
  b.program.match.new_round = b.list(
      {each({players}, kNone, {b.act(Act::open, holes)}),
       each({players, from_left}, b.greater(b.seeds(b.store(player)), b.num(1)),
            {b.act(Act::move, b.store(player), b.num(2), b.local(h))}),
       each({players}, kNone, {b.act(Act::close, b.where(holes, [&](ExprId it) { return b.empty(it); }))})});
  b.program.match.starter = b.e(Op::round_winner, Type::player);
  b.program.match.over =
      b.e(Op::some, Type::truth,
          b.where(b.players(), [&](ExprId it) { return b.less(b.seeds(b.store(it)), b.num(2)); }));
  b.program.match.winner = b.most_captured();
  return b;
}

Outcome won_by(Player p) {
  Outcome outcome;
  outcome.status = Status::round_over;
  outcome.winner = p;
  outcome.drawn = p == kNobody;
  return outcome;
}

}  // namespace

TEST_CASE("the first position: set up by an expression in the hole, piles, starter", "[rounds]") {
  Board board = two_rows(3);
  board.piles = {{"hand", 5}};
  Builder b = sowing_game(board, 0);
  b.program.setup = b.e(Op::column_number, Type::number, b.local(b.program.setup_slot));
  b.program.starter = b.person(1);
  const auto state = add_state(b, "house", Type::hole, ir::Lasts::match, ir::Per::player);
  const std::int32_t it = b.slot();
  b.program.states[state].starts_slot = it;
  b.program.states[state].starts =
      b.e(Op::leftmost, Type::hole, b.e(Op::holes, Type::region, b.local(it, Type::player)));
  REQUIRE(ir::verify(b.program).empty());
  Chance chance(1);
  const Position position = Reference(b.program).initial(chance);
  CHECK(position_text(b.program, position) == "3,2,1/1,2,3 0:0 north");
  CHECK(position.seeds[b.program.board.pile(0, 1)] == 5);
  CHECK(position.state[0] == 1);  // A1
  CHECK(position.state[1] == 4);  // a1
}

TEST_CASE("a starter by lot is decided by chance", "[rounds]") {
  Builder b = sowing_game(two_rows(3), 2);
  b.program.starter = b.e(Op::by_lot, Type::player);
  REQUIRE(ir::verify(b.program).empty());
  std::array<int, 2> starts{};
  for (int seed = 0; seed < 100; ++seed) {
    Chance chance(seed);
    ++starts.at(Reference(b.program).initial(chance).mover);
  }
  CHECK(starts[0] > 20);
  CHECK(starts[1] > 20);
}

TEST_CASE("the start of the first turn has happened", "[rounds]") {
  Builder b = sowing_game(two_rows(3), 2);
  b.program.turn_start =
      b.list({Builder::also(kNone, {b.act(Act::move, b.hole("A1"), b.num(1), b.store(b.mover()))})});
  Chance chance(1);
  CHECK(position_text(b.program, Reference(b.program).initial(chance)) == "2,2,2/1,2,2 1:0 south");
}

TEST_CASE("without a match the game is one round", "[rounds]") {
  Builder b = sowing_game(two_rows(3), 2);
  Game game(b.program, "0,0,0/0,0,0 7:5 south");
  const auto state = game.reference().next_round(game.position, won_by(0), game.chance);
  CHECK(state.over);
  CHECK(state.winner == 0);
  CHECK_FALSE(state.drawn);
}

TEST_CASE("a new round is laid out from what the players hold", "[rounds]") {
  Game game(match_game().program, "0,0,0/0,0,0 8:4 north");
  const auto state = game.reference().next_round(game.position, won_by(0), game.chance);
  CHECK_FALSE(state.over);
  // North fills a1 and a2 from his left, a3 is closed; South keeps two seeds.
  CHECK(game.text() == "x,2,2/2,2,2 2:0 south round=2");
  game.play("A3");  // a1 and a2
  CHECK(game.text() == "x,3,3/2,2,0 2:0 north round=2");
  game.play("a2");  // over a3: A1, A2, A3
  CHECK(game.text() == "x,0,3/3,3,1 2:0 south round=2");
}

TEST_CASE("the match is over by what the players hold, before anything is laid out", "[rounds]") {
  Game game(match_game().program, "0,0,0/0,0,0 11:1 north");
  const Position before = game.position;
  const auto state = game.reference().next_round(game.position, won_by(0), game.chance);
  CHECK(state.over);
  CHECK(state.winner == 0);
  CHECK(game.position == before);
}

TEST_CASE("holes open again in a later round", "[rounds]") {
  Game game(match_game().program, "x,0,0/0,0,0 6:6 north round=2");
  game.reference().next_round(game.position, won_by(1), game.chance);
  CHECK(game.text() == "2,2,2/2,2,2 0:0 north round=3");
}

TEST_CASE("state of a round begins anew, state of the match stays", "[rounds]") {
  Builder b = match_game();
  const auto round = add_state(b, "in-round", Type::number, ir::Lasts::round, ir::Per::none, 9);
  const auto match = add_state(b, "in-match", Type::number, ir::Lasts::match, ir::Per::none, 9);
  b.program.states[round].starts = b.num(4);
  b.program.lists[b.program.match.new_round].clauses.push_back(Builder::also(
      kNone, {set_state(match, b.e(Op::add, Type::number, b.e(Op::round, Type::number), b.num(5)))}));
  b.program.states[match].starts = b.num(0);
  const Note turns(b, b.e(Op::turns_played, Type::number), "played");
  b.phase().move_end = b.list({turns.clause()});
  Game game(b.program, "0,0,0/0,0,0 6:6 north in-round=7 in-match=3 turns=4,4");
  game.reference().next_round(game.position, won_by(1), game.chance);
  // `round` is still the one just ended in new-round.
  CHECK(game.text() == "2,2,2/2,2,2 0:0 north round=2 in-match=6");
}

TEST_CASE("win in new-round ends the match", "[rounds]") {
  Builder b = match_game();
  b.program.lists[b.program.match.new_round].clauses.push_back(
      Builder::then(b.greater(b.e(Op::round, Type::number), b.num(2)), {b.act(Act::win, b.person(1))}));
  Game game(b.program, "0,0,0/0,0,0 8:4 north round=3");
  const auto state = game.reference().next_round(game.position, won_by(0), game.chance);
  CHECK(state.over);
  CHECK(state.winner == 1);
}

TEST_CASE("without new-round the round is set up as the first", "[rounds]") {
  Builder b = match_game();
  b.program.match.new_round = kNone;
  Game game(b.program, "x,0,0/0,0,0 8:4 north");
  game.reference().next_round(game.position, won_by(1), game.chance);
  CHECK(game.text() == "2,2,2/2,2,2 0:0 north round=2");
}

TEST_CASE("choices in new-round fall to chance", "[rounds]") {
  Builder b = match_game();
  Action choose = b.act(Act::choose, b.board());
  choose.slot = b.slot();
  b.program.lists[b.program.match.new_round].clauses.push_back(
      Builder::also(kNone, {choose, b.act(Act::move, b.local(choose.slot), b.num(1), b.store(b.person(0)))}));
  Game game(b.program, "0,0,0/0,0,0 6:6 north");
  const auto state = game.reference().next_round(game.position, won_by(0), game.chance);
  CHECK_FALSE(state.over);
  CHECK(game.position.seeds[b.program.board.store(0)] == 1);
}

TEST_CASE("a round that is over before it begins is found by before_turn", "[rounds]") {
  Builder b = match_game();
  opponent_gets_rest(b);
  b.program.match.over = b.no();
  Game game(b.program, "0,0,0/0,0,0 12:0 north");
  const auto state = game.reference().next_round(game.position, won_by(1), game.chance);
  CHECK_FALSE(state.over);
  CHECK(game.text() == "x,x,x/2,2,2 6:0 north round=2");
  const Outcome outcome = game.reference().before_turn(game.position);
  CHECK(outcome.status == Status::round_over);
  CHECK(outcome.reason == Reason::no_move);
  CHECK(game.text() == "x,x,x/0,0,0 12:0 north round=2");
}
