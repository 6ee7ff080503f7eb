// From Turns to Lanes: what depends on the last hole and on a count becomes masks, maps and sets, found by
// working the expression out for every lane and every count.
#include "interpreter/fuse_lanes.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <stdexcept>

#include "interpreter/walk.h"

namespace mancala {

using fused::Counts;
using fused::Feed;
using fused::kNone;
using fused::L;
using fused::LaneEnd;
using fused::LaneMap;
using fused::LaneOp;
using fused::Lanes;
using fused::N;
using fused::Node;
using fused::NodeId;
using fused::Rows;
using fused::S;
using fused::Set;
using fused::Step;
using fused::StepId;
using fused::View;

namespace {

constexpr int kCounts = 256;

// The program has something that has no operation. Caught in fuse_lanes.
struct NoLanes {
  const char* why;
};

[[noreturn]] void refuse(const char* why) { throw NoLanes{why}; }

Set bit(std::int64_t n) { return n < 0 ? 0 : Set{1} << n; }

Counts operator~(const Counts& c) { return {{~c.bits[0], ~c.bits[1], ~c.bits[2], ~c.bits[3]}}; }

Counts operator&(const Counts& a, const Counts& b) {
  return {{a.bits[0] & b.bits[0], a.bits[1] & b.bits[1], a.bits[2] & b.bits[2], a.bits[3] & b.bits[3]}};
}

// The smallest n for which the set is all numbers from n on; -1: it is not of that kind.
int from_on(const Counts& counts) {
  int n = 0;
  while (n < kCounts && !counts.has(n)) n++;
  for (int i = n; i < kCounts; i++) {
    if (!counts.has(i)) return -1;
  }
  return n;
}

// Works expressions out for one view of the board.
class Still {
 public:
  Still(const ir::Program& program, const fused::Turns& turns, const View& view, Player mover,
        const fused::Phase& phase, Direction direction)
      : program_(program), turns_(turns), view_(view), mover_(mover), phase_(phase), direction_(direction) {}

  // What is known: places by name, and one count.
  struct Known {
    Place here = kNoPlace;
    Place start = kNoPlace;
    std::int32_t slot = kNone;  // local `slot` is `it`
    Place it = kNoPlace;
    NodeId count_node = kNone;  // the value of this node is `count`
    std::int64_t count = 0;
  };

  std::optional<std::int64_t> value(NodeId id, const Known& known) const {
    if (id == kNone) return std::nullopt;
    if (id == known.count_node) return known.count;
    const Node& n = turns_.nodes[id];
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
      return h >= 0 && h < board.hole_count() && open(bit(h)) != 0;
    };
    const auto place = [](Place p) -> std::optional<std::int64_t> {
      if (p == kNoPlace) return std::nullopt;
      return p;
    };
    switch (n.op) {
      case N::constant: return n.imm;
      case N::local: return n.imm == known.slot ? place(known.it) : std::nullopt;
      case N::here: return place(known.here);
      case N::start:
      case N::origin: return place(known.start);
      case N::running: return static_cast<std::int64_t>(direction_);
      case N::phase: return 0;
      case N::holes: return open(static_cast<Set>(n.imm));
      case N::owned_by: return one([&](std::int64_t p) { return p < 0 ? 0 : open(view_.owned[p]); });
      case N::owned_not: return open(view_.owned[1 - n.imm]);
      case N::side:
        return one(
            [&](std::int64_t p) { return p < 0 ? 0 : open(board.side(static_cast<Player>(p)).word(0)); });
      case N::one_hole:
        return one([&](std::int64_t h) { return is_open(h) ? static_cast<std::int64_t>(bit(h)) : 0; });
      case N::one_player: return one([](std::int64_t p) { return static_cast<std::int64_t>(bit(p)); });
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
      case N::next: return one([&](std::int64_t h) { return follow(h, direction_); });
      case N::prev: return one([&](std::int64_t h) { return follow(h, reversed(direction_)); });
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
        return two([](std::int64_t x, std::int64_t y) { return std::int64_t{x != 0 && y != 0}; });
      case N::logical_or:
        return two([](std::int64_t x, std::int64_t y) { return std::int64_t{x != 0 || y != 0}; });
      case N::logical_not: return one([](std::int64_t x) { return std::int64_t{x == 0}; });
      case N::choose_if: {
        const auto x = a();
        if (!x) return std::nullopt;
        return value(*x != 0 ? n.b : n.c, known);
      }
      case N::in:
        return two([](std::int64_t x, std::int64_t y) {
          return std::int64_t{x >= 0 && x < 64 && (y >> x & 1) != 0};
        });
      case N::is:
        return one([&](std::int64_t x) { return std::int64_t{program_.number_sets[n.imm].has(x)}; });
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
          if (*holds != 0) found |= bit(std::countr_zero(rest));
        }
        return static_cast<std::int64_t>(found);
      }
      case N::modulo:
        return two([](std::int64_t x, std::int64_t y) { return y <= 0 || x < 0 ? std::int64_t{0} : x % y; });
      default: return std::nullopt;
    }
  }

  // Over closed holes.
  std::int64_t follow(std::int64_t from, Direction direction) const {
    const auto& next =
        program_.board.circuits[phase_.circuit].next[mover_][direction == Direction::onward ? 0 : 1];
    std::int64_t to = from;
    do {
      to = to >= 0 && to < static_cast<std::int64_t>(next.size()) ? next[to] : kNoPlace;
    } while (to >= 0 && to != from && is_closed(to));
    return is_closed(to) ? kNoPlace : to;
  }

  [[nodiscard]] Player owner(std::int64_t hole) const {
    if ((view_.owned[0] & bit(hole)) != 0) return 0;
    return (view_.owned[1] & bit(hole)) != 0 ? 1 : kNobody;
  }

 private:
  [[nodiscard]] bool is_closed(std::int64_t place) const {
    return place >= 0 && place < program_.board.hole_count() && (view_.closed & bit(place)) != 0;
  }

  const ir::Program& program_;
  const fused::Turns& turns_;
  const View& view_;
  Player mover_;
  const fused::Phase& phase_;
  Direction direction_;
};

// The rules of one mover, as operations.
class SeatFuser {
 public:
  SeatFuser(const ir::Program& program, const fused::Turns& turns, Lanes& lanes, Player mover)
      : program_(program),
        turns_(turns),
        lanes_(lanes),
        seat_(turns.seats[mover]),
        phase_(seat_.phases[0]),
        mover_(mover),
        direction_(direction_of()),
        still_(program, turns, lanes.view, mover, phase_, direction_) {}

  void fuse() {
    if (phase_.each != kNone) refuse("a station may take another number of seeds than one");
    lane_seat().store = store_of(mover_);
    moves();
    play();
  }

