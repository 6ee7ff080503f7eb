#include "dsl/canonical.h"

#include <algorithm>
#include <set>

#include "interpreter/walk.h"

namespace mancala {

using ir::Act;
using ir::Clause;
using ir::ClauseKind;
using ir::Expr;
using ir::ExprId;
using ir::kNone;
using ir::ListId;
using ir::Op;

class CanonicalWriter {
 public:
  CanonicalWriter(const ir::Program& program, Canonical& out)
      : program_(program),
        out_(out),
        names_(static_cast<std::size_t>(program.locals)),
        values_(static_cast<std::size_t>(program.locals), kNone) {}

  void write() {
    part("board", board());
    part("set-up", set_up());
    part("starter", kept(&program_.starter, player(program_.starter, 0)));
    part("turn-start", list(program_.turn_start, ListKind::event));
    std::string phases;
    for (const ir::Phase& phase : program_.phases) phases += this->phase(phase);
    part("phases", phases);
    part("before-turn", list(program_.before_turn, ListKind::end));
    part("after-move", list(program_.after_move, ListKind::end));
    part("win", kept(&program_.win, player(program_.win, kNobody)));
    part("match", match());
    part("endless", endless());
    // Last, when it is known which are asked for.
    part("states", states());
  }

 private:
  enum class ListKind { event, end };

  struct Text {
    std::string whole;  // with the lists that it runs
    std::string own;    // without
  };

  void part(const std::string& name, std::string text) { out_.parts_.emplace_back(name, std::move(text)); }
  const std::string& kept(const void* what, std::string text) { return out_.texts_[what] = std::move(text); }
  static std::string number(std::int64_t n) { return std::to_string(n); }
  static std::string node(const std::string& name, const std::vector<std::string>& children) {
    std::string text = "(" + name;
    for (const std::string& child : children) text += " " + child;
    return text + ")";
  }

  // Does each player own the holes at which he sits, for the whole match?
  [[nodiscard]] bool owners_stay() const {
    return !program_.territory && std::all_of(program_.board.holes.begin(), program_.board.holes.end(),
                                              [](const Hole& hole) { return hole.owner == hole.side; });
  }

  // --- expressions

  [[nodiscard]] const Expr& at(ExprId id) const { return program_.exprs[static_cast<std::size_t>(id)]; }

  // A value with the element that it is about in `slot`.
  std::string about(std::int32_t slot, ExprId id) {
    if (slot == kNone || id == kNone) return expr(id);
    const std::string name = "it" + number(depth_);
    std::string before = std::exchange(names_[static_cast<std::size_t>(slot)], name);
    const ExprId value = std::exchange(values_[static_cast<std::size_t>(slot)], kNone);
    ++depth_;
    std::string text = name + ":" + expr(id);
    --depth_;
    names_[static_cast<std::size_t>(slot)] = std::move(before);
    values_[static_cast<std::size_t>(slot)] = value;
    return text;
  }

  // A player; nothing is said of the one who it is if nothing is said.
  std::string player(ExprId id, Player usual) {
    if (id != kNone && at(id).op == Op::player && at(id).imm == usual) return "_";
    return expr(id);
  }

  // A statement about numbers that is written in several ways: `n < x`, `x == n`, with the number first.
  static bool is_number(const std::string& text) {
    return text.size() > 1 && text[0] == '#' && text.find(' ') == std::string::npos;
  }
  static std::int64_t value(const std::string& text) { return std::stoll(text.substr(1)); }

  // Is it a number that is never below zero?
  static bool counts(const std::string& text) {
    return text.starts_with("(seeds ") || text.starts_with("(count ") || text == "was" || text == "laps";
  }

  // a < b.
  static std::string less(const std::string& a, const std::string& b) {
    // "fewer than one" and "none at all"
    if (b == "#1" && counts(a)) return equal("#0", a);
    return node("less", {a, b});
  }
  static std::string less_equal(const std::string& a, const std::string& b) {
    if (is_number(a)) return less("#" + number(value(a) - 1), b);
    if (is_number(b)) return less(a, "#" + number(value(b) + 1));
    return node("less-equal", {a, b});
  }
  static std::string equal(std::string a, std::string b) {
    if (b < a) std::swap(a, b);
    return node("equal", {a, b});
  }
  static std::string not_equal(std::string a, std::string b) {
    if (b < a) std::swap(a, b);
    if (a == "#0" && counts(b)) return less(a, b);
    return node("not-equal", {a, b});
  }

