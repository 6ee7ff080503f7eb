// The course of a turn: legal moves and filters, ends, bonus moves, passes, laps without end, looking ahead.
// Two rows of four with three seeds each unless a case says otherwise:
//
//   a4 a3 a2 a1        3 3 3 3
//   A1 A2 A3 A4        3 3 3 3      24 seeds
#include <algorithm>

#include "tests/support/probe.h"

using namespace mancala;
using namespace mancala::test;

namespace {

ir::Filter only(ExprId test, ExprId cond = kNone) {
  ir::Filter filter;
  filter.cond = cond;
  filter.test = test;
  filter.origin = 7;
  return filter;
}

ir::Filter prefer(ExprId test, ExprId cond = kNone) {
  ir::Filter filter = only(test, cond);
  filter.prefer = true;
  filter.origin = 8;
  return filter;
}

ExprId is_start(Builder& b, const char* label) { return b.equal(b.start(), b.hole(label)); }

// By reference: the filters that a caller writes add their expressions to the same builder.
std::string legal_with(const Builder& of, std::vector<ir::Filter> filters, const char* start = kThrees) {
  Builder b = of;
  b.phase().moves[0].filters = std::move(filters);
  return Game(b.program, start).legal();
}

// A last seed in an occupied hole: all of it is sown on.
Builder relay_game(int laps, ir::EndlessThen then) {
  Builder b = threes();
  b.phase().lap_end = b.list({Builder::then(b.greater(b.was(), b.num(0)), b.relay(b.here()))});
  b.program.endless = {laps, then};
  return b;
}

}  // namespace

// --- candidates and filters ---

TEST_CASE("moves come in the order of blocks, places, directions and picks", "[legal]") {
  Builder b = threes();
  CHECK(Game(b.program, kThrees).legal() == "A1 A2 A3 A4");
  b.phase().direction = b.way(Direction::either);
  CHECK(Game(b.program, "3,3,3,3/3,0,3,6 0:0 south").legal() == "A1> A1< A3> A3< A4> A4<");
  ir::MoveBlock second;
  second.from = b.literal({"A2"});
  second.when = b.greater(b.seeds(b.hole("A4")), b.num(5));
  b.phase().moves.push_back(second);
  const Game game(b.program, "3,3,3,3/3,0,3,6 0:0 south");
  CHECK(game.legal() == "A1> A1< A3> A3< A4> A4< A2> A2<");
  CHECK(game.reference().legal(game.position).back().block == 1);
  CHECK(Game(b.program, "3,3,3,3/3,1,3,5 0:0 south").legal() == "A1> A1< A2> A2< A3> A3< A4> A4<");
}

TEST_CASE("the direction may depend on the start hole", "[legal]") {
  Builder b = threes();
  b.phase().direction = b.e(Op::choose_if, Type::direction, is_start(b, "A1"), b.way(Direction::backward),
                            b.e(Op::choose_if, Type::direction, is_start(b, "A2"), b.way(Direction::either),
                                b.way(Direction::onward)));
  Game game(b.program, kThrees);
  CHECK(game.legal() == "A1 A2> A2< A3 A4");
  game.play("A1");  // clockwise: a4, a3, a2
  CHECK(game.text() == "4,4,4,3/0,3,3,3 0:0 north");
}

TEST_CASE("further picks: each sees the earlier ones, one option is not asked", "[legal]") {
  Builder b = threes();
  ir::Pick count;
  count.slot = b.slot();
  count.from = b.num(1);
  count.to = b.seeds(b.start());
  ir::Pick target;
  target.slot = b.slot();
  target.from = b.e(Op::choose_if, Type::region, b.greater(b.local(count.slot, Type::number), b.num(1)),
                    b.literal({"a1", "a2"}), b.literal({"a1"}));
  b.phase().moves[0].picks = {count, target};
  b.phase().play = b.list({Builder::also(
      kNone, {b.act(Act::move, b.start(), b.local(count.slot, Type::number), b.local(target.slot))})});
  Game game(b.program, "3,3,3,3/2,1,0,0 9:0 south");
  // A2 holds one seed: one option for the number, one for the hole, nothing is asked.
  CHECK(game.legal() == "A1/1 A1/2/a1 A1/2/a2 A2");
  game.play("A1/2/a2");
  CHECK(game.text() == "3,3,5,3/0,1,0,0 9:0 north");
}