  // The ends for this player as the one who moved (after), or as the one about to play (before).
  std::vector<LaneEnd> ends(bool before) {
    std::vector<LaneEnd> found;
    StepId at = before ? seat_.before_turn : seat_.after_move;
    if (at == kNone) return found;
    while (turns_.steps[at].op != S::done) {
      if (turns_.steps[at].op != S::unless) refuse("an end without a condition");
      std::vector<LaneEnd> tests = end_tests(turns_.steps[at].what, before);
      LaneEnd end;
      const StepId next = turns_.steps[at].to;
      bool held = false;
      for (StepId i = at + 1; i < next; i++) {
        const Step& step = turns_.steps[i];
        if (step.op == S::held && i + 1 == next) {
          held = true;
        } else if (step.op != S::capture || !end_capture(step, end)) {
          end.ask = true;
        }
      }
      if (!held) {
        const Step& last = turns_.steps[next - 1];
        if (last.op != S::win && last.op != S::end && last.op != S::held)
          refuse("an end that lets the round go on");
        end.ask = true;
      }
      for (LaneEnd& test : tests) {
        test.ask = test.ask || end.ask;
        test.gets = end.gets;
        found.push_back(test);
      }
      at = next;
    }
    return found;
  }

 private:
  using Known = Still::Known;

  fused::LaneSeat& lane_seat() { return lanes_.seats[mover_]; }
  const Node& node(NodeId id) const { return turns_.nodes[id]; }
  bool is(NodeId id, N op) const { return id != kNone && node(id).op == op; }

  Direction direction_of() const {
    if (phase_.stated == Direction::none) refuse("the direction is not always the same");
    if (phase_.stated == Direction::either) refuse("the player chooses the direction");
    return phase_.stated;
  }

  int store_of(Player p) const {
    const int lane = lanes_.lane[program_.board.store(p)];
    return lane >= 0 ? lane : lanes_.width + p;
  }

  [[nodiscard]] Set theirs() const { return lanes_.view.owned[1 - mover_] & ~lanes_.view.closed; }

  Set lanes_of(Set holes) const {
    Set found = 0;
    holes &= ~lanes_.view.closed;
    for (; holes != 0; holes &= holes - 1) found |= bit(lanes_.lane[std::countr_zero(holes)]);
    return found;
  }

  std::optional<Set> still_set(NodeId id) const {
    if (id == kNone) return std::nullopt;
    const auto value = still_.value(id, {});
    if (!value) return std::nullopt;
    return static_cast<Set>(*value);
  }

  // Nodes below `id` for which `matches` holds.
  void find(NodeId id, const std::function<bool(NodeId)>& matches, std::vector<NodeId>& found) const {
    if (id == kNone) return;
    if (matches(id)) {
      if (std::find(found.begin(), found.end(), id) == found.end()) found.push_back(id);
      return;
    }
    find(node(id).a, matches, found);
    find(node(id).b, matches, found);
    find(node(id).c, matches, found);
  }

  // --- which lanes may be lifted
  // -----------------------------------------------------------------------------

  void moves() {
    if (phase_.blocks.size() != 1) refuse("there are several kinds of moves");
    const fused::Block& block = phase_.blocks[0];
    if (block.when != kNone) refuse("moves have a condition");
    if (!block.picks.empty()) refuse("a move has further picks");
    if (!block.set) refuse("a place that is no hole may be lifted");
    lane_seat().at_least = 0;
    Set from = 0;
    for (int hole = 0; hole < program_.board.hole_count(); hole++) {
      const int k = from_on(liftable(block.from, static_cast<Place>(hole)));
      if (k == kCounts) continue;
      if (k < 1 || (lane_seat().at_least != 0 && lane_seat().at_least != k)) {
        refuse("the holes that may be lifted have no common least count");
      }
      lane_seat().at_least = k;
      from |= bit(hole);
    }
    if (from == 0) refuse("no hole may be lifted");
    if (lane_seat().at_least > 8) refuse("the least count of a hole that may be lifted is high");
    lane_seat().own = lanes_of(from);
    lane_seat().theirs = lanes_of(theirs());
    for (const fused::Filter& filter : block.filters) feed(filter);
  }

  // The counts with which `hole` is in a set.
  Counts liftable(NodeId id, Place hole) const {
    Counts counts;
    if (const auto fixed = still_set(id)) return (*fixed & bit(hole)) != 0 ? ~counts : counts;
    const Node& where = node(id);
    if (where.op == N::where_count) return liftable(where.a, hole) & turns_.counts[where.imm];
    if (where.op != N::where_hole) refuse("the holes that may be lifted depend on the position");
    Known known;
    known.slot = static_cast<std::int32_t>(where.imm);
    known.it = hole;
    const auto truth = still_.value(where.b, known);
    if (!truth) refuse("the holes that may be lifted depend on the position");
    return *truth != 0 ? liftable(where.a, hole) : counts;
  }

  // seeds(theirs) == 0, or > 0
  bool theirs_count(NodeId id, bool some) const {
    if (id == kNone) return false;
    std::vector<NodeId> sums;
    find(
        id, [&](NodeId at) { return is(at, N::seeds_in); }, sums);
    if (sums.size() != 1) return false;
    const auto of = still_set(node(sums[0]).a);
    if (!of || *of != theirs()) return false;
    for (int n = 0; n < kCounts; n++) {
      Known known;
      known.count_node = sums[0];
      known.count = n;
      const auto truth = still_.value(id, known);
      if (!truth || (*truth != 0) != ((n > 0) == some)) return false;
    }
    return true;
  }

  void feed(const fused::Filter& filter) {
    const bool leaves_some =
        !filter.prefer && is(filter.test, N::after) && theirs_count(node(filter.test).a, true);
    if (!leaves_some) refuse("moves are judged by what has no operation");
    if (filter.cond != kNone && !theirs_count(filter.cond, false))
      refuse("moves are judged by what has no operation");
    Feed& feed = lane_seat().feed;
    feed = std::max(feed, filter.cond == kNone ? Feed::always : Feed::if_empty);
  }

  // --- play
  // --------------------------------------------------------------------------------------------------

  struct Label {
    std::vector<std::size_t> from;  // operations whose `otherwise` it is
    Set possible = 0;
    bool dirty = false;
  };

  std::vector<LaneOp>& ops() { return lane_seat().play; }

  std::size_t emit(LaneOp op) {
    if (ops().size() >= 200) refuse("the clauses at the end of a lap are many");
    ops().push_back(op);
    return ops().size() - 1;
  }

  std::size_t emit_lanes(L what, Set mask) {
    LaneOp op(what);
    op.mask = mask;
    return emit(op);
  }

  std::size_t emit_map(L what, const LaneMap& map) {
    LaneOp op(what);
    op.map = static_cast<std::int16_t>(map_index(map));
    return emit(op);
  }

