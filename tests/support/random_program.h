// Random programs: boards, clause lists and expressions that no game has, but that are well-formed. For tests
// only.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/choice.h"
#include "interpreter/reference.h"
#include "tests/support/picks.h"
#include "tests/support/program_builder.h"

namespace mancala::test {

class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : RandomProgram(Picks(seed)) {}
  explicit RandomProgram(const Picks& picks) : c_(picks), plain_(chance(40)), b_(board()) { make(); }

  ir::Program program() { return b_.program; }

 private:
  // What may be spoken of.
  struct Scope {
    bool lap = false;      // a seed has been sown
    bool filter = false;   // `after`
    bool outside = false;  // `no move`, `some move`
    bool ahead = false;    // inside a look-ahead
    bool sowing = false;   // a lap is known
    bool back = false;     // seeds are seen as they lay before
    std::vector<std::pair<std::int32_t, Type>> locals;
  };

  int pick(int n) { return c_.below(n); }
  bool chance(int percent) { return pick(100) < percent; }

  Board board() {
    if (plain_) return two_rows(1 + pick(chance(20) ? 20 : 6));
    if (chance(15)) {
      const int lines = 1 + pick(3), columns = 1 + pick(5);
      std::vector<Player> owners;
      for (int h = 0; h < lines * columns; h++) owners.push_back(static_cast<Player>(pick(7) % 3 - 1));
      return grid(lines, columns, owners);
    }
    Board board = chance(80) ? two_rows(1 + pick(chance(10) ? 12 : 5)) : four_rows(1 + pick(4));
    if (chance(25)) board.piles.push_back({"reserve", pick(4)});
    return board;
  }

  // --- expressions
  // -------------------------------------------------------------------------------------------

  ExprId any(Type type, int depth, const Scope& s) {
    switch (type) {
      case Type::number: return number(depth, s);
      case Type::truth: return truth(depth, s);
      case Type::hole: return hole(depth, s);
      case Type::region: return region(depth, s);
      case Type::player: return player(depth, s);
      case Type::players: return persons(depth, s);
      case Type::direction: return direction(depth, s);
      case Type::word: return b_.word(pick(2));
    }
    return kNone;
  }

  // A local of this type that is known here, or kNone.
  ExprId known(Type type, const Scope& s) {
    std::vector<std::int32_t> slots;
    for (const auto& [slot, of] : s.locals) {
      if (of == type) slots.push_back(slot);
    }
    if (slots.empty()) return kNone;
    return b_.local(slots[pick(static_cast<int>(slots.size()))], type);
  }

  ExprId state(Type type, int depth, const Scope& s) {
    std::vector<int> all;
    for (int i = 0; i < static_cast<int>(b_.program.states.size()); i++) {
      if (b_.program.states[i].holds == type) all.push_back(i);
    }
    if (all.empty()) return kNone;
    const int index = all[pick(static_cast<int>(all.size()))];
    return b_.e(Op::state, type, whose(index, depth, s), kNone, kNone, index);
  }
  ExprId whose(int state, int depth, const Scope& s) {
    switch (b_.program.states[state].per) {
      case ir::Per::none: return kNone;
      case ir::Per::hole: return hole(depth - 1, s);
      case ir::Per::player: return player(depth - 1, s);
    }
    return kNone;
  }

  ExprId conditional(Type type, int depth, const Scope& s) {
    const ExprId a = truth(depth - 1, s), x = any(type, depth - 1, s);
    return b_.e(Op::choose_if, type, a, x, any(type, depth - 1, s));
  }

  ExprId bound(Type type, int depth, const Scope& s) {
    const Type of = static_cast<Type>(pick(5));
    const ExprId value = any(of, depth - 1, s);
    const std::int32_t slot = b_.slot();
    Scope inner = s;
    inner.locals.emplace_back(slot, of);
    return b_.e(Op::bind, type, value, any(type, depth - 1, inner), kNone, slot);
  }

  // As the seeds lay when the turn or the lap began.
  ExprId looked_back(Type type, int depth, const Scope& s) {
    Scope inner = s;
    inner.back = true;
    const ExprId of = any(type, depth - 1, inner);
    const bool lap = s.sowing && !s.ahead && chance(50);
    return b_.e(lap ? Op::at_lap_start : Op::at_start, b_.program.exprs[of].type, of);
  }

  // A kind of piece, or kNone.
  std::int32_t piece() {
    const auto kinds = static_cast<int>(b_.program.pieces.size());
    return kinds == 0 || chance(60) ? kNone : pick(kinds);
  }

  ExprId number(int depth, const Scope& s) {
    if (depth > 0) {
      if (const std::int32_t kind = piece(); kind != kNone && chance(30)) {
        const ExprId of = chance(50) ? hole(depth - 1, s) : region(depth - 1, s);
        return chance(50) ? b_.e(Op::worth, Type::number, of)
                          : b_.e(Op::pieces, Type::number, of, kNone, kNone, kind);
      }
      switch (pick(16)) {
        case 0:
        case 1:
        case 2: return b_.seeds(hole(depth - 1, s));
        case 3:
        case 4: return b_.seeds(region(depth - 1, s));
        case 5:
          return b_.e(Op::count, Type::number, chance(80) ? region(depth - 1, s) : persons(depth - 1, s));
        case 6: return b_.e(chance(50) ? Op::row : Op::column_number, Type::number, hole(depth - 1, s));
        case 7: {
          const Op ops[] = {Op::add, Op::subtract, Op::multiply, Op::divide, Op::modulo};
          const ExprId a = number(depth - 1, s);
          return b_.e(ops[pick(5)], Type::number, a, number(depth - 1, s));
        }
        case 8: return conditional(Type::number, depth, s);
        case 9: return b_.e(Op::captured_now, Type::number, chance(50) ? kNone : player(depth - 1, s));
        case 10: return b_.e(Op::turns, Type::number, player(depth - 1, s));
        case 11: return bound(Type::number, depth, s);
        case 12: return looked_back(Type::number, depth, s);
        default: break;
      }
    }
    const ExprId local = known(Type::number, s);
    if (local != kNone && chance(40)) return local;
    const ExprId from_state = chance(30) ? state(Type::number, depth, s) : kNone;
    if (from_state != kNone) return from_state;
    if (s.lap && chance(40)) return chance(70) ? b_.was() : b_.e(Op::laps, Type::number);
    if (chance(6)) return b_.e(chance(50) ? Op::quiet : Op::turns_played, Type::number);
    if (chance(4)) return b_.seeds(chance(50) ? b_.hand() : b_.out());
    if (const std::int32_t kind = piece(); kind != kNone && chance(6))
      return b_.e(Op::pieces, Type::number, chance(50) ? b_.hand() : b_.out(), kNone, kNone, kind);
    return b_.num(pick(5));
  }

