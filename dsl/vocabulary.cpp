#include "dsl/vocabulary.h"

#include <algorithm>

namespace mancala {
namespace {

using ir::Op;
using ir::Type;
namespace at = moment;

constexpr Word key(std::string_view context, std::string_view text, Shape shape, std::string_view about,
                   std::string_view example, std::string_view inner = {}, bool required = false) {
  Word w{text, WordKind::key, context, about, example};
  w.shape = shape;
  w.inner = inner;
  w.required = required;
  return w;
}

// A key that may be left out where one of the others (a list with blanks) is there.
constexpr Word required_unless(std::string_view instead, Word w) {
  w.required = true;
  w.instead = instead;
  return w;
}

constexpr Word name(std::string_view text, Type gives, Op op, Moments moments, std::string_view about,
                    std::string_view example) {
  Word w{text, WordKind::name, {}, about, example};
  w.gives = gives;
  w.op = op;
  w.moments = moments;
  return w;
}

constexpr Word function(std::string_view text, std::string_view takes, Type gives, Op op,
                        std::string_view about, std::string_view example, Moments moments = at::all,
                        bool pointwise = false) {
  Word w{text, WordKind::function, {}, about, example};
  w.takes = takes;
  w.gives = gives;
  w.op = op;
  w.moments = moments;
  w.pointwise = pointwise;
  return w;
}

constexpr Word plain(WordKind kind, std::string_view context, std::string_view text, std::string_view about,
                     std::string_view example = {}) {
  return Word{text, kind, context, about, example};
}

constexpr Word action(std::string_view text, std::string_view about, std::string_view example) {
  return plain(WordKind::operation, {}, text, about, example);
}
constexpr Word operation(std::string_view text, std::string_view about, std::string_view example) {
  return plain(WordKind::operator_, {}, text, about, example);
}
constexpr Word value(std::string_view context, std::string_view text, std::string_view about) {
  return plain(WordKind::value, context, text, about);
}

constexpr Moments in_turn = at::play | at::lap | at::after | at::station | at::route;

const std::vector<Word>& table() {
  static const std::vector<Word> words = {
      // --- the file
      // ------------------------------------------------------------------------------------------
      key("", "mancala", Shape::number, "The edition of the language in which the file is written.",
          "mancala: 1", {}, true),
      key("", "id", Shape::text, "The name of the file without `.yaml`; lower-case words joined by `-`.",
          "id: my-game", {}, true),
      key("", "name", Shape::text, "The game's name for people.", "name: Raja Pasu", {}, true),
      key("", "aka", Shape::texts, "Other names of the same game.", "aka: [king and cow]"),
      key("", "where", Shape::texts, "Where it is or was played.", "where: [India, Sri Lanka]"),
      key("", "note", Shape::text, "Anything else a reader should know.",
          "note: Played by two women at harvest."),
      key("", "sources", Shape::citations,
          "Where the rules come from: a short key and a citation. `source: KEY` may stand on every clause, "
          "filter "
          "and reading.",
          "sources: {parker: \"H. Parker, Ancient Ceylon, 1909, 597-598\"}", {}, true),
      key("", "extends", Shape::text,
          "The id of a variant in the library that this file changes. Maps are merged key by key, everything "
          "else "
          "is replaced whole, `none` removes a key.",
          "extends: my-game"),
      key("", "parameters", Shape::map_of,
          "Numbers that may be set without editing the file (`--set width=8`): a default, or a map with "
          "limits.",
          "parameters: {width: {default: 6, from: 1, to: 10}}", "parameter"),
      key("", "readings", Shape::map_of,
          "Questions that the sources leave open, each with its possible answers. A reading is a word: "
          "`grand-slam == illegal`.",
          "readings: {empty-capture: {about: ..., default: stays, values: {stays: ..., banked: ...}}}",
          "reading"),
      key("", "players", Shape::names, "The seats in order of play. Absent: `[south, north]`.",
          "players: [south, north]"),
      key("", "board", Shape::map, "The holes and how they lie.", "board: {rows: 2, holes: 6}", "board",
          true),
      key("", "pieces", Shape::map_of,
          "Kinds of pieces that are not like the seeds. Wherever seeds are counted, lifted, moved or "
          "captured, they are "
          "among them; `NAME(x)` is how many lie in x, and `1 NAME` is a number of them: in `setup`, and "
          "before `of` and "
          "`from`.",
          "pieces: {stone: {worth: 10}}", "piece"),
      key("", "piles", Shape::map_of,
          "Seeds that a player holds beside the board and his store; `NAME(p)` is the place.",
          "piles: {reserve: {each: player, seeds: 22}}", "pile"),
      key("", "setup", Shape::expression_or_map,
          "How many seeds the hole `it` holds at the start; or a map, where more is done before the first "
          "turn.",
          "setup: 4", "setup", true),
      key("", "starter", Shape::expression, "Who begins. Absent: the first seat.", "starter: by-lot"),
      key("", "state", Shape::map_of,
          "What the players remember beside the seeds: marks on holes, flags, who did what. Read `name(x)`, "
          "written with `set`.",
          "state: {trap: {each: player, holds: hole, lasts: round}}", "state"),
      key("", "define", Shape::definitions,
          "Names for expressions, action lines and lists of clauses, with parameters if wanted. They "
          "override the "
          "prelude's and a base variant's definitions of the same name everywhere.",
          "define: {captured(p): seeds(store(p))}"),
      key("", "move", Shape::blocks,
          "What the player to move may choose: one block, or a list of alternatives.",
          "move: {from: own where occupied(it)}", "move", true),
      key("", "sow", Shape::map, "How a lap runs.", "sow: {around: board, direction: counterclockwise}",
          "sow", true),
      key("", "phases", Shape::map_of,
          "Stretches of the game in which a turn goes another way. The first phase whose `while` holds runs, "
          "asked anew for every move. A phase says what is different: `move`, `sow`, `play`, `each-seed`, "
          "`lap-end`, `move-end`; what is the same for all stands outside.",
          "phases: {opening: {while: turns(mover) == 0, move: {from: leftmost(own)}}, main: {move: {from: "
          "own}}}",
          "phase"),
      key("", "turn-start", Shape::clauses, "Clauses read once at the start of a turn, before the choice.",
          "turn-start: [...]"),
      key("", "play", Shape::clauses,
          "Clauses that begin the move. Absent: `relay(start)`, lift the chosen hole and sow after it.",
          "play: [first-back(start)]"),
      key("", "each-seed", Shape::clauses, "Clauses read after every single seed dropped.",
          "each-seed: [{if: seeds(here) == 4, then: capture here for owner(here)}]"),
      key("", "lap-end", Shape::clauses,
          "Clauses read when the hand is empty. A `sow` among them begins another lap; if none sows, the "
          "laps are "
          "over.",
          "lap-end: [relay-occupied, cross-capture]"),
      key("", "move-end", Shape::clauses, "Clauses read once when the laps of a move are over.",
          "move-end: [{if: captured-now > 0, then: again}]"),
      key("", "end", Shape::map, "When a round is over, and what becomes of the seeds left.",
          "end: {before-turn: [{if: no-move, then: capture board for opponent}]}", "end", true),
      key("", "win", Shape::expression,
          "Who has won a round that is over: a player, none for a draw. `nobody`: only `win P` actions "
          "decide.",
          "win: player with most captured(it)", {}, true),
      key("", "match", Shape::map, "Rounds: how the next one is set up and when there is none.",
          "match: {new-round: [...], over: ..., winner: ...}", "match"),
      key("", "endless", Shape::map,
          "What happens to a move that does not come to an end. Required if a clause of `lap-end` sows.",
          "endless: {laps: 5000, then: stop}", "endless"),
      key("", "notation", Shape::map,
          "Labels and marks that the players of this game use beside the default ones.",
          "notation: {holes: {A1: \"1\"}, moves: start-and-last}", "notation"),

      key("parameter", "default", Shape::number, "The value if nothing is set.", "default: 6", {}, true),
      key("parameter", "from", Shape::number, "The least value allowed.", "from: 1"),
      key("parameter", "to", Shape::number, "The greatest value allowed.", "to: 10"),

      key("reading", "about", Shape::text, "The question, as one would ask it.",
          "about: Is the last seed banked when the hole opposite is empty?", {}, true),
      key("reading", "default", Shape::text, "The answer if nothing is set.", "default: stays", {}, true),
      key("reading", "values", Shape::citations, "The answers, each with who reads the rules so.",
          "values: {stays: the usual rule, banked: \"Irving et al. 2000\"}", {}, true),
      key("reading", "source", Shape::text, "The key of the source that leaves it open.", "source: irving"),

      key("piece", "worth", Shape::number, "What it is worth, in seeds: see `worth-of`.", "worth: 10", {},
          true),

      key("board", "rows", Shape::number,
          "The number of rows, 1, 2, 3, 4 or 6: half of them at each player's side, numbered from the middle "
          "(`row(h)`). Of three rows the right half of the middle one, as he sees it, is each player's inner "
          "row.",
          "rows: 2"),
      required_unless("grid ring", key("board", "holes", Shape::expression_or_map,
                                       "The number of holes in a row. Or, instead of `rows`, the holes "
                                       "themselves, each with its place: "
                                       "how "
                                       "far to the right and how far up it lies, as South sees it.",
                                       "holes: width", "hole")),
      key("board", "grid", Shape::text,
          "Instead of `rows`: a grid of holes, rows by columns, which nobody owns unless `owners` says so. "
          "Row A is the "
          "lowest as South sees it, columns count from his left. Without `around`, seeds may go to any hole "
          "beside: "
          "`route` says where, and `next(h)` lies straight on in the direction of the last step.",
          "grid: 4 x 5"),
      key("board", "ring", Shape::expression,
          "Instead of `rows`: so many holes in a ring, A1, A2, … counterclockwise, which nobody owns unless "
          "`owners` says "
          "so. Opposite holes lie across the middle.",
          "ring: 12"),
      key("board", "ends", Shape::citations,
          "Single holes between the rows, which nobody owns: a name, and the holes before and after it, "
          "counterclockwise.",
          "ends: {west: a5 A1, east: A5 a1}"),
      key("board", "circuits", Shape::routes,
          "Ways on which seeds run, for `sow.around`: a name and its stations in the direction called "
          "`counterclockwise`, back to the first after the last; or a way for each player; or "
          "`counterclockwise` and `clockwise` apart, where one is not the other backwards. Stores are "
          "`store(south)`.",
          "circuits: {rim: A1 A2 A3 a1 a2 a3}"),
      key("board", "opposite", Shape::citations,
          "Which hole faces which, where the rows do not say it; each pair is said once.",
          "opposite: {A1: a3, A2: a2}"),
      key("board", "stores", Shape::one_of,
          "At which end of his row a player's store stands, as he sees it: where a circuit passes it. "
          "Absent: "
          "`right`.",
          "stores: left"),
      key("board", "owners", Shape::citations,
          "Who owns which holes, where the rows do not say it: a player or `nobody`, and labels, or `board` "
          "for all. "
          "The other holes belong to the player at whose row they lie.",
          "owners: {south: A1 A2 a5 a6, north: A5 A6 a1 a2, nobody: A3 A4 a3 a4}"),

      key("setup", "seeds", Shape::expression, "How many seeds the hole `it` gets.", "seeds: 4", {}, true),
      key("setup", "stores", Shape::expression, "How many seeds each store holds. Absent: 0.", "stores: 10"),
      key("setup", "then", Shape::clauses,
          "What is done with them before the first turn. A `choose` is decided by lot.",
          "then: [{each: h in board, also: choose n from 0 to seeds(h); move n from h to opposite(h)}]"),

      key("pile", "each", Shape::one_of, "Who has one of his own.", "each: player", {}, true),
      key("pile", "seeds", Shape::number, "How many seeds are in each at the start. Absent: 0.", "seeds: 22"),

      key("state", "each", Shape::one_of, "What has a value of its own. Absent: `none`.", "each: hole"),
      key("state", "holds", Shape::text,
          "What is remembered: `flag`, a range of numbers `a to b`, `hole`, `player`, `direction`, or words "
          "`one or other`.",
          "holds: taking or walking", {}, true),
      key("state", "starts", Shape::expression,
          "Its value when it begins; `it` is the hole or player. Absent: false, the lowest number, or none.",
          "starts: true"),
      key("state", "lasts", Shape::one_of, "When it begins anew.", "lasts: round", {}, true),

      key("move", "when", Shape::expression, "This alternative exists only if it holds.",
          "when: seeds(reserve(mover)) > 0"),
      key("move", "from", Shape::expression, "The holes of which the player picks one; it becomes `start`.",
          "from: own where occupied(it)", {}, true),
      key("move", "direction", Shape::expression,
          "The way he sows; `either` lets him choose. May ask about `start`. Here or in `sow`, not in both. "
          "All "
          "alternatives of a move go by the same one: where their ways differ, let it ask about `start`.",
          "direction: either"),
      key("move", "choose", Shape::choices,
          "Further picks in order, each of which may ask about the earlier ones: a number `1 to "
          "seeds(start)`, "
          "or a hole of a region. Numbers are 8191 at most. They are written behind the hole, `A3/2`.",
          "choose: {n: 1 to seeds(start)}"),
      key("move", "legal", Shape::filters, "Filters that take moves away, in order.",
          "legal: [{if: empty(theirs), only: gives-seeds}]"),
      key("move", "none", Shape::one_of,
          "What happens if there is no legal move. Absent: an `end.before-turn` clause must ask for "
          "`no-move`.",
          "none: pass"),
      key("move", "pass", Shape::expression,
          "When a player who has a legal move may pass instead: `pass` is then a move beside the others. "
          "Absent: "
          "never. What becomes of a player who has none is said by `none` alone.",
          "pass: turns(mover) == 0"),

      key("phase", "while", Shape::expression, "When the phase runs, if no earlier one does. Absent: always.",
          "while: turns(mover) == 0"),
      key("phase", "move", Shape::blocks, "As outside of `phases`, for this phase.",
          "move: {from: leftmost(own)}", "move"),
      key("phase", "sow", Shape::map, "As outside of `phases`: only what is different need be said.",
          "sow: {direction: clockwise}", "sow"),
      key("phase", "play", Shape::clauses, "As outside of `phases`.", "play: [first-back(start)]"),
      key("phase", "each-seed", Shape::clauses, "As outside of `phases`.", "each-seed: [...]"),
      key("phase", "lap-end", Shape::clauses, "As outside of `phases`.", "lap-end: [relay-occupied]"),
      key("phase", "move-end", Shape::clauses, "As outside of `phases`.", "move-end: [...]"),

      key("filter", "if", Shape::expression, "Only the moves for which it holds are judged; the others stay.",
          "if: empty(theirs)"),
      key("filter", "only", Shape::expression, "The moves for which it fails are dropped.",
          "only: seeds(start) > 1"),
      key("filter", "prefer", Shape::expression,
          "The moves for which it fails are dropped, unless that would drop all that are judged.",
          "prefer: after captured-now > 0"),
      key("filter", "source", Shape::text, "The key of the source.", "source: parker"),
      key("filter", "note", Shape::text, "A remark.", "note: rarely matters"),
      key("filter", "name", Shape::text, "What `moves --why` calls it.", "name: must-feed"),

      required_unless(
          "route",
          key("sow", "around", Shape::one_of,
              "The circuit on which seeds run: one of these, or the name of one of `board.circuits`.",
              "around: board")),
      key("sow", "direction", Shape::expression,
          "The way of sowing for everyone, as seen from above; `either` lets the player choose.",
          "direction: counterclockwise"),
      key("sow", "skip", Shape::expression, "The stations `it` that get no seed.", "skip: it == start"),
      key("sow", "each", Shape::expression, "How many seeds the station `it` gets. Absent: 1.",
          "each: if empty(it) then 2 else 1"),
      key("sow", "route", Shape::expression,
          "The stations one of which gets the next seed: the sower picks it where there are several. Absent: "
          "the "
          "next one of the circuit. `here` is where the hand is, `origin` at first.",
          "route: neighbours(here) minus previous"),
      key("sow", "order", Shape::one_of,
          "In which order unlike `pieces` drop. Absent: seeds first, then the others in the order of their "
          "kinds.",
          "order: choice"),

      key("end", "before-turn", Shape::clauses,
          "Asked before a new player's turn; the first clause that holds ends the round. `no-move` may be "
          "asked.",
          "before-turn: [{if: no-move, then: capture board for opponent}]"),
      key("end", "after-move", Shape::clauses,
          "Asked after every move, also before a bonus move; the first clause that holds ends the round.",
          "after-move: [{if: captured(mover) > 24}]"),

      key("match", "new-round", Shape::clauses,
          "What is done with the board and the stores before the next round. Absent: set up as the first.",
          "new-round: [...]"),
      key("match", "starter", Shape::expression, "Who begins the next round. Absent: the first seat.",
          "starter: next-player(round-starter)"),
      key("match", "over", Shape::expression, "Is the match over? Asked after each round, before any refill.",
          "over: some players where captured(it) < 7", {}, true),
      key("match", "winner", Shape::expression, "Who has won the match; none for a draw.",
          "winner: player with most captured(it)", {}, true),

      key("endless", "laps", Shape::number, "The number of laps after which a move counts as endless.",
          "laps: 5000", {}, true),
      key("endless", "then", Shape::one_of, "What it means.", "then: stop", {}, true),

      key("notation", "holes", Shape::citations, "The players' own label of each hole.",
          "holes: {A1: A, A2: B}"),
      key("notation", "moves", Shape::one_of, "How a move is written. Absent: `start`.",
          "moves: start-and-last"),
      key("notation", "marks", Shape::citations, "What is written behind a move that sets this state.",
          "marks: {trap: x}"),

      key("clause", "if", Shape::expression, "The condition. Absent: always.", "if: fell-in-empty"),
      key("clause", "then", Shape::actions, "Acts, and the list is done.", "then: capture here"),
      key("clause", "also", Shape::actions, "Acts, and the list is read on.", "also: capture here"),
      key("clause", "let", Shape::text, "A name for the value of `be`, for the rest of the list.",
          "let: loser"),
      key("clause", "be", Shape::expression, "The value, evaluated once, here.",
          "be: player with fewest captured(it)"),
      key("clause", "each", Shape::bindings,
          "A loop over a set that is fixed before the first round: `h in REGION`, with an order if wanted; "
          "several "
          "as a list, outermost first.",
          "each: h in holes(p) from left"),
      key("clause", "source", Shape::text, "The key of the source of this rule.", "source: parker"),
      key("clause", "note", Shape::text, "A remark.", "note: seldom"),
      key("clause", "name", Shape::text, "A name; in `end` the reason that is reported.", "name: starved"),

      // --- values of keys
      // --------------------------------------------------------------------------------------
      value("pile.each", "player", "every player has one"),
      value("state.each", "hole", "one value for each hole"),
      value("state.each", "player", "one value for each player"),
      value("state.each", "none", "a single value"),
      value("state.lasts", "move", "begins anew with every move"),
      value("state.lasts", "turn", "begins anew with every turn"),
      value("state.lasts", "round", "begins anew with every round"),
      value("state.lasts", "match", "is never begun anew"),
      value("move.none", "pass", "who has no legal move passes"),
      value("board.stores", "left", "before his first hole, counterclockwise"),
      value("board.stores", "right", "after his last hole, counterclockwise"),
      value("sow.around", "board", "all holes; no store is sown into"),
      value("sow.around", "board-and-own-store",
            "all holes and the sower's store, which stands at the right end of his row, or where "
            "`board.stores` says"),
      value("sow.around", "board-and-stores", "all holes and both stores"),
      value("sow.around", "own-rows",
            "the holes that are the sower's at the start, and round again: nothing goes to the opponent"),
      value("sow.around", "own-rows-and-own-store", "the same, and the sower's store"),
      value("sow.order", "choice", "for every drop the sower picks one of the kinds in his hand"),
      value("endless.then", "stop", "the laps are over, the board stays as it lies, and the turn goes on"),
      value("endless.then", "illegal", "there was no such move"),
      value("endless.then", "drawn", "the round is over, drawn"),
      value("notation.moves", "start", "the label of the hole lifted"),
      value("notation.moves", "start-and-last",
            "the labels of the hole lifted and of the hole of the last seed"),
      value("from", "left", "from the left, as the owner sees it"),
      value("from", "right", "from the right, as the owner sees it"),

      // --- names
      // ----------------------------------------------------------------------------------------------
      name("mover", Type::player, Op::mover, at::turn, "The player whose turn it is (or is about to be).",
           "captured(mover)"),
      name("opponent", Type::player, Op::other, at::turn, "The other of two players.",
           "capture board for opponent"),
      name("own", Type::region, Op::own, at::turn, "The holes that the mover owns.",
           "own where occupied(it)"),
      name("theirs", Type::region, Op::theirs, at::turn, "The holes that another player owns.",
           "empty(theirs)"),
      name("board", Type::region, Op::board, at::all, "All holes. Stores are never among them.",
           "capture board for owner(it)"),
      name("ends", Type::region, Op::region, at::all, "The holes between the rows, of `board.ends`.",
           "next(here) in ends"),
      name("players", Type::players, Op::players, at::all, "All seats.",
           "some players where captured(it) < 7"),
      name("start", Type::hole, Op::start, at::choice | in_turn, "The hole that the player picked.",
           "seeds(start) > 1"),
      name("direction", Type::direction, Op::running, at::choice | in_turn,
           "The way the lap runs; in `legal` the way of the move that is judged.", "reverse of direction"),
      name("origin", Type::hole, Op::origin, in_turn, "The hole after (or at) which this lap began.",
           "it == origin"),
      name("here", Type::hole, Op::here, at::lap | at::after | at::route,
           "Where the last seed dropped: a hole or a store.", "seeds(here) is 2 or 3"),
      name("was", Type::number, Op::was, at::lap | at::after, "What `here` held before that seed.",
           "was == 0"),
      name("last", Type::truth, Op::last, at::station | at::lap,
           "Was this seed the lap's last? In `skip` and `each`: would it be?", "seeds(it) == 3 and not last"),
      name("previous", Type::hole, Op::previous, at::lap | at::after | at::route,
           "The station before `here` in this lap's path; in `route` that is `origin` after the first seed.",
           "seeds(previous)"),
      name("first-sown", Type::hole, Op::first_sown, at::lap | at::after | at::route,
           "The first station that got a seed in this lap.", "sow at first-sown"),
      name("lap-sown", Type::region, Op::lap_sown, at::lap | at::after | at::route,
           "The holes sown in this lap.", "it in lap-sown"),
      name("turn-sown", Type::region, Op::turn_sown, at::lap | at::after | at::route,
           "The holes sown in this turn.", "it in turn-sown"),
      name("laps", Type::number, Op::laps, at::lap | at::after | at::route,
           "The laps of this move, the finished one counted in.", "laps == 1"),
      name("captured-now", Type::number, Op::captured_now, in_turn,
           "The seeds captured in this move; `captured-now(p)`: by p.", "captured-now > 0"),
      name("phase", Type::word, Op::phase, at::choice | in_turn,
           "The running phase, one of those of `phases`.", "phase == opening"),
      name("round", Type::number, Op::round, at::all, "The number of the round, from 1.", "round > 1"),
      name("turns-played", Type::number, Op::turns_played, at::all, "The turns finished in this round.",
           "turns-played < 2"),
      name("round-starter", Type::player, Op::round_starter, at::all,
           "Who began the round (in `match`: the last).", "next-player(round-starter)"),
      name("round-winner", Type::player, Op::round_winner, at::rounds,
           "Who won the round just ended, none if drawn.", "starter: round-winner"),
      name("last-mover", Type::player, Op::last_mover, at::all, "Who made the last move; a pass is none.",
           "capture board for last-mover"),
      name("no-move", Type::truth, Op::no_move, at::before_turn,
           "The player about to play has no legal move.", "if: no-move"),
      name("repeated", Type::truth, Op::repeated, at::before_turn | at::after,
           "The same position stood before in this round.", "if: repeated"),
      name("quiet", Type::number, Op::quiet, at::turn, "The moves since the last capture in this round.",
           "quiet >= 50"),
      name("by-lot", Type::player, Op::by_lot, at::rounds, "A player drawn by chance.", "starter: by-lot"),
      name("either", Type::direction, Op::direction, at::all, "Both ways: the player chooses.",
           "direction: either"),
      name("counterclockwise", Type::direction, Op::direction, at::all,
           "As seen from above, for every player.", "direction: counterclockwise"),
      name("clockwise", Type::direction, Op::direction, at::all, "As seen from above, for every player.",
           "direction: clockwise"),
      name("hand", Type::hole, Op::place, in_turn, "The place of the seeds being sown.", "seeds(hand)"),
      name("out", Type::hole, Op::place, at::all, "The place of seeds out of play.", "capture here for out"),
      name("nobody", Type::player, Op::player, at::all, "No player.", "win: nobody"),

      // --- functions
      // ------------------------------------------------------------------------------------------
      function("seeds", "hole region", Type::number, Op::seeds,
               "How many seeds lie in a hole, store, pile or region.", "seeds(here)"),
      function("worth-of", "hole region", Type::number, Op::worth,
               "What lies in a hole, store, pile or region is worth: a seed 1, other `pieces` what is said "
               "of them.",
               "player with most worth-of(store(it))"),
      function("count", "region players", Type::number, Op::count, "How many holes or players a set has.",
               "count(holes(p))"),
      function("row", "hole", Type::number, Op::row, "The row of a hole: 1 is the owner's inner one.",
               "row(it) == 1"),
      function("number", "hole", Type::number, Op::column_number,
               "A hole's number from its owner's left, from 1.", "number(here) != 9"),
      function("turns", "player", Type::number, Op::turns,
               "The turns that a player has finished in this round.", "turns(mover) == 0"),
      function("next", "hole", Type::hole, Op::next,
               "The next station in the running direction. It passes over closed holes, not over those that "
               "`skip` "
               "leaves out.",
               "next(next(here))", at::all, true),
      function("prev", "hole", Type::hole, Op::prev, "The station before, against the running direction.",
               "prev(it)", at::all, true),
      function("opposite", "hole", Type::hole, Op::opposite, "The hole across the middle.", "opposite(here)",
               at::all, true),
      function("behind", "hole", Type::hole, Op::behind, "The next hole outward in the same column.",
               "behind(opposite(here))", at::all, true),
      function("same", "hole", Type::hole, Op::same, "The other player's hole of the same row and number.",
               "same(h)", at::all, true),
      function("leftmost", "region", Type::hole, Op::leftmost, "The first hole from its owner's left.",
               "leftmost(own where occupied(it))"),
      function("rightmost", "region", Type::hole, Op::rightmost, "The first hole from its owner's right.",
               "rightmost(own)"),
      function("foremost", "region", Type::hole, Op::foremost,
               "The hole farthest on in the running direction.", "foremost(own where occupied(it))"),
      function("hindmost", "region", Type::hole, Op::hindmost,
               "The hole farthest back in the running direction.", "hindmost(own)"),
      function("store", "player", Type::hole, Op::store, "The place of a player's captured seeds.",
               "store(mover)"),
      function("holes", "player", Type::region, Op::holes, "The holes that a player owns.", "holes(p)"),
      function("side", "player", Type::region, Op::side,
               "The holes at whose row a player sits, whoever owns them.", "side(p)"),
      function("neighbours", "hole", Type::region, Op::neighbours,
               "The holes before and after a hole on the circuit; on a grid without one the holes beside it.",
               "neighbours(here)"),
      function("owner", "hole", Type::player, Op::owner, "Who owns a hole.", "capture here for owner(here)"),
      function("other", "player", Type::player, Op::other, "The other of two players.", "other(p)"),
      function("next-player", "player", Type::player, Op::next_player, "The next seat in order of play.",
               "next-player(round-starter)"),
      function("closed", "hole", Type::truth, Op::closed, "Is the hole closed?", "closed(h)"),

      // --- actions
      // --------------------------------------------------------------------------------------------
      action("lift", "Takes seeds into the hand: all of a hole or region, or up to N from each hole.",
             "lift 2 of start"),
      action("sow",
             "Begins a lap with the hand: `sow after H`, the first seed into the station after H; `sow at "
             "H`, into H "
             "itself; `going D` gives the direction. Always the last action of its list.",
             "lift here; sow after here"),
      action("capture",
             "Takes seeds off the board to a store: `for P` says whose (absent: the mover's), and may ask "
             "about each "
             "hole `it`; `for out` takes them out of play, `for none` leaves them. `capture 2 of R`: up to "
             "two from "
             "each hole.",
             "capture here union opposite(here)"),
      action(
          "move",
          "Moves seeds without capturing: `move N from A to B`, `move all from A to B`. B may be a region: "
          "`move N` puts N seeds into each of its holes in order, `move all` one seed into each, as long as "
          "A "
          "has seeds. N is a limit.",
          "move 7 from store(p) to h"),
      action("set", "Gives a declared state a new value; also `set owner(h) to p`.",
             "set trap(mover) to here"),
      action("close", "Takes holes out of the board: they are marked `x`, and everything passes over them.",
             "close holes(p) where empty(it)"),
      action("open", "Brings closed holes back.", "open holes(p)"),
      action("choose",
             "A decision: `choose x from left or right`, from a region, or `from 1 to n` (8191 at most); `by "
             "P` says "
             "whose, "
             "`by chance` "
             "draws lots. x is none before.",
             "choose safari from stop or go-on"),
      action("again", "After this move the mover moves once more, if he can.", "again"),
      action("stop", "The laps are over.", "stop"),
      action("end", "The round is over now; `win` decides.", "end"),
      action("win", "The round is over now, won by P; `win nobody`: drawn.", "win mover"),
      action("swap",
             "`swap seats`: the two persons change seats, and each plays on with the holes and the store "
             "that he "
             "finds there (the pie rule). Whose turn it is does not change: the seat is at turn.",
             "swap seats"),
      action("rotate",
             "`rotate seats`: every person moves on to the next seat, the last to the first, and takes his "
             "store "
             "and his piles with him.",
             "rotate seats"),

      // --- operators
      // ------------------------------------------------------------------------------------------
      operation("if", "`if A then B else C`.", "if empty(it) then 2 else 1"),
      operation("and", "Both hold.", "fell-in-empty and here in own"),
      operation("or", "One of them holds.", "empty(own) or empty(theirs)"),
      operation("not", "It does not hold.", "not last"),
      operation("==", "Equal; also `!=`, and between numbers `<`, `<=`, `>`, `>=`.", "seeds(here) == 4"),
      operation("in", "The hole or player is a member of the set.", "here in own"),
      operation(
          "is",
          "The number is one of: `2 or 3`, `1 to 5`, `even` (2, 4, …), `odd` (1, 3, …). Zero is neither.",
          "seeds(here) is even"),
      operation("+", "Also `-` (between spaces), `*`, `div`, `mod`. Division by 0 gives 0.", "width * 2"),
      operation("where", "The members of a set for which something holds; `it` is the member.",
                "own where seeds(it) > 1"),
      operation("union", "The members of both sets.", "here union opposite(here)"),
      operation("minus", "The members of the first set that are not in the second.", "chain minus here"),
      operation("some", "The set is not empty. `some move by P gives E`: P has a move after which E holds.",
                "some own where occupied(it)"),
      operation("no", "The set is empty. `no move by P`, `no move by any player`: there is no legal move.",
                "no move by any player"),
      operation(
          "after",
          "It holds when the move in question has been played. Only in `legal`, `turn-start` and `end`.",
          "after seeds(theirs) > 0"),
      operation(
          "at-start",
          "Looks at the seeds in holes, stores and piles as they lay when the turn began, before "
          "`turn-start`, also in a bonus move; everything else is as it is now. With a number or a region, "
          "in brackets: `(at-start seeds(here)) > 3`.",
          "at-start seeds(here) == 3"),
      operation("at-lap-start",
                "Looks at the seeds as they lay when the lap had been lifted and nothing had dropped yet; "
                "everything else is as it is now. Only in `skip`, `each`, `each-seed` and `lap-end`.",
                "at-lap-start seeds(it) == 3"),
      operation("run",
                "An unbroken run of holes: `run from H [ahead|back] [by N] [within R] while C`. H itself "
                "must satisfy C.",
                "run from here back within theirs while seeds(it) is 2 or 3"),
      operation("step", "The station N steps away: `step N from H [ahead|back|going D]`.",
                "step 2 from here ahead"),
      operation("reverse", "`reverse of D`: the opposite direction.", "reverse of direction"),
      operation("the", "The only member of a region, none if there is not exactly one.",
                "the (own where occupied(it))"),
      operation("player", "`player with most E`, `player with fewest E`; none unless exactly one has.",
                "player with most captured(it)"),
      operation("it",
                "The member in question in `where`, `while`, `player with`, `for`, `skip`, `each`, `setup`.",
                "own where occupied(it)"),
      operation("none", "No hole, no player, no value.", "trap(mover) == none"),
  };
  return words;
}

}  // namespace

const std::vector<Word>& vocabulary() { return table(); }

const Word* find_word(WordKind kind, std::string_view text, std::string_view context) {
  for (const Word& w : table()) {
    if (w.kind == kind && w.text == text && w.context == context) return &w;
  }
  return nullptr;
}

std::vector<std::string_view> words_of(WordKind kind, std::string_view context) {
  std::vector<std::string_view> texts;
  for (const Word& w : table()) {
    if (w.kind == kind && w.context == context) texts.push_back(w.text);
  }
  return texts;
}

std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (end > 0) parts.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

std::string moments_text(Moments moments) {
  static constexpr std::pair<Moments, std::string_view> kNames[] = {
      {moment::setup, "`setup`"},
      {moment::before_turn, "`end.before-turn`"},
      {moment::turn_start, "`turn-start`"},
      {moment::choice, "`move`"},
      {moment::play, "`play`"},
      {moment::station, "`skip` and `each`"},
      {moment::route, "`route`"},
      {moment::lap, "`each-seed` and `lap-end`"},
      {moment::after, "`move-end`, `end.after-move` and under `after`"},
      {moment::rounds, "`match` and `starter`"},
      {moment::win, "`win`"}};
  std::string text;
  for (const auto& [bit, name] : kNames) {
    if ((moments & bit) == 0) continue;
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

}  // namespace mancala