TEST_CASE("a pick without any option is none", "[legal]") {
  Builder b = threes();
  ir::Pick target;
  target.slot = b.slot();
  target.from = b.where(b.theirs(), [&](ExprId it) { return b.empty(it); });
  b.phase().moves[0].picks = {target};
  b.phase().play = b.list({Builder::also(b.equal(b.local(target.slot), b.none()), b.relay(b.start()))});
  Game game(b.program, kThrees);
  CHECK(game.legal() == "A1 A2 A3 A4");
  game.play("A1");
  CHECK(game.text() == "3,3,3,3/0,4,4,4 0:0 north");
}

TEST_CASE("only drops, prefer does so unless that would drop all", "[legal]") {
  Builder b = threes();
  const ExprId not_a1 = b.negate(is_start(b, "A1"));
  CHECK(legal_with(b, {only(not_a1)}) == "A2 A3 A4");
  CHECK(legal_with(b, {only(b.no())}).empty());
  CHECK(legal_with(b, {prefer(not_a1)}) == "A2 A3 A4");
  CHECK(legal_with(b, {prefer(b.no())}) == "A1 A2 A3 A4");
  // One after the other: the second judges what the first has left.
  CHECK(legal_with(b, {only(not_a1), prefer(is_start(b, "A1"))}) == "A2 A3 A4");
}

TEST_CASE("with if only the moves for which it holds are judged, the others stay", "[legal]") {
  Builder b = threes();
  const ExprId left_half = b.in(b.start(), b.literal({"A1", "A2"}));
  CHECK(legal_with(b, {only(is_start(b, "A2"), left_half)}) == "A2 A3 A4");
  CHECK(legal_with(b, {only(b.no(), left_half)}) == "A3 A4");
  CHECK(legal_with(b, {prefer(is_start(b, "A2"), left_half)}) == "A2 A3 A4");
  // It would drop all that are judged: it drops nothing.
  CHECK(legal_with(b, {prefer(is_start(b, "A4"), left_half)}) == "A1 A2 A3 A4");
}

TEST_CASE("the filter that drops a move is known", "[legal]") {
  Builder b = threes();
  b.phase().moves[0].filters = {only(b.negate(is_start(b, "A1"))), prefer(is_start(b, "A3"))};
  const Game game(b.program, "3,3,3,3/3,3,3,0 3:0 south");
  const auto why = [&](Place start) {
    Move move;
    move.start = start;
    return game.reference().dropped_by(game.position, move);
  };
  CHECK(why(0) == 7);      // A1
  CHECK(why(1) == 8);      // A2
  CHECK(why(2) == kNone);  // A3 is legal
  CHECK(why(3) == -2);     // A4 is empty
  CHECK(why(50) == -3);
}

// --- looking ahead ---

TEST_CASE("after: the position when the candidate has been played", "[look-ahead]") {
  Builder b = threes();
  // Must feed: North has nothing.
  const ExprId feeds = b.e(Op::after, Type::truth, b.occupied(b.theirs()));
  CHECK(legal_with(b, {only(feeds)}, "0,0,0,0/3,2,2,1 16:0 south") == "A3 A4");
  // Captures of the hypothetical move count, and so does what its move-end does.
  b.phase().lap_end = b.list({Builder::then(b.equal(b.here(), b.hole("A4")), {b.capture(b.hole("a1"))})});
  const ExprId takes = b.e(Op::after, Type::truth, b.greater(b.e(Op::captured_now, Type::number), b.num(0)));
  CHECK(legal_with(b, {prefer(takes)}) == "A1");
  CHECK(legal_with(b, {prefer(takes)}, "3,3,5,0/0,5,5,3 0:0 south") == "A2 A3 A4");
  b.phase().move_end = b.list({Builder::also(kNone, {b.capture(b.hole("a2"))})});
  CHECK(legal_with(b, {only(b.e(Op::after, Type::truth, b.empty(b.hole("a2"))))}) == "A1 A2 A3 A4");
}

