// Counts move sequences, the common check of a rule implementation.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "interpreter/reference.h"

namespace mancala {

// Number of legal move sequences of exactly `depth` moves from `position`. A sequence never crosses the end
// of a round, and `repeated` never holds: a finished position has no continuation. depth 0 gives 1. A choice
// in the turn belongs to its move: each way to complete it counts as one move. A move that takes too many
// steps ends the round. Counting stops when there are more than `most`: the result is then some greater
// number.
std::uint64_t perft(const Reference& reference, const Position& position, int depth,
                    std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

// The same, split by the first move, in the order of Reference::legal.
std::vector<std::pair<Move, std::uint64_t>> perft_divide(const Reference& reference, const Position& position,
                                                         int depth);

}  // namespace mancala
