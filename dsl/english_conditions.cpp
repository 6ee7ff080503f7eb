// Truth values as clauses: comparisons, sets, marks, and how they are joined.
#include <algorithm>

#include "dsl/english.h"
#include "dsl/english_text.h"

namespace mancala {

using english::list_of;
using english::with_article;
using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;

namespace {

// The comparison that holds exactly when this one does not.
Op denied(Op op) {
  switch (op) {
    case Op::equal: return Op::not_equal;
    case Op::not_equal: return Op::equal;
    case Op::less: return Op::greater_equal;
    case Op::less_equal: return Op::greater;
    case Op::greater: return Op::less_equal;
    case Op::greater_equal: return Op::less;
    default: return op;
  }
}

bool is_comparison(Op op) {
  return op == Op::equal || op == Op::not_equal || op == Op::less || op == Op::less_equal ||
         op == Op::greater || op == Op::greater_equal;
}

// "more than 3", "at least 3"; equality has no words before its number.
std::string bound(Op op) {
  if (op == Op::less) return "fewer than ";
  if (op == Op::less_equal) return "at most ";
  if (op == Op::greater) return "more than ";
  if (op == Op::greater_equal) return "at least ";
  return "";
}

std::string without_article(const std::string& text) {
  return text.rfind("the ", 0) == 0 ? text.substr(4) : text;
}

}  // namespace

std::string English::condition(ExprId given) {
  const ExprId id = expand(given);
  spoken_ = only_set(id);
  said_ = false;
  std::string text = truth(id, false);
  spoken_ = kNone;
  return text;
}

// --- and, or, not
// --------------------------------------------------------------------------------------------

// `and` or `or` as it reads when denials are pushed inwards; Op::truth for anything else.
Op English::connective(ExprId id, bool negated) const {
  const Expr& e = at(id);
  if (e.op == Op::logical_not) return connective(e.a, !negated);
  if (!terms_.empty() && term(id) != nullptr) return Op::truth;
  if (e.op == Op::logical_and) return negated ? Op::logical_or : Op::logical_and;
  if (e.op == Op::logical_or) return negated ? Op::logical_and : Op::logical_or;
  return Op::truth;
}

void English::flatten(ExprId id, bool negated, Op op, std::vector<std::pair<ExprId, bool>>& out) const {
  const Expr& e = at(id);
  if (e.op == Op::logical_not) {
    flatten(e.a, !negated, op, out);
  } else if (op != Op::truth && connective(id, negated) == op) {
    flatten(e.a, negated, op, out);
    flatten(e.b, negated, op, out);
  } else {
    out.emplace_back(id, negated);
  }
}

// "A, or both A and B" is A.
void English::absorb(Op op, std::vector<std::pair<ExprId, bool>>& parts) const {
  const Op dual = op == Op::logical_and ? Op::logical_or : Op::logical_and;
  const auto all = parts;
  std::erase_if(parts, [&](const auto& part) {
    if (connective(part.first, part.second) != dual) return false;
    std::vector<std::pair<ExprId, bool>> inner;
    flatten(part.first, part.second, dual, inner);
    return std::any_of(inner.begin(), inner.end(), [&](const auto& one) {
      return std::any_of(all.begin(), all.end(), [&](const auto& other) {
        return one.second == other.second && same(one.first, other.first);
      });
    });
  });
}

std::string English::truth(ExprId id, bool negated) { return joined(id, negated, 0); }

// A statement about one thing that is not told as what happened to the last seed.
std::optional<English::Saying> English::plain_saying(const std::pair<ExprId, bool>& part) {
  if (connective(part.first, part.second) != Op::truth || is_about_fall(part.first)) return std::nullopt;
  auto s = saying(part.first, part.second);
  return s && s->subject != kNone ? s : std::nullopt;
}

// What the statement is about, without saying it.
ExprId English::subject_of(const std::pair<ExprId, bool>& part) {
  const bool before = said_;
  const auto s = plain_saying(part);
  said_ = before;
  return s ? s->subject : kNone;
}

bool English::is_about_fall(ExprId id) {
  const bool before = said_;
  const bool is = fell(id, false).has_value();
  said_ = before;
  return is;
}

std::string English::joined(ExprId id, bool negated, int depth) {
  const Op op = connective(id, negated);
  if (op == Op::truth) return part(id, negated, depth);
  std::vector<std::pair<ExprId, bool>> parts;
  flatten(id, negated, op, parts);
  absorb(op, parts);
  std::vector<std::string> texts;
  // After "the last seed fell into …", its hole is "that hole" until another one is spoken of.
  const Op before = that_hole_;
  bool fallen = false;
  const auto about_to_say = [&](ExprId part) {
    if (depth > 0 || op != Op::logical_and) return;
    const bool others = speaks_of_other_holes(part, Op::here);
    that_hole_ = fallen && !others ? Op::here : Op::number;
    fallen = !others && (fallen || is_about_fall(part));
  };
  if (op == Op::logical_and) {
    // "one of his own holes" and "a hole that held 3 seeds": one hole that held them.
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      const Expr& first = at(parts[i].first);
      const bool into = first.op == Op::in && at(first.a).op == Op::here && !parts[i].second;
      if (into && hole_that_held(parts[i + 1].first, parts[i + 1].second)) std::swap(parts[i], parts[i + 1]);
    }
  }
  const std::string fell_into = seed_word() + " fell into ";
  const std::string did_not = seed_word() + " did not fall into ";
  bool after_fall = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    // "the last seed fell into an empty hole" and "… into one of his own holes" are one statement.
    if (op == Op::logical_and && i + 1 < parts.size()) {
      const Expr& next = at(parts[i + 1].first);
      const bool into = next.op == Op::in && at(next.a).op == Op::here && !parts[i + 1].second;
      const auto held = into ? hole_that_held(parts[i].first, parts[i].second) : std::nullopt;
      if (held) {
        const Op whose = at(next.b).op;
        std::string text = fell_into + *held;
        const bool that = held->rfind("a hole that ", 0) == 0;
        if (that && whose != Op::board) {
          text = fell_into + "one of " + say_in(next.b) + held->substr(6);
        } else if (whose != Op::own && whose != Op::theirs) {
          text += " which is one of " + say_in(next.b);
        } else if (whose == Op::own) {
          text += " of the mover's own";
        } else {
          text += program_.board.player_count() == 2 ? " of the opponent's" : " of another player's";
        }
        texts.push_back(text);
        about_to_say(parts[i].first);
        about_to_say(parts[++i].first);
        after_fall = true;
        continue;
      }
    }
    about_to_say(parts[i].first);
    // Of one thing in a row its name is said once: "it holds seeds, is not marked dead".
    const ExprId who = subject_of(parts[i]);
    const bool again = who != kNone && i > 0 && same(who, subject_of(parts[i - 1]));
    const bool more = who != kNone && i + 1 < parts.size() && same(who, subject_of(parts[i + 1]));
    if (again || more) {
      const Saying said = *plain_saying(parts[i]);
      texts.push_back(again ? (is_plural(who) ? said.plural : said.singular) : finish(said, is_plural(who)));
    } else {
      std::string text = joined(parts[i].first, parts[i].second, depth + 1);
      // "and (either A, or B, or C), and …": where else the reader could not see where it ends.
      std::vector<std::pair<ExprId, bool>> ways;
      if (text.rfind("either ", 0) == 0) flatten(parts[i].first, parts[i].second, Op::logical_or, ways);
      const bool open = text.find(", ") != std::string::npos && (ways.size() > 2 || i + 1 < parts.size());
      texts.push_back(ways.empty() || !open ? text : "(" + text + ")");
    }
    // "into his own store or into an empty hole": the seed is named once.
    const bool falls = texts.back().rfind(fell_into, 0) == 0;
    const bool denied_fall = texts.back().rfind(did_not, 0) == 0;
    if (after_fall && (falls || denied_fall)) {
      const bool into_too = falls && op == Op::logical_or && i > 0;
      texts.back() = texts.back().substr(seed_word().size() + (into_too ? 6 : 1));
    }
    after_fall = falls || denied_fall ? (op != Op::logical_or || falls) : false;
  }
  that_hole_ = before;
  const std::string word = op == Op::logical_and ? "and" : "or";
  bool commas = texts.size() > 2;
  for (const std::string& text : texts)
    commas = commas || text.find(" and ") != std::string::npos || text.find(" or ") != std::string::npos ||
             text.find(", ") != std::string::npos || text.find(" that ") != std::string::npos;
  std::string text;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0)
      text += (commas ? ", " : " ") + (i + 1 == texts.size() || op == Op::logical_or ? word + " " : "");
    text += texts[i];
  }
  if (texts.size() == 1 || depth == 0) return text;
  if (depth == 1 && op == Op::logical_or) return "either " + text;
  if (depth == 1 && texts.size() == 2) return "both " + text;
  return "(" + text + ")";
}

