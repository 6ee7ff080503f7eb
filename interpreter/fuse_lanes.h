// Finds the operations on lanes that say what a program says. Private to the interpreter.
#pragma once

#include <optional>
#include <string>

#include "interpreter/fused.h"

namespace mancala {

// Nothing if the program has something that has no such operation; `why_not` then says what.
std::optional<fused::Lanes> fuse_lanes(const ir::Program& program, const fused::Turns& turns,
                                       std::string& why_not);

}  // namespace mancala
