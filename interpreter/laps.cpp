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
  bool found = ir::reads(program, phase.skip, ir::Op::laps) || ir::reads(program, phase.each, ir::Op::laps);
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
  // The number of laps after which the same moment came again, or 0.
  int period(const Moment& now, int laps) {
    if (kept_at_ != 0 && now == kept_) return laps - kept_at_;
    if (laps >= renew_at_) {
      kept_ = now;
      kept_at_ = laps;
      renew_at_ = 2 * laps;
    }
    return 0;
  }

 private:
  Moment kept_;
  int kept_at_ = 0;
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
    const int period = repetition.period(now_, laps_);
    if (period == 0) continue;
    // The laps up to the limit, but for the last few, change nothing.
    if (!counts_laps(program_, phase())) laps_ += (limit - laps_ - 1) / period * period;
    watch = false;
  }
  return flow;
}

// L1 to L3, for each seed in the hand.
Flow Executor::sow_lap() {
  now_.lap_sown = {};
  now_.first_sown = kNoPlace;
  now_.previous = kNoPlace;
  if (ir::reads(program_, ir::Op::at_lap_start)) now_.lap_start = now_.position.seeds;
  if (observer_ != nullptr) observer_->lap_begins(now_.position, now_.origin, now_.hand, now_.direction);
  Place station = now_.origin;
  bool first = true;
  while (now_.hand > 0) {
    const Place next = next_station(station, first && now_.at_origin);
    if (next == kNoPlace) return Flow::stop;
    station = next;
    now_.previous = first ? kNoPlace : now_.here;
    if (first) now_.first_sown = station;
    first = false;
    now_.here = station;
    now_.was = seeds_in(station);
    transfer(kHand, station, std::min(each_, now_.hand));
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
Place Executor::next_station(Place from, bool itself) {
  Place station = itself ? from : step(from, now_.direction);
  for (int i = 0; i <= board_.place_count() && station != kNoPlace; ++i) {
    set_local(phase().station_slot, station);
    now_.last = now_.hand == 1;
    each_ = phase().each == kNone ? 1 : value(phase().each);
    now_.last = now_.hand <= each_;
    const bool skipped =
        each_ <= 0 || now_.position.closed.has(station) || (phase().skip != kNone && truth(phase().skip));
    if (!skipped) return station;
    if (observer_ != nullptr) observer_->passed_over(now_.position, station);
    station = step(station, now_.direction);
  }
  return kNoPlace;
}

// Would the clauses of `lap-end` begin another lap?
bool Executor::would_sow_again() const {
  Executor trial = *this;
  trial.observer_ = nullptr;
  Chance chance(0);
  if (chance_ != nullptr) {
    chance = *chance_;
    trial.chance_ = &chance;
  }
  return trial.run_event(phase().lap_end, Observer::Event::lap_end) == Flow::sow;
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
  return pick.to == kNone ? choices_among(pick.from) : number_choices(value(pick.from), value(pick.to));
}

}  // namespace mancala
