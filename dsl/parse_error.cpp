#include "dsl/parse_error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <utility>

#include "dsl/bytes.h"
#include "dsl/lexemes.h"
#include "dsl/parse.h"

namespace mancala {

namespace {

using What = Expected::What;

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

// "a", "a or b", "a, b or c".
std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += i + 1 == parts.size() ? " or " : ", ";
    out += parts[i];
  }
  return out;
}

// The bytes of the character at `at`, as UTF-8 has it.
std::size_t character_size(std::string_view text, std::size_t at) {
  std::size_t size = 1;
  while (at + size < text.size() && (static_cast<unsigned char>(text[at + size]) & 0xC0U) == 0x80U) ++size;
  return size;
}

// Something else than what the language calls it; `write` may be empty where no single word says it.
struct Slip {
  std::string_view sign;
  std::string_view write;
  std::string_view meaning;
};

// The longest first among those that begin alike.
constexpr std::array kSlips = {
    Slip{"===", "==", "equality"},
    Slip{"!==", "!=", "inequality"},
    Slip{"=/=", "!=", "inequality"},
    Slip{"<=>", "", "comparison"},
    Slip{"=>", ">=", "at least"},
    Slip{"=<", "<=", "at most"},
    Slip{"=!", "!=", "inequality"},
    Slip{"<>", "!=", "inequality"},
    Slip{"~=", "!=", "inequality"},
    Slip{"/=", "!=", "inequality"},
    Slip{"><", "!=", "inequality"},
    Slip{"&&", "and", "both"},
    Slip{"||", "or", "either"},
    Slip{"//", "div", "whole division"},
    Slip{":=", "==", "equality"},
    Slip{"=", "==", "equality"},
    Slip{"&", "and", "both"},
    Slip{"|", "or", "either"},
    Slip{"!", "not", "negation"},
    Slip{"~", "not", "negation"},
    Slip{"%", "mod", "the remainder"},
    Slip{"/", "div", "whole division"},
    Slip{"\u2260", "!=", "inequality"},
    Slip{"\u2264", "<=", "at most"},
    Slip{"\u2265", ">=", "at least"},
    Slip{"\u00d7", "*", "multiplication"},
    Slip{"\u00f7", "div", "whole division"},
    Slip{"\u2212", "-", "subtraction"},
    Slip{"\u2013", "-", "subtraction"},
    Slip{"\u222a", "union", "a union of sets"},
    Slip{"\u2208", "in", "membership"},
    Slip{"\u2227", "and", "both"},
    Slip{"\u2228", "or", "either"},
    Slip{"\u00ac", "not", "negation"},
};

constexpr std::string_view kHowToChoose = "a choice between two values is written `if C then A else B`";
constexpr std::array<std::string_view, 6> kComparisons = {"==", "!=", "<=", ">=", "<", ">"};
constexpr std::array<std::string_view, 6> kQuotes = {"\"", "'", "\u201c", "\u201d", "\u2018", "\u2019"};

// `myState`, `My_State` -> `my-state`. Empty if it does not become a name.
std::string as_name(std::string_view word) {
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const auto c = static_cast<unsigned char>(word[i]);
    const bool joint = c == '_' || c == '-';
    const bool hump =
        i > 0 && std::isupper(c) != 0 && std::islower(static_cast<unsigned char>(word[i - 1])) != 0;
    if ((joint || hump) && !out.empty() && out.back() != '-') out += '-';
    if (!joint) out += static_cast<char>(std::tolower(c));
  }
  if (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

// A bracket or an `if` that is not complete yet.
struct Open {
  std::size_t at;
  std::string_view word;  // `(`, `if`, `then`
};

// What is open at the end of a text that is in the grammar as far as it goes.
std::vector<Open> open_at(std::string_view text) {
  std::vector<Open> open;
  const auto last_is = [&](std::string_view word) { return !open.empty() && open.back().word == word; };
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view word = word_at(text, at);
    if (text[at] == '(') open.push_back({at, "("});
    if (text[at] == ')') {
      while (!open.empty() && !last_is("(")) open.pop_back();
      if (!open.empty()) open.pop_back();
    }
    if (word == "if") open.push_back({at, "if"});
    if (word == "then" && last_is("if")) open.back().word = "then";
    if (word == "else" && last_is("then")) open.pop_back();
    at += std::max<std::size_t>(word.size(), 1);
  }
  return open;
}

