// A file without a name that is there as long as this object: for what is read by its path.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "tests/fuzz/must.h"

namespace mancala::fuzz {

class FileInMemory {
 public:
  explicit FileInMemory(std::string_view text) : descriptor_(memfd_create("fuzz", 0)) {
    must(descriptor_ >= 0, "there is memory for a file");
    must(write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size()),
         "a file is written");
  }
  ~FileInMemory() { close(descriptor_); }
  FileInMemory(const FileInMemory&) = delete;
  FileInMemory& operator=(const FileInMemory&) = delete;
  [[nodiscard]] std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

// Takes what stands before the first line `%%`, and this line, off the text; all of it if there is no such
// line.
inline std::string_view take_part(std::string_view& text) {
  constexpr std::string_view kEnd = "\n%%\n";
  const std::size_t end = text.find(kEnd);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + kEnd.size());
  return part;
}

}  // namespace mancala::fuzz
