// Answers to the questions of a rule sheet, as `mancala new` takes them: a line `key=answer` each.
#include "dsl/format.h"
#include "dsl/load.h"
#include "dsl/render.h"
#include "dsl/scaffold.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"

namespace mancala::fuzz {

namespace {

constexpr int kAnsweredPlies = 6;
// A layout loads the file six times, and each value of each reading with it.
constexpr std::size_t kMostAnsweredReadings = 6;

std::map<std::string, std::string, std::less<>> lines_of(std::string_view input) {
  std::map<std::string, std::string, std::less<>> lines;
  while (!input.empty()) {
    const std::string_view line = take_line(input);
    const std::size_t equals = line.find('=');
    if (equals != std::string_view::npos) lines.emplace(line.substr(0, equals), line.substr(equals + 1));
  }
  return lines;
}

// Those that may be given, in the order of the questions: earlier ones decide what comes up.
Answers answers_of(std::string_view input) {
  const auto lines = lines_of(input);
  Answers answers;
  for (const Question& question : questions()) {
    const auto line = lines.find(question.key);
    if (line == lines.end() || !comes_up(question, answers)) continue;
    if (answer_error(question, answers, line->second).empty()) answers.insert(*line);
  }
  return answers;
}

void check_format(FileId file, const std::filesystem::path& path, SourceMap& sources) {
  Diagnostics diagnostics;
  const auto text = formatted(file, path, library(), sources, diagnostics);
  must(text.has_value(), "the file can be written in the usual layout",
       render(diagnostics.sorted(), sources, Format::plain));
  must(formatted(sources.add(path.string(), *text), path, library(), sources, diagnostics) == text,
       "a file in the usual layout stays as it is", *text);
}

}  // namespace

void fuzz_answers(std::string_view input) {
  const Answers answers = answers_of(input);
  std::string id = "some-game";
  if (const auto name = answers.find("name"); name != answers.end() && name->second != kUnknown) {
    const std::string from_name = id_from_name(name->second);
    must(id_from_name(from_name) == from_name, "the id from a name is an id", name->second, from_name);
    if (!from_name.empty()) id = from_name;
  }
  const std::filesystem::path path = id + ".yaml";
  const std::string text = scaffold(id, answers);
  SourceMap sources;
  Diagnostics diagnostics;
  const auto variant = load_variant_text(path, text, library(), {}, sources, diagnostics);
  must(variant.has_value(), "any answers make a file that passes the check", text,
       render(diagnostics.sorted(), sources, Format::plain));
  must(diagnostics.sorted().empty(), "there is nothing to say about the file", text,
       render(diagnostics.sorted(), sources, Format::plain));
  if (variant->readings.size() <= kMostAnsweredReadings) check_format(variant->file, path, sources);
  check_told(*variant, sources);
  test::Picks picks(1);
  check_played(*variant, picks, kAnsweredPlies);
}

}  // namespace mancala::fuzz
