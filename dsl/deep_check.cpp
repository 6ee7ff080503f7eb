#include "dsl/deep_check.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "interpreter/match.h"
#include "interpreter/notation.h"

namespace mancala {

using ir::kNone;

namespace {

constexpr int kLongestGame = 3'000;       // moves of all rounds
constexpr int kQuiet = 1'000;             // moves without a capture: nothing will happen any more
constexpr std::size_t kBreadthShare = 4;  // one of so many moves is played breadth first
constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kMostPositions = 20'000;  // that wait in the breadth-first search

// Notes what clauses do, and where a move has no end.
class Watcher : public Observer {
 public:
  explicit Watcher(std::size_t origins) : acted(origins) {}

  void asked(Event /*event*/, std::int32_t origin, bool holds) override {
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
};

// The program without its filters, to see what they drop.
ir::Program unfiltered(ir::Program program) {
  for (ir::Phase& phase : program.phases) {
    for (ir::MoveBlock& block : phase.moves) block.filters.clear();
  }
  return program;
}

class DeepCheck {
 public:
  DeepCheck(const Variant& variant, std::size_t limit, Diagnostics& diagnostics)
      : variant_(variant),
        program_(variant.program),
        limit_(limit),
        diagnostics_(diagnostics),
        reference_(program_),
        free_program_(unfiltered(program_)),
        free_(free_program_),
        watcher_(variant.origins.size()),
        drops_(variant.origins.size()) {}

  void run() {
    breadth_first();
    for (std::uint64_t game = 0; plies_ < limit_ && game < limit_; ++game) random_game(kSeed + game);
    clauses();
    filters();
    if (endless_) {
      note("M0522", origin_of_move(), "a move can run for ever")
          .help.push_back("it is " + endless_->second + " in the position `" + endless_->first + "`");
    }
    if (restless_) {
      note("M0523", origin_of_move(),
           std::to_string(restless_games_) + " of " + std::to_string(games_) +
               " random games go on without a capture and do not end")
          .help.push_back("in the position `" + *restless_ + "` nothing was captured in " +
                          std::to_string(kQuiet) + " moves");
    }
  }

 private:
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
    for (const Move& move : free_.legal(position)) {
      if (std::find(legal.begin(), legal.end(), move) != legal.end()) continue;
      const std::int32_t origin = reference_.dropped_by(position, move);
      if (origin < 0 || drops_[static_cast<std::size_t>(origin)]) continue;
      drops_[static_cast<std::size_t>(origin)] = true;
      ++dropped_;
    }
  }

  void played(const Position& before, const Move& move) {
    ++plies_;
    if (watcher_.endless_move && !endless_) {
      endless_.emplace(position_text(program_, before), "`" + move_text(program_, move) + "`");
    }
    watcher_.endless_move = false;
  }

  void breadth_first() {
    for (const ir::Phase& phase : program_.phases) {
      for (const ir::MoveBlock& block : phase.moves) filters_ += block.filters.size();
    }
    std::deque<Match> waiting;
    std::set<std::string> seen;
    waiting.emplace_back(reference_, kSeed);
    while (!waiting.empty() && plies_ < limit_ / kBreadthShare) {
      const Match match = std::move(waiting.front());
      waiting.pop_front();
      if (match.state() != Match::State::playing) continue;
      look(match.position(), match.legal());
      bool more = false;
      for (const Move& move : complete_moves(match, 100, more)) {
        Match next = match;
        next.play(move, &watcher_);
        played(match.position(), move);
        if (next.state() != Match::State::playing || waiting.size() >= kMostPositions) continue;
        if (seen.insert(position_text(program_, next.position())).second) waiting.push_back(std::move(next));
      }
    }
  }

  void random_game(std::uint64_t seed) {
    ++games_;
    Match match(reference_, seed);
    Chance chance(seed);
    int quiet = 0;
    for (int ply = 0; ply < kLongestGame && plies_ < limit_ && match.state() != Match::State::over; ++ply) {
      if (match.state() == Match::State::round_over) {
        match.next_round(&watcher_);
        quiet = 0;
        continue;
      }
      look(match.position(), match.legal());
      const std::optional<Move> move = random_move(match, chance);
      if (!move) return;
      const Position before = match.position();
      watcher_.captures = false;
      match.play(*move, &watcher_);
      played(before, *move);
      bool stored = false;
      for (Player p = 0; p < program_.board.seats(); ++p) {
        stored = stored || held(program_.board, before, p) != held(program_.board, match.position(), p);
      }
      quiet = watcher_.captures || stored ? 0 : quiet + 1;
      if (quiet < kQuiet) continue;
      ++restless_games_;
      if (!restless_) restless_ = position_text(program_, match.position());
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

  // Lists of phases that do not run under the readings in effect are left out.
  [[nodiscard]] std::set<ir::ListId> lists_in_effect() const {
    std::set<ir::ListId> lists;
    std::vector<ir::ListId> waiting = {program_.arrange, program_.turn_start, program_.before_turn,
                                       program_.after_move, program_.match.new_round};
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
  std::size_t limit_;
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
  std::size_t games_ = 0;
  std::size_t restless_games_ = 0;
  std::optional<std::pair<std::string, std::string>> endless_;  // a position, and the move
  std::optional<std::string> restless_;
};

}  // namespace

void check_deep(const Variant& variant, std::size_t limit, Diagnostics& diagnostics) {
  DeepCheck(variant, limit, diagnostics).run();
}

}  // namespace mancala
