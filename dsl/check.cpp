#include "dsl/check.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <deque>

#include "dsl/elaborate.h"
#include "dsl/parse.h"
#include "interpreter/choice.h"

namespace mancala {

using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;

Elaborator::Elaborator(const sheet::Sheet& sheet, const Settings& settings, Diagnostics& diagnostics)
    : sheet_(sheet),
      settings_(settings),
      diagnostics_(diagnostics),
      program_(variant_.program),
      build_(program_) {}

Env Elaborator::env(Moments moment, std::string place, bool look_ahead) const {
  Env e;
  e.moment = moment;
  e.place = std::move(place);
  e.look_ahead = look_ahead;
  return e;
}

std::int32_t Elaborator::origin(Span span, const std::string& source, const std::string& note) {
  variant_.origins.push_back({span, source, note});
  return static_cast<std::int32_t>(variant_.origins.size()) - 1;
}

void Elaborator::set_parameter(const sheet::Parameter& parameter, const std::string& text) {
  std::int64_t n = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (ec != std::errc() || end != text.data() + text.size() || text.empty()) {
    diagnostics_.error("M0711", parameter.name.span,
                       ticked(text) + " is no number for " + ticked(parameter.name.text));
    return;
  }
  if ((parameter.from && n < *parameter.from) || (parameter.to && n > *parameter.to)) {
    Diagnostic& d =
        diagnostics_.error("M0711", parameter.name.span, ticked(parameter.name.text) + " cannot be " + text);
    d.help.push_back("it is " + (parameter.from ? std::to_string(*parameter.from) : "any number") + " to " +
                     (parameter.to ? std::to_string(*parameter.to) : "any number"));
    return;
  }
  parameters_[parameter.name.text] = n;
}

void Elaborator::settings(const Settings& settings) {
  for (const sheet::Parameter& p : sheet_.parameters) parameters_[p.name.text] = p.fallback;
  for (const sheet::Reading& r : sheet_.readings) {
    std::vector<std::string> words;
    for (const auto& [value, who] : r.values) words.push_back(value.text);
    const auto at = std::find(words.begin(), words.end(), r.fallback.text);
    readings_[r.name.text] = {static_cast<int>(word_sets_.size()), static_cast<int>(at - words.begin())};
    word_sets_.push_back(std::move(words));
  }
  for (const auto& [name, text] : settings) {
    const auto parameter = std::find_if(sheet_.parameters.begin(), sheet_.parameters.end(),
                                        [&name = name](const auto& p) { return p.name.text == name; });
    if (parameter != sheet_.parameters.end()) {
      set_parameter(*parameter, text);
      continue;
    }
    const auto reading = readings_.find(name);
    if (reading == readings_.end()) {
      std::vector<std::string> names;
      for (const auto& p : sheet_.parameters) names.push_back(p.name.text);
      for (const auto& r : sheet_.readings) names.push_back(r.name.text);
      Diagnostic& d =
          diagnostics_.error("M0710", Span{}, "there is no parameter or reading " + ticked(name) + " to set");
      if (names.empty()) {
        d.help.emplace_back("this variant has no parameters and readings");
      } else {
        suggest(d, name, names, "there are");
      }
      continue;
    }
    const auto& words = word_sets_[static_cast<std::size_t>(reading->second.words)];
    const auto value = std::find(words.begin(), words.end(), text);
    if (value == words.end()) {
      const auto declared = std::find_if(sheet_.readings.begin(), sheet_.readings.end(),
                                         [&name = name](const auto& r) { return r.name.text == name; });
      Diagnostic& d = diagnostics_.error("M0711", declared->name.span,
                                         ticked(text) + " is no value of the reading " + ticked(name));
      suggest(d, text, words, "there are");
      continue;
    }
    reading->second.value = static_cast<int>(value - words.begin());
  }
  for (const sheet::Parameter& p : sheet_.parameters) {
    variant_.parameters.push_back({p.name.text, p.fallback, p.from, p.to, parameters_[p.name.text]});
  }
  for (const sheet::Reading& r : sheet_.readings) {
    Reading reading{r.name.text, r.about, r.fallback.text, {}, {}};
    for (const auto& [value, who] : r.values) reading.values.emplace_back(value.text, who);
    const ReadingValue& v = readings_[r.name.text];
    const auto& words = word_sets_[static_cast<std::size_t>(v.words)];
    if (v.value < static_cast<int>(words.size())) reading.value = words[static_cast<std::size_t>(v.value)];
    variant_.readings.push_back(std::move(reading));
  }
}

// A declared name must be new: not a word of the language, and declared once.
void Elaborator::declared_names() {
  std::map<std::string, Span> seen;
  const auto declare = [&](const std::string& name, Span span, std::string_view what) {
    const bool built_in = find_word(WordKind::name, name) != nullptr ||
                          find_word(WordKind::function, name) != nullptr || name == "it";
    if (built_in) {
      diagnostics_
          .error("M0402", span,
                 "the " + std::string(what) + " " + ticked(name) + " would hide a word of the language")
          .help.push_back("choose another name");
      return;
    }
    const auto [old, fresh] = seen.try_emplace(name, span);
    if (fresh) return;
    diagnostics_.error("M0402", span, ticked(name) + " is declared twice")
        .others.push_back({old->second, "declared here"});
  };
  for (const auto& p : sheet_.parameters) declare(p.name.text, p.name.span, "parameter");
  for (const auto& r : sheet_.readings) declare(r.name.text, r.name.span, "reading");
  for (const auto& s : sheet_.states) declare(s.name.text, s.name.span, "state");
  for (const auto& [name, between] : sheet_.board.ends) declare(name.text, name.span, "hole");
  for (const auto& [label, hole] : sheet_.board.lone) declare(label.text, label.span, "hole");
  for (std::size_t i = 0; i < sheet_.piles.size(); ++i) {
    const auto& pile = sheet_.piles[i];
    // The name of the seeds being sown is free for a pile: `hand(p)` is the pile, `hand` alone is not.
    if (pile.name.text != "hand") declare(pile.name.text, pile.name.span, "pile");
    piles_[pile.name.text] = i;
  }
  for (std::size_t i = 0; i < sheet_.pieces.size(); ++i) {
    const sheet::Words& name = sheet_.pieces[i].name;
    declare(name.text, name.span, "kind of piece");
    piece_index_[name.text] = i;
    if (name.text == "seed") {
      diagnostics_.error("M0402", name.span, "`seed` is what the other pieces are called");
    }
  }
  for (const auto& [name, definition] : sheet_.definitions) {
    if (definition.own) declare(name, definition.head.name_span, "definition");
    for (std::size_t i = 0; i < definition.head.parameters.size(); ++i) {
      const std::string& parameter = definition.head.parameters[i];
      if (find_word(WordKind::name, parameter) != nullptr || parameter == "it") {
        diagnostics_.error("M0402", definition.head.parameter_spans[i],
                           "the parameter " + ticked(parameter) + " would hide a word of the language");
      }
    }
  }
}

void Elaborator::store_seeds() {
  if (!sheet_.store_seeds) return;
  Env e = env(moment::setup, "`setup`");
  const ExprId id = wanted_id(sheet_.store_seeds, e, Type::number);
  if (id == kNone) return;
  const auto n = build_.constant(id);
  if (!n || *n < 0 || *n > UINT16_MAX) {
    diagnostics_.error("M0417", sheet_.store_seeds->span,
                       "what a store holds at the start must be a number that is fixed before the game");
    return;
  }
  program_.store_seeds = static_cast<std::int32_t>(*n);
}

// The kinds of pieces; their slots follow those of the states.
void Elaborator::pieces() {
  if (sheet_.pieces.size() > static_cast<std::size_t>(kMaxPieceKinds)) {
    diagnostics_.error(
        "M0509", sheet_.pieces.back().name.span,
        "there is room for " + std::to_string(kMaxPieceKinds) + " kinds of pieces beside the seeds");
    return;
  }
  for (const sheet::PieceKind& kind : sheet_.pieces) {
    program_.pieces.push_back(
        {kind.name.text, static_cast<std::int32_t>(kind.worth), kNone, program_.state_slots});
    program_.state_slots += program_.board.place_count() + 1;
    if (program_.state_slots <= kMaxStateSlots) continue;
    diagnostics_.error(
        "M0509", kind.name.span,
        "the states and pieces of this variant need more than " + std::to_string(kMaxStateSlots) + " values");
    return;
  }
}

// `setup` says one amount, in which kinds may be told apart: it is lowered once for each of them, and summed
// up.
void Elaborator::setup() {
  const SlotScope scope(*this);
  program_.setup_slot = take_slot("it");
  Env e = env(moment::setup, "`setup`");
  e.no_states = true;
  e.it = {.id = build_.local(program_.setup_slot, Type::hole), .type = Type::hole};
  if (!sheet_.setup || !sheet_.setup->tree) return;
  if (program_.pieces.empty()) {
    program_.setup = wanted_id(sheet_.setup, e, Type::number);
    return;
  }
  const Typed seeds = laid_out(*sheet_.setup->tree, e, kNone);
  if (seeds.bad) return;
  program_.setup = seeds.id;
  for (std::size_t kind = 0; kind < program_.pieces.size(); ++kind) {
    const Typed pieces = laid_out(*sheet_.setup->tree, e, static_cast<int>(kind));
    if (pieces.bad) return;
    program_.pieces[kind].setup = pieces.id;
    program_.setup = build_.binary(Op::add, Type::number, program_.setup, pieces.id);
  }
}

// How much of an amount is of this kind (kNone: seeds).
Typed Elaborator::laid_out(const syntax::Node& node, Env& env, int kind) {
  using syntax::Kind;
  if (node.kind == Kind::pieces) {
    const auto found = piece_called(node, env);
    if (!found) return bad();
    if (*found != kind) return {.id = build_.number(0), .type = Type::number};
    return wanted(node.children[0], env, Type::number);
  }
  if (node.kind == Kind::add) {
    const Typed a = laid_out(node.children[0], env, kind);
    const Typed b = laid_out(node.children[1], env, kind);
    if (a.bad || b.bad) return bad();
    return {.id = build_.binary(Op::add, Type::number, a.id, b.id), .type = Type::number};
  }
  if (node.kind == Kind::choose_if) {
    const Typed cond = wanted(node.children[0], env, Type::truth);
    const Typed yes = laid_out(node.children[1], env, kind);
    const Typed no = laid_out(node.children[2], env, kind);
    if (cond.bad || yes.bad || no.bad) return bad();
    return {.id = build_.choose_if(cond.id, yes.id, no.id), .type = Type::number};
  }
  if (kind == kNone) return wanted(node, env, Type::number);
  return {.id = build_.number(0), .type = Type::number};
}

void Elaborator::states() {
  std::int32_t slot = 0;
  for (const sheet::State& s : sheet_.states) {
    state_index_[s.name.text] = program_.states.size();
    int words = -1;
    if (s.holds == Type::word) {
      words = static_cast<int>(word_sets_.size());
      word_sets_.push_back(s.words);
    }
    state_words_.push_back(words);
    ir::State state;
    state.name = s.name.text;
    state.per = s.per;
    state.holds = s.holds;
    state.low = static_cast<std::int32_t>(s.low);
    state.high = static_cast<std::int32_t>(s.high);
    state.words = s.words;
    state.lasts = s.lasts;
    state.first_slot = slot;
    slot += s.per == ir::Per::hole     ? program_.board.hole_count()
            : s.per == ir::Per::player ? program_.board.player_count()
                                       : 1;
    if (slot > kMaxStateSlots) {
      diagnostics_.error(
          "M0509", s.name.span,
          "the states of this variant need more than " + std::to_string(kMaxStateSlots) + " values");
      slot = 0;
      state.first_slot = 0;
    }
    program_.states.push_back(std::move(state));
  }
  program_.state_slots = slot;
}

void Elaborator::state_starts() {
  for (std::size_t i = 0; i < sheet_.states.size(); ++i) {
    const sheet::State& s = sheet_.states[i];
    if (!s.starts) continue;
    const SlotScope scope(*this);
    Env e = env(moment::setup, "`state`");
    if (s.per != ir::Per::none) {
      const Type element = s.per == ir::Per::hole ? Type::hole : Type::player;
      program_.states[i].starts_slot = take_slot("it");
      e.it = {.id = build_.local(program_.states[i].starts_slot, element), .type = element};
    }
    program_.states[i].starts = wanted_id(s.starts, e, s.holds, state_words_[i]);
  }
}

// Choices live to the end of the move and are known in every list: find them before anything asks for them.
// The same name may be chosen in several places, always from the same kind of thing.
void Elaborator::declare_choice(const std::string& name, Span span, Type type,
                                std::vector<std::string> words) {
  const auto old = choices_.find(name);
  if (old != choices_.end()) {
    const bool same =
        old->second.type == type &&
        (type != Type::word || word_sets_[static_cast<std::size_t>(old->second.words)] == words);
    if (!same) {
      diagnostics_.error("M0402", span, ticked(name) + " is chosen from something else elsewhere")
          .others.push_back({old->second.span, "here"});
    }
    return;
  }
  if (find_word(WordKind::name, name) != nullptr || state_index_.contains(name) || readings_.contains(name) ||
      parameters_.contains(name)) {
    diagnostics_.error("M0402", span, "the choice " + ticked(name) + " would hide another name");
  }
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (std::find(words.begin(), word, *word) != word) {
      diagnostics_.error("M0402", span, ticked(*word) + " is offered twice");
    }
  }
  Choice c{0, type, -1, span};
  if (type == Type::word) {
    c.words = static_cast<int>(word_sets_.size());
    word_sets_.push_back(std::move(words));
  }
  c.slot = take_slot(name);
  choices_.emplace(name, c);
}

