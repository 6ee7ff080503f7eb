#include "dsl/deep_check.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "dsl/own_notation.h"
#include "dsl/replay_example.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "interpreter/steps_spent.h"

namespace mancala {

using ir::kNone;

namespace {

constexpr int kLongestGame = 3'000;       // moves of all rounds
constexpr int kQuiet = 1'000;             // moves without a capture: nothing will happen any more
constexpr int kQuietOnceKnown = 200;      // the same, when it has been found once
constexpr std::size_t kBreadthShare = 4;  // one of so many moves is played breadth first
constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kMostPositions = 20'000;  // that wait in the breadth-first search
constexpr std::size_t kExampleShare = 2;        // examples are played until one of so many moves is used up
constexpr int kFew = 3;                         // moves of which a greedy player takes the best
constexpr std::size_t kDroppedAsked = 3;        // of the dropped moves of a position
constexpr std::size_t kMostBeginnings = 1'000;  // positions of examples
constexpr int kPassesOfEach = 10;               // in a row: nothing will happen any more

// Notes what clauses do, and where a move has no end.
class Watcher : public Observer {
 public:
  explicit Watcher(std::size_t origins) : acted(origins) {}

  void asked(Event event, std::int32_t origin, bool holds) override {
    if (holds && (event == Event::before_turn || event == Event::after_move)) end_said = true;
    if (holds && origin != kNone) acted[static_cast<std::size_t>(origin)] = true;
  }
  void captured(const Position& /*position*/, Place /*from*/, int /*seeds*/, Player /*to*/,
                std::int32_t /*origin*/) override {
    captures = true;
  }
  void endless(const Position& /*position*/, int /*laps*/) override { endless_move = true; }

  std::vector<bool> acted;  // by origin
  bool captures = false;    // since it was set to false
  bool endless_move = false;
  bool end_said = false;  // a clause of `end` has held since it was set to false
};

// The program without its filters, to see what they drop.
ir::Program unfiltered(ir::Program program) {
  for (ir::Phase& phase : program.phases) {
    for (ir::MoveBlock& block : phase.moves) block.filters.clear();
  }
  return program;
}

// A legal move with its further choices made at random.
Move with_random_choices(const Match& match, Move move, Chance& chance) {
  for (auto options = match.options(move); !options.empty() && move.choice_count < kMaxChoices;
       options = match.options(move)) {
    move.choices[move.choice_count++] = options[chance.below(static_cast<int>(options.size()))];
  }
  return move;
}

class DeepCheck {
 public:
  DeepCheck(const Variant& variant, const std::vector<Example>& examples, std::size_t limit,
            Diagnostics& diagnostics)
      : variant_(variant),
        program_(variant.program),
        examples_(examples),
        limit_(limit),
        diagnostics_(diagnostics),
        reference_(program_),
        free_program_(unfiltered(program_)),
        free_(free_program_),
        watcher_(variant.origins.size()),
        drops_(variant.origins.size()) {}

  DeepSearch run() {
    for (const ir::Phase& phase : program_.phases) {
      for (const ir::MoveBlock& block : phase.moves) filters_ += block.filters.size();
    }
    for (const Example& example : examples_) {
      if (may_go_on(kExampleShare) && in_effect(example)) play(example);
    }
    breadth_first();
    for (std::uint64_t game = 0; may_go_on(1) && game < limit_; ++game) random_game(game);
    clauses();
    filters();
    if (endless_) {
      note("M0522", origin_of_move(), "a move can run for ever")
          .help.push_back("it is " + endless_->second + " in the position `" + endless_->first + "`");
    }
    if (restless_) {
      note("M0523", origin_of_move(), "a random game goes on without a capture and does not end")
          .help.push_back("in the position `" + *restless_ + "` nothing was captured in " +
                          std::to_string(kQuiet) + " moves");
    }
    if (stuck_) {
      note("M0528", origin_of_move(), "nobody can move any more, and the round goes on")
          .help.push_back("all players pass again and again in the position `" + *stuck_ + "`");
    }
    if (unsaid_end_) {
      note("M0529", origin_of_move(), "a round ends without a move to make, and no clause of `end` says so")
          .help.push_back("in the position `" + unsaid_end_->first + "`, after the move " +
                          unsaid_end_->second);
    }
    return {plies_, positions_, spent_.steps(), plies_ < limit_ && !may_go_on(1)};
  }

