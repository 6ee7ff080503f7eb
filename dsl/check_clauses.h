// What is the same whatever happens: clauses that never act, because their own condition contradicts itself
// or earlier clauses of their list have always ended it before; conditions that always hold; filters that
// drop nothing; regions that are always empty.
#pragma once

#include "dsl/diagnostic.h"
#include "dsl/load.h"
#include "dsl/sheet.h"
#include "dsl/variant.h"

namespace mancala {

// `variant` is what `sheet` says under `settings`; its program must have been verified. Only what stands in
// the variant's own file, and is so under each value of its readings and the next values of its parameters,
// is reported.
void check_clauses(const sheet::Sheet& sheet, const Variant& variant, const Settings& settings,
                   Diagnostics& diagnostics);

}  // namespace mancala
