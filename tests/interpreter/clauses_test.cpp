// Clause lists and actions, each on a board of two rows of four with three seeds in each hole:
//
//   a4 a3 a2 a1        3 3 3 3
//   A1 A2 A3 A4        3 3 3 3      24 seeds
//
// South plays A1, which ends in A4: 0 4 4 4. What is listed as `lap-end` happens then.
#include "tests/support/probe.h"

using namespace mancala;
using namespace mancala::test;

namespace {

// The position after A1 with these clauses at the end of the lap.
std::string played(Builder& b, std::vector<Clause> clauses, const std::string& move = "A1",
                   const std::string& start = kThrees) {
  b.phase().lap_end = b.list(std::move(clauses));
  Game game(b.program, start);
  game.play(move);
  return game.text();
}

Clause always(std::vector<Action> actions) { return Builder::also(kNone, std::move(actions)); }

}  // namespace

TEST_CASE("then ends the list, also reads on", "[clauses]") {
  Builder b = unwon_threes();
  CHECK(played(b, {Builder::then(b.no(), {b.capture(b.hole("a1"))}),   // does not hold
                   Builder::also(b.yes(), {b.capture(b.hole("a2"))}),  // acts and reads on
                   Builder::then(b.yes(), {b.capture(b.hole("a3"))}),  // acts and ends the list
                   Builder::also(b.yes(), {b.capture(b.hole("a4"))})}) == "3,0,0,3/0,4,4,4 6:0 north");
}

TEST_CASE("conditions look at the board as it is now, let fixes a value", "[clauses]") {
  Builder b = unwon_threes();
  Clause fixed;
  fixed.kind = ClauseKind::let;
  fixed.slot = b.slot();
  fixed.value = b.seeds(b.hole("a1"));
  const ExprId now = b.seeds(b.hole("a1"));
  // a1 is captured; it held 3 then and holds 0 now.
  CHECK(played(b, {fixed, always({b.capture(b.hole("a1"))}),
                   Builder::also(b.equal(b.local(fixed.slot, Type::number), b.num(3)),
                                 {b.capture(b.hole("a2"))}),
                   Builder::also(b.equal(now, b.num(3)), {b.capture(b.hole("a3"))})}) ==
        "3,3,0,0/0,4,4,4 6:0 north");
}

TEST_CASE("a list run by an action is a list of its own: its then ends only it", "[clauses]") {
  Builder b = unwon_threes();
  Action block = b.act(Act::block);
  block.imm = b.list({Builder::then(kNone, {b.capture(b.hole("a1"))}), always({b.capture(b.hole("a2"))})});
  CHECK(played(b, {always({block, b.capture(b.hole("a3"))}), always({b.capture(b.hole("a4"))})}) ==
        "0,0,3,0/0,4,4,4 9:0 north");
}

TEST_CASE("stop in an inner list ends everything", "[clauses]") {
  Builder b = unwon_threes();
  Action block = b.act(Act::block);
  block.imm = b.list({always({b.act(Act::stop)})});
  CHECK(played(b, {always({block, b.capture(b.hole("a3"))}), always({b.capture(b.hole("a4"))})}) ==
        "3,3,3,3/0,4,4,4 0:0 north");
}

TEST_CASE("a value given to an inner list", "[clauses]") {
  Builder b = unwon_threes();
  Action value = b.act(Act::let, b.hole("a2"));
  value.slot = b.slot();
  Action block = b.act(Act::block);
  block.imm = b.list({always({b.capture(b.local(value.slot))})});
  CHECK(played(b, {always({value, block})}) == "3,3,0,3/0,4,4,4 3:0 north");
}

TEST_CASE("each goes from the owner's left, or from the end that is named", "[clauses]") {
  // Five seeds of South's store fill his holes with two each: two holes are filled, from the left or the
  // right.
  const auto filled = [](ir::From from, Player p, std::int32_t order = kNone) {
    Builder b = unwon_threes();
    Clause fill;
    fill.kind = ClauseKind::each;
    ir::Binding holes;
    holes.slot = b.slot();
    holes.set = b.e(Op::holes, Type::region, b.person(p));
    holes.from = from;
    if (from == ir::From::chosen) holes.order = b.word(order);
    fill.bindings = {holes};
    const ExprId store = b.store(b.person(p));
    fill.cond = b.greater(b.seeds(store), b.num(1));
    fill.actions = {b.act(Act::move, store, b.num(2), b.local(holes.slot))};
    return played(b, {fill}, "A1", "3,3,3,3/3,0,2,0 5:2 south");  // A1 is sown: 0 1 3 1
  };
  CHECK(filled(ir::From::owners_left, 0) == "3,3,3,3/2,3,3,1 1:2 north");
  CHECK(filled(ir::From::left, 0) == "3,3,3,3/2,3,3,1 1:2 north");
  CHECK(filled(ir::From::right, 0) == "3,3,3,3/0,1,5,3 1:2 north");
  CHECK(filled(ir::From::chosen, 0, 0) == "3,3,3,3/2,3,3,1 1:2 north");
  CHECK(filled(ir::From::chosen, 0, 1) == "3,3,3,3/0,1,5,3 1:2 north");
  CHECK(filled(ir::From::left, 1) == "3,3,3,5/0,1,3,1 5:0 north");  // North's left is a1
  CHECK(filled(ir::From::right, 1) == "5,3,3,3/0,1,3,1 5:0 north");
}

