#include <algorithm>

#include "dsl/elaborate.h"
#include "dsl/parse.h"

namespace mancala {

using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;
using syntax::Kind;
using Tree = syntax::Node;

namespace {

std::string_view type_name(Type type) {
  switch (type) {
    case Type::number: return "a number";
    case Type::truth: return "a condition";
    case Type::hole: return "a hole";
    case Type::region: return "a region";
    case Type::player: return "a player";
    case Type::players: return "a set of players";
    case Type::direction: return "a direction";
    case Type::word: return "a word";
  }
  return "";
}

bool ordered(Kind kind) {
  return kind == Kind::less || kind == Kind::less_equal || kind == Kind::greater ||
         kind == Kind::greater_equal;
}

Op comparison_op(Kind kind) {
  if (kind == Kind::equal) return Op::equal;
  if (kind == Kind::not_equal) return Op::not_equal;
  if (kind == Kind::less) return Op::less;
  if (kind == Kind::less_equal) return Op::less_equal;
  if (kind == Kind::greater) return Op::greater;
  return Op::greater_equal;
}

}  // namespace

Diagnostic& Elaborator::error(std::string_view code, Span span, std::string message, const Env& env) {
  Diagnostic& d = diagnostics_.error(code, span, std::move(message));
  if (!env.uses.empty()) d.others.push_back({env.uses.front(), "in the definition used here"});
  return d;
}

std::string Elaborator::type_text(Type type, int words) const {
  if (type != Type::word || words < 0) return std::string(type_name(type));
  std::string text = "one of the words ";
  const auto& set = word_sets_[static_cast<std::size_t>(words)];
  for (std::size_t i = 0; i < set.size(); ++i) text += (i == 0 ? "`" : ", `") + set[i] + "`";
  return text;
}

std::string Elaborator::type_text(const Typed& value) const {
  return value.none ? "`none`" : type_text(value.type, value.words);
}

// The value as one of the type wanted, or an error.
Typed Elaborator::coerce(Typed value, Type type, int words, const Tree& node, const Env& env) {
  if (value.bad) return value;
  if (value.none) {
    switch (type) {
      case Type::hole: return {.id = build_.place(kNoPlace), .type = type};
      case Type::player: return {.id = build_.player(kNobody), .type = type};
      case Type::direction: return {.id = build_.direction(Direction::none), .type = type};
      case Type::word: return {.id = build_.word(-1), .type = type, .words = words};
      case Type::number:
      case Type::truth:
      case Type::region:
      case Type::players: break;
    }
  } else if (value.type == type && (type != Type::word || words < 0 || value.words == words)) {
    return value;
  } else if (value.type == Type::hole && type == Type::region) {
    const Op op = build_.at(value.id).op;
    if (op == Op::store || op == Op::pile) {
      error("M0404", node.span, "expected a region, found a store: a region is made of holes of the board",
            env)
          .help.push_back("for example `from: store(mover)` with `when: captured(mover) > 0`");
      return bad();
    }
    return {.id = build_.unary(Op::single, Type::region, value.id), .type = type};
  }
  // A parameter of the wrong type is the caller's mistake: show what he wrote.
  const auto argument = std::find_if(env.bound.rbegin(), env.bound.rend(), [&node](const Bound& b) {
    return b.argument && node.kind == Kind::name && b.name == node.text;
  });
  const bool passed_in = argument != env.bound.rend();
  Diagnostic& d = error("M0404", passed_in ? argument->span : node.span,
                        "expected " + type_text(type, words) + ", found " + type_text(value), env);
  if (passed_in) d.others.assign(1, {node.span, "wanted here"});
  if (value.type == Type::region && type == Type::hole)
    d.help.push_back("`the R` is the only hole of a region");
  if (value.type == Type::hole && type == Type::number)
    d.help.push_back("`seeds(h)` is the number of seeds in a hole");
  if (value.type == Type::hole && type == Type::truth)
    d.help.push_back("`occupied(h)` asks whether a hole has seeds");
  if (value.type == Type::region && type == Type::truth) {
    d.help.push_back("`some R` asks whether a region has a hole, `seeds(R) > 0` whether it has seeds");
  }
  return bad();
}

Typed Elaborator::wanted(const Tree& node, Env& env, Type type, int words) {
  if (type == Type::word && words >= 0) {
    if (const auto word = as_word(node, env, words)) return *word;
  }
  return coerce(expression(node, env), type, words, node, env);
}

ExprId Elaborator::wanted_id(const std::optional<sheet::Phrase>& phrase, Env& env, Type type, int words) {
  if (!phrase || !phrase->tree) return kNone;
  const SlotScope scope(*this);
  const Typed value = wanted(*phrase->tree, env, type, words);
  return value.bad ? kNone : value.id;
}

Typed Elaborator::set_of(const Tree& node, Env& env) {
  const Typed value = expression(node, env);
  if (value.bad || value.type == Type::players) return value;
  return coerce(value, Type::region, -1, node, env);
}

// A bare name as one of the words of a set, if it is one.
std::optional<Typed> Elaborator::as_word(const Tree& node, const Env& env, int words) {
  if (node.kind != Kind::name) return std::nullopt;
  std::string text = node.text;
  for (auto it = env.bound.rbegin(); it != env.bound.rend(); ++it) {
    if (it->name != node.text) continue;
    if (it->word.empty()) return std::nullopt;
    text = it->word;
    break;
  }
  const auto& set = word_sets_[static_cast<std::size_t>(words)];
  const auto found = std::find(set.begin(), set.end(), text);
  if (found == set.end()) return std::nullopt;
  for (const auto& [name, reading] : readings_) {
    if (reading.words == words) mentioned_.insert(name + " " + text);
  }
  return Typed{.id = build_.word(static_cast<int>(found - set.begin())), .type = Type::word, .words = words};
}

bool Elaborator::resolves(const Tree& node, const Env& env) const {
  if (node.kind != Kind::name) return true;
  for (const Bound& b : env.bound) {
    if (b.name == node.text) return b.word.empty();
  }
  const auto names = names_here(env);
  return std::find(names.begin(), names.end(), node.text) != names.end();
}

std::vector<std::string> Elaborator::names_here(const Env& env) const {
  std::vector<std::string> all;
  for (const Bound& b : env.bound) all.push_back(b.name);
  for (const auto& [name, choice] : choices_) all.push_back(name);
  for (const sheet::State& s : sheet_.states) {
    if (s.per == ir::Per::none) all.push_back(s.name.text);
  }
  for (const auto& [name, reading] : readings_) all.push_back(name);
  for (const auto& [name, value] : parameters_) all.push_back(name);
  for (const auto& [name, definition] : sheet_.definitions) {
    if (definition.head.parameters.empty()) all.push_back(name);
  }
  for (const auto& player : sheet_.players) all.push_back(player.text);
  for (const Word& w : vocabulary()) {
    if (w.kind == WordKind::name && (w.moments & env.moment) != 0) all.emplace_back(w.text);
  }
  if (env.it.id != kNone) all.emplace_back("it");
  return all;
}

Typed Elaborator::unknown_name(const Tree& node, const Env& env, bool as_call) {
  std::vector<std::string> names;
  if (as_call) {
    for (const std::string_view w : words_of(WordKind::function)) names.emplace_back(w);
    for (const auto& [name, definition] : sheet_.definitions) {
      if (!definition.head.parameters.empty()) names.push_back(name);
    }
    for (const auto& [name, index] : piles_) names.push_back(name);
    for (const auto& [name, index] : piece_index_) names.push_back(name);
    for (const sheet::State& s : sheet_.states) {
      if (s.per != ir::Per::none) names.push_back(s.name.text);
    }
  } else {
    names = names_here(env);
  }
  const Span span = as_call ? node.name_span : node.span;
  Diagnostic& d = error("M0401", span,
                        "unknown " + std::string(as_call ? "function " : "name ") + ticked(node.text), env);
  std::vector<std::string_view> views(names.begin(), names.end());
  if (const std::string_view near = nearest(node.text, views); !near.empty()) {
    d.help.push_back("did you mean " + ticked(near) + "?");
    d.fix = Fix{span, std::string(near)};
  } else if (!as_call && find_word(WordKind::function, node.text) != nullptr) {
    d.help.push_back(ticked(node.text) +
                     " is a function: " + ticked(find_word(WordKind::function, node.text)->example));
  } else if (!as_call && find_word(WordKind::operation, node.text) != nullptr) {
    d.help.push_back(ticked(node.text) + " is an action: it stands after `then` or `also`");
  }
  return bad();
}

Typed Elaborator::name(const Tree& node, Env& env) {
  for (auto it = env.bound.rbegin(); it != env.bound.rend(); ++it) {
    if (it->name != node.text) continue;
    if (it->word.empty()) return it->value;
    Diagnostic& d = error("M0401", it->span, "unknown name " + ticked(it->word), env);
    d.others.assign(1, {node.span, "a value is wanted here"});
    if (!it->near.empty()) {
      d.help.push_back("did you mean " + ticked(it->near) + "?");
      d.fix = Fix{it->span, it->near};
    }
    return bad();
  }
  if (node.text == "it") {
    if (env.it.bad) return bad();
    if (env.it.id != kNone) return env.it;
    error("M0411", node.span, "there is no `it` here", env)
        .help.push_back(
            "`it` is the member in question in `where`, `while`, `player with`, `for`, `skip`, `each` and "
            "`setup`");
    return bad();
  }
  if (const auto choice = choices_.find(node.text); choice != choices_.end()) {
    if (std::find(env.later.begin(), env.later.end(), node.text) != env.later.end()) {
      error("M0403", node.span, ticked(node.text) + " is not chosen yet in " + env.place, env)
          .help.push_back("the picks of a move are made in the order in which `choose` lists them");
      return bad();
    }
    return {.id = build_.local(choice->second.slot, choice->second.type),
            .type = choice->second.type,
            .words = choice->second.words};
  }
  if (const auto state = state_index_.find(node.text); state != state_index_.end()) {
    if (sheet_.states[state->second].per == ir::Per::none) return state_read(state->second, node, env);
    error("M0406", node.span,
          ticked(node.text) + " has a value for each " +
              (sheet_.states[state->second].per == ir::Per::hole ? "hole" : "player") + ": say which",
          env);
    return bad();
  }
  if (const auto reading = readings_.find(node.text); reading != readings_.end()) {
    used_.insert(node.text);
    ++settings_asked_;
    return {.id = build_.word(reading->second.value), .type = Type::word, .words = reading->second.words};
  }
  if (const auto parameter = parameters_.find(node.text); parameter != parameters_.end()) {
    used_.insert(node.text);
    ++settings_asked_;
    return {.id = build_.number(parameter->second), .type = Type::number};
  }
  if (const auto definition = sheet_.definitions.find(node.text); definition != sheet_.definitions.end()) {
    return expand_expression(definition->second, node, env);
  }
  for (std::size_t i = 0; i < sheet_.players.size(); ++i) {
    if (sheet_.players[i].text == node.text) {
      return {.id = build_.player(static_cast<Player>(i)), .type = Type::player};
    }
  }
  if (const Place hole = program_.board.find(node.text); hole != kNoPlace) {
    return {.id = build_.place(hole), .type = Type::hole};
  }
  if (const Word* word = find_word(WordKind::name, node.text)) return vocabulary_name(*word, node, env);
  if (piece_index_.contains(node.text)) {
    error("M0406", node.span, ticked(node.text) + " is asked about one hole or region: say which", env);
    return bad();
  }
  return unknown_name(node, env, false);
}

// `opponent`, `other(p)` and `same(h)` speak of two players.
bool Elaborator::for_two_players(const Tree& node, const Env& env) {
  if (program_.board.player_count() == 2) return true;
  Diagnostic& d =
      error("M0423", node.span, ticked(node.text) + " has a meaning only where there are two players", env);
  if (program_.board.player_count() > 2) {
    d.help.push_back(
        "`theirs` is every hole that another player owns, `next-player(p)` who sits after p, "
        "`players where it != mover` all the others");
  }
  return false;
}

Typed Elaborator::vocabulary_name(const Word& word, const Tree& node, Env& env) {
  if ((word.moments & env.moment) == 0) {
    error("M0403", node.span, ticked(node.text) + " does not exist in " + env.place, env)
        .help.push_back("it exists in " + moments_text(word.moments));
    return bad();
  }
  const auto simple = [&](Op op, Type type) {
    return Typed{.id = build_.make({.op = op, .type = type}), .type = type};
  };
  if (word.op == Op::direction) {
    const Direction d = word.text == "either"             ? Direction::either
                        : word.text == "counterclockwise" ? Direction::onward
                                                          : Direction::backward;
    return {.id = build_.direction(d), .type = Type::direction};
  }
  if (word.op == Op::place)
    return {.id = build_.place(word.text == "hand" ? kHand : kOut), .type = Type::hole};
  if (word.op == Op::player) return {.id = build_.player(kNobody), .type = Type::player};
  if (word.op == Op::other) {
    if (!for_two_players(node, env)) return bad();
    return {.id = build_.unary(Op::other, Type::player, simple(Op::mover, Type::player).id),
            .type = Type::player};
  }
  if (word.op == Op::region) {
    Region holes;
    for (const std::string& end : end_holes_) holes.add(program_.board.find(end));
    return {.id = build_.region(holes), .type = Type::region};
  }
  if (word.op == Op::phase) {
    if (phase_words_ < 0) {
      error("M0401", node.span, "unknown name `phase`: this variant has no `phases`", env);
      return bad();
    }
    Typed phase = simple(Op::phase, Type::word);
    phase.words = phase_words_;
    return phase;
  }
  return simple(word.op, word.gives);
}

Typed Elaborator::state_read(std::size_t index, const Tree& node, Env& env) {
  const sheet::State& state = sheet_.states[index];
  used_.insert(state.name.text);
  if (!state.known) return bad();
  if (env.no_states) {
    error("M0403", node.name_span.file == kNoFile ? node.span : node.name_span,
          ticked(node.text) + " has no value yet in " + env.place, env)
        .help.push_back(
            "states get their first values once the seeds are laid out: `then` in `setup` may ask for them");
    return bad();
  }
  ExprId which = kNone;
  if (state.per != ir::Per::none) {
    if (node.children.size() != 1) {
      error("M0406", node.name_span,
            ticked(node.text) + " is asked about one " + (state.per == ir::Per::hole ? "hole" : "player"),
            env);
      return bad();
    }
    const Typed of = wanted(node.children[0], env, state.per == ir::Per::hole ? Type::hole : Type::player);
    if (of.bad) return bad();
    which = of.id;
  } else if (!node.children.empty()) {
    error("M0406", node.name_span, ticked(node.text) + " is a single value and takes no argument", env);
    return bad();
  }
  return {.id = build_.unary(Op::state, state.holds, which, static_cast<std::int32_t>(index)),
          .type = state.holds,
          .words = state_words_[index]};
}

// `stone(x)`: in a hole, store, pile or region.
Typed Elaborator::pieces_in(std::size_t kind, const Tree& node, Env& env) {
  if (node.children.size() != 1) {
    error("M0406", node.name_span, ticked(node.text) + " is asked about one hole or region", env);
    return bad();
  }
  const Tree& argument = node.children[0];
  Typed value = expression(argument, env);
  if (value.bad) return bad();
  value =
      coerce(value, value.none || value.type == Type::hole ? Type::hole : Type::region, -1, argument, env);
  if (value.bad) return bad();
  return {.id = build_.unary(Op::pieces, Type::number, value.id, static_cast<std::int32_t>(kind)),
          .type = Type::number};
}

// The kind in `1 stone`.
std::optional<std::int32_t> Elaborator::piece_called(const Tree& node, const Env& env) {
  const auto found = piece_index_.find(node.text);
  if (found != piece_index_.end()) return static_cast<std::int32_t>(found->second);
  std::vector<std::string_view> names;
  for (const auto& kind : sheet_.pieces) names.push_back(kind.name.text);
  Diagnostic& d = error("M0401", node.name_span, "there is no kind of piece " + ticked(node.text), env);
  if (const std::string_view near = nearest(node.text, names); !near.empty()) {
    d.help.push_back("did you mean " + ticked(near) + "?");
    d.fix = Fix{node.name_span, std::string(near)};
  } else {
    d.help.push_back("kinds that are not seeds are declared under `pieces`");
  }
  return std::nullopt;
}

Typed Elaborator::call(const Tree& node, Env& env) {
  if (const auto definition = sheet_.definitions.find(node.text); definition != sheet_.definitions.end()) {
    return expand_expression(definition->second, node, env);
  }
  if (const auto state = state_index_.find(node.text); state != state_index_.end()) {
    return state_read(state->second, node, env);
  }
  const auto one_player = [&](Op op, Type type, std::int32_t imm) -> Typed {
    if (node.children.size() != 1) {
      error("M0406", node.name_span, ticked(node.text) + " takes one player", env);
      return bad();
    }
    const Typed p = wanted(node.children[0], env, Type::player);
    return p.bad ? bad() : Typed{.id = build_.unary(op, type, p.id, imm), .type = type};
  };
  if (const auto pile = piles_.find(node.text); pile != piles_.end()) {
    return one_player(Op::pile, Type::hole, static_cast<std::int32_t>(pile->second));
  }
  if (const auto kind = piece_index_.find(node.text); kind != piece_index_.end()) {
    return pieces_in(kind->second, node, env);
  }
  if (node.text == "captured-now") {
    const Word* word = find_word(WordKind::name, node.text);
    if ((word->moments & env.moment) == 0) return vocabulary_name(*word, node, env);
    return one_player(Op::captured_now, Type::number, 0);
  }
  if (const Word* word = find_word(WordKind::function, node.text)) return function_call(*word, node, env);
  const auto names = names_here(env);
  if (std::find(names.begin(), names.end(), node.text) != names.end()) {
    error("M0408", node.name_span, ticked(node.text) + " is no function and takes no argument", env);
    return bad();
  }
  return unknown_name(node, env, true);
}

Typed Elaborator::function_call(const Word& word, const Tree& node, Env& env) {
  if (node.children.size() != 1) {
    error("M0406", node.name_span,
          ticked(word.text) + " takes one argument, not " + std::to_string(node.children.size()), env)
        .help.push_back("for example " + ticked(word.example));
    return bad();
  }
  if ((word.op == Op::other || word.op == Op::same) && !for_two_players(node, env)) return bad();
  const Tree& argument = node.children[0];
  Typed value = expression(argument, env);
  if (value.bad) return bad();
  if ((word.op == Op::next || word.op == Op::prev || word.op == Op::neighbours) &&
      env.moment == moment::setup) {
    error("M0403", node.name_span,
          ticked(word.text) + " asks for the running direction, which does not exist in " + env.place, env);
    return bad();
  }
  if (value.type == Type::region && word.pointwise) {
    return {.id = build_.unary(word.op, Type::region, value.id), .type = Type::region};
  }
  // One type, or whichever of two the argument is of.
  const std::string_view takes = word.takes;
  Type type = Type::region;
  if (takes == "hole" || (takes == "hole region" && (value.none || value.type == Type::hole)))
    type = Type::hole;
  if (takes == "player") type = Type::player;
  if (takes == "region players" && value.type == Type::players) type = Type::players;
  value = coerce(value, type, -1, argument, env);
  if (value.bad) return bad();
  // Where all pieces are seeds each is worth one.
  if (word.op == Op::worth && program_.pieces.empty())
    return {.id = build_.unary(Op::seeds, Type::number, value.id), .type = Type::number};
  return {.id = build_.unary(word.op, word.gives, value.id), .type = word.gives};
}

// Does the tree (or a definition that it uses) look ahead or back?
bool Elaborator::leaves_the_moment(const Tree& node) const {
  if (node.kind == Kind::after || node.kind == Kind::some_move || node.kind == Kind::no_move_by ||
      node.kind == Kind::at_start || node.kind == Kind::at_lap_start)
    return true;
  if (node.kind == Kind::name || node.kind == Kind::call) {
    const auto it = sheet_.definitions.find(node.text);
    if (it != sheet_.definitions.end()) {
      const auto [known, fresh] = leaves_the_moment_.try_emplace(node.text, false);
      const auto* phrase = std::get_if<sheet::Phrase>(&it->second.body);
      if (fresh && phrase != nullptr && phrase->tree) known->second = leaves_the_moment(*phrase->tree);
      if (known->second) return true;
    }
  }
  return std::any_of(node.children.begin(), node.children.end(),
                     [&](const Tree& child) { return leaves_the_moment(child); });
}

// The environment in which the body of a definition is read: its parameters, no `it`, none of the caller's
// names.
std::optional<Env> Elaborator::enter(const sheet::Definition& definition, const Tree& node, Env& env) {
  used_.insert(definition.head.name);
  const std::string& name = definition.head.name;
  if (++expansions_ > kMaxExpansions) {
    if (expansions_ == kMaxExpansions + 1) {
      error("M0508", node.span, "the definitions expand to more than a variant may have", env);
    }
    return std::nullopt;
  }
  if (static_cast<int>(env.inside.size()) >= kMaxExpansion ||
      std::find(env.inside.begin(), env.inside.end(), name) != env.inside.end()) {
    Diagnostic& d = error("M0407", node.span, ticked(name) + " uses itself", env);
    d.others.push_back({definition.span, "defined here"});
    return std::nullopt;
  }
  if (node.children.size() != definition.head.parameters.size()) {
    Diagnostic& d =
        error("M0406", node.name_span.file == kNoFile ? node.span : node.name_span,
              ticked(name) + " takes " + std::to_string(definition.head.parameters.size()) +
                  (definition.head.parameters.size() == 1 ? " argument, not " : " arguments, not ") +
                  std::to_string(node.children.size()),
              env);
    d.others.push_back({definition.span, "defined here"});
    return std::nullopt;
  }
  Env inner = env;
  inner.bound.clear();
  inner.it = {};
  inner.uses.push_back(node.span);
  inner.inside.push_back(name);
  bool fine = true;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const Tree& argument = node.children[i];
    Bound b{definition.head.parameters[i], {}, {}, argument.span, true};
    for (const Bound& outer : env.bound) {
      if (outer.argument && argument.kind == Kind::name && outer.name == argument.text) b.span = outer.span;
    }
    if (!resolves(argument, env)) {
      b.word = argument.text;
      const auto names = names_here(env);
      b.near = nearest(argument.text, {names.begin(), names.end()});
      for (const Bound& outer : env.bound) {
        if (outer.name != argument.text) continue;
        b.word = outer.word;
        b.near = outer.near;
      }
    } else {
      b.value = expression(argument, env);
      fine = fine && !b.value.bad;
    }
    inner.bound.push_back(std::move(b));
  }
  if (!fine) return std::nullopt;
  return inner;
}

