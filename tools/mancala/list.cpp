// mancala list: what the library has.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>

#include "commands.h"
#include "dsl/fact_query.h"
#include "dsl/facts.h"
#include "failure.h"
#include "interpreter/share_out.h"
#include "output.h"
#include "show.h"
#include "status.h"

namespace mancala::cli {

namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string id;
  fs::path path;
  std::optional<Variant> variant;  // none: the file has errors
  Status status;
  FactValues facts;
};

std::string board_text(const Board& board) {
  std::string out = counted(board.hole_count(), "hole");  // those that lie by themselves have no rows
  if (board.rows > 0) {
    const auto row = std::count_if(board.holes.begin(), board.holes.end(),
                                   [](const Hole& hole) { return hole.line == 0; });
    const bool more = board.hole_count() != board.rows * static_cast<int>(row);
    out = fmt::format("{}x{}", board.rows, row) + (more ? " (" + out + ")" : "");
  }
  if (board.player_count() != 2) out += fmt::format(", {}", counted(board.player_count(), "player"));
  return out;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

Json facts_json(const FactValues& values) {
  Json out = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Fact& fact = all_facts()[i];
    Json& value = out[std::string(fact.name)];
    if (values[i]) value = fact.kind == Fact::Kind::truth ? Json(*values[i] != 0) : Json(*values[i]);
  }
  return out;
}

Json entry_json(const Entry& entry) {
  Json out;
  out["id"] = entry.id;
  if (!entry.variant) {
    out["path"] = entry.path.string();
    out["errors"] = true;
    return out;
  }
  const Variant& variant = *entry.variant;
  out["name"] = variant.name;
  out["board"] = board_text(variant.program.board);
  out["players"] = variant.program.board.players;
  out["where"] = variant.where;
  add_status(out, entry.status);
  out["readings"] = Json::array();
  for (const Reading& reading : variant.readings) out["readings"].push_back(reading.name);
  out["parameters"] = Json::array();
  for (const Parameter& parameter : variant.parameters) out["parameters"].push_back(parameter.name);
  out["path"] = entry.path.string();
  out["facts"] = facts_json(entry.facts);
  return out;
}

// So wide that most are shown whole; `--json` has all of it.
constexpr int kNameWidth = 30;
constexpr int kWhereWidth = 34;

// The first `width` characters, the last of them an ellipsis where something is left out.
std::string cut(const std::string& text, int width) {
  if (text_width(text) <= width) return text;
  std::size_t end = 0;
  for (int characters = 0; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
    if (begins && ++characters == width) break;
  }
  while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == ',')) --end;
  return text.substr(0, end) + "…";
}

void print_table(const std::vector<Entry>& entries) {
  constexpr std::size_t kColumns = 8;
  std::vector<std::vector<std::string>> rows;
  std::vector<int> widths(kColumns, 0);
  for (const Entry& entry : entries) {
    if (!entry.variant) {
      rows.push_back({entry.id, "(the file has errors)", "", "", entry.path.string()});
    } else {
      rows.push_back(
          {entry.id, cut(entry.variant->name, kNameWidth), board_text(entry.variant->program.board),
           cut(joined(entry.variant->where), kWhereWidth), counted(entry.status.sources, "source"),
           kinds_text(entry.status.examples), readings_text(entry.status), mutation_text(entry.status)});
    }
    // The path of a file with errors is as long as it is.
    const std::size_t aligned = entry.variant ? kColumns : 2;
    for (std::size_t i = 0; i < aligned; ++i) widths[i] = std::max(widths[i], text_width(rows.back()[i]));
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size())
        line += std::string(static_cast<std::size_t>(std::max(widths[i] - text_width(row[i]), 0) + 2), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    print_line(line);
  }
}

// A text in a cell of a Markdown table.
std::string in_cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string number_in_cell(std::int64_t n) { return n == 0 ? "" : std::to_string(n); }

