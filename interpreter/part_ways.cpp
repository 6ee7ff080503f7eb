#include "interpreter/part_ways.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <unordered_set>

#include "interpreter/choice.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "interpreter/walk.h"

namespace mancala {

Rules::Rules(const ir::Program& program) : reference_(program) {
  if (std::optional<FusedProgram> fused = fuse(program)) fast_.emplace(std::move(*fused));
}

std::vector<Move> Rules::legal(const Position& position, const History* history) const {
  return fast_ ? fast_->legal(position, history) : reference_.legal(position, history);
}

Outcome Rules::before_turn(Position& position, const History* history) const {
  return fast_ ? fast_->before_turn(position, history) : reference_.before_turn(position, history);
}

Outcome Rules::play(Position& position, const Move& move, Chance& chance, const History* history) const {
  return fast_ ? fast_->play(position, move, chance, history)
               : reference_.play(position, move, chance, history);
}

namespace {

// Rounds in a row that may end before a move.
constexpr int kMaxEmptyRounds = 100;
// Moves that may be played for each position of the budget: what a move lets be chosen can branch without
// end.
constexpr std::size_t kPlaysPerPosition = 64;
// Moves that may be played to shorten one line.
constexpr std::uint64_t kShorteningPlies = 30'000;
// Positions of which it is proved that no past makes a difference: some 3 kB each.
constexpr std::size_t kMostPasts = 60'000;

using MovePair = std::array<Move, 2>;
using Histories = std::array<History, 2>;

// What is kept of a position for the search: all that a later move can depend on.
class Keys {
 public:
  explicit Keys(const Rules& rules)
      : places_(rules.program().board.place_count()),
        holes_(rules.program().board.hole_count()),
        seats_(rules.program().board.player_count()),
        slots_(rules.program().state_slots),
        start_(ir::reads(rules.program(), ir::Op::at_start)),
        round_(ir::reads(rules.program(), ir::Op::round)) {}

  void append(std::string& key, const Position& position) const {
    for (int place = 0; place < places_; ++place) put(key, position.seeds[place]);
    for (int slot = 0; slot < slots_; ++slot) put(key, position.state[slot]);
    for (int hole = 0; hole < holes_; ++hole) put(key, position.owner[hole]);
    for (const Region& region : {position.closed, position.turn_sown}) {
      put(key, region.word(0));
      put(key, region.word(1));
    }
    if (start_) {
      for (int place = 0; place < places_; ++place) put(key, position.start_seeds[place]);
    }
    put(key, position.out);
    if (round_) put(key, position.round);
    put(key, position.quiet);
    for (int seat = 0; seat < seats_; ++seat) put(key, position.turns[seat]);
    put(key, position.mover);
    put(key, position.round_starter);
    put(key, position.last_mover);
    put(key, position.again);
    put(key, position.moved_on);
  }

 private:
  template <class T>
  static void put(std::string& key, const T& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof value);
  }

  int places_, holes_, seats_, slots_;
  bool start_, round_;
};

bool same_boards(const Board& a, const Board& b) {
  const auto same_label = [](const Hole& x, const Hole& y) { return x.label == y.label; };
  const auto same_name = [](const PileKind& x, const PileKind& y) { return x.name == y.name; };
  return a.players == b.players &&
         std::equal(a.holes.begin(), a.holes.end(), b.holes.begin(), b.holes.end(), same_label) &&
         std::equal(a.piles.begin(), a.piles.end(), b.piles.begin(), b.piles.end(), same_name);
}

// A slot in which both programs keep the same thing.
struct SharedSlots {
  int a, b, count;
};

// Is this legal move the beginning of that one, which has further choices?
bool begins(const Move& move, const Move& legal) {
  return move.start == legal.start && move.direction == legal.direction && move.block == legal.block &&
         move.pass == legal.pass && move.choice_count >= legal.choice_count &&
         std::equal(legal.choices.begin(), legal.choices.begin() + legal.choice_count, move.choices.begin());
}

class Pair {
 public:
  Pair(const Rules& a, const Rules& b, const PartWaysOptions& options)
      : rules_{&a, &b}, keys_{Keys(a), Keys(b)}, seed_(options.seed) {
    const std::vector<std::string> words_a = choice_words(a.program());
    for (const std::string& word : choice_words(b.program())) {
      const auto found = std::find(words_a.begin(), words_a.end(), word);
      word_in_a_.push_back(found == words_a.end() ? -1 : static_cast<int>(found - words_a.begin()));
    }
    find_shared_marks(a.program(), b.program());
  }

