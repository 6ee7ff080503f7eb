// mancala readings: what the example games say about the questions that a variant's sources leave open, and
// what would have to be asked.
#include "dsl/readings.h"

#include <fmt/format.h>

#include <algorithm>

#include "commands.h"
#include "dsl/english_text.h"
#include "example_files.h"
#include "failure.h"
#include "interpreter/notation.h"
#include "interpreter/share_out.h"
#include "output.h"
#include "show.h"
#include "status.h"

namespace mancala::cli {

namespace {

constexpr std::size_t kNamed = 3;   // games that are named in a line
constexpr std::size_t kMoves = 12;  // of a line that is shown whole

class Printer {
 public:
  Printer(const Variant& variant, const ReadingsStudy& study) : variant_(variant), study_(study) {}

  void text() const {
    heading();
    for (std::size_t r = 0; r < study_.readings.size(); ++r) reading(r);
  }

  [[nodiscard]] Json json() const {
    Json out{{"variant", variant_.id}, {"combinations", study_.combinations}, {"all", study_.all}};
    if (study_.all) out["standing"] = study_.standing;
    for (const Verdict verdict : {Verdict::decided, Verdict::divided, Verdict::open, Verdict::contradiction})
      out[verdict_name(verdict)] = study_.count(verdict);
    out["examples"] = Json::array();
    for (const StudiedExample& example : study_.examples) {
      out["examples"].push_back({{"file", example.file},
                                 {"title", example.title},
                                 {"kind", example.kind},
                                 {"readings", settings_json(example.names)},
                                 {"reproduced", example.reproduced},
                                 {"ever", example.ever}});
    }
    out["readings"] = Json::array();
    for (const StudiedReading& reading : study_.readings) out["readings"].push_back(reading_json(reading));
    out["questions"] = Json::array();
    for (const ReadingQuestion& question : study_.questions)
      out["questions"].push_back(question_json(question));
    out["alike"] = Json::array();
    for (const ReadingAlike& alike : study_.alike) {
      const StudiedReading& reading = study_.readings[alike.reading];
      out["alike"].push_back({{"reading", reading.name},
                              {"values", {reading.values[alike.a].value, reading.values[alike.b].value}},
                              {"same-rules", alike.same_rules},
                              {"proved", alike.proved},
                              {"positions", alike.positions},
                              {"random-moves", alike.plies}});
    }
    return out;
  }

 private:
  // --- text

  void heading() const {
    KindCounts kinds;
    std::vector<std::string> never;
    for (const StudiedExample& example : study_.examples) {
      ++kinds[example.kind];
      if (!example.ever) never.push_back(called(example));
    }
    const std::string by_kind = kinds_text(kinds);
    print_line(fmt::format("{}: {}, {}, {}{}", variant_.name,
                           counted(static_cast<std::int64_t>(study_.readings.size()), "reading"),
                           counted(static_cast<std::int64_t>(study_.combinations), "combination"),
                           counted(static_cast<std::int64_t>(study_.examples.size()), "example game"),
                           by_kind.empty() ? "" : " (" + by_kind + ")"));
    if (study_.readings.empty()) return;
    print_line(study_.all
                   ? fmt::format("{} of {} reproduce all documented and recorded games that name no "
                                 "other reading",
                                 study_.standing,
                                 counted(static_cast<std::int64_t>(study_.combinations), "combination"))
                   : std::string("too many combinations: one reading at a time was changed"));
    if (!never.empty())
      print(english::wrap(english::list_of(never, "and"), "reproduced under no reading: ", kTableWidth));
  }

  void reading(std::size_t r) const {
    const StudiedReading& reading = study_.readings[r];
    print_line("");
    print(english::wrap(reading.about, reading.name + ": ", kTableWidth));
    int width = 0;
    for (const StudiedValue& value : reading.values) width = std::max(width, text_width(label(value)));
    print_line(fmt::format("  {:{}}  with  against  played so  shown", "", width));
    for (const StudiedValue& value : reading.values) {
      const std::string row =
          fmt::format("  {}{}  {:>4}  {:>7}  {:>9}  {:>5}  ", label(value),
                      std::string(static_cast<std::size_t>(width - text_width(label(value))), ' '),
                      value.with.size(), value.against.size(), value.played.size(), value.shown_by.size());
      print(english::wrap(value.who, row, std::max(kTableWidth, row.size() + 40)));
    }
    print_line("  " + verdict(reading));
    for (const StudiedValue& value : reading.values) {
      if (!value.against.empty()) games(fmt::format("against `{}`", value.value), value.against);
    }
    for (const StudiedValue& value : reading.values) {
      if (!value.shown_by.empty())
        games(fmt::format("what `{}` means is shown in", value.value), value.shown_by);
    }
    if (!reading.silent.empty()) games("depending on it without naming it", reading.silent);
    for (const ReadingQuestion& question : study_.questions) {
      if (question.reading == r) ask(reading, question);
    }
    for (const ReadingAlike& alike : study_.alike) {
      if (alike.reading == r) not_told_apart(reading, alike);
    }
  }

