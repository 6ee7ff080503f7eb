// Replays every example game under tests/conformance on the variants of the library. An example says itself
// where it comes from.
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "dsl/accepted_mutants.h"
#include "dsl/example.h"
#include "dsl/load.h"
#include "dsl/read.h"
#include "dsl/render.h"
#include "dsl/replay_example.h"
#include "tests/support/catch.hpp"

using namespace mancala;
namespace fs = std::filesystem;

namespace {

const fs::path kSource = MANCALA_SOURCE_DIR;

std::vector<fs::path> example_files() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "tests" / "conformance")) {
    if (entry.path().extension() == ".yaml") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

class Variants {
 public:
  explicit Variants(SourceMap& sources) : sources_(sources) {}

  const Variant* find(const std::string& id, const Settings& settings, Diagnostics& diagnostics) {
    const auto [entry, fresh] = loaded_.try_emplace({id, settings});
    if (fresh) {
      const auto path = library_.find(id);
      if (path) entry->second = load_variant(*path, library_, settings, sources_, diagnostics);
    }
    return entry->second ? &*entry->second : nullptr;
  }

 private:
  Library library_{{kSource / "variants"}};
  SourceMap& sources_;
  std::map<std::pair<std::string, Settings>, std::optional<Variant>> loaded_;
};

}  // namespace

TEST_CASE("every example game is played as it says", "[examples]") {
  SourceMap sources;
  Variants variants(sources);
  for (const fs::path& path : example_files()) {
    CAPTURE(path.string());
    Diagnostics diagnostics;
    const FileId file = read_file(path, sources, diagnostics);
    REQUIRE(file != kNoFile);
    const auto document = read_document(file, sources, diagnostics);
    REQUIRE(document);
    if (is_accepted_mutants(*document)) {
      load_accepted_mutants(*document, diagnostics);
      CHECK_FALSE(diagnostics.has_errors());
      continue;
    }
    // An example lies in the folder of its variant.
    const std::string folder = path.parent_path().filename().string();
    for (const Example& example : load_examples(*document, diagnostics)) {
      CAPTURE(example.title);
      CHECK(example.variant.value() == folder);
      const Variant* variant = variants.find(example.variant.value(), example_settings(example), diagnostics);
      if (variant == nullptr || !check_example(example, *variant, diagnostics)) {
        FAIL_CHECK("it cannot be played");
        continue;
      }
      const Replay replay = replay_example(example, *variant);
      if (replay.difference) FAIL_CHECK(difference_text(*replay.difference, *variant, sources));
      CHECK(replay.unchecked.empty());
    }
    if (diagnostics.has_errors()) FAIL_CHECK(render(diagnostics.sorted(), sources, Format::text));
  }
}