void Elaborator::choices_in(const syntax::Node& node) {
  if (node.kind == syntax::Kind::choose) {
    const std::int64_t kind = node.number & 0xff;
    Type type = Type::hole;
    std::vector<std::string> words;
    if (kind == syntax::kChooseWords) {
      type = Type::word;
      const std::size_t by = (node.number & syntax::kByPlayer) != 0 ? 1 : 0;
      for (std::size_t i = 0; i + by < node.children.size(); ++i) words.push_back(node.children[i].text);
    } else if (kind == syntax::kChooseRange) {
      type = Type::number;
    } else {
      // A set of players begins with `players`; every other set is a region.
      const syntax::Node* set = node.children.data();
      while (!set->children.empty() && set->kind != syntax::Kind::call) set = set->children.data();
      if (set->kind == syntax::Kind::name && set->text == "players") type = Type::player;
    }
    declare_choice(node.text, node.name_span, type, std::move(words));
  }
  // A definition of the prelude counts where it is used.
  const bool may_use = node.kind == syntax::Kind::name || node.kind == syntax::Kind::call ||
                       node.kind == syntax::Kind::perform;
  if (const auto used = sheet_.definitions.find(node.text); may_use && used != sheet_.definitions.end()) {
    if (!used->second.own && choices_looked_for_.insert(node.text).second) choices_in(used->second);
  }
  for (const syntax::Node& child : node.children) choices_in(child);
}

