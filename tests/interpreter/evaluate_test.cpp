// What each expression is worth. All values are worked out by hand on a board of two rows of four:
//
//   a4 a3 a2 a1        1 0 3 2   store of north 6
//   A1 A2 A3 A4        2 1 0 4   store of south 5      (24 seeds)
//
// South plays A1: one seed each into A2 and A3, so that A1 to A4 hold 0 2 1 4.
#include "tests/support/probe.h"

using namespace mancala;
using namespace mancala::test;

namespace {

const char* const kStart = "1,0,3,2/2,1,0,4 5:6 south";

Builder four_holes() {
  Builder b = sowing_game(two_rows(4), 3);
  b.program.win = b.nobody();
  return b;
}

// The value at the end of the lap of A1.
template <class Make>
std::string at_lap_end(const Make& make, const char* start = kStart, const char* move = "A1",
                       Builder b = four_holes()) {
  const ExprId expr = make(b);
  const Note note(b, expr);
  append(b, b.phase().lap_end, note.clause());
  Game game(b.program, start);
  game.play(move);
  return note.noted(game.program, game.position);
}

// The value of an operator without operands.
std::string plain(Op op, Type type) {
  return at_lap_end([&](Builder& b) { return b.e(op, type); });
}

std::string unary(Op op, Type type, const std::string& label) {
  return at_lap_end([&](Builder& b) { return b.e(op, type, label == "none" ? b.none() : b.hole(label)); });
}

std::string arithmetic(Op op, int x, int y) {
  return at_lap_end([&](Builder& b) { return b.e(op, Type::number, b.num(x), b.num(y)); });
}

std::string compared(Op op, int x, int y) {
  return at_lap_end([&](Builder& b) { return b.e(op, Type::truth, b.num(x), b.num(y)); });
}

}  // namespace

TEST_CASE("constants", "[evaluate]") {
  CHECK(at_lap_end([](Builder& b) { return b.num(-7); }) == "-7");
  CHECK(at_lap_end([](Builder& b) { return b.yes(); }) == "yes");
  CHECK(at_lap_end([](Builder& b) { return b.hole("a2"); }) == "a2");
  CHECK(at_lap_end([](Builder& b) { return b.none(); }) == "-");
  CHECK(at_lap_end([](Builder& b) { return b.literal({"A4", "a1"}); }) == "A4 a1");
  CHECK(at_lap_end([](Builder& b) { return b.person(1); }) == "north");
  CHECK(at_lap_end([](Builder& b) { return b.nobody(); }) == "nobody");
  CHECK(at_lap_end([](Builder& b) { return b.way(Direction::either); }) == "either");
  CHECK(at_lap_end([](Builder& b) { return b.word(2); }) == "2");
}

TEST_CASE("the moment at the end of a lap", "[evaluate]") {
  CHECK(plain(Op::mover, Type::player) == "south");
  CHECK(plain(Op::own, Type::region) == "A1 A2 A3 A4");
  CHECK(plain(Op::theirs, Type::region) == "a1 a2 a3 a4");
  CHECK(plain(Op::board, Type::region) == "A1 A2 A3 A4 a1 a2 a3 a4");
  CHECK(plain(Op::players, Type::players) == "south north");
  CHECK(plain(Op::start, Type::hole) == "A1");
  CHECK(plain(Op::running, Type::direction) == "onward");
  CHECK(plain(Op::origin, Type::hole) == "A1");
  CHECK(plain(Op::here, Type::hole) == "A3");
  CHECK(plain(Op::previous, Type::hole) == "A2");
  CHECK(plain(Op::was, Type::number) == "0");
  CHECK(plain(Op::last, Type::truth) == "yes");
  CHECK(plain(Op::first_sown, Type::hole) == "A2");
  CHECK(plain(Op::lap_sown, Type::region) == "A2 A3");
  CHECK(plain(Op::turn_sown, Type::region) == "A2 A3");
  CHECK(plain(Op::laps, Type::number) == "1");
  CHECK(plain(Op::captured_now, Type::number) == "0");
  CHECK(plain(Op::phase, Type::word) == "0");
  CHECK(plain(Op::round, Type::number) == "1");
  CHECK(plain(Op::turns_played, Type::number) == "0");
  CHECK(plain(Op::round_starter, Type::player) == "south");
  CHECK(plain(Op::round_winner, Type::player) == "nobody");
  CHECK(plain(Op::last_mover, Type::player) == "nobody");
  CHECK(plain(Op::quiet, Type::number) == "0");
}