  ExprId compared(int depth, const Scope& s) {
    const Op ops[] = {Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal};
    const ExprId a = number(depth, s);
    return b_.e(ops[pick(6)], Type::truth, a, chance(70) ? b_.num(pick(5)) : number(depth, s));
  }

  ExprId truth(int depth, const Scope& s) {
    if (s.filter && !s.ahead && !s.back && chance(25)) {
      Scope inner = s;
      inner.ahead = true;
      inner.lap = true;
      return b_.e(Op::after, Type::truth, truth(std::min(depth, 2), inner));
    }
    if ((s.outside || s.filter) && !s.ahead && !s.back && chance(8)) {
      Scope inner = s;
      inner.ahead = true;
      inner.lap = true;
      const ExprId who = chance(40) ? kNone : player(1, s);
      return b_.e(Op::some_move, Type::truth, who, chance(40) ? kNone : truth(1, inner));
    }
    if (s.outside && !s.lap && !s.ahead && !s.back && chance(20)) return b_.e(Op::no_move, Type::truth);
    if (!s.back && chance(2)) return b_.e(Op::repeated, Type::truth);
    if (depth > 0) {
      switch (pick(12)) {
        case 0:
        case 1:
        case 2: return compared(depth - 1, s);
        case 3: {
          const ExprId a = hole(depth - 1, s);
          return b_.in(a, region(depth - 1, s));
        }
        case 4: {
          const ExprId a = truth(depth - 1, s);
          return chance(50) ? b_.both(a, truth(depth - 1, s)) : b_.either(a, truth(depth - 1, s));
        }
        case 5: return b_.negate(truth(depth - 1, s));
        case 6: {
          const ExprId n = number(depth - 1, s);
          const ExprId is = b_.is(n, {{pick(4), 1 + pick(5)}});
          if (chance(30)) b_.program.number_sets.back().even = true;
          return is;
        }
        case 7: return b_.e(Op::some, Type::truth, chance(80) ? region(depth - 1, s) : persons(depth - 1, s));
        case 8: {
          const Type types[] = {Type::hole, Type::player, Type::region, Type::direction};
          const Type type = types[pick(4)];
          const ExprId a = any(type, depth - 1, s);
          return b_.e(chance(50) ? Op::equal : Op::not_equal, Type::truth, a, any(type, depth - 1, s));
        }
        case 9: return conditional(Type::truth, depth, s);
        case 10: {
          const ExprId p = player(depth - 1, s);
          return b_.in(p, persons(depth - 1, s));
        }
        case 11: return looked_back(Type::truth, depth, s);
        default: break;
      }
    }
    const ExprId flag = chance(40) ? state(Type::truth, depth, s) : kNone;
    if (flag != kNone) return flag;
    if (s.lap && chance(30)) return b_.last();
    if (chance(10)) return b_.e(Op::closed, Type::truth, hole(0, s));
    return chance(60) ? compared(0, s) : chance(50) ? b_.yes() : b_.no();
  }

  ExprId hole(int depth, const Scope& s) {
    if (depth > 0) {
      switch (pick(14)) {
        case 0:
        case 1: return b_.next(hole(depth - 1, s));
        case 2: return b_.prev(hole(depth - 1, s));
        case 3:
        case 4: return b_.opposite(hole(depth - 1, s));
        case 5: return b_.e(chance(50) ? Op::behind : Op::same, Type::hole, hole(depth - 1, s));
        case 6: return b_.store(player(depth - 1, s));
        case 7: {
          const Op ops[] = {Op::leftmost, Op::rightmost, Op::foremost, Op::hindmost, Op::the};
          return b_.e(ops[pick(5)], Type::hole, region(depth - 1, s));
        }
        case 8: {
          const ExprId from = hole(depth - 1, s);
          const ExprId steps = chance(50) ? b_.seeds(from) : b_.num(pick(6));  // where a lap would end
          return b_.e(Op::step, Type::hole, steps, from, chance(50) ? kNone : direction(depth - 1, s));
        }
        case 9: return conditional(Type::hole, depth, s);
        case 10: return bound(Type::hole, depth, s);
        case 11: return looked_back(Type::hole, depth, s);
        default: break;
      }
    }
    const ExprId local = known(Type::hole, s);
    if (local != kNone && chance(60)) return local;
    const ExprId from_state = chance(20) ? state(Type::hole, depth, s) : kNone;
    if (from_state != kNone) return from_state;
    if (s.lap && chance(75)) return b_.here();
    if (s.lap && chance(30)) {
      const Op ops[] = {Op::origin, Op::previous, Op::first_sown};
      return b_.e(ops[pick(3)], Type::hole);
    }
    if (!b_.program.board.piles.empty() && chance(15)) return b_.e(Op::pile, Type::hole, player(0, s));
    if (chance(60)) return b_.start();
    if (chance(10)) return b_.none();
    return b_.constant(Op::place, Type::hole, pick(b_.program.board.hole_count()));
  }

