#include "dsl/replay_example.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "dsl/own_notation.h"
#include "interpreter/draw.h"
#include "interpreter/fast.h"
#include "interpreter/match.h"
#include "interpreter/perft.h"
#include "interpreter/place_names.h"
#include "interpreter/solve.h"
#include "interpreter/walk.h"

namespace mancala {

namespace {

// Positions that a solved value may need: a few seconds.
constexpr std::size_t kSolveLimit = 300'000;

std::string quoted(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += fmt::format("{}`{}`", out.empty() ? "" : ", ", text);
  return out.empty() ? "none" : out;
}

Player find_player(const Board& board, std::string_view name) {
  for (Player p = 0; p < board.player_count(); ++p) {
    if (board.players[static_cast<std::size_t>(p)] == name) return p;
  }
  return kNobody;
}

std::string player_name(const Board& board, Player player) {
  return player == kNobody ? "nobody" : board.players[static_cast<std::size_t>(player)];
}

std::string winner_text(const Board& board, const Ending& ending) {
  return ending.drawn ? "draw" : player_name(board, ending.winner);
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t at = text.find_first_not_of(" \t\n");
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
    out.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(" \t\n", end);
  }
  return out;
}

// The value of `key=` among the extras of a position line; empty if it is not there.
std::string extra(std::string_view extras, std::string_view key) {
  for (const std::string_view word : words(extras)) {
    if (word.size() > key.size() && word.compare(0, key.size(), key) == 0 && word[key.size()] == '=') {
      return std::string(word.substr(key.size() + 1));
    }
  }
  return {};
}

class Checker {
 public:
  Checker(const Variant& variant, Diagnostics& diagnostics)
      : program_(variant.program), variant_(variant), diagnostics_(diagnostics) {}

  bool check(const Example& example) {
    if (example.start) position(*example.start);
    for (const ExampleStep& step : example.moves) check(step);
    if (example.legal) labels(*example.legal);
    if (example.result) result(*example.result);
    if (example.value && example.value->best) labels(*example.value->best);
    return good_;
  }

 private:
  void check(const ExampleStep& step) {
    switch (step.kind) {
      case ExampleStep::Kind::move: label(step.text); break;
      case ExampleStep::Kind::attempt: break;  // what must be refused may be anything
      case ExampleStep::Kind::new_round: position(step.text); break;
    }
    if (step.gains) players(*step.gains);
    if (step.then) position(*step.then);
    if (step.next) player(*step.next, {"nobody"});
    if (step.legal) labels(*step.legal);
    if (step.round_end) result(*step.round_end);
  }

  void position(const ExampleText& text) {
    const auto parsed = parse_position(program_, text.value());
    if (const auto* error = std::get_if<TextError>(&parsed)) {
      Diagnostic& diagnostic =
          diagnostics_.error("M0601", text.text.span(error->begin, error->end), error->message);
      if (!error->help.empty()) diagnostic.help.push_back(error->help);
      good_ = false;
    }
  }

  // Only whether there is such a hole: which moves there are depends on the play.
  void label(const ExampleText& text) {
    if (text.value() == "pass" || has_own_notation(variant_)) return;
    const std::size_t end = std::min(text.value().find_first_of("<>/ "), text.value().size());
    const std::string_view name = std::string_view(text.value()).substr(0, end);
    if (name.empty() || find_place(program_.board, name) != kNoPlace) return;
    std::vector<std::string_view> known;
    for (const Hole& hole : program_.board.holes) known.emplace_back(hole.label);
    Diagnostic& diagnostic =
        diagnostics_.error("M0602", text.text.span(0, end), fmt::format("there is no hole `{}`", name));
    const std::string_view near = nearest(name, known);
    if (!near.empty()) diagnostic.help.push_back(fmt::format("did you mean `{}`?", near));
    good_ = false;
  }

  void labels(const std::vector<ExampleText>& texts) {
    for (const ExampleText& text : texts) label(text);
  }

  void player(const ExampleText& text, std::vector<std::string_view> also) {
    if (find_player(program_.board, text.value()) != kNobody) return;
    if (std::find(also.begin(), also.end(), text.value()) != also.end()) return;
    for (const std::string& name : program_.board.players) also.emplace_back(name);
    Diagnostic& diagnostic =
        diagnostics_.error("M0610", text.span, fmt::format("there is no player `{}`", text.value()));
    const std::string_view near = nearest(text.value(), also);
    if (!near.empty()) {
      diagnostic.help.push_back(fmt::format("did you mean `{}`?", near));
    } else {
      std::vector<std::string> names(also.begin(), also.end());
      diagnostic.help.push_back("here can stand " + quoted(names));
    }
    good_ = false;
  }