TEST_CASE("a lap of one seed has no previous station, and was tells the seeds before the drop",
          "[evaluate]") {
  const auto after_a2 = [](Op op, Type type) {
    return at_lap_end([&](Builder& b) { return b.e(op, type); }, kStart, "A2");
  };
  CHECK(after_a2(Op::previous, Type::hole) == "-");
  CHECK(after_a2(Op::here, Type::hole) == "A3");
  // A4 has four: a1, a2, a3, a4 — the last held one seed.
  const auto after_a4 = [](Op op, Type type) {
    return at_lap_end([&](Builder& b) { return b.e(op, type); }, kStart, "A4");
  };
  CHECK(after_a4(Op::here, Type::hole) == "a4");
  CHECK(after_a4(Op::was, Type::number) == "1");
  CHECK(after_a4(Op::lap_sown, Type::region) == "a1 a2 a3 a4");
}

TEST_CASE("seeds of a hole, a region, a store, the hand and of none", "[evaluate]") {
  CHECK(at_lap_end([](Builder& b) { return b.seeds(b.hole("A4")); }) == "4");
  CHECK(at_lap_end([](Builder& b) { return b.seeds(b.own()); }) == "7");
  CHECK(at_lap_end([](Builder& b) { return b.seeds(b.store(b.opponent())); }) == "6");
  CHECK(at_lap_end([](Builder& b) { return b.seeds(b.hand()); }) == "0");
  CHECK(at_lap_end([](Builder& b) { return b.seeds(b.out()); }) == "0");
  CHECK(at_lap_end([](Builder& b) { return b.seeds(b.none()); }) == "0");
}

TEST_CASE("functions of holes", "[evaluate]") {
  CHECK(unary(Op::row, Type::number, "a3") == "1");
  CHECK(unary(Op::row, Type::number, "none") == "0");
  CHECK(unary(Op::column_number, Type::number, "a3") == "3");
  CHECK(unary(Op::column_number, Type::number, "none") == "0");
  CHECK(unary(Op::next, Type::hole, "A4") == "a1");
  CHECK(unary(Op::next, Type::hole, "none") == "-");
  CHECK(unary(Op::prev, Type::hole, "A1") == "a4");
  CHECK(unary(Op::opposite, Type::hole, "A3") == "a2");
  CHECK(unary(Op::opposite, Type::hole, "none") == "-");
  CHECK(unary(Op::behind, Type::hole, "A3") == "-");
  CHECK(unary(Op::same, Type::hole, "A3") == "a3");
  CHECK(unary(Op::owner, Type::player, "a2") == "north");
  CHECK(unary(Op::owner, Type::player, "none") == "nobody");
  CHECK(unary(Op::closed, Type::truth, "a2") == "no");
  CHECK(unary(Op::single, Type::region, "a2") == "a2");
  CHECK(unary(Op::single, Type::region, "none").empty());
  CHECK(unary(Op::neighbours, Type::region, "A1") == "A2 a4");
}

TEST_CASE("the same functions point by point", "[evaluate]") {
  CHECK(at_lap_end([](Builder& b) { return b.opposite(b.literal({"A1", "A2"})); }) == "a3 a4");
  CHECK(at_lap_end([](Builder& b) {
          return b.e(Op::same, Type::region, b.literal({"A1", "a4"}));
        }) == "A4 a1");
}

TEST_CASE("four rows: behind and opposite", "[evaluate]") {
  Builder b = sowing_game(four_rows(3), 1);
  const auto value = [&](Op op, const char* label) {
    return at_lap_end([&](Builder& c) { return c.e(op, Type::hole, c.hole(label)); },
                      "1,1,1/1,1,1/1,1,1/1,1,1 0:0 south", "A1", b);
  };
  CHECK(value(Op::behind, "A2") == "B2");
  CHECK(value(Op::behind, "B2") == "-");
  CHECK(value(Op::opposite, "A1") == "a3");
  CHECK(value(Op::opposite, "b1") == "B3");
  CHECK(value(Op::same, "B1") == "b1");
}

TEST_CASE("leftmost and rightmost are the owner's, of mixed holes the mover's", "[evaluate]") {
  const auto of = [](Op op, const std::vector<std::string>& holes) {
    return at_lap_end([&](Builder& b) { return b.e(op, Type::hole, b.literal(holes)); });
  };
  CHECK(of(Op::leftmost, {"A2", "A3"}) == "A2");
  CHECK(of(Op::rightmost, {"A2", "A3"}) == "A3");
  CHECK(of(Op::leftmost, {"a2", "a3"}) == "a2");
  CHECK(of(Op::rightmost, {"a2", "a3"}) == "a3");
  CHECK(of(Op::leftmost, {"A2", "a4"}) == "a4");  // a4 lies at South's left end
  CHECK(of(Op::leftmost, {}) == "-");
}

