// The completion script for zsh loads, and is found under the program's name.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

TEST_CASE("completion for zsh", "[completion]") {
  if (!mancala::tests::has_shell("zsh")) {
    std::puts("skipped: zsh is not installed");
    return;
  }
  const mancala::tests::Folder folder;
  const std::string script = folder.file("script.zsh", "fpath=('" MANCALA_SOURCE_DIR
                                                       "/tools/completion' $fpath)\n"
                                                       "autoload -Uz compinit && compinit -D || exit 1\n"
                                                       "autoload -Uz +X _mancala || exit 1\n"
                                                       "[[ $_comps[mancala] == _mancala ]]\n");
  CHECK(std::system(("zsh -f '" + script + "'").c_str()) == 0);
}
