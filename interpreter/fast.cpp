#include "interpreter/fast.h"

#include <algorithm>
#include <limits>
#include <mutex>

#include "interpreter/choice.h"
#include "interpreter/fuse_lanes.h"
#include "interpreter/fused_turn.h"
#include "interpreter/lane_table.h"
#include "interpreter/turn_games.h"

namespace mancala {

using fused::Lanes;

namespace {

// The numbers of each random game begin anew; as in the lanes.
std::uint64_t game_chance(std::uint64_t seed, std::uint64_t game) {
  return Chance(seed + game * 0xd1342543de82ef95U).next();
}

}  // namespace

struct Fast::Parts {
  Parts(FusedProgram from, std::int64_t max_steps)
      : fused(std::move(from)), turns(fused, max_steps), v3(LaneTable::has_v3()) {
    if (fused.lanes) tables.push_back(std::make_shared<const LaneTable>(*fused.lanes, v3));
  }

  FusedProgram fused;
  TurnRules turns;
  bool v3;
  enum class Native : std::uint8_t { for_many_moves, always, never };
  Native native = Native::for_many_moves;

  // Machine code is made when many moves are to be played, once.
  [[nodiscard]] const TurnRules& for_many_moves() const {
    if (native == Native::never || !NativeCode::possible()) return turns;
    std::call_once(native_made, [this] {
      native_turns = std::make_unique<const TurnRules>(fused, turns.max_steps, true);
    });
    return *native_turns;
  }
  [[nodiscard]] const TurnRules& for_one_move() const {
    return native == Native::always ? for_many_moves() : turns;
  }
  mutable std::once_flag native_made;
  mutable std::unique_ptr<const TurnRules> native_turns;

  [[nodiscard]] const ir::Program& program() const { return *fused.program; }

  // The lanes for the board as it is in `frame`; null: it is played in turns.
  [[nodiscard]] std::shared_ptr<const LaneTable> table_for(const Frame& frame) const {
    return fused.lanes && fused.lanes->opening.is_over(frame.turns) ? table_after_opening(frame) : nullptr;
  }

  // The same when the opening is over.
  [[nodiscard]] std::shared_ptr<const LaneTable> table_after_opening(const Frame& frame) const {
    if (!fused.lanes) return nullptr;
    int seeds = 0;
    for (int place = 0; place < program().board.place_count(); place++) seeds += frame.cells[place];
    if (seeds > std::numeric_limits<std::uint8_t>::max()) return nullptr;
    // Lanes do not count steps: they play what cannot take too many.
    if (turns.costs.whole_move(seeds) > turns.max_steps) return nullptr;
    fused::View view;
    view.closed = frame.closed;
    view.owned = {frame.owned[0], frame.owned[1]};
    view.round = fused.lanes->view.round == 0 ? 0 : frame.round;
    const std::lock_guard<std::mutex> lock(mutex);
    const auto known = std::find_if(tables.begin(), tables.end(),
                                    [&](const auto& table) { return table->lanes().view == view; });
    if (known != tables.end()) return *known;
    std::string why_not;
    auto lanes = fuse_lanes(program(), fused.turns, view, why_not);
    if (!lanes) return nullptr;
    if (tables.size() == kMostTables) tables.erase(tables.begin() + 1);
    tables.push_back(std::make_shared<const LaneTable>(std::move(*lanes), v3));
    return tables.back();
  }

  static constexpr std::size_t kMostTables = 32;
  mutable std::mutex mutex;
  mutable std::vector<std::shared_ptr<const LaneTable>> tables;  // first that of the first view

  // --- between lanes and frames
  // ----------------------------------------------------------------------------------

