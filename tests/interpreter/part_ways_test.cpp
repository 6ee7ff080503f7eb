// Where two programs part ways, for programs so small that it is known by hand.
#include "interpreter/part_ways.h"

#include <string>

#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "interpreter/verify.h"
#include "interpreter/walk.h"
#include "tests/support/catch.hpp"
#include "tests/support/program_builder.h"
#include "tests/support/random_program.h"

using namespace mancala;
using test::Builder;

namespace {

PartWays between(const ir::Program& a, const ir::Program& b, const PartWaysOptions& options = {}) {
  return part_ways(Rules(a), Rules(b), options);
}

Position read(const ir::Program& program, const std::string& text) {
  const auto parsed = parse_position(program, text);
  REQUIRE(std::holds_alternative<Position>(parsed));
  return std::get<Position>(parsed);
}

PartWays from(const std::string& position, const ir::Program& a, const ir::Program& b) {
  return part_ways(Rules(a), Rules(b), {PositionPair{read(a, position), read(b, position)}});
}

std::string move_of(const ir::Program& program, const PartWays& parted) {
  return parted.move ? move_text(program, *parted.move) : "none";
}

std::string after(const ir::Program& program, const PartWays& parted, int side) {
  return position_text(program, parted.sides[static_cast<std::size_t>(side)].after);
}

// Kalah without the second move.
ir::Program plain_kalah() {
  ir::Program program = test::kalah();
  auto& clauses = program.lists[static_cast<std::size_t>(program.phases[0].lap_end)].clauses;
  clauses.erase(clauses.begin());
  return program;
}

// The line is played again by the reference executor of each program, to the position in which they part.
void check_line(const ir::Program& a, const ir::Program& b, const PartWays& parted) {
  const Reference ours(a);
  const Reference theirs(b);
  Match match_a(ours, 1);
  Match match_b(theirs, 1);
  for (const Move& move : parted.line) {
    REQUIRE(match_a.play(move).status == Status::playing);
    REQUIRE(match_b.play(move).status == Status::playing);
    CHECK(position_text(a, match_a.position()) == position_text(b, match_b.position()));
  }
  CHECK(match_a.position() == parted.sides[0].before);
  REQUIRE(parted.move);
  match_a.play(*parted.move);
  match_b.play(*parted.move);
  CHECK(position_text(a, match_a.position()) == after(a, parted, 0));
  CHECK(position_text(b, match_b.position()) == after(b, parted, 1));
  CHECK(after(a, parted, 0) != after(b, parted, 1));
}

}  // namespace

// One hole for each player: the only seed of A1 goes into the store, South's row is empty, and the round is
// over. A capture cannot happen, whatever the rules say of it.
TEST_CASE("a game of one position is searched whole", "[part-ways]") {
  const PartWays parted = between(test::kalah(1, 1, false), test::kalah(1, 1, true));
  CHECK(parted.parting == Parting::none);
  CHECK(parted.proved);
  CHECK(parted.positions == 1);
}

// A1 and a1 hold a seed each. South's goes to a1; North sows two, one into each hole: the first position
// again. The round never ends, so that it is no matter who would win it.
TEST_CASE("a game that goes round in a circle is searched whole", "[part-ways]") {
  Builder most = test::sowing_game(test::two_rows(1), 1);
  test::opponent_gets_rest(most);
  Builder nobody = test::sowing_game(test::two_rows(1), 1);
  test::opponent_gets_rest(nobody);
  nobody.program.win = nobody.nobody();
  const PartWays parted = between(most.program, nobody.program);
  CHECK(parted.parting == Parting::none);
  CHECK(parted.proved);
  CHECK(parted.positions == 2);
}

// The same circle, but the round is over when a position comes again.
TEST_CASE("whatever stood before is part of a proof", "[part-ways]") {
  const auto circle = [](bool captures, bool win) {
    Builder b = test::sowing_game(test::two_rows(1), 1);
    std::vector<ir::Action> actions;
    if (captures) actions.push_back(b.capture(b.board()));
    b.program.before_turn = b.list({Builder::then(b.e(ir::Op::repeated, ir::Type::truth), actions)});
    if (!win) b.program.win = b.nobody();
    return b.program;
  };
  // Nobody has captured anything, so nobody has captured most.
  const PartWays same = between(circle(false, true), circle(false, false));
  CHECK(same.parting == Parting::none);
  CHECK(same.proved);
  // What stands when a position comes again is seen by no search that forgets what stood.
  const PartWays other = between(circle(false, true), circle(true, true), {.plies = 0});
  CHECK_FALSE(other.proved);
  CHECK(between(circle(false, true), circle(true, true)).parting != Parting::none);
}

