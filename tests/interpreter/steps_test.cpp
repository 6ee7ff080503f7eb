// The budget of a move: what is counted, that both executors count the same, and that a move which costs too
// much is said to, wherever one can be asked for. Two rows of four with three seeds each unless a case says
// otherwise:
//
//   a4 a3 a2 a1        3 3 3 3
//   A1 A2 A3 A4        3 3 3 3      24 seeds
#include "interpreter/steps.h"

#include "interpreter/fast.h"
#include "interpreter/match.h"
#include "interpreter/perft.h"
#include "interpreter/solve.h"
#include "tests/support/fast_compare.h"
#include "tests/support/probe.h"
#include "tests/support/random_program.h"

using namespace mancala;
using namespace mancala::test;

namespace {

// Every lap is followed by another, so that a move lasts as long as `endless` lets it.
ir::Program for_ever(int laps, ir::EndlessThen then = ir::EndlessThen::stop) {
  Builder b = threes();
  b.phase().lap_end = b.list({Builder::then(b.yes(), b.relay(b.here()))});
  b.program.endless = {laps, then};
  return b.program;
}

bool is_too_long(const Outcome& outcome) {
  return outcome.status == Status::round_over && outcome.reason == Reason::too_long && outcome.drawn &&
         outcome.winner == kNobody;
}

Position first_of(const ir::Program& program) {
  Chance chance(1);
  return Reference(program).initial(chance);
}

}  // namespace

TEST_CASE("a step is one operator asked once; loops are as long as the board lets them be", "[steps]") {
  Builder b = threes();
  const ExprId sum = b.e(Op::add, Type::number, b.num(1), b.num(2));
  // 8 holes, and for each: `it` is looked up, its seeds are, and compared with a number.
  const ExprId in_all =
      b.where(b.literal({"A1"}), [&](ExprId it) { return b.greater(b.seeds(it), b.num(0)); });
  const StepCosts costs(b.program);
  CHECK(costs.expression(sum) == 3);
  CHECK(costs.expression(in_all) == 1 + 1 + 8 * (1 + 4));
  CHECK(costs.expression(kNone) == 0);
}

TEST_CASE("costs that double with every operator are cut, not overflown", "[steps]") {
  Builder b = threes();
  ExprId sum = b.num(1);
  for (int i = 0; i < 100; ++i) sum = b.e(Op::add, Type::number, sum, sum);
  CHECK(StepCosts(b.program).expression(sum) == StepCosts::kNeverPaid);
}

