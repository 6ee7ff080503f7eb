// mancala diff: what tells the rules of two variants apart; and which variants have the same rules.
#include "dsl/diff.h"

#include <fmt/format.h>

#include <map>

#include "commands.h"
#include "dsl/canonical.h"
#include "dsl/english_text.h"
#include "failure.h"
#include "output.h"
#include "show.h"

namespace mancala::cli {

namespace {

// One side of the comparison: what it is called, and the variant.
struct Side {
  std::string label;
  std::vector<std::string> settings;
  std::unique_ptr<Loaded> loaded;
};

Side side_of(const std::string& variant, const std::vector<std::string>& common,
             const std::vector<std::string>& own) {
  Side side;
  side.settings = common;
  side.settings.insert(side.settings.end(), own.begin(), own.end());
  side.loaded = load({variant, side.settings});
  side.label = side.loaded->variant->id;
  return side;
}

const char* kind_name(RuleChange::Kind kind) {
  switch (kind) {
    case RuleChange::Kind::only_a: return "only-a";
    case RuleChange::Kind::only_b: return "only-b";
    case RuleChange::Kind::differs: return "differs";
    case RuleChange::Kind::moved: return "moved";
  }
  return "";
}

Json side_json(const Side& side) {
  return {
      {"id", side.loaded->variant->id}, {"name", side.loaded->variant->name}, {"settings", side.settings}};
}

void print_json(const Side& a, const Side& b, const RulesDiff& diff) {
  Json out = {{"a", side_json(a)}, {"b", side_json(b)}, {"same", diff.same}, {"alike", diff.alike}};
  out["parts"] = Json::array();
  for (const PartChanges& part : diff.parts) {
    Json changes = Json::array();
    for (const RuleChange& change : part.changes) {
      Json one = {{"kind", kind_name(change.kind)}};
      if (!change.context.empty()) one["context"] = change.context;
      if (!change.a.empty()) one["a"] = change.a;
      if (!change.b.empty()) one["b"] = change.b;
      changes.push_back(std::move(one));
    }
    out["parts"].push_back({{"part", part.key}, {"title", part.title}, {"changes", std::move(changes)}});
  }
  if (!diff.unsaid.empty()) out["unsaid"] = diff.unsaid;
  print_line(dumped(out, 2));
}

void print_change(const RuleChange& change, const std::string& a, const std::string& b) {
  const std::string context = change.context.empty() ? "" : "(" + change.context + ") ";
  const auto say = [&](const std::string& who, const std::string& text) {
    print(english::wrap(context + text, "  " + who + ": ", kSheetWidth));
  };
  switch (change.kind) {
    case RuleChange::Kind::only_a: say("only " + a, change.a); break;
    case RuleChange::Kind::only_b: say("only " + b, change.b); break;
    case RuleChange::Kind::differs:
      say(a, change.a);
      say(b, change.b);
      break;
    case RuleChange::Kind::moved: say("in another order", change.a); break;
  }
}

void print_text(const Side& a, const Side& b, const RulesDiff& diff) {
  if (diff.same) {
    print_line("the rules are the same");
    return;
  }
  std::vector<std::string> alike = diff.alike;
  if (!alike.empty()) print(english::wrap(english::list_of(alike, "and"), "The same: ", kSheetWidth));
  for (const PartChanges& part : diff.parts) {
    print_line("\n" + part.title);
    bool paired = false;
    for (const RuleChange& change : part.changes) {
      // What belongs together stands together.
      if (paired || (&change != &part.changes.front() && change.kind == RuleChange::Kind::differs))
        print_line("");
      paired = change.kind == RuleChange::Kind::differs;
      print_change(change, a.label, b.label);
    }
  }
  if (!diff.unsaid.empty()) {
    print_line("the rule sheets say the same, but the programs differ in: " +
               english::list_of(diff.unsaid, "and"));
  }
}

// The variants of the library with the same rules as another one.
int groups(bool json) {
  std::map<std::string, std::vector<std::string>> by_rules;
  int faulty = 0;
  for (const Library::Item& item : library().items()) {
    SourceMap sources;
    Diagnostics diagnostics;
    const auto variant = load_variant(item.path, library(), {}, sources, diagnostics);
    if (variant) {
      by_rules[Canonical(variant->program).text()].push_back(item.id);
    } else {
      ++faulty;
    }
  }
  std::vector<std::vector<std::string>> found;
  for (auto& [rules, ids] : by_rules) {
    if (ids.size() > 1) found.push_back(std::move(ids));
  }
  std::sort(found.begin(), found.end());
  if (json) {
    print_line(dumped(Json(found), 2));
  } else {
    for (const std::vector<std::string>& ids : found) {
      std::string line;
      for (const std::string& id : ids) line += (line.empty() ? "" : " = ") + id;
      print_line(line);
    }
  }
  flush_output();
  if (faulty > 0) print_error(fmt::format("passed over: {} with errors\n", counted(faulty, "variant")));
  if (found.empty()) print_error("no two variants have the same rules\n");
  return kFine;
}

}  // namespace

int run_diff(const DiffOptions& options) {
  if (options.all) {
    if (options.a || options.b)
      throw Failure(kUsage, "`--all` compares the whole library, without VARIANTs", {});
    return groups(options.json);
  }
  if (!options.a || !options.b) {
    throw Failure(kUsage, "which two variants?",
                  {"`mancala diff A B` compares two, `mancala diff --all` the whole library"});
  }
  Side a = side_of(*options.a, options.settings, options.settings_a);
  Side b = side_of(*options.b, options.settings, options.settings_b);
  if (a.label == b.label) {
    a.label = "first";
    b.label = "second";
  }
  const RulesDiff diff = diff_rules(*a.loaded->variant, *b.loaded->variant);
  if (options.json) {
    print_json(a, b, diff);
  } else {
    print_text(a, b, diff);
  }
  return diff.same ? kFine : kNo;
}

}  // namespace mancala::cli
