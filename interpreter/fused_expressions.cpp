// Turns: what an expression is worth at this moment.
#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <utility>

#include "interpreter/fused_turn.h"

namespace mancala {

using fused::kNone;
using fused::Map;
using fused::N;
using fused::Node;
using fused::NodeId;
using fused::Set;

namespace {

std::int64_t in_range(std::int64_t n) {
  return std::clamp<std::int64_t>(n, std::numeric_limits<std::int32_t>::min(),
                                  std::numeric_limits<std::int32_t>::max());
}

// Rounded down.
std::int64_t floor_divided(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

}  // namespace

// One function for each operator, called with what it belongs to.
struct Expression {
  static std::int64_t value(Turn& t, const Code* code) { return code->run(t, *code); }
  static Set set(Turn& t, const Code* code) { return static_cast<Set>(code->run(t, *code)); }
  static std::int64_t as_value(Set set) { return static_cast<std::int64_t>(set); }

  static std::int64_t constant(Turn&, const Code& c) { return c.imm; }
  static std::int64_t local(Turn& t, const Code& c) {
    return ((t.set_ >> c.imm) & 1) != 0 ? t.locals_[c.imm] : c.by;
  }
  static std::int64_t local_holes(Turn& t, const Code& c) {
    return ((t.set_ >> c.imm) & 1) != 0 ? as_value(t.open(static_cast<Set>(t.locals_[c.imm]))) : 0;
  }
  static std::int64_t state(Turn& t, const Code& c) {
    const std::int64_t element = value(t, c.a);
    return element < 0 || element >= c.elements ? c.none : t.f_.cells[c.first + element] + c.none;
  }
  static std::int64_t single_state(Turn& t, const Code& c) { return t.f_.cells[c.first] + c.none; }
  static std::int64_t start(Turn& t, const Code&) { return t.start_; }
  static std::int64_t running(Turn& t, const Code&) { return static_cast<std::int64_t>(t.direction_); }
  static std::int64_t origin(Turn& t, const Code&) { return t.origin_; }
  static std::int64_t here(Turn& t, const Code&) { return t.here_; }
  static std::int64_t previous(Turn& t, const Code&) { return t.previous_; }
  static std::int64_t was(Turn& t, const Code&) { return t.was_; }
  static std::int64_t last(Turn& t, const Code&) { return t.last_ ? 1 : 0; }
  static std::int64_t first_sown(Turn& t, const Code&) { return t.first_sown_; }
  static std::int64_t lap_sown(Turn& t, const Code&) { return as_value(t.open(t.lap_sown_)); }
  static std::int64_t turn_sown(Turn& t, const Code&) { return as_value(t.open(t.turn_sown_)); }
  static std::int64_t laps(Turn& t, const Code&) { return t.laps_; }
  static std::int64_t captured_now(Turn& t, const Code& c) {
    if (c.a == nullptr) return t.captured_by_all_;
    const std::int64_t p = value(t, c.a);
    return p < 0 ? 0 : t.captured_[p];
  }
  static std::int64_t phase(Turn& t, const Code&) { return t.phase_; }
  static std::int64_t round(Turn& t, const Code&) { return t.f_.round; }
  static std::int64_t turns(Turn& t, const Code& c) {
    const std::int64_t p = value(t, c.a);
    return p < 0 ? 0 : in_range(t.f_.turns[p]);
  }
  static std::int64_t turns_played(Turn& t, const Code&) {
    std::int64_t sum = 0;
    for (const std::uint32_t turns : t.f_.turns) sum += turns;
    return in_range(sum);
  }
  static std::int64_t round_starter(Turn& t, const Code&) { return t.f_.round_starter; }
  static std::int64_t round_winner(Turn&, const Code&) { return kNobody; }
  static std::int64_t last_mover(Turn& t, const Code&) { return t.f_.last_mover; }
  static std::int64_t no_move(Turn& t, const Code&) { return t.can_move() ? 0 : 1; }
  static std::int64_t repeated(Turn& t, const Code&) { return t.repeated() ? 1 : 0; }
  static std::int64_t quiet(Turn& t, const Code&) { return in_range(t.f_.quiet); }
  static std::int64_t by_lot(Turn& t, const Code&) {
    return t.chance_ == nullptr ? 0 : t.chance_->below(t.rules_.players);
  }
  static std::int64_t holes(Turn& t, const Code& c) { return as_value(t.open(static_cast<Set>(c.imm))); }
  static std::int64_t owned_by(Turn& t, const Code& c) {
    const std::int64_t p = value(t, c.a);
    return p < 0 ? 0 : as_value(t.open(t.f_.owned[p]));
  }
  static std::int64_t owned_by_one(Turn& t, const Code& c) { return as_value(t.open(t.f_.owned[c.a->imm])); }
  static std::int64_t owned_not(Turn& t, const Code& c) {
    Set others = 0;
    for (int p = 0; p < t.rules_.players; p++) others |= p == c.imm ? 0 : t.f_.owned[p];
    return as_value(t.open(others));
  }
  static std::int64_t side(Turn& t, const Code& c) {
    const std::int64_t p = value(t, c.a);
    return p < 0 ? 0 : as_value(t.open(t.rules_.side[p]));
  }
  static std::int64_t one_hole(Turn& t, const Code& c) {
    const std::int64_t h = value(t, c.a);
    return t.is_hole(h) ? as_value(t.open(set_of(h))) : 0;
  }
  static std::int64_t one_player(Turn& t, const Code& c) { return as_value(set_of(value(t, c.a))); }
  static std::int64_t seeds_at(Turn& t, const Code& c) { return t.seeds_at(value(t, c.a)); }
  static std::int64_t seeds_here(Turn& t, const Code&) {
    return t.here_ >= 0 ? t.f_.cells[t.seen_ + t.here_] : 0;
  }
  static std::int64_t seeds_at_one(Turn& t, const Code& c) { return t.f_.cells[t.seen_ + c.a->imm]; }
  static std::int64_t seeds_at_local(Turn& t, const Code& c) {
    return ((t.set_ >> c.a->imm) & 1) != 0 ? t.seeds_at(t.locals_[c.a->imm]) : t.seeds_at(c.a->by);
  }
  // Comparisons of the seeds in a hole with a number.
  template <class Comparison>
  static std::int64_t compare_seeds_here(Turn& t, const Code& c) {
    return Comparison()(seeds_here(t, c), c.b->imm) ? 1 : 0;
  }
  template <class Comparison>
  static std::int64_t compare_seeds_at_local(Turn& t, const Code& c) {
    return Comparison()(seeds_at_local(t, *c.a), c.b->imm) ? 1 : 0;
  }
  static std::int64_t seeds_in(Turn& t, const Code& c) {
    std::int64_t sum = 0;
    for (Set rest = set(t, c.a); rest != 0; rest &= rest - 1)
      sum += t.f_.cells[t.seen_ + std::countr_zero(rest)];
    return sum;
  }
  static std::int64_t pieces_at(Turn& t, const Code& c) { return t.pieces_at(value(t, c.a), c.imm); }
  static std::int64_t pieces_in(Turn& t, const Code& c) {
    std::int64_t sum = 0;
    for (Set rest = set(t, c.a); rest != 0; rest &= rest - 1)
      sum += t.pieces_at(std::countr_zero(rest), c.imm);
    return sum;
  }
  static std::int64_t worth_at(Turn& t, const Code& c) { return in_range(t.worth_at(value(t, c.a))); }
  static std::int64_t worth_in(Turn& t, const Code& c) {
    std::int64_t sum = 0;
    for (Set rest = set(t, c.a); rest != 0; rest &= rest - 1) sum += t.worth_at(std::countr_zero(rest));
    return in_range(sum);
  }
  static std::int64_t count(Turn& t, const Code& c) { return std::popcount(set(t, c.a)); }
  static std::int64_t number_of(Turn& t, const Code& c) {
    const std::int64_t h = value(t, c.a);
    return t.is_hole(h) ? (*c.map)[h] : 0;
  }
  static std::int64_t map(Turn& t, const Code& c) { return t.mapped(*c.map, value(t, c.a)); }
  static std::int64_t map_each(Turn& t, const Code& c) {
    Set found = 0;
    for (Set rest = set(t, c.a); rest != 0; rest &= rest - 1) {
      found |= set_of(t.mapped(*c.map, std::countr_zero(rest)));
    }
    return as_value(found);
  }
  static std::int64_t of_player(Turn& t, const Code& c) {
    const std::int64_t p = value(t, c.a);
    return p < 0 ? -1 : (*c.map)[p];
  }
  static std::int64_t next(Turn& t, const Code& c) { return t.follow(value(t, c.a), t.direction_); }
  static std::int64_t prev(Turn& t, const Code& c) { return t.follow(value(t, c.a), reversed(t.direction_)); }
  template <bool kLeft>
  static std::int64_t end_of_board(Turn& t, const Code& c) {
    const Set holes = set(t, c.a);
    if (holes == 0) return kNoPlace;
    const std::vector<Place>& order = t.rules_.from_left[t.seat_for(holes) + 1];
    const auto in = [holes](Place h) { return (holes & set_of(h)) != 0; };
    return kLeft ? *std::find_if(order.begin(), order.end(), in)
                 : *std::find_if(order.rbegin(), order.rend(), in);
  }
  static std::int64_t foremost(Turn& t, const Code& c) { return t.end_of_row(set(t, c.a), t.direction_); }
  static std::int64_t hindmost(Turn& t, const Code& c) {
    return t.end_of_row(set(t, c.a), reversed(t.direction_));
  }
  static std::int64_t neighbours(Turn& t, const Code& c) {
    const std::int64_t h = value(t, c.a);
    if (t.phase().straight) return t.is_hole(h) ? as_value(t.open(t.rules_.beside[h])) : 0;
    Set found = 0;
    for (const Direction d : {Direction::onward, Direction::backward}) {
      const Place neighbour = t.follow(h, d);
      if (t.is_hole(neighbour)) found |= set_of(neighbour);
    }
    return as_value(found);
  }
  static std::int64_t owner(Turn& t, const Code& c) { return t.owner_of(value(t, c.a)); }
  static std::int64_t closed(Turn& t, const Code& c) {
    const bool kept = t.closed_too_;
    t.closed_too_ = true;
    const std::int64_t h = value(t, c.a);
    t.closed_too_ = kept;
    return t.is_hole(h) && (t.f_.closed & set_of(h)) != 0 ? 1 : 0;
  }
  static std::int64_t reverse(Turn& t, const Code& c) {
    return static_cast<std::int64_t>(reversed(static_cast<Direction>(value(t, c.a))));
  }
  static std::int64_t the(Turn& t, const Code& c) {
    const Set holes = set(t, c.a);
    return std::popcount(holes) == 1 ? lowest(holes) : kNoPlace;
  }
  static std::int64_t step(Turn& t, const Code& c) {
    const std::int64_t steps = value(t, c.a);
    Place h = static_cast<Place>(value(t, c.b));
    const Direction direction = c.c == nullptr ? t.direction_ : static_cast<Direction>(value(t, c.c));
    Place from = h;
    std::int64_t left = steps;
    for (std::int64_t done = 0; done < left && h != kNoPlace;) {
      h = t.follow(h, direction);
      done++;
      if (h == from) {
        left %= done;  // whole rounds lead nowhere
      } else if (done == t.rules_.places) {
        left -= done;  // it began outside the round, in a hole that is closed
        from = h;
      } else {
        continue;
      }
      done = 0;
    }
    return h;
  }
  static std::int64_t add(Turn& t, const Code& c) {
    const std::int64_t a = value(t, c.a);
    return in_range(a + value(t, c.b));
  }
  static std::int64_t subtract(Turn& t, const Code& c) {
    const std::int64_t a = value(t, c.a);
    return in_range(a - value(t, c.b));
  }
  static std::int64_t multiply(Turn& t, const Code& c) {
    const std::int64_t a = value(t, c.a);
    return in_range(a * value(t, c.b));
  }
  static std::int64_t divide(Turn& t, const Code& c) {
    const std::int64_t a = value(t, c.a);
    return in_range(floor_divided(a, value(t, c.b)));
  }
  static std::int64_t modulo(Turn& t, const Code& c) {
    const std::int64_t a = value(t, c.a);
    const std::int64_t b = value(t, c.b);
    return b == 0 ? 0 : in_range(a - floor_divided(a, b) * b);
  }
  template <class Comparison>
  static std::int64_t compare(Turn& t, const Code& c) {
    const std::int64_t a = value(t, c.a);
    return Comparison()(a, value(t, c.b)) ? 1 : 0;
  }
  template <class Comparison>
  static std::int64_t compare_to_one(Turn& t, const Code& c) {
    return Comparison()(value(t, c.a), c.b->imm) ? 1 : 0;
  }
  static std::int64_t logical_and(Turn& t, const Code& c) {
    return value(t, c.a) != 0 && value(t, c.b) != 0 ? 1 : 0;
  }
  static std::int64_t logical_or(Turn& t, const Code& c) {
    return value(t, c.a) != 0 || value(t, c.b) != 0 ? 1 : 0;
  }
  static std::int64_t logical_not(Turn& t, const Code& c) { return value(t, c.a) != 0 ? 0 : 1; }
  static std::int64_t choose_if(Turn& t, const Code& c) { return value(t, value(t, c.a) != 0 ? c.b : c.c); }
  static std::int64_t bind(Turn& t, const Code& c) {
    t.set_local(static_cast<std::int32_t>(c.imm), value(t, c.a));
    return value(t, c.b);
  }
  static std::int64_t in(Turn& t, const Code& c) {
    const std::int64_t member = value(t, c.a);
    if (member < 0) return 0;
    const Set of = set(t, c.b);
    return member < 64 ? static_cast<std::int64_t>((of >> member) & 1) : 0;
  }
  static std::int64_t is(Turn& t, const Code& c) {
    const std::int64_t number = value(t, c.a);
    if (number >= 0 && number < 64)
      return static_cast<std::int64_t>((t.rules_.number_bits[c.imm] >> number) & 1);
    return t.rules_.program.number_sets[c.imm].has(number) ? 1 : 0;
  }
  static std::int64_t where(Turn& t, const Code& c) {
    Set found = 0;
    for (Set rest = set(t, c.a); rest != 0; rest &= rest - 1) {
      t.set_local(static_cast<std::int32_t>(c.imm), std::countr_zero(rest));
      if (value(t, c.b) != 0) found |= rest & (~rest + 1);
    }
    return as_value(found);
  }
  static std::int64_t where_count(Turn& t, const Code& c) {
    Set found = 0;
    for (Set rest = set(t, c.a); rest != 0; rest &= rest - 1) {
      const int hole = std::countr_zero(rest);
      const int there = t.f_.cells[t.seen_ + hole];
      found |= static_cast<Set>(c.counts->has(there > 255 ? 255 : there)) << hole;
    }
    return as_value(found);
  }
  static bool any_where(Turn& t, const Code& c) {
    for (Set rest = set(t, c.a); rest != 0; rest &= rest - 1) {
      t.set_local(static_cast<std::int32_t>(c.imm), std::countr_zero(rest));
      if (value(t, c.b) != 0) return true;
    }
    return false;
  }
  static bool any_where_count(Turn& t, const Code& c) {
    for (Set rest = set(t, c.a); rest != 0; rest &= rest - 1) {
      const int there = t.f_.cells[t.seen_ + std::countr_zero(rest)];
      if (c.counts->has(there > 255 ? 255 : there)) return true;
    }
    return false;
  }
  // The same where a test looks ahead: nothing changes from one member to the next.
  template <auto kFunction>
  static auto looking(Turn& t, const Code& c) {
    const Turn::Looking at_members(t);
    return kFunction(t, c);
  }
  static void look_once(Code& c) {
    if (c.b == nullptr || !c.b->may_run_out) return;
    if (c.run == where) c.run = looking<where>;
    if (c.any == any_where) c.any = looking<any_where>;
  }
  static bool any_united(Turn& t, const Code& c) { return c.a->any(t, *c.a) || c.b->any(t, *c.b); }
  static bool any(Turn& t, const Code& c) { return value(t, &c) != 0; }

