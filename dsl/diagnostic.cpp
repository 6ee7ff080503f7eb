#include "dsl/diagnostic.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace mancala {

Diagnostic& Diagnostics::report(Severity severity, std::string_view code, Span where, std::string message) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.primary.span = where;
  // Problems without a place are told apart by what they say.
  const bool known = std::any_of(list_.begin(), list_.end(), [&](const Diagnostic& other) {
    return other.code == code && other.primary.span == where &&
           (where.file != kNoFile || other.message == diagnostic.message);
  });
  if (known) {
    scrap_ = std::move(diagnostic);
    return scrap_;
  }
  list_.push_back(std::move(diagnostic));
  return list_.back();
}

bool Diagnostics::has_errors() const { return count(Severity::error) > 0; }

int Diagnostics::count(Severity severity) const {
  return static_cast<int>(std::count_if(
      list_.begin(), list_.end(), [severity](const Diagnostic& one) { return one.severity == severity; }));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> result = list_;
  const auto key = [](const Diagnostic& one) {
    return std::tuple(one.primary.span.file, one.primary.span.begin, one.primary.span.end, one.code);
  };
  std::stable_sort(result.begin(), result.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  return result;
}

namespace {

// Optimal string alignment: insertions, deletions, substitutions, and swaps of neighbours cost 1 each.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table: the one being filled and the two above it.
  std::array<std::vector<std::size_t>, 3> rows;
  for (std::vector<std::size_t>& row : rows) row.resize(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t>& row = rows[i % 3];
    const std::vector<std::size_t>& above = rows[(i - 1) % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, substitution});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], rows[(i - 2) % 3][j - 2] + 1);
      }
    }
  }
  return rows[a.size() % 3][b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  std::size_t best_distance = 0;
  for (const std::string_view candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    const std::size_t limit = std::max<std::size_t>(1, longer / 3);
    // The difference in length alone is a lower bound; it also keeps a word of a megabyte from costing
    // anything.
    if (longer - std::min(word.size(), candidate.size()) > limit) continue;
    const std::size_t distance = edit_distance(word, candidate);
    const bool alike = distance <= limit && distance < longer;  // something of the word must be left
    if (alike && (best.empty() || distance < best_distance)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

void suggest(Diagnostic& d, std::string_view word, const std::vector<std::string>& candidates,
             std::string_view otherwise) {
  const std::vector<std::string_view> views(candidates.begin(), candidates.end());
  if (const std::string_view near = nearest(word, views); !near.empty()) {
    d.help.push_back("did you mean " + ticked(near) + "?");
    return;
  }
  std::string all;
  for (const std::string_view view : views) all += (all.empty() ? "" : ", ") + ticked(view);
  d.help.push_back(std::string(otherwise) + ": " + all);
}

}  // namespace mancala
