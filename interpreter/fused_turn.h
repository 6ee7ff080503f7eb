// Plays fused::Turns: whole turns of any program, with the meaning of the reference executor. Private to the
// interpreter; fast.h is the way in. The parts: fused_expressions.cpp, fused_steps.cpp (clause lists and what
// they do), fused_laps.cpp (play, laps, end of the move), fused_turn.cpp (ends, change of turn, start of the
// turn) and fused_moves.cpp (moves and filters).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "interpreter/choice.h"
#include "interpreter/frame_history.h"
#include "interpreter/fused_frame.h"
#include "interpreter/move_list.h"
#include "interpreter/reference.h"

namespace mancala {

class Turn {
 public:
  // `history` and `chance` may be null.
  Turn(const TurnRules& rules, const Frame& frame, const History* history, Chance* chance);
  Turn(const Turn& other);
  ~Turn();
  Turn& operator=(const Turn&) = delete;

  // T5 to T8, and T1 and T2 of the next turn. Afterwards `frame()` is what has come of it, and on
  // Status::playing `next_moves()` are the moves that may be picked in it.
  Outcome play(const Move& move);
  // T7 and what follows, for a move that has been played up to T6 by other means; `again`: it gives another
  // move; `here`: where its last seed fell, if that is asked.
  Outcome after_move(bool again, Place here);
  Outcome before_turn();
  // The moves that may be picked, a pass among them. None if it takes too many steps.
  std::vector<Move> legal();

  // For games and counts, in which one object plays many turns. As `play`, going on from `frame()`; on
  // needs_choice and illegal, what is in frame() is not to be used.
  Status advance(const Move& move);
  // T5 and T6 only: is it a move (one that takes too many steps is)? Program without steps that ask for
  // choices.
  bool try_move(const Move& move);
  void restart(const Frame& frame);
  void draw_from(Chance* chance) { chance_ = chance; }
  void remember(const Stood* history) { frames_ = history; }  // in place of the other kind
  [[nodiscard]] Player winner() const { return outcome_.winner; }
  [[nodiscard]] bool was_too_long() const { return outcome_.reason == Reason::too_long; }
  [[nodiscard]] int laps() const { return laps_; }
  [[nodiscard]] const std::vector<std::int16_t>& options() const { return options_; }

  [[nodiscard]] const Frame& frame() const { return f_; }
  [[nodiscard]] std::uint64_t seeds_sown() const { return seeds_sown_; }  // dropped on the way
  [[nodiscard]] const MoveList& next_moves() const { return next_moves_; }

 private:
  enum class Flow : std::uint8_t { on, done, sow, stop, over, choice, illegal };
  using NodeId = fused::NodeId;
  using Set = fused::Set;

  [[nodiscard]] const fused::Seat& seat() const { return rules_.turns.seats[f_.mover]; }
  [[nodiscard]] const fused::Phase& phase() const { return seat().phases[phase_ < 0 ? 0 : phase_]; }

  // expressions
  friend struct Expression;    // what the operators of expressions do
  friend class NativeEmitter;  // machine code for them
  std::int64_t eval(NodeId id) {
    const Code& code = rules_.code[id];
    return code.run(*this, code);
  }
  bool holds(NodeId id) { return id == fused::kNone || eval(id) != 0; }
  Set set(NodeId id) { return static_cast<Set>(eval(id)); }
  bool some(NodeId set) {
    const Code& code = rules_.code[set];
    return code.any(*this, code);
  }
  [[nodiscard]] Set open(Set holes) const { return closed_too_ ? holes : holes & ~f_.closed; }
  [[nodiscard]] bool is_hole(std::int64_t place) const { return place >= 0 && place < rules_.holes; }
  [[nodiscard]] Place open_or_none(std::int64_t hole) const;
  [[nodiscard]] std::int64_t seeds_at(std::int64_t place) const;
  [[nodiscard]] std::int64_t pieces_at(std::int64_t place, std::int64_t kind) const;
  [[nodiscard]] std::int64_t worth_at(std::int64_t place) const;
  [[nodiscard]] std::int64_t there_are(std::int64_t place, std::int32_t piece) const;  // kNone: of every kind
  [[nodiscard]] Place follow(std::int64_t place, Direction direction) const;
  [[nodiscard]] Place straight_on(std::int64_t place, bool onward) const;
  [[nodiscard]] Place mapped(const fused::Map& map, std::int64_t from) const;
  [[nodiscard]] Player owner_of(std::int64_t place) const;
  [[nodiscard]] Player seat_for(Set holes) const;
  [[nodiscard]] Place end_of_row(Set holes, Direction direction) const;
  [[nodiscard]] std::vector<Place> in_order(Set holes) const;
  std::int64_t seen_at(int first_cell, const Code& code);
  std::int64_t read_state(int index, std::int64_t element) const;
  void write_state(int index, std::int64_t element, std::int64_t value);
  [[nodiscard]] int slots_of(const ir::State& state) const;
  void set_local(std::int32_t slot, std::int64_t value, bool choice = false);
  void clear_local(std::int32_t slot);
  [[nodiscard]] bool repeated() const;