Typed Elaborator::expand_expression(const sheet::Definition& definition, const Tree& node, Env& env) {
  const auto* phrase = std::get_if<sheet::Phrase>(&definition.body);
  if (phrase == nullptr || (phrase->tree && phrase->tree->kind == Kind::actions)) {
    used_.insert(definition.head.name);
    Diagnostic& d =
        error("M0405", node.span, ticked(definition.head.name) + " does something and has no value", env);
    d.others.push_back({definition.span, "defined here"});
    return bad();
  }
  std::optional<Env> inner = enter(definition, node, env);
  if (!inner || !phrase->tree) return bad();
  if (!leaves_the_moment(*phrase->tree)) return expression(*phrase->tree, *inner);
  // Arguments are values of the moment of the call: they must not be read again in the moment looked at.
  std::vector<std::pair<std::int32_t, ExprId>> binds;
  for (Bound& b : inner->bound) {
    const Typed& value = b.value;
    if (!b.word.empty() || value.none || build_.constant(value.id) || build_.at(value.id).op == Op::local)
      continue;
    const std::int32_t slot = take_slot(b.name);
    binds.emplace_back(slot, value.id);
    b.value.id = build_.local(slot, value.type);
  }
  Typed body = expression(*phrase->tree, *inner);
  if (body.bad || body.none) return body;
  for (auto it = binds.rbegin(); it != binds.rend(); ++it) {
    body.id =
        build_.make({.op = Op::bind, .type = body.type, .a = it->second, .b = body.id, .imm = it->first});
  }
  return body;
}

