#include "dsl/bounds.h"

#include <algorithm>
#include <bit>

namespace mancala {

using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;

namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 40;  // no number is larger
constexpr int kMostWork = 200'000;
constexpr std::int64_t kMostTried = 1'000;  // numbers that are tried one by one

std::int64_t cut(std::int64_t n) { return std::clamp(n, -kMost, kMost); }

bool inside(const Region& part, const Region& whole) { return (part - whole).empty(); }

}  // namespace

BoundsOf::BoundsOf(const ir::Program& program, std::int64_t seeds)
    : program_(program), board_(program.board), seeds_(seeds) {
  for (const ir::ClauseList& list : program.lists) {
    for (const ir::Clause& clause : list.clauses) {
      for (const ir::Action& action : clause.actions) closes_ = closes_ || action.act == ir::Act::close;
    }
  }
}

bool BoundsOf::may_hold(ExprId condition) {
  bool may = false;
  for (mover_ = 0; mover_ < board_.seats(); ++mover_) {
    work_ = 0;
    may = of(condition).high != 0 || may;
  }
  return may;
}

bool BoundsOf::may_fail(ExprId condition) {
  bool may = false;
  for (mover_ = 0; mover_ < board_.seats(); ++mover_) {
    work_ = 0;
    may = of(condition).low == 0 || may;
  }
  return may;
}

void BoundsOf::look_at(ExprId id) {
  for (mover_ = 0; mover_ < board_.seats(); ++mover_) {
    work_ = 0;
    of(id);
  }
}

Bounds BoundsOf::number(std::int64_t low, std::int64_t high) const {
  Bounds b;
  b.low = cut(low);
  b.high = cut(high);
  return b;
}

Bounds BoundsOf::truth(bool may_fail, bool may_hold) const {
  return number(may_fail ? 0 : 1, may_hold ? 1 : 0);
}

// Closed holes are in no region.
Bounds BoundsOf::exactly(const Region& region) const {
  Bounds b;
  b.maybe = region;
  if (!closes_) b.sure = region;
  return b;
}

Bounds BoundsOf::any(Type type) const {
  Bounds b;
  const std::uint32_t all = (std::uint32_t{1} << board_.player_count()) - 1;
  switch (type) {
    case Type::number: return number(-kMost, kMost);
    case Type::truth: return truth(true, true);
    case Type::hole:
      b.maybe = board_.all();
      b.none = b.elsewhere = true;
      return b;
    case Type::region:
      b.maybe = board_.all();
      b.elsewhere = true;
      return b;
    case Type::player:
    case Type::players:
      b.seats = all;
      b.none = true;
      return b;
    case Type::direction:
    case Type::word: return number(-kMost, kMost);
  }
  return b;
}

// The holes of these seats: of each one of them, or of one that may be any of them.
Bounds BoundsOf::owned(std::uint32_t seats, bool all_of_them) const {
  if (program_.territory) {
    Bounds b;
    b.maybe = board_.all();
    return b;
  }
  Region region;
  for (Player p = 0; p < board_.seats(); ++p) {
    if ((seats >> p & 1) != 0) region = region | board_.owned_by(p);
  }
  Bounds b = exactly(region);
  if (!all_of_them && std::popcount(seats) != 1) b.sure = {};
  return b;
}

Bounds BoundsOf::joined(const Bounds& a, const Bounds& b) const {
  Bounds c;
  c.low = std::min(a.low, b.low);
  c.high = std::max(a.high, b.high);
  c.sure = a.sure & b.sure;
  c.maybe = a.maybe | b.maybe;
  c.seats = a.seats | b.seats;
  c.sure_seats = a.sure_seats & b.sure_seats;
  c.none = a.none || b.none;
  c.elsewhere = a.elsewhere || b.elsewhere;
  return c;
}

Bounds BoundsOf::compared(const Expr& e) {
  const Bounds a = of(e.a);
  const Bounds b = of(e.b);
  switch (e.op) {
    case Op::less: return truth(a.high >= b.low, a.low < b.high);
    case Op::less_equal: return truth(a.high > b.low, a.low <= b.high);
    case Op::greater: return truth(a.low <= b.high, a.high > b.low);
    default: return truth(a.low < b.high, a.high >= b.low);
  }
}

