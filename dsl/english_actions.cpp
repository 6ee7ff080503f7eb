// Actions as the rest of a sentence.
#include <algorithm>
#include <tuple>

#include "dsl/english.h"
#include "dsl/english_text.h"

namespace mancala {

using english::list_of;
using ir::Act;
using ir::Action;
using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;

std::string English::number_of_seeds(ExprId amount) {
  const ExprId n = expand(amount);
  const Expr e = at(n);
  if (e.op == Op::number) return english::counted(e.imm, "seed");
  if (e.op == Op::local) return say(n) + " seeds";
  if (e.op == Op::was) return "as many seeds as " + here_word() + " held before";
  if (e.op == Op::seeds && (at(e.a).op != Op::store || stores_ || moment_ == Moment::refill))
    return "as many seeds as there are in " + say_in(e.a);
  return "as many seeds as " + (e.op == Op::choose_if ? say_in(n) : say(n));
}

// How many seeds, or pieces of which kind, an action takes.
std::string English::number_of(const Action& action) {
  if (action.piece == kNone) return number_of_seeds(action.amount);
  const std::string& kind = program_.pieces[static_cast<std::size_t>(action.piece)].name;
  const ExprId n = expand(action.amount);
  return at(n).op == Op::number ? english::counted(at(n).imm, kind) : "as many " + kind + "s as " + say_in(n);
}

// "2 seeds of the last hole", "all but 1 of the seeds of …", "all seeds on the board".
std::string English::taken(const Action& action) {
  const ExprId amount = action.amount;
  const ExprId w = expand(action.what);
  const std::string from = seeds_of(w);
  if (amount == kNone) return from;
  const Expr n = at(expand(amount));
  if (n.op == Op::subtract && at(n.a).op == Op::seeds && same(at(n.a).a, w))
    return "all but " + say_in(n.b) + " of " + from;
  const bool each = at(w).type == Type::region && at(w).op != Op::single;
  const std::string of = (!each                 ? " of "
                          : at(w).op == Op::run ? " from each hole of "
                                                : " from each of ") +
                         (each && at(w).op == Op::board ? std::string("the holes of the board") : say(w));
  const ExprId what_hole = at(w).op == Op::single ? at(w).a : w;
  if (n.op == Op::was && at(what_hole).op == Op::here)
    return "the seeds that " + here_word() + " held before";
  const std::string many = number_of(action);
  // "as many seeds of the last hole as …"
  if (many.rfind("as many seeds ", 0) == 0) return "as many seeds" + of + many.substr(13);
  return many + of;
}

std::string English::lifted(const Action& action) { return "lifts " + taken(action); }

// The direction of a lap, where the action names one.
std::string English::way(const Action& sow) {
  if (sow.extra == kNone) return "";
  const ExprId d = expand(sow.extra);
  return at(d).op == Op::reverse || at(d).op == Op::running ? ", in " + say(d) : ", going " + say(d);
}

// `lift h; sow after h`: the everyday way to begin or go on.
English::Doing English::lift_and_sow(const Action& lift, const Action& sow) {
  const ExprId from = expand(lift.what);
  const ExprId to = expand(sow.what);
  const ExprId hole = at(from).op == Op::single ? at(from).a : from;
  const bool begins = moment_ == Moment::play;
  const bool after = sow.act == Act::sow_after;
  if (occupied_ != kNone && lift.amount == kNone && same(from, occupied_) && same(hole, to) && after &&
      !begins) {
    return {mover_word_, "lifts them and sows on from there" + way(sow) + " (another lap)"};
  }
  const std::string them = lift.amount != kNone && is_number(expand(lift.amount), 1) ? "it" : "them";
  std::string text = lifted(lift);
  if (!same(hole, to)) {
    // A lap that begins at the hole before is one that begins with the hole itself.
    const bool back = after && at(to).op == Op::prev && same(at(to).a, hole);
    text += back ? " and sows " + them + ", the first seed back into that same hole"
                 : " and sows " + them + ", the first seed into " +
                       std::string(after ? "the hole after " : "") + say_in(to);
  } else if (begins) {
    text += after
                ? " and sows " + them + (routed_ ? " from there" : ", the first seed into the hole after it")
                : " and sows " + them + ", the first seed back into that same hole";
  } else {
    text += after ? " and sows on" : " and sows on, the first seed back into that same hole";
  }
  return {mover_word_, text + way(sow) + (begins ? "" : " (another lap)")};
}

English::Doing English::capture(const Action& action) {
  const ExprId what = expand(action.what);
  const std::string seeds = taken(action);
  const bool all_of = seeds.rfind("all ", 0) == 0 || seeds.rfind("the ", 0) == 0;
  const std::string are = all_of || seeds.rfind("1 seed ", 0) != 0 ? " are" : " is";
  if (action.imm == 1) return {seeds, are.substr(1) + " taken out of play"};
  if (action.extra == kNone) return {mover_word_, "captures " + seeds};
  const ExprId by = expand(action.extra);
  if (is_none(by)) return {seeds, are.substr(1) + " left where they are"};
  if (at(by).op == Op::mover) return {mover_word_, "captures " + seeds};
  const bool each = action.slot != kNone && uses(by, action.slot);
  const Expr b = at(by);
  const bool its = b.op == Op::owner && same(b.a, what) && action.amount == kNone;
  if (!each) return {say(by), "captures " + (its ? "its seeds" : seeds)};
  const bool one = at(what).type == Type::hole || at(what).op == Op::single;
  if (b.op == Op::owner && is_local(b.a, action.slot)) {
    if (one)
      return {"the owner of " + say_in(what), "captures " + (action.amount == kNone ? "its seeds" : seeds)};
    return {seeds, are.substr(1) + " captured by the owners of the holes they lie in"};
  }
  auto& name = names_[static_cast<std::size_t>(action.slot)];
  const std::string before = name;
  std::string recipient;
  if (b.op == Op::state && is_local(b.a, action.slot) &&
      program_.states[static_cast<std::size_t>(b.imm)].per == ir::Per::hole) {
    // Seeds in holes without a mark stay.
    const std::string mark = program_.states[static_cast<std::size_t>(b.imm)].name;
    if (at(what).op == Op::board && action.amount == kNone)
      return {"the seeds of the holes of the board that carry " + english::with_article(mark) + " mark",
              "are captured by the player whose " + mark + " mark each hole carries"};
    recipient = "by the player whose " + program_.states[static_cast<std::size_t>(b.imm)].name + " mark " +
                (one ? "it" : "each hole") + " carries";
  } else {
    const std::string letter = open_binder(action.slot, Type::hole, by);
    recipient =
        "hole by hole" + (letter.empty() ? "" : " (each in turn called " + letter + ")") + ", by " +
        (!in_case_ && b.op == Op::choose_if && at(b.c).op != Op::choose_if && at(b.b).op != Op::choose_if
             ? say(b.b) + " if " + truth(b.a, false) + ", otherwise by " + say(b.c)
             : say_in(by));
  }
  name = before;
  return {seeds, are.substr(1) + " captured " + recipient};
}

std::string English::set_state(const Action& action) {
  const ir::State& state = program_.states[static_cast<std::size_t>(action.imm)];
  const ExprId what = action.what == kNone ? kNone : expand(action.what);
  const ExprId value = expand(action.extra);
  const Expr v = at(value);
  if (state.holds == Type::truth) {
    const std::string who = what == kNone ? state.name : say(what);
    const std::string mark = what == kNone ? "set" : "marked " + state.name;
    if (v.op == Op::truth) return who + (v.imm != 0 ? " is " : " is no longer ") + mark;
    return who + " is " + mark + " or not, according to whether " + truth(value, false);
  }
  const Expr read{Op::state, state.holds, what, kNone, kNone, kNone, action.imm};
  if (state.per == ir::Per::none && state.holds == Type::player)
    return (is_none(value) ? "nobody" : say(value)) + " is noted as " + state.name;
  if (state.holds == Type::number && (v.op == Op::add || v.op == Op::subtract) && same(v.a, made(read)))
    return state_noun(read) + (v.op == Op::add ? " grows by " : " falls by ") + say(v.b);
  if (state.per == ir::Per::hole && state.holds == Type::player) {
    if (is_none(value)) return say(what) + " loses its " + state.name + " mark";
    return say(what) + " gets " + belonging(state.name + " mark", value);
  }
  if (state.holds == Type::hole && is_none(value)) {
    return state.per == ir::Per::none ? "there is no " + state.name + " hole any more"
                                      : say(what) + " has no " + state.name + " any more";
  }
  const bool swapped = state.holds == Type::hole;
  const std::string thing = state_noun(read);
  if (swapped) return say(value) + " becomes " + thing;
  return thing + " becomes " + say(value, state.words.empty() ? nullptr : &state.words);
}

English::Doing English::choose(const Action& action) {
  std::string options;
  if (action.what == kNone) {
    options = "one of: " + list_of(words_[static_cast<std::size_t>(action.slot)], "or");
  } else if (action.extra != kNone) {
    options = "a number from " + say_in(expand(action.what)) + " to " + say_in(expand(action.extra));
  } else {
    const ExprId set = expand(action.what);
    options = "one of " + choice_from(set);
  }
  const std::string what = options + " (" + local_name(action.slot) + ")";
  if (action.by_chance) return {"chance", "picks " + what};
  if (action.by == kNone) return {mover_word_, "chooses " + what};
  return {say(expand(action.by)), "chooses " + what};
}

// What is chosen in a move can be asked for by all its lists.
void English::name_choices() {
  for (const ir::Phase& phase : program_.phases) {
    for (const ir::MoveBlock& block : phase.moves) {
      for (const ir::Pick& pick : block.picks) {
        name_local(pick.slot, pick.to != kNone ? Type::number : Type::hole);
      }
    }
  }
  for (const ir::ClauseList& list : program_.lists) {
    for (const ir::Clause& clause : list.clauses) {
      for (const Action& action : clause.actions) {
        if (action.act != Act::choose || !names_[static_cast<std::size_t>(action.slot)].empty()) continue;
        Type type = Type::number;
        std::vector<std::string> words = action.words;
        if (action.what == kNone) {
          type = Type::word;
          for (auto i = static_cast<std::int32_t>(words.size()); i < action.imm; ++i) {
            words.push_back("choice " + std::to_string(i + 1));
          }
        } else if (action.extra == kNone) {
          type = at(action.what).type == Type::players ? Type::player : Type::hole;
        }
        name_local(action.slot, type, words);
      }
    }
  }
}

// Does what is done depend on something? One such operand taken apart.
std::optional<English::Split> English::split(const Action& action) {
  // Where a lap begins is said as it is.
  if (action.act == Act::choose || action.act == Act::let || action.act == Act::block ||
      action.act == Act::sow_after || action.act == Act::sow_at)
    return std::nullopt;
  const auto depends = [&](ExprId id) {
    return id != kNone && at(id).op == Op::choose_if && !hole_of_player(id) &&
           (action.slot == kNone || !uses(at(id).a, action.slot));
  };
  for (ExprId Action::*part : {&Action::extra, &Action::amount, &Action::what}) {
    const ExprId id = expand(action.*part);
    if (id == kNone) continue;
    // "grows by 2 if …": the state and what is added to it.
    const Expr e = at(id);
    const bool sum = part == &Action::extra && (e.op == Op::add || e.op == Op::subtract) && depends(e.b);
    if (!sum && !depends(id)) continue;
    const Expr choice = at(sum ? e.b : id);
    Split out{choice.a, action, action};
    for (const auto& [branch, value] : {std::pair(&out.yes, choice.b), std::pair(&out.no, choice.c)}) {
      Expr whole = e;
      whole.b = value;
      branch->*part = sum ? made(whole) : value;
      // Nothing at all is added, or taken.
      const bool nothing = (sum || part == &Action::amount) && is_number(value, 0);
      if (nothing) branch->act = Act::block;
    }
    return out;
  }
  return std::nullopt;
}

// What may be done, each with all that must hold for it: `held` is what is known to hold already.
void English::cases(const Action& action, const std::vector<ExprId>& held, std::vector<Case>& out) {
  const auto parts = split(action);
  if (!parts) {
    out.push_back({held, action});
    return;
  }
  const ExprId not_cond = denial(parts->cond);
  const auto known = [&](ExprId id) {
    return std::any_of(held.begin(), held.end(), [&](ExprId h) { return same(h, id); });
  };
  for (const auto& [branch, cond, other] :
       {std::tuple(&parts->yes, parts->cond, not_cond), std::tuple(&parts->no, not_cond, parts->cond)}) {
    if (known(other)) continue;
    std::vector<ExprId> now = held;
    if (!known(cond)) now.push_back(cond);
    cases(*branch, now, out);
  }
}

ExprId English::all_hold(const std::vector<ExprId>& conditions) {
  ExprId all = kNone;
  for (const ExprId c : conditions) all = all == kNone ? c : made({Op::logical_and, Type::truth, all, c});
  return all;
}

// "he captures them if …, otherwise the opponent captures them": where what is done depends on something.
std::optional<English::Doing> English::by_case(const Action& action) {
  std::vector<Case> all;
  cases(action, {}, all);
  if (all.size() == 1 && all[0].held.empty()) return std::nullopt;
  const auto told = [&](const Action& branch) {
    const bool before = in_case_;
    in_case_ = true;
    const Doing d = doing(branch);
    in_case_ = before;
    return (d.subject.empty() ? "" : d.subject + " ") + d.verb;
  };
  const auto does = [](const Action& branch) { return branch.act != Act::block; };
  const auto doing_count =
      std::count_if(all.begin(), all.end(), [&](const Case& c) { return does(c.action); });
  if (doing_count == 0) return std::nullopt;
  // What is left when none of the conditions before it holds needs none of its own.
  auto parts = split(action);
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", otherwise ") + what; };
  const bool nothing = static_cast<std::size_t>(doing_count) != all.size();
  // Down the branch that goes on, while the other one is a single case: "…, otherwise … if …, otherwise …".
  bool chain = !nothing;
  std::vector<Case> steps;
  for (Action rest = action; chain && parts; parts = split(rest)) {
    const bool yes_goes_on = split(parts->yes).has_value();
    const bool no_goes_on = split(parts->no).has_value();
    chain = !(yes_goes_on && no_goes_on);
    steps.push_back(
        {{yes_goes_on ? denial(parts->cond) : parts->cond}, yes_goes_on ? parts->no : parts->yes});
    rest = yes_goes_on ? parts->yes : parts->no;
    if (!split(rest)) steps.push_back({{}, rest});
  }
  if (!chain && !nothing && all.size() == 2) all.back().held.clear();
  for (const Case& c : chain ? steps : all) {
    if (!does(c.action)) continue;
    add(told(c.action) + (c.held.empty() ? "" : " if " + truth(all_hold(c.held), false)));
  }
  return Doing{"", text};
}

