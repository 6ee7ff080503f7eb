// The parts of `mancala bench`.
#pragma once

#include "commands.h"
#include "failure.h"
#include "show.h"

namespace mancala::cli {

// bench --all: every variant of the library.
int bench_library(const BenchOptions& options);

// bench --against: a variant beside other programs that play the same game.
int bench_against(const BenchOptions& options);

}  // namespace mancala::cli
