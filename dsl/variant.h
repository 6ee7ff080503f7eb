// A loaded variant: the program and all that a person wants to know about it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dsl/source.h"
#include "interpreter/ir.h"

namespace mancala {

struct Citation {
  std::string key;
  std::string text;
};

struct Parameter {
  std::string name;
  std::int64_t fallback = 0;             // the file's default
  std::optional<std::int64_t> from, to;  // both ends included
  std::int64_t value = 0;                // in effect
};

struct Reading {
  std::string name;
  std::string about;                                        // the question
  std::string fallback;                                     // the file's default
  std::vector<std::pair<std::string, std::string>> values;  // value, who reads so; in order of the file
  std::string value;                                        // in effect
};

// Labels that the game's players use beside the default ones.
struct Notation {
  enum class Moves { start, start_and_last };
  std::map<std::string, std::string> holes;  // default label -> own label; empty: the default ones
  Moves moves = Moves::start;
  std::map<std::string, std::string> marks;  // name of a state -> the mark that players write
};

// What a clause, filter, … of the program was in the file (ir: `origin`).
struct Origin {
  Span span;
  std::string source;  // key of the citation, or empty
  std::string note;
};

struct Variant {
  ir::Program program;
  std::string id;
  std::string name;
  std::vector<std::string> aka;
  std::vector<std::string> where;
  std::string note;
  std::string extends;  // id of the base, or empty
  std::vector<Citation> sources;
  std::vector<Parameter> parameters;
  std::vector<Reading> readings;
  Notation notation;
  std::vector<Origin> origins;
  FileId file = kNoFile;
};

}  // namespace mancala
