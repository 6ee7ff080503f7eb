#include "dsl/scaffold.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "dsl/diagnostic.h"
#include "dsl/source.h"
#include "dsl/text_check.h"
#include "dsl/vocabulary.h"

namespace mancala {

namespace {

constexpr std::size_t kLongestText = 1000;  // of an answer in one's own words, in bytes
constexpr int kMostInRow = 20;
constexpr int kMostEach = 100;
constexpr int kUsualLaps = 5000;
constexpr std::string_view kOpen = "   # open";

struct Size {
  int rows = 2;
  int holes = 6;
};

std::optional<int> number_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Size> size_of(std::string_view text) {
  const std::size_t cross = text.find('x');
  if (cross == std::string_view::npos) return std::nullopt;
  const auto rows = number_of(text.substr(0, cross));
  const auto holes = number_of(text.substr(cross + 1));
  if (!rows || !holes || *holes < 1 || *holes > kMostInRow) return std::nullopt;
  if (*rows != 2 && *rows != 3 && *rows != 4 && *rows != 6) return std::nullopt;
  if (*rows == 3 && *holes % 2 != 0) return std::nullopt;  // each has a half of the middle row
  return Size{*rows, *holes};
}

// The answer, if there is one that says something.
const std::string* known(const Answers& answers, std::string_view key) {
  const auto found = answers.find(key);
  return found == answers.end() || found->second == kUnknown ? nullptr : &found->second;
}

Size size_of(const Answers& answers) {
  const std::string* board = known(answers, "board");
  return board == nullptr ? Size{} : size_of(*board).value_or(Size{});
}

// The words that may be the answer: one if it is known, none if the question does not come up.
std::vector<const Choice*> possible(std::string_view key, const Answers& answers) {
  const Question* question = find_question(key);
  if (question == nullptr || !comes_up(*question, answers)) return {};
  std::vector<const Choice*> all = choices_of(*question, answers);
  if (const std::string* word = known(answers, key)) {
    all.erase(std::remove_if(all.begin(), all.end(), [word](const Choice* c) { return c->word != *word; }),
              all.end());
  }
  return all;
}

bool stores_sown(const Answers& answers) {
  const auto ways = possible("circuit", answers);
  return std::any_of(ways.begin(), ways.end(), [](const Choice* choice) {
    return choice->word.find("store") != std::string_view::npos;
  });
}

bool may_sow_on(const Answers& answers) {
  for (const Question& question : questions()) {
    if (question.if_relay) continue;
    for (const Choice* choice : possible(question.key, answers)) {
      for (const Piece& piece : choice->pieces) {
        const bool sows = piece.then.find("sow ") != std::string_view::npos ||
                          piece.then.find("relay(") != std::string_view::npos;
        if (piece.slot == Slot::lap_end && sows) return true;
      }
    }
  }
  return false;
}

bool is_among(std::string_view word, std::string_view list) {
  const auto parts = parts_of(list);
  return std::find(parts.begin(), parts.end(), word) != parts.end();
}

std::string quoted_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// Plain words need no quotes.
std::string text_value(std::string_view text) {
  const auto plain = [](unsigned char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; };
  if (text.empty() || !plain(static_cast<unsigned char>(text[0]))) return quoted_text(text);
  const bool words = std::all_of(text.begin(), text.end(), [&plain](char c) {
    return plain(static_cast<unsigned char>(c)) || c == ' ' || c == '-' || (c >= '0' && c <= '9');
  });
  std::string small;
  for (const char c : text) small += static_cast<char>(c | 32);
  const bool read_otherwise = small == "none" || small == "null" || small == "true" || small == "false" ||
                              small == "yes" || small == "no" || small == "on" || small == "off";
  return words && text.back() != ' ' && !read_otherwise ? std::string(text) : quoted_text(text);
}

bool has_or(std::string_view condition) {
  return condition.find(" or ") != std::string_view::npos || condition.starts_with("if ");
}

// A condition of several that must all hold; empty ones do.
std::string all_of(const std::vector<std::string>& conditions) {
  std::vector<std::string> said;
  for (const std::string& condition : conditions) {
    if (!condition.empty()) said.push_back(condition);
  }
  std::string out;
  for (const std::string& condition : said) {
    out += out.empty() ? "" : " and ";
    out += said.size() > 1 && has_or(condition) ? "(" + condition + ")" : condition;
  }
  return out;
}

void replace(std::string& text, std::string_view what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

class Scaffold {
 public:
  Scaffold(std::string_view id, const Answers& answers)
      : id_(id),
        answers_(answers),
        size_(size_of(answers)),
        stores_(stores_sown(answers)),
        rounds_(any_word("rounds", "filled territory")),
        filtered_(!list(Slot::legal).empty() || any_word("lifted", "several")) {}

  std::string text() {
    head();
    parameters();
    readings();
    out_ += fmt::format("board: {{rows: {}, holes: width}}\nsetup: seeds-each\n", size_.rows);
    if (const std::string starter = expression(Slot::starter); starter != "south")
      out_ += "starter: " + starter + "\n";
    definitions();
    move();
    sowing();
    const std::vector<std::string> play = list(Slot::play);
    if (play != std::vector<std::string>{"- relay(start)"}) section("play", play, "");
    section("each-seed", list(Slot::each_seed), "");
    section("lap-end", list(Slot::lap_end), "");
    section("move-end", list(Slot::move_end), "");
    out_ += "end:\n";
    section("before-turn", list(Slot::before_turn), "  ");
    section("after-move", list(Slot::after_move), "  ");
    out_ += "win: " + expression(Slot::win) + "\n";
    if (rounds_) match();
    endless();
    return std::move(out_);
  }

 private:
  // Does the file ask the reader, instead of saying it?
  [[nodiscard]] bool is_reading(const Question& question) const {
    if (question.kind != Answered::by_choice || known(answers_, question.key) != nullptr) return false;
    if (!comes_up(question, answers_) || choices_of(question, answers_).size() < 2) return false;
    if (question.key == "endless-laps") return false;
    // What hangs on an open question is one only if it matters as the file stands.
    return question.about.empty() || is_among(usual(question.about), question.among);
  }

  // The answer, or what the file says while the question is open.
  [[nodiscard]] std::string_view usual(std::string_view key) const {
    const auto words = possible(key, answers_);
    return words.empty() ? std::string_view() : words.front()->word;
  }

  [[nodiscard]] bool any_word(std::string_view key, std::string_view list) const {
    const auto words = possible(key, answers_);
    return std::any_of(words.begin(), words.end(),
                       [list](const Choice* c) { return is_among(c->word, list); });
  }

  // The choices of a question that the file speaks of: those of a reading, or one.
  [[nodiscard]] std::vector<const Choice*> spoken(const Question& question) const {
    auto words = possible(question.key, answers_);
    if (!is_reading(question) && words.size() > 1) return {words.front()};
    return words;
  }

  // What must hold of the readings so that this choice is made.
  [[nodiscard]] std::string guard(const Question& question, const Choice& choice) const {
    std::string outer;
    if (const Question* about = question.about.empty() ? nullptr : find_question(question.about)) {
      if (is_reading(*about)) {
        for (const Choice* other : possible(about->key, answers_)) {
          if (is_among(other->word, question.among))
            outer += fmt::format("{}{} == {}", outer.empty() ? "" : " or ", about->key, other->word);
        }
      }
    }
    const std::string own = is_reading(question) ? fmt::format("{} == {}", question.key, choice.word) : "";
    return all_of({outer, own});
  }

  template <class Do>
  void pieces(Slot slot, const Do& each) const {
    for (const Question& question : questions()) {
      for (const Choice* choice : spoken(question)) {
        for (const Piece& piece : choice->pieces) {
          if (piece.slot == slot) each(question, *choice, piece);
        }
      }
    }
  }

  // One expression; where it hangs on a reading, an `if` for each value but the last.
  [[nodiscard]] std::string expression(Slot slot) const {
    std::vector<std::pair<std::string, std::string>> cases;
    pieces(slot, [&](const Question& question, const Choice& choice, const Piece& piece) {
      cases.emplace_back(fmt::format("{} == {}", question.key, choice.word), piece.text);
    });
    std::string out;
    for (std::size_t i = 0; i + 1 < cases.size(); ++i) {
      // What several values say is said once.
      if (cases[i].second == cases[i + 1].second) {
        cases[i + 1].first = cases[i].first + " or " + cases[i + 1].first;
        continue;
      }
      out += fmt::format("if {} then {} else ", cases[i].first, cases[i].second);
    }
    return cases.empty() ? "" : out + cases.back().second;
  }

  [[nodiscard]] std::string skipped() const {
    std::string out;
    pieces(Slot::skip, [&](const Question& question, const Choice& choice, const Piece& piece) {
      out += (out.empty() ? "" : " or ") + all_of({guard(question, choice), std::string(piece.text)});
    });
    return out;
  }

  [[nodiscard]] std::string filled_in(std::string_view then, Slot slot, const std::string& end) const {
    std::string text(then);
    const std::string heir = expression(slot == Slot::after_move ? Slot::heir_after : Slot::heir);
    if (heir == "none" && text == "capture board for {heir}") return "";  // it stays where it is
    replace(text, "{heir}", heir.starts_with("if ") ? "(" + heir + ")" : heir);
    replace(text, "{end}", end);
    return text;
  }

  [[nodiscard]] std::string half() const {
    if (size_.rows == 3) return "3 * width * seeds-each div 2";
    return size_.rows == 2 ? "width * seeds-each" : fmt::format("{} * width * seeds-each", size_.rows / 2);
  }

  [[nodiscard]] std::string clause(const Piece& piece, const std::string& guard,
                                   const std::string& end) const {
    const std::string extra = stores_ ? std::string(piece.beside_stores) : "";
    std::string then = filled_in(piece.then, piece.slot, end);
    if (piece.slot == Slot::legal) {
      const std::string condition = all_of({guard, std::string(piece.text)});
      return condition.empty() ? fmt::format("- {{{}}}", then)
                               : fmt::format("- {{if: {}, {}}}", condition, then);
    }
    if (piece.text.starts_with("each: ")) {
      const std::string condition = guard.empty() ? "" : "  if: " + guard + "\n";
      return fmt::format("- {}\n{}  also: {}", piece.text, condition, then);
    }
    if (guard.empty() && extra.empty() && !piece.name.empty()) return fmt::format("- {}", piece.name);
    std::string text(piece.text);
    replace(text, "{half}", half());
    const std::string condition = all_of({guard, extra, text});
    if (condition.empty()) return "- " + then;
    return then.empty()
               ? fmt::format("- {{if: {}}}", condition)
               : fmt::format("- {{if: {}, {}: {}}}", condition, piece.reads_on ? "also" : "then", then);
  }

  [[nodiscard]] std::vector<std::string> list(Slot slot) const {
    std::vector<std::string> lines;
    pieces(slot, [&](const Question& question, const Choice& choice, const Piece& piece) {
      if (piece.if_filtered && !filtered_ && !is_reading(question)) return;
      if (piece.then.find("{end}") == std::string_view::npos) {
        lines.push_back(clause(piece, guard(question, choice), ""));
        return;
      }
      pieces(Slot::fill_end, [&](const Question& about_end, const Choice& from, const Piece& end) {
        const std::string both =
            is_reading(about_end) ? fmt::format("{} == {}", about_end.key, from.word) : "";
        lines.push_back(clause(piece, all_of({guard(question, choice), both}), std::string(end.text)));
      });
    });
    return lines;
  }

  void section(std::string_view key, const std::vector<std::string>& lines, const std::string& indentation) {
    if (lines.empty()) return;
    out_ += fmt::format("{}{}:\n", indentation, key);
    for (std::string line : lines) {
      replace(line, "\n", "\n  " + indentation);
      out_ += indentation + "  " + line + "\n";
    }
  }

  void head() {
    const std::string* name = known(answers_, "name");
    out_ += fmt::format("mancala: {}\nid: {}\n", kEdition, id_);
    out_ += fmt::format("name: {}\n", name == nullptr ? text_value(id_) : text_value(*name));
    if (const std::string* where = known(answers_, "where")) out_ += "where: " + text_value(*where) + "\n";
    const std::string* source = known(answers_, "source");
    out_ += "sources:\n";
    out_ += source == nullptr ? fmt::format("  told: \"not stated yet\"{}\n", kOpen)
                              : fmt::format("  told: {}\n", quoted_text(*source));
  }

  void parameters() {
    const std::string* seeds = known(answers_, "seeds");
    const int each = seeds == nullptr ? 4 : number_of(*seeds).value_or(4);
    const auto line = [](std::string_view name, int value, int least, int most, bool open) {
      return fmt::format("  {}: {{default: {}, from: {}, to: {}}}{}\n", name, value, std::min(value, least),
                         std::max(value, most), open ? kOpen : "");
    };
    out_ += "parameters:\n" + line("width", size_.holes, 2, kMostInRow, known(answers_, "board") == nullptr) +
            line("seeds-each", each, 1, 20, seeds == nullptr);
  }

  void readings() {
    std::string text;
    for (const Question& question : questions()) {
      if (!is_reading(question)) continue;
      const auto choices = choices_of(question, answers_);
      text += fmt::format("  {}:\n    about: {}\n    default: {}{}\n    values:\n", question.key,
                          quoted_text(question.asks), choices.front()->word, kOpen);
      for (const Choice* choice : choices)
        text += fmt::format("      {}: {}\n", choice->word, quoted_text(choice->meaning));
    }
    if (!text.empty()) out_ += "readings:\n" + text;
  }

  void definitions() {
    std::vector<std::string> lines;
    pieces(Slot::define, [&](const Question&, const Choice&, const Piece& piece) {
      const std::string line = fmt::format("  {}: {}\n", piece.text, piece.then);
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    });
    if (lines.empty()) return;
    out_ += "define:\n";
    for (const std::string& line : lines) out_ += line;
  }

  void move() {
    const std::vector<std::string> legal = list(Slot::legal);
    const bool passes = any_word("round-end", "nobody-moves");
    const std::string from = expression(Slot::from);
    if (legal.empty() && !passes) {
      out_ += fmt::format("move: {{from: {}}}\n", from);
      return;
    }
    out_ += fmt::format("move:\n  from: {}\n", from);
    section("legal", legal, "  ");
    if (passes) out_ += "  none: pass\n";
  }

  // A circuit is a word and cannot hang on a reading, but a phase can.
  void sowing() {
    std::vector<std::string_view> ways;
    pieces(Slot::around,
           [&](const Question&, const Choice&, const Piece& piece) { ways.push_back(piece.text); });
    out_ += fmt::format("sow:\n  around: {}\n  direction: {}\n", ways.front(), expression(Slot::direction));
    if (const std::string skip = skipped(); !skip.empty()) out_ += "  skip: " + skip + "\n";
    if (ways.size() < 2) return;
    out_ += "phases:\n";
    for (const std::string_view way : ways) {
      const std::string when = way == ways.back() ? "" : fmt::format("while: circuit == {}, ", way);
      out_ += fmt::format("  around-{}: {{{}sow: {{around: {}}}}}\n", way, when, way);
    }
  }

  void match() {
    const bool open = is_reading(*find_question("rounds"));
    std::vector<std::string> lines = list(Slot::new_round);
    // What was left on the board is not lost for those who fill their holes.
    if (any_word("rest", "nobody") || any_word("majority", "over"))
      lines.insert(lines.begin(), "- capture board for owner(it)");
    out_ += "match:\n";
    section("new-round", lines, "  ");
    out_ += fmt::format(
        "  starter: {}\n  over: {}some players where captured(it) < seeds-each\n"
        "  winner: player with most captured(it)\n",
        expression(Slot::next_starter), open ? "rounds == one or " : "");
  }

  void endless() {
    const auto words = possible("endless-laps", answers_);
    if (words.empty()) return;
    out_ += fmt::format("endless: {{laps: {}, then: {}}}{}\n", kUsualLaps, words.front()->word,
                        known(answers_, "endless-laps") == nullptr ? kOpen : "");
  }

  std::string_view id_;
  const Answers& answers_;
  Size size_;
  bool stores_ = false;
  bool rounds_ = false;
  bool filtered_ = false;
  std::string out_;
};

}  // namespace

bool comes_up(const Question& question, const Answers& answers) {
  if (question.without_stores && stores_sown(answers)) return false;
  if (question.if_relay && !may_sow_on(answers)) return false;
  if (question.kind == Answered::by_choice && choices_of(question, answers).empty()) return false;
  if (question.about.empty()) return true;
  const auto words = possible(question.about, answers);
  return std::any_of(words.begin(), words.end(),
                     [&question](const Choice* c) { return is_among(c->word, question.among); });
}

std::vector<const Choice*> choices_of(const Question& question, const Answers& answers) {
  std::vector<const Choice*> choices;
  const int rows = size_of(answers).rows;
  for (const Choice& choice : question.choices) {
    if (choice.least_rows <= rows && rows <= choice.most_rows) choices.push_back(&choice);
  }
  return choices;
}

std::string answer_error(const Question& question, const Answers& answers, std::string_view answer) {
  if (answer == kUnknown) return "";
  switch (question.kind) {
    case Answered::by_text: {
      SourceMap sources;
      Diagnostics diagnostics;
      if (answer.find_first_not_of(' ') == std::string_view::npos) return "it is empty";
      if (answer.size() > kLongestText) return fmt::format("it is longer than {} bytes", kLongestText);
      if (answer.find_first_of("\n\r\t") != std::string_view::npos) return "it is no single line";
      if (!check_text(sources.add("answer", std::string(answer)), sources, diagnostics) ||
          answer.find('\xEF') == 0)
        return "it is no plain text in UTF-8";
      return "";
    }
    case Answered::by_board:
      if (size_of(answer)) return "";
      return fmt::format(
          "`{}` is no board: 2, 3, 4 or 6 rows by 1 to {} holes (of three rows an even number), such as "
          "2x6",
          answer, kMostInRow);
    case Answered::by_number: {
      const auto number = number_of(answer);
      if (number && *number >= 1 && *number <= kMostEach) return "";
      return fmt::format("`{}` is no number from 1 to {}", answer, kMostEach);
    }
    case Answered::by_choice: {
      std::vector<std::string_view> words;
      for (const Choice* choice : choices_of(question, answers)) words.push_back(choice->word);
      if (std::find(words.begin(), words.end(), answer) != words.end()) return "";
      std::string list;
      for (const std::string_view word : words) list += fmt::format("`{}`, ", word);
      return fmt::format("`{}` is none of its answers: {}or `{}`", answer, list, kUnknown);
    }
  }
  return "";
}

std::string id_from_name(std::string_view name) {
  std::string id;
  bool gap = false;
  for (const char c : name) {
    const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    if ((small >= 'a' && small <= 'z') || (small >= '0' && small <= '9' && !id.empty())) {
      if (gap && !id.empty()) id += '-';
      id += small;
      gap = false;
    } else if (small != '\'') {
      gap = true;
    }
  }
  return id;
}

std::string scaffold(std::string_view id, const Answers& answers) { return Scaffold(id, answers).text(); }

}  // namespace mancala
