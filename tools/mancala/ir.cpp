// mancala ir: the lowered program, readable.
#include <fmt/format.h>

#include "commands.h"
#include "failure.h"
#include "interpreter/dump.h"
#include "interpreter/fuse.h"
#include "output.h"

namespace mancala::cli {

namespace {

struct Options {
  VariantOptions variant;
  bool fused = false;
};

int run(const Options& options) {
  const auto loaded = load(options.variant);
  const ir::Program& program = loaded->variant->program;
  std::string why_not;
  const std::optional<FusedProgram> fused = fuse(program, &why_not);
  if (!options.fused) {
    print(ir::to_text(program));
    if (!fused) print_line(fmt::format("\nruns on the reference executor alone: {}", why_not));
    return kFine;
  }
  if (!fused) throw Failure(kNo, fmt::format("the program is not fused: {}", why_not));
  print(dump(*fused));
  return kFine;
}

}  // namespace

Command add_ir(CLI::App& app) {
  CLI::App* command = app.add_subcommand("ir", "the lowered program of a variant, readable");
  auto options = std::make_shared<Options>();
  options->variant.add_to(*command);
  command->add_flag("--fused", options->fused, "the fused program that the fast executor runs");
  return {command, [options] { return run(*options); }};
}

}  // namespace mancala::cli
