// Moves as players write them. The notation is made up for the base variant (each seed one hole on, the own
// store sown into); where moves end is worked out by hand.
#include "dsl/own_notation.h"

#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

using namespace mancala;

namespace {

std::optional<Move> read(const Variant& variant, const Match& match, const std::string& text,
                         bool own = false) {
  const auto parsed = read_move(variant, match, text, own);
  return std::holds_alternative<Move>(parsed) ? std::optional<Move>(std::get<Move>(parsed)) : std::nullopt;
}

}  // namespace

TEST_CASE("without a notation of their own, players write the default one", "[own-notation]") {
  const test::Loaded base = test::load_text(std::string(base_variant()));
  REQUIRE(base.variant);
  CHECK_FALSE(has_own_notation(*base.variant));
  const Reference reference(base.variant->program);
  const Match match(reference, 1);
  for (const Move& move : match.legal()) {
    CHECK(own_move_text(*base.variant, match, move) == move_text(base.variant->program, move));
  }
}

TEST_CASE("first and last hole, each side numbered from its own left", "[own-notation]") {
  const test::Loaded loaded = test::load_keys(
      "notation:\n  holes: {A1: 1, A2: 2, A3: 3, A4: 4, A5: 5, A6: 6, a1: 1, a2: 2, a3: 3, a4: 4, a5: 5, a6: "
      "6}\n"
      "  moves: start-and-last\n");
  REQUIRE(loaded.variant);
  const Variant& variant = *loaded.variant;
  CHECK(has_own_notation(variant));
  const Reference reference(variant.program);
  Match match(reference, 1);
  // Four seeds each: A1 ends in A5, A2 in A6, A3 in the store (no hole), A4 in a1, A5 in a2, A6 in a3.
  std::vector<std::string> texts;
  for (const Move& move : match.legal()) texts.push_back(own_move_text(variant, match, move));
  CHECK(texts == std::vector<std::string>{"15", "26", "3", "41", "52", "63"});
  for (const Move& move : match.legal()) {
    CHECK(read(variant, match, own_move_text(variant, match, move)) == move);
    CHECK(read(variant, match, own_move_text(variant, match, move), true) == move);
    CHECK(read(variant, match, move_text(variant.program, move)) == move);
  }
  CHECK(read(variant, match, "1") == match.legal()[0]);      // the start is enough
  CHECK(read(variant, match, "15(3)") == match.legal()[0]);  // a running total is no part of the move
  CHECK_FALSE(read(variant, match, "14"));                   // it does not end there
  CHECK_FALSE(read(variant, match, "7"));
}
