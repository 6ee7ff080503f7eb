// When two programs are the same game, and how it is told what is different. The files are the base variant
// (Kalah without a capture) with some keys replaced; which pairs mean the same follows from the manual of the
// language.
#include "dsl/diff.h"

#include <algorithm>
#include <numeric>

#include "dsl/canonical.h"
#include "dsl/describe.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "tests/support/catch.hpp"
#include "tests/support/describe_programs.h"
#include "tests/support/random_program.h"
#include "tests/support/variants.h"

using namespace mancala;
using namespace mancala::test;

namespace {

const std::string kBoard = "sow: {around: board, direction: counterclockwise}\n";

Variant variant(const std::string& keys, const Settings& settings = {}) {
  Loaded loaded = load_keys(keys, settings);
  INFO(keys);
  for (const Diagnostic& d : loaded.diagnostics.sorted()) UNSCOPED_INFO(d.message);
  REQUIRE(loaded.variant);
  return std::move(*loaded.variant);
}

Variant lap_end(const std::string& clauses) { return variant(kBoard + "lap-end:\n" + clauses); }
Variant captures_if(const std::string& condition) {
  return lap_end("  - if: " + condition + "\n    then: capture here\n");
}

bool same(const Variant& a, const Variant& b) { return same_game(a.program, b.program); }

// As if the numbers of expressions and lists had been given out in another order, some things twice, and
// nothing had its name.
ir::Program scrambled(const ir::Program& old, Chance& chance) {
  ir::Program p = old;
  // Every expression twice; each operand is one of the two at random, later ones refer to earlier ones all
  // the same.
  const auto count = static_cast<std::int32_t>(old.exprs.size());
  std::vector<std::int32_t> order(static_cast<std::size_t>(count) * 2);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(chance.below(static_cast<int>(i)))]);
  std::vector<std::int32_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    place[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
  const auto moved = [&](ir::ExprId& id) {
    if (id != ir::kNone) id = place[static_cast<std::size_t>(chance.below(2) * count + id)];
  };
  p.exprs.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    ir::Expr e = old.exprs[static_cast<std::size_t>(order[i] % count)];
    moved(e.a), moved(e.b), moved(e.c);
    if (e.op != ir::Op::run) moved(e.d);
    p.exprs[i] = e;
  }
  for (ir::ClauseList& list : p.lists) {
    for (ir::Clause& c : list.clauses) {
      c.name.clear();
      c.origin = ir::kNone;
      moved(c.cond), moved(c.value);
      for (ir::Binding& b : c.bindings) moved(b.set), moved(b.order);
      for (ir::Action& a : c.actions) moved(a.what), moved(a.amount), moved(a.extra), moved(a.by);
    }
  }
  for (ir::Phase& phase : p.phases) {
    phase.name = "other";
    for (ir::ExprId* id : {&phase.condition, &phase.direction, &phase.skip, &phase.each, &phase.route})
      moved(*id);
    for (ir::MoveBlock& block : phase.moves) {
      moved(block.when), moved(block.from), moved(block.pass);
      for (ir::Pick& pick : block.picks) moved(pick.from), moved(pick.to);
      for (ir::Filter& filter : block.filters) moved(filter.cond), moved(filter.test);
    }
  }
  for (ir::State& state : p.states) {
    moved(state.starts);
    state.name = "other-" + state.name;
  }
  for (ir::PieceKind& kind : p.pieces) moved(kind.setup);
  for (ir::ExprId* id : {&p.setup, &p.starter, &p.win, &p.match.starter, &p.match.over, &p.match.winner})
    moved(*id);
  p.id = "other";
  p.local_names.assign(p.local_names.size(), "other");
  return p;
}

