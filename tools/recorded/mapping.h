// Which recorded game is which variant, with which parameters and readings: YAML files, not code.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/load.h"
#include "dsl/source.h"
#include "recording.h"

namespace mancala::recorded {

struct Entry {
  Program by = Program::mancalagames;
  std::string game;
  std::string variant;   // id; empty where left out
  Settings settings;     // `set:`
  std::string because;   // why some plies differ; may be empty
  std::string left_out;  // the reason; empty where mapped
  // A declared state and the mark of the recording that tells it, in either order.
  std::vector<std::pair<std::string, std::string>> states;
  std::string closed_as;  // declared state that says what the recording calls closed; empty: closed holes
  std::string hands;  // declared pile of each player that is what the recording calls his hand; empty: stores
  bool held_together = false;         // what is not on the board is compared as one sum
  std::map<std::string, int> stores;  // player -> site of his store
  std::vector<int> out;               // sites whose seeds are out of play
  std::vector<int>
      sites;  // of our holes in order, -1: a hole of ours that the recording has not; empty: by the rows
  Span span;
  Span variant_span;
  Span set_span;
};

// Reads the entries of every *.yaml in the folder (or of one file), in order of their names. What is wrong is
// reported; a wrong entry is left out.
std::vector<Entry> read_map(const std::filesystem::path& path, SourceMap& sources, Diagnostics& diagnostics);

// The entry of a set, or nullptr.
const Entry* find_entry(const std::vector<Entry>& map, const Set& set);

}  // namespace mancala::recorded
