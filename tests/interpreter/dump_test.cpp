// Programs written back as text.
#include "interpreter/dump.h"

#include <tuple>

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

TEST_CASE("every operator has its words", "[dump]") {
  Board board = two_rows(4);
  board.piles = {{"reserve", 2}};
  Builder b = sowing_game(board, 3);
  const auto text = [&](ExprId id) { return ir::to_text(b.program, id); };
  const std::vector<std::tuple<Op, Type, std::string>> plain = {
      {Op::mover, Type::player, "mover"},
      {Op::running, Type::direction, "direction"},
      {Op::origin, Type::hole, "origin"},
      {Op::previous, Type::hole, "previous"},
      {Op::first_sown, Type::hole, "first-sown"},
      {Op::lap_sown, Type::region, "lap-sown"},
      {Op::turn_sown, Type::region, "turn-sown"},
      {Op::laps, Type::number, "laps"},
      {Op::captured_now, Type::number, "captured-now"},
      {Op::phase, Type::word, "phase"},
      {Op::round, Type::number, "round"},
      {Op::turns_played, Type::number, "turns-played"},
      {Op::round_starter, Type::player, "round-starter"},
      {Op::round_winner, Type::player, "round-winner"},
      {Op::last_mover, Type::player, "last-mover"},
      {Op::repeated, Type::truth, "repeated"},
      {Op::quiet, Type::number, "quiet"},
      {Op::by_lot, Type::player, "by-lot"}};
  for (const auto& [op, type, words] : plain) CHECK(text(b.e(op, type)) == words);
  const std::vector<std::tuple<Op, Type, std::string>> of_hole = {
      {Op::row, Type::number, "row(here)"},         {Op::column_number, Type::number, "number(here)"},
      {Op::prev, Type::hole, "prev(here)"},         {Op::opposite, Type::hole, "opposite(here)"},
      {Op::behind, Type::hole, "behind(here)"},     {Op::same, Type::hole, "same(here)"},
      {Op::leftmost, Type::hole, "leftmost(here)"}, {Op::rightmost, Type::hole, "rightmost(here)"},
      {Op::foremost, Type::hole, "foremost(here)"}, {Op::hindmost, Type::hole, "hindmost(here)"},
      {Op::closed, Type::truth, "closed(here)"},    {Op::neighbours, Type::region, "neighbours(here)"},
      {Op::count, Type::number, "count(here)"},     {Op::the, Type::hole, "the here"},
      {Op::single, Type::region, "just here"}};
  for (const auto& [op, type, words] : of_hole) CHECK(text(b.e(op, type, b.here())) == words);
  const std::vector<std::tuple<Op, Type, std::string>> of_player = {
      {Op::captured_now, Type::number, "captured-now(mover)"},
      {Op::turns, Type::number, "turns(mover)"},
      {Op::pile, Type::hole, "reserve(mover)"},
      {Op::holes, Type::region, "holes(mover)"},
      {Op::side, Type::region, "side(mover)"},
      {Op::next_player, Type::player, "next-player(mover)"}};
  for (const auto& [op, type, words] : of_player) CHECK(text(b.e(op, type, b.mover())) == words);
  const std::vector<std::pair<Op, std::string>> infix = {
      {Op::add, "+"},      {Op::subtract, "-"},    {Op::multiply, "*"},
      {Op::divide, "div"}, {Op::modulo, "mod"},    {Op::not_equal, "!="},
      {Op::less, "<"},     {Op::less_equal, "<="}, {Op::greater_equal, ">="}};
  for (const auto& [op, word] : infix) {
    CHECK(text(b.e(op, Type::number, b.was(), b.num(2))) == "was " + word + " 2");
  }
  CHECK(text(b.either(b.last(), b.no())) == "last or false");
  CHECK(text(b.unite(b.own(), b.theirs())) == "own union theirs");
  CHECK(text(b.e(Op::minus, Type::region, b.board(), b.own())) == "board minus own");
  CHECK(text(b.e(Op::reverse, Type::direction, b.way(Direction::backward))) == "reverse of backward");
  CHECK(text(b.e(Op::some, Type::truth, b.own())) == "some own");
  const std::int32_t slot = b.slot();
  const std::string name = "local#" + std::to_string(slot);
  CHECK(text(b.e(Op::bind, Type::number, b.was(), b.local(slot, Type::number), kNone, slot)) ==
        "let " + name + " be was in " + name);
  CHECK(text(b.e(Op::player_with_fewest, Type::player, kNone, b.seeds(b.store(b.local(slot, Type::player))),
                 kNone, slot)) == "player with fewest (" + name + ") seeds(store(" + name + "))");
}

