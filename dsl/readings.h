// What the example games of a variant say about its readings: which values of the open questions they allow,
// and where those that they leave open differ.
//
// Documented and recorded games are evidence. One that does not name a reading counts against each of its
// values under which it cannot be reproduced. One that names a reading says how its source plays; it counts
// for and against nothing else than the readings that it does not name. A demonstration was worked out from
// the rules, under the readings that it names: it shows what a value means, and decides nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dsl/example.h"
#include "dsl/load.h"
#include "dsl/variant.h"
#include "interpreter/part_ways.h"

namespace mancala {

struct StudyOptions {
  // If there are more combinations of all values, each example is played under those that it names, and with
  // one reading at a time changed.
  std::size_t combinations = 128;
  PartWaysOptions search;  // for each question
  bool questions = true;   // look for positions in which values differ
  int threads = 1;
};

// Indices of ReadingsStudy::examples.
using ExampleList = std::vector<std::size_t>;

struct StudiedExample {
  std::string file;
  std::string title;
  std::string kind;
  Settings names;           // the readings that it names
  bool reproduced = false;  // under those it names and the usual ones
  bool ever = false;        // under any of those it was played under
};

struct StudiedValue {
  std::string value;
  std::string who;
  bool usual = false;  // the file's default
  ExampleList
      with;  // games that do not name the reading, and are reproduced under this value, but not others
  ExampleList against;   // the same, and are not reproduced under this value
  ExampleList played;    // games that name this value, and need it
  ExampleList shown_by;  // demonstrations that name it, and need it
};

enum class Verdict : std::uint8_t {
  decided,        // there are games against every value but one
  divided,        // games are played under several values: the sources disagree
  open,           // nothing decides
  contradiction,  // there are games against every value
};

struct StudiedReading {
  std::string name;
  std::string about;
  std::vector<StudiedValue> values;
  Verdict verdict = Verdict::open;
  std::vector<std::size_t> left;  // values that may be: nothing is against them, or a game is played so
  ExampleList silent;             // demonstrations that depend on it and do not name it
};

// A position in which values that are left differ.
struct ReadingQuestion {
  std::size_t reading = 0;
  Settings given;                    // readings without whose value they would not differ here
  std::string position;              // a position line
  std::string move;                  // empty: before any move
  bool line_counts = false;          // they differ because of what stood before: the moves of the line count
  std::vector<std::string> happens;  // by value; empty: not among those left, or not asked here
  std::vector<std::string> line;  // moves that lead there from the start; of one that was not reached: none
  std::size_t example = kNone;    // whose start the line begins with
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
};

// Two values that are left, and nothing was found that tells them apart.
struct ReadingAlike {
  std::size_t reading = 0;
  std::size_t a = 0, b = 0;
  bool same_rules = false;  // the programs are the same
  bool proved = false;      // all positions were looked at
  std::size_t positions = 0;
  std::uint64_t plies = 0;
};

struct ReadingsStudy {
  std::size_t combinations = 0;  // of all values
  bool all = false;              // all of them were tried
  std::size_t standing = 0;      // if so: those that reproduce every game that binds them
  std::vector<StudiedExample> examples;
  std::vector<StudiedReading> readings;
  std::vector<ReadingQuestion> questions;
  std::vector<ReadingAlike> alike;

  [[nodiscard]] std::size_t count(Verdict verdict) const;  // readings of which this is the verdict
};

// `variant` is the one in `path`, with its own settings. `examples` are its example games; those that set
// what it does not have, or that are not well-formed on its board, are never reproduced.
ReadingsStudy study_readings(const Variant& variant, const std::filesystem::path& path,
                             const Library& library,
                             const std::vector<std::pair<std::string, Example>>& examples,
                             const StudyOptions& options = {});

}  // namespace mancala