  // What begins with this call may take as many steps as one move.
  template <class Play, class Refuse>
  auto within_budget(const Play& play, const Refuse& refuse) {
    own_steps_ = Steps(rules_.max_steps);
    outcome_.reason = Reason::none;
    try {
      return play();
    } catch (const OutOfSteps&) {
      // What is put right at the end of what was broken off.
      seen_ = 0;
      closed_too_ = move_made_ = false;
      move_ = &kNoMove;
      trial_ = nullptr;
      return refuse();
    }
  }
  // For what machine code calls, since nothing can be thrown through machine code: once the steps are used
  // up, `instead` is returned, and whoever has called the machine code looks whether they are.
  template <class Play, class Result>
  Result keep_back(const Play& play, Result instead) noexcept {
    if (steps_->used_up()) return instead;
    try {
      return play();
    } catch (const OutOfSteps&) {
      return instead;
    }
  }
  void spend(std::int64_t steps) const { steps_->spend(steps); }
  [[nodiscard]] const StepCosts::Phase& costs() const {
    return rules_.costs.phases()[phase_ < 0 ? 0 : phase_];
  }

  // steps
  // `counted`: the list it was made of, which is paid for.
  Flow run_event(fused::StepId first, ir::ListId counted) {
    spend(rules_.costs.list(counted));
    return run_list(first);
  }
  Flow run_list(fused::StepId first);
  Flow step(const fused::Step& step);
  Flow run_each(fused::StepId at);
  void lift(const fused::Step& step);
  Flow begin_lap(const fused::Step& step);
  void capture(const fused::Step& step);
  void capture_from(Place from, const fused::Step& step);
  void move(const fused::Step& step);
  void change_seats(bool with_seeds);
  Flow choose(const fused::Step& step);
  Flow decide(std::int32_t slot, const std::vector<std::int16_t>& options, bool by_chance,
              NodeId by = fused::kNone);
  // `piece`: only of this kind; kNone: seeds first, then the pieces in the order of their kinds.
  void transfer(Place from, Place to, std::int64_t seeds, std::int32_t piece = fused::kNone);
  void transfer_pieces(Place from, Place to, std::int64_t seeds, std::int32_t piece);
  std::int64_t limited_to(NodeId amount, std::int64_t there);
  std::vector<std::int16_t> choices_among(fused::NodeId set, ChoiceKind kind);

  // laps
  Flow run_move(const Move& move);
  Flow begin_move();
  Flow run_laps(Flow flow);
  Flow sow_lap();
  Flow sow_plain_lap();
  Place next_station(Place from, bool itself);
  Flow picked_station(Place from, Place& found);
  bool takes_seeds(Place station);  // sets each_
  Flow drop(Place station, std::int64_t seeds);
  bool would_sow_again();
  Flow run_for_ever();
  void put_back();
  void look_for_phase();
  Direction stated_direction();
  void consider(Place start, Direction direction);
  std::vector<std::int16_t> pick_options(const fused::Pick& pick);
  Flow decide_pick(const fused::Pick& pick);

  // the turn
  Flow run_turn(const Move& move);
  Flow too_long();
  Outcome outcome_of(Flow flow, int choices, const std::array<int, kMaxPlayers>& before);
  std::array<int, kMaxPlayers> held() const;
  Flow end_move(bool pass, bool over);
  Flow go_on();
  void pass_turn_on();
  void end_turn();
  void remember_start();
  Flow begin_turn();
  Flow run_end(fused::StepId list, ir::ListId counted);
  void conclude();
  void conclude(Reason reason);
  void forget_move();
  void forget_moment();
  void reset_states(const std::vector<int>& states);

