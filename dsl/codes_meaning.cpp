// M05xx: meaning of the rules.
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> meaning_codes() {
  constexpr Severity kError = Severity::error;
  constexpr Severity kWarning = Severity::warning;
  constexpr Severity kNote = Severity::note;
  constexpr ExampleKind kKeys = ExampleKind::keys;
  constexpr ExampleKind kNone = ExampleKind::none;
  return {
      {"M0501", kError, "`sow` is not the last action",
       R"(A `sow` begins the next lap and ends the list: what stands after it would never be done. Capture first, then sow.)",
       kKeys,
       R"(lap-end:
  - {if: was > 0, then: lift here; sow after here; capture opposite(here)}
endless: {laps: 100, then: stop})",
       R"(lap-end:
  - {if: was > 0, then: capture opposite(here); lift here; sow after here}
endless: {laps: 100, then: stop})"},
      {"M0502", kError, "an action that cannot be done at this moment",
       R"(While a lap runs nothing can be lifted or sown; at the start and the end of a turn no lap can begin; between rounds nobody is at turn.)",
       kKeys,
       R"(move-end:
  - sow after start)",
       R"(move-end:
  - {if: captured-now > 9, also: again})"},
      {"M0503", kError, "the direction of sowing is not said",
       R"(There is no default direction: sources that leave it open have led to different games.)", kKeys,
       R"(sow: {around: board-and-own-store})",
       R"(sow: {around: board-and-own-store, direction: clockwise})"},
      {"M0504", kError, "nothing is said about a player without a move",
       R"(Who has no legal move either passes (`none: pass` in `move`), or the round ends: then a clause of `end` must ask for `no-move` or see to it before.)",
       kKeys,
       R"(end:
  after-move:
    - {if: captured(mover) > 24})",
       R"(end:
  before-turn:
    - {if: no-move, then: capture board for owner(it)})"},
      {"M0505", kError, "nothing is said about endless moves",
       R"(Where a lap may begin another, a move can go on for ever, or for more laps than anybody would sow. `endless` says after how many laps a move counts as endless and what that means: the laps stop, the move is illegal, or the round is drawn.)",
       kKeys,
       R"(lap-end:
  - {if: was > 0, then: lift here; sow after here})",
       R"(lap-end:
  - {if: was > 0, then: lift here; sow after here}
endless: {laps: 5000, then: stop})"},
      {"M0506", kWarning, "a rule about endless moves that cannot be",
       R"(No clause of `lap-end` sows, so every move has one lap.)", kKeys,
       R"(endless: {laps: 5000, then: stop})",
       R"(lap-end:
  - {if: was > 0, then: lift here; sow after here}
endless: {laps: 5000, then: stop})"},
      {"M0507", kError, "a board that is too small or too large",
       R"(A row has 1 to 60 holes, a grid 1 to 26 rows, a ring 4 holes or more; holes, stores and piles together are at most 128.)",
       kKeys, R"(board: {rows: 2, holes: 61})", R"(board: {rows: 2, holes: 60})"},
      {"M0508", kError, "rules that are too large",
       R"(Definitions are put in where they are used; if each uses others several times, a few lines become millions. There is also a limit to the loops and names that are inside each other, and to the values that all readings have.)",
       kKeys,
       R"(define:
  a: b and b and b and b
  b: c and c and c and c
  c: d and d and d and d
  d: e and e and e and e
  e: f and f and f and f
  f: g and g and g and g
  g: h and h and h and h
  h: captured(mover) > 1
end:
  after-move:
    - {if: a or empty(theirs), then: capture board for owner(it)})",
       R"(define:
  a: captured(mover) > 1
end:
  after-move:
    - {if: a or empty(theirs), then: capture board for owner(it)})"},
      {"M0509", kError, "states that are too large",
       R"(All states together have at most 256 values; a state for each hole has as many as there are holes.)",
       kKeys,
       R"(board: {rows: 2, holes: 60}
state:
  one: {each: hole, holds: flag, lasts: round}
  two: {each: hole, holds: flag, lasts: round}
  three: {each: hole, holds: flag, lasts: round}
move-end:
  - {if: not one(start) and not two(start) and not three(start), also: set one(start) to true})",
       R"(state:
  one: {each: hole, holds: flag, lasts: round}
