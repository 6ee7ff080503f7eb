// Boards and circuits from their dimensions.
#pragma once

#include <string>
#include <vector>

#include "interpreter/board.h"

namespace mancala {

// Two rows of `holes` holes for two players, the first player's below. Places run counterclockwise from the
// first player's left. Labels A1 … for the first player, a1 … for the second.
Board two_row_board(const std::vector<std::string>& players, int holes);

enum class StoresOnCircuit { none, own, all };

// The closed circuit through all holes in order of place; a store stands after the last hole of its owner's
// side. With `own`, each player's circuit passes his own store alone.
Circuit ring(const Board& board, std::string name, StoresOnCircuit stores);

}  // namespace mancala
