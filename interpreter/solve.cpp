#include "interpreter/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "interpreter/fast.h"
#include "interpreter/match.h"

namespace mancala {

namespace {

// A round longer than this is not searched: the search recurses.
constexpr int kMaxDepth = 2000;

bool uses(const ir::Program& program, ir::Op op) {
  return std::any_of(program.exprs.begin(), program.exprs.end(),
                     [op](const ir::Expr& e) { return e.op == op; });
}

bool uses_chance(const ir::Program& program) {
  for (const ir::ClauseList& list : program.lists) {
    for (const ir::Clause& clause : list.clauses) {
      for (const ir::Action& action : clause.actions) {
        if (action.by_chance) return true;
      }
    }
  }
  return uses(program, ir::Op::by_lot);
}

// Executor: Reference or Fast.
template <typename Executor>
class Solver {
 public:
  Solver(const Executor& executor, std::size_t limit) : executor_(executor), limit_(limit) {}

  // Margin for the person to move.
  std::optional<int> value(const Position& position, int depth) {
    const std::string key = key_of(position);
    const auto [entry, fresh] = known_.try_emplace(key, kOpen);
    if (!fresh) {
      if (entry->second != kOpen) return entry->second;
      why = "the game can come back to a position";
      return std::nullopt;
    }
    if (known_.size() > limit_) {
      why = fmt::format("more than {} positions", limit_);
      return std::nullopt;
    }
    if (depth > kMaxDepth) {
      why = fmt::format("more than {} plies", kMaxDepth);
      return std::nullopt;
    }
    const std::optional<int> best = best_of(position, depth, nullptr);
    if (best) known_[key] = *best;
    return best;
  }

  std::optional<int> best_of(const Position& position, int depth, std::vector<Move>* moves) {
    std::optional<int> best;
    for (const Move& move : executor_.legal(position)) {
      std::vector<Move> complete;
      const std::optional<int> margin =
          margin_of(position, move, depth, moves == nullptr ? nullptr : &complete);
      if (!margin) return std::nullopt;
      take(*margin, !best || *margin > *best, best, moves, complete);
    }
    if (!best) best = ahead(position, person_to_move(position));
    return best;
  }

  [[nodiscard]] std::size_t positions() const { return known_.size(); }

  std::string why;

 private:
  static constexpr int kOpen = 1 << 30;  // on the path that is being searched

  // Of a move whose further choices are made by whom they are left to. `complete`: it, with those choices.
  std::optional<int> margin_of(const Position& position, const Move& move, int depth,
                               std::vector<Move>* complete) {
    Position next = position;
    Chance chance(0);
    const Player person = person_to_move(position);
    const Outcome outcome = executor_.play(next, move, chance);
    if (outcome.status == Status::needs_choice && move.choice_count < kMaxChoices) {
      std::optional<int> best;
      for (const std::int16_t option : outcome.options) {
        Move longer = move;
        longer.choices[longer.choice_count++] = option;
        std::vector<Move> inner;
        const std::optional<int> margin =
            margin_of(position, longer, depth, complete == nullptr ? nullptr : &inner);
        if (!margin) return std::nullopt;
        const bool better = !best || (outcome.person == person ? *margin > *best : *margin < *best);
        take(*margin, better, best, complete, inner);
      }
      return best;
    }
    if (outcome.reason == Reason::too_long) {
      why = fmt::format("a move takes more than {} steps", kMaxSteps);
      return std::nullopt;
    }
    if (complete != nullptr) complete->push_back(move);
    if (outcome.status == Status::round_over) return ahead(next, person);
    const std::optional<int> margin = value(next, depth + 1);
    return margin && person_to_move(next) != person ? -*margin : margin;
  }

  // Keeps the moves with the best margin so far.
  static void take(int margin, bool better, std::optional<int>& best, std::vector<Move>* moves,
                   const std::vector<Move>& these) {
    if (moves != nullptr && better) moves->clear();
    if (moves != nullptr && (better || margin == best))
      moves->insert(moves->end(), these.begin(), these.end());
    if (better) best = margin;
  }

  [[nodiscard]] static Player person_to_move(const Position& position) {
    return person_at(position, position.mover, 2);
  }

  [[nodiscard]] int ahead(const Position& position, Player person) const {
    const Board& board = executor_.program().board;
    const Player seat = seat_of(position, person, 2);
    return held(board, position, seat) - held(board, position, static_cast<Player>(1 - seat));
  }

  // All of a position but its unused parts.
  [[nodiscard]] std::string key_of(const Position& position) const {
    const ir::Program& program = executor_.program();
    std::string key;
    const auto put = [&key](const auto& value) {
      key.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    for (Place place = 0; place < program.board.place_count(); ++place) put(position.seeds[place]);
    for (int slot = 0; slot < program.state_slots; ++slot) put(position.state[slot]);
    for (Place hole = 0; hole < program.board.hole_count(); ++hole) put(position.owner[hole]);
    put(position.closed);
    put(position.mover);
    put(position.last_mover);
    put(position.round_starter);
    put(position.again);
    put(position.turn_sown);
    if (uses(program, ir::Op::at_start)) {
      for (Place place = 0; place < program.board.place_count(); ++place) put(position.start_seeds[place]);
    }
    put(position.quiet);
    put(position.turns);
    return key;
  }

  const Executor& executor_;
  std::size_t limit_;
  std::unordered_map<std::string, int> known_;
};

template <typename Executor>
std::optional<Solution> solve_with(const Executor& executor, const Position& position, std::size_t limit,
                                   std::string& why) {
  Solver<Executor> solver(executor, limit);
  Solution solution;
  const std::optional<int> margin = solver.best_of(position, 0, &solution.best);
  if (!margin) {
    why = solver.why;
    return std::nullopt;
  }
  solution.margin = *margin;
  solution.positions = solver.positions();
  return solution;
}

}  // namespace

std::optional<Solution> solve(const Reference& reference, const Position& position, std::size_t limit,
                              std::string& why) {
  const ir::Program& program = reference.program();
  if (program.board.player_count() != 2) {
    why = "only games for two are solved";
    return std::nullopt;
  }
  if (uses_chance(program)) {
    why = "the game has chance events";
    return std::nullopt;
  }
  if (std::optional<FusedProgram> fused = fuse(program)) {
    return solve_with(Fast(std::move(*fused)), position, limit, why);
  }
  return solve_with(reference, position, limit, why);
}

}  // namespace mancala
