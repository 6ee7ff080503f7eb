// Recorded games: the input is a map of recorded games, a line `%%`, and recordings.
#include <algorithm>

#include "tests/fuzz/checks.h"
#include "tests/fuzz/file_in_memory.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"
#include "tools/recorded/mapping.h"
#include "tools/recorded/recording.h"
#include "tools/recorded/replay.h"
#include "tools/recorded/report.h"
#include "tools/recorded/table.h"

namespace mancala::fuzz {

void fuzz_recording(std::string_view input) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileInMemory map_file(take_part(input)), recordings(input);
  const auto map = recorded::read_map(map_file.path(), sources, diagnostics);
  check_diagnostics(diagnostics, sources, diagnostics.has_errors());
  std::vector<recorded::BadLine> bad;
  recorded::Found found;
  for (recorded::Set& set : recorded::read_recordings(recordings.path(), bad)) {
    const recorded::Entry* entry = recorded::find_entry(map, set);
    if (entry == nullptr) {
      found.unmapped.push_back(std::move(set));
      continue;
    }
    const auto path = library().find(entry->variant);
    if (!path) continue;
    Diagnostics of_variant;
    auto variant = load_variant(*path, library(), entry->settings, sources, of_variant);
    check_diagnostics(of_variant, sources, !variant);
    if (!variant) continue;
    ir::Endless& endless = variant->program.endless;
    endless.laps = std::min(endless.laps, kMostLaps);
    recorded::Result result = recorded::replay(set, *entry, *variant);
    must(result.games_whole <= result.games && result.plies_reproduced <= result.plies,
         "no more is reproduced than there is");
    found.replayed.push_back({std::move(set), *entry, std::move(result), {}});
  }
  for (const recorded::BadLine& line : bad) must(!line.message.empty(), "a bad line is explained");
  recorded::table(found.replayed);
  recorded::report_text(found);
  recorded::json_text(found);
  for (const recorded::Replayed& set : found.replayed) recorded::differences_text(set, 10);
}

}  // namespace mancala::fuzz
