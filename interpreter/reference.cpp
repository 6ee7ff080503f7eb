#include "interpreter/reference.h"

#include "interpreter/executor.h"

namespace mancala {

Position Reference::initial(Chance& chance) const {
  Executor executor(program_, {}, nullptr, &chance, nullptr);
  executor.set_up();
  return executor.position();
}

std::vector<Move> Reference::legal(const Position& position, const History* history) const {
  return Executor(program_, position, history, nullptr, nullptr).legal();
}

Outcome Reference::before_turn(Position& position, const History* history, Observer* observer) const {
  Executor executor(program_, position, history, nullptr, observer);
  Outcome outcome = executor.before_turn();
  position = executor.position();
  return outcome;
}

Outcome Reference::play(Position& position, const Move& move, Chance& chance, const History* history,
                        Observer* observer) const {
  const Chance before = chance;
  Executor executor(program_, position, history, &chance, nullptr);
  Outcome outcome = executor.play(move);
  if (outcome.status == Status::needs_choice || outcome.status == Status::illegal) {
    chance = before;  // the same lots when the move comes again, complete
    return outcome;
  }
  if (observer != nullptr) {
    // An observer sees only what really happens: the move is known to be complete now.
    chance = before;
    Executor(program_, position, history, &chance, observer).play(move);
  }
  position = executor.position();
  return outcome;
}

Reference::MatchState Reference::next_round(Position& position, const Outcome& round, Chance& chance,
                                            Observer* observer) const {
  Executor executor(program_, position, nullptr, &chance, observer);
  const MatchState state = executor.next_round(round);
  position = executor.position();
  return state;
}

std::int32_t Reference::dropped_by(const Position& position, const Move& move) const {
  return Executor(program_, position, nullptr, nullptr, nullptr).dropped_by(move);
}

}  // namespace mancala
