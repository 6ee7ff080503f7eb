// What finding operations on lanes works with. Private to the interpreter; fuse_lanes.h is the way in. The
// parts: still.cpp (expressions that a view of the board settles), fuse_lane_moves.cpp, fuse_lane_play.cpp,
// fuse_lane_rows.cpp, fuse_lane_runs.cpp, fuse_lane_ends.cpp; fuse_lanes.cpp puts them together.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "interpreter/fused_frame.h"

namespace mancala::lane_fuser {

using fused::Counts;
using fused::Feed;
using fused::kNone;
using fused::L;
using fused::LaneEnd;
using fused::LaneMap;
using fused::LaneOp;
using fused::Lanes;
using fused::LaneStep;
using fused::N;
using fused::Node;
using fused::NodeId;
using fused::Q;
using fused::Rows;
using fused::S;
using fused::Set;
using fused::Step;
using fused::StepId;
using fused::View;

inline constexpr int kCounts = 256;

// The program has something that has no operation. Caught in fuse_lanes.
struct NoLanes {
  const char* why;
};

[[noreturn]] inline void refuse(const char* why) { throw NoLanes{why}; }

inline Counts operator~(const Counts& c) { return {{~c.bits[0], ~c.bits[1], ~c.bits[2], ~c.bits[3]}}; }

inline Counts operator&(const Counts& a, const Counts& b) {
  return {{a.bits[0] & b.bits[0], a.bits[1] & b.bits[1], a.bits[2] & b.bits[2], a.bits[3] & b.bits[3]}};
}

// The smallest n for which the set is all numbers from n on; -1: it is not of that kind.
inline int from_on(const Counts& counts) {
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
        const fused::Phase& phase, Direction direction);

  // What is known: places by name, and one count.
  struct Known {
    Place here = kNoPlace;
    Place start = kNoPlace;
    std::int32_t slot = kNone;  // local `slot` is `it`
    Place it = kNoPlace;
    NodeId count_node = kNone;  // the value of this node is `count`
    std::int64_t count = 0;
    NodeId given_node = kNone;  // … and of this one `given`
    std::int64_t given = 0;
  };

  // From now on local `slot` has this value, by the last hole or the first one.
  using ByHere = std::array<std::int64_t, kMaxPlaces>;
  void keep(std::int32_t slot, const ByHere& values) {
    forget(slot);
    kept_.emplace_back(slot, values);
  }
  void forget(std::int32_t slot) {
    std::erase_if(kept_, [slot](const auto& kept) { return kept.first == slot; });
  }

  void forget_all() { kept_.clear(); }

  // Nothing if it depends on more than what is known.
  [[nodiscard]] std::optional<std::int64_t> value(NodeId id, const Known& known) const;

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
    if ((view_.owned[0] & set_of(hole)) != 0) return 0;
    return (view_.owned[1] & set_of(hole)) != 0 ? 1 : kNobody;
  }

 private:
  [[nodiscard]] std::int64_t end_of_row(Set holes, Direction direction) const;
  [[nodiscard]] std::int64_t end_of_board(Set holes, bool left) const;
  [[nodiscard]] bool is_closed(std::int64_t place) const {
    return place >= 0 && place < program_.board.hole_count() && (view_.closed & set_of(place)) != 0;
  }

  const ir::Program& program_;
  const fused::Turns& turns_;
  const View& view_;
  Player mover_;
  const fused::Phase& phase_;
  Direction direction_;
  std::array<std::vector<Place>, 2> from_left_;  // all holes, by the seat that looks at them
  std::vector<std::pair<std::int32_t, ByHere>> kept_;
};

// The rules of one mover, and what has been found of them.
class Seat {
 public:
  // Where the direction is not always the same, what depends on it is not known.
  Seat(const ir::Program& program, const fused::Turns& turns, Lanes& lanes, Player mover)
      : Seat(program, turns, lanes, mover, stated(turns.seats[mover].phases[lanes.seats[mover].phase])) {}
  // … with a move that goes in this direction.
  Seat(const Seat& seat, Direction direction)
      : Seat(seat.program_, seat.turns_, seat.lanes_, seat.mover_, direction) {}

 private:
  Seat(const ir::Program& program, const fused::Turns& turns, Lanes& lanes, Player mover, Direction direction)
      : program_(program),
        turns_(turns),
        lanes_(lanes),
        seat_(turns.seats[mover]),
        phase_(seat_.phases[lanes.seats[mover].phase]),
        mover_(mover),
        direction_(direction),
        still_(program, turns, lanes.view, mover, phase_, direction_) {}

 protected:
  using Known = Still::Known;

  [[nodiscard]] fused::LaneSeat& lane_seat() const { return lanes_.seats[mover_]; }
  const Node& node(NodeId id) const { return turns_.nodes[id]; }
  bool is(NodeId id, N op) const { return id != kNone && node(id).op == op; }

