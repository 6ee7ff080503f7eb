#include "dsl/lexemes.h"

#include <algorithm>
#include <array>

#include "dsl/bytes.h"
#include "dsl/parse.h"

namespace mancala {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

bool is_word_char(char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; }

std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_word_char(text[end])) ++end;
  return text.substr(at, end - at);
}

std::size_t trimmed_end(std::string_view text, std::size_t end) {
  while (end > 0 && is_space(text[end - 1])) --end;
  return end;
}

bool is_number(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_digit) && (word == "0" || word[0] != '0');
}

bool is_label(std::string_view word) {
  return word.size() >= 2 && is_letter(word[0]) && std::all_of(word.begin() + 1, word.end(), is_digit);
}

bool is_grammar_word(std::string_view word) {
  const auto& words = grammar_words();
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_action_with_operand(std::string_view word) {
  static constexpr std::array<std::string_view, 11> kWords = {
      "lift", "sow", "capture", "move", "set", "close", "open", "choose", "win", "swap", "rotate"};
  return contains(kWords, word);
}

bool is_action_word(std::string_view word) {
  return is_action_with_operand(word) || word == "again" || word == "stop" || word == "end";
}

bool is_name(std::string_view word) {
  if (word.empty() || !is_lower(word[0]) || is_label(word) || is_grammar_word(word)) return false;
  char before = 'a';
  for (const char c : word) {
    if (!is_lower(c) && !is_digit(c) && (c != '-' || before == '-')) return false;
    before = c;
  }
  return before != '-';
}

const std::vector<std::string_view>& grammar_words() {
  static const std::vector<std::string_view> words = {
      "after", "ahead",  "and",     "at-lap-start", "at-start", "back",  "by",    "div",  "else",
      "even",  "false",  "fewest",  "for",          "from",     "gives", "going", "if",   "in",
      "is",    "minus",  "mod",     "most",         "no",       "none",  "not",   "odd",  "of",
      "or",    "player", "reverse", "run",          "some",     "step",  "the",   "then", "to",
      "true",  "union",  "where",   "while",        "with",     "within"};
  return words;
}

}  // namespace mancala