  [[nodiscard]] lanes::Position to_lanes(const Lanes& lanes, const Frame& frame) const {
    lanes::Position position;
    for (int lane = 0; lane < lanes.used; lane++) {
      position.seeds[lane] = static_cast<std::uint8_t>(frame.cells[lanes.place[lane]]);
    }
    for (Player p = 0; p < 2; p++) {
      if (lanes.seats[p].store >= lanes.width) {
        position.pile[p] = static_cast<std::uint16_t>(frame.cells[program().board.store(p)]);
      }
    }
    position.mover = static_cast<std::uint8_t>(frame.mover);
    position.again = frame.again;
    for (std::size_t i = 0; i < lanes.marks.size(); i++) {
      const std::int16_t* cells = &frame.cells[first_cell(lanes.marks[i])];
      for (int lane = 0; lane < lanes.used; lane++) {
        const Place place = lanes.place[lane];
        const bool in = program().board.is_hole(place) && cells[place] == lanes.marks[i].value;
        position.marks[i] |= fused::Set{in ? 1U : 0U} << lane;
      }
    }
    for (std::size_t i = 0; i < lanes.flags.size(); i++) {
      const fused::LaneFlag& flag = lanes.flags[i];
      const bool set = flag.state != fused::kNone && frame.cells[cell_of(flag)] == flag.cell;
      position.flags = static_cast<std::uint16_t>(position.flags | (set ? 1U : 0U) << i);
    }
    return position;
  }

  // In the lanes and the stores beside them.
  [[nodiscard]] int seeds_of(const Lanes& lanes, const Frame& frame) const {
    int seeds = 0;
    for (int lane = 0; lane < lanes.used; lane++) seeds += frame.cells[lanes.place[lane]];
    for (Player p = 0; p < 2; p++) {
      if (lanes.seats[p].store >= lanes.width) seeds += frame.cells[program().board.store(p)];
    }
    return seeds;
  }

  // Puts what a move in lanes has reached into the frame it was made in: T6.
  void end_of_move(const Lanes& lanes, const lanes::Position& position, Frame& frame) const {
    const int before = seeds_of(lanes, frame);
    for (int lane = 0; lane < lanes.used; lane++) frame.cells[lanes.place[lane]] = position.seeds[lane];
    for (Player p = 0; p < 2; p++) {
      if (lanes.seats[p].store >= lanes.width) {
        frame.cells[program().board.store(p)] = static_cast<std::int16_t>(position.pile[p]);
      }
    }
    frame.out = static_cast<std::uint16_t>(frame.out + before - seeds_of(lanes, frame));
    const auto each_marked = [&](const auto& write) {
      for (std::size_t i = 0; i < lanes.marks.size(); i++) {
        for (int lane = 0; lane < lanes.used; lane++) {
          if (!program().board.is_hole(lanes.place[lane])) continue;
          write(frame.cells[first_cell(lanes.marks[i]) + lanes.place[lane]], lanes.marks[i].value,
                (position.marks[i] >> lane & 1) != 0);
        }
      }
    };
    each_marked([](std::int16_t& cell, std::int16_t, bool) { cell = 0; });
    each_marked([](std::int16_t& cell, std::int16_t value, bool in) { cell = in ? value : cell; });
    for (const fused::LaneFlag& flag : lanes.flags) {
      if (flag.state != fused::kNone) frame.cells[cell_of(flag)] = 0;
    }
    for (std::size_t i = 0; i < lanes.flags.size(); i++) {
      const bool set = (position.flags >> i & 1) != 0;
      if (set && lanes.flags[i].state != fused::kNone)
        frame.cells[cell_of(lanes.flags[i])] = lanes.flags[i].cell;
    }
  }

  [[nodiscard]] int cell_of(const fused::LaneFlag& flag) const {
    return program().board.place_count() + program().states[flag.state].first_slot + flag.element;
  }

  // Where the state lies among the cells of a frame.
  [[nodiscard]] int first_cell(const fused::LaneMark& mark) const {
    return program().board.place_count() + program().states[mark.state].first_slot;
  }

