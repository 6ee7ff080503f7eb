// Bytes -> document. The only user of yaml-cpp.
#pragma once

#include <filesystem>
#include <optional>

#include "dsl/diagnostic.h"
#include "dsl/document.h"
#include "dsl/source.h"

namespace mancala {

// Limits of a file from anybody.
inline constexpr std::size_t kMaxFileBytes = 256 * 1024;  // YAML costs about a second per megabyte
inline constexpr int kMaxDepth = 32;                      // nesting; later passes recurse on it
inline constexpr int kMaxNodes = 20'000;                  // of one document

// Reads a whole file into `sources`. Problems (missing, a directory, unreadable, too large) are reported
// without a place; then the result is kNoFile. At most kMaxFileBytes + 1 bytes are ever read.
FileId read_file(const std::filesystem::path& path, SourceMap& sources, Diagnostics& diagnostics);

// Parses the text of a file as one YAML document. All problems that can be told apart are reported in one
// run. Empty if there is no usable tree. The tree never holds anchors, aliases, tags, merge keys or duplicate
// keys.
std::optional<Node> read_document(FileId file, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace mancala
