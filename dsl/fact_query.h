// Questions about facts: `relay and not captures`, `rows == 2 and (holes == 6 or holes == 7)`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "dsl/facts.h"
#include "interpreter/notation.h"

namespace mancala {

inline constexpr std::size_t kMaxQueryBytes = 2000;  // brackets are read recursively

// From loosest to tightest: `or`; `and`; `not`; a fact, a comparison of numbers (`==`, `!=`, `<`, `<=`, `>`,
// `>=`), or a question in brackets. A comparison with a number that a variant does not have does not hold.
class FactQuery {
 public:
  // What is wrong with the text, or the question.
  static std::variant<FactQuery, TextError> parse(std::string_view text);

  // `values` are those of facts_of.
  [[nodiscard]] bool holds(const FactValues& values) const;

  // One step of the question, worked out on a stack: operands come before what joins them.
  struct Step {
    enum class Kind : std::uint8_t { fact, number, negate, both, either, equal, not_equal, less, less_equal };
    Kind kind = Kind::fact;
    std::int64_t value = 0;  // fact: index in all_facts()
  };

 private:
  std::vector<Step> steps_;
};

}  // namespace mancala
