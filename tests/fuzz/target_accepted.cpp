// Accepted mutants: the input is the file beside the example games.
#include "dsl/accepted_mutants.h"
#include "dsl/format.h"
#include "dsl/read.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"

namespace mancala::fuzz {

void fuzz_accepted(std::string_view input) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("input", std::string(input));
  const auto document = read_document(file, sources, diagnostics);
  if (!document || !is_accepted_mutants(*document)) return;
  const AcceptedMutants accepted = load_accepted_mutants(*document, diagnostics);
  check_diagnostics(diagnostics, sources, diagnostics.has_errors());
  if (!diagnostics.has_errors()) must(!accepted.variant.empty(), "the file says of which variant it is");
  for (const AcceptedMutant& one : accepted.list) {
    must(!one.name.empty() && !one.reason.empty(), "each has a name and a reason");
    must(one.span.begin <= one.span.end && one.span.end <= input.size(), "a place lies in its file");
  }
  Diagnostics of_format;
  const auto text = formatted(file, "input", library(), sources, of_format);
  check_diagnostics(of_format, sources, !text);
  if (!text) return;
  Diagnostics again;
  const FileId laid = sources.add("input", *text);
  must(formatted(laid, "input", library(), sources, again) == text,
       "a file in the usual layout stays as it is", *text);
  const auto same_document = read_document(laid, sources, again);
  must(same_document && is_accepted_mutants(*same_document), "a layout changes no values", *text);
  const AcceptedMutants same = load_accepted_mutants(*same_document, again);
  must(same.variant == accepted.variant && same.list.size() == accepted.list.size(),
       "a layout changes no values", *text);
}

}  // namespace mancala::fuzz