  static std::string verdict(const StudiedReading& reading) {
    std::vector<std::string> values;
    for (const std::size_t value : reading.left) values.push_back("`" + reading.values[value].value + "`");
    switch (reading.verdict) {
      case Verdict::decided: return "decided: " + values.front();
      case Verdict::divided: return "divided: games are played under " + english::list_of(values, "and");
      case Verdict::open: return "open: no game decides between " + english::list_of(values, "and");
      case Verdict::contradiction: return "contradiction: there are games against every value";
    }
    return {};
  }

  static const char* verdict_name(Verdict verdict) {
    switch (verdict) {
      case Verdict::decided: return "decided";
      case Verdict::divided: return "divided";
      case Verdict::open: return "open";
      case Verdict::contradiction: return "contradiction";
    }
    return "";
  }

  void games(const std::string& what, const ExampleList& examples) const {
    print_line(fmt::format("  {}:", what));
    print(english::wrap(named(examples), "    ", kTableWidth));
  }

  void ask(const StudiedReading& reading, const ReadingQuestion& question) const {
    print_line("");
    if (question.position.empty()) {
      print_line("  To ask: with which board does the game begin?");
    } else {
      ask_in_position(question);
    }
    if (!question.given.empty()) {
      print_line(fmt::format("    (they differ only with `{}={}`)", question.given.front().first,
                             question.given.front().second));
    }
    // Values with one answer stand together.
    std::vector<std::pair<std::string, std::vector<std::string>>> answers;
    for (std::size_t v = 0; v < question.happens.size(); ++v) {
      const std::string& happens = question.happens[v];
      if (happens.empty()) continue;
      const auto same =
          std::find_if(answers.begin(), answers.end(), [&](const auto& a) { return a.first == happens; });
      if (same == answers.end()) {
        answers.push_back({happens, {reading.values[v].value}});
      } else {
        same->second.push_back(reading.values[v].value);
      }
    }
    for (const auto& [happens, values] : answers)
      print(english::wrap(happens, fmt::format("    {}: ", english::list_of(values, "or")), kTableWidth));
  }

  void ask_in_position(const ReadingQuestion& question) const {
    const auto parsed = parse_position(variant_.program, question.position);
    const auto* position = std::get_if<Position>(&parsed);
    const std::string mover = position != nullptr
                                  ? variant_.program.board.players[static_cast<std::size_t>(position->mover)]
                                  : "who is next";
    print_line(question.move.empty()
                   ? std::string("  To ask: what happens before the first move?")
                   : fmt::format("  To ask: {} plays `{}`; what happens?", mover, question.move));
    if (position != nullptr) indented(Show(variant_, false).drawn(*position, false), "    ");
    print_line(fmt::format("    {}", question.position));
    reached(question);
    if (question.line_counts) print_line("    (these moves count: a position comes again)");
  }

  void reached(const ReadingQuestion& question) const {
    const std::string from = question.example == ReadingQuestion::kNone
                                 ? std::string("the start")
                                 : fmt::format("the start of {}", called(study_.examples[question.example]));
    std::string moves;
    for (const std::string& move : question.line) moves += (moves.empty() ? "" : " ") + move;
    if (moves.empty()) {
      print_line(fmt::format("    ({})", from));
    } else if (question.line.size() > kMoves && !question.line_counts) {
      print_line(
          fmt::format("    (from {}, after {} moves, which `--json` lists)", from, question.line.size()));
    } else {
      print(english::wrap(fmt::format("from {}, after {})", from, moves), "    (", kTableWidth));
    }
  }

  static void not_told_apart(const StudiedReading& reading, const ReadingAlike& alike) {
    const std::string pair =
        fmt::format("`{}` and `{}`", reading.values[alike.a].value, reading.values[alike.b].value);
    if (alike.same_rules && alike.positions == 0) {
      print_line(fmt::format("  {} are the same rules", pair));
    } else if (alike.proved || alike.same_rules) {
      print_line(
          fmt::format("  {} are the same game: no position that can be reached tells them apart", pair));
    } else {
      print_line(fmt::format("  {}: no difference was found in {} and {}", pair,
                             counted(static_cast<std::int64_t>(alike.positions), "position"),
                             counted(static_cast<std::int64_t>(alike.plies), "random move")));
    }
  }

