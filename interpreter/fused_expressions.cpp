// Turns: what an expression is worth at this moment.
#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "interpreter/fused_turn.h"

namespace mancala {

using fused::kNone;
using fused::Map;
using fused::N;
using fused::Node;
using fused::Set;

namespace {

std::int64_t limited(std::int64_t n) {
  return std::clamp<std::int64_t>(n, std::numeric_limits<std::int32_t>::min(),
                                  std::numeric_limits<std::int32_t>::max());
}

// Rounded down.
std::int64_t divided(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

}  // namespace

std::int64_t Turn::eval(NodeId id) {
  const Node& n = rules_.nodes[id];
  switch (n.op) {
    case N::constant: return n.imm;
    case N::local: return ((set_ >> n.imm) & 1) != 0 ? locals_[n.imm] : n.by;
    case N::local_holes:
      return ((set_ >> n.imm) & 1) != 0 ? static_cast<std::int64_t>(open(static_cast<Set>(locals_[n.imm])))
                                        : 0;
    case N::state: return read_state(static_cast<int>(n.imm), n.a == kNone ? 0 : eval(n.a));
    case N::start: return start_;
    case N::running: return static_cast<std::int64_t>(direction_);
    case N::origin: return origin_;
    case N::here: return here_;
    case N::previous: return previous_;
    case N::was: return was_;
    case N::last: return last_ ? 1 : 0;
    case N::first_sown: return first_sown_;
    case N::lap_sown: return static_cast<std::int64_t>(open(lap_sown_));
    case N::turn_sown: return static_cast<std::int64_t>(open(turn_sown_));
    case N::laps: return laps_;
    case N::captured_now: {
      if (n.a == kNone) return captured_by_all_;
      const std::int64_t p = eval(n.a);
      return p < 0 ? 0 : captured_[p];
    }
    case N::phase: return phase_;
    case N::round: return f_.round;
    case N::turns: {
      const std::int64_t p = eval(n.a);
      return p < 0 ? 0 : limited(f_.turns[p]);
    }
    case N::turns_played: {
      std::int64_t sum = 0;
      for (const std::uint32_t turns : f_.turns) sum += turns;
      return limited(sum);
    }
    case N::round_starter: return f_.round_starter;
    case N::round_winner: return kNobody;
    case N::last_mover: return f_.last_mover;
    case N::no_move: return can_move() ? 0 : 1;
    case N::repeated: return repeated() ? 1 : 0;
    case N::quiet: return limited(f_.quiet);
    case N::by_lot: return chance_ == nullptr ? 0 : chance_->below(rules_.players);
    case N::holes: return static_cast<std::int64_t>(open(static_cast<Set>(n.imm)));
    case N::owned_by: {
      const std::int64_t p = eval(n.a);
      return p < 0 ? 0 : static_cast<std::int64_t>(open(f_.owned[p]));
    }
    case N::owned_not: {
      Set others = 0;
      for (int p = 0; p < rules_.players; p++) others |= p == n.imm ? 0 : f_.owned[p];
      return static_cast<std::int64_t>(open(others));
    }
    case N::side: {
      const std::int64_t p = eval(n.a);
      return p < 0 ? 0 : static_cast<std::int64_t>(open(rules_.side[p]));
    }
    case N::one_hole: {
      const std::int64_t h = eval(n.a);
      return is_hole(h) ? static_cast<std::int64_t>(open(set_of(h))) : 0;
    }
    case N::one_player: return static_cast<std::int64_t>(set_of(eval(n.a)));
    case N::seeds_at: return seeds_at(eval(n.a));
    case N::seeds_in: {
      std::int64_t sum = 0;
      for (Set rest = set(n.a); rest != 0; rest &= rest - 1) sum += f_.cells[seen_ + std::countr_zero(rest)];
      return sum;
    }
    case N::count: return std::popcount(set(n.a));
    case N::number_of: {
      const std::int64_t h = eval(n.a);
      return is_hole(h) ? rules_.turns.maps[n.imm][h] : 0;
    }
    case N::map: return mapped(rules_.turns.maps[n.imm], eval(n.a));
    case N::map_each: {
      Set found = 0;
      for (Set rest = set(n.a); rest != 0; rest &= rest - 1) {
        found |= set_of(mapped(rules_.turns.maps[n.imm], std::countr_zero(rest)));
      }
      return static_cast<std::int64_t>(found);
    }
    case N::of_player: {
      const std::int64_t p = eval(n.a);
      return p < 0 ? -1 : rules_.turns.maps[n.imm][p];
    }
    case N::next: return follow(eval(n.a), direction_);
    case N::prev: return follow(eval(n.a), reversed(direction_));
    case N::leftmost:
    case N::rightmost: {
      const Set holes = set(n.a);
      if (holes == 0) return kNoPlace;
      const std::vector<Place>& order = rules_.from_left[seat_for(holes) + 1];
      const auto in = [holes](Place h) { return (holes & set_of(h)) != 0; };
      return n.op == N::leftmost ? *std::find_if(order.begin(), order.end(), in)
                                 : *std::find_if(order.rbegin(), order.rend(), in);
    }
    case N::foremost: return end_of_row(set(n.a), direction_);
    case N::hindmost: return end_of_row(set(n.a), reversed(direction_));
    case N::neighbours: {
      const std::int64_t h = eval(n.a);
      Set found = 0;
      for (const Direction d : {Direction::onward, Direction::backward}) {
        const Place neighbour = follow(h, d);
        if (is_hole(neighbour)) found |= set_of(neighbour);
      }
      return static_cast<std::int64_t>(found);
    }
    case N::owner: return owner_of(eval(n.a));
    case N::closed: {
      const bool kept = closed_too_;
      closed_too_ = true;
      const std::int64_t h = eval(n.a);
      closed_too_ = kept;
      return is_hole(h) && (f_.closed & set_of(h)) != 0 ? 1 : 0;
    }
    case N::reverse: return static_cast<std::int64_t>(reversed(static_cast<Direction>(eval(n.a))));
    case N::the: {
      const Set holes = set(n.a);
      return std::popcount(holes) == 1 ? lowest(holes) : kNoPlace;
    }
    case N::step: {
      const std::int64_t steps = eval(n.a);
      Place h = static_cast<Place>(eval(n.b));
      const Direction direction = n.c == kNone ? direction_ : static_cast<Direction>(eval(n.c));
      for (std::int64_t i = 0; i < steps && h != kNoPlace; i++) h = follow(h, direction);
      return h;
    }
    case N::add: {
      const std::int64_t a = eval(n.a);
      return limited(a + eval(n.b));
    }
    case N::subtract: {
      const std::int64_t a = eval(n.a);
      return limited(a - eval(n.b));
    }
    case N::multiply: {
      const std::int64_t a = eval(n.a);
      return limited(a * eval(n.b));
    }
    case N::divide: {
      const std::int64_t a = eval(n.a);
      return limited(divided(a, eval(n.b)));
    }
    case N::modulo: {
      const std::int64_t a = eval(n.a);
      const std::int64_t b = eval(n.b);
      return b == 0 ? 0 : limited(a - divided(a, b) * b);
    }
    case N::equal: {
      const std::int64_t a = eval(n.a);
      return a == eval(n.b) ? 1 : 0;
    }
    case N::not_equal: {
      const std::int64_t a = eval(n.a);
      return a != eval(n.b) ? 1 : 0;
    }
    case N::less: {
      const std::int64_t a = eval(n.a);
      return a < eval(n.b) ? 1 : 0;
    }
    case N::less_equal: {
      const std::int64_t a = eval(n.a);
      return a <= eval(n.b) ? 1 : 0;
    }
    case N::greater: {
      const std::int64_t a = eval(n.a);
      return a > eval(n.b) ? 1 : 0;
    }
    case N::greater_equal: {
      const std::int64_t a = eval(n.a);
      return a >= eval(n.b) ? 1 : 0;
    }
    case N::logical_and: return eval(n.a) != 0 && eval(n.b) != 0 ? 1 : 0;
    case N::logical_or: return eval(n.a) != 0 || eval(n.b) != 0 ? 1 : 0;
    case N::logical_not: return eval(n.a) != 0 ? 0 : 1;
    case N::choose_if: return eval(n.a) != 0 ? eval(n.b) : eval(n.c);
    case N::bind: set_local(static_cast<std::int32_t>(n.imm), eval(n.a)); return eval(n.b);
    case N::in: {
      const std::int64_t member = eval(n.a);
      if (member < 0) return 0;
      const Set of = set(n.b);
      return member < 64 ? static_cast<std::int64_t>((of >> member) & 1) : 0;
    }
    case N::is: {
      const std::int64_t number = eval(n.a);
      if (number >= 0 && number < 64)
        return static_cast<std::int64_t>((rules_.number_bits[n.imm] >> number) & 1);
      return rules_.program.number_sets[n.imm].has(number) ? 1 : 0;
    }
    case N::where_hole:
    case N::where_player: {
      Set found = 0;
      for (Set rest = set(n.a); rest != 0; rest &= rest - 1) {
        set_local(static_cast<std::int32_t>(n.imm), std::countr_zero(rest));
        if (eval(n.b) != 0) found |= rest & (~rest + 1);
      }
      return static_cast<std::int64_t>(found);
    }
    case N::where_count: {
      const fused::Counts& counts = rules_.turns.counts[n.imm];
      Set found = 0;
      for (Set rest = set(n.a); rest != 0; rest &= rest - 1) {
        const int there = f_.cells[seen_ + std::countr_zero(rest)];
        if (counts.has(there > 255 ? 255 : there)) found |= rest & (~rest + 1);
      }
      return static_cast<std::int64_t>(found);
    }
    case N::unite: {
      const std::int64_t a = eval(n.a);
      return a | eval(n.b);
    }
    case N::minus: {
      const std::int64_t a = eval(n.a);
      return a & ~eval(n.b);
    }
    case N::some: return set(n.a) != 0 ? 1 : 0;
    case N::run: return static_cast<std::int64_t>(run(n));
    case N::most:
    case N::fewest: return extreme(n);
    case N::after: return after(n.a) ? 1 : 0;
    case N::some_move: return some_move(static_cast<Player>(eval(n.a)), n.b) ? 1 : 0;
    case N::at_start: return seen_at(rules_.start_cells, n.a);
    case N::at_lap_start: return seen_at(rules_.lap_cells, n.a);
  }
  return 0;
}

Place Turn::open_or_none(std::int64_t hole) const {
  return hole >= 0 && open(set_of(hole)) != 0 ? static_cast<Place>(hole) : kNoPlace;
}

std::int64_t Turn::seeds_at(std::int64_t place) const {
  if (place == kHand) return hand_;
  if (place == kOut) return f_.out;
  return place < 0 ? 0 : f_.cells[seen_ + place];
}

Place Turn::follow(std::int64_t place, Direction direction) const {
  if (direction != Direction::onward && direction != Direction::backward) return kNoPlace;
  if (place < 0) return kNoPlace;
  const Map& next = rules_.next[phase().circuit][f_.mover][direction == Direction::onward ? 0 : 1];
  std::int64_t to = next[place];
  if (f_.closed == 0) return static_cast<Place>(to);
  const auto closed = [this](std::int64_t p) { return is_hole(p) && (f_.closed & set_of(p)) != 0; };
  while (to >= 0 && to != place && closed(to)) to = next[to];
  return closed(to) ? kNoPlace : static_cast<Place>(to);
}

Place Turn::mapped(const Map& map, std::int64_t from) const {
  if (!is_hole(from) || open(set_of(from)) == 0) return kNoPlace;
  return open_or_none(map[from]);
}

Player Turn::owner_of(std::int64_t place) const {
  if (place < 0) return kNobody;
  if (!is_hole(place)) return static_cast<Player>((place - rules_.holes) % rules_.players);
  for (Player p = 0; p < rules_.players; p++) {
    if ((f_.owned[p] & set_of(place)) != 0) return p;
  }
  return kNobody;
}

Player Turn::seat_for(Set holes) const {
  const Player owner = owner_of(lowest(holes));
  if (owner != kNobody && (holes & ~f_.owned[owner]) == 0) return owner;
  const Player side = rules_.program.board.holes[lowest(holes)].side;
  if (side != kNobody && (holes & ~rules_.side[side]) == 0) return side;
  return f_.mover;
}

Place Turn::end_of_row(Set holes, Direction direction) const {
  const std::vector<Hole>& all = rules_.program.board.holes;
  for (Set rest = holes; rest != 0; rest &= rest - 1) {
    const Place h = lowest(rest);
    bool other_ahead = false;
    for (Place ahead = follow(h, direction); is_hole(ahead) && ahead != h; ahead = follow(ahead, direction)) {
      if (all[ahead].side != all[h].side || all[ahead].row != all[h].row) break;
      other_ahead = other_ahead || (holes & set_of(ahead)) != 0;
    }
    if (!other_ahead) return h;
  }
  return kNoPlace;
}

std::vector<Place> Turn::in_order(Set holes) const {
  std::vector<Place> sorted;
  for (Player p = 0; p < rules_.players; p++) {
    for (const Place h : rules_.from_left[p + 1]) {
      if ((holes & f_.owned[p] & set_of(h)) != 0) sorted.push_back(h);
    }
    holes &= ~f_.owned[p];
  }
  for (; holes != 0; holes &= holes - 1) sorted.push_back(lowest(holes));
  return sorted;
}

Set Turn::run(const Node& node) {
  const Direction direction = node.by < 0 ? reversed(direction_) : direction_;
  const int by = node.by < 0 ? -node.by : node.by;
  const Set within = set(node.c);
  Set found = 0;
  std::int64_t h = eval(node.a);
  while (is_hole(h) && (within & ~found & set_of(h)) != 0) {
    set_local(static_cast<std::int32_t>(node.imm), h);
    if (eval(node.b) == 0) break;
    found |= set_of(h);
    for (int i = 0; i < by; i++) h = follow(h, direction);
  }
  return found;
}

std::int64_t Turn::extreme(const Node& node) {
  std::int64_t best = kNobody, best_value = 0;
  bool unique = false;
  for (Set rest = set(node.a); rest != 0; rest &= rest - 1) {
    const std::int64_t p = std::countr_zero(rest);
    set_local(static_cast<std::int32_t>(node.imm), p);
    const std::int64_t value = eval(node.b) * (node.op == N::most ? 1 : -1);
    if (best == kNobody || value > best_value) {
      best = p;
      best_value = value;
      unique = true;
    } else if (value == best_value) {
      unique = false;
    }
  }
  return unique ? best : std::int64_t{kNobody};
}

std::int64_t Turn::seen_at(int first_cell, NodeId id) {
  const int before = std::exchange(seen_, first_cell);
  const std::int64_t found = eval(id);
  seen_ = before;
  return found;
}

int Turn::slots_of(const ir::State& state) const {
  switch (state.per) {
    case ir::Per::none: return 1;
    case ir::Per::hole: return rules_.holes;
    case ir::Per::player: return rules_.players;
  }
  return 0;
}

std::int64_t Turn::read_state(int index, std::int64_t element) const {
  const ir::State& state = rules_.program.states[index];
  const int none = none_of(state.holds);
  if (element < 0 || element >= slots_of(state)) return none;
  return f_.cells[rules_.places + state.first_slot + element] + none;  // 0 is stored for none
}

void Turn::write_state(int index, std::int64_t element, std::int64_t value) {
  const ir::State& state = rules_.program.states[index];
  if (element < 0 || element >= slots_of(state)) return;
  if (state.holds == ir::Type::number) value = std::clamp<std::int64_t>(value, state.low, state.high);
  if (none_of(state.holds) < 0) value = std::max<std::int64_t>(value + 1, 0);
  f_.cells[rules_.places + state.first_slot + element] = static_cast<std::int16_t>(value);
}

void Turn::set_local(std::int32_t slot, std::int64_t value, bool choice) {
  if (slot == kNone) return;
  locals_[slot] = value;
  set_ |= set_of(slot);
  choice_ = choice ? choice_ | set_of(slot) : choice_ & ~set_of(slot);
}

void Turn::clear_local(std::int32_t slot) {
  set_ &= ~set_of(slot);
  choice_ &= ~set_of(slot);
}

// The history holds positions in which a player is about to move, so it is asked for the one that would come.
bool Turn::repeated() const {
  if (history_ == nullptr) return false;
  Turn next = imagined();
  if (move_made_) next.pass_turn_on();
  return history_->has(rules_.leave(next.f_));
}

}  // namespace mancala
