// Turns: clause lists, step by step, and what they do.
#include <algorithm>
#include <bit>

#include "interpreter/fused_turn.h"

namespace mancala {

using fused::kNone;
using fused::S;
using fused::Set;
using fused::Step;
using fused::StepId;

Turn::Flow Turn::run_list(StepId first) {
  if (first == kNone) return Flow::on;
  if (rules_.lists[first] != nullptr) {
    const auto flow = static_cast<Flow>(rules_.lists[first](*this));
    if (steps_->used_up()) throw OutOfSteps();  // again: see keep_back
    return flow;
  }
  const std::vector<Step>& steps = rules_.turns.steps;
  StepId at = first;
  for (;;) {
    const Step& now = steps[at];
    switch (now.op) {
      case S::unless: at = eval(now.what) != 0 ? at + 1 : now.to; break;
      case S::jump: at = now.to; break;
      case S::done: return Flow::on;
      case S::held: cause_ = now.cause; return Flow::done;
      case S::each: {
        const Flow flow = run_each(at);
        if (flow != Flow::on) return flow;
        at = now.to;
        break;
      }
      case S::let:
      case S::lift:
      case S::sow_after:
      case S::sow_at:
      case S::capture:
      case S::move:
      case S::set_state:
      case S::set_owner:
      case S::close:
      case S::open:
      case S::choose:
      case S::again:
      case S::stop:
      case S::end:
      case S::win:
      case S::swap_seats:
      case S::rotate_seats: {
        const Flow flow = step(now);
        if (flow != Flow::on) {
          cause_ = now.cause;
          return flow;
        }
        at++;
        break;
      }
    }
  }
}

// The set and its order are fixed before the first round.
Turn::Flow Turn::run_each(StepId at) {
  const Step& loop = rules_.turns.steps[at];
  const Set members = set(loop.what);
  if (members == 0) return Flow::on;
  std::vector<Place> order;
  if (loop.players) {
    for (Set rest = members; rest != 0; rest &= rest - 1) order.push_back(lowest(rest));
  } else if (loop.from == ir::From::owners_left) {
    order = in_order(members);
  } else {
    for (const Place h : rules_.from_left[seat_for(members) + 1]) {
      if ((members & set_of(h)) != 0) order.push_back(h);
    }
    const bool right =
        loop.from == ir::From::right || (loop.from == ir::From::chosen && eval(loop.extra) == 1);
    if (right) std::reverse(order.begin(), order.end());
  }
  for (const Place member : order) {
    set_local(loop.slot, member);
    const Flow flow = run_list(at + 1);
    if (flow != Flow::on) return flow;
  }
  return Flow::on;
}

Turn::Flow Turn::step(const Step& now) {
  switch (now.op) {
    case S::let: set_local(now.slot, eval(now.what)); return Flow::on;
    case S::lift: lift(now); return Flow::on;
    case S::sow_after:
    case S::sow_at: return begin_lap(now);
    case S::capture: capture(now); return Flow::on;
    case S::move: move(now); return Flow::on;
    case S::set_state: {
      const std::int64_t element = now.what == kNone ? 0 : eval(now.what);
      write_state(now.imm, element, eval(now.extra));
      return Flow::on;
    }
    case S::set_owner: {
      const Set holes = now.set ? set(now.what) : set_of(eval(now.what));
      for (Set rest = holes & rules_.all_holes; rest != 0; rest &= rest - 1) {
        const Place h = lowest(rest);
        set_local(now.slot, h);
        const std::int64_t owner = eval(now.extra);
        for (int p = 0; p < rules_.players; p++) f_.owned[p] &= ~set_of(h);
        if (owner >= 0) f_.owned[owner] |= set_of(h);
      }
      return Flow::on;
    }
    case S::close:
    case S::open: {
      const bool kept = closed_too_;
      closed_too_ = true;
      const Set holes = set(now.what);
      closed_too_ = kept;
      f_.closed = now.op == S::close ? f_.closed | holes : f_.closed & ~holes;
      return Flow::on;
    }
    case S::choose: return choose(now);
    case S::again: again_ = true; return Flow::on;
    case S::stop: return Flow::stop;
    case S::end: return Flow::over;
    case S::win: given_winner_ = static_cast<Player>(eval(now.what)); return Flow::over;
    case S::swap_seats: change_seats(false); return Flow::on;
    case S::rotate_seats: change_seats(true); return Flow::on;
    case S::unless:
    case S::jump:
    case S::each:
    case S::done:
    case S::held: break;
  }
  return Flow::on;
}

std::int64_t Turn::limited_to(NodeId amount, std::int64_t there) {
  return amount == kNone ? there : std::clamp<std::int64_t>(eval(amount), 0, there);
}

void Turn::transfer(Place from, Place to, std::int64_t seeds, std::int32_t piece) {
  if (rules_.kinds > 0 && from != to) {
    if (piece != kNone) {
      transfer_pieces(from, to, seeds, piece);
    } else {
      std::int64_t alike = seeds_at(from);
      for (int kind = 0; kind < rules_.kinds; kind++) alike -= pieces_at(from, kind);
      std::int64_t left = std::max<std::int64_t>(seeds - alike, 0);
      for (int kind = 0; left > 0 && kind < rules_.kinds; kind++) {
        const std::int64_t pieces = std::min(left, pieces_at(from, kind));
        transfer_pieces(from, to, pieces, kind);
        left -= pieces;
      }
    }
  }
  const auto change = [this](Place place, std::int64_t by) {
    if (place == kHand) {
      hand_ += static_cast<int>(by);
    } else if (place == kOut) {
      f_.out = static_cast<std::uint16_t>(f_.out + by);
    } else {
      f_.cells[place] = static_cast<std::int16_t>(f_.cells[place] + by);
    }
  };
  change(from, -seeds);
  change(to, seeds);
}

void Turn::transfer_pieces(Place from, Place to, std::int64_t pieces, std::int32_t kind) {
  const auto change = [&](Place place, std::int64_t by) {
    if (place == kHand) {
      hand_pieces_[kind] += static_cast<int>(by);
    } else {
      std::int16_t& there = f_.cells[rules_.piece_cells[kind] + (place == kOut ? rules_.places : place)];
      there = static_cast<std::int16_t>(there + by);
    }
  };
  change(from, -pieces);
  change(to, pieces);
}

void Turn::lift(const Step& now) {
  const auto lift_one = [&](Place from) {
    const std::int64_t seeds = limited_to(now.amount, there_are(from, now.piece));
    if (seeds == 0) return;
    transfer(from, kHand, seeds, now.piece);
    lifted_ = from;
  };
  if (!now.set) {
    const auto from = static_cast<Place>(eval(now.what));
    if (from != kNoPlace) lift_one(from);
    return;
  }
  for (Set rest = set(now.what); rest != 0; rest &= rest - 1) lift_one(lowest(rest));
}

Turn::Flow Turn::begin_lap(const Step& now) {
  const auto from = static_cast<Place>(eval(now.what));
  const auto direction = now.extra == kNone ? Direction::none : static_cast<Direction>(eval(now.extra));
  if (hand_ == 0 || from == kNoPlace) return Flow::stop;
  if (direction == Direction::onward || direction == Direction::backward) direction_ = direction;
  origin_ = from;
  at_origin_ = now.op == S::sow_at;
  return Flow::sow;
}

void Turn::capture(const Step& now) {
  if (!now.set) {
    const auto from = static_cast<Place>(eval(now.what));
    if (from != kNoPlace) capture_from(from, now);
    return;
  }
  for (Set rest = set(now.what); rest != 0; rest &= rest - 1) capture_from(lowest(rest), now);
}

void Turn::capture_from(Place from, const Step& now) {
  set_local(now.slot, from);
  const bool out = now.imm == 1;
  const Player to = out ? kNobody : now.extra == kNone ? f_.mover : static_cast<Player>(eval(now.extra));
  if (!out && to == kNobody) return;
  const std::int64_t seeds = limited_to(now.amount, there_are(from, now.piece));
  const Place store = out ? kOut : rules_.program.board.store(to);
  if (seeds == 0 || from == store) return;
  transfer(from, store, seeds, now.piece);
  captured_by_all_ += static_cast<int>(seeds);
  if (!out) captured_[to] += static_cast<int>(seeds);
}

void Turn::move(const Step& now) {
  const auto from = static_cast<Place>(eval(now.what));
  if (from == kNoPlace) return;
  if (!now.set) {
    const auto to = static_cast<Place>(eval(now.extra));
    if (to == kNoPlace) return;
    const std::int64_t seeds = limited_to(now.amount, there_are(from, now.piece));
    if (seeds != 0 && from != to) transfer(from, to, seeds, now.piece);
    return;
  }
  for (const Place to : in_order(set(now.extra))) {
    const std::int64_t there = there_are(from, now.piece);
    const std::int64_t seeds =
        now.amount == kNone ? std::min<std::int64_t>(1, there) : limited_to(now.amount, there);
    if (seeds != 0 && from != to) transfer(from, to, seeds, now.piece);
  }
}

void Turn::change_seats(bool with_seeds) {
  f_.moved_on = static_cast<std::int8_t>((f_.moved_on + 1) % rules_.players);
  if (!with_seeds) return;
  const auto move_on = [this](int places) {  // of every store and pile
    for (int of_kind = rules_.holes; of_kind < rules_.places; of_kind += rules_.players) {
      const auto first = f_.cells.begin() + places + of_kind;
      std::rotate(first, first + rules_.players - 1, first + rules_.players);
    }
  };
  move_on(0);
  for (int kind = 0; kind < rules_.kinds; kind++) move_on(rules_.piece_cells[kind]);
}

Turn::Flow Turn::choose(const Step& now) {
  std::vector<std::int16_t> options;
  if (now.what == kNone) {
    options = rules_.turns.word_choices[now.imm];
  } else if (now.extra == kNone) {
    options = choices_among(now.what, now.players ? ChoiceKind::player : ChoiceKind::hole);
  } else {
    const std::int64_t from = eval(now.what);
    options = number_choices(from, eval(now.extra));
    spend(static_cast<std::int64_t>(options.size()));
  }
  return decide(now.slot, options, now.chance, now.amount);
}

std::vector<std::int16_t> Turn::choices_among(NodeId set, ChoiceKind kind) {
  std::vector<std::int16_t> options;
  for (Set rest = this->set(set); rest != 0; rest &= rest - 1)
    options.push_back(choice_code(kind, lowest(rest)));
  return options;
}

// A choice with one option is not asked; with none the local is none.
Turn::Flow Turn::decide(std::int32_t slot, const std::vector<std::int16_t>& options, bool by_chance,
                        NodeId by) {
  clear_local(slot);
  if (options.empty()) return Flow::on;
  std::int16_t picked = options.front();
  if (options.size() > 1) {
    if (by_chance) {
      if (chance_ == nullptr) return Flow::choice;
      picked = options[chance_->below(static_cast<int>(options.size()))];
    } else if (choices_used_ < move_->choice_count) {
      picked = move_->choices[choices_used_++];
      if (std::find(options.begin(), options.end(), picked) == options.end()) return Flow::illegal;
    } else if (choices_used_ < kMaxChoices) {
      options_ = options;
      const std::int64_t seat = by == kNone ? f_.mover : eval(by);
      const std::int64_t person = (seat + rules_.players - f_.moved_on) % rules_.players;
      outcome_.person = seat == kNobody ? kNobody : static_cast<Player>(person);
      return Flow::choice;
    }  // else a move holds no more answers: the first option is taken
  }
  // A word is known to the rules by its place among those offered here.
  set_local(slot,
            choice_kind(picked) == ChoiceKind::word
                ? std::find(options.begin(), options.end(), picked) - options.begin()
                : choice_value(picked),
            true);
  return Flow::on;
}

}  // namespace mancala