  static void indented(const std::string& text, const std::string& by) {
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      if (end > at) print_line(by + text.substr(at, end - at));
      at = end + 1;
    }
  }

  static std::string label(const StudiedValue& value) {
    return value.value + (value.usual ? " (usual)" : "");
  }

  static std::string called(const StudiedExample& example) {
    return example.title.empty() ? example.file : example.file + ": " + example.title;
  }

  [[nodiscard]] std::string named(const ExampleList& examples) const {
    std::string text;
    for (std::size_t i = 0; i < std::min(examples.size(), kNamed); ++i) {
      const StudiedExample& example = study_.examples[examples[i]];
      text += fmt::format("{}{}", text.empty() ? "" : "; ", called(example));
    }
    if (examples.size() > kNamed) text += fmt::format("; and {} more", examples.size() - kNamed);
    return text;
  }

  // --- JSON

  static Json settings_json(const Settings& settings) {
    Json out = Json::object();
    for (const auto& [name, value] : settings) out[name] = value;
    return out;
  }

  static Json reading_json(const StudiedReading& reading) {
    Json out{{"name", reading.name}, {"about", reading.about}};
    out["verdict"] = verdict_name(reading.verdict);
    out["left"] = Json::array();
    for (const std::size_t value : reading.left) out["left"].push_back(reading.values[value].value);
    out["values"] = Json::array();
    for (const StudiedValue& value : reading.values) {
      out["values"].push_back({{"value", value.value},
                               {"who", value.who},
                               {"usual", value.usual},
                               {"with", value.with},
                               {"against", value.against},
                               {"played-so", value.played},
                               {"shown", value.shown_by}});
    }
    out["silent"] = reading.silent;
    return out;
  }

  [[nodiscard]] Json question_json(const ReadingQuestion& question) const {
    const StudiedReading& reading = study_.readings[question.reading];
    Json out{{"reading", reading.name},
             {"given", settings_json(question.given)},
             {"position", question.position.empty() ? Json(nullptr) : Json(question.position)},
             {"move", question.move.empty() ? Json(nullptr) : Json(question.move)},
             {"line", question.line}};
    if (question.example != ReadingQuestion::kNone) out["example"] = question.example;
    if (question.line_counts) out["line-counts"] = true;
    out["happens"] = Json::object();
    for (std::size_t v = 0; v < question.happens.size(); ++v) {
      if (!question.happens[v].empty()) out["happens"][reading.values[v].value] = question.happens[v];
    }
    return out;
  }

  const Variant& variant_;
  const ReadingsStudy& study_;
};

}  // namespace

int run_readings(const ReadingsOptions& options) {
  const auto loaded = load({options.variant, {}});
  const Variant& variant = *loaded->variant;
  Diagnostics diagnostics;
  NamedExamples examples;
  const auto add = [&](const std::filesystem::path& path) {
    NamedExamples found = examples_in(path, variant.id, loaded->sources, diagnostics);
    std::move(found.begin(), found.end(), std::back_inserter(examples));
  };
  for (const std::string& path : options.examples) {
    if (!std::filesystem::is_directory(path) && !readable(path)) return kUnreadable;
    add(path);
  }
  if (const auto folder = example_folder(variant.id); options.examples.empty() && !folder.empty())
    add(folder);
  if (diagnostics.count(Severity::error) > 0) {
    say(diagnostics, loaded->sources);
    return kNo;
  }
  StudyOptions how;
  how.combinations = options.combinations;
  how.search.positions = how.search.plies = options.limit;
  how.threads = options.threads.value_or(all_threads());
  const ReadingsStudy study =
      study_readings(variant, variant_path(options.variant), library(), examples, how);
  const Printer printer(variant, study);
  if (options.json) {
    print_line(dumped(printer.json(), 2));
  } else {
    printer.text();
  }
  const bool contradiction =
      std::any_of(study.readings.begin(), study.readings.end(),
                  [](const StudiedReading& reading) { return reading.verdict == Verdict::contradiction; }) ||
      std::any_of(study.examples.begin(), study.examples.end(),
                  [](const StudiedExample& example) { return !example.ever; });
  return contradiction ? kNo : kFine;
}

}  // namespace mancala::cli
