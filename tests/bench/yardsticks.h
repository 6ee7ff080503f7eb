// What the hand-written games offer to the benchmark; see yardstick.h.
#pragma once

#include <cstdint>

namespace mancala::yardstick {

inline constexpr int kLongest = 10'000;  // moves in a random game

enum class Name : std::uint8_t { kalah, oware, sadeqa, raja_pasu };

struct Games {
  std::uint64_t games = 0, moves = 0, laps = 0;
  std::uint64_t wins[2] = {0, 0};
  double seconds = 0;  // of the processor
};

// One build of the yardsticks.
struct Build {
  const char* flags;
  Games (*playouts)(Name name, std::uint64_t seed, double seconds);
  std::uint64_t (*perft)(Name name, int depth);
};

Build build_v3();      // -O2 -march=x86-64-v3
Build build_native();  // -O3 -march=native

}  // namespace mancala::yardstick