// What stands above the table: how it was made, what the columns are, and sums.
void print_preamble(const std::vector<Entry>& entries, const ListOptions& options) {
  KindCounts kinds;
  std::int64_t readings = 0;
  VerdictCounts verdicts;
  for (const Entry& entry : entries) {
    for (const auto& [kind, count] : entry.status.examples) kinds[kind] += count;
    readings += entry.status.readings;
    if (!entry.status.verdicts) continue;
    verdicts.decided += entry.status.verdicts->decided;
    verdicts.divided += entry.status.verdicts->divided;
    verdicts.open += entry.status.verdicts->open;
    verdicts.contradictions += entry.status.verdicts->contradictions;
  }
  print_line(fmt::format(
      "# Variants\n\n"
      "Written by `mancala list {}{}--markdown`; nothing is typed in. Columns: the\n"
      "sources that a file cites, its example games by kind, and its readings, the questions that the\n"
      "sources leave open.",
      options.evidence ? "--evidence " : "", options.mutation ? "--mutation " : ""));
  if (options.evidence) {
    print_line(
        "Of these the example games *decide* some; the sources are *divided* on others; the rest is *open*\n"
        "(see [conformance.md](conformance.md#questions-that-sources-leave-open)).");
  }
  if (options.mutation) {
    print_line(
        "*Killed* are so many of a hundred small changes of the rules that are noticed by an example game; "
        "a\n"
        "variant is *demonstrated* if these are at least 95, and each of the others is accepted with a "
        "reason\n"
        "(see [conformance.md](conformance.md)).");
  }
  Status sum;
  sum.examples = kinds;
  sum.readings = readings;
  if (options.evidence) sum.verdicts = verdicts;
  print_line(fmt::format("\nIn all {}: {}; {}.\n",
                         counted(static_cast<std::int64_t>(entries.size()), "variant"),
                         kinds_text(sum.examples), readings_text(sum)));
}

std::string mutation_cells(const Status& status) {
  if (!status.mutation || status.mutation->killed + status.mutation->alive == 0) return "  |  |  |";
  const MutationCounts& mutation = *status.mutation;
  return fmt::format(" {} | {:.0f} % | {} |", mutation.killed + mutation.alive,
                     std::floor(100 * mutation.score), mutation.demonstrated ? "demonstrated" : "");
}

void print_markdown(const std::vector<Entry>& entries, const ListOptions& options) {
  print_preamble(entries, options);
  std::string more = options.evidence ? " decided | divided | open |" : "";
  std::string rule = options.evidence ? "---|---|---|" : "";
  if (options.mutation) {
    more += " mutants | killed | |";
    rule += "---|---|---|";
  }
  print_line("| id | game | board | sources | documented | recorded | demonstrations | readings |" + more);
  print_line("|---|---|---|---|---|---|---|---|" + rule);
  for (const Entry& entry : entries) {
    if (!entry.variant) continue;
    const Status& status = entry.status;
    const auto kind = [&](const char* name) {
      const auto found = status.examples.find(name);
      return number_in_cell(found == status.examples.end() ? 0 : found->second);
    };
    std::string line = fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |", entry.id,
                                   in_cell(entry.variant->name), board_text(entry.variant->program.board),
                                   number_in_cell(status.sources), kind("documented"), kind("recorded"),
                                   kind("demonstration"), number_in_cell(status.readings));
    if (status.verdicts) {
      for (const std::size_t count :
           {status.verdicts->decided, status.verdicts->divided, status.verdicts->open})
        line += fmt::format(" {} |", number_in_cell(static_cast<std::int64_t>(count)));
    }
    if (options.mutation) line += mutation_cells(status);
    print_line(line);
  }
}

int list_facts(bool json) {
  if (json) {
    Json out = Json::array();
    for (const Fact& fact : all_facts()) {
      out.push_back({{"name", fact.name},
                     {"kind", fact.kind == Fact::Kind::truth ? "truth" : "number"},
                     {"about", fact.about}});
    }
    print_line(dumped(out, 2));
    return kFine;
  }
  std::size_t width = 0;
  for (const Fact& fact : all_facts()) width = std::max(width, fact.name.size());
  for (const Fact& fact : all_facts()) {
    const char* kind = fact.kind == Fact::Kind::truth ? "" : "number: ";
    print_line(fmt::format("{:<{}}  {}{}", fact.name, width, kind, fact.about));
  }
  return kFine;
}

