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
      : variant_(variant),
        program_(variant.program),
        english_(variant.program),
        canonical_(variant.program) {}

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
    return (o.source.empty() ? "" : " [" + o.source + "]") + (o.note.empty() ? "" : " (" + o.note + ")");
  }

  // --- lists of clauses
  // ----------------------------------------------------------------------------------------
  [[nodiscard]] const ir::ClauseList& list(ListId id) const {
    return program_.lists[static_cast<std::size_t>(id)];
  }

  static bool has_then(const ir::ClauseList& l) {
    return std::any_of(l.clauses.begin(), l.clauses.end(),
                       [](const Clause& c) { return c.kind == ClauseKind::then; });
  }
  // After it the next sentence is read, and this has to be said.
  static bool goes_on(const Clause& clause, const ir::ClauseList& l) {
    const bool reads_on = clause.kind == ClauseKind::also || clause.kind == ClauseKind::each;
    return reads_on && has_then(l) && !ends_list(clause) && &clause != &l.clauses.back();
  }

  // How the list is read, said once before it.
  static std::string how_read(const ir::ClauseList& l, ListKind kind) {
    if (l.clauses.size() < 2) return "";
    if (!has_then(l)) return "All of these, in this order:";
    if (kind == ListKind::end) return "The first of these that applies:";
    const bool on =
        std::any_of(l.clauses.begin(), l.clauses.end(), [&](const Clause& c) { return goes_on(c, l); });
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
        case ir::From::chosen: order = ", from " + english_.word(b.order, {"the left", "the right"}); break;
      }
      english_.name_local(b.slot, players ? ir::Type::player : ir::Type::hole);
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

  // The rest of a sentence, the inner lists that its actions run, and how far they are numbered.
  std::string acts(const Clause& clause, const std::string& number, Lines& inner, const std::string& indent) {
    std::vector<std::string> marks;
    for (const ir::Action& a : clause.actions) {
      if (a.act == ir::Act::block) marks.push_back("\x01" + std::to_string(marks.size()) + "\x02");
    }
    std::string text = english_.actions(clause.actions, clause.cond, marks);
    int next = 1;
    std::size_t mark = 0;
    for (const ir::Action& a : clause.actions) {
      if (a.act != ir::Act::block) continue;
      const ir::ClauseList& l = list(a.imm);
      const int first = next;
      const Lines more = sentences(l, ListKind::event, number + ".", next, indent + "  ");
      inner.insert(inner.end(), more.begin(), more.end());
      const std::string range =
          number + "." + std::to_string(first) +
          (next - first > 1 ? (next - first == 2 ? " and " : " to ") + number + "." + std::to_string(next - 1)
                            : "");
      std::string done = next == first       ? "nothing happens"
                         : next - first == 1 ? range + " is done"
                         : has_then(l)       ? "the first of " + range + " that applies is done"
                                             : range + " are done";
      const std::string& what = marks[mark++];
      if (const auto at = text.find(what); at != std::string::npos) text.replace(at, what.size(), done);
    }
    return text;
  }

  // Every clause as one numbered sentence. `next` is the number of the first, and after it of the next one.
  Lines sentences(const ir::ClauseList& l, ListKind kind, const std::string& prefix, int& next,
                  const std::string& indent) {
    Lines out;
    bool after_then = false;
    for (const Clause& clause : l.clauses) {
      const std::string number = prefix + std::to_string(next++);
      Lines inner;
      std::string text;
      switch (clause.kind) {
        case ClauseKind::let: {
          const std::string value = english_.noun(clause.value);
          english_.name_local(clause.slot, program_.exprs[static_cast<std::size_t>(clause.value)].type);
          text = "let " + english_.local_name(clause.slot) + " be " + value;
          break;
        }
        case ClauseKind::each: {
          const std::string loop = bindings_text(clause);
          const std::string cond = clause.cond == kNone ? "" : "if " + english_.condition(clause.cond) + ", ";
          text = loop + ": " + cond + acts(clause, number, inner, indent);
          if (goes_on(clause, l)) text += "; then go on";
          for (const ir::Binding& b : clause.bindings) english_.forget_local(b.slot);
          break;
        }
        case ClauseKind::then:
        case ClauseKind::also: {
          const std::string cond = clause.cond == kNone ? "" : "if " + english_.condition(clause.cond);
          std::string done = acts(clause, number, inner, indent);
          if (clause.kind == ClauseKind::then && kind == ListKind::end && !ends_list(clause)) {
            done += (done.empty() ? "" : "; ") + english_.round_word() + " is over";
          }
          if (done.empty()) done = "nothing more happens";
          text = after_then ? (cond.empty() ? "otherwise " : "otherwise, ") : "";
          text += cond.empty() ? done : cond + ", " + done;
          if (clause.kind == ClauseKind::also) {
            if (kind == ListKind::end && !ends_list(clause)) {
              text += "; " + english_.round_word() + " goes on";
            } else if (goes_on(clause, l)) {
              text += "; then go on";
            }
          }
          break;
        }
      }
      after_then = clause.kind == ClauseKind::then && clause.cond != kNone;
      if (!clause.name.empty()) text += " (" + clause.name + ")";
      out.push_back(rule(sentence(text), &clause, indent + number + ". "));
      out.back().note = origin_text(clause.origin);
      out.insert(out.end(), inner.begin(), inner.end());
    }
    return out;
  }

  Lines list_text(ListId id, ListKind kind, Moment moment, const std::string& context = "") {
    english_.forget_locals();
    english_.set_moment(moment);
    const ir::ClauseList& l = list(id);
    const std::string how = how_read(l, kind);
    int next = 1;
    Lines out;
    if (!how.empty()) out.push_back(frame(how));
    for (SheetLine& line : sentences(l, kind, "", next, "  ")) out.push_back(std::move(line));
    for (SheetLine& line : out) line.context = context;
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
    for (const ir::Phase& phase : program_.phases) {
      english_.set_circuit(phase.circuit);
      Lines lines = body(phase);
      const auto known =
          std::find_if(bodies.begin(), bodies.end(), [&](const auto& b) { return alike(b.first, lines); });
      if (known == bodies.end()) {
        bodies.push_back({std::move(lines), {phase.name}});
      } else {
        known->second.push_back(phase.name);
      }
    }
    if (bodies.size() == 1 && bodies[0].first.empty() && nothing.empty()) return;
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
    if (!variant_.where.empty()) say("Played in " + list_of(variant_.where, "and") + ".");
    if (!variant_.extends.empty()) say("A form of the game in the file " + variant_.extends + ".");
    if (!variant_.note.empty()) say(variant_.note);
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
    if (program_.store_seeds > 0) {
      say("Each player's store holds " + counted(program_.store_seeds, "seed") + " at the start.");
    }
    if (program_.arrange != kNone) {
      english_.set_moment(Moment::rounds);
      add(frame("Then, before the first turn:"));
      add(list_text(program_.arrange, ListKind::new_round, Moment::rounds, "before the first turn"));
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

  void marks() {
    if (program_.states.empty()) return;
    part("states", "What is remembered");
    for (const ir::State& state : program_.states) {
      english_.forget_locals();
      english_.set_moment(Moment::setup);
      std::string text = state.name + ": ";
      switch (state.per) {
        case ir::Per::none: break;
        case ir::Per::hole: text += "for each hole, "; break;
        case ir::Per::player: text += "for each player, "; break;
      }
      switch (state.holds) {
        case ir::Type::truth: text += "a mark that is set or not"; break;
        case ir::Type::number:
          text += "a number from " + std::to_string(state.low) + " to " + std::to_string(state.high);
          break;
        case ir::Type::hole: text += "a hole or none"; break;
        case ir::Type::player: text += "a player or none"; break;
        case ir::Type::direction: text += "a direction or none"; break;
        case ir::Type::word: text += list_of(state.words, "or") + " or undecided"; break;
        case ir::Type::region:
        case ir::Type::players: text += "a set"; break;
      }
      if (state.starts != kNone) {
        if (state.starts_slot != kNone) {
          english_.name_it(state.starts_slot,
                           state.per == ir::Per::player ? ir::Type::player : ir::Type::hole);
        }
        text += "; at first " + english_.noun(state.starts);
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
      say("A player wins " + what +
              " only where a sentence below says so; if it ends otherwise, it is drawn.",
          &program_.win);
      return;
    }
    say(sentence(english_.noun(program_.win) + " wins " + what + or_drawn(program_.win)), &program_.win);
  }

  [[nodiscard]] std::string or_drawn(ExprId winner) const {
    const ir::Op op = program_.exprs[static_cast<std::size_t>(winner)].op;
    const bool most = op == ir::Op::player_with_most || op == ir::Op::player_with_fewest;
    return most ? "; equal: drawn" : "; if there is none, it is drawn";
  }

  void stages() {
    if (program_.phases.size() == 1 && program_.phases[0].condition == kNone) return;
    part("stages", "Stages");
    add(frame("A move is played in the first of these stages that applies:"));
    int next = 1;
    for (const ir::Phase& phase : program_.phases) {
      english_.forget_locals();
      english_.set_moment(Moment::turn_start);
      const std::string while_text =
          phase.condition == kNone ? "always" : "while " + english_.condition(phase.condition);
      add(rule(phase.name + ": " + while_text + ".", &phase.condition, "  " + std::to_string(next++) + ". "));
    }
  }

  std::string filter_text(const ir::Filter& filter) {
    const std::string such = english_.moves_such(filter.test);
    if (filter.cond == kNone) {
      return filter.prefer ? "if there are " + such + ", only these are allowed"
                           : "only " + such + " are allowed";
    }
    if (english_.about_move(filter.cond)) {
      const std::string those = "of the " + english_.moves_such(filter.cond) + ", ";
      return filter.prefer
                 ? those + "only the " + such + " are allowed if there are any (all other moves stay)"
                 : those + "only the " + such + " are allowed (all other moves stay)";
    }
    std::string text = "if " + english_.condition(filter.cond) + ", ";
    const bool feeds = english_.gives_opponent_seeds(filter.test) && english_.opponent_has_none(filter.cond);
    if (feeds)
      return "if the opponent has no seeds, " +
             std::string(filter.prefer ? "moves that give him some come first"
                                       : "only moves that give him some are allowed");
    return text + (filter.prefer ? "and there are " + such + ", only these are allowed"
                                 : "only " + such + " are allowed");
  }

  Lines move_text(const ir::Phase& phase) {
    english_.forget_locals();
    english_.set_moment(Moment::choice);
    Lines out;
    if (phase.moves.size() > 1) out.push_back(frame("The mover has these ways to move:"));
    int next = 1;
    for (const ir::MoveBlock& block : phase.moves) {
      const std::string number = std::to_string(next++);
      std::string text = block.when == kNone ? "" : "if " + english_.condition(block.when) + ", ";
      text += "the mover chooses a start hole: one of " + English::his(english_.noun(block.from));
      for (const ir::Pick& pick : block.picks) {
        const std::string from = english_.noun(pick.from);
        const bool numbers = pick.to != kNone;
        const std::string what =
            numbers ? "a number from " + from + " to " + english_.noun(pick.to) : "one of " + from;
        text += ", then " + what + " (" + english_.local_name(pick.slot) + ")";
      }
      if (block.pass_if_none) text += "; if he has no legal move, he passes";
      out.push_back(rule(sentence(text), &block, "  " + number + ". "));
      out.back().note = origin_text(block.origin);
      if (block.filters.size() > 1) out.push_back(frame("Of these moves, in this order:", "     "));
      int inner = 1;
      for (const ir::Filter& filter : block.filters) {
        out.push_back(rule(sentence(filter_text(filter)), &filter,
                           "     " + number + "." + std::to_string(inner++) + " "));
        out.back().note = origin_text(filter.origin);
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
    Lines out = {line("The seeds are sown one by one " + circuit_text(program_, phase.circuit) + ".")};
    for (const std::string& s : route_sentences(program_, phase.circuit, english_)) {
      out.push_back(line(s));
      out.back().role = SheetLine::Role::route;
    }
    if (phase.direction != kNone) {
      const ir::Expr& d = program_.exprs[static_cast<std::size_t>(phase.direction)];
      if (d.op == ir::Op::direction && static_cast<Direction>(d.imm) == Direction::either) {
        out.push_back(rule("Direction: the mover chooses it with the move.", &phase.direction));
      } else {
        out.push_back(rule("Direction: " + english_.noun(phase.direction) + ".", &phase.direction));
        if (english_.may_be_either(phase.direction))
          out.push_back(frame("Where it is either direction, the mover chooses."));
      }
    }
    english_.set_moment(Moment::station);
    if (phase.station_slot != kNone) english_.name_it(phase.station_slot, ir::Type::hole);
    if (phase.skip != kNone)
      out.push_back(rule("A hole is passed over if " + english_.condition(phase.skip) + ".", &phase.skip));
    if (phase.each != kNone) {
      out.push_back(
          rule("Number of seeds dropped into each hole: " + english_.noun(phase.each) + ".", &phase.each));
    } else {
      out.push_back(
          rule("Each hole gets one seed" + std::string(phase.skip == kNone ? "; none is passed over." : "."),
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
    if (match.over != kNone)
      say("The match is over if, after a round, " + english_.condition(match.over) + ".", &match.over);
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
      add(list_text(match.new_round, ListKind::new_round, Moment::rounds));
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
      case ir::EndlessThen::drawn: say(when + english_.round_word() + " is over and drawn."); break;
    }
  }

  void readings() {
    if (variant_.readings.empty()) return;
    part("readings", "Readings: where the sources differ");
    for (const Reading& reading : variant_.readings) {
      say(reading.name + ": " + reading.about);
      for (const auto& [value, who] : reading.values) {
        const std::string mark = value == reading.value      ? " (in effect)"
                                 : value == reading.fallback ? " (the file's choice)"
                                                             : "";
        add(line(value + mark + (who.empty() ? "" : ": " + who), "    - "));
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

  void notation() {
    const Notation& n = variant_.notation;
    if (n.holes.empty() && n.marks.empty() && n.moves == Notation::Moves::start) return;
    part("notation", "Notation of its players");
    std::vector<std::string> holes;
    for (const auto& [label, own] : n.holes) holes.push_back(label + " is " + own);
    if (!holes.empty()) say("Holes: " + list_of(holes, "and") + ".");
    if (n.moves == Notation::Moves::start_and_last)
      say("A move is written as its start hole and its last hole.");
    for (const auto& [state, mark] : n.marks) say("The mark " + state + " is written " + mark + ".");
  }

  void sources() {
    if (variant_.sources.empty()) return;
    part("sources", "Sources");
    for (const Citation& c : variant_.sources) add(line(c.text, "  [" + c.key + "] "));
  }

  void conventions() {
    part("conventions", "Conventions");
    add(line("An even number is 2, 4, 6 and so on: zero counts as neither even nor odd.", "  - "));
    add(line("A player's own holes are those that he owns, whoever sits before them.", "  - "));
    add(line(
        "Left and right, and the numbers of holes, are those of the owner of the hole, as he sits before it.",
        "  - "));
    add(line(
        "Counterclockwise and clockwise are as seen from above, for every player; in four rows clockwise "
        "is to the right along one's own inner row.",
        "  - "));
    add(line("A number of seeds to take is a limit: where there are fewer, fewer are taken.", "  - "));
  }

  const Variant& variant_;
  const ir::Program& program_;
  English english_;
  Canonical canonical_;
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