 private:
  // Are there moves and steps left, if one of `share` may be used?
  [[nodiscard]] bool may_go_on(std::size_t share) const {
    return plies_ < limit_ / share &&
           spent_.steps() < static_cast<std::int64_t>(limit_ / share) * kStepsOfSearchedMove;
  }

  // Has the variant the example's parameters and readings now?
  [[nodiscard]] bool in_effect(const Example& example) const {
    for (const auto& [name, value] : example_settings(example)) {
      const auto is_it = [&name = name](const auto& item) { return item.name == name; };
      const auto parameter = std::find_if(variant_.parameters.begin(), variant_.parameters.end(), is_it);
      const auto reading = std::find_if(variant_.readings.begin(), variant_.readings.end(), is_it);
      const bool same = parameter != variant_.parameters.end() ? std::to_string(parameter->value) == value
                        : reading != variant_.readings.end()   ? reading->value == value
                                                               : false;
      if (!same) return false;
    }
    return true;
  }

  // Where what concerns all moves is shown.
  [[nodiscard]] Span origin_of_move() const {
    for (const ir::Phase& phase : program_.phases) {
      for (const ir::MoveBlock& block : phase.moves) {
        if (block.origin != kNone) return variant_.origins[static_cast<std::size_t>(block.origin)].span;
      }
    }
    return {variant_.file, 0, 0};
  }

  Diagnostic& note(std::string_view code, Span where, std::string message) {
    return diagnostics_.report(Severity::note, code, where, std::move(message));
  }

  // Looks at a position in which a move is to be made.
  void look(const Position& position, const std::vector<Move>& legal) {
    ++positions_;
    if (dropped_ == filters_) return;
    std::vector<Move> dropped;
    for (const Move& move : free_.legal(position)) {
      if (std::find(legal.begin(), legal.end(), move) == legal.end()) dropped.push_back(move);
    }
    // To find out what has dropped a move costs as much as to find all moves: a few of them, others each
    // time.
    for (std::size_t i = 0; i < std::min(dropped.size(), kDroppedAsked); ++i) {
      const std::int32_t origin = reference_.dropped_by(position, dropped[(positions_ + i) % dropped.size()]);
      if (origin < 0 || drops_[static_cast<std::size_t>(origin)]) continue;
      drops_[static_cast<std::size_t>(origin)] = true;
      ++dropped_;
    }
  }

  // Plays a move, and looks at what has come of it.
  Outcome make(Match& match, const Move& move) {
    const Position before = match.position();
    watcher_.end_said = false;
    const Outcome outcome = match.play(move, &watcher_);
    played(before, move);
    if (outcome.status == Status::round_over && outcome.reason == Reason::no_move && !watcher_.end_said &&
        !unsaid_end_) {
      unsaid_end_.emplace(position_text(program_, before), "`" + move_text(program_, move) + "`");
    }
    return outcome;
  }

  // The moves of an example as far as they can be made: it may be made for other rules.
  void play(const Example& example) {
    Match match = example.start ? Match(reference_, read(*example.start), kSeed) : Match(reference_, kSeed);
    for (const ExampleStep& step : example.moves) {
      if (match.state() == Match::State::round_over &&
          (step.kind == ExampleStep::Kind::new_round || program_.match.present)) {
        match.next_round(&watcher_);
      }
      if (match.state() != Match::State::playing) return;
      switch (step.kind) {
        case ExampleStep::Kind::attempt: break;
        case ExampleStep::Kind::new_round:
          if (step.set) match.replace(read(step.text));
          break;
        case ExampleStep::Kind::move: {
          begin_at(match);
          const auto move = read_move(variant_, match, step.text.value());
          if (!std::holds_alternative<Move>(move)) return;
          const Status status = make(match, std::get<Move>(move)).status;
          if (status == Status::illegal || status == Status::needs_choice) return;
          break;
        }
      }
    }
    if (match.state() == Match::State::round_over) match.next_round(&watcher_);
    begin_at(match);
  }

  [[nodiscard]] Position read(const ExampleText& text) const {
    return std::get<Position>(parse_position(program_, text.value()));
  }

  // Random games may begin in this position, too.
  void begin_at(const Match& match) {
    if (match.state() != Match::State::playing) return;
    look(match.position(), match.legal());
    if (begin_.size() < kMostBeginnings) begin_.push_back(match.position());
  }

