// The completion script for bash loads and offers commands, options and the ids of the library.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/tools/program.h"

using mancala::tests::Folder;
using mancala::tests::has_shell;

namespace {

// Runs a script in bash in which `mancala` is the built program; true if it succeeds.
bool bash(const std::string& script) {
  const Folder folder;
  const std::string program_folder = std::filesystem::path(MANCALA_PROGRAM).parent_path().string();
  const std::string file = folder.file(
      "script.bash", "PATH='" + program_folder + "':$PATH\ncd '" MANCALA_SOURCE_DIR "' || exit 1\n" +
                         "source tools/completion/mancala.bash || exit 1\n" + script);
  return std::system(("bash --norc '" + file + "'").c_str()) == 0;
}

}  // namespace

TEST_CASE("completion for bash", "[completion]") {
  if (!has_shell("bash")) {
    std::puts("skipped: bash is not installed");
    return;
  }
  CHECK(bash(R"(COMP_WORDS=(mancala de); COMP_CWORD=1; _mancala; [[ "${COMPREPLY[*]}" == describe ]])"));
  CHECK(bash(
      R"(COMP_WORDS=(mancala perft --div); COMP_CWORD=2; _mancala; [[ "${COMPREPLY[*]}" == --divide ]])"));
  CHECK(bash(
      R"(COMP_WORDS=(mancala run kala); COMP_CWORD=2; _mancala; [[ " ${COMPREPLY[*]} " == *" kalah "* ]])"));
  CHECK(bash(
      R"(COMP_WORDS=(mancala check --format s); COMP_CWORD=3; _mancala; [[ "${COMPREPLY[*]}" == "short sarif" ]])"));
  CHECK(bash(R"(complete -p mancala | grep -q _mancala)"));
}

// Every option that bash offers is one that the command has.
TEST_CASE("completion offers what there is", "[completion]") {
  if (!has_shell("bash")) {
    std::puts("skipped: bash is not installed");
    return;
  }
  CHECK(bash(R"(
for command in list check describe diff readings mutate run play test moves perft bench ir fmt new schema manual explain; do
  COMP_WORDS=(mancala "$command" --); COMP_CWORD=2; _mancala
  help=$(mancala "$command" --help) || exit 1
  for option in "${COMPREPLY[@]}"; do
    [[ $option == --verbose || $help == *"$option"* ]] || { echo "$command $option"; exit 1; }
  done
done)"));
}
