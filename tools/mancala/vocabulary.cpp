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

Command add_schema(CLI::App& app) {
  CLI::App* command = app.add_subcommand("schema", "the JSON Schema of variant files, for editors");
  return {command, [] {
            print_text(json_schema());
            return kFine;
          }};
}

Command add_manual(CLI::App& app) {
  CLI::App* command = app.add_subcommand("manual", "the manual of the language, as Markdown");
  return {command, [] {
            print_text(manual());
            return kFine;
          }};
}

}  // namespace mancala::cli