  // A set of parts whose order says nothing: nested ones drawn together, each once.
  void gather(Op op, ExprId id, std::set<std::string>& parts) {
    if (at(id).op == op) {
      gather(op, at(id).a, parts);
      gather(op, at(id).b, parts);
    } else {
      parts.insert(expr(id));
    }
  }
  std::string together(const std::string& name, Op op, const Expr& e) {
    std::set<std::string> parts;
    gather(op, e.a, parts);
    gather(op, e.b, parts);
    return parts.size() == 1 ? *parts.begin() : node(name, {parts.begin(), parts.end()});
  }

  std::string negated(ExprId id) {
    const Expr& e = at(id);
    if (e.op == Op::logical_not) return expr(e.a);
    if (e.op == Op::equal) return not_equal(expr(e.a), expr(e.b));
    if (e.op == Op::not_equal) return equal(expr(e.a), expr(e.b));
    if (e.op == Op::less) return less_equal(expr(e.b), expr(e.a));
    if (e.op == Op::less_equal) return less(expr(e.b), expr(e.a));
    if (e.op == Op::greater) return less_equal(expr(e.a), expr(e.b));
    if (e.op == Op::greater_equal) return less(expr(e.a), expr(e.b));
    return node("not", {expr(id)});
  }

  std::string bound(const Expr& e) {
    ExprId& value = values_[static_cast<std::size_t>(e.imm)];
    // A value under a name is the value, unless it is asked for at another moment, or drawn by lot.
    if (!ir::leaves_the_moment(program_, e.b) && !ir::reads(program_, e.a, Op::by_lot)) {
      const ExprId before = std::exchange(value, e.a);
      std::string text = expr(e.b);
      values_[static_cast<std::size_t>(e.imm)] = before;
      return text;
    }
    const std::string first = expr(e.a);
    return node("bind", {first, about(e.imm, e.b)});
  }

  std::string state_name(std::int32_t index) {
    const auto known = std::find(states_.begin(), states_.end(), index);
    if (known == states_.end()) states_.push_back(index);
    // Told apart by what they are; those that are alike, by which is asked for first.
    const ir::State& state = program_.states[static_cast<std::size_t>(index)];
    int before = 0;
    for (const std::int32_t other : states_) {
      if (other == index) break;
      before += declaration(program_.states[static_cast<std::size_t>(other)]) == declaration(state) ? 1 : 0;
    }
    return "state" + number(before) + declaration(state);
  }
  [[nodiscard]] std::string declaration(const ir::State& state) const {
    // Where one round is the game, what lasts for the round lasts for the match.
    const bool one_round = !program_.match.present && state.lasts == ir::Lasts::match;
    const ir::Lasts lasts = one_round ? ir::Lasts::round : state.lasts;
    return "{" + number(static_cast<int>(state.per)) + "," + number(static_cast<int>(state.holds)) + "," +
           number(state.low) + "," + number(state.high) + "," +
           number(static_cast<std::int64_t>(state.words.size())) + "," + number(static_cast<int>(lasts)) +
           "}";
  }

  std::string region(const Region& places) {
    std::string text = "{";
    for (const Place p : places) text += (text.size() > 1 ? "," : "") + number(p);
    return text + "}";
  }

  std::string number_set(const ir::NumberSet& set) {
    std::vector<std::pair<std::int32_t, std::int32_t>> ranges = set.ranges;
    std::sort(ranges.begin(), ranges.end());
    std::string text;
    for (const auto& [from, to] : ranges) text += number(from) + ".." + number(to) + ",";
    return text + (set.even ? "even" : "") + (set.odd ? "odd" : "");
  }

