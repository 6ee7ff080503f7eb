#include "why.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/own_notation.h"
#include "interpreter/explain.h"

namespace mancala::cli {

namespace {

// Answers of Reference::dropped_by beside the origin of a filter.
constexpr std::int32_t kLegal = -1;
constexpr std::int32_t kNotFrom = -2;
constexpr std::int32_t kNoHole = -3;
constexpr std::int32_t kRunsForEver = -4;
constexpr std::int32_t kTooLong = -5;

void add_start(Why& out, const Show& show, const Position& position, Place start) {
  const std::string name = show.place(start);
  if (position.closed.has(start)) {
    out.values.push_back(fmt::format("`{}` is closed", name));
    return;
  }
  out.values.push_back(
      fmt::format("`{}` holds {} and is {}", name, counted(position.seeds[start], "seed"),
                  position.owner[start] == kNobody ? "nobody's" : show.player(position.owner[start]) + "'s"));
  out.values.push_back(fmt::format("to move is {}", show.player(position.mover)));
}

// Which of the further choices of a move cannot be made; "" if all can.
std::string wrong_choice(const Show& show, const Match& match, const Move& move) {
  Move so_far = move;
  for (so_far.choice_count = 0; so_far.choice_count < move.choice_count; ++so_far.choice_count) {
    const std::vector<std::int16_t> options = match.options(so_far);
    const std::string before = show.move(match, so_far);
    if (options.empty()) return fmt::format("`{}` asks for no further choice", before);
    if (std::find(options.begin(), options.end(), move.choices[so_far.choice_count]) == options.end()) {
      std::vector<Move> further;
      for (const std::int16_t option : options) {
        further.push_back(so_far);
        further.back().choices[further.back().choice_count++] = option;
      }
      return fmt::format("after `{}` the choices are {}", before, quoted(show.moves(match, further)));
    }
  }
  return "";
}

// There are moves, and a pass is none of them.
void why_no_pass(Why& out, const Variant& variant, const Match& match) {
  const std::vector<ir::Phase>& phases = variant.program.phases;
  const std::int32_t running = match.reference().phase(match.position());
  const auto in = [](const ir::Phase& phase, const auto& passes) {
    return std::any_of(phase.moves.begin(), phase.moves.end(), passes);
  };
  const auto may = [](const ir::MoveBlock& block) { return block.pass != ir::kNone; };
  const auto must = [](const ir::MoveBlock& block) { return block.pass_if_none; };
  out.reason = "`pass` is not legal: ";
  if (running != ir::kNone && in(phases[static_cast<std::size_t>(running)], may)) {
    out.reason += "there are moves, and what `pass` asks for beside them does not hold";
  } else if (running != ir::kNone && in(phases[static_cast<std::size_t>(running)], must)) {
    out.reason += "only who cannot move passes";
  } else if (running != ir::kNone && std::any_of(phases.begin(), phases.end(), [&](const ir::Phase& phase) {
               return in(phase, may) || in(phase, must);
             })) {
    out.reason +=
        fmt::format("nobody passes in the phase `{}`", phases[static_cast<std::size_t>(running)].name);
  } else {
    out.reason += "nobody passes in this game";
  }
}

}  // namespace

Why why(const Show& show, const Match& match, const std::string& text, bool own) {
  Why out;
  const Variant& variant = show.variant();
  const std::vector<Move> legal = match.legal();
  if (match.state() != Match::State::playing) {
    out.reason = "the round is over: no move is legal";
    return out;
  }
  const auto parsed = read_move(variant, match, text, own);
  Move move;
  if (const auto* read = std::get_if<Move>(&parsed)) {
    move = *read;
  } else {
    // Just a hole will do, also where a move says more.
    move.start = variant.program.board.find(text);
    if (move.start == kNoPlace) {
      out.reason = std::get<TextError>(parsed).message;
      return out;
    }
    const auto same = [&](const Move& other) { return other.start == move.start; };
    if (const auto found = std::find_if(legal.begin(), legal.end(), same); found != legal.end()) {
      move = *found;
    } else {
      // Both directions fail; that of the first tells why.
      move.direction = std::any_of(legal.begin(), legal.end(),
                                   [](const Move& m) { return m.direction != Direction::none; })
                           ? Direction::onward
                           : Direction::none;
    }
  }
  const auto same_but_choices = [&](const Move& other) {
    return other.start == move.start && other.direction == move.direction && other.pass == move.pass;
  };
  if (std::any_of(legal.begin(), legal.end(), same_but_choices)) {
    out.reason = wrong_choice(show, match, move);
    if (!out.reason.empty()) return out;
    out.legal = true;
    out.reason = fmt::format("`{}` is legal", text);
    return out;
  }
  if (move.pass) {
    why_no_pass(out, variant, match);
    out.values.push_back("legal are " + quoted(show.moves(match, legal)));
    return out;
  }
  const std::int32_t dropped = match.reference().dropped_by(match.position(), move);
  if (dropped == kNoHole) {
    out.reason = fmt::format("`{}` is no hole to move from", text);
    return out;
  }
  if (dropped == kLegal) {
    out.reason = fmt::format("`{}` is not legal as it is written", text);
    out.values.push_back("legal are " + quoted(show.moves(match, legal)));
    return out;
  }
  add_start(out, show, match.position(), move.start);
  if (dropped == kNotFrom) {
    out.reason = fmt::format("`{}` is not among the holes that a move may start from", text);
    for (const ir::Phase& phase : variant.program.phases) {
      for (const ir::MoveBlock& block : phase.moves) {
        if (!out.rule && block.origin >= 0 &&
            static_cast<std::size_t>(block.origin) < variant.origins.size()) {
          out.rule = variant.origins[static_cast<std::size_t>(block.origin)].span;
        }
      }
    }
    return out;
  }
  if (dropped == kRunsForEver) {
    out.reason = fmt::format("`{}` would run for ever, which this game does not allow (`endless`)", text);
    return out;
  }
  if (dropped == kTooLong) {
    out.reason =
        fmt::format("it takes more than {} steps to find out whether `{}` is legal", kMaxSteps, text);
    return out;
  }
  out.reason = fmt::format("`{}` is dropped by a rule about legal moves", text);
  if (static_cast<std::size_t>(dropped) < variant.origins.size()) {
    out.rule = variant.origins[static_cast<std::size_t>(dropped)].span;
  }
  for (std::string& line : explain_filter(variant.program, match.position(), move, dropped)) {
    out.values.push_back(std::move(line));
  }
  return out;
}

std::string why_text(const Why& why, const SourceMap& sources) {
  std::string out = why.reason + '\n';
  if (why.rule && why.rule->file != kNoFile) {
    const LineColumn place = sources.place(why.rule->file, why.rule->begin);
    std::string_view line = sources.line(why.rule->file, place.line);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    out += fmt::format("  rule: {}   [{}]\n", line, place_text(sources, *why.rule));
  }
  for (const std::string& value : why.values) out += fmt::format("  {}\n", value);
  return out;
}

}  // namespace mancala::cli