  // What playing a move, or beginning, came to.
  struct Step {
    Parting parting = Parting::none;
    bool playing = false;  // both go on, in `next`
    PositionPair next;
    std::vector<std::array<std::int16_t, 2>> options;  // a choice is to be made first
    std::array<PartedSide, 2> sides;
  };

  Step begin(const PositionPair& root, Histories* histories) {
    Step step;
    step.next = root;
    for (int i = 0; i < 2; ++i) step.sides[i].before = step.sides[i].after = root[i];
    step.parting = compare(root, true);
    if (step.parting != Parting::none) {
      step.parting = Parting::start;
      return step;
    }
    enter(step, histories);
    return step;
  }

  // The moves that both have; or, if one of them has another, that one in `move`.
  std::vector<MovePair> legal(const PositionPair& at, const Histories* histories, Step& step,
                              std::optional<Move>& move) const {
    std::vector<Move> ours = rules_[0]->legal(at[0], histories != nullptr ? &(*histories)[0] : nullptr);
    std::vector<Move> theirs = rules_[1]->legal(at[1], histories != nullptr ? &(*histories)[1] : nullptr);
    std::vector<MovePair> pairs;
    for (int i = 0; i < 2; ++i) step.sides[i].before = step.sides[i].after = at[i];
    for (const Move& mine : ours) {
      const auto found = std::find_if(theirs.begin(), theirs.end(),
                                      [&](const Move& other) { return same_name(mine, other); });
      if (found == theirs.end()) {
        step.parting = Parting::legal;
        step.sides[1].legal = false;
        move = mine;
        return {};
      }
      pairs.push_back({mine, *found});
      theirs.erase(found);
    }
    if (!theirs.empty()) {
      step.parting = Parting::legal;
      step.sides[0].legal = false;
      move = theirs.front();
      return {};
    }
    return pairs;
  }

  Step play(const PositionPair& at, const MovePair& moves, Histories* histories) {
    Step step;
    step.next = at;
    for (int i = 0; i < 2; ++i) {
      PartedSide& side = step.sides[i];
      side.before = at[i];
      Chance chance = lots(at[0]);
      Chance untouched = chance;
      side.outcome =
          rules_[i]->play(step.next[i], moves[i], chance, histories != nullptr ? &(*histories)[i] : nullptr);
      side.after = step.next[i];
      lots_drawn_ = lots_drawn_ || chance.next() != untouched.next();
    }
    const Status status = step.sides[0].outcome.status;
    const Status other = step.sides[1].outcome.status;
    const auto is = [&](Status what) { return status == what || other == what; };
    if (status != other) {
      step.parting = is(Status::illegal)        ? Parting::legal
                     : is(Status::needs_choice) ? Parting::choices
                                                : Parting::ends;
      for (PartedSide& side : step.sides) side.legal = side.outcome.status != Status::illegal;
      return step;
    }
    switch (status) {
      case Status::illegal: break;
      case Status::needs_choice: compare_choices(step); break;
      case Status::round_over: end_round(step, histories); break;
      case Status::playing:
        step.parting = compare(step.next, true);
        step.playing = step.parting == Parting::none;
        if (step.playing && histories != nullptr) {
          for (int i = 0; i < 2; ++i) (*histories)[i].add(step.next[i]);
        }
        break;
    }
    return step;
  }

