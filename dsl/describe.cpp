#include "dsl/describe.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/canonical.h"
#include "dsl/describe_board.h"
#include "dsl/english.h"
#include "dsl/english_text.h"

namespace mancala {

namespace {

using english::capital;
using english::counted;
using english::list_of;
using english::wrap;
using ir::Clause;
using ir::ClauseKind;
using ir::ExprId;
using ir::kNone;
using ir::ListId;

constexpr std::size_t kWidth = 88;

using Lines = std::vector<SheetLine>;

// How the sentences of a list read: at most events, `then` ends the list; at the end moments it ends the
// round.
enum class ListKind { event, end, new_round };

bool ends_list(const Clause& clause) {
  return std::any_of(clause.actions.begin(), clause.actions.end(), [](const ir::Action& a) {
    return a.act == ir::Act::sow_after || a.act == ir::Act::sow_at || a.act == ir::Act::stop ||
           a.act == ir::Act::end || a.act == ir::Act::win;
  });
}

class Sheet {
 public:
  explicit Sheet(const Variant& variant)
      : variant_(variant), program_(variant.program), english_(variant.program), canonical_(variant.program) {
    // A stage that a reading has done away with is none.
    for (const ir::Phase& phase : program_.phases) {
      if (!english_.never(phase.condition)) phases_.push_back(&phase);
    }
  }

  std::vector<SheetPart> parts() {
    title();
    board_and_start();
    marks();
    aim();
    stages();
    turn();
    sowing();
    event("each-seed", "While sowing, after each seed", Moment::each_seed, &ir::Phase::each_seed);
    laps_end();
    event("move-end", "After a move", Moment::move_end, &ir::Phase::move_end);
    end_of_round();
    rounds();
    endless();
    readings();
    parameters();
    notation();
    sources();
    conventions();
    return std::move(parts_);
  }

 private:
  // --- lines
  void part(const std::string& key, const std::string& head) { parts_.push_back({key, head, {}}); }
  static SheetLine line(const std::string& text, const std::string& lead = "  ") {
    return {lead, text, "", "", "", SheetLine::Role::rule};
  }
  // `what` is the part of the program that the sentence is about.
  SheetLine rule(const std::string& text, const void* what, const std::string& lead = "  ") const {
    SheetLine out = line(text, lead);
    out.meaning = canonical_.of(what);
    return out;
  }
  static SheetLine frame(const std::string& text, const std::string& lead = "  ") {
    SheetLine out = line(text, lead);
    out.role = SheetLine::Role::frame;
    return out;
  }
  void add(SheetLine line) { parts_.back().lines.push_back(std::move(line)); }
  void add(const Lines& lines) {
    for (const SheetLine& line : lines) add(line);
  }
  void say(const std::string& text) { add(line(text)); }
  void say(const std::string& text, const void* what) { add(rule(text, what)); }
  static std::string sentence(const std::string& text) { return capital(text) + "."; }

  // "[voogt] Note: …": what the file says beside the rule itself.
  [[nodiscard]] std::string origin_text(std::int32_t origin) const {
    if (origin < 0 || static_cast<std::size_t>(origin) >= variant_.origins.size()) return "";
    const Origin& o = variant_.origins[static_cast<std::size_t>(origin)];
    return (o.source.empty() ? "" : " [" + o.source + "]") +
           (o.note.empty() ? "" : " (" + english::one_line(o.note) + ")");
  }

  // --- lists of clauses
  // ----------------------------------------------------------------------------------------
  [[nodiscard]] const ir::ClauseList& list(ListId id) const {
    return program_.lists[static_cast<std::size_t>(id)];
  }

  // The clauses that can act: a reading that is not in effect leaves some that never do.
  using Live = std::vector<const Clause*>;
  Live live(const ir::ClauseList& l) {
    Live out;
    for (const Clause& c : l.clauses) {
      if (!english_.never(c.cond)) out.push_back(&c);
    }
    return out;
  }
  ExprId condition_of(const Clause& clause) { return english_.always(clause.cond) ? kNone : clause.cond; }

  // Does it matter that one clause may end the list? Of the last one it does not, but where it ends the
  // round.
  static bool has_then(const Live& l, ListKind kind) {
    return std::any_of(l.begin(), l.end(), [&](const Clause* c) {
      return (c->kind == ClauseKind::then || ends_list(*c)) && (kind == ListKind::end || c != l.back());
    });
  }
  // After it the next sentence is read, and this has to be said.
  static bool goes_on(const Clause& clause, const Live& l, ListKind kind) {
    const bool reads_on = clause.kind != ClauseKind::then;
    return reads_on && has_then(l, kind) && !ends_list(clause) && &clause != l.back();
  }

  // How the list is read, said once before it.
  static std::string how_read(const Live& l, ListKind kind) {
    if (l.size() < 2) return "";
    if (!has_then(l, kind)) return "All of these, in this order:";
    if (kind == ListKind::end) return "The first of these that applies:";
    const bool on = std::any_of(l.begin(), l.end(), [&](const Clause* c) { return goes_on(*c, l, kind); });
    return on ? "The first of these that applies; after \"then go on\" the next ones are read, too:"
              : "The first of these that applies:";
  }

