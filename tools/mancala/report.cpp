#include "report.h"

#include <fmt/format.h>

#include "failure.h"
#include "interpreter/notation.h"
#include "output.h"

namespace mancala::cli {

namespace {

class JsonReport : public Report {
 public:
  JsonReport(const Show& show, const SourceMap& sources, const ReportOptions& options)
      : show_(show), sources_(sources), options_(options) {}

  void start(const Match& match) override {
    Json out;
    out["event"] = "start";
    out["variant"] = show_.variant().id;
    out["parameters"] = Json::object();
    for (const Parameter& parameter : show_.variant().parameters)
      out["parameters"][parameter.name] = parameter.value;
    out["readings"] = Json::object();
    for (const Reading& reading : show_.variant().readings) out["readings"][reading.name] = reading.value;
    if (options_.seed) out["seed"] = *options_.seed;
    out["round"] = match.position().round;
    out["position"] = show_.position(match);
    print_line(dumped(out));
  }

  void move(const Position& before, const std::string& move, const Outcome& outcome, const Match& match,
            const Recorder& recorder) override {
    Json out;
    out["event"] = "move";
    out["ply"] = match.plies();
    out["by"] = show_.player(before.mover);
    const Player person = person_at(before, before.mover, show_.board().player_count());
    if (person != before.mover) out["person"] = show_.player(person);
    out["move"] = move;
    out["laps"] = outcome.laps;
    out["gained"] = show_.gained(before, match.position());
    if (outcome.endless) out["endless"] = true;
    if (options_.trace) out["trace"] = trace_json(recorder, show_, sources_);
    out["position"] = show_.position(match);
    print_line(dumped(out));
  }

  void round_end(const Match& match) override {
    Json out;
    out["event"] = "round-end";
    out["round"] = match.position().round;
    add_ending(out, match, reason_text(match.ended()), match.round_ending());
    print_line(dumped(out));
  }

  void round_start(const Match& match, const Recorder& recorder) override {
    Json out;
    out["event"] = "round-start";
    out["round"] = match.position().round;
    if (options_.trace) out["trace"] = trace_json(recorder, show_, sources_);
    out["position"] = show_.position(match);
    print_line(dumped(out));
  }

  void end(const Match& match) override {
    Json out;
    out["event"] = "end";
    const bool rounds = match.program().match.present;
    add_ending(out, match, rounds ? "match-over" : reason_text(match.ended()), match.ending());
    print_line(dumped(out));
  }

  void stopped(const Match& match) override {
    Json out;
    out["event"] = "stopped";
    out["position"] = show_.position(match);
    print_line(dumped(out));
  }

 private:
  void add_ending(Json& out, const Match& match, const std::string& reason, const Ending& ending) {
    out["reason"] = reason;
    out["captured"] = show_.captured(match.position());
    show_.add_winner(out, ending);
  }

  const Show& show_;
  const SourceMap& sources_;
  ReportOptions options_;
};

class TextReport : public Report {
 public:
  TextReport(const Show& show, const SourceMap& sources, const ReportOptions& options)
      : show_(show), sources_(sources), options_(options) {}

  void start(const Match& match) override {
    const Variant& variant = show_.variant();
    std::string line = variant.name.empty() ? variant.id : variant.name;
    for (const Parameter& parameter : variant.parameters)
      line += fmt::format(", {} {}", parameter.name, parameter.value);
    for (const Reading& reading : variant.readings)
      line += fmt::format(", {}: {}", reading.name, reading.value);
    print_line(line);
    if (options_.seed) print_line(fmt::format("random seed {}", *options_.seed));
    print_line("");
    if (match.program().match.present) print_line(fmt::format("round {}", match.position().round));
    print_line(show_.drawn(match.position(), options_.colour));
  }

  void move(const Position& before, const std::string& move, const Outcome& outcome, const Match& match,
            const Recorder& recorder) override {
    std::string line = fmt::format("{}. {} {}", match.plies(), show_.at_seat(before, before.mover), move);
    for (const Recorder::Item& item : recorder.items()) {
      if (item.kind == Recorder::Item::Kind::lap) {
        line += fmt::format(", sows {} from {}", item.seeds, show_.place(item.from));
        break;
      }
    }
    if (outcome.laps > 1) line += fmt::format(", {}", counted(outcome.laps, "lap"));
    if (outcome.endless) line += ", without an end";
    const std::string captures = captures_text(recorder, show_);
    if (!captures.empty()) line += "; " + captures;
    if (match.state() == Match::State::playing && match.position().again) line += "; moves again";
    print_line(line);
    if (options_.trace) print(trace_text(recorder, show_, sources_));
    print_line(show_.drawn(match.position(), options_.colour, recorder.touched()));
  }

  void round_end(const Match& match) override {
    say_end(fmt::format("round {} is over", match.position().round), match, reason_text(match.ended()),
            match.round_ending());
  }

  void round_start(const Match& match, const Recorder& recorder) override {
    print_line(fmt::format("\nround {}", match.position().round));
    if (options_.trace) print(trace_text(recorder, show_, sources_));
    print_line(show_.drawn(match.position(), options_.colour));
  }

  void end(const Match& match) override {
    const bool rounds = match.program().match.present;
    say_end(rounds ? "the match is over" : "the game is over", match,
            rounds ? "" : reason_text(match.ended()), match.ending());
  }

  void stopped(const Match& match) override {
    print_line("stopped at " + position_text(show_.variant().program, match.position()));
  }

 private:
  void say_end(const std::string& what, const Match& match, const std::string& reason, const Ending& ending) {
    std::string line = what;
    if (!reason.empty()) line += fmt::format(" ({})", reason);
    line += ": " + show_.winner(ending);
    for (Player p = 0; p < show_.board().player_count(); ++p) {
      line += fmt::format("{} {} {}", p == 0 ? ";" : ",", show_.player(p),
                          held(show_.board(), match.position(), p));
    }
    print_line(line);
  }

  const Show& show_;
  const SourceMap& sources_;
  ReportOptions options_;
};

}  // namespace

std::unique_ptr<Report> make_report(const Show& show, const SourceMap& sources,
                                    const ReportOptions& options) {
  if (options.json) return std::make_unique<JsonReport>(show, sources, options);
  return std::make_unique<TextReport>(show, sources, options);
}

void refuse_too_long(const Match& match) {
  if (match.state() == Match::State::playing || match.ended().reason != Reason::too_long) return;
  flush_output();
  const std::string when =
      match.plies() == 0 ? "the start of the game" : fmt::format("ply {}", match.plies());
  throw Failure(
      kNo, fmt::format("{}: the move, or finding the next ones, takes more than {} steps", when, kMaxSteps),
      {"rules may loop, look ahead and sow, but not so much in one move"});
}

bool go_on(Match& match, Report& report, std::optional<int> rounds) {
  while (match.state() == Match::State::round_over) {
    if (match.program().match.present) report.round_end(match);
    Recorder recorder;
    match.next_round(&recorder);
    if (match.state() == Match::State::over) {
      report.end(match);
      refuse_too_long(match);
      return false;
    }
    if (rounds && match.rounds_ended() >= *rounds) {
      report.stopped(match);
      return false;
    }
    report.round_start(match, recorder);
  }
  return true;
}

}  // namespace mancala::cli
