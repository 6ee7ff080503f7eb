#include "dsl/spacing.h"

#include <algorithm>
#include <vector>

#include "dsl/lexemes.h"

namespace mancala {

namespace {

struct Lexeme {
  std::string_view text;
  bool blank_before = false;
};

// The piece that begins at `at`; empty if no expression has one like it.
std::string_view piece_at(std::string_view text, std::size_t at) {
  if (const std::string_view word = word_at(text, at); !word.empty()) return word;
  for (const std::string_view sign : {"==", "!=", "<=", ">=", "<", ">", "+", "*", "(", ")", ",", ";"}) {
    if (text.substr(at).starts_with(sign)) return text.substr(at, sign.size());
  }
  return {};
}

bool blank_between(const Lexeme& before, const Lexeme& after) {
  if (before.text == "(" || after.text == ")" || after.text == "," || after.text == ";") return false;
  const bool word = is_word_char(before.text[0]) && before.text != "-";
  if (after.text == "(" && word) return after.blank_before || is_grammar_word(before.text);
  return true;
}

}  // namespace

std::string spaced(std::string_view text) {
  std::vector<Lexeme> pieces;
  bool blank = false;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == '\t') {
      blank = true;
      ++at;
      continue;
    }
    const std::string_view piece = piece_at(text, at);
    if (piece.empty()) return std::string(text);
    pieces.push_back({piece, blank});
    blank = false;
    at += piece.size();
  }
  std::string out;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i > 0 && blank_between(pieces[i - 1], pieces[i])) out += ' ';
    out += pieces[i].text;
  }
  return out;
}

}  // namespace mancala