Typed Elaborator::comparison(const Tree& node, Env& env) {
  const Tree& left = node.children[0];
  const Tree& right = node.children[1];
  const Op op = comparison_op(node.kind);
  Typed a, b;
  // A bare name beside a word is first looked for among the words of the other side's type.
  const bool left_first = resolves(left, env) || !resolves(right, env);
  if (left_first) {
    a = expression(left, env);
    if (a.bad) return bad();
    const auto word = a.type == Type::word ? as_word(right, env, a.words) : std::nullopt;
    if (!word && right.kind == Kind::name && a.type != Type::word) {
      // `opponent == rest`: the left name may be a word of the right side's type.
      b = expression(right, env);
      if (b.type == Type::word && !b.bad) {
        if (const auto swapped = as_word(left, env, b.words)) a = *swapped;
      }
    } else if (!word && a.type == Type::word && !resolves(right, env)) {
      Diagnostic& d =
          error("M0410", right.span, ticked(right.text) + " is none of the words of this value", env);
      const auto& set = word_sets_[static_cast<std::size_t>(a.words)];
      const std::vector<std::string_view> words(set.begin(), set.end());
      if (const std::string_view near = nearest(right.text, words); !near.empty()) {
        d.help.push_back("did you mean " + ticked(near) + "?");
        d.fix = Fix{right.span, std::string(near)};
      }
      d.help.push_back("it is " + type_text(a));
      return bad();
    } else {
      b = word ? *word : expression(right, env);
    }
  } else {
    b = expression(right, env);
    if (b.bad) return bad();
    const auto word = b.type == Type::word ? as_word(left, env, b.words) : std::nullopt;
    a = word ? *word : expression(left, env);
  }
  if (a.bad || b.bad) return bad();
  if (ordered(node.kind) && a.type == b.type && a.type != Type::number) {
    error("M0409", node.span, "only numbers are less or greater, not " + type_text(a), env);
    return bad();
  }
  if (ordered(node.kind)) {
    a = coerce(a, Type::number, -1, left, env);
    b = coerce(b, Type::number, -1, right, env);
  } else if (a.none || b.none) {
    if (a.none && b.none) return {.id = build_.truth(op == Op::equal), .type = Type::truth};
    if (a.none) a = coerce(a, b.type, b.words, left, env);
    if (b.none) b = coerce(b, a.type, a.words, right, env);
  } else if (a.type != b.type || (a.type == Type::word && a.words != b.words) || a.type == Type::region ||
             a.type == Type::players) {
    Diagnostic& d =
        error("M0409", node.span, "cannot compare " + type_text(a) + " with " + type_text(b), env);
    if (a.type == Type::hole && b.type == Type::region)
      d.help.push_back("`h in R` asks whether a hole is in a region");
    return bad();
  }
  if (a.bad || b.bad) return bad();
  return {.id = build_.binary(op, Type::truth, a.id, b.id), .type = Type::truth};
}