TEST_CASE("words have their names where it is known which are meant", "[dump]") {
  Builder b = sowing_game(two_rows(4), 3);
  const auto mode = add_state(b, "mode", Type::word, ir::Lasts::move);  // one, two or three
  const ExprId now = b.e(Op::state, Type::word, kNone, kNone, kNone, mode);
  CHECK(ir::to_text(b.program, b.equal(now, b.word(1))) == "mode == two");
  CHECK(ir::to_text(b.program, b.equal(now, b.word(-1))) == "mode == none");
  CHECK(ir::to_text(b.program, b.equal(b.e(Op::phase, Type::word), b.word(0))) == "phase == play");
  Action choose = b.act(Act::choose);
  choose.slot = b.slot();
  choose.imm = 2;
  choose.words = {"stop", "go-on"};
  b.phase().lap_end = b.list({Builder::also(kNone, {choose, set_state(mode, b.word(2))})});
  CHECK(has(ir::to_text(b.program), "from stop or go-on\n"));
  CHECK(has(ir::to_text(b.program), "set mode to three\n"));
  CHECK(ir::to_text(b.program, b.equal(b.local(choose.slot, Type::word), b.word(1))) ==
        "local#" + std::to_string(choose.slot) + " == go-on");
}

TEST_CASE("actions", "[dump]") {
  Builder b = sowing_game(two_rows(4), 3);
  b.program.territory = true;
  const auto line = [&](const Action& action) {
    b.phase().move_end = b.list({Builder::also(kNone, {action})});
    const std::string text = ir::to_text(b.program);
    const std::string before = "move-end\n    also\n      ";
    const std::size_t at = text.find(before) + before.size();
    return text.substr(at, text.find('\n', at) - at);
  };
  CHECK(line(b.act(Act::lift, b.here(), b.num(2))) == "lift 2 of here");
  CHECK(line(b.act(Act::sow_at, b.here(), kNone, b.way(Direction::onward))) == "sow at here going onward");
  Action out = b.capture(b.here());
  out.imm = 1;
  CHECK(line(out) == "capture here for out");
  CHECK(line(b.act(Act::move, b.here(), kNone, b.out())) == "move all from here to out");
  CHECK(line(b.act(Act::set_owner, b.here(), kNone, b.mover())) == "set owner(here) to mover");
  CHECK(line(b.act(Act::close, b.own())) == "close own");
  CHECK(line(b.act(Act::open, b.own())) == "open own");
  CHECK(line(b.act(Act::again)) == "again");
  CHECK(line(b.act(Act::stop)) == "stop");
  CHECK(line(b.act(Act::end)) == "end");
  CHECK(line(b.act(Act::win, b.mover())) == "win mover");
  Action number = b.act(Act::choose, b.num(1), kNone, b.was());
  number.slot = b.slot();
  number.by = b.opponent();
  const std::string name = "local#" + std::to_string(number.slot);
  CHECK(line(number) == "choose " + name + " from 1 to was by other(mover)");
  Action lot = b.act(Act::choose, b.own());
  lot.slot = number.slot;
  lot.by_chance = true;
  CHECK(line(lot) == "choose " + name + " from own by chance");
  Action let = b.act(Act::let, b.was());
  let.slot = number.slot;
  CHECK(line(let) == "let " + name + " be was");
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
