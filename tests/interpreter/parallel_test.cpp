// Counts and random games do not depend on the number of threads.
#include "interpreter/parallel.h"

#include "tests/support/catch.hpp"
#include "tests/support/program_builder.h"

using namespace mancala;

namespace {

Position start_of(const ir::Program& program) {
  Chance chance(1);
  return Reference(program).initial(chance);
}

}  // namespace

// Counts of hand-written engines, confirmed by other programs: see perft_test.cpp.
TEST_CASE("counts of move sequences are the same on any number of threads", "[fast][parallel]") {
  const auto count = [](const ir::Program& program, int depth, int threads, bool lanes) {
    auto fused = fuse(program);
    if (!lanes) fused->lanes.reset();
    const Fast fast(std::move(*fused));
    return perft_on(threads, fast, start_of(program), depth);
  };
  for (const int threads : {1, 2, 3, 8}) {
    for (const bool lanes : {true, false}) {
      CAPTURE(threads, lanes);
      CHECK(count(test::kalah(), 6, threads, lanes) == 23233);
      CHECK(count(test::oware(), 5, threads, lanes) == 5219);
      CHECK(count(test::sadeqa(), 5, threads, lanes) == 17208);
      CHECK(count(test::raja_pasu(true), 6, threads, lanes) == 7150);
      // Too short to share out.
      CHECK(count(test::kalah(), 0, threads, lanes) == 1);
      CHECK(count(test::kalah(), 1, threads, lanes) == 6);
      CHECK(count(test::kalah(), 2, threads, lanes) == 35);
    }
  }
}

TEST_CASE("random games are the same on any number of threads", "[fast][parallel]") {
  for (const ir::Program& program : {test::kalah(), test::sadeqa(6, 5000, ir::EndlessThen::illegal)}) {
    const Fast fast(*fuse(program));
    const Position start = start_of(program);
    for (const std::uint64_t games : {1, 7, 300}) {
      const Playouts one = playouts_on(1, fast, start, 5, games);
      CHECK(one.games == games);
      CHECK(one.wins[0] + one.wins[1] + one.drawn + one.cut == games);
      for (const int threads : {2, 5}) {
        const Playouts more = playouts_on(threads, fast, start, 5, games);
        CHECK(more.games == one.games);
        CHECK(more.moves == one.moves);
        CHECK(more.laps == one.laps);
        CHECK(more.wins == one.wins);
      }
    }
    CHECK(playouts_on(2, fast, start, 5, 0).games == 0);
  }
}

// One seed is dropped for each that was lifted: kalah's first move lifts four.
TEST_CASE("seeds dropped in turns are counted", "[fast]") {
  auto fused = fuse(test::kalah());
  fused->lanes.reset();
  const Fast fast(std::move(*fused));
  CHECK(fast.playouts(start_of(test::kalah()), 1, 10, 1).seeds == 40);
}
