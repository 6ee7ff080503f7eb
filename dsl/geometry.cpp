#include "dsl/geometry.h"

#include <algorithm>

namespace mancala {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// A row of one side, from the player's left to his right: the holes from column `from` to column `to` (as he
// sees them) of the printed line.
struct Row {
  Player side;
  int number;  // 1 = inner
  int line;
  int from, to;
};

void add_row(Board& board, const Row& row, bool to_the_right) {
  for (int i = row.from; i <= row.to; ++i) {
    const int column = to_the_right ? i : row.from + row.to - i;
    Hole hole;
    const bool second = row.side == 1;
    hole.label =
        std::string(1, static_cast<char>((second ? 'a' : 'A') + row.number - 1)) + std::to_string(column + 1);
    hole.side = hole.owner = row.side;
    hole.row = row.number;
    hole.number = column + 1;
    hole.line = row.line;
    hole.column = second ? board.columns - 1 - column : column;
    board.holes.push_back(std::move(hole));
  }
}

// The hole printed at this place, or kNoPlace.
Place place_at(const Board& board, int line, int column) {
  for (const Place h : board.all()) {
    if (board.holes[index(h)].line == line && board.holes[index(h)].column == column) return h;
  }
  return kNoPlace;
}

// What faces what: across the border between the two sides, in the same column, at the same distance.
void face_holes(Board& board) {
  for (const Place h : board.all()) {
    const Hole& hole = board.holes[index(h)];
    const bool upper = hole.side == 1;
    const int towards = upper ? 1 : -1;  // lines, to the middle
    int steps = 1;                       // to the border
    while (true) {
      const Place next = place_at(board, hole.line + towards * steps, hole.column);
      if (next == kNoPlace || board.holes[index(next)].side != hole.side) break;
      ++steps;
    }
    const Place facing = place_at(board, hole.line + towards * (2 * steps - 1), hole.column);
    const bool across = facing != kNoPlace && board.holes[index(facing)].side != hole.side;
    board.opposite.push_back(across ? facing : kNoPlace);
    const Place back = place_at(board, hole.line - towards, hole.column);
    board.behind.push_back(back != kNoPlace && board.holes[index(back)].side == hole.side ? back : kNoPlace);
  }
}

// Holes that nobody sits at and that face nothing yet.
void lie_free(Board& board) {
  board.opposite.assign(board.holes.size(), kNoPlace);
  board.behind.assign(board.holes.size(), kNoPlace);
  board.same.assign(board.holes.size(), kNoPlace);
}

}  // namespace

bool possible_rows(int rows) { return (rows >= 1 && rows <= 4) || rows == 6; }

Board rows_board(const std::vector<std::string>& players, int rows, int holes) {
  Board board;
  board.players = players;
  board.rows = board.lines = rows;
  board.columns = holes;
  const int sides = players.size() == 1 ? 1 : 2;
  const int deep = (rows + sides - 1) / sides;  // rows of one side
  for (int side = 0; side < sides; ++side) {
    for (int number = deep; number >= 1; --number) {
      // Of three rows, the middle one is both players' inner row: the half at their right hands.
      const bool split = sides == 2 && rows == 3 && number == 1;
      const int line = sides == 1 ? number - 1 : side == 0 ? rows - 1 - (deep - number) : deep - number;
      add_row(board, {static_cast<Player>(side), number, line, split ? holes / 2 : 0, holes - 1},
              (deep - number) % 2 == 0);
    }
  }
  face_holes(board);
  match_holes(board);
  if (players.size() > 2) {
    for (Hole& hole : board.holes) hole.side = hole.owner = kNobody;
  }
  return board;
}

Board scattered_board(const std::vector<std::string>& players, const std::vector<LoneHole>& holes) {
  Board board;
  board.players = players;
  int right = 0;
  int top = 0;
  for (const LoneHole& lone : holes) {
    right = std::max(right, lone.x);
    top = std::max(top, lone.y);
  }
  board.columns = right + 1;
  board.lines = top + 1;
  for (const LoneHole& lone : holes) {
    Hole hole;
    hole.label = lone.label;
    hole.line = top - lone.y;
    hole.column = lone.x;
    board.holes.push_back(std::move(hole));
  }
  lie_free(board);
  return board;
}

Board grid_board(const std::vector<std::string>& players, int rows, int columns) {
  Board board;
  board.players = players;
  board.lines = rows;
  board.columns = columns;
  for (int row = 1; row <= rows; ++row) {
    for (int column = 1; column <= columns; ++column) {
      Hole hole;
      hole.label = std::string(1, static_cast<char>('A' + row - 1)) + std::to_string(column);
      hole.row = row;
      hole.number = column;
      hole.line = rows - row;
      hole.column = column - 1;
      board.holes.push_back(std::move(hole));
    }
  }
  lie_free(board);
  return board;
}

