// `at-start` and `at-lap-start`: the seeds as they lay when the turn, or the lap, began. Two rows of four
// with three seeds each:
//
//   a4 a3 a2 a1        3 3 3 3
//   A1 A2 A3 A4        3 3 3 3      24 seeds
#include "tests/support/fast_compare.h"
#include "tests/support/probe.h"

using namespace mancala;
using namespace mancala::test;

namespace {

ExprId at_start(Builder& b, ExprId of) { return b.e(Op::at_start, b.program.exprs[of].type, of); }
ExprId at_lap_start(Builder& b, ExprId of) { return b.e(Op::at_lap_start, b.program.exprs[of].type, of); }

// What is noted at the end of the last lap, by both executors.
std::string at_lap_end(const std::vector<std::string>& moves, ExprId (*expr)(Builder&), bool again = false) {
  Builder b = threes();
  if (again) b.phase().move_end = b.list({Builder::also(kNone, {b.act(Act::again)})});
  const Note note(b, expr(b));
  b.phase().lap_end = b.list({note.clause()});
  Game game(b.program, kThrees);
  auto fused = fuse(game.program);
  REQUIRE(fused);
  const Fast fast(std::move(*fused));
  for (const std::string& move : moves) {
    Position by_fast = game.position;
    Chance chance(1);
    fast.play(by_fast, move_of(game.program, by_fast, move), chance);
    game.play(move);
    CHECK(by_fast == game.position);
  }
  return note.noted(game.program, game.position);
}

}  // namespace

TEST_CASE("the seeds as they lay when the turn began", "[look-back]") {
  // A1 gives A2, A3 and A4 a seed each.
  CHECK(at_lap_end({"A1"}, [](Builder& b) { return b.seeds(b.here()); }) == "4");
  CHECK(at_lap_end({"A1"}, [](Builder& b) { return at_start(b, b.seeds(b.here())); }) == "3");
  CHECK(at_lap_end({"A1"}, [](Builder& b) { return at_start(b, b.seeds(b.own())); }) == "12");
  CHECK(at_lap_end({"A1"}, [](Builder& b) { return at_start(b, b.equal(b.seeds(b.start()), b.num(3))); }) ==
        "yes");
  // North's turn begins with what South has left: A1 empty, A2 to A4 with four. a4 fills A1, A2 and A3.
  CHECK(at_lap_end({"A1", "a4"}, [](Builder& b) { return at_start(b, b.seeds(b.hole("A2"))); }) == "4");
  CHECK(at_lap_end({"A1", "a4"}, [](Builder& b) {
          return at_start(b, b.where(b.board(), [&b](ExprId it) { return b.empty(it); }));
        }) == "A1");
}

TEST_CASE("a bonus move goes back to the beginning of the turn, a lap to its own", "[look-back]") {
  // A1, then A2 with four: A3, A4, a1, a2.
  const std::vector<std::string> moves = {"A1", "A2"};
  CHECK(at_lap_end(
            moves, [](Builder& b) { return at_start(b, b.seeds(b.hole("A3"))); }, true) == "3");
  CHECK(at_lap_end(
            moves, [](Builder& b) { return at_lap_start(b, b.seeds(b.hole("A3"))); }, true) == "4");
  CHECK(at_lap_end(
            moves, [](Builder& b) { return b.seeds(b.hole("A3")); }, true) == "5");
  // The hole of the lap has been lifted, nothing has dropped.
  CHECK(at_lap_end(
            moves, [](Builder& b) { return at_lap_start(b, b.seeds(b.start())); }, true) == "0");
  CHECK(at_lap_end(
            moves, [](Builder& b) { return at_start(b, b.seeds(b.start())); }, true) == "3");
}

TEST_CASE("each lap begins anew, and what is not seeds is as it is now", "[look-back]") {
  // A last seed that makes four is sown on, once: A1 ends in A4, whose four go to a1, a2, a3 and a4.
  const auto relays = [](ExprId (*expr)(Builder&)) {
    Builder b = threes();
    const Note note(b, expr(b));
    b.phase().lap_end = b.list(
        {note.clause(), Builder::then(b.equal(b.e(Op::laps, Type::number), b.num(1)), b.relay(b.here()))});
    b.program.endless = {9, ir::EndlessThen::stop};
    Game game(b.program, kThrees);
    game.play("A1");
    return note.noted(game.program, game.position);
  };
  CHECK(relays([](Builder& b) { return at_lap_start(b, b.seeds(b.hole("A3"))); }) == "4");
  CHECK(relays([](Builder& b) { return at_lap_start(b, b.seeds(b.hole("A4"))); }) == "0");
  CHECK(relays([](Builder& b) { return at_start(b, b.seeds(b.hole("A4"))); }) == "3");
  CHECK(relays([](Builder& b) { return at_lap_start(b, b.here()); }) == "a4");
  CHECK(relays([](Builder& b) { return at_lap_start(b, b.was()); }) == "3");
  CHECK(relays([](Builder& b) { return at_start(b, b.seeds(b.hand())); }) == "0");
}

