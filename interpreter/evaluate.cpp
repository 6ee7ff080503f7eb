// Expressions: what they are worth at this moment.
#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>
#include <utility>

#include "interpreter/executor.h"

namespace mancala {

using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;

namespace {

std::int32_t limited(std::int64_t n) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(n, std::numeric_limits<std::int32_t>::min(),
                                                            std::numeric_limits<std::int32_t>::max()));
}

// Rounded down, so that `mod` is never negative for a positive divisor.
std::int64_t divided(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

std::int64_t remainder(std::int64_t a, std::int64_t b) { return b == 0 ? 0 : a - divided(a, b) * b; }

std::uint32_t bit(Player p) { return p < 0 ? 0 : std::uint32_t{1} << p; }

}  // namespace

Value Executor::eval(ExprId id) {
  const Expr& e = program_.exprs[id];
  switch (e.op) {
    case Op::number:
    case Op::truth:
    case Op::place:
    case Op::player:
    case Op::direction:
    case Op::word: return e.imm;
    case Op::region: return open(program_.regions[e.imm]);

    case Op::local: {
      const Local& local = now_.locals[e.imm];
      if (!local.set) return none_of(e.type);
      return e.type == Type::region ? Value(open(local.value.region)) : local.value;
    }
    case Op::state: return e.a == kNone ? read_state(e.imm, 0) : read_state(e.imm, value(e.a));
    case Op::mover: return now_.position.mover;
    case Op::own: return owned_by(now_.position.mover);
    case Op::theirs: {
      Region holes;
      for (Player p = 0; p < board_.seats(); ++p) {
        if (p != now_.position.mover) holes = holes | owned_by(p);
      }
      return holes;
    }
    case Op::board: return open(board_.all());
    case Op::players: return static_cast<std::int32_t>((std::uint32_t{1} << board_.player_count()) - 1);
    case Op::start: return now_.start;
    case Op::running: return static_cast<std::int32_t>(now_.direction);
    case Op::origin: return now_.origin;
    case Op::here: return now_.here;
    case Op::previous: return now_.previous;
    case Op::was: return now_.was;
    case Op::last: return now_.last ? 1 : 0;
    case Op::first_sown: return now_.first_sown;
    case Op::lap_sown: return open(now_.lap_sown);
    case Op::turn_sown: return open(now_.turn_sown);
    case Op::laps: return laps_;
    case Op::captured_now: {
      if (e.a == kNone) return now_.captured_by_all;
      const Player p = player(e.a);
      return p == kNobody ? 0 : now_.captured[p];
    }
    case Op::phase: return now_.phase;
    case Op::round: return now_.position.round;
    case Op::turns: {
      const Player p = player(e.a);
      return p == kNobody ? 0 : limited(now_.position.turns[p]);
    }
    case Op::turns_played: {
      std::int64_t sum = 0;
      for (const std::uint32_t turns : now_.position.turns) sum += turns;
      return limited(sum);
    }
    case Op::round_starter: return now_.position.round_starter;
    case Op::round_winner: return round_winner_;
    case Op::last_mover: return now_.position.last_mover;
    case Op::no_move: return moves(true).empty() ? 1 : 0;
    case Op::repeated: return repeated() ? 1 : 0;
    case Op::quiet: return limited(now_.position.quiet);
    case Op::by_lot: return chance_ == nullptr ? 0 : chance_->below(board_.player_count());

    case Op::seeds: return seeds_of(e.a);
    case Op::pieces: return pieces_of(e.a, e.imm);
    case Op::worth: {
      std::int64_t worth = 0;
      for (const Place p : places(e.a)) {
        worth += seeds_in(p);
        for (int kind = 0; kind < static_cast<int>(program_.pieces.size()); ++kind)
          worth += std::int64_t{program_.pieces[kind].worth - 1} * pieces_in(p, kind);
      }
      return limited(worth);
    }
    case Op::count: return is_holes(e.a) ? region(e.a).count() : std::popcount(player_set(e.a));
    case Op::row: {
      const Place h = place(e.a);
      return board_.is_hole(h) ? board_.holes[h].row : 0;
    }
    case Op::column_number: {
      const Place h = place(e.a);
      return board_.is_hole(h) ? board_.holes[h].number : 0;
    }
    case Op::next: return step(place(e.a), now_.direction);
    case Op::prev: return step(place(e.a), reversed(now_.direction));
    case Op::opposite: return mapped(e, board_.opposite);
    case Op::behind: return mapped(e, board_.behind);
    case Op::same: return mapped(e, board_.same);
    case Op::leftmost:
    case Op::rightmost: {
      const Region holes = region(e.a);
      if (holes.empty()) return kNoPlace;
      const std::vector<Place> sorted = from_left(holes, seat_for(holes));
      return e.op == Op::leftmost ? sorted.front() : sorted.back();
    }
    case Op::foremost: return end_of_row(region(e.a), now_.direction);
    case Op::hindmost: return end_of_row(region(e.a), reversed(now_.direction));
    case Op::store: {
      const Player p = player(e.a);
      return p == kNobody ? kNoPlace : board_.store(p);
    }
    case Op::pile: {
      const Player p = player(e.a);
      return p == kNobody ? kNoPlace : board_.pile(e.imm, p);
    }
    case Op::holes: return owned_by(player(e.a));
    case Op::side: {
      const Player p = player(e.a);
      return p == kNobody ? Region() : open(board_.side(p));
    }
    case Op::neighbours: {
      const Place h = place(e.a);
      if (board_.circuits[phase().circuit].straight) return open(board_.beside(h));
      Region found;
      for (const Direction d : {Direction::onward, Direction::backward}) {
        const Place neighbour = step(h, d);
        if (board_.is_hole(neighbour)) found.add(neighbour);
      }
      return found;
    }
    case Op::owner: return owner_of(place(e.a));
    case Op::other: {
      const Player p = player(e.a);
      return p == kNobody ? kNobody : 1 - p;
    }
    case Op::next_player: {
      const Player p = player(e.a);
      return p == kNobody ? kNobody : (p + 1) % board_.player_count();
    }
    case Op::closed: {
      const Place h = with_closed([&] { return place(e.a); });
      return now_.position.closed.has(h) ? 1 : 0;
    }
    case Op::reverse: return static_cast<std::int32_t>(reversed(static_cast<Direction>(value(e.a))));
    case Op::the: return region(e.a).only();
    case Op::step: {
      const std::int32_t steps = value(e.a);
      const Place from = place(e.b);
      const Direction direction = e.c == kNone ? now_.direction : static_cast<Direction>(value(e.c));
      return steps_from(from, steps, direction);
    }

    case Op::add: return limited(std::int64_t{value(e.a)} + value(e.b));
    case Op::subtract: return limited(std::int64_t{value(e.a)} - value(e.b));
    case Op::multiply: return limited(std::int64_t{value(e.a)} * value(e.b));
    case Op::divide: return limited(divided(value(e.a), value(e.b)));
    case Op::modulo: return limited(remainder(value(e.a), value(e.b)));
    case Op::equal: return equal(e.a, e.b) ? 1 : 0;
    case Op::not_equal: return equal(e.a, e.b) ? 0 : 1;
    case Op::less: return value(e.a) < value(e.b) ? 1 : 0;
    case Op::less_equal: return value(e.a) <= value(e.b) ? 1 : 0;
    case Op::greater: return value(e.a) > value(e.b) ? 1 : 0;
    case Op::greater_equal: return value(e.a) >= value(e.b) ? 1 : 0;
    case Op::logical_and: return truth(e.a) && truth(e.b) ? 1 : 0;
    case Op::logical_or: return truth(e.a) || truth(e.b) ? 1 : 0;
    case Op::logical_not: return truth(e.a) ? 0 : 1;
    case Op::choose_if: {
      const ExprId taken = truth(e.a) ? e.b : e.c;
      if (e.type == Type::region) return region(taken);
      return e.type == Type::players ? Value(player_set(taken)) : eval(taken);
    }
    case Op::bind:
      set_local(e.imm, eval(e.a));
      if (e.type == Type::region) return region(e.b);
      return e.type == Type::players ? Value(player_set(e.b)) : eval(e.b);
    case Op::in: {
      const std::int32_t member = value(e.a);
      if (member < 0) return 0;
      if (is_holes(e.b)) return region(e.b).has(static_cast<Place>(member)) ? 1 : 0;
      return (player_set(e.b) >> member) & 1;
    }
    case Op::is: return program_.number_sets[e.imm].has(value(e.a)) ? 1 : 0;

    case Op::where: return where(e);
    case Op::unite:
      return is_holes(e.a) ? Value(region(e.a) | region(e.b)) : Value(player_set(e.a) | player_set(e.b));
    case Op::minus:
      return is_holes(e.a) ? Value(region(e.a) - region(e.b)) : Value(player_set(e.a) & ~player_set(e.b));
    case Op::single: return region(e.a);
    case Op::some: return is_holes(e.a) ? !region(e.a).empty() : player_set(e.a) != 0;
    case Op::run: return run(e);
    case Op::player_with_most:
    case Op::player_with_fewest: return extreme_player(e);

    case Op::at_start: return seen_at(Seen::turn_start, e.a);
    case Op::at_lap_start: return seen_at(Seen::lap_start, e.a);
    case Op::after: return after(e.a) ? 1 : 0;
    case Op::some_move: {
      if (e.a != kNone) return some_move(player(e.a), e.b) ? 1 : 0;
      for (Player p = 0; p < board_.seats(); ++p) {
        if (some_move(p, e.b)) return 1;
      }
      return 0;
    }
  }
  return 0;
}

