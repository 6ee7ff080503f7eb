// An example game: the input is its file.
#include <algorithm>

#include "dsl/example.h"
#include "dsl/format.h"
#include "dsl/read.h"
#include "dsl/replay_example.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"

namespace mancala::fuzz {

namespace {

// Counts and values of big games take long, and nothing new happens in them.
constexpr std::size_t kDeepest = 2;
constexpr int kMostSeedsSolved = 8;

bool is_big(const ir::Program& program) {
  Chance chance(1);
  const Position start = Reference(program).initial(chance);
  int seeds = 0;
  for (int place = 0; place < program.board.place_count(); ++place) seeds += start.seeds[place];
  return seeds > kMostSeedsSolved;
}

void try_example(Example example, const Variant& variant, SourceMap& sources) {
  Diagnostics diagnostics;
  const bool fine = check_example(example, variant, diagnostics);
  check_diagnostics(diagnostics, sources, !fine);
  if (!fine) return;
  example.perft.resize(std::min(example.perft.size(), kDeepest));
  if (example.start || is_big(variant.program)) example.value.reset();
  const Replay replay = replay_example(example, variant);
  if (replay.difference)
    must(!difference_text(*replay.difference, variant, sources).empty(), "a difference is told");
}

void try_example(const Example& example, SourceMap& sources) {
  const Game* game = find_game(example.variant.value());
  if (game == nullptr) return;
  Diagnostics diagnostics;
  const bool fine = check_example_settings(example, game->variant, diagnostics);
  check_diagnostics(diagnostics, sources, !fine);
  if (!fine) return;
  const Settings settings = example_settings(example);
  if (settings.empty()) return try_example(example, game->variant, sources);
  const auto path = library().find(example.variant.value());
  auto variant = load_variant(*path, library(), settings, sources, diagnostics);
  check_diagnostics(diagnostics, sources, !variant);
  if (!variant) return;
  ir::Endless& endless = variant->program.endless;
  endless.laps = std::min(endless.laps, kMostLaps);
  try_example(example, *variant, sources);
}

void check_format(FileId file, SourceMap& sources) {
  Diagnostics diagnostics;
  const auto text = formatted(file, "input", library(), sources, diagnostics);
  check_diagnostics(diagnostics, sources, !text);
  if (!text) return;
  Diagnostics again;
  must(formatted(sources.add("input", *text), "input", library(), sources, again) == text,
       "a file in the usual layout stays as it is", *text);
}

}  // namespace

void fuzz_example(std::string_view input) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("input", std::string(input));
  const auto document = read_document(file, sources, diagnostics);
  if (!document || !is_example(*document)) return;
  const std::vector<Example> examples = load_examples(*document, diagnostics);
  check_diagnostics(diagnostics, sources, diagnostics.has_errors());
  for (const Example& example : examples) try_example(example, sources);
  check_format(file, sources);
}

}  // namespace mancala::fuzz
