#include "dsl/describe_board.h"

#include <algorithm>
#include <map>

#include "dsl/english_text.h"

namespace mancala {

namespace {

using english::counted;
using english::list_of;

std::string in_order(const std::vector<std::string>& labels) {
  std::string text;
  for (const std::string& p : english::label_ranges(labels)) text += (text.empty() ? "" : ", ") + p;
  return text;
}

std::string station(const Board& board, Place p, const English& english) {
  return board.is_hole(p) ? board.holes[static_cast<std::size_t>(p)].label : english.place_name(p);
}

// The stations of a player's circuit in running order, one text for each connected piece. A ring begins where
// a row does, at the player's own where players differ.
std::vector<std::string> routes(const Board& board, const Circuit& circuit, std::size_t player,
                                std::size_t way, bool own_first, const English& english) {
  const std::vector<Place>& next = circuit.next[player][way];
  const std::vector<Place>& prev = circuit.next[player][1 - way];
  std::vector<bool> seen(next.size(), false);
  std::vector<std::string> out;
  const auto follow = [&](Place from) {
    std::vector<std::string> labels;
    for (Place p = from;
         p >= 0 && static_cast<std::size_t>(p) < next.size() && !seen[static_cast<std::size_t>(p)];
         p = next[static_cast<std::size_t>(p)]) {
      seen[static_cast<std::size_t>(p)] = true;
      labels.push_back(station(board, p, english));
    }
    if (labels.size() > 1) out.push_back(in_order(labels));
  };
  const auto begins_row = [&](std::size_t p) {
    if (!board.is_hole(static_cast<Place>(p)) || p >= prev.size()) return false;
    const Place before = prev[p];
    return !board.is_hole(before) ||
           board.holes[static_cast<std::size_t>(before)].line != board.holes[p].line;
  };
  // Open pieces first, from their beginnings; what is left are rings.
  for (std::size_t p = 0; p < next.size(); ++p) {
    if (next[p] != kNoPlace && (p >= prev.size() || prev[p] == kNoPlace)) follow(static_cast<Place>(p));
  }
  for (const bool own : {true, false}) {
    for (std::size_t p = 0; p < next.size(); ++p) {
      const bool mine = !own_first || (board.is_hole(static_cast<Place>(p)) &&
                                       board.holes[p].side == static_cast<Player>(player));
      if (!seen[p] && next[p] != kNoPlace && begins_row(p) && (mine || !own)) follow(static_cast<Place>(p));
    }
  }
  const auto ring = [&](std::size_t p) {
    if (!seen[p] && next[p] != kNoPlace) follow(static_cast<Place>(p));
  };
  for (std::size_t p = 0; p < next.size(); ++p) ring(way == 0 ? p : next.size() - 1 - p);
  return out;
}

// "12 holes in 2 rows, and 2 holes between them". Ends lie on a printed line of their own.
std::string holes_and_rows(const Board& board) {
  if (board.rows == 0) return counted(board.hole_count(), "hole");
  const auto between = board.lines == board.rows ? 0
                                                 : std::count_if(board.holes.begin(), board.holes.end(),
                                                                 [](const Hole& h) { return h.line == 1; });
  return counted(board.hole_count() - between, "hole") + " in " + counted(board.rows, "row") +
         (between == 0 ? "" : ", and " + counted(between, "hole") + " between them that nobody owns");
}

// "A1 and a1; A2 and a2".
std::string pairs_of(const std::vector<std::string>& pairs) {
  std::string text;
  for (const std::string& pair : pairs) text += (text.empty() ? "" : ", ") + pair;
  return text;
}

}  // namespace

std::vector<std::string> board_sentences(const ir::Program& program, const English& english) {
  const Board& board = program.board;
  std::vector<std::string> out;
  std::vector<std::string> names;
  for (int p = 0; p < board.player_count(); ++p) names.push_back(english.player_name(p));
  out.push_back(counted(board.player_count(), "player") + (names.size() > 1 ? ", in order of play: " : ": ") +
                list_of(names, "and") + ".");

  out.push_back(
      holes_and_rows(board) + ", drawn from top to bottom" +
      (std::find(names.begin(), names.end(), "South") != names.end() ? " as South sees them:" : ":"));
  for (int l = 0; l < board.lines; ++l) {
    std::vector<std::pair<int, std::string>> row;
    Player side = kNobody;
    bool one_side = true;
    for (const Hole& h : board.holes) {
      if (h.line != l) continue;
      if (!row.empty() && h.side != side) one_side = false;
      side = h.side;
      row.emplace_back(h.column, h.label);
    }
    if (row.empty()) continue;
    std::sort(row.begin(), row.end());
    std::vector<std::string> labels;
    for (const auto& [column, label] : row) labels.push_back(label);
    out.push_back("- " + in_order(labels) +
                  (one_side && side != kNobody ? " (" + english.player_name(side) + ")" : ""));
  }
  // Owners that the rows do not show.
  const bool mixed = std::any_of(board.holes.begin(), board.holes.end(), [&board](const Hole& a) {
    return a.owner != a.side || std::any_of(board.holes.begin(), board.holes.end(), [&a](const Hole& b) {
             return a.line == b.line && a.side != b.side;
           });
  });
  if (mixed) {
    for (Player p = 0; p < board.player_count(); ++p) {
      const Region owned = board.owned_by(p);
      if (!owned.empty()) out.push_back(english.player_name(p) + " owns " + english.holes_list(owned) + ".");
    }
    Region free = board.all();
    for (Player p = 0; p < board.player_count(); ++p) free = free - board.owned_by(p);
    if (!free.empty()) out.push_back("Nobody owns " + english.holes_list(free) + ".");
  }

  // Holes that face each other otherwise than straight across the middle.
  std::map<std::pair<int, int>, Place> at;
  for (int h = 0; h < board.hole_count(); ++h) {
    const Hole& hole = board.holes[static_cast<std::size_t>(h)];
    at[{hole.line, hole.column}] = static_cast<Place>(h);
  }
  std::vector<std::string> odd;
  Region alone;
  for (int h = 0; h < board.hole_count() && static_cast<std::size_t>(h) < board.opposite.size(); ++h) {
    const Hole& hole = board.holes[static_cast<std::size_t>(h)];
    const auto straight = at.find({board.lines - 1 - hole.line, hole.column});
    const bool usual = board.rows > 0 && straight != at.end() && straight->second != h;
    const Place expected = usual ? straight->second : kNoPlace;
    const Place o = board.opposite[static_cast<std::size_t>(h)];
    if (o == expected) continue;
    if (o == kNoPlace) {
      alone.add(static_cast<Place>(h));
    } else {
      // Two that face each other are told once.
      const bool each_other =
          board.is_hole(o) && board.opposite[static_cast<std::size_t>(o)] == static_cast<Place>(h);
      if (!each_other || o >= static_cast<Place>(h))
        odd.push_back(hole.label + (each_other ? " and " : " faces ") + station(board, o, english));
    }
  }
  if (!alone.empty()) out.push_back("No hole lies opposite " + english.holes_list(alone) + ".");
  if (!odd.empty())
    out.push_back("Opposite holes: " + pairs_of(odd) +
                  (board.rows == 0 ? "; no other hole has one opposite."
                                   : "; all others lie straight across the middle."));
  return out;
}

std::string circuit_text(const ir::Program& program, std::int32_t circuit) {
  const Circuit& c = program.board.circuits[static_cast<std::size_t>(circuit)];
  if (c.name == "board") return "around the whole board, not into the stores";
  if (c.name == "own-rows") return "around the mover's own rows";
  if (c.name == "board-and-own-store") return "around the board and into the mover's own store";
  if (c.name == "own-rows-and-own-store") return "around the mover's own rows and into his own store";
  if (c.name == "board-and-stores") return "around the board and into every store";
  return std::string(c.closed ? "around" : "along") + " the circuit called " + c.name;
}

std::vector<std::string> route_sentences(const ir::Program& program, std::int32_t circuit, bool clockwise,
                                         const English& english) {
  const Board& board = program.board;
  const Circuit& c = board.circuits[static_cast<std::size_t>(circuit)];
  const std::string way = c.closed ? (clockwise ? "clockwise" : "counterclockwise") : "onward";
  const std::size_t index = c.closed && clockwise ? 1 : 0;
  const bool shared =
      std::all_of(c.next.begin(), c.next.end(), [&](const auto& next) { return next == c.next.front(); });
  std::vector<std::string> out;
  for (std::size_t p = 0; p < c.next.size() && (p == 0 || !shared); ++p) {
    out.push_back("In this order (" + way + ")" +
                  (shared ? "" : " for " + english.player_name(static_cast<std::int32_t>(p))) + ": " +
                  list_of(routes(board, c, p, index, !shared, english), "and separately") +
                  (c.closed ? ", and round again." : "."));
  }
  return out;
}

}  // namespace mancala