  void go_to(Label& label, std::size_t op, Set possible) {
    label.from.push_back(op);
    label.possible |= possible;
    label.dirty = label.dirty || dirty_;
  }

  void land(Label& label) {
    for (const std::size_t op : label.from) ops()[op].otherwise = static_cast<std::uint8_t>(ops().size());
    if (!label.from.empty()) {
      possible_ = reached_ ? possible_ | label.possible : label.possible;
      dirty_ = reached_ ? dirty_ || label.dirty : label.dirty;
      reached_ = true;
      found_run_ = kNone;
    }
  }

  void play() {
    if (phase_.move_end != kNone && turns_.steps[phase_.move_end].op != S::done) {
      refuse("something happens at the end of a move");
    }
    const StepId play = phase_.play;
    const auto& steps = turns_.steps;
    if (play == kNone || !lifts_and_sows(play, N::start) || steps[play + 2].op != S::done) {
      refuse("a move does not begin by sowing all seeds of the start hole");
    }
    drop();
    for (int lane = 0; lane < lanes_.used; lane++) {
      if (still_.follow(lanes_.place[lane], direction_) >= 0) possible_ |= bit(lane);
    }
    Label end;
    StepId at = phase_.lap_end;
    if (at != kNone) at = again(at);
    at = relay(at, end);
    if (again_ != 0 && at != kNone && !nothing_happens_in(at, again_)) {
      go_to(end, emit_lanes(L::if_in, possible_ & ~again_), possible_ & again_);
      possible_ &= ~again_;
    }
    if (at != kNone) list(at, end);
    land(end);
    emit_lanes(again_ == 0 ? L::end : L::end_again, again_);
    tidy();
  }

  bool lifts_and_sows(StepId at, N what) const {
    const Step& lift = turns_.steps[at];
    const Step& sow = turns_.steps[at + 1];
    return lift.op == S::lift && !lift.set && lift.amount == kNone && is(lift.what, what) &&
           sow.op == S::sow_after && sow.extra == kNone && sow.what == lift.what;
  }

  // A hole that comes to k seeds is captured by its owner.
  void drop() {
    StepId at = phase_.each_seed;
    if (at == kNone || turns_.steps[at].op == S::done) return;
    constexpr const char* kWhy = "what happens on the way has no operation";
    const Step& unless = turns_.steps[at];
    if (unless.op != S::unless || unless.what == kNone) refuse(kWhy);
    if (turns_.steps[unless.to].op != S::done || unless.to != at + 3) refuse(kWhy);
    const Step& capture = turns_.steps[at + 1];
    if (capture.op != S::capture || turns_.steps[at + 2].op != S::held) refuse(kWhy);
    if (!is(place_of(capture), N::here) || capture.amount != kNone || capture.imm != 0) refuse(kWhy);
    if (!is(capture.extra, N::owner)) refuse(kWhy);
    const NodeId whose = node(capture.extra).a;
    if (!is(whose, N::here) && !(is(whose, N::local) && node(whose).imm == capture.slot)) refuse(kWhy);
    std::vector<NodeId> counts, lasts;
    find(
        unless.what, [&](NodeId id) { return is(id, N::seeds_at) && is(node(id).a, N::here); }, counts);
    find(
        unless.what, [&](NodeId id) { return is(id, N::last); }, lasts);
    if (counts.size() != 1 || lasts.size() > 1) refuse(kWhy);
    // Split `count and not last` by hand: the count is what is worked out.
    NodeId test = unless.what;
    if (!lasts.empty()) {
      if (!is(test, N::logical_and)) refuse(kWhy);
      const NodeId a = node(test).a, b = node(test).b;
      const auto not_last = [&](NodeId id) { return is(id, N::logical_not) && is(node(id).a, N::last); };
      if (not_last(a)) {
        test = b;
      } else if (not_last(b)) {
        test = a;
      } else {
        refuse(kWhy);
      }
      drop_but_last_ = true;
    }
    for (int n = 0; n < kCounts; n++) {
      Known known;
      known.count_node = counts[0];
      known.count = n;
      const auto truth = still_.value(test, known);
      if (!truth) refuse(kWhy);
      if (*truth == 0) continue;
      if (drop_ != 0 || n == 0) refuse(kWhy);
      drop_ = n;
    }
    if (drop_ == 0) refuse(kWhy);
    for (const Place place : lanes_.place) {
      if (!program_.board.is_hole(place)) refuse("captures on the way into stores that are stations");
      if (still_.owner(place) == kNobody) refuse("captures on the way in holes of nobody");
    }
  }

  // The one place of a step that speaks of a place, or of a set of one.
  NodeId place_of(const Step& step) const {
    return step.set && is(step.what, N::one_hole) ? node(step.what).a : step.set ? kNone : step.what;
  }

  // The laps: one, or as many as the first clause wants. Gives the first step that is left.
  StepId relay(StepId at, Label& end) {
    const bool sows = at != kNone && has_sow(at);
    LaneOp op(drop_ != 0 ? L::sow_drop : L::sow);
    op.k = static_cast<std::uint8_t>(drop_);
    op.but_last = drop_but_last_;
    if (drop_ != 0) op.mask = lanes_of(lanes_.view.owned[1]);
    if (!sows) {
      op.rows = rows({});
      emit(op);
      return at;
    }
    if (program_.endless.then != ir::EndlessThen::stop) refuse("endless laps do more than stop");
    const Step& unless = turns_.steps[at];
    constexpr const char* kWhy = "laps go on under a condition that has no operation";
    if (unless.op != S::unless) refuse(kWhy);
    const Step& lift = turns_.steps[at + 1];
    if (lift.op != S::lift || lift.what == kNone || !lifts_and_sows(at + 1, node(lift.what).op)) {
      refuse("a lap goes on otherwise than by sowing all seeds of a hole");
    }
    for (StepId i = unless.to; turns_.steps[i].op != S::done; i++) {
      if (turns_.steps[i].op == S::sow_after || turns_.steps[i].op == S::sow_at) {
        refuse("several clauses go on with a lap");
      }
    }
    const auto source = map_of(lift.what);
    if (!source) refuse(kWhy);
    // The condition: lanes in which laps go on, and a count where the next one is lifted.
    Set where = possible_ & ~again_;
    NodeId count = kNone;
    conditions(unless.what, where, count);
    const auto test = count == kNone ? std::nullopt : count_test(count);
    if (!test || test->map != *source) refuse(kWhy);
    const int k = from_on(test->counts);
    if (k < 1 || k >= kCounts) refuse(kWhy);
    LaneMap from = *source;
    for (Set rest = possible_ & ~where; rest != 0; rest &= rest - 1) {
      if (lanes_.used == lanes_.width) refuse("laps go on in some holes only, and no lane is free");
      from[std::countr_zero(rest)] = static_cast<std::uint8_t>(lanes_.width - 1);
    }
    op.op = drop_ != 0 ? L::laps_drop : L::laps;
    if (drop_ != 0) {
      op.stop = static_cast<std::uint8_t>(k);
    } else {
      op.k = static_cast<std::uint8_t>(k);
    }
    op.rows = rows(from);
    go_to(end, emit(op), possible_);
    if (stays(from)) most_here_ = k - 1;
    return unless.to;
  }

