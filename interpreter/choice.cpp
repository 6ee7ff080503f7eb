#include "interpreter/choice.h"

#include <algorithm>

namespace mancala {

using ir::Act;

namespace {

constexpr const char* kSeedWord = "seed";

// Does the player pick what a handful drops next?
bool picks_drops(const ir::Program& program) {
  return std::any_of(program.phases.begin(), program.phases.end(),
                     [](const ir::Phase& phase) { return phase.order_slot != ir::kNone; });
}

}  // namespace

std::vector<std::int16_t> number_choices(std::int64_t from, std::int64_t to) {
  std::vector<std::int16_t> all;
  for (std::int64_t n = std::max<std::int64_t>(from, -kMostChosen);
       n <= std::min<std::int64_t>(to, kMostChosen); ++n) {
    all.push_back(choice_code(ChoiceKind::number, static_cast<int>(n)));
  }
  return all;
}

std::vector<std::string> choice_words(const ir::Program& program) {
  std::vector<std::string> words;
  const auto add = [&words](const std::string& word) {
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  };
  for (const ir::ClauseList& list : program.lists) {
    for (const ir::Clause& clause : list.clauses) {
      for (const ir::Action& action : clause.actions) {
        if (action.act != Act::choose) continue;
        std::for_each(action.words.begin(), action.words.end(), add);
      }
    }
  }
  if (picks_drops(program)) {
    add(kSeedWord);
    for (const ir::PieceKind& kind : program.pieces) add(kind.name);
  }
  return words;
}

void number_choice_words(ir::Program& program) {
  const std::vector<std::string> words = choice_words(program);
  const auto number_of = [&words](const std::string& word) {
    return static_cast<std::int16_t>(std::find(words.begin(), words.end(), word) - words.begin());
  };
  program.piece_words.clear();
  if (picks_drops(program)) {
    program.piece_words.push_back(number_of(kSeedWord));
    for (const ir::PieceKind& kind : program.pieces) program.piece_words.push_back(number_of(kind.name));
  }
  for (ir::ClauseList& list : program.lists) {
    for (ir::Clause& clause : list.clauses) {
      for (ir::Action& action : clause.actions) {
        action.word_numbers.clear();
        if (action.act != Act::choose) continue;
        for (const std::string& word : action.words) {
          action.word_numbers.push_back(number_of(word));
        }
      }
    }
  }
}

std::vector<std::int16_t> word_choices(const ir::Action& action) {
  std::vector<std::int16_t> codes;
  for (std::int32_t i = 0; i < action.imm; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const int number = at < action.word_numbers.size() ? action.word_numbers[at] : i;
    codes.push_back(choice_code(ChoiceKind::word, number));
  }
  return codes;
}

bool agree(const Move& a, const Move& b) {
  return a.start == b.start && a.direction == b.direction && a.block == b.block && a.pass == b.pass &&
         std::equal(a.choices.begin(), a.choices.begin() + std::min(a.choice_count, b.choice_count),
                    b.choices.begin());
}

}  // namespace mancala