Region Executor::region(ExprId id) {
  const Value found = eval(id);
  if (program_.exprs[id].type == Type::region) return found.region;
  const auto h = static_cast<Place>(found.number);
  return board_.is_hole(h) ? open(Region::of(h)) : Region();
}

std::uint32_t Executor::player_set(ExprId id) {
  const std::int32_t found = value(id);
  return program_.exprs[id].type == Type::players ? static_cast<std::uint32_t>(found)
                                                  : bit(static_cast<Player>(found));
}

bool Executor::is_holes(ExprId id) const {
  const Type type = program_.exprs[id].type;
  return type == Type::region || type == Type::hole;
}

bool Executor::equal(ExprId a, ExprId b) {
  if (program_.exprs[a].type == Type::region || program_.exprs[b].type == Type::region) {
    return region(a) == region(b);
  }
  return value(a) == value(b);  // none is a value of its own
}

std::int32_t Executor::seeds_of(ExprId id) {
  if (program_.exprs[id].type != Type::region) return seeds_in(place(id));
  std::int32_t sum = 0;
  for (const Place h : region(id)) sum += seeds_in(h);
  return sum;
}

std::int32_t Executor::pieces_of(ExprId id, int kind) {
  if (program_.exprs[id].type != Type::region) return pieces_in(place(id), kind);
  std::int32_t sum = 0;
  for (const Place h : region(id)) sum += pieces_in(h, kind);
  return sum;
}

