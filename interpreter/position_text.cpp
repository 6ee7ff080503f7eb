// Positions as text: rows, stores, the player to move, and what else is not as it was at the start.
#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>

#include "interpreter/executor.h"
#include "interpreter/notation.h"
#include "interpreter/place_names.h"
#include "interpreter/walk.h"

namespace mancala {
namespace {

using ir::Program;
using ir::Type;

// The words for directions: seen from above on a closed circuit, along it on an open one.
const std::array<std::string, 4>& direction_words(const Program& program) {
  static const std::array<std::string, 4> kClosed = {"-", "counterclockwise", "clockwise", "either"};
  static const std::array<std::string, 4> kOpen = {"-", "onward", "backward", "either"};
  return program.board.circuits[program.phases.front().circuit].closed ? kClosed : kOpen;
}

// What a text may say after the player to move: a list of values by that key. Its parts are known to printing
// and parsing alike.
struct Extra {
  std::string key;
  int count = 1;
  // The text of value number i, and its way back: false if the text is no such value.
  std::function<std::string(const Position&, int)> print;
  std::function<bool(Position&, int, std::string_view)> parse;
};

template <class Number>
bool read_number(std::string_view text, Number low, Number high, Number& to) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return false;
  if (n < std::int64_t{low} || n > std::int64_t{high}) return false;
  to = static_cast<Number>(n);
  return true;
}

std::string player_name(const Board& board, Player p) { return p == kNobody ? "-" : board.players[p]; }

bool read_player(const Board& board, std::string_view text, Player& to) {
  if (text == "-") {
    to = kNobody;
    return true;
  }
  const auto found = std::find(board.players.begin(), board.players.end(), text);
  if (found == board.players.end()) return false;
  to = static_cast<Player>(found - board.players.begin());
  return true;
}

std::string state_text(const Program& program, const ir::State& state, std::int16_t stored) {
  switch (state.holds) {
    case Type::hole: return place_name(program.board, static_cast<Place>(stored - 1));
    case Type::player: return player_name(program.board, static_cast<Player>(stored - 1));
    case Type::word: return stored == 0 ? "-" : state.words[stored - 1];
    case Type::direction: return direction_words(program)[stored];
    case Type::number:
    case Type::truth:
    case Type::region:
    case Type::players: return std::to_string(stored);
  }
  return {};
}

bool read_state_text(const Program& program, const ir::State& state, std::string_view text,
                     std::int16_t& to) {
  const auto index_in = [&](const auto& words) {
    const auto found = std::find(words.begin(), words.end(), text);
    to = static_cast<std::int16_t>(found - words.begin());
    return found != words.end();
  };
  switch (state.holds) {
    case Type::hole: {
      const Place place = find_place(program.board, text);
      to = static_cast<std::int16_t>(place + 1);
      return place != kNoPlace || text == "-";
    }
    case Type::player: {
      Player player = kNobody;
      const bool known = read_player(program.board, text, player);
      to = static_cast<std::int16_t>(player + 1);
      return known;
    }
    case Type::word:
      if (text == "-") {
        to = 0;
        return true;
      }
      if (!index_in(state.words)) return false;
      ++to;
      return true;
    case Type::direction: return index_in(direction_words(program));
    case Type::number:
      return read_number(text, static_cast<std::int16_t>(state.low), static_cast<std::int16_t>(state.high),
                         to);
    case Type::truth:
    case Type::region:
    case Type::players: return read_number<std::int16_t>(text, 0, 1, to);
  }
  return false;
}

// A number of the position, behind a reference.
template <class Number, class Field>
Extra number_extra(std::string key, int count, Number low, const Field& field) {
  Extra extra;
  extra.key = std::move(key);
  extra.count = count;
  extra.print = [field](const Position& position, int i) {
    Position copy = position;
    return std::to_string(field(copy, i));
  };
  extra.parse = [field, low](Position& position, int i, std::string_view text) {
    return read_number<Number>(text, low, std::numeric_limits<Number>::max(), field(position, i));
  };
  return extra;
}

template <class Field>
Extra player_extra(const Board& board, std::string key, int count, const Field& field) {
  Extra extra;
  extra.key = std::move(key);
  extra.count = count;
  extra.print = [&board, field](const Position& position, int i) {
    Position copy = position;
    return player_name(board, field(copy, i));
  };
  extra.parse = [&board, field](Position& position, int i, std::string_view text) {
    return read_player(board, text, field(position, i));
  };
  return extra;
}

const char* const kStartSeeds = "at-start";

// What this program's positions may say, in the order in which it is printed.
std::vector<Extra> extras_of(const Program& program) {
  const Board& board = program.board;
  const int players = board.player_count();
  std::vector<Extra> extras;
  if (program.match.present) {
    extras.push_back(number_extra<std::uint16_t>("round", 1, 1,
                                                 [](Position& p, int) -> std::uint16_t& { return p.round; }));
  }
  if (ir::reads(program, ir::Op::round_starter)) {
    extras.push_back(
        player_extra(board, "starter", 1, [](Position& p, int) -> Player& { return p.round_starter; }));
  }
  if (ir::reads(program, ir::Op::last_mover)) {
    extras.push_back(
        player_extra(board, "last", 1, [](Position& p, int) -> Player& { return p.last_mover; }));
  }
  if (ir::reads(program, ir::Op::turns) || ir::reads(program, ir::Op::turns_played)) {
    extras.push_back(number_extra<std::uint32_t>(
        "turns", players, 0, [](Position& p, int i) -> std::uint32_t& { return p.turns[i]; }));
  }
  if (ir::reads(program, ir::Op::quiet)) {
    extras.push_back(number_extra<std::uint32_t>("quiet", 1, 0,
                                                 [](Position& p, int) -> std::uint32_t& { return p.quiet; }));
  }
  for (int kind = 0; kind < static_cast<int>(board.piles.size()); ++kind) {
    const int first = board.pile(kind, 0);
    extras.push_back(number_extra<std::uint16_t>(
        board.piles[kind].name, players, 0,
        [first](Position& p, int i) -> std::uint16_t& { return p.seeds[first + i]; }));
  }
  for (const ir::PieceKind& kind : program.pieces) {
    const int first = kind.first_slot;
    extras.push_back(number_extra<std::int16_t>(
        kind.name, board.place_count() + 1, 0,
        [first](Position& p, int i) -> std::int16_t& { return p.state[first + i]; }));
  }
  if (program.territory) {
    extras.push_back(player_extra(board, "owner", board.hole_count(),
                                  [](Position& p, int i) -> std::int8_t& { return p.owner[i]; }));
  }
  for (const ir::State& state : program.states) {
    Extra extra;
    extra.key = state.name;
    extra.count = state.per == ir::Per::hole     ? board.hole_count()
                  : state.per == ir::Per::player ? players
                                                 : 1;
    extra.print = [&program, &state](const Position& position, int i) {
      return state_text(program, state, position.state[state.first_slot + i]);
    };
    extra.parse = [&program, &state](Position& position, int i, std::string_view text) {
      return read_state_text(program, state, text, position.state[state.first_slot + i]);
    };
    extras.push_back(extra);
  }
  if (ir::reads(program, ir::Op::turn_sown)) {
    Extra sown;
    sown.key = "turn-sown";
    sown.count = board.hole_count();
    sown.print = [](const Position& position, int i) {
      return std::string(position.turn_sown.has(static_cast<Place>(i)) ? "1" : "0");
    };
    sown.parse = [](Position& position, int i, std::string_view text) {
      if (text == "1") position.turn_sown.add(static_cast<Place>(i));
      return text == "1" || text == "0";
    };
    extras.push_back(sown);
  }
  if (ir::reads(program, ir::Op::at_start)) {
    extras.push_back(
        number_extra<std::uint16_t>(kStartSeeds, board.place_count(), 0,
                                    [](Position& p, int i) -> std::uint16_t& { return p.start_seeds[i]; }));
  }
  if (ir::changes_seats(program)) {
    Extra persons;
    persons.key = "persons";
    persons.count = players;
    persons.print = [&board](const Position& position, int seat) {
      return board.players[person_at(position, static_cast<Player>(seat), board.player_count())];
    };
    // The first says how far they have moved on, the others must have moved as far.
    persons.parse = [&board](Position& position, int seat, std::string_view text) {
      Player person = kNobody;
      if (!read_player(board, text, person) || person == kNobody) return false;
      const int all = board.player_count();
      if (seat == 0) position.moved_on = static_cast<std::int8_t>((all - person) % all);
      return person_at(position, static_cast<Player>(seat), all) == person;
    };
    extras.push_back(persons);
  }
  Extra again;
  again.key = "again";
  again.print = [](const Position& position, int) { return std::string(position.again ? "1" : "0"); };
  again.parse = [](Position& position, int, std::string_view text) {
    position.again = text == "1";
    return text == "1" || text == "0";
  };
  extras.push_back(again);
  return extras;
}

std::string extra_text(const Extra& extra, const Position& position) {
  std::string text;
  for (int i = 0; i < extra.count; ++i) text += (i == 0 ? "" : ",") + extra.print(position, i);
  return text;
}

// The holes as they are printed: by line and column, kNoPlace where there is none.
std::vector<std::vector<Place>> printed(const Board& board) {
  std::vector<std::vector<Place>> lines(board.lines, std::vector<Place>(board.columns, kNoPlace));
  for (const Place h : board.all()) lines[board.holes[h].line][board.holes[h].column] = h;
  return lines;
}

// The position with everything but its seeds, closed holes and mover as a text without extras means it.
Position plain(const Program& program, const Position& position) {
  Position plain;
  plain.seeds = position.seeds;
  plain.closed = position.closed;
  plain.out = position.out;
  plain.mover = position.mover;
  if (ir::reads(program, ir::Op::at_start)) plain.start_seeds = position.seeds;
  const Board& board = program.board;
  for (const Place h : board.all()) plain.owner[h] = board.holes[h].owner;
  for (int kind = 0; kind < static_cast<int>(board.piles.size()); ++kind) {
    for (Player p = 0; p < board.seats(); ++p) {
      plain.seeds[board.pile(kind, p)] = static_cast<std::uint16_t>(board.piles[kind].seeds);
    }
  }
  Executor executor(program, plain);
  executor.reset_all_states();
  executor.lay_pieces();
  return executor.position();
}

struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// The parts of text[within] between `separator`s; with `blanks` empty parts are left out.
std::vector<Span> split(std::string_view text, Span within, char separator, bool blanks = false) {
  std::vector<Span> parts;
  std::uint32_t begin = within.begin;
  for (std::uint32_t at = within.begin; at <= within.end; ++at) {
    if (at < within.end && text[at] != separator) continue;
    if (!blanks || at > begin) parts.push_back({begin, at});
    begin = at + 1;
  }
  return parts;
}

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

class PositionParser {
 public:
  PositionParser(const Program& program, std::string_view text)
      : program_(program), board_(program.board), text_(text) {}

