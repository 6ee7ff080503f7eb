// The definitions that every variant of a library sees.
#pragma once

#include <map>
#include <string>

#include "dsl/diagnostic.h"
#include "dsl/sheet.h"
#include "dsl/source.h"

namespace mancala {

using Definitions = std::map<std::string, sheet::Definition, std::less<>>;

// What the prelude with the text of this file defines. Every variant asks for the same, so that the last text
// is parsed once and remembered; what comes back depends on the text alone. From any thread.
Definitions prelude_definitions(FileId file, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace mancala