  static Direction stated(const fused::Phase& phase) {
    return phase.stated == Direction::either ? Direction::none : phase.stated;
  }

  int store_of(Player p) const {
    const int lane = lanes_.lane[program_.board.store(p)];
    return lane >= 0 ? lane : lanes_.width + p;
  }

  [[nodiscard]] Set theirs() const { return lanes_.view.owned[1 - mover_] & ~lanes_.view.closed; }

  Set lanes_of(Set holes) const {
    Set found = 0;
    holes &= ~lanes_.view.closed;
    for (; holes != 0; holes &= holes - 1) found |= set_of(lanes_.lane[std::countr_zero(holes)]);
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

  const ir::Program& program_;
  const fused::Turns& turns_;
  Lanes& lanes_;
  const fused::Seat& seat_;
  const fused::Phase& phase_;
  Player mover_;
  Direction direction_;
  Still still_;
  std::vector<std::int32_t> truths_;  // locals that stand in flags
};

// Captures on the way: the count that is captured, 0: none, the lanes in which it is, and whether the last
// seed of a lap captures nothing.
struct Drop {
  int count = 0;
  bool but_last = false;
  Set lanes = 0;
  Set second = 0;  // of these, player 1 gets what is captured
};

// What a question is about: of `lanes`, each may be that place. Where there is one such place, all that a
// question says of a set of holes may look at it, too.
enum class AboutWhat : std::uint8_t { nothing, here, start, it };
// When it is put: in a move and when it is over, when moves are looked for, where states of a move are as
// they begin, or before a turn, where those of a turn are, too.
enum class When : std::uint8_t { move, moves, before_turn };
struct About {
  AboutWhat what = AboutWhat::nothing;
  Set lanes = 0;
  bool knows_was = false;  // only the last seed has changed the count of the last hole
  bool is_one = false;     // it is asked of one place only, the machine's `here`
  When when = When::moves;
};
// The index of the question which lanes fulfil a condition, or which are a set of holes within some lanes.
std::int16_t find_condition(const Seat& seat, NodeId condition, const About& about);
std::int16_t find_holes(const Seat& seat, NodeId holes, const About& about, Set within);
// May a state stand in Lanes::marks?
bool lane_state(const ir::State& state);
// The greatest number as which a state is stored, if it may stand in Lanes::flags, one for each but 0; else
// 0.
int last_cell(const ir::State& state);
// What is stored for a value of the state.
inline std::int64_t cell_of(const ir::State& state, std::int64_t value) {
  if (state.holds == ir::Type::number) value = std::clamp<std::int64_t>(value, state.low, state.high);
  return value - none_of(state.holds);
}
int flag_index(Lanes& lanes, std::int32_t state, std::int32_t element, int cell);
int map_index(Lanes& lanes, const LaneMap& map);
int mark_index(Lanes& lanes, std::int32_t state, int value);

// The holes of `among` (kNone: any) for which a condition holds; `slot`: the local that is each of them.
std::int16_t find_where(const Seat& seat, NodeId among, NodeId condition, std::int32_t slot,
                        const About& about);
// An operation that finds a run going back from the last lane many holes at once, if it is such a run.
std::optional<LaneOp> find_run_back(const Seat& seat, NodeId run);
// One that finds any run hole by hole. `first`: where it begins.
LaneOp find_walk(const Seat& seat, NodeId run, const About& about, const LaneMap& first);
// When all that rules ask about finished turns is settled.
fused::Opening find_opening(const fused::Turns& turns);
// What such a rule asks then; nothing: the node is no such comparison.
std::optional<std::int64_t> after_opening(const fused::Turns& turns, NodeId id);

// Which lanes may be lifted, into Lanes::seats.
void find_moves(const Seat& seat);
// What a move does, into Lanes::seats.
void find_play(const Seat& seat);
// Where a lap begins: at the lane that is lifted, or at another, by the one that is lifted.
struct LapStart {
  std::optional<LaneMap> from;
  bool itself = false;  // the first seed falls there, not on the station after it
};

// The laps of a move, with the place where the next one would be lifted if the laps are one operation: the
// index of their rows. `relays`: there is more than one lap.
std::int16_t find_rows(const Seat& seat, const std::optional<LaneMap>& source, const Drop& drop, bool relays,
                       const LapStart& start);
// When ends are asked: after a move with which the turn is over, or which gives another one, and before a
// turn.
enum class Asked : std::uint8_t { after_move, after_move_again, before_turn };
// The ends for this player as the one who moved, or as the one about to play. After find_play.
std::vector<LaneEnd> find_ends(const Seat& seat, Asked asked);

}  // namespace mancala::lane_fuser
