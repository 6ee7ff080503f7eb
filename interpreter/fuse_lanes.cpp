// From Turns to Lanes: what depends on the last hole and on a count becomes masks, maps and sets, found by
// working the expression out for every lane and every count.
#include "interpreter/fuse_lanes.h"

#include <algorithm>
#include <iterator>

#include "interpreter/lane_fuser.h"
#include "interpreter/walk.h"

namespace mancala {

using fused::kNone;
using fused::L;
using fused::LaneEnd;
using fused::LaneOp;
using fused::Lanes;
using fused::Set;
using fused::View;
using lane_fuser::Asked;
using lane_fuser::find_ends;
using lane_fuser::find_moves;
using lane_fuser::find_opening;
using lane_fuser::find_play;
using lane_fuser::NoLanes;
using lane_fuser::refuse;
using lane_fuser::Seat;

namespace {

bool same_way_back(const Circuit& circuit) {
  return std::all_of(circuit.next.begin(), circuit.next.end(), [](const auto& tables) {
    for (std::size_t at = 0; at < tables[0].size(); at++) {
      const Place next = tables[0][at];
      if (next >= 0 && tables[1][next] != static_cast<Place>(at)) return false;
    }
    return true;
  });
}

// The first phase whose condition holds, where that is settled.
int phase_of(const ir::Program& program, const fused::Turns& turns, const View& view, Player mover) {
  const std::vector<fused::Phase>& phases = turns.seats[mover].phases;
  for (std::size_t i = 0; i < phases.size(); i++) {
    if (phases[i].condition == kNone) return static_cast<int>(i);
    const lane_fuser::Still still(program, turns, view, mover, phases[i], Direction::none);
    const auto holds = still.value(phases[i].condition, {});
    if (!holds) refuse("the phase depends on the position");
    if (*holds != 0) return static_cast<int>(i);
  }
  refuse("no phase is always there");
}

// Lanes in the order of the circuits.
void order_lanes(const ir::Program& program, const fused::Phase& phase, Lanes& lanes) {
  const Board& board = program.board;
  std::vector<Place> order;
  for (Player p = 0; p < board.player_count(); p++) {
    const std::vector<Place>& next = board.circuits[phase.circuit].next[p][0];
    const auto closed = [&](Place at) {
      return at < board.hole_count() && (lanes.view.closed & set_of(at)) != 0;
    };
    Place first = kNoPlace;
    for (std::size_t i = 0; i < next.size() && first == kNoPlace; i++) {
      if (next[i] >= 0) first = static_cast<Place>(i);
    }
    auto cursor = order.end();
    Place at = first;
    for (int i = 0; i <= board.place_count() && at >= 0; i++) {
      if (!closed(at)) {
        auto known = std::find(order.begin(), order.end(), at);
        if (known == order.end()) known = order.insert(cursor, at);
        cursor = known + 1;
      }
      at = at < static_cast<Place>(next.size()) ? next[at] : kNoPlace;
      if (at == first) break;
    }
  }
  for (Place h = 0; h < board.hole_count(); h++) {
    const bool closed = (lanes.view.closed & set_of(h)) != 0;
    if (!closed && std::find(order.begin(), order.end(), h) == order.end()) order.push_back(h);
  }
  lanes.place = order;
  lanes.used = static_cast<int>(order.size());
  if (lanes.used > 64) refuse("more than 64 stations");
  lanes.width = lanes.used <= 16 ? 16 : lanes.used <= 32 ? 32 : 64;
  lanes.lane.fill(-1);
  for (int lane = 0; lane < lanes.used; lane++) lanes.lane[order[lane]] = static_cast<std::int8_t>(lane);
}

// `player with most seeds(store(it))`
bool most_in_store_wins(const ir::Program& program) {
  if (program.win == kNone || !program.board.piles.empty()) return false;
  const ir::Expr& most = program.exprs[program.win];
  if (most.op != ir::Op::player_with_most || most.b == kNone) return false;
  const ir::Expr& seeds = program.exprs[most.b];
  if (seeds.op != ir::Op::seeds || program.exprs[seeds.a].op != ir::Op::store) return false;
  const ir::Expr& who = program.exprs[program.exprs[seeds.a].a];
  const bool all = most.a == kNone || program.exprs[most.a].op == ir::Op::players;
  return all && who.op == ir::Op::local && who.imm == most.imm;
}

// Does an expression that is asked when a move is over look back at it? The lanes know only the board it has
// left, and what find_ends makes of its last hole.
bool ends_look_back(const ir::Program& program) {
  constexpr ir::Op kOfTheMove[] = {ir::Op::start, ir::Op::origin,      ir::Op::previous, ir::Op::was,
                                   ir::Op::last,  ir::Op::first_sown,  ir::Op::lap_sown, ir::Op::turn_sown,
                                   ir::Op::laps,  ir::Op::captured_now};
  const auto looks_back = [&](ir::ExprId id) {
    return std::any_of(std::begin(kOfTheMove), std::end(kOfTheMove),
                       [&](ir::Op op) { return ir::reads(program, id, op); });
  };
  bool found = looks_back(program.win) || ir::reads(program, program.win, ir::Op::here);
  ir::each_in_list(
      program, program.after_move, [](const ir::Action&) {},
      [&](ir::ExprId id) { found = found || looks_back(id); });
  return found;
}

// Does the next player's move know of a state?
bool has_lasting_state(const Lanes& lanes) {
  const auto lasts = [](const auto& state) { return state.lasts >= ir::Lasts::round; };
  return std::any_of(lanes.marks.begin(), lanes.marks.end(), lasts) ||
         std::any_of(lanes.flags.begin(), lanes.flags.end(), lasts);
}

// `again`: a player may move more than once in a turn.
void find_repetition(Lanes& lanes, bool again) {
  for (const fused::LaneSeat& seat : lanes.seats) {
    for (const LaneEnd& end : seat.ends) {
      if (end.test != LaneEnd::If::repeated) continue;
      lanes.repetition = true;
      if (end.ask || again || has_lasting_state(lanes) || !lanes.most_wins || seat.store < lanes.width)
        lanes.repetition_in_lanes = false;
    }
  }
}

void add_ends(std::vector<LaneEnd> ends, LaneEnd::When when, std::vector<LaneEnd>& all) {
  for (LaneEnd& end : ends) {
    end.when = when;
    all.push_back(end);
  }
}

// A position is that of the player who is to move: he moved if he moves again, else the other one did.
void fuse_ends(const std::array<Seat, 2>& seats, Lanes& lanes, bool again) {
  using When = LaneEnd::When;
  for (int p = 0; p < 2; p++) {
    std::vector<LaneEnd>& ends = lanes.seats[p].ends;
    ends = find_ends(seats[1 - p], Asked::after_move);
    if (again) {
      const std::vector<LaneEnd> his = find_ends(seats[p], Asked::after_move_again);
      if (his != ends) {
        for (LaneEnd& end : ends) end.when = When::turn_begins;
        add_ends(his, When::again, ends);
      }
    }
    add_ends(find_ends(seats[p], Asked::before_turn), When::turn_begins, ends);
    for (LaneEnd& end : ends) {
      if (again) continue;
      end.when = When::always;
      if (end.test != LaneEnd::If::store_above) continue;
      if (end.whose == kNobody) end.whose = static_cast<Player>(1 - p);
      if (lanes.seats[end.whose].store >= lanes.width) end.test = LaneEnd::If::pile_above;
    }
  }
}

}  // namespace

View first_view(const ir::Program& program) {
  View view;
  for (Player p = 0; p < 2; p++) view.owned[p] = program.board.owned_by(p).word(0);
  view.round = ir::reads(program, ir::Op::round) ? 1 : 0;
  return view;
}

std::optional<Lanes> fuse_lanes(const ir::Program& program, const fused::Turns& turns, const View& view,
                                std::string& why_not) {
  try {
    if (program.board.player_count() != 2) refuse("there are not two players");
    if (!program.board.piles.empty()) refuse("there are piles beside the board");
    if (!program.pieces.empty()) refuse("not all pieces are alike");
    if (ir::reads(program, ir::Op::quiet)) refuse("moves without a capture are counted");
    if (ir::reads(program, ir::Op::turn_sown)) refuse("the holes sown in a turn are asked for");
    for (const fused::Node& node : turns.nodes) {
      if (node.op == fused::N::by_lot) refuse("lots are drawn");
    }
    if (program.turn_start != kNone && !program.lists[program.turn_start].clauses.empty()) {
      refuse("something happens at the start of a turn");
    }
    Lanes lanes;
    lanes.view = view;
    lanes.opening = find_opening(turns);
    bool passes = false;
    for (Player p = 0; p < 2; p++) {
      lanes.seats[p].phase = phase_of(program, turns, view, p);
      const fused::Phase& phase = turns.seats[p].phases[lanes.seats[p].phase];
      if (phase.route != kNone) refuse("the sower picks the way seed by seed");
      if (phase.each != kNone) refuse("a station may take another number of seeds than one");
      if (!same_way_back(program.board.circuits[phase.circuit])) refuse("the way back is another one");
      passes = passes || phase.blocks[0].pass_if_none;
    }
    if (ends_look_back(program)) refuse("the ends look back at the move");
    order_lanes(program, turns.seats[0].phases[lanes.seats[0].phase], lanes);
    lanes.laps_limit = program.endless.laps;
    lanes.most_wins = most_in_store_wins(program);
    lanes.last_mover = ir::reads(program, ir::Op::last_mover);
    const std::array<Seat, 2> seats = {Seat(program, turns, lanes, 0), Seat(program, turns, lanes, 1)};
    for (const Seat& seat : seats) {
      find_moves(seat);
      find_play(seat);
    }
    bool again = false;
    for (const fused::LaneSeat& seat : lanes.seats) {
      for (const LaneOp& op : seat.play) again = again || op.op == L::again || op.op == L::end_again;
    }
    fuse_ends(seats, lanes, again);
    for (fused::LaneMark& mark : lanes.marks) mark.lasts = program.states[mark.state].lasts;
    for (fused::LaneFlag& flag : lanes.flags) {
      if (flag.state != kNone) flag.lasts = program.states[flag.state].lasts;
    }
    find_repetition(lanes, again);
    return lanes;
  } catch (const NoLanes& no) {
    why_not = no.why;
    return std::nullopt;
  }
}

}  // namespace mancala