  // One move, with its choices, as the first program has it.
  Step play_one(const PositionPair& at, const Move& move) {
    const std::vector<Move> ours = rules_[0]->legal(at[0]);
    const std::vector<Move> theirs = rules_[1]->legal(at[1]);
    const bool legal = std::any_of(ours.begin(), ours.end(), [&](const Move& m) { return begins(move, m); });
    const auto other = std::find_if(theirs.begin(), theirs.end(), [&](const Move& theirs_of_it) {
      Move cut = move;
      cut.choice_count = std::min(move.choice_count, theirs_of_it.choice_count);
      return same_name(cut, theirs_of_it);
    });
    if (legal && other != theirs.end()) return play(at, {move, with_choices(*other, move)}, nullptr);
    Step step;
    for (int i = 0; i < 2; ++i) step.sides[i].before = step.sides[i].after = at[i];
    step.sides[0].legal = legal;
    step.sides[1].legal = other != theirs.end();
    if (step.sides[0].legal != step.sides[1].legal) step.parting = Parting::legal;
    return step;
  }

  [[nodiscard]] std::string key(const PositionPair& pair) const {
    std::string key;
    for (int i = 0; i < 2; ++i) keys_[i].append(key, pair[i]);
    return key;
  }

  [[nodiscard]] bool lots_drawn() const { return lots_drawn_; }

 private:
  // The same lots for both, other ones in another position.
  [[nodiscard]] Chance lots(const Position& position) const {
    std::uint64_t hash = 0xcbf29ce484222325U ^ seed_;
    for (int place = 0; place < rules_[0]->program().board.place_count(); ++place) {
      hash = (hash ^ position.seeds[place]) * 0x100000001b3U;
    }
    return Chance(hash ^ position.round);
  }

  void find_shared_marks(const ir::Program& a, const ir::Program& b) {
    const auto slots = [](const ir::Program& program, const ir::State& state) {
      switch (state.per) {
        case ir::Per::none: return 1;
        case ir::Per::hole: return program.board.hole_count();
        case ir::Per::player: return program.board.player_count();
      }
      return 0;
    };
    const auto lasting = [](const ir::State& state) {
      return state.lasts == ir::Lasts::round || state.lasts == ir::Lasts::match;
    };
    for (const ir::State& state : a.states) {
      for (const ir::State& other : b.states) {
        if (other.name != state.name || other.per != state.per || other.holds != state.holds ||
            other.words != state.words || !lasting(state) || !lasting(other))
          continue;
        marks_.push_back({state.first_slot, other.first_slot, slots(a, state)});
      }
    }
    for (const ir::PieceKind& kind : a.pieces) {
      for (const ir::PieceKind& other : b.pieces) {
        if (other.name == kind.name)
          pieces_.push_back({kind.first_slot, other.first_slot, a.board.place_count() + 1});
      }
    }
  }

  static bool same_slots(const std::vector<SharedSlots>& shared, const PositionPair& pair) {
    return std::all_of(shared.begin(), shared.end(), [&](const SharedSlots& slots) {
      return std::equal(pair[0].state.begin() + slots.a, pair[0].state.begin() + slots.a + slots.count,
                        pair[1].state.begin() + slots.b);
    });
  }

  [[nodiscard]] Parting compare(const PositionPair& pair, bool with_mover) const {
    const Position& a = pair[0];
    const Position& b = pair[1];
    if (a.seeds != b.seeds || a.out != b.out || a.closed != b.closed || a.owner != b.owner ||
        !same_slots(pieces_, pair))
      return Parting::position;
    if (!same_slots(marks_, pair)) return Parting::marks;
    if (with_mover && (a.mover != b.mover || a.moved_on != b.moved_on)) return Parting::mover;
    return Parting::none;
  }

  [[nodiscard]] bool same_choice(std::int16_t a, std::int16_t b) const {
    if (choice_kind(b) != ChoiceKind::word) return a == b;
    const auto word = static_cast<std::size_t>(choice_value(b));
    if (word >= word_in_a_.size()) return a == b;  // a word without a name
    return word_in_a_[word] >= 0 && a == choice_code(ChoiceKind::word, word_in_a_[word]);
  }