TEST_CASE("a look-ahead changes nothing in the position", "[look-ahead]") {
  Builder b = threes();
  b.phase().moves[0].filters = {only(b.e(Op::after, Type::truth, b.occupied(b.theirs())))};
  Game game(b.program, kThrees);
  const Position before = game.position;
  CHECK(game.legal() == "A1 A2 A3 A4");
  CHECK(game.position == before);
}

TEST_CASE("what the asker knows by name is known after the hypothetical move", "[look-ahead]") {
  Builder b = threes();
  const auto target = add_state(b, "target", Type::hole, ir::Lasts::move);
  b.phase().lap_end = b.list({Builder::also(kNone, {set_state(target, b.here())})});
  const ExprId target_now = b.e(Op::state, Type::hole, kNone, kNone, kNone, target);
  // The holes of South in which some move of North would end: he plays three seeds from a2, a3 or a4 (a1 ends
  // in a4).
  const ExprId threatened = b.where(b.e(Op::holes, Type::region, b.person(0)), [&](ExprId it) {
    return b.e(Op::some_move, Type::truth, b.person(1), b.equal(target_now, it));
  });
  const Note note(b, threatened);
  b.program.turn_start = b.list({note.clause()});
  Game game(b.program, "3,3,3,3/3,3,3,3 0:0 south");
  game.play("A1");  // then a2 a3 a4 end in A1, A2, A3
  CHECK(note.noted(game.program, game.position) == "A1 A2 A3");
  CHECK(game.text().find("target") == std::string::npos);  // state of a move that was only imagined
}

TEST_CASE("some move asks without the filters that look ahead, no-move asks with all", "[look-ahead]") {
  Builder b = threes();
  // North may not play anything, by a filter that looks ahead.
  b.phase().moves[0].filters = {only(b.e(Op::after, Type::truth, b.equal(b.mover(), b.person(0))))};
  const Note any(b, b.e(Op::some_move, Type::truth, b.person(1)), "any");
  const Note none(b, b.e(Op::no_move, Type::truth), "none");
  b.program.before_turn = b.list({any.clause(), none.clause()});
  Game game(b.program, kThrees);
  game.play("A1");
  CHECK(any.noted(game.program, game.position) == "yes");
  CHECK(none.noted(game.program, game.position) == "yes");
}

TEST_CASE("some move by any player", "[look-ahead]") {
  Builder b = threes();
  const Note any(b, b.e(Op::some_move, Type::truth), "any");
  b.program.after_move = b.list({any.clause()});
  Game game(b.program, "0,0,0,0/0,0,0,1 23:0 south");
  game.play("A4");  // the last seed is North's now
  CHECK(any.noted(game.program, game.position) == "yes");
  b.phase().lap_end = b.list({Builder::then(kNone, {b.capture(b.board())})});
  Game empty(b.program, "0,0,0,0/0,0,0,1 23:0 south");
  empty.play("A4");
  CHECK(any.noted(empty.program, empty.position) == "no");
}

// --- ends ---

TEST_CASE("the first end clause that holds ends the round, with its reason", "[end]") {
  Builder b = threes();
  Clause named = Builder::then(b.greater(b.seeds(b.store(b.person(0))), b.num(9)), {});
  named.name = "majority";
  Clause plain = Builder::then(b.greater(b.seeds(b.store(b.person(1))), b.num(9)), {});
  b.program.after_move = b.list(
      {Builder::also(kNone, {b.act(Act::move, b.hole("a4"), kNone, b.store(b.person(0)))}), named, plain});
  Game south(b.program, "1,0,3,3/3,3,1,1 9:0 south");
  const Outcome won = south.play("A4");
  CHECK(won.status == Status::round_over);
  CHECK(won.reason == Reason::named);
  CHECK(won.reason_name == "majority");
  CHECK(won.winner == 0);
  CHECK(won.gained[0] == 1);  // what an end clause gives is gained in this move
  Game north(b.program, "0,0,2,3/3,3,1,1 1:10 south");
  const Outcome lost = north.play("A4");
  CHECK(lost.reason == Reason::rule);
  CHECK(lost.winner == 1);
  Game on(b.program, "0,0,3,3/3,3,3,3 3:3 south");
  CHECK(on.play("A4").status == Status::playing);
}