int Executor::pieces_in(Place place, int kind) const {
  if (place == kHand) return now_.hand_pieces[static_cast<std::size_t>(kind)];
  if (place == kNoPlace) return 0;
  return now_.position
      .state[program_.pieces[kind].first_slot + (place == kOut ? board_.place_count() : place)];
}

int Executor::alike_in(Place place) const {
  int alike = seeds_in(place);
  for (int kind = 0; kind < static_cast<int>(program_.pieces.size()); ++kind) alike -= pieces_in(place, kind);
  return alike;
}

int Executor::there_are(Place place, std::int32_t piece) const {
  return piece == kNone ? seeds_in(place) : pieces_in(place, piece);
}

int Executor::seeds_in(Place place) const {
  if (place == kHand) return now_.hand;
  if (place == kOut) return now_.position.out;
  if (place == kNoPlace) return 0;
  switch (seen_) {
    case Seen::now: break;
    case Seen::turn_start: return now_.position.start_seeds[place];
    case Seen::lap_start: return now_.lap_start[place];
  }
  return now_.position.seeds[place];
}

Value Executor::seen_at(Seen when, ExprId id) {
  const Seen before = std::exchange(seen_, when);
  const Value found = eval(id);
  seen_ = before;
  return found;
}

Region Executor::open(const Region& holes) const {
  return closed_too_ ? holes : holes - now_.position.closed;
}

