// Questions that are put to all lanes at once. Included as lanes_vector.h is.
#pragma once

#include "interpreter/fused.h"
#include "interpreter/lanes_vector.h"

namespace mancala::lanes {
namespace {

using fused::Q;

// What a question may look at beside the seeds.
struct Moment {
  const U64* marks;
  U32 flags, here, laps;
};

// In each lane what lies in map(lane).
template <int W>
MANCALA_INLINE V<W> seen_through(const V<W>& v, const U8* map) {
#if defined(__AVX2__)
  if constexpr (W == 16) {
    const __m128i to = *reinterpret_cast<const __m128i*>(map);
    return reinterpret_cast<V<W>>(_mm_shuffle_epi8(reinterpret_cast<const __m128i&>(v), to));
  } else if constexpr (W == 32) {
    const __m256i from = reinterpret_cast<const __m256i&>(v);
    const __m256i to = *reinterpret_cast<const __m256i*>(map);
    const __m256i low = _mm256_shuffle_epi8(_mm256_permute2x128_si256(from, from, 0x00), to);
    const __m256i high = _mm256_shuffle_epi8(_mm256_permute2x128_si256(from, from, 0x11), to);
    // Bit 4 of a lane says in which half it lies; a blend looks at bit 7.
    return reinterpret_cast<V<W>>(_mm256_blendv_epi8(low, high, _mm256_slli_epi16(to, 3)));
  }
#endif
  V<W> seen;
  for (int i = 0; i < W; i++) seen[i] = reinterpret_cast<const U8*>(&v)[map[i]];
  return seen;
}

template <int W>
MANCALA_INLINE U64 with_counts(const Step& step, const V<W>& v) {
  if (step.few_count == 0) {
    const V<W> from_low = v - all<W>(step.range.low);
    const V<W> span = all<W>(step.range.span);
    return high_bits<W>(reinterpret_cast<V<W>>(from_low <= span));
  }
  V<W> found{};
  for (U32 i = 0; i < step.few_count; i++) found |= equal<W>(v, all<W>(step.few[i]));
  const U64 bits = high_bits<W>(found);
  return step.but_few ? ~bits : bits;
}

// The lanes of map(lane) in a set.
template <int W>
MANCALA_INLINE U64 moved(U64 set, const U8* map) {
  U64 found = 0;
  for (int i = 0; i < W; i++) found |= ((set >> map[i]) & 1) << i;
  return found;
}

MANCALA_INLINE U64 whole_board(const Step& step, U32 n) {
  const U8 number = static_cast<U8>(n < 255 ? n : 255);
  return static_cast<U8>(number - step.range.low) <= step.range.span ? ~U64{0} : 0;
}

template <int W>
MANCALA_INLINE U32 sum_of(const V<W>& v, U64 set) {
  U32 total = 0;
  for (; set != 0; set &= set - 1) total += reinterpret_cast<const U8*>(&v)[__builtin_ctzll(set)];
  return total;
}

template <int W>
__attribute__((noinline)) U64 answer(const Question& question, const V<W>& v, const Moment& moment) {
  U64 found[kMostSteps];
  constexpr U64 kLanes = W == 64 ? ~U64{0} : (U64{1} << (W & 63)) - 1;
  for (int i = 0; i < question.count; i++) {
    const Step& step = question.steps[i];
    U64 now = 0;
    switch (static_cast<Q>(step.op)) {
      case Q::fixed: now = step.mask; break;
      case Q::by_here: now = step.sets[moment.here]; break;
      case Q::with:
        now = with_counts<W>(step, step.map == nullptr ? v : seen_through<W>(v, step.map)) & step.mask;
        break;
      case Q::marked: {
        const U64 mark = moment.marks[step.k];
        now = (step.map == nullptr ? mark : moved<W>(mark, step.map)) & step.mask;
        break;
      }
      case Q::flagged: now = -static_cast<U64>((moment.flags >> step.k) & 1); break;
      case Q::moved: now = moved<W>(found[step.a], step.map) & step.mask; break;
      case Q::both: now = found[step.a] & found[step.b]; break;
      case Q::either: now = found[step.a] | found[step.b]; break;
      case Q::except: now = found[step.a] & ~found[step.b]; break;
      case Q::some: now = (found[step.a] & kLanes) != 0 ? ~U64{0} : 0; break;
      case Q::sum_in: now = whole_board(step, sum_of<W>(v, found[step.a] & kLanes)); break;
      case Q::number_in:
        now = whole_board(step, static_cast<U32>(__builtin_popcountll(found[step.a] & kLanes)));
        break;
      case Q::laps_in: now = whole_board(step, moment.laps); break;
    }
    found[i] = now;
  }
  return found[question.count - 1];
}

}  // namespace
}  // namespace mancala::lanes