// Plays the same random moves by both programs; false where anything differs.
bool play_alike(const ir::Program& a, const ir::Program& b, std::uint64_t seed) {
  const Reference first(a), second(b);
  Chance picks(seed), lots_a(seed), lots_b(seed);
  Position x = first.initial(lots_a), y = second.initial(lots_b);
  for (int ply = 0; ply < 60; ++ply) {
    if (!(x == y)) return false;
    const std::vector<Move> moves = first.legal(x);
    if (second.legal(y) != moves) return false;
    if (moves.empty()) return true;
    const Move move = moves[static_cast<std::size_t>(picks.below(static_cast<int>(moves.size())))];
    const Outcome one = first.play(x, move, lots_a), two = second.play(y, move, lots_b);
    if (one.status != two.status || one.winner != two.winner) return false;
    if (one.status != Status::playing) return x == y;
  }
  return true;
}

}  // namespace

TEST_CASE("Names and places are no rules", "[diff]") {
  const std::string marks = "lap-end:\n  - {if: seeds(here) == 4, then: set NAME(here) to true}\n";
  const auto marked = [&](const std::string& name) {
    std::string text = marks;
    text.replace(text.find("NAME"), 4, name);
    return variant(kBoard + text + "state: {" + name + ": {each: hole, holds: flag, lasts: round}}\n");
  };
  CHECK(same(marked("weg"), marked("house")));
  CHECK(same(variant(""), variant("id: another\nname: Another\nwhere: Somewhere\nsources: {x: y}\n")));
  CHECK(same(variant(""), variant("players: [first, second]\n")));
  CHECK(same(captures_if("was == 0"),
             variant(kBoard + "lap-end:\n  - {if: was == 0, then: capture here, note: so}\n")));
}

TEST_CASE("One rule in several ways of writing", "[diff]") {
  const Variant usual = captures_if("was == 0 and here in own");
  CHECK(same(usual, captures_if("here in own and was == 0")));
  CHECK(same(usual, captures_if("fell-in-empty and here in holes(mover)")));
  CHECK(same(usual, captures_if("not (was > 0 or not here in own)")) == false);  // de Morgan is not tried
  CHECK(same(captures_if("was > 0"), captures_if("was != 0")));
  CHECK(same(captures_if("was > 0"), captures_if("not was == 0")));
  CHECK(same(captures_if("was > 0"), captures_if("was >= 1")));
  CHECK(same(captures_if("was > 0"), captures_if("0 < was")));
  CHECK(same(captures_if("was == 0"), captures_if("was < 1")));
  CHECK(same(captures_if("was == 2"), captures_if("was is 2")));
  CHECK(same(captures_if("was is 2 or 5"), captures_if("was is 5 or 2")));
  CHECK(same(captures_if("empty(holes(opponent))"), captures_if("empty(theirs)")));
  // No hole of this board changes hands.
  CHECK(same(captures_if("here in side(mover)"), captures_if("here in own")));
  CHECK(same(captures_if("seeds(here) + was == 3"), captures_if("was + seeds(here) == 3")));
  CHECK(same(lap_end("  - capture here union opposite(here)\n"),
             lap_end("  - capture opposite(here) union here\n")));
  CHECK(same(lap_end("  - {then: capture here}\n"), lap_end("  - capture here\n")));
  CHECK(same(lap_end("  - capture here for mover\n"), lap_end("  - capture here\n")));
  CHECK(same(variant("starter: south\n"), variant("")));
}

TEST_CASE("Two players, and one round", "[diff]") {
  CHECK(same(captures_if("some holes(next-player(owner(here)))"),
             captures_if("some holes(other(owner(here)))")));
  const std::string state =
      "lap-end:\n  - {if: was == 4, then: set seen to true}\nstate: {seen: {holds: flag, lasts: ";
  CHECK(same(variant(kBoard + state + "round}}\n"), variant(kBoard + state + "match}}\n")));
  CHECK_FALSE(same(variant(kBoard + state + "round}}\n"), variant(kBoard + state + "turn}}\n")));
  // In a match the next round begins with what lasts for the match.
  const std::string rounds = "match: {new-round: [open board], over: round == 3, winner: nobody}\n";
  CHECK_FALSE(
      same(variant(kBoard + rounds + state + "round}}\n"), variant(kBoard + rounds + state + "match}}\n")));
}