  // What the ends may take for the last hole of a move of this player.
  [[nodiscard]] static Place last_hole(const Lanes& lanes, Player mover, bool again) {
    return lanes.seats[mover].last_hole[again ? 1 : 0];
  }

  // A move as the lanes name it.
  [[nodiscard]] static int lane_move(const Lanes& in, const Move& move) {
    return in.lane[move.start] + (move.direction == Direction::backward ? lanes::kBackward : 0);
  }

  [[nodiscard]] static fused::Set lane_moves(const Lanes& in, const std::vector<Move>& moves) {
    fused::Set lanes = 0;
    for (const Move& move : moves) {
      if (!move.pass) lanes |= fused::Set{1} << lane_move(in, move);
    }
    return lanes;
  }

  class PastInLanes final : public Stood {
   public:
    PastInLanes(const Parts& parts, const Lanes& lanes, const lanes::Past* past)
        : parts_(parts), lanes_(lanes), past_(past) {}
    [[nodiscard]] bool has(const Frame& frame) const override {
      return past_->has(parts_.to_lanes(lanes_, frame));
    }

   private:
    const Parts& parts_;
    const Lanes& lanes_;
    const lanes::Past* past_;
  };

  class TurnSettler final : public lanes::Settler {
   public:
    TurnSettler(const Parts& parts, const Lanes& lanes, const Frame& frame)
        : parts_(parts), lanes_(lanes), chance_(0) {
      frame_.turns = frame.turns;
      parts.turns.copy(frame, frame_);
    }

    lanes::Settled settle(lanes::Position& position, int most_passes, lanes::Past* past) override {
      parts_.end_of_move(lanes_, position, frame_);
      frame_.mover = static_cast<Player>(position.again ? position.mover : 1 - position.mover);
      Turn turn(parts_.turns, frame_, nullptr, &chance_);
      lanes::Settled settled =
          go_on(turn.after_move(position.again, last_hole(lanes_, frame_.mover, position.again)), turn);
      parts_.turns.copy(turn.frame(), frame_);
      const PastInLanes stood(parts_, lanes_, past);
      for (; !settled.over && only_pass_ && settled.passes < most_passes; settled.passes++) {
        Turn next(parts_.turns, frame_, nullptr, &chance_);
        if (past != nullptr) next.remember(&stood);
        const lanes::Settled after = go_on(next.play(pass_), next);
        settled.over = after.over;
        settled.winner = after.winner;
        parts_.turns.copy(next.frame(), frame_);
        if (past != nullptr) past->add(parts_.to_lanes(lanes_, frame_));
      }
      position = parts_.to_lanes(lanes_, frame_);
      return settled;
    }

   private:
    lanes::Settled go_on(const Outcome& outcome, const Turn& turn) {
      lanes::Settled settled;
      settled.over = outcome.status != Status::playing;
      settled.winner = outcome.winner;
      only_pass_ = !settled.over && turn.next_moves().only_pass();
      if (only_pass_) turn.next_moves().pick(0, pass_);
      return settled;
    }

    const Parts& parts_;
    const Lanes& lanes_;
    Chance chance_;
    Frame frame_;
    Move pass_;
    bool only_pass_ = false;
  };

  [[nodiscard]] std::uint64_t count_lane_move(const LaneTable& table, const Frame& frame, const Move& move,
                                              int depth) const {
    lanes::Position position = to_lanes(table.lanes(), frame);
    table.engine().play(position, lane_move(table.lanes(), move));
    TurnSettler settler(*this, table.lanes(), frame);
    return table.engine().perft(position, depth - 1, settler);
  }

  // Takes games over from turns when the opening is over.
  class AfterOpening final : public Successor {
   public:
    explicit AfterOpening(const Parts& parts) : parts_(parts) {}

