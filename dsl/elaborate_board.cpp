// The board of a variant: its holes, whose they are, what faces what, and the ways on which seeds run.
#include <algorithm>

#include "dsl/elaborate.h"
#include "dsl/geometry.h"

namespace mancala {

using ir::ExprId;
using ir::kNone;
using ir::Type;

namespace {

constexpr int kMaxHoles = 60;     // of a row: two rows and the stores must fit into a position
constexpr int kMaxGridRows = 26;  // each has a letter
constexpr int kMinRing = 4;       // less than that is no ring

// Which stores and holes the circuits pass that every board has by name.
struct KnownCircuit {
  std::string_view name;
  StoresOnCircuit stores;
  HolesOnCircuit holes;
};
constexpr KnownCircuit kCircuits[] = {
    {"board", StoresOnCircuit::none, HolesOnCircuit::all},
    {"board-and-own-store", StoresOnCircuit::own, HolesOnCircuit::all},
    {"board-and-stores", StoresOnCircuit::all, HolesOnCircuit::all},
    {"own-rows", StoresOnCircuit::none, HolesOnCircuit::own},
    {"own-rows-and-own-store", StoresOnCircuit::own, HolesOnCircuit::own},
};

}  // namespace

int Elaborator::holes_in_row() {
  const int n = size(sheet_.board.holes, 1, kMaxHoles, "a row has");
  const bool split = sheet_.board.rows == 3 && sheet_.players.size() == 2;
  if (split && n % 2 != 0 && !diagnostics_.has_errors()) {
    diagnostics_.error(
        "M0507", sheet_.board.holes->span,
        "the middle one of three rows is split: it cannot have " + std::to_string(n) + " holes");
  }
  return n;
}

// A size of the board, which is worked out before there is one. After an error it is the lowest that may be.
int Elaborator::size(const std::optional<sheet::Phrase>& phrase, int low, int high, std::string_view of) {
  if (!phrase || !phrase->tree) return low;
  Env e = env(moment::setup, "`board`");
  const ExprId id = wanted_id(phrase, e, Type::number);
  if (id == kNone) return low;
  const auto n = build_.constant(id);
  if (!n) {
    diagnostics_.error("M0417", phrase->span, "the number of holes must be fixed before the game");
    return low;
  }
  // After an error the number may come from what was wrong.
  if (diagnostics_.has_errors()) return static_cast<int>(std::clamp<std::int64_t>(*n, low, high));
  if (*n < low || *n > high) {
    diagnostics_.error("M0507", phrase->span,
                       std::string(of) + " " + std::to_string(low) + " to " + std::to_string(high) +
                           " holes, not " + std::to_string(*n));
    return low;
  }
  return static_cast<int>(*n);
}

// Sets of places have room for so many; what would be larger is not made.
bool Elaborator::has_room(int holes) {
  const int all = holes + static_cast<int>(sheet_.players.size());
  if (all <= kMaxPlaces) return true;
  diagnostics_.error("M0507", sheet_.board_span,
                     "the board has " + std::to_string(all) + " holes and stores; there is room for " +
                         std::to_string(kMaxPlaces));
  return false;
}

void Elaborator::lay_holes(const std::vector<std::string>& players) {
  Board& board = program_.board;
  const sheet::BoardPlan& plan = sheet_.board;
  if (plan.grid_rows) {
    const int rows = size(plan.grid_rows, 1, kMaxGridRows, "a column of a grid has");
    const int columns = size(plan.grid_columns, 1, kMaxHoles, "a row of a grid has");
    board = has_room(rows * columns) ? grid_board(players, rows, columns) : grid_board(players, 1, 1);
    return;
  }
  if (plan.ring) {
    board = ring_board(players, size(plan.ring, kMinRing, kMaxPlaces, "a ring has"));
    return;
  }
  if (plan.lone.empty()) {
    const int rows = possible_rows(plan.rows) ? plan.rows : 2;
    const int holes = holes_in_row();
    board = rows_board(players, rows, has_room(rows * holes) ? holes : 2);
    return;
  }
  std::vector<LoneHole> holes;
  std::map<std::pair<int, int>, Span> spots;
  for (const auto& [label, hole] : sheet_.board.lone) {
    const auto [other, fresh] = spots.try_emplace({hole.x, hole.y}, label.span);
    if (!fresh) {
      diagnostics_.error("M0419", label.span, "two holes lie at the same place")
          .others.push_back({other->second, "the other one"});
    }
    holes.push_back(hole);
  }
  if (!has_room(static_cast<int>(holes.size()))) holes.resize(1);
  board = scattered_board(players, holes);
}

// The stations that a list of labels names.
std::vector<Place> Elaborator::stations(const sheet::Words& labels, bool stores) {
  const Board& board = program_.board;
  std::vector<Place> all;
  for (const std::string_view label : parts_of(labels.text)) {
    Place place = board.find(label);
    for (Player p = 0; stores && p < board.player_count(); ++p) {
      if (label == "store(" + board.players[static_cast<std::size_t>(p)] + ")") place = board.store(p);
    }
    if (place == kNoPlace) {
      diagnostics_.error("M0412", labels.span, "there is no hole " + ticked(label) + " on this board");
    } else {
      all.push_back(place);
    }
  }
  return all;
}

std::optional<Player> Elaborator::player_called(const sheet::Words& name, bool or_nobody) {
  if (or_nobody && name.text == "nobody") return kNobody;
  const auto& players = program_.board.players;
  const auto found = std::find(players.begin(), players.end(), name.text);
  if (found != players.end()) return static_cast<Player>(found - players.begin());
  suggest(diagnostics_.error("M0401", name.span, "there is no player " + ticked(name.text)), name.text,
          players, "the players");
  return std::nullopt;
}

void Elaborator::ends() {
  for (const auto& [name, between] : sheet_.board.ends) {
    if (sheet_.board.rows != 2) {
      diagnostics_.error("M0420", name.span, "`ends` lie between the two rows of a board");
      return;
    }
    const std::vector<Place> two = stations(between, false);
    if (two.size() != parts_of(between.text).size()) continue;
    const Board& board = program_.board;
    // Between the last hole of one row and the first of the other, with nothing between them yet.
    const auto at = [&board](Place place) { return board.holes[static_cast<std::size_t>(place)]; };
    const Place after = two.empty() ? kNoPlace : static_cast<Place>((two[0] + 1) % board.hole_count());
    const bool corner = two.size() == 2 && at(two[0]).side != kNobody && at(two[1]).side != kNobody &&
                        at(two[0]).side != at(two[1]).side && (after == two[1] || at(after).side == kNobody);
    if (!corner) {
      const std::string n = std::to_string(board.side(0).count());
      diagnostics_
          .error("M0420", between.span,
                 "an end lies between the last hole of one row and the first of the other, counterclockwise")
          .help.push_back("`A" + n + " a1` or `a" + n + " A1`");
      continue;
    }
    if (after != two[1]) {
      diagnostics_.error("M0420", between.span,
                         "between these holes lies " + ticked(at(after).label) + " already");
      continue;
    }
    add_end(program_.board, name.text, two[0]);
    end_holes_.push_back(name.text);
  }
}

// The holes whose owner is not said yet.
std::vector<Place> Elaborator::unnamed(const Board& board, const std::map<Place, Span>& said) {
  std::vector<Place> all;
  for (const Place h : board.all()) {
    if (!said.contains(h)) all.push_back(h);
  }
  return all;
}

// The owners that the rows do not show.
void Elaborator::owners() {
  Board& board = program_.board;
  std::map<Place, Span> said;
  for (const auto& [who, labels] : sheet_.board.owners) {
    const std::optional<Player> owner = player_called(who, true);
    if (!owner) continue;
    int number = 0;
    const bool all = labels.text == "board";
    for (const Place place : all ? unnamed(board, said) : stations(labels, false)) {
      Hole& hole = board.holes[static_cast<std::size_t>(place)];
      if (const auto [old, fresh] = said.try_emplace(place, labels.span); !fresh) {
        diagnostics_.error("M0418", labels.span, ticked(hole.label) + " has two owners")
            .others.push_back({old->second, "the other one"});
        continue;
      }
      hole.owner = *owner;
      if (hole.side != kNobody || *owner == kNobody) continue;
      // Where there are no rows, a player sits at what is his, and counts it as he lists it.
      hole.side = *owner;
      if (sheet_.board.grid_rows) continue;  // its rows and columns are numbered
      hole.number = ++number;
    }
  }
  const bool nobodys =
      std::all_of(board.holes.begin(), board.holes.end(), [](const Hole& h) { return h.side == kNobody; });
  if (board.players.size() > 2 && nobodys && sheet_.board.owners.empty()) {
    diagnostics_
        .error("M0221", sheet_.players_span,
               "with " + std::to_string(board.players.size()) +
                   " players the rows do not say whose the holes are")
        .help.push_back("say it in `board`: `owners: {south: A1 A2, …}`");
  }
  if (!sheet_.board.lone.empty()) match_holes(board);
}

void Elaborator::facing() {
  Board& board = program_.board;
  std::set<Place> said;
  for (const auto& [label, other] : sheet_.board.opposite) {
    const std::vector<Place> a = stations(label, false);
    const std::vector<Place> b = stations(other, false);
    if (a.size() != 1 || b.size() != 1) continue;
    if (a[0] == b[0] || !said.insert(a[0]).second || !said.insert(b[0]).second) {
      diagnostics_.error("M0424", other.span, "each hole faces one other hole, and each pair is said once");
      continue;
    }
    board.opposite[static_cast<std::size_t>(a[0])] = b[0];
    board.opposite[static_cast<std::size_t>(b[0])] = a[0];
  }
}

// The stations of a route, each of them once.
std::vector<Place> Elaborator::route(const sheet::Words& labels) {
  const std::vector<Place> all = stations(labels, true);
  std::vector<Place> sorted = all;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    diagnostics_.error("M0421", labels.span, "the circuit comes to the same station twice");
  }
  return all;
}

