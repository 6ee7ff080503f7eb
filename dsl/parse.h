// Expression text -> syntax tree. The grammar is in parse.cpp.
#pragma once

#include <optional>

#include "dsl/diagnostic.h"
#include "dsl/document.h"
#include "dsl/syntax.h"

namespace mancala {

inline constexpr int kMaxExpressionDepth = 64;  // brackets, `not`, `if`: the parser and later passes recurse
inline constexpr int kMaxExpressionNodes = 1000;  // of one expression
inline constexpr std::int64_t kMaxNumber = 1'000'000'000;

// One error per scalar, at the exact character; the message says what was found and what could stand there.
// Empty after an error.
std::optional<syntax::Node> parse_expression(const ScalarText& text, Diagnostics& diagnostics);
// `capture chain; again`: the result is of kind `actions`.
std::optional<syntax::Node> parse_actions(const ScalarText& text, Diagnostics& diagnostics);
// A bare line of a clause list or the body of a definition: an expression if it reads as one (a bare name or
// call counts as an expression), else actions.
std::optional<syntax::Node> parse_expression_or_actions(const ScalarText& text, Diagnostics& diagnostics);
// The head of a definition: `captured(p)`.
std::optional<syntax::Head> parse_head(std::string_view key, Span span, Diagnostics& diagnostics);
// The binding of an `each`: `h in holes(p) from left`.  children: set; text: the variable; number: 0 no
// order, 1 left, 2 right, 3 by a name (then name_span is that name and the second child is a name node).
// Kind: where.
std::optional<syntax::Node> parse_binding(const ScalarText& text, Diagnostics& diagnostics);
// What a `choose` key of a move offers: `1 to seeds(start)`, `left or right`, `own`. Kind: choose without a
// name.
std::optional<syntax::Node> parse_options(const ScalarText& text, Diagnostics& diagnostics);

// The words of the expression grammar; none of them can be a name.
const std::vector<std::string_view>& grammar_words();
// Lower-case words joined by `-` (`my-state`; digits after the first letter), neither a label such as `a5`
// nor a word of the grammar.
bool is_name(std::string_view word);

// Places of the grammar at which PEGTL finds that parsing might never end. 0, or the grammar is wrong.
std::size_t count_grammar_problems();

}  // namespace mancala
