// Every small change of a variant: what its examples should notice. The changes are made in the document that
// the file, its bases and the prelude's definitions come to; which there are follows from the vocabulary and
// from the syntax trees alone.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dsl/document.h"

namespace mancala {

struct Mutant {
  std::string where;   // the keys that lead to it: `lap-end`, `define cross-capture if`
  std::string change;  // "without `stop`", "`seeds(here) == 4` -> `seeds(here) == 5`"
  Span span;           // in the file that says it
  // The value at the end of `path` (indices of entries and items) is replaced by this one.
  std::vector<std::size_t> path;
  Node value;

  // What it is called: where and change. Two changes of equal texts under the same keys have one name.
  [[nodiscard]] std::string name() const { return where + ": " + change; }
};

// Of a document of a variant, in order of its places. Not all of them are well-formed.
std::vector<Mutant> mutants_of(const Node& document);

// The document with the change.
Node mutated(Node document, const Mutant& mutant);

// The document with those definitions of `prelude` (its document) in `define` that it uses, however far away,
// and does not define itself.
Node with_used_definitions(Node document, const Node& prelude);

}  // namespace mancala