// What `--where` asks, or throws, when it has been said what is wrong with it.
FactQuery query_of(const std::string& text) {
  auto parsed = FactQuery::parse(text);
  if (auto* query = std::get_if<FactQuery>(&parsed)) return std::move(*query);
  const TextError& error = std::get<TextError>(parsed);
  SourceMap sources;
  const FileId file = sources.add("<--where>", text);
  Diagnostics diagnostics;
  Diagnostic& diagnostic = diagnostics.error("M0712", Span{file, error.begin, error.end}, error.message);
  if (!error.help.empty()) diagnostic.help.push_back(error.help);
  say(diagnostics, sources);
  throw Said(kUsage);
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
  return text;
}

void print_ids(const std::vector<std::string>& ids, bool json) {
  if (json) {
    print_line(dumped(Json(ids), 2));
    return;
  }
  for (const std::string& id : ids) print_line(id);
}

// Which variants are wanted.
class Wanted {
 public:
  explicit Wanted(const ListOptions& options) {
    if (options.where) queries_.push_back(query_of(*options.where));
    const auto number = [this](const char* fact, const std::optional<int>& n) {
      if (n) queries_.push_back(query_of(fmt::format("{} == {}", fact, *n)));
    };
    number("rows", options.rows);
    number("holes", options.holes);
    number("seeds", options.seeds);
    if (options.region) region_ = lower(*options.region);
  }

  [[nodiscard]] bool all() const { return queries_.empty() && !region_; }
  [[nodiscard]] bool has(const Entry& entry) const {
    if (all()) return true;
    if (!entry.variant) return false;
    const std::vector<std::string>& where = entry.variant->where;
    if (region_ && std::none_of(where.begin(), where.end(), [this](const std::string& place) {
          return lower(place).find(*region_) != std::string::npos;
        }))
      return false;
    return std::all_of(queries_.begin(), queries_.end(),
                       [&](const FactQuery& query) { return query.holds(entry.facts); });
  }

 private:
  std::vector<FactQuery> queries_;
  std::optional<std::string> region_;
};

}  // namespace

int run_list(const ListOptions& options) {
  if (options.facts) return list_facts(options.json);
  const Wanted wanted(options);
  if (options.ids && wanted.all()) {
    std::vector<std::string> ids;
    for (const Library::Item& item : library().items()) ids.push_back(item.id);
    print_ids(ids, options.json);
    return kFine;
  }
  std::vector<Entry> entries;
  int faulty = 0;
  for (const Library::Item& item : library().items()) {
    Entry entry;
    entry.id = item.id;
    entry.path = item.path;
    SourceMap sources;
    Diagnostics diagnostics;
    entry.variant = load_variant(item.path, library(), {}, sources, diagnostics);
    if (entry.variant) {
      entry.facts = facts_of(*entry.variant, sources);
    } else {
      ++faulty;
    }
    if (!wanted.has(entry)) continue;
    if (!options.ids && entry.variant) entry.status = status_of(*entry.variant);
    entries.push_back(std::move(entry));
  }
  if (options.evidence || options.mutation) {
    share_out(options.threads.value_or(all_threads()), entries.size(), [&](std::size_t i) {
      Entry& entry = entries[i];
      if (!entry.variant) return;
      if (options.evidence) entry.status.verdicts = verdicts_of(*entry.variant, entry.path);
      if (options.mutation) entry.status.mutation = mutation_of(*entry.variant, entry.path, options.limit);
    });
  }
  if (!wanted.all() && faulty > 0) {
    flush_output();
    print_error(fmt::format("passed over: {} with errors\n", counted(faulty, "variant")));
  }
  if (options.ids) {
    std::vector<std::string> ids;
    for (const Entry& entry : entries) ids.push_back(entry.id);
    print_ids(ids, options.json);
    return kFine;
  }
  if (options.json) {
    Json out = Json::array();
    for (const Entry& entry : entries) out.push_back(entry_json(entry));
    print_line(dumped(out, 2));
    return kFine;
  }
  if (options.markdown) {
    print_markdown(entries, options);
    return kFine;
  }
  if (library().items().empty()) {
    print_error("the library is empty: there is no folder `variants` here, and MANCALA_PATH names none\n");
    return kFine;
  }
  if (entries.empty()) print_error("no variant is like that\n");
  print_table(entries);
  return kFine;
}

}  // namespace mancala::cli
