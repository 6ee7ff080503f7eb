// How fast variants of the library run against games written by hand for that one purpose: random games and
// counts of move sequences, in alternating runs, medians. `bench_against [SECONDS [ROUNDS]]`.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "dsl/load.h"
#include "interpreter/bench.h"
#include "tests/bench/yardsticks.h"

using namespace mancala;
using yardstick::Build;
using yardstick::Name;

namespace {

struct Game {
  Name name;
  const char* id;
  int depth;
};

constexpr Game kGames[] = {{Name::kalah, "kalah", 9},
                           {Name::oware, "oware", 8},
                           {Name::sadeqa, "sadeqa-iii", 6},
                           {Name::raja_pasu, "raja-pasu", 11}};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

ir::Program load(const char* id) {
  const Library library({MANCALA_SOURCE_DIR "/variants"});
  SourceMap sources;
  Diagnostics diagnostics;
  const auto path = library.find(id);
  auto variant = path ? load_variant(*path, library, {}, sources, diagnostics) : std::nullopt;
  if (!variant) {
    std::cerr << fmt::format("`{}` cannot be loaded\n", id);
    std::exit(1);
  }
  return std::move(variant->program);
}

void print(const char* id, const char* what, double product, const std::vector<double>& yardsticks) {
  std::string line = fmt::format("{:<12}{:<12}{:>9.2f}", id, what, product / 1e6);
  for (const double yardstick : yardsticks)
    line += fmt::format("{:>9.2f}{:>6.2f}", yardstick / 1e6, product / yardstick);
  line += fmt::format("{:>9.2f}", product / *std::max_element(yardsticks.begin(), yardsticks.end()));
  std::cout << line << std::endl;
}

void run(const Game& game, const std::vector<Build>& builds, double seconds, int rounds) {
  const ir::Program program = load(game.id);
  const Fast fast(*fuse(program));
  Chance chance(1);
  const Position start = Reference(program).initial(chance);
  std::vector<double> moves, nodes;
  std::vector<std::vector<double>> yard_moves(builds.size()), yard_nodes(builds.size());
  for (int round = 0; round < rounds; round++) {
    const auto seed = static_cast<std::uint64_t>(round) + 1;
    moves.push_back(bench_playouts(fast, start, seed, seconds).moves());
    for (std::size_t i = 0; i < builds.size(); i++) {
      const yardstick::Games games = builds[i].playouts(game.name, seed, seconds);
      yard_moves[i].push_back(static_cast<double>(games.moves) / games.seconds);
    }
    const CountRate counted = bench_perft(fast, start, game.depth);
    nodes.push_back(counted.nodes());
    for (std::size_t i = 0; i < builds.size(); i++) {
      const std::clock_t begun = std::clock();
      const std::uint64_t sequences = builds[i].perft(game.name, game.depth);
      const double took = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
      if (sequences != counted.sequences) {
        std::cerr << fmt::format("{}: {} sequences, by hand {}\n", game.id, counted.sequences, sequences);
        std::exit(1);
      }
      yard_nodes[i].push_back(static_cast<double>(sequences) / took);
    }
  }
  std::vector<double> by_hand, by_hand_nodes;
  for (std::size_t i = 0; i < builds.size(); i++) {
    by_hand.push_back(median(yard_moves[i]));
    by_hand_nodes.push_back(median(yard_nodes[i]));
  }
  print(game.id, "playouts", median(moves), by_hand);
  print(game.id, "perft", median(nodes), by_hand_nodes);
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0.5;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  const std::vector<Build> builds = {yardstick::build_v3(), yardstick::build_native()};
  std::cout << fmt::format("product: {} {}, lanes for {}\n", BENCH_COMPILER, BENCH_FLAGS,
                           Fast(*fuse(load("kalah"))).lanes_compiled_for());
  std::string header = fmt::format("{:<24}{:>9}", "million per second", "product");
  for (const Build& build : builds) {
    std::cout << fmt::format("by hand: {} {}, plain arrays\n", BENCH_COMPILER, build.flags);
    header += fmt::format("{:>9}{:>6}", "by hand", "x");
  }
  std::cout << fmt::format("medians of {} alternating runs, playouts of {} s each\n{}{:>9}\n", rounds,
                           seconds, header, "x better");
  for (const Game& game : kGames) run(game, builds, seconds, rounds);
}
