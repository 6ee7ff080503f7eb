// Where two programs part ways: a line of play after which they no longer agree. For comparing readings of a
// rule, and a variant with a changed copy of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/fast.h"
#include "interpreter/reference.h"

namespace mancala {

// A program with its executors: the fast one plays where it can. `program`, which must have been verified,
// must outlive this object. May be used by several threads at once.
class Rules {
 public:
  explicit Rules(const ir::Program& program);

  [[nodiscard]] const ir::Program& program() const { return reference_.program(); }
  [[nodiscard]] const Reference& reference() const { return reference_; }
  // As the functions of Reference.
  [[nodiscard]] std::vector<Move> legal(const Position& position, const History* history = nullptr) const;
  Outcome before_turn(Position& position, const History* history = nullptr) const;
  Outcome play(Position& position, const Move& move, Chance& chance, const History* history = nullptr) const;

 private:
  Reference reference_;
  std::optional<Fast> fast_;
};

// What the two do not agree on. Of several things that differ the first of this list is told.
enum class Parting : std::uint8_t {
  none,
  board,       // the seats, holes, stores or piles themselves: nothing can be compared
  start,       // the position to begin with
  legal,       // which moves are legal
  choices,     // what a move lets be chosen once seeds have been sown, or by whom
  ends,        // whether the round is over
  position,    // seeds, closed holes or owners after a move
  marks,       // declared state that lasts for a round or longer
  mover,       // who is next
  result,      // who has won the round
  match_ends,  // whether there is another round
  match_result,
  new_round,  // the position with which it begins
};

// What one of the two does in the end. The reason of an end, the number of laps and what rules remember for a
// move or a turn are not compared.
struct PartedSide {
  Position before;         // the position in which they part
  bool legal = true;       // is the move legal (Parting::legal)
  Outcome outcome;         // of the move, or of what happens before the first turn
  Position after;          // after it, or of the new round
  bool new_round = false;  // a new round was begun
  bool match_over = false;
  Player match_winner = kNobody;  // match_over: kNobody is a draw
};

struct PartWays {
  Parting parting = Parting::none;
  // Every position that can be reached was looked at: there is no parting. Where a rule asks for positions
  // that stood before, also whatever stood before (see part_ways.cpp). Never so where lots are drawn.
  bool proved = false;
  std::size_t positions = 0;  // pairs of positions that were looked at
  std::uint64_t plies = 0;    // and moves of random games

  // The rest only where they part.
  std::size_t root = 0;  // the index of the start
  std::vector<Move>
      line;  // from there, as the first program has them; where a round ends, the next one follows
  std::optional<Move> move;  // the move after which they part, or that only one of them has; for the first
                             // program where both have it. None: they part before any move
  std::array<PartedSide, 2> sides;
};

struct PartWaysOptions {
  std::size_t positions = 20'000;  // to be looked at, breadth first: what is found is a shortest line
  std::uint64_t plies = 20'000;    // then, of random games; a line that they find is shortened
  int longest = 400;               // moves in a random game
  std::uint64_t seed = 1;          // of random games and lots
};

// Two positions to begin with, one for each program: the same board, with what each program keeps beside it.
using PositionPair = std::array<Position, 2>;

// Beginning with the first positions of both.
PartWays part_ways(const Rules& a, const Rules& b, const PartWaysOptions& options = {});
// Beginning with these, in each of which a move is to be made unless an end says otherwise.
PartWays part_ways(const Rules& a, const Rules& b, const std::vector<PositionPair>& roots,
                   const PartWaysOptions& options = {});

// Do they part with this move, which is the first program's; or, without one, before any move?
PartWays part_ways_with(const Rules& a, const Rules& b, const PositionPair& at,
                        const std::optional<Move>& move);

// What one side does, in a line of plain words: "A3 is not legal", "the round is over, south has won".
std::string parting_text(const Rules& rules, const PartWays& parted, int side);

// All that happens when this move is made: what is gained, who is next, how a round ends, the position.
// Without one, what happens before the first turn.
std::string what_happens(const Rules& rules, const Position& position, const std::optional<Move>& move,
                         const History* history = nullptr);

}  // namespace mancala
