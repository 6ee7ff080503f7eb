#include "dsl/document.h"

#include <algorithm>

namespace mancala {

Span ScalarText::span(std::size_t begin, std::size_t end) const {
  begin = std::min(begin, value.size());
  end = std::clamp(end, begin, value.size());
  if (begin == end) return {file, byte_map[begin], byte_map[begin]};
  const std::uint32_t last_origin = byte_map[end - 1];
  std::size_t next = end;
  while (next < value.size() && byte_map[next] == last_origin) ++next;
  return {file, byte_map[begin], byte_map[next]};
}

ScalarText ScalarText::part(std::size_t begin, std::size_t end) const {
  ScalarText text;
  text.value = value.substr(begin, end - begin);
  text.style = style;
  text.file = file;
  text.byte_map.assign(byte_map.begin() + static_cast<std::ptrdiff_t>(begin),
                       byte_map.begin() + static_cast<std::ptrdiff_t>(end) + 1);
  return text;
}

const Node::Entry* Node::find(std::string_view key) const {
  const auto entry =
      std::find_if(entries.begin(), entries.end(), [key](const Entry& one) { return one.key == key; });
  return entry == entries.end() ? nullptr : &*entry;
}

}  // namespace mancala