  void conditions(NodeId id, Set& where, NodeId& count) const {
    if (const auto lanes = lane_test(id)) {
      where &= *lanes;
    } else if (is(id, N::logical_and)) {
      conditions(node(id).a, where, count);
      conditions(node(id).b, where, count);
    } else if (count == kNone) {
      count = id;
    } else {
      refuse("laps go on under a condition that has no operation");
    }
  }

  bool has_sow(StepId at) const {
    for (StepId i = at; turns_.steps[i].op != S::done; i++) {
      if (turns_.steps[i].op == S::sow_after || turns_.steps[i].op == S::sow_at) return true;
    }
    return false;
  }

  // The clauses of lap-end.
  void list(StepId at, Label& end) {
    std::vector<std::pair<StepId, Label>> labels;  // steps that are jumped to
    const auto label = [&](StepId to) -> Label& {
      for (auto& [step, found] : labels) {
        if (step == to) return found;
      }
      labels.emplace_back(to, Label{});
      return labels.back().second;
    };
    labels.reserve(256);
    for (;; at++) {
      for (auto& [step, found] : labels) {
        if (step == at) land(found);
      }
      const Step& step = turns_.steps[at];
      if (step.op == S::done) return;
      if (!reached_) continue;
      switch (step.op) {
        case S::unless:
          only_run_ = only_captures_run(at);
          branch(step.what, true, label(step.to));
          break;
        case S::jump: jump(label(step.to)); break;
        case S::held:
        case S::stop: jump(end); break;
        case S::capture: capture(step); break;
        case S::again: emit(LaneOp(L::again)); break;
        case S::let:
        case S::each:
        case S::lift:
        case S::sow_after:
        case S::sow_at:
        case S::move:
        case S::set_state:
        case S::set_owner:
        case S::close:
        case S::open:
        case S::choose:
        case S::end:
        case S::win:
        case S::done: refuse("the end of a lap does what has no operation");
      }
    }
  }

  void jump(Label& label) {
    go_to(label, emit(LaneOp(L::jump)), possible_);
    reached_ = false;
  }

  // A first clause `if: here in …, then: again` needs no operation of its own: the end of the turn looks at
  // the lane.
  StepId again(StepId at) {
    const Step& unless = turns_.steps[at];
    if (unless.op != S::unless || turns_.steps[at + 1].op != S::again || turns_.steps[at + 2].op != S::held)
      return at;
    const auto where = lane_test(unless.what);
    if (!where) return at;
    again_ = *where;
    return unless.to;
  }

  bool nothing_happens_in(StepId at, Set lanes) const {
    while (turns_.steps[at].op != S::done) {
      const Step& unless = turns_.steps[at];
      if (unless.op != S::unless || !never_in(unless.what, lanes)) return false;
      at = unless.to;
    }
    return true;
  }

  // The run, if the clause at `at` captures one and does nothing else, and nothing follows it.
  NodeId only_captures_run(StepId at) const {
    const std::vector<Step>& steps = turns_.steps;
    const bool only = steps[at + 1].op == S::capture && steps[at + 2].op == S::held && steps[at].to == at + 3;
    return only && steps[at + 3].op == S::done ? steps[at + 1].what : kNone;
  }

  // Is the condition false for these lanes, whatever the counts?
  bool never_in(NodeId id, Set lanes) const {
    if (const auto where = lane_test(id)) return (*where & lanes) == 0;
    return is(id, N::logical_and) && (never_in(node(id).a, lanes) || never_in(node(id).b, lanes));
  }

  // --- conditions
  // --------------------------------------------------------------------------------------------