  std::string bindings_text(const Clause& clause) {
    std::string text;
    for (const ir::Binding& b : clause.bindings) {
      const ir::Type type = program_.exprs[static_cast<std::size_t>(b.set)].type;
      const bool players = type == ir::Type::players;
      const ir::Op op = program_.exprs[static_cast<std::size_t>(b.set)].op;
      const std::string of = english_.belonging_to(b.set);
      std::string order;
      switch (b.from) {
        case ir::From::owners_left: order = ""; break;
        case ir::From::left: order = ", from the left"; break;
        case ir::From::right: order = ", from the right"; break;
        case ir::From::chosen:
          order = ", " + english_.word(b.order, {"from the left", "from the right"});
          break;
      }
      english_.name_local(b.slot, players ? ir::Type::player : ir::Type::hole, {}, b.called);
      const std::string name = english_.local_name(b.slot);
      text += text.empty() ? "for each " : ", and for each ";
      text += name.rfind("the ", 0) == 0 ? name.substr(4) : name;
      if (players && op == ir::Op::players) {
        text += order;
      } else {
        text += " " + of + order;
      }
    }
    return text;
  }

  // What a list does that is run as an action and has one sentence, or few short ones: they need no number.
  struct Within {
    std::vector<ir::Action> actions;    // with those of such lists in their place
    std::vector<const Clause*> merged;  // the clauses that they come from
    const Clause* last = nullptr;  // the only clause of the list run last, where it has a condition or loops
  };
  // `open`: does anything follow the actions in their sentence or their list, so that a condition among them
  // could be read as the condition of that?
  Within within(const std::vector<ir::Action>& actions, bool open) {
    Within out;
    for (const ir::Action& a : actions) {
      const bool last = &a == &actions.back();
      const Live inner = a.act == ir::Act::block ? live(list(a.imm)) : Live();
      if (plain(inner)) {
        for (const Clause* clause : inner) {
          Within more = within(clause->actions, open || !last || clause != inner.back());
          out.merged.push_back(clause);
          out.merged.insert(out.merged.end(), more.merged.begin(), more.merged.end());
          out.actions.insert(out.actions.end(), more.actions.begin(), more.actions.end());
          out.last = more.last;
        }
      } else if (inner.size() == 1 && inner[0]->kind != ClauseKind::let && last && !open) {
        out.last = inner[0];
      } else {
        out.actions.push_back(a);
      }
    }
    return out;
  }

  // A list that is done from its beginning to its end, and short enough for one sentence.
  bool plain(const Live& inner) {
    constexpr std::size_t kActions = 3;
    std::size_t actions = 0;
    for (const Clause* clause : inner) {
      const bool done = clause->kind != ClauseKind::each && clause->kind != ClauseKind::let &&
                        condition_of(*clause) == kNone && (clause == inner.back() || !ends_list(*clause));
      if (!done || (clause->kind == ClauseKind::then && clause != inner.back())) return false;
      actions += clause->actions.size();
    }
    return inner.size() == 1 || (!inner.empty() && actions <= kActions);
  }

  // The rest of a sentence, the inner lists that its actions run, and how far they are numbered. `line` takes
  // what is said of the clauses that have no sentence of their own.
  std::string acts(const Clause& clause, const std::string& number, Lines& inner, const std::string& indent,
                   bool open, SheetLine& line) {
    const Within w = within(clause.actions, open);
    std::vector<std::string> marks;
    for (const ir::Action& a : w.actions) {
      if (a.act == ir::Act::block) marks.push_back("\x01" + std::to_string(marks.size()) + "\x02");
    }
    std::string text = english_.actions(w.actions, condition_of(clause), marks);
    int next = 1;
    std::size_t mark = 0;
    int first = next;
    for (std::size_t i = 0; i < w.actions.size(); ++i) {
      if (w.actions[i].act != ir::Act::block) continue;
      const ir::ClauseList& l = list(w.actions[i].imm);
      const Live shown = live(l);
      const bool steps = !has_then(shown, ListKind::event);
      const Lines more = sentences(l, ListKind::event, number + ".", next, indent + "  ");
      inner.insert(inner.end(), more.begin(), more.end());
      // Lists that follow each other are told as one, where all of each is done.
      const bool goes_on_here = steps && i + 1 < w.actions.size() && w.actions[i + 1].act == ir::Act::block &&
                                !has_then(live(list(w.actions[i + 1].imm)), ListKind::event);
      const std::string& what = marks[mark++];
      const auto at = text.find(what);
      if (at == std::string::npos) continue;
      if (goes_on_here) {
        text.erase(at, what.size() + 2);  // and the "; " behind it
        continue;
      }
      text.replace(at, what.size(), done_text(number, first, next, shown));
      first = next;
    }
    for (const Clause* c : w.merged) merge(line, *c);
    if (w.last != nullptr) {
      merge(line, *w.last);
      const std::string more = clause_text(*w.last, number, inner, indent, open, line);
      text += (text.empty() ? "" : "; ") + more;
    }
    for (const ir::Action& a : w.actions) {
      if (a.act == ir::Act::let) english_.forget_local(a.slot);
    }
    return text;
  }

  // "2.1 to 2.3 are done": the sentences of the lists that an action runs.
  static std::string done_text(const std::string& number, int first, int next, const Live& shown) {
    const std::string begin = number + "." + std::to_string(first);
    const int count = next - first;
    if (count <= 0) return "nothing happens";
    if (count == 1) return begin + " is done";
    const std::string range =
        begin + (count == 2 ? " and " : " to ") + number + "." + std::to_string(next - 1);
    if (!has_then(shown, ListKind::event)) return range + " are done";
    const bool on = std::any_of(shown.begin(), shown.end(),
                                [&](const Clause* c) { return goes_on(*c, shown, ListKind::event); });
    return on ? range + " are read, up to the first that applies and does not say \"then go on\""
              : "the first of " + range + " that applies is done";
  }

