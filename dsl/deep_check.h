// What shows only in play: clauses that never act, filters that drop nothing, moves and games without an end.
#pragma once

#include <cstddef>

#include "dsl/diagnostic.h"
#include "dsl/variant.h"

namespace mancala {

// Plays about `limit` moves, a part of them through all first moves and the rest in random games, the same
// ones each time. Only what stands in the variant's own file is reported.
void check_deep(const Variant& variant, std::size_t limit, Diagnostics& diagnostics);

}  // namespace mancala
