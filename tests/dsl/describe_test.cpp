#include "dsl/describe.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/english.h"
#include "dsl/load.h"
#include "tests/support/catch.hpp"
#include "tests/support/describe_programs.h"
#include "tests/support/random_expressions.h"

using namespace mancala;
using namespace mancala::test;

namespace {

Variant named(ir::Program program) {
  Variant v;
  v.program = std::move(program);
  v.id = "a-game";
  v.name = "A game";
  return v;
}

// The sheet as one line, so that sentences can be looked for whatever the line breaks.
std::string one_line(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const char d = c == '\n' ? ' ' : c;
    if (d == ' ' && !out.empty() && out.back() == ' ') continue;
    out += d;
  }
  return out;
}

std::string sheet(const ir::Program& program) { return one_line(describe(named(program))); }

bool says(const std::string& text, const std::string& sentence) {
  return text.find(sentence) != std::string::npos;
}

}  // namespace

TEST_CASE("A game with own stores reads as its rule sheet says", "[describe]") {
  const std::string text = sheet(kalah());
  CHECK(says(text, "At the start each hole holds 4 seeds."));
  CHECK(says(text, "1. The mover chooses a start hole: one of his own holes that hold seeds."));
  CHECK(says(
      text, "1. He lifts the seeds of the start hole and sows them, the first seed into the hole after it."));
  CHECK(says(text, "around the board and into the mover's own store."));
  CHECK(says(text, "for South: A1 to A6, South's store, a1 to a6, and round again."));
  CHECK(says(text, "for North: a1 to a6, North's store, A1 to A6, and round again."));
  CHECK(says(text, "1. If the last seed fell into the mover's own store, he moves again."));
  CHECK(
      says(text,
           "2. Otherwise, if the last seed fell into an empty hole of the mover's own and there are seeds in "
           "the hole opposite, he captures the seeds of the last hole and of the hole opposite."));
  CHECK(says(
      text,
      "1. If the mover's own holes are all empty or the opponent's holes are all empty, all seeds on the "
      "board are captured by the owners of the holes they lie in; the game is over."));
  CHECK(says(text, "The player who has most seeds in his store wins the game; a tie is a draw."));
}

TEST_CASE("Feeding, the chain of twos and threes and the grand slam", "[describe]") {
  const std::string text = sheet(oware());
  CHECK(says(text, "1.1. If the opponent has no seeds, only moves that give him some are allowed."));
  CHECK(says(text, "A hole is passed over if it is the start hole."));
  CHECK(
      says(text,
           "1. If the unbroken run of the opponent's holes that hold 2 or 3 seeds, from the last hole "
           "backwards, does not hold all seeds of the opponent's holes, he captures the seeds of that run."));
  CHECK(says(
      text,
      "1. If the mover has no legal move, all seeds on the board are captured by the owners of the holes "
      "they lie in; the game is over."));
}

TEST_CASE("Relay sowing from the last hole", "[describe]") {
  const std::string text = sheet(sadeqa());
  CHECK(says(text,
             "1. If the last seed fell into an occupied hole, he lifts the seeds of that hole and sows on "
             "(another lap)."));
  CHECK(
      says(text,
           "2. Otherwise, if the last seed fell into one of the mover's own holes, he captures the seeds of "
           "the hole opposite."));
  CHECK(says(
      text,
      "1. If the mover has no legal move, the opponent captures all seeds on the board; the game is over."));
  CHECK(says(
      text,
      "If a move has run for 5000 laps and would go on, its laps are over, and the turn goes on with the "
      "board as it lies."));
}

TEST_CASE("Fours on the way, relay from the next hole, capture beyond a gap", "[describe]") {
  const std::string text = sheet(raja_pasu(false));
  CHECK(says(
      text,
      "1. If the hole just sown holds 4 seeds and this was not the lap's last seed, the owner of that hole "
      "captures its seeds."));
  CHECK(says(text,
             "1. If there are seeds in the next hole, he lifts them and sows on from there (another lap)."));
  CHECK(says(text, "2. Otherwise he captures the seeds of the hole beyond the next."));
}

