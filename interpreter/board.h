// The board: its holes, who sits where, how the holes lie to each other, and the circuits on which seeds run.
// Nothing here changes during play.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "interpreter/types.h"

namespace mancala {

struct Hole {
  std::string label;       // "A1": unique on the board
  Player side = kNobody;   // at whose rows it lies
  Player owner = kNobody;  // who owns it at the start
  int row = 1;             // 1 = the owner's inner row, next to the middle
  int number = 1;          // counted from the owner's left, from 1
  int line = 0;            // printed line, 0 = north-most
  int column = 0;          // printed column, 0 = left as South sees it

  bool operator==(const Hole&) const = default;
};

// The successor tables of one closed or open circuit. A player may have a circuit of his own.
// next[player][d][place]: the station after `place`, d = 0 onward, 1 backward; kNoPlace where the circuit
// does not lead on (end of an open circuit, or a place that is not on it). Indexed by place (holes and
// stores).
struct Circuit {
  std::string name;
  std::vector<std::array<std::vector<Place>, 2>> next;
  bool closed = true;
  // Where seeds may go anywhere there is no way to follow, and the tables lead nowhere: the hole after
  // another is then the one that lies straight on, in the direction of the last step (onward) or against it.
  bool straight = false;

  bool operator==(const Circuit&) const = default;
};

// What a player holds beside the board and his store (a reserve, a hand): one pile per player.
struct PileKind {
  std::string name;
  int seeds = 0;  // at the start

  bool operator==(const PileKind&) const = default;
};

struct Board {
  std::vector<std::string> players;  // names of the seats in order of play
  std::vector<Hole> holes;  // in order of place; on a two-row board counterclockwise from South's left
  std::vector<PileKind> piles;
  std::vector<Circuit> circuits;
  int rows = 0;     // rows of holes, 0 where the holes lie otherwise
  int lines = 0;    // printed lines
  int columns = 0;  // printed columns

  // Maps hole -> hole, kNoPlace where there is none.
  std::vector<Place> opposite;  // same distance from the middle, across it
  std::vector<Place> behind;    // outward in the same column
  std::vector<Place> same;      // the other player's hole of the same row and number (two players)

  [[nodiscard]] int hole_count() const { return static_cast<int>(holes.size()); }
  [[nodiscard]] int player_count() const { return static_cast<int>(players.size()); }
  [[nodiscard]] Player seats() const {
    return static_cast<Player>(players.size());
  }  // the seats are 0 … seats() - 1
  [[nodiscard]] Place store(Player p) const { return static_cast<Place>(hole_count() + p); }
  [[nodiscard]] Place pile(int kind, Player p) const {
    return static_cast<Place>(hole_count() + player_count() * (1 + kind) + p);
  }
  // Number of places that hold seeds: holes, stores, piles.
  [[nodiscard]] int place_count() const {
    return hole_count() + player_count() * (1 + static_cast<int>(piles.size()));
  }
  [[nodiscard]] bool is_hole(Place p) const { return p >= 0 && p < hole_count(); }
  // The hole with this label, or kNoPlace.
  [[nodiscard]] Place find(std::string_view label) const;
  // All holes at p's rows.
  [[nodiscard]] Region side(Player p) const;
  // The holes that p owns at the start.
  [[nodiscard]] Region owned_by(Player p) const;
  // All holes.
  [[nodiscard]] Region all() const;
  // The holes beside h, above and below it, as printed.
  [[nodiscard]] Region beside(Place h) const;
  // The hole to which the step from one hole to another leads when it is made again from `h`; kNoPlace beyond
  // the border, or where there was no step.
  [[nodiscard]] Place straight_on(Place from, Place to, Place h) const;
  // Is this place a station of this circuit for this player?
  [[nodiscard]] bool on_circuit(const Circuit& circuit, Player p, Place place) const;

  bool operator==(const Board&) const = default;
};

}  // namespace mancala