void Elaborator::choices_in(const sheet::Definition& definition) {
  if (const auto* phrase = std::get_if<sheet::Phrase>(&definition.body)) {
    if (phrase->tree) choices_in(*phrase->tree);
  } else {
    choices_in(std::get<sheet::Clauses>(definition.body));
  }
}

void Elaborator::choices_in(const sheet::Clauses& clauses) {
  for (const sheet::Clause& c : clauses.list) {
    if (c.actions && c.actions->tree) choices_in(*c.actions->tree);
  }
}

void Elaborator::choices() {
  if (std::any_of(sheet_.phases.begin(), sheet_.phases.end(), [](const auto& p) { return p.sow.route; })) {
    route_slot_ = take_slot("route");
  }
  if (std::any_of(sheet_.phases.begin(), sheet_.phases.end(),
                  [](const auto& p) { return p.sow.order.file != kNoFile; })) {
    order_slot_ = take_slot("dropped");
  }
  for (const sheet::Phase& phase : sheet_.phases) {
    for (const sheet::Move& m : phase.moves) {
      for (const sheet::Pick& pick : m.picks) {
        if (!pick.options.tree) continue;
        const bool range = (pick.options.tree->number & 0xff) == syntax::kChooseRange;
        declare_choice(pick.name.text, pick.name.span, range ? Type::number : Type::hole, {});
      }
    }
    for (const auto* list : {&phase.play, &phase.each_seed, &phase.lap_end, &phase.move_end}) {
      if (*list) choices_in(**list);
    }
  }
  for (const auto* list :
       {&sheet_.arrange, &sheet_.turn_start, &sheet_.before_turn, &sheet_.after_move, &sheet_.new_round}) {
    if (*list) choices_in(**list);
  }
  for (const auto& [name, definition] : sheet_.definitions) {
    if (definition.own) choices_in(definition);
  }
}