  void played(const Position& before, const Move& move) {
    ++plies_;
    if (watcher_.endless_move && !endless_) {
      endless_.emplace(position_text(program_, before), "`" + move_text(program_, move) + "`");
    }
    watcher_.endless_move = false;
  }

  void breadth_first() {
    std::deque<Match> waiting;
    std::set<std::string> seen;
    waiting.emplace_back(reference_, kSeed);
    while (!waiting.empty() && may_go_on(kBreadthShare)) {
      const Match match = std::move(waiting.front());
      waiting.pop_front();
      if (match.state() != Match::State::playing) continue;
      look(match.position(), match.legal());
      bool more = false;
      for (const Move& move : complete_moves(match, 100, more)) {
        Match next = match;
        make(next, move);
        if (!may_go_on(kBreadthShare)) return;
        if (next.state() != Match::State::playing || waiting.size() >= kMostPositions) continue;
        if (seen.insert(position_text(program_, next.position())).second) waiting.push_back(std::move(next));
      }
    }
  }

  static Move any_of(const Match& match, const std::vector<Move>& legal, Chance& chance) {
    return with_random_choices(match, legal[chance.below(static_cast<int>(legal.size()))], chance);
  }

  // Of a few moves the one that takes most seeds off the board.
  [[nodiscard]] Move best_of_few(const Match& match, const std::vector<Move>& legal, Chance& chance) const {
    std::optional<std::pair<int, Move>> best;
    for (int i = 0; i < kFew; ++i) {
      const Move move = any_of(match, legal, chance);
      Match tried = match;
      tried.play(move);
      int left = 0;
      for (const Place h : program_.board.all()) left += tried.position().seeds[h];
      if (!best || left < best->first) best.emplace(left, move);
    }
    return best->second;
  }

  // Every other game begins in a position of an example, if there is one.
  void random_game(std::uint64_t game) {
    const std::uint64_t seed = kSeed + game;
    const bool greedy = game % 4 >= 2;  // ends come sooner, and rules for few seeds
    const bool from_example = game % 2 == 1 && !begin_.empty();
    Match match =
        from_example ? Match(reference_, begin_[game / 2 % begin_.size()], seed) : Match(reference_, seed);
    Chance chance(seed);
    int quiet = 0;
    int passed = 0;  // turns in a row in which there was nothing but to pass
    for (int ply = 0; ply < kLongestGame && may_go_on(1) && match.state() != Match::State::over; ++ply) {
      if (match.state() == Match::State::round_over) {
        match.next_round(&watcher_);
        quiet = 0;
        passed = 0;
        continue;
      }
      const std::vector<Move> legal = match.legal();
      look(match.position(), legal);
      if (legal.empty()) return;
      const bool must_pass = std::all_of(legal.begin(), legal.end(), [](const Move& m) { return m.pass; });
      const Move move = greedy ? best_of_few(match, legal, chance) : any_of(match, legal, chance);
      const Position before = match.position();
      watcher_.captures = false;
      const Outcome outcome = make(match, move);
      if (outcome.status == Status::illegal || outcome.status == Status::needs_choice) return;
      bool stored = false;
      for (Player p = 0; p < program_.board.seats(); ++p) {
        stored = stored || held(program_.board, before, p) != held(program_.board, match.position(), p);
      }
      quiet = watcher_.captures || stored ? 0 : quiet + 1;
      passed = must_pass ? passed + 1 : 0;
      if (passed > kPassesOfEach * program_.board.player_count()) {
        if (!stuck_) stuck_ = position_text(program_, match.position());
        return;
      }
      // One is enough, and long.
      if (restless_ && quiet >= kQuietOnceKnown) return;
      if (quiet < kQuiet) continue;
      restless_ = position_text(program_, match.position());
      return;
    }
  }

  // Several clauses may stand at one place: those of a definition, and what is put in twice.
  using Where = std::tuple<FileId, std::uint32_t, std::uint32_t>;
  static Where where(const Span& span) { return {span.file, span.begin, span.end}; }

  // Every variant must say what happens when nobody can move or a position comes again, however rare it is.
  [[nodiscard]] bool must_be_said(ir::ExprId id) const {
    if (id == kNone) return false;
    const ir::Expr& e = program_.exprs[static_cast<std::size_t>(id)];
    return e.op == ir::Op::no_move || e.op == ir::Op::some_move || e.op == ir::Op::repeated ||
           must_be_said(e.a) || must_be_said(e.b) || must_be_said(e.c);
  }

