// The smallest pieces of expression text. The grammar and the explanation of its errors share them.
#pragma once

#include <cstddef>
#include <string_view>

namespace mancala {

// What can be part of a word or number: letters, digits, `-`, `_`. Wider than what names may have, so that
// `myState` or `3-1` is seen as one piece.
[[nodiscard]] bool is_word_char(char c);
// The word characters from `at` on; empty if there are none.
[[nodiscard]] std::string_view word_at(std::string_view text, std::size_t at);
// The offset after the last byte of text[0, end) that is not blank.
[[nodiscard]] std::size_t trimmed_end(std::string_view text, std::size_t end);

// Digits without a leading zero.
[[nodiscard]] bool is_number(std::string_view word);
// One letter and digits: `A5`.
[[nodiscard]] bool is_label(std::string_view word);
// A word of the grammar such as `where`.
[[nodiscard]] bool is_grammar_word(std::string_view word);
// The first word of an action that needs something after it: `capture`, not `again`.
[[nodiscard]] bool is_action_with_operand(std::string_view word);
// Any first word of an action that is not a definition's name.
[[nodiscard]] bool is_action_word(std::string_view word);

}  // namespace mancala
