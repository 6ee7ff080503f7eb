// Every check of the verifier: a program that is right, broken in one place.
#include "interpreter/verify.h"

#include <functional>

#include "tests/support/catch.hpp"
#include "tests/support/program_builder.h"

using namespace mancala;
using namespace mancala::test;

namespace {

using Break = std::function<void(Builder&)>;

Builder right() { return sowing_game(two_rows(4), 3); }

// What is found in a program broken like this.
std::string faults(const Break& broken) {
  Builder b = right();
  broken(b);
  std::string all;
  for (const std::string& fault : ir::verify(b.program)) all += fault + "\n";
  return all;
}

void add(Builder& b, ListId ir::Phase::*list, std::vector<Action> actions) {
  b.phase().*list = b.list({Builder::also(kNone, std::move(actions))});
}

ir::Filter filter(ExprId test) {
  ir::Filter made;
  made.test = test;
  return made;
}

}  // namespace

#define REJECTS(sentence, ...) CHECK_THAT(faults([](Builder& b) { __VA_ARGS__; }), Catch::Contains(sentence))

TEST_CASE("programs that are right are accepted", "[verify]") {
  CHECK(faults([](Builder&) {}).empty());
  CHECK(ir::verify(kalah()).empty());
  CHECK(ir::verify(kalah(6, 4, true)).empty());
  CHECK(ir::verify(oware()).empty());
  CHECK(ir::verify(sadeqa()).empty());
  CHECK(ir::verify(raja_pasu(true)).empty());
  CHECK(ir::verify(raja_pasu(false)).empty());
  CHECK(ir::verify(sowing_game(four_rows(8), 2).program).empty());
}

TEST_CASE("boards that are wrong", "[verify]") {
  REJECTS("number of players", b.program.board.players.clear());
  REJECTS("number of players", b.program.board.players.resize(kMaxPlayers + 1));
  REJECTS("there is no hole", b.program.board.holes.clear());
  REJECTS("more places", b.program.board.piles.resize(60));
  REJECTS("there is no circuit", b.program.board.circuits.clear());
  REJECTS("label is not its own", b.program.board.holes[1].label = "A1");
  REJECTS("label is not its own", b.program.board.holes[1].label.clear());
  REJECTS("side is no player", b.program.board.holes[1].side = 2);
  REJECTS("outside the printed board", b.program.board.holes[1].column = 4);
  REJECTS("where another hole is", b.program.board.holes[1].column = 0);
  REJECTS("count from 1", b.program.board.holes[1].number = 0);
  REJECTS("too many seeds", (b.program.board.piles = {{"hand", -1}}));
  REJECTS("not one entry for each hole", b.program.board.opposite.pop_back());
  REJECTS("leads to no hole", b.program.board.same[2] = 8);
  REJECTS("not one table for each player", b.program.board.circuits[0].next.pop_back());
  REJECTS("not one entry for each hole and store", b.program.board.circuits[0].next[0][1].clear());
  REJECTS("closed and has an end", b.program.board.circuits[0].next[0][0][3] = kNoPlace);
  REJECTS("lead to the same one", b.program.board.circuits[0].next[0][0][3] = 0);
  REJECTS("leads off the board", b.program.board.circuits[0].next[0][0][3] = 99);
}

TEST_CASE("phases, locals and states that are wrong", "[verify]") {
  REJECTS("there is no phase", b.program.phases.clear());
  REJECTS("number of local slots", b.program.locals = ir::kMaxLocals + 1);
  REJECTS("number of slots", b.program.state_slots = 1);
  REJECTS("do not follow", b.program.states.resize(1); b.program.states[0].first_slot = 1);
  REJECTS("cannot hold a set", b.program.states.resize(1); b.program.states[0].holds = Type::region;
          b.program.state_slots = 1);
  REJECTS("out of range", b.program.states.resize(1); b.program.states[0].low = 5;
          b.program.states[0].high = 2; b.program.state_slots = 1);
  REJECTS("has none", b.program.states.resize(1); b.program.states[0].holds = Type::word;
          b.program.state_slots = 1);
  REJECTS(
      "more slots", b.program.states.resize(40); std::int32_t at = 0; for (ir::State& s
                                                                           : b.program.states) {
        s.per = ir::Per::hole;
        s.first_slot = at;
        at += 8;
      } b.program.state_slots = at);
}