  // The lanes for which it holds, if it depends on nothing else.
  std::optional<Set> lane_test(NodeId id) const {
    Set found = 0;
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      Known known;
      known.here = lanes_.place[lane];
      const auto truth = still_.value(id, known);
      if (!truth) return std::nullopt;
      if (*truth != 0) found |= bit(lane);
    }
    return found;
  }

  // Where a place lies, seen from the last lane. Lanes from which there is none lead to an empty lane.
  std::optional<LaneMap> map_of(NodeId id, bool only_holes = false) const {
    LaneMap map;
    map.fill(255);
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      Known known;
      known.here = lanes_.place[lane];
      auto place = still_.value(id, known);
      if (!place || *place < kNoPlace) return std::nullopt;
      if (only_holes && *place >= program_.board.hole_count()) place = kNoPlace;
      const int to = *place == kNoPlace ? -1 : lanes_.lane[*place];
      if (to < 0 && (*place != kNoPlace || lanes_.used == lanes_.width)) return std::nullopt;
      map[lane] = static_cast<std::uint8_t>(to < 0 ? lanes_.width - 1 : to);
    }
    return map;
  }

  struct CountTest {
    LaneMap map;
    Counts counts;
  };

  // A condition on the count at one place, the same for all lanes.
  std::optional<CountTest> count_test(NodeId id) const {
    std::vector<NodeId> counts;
    find(
        id, [&](NodeId at) { return is(at, N::seeds_at) || is(at, N::was); }, counts);
    if (counts.size() != 1) return std::nullopt;
    const bool was = is(counts[0], N::was);
    if (was && (dirty_ || drop_ != 0)) return std::nullopt;
    std::optional<LaneMap> map;
    if (was) {
      LaneMap here;
      here.fill(255);
      for (Set rest = possible_; rest != 0; rest &= rest - 1)
        here[std::countr_zero(rest)] = static_cast<std::uint8_t>(std::countr_zero(rest));
      map = here;
    } else {
      map = map_of(node(counts[0]).a);
    }
    if (!map) return std::nullopt;
    std::optional<Counts> all;
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      Counts set;
      for (int n = 0; n < kCounts; n++) {
        Known known;
        known.here = lanes_.place[std::countr_zero(rest)];
        known.count_node = counts[0];
        known.count = was ? n - 1 : n;  // `was` is the count before the last seed
        const auto truth = still_.value(id, known);
        if (!truth) return std::nullopt;
        if (*truth != 0) set.add(n);
      }
      if (all && !(*all == set)) return std::nullopt;
      all = set;
    }
    if (!all) return std::nullopt;
    return CountTest{*map, *all};
  }

  // Where the last seed fell there is one, and no more than laps go on with.
  std::optional<bool> known_count(const CountTest& test) const {
    if (dirty_ || drop_ != 0 || !stays(test.map)) return std::nullopt;
    bool always = true, ever = false;
    for (int n = 1; n <= most_here_; n++) {
      always = always && test.counts.has(n);
      ever = ever || test.counts.has(n);
    }
    if (always) return true;
    return ever ? std::nullopt : std::optional(false);
  }

  void read() {
    if (!dirty_) return;
    emit(LaneOp(L::reread));
    dirty_ = false;
  }

  int map_index(const LaneMap& map) {
    const auto known = std::find(lanes_.maps.begin(), lanes_.maps.end(), map);
    if (known != lanes_.maps.end()) return static_cast<int>(known - lanes_.maps.begin());
    lanes_.maps.push_back(map);
    return static_cast<int>(lanes_.maps.size()) - 1;
  }

  // Goes on where the condition is `want`, else to `otherwise`.
  void branch(NodeId id, bool want, Label& otherwise) {
    if (!reached_) return;
    if (const auto where = lane_test(id)) {
      const Set mask = want ? *where : possible_ & ~*where;
      if (mask == possible_) return;
      if (mask == 0) return jump(otherwise);
      go_to(otherwise, emit_lanes(L::if_in, mask), possible_ & ~mask);
      possible_ &= mask;
      return;
    }
    if (const auto test = count_test(id)) {
      if (const auto known = known_count(*test)) {
        if (*known != want) jump(otherwise);
        return;
      }
      read();
      LaneOp op(L::if_count);
      op.map = static_cast<std::int16_t>(map_index(test->map));
      op.counts = want ? test->counts : ~test->counts;
      go_to(otherwise, emit(op), possible_);
      return;
    }
    if (is(id, N::logical_not)) return branch(node(id).a, !want, otherwise);
    const bool both = is(id, N::logical_and), either = is(id, N::logical_or);
    if (!both && !either) return compare_sums(id, want, otherwise);
    const NodeId a = node(id).a, b = node(id).b;
    if (both == want) {
      // Lanes before counts: the cheaper test, and it narrows the lanes of the other one.
      const bool swap = !lane_test(a) && lane_test(b);
      branch(swap ? b : a, want, otherwise);
      branch(swap ? a : b, want, otherwise);
    } else {
      Label done;
      branch(a, !want, done);
      branch(b, want, otherwise);
      land(done);
    }
  }

  // seeds(run) == seeds(region): is the run everything there is?
  void compare_sums(NodeId id, bool want, Label& otherwise) {
    const bool equal = is(id, N::equal);
    if (!equal && !is(id, N::not_equal)) refuse("a condition at the end of a lap has no operation");
    NodeId a = node(id).a, b = node(id).b;
    if (!is(a, N::seeds_in) || !is(b, N::seeds_in))
      refuse("a condition at the end of a lap has no operation");
    if (!is(node(a).a, N::run)) std::swap(a, b);
    const auto region = still_set(node(b).a);
    if (!is(node(a).a, N::run) || !region) refuse("a condition at the end of a lap has no operation");
    if (equal == want) refuse("a capture of everything does something of its own");
    // The run is a part of the region without empty holes, so the sums are equal where the run is all that is
    // occupied. Where there is no run, the condition is not asked: either way nothing happens, since nothing
    // but the run would be captured.
    if (only_run_ != node(a).a) refuse("a condition on a run with another effect than its capture");
    if ((lanes_of(*region) & run_mask(node(a).a)) != run_mask(node(a).a)) refuse("a run leaves its region");
    find_run(node(a).a, otherwise);
    go_to(otherwise, emit_lanes(L::unless_all, lanes_of(*region)), possible_);
  }

  Set run_mask(NodeId run) const {
    const auto within = still_set(node(run).c);
    if (!within) refuse("a run within a changing region");
    return lanes_of(*within);
  }

  // The run that goes back from the last lane.
  void find_run(NodeId id, Label& otherwise) {
    if (found_run_ == id && !dirty_) return;
    const Node& run = node(id);
    if (!is(run.a, N::here)) refuse("a run that does not begin in the last hole");
    const bool back = (run.by < 0) == (direction_ == Direction::onward);
    if (!back || (run.by != 1 && run.by != -1)) refuse("a run that goes ahead, or in steps");
    const Set mask = run_mask(id);
    for (Set rest = mask; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const auto before = still_.follow(lanes_.place[lane], run.by < 0 ? reversed(direction_) : direction_);
      const int to = before < 0 ? -1 : lanes_.lane[before];
      if (to != lane - 1 && to >= 0 && (mask & bit(to)) != 0) refuse("a run across the end of the lanes");
      if (to != lane - 1 && lane > 0 && (mask & bit(lane - 1)) != 0)
        refuse("a run across the end of the lanes");
    }
    std::vector<NodeId> counts;
    find(
        run.b,
        [&](NodeId at) {
          return is(at, N::seeds_at) && is(node(at).a, N::local) && node(node(at).a).imm == run.imm;
        },
        counts);
    if (counts.size() != 1) refuse("a run under a condition that has no operation");
    std::optional<Counts> all;
    for (Set rest = mask; rest != 0; rest &= rest - 1) {
      Counts set;
      for (int n = 0; n < kCounts; n++) {
        Known known;
        known.slot = static_cast<std::int32_t>(run.imm);
        known.it = lanes_.place[std::countr_zero(rest)];
        known.count_node = counts[0];
        known.count = n;
        const auto truth = still_.value(run.b, known);
        if (!truth) refuse("a run under a condition that has no operation");
        if (*truth != 0) set.add(n);
      }
      if (all && !(*all == set)) refuse("a run under a condition that differs from hole to hole");
      all = set;
    }
    if (!all) refuse("a run within nothing");
    if (all->has(0)) refuse("a run over empty holes");
    int few = 0;
    for (int n = 0; n < kCounts; n++) few += all->has(n) != all->has(kCounts - 1) ? 1 : 0;
    if (few > fused::kFewCounts) refuse("a run over many counts");
    // Lanes outside the region have no run, and a test of the lane is cheaper.
    if ((possible_ & ~mask) != 0) {
      go_to(otherwise, emit_lanes(L::if_in, mask), possible_ & ~mask);
      possible_ &= mask;
    }
    LaneOp op(L::find_run);
    op.mask = mask;
    op.counts = *all;
    go_to(otherwise, emit(op), possible_);
    found_run_ = id;
  }

  // Takes out what a shorter list says as well.
  void tidy() {
    for (std::size_t i = 0; i + 1 < ops().size();) {
      const bool idle_jump = ops()[i].op == L::jump && ops()[i].otherwise == i + 1;
      if (idle_jump || idle_test(i)) {
        erase(i);
        i = 0;
      } else if (joins(i)) {
        erase(i + 1);
        i = 0;
      } else {
        i++;
      }
    }
  }

  // Is it a test whether there is something to be captured, before nothing but its capture?
  bool idle_test(std::size_t i) const {
    const LaneOp& test = lanes_.seats[mover_].play[i];
    const LaneOp& capture = lanes_.seats[mover_].play[i + 1];
    return test.op == L::if_count && capture.op == L::capture && test.map == capture.map &&
           test.otherwise == i + 2 && from_on(test.counts) == 1;
  }

  // Joins a test of the lane and one of the count there.
  bool joins(std::size_t i) {
    LaneOp& first = ops()[i];
    const LaneOp& second = ops()[i + 1];
    if (first.op != L::if_in || second.op != L::if_count || first.otherwise != second.otherwise) return false;
    for (const LaneOp& op : ops()) {
      if (op.otherwise == i + 1) return false;
    }
    const LaneMap& map = lanes_.maps[second.map];
    for (Set rest = first.mask; rest != 0; rest &= rest - 1) {
      if (map[std::countr_zero(rest)] != std::countr_zero(rest)) return false;
    }
    first.op = L::if_in_count;
    first.counts = second.counts;
    return true;
  }

  void erase(std::size_t at) {
    ops().erase(ops().begin() + static_cast<std::ptrdiff_t>(at));
    for (LaneOp& op : ops()) {
      if (op.otherwise > at) op.otherwise--;
    }
  }

  // --- captures
  // ----------------------------------------------------------------------------------------------

  void capture(const Step& step) {
    if (step.imm != 0 || step.amount != kNone) refuse("a capture of a part, or out of play");
    if (step.extra != kNone && !(is(step.extra, N::constant) && node(step.extra).imm == mover_)) {
      refuse("a capture at the end of a lap for another player");
    }
    if (step.set && is(step.what, N::run)) {
      Label nothing;
      read();
      find_run(step.what, nothing);
      emit(LaneOp(L::capture_run));
      dirty_ = true;
      land(nothing);
      return;
    }
    std::vector<NodeId> places;
    if (step.set) {
      parts(step.what, places);
    } else {
      places.push_back(step.what);
    }
    std::vector<LaneMap> maps;
    for (const NodeId place : places) {
      const auto map = map_of(place, step.set);  // a set has no stores
      if (!map) refuse("a capture of places that have no operation");
      for (Set rest = possible_; rest != 0; rest &= rest - 1) {
        const int from = (*map)[std::countr_zero(rest)];
        if (from == lane_seat().store) refuse("a capture from a store");
        for (const LaneMap& other : maps) {
          if (other[std::countr_zero(rest)] == from && from < lanes_.used)
            refuse("a capture of one hole twice");
        }
      }
      maps.push_back(*map);
    }
    read();
    const bool pair = maps.size() == 2 && (stays(maps[0]) || stays(maps[1]));
    if (pair) {
      emit_map(L::capture_pair, maps[stays(maps[0]) ? 1 : 0]);
    } else {
      for (const LaneMap& map : maps) emit_map(L::capture, map);
    }
    dirty_ = true;
  }

  // Does the map lead from every lane to itself?
  bool stays(const LaneMap& map) const {
    for (Set rest = possible_; rest != 0; rest &= rest - 1) {
      if (map[std::countr_zero(rest)] != std::countr_zero(rest)) return false;
    }
    return true;
  }

  void parts(NodeId set, std::vector<NodeId>& places) const {
    if (is(set, N::unite)) {
      parts(node(set).a, places);
      parts(node(set).b, places);
    } else if (is(set, N::one_hole)) {
      places.push_back(node(set).a);
    } else {
      refuse("a capture of places that have no operation");
    }
  }

  // --- laps as rows
  // ------------------------------------------------------------------------------------------

  bool skipped(Place station, Place start) const {
    if (phase_.skip == kNone) return false;
    Known known;
    known.slot = phase_.station_slot;
    known.it = station;
    known.start = start;
    const auto truth = still_.value(phase_.skip, known);
    if (!truth) refuse("a station is passed over under a condition that has no operation");
    return *truth != 0;
  }

  std::int16_t rows(const std::optional<LaneMap>& source) {
    if (phase_.skip != kNone && drop_ != 0) refuse("captures on the way and stations that are passed over");
    if (phase_.skip != kNone && source) {
      std::vector<NodeId> starts;
      find(
          phase_.skip, [&](NodeId id) { return is(id, N::start); }, starts);
      if (!starts.empty()) refuse("laps that pass over the start hole of the move");
    }
    const int width = lanes_.width;
    Rows rows;
    constexpr int kCommonHand = 64;  // hands are seldom larger
    rows.cap = std::max(kCommonHand, width + 1);
    rows.stride = rows.cap | 1;
    const auto laps = static_cast<std::size_t>(width) * static_cast<std::size_t>(rows.stride);
    rows.delta.assign(laps * width, 0);
    rows.last.assign(laps, 0);
    rows.cont.assign(laps, 0);
    rows.reach.assign(laps * width, 0);
    rows.cover.assign(static_cast<std::size_t>(width) * width, 0);
    for (int lane = 0; lane < lanes_.used; lane++) {
      const Place start = lanes_.place[lane];
      if (still_.follow(start, direction_) < 0) continue;
      rows.next[lane] = static_cast<std::uint8_t>(lanes_.lane[after(start, start)]);
      int round = 0;
      Place at = start;
      do {
        at = after(at, start);
        round++;
        rows.cover[lane * width + lanes_.lane[at]]++;
        if (round > width) refuse("a circuit that does not lead back");
      } while (after(at, start) != after(start, start));
      if (rows.round != 0 && rows.round != round) refuse("rounds of different length");
      rows.round = round;
      std::vector<std::uint8_t> sum(width, 0);
      at = start;
      for (int seeds = 0; seeds < rows.cap; seeds++) {
        const auto lap = static_cast<std::size_t>(lane) * static_cast<std::size_t>(rows.stride) +
                         static_cast<std::size_t>(seeds);
        if (seeds > 0) {
          at = after(at, start);
          sum[lanes_.lane[at]]++;
        }
        for (int i = 0; i < width; i++) {
          rows.delta[lap * width + i] = sum[i];
          rows.reach[lap * width + i] = sum[i] != 0 ? 255 : 0;
        }
        rows.delta[lap * width + lane] = static_cast<std::uint8_t>(sum[lane] - seeds);
        const int last = lanes_.lane[at];
        rows.last[lap] = static_cast<std::uint8_t>(last);
        rows.cont[lap] = source ? (*source)[last] : static_cast<std::uint8_t>(last);
        if (drop_but_last_ && seeds > 0) rows.reach[lap * width + last] = 0;
      }
    }
    if (rows.round == 0 || rows.round >= rows.cap) refuse("a round longer than the rows");
    const auto known = std::find(lanes_.rows.begin(), lanes_.rows.end(), rows);
    if (known != lanes_.rows.end()) return static_cast<std::int16_t>(known - lanes_.rows.begin());
    lanes_.rows.push_back(std::move(rows));
    return static_cast<std::int16_t>(lanes_.rows.size() - 1);
  }

  // The next station that is not passed over.
  Place after(Place from, Place start) const {
    Place at = from;
    for (int i = 0; i <= lanes_.used; i++) {
      at = static_cast<Place>(still_.follow(at, direction_));
      if (at < 0) refuse("a circuit that ends");
      if (!skipped(at, start)) return at;
    }
    refuse("a circuit on which every station is passed over");
  }

  // --- ends
  // --------------------------------------------------------------------------------------------------

  // Either of two conditions is one end after the other; so is a condition that some player fulfils.
  std::vector<LaneEnd> end_tests(NodeId id, bool before) {
    if (is(id, N::logical_or) && !(empty_set(node(id).a) && empty_set(node(id).b))) {
      std::vector<LaneEnd> tests = end_tests(node(id).a, before);
      const std::vector<LaneEnd> others = end_tests(node(id).b, before);
      tests.insert(tests.end(), others.begin(), others.end());
      return tests;
    }
    if (is(id, N::some) && is(node(id).a, N::where_player) && !before) {
      const Node& where = node(node(id).a);
      const auto among = still_set(where.a);
      if (!among) refuse("an end under a condition that has no operation");
      std::vector<LaneEnd> tests;
      for (Set rest = *among; rest != 0; rest &= rest - 1) {
        Known known;
        known.slot = static_cast<std::int32_t>(where.imm);
        known.it = static_cast<Place>(std::countr_zero(rest));
        auto test = store_test(where.b, known);
        if (!test) refuse("an end under a condition that has no operation");
        tests.push_back(*test);
      }
      return tests;
    }
    return {end_test(id, before)};
  }

  // seeds(store(player)) > count
  std::optional<LaneEnd> store_test(NodeId id, Known known) const {
    std::vector<NodeId> stores;
    find(
        id, [&](NodeId at) { return is(at, N::seeds_at); }, stores);
    if (stores.size() != 1) return std::nullopt;
    const auto place = still_.value(node(stores[0]).a, known);
    if (!place || *place < program_.board.hole_count()) return std::nullopt;
    Counts set;
    known.count_node = stores[0];
    for (int n = 0; n < kCounts; n++) {
      known.count = n;
      const auto truth = still_.value(id, known);
      if (!truth) return std::nullopt;
      if (*truth != 0) set.add(n);
    }
    const int k = from_on(set);
    if (k < 1 || k >= kCounts) return std::nullopt;
    LaneEnd end;
    end.test = LaneEnd::If::store_above;
    end.count = k - 1;
    end.whose = static_cast<Player>(*place - program_.board.hole_count());
    return end;
  }

  // seeds(store(player)) == count
  std::optional<int> store_holds(NodeId id, Player player) const {
    if (!is(id, N::equal)) return std::nullopt;
    NodeId a = node(id).a, b = node(id).b;
    if (is(a, N::constant)) std::swap(a, b);
    if (!is(a, N::seeds_at) || !is(b, N::constant) || !is(node(a).a, N::constant)) return std::nullopt;
    if (node(node(a).a).imm != program_.board.store(player)) return std::nullopt;
    return static_cast<int>(node(b).imm);
  }

  LaneEnd end_test(NodeId id, bool before) {
    LaneEnd end;
    end.before_turn = before;
    if (is(id, N::logical_or) && !before) {
      const NodeId a = node(id).a, b = node(id).b;
      const auto first = empty_set(a), second = empty_set(b);
      if (first && second) {
        end.test = LaneEnd::If::row_empty;
        end.mask = std::min(*first, *second);
        end.mask2 = std::max(*first, *second);
        return end;
      }
    }
    if (const auto only = empty_set(id)) {
      end.test = LaneEnd::If::row_empty;
      end.mask = end.mask2 = *only;
      return end;
    }
    if (before && implies_no_move(id)) {
      end.test = LaneEnd::If::no_move;
      end.ask = !is(id, N::no_move);
      return end;
    }
    if (is(id, N::repeated)) {
      end.test = LaneEnd::If::repeated;
      return end;
    }
    if (!before && is(id, N::logical_and)) {
      for (Player p = 0; p < 2; p++) {
        const auto first = store_holds(node(id).a, p),
                   second = store_holds(node(id).b, static_cast<Player>(1 - p));
        if (!first || first != second) continue;
        end.test = LaneEnd::If::stores_at;
        end.count = *first;
        return end;
      }
    }
    if (!before) {
      if (auto test = store_test(id, {})) {
        if (test->whose == mover_) test->whose = kNobody;
        return *test;
      }
    }
    refuse("an end under a condition that has no operation");
  }

  bool implies_no_move(NodeId id) const {
    if (is(id, N::no_move)) return true;
    return is(id, N::logical_and) && (implies_no_move(node(id).a) || implies_no_move(node(id).b));
  }

  // seeds(set) == 0 for a fixed set: its lanes.
  std::optional<Set> empty_set(NodeId id) const {
    std::vector<NodeId> sums;
    find(
        id, [&](NodeId at) { return is(at, N::seeds_in); }, sums);
    if (sums.size() != 1) return std::nullopt;
    const auto of = still_set(node(sums[0]).a);
    if (!of) return std::nullopt;
    for (int n = 0; n < kCounts; n++) {
      Known known;
      known.count_node = sums[0];
      known.count = n;
      const auto truth = still_.value(id, known);
      if (!truth || (*truth != 0) != (n == 0)) return std::nullopt;
    }
    return lanes_of(*of);
  }

  bool end_capture(const Step& step, LaneEnd& end) const {
    if (step.imm != 0 || step.amount != kNone || !step.set) return false;
    const auto of = still_set(step.what);
    if (!of) return false;
    for (Set rest = *of; rest != 0; rest &= rest - 1) {
      const int hole = std::countr_zero(rest);
      Known known;
      known.slot = step.slot;
      known.it = static_cast<Place>(hole);
      const auto to =
          step.extra == kNone ? std::optional<std::int64_t>(mover_) : still_.value(step.extra, known);
      if (!to) return false;
      const Set lane = bit(lanes_.lane[hole]);
      if (*to < 0 || ((end.gets[0] | end.gets[1]) & lane) != 0) continue;
      end.gets[*to] |= lane;
    }
    return true;
  }

  const ir::Program& program_;
  const fused::Turns& turns_;
  Lanes& lanes_;
  const fused::Seat& seat_;
  const fused::Phase& phase_;
  Player mover_;
  Direction direction_;
  Still still_;
  Set possible_ = 0;  // lanes in which the last seed may have fallen, as far as the tests so far say
  Set again_ = 0;     // where the last seed gives another move
  bool reached_ = true;
  bool dirty_ = false;           // captures have changed the board since it was last read
  int most_here_ = kCounts - 1;  // seeds where the last one fell, if nothing was captured
  int drop_ = 0;
  bool drop_but_last_ = false;
  NodeId found_run_ = kNone;
  NodeId only_run_ = kNone;
};