  ExprId region(int depth, const Scope& s) {
    if (depth > 0) {
      switch (pick(14)) {
        case 0:
        case 1: {
          const ExprId set = region(depth - 1, s);
          const std::int32_t slot = b_.slot();
          Scope inner = s;
          inner.locals.emplace_back(slot, Type::hole);
          return b_.e(Op::where, Type::region, set, truth(depth - 1, inner), kNone, slot);
        }
        case 2: {
          const ExprId a = region(depth - 1, s);
          return b_.e(chance(60) ? Op::unite : Op::minus, Type::region, a, region(depth - 1, s));
        }
        case 3:
        case 4: {
          const std::int32_t slot = b_.slot();
          Scope inner = s;
          inner.locals.emplace_back(slot, Type::hole);
          const ExprId from = chance(70) && s.lap ? b_.here() : hole(depth - 1, s);
          const ExprId condition = truth(depth - 1, inner);
          const ExprId run =
              b_.e(Op::run, Type::region, from, condition, chance(40) ? kNone : region(depth - 1, s), slot);
          if (chance(60)) b_.program.exprs[run].d = ir::kRunBack;
          if (chance(25)) b_.program.exprs[run].by = 2;
          return run;
        }
        case 5: return b_.e(chance(50) ? Op::holes : Op::side, Type::region, player(depth - 1, s));
        case 6: return b_.e(Op::neighbours, Type::region, hole(depth - 1, s));
        case 7: return b_.e(Op::opposite, Type::region, region(depth - 1, s));
        case 8: return conditional(Type::region, depth, s);
        case 9: return b_.e(Op::single, Type::region, hole(depth - 1, s));
        case 10: return bound(Type::region, depth, s);
        case 11: return looked_back(Type::region, depth, s);
        default: break;
      }
    }
    const ExprId local = known(Type::region, s);
    if (local != kNone && chance(50)) return local;
    if (s.lap && chance(12)) return b_.e(chance(50) ? Op::lap_sown : Op::turn_sown, Type::region);
    switch (pick(6)) {
      case 0:
      case 1: return b_.own();
      case 2:
      case 3: return b_.theirs();
      case 4: return b_.board();
      default: return hole(0, s);
    }
  }

  ExprId player(int depth, const Scope& s) {
    if (depth > 0) {
      switch (pick(8)) {
        case 0:
        case 1: return b_.owner(hole(depth - 1, s));
        case 2: return b_.e(chance(50) ? Op::other : Op::next_player, Type::player, player(depth - 1, s));
        case 3: {
          const ExprId among = chance(50) ? kNone : persons(depth - 1, s);
          const std::int32_t slot = b_.slot();
          Scope inner = s;
          inner.locals.emplace_back(slot, Type::player);
          const Op op = chance(50) ? Op::player_with_most : Op::player_with_fewest;
          return b_.e(op, Type::player, among == kNone ? b_.players() : among, number(depth - 1, inner),
                      kNone, slot);
        }
        case 4: return conditional(Type::player, depth, s);
        default: break;
      }
    }
    const ExprId local = known(Type::player, s);
    if (local != kNone && chance(60)) return local;
    const ExprId from_state = chance(20) ? state(Type::player, depth, s) : kNone;
    if (from_state != kNone) return from_state;
    if (chance(6)) return b_.e(chance(50) ? Op::last_mover : Op::round_starter, Type::player);
    return chance(60) ? b_.mover() : chance(80) ? b_.person(static_cast<Player>(pick(2))) : b_.nobody();
  }

  ExprId persons(int depth, const Scope& s) {
    if (depth > 0 && chance(50)) {
      const ExprId set = persons(depth - 1, s);
      const std::int32_t slot = b_.slot();
      Scope inner = s;
      inner.locals.emplace_back(slot, Type::player);
      return b_.e(Op::where, Type::players, set, truth(depth - 1, inner), kNone, slot);
    }
    return chance(60) ? b_.players() : player(0, s);
  }

  ExprId direction(int depth, const Scope& s) {
    if (depth > 0 && chance(20)) return b_.e(Op::reverse, Type::direction, direction(depth - 1, s));
    if (depth > 0 && chance(15)) return conditional(Type::direction, depth, s);
    const ExprId from_state = chance(20) ? state(Type::direction, depth, s) : kNone;
    if (from_state != kNone) return from_state;
    if (chance(30)) return b_.e(Op::running, Type::direction);
    return b_.way(chance(60) ? Direction::onward : Direction::backward);
  }

  // --- clauses
  // -----------------------------------------------------------------------------------------------

  enum class Site { play, each_seed, lap_end, move_end, turn_start, before_turn, after_move };

