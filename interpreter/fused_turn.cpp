// Turns: the course of a turn around the move.
#include "interpreter/fused_turn.h"

#include <algorithm>

namespace mancala {

using fused::kNone;
using fused::StepId;

Turn::Turn(const TurnRules& rules, const Frame& frame, const History* history, Chance* chance)
    : rules_(rules), history_(history), chance_(chance) {
  f_.turns = frame.turns;
  rules_.copy(frame, f_);
}

Turn::Turn(const Turn& other)
    : rules_(other.rules_),
      steps_(other.steps_),
      history_(other.history_),
      frames_(other.frames_),
      chance_(other.chance_),
      laps_(other.laps_),
      imagining_(other.imagining_),
      move_made_(other.move_made_),
      move_(other.move_),
      phase_(other.phase_),
      start_(other.start_),
      direction_(other.direction_),
      hand_(other.hand_),
      hand_pieces_(other.hand_pieces_),
      lifted_(other.lifted_),
      origin_(other.origin_),
      at_origin_(other.at_origin_),
      here_(other.here_),
      previous_(other.previous_),
      came_from_(other.came_from_),
      first_sown_(other.first_sown_),
      was_(other.was_),
      each_(other.each_),
      last_(other.last_),
      again_(other.again_),
      lap_sown_(other.lap_sown_),
      turn_sown_(other.turn_sown_),
      captured_(other.captured_),
      captured_by_all_(other.captured_by_all_),
      choices_used_(other.choices_used_),
      set_(other.set_),
      choice_(other.choice_) {
  std::copy_n(other.locals_.begin(), rules_.program.locals, locals_.begin());
  f_.turns = other.f_.turns;
  rules_.copy(other.f_, f_);
}

std::array<int, kMaxPlayers> Turn::held() const {
  std::array<int, kMaxPlayers> held{};
  for (int place = rules_.holes; place < rules_.places; place++) {
    held[(place - rules_.holes) % rules_.players] += f_.cells[place];
  }
  return held;
}

// As the object was made, with another frame.
void Turn::restart(const Frame& frame) {
  rules_.copy(frame, f_);
  forget_moment();
}

Outcome Turn::play(const Move& move) {
  const auto before = held();
  const Flow flow = within_budget([&] { return run_turn(move); }, [this] { return too_long(); });
  return outcome_of(flow, move.choice_count, before);
}

// Nobody wins, and what lies in frame() is not to be used.
Turn::Flow Turn::too_long() {
  outcome_ = {};
  outcome_.status = Status::round_over;
  outcome_.reason = Reason::too_long;
  outcome_.drawn = true;
  return Flow::over;
}

Status Turn::advance(const Move& move) {
  laps_ = choices_used_ = 0;
  endless_ = false;
  given_winner_.reset();
  forget_moment();
  const Flow flow = within_budget([&] { return run_turn(move); }, [this] { return too_long(); });
  if (flow == Flow::choice) return Status::needs_choice;
  if (outcome_.reason == Reason::too_long) return Status::round_over;
  if (flow == Flow::illegal || choices_used_ < move.choice_count) return Status::illegal;
  return flow == Flow::over ? Status::round_over : Status::playing;
}

bool Turn::try_move(const Move& move) {
  const auto play = [&] {
    spend(rules_.costs.turn());
    look_for_phase();
    if (phase_ == kNone || move.block >= phase().blocks.size()) return false;
    return move.pass || run_move(move) != Flow::illegal;
  };
  return within_budget(play, [] { return true; });
}

Turn::Flow Turn::run_turn(const Move& move) {
  spend(rules_.costs.turn());
  move_ = &move;  // a pass has answers, too: for the start of the next turn
  look_for_phase();
  const bool known = phase_ != kNone && move.block < phase().blocks.size();
  Flow flow = !known ? Flow::illegal : move.pass ? Flow::on : run_move(move);
  outcome_.laps = laps_;
  outcome_.endless = endless_;
  if (flow != Flow::choice && flow != Flow::illegal) {
    const bool over = flow == Flow::over;
    if (over) conclude();
    flow = end_move(move.pass, over);
    if (flow != Flow::over && flow != Flow::choice) flow = go_on();
  }
  return flow;
}

Outcome Turn::after_move(bool again, Place here) {
  const auto before = held();
  const auto play = [&] {
    spend(rules_.costs.turn());
    look_for_phase();
    again_ = again;
    here_ = here;
    const Flow flow = end_move(false, false);
    return flow == Flow::over || flow == Flow::choice ? flow : go_on();
  };
  return outcome_of(within_budget(play, [this] { return too_long(); }), 0, before);
}

Outcome Turn::outcome_of(Flow flow, int choices, const std::array<int, kMaxPlayers>& before) {
  const bool answered_too_much = flow != Flow::choice && choices_used_ < choices;
  if (outcome_.reason == Reason::too_long) return std::move(outcome_);
  if (flow == Flow::illegal || answered_too_much) {
    outcome_ = {};
    outcome_.status = Status::illegal;
  } else if (flow == Flow::choice) {
    outcome_.status = Status::needs_choice;
    outcome_.options = options_;
  } else {
    const auto after = held();
    for (int p = 0; p < rules_.players; p++) outcome_.gained[p] = after[p] - before[p];
  }
  return std::move(outcome_);
}

Turn::Flow Turn::end_move(bool pass, bool over) {
  if (rules_.counts_quiet) f_.quiet = captured_by_all_ > 0 ? 0 : f_.quiet + 1;
  if (!pass && rules_.knows_last_mover) f_.last_mover = f_.mover;
  if (over) return Flow::over;
  move_made_ = true;
  const Flow flow = run_end(seat().after_move, rules_.program.after_move);
  move_made_ = false;
  return flow;
}

// T8.
Turn::Flow Turn::go_on() {
  const bool again = again_;
  if (rules_.keeps_turn_sown) f_.turn_sown = turn_sown_;
  forget_move();
  if (again) {
    f_.again = true;
    look_for_phase();
    next_moves_.clear();
    find_moves(true, next_moves_);
    if (!next_moves_.empty()) {
      add_pass(next_moves_);
      return Flow::on;
    }
  }
  end_turn();
  return begin_turn();
}

// The position after T8, for whoever asks at T7.
void Turn::pass_turn_on() {
  const bool again = again_;
  forget_move();
  if (!again) end_turn();
}

void Turn::end_turn() {
  if (rules_.counts_turns) f_.turns[f_.mover]++;
  f_.again = false;
  f_.turn_sown = 0;
  reset_states(rules_.turn_states);
  f_.mover = static_cast<Player>((f_.mover + 1) % rules_.players);
  remember_start();
}

void Turn::remember_start() {
  if (rules_.keeps_start) std::copy_n(f_.cells.begin(), rules_.places, f_.cells.begin() + rules_.start_cells);
}

// T1 and T2.
Turn::Flow Turn::begin_turn() {
  if (seat().before_turn == kNone) {
    spend(rules_.costs.list(rules_.program.before_turn));
  } else {
    look_for_phase();
    const Flow flow = run_end(seat().before_turn, rules_.program.before_turn);
    if (flow == Flow::over || flow == Flow::choice) return flow;
  }
  forget_move();
  spend(rules_.costs.list(rules_.program.turn_start));
  if (seat().turn_start != kNone) {
    look_for_phase();
    const Flow flow = run_list(seat().turn_start);
    if (flow == Flow::choice) return flow;
    put_back();
    if (flow == Flow::over) {
      conclude();
      return flow;
    }
    forget_move();
  }
  find_legal(next_moves_);
  if (!next_moves_.empty()) return Flow::on;
  conclude(Reason::no_move);
  return Flow::over;
}

Outcome Turn::before_turn() {
  Frame before;
  rules_.copy(f_, before);
  const auto ask = [&] {
    spend(rules_.costs.turn());
    look_for_phase();
    if (run_end(seat().before_turn, rules_.program.before_turn) == Flow::over) return Flow::over;
    rules_.copy(before, f_);
    forget_move();
    find_legal(next_moves_);
    if (next_moves_.empty()) conclude(Reason::no_move);
    return Flow::on;
  };
  const auto refuse = [&] {
    rules_.copy(before, f_);
    return too_long();
  };
  within_budget(ask, refuse);
  return outcome_;
}

Turn::Flow Turn::run_end(StepId list, ir::ListId counted) {
  const Flow flow = run_event(list, counted);
  if (flow == Flow::choice) return flow;
  put_back();
  if (flow != Flow::done && flow != Flow::over) return Flow::on;
  conclude();
  return Flow::over;
}

void Turn::conclude() {
  if (endless_ && rules_.program.endless.then == ir::EndlessThen::drawn) return conclude(Reason::endless);
  const fused::Cause& cause = rules_.turns.causes[cause_];
  if (cause.reason == Reason::named) outcome_.reason_name = cause.name;
  conclude(cause.reason);
}

void Turn::conclude(Reason reason) {
  outcome_.status = Status::round_over;
  outcome_.reason = reason;
  outcome_.winner = given_winner_ ? *given_winner_ : static_cast<Player>(eval(seat().win));
  outcome_.drawn = outcome_.winner == kNobody;
  remember_start();
}

// What is known of the move ends with it.
void Turn::forget_move() {
  forget_moment();
  reset_states(rules_.move_states);
}

void Turn::forget_moment() {
  phase_ = kNone;
  start_ = origin_ = here_ = previous_ = came_from_ = first_sown_ = lifted_ = kNoPlace;
  direction_ = Direction::none;
  hand_ = 0;
  hand_pieces_ = {};
  at_origin_ = last_ = again_ = false;
  was_ = 0;
  lap_sown_ = turn_sown_ = 0;
  captured_ = {};
  captured_by_all_ = 0;
  set_ = choice_ = 0;
}

void Turn::reset_states(const std::vector<int>& states) {
  for (const int i : states) {
    const ir::State& state = rules_.program.states[i];
    const NodeId starts = seat().starts[i];
    for (int element = 0; element < slots_of(state); element++) {
      set_local(state.starts_slot, element);
      const std::int64_t none = state.holds == ir::Type::number ? state.low : none_of(state.holds);
      write_state(i, element, starts == kNone ? none : eval(starts));
    }
  }
}

}  // namespace mancala
