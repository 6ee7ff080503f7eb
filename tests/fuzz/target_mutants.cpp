// The small changes of a variant file: the input is the file.
#include "dsl/check.h"
#include "dsl/extend.h"
#include "dsl/load.h"
#include "dsl/mutants.h"
#include "dsl/parse.h"
#include "dsl/parse_sheet.h"
#include "dsl/read.h"
#include "dsl/shape.h"
#include "dsl/text_edits.h"
#include "interpreter/verify.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"

namespace mancala::fuzz {

namespace {

constexpr int kMutatedPlies = 3;
constexpr int kMostTried = 12;  // mutants that are checked
constexpr int kMostPlayed = 3;  // of those that pass

void check_edits(std::string_view text) {
  for (const TextGoal goal : {TextGoal::expression, TextGoal::actions, TextGoal::expression_or_actions,
                              TextGoal::binding, TextGoal::options}) {
    std::size_t before = 0;
    for (const TextEdit& edit : text_edits(text, goal, {})) {
      must(before <= edit.begin && edit.begin <= edit.end && edit.end <= text.size(),
           "a change lies in its text, after the ones before", text, edit.begin, edit.end);
      before = edit.begin;
      must(text.substr(edit.begin, edit.end - edit.begin) != edit.with, "a change changes something", text,
           edit.with);
    }
  }
}

// Every text that the document holds.
void check_edits(const Node& node) {
  if (node.kind == Node::Kind::scalar) check_edits(node.scalar.value);
  for (const Node& item : node.items) check_edits(item);
  for (const Node::Entry& entry : node.entries) check_edits(entry.value);
}

void check_node(const Node& node) {
  if (node.kind == Node::Kind::scalar)
    must(node.scalar.byte_map.size() == node.scalar.value.size() + 1, "each byte of a mutant has a place",
         node.scalar.value);
  for (const Node& item : node.items) check_node(item);
  for (const Node::Entry& entry : node.entries) check_node(entry.value);
}

std::map<std::string, sheet::Definition, std::less<>> prelude(const Node& texts) {
  Diagnostics diagnostics;
  auto definitions = shape_prelude(texts, diagnostics);
  parse_definitions(definitions, diagnostics);
  must(!diagnostics.has_errors(), "the prelude is fine");
  return definitions;
}

// Checked as every variant is; empty if there is something wrong.
std::optional<Variant> variant_of(const Node& document, FileId file, const Node& prelude_texts,
                                  const SourceMap& sources) {
  Diagnostics diagnostics;
  sheet::Sheet sheet = shape(document, file, diagnostics);
  if (!diagnostics.has_errors()) parse_sheet(sheet, diagnostics);
  std::optional<Variant> variant;
  if (!diagnostics.has_errors()) {
    sheet.definitions.merge(prelude(prelude_texts));
    variant = check(sheet, {}, diagnostics);
  }
  check_diagnostics(diagnostics, sources, diagnostics.has_errors());
  if (diagnostics.has_errors()) return std::nullopt;
  must(variant.has_value(), "what is refused has an error");
  return variant;
}

}  // namespace

void fuzz_mutants(std::string_view input) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("input", std::string(input));
  auto document = read_with_bases(file, library(), sources, diagnostics);
  if (!document || diagnostics.has_errors()) return;
  const auto texts =
      read_document(read_file(*library().prelude(), sources, diagnostics), sources, diagnostics);
  must(texts.has_value(), "the prelude is read");
  check_edits(*document);
  document = with_used_definitions(std::move(*document), *texts);
  const std::vector<Mutant> mutants = mutants_of(*document);
  if (mutants.empty()) return;
  test::Picks picks(static_cast<std::uint64_t>(mutants.size()));
  int played = 0;
  for (int tried = 0; tried < kMostTried && played < kMostPlayed; ++tried) {
    const Mutant& mutant = mutants[static_cast<std::size_t>(picks.below(static_cast<int>(mutants.size())))];
    must(!mutant.where.empty() && !mutant.change.empty(), "a mutant has a name");
    check_node(mutant.value);
    const Node changed = mutated(*document, mutant);
    auto variant = variant_of(changed, file, *texts, sources);
    if (!variant || !ir::verify(variant->program).empty()) continue;
    ++played;
    ir::Endless& endless = variant->program.endless;
    endless.laps = std::min(endless.laps, kMostLaps);
    check_told(*variant, sources);
    check_played(*variant, picks, kMutatedPlies);
  }
}

}  // namespace mancala::fuzz