  Action action(Site site, Scope& s, int nested) {
    for (;;) {
      switch (pick(15)) {
        case 0:
        case 1:
        case 2: {
          Action capture = b_.capture(chance(60) ? hole(2, s) : region(2, s));
          if (chance(15)) capture.amount = number(1, s);
          capture.piece = piece();
          if (chance(10)) {
            capture.imm = 1;
          } else if (chance(50)) {
            capture.slot = b_.slot();
            Scope inner = s;
            inner.locals.emplace_back(capture.slot, Type::hole);
            capture.extra = player(1, inner);
          }
          return capture;
        }
        case 3: {
          const ExprId from = hole(1, s);
          const ExprId amount = chance(50) ? kNone : number(1, s);
          Action move = b_.act(Act::move, from, amount, chance(60) ? hole(1, s) : region(1, s));
          move.piece = piece();
          return move;
        }
        case 4:
        case 5: {
          if (b_.program.states.empty()) break;
          const int index = pick(static_cast<int>(b_.program.states.size()));
          const ExprId of = whose(index, 2, s);
          Action set = b_.act(Act::set_state, of, kNone, any(b_.program.states[index].holds, 1, s));
          set.imm = index;
          return set;
        }
        case 6: {
          if (!b_.program.territory) break;
          Action owner = b_.act(Act::set_owner, region(1, s));
          owner.slot = b_.slot();
          Scope inner = s;
          inner.locals.emplace_back(owner.slot, Type::hole);
          owner.extra = player(1, inner);
          return owner;
        }
        case 7:
          if (!chance(15)) break;
          return b_.act(chance(60) ? Act::close : Act::open, region(1, s));
        case 8: {
          if (site == Site::each_seed || site == Site::before_turn || !chance(25)) break;
          Action choose = b_.act(Act::choose);
          choose.slot = b_.slot();
          choose.by_chance = chance(30);
          if (chance(30)) choose.by = player(1, s);
          switch (pick(3)) {
            case 0:
              choose.what = region(1, s);
              s.locals.emplace_back(choose.slot, Type::hole);
              break;
            case 1:
              choose.what = b_.num(0);
              choose.extra = b_.num(1 + pick(2));
              s.locals.emplace_back(choose.slot, Type::number);
              break;
            default: choose.imm = 2; break;
          }
          return choose;
        }
        case 9: {
          const Type type = static_cast<Type>(pick(5));
          Action let = b_.act(Act::let, any(type, 2, s));
          let.slot = b_.slot();
          s.locals.emplace_back(let.slot, type);
          return let;
        }
        case 10: {
          if (nested > 0) break;
          Action block = b_.act(Act::block);
          Scope inner = s;
          block.imm = b_.list(clauses(site, inner, nested + 1, false));
          return block;
        }
        case 11:
          if (site == Site::each_seed || site == Site::before_turn || site == Site::after_move || !chance(40))
            break;
          return b_.act(Act::again);
        case 12:
          if (site == Site::each_seed) break;
          if (chance(50)) {
            Action lift = b_.lift(chance(70) ? hole(1, s) : region(1, s));
            lift.piece = piece();
            return lift;
          }
          return b_.act(Act::stop);
        case 13:
          if (!chance(10)) break;
          return b_.act(chance(50) ? Act::swap_seats : Act::rotate_seats);
        default:
          if (!chance(8)) break;
          return chance(50) ? b_.act(Act::end) : b_.act(Act::win, player(1, s));
      }
    }
  }

  std::vector<Action> actions(Site site, const Scope& outer, int nested, bool may_sow) {
    Scope s = outer;
    std::vector<Action> made;
    const int count = pick(3);
    for (int i = 0; i < count; i++) made.push_back(action(site, s, nested));
    const bool sows = may_sow && (site == Site::play || (site == Site::lap_end && chance(45)));
    if (sows) {
      const ExprId from = site == Site::play ? b_.start() : hole(1, s);
      Action lift = b_.lift(from);
      if (chance(15)) lift.amount = number(1, s);
      if (chance(10)) lift.piece = piece();
      made.push_back(lift);
      Action sow = b_.act(chance(80) ? Act::sow_after : Act::sow_at, chance(85) ? from : hole(1, s));
      if (chance(12)) sow.extra = direction(1, s);
      made.push_back(sow);
    }
    return made;
  }

  std::vector<Clause> clauses(Site site, Scope& s, int nested, bool may_sow) {
    std::vector<Clause> made;
    const int count = 1 + pick(site == Site::lap_end ? 4 : 2);
    for (int i = 0; i < count; i++) {
      if (chance(12)) {
        const Type type = static_cast<Type>(pick(5));
        Clause let;
        let.kind = ClauseKind::let;
        let.value = any(type, 2, s);
        let.slot = b_.slot();
        s.locals.emplace_back(let.slot, type);
        made.push_back(let);
      } else if (chance(8)) {
        Clause each;
        each.kind = ClauseKind::each;
        Scope inner = s;
        const int loops = 1 + pick(2);
        for (int loop = 0; loop < loops; loop++) {
          ir::Binding binding;
          const bool of_players = chance(30);
          binding.set = of_players ? persons(1, inner) : region(1, inner);
          binding.slot = b_.slot();
          binding.from = static_cast<ir::From>(pick(3));
          inner.locals.emplace_back(binding.slot, of_players ? Type::player : Type::hole);
          each.bindings.push_back(binding);
        }
        if (chance(60)) each.cond = truth(2, inner);
        each.actions = actions(site, inner, nested, false);
        made.push_back(each);
      } else {
        const ExprId condition = chance(site == Site::play ? 40 : 90) ? truth(3, s) : kNone;
        const std::vector<Action> does = actions(site, s, nested, may_sow);
        Clause clause = chance(70) ? Builder::then(condition, does) : Builder::also(condition, does);
        if (chance(10)) clause.name = "c" + std::to_string(i);
        made.push_back(clause);
      }
    }
    return made;
  }

  // --- the whole
  // ---------------------------------------------------------------------------------------------

