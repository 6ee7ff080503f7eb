// Which lanes may be lifted, and whether the round is over. Included as lanes_vector.h is.
#pragma once

#include "interpreter/lanes_operations.h"

namespace mancala::lanes {
namespace {

using fused::Feed;
using EndIf = fused::LaneEnd::If;
using When = fused::LaneEnd::When;

template <int W>
MANCALA_INLINE U32 store_of(const Pos<W>& pos, int store) {
  if (store >= W) return (pos.piles >> (16 * (store - W))) & 0xffff;
  return reinterpret_cast<const U8*>(&pos.v)[store];
}

// What is known of a position that a move has reached.
template <int W>
struct Reached {
  const Pos<W>& pos;
  U64 lanes;  // that are occupied
  bool can_move, repeated;
};

template <int W, EndIf Test>
MANCALA_INLINE bool holds(const End& end, const Rules& rules, const Reached<W>& reached) {
  const Pos<W>& pos = reached.pos;
  if constexpr (Test == EndIf::row_empty) {
    return ((reached.lanes & end.mask) == 0) | ((reached.lanes & end.mask2) == 0);
  } else if constexpr (Test == EndIf::store_above) {
    const int moved = pos.again != 0 ? pos.mover : pos.mover ^ 1;
    const int whose = end.whose < 0 ? moved : end.whose;
    return store_of<W>(pos, rules.seat[whose].store) > static_cast<U32>(end.count);
  } else if constexpr (Test == EndIf::pile_above) {
    return ((pos.piles >> (16 * end.whose)) & 0xffff) > static_cast<U32>(end.count);
  } else if constexpr (Test == EndIf::stores_at) {
    const U32 count = static_cast<U32>(end.count);
    return store_of<W>(pos, rules.seat[0].store) == count && store_of<W>(pos, rules.seat[1].store) == count;
  } else if constexpr (Test == EndIf::few_left) {
    return sum<W>(pos.v & load<W>(end.in_mask)) <= static_cast<U32>(end.count);
  } else if constexpr (Test == EndIf::repeated) {
    return reached.repeated;
  } else if constexpr (Test == EndIf::answered) {
    const U64 marks[kMostMarks] = {pos.marks[0], pos.marks[1], pos.marks[2]};
    return answer<W>(*end.question, pos.v, {marks, pos.flags, 0, 0}) != 0;
  } else {
    static_assert(Test == EndIf::no_move);
    return !reached.can_move;
  }
}

template <int W>
MANCALA_INLINE bool holds(const End& end, const Rules& rules, const Reached<W>& reached) {
  const auto when = static_cast<When>(end.when);
  if (when != When::always && (reached.pos.again != 0) != (when == When::again)) return false;
  switch (static_cast<EndIf>(end.test)) {
    case EndIf::row_empty: return holds<W, EndIf::row_empty>(end, rules, reached);
    case EndIf::store_above: return holds<W, EndIf::store_above>(end, rules, reached);
    case EndIf::pile_above: return holds<W, EndIf::pile_above>(end, rules, reached);
    case EndIf::stores_at: return holds<W, EndIf::stores_at>(end, rules, reached);
    case EndIf::few_left: return holds<W, EndIf::few_left>(end, rules, reached);
    case EndIf::repeated: return holds<W, EndIf::repeated>(end, rules, reached);
    case EndIf::answered: return holds<W, EndIf::answered>(end, rules, reached);
    case EndIf::no_move: return holds<W, EndIf::no_move>(end, rules, reached);
  }
  return false;
}

// Any lists of ends, and any condition on what may be lifted.
struct AnyAsk {
  static MANCALA_INLINE bool has_least(const Seat& seat) { return seat.at_least > 1; }
  static MANCALA_INLINE bool judges(const Seat& seat) { return seat.judge_count > 0; }
  static MANCALA_INLINE bool chooses(const Seat& seat) { return seat.chosen != 0; }
  static MANCALA_INLINE Feed feed(const Seat& seat) { return static_cast<Feed>(seat.feed); }
  template <int W>
  static MANCALA_INLINE bool over(const Seat& seat, const Rules& rules, const Reached<W>& reached) {
    for (int i = 0; i < seat.end_count; i++) {
      if (holds<W>(seat.ends[i], rules, reached)) return true;
    }
    return false;
  }
  static bool fits(const Rules&) { return true; }
};

// Ends that are always asked, known when this was compiled: the operands are data all the same. Holes with
// any seeds may be lifted.
template <Feed How, EndIf... Tests>
struct Ask {
  static MANCALA_INLINE bool has_least(const Seat&) { return false; }
  static MANCALA_INLINE bool judges(const Seat&) { return false; }
  static MANCALA_INLINE bool chooses(const Seat&) { return false; }
  static MANCALA_INLINE Feed feed(const Seat&) { return How; }
  template <int W>
  static MANCALA_INLINE bool over(const Seat& seat, const Rules& rules, const Reached<W>& reached) {
    const End* end = seat.ends;
    bool any = false;
    (void)end;
    ((any |= holds<W, Tests>(*end++, rules, reached)), ...);
    return any;
  }
  static bool fits(const Rules& rules) {
    for (const Seat& seat : rules.seat) {
      if (seat.at_least > 1 || seat.judge_count > 0 || seat.chosen != 0) return false;
      if (static_cast<Feed>(seat.feed) != How) return false;
      if (seat.end_count != sizeof...(Tests)) return false;
      const End* end = seat.ends;
      bool same = true;
      (void)end;
      ((same = same && static_cast<EndIf>(end->test) == Tests && static_cast<When>(end->when) == When::always,
        end++),
       ...);
      if (!same) return false;
    }
    return true;
  }
};

}  // namespace
}  // namespace mancala::lanes
