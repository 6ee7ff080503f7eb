// Turns at work: expressions, steps, laps, the turn, the moves. The meaning is the reference executor's, part
// by part.
#include "interpreter/fused_turn.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>

#include "interpreter/walk.h"

namespace mancala {

using fused::kNone;
using fused::Map;
using fused::N;
using fused::Node;
using fused::S;
using fused::Set;
using fused::Step;
using fused::StepId;

namespace {

Set bit(std::int64_t n) { return n < 0 ? 0 : Set{1} << n; }

Place lowest(Set holes) { return holes == 0 ? kNoPlace : static_cast<Place>(std::countr_zero(holes)); }

std::int64_t limited(std::int64_t n) {
  return std::clamp<std::int64_t>(n, std::numeric_limits<std::int32_t>::min(),
                                  std::numeric_limits<std::int32_t>::max());
}

// Rounded down.
std::int64_t divided(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

int none_of(ir::Type type) {
  return type == ir::Type::hole || type == ir::Type::player || type == ir::Type::word ? -1 : 0;
}

std::vector<std::int16_t> numbers(std::int64_t from, std::int64_t to) {
  std::vector<std::int16_t> all;
  for (std::int64_t n = std::max<std::int64_t>(from, INT16_MIN); n <= std::min<std::int64_t>(to, INT16_MAX);
       n++) {
    all.push_back(static_cast<std::int16_t>(n));
  }
  return all;
}

// The holes in the order of the printed board, as this seat sees it.
std::vector<Place> order_from_left(const Board& board, Player seat) {
  const Hole* first = nullptr;
  const Hole* last = nullptr;
  for (const Hole& hole : board.holes) {
    if (hole.side != seat || hole.row != 1) continue;
    if (first == nullptr || hole.number < first->number) first = &hole;
    if (last == nullptr || hole.number > last->number) last = &hole;
  }
  const bool known = first != nullptr && first != last;
  const int columns = known ? last->column - first->column : 1;
  const int lines = known ? last->line - first->line : 0;
  const auto rank = [&](Place p) {
    const Hole& hole = board.holes[p];
    return std::tuple(hole.column * columns + hole.line * lines, hole.row, p);
  };
  std::vector<Place> order;
  for (Place h = 0; h < board.hole_count(); h++) order.push_back(h);
  std::sort(order.begin(), order.end(), [&](Place a, Place b) { return rank(a) < rank(b); });
  return order;
}

}  // namespace

// --- what all turns of a program share
// ---------------------------------------------------------------------------

TurnRules::TurnRules(const FusedProgram& fused)
    : program(*fused.program),
      turns(fused.turns),
      holes(program.board.hole_count()),
      players(program.board.player_count()),
      places(program.board.place_count()),
      cells(places + program.state_slots),
      all_holes(program.board.all().word(0)),
      counts_quiet(ir::reads(program, ir::Op::quiet)),
      counts_turns(ir::reads(program, ir::Op::turns) || ir::reads(program, ir::Op::turns_played)),
      knows_last_mover(ir::reads(program, ir::Op::last_mover)),
      keeps_turn_sown(ir::reads(program, ir::Op::turn_sown)),
      tracks_sown(ir::reads(program, ir::Op::lap_sown) || ir::reads(program, ir::Op::turn_sown)),
      asks_repeated(ir::reads(program, ir::Op::repeated)) {
  nodes = turns.nodes.data();
  const Board& board = program.board;
  for (Player p = 0; p < players; p++) side[p] = board.side(p).word(0);
  for (const Circuit& circuit : board.circuits) {
    auto& tables = next.emplace_back();
    for (int p = 0; p < players; p++) {
      for (int d = 0; d < 2; d++) {
        tables[p][d].fill(-1);
        const std::vector<Place>& from = circuit.next[p][d];
        for (std::size_t i = 0; i < from.size(); i++) tables[p][d][i] = static_cast<std::int8_t>(from[i]);
      }
    }
  }
  for (int seat = -1; seat < players; seat++)
    from_left[seat + 1] = order_from_left(board, static_cast<Player>(seat));
  for (const ir::NumberSet& set : program.number_sets) {
    std::uint64_t bits = 0;
    for (int n = 0; n < 64; n++) bits |= set.has(n) ? std::uint64_t{1} << n : 0;
    number_bits.push_back(bits);
  }
  for (int i = 0; i < static_cast<int>(program.states.size()); i++) {
    if (program.states[i].lasts == ir::Lasts::move) move_states.push_back(i);
    if (program.states[i].lasts == ir::Lasts::turn) turn_states.push_back(i);
  }
}

Frame TurnRules::enter(const Position& position) const {
  Frame frame;
  frame.closed = position.closed.word(0);
  frame.turn_sown = position.turn_sown.word(0);
  for (Place h = 0; h < holes; h++) {
    if (position.owner[h] != kNobody) frame.owned[position.owner[h]] |= bit(h);
  }
  frame.turns = position.turns;
  frame.quiet = position.quiet;
  frame.out = position.out;
  frame.round = position.round;
  frame.mover = position.mover;
  frame.round_starter = position.round_starter;
  frame.last_mover = position.last_mover;
  frame.again = position.again;
  for (int i = 0; i < places; i++) frame.cells[i] = static_cast<std::int16_t>(position.seeds[i]);
  for (int i = 0; i < program.state_slots; i++) frame.cells[places + i] = position.state[i];
  return frame;
}

Position TurnRules::leave(const Frame& frame) const {
  Position position;
  for (Place h = 0; h < holes; h++) {
    if ((frame.closed & bit(h)) != 0) position.closed.add(h);
    if ((frame.turn_sown & bit(h)) != 0) position.turn_sown.add(h);
    position.owner[h] = kNobody;
    for (Player p = 0; p < players; p++) {
      if ((frame.owned[p] & bit(h)) != 0) position.owner[h] = p;
    }
  }
  position.turns = frame.turns;
  position.quiet = frame.quiet;
  position.out = frame.out;
  position.round = frame.round;
  position.mover = frame.mover;
  position.round_starter = frame.round_starter;
  position.last_mover = frame.last_mover;
  position.again = frame.again;
  for (int i = 0; i < places; i++) position.seeds[i] = static_cast<std::uint16_t>(frame.cells[i]);
  for (int i = 0; i < program.state_slots; i++) position.state[i] = frame.cells[places + i];
  return position;
}

void TurnRules::copy(const Frame& from, Frame& to) const {
  to.closed = from.closed;
  to.turn_sown = from.turn_sown;
  std::copy_n(from.owned.begin(), players, to.owned.begin());
  if (counts_turns) to.turns = from.turns;
  to.quiet = from.quiet;
  to.out = from.out;
  to.round = from.round;
  to.mover = from.mover;
  to.round_starter = from.round_starter;
  to.last_mover = from.last_mover;
  to.again = from.again;
  std::copy_n(from.cells.begin(), cells, to.cells.begin());
}

Turn::Turn(const TurnRules& rules, const Frame& frame, const History* history, Chance* chance)
    : rules_(rules), history_(history), chance_(chance) {
  f_.turns = frame.turns;
  rules_.copy(frame, f_);
}

Turn::Turn(const Turn& other)
    : rules_(other.rules_),
      history_(other.history_),
      chance_(other.chance_),
      laps_(other.laps_),
      imagining_(other.imagining_),
      move_made_(other.move_made_),
      move_(other.move_),
      phase_(other.phase_),
      start_(other.start_),
      direction_(other.direction_),
      hand_(other.hand_),
      lifted_(other.lifted_),
      origin_(other.origin_),
      at_origin_(other.at_origin_),
      here_(other.here_),
      previous_(other.previous_),
      first_sown_(other.first_sown_),
      was_(other.was_),
      each_(other.each_),
      last_(other.last_),
      again_(other.again_),
      lap_sown_(other.lap_sown_),
      turn_sown_(other.turn_sown_),
      captured_(other.captured_),
      captured_by_all_(other.captured_by_all_),
      choices_used_(other.choices_used_),
      set_(other.set_),
      choice_(other.choice_) {
  std::copy_n(other.locals_.begin(), rules_.program.locals, locals_.begin());
  f_.turns = other.f_.turns;
  rules_.copy(other.f_, f_);
}

// --- expressions
// -------------------------------------------------------------------------------------------------

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
      return is_hole(h) ? static_cast<std::int64_t>(open(bit(h))) : 0;
    }
    case N::one_player: return static_cast<std::int64_t>(bit(eval(n.a)));
    case N::seeds_at: return seeds_at(eval(n.a));
    case N::seeds_in: {
      std::int64_t sum = 0;
      for (Set rest = set(n.a); rest != 0; rest &= rest - 1) sum += f_.cells[std::countr_zero(rest)];
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
        found |= bit(mapped(rules_.turns.maps[n.imm], std::countr_zero(rest)));
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
      const auto in = [holes](Place h) { return (holes & bit(h)) != 0; };
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
        if (is_hole(neighbour)) found |= bit(neighbour);
      }
      return static_cast<std::int64_t>(found);
    }
    case N::owner: return owner_of(eval(n.a));
    case N::closed: {
      const bool kept = closed_too_;
      closed_too_ = true;
      const std::int64_t h = eval(n.a);
      closed_too_ = kept;
      return is_hole(h) && (f_.closed & bit(h)) != 0 ? 1 : 0;
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
        const int there = f_.cells[std::countr_zero(rest)];
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
  }
  return 0;
}

