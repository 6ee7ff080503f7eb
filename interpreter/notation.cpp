// Moves as text.
#include "interpreter/notation.h"

#include <algorithm>
#include <charconv>

#include "interpreter/choice.h"
#include "interpreter/place_names.h"

namespace mancala {
namespace {

std::optional<std::int16_t> number_of(std::string_view text) {
  std::int16_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (n < -kMostChosen || n > kMostChosen) return std::nullopt;
  return n;
}

std::string choice_text(const ir::Program& program, std::int16_t choice) {
  const Board& board = program.board;
  const int value = choice_value(choice);
  switch (choice_kind(choice)) {
    case ChoiceKind::number: break;
    case ChoiceKind::hole: return place_name(board, static_cast<Place>(value));
    case ChoiceKind::player:
      if (value < board.player_count()) return board.players[value];
      break;
    case ChoiceKind::word: {
      const std::vector<std::string> words = choice_words(program);
      if (value < static_cast<int>(words.size())) return words[value];
      break;
    }
  }
  return std::to_string(value);
}

std::optional<int> index_in(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

// A number, a hole's label, a word of the rules, or a player's name.
std::optional<std::int16_t> choice_of(const ir::Program& program, std::string_view text) {
  if (const auto n = number_of(text)) return choice_code(ChoiceKind::number, *n);
  if (const Place place = find_place(program.board, text); place != kNoPlace) {
    return choice_code(ChoiceKind::hole, place);
  }
  if (const auto word = index_in(choice_words(program), text)) return choice_code(ChoiceKind::word, *word);
  if (const auto player = index_in(program.board.players, text))
    return choice_code(ChoiceKind::player, *player);
  return std::nullopt;
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

// How to say which way a hole is sown.
std::string ways_of(const Board& board, Place start, const std::string& name) {
  const std::string onward = "write `" + name + ">` for ";
  const std::string back = " or `" + name + "<` for ";
  if (!board.is_hole(start) || board.holes[start].side == kNobody)
    return onward + "counterclockwise" + back + "clockwise";
  // Behind the front row the seeds that run to the right along it come back to the left.
  if (board.holes[start].row > 1)
    return onward + "the way that runs to the right along its owner's front row," + back + "the other way";
  return onward + "the right" + back + "the left of its owner";
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
  std::string text = move.pass ? "pass" : place_name(program.board, move.start);
  if (move.direction != Direction::none) {
    text += move.direction == to_the_right(program, move.start) ? ">" : "<";
  }
  for (std::size_t i = 0; i < move.choice_count; ++i) text += "/" + choice_text(program, move.choices[i]);
  return text;
}

std::variant<Move, TextError> parse_move(const ir::Program& program, std::string_view text,
                                         const std::vector<Move>& legal) {
  const auto size = static_cast<std::uint32_t>(text.size());
  if (text.empty()) return TextError{0, 0, "a move is missing", list_of(program, legal)};

  // (hole [direction] | pass) {/choice}
  const auto name_end = static_cast<std::uint32_t>(std::min(text.find_first_of("<>/"), text.size()));
  const std::string_view name = text.substr(0, name_end);
  Move read;
  read.pass = name == "pass";
  if (!read.pass) read.start = find_place(program.board, name);
  if (!read.pass && read.start == kNoPlace) {
    return TextError{0, name_end, "no hole `" + std::string(name) + "` on this board",
                     list_of(program, legal)};
  }
  std::uint32_t at = name_end;
  if (!read.pass && at < size && text[at] != '/') {
    const Direction right = to_the_right(program, read.start);
    read.direction = text[at] == '>' ? right : reversed(right);
    ++at;
  }
  std::vector<Move> matching;
  for (const Move& move : legal) {
    if (move.pass == read.pass && move.start == read.start) matching.push_back(move);
  }
  const bool asked_which_way = std::any_of(
      matching.begin(), matching.end(), [](const Move& move) { return move.direction != Direction::none; });
  if (read.direction == Direction::none && asked_which_way) {
    read.direction = matching.front().direction;
    const bool both = std::any_of(matching.begin(), matching.end(),
                                  [&](const Move& move) { return move.direction != read.direction; });
    if (both) {
      return TextError{0, name_end, "`" + std::string(name) + "` can be sown both ways",
                       ways_of(program.board, read.start, std::string(name))};
    }
  } else if (read.direction != Direction::none && !matching.empty() && !asked_which_way) {
    return TextError{name_end, name_end + 1, "there is no choice of direction",
                     "write `" + std::string(name) + "`"};
  }
  matching.erase(std::remove_if(matching.begin(), matching.end(),
                                [&](const Move& move) { return move.direction != read.direction; }),
                 matching.end());
  if (!matching.empty()) read.block = matching.front().block;

  while (at < size) {
    if (text[at] != '/') {
      return TextError{at, size, "unexpected `" + std::string(text.substr(at)) + "` after the move", ""};
    }
    const std::uint32_t begin = at + 1;
    const auto end = static_cast<std::uint32_t>(std::min(text.find('/', begin), text.size()));
    const std::string_view word = text.substr(begin, end - begin);
    const auto choice = choice_of(program, word);
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
