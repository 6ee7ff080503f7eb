// The board and the ways of sowing in English: parts of the rule sheet.
#pragma once

#include <string>
#include <vector>

#include "dsl/english.h"
#include "interpreter/ir.h"

namespace mancala {

// Players, rows, owners, and which holes face each other where that is not what the drawing shows.
std::vector<std::string> board_sentences(const ir::Program& program, const English& english);
// "around all holes of the board".
std::string circuit_text(const ir::Program& program, std::int32_t circuit);
// The stations in order of sowing, clockwise or counterclockwise; once where all players share them.
std::vector<std::string> route_sentences(const ir::Program& program, std::int32_t circuit, bool clockwise,
                                         const English& english);

}  // namespace mancala
