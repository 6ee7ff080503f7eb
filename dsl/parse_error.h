// What is said about a text that is not in the grammar: from the place where parsing stopped and from what
// could have stood there to a message in the user's words.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/document.h"

namespace mancala {

// What could stand at a place.
struct Expected {
  enum class What : std::uint8_t {
    word,         // exactly `text`
    value,        // anything an operand begins with
    name,         // a new or known name, and no other value
    number,       // a plain number, and no other value
    alternative,  // what `is` compares with
    label,
    action,
    calculation,  // an operator that takes a value: `+`, `union`, `where`
    comparison,
    logic,  // `and`, `or`
    end,
    unsaid,  // possible, but it would make the message longer, not better
  };
  What what;
  std::string_view text;
};

// What the whole text should have been.
enum class Goal : std::uint8_t { expression, actions, head, binding, options };

struct SyntaxError {
  enum class Reason : std::uint8_t { unexpected, too_deep, too_long };
  Reason reason = Reason::unexpected;
  std::size_t at = 0;              // byte of the decoded text
  std::vector<Expected> expected;  // in the order of the grammar
};

// Reports exactly one error.
void report_syntax_error(const SyntaxError& error, Goal goal, const ScalarText& text,
                         Diagnostics& diagnostics);

}  // namespace mancala
