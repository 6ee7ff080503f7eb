// The language manual: a fixed introduction, and everything about single words from the vocabulary.
#include "dsl/vocabulary.h"

namespace mancala {
namespace {

constexpr std::string_view kIntroduction = R"(# The variant language, edition 1

*This page is made from the program's own vocabulary (`mancala manual`); a test fails when it is out of date.*

A variant file says the rules of one game. Its structure is YAML, its conditions and actions are short lines of a
small language. Files are UTF-8 text; each is called after its `id`.

## A turn, step by step

A turn is a *move* (a choice) and then *laps*: a lap lifts seeds and drops them one by one. The file hangs lists of
*clauses* on five events (`turn-start`, `play`, `each-seed`, `lap-end`, `move-end`), on two moments at which a round
may end (`end.before-turn`, `end.after-move`), and on `match.new-round`.

| step | what happens |
|---|---|
| T1 | `end.before-turn`: the first clause that holds ends the round. The mover is the player about to play. |
| T2 | `turn-start`: once in a turn. |
| T3 | The running phase is found: the first whose `while` holds. |
| T4 | `move`: the candidates `from`, then the filters `legal`, then the player picks; where `pass` holds he may pass instead. If none is left: `none: pass`. |
| T5 | `play`: absent, the picked hole is lifted and sown after it. Laps follow (L1 to L4). |
| T6 | `move-end`. |
| T7 | `end.after-move`: the first clause that holds ends the round. |
| T8 | If `again` was said and the mover has a legal move: back to T3, in the same turn. Otherwise the next player. |
| L1 | The next station on the circuit that `skip` does not leave out. |
| L2 | One seed drops (or as many as `each` says); `each-seed` is read. |
| L3 | Are there seeds in the hand? Back to L1. |
| L4 | `lap-end`: if a clause sows, the next lap begins. Otherwise the laps are over. |

A `pass` is a turn without T5 and T6. An end is never tested between two laps, unless a clause says `end` or `win`.
`at-start` looks back at T1 of the turn, in a bonus move, too, and under `after`; a move that `some move by P` imagines
begins a turn of its own. `at-lap-start` looks back at the lap when its hand had been lifted and nothing had dropped.
Only the seeds in holes, stores and piles are those of then: owners, closed holes, states and the names of the moment
(`here`, `own`, `hand`, `captured-now`) are as they are now.
When as many laps have been sown as `endless` says, and the clauses of `lap-end` would sow again, the laps are over
instead, before anything is lifted: that is what `endless.then` is about.

`players` are seats. A seat owns holes, a store and piles; it is at turn, wins and loses; `mover`, `captured(p)`,
`round-winner` and states of each player are of seats. Persons sit on them, and may change: `swap seats` and `rotate
seats` do nothing else, but that `rotate seats` carries stores and piles along. So the pie rule is, with the choice of
the second player written behind the first move (`A3/swap`):

```yaml
turn-start:
  - {if: turns-played == 1, also: choose answer from swap or keep}
  - {if: answer == swap, also: swap seats}
```

## Clauses

| form | meaning |
|---|---|
| `{if: C, then: ACTIONS}` | The first such clause whose condition holds acts, and the list is done. |
| `{if: C, also: ACTIONS}` | Acts if the condition holds, and the list is read on. |
| `ACTIONS` (a bare line) | `{also: ACTIONS}`. A bare name of a definition that is a list of clauses puts that list here. |
| `{let: NAME, be: E}` | The value of E now, under a name, for the rest of the list. |
| `{each: x in R, if: C, also: ACTIONS}` | For each member of R, in order; R is fixed before the first. |
| `{if: C}` | In `end` only: ends the round without doing anything. |

`sow`, `stop`, `end` and `win` end the list in whatever form they stand. `sow` is the last action of its list. Actions are
separated by `; `. A number in an action is a limit: `move 7 from store(p) to h` moves fewer if there are fewer. Acting on
nothing does nothing. Seeds are never made or lost.

## Expressions

Types are number, condition, hole (also a store or a pile), region (a set of holes), player, set of players, direction,
and words. None is turned into another but a hole into the region that has only this hole. Everything has a value: the
seeds of no hole are 0, the owner of no hole is nobody, division by 0 gives 0, nothing is a member of `none`.

From loosest to tightest: `if … then … else …`; `or`; `and`; `not`, `after`; `some`, `no`; comparisons, `in`, `is`;
`where` (reaches as far right as it can); `union`, `minus`; `+`, `-` (between spaces); `*`, `div`, `mod`.

Beside `==` and `!=`, after `set … to` and in `choose`, a bare name is first looked for among the words of the other
side: so the value `opponent` of a reading and the player `opponent` live together.

A definition is an expression, a line of actions, or a list of clauses; which one shows from its form. Its parameters are
values, worked out once at the call. Its body does not see the caller's names. It may be defined again in a file that
`extends` this one, and the new meaning holds everywhere. The prelude (`variants/lib/prelude.yaml`) defines common idioms
in this way; every file sees it.

## YAML and expressions

YAML takes some characters away from unquoted text: a line that begins with `!`, `&`, `*`, `[`, `{`, `%`, `@`, `|`, `>` or a
backtick, ` #` anywhere, and `: `. The language avoids them all. A comma is the one trap: in `{if: C, then: f(a, b)}`
YAML cuts the call in two; write such a clause in block style, or put the action in quotes.
)";

// The keys of a map, and what else there is to say of it.
struct Section {
  std::string_view title;
  std::string_view context;
  std::string_view note = {};
};
constexpr std::string_view kPlaces =
    R"(Each hole has a label and its place, `[2, 0]`: how far to the right and how far up it lies, from 0 to 63, as South sees
the board. No row is said then, so neither is who owns a hole (`owners`), which one it faces (`opposite`), and how seeds
run (`circuits`).

```yaml
board:
  holes: {A1: [0, 0], A2: [1, 0], A3: [2, 0], a1: [2, 1], a2: [1, 1], a3: [0, 1]}
```
)";
constexpr std::string_view kSetup =
    R"(`setup: 4` is short for `setup: {seeds: 4}`.
)";
constexpr std::string_view kPhases =
    R"(If the `while` of no phase holds, there is no move to make: the player has no legal move, and a clause of
