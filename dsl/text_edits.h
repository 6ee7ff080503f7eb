// Small changes of one expression or line of actions: what is left out, put for another thing, or asked the
// other way round.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/syntax.h"

namespace mancala {

struct TextEdit {
  std::size_t begin = 0, end = 0;  // bytes of the text
  std::string with;                // what comes in their place
};

// What a line of text is read as.
enum class TextGoal { expression, actions, expression_or_actions, binding, options };

// The changes of `text`, in order of their places, each once. Not every one is well-formed. `groups` are
// words of the file itself each of which may stand for another of its group. None where the text does not
// parse.
std::vector<TextEdit> text_edits(std::string_view text, TextGoal goal,
                                 const std::vector<std::vector<std::string>>& groups);

}  // namespace mancala