Typed Elaborator::binary_number(const Tree& node, Env& env, Op op) {
  const Typed a = wanted(node.children[0], env, Type::number);
  const Typed b = wanted(node.children[1], env, Type::number);
  if (a.bad || b.bad) return bad();
  return {.id = build_.binary(op, Type::number, a.id, b.id), .type = Type::number};
}

Typed Elaborator::is(const Tree& node, Env& env) {
  const Typed value = wanted(node.children[0], env, Type::number);
  ir::NumberSet set;
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const Tree& alternative = node.children[i];
    if (alternative.kind == Kind::alt_even) {
      set.even = true;
    } else if (alternative.kind == Kind::alt_odd) {
      set.odd = true;
    } else {
      if (alternative.number > alternative.number2) {
        error("M0412", alternative.span, "this range is empty: it goes down", env);
        return bad();
      }
      set.ranges.emplace_back(static_cast<std::int32_t>(alternative.number),
                              static_cast<std::int32_t>(alternative.number2));
    }
  }
  if (value.bad) return bad();
  return {.id = build_.number_set(std::move(set), value.id), .type = Type::truth};
}

Typed Elaborator::in(const Tree& node, Env& env) {
  Typed element = expression(node.children[0], env);
  const Typed set = set_of(node.children[1], env);
  if (element.bad || set.bad) return bad();
  element = coerce(element, set.type == Type::players ? Type::player : Type::hole, -1, node.children[0], env);
  if (element.bad) return bad();
  return {.id = build_.binary(Op::in, Type::truth, element.id, set.id), .type = Type::truth};
}

