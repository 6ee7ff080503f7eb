// Clause lists and what their actions do.
#include <algorithm>

#include "interpreter/choice.h"
#include "interpreter/executor.h"

namespace mancala {

using ir::Act;
using ir::Action;
using ir::Clause;
using ir::ClauseKind;
using ir::ExprId;
using ir::kNone;
using ir::Type;

Flow Executor::run_event(ir::ListId list, Observer::Event event) {
  acted_ = nullptr;
  // What is asked for each seed and each lap has been counted with the lap.
  if (event != Observer::Event::each_seed && event != Observer::Event::lap_end) spend(costs_->list(list));
  return run_list(list, event);
}

Flow Executor::run_list(ir::ListId list, Observer::Event event) {
  if (list == kNone) return Flow::on;
  for (const Clause& clause : program_.lists[list].clauses) {
    const Flow flow = run_clause(clause, event);
    if (flow == Flow::on) continue;
    // For the reason of an end: the outermost clause, unless only an inner one has a name.
    if (acted_ == nullptr || acted_->name.empty()) acted_ = &clause;
    return flow;
  }
  return Flow::on;
}

Flow Executor::run_clause(const Clause& clause, Observer::Event event) {
  switch (clause.kind) {
    case ClauseKind::let: set_local(clause.slot, eval(clause.value)); return Flow::on;
    case ClauseKind::also: return ask(clause, event) ? run_actions(clause, event) : Flow::on;
    case ClauseKind::then: {
      if (!ask(clause, event)) return Flow::on;
      const Flow flow = run_actions(clause, event);
      return flow == Flow::on ? Flow::done : flow;
    }
    case ClauseKind::each: return run_each(clause, 0, event);
  }
  return Flow::on;
}

Flow Executor::run_each(const Clause& clause, std::size_t binding, Observer::Event event) {
  if (binding == clause.bindings.size()) {
    return ask(clause, event) ? run_actions(clause, event) : Flow::on;
  }
  // The set and its order are fixed before the first round.
  const ir::Binding& loop = clause.bindings[binding];
  for (const std::int32_t member : members_in_order(loop)) {
    set_local(loop.slot, member);
    const Flow flow = run_each(clause, binding + 1, event);
    if (flow != Flow::on) return flow;
  }
  return Flow::on;
}

std::vector<std::int32_t> Executor::members_in_order(const ir::Binding& loop) {
  std::vector<std::int32_t> members;
  if (!is_holes(loop.set)) {
    for (const std::int16_t p : options_among(loop.set)) members.push_back(p);
    return members;
  }
  const Region holes = region(loop.set);
  if (holes.empty()) return members;
  const bool by_owner = loop.from == ir::From::owners_left;
  for (const Place h : by_owner ? in_order(holes) : from_left(holes, seat_for(holes))) members.push_back(h);
  const bool right =
      loop.from == ir::From::right || (loop.from == ir::From::chosen && value(loop.order) == 1);
  if (right) std::reverse(members.begin(), members.end());
  return members;
}

bool Executor::ask(const Clause& clause, Observer::Event event) {
  const bool answer = holds(clause.cond);
  origin_ = clause.origin;
  if (observer_ != nullptr) observer_->asked(event, clause.origin, answer);
  return answer;
}

Flow Executor::run_actions(const Clause& clause, Observer::Event event) {
  for (const Action& action : clause.actions) {
    const Flow flow = act(action, event);
    if (flow != Flow::on) return flow;
    origin_ = clause.origin;  // a list run by the action has asked clauses of its own
  }
  return Flow::on;
}

Flow Executor::act(const Action& action, Observer::Event event) {
  switch (action.act) {
    case Act::lift: lift(action); return Flow::on;
    case Act::sow_after:
    case Act::sow_at: return begin_lap(action);
    case Act::capture: capture(action); return Flow::on;
    case Act::move: move(action); return Flow::on;
    case Act::set_state:
      write_state(action.imm, action.what == kNone ? 0 : value(action.what), value(action.extra));
      return Flow::on;
    case Act::set_owner: set_owner(action); return Flow::on;
    case Act::close:
    case Act::open: {
      const Region holes = with_closed([&] { return region(action.what); });
      Region& closed = now_.position.closed;
      closed = action.act == Act::close ? closed | holes : closed - holes;
      return Flow::on;
    }
    case Act::choose: return choose(action);
    case Act::let: set_local(action.slot, eval(action.what)); return Flow::on;
    case Act::block: {
      const Clause* const acted = acted_;
      const Flow flow = run_list(action.imm, event);
      if (flow != Flow::done) return flow;
      acted_ = acted;  // it ended only its own list
      return Flow::on;
    }
    case Act::again: now_.again = true; return Flow::on;
    case Act::stop: return Flow::stop;
    case Act::end: return Flow::over;
    case Act::swap_seats: change_seats(false); return Flow::on;
    case Act::rotate_seats: change_seats(true); return Flow::on;
    case Act::win: given_winner_ = player(action.what); return Flow::over;
  }
  return Flow::on;
}

// The places an action speaks of: one place of any kind, or the holes of a region.
std::vector<Place> Executor::places(ExprId id) {
  std::vector<Place> found;
  if (program_.exprs[id].type == Type::region) {
    for (const Place h : region(id)) found.push_back(h);
  } else if (const Place p = place(id); p != kNoPlace) {
    found.push_back(p);
  }
  return found;
}

// A number is a limit: fewer if there are fewer, none if it is negative.
int Executor::limited_to(ExprId amount, int there) {
  return amount == kNone ? there : std::clamp(value(amount), 0, there);
}

// Seeds go first, then the pieces in the order of their kinds; or only those of one kind.
void Executor::transfer(Place from, Place to, int seeds, std::int32_t piece) {
  if (!program_.pieces.empty() && from != to) {
    const int kinds = static_cast<int>(program_.pieces.size());
    int left = piece == kNone ? seeds - std::min(seeds, alike_in(from)) : seeds;
    for (int kind = piece == kNone ? 0 : piece; kind < kinds && left > 0; ++kind) {
      const int pieces = std::min(left, pieces_in(from, kind));
      transfer_pieces(from, to, kind, pieces);
      left -= pieces;
    }
  }
  const auto change = [this](Place place, int by) {
    if (place == kHand) {
      now_.hand += by;
    } else if (place == kOut) {
      now_.position.out = static_cast<std::uint16_t>(now_.position.out + by);
    } else {
      now_.position.seeds[place] = static_cast<std::uint16_t>(now_.position.seeds[place] + by);
    }
  };
  change(from, -seeds);
  change(to, seeds);
}

void Executor::transfer_pieces(Place from, Place to, int kind, int pieces) {
  const auto change = [&](Place place, int by) {
    if (place == kHand) {
      now_.hand_pieces[static_cast<std::size_t>(kind)] += by;
      return;
    }
    const int at = place == kOut ? board_.place_count() : place;
    std::int16_t& there = now_.position.state[program_.pieces[kind].first_slot + at];
    there = static_cast<std::int16_t>(there + by);
  };
  change(from, -pieces);
  change(to, pieces);
}

void Executor::lift(const Action& action) {
  for (const Place from : places(action.what)) {
    const int seeds = limited_to(action.amount, there_are(from, action.piece));
    if (seeds == 0) continue;
    transfer(from, kHand, seeds, action.piece);
    now_.lifted = from;
  }
}

Flow Executor::begin_lap(const Action& action) {
  const Place from = place(action.what);
  const auto direction =
      action.extra == kNone ? Direction::none : static_cast<Direction>(value(action.extra));
  if (now_.hand == 0) return Flow::stop;
  if (from == kNoPlace) return Flow::stop;  // nothing can take the seeds: they go back
  if (direction == Direction::onward || direction == Direction::backward) now_.direction = direction;
  now_.origin = from;
  now_.at_origin = action.act == Act::sow_at;
  return Flow::sow;
}

void Executor::capture(const Action& action) {
  for (const Place from : places(action.what)) {
    set_local(action.slot, from);
    const bool out = action.imm == 1;
    const Player to = out ? kNobody : action.extra == kNone ? now_.position.mover : player(action.extra);
    if (!out && to == kNobody) continue;
    const int seeds = limited_to(action.amount, there_are(from, action.piece));
    const Place store = out ? kOut : board_.store(to);
    if (seeds == 0 || from == store) continue;
    transfer(from, store, seeds, action.piece);
    now_.captured_by_all += seeds;
    if (!out) now_.captured[to] += seeds;
    if (observer_ != nullptr) observer_->captured(now_.position, from, seeds, to, origin_);
  }
}

void Executor::move(const Action& action) {
  const Place from = place(action.what);
  if (from == kNoPlace) return;
  const bool to_region = program_.exprs[action.extra].type == Type::region;
  std::vector<Place> targets;
  if (to_region) {
    targets = in_order(region(action.extra));
  } else {
    targets = places(action.extra);
  }
  for (const Place to : targets) {
    const bool one_each = to_region && action.amount == kNone;
    const int there = there_are(from, action.piece);
    const int seeds = one_each ? std::min(1, there) : limited_to(action.amount, there);
    if (seeds == 0 || from == to) continue;
    transfer(from, to, seeds, action.piece);
    if (observer_ != nullptr) observer_->moved(now_.position, from, to, seeds, origin_);
  }
}

void Executor::set_owner(const Action& action) {
  for (const Place h : places(action.what)) {
    set_local(action.slot, h);
    if (board_.is_hole(h)) now_.position.owner[h] = player(action.extra);
  }
}

// Of two persons each has moved on by one seat when they have changed seats.
void Executor::change_seats(bool with_seeds) {
  Position& position = now_.position;
  const int players = board_.player_count();
  position.moved_on = static_cast<std::int8_t>((position.moved_on + 1) % players);
  if (with_seeds) {
    const auto on_by_one = [players](auto first) {
      std::rotate(first, first + players - 1, first + players);
    };
    for (int of_kind = board_.store(0); of_kind < board_.place_count(); of_kind += players) {
      on_by_one(position.seeds.begin() + of_kind);
      for (const ir::PieceKind& piece : program_.pieces)
        on_by_one(position.state.begin() + piece.first_slot + of_kind);
    }
  }
  if (observer_ != nullptr) observer_->seats_changed(position, with_seeds, origin_);
}

Flow Executor::choose(const Action& action) {
  std::vector<std::int16_t> options;
  if (action.what == kNone) {
    options = word_choices(action);
  } else if (action.extra == kNone) {
    options = choices_among(action.what);
  } else {
    options = number_choices(value(action.what), value(action.extra));
    spend(static_cast<std::int64_t>(options.size()));
  }
  return decide(action.slot, options, action.by_chance, action.by);
}

// The members of a region in order of place, or of a set of players in order of seats.
std::vector<std::int16_t> Executor::options_among(ExprId set) {
  std::vector<std::int16_t> options;
  if (is_holes(set)) {
    for (const Place h : region(set)) options.push_back(h);
  } else {
    const std::uint32_t players = player_set(set);
    for (Player p = 0; p < board_.seats(); ++p) {
      if (((players >> p) & 1) != 0) options.push_back(p);
    }
  }
  return options;
}

std::vector<std::int16_t> Executor::choices_among(ExprId set) {
  std::vector<std::int16_t> options = options_among(set);
  const ChoiceKind kind = is_holes(set) ? ChoiceKind::hole : ChoiceKind::player;
  for (std::int16_t& option : options) option = choice_code(kind, option);
  return options;
}

// A choice with one option is not asked; with none the local is none.
Flow Executor::decide(std::int32_t slot, const std::vector<std::int16_t>& options, bool by_chance,
                      ExprId by) {
  now_.locals[slot] = {};
  if (options.empty()) return Flow::on;
  std::int16_t picked = options.front();
  if (options.size() > 1) {
    if (by_chance || lots_decide_) {
      if (chance_ == nullptr) return Flow::choice;
      ++now_.lots_drawn;
      picked = options[chance_->below(static_cast<int>(options.size()))];
    } else if (now_.choices_used < move_.choice_count) {
      picked = move_.choices[now_.choices_used++];
      if (std::find(options.begin(), options.end(), picked) == options.end()) return Flow::illegal;
    } else if (now_.choices_used < kMaxChoices) {
      options_ = options;
      const Player seat = by == kNone ? now_.position.mover : player(by);
      outcome_.person = seat == kNobody ? kNobody : person_at(now_.position, seat, board_.player_count());
      return Flow::choice;
    }  // else a move holds no more answers: the first option is taken
  }
  // A word is known to the rules by its place among those offered here.
  const int chosen =
      choice_kind(picked) == ChoiceKind::word
          ? static_cast<int>(std::find(options.begin(), options.end(), picked) - options.begin())
          : choice_value(picked);
  now_.locals[slot] = {Value(chosen), true, true};
  return Flow::on;
}

}  // namespace mancala