class Explanation {
 public:
  Explanation(const SyntaxError& error, Goal goal, const ScalarText& source, Diagnostics& diagnostics)
      : error_(error), goal_(goal), source_(source), diagnostics_(diagnostics), text_(source.value) {
    end_of_text_ = trimmed_end(text_, text_.size());
    at_ = std::min(error.at, end_of_text_);
    word_ = word_at(text_, at_);
    found_size_ = at_ == end_of_text_          ? 0
                  : !word_.empty()             ? word_.size()
                  : !comparison_here().empty() ? comparison_here().size()
                                               : character_size(text_, at_);
    const std::size_t before = trimmed_end(text_, at_);
    std::size_t begin = before;
    while (begin > 0 && is_word_char(text_[begin - 1])) --begin;
    if (begin == before && begin > 0) --begin;
    previous_at_ = begin;
    previous_ = text_.substr(begin, before - begin);
    open_ = open_at(text_.substr(0, at_));
  }

  void report() {
    if (limits() || empty() || quotes() || minus() || separator() || foreign_operator() || bad_word() ||
        misplaced_not() || is_of_a_value() || action_in_expression() || wrong_if() ||
        expression_as_action() || second_comparison() || brackets() || grammar_word_as_name() ||
        unknown_character()) {
      return;
    }
    unexpected();
  }

 private:
  // --- what could stand here
  [[nodiscard]] bool expects(What what) const {
    return std::any_of(error_.expected.begin(), error_.expected.end(),
                       [what](const Expected& expected) { return expected.what == what; });
  }
  [[nodiscard]] bool expects(std::string_view word) const {
    return std::any_of(error_.expected.begin(), error_.expected.end(), [word](const Expected& expected) {
      return expected.text == word && expected.what == What::word;
    });
  }
  // The text so far could be complete, or go on with an operator.
  [[nodiscard]] bool after_operand() const {
    return expects(What::calculation) || expects(What::logic) || expects(What::end);
  }

  [[nodiscard]] std::string expectation() const {
    std::vector<std::string> parts;
    const bool value = expects(What::value);
    if (value) parts.emplace_back("a value such as a number, a name or `(`");
    for (const Expected& expected : error_.expected) {
      switch (expected.what) {
        case What::word: parts.push_back(quoted(expected.text)); break;
        case What::name: parts.emplace_back("a name"); break;
        case What::number: parts.emplace_back("a number"); break;
        case What::alternative:
          if (!value) parts.push_back(expected.text.empty() ? "a number" : quoted(expected.text));
          break;
        case What::label:
          if (!value) parts.emplace_back("a hole such as `A5`");
          break;
        case What::end: parts.emplace_back("the end"); break;
        case What::value:
        case What::action:
        case What::calculation:
        case What::comparison:
        case What::logic:
        case What::unsaid: break;  // many words, said together
      }
    }
    if (expects(What::action)) parts.emplace_back("an action such as `capture` or `sow`");
    const std::string_view example = expects(What::comparison)    ? "=="
                                     : expects(What::calculation) ? "+"
                                     : expects(What::logic)       ? "and"
                                                                  : "";
    if (!example.empty()) parts.push_back("an operator such as " + quoted(example));
    return joined(parts);
  }

  // --- what stands here
  [[nodiscard]] bool at_end() const { return at_ == end_of_text_; }
  [[nodiscard]] char here() const { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] std::string found() const {
    if (at_end()) return "the end of the text";
    constexpr std::size_t kLongest = 40;
    if (found_size_ > kLongest) return quoted(std::string(text_.substr(at_, kLongest)) + "\u2026");
    return quoted(text_.substr(at_, found_size_));
  }
  [[nodiscard]] std::string_view comparison_here() const {
    for (const std::string_view sign : kComparisons) {
      if (text_.substr(at_).starts_with(sign)) return sign;
    }
    return word_ == "in" || word_ == "is" ? word_ : std::string_view();
  }