TEST_CASE("foremost and hindmost go with the running direction", "[evaluate]") {
  const auto of = [](Op op, Direction way) {
    Builder b = four_holes();
    b.phase().direction = b.way(way);
    return at_lap_end(
        [&](Builder& c) {
          return c.e(op, Type::hole, c.literal({"A1", "A3", "A4"}));
        },
        kStart, "A1", b);
  };
  CHECK(of(Op::foremost, Direction::onward) == "A4");
  CHECK(of(Op::hindmost, Direction::onward) == "A1");
  CHECK(of(Op::foremost, Direction::backward) == "A1");
  CHECK(of(Op::hindmost, Direction::backward) == "A4");
}

TEST_CASE("functions of players", "[evaluate]") {
  const auto of = [](Op op, Type type, Player p) {
    return at_lap_end([&](Builder& b) { return b.e(op, type, b.person(p)); });
  };
  CHECK(of(Op::store, Type::hole, 1) == "store(north)");
  CHECK(of(Op::store, Type::hole, kNobody) == "-");
  CHECK(of(Op::holes, Type::region, 1) == "a1 a2 a3 a4");
  CHECK(of(Op::holes, Type::region, kNobody).empty());
  CHECK(of(Op::side, Type::region, 0) == "A1 A2 A3 A4");
  CHECK(of(Op::other, Type::player, 0) == "north");
  CHECK(of(Op::other, Type::player, kNobody) == "nobody");
  CHECK(of(Op::next_player, Type::player, 1) == "south");
  CHECK(of(Op::turns, Type::number, 1) == "0");
  CHECK(of(Op::captured_now, Type::number, 1) == "0");
  CHECK(at_lap_end([](Builder& b) { return b.owner(b.store(b.person(1))); }) == "north");
}

TEST_CASE("directions and steps", "[evaluate]") {
  CHECK(at_lap_end([](Builder& b) {
          return b.e(Op::reverse, Type::direction, b.e(Op::running, Type::direction));
        }) == "backward");
  CHECK(at_lap_end([](Builder& b) { return b.e(Op::step, Type::hole, b.num(3), b.hole("A1")); }) == "A4");
  CHECK(at_lap_end([](Builder& b) {
          return b.e(Op::step, Type::hole, b.num(3), b.hole("A1"), b.way(Direction::backward));
        }) == "a2");
  CHECK(at_lap_end([](Builder& b) { return b.e(Op::step, Type::hole, b.num(0), b.hole("A1")); }) == "A1");
  CHECK(at_lap_end([](Builder& b) { return b.e(Op::the, Type::hole, b.literal({"A2"})); }) == "A2");
  CHECK(at_lap_end([](Builder& b) { return b.e(Op::the, Type::hole, b.own()); }) == "-");
}

TEST_CASE("arithmetic is total and rounds down", "[evaluate]") {
  CHECK(arithmetic(Op::add, 2, 3) == "5");
  CHECK(arithmetic(Op::subtract, 2, 3) == "-1");
  CHECK(arithmetic(Op::multiply, -2, 3) == "-6");
  CHECK(arithmetic(Op::divide, 7, 2) == "3");
  CHECK(arithmetic(Op::divide, -7, 2) == "-4");
  CHECK(arithmetic(Op::modulo, 7, 2) == "1");
  CHECK(arithmetic(Op::modulo, -7, 2) == "1");
  CHECK(arithmetic(Op::divide, 7, 0) == "0");
  CHECK(arithmetic(Op::modulo, 7, 0) == "0");
}

TEST_CASE("comparisons", "[evaluate]") {
  CHECK(compared(Op::equal, 2, 2) == "yes");
  CHECK(compared(Op::not_equal, 2, 2) == "no");
  CHECK(compared(Op::less, 2, 3) == "yes");
  CHECK(compared(Op::less, 3, 3) == "no");
  CHECK(compared(Op::less_equal, 3, 3) == "yes");
  CHECK(compared(Op::greater, 3, 2) == "yes");
  CHECK(compared(Op::greater_equal, 2, 3) == "no");
  CHECK(at_lap_end([](Builder& b) { return b.equal(b.none(), b.none()); }) == "yes");
  CHECK(at_lap_end([](Builder& b) { return b.equal(b.none(), b.hole("A1")); }) == "no");
  CHECK(at_lap_end([](Builder& b) {
          return b.equal(b.own(), b.literal({"A1", "A2", "A3", "A4"}));
        }) == "yes");
  CHECK(at_lap_end([](Builder& b) { return b.equal(b.nobody(), b.mover()); }) == "no");
}