Region Executor::owned_by(Player p) const {
  Region holes;
  if (p == kNobody) return holes;
  for (const Place h : board_.all()) {
    if (now_.position.owner[h] == p) holes.add(h);
  }
  return open(holes);
}

Player Executor::owner_of(Place place) const {
  if (place < 0) return kNobody;
  if (board_.is_hole(place)) return now_.position.owner[place];
  return static_cast<Player>((place - board_.hole_count()) % board_.player_count());  // a store or a pile
}

Value Executor::mapped(const Expr& e, const std::vector<Place>& table) {
  const auto map = [&](Place from) {
    return board_.is_hole(from) && !open(Region::of(from)).empty() ? open_or_none(table[from]) : kNoPlace;
  };
  if (e.type != Type::region) return map(place(e.a));
  Region found;
  for (const Place from : region(e.a)) found.add(map(from));
  return found;
}

Place Executor::open_or_none(Place h) const { return open(Region::of(h)).empty() ? kNoPlace : h; }

// Over closed holes, not over `skip`.
Place Executor::step(Place from, Direction direction) const {
  if (direction != Direction::onward && direction != Direction::backward) return kNoPlace;
  const bool onward = direction == Direction::onward;
  const Circuit& circuit = board_.circuits[phase().circuit];
  const auto& next = circuit.next[now_.position.mover][onward ? 0 : 1];
  const auto follow = [&](Place p) {
    if (circuit.straight) {
      return board_.straight_on(onward ? now_.came_from : now_.here, onward ? now_.here : now_.came_from, p);
    }
    return p >= 0 && p < static_cast<int>(next.size()) ? next[p] : kNoPlace;
  };
  Place to = follow(from);
  while (to != kNoPlace && to != from && now_.position.closed.has(to)) to = follow(to);
  return now_.position.closed.has(to) ? kNoPlace : to;
}

Place Executor::steps_from(Place from, std::int32_t steps, Direction direction) const {
  Place h = from;
  for (std::int32_t done = 0; done < steps && h != kNoPlace;) {
    h = step(h, direction);
    ++done;
    if (h == from) {
      steps %= done;  // whole rounds lead nowhere
    } else if (done == board_.place_count()) {
      steps -= done;  // it began outside the round, in a hole that is closed
      from = h;
    } else {
      continue;
    }
    done = 0;
  }
  return h;
}

// The first of the holes behind which, going this way within its row, no other of them lies.
Place Executor::end_of_row(const Region& holes, Direction direction) const {
  for (const Place h : holes) {
    bool other_ahead = false;
    for (Place ahead = step(h, direction); board_.is_hole(ahead) && ahead != h;
         ahead = step(ahead, direction)) {
      if (board_.holes[ahead].side != board_.holes[h].side || board_.holes[ahead].row != board_.holes[h].row)
        break;
      other_ahead = other_ahead || holes.has(ahead);
    }
    if (!other_ahead) return h;
  }
  return kNoPlace;
}

// Whose left and right are meant: the owner's; of holes of several owners, his at whose rows all lie; else
// the mover's.
Player Executor::seat_for(const Region& holes) const {
  const Player owner = owner_of(holes.first());
  const Player side = board_.holes[holes.first()].side;
  bool one_owner = owner != kNobody;
  bool one_side = side != kNobody;
  for (const Place h : holes) {
    one_owner = one_owner && owner_of(h) == owner;
    one_side = one_side && board_.holes[h].side == side;
  }
  if (one_owner) return owner;
  return one_side ? side : now_.position.mover;
}

std::vector<Place> Executor::from_left(const Region& holes, Player seat) const {
  // The way to the right on the printed board, from the first to the last number of the seat's inner row.
  const Hole* first = nullptr;
  const Hole* last = nullptr;
  for (const Hole& hole : board_.holes) {
    if (hole.side != seat || hole.row != 1) continue;
    if (first == nullptr || hole.number < first->number) first = &hole;
    if (last == nullptr || hole.number > last->number) last = &hole;
  }
  const bool known = first != nullptr && first != last;
  const int columns = known ? last->column - first->column : 1;
  const int lines = known ? last->line - first->line : 0;
  const auto rank = [&](Place p) {
    const Hole& hole = board_.holes[p];
    return std::tuple(hole.column * columns + hole.line * lines, hole.row, p);
  };
  std::vector<Place> sorted;
  for (const Place h : holes) sorted.push_back(h);
  std::sort(sorted.begin(), sorted.end(), [&](Place a, Place b) { return rank(a) < rank(b); });
  return sorted;
}