  static std::int64_t unite(Turn& t, const Code& c) {
    const std::int64_t a = value(t, c.a);
    return a | value(t, c.b);
  }
  static std::int64_t minus(Turn& t, const Code& c) {
    const std::int64_t a = value(t, c.a);
    return a & ~value(t, c.b);
  }
  // What is in both.
  static std::int64_t common(Turn& t, const Code& c) {
    const std::int64_t a = value(t, c.a);
    return a == 0 ? 0 : a & value(t, c.b);
  }
  // All of `a`, if `b` holds.
  static std::int64_t all_if(Turn& t, const Code& c) { return value(t, c.b) != 0 ? value(t, c.a) : 0; }
  static std::int64_t some(Turn& t, const Code& c) { return c.a->any(t, *c.a) ? 1 : 0; }
  static std::int64_t run(Turn& t, const Code& c) {
    const int steps = c.by;
    const Direction direction = steps < 0 ? reversed(t.direction_) : t.direction_;
    const int by = steps < 0 ? -steps : steps;
    const Set within = set(t, c.c);
    Set found = 0;
    std::int64_t h = value(t, c.a);
    while (t.is_hole(h) && (within & ~found & set_of(h)) != 0) {
      t.set_local(static_cast<std::int32_t>(c.imm), h);
      if (value(t, c.b) == 0) break;
      found |= set_of(h);
      for (int i = 0; i < by; i++) h = t.follow(h, direction);
    }
    return as_value(found);
  }
  // Who has the most, or with kSign -1 the fewest; nobody if several have.
  template <int kSign>
  static std::int64_t extreme(Turn& t, const Code& c) {
    std::int64_t best = kNobody, best_value = 0;
    bool unique = false;
    for (Set rest = set(t, c.a); rest != 0; rest &= rest - 1) {
      const std::int64_t p = std::countr_zero(rest);
      t.set_local(static_cast<std::int32_t>(c.imm), p);
      const std::int64_t has = value(t, c.b) * kSign;
      if (best == kNobody || has > best_value) {
        best = p;
        best_value = has;
        unique = true;
      } else if (has == best_value) {
        unique = false;
      }
    }
    return unique ? best : std::int64_t{kNobody};
  }
  static std::int64_t after(Turn& t, const Code& c) { return t.after(c.a_node) ? 1 : 0; }
  static std::int64_t some_move(Turn& t, const Code& c) {
    return t.some_move(static_cast<Player>(value(t, c.a)), c.b_node) ? 1 : 0;
  }

