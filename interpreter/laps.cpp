// A move: what is played, the laps that come of it, the end of the move.
#include <algorithm>

#include "interpreter/choice.h"
#include "interpreter/executor.h"
#include "interpreter/walk.h"

namespace mancala {

using ir::kNone;

namespace {

// Does the course of the laps depend on how many there have been?
bool counts_laps(const ir::Program& program, const ir::Phase& phase) {
  bool found = false;
  for (const ir::ExprId id : {phase.skip, phase.each, phase.route})
    found = found || ir::reads(program, id, ir::Op::laps);
  for (const ir::ListId list : {phase.each_seed, phase.lap_end}) {
    ir::each_in_list(
        program, list, [](const ir::Action&) {},
        [&](ir::ExprId id) { found = found || ir::reads(program, id, ir::Op::laps); });
  }
  return found;
}

// Brent's way to notice that a sequence of moments repeats itself: keep one of them and compare the later
// ones with it; take a new one at each power of two.
class Repetition {
 public:
  // The number of laps after which the same moment came again, or 0. `left`: of the steps.
  int period(const Moment& now, int laps, std::int64_t left) {
    if (kept_at_ != 0 && now == kept_) return laps - kept_at_;
    if (laps >= renew_at_) {
      kept_ = now;
      kept_at_ = laps;
      left_then_ = left;
      renew_at_ = 2 * laps;
    }
    return 0;
  }
  // What the laps since then have cost.
  [[nodiscard]] std::int64_t cost(std::int64_t left) const { return left_then_ - left; }

