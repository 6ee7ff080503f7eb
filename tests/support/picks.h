// The choices that make something at random: from a seed, or from bytes that somebody else makes up.
#pragma once

#include <cstdint>
#include <string_view>

#include "interpreter/reference.h"

namespace mancala::test {

class Picks {
 public:
  explicit Picks(std::uint64_t seed) : chance_(seed) {}
  // Each choice takes a byte, or two where there are more than 256 things to choose from. Where no byte is
  // left it goes on by a seed, always the same one. `bytes` must outlive this object.
  explicit Picks(std::string_view bytes) : bytes_(bytes), chance_(0) {}

  // A number in 0 … n-1; n > 0.
  int below(int n) {
    if (bytes_.empty()) return chance_.below(n);
    int drawn = take();
    if (n > 256) drawn = drawn * 256 + take();
    return drawn % n;
  }
  [[nodiscard]] bool given() const { return !bytes_.empty(); }  // is a byte left?

 private:
  int take() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }

  std::string_view bytes_;
  Chance chance_;
};

}  // namespace mancala::test
