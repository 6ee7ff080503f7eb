// A file in the usual layout, which means exactly what it meant.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "dsl/diagnostic.h"
#include "dsl/load.h"
#include "dsl/source.h"

namespace mancala {

// The text of a variant file, a prelude or an example game in the usual layout (see layout.h), with the keys
// of the file in the order of the manual. `file` has the text of the file `path`.
//
// It is read again before it is given back: the values of the file, its comments, and the program that a
// variant is lowered to are the same. Empty if the file has errors, or if that is not so; both are in
// `diagnostics`.
std::optional<std::string> formatted(FileId file, const std::filesystem::path& path, const Library& library,
                                     SourceMap& sources, Diagnostics& diagnostics);

}  // namespace mancala