Typed Elaborator::where(const Tree& node, Env& env) {
  const Typed set = set_of(node.children[0], env);
  if (set.bad) return bad();
  const SlotScope scope(*this);
  const std::int32_t slot = take_slot("it");
  Env inner = env;
  const Type element = set.type == Type::players ? Type::player : Type::hole;
  inner.it = {.id = build_.local(slot, element), .type = element};
  const Typed cond = wanted(node.children[1], inner, Type::truth);
  if (cond.bad) return bad();
  return {.id = build_.make({.op = Op::where, .type = set.type, .a = set.id, .b = cond.id, .imm = slot}),
          .type = set.type};
}

Typed Elaborator::unite(const Tree& node, Env& env) {
  const Typed a = set_of(node.children[0], env);
  const Typed b = set_of(node.children[1], env);
  if (a.bad || b.bad) return bad();
  if (a.type != b.type) {
    error("M0409", node.span, "cannot put " + type_text(a) + " and " + type_text(b) + " together", env);
    return bad();
  }
  return {.id = build_.binary(node.kind == Kind::unite ? Op::unite : Op::minus, a.type, a.id, b.id),
          .type = a.type};
}

Typed Elaborator::run(const Tree& node, Env& env) {
  const Typed from = wanted(node.children[0], env, Type::hole);
  Typed within{.id = kNone};
  if (node.children.size() > 2) within = wanted(node.children[2], env, Type::region);
  const SlotScope scope(*this);
  const std::int32_t slot = take_slot("it");
  Env inner = env;
  inner.it = {.id = build_.local(slot, Type::hole), .type = Type::hole};
  const Typed cond = wanted(node.children[1], inner, Type::truth);
  if (node.number2 < 1) {
    error("M0412", node.span, "a run `by 0` never leaves its first hole", env);
    return bad();
  }
  if (from.bad || within.bad || cond.bad) return bad();
  return {.id = build_.make({.op = Op::run,
                             .type = Type::region,
                             .a = from.id,
                             .b = cond.id,
                             .c = within.id,
                             .d = node.number == syntax::kRunBack ? ir::kRunBack : 0,
                             .imm = slot,
                             .by = static_cast<std::int32_t>(node.number2)}),
          .type = Type::region};
}

