// Example games: positions and moves that a variant must play as the example says. The format is described in
// docs/formats.md. Loading checks the form; what needs the variant's board is checked by replay_example.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/document.h"
#include "dsl/source.h"

namespace mancala {

inline constexpr int kExampleEdition = 1;

// A text of the file with its place; `text` keeps the source bytes of each character.
struct ExampleText {
  ScalarText text;
  Span span;
  [[nodiscard]] const std::string& value() const { return text.value; }
};

struct ExampleNumber {
  std::int64_t value = 0;
  Span span;
};

// Names of players with a number each: `{south: 3}`.
struct ExampleCounts {
  std::vector<std::pair<ExampleText, std::int64_t>> counts;
  Span span;
};

// How a round or match is said to end. What is not said is not compared.
struct ExampleResult {
  std::optional<ExampleText> winner;  // a player, `draw` or `nobody`
  std::optional<ExampleCounts> captured;
  std::optional<ExampleText> reason;
  Span span;
};

struct ExampleStep {
  enum class Kind : std::uint8_t {
    move,       // is played
    attempt,    // must be refused (or, with `allowed`, must be legal); changes nothing
    new_round,  // the position in which the next round begins
  };
  Kind kind = Kind::move;
  ExampleText text;      // the move, or the position of a new round
  bool allowed = false;  // attempt
  bool set = false;      // new_round: go on from this position whatever the variant's refill is
  std::optional<ExampleCounts> gains;
  std::optional<ExampleText> then;  // position
  std::optional<ExampleText> next;  // player
  std::optional<ExampleNumber> laps;
  std::optional<std::vector<ExampleText>> legal;
  std::optional<ExampleResult> round_end;
  Span span;
};

struct ExampleValue {
  std::optional<ExampleNumber>
      margin;  // seeds by which the player to move at `start` wins, both playing best
  std::optional<std::vector<ExampleText>> best;
  Span span;
};

// A setting of a parameter or reading.
struct ExampleSetting {
  std::string name;
  Span name_span;
  std::string value;
  Span value_span;
};

struct Example {
  ExampleText variant;
  std::string title;
  std::string kind;                                         // documented, demonstration or recorded
  std::vector<std::pair<std::string, std::string>> source;  // cite, author, title, year, page, url, …
  std::vector<ExampleSetting> parameters;
  std::vector<ExampleSetting> readings;
  std::optional<ExampleText> start;  // position
  std::vector<ExampleStep> moves;
  std::optional<std::vector<ExampleText>> legal;  // at the end
  std::optional<ExampleResult> result;
  std::vector<ExampleNumber> perft;  // depth 1, 2, …
  std::optional<ExampleValue> value;
  Span span;
};

// Is this document an example game (rather than a variant)?
bool is_example(const Node& document);

// All games of a document: one, or one for each entry of `games:`, which takes what it does not say from the
// top level. Games with an error are left out.
std::vector<Example> load_examples(const Node& document, Diagnostics& diagnostics);

}  // namespace mancala
