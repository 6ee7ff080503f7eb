// What is fuzzed: for each kind of text that the program reads, a function that reads it and demands what
// must hold. docs/fuzzing.md says how each input looks.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace mancala::fuzz {

void fuzz_accepted(std::string_view input);    // accepted mutants
void fuzz_answers(std::string_view input);     // answers to the questions of a rule sheet
void fuzz_command(std::string_view input);     // a command line, and what is typed at its prompts
void fuzz_document(std::string_view input);    // YAML
void fuzz_example(std::string_view input);     // an example game
void fuzz_expression(std::string_view input);  // a piece of text of the language
void fuzz_moves(std::string_view input);       // moves of a variant of the library
void fuzz_mutants(std::string_view input);     // a variant file, whose small changes are tried
void fuzz_position(std::string_view input);    // a position line of a variant of the library
void fuzz_program(std::string_view input);     // choices that make a program
void fuzz_query(std::string_view input);       // a question about facts
void fuzz_recording(std::string_view input);   // a map of recorded games, and recordings
void fuzz_rules(std::string_view input);       // choices that make a variant file
void fuzz_settings(std::string_view input);  // values of parameters and readings of a variant of the library
void fuzz_study(std::string_view input);     // a variant file and example games, which are held against it
void fuzz_variant(std::string_view input);   // a variant file or a prelude

struct Target {
  // How an input is to be changed, beside byte by byte.
  enum class Form {
    choices,  // bytes that choose
    text,     // lines of words
    game,     // the same below a first line with the id of a variant
  };
  std::string_view name;
  void (*run)(std::string_view input);
  Form form = Form::text;
};

inline constexpr std::array<Target, 16> kTargets = {{
    {"accepted", fuzz_accepted, Target::Form::text},
    {"answers", fuzz_answers, Target::Form::text},
    {"command", fuzz_command, Target::Form::text},
    {"document", fuzz_document, Target::Form::text},
    {"example", fuzz_example, Target::Form::text},
    {"expression", fuzz_expression, Target::Form::text},
    {"moves", fuzz_moves, Target::Form::game},
    {"mutants", fuzz_mutants, Target::Form::text},
    {"position", fuzz_position, Target::Form::game},
    {"program", fuzz_program, Target::Form::choices},
    {"query", fuzz_query, Target::Form::text},
    {"recording", fuzz_recording, Target::Form::text},
    {"rules", fuzz_rules, Target::Form::choices},
    {"settings", fuzz_settings, Target::Form::game},
    {"study", fuzz_study, Target::Form::text},
    {"variant", fuzz_variant, Target::Form::text},
}};

// The target of this name, or nullptr.
constexpr const Target* find_target(std::string_view name) {
  for (const Target& target : kTargets) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

}  // namespace mancala::fuzz
