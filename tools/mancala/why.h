// Why a move may not be made, or that it may.
#pragma once

#include <optional>
#include <string>

#include "context.h"
#include "show.h"

namespace mancala::cli {

struct Why {
  bool legal = false;
  std::string reason;               // a sentence without its end, such as "`A3` is legal"
  std::optional<Span> rule;         // the filter or region that drops it
  std::vector<std::string> values;  // what made it fail, one line each
};

// `text` as the user wrote it: a move, or just a hole.
Why why(const Show& show, const Match& match, const std::string& text, bool own);

// The same as lines: the reason, the rule with its text, the values.
std::string why_text(const Why& why, const SourceMap& sources);

}  // namespace mancala::cli
