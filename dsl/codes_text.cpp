// M06xx: positions, moves, example games.
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> text_codes() {
  constexpr Severity kError = Severity::error;
  constexpr ExampleKind kExample = ExampleKind::example;
  return {
      {"M0601", kError, "a position line that does not fit the board",
       "A position is written `rows stores mover`: the rows north-most first with `/` between them, the "
       "holes of a\n"
       "row with `,` between them, left to right as South sees them; then what each player has in his store, "
       "in the\n"
       "order of the players with `:` between them; then who is to move. After these may stand `key=value` "
       "extras.\n"
       "The rows must have as many holes as the board has.",
       ExampleKind::position, "4,4,4,4,4/4,4,4,4,4,4 0:0 south", "4,4,4,4,4,4/4,4,4,4,4,4 0:0 south"},
      {"M0602", kError, "a move from a hole that the board does not have",
       "A hole is called by its row and by its number from its owner's own left: `A1` is South's leftmost "
       "hole in\n"
       "front, `a1` North's.",
       kExample,
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves: [A3, A7]
)",
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves: [A3, A6]
)"},
      {"M0603", kError, "not an example game of an edition that this program reads",
       "An example game begins with `mancala-example: 1`. The number is the edition of the format.", kExample,
       R"(mancala-example: 2
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves: [A3]
)",
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves: [A3]
)"},
      {"M0604", kError, "an unknown key in an example game",
       "Every key has a meaning; one that is not known would be a check that is never made.", kExample,
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves:
  - {move: A1, gain: {south: 0}}
)",
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves:
  - {move: A1, gains: {south: 0}}
)"},
      {"M0605", kError, "something that every example game says is missing",
       "An example game names its `variant` and its `kind`; an entry of `moves` has a `move`, a `try` or a\n"
       "`new-round`.",
       kExample,
       R"(mancala-example: 1
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves: [A3]
)",
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves: [A3]
)"},
      {"M0606", kError, "a value of the wrong kind in an example game",
       "Some keys hold a text, some a number, some a list or a map.", kExample,
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves:
  - {move: A3, gains: 1}
)",
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves:
  - {move: A3, gains: {south: 1}}
)"},
      {"M0607", kError, "an unknown kind of example game",
       "An example is `documented` (somebody published it), a `demonstration` (worked out by hand from a "
       "rule) or\n"
       "`recorded` (played by another program).",
       kExample,
       R"(mancala-example: 1
variant: base
kind: invented
source: {cite: "worked out by hand from the sowing rule"}
moves: [A3]
)",
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves: [A3]
)"},
      {"M0608", kError, "an example game without a source",
       "Every example says where it comes from: the document that has it, the rules from which it was worked "
       "out by\n"
       "hand, or the program that played it. Without that nobody can tell whether the variant or the example "
       "is\n"
       "wrong when the two differ.",
       kExample,
       R"(mancala-example: 1
variant: base
kind: demonstration
moves: [A3]
)",
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves: [A3]
)"},
      {"M0609", kError, "an example game that says nothing to check",
       "An example has at least one of `moves`, `legal`, `perft`, `value` and `result`.", kExample,
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
)",
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
legal: [A1, A2, A3, A4, A5, A6]
)"},
      {"M0610", kError, "a player who does not play this game",
       "Players are called as the variant calls them: `south` and `north` unless it says otherwise. A winner "
       "may\n"
       "also be `draw` or `nobody`.",
       kExample,
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves:
  - {move: A1, next: west}
)",
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves:
  - {move: A1, next: north}
)"},
      {"M0611", kError, "an example game sets what its variant does not have",
       "`parameters` and `readings` of an example are those that the variant declares, with values that it "
       "allows.",
       kExample,
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
parameters: {width: 6}
moves: [A3]
)",
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
moves: [A3]
)"},
      {"M0612", kError, "a number out of its range in an example game",
       "Counts of laps and of move sequences are never below 0.", kExample,
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
perft: [-6]
)",
       R"(mancala-example: 1
variant: base
kind: demonstration
source: {cite: "worked out by hand from the sowing rule"}
perft: [6]
)"},
  };
}

}  // namespace mancala
