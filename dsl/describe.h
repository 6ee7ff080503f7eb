// A variant as an English rule sheet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/variant.h"

namespace mancala {

// The rules in plain text with short headed parts, lines of at most 88 characters, made from the program
// alone: every clause, filter and move block that can act has its own numbered sentence, in the order of the
// file, but for the clauses of a short list, which may be part of the sentence that runs the list. The
// game's name, sources, readings and parameters come from the rest of the variant. The same variant gives the
// same text.
std::string describe(const Variant& variant);

// A line of the sheet.
struct SheetLine {
  enum class Role : std::uint8_t {
    rule,   // says something
    frame,  // says how the lines around it are read, or repeats what they say
    route,  // holes in order, in a row or on a circuit: what follows from the board and the kind of circuit
  };
  std::string lead;     // blanks, and the number or mark before the text
  std::string text;     // without line breaks
  std::string note;     // behind it: what the file says about the rule, or how the board is drawn
  std::string meaning;  // two rules with the same meaning are the same, however they are worded; empty: the
                        // text is it
  std::string context;  // of a rule that stands below a head of its own in its part: "before a turn"
  Role role = Role::rule;
};

// A headed part. `key` is the same for all variants: board, turn, sowing, lap-end, …
struct SheetPart {
  std::string key;
  std::string head;
  std::vector<SheetLine> lines;
};

// The sheet in its parts, the title first.
std::vector<SheetPart> rule_sheet(const Variant& variant);

}  // namespace mancala
