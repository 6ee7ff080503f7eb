#include "context.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <system_error>

#include "dsl/read.h"
#include "dsl/render.h"
#include "failure.h"
#include "interpreter/notation.h"
#include "output.h"

namespace mancala::cli {

namespace fs = std::filesystem;

std::vector<fs::path> library_folders() {
  std::vector<fs::path> folders = {"variants"};
  if (const char* path = std::getenv("MANCALA_PATH")) {
    std::string_view rest = path;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(':'), rest.size());
      if (end > 0) folders.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  // The installed library lies beside the program: PREFIX/bin/mancala, PREFIX/share/mancala/variants.
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) folders.push_back(program.parent_path().parent_path() / "share" / "mancala" / "variants");
  std::vector<fs::path> existing;
  for (const fs::path& folder : folders) {
    if (fs::is_directory(folder, error)) existing.push_back(folder);
  }
  return existing;
}

const Library& library() {
  static const Library library(library_folders());
  return library;
}

Settings settings_of(const std::vector<std::string>& texts) {
  Settings settings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Failure(kUsage, fmt::format("`--set {}` has no value", text), {"write `--set name=value`"});
    }
    settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return settings;
}

fs::path variant_path(const std::string& name) {
  const bool path_like = name.find('/') != std::string::npos || fs::path(name).extension() == ".yaml" ||
                         fs::path(name).extension() == ".yml";
  if (path_like) return name;
  if (const auto found = library().find(name)) return *found;
  std::error_code error;
  if (fs::is_regular_file(name, error)) return name;

  std::vector<std::string_view> ids;
  for (const Library::Item& item : library().items()) ids.emplace_back(item.id);
  std::vector<std::string> help;
  const std::string_view near = nearest(name, ids);
  std::string starting;
  for (const std::string_view id : ids) {
    if (id != near && !name.empty() && id.find(name) != std::string_view::npos)
      starting += fmt::format(", `{}`", id);
  }
  if (!near.empty()) {
    help.push_back(fmt::format("did you mean `{}`{}?", near, starting));
  } else if (!starting.empty()) {
    help.push_back(fmt::format("did you mean {}?", starting.substr(2)));
  }
  if (ids.empty()) {
    help.emplace_back(
        "the library is empty: there is no folder `variants` here, and MANCALA_PATH names none");
  } else {
    help.emplace_back("`mancala list` lists the variants");
  }
  throw Failure(kUsage, fmt::format("there is no variant `{}`", name), help);
}

bool readable(const fs::path& path) {
  SourceMap sources;
  Diagnostics diagnostics;
  if (read_file(path, sources, diagnostics) != kNoFile) return true;
  say(diagnostics, sources);
  return false;
}

void say(const Diagnostics& diagnostics, const SourceMap& sources) {
  flush_output();
  print_error(render(diagnostics.sorted(), sources, Format::text, colour_on_error()));
}

bool has_bug(const Diagnostics& diagnostics) {
  const std::vector<Diagnostic> list = diagnostics.sorted();
  return std::any_of(list.begin(), list.end(), [](const Diagnostic& d) { return d.code == "M0590"; });
}

std::unique_ptr<Loaded> load(const VariantOptions& options) {
  const Settings settings = settings_of(options.settings);
  const fs::path path = variant_path(options.variant);
  if (!readable(path)) throw Said(kUnreadable);
  auto loaded = std::make_unique<Loaded>();
  Diagnostics diagnostics;
  LoadTimes times;
  loaded->variant = load_variant(path, library(), settings, loaded->sources, diagnostics, &times);
  if (!loaded->variant) {
    say(diagnostics, loaded->sources);
    // A setting that cannot be: then it is the command line that is wrong, not the file.
    const std::vector<Diagnostic> list = diagnostics.sorted();
    const bool usage =
        !settings.empty() && std::all_of(list.begin(), list.end(), [](const Diagnostic& diagnostic) {
          return diagnostic.severity != Severity::error || diagnostic.code == "M0710" ||
                 diagnostic.code == "M0711";
        });
    throw Said(has_bug(diagnostics) ? kBug : usage ? kUsage : kNo);
  }
  spdlog::info("loaded `{}` from {} ({} warnings)", loaded->variant->id, path.string(),
               diagnostics.count(Severity::warning));
  spdlog::info("{}", times_text(times));
  return loaded;
}

std::string times_text(const LoadTimes& times) {
  const auto ms = [](double seconds) { return fmt::format("{:.2f}", seconds * 1e3); };
  return fmt::format("{} ms: read {}, shape {}, parse {}, prelude {}, check {}, verify {}", ms(times.sum()),
                     ms(times.read), ms(times.shape), ms(times.parse), ms(times.prelude), ms(times.check),
                     ms(times.verify));
}

std::optional<FusedProgram> fused_program(const Variant& variant, std::string* why_not) {
  const auto begun = std::chrono::steady_clock::now();
  std::optional<FusedProgram> fused = fuse(variant.program, why_not);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begun;
  spdlog::info("{:.2f} ms: fuse", took.count());
  return fused;
}

Position position_of(Loaded& loaded, const std::string& text, const std::string& what) {
  const auto parsed = parse_position(loaded.variant->program, text);
  if (const auto* position = std::get_if<Position>(&parsed)) return *position;
  const TextError& error = std::get<TextError>(parsed);
  const FileId file = loaded.sources.add("<" + what + ">", text);
  Diagnostics diagnostics;
  Diagnostic& diagnostic = diagnostics.error("M0601", Span{file, error.begin, error.end}, error.message);
  if (!error.help.empty()) diagnostic.help.push_back(error.help);
  say(diagnostics, loaded.sources);
  throw Said(kNo);
}

std::vector<fs::path> yaml_files(const fs::path& path) {
  std::error_code error;
  const auto closed = [](const fs::path& folder) { return access(folder.c_str(), R_OK | X_OK) != 0; };
  if (!fs::is_directory(path, error) || closed(path)) return {path};
  std::vector<fs::path> files;
  auto entry = fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::path& found = entry->path();
    std::error_code kind;
    if (entry->is_directory(kind)) {
      if (found.filename() == "lib") {
        entry.disable_recursion_pending();
      } else if (!entry->is_symlink(kind) && closed(found)) {
        files.push_back(found);
      }
    } else if ((found.extension() == ".yaml" || found.extension() == ".yml") &&
               entry->is_regular_file(kind) && (!entry->is_symlink(kind) || lies_in(path, found))) {
      files.push_back(found);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string place_text(const SourceMap& sources, Span span) {
  if (span.file == kNoFile) return "?";
  return fmt::format("{}:{}", sources.name(span.file), sources.place(span.file, span.begin).line);
}

}  // namespace mancala::cli