// A choice that no clause in effect offers, under this reading, is never made: whoever asks gets none.
void Elaborator::forget_choices_not_offered() {
  std::set<std::int32_t> offered;
  for (const ir::ClauseList& list : program_.lists) {
    for (const ir::Clause& clause : list.clauses) {
      for (const ir::Action& action : clause.actions) {
        if (action.act == ir::Act::choose) offered.insert(action.slot);
      }
    }
  }
  for (const ir::Phase& phase : program_.phases) {
    for (const ir::MoveBlock& block : phase.moves) {
      for (const ir::Pick& pick : block.picks) offered.insert(pick.slot);
    }
  }
  for (const auto& [name, choice] : choices_) {
    if (offered.contains(choice.slot)) continue;
    for (ir::Expr& e : program_.exprs) {
      if (e.op != Op::local || e.imm != choice.slot) continue;
      switch (choice.type) {
        case Type::word: e = {.op = Op::word, .type = Type::word, .imm = -1}; break;
        case Type::number: e = {.op = Op::number, .type = Type::number, .imm = 0}; break;
        case Type::player: e = {.op = Op::player, .type = Type::player, .imm = kNobody}; break;
        case Type::hole:
        case Type::truth:
        case Type::region:
        case Type::players:
        case Type::direction: e = {.op = Op::place, .type = Type::hole, .imm = kNoPlace}; break;
      }
    }
  }
}

