// mancala play: a game in the terminal.
#include <fmt/format.h>

#include <random>

#include "commands.h"
#include "dsl/own_notation.h"
#include "failure.h"
#include "line_reader.h"
#include "output.h"
#include "report.h"
#include "why.h"

namespace mancala::cli {

namespace {

enum class Who { human, random };

constexpr std::string_view kHelp =
    "  A3          play this move (`moves` lists the legal ones)\n"
    "  moves       the legal moves\n"
    "  why A3      why a hole may or may not be played\n"
    "  board       the board again\n"
    "  undo        take back the last move of a person\n"
    "  help        this\n"
    "  quit        leave\n";

Who who_of(const std::string& text) { return text == "random" ? Who::random : Who::human; }

// Who plays for each person: a person is called by the seat at which he begins.
std::vector<Who> persons_of(const PlayOptions& options, const Board& board) {
  std::vector<Who> seats(board.players.size(), Who::human);
  if (!seats.empty()) seats[0] = who_of(options.south);
  if (seats.size() > 1) seats[1] = who_of(options.north);
  for (const std::string& text : options.seats) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const auto seat = std::find(board.players.begin(), board.players.end(), name);
    const std::string who = equals == std::string::npos ? "" : text.substr(equals + 1);
    if (seat == board.players.end() || (who != "human" && who != "random")) {
      throw Failure(
          kUsage, fmt::format("`--seat {}` is no player and who plays him", text),
          {"the players are " + quoted(board.players), "write `--seat NAME=human` or `--seat NAME=random`"});
    }
    seats[static_cast<std::size_t>(seat - board.players.begin())] = who_of(who);
  }
  return seats;
}

class Table {
 public:
  Table(const PlayOptions& options, const Loaded& loaded, Match match, std::uint64_t seed)
      : own_(options.notation.own()),
        loaded_(loaded),
        show_(*loaded.variant, own_),
        persons_(persons_of(options, show_.board())),
        report_(make_report(show_, loaded.sources, {false, false, colour_on_output(), seed})),
        chance_(seed),
        match_(std::move(match)) {}

  int run() {
    report_->start(match_);
    if (!go_on(match_, *report_, std::nullopt)) return kFine;
    if (std::find(persons_.begin(), persons_.end(), Who::human) != persons_.end()) {
      print_line("a move is the label of the hole you lift; `help` says what else can be typed\n");
    }
    bool open = true;
    while (open) {
      switch (who(person_to_move())) {
        case Who::human: open = ask(); break;
        case Who::random: open = play_at_random(); break;
      }
    }
    return kFine;
  }

 private:
  [[nodiscard]] Who who(Player person) const { return persons_[static_cast<std::size_t>(person)]; }
  [[nodiscard]] Player person_to_move() const {
    return person_at(match_.position(), match_.position().mover, show_.board().player_count());
  }

  // These: false when the game is over or left.
  bool play_at_random() {
    const std::vector<Move> legal = match_.legal();
    if (legal.empty()) throw std::logic_error("a position of a round that goes on has no legal move");
    Move move = legal[static_cast<std::size_t>(chance_.below(static_cast<int>(legal.size())))];
    return complete(move) == Completion::done && make(move);
  }

  enum class Completion { done, dropped, left };

  // Makes the choices that are open in the move: each is left to whom it belongs, who may not be the mover.
  Completion complete(Move& move) {
    for (auto options = match_.options(move); !options.empty() && move.choice_count < kMaxChoices;
         options = match_.options(move)) {
      const Player chooser = match_.chooser(move);
      const Player person = chooser == kNobody ? person_to_move() : chooser;
      if (who(person) == Who::random) {
        move.choices[move.choice_count++] =
            options[static_cast<std::size_t>(chance_.below(static_cast<int>(options.size())))];
        continue;
      }
      std::vector<Move> further;
      for (const std::int16_t option : options) {
        further.push_back(move);
        further.back().choices[further.back().choice_count++] = option;
      }
      const std::vector<std::string> texts = show_.moves(match_, further);
      print_line("the move has a further choice: " + quoted(texts));
      const auto line = reader_.read(
          person == person_to_move() ? "which? " : fmt::format("{}, which? ", show_.player(person)));
      if (!line) return Completion::left;
      const auto chosen = std::find_if(texts.begin(), texts.end(), [&](const std::string& candidate) {
        return candidate == *line || candidate.substr(candidate.rfind('/') + 1) == *line;
      });
      if (chosen != texts.end()) {
        move = further[static_cast<std::size_t>(chosen - texts.begin())];
      } else if (who(person_to_move()) == Who::random) {
        print_line("that is none of them");
      } else {
        print_line("that is none of them; the move is not made");
        return Completion::dropped;
      }
    }
    return Completion::done;
  }