  Diagnostic& error(std::string_view code, std::string message) {
    return error(code, at_, found_size_, std::move(message));
  }
  Diagnostic& error(std::string_view code, std::size_t at, std::size_t size, std::string message) {
    return diagnostics_.error(code, source_.span(at, at + size), std::move(message));
  }
  void replace(Diagnostic& diagnostic, std::size_t at, std::size_t size, std::string text) {
    diagnostic.fix = Fix{source_.span(at, at + size), std::move(text)};
  }
  void label_opening(Diagnostic& diagnostic) {
    if (!open_.empty() && open_.back().word == "(" && expects(")")) {
      diagnostic.others.push_back({source_.span(open_.back().at, open_.back().at + 1), "opened here"});
    }
  }

  // --- the slips, each: is it this one? then report it
  bool limits() {
    switch (error_.reason) {
      case SyntaxError::Reason::unexpected: return false;
      case SyntaxError::Reason::too_deep: {
        Diagnostic& diagnostic =
            error("M0319", previous_at_, previous_.size(),
                  "nested more than " + std::to_string(kMaxExpressionDepth) + " levels deep");
        diagnostic.help.emplace_back("give parts of the expression names under `define`");
        return true;
      }
      case SyntaxError::Reason::too_long: {
        Diagnostic& diagnostic = error("M0320", previous_at_, previous_.size(),
                                       "more than " + std::to_string(kMaxExpressionNodes) + " parts");
        diagnostic.help.emplace_back("give parts of the expression names under `define`");
        return true;
      }
    }
    return false;
  }

  bool empty() {
    if (end_of_text_ != 0) return false;
    error("M0302", "nothing stands here, expected " + expectation());
    return true;
  }

  bool quotes() {
    const auto* quote = std::find_if(kQuotes.begin(), kQuotes.end(), [&](std::string_view candidate) {
      return !at_end() && text_.substr(at_).starts_with(candidate);
    });
    if (quote == kQuotes.end()) return false;
    Diagnostic& diagnostic =
        error("M0315", "words and numbers stand without quotes, found " + quoted(*quote));
    const std::size_t inside = at_ + quote->size();
    const std::string_view word = word_at(text_, inside);
    const std::size_t closing = inside + word.size();
    if (!word.empty() && closing < text_.size() && text_.substr(closing).starts_with(*quote)) {
      diagnostic.help.push_back("write " + quoted(word));
      replace(diagnostic, at_, closing + quote->size() - at_, std::string(word));
    }
    return true;
  }

  // `a -b`, `a- b`, `3-1`, `-1`.
  bool minus() {
    if (goal_ == Goal::head) return false;
    const std::string help = "`a-b` is one name; a subtraction is written `a - b`";
    if (here() == '-') {
      std::size_t size = 1;
      if (!after_operand()) {
        Diagnostic& diagnostic =
            error("M0307", at_, size, "`-` stands between two values, and there is none before it");
        diagnostic.help.emplace_back("a number below zero is written `0 - 1`");
        return true;
      }
      Diagnostic& diagnostic = error("M0307", at_, size, "`-` needs a blank on both sides");
      diagnostic.help.push_back(help);
      std::size_t begin = at_;
      while (begin > 0 && is_space(text_[begin - 1])) --begin;
      while (at_ + size < text_.size() && is_space(text_[at_ + size])) ++size;
      replace(diagnostic, begin, at_ + size - begin, " - ");
      return true;
    }
    const std::size_t dash = word_.find('-');
    if (dash == std::string_view::npos) return false;
    const bool numbers = is_number(word_.substr(0, dash)) && is_number(word_.substr(dash + 1));
    const bool hanging = dash + 1 == word_.size() && is_name(word_.substr(0, dash));
    if (!numbers && !hanging) return false;
    Diagnostic& diagnostic = error("M0307", at_ + dash, 1, "`-` needs a blank on both sides");
    diagnostic.help.push_back(help);
    std::size_t end = at_ + dash + 1;
    while (end < text_.size() && is_space(text_[end])) ++end;
    replace(diagnostic, at_ + dash, end - at_ - dash, " - ");
    return true;
  }