  static std::int64_t at_start(Turn& t, const Code& c) { return t.seen_at(t.rules_.start_cells, *c.a); }
  static std::int64_t at_lap_start(Turn& t, const Code& c) { return t.seen_at(t.rules_.lap_cells, *c.a); }

  using Function = std::int64_t (*)(Turn&, const Code&);

  template <class Comparison>
  static Function comparison(const Code& c) {
    if (c.b->run != constant) return compare<Comparison>;
    if (c.a->run == seeds_here) return compare_seeds_here<Comparison>;
    return c.a->run == seeds_at_local ? compare_seeds_at_local<Comparison> : compare_to_one<Comparison>;
  }

  static Function seeds_function(const Code& place) {
    if (place.run == here) return seeds_here;
    if (place.run == local) return seeds_at_local;
    return place.run == constant && place.imm >= 0 ? seeds_at_one : seeds_at;
  }

  // `c` has its operands.
  static Function function_for(const Node& node, const Code& c) {
    switch (node.op) {
      case N::constant: return constant;
      case N::local: return local;
      case N::local_holes: return local_holes;
      case N::state: return c.a == nullptr ? single_state : state;
      case N::start: return start;
      case N::running: return running;
      case N::origin: return origin;
      case N::here: return here;
      case N::previous: return previous;
      case N::was: return was;
      case N::last: return last;
      case N::first_sown: return first_sown;
      case N::lap_sown: return lap_sown;
      case N::turn_sown: return turn_sown;
      case N::laps: return laps;
      case N::captured_now: return captured_now;
      case N::phase: return phase;
      case N::round: return round;
      case N::turns: return turns;
      case N::turns_played: return turns_played;
      case N::round_starter: return round_starter;
      case N::round_winner: return round_winner;
      case N::last_mover: return last_mover;
      case N::no_move: return no_move;
      case N::repeated: return repeated;
      case N::quiet: return quiet;
      case N::by_lot: return by_lot;
      case N::holes: return holes;
      case N::owned_by: return c.a->run == constant && c.a->imm >= 0 ? owned_by_one : owned_by;
      case N::owned_not: return owned_not;
      case N::side: return side;
      case N::one_hole: return one_hole;
      case N::one_player: return one_player;
      case N::seeds_at: return seeds_function(*c.a);
      case N::seeds_in: return seeds_in;
      case N::pieces_at: return pieces_at;
      case N::pieces_in: return pieces_in;
      case N::worth_at: return worth_at;
      case N::worth_in: return worth_in;
      case N::count: return count;
      case N::number_of: return number_of;
      case N::map: return map;
      case N::map_each: return map_each;
      case N::of_player: return of_player;
      case N::next: return next;
      case N::prev: return prev;
      case N::leftmost: return end_of_board<true>;
      case N::rightmost: return end_of_board<false>;
      case N::foremost: return foremost;
      case N::hindmost: return hindmost;
      case N::neighbours: return neighbours;
      case N::owner: return owner;
      case N::closed: return closed;
      case N::reverse: return reverse;
      case N::the: return the;
      case N::step: return step;
      case N::add: return add;
      case N::subtract: return subtract;
      case N::multiply: return multiply;
      case N::divide: return divide;
      case N::modulo: return modulo;
      case N::equal: return comparison<std::equal_to<>>(c);
      case N::not_equal: return comparison<std::not_equal_to<>>(c);
      case N::less: return comparison<std::less<>>(c);
      case N::less_equal: return comparison<std::less_equal<>>(c);
      case N::greater: return comparison<std::greater<>>(c);
      case N::greater_equal: return comparison<std::greater_equal<>>(c);
      case N::logical_and: return logical_and;
      case N::logical_or: return logical_or;
      case N::logical_not: return logical_not;
      case N::choose_if: return choose_if;
      case N::bind: return bind;
      case N::in: return in;
      case N::is: return is;
      case N::where_hole:
      case N::where_player: return where;
      case N::where_count: return where_count;
      case N::unite: return unite;
      case N::minus: return minus;
      case N::some: return some;
      case N::run: return run;
      case N::most: return extreme<1>;
      case N::fewest: return extreme<-1>;
      case N::after: return after;
      case N::some_move: return some_move;
      case N::at_start: return at_start;
      case N::at_lap_start: return at_lap_start;
    }
    return constant;
  }