TEST_CASE("each with two variables goes through players and their holes", "[clauses]") {
  Builder b = unwon_threes();
  Clause fill;
  fill.kind = ClauseKind::each;
  ir::Binding player;
  player.slot = b.slot();
  player.set = b.players();
  ir::Binding hole;
  hole.slot = b.slot();
  hole.set = b.e(Op::holes, Type::region, b.local(player.slot, Type::player));
  fill.bindings = {player, hole};
  fill.cond = b.empty(b.local(hole.slot));
  fill.actions = {
      b.act(Act::move, b.store(b.local(player.slot, Type::player)), b.num(1), b.local(hole.slot))};
  // Each player lays one seed of his own into each of his empty holes, while he has seeds.
  CHECK(played(b, {fill}, "A1", "0,0,3,9/3,0,0,0 8:1 south") == "0,1,3,9/1,1,1,1 7:0 north");
}

TEST_CASE("a loop's region is fixed before its first round, its conditions see every change", "[clauses]") {
  Builder b = unwon_threes();
  Clause loop;
  loop.kind = ClauseKind::each;
  ir::Binding hole;
  hole.slot = b.slot();
  hole.set = b.where(b.theirs(), [&](ExprId it) { return b.occupied(it); });
  loop.bindings = {hole};
  // Each occupied hole passes its seeds on to the next one: a1 into a2, …, a4 into A1.
  loop.actions = {b.act(Act::move, b.local(hole.slot), kNone, b.next(b.local(hole.slot)))};
  CHECK(played(b, {loop}) == "0,0,0,0/12,4,4,4 0:0 north");
}

TEST_CASE("lift: some or all seeds of each hole", "[clauses]") {
  Builder b = unwon_threes();
  b.program.endless.laps = 10;
  // One seed of each own hole, A2 to A4: three seeds from A4 on.
  const std::vector<Action> one_of_each = {b.act(Act::lift, b.own(), b.num(1)), b.sow_after(b.here())};
  CHECK(played(b, {Builder::then(b.equal(b.e(Op::laps, Type::number), b.num(1)), one_of_each)}) ==
        "3,4,4,4/0,3,3,3 0:0 north");
}

TEST_CASE("a number is a limit, and below zero it is none", "[clauses]") {
  Builder b = unwon_threes();
  CHECK(played(b, {always({b.act(Act::capture, b.theirs(), b.num(2))})}) == "1,1,1,1/0,4,4,4 8:0 north");
  CHECK(played(b, {always({b.act(Act::capture, b.theirs(), b.num(5))})}) == "0,0,0,0/0,4,4,4 12:0 north");
  CHECK(played(b, {always({b.act(Act::capture, b.theirs(), b.num(-1))})}) == "3,3,3,3/0,4,4,4 0:0 north");
  CHECK(played(b, {always({b.act(Act::move, b.hole("a1"), b.num(7), b.hole("a2"))})}) ==
        "3,3,6,0/0,4,4,4 0:0 north");
}

TEST_CASE("sow at begins in the hole itself, sow after behind it; a direction may be given", "[clauses]") {
  const auto relaid = [](Act act, Direction way) {
    Builder b = unwon_threes();
    b.program.endless.laps = 10;
    Action sow = b.act(act, b.here());
    if (way != Direction::none) sow.extra = b.way(way);
    // The first lap only: A4 holds four.
    return played(b,
                  {Builder::then(b.equal(b.e(Op::laps, Type::number), b.num(1)), {b.lift(b.here()), sow})});
  };
  CHECK(relaid(Act::sow_after, Direction::none) == "4,4,4,4/0,4,4,0 0:0 north");
  CHECK(relaid(Act::sow_at, Direction::none) == "3,4,4,4/0,4,4,1 0:0 north");
  CHECK(relaid(Act::sow_after, Direction::backward) == "4,3,3,3/1,5,5,0 0:0 north");
  CHECK(relaid(Act::sow_at, Direction::backward) == "3,3,3,3/1,5,5,1 0:0 north");
}

