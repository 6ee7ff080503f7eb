// Runs the built program as a user would, and gives back what it said.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace mancala::tests {

struct Result {
  int status = -1;  // exit status; -1: it did not end by itself
  std::string out;
  std::string err;
  std::chrono::milliseconds time{0};
};

struct Surroundings {
  std::string input;                                  // on standard input
  std::map<std::string, std::string> environment;     // beside the present one
  std::filesystem::path folder = MANCALA_SOURCE_DIR;  // where it is started; has `variants/`
  bool close_output = false;                          // nobody reads standard output
  std::string output_to;                              // a file or device for standard output instead
  std::string program = MANCALA_PROGRAM;
  std::size_t memory = 0;              // bytes that it may have for its data; 0: as many as there are
  std::chrono::seconds patience{120};  // then it is killed (status -1); sanitizers slow all work down
};

// `mancala ARGUMENTS…`, or those of another program of this build.
Result run_mancala(const std::vector<std::string>& arguments, const Surroundings& surroundings = {});

// A folder of this test run that goes away with the object.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // Writes a file and gives its path.
  std::string file(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

// A library in a folder of its own: the prelude, and the variants that a test adds.
class SmallLibrary {
 public:
  // `memory`: bytes that the program may have for its data; 0: as many as there are.
  explicit SmallLibrary(std::size_t memory = 0);
  // The base variant (dsl/codes.h) under this id, with some of its keys replaced by `keys`.
  void add(const std::string& id, const std::string& keys) const;
  // A variant file as it stands.
  void file(const std::string& id, const std::string& text) const;
  // A file of example games of this variant.
  void examples(const std::string& id, const std::string& text) const;
  // `mancala ARGUMENTS…` beside the library.
  [[nodiscard]] Result run(const std::vector<std::string>& arguments) const;

 private:
  Folder folder_;
  std::size_t memory_;
};

// All that is in a file; and how many files and folders are in a folder.
std::string text_of(const std::filesystem::path& path);
int files_in(const std::filesystem::path& folder);

// Is there such a shell on this machine?
bool has_shell(const std::string& shell);

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace mancala::tests
