// Runs inputs as the fuzzer would, without one: the corpus is a test for every compiler.
//
// usage: test_fuzz TARGET PATH…     files, and the files in folders
//        test_fuzz --dictionary     the words that a fuzzer may make use of
//        test_fuzz --targets
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/dictionary.h"
#include "tests/fuzz/targets.h"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int usage() {
  std::fputs("usage: test_fuzz TARGET PATH… | --dictionary | --targets\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) return usage();
  if (words[0] == "--dictionary") {
    std::fputs(mancala::fuzz::dictionary().c_str(), stdout);
    return 0;
  }
  if (words[0] == "--targets") {
    for (const auto& target : mancala::fuzz::kTargets) std::printf("%s\n", std::string(target.name).c_str());
    return 0;
  }
  const auto* target = mancala::fuzz::find_target(words[0]);
  if (target == nullptr) return usage();
  int inputs = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    for (const fs::path& path : files_of(words[i])) {
      std::ifstream in(path, std::ios::binary);
      const std::string input{std::istreambuf_iterator<char>(in), {}};
      if (!in) return usage();
      // Known before it is run, should it end the program; standard output may be gone afterwards.
      std::fprintf(stderr, "%s\n", path.c_str());
      target->run(input);
      ++inputs;
    }
  }
  return inputs > 0 ? 0 : usage();
}
