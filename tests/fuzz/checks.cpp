#include "tests/fuzz/checks.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dsl/canonical.h"
#include "dsl/codes.h"
#include "dsl/describe.h"
#include "dsl/facts.h"
#include "dsl/own_notation.h"
#include "dsl/render.h"
#include "interpreter/draw.h"
#include "interpreter/dump.h"
#include "interpreter/verify.h"
#include "tests/fuzz/must.h"
#include "tests/support/fast_compare.h"

namespace mancala::fuzz {

namespace {

void check_span(const Diagnostic& diagnostic, const Span& span, const SourceMap& sources) {
  if (span.file == kNoFile) return;
  must(span.file >= 0 && span.begin <= span.end && span.end <= sources.text(span.file).size(),
       "a place lies in its file", diagnostic.code, diagnostic.message, span.begin, span.end);
}

void check_diagnostic(const Diagnostic& diagnostic, const SourceMap& sources) {
  check_span(diagnostic, diagnostic.primary.span, sources);
  for (const Label& label : diagnostic.others) check_span(diagnostic, label.span, sources);
  if (diagnostic.fix) check_span(diagnostic, diagnostic.fix->span, sources);
  must(find_code(diagnostic.code) != nullptr, "a diagnostic is registered", diagnostic.code);
  must(!diagnostic.message.empty(), "a diagnostic says something", diagnostic.code);
  for (const std::string_view bug : {"M0590", "M0713"}) {
    must(diagnostic.code != bug, "the program is not wrong", diagnostic.message);
  }
}

// Seeds are there, on the board or in the hand, at each step.
class Balance : public Observer {
 public:
  Balance(const ir::Program& program, int seeds) : program_(program), seeds_(seeds) {}
  void lap_begins(const Position& position, Place /*origin*/, int hand, Direction /*way*/) override {
    check(position, hand);
  }
  void dropped(const Position& position, Place /*here*/, int hand) override { check(position, hand); }
  void lap_ends(const Position& position, Place /*here*/, int /*laps*/) override { check(position, 0); }

 private:
  void check(const Position& position, int hand) const {
    must(test::seeds_of(program_, position) + hand == seeds_, "seeds are neither made nor lost");
  }
  const ir::Program& program_;
  int seeds_;
};

}  // namespace

void check_diagnostics(const Diagnostics& diagnostics, const SourceMap& sources, bool refused) {
  const std::vector<Diagnostic> all = diagnostics.sorted();
  for (const Diagnostic& diagnostic : all) check_diagnostic(diagnostic, sources);
  must(diagnostics.has_errors() == refused, "what is refused has an error, and what is not has none",
       render(all, sources, Format::plain));
  for (const Format format : {Format::text, Format::plain, Format::short_line})
    must(render(all, sources, format).empty() == all.empty(), "diagnostics are printed");
  for (const Format format : {Format::json, Format::sarif}) {
    const std::string text = render(all, sources, format);
    must(nlohmann::json::accept(text), "JSON is JSON", text);
  }
}

void check_error(const TextError& error, std::string_view text) {
  must(error.begin <= error.end && error.end <= text.size(), "a place lies in its text", error.message, text,
       error.begin, error.end);
  must(!error.message.empty(), "an error says something", text);
}

std::string check_position_text(const ir::Program& program, const Position& position) {
  const std::string text = position_text(program, position);
  const auto again = parse_position(program, text);
  if (const auto* error = std::get_if<TextError>(&again))
    broken("a position that is printed can be read", text + "\n" + error->message);
  must(std::get<Position>(again) == position, "a position that is printed and read is the same", text,
       position_text(program, std::get<Position>(again)));
  draw_board(program, position);
  return text;
}

void check_move_texts(const Variant& variant, const Match& match, const std::vector<Move>& legal) {
  const ir::Program& program = variant.program;
  for (const Move& move : legal) {
    const std::string text = move_text(program, move);
    const auto again = parse_move(program, text, legal);
    if (const auto* error = std::get_if<TextError>(&again))
      broken("a move that is printed can be read", text + "\n" + error->message);
    must(std::get<Move>(again) == move, "a move that is printed and read is the same", text,
         move_text(program, std::get<Move>(again)), position_text(program, match.position()));
    if (!has_own_notation(variant)) continue;
    const std::string own = own_move_text(variant, match, move);
    must(std::holds_alternative<Move>(read_move(variant, match, own, true)),
         "a move that is printed in the players' notation can be read", text, own);
  }
}

void check_told(const Variant& variant, const SourceMap& sources) {
  must(ir::verify(variant.program).empty(), "the program is well-formed");
  must(!describe(variant).empty(), "a variant is described");
  must(facts_of(variant, sources).size() == all_facts().size(), "all facts are known");
  must(same_game(variant.program, variant.program), "a game is the same as itself");
  must(!ir::to_text(variant.program).empty(), "a program is printed");
}

void check_played(const Variant& variant, test::Picks& picks, int plies) {
  const ir::Program& program = variant.program;
  std::optional<Fast> fast;
  if (auto fused = fuse(program)) {
    must(verify(*fused).empty(), "a fused program is well-formed");
    must(!dump(*fused).empty(), "a fused program is printed");
    fast.emplace(std::move(*fused));
  }
  const Reference reference(program);
  const auto seed = static_cast<std::uint64_t>(picks.below(256));
  Match match(reference, seed);
  Chance same_moves(seed);
  const int seeds = test::seeds_of(program, match.position());
  Balance balance(program, seeds);
  for (int ply = 0; ply < plies; ++ply) {
    while (match.state() == Match::State::round_over) match.next_round();
    if (match.state() == Match::State::over) return;
    check_position_text(program, match.position());
    const std::vector<Move> legal = match.legal();
    must(!legal.empty(), "whose round goes on can move", position_text(program, match.position()));
    check_move_texts(variant, match, legal);
    Move move = legal[static_cast<std::size_t>(picks.below(static_cast<int>(legal.size())))];
    for (auto options = match.options(move); !options.empty() && move.choice_count < kMaxChoices;
         options = match.options(move)) {
      move.choices[move.choice_count++] =
          options[static_cast<std::size_t>(picks.below(static_cast<int>(options.size())))];
    }
    if (fast) {
      // No rule that asks what stood before: both are told nothing.
      must(fast->legal(match.position()) == reference.legal(match.position()),
           "both executors know the same legal moves", position_text(program, match.position()));
      Position position = match.position();
      const History unknown;
      Chance chance(seed), choices(seed);
      test::play_together(reference, *fast, position, move, chance, unknown, choices);
    }
    const Outcome outcome = match.play(move, &balance);
    must(outcome.status == Status::playing || outcome.status == Status::round_over, "a legal move is played",
         move_text(program, move), position_text(program, match.position()));
    must(test::seeds_of(program, match.position()) == seeds, "seeds are neither made nor lost");
  }
}

}  // namespace mancala::fuzz
