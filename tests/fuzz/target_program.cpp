// The input chooses what a program says, without any text. Both executors play it.
#include "interpreter/dump.h"
#include "interpreter/verify.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"
#include "tests/support/fast_compare.h"
#include "tests/support/random_program.h"

namespace mancala::fuzz {

void fuzz_program(std::string_view input) {
  test::Picks picks(input);
  const auto seed = static_cast<std::uint64_t>(picks.below(256));
  const ir::Program program = test::RandomProgram(picks).program();
  if (!ir::verify(program).empty()) return;
  must(!ir::to_text(program).empty(), "a program is printed");
  test::compare_play(program, seed, {.games = 2, .longest = 20, .count_depth = 1});
  test::compare_playouts(program, 5, seed, 50);
}

}  // namespace mancala::fuzz
