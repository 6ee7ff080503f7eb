// Facts about a variant, read off its checked program: what `list` can be asked for. Nothing of this is typed
// into a file, so that it cannot be wrong about the rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "dsl/source.h"
#include "dsl/variant.h"

namespace mancala {

class FactFinder;

struct Fact {
  enum class Kind : std::uint8_t { truth, number };
  std::string_view name;   // lower-case words joined by `-`
  std::string_view about;  // a sentence
  Kind kind = Kind::truth;
  // How it is found. A truth is 0 or 1; a number that a variant does not have (seeds in each hole, where they
  // differ) is empty.
  std::optional<std::int64_t> (*find)(const FactFinder& rules) = nullptr;
};

// All facts, in the order in which they are listed: truths, then numbers.
const std::vector<Fact>& all_facts();

// By index in all_facts().
using FactValues = std::vector<std::optional<std::int64_t>>;

// The facts of a variant with its settings in effect. `sources` has the text of its file.
FactValues facts_of(const Variant& variant, const SourceMap& sources);

}  // namespace mancala
