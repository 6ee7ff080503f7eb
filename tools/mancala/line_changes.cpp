#include "line_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mancala::cli {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, std::min(end + 1, text.size())));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

using Lines = std::vector<std::string_view>;

class Changes {
 public:
  Changes(Lines before, Lines after, bool colour)
      : before_(std::move(before)), after_(std::move(after)), colour_(colour) {}

  std::string run() {
    std::size_t same = 0;
    while (same < std::min(before_.size(), after_.size()) && before_[same] == after_[same]) ++same;
    std::size_t tail = 0;
    while (tail < std::min(before_.size(), after_.size()) - same &&
           before_[before_.size() - 1 - tail] == after_[after_.size() - 1 - tail])
      ++tail;
    middle(same, before_.size() - tail, same, after_.size() - tail);
    return std::move(out_);
  }

 private:
  // Lines [a, a_end) of the first and [b, b_end) of the second text.
  void middle(std::size_t a, std::size_t a_end, std::size_t b, std::size_t b_end) {
    // More than this is not compared line by line.
    constexpr std::size_t kCells = 16'000'000;
    const std::size_t rows = a_end - a + 1, columns = b_end - b + 1;
    std::vector<std::uint16_t> kept;  // how many lines the rests have in common
    if (rows * columns <= kCells) kept.assign(rows * columns, 0);
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint16_t& {
      return kept[(i - a) * columns + (j - b)];
    };
    if (!kept.empty()) {
      for (std::size_t i = a_end; i-- > a;) {
        for (std::size_t j = b_end; j-- > b;) {
          at(i, j) = before_[i] == after_[j] ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                             : std::max(at(i + 1, j), at(i, j + 1));
        }
      }
    }
    bool together = false;
    while (a < a_end || b < b_end) {
      if (!kept.empty() && a < a_end && b < b_end && before_[a] == after_[b]) {
        ++a, ++b;
        together = false;
        continue;
      }
      if (!together) out_ += fmt::format("@@ {}\n", a + 1);
      together = true;
      const bool drop = a < a_end && (b == b_end || kept.empty() || at(a + 1, b) >= at(a, b + 1));
      show(drop ? '-' : '+', drop ? before_[a++] : after_[b++]);
    }
  }

  void show(char sign, std::string_view line) {
    const bool open = line.empty() || line.back() != '\n';
    if (!open) line.remove_suffix(1);
    const std::string text = fmt::format("{}{}{}", sign, line, open ? " (no line end)" : "");
    out_ += colour_ ? fmt::format("\x1b[{}m{}\x1b[0m\n", sign == '-' ? 31 : 32, text) : text + "\n";
  }

  Lines before_, after_;
  bool colour_;
  std::string out_;
};

}  // namespace

std::string line_changes(std::string_view before, std::string_view after, bool colour) {
  return Changes(lines_of(before), lines_of(after), colour).run();
}

}  // namespace mancala::cli