  std::string expr(ExprId id) {
    if (id == kNone) return "_";
    const Expr& e = at(id);
    // Constants, and what has a name.
    if (e.op == Op::number) return "#" + number(e.imm);
    if (e.op == Op::local) {
      const ExprId value = values_[static_cast<std::size_t>(e.imm)];
      if (value != kNone) return expr(value);
      const std::string& name = names_[static_cast<std::size_t>(e.imm)];
      return name.empty() ? "unset" : name;
    }
    if (e.op == Op::was) return "was";
    if (e.op == Op::laps) return "laps";
    if (e.op == Op::region) return "region" + region(program_.regions[static_cast<std::size_t>(e.imm)]);
    // What can be written in several ways.
    if (e.op == Op::bind) return bound(e);
    if (e.op == Op::logical_and) return together("and", e.op, e);
    if (e.op == Op::logical_or) return together("or", e.op, e);
    if (e.op == Op::unite) return together("unite", e.op, e);
    if (e.op == Op::logical_not) return negated(e.a);
    if (e.op == Op::equal) return equal(expr(e.a), expr(e.b));
    if (e.op == Op::not_equal) return not_equal(expr(e.a), expr(e.b));
    if (e.op == Op::less) return less(expr(e.a), expr(e.b));
    if (e.op == Op::greater) return less(expr(e.b), expr(e.a));
    if (e.op == Op::less_equal) return less_equal(expr(e.a), expr(e.b));
    if (e.op == Op::greater_equal) return less_equal(expr(e.b), expr(e.a));
    if (e.op == Op::add || e.op == Op::multiply) {
      std::vector<std::string> sides = {expr(e.a), expr(e.b)};
      std::sort(sides.begin(), sides.end());
      return node(e.op == Op::add ? "add" : "multiply", sides);
    }
    if (e.op == Op::is) {
      const ir::NumberSet& set = program_.number_sets[static_cast<std::size_t>(e.imm)];
      if (set.ranges.size() == 1 && !set.even && !set.odd && set.ranges[0].first == set.ranges[0].second)
        return equal("#" + number(set.ranges[0].first), expr(e.a));
      return node("is", {expr(e.a), number_set(set)});
    }
    if (e.op == Op::holes || (e.op == Op::side && owners_stay())) {
      if (at(e.a).op == Op::mover) return operation(Op::own);
      if (program_.board.player_count() == 2 && at(e.a).op == Op::other && at(at(e.a).a).op == Op::mover)
        return operation(Op::theirs);
      return node(operation(Op::holes), {expr(e.a)});
    }
    // Of two players the next one is the other one.
    if (e.op == Op::next_player && program_.board.player_count() == 2)
      return node(operation(Op::other), {expr(e.a)});
    // One element after the other.
    if (e.op == Op::where || e.op == Op::player_with_most || e.op == Op::player_with_fewest) {
      const std::string set = expr(e.a);
      return node(operation(e.op), {set, about(e.imm, e.b)});
    }
    if (e.op == Op::run) {
      const std::string from = expr(e.a), within = expr(e.c);
      return node("run", {from, about(e.imm, e.b), within, number(e.d), number(e.by)});
    }
    // Everything else: what it is, of what.
    std::vector<std::string> children;
    if (e.op == Op::state) children.push_back(state_name(e.imm));
    if (e.op != Op::state && e.imm != 0) children.push_back("#" + number(e.imm));
    for (const ExprId child : {e.a, e.b, e.c, e.d}) children.push_back(expr(child));
    while (!children.empty() && children.back() == "_") children.pop_back();
    return children.empty() ? operation(e.op) : node(operation(e.op), children);
  }

  // What an operation is called here: nobody reads it but `==`.
  static std::string operation(Op op) {
    if (op == Op::seeds) return "seeds";
    if (op == Op::count) return "count";
    return "op" + number(static_cast<int>(op));
  }

  // --- clauses

  // `win`, `end`, `sow` and `stop` end a list in whatever form they stand.
  static bool ends_list(const Clause& clause) {
    return std::any_of(clause.actions.begin(), clause.actions.end(), [](const ir::Action& a) {
      return a.act == Act::sow_after || a.act == Act::sow_at || a.act == Act::stop || a.act == Act::end ||
             a.act == Act::win;
    });
  }

  // The names of a list are its own; what is chosen in it is known for the rest of the turn.
  std::string list(ListId id, ListKind kind) {
    if (id == kNone) return "";
    const std::vector<Clause>& clauses = program_.lists[static_cast<std::size_t>(id)].clauses;
    const std::vector<std::string> before = names_;
    const int lets = lets_;
    std::string text;
    for (const Clause& c : clauses) {
      const Text t = clause(c, kind, &c == &clauses.back());
      kept(&c, t.own);
      text += t.whole;
    }
    lets_ = lets;
    give_back(before);
    return "[" + text + "]";
  }

