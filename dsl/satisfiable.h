// Can conditions hold together? For clauses that never act.
#pragma once

#include <vector>

#include "interpreter/ir.h"

namespace mancala {

// A condition that must hold, or must not.
struct Demand {
  ir::ExprId condition = ir::kNone;  // truth; not kNone
  bool holds = true;
};

// Can all demands be met at one moment? What a rule compares is thought to have any value of its own,
// whatever board there is: false is certain, true is not. True where there are too many values to try.
bool satisfiable(const ir::Program& program, const std::vector<Demand>& demands);

}  // namespace mancala
