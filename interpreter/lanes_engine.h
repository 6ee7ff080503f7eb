// The body of the lane machine. Included once by each source that compiles it for one kind of processor;
// everything is in an unnamed namespace so that the linker never mixes them, and no library template is used.
#pragma once

#include <cstdint>

#include "interpreter/fused.h"
#include "interpreter/lanes.h"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace mancala::lanes {
namespace {

using U8 = std::uint8_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;
using fused::Feed;
using fused::L;
using EndIf = fused::LaneEnd::If;
using When = fused::LaneEnd::When;

// Vectors wider than the processor's are passed between functions of this file only.
#pragma GCC diagnostic ignored "-Wpsabi"

#define MANCALA_INLINE inline __attribute__((always_inline))

// A register's width; no register is wider than 32 bytes on the processors meant.
constexpr int alignment_of(int lanes) { return lanes < 32 ? lanes : 32; }

template <int W>
struct Vector {
  typedef U8 Type __attribute__((vector_size(W), aligned(alignment_of(W)), may_alias));
};
template <int W>
using V = typename Vector<W>::Type;

template <int W>
MANCALA_INLINE V<W> load(const U8* from) {
  return *reinterpret_cast<const V<W>*>(from);
}

// Bit n: the highest bit of byte n.
template <int W>
MANCALA_INLINE U64 high_bits(const V<W>& v) {
#if defined(__AVX2__)
  if constexpr (W == 16) {
    return static_cast<U32>(_mm_movemask_epi8(reinterpret_cast<const __m128i&>(v)));
  } else {
    U64 bits = 0;
    for (int i = W / 32 - 1; i >= 0; i--) {
      const __m256i part = reinterpret_cast<const __m256i*>(&v)[i];
      bits = (bits << 32 % 64) | static_cast<U32>(_mm256_movemask_epi8(part));
    }
    return bits;
  }
#elif defined(__SSE2__)
  U64 bits = 0;
  for (int i = W / 16 - 1; i >= 0; i--) {
    const __m128i part = reinterpret_cast<const __m128i*>(&v)[i];
    bits = (bits << 16) | static_cast<U32>(_mm_movemask_epi8(part));
  }
  return bits;
#else
  U64 bits = 0;
  for (int i = 0; i < W; i++) bits |= static_cast<U64>(v[i] >> 7) << i;
  return bits;
#endif
}

template <int W>
MANCALA_INLINE V<W> equal(const V<W>& a, const V<W>& b) {
  return reinterpret_cast<V<W>>(a == b);
}

template <int W>
MANCALA_INLINE V<W> all(U32 value) {
  return V<W>{} + static_cast<U8>(value);
}

template <int W>
MANCALA_INLINE U32 sum(const V<W>& v) {
#if defined(__SSE2__)
  __m128i total = _mm_setzero_si128();
  for (int i = 0; i < W / 16; i++) {
    total = _mm_add_epi64(total, _mm_sad_epu8(reinterpret_cast<const __m128i*>(&v)[i], _mm_setzero_si128()));
  }
  return static_cast<U32>(_mm_cvtsi128_si32(total) + _mm_cvtsi128_si32(_mm_srli_si128(total, 8)));
#else
  U32 total = 0;
  for (int i = 0; i < W; i++) total += v[i];
  return total;
#endif
}

// The n-th (from 0) lowest bit of a set.
MANCALA_INLINE int nth(U64 set, U32 n) {
#if defined(__BMI2__)
  return __builtin_ctzll(_pdep_u64(U64{1} << n, set));
#else
  while (n-- != 0) set &= set - 1;
  return __builtin_ctzll(set);
#endif
}

MANCALA_INLINE U64 random_next(U64& state) {
  state += 0x9e3779b97f4a7c15ULL;
  U64 z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

template <int W>
struct alignas(alignment_of(W)) Pos {
  V<W> v;
  U32 piles;  // two piles of 16 bits
  U8 mover;
  U8 again;
};
static_assert(sizeof(Pos<16>) == 32 && sizeof(Pos<32>) == 64 && sizeof(Pos<64>) == 96);

// Constant vectors of one width.
template <int W>
struct Shapes {
  alignas(64) U8 one[W][W];        // 255 in one lane
  alignas(64) U8 up_to[W + 1][W];  // 255 in the lanes below n
  Shapes() {
    for (int i = 0; i < W; i++) {
      for (int j = 0; j < W; j++) one[i][j] = i == j ? 255 : 0;
    }
    for (int i = 0; i <= W; i++) {
      for (int j = 0; j < W; j++) up_to[i][j] = j < i ? 255 : 0;
    }
  }
};

template <int W>
MANCALA_INLINE V<W> spread(U64 bits, const Shapes<W>& shapes) {
  V<W> v{};
  for (; bits != 0; bits &= bits - 1) v |= load<W>(shapes.one[__builtin_ctzll(bits)]);
  return v;
}

// What one move works on. Counts are read as seeds[x] + row[x]: the board before the last lap and what the
// lap added, two loads that need not wait for the sum of the vectors.
template <int W>
struct State {
  V<W> v;
  const U8* seeds;
  const U8* row;
  U32 here, hand, length, mover, laps, piles;
  bool again;
};

alignas(64) const U8 kNothing[kMaxWidth] = {};

template <int W>
MANCALA_INLINE U32 count_at(const State<W>& s, U32 lane) {
  return static_cast<U8>(s.seeds[lane] + s.row[lane]);
}

MANCALA_INLINE bool has(const U64* counts, U32 n) { return ((counts[n >> 6] >> (n & 63)) & 1) != 0; }

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
  s.laps = 1;
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

// Relay laps. The next hand is read from the board as it lies before the lap and from the lap's row, so that
// the next row is known while the vectors are still being added.
template <int W>
MANCALA_INLINE bool op_laps(State<W>& s, U8* t, const Ins& ins, U32 limit) {
  V<W> v = s.v;
  U32 lane = s.here, hand = s.hand, laps = 0, index;
  bool ended = true;
  *reinterpret_cast<V<W>*>(t) = v;
  for (;;) {
    if (__builtin_expect(hand >= ins.cap, 0)) {
      full_rounds<W>(t, ins, lane, hand);
      v = load<W>(t);
      hand = rest_of(ins, hand);
    }
    index = lane * ins.stride + hand;
    const U8* row = ins.delta + index * W;
    const U32 next = ins.cont[index];
    hand = static_cast<U8>(t[next] + row[next]);
    v += load<W>(row);
    *reinterpret_cast<V<W>*>(t) = v;
    laps++;
    if (hand < ins.k) break;
    if (__builtin_expect(laps >= limit, 0)) {
      ended = false;
      break;
    }
    lane = next;
  }
  s.v = v;
  s.here = ins.last[index];
  s.laps = laps;
  s.seeds = t;
  s.row = kNothing;
  return ended;
}

// A lap with captures on the way that reaches a station twice: seed by seed. `t` holds the board. Gives the
// station of the last seed and the captures of the two owners, 16 bits each.
inline __attribute__((noinline)) U64 drop_slowly(U8* t, const Ins& ins, U32 lane, U32 hand) {
  U32 taken[2] = {0, 0};
  t[lane] = 0;
  while (hand-- != 0) {
    lane = ins.next[lane];
    if (++t[lane] == ins.k && !(hand == 0 && ins.but_last)) {
      taken[(ins.mask >> lane) & 1] += ins.k;
      t[lane] = 0;
    }
  }
  return lane | static_cast<U64>(taken[0]) << 16 | static_cast<U64>(taken[1]) << 32;
}

// Laps in which a hole that comes to k seeds is captured by its owner (lanes of `mask` are player 1's).
// Captures are counted in each lane and divided among the owners once, at the end.
template <int W, bool Relay>
MANCALA_INLINE bool op_laps_drop(State<W>& s, U8* t, const Ins& ins, U32 limit) {
  V<W> v = s.v, taken{};
  const V<W> k = all<W>(ins.k);
  U32 lane = s.here, hand = s.hand, laps = 0, index, next = 0, slow0 = 0, slow1 = 0;
  const U32 stop = ins.stop;  // a relay needs so many seeds
  bool ended = true;
  *reinterpret_cast<V<W>*>(t) = v;
  for (;;) {
    if (__builtin_expect(hand <= ins.round, 1)) {
      index = lane * ins.stride + hand;
      const U8* row = ins.delta + index * (2 * W);
      const U8* reach = row + W;
      if constexpr (Relay) {
        next = ins.cont[index];
        const U32 there = static_cast<U8>(t[next] + row[next]);
        hand = ((there == ins.k) & (reach[next] != 0)) ? 0 : there;
      }
      v += load<W>(row);
      const V<W> hit = equal<W>(v, k) & load<W>(reach);
      v &= ~hit;
      taken -= hit;
      *reinterpret_cast<V<W>*>(t) = v;
    } else {
      const U64 result = drop_slowly(t, ins, lane, hand);
      index = lane * ins.stride + rest_of(ins, hand);
      slow0 += static_cast<U32>(result >> 16) & 0xffff;
      slow1 += static_cast<U32>(result >> 32);
      v = load<W>(t);
      next = ins.cont[index];
      hand = t[next];
    }
    laps++;
    if constexpr (!Relay) break;
    if (hand < stop) break;
    if (__builtin_expect(laps >= limit, 0)) {
      ended = false;
      break;
    }
    lane = next;
  }
  const U32 every = sum<W>(taken);
  const U32 second = sum<W>(taken & load<W>(ins.in_mask));
  s.piles += (slow0 + (every - second) * ins.k) + ((slow1 + second * ins.k) << 16);
  s.v = v;
  s.here = ins.last[index];
  s.laps = laps;
  s.seeds = t;
  s.row = kNothing;
  return ended;
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
MANCALA_INLINE bool op_find_run(State<W>& s, const Ins& ins) {
  const U64 in = lanes_with<W>(s.v, ins) & ins.mask;
  const U64 aligned = ~(in << (63 - s.here));
  s.length = aligned == 0 ? 64 : static_cast<U32>(__builtin_clzll(aligned));
  return s.length != 0;
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
}

// One operation: true if it went through, false for `otherwise`.
template <int W, L Op>
MANCALA_INLINE bool operation(State<W>& s, U8* t, const Ins& ins, const Seat& seat, const Rules& rules,
                              const Shapes<W>& shapes) {
  if constexpr (Op == L::sow) {
    op_sow<W>(s, t, ins);
  } else if constexpr (Op == L::laps) {
    return op_laps<W>(s, t, ins, rules.laps_limit);
  } else if constexpr (Op == L::sow_drop) {
    op_laps_drop<W, false>(s, t, ins, 1);
  } else if constexpr (Op == L::laps_drop) {
    return op_laps_drop<W, true>(s, t, ins, rules.laps_limit);
  } else if constexpr (Op == L::if_in) {
    return ((ins.mask >> s.here) & 1) != 0;
  } else if constexpr (Op == L::if_count) {
    return has(ins.counts, count_at<W>(s, ins.map[s.here]));
  } else if constexpr (Op == L::if_in_count) {
    return (((ins.mask >> s.here) & 1) != 0) & has(ins.counts, count_at<W>(s, s.here));
  } else if constexpr (Op == L::jump) {
    return false;
  } else if constexpr (Op == L::reread) {
    reread<W>(s, t);
  } else if constexpr (Op == L::capture) {
    const U32 lane = ins.map[s.here];
    const U32 n = count_at<W>(s, lane);
    s.v &= ~load<W>(shapes.one[lane]);
    to_store<W>(s, seat.store, n, shapes);
  } else if constexpr (Op == L::capture_pair) {
    const U32 lane = ins.map[s.here];
    const U32 n = count_at<W>(s, s.here) + count_at<W>(s, lane);
    s.v &= ~(load<W>(shapes.one[s.here]) | load<W>(shapes.one[lane]));
    to_store<W>(s, seat.store, n, shapes);
  } else if constexpr (Op == L::find_run) {
    return op_find_run<W>(s, ins);
  } else if constexpr (Op == L::unless_all) {
    return run_of<W>(s) != (occupied<W>(s.v) & ins.mask);
  } else if constexpr (Op == L::capture_run) {
    op_capture_run<W>(s, seat.store, shapes);
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

// Runs any list of operations.
template <int W>
struct AnyShape {
  static MANCALA_INLINE U32 run(const Rules& rules, const Shapes<W>& shapes, const Pos<W>& from, Pos<W>& to,
                                U32 lane) {
    const Seat& seat = rules.seat[from.mover];
    const Ins* const first = seat.play;
    const Ins* ins = first;
    State<W> s;
    alignas(64) U8 t[W];
    begin<W>(s, from, lane);
    for (;;) {
      bool through = true;
      switch (static_cast<L>(ins->op)) {
#define MANCALA_CASE(NAME) \
  case L::NAME: through = operation<W, L::NAME>(s, t, *ins, seat, rules, shapes); break;
        MANCALA_CASE(sow)
        MANCALA_CASE(laps)
        MANCALA_CASE(sow_drop)
        MANCALA_CASE(laps_drop)
        MANCALA_CASE(if_in)
        MANCALA_CASE(if_count)
        MANCALA_CASE(if_in_count)
        MANCALA_CASE(jump)
        MANCALA_CASE(reread)
        MANCALA_CASE(capture)
        MANCALA_CASE(capture_pair)
        MANCALA_CASE(find_run)
        MANCALA_CASE(unless_all)
        MANCALA_CASE(capture_run)
        MANCALA_CASE(again)
#undef MANCALA_CASE
        case L::end: finish<W>(s, to); return s.laps;
        case L::end_again:
          operation<W, L::end_again>(s, t, *ins, seat, rules, shapes);
          finish<W>(s, to);
          return s.laps;
      }
      ins = through ? ins + 1 : first + ins->otherwise;
    }
  }
  static bool fits(const Rules&) { return true; }
};

// A list of operations known when this was compiled, as op | otherwise << 8: the operands are data all the
// same.
template <int W, unsigned... Codes>
struct Shape {
  static constexpr unsigned kCodes[] = {Codes...};

  template <unsigned I>
  static MANCALA_INLINE void step(State<W>& s, U8* t, const Ins* first, const Seat& seat, const Rules& rules,
                                  const Shapes<W>& shapes) {
    constexpr L op = static_cast<L>(kCodes[I] & 255);
    constexpr unsigned otherwise = kCodes[I] >> 8;
    if constexpr (op == L::end || op == L::end_again) {
      operation<W, op>(s, t, first[I], seat, rules, shapes);
    } else if constexpr (op == L::jump) {
      step<otherwise>(s, t, first, seat, rules, shapes);
    } else if constexpr (otherwise == 0) {
      operation<W, op>(s, t, first[I], seat, rules, shapes);
      step<I + 1>(s, t, first, seat, rules, shapes);
    } else {
      if (operation<W, op>(s, t, first[I], seat, rules, shapes)) {
        step<I + 1>(s, t, first, seat, rules, shapes);
      } else {
        step<otherwise>(s, t, first, seat, rules, shapes);
      }
    }
  }

  static MANCALA_INLINE U32 run(const Rules& rules, const Shapes<W>& shapes, const Pos<W>& from, Pos<W>& to,
                                U32 lane) {
    const Seat& seat = rules.seat[from.mover];
    State<W> s;
    alignas(64) U8 t[W];
    begin<W>(s, from, lane);
    step<0>(s, t, seat.play, seat, rules, shapes);
    finish<W>(s, to);
    return s.laps;
  }

  static bool fits(const Rules& rules) {
    constexpr int count = sizeof...(Codes);
    if (rules.ops != count) return false;
    for (const Seat& seat : rules.seat) {
      for (int i = 0; i < count; i++) {
        if ((seat.play[i].op | static_cast<unsigned>(seat.play[i].otherwise) << 8) != kCodes[i]) return false;
      }
    }
    return true;
  }
};

template <int W>
MANCALA_INLINE U32 store_of(const Pos<W>& pos, int store) {
  if (store >= W) return (pos.piles >> (16 * (store - W))) & 0xffff;
  return reinterpret_cast<const U8*>(&pos.v)[store];
}

// Does this end hold for a position that a move has reached?
template <int W>
MANCALA_INLINE bool holds(const End& end, const Rules& rules, const Pos<W>& pos, U64 occupied_lanes,
                          bool can_move, bool repeated) {
  if (end.when != static_cast<U8>(When::always) &&
      (pos.again != 0) != (end.when == static_cast<U8>(When::again))) {
    return false;
  }
  switch (static_cast<EndIf>(end.test)) {
    case EndIf::row_empty: return (occupied_lanes & end.mask) == 0 || (occupied_lanes & end.mask2) == 0;
    case EndIf::store_above: {
      const int moved = pos.again != 0 ? pos.mover : pos.mover ^ 1;
      const int whose = end.whose < 0 ? moved : end.whose;
      return store_of<W>(pos, rules.seat[whose].store) > static_cast<U32>(end.count);
    }
    case EndIf::stores_at: {
      const U32 count = static_cast<U32>(end.count);
      return store_of<W>(pos, rules.seat[0].store) == count && store_of<W>(pos, rules.seat[1].store) == count;
    }
    case EndIf::repeated: return repeated;
    case EndIf::no_move: return !can_move;
  }
  return false;
}

// The boards since the last capture: earlier ones cannot come again, since nothing leaves a pile. The players
// move in turn where this is used, so every other board is the same player's.
template <int W>
class Since {
 public:
  explicit Since(int longest) : stood_(new V<W>[static_cast<std::size_t>(longest) + 2]) {}
  ~Since() { delete[] stood_; }
  Since(const Since&) = delete;
  Since& operator=(const Since&) = delete;

  void clear() { count_ = 0; }
  // Has it stood before? From now on it has.
  MANCALA_INLINE bool add(const Pos<W>& pos) {
    if (piles_ != pos.piles) count_ = 0;
    piles_ = pos.piles;
    bool found = false;
    for (int i = count_ - 2; i >= 0 && !found; i -= 2)
      found = high_bits<W>(equal<W>(stood_[i], pos.v)) == kAll;
    stood_[count_++] = pos.v;
    return found;
  }

 private:
  static constexpr U64 kAll = W == 64 ? ~U64{0} : (U64{1} << (W & 63)) - 1;
  V<W>* stood_;
  int count_ = 0;
  U32 piles_ = 0;
};

template <int W>
Pos<W> enter(const Position& from) {
  Pos<W> pos;
  for (int i = 0; i < W; i++) pos.v[i] = from.seeds[i];
  pos.piles = from.pile[0] | static_cast<U32>(from.pile[1]) << 16;
  pos.mover = from.mover;
  pos.again = from.again ? 1 : 0;
  return pos;
}

template <int W>
void leave(const Pos<W>& pos, Position& to) {
  for (int i = 0; i < W; i++) to.seeds[i] = pos.v[i];
  to.pile[0] = static_cast<std::uint16_t>(pos.piles);
  to.pile[1] = static_cast<std::uint16_t>(pos.piles >> 16);
  to.mover = pos.mover;
  to.again = pos.again != 0;
}

template <int W, class Play>
class Machine final : public Engine {
 public:
  explicit Machine(const Rules& rules) : rules_(rules) {}

  std::uint64_t moves(const Position& position) const override { return find_moves(enter<W>(position)); }

  std::uint32_t play(Position& position, int lane) const override {
    const Pos<W> from = enter<W>(position);
    Pos<W> to;
    const U32 laps = Play::run(rules_, shapes_, from, to, static_cast<U32>(lane));
    leave<W>(to, position);
    return laps;
  }

  std::uint64_t perft(const Position& position, int depth, Settler& settler) const override {
    return depth == 0 ? 1 : count(enter<W>(position), depth, settler);
  }

  void playouts(const Position& start, std::uint64_t first, std::uint64_t& random, std::uint64_t games,
                int longest, Settler& settler, Tally& tally) const override {
    if (rules_.repetition) {
      play_out<true>(start, first, random, games, longest, settler, tally);
    } else {
      play_out<false>(start, first, random, games, longest, settler, tally);
    }
  }

 private:
  template <bool Repetition>
  void play_out(const Position& start, U64 first, U64& random, U64 games, int longest, Settler& settler,
                Tally& tally) const {
    const Pos<W> root = enter<W>(start);
    Since<W> since(Repetition ? longest : 0);
    U64 state = random, moves = 0, laps = 0;
    for (U64 game = 0; game < games; game++) {
      Pos<W> pos = root;
      U64 can = first;
      int ply = 0;
      bool repeated = false;
      if constexpr (Repetition) {
        since.clear();
        since.add(pos);
      }
      for (;;) {
        while (can != 0 && ply < longest) {
          const U32 n = static_cast<U32>(__builtin_popcountll(can));
          const U32 pick = static_cast<U32>(((random_next(state) >> 32) * n) >> 32);
          laps += Play::run(rules_, shapes_, pos, pos, static_cast<U32>(nth(can, pick)));
          ply++;
          if constexpr (Repetition) repeated = since.add(pos);
          can = find_moves(pos, repeated);
        }
        if (can != 0) {
          tally.cut++;
          break;
        }
        int winner = -1;
        if (rules_.most_wins && ended(pos, repeated, winner)) {
          count_win(winner, tally);
          break;
        }
        const Settled settled = settle(pos, settler, longest - ply);
        ply += settled.passes;
        if (settled.over) {
          count_win(settled.winner, tally);
          break;
        }
        if (ply >= longest) {
          tally.cut++;
          break;
        }
        can = liftable(pos, occupied<W>(pos.v));
      }
      moves += static_cast<U64>(ply);
    }
    random = state;
    tally.games += games;
    tally.moves += moves;
    tally.laps += laps;
  }

  static void count_win(int winner, Tally& tally) {
    if (winner < 0) {
      tally.drawn++;
    } else {
      tally.wins[winner]++;
    }
  }

  MANCALA_INLINE U64 liftable(const Pos<W>& pos, U64 lanes) const {
    const Seat& seat = rules_.seat[pos.mover];
    U64 can = lanes & seat.own;
    if (__builtin_expect(seat.at_least > 1, 0)) {
      for (U32 n = 1; n < seat.at_least; n++) can &= ~high_bits<W>(equal<W>(pos.v, all<W>(n)));
    }
    const Feed feed = static_cast<Feed>(seat.feed);
    if (feed == Feed::always || (feed == Feed::if_empty && __builtin_expect((lanes & seat.theirs) == 0, 0))) {
      return feeding(pos, can, seat.theirs);
    }
    return can;
  }

  // The moves that leave the opponent something: each is tried.
  __attribute__((noinline)) U64 feeding(const Pos<W>& pos, U64 can, U64 theirs) const {
    U64 found = 0;
    Pos<W> child;
    for (; can != 0; can &= can - 1) {
      Play::run(rules_, shapes_, pos, child, static_cast<U32>(__builtin_ctzll(can)));
      if ((occupied<W>(child.v) & theirs) != 0) found |= can & (~can + 1);
    }
    return found;
  }

  // The lanes that may be lifted; 0 if an end holds, too.
  MANCALA_INLINE U64 find_moves(const Pos<W>& pos, bool repeated = false) const {
    const Seat& seat = rules_.seat[pos.mover];
    const U64 lanes = occupied<W>(pos.v);
    const U64 result = liftable(pos, lanes);
    for (int i = 0; i < seat.end_count; i++) {
      if (holds<W>(seat.ends[i], rules_, pos, lanes, true, repeated)) return 0;
    }
    return result;
  }

  static __attribute__((noinline)) Settled settle(Pos<W>& pos, Settler& settler, int most_passes) {
    Position position;
    leave<W>(pos, position);
    const Settled settled = settler.settle(position, most_passes);
    pos = enter<W>(position);
    return settled;
  }

  // The first end that holds, played out. False: none does, or what it does must be asked for.
  bool ended(const Pos<W>& pos, bool repeated, int& winner) const {
    const Seat& seat = rules_.seat[pos.mover];
    const U64 lanes = occupied<W>(pos.v);
    const bool can_move = liftable(pos, lanes) != 0;
    for (int i = 0; i < seat.end_count; i++) {
      const End& end = seat.ends[i];
      if (!holds<W>(end, rules_, pos, lanes, can_move, repeated)) continue;
      if (end.ask) return false;
      int total[2];
      for (int p = 0; p < 2; p++) {
        total[p] = static_cast<int>(store_of<W>(pos, rules_.seat[p].store));
        total[p] += static_cast<int>(sum<W>(pos.v & spread<W>(end.gets[p], shapes_)));
      }
      winner = total[0] == total[1] ? -1 : total[0] > total[1] ? 0 : 1;
      return true;
    }
    return false;
  }

  U64 count(const Pos<W>& pos, int depth, Settler& settler) const {
    U64 can = find_moves(pos);
    if (__builtin_expect(can == 0, 0)) return count_after_settling(pos, depth, settler);
    return count_moves(pos, can, depth, settler);
  }

  U64 count_moves(const Pos<W>& pos, U64 can, int depth, Settler& settler) const {
    U64 total = 0;
    Pos<W> child;
    if (depth == 1) {
      for (; can != 0; can &= can - 1) {
        Play::run(rules_, shapes_, pos, child, static_cast<U32>(__builtin_ctzll(can)));
        asm volatile("" : : "m"(child));  // the last move is made, too, not only counted
        total++;
      }
      return total;
    }
    for (; can != 0; can &= can - 1) {
      Play::run(rules_, shapes_, pos, child, static_cast<U32>(__builtin_ctzll(can)));
      total += count(child, depth - 1, settler);
    }
    return total;
  }

  __attribute__((noinline)) U64 count_after_settling(const Pos<W>& pos, int depth, Settler& settler) const {
    Pos<W> next = pos;
    const Settled settled = settle(next, settler, depth);
    if (settled.passes >= depth) return 1;
    if (settled.over) return 0;
    return count_moves(next, liftable(next, occupied<W>(next.v)), depth - settled.passes, settler);
  }

  Rules rules_;
  Shapes<W> shapes_;
};

constexpr unsigned code(L op, unsigned otherwise = 0) { return static_cast<unsigned>(op) | otherwise << 8; }

// Lists of operations that are worth a body of their own.
template <int W>
using PairCapture = Shape<W, code(L::sow), code(L::if_in_count, 4), code(L::if_count, 4),
                          code(L::capture_pair), code(L::end_again)>;
template <int W>
using RunCapture = Shape<W, code(L::sow), code(L::if_in, 5), code(L::find_run, 5), code(L::unless_all, 5),
                         code(L::capture_run), code(L::end)>;
template <int W>
using RelayCapture = Shape<W, code(L::laps, 3), code(L::if_in, 3), code(L::capture), code(L::end)>;
template <int W>
using DropRelay = Shape<W, code(L::laps_drop, 2), code(L::capture), code(L::end)>;

template <int W, class... Play>
Engine* first_that_fits(const Rules& rules) {
  Engine* engine = nullptr;
  (void)((Play::fits(rules) && (engine = new Machine<W, Play>(rules)) != nullptr) || ...);
  return engine;
}

template <int W>
Engine* make_any(const Rules& rules) {
  return first_that_fits<W, PairCapture<W>, RunCapture<W>, RelayCapture<W>, DropRelay<W>, AnyShape<W>>(rules);
}

MANCALA_INLINE Engine* make(const Rules& rules) {
  if (rules.width == 16) return make_any<16>(rules);
  if (rules.width == 32) return make_any<32>(rules);
  return first_that_fits<64, AnyShape<64>>(rules);
}

}  // namespace
}  // namespace mancala::lanes