void Elaborator::phase_events(const sheet::Phase& sheet, ir::Phase& phase) {
  phase.name = sheet.name.text;
  phase.circuit = circuit(sheet.sow);
  // What holds when a phase is looked for: nobody has chosen yet.
  Env runs = env(moment::turn_start, "`while`");
  phase.condition = wanted_id(sheet.condition, runs, Type::truth);
  if (phase.condition != kNone && build_.constant(phase.condition) == 1) phase.condition = kNone;
  const auto lower = [&](const std::optional<sheet::Clauses>& clauses, Moments moments,
                         std::string_view place, Event event) {
    return clauses ? list(*clauses, env(moments, ticked(place)), event) : kNone;
  };
  if (sheet.play) {
    phase.play = lower(sheet.play, moment::play, "play", Event::play);
  } else {
    // The default: `relay(start)`, as the prelude or the variant defines it.
    const Span where = sheet.moves.empty() ? sheet_.id_span : sheet.moves.front().span;
    using syntax::Kind;
    syntax::Node start;
    start.kind = Kind::name;
    start.span = where;
    start.text = "start";
    syntax::Node relay;
    relay.kind = Kind::perform;
    relay.span = relay.name_span = where;
    relay.text = "relay";
    relay.children.push_back(std::move(start));
    sheet::Clause clause;
    clause.span = where;
    clause.actions.emplace();
    clause.actions->span = where;
    clause.actions->tree = std::move(relay);
    // A file that hides the word `start` has been told so; here it means what it means.
    Env play = env(moment::play, "`play`");
    play.bound.push_back(
        {"start", {.id = build_.make({.op = Op::start, .type = Type::hole}), .type = Type::hole}, {}, where});
    phase.play = list({where, {std::move(clause)}}, std::move(play), Event::play);
  }
  phase.each_seed = lower(sheet.each_seed, moment::lap, "each-seed", Event::each_seed);
  phase.lap_end = lower(sheet.lap_end, moment::lap, "lap-end", Event::lap_end);
  phase.move_end = lower(sheet.move_end, moment::after, "move-end", Event::move_end);
  if (sheet.sow.skip || sheet.sow.each) {
    const SlotScope scope(*this);
    phase.station_slot = take_slot("it");
    Env e = env(moment::station, "`sow`");
    e.it = {.id = build_.local(phase.station_slot, Type::hole), .type = Type::hole};
    phase.skip = wanted_id(sheet.sow.skip, e, Type::truth);
    phase.each = wanted_id(sheet.sow.each, e, Type::number);
    if (phase.skip != kNone && build_.constant(phase.skip) == 0) phase.skip = kNone;
    if (phase.each != kNone && build_.constant(phase.each) == 1) phase.each = kNone;
    if (phase.skip == kNone && phase.each == kNone) phase.station_slot = kNone;
  }
  if (sheet.sow.route) {
    Env e = env(moment::route, "`route`");
    phase.route = wanted_id(sheet.sow.route, e, Type::region);
    phase.route_slot = route_slot_;
  }
  if (sheet.sow.order.file != kNoFile) {
    if (program_.pieces.empty()) {
      diagnostics_.error("M0412", sheet.sow.order,
                         "there is nothing to choose: all pieces of this variant are seeds");
    }
    phase.order_slot = order_slot_;
  }
}

// Are there numbers to choose from, and is there room for them?
void Elaborator::choice_of_numbers(ExprId from, ExprId to, Span where, const Env& env) {
  if (from == kNone || to == kNone) return;
  const auto low = build_.constant(from);
  const auto high = build_.constant(to);
  if (low && high && *low > *high) error("M0412", where, "this range is empty: it goes down", env);
  if ((high && *high > kMostChosen) || (low && *low < -kMostChosen)) {
    error("M0412", where, "numbers to choose from go up to " + std::to_string(kMostChosen), env);
  }
}

void Elaborator::move_block(const sheet::Move& m, ir::Phase& phase) {
  ir::MoveBlock block;
  Env e = env(moment::choice, "`move`");
  for (const sheet::Pick& pick : m.picks) e.later.push_back(pick.name.text);
  block.when = wanted_id(m.when, e, Type::truth);
  if (block.when != kNone) {
    if (const auto known = build_.constant(block.when)) {
      if (*known == 0) return;
      block.when = kNone;
    }
  }
  // `start` is what is picked from here: it cannot be asked for yet.
  Env from = env(moment::turn_start, "`from`");
  from.later = e.later;
  if (m.from && m.from->tree) {
    const SlotScope scope(*this);
    block.from = target(*m.from->tree, from);
  }
  if (m.direction) {
    const ExprId direction = wanted_id(m.direction, e, Type::direction);
    if (phase.direction != kNone && phase.direction != direction) {
      diagnostics_.error("M0216", m.direction->span, "the ways to move go in different directions")
          .help.push_back("say it once, in `sow`, and let it ask about `start`");
    }
    phase.direction = direction;
  }
  for (const sheet::Pick& pick : m.picks) {
    if (!pick.options.tree) continue;
    const syntax::Node& options = *pick.options.tree;
    if ((options.number & 0xff) == syntax::kChooseWords || (options.number >> 8) != 0) {
      error("M0404", pick.options.span,
            "a further pick of a move is a number or a hole: `1 to seeds(start)` or a region", e);
      continue;
    }
    const SlotScope scope(*this);
    ir::Pick p{.slot = choices_.find(pick.name.text)->second.slot};
    if ((options.number & 0xff) == syntax::kChooseRange) {
      p.from = wanted(options.children[0], e, Type::number).id;
      p.to = wanted(options.children[1], e, Type::number).id;
      choice_of_numbers(p.from, p.to, pick.options.span, e);
    } else {
      p.from = wanted(options.children[0], e, Type::region).id;
    }
    block.picks.push_back(p);
    std::erase(e.later, pick.name.text);
  }
  for (const sheet::Filter& f : m.filters) {
    ir::Filter filter;
    Env judged = env(moment::choice, "`legal`", true);
    filter.cond = wanted_id(f.cond, judged, Type::truth);
    filter.test = wanted_id(f.test, judged, Type::truth);
    filter.prefer = f.prefer;
    filter.origin = origin(f.span, f.source.text, f.note);
    if (filter.cond != kNone) {
      if (const auto known = build_.constant(filter.cond)) {
        if (*known == 0) continue;
        filter.cond = kNone;
      }
    }
    if (filter.test == kNone || build_.constant(filter.test) == 1) continue;
    block.filters.push_back(filter);
  }
  block.pass_if_none = m.pass_if_none;
  // Asked before a hole is picked, as `from` is.
  from.place = "`pass`";
  block.pass = wanted_id(m.pass, from, Type::truth);
  if (block.pass != kNone && build_.constant(block.pass) == 0) block.pass = kNone;
  block.origin = origin(m.span, {}, {});
  phase.moves.push_back(std::move(block));
}