  static auto any_for(N op) -> bool (*)(Turn&, const Code&) {
    if (op == N::where_hole || op == N::where_player) return any_where;
    if (op == N::where_count) return any_where_count;
    return op == N::unite ? any_united : any;
  }

  // Is a turn played on, or are moves looked for?
  static bool plays(N op) {
    return op == N::after || op == N::some_move || op == N::no_move || op == N::repeated;
  }

  // Does `imm` of this operator number a map?
  static bool has_map(N op) {
    return op == N::number_of || op == N::map || op == N::map_each || op == N::of_player;
  }
};

namespace {

bool may_run_out(const Code& made) {
  const auto may = [](const Code* operand) { return operand != nullptr && operand->may_run_out; };
  return Expression::plays(made.op) || may(made.a) || may(made.b) || may(made.c);
}

}  // namespace

const Code* TurnRules::added(const Code& made) {
  code.push_back(made);
  code.back().may_run_out = may_run_out(made);
  Expression::look_once(code.back());
  if (code.back().any == nullptr) code.back().any = Expression::any;
  return &code.back();
}

// Operands stand before what they are operands of.
void TurnRules::compile() {
  for (const Node& node : turns.nodes) code.push_back(compiled(node));
  // Sets of those holes for which something holds, piece by piece: after all others, whose numbers are those
  // of the nodes.
  for (std::size_t i = 0; i < turns.nodes.size(); i++) {
    const Node& node = turns.nodes[i];
    if (node.op != N::where_hole) continue;
    const Code* pieces = where(code[i].a, node.b, node.imm);
    code[i] = *pieces;
  }
}

Code TurnRules::compiled(const Node& node) {
  const auto operand = [this](NodeId id) { return id == kNone ? nullptr : &code[id]; };
  Code made;
  made.a = operand(node.a);
  made.b = operand(node.b);
  made.c = operand(node.c);
  made.op = node.op;
  made.imm = node.imm;
  made.by = node.by;
  made.a_node = node.a;
  made.b_node = node.b;
  if (Expression::has_map(node.op)) made.map = &turns.maps[node.imm];
  if (node.op == N::where_count) made.counts = &turns.counts[node.imm];
  if (node.op == N::state) {
    const ir::State& state = program.states[node.imm];
    made.first = places + state.first_slot;
    made.elements = state.per == ir::Per::hole ? holes : state.per == ir::Per::player ? players : 1;
    made.none = none_of(state.holds);
  }
  made.run = Expression::function_for(node, made);
  made.any = Expression::any_for(node.op);
  made.may_run_out = may_run_out(made);
  Expression::look_once(made);
  return made;
}

bool TurnRules::asks_local(NodeId id, std::int64_t slot) const {
  if (id == kNone) return false;
  const Node& node = turns.nodes[id];
  if (node.op == N::local || node.op == N::local_holes) return node.imm == slot;
  if (Expression::plays(node.op)) return true;  // what is asked of a move may ask anything
  return asks_local(node.a, slot) || asks_local(node.b, slot) || asks_local(node.c, slot);
}

// The members of `among` for which `test` holds, the member being in local `slot`.
const Code* TurnRules::where(const Code* among, NodeId test, std::int64_t slot) {
  const Node& node = turns.nodes[test];
  const auto is_member = [&](NodeId id) {
    return turns.nodes[id].op == N::local && turns.nodes[id].imm == slot;
  };
  if (node.op == N::logical_and) return where(where(among, node.a, slot), node.b, slot);
  if (node.op == N::logical_or) {
    const Code* a = where(among, node.a, slot);
    return added({.run = Expression::unite,
                  .any = Expression::any_united,
                  .a = a,
                  .b = where(among, node.b, slot),
                  .op = N::unite});
  }
  if (node.op == N::logical_not) {
    return added({.run = Expression::minus, .a = among, .b = where(among, node.a, slot), .op = N::minus});
  }
  if (!asks_local(test, slot))
    return added({.run = Expression::all_if, .a = among, .b = &code[test], .form = Code::Form::all_if});
  if (node.op == N::in && is_member(node.a) && !asks_local(node.b, slot)) {
    return added({.run = Expression::common, .a = among, .b = &code[node.b], .form = Code::Form::common});
  }
  return added({.run = Expression::where,
                .any = Expression::any_where,
                .a = among,
                .b = &code[test],
                .op = N::where_hole,
                .imm = slot});
}

Place Turn::open_or_none(std::int64_t hole) const {
  return hole >= 0 && open(set_of(hole)) != 0 ? static_cast<Place>(hole) : kNoPlace;
}

std::int64_t Turn::seeds_at(std::int64_t place) const {
  if (place == kHand) return hand_;
  if (place == kOut) return f_.out;
  return place < 0 ? 0 : f_.cells[seen_ + place];
}

std::int64_t Turn::pieces_at(std::int64_t place, std::int64_t kind) const {
  if (place == kHand) return hand_pieces_[kind];
  if (place == kNoPlace) return 0;
  return f_.cells[rules_.piece_cells[kind] + (place == kOut ? rules_.places : place)];
}

std::int64_t Turn::worth_at(std::int64_t place) const {
  std::int64_t worth = seeds_at(place);
  for (int kind = 0; kind < rules_.kinds; kind++) {
    worth += std::int64_t{rules_.program.pieces[kind].worth - 1} * pieces_at(place, kind);
  }
  return worth;
}

std::int64_t Turn::there_are(std::int64_t place, std::int32_t piece) const {
  return piece == kNone ? seeds_at(place) : pieces_at(place, piece);
}

Place Turn::follow(std::int64_t place, Direction direction) const {
  if (direction != Direction::onward && direction != Direction::backward) return kNoPlace;
  if (place < 0) return kNoPlace;
  if (phase().straight) return straight_on(place, direction == Direction::onward);
  const Map& next = rules_.next[phase().circuit][f_.mover][direction == Direction::onward ? 0 : 1];
  std::int64_t to = next[place];
  if (f_.closed == 0) return static_cast<Place>(to);
  const auto closed = [this](std::int64_t p) { return is_hole(p) && (f_.closed & set_of(p)) != 0; };
  while (to >= 0 && to != place && closed(to)) to = next[to];
  return closed(to) ? kNoPlace : static_cast<Place>(to);
}

// As far from `place` as the last step led, over closed holes; against it if not onward.
Place Turn::straight_on(std::int64_t place, bool onward) const {
  if (!is_hole(place) || !is_hole(here_) || !is_hole(came_from_) || here_ == came_from_) return kNoPlace;
  const std::vector<Hole>& all = rules_.program.board.holes;
  const int lines = (all[here_].line - all[came_from_].line) * (onward ? 1 : -1);
  const int columns = (all[here_].column - all[came_from_].column) * (onward ? 1 : -1);
  int line = all[place].line, column = all[place].column;
  for (;;) {
    const Place to = rules_.lying_at(line += lines, column += columns);
    if (to == kNoPlace || (f_.closed & set_of(to)) == 0) return to;
  }
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

std::int64_t Turn::seen_at(int first_cell, const Code& code) {
  const int before = std::exchange(seen_, first_cell);
  const std::int64_t found = code.run(*this, code);
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
  const auto stood = [this](const Frame& frame) {
    return frames_ != nullptr ? frames_->has(frame) : history_->has(rules_.leave(frame));
  };
  if (history_ == nullptr && frames_ == nullptr) return false;
  if (!move_made_) return stood(f_);
  Turn next = imagined();
  next.pass_turn_on();
  return stood(next.f_);
}

}  // namespace mancala
