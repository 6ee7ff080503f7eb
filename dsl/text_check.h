// What must hold for the bytes of a file before YAML may see them.
#pragma once

#include "dsl/diagnostic.h"
#include "dsl/source.h"

namespace mancala {

// Reports encodings other than UTF-8, bytes that are no UTF-8, control characters, and lone carriage returns:
// each kind once, at its first place. Returns whether the text may be parsed.
bool check_text(FileId file, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace mancala
