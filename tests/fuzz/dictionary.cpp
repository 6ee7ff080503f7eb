#include "tests/fuzz/dictionary.h"

#include <fmt/format.h>

#include <set>

#include "dsl/facts.h"
#include "dsl/parse.h"
#include "dsl/vocabulary.h"

namespace mancala::fuzz {

namespace {

constexpr std::size_t kLongest = 60;  // libFuzzer takes 64 bytes

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      out += fmt::format("\\x{:02X}", byte);
    } else {
      out += c;
    }
  }
  return out + "\"\n";
}

}  // namespace

std::vector<std::string> words_of_language() {
  std::set<std::string> words;
  for (const Word& word : vocabulary()) words.emplace(word.text);
  for (const std::string_view word : grammar_words()) words.emplace(word);
  for (const Fact& fact : all_facts()) words.emplace(fact.name);
  return {words.begin(), words.end()};
}

std::string dictionary() {
  std::set<std::string> entries;
  for (const std::string& word : words_of_language()) entries.insert(word);
  for (const Word& word : vocabulary()) entries.emplace(word.example);
  std::string out;
  for (const std::string& entry : entries) {
    if (!entry.empty() && entry.size() <= kLongest) out += quoted(entry);
  }
  return out;
}

}  // namespace mancala::fuzz
