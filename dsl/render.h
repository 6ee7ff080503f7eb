// Diagnostics -> text, one-line, JSON, SARIF.
#pragma once

#include <string>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/source.h"

namespace mancala {

// text: excerpts with underlines, in colour if asked; plain: the same in full sentences without drawing (for
// screen readers); short_line: `file:line:column: error: message [CODE]`.
enum class Format { text, plain, short_line, json, sarif };

std::string render(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources, Format format,
                   bool colour = false);

}  // namespace mancala
