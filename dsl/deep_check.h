// What shows only in play: clauses that never act, filters that drop nothing, moves and games without an end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/example.h"
#include "dsl/variant.h"

namespace mancala {

// So many steps (interpreter/steps.h) count as one move of the search: where moves take more, fewer are
// played.
inline constexpr std::int64_t kStepsOfSearchedMove = 30'000;

// What has been looked at.
struct DeepSearch {
  std::size_t moves = 0;
  std::size_t positions = 0;  // in which a move was to be made
  std::int64_t steps = 0;     // of all
  bool out_of_steps = false;  // they were used up before all moves had been played
};

// Plays the example games, all first moves breadth first, and random games, from the start and from positions
// of the examples, the same ones each time: about `limit` moves, and as many steps as these may take. An
// example counts if the variant has its parameters and readings in effect; it must have passed check_example.
// Only what stands in the variant's own file is reported.
DeepSearch check_deep(const Variant& variant, const std::vector<Example>& examples, std::size_t limit,
                      Diagnostics& diagnostics);

}  // namespace mancala
