// Mutants that nobody needs to notice, each with the reason: a file beside the example games. The format is
// described in docs/formats.md.
#pragma once

#include <string>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/document.h"

namespace mancala {

inline constexpr int kMutantsEdition = 1;

struct AcceptedMutant {
  std::string name;  // where and change, as of Mutant::name
  std::string reason;
  Span span;
};

struct AcceptedMutants {
  std::string variant;
  Span variant_span;
  std::vector<AcceptedMutant> list;
};

// Is this document such a file?
bool is_accepted_mutants(const Node& document);

// Reports what is wrong; entries with an error are left out.
AcceptedMutants load_accepted_mutants(const Node& document, Diagnostics& diagnostics);

}  // namespace mancala
