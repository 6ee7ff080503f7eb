// What must hold for every variant of the library, under every value of its readings.
#include <numeric>

#include "dsl/describe.h"
#include "interpreter/fast.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

// In all, of the whole library: fewer where sanitizers make play slow.
constexpr int kPlies = MANCALA_RANDOM_PLIES;

int all_seeds(const Position& position) {
  return std::accumulate(position.seeds.begin(), position.seeds.end(), 0) + position.out;
}

// The library, each file with its defaults and with every single other value of a reading.
const std::vector<Loaded>& everything() {
  static const std::vector<Loaded> all = [] {
    std::vector<Loaded> loaded;
    for (const Library::Item& item : library().items()) {
      loaded.push_back(load_path(item.path));
      if (!loaded.back().variant) continue;
      const std::vector<Reading> readings = loaded.back().variant->readings;
      for (const Reading& reading : readings) {
        for (const auto& [value, who] : reading.values) {
          if (value != reading.fallback) loaded.push_back(load_path(item.path, {{reading.name, value}}));
        }
      }
    }
    return loaded;
  }();
  return all;
}

class Balance : public Observer {
 public:
  explicit Balance(int seeds) : seeds_(seeds) {}
  void lap_begins(const Position& position, Place, int hand, Direction) override { check(position, hand); }
  void dropped(const Position& position, Place, int hand) override { check(position, hand); }
  void lap_ends(const Position& position, Place, int) override { check(position, 0); }
  void captured(const Position&, Place, int, Player, std::int32_t) override { ++captures; }
  bool kept = true;
  int captures = 0;

 private:
  void check(const Position& position, int hand) { kept = kept && all_seeds(position) + hand == seeds_; }
  int seeds_;
};

// Random matches of one variant, `plies` in all: seeds are conserved at every step, what is written can be
// read, and the fast executor agrees. Was anything captured?
bool play(const Variant& variant, int plies) {
  const ir::Program& program = variant.program;
  const Reference reference(program);
  std::string why_not;
  std::optional<Fast> fast;
  if (auto fused = fuse(program, &why_not)) fast.emplace(std::move(*fused));
  Chance picks(2026);
  int captures = 0;
  for (std::uint64_t game = 1; plies > 0; ++game) {
    Match match(reference, game);
    const int seeds = all_seeds(match.position());
    for (; plies > 0; --plies) {
      while (match.state() == Match::State::round_over) match.next_round();
      if (match.state() == Match::State::over) break;
      const auto move = random_move(match, picks);
      REQUIRE(move);
      const bool look_closer = plies % 16 == 0;
      if (look_closer) {
        const std::string text = position_text(program, match.position());
        const auto read = parse_position(program, text);
        REQUIRE(std::holds_alternative<Position>(read));
        REQUIRE(position_text(program, std::get<Position>(read)) == text);
        const auto again = parse_move(program, move_text(program, *move), match.legal());
        REQUIRE(std::holds_alternative<Move>(again));
        REQUIRE(std::get<Move>(again) == *move);
      }
      if (look_closer && fast) {
        REQUIRE(fast->legal(match.position()) == reference.legal(match.position()));
        Position slow_after = match.position(), fast_after = match.position();
        Chance lots_a(7), lots_b(7);
        const Outcome slow = reference.play(slow_after, *move, lots_a);
        const Outcome quick = fast->play(fast_after, *move, lots_b);
        REQUIRE(slow.status == quick.status);
        REQUIRE(slow.winner == quick.winner);
        REQUIRE(slow.drawn == quick.drawn);
        REQUIRE(position_text(program, slow_after) == position_text(program, fast_after));
        REQUIRE(slow_after == fast_after);
      }
      Balance balance(seeds);
      const Outcome outcome = match.play(*move, &balance);
      REQUIRE(balance.kept);
      REQUIRE(all_seeds(match.position()) == seeds);
      REQUIRE((outcome.status == Status::playing || outcome.status == Status::round_over));
      captures += balance.captures;
    }
  }
  return captures > 0;
}

TEST_CASE("seeds are conserved, positions are read as they are written, both executors agree", "[library]") {
  const int each = kPlies / static_cast<int>(everything().size()) + 1;
  std::size_t with_captures = 0;
  for (const Loaded& loaded : everything()) {
    REQUIRE(loaded.variant);
    INFO(loaded.variant->id);
    if (play(*loaded.variant, each)) ++with_captures;
  }
  CHECK(with_captures * 10 > everything().size() * 8);  // in a few games nothing is captured at all
}

TEST_CASE("where endless laps only stop, the reason of an end is the clause that ended it", "[library]") {
  // The relay never ends, is stopped after three laps, and the round then ends by the named clause.
  const Loaded loaded = load_keys(
      "lap-end:\n  - {if: laps > 0, then: lift here; sow after here}\nendless: {laps: 3, then: stop}\n"
      "end:\n  after-move:\n    - {if: laps > 2 or empty(theirs), then: capture board for owner(it), name: "
      "long-enough}\n");
  REQUIRE(loaded.variant);
  const Reference reference(loaded.variant->program);
  const auto fused = fuse(loaded.variant->program, nullptr);
  REQUIRE(fused);
  const Fast fast(*fused);
  Chance chance(1);
  const Position start = reference.initial(chance);
  const Move move = reference.legal(start).front();
  Position slow_after = start;
  Position fast_after = start;
  for (const Outcome& outcome :
       {reference.play(slow_after, move, chance), fast.play(fast_after, move, chance)}) {
    CHECK(outcome.status == Status::round_over);
    CHECK(outcome.endless);
    CHECK(outcome.reason == Reason::named);
    CHECK(outcome.reason_name == "long-enough");
  }
}

TEST_CASE("every variant is described, and every value of a reading changes what is said", "[library]") {
  std::string previous_id;
  std::string with_defaults;
  for (const Loaded& loaded : everything()) {
    REQUIRE(loaded.variant);
    INFO(loaded.variant->id);
    const std::string sheet = describe(*loaded.variant);
    CHECK(sheet.size() > 500);
    if (loaded.variant->id == previous_id) CHECK(sheet != with_defaults);
    if (loaded.variant->id != previous_id) with_defaults = sheet;
    previous_id = loaded.variant->id;
  }
}

TEST_CASE("the library is checked without a word, and cites its sources", "[library]") {
  CHECK(everything().size() >= 20);
  for (const Loaded& loaded : everything()) {
    REQUIRE(loaded.variant);
    INFO(loaded.variant->id);
    CHECK(loaded.codes().empty());
    CHECK_FALSE(loaded.variant->sources.empty());
    for (const Citation& c : loaded.variant->sources) CHECK(c.text.size() > 10);
  }
}

}  // namespace
}  // namespace mancala::test
