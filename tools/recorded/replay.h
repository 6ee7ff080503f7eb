// Replays the games of one set with a variant, ply by ply. Each ply is tested from the recorded position
// before it, so that one difference does not hide the next. What is compared and how the two programs' moves
// are joined is described in docs/conformance.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/variant.h"
#include "mapping.h"
#include "recording.h"

namespace mancala::recorded {

// What a ply can differ in.
enum class Kind : std::uint8_t { legal, board, captured, next, end, round };
inline constexpr std::array<Kind, 6> kKinds = {Kind::legal, Kind::board, Kind::captured,
                                               Kind::next,  Kind::end,   Kind::round};
std::string_view name_of(Kind kind);

// Where our play and the recorded one were joined by a rule.
enum class Join : std::uint8_t {
  laps,       // steps of the recording that are laps of one move of ours
  pass,       // a pass that our rules do not have
  early,      // the recording ends as soon as a player holds more than half
  unswept,    // the recording ends without taking what is left from the board
  unclaimed,  // the recording drops what is left at the end
  fill,       // which holes are filled for a new round is the players' choice
  lot,        // a new round laid out by lot
  cut,        // the recording breaks off within a turn: not compared
  starter,    // a new round laid out step by step is begun by whoever was next then
  no_move,    // a vote or a swap of the recording
};
inline constexpr std::array<Join, 10> kJoins = {Join::laps,      Join::pass,   Join::early, Join::unswept,
                                                Join::unclaimed, Join::fill,   Join::lot,   Join::cut,
                                                Join::starter,   Join::no_move};
std::string_view name_of(Join join);

struct Difference {
  int game = 0;  // from 1
  int ply = 0;   // from 1, our counting
  int line = 0;  // of the recording's file
  std::vector<Kind> kinds;
  std::string move;
  std::string before;                       // position line
  std::string expected;                     // the recording's rows and stores after the move
  std::string ours;                         // ours; empty where the move could not be played
  std::vector<std::string> missing, extra;  // legal moves that we lack, that we have beside
  std::string legal;                        // of the recording, if `legal` differs
  std::string expected_next, our_next;
};

// A move of a game that is reproduced wholly, for an example game.
struct Line {
  std::string move;  // ours, all choices said; empty: a new round that begins in `position`
  std::string position;
};

struct Reproduced {
  int game = 0;
  std::string start;
  std::vector<Line> lines;
};

struct Result {
  int plies = 0;
  int plies_reproduced = 0;
  int rounds = 0;  // beginnings of later rounds and ends of matches
  int rounds_reproduced = 0;
  int games = 0;
  int games_whole = 0;
  std::array<int, kKinds.size()> kinds{};
  std::array<int, kJoins.size()> joins{};
  std::vector<Difference> differences;
  std::optional<Reproduced> shortest;  // of the games that are reproduced wholly
  std::string problem;                 // why nothing could be replayed; else empty
  [[nodiscard]] bool whole() const { return problem.empty() && games_whole == games; }
};

Result replay(const Set& set, const Entry& entry, const Variant& variant);

}  // namespace mancala::recorded
