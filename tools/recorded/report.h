// What a replay found, as a document, as JSON, and as example games.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command.h"

namespace mancala::recorded {

struct Found {
  std::vector<Replayed> replayed;
  std::vector<Replayed> left_out;
  std::vector<Set> unmapped;
};

// Totals over sets.
struct Totals {
  Result sum;  // counts only
  int sets = 0;
  int sets_whole = 0;
};
Totals totals(const std::vector<Replayed>& sets);

// The same text for the same recordings, map and variants: no dates, no paths.
std::string report_text(const Found& found);
std::string json_text(const Found& found);

// Writes a file in one step: a reader sees the old text or the new one. Throws cli::Failure.
void write_whole(const std::filesystem::path& path, const std::string& text);

// Of each set that has a wholly reproduced game the shortest one as an example game, cut after 60 plies, in
// FOLDER/<variant>/recorded-<by>.yaml. A second game of the same program and variant has its name added.
void export_examples(const std::vector<Replayed>& sets, const std::filesystem::path& folder);

}  // namespace mancala::recorded
