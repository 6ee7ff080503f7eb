// Games for the tests of the rule sheet, and every small change of a program that keeps it well-formed.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/program_builder.h"

namespace mancala::test {

// A tuz: a hole of the opponent's in which a player's seeds are caught; the first seed goes back into the
// start hole.
inline ir::Program togyz() {
  Builder b = sowing_game(two_rows(9), 9);
  b.program.states.push_back(
      {"tuz", ir::Per::player, Type::hole, 0, 1, {}, kNone, kNone, ir::Lasts::round, 0});
  b.program.state_slots = 2;
  const auto tuz = [&](ExprId p) { return b.e(Op::state, Type::hole, p, kNone, kNone, 0); };
  Action sow_at = b.act(Act::sow_at, b.start());
  b.phase().play = b.list({Builder::then(b.equal(b.seeds(b.start()), b.num(1)), b.relay(b.start())),
                           Builder::also(kNone, {b.lift(b.start()), sow_at})});
  Action for_opponent = b.capture(b.here());
  for_opponent.extra = b.opponent();
  b.phase().each_seed = b.list({Builder::then(b.equal(b.here(), tuz(b.mover())), {b.capture(b.here())}),
                                Builder::then(b.equal(b.here(), tuz(b.opponent())), {for_opponent})});
  ir::NumberSet even;
  even.even = true;
  b.program.number_sets.push_back(even);
  const ExprId is_even = b.e(Op::is, Type::truth, b.seeds(b.here()), kNone, kNone, 0);
  const auto number = [&](ExprId h) { return b.e(Op::column_number, Type::number, h); };
  const ExprId may = b.both(
      b.both(b.equal(tuz(b.mover()), b.none()), b.e(Op::not_equal, Type::truth, number(b.here()), b.num(9))),
      b.e(Op::not_equal, Type::truth, number(b.here()), number(tuz(b.opponent()))));
  Action mark = b.act(Act::set_state, b.mover());
  mark.extra = b.here();
  b.phase().lap_end = b.list(
      {Builder::then(b.both(b.in(b.here(), b.theirs()), is_even), {b.capture(b.here())}),
       Builder::then(b.both(b.both(b.in(b.here(), b.theirs()), b.equal(b.seeds(b.here()), b.num(3))), may),
                     {mark, b.capture(b.here())})});
  b.program.before_turn =
      b.list({Builder::then(b.e(Op::no_move, Type::truth), {b.capture_for_owners(b.board())})});
  b.program.after_move = b.list({Builder::then(b.either(b.greater(b.seeds(b.store(b.mover())), b.num(81)),
                                                        b.greater(b.seeds(b.store(b.opponent())), b.num(81))),
                                               {})});
  return b.program;
}

// Rounds in which each player fills his holes and closes those that he cannot fill.
inline ir::Program raja_pasu_match() {
  Builder b(two_rows(7));
  b.program = raja_pasu(true);
  const std::int32_t p = b.slot();
  const std::int32_t h = b.slot();
  b.program.local_names[static_cast<std::size_t>(p)] = "p";
  b.program.local_names[static_cast<std::size_t>(h)] = "h";
  const ExprId player = b.local(p, Type::player);
  const ExprId holes = b.e(Op::holes, Type::region, player);
  Action fill = b.act(Act::move, b.store(player), b.num(7), b.local(h));
  Clause loop = Builder::clause(
      ClauseKind::each, b.e(Op::greater_equal, Type::truth, b.seeds(b.store(player)), b.num(7)), {fill});
  loop.bindings = {{h, holes, ir::From::right, kNone}};
  const ListId inner = b.list(
      {Builder::also(kNone, {b.act(Act::open, holes)}), loop,
       Builder::also(kNone, {b.act(Act::close, b.where(holes, [&](ExprId it) { return b.empty(it); }))})});
  Action block = b.act(Act::block);
  block.imm = inner;
  Clause each = Builder::clause(ClauseKind::each, kNone, {block});
  each.bindings = {{p, b.players(), ir::From::owners_left, kNone}};
  ir::Match& match = b.program.match;
  match.present = true;
  match.new_round = b.list({each});
  match.starter = b.e(Op::last_mover, Type::player);
  match.over = b.e(Op::some, Type::truth,
                   b.where(b.players(), [&](ExprId it) { return b.less(b.seeds(b.store(it)), b.num(7)); }));
  match.winner = b.most_captured();
  return b.program;
}

// Two stages: seeds are laid out from a stock, then sown in either direction; a capture comes first, a lap
// may stop.
inline ir::Program two_stages() {
  Board board = four_rows(8);
  board.piles.push_back({"stock", 22});
  Builder b(board);
  auto& states = b.program.states;
  states.push_back(
      {"mode", ir::Per::none, Type::word, 0, 1, {"taking", "walking"}, kNone, kNone, ir::Lasts::move, 0});
  states.push_back({"house", ir::Per::hole, Type::truth, 0, 1, {}, kNone, kNone, ir::Lasts::round, 1});
  b.program.state_slots = 33;
  b.program.setup = b.num(0);
  b.program.setup_slot = b.slot();
  b.program.win = b.nobody();
  const ExprId stock = b.e(Op::pile, Type::hole, b.mover(), kNone, kNone, 0);
  const auto inner_row = [&](ExprId h) { return b.equal(b.e(Op::row, Type::number, h), b.num(1)); };
  const auto mode_is = [&](std::int32_t word) {
    return b.equal(b.e(Op::state, Type::word, kNone, kNone, kNone, 0), b.word(word));
  };

  b.phase().name = "laying";
  b.phase().condition = b.occupied(stock);
  ir::MoveBlock lay;
  lay.from = b.where(b.own(), [&](ExprId it) { return b.both(inner_row(it), b.occupied(it)); });
  const std::int32_t n = b.slot();
  b.program.local_names[static_cast<std::size_t>(n)] = "n";
  lay.picks = {{n, b.num(1), b.seeds(stock)}};
  b.phase().moves = {lay};
  b.phase().direction = b.way(Direction::onward);
  b.phase().play =
      b.list({Builder::also(kNone, {b.act(Act::move, stock, b.local(n, Type::number), b.start())})});

  b.program.phases.emplace_back();
  ir::Phase& main = b.program.phases[1];
  main.name = "main";
  ir::MoveBlock sow;
  sow.from = b.where(b.own(), [&](ExprId it) { return b.greater(b.seeds(it), b.num(1)); });
  ir::Filter capture_first;
  capture_first.test = b.e(Op::after, Type::truth, mode_is(0));
  capture_first.prefer = true;
  ir::Filter inner_first;
  inner_first.cond = b.e(Op::after, Type::truth, mode_is(1));
  inner_first.test = inner_row(b.start());
  inner_first.prefer = true;
  sow.filters = {capture_first, inner_first};
  main.moves = {sow};
  main.direction = b.way(Direction::either);
  main.play = b.list({Builder::also(kNone, b.relay(b.start()))});
  Action set_mode = b.act(Act::set_state);
  set_mode.extra = b.word(1);
  const ExprId corner =
      b.e(Op::choose_if, Type::hole, b.equal(b.mover(), b.person(0)), b.hole("A1"),
          b.e(Op::choose_if, Type::hole, b.equal(b.mover(), b.person(1)), b.hole("a1"), b.none()));
  const Action enter = b.act(Act::sow_at, corner, kNone, b.way(Direction::backward));
  Action choose = b.act(Act::choose);
  choose.slot = b.slot();
  choose.imm = 2;
  choose.words = {"stop", "go-on"};
  b.program.local_names[static_cast<std::size_t>(choose.slot)] = "safari";
  const Action back = b.act(Act::sow_at, b.here(), kNone,
                            b.e(Op::reverse, Type::direction, b.e(Op::running, Type::direction)));
  const ExprId occupied = b.greater(b.was(), b.num(0));
  main.lap_end =
      b.list({Builder::also(mode_is(-1), {set_mode}),
              Builder::then(b.both(occupied, b.occupied(b.opposite(b.here()))),
                            {b.lift(b.opposite(b.here())), enter}),
              Builder::also(b.e(Op::state, Type::truth, b.here(), kNone, kNone, 1), {choose}),
              Builder::then(b.equal(b.local(choose.slot, Type::word), b.word(0)), {b.act(Act::stop)}),
              Builder::then(occupied, {b.lift(b.here()), back})});
  b.program.before_turn =
      b.list({Builder::then(b.e(Op::no_move, Type::truth), {b.act(Act::win, b.opponent())})});
  b.program.endless = {5000, ir::EndlessThen::illegal};
  return b.program;
}

struct Mutant {
  std::string change;
  ir::Program program;
};

// Expressions, lists and the like that the rules of a program refer to.
struct Reach {
  std::vector<bool> exprs;
  std::vector<bool> lists;
};

inline Reach reach(const ir::Program& p) {
  Reach r{std::vector<bool>(p.exprs.size()), std::vector<bool>(p.lists.size())};
  std::function<void(ExprId)> expr = [&](ExprId id) {
    if (id == kNone || r.exprs[static_cast<std::size_t>(id)]) return;
    r.exprs[static_cast<std::size_t>(id)] = true;
    const Expr& e = p.exprs[static_cast<std::size_t>(id)];
    for (const ExprId child : {e.a, e.b, e.c}) expr(child);
  };
  std::function<void(ListId)> list = [&](ListId id) {
    if (id == kNone || r.lists[static_cast<std::size_t>(id)]) return;
    r.lists[static_cast<std::size_t>(id)] = true;
    for (const Clause& c : p.lists[static_cast<std::size_t>(id)].clauses) {
      expr(c.cond);
      expr(c.value);
      for (const ir::Binding& b : c.bindings) {
        expr(b.set);
        expr(b.order);
      }
      for (const Action& a : c.actions) {
        for (const ExprId id2 : {a.what, a.amount, a.extra, a.by}) expr(id2);
        if (a.act == Act::block) list(a.imm);
      }
    }
  };
  for (const ir::Phase& phase : p.phases) {
    for (const ExprId id : {phase.condition, phase.direction, phase.skip, phase.each, phase.route}) expr(id);
    for (const ListId id : {phase.play, phase.each_seed, phase.lap_end, phase.move_end}) list(id);
    for (const ir::MoveBlock& block : phase.moves) {
      expr(block.when);
      expr(block.from);
      expr(block.pass);
      for (const ir::Pick& pick : block.picks) {
        expr(pick.from);
        expr(pick.to);
      }
      for (const ir::Filter& f : block.filters) {
        expr(f.cond);
        expr(f.test);
      }
    }
  }
  for (const ir::State& s : p.states) expr(s.starts);
  for (const ExprId id : {p.setup, p.starter, p.win, p.match.starter, p.match.over, p.match.winner}) expr(id);
  for (const ListId id : {p.turn_start, p.before_turn, p.after_move, p.match.new_round}) list(id);
  return r;
}

// Operators that can stand for each other: same operands, same type.
inline std::vector<Op> siblings(Op op) {
  static const std::vector<std::vector<Op>> kFamilies = {
      {Op::start, Op::here, Op::origin, Op::previous, Op::first_sown},
      {Op::own, Op::theirs, Op::board, Op::lap_sown, Op::turn_sown},
      {Op::was, Op::laps, Op::round, Op::turns_played, Op::quiet},
      {Op::mover, Op::round_starter, Op::round_winner, Op::last_mover, Op::by_lot},
      {Op::last, Op::no_move, Op::repeated},
      {Op::next, Op::prev, Op::opposite, Op::behind, Op::same},
      {Op::leftmost, Op::rightmost, Op::foremost, Op::hindmost, Op::the},
      {Op::holes, Op::side},
      {Op::other, Op::next_player},
      {Op::row, Op::column_number, Op::seeds},
      {Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal},
      {Op::logical_and, Op::logical_or},
      {Op::unite, Op::minus},
      {Op::add, Op::subtract, Op::multiply, Op::divide, Op::modulo},
      {Op::player_with_most, Op::player_with_fewest},
  };
  std::vector<Op> out;
  for (const auto& family : kFamilies) {
    bool in = false;
    for (const Op o : family) in = in || o == op;
    for (const Op o : family) {
      if (in && o != op) out.push_back(o);
    }
  }
  return out;
}

inline std::vector<Mutant> mutants(const ir::Program& p) {
  std::vector<Mutant> out;
  const auto add = [&](const std::string& change, const std::function<void(ir::Program&)>& apply) {
    Mutant m{change, p};
    apply(m.program);
    out.push_back(std::move(m));
  };
  const Reach r = reach(p);
  for (std::size_t i = 0; i < p.exprs.size(); ++i) {
    if (!r.exprs[i]) continue;
    const Expr& e = p.exprs[i];
    const std::string name =
        "expression " + std::to_string(i) + " (op " + std::to_string(static_cast<int>(e.op)) + ")";
    const auto change = [&](const std::string& what, const std::function<void(Expr&)>& apply) {
      add(name + ": " + what, [&](ir::Program& q) { apply(q.exprs[i]); });
    };
    for (const Op o : siblings(e.op)) {
      const bool holes =
          e.type == Type::hole || e.type == Type::number || e.type == Type::truth || e.type == Type::player;
      if ((e.op == Op::seeds || o == Op::seeds) &&
          (e.a == kNone || p.exprs[static_cast<std::size_t>(e.a)].type != Type::hole))
        continue;
      const bool ordered = o == Op::less || o == Op::less_equal || o == Op::greater || o == Op::greater_equal;
      if (ordered && p.exprs[static_cast<std::size_t>(e.a)].type != Type::number) continue;
      if (!holes && e.type != Type::region) continue;
      change("op " + std::to_string(static_cast<int>(o)), [o](Expr& x) { x.op = o; });
    }
    switch (e.op) {
      case Op::number:
        change("+1", [](Expr& x) { ++x.imm; });
        change("-1", [](Expr& x) { --x.imm; });
        break;
      case Op::truth: change("flip", [](Expr& x) { x.imm = 1 - x.imm; }); break;
      case Op::place: change("another place", [](Expr& x) { x.imm = x.imm == 0 ? 1 : 0; }); break;
      case Op::player: change("another player", [](Expr& x) { x.imm = x.imm == 0 ? 1 : 0; }); break;
      case Op::word: change("another word", [](Expr& x) { x.imm = x.imm == 0 ? 1 : 0; }); break;
      case Op::direction: change("another way", [](Expr& x) { x.imm = x.imm % 3 + 1; }); break;
      case Op::mover:
        change("opponent", [&](Expr& x) { x = {Op::player, Type::player, kNone, kNone, kNone, kNone, 1}; });
        break;
      case Op::other:
      case Op::logical_not:
      case Op::opposite:
      case Op::next:
      case Op::prev:
        add(name + ": left out",
            [&](ir::Program& q) { q.exprs[i] = q.exprs[static_cast<std::size_t>(e.a)]; });
        break;
      case Op::is:
        add(name + ": another number", [&](ir::Program& q) {
          q.number_sets.push_back({{{5, 5}}, false, false});
          q.exprs[i].imm = static_cast<std::int32_t>(q.number_sets.size()) - 1;
        });
        break;
      case Op::run:
        change("by", [](Expr& x) { ++x.by; });
        change("the other way", [](Expr& x) { x.d = x.d == ir::kRunBack ? kNone : ir::kRunBack; });
        if (e.c != kNone) change("everywhere", [](Expr& x) { x.c = kNone; });
        break;
      default: break;
    }
  }
  for (std::size_t l = 0; l < p.lists.size(); ++l) {
    if (!r.lists[l]) continue;
    const auto& clauses = p.lists[l].clauses;
    for (std::size_t c = 0; c < clauses.size(); ++c) {
      const std::string name = "list " + std::to_string(l) + " clause " + std::to_string(c);
      const auto change = [&](const std::string& what, const std::function<void(Clause&)>& apply) {
        add(name + ": " + what, [&](ir::Program& q) { apply(q.lists[l].clauses[c]); });
      };
      add(name + ": dropped", [&](ir::Program& q) {
        auto& all = q.lists[l].clauses;
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(c));
      });
      if (c + 1 < clauses.size()) {
        add(name + ": swapped",
            [&](ir::Program& q) { std::swap(q.lists[l].clauses[c], q.lists[l].clauses[c + 1]); });
      }
      const Act last = clauses[c].actions.empty() ? Act::let : clauses[c].actions.back().act;
      const bool ends = last == Act::sow_after || last == Act::sow_at || last == Act::stop ||
                        last == Act::end || last == Act::win;
      const bool end_moment =
          static_cast<ListId>(l) == p.before_turn || static_cast<ListId>(l) == p.after_move;
      // After a clause that ends its list, or comes last in it, `then` and `also` mean the same.
      if (!ends && (c + 1 < clauses.size() || end_moment)) {
        if (clauses[c].kind == ClauseKind::then) change("also", [](Clause& x) { x.kind = ClauseKind::also; });
        if (clauses[c].kind == ClauseKind::also) change("then", [](Clause& x) { x.kind = ClauseKind::then; });
      }
      if (clauses[c].cond != kNone) change("always", [](Clause& x) { x.cond = kNone; });
      for (std::size_t b = 0; b < clauses[c].bindings.size(); ++b) {
        change("from the other end", [b](Clause& x) {
          x.bindings[b].from = x.bindings[b].from == ir::From::right ? ir::From::left : ir::From::right;
        });
      }
      for (std::size_t a = 0; a < clauses[c].actions.size(); ++a) {
        const Action& action = clauses[c].actions[a];
        add(name + ": action dropped", [&](ir::Program& q) {
          auto& all = q.lists[l].clauses[c].actions;
          all.erase(all.begin() + static_cast<std::ptrdiff_t>(a));
        });
        const auto act = [&](const std::string& what, const std::function<void(Action&)>& apply) {
          change(what, [&](Clause& x) { apply(x.actions[a]); });
        };
        if (action.act == Act::sow_after) act("sow at", [](Action& x) { x.act = Act::sow_at; });
        if (action.act == Act::sow_at) act("sow after", [](Action& x) { x.act = Act::sow_after; });
        if (action.act == Act::capture) {
          act("out of play", [](Action& x) { x.imm = 1; });
          if (action.extra != kNone) act("for the mover", [](Action& x) { x.extra = kNone; });
        }
        if (action.act == Act::open) act("close", [](Action& x) { x.act = Act::close; });
        if (action.act == Act::close) act("open", [](Action& x) { x.act = Act::open; });
        if (action.act == Act::move) act("all", [](Action& x) { x.amount = kNone; });
      }
    }
  }
  for (std::size_t f = 0; f < p.phases.size(); ++f) {
    const auto change = [&](const std::string& what, const std::function<void(ir::Phase&)>& apply) {
      add("phase " + std::to_string(f) + ": " + what, [&](ir::Program& q) { apply(q.phases[f]); });
    };
    for (std::int32_t c = 0; c < static_cast<std::int32_t>(p.board.circuits.size()); ++c) {
      if (c != p.phases[f].circuit) change("circuit", [c](ir::Phase& x) { x.circuit = c; });
    }
    if (p.phases[f].skip != kNone) change("nothing skipped", [](ir::Phase& x) { x.skip = kNone; });
    for (std::size_t m = 0; m < p.phases[f].moves.size(); ++m) {
      change("pass", [m](ir::Phase& x) { x.moves[m].pass_if_none = !x.moves[m].pass_if_none; });
      if (p.phases[f].moves[m].pass != kNone)
        change("may not pass", [m](ir::Phase& x) { x.moves[m].pass = kNone; });
      for (std::size_t i = 0; i < p.phases[f].moves[m].filters.size(); ++i) {
        change("filter dropped", [&](ir::Phase& x) {
          x.moves[m].filters.erase(x.moves[m].filters.begin() + static_cast<std::ptrdiff_t>(i));
        });
        change("prefer", [&](ir::Phase& x) { x.moves[m].filters[i].prefer = !x.moves[m].filters[i].prefer; });
        if (p.phases[f].moves[m].filters[i].cond != kNone)
          change("filter always", [&](ir::Phase& x) { x.moves[m].filters[i].cond = kNone; });
      }
    }
  }
  for (std::size_t s = 0; s < p.states.size(); ++s) {
    add("state: lasts", [s](ir::Program& q) {
      q.states[s].lasts = q.states[s].lasts == ir::Lasts::match ? ir::Lasts::move : ir::Lasts::match;
    });
  }
  if (p.endless.laps > 0) {
    add("endless: laps", [](ir::Program& q) { ++q.endless.laps; });
    add("endless: illegal", [](ir::Program& q) {
      q.endless.then =
          q.endless.then == ir::EndlessThen::illegal ? ir::EndlessThen::stop : ir::EndlessThen::illegal;
    });
  }
  if (p.match.present) {
    add("match: set up as the first", [](ir::Program& q) { q.match.new_round = kNone; });
    add("match: first seat starts", [](ir::Program& q) { q.match.starter = kNone; });
    add("match: one round", [](ir::Program& q) { q.match = {}; });
  }
  return out;
}

}  // namespace mancala::test
