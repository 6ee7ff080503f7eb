// Choices in the course of a turn and chance.
#include "interpreter/choice.h"

#include "tests/support/probe.h"

using namespace mancala;
using namespace mancala::test;

namespace {

std::vector<std::int16_t> holes(std::initializer_list<int> places) {
  std::vector<std::int16_t> codes;
  for (const int place : places) codes.push_back(choice_code(ChoiceKind::hole, place));
  return codes;
}

// After the lap the mover takes one of North's holes that he likes, if a1 is not empty.
Builder taking_game() {
  Builder b = unwon_threes();
  Action choose =
      b.act(Act::choose, b.where(b.theirs(), [&](ExprId it) { return b.greater(b.seeds(it), b.num(3)); }));
  choose.slot = b.slot();
  b.program.local_names[choose.slot] = "prey";
  b.phase().lap_end = b.list({Builder::also(kNone, {choose, b.capture(b.local(choose.slot))})});
  return b;
}

}  // namespace

TEST_CASE("a choice that is missing is asked for, and nothing has happened", "[choice]") {
  Game game(taking_game().program, kThrees);
  const Position before = game.position;
  // A3 ends in a2: a1 and a2 hold four then.
  const Outcome asked = game.play("A3");
  CHECK(asked.status == Status::needs_choice);
  CHECK(asked.options == holes({4, 5}));
  CHECK(game.position == before);
  const Outcome outcome = game.play("A3/a2");
  CHECK(outcome.status == Status::playing);
  CHECK(game.text() == "3,3,0,4/3,3,0,4 4:0 north");
}

TEST_CASE("a choice with one option is not asked, with none it is none", "[choice]") {
  Game one(taking_game().program, kThrees);
  one.play("A2");  // ends in a1, the only one with four
  CHECK(one.text() == "3,3,3,0/3,0,4,4 4:0 north");
  Game none(taking_game().program, kThrees);
  none.play("A1");  // ends in A4
  CHECK(none.text() == "3,3,3,3/0,4,4,4 0:0 north");
}

TEST_CASE("an answer that is no option makes the move illegal", "[choice]") {
  Game game(taking_game().program, kThrees);
  const Position before = game.position;
  CHECK(game.play("A3/a4").status == Status::illegal);
  CHECK(game.position == before);
}

TEST_CASE("numbers, words and players as options", "[choice]") {
  Builder b = unwon_threes();
  const auto note = add_state(b, "note", Type::number, ir::Lasts::match);
  Action number = b.act(Act::choose, b.num(2), kNone, b.num(4));
  number.slot = b.slot();
  b.phase().lap_end =
      b.list({Builder::also(kNone, {number, set_state(note, b.local(number.slot, Type::number))})});
  Game numbers(b.program, kThrees);
  CHECK(numbers.play("A1").options == std::vector<std::int16_t>{2, 3, 4});
  numbers.play("A1/3");
  CHECK(numbers.text() == "3,3,3,3/0,4,4,4 0:0 north note=3");

  Builder c = unwon_threes();
  Action word = c.act(Act::choose);
  word.slot = c.slot();
  word.imm = 2;
  word.words = {"stop", "go-on"};
  c.phase().lap_end =
      c.list({Builder::also(kNone, {word}),
              Builder::then(c.equal(c.local(word.slot, Type::word), c.word(1)), {c.capture(c.hole("a1"))})});
  Game words(c.program, kThrees);
  CHECK(words.play("A1").options ==
        std::vector<std::int16_t>{choice_code(ChoiceKind::word, 0), choice_code(ChoiceKind::word, 1)});
  words.play("A1/go-on");
  CHECK(words.text() == "3,3,3,0/0,4,4,4 3:0 north");

  Builder d = unwon_threes();
  Action player = d.act(Act::choose, d.players());
  player.slot = d.slot();
  Action give = d.capture(d.hole("a1"));
  give.extra = d.local(player.slot, Type::player);
  d.phase().lap_end = d.list({Builder::also(kNone, {player, give})});
  Game players(d.program, kThrees);
  CHECK(players.play("A1").options ==
        std::vector<std::int16_t>{choice_code(ChoiceKind::player, 0), choice_code(ChoiceKind::player, 1)});
  Move north;
  north.start = 0;
  north.choice_count = 1;
  north.choices[0] = choice_code(ChoiceKind::player, 1);
  CHECK(move_text(d.program, north) == "A1/north");
  players.play("A1/north");
  CHECK(players.text() == "3,3,3,0/0,4,4,4 0:3 north");
}

TEST_CASE("a choice is none before it is made, and lives to the end of the move", "[choice]") {
  Builder b = unwon_threes();
  Action choose = b.act(Act::choose, b.literal({"a1", "a2"}));
  choose.slot = b.slot();
  const Note before(b, b.local(choose.slot), "before");
  const Note after(b, b.local(choose.slot), "after");
  const Note next(b, b.local(choose.slot), "next");
  b.phase().play =
      b.list({before.clause(), Builder::also(kNone, {choose}), Builder::also(kNone, b.relay(b.start()))});
  b.phase().move_end = b.list({after.clause()});
  b.program.turn_start = b.list({next.clause()});
  Game game(b.program, kThrees);
  game.play("A1/a2");
  CHECK(before.noted(game.program, game.position) == "-");
  CHECK(after.noted(game.program, game.position) == "a2");
  CHECK(next.noted(game.program, game.position) == "-");
}

