// Turns: a move, the laps that come of it, the end of the move.
#include <algorithm>
#include <bit>
#include <numeric>

#include "interpreter/fused_turn.h"

namespace mancala {

using fused::kNone;
using fused::Map;
using fused::Set;

// T5 and T6.
Turn::Flow Turn::run_move(const Move& move) {
  move_ = &move;
  Flow flow = begin_move();
  if (flow != Flow::on) return flow;
  const ir::Phase& lists = rules_.program.phases[std::max(phase_, 0)];
  flow = run_laps(run_event(phase().play, lists.play));
  if (flow == Flow::choice || flow == Flow::illegal) return flow;
  put_back();
  if (flow == Flow::over) return flow;
  flow = run_event(phase().move_end, lists.move_end);
  if (flow != Flow::choice) put_back();
  return flow;
}

Turn::Flow Turn::begin_move() {
  laps_ = 0;
  choices_used_ = 0;
  turn_sown_ = f_.turn_sown;
  consider(move_->start, move_->direction);
  for (const fused::Pick& pick : phase().blocks[move_->block].picks) {
    const Flow flow = decide_pick(pick);
    if (flow != Flow::on) return flow;
  }
  return Flow::on;
}

Turn::Flow Turn::run_laps(Flow flow) {
  const int limit = rules_.program.endless.laps;
  const fused::Phase& rules = phase();
  const StepCosts::Phase& costs = this->costs();
  const bool plain = rules.skip == kNone && rules.each == kNone && rules.route == kNone &&
                     rules.each_seed == kNone && !rules_.tracks_sown && rules_.kinds == 0;
  while (flow == Flow::sow) {
    if (rules_.keeps_lap_start)
      std::copy_n(f_.cells.begin(), rules_.places, f_.cells.begin() + rules_.lap_cells);
    const int lifted = hand_;
    spend(costs.lap + lifted * costs.seed);
    flow = plain && f_.closed == 0 ? sow_plain_lap() : sow_lap();
    seeds_sown_ += static_cast<std::uint64_t>(lifted - hand_);
    if (first_sown_ != kNoPlace) laps_++;
    if (flow != Flow::on) return flow;
    if (laps_ == limit && would_sow_again()) return run_for_ever();
    flow = run_list(rules.lap_end);
  }
  return flow;
}

Turn::Flow Turn::sow_lap() {
  lap_sown_ = 0;
  first_sown_ = kNoPlace;
  previous_ = kNoPlace;
  Place station = origin_;
  bool first = true;
  while (hand_ > 0) {
    const bool itself = first && at_origin_;
    const Place from = station;
    if (itself || phase().route == kNone) {
      station = next_station(from, itself);
    } else if (const Flow flow = picked_station(from, station); flow != Flow::on) {
      return flow;
    }
    if (station == kNoPlace) return Flow::stop;
    previous_ = first ? kNoPlace : here_;
    came_from_ = itself ? kNoPlace : from;
    if (first) first_sown_ = station;
    first = false;
    here_ = station;
    was_ = f_.cells[station];
    const int seeds = static_cast<int>(std::min<std::int64_t>(each_, hand_));
    if (rules_.kinds == 0) {  // all pieces are alike: nobody picks what drops
      f_.cells[station] = static_cast<std::int16_t>(f_.cells[station] + seeds);
      hand_ -= seeds;
    } else if (const Flow dropped = drop(station, seeds); dropped != Flow::on) {
      return dropped;
    }
    last_ = hand_ == 0;
    if (is_hole(station)) {
      lap_sown_ |= set_of(station);
      turn_sown_ |= set_of(station);
    }
    const Flow flow = run_list(phase().each_seed);
    if (flow != Flow::on && flow != Flow::done) return flow;
  }
  return Flow::on;
}

// A lap on a circuit where every station takes one seed and nothing happens on the way.
Turn::Flow Turn::sow_plain_lap() {
  if (direction_ != Direction::onward && direction_ != Direction::backward) return sow_lap();
  const Map& next = rules_.next[phase().circuit][f_.mover][direction_ == Direction::onward ? 0 : 1];
  first_sown_ = kNoPlace;
  previous_ = kNoPlace;
  std::int64_t station = at_origin_ ? origin_ : next[origin_];
  if (station < 0) return Flow::stop;
  first_sown_ = static_cast<Place>(station);
  for (;;) {
    f_.cells[station]++;
    hand_--;
    const std::int64_t then = hand_ == 0 ? -1 : next[station];
    if (then < 0) break;
    previous_ = static_cast<Place>(station);
    station = then;
  }
  here_ = static_cast<Place>(station);
  was_ = f_.cells[station] - 1;
  last_ = hand_ == 0;
  return hand_ == 0 ? Flow::on : Flow::stop;
}

// The next station (`itself`: `from`, if possible) for which `skip` does not hold and that takes seeds;
// `each_` is how many. None: no station takes any.
Place Turn::next_station(Place from, bool itself) {
  Place station = itself ? from : follow(from, direction_);
  for (int i = 0; i <= rules_.places && station != kNoPlace; i++) {
    if (takes_seeds(station)) return station;
    station = follow(station, direction_);
  }
  return kNoPlace;
}

bool Turn::takes_seeds(Place station) {
  const fused::Phase& rules = phase();
  spend(costs().station);
  set_local(rules.station_slot, station);
  last_ = hand_ == 1;
  each_ = rules.each == kNone ? 1 : eval(rules.each);
  last_ = hand_ <= each_;
  const bool is_closed = is_hole(station) && (f_.closed & set_of(station)) != 0;
  return each_ > 0 && !is_closed && (rules.skip == kNone || eval(rules.skip) == 0);
}

// The station that the player picks among those to which the route may lead. While the first is picked the
// hand is still where the lap begins, and has come from nowhere.
Turn::Flow Turn::picked_station(Place from, Place& found) {
  if (first_sown_ == kNoPlace) {
    here_ = from;
    came_from_ = kNoPlace;
  }
  previous_ = came_from_;
  std::vector<std::int16_t> options;
  for (Set rest = set(phase().route); rest != 0; rest &= rest - 1) {
    if (takes_seeds(lowest(rest))) options.push_back(choice_code(ChoiceKind::hole, lowest(rest)));
  }
  const std::int32_t slot = phase().route_slot;
  const Flow flow = decide(slot, options, false);
  if (flow != Flow::on) return flow;
  found = options.empty() ? kNoPlace : static_cast<Place>(locals_[slot]);
  if (found != kNoPlace) takes_seeds(found);
  return Flow::on;
}

// So many of the seeds in hand; where pieces are unlike the player may pick which, one by one.
Turn::Flow Turn::drop(Place station, std::int64_t seeds) {
  const std::int32_t slot = phase().order_slot;
  if (slot == kNone) {
    transfer(kHand, station, seeds);
    return Flow::on;
  }
  for (; seeds > 0; seeds--) {
    std::vector<std::int16_t> options;
    std::vector<std::int32_t> pieces;
    const auto offer = [&](std::int32_t piece, std::int64_t there) {
      if (there == 0) return;
      options.push_back(choice_code(ChoiceKind::word, rules_.program.piece_words[piece + 1]));
      pieces.push_back(piece);
    };
    offer(kNone, hand_ - std::accumulate(hand_pieces_.begin(), hand_pieces_.end(), 0));
    for (int piece = 0; piece < rules_.kinds; piece++) offer(piece, hand_pieces_[piece]);
    const Flow flow = decide(slot, options, false);
    if (flow != Flow::on) return flow;
    transfer(kHand, station, 1, pieces[locals_[slot]]);
  }
  return Flow::on;
}

// Would the clauses of `lap-end` begin another lap? What had to be answered for that has been answered.
bool Turn::would_sow_again() {
  Turn trial(*this);
  Chance chance(0);
  if (chance_ != nullptr) {
    chance = *chance_;
    trial.chance_ = &chance;
  }
  if (trial.run_list(phase().lap_end) != Flow::sow) return false;
  choices_used_ = trial.choices_used_;
  return true;
}

Turn::Flow Turn::run_for_ever() {
  endless_ = true;
  switch (rules_.program.endless.then) {
    case ir::EndlessThen::stop: return Flow::stop;
    case ir::EndlessThen::illegal: return Flow::illegal;
    case ir::EndlessThen::drawn: given_winner_ = kNobody; return Flow::over;
  }
  return Flow::stop;
}

// Seeds that nothing could take go back to where the lap began.
void Turn::put_back() {
  if (hand_ == 0) return;
  Place to = origin_;
  if (to == kNoPlace) to = start_;
  if (to == kNoPlace) to = lifted_;
  if (to == kNoPlace) to = kOut;
  transfer(kHand, to, hand_);
}

// T3.
void Turn::look_for_phase() {
  phase_ = kNone;
  const std::vector<fused::Phase>& phases = seat().phases;
  for (int i = 0; i < static_cast<int>(phases.size()) && phase_ == kNone; i++) {
    if (holds(phases[i].condition)) phase_ = i;
  }
  direction_ = stated_direction();
}

Direction Turn::stated_direction() {
  const fused::Phase& rules = phase();
  if (rules.direction == kNone) return rules.stated;
  direction_ = Direction::none;
  return static_cast<Direction>(eval(rules.direction));
}

void Turn::consider(Place start, Direction direction) {
  start_ = start;
  direction_ = direction == Direction::none ? stated_direction() : direction;
}

// As `decide`, without a list of what may be picked where it is holes.
Turn::Flow Turn::decide_pick(const fused::Pick& pick) {
  if (pick.to != kNone) return decide(pick.slot, pick_options(pick), false);
  const Set options = set(pick.from);
  clear_local(pick.slot);
  if (options == 0) return Flow::on;
  Place picked = lowest(options);
  if (std::popcount(options) > 1) {
    if (choices_used_ == move_->choice_count) return decide(pick.slot, pick_options(pick), false);
    const std::int16_t code = move_->choices[choices_used_++];
    picked = choice_value(code);
    if (choice_kind(code) != ChoiceKind::hole || (options & set_of(picked)) == 0) return Flow::illegal;
  }
  set_local(pick.slot, picked, true);
  return Flow::on;
}

std::vector<std::int16_t> Turn::pick_options(const fused::Pick& pick) {
  if (pick.to == kNone) return choices_among(pick.from, ChoiceKind::hole);
  const std::int64_t from = eval(pick.from);
  std::vector<std::int16_t> options = number_choices(from, eval(pick.to));
  spend(static_cast<std::int64_t>(options.size()));
  return options;
}

}  // namespace mancala
