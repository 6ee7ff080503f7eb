// What single bytes are to a reader of lines.
#pragma once

#include <cstddef>
#include <string_view>

namespace mancala {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_break(char c) { return c == '\n' || c == '\r'; }
constexpr bool is_space(char c) { return is_blank(c) || is_break(c); }

// Where the line begins that the byte `at` is in, or that ends before it where `at` is the size of the text.
constexpr std::size_t line_start(std::string_view text, std::size_t at) {
  return at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 == 0
}

}  // namespace mancala
