// First moves worked out by hand from the rules of two relay games.
#include <array>

#include "tests/support/probe.h"

using namespace mancala;
using namespace mancala::test;

namespace {

struct Opening {
  int mover;                  // seeds in the store of the mover
  int opponent;               // and of his opponent
  std::array<int, 14> board;  // the mover's holes from his left, then onward
};

void check_openings(const ir::Program& program, const std::array<Opening, 7>& openings) {
  const Reference reference(program);
  for (Place hole = 0; hole < 7; ++hole) {
    Chance chance(1);
    Position position = reference.initial(chance);
    Move move;
    move.start = hole;
    const Outcome outcome = reference.play(position, move, chance);
    INFO("hole " << hole + 1);
    CHECK(outcome.laps == 12);
    CHECK(outcome.gained[0] == openings[hole].mover);
    CHECK(outcome.gained[1] == openings[hole].opponent);
    std::array<int, 14> board{};
    for (int h = 0; h < 14; ++h) board[h] = position.seeds[h];
    CHECK(board == openings[hole].board);
  }
}

}  // namespace

// Two rows of seven, seven seeds each. After a lap the next hole is sown on; if it is empty the move ends and
// the hole beyond is taken. A hole brought to four goes to the owner of its row. Every opening has twelve
// laps.
TEST_CASE("openings of raja pasu where the last seed of a lap does not take four", "[openings]") {
  check_openings(raja_pasu(false), {{{7, 4, {7, 1, 4, 0, 0, 14, 0, 14, 2, 14, 14, 1, 14, 2}},
                                     {3, 8, {2, 7, 1, 4, 0, 0, 14, 0, 14, 2, 14, 14, 1, 14}},
                                     {3, 8, {14, 2, 7, 1, 4, 0, 0, 14, 0, 14, 2, 14, 14, 1}},
                                     {3, 8, {1, 14, 2, 7, 1, 4, 0, 0, 14, 0, 14, 2, 14, 14}},
                                     {3, 8, {14, 1, 14, 2, 7, 1, 4, 0, 0, 14, 0, 14, 2, 14}},
                                     {3, 8, {14, 14, 1, 14, 2, 7, 1, 4, 0, 0, 14, 0, 14, 2}},
                                     {7, 4, {2, 14, 14, 1, 14, 2, 7, 1, 4, 0, 0, 14, 0, 14}}}});
}

TEST_CASE("openings of raja pasu where every seed that makes four takes", "[openings]") {
  check_openings(raja_pasu(true), {{{15, 4, {3, 1, 0, 0, 0, 14, 0, 14, 2, 14, 14, 1, 14, 2}},
                                    {11, 8, {2, 3, 1, 0, 0, 0, 14, 0, 14, 2, 14, 14, 1, 14}},
                                    {11, 8, {14, 2, 3, 1, 0, 0, 0, 14, 0, 14, 2, 14, 14, 1}},
                                    {11, 8, {1, 14, 2, 3, 1, 0, 0, 0, 14, 0, 14, 2, 14, 14}},
                                    {11, 8, {14, 1, 14, 2, 3, 1, 0, 0, 0, 14, 0, 14, 2, 14}},
                                    {7, 12, {14, 14, 1, 14, 2, 3, 1, 0, 0, 0, 14, 0, 14, 2}},
                                    {11, 8, {2, 14, 14, 1, 14, 2, 3, 1, 0, 0, 0, 14, 0, 14}}}});
}

// Two rows of eight. A last seed in an occupied hole is sown on; in an own empty hole it takes what lies
// opposite.
TEST_CASE("openings of sadeqa have five laps", "[openings]") {
  for (const int seeds : {6, 4}) {
    const ir::Program program = sadeqa(seeds);
    const Reference reference(program);
    for (Place hole = 0; hole < 8; ++hole) {
      Chance chance(1);
      Position position = reference.initial(chance);
      Move move;
      move.start = hole;
      const Outcome outcome = reference.play(position, move, chance);
      INFO(seeds << " seeds, hole " << hole + 1);
      CHECK(outcome.laps == 5);
      // Six seeds: holes 1 to 4 end in the own holes 5 to 8 and take eight. Four: only hole 8 captures, six.
      const int expected = seeds == 6 ? (hole < 4 ? 8 : 0) : (hole == 7 ? 6 : 0);
      CHECK(outcome.gained[0] == expected);
      CHECK(outcome.gained[1] == 0);
    }
  }
}