  // A move of the second program with the further choices of the first one's.
  [[nodiscard]] Move with_choices(Move move, const Move& ours) const {
    while (move.choice_count < ours.choice_count) {
      std::int16_t choice = ours.choices[move.choice_count];
      if (choice_kind(choice) == ChoiceKind::word) {
        const auto word = std::find(word_in_a_.begin(), word_in_a_.end(), choice_value(choice));
        if (word != word_in_a_.end())
          choice = choice_code(ChoiceKind::word, static_cast<int>(word - word_in_a_.begin()));
      }
      move.choices[move.choice_count++] = choice;
    }
    return move;
  }

  // Are they written alike? In which block of `move` they stand is no matter.
  [[nodiscard]] bool same_name(const Move& a, const Move& b) const {
    if (a.start != b.start || a.direction != b.direction || a.pass != b.pass ||
        a.choice_count != b.choice_count)
      return false;
    return std::equal(a.choices.begin(), a.choices.begin() + a.choice_count, b.choices.begin(),
                      [this](std::int16_t x, std::int16_t y) { return same_choice(x, y); });
  }

  void compare_choices(Step& step) const {
    const Outcome& ours = step.sides[0].outcome;
    const Outcome& theirs = step.sides[1].outcome;
    step.parting = Parting::choices;
    if (ours.person != theirs.person || ours.options.size() != theirs.options.size()) return;
    std::vector<std::array<std::int16_t, 2>> options;
    for (const std::int16_t option : ours.options) {
      const auto found = std::find_if(theirs.options.begin(), theirs.options.end(),
                                      [&](std::int16_t other) { return same_choice(option, other); });
      if (found == theirs.options.end()) return;
      options.push_back({option, *found});
    }
    step.parting = Parting::none;
    step.options = std::move(options);
  }

  // Both have ended the round.
  void end_round(Step& step, Histories* histories) {
    for (int rounds = 0; rounds < kMaxEmptyRounds; ++rounds) {
      PartedSide& a = step.sides[0];
      PartedSide& b = step.sides[1];
      step.parting = compare(step.next, false);
      if (step.parting != Parting::none) return;
      if (a.outcome.winner != b.outcome.winner) step.parting = Parting::result;
      if (step.parting != Parting::none) return;
      for (int i = 0; i < 2; ++i) next_round(step, i);
      if (a.match_over != b.match_over) step.parting = Parting::match_ends;
      if (a.match_over && b.match_over && a.match_winner != b.match_winner)
        step.parting = Parting::match_result;
      if (a.match_over || b.match_over) return;
      if (compare(step.next, true) != Parting::none) {
        step.parting = Parting::new_round;
        return;
      }
      if (!enter(step, histories)) return;
    }
  }

  void next_round(Step& step, int i) {
    PartedSide& side = step.sides[i];
    const ir::Program& program = rules_[i]->program();
    if (!program.match.present) {
      side.match_over = true;
      side.match_winner = side.outcome.winner;
      return;
    }
    Chance chance = lots(step.next[i]);
    Chance untouched = chance;
    const Reference::MatchState match = rules_[i]->reference().next_round(step.next[i], side.outcome, chance);
    lots_drawn_ = lots_drawn_ || chance.next() != untouched.next();
    side.match_over = match.over;
    side.match_winner = match.winner;
    side.new_round = !match.over;
    side.after = step.next[i];
  }

  // The first turn of a round. True: both rounds are over before it.
  bool enter(Step& step, Histories* histories) {
    for (int i = 0; i < 2; ++i) {
      if (histories != nullptr) (*histories)[i].clear();
      PartedSide& side = step.sides[i];
      side.outcome = rules_[i]->before_turn(step.next[i], histories != nullptr ? &(*histories)[i] : nullptr);
      side.after = step.next[i];
      if (histories != nullptr) (*histories)[i].add(step.next[i]);
    }
    const bool over = step.sides[0].outcome.status == Status::round_over;
    if (over != (step.sides[1].outcome.status == Status::round_over)) {
      step.parting = Parting::ends;
      return false;
    }
    step.playing = !over;
    return over;
  }

