// Games that other programs recorded, in one form whatever program wrote them. Two forms of files are read,
// one JSON object a line; which one a file has is told from its content:
//   MancalaGames  a line is a game; a ply is a move with its legal moves and the board after it, by hole
//   Ludii         the first line is the board, each further line a game; a step is a lap or a move, by site
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/types.h"

namespace mancala::recorded {

// What lies where, as the recording counts it: holes (MancalaGames: counterclockwise from South's left) or
// sites.
struct Moment {
  std::vector<int> counts;
  std::vector<int> stores;  // MancalaGames: stores; Ludii: hands (perhaps none); by player
  // Ludii, where pieces are not all alike: of each site, and of each player's hands one after the other, how
  // many there are of each kind, seeds first.
  std::vector<std::vector<int>> kinds, kinds_in_hands;
  // Marks of holes and players by name (`blocked`, `child`, `owner`, …), where the recording has them. Of a
  // hole: the number, or nothing.
  std::map<std::string, std::vector<std::optional<int>>> marks;
};

// What a step picks: a hole or site, or `pass`, or a number of seeds from a store.
struct Pick {
  std::string text;  // MancalaGames: "A3", "A3>", "pass", "store-south/4"
  int site = -1;     // Ludii: the site; -1 is a pass
  int to = -1;       // Ludii: where it goes, where the step says so
  bool operator==(const Pick&) const = default;
};

// Seeds that a Ludii step moves beside sowing, from site to site.
struct Carried {
  int from = -1;
  int to = -1;
};

struct Step {
  enum class Kind : std::uint8_t {
    move,
    pass,
    refill,     // seeds are laid out for a new round
    new_round,  // the board of a new round: `after`, `next`
    other,      // a vote, a swap: no move of ours
  };
  enum class Ends : std::uint8_t { nothing, round, game };
  Kind kind = Kind::move;
  Player by = 0;
  Pick pick;
  std::vector<Pick> legal;
  std::vector<Carried> carried;  // Ludii: from stores and hands into holes, before the rest of the step
  Moment after;
  std::optional<Player> next;
  Ends ends = Ends::nothing;
  bool default_fill = false;  // new_round: players would have chosen which holes are filled
};

struct Game {
  Moment start;
  Player starts = 0;
  std::vector<Step> steps;
  bool complete = false;  // played to its end
  int line = 0;           // of the file
};

enum class Program : std::uint8_t { mancalagames, ludii };

// Where a Ludii board's sites are.
struct SiteBoard {
  std::vector<std::vector<int>> rows_bottom_up;
  std::map<std::string, std::map<int, int>> maps;  // name, player (or site) -> site
  int sites = 0;
  int hands = 0;       // hands with seeds, one a player
  int hand_sites = 1;  // of one player
};

// All games of one game that one program recorded.
struct Set {
  Program by = Program::mancalagames;
  std::string version;  // as the recording calls the program
  std::string game;
  std::string stem;  // name of the file without its ending
  SiteBoard sites;
  std::vector<Game> games;
};

std::string name_of(Program program);

// A line that is no recorded game.
struct BadLine {
  std::filesystem::path path;
  int line = 0;
  std::string message;
};

// The sets in a file. Lines that cannot be understood are reported in `bad` and left out. Throws cli::Failure
// if the file cannot be read.
std::vector<Set> read_recordings(const std::filesystem::path& path, std::vector<BadLine>& bad);

}  // namespace mancala::recorded