void Elaborator::phase_moves(const sheet::Phase& sheet, ir::Phase& phase) {
  for (const sheet::Move& m : sheet.moves) move_block(m, phase);
  if (sheet.sow.direction) {
    Env e = env(moment::choice, "`sow`");
    phase.direction = wanted_id(sheet.sow.direction, e, Type::direction);
  }
  const bool said = sheet.sow.direction || std::any_of(sheet.moves.begin(), sheet.moves.end(),
                                                       [](const auto& m) { return m.direction; });
  if (!said && sheet.sow.around.span.file != kNoFile) {
    diagnostics_.error("M0503", sheet.sow.span, "the direction of sowing is not said")
        .help.push_back(
            "`direction: counterclockwise` or `clockwise` in `sow`, or `either` in `move` where the player "
            "chooses");
  }
}

// What comes after a phase that always runs, or has a condition that never holds. Readings make such phases.
void Elaborator::phases_that_never_run() {
  if (!sheet_.readings.empty()) return;
  const sheet::Phase* always = nullptr;
  for (std::size_t i = 0; i < sheet_.phases.size(); ++i) {
    const ExprId condition = program_.phases[i].condition;
    const bool never = condition != kNone && build_.constant(condition) == 0;
    if (always != nullptr || never) {
      Diagnostic& d = diagnostics_.warning("M0511", sheet_.phases[i].name.span,
                                           "the phase " + ticked(sheet_.phases[i].name.text) + " never runs");
      if (always != nullptr) d.others.push_back({always->name.span, "this one always does"});
    }
    if (condition == kNone && always == nullptr) always = &sheet_.phases[i];
  }
}

// Either the question is asked, or the round ends before it comes up because a player's holes are empty.
void Elaborator::no_move_provided() {
  const bool passes = std::any_of(sheet_.phases.begin(), sheet_.phases.end(), [](const sheet::Phase& phase) {
    return std::any_of(phase.moves.begin(), phase.moves.end(),
                       [](const sheet::Move& m) { return m.pass_if_none; });
  });
  const bool provided = list_mentions(program_.before_turn, Op::no_move) ||
                        list_mentions(program_.before_turn, Op::some_move) ||
                        list_mentions(program_.after_move, Op::theirs);
  const sheet::Phase& last = sheet_.phases.back();
  // An end clause with an error in it may be the one that is missed.
  if (!diagnostics_.has_errors() && !passes && !provided && !last.moves.empty() &&
      sheet_.end_span.file != kNoFile) {
    Diagnostic& d = diagnostics_.error("M0504", last.moves.front().span,
                                       "nothing is said about a player who has no move");
    d.others.push_back({sheet_.end_span, "no clause here asks for `no-move`"});
    d.help.push_back(
        "`none: pass` in `move`, or a clause such as `{if: no-move, then: capture board for opponent}` in "
        "`end.before-turn`");
  }
}

void Elaborator::end_clauses() {
  if (sheet_.turn_start) {
    program_.turn_start =
        list(*sheet_.turn_start, env(moment::turn_start, "`turn-start`", true), Event::turn_start);
  }
  if (sheet_.before_turn) {
    program_.before_turn =
        list(*sheet_.before_turn, env(moment::before_turn, "`end.before-turn`", true), Event::end);
  }
  if (sheet_.after_move) {
    program_.after_move = list(*sheet_.after_move, env(moment::after, "`end.after-move`", true), Event::end);
  }
  Env e = env(moment::win, "`win`");
  program_.win = wanted_id(sheet_.win, e, Type::player);
  Env start = env(moment::rounds, "`starter`");
  program_.starter = wanted_id(sheet_.starter, start, Type::player);
}

