// A position as short as its program allows, and the tables that all turns of a program share. Private to the
// interpreter.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "interpreter/fuse.h"
#include "interpreter/native.h"
#include "interpreter/position.h"
#include "interpreter/steps.h"

namespace mancala {

// A position of one program: as short as the program allows. Copied by TurnRules::copy.
struct Frame {
  fused::Set closed = 0;
  fused::Set turn_sown = 0;
  std::array<fused::Set, kMaxPlayers> owned{};
  std::array<std::uint32_t, kMaxPlayers> turns{};
  std::uint32_t quiet = 0;
  std::uint16_t out = 0;
  std::uint16_t round = 1;
  Player mover = 0;
  Player round_starter = 0;
  Player last_mover = kNobody;
  bool again = false;
  std::int8_t moved_on = 0;
  // Seeds by place, then declared state; where rules ask, seeds at the start of the turn and of the lap.
  std::array<std::int16_t, 3 * kMaxPlaces + kMaxStateSlots> cells;
};

class Turn;

// A resolved expression, ready to run: a function made for its operator and, where that is worth it, for what
// its operands are.
struct Code {
  // What is combined where the tests of a set are split: beside the operators, what is in both a and b, and a
  // if b holds.
  enum class Form : std::uint8_t { plain, common, all_if };
  std::int64_t (*run)(Turn& turn, const Code& code) = nullptr;
  bool (*any)(Turn& turn, const Code& code) = nullptr;  // of a set: has it members?
  const Code* a = nullptr;
  const Code* b = nullptr;
  const Code* c = nullptr;
  fused::N op = fused::N::constant;
  Form form = Form::plain;
  bool may_run_out = false;  // of steps: a move is tried or looked for somewhere in it
  std::int64_t imm = 0;
  std::int32_t first = 0;     // state: where it lies among the cells …
  std::int32_t elements = 0;  // … how many there are
  std::int32_t none = 0;      // … and what is added to what lies there
  std::int8_t by = 1;
  fused::NodeId a_node = fused::kNone, b_node = fused::kNone;  // look-ahead: what is asked afterwards
  const fused::Map* map = nullptr;
  const fused::Counts* counts = nullptr;
};

// What Turns of one program share: tables made once.
class TurnRules {
 public:
  // `fused` must outlive this object. `max_steps`: of one move. `native`: in machine code, where that is
  // possible.
  TurnRules(const FusedProgram& fused, std::int64_t max_steps, bool native = false);
  TurnRules(const TurnRules&) = delete;
  TurnRules& operator=(const TurnRules&) = delete;

  [[nodiscard]] Frame enter(const Position& position) const;
  [[nodiscard]] Position leave(const Frame& frame) const;
  void copy(const Frame& from, Frame& to) const;
  // The hole at this line and column of the printed board, kNoPlace where there is none.
  [[nodiscard]] Place lying_at(int line, int column) const;

  const ir::Program& program;
  const fused::Turns& turns;
  StepCosts costs;
  std::int64_t max_steps;  // of one move
  bool keeps_start, keeps_lap_start;
  int holes, players, places, start_cells, lap_cells, cells;  // *_cells: where they begin
  fused::Set all_holes;
  int kinds;  // of pieces that are not seeds
  // Where the cells of each kind begin: one for each place, and one for those out of play.
  std::array<int, kMaxPieceKinds> piece_cells{};
  std::array<fused::Set, kMaxPlayers> side{};
  using ListFunction = std::uint8_t (*)(Turn& turn);  // returns a Turn::Flow
  std::deque<Code> code;                              // of the nodes of turns, and what it takes beside them
  // [circuit][player][0 onward, 1 backward]
  std::vector<std::array<std::array<fused::Map, 2>, kMaxPlayers>> next;
  // How the holes lie: what lies beside each, and which lies at [line * columns + column], kNoPlace: none.
  std::vector<fused::Set> beside;
  std::vector<Place> hole_at;
  int lines = 0, columns = 0;
  // Order of the holes from the left as each seat sees them: [seat + 1], seat kNobody first.
  std::array<std::vector<Place>, kMaxPlayers + 1> from_left;
  std::vector<std::uint64_t> number_bits;  // of each number set: bit n for n < 64
  std::vector<int> move_states, turn_states;
  bool counts_quiet, counts_turns, knows_last_mover, keeps_turn_sown, tracks_sown, asks_repeated;
  bool asks_choices;    // a step may ask the player for a choice
  bool moves_may_fail;  // a move that may be picked may turn out to be none: its laps are endless

  std::vector<ListFunction> lists;  // by first step: null where there is no machine code
  [[nodiscard]] bool is_native() const { return native_ != nullptr; }

 private:
  // In fused_expressions.cpp.
  void compile();
  Code compiled(const fused::Node& node);
  const Code* where(const Code* among, fused::NodeId test, std::int64_t slot);
  const Code* added(const Code& made);
  [[nodiscard]] bool asks_local(fused::NodeId id, std::int64_t slot) const;

  std::unique_ptr<NativeCode> native_;
};

// The set of one hole, or of one player; empty for none.
inline fused::Set set_of(std::int64_t n) { return n < 0 ? 0 : fused::Set{1} << n; }

inline Place lowest(fused::Set holes) {
  return holes == 0 ? kNoPlace : static_cast<Place>(std::countr_zero(holes));
}

}  // namespace mancala
