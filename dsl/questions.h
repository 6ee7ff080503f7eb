// The questions of a rule sheet, in its order, each with the answers that the language has words for: what
// `mancala new` asks, and what each answer puts into a variant file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mancala {

// Where a piece of a rule stands in the file.
enum class Slot : std::uint8_t {
  // One expression each.
  starter,
  from,
  direction,
  skip,
  heir,        // of a hole that still holds seeds when `end.before-turn` ends the round
  heir_after,  // the same for `end.after-move`
  win,
  next_starter,
  fill_end,  // the end of a row from which it is filled
  // Words, which cannot be made to depend on a reading.
  around,
  endless,
  // Lists.
  define,
  legal,
  play,
  each_seed,
  lap_end,
  move_end,
  before_turn,
  after_move,
  new_round,
};

struct Piece {
  Slot slot = Slot::from;
  // An expression; of a clause its condition, of a filter its `if`, of a definition its name.
  std::string_view text = {};
  // Of a clause its actions, of a filter `only: E` or `prefer: E`, of a definition its body. `{heir}` is put
  // in from the slot of this name, and `{end}`, `{half}` (half of all seeds).
  std::string_view then = {};
  // A definition of the prelude that is the whole clause.
  std::string_view name = {};
  // What must hold besides where seeds run through stores: most rules are about holes.
  std::string_view beside_stores = {};
  // Is there need for it only where a filter, or a move from some holes only, may leave a player without a
  // move whose holes hold seeds?
  bool if_filtered = false;
  bool reads_on = false;  // a clause after which the list is read on: it may do nothing
};

struct Choice {
  std::string_view word;
  std::string_view meaning;  // in one line
  std::vector<Piece> pieces;
  int least_rows = 2;
  int most_rows = 6;
};

enum class Answered : std::uint8_t { by_text, by_board, by_number, by_choice };

struct Question {
  std::string_view key;  // of the answer, and the name of the reading if it is left open
  std::string_view asks;
  Answered kind = Answered::by_choice;
  std::vector<Choice> choices = {};
  // It is asked only if this other question may have been answered by one of these words (with blanks between
  // them).
  std::string_view about = {};
  std::string_view among = {};
  bool without_stores = false;  // … or only if no seeds run through stores
  bool if_relay = false;        // … or only if a lap may begin another
};

const std::vector<Question>& questions();
const Question* find_question(std::string_view key);

}  // namespace mancala
