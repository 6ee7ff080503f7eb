// What example games say about a variant: the input is the variant file, a line `%%`, and a file of example
// games.
#include <cstddef>
#include <utility>

#include "dsl/example.h"
#include "dsl/read.h"
#include "dsl/readings.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/file_in_memory.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"

namespace mancala::fuzz {

namespace {

// So that an input costs tens of milliseconds.
constexpr PartWaysOptions kSearch = {.positions = 30, .plies = 30, .longest = 10};
constexpr std::size_t kMostCombinations = 6;
constexpr std::size_t kMostReadings = 4;
constexpr std::size_t kMostExamples = 3;
constexpr int kMostLapsOfAll = 50;

using Examples = std::vector<std::pair<std::string, Example>>;

// Counts, and values of big games, take long.
Examples examples_of(std::string_view input, SourceMap& sources) {
  Diagnostics diagnostics;
  const auto document = read_document(sources.add("examples", std::string(input)), sources, diagnostics);
  if (!document || !is_example(*document)) return {};
  Examples examples;
  for (Example& example : load_examples(*document, diagnostics)) {
    if (examples.size() == kMostExamples) break;
    example.perft.clear();
    example.value.reset();
    examples.emplace_back("examples", std::move(example));
  }
  return examples;
}

void check_study(const ReadingsStudy& study, const Variant& variant, std::size_t examples) {
  must(study.readings.size() == variant.readings.size(), "all readings are studied");
  must(study.examples.size() == examples, "all examples are studied");
  must(study.standing <= study.combinations, "no more combinations stand than there are");
  for (const ReadingQuestion& question : study.questions) {
    must(question.reading < study.readings.size(), "a question is about a reading");
    must(question.happens.size() == study.readings[question.reading].values.size(),
         "it is said for each value what happens");
  }
  for (const StudiedReading& reading : study.readings) {
    for (const std::size_t value : reading.left)
      must(value < reading.values.size(), "what is left is a value");
  }
}

}  // namespace

void fuzz_study(std::string_view input) {
  const FileInMemory file(take_part(input));
  SourceMap sources;
  Diagnostics diagnostics;
  const auto variant = load_variant(file.path(), library(), {}, sources, diagnostics);
  if (!variant || variant->readings.size() > kMostReadings || variant->program.endless.laps > kMostLapsOfAll)
    return;
  const Examples examples = examples_of(input, sources);
  StudyOptions options;
  options.combinations = kMostCombinations;
  options.search = kSearch;
  check_study(study_readings(*variant, file.path(), library(), examples, options), *variant, examples.size());
}

}  // namespace mancala::fuzz