TEST_CASE("a station may be passed over for what it held before", "[look-back]") {
  // With `each` two by two into holes that had been empty: from 4,0,0,0 South sows A2 two, A3 two.
  Builder b = threes();
  b.phase().station_slot = b.slot();
  const ExprId was_empty = at_lap_start(b, b.empty(b.local(b.phase().station_slot)));
  b.phase().each = b.e(Op::choose_if, Type::number, was_empty, b.num(2), b.num(1));
  Game game(b.program, "5,5,5,5/4,0,0,0 0:0 south");
  game.play("A1");
  CHECK(game.text() == "5,5,5,5/0,2,2,0 0:0 north");
  // All round: A4 held some when the lap began, the other seven, A1 among them, none; A2 gets two again.
  Game round(b.program, "0,0,0,0/17,0,0,7 0:0 south");
  round.play("A1");
  CHECK(round.text() == "2,2,2,2/2,4,2,8 0:0 north");
}

TEST_CASE("the turn began before anything was given at its start", "[look-back]") {
  Builder b = threes();
  b.program.turn_start =
      b.list({Builder::also(kNone, {b.act(Act::move, b.hole("A2"), b.num(1), b.store(b.mover()))})});
  const Note note(b, at_start(b, b.seeds(b.store(b.mover()))));
  b.phase().lap_end = b.list({note.clause()});
  Game game(b.program, kThrees);
  // A4 to a1, a2, a3; then one seed of A2 to North: it is not in his store at T1.
  game.play("A4");
  CHECK(game.text() == "3,4,4,4/3,2,3,0 0:1 north note=0 at-start=3,3,3,0,4,4,4,3,0,0");
  game.play("a1");
  CHECK(note.noted(game.program, game.position) == "0");
}

TEST_CASE("a position says how the turn began where that is not how it lies", "[look-back]") {
  Builder b = threes();
  b.phase().move_end =
      b.list({Builder::also(b.less(at_start(b, b.seeds(b.start())), b.num(4)), {b.act(Act::again)})});
  Game game(b.program, kThrees);
  game.play("A1");
  CHECK(game.text() == "3,3,3,3/0,4,4,4 0:0 south at-start=3,3,3,3,3,3,3,3,0,0 again=1");
  CHECK(position_of(game.program, game.text()) == game.position);
  // A2 held three when the turn began, and four in a turn that begins with this position.
  CHECK(position_of(game.program, "3,3,3,3/0,4,4,4 0:0 south").start_seeds[1] == 4);
  game.play("A2");
  CHECK(game.text() == "3,3,4,4/0,0,5,5 0:0 south at-start=3,3,3,3,3,3,3,3,0,0 again=1");
  Game other(b.program, "3,3,3,3/0,4,4,4 0:0 south");
  other.play("A2");
  CHECK(other.text() == "3,3,4,4/0,0,5,5 0:0 north");
  CHECK(std::holds_alternative<TextError>(
      parse_position(game.program, "3,3,3,3/0,4,4,4 0:0 south at-start=3,3")));
}

TEST_CASE("what no rule looks back at is not kept", "[look-back]") {
  Builder b = threes();
  Game game(b.program, kThrees);
  game.play("A1");
  CHECK(game.position.start_seeds == decltype(game.position.start_seeds){});
  CHECK(std::holds_alternative<TextError>(
      parse_position(game.program, "3,3,3,3/0,4,4,4 0:0 north at-start=3,3,3,3,3,3,3,3,0,0")));
}

TEST_CASE("looking ahead, the turn is the one that is imagined", "[look-back]") {
  // South may only play what leaves more seeds on North's side than there were: A2, A3, A4.
  Builder b = threes();
  ir::Filter filter;
  filter.test = b.e(Op::after, Type::truth, b.greater(b.seeds(b.theirs()), at_start(b, b.seeds(b.theirs()))));
  b.phase().moves[0].filters.push_back(filter);
  CHECK(Game(b.program, kThrees).legal() == "A2 A3 A4");
  // A move by North would begin his turn: A1, just played, is empty then.
  Builder c = threes();
  const ExprId empty = at_start(c, c.empty(c.hole("A1")));
  c.program.after_move = c.list({Builder::then(c.e(Op::some_move, Type::truth, c.person(1), empty), {})});
  Game game(c.program, kThrees);
  CHECK(game.play("A2").status == Status::playing);
  game.play("a1");
  CHECK(game.play("A1").status == Status::round_over);
}

TEST_CASE("looking back stands where there is something to look back at", "[look-back]") {
  const auto faults = [](const auto& change) {
    Builder b = threes();
    change(b);
    std::string all;
    for (const std::string& fault : ir::verify(b.program)) all += fault + "\n";
    return all;
  };
  using Catch::Contains;
  CHECK_THAT(faults([](Builder& b) { b.program.setup = at_start(b, b.num(3)); }), Contains("within a turn"));
  CHECK_THAT(
      faults([](Builder& b) { b.phase().move_end = b.list({Builder::also(at_lap_start(b, b.yes()), {})}); }),
      Contains("in a lap only"));
  CHECK_THAT(faults([](Builder& b) { b.program.win = at_lap_start(b, b.mover()); }),
             Contains("in a lap only"));
  CHECK_THAT(faults([](Builder& b) {
               const ExprId no_move = b.e(Op::no_move, Type::truth);
               b.program.before_turn = b.list({Builder::then(at_start(b, no_move), {})});
             }),
             Contains("asks about moves"));
  CHECK_THAT(faults([](Builder& b) { b.program.win = b.e(Op::at_start, Type::player, b.num(1)); }),
             Contains("another type"));
}
