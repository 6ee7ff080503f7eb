// Diagnostics are values: what is wrong, where, what it clashes with, and what to do.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/source.h"

namespace mancala {

enum class Severity { error, warning, note };

struct Label {
  Span span;
  std::string text;  // may be empty for the primary label
};

// An edit that a program may apply: replace the span by the text.
struct Fix {
  Span span;
  std::string text;
};

// `message`: one line, lower case, no final period, the user's text in `backticks`.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string_view code;  // "M0123", registered in codes.h
  std::string message;
  Label primary;              // Span with file kNoFile: the problem has no place (a file that cannot be read)
  std::vector<Label> others;  // the places it clashes with
  std::vector<std::string> help;
  std::optional<Fix> fix;
};

// Collects the diagnostics of a run. Passes report here and go on.
class Diagnostics {
 public:
  // Adds a diagnostic unless the same code stands at the same place already. Returns it for adding labels
  // (valid until the next call); a duplicate goes to a scrap that is thrown away.
  Diagnostic& report(Severity severity, std::string_view code, Span where, std::string message);
  Diagnostic& error(std::string_view code, Span where, std::string message) {
    return report(Severity::error, code, where, std::move(message));
  }
  Diagnostic& warning(std::string_view code, Span where, std::string message) {
    return report(Severity::warning, code, where, std::move(message));
  }

  [[nodiscard]] bool has_errors() const;
  [[nodiscard]] int count(Severity severity) const;
  [[nodiscard]] bool empty() const { return list_.empty(); }
  // Sorted by file, place, code; those without a place first.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

 private:
  std::vector<Diagnostic> list_;
  Diagnostic scrap_;
};

// The user's text as messages show it: in backticks.
inline std::string ticked(std::string_view text) { return "`" + std::string(text) + "`"; }

// The candidate nearest to `word` by edit distance (with transpositions), if it is near enough to be a slip:
// at most a third of the length of the longer word, at least 1. Ties go to the first. Empty if none.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

// Adds as help which candidate was meant; where none is near enough, "`otherwise`: " and all of them.
void suggest(Diagnostic& d, std::string_view word, const std::vector<std::string>& candidates,
             std::string_view otherwise);

}  // namespace mancala