  void give_back(std::vector<std::string> before) {
    for (const std::int32_t slot : choices_) {
      before[static_cast<std::size_t>(slot)] = names_[static_cast<std::size_t>(slot)];
    }
    names_ = std::move(before);
  }

  Text clause(const Clause& c, ListKind kind, bool last) {
    if (c.kind == ClauseKind::let) {
      name_value(c.slot, c.value);
      return {"", "let " + names_[static_cast<std::size_t>(c.slot)]};
    }
    const std::vector<std::string> before = names_;
    const int depth = depth_;
    std::vector<std::string> head;
    for (const ir::Binding& binding : c.bindings) {
      const std::string set = expr(binding.set);
      const std::string name = "it" + number(depth_++);
      head.push_back("each " + name + " " + set + " from " + number(static_cast<int>(binding.from)) + " " +
                     expr(binding.order));
      names_[static_cast<std::size_t>(binding.slot)] = name;
    }
    // Where nothing is read after it, `then` and `also` are the same; in the ends `then` is what ends the
    // round.
    const bool goes_on = c.kind == ClauseKind::also || c.kind == ClauseKind::each;
    const std::string kind_name = ends_list(c) ? "do" : goes_on ? "also" : "then";
    const std::string condition = expr(c.cond);
    head.push_back(kind_name);
    head.push_back(condition);
    Text text{"", node("if", head)};
    if (last && kind == ListKind::event) head[head.size() - 2] = "do";
    text.whole = node("if", head);
    for (const ir::Action& a : c.actions) {
      const Text t = action(a);
      text.whole += t.whole;
      text.own += t.own;
    }
    depth_ = depth;
    if (!c.bindings.empty()) give_back(before);
    return text;
  }

  // It keeps the value that it had when it got its name.
  void name_value(std::int32_t slot, ExprId value) {
    names_[static_cast<std::size_t>(slot)] = node("let" + number(lets_++), {expr(value)});
  }

  void name_choice(std::int32_t slot) {
    auto known = std::find(choices_.begin(), choices_.end(), slot);
    if (known == choices_.end()) known = choices_.insert(choices_.end(), slot);
    names_[static_cast<std::size_t>(slot)] = "choice" + number(known - choices_.begin());
  }

  Text action(const ir::Action& a) {
    if (a.act == Act::let) {
      name_value(a.slot, a.what);
      return {"", ""};
    }
    if (a.act == Act::block) return {list(a.imm, ListKind::event), "[]"};
    std::vector<std::string> words = {number(static_cast<int>(a.act))};
    if (a.act == Act::set_state) words.push_back(state_name(a.imm));
    if (a.act == Act::capture && a.imm == 1) words.emplace_back("out");
    if (a.act == Act::choose) {
      words.push_back(a.by_chance ? "chance" : or_mover(a.by));
      words.push_back(number(a.imm));
    }
    words.push_back(expr(a.what));
    words.push_back(expr(a.amount) + (a.piece == kNone ? "" : " piece " + number(a.piece)));
    const bool of_each = a.act == Act::capture || a.act == Act::set_owner;
    words.push_back(a.act == Act::capture ? or_mover(a.extra, a.slot)
                    : of_each             ? about(a.slot, a.extra)
                                          : expr(a.extra));
    if (a.act == Act::choose) name_choice(a.slot);
    std::string text = node("act", words);
    return {text, text};
  }

  // Who, if it is not the mover.
  std::string or_mover(ExprId player, std::int32_t slot = kNone) {
    if (player == kNone || at(player).op == Op::mover) return "_";
    return about(slot, player);
  }

  // --- the parts

  std::string board() {
    const Board& b = program_.board;
    std::string text = number(b.player_count()) + " players;";
    text += number(b.lines) + "x" + number(b.columns) + ";";
    for (const Hole& h : b.holes) {
      text += " " + number(h.side) + "," + number(h.owner) + "," + number(h.row) + "," + number(h.number) +
              "," + number(h.line) + "," + number(h.column);
    }
    for (const auto* map : {&b.opposite, &b.behind, &b.same}) {
      text += ";";
      for (const Place p : *map) text += " " + number(p);
    }
    for (const PileKind& pile : b.piles) text += "; pile " + number(pile.seeds);
    return text;
  }

