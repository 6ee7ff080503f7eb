// Diagnostics for people: with excerpts, in plain sentences, in one line.
#pragma once

#include <string>
#include <string_view>

#include "dsl/diagnostic.h"
#include "dsl/source.h"

namespace mancala {

std::string render_excerpt(const Diagnostic& diagnostic, const SourceMap& sources, bool colour);
std::string render_plain(const Diagnostic& diagnostic, const SourceMap& sources);
std::string render_short(const Diagnostic& diagnostic, const SourceMap& sources);

std::string_view severity_name(Severity severity);

}  // namespace mancala
