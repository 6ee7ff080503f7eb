// Variants from text or from the library, for tests.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "dsl/codes.h"
#include "dsl/load.h"

namespace mancala::test {

inline const Library& library() {
  static const Library lib({std::filesystem::path(MANCALA_SOURCE_DIR) / "variants"});
  return lib;
}

struct Loaded {
  SourceMap sources;
  Diagnostics diagnostics;
  std::optional<Variant> variant;

  // The codes reported, sorted by place, separated by blanks.
  [[nodiscard]] std::string codes() const {
    std::string all;
    for (const Diagnostic& d : diagnostics.sorted()) all += (all.empty() ? "" : " ") + std::string(d.code);
    return all;
  }
  // The text that a span covers.
  [[nodiscard]] std::string text(const Span& span) const {
    if (span.file == kNoFile) return {};
    return sources.text(span.file).substr(span.begin, span.end - span.begin);
  }
};

inline Loaded load_path(const std::filesystem::path& path, const Settings& settings = {}) {
  Loaded loaded;
  loaded.variant = load_variant(path, library(), settings, loaded.sources, loaded.diagnostics);
  return loaded;
}

inline Loaded load_id(const std::string& id, const Settings& settings = {}) {
  return load_path(library().find(id).value(), settings);
}

// A file that is there while this object lives. Without `.yaml`, so that its name need not be the variant's
// id.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    std::string name = (std::filesystem::temp_directory_path() / "mancala-test-XXXXXX").string();
    const int fd = mkstemp(name.data());
    if (fd >= 0) close(fd);
    path_ = name;
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline Loaded load_text(const std::string& text, const Settings& settings = {}) {
  const TemporaryFile file(text);
  return load_path(file.path(), settings);
}

// The base variant of the register with some of its top-level keys replaced.
inline Loaded load_keys(const std::string& keys, const Settings& settings = {}) {
  return load_text(with_keys(base_variant(), keys), settings);
}

}  // namespace mancala::test
