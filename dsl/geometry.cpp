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
      hole.side = hole.owner = static_cast<Player>(side);
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

Circuit ring(const Board& board, std::string name, StoresOnCircuit stores, HolesOnCircuit holes,
             StoreEnd end) {
  Circuit circuit;
  circuit.name = std::move(name);
  const auto places = static_cast<std::size_t>(board.place_count());
  // Is the neighbour of this hole, one place before or after it, in another row?
  const auto at_end = [&board](Place h, int step) {
    const int other = h + step;
    return other < 0 || other == board.hole_count() ||
           board.holes[static_cast<std::size_t>(other)].side != board.holes[static_cast<std::size_t>(h)].side;
  };
  for (Player p = 0; p < board.player_count(); ++p) {
    std::vector<Place> order;
    for (Place h = 0; h < board.hole_count(); ++h) {
      const Hole& hole = board.holes[static_cast<std::size_t>(h)];
      const bool passes =
          stores == StoresOnCircuit::all || (stores == StoresOnCircuit::own && hole.side == p);
      if (passes && end == StoreEnd::left && at_end(h, -1)) order.push_back(board.store(hole.side));
      if (holes == HolesOnCircuit::all || hole.owner == p) order.push_back(h);
      if (passes && end == StoreEnd::right && at_end(h, 1)) order.push_back(board.store(hole.side));
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
