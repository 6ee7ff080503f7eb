// usage: consumer VARIANT SEED
// Loads a variant of the installed library, plays one round at random, and prints each move and the result.
#include <cstdlib>
#include <iostream>

#include "dsl/load.h"
#include "dsl/render.h"
#include "interpreter/draw.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: consumer VARIANT SEED\n";
    return 2;
  }
  const mancala::Library library({VARIANTS});
  const auto path = library.find(argv[1]);
  if (!path) {
    std::cerr << "there is no variant `" << argv[1] << "`\n";
    return 2;
  }
  mancala::SourceMap sources;
  mancala::Diagnostics diagnostics;
  const auto variant = mancala::load_variant(*path, library, {}, sources, diagnostics);
  std::cerr << mancala::render(diagnostics.sorted(), sources, mancala::Format::text);
  if (!variant) return 1;

  const std::uint64_t seed = std::strtoull(argv[2], nullptr, 10);
  mancala::Chance chance(seed);
  const mancala::Reference reference(variant->program);
  mancala::Match match(reference, seed);
  while (const auto move = mancala::random_move(match, chance)) {
    std::cout << mancala::move_text(variant->program, *move) << ' ';
    match.play(*move);
  }
  std::cout << '\n' << mancala::draw_board(variant->program, match.position());

  const mancala::Ending ending = match.round_ending();
  std::cout << (ending.drawn ? "drawn" : variant->program.board.players[ending.winner] + " wins") << '\n';
  return 0;
}