  void merge(SheetLine& line, const Clause& clause) const {
    line.meaning += canonical_.of(&clause);
    const std::string note = origin_text(clause.origin);
    if (line.note.find(note) == std::string::npos) line.note += note;
  }

  // "for each …: if …, he captures …".
  std::string clause_text(const Clause& clause, const std::string& number, Lines& inner,
                          const std::string& indent, bool open, SheetLine& line) {
    std::string text = clause.kind == ClauseKind::each ? bindings_text(clause) + ": " : "";
    if (condition_of(clause) != kNone) text += "if " + english_.condition(clause.cond) + ", ";
    text += acts(clause, number, inner, indent, open, line);
    for (const ir::Binding& b : clause.bindings) english_.forget_local(b.slot);
    return text;
  }

  // Every clause as one numbered sentence. `next` is the number of the first, and after it of the next one.
  Lines sentences(const ir::ClauseList& l, ListKind kind, const std::string& prefix, int& next,
                  const std::string& indent) {
    Lines out;
    bool after_then = false;
    const Live shown = live(l);
    for (const Clause* shown_clause : shown) {
      const Clause& clause = *shown_clause;
      const std::string number = prefix + std::to_string(next++);
      const ExprId when = condition_of(clause);
      Lines inner;
      SheetLine sentence_line = rule("", &clause, indent + number + ". ");
      sentence_line.note = origin_text(clause.origin);
      std::string text;
      switch (clause.kind) {
        case ClauseKind::let: {
          const bool truth = program_.exprs[static_cast<std::size_t>(clause.value)].type == ir::Type::truth;
          const std::string value = truth ? english_.condition(clause.value) : english_.noun(clause.value);
          english_.name_local(clause.slot, program_.exprs[static_cast<std::size_t>(clause.value)].type, {},
                              clause.called);
          const std::string name = english_.local_name(clause.slot);
          text = truth ? name + " is noted if " + value : "let " + name + " be " + value;
          if (goes_on(clause, shown, kind)) text += "; then go on";
          break;
        }
        case ClauseKind::each: {
          text = clause_text(clause, number, inner, indent, false, sentence_line);
          if (goes_on(clause, shown, kind)) text += "; then go on";
          break;
        }
        case ClauseKind::then:
        case ClauseKind::also: {
          const std::string cond = when == kNone ? "" : "if " + english_.condition(clause.cond);
          // A condition of what is done last would seem to be one of the clause itself.
          const bool ends_round = kind == ListKind::end && !ends_list(clause);
          const bool alone = clause.actions.size() == 1;
          const bool open =
              ends_round || (alone && clause.kind == ClauseKind::then && &clause != shown.back());
          std::string done = acts(clause, number, inner, indent, open, sentence_line);
          if (clause.kind == ClauseKind::then && ends_round) {
            done += (done.empty() ? "" : "; ") + english_.round_word() + " is over";
          }
          if (done.empty()) done = "nothing more happens";
          const bool comma = !cond.empty() || done.rfind("if ", 0) == 0 || done.rfind("for each ", 0) == 0;
          text = after_then ? (comma ? "otherwise, " : "otherwise ") : "";
          // Two conditions, one after the other, are two conditions of what is done.
          text += cond.empty() ? done : cond + (done.rfind("if ", 0) == 0 ? ", and " : ", ") + done;
          if (clause.kind == ClauseKind::also) {
            if (ends_round) {
              text += "; " + english_.round_word() + " goes on";
            } else if (goes_on(clause, shown, kind)) {
              text += "; then go on";
            }
          }
          break;
        }
      }
      after_then = (clause.kind == ClauseKind::then || ends_list(clause)) && when != kNone &&
                   clause.kind != ClauseKind::each;
      if (!clause.name.empty()) text += " (" + clause.name + ")";
      sentence_line.text = sentence(text);
      out.push_back(std::move(sentence_line));
      out.insert(out.end(), inner.begin(), inner.end());
    }
    for (const Clause* clause : shown) {
      if (clause->kind == ClauseKind::let) english_.forget_local(clause->slot);
    }
    return out;
  }

  // A list that does nothing but run another is that one.
  const ir::ClauseList& innermost(const ir::ClauseList& l) {
    const Live shown = live(l);
    const bool only = shown.size() == 1 && shown[0]->kind != ClauseKind::each &&
                      shown[0]->kind != ClauseKind::let && condition_of(*shown[0]) == kNone &&
                      shown[0]->actions.size() == 1 && shown[0]->actions[0].act == ir::Act::block;
    return only ? innermost(list(shown[0]->actions[0].imm)) : l;
  }

  // The conditions of a list and of the lists that it runs; the values that its own clauses name.
  void gather(const ir::ClauseList& l, bool outer, std::vector<ExprId>& conditions,
              std::vector<std::int32_t>& lets) {
    for (const Clause* clause : live(l)) {
      if (clause->cond != kNone) conditions.push_back(clause->cond);
      if (outer && clause->kind == ClauseKind::let) {
        english_.name_local(clause->slot, program_.exprs[static_cast<std::size_t>(clause->value)].type, {},
                            clause->called);
        lets.push_back(clause->slot);
      }
      for (const ir::Action& action : clause->actions) {
        if (action.act == ir::Act::block) gather(list(action.imm), false, conditions, lets);
      }
    }
  }

