// The command line program.
#include "program.h"
#include "surroundings.h"

int main(int argc, char** argv) {
  mancala::cli::settle_surroundings();
  return mancala::cli::run_program(argc, argv);
}
