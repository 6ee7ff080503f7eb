// Finds the operations on lanes that say what a program says. Private to the interpreter.
#pragma once

#include <optional>
#include <string>

#include "interpreter/fused.h"

namespace mancala {

// The view of the first round: nothing is closed, and everybody owns the holes of his side.
fused::View first_view(const ir::Program& program);

// Nothing if the program has something that has no such operation; `why_not` then says what.
std::optional<fused::Lanes> fuse_lanes(const ir::Program& program, const fused::Turns& turns,
                                       const fused::View& view, std::string& why_not);

}  // namespace mancala
