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
    lane_seat().at_least = 0;
    Set from = 0;
    for (int hole = 0; hole < program_.board.hole_count(); hole++) {
      const int k = from_on(liftable(block.from, static_cast<Place>(hole)));
      if (k == kCounts) continue;
      if (k < 1 || (lane_seat().at_least != 0 && lane_seat().at_least != k)) {
        refuse("the holes that may be lifted have no common least count");
      }
      lane_seat().at_least = k;
      from |= set_of(hole);
    }
    if (from == 0) refuse("no hole may be lifted");
    if (lane_seat().at_least > 8) refuse("the least count of a hole that may be lifted is high");
    lane_seat().own = lanes_of(from);
    lane_seat().theirs = lanes_of(theirs());
    for (const fused::Filter& filter : block.filters) feed(filter);
  }

 private:
  // The counts with which `hole` is in a set.
  Counts liftable(NodeId id, Place hole) const {
    Counts counts;
    if (const auto fixed = still_set(id)) return (*fixed & set_of(hole)) != 0 ? ~counts : counts;
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
};

}  // namespace

void find_moves(const Seat& seat) { Moves(seat).work_out(); }

}  // namespace mancala::lane_fuser
