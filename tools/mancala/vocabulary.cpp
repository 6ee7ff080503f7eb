// mancala schema and mancala manual: what the table of the language's words gives.
#include "dsl/vocabulary.h"

#include "commands.h"
#include "failure.h"
#include "output.h"

namespace mancala::cli {

namespace {

void print_text(const std::string& text) {
  print(text);
  if (text.empty() || text.back() != '\n') print("\n");
}

}  // namespace

int run_schema() {
  print_text(json_schema());
  return kFine;
}

int run_manual() {
  print_text(manual());
  return kFine;
}

}  // namespace mancala::cli
