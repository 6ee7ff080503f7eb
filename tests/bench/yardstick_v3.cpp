#include "tests/bench/yardstick.h"

namespace mancala::yardstick {

Build build_v3() {
  return {YARDSTICK_FLAGS,
          [](Name name, std::uint64_t seed, double seconds) { return playouts(name, seed, seconds); },
          [](Name name, int depth) { return perft(name, depth); }};
}

}  // namespace mancala::yardstick