TEST_CASE("logic, and that the second operand is not asked where the first decides", "[evaluate]") {
  const auto logic = [](Op op, bool x, bool y) {
    return at_lap_end(
        [&](Builder& b) { return b.e(op, Type::truth, x ? b.yes() : b.no(), y ? b.yes() : b.no()); });
  };
  CHECK(logic(Op::logical_and, true, true) == "yes");
  CHECK(logic(Op::logical_and, true, false) == "no");
  CHECK(logic(Op::logical_or, false, true) == "yes");
  CHECK(logic(Op::logical_or, false, false) == "no");
  CHECK(at_lap_end([](Builder& b) { return b.negate(b.no()); }) == "yes");
  CHECK(at_lap_end([](Builder& b) {
          return b.e(Op::choose_if, Type::number, b.equal(b.was(), b.num(0)), b.num(1), b.num(2));
        }) == "1");
  CHECK(at_lap_end([](Builder& b) {
          return b.e(Op::choose_if, Type::region, b.no(), b.own(),
                     b.here());  // a hole where a region is wanted
        }) == "A3");
}

TEST_CASE("a value bound inside an expression", "[evaluate]") {
  CHECK(at_lap_end([](Builder& b) {
          const std::int32_t slot = b.slot();
          const ExprId twice =
              b.e(Op::add, Type::number, b.local(slot, Type::number), b.local(slot, Type::number));
          return b.e(Op::bind, Type::number, b.seeds(b.hole("A4")), twice, kNone, slot);
        }) == "8");
}

TEST_CASE("membership: none is in nothing", "[evaluate]") {
  CHECK(at_lap_end([](Builder& b) { return b.in(b.here(), b.own()); }) == "yes");
  CHECK(at_lap_end([](Builder& b) { return b.in(b.here(), b.theirs()); }) == "no");
  CHECK(at_lap_end([](Builder& b) { return b.in(b.none(), b.board()); }) == "no");
  CHECK(at_lap_end([](Builder& b) { return b.in(b.store(b.mover()), b.board()); }) == "no");
  CHECK(at_lap_end([](Builder& b) { return b.in(b.mover(), b.players()); }) == "yes");
  CHECK(at_lap_end([](Builder& b) { return b.in(b.nobody(), b.players()); }) == "no");
}

TEST_CASE("number sets: zero is neither even nor odd", "[evaluate]") {
  const ir::NumberSet even = {{}, true, false};
  const ir::NumberSet odd = {{}, false, true};
  CHECK(even.has(2));
  CHECK_FALSE(even.has(0));
  CHECK_FALSE(even.has(3));
  CHECK_FALSE(even.has(-2));
  CHECK(odd.has(1));
  CHECK_FALSE(odd.has(0));
  CHECK(at_lap_end([](Builder& b) { return b.is(b.num(3), {{1, 1}, {3, 5}}); }) == "yes");
  CHECK(at_lap_end([](Builder& b) { return b.is(b.num(2), {{1, 1}, {3, 5}}); }) == "no");
}

TEST_CASE("sets", "[evaluate]") {
  CHECK(at_lap_end([](Builder& b) { return b.where(b.board(), [&](ExprId it) { return b.empty(it); }); }) ==
        "A1 a3");
  CHECK(at_lap_end([](Builder& b) {
          return b.where(b.players(), [&](ExprId it) { return b.greater(b.seeds(b.store(it)), b.num(5)); });
        }) == "north");
  CHECK(at_lap_end([](Builder& b) { return b.unite(b.literal({"A1"}), b.literal({"a1"})); }) == "A1 a1");
  CHECK(at_lap_end([](Builder& b) { return b.e(Op::minus, Type::region, b.own(), b.here()); }) == "A1 A2 A4");
  CHECK(at_lap_end([](Builder& b) { return b.e(Op::minus, Type::players, b.players(), b.mover()); }) ==
        "north");
  CHECK(at_lap_end([](Builder& b) { return b.e(Op::some, Type::truth, b.literal({})); }) == "no");
  CHECK(at_lap_end([](Builder& b) { return b.e(Op::some, Type::truth, b.players()); }) == "yes");
  CHECK(at_lap_end([](Builder& b) { return b.e(Op::count, Type::number, b.own()); }) == "4");
  CHECK(at_lap_end([](Builder& b) { return b.e(Op::count, Type::number, b.players()); }) == "2");
}

