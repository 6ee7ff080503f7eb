// mancala run: plays given moves, or random ones, and tells what happens.
#include <fmt/format.h>

#include <iostream>
#include <sstream>

#include "commands.h"
#include "dsl/own_notation.h"
#include "failure.h"
#include "output.h"
#include "report.h"
#include "why.h"

namespace mancala::cli {

namespace {

class Runner {
 public:
  Runner(const RunOptions& options, const Loaded& loaded, Match match)
      : options_(options),
        loaded_(loaded),
        show_(*loaded.variant, options.notation.own()),
        report_(make_report(show_, loaded.sources,
                            {options.json, options.trace, colour_on_output(), options.random})),
        match_(std::move(match)) {}

  int run() {
    report_->start(match_);
    // The round that is asked for may be over at its start.
    const bool open = go_on(match_, *report_, options_.rounds);
    if (options_.moves && !given_moves(open)) return kFine;
    if (!open) return kFine;
    if (options_.random && !random_moves()) return kFine;
    report_->stopped(match_);
    return kFine;
  }

 private:
  // These two: false if the run is over and has said so.
  bool given_moves(bool open) {
    const bool from_input = *options_.moves == "-";
    std::istringstream text(*options_.moves);
    std::istream& in = from_input ? std::cin : text;
    if (from_input) flush_output();
    for (std::string word; in >> word;) {
      if (!open)
        throw Failure(kNo,
                      fmt::format("ply {}: `{}` cannot be played: {}", match_.plies() + 1, word, closed()));
      const Move move = parsed(word);
      open = play(move, word);
      if (from_input) flush_output();
    }
    if (from_input) check_input();
    return open;
  }

  bool random_moves() {
    Chance chance(*options_.random);
    for (std::int64_t ply = 0; ply < options_.plies; ++ply) {
      const auto move = random_move(match_, chance);
      if (!move) throw std::logic_error("a position of a round that goes on has no legal move");
      if (!play(*move, "a random move")) return false;
    }
    return true;
  }

  [[nodiscard]] std::string closed() const {
    if (match_.state() == Match::State::over) return "the game is over";
    return fmt::format("{} were to be played", counted(*options_.rounds, "round"));
  }

  [[nodiscard]] std::string legal_text() const {
    return "legal: " + quoted(show_.moves(match_, match_.legal()));
  }

  Move parsed(const std::string& word) {
    const auto move = read_move(*loaded_.variant, match_, word, options_.notation.own());
    if (const auto* read = std::get_if<Move>(&move)) return *read;
    const TextError& error = std::get<TextError>(move);
    throw Failure(kNo, fmt::format("ply {}: `{}`: {}", match_.plies() + 1, word, error.message),
                  {error.help.empty() ? legal_text() : error.help});
  }

  bool play(const Move& move, const std::string& word) {
    const Position before = match_.position();
    const std::string text = show_.move(match_, move);
    Recorder recorder;
    const bool record = options_.trace || !options_.json;
    const Outcome outcome = match_.play(move, record ? &recorder : nullptr);
    switch (outcome.status) {
      case mancala::Status::illegal: {
        const Why answer = why(show_, match_, word, options_.notation.own());
        std::vector<std::string> help = answer.values;
        if (answer.rule) help.push_back("the rule: " + place_text(loaded_.sources, *answer.rule));
        help.push_back(legal_text());
        throw Failure(
            kNo, fmt::format("ply {}: `{}` is not legal: {}", match_.plies() + 1, word, answer.reason), help);
      }
      case mancala::Status::needs_choice: {
        std::vector<Move> further;
        for (const std::int16_t option : outcome.options) {
          further.push_back(move);
          further.back().choices[further.back().choice_count++] = option;
        }
        throw Failure(kNo, fmt::format("ply {}: `{}` needs a further choice", match_.plies() + 1, word),
                      {"write one of " + quoted(show_.moves(match_, further))});
      }
      case mancala::Status::playing:
      case mancala::Status::round_over: break;
    }
    report_->move(before, text, outcome, match_, recorder);
    return go_on(match_, *report_, options_.rounds);
  }

  const RunOptions& options_;
  const Loaded& loaded_;
  Show show_;
  std::unique_ptr<Report> report_;
  Match match_;
};

}  // namespace

int run_run(const RunOptions& options) {
  const auto loaded = load(options.variant);
  const Reference reference(loaded->variant->program);
  const std::uint64_t seed = options.random.value_or(1);
  Match match = options.position
                    ? Match(reference, position_of(*loaded, *options.position, "--position"), seed)
                    : Match(reference, seed);
  return Runner(options, *loaded, std::move(match)).run();
}

}  // namespace mancala::cli