std::string English::part(ExprId id, bool negated, int depth) {
  const Expr e = at(id);
  if (const std::string* name = terms_.empty() ? nullptr : term(id))
    return *name + (negated ? " does not hold" : " holds");
  if (e.op == Op::logical_not || connective(id, negated) != Op::truth) {
    if (e.op == Op::logical_not && connective(id, negated) == Op::truth) return part(e.a, !negated, depth);
    return joined(id, negated, depth);
  }
  switch (e.op) {
    case Op::truth: return (e.imm != 0) != negated ? "always" : "never";
    case Op::last:
      if (moment_ == Moment::station)
        return negated ? "this would not be the lap's last seed" : "this would be the lap's last seed";
      return negated ? "this was not the lap's last seed" : "this was the lap's last seed";
    case Op::no_move: return negated ? "the mover has a legal move" : "the mover has no legal move";
    case Op::repeated:
      return std::string("the position has ") + (negated ? "not " : "") + "stood before in " + round_word();
    case Op::in:
    case Op::closed:
    case Op::state: {
      if (const auto text = fell(id, negated)) return *text;
      if (const auto s = saying(id, negated)) return finish(*s, s->subject != kNone && is_plural(s->subject));
      break;
    }
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal: return comparison(id, negated);
    case Op::is: return is_text(id, negated);
    case Op::some: return some_text(e.a, negated);
    case Op::some_move: return some_move_text(e, negated);
    case Op::after: {
      const std::string said = truth(e.a, negated);
      return "after this move " + (connective(e.a, negated) == Op::truth ? said : "(" + said + ")");
    }
    case Op::at_start:
    case Op::at_lap_start: {
      const std::string said = truth(e.a, negated);
      return std::string(as_seeds_lay(e.op)) + ", " +
             (connective(e.a, negated) == Op::truth ? said : "(" + said + ")");
    }
    case Op::choose_if: {
      const std::string text = "if " + part(e.a, false, 1) + ", then " + joined(e.b, negated, 1) +
                               ", otherwise " + joined(e.c, negated, 1);
      return depth == 0 ? text : "(" + text + ")";
    }
    case Op::bind: {
      const auto slot = static_cast<std::size_t>(e.imm);
      const std::string before = names_[slot];
      name_local(e.imm, at(e.a).type);
      const std::string text = "(with " + names_[slot] + " standing for " + say_in(e.a) + " as it is now) " +
                               joined(e.b, negated, 1);
      names_[slot] = before;
      return text;
    }
    case Op::local: return say(id) + (negated ? " is not noted" : " is noted");
    default: break;  // no other operator gives a truth value
  }
  return say(id);
}

// --- comparisons
// ---------------------------------------------------------------------------------------------

