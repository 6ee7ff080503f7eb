#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "report.h"

namespace mancala::recorded {

namespace {

constexpr std::size_t kMostPlies = 60;

std::string slug(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

// A text in double quotes.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string url_of(Program program) {
  switch (program) {
    case Program::mancalagames: return "https://github.com/StoneShark/MancalaGames";
    case Program::ludii: return "https://ludii.games";
  }
  return {};
}

std::string settings_text(const Replayed& set, bool parameters) {
  std::string out;
  for (const auto& [name, value] : set.entry.settings) {
    const bool parameter =
        std::find(set.parameters.begin(), set.parameters.end(), name) != set.parameters.end();
    if (parameter == parameters) out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", name, value);
  }
  return out.empty() ? out : fmt::format("{}: {{{}}}\n", parameters ? "parameters" : "readings", out);
}

std::string example_text(const Replayed& set, const Reproduced& game) {
  std::string out =
      fmt::format("mancala-example: 1\nvariant: {}\ntitle: {}\nkind: recorded\n", set.entry.variant,
                  in_quotes(fmt::format("Game {} of {}", game.game, set.set.game)));
  out +=
      fmt::format("source: {{cite: {}, url: {}}}\n",
                  in_quotes(fmt::format("a random game of {} played by {}", set.set.game, set.set.version)),
                  in_quotes(url_of(set.set.by)));
  out += settings_text(set, true) + settings_text(set, false);
  out += fmt::format("start: {}\nmoves:\n", in_quotes(game.start));
  std::size_t plies = 0;
  for (const Line& line : game.lines) {
    if (line.move.empty()) {
      if (plies == kMostPlies) break;
      out += fmt::format("  - {{new-round: {}, set: true}}\n", in_quotes(line.position));
      continue;
    }
    if (plies++ == kMostPlies) break;
    const std::string move =
        line.move.find_first_of("<>/(") == std::string::npos ? line.move : in_quotes(line.move);
    out += line.position.empty()
               ? fmt::format("  - {}\n", move)
               : fmt::format("  - {{move: {}, then: {}}}\n", move, in_quotes(line.position));
  }
  return out;
}

}  // namespace

void export_examples(const std::vector<Replayed>& sets, const std::filesystem::path& folder) {
  std::set<std::filesystem::path> written;
  for (const Replayed& set : sets) {
    if (!set.result.shortest || set.result.shortest->lines.empty()) continue;
    const std::filesystem::path variant = folder / set.entry.variant;
    std::filesystem::path path = variant / fmt::format("recorded-{}.yaml", slug(name_of(set.set.by)));
    if (written.count(path) != 0) {
      path = variant / fmt::format("recorded-{}-{}.yaml", slug(name_of(set.set.by)), slug(set.set.game));
    }
    written.insert(path);
    write_whole(path, example_text(set, *set.result.shortest));
  }
}

}  // namespace mancala::recorded
