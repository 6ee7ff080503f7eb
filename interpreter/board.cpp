#include "interpreter/board.h"

namespace mancala {

Place Board::find(std::string_view label) const {
  for (const Place h : all()) {
    if (holes[h].label == label) return h;
  }
  return kNoPlace;
}

Region Board::side(Player p) const {
  Region region;
  for (const Place h : all()) {
    if (holes[h].side == p) region.add(h);
  }
  return region;
}

Region Board::owned_by(Player p) const {
  Region region;
  for (const Place h : all()) {
    if (holes[h].owner == p) region.add(h);
  }
  return region;
}

Region Board::all() const {
  Region region;
  for (int h = 0; h < hole_count(); ++h) region.add(static_cast<Place>(h));
  return region;
}

Region Board::beside(Place h) const {
  Region found;
  if (!is_hole(h)) return found;
  for (int other = 0; other < hole_count(); ++other) {
    const int lines = std::abs(holes[other].line - holes[h].line);
    const int columns = std::abs(holes[other].column - holes[h].column);
    if (lines + columns == 1) found.add(static_cast<Place>(other));
  }
  return found;
}

Place Board::straight_on(Place from, Place to, Place h) const {
  if (!is_hole(from) || !is_hole(to) || !is_hole(h) || from == to) return kNoPlace;
  const int line = holes[h].line + holes[to].line - holes[from].line;
  const int column = holes[h].column + holes[to].column - holes[from].column;
  for (int other = 0; other < hole_count(); ++other) {
    if (holes[other].line == line && holes[other].column == column) return static_cast<Place>(other);
  }
  return kNoPlace;
}

bool Board::on_circuit(const Circuit& circuit, Player p, Place place) const {
  if (p < 0 || p >= static_cast<int>(circuit.next.size())) return false;
  const auto leads_on = [&](const std::vector<Place>& next) {
    return place >= 0 && place < static_cast<int>(next.size()) && next[place] != kNoPlace;
  };
  // The ends of an open circuit lead on in one direction only.
  return leads_on(circuit.next[p][0]) || leads_on(circuit.next[p][1]);
}

}  // namespace mancala