// Lanes in the order of the circuits.
void order_lanes(const ir::Program& program, const fused::Phase& phase, Lanes& lanes) {
  const Board& board = program.board;
  std::vector<Place> order;
  for (Player p = 0; p < board.player_count(); p++) {
    const std::vector<Place>& next = board.circuits[phase.circuit].next[p][0];
    const auto closed = [&](Place at) {
      return at < board.hole_count() && (lanes.view.closed & bit(at)) != 0;
    };
    Place first = kNoPlace;
    for (std::size_t i = 0; i < next.size() && first == kNoPlace; i++) {
      if (next[i] >= 0) first = static_cast<Place>(i);
    }
    auto cursor = order.end();
    Place at = first;
    for (int i = 0; i <= board.place_count() && at >= 0; i++) {
      if (!closed(at)) {
        auto known = std::find(order.begin(), order.end(), at);
        if (known == order.end()) known = order.insert(cursor, at);
        cursor = known + 1;
      }
      at = at < static_cast<Place>(next.size()) ? next[at] : kNoPlace;
      if (at == first) break;
    }
  }
  for (Place h = 0; h < board.hole_count(); h++) {
    const bool closed = (lanes.view.closed & bit(h)) != 0;
    if (!closed && std::find(order.begin(), order.end(), h) == order.end()) order.push_back(h);
  }
  lanes.place = order;
  lanes.used = static_cast<int>(order.size());
  if (lanes.used > 64) refuse("more than 64 stations");
  lanes.width = lanes.used <= 16 ? 16 : lanes.used <= 32 ? 32 : 64;
  lanes.lane.fill(-1);
  for (int lane = 0; lane < lanes.used; lane++) lanes.lane[order[lane]] = static_cast<std::int8_t>(lane);
}

