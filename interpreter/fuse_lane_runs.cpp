// Runs of holes.
#include "interpreter/lane_fuser.h"

namespace mancala::lane_fuser {

namespace {

class Run : private Seat {
 public:
  Run(const Seat& seat, NodeId id) : Seat(seat), run_(node(id)) {}

  // It goes back from the last lane over lanes that stand in this order, as long as they hold certain counts,
  // not none.
  std::optional<LaneOp> back() {
    const bool goes_back = (run_.by < 0) == (direction_ == Direction::onward);
    if (!is(run_.a, N::here) || !goes_back || (run_.by != 1 && run_.by != -1)) return std::nullopt;
    const auto within = still_set(run_.c);
    if (!within) return std::nullopt;
    LaneOp op;
    op.mask = lanes_of(*within);
    const auto ring = ring_of(op.mask);
    const auto counts = counts_in(op.mask);
    if (!ring || !counts || counts->has(0)) return std::nullopt;
    int few = 0;
    for (int n = 0; n < kCounts; n++) few += counts->has(n) != counts->has(kCounts - 1) ? 1 : 0;
    const bool range = fused::range_of(*counts).has_value();
    if (!range && few > fused::kFewCounts) return std::nullopt;
    op.op = *ring != 0 ? L::find_run_ring : range ? L::find_run : L::find_run_set;
    op.k = static_cast<std::uint8_t>(*ring);
    op.counts = *counts;
    return op;
  }

  // Any other.
  LaneOp walk(const About& about, const LaneMap& first) {
    LaneOp op(L::find_walk);
    op.question = find_where(*this, run_.c, run_.b, static_cast<std::int32_t>(run_.imm), about);
    LaneMap next{};
    for (int lane = 0; lane < lanes_.used; lane++) {
      std::int64_t at = lanes_.place[lane];
      for (int i = 0; i < std::abs(run_.by) && at >= 0; i++) {
        at = still_.follow(at, run_.by < 0 ? reversed(direction_) : direction_);
      }
      const int to = at < 0 ? -1 : lanes_.lane[at];
      // Where it would leave the lanes it ends, as it does where it has been.
      next[lane] = static_cast<std::uint8_t>(to < 0 ? lane : to);
    }
    op.map = static_cast<std::int16_t>(map_index(lanes_, first));
    op.map2 = static_cast<std::int16_t>(map_index(lanes_, next));
    return op;
  }

 private:
  // Lanes of a circuit on which the run goes on from the first one to the last one; 0: it does not. Nothing:
  // it goes over lanes in another order.
  [[nodiscard]] std::optional<int> ring_of(Set mask) const {
    int ring = 0;
    for (Set rest = mask; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const auto before = still_.follow(lanes_.place[lane], run_.by < 0 ? reversed(direction_) : direction_);
      const int to = before < 0 ? -1 : lanes_.lane[before];
      if (to == lane - 1) continue;
      const bool enters = to >= 0 && (mask & set_of(to)) != 0;
      if (lane == 0 && enters && 2 * (to + 1) <= kLanes && (mask >> to) <= 1) {
        ring = to + 1;
      } else if (enters || (lane > 0 && (mask & set_of(lane - 1)) != 0)) {
        return std::nullopt;
      }
    }
    return ring;
  }

  // The counts with which a lane belongs to it, the same for all lanes.
  [[nodiscard]] std::optional<Counts> counts_in(Set mask) const {
    std::vector<NodeId> counted;
    find(
        run_.b,
        [&](NodeId at) {
          return is(at, N::seeds_at) && is(node(at).a, N::local) && node(node(at).a).imm == run_.imm;
        },
        counted);
    if (counted.size() != 1) return std::nullopt;
    std::optional<Counts> all;
    for (Set rest = mask; rest != 0; rest &= rest - 1) {
      Counts set;
      for (int n = 0; n < kCounts; n++) {
        Known known;
        known.slot = static_cast<std::int32_t>(run_.imm);
        known.it = lanes_.place[std::countr_zero(rest)];
        known.count_node = counted[0];
        known.count = n;
        const auto truth = still_.value(run_.b, known);
        if (!truth) return std::nullopt;
        if (*truth != 0) set.add(n);
      }
      if (all && !(*all == set)) return std::nullopt;
      all = set;
    }
    return all;
  }

  static constexpr int kLanes = 64;
  const Node& run_;
};

}  // namespace

std::optional<LaneOp> find_run_back(const Seat& seat, NodeId run) { return Run(seat, run).back(); }

LaneOp find_walk(const Seat& seat, NodeId run, const About& about, const LaneMap& first) {
  return Run(seat, run).walk(about, first);
}

}  // namespace mancala::lane_fuser