std::vector<Place> Executor::in_order(const Region& holes) const {
  std::vector<Place> sorted;
  Region rest = holes;
  for (Player p = 0; p < board_.seats(); ++p) {
    Region owned;
    for (const Place h : holes) {
      if (owner_of(h) == p) owned.add(h);
    }
    for (const Place h : from_left(owned, p)) sorted.push_back(h);
    rest = rest - owned;
  }
  for (const Place h : rest) sorted.push_back(h);
  return sorted;
}

Value Executor::where(const Expr& e) {
  if (is_holes(e.a)) {
    Region found;
    for (const Place h : region(e.a)) {
      set_local(e.imm, h);
      if (truth(e.b)) found.add(h);
    }
    return found;
  }
  const std::uint32_t all = player_set(e.a);
  std::uint32_t found = 0;
  for (Player p = 0; p < board_.seats(); ++p) {
    if ((all & bit(p)) == 0) continue;
    set_local(e.imm, p);
    if (truth(e.b)) found |= bit(p);
  }
  return found;
}

Region Executor::run(const Expr& e) {
  const Direction direction = e.d == ir::kRunBack ? reversed(now_.direction) : now_.direction;
  const Region within = e.c == kNone ? open(board_.all()) : region(e.c);
  Region found;
  Place h = place(e.a);
  while (within.has(h) && !found.has(h)) {
    set_local(e.imm, h);
    if (!truth(e.b)) break;
    found.add(h);
    for (int i = 0; i < e.by; ++i) h = step(h, direction);
  }
  return found;
}

Player Executor::extreme_player(const Expr& e) {
  const std::uint32_t all = e.a == kNone ? (std::uint32_t{1} << board_.player_count()) - 1 : player_set(e.a);
  Player best = kNobody;
  std::int64_t best_value = 0;
  bool unique = false;
  for (Player p = 0; p < board_.seats(); ++p) {
    if ((all & bit(p)) == 0) continue;
    set_local(e.imm, p);
    const std::int64_t found = std::int64_t{value(e.b)} * (e.op == Op::player_with_most ? 1 : -1);
    if (best == kNobody || found > best_value) {
      best = p;
      best_value = found;
      unique = true;
    } else if (found == best_value) {
      unique = false;
    }
  }
  return unique ? best : kNobody;
}

// The history holds positions in which a player is about to move, so it is asked for the one that would come.
bool Executor::repeated() const {
  if (history_ == nullptr) return false;
  Executor next = imagined();
  if (move_made_) next.pass_turn_on();
  return history_->has(next.now_.position);
}

// Stored values keep 0 for none; see ir::State.
std::int32_t Executor::read_state(int index, int element) const {
  const ir::State& state = program_.states[index];
  if (element < 0 || element >= slots_of(state)) return none_of(state.holds);
  const std::int32_t stored = now_.position.state[state.first_slot + element];
  return none_of(state.holds) < 0 ? stored - 1 : stored;
}

void Executor::write_state(int index, int element, std::int32_t value) {
  const ir::State& state = program_.states[index];
  if (element < 0 || element >= slots_of(state)) return;
  if (state.holds == Type::number) value = std::clamp(value, state.low, state.high);
  if (none_of(state.holds) < 0) value = std::max(value + 1, 0);
  now_.position.state[state.first_slot + element] = static_cast<std::int16_t>(value);
}

int Executor::slots_of(const ir::State& state) const {
  switch (state.per) {
    case ir::Per::none: return 1;
    case ir::Per::hole: return board_.hole_count();
    case ir::Per::player: return board_.player_count();
  }
  return 0;
}

void Executor::set_local(std::int32_t slot, const Value& value) {
  if (slot == kNone) return;
  now_.locals[slot] = {value, true, false};
}

const ir::Phase& Executor::phase() const { return program_.phases[std::max(now_.phase, 0)]; }

}  // namespace mancala
