// M04xx: names and types.
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> names_codes() {
  constexpr Severity kError = Severity::error;
  constexpr ExampleKind kKeys = ExampleKind::keys;
  return {
      {"M0401", kError, "an unknown name",
       R"(The name means nothing at this place: it is no word of the language, parameter, reading, state, definition or player of this variant, and no `let` or loop before it makes it. The message offers the nearest name that exists here.)",
       kKeys, R"(win: player with most captured(its))", R"(win: player with most captured(it))"},
      {"M0402", kError, "a name that is taken",
       R"(Parameters, readings, states, piles, choices and definitions share one space of names with the words of the language. A reading called `start`, say, would hide the hole that was picked.)",
       kKeys,
       R"(parameters: {start: 4}
setup: 4)",
       R"(parameters: {seeds-each: 4}
setup: seeds-each)"},
      {"M0403", kError, "a name that does not exist at this moment",
       R"(Some names belong to a moment: `here` is where a seed dropped, so it exists when seeds drop, and not in the set-up. The message says where the name exists.)",
       kKeys, R"(setup: seeds(here))", R"(setup: 4)"},
      {"M0404", kError, "a value of the wrong type",
       R"(Values are numbers, conditions, holes, regions, players, sets of players, directions and words. None is turned into another in silence, but a hole into the region that has only this hole.)",
       kKeys, R"(win: seeds(store(south)))", R"(win: player with most captured(it))"},
      {"M0405", kError, "actions and values are mixed up",
       R"(An expression has a value, an action does something. After `if` stands an expression, after `then` an action.)",
       kKeys,
       R"(lap-end:
  - {if: here == store(mover), then: captured(mover)})",
       R"(lap-end:
  - {if: here == store(mover), then: again})"},
      {"M0406", kError, "a wrong number of arguments",
       R"(A function takes one argument, a definition as many as it has parameters, a state with a value for each hole or player the hole or player in question.)",
       kKeys,
       R"(end:
  after-move:
    - if: count(own, theirs) == 0
      then: capture board for owner(it))",
       R"(end:
  after-move:
    - {if: empty(own) or empty(theirs), then: capture board for owner(it)})"},
      {"M0407", kError, "a definition that uses itself",
       R"(Definitions are put in where they are used. One that uses itself, directly or through others, would never end.)",
       kKeys,
       R"(define: {rich(p): rich(p) or captured(p) > 9}
end:
  after-move:
    - {if: rich(mover) or empty(theirs), then: capture board for owner(it)})",
       R"(define: {rich(p): captured(p) > 9}
end:
  after-move:
    - {if: rich(mover) or empty(theirs), then: capture board for owner(it)})"},
      {"M0408", kError, "something is called that is no function",
       R"(Only functions, definitions with parameters, piles, and states with a value for each hole or player are followed by brackets.)",
       kKeys, R"(win: mover(1))", R"(win: player with most captured(it))"},
      {"M0409", kError, "two values that cannot be compared or joined",
       R"(Only values of the same type are equal or unequal, and only numbers are less or greater. A hole is looked for in a region with `in`.)",
       kKeys,
       R"(lap-end:
  - {if: here == own, then: again})",
       R"(lap-end:
  - {if: here in own, then: again})"},
      {"M0410", kError, "a word that is none of the values",
       R"(A reading, a state of words or a choice has the words that its declaration lists, and is compared with those only.)",
       kKeys,
       R"(readings: {bonus: {about: Is there a bonus move, default: given, values: {given: some, missing: others}}}
lap-end:
  - {if: here == store(mover) and bonus == givn, then: again})",
       R"(readings: {bonus: {about: Is there a bonus move, default: given, values: {given: some, missing: others}}}
lap-end:
  - {if: here == store(mover) and bonus == given, then: again})"},
      {"M0411", kError, "`it` without anything in question",
       R"(`it` is the member that is looked at in `where`, `while`, `player with`, `for`, `skip`, `each` and `setup`. Elsewhere, and in the body of a definition, there is none: give the definition a parameter.)",
       kKeys,
       R"(lap-end:
  - {if: it == store(mover), then: again})",
       R"(lap-end:
  - {if: here == store(mover), then: again})"},
      {"M0412", kError, "a hole or a range that is not there",
       R"(The label names no hole of this board, or a range of numbers goes down and so has no member.)",
       kKeys,
       R"(move-end:
  - {if: here == A9, also: again})",
       R"(move-end:
  - {if: here == A5, also: again})"},
      {"M0413", kError, "look-ahead where it cannot stand",
       R"(`after` and `some move` imagine moves. They may stand in `legal`, `turn-start` and `end`, not in the events that an imagined move runs through, or imagining would never end. `after` speaks about the move that is judged, so it stands in `legal` only. What `at-start` and `at-lap-start` look back at are seeds: no move is imagined there.)",
       kKeys,
       R"(lap-end:
  - {if: some move by opponent gives captured-now > 3, then: again})",
       R"(move:
  from: own where occupied(it)
  legal: [{prefer: after captured-now > 3}])"},
      {"M0415", kError, "a state that is not declared",
       R"(`set` and `notation.marks` name a state of this variant, or `owner`.)", kKeys,
       R"(move-end:
  - set trap to true)",
       R"(state: {trap: {holds: flag, lasts: round}}
