// Re-reads one scalar in the source, to find where it ends and where each byte of its value came from. The
// YAML parser tells the place of its first byte and its value only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dsl/document.h"

namespace mancala {

struct ScannedScalar {
  ScalarText text;
  std::uint32_t begin = 0;  // the quote or the block's `|` or `>` included
  std::uint32_t end = 0;    // after the closing quote; block: after the last byte of its last line
  bool closed = true;       // false: a quoted scalar without its closing quote
};

// `source` is the file's text up to where the scalar may reach; `at` the first byte of the scalar itself
// (after any tag or anchor); `value` what the YAML parser made of it. If the value cannot be reproduced, all
// bytes are mapped to the start of the scalar.
ScannedScalar scan_scalar(std::string_view source, std::uint32_t at, std::string_view value, FileId file);

// Blanks, line ends and comments from `at` on; returns the offset of the first byte that is none of these.
std::uint32_t skip_blank(std::string_view source, std::uint32_t at);

// At most 60 bytes of a text, not cut within a character, for messages.
std::string shortened(std::string_view text);

// Appends a code point as UTF-8.
void append_utf8(std::string& out, std::uint32_t code_point);

}  // namespace mancala