Bounds BoundsOf::equal(const Expr& e) {
  const Bounds a = of(e.a);
  const Bounds b = of(e.b);
  const Type type = program_.exprs[static_cast<std::size_t>(e.a)].type;
  bool may_be = true;
  bool may_differ = true;
  if (type == Type::hole) {
    may_be = !(a.maybe & b.maybe).empty() || (a.none && b.none) || (a.elsewhere && b.elsewhere);
    may_differ = a.none || b.none || a.elsewhere || b.elsewhere || a.maybe.count() != 1 || a.maybe != b.maybe;
  } else if (type == Type::player) {
    may_be = (a.seats & b.seats) != 0 || (a.none && b.none);
    may_differ = a.none || b.none || std::popcount(a.seats) != 1 || a.seats != b.seats;
  } else if (type == Type::number || type == Type::truth || type == Type::word || type == Type::direction) {
    may_be = a.low <= b.high && b.low <= a.high;
    may_differ = a.low != a.high || b.low != b.high || a.low != b.low;
  }
  return e.op == Op::equal ? truth(may_differ, may_be) : truth(may_be, may_differ);
}

Bounds BoundsOf::is(const Expr& e) {
  const Bounds a = of(e.a);
  if (a.high - a.low > kMostTried) return truth(true, true);
  const ir::NumberSet& set = program_.number_sets[static_cast<std::size_t>(e.imm)];
  bool may_hold = false;
  bool may_fail = false;
  for (std::int64_t n = a.low; n <= a.high; ++n) (set.has(n) ? may_hold : may_fail) = true;
  return truth(may_fail, may_hold);
}

Bounds BoundsOf::member(const Expr& e) {
  const Bounds a = of(e.a);
  const Bounds b = of(e.b);
  if (program_.exprs[static_cast<std::size_t>(e.a)].type == Type::player) {
    const bool sure = !a.none && (a.seats & ~b.sure_seats) == 0;
    return truth(!sure, (a.seats & b.seats) != 0);
  }
  const bool sure = !a.none && !a.elsewhere && inside(a.maybe, b.sure);
  return truth(!sure, !(a.maybe & b.maybe).empty() || (a.elsewhere && b.elsewhere));
}

Bounds BoundsOf::where(ExprId id, const Expr& e) {
  const Bounds of_set = of(e.a);
  Bounds found;
  found.elsewhere = of_set.elsewhere;
  const std::map<std::int32_t, Bounds> outside = locals_;
  bool may_hold = of_set.elsewhere;
  bool may_fail = of_set.elsewhere;
  bool asked = of_set.elsewhere;
  const auto ask = [&](const Bounds& it) {
    locals_[e.imm] = it;
    const Bounds holds = of(e.b);
    asked = true;
    may_hold = may_hold || holds.high != 0;
    may_fail = may_fail || holds.low == 0;
    return holds;
  };
  if (e.type == Type::players) {
    for (Player p = 0; p < board_.seats(); ++p) {
      const std::uint32_t seat = std::uint32_t{1} << p;
      if ((of_set.seats & seat) == 0) continue;
      Bounds it;
      it.seats = seat;
      const Bounds holds = ask(it);
      if (holds.high != 0) found.seats |= seat;
      if (holds.low != 0) found.sure_seats |= of_set.sure_seats & seat;
    }
  } else {
    for (const Place h : of_set.maybe) {
      Bounds it;
      it.maybe.add(h);
      const Bounds holds = ask(it);
      if (holds.high != 0) found.maybe.add(h);
      if (holds.low != 0 && of_set.sure.has(h)) found.sure.add(h);
    }
  }
  locals_ = outside;
  Where& noted = wheres_[id];
  noted.asked = noted.asked || asked;
  noted.may_hold = noted.may_hold || may_hold;
  noted.may_fail = noted.may_fail || may_fail;
  return found;
}

// Hole by hole; of one that may be closed, or has no such hole, there is none.
Bounds BoundsOf::through(const Expr& e, const std::vector<Place>& table) {
  const Bounds a = of(e.a);
  Bounds b;
  b.none = a.none || a.elsewhere || closes_;
  for (const Place h : a.maybe) {
    const Place to = board_.is_hole(h) && !table.empty() ? table[static_cast<std::size_t>(h)] : kNoPlace;
    if (to == kNoPlace) {
      b.none = true;
      continue;
    }
    b.maybe.add(to);
    if (!closes_ && a.sure.has(h)) b.sure.add(to);
  }
  return b;
}