`end.before-turn` that asks for `no-move` decides.
)";
constexpr Section kMaps[] = {{"Keys of a file", ""},
                             {"A parameter", "parameter"},
                             {"A reading", "reading"},
                             {"`board`", "board"},
                             {"Holes with a place each", "hole", kPlaces},
                             {"A piece", "piece"},
                             {"A pile", "pile"},
                             {"`setup`", "setup", kSetup},
                             {"A state", "state"},
                             {"`move`", "move"},
                             {"A filter of `legal`", "filter"},
                             {"`sow`", "sow"},
                             {"A phase", "phase", kPhases},
                             {"`end`", "end"},
                             {"`match`", "match"},
                             {"`endless`", "endless"},
                             {"`notation`", "notation"},
                             {"A clause", "clause"}};

std::string_view shape_text(Shape shape) {
  switch (shape) {
    case Shape::text: return "text";
    case Shape::texts: return "text or list of texts";
    case Shape::citations: return "map of texts";
    case Shape::number: return "number";
    case Shape::expression: return "expression";
    case Shape::names: return "list of names";
    case Shape::one_of: return "one of a few values";
    case Shape::clauses: return "clauses";
    case Shape::filters: return "filters";
    case Shape::map: return "map";
    case Shape::map_of: return "map of names";
    case Shape::blocks: return "map or list of maps";
    case Shape::definitions: return "map of definitions";
    case Shape::actions: return "actions";
    case Shape::bindings: return "loop";
    case Shape::routes: return "map of stations";
    case Shape::choices: return "map of choices";
    case Shape::expression_or_map: return "expression or map";
  }
  return "";
}

