// Names of places in texts.
#pragma once

#include <string>
#include <string_view>

#include "interpreter/board.h"

namespace mancala {

// A hole's label; `store(south)`, `reserve(north)` for stores and piles; `hand`, `out`, and `-` for none.
inline std::string place_name(const Board& board, Place place) {
  if (place == kHand) return "hand";
  if (place == kOut) return "out";
  if (place < 0 || place >= board.place_count()) return "-";
  if (board.is_hole(place)) return board.holes[place].label;
  const int kind = (place - board.hole_count()) / board.player_count();
  const std::string& player = board.players[(place - board.hole_count()) % board.player_count()];
  return (kind == 0 ? "store" : board.piles[kind - 1].name) + "(" + player + ")";
}

// The hole, store or pile of this name, or kNoPlace.
inline Place find_place(const Board& board, std::string_view name) {
  for (int i = 0; i < board.place_count(); ++i) {
    const auto place = static_cast<Place>(i);
    if (place_name(board, place) == name) return place;
  }
  return kNoPlace;
}

}  // namespace mancala
