// The holes in the order of the printed board.
#pragma once

#include <vector>

#include "interpreter/board.h"

namespace mancala {

// All holes from left to right as this seat sees them; kNobody: as they are printed.
std::vector<Place> order_from_left(const Board& board, Player seat);

}  // namespace mancala