std::optional<English::Quantity> English::quantity(ExprId id) {
  const Expr e = at(id);
  Quantity q;
  const auto has = [&](const char* verb, const char* unit) {
    const std::string v(verb);
    q.verb = v.empty() ? "has" : "has " + v;
    q.verbs = v.empty() ? "have" : "have " + v;
    q.not_verb = v.empty() ? "does not have" : "has not " + v;
    q.not_verbs = v.empty() ? "do not have" : "have not " + v;
    q.unit = unit;
  };
  switch (e.op) {
    case Op::seeds:
      if (at(e.a).op == Op::store) {
        q.subject = at(e.a).a;
        const bool lies_there = stores_ || moment_ == Moment::refill;
        has(lies_there ? "" : "captured", "seed");
        if (lies_there) q.tail = " in his store";
        return q;
      }
      q.subject = e.a;
      q.verb = "holds";
      q.verbs = "hold";
      q.not_verb = "does not hold";
      q.not_verbs = "do not hold";
      q.unit = "seed";
      q.holding = true;
      if (is_plural(e.a)) q.tail = " together";
      return q;
    case Op::captured_now:
      if (e.a == kNone) {
        q.fixed = "the move";
      } else {
        q.subject = e.a;
        q.tail = " in this move";
      }
      has("captured", "seed");
      return q;
    case Op::count:
      if (at(e.a).op != Op::holes) return std::nullopt;
      q.subject = at(e.a).a;
      has("", "hole");
      return q;
    case Op::turns:
      q.subject = e.a;
      has("finished", "turn");
      return q;
    case Op::laps:
      q.fixed = "the move";
      has("had", "lap");
      return q;
    case Op::turns_played:
      q.fixed = round_word();
      has("had", "turn");
      return q;
    case Op::quiet:
      q.fixed = round_word();
      has("had", "move");
      q.tail = " since the last capture";
      return q;
    default: return std::nullopt;  // other numbers are compared as they are
  }
}

std::optional<English::Saying> English::measured(const Quantity& q, Op op, ExprId other, bool negated) {
  const Op o = negated ? denied(op) : op;
  const Expr n = at(other);
  std::string amount;
  const bool no = o == Op::not_equal;
  const bool together = !q.tail.empty() && q.holding;
  const auto make = [&](const std::string& singular, const std::string& plural) {
    return Saying{q.subject, q.fixed, singular, plural};
  };
  if (n.op == Op::number && n.imm == 0) {
    if (q.holding && o == Op::equal) return make("is empty", together ? "are all empty" : "are empty");
    if (q.holding && o == Op::not_equal)
      return make("is not empty", together ? "are not all empty" : "are not empty");
    if (q.holding && o == Op::greater) return make("holds seeds", "hold seeds");
    if (q.holding && o == Op::less_equal) return make("holds no seeds", "hold no seeds");
    const auto with = [&](const std::string& amount) {
      return make(q.verb + amount + q.tail, q.verbs + amount + q.tail);
    };
    const bool holes = q.unit == "hole";
    const bool captured = q.unit == "seed" && q.verb != "has";
    if (o == Op::equal)
      return with(captured                    ? " nothing"
                  : holes || q.unit == "seed" ? " no " + q.unit + "s"
                                              : " no " + q.unit + " yet");
    if (o == Op::greater && q.unit == "seed") return with(captured ? " something" : " seeds");
    if (o == Op::greater) return with(" at least one " + q.unit);
    if (o == Op::less_equal && q.unit == "seed" && !captured) return with(" at most 0 seeds");
    if (o == Op::less_equal) return with(holes ? " no holes at all" : " no " + q.unit + "s");
    if (o == Op::not_equal) {
      return with(" one or more " + q.unit + "s");
    }
  }
  const bool equality = o == Op::equal || no;
  // "fewer seeds in his store than North"
  const std::string units = " " + q.unit + "s" + q.tail;
  if (n.op == Op::number) {
    amount = bound(o) + (equality && !q.holding ? "exactly " : "") + english::counted(n.imm, q.unit) + q.tail;
  } else if (n.op == Op::local) {
    amount = bound(o) + say(other) + units;
  } else {
    const auto like = quantity(other);
    const bool same_kind = like && like->verb == q.verb && like->unit == q.unit && like->subject != kNone &&
                           (q.holding || like->tail == q.tail);
    if (same_kind && q.holding && no == (o != Op::equal) && at(q.subject).type == Type::region &&
        part_of(q.subject, like->subject)) {
      const std::string all = " all seeds of " + say_in(like->subject);
      return make((no ? q.not_verb : q.verb) + all, (no ? q.not_verbs : q.verbs) + all);
    }
    const bool sum = n.op == Op::add || n.op == Op::subtract || n.op == Op::multiply;
    const bool before = said_;
    const std::string plain = sum ? say(other) : "";
    if (plain.find('(') != std::string::npos) said_ = before;  // it is said once more, in brackets
    std::string what = same_kind                                     ? say_in(like->subject)
                       : sum && plain.find('(') == std::string::npos ? plain
                                                                     : say_in(other);
    if (same_kind && q.holding && is_plural(like->subject)) what += " together";
    if (o == Op::equal || o == Op::not_equal) amount = "as many" + units + " as " + what;
    if (o == Op::greater) amount = "more" + units + " than " + what;
    if (o == Op::less) amount = "fewer" + units + " than " + what;
    if (o == Op::greater_equal) amount = "at least as many" + units + " as " + what;
    if (o == Op::less_equal) amount = "at most as many" + units + " as " + what;
  }
  return make((no ? q.not_verb : q.verb) + " " + amount, (no ? q.not_verbs : q.verbs) + " " + amount);
}

std::optional<English::Saying> English::counted(const Quantity& q, const ir::NumberSet& set, bool negated) {
  const std::string amount = number_set(set, q.unit) + q.tail;
  return Saying{q.subject, q.fixed, (negated ? q.not_verb : q.verb) + " " + amount,
                (negated ? q.not_verbs : q.verbs) + " " + amount};
}