void Elaborator::named_circuits() {
  Board& board = program_.board;
  for (const auto& plan : sheet_.board.circuits) {
    if (std::any_of(std::begin(kCircuits), std::end(kCircuits),
                    [&](const KnownCircuit& c) { return c.name == plan.name.text; })) {
      diagnostics_.error("M0402", plan.name.span,
                         "the circuit " + ticked(plan.name.text) + " would hide one that every board has");
      continue;
    }
    std::vector<Route> routes(board.players.size());
    for (const auto& said : plan.routes) {
      const std::vector<Place> way = route(said.labels);
      const auto tell = [&](Route& of) { (said.way.text == "clockwise" ? of.backward : of.onward) = way; };
      if (said.player.text.empty()) {
        std::for_each(routes.begin(), routes.end(), tell);
      } else if (const auto player = player_called(said.player, false)) {
        tell(routes[static_cast<std::size_t>(*player)]);
      }
    }
    if (std::any_of(routes.begin(), routes.end(), [](const Route& r) { return r.onward.size() < 2; })) {
      diagnostics_.error("M0421", plan.name.span, "the circuit leads nowhere for one of the players");
      continue;
    }
    board.circuits.push_back(closed_circuit(board, plan.name.text, routes));
  }
}

// A circuit is known by its name: one of the board's own, or one that every board has.
int Elaborator::circuit(const sheet::Sow& sow) {
  const sheet::Words& around = sow.around;
  auto& circuits = program_.board.circuits;
  if (around.text.empty() && sow.route) {
    if (!sheet_.board.grid_rows) {
      diagnostics_.error("M0202", sow.span, "`sow` has no `around`")
          .help.push_back("`route` alone tells a way on a grid only");
      return 0;
    }
    const auto free =
        std::find_if(circuits.begin(), circuits.end(), [](const Circuit& c) { return c.straight; });
    if (free != circuits.end()) return static_cast<int>(free - circuits.begin());
    circuits.push_back(no_circuit(program_.board, "grid"));
    return static_cast<int>(circuits.size()) - 1;
  }
  const auto known =
      std::find_if(circuits.begin(), circuits.end(), [&](const Circuit& c) { return c.name == around.text; });
  if (known != circuits.end()) return static_cast<int>(known - circuits.begin());
  const auto* const usual = std::find_if(std::begin(kCircuits), std::end(kCircuits),
                                         [&](const KnownCircuit& c) { return c.name == around.text; });
  const bool whole_board = usual != std::end(kCircuits) && usual->holes == HolesOnCircuit::all;
  if (usual == std::end(kCircuits)) {
    const auto& planned = sheet_.board.circuits;
    const bool faulty = std::any_of(planned.begin(), planned.end(),
                                    [&](const auto& plan) { return plan.name.text == around.text; });
    if (around.span.file != kNoFile && !faulty) {
      std::vector<std::string> names;
      for (const KnownCircuit& c : kCircuits) names.emplace_back(c.name);
      for (const auto& plan : sheet_.board.circuits) names.push_back(plan.name.text);
      Diagnostic& d =
          diagnostics_.error("M0205", around.span, ticked(around.text) + " is no value of `around`");
      suggest(d, around.text, names, "allowed");
    }
    return 0;
  }
  const bool walked = sheet_.board.ring || (program_.board.rows >= 1 && program_.board.rows <= 3);
  if (whole_board && !walked && around.span.file != kNoFile) {
    diagnostics_.error("M0422", around.span, "there is no one way around this whole board")
        .help.push_back("`own-rows`, or a way of your own in `board.circuits`");
  }
  circuits.push_back(ring(program_.board, around.text, usual->stores, usual->holes, sheet_.board.store_end));
  return static_cast<int>(circuits.size()) - 1;
}

void Elaborator::board() {
  std::vector<std::string> players;
  for (const auto& p : sheet_.players) players.push_back(p.text);
  program_.board.players = players;  // sizes are asked before there is a board
  lay_holes(players);
  ends();
  owners();
  facing();
  for (const auto& pile : sheet_.piles)
    program_.board.piles.push_back({pile.name.text, static_cast<int>(pile.seeds)});
  if (program_.board.place_count() > kMaxPlaces) {
    diagnostics_.error("M0507", sheet_.board_span,
                       "the board has " + std::to_string(program_.board.place_count()) +
                           " holes, stores and piles; there is room for " + std::to_string(kMaxPlaces));
  }
  named_circuits();
}

}  // namespace mancala