TEST_CASE("lifting nothing ends the laps", "[clauses]") {
  Builder b = unwon_threes();
  b.program.endless.laps = 10;
  CHECK(played(b, {Builder::then(kNone, b.relay(b.hole("A1")))}) == "3,3,3,3/0,4,4,4 0:0 north");
}

TEST_CASE("seeds that nothing can take go back to where the lap began", "[clauses]") {
  Builder b = unwon_threes();
  b.program.endless.laps = 10;
  // Three seeds of a1 are in the hand; the last lap began in A1.
  CHECK(played(b, {Builder::then(kNone, b.relay(b.none())), Builder::then(kNone, {})}) ==
        "3,3,3,3/0,4,4,4 0:0 north");
  CHECK(played(b, {Builder::then(kNone, {b.lift(b.hole("a1")), b.sow_after(b.none())})}) ==
        "3,3,3,0/3,4,4,4 0:0 north");
}

TEST_CASE("capture: for the mover, for somebody else, for the owner of each hole, out of play, for nobody",
          "[clauses]") {
  Builder b = unwon_threes();
  Action theirs = b.capture(b.hole("a1"));
  theirs.extra = b.opponent();
  CHECK(played(b, {always({theirs})}) == "3,3,3,0/0,4,4,4 0:3 north");
  CHECK(played(b, {always({b.capture_for_owners(b.literal({"A2", "a1"}))})}) == "3,3,3,0/0,0,4,4 4:3 north");
  Action nobody = b.capture(b.hole("a1"));
  nobody.extra = b.nobody();
  CHECK(played(b, {always({nobody})}) == "3,3,3,3/0,4,4,4 0:0 north");
  Action out = b.capture(b.literal({"a1", "a2"}));
  out.imm = 1;
  b.phase().lap_end = b.list({always({out})});
  Game game(b.program, kThrees);
  game.play("A1");
  CHECK(game.text() == "3,3,0,0/0,4,4,4 0:0 north");
  CHECK(game.position.out == 6);
}

TEST_CASE("captured-now counts what was captured for anybody or for one player, moves do not count",
          "[clauses]") {
  const auto counted = [](auto of) {
    Builder b = unwon_threes();
    Action theirs = b.capture(b.hole("a1"));
    theirs.extra = b.opponent();
    Action nobody = b.capture(b.hole("a3"));
    nobody.extra = b.nobody();
    Action out = b.act(Act::capture, b.hole("a3"), b.num(1));
    out.imm = 1;
    const Note note(b, b.e(Op::captured_now, Type::number, of(b)));
    b.phase().lap_end = b.list({always({b.act(Act::capture, b.hole("a2"), b.num(2)), theirs, nobody, out,
                                        b.act(Act::move, b.hole("a4"), kNone, b.store(b.mover()))}),
                                note.clause()});
    Game game(b.program, kThrees);
    game.play("A1");
    return note.noted(game.program, game.position);
  };
  CHECK(counted([](Builder&) { return kNone; }) == "6");  // 2 for South, 3 for North, 1 out
  CHECK(counted([](Builder& b) { return b.person(0); }) == "2");
  CHECK(counted([](Builder& b) { return b.person(1); }) == "3");
}

TEST_CASE("move: from a place to a place, or one portion to each hole of a region in order", "[clauses]") {
  Builder b = unwon_threes();
  CHECK(played(b, {always({b.act(Act::move, b.hole("A4"), kNone, b.store(b.opponent()))})}) ==
        "3,3,3,3/0,4,4,0 0:4 north");
  CHECK(played(b, {always({b.act(Act::move, b.hole("A4"), kNone, b.theirs())})}) ==
        "4,4,4,4/0,4,4,0 0:0 north");
  CHECK(played(b, {always({b.act(Act::move, b.hole("A4"), b.num(3), b.theirs())})}) ==
        "3,3,4,6/0,4,4,0 0:0 north");
  CHECK(played(b, {always({b.act(Act::move, b.none(), kNone, b.hole("a1"))})}) ==
        "3,3,3,3/0,4,4,4 0:0 north");
  CHECK(played(b, {always({b.act(Act::move, b.hole("A4"), kNone, b.none())})}) ==
        "3,3,3,3/0,4,4,4 0:0 north");
}