// Rows, numbers, marks, and one thing being another.
std::optional<English::Saying> English::identity(const Expr& e, bool negated) {
  const Op o = negated ? denied(e.op) : e.op;
  const Expr a = at(e.a);
  const Expr b = at(e.b);
  const bool no = o == Op::not_equal;
  const bool equality = no || o == Op::equal;
  const auto be = [&](const std::string& rest) {
    return Saying{e.a, "", (no ? "is not " : "is ") + rest, (no ? "are not " : "are ") + rest};
  };
  if (a.op == Op::row && equality && b.op == Op::number) {
    const bool outer = b.imm == 2 && program_.board.lines == 4;
    const std::string where = b.imm == 1 ? " in the inner row"
                              : outer    ? " in the outer row"
                                         : " in row " + std::to_string(b.imm);
    return Saying{a.a, "", (no ? "does not lie" : "lies") + where, (no ? "do not lie" : "lie") + where};
  }
  if (a.op == Op::modulo && at(a.a).op == Op::column_number && at(a.b).op == Op::number &&
      b.op == Op::number && equality) {
    const std::string n = std::to_string(at(a.b).imm);
    const std::string what =
        at(a.b).imm == 2 && b.imm == 0   ? " an even place number"
        : at(a.b).imm == 2 && b.imm == 1 ? " an odd place number"
        : b.imm == 0                     ? " a place number divisible by " + n
                     : " a place number that leaves " + std::to_string(b.imm) + " when divided by " + n;
    return Saying{at(a.a).a, "", (no ? "does not have" : "has") + what, (no ? "do not have" : "have") + what};
  }
  if (a.op == Op::column_number && equality && b.op != Op::number && b.op != Op::column_number) {
    const std::string number = " the place number " + say(e.b);
    return Saying{a.a, "", (no ? "does not have" : "has") + number, (no ? "do not have" : "have") + number};
  }
  if (a.op == Op::column_number && !equality && b.op != Op::number) {
    const std::string which = (o == Op::less      ? std::string("numbered below ")
                               : o == Op::greater ? std::string("numbered above ")
                                                  : "numbered " + bound(o)) +
                              say(e.b) + ", counted from the owner's left";
    Saying s = be(which);
    s.subject = a.a;
    return s;
  }
  if (a.op == Op::column_number && b.op == Op::number) {
    const std::string which = equality ? "number " + std::to_string(b.imm)
                                       : "numbered " +
                                             (o == Op::less      ? std::string("below ")
                                              : o == Op::greater ? std::string("above ")
                                                                 : bound(o)) +
                                             std::to_string(b.imm);
    Saying s = be(which + " from the owner's left");
    s.subject = a.a;
    return s;
  }
  if (a.op == Op::column_number && b.op == Op::column_number && equality) {
    const std::string number = " the same number as " + say_in(b.a);
    return Saying{a.a, "", (no ? "does not have" : "has") + number, (no ? "do not have" : "have") + number};
  }
  if (a.op == Op::round && b.op == Op::number) {
    const std::string n = std::to_string(b.imm);
    const std::string which = equality              ? "round " + n
                              : o == Op::less       ? "a round before round " + n
                              : o == Op::less_equal ? "round " + n + " or one before it"
                              : o == Op::greater    ? "a round after round " + n
                                                    : "round " + n + " or one after it";
    const bool over = moment_ == Moment::rounds;
    return Saying{kNone, over ? "that" : "this",
                  (over ? (no ? "was not " : "was ") : (no ? "is not " : "is ")) + which, ""};
  }
  if (!equality) return std::nullopt;
  if (a.op == Op::owner && no && is_none(e.b))
    return Saying{a.a, "", "belongs to a player", "belong to a player"};
  if (a.op == Op::owner) {
    const std::string whom = is_none(e.b) ? "nobody" : say_in(e.b);
    return Saying{a.a, "", (no ? "does not belong to " : "belongs to ") + whom,
                  (no ? "do not belong to " : "belong to ") + whom};
  }
  if (a.op == Op::state && a.a != kNone && (a.type == Type::hole || a.type == Type::player)) {
    const ir::State& state = program_.states[static_cast<std::size_t>(a.imm)];
    const bool marked = state.per == ir::Per::hole && a.type == Type::player;
    if (is_none(e.b)) {
      const std::string thing =
          (no ? with_article(state.name) : "no " + state.name) + (marked ? " mark" : "");
      return Saying{a.a, "", (marked ? "carries " : "has ") + thing, (marked ? "carry " : "have ") + thing};
    }
    if (marked) {
      const std::string mark = belonging(state.name + " mark", e.b);
      return Saying{a.a, "", (no ? "does not carry " : "carries ") + mark,
                    (no ? "do not carry " : "carry ") + mark};
    }
  }
  if ((a.type == Type::hole || a.type == Type::player) && !is_none(e.b)) {
    // "it is the victim", not "the victim is it"
    if (b.op == Op::local && names_[static_cast<std::size_t>(b.imm)] == "it") {
      Saying s = be(say_in(e.a));
      s.subject = e.b;
      return s;
    }
    return be(say_in(e.b));
  }
  return std::nullopt;
}

