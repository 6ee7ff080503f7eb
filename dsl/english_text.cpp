#include "dsl/english_text.h"

#include <algorithm>

namespace mancala::english {

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string list_of(const std::vector<std::string>& parts, const std::string& word) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " " + word + " " : ", ";
    text += parts[i];
  }
  return text;
}

std::string one_after_the_other(const std::vector<std::string>& verbs) {
  const bool compound = std::any_of(verbs.begin(), verbs.end(), [](const std::string& v) {
    return v.find(" and ") != std::string::npos || v.find(", ") != std::string::npos;
  });
  if (!compound) return list_of(verbs, "and");
  std::string text;
  for (const std::string& v : verbs) text += (text.empty() ? "" : ", then ") + v;
  return text;
}

std::string counted(std::int64_t n, const std::string& unit) {
  return std::to_string(n) + " " + unit + (n == 1 ? "" : "s");
}

std::string with_article(const std::string& noun) {
  const bool vowel = !noun.empty() && std::string("aeiouAEIOU").find(noun[0]) != std::string::npos;
  return (vowel ? "an " : "a ") + noun;
}

std::string wrap(const std::string& text, const std::string& first, std::size_t width) {
  std::string out;
  std::string line = first;
  std::size_t length = characters(first);
  const std::size_t indent = length;
  bool empty = true;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t j = text.find(' ', i);
    if (j == std::string::npos) j = text.size();
    const std::string word = text.substr(i, j - i);
    i = j + 1;
    if (word.empty()) continue;
    const std::size_t n = characters(word);
    if (!empty && length + 1 + n > width) {
      out += line + "\n";
      line = std::string(indent, ' ');
      length = indent;
      empty = true;
    }
    if (!empty) {
      line += ' ';
      ++length;
    }
    line += word;
    length += n;
    empty = false;
  }
  return out + line + "\n";
}

}  // namespace mancala::english