Board ring_board(const std::vector<std::string>& players, int holes) {
  // Along the lower side, up the right one, back along the upper one, down the left one. The sides are short,
  // so that a ring is as wide as a page lets it be.
  const int flank = holes / 6;
  const int lower = (holes - 2 * flank + 1) / 2;
  const int upper = holes - 2 * flank - lower;
  Board board;
  board.players = players;
  board.lines = flank + 2;
  board.columns = flank == 0 ? lower : lower + 2;
  const int left = flank == 0 ? 0 : 1;  // column of the first hole
  for (int i = 0; i < holes; ++i) {
    Hole hole;
    hole.label = "A" + std::to_string(i + 1);
    hole.number = i + 1;
    if (i < lower) {
      hole.line = board.lines - 1;
      hole.column = left + i;
    } else if (i < lower + flank) {
      hole.line = board.lines - 2 - (i - lower);
      hole.column = board.columns - 1;
    } else if (i < lower + flank + upper) {
      hole.column = left + lower - 1 - (i - lower - flank);
    } else {
      hole.line = 1 + (i - lower - flank - upper);
    }
    board.holes.push_back(std::move(hole));
  }
  lie_free(board);
  for (int i = 0; holes % 2 == 0 && i < holes; ++i) {
    board.opposite[index(i)] = static_cast<Place>((i + holes / 2) % holes);
  }
  return board;
}

void add_end(Board& board, const std::string& label, Place after) {
  // The first one makes room: a line between the rows, a column at either side.
  if (board.lines == 2) {
    board.lines = 3;
    board.columns += 2;
    for (Hole& hole : board.holes) {
      hole.line = hole.line == 1 ? 2 : 0;
      ++hole.column;
    }
  }
  const Player side = board.holes[index(after)].side;
  Hole end;
  end.label = label;
  end.line = 1;
  end.column = side == 0 ? board.columns - 1 : 0;  // rows run counterclockwise
  const auto place = static_cast<Place>(after + 1);
  board.holes.insert(board.holes.begin() + place, std::move(end));
  for (auto* map : {&board.opposite, &board.behind, &board.same}) {
    for (Place& to : *map) {
      if (to >= place) ++to;
    }
    map->insert(map->begin() + place, kNoPlace);
  }
}

void match_holes(Board& board) {
  board.same.assign(board.holes.size(), kNoPlace);
  if (board.player_count() != 2) return;
  for (const Place h : board.all()) {
    const Hole& a = board.holes[index(h)];
    for (const Place other : board.all()) {
      const Hole& b = board.holes[index(other)];
      if (a.side != kNobody && b.side == 1 - a.side && b.row == a.row && b.number == a.number) {
        board.same[index(h)] = other;
      }
    }
  }
}

Circuit ring(const Board& board, std::string name, StoresOnCircuit stores, HolesOnCircuit holes,
             StoreEnd end) {
  // Is the neighbour of this hole, one place before or after it, at another side?
  const auto at_end = [&board](Place h, int step) {
    const int other = h + step;
    return other < 0 || other == board.hole_count() ||
           board.holes[index(other)].side != board.holes[index(h)].side;
  };
  std::vector<Route> routes;
  for (Player p = 0; p < board.player_count(); ++p) {
    std::vector<Place> route;
    for (Place h = 0; h < board.hole_count(); ++h) {
      const Hole& hole = board.holes[index(h)];
      const bool passes = hole.side != kNobody && (stores == StoresOnCircuit::all ||
                                                   (stores == StoresOnCircuit::own && hole.side == p));
      if (passes && end == StoreEnd::left && at_end(h, -1)) route.push_back(board.store(hole.side));
      if (holes == HolesOnCircuit::all || hole.owner == p) route.push_back(h);
      if (passes && end == StoreEnd::right && at_end(h, 1)) route.push_back(board.store(hole.side));
    }
    routes.push_back({std::move(route), {}});
  }
  return closed_circuit(board, std::move(name), routes);
}

Circuit no_circuit(const Board& board, std::string name) {
  Circuit circuit;
  circuit.name = std::move(name);
  circuit.closed = false;
  circuit.straight = true;
  for (Player p = 0; p < board.player_count(); ++p) {
    auto& next = circuit.next.emplace_back();
    for (auto& way : next) way.assign(index(board.place_count()), kNoPlace);
  }
  return circuit;
}

Circuit closed_circuit(const Board& board, std::string name, const std::vector<Route>& routes) {
  Circuit circuit;
  circuit.name = std::move(name);
  const auto places = index(board.place_count());
  for (const Route& route : routes) {
    std::array<std::vector<Place>, 2> next;
    next[0].assign(places, kNoPlace);
    next[1].assign(places, kNoPlace);
    for (std::size_t i = 0; i < route.onward.size(); ++i) {
      const Place here = route.onward[i];
      const Place after = route.onward[(i + 1) % route.onward.size()];
      next[0][index(here)] = after;
      if (route.backward.empty()) next[1][index(after)] = here;
    }
    for (std::size_t i = 0; i < route.backward.size(); ++i) {
      next[1][index(route.backward[i])] = route.backward[(i + 1) % route.backward.size()];
    }
    circuit.next.push_back(std::move(next));
  }
  return circuit;
}

}  // namespace mancala
