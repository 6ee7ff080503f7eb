// Moves as text.
#include "interpreter/notation.h"

#include <algorithm>
#include <charconv>

#include "interpreter/place_names.h"
#include "interpreter/walk.h"

namespace mancala {
namespace {

// What kind of thing a further choice of a move is.
struct ChoiceKind {
  enum class Kind { number, hole, player, word };
  Kind kind = Kind::number;
  const std::vector<std::string>* words = nullptr;

  bool operator==(const ChoiceKind& o) const {
    return kind == o.kind &&
           (words == o.words || (words != nullptr && o.words != nullptr && *words == *o.words));
  }
};

// The kinds of the choices of a move in their order: its further picks, then what the turn asks. A move does
// not tell which `choose` it answered: where they are of different kinds, all are written as numbers.
class ChoiceKinds {
 public:
  ChoiceKinds(const ir::Program& program, std::uint8_t block) {
    for (const ir::Phase& phase : program.phases) {
      if (picks_.empty() && block < phase.moves.size()) {
        for (const ir::Pick& pick : phase.moves[block].picks) {
          picks_.push_back(
              {pick.to == ir::kNone ? ChoiceKind::Kind::hole : ChoiceKind::Kind::number, nullptr});
        }
      }
      for (const ir::ListId list : {phase.play, phase.each_seed, phase.lap_end, phase.move_end})
        add(program, list);
    }
    for (const ir::ListId list : {program.turn_start, program.after_move}) add(program, list);
  }

  [[nodiscard]] ChoiceKind at(std::size_t i) const {
    if (i < picks_.size()) return picks_[i];
    return uniform_ ? later_ : ChoiceKind{};
  }

 private:
  void add(const ir::Program& program, ir::ListId list) {
    const auto act = [&](const ir::Action& action) {
      if (action.act != ir::Act::choose || action.by_chance) return;
      ChoiceKind kind;
      if (action.what == ir::kNone) {
        if (static_cast<int>(action.words.size()) == action.imm)
          kind = {ChoiceKind::Kind::word, &action.words};
      } else if (action.extra == ir::kNone) {
        const ir::Type type = program.exprs[action.what].type;
        const bool holes = type == ir::Type::region || type == ir::Type::hole;
        kind.kind = holes ? ChoiceKind::Kind::hole : ChoiceKind::Kind::player;
      }
      uniform_ = uniform_ && (!any_ || kind == later_);
      later_ = kind;
      any_ = true;
    };
    ir::each_in_list(program, list, act, [](ir::ExprId) {});
  }