TEST_CASE("an unbroken run", "[evaluate]") {
  const auto run = [](const char* from, bool back, int by, const std::vector<std::string>& within) {
    return at_lap_end([&](Builder& b) {
      const std::int32_t it = b.slot();
      const ExprId while_occupied = b.occupied(b.local(it));
      const ExprId region = within.empty() ? kNone : b.literal(within);
      const ExprId made = b.e(Op::run, Type::region, b.hole(from), while_occupied, region, it);
      b.program.exprs[made].d = back ? ir::kRunBack : 0;
      b.program.exprs[made].by = by;
      return made;
    });
  };
  // After the lap: A1 0, A2 2, A3 1, A4 4, a1 2, a2 3, a3 0, a4 1.
  CHECK(run("A2", false, 1, {}) == "A2 A3 A4 a1 a2");
  CHECK(run("a1", true, 1, {}) == "A2 A3 A4 a1");
  CHECK(run("A2", false, 1, {"A2", "A3"}) == "A2 A3");
  CHECK(run("A2", false, 2, {}) == "A2 A4 a2 a4");  // comes round to A2 and stops
  CHECK(run("A3", false, 2, {}) == "A3 a1");        // a3 is empty
  CHECK(run("A1", false, 1, {}).empty());           // the first one must satisfy, too
  CHECK(run("A2", false, 1, {"A3"}).empty());       // and must lie within
}

TEST_CASE("the player with most or fewest is unique or nobody", "[evaluate]") {
  const auto extreme = [](Op op, const char* start) {
    return at_lap_end(
        [&](Builder& b) {
          const std::int32_t it = b.slot();
          return b.e(op, Type::player, b.players(), b.seeds(b.store(b.local(it, Type::player))), kNone, it);
        },
        start);
  };
  CHECK(extreme(Op::player_with_most, kStart) == "north");
  CHECK(extreme(Op::player_with_fewest, kStart) == "south");
  CHECK(extreme(Op::player_with_most, "1,0,3,2/2,1,0,3 6:6 south") == "nobody");
}

TEST_CASE("piles are places of their players", "[evaluate]") {
  Board board = two_rows(4);
  board.piles = {{"reserve", 2}};
  Builder b = sowing_game(board, 3);
  CHECK(at_lap_end([](Builder& c) { return c.seeds(c.e(Op::pile, Type::hole, c.person(1))); },
                   "1,0,3,2/2,1,0,4 5:6 south reserve=1,3", "A1", b) == "3");
}

TEST_CASE("closed holes are not there", "[evaluate]") {
  // A2 and a3 are closed; A1 is sown over A2 into A3 and A4.
  const char* const start = "3,x,3,3/2,x,3,4 3:3 south";
  const auto value = [&](const auto& make) { return at_lap_end(make, start); };
  CHECK(value([](Builder& b) { return b.here(); }) == "A4");
  CHECK(value([](Builder& b) { return b.own(); }) == "A1 A3 A4");
  CHECK(value([](Builder& b) { return b.board(); }) == "A1 A3 A4 a1 a2 a4");
  CHECK(value([](Builder& b) { return b.literal({"A1", "A2"}); }) == "A1");
  CHECK(value([](Builder& b) { return b.next(b.hole("A1")); }) == "A3");
  CHECK(value([](Builder& b) { return b.prev(b.hole("a4")); }) == "a2");
  CHECK(value([](Builder& b) { return b.e(Op::side, Type::region, b.person(1)); }) == "a1 a2 a4");
  CHECK(value([](Builder& b) { return b.opposite(b.hole("A2")); }) == "-");  // closed itself
  CHECK(value([](Builder& b) { return b.opposite(b.hole("A1")); }) == "a4");
  CHECK(value([](Builder& b) { return b.e(Op::closed, Type::truth, b.hole("A2")); }) == "yes");
  CHECK(value([](Builder& b) { return b.e(Op::closed, Type::truth, b.hole("A1")); }) == "no");
  // The argument of `closed` sees them: the hole opposite a2 is A3, that opposite A2 is a3.
  CHECK(value([](Builder& b) { return b.e(Op::closed, Type::truth, b.opposite(b.hole("A2"))); }) == "yes");
}