TEST_CASE("a move of too many laps is said to take too long and changes nothing", "[steps]") {
  const ir::Program program = for_ever(1'000'000'000);
  REQUIRE(ir::verify(program).empty());
  const Position start = first_of(program);
  const Reference reference(program);
  const Fast fast(*fuse(program));
  const Move move = reference.legal(start).front();
  Position by_reference = start, by_fast = start;
  Chance chance(7), same_chance(7);
  CHECK(is_too_long(reference.play(by_reference, move, chance)));
  CHECK(is_too_long(fast.play(by_fast, move, same_chance)));
  CHECK(by_reference == start);
  CHECK(by_fast == start);
  CHECK(chance.next() == Chance(7).next());
  CHECK(same_chance.next() == Chance(7).next());
  SECTION("lanes, which do not count, leave such games alone") { CHECK_FALSE(fast.in_lanes(start)); }
  SECTION("a sequence of moves ends there, as the round does") {
    CHECK(perft(reference, start, 1) == 4);
    CHECK(fast.perft(start, 1) == 4);
    CHECK(perft(reference, start, 2) == 0);
    CHECK(fast.perft(start, 2) == 0);
  }
  SECTION("random games are cut there") {
    const Playouts playouts = fast.playouts(start, 1, 3);
    CHECK(playouts.games == 3);
    CHECK(playouts.cut == 3);
  }
  SECTION("a match goes no further") {
    Match match(reference, 1);
    CHECK(is_too_long(match.play(move)));
    CHECK(match.state() == Match::State::round_over);
    CHECK(reason_text(match.ended()) == "too-long");
    CHECK(match.position() == start);
    match.next_round();
    CHECK(match.state() == Match::State::over);
    CHECK(match.ending().winner == kNobody);
  }
  SECTION("it is not solved") {
    std::string why;
    CHECK_FALSE(solve(reference, start, 1000, why));
    CHECK(why == "a move takes more than 50000000 steps");
  }
}

TEST_CASE("laps that repeat themselves cost what they would have cost", "[steps]") {
  // 5,000 laps of no more than 24 seeds: far from the budget, whether they are played or not.
  const ir::Program program = for_ever(5000);
  const Position start = first_of(program);
  Position next = start;
  Chance chance(1);
  const Outcome outcome = Reference(program).play(next, Reference(program).legal(start).front(), chance);
  CHECK(outcome.status == Status::playing);
  CHECK(outcome.laps == 5000);
}

TEST_CASE("a round that cannot be begun within the budget is over", "[steps]") {
  // Choices of moves multiply: 8 holes picked six times over.
  Builder b = threes();
  for (int i = 0; i < 6; ++i) {
    ir::Pick pick;
    pick.slot = b.slot();
    pick.from = b.board();
    b.phase().moves[0].picks.push_back(pick);
  }
  REQUIRE(ir::verify(b.program).empty());
  const Reference reference(b.program);
  const Fast fast(*fuse(b.program));
  const Position start = first_of(b.program);
  CHECK(reference.legal(start).empty());
  CHECK(fast.legal(start).empty());
  Position asked = start;
  CHECK(is_too_long(reference.before_turn(asked)));
  CHECK(asked == start);
  CHECK(is_too_long(fast.before_turn(asked)));
  CHECK(asked == start);
  Chance chance(1);
  bool too_long = false;
  (void)reference.initial(chance, &too_long);
  CHECK(too_long);
  Match match(reference, 1);
  CHECK(match.state() == Match::State::round_over);
  CHECK(match.ended().reason == Reason::too_long);
  CHECK(reference.dropped_by(start, Move{0}) == -5);
}

TEST_CASE("a thousand million steps around the board are walked at once", "[steps]") {
  // 8 holes onward: 1,000,000,003 is 8 * 125,000,000 + 3. From a hole that is closed the rounds have 7 holes,
  // and the first step leaves it: 1,000,000,003 steps are 1 and 7 * 142,857,143 and 1 more.
  Builder b = threes();
  const std::int32_t state = add_state(b, "to", Type::hole, ir::Lasts::round);
  const auto far = [&](const char* from) {
    return b.e(Op::step, Type::hole, b.num(1'000'000'003), b.hole(from), b.way(Direction::onward));
  };
  SECTION("around") {
    b.phase().move_end = b.list({Builder::also(kNone, {set_state(state, far("A1"))})});
    Game game(b.program, "3,3,3,3/3,3,3,3 0:0 south");
    game.play("A1");
    CHECK(game.text().find("to=A4") != std::string::npos);
  }
  SECTION("from a closed hole") {
    b.phase().move_end =
        b.list({Builder::also(kNone, {b.act(Act::close, b.hole("A1")), set_state(state, far("A1"))})});
    Game game(b.program, "3,3,3,3/3,3,3,3 0:0 south");
    game.play("A1");
    CHECK(game.text().find("to=A3") != std::string::npos);
    Position by_fast = position_of(b.program, "3,3,3,3/3,3,3,3 0:0 south");
    Chance chance(1);
    Fast(*fuse(b.program)).play(by_fast, move_of(b.program, by_fast, "A1"), chance);
    CHECK(by_fast == game.position);
  }
}

namespace {

// Laps by the dozen, and moves tried in a filter, in a clause of a list and in a loop of one.
ir::Program looking_ahead(int laps) {
  Builder b = threes();
  b.phase().lap_end = b.list({Builder::then(b.yes(), b.relay(b.here()))});
  b.program.endless = {laps, ir::EndlessThen::stop};
  const auto gains = [&](int seeds) { return b.greater(b.e(Op::captured_now, Type::number), b.num(seeds)); };
  const auto any_move = [&](ExprId test) { return b.e(Op::some_move, Type::truth, b.person(1), test); };
  ir::Filter filter;
  filter.test = b.e(Op::after, Type::truth, b.negate(gains(100)));
  b.phase().moves[0].filters = {filter};
  const ExprId holes = b.where(
      b.board(), [&](ExprId it) { return b.both(b.greater(b.seeds(it), b.num(5)), any_move(gains(100))); });
  b.program.after_move = b.list({Builder::then(b.both(any_move(gains(0)), any_move(gains(100))), {}),
                                 Builder::then(b.occupied(holes), {})});
  return b.program;
}

struct Machines {
  Machines(const ir::Program& program, std::int64_t budget)
      : reference(program, budget),
        in_functions(in_turns(program), budget),
        in_native_code(in_turns(program), budget) {
    in_functions.use_plain_turns();
    in_native_code.use_native_turns();
  }
  static FusedProgram in_turns(const ir::Program& program) {
    FusedProgram fused = *fuse(program);
    fused.lanes.reset();
    return fused;
  }

  Reference reference;
  Fast in_functions, in_native_code;
};

}  // namespace

TEST_CASE("both executors use up a budget at the same move", "[steps]") {
  int too_long = 0, others = 0;
  std::vector<ir::Program> programs = {looking_ahead(3), looking_ahead(200)};
  for (const int laps : {1, 40, 5000}) {
    for (const ir::EndlessThen then : {ir::EndlessThen::stop, ir::EndlessThen::drawn}) {
      programs.push_back(for_ever(laps, then));
    }
  }
  for (std::size_t n = 0; n < programs.size(); ++n) {
    const ir::Program& program = programs[n];
    REQUIRE(ir::verify(program).empty());
    const Position start = first_of(program);
    for (std::int64_t budget = 1000; budget < 2'000'000; budget += budget / 7) {
      const Machines machines(program, budget);
      for (const Fast* fast : {&machines.in_functions, &machines.in_native_code}) {
        const std::vector<Move> moves = machines.reference.legal(start);
        REQUIRE(moves == fast->legal(start));
        for (const Move& move : moves) {
          Position by_reference = start, by_fast = start;
          Chance chance(1), same_chance(1);
          const Outcome outcome = machines.reference.play(by_reference, move, chance);
          INFO("program " << n << ", budget " << budget << ", move " << move_text(program, move));
          REQUIRE(same(outcome, fast->play(by_fast, move, same_chance)));
          REQUIRE(by_reference == by_fast);
          ++(is_too_long(outcome) ? too_long : others);
        }
      }
      const Playouts a = machines.in_functions.playouts(start, 1, 2, 10),
                     b = machines.in_native_code.playouts(start, 1, 2, 10);
      CHECK(a.moves == b.moves);
      CHECK(a.seeds == b.seeds);
      CHECK(a.cut == b.cut);
    }
  }
  CHECK(too_long > 100);
  CHECK(others > 100);
}