  // Long conditions that stand in several sentences of the list: said once, with a letter.
  Lines terms_text(const ir::ClauseList& l) {
    std::vector<ExprId> conditions;
    std::vector<std::int32_t> lets;
    gather(l, true, conditions, lets);
    std::vector<std::int32_t> known = lets;
    for (const ir::Phase& phase : program_.phases) {
      for (const ir::MoveBlock& block : phase.moves) {
        for (const ir::Pick& pick : block.picks) known.push_back(pick.slot);
      }
    }
    std::vector<std::pair<ExprId, std::string>> terms;
    Lines out;
    for (const ExprId id : english_.shared_terms(conditions)) {
      if (terms.size() == 26 || !english_.speaks_only_of(id, known)) continue;
      const std::string name = std::string("(") + static_cast<char>('A' + terms.size()) + ")";
      out.push_back(frame(name + " stands for: " + english_.condition(id) + "."));
      terms.emplace_back(id, name);
    }
    for (const std::int32_t slot : lets) english_.forget_local(slot);
    english_.set_terms(std::move(terms));
    return out;
  }

  Lines list_text(ListId id, ListKind kind, Moment moment, const std::string& context = "") {
    english_.forget_locals();
    english_.set_moment(moment);
    const ir::ClauseList& l = kind == ListKind::end ? list(id) : innermost(list(id));
    const std::string how = how_read(live(l), kind);
    int next = 1;
    Lines out = terms_text(l);
    if (!how.empty()) out.push_back(frame(how));
    for (SheetLine& line : sentences(l, kind, "", next, "  ")) out.push_back(std::move(line));
    for (SheetLine& line : out) line.context = context;
    english_.set_terms({});
    return out;
  }

  // --- phases
  static bool alike(const Lines& a, const Lines& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const SheetLine& x, const SheetLine& y) {
      return x.lead == y.lead && x.text == y.text && x.note == y.note;
    });
  }

  // The same part for every phase: said once where all agree, else phase by phase.
  template <typename Body>
  void by_phase(const std::string& key, const std::string& head, const std::string& nothing, Body body) {
    std::vector<std::pair<Lines, std::vector<std::string>>> bodies;
    for (const ir::Phase* running : phases_) {
      const ir::Phase& phase = *running;
      english_.set_circuit(phase.circuit);
      english_.set_routed(phase.route != kNone);
      Lines lines = body(phase);
      const auto known =
          std::find_if(bodies.begin(), bodies.end(), [&](const auto& b) { return alike(b.first, lines); });
      if (known == bodies.end()) {
        bodies.emplace_back(std::move(lines), std::vector<std::string>{phase.name});
      } else {
        known->second.push_back(phase.name);
      }
    }
    if (bodies.empty() || (bodies.size() == 1 && bodies[0].first.empty() && nothing.empty())) return;
    part(key, head);
    for (const auto& [lines, names] : bodies) {
      if (bodies.size() > 1)
        add(frame("In the stage" + std::string(names.size() > 1 ? "s " : " ") + list_of(names, "and") + ":"));
      if (lines.empty()) {
        say(nothing.empty() ? "Nothing happens." : nothing);
      } else {
        add(lines);
      }
    }
  }

  void event(const std::string& key, const std::string& head, Moment moment, ListId ir::Phase::*which) {
    by_phase(key, head, "", [&](const ir::Phase& phase) {
      return phase.*which == kNone ? Lines() : list_text(phase.*which, ListKind::event, moment);
    });
  }

  void laps_end() {
    by_phase("lap-end", "When a lap ends", "The sowing is over: a move is one lap.",
             [&](const ir::Phase& phase) {
               return phase.lap_end == kNone ? Lines()
                                             : list_text(phase.lap_end, ListKind::event, Moment::lap_end);
             });
  }

  // --- the parts
  // -----------------------------------------------------------------------------------------------
  void title() {
    part("title", variant_.name.empty() ? variant_.id : variant_.name);
    if (!variant_.aka.empty()) say("Also called " + list_of(variant_.aka, "or") + ".");
    std::string places;
    for (const std::string& place : variant_.where) places += (places.empty() ? "" : ", ") + place;
    if (!places.empty()) say("Played in " + places + ".");
    if (!variant_.extends.empty()) say("A form of the game in the file " + variant_.extends + ".");
    if (!variant_.note.empty()) say(english::one_line(variant_.note));
  }

  void board_and_start() {
    part("board", "Board and start");
    for (const std::string& s : board_sentences(program_, english_)) {
      SheetLine sentence = line(s);
      // How it is drawn follows from what it is.
      if (s.starts_with("- ")) sentence.role = SheetLine::Role::route;
      if (const std::size_t drawn = s.find(", drawn "); drawn != std::string::npos) {
        sentence.text = s.substr(0, drawn);
        sentence.note = s.substr(drawn);
      }
      add(std::move(sentence));
    }
    english_.forget_locals();
    english_.set_moment(Moment::setup);
    if (program_.setup != kNone) {
      const ir::Expr& setup = program_.exprs[static_cast<std::size_t>(program_.setup)];
      if (setup.op == ir::Op::number) {
        say("At the start each hole holds " + (setup.imm == 0 ? "no seeds" : counted(setup.imm, "seed")) +
                ".",
            &program_.setup);
      } else {
        if (program_.setup_slot != kNone) english_.name_it(program_.setup_slot, ir::Type::hole);
        say("Seeds in each hole at the start: " + english_.noun(program_.setup) + ".", &program_.setup);
      }
    }
    for (const ir::PieceKind& kind : program_.pieces) {
      say("Of these, pieces called " + kind.name + " (each worth " + counted(kind.worth, "seed") +
              "): " + (kind.setup == kNone ? "0" : english_.noun(kind.setup)) + ".",
          &kind.setup);
    }
    if (program_.store_seeds > 0) {
      say("Each player's store holds " + counted(program_.store_seeds, "seed") + " at the start.");
    }
    if (program_.arrange != kNone) {
      english_.set_moment(Moment::rounds);
      add(frame("Then, before the first turn:"));
      add(list_text(program_.arrange, ListKind::new_round, Moment::refill, "before the first turn"));
    }
    for (const PileKind& pile : program_.board.piles) {
      say("Beside the board each player has his " + pile.name + ", with " + counted(pile.seeds, "seed") +
          " at the start.");
    }
    english_.set_moment(Moment::rounds);
    say(program_.starter == kNone ? english_.player_name(0) + " starts."
                                  : "The player who starts: " + english_.noun(program_.starter) + ".",
        &program_.starter);
    if (program_.territory) add(frame("Holes can change their owner."));
  }

