// Values of parameters and readings, as `--set` takes them. The first line of the input is the id of a
// variant; then comes a line `name=value` each.
#include <algorithm>

#include "dsl/load.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"

namespace mancala::fuzz {

namespace {

constexpr int kSetPlies = 4;

Settings settings_of(std::string_view input) {
  Settings settings;
  while (!input.empty()) {
    const std::string_view line = take_line(input);
    const std::size_t equals = line.find('=');
    if (equals != std::string_view::npos && equals != 0)
      settings.emplace_back(line.substr(0, equals), line.substr(equals + 1));
  }
  return settings;
}

}  // namespace

void fuzz_settings(std::string_view input) {
  const auto path = library().find(take_line(input));
  if (!path) return;
  const Settings settings = settings_of(input);
  SourceMap sources;
  Diagnostics diagnostics;
  auto variant = load_variant(*path, library(), settings, sources, diagnostics);
  check_diagnostics(diagnostics, sources, !variant);
  if (!variant) return;
  for (const auto& [name, value] : settings) {
    const auto has_name = [&name = name](const auto& one) { return one.name == name; };
    must(std::any_of(variant->parameters.begin(), variant->parameters.end(), has_name) ||
             std::any_of(variant->readings.begin(), variant->readings.end(), has_name),
         "only what there is can be set", name, value);
  }
  check_told(*variant, sources);
  ir::Endless& endless = variant->program.endless;
  endless.laps = std::min(endless.laps, kMostLaps);
  test::Picks picks(1);
  check_played(*variant, picks, kSetPlies);
}

}  // namespace mancala::fuzz
