// A variant file and its bases -> one document. Maps are merged key by key, everything else is replaced
// whole.
#pragma once

#include <filesystem>
#include <optional>

#include "dsl/diagnostic.h"
#include "dsl/document.h"
#include "dsl/load.h"
#include "dsl/source.h"

namespace mancala {

inline constexpr int kMaxExtends = 16;  // bases of bases: more is a mistake

// Reads the file and every base that it names, and merges them. The spans of what came from a base lie in the
// base's file. Empty if a file cannot be read or is no map, or a base is missing or its own descendant.
std::optional<Node> read_with_bases(FileId file, const Library& library, SourceMap& sources,
                                    Diagnostics& diagnostics);

// The map `base` with the keys of the map `changes` in it or in the place of its own: as a variant is laid
// over its base.
Node overlaid(Node base, const Node& changes, Diagnostics& diagnostics);

}  // namespace mancala
