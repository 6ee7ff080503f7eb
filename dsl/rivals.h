// Which words of the language stand where another one of them could stand, too, and mean something else: what
// a slip of the pen, or of memory, would put there.
#pragma once

#include <string_view>
#include <vector>

namespace mancala {

// The natural rivals of a word or sign of expressions and actions, such as `next` for `prev` and `<=` for
// `<`. Not every one fits everywhere that the word can stand.
std::vector<std::string_view> rivals_of(std::string_view word);

// Every word and sign that has rivals, or is one.
std::vector<std::string_view> words_with_rivals();

}  // namespace mancala