void Elaborator::match() {
  if (!sheet_.has_match) return;
  program_.match.present = true;
  if (sheet_.new_round) {
    program_.match.new_round =
        list(*sheet_.new_round, env(moment::rounds, "`match.new-round`"), Event::new_round);
  }
  Env e = env(moment::rounds, "`match`");
  program_.match.starter = wanted_id(sheet_.match_starter, e, Type::player);
  program_.match.over = wanted_id(sheet_.match_over, e, Type::truth);
  program_.match.winner = wanted_id(sheet_.match_winner, e, Type::player);
}

void Elaborator::endless() {
  const auto relays = std::find_if(program_.phases.begin(), program_.phases.end(),
                                   [this](const ir::Phase& p) { return list_sows(p.lap_end); });
  const bool any = relays != program_.phases.end();
  if (any && !sheet_.has_endless) {
    const auto index = static_cast<std::size_t>(relays - program_.phases.begin());
    Span where = sheet_.phases[index].lap_end->span;
    for (const ir::Clause& c : program_.lists[static_cast<std::size_t>(relays->lap_end)].clauses) {
      if (!sows(c.actions, 0) || c.origin == kNone) continue;
      where = variant_.origins[static_cast<std::size_t>(c.origin)].span;
      break;
    }
    Diagnostic& d =
        diagnostics_.error("M0505", where, "a clause of `lap-end` sows, so a move may be endless");
    d.help.push_back("say what happens then, for example `endless: {laps: 5000, then: stop}`");
  }
  // Whether there is such a move would have to be looked for among all its ways, which double with every
  // seed.
  const bool picked = std::any_of(program_.phases.begin(), program_.phases.end(), [](const ir::Phase& p) {
    return p.route != kNone || p.order_slot != kNone;
  });
  if (any && picked && sheet_.has_endless && sheet_.endless_then == ir::EndlessThen::illegal) {
    diagnostics_
        .error("M0412", sheet_.endless_span,
               "`then: illegal` cannot be asked where the sower picks what happens to each seed")
        .help.push_back("`stop` or `drawn`");
  }
  // Where there are readings, another one may sow on.
  if (!any && sheet_.has_endless && sheet_.readings.empty() && !diagnostics_.has_errors()) {
    diagnostics_.warning("M0506", sheet_.endless_span,
                         "no clause of `lap-end` sows, so no move can be endless");
  }
  if (any && sheet_.has_endless) {
    program_.endless = {static_cast<std::int32_t>(sheet_.endless_laps), sheet_.endless_then};
  }
}

void Elaborator::notation() {
  variant_.notation = sheet_.notation;
  // Both sides may count their holes alike: the mover picks his own.
  std::map<std::pair<Player, std::string>, Span> labels;
  for (const auto& [hole, label] : sheet_.notation_holes) {
    if (program_.board.find(hole.text) == kNoPlace) {
      diagnostics_.error("M0412", hole.span, "there is no hole " + ticked(hole.text) + " on this board");
      continue;
    }
    const bool plain = !label.empty() && std::all_of(label.begin(), label.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || c >= 0x80;
    });
    const Player side = program_.board.holes[static_cast<std::size_t>(program_.board.find(hole.text))].side;
    const Place other = program_.board.find(label);
    const bool another =
        other != kNoPlace && program_.board.holes[static_cast<std::size_t>(other)].label != hole.text;
    if (!plain || label == "pass" || another || !labels.try_emplace({side, label}, hole.span).second) {
      Diagnostic& d = diagnostics_.error(
          "M0517", hole.span, ticked(label) + " cannot be a label of its own for " + ticked(hole.text));
      d.help.push_back(
          "a label is letters and digits, and means one hole of a side, also beside the default labels");
      if (const auto old = labels.find({side, label}); old != labels.end() && old->second != hole.span) {
        d.others.push_back({old->second, "the same label"});
      }
      continue;
    }
    variant_.notation.holes[hole.text] = label;
  }
  for (const auto& [state, mark] : sheet_.notation_marks) {
    if (!state_index_.contains(state.text)) {
      diagnostics_.error("M0415", state.span, ticked(state.text) + " is no state");
      continue;
    }
    variant_.notation.marks[state.text] = mark;
  }
}

void Elaborator::unused() {
  const auto report = [&](const std::string& name, Span span, std::string_view what) {
    if (used_.contains(name)) return;
    diagnostics_.warning("M0514", span,
                         "the " + std::string(what) + " " + ticked(name) +
                             (set_.contains(name) ? " is set, but never asked for" : " is never used"));
  };
  for (const auto& p : sheet_.parameters) report(p.name.text, p.name.span, "parameter");
  for (const auto& r : sheet_.readings) report(r.name.text, r.name.span, "reading");
  for (const auto& s : sheet_.states) report(s.name.text, s.name.span, "state");
  for (const auto& [name, definition] : sheet_.definitions) {
    if (definition.own) report(name, definition.span, "definition");
  }
  // A value of a reading that no rule mentions is "the other one": there can be one such value only.
  for (const auto& r : sheet_.readings) {
    if (!used_.contains(r.name.text)) continue;
    std::vector<const sheet::Words*> silent;
    for (const auto& [value, who] : r.values) {
      if (!mentioned_.contains(r.name.text + " " + value.text)) silent.push_back(&value);
    }
    if (silent.size() < 2) continue;
    Diagnostic& d = diagnostics_.warning("M0513", silent[1]->span,
                                         "no rule mentions " + ticked(silent[0]->text) + " or " +
                                             ticked(silent[1]->text) + ": they mean the same");
    d.others.push_back({silent[0]->span, "neither this value"});
  }
}

