// The tables of the register, one for each range of codes and file. codes.cpp joins them.
#pragma once

#include <vector>

#include "dsl/codes.h"

namespace mancala {

// Each in order of code.
std::vector<Code> reading_codes();  // M01xx  codes_reading.cpp
std::vector<Code> shape_codes();    // M02xx  codes_shape.cpp
std::vector<Code> syntax_codes();   // M03xx  codes_syntax.cpp
std::vector<Code> names_codes();    // M04xx  codes_names.cpp
std::vector<Code> meaning_codes();  // M05xx  codes_meaning.cpp
std::vector<Code> text_codes();     // M06xx  codes_text.cpp
std::vector<Code> files_codes();    // M07xx  codes_files.cpp

}  // namespace mancala