    [[nodiscard]] std::optional<std::uint64_t> count(const Frame& frame, const MoveList& moves,
                                                     int depth) const override {
      const auto table = parts_.table_for(frame);
      if (table == nullptr) return std::nullopt;
      std::uint64_t sum = 0;
      for (const Move& move : moves.all()) {
        sum += move.pass ? TurnGames(parts_.for_many_moves(), this).count(frame, move, depth)
                         : parts_.count_lane_move(*table, frame, move, depth);
      }
      return sum;
    }

    bool play_out(const Frame& frame, const MoveList& moves, const Chance& picks, int longest,
                  Playouts& result) const override {
      if (moves.only_pass()) return false;
      const auto table = parts_.table_for(frame);
      // What stood in the opening is not known to lanes.
      if (table == nullptr || table->lanes().repetition) return false;
      TurnSettler settler(parts_, table->lanes(), frame);
      lanes::Tally tally;
      table->engine().play_on(parts_.to_lanes(table->lanes(), frame), lane_moves(table->lanes(), moves.all()),
                              picks.state(), longest, settler, tally);
      add(tally, result);
      return true;
    }

   private:
    const Parts& parts_;
  };

  // Do turns play openings only?
  [[nodiscard]] bool opens() const { return fused.lanes && !fused.lanes->opening.is_none(); }

