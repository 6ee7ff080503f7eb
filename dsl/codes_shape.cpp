// M02xx: shape (keys, kinds of value).
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> shape_codes() {
  constexpr Severity kError = Severity::error;
  constexpr Severity kWarning = Severity::warning;
  constexpr ExampleKind kKeys = ExampleKind::keys;
  constexpr ExampleKind kNone = ExampleKind::none;
  return {
      {"M0201", kError, "an unknown key",
       R"(Every map of a variant file has its own keys. A key that is none of them would be ignored in silence, so it is an error. The message names the nearest key that is allowed at this place; `mancala schema` and the manual list all of them.)",
       kKeys, R"(sow: {arround: board, around: board, direction: counterclockwise})",
       R"(sow: {around: board, direction: counterclockwise})"},
      {"M0202", kError, "a missing key",
       R"(Some keys have no default, because nothing that sources may leave open is assumed in silence: the board, the set-up, who may move, the circuit, the end of a round and who wins it must be said, and the sources must be cited.)",
       kKeys, R"(sow: {direction: counterclockwise})",
       R"(sow: {around: board, direction: counterclockwise})"},
      {"M0203", kError, "another kind of value is wanted",
       R"(A list, a map or a text stands where another of the three is wanted. The message says what was found and what is expected.)",
       kKeys, R"(sow: [around, board])", R"(sow: {around: board, direction: counterclockwise})"},
      {"M0204", kError, "a whole number is wanted",
       R"(Numbers are decimal, without quotes and without leading zeros, and lie in the range that the message names.)",
       kKeys,
       R"(parameters: {width: "6"}
board: {rows: 2, holes: width})",
       R"(parameters: {width: 6}
board: {rows: 2, holes: width})"},
      {"M0205", kError, "a value that this key does not have",
       R"(The key has a fixed list of values, shown in the message and in the manual.)", kKeys,
       R"(sow: {around: the-board, direction: counterclockwise})",
       R"(sow: {around: board, direction: counterclockwise})"},
      {"M0206", kError, "a name that cannot be one",
       R"(Names of variants, parameters, readings, states, piles and values are lower-case words joined by `-`, such as `seeds-each`. Digits may follow the first letter. Words of the expression grammar (`and`, `where`, …) are no names.)",
       kKeys,
       R"(parameters: {Width: 6}
board: {rows: 2, holes: 6})",
       R"(parameters: {width: 6}
board: {rows: 2, holes: width})"},
      {"M0207", kError, "another edition of the language",
       R"(`mancala:` names the edition of the language in which the file is written. This program knows the edition that `mancala --version` prints.)",
       kKeys, R"(mancala: 7)", R"(mancala: 1)"},
      {"M0208", kWarning, "the file has another name than its `id`",
       R"(A variant is found in the library by the name of its file. If that differs from its `id`, `mancala describe ID` and `extends: ID` do not find it.)",
       kNone, R"(a file `my-games.yaml` in which stands `id: my-game`)",
       R"(a file `my-game.yaml` in which stands `id: my-game`)"},
      {"M0209", kError, "a clause, filter or loop that is put together wrongly",
       R"(A clause has one of the forms `{if: C, then: A}`, `{if: C, also: A}`, `{let: NAME, be: E}`, `{each: x in R, if: C, also: A}`, or is a bare line of actions; a filter is `{if: C, only: E}` or `{if: C, prefer: E}`. `{if: C}` alone stands in `end`.)",
       kKeys,
       R"(lap-end:
  - {if: here == store(mover), then: again, also: stop})",
       R"(lap-end:
  - {if: here == store(mover), then: again})"},
      {"M0211", kError, "a state that holds nothing known",
       R"(A state holds a `flag`, a range of numbers such as `0 to 5`, a `hole`, a `player`, a `direction`, or one of several words: `taking or walking`.)",
       kKeys,
       R"(state: {mark: {holds: number, lasts: round}}
move-end: [set mark to 1])",
       R"(state: {mark: {holds: 0 to 5, lasts: round}}
move-end:
  - {if: mark == 0, also: set mark to 1})"},
      {"M0212", kError, "a reading with fewer than two values",
       R"(A reading is a question with several answers. With one answer it is a rule: write the rule.)",
       kKeys,
       R"(readings: {rest: {about: Who gets the rest, default: owner, values: {owner: everybody}}}
move-end:
  - {if: rest == owner and laps > 2, also: again})",
       R"(readings: {rest: {about: Who gets the rest, default: owner, values: {owner: some, mover-too: others}}}
move-end:
  - {if: rest == owner and laps > 2, also: again})"},
      {"M0213", kError, "a default outside its own limits",
       R"(The default of a parameter must lie in the range `from` … `to` that the parameter states.)", kKeys,
       R"(parameters: {width: {default: 12, from: 1, to: 10}}
board: {rows: 2, holes: width})",
       R"(parameters: {width: {default: 6, from: 1, to: 10}}
board: {rows: 2, holes: width})"},
      {"M0214", kError, "a source that is not cited",
       R"(`source: KEY` on a clause, a filter or a reading names one of the keys of `sources`.)", kKeys,
       R"(lap-end:
  - {if: here == store(mover), then: again, source: their})",
       R"(lap-end:
  - {if: here == store(mover), then: again, source: here})"},
      {"M0215", kError, "two definitions of one name",
       R"(A name is defined once in a file, whatever its parameters are called. To vary a definition of a base variant or of the prelude, define it again in the file that `extends` it.)",
       kKeys,
       R"x(define: {"rich(p)": captured(p) > 9, "rich(q)": captured(q) > 12}
end:
  after-move:
    - {if: rich(mover) or empty(own) or empty(theirs), then: capture board for owner(it)})x",
       R"(define: {rich(p): captured(p) > 9}
end:
  after-move:
    - {if: rich(mover) or empty(own) or empty(theirs), then: capture board for owner(it)})"},
      {"M0216", kError, "the direction is said twice",
       R"(The direction of sowing stands in `sow` where it is the same for every move, or in `move` where it depends on the move. Not in both; and where `move` lists several ways to move, all of them that say a direction say the same: a direction that depends on the way is said once, in `sow`, and asks about `start`.)",
       kKeys, R"(move: {from: own where occupied(it), direction: either})",
       R"(move: {from: own where occupied(it), direction: either}
sow: {around: board-and-own-store})"},
      {"M0217", kError, "a key without a value",
       R"(After the colon nothing stands. YAML reads that as an empty value; no key of a variant has one.)",
       kKeys, R"(note:)", R"(note: a remark)"},
      {"M0218", kError, "variants that extend each other in a circle",
       R"(`extends` leads from a file to its base. Following it must come to an end, after at most 16 files.)",
       kKeys, R"(extends: base)", R"(note: extends nothing)"},
      {"M0219", kError, "a base that is not there", R"(`extends` names the id of a variant in the library.)",
       kKeys, R"(extends: no-such-game)", R"(note: extends nothing)"},
      {"M0220", kError, "an inherited reading is changed",
       R"(A variant that extends another may change the `default` of its readings, not the question or the answers: both files would mean different things by the same word.)",
       kNone,
       R"(a variant that extends another and has `readings: {empty-capture: {about: another question}}` for a reading of that one)",
       R"(`readings: {empty-capture: {default: banked}}` in the same file)"},
      {"M0221", kError, "the number of players does not fit the board",
       R"(There are 1 to 8 players. Two of them sit at the rows of a board; with more, `owners` says whose each hole is.)",
       kKeys, R"(players: [south, north, east])", R"(players: [near, far])"},
  };
}

}  // namespace mancala