std::optional<English::Saying> English::saying(ExprId id, bool negated) {
  const Expr e = at(id);
  if (e.op == Op::logical_not) return saying(e.a, !negated);
  if (is_comparison(e.op)) {
    if (const auto q = quantity(e.a)) return measured(*q, e.op, e.b, negated);
    return identity(e, negated);
  }
  const auto be = [&](ExprId about, const std::string& rest) {
    return Saying{about, "", (negated ? "is not " : "is ") + rest, (negated ? "are not " : "are ") + rest};
  };
  if (e.op == Op::is) {
    const ir::NumberSet& set = program_.number_sets[static_cast<std::size_t>(e.imm)];
    if (const auto q = quantity(e.a)) return counted(*q, set, negated);
    const Expr a = at(e.a);
    if (a.op == Op::column_number && (set.even || set.odd) && set.ranges.empty()) {
      const std::string has = (set.even ? std::string("an even number") : std::string("an odd number")) +
                              " from the owner's left";
      return Saying{a.a, "", (negated ? "does not have " : "has ") + has,
                    (negated ? "do not have " : "have ") + has};
    }
    if (a.op == Op::column_number) return be(a.a, "number " + number_set(set, "") + " from the owner's left");
    if (a.op == Op::row) {
      const std::string rows = " in row " + number_set(set, "");
      return Saying{a.a, "", (negated ? "does not lie" : "lies") + rows,
                    (negated ? "do not lie" : "lie") + rows};
    }
    return std::nullopt;
  }
  if (e.op == Op::closed) return be(e.a, "closed");
  if (e.op == Op::in) {
    if (at(e.b).op == Op::board) {
      return Saying{e.a, "", negated ? "does not lie on the board" : "lies on the board",
                    negated ? "do not lie on the board" : "lie on the board"};
    }
    const Op set = at(e.b).op;
    if (set == Op::side) {
      const std::string where = " on " + belonging("side", at(e.b).a);
      return Saying{e.a, "", (negated ? "does not lie" : "lies") + where,
                    (negated ? "do not lie" : "lie") + where};
    }
    if (set == Op::lap_sown || set == Op::turn_sown) {
      const std::string sown = set == Op::lap_sown ? "sown in this lap" : "sown in this turn";
      return Saying{e.a, "", (negated ? "was not " : "was ") + sown,
                    (negated ? "were not " : "were ") + sown};
    }
    if (set == Op::run)
      return Saying{e.a, "", (negated ? "is not part of " : "is part of ") + say(e.b),
                    (negated ? "are not part of " : "are part of ") + say(e.b)};
    // "is the last hole or the hole before it"
    std::vector<ExprId> members;
    const auto gather = [&](const auto& self, ExprId x) -> bool {
      if (at(x).op == Op::unite) return self(self, at(x).a) && self(self, at(x).b);
      members.push_back(at(x).a);
      return at(x).op == Op::single;
    };
    if (at(e.b).op == Op::unite) {
      if (const auto holes = holes_of_player(e.b))
        return Saying{e.a, "", (negated ? "is not one of " : "is one of ") + *holes,
                      (negated ? "are not among " : "are among ") + *holes};
    }
    if (gather(gather, e.b)) {
      std::vector<std::string> names;
      for (const ExprId member : members) names.push_back(say_in(member));
      const bool neither = negated && names.size() > 1;
      const std::string which = list_of(names, neither ? "nor" : "or");
      const std::string is = neither ? " neither " : negated ? " not " : " ";
      return Saying{e.a, "", "is" + is + which, "are" + is + which};
    }
    return Saying{e.a, "",
                  (negated ? "is not one of " : "is one of ") +
                      (at(e.b).op == Op::local ? base_text(e.b) : say_in(e.b)),
                  (negated ? "are not among " : "are among ") +
                      (at(e.b).op == Op::local ? base_text(e.b) : say_in(e.b))};
  }
  if (e.op == Op::state) {
    const ir::State& state = program_.states[static_cast<std::size_t>(e.imm)];
    if (e.a != kNone) return be(e.a, "marked " + state.name);
    return Saying{kNone, state.name, negated ? "is not set" : "is set", ""};
  }
  return std::nullopt;
}

std::string English::finish(const Saying& s, bool plural) {
  const std::string who = s.subject == kNone ? s.fixed : subject(s.subject);
  return who + " " + (plural ? s.plural : s.singular);
}

std::string English::comparison(ExprId id, bool negated) {
  const Expr e = at(id);
  const Op o = negated ? denied(e.op) : e.op;
  if (const auto text = fell(id, negated)) return *text;
  const Expr a = at(e.a);
  if (a.op == Op::seeds && at(a.a).op != Op::store && o == Op::greater && is_number(e.b, 0)) {
    return "there are seeds " + std::string(at(a.a).op == Op::board ? "on " : "in ") +
           (at(a.a).op == Op::choose_if ? say_in(a.a) : say(a.a));
  }
  if (a.op == Op::captured_now && a.a == kNone && at(e.b).op == Op::number) {
    const std::int32_t n = at(e.b).imm;
    if (n == 0 && o == Op::equal) return "nothing was captured in this move";
    if (n == 0 && o == Op::greater) return "something was captured in this move";
  }
  if (const auto s = saying(id, negated)) return finish(*s, s->subject != kNone && is_plural(s->subject));
  const bool no = o == Op::not_equal;
  if (is_none(e.b) && (a.type == Type::word || a.type == Type::direction))
    return say(e.a) + (no ? " is decided" : " is undecided");
  if (is_none(e.b) && a.op == Op::round_winner)
    return round_word() + (no ? " was not " : " was ") + drawn_word();
  if (is_none(e.b) && a.op == Op::last_mover) return no ? "somebody has moved" : "nobody has moved yet";
  if (is_none(e.b) && a.op == Op::previous)
    return (no ? "a hole was sown before " : "no hole was sown before ") + here_word() + " in this lap";
  if (is_none(e.b) && a.op == Op::state && a.a == kNone && a.type == Type::player) {
    const ir::State& state = program_.states[static_cast<std::size_t>(a.imm)];
    return (no ? "a player is noted as " : "nobody is noted as ") + state.name;
  }
  if (is_none(e.b) && (a.op == Op::player_with_most || a.op == Op::player_with_fewest)) {
    const std::string noun = say(e.a);
    if (noun.rfind("the player who ", 0) == 0)
      return (no ? "one player alone " : "no player alone ") + noun.substr(15);
  }
  if (is_none(e.b) && a.op == Op::local && a.type == Type::player && say(e.a).rfind("the ", 0) == 0)
    return (no ? "somebody is " : "nobody is ") + say(e.a);
  if (is_none(e.b) && (a.type == Type::hole || a.type == Type::player)) {
    const std::string noun = say(e.a);
    if (a.op == Op::the) {
      return (no ? "there is exactly one of " : "there is not exactly one of ") + say_loose(a.a);
    }
    return (no ? "there is " + with_article(without_article(noun)) : "there is no " + without_article(noun));
  }
  if (a.type == Type::truth) {
    return "it is " + std::string(no ? "not " : "") + "the same whether (" + truth(e.a, false) +
           ") and whether (" + truth(e.b, false) + ")";
  }
  const auto* words = words_of(e.a);
  if (words == nullptr) words = words_of(e.b);
  std::string verb;
  if (o == Op::equal) verb = " is ";
  if (o == Op::not_equal) verb = " is not ";
  if (o == Op::less) verb = " is less than ";
  if (o == Op::less_equal) verb = " is at most ";
  if (o == Op::greater) verb = " is more than ";
  if (o == Op::greater_equal) verb = " is at least ";
  if (const auto text = remainder(e, o)) return *text;
  const auto side = [&](ExprId x) {
    const Op op = at(x).op;
    const bool sum = op == Op::add || op == Op::subtract || op == Op::multiply || op == Op::divide;
    return at(x).type == Type::word ? say(x, words) : sum ? say(x) : say_in(x);
  };
  return side(e.a) + verb + side(e.b);
}

