// Which lanes may be lifted.
#include "interpreter/lane_fuser.h"

namespace mancala::lane_fuser {

namespace {

class Moves : private Seat {
 public:
  explicit Moves(const Seat& seat) : Seat(seat) {}

  void work_out() {
    lane_seat().store = store_of(mover_);
    if (phase_.blocks.size() != 1) refuse("there are several kinds of moves");
    const fused::Block& block = phase_.blocks[0];
    if (block.when != kNone) refuse("moves have a condition");
    if (!block.picks.empty()) refuse("a move has further picks");
    if (block.pass != kNone) refuse("a player who can move may pass");
    if (!block.set) refuse("a place that is no hole may be lifted");
    if (!by_least_count(block.from)) by_question(block.from);
    if (lane_seat().own == 0) refuse("no hole may be lifted");
    lane_seat().theirs = lanes_of(theirs());
    for (fused::Filter filter : block.filters) {
      const auto judged = filter.cond == kNone ? std::nullopt : still_.value(filter.cond, {});
      if (judged && *judged == 0) continue;
      if (judged) filter.cond = kNone;
      if (!feed(filter)) judge(filter);
    }
  }

 private:
  // Always the same holes, with so many seeds or more?
  bool by_least_count(NodeId holes) {
    int least = 0;
    Set from = 0;
    for (int hole = 0; hole < program_.board.hole_count(); hole++) {
      const auto counts = liftable(holes, static_cast<Place>(hole));
      if (!counts) return false;
      const int k = from_on(*counts);
      if (k == kCounts) continue;
      if (k < 1 || k > kMostLeast || (least != 0 && least != k)) return false;
      least = k;
      from |= set_of(hole);
    }
    lane_seat().at_least = least;
    lane_seat().own = lanes_of(from);
    return true;
  }

  void by_question(NodeId holes) {
    if (!always_occupied(holes)) refuse("the holes that may be lifted may be empty");
    lane_seat().at_least = 1;
    lane_seat().own = lanes_of(~Set{0} >> (kHoles - program_.board.hole_count()));
    fused::LaneJudge judge;
    judge.test = find_holes(*this, holes, {}, lane_seat().own);
    lane_seat().judges.push_back(judge);
  }

  // Has every hole of the set some seeds?
  bool always_occupied(NodeId id) const {
    const Node& n = node(id);
    if (n.op == N::where_count) return !turns_.counts[n.imm].has(0) || always_occupied(n.a);
    if (n.op == N::where_hole) {
      return always_occupied(n.a) || false_if_empty(n.b, static_cast<std::int32_t>(n.imm));
    }
    if (n.op == N::choose_if) {
      const auto chosen = still_.value(n.a, {});
      if (chosen) return always_occupied(*chosen != 0 ? n.b : n.c);
      return always_occupied(n.b) && always_occupied(n.c);
    }
    if (n.op == N::unite) return always_occupied(n.a) && always_occupied(n.b);
    return n.op == N::minus && always_occupied(n.a);
  }

  // Is the condition false for an empty hole in local `slot`?
  bool false_if_empty(NodeId id, std::int32_t slot) const {
    const Node& n = node(id);
    if (n.op == N::logical_and) return false_if_empty(n.a, slot) || false_if_empty(n.b, slot);
    if (n.op == N::logical_or) return false_if_empty(n.a, slot) && false_if_empty(n.b, slot);
    std::vector<NodeId> counts;
    find(
        id,
        [&](NodeId at) {
          return is(at, N::seeds_at) && is(node(at).a, N::local) && node(node(at).a).imm == slot;
        },
        counts);
    if (counts.size() != 1) return false;
    Known known;
    known.count_node = counts[0];
    return still_.value(id, known) == 0;
  }

  void judge(const fused::Filter& filter) {
    if (lane_seat().feed != Feed::free) refuse("moves are judged in an order that has no operation");
    const About about{AboutWhat::start, lane_seat().own, false};
    fused::LaneJudge judge;
    if (filter.cond != kNone) judge.of = find_condition(*this, filter.cond, about);
    judge.test = find_condition(*this, filter.test, about);
    judge.prefer = filter.prefer;
    lane_seat().judges.push_back(judge);
  }

  // The counts with which `hole` is in a set.
  std::optional<Counts> liftable(NodeId id, Place hole) const {
    Counts counts;
    if (const auto fixed = still_set(id)) return (*fixed & set_of(hole)) != 0 ? ~counts : counts;
    const Node& where = node(id);
    if (where.op == N::choose_if) {
      const auto chosen = still_.value(where.a, {});
      if (!chosen) return std::nullopt;
      return liftable(*chosen != 0 ? where.b : where.c, hole);
    }
    if (where.op == N::where_count) {
      const auto among = liftable(where.a, hole);
      if (!among) return std::nullopt;
      return *among & turns_.counts[where.imm];
    }
    if (where.op != N::where_hole) return std::nullopt;
    Known known;
    known.slot = static_cast<std::int32_t>(where.imm);
    known.it = hole;
    const auto truth = still_.value(where.b, known);
    if (!truth) return std::nullopt;
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

  // Must a move leave the opponent something?
  bool feed(const fused::Filter& filter) {
    const bool leaves_some =
        !filter.prefer && is(filter.test, N::after) && theirs_count(node(filter.test).a, true);
    if (!leaves_some || (filter.cond != kNone && !theirs_count(filter.cond, false))) return false;
    Feed& feed = lane_seat().feed;
    feed = std::max(feed, filter.cond == kNone ? Feed::always : Feed::if_empty);
    return true;
  }

  static constexpr int kMostLeast = 8;  // seeds: each takes a comparison
  static constexpr int kHoles = 64;
};

}  // namespace

void find_moves(const Seat& seat) { Moves(seat).work_out(); }

}  // namespace mancala::lane_fuser