TEST_CASE("an end before the turn sees the next player; its reason is that he cannot move", "[end]") {
  Builder b = threes();
  Action rest = b.capture(b.board());
  rest.extra = b.opponent();
  b.program.before_turn = b.list({Builder::then(b.e(Op::no_move, Type::truth), {rest})});
  Game game(b.program, "0,0,0,0/3,2,2,0 8:9 south");
  const Outcome outcome = game.play("A1");
  CHECK(outcome.status == Status::round_over);
  CHECK(outcome.reason == Reason::no_move);
  CHECK(outcome.winner == 0);
  CHECK(game.text() == "0,0,0,0/0,0,0,0 15:9 north");
  CHECK(outcome.gained[0] == 7);
}

TEST_CASE("a player without a move whom no end clause catches ends the round, too", "[end]") {
  Builder b = threes();
  Game game(b.program, "0,0,0,0/3,2,2,0 8:9 south");
  const Outcome outcome = game.play("A1");
  CHECK(outcome.status == Status::round_over);
  CHECK(outcome.reason == Reason::no_move);
  CHECK(outcome.winner == 1);
}

TEST_CASE("before_turn tells of positions that did not come from play", "[end]") {
  Builder b = threes();
  opponent_gets_rest(b);
  Game game(b.program, "0,0,0,0/3,2,2,0 8:9 north");
  Position position = game.position;
  const Outcome outcome = game.reference().before_turn(position);
  CHECK(outcome.reason == Reason::no_move);
  CHECK(outcome.winner == 0);  // 8 + 7 to 9
  position = position_of(game.program, kThrees);
  const Position start = position;
  CHECK(game.reference().before_turn(position).status == Status::playing);
  CHECK(position == start);
}

TEST_CASE("a repeated position ends a round where the file says so", "[end]") {
  // Two holes, one seed each: South and North push their seeds round.
  Builder b = sowing_game(two_rows(1), 1);
  b.program.win = b.nobody();
  b.program.after_move = b.list({Builder::then(b.e(Op::repeated, Type::truth), {})});
  Game game(b.program, "0/2 0:0 south");
  CHECK(game.play("A1").status == Status::playing);  // 1/1 north
  CHECK(game.text() == "1/1 0:0 north");
  // One seed of a1 falls into A1: 0/2 with South to move, which stood before.
  const Outcome outcome = game.play("a1");
  CHECK(outcome.status == Status::round_over);
  CHECK(outcome.reason == Reason::repeated);
  CHECK(outcome.drawn);
}

TEST_CASE("the same board with another mover is not repeated", "[end]") {
  Builder b = sowing_game(two_rows(1), 1);
  b.program.win = b.nobody();
  b.program.after_move = b.list({Builder::then(b.e(Op::repeated, Type::truth), {})});
  // A1: 2/0 with North to move. a1 sows A1 and a1: 1/1, and South is to move as in the beginning.
  Game game(b.program, "1/1 0:0 south");
  CHECK(game.play("A1").status == Status::playing);
  CHECK(game.play("a1").status == Status::round_over);
  // From 2/0 the same move: it matters who was to move when 1/1 stood before.
  for (const char* before : {"1/1 0:0 south", "1/1 0:0 north"}) {
    Game other(b.program, "2/0 0:0 north");
    other.history.add(position_of(b.program, before));
    const bool repeats = other.play("a1").status == Status::round_over;
    CHECK(repeats == (before == std::string("1/1 0:0 south")));
  }
}

TEST_CASE("an inner list that is done does not give its name to an end", "[end]") {
  Builder b = threes();
  Clause inner = Builder::then(kNone, {b.capture(b.hole("a1"))});
  inner.name = "inner";
  Action block = b.act(Act::block);
  block.imm = b.list({inner});
  b.program.after_move = b.list({Builder::then(kNone, {block})});
  Game game(b.program, kThrees);
  CHECK(game.play("A1").reason == Reason::rule);
  b.program.lists[block.imm].clauses[0].actions = {b.act(Act::end)};  // now it is the one that ends the round
  Game named(b.program, kThrees);
  CHECK(named.play("A1").reason_name == "inner");
}

TEST_CASE("a move that is not legal is refused and changes nothing", "[legal]") {
  Builder b = threes();
  b.phase().moves[0].filters = {only(b.negate(is_start(b, "A1")))};
  Game game(b.program, "3,3,3,3/3,3,3,0 3:0 south");
  const Position before = game.position;
  for (const char* move : {"A1", "A4", "a1", "pass", "A2/3"}) {
    CHECK(game.play(move).status == Status::illegal);  // the last one answers what nobody asks
    CHECK(game.position == before);
  }
}

