// Every lap, worked out in advance.
#include "interpreter/lane_fuser.h"

namespace mancala::lane_fuser {

namespace {

class RowsOf : private Seat {
 public:
  explicit RowsOf(const Seat& seat) : Seat(seat) {}

  std::int16_t work_out(const std::optional<LaneMap>& source, const Drop& drop, bool relays,
                        const LapStart& begin) {
    if (phase_.skip != kNone && drop.count != 0)
      refuse("captures on the way and stations that are passed over");
    if (phase_.skip != kNone && relays) {
      std::vector<NodeId> starts;
      find(
          phase_.skip, [&](NodeId id) { return is(id, N::start); }, starts);
      if (!starts.empty()) refuse("laps that pass over the start hole of the move");
    }
    const int width = lanes_.width;
    Rows rows;
    constexpr int kCommonHand = 64;  // hands are seldom larger
    rows.takes = drop.lanes;
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
      if (begin.from && (*begin.from)[lane] >= lanes_.used) continue;
      const Place from = begin.from ? lanes_.place[(*begin.from)[lane]] : start;
      if (still_.follow(from, direction_) < 0) continue;
      int round = 0;
      Place at = from;
      do {
        at = after(at, start);
        round++;
        rows.cover[lane * width + lanes_.lane[at]]++;
        if (round > width) refuse("a circuit that does not lead back");
      } while (after(at, start) != after(from, start));
      if (rows.round != 0 && rows.round != round) refuse("rounds of different length");
      rows.round = round;
      std::vector<std::uint8_t> sum(width, 0);
      at = from;
      for (int seeds = 0; seeds < rows.cap; seeds++) {
        const auto lap = static_cast<std::size_t>(lane) * static_cast<std::size_t>(rows.stride) +
                         static_cast<std::size_t>(seeds);
        if (seeds > 0) {
          const bool itself = seeds == 1 && begin.itself && !skipped(from, start);
          at = itself ? from : after(at, start);
          sum[lanes_.lane[at]]++;
        }
        for (int i = 0; i < width; i++) {
          rows.delta[lap * width + i] = sum[i];
          rows.reach[lap * width + i] = sum[i] != 0 && (drop.lanes >> i & 1) != 0 ? 255 : 0;
        }
        rows.delta[lap * width + lane] = static_cast<std::uint8_t>(sum[lane] - seeds);
        const int last = lanes_.lane[at];
        rows.last[lap] = static_cast<std::uint8_t>(last);
        rows.cont[lap] = source ? (*source)[last] : static_cast<std::uint8_t>(last);
        if (drop.but_last && seeds > 0) rows.reach[lap * width + last] = 0;
      }
    }
    if (rows.round == 0 || rows.round >= rows.cap) refuse("a round longer than the rows");
    if (source) rows.ahead = ahead(rows);
    const auto known = std::find(lanes_.rows.begin(), lanes_.rows.end(), rows);
    if (known != lanes_.rows.end()) return static_cast<std::int16_t>(known - lanes_.rows.begin());
    lanes_.rows.push_back(std::move(rows));
    return static_cast<std::int16_t>(lanes_.rows.size() - 1);
  }

 private:
  // How many stations after the last seed the next lap is lifted, if that is the same for all laps on a ring.
  [[nodiscard]] int ahead(const Rows& rows) const {
    const int first = (rows.cont[1] + rows.round - 1) % rows.round;
    for (int lane = 0; lane < lanes_.used; lane++) {
      const bool on_ring = still_.follow(lanes_.place[lane], direction_) >= 0;
      if (on_ring != (lane < rows.round)) return -1;
      for (int seeds = 1; on_ring && seeds <= rows.round; seeds++) {
        if (rows.cont[lane * rows.stride + seeds] != (lane + seeds + first) % rows.round) return -1;
      }
    }
    return first;
  }

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
};

}  // namespace

std::int16_t find_rows(const Seat& seat, const std::optional<LaneMap>& source, const Drop& drop, bool relays,
                       const LapStart& start) {
  return RowsOf(seat).work_out(source, drop, relays, start);
}

}  // namespace mancala::lane_fuser