TEST_CASE("expressions of the wrong shape", "[verify]") {
  REJECTS("is no expression", b.e(Op::seeds, Type::number, 1000));
  REJECTS("is no expression", b.e(Op::seeds, Type::number));
  REJECTS("a has the wrong type", b.seeds(b.num(1)));
  REJECTS("b has the wrong type", b.e(Op::add, Type::number, b.num(1), b.yes()));
  REJECTS("it has the wrong type", b.e(Op::seeds, Type::truth, b.own()));
  REJECTS("operand too many", b.e(Op::mover, Type::player, b.num(1)));
  REJECTS("operand too many", b.e(Op::logical_not, Type::truth, b.yes(), b.no()));
  REJECTS("number is out of range", b.constant(Op::truth, Type::truth, 2));
  REJECTS("number is out of range", b.constant(Op::place, Type::hole, 10));
  REJECTS("number is out of range", b.constant(Op::player, Type::player, 2));
  REJECTS("number is out of range", b.constant(Op::direction, Type::direction, 4));
  REJECTS("number is out of range", b.constant(Op::region, Type::region, 0));
  REJECTS("what is no hole", Region r; r.add(8); b.program.regions = {r};
          b.constant(Op::region, Type::region, 0));
  REJECTS("number is out of range", b.e(Op::pile, Type::hole, b.mover()));
  REJECTS("number is out of range", b.e(Op::is, Type::truth, b.num(1)));
  REJECTS("slot is no local's", b.local(99));
  REJECTS("no such state", b.constant(Op::state, Type::truth, 0));
  REJECTS("compares unlike things", b.equal(b.num(1), b.own()));
  REJECTS("its way is none", b.program.exprs[b.seeds(b.own())].d = 1);
  REJECTS("step is out of range", b.program.exprs[b.seeds(b.own())].by = 2);
  REJECTS("a has the wrong type", b.in(b.num(1), b.own()));
  REJECTS("b has the wrong type", b.in(b.mover(), b.own()));
  REJECTS("contains itself", const ExprId id = b.negate(b.yes()); b.program.exprs[id].a = id);
}

TEST_CASE("the other player is a word for two", "[verify]") {
  REJECTS("not two", b.program.board.players.push_back("east");
          b.program.board.circuits = {ring_of("board", std::vector<std::vector<Place>>(3, {0, 1, 2, 3}), 11)};
          b.opponent());
}

TEST_CASE("clauses of the wrong shape", "[verify]") {
  REJECTS("condition has the wrong type", b.list({Builder::also(b.num(1), {})}));
  REJECTS("a `let` does nothing else", Clause c; c.kind = ir::ClauseKind::let; c.slot = 0; c.value = b.num(1);
          c.actions = {b.act(Act::again)}; b.list({c}));
  REJECTS("value is no expression", Clause c; c.kind = ir::ClauseKind::let; c.slot = 0; b.list({c}));
  REJECTS("loops have variables", Clause c; c.kind = ir::ClauseKind::each; b.list({c}));
  REJECTS("loops have variables", Clause c = Builder::also(kNone, {}); c.bindings = {{b.slot(), b.own()}};
          b.list({c}));
  REJECTS("set of a loop", Clause c; c.kind = ir::ClauseKind::each; c.bindings = {{b.slot(), b.num(1)}};
          b.list({c}));
  REJECTS("order of a loop", Clause c; c.kind = ir::ClauseKind::each;
          c.bindings = {{b.slot(), b.own(), ir::From::chosen}}; b.list({c}));
}