English::Doing English::doing(const Action& action) {
  if (const auto cases = by_case(action)) return *cases;
  switch (action.act) {
    case Act::lift: return {mover_word_, lifted(action)};
    case Act::sow_after:
      return {mover_word_, "sows the seeds in hand, " +
                               std::string(routed_ ? "from " : "the first into the hole after ") +
                               say_in(expand(action.what)) + way(action)};
    case Act::sow_at:
      return {mover_word_,
              "sows the seeds in hand, the first into " + say_in(expand(action.what)) + way(action)};
    case Act::capture: return capture(action);
    case Act::move: {
      const ExprId to = expand(action.extra);
      const bool one = action.amount != kNone && is_number(expand(action.amount), 1);
      const bool each = at(to).type == Type::region && at(to).op != Op::single;
      const std::string many = action.amount == kNone ? "all seeds" : number_of(action);
      const ExprId from = expand(action.what);
      // "from the start hole to the hole after it"
      const Op beside = at(to).op;
      const bool next_to = (beside == Op::next || beside == Op::prev || beside == Op::opposite) &&
                           same(at(to).a, from) && at(from).op != Op::here && at(from).type == Type::hole;
      const std::string where = !next_to             ? say(to)
                                : beside == Op::next ? "the hole after it"
                                : beside == Op::prev ? "the hole before it"
                                                     : "the hole opposite it";
      if (at(to).op == Op::place && at(to).imm == kOut)
        return {many, std::string(one ? "goes" : "go") + " from " + say(from) + " out of play"};
      // "from the hole opposite to hole h" would be read as the one opposite hole h.
      const std::string named = say(from);
      const bool across = named.ends_with(" opposite");
      const std::string away = across ? named + " " + here_word() : named;
      if (each && action.amount != kNone)
        return {many, std::string(one ? "goes" : "go") + " from " + away + " to each of " +
                          (at(to).op == Op::board ? "the holes of the board" : say_loose(to)) + ", in order"};
      return {many, std::string(one ? "goes" : "go") + " from " + away + " to " + where +
                        (each ? ", one to each in order" : "")};
    }
    case Act::set_state: {
      const std::string text = set_state(action);
      return {"", text};
    }
    case Act::set_owner: {
      const ExprId what = expand(action.what);
      const ExprId who = expand(action.extra);
      auto& name = names_[static_cast<std::size_t>(action.slot == kNone ? 0 : action.slot)];
      const std::string before = name;
      if (action.slot != kNone && uses(who, action.slot)) {
        name = "that hole";
        const std::string text = "each of " + say_in(what) + " passes to " + say(who);
        name = before;
        return {"", text};
      }
      if (is_none(who)) return {say(what), is_plural(what) ? "belong to nobody" : "belongs to nobody"};
      return {say(what), (is_plural(what) ? "pass to " : "passes to ") + say(who)};
    }
    case Act::close:
    case Act::open: {
      const ExprId what = expand(action.what);
      const bool board = at(what).op == Op::board;
      const std::string verb = action.act == Act::close ? "closed" : "opened";
      return {board ? "all holes of the board" : say(what),
              (board || is_plural(what) ? "are " : "is ") + verb};
    }
    case Act::choose: return choose(action);
    case Act::let: {
      const ExprId value = expand(action.what);
      const std::string text = at(value).type == Type::truth ? truth(value, false) : say(value);
      name_local(action.slot, at(value).type, {}, action.called);
      const std::string& name = names_[static_cast<std::size_t>(action.slot)];
      if (at(value).type == Type::truth) return {"", name + " is noted if " + text};
      return {"", "let " + name + " be " + text};
    }
    case Act::block: return {};
    case Act::again: return {mover_word_, "moves again"};
    case Act::stop: return {"", "the laps are over"};
    case Act::end: return {"", round_word() + " is over at once"};
    case Act::swap_seats: return {"the players", "change seats, and leave all seeds where they are"};
    case Act::rotate_seats:
      return {"every player",
              std::string("moves on to the next seat, the last to the first, with his store") +
                  (program_.board.piles.empty() ? "" : " and his piles")};
    case Act::win: {
      const ExprId who = expand(action.what);
      if (is_none(who)) return {"", round_word() + " is over and " + drawn_word()};
      return {say(who), "wins " + round_word()};
    }
  }
  return {};
}

