// Things as noun phrases: holes, sets of holes, players, numbers, directions, words.
#include <algorithm>
#include <array>
#include <string_view>

#include "dsl/english.h"
#include "dsl/english_text.h"

namespace mancala {

using english::capital;
using english::list_of;
using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::Op;
using ir::Type;

English::English(const ir::Program& program)
    : program_(program),
      pool_(program.exprs),
      names_(static_cast<std::size_t>(program.locals)),
      values_(static_cast<std::size_t>(program.locals), kNone),
      words_(static_cast<std::size_t>(program.locals)) {
  for (const ir::Phase& phase : program.phases) stages_.push_back(phase.name);
  stores_ = speaks_of_stores();
  name_choices();
}

// Is a store more than the place of what has been captured: do seeds lie there at first, are they sown into
// it, or taken out of it?
bool English::speaks_of_stores() const {
  if (program_.store_seeds > 0) return true;
  std::vector<bool> seen(program_.lists.size(), false);
  const auto played = [&](const auto& self, ir::ListId id) -> bool {
    if (id == kNone || seen[static_cast<std::size_t>(id)]) return false;
    seen[static_cast<std::size_t>(id)] = true;
    for (const ir::Clause& clause : program_.lists[static_cast<std::size_t>(id)].clauses) {
      for (const ir::Action& action : clause.actions) {
        const bool moved = action.act == ir::Act::move || action.act == ir::Act::lift;
        if (moved && (uses_op(action.what, Op::store) || uses_op(action.extra, Op::store))) return true;
        if (action.act == ir::Act::block && self(self, action.imm)) return true;
      }
    }
    return false;
  };
  return std::any_of(program_.phases.begin(), program_.phases.end(), [&](const ir::Phase& phase) {
    const auto circuit = static_cast<std::size_t>(phase.circuit);
    const bool sown = circuit < program_.board.circuits.size() &&
                      program_.board.circuits[circuit].name.find("store") != std::string::npos;
    const bool chosen = std::any_of(phase.moves.begin(), phase.moves.end(), [this](const ir::MoveBlock& b) {
      return b.from != kNone && at(b.from).op == Op::store;
    });
    return sown || chosen || played(played, phase.play) || played(played, phase.lap_end) ||
           played(played, phase.each_seed) || played(played, phase.move_end);
  });
}

// --- looking at expressions
// ----------------------------------------------------------------------------------

bool English::same(ExprId a, ExprId b) const {
  if (a == b) return true;
  if (a == kNone || b == kNone) return false;
  const Expr& x = at(a);
  const Expr& y = at(b);
  return x.op == y.op && x.type == y.type && x.imm == y.imm && x.by == y.by && x.d == y.d && same(x.a, y.a) &&
         same(x.b, y.b) && same(x.c, y.c);
}

bool English::uses(ExprId id, std::int32_t slot) const {
  if (id == kNone) return false;
  const Expr& e = at(id);
  return (e.op == Op::local && e.imm == slot) || uses(e.a, slot) || uses(e.b, slot) || uses(e.c, slot);
}

bool English::uses_op(ExprId id, Op op) const {
  if (id == kNone) return false;
  const Expr& e = at(id);
  return e.op == op || uses_op(e.a, op) || uses_op(e.b, op) || uses_op(e.c, op);
}

// Is the local used where another "it" is the nearer one?
bool English::uses_inside_binder(ExprId id, std::int32_t slot, bool inside) const {
  if (id == kNone) return false;
  const Expr& e = at(id);
  if (e.op == Op::local) return inside && e.imm == slot;
  const bool binds =
      e.op == Op::where || e.op == Op::run || e.op == Op::player_with_most || e.op == Op::player_with_fewest;
  return uses_inside_binder(e.a, slot, inside) || uses_inside_binder(e.b, slot, inside || binds) ||
         uses_inside_binder(e.c, slot, inside);
}

// Does it speak of a hole beside this one (`here` or `start`)?
bool English::speaks_of_other_holes(ExprId id, Op than) const {
  if (id == kNone) return false;
  const Expr& e = at(id);
  // "it fell into the mover's own store": that is no other hole.
  if (e.op == Op::equal && at(e.a).op == than) return false;
  const bool other = (e.type == Type::hole && e.op != than && e.op != Op::place && e.op != Op::store) ||
                     e.op == Op::where || e.op == Op::run || e.op == Op::region ||
                     (e.op == Op::was && than != Op::here);
  return other || speaks_of_other_holes(e.a, than) || speaks_of_other_holes(e.b, than) ||
         speaks_of_other_holes(e.c, than);
}

// The only run, `where` or step in the expression, if there is just one and it is the same wherever it
// stands.
ExprId English::only_set(ExprId id) const {
  std::vector<std::int32_t> around;
  ExprId found = kNone;
  bool several = false;
  const auto look = [&](const auto& self, ExprId x) -> void {
    if (x == kNone || several) return;
    const Expr& e = at(x);
    if (e.op == Op::at_start || e.op == Op::at_lap_start) {
      // A set of then is another one than that of now.
      several = several || uses_op(x, Op::run) || uses_op(x, Op::where) || uses_op(x, Op::step);
      return;
    }
    const bool set = (e.op == Op::run || e.op == Op::where) && e.type == Type::region;
    if (set || e.op == Op::step) {
      several = (found != kNone && !same(found, x)) ||
                std::any_of(around.begin(), around.end(), [&](std::int32_t slot) { return uses(x, slot); });
      found = x;
    }
    const bool binds =
        set || e.op == Op::where || e.op == Op::player_with_most || e.op == Op::player_with_fewest;
    self(self, e.a);
    if (binds) around.push_back(e.imm);
    self(self, e.b);
    if (binds) around.pop_back();
    self(self, e.c);
  };
  look(look, id);
  return several ? kNone : found;
}

// Does the first set lie within the second by the way it is made?
bool English::part_of(ExprId part, ExprId whole) const {
  const Expr& e = at(part);
  if (same(part, whole)) return true;
  if (e.op == Op::run) return e.c != kNone && part_of(e.c, whole);
  return (e.op == Op::where || e.op == Op::minus) && part_of(e.a, whole);
}

bool English::is_local(ExprId id, std::int32_t slot) const {
  return id != kNone && at(id).op == Op::local && at(id).imm == slot;
}

bool English::is_number(ExprId id, std::int32_t n) const {
  return id != kNone && at(id).op == Op::number && at(id).imm == n;
}

bool English::is_none(ExprId id) const {
  if (id == kNone) return false;
  const Expr& e = at(id);
  return (e.op == Op::place && e.imm == kNoPlace) || (e.op == Op::player && e.imm == kNobody) ||
         (e.op == Op::word && e.imm < 0) || (e.op == Op::direction && e.imm == 0);
}

bool English::is_plural(ExprId id) const {
  const Expr& e = at(id);
  if (e.op == Op::single) return is_plural(e.a);
  return e.type == Type::players || (e.type == Type::region && e.op != Op::board && e.op != Op::run);
}

const std::vector<std::string>* English::words_of(ExprId id) const {
  if (id == kNone || at(id).type != Type::word) return nullptr;
  const Expr& e = at(id);
  if (e.op == Op::state) return &program_.states[static_cast<std::size_t>(e.imm)].words;
  if (e.op == Op::local) return &words_[static_cast<std::size_t>(e.imm)];
  if (e.op == Op::phase) return &stages_;
  if (e.op == Op::choose_if) {
    const std::vector<std::string>* words = words_of(e.b);
    return words != nullptr ? words : words_of(e.c);
  }
  return nullptr;
}

// --- names
// ---------------------------------------------------------------------------------------------------

std::string English::player_name(std::int32_t player) const {
  if (player < 0) return "nobody";
  return capital(program_.board.players[static_cast<std::size_t>(player)]);
}

std::string English::place_name(std::int32_t place) const {
  if (place == kHand) return "the sowing hand";
  if (place == kOut) return "the seeds out of play";
  if (place < 0) return "no hole";
  const Board& board = program_.board;
  if (place < board.hole_count()) return "hole " + board.holes[static_cast<std::size_t>(place)].label;
  const int kind = (place - board.hole_count()) / board.player_count();
  const int player = (place - board.hole_count()) % board.player_count();
  const std::string thing = kind == 0 ? "store" : board.piles[static_cast<std::size_t>(kind - 1)].name;
  return player_name(player) + "'s " + thing;
}

// "holes A1 to A4 and b2".
std::string English::holes_list(const Region& region) const {
  std::vector<std::string> labels;
  for (const Place h : region) labels.push_back(program_.board.holes[static_cast<std::size_t>(h)].label);
  if (labels.empty()) return "no hole at all";
  return (labels.size() == 1 ? "hole " : "holes ") + list_of(english::label_ranges(labels), "and");
}

std::string English::number_set(const ir::NumberSet& set, const std::string& unit) const {
  std::vector<std::string> parts;
  for (const auto& [from, to] : set.ranges) {
    parts.push_back(std::to_string(from));
    if (to > from + 1) parts.back() += " to " + std::to_string(to);
    if (to == from + 1) parts.push_back(std::to_string(to));
  }
  const bool numbers = !parts.empty();
  if (set.even) parts.emplace_back("an even number of");
  if (set.odd) parts.emplace_back("an odd number of");
  const std::string text = list_of(parts, "or");
  if (unit.empty()) {
    std::vector<std::string> plain(parts);
    for (std::string& p : plain) {
      if (p == "an even number of") p = "even";
      if (p == "an odd number of") p = "odd";
    }
    return list_of(plain, "or");
  }
  const bool one = !set.even && !set.odd && numbers && set.ranges.size() == 1 && set.ranges[0].first == 1 &&
                   set.ranges[0].second == 1;
  return text + " " + unit + (one ? "" : "s");
}

std::string English::direction(std::int32_t value) const {
  const auto& circuits = program_.board.circuits;
  const bool closed = circuits.empty() || circuits[static_cast<std::size_t>(circuit_)].closed;
  switch (static_cast<Direction>(value)) {
    case Direction::none: return "no direction";
    case Direction::onward: return closed ? "counterclockwise" : "onward";
    case Direction::backward: return closed ? "clockwise" : "backward";
    case Direction::either: return "either direction";
  }
  return "no direction";
}

std::string English::round_word() const { return program_.match.present ? "the round" : "the game"; }

std::string English::drawn_word() const { return program_.board.player_count() == 1 ? "lost" : "drawn"; }

std::string English::here_word() const {
  if (that_hole_ == Op::here) return that_store_ ? "that store" : "that hole";
  if (moment_ == Moment::route) return "the hole where the hand is";
  return moment_ == Moment::each_seed ? "the hole just sown" : "the last hole";
}

std::string English::seed_word() const {
  return moment_ == Moment::each_seed || moment_ == Moment::station ? "the seed" : "the last seed";
}

// --- locals
// --------------------------------------------------------------------------------------------------

void English::name_local(std::int32_t slot, Type type, const std::vector<std::string>& words,
                         const std::string& called) {
  const auto s = static_cast<std::size_t>(slot);
  std::string name = called;
  if (name.empty() && s < program_.local_names.size()) name = program_.local_names[s];
  if (name.empty() || name == "it") name = type == Type::player ? "p" : type == Type::number ? "n" : "h";
  const bool letter = name.size() == 1;
  const auto show = [&](const std::string& word) -> std::string {
    switch (type) {
      case Type::hole: return (letter ? "hole " : "the ") + word;
      case Type::player: return (letter ? "player " : "the ") + word;
      case Type::region: return (letter ? "holes " : "the ") + word;
      case Type::players: return (letter ? "players " : "the ") + word;
      case Type::truth: return "\"" + word + "\"";
      case Type::number:
      case Type::direction:
      case Type::word: return word;
    }
    return word;
  };
  // Two values of one list must not share a name.
  const auto taken = [&](const std::string& shown) {
    return std::find(names_.begin(), names_.end(), shown) != names_.end();
  };
  std::string shown = show(name);
  for (char next = name[0]; letter && taken(shown) && next != 'z';) shown = show(std::string(1, ++next));
  const std::string first = shown;
  for (int i = 2; taken(shown); ++i) shown = first + " " + std::to_string(i);
  names_[s] = shown;
  words_[s] = words;
}

void English::name_it(std::int32_t slot, Type type) {
  names_[static_cast<std::size_t>(slot)] = type == Type::player ? "that player" : "it";
}

std::string English::local_name(std::int32_t slot) const { return names_[static_cast<std::size_t>(slot)]; }

void English::forget_local(std::int32_t slot) { names_[static_cast<std::size_t>(slot)].clear(); }

void English::forget_locals() {
  std::fill(names_.begin(), names_.end(), "");
  name_choices();
}

// Names the `it` of a set: "it" or "that player", or a letter where a set inside speaks of it, too. Gives the
// letter.
std::string English::open_binder(std::int32_t slot, Type element, ExprId body) {
  const bool player = element == Type::players || element == Type::player;
  auto& name = names_[static_cast<std::size_t>(slot)];
  if (!uses_inside_binder(body, slot, false)) {
    name = player ? "that player" : "it";
    return "";
  }
  static constexpr std::array<std::string_view, 4> kHoles = {"x", "y", "z", "w"};
  static constexpr std::array<std::string_view, 4> kPlayers = {"q", "r", "s", "t"};
  for (const std::string_view letter : player ? kPlayers : kHoles) {
    const std::string shown = (player ? "player " : "hole ") + std::string(letter);
    if (std::find(names_.begin(), names_.end(), shown) != names_.end()) continue;
    name = shown;
    return shown;
  }
  name = (player ? "player s" : "hole v") + std::to_string(slot);
  return name;
}

// --- phrases
// -------------------------------------------------------------------------------------------------

std::string English::noun(ExprId given) {
  const ExprId id = expand(given);
  if (at(id).op == Op::choose_if) {
    spoken_ = only_set(id);
    said_ = false;
  }
  std::string text = say(id);
  spoken_ = kNone;
  return text;
}

std::string English::word(ExprId id, const std::vector<std::string>& words) {
  return say(expand(id), &words);
}

std::string English::subject(ExprId id) {
  std::string text = at(id).op == Op::choose_if ? say_in(id) : say(id);
  if (at(id).op == Op::run && text != "that run") text += ",";
  return text;
}

// A phrase after which nothing can be read as a part of it.
std::string English::say_loose(ExprId id) {
  const Op op = at(id).op;
  const bool open = op == Op::where || op == Op::run || op == Op::minus || op == Op::player_with_most ||
                    op == Op::player_with_fewest || op == Op::step;
  return open ? say(id) : say_in(id);
}

// Can there be no more than one hole in the set?
bool English::one_hole(ExprId set) const {
  const Expr& e = at(set);
  return e.type == Type::hole || e.op == Op::single ||
         ((e.op == Op::where || e.op == Op::minus) && one_hole(e.a));
}

// A set that is written down hole by hole.
std::optional<Region> English::labelled(ExprId set) const {
  const Expr& e = at(set);
  if (e.op == Op::region) return program_.regions[static_cast<std::size_t>(e.imm)];
  if (e.op == Op::single && at(e.a).op == Op::place &&
      program_.board.is_hole(static_cast<Place>(at(e.a).imm)))
    return Region::of(static_cast<Place>(at(e.a).imm));
  if (e.op != Op::unite) return std::nullopt;
  const auto a = labelled(e.a);
  const auto b = labelled(e.b);
  if (!a || !b) return std::nullopt;
  return *a | *b;
}

std::string English::say_in(ExprId id) {
  switch (at(id).op) {
    case Op::choose_if:
      if (const auto hole = hole_of_player(id)) return *hole;
      return "(" + say(id) + ")";
    case Op::single: return say_in(at(id).a);
    case Op::unite:
      if (labelled(id) || holes_of_player(id)) return say(id);
      return "(" + say(id) + ")";
    case Op::player_with_most:
    case Op::player_with_fewest:
    case Op::where:
    case Op::run: {
      const std::string text = say(id);
      const bool short_one = text == "that run" || text == "those holes" ||
                             (at(id).type == Type::player && text.find(" who ") != std::string::npos &&
                              text.find(" of ") == std::string::npos);
      return short_one ? text : "(" + text + ")";
    }
    case Op::minus:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo: return "(" + say(id) + ")";
    case Op::step: {
      const std::string text = say(id);
      return text == "the hole so reached" ? text : "(" + text + ")";
    }
    case Op::number:
    case Op::truth:
    case Op::place:
    case Op::region:
    case Op::player:
    case Op::direction:
    case Op::word:
    case Op::local:
    case Op::state:
    case Op::mover:
    case Op::own:
    case Op::theirs:
    case Op::board:
    case Op::players:
    case Op::start:
    case Op::running:
    case Op::origin:
    case Op::here:
    case Op::previous:
    case Op::was:
    case Op::last:
    case Op::first_sown:
    case Op::lap_sown:
    case Op::turn_sown:
    case Op::laps:
    case Op::captured_now:
    case Op::phase:
    case Op::round:
    case Op::turns:
    case Op::turns_played:
    case Op::round_starter:
    case Op::round_winner:
    case Op::last_mover:
    case Op::no_move:
    case Op::repeated:
    case Op::quiet:
    case Op::by_lot:
    case Op::seeds:
    case Op::pieces:
    case Op::worth:
    case Op::count:
    case Op::row:
    case Op::column_number:
    case Op::next:
    case Op::prev:
    case Op::opposite:
    case Op::behind:
    case Op::same:
    case Op::leftmost:
    case Op::rightmost:
    case Op::foremost:
    case Op::hindmost:
    case Op::store:
    case Op::pile:
    case Op::holes:
    case Op::side:
    case Op::neighbours:
    case Op::owner:
    case Op::other:
    case Op::next_player:
    case Op::closed:
    case Op::reverse:
    case Op::the:
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
    case Op::bind:
    case Op::in:
    case Op::is:
    case Op::some:
    case Op::after:
    case Op::some_move: return say(id);
    case Op::at_start:
    case Op::at_lap_start: return at(id).type == Type::truth ? say(id) : "(" + say(id) + ")";
  }
  return say(id);
}

std::string English::belonging(const std::string& thing, ExprId player) {
  const Expr& p = at(player);
  const bool short_name = p.op == Op::mover || p.op == Op::local || (p.op == Op::player && p.imm >= 0) ||
                          (p.op == Op::other && at(p.a).op == Op::mover);
  const std::string who = say_in(player);
  if (short_name || who == "its owner") return who + "'s " + thing;
  return "the " + thing + " of " + who;
}

// "the mover's rightmost hole", "the rightmost of the holes that …".
std::string English::extreme(const std::string& which, ExprId set) {
  const Expr e = at(set);
  const std::string hole = which + " hole";
  switch (e.op) {
    case Op::own: return "the mover's " + hole;
    case Op::theirs:
      if (program_.board.player_count() == 2) return "the opponent's " + hole;
      break;
    case Op::holes: return belonging(hole, e.a);
    case Op::side: return "the " + hole + " on " + belonging("side", e.a);
    case Op::board: return "the " + hole + " of the board";
    default: break;  // "the rightmost of …"
  }
  return "the " + which + " of " + say_loose(set);
}

std::string English::state_noun(const Expr& e) {
  const ir::State& state = program_.states[static_cast<std::size_t>(e.imm)];
  if (state.per == ir::Per::player) return belonging(state.name, e.a);
  if (state.per == ir::Per::hole) {
    if (state.holds == Type::player) return "the player of the " + state.name + " mark on " + say_in(e.a);
    return "the " + state.name + " of " + say_in(e.a);
  }
  if (state.holds == Type::player) return "the player kept as " + state.name;
  return state.holds == Type::hole ? "the " + state.name + " hole" : state.name;
}

std::string English::step_text(const Expr& e) {
  const Expr n = at(e.a);
  std::string text;
  if (n.op != Op::number && n.op != Op::seeds) {
    text = "the hole that lies as many steps on from " + say_in(e.b) + " as " + say_in(e.a);
  } else if (n.op == Op::seeds && at(n.a).type == Type::hole) {
    text = "the hole that lies as many steps on from " + say_in(e.b) + " as there are seeds in " +
           (same(n.a, e.b) ? "it" : say_in(n.a));
  } else {
    const std::string steps = n.op == Op::number ? std::to_string(n.imm) : "(" + say(e.a) + ")";
    text = "the hole " + steps + (steps == "1" ? " step" : " steps") + " on from " + say_in(e.b);
  }
  if (e.c != kNone) text += " going " + say_in(e.c);
  return text;
}

// "that hold seeds", "who have captured fewer than 7 seeds", "for which …".
std::string English::such(ExprId body, std::int32_t slot, Type element, bool plural, std::string& letter) {
  const bool player = element == Type::players;
  const std::string before = names_[static_cast<std::size_t>(slot)];
  letter = open_binder(slot, element, body);
  std::string text;
  if (letter.empty()) {
    const bool before_verb = said_;
    if (const auto verb = predicate(body, slot, plural)) {
      // What is said of each beside: "each of which holds as many seeds as the hole opposite it".
      const bool of_each =
          plural && (" " + *verb + " ").find(player ? " that player" : " it") != std::string::npos;
      if (of_each) said_ = before_verb;
      text = of_each ? (player ? "each of whom " : "each of which ") + *predicate(body, slot, false)
                     : (player ? "who " : "that ") + *verb;
    }
  }
  if (text.empty()) {
    const std::string said = truth(body, false);
    const bool compound = connective(body, false) != Op::truth || said.find(", ") != std::string::npos;
    text = (player ? "for whom " : "for which ") + (compound ? "(" + said + ")" : said);
  }
  names_[static_cast<std::size_t>(slot)] = before;
  return text;
}

// "the mover's rightmost hole and the opponent's rightmost hole": a set written down hole by hole.
std::string English::all_members(ExprId set) {
  std::vector<std::string> parts;
  const auto gather = [&](const auto& self, ExprId x) -> bool {
    if (at(x).op == Op::unite) return self(self, at(x).a) && self(self, at(x).b);
    parts.push_back(say_in(x));
    return at(x).op == Op::single;
  };
  const bool before = said_;
  if (at(set).op == Op::unite && !labelled(set) && gather(gather, set)) return list_of(parts, "and");
  said_ = before;
  return say_in(set);
}

// A set of which members are told by more.
std::string English::base_text(ExprId set) {
  const Op op = at(set).op;
  if (op == Op::players) return "the players";
  if (op == Op::board) return "the holes of the board";
  if (op == Op::where || op == Op::run) return "those of " + say_in(set);
  const std::string text = say_in(set);
  // A set that has a name: "the holes of the line".
  return op == Op::local && at(set).type == Type::region && text.rfind("the ", 0) == 0
             ? "the holes of " + text
             : text;
}

std::string English::where_text(const Expr& e) {
  const Expr body = at(e.b);
  if (body.op == Op::choose_if && !uses(body.a, e.imm)) {
    // What they must be depends on something else: two sets rather than one long clause.
    Expr yes = e;
    Expr no = e;
    yes.b = body.b;
    no.b = body.c;
    std::string letter;
    const std::string otherwise = such(no.b, e.imm, e.type, true, letter);
    if (letter.empty()) {
      return where_text(yes) + " if " + joined(body.a, false, 1) + ", otherwise those of them " + otherwise;
    }
  }
  // "those of them that …" within "those that …": both are said of the same holes.
  const Expr inner = at(e.a);
  if (inner.op == Op::where && inner.type == e.type && e.a != spoken_) {
    const auto slot = static_cast<std::size_t>(e.imm);
    const auto inner_slot = static_cast<std::size_t>(inner.imm);
    const std::string before = names_[slot];
    const std::string inner_before = names_[inner_slot];
    const bool named =
        !open_binder(inner.imm, e.type, inner.b).empty() || !open_binder(e.imm, e.type, e.b).empty();
    std::vector<std::string> verbs;
    const bool before_verbs = said_;
    const bool both = !named && predicates(inner.b, false, inner.imm, true, verbs) &&
                      predicates(e.b, false, e.imm, true, verbs);
    names_[slot] = before;
    names_[inner_slot] = inner_before;
    const std::string verb = english::all_of(verbs);
    const bool of_each =
        (" " + verb + " ").find(e.type == Type::players ? " that player" : " it") != std::string::npos;
    if (both && !of_each) {
      return base_text(inner.a) + (e.type == Type::players ? " who " : " that ") + verb;
    }
    said_ = before_verbs;
  }
  // Of one hole there is nothing to choose.
  if (one_hole(e.a)) {
    std::string letter = open_binder(e.imm, Type::hole, e.b);
    const std::string cond = joined(e.b, false, 1);
    names_[static_cast<std::size_t>(e.imm)].clear();
    return say_in(e.a) + (letter.empty() ? "" : " (called " + letter + ")") + " if " + cond;
  }
  // What is left out stands behind.
  if (inner.op == Op::minus && e.a != spoken_) {
    Expr whole = e;
    whole.a = inner.a;
    return where_text(whole) + ", except " + say_loose(inner.b);
  }
  std::string letter;
  const std::string text = such(e.b, e.imm, e.type, true, letter);
  std::string base = base_text(e.a);
  if (!letter.empty()) base += " (each in turn called " + letter + ")";
  return base + " " + text;
}

std::string English::run_text(const Expr& e) {
  std::string letter;
  const std::string text = such(e.b, e.imm, Type::region, true, letter);
  std::string of = "holes";
  if (e.c != kNone) {
    const Op op = at(e.c).op;
    of = op == Op::board ? "the holes of the board" : say_in(e.c);
  }
  std::string run = "the unbroken run of " + of;
  if (!letter.empty()) run += " (each in turn called " + letter + ")";
  run += " " + text + ", from " + say_in(e.a) + (e.d == ir::kRunBack ? " backwards" : " onwards");
  if (e.by != 1) run += e.by == 2 ? ", every second hole" : " in steps of " + std::to_string(e.by);
  return run;
}

std::string English::most_text(const Expr& e) {
  const bool most = e.op == Op::player_with_most;
  const Expr& m = at(e.b);
  const bool all = e.a == kNone || at(e.a).op == Op::players;
  const std::string who = all ? "the player who" : "the one of " + say_in(e.a) + " who";
  if (m.op == Op::seeds && at(m.a).op == Op::store && is_local(at(m.a).a, e.imm)) {
    if (stores_ || moment_ == Moment::refill)
      return who + " has " + (most ? "most" : "fewest") + " seeds in his store";
    return who + " has captured " + (most ? "most" : "fewest");
  }
  if (m.op == Op::count && at(m.a).op == Op::holes && is_local(at(m.a).a, e.imm)) {
    return who + " has " + (most ? "most" : "fewest") + " holes";
  }
  if (m.op == Op::state && m.a != kNone && is_local(m.a, e.imm)) {
    return (all ? "the player whose " : "the one of " + say_in(e.a) + " whose ") +
           program_.states[static_cast<std::size_t>(m.imm)].name + " is " + (most ? "greatest" : "smallest");
  }
  const auto slot = static_cast<std::size_t>(e.imm);
  const std::string before = names_[slot];
  const std::string letter = open_binder(e.imm, Type::player, e.b);
  const bool sum = m.op == Op::add || m.op == Op::subtract;
  const std::string measure = sum ? say(e.b) : say_in(e.b);
  names_[slot] = before;
  const std::string named = letter.empty() ? "the player" : letter;
  return (all ? named : named + " of " + say_in(e.a)) + " for whom " + measure + " is " +
         (most ? "greatest" : "smallest");
}

// `A5 of mover`: for each player a hole of his own, in the same place of his rows. Gives the labels, and who
// it is.
std::optional<std::vector<std::string>> English::labels_of_player(ExprId id, ExprId& who) const {
  const Board& board = program_.board;
  std::vector<std::string> labels;
  who = at(id).op == Op::choose_if && at(at(id).a).op == Op::equal ? at(at(id).a).a : kNone;
  for (Player p = 0; p < board.player_count(); ++p) {
    const Expr& e = at(id);
    if (who == kNone || e.op != Op::choose_if || at(e.a).op != Op::equal || !same(at(e.a).a, who))
      return std::nullopt;
    const Expr& seat = at(at(e.a).b);
    const Expr& hole = at(e.b);
    if (seat.op != Op::player || seat.imm != p || hole.op != Op::place ||
        !board.is_hole(static_cast<Place>(hole.imm))) {
      return std::nullopt;
    }
    labels.push_back(board.holes[static_cast<std::size_t>(hole.imm)].label);
    id = e.c;
  }
  if (!is_none(id)) return std::nullopt;
  return labels;
}

// "the mover's hole A5/a5".
std::optional<std::string> English::hole_of_player(ExprId id) {
  ExprId who = kNone;
  const auto labels = labels_of_player(id, who);
  if (!labels) return std::nullopt;
  std::string text;
  for (const std::string& label : *labels) text += (text.empty() ? "" : "/") + label;
  return belonging("hole " + text, who);
}

// "the mover's holes A1 to A8/a1 to a8": several of one player's.
std::optional<std::string> English::holes_of_player(ExprId set) {
  ExprId whose = kNone;
  std::vector<std::vector<std::string>> labels(static_cast<std::size_t>(program_.board.player_count()));
  const auto gather = [&](const auto& self, ExprId x) -> bool {
    if (at(x).op == Op::unite) return self(self, at(x).a) && self(self, at(x).b);
    if (at(x).op != Op::single) return false;
    ExprId who = kNone;
    const auto of_each = labels_of_player(at(x).a, who);
    if (!of_each || (whose != kNone && !same(who, whose))) return false;
    whose = who;
    for (std::size_t p = 0; p < of_each->size(); ++p) labels[p].push_back((*of_each)[p]);
    return true;
  };
  if (at(set).op != Op::unite || !gather(gather, set)) return std::nullopt;
  std::string text;
  for (const std::vector<std::string>& own : labels)
    text += (text.empty() ? "" : " / ") + list_of(english::label_ranges(own), "and");
  return belonging("holes " + text, whose);
}

std::string English::say(ExprId id, const std::vector<std::string>* words) {
  const Expr& given = at(id);
  const Expr e = given;  // the pool may grow
  if (spoken_ != kNone && same(id, spoken_)) {
    if (said_) return e.op == Op::run ? "that run" : e.op == Op::step ? "the hole so reached" : "those holes";
    said_ = true;
  }
  const auto of = [&](const char* before, const char* after = "") { return before + say_in(e.a) + after; };
  const auto of_it = [&](const std::string& thing) {
    const std::string what = say_in(e.a);
    return what == "it" ? "its " + thing : "the " + thing + " of " + what;
  };
  const auto arithmetic = [&](const char* sign) { return say_in(e.a) + sign + say_in(e.b); };
  switch (e.op) {
    case Op::number: return std::to_string(e.imm);
    case Op::truth: return e.imm != 0 ? "yes" : "no";
    case Op::place: return place_name(e.imm);
    case Op::region: return holes_list(program_.regions[static_cast<std::size_t>(e.imm)]);
    case Op::player: return player_name(e.imm);
    case Op::direction: return direction(e.imm);
    case Op::word:
      if (e.imm < 0) return "nothing";
      if (words != nullptr && static_cast<std::size_t>(e.imm) < words->size()) {
        return (*words)[static_cast<std::size_t>(e.imm)];
      }
      return "choice " + std::to_string(e.imm + 1);
    case Op::local: {
      const std::string& name = names_[static_cast<std::size_t>(e.imm)];
      return name.empty() ? "value " + std::to_string(e.imm) : name;
    }
    case Op::state: return state_noun(e);
    case Op::mover: return "the mover";
    case Op::own: return "the mover's own holes";
    case Op::theirs:
      return program_.board.player_count() == 2 ? "the opponent's holes" : "the other players' holes";
    case Op::board: return "the board";
    case Op::players: return "all players";
    case Op::start:
      if (start_is_it_) return "it";
      return that_hole_ == Op::start ? (that_store_ ? "that store" : "that hole") : "the start hole";
    case Op::running: return "the direction of sowing";
    case Op::origin: return "the hole the lap began from";
    case Op::here: return here_word();
    case Op::previous:
      return moment_ == Moment::route ? "the hole from which it came" : "the hole sown before " + here_word();
    case Op::was: return "the number of seeds that " + here_word() + " held before";
    case Op::first_sown: return "the first hole sown in the lap";
    case Op::lap_sown: return "the holes sown in this lap";
    case Op::turn_sown: return "the holes sown in this turn";
    case Op::laps: return "the number of laps in this move";
    case Op::captured_now:
      return e.a == kNone ? "the number of seeds captured in this move"
                          : "the number of seeds that " + say_in(e.a) + " captured in this move";
    case Op::phase: return "the stage";
    case Op::round: return "the number of the round";
    case Op::turns: return of("the number of turns that ", " has finished");
    case Op::turns_played: return "the number of turns finished in " + round_word();
    case Op::round_starter: return "the player who began " + round_word();
    case Op::round_winner: return "the winner of " + round_word();
    case Op::last_mover: return "the player who moved last";
    case Op::quiet: return "the number of moves since the last capture";
    case Op::by_lot: return "a player drawn by lot";
    case Op::seeds:
      if (at(e.a).op == Op::store && !stores_ && moment_ != Moment::refill)
        return "the number of seeds that " + say_in(at(e.a).a) + " has captured";
      return of(at(e.a).op == Op::board ? "the number of seeds on " : "the number of seeds in ");
    case Op::pieces:
      return "the number of " + program_.pieces[static_cast<std::size_t>(e.imm)].name +
             (at(e.a).op == Op::board ? "s on " : "s in ") + say_in(e.a);
    case Op::worth:
      return of(at(e.a).op == Op::board ? "the worth of what lies on " : "the worth of what lies in ");
    case Op::count: {
      if (at(e.a).op == Op::board) return "the number of holes of the board";
      if (at(e.a).op == Op::minus && at(at(e.a).a).op == Op::run) return "the number of holes in " + say(e.a);
      if (at(e.a).op == Op::run && e.a != spoken_) return "the number of holes in " + say_in(e.a);
      const std::string what = at(e.a).op == Op::where ? say(e.a) : say_in(e.a);
      const bool plain = what.rfind("the holes ", 0) == 0 || what.rfind("the players ", 0) == 0;
      return "the number of " + (plain ? what.substr(4) : what);
    }
    case Op::row: return of_it("row");
    case Op::column_number: return of_it("place number");
    case Op::next: {
      const Expr& a = at(e.a);
      if (a.op == Op::here) return "the next hole";
      if (a.op == Op::next && at(a.a).op == Op::here) return "the hole beyond the next";
      return of(e.type == Type::region ? "the holes after each of " : "the hole after ");
    }
    case Op::prev: return of(e.type == Type::region ? "the holes before each of " : "the hole before ");
    case Op::opposite:
      if (at(e.a).op == Op::here) {
        // Opposite of what goes without saying only where no other hole has a name.
        const bool others = std::any_of(names_.begin(), names_.end(),
                                        [](const std::string& name) { return name.starts_with("hole "); });
        return others ? "the hole opposite " + here_word() : "the hole opposite";
      }
      if (e.type == Type::region && at(e.a).op == Op::unite && !labelled(e.a)) {
        std::vector<std::string> parts;
        const auto gather = [&](const auto& self, ExprId x) -> void {
          if (at(x).op == Op::unite) {
            self(self, at(x).a);
            self(self, at(x).b);
          } else {
            parts.push_back("opposite " + say_in(x));
          }
        };
        gather(gather, e.a);
        return "the holes " + list_of(parts, "and");
      }
      return of(e.type == Type::region ? "the holes opposite " : "the hole opposite ");
    case Op::behind:
      if (at(e.a).op == Op::opposite && at(at(e.a).a).op == Op::here)
        return "the hole behind the one opposite";
      return of(e.type == Type::region ? "the holes behind " : "the hole behind ");
    case Op::same:
      return of(e.type == Type::region ? "the other player's holes in the same places as "
                                       : "the other player's hole in the same place as ");
    case Op::leftmost: return extreme("leftmost", e.a);
    case Op::rightmost: return extreme("rightmost", e.a);
    case Op::foremost: return extreme("foremost", e.a);
    case Op::hindmost: return extreme("hindmost", e.a);
    case Op::store: return at(e.a).op == Op::mover ? "the mover's own store" : belonging("store", e.a);
    case Op::pile: return belonging(program_.board.piles[static_cast<std::size_t>(e.imm)].name, e.a);
    case Op::holes: return of("the holes of ");
    case Op::side: return "the holes on " + belonging("side", e.a);
    case Op::neighbours: return of("the neighbours of ");
    case Op::owner: return of_it("owner");
    case Op::other: return at(e.a).op == Op::mover ? "the opponent" : of("the opponent of ");
    case Op::next_player: return of("the player after ");
    case Op::reverse: return at(e.a).op == Op::running ? "the opposite direction" : of("the reverse of ");
    case Op::the: return "the only one of " + say_loose(e.a);
    case Op::step: return step_text(e);
    case Op::add: return arithmetic(" plus ");
    case Op::subtract: return arithmetic(" minus ");
    case Op::multiply: return arithmetic(" times ");
    case Op::divide: return arithmetic(" divided by ") + " (rounded down)";
    case Op::modulo: return "the remainder of " + arithmetic(" divided by ");
    case Op::choose_if: {
      if (e.type == Type::truth) return "whether " + truth(id, false);
      if (const auto hole = hole_of_player(id)) return *hole;
      const auto* both = words != nullptr ? words : words_of(id);
      // What is there, or else something instead.
      if (at(e.a).op == Op::some && same(at(e.a).a, e.b) && at(e.b).op != Op::choose_if)
        return say(e.b, both) + ", or, if there is none, " + say(e.c, both);
      return (at(e.b).op == Op::choose_if && !hole_of_player(e.b) ? "(" + say(e.b, both) + ")"
                                                                  : say(e.b, both)) +
             " if " + truth(e.a, false) + ", otherwise " + say(e.c, both);
    }
    case Op::bind: {
      const auto slot = static_cast<std::size_t>(e.imm);
      const std::string before = names_[slot];
      name_local(e.imm, at(e.a).type);
      std::string text =
          "(with " + names_[slot] + " standing for " + say_in(e.a) + " as it is now) " + say(e.b, words);
      names_[slot] = before;
      return text;
    }
    case Op::where: return where_text(e);
    case Op::unite:
      if (const auto holes = labelled(id)) return holes_list(*holes);
      if (const auto holes = holes_of_player(id)) return *holes;
      return (at(e.a).op == Op::unite ? say(e.a) : say_in(e.a)) + " together with " + say_in(e.b);
    case Op::minus:
      return (at(e.a).op == Op::board   ? "the holes of the board except "
              : at(e.a).op == Op::minus ? say(e.a) + " and except "
                                        : say_in(e.a) + " except ") +
             all_members(e.b);
    case Op::single: return say(e.a);
    case Op::run: return run_text(e);
    case Op::player_with_most:
    case Op::player_with_fewest: return most_text(e);
    case Op::last:
    case Op::no_move:
    case Op::repeated:
    case Op::closed:
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
    case Op::in:
    case Op::is:
    case Op::some:
    case Op::after:
    case Op::some_move: return "whether " + truth(id, false);
    case Op::at_start:
    case Op::at_lap_start:
      if (e.type == Type::truth) return "whether " + truth(id, false);
      return say_in(e.a) + " " + std::string(as_seeds_lay(e.op));
  }
  return "";
}

// Not behind another person, whom "his" would mean.
std::string English::his(std::string phrase) {
  for (const auto& [whose, his] :
       {std::pair<std::string_view, std::string_view>{"the mover's own ", "his own "},
        {"the mover's ", "his "}}) {
    std::size_t at = phrase.find(whose);
    while (at != std::string::npos) {
      const std::string before = phrase.substr(0, at);
      const bool other = before.find("opponent") != std::string::npos ||
                         before.find("player") != std::string::npos ||
                         before.find("owner") != std::string::npos;
      if (other) break;
      phrase.replace(at, whose.size(), his);
      at = phrase.find(whose, at);
    }
  }
  return phrase;
}

// "the seeds of the last hole", "all seeds on the board".
std::string English::seeds_of(ExprId id) {
  const Op op = at(id).op;
  if (op == Op::board) return "all seeds on the board";
  if (op == Op::place && at(id).imm == kHand) return "the seeds in the sowing hand";
  return "the seeds of " + holes_of_seeds(id);
}

// "the last hole and of the hole opposite": what stands after "the seeds of".
std::string English::holes_of_seeds(ExprId id) {
  const Expr e = at(id);
  if (e.op == Op::unite && !labelled(id)) {
    const bool open = at(e.b).op == Op::where || at(e.b).op == Op::run;
    return holes_of_seeds(e.a) + (open ? ", and of " + say(e.b) : " and of " + say_in(e.b));
  }
  return say(id);
}

}  // namespace mancala