  void states() {
    const int count = plain_ || chance(50) ? 0 : 1 + pick(3);
    std::int32_t slot = 0;
    for (int i = 0; i < count; i++) {
      const Type types[] = {Type::truth, Type::number, Type::hole, Type::player, Type::direction};
      ir::State state;
      state.name = "s" + std::to_string(i);
      state.holds = types[pick(5)];
      state.per = static_cast<ir::Per>(pick(3));
      state.lasts = static_cast<ir::Lasts>(pick(4));
      if (state.holds == Type::number) state.high = 4;
      state.first_slot = slot;
      slot += state.per == ir::Per::none   ? 1
              : state.per == ir::Per::hole ? b_.program.board.hole_count()
                                           : b_.program.board.player_count();
      b_.program.states.push_back(state);
    }
    if (plain_ && chance(35)) {
      ir::State state;
      state.name = "mark";
      state.holds = chance(50) ? Type::truth : Type::player;
      state.per = ir::Per::hole;
      state.lasts = chance(80) ? ir::Lasts::round : ir::Lasts::match;
      state.first_slot = slot;
      slot += b_.program.board.hole_count();
      mark_ = static_cast<int>(b_.program.states.size());
      b_.program.states.push_back(state);
    }
    if (plain_ && chance(35)) {
      const Type types[] = {Type::truth, Type::truth, Type::player, Type::number, Type::direction};
      ir::State state;
      state.name = "flag";
      state.holds = types[pick(5)];
      state.per = chance(50) ? ir::Per::none : ir::Per::player;
      state.lasts = static_cast<ir::Lasts>(pick(4));
      if (state.holds == Type::number) state.high = 1 + pick(3);
      state.first_slot = slot;
      slot += state.per == ir::Per::none ? 1 : b_.program.board.player_count();
      flag_ = static_cast<int>(b_.program.states.size());
      b_.program.states.push_back(state);
    }
    b_.program.state_slots = slot;
  }

  // Of the seeds of a hole, as many as this are laid out as pieces of one kind each.
  void pieces(int seeds) {
    ir::Program& program = b_.program;
    const int count = plain_ || chance(75) ? 0 : 1 + pick(std::min(seeds, 2));
    for (int i = 0; i < count; i++) {
      ir::PieceKind kind;
      kind.name = i == 0 ? "stone" : "pebble";
      kind.worth = pick(7) - 1;
      const ExprId there =
          b_.equal(b_.e(Op::column_number, Type::number, b_.local(program.setup_slot)), b_.num(1 + pick(2)));
      kind.setup = b_.e(Op::choose_if, Type::number, there, b_.num(1), b_.num(0));
      kind.first_slot = program.state_slots;
      program.state_slots += program.board.place_count() + 1;
      program.pieces.push_back(kind);
    }
  }

  void make() {
    ir::Program& program = b_.program;
    program.territory = !plain_ && chance(15);
    states();
    program.setup_slot = b_.slot();
    const int seeds = 1 + pick(4);
    program.setup = b_.num(seeds);
    pieces(seeds);
    program.win = chance(80) ? b_.most_captured() : player(1, {});
    program.endless = {3 + pick(20), plain_ ? ir::EndlessThen::stop : static_cast<ir::EndlessThen>(pick(3))};
    const int phases = chance(85) ? 1 : 2;
    for (int i = 0; i < phases; i++) {
      if (i > 0) program.phases.emplace_back();
      if (i + 1 < phases) program.phases[i].condition = plain_ ? early() : truth(2, {});
      phase(i);
    }
    number_choice_words(program);
    if (plain_) return plain_ends();
    Scope after, before, start;
    after.lap = after.outside = true;
    before.outside = start.outside = true;
    if (chance(60)) program.after_move = end_list(Site::after_move, after);
    if (chance(60)) program.before_turn = end_list(Site::before_turn, before);
    if (chance(12)) program.turn_start = b_.list(clauses(Site::turn_start, start, 0, false));
  }

  void plain_ends() {
    ir::Program& program = b_.program;
    if (chance(60)) {
      std::vector<Clause> made;
      if (chance(50))
        made.push_back(Builder::then(b_.greater(b_.seeds(b_.store(b_.mover())), b_.num(4 + pick(20))), {}));
      const ExprId condition =
          chance(70) ? b_.either(b_.empty(b_.own()), b_.empty(b_.theirs())) : b_.empty(b_.theirs());
      if (flag_ >= 0 && chance(30)) {
        made.push_back(
            Builder::then(b_.both(flagged(), b_.empty(b_.own())), {b_.capture_for_owners(b_.board())}));
      }
      if (chance(70)) made.push_back(Builder::then(condition, {b_.capture_for_owners(b_.board())}));
      if (chance(20))
        made.push_back(Builder::then(b_.e(Op::repeated, Type::truth), {b_.capture_for_owners(b_.board())}));
      if (chance(20)) {
        const int half = 4 + pick(10);
        const ExprId some = b_.where(
            b_.players(), [&](ExprId it) { return b_.greater(b_.seeds(b_.store(it)), b_.num(half)); });
        made.push_back(Builder::then(b_.e(Op::some, Type::truth, some), {}));
      }
      program.after_move = b_.list(made);
    }
    if (chance(70)) {
      Action rest = b_.capture(b_.board());
      if (chance(70)) rest.extra = chance(50) ? b_.opponent() : b_.mover();
      std::vector<Clause> made = {Builder::then(b_.e(Op::no_move, Type::truth), {rest})};
      if (chance(15))
        made.push_back(Builder::then(b_.e(Op::repeated, Type::truth), {b_.capture_for_owners(b_.board())}));
      program.before_turn = b_.list(made);
    }
  }

  ListId end_list(Site site, Scope s) {
    std::vector<Clause> made;
    const int count = 1 + pick(2);
    for (int i = 0; i < count; i++) {
      const ExprId condition =
          site == Site::before_turn && chance(60) ? b_.e(Op::no_move, Type::truth) : truth(2, s);
      std::vector<Action> does;
      if (chance(60)) does.push_back(b_.capture_for_owners(b_.board()));
      if (chance(20)) {
        Scope inner = s;
        does.push_back(action(site, inner, 0));
      }
      made.push_back(Builder::then(condition, does));
    }
    return b_.list(made);
  }