TEST_CASE("with a small budget nothing is proved", "[part-ways]") {
  const PartWays parted =
      between(test::oware(), test::oware(), {.positions = 50, .plies = 200, .longest = 30});
  CHECK(parted.parting == Parting::none);
  CHECK_FALSE(parted.proved);
  CHECK(parted.positions >= 50);
  CHECK(parted.plies >= 200);
}

// The four seeds of A3 end in the store: there South moves again. Those of A1 and A2 do not come so far.
TEST_CASE("who moves next", "[part-ways]") {
  const ir::Program a = test::kalah();
  const ir::Program b = plain_kalah();
  const PartWays parted = between(a, b);
  CHECK(parted.parting == Parting::mover);
  CHECK(parted.line.empty());
  CHECK(move_of(a, parted) == "A3");
  CHECK(parting_text(Rules(a), parted, 0) == "south is to move");
  CHECK(parting_text(Rules(b), parted, 1) == "north is to move");
  check_line(a, b, parted);
}

// The seed of A1 falls into the empty A2; across from it a2 is empty.
TEST_CASE("the position after a move, from a given one", "[part-ways]") {
  const ir::Program stays = test::kalah(3, 1, false);
  const ir::Program banked = test::kalah(3, 1, true);
  const PartWays parted = from("1,0,0/1,0,1 2:1 south", stays, banked);
  CHECK(parted.parting == Parting::position);
  CHECK(parted.root == 0);
  CHECK(parted.line.empty());
  CHECK(move_of(stays, parted) == "A1");
  CHECK(after(stays, parted, 0) == "1,0,0/0,1,1 2:1 north");
  CHECK(after(banked, parted, 1) == "1,0,0/0,0,1 3:1 north");
}

// The same, but that South's row is empty once the seed is banked, and the round over: North takes his seed.
TEST_CASE("whether the round is over", "[part-ways]") {
  const ir::Program stays = test::kalah(2, 1, false);
  const ir::Program banked = test::kalah(2, 1, true);
  const PartWays parted = from("1,0/1,0 1:1 south", stays, banked);
  CHECK(parted.parting == Parting::ends);
  CHECK(parting_text(Rules(stays), parted, 0) == "north is to move, `1,0/0,1 1:1 north`");
  CHECK(after(banked, parted, 1) == "0,0/0,0 2:2 south");
}

// South must feed: A5 does, A1 does not.
TEST_CASE("which moves are legal", "[part-ways]") {
  const ir::Program feeding = test::oware();
  ir::Program free = test::oware();
  free.phases[0].moves[0].filters.clear();
  const PartWays parted = from("0,0,0,0,0,0/1,0,0,0,3,0 20:24 south", feeding, free);
  CHECK(parted.parting == Parting::legal);
  CHECK(parted.line.empty());
  CHECK(move_of(feeding, parted) == "A1");
  CHECK_FALSE(parted.sides[0].legal);
  CHECK(parted.sides[1].legal);
  CHECK(parting_text(Rules(feeding), parted, 0) == "`A1` is not legal");
}

// A1 holds two seeds: one into the store, one into a1; South's row is empty, and North takes his three.
TEST_CASE("who has won", "[part-ways]") {
  const ir::Program most = test::kalah(1, 2);
  Builder fewest(test::two_rows(1));
  fewest.program = most;
  fewest.program.exprs[static_cast<std::size_t>(most.win)].op = ir::Op::player_with_fewest;
  const PartWays parted = between(most, fewest.program);
  CHECK(parted.parting == Parting::result);
  CHECK(move_of(most, parted) == "A1");
  CHECK(parting_text(Rules(most), parted, 0) == "north has won the round");
  CHECK(parting_text(Rules(fewest.program), parted, 1) == "south has won the round");
}

