// How two texts differ, line by line.
#pragma once

#include <string>
#include <string_view>

namespace mancala::cli {

// The lines that differ: `@@ 12` says at which line of the first text, `-` begins a line of the first, `+`
// one of the second. Empty if the texts are the same.
std::string line_changes(std::string_view before, std::string_view after, bool colour);

}  // namespace mancala::cli
