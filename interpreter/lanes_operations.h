// What a move does to a board in one vector, operation by operation. Included as lanes_vector.h is.
#pragma once

#include "interpreter/fused.h"
#include "interpreter/lanes_questions.h"

namespace mancala::lanes {
namespace {

using fused::L;

template <int W>
struct alignas(alignment_of(W)) Pos {
  V<W> v;
  U32 piles;  // two piles of 16 bits
  U8 mover;
  U8 again;
  std::uint16_t flags;
  typename Lanes<W>::Bits marks[kMostMarks];
};

template <int W>
Pos<W> enter(const Position& from) {
  Pos<W> pos;
  for (int i = 0; i < W; i++) pos.v[i] = from.seeds[i];
  pos.piles = from.pile[0] | static_cast<U32>(from.pile[1]) << 16;
  pos.mover = from.mover;
  pos.again = from.again ? 1 : 0;
  pos.flags = from.flags;
  for (int i = 0; i < kMostMarks; i++) pos.marks[i] = static_cast<typename Lanes<W>::Bits>(from.marks[i]);
  return pos;
}

template <int W>
void leave(const Pos<W>& pos, Position& to) {
  for (int i = 0; i < W; i++) to.seeds[i] = pos.v[i];
  to.pile[0] = static_cast<std::uint16_t>(pos.piles);
  to.pile[1] = static_cast<std::uint16_t>(pos.piles >> 16);
  to.mover = pos.mover;
  to.again = pos.again != 0;
  for (int i = 0; i < kMostMarks; i++) to.marks[i] = pos.marks[i];
  to.flags = pos.flags;
}
static_assert(sizeof(Pos<16>) == 32 && sizeof(Pos<32>) == 64 && sizeof(Pos<64>) == 96);

// What one move works on. Counts are read as seeds[x] + row[x]: the board before the last lap and what the
// lap added, two loads that need not wait for the sum of the vectors.
template <int W>
struct State {
  V<W> v;
  const U8* seeds;
  const U8* row;
  U32 here, hand, length, mover, laps, piles;
  U32 way;  // 1: backward, where the player picks it
  U32 flags;
  U64 walk;  // lanes of the run that L::find_walk has found
  bool again;
  U64 marks[kMostMarks];
  struct {
    V<W> v;
    U32 piles, flags;
    bool again;
    U64 marks[kMostMarks];
  } marked;  // by L::mark
};

alignas(64) const U8 kNothing[kMaxWidth] = {};

template <int W>
MANCALA_INLINE U32 count_at(const State<W>& s, U32 lane) {
  return static_cast<U8>(s.seeds[lane] + s.row[lane]);
}

MANCALA_INLINE bool has(const U64* counts, U32 n) { return ((counts[n >> 6] >> (n & 63)) & 1) != 0; }
MANCALA_INLINE bool has(const Range& range, U32 n) { return static_cast<U8>(n - range.low) <= range.span; }

// A truth that is worked out whole before it is branched on: one branch that is hard to foresee, not several.
MANCALA_INLINE bool whole(bool truth) {
  U32 value = truth;
  asm("" : "+r"(value));
  return value != 0;
}

template <int W>
MANCALA_INLINE void reread(State<W>& s, U8* t) {
  *reinterpret_cast<V<W>*>(t) = s.v;
  s.seeds = t;
  s.row = kNothing;
}

// A lap of more seeds than there are rows for: full rounds now, and a lap of the rest. `t` holds the board.
template <int W>
__attribute__((noinline)) void full_rounds(U8* t, const Ins& ins, U32 lane, U32 hand) {
  const U32 rounds = (hand - 1) / ins.round;
  for (int i = 0; i < W; i++)
    t[i] = static_cast<U8>(t[i] + rounds * ins.cover[lane * W + static_cast<U32>(i)]);
  t[lane] = static_cast<U8>(t[lane] - rounds * ins.round);
}

MANCALA_INLINE U32 rest_of(const Ins& ins, U32 hand) { return (hand - 1) % ins.round + 1; }

template <int W>
MANCALA_INLINE void op_sow(State<W>& s, U8* t, const Ins& ins) {
  U32 hand = s.hand;
  s.laps++;
  if (__builtin_expect(hand >= ins.cap, 0)) {
    reread<W>(s, t);
    full_rounds<W>(t, ins, s.here, hand);
    s.v = load<W>(t);
    hand = rest_of(ins, hand);
  }
  const U32 index = s.here * ins.stride + hand;
  const U8* row = ins.delta + index * W;
  s.v += load<W>(row);
  s.row = row;
  s.here = ins.last[index];
}

// The lane where the next lap may be lifted. On a ring it is counted, which is sooner known than looked up.
struct Source {
  U32 lane = 0;
  U32 base = 0;  // lane of the ring from which the hand is counted
};

template <bool Ring>
MANCALA_INLINE void set_source(Source& source, const Ins& ins, U32 lane) {
  source.lane = lane;
  if constexpr (Ring) {
    const U32 base = lane + ins.ahead;
    source.base = base >= ins.round ? base - ins.round : base;
  }
}

template <bool Ring>
MANCALA_INLINE U32 next_source(const Source& source, const Ins& ins, U32 hand, U32 index) {
  if constexpr (Ring) {
    const U32 next = source.base + hand;
    return next >= ins.round ? next - ins.round : next;
  }
  return ins.cont[index];
}

// Relay laps. The next hand is read from the board as it lies before the lap and from the lap's row, so that
// the next row is known while the vectors are still being added.
template <int W, bool Ring>
MANCALA_INLINE bool op_laps(State<W>& s, U8* t, const Ins& ins, U32 limit) {
  V<W> v = s.v;
  U32 hand = s.hand, laps = s.laps, index;
  Source source;
  set_source<Ring>(source, ins, s.here);
  bool ended = true;
  *reinterpret_cast<V<W>*>(t) = v;
  for (;;) {
    if (__builtin_expect(hand >= ins.cap, 0)) {
      full_rounds<W>(t, ins, source.lane, hand);
      v = load<W>(t);
      hand = rest_of(ins, hand);
    }
    index = source.lane * ins.stride + hand;
    const U8* row = ins.delta + index * W;
    U32 next = next_source<Ring>(source, ins, hand, index);
    if constexpr (Ring) {
      if (__builtin_expect(hand > ins.round, 0)) {
        next = ins.cont[index];
        asm("" : "+r"(next));  // a branch: what is looked up must not be waited for
      }
    }
    hand = static_cast<U8>(t[next] + row[next]);
    v += load<W>(row);
    *reinterpret_cast<V<W>*>(t) = v;
    laps++;
    if (hand < ins.k) break;
    if (__builtin_expect(laps >= limit, 0)) {
      ended = false;
      break;
    }
    set_source<Ring>(source, ins, next);
  }
  s.v = v;
  s.here = ins.last[index];
  s.laps = laps;
  s.seeds = t;
  s.row = kNothing;
  return ended;
}

// Laps in which a hole that comes to k seeds is captured (in lanes of `mask` for player 1).
// Captures are counted in each lane and divided among the players once, at the end. What one station captures
// does not depend on the others, so that a lap of several rounds is full rounds and a lap of the rest.
template <int W, bool Relay, bool Ring>
MANCALA_INLINE bool op_laps_drop(State<W>& s, U8* t, const Ins& ins, U32 limit, const Shapes<W>& shapes) {
  V<W> v = s.v, taken{};
  const V<W> k = all<W>(ins.k);
  U32 hand = s.hand, laps = s.laps, index;
  Source source;
  set_source<Ring>(source, ins, s.here);
  const U32 stop = ins.stop;  // a relay needs so many seeds
  bool ended = true;
  *reinterpret_cast<V<W>*>(t) = v;
  for (;;) {
    if (__builtin_expect(hand > ins.round, 0)) {
      const V<W> cover = load<W>(ins.cover + source.lane * W);
      const V<W> origin = load<W>(shapes.one[source.lane]);
      v &= ~origin;
      for (; hand > ins.round; hand -= ins.round) {
        v += cover;
        const V<W> hit = equal<W>(v, k) & -cover & load<W>(ins.keep);
        v &= ~hit;
        taken -= hit;
      }
      v += origin & all<W>(hand);
      *reinterpret_cast<V<W>*>(t) = v;
    }
    index = source.lane * ins.stride + hand;
    const U8* row = ins.delta + index * (2 * W);
    const U8* reach = row + W;
    const U32 next = next_source<Ring>(source, ins, hand, index);
    if constexpr (Relay) {
      hand = static_cast<U8>(t[next] + row[next]);
      if (reach[next] != 0) hand = hand == ins.k ? 0 : hand;
    }
    v += load<W>(row);
    const V<W> hit = equal<W>(v, k) & load<W>(reach);
    v &= ~hit;
    taken -= hit;
    *reinterpret_cast<V<W>*>(t) = v;
    laps++;
    if constexpr (!Relay) break;
    if (hand < stop) break;
    if (__builtin_expect(laps >= limit, 0)) {
      ended = false;
      break;
    }
    set_source<Ring>(source, ins, next);
  }
  const U32 every = sum<W>(taken);
  const U32 second = sum<W>(taken & load<W>(ins.in_mask));
  s.piles += (every - second) * ins.k + ((second * ins.k) << 16);
  s.v = v;
  s.here = ins.last[index];
  s.laps = laps;
  s.seeds = t;
  s.row = kNothing;
  return ended;
}

// What lies in a lane is lifted for another lap, if there is anything and the limit allows it.
template <int W>
MANCALA_INLINE bool op_relay(State<W>& s, U8* t, const Ins& ins, U32 limit) {
  const U32 lane = ins.map[s.here];
  const U32 n = count_at<W>(s, lane);
  if (n == 0) return false;
  if (__builtin_expect(s.laps >= limit, 0)) {
    s.v = s.marked.v;
    s.piles = s.marked.piles;
    s.flags = s.marked.flags;
    s.again = s.marked.again;
    for (int i = 0; i < kMostMarks; i++) s.marks[i] = s.marked.marks[i];
    return false;
  }
  reread<W>(s, t);
  s.here = lane;
  s.hand = n;
  return true;
}

// What lies in a lane becomes the hand of the lap that follows, which lifts it.
template <int W>
MANCALA_INLINE bool op_lift(State<W>& s, const Ins& ins) {
  s.here = ins.map[s.here];
  s.hand = count_at<W>(s, s.here);
  return s.hand != 0;
}

template <int W>
MANCALA_INLINE void to_store(State<W>& s, int store, U32 n, const Shapes<W>& shapes) {
  if (store >= W) {
    s.piles += n << (16 * (store - W));
  } else {
    s.v += load<W>(shapes.one[store]) & all<W>(n);
  }
}

template <int W>
MANCALA_INLINE U64 occupied(const V<W>& v) {
  const U64 empty = high_bits<W>(equal<W>(v, V<W>{}));
  if constexpr (W == 64) return ~empty;
  return ~empty & ((U64{1} << (W & 63)) - 1);
}

// Lanes whose count is among the counts of an operation: few, or all but a few.
template <int W>
MANCALA_INLINE U64 lanes_with(const V<W>& v, const Ins& ins) {
  V<W> found{};
  for (U32 i = 0; i < ins.few_count; i++) found |= equal<W>(v, all<W>(ins.few[i]));
  const U64 bits = high_bits<W>(found);
  return (ins.counts[3] >> 63) != 0 ? ~bits : bits;
}

template <int W>
MANCALA_INLINE bool op_find_run(State<W>& s, U64 in) {
  const U64 aligned = ~(in << (63 - s.here));
  s.length = aligned == 0 ? 64 : static_cast<U32>(__builtin_clzll(aligned));
  return s.length != 0;
}

// Lanes whose count is in a range.
template <int W>
MANCALA_INLINE U64 lanes_in(const V<W>& v, const Range& range) {
  const V<W> from_low = v - all<W>(range.low);
  const V<W> span = all<W>(range.span);
  return high_bits<W>(reinterpret_cast<V<W>>(from_low <= span));
}

template <int W>
MANCALA_INLINE U64 run_of(const State<W>& s) {
  const U64 below = s.length > s.here ? 0 : (U64{2} << (s.here - s.length)) - 1;
  return ((U64{2} << s.here) - 1) & ~below;
}

template <int W>
MANCALA_INLINE void op_capture_run(State<W>& s, int store, const Shapes<W>& shapes) {
  const V<W> run = load<W>(shapes.up_to[s.here + 1]) & ~load<W>(shapes.up_to[s.here + 1 - s.length]);
  const U32 n = sum<W>(s.v & run);
  s.v &= ~run;
  to_store<W>(s, store, n, shapes);
}

// On a ring of k lanes: what lies before lane 0 stands a second time above the others.
template <int W>
MANCALA_INLINE bool op_find_run_ring(State<W>& s, const Ins& ins) {
  s.length = 0;
  if (s.here >= ins.k) return false;
  const U64 found = ins.few_count <= kFewCounts ? lanes_with<W>(s.v, ins) : lanes_in<W>(s.v, ins.range);
  const U64 in = found & ins.mask;
  const U64 aligned = ~((in | in << ins.k) << (63 - s.here - ins.k));
  const U32 length = aligned == 0 ? 64 : static_cast<U32>(__builtin_clzll(aligned));
  s.length = length < ins.k ? length : ins.k;
  return s.length != 0;
}

template <int W>
MANCALA_INLINE void op_capture_run_ring(State<W>& s, const Ins& ins, int store, const Shapes<W>& shapes) {
  const U64 run = ((U64{1} << s.length) - 1) << (s.here + 1 + ins.k - s.length);
  const V<W> lanes = spread<W>((run | run >> ins.k) & ((U64{1} << ins.k) - 1), shapes);
  const U32 n = sum<W>(s.v & lanes);
  s.v &= ~lanes;
  to_store<W>(s, store, n, shapes);
}

template <int W>
MANCALA_INLINE void op_move(State<W>& s, const Ins& ins, const Shapes<W>& shapes) {
  const U32 from = ins.map[s.here];
  const U32 n = count_at<W>(s, from);
  s.v &= ~load<W>(shapes.one[from]);
  s.v += load<W>(shapes.one[ins.map2[s.here]]) & all<W>(n);
}

template <int W>
MANCALA_INLINE U64 answer_of(const State<W>& s, const Ins& ins) {
  return answer<W>(*ins.question, s.v, {s.marks, s.flags, s.here, s.laps});
}

template <int W>
MANCALA_INLINE void capture_lanes(State<W>& s, U64 set, int store, const Shapes<W>& shapes) {
  const V<W> lanes = spread<W>(set, shapes);
  const U32 n = sum<W>(s.v & lanes);
  s.v &= ~lanes;
  to_store<W>(s, store, n, shapes);
}

template <int W>
MANCALA_INLINE bool op_find_walk(State<W>& s, const Ins& ins) {
  const U64 in = answer_of<W>(s, ins);
  s.walk = 0;
  for (U32 lane = ins.map[s.here]; ((in & ~s.walk) >> lane & 1) != 0; lane = ins.map2[lane]) {
    s.walk |= U64{1} << lane;
  }
  return s.walk != 0;
}

template <int W>
MANCALA_INLINE void op_capture_answer(State<W>& s, const Ins& ins, int store, const Shapes<W>& shapes) {
  capture_lanes<W>(s, answer_of<W>(s, ins), store, shapes);
}

template <int W>
MANCALA_INLINE void op_capture_part(State<W>& s, const Ins& ins, int store, const Shapes<W>& shapes) {
  const U32 lane = ins.map[s.here];
  const U32 there = count_at<W>(s, lane);
  const U32 n = there < ins.k ? there : ins.k;
  s.v -= load<W>(shapes.one[lane]) & all<W>(n);
  to_store<W>(s, store, n, shapes);
}

template <int W>
MANCALA_INLINE void op_set_mark(State<W>& s, const Ins& ins) {
  const U64 bit = U64{1} << ins.map[s.here];
  s.marks[ins.k] = (s.marks[ins.k] & ~bit) | (bit & -U64{ins.stop});
}

// The lane of a move.
template <int W>
MANCALA_INLINE U32 lane_of(U32 move) {
  return W > kBackward ? move : move % kBackward;
}

// What the next move knows of them.
template <int W>
struct Kept {
  Kept(const Rules& rules, const Pos<W>& pos) : flags(pos.flags & rules.flags_kept[pos.again]) {
    for (int i = 0; i < kMostMarks; i++) marks[i] = pos.marks[i] & rules.marks_kept[pos.again][i];
  }
  U64 marks[kMostMarks];
  U32 flags;
};

// Nothing but a list of any operations reads marks and flags, and asks for the way.
template <int W>
MANCALA_INLINE void begin_any(State<W>& s, const Rules& rules, const Pos<W>& from, U32 move) {
  s.way = move / kBackward;
  s.walk = 0;
  const Kept<W> kept(rules, from);
  for (int i = 0; i < kMostMarks; i++) s.marks[i] = s.marked.marks[i] = kept.marks[i];
  s.flags = s.marked.flags = kept.flags;
}

template <int W>
MANCALA_INLINE void begin(State<W>& s, const Pos<W>& from, U32 lane) {
  s.v = from.v;
  s.seeds = reinterpret_cast<const U8*>(&from.v);
  s.row = kNothing;
  s.here = lane;
  s.hand = s.seeds[lane];
  s.length = 0;
  s.mover = from.mover;
  s.laps = 0;
  s.piles = from.piles;
  s.again = false;
  s.marked.v = from.v;
  s.marked.piles = from.piles;
  s.marked.again = false;
}

// One operation: true if it went through, false for `otherwise`.
template <int W, L Op>
MANCALA_INLINE bool operation(State<W>& s, U8* t, const Ins& ins, const Seat& seat, const Rules& rules,
                              const Shapes<W>& shapes) {
  if constexpr (Op == L::sow) {
    op_sow<W>(s, t, ins);
  } else if constexpr (Op == L::laps) {
    return op_laps<W, false>(s, t, ins, rules.laps_limit);
  } else if constexpr (Op == L::laps_ring) {
    return op_laps<W, true>(s, t, ins, rules.laps_limit);
  } else if constexpr (Op == L::sow_drop) {
    op_laps_drop<W, false, false>(s, t, ins, 1, shapes);
  } else if constexpr (Op == L::laps_drop) {
    return op_laps_drop<W, true, false>(s, t, ins, rules.laps_limit, shapes);
  } else if constexpr (Op == L::laps_drop_ring) {
    return op_laps_drop<W, true, true>(s, t, ins, rules.laps_limit, shapes);
  } else if constexpr (Op == L::if_in) {
    return ((ins.mask >> s.here) & 1) != 0;
  } else if constexpr (Op == L::if_count) {
    return has(ins.range, count_at<W>(s, ins.map[s.here]));
  } else if constexpr (Op == L::if_count_set) {
    return has(ins.counts, count_at<W>(s, ins.map[s.here]));
  } else if constexpr (Op == L::if_equal) {
    return count_at<W>(s, ins.map[s.here]) == count_at<W>(s, ins.map2[s.here]);
  } else if constexpr (Op == L::if_in_count) {
    return whole((((ins.mask >> s.here) & 1) != 0) & has(ins.range, count_at<W>(s, s.here)));
  } else if constexpr (Op == L::if_in_counts) {
    const bool here = (((ins.mask >> s.here) & 1) != 0) & has(ins.range, count_at<W>(s, s.here));
    return whole(here & has(ins.range2, count_at<W>(s, ins.map[s.here])));
  } else if constexpr (Op == L::jump) {
    return false;
  } else if constexpr (Op == L::reread) {
    reread<W>(s, t);
  } else if constexpr (Op == L::capture) {
    const U32 n = count_at<W>(s, ins.map[s.here]);
    s.v &= load<W>(ins.keep + s.here * W);
    to_store<W>(s, seat.store, n, shapes);
  } else if constexpr (Op == L::capture_in) {
    const U32 in = static_cast<U32>(ins.mask >> s.here) & 1;
    const U32 n = count_at<W>(s, ins.map[s.here]) & (0 - in);
    s.v &= load<W>(ins.keep + s.here * W);
    to_store<W>(s, seat.store, n, shapes);
  } else if constexpr (Op == L::capture_pair) {
    const U32 n = count_at<W>(s, s.here) + count_at<W>(s, ins.map[s.here]);
    s.v &= load<W>(ins.keep + s.here * W);
    to_store<W>(s, seat.store, n, shapes);
  } else if constexpr (Op == L::find_run) {
    return op_find_run<W>(s, lanes_in<W>(s.v, ins.range) & ins.mask);
  } else if constexpr (Op == L::find_run_set) {
    return op_find_run<W>(s, lanes_with<W>(s.v, ins) & ins.mask);
  } else if constexpr (Op == L::find_run_ring) {
    return op_find_run_ring<W>(s, ins);
  } else if constexpr (Op == L::unless_all) {
    return run_of<W>(s) != (occupied<W>(s.v) & ins.mask);
  } else if constexpr (Op == L::capture_run) {
    op_capture_run<W>(s, seat.store, shapes);
  } else if constexpr (Op == L::capture_run_ring) {
    op_capture_run_ring<W>(s, ins, seat.store, shapes);
  } else if constexpr (Op == L::find_walk) {
    return op_find_walk<W>(s, ins);
  } else if constexpr (Op == L::unless_walk_all) {
    return sum_of<W>(s.v, s.walk) != sum_of<W>(s.v, ins.mask);
  } else if constexpr (Op == L::capture_walk) {
    capture_lanes<W>(s, s.walk, seat.store, shapes);
  } else if constexpr (Op == L::move) {
    op_move<W>(s, ins, shapes);
  } else if constexpr (Op == L::if_answer) {
    return ((answer_of<W>(s, ins) >> s.here) & 1) != 0;
  } else if constexpr (Op == L::capture_answer) {
    op_capture_answer<W>(s, ins, rules.seat[ins.stop].store, shapes);
  } else if constexpr (Op == L::capture_part) {
    op_capture_part<W>(s, ins, rules.seat[ins.stop].store, shapes);
  } else if constexpr (Op == L::discard) {
    s.v &= ~load<W>(shapes.one[ins.map[s.here]]);
  } else if constexpr (Op == L::set_mark) {
    op_set_mark<W>(s, ins);
  } else if constexpr (Op == L::if_flag) {
    return ((s.flags >> ins.k) & 1) == ins.stop;
  } else if constexpr (Op == L::set_flag) {
    s.flags = (s.flags & ~(1U << ins.k)) | (U32{ins.stop} << ins.k);
  } else if constexpr (Op == L::mark) {
    if (__builtin_expect(s.laps >= rules.laps_limit, 0)) {
      s.marked.v = s.v;
      s.marked.piles = s.piles;
      s.marked.flags = s.flags;
      s.marked.again = s.again;
      for (int i = 0; i < kMostMarks; i++) s.marked.marks[i] = s.marks[i];
    }
  } else if constexpr (Op == L::relay) {
    return op_relay<W>(s, t, ins, rules.laps_limit);
  } else if constexpr (Op == L::lift) {
    return op_lift<W>(s, ins);
  } else if constexpr (Op == L::if_way) {
    return s.way == 0;
  } else if constexpr (Op == L::again) {
    s.again = true;
  } else if constexpr (Op == L::end_again) {
    s.again = s.again | (((ins.mask >> s.here) & 1) != 0);
  } else {
    static_assert(Op == L::end);
  }
  return true;
}

template <int W>
MANCALA_INLINE void finish(const State<W>& s, Pos<W>& to) {
  to.v = s.v;
  to.piles = s.piles;
  to.again = s.again;
  to.mover = static_cast<U8>(s.mover ^ (s.again ? 0 : 1));
}

template <int W>
MANCALA_INLINE void finish_marks(const State<W>& s, Pos<W>& to) {
  for (int i = 0; i < kMostMarks; i++) to.marks[i] = static_cast<typename Lanes<W>::Bits>(s.marks[i]);
  to.flags = static_cast<std::uint16_t>(s.flags);
}

}  // namespace
}  // namespace mancala::lanes
