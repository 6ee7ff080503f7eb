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
enum class HolesOnCircuit { own, all };
enum class StoreEnd { left, right };  // of the owner's row, as he sees it

// The closed circuit through the holes in order of place; a store stands at one end of its owner's row. With
// `own`, each player's circuit passes his own store, or the holes that are his at the start, alone.
Circuit ring(const Board& board, std::string name, StoresOnCircuit stores, HolesOnCircuit holes,
             StoreEnd end);

}  // namespace mancala
