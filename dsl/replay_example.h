// Plays an example game on a variant and says where the two part ways.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/example.h"
#include "dsl/load.h"
#include "dsl/variant.h"
#include "interpreter/position.h"

namespace mancala {

// The example's parameters and readings, as `--set`.
Settings example_settings(const Example& example);

// Does the variant have the parameters and readings that the example sets? To be asked before the variant is
// loaded with them: `variant` is the one with its own defaults. Reports what is wrong; true if nothing is.
bool check_example_settings(const Example& example, const Variant& variant, Diagnostics& diagnostics);

// Are the example's positions, players and moves well-formed on this board? Reports what is not; true if all
// are.
bool check_example(const Example& example, const Variant& variant, Diagnostics& diagnostics);

// Where the variant does not do what the example says.
struct Difference {
  Span where;                               // what the example says
  std::string message;                      // one line
  std::optional<Position> expected, found;  // both, if it is a difference of boards
  Region marked;                            // places in which the two boards differ
};

struct Replay {
  std::optional<Difference> difference;  // the first one
  int plies = 0;                         // moves that were played
  std::vector<std::string> unchecked;    // what was not checked, and why
};

// `example` must have passed check_example with this variant. What falls by lot may fall as the example says:
// where it differs, it is played several times with other lots, and the difference is that of the first time.
Replay replay_example(const Example& example, const Variant& variant);

// The difference as a person reads it: the message, and the two boards side by side.
std::string difference_text(const Difference& difference, const Variant& variant, const SourceMap& sources);

}  // namespace mancala