  bool foreign_operator() {
    if (at_end() || goal_ == Goal::head) return false;
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("?")) {
      error("M0305", "`?` is not an operator of the language").help.emplace_back(kHowToChoose);
      return true;
    }
    const auto* slip = std::find_if(kSlips.begin(), kSlips.end(),
                                    [&](const Slip& candidate) { return rest.starts_with(candidate.sign); });
    if (slip == kSlips.end()) return false;
    // `==` begins like `=`, but is right by itself.
    if (slip->sign.size() < 2 && comparison_here().size() == 2) return false;
    Diagnostic& diagnostic =
        error("M0305", at_, slip->sign.size(), quoted(slip->sign) + " is not an operator of the language");
    const bool is_setting = slip->sign == "=" || slip->sign == ":=";
    if (is_setting && goal_ == Goal::actions && !expects(What::calculation) && !expects(What::value)) {
      diagnostic.help.emplace_back("a state is changed by `set NAME to VALUE`");
      if (expects("to")) replace_spaced(diagnostic, slip->sign.size(), "to");
      return true;
    }
    const bool fits = slip->write == "not" ? expects(What::value) : after_operand();
    if (slip->write.empty() || !fits) return true;
    diagnostic.help.push_back(std::string(slip->meaning) + " is written " + quoted(slip->write));
    replace_spaced(diagnostic, slip->sign.size(), slip->write);
    return true;
  }
  // Replaces what stands here; a word gets blanks around it.
  void replace_spaced(Diagnostic& diagnostic, std::size_t size, std::string_view write) {
    std::string text(write);
    if (is_word_char(write[0])) {
      if (at_ > 0 && !is_space(text_[at_ - 1]) && text_[at_ - 1] != '(') text = " " + text;
      if (at_ + size < text_.size() && !is_space(text_[at_ + size])) text += ' ';
    }
    replace(diagnostic, at_, size, text);
  }

  // A word or number that cannot be one.
  bool bad_word() {
    if (word_.empty()) return false;
    if (std::isdigit(static_cast<unsigned char>(word_[0])) != 0) return bad_number();
    if (is_label(word_)) {
      if (!expects(What::name)) return false;
      Diagnostic& diagnostic = error("M0308", quoted(word_) + " cannot be a name, because it means a hole");
      diagnostic.help.emplace_back("one letter and digits always name a hole: use a longer word");
      return true;
    }
    if (is_name(word_) || is_grammar_word(word_)) return false;
    const std::string name = as_name(word_);
    std::string help = "names are lower-case words joined by `-`";
    if (is_name(name) || is_grammar_word(name)) help += ": write " + quoted(name);
    Diagnostic& diagnostic = error("M0308", quoted(word_) + " is not a name");
    diagnostic.help.push_back(help);
    if (is_name(name) || is_grammar_word(name)) replace(diagnostic, at_, word_.size(), name);
    return true;
  }

  bool bad_number() {
    const bool digits =
        std::all_of(word_.begin(), word_.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    const std::string_view after = text_.substr(at_ + word_.size());
    if (digits && after.size() > 1 && after[0] == '.' && is_word_char(after[1])) {
      const std::size_t size = word_.size() + 1 + word_at(after, 1).size();
      error("M0309", at_, size, quoted(text_.substr(at_, size)) + " is not a number of the language")
          .help.emplace_back("there are whole numbers only");
      return true;
    }
    if (digits && word_.size() > 1 && word_[0] == '0') {
      const std::size_t first = std::min(word_.find_first_not_of('0'), word_.size() - 1);
      Diagnostic& diagnostic = error("M0309", quoted(word_) + " begins with a zero");
      diagnostic.help.emplace_back("some programs read such a number in base eight, so it is not allowed");
      diagnostic.help.push_back("write " + quoted(word_.substr(first)));
      replace(diagnostic, at_, word_.size(), std::string(word_.substr(first)));
      return true;
    }
    if (digits) {
      if (word_.size() <= 10 && std::stoll(std::string(word_)) <= kMaxNumber) return false;
      error("M0310", "the number is larger than " + std::to_string(kMaxNumber));
      return true;
    }
    Diagnostic& diagnostic = error("M0309", quoted(word_) + " is neither a number nor a name");
    diagnostic.help.emplace_back("numbers are decimal digits only; a name begins with a letter");
    return true;
  }

  // `x not in own`, `x is not even`.
  bool misplaced_not() {
    if (word_ != "not" || expects(What::value)) return false;
    if (!expects(What::comparison) && !expects(What::alternative)) return false;
    error("M0316", "`not` stands before what it negates")
        .help.emplace_back(expects(What::alternative) ? "write `not x is even`" : "write `not x in own`");
    return true;
  }

  bool is_of_a_value() {
    if (previous_ != "is" || !expects(What::alternative) || expects(What::value)) return false;
    if (word_.empty() && here() != '(') return false;
    Diagnostic& diagnostic = error("M0317", "`is` takes numbers, `even` and `odd` only, found " + found());
    diagnostic.help.emplace_back("to compare with a value, write `==`");
    replace(diagnostic, previous_at_, previous_.size(), "==");
    return true;
  }

  bool wrong_if() {
    const bool in_if = !open_.empty() && open_.back().word == "if" && expects("then");
    const bool in_then = !open_.empty() && open_.back().word == "then" && expects("else");
    if (word_ == "elif" || word_ == "elsif" || word_ == "elseif" || word_ == "else-if") {
      Diagnostic& diagnostic = error("M0304", quoted(word_) + " is written `else if`");
      if (in_then) replace(diagnostic, at_, word_.size(), "else if");
      return true;
    }
    if (in_if || in_then) {
      const std::string_view wanted = in_if ? "then" : "else";
      Diagnostic& diagnostic = error(
          "M0304", "`if` needs " + quoted(wanted) + ": expected " + expectation() + ", found " + found());
      diagnostic.others.push_back({source_.span(open_.back().at, open_.back().at + 2), "the `if`"});
      if (in_then) diagnostic.help.emplace_back("an `if` inside an expression is a value, so it needs both");
      return true;
    }
    if (word_ == "if" && after_operand()) {
      error("M0304", "`if` cannot follow a value").help.emplace_back(kHowToChoose);
      return true;
    }
    if ((word_ == "then" || word_ == "else") && after_operand()) {
      Diagnostic& diagnostic =
          error("M0304", quoted(word_) + " without " + (word_ == "then" ? "`if`" : "`if` and `then`"));
      diagnostic.help.emplace_back(
          "the condition and the actions of a clause are two keys: `if: C` and `then: A`");
      return true;
    }
    return false;
  }

  // `if: capture here`: the first word was read as a name.
  bool action_in_expression() {
    if (!is_action_with_operand(previous_) || !after_operand() || expects("by")) return false;
    if (word_.empty()) return false;
    if (goal_ == Goal::actions && is_first_of_action(previous_at_)) return false;
    Diagnostic& diagnostic = error("M0312", previous_at_, previous_.size(),
                                   quoted(previous_) + " is an action, and cannot stand in an expression");
    diagnostic.help.emplace_back(goal_ == Goal::actions ? "actions are joined by `;`"
                                                        : "actions stand under `then` or `also`");
    return true;
  }
  [[nodiscard]] bool is_first_of_action(std::size_t at) const {
    const std::size_t end = trimmed_end(text_, at);
    return end == 0 || text_[end - 1] == ';';
  }

  bool separator() {
    if (goal_ != Goal::actions) {
      if (here() != ';') return false;
      Diagnostic& diagnostic = error("M0314", "`;` joins actions, and this is an expression");
      label_opening(diagnostic);
      return true;
    }
    if (expects(What::action)) {
      if (here() == ';') {
        error("M0314", "no action stands before this `;`");
        return true;
      }
      if (at_end() && previous_ == ";") {
        Diagnostic& diagnostic = error("M0314", previous_at_, 1, "no action follows the last `;`");
        replace(diagnostic, previous_at_, 1, "");
        return true;
      }
      return false;
    }
    if (!expects(";")) return false;
    const bool wrong_word = word_ == "and" || word_ == "then" || here() == ',' || here() == '&';
    if (!is_action_word(word_) && (!wrong_word || expects(What::logic))) return false;
    Diagnostic& diagnostic = error("M0314", "actions are joined by `;`, found " + found());
    const std::size_t end = trimmed_end(text_, at_);
    std::size_t size = 0;
    if (wrong_word) size = at_ + found_size_ - end + (text_.substr(at_).starts_with("&&") ? 1 : 0);
    replace(diagnostic, end, size, ";");
    return true;
  }

  bool expression_as_action() {
    if (goal_ != Goal::actions) return false;
    if (expects(What::action) && !at_end()) {
      Diagnostic& diagnostic =
          error("M0313", "expected an action such as `capture` or `sow`, found " + found());
      if (word_ == "if") diagnostic.help.emplace_back("the condition of a clause has its own key: `if: C`");
      return true;
    }
    // After a definition's name and its arguments.
    const bool operator_here = !comparison_here().empty() || word_ == "or" || word_ == "union" ||
                               word_ == "where" || word_ == "minus" || word_ == "mod" || word_ == "div" ||
                               here() == '+' || here() == '*';
    if (!operator_here || !expects(";") || expects(What::calculation)) return false;
    error("M0313", "this is an expression, and actions are wanted here: found " + found())
        .help.emplace_back("the condition of a clause has its own key: `if: C`");
    return true;
  }

  bool second_comparison() {
    if (comparison_here().empty() || expects(What::comparison) || !expects(What::logic)) return false;
    Diagnostic& diagnostic =
        error("M0306", at_, comparison_here().size(),
              "what stands before " + found() + " is true or false already and cannot be compared again");
    diagnostic.help.emplace_back("two comparisons are joined by `and`: `a < b and b < c`");
    return true;
  }

  bool brackets() {
    if (at_end() && expects(")") && !open_.empty() && open_.back().word == "(") {
      Diagnostic& diagnostic = error("M0303", "`(` is not closed: expected " + expectation());
      label_opening(diagnostic);
      const bool is_call = open_.back().at > 0 && is_word_char(text_[open_.back().at - 1]);
      if (is_call && source_.style == ScalarStyle::plain) {
        diagnostic.help.emplace_back(
            "inside `{ }` YAML ends a text at a comma: write such a clause over several lines");
      }
      return true;
    }
    if (here() != ')') return false;
    if (open_.empty()) {
      Diagnostic& diagnostic = error("M0303", "`)` closes nothing");
      replace(diagnostic, at_, 1, "");
      return true;
    }
    if (previous_ == "(" && previous_at_ > 0 && is_word_char(text_[previous_at_ - 1]) &&
        expects(What::value)) {
      Diagnostic& diagnostic = error("M0301", "expected " + expectation() + ", found `)`");
      diagnostic.help.emplace_back("a definition without parameters is used by its name alone");
      return true;
    }
    return false;
  }

  bool grammar_word_as_name() {
    if (!is_grammar_word(word_) || !expects(What::name)) return false;
    error("M0311", quoted(word_) + " is a word of the language and cannot be a name");
    return true;
  }

  bool unknown_character() {
    if (at_end() || !word_.empty()) return false;
    constexpr std::string_view kKnown = "()+*<>=,;";
    if (kKnown.find(here()) != std::string_view::npos) return false;
    Diagnostic& diagnostic =
        error("M0318", found() + " means nothing in the language: expected " + expectation());
    if (here() == '[' || here() == '{') diagnostic.help.emplace_back("there are round brackets only");
    if (here() == '$') diagnostic.help.emplace_back("names stand alone, without `$`");
    if (here() == '.') diagnostic.help.emplace_back("a function stands before its argument: `seeds(here)`");
    if (here() == ':')
      diagnostic.help.emplace_back("a key and its value are written in YAML, outside of expressions");
    return true;
  }

  void unexpected() {
    Diagnostic& diagnostic = error("M0301", "expected " + expectation() + ", found " + found());
    label_opening(diagnostic);
    if (is_name(previous_) && (is_name(word_) || is_label(word_)) && after_operand()) {
      diagnostic.help.emplace_back("an argument stands in brackets: `seeds(here)`");
    }
  }

  const SyntaxError& error_;
  Goal goal_;
  const ScalarText& source_;
  Diagnostics& diagnostics_;
  std::string_view text_;
  std::size_t end_of_text_ = 0;
  std::size_t at_ = 0;
  std::string_view word_;  // the word here, empty if there is none
  std::size_t found_size_ = 0;
  std::size_t previous_at_ = 0;
  std::string_view previous_;  // the word or sign before
  std::vector<Open> open_;
};

}  // namespace

void report_syntax_error(const SyntaxError& error, Goal goal, const ScalarText& text,
                         Diagnostics& diagnostics) {
  Explanation(error, goal, text, diagnostics).report();
}

}  // namespace mancala
