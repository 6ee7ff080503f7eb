// The variants of the library, each loaded once in a process.
#pragma once

#include <optional>
#include <string_view>

#include "dsl/load.h"
#include "interpreter/fast.h"
#include "interpreter/reference.h"

namespace mancala::fuzz {

const Library& library();

// Moves have so many laps at most, whatever a file says: what happens after more of them is nothing new.
inline constexpr int kMostLaps = 500;

struct Game {
  SourceMap sources;
  Variant variant;  // with kMostLaps
  std::optional<Fast> fast;

  [[nodiscard]] const ir::Program& program() const { return variant.program; }
  [[nodiscard]] Reference reference() const { return Reference(variant.program); }
};

// nullptr if the library has no such variant.
const Game* find_game(std::string_view id);

// Takes the first line, without its line end, off the text.
std::string_view take_line(std::string_view& text);

}  // namespace mancala::fuzz
