#include "interpreter/match.h"

namespace mancala {

int held(const Board& board, const Position& position, Player player) {
  int seeds = position.seeds[board.store(player)];
  for (int kind = 0; kind < static_cast<int>(board.piles.size()); ++kind) {
    seeds += position.seeds[board.pile(kind, player)];
  }
  return seeds;
}

std::string reason_text(const Outcome& outcome) {
  switch (outcome.reason) {
    case Reason::none:
    case Reason::rule: return "rule";
    case Reason::no_move: return "no-move";
    case Reason::repeated: return "repeated";
    case Reason::endless: return "endless";
    case Reason::too_long: return "too-long";
    case Reason::named: return outcome.reason_name;
  }
  return {};
}

Match::Match(const Reference& reference, std::uint64_t seed) : reference_(&reference), chance_(seed) {
  bool too_long = false;
  position_ = reference.initial(chance_, &too_long);
  enter();
  if (too_long) break_off();
}

Match::Match(const Reference& reference, const Position& start, std::uint64_t seed)
    : reference_(&reference), chance_(seed), position_(start) {
  enter();
}

void Match::enter() {
  state_ = State::playing;
  history_.clear();
  const Outcome outcome = reference_->before_turn(position_, &history_);
  if (outcome.status == Status::round_over) {
    ended_ = outcome;
    state_ = State::round_over;
    ++rounds_ended_;
    ++empty_rounds_;
    return;
  }
  history_.add(position_);
}

std::vector<Move> Match::legal() const {
  if (state_ != State::playing) return {};
  return reference_->legal(position_, &history_);
}

// What comes next takes more steps than a move may.
void Match::break_off() {
  if (state_ == State::playing) ++rounds_ended_;
  ended_ = {};
  ended_.status = Status::round_over;
  ended_.reason = Reason::too_long;
  ended_.drawn = true;
  state_ = State::round_over;
}

Outcome Match::tried(const Move& move) const {
  Position trial = position_;
  Chance chance = chance_;
  return reference_->play(trial, move, chance, &history_);
}

std::vector<std::int16_t> Match::options(const Move& move) const {
  Outcome outcome = tried(move);
  if (outcome.status != Status::needs_choice) return {};
  return outcome.options;
}

Player Match::chooser(const Move& move) const { return tried(move).person; }

Outcome Match::play(const Move& move, Observer* observer) {
  Outcome outcome = reference_->play(position_, move, chance_, &history_, observer);
  switch (outcome.status) {
    case Status::playing:
      history_.add(position_);
      ++plies_;
      empty_rounds_ = 0;
      break;
    case Status::round_over:
      ended_ = outcome;
      state_ = State::round_over;
      ++plies_;
      ++rounds_ended_;
      empty_rounds_ = 0;
      break;
    case Status::needs_choice:
    case Status::illegal: break;
  }
  return outcome;
}

Ending Match::round_ending() const { return ending_with(ended_.winner); }

Ending Match::ending_with(Player winner) const {
  if (winner == kNobody) return {kNobody, !solitaire(), kNobody};
  return {winner, false, person_at(position_, winner, program().board.player_count())};
}

void Match::next_round(Observer* observer) {
  if (!program().match.present) {
    ending_ = round_ending();
    state_ = State::over;
    return;
  }
  if (given_up() || ended_.reason == Reason::too_long) {
    ending_ = ending_with(kNobody);
    state_ = State::over;
    return;
  }
  const Reference::MatchState match = reference_->next_round(position_, ended_, chance_, observer);
  if (match.too_long) break_off();
  if (match.over) {
    ending_ = ending_with(match.winner);
    state_ = State::over;
    return;
  }
  enter();
}

void Match::replace(const Position& position) {
  position_ = position;
  enter();
}

namespace {

void complete(const Match& match, const Move& move, std::size_t limit, std::vector<Move>& all, bool& more) {
  const std::vector<std::int16_t> options = match.options(move);
  for (const std::int16_t option : options) {
    if (more || move.choice_count == kMaxChoices) return;
    Move longer = move;
    longer.choices[longer.choice_count++] = option;
    complete(match, longer, limit, all, more);
  }
  if (!options.empty()) return;
  more = all.size() == limit;
  if (!more) all.push_back(move);
}

}  // namespace

std::vector<Move> complete_moves(const Match& match, std::size_t limit, bool& more) {
  std::vector<Move> all;
  more = false;
  for (const Move& move : match.legal()) {
    if (!more) complete(match, move, limit, all, more);
  }
  return all;
}

std::optional<Move> random_move(const Match& match, Chance& chance) {
  const std::vector<Move> legal = match.legal();
  if (legal.empty()) return std::nullopt;
  Move move = legal[chance.below(static_cast<int>(legal.size()))];
  for (auto options = match.options(move); !options.empty() && move.choice_count < kMaxChoices;
       options = match.options(move)) {
    move.choices[move.choice_count++] = options[chance.below(static_cast<int>(options.size()))];
  }
  return move;
}

}  // namespace mancala
