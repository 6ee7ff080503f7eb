// Turns: the moves that may be picked, and looking ahead.
#include <algorithm>
#include <bit>

#include "interpreter/fused_turn.h"

namespace mancala {

using fused::kNone;
using fused::Set;

namespace {

// So many choices are tried out to see whether a move can be played without running for ever: the ways to
// make them multiply.
constexpr int kMostTried = 8;

// Field by field: what has just been written in small pieces is slow to read in large ones.
void append(const Move& move, std::vector<Move>& moves) {
  static constexpr Move kBlank;
  Move& last = moves.emplace_back(kBlank);
  last.start = move.start;
  last.direction = move.direction;
  last.block = move.block;
  last.pass = move.pass;
  last.choice_count = move.choice_count;
  std::copy_n(move.choices.begin(), move.choice_count, last.choices.begin());
}

}  // namespace

std::vector<Move> Turn::legal() {
  std::vector<Move> found;
  const auto find = [&] {
    find_legal(found);
    return true;
  };
  if (!within_budget(find, [] { return false; })) found.clear();
  return found;
}

void Turn::find_legal(std::vector<Move>& all) {
  all.clear();
  look_for_phase();
  find_moves(true, all);
  add_pass(all);
}

// The pass that may be picked beside these moves, or where there is none of them.
void Turn::add_pass(std::vector<Move>& moves) {
  if (phase_ == kNone) return;
  const bool can_move = !moves.empty();
  for (std::size_t block = 0; block < phase().blocks.size(); block++) {
    const fused::Block& rules = phase().blocks[block];
    if (can_move ? rules.pass == kNone : !rules.pass_if_none) continue;
    if (!holds(rules.when) || (can_move && eval(rules.pass) == 0)) continue;
    Move pass;
    pass.pass = true;
    pass.block = static_cast<std::uint8_t>(block);
    moves.push_back(pass);
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
  std::vector<Move> all;
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
void Turn::find_moves(bool look_ahead, std::vector<Move>& all) {
  if (phase_ == kNone) return;
  const std::vector<fused::Block>& blocks = phase().blocks;
  const std::vector<StepCosts::Block>& block_costs = costs().blocks;
  if (blocks.size() == 1 && blocks[0].plain) {
    const Set starts = this->set(blocks[0].from);
    spend(block_costs[0].asked + std::popcount(starts) * block_costs[0].candidate);
    all.reserve(static_cast<std::size_t>(std::popcount(starts)));
    for (Set rest = starts; rest != 0; rest &= rest - 1) {
      all.emplace_back(kNoMove).start = lowest(rest);
    }
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
    const std::size_t first = all.size();
    add_candidates(block, all);
    for (const fused::Filter& judge : blocks[block].filters) {
      if (look_ahead || !judge.looks_ahead) filter(all, first, judge);
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

void Turn::add_candidates(int block, std::vector<Move>& found) {
  const fused::Block& rules = phase().blocks[block];
  const std::size_t first = found.size();
  Set starts = 0;
  Place alone = kNoPlace;  // where seeds are taken from a place that is no hole, too
  if (rules.set) {
    starts = set(rules.from);
  } else {
    alone = static_cast<Place>(eval(rules.from));
  }
  Move move;
  move.block = static_cast<std::uint8_t>(block);
  const auto add = [&](Place start) {
    move.start = start;
    move.direction = Direction::none;
    consider(start, Direction::none);
    const Direction stated = direction_;
    if (stated == Direction::either) {
      for (const Direction picked : {Direction::onward, Direction::backward}) {
        move.direction = picked;
        consider(start, picked);
        add_picks(found, move, rules, 0);
      }
    } else if (stated != Direction::none) {
      add_picks(found, move, rules, 0);
    }
  };
  if (alone != kNoPlace) add(alone);
  for (Set rest = starts; rest != 0; rest &= rest - 1) add(lowest(rest));
  if (imagining_ == 0 && rules_.moves_may_fail) {
    found.erase(std::remove_if(found.begin() + static_cast<std::ptrdiff_t>(first), found.end(),
                               [this](const Move& move) { return !playable(move); }),
                found.end());
  }
}

// Adds the move with all ways to make its further picks from number `pick` on.
void Turn::add_picks(std::vector<Move>& found, const Move& move, const fused::Block& block,
                     std::size_t pick) {
  if (pick == block.picks.size()) {
    spend(costs().blocks[move.block].candidate);
    append(move, found);
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

// Of the moves from number `first` on those stay that pass.
void Turn::filter(std::vector<Move>& found, std::size_t first, const fused::Filter& filter) {
  std::vector<char> keep = std::move(verdicts_);
  keep.clear();
  bool any_passes = false;
  for (std::size_t i = first; i < found.size(); i++) {
    move_ = &found[i];
    begin_move();
    const bool judged = holds(filter.cond);
    const bool passes = judged && eval(filter.test) != 0;
    any_passes = any_passes || passes;
    keep.push_back(!judged || passes ? 1 : 0);
  }
  if (!filter.prefer || any_passes) {
    std::size_t end = first;
    for (std::size_t i = 0; i < keep.size(); i++) {
      if (keep[i] != 0) found[end++] = found[first + i];
    }
    found.resize(end);
  }
  verdicts_ = std::move(keep);
}

// Can it be played without running for ever, if the player's choices in it are made well?
bool Turn::playable(const Move& move) const {
  Turn trial = imagined();
  const Flow flow = trial.imagine(move, *this);
  if (flow == Flow::illegal) return false;
  if (flow != Flow::choice || trial.options_.empty() || move.choice_count >= kMostTried) return true;
  return std::any_of(trial.options_.begin(), trial.options_.end(), [&](std::int16_t option) {
    Move longer = move;
    longer.choices[longer.choice_count++] = option;
    return playable(longer);
  });
}

// A copy in which moves can be tried.
Turn Turn::imagined() const {
  Turn copy(*this);
  copy.chance_ = nullptr;
  copy.imagining_++;
  return copy;
}

// Plays the move to the player's next decision or to the end of T6. What the asker knows by name can be asked
// for afterwards, but for the choices of his own move.
Turn::Flow Turn::imagine(const Move& move, const Turn& asker) {
  spend(rules_.costs.imagined());
  forget_move();
  look_for_phase();
  const Flow flow = run_move(move);
  move_made_ = flow != Flow::choice;
  const Set taken_over = asker.set_ & ~asker.choice_ & ~choice_;
  for (Set rest = taken_over; rest != 0; rest &= rest - 1) {
    locals_[std::countr_zero(rest)] = asker.locals_[std::countr_zero(rest)];
  }
  set_ = (set_ & choice_) | taken_over;
  return flow;
}

bool Turn::after(NodeId test) const {
  Turn trial = imagined();
  return trial.imagine(*move_, *this) != Flow::illegal && trial.eval(test) != 0;
}

bool Turn::some_move(Player player, NodeId test) {
  if (player == kNobody) return false;
  spend(rules_.costs.imagined());
  Turn asked = imagined();
  asked.f_.mover = player;
  asked.remember_start();
  asked.forget_move();
  asked.look_for_phase();
  // What is made by the move is not asked, and every move can be made.
  if (test == kNone && !rules_.moves_may_fail) return asked.phase_ != kNone && asked.has_move(false);
  std::vector<Move> moves;
  asked.find_moves(false, moves);
  for (const Move& move : moves) {
    Turn trial = asked.imagined();
    if (trial.imagine(move, *this) == Flow::illegal) continue;
    if (test == kNone || trial.eval(test) != 0) return true;
  }
  return false;
}

}  // namespace mancala