  bool ask() {
    const auto line =
        reader_.read(fmt::format("{}> ", show_.at_seat(match_.position(), match_.position().mover)));
    if (!line) {
      print_line("");
      return false;
    }
    const std::size_t space = line->find(' ');
    const std::string word = line->substr(0, space);
    const std::string rest =
        space == std::string::npos ? "" : line->substr(line->find_first_not_of(' ', space));
    if (word.empty()) return true;
    if (word == "quit" || word == "exit") return false;
    if (word == "help" || word == "?") {
      print(kHelp);
    } else if (word == "moves") {
      print_line(quoted(show_.moves(match_, match_.legal())));
    } else if (word == "board") {
      print(show_.drawn(match_.position(), colour_on_output()));
    } else if (word == "undo") {
      undo();
    } else if (word == "why") {
      print(rest.empty() ? "which hole? `why A3`\n"
                         : why_text(why(show_, match_, rest, own_), loaded_.sources));
    } else {
      return try_move(*line);
    }
    return true;
  }

  [[nodiscard]] std::string legal_text() const {
    return "legal: " + quoted(show_.moves(match_, match_.legal()));
  }

  void undo() {
    // Back to where a person last had a choice.
    if (past_.empty()) {
      print_line("there is no move to take back");
      return;
    }
    match_ = past_.back();
    past_.pop_back();
    print(show_.drawn(match_.position(), colour_on_output()));
  }

  bool try_move(const std::string& text) {
    const auto read = read_move(*loaded_.variant, match_, text, own_);
    const auto* parsed = std::get_if<Move>(&read);
    if (parsed == nullptr) {
      const TextError& error = std::get<TextError>(read);
      print_line(error.message);
      print_line("  " + (error.help.empty() ? legal_text() : error.help));
      return true;
    }
    Move move = *parsed;
    Match trial = match_;
    if (trial.play(move).status == mancala::Status::illegal) {
      print(why_text(why(show_, match_, text, own_), loaded_.sources));
      print_line("  " + legal_text());
      return true;
    }
    switch (complete(move)) {
      case Completion::done: break;
      case Completion::dropped: return true;
      case Completion::left: return false;
    }
    past_.push_back(match_);
    return make(move);
  }

  bool make(const Move& move) {
    const Position before = match_.position();
    const std::string text = show_.move(match_, move);
    Recorder recorder;
    const Outcome outcome = match_.play(move, &recorder);
    if (outcome.status == mancala::Status::illegal || outcome.status == mancala::Status::needs_choice) {
      throw std::logic_error("a legal move with all its choices was refused");
    }
    report_->move(before, text, outcome, match_, recorder);
    return go_on(match_, *report_, std::nullopt);
  }

  bool own_;
  const Loaded& loaded_;
  Show show_;
  std::vector<Who> persons_;
  std::unique_ptr<Report> report_;
  LineReader reader_;
  Chance chance_;
  Match match_;
  std::vector<Match> past_;  // before each move of a person
};

}  // namespace

int run_play(const PlayOptions& options) {
  const auto loaded = load(options.variant);
  const Reference reference(loaded->variant->program);
  // A new game each time; the seed is printed, so that it can be had again.
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
  Match match = options.position
                    ? Match(reference, position_of(*loaded, *options.position, "--position"), seed)
                    : Match(reference, seed);
  return Table(options, *loaded, std::move(match), seed).run();
}

}  // namespace mancala::cli
