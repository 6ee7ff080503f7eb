// Boards and circuits from their dimensions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "interpreter/board.h"

namespace mancala {

// Can there be a board of this many rows? 1, 2, 3, 4 or 6.
bool possible_rows(int rows);

// Rows of `holes` holes each, half of them at either side (the first player's below), or all at one side for
// one player. With more than two players nobody sits at a row. Of three rows the middle one is split, the
// right half at either player's right hand being his inner row: `holes` is even then. Labels: A and a the
// inner rows, B and b the ones behind them; numbers from the player's left. Places run counterclockwise as
// far as a board can be walked like that: each player's rows from the outermost one, one to the right and the
// next one back.
Board rows_board(const std::vector<std::string>& players, int rows, int holes);

// A grid: labels A1 … from the lowest row at the left; row and number of a hole are those of the grid. Nobody
// sits anywhere and nothing faces anything. At most 26 rows.
Board grid_board(const std::vector<std::string>& players, int rows, int columns);

// Holes A1 … in a ring, counterclockwise from the lower left, each facing the one across the middle (an even
// number of holes, from 2). Nobody sits anywhere.
Board ring_board(const std::vector<std::string>& players, int holes);

// A hole that lies by itself, `x` to the right and `y` upwards as South sees it.
struct LoneHole {
  std::string label;
  int x = 0;
  int y = 0;
};

// A board of such holes, in the order given. Nobody sits anywhere and nothing faces anything.
Board scattered_board(const std::vector<std::string>& players, const std::vector<LoneHole>& holes);

// No way at all: seeds go wherever the rules let them, and straight on is the way of the last step.
Circuit no_circuit(const Board& board, std::string name);

// Puts a hole that nobody owns between the last hole of a row (`after`, on a board of two rows) and the first
// hole of the other one.
void add_end(Board& board, const std::string& label, Place after);

// Fills the map of corresponding holes (`same`) from rows and numbers: for two players.
void match_holes(Board& board);

enum class StoresOnCircuit { none, own, all };
enum class HolesOnCircuit { own, all };
enum class StoreEnd { left, right };  // of the owner's row, as he sees it

// The closed circuit through the holes in order of place; a store stands at one end of its owner's row. With
// `own`, each player's circuit passes his own store, or the holes that are his at the start, alone.
Circuit ring(const Board& board, std::string name, StoresOnCircuit stores, HolesOnCircuit holes,
             StoreEnd end);

// The stations of a player's circuit in the order in which he comes to them. Backward empty: back along the
// same way.
struct Route {
  std::vector<Place> onward;
  std::vector<Place> backward;
};

// The closed circuit through these stations; one route for each player.
Circuit closed_circuit(const Board& board, std::string name, const std::vector<Route>& routes);

}  // namespace mancala