// "… is divisible by 3", "… leaves 1 when divided by 3".
std::optional<std::string> English::remainder(const Expr& comparison, Op op) {
  const Expr a = at(comparison.a);
  if (a.op != Op::modulo || at(comparison.b).op != Op::number || (op != Op::equal && op != Op::not_equal))
    return std::nullopt;
  const bool no = op == Op::not_equal;
  const std::int32_t rest = at(comparison.b).imm;
  const std::string what = say_in(a.a);
  if (rest == 0) return what + (no ? " is not divisible by " : " is divisible by ") + say_in(a.b);
  return what + (no ? " does not leave " : " leaves ") + std::to_string(rest) + " when divided by " +
         say_in(a.b);
}

std::string English::is_text(ExprId id, bool negated) {
  const Expr e = at(id);
  if (const auto text = fell(id, negated)) return *text;
  if (const auto s = saying(id, negated)) return finish(*s, s->subject != kNone && is_plural(s->subject));
  return say_in(e.a) + (negated ? " is not " : " is ") +
         number_set(program_.number_sets[static_cast<std::size_t>(e.imm)], "");
}

// --- the last seed
// -------------------------------------------------------------------------------------------

// "an empty hole", "a hole that held 2 or 3 seeds": what the hole of the last drop held before.
std::optional<std::string> English::hole_that_held(ExprId id, bool negated) {
  const Expr e = at(id);
  if (e.op == Op::logical_not) return hole_that_held(e.a, !negated);
  if (e.op == Op::is && at(e.a).op == Op::was) {
    const std::string set = number_set(program_.number_sets[static_cast<std::size_t>(e.imm)], "seed");
    return (negated ? "a hole that did not hold " : "a hole that held ") + set;
  }
  if (!is_comparison(e.op) || at(e.a).op != Op::was) return std::nullopt;
  const Op o = negated ? denied(e.op) : e.op;
  if (is_number(e.b, 0)) {
    if (o == Op::equal) return "an empty hole";
    if (o == Op::greater) return "an occupied hole";
    if (o == Op::not_equal) return "a hole that was not empty";
    if (o == Op::less_equal) return "a hole that held no seeds";
  }
  Quantity q;
  q.verb = "a hole that held";
  q.not_verb = "a hole that did not hold";
  q.unit = "seed";
  const auto s = measured(q, e.op, e.b, negated);
  return s ? std::optional<std::string>(s->singular) : std::nullopt;
}

std::optional<std::string> English::fell(ExprId id, bool negated) {
  const Expr e = at(id);
  if (const auto held = hole_that_held(id, negated)) return seed_word() + " fell into " + *held;
  if (e.op == Op::in && at(e.a).op == Op::here) {
    if (at(e.b).op == Op::board) {
      return seed_word() +
             (negated ? " did not fall into a hole of the board" : " fell into a hole of the board");
    }
    // "neither into one of the opponent's holes nor into …"
    std::vector<std::string> places;
    const auto gather = [&](const auto& self, ExprId x) -> void {
      if (at(x).op == Op::unite && !labelled(x)) {
        self(self, at(x).a);
        self(self, at(x).b);
      } else {
        places.push_back((at(x).op == Op::single ? "into " : "into one of ") + say_in(x));
      }
    };
    if (at(e.b).op == Op::unite && !labelled(e.b) && !holes_of_player(e.b)) {
      gather(gather, e.b);
      return seed_word() +
             (negated ? " fell neither " + list_of(places, "nor") : " fell " + list_of(places, "or"));
    }
    return seed_word() + (negated ? " did not fall into any of " : " fell into one of ") +
           (at(e.b).op == Op::local ? base_text(e.b) : say_in(e.b));
  }
  if (e.op == Op::equal || e.op == Op::not_equal) {
    const bool no = (e.op == Op::not_equal) != negated;
    const bool left = at(e.a).op == Op::here;
    const bool right = at(e.b).op == Op::here;
    if (left != right && !is_none(left ? e.b : e.a)) {
      return seed_word() + (no ? " did not fall into " : " fell into ") + say_in(left ? e.b : e.a);
    }
  }
  return std::nullopt;
}

// --- sets and look-ahead
// -------------------------------------------------------------------------------------

