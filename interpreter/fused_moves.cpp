// Turns: the moves that may be picked, and looking ahead.
#include <algorithm>
#include <bit>

#include "interpreter/choice.h"
#include "interpreter/fused_turn.h"

namespace mancala {

using fused::kNone;
using fused::Set;

namespace {

// These holes as the first of moves in a direction that is stated so.
void add_ways(MoveList::Group& group, Set holes, Direction stated) {
  if (stated == Direction::either) {
    group.ways[1] |= holes;
    group.ways[2] |= holes;
  } else if (stated != Direction::none) {
    group.ways[0] |= holes;
  }
}

bool looks_ahead(const fused::Block& block) {
  return std::any_of(block.filters.begin(), block.filters.end(),
                     [](const fused::Filter& filter) { return filter.looks_ahead; });
}

}  // namespace

std::vector<Move> Turn::legal() {
  const auto find = [this] {
    find_legal(next_moves_);
    return true;
  };
  if (!within_budget(find, [] { return false; })) next_moves_.clear();
  return next_moves_.all();
}

void Turn::find_legal(MoveList& all) {
  all.clear();
  look_for_phase();
  find_moves(true, all);
  add_pass(all);
}

// The pass that may be picked beside these moves, or where there is none of them.
void Turn::add_pass(MoveList& moves) {
  if (phase_ == kNone) return;
  const bool can_move = !moves.empty();
  for (std::size_t block = 0; block < phase().blocks.size(); block++) {
    const fused::Block& rules = phase().blocks[block];
    if (can_move ? rules.pass == kNone : !rules.pass_if_none) continue;
    if (!holds(rules.when) || (can_move && eval(rules.pass) == 0)) continue;
    moves.has_pass = true;
    moves.pass_block = static_cast<std::uint8_t>(block);
    return;
  }
}

bool Turn::can_move() { return phase_ != kNone && has_move(true); }

// Is there a move of the running phase but a pass?
bool Turn::has_move(bool look_ahead) {
  const std::vector<fused::Block>& blocks = phase().blocks;
  if (blocks.size() == 1 && blocks[0].plain) return some(blocks[0].from);
  bool all_clear = true;  // the holes to begin with tell all
  for (const fused::Block& block : blocks) {
    if (!leaves_moves(block, look_ahead)) {
      all_clear = false;
    } else if (holds(block.when) && (block.set ? some(block.from) : eval(block.from) != kNoPlace)) {
      return true;
    }
  }
  if (all_clear) return false;
  MoveList all;
  find_moves(look_ahead, all);
  return !all.empty();
}

// Is every hole that may be begun with a move, or at least one of them?
bool Turn::leaves_moves(const fused::Block& block, bool look_ahead) const {
  if (phase().stated == Direction::none || (imagining_ == 0 && rules_.moves_may_fail)) return false;
  return std::all_of(block.filters.begin(), block.filters.end(), [&](const fused::Filter& filter) {
    return filter.prefer || (filter.looks_ahead && !look_ahead);
  });
}

// All moves of the running phase but a pass; without `look_ahead` the filters that look ahead are left out.
void Turn::find_moves(bool look_ahead, MoveList& all) {
  if (phase_ == kNone) return;
  const std::vector<fused::Block>& blocks = phase().blocks;
  const std::vector<StepCosts::Block>& block_costs = costs().blocks;
  if (blocks.size() == 1 && blocks[0].plain) {
    const Set starts = this->set(blocks[0].from);
    spend(block_costs[0].asked + std::popcount(starts) * block_costs[0].candidate);
    all.groups.emplace_back().ways[0] = starts;
    return;
  }
  // Judging a move changes what is known of the moment.
  const auto start = start_;
  const auto turn_sown = turn_sown_;
  const auto direction = direction_;
  const auto set = set_;
  const auto choice = choice_;
  const auto choices_used = choices_used_;
  const auto laps = laps_;
  const Move* const played = move_;
  std::array<std::int64_t, ir::kMaxLocals> locals;
  const int known = rules_.program.locals;
  std::copy_n(locals_.begin(), known, locals.begin());
  for (int block = 0; block < static_cast<int>(blocks.size()); block++) {
    spend(block_costs[block].asked);
    if (!holds(blocks[block].when)) continue;
    add_candidates(block, all);
    Trials trials;
    if (look_ahead && looks_ahead(blocks[block])) {
      const MoveList::Group& group = all.groups.back();
      trials.resize(group.end > group.first ? group.end - group.first
                                            : MoveList::kWays.size() * rules_.holes);
    }
    if (imagining_ == 0 && rules_.moves_may_fail) drop_endless(all, trials);
    for (const fused::Filter& judge : blocks[block].filters) {
      if (look_ahead || !judge.looks_ahead) filter(all, judge, trials);
    }
    start_ = start;
    direction_ = direction;
    set_ = set;
    choice_ = choice;
    choices_used_ = choices_used;
    turn_sown_ = turn_sown;
    move_ = played;
    std::copy_n(locals.begin(), known, locals_.begin());
  }
  laps_ = laps;
}

// Adds a group.
void Turn::add_candidates(int block, MoveList& found) {
  const fused::Block& rules = phase().blocks[block];
  MoveList::Group& group = found.groups.emplace_back();
  group.block = static_cast<std::uint8_t>(block);
  group.first = group.end = found.picked.size();
  Move move;
  move.block = group.block;
  if (!rules.set) {  // from a place that need not be a hole
    const auto start = static_cast<Place>(eval(rules.from));
    if (start != kNoPlace) add_start(start, rules, found, move);
  } else if (const Set starts = set(rules.from); !rules.picks.empty()) {
    for (Set rest = starts; rest != 0; rest &= rest - 1) add_start(lowest(rest), rules, found, move);
  } else {
    if (phase().direction == kNone) {
      add_ways(group, starts, phase().stated);
    } else {
      for (Set rest = starts; rest != 0; rest &= rest - 1) {
        consider(lowest(rest), Direction::none);
        add_ways(group, rest & (~rest + 1), direction_);
      }
    }
    spend(static_cast<std::int64_t>(group.size()) * costs().blocks[block].candidate);
  }
  group.end = found.picked.size();
}

// Adds the moves from there, with further picks or from a place that is no hole.
void Turn::add_start(Place start, const fused::Block& rules, MoveList& found, Move& move) {
  move.start = start;
  move.direction = Direction::none;
  consider(start, Direction::none);
  const Direction stated = direction_;
  if (stated == Direction::either) {
    for (const Direction picked : {Direction::onward, Direction::backward}) {
      move.direction = picked;
      consider(start, picked);
      add_picks(found.picked, move, rules, 0);
    }
  } else if (stated != Direction::none) {
    add_picks(found.picked, move, rules, 0);
  }
}

// Adds the move with all ways to make its further picks from number `pick` on.
void Turn::add_picks(std::vector<Move>& found, const Move& move, const fused::Block& block,
                     std::size_t pick) {
  if (pick == block.picks.size()) {
    spend(costs().blocks[move.block].candidate);
    found.push_back(move);
    return;
  }
  if (block.picks[pick].to == kNone) {
    const Set options = set(block.picks[pick].from);
    const bool asked = std::popcount(options) > 1;
    for (Set rest = options; rest != 0; rest &= rest - 1) {
      Move longer = move;
      if (asked) longer.choices[longer.choice_count++] = choice_code(ChoiceKind::hole, lowest(rest));
      set_local(block.picks[pick].slot, lowest(rest), true);
      add_picks(found, longer, block, pick + 1);
    }
    if (options == 0) {
      clear_local(block.picks[pick].slot);
      add_picks(found, move, block, pick + 1);
    }
    return;
  }
  const std::vector<std::int16_t> options = pick_options(block.picks[pick]);
  for (const std::int16_t option : options) {
    Move longer = move;
    if (options.size() > 1) longer.choices[longer.choice_count++] = option;
    set_local(block.picks[pick].slot, choice_value(option), true);
    add_picks(found, longer, block, pick + 1);
  }
  if (options.empty()) {
    clear_local(block.picks[pick].slot);
    add_picks(found, move, block, pick + 1);
  }
}

// Of the last group those moves stay for which `keep(move, trial)` says so, unless `all_stay()` in the end.
// `trial`: where a trial of the move is to be kept, or null.
template <class Keep, class AllStay>
void Turn::sift(MoveList& found, Trials& trials, const Keep& keep, const AllStay& all_stay) {
  MoveList::Group& group = found.groups.back();
  const auto trial = [&trials](std::size_t i) { return trials.empty() ? nullptr : &trials[i]; };
  if (group.end == group.first) {
    std::array<Set, 3> kept{};
    Move move;
    MoveList::each_start(group, move, [&](int hole, std::size_t way) {
      if (keep(move, trial(MoveList::kWays.size() * hole + way))) kept[way] |= set_of(hole);
    });
    if (!all_stay()) group.ways = kept;
    return;
  }
  std::vector<char> verdicts;
  for (std::size_t i = group.first; i < group.end; i++) {
    verdicts.push_back(keep(found.picked[i], trial(i - group.first)) ? 1 : 0);
  }
  if (all_stay()) return;
  std::size_t end = group.first;
  for (std::size_t i = 0; i < verdicts.size(); i++) {
    if (verdicts[i] == 0) continue;
    found.picked[end] = found.picked[group.first + i];
    if (!trials.empty()) trials[end - group.first] = std::move(trials[i]);
    end++;
  }
  found.picked.resize(end);
  group.end = end;
}

// Of the last group those moves stay that can be played without running for ever.
void Turn::drop_endless(MoveList& found, Trials& trials) {
  const auto keep = [this](const Move& move, std::unique_ptr<Trial>* trial) {
    if (trial == nullptr) return playable(Trial(*this, move));
    *trial = std::make_unique<Trial>(*this, move);
    return playable(**trial);
  };
  sift(found, trials, keep, [] { return false; });
}

// Of the last group those moves stay that pass.
void Turn::filter(MoveList& found, const fused::Filter& filter, Trials& trials) {
  std::unique_ptr<Trial>* const played = trial_;
  bool any_passes = false;
  const auto keep = [&](const Move& move, std::unique_ptr<Trial>* trial) {
    move_ = &move;
    trial_ = trial;
    begin_move();
    const bool judged = holds(filter.cond);
    const bool passes = judged && eval(filter.test) != 0;
    any_passes = any_passes || passes;
    return !judged || passes;
  };
  sift(found, trials, keep, [&] { return filter.prefer && !any_passes; });
  trial_ = played;
}

// Can it be played without running for ever, if the player's choices in it are made well?
bool Turn::playable(const Trial& trial) const {
  if (trial.flow == Flow::illegal) return false;
  const std::vector<std::int16_t>& options = trial.turn.options_;
  if (trial.flow != Flow::choice || options.empty() || trial.move.choice_count >= kMostChoicesTried)
    return true;
  return std::any_of(options.begin(), options.end(), [&](std::int16_t option) {
    Move longer = trial.move;
    longer.choices[longer.choice_count++] = option;
    return playable(Trial(*this, longer));
  });
}

// A copy in which moves can be tried.
Turn Turn::imagined() const {
  Turn copy(*this);
  copy.chance_ = nullptr;
  copy.imagining_++;
  return copy;
}

// Plays the move to the player's next decision or to the end of T6.
Turn::Flow Turn::imagine(const Move& move) {
  spend(rules_.costs.imagined());
  forget_move();
  look_for_phase();
  const Flow flow = run_move(move);
  move_made_ = flow != Flow::choice;
  return flow;
}

// What the asker knows by name can be asked for after a move that was tried, but for the choices of his own
// move.
bool Turn::holds_afterwards(NodeId test, const Turn& asker) {
  const Set taken_over = asker.set_ & ~asker.choice_ & ~choice_;
  for (Set rest = taken_over; rest != 0; rest &= rest - 1) {
    locals_[std::countr_zero(rest)] = asker.locals_[std::countr_zero(rest)];
  }
  set_ = (set_ & choice_) | taken_over;
  return eval(test) != 0;
}

bool Turn::after(NodeId test) {
  std::unique_ptr<Trial> once;
  std::unique_ptr<Trial>& trial = trial_ == nullptr ? once : *trial_;
  if (trial == nullptr) {
    trial = std::make_unique<Trial>(*this, *move_);
  } else {
    spend(trial->steps);
  }
  return trial->flow != Flow::illegal && trial->turn.holds_afterwards(test, *this);
}

// A copy in which it is this player's turn.
Turn Turn::seat_of(Player player) const {
  Turn seat = imagined();
  seat.f_.mover = player;
  seat.remember_start();
  seat.forget_move();
  seat.look_for_phase();
  return seat;
}

// His moves, found now or as they were found.
Turn::Look& Turn::look(Player player) {
  const auto known = std::find_if(looked_.begin(), looked_.end(),
                                  [player](const Look& look) { return look.turn->f_.mover == player; });
  if (known != looked_.end()) {
    spend(known->steps);
    return *known;
  }
  const std::int64_t before = steps_->left();
  Look look;
  look.turn = std::make_unique<Turn>(seat_of(player));
  look.turn->find_moves(false, look.moves);
  look.trials.resize(look.moves.size());
  look.steps = before - steps_->left();
  return looked_.emplace_back(std::move(look));
}

bool Turn::some_move(Player player, NodeId test) {
  if (player == kNobody) return false;
  spend(rules_.costs.imagined());
  // What is made by the move is not asked, and every move can be made.
  if (test == kNone && !rules_.moves_may_fail) {
    Turn asked = seat_of(player);
    return asked.phase_ != kNone && asked.has_move(false);
  }
  const Looking while_asked(*this);
  Look& seen = look(player);
  for (std::size_t i = 0; i < seen.trials.size(); i++) {
    std::unique_ptr<Trial>& trial = seen.trials[i];
    if (trial == nullptr) {
      Move move;
      seen.moves.pick(i, move);
      trial = std::make_unique<Trial>(*seen.turn, move);
    } else {
      spend(trial->steps);
    }
    if (trial->flow == Flow::illegal) continue;
    if (test == kNone || trial->turn.holds_afterwards(test, *this)) return true;
  }
  return false;
}

}  // namespace mancala
