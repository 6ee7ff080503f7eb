// mancala list: what the library has.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>
#include <system_error>

#include "commands.h"
#include "dsl/example.h"
#include "dsl/read.h"
#include "failure.h"
#include "output.h"
#include "show.h"

namespace mancala::cli {

namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string id;
  fs::path path;
  std::optional<Variant> variant;       // none: the file has errors
  std::map<std::string, int> examples;  // by kind
};

// Example games lie in a folder of the variant's id, beside the library or among the tests.
std::map<std::string, int> examples_of(const std::string& id, const std::vector<fs::path>& folders) {
  std::map<std::string, int> out;
  for (const fs::path& folder : folders) {
    for (const char* beside : {"examples", "tests/conformance"}) {
      const fs::path examples = fs::absolute(folder).lexically_normal().parent_path() / beside / id;
      std::error_code error;
      if (!fs::is_directory(examples, error)) continue;
      for (const fs::path& path : yaml_files(examples)) {
        SourceMap sources;
        Diagnostics diagnostics;
        const FileId file = read_file(path, sources, diagnostics);
        if (file == kNoFile) continue;
        const auto document = read_document(file, sources, diagnostics);
        if (!document || !is_example(*document)) continue;
        for (const Example& example : load_examples(*document, diagnostics)) ++out[example.kind];
      }
      return out;
    }
  }
  return out;
}

std::string board_text(const Board& board) {
  std::string out = fmt::format("{}x{}", board.lines, board.columns);
  const int regular = board.lines * board.columns;
  if (board.hole_count() != regular) out += fmt::format(" ({} holes)", board.hole_count());
  if (board.player_count() != 2) out += fmt::format(", {}", counted(board.player_count(), "player"));
  return out;
}

std::string evidence_text(const Entry& entry) {
  int examples = 0;
  for (const auto& [kind, count] : entry.examples) examples += count;
  std::string out = counted(static_cast<std::int64_t>(entry.variant->sources.size()), "source");
  if (examples > 0) out += ", " + counted(examples, "example");
  if (!entry.variant->readings.empty()) {
    out += ", " + counted(static_cast<std::int64_t>(entry.variant->readings.size()), "reading");
  }
  return out;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

Json entry_json(const Entry& entry) {
  Json out;
  out["id"] = entry.id;
  if (!entry.variant) {
    out["path"] = entry.path.string();
    out["errors"] = true;
    return out;
  }
  const Variant& variant = *entry.variant;
  out["name"] = variant.name;
  out["board"] = board_text(variant.program.board);
  out["players"] = variant.program.board.players;
  out["where"] = variant.where;
  out["sources"] = variant.sources.size();
  out["examples"] = Json::object();
  for (const auto& [kind, count] : entry.examples) out["examples"][kind] = count;
  out["readings"] = Json::array();
  for (const Reading& reading : variant.readings) out["readings"].push_back(reading.name);
  out["parameters"] = Json::array();
  for (const Parameter& parameter : variant.parameters) out["parameters"].push_back(parameter.name);
  out["path"] = entry.path.string();
  return out;
}

void print_table(const std::vector<Entry>& entries) {
  std::vector<std::vector<std::string>> rows;
  for (const Entry& entry : entries) {
    if (!entry.variant) {
      rows.push_back({entry.id, "(the file has errors)", "", "", entry.path.string()});
      continue;
    }
    rows.push_back({entry.id, entry.variant->name, board_text(entry.variant->program.board),
                    joined(entry.variant->where), evidence_text(entry)});
  }
  std::vector<int> widths(5, 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], text_width(row[i]));
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size())
        line += std::string(static_cast<std::size_t>(widths[i] - text_width(row[i]) + 2), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    print_line(line);
  }
}

}  // namespace

int run_list(const ListOptions& options) {
  if (options.ids) {
    for (const Library::Item& item : library().items()) print_line(item.id);
    return kFine;
  }
  const std::vector<fs::path> folders = library_folders();
  std::vector<Entry> entries;
  for (const Library::Item& item : library().items()) {
    Entry entry;
    entry.id = item.id;
    entry.path = item.path;
    SourceMap sources;
    Diagnostics diagnostics;
    entry.variant = load_variant(item.path, library(), {}, sources, diagnostics);
    entry.examples = examples_of(item.id, folders);
    entries.push_back(std::move(entry));
  }
  if (options.json) {
    Json out = Json::array();
    for (const Entry& entry : entries) out.push_back(entry_json(entry));
    print_line(dumped(out, 2));
    return kFine;
  }
  if (entries.empty()) {
    print_error("the library is empty: there is no folder `variants` here, and MANCALA_PATH names none\n");
    return kFine;
  }
  print_table(entries);
  return kFine;
}

}  // namespace mancala::cli