// --- again, pass, counters ---

TEST_CASE("again: the same player moves once more in the same turn", "[turn]") {
  Builder b = threes();
  const auto turn = add_state(b, "turn-state", Type::truth, ir::Lasts::turn);
  const auto move = add_state(b, "move-state", Type::truth, ir::Lasts::move);
  const Note starts(b, b.e(Op::turns, Type::number, b.person(0)), "south-turns");
  b.program.turn_start = b.list({starts.clause()});
  b.phase().lap_end = b.list({Builder::also(kNone, {set_state(turn, b.yes()), set_state(move, b.yes())}),
                              Builder::then(b.equal(b.here(), b.hole("A4")), {b.act(Act::again)})});
  Game game(b.program, kThrees);
  game.play("A1");
  CHECK(game.text() == "3,3,3,3/0,4,4,4 0:0 south turn-state=1 again=1");
  game.play("A2");  // four seeds end in a2
  CHECK(game.text() == "3,3,4,4/0,0,5,5 0:0 north turns=1,0 south-turns=1");
}

TEST_CASE("turn-sown are the holes sown in all moves of the turn", "[turn]") {
  Builder b = threes();
  b.phase().lap_end = b.list({Builder::then(b.equal(b.start(), b.hole("A1")), {b.act(Act::again)})});
  const Note note(b, b.e(Op::turn_sown, Type::region));
  b.phase().move_end = b.list({note.clause()});
  Game game(b.program, kThrees);
  game.play("A1");
  CHECK(note.noted(game.program, game.position) == "A2 A3 A4");
  CHECK(game.text() == "3,3,3,3/0,4,4,4 0:0 south note=0,1,1,1,0,0,0,0 turn-sown=0,1,1,1,0,0,0,0 again=1");
  CHECK(position_of(game.program, game.text()) == game.position);
  game.play("A4");  // a1 to a4
  CHECK(note.noted(game.program, game.position) == "A2 A3 A4 a1 a2 a3 a4");
  CHECK(game.position.turn_sown.empty());
}

TEST_CASE("steps go round the board without counting whole rounds", "[evaluate]") {
  Builder b = threes();
  const Note note(b,
                  b.e(Op::step, Type::hole, b.num(2000000003), b.hole("A1")));  // 8 times 250 million, and 3
  append(b, b.phase().lap_end, note.clause());
  Game game(b.program, kThrees);
  game.play("A1");
  CHECK(note.noted(game.program, game.position) == "A4");
}

TEST_CASE("a bonus move that cannot be made is no pass: the turn is over", "[turn]") {
  Builder b = threes();
  b.phase().move_end = b.list({Builder::also(kNone, {b.act(Act::again)})});
  Game game(b.program, "3,3,3,3/0,0,0,1 11:0 south");
  game.play("A4");
  CHECK(game.text() == "3,3,3,4/0,0,0,0 11:0 north");
}

TEST_CASE("pass is a turn without a move", "[turn]") {
  Builder b = threes();
  b.phase().moves[0].pass_if_none = true;
  const Note turns(b, b.e(Op::turns_played, Type::number), "played");
  const Note mover(b, b.e(Op::last_mover, Type::player), "mover");
  const Note quiet(b, b.e(Op::quiet, Type::number), "quietly");
  b.program.before_turn = b.list({turns.clause(), mover.clause(), quiet.clause()});
  b.phase().move_end = b.list({Builder::also(kNone, {b.act(Act::win, b.mover())})});
  Game game(b.program, "3,3,3,3/0,0,0,0 12:0 south last=north turns=4,3");
  CHECK(game.legal() == "pass");
  const Outcome outcome = game.play("pass");  // move-end is not read
  CHECK(outcome.status == Status::playing);
  CHECK(outcome.laps == 0);
  CHECK(game.text() ==
        "3,3,3,3/0,0,0,0 12:0 north last=north turns=5,3 quiet=1 played=8 mover=north quietly=1");
  CHECK(game.legal() == "a1 a2 a3 a4");  // who can move must
}

