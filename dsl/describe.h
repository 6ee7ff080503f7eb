// A variant as an English rule sheet.
#pragma once

#include <string>

#include "dsl/variant.h"

namespace mancala {

// The rules in plain text with short headed parts, lines of at most 88 characters, made from the program
// alone: every clause, filter and move block has its own numbered sentence, in the order of the file. The
// game's name, sources, readings and parameters come from the rest of the variant. The same variant gives the
// same text.
std::string describe(const Variant& variant);

}  // namespace mancala