  // What a state is: "each hole may carry the weg mark of a player".
  static std::string state_text(const ir::State& state) {
    const std::string each = state.per == ir::Per::hole     ? "for each hole, "
                             : state.per == ir::Per::player ? "for each player, "
                                                            : "";
    const std::string thing = state.per == ir::Per::hole ? "each hole" : "each player";
    switch (state.holds) {
      case ir::Type::truth:
        return state.per == ir::Per::none ? "set or not set" : thing + " may be marked " + state.name;
      case ir::Type::number:
        return each + "a number from " + std::to_string(state.low) + " to " + std::to_string(state.high) +
               (state.starts == kNone ? "; at first " + std::to_string(state.low) : "");
      case ir::Type::hole:
        return state.per == ir::Per::none
                   ? "one hole, or none, is the " + state.name + " hole"
                   : thing + " may have " + english::with_article(state.name) + ", which is a hole";
      case ir::Type::player:
        if (state.per == ir::Per::hole)
          return "each hole may carry " + english::with_article(state.name) + " mark, which is a player's";
        return state.per == ir::Per::none
                   ? "a player, or nobody, is noted as " + state.name
                   : "each player may have " + english::with_article(state.name) + ", who is a player";
      case ir::Type::direction: return each + "a direction, or undecided";
      case ir::Type::word: return each + list_of(state.words, "or") + ", or undecided";
      case ir::Type::region:
      case ir::Type::players: break;
    }
    return each + "a set";
  }

  void marks() {
    if (program_.states.empty()) return;
    part("states", "What is remembered");
    for (const ir::State& state : program_.states) {
      english_.forget_locals();
      english_.set_moment(Moment::setup);
      std::string text = state.name + ": " + state_text(state);
      if (state.starts != kNone) {
        if (state.starts_slot != kNone) {
          english_.name_it(state.starts_slot,
                           state.per == ir::Per::player ? ir::Type::player : ir::Type::hole);
        }
        if (state.holds != ir::Type::truth) {
          text += "; at first " + (state.holds == ir::Type::word ? english_.word(state.starts, state.words)
                                                                 : english_.noun(state.starts));
        } else if (!english_.never(state.starts)) {
          text += english_.always(state.starts) ? "; at first set"
                                                : "; at first set if " + english_.condition(state.starts);
        }
      }
      switch (state.lasts) {
        case ir::Lasts::move: text += "; until the move is over"; break;
        case ir::Lasts::turn: text += "; until the turn is over"; break;
        case ir::Lasts::round: text += "; until " + english_.round_word() + " is over"; break;
        case ir::Lasts::match: text += "; until the match is over"; break;
      }
      say(text + ".", &state);
    }
  }

  [[nodiscard]] bool nobody(ExprId id) const {
    if (id == kNone) return true;
    const ir::Expr& e = program_.exprs[static_cast<std::size_t>(id)];
    return e.op == ir::Op::player && e.imm == kNobody;
  }

  void aim() {
    part("aim", "Aim");
    english_.forget_locals();
    english_.set_moment(Moment::after_move);
    const std::string what = english_.round_word();
    if (nobody(program_.win)) {
      say("A player wins " + what + " only where a sentence below says so; if it ends otherwise, it is " +
              english_.drawn_word() + ".",
          &program_.win);
      return;
    }
    say(sentence(english_.noun(program_.win) + " wins " + what + or_drawn(program_.win)), &program_.win);
  }

  [[nodiscard]] std::string or_drawn(ExprId winner) const {
    const ir::Op op = program_.exprs[static_cast<std::size_t>(winner)].op;
    const bool most = op == ir::Op::player_with_most || op == ir::Op::player_with_fewest;
    if (program_.board.player_count() == 1) return most ? "" : "; if there is none, it is lost";
    return most ? "; a tie is a draw" : "; if there is none, it is drawn";
  }

  // Stages that never apply: by a reading, or because their condition cannot hold.
  void idle_stages() {
    std::vector<std::string> names;
    for (const ir::Phase& phase : program_.phases) {
      if (english_.never(phase.condition)) names.push_back(phase.name);
    }
    if (!names.empty())
      add(frame("Never played: the stage" + std::string(names.size() > 1 ? "s " : " ") +
                list_of(names, "and") + "."));
  }

  void stages() {
    if (program_.phases.size() == 1 && english_.always(program_.phases[0].condition)) return;
    part("stages", "Stages");
    if (phases_.empty()) {
      add(frame("No stage ever applies: there is no move."));
      idle_stages();
      return;
    }
    if (phases_.size() == 1 && english_.always(phases_[0]->condition)) {
      add(frame("Every move is played in the stage " + phases_[0]->name + "."));
      idle_stages();
      return;
    }
    add(frame("A move is played in the first of these stages that applies:"));
    int next = 1;
    for (const ir::Phase* running : phases_) {
      const ir::Phase& phase = *running;
      english_.forget_locals();
      english_.set_moment(Moment::turn_start);
      const std::string while_text =
          english_.always(phase.condition) ? "always" : "while " + english_.condition(phase.condition);
      add(rule(phase.name + ": " + while_text + ".", &phase.condition, "  " + std::to_string(next++) + ". "));
    }
    if (!english_.always(phases_.back()->condition)) add(frame("If none applies, there is no move."));
    idle_stages();
  }

