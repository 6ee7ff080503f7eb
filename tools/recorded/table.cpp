#include "table.h"

#include <fmt/format.h>

#include <algorithm>

#include "report.h"

namespace mancala::recorded {

namespace {

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(std::string_view text, std::size_t to) {
  return std::string(text) + std::string(to - std::min(to, width(text)), ' ');
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) line += padded(row[c], widths[c]) + "  ";
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace

std::string variant_text(const Entry& entry) {
  std::string out = entry.variant;
  for (const auto& [name, value] : entry.settings) out += fmt::format(" {}={}", name, value);
  return out;
}

std::string kinds_text(const Result& result) {
  std::string out;
  for (const Kind kind : kKinds) {
    const int n = result.kinds[static_cast<std::size_t>(kind)];
    if (n > 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", n, name_of(kind));
  }
  return out;
}

std::string joins_text(const Result& result) {
  std::string out;
  for (const Join join : kJoins) {
    const int n = result.joins[static_cast<std::size_t>(join)];
    if (n > 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", n, name_of(join));
  }
  return out;
}

std::string table(const std::vector<Replayed>& sets) {
  std::vector<std::vector<std::string>> rows = {
      {"recorded by", "game", "variant", "plies", "rounds", "games", "differences", "joined"}};
  for (const Replayed& set : sets) {
    const Result& r = set.result;
    if (!r.problem.empty()) {
      rows.push_back({name_of(set.set.by), set.set.game, variant_text(set.entry), "", "",
                      fmt::format("0/{}", r.games), "not replayed: " + r.problem});
      continue;
    }
    rows.push_back({name_of(set.set.by), set.set.game, variant_text(set.entry),
                    fmt::format("{}/{}", r.plies_reproduced, r.plies),
                    r.rounds == 0 ? "" : fmt::format("{}/{}", r.rounds_reproduced, r.rounds),
                    fmt::format("{}/{}", r.games_whole, r.games), kinds_text(r), joins_text(r)});
  }
  const Totals all = totals(sets);
  rows.push_back({"all", fmt::format("{}/{} sets whole", all.sets_whole, all.sets), "",
                  fmt::format("{}/{}", all.sum.plies_reproduced, all.sum.plies),
                  fmt::format("{}/{}", all.sum.rounds_reproduced, all.sum.rounds),
                  fmt::format("{}/{}", all.sum.games_whole, all.sum.games), kinds_text(all.sum),
                  joins_text(all.sum)});
  return aligned(rows);
}

std::string differences_text(const Replayed& set, int most) {
  const Result& r = set.result;
  std::string out;
  int shown = 0;
  for (const Difference& d : r.differences) {
    if (shown++ == most) break;
    std::string kinds;
    for (const Kind kind : d.kinds) kinds += fmt::format("{}{}", kinds.empty() ? "" : ", ", name_of(kind));
    out += fmt::format("{} {} -> {}: game {} (line {}), ply {}: {}\n", name_of(set.set.by), set.set.game,
                       set.entry.variant, d.game, d.line, d.ply, kinds);
    out += fmt::format("  before    {}\n  move      {}\n", d.before, d.move);
    if (!d.expected.empty()) out += fmt::format("  recorded  {}\n", d.expected);
    if (!d.ours.empty()) out += fmt::format("  ours      {}\n", d.ours);
    if (!d.missing.empty() || !d.extra.empty()) {
      out += fmt::format("  legal     recorded: {}", d.legal);
      if (!d.missing.empty()) out += fmt::format("; we lack: {}", fmt::join(d.missing, " "));
      if (!d.extra.empty()) out += fmt::format("; we have beside: {}", fmt::join(d.extra, " "));
      out += "\n";
    }
    if (!d.our_next.empty())
      out += fmt::format("  next      recorded: {}; ours: {}\n", d.expected_next, d.our_next);
    std::string settings;
    for (const auto& [name, value] : set.entry.settings) settings += fmt::format(" --set {}={}", name, value);
    out += fmt::format("  try       mancala run {}{} --position \"{}\" --moves \"{}\" --trace\n\n",
                       set.entry.variant, settings, d.before, d.move);
  }
  if (static_cast<int>(r.differences.size()) > most && most > 0) {
    out += fmt::format("{} more differences in {}\n\n", r.differences.size() - static_cast<std::size_t>(most),
                       set.set.game);
  }
  return out;
}

}  // namespace mancala::recorded
