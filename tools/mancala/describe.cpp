// mancala describe: the rules in English.
#include "dsl/describe.h"

#include "commands.h"
#include "dsl/english_text.h"
#include "failure.h"
#include "output.h"
#include "show.h"
#include "status.h"

namespace mancala::cli {

namespace {}  // namespace

int run_describe(const DescribeOptions& options) {
  const auto loaded = load(options.variant);
  const std::string text = describe(*loaded->variant);
  const Status status = status_of(*loaded->variant);
  if (options.json) {
    Json out{{"variant", loaded->variant->id}, {"text", text}};
    add_status(out, status);
    out["readings"] = status.readings;
    print_line(dumped(out));
  } else {
    print(text);
    print(english::wrap(status_text(status), "\nEvidence\n  ", kSheetWidth));
  }
  return kFine;
}

}  // namespace mancala::cli
