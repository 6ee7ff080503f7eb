// mancala moves: the legal moves of a position, and why a move is none.
#include <fmt/format.h>

#include "commands.h"
#include "failure.h"
#include "output.h"
#include "report.h"
#include "show.h"
#include "why.h"

namespace mancala::cli {

namespace {

Json why_json(const Why& why, const SourceMap& sources) {
  Json out;
  out["legal"] = why.legal;
  out["reason"] = why.reason;
  out["rule"] = why.rule ? Json(place_text(sources, *why.rule)) : Json(nullptr);
  out["values"] = why.values;
  return out;
}

}  // namespace

int run_moves(const MovesOptions& options) {
  const auto loaded = load(options.variant);
  const Variant& variant = *loaded->variant;
  const Reference reference(variant.program);
  const Match match = options.position
                          ? Match(reference, position_of(*loaded, *options.position, "--position"), 1)
                          : Match(reference, 1);
  refuse_too_long(match);
  const Show show(variant, options.notation.own());
  if (options.hole) {
    const Why answer = why(show, match, *options.hole, options.notation.own());
    if (options.json) {
      print_line(dumped(why_json(answer, loaded->sources)));
    } else {
      print(why_text(answer, loaded->sources));
    }
    return kFine;
  }
  bool more = false;
  const std::vector<Move> moves =
      options.complete ? complete_moves(match, static_cast<std::size_t>(options.limit), more) : match.legal();
  if (more) throw Failure(kNo, fmt::format("there are more than {} complete moves", options.limit));
  if (options.json) {
    Json position = show.position(match);
    position["legal"] = show.moves(match, moves);
    print_line(dumped(position));
    return kFine;
  }
  for (const std::string& text : show.moves(match, moves)) print_line(text);
  if (match.state() != Match::State::playing) {
    flush_output();
    print_error(fmt::format("the round is over ({}): {}\n", reason_text(match.ended()),
                            show.winner(match.round_ending())));
  }
  return kFine;
}

}  // namespace mancala::cli