Typed Elaborator::step(const Tree& node, Env& env) {
  const Typed count = wanted(node.children[0], env, Type::number);
  const Typed from = wanted(node.children[1], env, Type::hole);
  if (count.bad || from.bad) return bad();
  ExprId direction = kNone;
  if (node.number == syntax::kStepGoing) {
    const Typed d = wanted(node.children[2], env, Type::direction);
    if (d.bad) return bad();
    direction = d.id;
  } else if (node.number == syntax::kStepBack) {
    direction =
        build_.unary(Op::reverse, Type::direction, build_.make({.op = Op::running, .type = Type::direction}));
  }
  return {
      .id = build_.make({.op = Op::step, .type = Type::hole, .a = count.id, .b = from.id, .c = direction}),
      .type = Type::hole};
}

// The place of a label as seen by a player: `A5 of north` is North's fifth hole of the inner row.
ExprId Elaborator::hole_of(std::string_view label, Player player) const {
  const Place absolute = program_.board.find(label);
  if (absolute == kNoPlace || player == kNobody) return absolute;
  const Hole& wanted = program_.board.holes[static_cast<std::size_t>(absolute)];
  for (std::size_t i = 0; i < program_.board.holes.size(); ++i) {
    const Hole& h = program_.board.holes[i];
    if (h.side == player && h.row == wanted.row && h.number == wanted.number) return static_cast<ExprId>(i);
  }
  return kNoPlace;
}