Place Turn::open_or_none(std::int64_t hole) const {
  return hole >= 0 && open(bit(hole)) != 0 ? static_cast<Place>(hole) : kNoPlace;
}

std::int64_t Turn::seeds_at(std::int64_t place) const {
  if (place == kHand) return hand_;
  if (place == kOut) return f_.out;
  return place < 0 ? 0 : f_.cells[place];
}

Place Turn::follow(std::int64_t place, Direction direction) const {
  if (direction != Direction::onward && direction != Direction::backward) return kNoPlace;
  if (place < 0) return kNoPlace;
  const Map& next = rules_.next[phase().circuit][f_.mover][direction == Direction::onward ? 0 : 1];
  std::int64_t to = next[place];
  if (f_.closed == 0) return static_cast<Place>(to);
  const auto closed = [this](std::int64_t p) { return is_hole(p) && (f_.closed & bit(p)) != 0; };
  while (to >= 0 && to != place && closed(to)) to = next[to];
  return closed(to) ? kNoPlace : static_cast<Place>(to);
}

Place Turn::mapped(const Map& map, std::int64_t from) const {
  if (!is_hole(from) || open(bit(from)) == 0) return kNoPlace;
  return open_or_none(map[from]);
}

Player Turn::owner_of(std::int64_t place) const {
  if (place < 0) return kNobody;
  if (!is_hole(place)) return static_cast<Player>((place - rules_.holes) % rules_.players);
  for (Player p = 0; p < rules_.players; p++) {
    if ((f_.owned[p] & bit(place)) != 0) return p;
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
      other_ahead = other_ahead || (holes & bit(ahead)) != 0;
    }
    if (!other_ahead) return h;
  }
  return kNoPlace;
}

