// The command line program.
#include <csignal>

#include "program.h"

int main(int argc, char** argv) {
  // A closed pipe shows as a failed write, not as the end of the program.
  std::signal(SIGPIPE, SIG_IGN);
  return mancala::cli::run_program(argc, argv);
}
