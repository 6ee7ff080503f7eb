// M07xx: files, library, command line values.
#include "dsl/codes_tables.h"

namespace mancala {

std::vector<Code> files_codes() {
  constexpr Severity kError = Severity::error;
  constexpr ExampleKind kNone = ExampleKind::none;
  return {
      {"M0701", kError, "a file that is not there",
       "The path names no file. Paths are taken from the folder in which the program was started.", kNone,
       "Reported when a path on the command line, or a file that another one extends, does not exist.", ""},
      {"M0702", kError, "a folder where a file is wanted",
       "The path names a folder. `check` and `test` read whole folders; the other commands want one file.",
       kNone, "Reported when the path of a variant is a folder.", ""},
      {"M0703", kError, "a file that cannot be read",
       "The file is there, but the system does not let this program read it; or it is a pipe or a device, "
       "which "
       "may have no end.",
       kNone, "Reported when a file's permissions forbid reading it.", ""},
      {"M0704", kError, "a file that is too large",
       "Variant files and example games are short texts; a larger file is not read, so that a wrong one "
       "costs no\n"
       "time. Split a long collection of games into several files.",
       kNone, "Reported for files of more than 256 KiB.", ""},
      {"M0705", kError, "an example game of an unknown variant",
       "`variant:` is the id of a variant in the library: the folder `variants` where the program was "
       "started, the\n"
       "folders in MANCALA_PATH, and the installed library.",
       kNone, "Reported when no variant of the library has the id that an example game names.", ""},
      {"M0706", Severity::warning, "there is no prelude",
       "The library has a file `lib/prelude.yaml` with the definitions that every variant may use, such as "
       "`occupied(h)`. None was found, so a file that uses them looks full of unknown names.",
       kNone,
       "Reported when neither the folder `variants`, nor MANCALA_PATH, nor the installed library has one.",
       ""},
      {"M0710", kError, "a setting that the variant does not have",
       "`--set name=value` sets a parameter or a reading that the variant declares.", kNone,
       "Reported for `--set` with a name that is neither.", ""},
      {"M0711", kError, "a setting with a value that cannot be",
       "A parameter is a number within the bounds that its variant states; a reading is one of its words.",
       kNone, "Reported for `--set` with such a value.", ""},
      {"M0712", kError, "a question about variants that cannot be read",
       "`mancala list --where` takes facts joined by `and`, `or`, `not` and brackets, such as\n"
       "`relay and not (rounds or passes)`; numbers are compared: `holes == 6`, `seeds > 40`. `mancala list\n"
       "--facts` lists the facts.",
       kNone, "Reported for a `--where` with an unknown fact, or that does not read as a question.", ""},
      {"M0713", kError, "a file that cannot be formatted",
       "`mancala fmt` reads what it made of a file before it gives it out: the values, the comments and the\n"
       "program must be the same. Here they would not be, so the file is left as it is.",
       kNone,
       "Reported by `fmt` where the formatted text does not mean the same; this is a bug of the program.",
       ""},
      {"M0720", kError, "an entry in the map of recorded games that cannot be",
       "An entry says which program recorded a game, what the recording calls it, and which variant it is, "
       "or why it "
       "is\n"
       "left out. The variant is in the library and its board is the recorded one; no game is mapped twice.",
       kNone, "Reported by `mancala-replay` for the files in tests/recorded.", ""},
  };
}

}  // namespace mancala