TEST_CASE("who begins the next round, and whether there is one", "[part-ways]") {
  Builder first(test::two_rows(1));
  first.program = test::kalah(1, 2);
  first.program.match.present = true;
  Builder second(test::two_rows(1));
  second.program = first.program;
  second.program.match.starter = second.person(1);
  // The first round would be begun by North, too: both are given the same start.
  const PartWays parted = from("2/2 0:0 south", first.program, second.program);
  CHECK(parted.parting == Parting::new_round);
  CHECK(move_of(first.program, parted) == "A1");
  CHECK(after(first.program, parted, 0) == "2/2 0:0 south round=2");

  Builder over(test::two_rows(1));
  over.program = first.program;
  over.program.match.over = over.yes();
  over.program.match.winner = over.person(1);
  const PartWays ended = between(first.program, over.program);
  CHECK(ended.parting == Parting::match_ends);
  CHECK(parting_text(Rules(over.program), ended, 1) == "the match is over, north has won it");

  over.program.match.winner = over.person(0);
  Builder north = over;
  north.program.match.winner = north.person(1);
  CHECK(between(over.program, north.program).parting == Parting::match_result);
}

// A lap ends with a choice of a number, from 1 to 2 or to 3.
TEST_CASE("what is to be chosen in a move", "[part-ways]") {
  const auto game = [](int most) {
    Builder b = test::sowing_game(test::two_rows(2), 1);
    ir::Action choose = b.act(ir::Act::choose, b.num(1), ir::kNone, b.num(most));
    choose.slot = b.slot();
    b.phase().lap_end = b.list({Builder::also(ir::kNone, {choose})});
    return b.program;
  };
  const ir::Program two = game(2);
  const ir::Program three = game(3);
  CHECK(between(two, two).parting == Parting::none);
  const PartWays parted = between(two, three);
  CHECK(parted.parting == Parting::choices);
  CHECK(parting_text(Rules(three), parted, 1) == "to choose from are `A1/1`, `A1/2`, `A1/3`");
}

TEST_CASE("what is marked", "[part-ways]") {
  const auto game = [](bool marks, ir::Lasts lasts) {
    Builder b = test::sowing_game(test::two_rows(2), 1);
    b.program.states.push_back(
        {"seen", ir::Per::hole, ir::Type::truth, 0, 1, {}, ir::kNone, ir::kNone, lasts});
    b.program.state_slots = 4;
    ir::Action mark = b.act(ir::Act::set_state, b.here());
    mark.extra = marks ? b.yes() : b.no();
    b.phase().lap_end = b.list({Builder::also(ir::kNone, {mark})});
    return b.program;
  };
  CHECK(between(game(true, ir::Lasts::round), game(false, ir::Lasts::round)).parting == Parting::marks);
  // What is forgotten with the move makes no difference.
  CHECK(between(game(true, ir::Lasts::move), game(false, ir::Lasts::move), {.positions = 200, .plies = 200})
            .parting == Parting::none);
}

TEST_CASE("other boards cannot be compared", "[part-ways]") {
  CHECK(between(test::kalah(6), test::kalah(5)).parting == Parting::board);
  CHECK(between(test::kalah(6, 4), test::kalah(6, 3)).parting == Parting::start);
}

TEST_CASE("where lots are drawn nothing is proved", "[part-ways]") {
  Builder b(test::two_rows(1));
  b.program = test::kalah(1, 1);
  b.program.starter = b.e(ir::Op::by_lot, ir::Type::player, b.players());
  const PartWays parted = between(b.program, b.program, {.plies = 100});
  CHECK(parted.parting == Parting::none);
  CHECK_FALSE(parted.proved);
}

