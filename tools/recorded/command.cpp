#include "command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "dsl/load.h"
#include "dsl/render.h"
#include "report.h"
#include "table.h"
#include "tools/mancala/context.h"
#include "tools/mancala/failure.h"
#include "tools/mancala/output.h"

namespace mancala::recorded {

namespace {

namespace fs = std::filesystem;
using namespace mancala::cli;

std::vector<fs::path> recordings(const std::vector<std::string>& paths) {
  std::vector<fs::path> files;
  for (const std::string& path : paths) {
    std::error_code problem;
    if (!fs::is_directory(path, problem)) {
      files.emplace_back(path);
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
      if (entry.path().extension() == ".jsonl" && entry.is_regular_file(problem))
        files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

class Command {
 public:
  explicit Command(const Options& options) : options_(options) {}

  int run() {
    std::error_code problem;
    if (!fs::exists(options_.map, problem) && options_.variant.empty()) {
      throw Failure(kUnreadable, fmt::format("there is no map of recorded games `{}`", options_.map),
                    {"start in the folder that has it, or name it with `--games`"});
    }
    Diagnostics map_diagnostics;
    if (fs::exists(options_.map, problem)) map_ = read_map(options_.map, sources_, map_diagnostics);
    say_if_any(map_diagnostics);
    for (const fs::path& path : recordings(options_.paths)) file(path);
    for (const BadLine& line : bad_) {
      wrong_ = true;
      print_error(fmt::format("{}:{}: {}\n", line.path.string(), line.line, line.message));
    }
    if (found_.replayed.empty() && found_.unmapped.empty() && found_.left_out.empty() &&
        !options_.game.empty()) {
      throw Failure(kNo, fmt::format("the recordings have no game `{}`", options_.game));
    }
    sort();
    print_out();
    const bool unexplained =
        std::any_of(found_.replayed.begin(), found_.replayed.end(),
                    [](const Replayed& one) { return !one.result.whole() && one.entry.because.empty(); });
    return wrong_ || unexplained ? kNo : kFine;
  }

 private:
  void say_if_any(const Diagnostics& diagnostics) {
    if (diagnostics.empty()) return;
    say(diagnostics, sources_);
    if (diagnostics.has_errors()) wrong_ = true;
  }

  [[nodiscard]] bool wanted(const Set& set, const Entry* entry) const {
    if (!options_.by.empty() && options_.by != name_of(set.by)) return false;
    return options_.game.empty() || options_.game == set.game || options_.game == set.stem ||
           (entry != nullptr && options_.game == entry->variant);
  }

  void file(const fs::path& path) {
    for (Set& set : read_recordings(path, bad_)) {
      const Entry* entry = find_entry(map_, set);
      if (!wanted(set, entry)) continue;
      if (!options_.variant.empty()) {
        Entry tried = entry != nullptr ? *entry : Entry{};
        tried.left_out.clear();
        if (tried.variant != fs::path(options_.variant).stem().string()) tried.settings.clear();
        tried.variant = options_.variant;
        play(std::move(set), tried);
      } else if (entry == nullptr) {
        found_.unmapped.push_back(std::move(set));
      } else if (!entry->left_out.empty()) {
        found_.left_out.push_back({std::move(set), *entry, {}, {}});
      } else {
        play(std::move(set), *entry);
      }
    }
  }

  void play(Set set, Entry entry) {
    for (const auto& setting : settings_of(options_.settings)) entry.settings.push_back(setting);
    Replayed replayed{std::move(set), std::move(entry), {}, {}};
    Diagnostics diagnostics;
    const fs::path path = path_of(replayed.entry, diagnostics);
    std::optional<Variant> variant;
    if (!path.empty())
      variant = load_variant(path, library(), replayed.entry.settings, sources_, diagnostics);
    if (diagnostics.has_errors()) say_if_any(diagnostics);
    if (variant) {
      for (const Parameter& parameter : variant->parameters) replayed.parameters.push_back(parameter.name);
      replayed.result = replay(replayed.set, replayed.entry, *variant);
    } else {
      replayed.result.games = static_cast<int>(replayed.set.games.size());
      replayed.result.problem = "the variant cannot be loaded";
    }
    if (!replayed.result.problem.empty()) {
      wrong_ = true;
      if (variant) {
        Diagnostics problem;
        problem.error("M0720", replayed.entry.span,
                      fmt::format("`{}`: {}", replayed.set.game, replayed.result.problem));
        say_if_any(problem);
      }
    }
    found_.replayed.push_back(std::move(replayed));
  }

  fs::path path_of(const Entry& entry, Diagnostics& diagnostics) const {
    if (!options_.variant.empty()) return variant_path(entry.variant);
    if (const auto found = library().find(entry.variant)) return *found;
    std::vector<std::string_view> ids;
    for (const Library::Item& item : library().items()) ids.emplace_back(item.id);
    Diagnostic& error = diagnostics.error(
        "M0720", entry.variant_span, fmt::format("there is no variant `{}` in the library", entry.variant));
    const std::string_view near = nearest(entry.variant, ids);
    if (!near.empty()) error.help.push_back(fmt::format("did you mean `{}`?", near));
    return {};
  }

  void sort() {
    const auto key = [](const Set& set) { return std::pair(name_of(set.by), set.game); };
    std::sort(found_.replayed.begin(), found_.replayed.end(),
              [&](const Replayed& a, const Replayed& b) { return key(a.set) < key(b.set); });
    std::sort(found_.left_out.begin(), found_.left_out.end(),
              [&](const Replayed& a, const Replayed& b) { return key(a.set) < key(b.set); });
    std::sort(found_.unmapped.begin(), found_.unmapped.end(),
              [&](const Set& a, const Set& b) { return key(a) < key(b); });
  }

  void print_out() {
    if (options_.json) {
      print(json_text(found_));
    } else {
      print_text();
    }
    if (!options_.report.empty()) write_whole(options_.report, report_text(found_));
    if (!options_.export_to.empty()) export_examples(found_.replayed, options_.export_to);
  }

  void print_text() const {
    if (options_.differences) {
      for (const Replayed& set : found_.replayed) print(differences_text(set, *options_.differences));
    }
    print(table(found_.replayed));
    if (!found_.left_out.empty()) print_line("\nleft out:");
    for (const Replayed& set : found_.left_out) {
      print_line(fmt::format("  {} {}: {}", name_of(set.set.by), set.set.game, set.entry.left_out));
    }
    if (!found_.unmapped.empty()) print_line(fmt::format("\nnot mapped ({}):", found_.unmapped.size()));
    for (const Set& set : found_.unmapped) print_line(fmt::format("  {} {}", name_of(set.by), set.game));
  }

  const Options& options_;
  SourceMap sources_;
  std::vector<Entry> map_;
  std::vector<BadLine> bad_;
  Found found_;
  bool wrong_ = false;
};

}  // namespace

int run_command(const Options& options) { return Command(options).run(); }

}  // namespace mancala::recorded
