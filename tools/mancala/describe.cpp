// mancala describe: the rules in English.
#include "dsl/describe.h"

#include "commands.h"
#include "failure.h"
#include "output.h"
#include "show.h"

namespace mancala::cli {

Command add_describe(CLI::App& app) {
  struct Options {
    VariantOptions variant;
    bool json = false;
  };
  CLI::App* command = app.add_subcommand("describe", "the rules of a variant as an English rule sheet");
  auto options = std::make_shared<Options>();
  options->variant.add_to(*command);
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] {
            const auto loaded = load(options->variant);
            const std::string text = describe(*loaded->variant);
            if (options->json) {
              print_line(dumped(Json{{"variant", loaded->variant->id}, {"text", text}}));
            } else {
              print(text);
            }
            return kFine;
          }};
}

}  // namespace mancala::cli
