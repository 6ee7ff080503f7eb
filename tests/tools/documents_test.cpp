// What the documents show is what happens: every block of commands in README.md and docs/*.md is run, and
// what is printed must be what the document says.
//
//   <!-- file: NAME -->        the code block that follows is written to NAME first
//   ```console                 `$ ` begins a command; the lines after it are its output, both streams
//   together;
//                              a line `…` stands for any number of lines; `$ export …` holds for the commands
//                              after it
//
// The commands of one document run in order in one empty folder, which has the library beside it, as in the
// source tree.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/catch.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path kSource = MANCALA_SOURCE_DIR;

std::vector<std::string> lines_of(std::istream& in) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    lines.push_back(line);
  }
  return lines;
}

void drop_blank_end(std::vector<std::string>& lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
}

struct Step {
  int line = 0;                      // of the document
  std::string file;                  // write `content` to it …
  std::string command;               // … or run this
  std::vector<std::string> content;  // of the file, or the output that is shown
};

std::vector<Step> steps_of(const fs::path& document) {
  std::ifstream in(document);
  REQUIRE(in);
  constexpr std::string_view kFile = "<!-- file: ";
  std::vector<Step> steps;
  std::string fence;  // the language of the block that is open
  std::string file;
  bool open = false;
  int number = 0;
  for (const std::string& line : lines_of(in)) {
    ++number;
    if (!open && line.starts_with(kFile)) {
      file = line.substr(kFile.size(), line.find(" -->") - kFile.size());
    } else if (!open && line.starts_with("```")) {
      open = true;
      fence = line.substr(3);
      if (!file.empty()) steps.push_back({number, file, "", {}});
    } else if (open && line == "```") {
      open = false;
      file.clear();
    } else if (open && !file.empty()) {
      steps.back().content.push_back(line);
    } else if (open && fence == "console") {
      if (line.starts_with("$ ")) {
        steps.push_back({number, "", line.substr(2), {}});
      } else {
        INFO(document.filename().string() << ":" << number << ": output without a command");
        REQUIRE(!steps.empty());
        steps.back().content.push_back(line);
      }
    }
  }
  return steps;
}

// Both streams of a command, by line.
std::vector<std::string> output_of(const std::string& command, const std::string& exports,
                                   const fs::path& folder) {
  const std::string build = MANCALA_BINARY_DIR;
  const std::string whole = "cd '" + folder.string() + "' && export NO_COLOR=1 MANCALA_PATH= PATH='" + build +
                            "':\"$PATH\" && " + exports + "{ " + command + "\n} 2>&1";
  FILE* pipe = popen(whole.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  char buffer[4096];
  for (std::size_t n = 0; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, n);
  pclose(pipe);
  std::istringstream in(text);
  return lines_of(in);
}

// Is `found` what `shown` says? `…` stands for any number of lines.
bool matches(const std::vector<std::string>& shown, std::size_t s, const std::vector<std::string>& found,
             std::size_t f) {
  if (s == shown.size()) return f == found.size();
  if (shown[s] == "…") {
    for (std::size_t skip = f; skip <= found.size(); ++skip) {
      if (matches(shown, s + 1, found, skip)) return true;
    }
    return false;
  }
  return f < found.size() && shown[s] == found[f] && matches(shown, s + 1, found, f + 1);
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "  " + line + "\n";
  return text;
}

// Returns the number of commands.
int run_document(const fs::path& document) {
  const fs::path folder = fs::path(MANCALA_BINARY_DIR) / "tests" / "documents" / document.stem().string();
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (const char* part : {"variants", "tests", "docs"})
    fs::create_directory_symlink(kSource / part, folder / part);
  int commands = 0;
  std::string exports;
  for (Step& step : steps_of(document)) {
    if (!step.file.empty()) {
      fs::create_directories((folder / step.file).parent_path());
      std::ofstream out(folder / step.file);
      for (const std::string& line : step.content) out << line << '\n';
      continue;
    }
    ++commands;
    if (step.command.starts_with("export ")) exports += step.command + " && ";
    std::vector<std::string> found = output_of(step.command, exports, folder);
    drop_blank_end(found);
    drop_blank_end(step.content);
    INFO(document.filename().string() << ":" << step.line << ": $ " << step.command);
    INFO("shown:\n" << joined(step.content) << "printed:\n" << joined(found));
    CHECK(matches(step.content, 0, found, 0));
  }
  return commands;
}

}  // namespace

TEST_CASE("The sessions in the README happen as shown", "[documents]") {
  CHECK(run_document(kSource / "README.md") > 0);
}

TEST_CASE("The tutorial works as written", "[documents]") {
  CHECK(run_document(kSource / "docs" / "tutorial.md") > 0);
}

TEST_CASE("The sessions in the other documents happen as shown", "[documents]") {
  for (const fs::directory_entry& entry : fs::directory_iterator(kSource / "docs")) {
    if (entry.path().extension() == ".md" && entry.path().stem() != "tutorial") run_document(entry.path());
  }
}
