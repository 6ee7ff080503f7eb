// How well the example games of a variant pin its rules down: the variant is changed in every small way, and
// each change should make an example come out otherwise.
//
// A change that does not pass `check` is not counted. One is equivalent if the rules are the same
// (canonical.h) under every reading and every setting of an example, or if all positions that can be reached
// were looked at and nothing differs; on the variant's board, or, if a search on that one found nothing, on a
// small one. Of several changes that come to the same rules the first is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "dsl/accepted_mutants.h"
#include "dsl/example.h"
#include "dsl/load.h"
#include "dsl/source.h"
#include "interpreter/part_ways.h"

namespace mancala {

// A score of so much, and every living mutant with its reason: the variant is demonstrated.
inline constexpr double kDemonstrated = 0.95;

struct MutateOptions {
  PartWaysOptions search;  // for each living mutant
  int threads = 1;
};

// A change that no example notices.
struct LivingMutant {
  std::string where, change;  // as of Mutant
  Span span;
  std::string reason;  // why that may be, if somebody has said so
  Settings settings;   // under which it is another game
  // Where the two part ways, if that was found; else how much was looked at.
  bool parted = false;
  std::string position;           // a position line
  std::string move;               // empty: before any move
  std::vector<std::string> line;  // moves that lead there from the start, if one was found there
  bool from_start = true;         // else the position comes from the start of an example
  std::string original_happens, mutant_happens;
  std::size_t positions = 0;
  std::uint64_t plies = 0;
};

struct MutationScore {
  std::size_t killed = 0;
  std::size_t equivalent = 0;
  std::vector<LivingMutant> living;   // in order of the changes
  std::size_t examples = 0;           // that were played
  std::vector<std::string> failing;   // examples that the variant itself does not play; they were left out
  std::vector<AcceptedMutant> stale;  // that are accepted, but killed or not there

  // Killed ones, of all that are not equivalent: from 0 to 1.
  [[nodiscard]] double score() const;
  [[nodiscard]] std::size_t accepted() const;  // living ones with a reason
  [[nodiscard]] bool demonstrated() const;
};

// Of the variant in `path`, whose texts are read into `sources`. Empty if it has errors, which are in
// `diagnostics`. The result is the same on any number of threads.
std::optional<MutationScore> mutation_score(const std::filesystem::path& path, const Library& library,
                                            const std::vector<std::pair<std::string, Example>>& examples,
                                            const std::vector<AcceptedMutant>& accepted,
                                            const MutateOptions& options, SourceMap& sources,
                                            Diagnostics& diagnostics);

}  // namespace mancala
