// mancala mutate: changes a variant in every small way and tells which changes no example game notices.
#include "dsl/mutate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <thread>

#include "commands.h"
#include "dsl/english_text.h"
#include "dsl/read.h"
#include "example_files.h"
#include "failure.h"
#include "output.h"
#include "show.h"

namespace mancala::cli {

namespace {

std::string settings_text(const Settings& settings) {
  std::string out;
  for (const auto& [name, value] : settings)
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", name, value);
  return out;
}

std::string percent(const MutationScore& score) { return fmt::format("{:.1f} %", 100 * score.score()); }

void print_living(const LivingMutant& mutant, const SourceMap& sources) {
  print_line("");
  print(english::wrap(fmt::format("{}: {}", mutant.where, mutant.change),
                      place_text(sources, mutant.span) + ": ", kTableWidth));
  const auto line = [](const std::string& label, const std::string& text) {
    print(english::wrap(text, label, kTableWidth));
  };
  if (!mutant.reason.empty()) line("  accepted: ", mutant.reason);
  if (!mutant.settings.empty()) line("  with ", settings_text(mutant.settings));
  if (!mutant.parted) {
    print_line(fmt::format("  none found in {} and {}",
                           counted(static_cast<std::int64_t>(mutant.positions), "position"),
                           counted(static_cast<std::int64_t>(mutant.plies), "random move")));
    return;
  }
  line("  position: ", mutant.position);
  if (mutant.from_start && !mutant.line.empty())
    line("  after: ", fmt::format("{}", fmt::join(mutant.line, " ")));
  if (!mutant.move.empty()) line("  move: ", mutant.move);
  line("  the variant: ", mutant.original_happens);
  line("  the mutant: ", mutant.mutant_happens);
}

Json json_of(const LivingMutant& mutant, const SourceMap& sources) {
  const LineColumn place = sources.place(mutant.span.file, mutant.span.begin);
  Json out{{"mutant", mutant.where + ": " + mutant.change},
           {"file", sources.name(mutant.span.file)},
           {"line", place.line},
           {"column", place.column}};
  if (!mutant.reason.empty()) out["reason"] = mutant.reason;
  Json settings = Json::object();
  for (const auto& [name, value] : mutant.settings) settings[name] = value;
  out["settings"] = std::move(settings);
  if (mutant.parted) {
    out["position"] = mutant.position;
    out["move"] = mutant.move.empty() ? Json(nullptr) : Json(mutant.move);
    if (mutant.from_start) out["line"] = mutant.line;
    out["variant-does"] = mutant.original_happens;
    out["mutant-does"] = mutant.mutant_happens;
  } else {
    out["positions"] = mutant.positions;
    out["random-moves"] = mutant.plies;
  }
  return out;
}

void print_text(const Variant& variant, const MutationScore& score, const SourceMap& sources) {
  const std::size_t all = score.killed + score.equivalent + score.living.size();
  print_line(fmt::format("{}: {}, {} killed by {}, {} equivalent, {} alive ({} accepted): {}", variant.name,
                         counted(static_cast<std::int64_t>(all), "mutant"), score.killed,
                         counted(static_cast<std::int64_t>(score.examples), "example game"), score.equivalent,
                         score.living.size(), score.accepted(), percent(score)));
  for (const std::string& failing : score.failing)
    print(english::wrap(failing, "left out, because the variant does not play it: ", kTableWidth));
  for (const AcceptedMutant& stale : score.stale)
    print(english::wrap(stale.name,
                        place_text(sources, stale.span) + ": accepted, but it does not live: ", kTableWidth));
  for (const bool accepted : {false, true}) {
    for (const LivingMutant& mutant : score.living) {
      if (mutant.reason.empty() != accepted) print_living(mutant, sources);
    }
  }
}

}  // namespace

int run_mutate(const MutateCommandOptions& options) {
  const auto loaded = load({options.variant, {}});
  const Variant& variant = *loaded->variant;
  Diagnostics diagnostics;
  NamedExamples examples;
  std::vector<AcceptedMutant> accepted;
  const auto add = [&](const std::filesystem::path& path) {
    NamedExamples found = examples_in(path, variant.id, loaded->sources, diagnostics);
    std::move(found.begin(), found.end(), std::back_inserter(examples));
    std::vector<AcceptedMutant> mutants = accepted_mutants_in(path, variant.id, loaded->sources, diagnostics);
    std::move(mutants.begin(), mutants.end(), std::back_inserter(accepted));
  };
  for (const std::string& path : options.examples) {
    if (!std::filesystem::is_directory(path) && !readable(path)) return kUnreadable;
    add(path);
  }
  if (const auto folder = example_folder(variant.id); options.examples.empty() && !folder.empty())
    add(folder);
  if (diagnostics.has_errors()) {
    say(diagnostics, loaded->sources);
    return kNo;
  }
  MutateOptions how;
  how.search.positions = how.search.plies = options.limit;
  how.threads = options.threads.value_or(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
  const auto score = mutation_score(variant_path(options.variant), library(), examples, accepted, how,
                                    loaded->sources, diagnostics);
  if (!score) {
    say(diagnostics, loaded->sources);
    return kNo;
  }
  if (options.json) {
    Json living = Json::array();
    for (const LivingMutant& mutant : score->living) living.push_back(json_of(mutant, loaded->sources));
    Json stale = Json::array();
    for (const AcceptedMutant& one : score->stale) stale.push_back(one.name);
    print_line(dumped(Json{{"variant", variant.id},
                           {"examples", score->examples},
                           {"killed", score->killed},
                           {"equivalent", score->equivalent},
                           {"alive", score->living.size()},
                           {"accepted", score->accepted()},
                           {"score", score->score()},
                           {"demonstrated", score->demonstrated()},
                           {"failing", score->failing},
                           {"stale", std::move(stale)},
                           {"living", std::move(living)}},
                      2));
  } else {
    print_text(variant, *score, loaded->sources);
  }
  return score->demonstrated() && score->stale.empty() ? kFine : kNo;
}

}  // namespace mancala::cli
