// What the texts of a file are: lines of the language, single words, or prose.
#pragma once

#include <cstdint>
#include <map>

#include "dsl/document.h"

namespace mancala {

enum class TextKind : std::uint8_t {
  prose,     // for people: names of games, citations, remarks; and whatever is not known
  word,      // one of a few words, a number, an id
  language,  // an expression, actions, a binding
};

enum class FileKind : std::uint8_t { variant, prelude, example, accepted_mutants };

FileKind file_kind(const Node& document);

// By scalar of the document, which must live as long.
std::map<const Node*, TextKind> text_kinds(const Node& document);

}  // namespace mancala
