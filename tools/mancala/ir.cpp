// mancala ir: the lowered program, readable.
#include <fmt/format.h>

#include "commands.h"
#include "failure.h"
#include "interpreter/dump.h"
#include "interpreter/fuse.h"
#include "output.h"

namespace mancala::cli {

namespace {}  // namespace

int run_ir(const IrOptions& options) {
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

}  // namespace mancala::cli
