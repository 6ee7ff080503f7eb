// A rough reading of a text that is no YAML: which bracket or quote was left open.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace mancala {

// Offsets in the text.
struct OpenThings {
  std::vector<std::uint32_t> brackets;    // open at the end, innermost last
  std::optional<std::uint32_t> quote;     // a quote that is never closed
  std::optional<std::uint32_t> too_deep;  // the first bracket beyond the limit of nesting (read.h)
};

// Reads from `begin` to the end of `source`.
OpenThings find_open(std::string_view source, std::uint32_t begin);

}  // namespace mancala