Typed Elaborator::label(const Tree& node, Env& env) {
  if (program_.board.find(node.text) == kNoPlace) {
    Diagnostic& d =
        error("M0412", node.span, "there is no hole " + ticked(node.text) + " on this board", env);
    if (program_.board.hole_count() > 0) {
      d.help.push_back("the holes are " + ticked(program_.board.holes.front().label) + " to " +
                       ticked(program_.board.holes.back().label));
    }
    return bad();
  }
  if (node.children.empty()) {
    return {.id = build_.place(static_cast<Place>(hole_of(node.text, kNobody))), .type = Type::hole};
  }
  const Typed of = wanted(node.children[0], env, Type::player);
  if (of.bad) return bad();
  ExprId result = build_.place(kNoPlace);
  for (int p = program_.board.player_count() - 1; p >= 0; --p) {
    const auto player = static_cast<Player>(p);
    result = build_.choose_if(build_.binary(Op::equal, Type::truth, of.id, build_.player(player)),
                              build_.place(static_cast<Place>(hole_of(node.text, player))), result);
  }
  return {.id = result, .type = Type::hole};
}

Typed Elaborator::labels(const Tree& node, Env& env) {
  ExprId all = kNone;
  const auto count = static_cast<std::size_t>(node.number);
  for (std::size_t i = 0; i < count; ++i) {
    Tree one = node.children[i];
    if (node.children.size() > count) one.children.push_back(node.children[count]);
    const Typed h = label(one, env);
    if (h.bad) return bad();
    const ExprId single = build_.unary(Op::single, Type::region, h.id);
    all = all == kNone ? single : build_.binary(Op::unite, Type::region, all, single);
  }
  return {.id = all, .type = Type::region};
}

Typed Elaborator::look_ahead(const Tree& node, Env& env) {
  if (!env.look_ahead) {
    error("M0413", node.span, "look-ahead cannot stand in " + env.place, env)
        .help.push_back(
            "`after` and `some move` may stand in `legal`, `turn-start` and `end`: a move that is only "
            "imagined must not imagine others");
    return bad();
  }
  Env inner = env;
  inner.moment = moment::after | (env.moment & moment::choice);
  inner.place = "a look-ahead";
  if (node.kind == Kind::after) {
    if ((env.moment & moment::choice) == 0) {
      error("M0413", node.span, "`after` speaks about the move that is judged; there is none in " + env.place,
            env)
          .help.push_back("`some move by P gives E` asks about all moves of a player");
      return bad();
    }
    const Typed then = wanted(node.children[0], inner, Type::truth);
    return then.bad ? bad() : Typed{.id = build_.unary(Op::after, Type::truth, then.id), .type = Type::truth};
  }
  const bool any_player = (node.number & 1) != 0;
  const bool gives = (node.number & 2) != 0;
  ExprId player = kNone;
  std::size_t next = 0;
  if (!any_player) {
    const Typed p = wanted(node.children[next++], env, Type::player);
    if (p.bad) return bad();
    player = p.id;
  }
  ExprId result = kNone;
  if (gives) {
    const Typed e = wanted(node.children[next], inner, Type::truth);
    if (e.bad) return bad();
    result = e.id;
  }
  ExprId id = build_.make({.op = Op::some_move, .type = Type::truth, .a = player, .b = result});
  if (node.kind == Kind::no_move_by) id = build_.unary(Op::logical_not, Type::truth, id);
  return {.id = id, .type = Type::truth};
}

// The seeds as they lay at the start of the turn or of the lap; all else is as it is now.
Typed Elaborator::look_back(const Tree& node, Env& env) {
  const bool lap = node.kind == Kind::at_lap_start;
  const std::string word = lap ? "`at-lap-start`" : "`at-start`";
  const Moments known = lap ? moment::station | moment::route | moment::lap : moment::turn;
  if ((env.moment & known) == 0 || env.moment == moment::all) {
    error("M0403", node.span, word + " does not exist in " + env.place, env)
        .help.push_back("it exists in " + moments_text(known));
    return bad();
  }
  Env inner = env;
  inner.look_ahead = false;
  inner.place = word;
  Typed value = expression(node.children[0], inner);
  if (value.bad || value.none || build_.constant(value.id)) return value;
  if (mentions(value.id, Op::no_move) || mentions(value.id, Op::repeated)) {
    error("M0413", node.span, word + " looks back at seeds, not at moves", env)
        .help.push_back("`no-move` and `repeated` are asked of the board as it is");
    return bad();
  }
  if (mentions(value.id, Op::pieces) || mentions(value.id, Op::worth)) {
    error("M0413", node.span, word + " looks back at how many seeds there were, not at which pieces", env);
    return bad();
  }
  value.id = build_.unary(lap ? Op::at_lap_start : Op::at_start, build_.at(value.id).type, value.id);
  return value;
}

Typed Elaborator::player_with(const Tree& node, Env& env) {
  const SlotScope scope(*this);
  const std::int32_t slot = take_slot("it");
  Env inner = env;
  inner.it = {.id = build_.local(slot, Type::player), .type = Type::player};
  const Typed measure = wanted(node.children[0], inner, Type::number);
  if (measure.bad) return bad();
  return {.id = build_.make({.op = node.number != 0 ? Op::player_with_most : Op::player_with_fewest,
                             .type = Type::player,
                             .b = measure.id,
                             .imm = slot}),
          .type = Type::player};
}