TEST_CASE("Rounds: filling the holes and closing the rest", "[describe]") {
  const std::string text = sheet(raja_pasu_match());
  CHECK(says(text, "The match is over if, after a round, some player has captured fewer than 7 seeds."));
  CHECK(says(text, "The next round is started by the player who moved last."));
  CHECK(says(text, "1. For each player p: 1.1 to 1.3 are done."));
  CHECK(says(text, "1.1. The holes of player p are opened."));
  CHECK(says(text,
             "1.2. For each hole h of player p, from the right: if player p has at least 7 "
             "seeds in his store, 7 seeds go from player p's store to hole h."));
  CHECK(says(text, "1.3. The holes of player p that are empty are closed."));
}

TEST_CASE("A hole that catches seeds; even numbers", "[describe]") {
  const std::string text = sheet(togyz());
  CHECK(says(text, "tuz: each player may have a tuz, which is a hole; until the game is over."));
  CHECK(says(text,
             "2. Otherwise he lifts the seeds of the start hole and sows them, the first seed back into that "
             "same hole."));
  CHECK(says(text, "1. If the seed fell into the mover's tuz, he captures the seeds of that hole."));
  CHECK(
      says(text,
           "1. If the last seed fell into one of the opponent's holes and that hole holds an even number of "
           "seeds, he captures the seeds of that hole."));
  CHECK(says(text, "the mover has no tuz"));
  CHECK(says(text, "the last hole is not number 9 from the owner's left"));
  CHECK(says(text, "does not have the same number as the opponent's tuz"));
  CHECK(says(text, "An even number is 2, 4, 6 and so on: zero counts as neither even nor odd."));
}

TEST_CASE("Stages, a hand, choices and preferences", "[describe]") {
  const std::string text = sheet(two_stages());
  CHECK(says(text, "1. laying: while there are seeds in the mover's stock."));
  CHECK(says(text, "2. main: always."));
  CHECK(says(text, "Beside the board each player has his stock, with 22 seeds at the start."));
  CHECK(says(text, "mode: taking or walking, or undecided; until the move is over."));
  CHECK(says(
      text,
      "In the stage laying: 1. The mover chooses a start hole: one of his own holes that lie in the inner "
      "row and hold seeds, then a number from 1 to the number of seeds in the mover's stock (n)."));
  CHECK(says(text, "1. N seeds go from the mover's stock to the start hole."));
  CHECK(says(text, "1.1. If there are moves after which mode is taking, only these are allowed."));
  CHECK(says(text,
             "1.2. Of the moves after which mode is walking, only those from a hole that lies in "
             "the inner row are allowed if there are any (all other moves stay)."));
  CHECK(says(text, "Direction: the mover chooses it with the move."));
  CHECK(says(text, "1. If mode is undecided, mode becomes walking; then go on."));
  CHECK(says(
      text,
      "2. If the last seed fell into an occupied hole and there are seeds in the hole opposite, he lifts the "
      "seeds of the hole opposite and sows them, the first seed into his hole A1/a1, going clockwise "
      "(another lap)."));
  CHECK(says(text,
             "3. Otherwise, if the last hole is marked house, he chooses one of: stop or go-on (safari); "
             "then go on."));
  CHECK(says(text, "4. If safari is stop, the laps are over."));
  CHECK(says(
      text,
      "5. Otherwise, if the last seed fell into an occupied hole, he lifts the seeds of that hole and sows "
      "on, the first seed back into that same hole, in the opposite direction (another lap)."));
  CHECK(
      says(text,
           "A player wins the game only where a sentence below says so; if it ends otherwise, it is drawn."));
  CHECK(says(text, "1. If the mover has no legal move, the opponent wins the game."));
}

namespace {

// A condition of the last drop as the sheet says it.
std::string said(Builder& b, ir::ExprId condition) {
  English english(b.program);
  english.set_moment(Moment::lap_end);
  return english.condition(condition);
}

ir::ExprId compare(Builder& b, ir::Op op, ir::ExprId x, ir::ExprId y) {
  return b.e(op, ir::Type::truth, x, y);
}

}  // namespace

