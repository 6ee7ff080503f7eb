// A program, readable: what a file has become when every definition, parameter and reading is resolved.
#pragma once

#include <string>

#include "interpreter/ir.h"

namespace mancala::ir {

// Several lines; every clause with its condition and actions written back in the words of the language.
// `program` must have been verified.
std::string to_text(const Program& program);

// One expression.
std::string to_text(const Program& program, ExprId expr);

}  // namespace mancala::ir
