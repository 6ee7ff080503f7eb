// Texts that were read, and places in them. A place is a pair of byte offsets; lines and columns are computed
// only when a person must see them.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace mancala {

using FileId = std::int32_t;
inline constexpr FileId kNoFile = -1;

// Bytes [begin, end) of a file. An empty span is a point.
struct Span {
  FileId file = kNoFile;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool operator==(const Span&) const = default;
};

// 1-based line, 1-based column in characters (Unicode code points), not bytes.
struct LineColumn {
  int line = 1;
  int column = 1;
};

// Every text that was read in one run, by FileId. References stay valid while the map lives.
class SourceMap {
 public:
  // `name` is what messages call it: the path as the user gave it, or "<position>" and the like.
  FileId add(std::string name, std::string text);
  [[nodiscard]] const std::string& name(FileId file) const;
  [[nodiscard]] const std::string& text(FileId file) const;
  [[nodiscard]] LineColumn place(FileId file, std::uint32_t offset) const;
  // The line (1-based) without its line end.
  [[nodiscard]] std::string_view line(FileId file, int line) const;
  [[nodiscard]] int line_count(FileId file) const;

 private:
  struct File {
    std::string name;
    std::string text;
    std::vector<std::uint32_t> line_starts;
  };
  std::deque<File> files_;
};

}  // namespace mancala