std::vector<Place> Turn::in_order(Set holes) const {
  std::vector<Place> sorted;
  for (Player p = 0; p < rules_.players; p++) {
    for (const Place h : rules_.from_left[p + 1]) {
      if ((holes & f_.owned[p] & bit(h)) != 0) sorted.push_back(h);
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
  while (is_hole(h) && (within & ~found & bit(h)) != 0) {
    set_local(static_cast<std::int32_t>(node.imm), h);
    if (eval(node.b) == 0) break;
    found |= bit(h);
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
  set_ |= bit(slot);
  choice_ = choice ? choice_ | bit(slot) : choice_ & ~bit(slot);
}

void Turn::clear_local(std::int32_t slot) {
  set_ &= ~bit(slot);
  choice_ &= ~bit(slot);
}

// The history holds positions in which a player is about to move, so it is asked for the one that would come.
bool Turn::repeated() const {
  if (history_ == nullptr) return false;
  Turn next = imagined();
  if (move_made_) next.pass_turn_on();
  return history_->has(rules_.leave(next.f_));
}

// --- steps
// -------------------------------------------------------------------------------------------------------

Turn::Flow Turn::run_list(StepId first) {
  if (first == kNone) return Flow::on;
  const std::vector<Step>& steps = rules_.turns.steps;
  StepId at = first;
  for (;;) {
    const Step& now = steps[at];
    switch (now.op) {
      case S::unless: at = eval(now.what) != 0 ? at + 1 : now.to; break;
      case S::jump: at = now.to; break;
      case S::done: return Flow::on;
      case S::held: cause_ = now.cause; return Flow::done;
      case S::each: {
        const Flow flow = run_each(at);
        if (flow != Flow::on) return flow;
        at = now.to;
        break;
      }
      case S::let:
      case S::lift:
      case S::sow_after:
      case S::sow_at:
      case S::capture:
      case S::move:
      case S::set_state:
      case S::set_owner:
      case S::close:
      case S::open:
      case S::choose:
      case S::again:
      case S::stop:
      case S::end:
      case S::win: {
        const Flow flow = step(now);
        if (flow != Flow::on) {
          cause_ = now.cause;
          return flow;
        }
        at++;
        break;
      }
    }
  }
}

// The set and its order are fixed before the first round.
Turn::Flow Turn::run_each(StepId at) {
  const Step& loop = rules_.turns.steps[at];
  const Set members = set(loop.what);
  if (members == 0) return Flow::on;
  std::vector<Place> order;
  if (loop.players) {
    for (Set rest = members; rest != 0; rest &= rest - 1) order.push_back(lowest(rest));
  } else if (loop.from == ir::From::owners_left) {
    order = in_order(members);
  } else {
    for (const Place h : rules_.from_left[seat_for(members) + 1]) {
      if ((members & bit(h)) != 0) order.push_back(h);
    }
    const bool right =
        loop.from == ir::From::right || (loop.from == ir::From::chosen && eval(loop.extra) == 1);
    if (right) std::reverse(order.begin(), order.end());
  }
  for (const Place member : order) {
    set_local(loop.slot, member);
    const Flow flow = run_list(at + 1);
    if (flow != Flow::on) return flow;
  }
  return Flow::on;
}

Turn::Flow Turn::step(const Step& now) {
  switch (now.op) {
    case S::let: set_local(now.slot, eval(now.what)); return Flow::on;
    case S::lift: lift(now); return Flow::on;
    case S::sow_after:
    case S::sow_at: return begin_lap(now);
    case S::capture: capture(now); return Flow::on;
    case S::move: move(now); return Flow::on;
    case S::set_state: {
      const std::int64_t element = now.what == kNone ? 0 : eval(now.what);
      write_state(now.imm, element, eval(now.extra));
      return Flow::on;
    }
    case S::set_owner: {
      const Set holes = now.set ? set(now.what) : bit(eval(now.what));
      for (Set rest = holes & rules_.all_holes; rest != 0; rest &= rest - 1) {
        const Place h = lowest(rest);
        set_local(now.slot, h);
        const std::int64_t owner = eval(now.extra);
        for (int p = 0; p < rules_.players; p++) f_.owned[p] &= ~bit(h);
        if (owner >= 0) f_.owned[owner] |= bit(h);
      }
      return Flow::on;
    }
    case S::close:
    case S::open: {
      const bool kept = closed_too_;
      closed_too_ = true;
      const Set holes = set(now.what);
      closed_too_ = kept;
      f_.closed = now.op == S::close ? f_.closed | holes : f_.closed & ~holes;
      return Flow::on;
    }
    case S::choose: return choose(now);
    case S::again: again_ = true; return Flow::on;
    case S::stop: return Flow::stop;
    case S::end: return Flow::over;
    case S::win: given_winner_ = static_cast<Player>(eval(now.what)); return Flow::over;
    case S::unless:
    case S::jump:
    case S::each:
    case S::done:
    case S::held: break;
  }
  return Flow::on;
}

std::int64_t Turn::limited_to(NodeId amount, std::int64_t there) {
  return amount == kNone ? there : std::clamp<std::int64_t>(eval(amount), 0, there);
}

void Turn::transfer(Place from, Place to, std::int64_t seeds) {
  const auto change = [this](Place place, std::int64_t by) {
    if (place == kHand) {
      hand_ += static_cast<int>(by);
    } else if (place == kOut) {
      f_.out = static_cast<std::uint16_t>(f_.out + by);
    } else {
      f_.cells[place] = static_cast<std::int16_t>(f_.cells[place] + by);
    }
  };
  change(from, -seeds);
  change(to, seeds);
}

void Turn::lift(const Step& now) {
  const auto lift_one = [&](Place from) {
    const std::int64_t seeds = limited_to(now.amount, seeds_at(from));
    if (seeds == 0) return;
    transfer(from, kHand, seeds);
    lifted_ = from;
  };
  if (!now.set) {
    const auto from = static_cast<Place>(eval(now.what));
    if (from != kNoPlace) lift_one(from);
    return;
  }
  for (Set rest = set(now.what); rest != 0; rest &= rest - 1) lift_one(lowest(rest));
}

Turn::Flow Turn::begin_lap(const Step& now) {
  const auto from = static_cast<Place>(eval(now.what));
  const auto direction = now.extra == kNone ? Direction::none : static_cast<Direction>(eval(now.extra));
  if (hand_ == 0 || from == kNoPlace) return Flow::stop;
  if (direction == Direction::onward || direction == Direction::backward) direction_ = direction;
  origin_ = from;
  at_origin_ = now.op == S::sow_at;
  return Flow::sow;
}

void Turn::capture(const Step& now) {
  if (!now.set) {
    const auto from = static_cast<Place>(eval(now.what));
    if (from != kNoPlace) capture_from(from, now);
    return;
  }
  for (Set rest = set(now.what); rest != 0; rest &= rest - 1) capture_from(lowest(rest), now);
}

void Turn::capture_from(Place from, const Step& now) {
  set_local(now.slot, from);
  const bool out = now.imm == 1;
  const Player to = out ? kNobody : now.extra == kNone ? f_.mover : static_cast<Player>(eval(now.extra));
  if (!out && to == kNobody) return;
  const std::int64_t seeds = limited_to(now.amount, seeds_at(from));
  const Place store = out ? kOut : rules_.program.board.store(to);
  if (seeds == 0 || from == store) return;
  transfer(from, store, seeds);
  captured_by_all_ += static_cast<int>(seeds);
  if (!out) captured_[to] += static_cast<int>(seeds);
}

void Turn::move(const Step& now) {
  const auto from = static_cast<Place>(eval(now.what));
  if (from == kNoPlace) return;
  if (!now.set) {
    const auto to = static_cast<Place>(eval(now.extra));
    if (to == kNoPlace) return;
    const std::int64_t seeds = limited_to(now.amount, seeds_at(from));
    if (seeds != 0 && from != to) transfer(from, to, seeds);
    return;
  }
  for (const Place to : in_order(set(now.extra))) {
    const std::int64_t there = seeds_at(from);
    const std::int64_t seeds =
        now.amount == kNone ? std::min<std::int64_t>(1, there) : limited_to(now.amount, there);
    if (seeds != 0 && from != to) transfer(from, to, seeds);
  }
}

Turn::Flow Turn::choose(const Step& now) {
  std::vector<std::int16_t> options;
  if (now.what == kNone) {
    options = numbers(0, now.imm - 1);
  } else if (now.extra == kNone) {
    for (Set rest = set(now.what); rest != 0; rest &= rest - 1) options.push_back(lowest(rest));
  } else {
    const std::int64_t from = eval(now.what);
    options = numbers(from, eval(now.extra));
  }
  return decide(now.slot, options, now.chance);
}

// A choice with one option is not asked; with none the local is none.
Turn::Flow Turn::decide(std::int32_t slot, const std::vector<std::int16_t>& options, bool by_chance) {
  clear_local(slot);
  if (options.empty()) return Flow::on;
  std::int16_t picked = options.front();
  if (options.size() > 1) {
    if (by_chance) {
      if (chance_ == nullptr) return Flow::choice;
      picked = options[chance_->below(static_cast<int>(options.size()))];
    } else if (choices_used_ < move_.choice_count) {
      picked = move_.choices[choices_used_++];
      if (std::find(options.begin(), options.end(), picked) == options.end()) return Flow::illegal;
    } else {
      options_ = options;
      return Flow::choice;
    }
  }
  set_local(slot, picked, true);
  return Flow::on;
}

// --- laps
// --------------------------------------------------------------------------------------------------------

// T5 and T6.
Turn::Flow Turn::run_move(const Move& move) {
  move_ = move;
  Flow flow = begin_move();
  if (flow != Flow::on) return flow;
  flow = run_laps(run_list(phase().play));
  if (flow == Flow::choice || flow == Flow::illegal) return flow;
  put_back();
  if (flow == Flow::over) return flow;
  flow = run_list(phase().move_end);
  if (flow != Flow::choice) put_back();
  return flow;
}

Turn::Flow Turn::begin_move() {
  laps_ = 0;
  choices_used_ = 0;
  turn_sown_ = f_.turn_sown;
  consider(move_.start, move_.direction);
  for (const fused::Pick& pick : phase().blocks[move_.block].picks) {
    const Flow flow = decide(pick.slot, pick_options(pick), false);
    if (flow != Flow::on) return flow;
  }
  return Flow::on;
}

Turn::Flow Turn::run_laps(Flow flow) {
  const int limit = rules_.program.endless.laps;
  const fused::Phase& rules = phase();
  const bool plain =
      rules.skip == kNone && rules.each == kNone && rules.each_seed == kNone && !rules_.tracks_sown;
  while (flow == Flow::sow) {
    flow = plain && f_.closed == 0 ? sow_plain_lap() : sow_lap();
    if (first_sown_ != kNoPlace) laps_++;
    if (flow != Flow::on) return flow;
    if (laps_ == limit && would_sow_again()) return run_for_ever();
    flow = run_list(rules.lap_end);
  }
  return flow;
}

Turn::Flow Turn::sow_lap() {
  lap_sown_ = 0;
  first_sown_ = kNoPlace;
  previous_ = kNoPlace;
  Place station = origin_;
  bool first = true;
  while (hand_ > 0) {
    const Place next = next_station(station, first && at_origin_);
    if (next == kNoPlace) return Flow::stop;
    station = next;
    previous_ = first ? kNoPlace : here_;
    if (first) first_sown_ = station;
    first = false;
    here_ = station;
    was_ = f_.cells[station];
    transfer(kHand, station, std::min<std::int64_t>(each_, hand_));
    last_ = hand_ == 0;
    if (is_hole(station)) {
      lap_sown_ |= bit(station);
      turn_sown_ |= bit(station);
    }
    const Flow flow = run_list(phase().each_seed);
    if (flow != Flow::on && flow != Flow::done) return flow;
  }
  return Flow::on;
}

// A lap on a circuit where every station takes one seed and nothing happens on the way.
Turn::Flow Turn::sow_plain_lap() {
  if (direction_ != Direction::onward && direction_ != Direction::backward) return sow_lap();
  const Map& next = rules_.next[phase().circuit][f_.mover][direction_ == Direction::onward ? 0 : 1];
  first_sown_ = kNoPlace;
  previous_ = kNoPlace;
  std::int64_t station = at_origin_ ? origin_ : next[origin_];
  if (station < 0) return Flow::stop;
  first_sown_ = static_cast<Place>(station);
  for (;;) {
    f_.cells[station]++;
    hand_--;
    const std::int64_t then = hand_ == 0 ? -1 : next[station];
    if (then < 0) break;
    previous_ = static_cast<Place>(station);
    station = then;
  }
  here_ = static_cast<Place>(station);
  was_ = f_.cells[station] - 1;
  last_ = hand_ == 0;
  return hand_ == 0 ? Flow::on : Flow::stop;
}

// The next station (`itself`: `from`, if possible) for which `skip` does not hold and that takes seeds;
// `each_` is how many. None: no station takes any.
Place Turn::next_station(Place from, bool itself) {
  const fused::Phase& rules = phase();
  Place station = itself ? from : follow(from, direction_);
  for (int i = 0; i <= rules_.places && station != kNoPlace; i++) {
    set_local(rules.station_slot, station);
    last_ = hand_ == 1;
    each_ = rules.each == kNone ? 1 : eval(rules.each);
    last_ = hand_ <= each_;
    const bool is_closed = is_hole(station) && (f_.closed & bit(station)) != 0;
    if (each_ > 0 && !is_closed && (rules.skip == kNone || eval(rules.skip) == 0)) return station;
    station = follow(station, direction_);
  }
  return kNoPlace;
}

// Would the clauses of `lap-end` begin another lap?
bool Turn::would_sow_again() const {
  Turn trial(*this);
  Chance chance(0);
  if (chance_ != nullptr) {
    chance = *chance_;
    trial.chance_ = &chance;
  }
  return trial.run_list(phase().lap_end) == Flow::sow;
}

Turn::Flow Turn::run_for_ever() {
  endless_ = true;
  switch (rules_.program.endless.then) {
    case ir::EndlessThen::stop: return Flow::stop;
    case ir::EndlessThen::illegal: return Flow::illegal;
    case ir::EndlessThen::drawn: given_winner_ = kNobody; return Flow::over;
  }
  return Flow::stop;
}

// Seeds that nothing could take go back to where the lap began.
void Turn::put_back() {
  if (hand_ == 0) return;
  Place to = origin_;
  if (to == kNoPlace) to = start_;
  if (to == kNoPlace) to = lifted_;
  if (to == kNoPlace) to = kOut;
  transfer(kHand, to, hand_);
}

// T3.
void Turn::look_for_phase() {
  phase_ = kNone;
  const std::vector<fused::Phase>& phases = seat().phases;
  for (int i = 0; i < static_cast<int>(phases.size()) && phase_ == kNone; i++) {
    if (holds(phases[i].condition)) phase_ = i;
  }
  direction_ = stated_direction();
}

Direction Turn::stated_direction() {
  const fused::Phase& rules = phase();
  if (rules.direction == kNone) return rules.stated;
  direction_ = Direction::none;
  return static_cast<Direction>(eval(rules.direction));
}

void Turn::consider(Place start, Direction direction) {
  start_ = start;
  direction_ = direction == Direction::none ? stated_direction() : direction;
}

std::vector<std::int16_t> Turn::pick_options(const fused::Pick& pick) {
  if (pick.to != kNone) {
    const std::int64_t from = eval(pick.from);
    return numbers(from, eval(pick.to));
  }
  std::vector<std::int16_t> holes;
  for (Set rest = set(pick.from); rest != 0; rest &= rest - 1) holes.push_back(lowest(rest));
  return holes;
}

// --- the turn
// ----------------------------------------------------------------------------------------------------

std::array<int, kMaxPlayers> Turn::held() const {
  std::array<int, kMaxPlayers> held{};
  for (int place = rules_.holes; place < rules_.places; place++) {
    held[(place - rules_.holes) % rules_.players] += f_.cells[place];
  }
  return held;
}

Outcome Turn::play(const Move& move) {
  const auto before = held();
  look_for_phase();
  const bool known = phase_ != kNone && move.block < phase().blocks.size();
  Flow flow = !known ? Flow::illegal : move.pass ? Flow::on : run_move(move);
  outcome_.laps = laps_;
  outcome_.endless = endless_;
  if (flow != Flow::choice && flow != Flow::illegal) {
    const bool over = flow == Flow::over;
    if (over) conclude();
    flow = end_move(move.pass, over);
    if (flow != Flow::over && flow != Flow::choice) flow = go_on();
  }
  return outcome_of(flow, move.choice_count, before);
}

Outcome Turn::after_move(bool again) {
  const auto before = held();
  look_for_phase();
  again_ = again;
  Flow flow = end_move(false, false);
  if (flow != Flow::over && flow != Flow::choice) flow = go_on();
  return outcome_of(flow, 0, before);
}

Outcome Turn::outcome_of(Flow flow, int choices, const std::array<int, kMaxPlayers>& before) {
  const bool answered_too_much = flow != Flow::choice && choices_used_ < choices;
  if (flow == Flow::illegal || answered_too_much) {
    outcome_ = {};
    outcome_.status = Status::illegal;
  } else if (flow == Flow::choice) {
    outcome_.status = Status::needs_choice;
    outcome_.options = options_;
  } else {
    const auto after = held();
    for (int p = 0; p < rules_.players; p++) outcome_.gained[p] = after[p] - before[p];
  }
  return std::move(outcome_);
}

Turn::Flow Turn::end_move(bool pass, bool over) {
  if (rules_.counts_quiet) f_.quiet = captured_by_all_ > 0 ? 0 : f_.quiet + 1;
  if (!pass && rules_.knows_last_mover) f_.last_mover = f_.mover;
  if (over) return Flow::over;
  move_made_ = true;
  const Flow flow = run_end(seat().after_move);
  move_made_ = false;
  return flow;
}

// T8.
Turn::Flow Turn::go_on() {
  const bool again = again_;
  if (rules_.keeps_turn_sown) f_.turn_sown = turn_sown_;
  forget_move();
  if (again) {
    f_.again = true;
    look_for_phase();
    next_moves_.clear();
    find_moves(true, next_moves_);
    if (!next_moves_.empty()) return Flow::on;
  }
  end_turn();
  return begin_turn();
}

// The position after T8, for whoever asks at T7.
void Turn::pass_turn_on() {
  const bool again = again_;
  forget_move();
  if (!again) end_turn();
}

void Turn::end_turn() {
  if (rules_.counts_turns) f_.turns[f_.mover]++;
  f_.again = false;
  f_.turn_sown = 0;
  reset_states(rules_.turn_states);
  f_.mover = static_cast<Player>((f_.mover + 1) % rules_.players);
}

// T1 and T2.
Turn::Flow Turn::begin_turn() {
  look_for_phase();
  Flow flow = run_end(seat().before_turn);
  if (flow == Flow::over || flow == Flow::choice) return flow;
  forget_move();
  look_for_phase();
  flow = run_list(seat().turn_start);
  if (flow == Flow::choice) return flow;
  put_back();
  if (flow == Flow::over) {
    conclude();
    return flow;
  }
  forget_move();
  next_moves_ = legal();
  if (!next_moves_.empty()) return Flow::on;
  conclude(Reason::no_move);
  return Flow::over;
}

Outcome Turn::before_turn() {
  look_for_phase();
  Frame before;
  rules_.copy(f_, before);
  if (run_end(seat().before_turn) == Flow::over) return outcome_;
  rules_.copy(before, f_);
  forget_move();
  if (legal().empty()) conclude(Reason::no_move);
  return outcome_;
}

Turn::Flow Turn::run_end(StepId list) {
  const Flow flow = run_list(list);
  if (flow == Flow::choice) return flow;
  put_back();
  if (flow != Flow::done && flow != Flow::over) return Flow::on;
  conclude();
  return Flow::over;
}

void Turn::conclude() {
  if (endless_ && rules_.program.endless.then == ir::EndlessThen::drawn) return conclude(Reason::endless);
  const fused::Cause& cause = rules_.turns.causes[cause_];
  if (cause.reason == Reason::named) outcome_.reason_name = cause.name;
  conclude(cause.reason);
}

void Turn::conclude(Reason reason) {
  outcome_.status = Status::round_over;
  outcome_.reason = reason;
  outcome_.winner = given_winner_ ? *given_winner_ : static_cast<Player>(eval(seat().win));
  outcome_.drawn = outcome_.winner == kNobody;
}

// What is known of the move ends with it.
void Turn::forget_move() {
  phase_ = kNone;
  start_ = origin_ = here_ = previous_ = first_sown_ = lifted_ = kNoPlace;
  direction_ = Direction::none;
  hand_ = 0;
  at_origin_ = last_ = again_ = false;
  was_ = 0;
  lap_sown_ = turn_sown_ = 0;
  captured_ = {};
  captured_by_all_ = 0;
  set_ = choice_ = 0;
  reset_states(rules_.move_states);
}

void Turn::reset_states(const std::vector<int>& states) {
  for (const int i : states) {
    const ir::State& state = rules_.program.states[i];
    const NodeId starts = seat().starts[i];
    for (int element = 0; element < slots_of(state); element++) {
      set_local(state.starts_slot, element);
      const std::int64_t none = state.holds == ir::Type::number ? state.low : none_of(state.holds);
      write_state(i, element, starts == kNone ? none : eval(starts));
    }
  }
}

// --- moves
// -------------------------------------------------------------------------------------------------------

std::vector<Move> Turn::legal() {
  look_for_phase();
  std::vector<Move> found;
  find_moves(true, found);
  if (!found.empty() || phase_ == kNone) return found;
  for (std::size_t block = 0; block < phase().blocks.size(); block++) {
    if (!phase().blocks[block].pass_if_none || !holds(phase().blocks[block].when)) continue;
    Move pass;
    pass.pass = true;
    pass.block = static_cast<std::uint8_t>(block);
    found.push_back(pass);
    break;
  }
  return found;
}

bool Turn::can_move() {
  if (phase_ == kNone) return false;
  const fused::Phase& rules = phase();
  if (rules.blocks.size() == 1 && rules.blocks[0].plain) return set(rules.blocks[0].from) != 0;
  std::vector<Move> all;
  find_moves(true, all);
  return !all.empty();
}

// All moves of the running phase but a pass; without `look_ahead` the filters that look ahead are left out.
void Turn::find_moves(bool look_ahead, std::vector<Move>& all) {
  if (phase_ == kNone) return;
  const std::vector<fused::Block>& blocks = phase().blocks;
  if (blocks.size() == 1 && blocks[0].plain) {
    Move move;
    const Set starts = this->set(blocks[0].from);
    all.reserve(static_cast<std::size_t>(std::popcount(starts)));
    for (Set rest = starts; rest != 0; rest &= rest - 1) {
      move.start = lowest(rest);
      all.push_back(move);
    }
    return;
  }
  // Judging a move changes what is known of the moment.
  const auto start = start_;
  const auto turn_sown = turn_sown_;
  const auto direction = direction_;
  const auto set = set_;
  const auto choice = choice_;
  const auto choices_used = choices_used_;
  const auto laps = laps_;
  const Move played = move_;
  const auto locals = locals_;
  for (int block = 0; block < static_cast<int>(blocks.size()); block++) {
    if (!holds(blocks[block].when)) continue;
    std::vector<Move> found = candidates(block);
    for (const fused::Filter& filter : blocks[block].filters) {
      if (look_ahead || !filter.looks_ahead) found = filtered(found, filter);
    }
    all.insert(all.end(), found.begin(), found.end());
    start_ = start;
    direction_ = direction;
    set_ = set;
    choice_ = choice;
    choices_used_ = choices_used;
    turn_sown_ = turn_sown;
    locals_ = locals;
  }
  laps_ = laps;
  move_ = played;
}

std::vector<Move> Turn::candidates(int block) {
  const fused::Block& rules = phase().blocks[block];
  std::vector<Move> found;
  std::vector<Place> starts;
  if (rules.set) {
    for (Set rest = set(rules.from); rest != 0; rest &= rest - 1) starts.push_back(lowest(rest));
  } else if (const auto from = static_cast<Place>(eval(rules.from)); from != kNoPlace) {
    starts.push_back(from);
  }
  for (const Place start : starts) {
    Move move;
    move.start = start;
    move.block = static_cast<std::uint8_t>(block);
    consider(move.start, Direction::none);
    const Direction stated = direction_;
    if (stated == Direction::either) {
      for (const Direction picked : {Direction::onward, Direction::backward}) {
        move.direction = picked;
        consider(move.start, picked);
        add_picks(found, move, rules, 0);
      }
    } else if (stated != Direction::none) {
      add_picks(found, move, rules, 0);
    }
  }
  const ir::Endless& endless = rules_.program.endless;
  if (imagining_ == 0 && endless.then == ir::EndlessThen::illegal && endless.laps > 0) {
    found.erase(
        std::remove_if(found.begin(), found.end(), [this](const Move& move) { return !playable(move); }),
        found.end());
  }
  return found;
}

// Adds the move with all ways to make its further picks from number `pick` on.
void Turn::add_picks(std::vector<Move>& found, const Move& move, const fused::Block& block,
                     std::size_t pick) {
  if (pick == block.picks.size()) {
    found.push_back(move);
    return;
  }
  const std::vector<std::int16_t> options = pick_options(block.picks[pick]);
  for (const std::int16_t option : options) {
    Move longer = move;
    if (options.size() > 1) longer.choices[longer.choice_count++] = option;
    set_local(block.picks[pick].slot, option, true);
    add_picks(found, longer, block, pick + 1);
  }
  if (options.empty()) {
    clear_local(block.picks[pick].slot);
    add_picks(found, move, block, pick + 1);
  }
}

std::vector<Move> Turn::filtered(const std::vector<Move>& found, const fused::Filter& filter) {
  std::vector<Move> kept;
  bool any_passes = false;
  for (const Move& move : found) {
    move_ = move;
    begin_move();
    const bool judged = holds(filter.cond);
    const bool passes = judged && eval(filter.test) != 0;
    any_passes = any_passes || passes;
    if (!judged || passes) kept.push_back(move);
  }
  return filter.prefer && !any_passes ? found : kept;
}

// Can it be played without running for ever, if the player's choices in it are made well?
bool Turn::playable(const Move& move) const {
  Turn trial = imagined();
  const Flow flow = trial.imagine(move, *this);
  if (flow == Flow::illegal) return false;
  if (flow != Flow::choice || trial.options_.empty() || move.choice_count == kMaxChoices) return true;
  return std::any_of(trial.options_.begin(), trial.options_.end(), [&](std::int16_t option) {
    Move longer = move;
    longer.choices[longer.choice_count++] = option;
    return playable(longer);
  });
}

// A copy in which moves can be tried.
Turn Turn::imagined() const {
  Turn copy(*this);
  copy.chance_ = nullptr;
  copy.imagining_++;
  return copy;
}

// Plays the move to the player's next decision or to the end of T6. What the asker knows by name can be asked
// for afterwards, but for the choices of his own move.
Turn::Flow Turn::imagine(const Move& move, const Turn& asker) {
  forget_move();
  look_for_phase();
  const Flow flow = run_move(move);
  move_made_ = flow != Flow::choice;
  const Set taken_over = asker.set_ & ~asker.choice_ & ~choice_;
  for (Set rest = taken_over; rest != 0; rest &= rest - 1) {
    locals_[std::countr_zero(rest)] = asker.locals_[std::countr_zero(rest)];
  }
  set_ = (set_ & choice_) | taken_over;
  return flow;
}

bool Turn::after(NodeId test) const {
  Turn trial = imagined();
  return trial.imagine(move_, *this) != Flow::illegal && trial.eval(test) != 0;
}

bool Turn::some_move(Player player, NodeId test) const {
  if (player == kNobody) return false;
  Turn asked = imagined();
  asked.f_.mover = player;
  asked.forget_move();
  asked.look_for_phase();
  std::vector<Move> moves;
  asked.find_moves(false, moves);
  for (const Move& move : moves) {
    Turn trial = asked.imagined();
    if (trial.imagine(move, *this) == Flow::illegal) continue;
    if (test == kNone || trial.eval(test) != 0) return true;
  }
  return false;
}

}  // namespace mancala