std::string_view type_text(ir::Type type) {
  switch (type) {
    case ir::Type::number: return "number";
    case ir::Type::truth: return "condition";
    case ir::Type::hole: return "hole";
    case ir::Type::region: return "region";
    case ir::Type::player: return "player";
    case ir::Type::players: return "players";
    case ir::Type::direction: return "direction";
    case ir::Type::word: return "word";
  }
  return "";
}

// A cell of a Markdown table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string required_text(const Word& w) {
  std::string others;
  for (const std::string_view other : parts_of(w.instead)) others += " or `" + cell(other) + "`";
  return others.empty() ? " (required)" : " (this" + others + " is required)";
}

void key_table(std::string& out, const Section& section) {
  out += "\n### " + std::string(section.title) + "\n\n";
  if (!section.note.empty()) out += std::string(section.note);
  if (words_of(WordKind::key, section.context).empty()) return;
  if (!section.note.empty()) out += "\n";
  out += "| key | value | meaning | example |\n|---|---|---|---|\n";
  for (const Word& w : vocabulary()) {
    if (w.kind != WordKind::key || w.context != section.context) continue;
    out += "| `" + cell(w.text) + "`" + (w.required ? required_text(w) : "") + " | " +
           cell(shape_text(w.shape)) + " | " + cell(w.about);
    if (w.shape == Shape::one_of) {
      const std::string list = std::string(w.context) + "." + std::string(w.text);
      for (const Word& v : vocabulary()) {
        if (v.kind == WordKind::value && v.context == list)
          out += " `" + cell(v.text) + "`: " + cell(v.about) + ".";
      }
    }
    out += " | `" + cell(w.example) + "` |\n";
  }
}

std::string takes_text(std::string_view takes) {
  std::string out;
  for (const char c : takes) out += c == ' ' ? std::string(" or ") : std::string(1, c);
  return out;
}

}  // namespace

std::string manual() {
  std::string out(kIntroduction);
  out += "\n## Keys\n";
  for (const Section& section : kMaps) key_table(out, section);
  out +=
      "\n## Names of the moment\n\n| name | type | meaning | exists in | example |\n|---|---|---|---|---|\n";
  for (const Word& w : vocabulary()) {
    if (w.kind != WordKind::name) continue;
    out += "| `" + std::string(w.text) + "` | " + std::string(type_text(w.gives)) + " | " + cell(w.about) +
           " | " + (w.moments == moment::all ? "everywhere" : moments_text(w.moments)) + " | `" +
           cell(w.example) + "` |\n";
  }
  out +=
      "\nThe names of the players (`south`, `north`, unless `players` says otherwise) are players; labels "
      "such as `A5` are "
      "holes, `A5 of p` is that hole as p sees it, `holes A1 A2 of p` a region. `NAME(p)` of a declared pile "
      "is its place.\n";
  out += "\n## Functions\n\n| function | of | gives | meaning | example |\n|---|---|---|---|---|\n";
  for (const Word& w : vocabulary()) {
    if (w.kind != WordKind::function) continue;
    out += "| `" + std::string(w.text) + "` | " + takes_text(w.takes) +
           (w.pointwise ? " (or region: hole by hole)" : "") + " | " + std::string(type_text(w.gives)) +
           " | " + cell(w.about) + " | `" + cell(w.example) + "` |\n";
  }
  out += "\n## Operators\n\n| word | meaning | example |\n|---|---|---|\n";
  for (const Word& w : vocabulary()) {
    if (w.kind != WordKind::operator_) continue;
    out += "| `" + cell(w.text) + "` | " + cell(w.about) + " | `" + cell(w.example) + "` |\n";
  }
  out += "\n## Actions\n\n| action | meaning | example |\n|---|---|---|\n";
  for (const Word& w : vocabulary()) {
    if (w.kind != WordKind::operation) continue;
    out += "| `" + cell(w.text) + "` | " + cell(w.about) + " | `" + cell(w.example) + "` |\n";
  }
  return out;
}

}  // namespace mancala