  std::variant<Position, TextError> parse() {
    const std::vector<Span> words = split(text_, {0, static_cast<std::uint32_t>(text_.size())}, ' ', true);
    if (words.size() < 3) {
      const auto end = static_cast<std::uint32_t>(text_.size());
      return TextError{words.empty() ? 0 : end, end, "a position is rows, stores and the player to move",
                       "as in `" + example() + "`"};
    }
    const bool read = rows(words[0]) && stores(words[1]) && mover(words[2]) &&
                      extras({words.begin() + 3, words.end()}) && total({words[0].begin, words[1].end});
    if (!read) return error_;
    return position_;
  }

 private:
  [[nodiscard]] std::string_view view(Span span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }
  [[nodiscard]] std::string quoted(Span span) const { return "`" + std::string(view(span)) + "`"; }

  bool fail(Span span, std::string message, std::string help = {}) {
    error_ = {span.begin, span.end, std::move(message), std::move(help)};
    return false;
  }

  [[nodiscard]] std::string example() const {
    Executor executor(program_, {});
    executor.lay_out();
    return position_text(program_, executor.position());
  }

  bool rows(Span word) {
    const std::vector<Span> rows = split(text_, word, '/');
    if (static_cast<int>(rows.size()) != board_.lines) {
      return fail(word,
                  "this board has " + counted(board_.lines, "row") + ", not " + std::to_string(rows.size()),
                  "rows are separated by `/`, north-most first");
    }
    const auto places = printed(board_);
    for (int line = 0; line < board_.lines; ++line) {
      const std::vector<Span> cells = split(text_, rows[line], ',');
      if (static_cast<int>(cells.size()) != board_.columns) {
        return fail(rows[line], "row " + std::to_string(line + 1) + " has " + counted(cells.size(), "hole") +
                                    ", not " + std::to_string(board_.columns));
      }
      for (int column = 0; column < board_.columns; ++column) {
        if (!cell(cells[column], places[line][column])) return false;
      }
    }
    return true;
  }