TEST_CASE("A value under a name is the value", "[diff]") {
  const Variant usual = captures_if("some own where seeds(it) == seeds(opposite(it)) + 1");
  const std::string rule = "lap-end:\n  - {if: some own where more-by-one(it), then: capture here}\n";
  CHECK(same(usual,
             variant(kBoard + rule + "define:\n  more-by-one(h): seeds(h) == seeds(opposite(h)) + 1\n")));
  CHECK(same(usual, variant(kBoard + rule +
                            "define:\n  more-by-one(h): seeds(h) == 1 + other-side(h)\n  other-side(x): "
                            "seeds(opposite(x))\n")));
}

TEST_CASE("What sounds alike and is another game", "[diff]") {
  const Variant usual = captures_if("was == 0 and here in own");
  CHECK_FALSE(same(usual, captures_if("was == 0 or here in own")));
  CHECK_FALSE(same(usual, captures_if("was == 0 and here in theirs")));
  CHECK_FALSE(same(captures_if("was > 1"), captures_if("was >= 1")));
  CHECK_FALSE(same(captures_if("was - seeds(here) == 3"), captures_if("seeds(here) - was == 3")));
  // Which elements are meant, of two sets that are gone through one inside the other.
  CHECK_FALSE(same(captures_if("some own where (count(own where seeds(it) > 2) > seeds(it))"),
                   captures_if("some own where (count(own where seeds(it) > 2) > seeds(here))")));
  CHECK_FALSE(same(variant(""), variant("setup: 5\n")));
  CHECK_FALSE(same(variant(""), variant("board: {rows: 2, holes: 5}\n")));
  CHECK_FALSE(same(variant(""), variant("starter: north\n")));
  CHECK_FALSE(same(variant(""), variant("win: nobody\n")));
  CHECK_FALSE(same(lap_end("  - {if: was == 0, then: capture here}\n  - {if: was == 1, then: again}\n"),
                   lap_end("  - {if: was == 1, then: again}\n  - {if: was == 0, then: capture here}\n")));
  CHECK_FALSE(same(lap_end("  - {if: here in own, then: capture here}\n  - {if: was == 1, then: again}\n"),
                   lap_end("  - {if: here in own, also: capture here}\n  - {if: was == 1, then: again}\n")));
}

TEST_CASE("Numbering and names of a program do not matter", "[diff]") {
  Chance chance(20261130);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const ir::Program program = RandomProgram(seed).program();
    INFO("seed " << seed);
    const std::string text = Canonical(program).text();
    CHECK(Canonical(scrambled(program, chance)).text() == text);
  }
}

TEST_CASE("Every small change makes another game, or plays alike", "[diff]") {
  const std::vector<std::pair<std::string, ir::Program>> games = {
      {"stores", kalah()},         {"feeding", oware()},          {"cross", sadeqa()},
      {"fours", raja_pasu(false)}, {"rounds", raja_pasu_match()}, {"stages", two_stages()},
      {"marked hole", togyz()}};
  int alike = 0;
  for (const auto& [name, program] : games) {
    const std::string text = Canonical(program).text();
    for (const Mutant& m : mutants(program)) {
      INFO(name << ", " << m.change);
      if (Canonical(m.program).text() != text) continue;
      ++alike;
      for (std::uint64_t seed = 1; seed <= 20; ++seed) CHECK(play_alike(program, m.program, seed));
    }
  }
  // `>` and `!=` beside 0, and the like: few of some hundreds.
  CHECK(alike < 40);
}

TEST_CASE("The same rules have nothing to tell apart", "[diff]") {
  const RulesDiff diff = diff_rules(variant(""), variant("id: another\nname: Another\n"));
  CHECK(diff.same);
  CHECK(diff.parts.empty());
  CHECK(diff.unsaid.empty());
  CHECK(std::find(diff.alike.begin(), diff.alike.end(), "Sowing") != diff.alike.end());
}

