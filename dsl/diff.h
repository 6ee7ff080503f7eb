// What tells the rules of two variants apart, in the words of their rule sheets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/variant.h"

namespace mancala {

struct RuleChange {
  enum class Kind : std::uint8_t {
    only_a,   // b does not say it
    only_b,   // a does not say it
    differs,  // both speak of it and say another thing
    moved,    // both say it, but in another order
  };
  Kind kind = Kind::differs;
  std::string context;  // "before a turn", or empty
  std::string a, b;     // sentences, with their numbers in the sheet; empty where it says nothing
};

// The differences in one part of the sheet.
struct PartChanges {
  std::string key;    // as SheetPart::key
  std::string title;  // for people
  std::vector<RuleChange> changes;
};

struct RulesDiff {
  bool same = false;                // nothing but names and ways of writing differs
  std::vector<std::string> alike;   // titles of the parts that both sheets have and that say the same
  std::vector<PartChanges> parts;   // those that differ, in the order of the sheet; empty if `same`
  std::vector<std::string> unsaid;  // parts of the programs that differ although the sheets say the same
};

RulesDiff diff_rules(const Variant& a, const Variant& b);

}  // namespace mancala