TEST_CASE("the start of a turn may end the round", "[turn]") {
  Builder b = threes();
  b.program.turn_start = b.list({Builder::then(b.empty(b.hole("A1")), {b.act(Act::win, b.mover())})});
  Game game(b.program, kThrees);
  const Outcome outcome = game.play("A1");
  CHECK(outcome.status == Status::round_over);
  CHECK(outcome.winner == 1);
}

TEST_CASE("seeds lifted where nothing is sown go back to where they were", "[turn]") {
  Builder b = threes();
  b.program.turn_start = b.list({Builder::also(b.equal(b.mover(), b.person(1)), {b.lift(b.hole("a2"))})});
  Game game(b.program, kThrees);
  game.play("A1");
  CHECK(game.text() == "3,3,3,3/0,4,4,4 0:0 north");
}

TEST_CASE("quiet counts the moves since the last capture", "[turn]") {
  Builder b = threes();
  b.phase().lap_end = b.list(
      {Builder::then(b.equal(b.start(), b.hole("A1")), {b.act(Act::capture, b.hole("a1"), b.num(1))})});
  b.program.after_move = b.list({Builder::then(b.greater(b.e(Op::quiet, Type::number), b.num(2)), {})});
  Game game(b.program, kThrees);
  game.play("A2");
  game.play("a4");
  CHECK(game.text().find("quiet=2") != std::string::npos);
  game.play("A1");
  CHECK(game.text().find("quiet") == std::string::npos);
  game.play("a1");
  game.play("A2");
  CHECK(game.play("a2").status == Status::round_over);
}

TEST_CASE("what no rule asks for is not counted", "[turn]") {
  Builder b = threes();
  Game game(b.program, kThrees);
  game.play("A1");
  CHECK(game.position.quiet == 0);
  CHECK(game.position.turns[0] == 0);
  CHECK(game.position.last_mover == kNobody);
}

TEST_CASE("the first phase whose condition holds is asked again at every move", "[turn]") {
  Builder b = threes();
  b.phase().name = "opening";
  b.phase().condition = b.less(b.seeds(b.store(b.mover())), b.num(2));
  b.phase().lap_end =
      b.list({Builder::also(kNone, {b.act(Act::capture, b.here(), b.num(2)), b.act(Act::again)})});
  ir::Phase later = b.phase();
  later.name = "later";
  later.condition = kNone;
  later.direction = b.way(Direction::backward);
  const Note note(b, b.e(Op::phase, Type::word));
  later.lap_end = b.list({note.clause()});
  b.program.phases.push_back(later);
  Game game(b.program, kThrees);
  game.play("A1");  // ends in A4, two of four seeds are taken, and again
  CHECK(game.text() == "3,3,3,3/0,4,4,2 2:0 south again=1");
  game.play("A4");  // clockwise now: A3 and A2
  CHECK(game.text() == "3,3,3,3/0,5,5,0 2:0 north note=two");
}

TEST_CASE("who moves next among three", "[turn]") {
  Board board = two_rows(3);
  board.players.push_back("east");
  for (int h : {1, 4}) board.holes[h].side = board.holes[h].owner = 2;  // the middle column is East's
  const int places = board.hole_count() + 3;
  board.circuits = {ring_of("board", std::vector<std::vector<Place>>(3, {0, 1, 2, 3, 4, 5}), places)};
  Builder b = sowing_game(board, 2);
  b.program.win = b.nobody();
  Game game(b.program, "2,2,2/2,2,2 0:0:0 south");
  CHECK(game.legal() == "A1 A3");
  game.play("A1");
  CHECK(game.legal() == "a1 a3");
  game.play("a1");
  CHECK(game.legal() == "A2 a2");
  game.play("A2");
  CHECK(game.position.mover == 0);
}

// --- sowing ---

TEST_CASE("skip passes over stations, over the start hole here", "[sow]") {
  Builder b = threes();
  b.phase().station_slot = b.slot();
  b.phase().skip = b.equal(b.local(b.phase().station_slot), b.start());
  Game game(b.program, "1,1,1,1/9,3,3,3 2:0 south");
  game.play("A1");  // nine seeds: one round of seven, then A2 and A3
  CHECK(game.text() == "2,2,2,2/0,5,5,4 2:0 north");
}