  std::vector<ChoiceKind> picks_;
  ChoiceKind later_;
  bool any_ = false;
  bool uniform_ = true;
};

std::optional<std::int16_t> number_of(std::string_view text) {
  std::int16_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return n;
}

std::string choice_text(const Board& board, const ChoiceKind& kind, std::int16_t choice) {
  switch (kind.kind) {
    case ChoiceKind::Kind::number: break;
    case ChoiceKind::Kind::hole: return place_name(board, choice);
    case ChoiceKind::Kind::player:
      if (choice >= 0 && choice < board.player_count()) return board.players[choice];
      break;
    case ChoiceKind::Kind::word:
      if (choice >= 0 && choice < static_cast<int>(kind.words->size())) return (*kind.words)[choice];
      break;
  }
  return std::to_string(choice);
}

std::optional<std::int16_t> index_in(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::int16_t>(found - names.begin());
}

std::optional<std::int16_t> choice_of(const Board& board, const ChoiceKind& kind, std::string_view text) {
  switch (kind.kind) {
    case ChoiceKind::Kind::number: break;
    case ChoiceKind::Kind::hole: {
      const Place place = find_place(board, text);
      return place == kNoPlace ? std::nullopt : std::optional<std::int16_t>(place);
    }
    case ChoiceKind::Kind::player: return index_in(board.players, text);
    case ChoiceKind::Kind::word: return index_in(*kind.words, text);
  }
  return number_of(text);
}

// The direction that runs to the right along the front row of the player at whose rows the hole lies.
Direction to_the_right(const ir::Program& program, Place start) {
  const Board& board = program.board;
  if (!board.is_hole(start) || board.holes[start].side == kNobody) return Direction::onward;
  const Player side = board.holes[start].side;
  const Circuit& circuit = board.circuits[program.phases.front().circuit];
  for (const Place h : board.all()) {
    if (board.holes[h].side != side || board.holes[h].row != 1) continue;
    const Place next = circuit.next[side][0][h];
    if (!board.is_hole(next) || board.holes[next].side != side || board.holes[next].row != 1) continue;
    return board.holes[next].number > board.holes[h].number ? Direction::onward : Direction::backward;
  }
  return Direction::onward;
}

std::string list_of(const ir::Program& program, const std::vector<Move>& moves) {
  std::string all;
  for (const Move& move : moves) all += (all.empty() ? "" : " ") + move_text(program, move);
  return all.empty() ? "" : "legal are: " + all;
}

bool begins_with_choices_of(const Move& longer, const Move& shorter) {
  return shorter.choice_count <= longer.choice_count &&
         std::equal(shorter.choices.begin(), shorter.choices.begin() + shorter.choice_count,
                    longer.choices.begin());
}

}  // namespace

std::string move_text(const ir::Program& program, const Move& move) {
  if (move.pass) return "pass";
  std::string text = place_name(program.board, move.start);
  if (move.direction != Direction::none) {
    text += move.direction == to_the_right(program, move.start) ? ">" : "<";
  }
  const ChoiceKinds kinds(program, move.block);
  for (std::size_t i = 0; i < move.choice_count; ++i) {
    text += "/" + choice_text(program.board, kinds.at(i), move.choices[i]);
  }
  return text;
}

std::variant<Move, TextError> parse_move(const ir::Program& program, std::string_view text,
                                         const std::vector<Move>& legal) {
  const auto size = static_cast<std::uint32_t>(text.size());
  if (text.empty()) return TextError{0, 0, "a move is missing", list_of(program, legal)};
  if (text == "pass") {
    for (const Move& move : legal) {
      if (move.pass) return move;
    }
    Move pass;
    pass.pass = true;
    return pass;
  }

  // hole [direction] {/choice}
  const auto name_end = static_cast<std::uint32_t>(std::min(text.find_first_of("<>/"), text.size()));
  const std::string_view name = text.substr(0, name_end);
  Move read;
  read.start = find_place(program.board, name);
  if (read.start == kNoPlace) {
    return TextError{0, name_end, "no hole `" + std::string(name) + "` on this board",
                     list_of(program, legal)};
  }
  std::uint32_t at = name_end;
  if (at < size && text[at] != '/') {
    const Direction right = to_the_right(program, read.start);
    read.direction = text[at] == '>' ? right : reversed(right);
    ++at;
  }
  std::vector<Move> matching;
  for (const Move& move : legal) {
    if (!move.pass && move.start == read.start) matching.push_back(move);
  }
  const bool asked_which_way = std::any_of(
      matching.begin(), matching.end(), [](const Move& move) { return move.direction != Direction::none; });
  if (read.direction == Direction::none && asked_which_way) {
    read.direction = matching.front().direction;
    const bool both = std::any_of(matching.begin(), matching.end(),
                                  [&](const Move& move) { return move.direction != read.direction; });
    if (both) {
      return TextError{0, name_end, "`" + std::string(name) + "` can be sown both ways",
                       "write `" + std::string(name) + ">` for the right or `" + std::string(name) +
                           "<` for the left of its owner"};
    }
  } else if (read.direction != Direction::none && !matching.empty() && !asked_which_way) {
    return TextError{name_end, name_end + 1, "there is no choice of direction",
                     "write `" + std::string(name) + "`"};
  }
  matching.erase(std::remove_if(matching.begin(), matching.end(),
                                [&](const Move& move) { return move.direction != read.direction; }),
                 matching.end());
  if (!matching.empty()) read.block = matching.front().block;

  const ChoiceKinds kinds(program, read.block);
  while (at < size) {
    if (text[at] != '/') {
      return TextError{at, size, "unexpected `" + std::string(text.substr(at)) + "` after the move", ""};
    }
    const std::uint32_t begin = at + 1;
    const auto end = static_cast<std::uint32_t>(std::min(text.find('/', begin), text.size()));
    const std::string_view word = text.substr(begin, end - begin);
    const auto choice = choice_of(program.board, kinds.at(read.choice_count), word);
    if (!choice) return TextError{begin, end, "`" + std::string(word) + "` is no choice here", ""};
    if (read.choice_count == kMaxChoices) return TextError{begin, end, "too many choices in one move", ""};
    read.choices[read.choice_count++] = *choice;
    at = end;
  }
  // The move that begins with these choices, or that these go on from.
  std::vector<Move> longer;
  for (const Move& move : matching) {
    if (begins_with_choices_of(read, move)) {
      read.block = move.block;
      return read;
    }
    if (begins_with_choices_of(move, read)) longer.push_back(move);
  }
  if (longer.size() == 1) return longer.front();
  if (!longer.empty()) return TextError{0, size, "the move leaves a choice open", list_of(program, longer)};
  return read;
}

}  // namespace mancala