  std::string filter_text(const ir::Filter& filter) {
    const English::Such such = english_.moves_such(filter.test);
    if (english_.always(filter.cond)) {
      if (filter.prefer) return "if there are moves " + such.which + ", only these are allowed";
      return such.compound ? "a move is allowed only if " + such.condition
                           : "only moves " + such.which + " are allowed";
    }
    if (english_.about_move(filter.cond)) {
      const std::string those = "of the moves " + english_.moves_such(filter.cond).which + ", only those ";
      return those + (such.compound ? "are allowed " + such.which : such.which + " are allowed") +
             (filter.prefer ? (such.compound ? ", if there are any" : " if there are any") : "") +
             " (all other moves stay)";
    }
    if (english_.gives_opponent_seeds(filter.test) && english_.opponent_has_none(filter.cond)) {
      return std::string("if the opponent has no seeds, ") +
             (filter.prefer ? "moves that give him some come first"
                            : "only moves that give him some are allowed");
    }
    const std::string text = "if " + english_.condition(filter.cond) + ", ";
    if (filter.prefer) return text + "and there are moves " + such.which + ", only these are allowed";
    return text + (such.compound ? "a move is allowed only if " + such.condition
                                 : "only moves " + such.which + " are allowed");
  }

  Lines move_text(const ir::Phase& phase) {
    english_.forget_locals();
    english_.set_moment(Moment::choice);
    Lines out;
    std::vector<const ir::MoveBlock*> blocks;
    for (const ir::MoveBlock& block : phase.moves) {
      if (!english_.never(block.when)) blocks.push_back(&block);
    }
    if (blocks.size() > 1) out.push_back(frame("The mover has these ways to move:"));
    int next = 1;
    for (const ir::MoveBlock* shown : blocks) {
      const ir::MoveBlock& block = *shown;
      const std::string number = std::to_string(next++);
      const bool always = english_.always(block.when);
      std::string text = always ? "the mover " : "if " + english_.condition(block.when) + ", the mover ";
      const English::Candidates from = english_.candidates(block.from);
      text += from.one ? "takes " + from.text + " as the start hole" : "chooses a start hole: " + from.text;
      if (!from.if_it.empty()) text += ", if " + from.if_it;
      for (const ir::Pick& pick : block.picks) {
        const std::string what =
            pick.to != kNone ? "a number from " + english_.noun(pick.from) + " to " + english_.noun(pick.to)
                             : "one of " + english_.choice_from(pick.from);
        text += std::string(from.one ? ", then chooses " : ", then ") + what + " (" +
                english_.local_name(pick.slot) + ")";
      }
      if (block.pass_if_none) text += "; if he has no legal move, he passes";
      if (block.pass != kNone) {
        text += "; he may pass instead of moving";
        if (!english_.always(block.pass)) text += " if " + english_.condition(block.pass);
      }
      out.push_back(rule(sentence(text), &block, "  " + number + ". "));
      out.back().note = origin_text(block.origin);
      std::vector<const ir::Filter*> filters;
      for (const ir::Filter& filter : block.filters) {
        if (!english_.never(filter.cond) && !english_.always(filter.test)) filters.push_back(&filter);
      }
      if (filters.size() > 1) out.push_back(frame("Of these moves, in this order:", "     "));
      int inner = 1;
      for (const ir::Filter* filter : filters) {
        out.push_back(rule(sentence(filter_text(*filter)), filter,
                           "     " + number + "." + std::to_string(inner++) + ". "));
        out.back().note = origin_text(filter->origin);
      }
    }
    return out;
  }

  void turn() {
    if (program_.turn_start != kNone) {
      part("turn-start", "At the start of a turn");
      add(list_text(program_.turn_start, ListKind::event, Moment::turn_start));
    }
    by_phase("turn", "A turn", "", [&](const ir::Phase& phase) { return move_text(phase); });
    by_phase("play", "Playing the move",
             "He lifts the seeds of the start hole and sows them, the first seed into the hole after it.",
             [&](const ir::Phase& phase) {
               return phase.play == kNone ? Lines() : list_text(phase.play, ListKind::event, Moment::play);
             });
  }

