// Turns: the moves that may be picked, and looking ahead.
#include <algorithm>
#include <bit>

#include "interpreter/fused_turn.h"

namespace mancala {

using fused::kNone;
using fused::Set;

std::vector<Move> Turn::legal() {
  look_for_phase();
  std::vector<Move> found;
  find_moves(true, found);
  add_pass(found);
  return found;
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

bool Turn::can_move() {
  if (phase_ == kNone) return false;
  const fused::Phase& rules = phase();
  if (rules.blocks.size() == 1 && rules.blocks[0].plain) return set(rules.blocks[0].from) != 0;
  std::vector<Move> all;
  find_moves(true, all);
  return !all.empty();
}

// All moves of the running phase but a pass; without `look_ahead` the filters that look ahead are left out.
void Turn::find_moves(bool look_ahead, std::vector<Move>& all) {
  if (phase_ == kNone) return;
  const std::vector<fused::Block>& blocks = phase().blocks;
  if (blocks.size() == 1 && blocks[0].plain) {
    Move move;
    const Set starts = this->set(blocks[0].from);
    all.reserve(static_cast<std::size_t>(std::popcount(starts)));
    for (Set rest = starts; rest != 0; rest &= rest - 1) {
      move.start = lowest(rest);
      all.push_back(move);
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
  const Move played = move_;
  const auto locals = locals_;
  for (int block = 0; block < static_cast<int>(blocks.size()); block++) {
    if (!holds(blocks[block].when)) continue;
    std::vector<Move> found = candidates(block);
    for (const fused::Filter& filter : blocks[block].filters) {
      if (look_ahead || !filter.looks_ahead) found = filtered(found, filter);
    }
    all.insert(all.end(), found.begin(), found.end());
    start_ = start;
    direction_ = direction;
    set_ = set;
    choice_ = choice;
    choices_used_ = choices_used;
    turn_sown_ = turn_sown;
    locals_ = locals;
  }
  laps_ = laps;
  move_ = played;
}

std::vector<Move> Turn::candidates(int block) {
  const fused::Block& rules = phase().blocks[block];
  std::vector<Move> found;
  std::vector<Place> starts;
  if (rules.set) {
    for (Set rest = set(rules.from); rest != 0; rest &= rest - 1) starts.push_back(lowest(rest));
  } else if (const auto from = static_cast<Place>(eval(rules.from)); from != kNoPlace) {
    starts.push_back(from);
  }
  for (const Place start : starts) {
    Move move;
    move.start = start;
    move.block = static_cast<std::uint8_t>(block);
    consider(move.start, Direction::none);
    const Direction stated = direction_;
    if (stated == Direction::either) {
      for (const Direction picked : {Direction::onward, Direction::backward}) {
        move.direction = picked;
        consider(move.start, picked);
        add_picks(found, move, rules, 0);
      }
    } else if (stated != Direction::none) {
      add_picks(found, move, rules, 0);
    }
  }
  const ir::Endless& endless = rules_.program.endless;
  if (imagining_ == 0 && endless.then == ir::EndlessThen::illegal && endless.laps > 0) {
    found.erase(
        std::remove_if(found.begin(), found.end(), [this](const Move& move) { return !playable(move); }),
        found.end());
  }
  return found;
}

// Adds the move with all ways to make its further picks from number `pick` on.
void Turn::add_picks(std::vector<Move>& found, const Move& move, const fused::Block& block,
                     std::size_t pick) {
  if (pick == block.picks.size()) {
    found.push_back(move);
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

std::vector<Move> Turn::filtered(const std::vector<Move>& found, const fused::Filter& filter) {
  std::vector<Move> kept;
  bool any_passes = false;
  for (const Move& move : found) {
    move_ = move;
    begin_move();
    const bool judged = holds(filter.cond);
    const bool passes = judged && eval(filter.test) != 0;
    any_passes = any_passes || passes;
    if (!judged || passes) kept.push_back(move);
  }
  return filter.prefer && !any_passes ? found : kept;
}

// Can it be played without running for ever, if the player's choices in it are made well?
bool Turn::playable(const Move& move) const {
  Turn trial = imagined();
  const Flow flow = trial.imagine(move, *this);
  if (flow == Flow::illegal) return false;
  if (flow != Flow::choice || trial.options_.empty() || move.choice_count == kMaxChoices) return true;
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
  return trial.imagine(move_, *this) != Flow::illegal && trial.eval(test) != 0;
}

bool Turn::some_move(Player player, NodeId test) const {
  if (player == kNobody) return false;
  Turn asked = imagined();
  asked.f_.mover = player;
  asked.remember_start();
  asked.forget_move();
  asked.look_for_phase();
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