  std::array<const Rules*, 2> rules_;
  std::array<Keys, 2> keys_;
  std::uint64_t seed_;
  std::vector<int> word_in_a_;  // by word of the second program
  std::vector<SharedSlots> marks_, pieces_;
  bool lots_drawn_ = false;
};

MovePair longer(MovePair moves, const std::array<std::int16_t, 2>& option) {
  for (int i = 0; i < 2; ++i) {
    if (moves[i].choice_count < kMaxChoices) moves[i].choices[moves[i].choice_count++] = option[i];
  }
  return moves;
}

// Proves that two programs agree whatever stood before. In a position that both have reached alike, the same
// positions stood before for both, so that `repeated` has the same answer in both, asked for the same
// position. Every move is therefore played with each answer to each such question; yes only for positions in
// which it can be anybody's turn, for no others ever stood. Where they agree each time, they agree in every
// game.
class AnyPast {
 public:
  AnyPast(Pair& pair, const PartWaysOptions& options) : pair_(pair), options_(options) {}

  bool same(const std::vector<PositionPair>& roots) {
    for (const PositionPair& root : roots) {
      Histories none;
      const Pair::Step step = pair_.begin(root, &none);
      if (step.parting != Parting::none || (step.playing && !add(step.next))) return false;
    }
    // Again until all positions that can have stood before were known throughout.
    for (std::size_t known = 0; known < nodes_.size();) {
      known = nodes_.size();
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (nodes_[i].done) continue;
        done_ = true;
        if (!leave(nodes_[i].at)) return false;
        nodes_[i].done = done_;
      }
    }
    return true;
  }

 private:
  struct Node {
    PositionPair at;
    bool done;  // with all answers that can ever be yes
  };

  bool add(const PositionPair& pair) {
    History first;
    first.add(pair[0]);
    if (!first.has(pair[1])) return false;  // what one has seen the other has not
    if (!seen_.insert(pair_.key(pair)).second) return true;
    stood_.add(pair[0]);
    nodes_.push_back({pair, false});
    return nodes_.size() <= std::min(options_.positions, kMostPasts);
  }

  bool leave(const PositionPair& at) {
    std::vector<Position> asked;
    Histories histories;
    for (History& history : histories) history.note_in(&asked);
    Pair::Step step;
    std::optional<Move> move;
    const std::vector<MovePair> moves = pair_.legal(at, &histories, step, move);
    if (step.parting != Parting::none || !asked.empty())
      return false;  // no proof where moves ask for the past
    return std::all_of(moves.begin(), moves.end(),
                       [&](const MovePair& both) { return follow(at, both, {}); });
  }

  // With these positions among those that stood before. False: they part, or enough was played.
  bool follow(const PositionPair& at, const MovePair& moves, const std::vector<Position>& before) {
    if (++plays_ > options_.positions * kPlaysPerPosition) return false;
    std::vector<Position> asked;
    Histories histories;
    for (History& history : histories) {
      for (const Position& position : before) history.add(position);
      history.note_in(&asked);
    }
    const Pair::Step step = pair_.play(at, moves, &histories);
    if (step.parting != Parting::none) return false;
    for (const auto& option : step.options) {
      if (!follow(at, longer(moves, option), before)) return false;
    }
    if (step.playing && !add(step.next)) return false;
    History told;
    for (const Position& position : before) told.add(position);
    for (const Position& position : asked) {
      if (told.has(position)) continue;
      if (!stood_.has(position)) {
        done_ = false;
        continue;
      }
      told.add(position);
      std::vector<Position> more = before;
      more.push_back(position);
      if (!follow(at, moves, more)) return false;
    }
    return true;
  }

  Pair& pair_;
  const PartWaysOptions& options_;
  std::unordered_set<std::string> seen_;
  std::deque<Node> nodes_;
  History stood_;
  bool done_ = false;  // of the position that is being left
  std::size_t plays_ = 0;
};

class Search {
 public:
  Search(const Rules& a, const Rules& b, const std::vector<PositionPair>& roots,
         const PartWaysOptions& options)
      : pair_(a, b, options), roots_(roots), options_(options) {}