move-end:
  - {if: not trap, also: set trap to true})"},
      {"M0416", kError, "a number that the state cannot hold",
       R"(A state of numbers holds those of its range.)", kKeys,
       R"(state: {stage: {holds: 0 to 2, lasts: round}}
move-end:
  - {if: stage == 0, also: set stage to 3})",
       R"(state: {stage: {holds: 0 to 2, lasts: round}}
move-end:
  - {if: stage == 0, also: set stage to 2})"},
      {"M0417", kError, "a size that is not fixed",
       R"(The number of holes is worked out before the game: from numbers and parameters, not from seeds or turns.)",
       kKeys, R"(board: {rows: 2, holes: turns-played})", R"(board: {rows: 2, holes: 6})"},
      {"M0418", kError, "a hole with two owners",
       R"(A hole belongs to one player, or to nobody. `owners` names it twice.)", kKeys,
       R"(board: {rows: 2, holes: 2, owners: {south: A1 a1, north: a1 a2}})",
       R"(board: {rows: 2, holes: 2, owners: {south: A1 a2, north: A2 a1}})"},
      {"M0419", kError, "two holes at one place",
       R"(Each hole of a board that is told hole by hole lies at a place of its own: `[to the right, up]`.)",
       kKeys,
       R"(board: {holes: {A1: [0, 0], a1: [0, 0]}, owners: {south: A1, north: a1}, circuits: {rim: A1 a1}}
sow: {around: rim, direction: counterclockwise})",
       R"(board: {holes: {A1: [0, 0], a1: [0, 1]}, owners: {south: A1, north: a1}, circuits: {rim: A1 a1}}
sow: {around: rim, direction: counterclockwise})"},
      {"M0420", kError, "an end that does not lie between the rows",
       R"(Ends are single holes between the two rows of a board. Each is named with the last hole of one row and the first of the other, counterclockwise.)",
       kKeys, R"(board: {rows: 2, holes: 3, ends: {east: A2 A3}})",
       R"(board: {rows: 2, holes: 3, ends: {east: A3 a1}})"},
      {"M0421", kError, "a circuit that cannot be walked",
       R"(A circuit names each of its stations once, for every player at least one, and comes back to the first after the last.)",
       kKeys, R"(board: {rows: 2, holes: 2, circuits: {rim: A1 A2 A1}})",
       R"(board: {rows: 2, holes: 2, circuits: {rim: A1 A2 a1 a2}})"},
      {"M0422", kError, "a board that cannot be walked around",
       R"(On a board of four or six rows, or of holes that lie by themselves, there is no one way through all holes. There, seeds run around a player's own rows, or on a circuit that `board.circuits` names.)",
       kKeys, R"(board: {rows: 4, holes: 2}
sow: {around: board, direction: counterclockwise})",
       R"(board: {rows: 4, holes: 2}
sow: {around: own-rows, direction: counterclockwise})"},
      {"M0423", kError, "a word for two players",
       R"(`opponent`, `other(p)` and `same(h)` mean the other one of two players, and `swap seats` exchanges two. Where there are three, say which one; where there is one, there is nobody else.)",
       kKeys, R"(players: [south, east, north]
board: {rows: 2, holes: 3, owners: {south: A1 A2, east: A3 a1, north: a2 a3}}
end:
  before-turn: [{if: no-move, then: capture board for opponent}])",
       R"(players: [south, east, north]
board: {rows: 2, holes: 3, owners: {south: A1 A2, east: A3 a1, north: a2 a3}}
end:
  before-turn: [{if: no-move, then: capture board for owner(it)}])"},
      {"M0424", kError, "a hole that faces two holes",
       R"(`opposite` tells pairs of holes that face each other. A hole is in one pair, and faces another hole than itself.)",
       kKeys, R"(board: {rows: 2, holes: 2, opposite: {A1: a1, a1: A2}})",
       R"(board: {rows: 2, holes: 2, opposite: {A1: a1, A2: a2}})"},
  };
}

}  // namespace mancala
