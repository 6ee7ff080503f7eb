// A YAML text as a tree of our own, with exact places. Nothing of yaml-cpp shows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dsl/source.h"

namespace mancala {

enum class ScalarStyle { plain, single_quoted, double_quoted, literal, folded };

// The text of a scalar and, for each of its bytes, the source bytes that it came from.
struct ScalarText {
  std::string value;
  ScalarStyle style = ScalarStyle::plain;
  FileId file = kNoFile;
  // byte_map[i] = offset in the file of decoded byte i; byte_map[value.size()] = offset after the last one.
  // An escape such as \u00e9 maps each of its decoded bytes to the start of the escape; the end of a decoded
  // byte is where the next one with another origin begins (see span).
  std::vector<std::uint32_t> byte_map;

  // The source span of decoded bytes [begin, end).
  [[nodiscard]] Span span(std::size_t begin, std::size_t end) const;
  // The bytes [begin, end) as a text of their own; end is at most the length.
  [[nodiscard]] ScalarText part(std::size_t begin, std::size_t end) const;
};

struct Node {
  enum class Kind { null, scalar, list, map };
  struct Entry;

  Kind kind = Kind::null;
  Span span;                   // the whole node; null: the point after the key
  ScalarText scalar;           // scalar
  std::vector<Node> items;     // list
  std::vector<Entry> entries;  // map, in order of the file; keys are unique (reported otherwise, first kept)

  // The value of a key, or nullptr.
  [[nodiscard]] const Entry* find(std::string_view key) const;
};

// Keys are always plain text.
struct Node::Entry {
  std::string key;
  Span key_span;
  Node value;
};

}  // namespace mancala
