// A variant file or a prelude: the input is the file.
#include <algorithm>

#include "dsl/canonical.h"
#include "dsl/format.h"
#include "dsl/load.h"
#include "dsl/read.h"
#include "dsl/text_kinds.h"
#include "interpreter/dump.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"

namespace mancala::fuzz {

namespace {

constexpr int kLoadedPlies = 6;
constexpr const char* kName = "input";

// A file is written in the usual layout, and means the same.
void check_format(FileId file, const Variant* variant, SourceMap& sources) {
  Diagnostics diagnostics;
  const auto text = formatted(file, kName, library(), sources, diagnostics);
  must(text.has_value() || variant == nullptr, "a variant can be written in the usual layout");
  check_diagnostics(diagnostics, sources, !text);
  if (!text) return;
  if (*text == sources.text(file)) return;
  Diagnostics again;
  must(formatted(sources.add(kName, *text), kName, library(), sources, again) == text,
       "a file in the usual layout stays as it is", *text);
  if (variant == nullptr) return;
  const auto same = load_variant_text(kName, *text, library(), {}, sources, again);
  must(same && ir::to_text(same->program) == ir::to_text(variant->program) &&
           Canonical(same->program).text() == Canonical(variant->program).text(),
       "a file in the usual layout means the same", *text);
}

}  // namespace

void fuzz_variant(std::string_view input) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add(kName, std::string(input));
  Diagnostics of_document;
  const auto document = read_document(file, sources, of_document);
  if (document && file_kind(*document) != FileKind::variant) return check_format(file, nullptr, sources);
  auto variant = load_variant_text(kName, std::string(input), library(), {}, sources, diagnostics);
  check_diagnostics(diagnostics, sources, !variant);
  if (!variant) return;
  check_told(*variant, sources);
  check_format(file, &*variant, sources);
  ir::Endless& endless = variant->program.endless;
  endless.laps = std::min(endless.laps, kMostLaps);
  test::Picks picks(1);
  check_played(*variant, picks, kLoadedPlies);
}

}  // namespace mancala::fuzz
