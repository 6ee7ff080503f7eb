// The input chooses what a variant file says, so that every one passes the check; what is left of it chooses
// moves.
#include "dsl/canonical.h"
#include "dsl/format.h"
#include "dsl/load.h"
#include "dsl/render.h"
#include "interpreter/dump.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"
#include "tests/support/random_variant.h"

namespace mancala::fuzz {

namespace {

constexpr int kRandomPlies = 20;
constexpr const char* kRandomName = "input";

void check_format(const Variant& variant, SourceMap& sources) {
  Diagnostics diagnostics;
  const auto text = formatted(variant.file, kRandomName, library(), sources, diagnostics);
  must(text.has_value(), "a variant can be written in the usual layout",
       render(diagnostics.sorted(), sources, Format::plain));
  must(formatted(sources.add(kRandomName, *text), kRandomName, library(), sources, diagnostics) == text,
       "a file in the usual layout stays as it is", *text);
}

}  // namespace

void fuzz_rules(std::string_view input) {
  // A tenth of the input chooses moves.
  const std::size_t moves = input.size() / 10;
  const std::string text = test::RandomVariant(test::Picks(input.substr(moves))).text();
  SourceMap sources;
  Diagnostics diagnostics;
  const auto variant = load_variant_text(kRandomName, text, library(), {}, sources, diagnostics);
  must(variant.has_value(), "what is made up passes the check", text,
       render(diagnostics.sorted(), sources, Format::plain));
  check_diagnostics(diagnostics, sources, false);
  test::Picks picks(input.substr(0, moves));
  check_told(*variant, sources);
  // That loads it six times.
  if (picks.below(8) == 0) check_format(*variant, sources);
  check_played(*variant, picks, kRandomPlies);
}

}  // namespace mancala::fuzz