  PartWays run(bool asks_history) {
    for (std::size_t root = 0; root < roots_.size(); ++root) {
      const Pair::Step step = pair_.begin(roots_[root], nullptr);
      if (step.parting != Parting::none) {
        parted(step, root, {}, std::nullopt);
        return std::move(result_);
      }
      if (step.playing) add(step.next, -1, {}, root);
    }
    const bool all = breadth_first();
    result_.positions = seen_.size();
    if (result_.parting != Parting::none) return std::move(result_);
    result_.proved = all && (!asks_history || AnyPast(pair_, options_).same(roots_)) && !pair_.lots_drawn();
    if (!result_.proved) at_random();
    return std::move(result_);
  }

 private:
  struct Node {
    int parent;
    Move move;
    std::size_t root;
  };

  void add(const PositionPair& pair, int parent, const Move& move, std::size_t root) {
    if (!seen_.insert(pair_.key(pair)).second) return;
    open_.push_back({static_cast<int>(nodes_.size()), pair});
    nodes_.push_back({parent, move, root});
  }

  void parted(const Pair::Step& step, std::size_t root, std::vector<Move> line, std::optional<Move> move) {
    result_.parting = step.parting;
    result_.root = root;
    result_.line = std::move(line);
    result_.move = move;
    result_.sides = step.sides;
  }

  [[nodiscard]] std::vector<Move> line_to(int node) const {
    std::vector<Move> line;
    for (int at = node; nodes_[at].parent >= 0; at = nodes_[at].parent) line.push_back(nodes_[at].move);
    std::reverse(line.begin(), line.end());
    return line;
  }

  // True: there is nothing more to look at.
  bool breadth_first() {
    while (!open_.empty() && seen_.size() < options_.positions) {
      const auto [node, at] = open_.front();
      open_.pop_front();
      Pair::Step step;
      std::optional<Move> move;
      const std::vector<MovePair> moves = pair_.legal(at, nullptr, step, move);
      if (step.parting != Parting::none) {
        parted(step, nodes_[node].root, line_to(node), move);
        return false;
      }
      for (const MovePair& both : moves) {
        if (!follow(node, at, both)) return false;
      }
    }
    return open_.empty();
  }

  // False: they part, or enough was played.
  bool follow(int node, const PositionPair& at, const MovePair& moves) {
    if (++plays_ > options_.positions * kPlaysPerPosition) return false;
    const Pair::Step step = pair_.play(at, moves, nullptr);
    const std::size_t root = nodes_[node].root;
    if (step.parting != Parting::none) {
      parted(step, root, line_to(node), moves[0]);
      return false;
    }
    for (const auto& option : step.options) {
      if (!follow(node, at, longer(moves, option))) return false;
    }
    if (step.playing) add(step.next, node, moves[0], root);
    return true;
  }

  void at_random() {
    Chance pick(options_.seed);
    for (std::size_t game = 0; result_.plies < options_.plies; ++game) {
      const std::size_t root = game % roots_.size();
      const std::uint64_t before = result_.plies;
      std::vector<MovePair> line;
      if (random_game(root, pick, line)) {
        shorten(root, std::move(line));
        return;
      }
      if (result_.plies == before) ++result_.plies;  // a game that is over at once
    }
  }

  // True: they part after this line.
  bool random_game(std::size_t root, Chance& pick, std::vector<MovePair>& line) {
    Histories histories;
    Pair::Step step = pair_.begin(roots_[root], &histories);
    for (int ply = 0; ply < options_.longest && step.playing; ++ply, ++result_.plies) {
      const PositionPair at = step.next;
      std::optional<Move> move;
      const std::vector<MovePair> moves = pair_.legal(at, &histories, step, move);
      if (step.parting != Parting::none) return true;
      if (moves.empty()) return false;
      MovePair both = moves[pick.below(static_cast<int>(moves.size()))];
      step = pair_.play(at, both, &histories);
      while (!step.options.empty() && both[0].choice_count < kMaxChoices) {
        both = longer(both, step.options[pick.below(static_cast<int>(step.options.size()))]);
        step = pair_.play(at, both, &histories);
      }
      line.push_back(both);
      if (step.parting != Parting::none) return true;
    }
    return false;
  }

