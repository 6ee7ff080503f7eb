// Expressions that are settled by one view of the board and by what is known beside it.
#include "interpreter/from_left.h"
#include "interpreter/lane_fuser.h"

namespace mancala::lane_fuser {

Still::Still(const ir::Program& program, const fused::Turns& turns, const View& view, Player mover,
             const fused::Phase& phase, Direction direction)
    : program_(program), turns_(turns), view_(view), mover_(mover), phase_(phase), direction_(direction) {
  for (Player seat = 0; seat < 2; seat++) from_left_[seat] = order_from_left(program.board, seat);
}

std::int64_t Still::end_of_row(Set holes, Direction direction) const {
  const std::vector<Hole>& all = program_.board.holes;
  for (Set rest = holes; rest != 0; rest &= rest - 1) {
    const int h = std::countr_zero(rest);
    bool other_ahead = false;
    for (std::int64_t ahead = follow(h, direction);
         ahead >= 0 && ahead < program_.board.hole_count() && ahead != h; ahead = follow(ahead, direction)) {
      if (all[ahead].side != all[h].side || all[ahead].row != all[h].row) break;
      other_ahead = other_ahead || (holes & set_of(ahead)) != 0;
    }
    if (!other_ahead) return h;
  }
  return kNoPlace;
}

std::int64_t Still::end_of_board(Set holes, bool left) const {
  if (holes == 0) return kNoPlace;
  const std::vector<Hole>& all = program_.board.holes;
  const int first = std::countr_zero(holes);
  bool one_owner = true, one_side = true;
  for (Set rest = holes; rest != 0; rest &= rest - 1) {
    const int h = std::countr_zero(rest);
    one_owner = one_owner && owner(h) == owner(first);
    one_side = one_side && all[h].side == all[first].side;
  }
  Player seat = mover_;
  if (one_owner && owner(first) != kNobody) {
    seat = owner(first);
  } else if (one_side && all[first].side != kNobody) {
    seat = all[first].side;
  }
  const std::vector<Place>& order = from_left_[seat];
  const auto in = [holes](Place h) { return (holes & set_of(h)) != 0; };
  return left ? *std::find_if(order.begin(), order.end(), in)
              : *std::find_if(order.rbegin(), order.rend(), in);
}

std::optional<std::int64_t> Still::value(NodeId id, const Known& known) const {
  if (id == kNone) return std::nullopt;
  if (id == known.count_node) return known.count;
  if (id == known.given_node) return known.given;
  const Node& n = turns_.nodes[id];
  if (const auto settled = after_opening(turns_, id)) return settled;
  const auto a = [&] { return value(n.a, known); };
  const auto two = [&](auto&& of) -> std::optional<std::int64_t> {
    const auto x = value(n.a, known), y = value(n.b, known);
    if (!x || !y) return std::nullopt;
    return of(*x, *y);
  };
  const auto one = [&](auto&& of) -> std::optional<std::int64_t> {
    const auto x = a();
    if (!x) return std::nullopt;
    return of(*x);
  };
  const Board& board = program_.board;
  const auto open = [&](Set holes) { return static_cast<std::int64_t>(holes & ~view_.closed); };
  const auto is_open = [&](std::int64_t h) {
    return h >= 0 && h < board.hole_count() && open(set_of(h)) != 0;
  };
  const auto place = [](Place p) -> std::optional<std::int64_t> {
    if (p == kNoPlace) return std::nullopt;
    return p;
  };
  switch (n.op) {
    case N::constant: return n.imm;
    case N::local:
      if (n.imm == known.slot) return place(known.it);
      for (const auto& [slot, values] : kept_) {
        const Place at = known.here != kNoPlace ? known.here : known.start;
        if (slot == n.imm && at != kNoPlace) return values[at];
      }
      return std::nullopt;
    case N::here: return place(known.here);
    case N::start:
    case N::origin: return place(known.start);
    case N::running:
      if (direction_ == Direction::none) return std::nullopt;
      return static_cast<std::int64_t>(direction_);
    case N::phase: return &phase_ - turns_.seats[mover_].phases.data();
    case N::round: return view_.round;
    case N::holes: return open(static_cast<Set>(n.imm));
    case N::owned_by: return one([&](std::int64_t p) { return p < 0 ? 0 : open(view_.owned[p]); });
    case N::owned_not: return open(view_.owned[1 - n.imm]);
    case N::side:
      return one(
          [&](std::int64_t p) { return p < 0 ? 0 : open(board.side(static_cast<Player>(p)).word(0)); });
    case N::one_hole:
      return one([&](std::int64_t h) { return is_open(h) ? static_cast<std::int64_t>(set_of(h)) : 0; });
    case N::one_player: return one([](std::int64_t p) { return static_cast<std::int64_t>(set_of(p)); });
    case N::count: return one([](std::int64_t set) { return std::popcount(static_cast<Set>(set)); });
    case N::number_of:
      return one([&](std::int64_t h) -> std::int64_t {
        return board.is_hole(static_cast<Place>(h)) ? turns_.maps[n.imm][h] : 0;
      });
    case N::map:
      return one([&](std::int64_t h) -> std::int64_t {
        const std::int64_t to = is_open(h) ? turns_.maps[n.imm][h] : kNoPlace;
        return is_open(to) ? to : kNoPlace;
      });
    case N::of_player:
      return one([&](std::int64_t p) -> std::int64_t { return p < 0 ? -1 : turns_.maps[n.imm][p]; });
    case N::next:
    case N::prev:
      if (direction_ == Direction::none) return std::nullopt;
      return one(
          [&](std::int64_t h) { return follow(h, n.op == N::next ? direction_ : reversed(direction_)); });
    case N::step: {
      const auto direction =
          n.c == kNone ? std::optional(static_cast<std::int64_t>(direction_)) : value(n.c, known);
      const auto steps = a(), from = value(n.b, known);
      if (board.circuits[phase_.circuit].straight || !direction || !steps || !from) return std::nullopt;
      if (static_cast<Direction>(*direction) == Direction::none) return std::nullopt;
      std::int64_t to = *from, left = *steps;
      for (std::int64_t done = 0; done < left && to != kNoPlace;) {
        to = follow(to, static_cast<Direction>(*direction));
        done++;
        if (to != *from) continue;
        left %= done;  // whole rounds lead nowhere
        done = 0;
      }
      return to;
    }
    case N::neighbours:
      if (board.circuits[phase_.circuit].straight) return std::nullopt;
      return one([&](std::int64_t h) {
        Set found = 0;
        for (const Direction way : {Direction::onward, Direction::backward}) {
          const std::int64_t to = follow(h, way);
          if (to >= 0 && to < board.hole_count()) found |= set_of(to);
        }
        return static_cast<std::int64_t>(found);
      });
    case N::foremost:
    case N::hindmost:
      if (direction_ == Direction::none) return std::nullopt;
      return one([&](std::int64_t holes) {
        return end_of_row(static_cast<Set>(holes), n.op == N::foremost ? direction_ : reversed(direction_));
      });
    case N::leftmost:
    case N::rightmost:
      return one(
          [&](std::int64_t holes) { return end_of_board(static_cast<Set>(holes), n.op == N::leftmost); });
    case N::owner:
      return one([&](std::int64_t h) -> std::int64_t {
        if (h < 0) return kNobody;
        return h < board.hole_count() ? owner(h) : (h - board.hole_count()) % 2;
      });
    case N::add: return two([](std::int64_t x, std::int64_t y) { return x + y; });
    case N::subtract: return two([](std::int64_t x, std::int64_t y) { return x - y; });
    case N::equal: return two([](std::int64_t x, std::int64_t y) { return std::int64_t{x == y}; });
    case N::not_equal: return two([](std::int64_t x, std::int64_t y) { return std::int64_t{x != y}; });
    case N::less: return two([](std::int64_t x, std::int64_t y) { return std::int64_t{x < y}; });
    case N::less_equal: return two([](std::int64_t x, std::int64_t y) { return std::int64_t{x <= y}; });
    case N::greater: return two([](std::int64_t x, std::int64_t y) { return std::int64_t{x > y}; });
    case N::greater_equal: return two([](std::int64_t x, std::int64_t y) { return std::int64_t{x >= y}; });
    case N::logical_and:
    case N::logical_or: {
      // One of them may say it all.
      const bool decides = n.op == N::logical_or;
      const auto x = a();
      if (x && (*x != 0) == decides) return std::int64_t{decides};
      const auto y = value(n.b, known);
      if (y && (*y != 0) == decides) return std::int64_t{decides};
      if (!x || !y) return std::nullopt;
      return std::int64_t{!decides};
    }
    case N::logical_not: return one([](std::int64_t x) { return std::int64_t{x == 0}; });
    case N::choose_if: {
      const auto x = a();
      if (!x) return std::nullopt;
      return value(*x != 0 ? n.b : n.c, known);
    }
    case N::in:
      return two(
          [](std::int64_t x, std::int64_t y) { return std::int64_t{x >= 0 && x < 64 && (y >> x & 1) != 0}; });
    case N::is: return one([&](std::int64_t x) { return std::int64_t{program_.number_sets[n.imm].has(x)}; });
    case N::unite: return two([](std::int64_t x, std::int64_t y) { return x | y; });
    case N::minus: return two([](std::int64_t x, std::int64_t y) { return x & ~y; });
    case N::some: return one([](std::int64_t x) { return std::int64_t{x != 0}; });
    case N::where_hole: {
      const auto of = a();
      if (!of) return std::nullopt;
      Set found = 0;
      for (Set rest = static_cast<Set>(*of); rest != 0; rest &= rest - 1) {
        Known inner = known;
        inner.slot = static_cast<std::int32_t>(n.imm);
        inner.it = static_cast<Place>(std::countr_zero(rest));
        const auto holds = value(n.b, inner);
        if (!holds) return std::nullopt;
        if (*holds != 0) found |= set_of(std::countr_zero(rest));
      }
      return static_cast<std::int64_t>(found);
    }
    case N::modulo:
      return two([](std::int64_t x, std::int64_t y) { return y <= 0 || x < 0 ? std::int64_t{0} : x % y; });
    case N::local_holes:
    case N::state:
    case N::previous:
    case N::was:
    case N::last:
    case N::first_sown:
    case N::lap_sown:
    case N::turn_sown:
    case N::laps:
    case N::captured_now:
    case N::turns:
    case N::turns_played:
    case N::round_starter:
    case N::round_winner:
    case N::last_mover:
    case N::no_move:
    case N::repeated:
    case N::quiet:
    case N::by_lot:
    case N::seeds_at:
    case N::seeds_in:
    case N::pieces_at:
    case N::pieces_in:
    case N::worth_at:
    case N::worth_in:
    case N::map_each:
    case N::closed:
    case N::reverse:
    case N::the:
    case N::multiply:
    case N::divide:
    case N::bind:
    case N::where_count:
    case N::where_player:
    case N::run:
    case N::most:
    case N::fewest:
    case N::after:
    case N::some_move:
    case N::at_start:
    case N::at_lap_start: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace mancala::lane_fuser