  std::string set_up() {
    kept(&program_.setup, about(program_.setup_slot, program_.setup));
    std::string pieces;
    for (const ir::PieceKind& kind : program_.pieces) {
      pieces += " piece " + number(kind.worth) + " ";
      pieces += kept(&kind.setup, about(program_.setup_slot, kind.setup));
    }
    return out_.texts_[&program_.setup] + pieces + " stores " + number(program_.store_seeds) + " " +
           list(program_.arrange, ListKind::event);
  }

  std::string phase(const ir::Phase& p) {
    std::string text = kept(&p.condition, expr(p.condition));
    for (const ir::MoveBlock& block : p.moves) {
      std::string own = expr(block.when) + " from " + expr(block.from);
      for (const ir::Pick& pick : block.picks) {
        own += " pick " + expr(pick.from) + " " + expr(pick.to);
        name_choice(pick.slot);
      }
      if (block.pass_if_none) own += " pass";
      if (block.pass != kNone) own += " may-pass " + expr(block.pass);
      text += "(move " + own;
      kept(&block, own);
      for (const ir::Filter& filter : block.filters) {
        text +=
            kept(&filter, node(filter.prefer ? "prefer" : "only", {expr(filter.cond), expr(filter.test)}));
      }
      text += ")";
    }
    text += kept(&p.circuit, circuit(program_.board.circuits[static_cast<std::size_t>(p.circuit)]));
    text += " going " + kept(&p.direction, expr(p.direction));
    text += " skip " + kept(&p.skip, about(p.station_slot, p.skip));
    text += " each " + kept(&p.each, about(p.station_slot, p.each));
    if (p.order_slot != kNone) text += " order";
    if (p.route != kNone) {
      text += " route " + kept(&p.route, expr(p.route));
      name_choice(p.route_slot);
    }
    for (const ListId id : {p.play, p.each_seed, p.lap_end, p.move_end})
      text += "\n" + list(id, ListKind::event);
    return "(phase " + text + ")\n";
  }

  static std::string circuit(const Circuit& c) {
    std::string text = c.straight ? "straight" : c.closed ? "closed" : "open";
    for (const auto& ways : c.next) {
      for (const auto& way : ways) {
        text += ";";
        for (const Place p : way) text += " " + number(p);
      }
    }
    return text;
  }

  std::string match() {
    const ir::Match& m = program_.match;
    if (!m.present) return "";
    std::string text = "over " + kept(&m.over, expr(m.over)) + " winner " +
                       kept(&m.winner, player(m.winner, kNobody)) + " starter " +
                       kept(&m.starter, player(m.starter, 0));
    return text + " new-round " + list(m.new_round, ListKind::event);
  }

  std::string endless() {
    // Where no lap follows another it says nothing.
    const ir::Endless& e = program_.endless;
    const auto relays = [&](const ir::Phase& p) {
      return ir::does(program_, p.lap_end, Act::sow_after) || ir::does(program_, p.lap_end, Act::sow_at);
    };
    if (std::none_of(program_.phases.begin(), program_.phases.end(), relays)) return "";
    return number(e.laps) + " " + number(static_cast<int>(e.then));
  }

  // Those that something asks for or sets; a first value may ask for further ones.
  std::string states() {
    std::string text;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const ir::State& state = program_.states[static_cast<std::size_t>(states_[i])];
      const std::string name = state_name(states_[i]);
      text += kept(&state, name + " starts " + about(state.starts_slot, state.starts)) + "\n";
    }
    return text;
  }

  const ir::Program& program_;
  Canonical& out_;
  std::vector<std::string> names_;    // by slot: what a local value is called, or is
  std::vector<std::int32_t> states_;  // in order of use
  std::vector<std::int32_t>
      choices_;                 // slots, in order of use: what was chosen is known for the rest of the turn
  std::vector<ExprId> values_;  // by slot: what a name stands for, where the value itself can stand
  int depth_ = 0;               // of the sets whose elements are spoken of
  int lets_ = 0;
};

Canonical::Canonical(const ir::Program& program) { CanonicalWriter(program, *this).write(); }

std::string Canonical::text() const {
  std::string text;
  for (const auto& [name, part] : parts_) text += name + ": " + part + "\n";
  return text;
}

std::string Canonical::of(const void* part) const {
  const auto known = texts_.find(part);
  return known == texts_.end() ? "" : known->second;
}

bool same_game(const ir::Program& a, const ir::Program& b) {
  return Canonical(a).text() == Canonical(b).text();
}

}  // namespace mancala
