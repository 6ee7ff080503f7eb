// Counts of move sequences against those of independent programs (hand-written engines, confirmed by
// OpenSpiel for Kalah and Oware and by MancalaGames for the others to smaller depths).
#include "interpreter/perft.h"

#include <numeric>

#include "tests/support/catch.hpp"
#include "tests/support/program_builder.h"

using namespace mancala;

namespace {

std::vector<std::uint64_t> counts(const ir::Program& program, int depth) {
  const Reference reference(program);
  Chance chance(1);
  const Position start = reference.initial(chance);
  std::vector<std::uint64_t> found;
  for (int d = 1; d <= depth; ++d) found.push_back(perft(reference, start, d));
  return found;
}

using Counts = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("kalah with six holes of four", "[perft]") {
  CHECK(counts(test::kalah(), 6) == Counts{6, 35, 185, 942, 4690, 23233});
}

TEST_CASE("kalah where the last seed is banked though nothing lies opposite", "[perft]") {
  CHECK(counts(test::kalah(6, 4, true), 6) == Counts{6, 35, 185, 942, 4685, 23169});
}

TEST_CASE("oware with a grand slam that takes nothing", "[perft]") {
  CHECK(counts(test::oware(), 5) == Counts{6, 36, 190, 1014, 5219});
}

TEST_CASE("sadeqa, a relay game with a limit of 5000 laps", "[perft]") {
  CHECK(counts(test::sadeqa(), 5) == Counts{8, 56, 375, 2562, 17208});
}

TEST_CASE("raja pasu, both readings of the last seed", "[perft]") {
  CHECK(counts(test::raja_pasu(true), 6) == Counts{7, 34, 133, 547, 1962, 7150});
  CHECK(counts(test::raja_pasu(false), 6) == Counts{7, 36, 148, 641, 2615, 10281});
}

TEST_CASE("perft of depth 0 is 1, and the divided counts add up", "[perft]") {
  const ir::Program program = test::kalah();
  const Reference reference(program);
  Chance chance(1);
  const Position start = reference.initial(chance);
  CHECK(perft(reference, start, 0) == 1);
  const auto divided = perft_divide(reference, start, 4);
  REQUIRE(divided.size() == 6);
  CHECK(std::accumulate(divided.begin(), divided.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const auto& entry) { return sum + entry.second; }) == 942);
}
