// mancala ir: the lowered program, readable.
#include "commands.h"
#include "failure.h"
#include "interpreter/dump.h"
#include "output.h"

namespace mancala::cli {

Command add_ir(CLI::App& app) {
  CLI::App* command = app.add_subcommand("ir", "the lowered program of a variant, readable");
  auto options = std::make_shared<VariantOptions>();
  options->add_to(*command);
  return {command, [options] {
            const auto loaded = load(*options);
            print(ir::to_text(loaded->variant->program));
            return kFine;
          }};
}

}  // namespace mancala::cli