TEST_CASE("A hole is called by where it lies", "[describe]") {
  Builder b(two_rows(6));
  const auto rightmost = [&](ir::ExprId set) { return b.e(ir::Op::rightmost, ir::Type::hole, set); };
  const auto on_side = [&](ir::ExprId p) { return b.e(ir::Op::side, ir::Type::region, p); };
  CHECK(said(b, b.equal(b.here(), rightmost(b.own()))) ==
        "the last seed fell into the mover's rightmost hole");
  CHECK(said(b, b.equal(b.here(), rightmost(on_side(b.opponent())))) ==
        "the last seed fell into the rightmost hole on the opponent's side");
  CHECK(said(b, b.equal(b.here(), rightmost(b.occupied_own()))) ==
        "the last seed fell into the rightmost of the mover's own holes that hold seeds");
  // The holes that a player owns are his own, whoever the file says they belong to.
  const ir::ExprId holes = b.e(ir::Op::holes, ir::Type::region, b.opponent());
  CHECK(said(b, b.empty(holes)) == "the opponent's holes are all empty");
}

TEST_CASE("What a set has in common is said once, in the right number", "[describe]") {
  Builder b(two_rows(6));
  const auto number = [&](ir::ExprId h) { return b.e(ir::Op::column_number, ir::Type::number, h); };
  const auto seeds_in = [&](ir::ExprId set) { return b.equal(b.seeds(set), b.num(7)); };
  CHECK(said(b, seeds_in(b.where(b.own(), [&](ir::ExprId it) { return b.equal(number(it), b.num(4)); }))) ==
        "the mover's own holes that are number 4 from the owner's left hold 7 seeds together");
  // One set within another: both are said of the same holes.
  const ir::ExprId full = b.where(b.own(), [&](ir::ExprId it) { return b.greater(b.seeds(it), b.num(3)); });
  CHECK(
      said(b, seeds_in(b.where(
                  full, [&](ir::ExprId it) { return b.in(it, b.e(ir::Op::lap_sown, ir::Type::region)); }))) ==
      "the mover's own holes that hold more than 3 seeds and were sown in this lap hold 7 seeds together");
  // Either of two within a list.
  const ir::ExprId some = b.where(b.own(), [&](ir::ExprId it) {
    return b.both(b.occupied(it),
                  b.either(b.equal(it, b.start()), b.equal(b.seeds(b.opposite(it)), b.num(2))));
  });
  CHECK(said(b, seeds_in(some)) ==
        "the mover's own holes that hold seeds, and either are the start hole or lie opposite a hole that "
        "holds 2 "
        "seeds hold 7 seeds together");
  // None that is not: all.
  const ir::ExprId other =
      b.where(b.own(), [&](ir::ExprId it) { return compare(b, ir::Op::not_equal, b.seeds(it), b.num(4)); });
  CHECK(said(b, b.negate(b.e(ir::Op::some, ir::Type::truth, other))) ==
        "every one of the mover's own holes holds 4 seeds");
  // Holes written down one by one.
  const auto only = [&](const std::string& label) {
    return b.e(ir::Op::single, ir::Type::region, b.hole(label));
  };
  CHECK(said(b, b.empty(b.unite(b.unite(only("A1"), only("A2")), only("A3")))) ==
        "holes A1 to A3 are all empty");
  CHECK(said(b, b.empty(b.e(ir::Op::minus, ir::Type::region, b.board(), b.unite(only("A1"), only("a1"))))) ==
        "the holes of the board except holes A1 and a1 are all empty");
}