  void players(const ExampleCounts& counts) {
    for (const auto& [name, count] : counts.counts) player(name, {});
  }

  void result(const ExampleResult& result) {
    if (result.winner) player(*result.winner, {"draw", "nobody"});
    if (result.captured) players(*result.captured);
  }

  const ir::Program& program_;
  const Variant& variant_;
  Diagnostics& diagnostics_;
  bool good_ = true;
};

class Replayer {
 public:
  // Lots fall as `lots` has them fall.
  Replayer(const Example& example, const Variant& variant, std::uint64_t lots)
      : example_(example),
        variant_(variant),
        program_(variant.program),
        reference_(variant.program),
        lots_(lots) {}

  Replay run() {
    Match match = start();
    counts(match);
    value(match);
    for (const ExampleStep& step : example_.moves) {
      if (replay_.difference) return std::move(replay_);
      switch (step.kind) {
        case ExampleStep::Kind::move: move(match, step); break;
        case ExampleStep::Kind::attempt: attempt(match, step); break;
        case ExampleStep::Kind::new_round: new_round(match, step); break;
      }
    }
    go_on(match);
    if (!replay_.difference && example_.legal) legal(match, *example_.legal, example_.span);
    if (!replay_.difference && example_.result) result(match, *example_.result);
    return std::move(replay_);
  }

 private:
  [[nodiscard]] Position read(const ExampleText& text) const {
    return std::get<Position>(parse_position(program_, text.value()));
  }

  [[nodiscard]] Match start() const {
    return example_.start ? Match(reference_, read(*example_.start), lots_) : Match(reference_, lots_);
  }

  void differ(Span where, std::string message) {
    if (!replay_.difference) replay_.difference = Difference{where, std::move(message), {}, {}, {}};
  }

  // Sets up the next round if one is over, so that a move can be made.
  static void go_on(Match& match) {
    while (match.state() == Match::State::round_over) match.next_round();
  }

  [[nodiscard]] std::vector<std::string> texts(const std::vector<Move>& moves) const {
    std::vector<std::string> out;
    for (const Move& move : moves) out.push_back(move_text(program_, move));
    return out;
  }

  void move(Match& match, const ExampleStep& step) {
    go_on(match);
    const std::string name = fmt::format("ply {}, `{}`", replay_.plies + 1, step.text.value());
    if (match.state() == Match::State::over) {
      differ(step.text.span, fmt::format("{}: the game is over", name));
      return;
    }
    const auto parsed = read_move(variant_, match, step.text.value());
    if (const auto* error = std::get_if<TextError>(&parsed)) {
      differ(step.text.text.span(error->begin, error->end), fmt::format("{}: {}", name, error->message));
      return;
    }
    const Position before = match.position();
    const Outcome outcome = match.play(std::get<Move>(parsed));
    switch (outcome.status) {
      case Status::illegal:
        differ(step.text.span,
               fmt::format("{}: not legal here; legal are {}", name, quoted(texts(match.legal()))));
        return;
      case Status::needs_choice: {
        std::vector<std::string> options;
        for (const std::int16_t option : outcome.options) {
          Move further = std::get<Move>(parsed);
          further.choices[further.choice_count++] = option;
          options.push_back(move_text(program_, further));
        }
        differ(step.text.span, fmt::format("{}: the move needs a further choice: {}", name, quoted(options)));
        return;
      }
      case Status::playing:
      case Status::round_over: break;
    }
    ++replay_.plies;
    after_move(match, step, before, outcome, name);
  }

