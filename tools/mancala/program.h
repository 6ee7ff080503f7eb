// The command line program: reads the command line, runs a command, turns what went wrong into an exit
// status.
#pragma once

namespace mancala::cli {

// As `main`. It may be called more than once in a process.
int run_program(int argc, char** argv);

}  // namespace mancala::cli
