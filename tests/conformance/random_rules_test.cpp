// Rules made at random: what passes the check can be described and played, by both executors alike.
#include <cstdlib>
#include <numeric>

#include "dsl/describe.h"
#include "dsl/render.h"
#include "interpreter/fast.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "tests/support/catch.hpp"
#include "tests/support/random_variant.h"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

// How many files are tried: MANCALA_RANDOM_RULES, else a number that takes a few seconds.
int how_many() {
  const char* text = std::getenv("MANCALA_RANDOM_RULES");
  return text != nullptr ? std::atoi(text) : 300;
}

int all_seeds(const Position& position) {
  return std::accumulate(position.seeds.begin(), position.seeds.end(), 0) + position.out;
}

class Balance : public Observer {
 public:
  explicit Balance(int seeds) : seeds_(seeds) {}
  void lap_begins(const Position& position, Place, int hand, Direction) override { check(position, hand); }
  void dropped(const Position& position, Place, int hand) override { check(position, hand); }
  void lap_ends(const Position& position, Place, int) override { check(position, 0); }
  bool kept = true;

 private:
  void check(const Position& position, int hand) { kept = kept && all_seeds(position) + hand == seeds_; }
  int seeds_;
};

void check_round_trips(const ir::Program& program, const Match& match) {
  const std::string text = position_text(program, match.position());
  INFO(text);
  const auto parsed = parse_position(program, text);
  if (const auto* error = std::get_if<TextError>(&parsed)) FAIL(error->message);
  CHECK(position_text(program, std::get<Position>(parsed)) == text);
  for (const Move& move : match.legal()) {
    const auto again = parse_move(program, move_text(program, move), match.legal());
    REQUIRE(std::holds_alternative<Move>(again));
    CHECK(std::get<Move>(again) == move);
  }
}

TEST_CASE("random rules are checked, described and played", "[random-rules]") {
  int fused = 0;
  for (int seed = 1; seed <= how_many(); ++seed) {
    const std::string text = RandomVariant(static_cast<std::uint64_t>(seed)).text();
    INFO("seed " << seed << "\n" << text);
    const Loaded loaded = load_text(text);
    INFO(render(loaded.diagnostics.sorted(), loaded.sources, Format::plain));
    REQUIRE(loaded.variant);
    const ir::Program& program = loaded.variant->program;
    CHECK_FALSE(describe(*loaded.variant).empty());

    const Reference reference(program);
    std::optional<Fast> fast;
    if (auto f = fuse(program, nullptr)) fast.emplace(std::move(*f));
    fused += fast ? 1 : 0;
    Match match(reference, 1);
    Chance picks(static_cast<std::uint64_t>(seed));
    const int seeds = all_seeds(match.position());
    for (int ply = 0; ply < 60; ++ply) {
      while (match.state() == Match::State::round_over) match.next_round();
      if (match.state() == Match::State::over) break;
      REQUIRE(all_seeds(match.position()) == seeds);
      check_round_trips(program, match);
      const auto move = random_move(match, picks);
      REQUIRE(move);
      if (fast) {
        REQUIRE(fast->legal(match.position()) == reference.legal(match.position()));
        Position slow_after = match.position();
        Position fast_after = match.position();
        Chance lots_a(7), lots_b(7);
        const Outcome slow = reference.play(slow_after, *move, lots_a);
        const Outcome quick = fast->play(fast_after, *move, lots_b);
        CHECK(slow.status == quick.status);
        CHECK(slow.winner == quick.winner);
        CHECK(position_text(program, slow_after) == position_text(program, fast_after));
        REQUIRE(slow_after == fast_after);
      }
      Balance balance(seeds);
      const Outcome outcome = match.play(*move, &balance);
      CHECK(balance.kept);
      REQUIRE(outcome.status != Status::illegal);
      REQUIRE(outcome.status != Status::needs_choice);
    }
  }
  CHECK(fused == how_many());  // else the comparison above would prove little
}

}  // namespace
}  // namespace mancala::test