  void phase(int index) {
    ir::Program& program = b_.program;
    const auto circuits = static_cast<int>(program.board.circuits.size());
    const bool plain = plain_;
    Scope outside, station, lap, over;
    lap.lap = lap.sowing = over.lap = station.sowing = true;
    std::vector<ir::MoveBlock> blocks;
    const int count = plain || chance(85) ? 1 : 2;
    for (int i = 0; i < count; i++) {
      ir::MoveBlock block;
      block.from = plain || chance(60) ? b_.occupied_own() : region(2, outside);
      if (plain && chance(25)) block.from = choosy();
      if (plain && chance(15)) {
        ir::Filter prefer;
        if (chance(30)) prefer.cond = b_.empty(b_.next(b_.start()));
        if (chance(20)) prefer.cond = flag_ >= 0 && chance(50) ? flagged() : early();
        prefer.test = chance(50) ? b_.greater(b_.seeds(b_.start()), b_.num(1))
                                 : b_.greater(b_.seeds(b_.theirs()), b_.num(pick(6)));
        prefer.prefer = chance(70);
        block.filters.push_back(prefer);
      }
      if (!plain && chance(10)) block.when = truth(1, outside);
      if (!plain && chance(10)) {
        ir::Pick pick;
        pick.slot = b_.slot();
        pick.from = chance(50) ? b_.num(0) : b_.own();
        if (program.exprs[pick.from].type == Type::number) pick.to = b_.num(1 + this->pick(2));
        block.picks.push_back(pick);
      }
      if (plain && chance(25)) {
        ir::Filter feed;
        if (chance(70)) feed.cond = b_.empty(b_.theirs());
        feed.test = b_.e(Op::after, Type::truth, b_.occupied(b_.theirs()));
        block.filters.push_back(feed);
      }
      const int filters = !plain && chance(40) ? 1 + pick(2) : 0;
      for (int f = 0; f < filters; f++) {
        Scope scope;
        scope.filter = true;
        ir::Filter filter;
        if (chance(40)) filter.cond = truth(2, scope);
        filter.test = truth(2, scope);
        filter.prefer = chance(50);
        block.filters.push_back(filter);
      }
      block.pass_if_none = chance(20);
      if (!plain && chance(15)) block.pass = truth(1, outside);
      blocks.push_back(block);
    }
    const std::int32_t station_slot = b_.slot();
    station.locals.emplace_back(station_slot, Type::hole);
    const ExprId ways[] = {b_.way(Direction::onward), b_.way(Direction::onward), b_.way(Direction::backward),
                           b_.way(Direction::either)};
    const ExprId way = plain        ? (chance(40) ? plain_way() : ways[pick(3)])
                       : chance(60) ? ways[pick(4)]
                                    : direction(1, outside);
    const ExprId skip = chance(plain ? 12 : 20)
                            ? (chance(60) ? b_.equal(b_.local(station_slot), b_.start()) : truth(1, station))
                            : kNone;
    const ExprId each = !plain && chance(12) ? number(1, station) : kNone;
    ListId play = kNone, each_seed = kNone, lap_end = kNone, move_end = kNone;
    if (plain && chance(40)) {
      play = b_.list(plain_play());
    } else if (plain || chance(50)) {
      play = b_.list({Builder::also(kNone, b_.relay(b_.start()))});
    } else {
      play = b_.list(clauses(Site::play, outside, 0, true));
    }
    if (chance(plain ? 20 : 35)) {
      const ExprId taken = b_.equal(b_.seeds(b_.here()), b_.num(2 + pick(3)));
      each_seed = plain ? plain_drop(taken) : b_.list(clauses(Site::each_seed, lap, 0, false));
    }
    std::vector<Clause> at_end;
    if (plain && chance(40)) {
      const ExprId from = chance(60) ? b_.here() : b_.next(b_.here());
      const ExprId condition =
          chance(60) ? b_.greater(b_.seeds(from), b_.num(1)) : b_.greater(b_.was(), b_.num(0));
      std::vector<Action> again = b_.relay(from);
      if (chance(25)) again.back().act = Act::sow_at;
      if (chance(15)) again = {b_.lift(b_.here()), b_.sow_after(b_.prev(b_.here()))};
      at_end.push_back(Builder::then(condition, again));
    }
    if (plain) {
      const int tests = pick(3);
      for (int i = 0; i < tests; i++) at_end.push_back(plain_clause(lap));
      if (tests > 0 && chance(15)) keep_a_truth(at_end);
    } else {
      at_end = clauses(Site::lap_end, lap, 0, true);
    }
    if (!at_end.empty()) lap_end = b_.list(at_end);
    if (plain && flag_ >= 0 && chance(25)) {
      move_end = b_.list({Builder::also(b_.greater(b_.seeds(b_.own()), b_.num(pick(8))), {set_flag()})});
    }
    if (!plain && chance(25)) move_end = b_.list(clauses(Site::move_end, over, 0, false));
    ir::Phase& phase = program.phases[index];
    phase.name = "p" + std::to_string(index);
    phase.circuit = pick(circuits);
    phase.direction = way;
    phase.skip = skip;
    phase.each = each;
    phase.station_slot = station_slot;
    if (!plain && (program.board.circuits[phase.circuit].straight || chance(8))) {
      phase.route_slot = b_.slot();
      phase.route = route();
    }
    if (!program.pieces.empty() && chance(30)) phase.order_slot = b_.slot();
    // Whether a move can be played without end would be asked of every way to make its choices.
    const bool many_choices = phase.route != kNone || phase.order_slot != kNone;
    if (many_choices && program.endless.then == ir::EndlessThen::illegal)
      program.endless.then = ir::EndlessThen::stop;
    phase.play = play;
    phase.each_seed = each_seed;
    phase.lap_end = lap_end;
    phase.move_end = move_end;
    phase.moves = blocks;
  }