  [[nodiscard]] bool never(ir::ExprId condition) const {
    if (condition == kNone) return false;
    const ir::Expr& e = program_.exprs[static_cast<std::size_t>(condition)];
    return e.op == ir::Op::truth && e.imm == 0;
  }

  [[nodiscard]] bool always(ir::ExprId condition) const {
    if (condition == kNone) return false;
    const ir::Expr& e = program_.exprs[static_cast<std::size_t>(condition)];
    return e.op == ir::Op::truth && e.imm != 0;
  }

  // Lists of phases that do not run under the readings in effect are left out.
  [[nodiscard]] std::set<ir::ListId> lists_in_effect() const {
    std::set<ir::ListId> lists;
    std::vector<ir::ListId> waiting = {program_.arrange, program_.turn_start, program_.before_turn,
                                       program_.after_move};
    if (!always(program_.match.over)) waiting.push_back(program_.match.new_round);
    for (const ir::Phase& phase : program_.phases) {
      if (never(phase.condition)) continue;
      waiting.insert(waiting.end(), {phase.play, phase.each_seed, phase.lap_end, phase.move_end});
      if (phase.condition == kNone) break;  // those after it are not asked
    }
    while (!waiting.empty()) {
      const ir::ListId id = waiting.back();
      waiting.pop_back();
      if (id == kNone || !lists.insert(id).second) continue;
      for (const ir::Clause& clause : program_.lists[static_cast<std::size_t>(id)].clauses) {
        for (const ir::Action& action : clause.actions) {
          if (action.act == ir::Act::block && !never(clause.cond)) waiting.push_back(action.imm);
        }
      }
    }
    return lists;
  }

  void clauses() {
    std::map<Where, std::pair<Span, bool>> places;
    for (const ir::ListId id : lists_in_effect()) {
      if (id == program_.arrange) continue;  // it is done before anybody looks
      for (const ir::Clause& clause : program_.lists[static_cast<std::size_t>(id)].clauses) {
        if (clause.origin == kNone || clause.kind == ir::ClauseKind::let) continue;
        if (must_be_said(clause.cond) || never(clause.cond)) continue;
        const Span span = variant_.origins[static_cast<std::size_t>(clause.origin)].span;
        auto& [its_span, acted] = places[where(span)];
        its_span = span;
        acted = acted || watcher_.acted[static_cast<std::size_t>(clause.origin)];
      }
    }
    for (const auto& [at, place] : places) {
      if (place.second || place.first.file != variant_.file) continue;
      note("M0520", place.first,
           "this clause has acted in none of " + std::to_string(positions_) + " positions");
    }
  }

  void filters() {
    for (const ir::Phase& phase : program_.phases) {
      for (const ir::MoveBlock& block : phase.moves) {
        for (const ir::Filter& filter : block.filters) {
          if (filter.origin == kNone || drops_[static_cast<std::size_t>(filter.origin)]) continue;
          const Span span = variant_.origins[static_cast<std::size_t>(filter.origin)].span;
          if (span.file != variant_.file) continue;
          note("M0521", span,
               "this filter has dropped no move in " + std::to_string(positions_) + " positions");
        }
      }
    }
  }

  const Variant& variant_;
  const ir::Program& program_;
  const std::vector<Example>& examples_;
  std::size_t limit_;
  StepsSpent spent_;
  Diagnostics& diagnostics_;
  Reference reference_;
  ir::Program free_program_;
  Reference free_;
  Watcher watcher_;
  std::vector<bool> drops_;  // by origin
  std::size_t filters_ = 0;  // of all moves
  std::size_t dropped_ = 0;  // filters that have dropped a move
  std::size_t plies_ = 0;
  std::size_t positions_ = 0;
  std::optional<std::pair<std::string, std::string>> endless_;  // a position, and the move
  std::optional<std::string> restless_;
  std::optional<std::string> stuck_;
  std::optional<std::pair<std::string, std::string>> unsaid_end_;  // a position, and the move
  std::vector<Position> begin_;                                    // of example games
};

}  // namespace

DeepSearch check_deep(const Variant& variant, const std::vector<Example>& examples, std::size_t limit,
                      Diagnostics& diagnostics) {
  return DeepCheck(variant, examples, limit, diagnostics).run();
}

}  // namespace mancala
