// Faults of the surroundings: a reader that goes away, a full disk, files of unusual kinds. Each is said, or
// passed over in silence where nothing is wrong, with the right exit status.
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::Folder;
using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::run_mancala;
using mancala::tests::Surroundings;

namespace {

const std::vector<std::vector<std::string>> kPrinting = {
    {"list", "--ids"},
    {"describe", "kalah"},
    {"run", "kalah", "--random", "1"},
    {"moves", "kalah"},
    {"perft", "kalah", "2"},
    {"ir", "kalah"},
    {"schema"},
    {"manual"},
    {"explain"},
    {"new", "--questions"},
    {"fmt", "variants/two-row/kalah.yaml"},
    {"bench", "kalah", "--seconds", "0.02"},
};

}  // namespace

TEST_CASE("a reader that has gone away is no error of any command", "[cli][faults]") {
  Surroundings closed;
  closed.close_output = true;
  for (const auto& arguments : kPrinting) {
    const Result result = run_mancala(arguments, closed);
    INFO(arguments[0]);
    CHECK(result.status == 0);
    CHECK(result.err.empty());
  }
}

TEST_CASE("a full disk is an error of every command", "[cli][faults]") {
  if (access("/dev/full", W_OK) != 0) return;
  Surroundings full;
  full.output_to = "/dev/full";
  for (const auto& arguments : kPrinting) {
    const Result result = run_mancala(arguments, full);
    INFO(arguments[0]);
    CHECK(result.status == 3);
    CHECK(has(result.err, "standard output cannot be written"));
  }
}