  bool cell(Span span, Place hole) {
    std::string_view word = view(span);
    if (hole == kNoPlace) return word == "-" || fail(span, "there is no hole here", "write `-`");
    if (word == "-") return fail(span, "hole `" + board_.holes[hole].label + "` is here, not none");
    if (!word.empty() && word.front() == 'x') {
      position_.closed.add(hole);
      word.remove_prefix(1);
      if (word.empty()) return true;
    }
    return seeds(word, position_.seeds[hole]) || fail(span, quoted(span) + " is no number of seeds");
  }

  static bool seeds(std::string_view word, std::uint16_t& to) {
    return read_number<std::uint16_t>(word, 0, std::numeric_limits<std::uint16_t>::max(), to);
  }

  bool stores(Span word) {
    const std::vector<Span> parts = split(text_, word, ':');
    if (static_cast<int>(parts.size()) != board_.player_count()) {
      return fail(
          word,
          "there are " + counted(board_.player_count(), "store") + ", not " + std::to_string(parts.size()),
          "stores are separated by `:`, in the order of the players");
    }
    for (Player p = 0; p < board_.seats(); ++p) {
      if (!seeds(view(parts[p]), position_.seeds[board_.store(p)])) {
        return fail(parts[p], quoted(parts[p]) + " is no number of seeds");
      }
    }
    return true;
  }

