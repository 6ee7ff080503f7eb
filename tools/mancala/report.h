// What a run of a game tells: one JSON object a line, or lines for people.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "dsl/source.h"
#include "interpreter/match.h"
#include "show.h"
#include "trace.h"

namespace mancala::cli {

struct ReportOptions {
  bool json = false;
  bool trace = false;
  bool colour = false;
  std::optional<std::uint64_t> seed;  // of random moves; printed at the start
};

class Report {
 public:
  virtual ~Report() = default;
  virtual void start(const Match& match) = 0;
  // `before` is the position in which the move was made; `match` is as it is after it.
  virtual void move(const Position& before, const std::string& move, const Outcome& outcome,
                    const Match& match, const Recorder& recorder) = 0;
  virtual void round_end(const Match& match) = 0;
  virtual void round_start(const Match& match, const Recorder& recorder) = 0;
  virtual void end(const Match& match) = 0;
  virtual void stopped(const Match& match) = 0;
};

// `show` and `sources` must outlive the report.
std::unique_ptr<Report> make_report(const Show& show, const SourceMap& sources, const ReportOptions& options);

// Throws a Failure where the match was broken off because a move takes too many steps.
void refuse_too_long(const Match& match);

// After a round: says how it ended, sets up the next one (or several, if they are over before any move) or
// ends the match. False if `rounds` rounds have been played or the match is over: nothing more is to be
// played, and the report has said so.
bool go_on(Match& match, Report& report, std::optional<int> rounds);

}  // namespace mancala::cli
