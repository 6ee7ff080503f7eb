// Random programs by both executors: what no game does must be the same, too.
#include <algorithm>
#include <array>
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

// Does a list of operations have this one?
bool has(const fused::Lanes& lanes, fused::L what) {
  const auto is = [&](const fused::LaneOp& op) { return op.op == what; };
  return std::any_of(lanes.seats.begin(), lanes.seats.end(), [&](const fused::LaneSeat& seat) {
    return std::any_of(seat.play.begin(), seat.play.end(), is);
  });
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
  int verified = 0, in_lanes = 0, relays = 0, routes = 0, pieces = 0, judges = 0, openings = 0;
  std::array<int, static_cast<std::size_t>(fused::L::end_again) + 1> operations{};
  std::array<int, static_cast<std::size_t>(fused::Q::laps_in) + 1> steps{};
  for (int seed = first; seed < last; ++seed) {
    const ir::Program program = test::RandomProgram(static_cast<std::uint64_t>(seed)).program();
    if (!ir::verify(program).empty()) continue;
    ++verified;
    INFO("random program " << seed);
    const auto fused = fuse(program);
    REQUIRE(fused);
    in_lanes += fused->lanes ? 1 : 0;
    relays += fused->lanes && goes_on(fused->lanes->seats[0].play) ? 1 : 0;
    if (fused->lanes) {
      for (std::size_t i = 0; i < operations.size(); i++) {
        operations[i] += has(*fused->lanes, static_cast<fused::L>(i)) ? 1 : 0;
      }
      openings += fused->lanes->opening.is_none() ? 0 : 1;
      judges += fused->lanes->seats[0].judges.empty() ? 0 : 1;
      for (const fused::LaneQuestion& question : fused->lanes->questions) {
        for (const fused::LaneStep& step : question) steps[static_cast<std::size_t>(step.op)]++;
      }
    }
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
  CHECK(judges > 0);
  CHECK(openings > 0);
  for (const fused::L what :
       {fused::L::if_answer, fused::L::capture_answer, fused::L::capture_part, fused::L::set_mark,
        fused::L::lift, fused::L::discard, fused::L::if_way, fused::L::if_flag, fused::L::set_flag}) {
    CHECK(operations[static_cast<std::size_t>(what)] > 0);
  }
  for (const fused::Q what :
       {fused::Q::fixed, fused::Q::with, fused::Q::marked, fused::Q::moved, fused::Q::both, fused::Q::either,
        fused::Q::except, fused::Q::sum_in, fused::Q::laps_in, fused::Q::flagged, fused::Q::some,
        fused::Q::number_in, fused::Q::by_here}) {
    CHECK(steps[static_cast<std::size_t>(what)] > 0);
  }
  CHECK(routes > (last - first) / 50);
  CHECK(pieces > (last - first) / 50);
}
