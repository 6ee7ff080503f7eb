// Proves of a program what the executors assume: indices in range, types that fit, actions only where they
// may stand, no clause list that contains itself, a board whose maps and circuits lead to places.
#pragma once

#include <string>
#include <vector>

#include "interpreter/ir.h"

namespace mancala::ir {

// What is wrong, one sentence each; empty: the program may be run. A program lowered from a file that passed
// `check` has no faults: one that has is a bug of the loader.
std::vector<std::string> verify(const Program& program);

}  // namespace mancala::ir