TEST_CASE("skip knows whether the seed would be the last", "[sow]") {
  Builder b = threes();
  b.phase().station_slot = b.slot();
  b.phase().skip = b.both(b.last(), b.in(b.local(b.phase().station_slot), b.own()));
  Game game(b.program, kThrees);
  game.play("A1");  // the last seed goes on to a1
  CHECK(game.text() == "3,3,3,4/0,4,4,3 0:0 north");
}

TEST_CASE("a lap that no station will take goes back to its origin", "[sow]") {
  Builder b = threes();
  b.phase().skip = b.yes();
  b.phase().lap_end = b.list({Builder::then(kNone, {b.act(Act::win, b.mover())})});
  Game game(b.program, kThrees);
  const Outcome outcome = game.play("A2");  // lap-end is not read
  CHECK(outcome.status == Status::playing);
  CHECK(outcome.laps == 0);
  CHECK(game.text() == "3,3,3,3/3,3,3,3 0:0 north");
}

TEST_CASE("each: two seeds into empty holes, one into occupied ones, never more than in hand", "[sow]") {
  Builder b = threes();
  b.phase().station_slot = b.slot();
  b.phase().each =
      b.e(Op::choose_if, Type::number, b.empty(b.local(b.phase().station_slot)), b.num(2), b.num(1));
  Game game(b.program, "3,3,3,3/4,0,3,0 5:0 south");
  game.play("A1");  // A2 two, A3 one, A4 the last one
  CHECK(game.text() == "3,3,3,3/0,2,4,1 5:0 north");
}

TEST_CASE("an open circuit ends: what is left goes back to the origin", "[sow]") {
  Board board = two_rows(4);
  Circuit& row = board.circuits[0];
  row.closed = false;
  for (auto& tables : row.next) {
    tables[0][7] = kNoPlace;  // from a4 it does not lead on to A1
    tables[1][0] = kNoPlace;
  }
  Builder b = sowing_game(board, 3);
  b.program.win = b.nobody();
  Game game(b.program, "3,3,3,3/0,0,0,12 0:0 south");
  const Outcome outcome = game.play("A4");  // a1 to a4, then eight are left
  CHECK(game.text() == "4,4,4,4/0,0,0,8 0:0 north");
  CHECK(outcome.laps == 1);
}

TEST_CASE("stores on the circuit are sown into, the own one only or both", "[sow]") {
  const auto sown = [](int circuit) {
    Builder b = threes();
    b.phase().circuit = circuit;
    Game game(b.program, "3,3,3,3/0,2,3,7 0:0 south");
    game.play("A4");
    return game.text();
  };
  CHECK(sown(0) == "4,4,4,4/1,3,4,0 0:0 north");
  CHECK(sown(1) == "4,4,4,4/1,3,3,0 1:0 north");
  CHECK(sown(2) == "4,4,4,4/1,2,3,0 1:1 north");
}

// --- laps without end ---

TEST_CASE("the lap limit: the board of lap n stays, is drawn, or the move was none", "[endless]") {
  // Two holes of one seed each: A1 falls into a1, which holds two then: A1 and a1. The last held nothing:
  // over. With a rule that always goes on the seeds run for ever: after lap 1: 2/0, lap 2: 1/1, lap 3: A1
  // takes a1's seed: 0/2, lap 4: 1/1 and so on.
  const auto game = [](ir::EndlessThen then) {
    Builder b = sowing_game(two_rows(1), 1);
    b.program.win = b.nobody();
    b.phase().lap_end = b.list({Builder::then(kNone, b.relay(b.here()))});
    b.program.endless = {6, then};
    return b.program;
  };
  Game stop(game(ir::EndlessThen::stop), "1/1 0:0 south");
  const Outcome stopped = stop.play("A1");
  CHECK(stopped.status == Status::playing);
  CHECK(stopped.endless);
  CHECK(stopped.laps == 6);
  // Laps end: 1 in a1 (2/0), 2 in a1 (1/1), 3 in A1 (0/2), 4 in A1 (1/1), 5 in a1 (2/0), 6 in a1 (1/1).
  CHECK(stop.text() == "1/1 0:0 north");

  Game drawn(game(ir::EndlessThen::drawn), "1/1 0:0 south");
  const Outcome draw = drawn.play("A1");
  CHECK(draw.status == Status::round_over);
  CHECK(draw.reason == Reason::endless);
  CHECK(draw.drawn);
  CHECK(drawn.text() == "1/1 0:0 south");

  Game illegal(game(ir::EndlessThen::illegal), "1/1 0:0 south");
  CHECK(illegal.legal().empty());
  Move move;
  move.start = 0;
  const Position before = illegal.position;
  CHECK(illegal.reference().play(illegal.position, move, illegal.chance).status == Status::illegal);
  CHECK(illegal.position == before);
  CHECK(illegal.reference().dropped_by(before, move) == -4);
}

