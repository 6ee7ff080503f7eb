// M01xx: reading (bytes, YAML).
#include <string>

#include "dsl/codes_tables.h"

namespace mancala {

namespace {

// A directive must stand before everything else.
std::string_view with_directive() {
  static const std::string text = "%YAML 3.0\n---\n" + std::string(base_variant());
  return text;
}

}  // namespace

std::vector<Code> reading_codes() {
  return {
      {"M0101", Severity::error, "the file is no UTF-8 text",
       "Files are UTF-8. The bytes at this place are none: the file was saved in another encoding (Latin-1, "
       "say), "
       "or it is no text at all. Overlong forms and halves of surrogate pairs are refused, too.",
       ExampleKind::none, "a name written `Bäo` and saved as Latin-1", "the same, saved as UTF-8"},
      {"M0102", Severity::error, "a control character",
       "Apart from line ends and tabs a text has no control characters, neither as such nor as an escape in "
       "double "
       "quotes. A zero byte mostly means that the file is no text.",
       ExampleKind::none, "a name with a zero byte in it", "the name alone"},
      {"M0103", Severity::error, "the file is written in UTF-16 or UTF-32",
       "The first bytes of the file say so. Only UTF-8 is read, with or without a byte order mark.",
       ExampleKind::none, "a file saved as \"Unicode\" by an editor that means UTF-16",
       "the same, saved as UTF-8"},
      {"M0104", Severity::error, "a carriage return that ends no line",
       "Lines end with a line feed, or with a carriage return and a line feed. A carriage return alone would "
       "look "
       "like a line end to some programs only.",
       ExampleKind::none, "a file with the line ends of very old Macintosh programs",
       "a file with LF or CR LF"},
      {"M0105", Severity::error, "a tab in the indentation",
       "Indentation says what belongs to what, and a tab has no width that everybody agrees on. Use spaces.",
       ExampleKind::keys, "move:\n\tfrom: own where occupied(it)\n",
       "move:\n  from: own where occupied(it)\n"},
      {"M0106", Severity::error, "the indentation has an unusual space",
       "A no-break space and its like come with text that is copied from web pages. They look like spaces, "
       "but YAML "
       "takes them for the beginning of a word.",
       ExampleKind::keys, "move:\n\u00A0\u00A0from: own where occupied(it)\n",
       "move:\n  from: own where occupied(it)\n"},
      {"M0107", Severity::error, "lists and maps are nested too deep",
       "No rule needs more than a few levels, so there is a limit of 32. Mostly a bracket is repeated by "
       "mistake.",
       ExampleKind::keys, "aka: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\n",
       "aka: [a]\n"},
      {"M0108", Severity::error, "the file has too many values",
       "A variant has some hundreds of values; the limit is 20000. It keeps a file made by accident, or by "
       "malice, "
       "from taking the program's time.",
       ExampleKind::none, "a file with 20001 keys", "a file with the keys of a variant"},
      {"M0109", Severity::error, "the file has no content",
       "The file is empty or has nothing but comments in it.", ExampleKind::file, "# the rules will follow\n",
       base_variant()},
      {"M0110", Severity::error, "YAML takes a leading `!` out of the value",
       "In YAML a `!` at the beginning of a value marks a tag, the name of a data type. What is left of the "
       "expression would mean something else. Negation is written `not`.",
       ExampleKind::keys, "move: {from: own where occupied(it), legal: [{only: !empty(own)}]}\n",
       "move: {from: own where occupied(it), legal: [{only: not empty(own)}]}\n"},
      {"M0111", Severity::error, "a YAML anchor",
       "In YAML a `&` at the beginning of a value names it, to be repeated elsewhere. Anchors are not used "
       "here: "
       "values that are used more than once are parameters or definitions.",
       ExampleKind::keys, "setup: &four 4\n", "parameters: {four: 4}\nsetup: four\n"},
      {"M0112", Severity::error, "a YAML alias",
       "In YAML a `*` at the beginning of a value repeats a value that was named elsewhere. Aliases are not "
       "used "
       "here: values that are used more than once are parameters or definitions.",
       ExampleKind::keys, "setup: *four\n", "parameters: {four: 4}\nsetup: four\n"},
      {"M0113", Severity::error, "a merge key",
       "`<<` copies the keys of another map in some dialects of YAML. Here a variant builds on another one "
       "by "
       "`extends`, and shared parts are definitions.",
       ExampleKind::keys, "<<: {setup: 4}\n", "setup: 4\n"},
      {"M0114", Severity::error, "a key is no plain word",
       "YAML allows lists, maps and texts of several lines as keys, and keys after a `?`. Here every key is "
       "a word "
       "or the head of a definition, followed by a colon.",
       ExampleKind::keys, "board: {[rows, holes]: 6}\n", "board: {rows: 2, holes: 6}\n"},
      {"M0115", Severity::error, "a key stands twice",
       "A map has each key once. With two of them nobody can know which one is meant.", ExampleKind::keys,
       "setup: 4\nsetup: 5\n", "setup: 5\n"},
      {"M0116", Severity::error, "text after the end of the document",
       "A file holds one document. Something follows where it is over: a second document after `---`, or "
       "text after "
       "a bracket or quote that closes the first one.",
       ExampleKind::keys, "note: rules for two\n---\nnote of somebody else\n", "note: rules for two\n"},
      {"M0117", Severity::error, "a quote is not closed",
       "A text in quotes reaches to the next quote of the same kind, over any number of lines. If that quote "
       "is "
       "forgotten, the rules below become part of the text. An apostrophe in a text is no problem unless it "
       "is the "
       "first character.",
       ExampleKind::keys, "name: 'Base\n", "name: 'Base'\n"},
      {"M0118", Severity::error, "text after the end of a value",
       "A value that begins with a quote ends with it, and one that begins with a bracket ends with the "
       "closing one. "
       "More text on the same line belongs to nothing.",
       ExampleKind::keys, "name: \"Base\" (for two)\n", "name: \"Base (for two)\"\n"},
      {"M0119", Severity::error, "a bracket is not closed",
       "`[` begins a list and `{` a map on one line or over several, and values in them are separated by "
       "commas. "
       "Either the closing bracket is missing or a comma. A value that shall begin with a bracket is put in "
       "quotes.",
       ExampleKind::keys, "board: {rows: 2, holes: 6\n", "board: {rows: 2, holes: 6}\n"},
      {"M0120", Severity::error, "a closing bracket that closes nothing",
       "There is no open bracket of this kind before it.", ExampleKind::keys, "board: {rows: 2, holes: 6]}\n",
       "board: {rows: 2, holes: 6}\n"},
      {"M0121", Severity::error, "a value begins with a reserved character",
       "In YAML no value can begin with `@`, `%` or a backtick. In quotes it can.", ExampleKind::keys,
       "name: @base\n", "name: \"@base\"\n"},
      {"M0122", Severity::error, "a value begins with `>` or `|`",
       "In YAML these two begin a text over several lines, and only the end of the line may follow them. An "
       "expression never begins with them.",
       ExampleKind::keys, "move: {from: own where occupied(it)}\nnote: > 12 seeds are enough\n",
       "move: {from: own where occupied(it)}\nnote: \"> 12 seeds are enough\"\n"},
      {"M0123", Severity::error, "a second colon in a value",
       "`: ` separates a key from its value, so a value with `: ` in it must be put in quotes. Inside "
       "brackets a "
       "comma may be missing before the next key.",
       ExampleKind::keys, "note: one exception: no lap is longer than twelve seeds\n",
       "note: \"one exception: no lap is longer than twelve seeds\"\n"},
      {"M0124", Severity::error, "a line does not fit the lines above",
       "Keys of one map begin in the same column, and what belongs to a key is indented further. This line "
       "is "
       "indented in a way that fits nothing, or it is no `key: value` at all.",
       ExampleKind::keys, "move:\n    from: own where occupied(it)\n  none: pass\n",
       "move:\n  from: own where occupied(it)\n  none: pass\n"},
      {"M0125", Severity::error, "a list item cannot stand here",
       "Items begin with `- ` and stand each on a line of its own, below their key and all in the same "
       "column. Keys "
       "and items cannot be mixed at one level.",
       ExampleKind::keys, "aka: - Wari\n", "aka:\n  - Wari\n"},
      {"M0126", Severity::error, "an unknown escape in double quotes",
       "In double quotes `\\` begins an escape: `\\\"`, `\\\\`, `\\n`, `\\t`, `\\u00e9` and some more. In "
       "single "
       "quotes it is an ordinary character.",
       ExampleKind::keys, "name: \"Base\\-Game\"\n", "name: 'Base\\-Game'\n"},
      {"M0127", Severity::error, "YAML cuts a call at its comma",
       "Inside `{ }` and `[ ]` a comma separates values for YAML, even between the brackets of a call. "
       "`then: fill(p, 7, right)` becomes three pieces there. Write the clause in block style, over several "
       "lines, "
       "or put the value in quotes.",
       ExampleKind::keys,
       "define:\n  give(h, p): capture h for p\nlap-end:\n  - {if: here == store(mover), then: again}\n"
       "  - {if: fell-in-empty and here in own, then: give(here, mover)}\n",
       "define:\n  give(h, p): capture h for p\nlap-end:\n  - {if: here == store(mover), then: again}\n"
       "  - if: fell-in-empty and here in own\n    then: give(here, mover)\n"},
      {"M0128", Severity::error, "a comment cuts an expression off",
       "In YAML a `#` after a space begins a comment, wherever it stands. What is before it is read as the "
       "whole "
       "value, and that is not complete.",
       ExampleKind::keys, "setup: (4 # + 1)\n", "setup: (4 + 1)  # five each\n"},
      {"M0129", Severity::warning, "a word that looks like text is read as a comment",
       "In YAML a `#` after a space begins a comment. This one looks like a part of the text, a number say. "
       "A comment "
       "has a space after its `#`; a text with ` #` in it is put in quotes.",
       ExampleKind::keys, "name: Base #2\n", "name: \"Base #2\"\n"},
      {"M0130", Severity::error, "a YAML directive that cannot be followed",
       "Lines that begin with `%` at the beginning of a file are directives to a YAML reader. None is "
       "needed.",
       ExampleKind::file, with_directive(), base_variant()},
      {"M0131", Severity::error, "a key is too long",
       "YAML limits a key to 1024 characters. Mostly a colon is missing, or stands far behind its place.",
       ExampleKind::none, "a key of 1025 characters", "a key of one word"},
      {"M0132", Severity::error, "YAML cannot be read",
       "The text breaks a rule of YAML that has no explanation of its own here. Quotes around the value help "
       "in most "
       "cases.",
       ExampleKind::none, "a text that breaks a rare rule of YAML", "the same value in quotes"},
      {"M0133", Severity::error, "a space is missing after a colon",
       "A colon separates a key from its value only if a space or the end of the line follows. Without it "
       "all of the "
       "text is one word.",
       ExampleKind::keys, "board: {rows:2, holes: 6}\n", "board: {rows: 2, holes: 6}\n"},
  };
}

}  // namespace mancala