TEST_CASE("Sums have no brackets and one number; remainders are told plainly", "[describe]") {
  Builder b(two_rows(6));
  const auto number = [&](ir::ExprId h) { return b.e(ir::Op::column_number, ir::Type::number, h); };
  const auto sum = [&](ir::Op op, ir::ExprId x, ir::ExprId y) { return b.e(op, ir::Type::number, x, y); };
  const std::int32_t it = b.slot();
  const ir::ExprId his = b.seeds(b.store(b.local(it, ir::Type::player)));
  const ir::ExprId poor = b.e(ir::Op::where, ir::Type::players, b.players(),
                              b.less(sum(ir::Op::add, his, b.num(1)), b.num(4)), kNone, it);
  CHECK(said(b, b.e(ir::Op::some, ir::Type::truth, poor)) ==
        "the number of seeds that some player has captured plus 1 is less than 4");
  // 6 - n + 1 + 7
  const ir::ExprId way = sum(
      ir::Op::add, sum(ir::Op::add, sum(ir::Op::subtract, b.num(6), number(b.here())), b.num(1)), b.num(7));
  CHECK(said(b, b.greater(b.seeds(b.here()), way)) ==
        "the last hole holds more seeds than 14 minus the place number of the last hole");
  const auto rest = [&](std::int32_t by, std::int32_t r) {
    return b.equal(sum(ir::Op::modulo, number(b.here()), b.num(by)), b.num(r));
  };
  CHECK(said(b, rest(2, 0)) == "the last hole has an even place number");
  CHECK(said(b, rest(3, 1)) == "the last hole has a place number that leaves 1 when divided by 3");
  CHECK(said(b, b.equal(sum(ir::Op::modulo, b.seeds(b.own()), b.num(5)), b.num(0))) ==
        "the number of seeds in the mover's own holes is divisible by 5");
}

TEST_CASE("What the last seed did is told of it once", "[describe]") {
  Builder b(two_rows(6));
  const ir::ExprId in_store = b.equal(b.here(), b.store(b.mover()));
  CHECK(said(b, b.either(in_store, b.equal(b.was(), b.num(0)))) ==
        "the last seed fell into the mover's own store or into an empty hole");
  CHECK(said(b, b.both(b.in(b.here(), b.theirs()), b.equal(b.was(), b.num(6)))) ==
        "the last seed fell into one of the opponent's holes that held exactly 6 seeds");
  const ir::ExprId corner = b.e(ir::Op::rightmost, ir::Type::hole, b.own());
  const ir::ExprId allowed = b.unite(b.theirs(), b.e(ir::Op::single, ir::Type::region, corner));
  CHECK(said(b, b.negate(b.in(b.here(), allowed))) ==
        "the last seed fell neither into one of the opponent's holes nor into the mover's rightmost hole");
}

TEST_CASE("Conditions that a reading has decided are not told", "[describe]") {
  Builder b(two_rows(6));
  const ir::ExprId empty = b.empty(b.own());
  CHECK(said(b, b.both(b.yes(), empty)) == "the mover's own holes are all empty");
  CHECK(said(b, b.either(b.no(), empty)) == "the mover's own holes are all empty");
  CHECK(said(b, b.equal(empty, b.no())) == "the mover's own holes are not all empty");
  // `if here == store(mover) then empty(own) else empty(theirs)`
  const ir::ExprId in_store = b.equal(b.here(), b.store(b.mover()));
  CHECK(said(b, b.e(ir::Op::choose_if, ir::Type::truth, in_store, empty, b.empty(b.theirs()))) ==
        "both the last seed fell into the mover's own store and the mover's own holes are all empty, or both "
        "the "
        "last seed did not fall into the mover's own store and the opponent's holes are all empty");
  // What follows from another part says nothing: A, or both A and B.
  CHECK(said(b, b.either(empty, b.both(empty, in_store))) == "the mover's own holes are all empty");

  ir::Program p = kalah();
  const std::string before = sheet(p);
  // A sentence that can never apply is left out, and the next one takes its number.
  Builder k(two_rows(6));
  k.program = p;
  auto& lap_end = k.program.lists[static_cast<std::size_t>(k.program.phases[0].lap_end)].clauses;
  lap_end.insert(lap_end.begin(), Builder::then(k.no(), {k.capture(k.here())}));
  CHECK(sheet(k.program) == before);
}

