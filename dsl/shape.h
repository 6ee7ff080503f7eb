// Document -> sheet: every key is known and every value is of the right kind. Expressions are not looked
// into.
#pragma once

#include "dsl/diagnostic.h"
#include "dsl/document.h"
#include "dsl/sheet.h"

namespace mancala {

// Decodes a (merged) variant document. Reports all problems; what cannot be decoded is left out of the sheet.
sheet::Sheet shape(const Node& document, FileId file, Diagnostics& diagnostics);

// Decodes a prelude: only its definitions.
std::map<std::string, sheet::Definition, std::less<>> shape_prelude(const Node& document,
                                                                    Diagnostics& diagnostics);

}  // namespace mancala