  // moves
  void find_moves(bool look_ahead, MoveList& all);
  void add_pass(MoveList& moves);
  void find_legal(MoveList& all);
  bool can_move();
  bool has_move(bool look_ahead);
  [[nodiscard]] bool leaves_moves(const fused::Block& block, bool look_ahead) const;
  void add_candidates(int block, MoveList& found);
  void add_start(Place start, const fused::Block& rules, MoveList& found, Move& move);
  void add_picks(std::vector<Move>& found, const Move& move, const fused::Block& block, std::size_t pick);
  // A move that was tried. What was tried is kept as long as nothing can have changed, and asked again.
  struct Trial;
  // Of the moves of a group: by hole and way, with further picks by the order of moves; empty: none is kept.
  using Trials = std::vector<std::unique_ptr<Trial>>;
  // The moves of a player, as if it were his turn, and those of them that were tried.
  struct Look;
  // While one of these lives, nothing changes but locals.
  class Looking;
  template <class Keep, class AllStay>
  static void sift(MoveList& found, Trials& trials, const Keep& keep, const AllStay& all_stay);
  void drop_endless(MoveList& found, Trials& trials);
  void filter(MoveList& found, const fused::Filter& filter, Trials& trials);
  [[nodiscard]] bool playable(const Trial& trial) const;
  [[nodiscard]] Turn imagined() const;
  Flow imagine(const Move& move);
  bool holds_afterwards(NodeId test, const Turn& asker);
  bool after(NodeId test);
  [[nodiscard]] Turn seat_of(Player player) const;
  Look& look(Player player);
  bool some_move(Player player, NodeId test);

  static constexpr Move kNoMove{};

  const TurnRules& rules_;
  Steps own_steps_;
  Steps* steps_ = &own_steps_;  // copies share those of the first
  const History* history_;
  const Stood* frames_ = nullptr;
  Chance* chance_;
  Outcome outcome_;
  std::vector<std::int16_t> options_;
  MoveList next_moves_;
  std::optional<Player> given_winner_;
  std::int32_t cause_ = fused::kNone;
  std::uint64_t seeds_sown_ = 0;
  int laps_ = 0;
  int imagining_ = 0;
  bool endless_ = false;
  bool closed_too_ = false;
  int seen_ = 0;  // cell of the first place as it is seen: now, at the start of the turn or of the lap
  bool move_made_ = false;
  const Move* move_ = &kNoMove;              // that is played or judged
  std::unique_ptr<Trial>* trial_ = nullptr;  // of that move; null: it is tried anew each time that one asks
  int looking_ = 0;
  std::vector<Look> looked_;

  // of the move; see Moment in executor.h
  int phase_ = -1;
  Place start_ = kNoPlace;
  Direction direction_ = Direction::none;
  int hand_ = 0;
  std::array<int, kMaxPieceKinds> hand_pieces_{};  // of them, by kind
  Place lifted_ = kNoPlace;
  Place origin_ = kNoPlace;
  bool at_origin_ = false;
  Place here_ = kNoPlace;
  Place previous_ = kNoPlace;
  Place came_from_ = kNoPlace;
  Place first_sown_ = kNoPlace;
  std::int64_t was_ = 0;
  std::int64_t each_ = 1;
  bool last_ = false;
  bool again_ = false;
  Set lap_sown_ = 0, turn_sown_ = 0;
  std::array<int, kMaxPlayers> captured_{};
  int captured_by_all_ = 0;
  int choices_used_ = 0;
  std::uint64_t set_ = 0;     // locals that are set
  std::uint64_t choice_ = 0;  // … by a choice of this move
  std::array<std::int64_t, ir::kMaxLocals> locals_;
  Frame f_;
};

struct Turn::Trial {
  // Tries the move, from where `from` stands.
  Trial(const Turn& from, const Move& tried) : move(tried), turn(from.imagined()) {
    const std::int64_t before = turn.steps_->left();
    flow = turn.imagine(move);
    steps = before - turn.steps_->left();
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;
  ~Trial() = default;

  Move move;
  Turn turn;  // at the player's next decision, or at the end of T6
  Flow flow = Flow::on;
  std::int64_t steps = 0;  // that it took, and takes whoever asks again
};

struct Turn::Look {
  std::unique_ptr<Turn> turn;  // in which it is his turn
  MoveList moves;
  Trials trials;           // one for each move, null: not tried yet
  std::int64_t steps = 0;  // that it took to find the moves
};

// Here, where it is known what it looked at.
inline Turn::~Turn() = default;

class Turn::Looking {
 public:
  explicit Looking(Turn& turn) : turn_(turn) { turn_.looking_++; }
  Looking(const Looking&) = delete;
  Looking& operator=(const Looking&) = delete;
  ~Looking() {
    if (--turn_.looking_ == 0) turn_.looked_.clear();
  }

 private:
  Turn& turn_;
};

}  // namespace mancala