std::string English::actions(const std::vector<Action>& list, ExprId cond,
                             const std::vector<std::string>& blocks) {
  const ExprId c = expand(cond);
  if (c != kNone && (uses_op(c, Op::here) || uses_op(c, Op::was)) && !speaks_of_other_holes(c, Op::here)) {
    that_hole_ = Op::here;
  } else if (c != kNone && uses_op(c, Op::start) && !speaks_of_other_holes(c, Op::start)) {
    that_hole_ = Op::start;
  }
  that_store_ = false;
  const auto is_store = [&](const auto& self, ExprId id) -> bool {
    if (id == kNone) return false;
    const Expr& e = at(id);
    if (e.op == Op::logical_and) return self(self, e.a) || self(self, e.b);
    return e.op == Op::equal && at(e.a).op == that_hole_ && at(e.b).op == Op::store;
  };
  that_store_ = that_hole_ != Op::number && is_store(is_store, c);
  // At the end of a round "he" is the mover, who must be named beside others.
  mover_word_ = "he";
  if ((moment_ == Moment::before_turn || moment_ == Moment::after_move) && c != kNone &&
      (uses_op(c, Op::other) || uses_op(c, Op::theirs) || uses_op(c, Op::player) || uses_op(c, Op::players) ||
       uses_op(c, Op::last_mover) || uses_op(c, Op::round_starter)))
    mover_word_ = "the mover";
  const bool holds_seeds = c != kNone && at(c).op == Op::greater && is_number(at(c).b, 0) &&
                           at(at(c).a).op == Op::seeds && at(at(at(c).a).a).type == Type::hole &&
                           at(at(at(c).a).a).op != Op::here;
  occupied_ = holds_seeds ? at(at(c).a).a : kNone;
  spoken_ = c != kNone && said_ ? only_set(c) : kNone;
  std::vector<Doing> all;
  std::size_t block = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) occupied_ = spoken_ = kNone;
    const Action& action = list[i];
    if (action.act == Act::block) {
      all.push_back({"", block < blocks.size() ? blocks[block] : ""});
      ++block;
      continue;
    }
    if (action.act == Act::lift && i + 1 < list.size() &&
        (list[i + 1].act == Act::sow_after || list[i + 1].act == Act::sow_at)) {
      all.push_back(lift_and_sow(action, list[i + 1]));
      ++i;
      continue;
    }
    const Doing d = doing(action);
    if (!d.verb.empty()) all.push_back(d);
  }
  that_hole_ = Op::number;
  that_store_ = false;
  occupied_ = spoken_ = kNone;
  said_ = false;
  // What one person does in a row is one clause: "he captures … and moves again".
  std::string text;
  for (std::size_t i = 0; i < all.size();) {
    std::vector<std::string> verbs;
    std::size_t j = i;
    const bool mover = all[i].subject == "he" || all[i].subject == "the mover";
    for (; j < all.size() && all[j].subject == all[i].subject && (j == i || !all[i].subject.empty()); ++j) {
      verbs.push_back(mover ? his(all[j].verb) : all[j].verb);
    }
    if (!text.empty()) text += "; ";
    text += (all[i].subject.empty() ? "" : all[i].subject + " ") + english::one_after_the_other(verbs);
    i = j;
  }
  return text;
}

}  // namespace mancala