TEST_CASE("A value has the name that its own place in the file gives it", "[describe]") {
  // Two lists use one slot under two names; what is noted is a statement, not a value.
  Builder b = sowing_game(two_rows(6), 4);
  const std::int32_t slot = b.slot();
  b.program.local_names[static_cast<std::size_t>(slot)] = "loser";
  ir::Clause note;
  note.kind = ir::ClauseKind::let;
  note.slot = slot;
  note.called = "full";
  note.value = b.equal(b.seeds(b.here()), b.num(4));
  const ir::ExprId full = b.local(slot, ir::Type::truth);
  b.phase().lap_end = b.list({note, Builder::also(full, {b.capture(b.here())}),
                              Builder::then(b.negate(full), {b.capture(b.opposite(b.here()))})});
  ir::Clause corner;
  corner.kind = ir::ClauseKind::let;
  corner.slot = slot;
  corner.called = "far";
  corner.value = b.e(ir::Op::rightmost, ir::Type::hole, b.own());
  b.phase().move_end = b.list({corner, Builder::also(kNone, {b.capture(b.local(slot))})});
  const std::string text = sheet(b.program);
  CHECK(says(text, "1. \"full\" is noted if the last hole holds 4 seeds."));
  CHECK(says(text, "2. If \"full\" is noted, he captures the seeds of the last hole."));
  CHECK(says(text, "3. If \"full\" is not noted, he captures the seeds of the hole opposite."));
  CHECK(says(text, "1. Let the far be the mover's rightmost hole."));
  CHECK(says(text, "2. He captures the seeds of the far."));
}

TEST_CASE("What is done by cases is told by cases", "[describe]") {
  Builder b = sowing_game(two_rows(6), 4);
  b.program.states.push_back(
      {"crossed", ir::Per::none, ir::Type::hole, 0, 1, {}, kNone, kNone, ir::Lasts::round, 0});
  b.program.states.push_back(
      {"tally", ir::Per::player, ir::Type::number, 0, 90, {}, kNone, kNone, ir::Lasts::match, 1});
  b.program.state_slots = 3;
  // set crossed to (if here in theirs then here else none)
  ir::Action cross = b.act(ir::Act::set_state);
  cross.extra = b.e(ir::Op::choose_if, ir::Type::hole, b.in(b.here(), b.theirs()), b.here(), b.none());
  // set tally(mover) to tally(mover) + (if empty(theirs) then 2 else 0)
  ir::Action count = b.act(ir::Act::set_state, b.mover());
  count.imm = 1;
  count.extra =
      b.e(ir::Op::add, ir::Type::number, b.e(ir::Op::state, ir::Type::number, b.mover(), kNone, kNone, 1),
          b.e(ir::Op::choose_if, ir::Type::number, b.empty(b.theirs()), b.num(2), b.num(0)));
  // capture here for (if empty(own) then mover else opponent)
  ir::Action capture = b.capture(b.here());
  capture.extra = b.e(ir::Op::choose_if, ir::Type::player, b.empty(b.own()), b.mover(), b.opponent());
  b.phase().move_end =
      b.list({Builder::also(kNone, {cross}), Builder::also(kNone, {count}), Builder::also(kNone, {capture})});
  const std::string text = sheet(b.program);
  CHECK(says(text, "crossed: one hole, or none, is the crossed hole; until the game is over."));
  CHECK(says(text, "tally: for each player, a number from 0 to 90; at first 0; until the match is over."));
  CHECK(says(
      text,
      "1. The last hole becomes the crossed hole if the last seed fell into one of the opponent's holes, "
      "otherwise there is no crossed hole any more."));
  CHECK(says(text, "2. The mover's tally grows by 2 if the opponent's holes are all empty."));
  CHECK(
      says(text,
           "3. He captures the seeds of the last hole if the mover's own holes are all empty, otherwise the "
           "opponent captures the seeds of the last hole."));
}

TEST_CASE("A list of one sentence is part of the sentence that runs it", "[describe]") {
  Builder b = sowing_game(two_rows(6), 4);
  const auto run = [&](std::vector<ir::Clause> clauses) {
    ir::Action block = b.act(ir::Act::block);
    block.imm = b.list(std::move(clauses));
    return block;
  };
  const ir::ExprId full = b.equal(b.seeds(b.here()), b.num(4));
  const ir::ExprId own = b.in(b.here(), b.own());
  b.phase().lap_end = b.list(
      {Builder::then(full, {b.capture(b.here()), run({Builder::also(kNone, {b.act(ir::Act::again)})})}),
       // Whether the opponent's holes are empty decides about what is done, not about the next sentence.
       Builder::then(own, {run({Builder::also(b.empty(b.theirs()), {b.capture(b.opposite(b.here()))})})}),
       Builder::then(kNone, {b.capture(b.here())})});
  const std::string text = sheet(b.program);
  CHECK(says(text, "1. If the last hole holds 4 seeds, he captures the seeds of that hole and moves again."));
  CHECK(says(text, "2. Otherwise, if the last seed fell into one of the mover's own holes, 2.1 is done."));
  CHECK(
      says(text, "2.1. If the opponent's holes are all empty, he captures the seeds of the hole opposite."));
  CHECK(says(text, "3. Otherwise he captures the seeds of the last hole."));
}

