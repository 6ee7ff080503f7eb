// Small games solved by looking at everything. For checking published values, not for playing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/reference.h"

namespace mancala {

struct Solution {
  int margin = 0;          // seeds by which the player to move ends up ahead, both playing best
  std::vector<Move> best;  // all moves that reach it
  std::size_t positions = 0;
};

// Solves the round from `position`. Empty if it cannot: `why` says so (not two players, chance, a game that
// can go round in a circle, more than `limit` positions).
std::optional<Solution> solve(const Reference& reference, const Position& position, std::size_t limit,
                              std::string& why);

}  // namespace mancala