// `player with most seeds(store(it))`
bool most_in_store_wins(const ir::Program& program) {
  if (program.win == kNone || !program.board.piles.empty()) return false;
  const ir::Expr& most = program.exprs[program.win];
  if (most.op != ir::Op::player_with_most || most.b == kNone) return false;
  const ir::Expr& seeds = program.exprs[most.b];
  if (seeds.op != ir::Op::seeds || program.exprs[seeds.a].op != ir::Op::store) return false;
  const ir::Expr& who = program.exprs[program.exprs[seeds.a].a];
  const bool all = most.a == kNone || program.exprs[most.a].op == ir::Op::players;
  return all && who.op == ir::Op::local && who.imm == most.imm;
}

// Does an expression that is asked when a move is over look back at it? The lanes know only the board it has
// left.
bool ends_look_back(const ir::Program& program) {
  const auto looks_back = [&](ir::ExprId id) {
    return ir::any_expr(program, id, [](const ir::Expr& e) {
      switch (e.op) {
        case ir::Op::start:
        case ir::Op::origin:
        case ir::Op::here:
        case ir::Op::previous:
        case ir::Op::was:
        case ir::Op::last:
        case ir::Op::first_sown:
        case ir::Op::lap_sown:
        case ir::Op::turn_sown:
        case ir::Op::laps:
        case ir::Op::captured_now: return true;
        default: return false;
      }
    });
  };
  bool found = looks_back(program.win);
  ir::each_in_list(
      program, program.after_move, [](const ir::Action&) {},
      [&](ir::ExprId id) { found = found || looks_back(id); });
  return found;
}

