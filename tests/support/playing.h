// Moves as text, played: what a game leads to, for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "interpreter/fast.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {

inline const std::string kHead = "mancala: 1\nid: made-up\nname: Made up\nsources: {mine: made up}\n";
inline const std::string kEnd =
    "end:\n  before-turn:\n    - {if: no-move, then: capture board for owner(it)}\n"
    "win: player with most captured(it)\n";

inline std::string all_moves(const Match& match) {
  std::string all;
  for (const Move& move : match.legal()) {
    all += (all.empty() ? "" : " ") + move_text(match.program(), move);
  }
  return all;
}

// Plays the moves, by both executors, and says where that leads. No lots are drawn.
inline std::string after(const Loaded& loaded, const std::vector<std::string>& moves) {
  REQUIRE(loaded.codes().empty());
  const ir::Program& program = loaded.variant->program;
  const Reference reference(program);
  Match match(reference, 1);
  auto fused = fuse(program);
  REQUIRE(fused);
  const Fast fast(std::move(*fused));
  for (const std::string& text : moves) {
    INFO(text);
    const auto move = parse_move(program, text, match.legal());
    REQUIRE(std::holds_alternative<Move>(move));
    Position by_fast = match.position();
    Chance lots(1);
    const Outcome outcome = fast.play(by_fast, std::get<Move>(move), lots);
    REQUIRE(match.play(std::get<Move>(move)).status == outcome.status);
    REQUIRE(outcome.status != Status::illegal);
    REQUIRE(position_text(program, by_fast) == position_text(program, match.position()));
  }
  return position_text(program, match.position());
}

// What may be chosen next in the first move, which begins like this.
inline std::string choices_after(const Loaded& loaded, const std::string& begun) {
  const ir::Program& program = loaded.variant.value().program;
  const Reference reference(program);
  const Match match(reference, 1);
  auto read = parse_move(program, begun, match.legal());
  REQUIRE(std::holds_alternative<Move>(read));
  Move move = std::get<Move>(read);
  std::string all;
  for (const std::int16_t option : match.options(move)) {
    Move longer = move;
    longer.choices[longer.choice_count++] = option;
    all += (all.empty() ? "" : " ") + move_text(program, longer);
  }
  return all;
}

}  // namespace mancala::test