  Lines sowing_text(const ir::Phase& phase) {
    english_.forget_locals();
    english_.set_moment(Moment::choice);
    const Circuit& circuit = program_.board.circuits[static_cast<std::size_t>(phase.circuit)];
    Lines out;
    out.push_back(line("The seeds are sown one by one " +
                       (circuit.straight ? "over the board" : circuit_text(program_, phase.circuit)) + "."));
    const bool clockwise = english_.is_direction(phase.direction, Direction::backward);
    std::vector<std::string> routes, same_way;
    if (!circuit.straight) {
      routes = route_sentences(program_, phase.circuit, clockwise, english_);
      same_way = route_sentences(program_, phase.circuit, false, english_);
    }
    for (std::size_t i = 0; i < routes.size(); ++i) {
      out.push_back(line(routes[i]));
      out.back().role = SheetLine::Role::route;
      out.back().meaning = same_way[i];  // a circuit is the same whichever way it is run
    }
    if (phase.direction != kNone) {
      if (english_.is_direction(phase.direction, Direction::either)) {
        out.push_back(rule("Direction: the mover chooses it with the move.", &phase.direction));
      } else {
        out.push_back(rule("Direction: " + english_.noun(phase.direction) + ".", &phase.direction));
        if (english_.may_be_either(phase.direction))
          out.push_back(frame("Where it is either direction, the mover chooses."));
      }
    }
    if (phase.route != kNone) {
      english_.set_moment(Moment::route);
      out.push_back(rule("The next seed goes into one of " + english_.noun(phase.route) +
                             "; where there are several, the mover picks one.",
                         &phase.route));
      if (circuit.straight)
        out.push_back(line("The next hole is the one straight on, in the direction of the last step."));
    }
    if (phase.order_slot != kNone)
      out.push_back(
          line("Where there are pieces of several kinds in hand, the mover picks which drops next."));
    else if (!program_.pieces.empty())
      out.push_back(line("Of pieces of several kinds in hand, seeds drop first."));
    english_.set_moment(Moment::station);
    if (phase.station_slot != kNone) english_.name_it(phase.station_slot, ir::Type::hole);
    const bool stores = circuit.name.find("store") != std::string::npos;
    const std::string station = stores ? "hole or store" : "hole";
    const bool none_skipped = phase.skip == kNone || english_.never(phase.skip);
    if (!none_skipped) {
      out.push_back(
          rule("A " + station + " is passed over if " + english_.condition(phase.skip) + ".", &phase.skip));
    }
    if (phase.each != kNone) {
      out.push_back(
          rule("Number of seeds dropped into each " + station + ": " + english_.noun(phase.each) + ".",
               &phase.each));
    } else {
      out.push_back(rule("Each " + std::string(stores ? "hole and store on the way" : "hole") +
                             " gets one seed" + (none_skipped ? "; none is passed over." : "."),
                         &phase.each));
    }
    return out;
  }

  void sowing() {
    by_phase("sowing", "Sowing", "", [&](const ir::Phase& phase) { return sowing_text(phase); });
  }

  void end_of_round() {
    part("end", program_.match.present ? "End of a round" : "End of the game");
    if (program_.before_turn == kNone && program_.after_move == kNone)
      say("Only where a sentence above says so.");
    english_.set_circuit(0);
    english_.set_routed(false);
    if (program_.before_turn != kNone) {
      add(frame("Before each turn (the mover is the player about to play):"));
      add(list_text(program_.before_turn, ListKind::end, Moment::before_turn, "before a turn"));
    }
    if (program_.after_move != kNone) {
      add(frame("After each move (the mover is the player who has just moved):"));
      add(list_text(program_.after_move, ListKind::end, Moment::after_move, "after a move"));
    }
  }

  void rounds() {
    part("rounds", "Rounds");
    const ir::Match& match = program_.match;
    if (!match.present) {
      say("The game is one round.");
      return;
    }
    english_.forget_locals();
    english_.set_moment(Moment::rounds);
    if (match.over != kNone) {
      say(english_.always(match.over) ? "The match is over after one round."
          : english_.never(match.over)
              ? "There is no end of the match."
              : "The match is over if, after a round, " + english_.condition(match.over) + ".",
          &match.over);
    }
    if (nobody(match.winner)) {
      say("The match has no winner but where a sentence says so.", &match.winner);
    } else {
      say("The match is won by " + english_.noun(match.winner) + or_drawn(match.winner) + ".", &match.winner);
    }
    say(match.starter == kNone ? english_.player_name(0) + " starts every round."
                               : "The next round is started by " + english_.noun(match.starter) + ".",
        &match.starter);
    if (match.new_round == kNone) {
      say("Every round is set up as the first.");
    } else {
      add(frame("The board of the next round:"));
      add(list_text(match.new_round, ListKind::new_round, Moment::refill));
    }
  }

  void endless() {
    if (program_.endless.laps == 0) return;
    part("endless", "Endless laps");
    const std::string when =
        "If a move has run for " + counted(program_.endless.laps, "lap") + " and would go on, ";
    switch (program_.endless.then) {
      case ir::EndlessThen::stop:
        say(when + "its laps are over, and the turn goes on with the board as it lies.");
        break;
      case ir::EndlessThen::illegal: say(when + "it was no legal move."); break;
      case ir::EndlessThen::drawn:
        say(when + english_.round_word() + " is over and " + english_.drawn_word() + ".");
        break;
    }
  }

  void readings() {
    if (variant_.readings.empty()) return;
    part("readings", "Readings: where the sources differ");
    for (const Reading& reading : variant_.readings) {
      say(reading.name + ": " + english::one_line(reading.about));
      for (const auto& [value, who] : reading.values) {
        const std::string mark = value == reading.value      ? " (in effect)"
                                 : value == reading.fallback ? " (the file's choice)"
                                                             : "";
        add(line(value + mark + (who.empty() ? "" : ": " + english::one_line(who)), "    - "));
      }
    }
  }

  void parameters() {
    if (variant_.parameters.empty()) return;
    part("parameters", "Parameters");
    for (const Parameter& p : variant_.parameters) {
      std::string text = p.name + ": " + std::to_string(p.value);
      if (p.value != p.fallback) text += " (usually " + std::to_string(p.fallback) + ")";
      if (p.from && p.to) text += ", from " + std::to_string(*p.from) + " to " + std::to_string(*p.to);
      if (p.from && !p.to) text += ", at least " + std::to_string(*p.from);
      if (!p.from && p.to) text += ", at most " + std::to_string(*p.to);
      say(text);
    }
  }

