#include "interpreter/reference.h"

#include <algorithm>

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

namespace {

// A choice that is not made yet may be any.
bool agree(const Move& a, const Move& b) {
  return a.start == b.start && a.direction == b.direction && a.block == b.block && a.pass == b.pass &&
         std::equal(a.choices.begin(), a.choices.begin() + std::min(a.choice_count, b.choice_count),
                    b.choices.begin());
}

}  // namespace

Outcome Reference::play(Position& position, const Move& move, Chance& chance, const History* history,
                        Observer* observer) const {
  const std::vector<Move> moves = legal(position, history);
  if (std::none_of(moves.begin(), moves.end(), [&](const Move& known) { return agree(known, move); })) {
    Outcome outcome;
    outcome.status = Status::illegal;
    return outcome;
  }
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

std::int32_t Reference::phase(const Position& position) const {
  return Executor(program_, position, nullptr, nullptr, nullptr).running_phase();
}

}  // namespace mancala