  bool mover(Span word) {
    if (view(word) != "-" && read_player(board_, view(word), position_.mover)) return true;
    std::string names;
    for (const std::string& name : board_.players) names += (names.empty() ? "" : ", ") + name;
    return fail(word, "no player " + quoted(word), "the players are " + names);
  }

  bool extras(const std::vector<Span>& words) {
    const std::vector<Extra> known = extras_of(program_);
    position_ = plain(program_, position_);
    std::vector<std::string_view> given;
    for (const Span word : words) {
      const std::size_t equals = view(word).find('=');
      if (equals == std::string_view::npos) return fail(word, quoted(word) + " is no `key=value`");
      const Span key = {word.begin, word.begin + static_cast<std::uint32_t>(equals)};
      const auto extra =
          std::find_if(known.begin(), known.end(), [&](const Extra& e) { return e.key == view(key); });
      if (extra == known.end()) {
        std::string keys;
        for (const Extra& e : known) keys += (keys.empty() ? "" : ", ") + e.key;
        return fail(key, "unknown key " + quoted(key), "here may stand: " + keys);
      }
      if (std::find(given.begin(), given.end(), view(key)) != given.end()) {
        return fail(key, quoted(key) + " is given twice");
      }
      given.push_back(view(key));
      if (!values(*extra, {key.end + 1, word.end})) return false;
    }
    // What it does not say of the start of the turn is as it is now, the piles said above among it.
    const bool start_said = std::find(given.begin(), given.end(), kStartSeeds) != given.end();
    if (ir::reads(program_, ir::Op::at_start) && !start_said) position_.start_seeds = position_.seeds;
    return true;
  }

  bool values(const Extra& extra, Span word) {
    const std::vector<Span> parts = split(text_, word, ',');
    if (static_cast<int>(parts.size()) != extra.count) {
      return fail(word, "`" + extra.key + "` has " + counted(extra.count, "value") + ", not " +
                            std::to_string(parts.size()));
    }
    for (int i = 0; i < extra.count; ++i) {
      if (!extra.parse(position_, i, view(parts[i]))) {
        return fail(parts[i], quoted(parts[i]) + " is no value of `" + extra.key + "`");
      }
    }
    return true;
  }

