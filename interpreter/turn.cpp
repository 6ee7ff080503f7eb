// The course of a turn around the move: ends, change of turn, start of the next turn.
#include "interpreter/executor.h"
#include "interpreter/walk.h"

namespace mancala {

using ir::kNone;
using ir::Op;

namespace {

Reason reason_of(const ir::Program& program, const ir::Clause& clause) {
  if (!clause.name.empty()) return Reason::named;
  if (ir::reads(program, clause.cond, Op::no_move)) return Reason::no_move;
  if (ir::reads(program, clause.cond, Op::repeated)) return Reason::repeated;
  return Reason::rule;
}

std::array<int, kMaxPlayers> held_by_all(const Board& board, const Position& position) {
  std::array<int, kMaxPlayers> held{};
  for (int place = board.hole_count(); place < board.place_count(); ++place) {
    held[(place - board.hole_count()) % board.player_count()] += position.seeds[place];
  }
  return held;
}

}  // namespace

Executor::Executor(const ir::Program& program, const Position& position, const History* history,
                   Chance* chance, Observer* observer, const StepCosts& costs, Steps& steps)
    : program_(program),
      costs_(&costs),
      steps_(&steps),
      history_(history),
      chance_(chance),
      observer_(observer) {
  now_.position = position;
  now_.locals.resize(program.locals);
}

Executor::Executor(const ir::Program& program, const Position& position)
    : program_(program), history_(nullptr), chance_(nullptr), observer_(nullptr) {
  now_.position = position;
  now_.locals.resize(program.locals);
}

Outcome Executor::play(const Move& move) {
  spend(costs_->turn());
  const auto before = held_by_all(board_, now_.position);
  move_ = move;  // a pass has answers, too: for the start of the next turn
  look_for_phase();
  const bool known = now_.phase != kNone && move.block < phase().moves.size();
  Flow flow = !known ? Flow::illegal : move.pass ? Flow::on : run_move(move);
  outcome_.laps = laps_;
  outcome_.endless = endless_;
  if (flow != Flow::choice && flow != Flow::illegal) {
    const bool over = flow == Flow::over;
    if (over) conclude();
    flow = end_move(move.pass, over);
    if (flow != Flow::over && flow != Flow::choice) flow = go_on();
  }
  const bool answered_too_much = flow != Flow::choice && now_.choices_used < move.choice_count;
  if (flow == Flow::illegal || answered_too_much) {
    outcome_ = {};
    outcome_.status = Status::illegal;
  } else if (flow == Flow::choice) {
    outcome_.status = Status::needs_choice;
    outcome_.options = options_;
  } else {
    const auto after = held_by_all(board_, now_.position);
    for (Player p = 0; p < board_.seats(); ++p) outcome_.gained[p] = after[p] - before[p];
  }
  return outcome_;
}

// The counters of the move, and T7 unless the round is `over` already.
Flow Executor::end_move(bool pass, bool over) {
  Position& position = now_.position;
  // What no rule asks for is not counted: positions stay comparable.
  if (ir::reads(program_, Op::quiet)) position.quiet = now_.captured_by_all > 0 ? 0 : position.quiet + 1;
  if (!pass && ir::reads(program_, Op::last_mover)) position.last_mover = position.mover;
  if (over) return Flow::over;
  move_made_ = true;
  const Flow flow = run_end(program_.after_move, Observer::Event::after_move);
  move_made_ = false;
  return flow;
}

// T8.
Flow Executor::go_on() {
  const bool again = now_.again;
  if (ir::reads(program_, Op::turn_sown)) now_.position.turn_sown = now_.turn_sown;
  forget_move();
  if (again) {
    now_.position.again = true;
    look_for_phase();
    if (!moves(true).empty()) return Flow::on;
  }
  end_turn();
  return begin_turn();
}

// The position after T8, for whoever asks at T7.
void Executor::pass_turn_on() {
  const bool again = now_.again;
  forget_move();
  if (!again) end_turn();
}

void Executor::end_turn() {
  Position& position = now_.position;
  if (ir::reads(program_, Op::turns) || ir::reads(program_, Op::turns_played))
    ++position.turns[position.mover];
  position.again = false;
  position.turn_sown = {};
  reset_states(ir::Lasts::turn);
  position.mover = static_cast<Player>((position.mover + 1) % board_.player_count());
  remember_start();
}

// T1: what `at-start` looks back at.
void Executor::remember_start() {
  if (ir::reads(program_, Op::at_start)) now_.position.start_seeds = now_.position.seeds;
}

// T1 and T2.
Flow Executor::begin_turn() {
  look_for_phase();
  Flow flow = run_end(program_.before_turn, Observer::Event::before_turn);
  if (flow == Flow::over || flow == Flow::choice) return flow;
  forget_move();
  look_for_phase();
  flow = run_event(program_.turn_start, Observer::Event::turn_start);
  if (flow == Flow::choice) return flow;
  put_back();
  if (flow == Flow::over) {
    conclude();
    return flow;
  }
  forget_move();
  if (!legal().empty()) return Flow::on;
  conclude(Reason::no_move);
  return Flow::over;
}

Outcome Executor::before_turn() {
  spend(costs_->turn());
  look_for_phase();
  const Position before = now_.position;
  if (run_end(program_.before_turn, Observer::Event::before_turn) == Flow::over) return outcome_;
  now_.position = before;
  forget_move();
  if (legal().empty()) conclude(Reason::no_move);
  return outcome_;
}

// An end's clauses: the first that holds ends the round.
Flow Executor::run_end(ir::ListId list, Observer::Event event) {
  const Flow flow = run_event(list, event);
  if (flow == Flow::choice) return flow;
  put_back();
  if (flow != Flow::done && flow != Flow::over) return Flow::on;
  conclude();
  return Flow::over;
}

// The round is over by the clause that acted, or because laps ran for ever.
void Executor::conclude() {
  const bool drawn_by_laps = endless_ && program_.endless.then == ir::EndlessThen::drawn;
  const Reason reason = drawn_by_laps ? Reason::endless : reason_of(program_, *acted_);
  if (reason == Reason::named) outcome_.reason_name = acted_->name;
  conclude(reason);
}

void Executor::conclude(Reason reason) {
  outcome_.status = Status::round_over;
  outcome_.reason = reason;
  outcome_.winner = given_winner_ ? *given_winner_ : player(program_.win);
  outcome_.drawn = outcome_.winner == kNobody;
  remember_start();  // there is no turn any more
}

// What is known of the move ends with it.
void Executor::forget_move() {
  Moment fresh;
  fresh.position = now_.position;
  fresh.locals.resize(program_.locals);
  fresh.choices_used = now_.choices_used;  // the answers go on with the start of the next turn
  now_ = fresh;
  reset_states(ir::Lasts::move);
}

void Executor::reset_states(ir::Lasts lasts) {
  for (int i = 0; i < static_cast<int>(program_.states.size()); ++i) {
    const ir::State& state = program_.states[i];
    if (state.lasts != lasts) continue;
    for (int element = 0; element < slots_of(state); ++element) {
      write_state(i, element, start_value(state, element));
    }
  }
}

std::int32_t Executor::start_value(const ir::State& state, int element) {
  set_local(state.starts_slot, element);
  if (state.starts != kNone) return value(state.starts);
  switch (state.holds) {
    case ir::Type::number: return state.low;
    case ir::Type::hole:
    case ir::Type::player:
    case ir::Type::word: return -1;
    case ir::Type::truth:
    case ir::Type::direction:
    case ir::Type::region:
    case ir::Type::players: return 0;
  }
  return 0;
}

}  // namespace mancala
