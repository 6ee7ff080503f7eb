#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "table.h"
#include "tools/mancala/replace_file.h"

namespace mancala::recorded {

namespace {

using Json = nlohmann::ordered_json;

std::string ratio(int part, int all) { return all == 0 ? "" : fmt::format("{}/{}", part, all); }

// A text in a cell of a table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string settings_cell(const Entry& entry) {
  std::string out;
  for (const auto& [name, value] : entry.settings)
    out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", name, value);
  return out;
}

std::string versions(const Found& found) {
  std::vector<std::string> names;
  const auto add = [&](const Set& set) { names.push_back(set.version); };
  for (const Replayed& one : found.replayed) add(one.set);
  for (const Replayed& one : found.left_out) add(one.set);
  std::for_each(found.unmapped.begin(), found.unmapped.end(), add);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string totals_row(std::string_view name, const std::vector<Replayed>& sets) {
  const Totals all = totals(sets);
  return fmt::format("| {} | {} | {} | {} | {} |\n", name, ratio(all.sets_whole, all.sets),
                     ratio(all.sum.plies_reproduced, all.sum.plies),
                     ratio(all.sum.rounds_reproduced, all.sum.rounds),
                     ratio(all.sum.games_whole, all.sum.games));
}

std::vector<Replayed> by(const std::vector<Replayed>& sets, Program program) {
  std::vector<Replayed> out;
  std::copy_if(sets.begin(), sets.end(), std::back_inserter(out),
               [&](const Replayed& one) { return one.set.by == program; });
  return out;
}

Json counts_json(const Result& result) {
  Json json;
  json["plies"] = result.plies;
  json["plies-reproduced"] = result.plies_reproduced;
  json["rounds"] = result.rounds;
  json["rounds-reproduced"] = result.rounds_reproduced;
  json["games"] = result.games;
  json["games-whole"] = result.games_whole;
  json["differences"] = Json::object();
  for (const Kind kind : kKinds) {
    if (const int n = result.kinds[static_cast<std::size_t>(kind)]; n > 0) {
      json["differences"][std::string(name_of(kind))] = n;
    }
  }
  json["joined"] = Json::object();
  for (const Join join : kJoins) {
    if (const int n = result.joins[static_cast<std::size_t>(join)]; n > 0) {
      json["joined"][std::string(name_of(join))] = n;
    }
  }
  return json;
}

Json difference_json(const Difference& d) {
  Json json;
  json["game"] = d.game;
  json["line"] = d.line;
  json["ply"] = d.ply;
  json["kinds"] = Json::array();
  for (const Kind kind : d.kinds) json["kinds"].push_back(std::string(name_of(kind)));
  json["move"] = d.move;
  json["before"] = d.before;
  json["recorded"] = d.expected;
  json["ours"] = d.ours;
  if (!d.missing.empty()) json["legal-lacking"] = d.missing;
  if (!d.extra.empty()) json["legal-beside"] = d.extra;
  if (!d.our_next.empty()) {
    json["next-recorded"] = d.expected_next;
    json["next-ours"] = d.our_next;
  }
  return json;
}

Json set_json(const Set& set) {
  Json json;
  json["recorded-by"] = name_of(set.by);
  json["version"] = set.version;
  json["game"] = set.game;
  return json;
}

}  // namespace

Totals totals(const std::vector<Replayed>& sets) {
  Totals all;
  for (const Replayed& set : sets) {
    const Result& r = set.result;
    ++all.sets;
    all.sets_whole += r.whole() ? 1 : 0;
    all.sum.plies += r.plies;
    all.sum.plies_reproduced += r.plies_reproduced;
    all.sum.rounds += r.rounds;
    all.sum.rounds_reproduced += r.rounds_reproduced;
    all.sum.games += r.games;
    all.sum.games_whole += r.games_whole;
    for (std::size_t k = 0; k < r.kinds.size(); ++k) all.sum.kinds[k] += r.kinds[k];
    for (std::size_t k = 0; k < r.joins.size(); ++k) all.sum.joins[k] += r.joins[k];
  }
  return all;
}

std::string report_text(const Found& found) {
  std::string out = fmt::format(
      "# Recorded games, replayed\n\n"
      "Written by `tools/replay --report`; not to be edited. Games that {} recorded are replayed ply by ply "
      "with the\n"
      "variants that play them; [conformance.md](conformance.md#recorded-games) says what is compared and "
      "how moves are\n"
      "joined. `tests/recorded/` says which recorded game is which variant.\n\n"
      "| recorded by | sets whole | plies | rounds | games whole |\n|---|---|---|---|---|\n",
      versions(found));
  for (const Program program : {Program::mancalagames, Program::ludii}) {
    const std::vector<Replayed> sets = by(found.replayed, program);
    if (!sets.empty()) out += totals_row(name_of(program), sets);
  }
  out += totals_row("all", found.replayed);
  const Totals all = totals(found.replayed);
  if (const std::string joins = joins_text(all.sum); !joins.empty())
    out += fmt::format("\nJoined: {}.\n", joins);

  out += "\n## Sets that are not reproduced wholly\n\n";
  const bool none = std::all_of(found.replayed.begin(), found.replayed.end(),
                                [](const Replayed& one) { return one.result.whole(); });
  if (none) out += "None.\n";
  for (const Replayed& one : found.replayed) {
    const Result& r = one.result;
    if (r.whole()) continue;
    out += fmt::format("- **{}** ({}) as `{}`: ", one.set.game, name_of(one.set.by), one.entry.variant);
    if (!r.problem.empty()) {
      out += fmt::format("not replayed: {}.\n", r.problem);
      continue;
    }
    out += fmt::format("{} of {} plies", r.plies_reproduced, r.plies);
    if (r.rounds > 0) out += fmt::format(", {} of {} rounds", r.rounds_reproduced, r.rounds);
    out += fmt::format(", {} of {} games; differing: {}. {}\n", r.games_whole, r.games, kinds_text(r),
                       one.entry.because.empty() ? "No reason is given." : cell(one.entry.because));
  }

  out +=
      "\n## All sets\n\n| recorded by | game | variant | set | plies | rounds | games | joined |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const Replayed& one : found.replayed) {
    const Result& r = one.result;
    out +=
        fmt::format("| {} | {} | `{}` | {} | {} | {} | {} | {} |\n", name_of(one.set.by), cell(one.set.game),
                    one.entry.variant, settings_cell(one.entry), ratio(r.plies_reproduced, r.plies),
                    ratio(r.rounds_reproduced, r.rounds), ratio(r.games_whole, r.games), joins_text(r));
  }
  out += "\n## Left out\n\n";
  if (found.left_out.empty()) out += "None.\n";
  for (const Replayed& one : found.left_out) {
    out += fmt::format("- {} ({}): {}\n", one.set.game, name_of(one.set.by), cell(one.entry.left_out));
  }
  out += "\n## Not mapped\n\n";
  if (found.unmapped.empty()) out += "None.\n";
  for (const Set& set : found.unmapped) out += fmt::format("- {} ({})\n", set.game, name_of(set.by));
  return out;
}

