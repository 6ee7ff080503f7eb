#include "example_variants.h"

#include <fmt/format.h>

#include <system_error>

#include "dsl/replay_example.h"

namespace mancala::cli {

const Variant* ExampleVariants::find(const Example& example, Diagnostics& diagnostics) {
  const std::string& id = example.variant.value();
  const Settings settings = example_settings(example);
  const Variant* plain = load(id, {}, example, diagnostics);
  if (plain == nullptr || settings.empty()) return plain;
  if (!check_example_settings(example, *plain, diagnostics)) return nullptr;
  return load(id, settings, example, diagnostics);
}

const Variant* ExampleVariants::load(const std::string& id, const Settings& settings, const Example& example,
                                     Diagnostics& diagnostics) {
  const auto [entry, fresh] = loaded_.try_emplace({id, settings});
  if (!fresh) return entry->second ? &*entry->second : nullptr;

  std::optional<std::filesystem::path> path = library().find(id);
  if (!path) {
    // Somebody's own variant, beside his example games: a file of that folder and no other.
    const FileId file = example.variant.span.file;
    const std::filesystem::path folder = std::filesystem::path(sources_.name(file)).parent_path();
    const std::filesystem::path beside = folder / (id + ".yaml");
    std::error_code error;
    const bool named_plainly = beside.parent_path() == folder;
    if (named_plainly && std::filesystem::is_regular_file(beside, error) &&
        lies_in(folder.empty() ? "." : folder, beside)) {
      path = beside;
    }
  }
  if (!path) {
    Diagnostic& diagnostic =
        diagnostics.error("M0705", example.variant.span, fmt::format("there is no variant `{}`", id));
    std::vector<std::string_view> ids;
    for (const Library::Item& item : library().items()) ids.emplace_back(item.id);
    const std::string_view near = nearest(id, ids);
    if (!near.empty()) diagnostic.help.push_back(fmt::format("did you mean `{}`?", near));
    return nullptr;
  }
  // Warnings about the variant are no news about its examples.
  Diagnostics own;
  entry->second = load_variant(*path, library(), settings, sources_, own);
  if (entry->second) return &*entry->second;
  for (const Diagnostic& diagnostic : own.sorted()) {
    if (diagnostic.severity != Severity::error) continue;
    // A setting that cannot be has no place of its own; the example has.
    Diagnostic placed = diagnostic;
    if (placed.primary.span.file == kNoFile) placed.primary.span = example.variant.span;
    diagnostics.report(placed.severity, placed.code, placed.primary.span, placed.message) = placed;
  }
  return nullptr;
}

}  // namespace mancala::cli
