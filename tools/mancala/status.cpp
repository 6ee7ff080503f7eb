#include "status.h"

#include <fmt/format.h>

#include <cmath>

#include "commands.h"
#include "context.h"
#include "dsl/mutate.h"
#include "example_files.h"

namespace mancala::cli {

namespace {

NamedExamples examples_of(const std::string& id) {
  const std::filesystem::path folder = example_folder(id);
  if (folder.empty()) return {};
  SourceMap sources;
  Diagnostics diagnostics;
  return examples_in(folder, id, sources, diagnostics);
}

}  // namespace

Status status_of(const Variant& variant) {
  Status status;
  status.sources = static_cast<std::int64_t>(variant.sources.size());
  status.readings = static_cast<std::int64_t>(variant.readings.size());
  for (const auto& [file, example] : examples_of(variant.id)) ++status.examples[example.kind];
  return status;
}

VerdictCounts verdicts_of(const Variant& variant, const std::filesystem::path& path) {
  StudyOptions options;
  options.questions = false;
  const ReadingsStudy study = study_readings(variant, path, library(), examples_of(variant.id), options);
  return {study.count(Verdict::decided), study.count(Verdict::divided), study.count(Verdict::open),
          study.count(Verdict::contradiction)};
}

std::optional<MutationCounts> mutation_of(const Variant& variant, const std::filesystem::path& path,
                                          std::size_t limit) {
  const std::filesystem::path folder = example_folder(variant.id);
  if (folder.empty()) return std::nullopt;
  SourceMap sources;
  Diagnostics diagnostics;
  const NamedExamples examples = examples_in(folder, variant.id, sources, diagnostics);
  if (examples.empty()) return std::nullopt;
  const std::vector<AcceptedMutant> accepted = accepted_mutants_in(folder, variant.id, sources, diagnostics);
  const auto score_within = [&](std::size_t positions) {
    MutateOptions options;
    options.search.positions = options.search.plies = positions;
    return mutation_score(path, library(), examples, accepted, options, sources, diagnostics);
  };
  auto score = score_within(limit);
  // What is not known to change nothing counts as alive, so a score that is nearly enough may be enough.
  constexpr double kNearlyEnough = 0.9;
  const std::size_t usual = MutateCommandOptions().limit;
  if (score && score->score() >= kNearlyEnough && limit < usual) score = score_within(usual);
  if (!score) return std::nullopt;
  return MutationCounts{score->killed, score->equivalent, score->living.size(), score->score(),
                        score->demonstrated()};
}

std::string kinds_text(const KindCounts& kinds) {
  std::string text;
  for (const char* kind : {"documented", "recorded", "demonstration"}) {
    const auto found = kinds.find(kind);
    if (found == kinds.end()) continue;
    const bool noun = found->first == "demonstration";
    text += (text.empty() ? "" : ", ") +
            (noun ? counted(found->second, kind) : fmt::format("{} {}", found->second, kind));
  }
  return text;
}

std::string readings_text(const Status& status) {
  if (status.readings == 0) return {};
  std::string text = counted(status.readings, "reading");
  if (!status.verdicts) return text;
  std::string verdicts;
  const auto add = [&](std::size_t count, const char* word) {
    if (count > 0) verdicts += fmt::format("{}{} {}", verdicts.empty() ? "" : ", ", count, word);
  };
  add(status.verdicts->decided, "decided");
  add(status.verdicts->divided, "divided");
  add(status.verdicts->open, "open");
  add(status.verdicts->contradictions, "contradicted");
  return text + ": " + verdicts;
}

std::string mutation_text(const Status& status) {
  if (!status.mutation) return {};
  const MutationCounts& mutation = *status.mutation;
  return fmt::format("{}{:.0f} % of {}", mutation.demonstrated ? "demonstrated: " : "",
                     std::floor(100 * mutation.score),
                     counted(static_cast<std::int64_t>(mutation.killed + mutation.alive), "mutant"));
}

std::string status_text(const Status& status) {
  std::string text = counted(status.sources, "source");
  for (const std::string& part : {kinds_text(status.examples), readings_text(status)}) {
    if (!part.empty()) text += "; " + part;
  }
  return text;
}

void add_status(Json& out, const Status& status) {
  out["sources"] = status.sources;
  out["examples"] = Json::object();
  for (const auto& [kind, count] : status.examples) out["examples"][kind] = count;
  if (status.mutation) {
    const MutationCounts& mutation = *status.mutation;
    out["evidence"]["mutants"] = {{"killed", mutation.killed},
                                  {"equivalent", mutation.equivalent},
                                  {"alive", mutation.alive},
                                  {"score", mutation.score},
                                  {"demonstrated", mutation.demonstrated}};
  }
  if (!status.verdicts) return;
  out["evidence"]["readings"] = {{"decided", status.verdicts->decided},
                                 {"divided", status.verdicts->divided},
                                 {"open", status.verdicts->open},
                                 {"contradiction", status.verdicts->contradictions}};
}

}  // namespace mancala::cli