move-end:
  - {if: not one(start), also: set one(start) to true})"},
      {"M0510", kError, "seeds that cannot be laid out",
       R"(The number of seeds of a hole is not negative, and all seeds together are at most 60,000.)", kKeys,
       R"(setup: 0 - 4)", R"(setup: 4)"},
      {"M0511", kWarning, "a clause that is never read",
       R"(The clause before it has no condition and ends the list; or whenever its condition holds, one of the earlier clauses has held, too, and has ended the list. The latter is found for conditions that compare the same things: `was > 2` after `was > 0`.)",
       kKeys,
       R"(lap-end:
  - {then: stop}
  - {if: here == store(mover), then: again})",
       R"(lap-end:
  - {if: here == store(mover), then: again})"},
      {"M0512", kWarning, "a value of a reading that makes no difference",
       R"(With two values of a reading the rules are exactly the same.)", kKeys,
       R"(readings: {rest: {about: Who gets the rest, default: owner, values: {owner: some, side: others}}}
end:
  after-move:
    - {if: (empty(own) or empty(theirs)) and rest == owner, then: capture board for owner(it)}
    - {if: (empty(own) or empty(theirs)) and rest == side, then: capture board for owner(it)})",
       R"(readings: {rest: {about: Who gets the rest, default: owner, values: {owner: some, sower: others}}}
end:
  after-move:
    - {if: (empty(own) or empty(theirs)) and rest == owner, then: capture board for owner(it)}
    - {if: (empty(own) or empty(theirs)) and rest == sower, then: capture board})"},
      {"M0513", kWarning, "values of a reading that no rule mentions",
       R"(One value of a reading may be the one that is left over when the others are asked for. Two such values mean the same.)",
       kKeys,
       R"(readings: {bonus: {about: Is there a bonus move, default: given, values: {given: some, missing: others, forgotten: nobody}}}
lap-end:
  - {if: here == store(mover) and bonus == given, then: again})",
       R"(readings: {bonus: {about: Is there a bonus move, default: given, values: {given: some, missing: others}}}
lap-end:
  - {if: here == store(mover) and bonus == given, then: again})"},
      {"M0514", kWarning, "something that is declared and never used",
       R"(A parameter, reading, state or definition that no rule asks for is mostly a slip of the pen or a rule that was forgotten.)",
       kKeys, R"(parameters: {seeds-each: 4})",
       R"(parameters: {seeds-each: 4}
setup: seeds-each)"},
      {"M0515", kError, "a value of a reading with which the rules are faulty",
       R"(Every value of every reading must give rules that can be played; `check` tries them all.)", kKeys,
       R"(readings: {size: {about: How large is the board, default: usual, values: {usual: some, none-at-all: nobody}}}
board: {rows: 2, holes: if size == usual then 6 else 0})",
       R"(readings: {size: {about: How large is the board, default: usual, values: {usual: some, large: others}}}
