#include "tests/fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/lexemes.h"
#include "tests/fuzz/dictionary.h"
#include "tests/fuzz/games.h"

namespace mancala::fuzz {

namespace {

// A part of a text: bytes [begin, end).
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Words, and signs one by one; no blanks.
std::vector<Part> words_of(std::string_view text) {
  std::vector<Part> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = std::max<std::size_t>(word_at(text, at).size(), 1);
    if (text[at] != ' ' && text[at] != '\n') words.push_back({at, at + size});
    at += size;
  }
  return words;
}

// Lines with their ends.
std::vector<Part> lines_of(std::string_view text) {
  std::vector<Part> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back({at, end});
    at = end;
  }
  return lines;
}

class Change {
 public:
  Change(std::string& text, test::Picks& picks) : text_(text), picks_(picks) {}

  void words() {
    const std::vector<Part> words = words_of(text_);
    if (words.empty()) return;
    const Part at = one_of(words), other = one_of(words);
    switch (picks_.below(5)) {
      case 0: replace(at, new_word()); break;
      case 1: replace(at, std::string(part(other))); break;
      case 2: replace(at, ""); break;
      case 3:
        text_.insert(at.end, " " + (picks_.below(2) == 0 ? new_word() : std::string(part(other))));
        break;
      default: exchange(at, other); break;
    }
  }

  void lines() {
    const std::vector<Part> lines = lines_of(text_);
    if (lines.empty()) return;
    const Part at = one_of(lines), other = one_of(lines);
    switch (picks_.below(4)) {
      case 0: replace(at, ""); break;
      case 1: text_.insert(at.begin, part(other)); break;
      case 2: replace(at, std::string(part(other))); break;
      default: exchange(at, other); break;
    }
  }

 private:
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(picks_.below(static_cast<int>(all.size())))];
  }
  [[nodiscard]] std::string_view part(const Part& part) const {
    return std::string_view(text_).substr(part.begin, part.end - part.begin);
  }
  void replace(const Part& at, const std::string& with) { text_.replace(at.begin, at.end - at.begin, with); }
  void exchange(Part a, Part b) {
    if (a.begin > b.begin) std::swap(a, b);
    if (a.end > b.begin) return;
    const std::string first(part(a)), second(part(b));
    replace(b, first);
    replace(a, second);
  }

  std::string new_word() {
    constexpr std::array<int, 12> kNumbers = {0,   1,    2,     3,     7,          64,
                                              255, 1000, 32767, 65536, 1000000000, 2147483647};
    switch (picks_.below(4)) {
      case 0:
        return std::to_string(
            kNumbers[static_cast<std::size_t>(picks_.below(static_cast<int>(kNumbers.size())))]);
      case 1: return std::string(1, "AaBb"[picks_.below(4)]) + std::to_string(1 + picks_.below(12));
      default: {
        static const std::vector<std::string> known = words_of_language();
        return one_of(known);
      }
    }
  }

  std::string& text_;
  test::Picks& picks_;
};

}  // namespace

std::string changed(std::string text, Target::Form form, test::Picks& picks) {
  std::string head;
  if (form == Target::Form::game) {
    std::string_view rest = text;
    head = take_line(rest);
    const std::vector<Library::Item>& items = library().items();
    const bool unknown = !library().find(head);
    if (unknown || picks.below(50) == 0)
      head = items[static_cast<std::size_t>(picks.below(static_cast<int>(items.size())))].id;
    head += '\n';
    text = std::string(rest);
  }
  Change change(text, picks);
  for (int left = 1 + picks.below(4); left > 0; --left) {
    if (picks.below(3) == 0) {
      change.lines();
    } else {
      change.words();
    }
  }
  return head + text;
}

}  // namespace mancala::fuzz
