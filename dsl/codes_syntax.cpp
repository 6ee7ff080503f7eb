// M03xx: expression syntax.
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> syntax_codes() {
  return {
      {"M0301", Severity::error, "a word or sign does not fit here",
       "Up to this place the text makes sense; the message says what could follow. Often a word such as "
       "`and` is "
       "missing between two conditions, or a word such as `from` inside an action.",
       ExampleKind::keys, "move: {from: own where occupied(it) seeds(it) > 1}\n",
       "move: {from: own where occupied(it) and seeds(it) > 1}\n"},
      {"M0302", Severity::error, "an expression or action is empty",
       "The key asks for an expression or for actions, and its text is empty.", ExampleKind::keys,
       "setup: \"\"\n", "setup: 4\n"},
      {"M0303", Severity::error, "a bracket has no partner",
       "Every `(` needs a `)` later in the same text. Inside `{ }` YAML ends a text at a comma, so that a "
       "call with two "
       "arguments is cut there: such a clause is written over several lines.",
       ExampleKind::keys, "move: {from: own where (seeds(it) > 1}\n",
       "move: {from: own where (seeds(it) > 1)}\n"},
      {"M0304", Severity::error, "an `if` is not complete",
       "Inside an expression, `if C then A else B` is a value: A where C holds, otherwise B. Both are "
       "needed, since "
       "there is no value for nothing. The condition of a clause is something else: it has a key of its own.",
       ExampleKind::keys, "setup: if number(it) == 1 then 0\n", "setup: if number(it) == 1 then 0 else 4\n"},
      {"M0305", Severity::error, "an operator of another language",
       "The operators are `and or not`, `== != < <= > >=`, `in`, `is`, `+ - * div mod`, `union`, `minus` and "
       "`where`. "
       "Words are used where YAML has a use of its own for the sign.",
       ExampleKind::keys, "move: {from: own where seeds(it) = 3}\n",
       "move: {from: own where seeds(it) == 3}\n"},
      {"M0306", Severity::error, "a comparison is compared again",
       "A comparison is true or false, and so is `in`, `is`, `some` and `no`. It cannot be less or greater "
       "than "
       "something. Two comparisons are joined by `and`.",
       ExampleKind::keys, "move: {from: own where 1 < seeds(it) < 5}\n",
       "move: {from: own where 1 < seeds(it) and seeds(it) < 5}\n"},
      {"M0307", Severity::error, "`-` without blanks around it",
       "`fell-in-empty` is one name. So that nobody has to guess, a subtraction needs a blank on both sides "
       "of its "
       "`-`. There are no numbers below zero; where one is really wanted, `0 - 1` says so.",
       ExampleKind::keys, "setup: number(it)-1\n", "setup: number(it) - 1\n"},
      {"M0308", Severity::error, "a name is not written as names are",
       "Names are lower-case words joined by `-`: `lap-hole`. They begin with a letter and may have digits "
       "after it. "
       "One letter and digits, such as `a5`, is never a name but always a hole.",
       ExampleKind::keys, "move: {from: Own where occupied(it)}\n", "move: {from: own where occupied(it)}\n"},
      {"M0309", Severity::error, "a number is not written as numbers are",
       "Numbers are whole and decimal, without a sign, a point or a zero in front. A zero in front would "
       "mean base "
       "eight to some programs and nothing to others.",
       ExampleKind::keys, "setup: 04\n", "setup: 4\n"},
      {"M0310", Severity::error, "a number is too large", "The largest number is 1000000000.",
       ExampleKind::keys, "setup: 5000000000\n", "setup: 4\n"},
      {"M0311", Severity::error, "a word of the language is used as a name",
       "Words such as `where`, `from` and `if` hold expressions together. A definition, a parameter or a "
       "choice "
       "needs another name.",
       ExampleKind::keys, "define:\n  some(h): seeds(h) > 1\nmove: {from: own where seeds(it) > 1}\n",
       "define:\n  several(h): seeds(h) > 1\nmove: {from: own where several(it)}\n"},
      {"M0312", Severity::error, "an action inside an expression",
       "An expression asks, an action changes the board. Actions stand under `then` and `also`, or as lines "
       "of a "
       "list of clauses, never in a condition or a value.",
       ExampleKind::keys, "lap-end:\n  - {if: capture here, then: again}\n",
       "lap-end:\n  - {if: here == store(mover), then: again}\n"},
      {"M0313", Severity::error, "an expression where actions are wanted",
       "`then` and `also` say what happens; what must hold for it is said by `if` beside them.",
       ExampleKind::keys, "lap-end:\n  - also: here == store(mover)\n",
       "lap-end:\n  - {if: here == store(mover), then: again}\n"},
      {"M0314", Severity::error, "actions are not joined by `;`",
       "Several actions on one line are joined by `;`, which stands between two of them and not at the end.",
       ExampleKind::keys, "lap-end:\n  - if: here in own\n    then: capture here and stop\n",
       "lap-end:\n  - if: here in own\n    then: capture here; stop\n"},
      {"M0315", Severity::error, "a quoted word inside an expression",
       "Words, also those of readings and states, stand without quotes. Quotes around a whole text belong to "
       "YAML and "
       "are fine.",
       ExampleKind::keys, "setup: if number(it) == \"1\" then 0 else 4\n",
       "setup: if number(it) == 1 then 0 else 4\n"},
      {"M0316", Severity::error, "`not` in the middle of a comparison",
       "`not` stands before the whole condition that it negates: `not x in own`, `not seeds(here) is even`.",
       ExampleKind::keys, "move: {from: board where occupied(it) and it not in theirs}\n",
       "move: {from: board where occupied(it) and not it in theirs}\n"},
      {"M0317", Severity::error, "`is` with something else than plain numbers",
       "`is` compares a number with plain numbers and ranges of them, `even` and `odd`, joined by `or`: "
       "`seeds(here) is "
       "2 or 4 to 6`. Everything else is compared by `==`.",
       ExampleKind::keys, "lap-end:\n  - {if: here is store(mover), then: again}\n",
       "lap-end:\n  - {if: here == store(mover), then: again}\n"},
      {"M0318", Severity::error, "a character that means nothing here",
       "Expressions are made of lower-case words, labels of holes, whole numbers, operators and round "
       "brackets.",
       ExampleKind::keys, "lap-end:\n  - {if: here == store($mover), then: again}\n",
       "lap-end:\n  - {if: here == store(mover), then: again}\n"},
      {"M0319", Severity::error, "an expression is nested too deeply",
       "Brackets, calls, `not`, `if` and the like can stand inside each other 64 levels deep. Give parts of "
       "the "
       "expression names under `define`.",
       ExampleKind::none, "an expression begins with 65 opening brackets", ""},
      {"M0320", Severity::error, "an expression is too long",
       "An expression or a line of actions can have 1000 parts: names, numbers and operators. Give parts of "
       "it names "
       "under `define`.",
       ExampleKind::none, "an expression adds up 600 numbers", ""},
      {"M0321", Severity::error, "two parameters have the same name",
       "A definition tells its parameters apart by their names.", ExampleKind::keys,
       "define:\n  both(h, h): seeds(h) + seeds(h)\n",
       "define:\n  both(h, k): seeds(h) + seeds(k)\nmove:\n  from: own where both(it, opposite(it)) > 1\n"},
  };
}

}  // namespace mancala