board: {rows: 2, holes: if size == usual then 6 else 8})"},
      {"M0517", kError, "a label that cannot be read back",
       R"(The players' own label of a hole is letters and digits, stands for one hole of a side only, and is not the default label of another one: moves that are printed with it must be readable again.)",
       kKeys, R"(notation: {holes: {A1: Q, A2: Q}})", R"(notation: {holes: {A1: Q, A2: R}})"},
      {"M0518", kWarning, "a condition that is always the same",
       R"(The parts of the condition contradict each other, or one of them holds whatever lies on the board; or it asks for more seeds, holes or rows than there are on this board. It may be a clause, a filter or a `where`. What is otherwise under another value of a reading, or with the next values of a parameter, is not reported.)",
       kKeys, R"(lap-end:
  - {if: was > 3 and was < 2, then: again})",
       R"(lap-end:
  - {if: was > 3 and was < 6, then: again})"},
      {"M0519", kNote, "two variants with the same rules",
       R"(Apart from names and ways of writing the two files say the same. One of them may be missing what tells the games apart; or it is one game under two names, for which there is `aka`. Only what is checked in one run is compared.)",
       kNone, R"(two files that differ in `id` and `name` only)",
       R"(one file with both names in `name` and `aka`)"},
      {"M0520", kNote, "a clause that has never acted",
       R"(`check --deep` plays the variant, at random and through all first moves, and in none of the positions the condition of this clause held. It may be a rule for rare moments; or it asks for something that cannot be. A larger `--limit` looks longer.)",
       kNone, R"(a clause for 40 seeds in a hole, in a game where they are captured when there are four)",
       R"(a clause that acts in some game)"},
      {"M0521", kNote, "a filter that has never dropped a move",
       R"(`check --deep` plays the variant, and no move of any position was kept from being played by this filter alone or together with others.)",
       kNone, R"(a filter that forbids to lift a single seed, where `from` has said so already)",
       R"(a filter that drops a move in some position)"},
      {"M0522", kNote, "a move that runs for ever",
       R"(`check --deep` has found a move that reaches the number of laps after which `endless` counts it as endless. The position and the move are shown, so that the rule about such moves can be looked at, or one that is missing in the relay.)",
       kNone, R"(a relay that goes on from empty holes, too)", R"(a relay that ends in an empty hole)"},
      {"M0523", kNote, "games that do not end",
       R"(`check --deep` plays games at random, and some of them went on and on without a capture. Few seeds may chase each other for ever, and no rule ends the round. The position is shown.)",
       kNone, R"(one seed on each side, and a round that ends only when a player has none)",
       R"(the same, and a clause such as `{if: quiet > 100}` in `end.before-turn`)"},
      {"M0524", kWarning, "a parameter without effect",
       R"(`check --deep` has tried the parameter with its next values, and the rules stay exactly the same.)",
       kNone, R"(a number that is asked for only where it makes no difference)",
       R"(a number that is used in `setup`)"},
      {"M0525", kWarning, "a region that is always empty",
       R"(The condition of a `where` holds for none of the holes that are asked, whatever happens: they have no such row or number, other owners, or never so many seeds. It is so for this board, under every reading and with the next values of each parameter.)",
       kKeys, R"(lap-end:
  - {if: fell-in-empty, then: capture own where row(it) == 2})",
       R"(lap-end:
  - {if: fell-in-empty, then: capture own where number(it) == 2})"},
      {"M0526", kNote, "nothing is said about who begins after a drawn round",
       R"(A round may be drawn, and then there is no `round-winner`. Where `starter` is nobody, the first seat begins. A rule sheet that lets the winner begin has mostly not thought of it: say who begins then, or make it a reading.)",
       kKeys, R"(match: {over: round == 3, starter: round-winner, winner: none})",
       R"(match: {over: round == 3, starter: if round-winner == none then by-lot else round-winner, winner: none})"},
      {"M0527", kNote, "a refill that does not ask for the seeds",
       R"(A number in an action is a limit: `move 4 from store(p) to h` moves three seeds if there are three. So a hole of the new round may be filled in part, or not at all, without anybody having said so. `fill(p, n, end)` of the prelude fills whole holes only, `fill-and-close` closes the others.)",
       kKeys, R"(match:
  new-round:
    - {each: h in board, also: move 4 from store(owner(h)) to h}
  over: round == 3
  winner: none)",
       R"(match:
  new-round:
    - {each: h in board, if: captured(owner(h)) >= 4, also: move 4 from store(owner(h)) to h}
  over: round == 3
  winner: none)"},
      {"M0528", kNote, "nobody can move, and the round goes on",
       R"(`check --deep` has played a game in which all players pass again and again, as nobody has a move any more. No clause of `end` ends the round, and so nobody wins. The position is shown.)",
       kNone, R"(`none: pass`, and an end that asks only for captured seeds)",
       R"(the same, and `{if: no move by any player}` in `end.before-turn`)"},
      {"M0529", kNote,
       "a round ends, and no clause says so", R"(`check --deep` has played a round in which the player to move had no move, and may not pass. No clause of `end` held, so the round is over as it stands: nobody gets the seeds on the board. The position and the move before are shown.)",
       kNone, R"(an end that asks for a player without seeds, where a player with seeds may have no move)",
       R"(the same, and a clause `{if: no-move, then: …}` in `end.before-turn`)"},
      {"M0570", kError, "a clause that takes too long",
       R"(A move may take a limited number of steps, so that no file can keep a program busy for ever: a step is one operator of an expression. Loops in loops over a large board, with `where` in them, take more.)",
       kKeys,
       R"(board: {rows: 2, holes: 60}
move-end:
  - {each: [a in board, b in board, c in board], if: a == b and b == c and empty(board), also: again})",
       R"(board: {rows: 2, holes: 60}
move-end:
  - {each: [a in board, b in board], if: a == b and empty(board), also: again})"},
      {"M0590", kError, "an internal error",
       R"(The rules were accepted, but the program made of them is not sound. That is a bug of this program, not of the file: please report it together with the file.)",
       kNone, R"(no file is known that leads here)", R"(every file)"},
  };
}

}  // namespace mancala