Bounds BoundsOf::counted_on(const Bounds& hole, bool row) const {
  Bounds b = number(kMost, -kMost);
  const auto add = [&b](std::int64_t n) {
    b.low = std::min(b.low, n);
    b.high = std::max(b.high, n);
  };
  if (hole.none || hole.elsewhere || hole.maybe.empty()) add(0);
  for (const Place h : hole.maybe) {
    const Hole& it = board_.holes[static_cast<std::size_t>(h)];
    add(row ? it.row : it.number);
  }
  return b;
}

Bounds BoundsOf::of(ExprId id) {
  const Expr& e = program_.exprs[static_cast<std::size_t>(id)];
  if (++work_ > kMostWork) return any(e.type);
  const auto seat = [](Player p) {
    Bounds b;
    if (p == kNobody) {
      b.none = true;
    } else {
      b.seats = b.sure_seats = std::uint32_t{1} << p;
    }
    return b;
  };
  switch (e.op) {
    case Op::number:
    case Op::truth:
    case Op::direction:
    case Op::word: return number(e.imm, e.imm);
    case Op::place: {
      Bounds b;
      b.none = e.imm == kNoPlace;
      b.elsewhere = !b.none && !board_.is_hole(static_cast<Place>(e.imm));
      if (!b.none && !b.elsewhere) {
        b.maybe.add(static_cast<Place>(e.imm));
        b.none = closes_;
      }
      return b;
    }
    case Op::region: {
      const Region& region = program_.regions[static_cast<std::size_t>(e.imm)];
      Bounds b = exactly(region & board_.all());
      b.elsewhere = !inside(region, board_.all());
      return b;
    }
    case Op::player: return seat(static_cast<Player>(e.imm));
    case Op::local: {
      const auto known = locals_.find(e.imm);
      return known == locals_.end() ? any(e.type) : known->second;
    }
    case Op::state: {
      if (e.a != kNone) of(e.a);
      const ir::State& state = program_.states[static_cast<std::size_t>(e.imm)];
      return state.holds == Type::number ? number(state.low, state.high) : any(e.type);
    }
    case Op::mover: return seat(mover_);
    case Op::own: return owned(std::uint32_t{1} << mover_, true);
    case Op::theirs:
      return owned(((std::uint32_t{1} << board_.player_count()) - 1) & ~(std::uint32_t{1} << mover_), true);
    case Op::board: return exactly(board_.all());
    case Op::players: {
      Bounds b = any(Type::players);
      b.sure_seats = b.seats;
      return b;
    }
    case Op::was:
    case Op::captured_now: return number(0, seeds_);
    case Op::laps:
    case Op::turns:
    case Op::turns_played:
    case Op::quiet: return number(0, kMost);
    case Op::round: return number(1, program_.match.present ? kMost : 1);
    case Op::seeds:
    case Op::pieces: {
      const Bounds a = of(e.a);
      return number(0, a.maybe.empty() && !a.elsewhere ? 0 : seeds_);
    }
    case Op::worth: of(e.a); return number(0, kMost);
    case Op::count: {
      const Bounds a = of(e.a);
      const Type type = program_.exprs[static_cast<std::size_t>(e.a)].type;
      if (type == Type::players) return number(std::popcount(a.sure_seats), std::popcount(a.seats));
      return number(a.sure.count(), a.elsewhere ? kMost : a.maybe.count());
    }
    case Op::row: return counted_on(of(e.a), true);
    case Op::column_number: return counted_on(of(e.a), false);
    case Op::opposite: return through(e, board_.opposite);
    case Op::behind: return through(e, board_.behind);
    case Op::same: return through(e, board_.same);
    case Op::leftmost:
    case Op::rightmost:
    case Op::foremost:
    case Op::hindmost:
    case Op::the: {
      Bounds b = of(e.a);
      b.sure = {};
      b.none = true;
      return b;
    }
    case Op::store:
    case Op::pile: {
      const Bounds a = of(e.a);
      Bounds b;
      b.none = a.none;
      b.elsewhere = a.seats != 0;
      return b;
    }
    case Op::holes: {
      const Bounds a = of(e.a);
      return owned(a.seats, a.none && a.seats == 0);
    }
    case Op::side: {
      const Bounds a = of(e.a);
      Region region;
      for (Player p = 0; p < board_.seats(); ++p) {
        if ((a.seats >> p & 1) != 0) region = region | board_.side(p);
      }
      Bounds b = exactly(region);
      if (a.none || std::popcount(a.seats) != 1) b.sure = {};
      return b;
    }
    case Op::owner: {
      const Bounds a = of(e.a);
      Bounds b;
      b.none = a.none;
      for (const Place h : a.maybe) {
        const Player p = board_.holes[static_cast<std::size_t>(h)].owner;
        if (p == kNobody) {
          b.none = true;
        } else {
          b.seats |= std::uint32_t{1} << p;
        }
      }
      return program_.territory || a.elsewhere ? any(Type::player) : b;
    }
    case Op::other: {
      const Bounds a = of(e.a);
      if (board_.player_count() != 2) return any(Type::player);
      Bounds b;
      b.none = a.none;
      b.seats = (a.seats & 1) << 1 | (a.seats >> 1 & 1);
      return b;
    }
    case Op::closed: of(e.a); return truth(true, closes_);
    case Op::add: {
      const Bounds a = of(e.a), b = of(e.b);
      return number(a.low + b.low, a.high + b.high);
    }
    case Op::subtract: {
      const Bounds a = of(e.a), b = of(e.b);
      return number(a.low - b.high, a.high - b.low);
    }
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
      of(e.a);
      of(e.b);
      return any(Type::number);
    case Op::equal:
    case Op::not_equal: return equal(e);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal: return compared(e);
    case Op::logical_and: {
      const Bounds a = of(e.a), b = of(e.b);
      return truth(a.low == 0 || b.low == 0, a.high != 0 && b.high != 0);
    }
    case Op::logical_or: {
      const Bounds a = of(e.a), b = of(e.b);
      return truth(a.low == 0 && b.low == 0, a.high != 0 || b.high != 0);
    }
    case Op::logical_not: {
      const Bounds a = of(e.a);
      return truth(a.high != 0, a.low == 0);
    }
    case Op::choose_if: {
      const Bounds a = of(e.a), b = of(e.b), c = of(e.c);
      return a.low != 0 ? b : a.high == 0 ? c : joined(b, c);
    }
    case Op::bind: {
      const Bounds a = of(e.a);
      const std::map<std::int32_t, Bounds> outside = locals_;
      locals_[e.imm] = a;
      const Bounds b = of(e.b);
      locals_ = outside;
      return b;
    }
    case Op::in: return member(e);
    case Op::is: return is(e);
    case Op::where: return where(id, e);
    case Op::unite: {
      const Bounds a = of(e.a), b = of(e.b);
      Bounds c = joined(a, b);
      c.sure = a.sure | b.sure;
      c.sure_seats = a.sure_seats | b.sure_seats;
      return c;
    }
    case Op::minus: {
      Bounds a = of(e.a);
      const Bounds b = of(e.b);
      a.maybe = a.maybe - b.sure;
      a.sure = a.sure - b.maybe;
      a.seats &= ~b.sure_seats;
      a.sure_seats &= ~b.seats;
      return a;
    }
    case Op::single: {
      Bounds a = of(e.a);
      a.sure = a.none || a.elsewhere || closes_ || a.maybe.count() != 1 ? Region{} : a.maybe;
      return a;
    }
    case Op::some: {
      const Bounds a = of(e.a);
      const bool sure = !a.sure.empty() || a.sure_seats != 0;
      return truth(!sure, !a.maybe.empty() || a.elsewhere || a.seats != 0);
    }
    case Op::run: {
      of(e.a);
      Bounds b = e.c == kNone ? any(Type::region) : of(e.c);
      b.sure = {};
      return b;
    }
    case Op::start:
    case Op::running:
    case Op::origin:
    case Op::here:
    case Op::previous:
    case Op::last:
    case Op::first_sown:
    case Op::lap_sown:
    case Op::turn_sown:
    case Op::phase:
    case Op::round_starter:
    case Op::round_winner:
    case Op::last_mover:
    case Op::no_move:
    case Op::repeated:
    case Op::by_lot: return any(e.type);
    case Op::next:
    case Op::prev:
    case Op::next_player:
    case Op::neighbours:
    case Op::reverse: of(e.a); return any(e.type);
    case Op::step:
    case Op::player_with_most:
    case Op::player_with_fewest:
    case Op::after:
    case Op::some_move:
    case Op::at_start:
    case Op::at_lap_start: return any(e.type);
  }
  return any(e.type);
}

}  // namespace mancala