// "hole of the board": a member of a set, to stand after "some" and "no". Empty where the set has no such
// word.
std::string English::members(ExprId set, bool singular) {
  const Expr& e = at(set);
  const std::string hole = singular ? "hole" : "holes";
  switch (e.op) {
    case Op::own: return hole + " of the mover";
    case Op::theirs:
      return hole + (program_.board.player_count() == 2 ? " of the opponent" : " of another player");
    case Op::board: return hole + " of the board";
    case Op::players: return singular ? "player" : "players";
    case Op::holes: return hole + " of " + say_in(e.a);
    case Op::side: return hole + " on " + belonging("side", e.a);
    default: return "";
  }
}

std::string English::belonging_to(ExprId given) {
  const ExprId set = expand(given);
  const Expr e = at(set);
  if (e.op == Op::where && e.type == Type::region && !members(e.a, true).empty()) {
    std::string letter;
    const std::string which = such(e.b, e.imm, e.type, false, letter);
    if (letter.empty()) return members(e.a, true).substr(5) + " " + which;
  }
  const std::string member = members(set, true);
  return member.rfind("hole ", 0) == 0 ? member.substr(5) : "among " + say(set);
}

std::string English::some_text(ExprId set, bool negated) {
  const Expr e = at(set);
  if (e.op != Op::where) {
    const std::string member = members(set, true);
    if (!member.empty()) return (negated ? "there is no " : "there is a ") + member;
    return (negated ? "there is none of " : "there is at least one of ") + say_in(set);
  }
  const Op base = at(e.a).op;
  const std::string kind = base == Op::players ? "player" : base == Op::board ? "hole of the board" : "";
  const auto member = [&](const std::string& some, const std::string& of) {
    const bool plain = at(e.a).op == Op::minus || at(e.a).op == Op::where;
    return kind.empty() ? of + (plain ? say(e.a) : say_in(e.a)) : some + kind;
  };
  const auto slot = static_cast<std::size_t>(e.imm);
  const std::string before = names_[slot];
  const std::string letter = open_binder(e.imm, e.type == Type::players ? Type::player : Type::hole, e.b);
  std::string text;
  if (letter.empty()) {
    // "no hole does not hold 4 seeds": every hole holds them.
    ExprId body = e.b;
    bool denied_body = false;
    while (at(body).op == Op::logical_not) {
      body = at(body).a;
      denied_body = !denied_body;
    }
    const bool every =
        negated &&
        (connective(e.b, false) == Op::logical_or ||
         (denied_body != (at(body).op == Op::not_equal) && connective(body, denied_body) == Op::truth));
    const bool before_every = said_;
    std::vector<std::string> verbs;
    if (every && predicates(e.b, true, e.imm, false, verbs)) {
      text = member("every ", "every one of ") + " " + english::all_of(verbs);
    } else if (every && connective(e.b, false) == Op::logical_or) {
      said_ = before_every;
      text = "for " + member("every ", "every one of ") + " (" + truth(e.b, true) + ")";
    } else if (const auto verb = predicate(e.b, e.imm, false)) {
      text = (negated ? member("no ", "none of ") : member("some ", "at least one of ")) + " " + *verb;
    }
  }
  names_[slot] = before;
  if (!text.empty()) return text;
  if (const auto whose = whose_text(e, negated)) return *whose;
  open_binder(e.imm, e.type == Type::players ? Type::player : Type::hole, e.b);
  text = "for " + (negated ? member("no ", "none of ") : member("some ", "at least one of "));
  if (!letter.empty()) text += " (called " + letter + ")";
  text += " (" + truth(e.b, false) + ")";
  names_[slot] = before;
  return text;
}

// "some player's tally is at least 100": where the player is spoken of once.
std::optional<std::string> English::whose_text(const Expr& set, bool negated) {
  if (at(set.a).op != Op::players || !is_comparison(at(set.b).op)) return std::nullopt;
  const auto uses_of = [&](const auto& self, ExprId id) -> int {
    if (id == kNone) return 0;
    const Expr& e = at(id);
    return (e.op == Op::local && e.imm == set.imm ? 1 : 0) + self(self, e.a) + self(self, e.b) +
           self(self, e.c);
  };
  if (uses_of(uses_of, set.b) != 1) return std::nullopt;
  auto& name = names_[static_cast<std::size_t>(set.imm)];
  const std::string before = name;
  name = negated ? "no player" : "some player";
  std::string text = truth(set.b, false);
  name = before;
  return text;
}

std::string English::some_move_text(const Expr& e, bool negated) {
  const std::string who = e.a == kNone ? (negated ? "no player" : "some player") : subject(e.a);
  const bool no_verb = negated && e.a != kNone;
  if (e.b == kNone) return who + (no_verb ? " cannot move" : " can move");
  const std::string said = truth(e.b, false);
  const std::string what = connective(e.b, false) == Op::truth ? said : "(" + said + ")";
  return who + (no_verb ? " has no move after which " : " has a move after which ") + what;
}

// --- predicates
// ----------------------------------------------------------------------------------------------

// "follow an empty hole", "lie opposite a hole with seeds": said of the hole whose neighbour it is.
std::optional<std::string> English::neighbour_predicate(ExprId id, bool negated, std::int32_t slot,
                                                        bool plural) {
  const auto s = saying(id, negated);
  if (!s || s->subject == kNone) return std::nullopt;
  const Expr beside = at(s->subject);
  if (beside.type != Type::hole || beside.a == kNone || !is_local(beside.a, slot)) return std::nullopt;
  // What else is said of the neighbour must not speak of the hole itself.
  const auto uses_of = [&](const auto& self, ExprId x) -> int {
    if (x == kNone) return 0;
    const Expr& e = at(x);
    return (e.op == Op::local && e.imm == slot ? 1 : 0) + self(self, e.a) + self(self, e.b) + self(self, e.c);
  };
  if (uses_of(uses_of, id) != 1) return std::nullopt;
  std::string hole = " a hole that " + s->singular;
  if (hole == " a hole that is empty") hole = " an empty hole";
  if (hole == " a hole that holds seeds") hole = " a hole with seeds";
  if (beside.op == Op::prev) return (plural ? "follow" : "follows") + hole;
  if (beside.op == Op::next) return (plural ? "stand before" : "stands before") + hole;
  if (beside.op == Op::opposite) return (plural ? "lie opposite" : "lies opposite") + hole;
  return std::nullopt;
}

