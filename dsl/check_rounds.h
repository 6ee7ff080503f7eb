// Rounds: what is left open when one is drawn, and refills that do not ask whether there are seeds enough.
#pragma once

#include "dsl/diagnostic.h"
#include "dsl/sheet.h"
#include "dsl/variant.h"

namespace mancala {

// `variant` is what `sheet` says; its program must have been verified. Only what stands in the variant's own
// file is reported.
void check_rounds(const sheet::Sheet& sheet, const Variant& variant, Diagnostics& diagnostics);

}  // namespace mancala
