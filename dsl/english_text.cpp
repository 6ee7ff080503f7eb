#include "dsl/english_text.h"

#include <algorithm>
#include <cstdlib>

namespace mancala::english {

namespace {

// "A5" and "A6" follow each other upwards, "A6" and "A5" downwards; 0 if neither.
int step_between(const std::string& a, const std::string& b) {
  if (a.size() < 2 || b.size() < 2 || a.size() > 6 || b.size() > 6 || a[0] != b[0]) return 0;
  const auto number = [](const std::string& s) {
    const bool digits = std::all_of(s.begin() + 1, s.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits ? std::atoi(s.c_str() + 1) : -100;
  };
  const int difference = number(b) - number(a);
  return number(a) >= 0 && number(b) >= 0 && (difference == 1 || difference == -1) ? difference : 0;
}

}  // namespace

bool run_on(const std::string& a, const std::string& b) {
  if (a.size() == 1 && b.size() == 1 && (a[0] < '0' || a[0] > '9')) return b[0] == a[0] + 1;
  const bool numbers = !a.empty() && !b.empty() && a[0] >= '0' && a[0] <= '9';
  return step_between(numbers ? "A" + a : a, numbers ? "A" + b : b) == 1;
}

std::vector<std::string> label_ranges(const std::vector<std::string>& labels) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < labels.size();) {
    std::size_t j = i;
    const int step = i + 1 < labels.size() ? step_between(labels[i], labels[i + 1]) : 0;
    while (step != 0 && j + 1 < labels.size() && step_between(labels[j], labels[j + 1]) == step) ++j;
    if (j >= i + 2) {
      parts.push_back(labels[i] + " to " + labels[j]);
    } else {
      for (std::size_t k = i; k <= j; ++k) parts.push_back(labels[k]);
    }
    i = j + 1;
  }
  return parts;
}

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string one_line(const std::string& text) {
  std::string out;
  bool gap = false;
  for (const char c : text) {
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      gap = !out.empty();
      continue;
    }
    if (gap) out += ' ';
    gap = false;
    out += c;
  }
  return out;
}

std::string list_of(const std::vector<std::string>& parts, const std::string& word) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " " + word + " " : ", ";
    text += parts[i];
  }
  return text;
}

std::string all_of(const std::vector<std::string>& verbs) {
  const bool compound =
      verbs.size() > 1 && std::any_of(verbs.begin(), verbs.end(), [](const std::string& v) {
        return v.rfind("either ", 0) == 0 || v.rfind("both ", 0) == 0 || v.find(", ") != std::string::npos;
      });
  if (!compound) return list_of(verbs, "and");
  std::string text;
  for (std::size_t i = 0; i < verbs.size(); ++i)
    text += (i == 0 ? "" : i + 1 == verbs.size() ? ", and " : ", ") + verbs[i];
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