  // Seeds are never made or lost. What is missing is out of play, where seeds can go there.
  bool total(Span board) {
    if (ir::reads(program_, program_.setup, ir::Op::by_lot)) return true;
    Executor start(program_, {});
    start.lay_out();
    const auto sum = [](const Position& position) {
      int seeds = 0;
      for (const std::uint16_t n : position.seeds) seeds += n;
      return seeds;
    };
    for (const ir::PieceKind& kind : program_.pieces) {
      if (!pieces(kind, start.position(), board)) return false;
    }
    const int expected = sum(start.position());
    const int given = sum(position_);
    if (given < expected && seeds_go_out()) {
      position_.out = static_cast<std::uint16_t>(expected - given);
      return true;
    }
    if (given == expected) return true;
    return fail(board, counted(given, "seed") + ", but the game has " + std::to_string(expected),
                counted(std::abs(given - expected), "seed") + (given < expected ? " missing" : " too many"));
  }

  // As many of the kind as there were at the start, and nowhere more of all kinds than pieces.
  bool pieces(const ir::PieceKind& kind, const Position& start, Span board) {
    int given = 0;
    int expected = 0;
    for (int place = 0; place <= board_.place_count(); ++place) {
      given += position_.state[kind.first_slot + place];
      expected += start.state[kind.first_slot + place];
      int of_all_kinds = 0;
      for (const ir::PieceKind& other : program_.pieces)
        of_all_kinds += position_.state[other.first_slot + place];
      if (place < board_.place_count() && of_all_kinds > position_.seeds[place]) {
        return fail(board,
                    place_name(board_, static_cast<Place>(place)) + " holds " +
                        counted(position_.seeds[place], "piece") + ", not " + std::to_string(of_all_kinds) +
                        " that are not seeds",
                    "a number of seeds counts every piece");
      }
    }
    if (given == expected) return true;
    return fail(board, "there are " + std::to_string(given) + " `" + kind.name + "`, but the game has " +
                           std::to_string(expected));
  }

  [[nodiscard]] bool seeds_go_out() const {
    const auto out = [](const ir::Expr& e) { return e.op == ir::Op::place && e.imm == kOut; };
    if (std::any_of(program_.exprs.begin(), program_.exprs.end(), out)) return true;
    return std::any_of(program_.lists.begin(), program_.lists.end(), [](const ir::ClauseList& list) {
      return std::any_of(list.clauses.begin(), list.clauses.end(), [](const ir::Clause& clause) {
        return std::any_of(clause.actions.begin(), clause.actions.end(), [](const ir::Action& action) {
          return action.act == ir::Act::capture && action.imm == 1;
        });
      });
    });
  }

  const Program& program_;
  const Board& board_;
  std::string_view text_;
  Position position_;
  TextError error_;
};

}  // namespace

std::string position_text(const Program& program, const Position& position) {
  const Board& board = program.board;
  std::string text;
  for (const std::vector<Place>& line : printed(board)) {
    if (!text.empty()) text += "/";
    bool first = true;
    for (const Place hole : line) {
      if (!first) text += ",";
      first = false;
      if (hole == kNoPlace) {
        text += "-";
        continue;
      }
      const bool closed = position.closed.has(hole);
      if (closed) text += "x";
      // A closed hole is empty in nearly all games.
      if (!closed || position.seeds[hole] > 0) text += std::to_string(position.seeds[hole]);
    }
  }
  for (Player p = 0; p < board.seats(); ++p) {
    text += (p == 0 ? " " : ":") + std::to_string(position.seeds[board.store(p)]);
  }
  text += " " + board.players[position.mover];
  const Position start = plain(program, position);
  for (const Extra& extra : extras_of(program)) {
    const std::string value = extra_text(extra, position);
    if (value != extra_text(extra, start)) text += " " + extra.key + "=" + value;
  }
  return text;
}

std::variant<Position, TextError> parse_position(const Program& program, std::string_view text) {
  return PositionParser(program, text).parse();
}

}  // namespace mancala
