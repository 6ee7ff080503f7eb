// How a file is laid out: blanks, indentation, line breaks, quotes. Nothing is said here of what it means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dsl/document.h"

namespace mancala {

inline constexpr int kLineWidth = 120;  // a clause in braces that passes it is broken into lines

// The text in the usual layout. `document` is what `read_document` made of `source`: a map.
//
// Entries are indented by 2; inside of braces and brackets there is one blank after `:` and `,`; expressions
// have one blank between their pieces; a line of the language or a word is in quotes only where YAML needs
// them; a map in braces that is too long for its line is broken into lines; line breaks that are there stay,
// and so do comments: those behind a line in their column, if there is room. There is one blank line at most
// between others, none at the ends.
std::string laid_out(std::string_view source, const Node& document);

// The same entries with the keys of the file in this order, each with the lines of comments above it. What
// stands before the first key stays there. A key that is not in `order` comes last.
std::string reordered(std::string_view source, const Node& document,
                      const std::vector<std::string_view>& order);

// All comments of the text, in order, without blanks at their ends.
std::vector<std::string> comments_of(std::string_view source, const Node& document);

}  // namespace mancala
