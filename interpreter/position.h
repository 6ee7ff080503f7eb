// A position: what a moment is. And a move: what a player picks.
#pragma once

#include <array>
#include <cstdint>

#include "interpreter/types.h"

namespace mancala {

// The moment in which a player is about to choose a move (T4 in the turn's course: whatever ends a round
// before a turn has been asked, and whatever happens at the start of a turn has happened). Everything that
// the rules can ask about is here, but for the history of the round (see History in reference.h). Unused
// entries are zero, so that positions of one program compare bytewise: what no expression of the program
// reads (turns, quiet, last_mover, round_starter, turn_sown, start_seeds) is not kept.
struct Position {
  std::array<std::uint16_t, kMaxPlaces> seeds{};  // by place: holes, stores, piles; unlike pieces count, too
  std::array<std::int16_t, kMaxStateSlots> state{};     // declared state, see ir::State::first_slot, and how
                                                        // many of the seeds are what piece, see ir::PieceKind
  std::array<std::int8_t, kMaxPlaces> owner{};          // by hole: the player who owns it, or kNobody
  Region closed;                                        // holes that are not there
  Region turn_sown;                                     // holes sown by earlier moves of this turn
  std::array<std::uint16_t, kMaxPlaces> start_seeds{};  // by place: at T1 of this turn
  std::uint16_t out = 0;                                // seeds out of play
  std::uint16_t round = 1;
  std::uint32_t quiet = 0;                         // moves since the last capture in this round
  std::array<std::uint32_t, kMaxPlayers> turns{};  // finished turns of each player in this round
  Player mover = 0;
  Player round_starter = 0;
  Player last_mover = kNobody;  // who made the last move (a pass is none) in this round
  bool again = false;           // the mover moves again in the same turn
  std::int8_t moved_on = 0;     // seats by which the persons have moved on in this match, round and round

  bool operator==(const Position&) const = default;
};

// A seat owns holes, a store and piles, and is what the rules speak of. A person is called by the seat at
// which he began the match.
constexpr Player person_at(const Position& position, Player seat, int players) {
  return static_cast<Player>((seat + players - position.moved_on) % players);
}
constexpr Player seat_of(const Position& position, Player person, int players) {
  return static_cast<Player>((person + position.moved_on) % players);
}

// A move as a player picks it. `pass` has no start.
struct Move {
  Place start = kNoPlace;
  Direction direction = Direction::none;  // set where the player has a choice of direction, else none
  std::uint8_t block = 0;                 // which of the alternatives of `move`
  bool pass = false;
  std::uint8_t choice_count = 0;
  std::array<std::int16_t, kMaxChoices> choices{};  // further choices, in the order the turn asks for them:
                                                    // codes, see choice.h

  bool operator==(const Move&) const = default;
};

}  // namespace mancala