  // "A1 to A6 are A to F": runs of labels whose own names run on, too.
  [[nodiscard]] std::string own_labels(const Notation& n) const {
    std::vector<std::pair<std::string, std::string>> labels;
    for (const Hole& hole : program_.board.holes) {
      if (const auto own = n.holes.find(hole.label); own != n.holes.end())
        labels.emplace_back(hole.label, own->second);
    }
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < labels.size();) {
      std::size_t j = i;
      while (j + 1 < labels.size() && english::run_on(labels[j].first, labels[j + 1].first) &&
             english::run_on(labels[j].second, labels[j + 1].second))
        ++j;
      if (j < i + 2) j = i;
      parts.push_back(j == i ? labels[i].first + " is " + labels[i].second
                             : labels[i].first + " to " + labels[j].first + " are " + labels[i].second +
                                   " to " + labels[j].second);
      i = j + 1;
    }
    return list_of(parts, "and");
  }

  void notation() {
    const Notation& n = variant_.notation;
    if (n.holes.empty() && n.marks.empty() && n.moves == Notation::Moves::start) return;
    part("notation", "Notation of its players");
    if (!n.holes.empty()) say("Holes: " + own_labels(n) + ".");
    if (n.moves == Notation::Moves::start_and_last)
      say("A move is written as its start hole and its last hole.");
    for (const auto& [state, mark] : n.marks) say("The mark " + state + " is written " + mark + ".");
  }

  void sources() {
    if (variant_.sources.empty()) return;
    part("sources", "Sources");
    for (const Citation& c : variant_.sources) add(line(english::one_line(c.text), "  [" + c.key + "] "));
  }

  [[nodiscard]] bool uses_act(ir::Act act) const {
    return std::any_of(program_.lists.begin(), program_.lists.end(), [act](const ir::ClauseList& l) {
      return std::any_of(l.clauses.begin(), l.clauses.end(), [act](const Clause& c) {
        return std::any_of(c.actions.begin(), c.actions.end(),
                           [act](const ir::Action& a) { return a.act == act; });
      });
    });
  }
  [[nodiscard]] bool uses_foremost() const {
    return std::any_of(program_.exprs.begin(), program_.exprs.end(), [](const ir::Expr& e) {
      return e.op == ir::Op::foremost || e.op == ir::Op::hindmost;
    });
  }

  // "the mover's hole A5/a5" stands in a sentence.
  [[nodiscard]] bool names_hole_of_each() const {
    return std::any_of(parts_.begin(), parts_.end(), [](const SheetPart& part) {
      if (part.key == "title" || part.key == "sources" || part.key == "readings") return false;
      return std::any_of(part.lines.begin(), part.lines.end(),
                         [](const SheetLine& line) { return line.text.find('/') != std::string::npos; });
    });
  }

  // Which way round is which depends on how the rows lie.
  static std::string ways(int rows) {
    const std::string seen = "Counterclockwise and clockwise are as seen from above, for every player";
    switch (rows) {
      case 0:
      case 1:
        return "Counterclockwise and clockwise are the two ways along the order given under \"Sowing\".";
      case 2: return seen + ": counterclockwise is to the right along one's own row.";
      case 4:
      case 6: return seen + ": clockwise is to the right along one's own inner row.";
      default: return seen + ".";
    }
  }

  void conventions() {
    part("conventions", "Conventions");
    add(line("An even number is 2, 4, 6 and so on: zero counts as neither even nor odd.", "  - "));
    add(line("A player's own holes are those that he owns, whoever sits before them.", "  - "));
    add(
        line("Left and right, and the numbers of holes (their place numbers, from 1 at the left), are those "
             "of the "
             "owner of the hole, as he sits before it.",
             "  - "));
    // One player's rows have no middle between them.
    add(line(ways(program_.board.player_count() == 1 ? 0 : program_.board.rows), "  - "));
    add(line("Captured seeds go to the store of the player who captures them.", "  - "));
    if (names_hole_of_each()) {
      std::vector<std::string> names;
      for (int p = 0; p < program_.board.player_count(); ++p) names.push_back(english_.player_name(p));
      add(line("Of labels with a stroke between them, such as A1/a1, each is for one player: " +
                   list_of(names, "and") + ".",
               "  - "));
    }
    if (uses_act(ir::Act::again))
      add(line("Who moves again makes one more move in the same turn, if he has a legal one.", "  - "));
    if (uses_act(ir::Act::close))
      add(line("A closed hole is out of play until it is opened: everything passes over it.", "  - "));
    if (uses_foremost())
      add(
          line("The foremost of some holes is the farthest one in the direction of sowing, the hindmost the "
               "farthest one against it.",
               "  - "));
    add(line("A number of seeds to take is a limit: where there are fewer, fewer are taken.", "  - "));
  }

  const Variant& variant_;
  const ir::Program& program_;
  English english_;
  Canonical canonical_;
  std::vector<const ir::Phase*> phases_;  // that can run
  std::vector<SheetPart> parts_;
};

}  // namespace

std::vector<SheetPart> rule_sheet(const Variant& variant) { return Sheet(variant).parts(); }

std::string describe(const Variant& variant) {
  std::string text;
  for (const SheetPart& part : rule_sheet(variant)) {
    if (part.key == "title") {
      text += wrap(part.head, "", kWidth) +
              std::string(std::min(kWidth, english::characters(part.head)), '=') + "\n";
    } else {
      text += "\n" + part.head + "\n";
    }
    for (const SheetLine& line : part.lines) text += wrap(line.text + line.note, line.lead, kWidth);
  }
  return text;
}

}  // namespace mancala
