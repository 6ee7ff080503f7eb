#include "dsl/geometry.h"

namespace mancala {

Board two_row_board(const std::vector<std::string>& players, int holes) {
  Board board;
  board.players = players;
  board.lines = 2;
  board.columns = holes;
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < holes; ++i) {
      Hole hole;
      hole.label = (side == 0 ? "A" : "a") + std::to_string(i + 1);
      hole.side = static_cast<Player>(side);
      hole.number = i + 1;
      hole.line = side == 0 ? 1 : 0;
      hole.column = side == 0 ? i : holes - 1 - i;
      board.holes.push_back(std::move(hole));
    }
  }
  for (int i = 0; i < 2 * holes; ++i) {
    board.opposite.push_back(static_cast<Place>(2 * holes - 1 - i));
    board.behind.push_back(kNoPlace);
    board.same.push_back(static_cast<Place>((i + holes) % (2 * holes)));
  }
  return board;
}

Circuit ring(const Board& board, std::string name, StoresOnCircuit stores) {
  Circuit circuit;
  circuit.name = std::move(name);
  const auto places = static_cast<std::size_t>(board.place_count());
  for (Player p = 0; p < board.player_count(); ++p) {
    std::vector<Place> order;
    for (Place h = 0; h < board.hole_count(); ++h) {
      order.push_back(h);
      const Player side = board.holes[static_cast<std::size_t>(h)].side;
      const bool end_of_side =
          h + 1 == board.hole_count() || board.holes[static_cast<std::size_t>(h) + 1].side != side;
      const bool passes = stores == StoresOnCircuit::all || (stores == StoresOnCircuit::own && side == p);
      if (end_of_side && passes) order.push_back(board.store(side));
    }
    std::array<std::vector<Place>, 2> next;
    next[0].assign(places, kNoPlace);
    next[1].assign(places, kNoPlace);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Place here = order[i];
      const Place after = order[(i + 1) % order.size()];
      next[0][static_cast<std::size_t>(here)] = after;
      next[1][static_cast<std::size_t>(after)] = here;
    }
    circuit.next.push_back(std::move(next));
  }
  return circuit;
}

}  // namespace mancala
