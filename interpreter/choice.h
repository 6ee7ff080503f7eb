// The further choices of a move as plain numbers that say themselves what was chosen: a number, a hole, a
// player, or one of the words that the rules offer. So a move can be written and read without knowing which
// question each choice answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/ir.h"
#include "interpreter/position.h"

namespace mancala {

// So many choices are tried out to see whether a move can be played without running for ever: the ways to
// make them multiply.
inline constexpr int kMostChoicesTried = 8;

enum class ChoiceKind : std::uint8_t { number, hole, player, word };

inline constexpr int kMostChosen = 0x1fff;  // a number chosen is from -kMostChosen to kMostChosen

constexpr int choice_base(ChoiceKind kind) {
  constexpr int kRoom = 0x0400;  // holes, players, words
  return kind == ChoiceKind::number ? 0 : kMostChosen + 1 + kRoom * (static_cast<int>(kind) - 1);
}
constexpr std::int16_t choice_code(ChoiceKind kind, int value) {
  return static_cast<std::int16_t>(choice_base(kind) + value);
}
constexpr ChoiceKind choice_kind(std::int16_t code) {
  if (code < choice_base(ChoiceKind::hole)) return ChoiceKind::number;
  if (code < choice_base(ChoiceKind::player)) return ChoiceKind::hole;
  return code < choice_base(ChoiceKind::word) ? ChoiceKind::player : ChoiceKind::word;
}
// The number itself; the place, the seat; the index among choice_words().
constexpr int choice_value(std::int16_t code) { return code - choice_base(choice_kind(code)); }

// The codes of the numbers from … to, cut where a choice has no room for them.
std::vector<std::int16_t> number_choices(std::int64_t from, std::int64_t to);

// Every word that an action of the program offers, once, in order of the clause lists; then what a handful
// with unlike pieces may drop.
std::vector<std::string> choice_words(const ir::Program& program);
// Says in each action that offers words which codes they have. A program in which several actions offer
// different words must have been through here before it is played.
void number_choice_words(ir::Program& program);
// The codes of the words that the action offers, in their order.
std::vector<std::int16_t> word_choices(const ir::Action& action);

// Whether these may be the same move: a choice that is not made yet may be any.
bool agree(const Move& a, const Move& b);

}  // namespace mancala