// Beyond the search, random games find a line, and it is shortened.
TEST_CASE("lines of play, shortest or shortened, lead to where they part", "[part-ways]") {
  const ir::Program stays = test::kalah();
  const ir::Program banked = test::kalah(6, 4, true);
  const PartWays shortest = between(stays, banked, {.positions = 100'000});
  CHECK(shortest.parting == Parting::position);
  CHECK(shortest.plies == 0);
  check_line(stays, banked, shortest);
  const PartWays shortened = between(stays, banked, {.positions = 1, .plies = 100'000});
  CHECK(shortened.parting == Parting::position);
  CHECK(shortened.plies > 0);
  CHECK(shortened.line.size() >= shortest.line.size());
  CHECK(shortened.line.size() <= 12);
  check_line(stays, banked, shortened);
}

// A5's three seeds fall into A6, a1 and a2; nothing is captured.
TEST_CASE("one move, by both", "[part-ways]") {
  const ir::Program feeding = test::oware();
  ir::Program free = test::oware();
  free.phases[0].moves[0].filters.clear();
  const std::string position = "0,0,0,0,0,0/1,0,0,0,3,0 20:24 south";
  const PositionPair at = {read(feeding, position), read(free, position)};
  const Rules a(feeding);
  const Rules b(free);
  Move a1;
  a1.start = 0;
  Move a5;
  a5.start = 4;
  CHECK(part_ways_with(a, b, at, a1).parting == Parting::legal);
  CHECK(part_ways_with(a, b, at, a5).parting == Parting::none);
  CHECK(part_ways_with(a, b, at, std::nullopt).parting == Parting::none);
  CHECK(what_happens(a, at[0], a1) == "`A1` is not legal");
  CHECK(what_happens(a, at[0], a5) == "north is to move: `0,0,0,0,1,1/1,0,0,0,0,1 20:24 north`");
  const ir::Program kalah = test::kalah(1, 2);
  a1.start = 0;
  CHECK(what_happens(Rules(kalah), read(kalah, "2/2 0:0 south"), a1) ==
        "south gains 1, north gains 3, the round is over, north has won: `0/0 1:3 south`");
}

namespace {

bool draws_lots(const ir::Program& program) {
  bool lots = ir::reads(program, ir::Op::by_lot);
  for (const ir::ClauseList& list : program.lists) {
    for (const ir::Clause& clause : list.clauses) {
      for (const ir::Action& action : clause.actions) lots = lots || action.by_chance;
    }
  }
  return lots;
}

// Without one of its clauses.
ir::Program without_a_clause(ir::Program program, Chance& chance) {
  auto& clauses =
      program.lists[static_cast<std::size_t>(chance.below(static_cast<int>(program.lists.size())))].clauses;
  if (!clauses.empty()) clauses.erase(clauses.begin() + chance.below(static_cast<int>(clauses.size())));
  return program;
}

// Plays the line by the reference executor, with the histories of both rounds, and says whether the two
// differ where they should. Nothing if the line leads beyond a round.
std::optional<bool> differ(const ir::Program& a, const ir::Program& b, const PartWays& parted) {
  const Reference ours(a);
  const Reference theirs(b);
  Match match_a(ours, 1);
  Match match_b(theirs, 1);
  const auto same = [&] {
    return match_a.state() == match_b.state() && match_a.position().seeds == match_b.position().seeds &&
           match_a.position().mover == match_b.position().mover &&
           match_a.position().closed == match_b.position().closed &&
           match_a.position().owner == match_b.position().owner &&
           match_a.position().state == match_b.position().state &&
           match_a.position().out == match_b.position().out;
  };
  for (const Move& move : parted.line) {
    if (match_a.state() != Match::State::playing || !same()) return std::nullopt;
    if (match_a.play(move).status != Status::playing || match_b.play(move).status != Status::playing)
      return std::nullopt;
  }
  if (!parted.move) return !same();
  const Outcome x = match_a.play(*parted.move);
  const Outcome y = match_b.play(*parted.move);
  return x.status != y.status || x.options != y.options || x.person != y.person || x.winner != y.winner ||
         !same();
}

}  // namespace

// Programs that no game has, and the same without a clause.
TEST_CASE("where random programs part ways they differ by the reference executor", "[part-ways]") {
  int compared = 0;
  int parted = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    INFO("random program " << seed);
    const ir::Program program = test::RandomProgram(seed).program();
    Chance chance(seed);
    const ir::Program changed = without_a_clause(program, chance);
    if (!ir::verify(program).empty() || !ir::verify(changed).empty() || draws_lots(program)) continue;
    const PartWaysOptions few = {.positions = 100, .plies = 200, .longest = 30, .seed = seed};
    CHECK(between(program, program, few).parting == Parting::none);
    const PartWays found = between(program, changed, few);
    ++compared;
    if (found.parting == Parting::none) continue;
    const std::optional<bool> truly = differ(program, changed, found);
    if (!truly) continue;
    ++parted;
    CHECK(*truly);
  }
  CHECK(compared > 50);
  CHECK(parted > 10);
}
