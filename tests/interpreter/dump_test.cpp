// Programs written back as text.
#include "interpreter/dump.h"

#include "tests/support/probe.h"

using namespace mancala;
using namespace mancala::test;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a game reads like its rules", "[dump]") {
  const std::string text = ir::to_text(raja_pasu(false));
  CHECK(has(text, "players: south north\n"));
  CHECK(has(text, "row: a7 a6 a5 a4 a3 a2 a1\nrow: A1 A2 A3 A4 A5 A6 A7\n"));
  CHECK(has(text, "circuit board: A1 A2 A3 A4 A5 A6 A7 a1 a2 a3 a4 a5 a6 a7\n"));
  CHECK(has(text, "circuit board-and-own-store of south: A1 A2 A3 A4 A5 A6 A7 store(south) a1"));
  CHECK(has(text, "    if (seeds(here) == 4) and (not last) then\n      capture here for (local#"));
  CHECK(has(text, "    if seeds(next(here)) > 0 then\n      lift next(here)\n      sow after next(here)\n"));
  CHECK(has(text, "endless: after 5000 laps stop\n"));
  CHECK(has(text, "  if no-move then\n    capture board for other(mover)\n"));
}

TEST_CASE("expressions in the words of the language", "[dump]") {
  Builder b = sowing_game(two_rows(4), 3);
  const auto text = [&](ExprId id) { return ir::to_text(b.program, id); };
  CHECK(text(b.literal({"A1", "a2"})) == "holes A1 a2");
  CHECK(text(b.none()) == "none");
  CHECK(text(b.nobody()) == "nobody");
  CHECK(text(b.is(b.was(), {{1, 1}, {3, 5}})) == "was is 1 or 3 to 5");
  CHECK(text(b.e(Op::choose_if, Type::number, b.last(), b.num(1), b.num(2))) == "if last then 1 else 2");
  CHECK(text(b.negate(b.both(b.last(), b.in(b.here(), b.own())))) == "not (last and (here in own))");
  CHECK(text(b.e(Op::some_move, Type::truth)) == "some move by any player");
  CHECK(text(b.e(Op::after, Type::truth, b.occupied(b.theirs()))) == "after (seeds(theirs) > 0)");
  CHECK(text(b.e(Op::step, Type::hole, b.num(2), b.here(), b.way(Direction::backward))) ==
        "step 2 from here going backward");
  const std::int32_t it = b.slot();
  const ExprId run = b.e(Op::run, Type::region, b.here(), b.occupied(b.local(it)), b.own(), it);
  b.program.exprs[run].d = ir::kRunBack;
  b.program.exprs[run].by = 2;
  b.program.local_names[it] = "it";
  const std::string name = "it#" + std::to_string(it);
  CHECK(text(run) == "run from here back by 2 within own while (" + name + ") (seeds(" + name + ") > 0)");
}

TEST_CASE("states, moves, loops and matches", "[dump]") {
  Builder b = sowing_game(two_rows(4), 3);
  add_state(b, "house", Type::hole, ir::Lasts::match, ir::Per::player);
  b.phase().moves[0].pass_if_none = true;
  ir::Filter filter;
  filter.cond = b.last();
  filter.test = b.yes();
  filter.prefer = true;
  b.phase().moves[0].filters = {filter};
  Clause loop;
  loop.kind = ClauseKind::each;
  loop.bindings = {{b.slot(), b.own(), ir::From::right, kNone}};
  loop.cond = b.no();
  loop.actions = {b.act(Act::move, b.here(), b.num(2), b.local(loop.bindings[0].slot))};
  loop.name = "filling";
  b.program.match.present = true;
  b.program.match.new_round = b.list({loop});
  b.program.match.over = b.yes();
  const std::string text = ir::to_text(b.program);
  const std::string name = "local#" + std::to_string(loop.bindings[0].slot);
  CHECK(has(text, "state house: each player, holds a hole, lasts the match\n"));
  CHECK(has(text, "    if last prefer: true\n    none: pass\n"));
  CHECK(has(text, "match\n  new-round\n    `filling` each " + name +
                      " in own from right if false also\n"
                      "      move 2 from here to " +
                      name + "\n  over: true\n"));
}