  void after_move(const Match& match, const ExampleStep& step, const Position& before, const Outcome& outcome,
                  const std::string& name) {
    const Board& board = program_.board;
    const bool ended = outcome.status == Status::round_over;
    if (step.then) compare(read(*step.then), match.position(), *step.then, name, !ended);
    if (step.gains) {
      for (const auto& [player_text, count] : step.gains->counts) {
        const Player player = find_player(board, player_text.value());
        const int gained = held(board, match.position(), player) - held(board, before, player);
        if (gained != count) {
          differ(player_text.span,
                 fmt::format("{}: `{}` gains {}, not {}", name, player_text.value(), gained, count));
        }
      }
    }
    if (step.laps && outcome.laps != step.laps->value) {
      differ(step.laps->span, fmt::format("{}: {} {}, not {}", name, outcome.laps,
                                          outcome.laps == 1 ? "lap" : "laps", step.laps->value));
    }
    if (step.next) {
      Match later = match;
      go_on(later);
      const Player mover = later.state() == Match::State::playing ? later.position().mover : kNobody;
      if (player_name(board, mover) != step.next->value()) {
        differ(step.next->span, fmt::format("{}: next is `{}`, not `{}`", name, player_name(board, mover),
                                            step.next->value()));
      }
    }
    if (step.round_end) {
      if (!ended) {
        differ(step.round_end->span, fmt::format("{}: the round is not over", name));
      } else {
        ending(*step.round_end, name, match.round_ending(), match.position(), reason_text(match.ended()));
      }
    }
    if (step.legal) {
      Match later = match;
      go_on(later);
      legal(later, *step.legal, step.span);
    }
  }

  void attempt(Match& match, const ExampleStep& step) {
    go_on(match);
    const std::vector<Move> legal = match.legal();
    const auto parsed = read_move(variant_, match, step.text.value());
    const Move* move = std::get_if<Move>(&parsed);
    bool allowed = false;
    if (move != nullptr) {
      Match trial = match;
      const Status status = trial.play(*move).status;
      allowed = status == Status::playing || status == Status::round_over || status == Status::needs_choice;
    }
    if (allowed == step.allowed) return;
    differ(step.text.span, fmt::format("after ply {}: `{}` is {}legal; legal are {}", replay_.plies,
                                       step.text.value(), allowed ? "" : "not ", quoted(texts(legal))));
  }

  void new_round(Match& match, const ExampleStep& step) {
    const std::string name = fmt::format("after ply {}", replay_.plies);
    if (match.state() != Match::State::round_over) {
      differ(step.text.span, fmt::format("{}: no round is over", name));
      return;
    }
    match.next_round();
    if (match.state() == Match::State::over) {
      differ(step.text.span, fmt::format("{}: the match is over", name));
      return;
    }
    const Position wanted = read(step.text);
    if (!step.set) {
      compare(wanted, match.position(), step.text, name + ", the new round", true);
      return;
    }
    Position set = wanted;
    if (extra(step.text.value(), "round").empty()) set.round = match.position().round;
    match.replace(set);
  }

  // The board, the stores and the mover; of the extras those that the example states.
  void compare(const Position& expected, const Position& found, const ExampleText& text,
               const std::string& name, bool with_mover) {
    if (replay_.difference) return;
    const Board& board = program_.board;
    Region marked;
    for (Place place = 0; place < board.hole_count() + board.player_count(); ++place) {
      if (expected.seeds[place] != found.seeds[place]) marked.add(place);
      if (board.is_hole(place) && expected.closed.has(place) != found.closed.has(place)) marked.add(place);
    }
    if (!marked.empty()) {
      differ(text.span, fmt::format("{}: the board differs", name));
      replay_.difference->expected = expected;
      replay_.difference->found = found;
      replay_.difference->marked = marked;
      return;
    }
    if (with_mover && expected.mover != found.mover) {
      differ(text.span, fmt::format("{}: to move is `{}`, not `{}`", name, player_name(board, found.mover),
                                    player_name(board, expected.mover)));
      return;
    }
    const std::string expected_extras = extras_text(program_, expected, true);
    const std::string found_extras = extras_text(program_, found, true);
    const std::vector<std::string_view> stated = words(text.value());
    for (std::size_t i = 3; i < stated.size(); ++i) {
      const std::string_view key = stated[i].substr(0, stated[i].find('='));
      const std::string wanted = extra(expected_extras, key);
      const std::string have = extra(found_extras, key);
      if (wanted == have) continue;
      differ(text.span,
             fmt::format(
                 "{}: `{}` is {}, not `{}`", name, key, have.empty() ? "as at the start" : "`" + have + "`",
                 wanted.empty() ? stated[i].substr(std::min(key.size() + 1, stated[i].size())) : wanted));
      return;
    }
  }