TEST_CASE("actions of the wrong shape", "[verify]") {
  REJECTS("what is lifted", add(b, &ir::Phase::play, {b.lift(b.num(1))}));
  REJECTS("the amount", add(b, &ir::Phase::play, {b.act(Act::lift, b.own(), b.yes())}));
  REJECTS("the hole to sow from", add(b, &ir::Phase::play, {b.sow_after(b.own())}));
  REJECTS("the direction", add(b, &ir::Phase::play, {b.act(Act::sow_at, b.start(), kNone, b.num(1))}));
  REJECTS("the recipient", add(b, &ir::Phase::lap_end, {b.act(Act::capture, b.own(), kNone, b.num(1))}));
  REJECTS("what is captured", add(b, &ir::Phase::lap_end, {b.act(Act::capture)}));
  REJECTS("where seeds come from", add(b, &ir::Phase::lap_end, {b.act(Act::move, b.own(), kNone, b.here())}));
  REJECTS("where seeds go", add(b, &ir::Phase::lap_end, {b.act(Act::move, b.here())}));
  REJECTS("no such state", add(b, &ir::Phase::lap_end, {b.act(Act::set_state)}));
  REJECTS("without territory",
          add(b, &ir::Phase::lap_end, {b.act(Act::set_owner, b.own(), kNone, b.mover())}));
  REJECTS("the holes", add(b, &ir::Phase::lap_end, {b.act(Act::close, b.mover())}));
  REJECTS("slot is no local's", add(b, &ir::Phase::lap_end, {b.act(Act::choose, b.own())}));
  REJECTS("the options", Action a = b.act(Act::choose, b.num(1)); a.slot = b.slot();
          add(b, &ir::Phase::lap_end, {a}));
  REJECTS("words are not as many", Action a = b.act(Act::choose); a.slot = b.slot(); a.imm = 2;
          a.words = {"stop"}; add(b, &ir::Phase::lap_end, {a}));
  REJECTS("number is out of range", Action a = b.act(Act::block); a.imm = 99;
          add(b, &ir::Phase::lap_end, {a}));
  REJECTS("the winner", add(b, &ir::Phase::lap_end, {b.act(Act::win)}));
  REJECTS("operand too many", add(b, &ir::Phase::lap_end, {b.act(Act::end, b.mover())}));
}

TEST_CASE("a list that contains itself", "[verify]") {
  REJECTS("contains itself", Action a = b.act(Act::block); a.imm = static_cast<int>(b.program.lists.size());
          add(b, &ir::Phase::lap_end, {a}));
}

TEST_CASE("locals are read where they hold something of the type read", "[verify]") {
  // Nothing gives it a value.
  REJECTS("holds nothing", add(b, &ir::Phase::lap_end, {b.capture(b.local(b.slot()))}));
  // Read after its scope: the element of a `where`.
  REJECTS("holds nothing", const ExprId set = b.occupied_own();
          add(b, &ir::Phase::lap_end, {b.capture(set), b.capture(b.local(b.program.exprs[set].imm))}));
  // As another type.
  REJECTS("holds nothing", const std::int32_t slot = b.slot();
          b.e(Op::where, Type::region, b.own(), b.local(slot, Type::truth), kNone, slot);
          add(b, &ir::Phase::lap_end, {b.capture(static_cast<ExprId>(b.program.exprs.size()) - 1)}));
  REJECTS("choice's slot", Action a = b.act(Act::choose, b.own()); a.slot = b.slot();
          b.e(Op::where, Type::region, b.own(), b.yes(), kNone, a.slot);
          add(b, &ir::Phase::lap_end, {a, b.capture(static_cast<ExprId>(b.program.exprs.size()) - 1)}));
  REJECTS("two types", Action a = b.act(Act::choose, b.own()); a.slot = b.slot(); Action c = a;
          c.what = kNone; c.imm = 2; add(b, &ir::Phase::lap_end, {a, c}));
}

TEST_CASE("slots may be used again where the first value is not known any more", "[verify]") {
  Builder b = right();
  const std::int32_t slot = b.slot();
  const ExprId holes = b.e(Op::where, Type::region, b.own(), b.occupied(b.local(slot)), kNone, slot);
  const ExprId persons = b.e(Op::where, Type::players, b.players(),
                             b.equal(b.local(slot, Type::player), b.mover()), kNone, slot);
  add(b, &ir::Phase::lap_end, {b.capture(holes)});
  b.phase().move_end = b.list({Builder::then(b.e(Op::some, Type::truth, persons), {})});
  CHECK(ir::verify(b.program).empty());
}