TEST_CASE("Holes and stores in the order in which they are sown", "[describe]") {
  Builder b = sowing_game(two_rows(7), 4);
  b.phase().direction = b.way(Direction::backward);
  CHECK(says(sheet(b.program), "In this order (clockwise): A7 to A1, a7 to a1, and round again."));
  b.phase().direction = b.way(Direction::either);
  CHECK(says(sheet(b.program), "In this order (counterclockwise): A1 to A7, a1 to a7, and round again."));
}

TEST_CASE("A move from the only hole it can start from", "[describe]") {
  Builder b = sowing_game(two_rows(6), 4);
  b.program.phases[0].moves[0].from = b.e(ir::Op::single, ir::Type::region, b.store(b.mover()));
  const ir::ExprId in_store = b.equal(b.start(), b.store(b.mover()));
  b.phase().play = b.list({Builder::then(in_store, b.relay(b.start()))});
  const std::string text = sheet(b.program);
  CHECK(says(text, "1. The mover takes his own store as the start hole."));
  CHECK(says(
      text,
      "1. If the start hole is the mover's own store, he lifts the seeds of that store and sows them, the "
      "first seed into the hole after it."));
}

TEST_CASE("A long condition that sentences share is told once, with a letter", "[describe]") {
  Builder b = sowing_game(two_rows(6), 4);
  const auto full = [&](ir::ExprId h) { return b.equal(b.seeds(h), b.num(4)); };
  const ir::ExprId next = b.next(b.here());
  const ir::ExprId around =
      b.both(b.both(full(b.here()), full(next)),
             b.both(full(b.opposite(b.here())), b.both(full(b.opposite(next)), full(b.prev(b.here())))));
  b.phase().lap_end =
      b.list({Builder::then(b.both(around, b.in(b.here(), b.own())), {b.capture(b.here())}),
              Builder::then(around, {b.act(Act::again)}), Builder::then(full(b.here()), {b.act(Act::stop)})});
  const std::string text = sheet(b.program);
  CHECK(says(
      text,
      "(A) stands for: the last hole holds 4 seeds, the next hole holds 4 seeds, the hole opposite holds 4 "
      "seeds, the hole opposite the next hole holds 4 seeds, and the hole before the last hole holds 4 "
      "seeds."));
  CHECK(says(
      text,
      "1. If (A) holds and the last seed fell into one of the mover's own holes, he captures the seeds of "
      "the last hole."));
  CHECK(says(text, "2. Otherwise, if (A) holds, he moves again."));
  // What is short, or stands once, has no letter.
  CHECK(says(text, "3. Otherwise, if the last hole holds 4 seeds, the laps are over."));
}

TEST_CASE("A hole that a player may have", "[describe]") {
  // `here == (if owns(mover) then A5 of mover else none)`
  Builder b(four_rows(8));
  b.program.states.push_back(
      {"owner", ir::Per::player, ir::Type::truth, 0, 1, {}, kNone, kNone, ir::Lasts::round, 0});
  const auto of_mover = [&](const std::string& south, const std::string& north) {
    const auto is = [&](Player p) { return b.equal(b.mover(), b.person(p)); };
    return b.e(ir::Op::choose_if, ir::Type::hole, is(0), b.hole(south),
               b.e(ir::Op::choose_if, ir::Type::hole, is(1), b.hole(north), b.none()));
  };
  const ir::ExprId owns = b.e(ir::Op::state, ir::Type::truth, b.mover(), kNone, kNone, 0);
  const ir::ExprId house = b.e(ir::Op::choose_if, ir::Type::hole, owns, of_mover("A5", "a5"), b.none());
  CHECK(said(b, b.equal(b.here(), house)) ==
        "the mover is marked owner and the last seed fell into the mover's hole A5/a5");
  const auto only = [&](ir::ExprId h) { return b.e(ir::Op::single, ir::Type::region, h); };
  const ir::ExprId corners = b.unite(only(of_mover("A1", "a1")), only(of_mover("A8", "a8")));
  CHECK(said(b, b.in(b.start(), corners)) ==
        "the start hole is one of the mover's holes A1 and A8 / a1 and a8");
}