  // Where the sower may go from here.
  ExprId route() {
    Scope scope;
    scope.lap = scope.sowing = true;
    const ExprId near = b_.e(Op::neighbours, Type::region, b_.here());
    switch (pick(5)) {
      case 0: return near;
      case 1: return b_.e(Op::minus, Type::region, near, b_.e(Op::previous, Type::hole));
      case 2: return b_.e(Op::minus, Type::region, near, b_.e(Op::lap_sown, Type::region));
      case 3: return b_.unite(near, region(1, scope));
      default: return region(2, scope);
    }
  }

  // A state of the hole that lanes may have a set for.
  ExprId marked(ExprId hole) {
    const Type holds = b_.program.states[mark_].holds;
    const ExprId state = b_.e(Op::state, holds, hole, kNone, kNone, mark_);
    if (holds == Type::truth) return state;
    const ExprId players[] = {b_.mover(), b_.opponent(),
                              b_.e(Op::player, Type::player, kNone, kNone, kNone, kNobody)};
    return b_.equal(state, players[pick(3)]);
  }

  // A state that is single or a player's and that lanes may have a flag for.
  ExprId flagged() {
    const ir::State& state = b_.program.states[flag_];
    const Type holds = state.holds;
    const ExprId of = state.per == ir::Per::none ? kNone : chance(70) ? b_.mover() : b_.opponent();
    const ExprId is = b_.e(Op::state, holds, of, kNone, kNone, flag_);
    return holds == Type::truth ? is : b_.equal(is, flag_value(holds));
  }

  ExprId flag_value(Type holds) {
    if (holds == Type::truth) return b_.e(Op::truth, Type::truth, kNone, kNone, kNone, pick(2));
    if (holds == Type::player) return chance(50) ? b_.mover() : b_.opponent();
    if (holds == Type::number) return b_.num(pick(3));
    return b_.way(chance(50) ? Direction::onward : Direction::backward);
  }

  // To a value that is known, or that a condition tells.
  Action set_flag() {
    const ir::State& state = b_.program.states[flag_];
    const ExprId of = state.per == ir::Per::none ? kNone : chance(70) ? b_.mover() : b_.opponent();
    ExprId value = flag_value(state.holds);
    if (chance(40)) {
      const ExprId test = b_.greater(b_.seeds(b_.theirs()), b_.num(pick(6)));
      value = state.holds == Type::truth
                  ? test
                  : b_.e(Op::choose_if, state.holds, test, value, flag_value(state.holds));
    }
    Action set = b_.act(Act::set_state, of, kNone, value);
    set.imm = flag_;
    return set;
  }

  // True in the first turns only, or not in them.
  ExprId early() {
    const ExprId turns = chance(70) ? b_.e(Op::turns, Type::number, chance(80) ? b_.mover() : b_.opponent())
                                    : b_.e(Op::turns_played, Type::number);
    const ExprId most = b_.num(pick(3));
    switch (pick(4)) {
      case 0: return b_.equal(turns, most);
      case 1: return b_.greater(most, turns);
      case 2: return b_.negate(b_.greater(turns, most));
      default: return b_.greater(turns, most);
    }
  }

  // Holes that may be lifted or not as their neighbours and states are.
  ExprId choosy() {
    return b_.where(b_.own(), [&](ExprId it) {
      const ExprId more = b_.greater(b_.seeds(it), b_.num(1));
      const ExprId alone = b_.both(b_.occupied(it), b_.empty(b_.next(it)));
      if (mark_ >= 0 && chance(60)) return b_.both(b_.occupied(it), b_.negate(marked(it)));
      return chance(50) ? b_.either(more, alone) : alone;
    });
  }

  // Holes as many or as few seeds lie in them.
  ExprId counted_holes() {
    const int low = 1 + pick(3), high = low + pick(3);
    return b_.where(chance(50) ? b_.theirs() : b_.board(), [&](ExprId it) {
      return b_.is(b_.seeds(it), {{low, high}});
    });
  }

  // Captures on the way, everywhere or on one side, for the owner or always the same player.
  ListId plain_drop(ExprId taken) {
    if (chance(30)) taken = b_.both(taken, b_.negate(b_.last()));
    if (chance(40)) taken = b_.both(b_.in(b_.here(), chance(50) ? b_.own() : b_.theirs()), taken);
    Action capture = chance(50) ? b_.capture(b_.here()) : b_.capture_for_owners(b_.here());
    if (chance(20)) capture.extra = b_.opponent();
    return b_.list({Builder::then(taken, {capture})});
  }

  // A condition on the hole that a move begins with.
  ExprId start_test() {
    switch (pick(4)) {
      case 0: return b_.greater(b_.seeds(b_.start()), b_.num(1 + pick(3)));
      case 1: return b_.occupied(b_.opposite(b_.start()));
      case 2: return mark_ >= 0 ? marked(b_.start()) : b_.empty(b_.theirs());
      default: return b_.greater(b_.e(Op::column_number, Type::number, b_.start()), b_.num(1 + pick(3)));
    }
  }

  // The same way always, as the player likes, or as the hole is that the move begins with.
  ExprId plain_way() {
    const ExprId either = b_.way(Direction::either), there = b_.way(Direction::onward),
                 back = b_.way(Direction::backward);
    if (chance(40)) return either;
    const bool middle = chance(30);
    const ExprId column = b_.e(Op::column_number, Type::number, b_.start());
    const ExprId test = middle ? b_.equal(column, b_.num(1 + pick(3))) : start_test();
    if (middle) return b_.e(Op::choose_if, Type::direction, test, either, chance(50) ? there : back);
    return b_.e(Op::choose_if, Type::direction, test, there, back);
  }