// `goes_on`: a turn can go on where no lane can be lifted.
void find_repetition(Lanes& lanes, bool goes_on) {
  for (const fused::LaneSeat& seat : lanes.seats) {
    for (const LaneEnd& end : seat.ends) {
      if (end.test != LaneEnd::If::repeated) continue;
      lanes.repetition = true;
      if (end.ask || goes_on || !lanes.most_wins || seat.store < lanes.width)
        lanes.repetition_in_lanes = false;
    }
  }
}

void fuse_ends(std::array<SeatFuser, 2>& seats, Lanes& lanes, bool again) {
  const std::array<std::vector<LaneEnd>, 2> after = {seats[0].ends(false), seats[1].ends(false)};
  if (again && after[0] != after[1]) refuse("the ends after a move differ between the players");
  for (int p = 0; p < 2; p++) {
    std::vector<LaneEnd>& ends = lanes.seats[p].ends;
    ends = after[1 - p];
    const std::vector<LaneEnd> before = seats[p].ends(true);
    ends.insert(ends.end(), before.begin(), before.end());
  }
}

}  // namespace

View first_view(const ir::Program& program) {
  View view;
  for (Player p = 0; p < 2; p++) view.owned[p] = program.board.side(p).word(0);
  return view;
}

std::optional<Lanes> fuse_lanes(const ir::Program& program, const fused::Turns& turns, const View& view,
                                std::string& why_not) {
  try {
    if (program.board.player_count() != 2) refuse("there are not two players");
    if (program.phases.size() != 1) refuse("there are several phases");
    if (!program.board.piles.empty()) refuse("there are piles beside the board");
    for (const ir::Op op :
         {ir::Op::quiet, ir::Op::turns, ir::Op::turns_played, ir::Op::turn_sown, ir::Op::by_lot}) {
      if (ir::reads(program, op)) refuse("turns or captures are counted");
    }
    if (program.turn_start != kNone && !program.lists[program.turn_start].clauses.empty()) {
      refuse("something happens at the start of a turn");
    }
    if (turns.seats[0].phases[0].condition != kNone) refuse("the phase has a condition");
    if (ends_look_back(program)) refuse("the ends look back at the move");
    Lanes lanes;
    lanes.view = view;
    order_lanes(program, turns.seats[0].phases[0], lanes);
    lanes.laps_limit = program.endless.laps;
    lanes.most_wins = most_in_store_wins(program);
    lanes.last_mover = ir::reads(program, ir::Op::last_mover);
    std::array<SeatFuser, 2> seats = {SeatFuser(program, turns, lanes, 0),
                                      SeatFuser(program, turns, lanes, 1)};
    for (SeatFuser& seat : seats) seat.fuse();
    bool again = false;
    for (const fused::LaneSeat& seat : lanes.seats) {
      for (const LaneOp& op : seat.play) again = again || op.op == L::again || op.op == L::end_again;
    }
    fuse_ends(seats, lanes, again);
    find_repetition(lanes, again || program.phases[0].moves[0].pass_if_none);
    return lanes;
  } catch (const NoLanes& no) {
    why_not = no.why;
    return std::nullopt;
  }
}

}  // namespace mancala
