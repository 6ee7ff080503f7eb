// The values that make a filter of `move: legal:` drop a move. For explanations; nothing here plays.
#pragma once

#include <string>
#include <vector>

#include "interpreter/ir.h"
#include "interpreter/position.h"

namespace mancala {

// One line for each comparison or other part of the filter's condition, such as "`seeds(theirs)` is 0 (after
// the move)". `origin` is that of the filter (ir::Filter::origin) that Reference::dropped_by gave for this
// move.
std::vector<std::string> explain_filter(const ir::Program& program, const Position& position,
                                        const Move& move, std::int32_t origin);

}  // namespace mancala