  void legal(const Match& match, const std::vector<ExampleText>& expected, Span where) {
    const std::vector<Move> moves = match.legal();
    std::vector<std::string> missing;
    std::vector<bool> named(moves.size(), false);
    for (const ExampleText& text : expected) {
      const auto parsed = read_move(variant_, match, text.value());
      const Move* move = std::get_if<Move>(&parsed);
      const auto found = move == nullptr ? moves.end() : std::find(moves.begin(), moves.end(), *move);
      if (found == moves.end()) {
        missing.push_back(text.value());
      } else {
        named[static_cast<std::size_t>(found - moves.begin())] = true;
      }
    }
    std::vector<std::string> others;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (!named[i]) others.push_back(move_text(program_, moves[i]));
    }
    if (missing.empty() && others.empty()) return;
    std::string message = fmt::format("after ply {}: the legal moves differ", replay_.plies);
    if (!missing.empty()) message += fmt::format("; not legal: {}", quoted(missing));
    if (!others.empty()) message += fmt::format("; legal, too: {}", quoted(others));
    differ(expected.empty() ? where : expected.front().span, std::move(message));
  }

  void ending(const ExampleResult& expected, const std::string& name, const Ending& ending,
              const Position& board_left, const std::string& reason) {
    const Board& board = program_.board;
    if (expected.captured) {
      for (const auto& [player, count] : expected.captured->counts) {
        const int have = held(board, board_left, find_player(board, player.value()));
        if (have != count) {
          differ(player.span,
                 fmt::format("{}: `{}` has captured {}, not {}", name, player.value(), have, count));
        }
      }
    }
    if (expected.winner && winner_text(board, ending) != expected.winner->value()) {
      differ(expected.winner->span, fmt::format("{}: the winner is `{}`, not `{}`", name,
                                                winner_text(board, ending), expected.winner->value()));
    }
    if (expected.reason && reason != expected.reason->value()) {
      differ(expected.reason->span,
             fmt::format("{}: the reason is `{}`, not `{}`", name, reason, expected.reason->value()));
    }
  }

  // Of the match if it is over, else of the last round that ended.
  void result(const Match& match, const ExampleResult& expected) {
    const std::string name = fmt::format("after ply {}", replay_.plies);
    if (match.rounds_ended() == 0) {
      differ(expected.span, fmt::format("{}: the game is not over", name));
      return;
    }
    const bool over = match.state() == Match::State::over;
    const std::string reason = over && program_.match.present ? "match-over" : reason_text(match.ended());
    ending(expected, name, over ? match.ending() : match.round_ending(), match.position(), reason);
  }

  void counts(const Match& match) {
    if (example_.perft.empty()) return;
    std::optional<FusedProgram> fused = fuse(program_);
    std::optional<Fast> fast;
    if (fused) fast.emplace(std::move(*fused));
    const auto sequences = [&](int depth) -> std::uint64_t {
      if (match.state() != Match::State::playing) return 0;
      return fast ? fast->perft(match.position(), depth) : perft(reference_, match.position(), depth);
    };
    for (std::size_t i = 0; i < example_.perft.size() && !replay_.difference; ++i) {
      const int depth = static_cast<int>(i) + 1;
      const std::uint64_t count = sequences(depth);
      if (count != static_cast<std::uint64_t>(example_.perft[i].value)) {
        differ(example_.perft[i].span,
               fmt::format("{} sequences of {} plies, not {}", count, depth, example_.perft[i].value));
      }
    }
  }

  void value(const Match& match) {
    if (!example_.value || replay_.difference) return;
    std::string why = "the game is over at its start";
    std::optional<Solution> solution;
    if (match.state() == Match::State::playing)
      solution = solve(reference_, match.position(), kSolveLimit, why);
    if (!solution) {
      replay_.unchecked.push_back("the solved value: " + why);
      return;
    }
    if (example_.value->margin && solution->margin != example_.value->margin->value) {
      differ(example_.value->margin->span, fmt::format("with best play the margin is {}, not {}",
                                                       solution->margin, example_.value->margin->value));
    }
    if (!example_.value->best) return;
    std::vector<std::string> expected;
    for (const ExampleText& text : *example_.value->best) {
      const auto parsed = read_move(variant_, match, text.value());
      const Move* move = std::get_if<Move>(&parsed);
      expected.push_back(move == nullptr ? text.value() : move_text(program_, *move));
    }
    std::vector<std::string> found = texts(solution->best);
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    if (expected != found) {
      differ(example_.value->span,
             fmt::format("the best moves are {}, not {}", quoted(found), quoted(expected)));
    }
  }

