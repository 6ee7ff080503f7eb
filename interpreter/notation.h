// Moves and positions as text, and back. The formats are described in docs/formats.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interpreter/ir.h"
#include "interpreter/position.h"

namespace mancala {

// What is wrong with a text: bytes [begin, end) of it, one line, and perhaps what to do.
struct TextError {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string message;
  std::string help;
};

// "A3", "A3>", "A3</2", "pass". Default labels.
std::string move_text(const ir::Program& program, const Move& move);
// The text may leave out what is not a choice, and add `>` or `<` only where there is one. `legal` are the
// moves to choose from, so that "A3" on a board with a choice of direction is told what is missing. Whether
// the move is legal is not asked here: a move that is none of `legal` is returned as it reads.
std::variant<Move, TextError> parse_move(const ir::Program& program, std::string_view text,
                                         const std::vector<Move>& legal);

// "7,7,7,7,7,7,7/7,7,7,7,7,7,7 0:0 south" and extras.
std::string position_text(const ir::Program& program, const Position& position);
std::variant<Position, TextError> parse_position(const ir::Program& program, std::string_view text);

}  // namespace mancala