  // What is kept before the clauses decides the last of them, too.
  void keep_a_truth(std::vector<Clause>& clauses) {
    Clause let;
    let.kind = ir::ClauseKind::let;
    let.slot = b_.slot();
    let.value =
        chance(70) ? b_.greater(b_.seeds(b_.here()), b_.num(1 + pick(3))) : b_.in(b_.here(), b_.own());
    ExprId& condition = clauses.back().cond;
    const ExprId kept = b_.local(let.slot, Type::truth);
    condition = condition == kNone ? kept : b_.both(condition, kept);
    clauses.insert(clauses.begin(), let);
  }

  // What a move may begin with other than sowing all seeds of the start hole.
  std::vector<Clause> plain_play() {
    const auto sow = [&] {
      std::vector<Action> does = {b_.lift(b_.start())};
      if (mark_ >= 0 && chance(30)) {
        const bool flag = b_.program.states[mark_].holds == Type::truth;
        Action set = b_.act(Act::set_state, b_.start(), kNone,
                            flag ? b_.e(Op::truth, Type::truth, kNone, kNone, kNone, pick(2)) : b_.mover());
        set.imm = mark_;
        does.push_back(set);
      }
      const ExprId from = chance(80) ? b_.start() : b_.prev(b_.start());
      does.push_back(b_.act(chance(50) ? Act::sow_at : Act::sow_after, from));
      return does;
    };
    std::vector<Clause> made;
    if (chance(40)) {
      Action some = b_.capture(chance(70) ? b_.start() : b_.opposite(b_.start()));
      if (chance(70)) some.amount = b_.num(1);
      made.push_back(Builder::also(chance(50) ? start_test() : kNone, {some}));
    }
    if (chance(30)) made.push_back(Builder::then(start_test(), {b_.capture(b_.opposite(b_.start()))}));
    if (chance(40)) made.push_back(Builder::then(start_test(), sow()));
    made.push_back(Builder::also(kNone, sow()));
    return made;
  }

  // A condition on the last hole and counts near it, and a capture near it: what lanes may have operations
  // for.
  Clause plain_clause(const Scope& lap) {
    const auto near = [&] {
      const ExprId places[] = {b_.here(), b_.opposite(b_.here()), b_.next(b_.here()), b_.prev(b_.here()),
                               b_.next(b_.next(b_.here()))};
      return places[pick(5)];
    };
    const auto test = [&] {
      if (mark_ >= 0 && chance(50)) return marked(near());
      if (flag_ >= 0 && chance(40)) return flagged();
      if (chance(4)) return early();
      switch (pick(10)) {
        case 0: return b_.in(near(), chance(50) ? b_.own() : b_.theirs());
        case 1: return b_.equal(b_.here(), b_.store(b_.mover()));
        case 5: return b_.greater(b_.e(Op::laps, Type::number), b_.num(1));
        case 6: return b_.greater(b_.seeds(counted_holes()), b_.num(pick(4)));
        case 7: return b_.in(near(), counted_holes());
        case 8: return b_.e(Op::some, Type::truth, counted_holes());
        case 9: return b_.greater(b_.e(Op::count, Type::number, counted_holes()), b_.num(pick(4)));
        case 2: return b_.is(b_.seeds(near()), {{1 + pick(3), 1 + pick(4)}});
        case 3: return b_.equal(b_.was(), b_.num(pick(2)));
        default: return compared(0, lap);
      }
    };
    ExprId condition = test();
    if (chance(60)) condition = chance(70) ? b_.both(condition, test()) : b_.either(condition, test());
    if (chance(20)) condition = b_.negate(condition);
    std::vector<Action> does;
    if (chance(25)) {
      does.push_back(b_.act(Act::again));
    } else if (chance(30)) {
      const std::int32_t it = b_.slot();
      const ExprId run =
          b_.e(Op::run, Type::region, b_.here(), b_.is(b_.seeds(b_.local(it)), {{1, 1 + pick(3)}}),
               chance(70) ? b_.theirs() : b_.board(), it);
      if (chance(80)) b_.program.exprs[run].d = ir::kRunBack;
      if (chance(30)) condition = b_.negate(b_.equal(b_.seeds(run), b_.seeds(b_.theirs())));
      does.push_back(b_.capture(run));
    } else if (flag_ >= 0 && chance(50)) {
      does.push_back(set_flag());
    } else if (mark_ >= 0 && chance(40)) {
      const bool flag = b_.program.states[mark_].holds == Type::truth;
      Action set = b_.act(Act::set_state, near(), kNone,
                          flag ? b_.e(Op::truth, Type::truth, kNone, kNone, kNone, pick(2)) : b_.mover());
      set.imm = mark_;
      does.push_back(set);
    } else if (chance(25)) {
      Action some = b_.capture(chance(50) ? near() : counted_holes());
      if (b_.program.exprs[some.what].type == Type::hole && chance(60)) some.amount = b_.num(1 + pick(3));
      if (chance(30)) some.extra = b_.opponent();
      if (b_.program.exprs[some.what].type == Type::region && chance(40)) {
        some.what = b_.unite(b_.e(Op::single, Type::region, near()), some.what);
      }
      does.push_back(some);
    } else {
      does.push_back(b_.capture(near()));
      if (chance(15)) does.back().imm = 1;
      if (chance(30)) does.push_back(b_.capture(near()));
      if (chance(20)) {
        does.push_back(b_.capture(
            b_.unite(b_.e(Op::single, Type::region, near()), b_.e(Op::single, Type::region, near()))));
      }
    }
    return chance(75) ? Builder::then(condition, does) : Builder::also(condition, does);
  }

  Picks c_;
  bool plain_;     // near to what games have, so that lanes are tried, too
  int mark_ = -1;  // a state of holes that lanes may have, in plain programs
  int flag_ = -1;  // … and another one
  Builder b_;
};

}  // namespace mancala::test
