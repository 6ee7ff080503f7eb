// Positions of one program, and the tables made for it.
#include "interpreter/fused_frame.h"

#include <algorithm>

#include "interpreter/from_left.h"
#include "interpreter/walk.h"

namespace mancala {

TurnRules::TurnRules(const FusedProgram& fused, std::int64_t most, bool native)
    : program(*fused.program),
      turns(fused.turns),
      costs(program),
      max_steps(most),
      keeps_start(ir::reads(program, ir::Op::at_start)),
      keeps_lap_start(ir::reads(program, ir::Op::at_lap_start)),
      holes(program.board.hole_count()),
      players(program.board.player_count()),
      places(program.board.place_count()),
      start_cells(places + program.state_slots),
      lap_cells(start_cells + (keeps_start ? places : 0)),
      cells(lap_cells + (keeps_lap_start ? places : 0)),
      all_holes(program.board.all().word(0)),
      kinds(static_cast<int>(program.pieces.size())),
      counts_quiet(ir::reads(program, ir::Op::quiet)),
      counts_turns(ir::reads(program, ir::Op::turns) || ir::reads(program, ir::Op::turns_played)),
      knows_last_mover(ir::reads(program, ir::Op::last_mover)),
      keeps_turn_sown(ir::reads(program, ir::Op::turn_sown)),
      tracks_sown(ir::reads(program, ir::Op::lap_sown) || ir::reads(program, ir::Op::turn_sown)),
      asks_repeated(ir::reads(program, ir::Op::repeated)),
      asks_choices(std::any_of(turns.steps.begin(), turns.steps.end(),
                               [](const fused::Step& step) { return step.op == fused::S::choose; })),
      moves_may_fail(program.endless.then == ir::EndlessThen::illegal && program.endless.laps > 0) {
  const Board& board = program.board;
  for (Player p = 0; p < players; p++) side[p] = board.side(p).word(0);
  for (const Circuit& circuit : board.circuits) {
    auto& tables = next.emplace_back();
    for (int p = 0; p < players; p++) {
      for (int d = 0; d < 2; d++) {
        tables[p][d].fill(-1);
        const std::vector<Place>& from = circuit.next[p][d];
        for (std::size_t i = 0; i < from.size(); i++) tables[p][d][i] = static_cast<std::int8_t>(from[i]);
      }
    }
  }
  for (int kind = 0; kind < kinds; kind++) piece_cells[kind] = places + program.pieces[kind].first_slot;
  for (const Hole& hole : board.holes) {
    lines = std::max(lines, hole.line + 1);
    columns = std::max(columns, hole.column + 1);
  }
  hole_at.assign(static_cast<std::size_t>(lines) * static_cast<std::size_t>(columns), kNoPlace);
  for (Place h = 0; h < holes; h++) hole_at[board.holes[h].line * columns + board.holes[h].column] = h;
  for (const Hole& hole : board.holes) {
    beside.push_back(
        set_of(lying_at(hole.line - 1, hole.column)) | set_of(lying_at(hole.line + 1, hole.column)) |
        set_of(lying_at(hole.line, hole.column - 1)) | set_of(lying_at(hole.line, hole.column + 1)));
  }
  for (int seat = -1; seat < players; seat++)
    from_left[seat + 1] = order_from_left(board, static_cast<Player>(seat));
  for (const ir::NumberSet& set : program.number_sets) {
    std::uint64_t bits = 0;
    for (int n = 0; n < 64; n++) bits |= set.has(n) ? std::uint64_t{1} << n : 0;
    number_bits.push_back(bits);
  }
  for (int i = 0; i < static_cast<int>(program.states.size()); i++) {
    if (program.states[i].lasts == ir::Lasts::move) move_states.push_back(i);
    if (program.states[i].lasts == ir::Lasts::turn) turn_states.push_back(i);
  }
  compile();
  lists.resize(turns.steps.size());
  if (native) native_ = NativeCode::compile(*this);
}

Place TurnRules::lying_at(int line, int column) const {
  const bool inside = line >= 0 && line < lines && column >= 0 && column < columns;
  return inside ? hole_at[line * columns + column] : kNoPlace;
}

Frame TurnRules::enter(const Position& position) const {
  Frame frame;
  frame.closed = position.closed.word(0);
  frame.turn_sown = position.turn_sown.word(0);
  for (Place h = 0; h < holes; h++) {
    if (position.owner[h] != kNobody) frame.owned[position.owner[h]] |= set_of(h);
  }
  frame.turns = position.turns;
  frame.quiet = position.quiet;
  frame.out = position.out;
  frame.round = position.round;
  frame.mover = position.mover;
  frame.round_starter = position.round_starter;
  frame.last_mover = position.last_mover;
  frame.again = position.again;
  frame.moved_on = position.moved_on;
  for (int i = 0; i < places; i++) frame.cells[i] = static_cast<std::int16_t>(position.seeds[i]);
  for (int i = 0; i < program.state_slots; i++) frame.cells[places + i] = position.state[i];
  for (int i = 0; keeps_start && i < places; i++) {
    frame.cells[start_cells + i] = static_cast<std::int16_t>(position.start_seeds[i]);
  }
  std::fill(frame.cells.begin() + lap_cells, frame.cells.begin() + cells, std::int16_t{0});
  return frame;
}

Position TurnRules::leave(const Frame& frame) const {
  Position position;
  for (Place h = 0; h < holes; h++) {
    if ((frame.closed & set_of(h)) != 0) position.closed.add(h);
    if ((frame.turn_sown & set_of(h)) != 0) position.turn_sown.add(h);
    position.owner[h] = kNobody;
    for (Player p = 0; p < players; p++) {
      if ((frame.owned[p] & set_of(h)) != 0) position.owner[h] = p;
    }
  }
  position.turns = frame.turns;
  position.quiet = frame.quiet;
  position.out = frame.out;
  position.round = frame.round;
  position.mover = frame.mover;
  position.round_starter = frame.round_starter;
  position.last_mover = frame.last_mover;
  position.again = frame.again;
  position.moved_on = frame.moved_on;
  for (int i = 0; i < places; i++) position.seeds[i] = static_cast<std::uint16_t>(frame.cells[i]);
  for (int i = 0; i < program.state_slots; i++) position.state[i] = frame.cells[places + i];
  for (int i = 0; keeps_start && i < places; i++) {
    position.start_seeds[i] = static_cast<std::uint16_t>(frame.cells[start_cells + i]);
  }
  return position;
}

void TurnRules::copy(const Frame& from, Frame& to) const {
  to.closed = from.closed;
  to.turn_sown = from.turn_sown;
  std::copy_n(from.owned.begin(), players, to.owned.begin());
  if (counts_turns) to.turns = from.turns;
  to.quiet = from.quiet;
  to.out = from.out;
  to.round = from.round;
  to.mover = from.mover;
  to.round_starter = from.round_starter;
  to.last_mover = from.last_mover;
  to.again = from.again;
  to.moved_on = from.moved_on;
  std::copy_n(from.cells.begin(), cells, to.cells.begin());
}

}  // namespace mancala