  // Plays the line as far as they part. Nothing if they do not, or if a move cannot be made.
  std::optional<PartWays> replay(std::size_t root, std::vector<MovePair>& line, std::uint64_t& plies) {
    Histories histories;
    Pair::Step step = pair_.begin(roots_[root], &histories);
    PartWays found;
    for (std::size_t ply = 0; step.playing; ++ply, ++plies) {
      const PositionPair at = step.next;
      std::optional<Move> move;
      const std::vector<MovePair> moves = pair_.legal(at, &histories, step, move);
      const bool more = ply < line.size();
      if (step.parting == Parting::none) {
        if (!more || std::none_of(moves.begin(), moves.end(), [&](const MovePair& legal) {
              return begins(line[ply][0], legal[0]) && begins(line[ply][1], legal[1]);
            }))
          return std::nullopt;
        step = pair_.play(at, line[ply], &histories);
        if (!step.options.empty()) return std::nullopt;
        move = line[ply][0];
      }
      if (step.parting == Parting::none) continue;
      found.parting = step.parting;
      found.root = root;
      for (std::size_t i = 0; i < ply; ++i) found.line.push_back(line[i][0]);
      found.move = move;
      found.sides = step.sides;
      line.resize(more ? ply + 1 : ply);
      return found;
    }
    return std::nullopt;
  }

  // Leaves out moves as long as they still part.
  void shorten(std::size_t root, std::vector<MovePair> line) {
    std::uint64_t plies = 0;
    std::optional<PartWays> best = replay(root, line, plies);
    for (std::size_t chunk = line.size() / 2; best && chunk > 0;) {
      bool shorter = false;
      for (std::size_t at = 0; at + chunk <= line.size() && plies < kShorteningPlies;) {
        std::vector<MovePair> trial = line;
        trial.erase(trial.begin() + static_cast<std::ptrdiff_t>(at),
                    trial.begin() + static_cast<std::ptrdiff_t>(at + chunk));
        std::optional<PartWays> found = replay(root, trial, plies);
        if (found) {
          best = std::move(found);
          line = std::move(trial);
          shorter = true;
        } else {
          ++at;
        }
      }
      if (plies >= kShorteningPlies) break;
      if (!shorter || chunk > line.size()) chunk = std::min(chunk / 2, line.size());
    }
    if (!best) return;
    best->positions = result_.positions;
    best->plies = result_.plies;
    result_ = std::move(*best);
  }

  Pair pair_;
  const std::vector<PositionPair>& roots_;
  const PartWaysOptions& options_;
  std::unordered_set<std::string> seen_;
  std::deque<std::pair<int, PositionPair>> open_;
  std::vector<Node> nodes_;
  std::size_t plays_ = 0;
  PartWays result_;
};

std::string seat_name(const ir::Program& program, Player seat) {
  return seat == kNobody ? "nobody" : program.board.players[static_cast<std::size_t>(seat)];
}

std::string options_text(const ir::Program& program, const Move& move, const Outcome& outcome) {
  std::string text;
  for (const std::int16_t option : outcome.options) {
    Move longer = move;
    if (longer.choice_count < kMaxChoices) longer.choices[longer.choice_count++] = option;
    text += fmt::format("{}`{}`", text.empty() ? "" : ", ", move_text(program, longer));
  }
  return text;
}

}  // namespace

PartWays part_ways(const Rules& a, const Rules& b, const PartWaysOptions& options) {
  Chance lots(options.seed);
  Chance same_lots(options.seed);
  Chance untouched(options.seed);
  const PositionPair root = {a.reference().initial(lots), b.reference().initial(same_lots)};
  PartWays found = part_ways(a, b, {root}, options);
  // Other lots would begin with another board.
  if (lots.next() != untouched.next()) found.proved = false;
  return found;
}

PartWays part_ways(const Rules& a, const Rules& b, const std::vector<PositionPair>& roots,
                   const PartWaysOptions& options) {
  if (!same_boards(a.program().board, b.program().board)) {
    PartWays found;
    found.parting = Parting::board;
    return found;
  }
  if (roots.empty()) return {};
  const bool asks_history =
      ir::reads(a.program(), ir::Op::repeated) || ir::reads(b.program(), ir::Op::repeated);
  return Search(a, b, roots, options).run(asks_history);
}

