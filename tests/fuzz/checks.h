// What must hold of diagnostics, programs, positions and moves, whatever the input was.
#pragma once

#include <string_view>

#include "dsl/diagnostic.h"
#include "dsl/source.h"
#include "dsl/variant.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "tests/support/picks.h"

namespace mancala::fuzz {

// Places lie in their files, codes are registered, each format prints them, and none says that the program is
// wrong. `refused`: then one of them is an error; otherwise none is.
void check_diagnostics(const Diagnostics& diagnostics, const SourceMap& sources, bool refused);

// The place of an error lies in the text, and there is something to say.
void check_error(const TextError& error, std::string_view text);

// The text of the position is read as the same position. Gives the text.
std::string check_position_text(const ir::Program& program, const Position& position);

// The text of each move is read as this move, in the default notation, and in the players' own as a move.
void check_move_texts(const Variant& variant, const Match& match, const std::vector<Move>& legal);

// Everything that can be told about a variant without playing it is told.
void check_told(const Variant& variant, const SourceMap& sources);

// A variant is played at random by all executors, and the texts of what happens are read again.
void check_played(const Variant& variant, test::Picks& picks, int plies);

}  // namespace mancala::fuzz
