#include "dsl/diff.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "dsl/canonical.h"
#include "dsl/describe.h"

namespace mancala {

namespace {

// The parts of a sheet that are rules, and what they are called here.
constexpr std::pair<std::string_view, std::string_view> kParts[] = {
    {"board", "Board and start"},
    {"states", "What is remembered"},
    {"aim", "Aim"},
    {"stages", "Stages"},
    {"turn-start", "At the start of a turn"},
    {"turn", "What may be played"},
    {"play", "Playing the move"},
    {"sowing", "Sowing"},
    {"each-seed", "After each seed"},
    {"lap-end", "When a lap ends"},
    {"move-end", "After a move"},
    {"end", "End"},
    {"rounds", "Rounds"},
    {"endless", "Endless laps"},
};

// What two sentences have in common, from 0 to 1: twice the words of both, by the words of each.
double likeness(const std::string& a, const std::string& b) {
  std::map<std::string, int> words;
  int count_a = 0, count_b = 0, common = 0;
  const auto each_word = [](const std::string& text, const auto& act) {
    std::string word;
    for (const char c : text + " ") {
      const bool part = c != ' ' && c != '.' && c != ',' && c != ':' && c != ';';
      if (part) {
        word += c;
      } else if (!word.empty()) {
        act(word);
        word.clear();
      }
    }
  };
  each_word(a, [&](const std::string& word) { ++words[word], ++count_a; });
  each_word(b, [&](const std::string& word) {
    ++count_b;
    if (words[word]-- > 0) ++common;
  });
  return count_a + count_b == 0 ? 1 : 2.0 * common / (count_a + count_b);
}

bool same_rule(const SheetLine& a, const SheetLine& b) {
  if (a.context != b.context) return false;
  return a.text == b.text || (!a.meaning.empty() && a.meaning == b.meaning);
}

// How much is won by setting two lines side by side; 0: they are not about the same.
int worth(const SheetLine& a, const SheetLine& b) {
  if (same_rule(a, b)) return 1000;
  if (a.context != b.context) return 0;
  constexpr double kAlike = 0.45;
  const double like = likeness(a.text, b.text);
  return like < kAlike ? 0 : static_cast<int>(like * 300);
}

using Lines = std::vector<SheetLine>;

// The sentence with its number in the sheet.
std::string numbered(const SheetLine& line) {
  const std::size_t number = line.lead.find_first_of("0123456789");
  return number == std::string::npos ? line.text : line.lead.substr(number) + line.text;
}

// The changes that lead from a to b: the order of each is kept, and as much as can be stands side by side.
std::vector<RuleChange> align(const Lines& a, const Lines& b) {
  std::vector<std::vector<int>> best(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      best[i][j] = std::max({best[i + 1][j], best[i][j + 1], worth(a[i], b[j]) + best[i + 1][j + 1]});
    }
  }
  std::vector<const SheetLine*> only_a, only_b;
  std::vector<RuleChange> changes;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const bool both = i < a.size() && j < b.size();
    const int value = both ? worth(a[i], b[j]) : 0;
    if (value > 0 && best[i][j] == value + best[i + 1][j + 1]) {
      if (!same_rule(a[i], b[j]))
        changes.push_back({RuleChange::Kind::differs, a[i].context, numbered(a[i]), numbered(b[j])});
      ++i, ++j;
    } else if (i < a.size() && (j == b.size() || best[i][j] == best[i + 1][j])) {
      only_a.push_back(&a[i]);
      changes.push_back({RuleChange::Kind::only_a, a[i].context, numbered(a[i]), ""});
      ++i;
    } else {
      only_b.push_back(&b[j]);
      changes.push_back({RuleChange::Kind::only_b, b[j].context, "", numbered(b[j])});
      ++j;
    }
  }
  // What stands alone in both stands at another place.
  for (const SheetLine* one : only_a) {
    const auto other =
        std::find_if(only_b.begin(), only_b.end(), [&](const SheetLine* l) { return same_rule(*one, *l); });
    if (other == only_b.end()) continue;
    const auto find = [&changes](RuleChange::Kind kind, const SheetLine& line) {
      return std::find_if(changes.begin(), changes.end(), [&](const RuleChange& c) {
        const std::string& text = kind == RuleChange::Kind::only_a ? c.a : c.b;
        return c.kind == kind && c.context == line.context && text == numbered(line);
      });
    };
    const auto in_a = find(RuleChange::Kind::only_a, *one);
    in_a->kind = RuleChange::Kind::moved;
    in_a->b = numbered(**other);
    changes.erase(find(RuleChange::Kind::only_b, **other));
    only_b.erase(other);
  }
  return changes;
}

// The rules of a part. The holes of a circuit are compared where the boards are the same.
Lines rules(const std::vector<SheetPart>& sheet, std::string_view key, bool routes) {
  Lines out;
  for (const SheetPart& part : sheet) {
    if (part.key != key) continue;
    for (const SheetLine& line : part.lines) {
      const bool compared =
          line.role == SheetLine::Role::rule || (routes && line.role == SheetLine::Role::route);
      if (compared) out.push_back(line);
    }
  }
  return out;
}

}  // namespace

RulesDiff diff_rules(const Variant& a, const Variant& b) {
  RulesDiff diff;
  const Canonical program_a(a.program);
  const Canonical program_b(b.program);
  diff.same = program_a.text() == program_b.text();
  const std::vector<SheetPart> sheet_a = rule_sheet(a);
  const std::vector<SheetPart> sheet_b = rule_sheet(b);
  const bool same_board = program_a.parts().front() == program_b.parts().front();
  for (const auto& [key, title] : kParts) {
    const Lines lines_a = rules(sheet_a, key, same_board);
    const Lines lines_b = rules(sheet_b, key, same_board);
    if (lines_a.empty() && lines_b.empty()) continue;
    std::vector<RuleChange> changes = diff.same ? std::vector<RuleChange>() : align(lines_a, lines_b);
    if (changes.empty()) {
      diff.alike.emplace_back(title);
    } else {
      diff.parts.push_back({std::string(key), std::string(title), std::move(changes)});
    }
  }
  if (diff.same || !diff.parts.empty()) return diff;
  for (std::size_t i = 0; i < program_a.parts().size(); ++i) {
    if (program_a.parts()[i] != program_b.parts()[i]) diff.unsaid.push_back(program_a.parts()[i].first);
  }
  return diff;
}

}  // namespace mancala