TEST_CASE("look-ahead stands in filters, at the start of a turn and in ends", "[verify]") {
  const auto ahead = [](Builder& b) { return b.e(Op::some_move, Type::truth, b.mover()); };
  Builder b = right();
  b.program.turn_start = b.list({Builder::then(ahead(b), {})});
  b.program.before_turn = b.list({Builder::then(ahead(b), {})});
  b.program.after_move = b.list({Builder::then(ahead(b), {})});
  b.phase().moves[0].filters = {filter(ahead(b)), filter(b.e(Op::after, Type::truth, ahead(b)))};
  CHECK(ir::verify(b.program).empty());
  REJECTS("`some move` stands",
          b.phase().lap_end = b.list({Builder::then(b.e(Op::some_move, Type::truth), {})}));
  REJECTS("`some move` stands", b.phase().moves[0].when = b.e(Op::some_move, Type::truth));
  REJECTS("`after` stands",
          b.program.after_move = b.list({Builder::then(b.e(Op::after, Type::truth, b.yes()), {})}));
  REJECTS("`after` stands", b.phase().moves[0].filters = {
                                filter(b.e(Op::after, Type::truth, b.e(Op::after, Type::truth, b.yes())))});
  REJECTS("`no-move` stands", b.phase().moves[0].filters = {filter(b.e(Op::no_move, Type::truth))});
  REJECTS("`no-move` stands", b.phase().condition = b.e(Op::no_move, Type::truth));
  REJECTS("lots are drawn",
          b.phase().lap_end = b.list({Builder::then(b.equal(b.mover(), b.e(Op::by_lot, Type::player)), {})}));
}

TEST_CASE("actions stand only where they may", "[verify]") {
  REJECTS("may not stand here", add(b, &ir::Phase::each_seed, b.relay(b.here())));
  REJECTS("may not stand here", add(b, &ir::Phase::each_seed, {b.act(Act::again)}));
  REJECTS("may not stand here", add(b, &ir::Phase::each_seed, {b.act(Act::stop)}));
  REJECTS("may not stand here", Action a = b.act(Act::choose, b.own()); a.slot = b.slot();
          add(b, &ir::Phase::each_seed, {a}));
  REJECTS("may not stand here", add(b, &ir::Phase::move_end, {b.sow_after(b.here())}));
  REJECTS("may not stand here",
          b.program.turn_start = b.list({Builder::also(kNone, {b.sow_after(b.hole("A1"))})}));
  REJECTS("may not stand here", b.program.after_move = b.list({Builder::also(kNone, {b.act(Act::again)})}));
  REJECTS("may not stand here",
          b.program.match.new_round = b.list({Builder::also(kNone, {b.act(Act::stop)})}));
  // In a list that is run by an action, too.
  REJECTS("may not stand here", Action a = b.act(Act::block);
          a.imm = b.list({Builder::also(kNone, {b.act(Act::stop)})}); add(b, &ir::Phase::each_seed, {a}));
}

TEST_CASE("sow is the last of its actions, also from within an inner list", "[verify]") {
  REJECTS("follows a `sow`", b.program.endless.laps = 9;
          add(b, &ir::Phase::lap_end, {b.lift(b.here()), b.sow_after(b.here()), b.act(Act::again)}));
  REJECTS("follows a `sow`", b.program.endless.laps = 9; Action a = b.act(Act::block);
          a.imm = b.list({Builder::also(kNone, b.relay(b.here()))});
          add(b, &ir::Phase::lap_end, {a, b.act(Act::again)}));
}

TEST_CASE("laps that may follow each other have a limit", "[verify]") {
  REJECTS("without a limit", add(b, &ir::Phase::lap_end, b.relay(b.here())));
  REJECTS("limit is negative", b.program.endless.laps = -1);
}

TEST_CASE("a place can hold all seeds of the game", "[verify]") {
  REJECTS("less than nothing", b.program.setup = b.num(-1));
  REJECTS("more seeds", b.program.setup = b.num(10000));
}

TEST_CASE("no state is asked for before it has a value", "[verify]") {
  REJECTS("read before it has a value", ir::State state; state.name = "more"; state.holds = Type::number;
          b.program.states.push_back(state); b.program.state_slots = 1;
          b.program.setup = b.e(Op::state, Type::number));
}

TEST_CASE("what must be said is said", "[verify]") {
  REJECTS("setup: an expression is missing", b.program.setup = kNone);
  REJECTS("win: an expression is missing", b.program.win = kNone);
  REJECTS("an expression is missing", b.phase().moves[0].from = kNone);
  REJECTS("an expression is missing", b.phase().moves[0].filters.resize(1));
  REJECTS("wrong type", b.program.win = b.num(1));
  REJECTS("wrong type", b.phase().direction = b.num(1));
  REJECTS("no such list", b.phase().play = 99);
  REJECTS("out of range", b.phase().circuit = 3);
  REJECTS("slot is no local's", b.phase().moves[0].picks.resize(1));
  REJECTS("too many picks", b.phase().moves[0].picks.assign(kMaxChoices + 1, {b.slot(), b.own(), kNone}));
}