TEST_CASE("a choice at the start of the next turn is answered with the move before it", "[choice]") {
  Builder b = taking_game();
  Action gift = b.act(Act::choose, b.own());
  gift.slot = b.slot();
  b.program.turn_start =
      b.list({Builder::also(b.equal(b.mover(), b.person(1)), {gift, b.capture(b.local(gift.slot))})});
  Game game(b.program, kThrees);
  CHECK(game.play("A3/a2").options == holes({4, 5, 6, 7}));
  game.play("A3/a2/a4");
  CHECK(game.text() == "0,3,0,4/3,3,0,4 4:3 north");
}

TEST_CASE("a look-ahead goes to the next decision", "[choice]") {
  Builder b = taking_game();
  ir::Filter takes;
  takes.test = b.e(Op::after, Type::truth, b.greater(b.e(Op::captured_now, Type::number), b.num(0)));
  b.phase().moves[0].filters = {takes};
  // A2 takes a1 without being asked; A3 and A4 would be asked first; A1 takes nothing.
  CHECK(Game(b.program, kThrees).legal() == "A2");
}

TEST_CASE("a move that runs for ever after one answer is legal by the other", "[choice]") {
  Builder b = sowing_game(two_rows(1), 1);
  b.program.win = b.nobody();
  Action choose = b.act(Act::choose);
  choose.slot = b.slot();
  choose.imm = 2;
  choose.words = {"go-on", "stop"};
  b.phase().play = b.list({Builder::also(kNone, {choose}), Builder::also(kNone, b.relay(b.start()))});
  b.phase().lap_end =
      b.list({Builder::then(b.equal(b.local(choose.slot, Type::word), b.word(0)), b.relay(b.here()))});
  b.program.endless = {100, ir::EndlessThen::illegal};
  Game game(b.program, "1/1 0:0 south");
  CHECK(game.legal() == "A1");
  CHECK(game.play("A1/go-on").status == Status::illegal);
  CHECK(game.play("A1/stop").status == Status::playing);
}

TEST_CASE("an answer given in the last lap that there may be counts, though no other lap follows",
          "[choice]") {
  Builder b = sowing_game(two_rows(1), 1);
  b.program.win = b.nobody();
  Action choose = b.act(Act::choose);
  choose.slot = b.slot();
  choose.imm = 2;
  choose.words = {"go-on", "stop"};
  b.phase().lap_end =
      b.list({Builder::also(kNone, {choose}),
              Builder::then(b.equal(b.local(choose.slot, Type::word), b.word(0)), b.relay(b.here()))});
  b.program.endless = {1, ir::EndlessThen::stop};
  // The one lap ends in a1. Who goes on from there is stopped, and the turn is over as for who stops.
  for (const char* move : {"A1/go-on", "A1/stop"}) {
    Game game(b.program, "1/1 0:0 south");
    CHECK(game.play("A1").status == Status::needs_choice);
    CHECK(game.play(move).status == Status::playing);
    CHECK(game.text() == "2/0 0:0 north");
  }
}

TEST_CASE("chance decides where the file says so; the same seed gives the same lots", "[choice]") {
  Builder b = unwon_threes();
  Action lot = b.act(Act::choose, b.theirs());
  lot.slot = b.slot();
  lot.by_chance = true;
  Action then = b.act(Act::choose, b.num(1), kNone, b.num(2));
  then.slot = b.slot();
  b.phase().lap_end = b.list({Builder::also(
      kNone, {lot, then, b.act(Act::capture, b.local(lot.slot), b.local(then.slot, Type::number))})});
  Game first(b.program, kThrees);
  Game second(b.program, kThrees);
  CHECK(first.play("A1").status == Status::needs_choice);  // the lot is not used up by asking
  first.play("A1/2");
  second.play("A1/2");
  CHECK(first.text() == second.text());
  CHECK(first.position.seeds[first.program.board.store(0)] == 2);
}

TEST_CASE("the random numbers are those of splitmix64", "[chance]") {
  // The first numbers from the seed 1234567, as published with other implementations of splitmix64.
  Chance chance(1234567);
  CHECK(chance.next() == 6457827717110365317ULL);
  CHECK(chance.next() == 3203168211198807973ULL);
  CHECK(chance.next() == 9817491932198370423ULL);
}

TEST_CASE("numbers below n stay below n and reach all of them", "[chance]") {
  Chance chance(7);
  std::array<int, 5> seen{};
  for (int i = 0; i < 1000; ++i) ++seen.at(chance.below(5));
  for (const int times : seen) CHECK(times > 100);
  CHECK(chance.below(1) == 0);
}