Typed Elaborator::conditional(const Tree& node, Env& env) {
  const Typed cond = wanted(node.children[0], env, Type::truth);
  Typed yes = expression(node.children[1], env);
  Typed no = expression(node.children[2], env);
  if (cond.bad || yes.bad || no.bad) return bad();
  if (yes.none && no.none) return yes;
  if (yes.none) yes = coerce(yes, no.type, no.words, node.children[1], env);
  if (no.none) no = coerce(no, yes.type, yes.words, node.children[2], env);
  if (yes.bad || no.bad) return bad();
  if (yes.type == Type::region && no.type == Type::hole)
    no = coerce(no, Type::region, -1, node.children[2], env);
  if (no.type == Type::region && yes.type == Type::hole)
    yes = coerce(yes, Type::region, -1, node.children[1], env);
  if (yes.type != no.type || yes.words != no.words) {
    error("M0409", node.span, "`then` gives " + type_text(yes) + " and `else` " + type_text(no), env);
    return bad();
  }
  return {.id = build_.choose_if(cond.id, yes.id, no.id), .type = yes.type, .words = yes.words};
}

Typed Elaborator::expression(const Tree& node, Env& env) {
  const auto logical = [&](Op op) -> Typed {
    const Typed a = wanted(node.children[0], env, Type::truth);
    const Typed b = wanted(node.children[1], env, Type::truth);
    if (a.bad || b.bad) return bad();
    return {.id = build_.binary(op, Type::truth, a.id, b.id), .type = Type::truth};
  };
  const auto some = [&]() -> Typed {
    const Typed set = set_of(node.children[0], env);
    if (set.bad) return bad();
    return {.id = build_.unary(Op::some, Type::truth, set.id), .type = Type::truth};
  };
  switch (node.kind) {
    case Kind::number: return {.id = build_.number(node.number), .type = Type::number};
    case Kind::truth: return {.id = build_.truth(node.number != 0), .type = Type::truth};
    case Kind::none: return {.none = true};
    case Kind::name: return name(node, env);
    case Kind::call: return call(node, env);
    case Kind::label: return label(node, env);
    case Kind::labels: return labels(node, env);
    case Kind::run: return run(node, env);
    case Kind::step: return step(node, env);
    case Kind::reverse: {
      const Typed d = wanted(node.children[0], env, Type::direction);
      return d.bad ? bad()
                   : Typed{.id = build_.unary(Op::reverse, Type::direction, d.id), .type = Type::direction};
    }
    case Kind::the: {
      const Typed r = wanted(node.children[0], env, Type::region);
      return r.bad ? bad() : Typed{.id = build_.unary(Op::the, Type::hole, r.id), .type = Type::hole};
    }
    case Kind::player_with: return player_with(node, env);
    case Kind::add: return binary_number(node, env, Op::add);
    case Kind::subtract: return binary_number(node, env, Op::subtract);
    case Kind::multiply: return binary_number(node, env, Op::multiply);
    case Kind::divide: return binary_number(node, env, Op::divide);
    case Kind::modulo: return binary_number(node, env, Op::modulo);
    case Kind::equal:
    case Kind::not_equal:
    case Kind::less:
    case Kind::less_equal:
    case Kind::greater:
    case Kind::greater_equal: return comparison(node, env);
    case Kind::in: return in(node, env);
    case Kind::is: return is(node, env);
    case Kind::unite:
    case Kind::minus: return unite(node, env);
    case Kind::where: return where(node, env);
    case Kind::some: return some();
    case Kind::no: {
      const Typed any = some();
      return any.bad ? bad()
                     : Typed{.id = build_.unary(Op::logical_not, Type::truth, any.id), .type = Type::truth};
    }
    case Kind::logical_and: return logical(Op::logical_and);
    case Kind::logical_or: return logical(Op::logical_or);
    case Kind::logical_not: {
      const Typed a = wanted(node.children[0], env, Type::truth);
      return a.bad ? bad()
                   : Typed{.id = build_.unary(Op::logical_not, Type::truth, a.id), .type = Type::truth};
    }
    case Kind::after:
    case Kind::some_move:
    case Kind::no_move_by: return look_ahead(node, env);
    case Kind::choose_if: return conditional(node, env);
    case Kind::at_start:
    case Kind::at_lap_start: return look_back(node, env);
    case Kind::pieces:
      if (!piece_called(node, env)) return bad();
      error("M0404", node.span, "a number of pieces stands in `setup` alone, and before `of` and `from`", env)
          .help.push_back("how many there are in a hole or region is " + ticked(node.text + "(x)"));
      return bad();
    case Kind::alt_range:
    case Kind::alt_even:
    case Kind::alt_odd:
    case Kind::lift:
    case Kind::sow_after:
    case Kind::sow_at:
    case Kind::capture:
    case Kind::move:
    case Kind::set:
    case Kind::close:
    case Kind::open:
    case Kind::choose:
    case Kind::win:
    case Kind::again:
    case Kind::stop:
    case Kind::end:
    case Kind::swap_seats:
    case Kind::rotate_seats:
    case Kind::perform:
    case Kind::actions: break;
  }
  error("M0405", node.span, "this does something and has no value", env);
  return bad();
}

}  // namespace mancala
