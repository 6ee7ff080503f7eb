// Random programs by both executors: what no game does must be the same, too.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "interpreter/fast.h"
#include "interpreter/verify.h"
#include "tests/support/catch.hpp"
#include "tests/support/fast_compare.h"
#include "tests/support/random_program.h"

using namespace mancala;

namespace {

// Does an operation go back to the first one?
bool goes_on(const std::vector<fused::LaneOp>& play) {
  return std::any_of(play.begin(), play.end(),
                     [](const fused::LaneOp& op) { return op.op == fused::L::relay; });
}

bool picks_the_way(const ir::Program& program) {
  return std::any_of(program.phases.begin(), program.phases.end(),
                     [](const ir::Phase& phase) { return phase.route != ir::kNone; });
}

}  // namespace

TEST_CASE("random programs are played alike", "[fast]") {
  // More of them: MANCALA_RANDOM_PROGRAMS=FIRST-LAST in the environment.
  int first = 0, last = 800;
  if (const char* range = std::getenv("MANCALA_RANDOM_PROGRAMS")) {
    const std::string text = range;
    first = std::stoi(text);
    last = std::stoi(text.substr(text.find('-') + 1));
  }
  int verified = 0, in_lanes = 0, relays = 0, routes = 0, pieces = 0;
  for (int seed = first; seed < last; ++seed) {
    const ir::Program program = test::RandomProgram(static_cast<std::uint64_t>(seed)).program();
    if (!ir::verify(program).empty()) continue;
    ++verified;
    INFO("random program " << seed);
    const auto fused = fuse(program);
    REQUIRE(fused);
    in_lanes += fused->lanes ? 1 : 0;
    relays += fused->lanes && goes_on(fused->lanes->seats[0].play) ? 1 : 0;
    routes += picks_the_way(program) ? 1 : 0;
    pieces += program.pieces.empty() ? 0 : 1;
    test::compare_play(program, static_cast<std::uint64_t>(seed),
                       {.games = 4, .longest = 30, .count_depth = 1});
    test::compare_playouts(program, 20, static_cast<std::uint64_t>(seed), 100);
  }
  // Else the test says nothing.
  CHECK(verified > (last - first) / 2);
  CHECK(in_lanes > (last - first) / 50);
  CHECK(relays > 0);
  CHECK(routes > (last - first) / 50);
  CHECK(pieces > (last - first) / 50);
}
