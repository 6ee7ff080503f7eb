// The pass that turns every text of a sheet into a syntax tree.
#pragma once

#include "dsl/diagnostic.h"
#include "dsl/sheet.h"

namespace mancala {

// Fills the `tree` of every phrase; a phrase with an error is reported and keeps none.
void parse_sheet(sheet::Sheet& sheet, Diagnostics& diagnostics);
void parse_definitions(std::map<std::string, sheet::Definition, std::less<>>& definitions,
                       Diagnostics& diagnostics);

// Every phrase with its tree, for --dump-after=parse.
std::string dump_sheet(const sheet::Sheet& sheet, bool trees);

}  // namespace mancala