TEST_CASE("the limit is not reached by a move whose lap n is its last", "[endless]") {
  // A1 A2 A3 A4 hold 3 3 3 3: A1 ends in A4 (4), A4 in a4 (4), a4 in A4 (1, it was empty): three laps.
  for (const int limit : {2, 3, 4}) {
    Builder b = relay_game(limit, ir::EndlessThen::stop);
    Game game(b.program, kThrees);
    const Outcome outcome = game.play("A1");
    CHECK(outcome.endless == (limit == 2));
    CHECK(outcome.laps == std::min(limit, 3));
    CHECK(game.text() == (limit == 2 ? "4,4,4,4/0,4,4,0 0:0 north" : "0,4,4,4/1,5,5,1 0:0 north"));
  }
}

TEST_CASE("clauses of lap-end before the one that would sow do nothing at the limit", "[endless]") {
  Builder b = relay_game(2, ir::EndlessThen::stop);
  auto& clauses = b.program.lists[b.phase().lap_end].clauses;
  clauses.insert(clauses.begin(),
                 Builder::also(b.equal(b.e(Op::laps, Type::number), b.num(2)), {b.capture(b.hole("a1"))}));
  Game game(b.program, kThrees);
  game.play("A1");
  CHECK(game.text() == "4,4,4,4/0,4,4,0 0:0 north");
}

TEST_CASE("a repeated state is recognised early and gives the very board of lap n", "[endless]") {
  // The seeds of two holes run with period 4: after lap 3 + 4k the board is 0/2, after 2 + 4k and 4 + 4k it
  // is 1/1, after 1 + 4k it is 2/0 (worked out above). A million laps take no time.
  const std::string boards[] = {"1/1", "2/0", "1/1", "0/2"};  // by n mod 4
  for (const int limit : {1000000, 1000001, 1000002, 1000003, 100, 97}) {
    Builder b = sowing_game(two_rows(1), 1);
    b.program.win = b.nobody();
    b.phase().lap_end = b.list({Builder::then(kNone, b.relay(b.here()))});
    b.program.endless = {limit, ir::EndlessThen::stop};
    Game game(b.program, "1/1 0:0 south");
    const Outcome outcome = game.play("A1");
    CHECK(outcome.laps == limit);
    CHECK(game.text() == boards[limit % 4] + " 0:0 north");
  }
}

TEST_CASE("laps that are counted by a rule are not skipped", "[endless]") {
  Builder b = sowing_game(two_rows(1), 1);
  b.program.win = b.nobody();
  b.phase().lap_end =
      b.list({Builder::then(b.equal(b.e(Op::laps, Type::number), b.num(1500)), {b.act(Act::stop)}),
              Builder::then(kNone, b.relay(b.here()))});
  b.program.endless = {1000000, ir::EndlessThen::stop};
  Game game(b.program, "1/1 0:0 south");
  const Outcome outcome = game.play("A1");
  CHECK(outcome.laps == 1500);
  CHECK_FALSE(outcome.endless);
}

TEST_CASE("endless moves are dropped before a filter prefers among the moves", "[endless]") {
  // A1 (one seed) relays for ever; A2 (empty a1 behind it) does not.
  Builder b = sowing_game(two_rows(2), 1);
  b.program.win = b.nobody();
  b.phase().lap_end = b.list({Builder::then(is_start(b, "A1"), b.relay(b.here()))});
  b.program.endless = {100, ir::EndlessThen::illegal};
  b.phase().moves[0].filters = {prefer(is_start(b, "A1"))};
  Game game(b.program, "1,1/1,1 0:0 south");
  CHECK(game.legal() == "A2");
}
