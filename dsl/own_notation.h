// Moves as the players of a game write them, where its file declares a notation: other labels of holes, the
// last hole beside the first, marks for what happened. Everywhere else the default labels stand.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "dsl/variant.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"

namespace mancala {

// Does the file declare a notation at all?
bool has_own_notation(const Variant& variant);

// Labels as the players write them, by default label; empty if they are the default ones.
const std::map<std::string, std::string>& own_labels(const Variant& variant);

// The move in the players' notation. What it needs to know of the play it finds by making the move on a copy.
std::string own_move_text(const Variant& variant, const Match& match, const Move& move);

// Reads a move in either notation; where a text means different moves in the two, the default one is meant,
// or the players' own if `prefer_own`.
std::variant<Move, TextError> read_move(const Variant& variant, const Match& match, std::string_view text,
                                        bool prefer_own = false);

}  // namespace mancala
