// The start of the game and of its rounds.
#include "interpreter/executor.h"
#include "interpreter/walk.h"

namespace mancala {

using ir::kNone;

void Executor::set_up() {
  spend(costs_->round());
  now_.position = {};
  lay_out();
  reset_all_states();
  arrange();
  begin_round(starter_by(program_.starter));
}

void Executor::reset_all_states() {
  for (const ir::Lasts lasts : {ir::Lasts::match, ir::Lasts::round, ir::Lasts::turn, ir::Lasts::move}) {
    reset_states(lasts);
  }
}

// All seeds where they lie at the start of the game.
void Executor::lay_out() {
  Position& position = now_.position;
  position.seeds.fill(0);
  position.closed = {};
  position.out = 0;
  for (const Place h : board_.all()) position.owner[h] = board_.holes[h].owner;
  for (int kind = 0; kind < static_cast<int>(board_.piles.size()); ++kind) {
    for (Player p = 0; p < board_.seats(); ++p) {
      position.seeds[board_.pile(kind, p)] = static_cast<std::uint16_t>(board_.piles[kind].seeds);
    }
  }
  for (Player p = 0; p < board_.seats(); ++p) {
    position.seeds[board_.store(p)] = static_cast<std::uint16_t>(program_.store_seeds);
  }
  for (const Place h : board_.all()) position.seeds[h] = static_cast<std::uint16_t>(setup_of(h));
  lay_pieces();
}

// Which of the seeds laid out are other pieces.
void Executor::lay_pieces() {
  for (const ir::PieceKind& kind : program_.pieces) {
    for (int place = 0; place <= board_.place_count(); ++place) {
      const auto hole = static_cast<Place>(place);
      set_local(program_.setup_slot, hole);
      const std::int32_t pieces = board_.is_hole(hole) && kind.setup != kNone ? value(kind.setup) : 0;
      now_.position.state[kind.first_slot + place] = static_cast<std::int16_t>(pieces);
    }
  }
}

// What the file does with the seeds once they are laid out; lots decide what it leaves open.
void Executor::arrange() {
  lots_decide_ = true;
  run_event(program_.arrange, Observer::Event::new_round);
  put_back();
}

std::int32_t Executor::setup_of(Place hole) {
  set_local(program_.setup_slot, hole);
  return value(program_.setup);
}

Player Executor::starter_by(ir::ExprId starter) {
  const Player found = starter == kNone ? kNobody : player(starter);
  return found == kNobody ? Player{0} : found;
}

void Executor::begin_round(Player starter) {
  Position& position = now_.position;
  position.mover = starter;
  if (ir::reads(program_, ir::Op::round_starter)) position.round_starter = position.mover;
  position.last_mover = kNobody;
  remember_start();
  forget_move();
  lots_decide_ = true;
  // A round that is over before it begins stays as it is: Reference::before_turn will say so.
  if (imagined().before_turn().status != Status::round_over) begin_turn();
}

Reference::MatchState Executor::next_round(const Outcome& round) {
  Reference::MatchState state;
  state.winner = round.winner;
  state.drawn = round.drawn;
  if (!program_.match.present) return state;
  spend(costs_->round());

  round_winner_ = round.winner;
  lots_decide_ = true;
  look_for_phase();
  const auto match_over = [&] {
    if (given_winner_) {
      state.winner = *given_winner_;
    } else if (program_.match.winner != kNone) {
      state.winner = player(program_.match.winner);
    }
    state.drawn = state.winner == kNobody;
    return state;
  };
  if (program_.match.over != kNone && truth(program_.match.over)) return match_over();

  Position& position = now_.position;
  for (const ir::Lasts lasts : {ir::Lasts::round, ir::Lasts::turn, ir::Lasts::move}) reset_states(lasts);
  position.quiet = 0;
  position.turns = {};
  position.again = false;
  position.turn_sown = {};
  if (program_.match.new_round == kNone) {
    lay_out();
    arrange();
  } else {
    const Flow flow = run_event(program_.match.new_round, Observer::Event::new_round);
    put_back();
    if (flow == Flow::over) return match_over();
  }
  const Player starter = starter_by(program_.match.starter);  // may ask about the round that has ended
  ++position.round;
  begin_round(starter);
  state.over = false;
  return state;
}

}  // namespace mancala
