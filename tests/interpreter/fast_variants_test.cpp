// Every variant of the library by both executors.
#include <algorithm>
#include <string>

#include "dsl/load.h"
#include "interpreter/fast.h"
#include "tests/support/catch.hpp"
#include "tests/support/fast_compare.h"

using namespace mancala;

namespace {

ir::Program load(const Library& library, const std::string& id, const Settings& settings = {}) {
  SourceMap sources;
  Diagnostics diagnostics;
  const auto path = library.find(id);
  REQUIRE(path);
  auto variant = load_variant(*path, library, settings, sources, diagnostics);
  INFO("variant " << id);
  REQUIRE(variant);
  return std::move(variant->program);
}

// Of the variants and readings, each how manyth is played: all, but where sanitizers make play slow.
constexpr int kEach = MANCALA_RANDOM_PLIES < 100000 ? 5 : 1;

Library the_library() { return Library({MANCALA_SOURCE_DIR "/variants"}); }

std::uint64_t count(const std::string& id, int depth) {
  const ir::Program program = load(the_library(), id);
  Chance chance(1);
  const Position start = Reference(program).initial(chance);
  return perft_fast(Fast(*fuse(program)), start, depth);
}

}  // namespace

TEST_CASE("random games of every variant are the same by both executors", "[fast]") {
  const Library library = the_library();
  int variant_number = 0;
  for (const Library::Item& item : library.items()) {
    if (++variant_number % kEach != 0) continue;
    INFO("variant " << item.id);
    const ir::Program program = load(library, item.id);
    std::string why_not;
    if (!fuse(program, &why_not)) {
      INFO(why_not);
      const bool picks_way = std::any_of(program.phases.begin(), program.phases.end(),
                                         [](const ir::Phase& phase) { return phase.route != ir::kNone; });
      CHECK((program.board.hole_count() > 64 || !program.pieces.empty() || picks_way));
      continue;
    }
    test::compare_play(program, 1, {.games = 3, .rounds = 2, .longest = 100, .count_depth = 1});
    test::compare_playouts(program, 6, 2, 150);
  }
}

TEST_CASE("so are those of every reading", "[fast]") {
  const Library library = the_library();
  int reading_number = 0;
  for (const Library::Item& item : library.items()) {
    SourceMap sources;
    Diagnostics diagnostics;
    const auto variant = load_variant(item.path, library, {}, sources, diagnostics);
    REQUIRE(variant);
    for (const Reading& reading : variant->readings) {
      for (const auto& [value, who] : reading.values) {
        if (value == reading.value || ++reading_number % kEach != 0) continue;
        INFO("variant " << item.id << ", " << reading.name << "=" << value);
        const ir::Program program = load(library, item.id, {{reading.name, value}});
        if (!fuse(program)) continue;
        test::compare_play(program, 2, {.games = 1, .rounds = 2, .longest = 60, .count_depth = 0});
        test::compare_playouts(program, 3, 3, 100);
      }
    }
  }
}

// Counts of hand-written engines and of other programs: Kalah and Oware also OpenSpiel's, Togyz Kumalak
// toguzcpp's.
TEST_CASE("variants of the library have the known counts of move sequences", "[fast]") {
  CHECK(count("kalah", 8) == 563055);
  CHECK(count("oware", 7) == 139157);
  CHECK(count("sadeqa-iii", 6) == 114812);
  CHECK(count("raja-pasu", 9) == 219822);
  CHECK(count("togyz-kumalak", 5) == 43184);
}

// With lanes these games are as fast as if they were written by hand; docs/performance.md compares them.
TEST_CASE("the games that are measured are played in lanes", "[fast]") {
  for (const char* id : {"kalah", "oware", "sadeqa-iii", "raja-pasu", "valah"}) {
    INFO("variant " << id);
    CHECK(fuse(load(the_library(), id))->why_no_lanes.empty());
  }
}

// Only moves of more seeds than there are holes to the end of the row, or whose last seed would fall into an
// empty hole. With two seeds in each of five holes these are the last two, and so they are of the opponent
// after either of them: his first holes then have three seeds, which fall short of his last hole or just
// reach it.
TEST_CASE("a condition on where a lap would end is asked in lanes", "[fast]") {
  CHECK(fuse(load(the_library(), "depouiller"))->why_no_lanes.empty());
  CHECK(count("depouiller", 1) == 2);
  CHECK(count("depouiller", 2) == 4);
}