TEST_CASE("state of a hole, of a player, single; numbers stay in their range", "[clauses]") {
  Builder b = unwon_threes();
  const auto marks = add_state(b, "marks", Type::truth, ir::Lasts::round, ir::Per::hole);
  const auto house = add_state(b, "house", Type::hole, ir::Lasts::round, ir::Per::player);
  const auto count = add_state(b, "count", Type::number, ir::Lasts::round, ir::Per::none, 5);
  const auto word = add_state(b, "word", Type::word, ir::Lasts::round);
  CHECK(played(b, {always({set_state(marks, b.yes(), b.here()), set_state(house, b.here(), b.mover()),
                           set_state(count, b.num(9)), set_state(word, b.word(1)),
                           set_state(marks, b.yes(), b.none())})}) ==
        "3,3,3,3/0,4,4,4 0:0 north marks=0,0,0,1,0,0,0,0 house=A4,- count=5 word=two");
}

TEST_CASE("holes change their owner, one by one", "[clauses]") {
  Builder b = unwon_threes();
  b.program.territory = true;
  Action give = b.act(Act::set_owner, b.board());
  give.slot = b.slot();
  give.extra = b.e(Op::other, Type::player, b.owner(b.local(give.slot)));
  b.phase().lap_end = b.list({always({give})});
  Game game(b.program, kThrees);
  game.play("A1");
  CHECK(game.text() == "3,3,3,3/0,4,4,4 0:0 north owner=north,north,north,north,south,south,south,south");
  // North lifts from the holes that he owns now.
  CHECK(game.legal() == "A2 A3 A4");
}

TEST_CASE("close and open see closed holes", "[clauses]") {
  Builder b = unwon_threes();
  const auto open_closed = b.e(Op::where, Type::region, b.board(), kNone, kNone, b.slot());
  b.program.exprs[open_closed].b = b.e(Op::closed, Type::truth, b.local(b.program.exprs[open_closed].imm));
  CHECK(
      played(b, {always({b.act(Act::close, b.where(b.board(), [&](ExprId it) { return b.empty(it); }))})}) ==
      "3,3,3,3/x,4,4,4 0:0 north");
  CHECK(played(b, {always({b.act(Act::open, open_closed)})}, "A2", "x,3,6,3/3,3,3,3 0:0 south") ==
        "0,3,6,4/3,0,4,4 0:0 north");
}

TEST_CASE("win gives the round at once, end asks who wins", "[clauses]") {
  const auto ended = [](auto make) {
    Builder b = unwon_threes();
    b.program.win = b.most_captured();
    Clause clause = always({make(b)});
    clause.name = "sudden";
    b.phase().lap_end = b.list({clause, always({b.capture(b.theirs())})});
    Game game(b.program, kThrees);
    return game.play("A1");
  };
  const Outcome won = ended([](Builder& b) { return b.act(Act::win, b.opponent()); });
  CHECK(won.status == Status::round_over);
  CHECK(won.winner == 1);
  CHECK(won.reason == Reason::named);
  CHECK(won.reason_name == "sudden");
  const Outcome drawn = ended([](Builder& b) { return b.act(Act::win, b.nobody()); });
  CHECK(drawn.winner == kNobody);
  CHECK(drawn.drawn);
  const Outcome over = ended([](Builder& b) { return b.act(Act::end); });  // nobody has captured more
  CHECK(over.status == Status::round_over);
  CHECK(over.drawn);
}

TEST_CASE("a win in mid-lap puts the hand back", "[clauses]") {
  Builder b = unwon_threes();
  b.phase().each_seed =
      b.list({Builder::then(b.equal(b.here(), b.hole("A2")), {b.act(Act::win, b.mover())})});
  Game game(b.program, kThrees);
  CHECK(game.play("A1").winner == 0);
  CHECK(game.text() == "3,3,3,3/2,4,3,3 0:0 south");  // two of three seeds were in the hand
}

TEST_CASE("each-seed clauses run after every seed and know the last", "[clauses]") {
  Builder b = unwon_threes();
  b.phase().each_seed =
      b.list({Builder::then(b.negate(b.last()), {b.act(Act::capture, b.here(), b.num(1))})});
  Game game(b.program, kThrees);
  const Outcome outcome = game.play("A1");  // A2 and A3 lose what they got, A4 keeps the last
  CHECK(game.text() == "3,3,3,3/0,3,3,4 2:0 north");
  CHECK(outcome.gained[0] == 2);
  CHECK(outcome.gained[1] == 0);
  CHECK(outcome.laps == 1);
}