PartWays part_ways_with(const Rules& a, const Rules& b, const PositionPair& at,
                        const std::optional<Move>& move) {
  PartWays found;
  found.move = move;
  Pair pair(a, b, {});
  Pair::Step step = pair.begin(at, nullptr);
  if (move && step.playing) step = pair.play_one(step.next, *move);
  found.parting = step.parting;
  found.sides = step.sides;
  return found;
}

std::string parting_text(const Rules& rules, const PartWays& parted, int side) {
  const ir::Program& program = rules.program();
  const PartedSide& s = parted.sides[static_cast<std::size_t>(side)];
  const auto winner = [&](Player seat, const char* what) {
    return seat == kNobody ? fmt::format("nobody has won {}", what)
                           : fmt::format("{} has won {}", seat_name(program, seat), what);
  };
  const std::string after = position_text(program, s.after);
  switch (parted.parting) {
    case Parting::none: return "the same";
    case Parting::board: return "another board";
    case Parting::start: return fmt::format("it begins with `{}`", after);
    case Parting::legal:
      return fmt::format("`{}` is {}legal", move_text(program, *parted.move), s.legal ? "" : "not ");
    case Parting::choices:
      return s.outcome.status == Status::needs_choice
                 ? fmt::format("to choose from are {}", options_text(program, *parted.move, s.outcome))
                 : "nothing is left to choose";
    case Parting::ends:
      if (s.outcome.status != Status::round_over)
        return fmt::format("{} is to move, `{}`", seat_name(program, s.after.mover), after);
      return fmt::format("the round is over, {}, `{}`", winner(s.outcome.winner, "it"), after);
    case Parting::position:
    case Parting::marks: return fmt::format("`{}`", after);
    case Parting::mover: return fmt::format("{} is to move", seat_name(program, s.after.mover));
    case Parting::result: return winner(s.outcome.winner, "the round");
    case Parting::match_ends:
      return s.match_over ? fmt::format("the match is over, {}", winner(s.match_winner, "it"))
                          : fmt::format("another round begins, `{}`", after);
    case Parting::match_result: return winner(s.match_winner, "the match");
    case Parting::new_round: return fmt::format("the next round begins with `{}`", after);
  }
  return {};
}

std::string what_happens(const Rules& rules, const Position& position, const std::optional<Move>& move,
                         const History* history) {
  const ir::Program& program = rules.program();
  const Board& board = program.board;
  Position after = position;
  Chance chance(1);
  Outcome outcome = rules.before_turn(after, move ? nullptr : history);
  if (move && outcome.status == Status::playing) outcome = rules.play(after, *move, chance, history);
  std::string text;
  for (Player seat = 0; seat < board.player_count(); ++seat) {
    const int gained = held(board, after, seat) - held(board, position, seat);
    if (gained == 0) continue;
    text +=
        fmt::format("{} {} {}, ", seat_name(program, seat), gained > 0 ? "gains" : "gives", std::abs(gained));
  }
  const std::string line = position_text(program, after);
  switch (outcome.status) {
    case Status::illegal: return fmt::format("`{}` is not legal", move_text(program, *move));
    case Status::needs_choice:
      return fmt::format("then to choose: {}", options_text(program, *move, outcome));
    case Status::playing:
      return fmt::format("{}{} is to move: `{}`", text, seat_name(program, after.mover), line);
    case Status::round_over: break;
  }
  text += fmt::format(
      "the round is over, {}: `{}`",
      outcome.winner == kNobody ? "nobody has won" : seat_name(program, outcome.winner) + " has won", line);
  if (!program.match.present) return text;
  const Reference::MatchState match = rules.reference().next_round(after, outcome, chance);
  if (!match.over) return text + fmt::format("; the next begins with `{}`", position_text(program, after));
  return text + fmt::format("; the match is over, {}", match.winner == kNobody
                                                           ? "nobody has won"
                                                           : seat_name(program, match.winner) + " has won");
}

}  // namespace mancala