std::optional<Variant> Elaborator::run() {
  settings(settings_);
  declared_names();
  board();
  variant_.file = sheet_.file;
  variant_.id = program_.id = sheet_.id;
  variant_.name = sheet_.name;
  variant_.note = sheet_.note;
  variant_.extends = sheet_.extends;
  variant_.aka = sheet_.aka;
  variant_.where = sheet_.where;
  for (const auto& [k, citation] : sheet_.sources) variant_.sources.push_back({k.text, citation});
  program_.phases.resize(sheet_.phases.size());
  if (!sheet_.phases.front().name.text.empty()) {
    phase_words_ = static_cast<int>(word_sets_.size());
    word_sets_.emplace_back();
    for (const sheet::Phase& phase : sheet_.phases) word_sets_.back().push_back(phase.name.text);
  }
  states();
  pieces();
  choices();
  const std::int32_t choice_slots = next_slot_;
  setup();
  store_seeds();
  state_starts();
  for (std::size_t i = 0; i < sheet_.phases.size(); ++i) phase_events(sheet_.phases[i], program_.phases[i]);
  // An imagined move uses the slots of the events while an expression that imagines it is being worked out:
  // those expressions get slots of their own.
  next_slot_ = std::max(choice_slots, program_.locals);
  end_clauses();
  for (std::size_t i = 0; i < sheet_.phases.size(); ++i) phase_moves(sheet_.phases[i], program_.phases[i]);
  phases_that_never_run();
  no_move_provided();
  next_slot_ = choice_slots;
  if (sheet_.arrange) {
    program_.arrange = list(*sheet_.arrange, env(moment::rounds, "`setup`"), Event::new_round);
  }
  match();
  endless();
  notation();
  if (!diagnostics_.has_errors()) unused();
  if (diagnostics_.has_errors()) return std::nullopt;
  compact(program_);
  forget_choices_not_offered();
  number_choice_words(program_);
  return std::move(variant_);
}

std::optional<Variant> check(const sheet::Sheet& sheet, const Settings& settings, Diagnostics& diagnostics) {
  return Elaborator(sheet, settings, diagnostics).run();
}

void check_readings(const sheet::Sheet& sheet, const Variant& checked, const Settings& settings,
                    Diagnostics& diagnostics) {
  // Each value is a program of its own.
  std::size_t values = 0;
  for (const sheet::Reading& reading : sheet.readings) {
    values += reading.values.size();
    if (values <= kMaxReadingValues) continue;
    diagnostics.error("M0508", reading.name.span,
                      "the readings up to here have " + std::to_string(values) +
                          " values; there is room for " + std::to_string(kMaxReadingValues));
    return;
  }
  // That no rule mentions a value is the reason why it makes no difference.
  const std::vector<Diagnostic> reported = diagnostics.sorted();
  const auto told = [&reported](const Span& span) {
    return std::any_of(reported.begin(), reported.end(),
                       [&span](const Diagnostic& d) { return d.code == "M0513" && d.primary.span == span; });
  };
  for (std::size_t i = 0; i < sheet.readings.size(); ++i) {
    const sheet::Reading& reading = sheet.readings[i];
    std::deque<Variant> others;
    std::vector<std::pair<const sheet::Words*, const ir::Program*>> programs;
    for (const auto& [value, who] : reading.values) {
      const ir::Program* program = &checked.program;
      if (value.text != checked.readings[i].value) {
        Settings other = settings;
        other.emplace_back(reading.name.text, value.text);
        Diagnostics scratch;
        std::optional<Variant> v = check(sheet, other, scratch);
        if (!v) {
          Diagnostic& d = diagnostics.error(
              "M0515", value.span,
              "the variant is faulty if " + ticked(reading.name.text) + " is " + ticked(value.text));
          for (const Diagnostic& why : scratch.sorted()) {
            if (why.severity == Severity::error) d.others.push_back({why.primary.span, why.message});
          }
          continue;
        }
        program = &others.emplace_back(std::move(*v)).program;
      }
      for (const auto& [earlier, its_program] : programs) {
        if (!same_rules(*its_program, *program) || told(value.span)) continue;
        Diagnostic& d = diagnostics.warning(
            "M0512", value.span, ticked(value.text) + " makes no difference to " + ticked(earlier->text));
        d.others.push_back({earlier->span, "the rules are the same with this value"});
        break;
      }
      programs.emplace_back(&value, program);
    }
  }
}

}  // namespace mancala