// What holds of the local in `slot` (kNone: of the start hole), each part as a verb; false if something in it
// cannot be said so.
bool English::predicates(ExprId id, bool negated, std::int32_t slot, bool plural,
                         std::vector<std::string>& verbs) {
  const auto verb = [&](ExprId part, bool no) -> std::optional<std::string> {
    if (connective(part, no) != Op::truth) return std::nullopt;
    const bool unsaid = said_;
    const auto s = saying(part, no);
    if (!s || s->subject == kNone) return std::nullopt;
    const bool about = slot == kNone ? at(s->subject).op == Op::start : is_local(s->subject, slot);
    if (!about) {
      said_ = unsaid;
      return neighbour_predicate(part, no, slot, plural);
    }
    return plural ? s->plural : s->singular;
  };
  const bool before = said_;
  const auto in_vain = [&] {
    said_ = before;
    return false;
  };
  std::vector<std::pair<ExprId, bool>> parts;
  flatten(id, negated, Op::logical_and, parts);
  for (const auto& [part, no] : parts) {
    if (const auto text = verb(part, no)) {
      verbs.push_back(*text);
      continue;
    }
    if (connective(part, no) != Op::logical_or) return in_vain();
    std::vector<std::pair<ExprId, bool>> either;
    flatten(part, no, Op::logical_or, either);
    std::vector<std::string> texts;
    bool compound = false;
    for (const auto& [way, denied_way] : either) {
      std::vector<std::pair<ExprId, bool>> both;
      flatten(way, denied_way, Op::logical_and, both);
      std::vector<std::string> all;
      for (const auto& [one, denied_one] : both) {
        const auto text = verb(one, denied_one);
        if (!text) return in_vain();
        all.push_back(*text);
      }
      compound = compound || all.size() > 1;
      texts.push_back((all.size() == 2 ? "both " : "") + list_of(all, "and"));
    }
    std::string text = list_of(texts, "or");
    if (compound) {
      text.clear();
      for (const std::string& t : texts) text += (text.empty() ? "" : ", or ") + t;
    }
    verbs.push_back(parts.size() == 1 ? text : "either " + text);
  }
  return true;
}

std::optional<std::string> English::predicate(ExprId id, std::int32_t slot, bool plural) {
  std::vector<std::string> verbs;
  if (!predicates(id, false, slot, plural, verbs)) return std::nullopt;
  return english::all_of(verbs);
}

English::Such English::moves_such(ExprId given) {
  const ExprId id = expand(given);
  const Expr e = at(id);
  if (e.op == Op::after)
    return {"after which " + truth(e.a, false), "after it " + truth(e.a, false),
            connective(e.a, false) != Op::truth};
  start_is_it_ = true;
  const auto verb = predicate(id, kNone, false);
  start_is_it_ = false;
  if (verb) return {"from a hole that " + *verb, "the start hole " + *verb, false};
  const std::string said = truth(id, false);
  return {"for which " + said, said, connective(id, false) != Op::truth};
}

// "one of his own holes that hold seeds", or the only hole that it can be.
English::Candidates English::candidates(ExprId from) {
  const ExprId set = expand(from);
  const Expr e = at(set);
  Candidates out;
  if (e.op == Op::choose_if && !hole_of_player(set)) {
    out.text = candidates(e.b).text + " if " + truth(e.a, false) + ", otherwise " + candidates(e.c).text;
    return out;
  }
  if (!one_hole(set) || e.op == Op::minus) {
    out.text = "one of " + his(choice_from(set));
    return out;
  }
  out.one = true;
  ExprId hole = set;
  while (at(hole).op == Op::where) {
    const Expr inner = at(hole);
    name_it(inner.imm, Type::hole);
    out.if_it = truth(inner.b, false) + (out.if_it.empty() ? "" : ", and " + out.if_it);
    hole = inner.a;
  }
  out.text = his(say(hole));
  return out;
}

std::string English::choice_from(ExprId set) {
  const ExprId id = expand(set);
  if (at(id).op == Op::players) return "the players";
  return at(id).op == Op::board ? "the holes of the board" : say_loose(id);
}

bool English::opponent_has_none(ExprId id) const {
  const Expr& e = at(id);
  return program_.board.player_count() == 2 && e.op == Op::equal && at(e.a).op == Op::seeds &&
         at(at(e.a).a).op == Op::theirs && is_number(e.b, 0);
}

bool English::gives_opponent_seeds(ExprId id) const {
  if (at(id).op != Op::after) return false;
  const Expr& e = at(at(id).a);
  return program_.board.player_count() == 2 && e.op == Op::greater && at(e.a).op == Op::seeds &&
         at(at(e.a).a).op == Op::theirs && is_number(e.b, 0);
}

bool English::may_be_either(ExprId id) const {
  if (id == kNone) return false;
  const Expr& e = at(id);
  return (e.op == Op::direction && static_cast<Direction>(e.imm) == Direction::either) ||
         may_be_either(e.a) || may_be_either(e.b) || may_be_either(e.c);
}

bool English::about_move(ExprId id) const {
  if (id == kNone) return false;
  const Expr& e = at(id);
  const bool picked = e.op == Op::local && !names_[static_cast<std::size_t>(e.imm)].empty();
  return e.op == Op::start || e.op == Op::running || e.op == Op::after || picked || about_move(e.a) ||
         about_move(e.b) || about_move(e.c);
}

}  // namespace mancala
