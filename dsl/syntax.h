// The syntax tree of one expression or action line: what was written, before names mean anything.
// One kind of node serves all: a kind, a text or number, children. The comment of each kind says what they
// are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/source.h"

namespace mancala::syntax {

enum class Kind : std::uint8_t {
  // --- primaries
  number,  // number
  pieces,  // text: kind of piece; children: count; name_span: the kind     `1 quan`
  truth,   // number 0/1
  none,
  name,         // text
  call,         // text: callee; children: arguments; name_span: the callee alone
  label,        // text: "A5"; children: [of-player]?     `A5`, `A5 of mover`
  labels,       // children: label…, then [of-player]? (number = how many labels)     `holes A1 A2 of mover`
  run,          // children: from, while, [within]?, flags in number: kRunBack; by in number2
  step,         // children: count, from, [direction]?  flags in number: kStepAhead/kStepBack/kStepGoing
  reverse,      // children: direction
  the,          // children: region
  player_with,  // children: measure; number: 1 most, 0 fewest
  // --- operators
  add,
  subtract,
  multiply,
  divide,
  modulo,  // 2 children
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,  // 2 children
  in,             // element, set
  is,             // children: value, then alternatives of kind alt_range / alt_even / alt_odd
  alt_range,      // number to number2 (the same for a single number)
  alt_even,
  alt_odd,
  unite,
  minus,  // 2 children (sets)
  where,  // set, condition
  some,
  no,  // set
  logical_and,
  logical_or,  // 2 children
  logical_not,
  after,
  at_start,
  at_lap_start,  // 1 child
  some_move,
  no_move_by,  // children: [player]? [gives]?; number: bit 0 "any player", bit 1 has gives
  choose_if,   // condition, then, else
  // --- actions
  lift,  // children: what, [amount]?
  sow_after,
  sow_at,   // children: hole, [direction]?
  capture,  // children: what, then amount and/or recipient as flagged: number bit 0 has amount, bit 1 has
            // `for`
            // (order: what, amount, recipient); recipient `out` is a name
  move,     // children: from, to, [amount]?   (no amount: all)
  set,      // text: state; children: value, [argument]?; name_span: the state's name
  close,
  open,    // children: set
  choose,  // text: name; number: kChooseWords / kChooseSet / kChooseRange, bit 8 by chance, bit 9 by player;
           // children: words as name nodes | set | from, to; then the player if bit 9; name_span: the name
           // parse_options: the same without a name
  win,     // children: player
  again,
  stop,
  end,
  swap_seats,
  rotate_seats,
  perform,  // text: definition; children: arguments; name_span
  // --- a line of actions
  actions,  // children: the actions, at least one
};

inline constexpr std::int64_t kRunBack = 1;
inline constexpr std::int64_t kStepAhead = 0, kStepBack = 1, kStepGoing = 2;
inline constexpr std::int64_t kChooseWords = 0, kChooseSet = 1, kChooseRange = 2;
inline constexpr std::int64_t kByChance = 1 << 8, kByPlayer = 1 << 9;

struct Node {
  Kind kind = Kind::none;
  Span span;       // source bytes of the whole construct
  Span name_span;  // of the name alone, where there is one
  std::string text;
  std::int64_t number = 0;
  std::int64_t number2 = 0;
  std::vector<Node> children;
};

// "name(p, q)": how a definition or a key with parameters is headed.
struct Head {
  std::string name;
  Span name_span;
  std::vector<std::string> parameters;
  std::vector<Span> parameter_spans;
};

// A readable form, fully bracketed: `(or (name a) (in (name here) (name own)))`. For dumps and tests.
std::string to_text(const Node& node);

}  // namespace mancala::syntax