 private:
  Moment kept_;
  int kept_at_ = 0;
  std::int64_t left_then_ = 0;
  int renew_at_ = 32;  // few moves are that long: the others should not pay
};

}  // namespace

// T5 and T6.
Flow Executor::run_move(const Move& move) {
  move_ = move;
  Flow flow = begin_move();
  if (flow != Flow::on) return flow;
  flow = run_laps(run_event(phase().play, Observer::Event::play));
  if (flow == Flow::choice || flow == Flow::illegal) return flow;
  put_back();
  if (flow == Flow::over) return flow;
  flow = run_event(phase().move_end, Observer::Event::move_end);
  if (flow != Flow::choice) put_back();
  return flow;
}

Flow Executor::begin_move() {
  laps_ = 0;
  now_.choices_used = 0;
  now_.turn_sown = now_.position.turn_sown;
  consider(move_.start, move_.direction);
  for (const ir::Pick& pick : phase().moves[move_.block].picks) {
    const Flow flow = decide(pick.slot, pick_options(pick), false);
    if (flow != Flow::on) return flow;
  }
  return Flow::on;
}

Flow Executor::run_laps(Flow flow) {
  const int limit = program_.endless.laps;
  Repetition repetition;
  bool watch = limit > 0;
  while (flow == Flow::sow) {
    flow = sow_lap();
    if (now_.first_sown != kNoPlace) ++laps_;
    if (flow != Flow::on) return flow;
    if (observer_ != nullptr) observer_->lap_ends(now_.position, now_.here, laps_);
    if (laps_ == limit && would_sow_again()) return run_for_ever();
    flow = run_event(phase().lap_end, Observer::Event::lap_end);
    if (!watch || flow != Flow::sow) continue;
    const int period = repetition.period(now_, laps_, steps_->left());
    if (period == 0) continue;
    // The laps up to the limit, but for the last few, change nothing. They cost what they would.
    if (!counts_laps(program_, phase())) {
      const int periods = (limit - laps_ - 1) / period;
      spend(periods * repetition.cost(steps_->left()));
      laps_ += periods * period;
    }
    watch = false;
  }
  return flow;
}

// L1 to L3, for each seed in the hand.
Flow Executor::sow_lap() {
  const StepCosts::Phase& costs = costs_->phases()[std::max(now_.phase, 0)];
  spend(costs.lap + now_.hand * costs.seed);
  now_.lap_sown = {};
  now_.first_sown = kNoPlace;
  now_.previous = kNoPlace;
  if (ir::reads(program_, ir::Op::at_lap_start)) now_.lap_start = now_.position.seeds;
  if (observer_ != nullptr) observer_->lap_begins(now_.position, now_.origin, now_.hand, now_.direction);
  Place station = now_.origin;
  bool first = true;
  while (now_.hand > 0) {
    const bool itself = first && now_.at_origin;
    const Place from = station;
    const Flow found = next_station(from, itself, station);
    if (found != Flow::on) return found;
    if (station == kNoPlace) return Flow::stop;
    now_.previous = first ? kNoPlace : now_.here;
    now_.came_from = itself ? kNoPlace : from;
    if (first) now_.first_sown = station;
    first = false;
    now_.here = station;
    now_.was = seeds_in(station);
    const Flow dropped = drop(station, std::min(each_, now_.hand));
    if (dropped != Flow::on) return dropped;
    now_.last = now_.hand == 0;
    if (board_.is_hole(station)) {
      now_.lap_sown.add(station);
      now_.turn_sown.add(station);
    }
    if (observer_ != nullptr) observer_->dropped(now_.position, station, now_.hand);
    const Flow flow = run_event(phase().each_seed, Observer::Event::each_seed);
    if (flow != Flow::on && flow != Flow::done) return flow;
  }
  return Flow::on;
}

// The next station (`itself`: `from`, if possible) for which `skip` does not hold and that takes seeds;
// `each_` is how many. None: no station takes any.
Flow Executor::next_station(Place from, bool itself, Place& found) {
  if (phase().route != kNone && !itself) return routed_station(from, found);
  Place station = itself ? from : step(from, now_.direction);
  found = kNoPlace;
  for (int i = 0; i <= board_.place_count() && station != kNoPlace; ++i) {
    if (takes_seeds(station)) {
      found = station;
      break;
    }
    if (observer_ != nullptr) observer_->passed_over(now_.position, station);
    station = step(station, now_.direction);
  }
  return Flow::on;
}

// So many of the seeds in hand; of unlike pieces the player may have to pick which.
Flow Executor::drop(Place station, int seeds) {
  const std::int32_t slot = phase().order_slot;
  if (slot == kNone) {
    transfer(kHand, station, seeds);
    return Flow::on;
  }
  for (int i = 0; i < seeds; ++i) {
    std::vector<std::int16_t> options;
    std::vector<std::int32_t> kinds_offered;
    for (std::size_t word = 0; word < program_.piece_words.size(); ++word) {
      const std::int32_t kind = static_cast<std::int32_t>(word) - 1;  // kNone: a seed
      if ((kind == kNone ? alike_in(kHand) : pieces_in(kHand, kind)) == 0) continue;
      options.push_back(choice_code(ChoiceKind::word, program_.piece_words[word]));
      kinds_offered.push_back(kind);
    }
    const Flow flow = decide(slot, options, false);
    if (flow != Flow::on) return flow;
    transfer(kHand, station, 1, kinds_offered[static_cast<std::size_t>(now_.locals[slot].value.number)]);
  }
  return Flow::on;
}

bool Executor::takes_seeds(Place station) {
  spend(costs_->phases()[std::max(now_.phase, 0)].station);
  set_local(phase().station_slot, station);
  now_.last = now_.hand == 1;
  each_ = phase().each == kNone ? 1 : value(phase().each);
  now_.last = now_.hand <= each_;
  return each_ > 0 && !now_.position.closed.has(station) && (phase().skip == kNone || !truth(phase().skip));
}

// The station that the player picks among those to which the route may lead from here.
Flow Executor::routed_station(Place from, Place& found) {
  if (now_.first_sown == kNoPlace) {  // the hand is still where it was lifted
    now_.here = from;
    now_.came_from = kNoPlace;
  }
  now_.previous = now_.came_from;  // on the way back lies `origin`, too
  std::vector<std::int16_t> options;
  for (const Place station : region(phase().route)) {
    if (takes_seeds(station)) options.push_back(choice_code(ChoiceKind::hole, station));
  }
  const Flow flow = decide(phase().route_slot, options, false);
  if (flow != Flow::on) return flow;
  const Local& picked = now_.locals[phase().route_slot];
  found = picked.set ? static_cast<Place>(picked.value.number) : kNoPlace;
  if (found != kNoPlace) takes_seeds(found);
  return Flow::on;
}

// Would the clauses of `lap-end` begin another lap? What had to be answered for that has been answered.
bool Executor::would_sow_again() {
  Executor trial = *this;
  trial.observer_ = nullptr;
  Chance chance(0);
  if (chance_ != nullptr) {
    chance = *chance_;
    trial.chance_ = &chance;
  }
  if (trial.run_event(phase().lap_end, Observer::Event::lap_end) != Flow::sow) return false;
  now_.choices_used = trial.now_.choices_used;
  return true;
}

Flow Executor::run_for_ever() {
  endless_ = true;
  if (observer_ != nullptr) observer_->endless(now_.position, laps_);
  switch (program_.endless.then) {
    case ir::EndlessThen::stop: return Flow::stop;
    case ir::EndlessThen::illegal: return Flow::illegal;
    case ir::EndlessThen::drawn: given_winner_ = kNobody; return Flow::over;
  }
  return Flow::stop;
}

// Seeds that nothing could take go back to where the lap began.
void Executor::put_back() {
  if (now_.hand == 0) return;
  Place to = now_.origin;
  if (to == kNoPlace) to = now_.start;
  if (to == kNoPlace) to = now_.lifted;
  if (to == kNoPlace) to = kOut;
  transfer(kHand, to, now_.hand);
}

// T3.
void Executor::look_for_phase() {
  now_.phase = kNone;
  for (int i = 0; i < static_cast<int>(program_.phases.size()) && now_.phase == kNone; ++i) {
    if (holds(program_.phases[i].condition)) now_.phase = i;
  }
  now_.direction = stated_direction();
}

// What `sow` says about the direction, for the start hole considered.
Direction Executor::stated_direction() {
  if (phase().direction == kNone) return Direction::onward;
  now_.direction = Direction::none;
  return static_cast<Direction>(value(phase().direction));
}

// Sets the start and the direction of a move that is judged or played.
void Executor::consider(Place start, Direction direction) {
  now_.start = start;
  now_.direction = direction == Direction::none ? stated_direction() : direction;
}

std::vector<std::int16_t> Executor::pick_options(const ir::Pick& pick) {
  if (pick.to == kNone) return choices_among(pick.from);
  std::vector<std::int16_t> options = number_choices(value(pick.from), value(pick.to));
  spend(static_cast<std::int64_t>(options.size()));
  return options;
}

}  // namespace mancala
