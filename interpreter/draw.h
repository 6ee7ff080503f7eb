// A board as lines of text, as South sees it: North's rows on top, a label at each hole.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "interpreter/ir.h"
#include "interpreter/position.h"

namespace mancala {

struct Drawing {
  bool colour = false;                        // escape sequences of a terminal
  bool mover = true;                          // show whose move it is
  Region marked;                              // holes and stores to point at, with `*`
  std::map<std::string, std::string> labels;  // default label -> the label to print; others stay as they are
};

// Ends with a line end. Columns are aligned; nothing depends on the terminal's width.
std::string draw_board(const ir::Program& program, const Position& position, const Drawing& drawing = {});

// Two texts side by side, `gap` columns apart.
std::string beside(std::string_view left, std::string_view right, int gap = 6);

// The `key=value` extras of a position line, separated by spaces: all, or only declared state and the phase,
// without the counters of the round and the piles.
std::string extras_text(const ir::Program& program, const Position& position, bool counters);

// The number of characters (code points) of a text, escape sequences of a terminal not counted.
int text_width(std::string_view text);

}  // namespace mancala