std::string json_text(const Found& found) {
  Json json;
  json["sets"] = Json::array();
  for (const Replayed& one : found.replayed) {
    Json set = set_json(one.set);
    set["variant"] = one.entry.variant;
    set["settings"] = Json::object();
    for (const auto& [name, value] : one.entry.settings) set["settings"][name] = value;
    if (!one.entry.because.empty()) set["because"] = one.entry.because;
    if (!one.result.problem.empty()) set["problem"] = one.result.problem;
    set.update(counts_json(one.result));
    set["whole"] = one.result.whole();
    set["differing"] = Json::array();
    for (const Difference& difference : one.result.differences)
      set["differing"].push_back(difference_json(difference));
    json["sets"].push_back(std::move(set));
  }
  json["left-out"] = Json::array();
  for (const Replayed& one : found.left_out) {
    Json set = set_json(one.set);
    set["reason"] = one.entry.left_out;
    json["left-out"].push_back(std::move(set));
  }
  json["not-mapped"] = Json::array();
  for (const Set& set : found.unmapped) json["not-mapped"].push_back(set_json(set));
  const Totals all = totals(found.replayed);
  json["totals"] = counts_json(all.sum);
  json["totals"]["sets"] = all.sets;
  json["totals"]["sets-whole"] = all.sets_whole;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_whole(const std::filesystem::path& path, const std::string& text) {
  namespace fs = std::filesystem;
  std::error_code problem;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), problem);
  if (fs::exists(path, problem)) {
    cli::replace_file(path, text);
  } else {
    cli::create_file(path, text);
  }
}

}  // namespace mancala::recorded
