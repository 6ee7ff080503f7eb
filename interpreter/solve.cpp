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

  // Margin for the player to move.
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
    std::vector<Move> open = executor_.legal(position);
    std::reverse(open.begin(), open.end());
    while (!open.empty()) {
      const Move move = open.back();
      open.pop_back();
      Position next = position;
      Chance chance(0);
      const Outcome outcome = executor_.play(next, move, chance);
      if (outcome.status == Status::needs_choice && move.choice_count < kMaxChoices) {
        for (const std::int16_t option : outcome.options) {
          open.push_back(move);
          open.back().choices[open.back().choice_count++] = option;
        }
        continue;
      }
      std::optional<int> margin;
      if (outcome.status == Status::round_over) {
        margin = ahead(next, position.mover);
      } else {
        margin = value(next, depth + 1);
        if (margin && next.mover != position.mover) margin = -*margin;
      }
      if (!margin) return std::nullopt;
      if (moves != nullptr && (!best || *margin > *best)) moves->clear();
      if (moves != nullptr && (!best || *margin >= *best)) moves->push_back(move);
      if (!best || *margin > *best) best = margin;
    }
    if (!best) best = ahead(position, position.mover);
    return best;
  }

  [[nodiscard]] std::size_t positions() const { return known_.size(); }

  std::string why;

 private:
  static constexpr int kOpen = 1 << 30;  // on the path that is being searched

  [[nodiscard]] int ahead(const Position& position, Player player) const {
    const Board& board = executor_.program().board;
    return held(board, position, player) - held(board, position, static_cast<Player>(1 - player));
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
