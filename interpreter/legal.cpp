// The moves that may be picked: candidates, filters, and looking ahead.
#include <algorithm>

#include "interpreter/choice.h"
#include "interpreter/executor.h"
#include "interpreter/walk.h"

namespace mancala {

using ir::kNone;

std::vector<Move> Executor::legal() {
  look_for_phase();
  std::vector<Move> found = moves(true);
  if (now_.phase == kNone) return found;
  const bool can_move = !found.empty();
  for (std::size_t block = 0; block < phase().moves.size(); ++block) {
    const ir::MoveBlock& rules = phase().moves[block];
    if (can_move ? rules.pass == kNone : !rules.pass_if_none) continue;
    if (!holds(rules.when) || (can_move && !truth(rules.pass))) continue;
    Move pass;
    pass.pass = true;
    pass.block = static_cast<std::uint8_t>(block);
    found.push_back(pass);
    break;
  }
  return found;
}

// All moves of the running phase but a pass; without `look_ahead` the filters that look ahead are left out.
std::vector<Move> Executor::moves(bool look_ahead) {
  std::vector<Move> all;
  if (now_.phase == kNone) return all;
  const Moment before = now_;
  const Move played = move_;
  for (int block = 0; block < static_cast<int>(phase().moves.size()); ++block) {
    spend(costs_->phases()[now_.phase].blocks[block].asked);
    if (!holds(phase().moves[block].when)) continue;
    std::vector<Move> found = candidates(block);
    for (const ir::Filter& filter : phase().moves[block].filters) {
      const bool looks = ir::looks_ahead(program_, filter.cond) || ir::looks_ahead(program_, filter.test);
      if (look_ahead || !looks) found = filtered(found, filter);
    }
    all.insert(all.end(), found.begin(), found.end());
    now_ = before;
  }
  move_ = played;
  return all;
}

// What may be picked in a block before its filters are asked. A move that would run for ever is none where
// the file says so.
std::vector<Move> Executor::candidates(int block) {
  const ir::MoveBlock& rules = phase().moves[block];
  std::vector<Move> found;
  for (const Place start : places(rules.from)) {
    Move move;
    move.start = start;
    move.block = static_cast<std::uint8_t>(block);
    consider(start, Direction::none);
    const Direction stated = now_.direction;
    if (stated == Direction::either) {
      for (const Direction picked : {Direction::onward, Direction::backward}) {
        move.direction = picked;
        consider(start, picked);
        add_picks(found, move, rules, 0);
      }
    } else if (stated != Direction::none) {
      add_picks(found, move, rules, 0);
    }
  }
  if (imagining_ == 0 && program_.endless.then == ir::EndlessThen::illegal && program_.endless.laps > 0) {
    found.erase(
        std::remove_if(found.begin(), found.end(), [this](const Move& move) { return !playable(move); }),
        found.end());
  }
  return found;
}

// Adds the move with all ways to make its further picks from number `pick` on.
void Executor::add_picks(std::vector<Move>& found, const Move& move, const ir::MoveBlock& rules,
                         std::size_t pick) {
  if (pick == rules.picks.size()) {
    spend(costs_->phases()[now_.phase].blocks[move.block].candidate);
    found.push_back(move);
    return;
  }
  const std::vector<std::int16_t> options = pick_options(rules.picks[pick]);
  for (const std::int16_t option : options) {
    Move longer = move;
    if (options.size() > 1) longer.choices[longer.choice_count++] = option;
    now_.locals[rules.picks[pick].slot] = {Value(choice_value(option)), true, true};
    add_picks(found, longer, rules, pick + 1);
  }
  if (options.empty()) {
    now_.locals[rules.picks[pick].slot] = {};
    add_picks(found, move, rules, pick + 1);
  }
}

std::vector<Move> Executor::filtered(const std::vector<Move>& found, const ir::Filter& filter) {
  std::vector<Move> kept;
  bool any_passes = false;
  for (const Move& move : found) {
    move_ = move;
    begin_move();
    const bool judged = holds(filter.cond);
    const bool passes = judged && truth(filter.test);
    any_passes = any_passes || passes;
    if (!judged || passes) kept.push_back(move);
  }
  return filter.prefer && !any_passes ? found : kept;
}

std::int32_t Executor::running_phase() {
  look_for_phase();
  return now_.phase;
}

std::int32_t Executor::dropped_by(const Move& move) {
  constexpr std::int32_t kNotInFrom = -2;
  constexpr std::int32_t kNoSuchHole = -3;
  constexpr std::int32_t kRunsForEver = -4;
  if (move.start < 0 || move.start >= board_.place_count()) return kNoSuchHole;
  look_for_phase();
  if (now_.phase == kNone || move.block >= phase().moves.size()) return kNotInFrom;
  const ir::MoveBlock& rules = phase().moves[move.block];
  const std::vector<Place> from = holds(rules.when) ? places(rules.from) : std::vector<Place>();
  if (std::find(from.begin(), from.end(), move.start) == from.end()) return kNotInFrom;
  const auto has = [&](const std::vector<Move>& moves) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  };
  std::vector<Move> found = candidates(move.block);
  if (!has(found)) return playable(move) ? kNotInFrom : kRunsForEver;
  for (const ir::Filter& filter : rules.filters) {
    found = filtered(found, filter);
    if (!has(found)) return filter.origin;
  }
  return kNone;
}

// Can it be played without running for ever, if the player's choices in it are made well?
bool Executor::playable(const Move& move) const {
  Executor trial = imagined();
  const Flow flow = trial.imagine(move, now_.locals);
  if (flow == Flow::illegal) return false;
  if (flow != Flow::choice || trial.options_.empty() || move.choice_count >= kMostChoicesTried) return true;
  return std::any_of(trial.options_.begin(), trial.options_.end(), [&](std::int16_t option) {
    Move longer = move;
    longer.choices[longer.choice_count++] = option;
    return playable(longer);
  });
}

// A copy in which moves can be tried.
Executor Executor::imagined() const {
  Executor copy = *this;
  copy.chance_ = nullptr;
  copy.observer_ = nullptr;
  copy.options_.clear();
  ++copy.imagining_;
  return copy;
}

// Plays the move to the player's next decision or to the end of T6. What the asker knows by name (`locals`)
// can be asked for afterwards, but for the choices of his own move.
Flow Executor::imagine(const Move& move, const std::vector<Local>& locals) {
  spend(costs_->imagined());
  forget_move();
  look_for_phase();
  const Flow flow = run_move(move);
  move_made_ = flow != Flow::choice;
  for (std::size_t slot = 0; slot < locals.size(); ++slot) {
    if (now_.locals[slot].choice) continue;
    now_.locals[slot] = locals[slot].choice ? Local() : locals[slot];
  }
  return flow;
}

bool Executor::after(ir::ExprId test) const {
  Executor trial = imagined();
  return trial.imagine(move_, now_.locals) != Flow::illegal && trial.truth(test);
}

bool Executor::some_move(Player player, ir::ExprId test) const {
  if (player == kNobody) return false;
  spend(costs_->imagined());
  Executor asked = imagined();
  asked.now_.position.mover = player;
  asked.remember_start();
  asked.forget_move();
  asked.look_for_phase();
  for (const Move& move : asked.moves(false)) {
    Executor trial = asked.imagined();
    if (trial.imagine(move, now_.locals) == Flow::illegal) continue;
    if (test == kNone || trial.truth(test)) return true;
  }
  return false;
}

}  // namespace mancala
