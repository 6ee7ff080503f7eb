// From what a recording counts (holes or sites, stores or hands) to the places of a variant's board.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/ir.h"
#include "interpreter/position.h"
#include "mapping.h"
#include "recording.h"

namespace mancala::recorded {

class Translation {
 public:
  // Throws Unmappable if the recording's board cannot be the variant's.
  Translation(const Set& set, const Entry& entry, const ir::Program& program);

  class Unmappable : public std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  [[nodiscard]] std::vector<int> holes(const Moment& moment) const;  // by place
  [[nodiscard]] std::vector<int> held(const Moment& moment) const;   // by player, without mapped hands
  // How many pieces of our kind (from 0) lie in each hole and store, in order of place; empty where the
  // recording does not tell kinds apart.
  [[nodiscard]] std::vector<int> pieces(const Moment& moment, std::size_t kind) const;
  [[nodiscard]] bool holds() const;  // has the recording stores, or hands that are stores?
  // The pile that the map calls the players' hands: its kind, or -1; and what the recording has in it, by
  // player (empty where the map names none).
  [[nodiscard]] int hand_pile() const { return hand_pile_; }
  [[nodiscard]] std::vector<int> hands(const Moment& moment) const;
  // "A3", "A3>", "pass", "store-south/4": as far as the recording says it. A pick from a mapped hand, or from
  // a store in a game of one round whose moves do not start there, is the hole that its seeds go to.
  [[nodiscard]] std::string text(const Pick& pick) const;
  // Does this pick take seeds from a store or hand?
  [[nodiscard]] bool from_store(const Pick& pick) const;
  [[nodiscard]] bool from_hand(const Pick& pick) const;  // one that the map calls a pile
  // Can moves start from stores or piles?
  [[nodiscard]] bool moves_from_stores() const { return moves_from_stores_; }
  // Whose store or hand a site is; kNobody if it is none.
  [[nodiscard]] Player holder(int site) const;
  // The place of a site, kNoPlace if it is no hole.
  [[nodiscard]] Place hole_at(int site) const;
  // Marks by hole in order of place (of sites that are holes).
  [[nodiscard]] std::vector<std::optional<int>> by_hole(const std::vector<std::optional<int>>& marks) const;

 private:
  void find_hands(const Entry& entry);
  void find_stores(const Entry& entry);
  void find_holes(const Entry& entry);

  const Set& set_;
  const Board& board_;
  std::vector<int> site_of_;   // by place
  std::vector<int> store_of_;  // by player: his site, -1 none
  int hand_pile_ = -1;
  bool moves_from_stores_;
  bool one_round_;
};

}  // namespace mancala::recorded
