// Clauses that never act, whatever lies on the board: their own condition contradicts itself, or earlier
// clauses of their list have always ended it before.
#pragma once

#include "dsl/diagnostic.h"
#include "dsl/variant.h"

namespace mancala {

// The program must have been verified. Only what stands in the variant's own file is reported.
void check_clauses(const Variant& variant, Diagnostics& diagnostics);

}  // namespace mancala
