// Recorded games: the input is a map of recorded games, a line `%%`, and recordings.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/fuzz/checks.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"
#include "tools/recorded/mapping.h"
#include "tools/recorded/recording.h"
#include "tools/recorded/replay.h"
#include "tools/recorded/report.h"
#include "tools/recorded/table.h"

namespace mancala::fuzz {

namespace {

// A file without a name that is there as long as this object.
class FileInMemory {
 public:
  explicit FileInMemory(std::string_view text) : descriptor_(memfd_create("fuzz", 0)) {
    must(descriptor_ >= 0, "there is memory for a file");
    must(write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size()),
         "a file is written");
  }
  ~FileInMemory() { close(descriptor_); }
  FileInMemory(const FileInMemory&) = delete;
  FileInMemory& operator=(const FileInMemory&) = delete;
  [[nodiscard]] std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

std::string_view take_map(std::string_view& input) {
  constexpr std::string_view kEnd = "\n%%\n";
  const std::size_t end = input.find(kEnd);
  const std::string_view map = input.substr(0, end);
  input.remove_prefix(end == std::string_view::npos ? input.size() : end + kEnd.size());
  return map;
}

}  // namespace

void fuzz_recording(std::string_view input) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileInMemory map_file(take_map(input)), recordings(input);
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