  static void add(const lanes::Tally& tally, Playouts& result) {
    result.moves += tally.moves;
    result.laps += tally.laps;
    result.wins[0] += tally.wins[0];
    result.wins[1] += tally.wins[1];
    result.drawn += tally.drawn;
    result.cut += tally.cut;
  }
};

Fast::Fast(FusedProgram fused, std::int64_t max_steps)
    : parts_(std::make_unique<Parts>(std::move(fused), max_steps)) {}
Fast::~Fast() = default;
Fast::Fast(Fast&&) noexcept = default;
Fast& Fast::operator=(Fast&&) noexcept = default;

const FusedProgram& Fast::fused() const { return parts_->fused; }
const ir::Program& Fast::program() const { return parts_->program(); }

std::vector<Move> Fast::legal(const Position& position, const History* history) const {
  const TurnRules& rules = parts_->for_one_move();
  return Turn(rules, rules.enter(position), history, nullptr).legal();
}

Outcome Fast::before_turn(Position& position, const History* history) const {
  const TurnRules& rules = parts_->for_one_move();
  Turn turn(rules, rules.enter(position), history, nullptr);
  Outcome outcome = turn.before_turn();
  position = rules.leave(turn.frame());
  return outcome;
}

Outcome Fast::play(Position& position, const Move& move, Chance& chance, const History* history) const {
  const std::vector<Move> moves = legal(position, history);
  if (std::none_of(moves.begin(), moves.end(), [&](const Move& known) { return agree(known, move); })) {
    Outcome outcome;
    outcome.status = Status::illegal;
    return outcome;
  }
  const Chance before = chance;
  const TurnRules& rules = parts_->for_one_move();
  Turn turn(rules, rules.enter(position), history, &chance);
  Outcome outcome = turn.play(move);
  if (outcome.status == Status::needs_choice || outcome.status == Status::illegal ||
      outcome.reason == Reason::too_long) {
    chance = before;
  } else {
    position = rules.leave(turn.frame());
  }
  return outcome;
}

bool Fast::in_lanes(const Position& position) const {
  return parts_->table_for(parts_->turns.enter(position)) != nullptr;
}

bool Fast::after_opening_in_lanes(const Position& position) const {
  const auto table = parts_->table_after_opening(parts_->turns.enter(position));
  if (table == nullptr) return false;
  const Lanes& lanes = table->lanes();
  return lanes.repetition_in_lanes && (lanes.opening.is_none() || !lanes.repetition);
}

Outcome Fast::play_in_lanes(Position& position, const Move& move, Chance& chance) const {
  Frame frame = parts_->turns.enter(position);
  const auto table = parts_->table_for(frame);
  lanes::Position in_lanes = parts_->to_lanes(table->lanes(), frame);
  const std::uint32_t laps = table->engine().play(in_lanes, Parts::lane_move(table->lanes(), move));
  parts_->end_of_move(table->lanes(), in_lanes, frame);
  Turn turn(parts_->turns, frame, nullptr, &chance);
  Outcome outcome =
      turn.after_move(in_lanes.again, Parts::last_hole(table->lanes(), frame.mover, in_lanes.again));
  outcome.laps = static_cast<int>(laps);
  position = parts_->turns.leave(turn.frame());
  return outcome;
}

std::uint64_t Fast::perft(const Position& position, int depth) const {
  if (depth <= 0) return 1;
  std::uint64_t sum = 0;
  for (const auto& [move, count] : perft_divide(position, depth)) sum += count;
  return sum;
}

std::uint64_t Fast::perft_up_to(const Position& position, int depth, std::uint64_t most) const {
  if (depth <= 0) return 1;
  const Frame frame = parts_->turns.enter(position);
  const TurnGames in_turns(depth > 1 ? parts_->for_many_moves() : parts_->for_one_move());
  std::uint64_t sum = 0;
  for (const Move& move : legal(position)) {
    if (sum > most) break;
    sum += in_turns.count(frame, move, depth, most - sum);
  }
  return sum;
}

std::vector<std::pair<Move, std::uint64_t>> Fast::perft_divide(const Position& position, int depth) const {
  std::vector<std::pair<Move, std::uint64_t>> counts;
  const Frame frame = parts_->turns.enter(position);
  const auto table = parts_->table_for(frame);
  const Parts::AfterOpening lanes(*parts_);
  const TurnGames in_turns(depth > 1 ? parts_->for_many_moves() : parts_->for_one_move(),
                           parts_->opens() ? &lanes : nullptr);
  for (const Move& move : legal(position)) {
    counts.emplace_back(move, table != nullptr && !move.pass
                                  ? parts_->count_lane_move(*table, frame, move, depth)
                                  : in_turns.count(frame, move, depth));
  }
  return counts;
}

Playouts Fast::playouts(const Position& start, std::uint64_t seed, std::uint64_t games, int longest) const {
  Playouts result;
  const std::vector<Move> moves = legal(start);
  if (moves.empty()) return result;
  const Frame frame = parts_->turns.enter(start);
  const auto table = parts_->table_for(frame);
  if (table == nullptr || !table->lanes().repetition_in_lanes || moves.front().pass) {
    const Parts::AfterOpening lanes(*parts_);
    const TurnGames in_turns(parts_->for_many_moves(), parts_->opens() ? &lanes : nullptr);
    for (std::uint64_t game = 0; game < games; game++) {
      Chance chance(game_chance(seed, game));
      Chance lots(game_chance(~seed, game));
      in_turns.play_out(start, moves, chance, lots, longest, result);
    }
    result.games = games;
    if (parts_->opens()) result.seeds = 0;
    return result;
  }
  Parts::TurnSettler settler(*parts_, table->lanes(), frame);
  lanes::Tally tally;
  table->engine().playouts(parts_->to_lanes(table->lanes(), frame), Parts::lane_moves(table->lanes(), moves),
                           seed, games, longest, settler, tally);
  result.games = tally.games;
  Parts::add(tally, result);
  return result;
}

const char* Fast::lanes_compiled_for() const { return parts_->v3 ? "x86-64-v3" : "plain"; }

bool Fast::turns_are_native() const {
  return parts_->native != Parts::Native::never && parts_->for_many_moves().is_native();
}

void Fast::use_native_turns() { parts_->native = Parts::Native::always; }
void Fast::use_plain_turns() { parts_->native = Parts::Native::never; }

void Fast::use_plain_lanes() {
  parts_->v3 = false;
  parts_->tables.clear();
  if (parts_->fused.lanes) {
    parts_->tables.push_back(std::make_shared<const LaneTable>(*parts_->fused.lanes, false));
  }
}

}  // namespace mancala
