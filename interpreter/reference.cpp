#include "interpreter/reference.h"

#include <algorithm>

#include "interpreter/choice.h"
#include "interpreter/executor.h"
#include "interpreter/steps_spent.h"

namespace mancala {

namespace {

// The steps of one question, which whoever adds them up is told.
class Counted : public Steps {
 public:
  explicit Counted(std::int64_t budget) : Steps(budget), budget_(budget) {}
  ~Counted() { StepsSpent::add(budget_ - left()); }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  std::int64_t budget_;
};

Outcome too_long() {
  Outcome outcome;
  outcome.status = Status::round_over;
  outcome.reason = Reason::too_long;
  outcome.drawn = true;
  return outcome;
}

}  // namespace

Position Reference::initial(Chance& chance, bool* too_long) const {
  Counted steps(max_steps_);
  Executor executor(program_, {}, nullptr, &chance, nullptr, costs_, steps);
  bool out = false;
  try {
    executor.set_up();
  } catch (const OutOfSteps&) {
    out = true;
  }
  if (too_long != nullptr) *too_long = out;
  return executor.position();
}

std::vector<Move> Reference::legal(const Position& position, const History* history) const {
  Counted steps(max_steps_);
  try {
    return Executor(program_, position, history, nullptr, nullptr, costs_, steps).legal();
  } catch (const OutOfSteps&) {
    return {};
  }
}

Outcome Reference::before_turn(Position& position, const History* history, Observer* observer) const {
  Counted steps(max_steps_);
  Executor executor(program_, position, history, nullptr, observer, costs_, steps);
  try {
    Outcome outcome = executor.before_turn();
    position = executor.position();
    return outcome;
  } catch (const OutOfSteps&) {
    return too_long();
  }
}

Outcome Reference::play(Position& position, const Move& move, Chance& chance, const History* history,
                        Observer* observer) const {
  const std::vector<Move> moves = legal(position, history);
  if (std::none_of(moves.begin(), moves.end(), [&](const Move& known) { return agree(known, move); })) {
    Outcome outcome;
    outcome.status = Status::illegal;
    return outcome;
  }
  const Chance before = chance;
  Counted steps(max_steps_);
  Executor executor(program_, position, history, &chance, nullptr, costs_, steps);
  Outcome outcome;
  try {
    outcome = executor.play(move);
  } catch (const OutOfSteps&) {
    chance = before;
    return too_long();
  }
  if (outcome.status == Status::needs_choice || outcome.status == Status::illegal) {
    chance = before;  // the same lots when the move comes again, complete
    return outcome;
  }
  if (observer != nullptr) {
    // An observer sees only what really happens: the move is known to be complete now.
    chance = before;
    Counted again(max_steps_);
    Executor(program_, position, history, &chance, observer, costs_, again).play(move);
  }
  position = executor.position();
  return outcome;
}

Reference::MatchState Reference::next_round(Position& position, const Outcome& round, Chance& chance,
                                            Observer* observer) const {
  Counted steps(max_steps_);
  Executor executor(program_, position, nullptr, &chance, observer, costs_, steps);
  MatchState state;
  try {
    state = executor.next_round(round);
    position = executor.position();
  } catch (const OutOfSteps&) {
    state.drawn = true;
    state.too_long = true;
  }
  return state;
}

std::int32_t Reference::dropped_by(const Position& position, const Move& move) const {
  constexpr std::int32_t kTooLong = -5;
  Counted steps(max_steps_);
  try {
    return Executor(program_, position, nullptr, nullptr, nullptr, costs_, steps).dropped_by(move);
  } catch (const OutOfSteps&) {
    return kTooLong;
  }
}

std::int32_t Reference::phase(const Position& position) const {
  Counted steps(max_steps_);
  return Executor(program_, position, nullptr, nullptr, nullptr, costs_, steps).running_phase();
}

}  // namespace mancala
