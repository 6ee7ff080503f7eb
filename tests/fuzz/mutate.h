// Changes of a text that are likely to leave it a text of its kind: by words and lines instead of bytes.
#pragma once

#include <string>

#include "tests/fuzz/targets.h"
#include "tests/support/picks.h"

namespace mancala::fuzz {

// The text with one or a few words or lines changed, left out, doubled, exchanged, or put in. New words are
// those of the language, numbers, and labels of holes.
std::string changed(std::string text, Target::Form form, test::Picks& picks);

}  // namespace mancala::fuzz
