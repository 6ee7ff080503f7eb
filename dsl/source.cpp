#include "dsl/source.h"

#include <algorithm>
#include <utility>

#include "dsl/bytes.h"

namespace mancala {

namespace {

// The mark is no character of the first line.
std::uint32_t skip_mark(const std::string& text, std::uint32_t line_start) {
  return line_start == 0 && text.starts_with(kByteOrderMark)
             ? static_cast<std::uint32_t>(kByteOrderMark.size())
             : line_start;
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

FileId SourceMap::add(std::string name, std::string text) {
  File file{std::move(name), std::move(text), {0}};
  for (std::size_t i = 0; i < file.text.size(); ++i) {
    if (file.text[i] == '\n') file.line_starts.push_back(static_cast<std::uint32_t>(i + 1));
  }
  files_.push_back(std::move(file));
  return static_cast<FileId>(files_.size() - 1);
}

const std::string& SourceMap::name(FileId file) const {
  return files_.at(static_cast<std::size_t>(file)).name;
}

const std::string& SourceMap::text(FileId file) const {
  return files_.at(static_cast<std::size_t>(file)).text;
}

LineColumn SourceMap::place(FileId file, std::uint32_t offset) const {
  const File& source = files_.at(static_cast<std::size_t>(file));
  offset = std::min(offset, static_cast<std::uint32_t>(source.text.size()));
  const auto after = std::upper_bound(source.line_starts.begin(), source.line_starts.end(), offset);
  const auto line = static_cast<int>(after - source.line_starts.begin());
  int column = 1;
  for (std::uint32_t i = skip_mark(source.text, *(after - 1)); i < offset; ++i) {
    if (i + 1 < source.text.size() && continues_character(source.text[i + 1])) continue;
    ++column;
  }
  return {line, column};
}

std::string_view SourceMap::line(FileId file, int line) const {
  const File& source = files_.at(static_cast<std::size_t>(file));
  const std::string_view text = source.text;
  const std::uint32_t begin =
      skip_mark(source.text, source.line_starts.at(static_cast<std::size_t>(line - 1)));
  std::size_t end = std::min(text.find('\n', begin), text.size());
  if (end > begin && text[end - 1] == '\r') --end;
  return text.substr(begin, end - begin);
}

int SourceMap::line_count(FileId file) const {
  return static_cast<int>(files_.at(static_cast<std::size_t>(file)).line_starts.size());
}

}  // namespace mancala