TEST_CASE("Every variant of the library has a sheet, always the same", "[describe]") {
  const Library library({std::filesystem::path(MANCALA_SOURCE_DIR) / "variants"});
  REQUIRE(!library.items().empty());
  for (const Library::Item& item : library.items()) {
    INFO(item.id);
    const auto load = [&] {
      SourceMap sources;
      Diagnostics diagnostics;
      const std::optional<Variant> v = load_variant(item.path, library, {}, sources, diagnostics);
      return v ? describe(*v) : "";
    };
    const std::string text = load();
    CHECK(!text.empty());
    CHECK(load() == text);
    // Nothing that only a program knows by number, no word that was left open.
    for (const char* bad : {"value ", "choice ", "\x01", "  ,", " ,", "..", "(the )"}) {
      const std::string rules = text.substr(0, text.find("\nReadings"));
      CHECK(rules.find(bad) == std::string::npos);
    }
  }
}

TEST_CASE("What a sheet always says: the conventions", "[describe]") {
  const std::string text = sheet(sadeqa());
  CHECK(says(text, "zero counts as neither even nor odd"));
  CHECK(says(text, "own holes are those that he owns, whoever sits before them"));
  CHECK(says(
      text,
      "Left and right, and the numbers of holes (their place numbers, from 1 at the left), are those of"));
  CHECK(says(text, "clockwise are as seen from above, for every player"));
}

TEST_CASE("Readings show the question, the value in effect and who reads otherwise", "[describe]") {
  Variant v = named(kalah());
  v.readings.push_back({"empty-capture",
                        "Is the last seed banked when the hole opposite is empty?",
                        "stays",
                        {{"banked", "Irving"}, {"stays", "OpenSpiel"}},
                        "banked"});
  v.parameters.push_back({"width", 6, 1, 10, 8});
  v.sources.push_back({"irving", "G. Irving, Solving Kalah"});
  const std::string text = one_line(describe(v));
  CHECK(says(text, "empty-capture: Is the last seed banked when the hole opposite is empty?"));
  CHECK(says(text, "- banked (in effect): Irving"));
  CHECK(says(text, "- stays (the file's choice): OpenSpiel"));
  CHECK(says(text, "width: 8 (usually 6), from 1 to 10"));
  CHECK(says(text, "[irving] G. Irving, Solving Kalah"));
}

TEST_CASE("Every small change of the rules changes the sheet", "[describe]") {
  const std::vector<std::pair<std::string, ir::Program>> games = {{"kalah", kalah()},
                                                                  {"oware", oware()},
                                                                  {"sadeqa", sadeqa()},
                                                                  {"raja-pasu", raja_pasu(false)},
                                                                  {"match", raja_pasu_match()},
                                                                  {"stages", two_stages()},
                                                                  {"togyz", togyz()}};
  for (const auto& [name, program] : games) {
    const std::string text = sheet(program);
    for (const Mutant& m : mutants(program)) {
      INFO(name << ", " << m.change);
      CHECK(sheet(m.program) != text);
    }
  }
}

TEST_CASE("Expressions that mean different things read differently", "[describe]") {
  const auto alphabet = GENERATE(RandomExpressions::Alphabet::wide, RandomExpressions::Alphabet::narrow);
  RandomExpressions random(alphabet, 20240917);
  std::map<std::string, std::string> known;  // text -> meaning
  for (int i = 0; i < 20000; ++i) {
    const ir::ExprId id = random.truth(2 + i % 3);
    English english(random.program());
    english.set_moment(Moment::lap_end);
    const std::string text = english.condition(id);
    const std::string meaning = random.meaning(id);
    const auto [at, fresh] = known.emplace(text, meaning);
    INFO(text);
    CHECK(at->second == meaning);
  }
}

TEST_CASE("No line is longer than the sheet is wide", "[describe]") {
  const std::string text = describe(named(raja_pasu_match()));
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    CHECK(end - begin <= 88);
    begin = end + 1;
  }
}
