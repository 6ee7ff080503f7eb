// The register of all diagnostics: code, title, explanation, a bad and a good example. `mancala explain`
// prints it, and every example is a test.
//   M01xx reading (bytes, YAML)     M02xx shape (keys, kinds of value)    M03xx expression syntax
//   M04xx names and types           M05xx meaning of the rules            M06xx positions, moves, example
//   games M07xx files, library, command line values
#pragma once

#include <string_view>
#include <vector>

#include "dsl/diagnostic.h"

namespace mancala {

// What `bad` and `good` of a code are.
enum class ExampleKind {
  keys,      // top-level keys of a variant file, to be put into the base variant of the tests (base_variant)
  file,      // a whole variant file
  example,   // a whole example game
  position,  // a position line of the base variant
  none,      // cannot be shown by a text alone (a file that is missing); `bad` is a sentence that says when
};

struct Code {
  std::string_view code;
  Severity severity;
  std::string_view title;        // the general problem, lower case
  std::string_view explanation;  // a short paragraph or two, plain text
  ExampleKind kind;
  std::string_view bad;
  std::string_view good;
};

const std::vector<Code>& codes();  // in order of code
const Code* find_code(std::string_view code);

// A small complete variant into which `keys` examples are put: `with_keys` replaces the top-level keys that
// `keys` has and adds the others at the end.
std::string_view base_variant();
std::string with_keys(std::string_view variant, std::string_view keys);

}  // namespace mancala
