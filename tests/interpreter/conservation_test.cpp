// What holds in all games: seeds are neither made nor lost, play depends on nothing but its arguments, what
// an observer sees is what happens.
#include <rapidcheck.h>

#include <numeric>

#include "interpreter/reference.h"
#include "tests/support/catch.hpp"
#include "tests/support/program_builder.h"

using namespace mancala;
using namespace mancala::test;

namespace {

int all_seeds(const Position& position) {
  return std::accumulate(position.seeds.begin(), position.seeds.end(), 0) + position.out;
}

// Adds up what it is told, and the seeds in play at every step.
class Ledger : public Observer {
 public:
  Ledger(int seeds, const Position& start) : seeds_(seeds), seen_(start) {}
  void lap_begins(const Position& position, Place, int hand, Direction) override {
    balanced = balanced && all_seeds(position) + hand == seeds_;
  }
  void dropped(const Position& position, Place, int hand) override {
    balanced = balanced && all_seeds(position) + hand == seeds_;
  }
  void lap_ends(const Position& position, Place, int count) override {
    balanced = balanced && all_seeds(position) == seeds_;
    laps = count;
  }
  void captured(const Position&, Place, int seeds, Player to, std::int32_t) override {
    if (to != kNobody) captured_by[to] += seeds;
  }
  void asked(Event, std::int32_t, bool) override { ++asked_times; }

  bool balanced = true;
  int laps = 0;
  int asked_times = 0;
  std::array<int, kMaxPlayers> captured_by{};

 private:
  int seeds_;
  Position seen_;
};

const std::vector<ir::Program>& games() {
  static const std::vector<ir::Program> all = {
      kalah(), oware(), sadeqa(), sadeqa(4, 30, ir::EndlessThen::illegal), raja_pasu(true), raja_pasu(false)};
  return all;
}

}  // namespace

TEST_CASE("seeds are conserved at every step of random games", "[conservation]") {
  rc::check("conservation", [] {
    const ir::Program& program = games()[*rc::gen::inRange<std::size_t>(0, games().size())];
    const Reference reference(program);
    Chance chance(*rc::gen::arbitrary<std::uint64_t>());
    Position position = reference.initial(chance);
    const int seeds = all_seeds(position);
    for (int ply = 0; ply < 40; ++ply) {
      const std::vector<Move> legal = reference.legal(position);
      RC_ASSERT(!legal.empty());
      const Move move = legal[chance.below(static_cast<int>(legal.size()))];
      Position unseen = position;
      Chance same = chance;
      const Outcome first = reference.play(unseen, move, same);
      Ledger ledger(seeds, position);
      const Outcome outcome = reference.play(position, move, chance, nullptr, &ledger);
      // With an observer and without it: the same.
      RC_ASSERT(position == unseen);
      RC_ASSERT(first.status == outcome.status);
      RC_ASSERT(first.gained == outcome.gained);
      RC_ASSERT(ledger.balanced);
      RC_ASSERT(ledger.laps == outcome.laps);
      RC_ASSERT(all_seeds(position) == seeds);
      if (outcome.status != Status::playing) break;
    }
  });
}

TEST_CASE("what is captured is what the stores gain where nothing is sown into them", "[conservation]") {
  const ir::Program program = raja_pasu(true);
  const Reference reference(program);
  Chance chance(1);
  Position position = reference.initial(chance);
  Move move;
  Ledger ledger(98, position);
  move.start = 0;
  const Outcome outcome = reference.play(position, move, chance, nullptr, &ledger);
  CHECK(ledger.captured_by == outcome.gained);
  CHECK(ledger.captured_by[0] == 15);  // the opening worked out by hand
  CHECK(ledger.captured_by[1] == 4);
  CHECK(ledger.laps == 12);
  CHECK(ledger.asked_times > 12);
}

TEST_CASE("a repeated position is told from others by board, state, owners, closed holes and mover",
          "[history]") {
  const ir::Program program = kalah();
  Chance chance(1);
  const Position start = Reference(program).initial(chance);
  History history;
  CHECK_FALSE(history.has(start));
  history.add(start);
  CHECK(history.has(start));
  const auto differs = [&](auto change) {
    Position other = start;
    change(other);
    return !history.has(other);
  };
  CHECK(differs([](Position& p) { p.seeds[0] = 5; }));
  CHECK(differs([](Position& p) { p.mover = 1; }));
  CHECK(differs([](Position& p) { p.state[0] = 1; }));
  CHECK(differs([](Position& p) { p.owner[0] = 1; }));
  CHECK(differs([](Position& p) { p.closed.add(3); }));
  CHECK(differs([](Position& p) { p.out = 1; }));
  CHECK_FALSE(differs([](Position& p) { p.quiet = 3; }));
  CHECK_FALSE(differs([](Position& p) { p.turns[0] = 3; }));
  CHECK_FALSE(differs([](Position& p) { p.again = true; }));
  history.clear();
  CHECK_FALSE(history.has(start));
}
