// The blanks of an expression or a line of actions.
#pragma once

#include <string>
#include <string_view>

namespace mancala {

// The same pieces with one blank between them, none inside of brackets and before commas and semicolons.
// Whether a name and a bracket after it belong together, as in a call, stays as it is. A text with line
// breaks, or with something that no expression has, is given back unchanged.
std::string spaced(std::string_view text);

}  // namespace mancala
