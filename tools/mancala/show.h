// Positions, moves and places of one variant as people and as programs read them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dsl/variant.h"
#include "interpreter/draw.h"
#include "interpreter/match.h"

namespace mancala::cli {

inline constexpr std::size_t kSheetWidth = 88;   // in columns: of the rule sheet, and what stands beside it
inline constexpr std::size_t kTableWidth = 100;  // of lists with a column for names

using Json = nlohmann::ordered_json;

class Show {
 public:
  // `own`: moves and holes in the notation of the game's players.
  Show(const Variant& variant, bool own) : variant_(variant), own_(own) {}

  [[nodiscard]] const Variant& variant() const { return variant_; }
  [[nodiscard]] const Board& board() const { return variant_.program.board; }
  [[nodiscard]] const std::string& player(Player p) const {
    return board().players[static_cast<std::size_t>(p)];
  }
  // "north", or "north (south)" where the person who began as south sits there now.
  [[nodiscard]] std::string at_seat(const Position& position, Player seat) const;
  // "A3", "store(south)", "hand(north)".
  [[nodiscard]] std::string place(Place p) const;
  // `match` is the match before the move.
  [[nodiscard]] std::string move(const Match& match, const Move& move) const;
  [[nodiscard]] std::vector<std::string> moves(const Match& match, const std::vector<Move>& moves) const;
  [[nodiscard]] std::string drawn(const Position& position, bool colour, Region marked = {}) const;
  [[nodiscard]] std::string winner(const Ending& ending) const;  // "south wins", "drawn", "lost"

  // The POS object of docs/command-line.md.
  [[nodiscard]] Json position(const Match& match) const;
  [[nodiscard]] Json captured(const Position& position) const;
  [[nodiscard]] Json gained(const Position& before, const Position& after) const;
  // Sets `winner`, and `person` where another sits there than at the beginning.
  void add_winner(Json& out, const Ending& ending) const;

 private:
  const Variant& variant_;
  bool own_;
};

// "`A1`, `A2`" or "none".
std::string quoted(const std::vector<std::string>& texts);

// "1 lap", "2 laps".
std::string counted(std::int64_t n, std::string_view noun);

// JSON text that is valid whatever bytes a file's texts have.
std::string dumped(const Json& json, int indent = -1);

}  // namespace mancala::cli
