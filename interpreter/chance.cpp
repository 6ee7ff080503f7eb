#include "interpreter/reference.h"

namespace mancala {

// splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
std::uint64_t Chance::next() {
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

int Chance::below(int n) {
  const auto bound = static_cast<std::uint64_t>(n);
  // Numbers beyond the last full multiple of n would favour the small results.
  const std::uint64_t rest = (UINT64_MAX % bound + 1) % bound;
  std::uint64_t drawn = next();
  while (drawn > UINT64_MAX - rest) drawn = next();
  return static_cast<int>(drawn % bound);
}

}  // namespace mancala
