#include <algorithm>

#include "dsl/elaborate.h"
#include "dsl/parse.h"

namespace mancala {

using ir::Act;
using ir::ClauseKind;
using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;
using syntax::Kind;
using Tree = syntax::Node;

namespace {

struct Forbidden {
  Event event;
  std::string_view actions;  // separated by blanks
  std::string_view why;
};
constexpr Forbidden kForbidden[] = {
    {Event::each_seed, "sow lift choose again stop", "the lap in hand must go on"},
    {Event::turn_start, "sow", "no lap can begin before the player has chosen"},
    {Event::move_end, "sow", "the laps of the move are over"},
    {Event::end, "sow again choose", "the move is over"},
    {Event::new_round, "sow again stop", "nobody is at turn"},
};

bool is_word_of(std::string_view list, std::string_view word) {
  for (std::size_t i = 0; i < list.size();) {
    const std::size_t end = std::min(list.find(' ', i), list.size());
    if (list.substr(i, end - i) == word) return true;
    i = end + 1;
  }
  return false;
}

bool ends_list(const ir::Action& a) {
  return a.act == Act::sow_after || a.act == Act::sow_at || a.act == Act::stop || a.act == Act::end ||
         a.act == Act::win;
}

}  // namespace

std::int32_t Elaborator::take_slot(const std::string& name) {
  const std::int32_t slot = next_slot_++;
  if (slot >= ir::kMaxLocals) {
    if (!too_many_slots_) {
      diagnostics_.error(
          "M0508", sheet_.id_span,
          "too many names and loops inside each other: more than " + std::to_string(ir::kMaxLocals));
    }
    too_many_slots_ = true;
    return 0;
  }
  program_.locals = std::max(program_.locals, slot + 1);
  program_.local_names.resize(static_cast<std::size_t>(program_.locals));
  std::string& known = program_.local_names[static_cast<std::size_t>(slot)];
  if (known.empty()) known = name;
  return slot;
}

void Elaborator::allowed(const Tree& node, std::string_view action, const Env& env, Event event) {
  for (const Forbidden& f : kForbidden) {
    if (f.event != event || !is_word_of(f.actions, action)) continue;
    error("M0502", node.span, ticked(action) + " cannot stand in " + env.place + ": " + std::string(f.why),
          env);
  }
}

// Is the value the same whenever it is read in the actions of one clause?
bool Elaborator::stable(ExprId id, bool board_changes) const {
  if (id == kNone) return true;
  const ir::Expr& e = build_.at(id);
  if (build_.constant(id)) return true;
  switch (e.op) {
    case Op::local:
    case Op::mover:
    case Op::here:
    case Op::start:
    case Op::origin:
    case Op::was:
    case Op::previous:
    case Op::first_sown:
    case Op::running:
    case Op::board:
    case Op::players: return true;
    case Op::other:
    case Op::next_player:
    case Op::store:
    case Op::pile:
    case Op::opposite:
    case Op::behind:
    case Op::same:
    case Op::row:
    case Op::column_number:
    case Op::reverse:
    case Op::single: return stable(e.a, board_changes);
    case Op::next:
    case Op::prev: return !board_changes && stable(e.a, board_changes);
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::unite: return stable(e.a, board_changes) && stable(e.b, board_changes);
    default: return false;  // it may depend on what the actions change
  }
}

// Does a definition close, open or set anything?
bool Elaborator::changes_board(const sheet::Definition& definition) const {
  const auto [known, fresh] = changes_board_.try_emplace(definition.head.name, false);
  if (!fresh) return known->second;
  const std::function<bool(const Tree&)> changes = [&](const Tree& node) {
    if (node.kind == Kind::close || node.kind == Kind::open || node.kind == Kind::set ||
        node.kind == Kind::choose)
      return true;
    if (node.kind == Kind::perform || node.kind == Kind::name || node.kind == Kind::call) {
      const auto inner = sheet_.definitions.find(node.text);
      if (inner != sheet_.definitions.end() && changes_board(inner->second)) return true;
    }
    return std::any_of(node.children.begin(), node.children.end(), changes);
  };
  bool result = false;
  if (const auto* phrase = std::get_if<sheet::Phrase>(&definition.body)) {
    result = phrase->tree && changes(*phrase->tree);
  } else {
    for (const sheet::Clause& c : std::get<sheet::Clauses>(definition.body).list) {
      result = result || (c.actions && c.actions->tree && changes(*c.actions->tree));
    }
  }
  return known->second = result;
}

std::optional<Env> Elaborator::enter_actions(const sheet::Definition& definition, const Tree& node, Env& env,
                                             std::vector<ir::Action>& lets) {
  std::optional<Env> inner = enter(definition, node, env);
  if (!inner) return std::nullopt;
  const bool board_changes = changes_board(definition);
  for (Bound& b : inner->bound) {
    if (!b.word.empty() || b.value.none || stable(b.value.id, board_changes)) continue;
    const std::int32_t slot = take_slot(b.name);
    lets.push_back({.act = Act::let, .what = b.value.id, .slot = slot, .called = b.name});
    b.value.id = build_.local(slot, b.value.type);
  }
  return inner;
}

ExprId Elaborator::target(const Tree& node, Env& env) {
  Typed value = expression(node, env);
  if (value.bad) return kNone;
  if (value.none) value = coerce(value, Type::hole, -1, node, env);
  if (value.type == Type::hole) return value.id;
  value = coerce(value, Type::region, -1, node, env);
  return value.bad ? kNone : value.id;
}

void Elaborator::amount(const Tree& node, Env& env, ir::Action& action) {
  if (node.kind != Kind::pieces) {
    action.amount = wanted(node, env, Type::number).id;
    return;
  }
  if (const auto kind = piece_called(node, env)) action.piece = *kind;
  action.amount = wanted(node.children[0], env, Type::number).id;
}

void Elaborator::capture(const Tree& node, Env& env, std::vector<ir::Action>& out) {
  ir::Action a{.act = Act::capture};
  a.what = target(node.children[0], env);
  std::size_t next = 1;
  if ((node.number & 1) != 0) amount(node.children[next++], env, a);
  if ((node.number & 2) != 0) {
    const Tree& recipient = node.children[next];
    if (recipient.kind == Kind::name && recipient.text == "out" && resolves(recipient, env)) {
      a.imm = 1;
    } else {
      a.slot = take_slot("it");
      Env inner = env;
      inner.it = {.id = build_.local(a.slot, Type::hole), .type = Type::hole};
      a.extra = wanted(recipient, inner, Type::player).id;
    }
  }
  out.push_back(a);
}

void Elaborator::set(const Tree& node, Env& env, std::vector<ir::Action>& out) {
  const Tree& value = node.children[0];
  if (node.text == "owner" || node.text == "closed") {
    if (node.children.size() < 2) {
      error("M0406", node.name_span,
            ticked(node.text) + " is set for a hole: `set " + node.text + "(h) to …`", env);
      return;
    }
    if (node.text == "closed") {
      error("M0404", node.name_span, "holes are closed with `close R` and opened with `open R`", env);
      return;
    }
    ir::Action a{.act = Act::set_owner, .slot = take_slot("it")};
    a.what = target(node.children[1], env);
    Env inner = env;
    inner.it = {.id = build_.local(a.slot, Type::hole), .type = Type::hole};
    a.extra = wanted(value, inner, Type::player).id;
    program_.territory = true;
    out.push_back(a);
    return;
  }
  const auto found = state_index_.find(node.text);
  if (found == state_index_.end()) {
    Diagnostic& d = error("M0415", node.name_span, ticked(node.text) + " is no state", env);
    std::vector<std::string_view> names;
    for (const auto& s : sheet_.states) names.push_back(s.name.text);
    if (const std::string_view near = nearest(node.text, names); !near.empty()) {
      d.help.push_back("did you mean " + ticked(near) + "?");
      d.fix = Fix{node.name_span, std::string(near)};
    } else {
      d.help.push_back("what is set is declared under `state`");
    }
    return;
  }
  const sheet::State& state = sheet_.states[found->second];
  set_.insert(state.name.text);
  if (!state.known) return;
  ir::Action a{.act = Act::set_state, .imm = static_cast<std::int32_t>(found->second)};
  if (state.per == ir::Per::none) {
    if (node.children.size() > 1) {
      error("M0406", node.name_span, ticked(node.text) + " is a single value and takes no argument", env);
      return;
    }
  } else if (node.children.size() < 2) {
    error("M0406", node.name_span,
          ticked(node.text) + " has a value for each " + (state.per == ir::Per::hole ? "hole" : "player") +
              ": say which one is set",
          env);
    return;
  } else {
    a.what = wanted(node.children[1], env, state.per == ir::Per::hole ? Type::hole : Type::player).id;
  }
  const Typed v = wanted(value, env, state.holds, state_words_[found->second]);
  a.extra = v.id;
  if (!v.bad && state.holds == Type::number) {
    if (const auto n = build_.constant(v.id); n && (*n < state.low || *n > state.high)) {
      error("M0416", value.span,
            ticked(state.name.text) + " holds " + std::to_string(state.low) + " to " +
                std::to_string(state.high) + ", not " + std::to_string(*n),
            env);
    }
  }
  out.push_back(a);
}

void Elaborator::choose(const Tree& node, Env& env, std::vector<ir::Action>& out) {
  const auto choice = choices_.find(node.text);
  if (choice == choices_.end()) return;  // its declaration was reported
  ir::Action a{.act = Act::choose, .slot = choice->second.slot};
  const std::int64_t kind = node.number & 0xff;
  std::size_t next = 0;
  if (kind == syntax::kChooseWords) {
    a.words = word_sets_[static_cast<std::size_t>(choice->second.words)];
    a.imm = static_cast<std::int32_t>(a.words.size());
    while (next < node.children.size() && next < static_cast<std::size_t>(a.imm)) ++next;
  } else if (kind == syntax::kChooseSet) {
    const Typed set = set_of(node.children[next++], env);
    a.what = set.id;
    if (!set.bad && (set.type == Type::players) != (choice->second.type == Type::player)) {
      error("M0404", node.children[0].span, "expected a region, found " + type_text(set), env);
    }
  } else {
    a.what = wanted(node.children[next++], env, Type::number).id;
    a.extra = wanted(node.children[next++], env, Type::number).id;
    choice_of_numbers(a.what, a.extra, node.span, env);
  }
  a.by_chance = (node.number & syntax::kByChance) != 0;
  if ((node.number & syntax::kByPlayer) != 0) a.by = wanted(node.children[next], env, Type::player).id;
  out.push_back(a);
}

void Elaborator::perform(const Tree& node, Env& env, Event event, std::vector<ir::Action>& out) {
  const auto found = sheet_.definitions.find(node.text);
  if (found == sheet_.definitions.end()) {
    if (find_word(WordKind::function, node.text) != nullptr ||
        find_word(WordKind::name, node.text) != nullptr || state_index_.contains(node.text) ||
        parameters_.contains(node.text) || readings_.contains(node.text)) {
      error("M0405", node.span, ticked(node.text) + " is a value and does nothing", env);
      return;
    }
    std::vector<std::string> names;
    for (const auto& [name, definition] : sheet_.definitions) names.push_back(name);
    for (const std::string_view w : words_of(WordKind::operation)) names.emplace_back(w);
    Diagnostic& d = error("M0401", node.name_span, "unknown action " + ticked(node.text), env);
    const std::vector<std::string_view> views(names.begin(), names.end());
    if (const std::string_view near = nearest(node.text, views); !near.empty()) {
      d.help.push_back("did you mean " + ticked(near) + "?");
      d.fix = Fix{node.name_span, std::string(near)};
    } else {
      d.help.push_back(
          "an action is one of `lift`, `sow`, `capture`, `move`, `set`, `close`, `open`, `choose`, `again`, "
          "`stop`, `end`, `win`, `swap seats`, `rotate seats`, or a definition");
    }
    return;
  }
  const sheet::Definition& definition = found->second;
  std::optional<Env> inner = enter_actions(definition, node, env, out);
  if (!inner) return;
  if (const auto* phrase = std::get_if<sheet::Phrase>(&definition.body)) {
    if (!phrase->tree) return;
    Tree line = *phrase->tree;
    if ((line.kind == Kind::name || line.kind == Kind::call) && sheet_.definitions.contains(line.text)) {
      // A definition that only names another one: `go-on: relay-occupied`.
      Tree performed = line;
      performed.kind = Kind::perform;
      if (performed.name_span.file == kNoFile) performed.name_span = performed.span;
      perform(performed, *inner, event, out);
      return;
    }
    if (line.kind != Kind::actions) {
      Diagnostic& d =
          error("M0405", node.span, ticked(definition.head.name) + " is a value and does nothing", env);
      d.others.push_back({definition.span, "defined here"});
      return;
    }
    for (ir::Action& a : actions(line, *inner, event)) out.push_back(std::move(a));
    return;
  }
  const ir::ListId id = list(std::get<sheet::Clauses>(definition.body), *inner, event);
  out.push_back({.act = Act::block, .imm = id});
}

void Elaborator::action(const Tree& node, Env& env, Event event, std::vector<ir::Action>& out) {
  switch (node.kind) {
    case Kind::lift: {
      allowed(node, "lift", env, event);
      ir::Action a{.act = Act::lift};
      a.what = target(node.children[0], env);
      if (node.children.size() > 1) amount(node.children[1], env, a);
      out.push_back(a);
      return;
    }
    case Kind::sow_after:
    case Kind::sow_at: {
      allowed(node, "sow", env, event);
      ir::Action a{.act = node.kind == Kind::sow_after ? Act::sow_after : Act::sow_at};
      a.what = wanted(node.children[0], env, Type::hole).id;
      if (node.children.size() > 1) a.extra = wanted(node.children[1], env, Type::direction).id;
      out.push_back(a);
      return;
    }
    case Kind::capture: capture(node, env, out); return;
    case Kind::move: {
      ir::Action a{.act = Act::move};
      a.what = wanted(node.children[0], env, Type::hole).id;
      a.extra = target(node.children[1], env);
      if (node.children.size() > 2) amount(node.children[2], env, a);
      out.push_back(a);
      return;
    }
    case Kind::set: set(node, env, out); return;
    case Kind::close:
    case Kind::open:
      out.push_back(
          {.act = node.kind == Kind::close ? Act::close : Act::open, .what = target(node.children[0], env)});
      return;
    case Kind::choose:
      allowed(node, "choose", env, event);
      choose(node, env, out);
      return;
    case Kind::win:
      out.push_back({.act = Act::win, .what = wanted(node.children[0], env, Type::player).id});
      return;
    case Kind::again:
      allowed(node, "again", env, event);
      out.push_back({.act = Act::again});
      return;
    case Kind::stop:
      allowed(node, "stop", env, event);
      out.push_back({.act = Act::stop});
      return;
    case Kind::end: out.push_back({.act = Act::end}); return;
    case Kind::swap_seats:
      if (program_.board.player_count() != 2) {
        error("M0423", node.span, "`swap seats` has a meaning only where there are two players", env)
            .help.push_back("`rotate seats` moves every person on to the next seat, with what he holds");
      }
      out.push_back({.act = Act::swap_seats});
      return;
    case Kind::rotate_seats:
      if (program_.board.player_count() < 2)
        error("M0423", node.span, "one player alone has no other seat", env);
      out.push_back({.act = Act::rotate_seats});
      return;
    case Kind::perform: perform(node, env, event, out); return;
    default: error("M0405", node.span, "this is a value and does nothing", env); return;
  }
}

std::vector<ir::Action> Elaborator::actions(const Tree& node, Env& env, Event event) {
  std::vector<ir::Action> out;
  if (node.kind == Kind::actions) {
    for (const Tree& one : node.children) {
      const std::size_t before = out.size();
      action(one, env, event, out);
      if (&one != &node.children.back() && sows(out, before)) {
        error("M0501", one.span, "`sow` must be the last action: what comes after it would never be done",
              env);
      }
    }
  } else {
    Tree performed = node;
    performed.kind = Kind::perform;
    if (performed.name_span.file == kNoFile) performed.name_span = performed.span;
    perform(performed, env, event, out);
  }
  return out;
}

// Is there a `sow` among the actions from number `first` on?
bool Elaborator::sows(const std::vector<ir::Action>& actions, std::size_t first) const {
  return std::any_of(
      actions.begin() + static_cast<std::ptrdiff_t>(first), actions.end(), [this](const ir::Action& a) {
        return a.act == Act::sow_after || a.act == Act::sow_at || (a.act == Act::block && list_sows(a.imm));
      });
}

void Elaborator::each(const sheet::Clause& clause, Env& env, Event event, ir::Clause& out) {
  Env inner = env;
  inner.loops += clause.bindings.size();
  if (inner.loops > kMaxLoops) {
    error("M0508", clause.span,
          "more than " + std::to_string(kMaxLoops) + " loops inside each other would take too long", env);
  }
  for (const sheet::Phrase& phrase : clause.bindings) {
    if (!phrase.tree) continue;
    const Tree& binding = *phrase.tree;
    const Typed set = set_of(binding.children[0], inner);
    if (set.bad) {
      inner.bound.push_back({binding.text, bad(), {}, binding.span});
      continue;
    }
    ir::Binding b;
    b.set = set.id;
    b.slot = take_slot(binding.text);
    b.called = binding.text;
    if (binding.number == 1) b.from = ir::From::left;
    if (binding.number == 2) b.from = ir::From::right;
    if (binding.number == 3) {
      const Tree& order = binding.children[1];
      std::string word = order.text;
      const Bound* parameter = nullptr;
      for (const Bound& p : inner.bound) {
        if (p.name == order.text) parameter = &p;
      }
      if (parameter != nullptr && !parameter->word.empty()) word = parameter->word;
      if (parameter == nullptr || !parameter->word.empty()) {
        if (word == "left" || word == "right") {
          b.from = word == "left" ? ir::From::left : ir::From::right;
        } else {
          error("M0410", parameter != nullptr ? parameter->span : order.span,
                "an order is `left` or `right`, not " + ticked(word), env);
        }
      } else {
        const Typed value = parameter->value;
        if (value.type != Type::word || value.words < 0) {
          error("M0404", order.span, "expected `left` or `right`, found " + type_text(value), env);
        } else {
          const auto& words = word_sets_[static_cast<std::size_t>(value.words)];
          const auto left = std::find(words.begin(), words.end(), "left");
          if (left == words.end() || std::find(words.begin(), words.end(), "right") == words.end()) {
            error("M0404", order.span, "expected `left` or `right`, found " + type_text(value), env);
          } else {
            b.from = ir::From::chosen;
            b.order = build_.choose_if(build_.binary(Op::equal, Type::truth, value.id,
                                                     build_.word(static_cast<int>(left - words.begin()))),
                                       build_.word(0), build_.word(1));
          }
        }
      }
    }
    const Type element = set.type == Type::players ? Type::player : Type::hole;
    inner.bound.push_back(
        {binding.text, {.id = build_.local(b.slot, element), .type = element}, {}, binding.span});
    out.bindings.push_back(b);
  }
  out.kind = ClauseKind::each;
  out.cond = wanted_id(clause.cond, inner, Type::truth);
  if (clause.actions && clause.actions->tree) out.actions = actions(*clause.actions->tree, inner, event);
}

// A bare line: a definition that is a list of clauses is spliced in, anything else is `also`.
bool Elaborator::bare(const sheet::Clause& clause, Env& env, Event event, std::vector<ir::Clause>& out) {
  if (!clause.actions || !clause.actions->tree) return false;
  const Tree& line = *clause.actions->tree;
  ir::Clause c;
  c.kind = ClauseKind::also;
  if (line.kind == Kind::name || line.kind == Kind::call ||
      (line.kind == Kind::actions && line.children.size() == 1 && line.children[0].kind == Kind::perform)) {
    const Tree& used = line.kind == Kind::actions ? line.children[0] : line;
    const auto found = sheet_.definitions.find(used.text);
    if (found != sheet_.definitions.end() && std::holds_alternative<sheet::Clauses>(found->second.body)) {
      std::vector<ir::Action> lets;
      std::optional<Env> inner = enter_actions(found->second, used, env, lets);
      if (!inner) return false;
      for (const ir::Action& let : lets) {
        ir::Clause l;
        l.kind = ClauseKind::let;
        l.slot = let.slot;
        l.value = let.what;
        l.called = let.called;
        l.origin = origin(clause.span, {}, {});
        out.push_back(std::move(l));
      }
      for (const sheet::Clause& part : std::get<sheet::Clauses>(found->second.body).list) {
        if (this->clause(part, *inner, event, out)) return true;
      }
      return false;
    }
  }
  c.actions = actions(line, env, event);
  const bool last = !c.actions.empty() && ends_list(c.actions.back());
  c.origin = origin(env.uses.empty() ? clause.span : env.uses.front(), clause.source.text, clause.note);
  if (!c.actions.empty()) out.push_back(std::move(c));
  return last;
}

bool Elaborator::clause(const sheet::Clause& clause, Env& env, Event event, std::vector<ir::Clause>& out) {
  if (clause.form == sheet::Clause::Form::bare) return bare(clause, env, event, out);
  ir::Clause c;
  // A clause of the prelude is told by the line that uses it.
  const bool foreign = !env.inside.empty() && !sheet_.definitions.find(env.inside.front())->second.own;
  c.origin = origin(foreign ? env.uses.front() : clause.span, clause.source.text, clause.note);
  c.name = clause.name;
  if (clause.form == sheet::Clause::Form::let) {
    Typed value = bad();
    if (clause.value && clause.value->tree) {
      const SlotScope scope(*this);
      value = expression(*clause.value->tree, env);
    }
    if (value.none) {
      error("M0404", clause.span, "`none` alone has no type: give it one in an `if`", env);
      value = bad();
    }
    if (!value.bad) {
      c.kind = ClauseKind::let;
      c.slot = take_slot(clause.let_name.text);
      c.called = clause.let_name.text;
      c.value = value.id;
      value.id = build_.local(c.slot, value.type);
      out.push_back(std::move(c));
    }
    env.bound.push_back({clause.let_name.text, value, {}, clause.let_name.span});
    return false;
  }
  const SlotScope scope(*this);
  if (clause.form == sheet::Clause::Form::each) {
    each(clause, env, event, c);
    out.push_back(std::move(c));
    return false;
  }
  c.kind = clause.form == sheet::Clause::Form::also ? ClauseKind::also : ClauseKind::then;
  if (clause.form == sheet::Clause::Form::only_if && event != Event::end) {
    error("M0209", clause.span, "this clause does nothing when it holds", env)
        .help.push_back("a clause with `if` alone ends a round: it stands in `end`");
  }
  bool impossible = false;
  if (clause.cond) {
    const int asked_before = settings_asked_;
    c.cond = wanted_id(clause.cond, env, Type::truth);
    if (c.cond != kNone) {
      if (const auto known = build_.constant(c.cond)) {
        impossible = *known == 0;
        c.cond = kNone;
        // With other settings, on another board or for other arguments it may be otherwise.
        if (settings_asked_ == asked_before && env.inside.empty() && clause.span.file == sheet_.file) {
          diagnostics_.warning("M0518", clause.cond->span,
                               "this condition " + std::string(impossible ? "never" : "always") + " holds");
        }
      }
    }
  }
  if (clause.actions && clause.actions->tree) c.actions = actions(*clause.actions->tree, env, event);
  if (impossible) return false;
  const bool last =
      c.cond == kNone && (c.kind == ClauseKind::then || (!c.actions.empty() && ends_list(c.actions.back())));
  out.push_back(std::move(c));
  return last;
}

ir::ListId Elaborator::list(const sheet::Clauses& clauses, Env env, Event event) {
  const SlotScope scope(*this);
  std::vector<ir::Clause> out;
  std::vector<ir::Clause> unreachable;
  bool done = false;
  const sheet::Clause* final = nullptr;
  for (const sheet::Clause& c : clauses.list) {
    if (done) {
      if (final != nullptr && !final->cond && final->form != sheet::Clause::Form::bare) {
        Diagnostic& d = diagnostics_.warning("M0511", c.span, "this clause is never read");
        d.others.push_back({final->span, "this one always ends the list"});
        final = nullptr;
      }
      clause(c, env, event, unreachable);
      continue;
    }
    done = clause(c, env, event, out);
    if (done) final = &c;
  }
  drop_shadowed(out);
  program_.lists.push_back({std::move(out)});
  return static_cast<ir::ListId>(program_.lists.size()) - 1;
}

// A `then` that asks what an earlier one has asked cannot hold, if nothing was done in between. Readings make
// such pairs; where there are none, somebody wrote the same condition twice.
void Elaborator::drop_shadowed(std::vector<ir::Clause>& clauses) {
  std::vector<ExprId> asked;
  std::vector<ir::Clause> kept;
  for (ir::Clause& c : clauses) {
    const bool shadowed = c.kind == ClauseKind::then && c.cond != kNone &&
                          std::find(asked.begin(), asked.end(), c.cond) != asked.end();
    if (shadowed) {
      if (sheet_.readings.empty() && c.origin != kNone) {
        diagnostics_.warning(
            "M0511", variant_.origins[static_cast<std::size_t>(c.origin)].span,
            "this clause never holds: an earlier one has the same condition and ends the list");
      }
      continue;
    }
    // A drawn lot is another one each time.
    if (c.kind == ClauseKind::then && !mentions(c.cond, Op::by_lot)) asked.push_back(c.cond);
    if (c.kind == ClauseKind::also || c.kind == ClauseKind::each) asked.clear();
    kept.push_back(std::move(c));
  }
  clauses = std::move(kept);
}

bool Elaborator::list_sows(ir::ListId id) const {
  if (id == kNone) return false;
  const auto& clauses = program_.lists[static_cast<std::size_t>(id)].clauses;
  return std::any_of(clauses.begin(), clauses.end(),
                     [this](const ir::Clause& c) { return sows(c.actions, 0); });
}

bool Elaborator::mentions(ExprId id, Op op) const {
  if (id == kNone) return false;
  const ir::Expr& e = build_.at(id);
  return e.op == op || mentions(e.a, op) || mentions(e.b, op) || mentions(e.c, op) ||
         (e.op != Op::run && mentions(e.d, op));
}

bool Elaborator::list_mentions(ir::ListId id, Op op) const {
  if (id == kNone) return false;
  for (const ir::Clause& c : program_.lists[static_cast<std::size_t>(id)].clauses) {
    if (mentions(c.cond, op) || mentions(c.value, op)) return true;
  }
  return false;
}

}  // namespace mancala
