// Every word of the language, once: what it means, its type, where it may stand, an example. Decoding,
// suggestions, the type checker, the manual, the JSON Schema and the completion are derived from this table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/ir.h"

namespace mancala {

inline constexpr int kEdition = 1;  // of the language

enum class WordKind : std::uint8_t {
  key,        // of a map in the file; `context` says which map
  name,       // of the moment: mover, here, …
  function,   // of one argument
  operation,  // action word
  operator_,  // of expressions
  value,      // a named value of a key or of an action (board-and-own-store, left)
};

// What the value of a key is.
enum class Shape : std::uint8_t {
  text,       // prose or a name
  texts,      // text, or a list of texts
  citations,  // map: key -> text
  number,     // a plain number
  expression,
  names,              // list of names
  one_of,             // one of the values whose context is the key
  clauses,            // list of clauses
  filters,            // list of filters
  map,                // a map of this context: Word::inner
  map_of,             // a map from free names to maps (or short forms) of context `inner`
  blocks,             // one map of context `inner`, or a list of them
  definitions,        // map: head -> expression, actions or clauses
  actions,            // a line of actions
  bindings,           // one binding, or a list of them
  choices,            // map: name -> what may be picked
  routes,             // map: name -> text, or a map from players to texts
  expression_or_map,  // an expression, or a map of context `inner`
};

// Moments at which a name or an expression can stand, as a set of bits.
using Moments = std::uint16_t;
namespace moment {
inline constexpr Moments setup = 1;        // setup, state.starts, board sizes
inline constexpr Moments before_turn = 2;  // end.before-turn
inline constexpr Moments turn_start = 4;
inline constexpr Moments choice = 8;    // move: from, direction, legal
inline constexpr Moments play = 16;     // play
inline constexpr Moments station = 32;  // sow: skip, each
inline constexpr Moments lap = 64;      // each-seed, lap-end
inline constexpr Moments after = 128;   // move-end, end.after-move, under `after`
inline constexpr Moments rounds = 256;  // match, starter
inline constexpr Moments win = 512;     // win
inline constexpr Moments route = 1024;  // sow.route
inline constexpr Moments all = 2047;
inline constexpr Moments turn =
    before_turn | turn_start | choice | play | station | route | lap | after | win;
}  // namespace moment

struct Word {
  std::string_view text;
  WordKind kind;
  std::string_view
      context;  // key: the map it stands in ("" = top level); value: the key or action it belongs to
  std::string_view about;  // one or two sentences for the manual
  std::string_view example;
  Shape shape = Shape::text;          // key
  std::string_view inner = {};        // key: context of the map inside
  bool required = false;              // key
  std::string_view instead = {};      // key: not required where one of these keys stands: "grid ring"
  std::string_view takes = {};        // function: "hole", "hole region", "region players", "player"
  ir::Type gives = ir::Type::number;  // name, function
  ir::Op op = ir::Op::number;         // name, function: what it is lowered to
  Moments moments = moment::all;      // name, function
  bool pointwise = false;             // function: of a region, it is applied to each hole
};

const std::vector<Word>& vocabulary();

// The word of this kind (and context), or nullptr.
const Word* find_word(WordKind kind, std::string_view text, std::string_view context = {});
// All texts of a kind and context, in order of the table: for suggestions.
std::vector<std::string_view> words_of(WordKind kind, std::string_view context = {});
// The parts of a list with blanks between them, such as `takes` and `instead`.
std::vector<std::string_view> parts_of(std::string_view list);
// "before a turn", "in lap-end", …: for messages that say where a name exists.
std::string moments_text(Moments moments);

// The language manual in Markdown, and the JSON Schema for editors, from the table.
std::string manual();
std::string json_schema();

}  // namespace mancala