TEST_CASE("What is different stands in its part", "[diff]") {
  const Variant a = variant("setup: 3\n" + kBoard +
                            "lap-end:\n  - {if: fell-in-empty and here in own, then: capture here}\n"
                            "  - {if: seeds(here) == 4, then: again}\n");
  const Variant b = variant(
      "setup: 4\nsow: {around: board, direction: clockwise}\n"
      "lap-end:\n  - {if: seeds(here) == 4, then: again}\n");
  const RulesDiff diff = diff_rules(a, b);
  CHECK_FALSE(diff.same);
  REQUIRE(diff.parts.size() == 3);
  CHECK(diff.parts[0].key == "board");
  REQUIRE(diff.parts[0].changes.size() == 1);
  CHECK(diff.parts[0].changes[0].kind == RuleChange::Kind::differs);
  CHECK(diff.parts[0].changes[0].a == "At the start each hole holds 3 seeds.");
  CHECK(diff.parts[0].changes[0].b == "At the start each hole holds 4 seeds.");
  CHECK(diff.parts[1].key == "sowing");
  REQUIRE(diff.parts[1].changes.size() == 1);
  CHECK(diff.parts[1].changes[0].b == "Direction: clockwise.");
  CHECK(diff.parts[2].key == "lap-end");
  REQUIRE(diff.parts[2].changes.size() == 1);
  CHECK(diff.parts[2].changes[0].kind == RuleChange::Kind::only_a);
  CHECK(diff.parts[2].changes[0].a.substr(0, 41) == "1. If the last seed fell into an empty ho");
  CHECK(diff.parts[2].changes[0].b.empty());
  CHECK(std::find(diff.alike.begin(), diff.alike.end(), "End") != diff.alike.end());
}

TEST_CASE("The same clauses in another order", "[diff]") {
  const RulesDiff diff =
      diff_rules(lap_end("  - {if: was == 0, then: capture here}\n  - {if: was == 1, then: again}\n"),
                 lap_end("  - {if: was == 1, then: again}\n  - {if: was == 0, then: capture here}\n"));
  REQUIRE(diff.parts.size() == 1);
  REQUIRE(diff.parts[0].changes.size() == 1);
  CHECK(diff.parts[0].changes[0].kind == RuleChange::Kind::moved);
}

TEST_CASE("Before a turn and after a move are not the same moment", "[diff]") {
  const std::string rule = "    - {if: no-move or empty(own), then: capture board for owner(it)}\n";
  const std::string other = "    - {if: empty(own), then: capture board for owner(it)}\n";
  const RulesDiff diff = diff_rules(variant("end:\n  before-turn:\n" + rule + "  after-move:\n" + other),
                                    variant("end:\n  before-turn:\n" + rule));
  REQUIRE(diff.parts.size() == 1);
  REQUIRE(diff.parts[0].changes.size() == 1);
  CHECK(diff.parts[0].changes[0].context == "after a move");
  CHECK(diff.parts[0].changes[0].kind == RuleChange::Kind::only_a);
}

TEST_CASE("There and back it is the same difference", "[diff]") {
  const std::vector<Library::Item>& items = library().items();
  Chance chance(7);
  for (int i = 0; i < 40; ++i) {
    const auto any = [&] {
      return items[static_cast<std::size_t>(chance.below(static_cast<int>(items.size())))].path;
    };
    const Loaded a = load_path(any()), b = load_path(any());
    if (!a.variant || !b.variant) continue;
    INFO(a.variant->id << " " << b.variant->id);
    const RulesDiff there = diff_rules(*a.variant, *b.variant), back = diff_rules(*b.variant, *a.variant);
    CHECK(there.same == back.same);
    CHECK(there.alike == back.alike);
    CHECK(there.unsaid == back.unsaid);
    REQUIRE(there.parts.size() == back.parts.size());
    CHECK(diff_rules(*a.variant, *a.variant).same);
    CHECK((there.same || !there.parts.empty() || !there.unsaid.empty()));
  }
}
