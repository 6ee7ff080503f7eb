#include "dsl/open_things.h"

#include <algorithm>

#include "dsl/bytes.h"
#include "dsl/read.h"

namespace mancala {

namespace {

// The offset after the quoted text that begins at `at`, or npos.
std::size_t after_quoted(std::string_view source, std::size_t at) {
  const char quote = source[at];
  for (std::size_t i = at + 1; i < source.size(); ++i) {
    if (quote == '"' && source[i] == '\\') {
      ++i;
    } else if (source[i] == quote) {
      if (quote == '"' || i + 1 == source.size() || source[i + 1] != '\'') return i + 1;
      ++i;
    }
  }
  return std::string_view::npos;
}

// The offset after the block of text whose `|` or `>` is at `at`: all lines deeper than the one it stands in.
std::size_t after_block(std::string_view source, std::size_t at) {
  const std::size_t line = at == 0 ? 0 : source.rfind('\n', at - 1) + 1;
  const std::size_t indentation = source.find_first_not_of(" -", line) - line;
  std::size_t newline = source.find('\n', at);
  while (newline != std::string_view::npos) {
    const std::size_t first = source.find_first_not_of(' ', newline + 1);
    if (first == std::string_view::npos) return source.size();
    if (!is_space(source[first]) && first - (newline + 1) <= indentation) return newline;
    newline = source.find('\n', first);
  }
  return source.size();
}

}  // namespace

OpenThings find_open(std::string_view source, std::uint32_t begin) {
  OpenThings open;
  bool token_may_start = true;  // a quote or bracket elsewhere is ordinary text
  for (std::size_t at = begin; at < source.size();) {
    const char c = source[at];
    const auto here = static_cast<std::uint32_t>(at);
    const bool after_space = at == begin || is_space(source[at - 1]);
    const bool before_space = at + 1 == source.size() || is_space(source[at + 1]);
    const bool in_flow = !open.brackets.empty();
    if (is_space(c)) {
      token_may_start = token_may_start || c == '\n';
      ++at;
    } else if (c == '#' && after_space) {
      at = std::min(source.find('\n', at), source.size());
    } else if (token_may_start && (c == '\'' || c == '"')) {
      at = after_quoted(source, at);
      if (at == std::string_view::npos) {
        open.quote = here;
        break;
      }
      token_may_start = false;
    } else if ((token_may_start || in_flow) && (c == '[' || c == '{')) {
      open.brackets.push_back(here);
      if (open.brackets.size() > kMaxDepth && !open.too_deep) open.too_deep = here;
      token_may_start = true;
      ++at;
    } else if (c == ']' || c == '}') {
      const char opening = c == ']' ? '[' : '{';
      if (in_flow && source[open.brackets.back()] == opening) open.brackets.pop_back();
      token_may_start = false;
      ++at;
    } else if (token_may_start && !in_flow && (c == '|' || c == '>')) {
      at = after_block(source, at);
    } else {
      const bool separates = (c == ',' && in_flow) || (c == ':' && (before_space || in_flow)) ||
                             ((c == '-' || c == '?') && token_may_start && before_space);
      token_may_start = separates;
      ++at;
    }
  }
  return open;
}

}  // namespace mancala
