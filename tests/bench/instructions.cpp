// Plays a fixed piece of work, whose instructions are then counted: `instructions WORK VARIANT N`.
//   lanes-playouts, turns-playouts    N random games, by this machine
//   lanes-perft, turns-perft          the sequences of N moves
// VARIANT is an id of the library, or a path. Lanes are those for any processor, so that one baseline fits
// all.
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

#include "dsl/load.h"
#include "interpreter/fast.h"

using namespace mancala;

// What is counted, and nothing else: instructions.sh names it.
[[gnu::noinline]] std::uint64_t counted_work(const Fast& fast, const Position& start, bool playouts, int n) {
  return playouts ? fast.playouts(start, 1, static_cast<std::uint64_t>(n)).moves : fast.perft(start, n);
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string work = argv[1], name = argv[2];
  const Library library({MANCALA_SOURCE_DIR "/variants"});
  SourceMap sources;
  Diagnostics diagnostics;
  const auto path =
      name.find('/') == std::string::npos ? library.find(name) : std::optional<std::filesystem::path>(name);
  const auto variant = path ? load_variant(*path, library, {}, sources, diagnostics) : std::nullopt;
  auto fused = variant ? fuse(variant->program) : std::nullopt;
  const bool lanes = work.rfind("lanes", 0) == 0;
  if (!fused || (lanes && !fused->lanes)) {
    std::cerr << "`" << name << "` cannot be played by this machine\n";
    return 1;
  }
  if (!lanes) fused->lanes.reset();
  Fast fast(std::move(*fused));
  fast.use_plain_lanes();
  fast.use_plain_turns();
  Chance chance(1);
  const Position start = Reference(variant->program).initial(chance);
  std::cout << counted_work(fast, start, work.find("playouts") != std::string::npos, std::atoi(argv[3]))
            << "\n";
}
