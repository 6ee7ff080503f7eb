// mancala describe: the rules in English.
#include "dsl/describe.h"

#include "commands.h"
#include "failure.h"
#include "output.h"
#include "show.h"

namespace mancala::cli {

int run_describe(const DescribeOptions& options) {
  const auto loaded = load(options.variant);
  const std::string text = describe(*loaded->variant);
  if (options.json) {
    print_line(dumped(Json{{"variant", loaded->variant->id}, {"text", text}}));
  } else {
    print(text);
  }
  return kFine;
}

}  // namespace mancala::cli
