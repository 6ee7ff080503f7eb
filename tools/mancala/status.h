// How well the rules of a variant are attested: what is counted, and what takes replaying its example games.
// Nothing of it is typed in.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "dsl/readings.h"
#include "dsl/variant.h"
#include "show.h"

namespace mancala::cli {

using KindCounts = std::map<std::string, std::int64_t>;  // example games by kind

// Readings by what the example games say of them.
struct VerdictCounts {
  std::size_t decided = 0;
  std::size_t divided = 0;
  std::size_t open = 0;
  std::size_t contradictions = 0;
};

// What becomes of small changes of the rules (dsl/mutate.h).
struct MutationCounts {
  std::size_t killed = 0;
  std::size_t equivalent = 0;
  std::size_t alive = 0;
  double score = 0;           // from 0 to 1
  bool demonstrated = false;  // enough are killed, and the others have a reason
};

struct Status {
  std::int64_t sources = 0;
  KindCounts examples;
  std::int64_t readings = 0;
  std::optional<VerdictCounts> verdicts;   // where the games were replayed
  std::optional<MutationCounts> mutation;  // where changed rules were tried
};

// What is counted.
Status status_of(const Variant& variant);
// Replays the example games, on one thread.
VerdictCounts verdicts_of(const Variant& variant, const std::filesystem::path& path);

// Tries the example games on every small change of the rules, on one thread. Empty: there are no games to
// try.
std::optional<MutationCounts> mutation_of(const Variant& variant, const std::filesystem::path& path,
                                          std::size_t limit);

// "20 documented, 3 recorded, 1 demonstration"; empty if there are none.
std::string kinds_text(const KindCounts& kinds);
// "4 readings"; with verdicts "4 readings: 3 decided, 1 open". Empty if there are none.
std::string readings_text(const Status& status);
// "97 % of 127 mutants", with `demonstrated` before it where that holds. Empty if none were tried.
std::string mutation_text(const Status& status);
// "7 sources; 20 documented, 3 recorded, 26 demonstrations; 4 readings".
std::string status_text(const Status& status);

// The keys `sources` and `examples`, and `evidence` with what was replayed.
void add_status(Json& out, const Status& status);

}  // namespace mancala::cli
