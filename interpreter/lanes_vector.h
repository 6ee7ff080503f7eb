// Vectors of 16, 32 and 64 lanes. Included once by each source that compiles the lane machine for one kind of
// processor; everything is in an unnamed namespace so that the linker never mixes them, and no library
// template is used.
#pragma once

#include <cstdint>

#include "interpreter/lanes.h"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace mancala::lanes {
namespace {

using U8 = std::uint8_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

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

// A set of lanes, as short as there are lanes.
template <int W>
struct Lanes;
template <>
struct Lanes<16> {
  using Bits = std::uint16_t;
};
template <>
struct Lanes<32> {
  using Bits = std::uint32_t;
};
template <>
struct Lanes<64> {
  using Bits = std::uint64_t;
};

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

// The numbers of each of many random games begin anew, so that a game is the same whatever is played beside
// it. As game_chance of fast.cpp.
MANCALA_INLINE U64 game_chance(U64 seed, U64 game) {
  U64 state = seed + game * 0xd1342543de82ef95ULL;
  return random_next(state);
}

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

}  // namespace
}  // namespace mancala::lanes