  const Example& example_;
  const Variant& variant_;
  const ir::Program& program_;
  Reference reference_;
  std::uint64_t lots_;
  Replay replay_;
};

// So often lots are drawn for a game that says how they fell: enough for some two or three of them.
constexpr std::uint64_t kLots = 16;

// Is anything decided by lot: a choice by chance, or any choice before a round's first move?
bool draws_lots(const ir::Program& program) {
  const auto by_chance = [](const ir::Clause& clause) {
    return std::any_of(clause.actions.begin(), clause.actions.end(),
                       [](const ir::Action& a) { return a.act == ir::Act::choose && a.by_chance; });
  };
  return ir::does(program, program.match.new_round, ir::Act::choose) ||
         ir::does(program, program.arrange, ir::Act::choose) ||
         std::any_of(program.exprs.begin(), program.exprs.end(),
                     [](const ir::Expr& e) { return e.op == ir::Op::by_lot; }) ||
         std::any_of(program.lists.begin(), program.lists.end(), [&](const ir::ClauseList& list) {
           return std::any_of(list.clauses.begin(), list.clauses.end(), by_chance);
         });
}

}  // namespace

Settings example_settings(const Example& example) {
  Settings out;
  for (const ExampleSetting& setting : example.parameters) out.emplace_back(setting.name, setting.value);
  for (const ExampleSetting& setting : example.readings) out.emplace_back(setting.name, setting.value);
  return out;
}

bool check_example_settings(const Example& example, const Variant& variant, Diagnostics& diagnostics) {
  bool good = true;
  const auto unknown = [&](const ExampleSetting& setting, std::string_view what, const auto& known) {
    std::vector<std::string_view> names;
    for (const auto& item : known) names.emplace_back(item.name);
    Diagnostic& diagnostic = diagnostics.error(
        "M0611", setting.name_span, fmt::format("`{}` has no {} `{}`", variant.id, what, setting.name));
    const std::string_view near = nearest(setting.name, names);
    if (!near.empty()) diagnostic.help.push_back(fmt::format("did you mean `{}`?", near));
    good = false;
  };
  for (const ExampleSetting& setting : example.parameters) {
    const auto found = std::find_if(variant.parameters.begin(), variant.parameters.end(),
                                    [&](const Parameter& p) { return p.name == setting.name; });
    if (found == variant.parameters.end()) unknown(setting, "parameter", variant.parameters);
  }
  for (const ExampleSetting& setting : example.readings) {
    const auto reading = std::find_if(variant.readings.begin(), variant.readings.end(),
                                      [&](const Reading& r) { return r.name == setting.name; });
    if (reading == variant.readings.end()) {
      unknown(setting, "reading", variant.readings);
      continue;
    }
    std::vector<std::string> values;
    for (const auto& [value, who] : reading->values) values.push_back(value);
    if (std::find(values.begin(), values.end(), setting.value) != values.end()) continue;
    diagnostics
        .error("M0611", setting.value_span, fmt::format("`{}` cannot be `{}`", setting.name, setting.value))
        .help.push_back("its values are " + quoted(values));
    good = false;
  }
  return good;
}

bool check_example(const Example& example, const Variant& variant, Diagnostics& diagnostics) {
  return Checker(variant, diagnostics).check(example);
}

Replay replay_example(const Example& example, const Variant& variant) {
  Replay first = Replayer(example, variant, 1).run();
  if (!first.difference || !draws_lots(variant.program)) return first;
  for (std::uint64_t lots = 2; lots <= kLots; ++lots) {
    Replay replay = Replayer(example, variant, lots).run();
    if (!replay.difference) return replay;
  }
  return first;
}

std::string difference_text(const Difference& difference, const Variant& variant, const SourceMap& sources) {
  std::string out;
  if (difference.where.file != kNoFile) {
    const LineColumn place = sources.place(difference.where.file, difference.where.begin);
    out = fmt::format("{}:{}:{}: ", sources.name(difference.where.file), place.line, place.column);
  }
  out += difference.message + '\n';
  if (difference.expected && difference.found) {
    Drawing drawing;
    drawing.marked = difference.marked;
    drawing.mover = false;
    const std::string expected =
        "as the example says\n" + draw_board(variant.program, *difference.expected, drawing);
    const std::string found = "as played\n" + draw_board(variant.program, *difference.found, drawing);
    out += beside(expected, found);
  }
  return out;
}

}  // namespace mancala
