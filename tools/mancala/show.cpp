#include "show.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "dsl/own_notation.h"
#include "interpreter/notation.h"

namespace mancala::cli {

std::string quoted(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += fmt::format("{}`{}`", out.empty() ? "" : ", ", text);
  return out.empty() ? "none" : out;
}

std::string counted(std::int64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string Show::place(Place p) const {
  if (p == kNoPlace) return "nowhere";
  if (p == kHand) return "the hand";
  if (p == kOut) return "out of play";
  if (board().is_hole(p)) {
    const std::string& label = board().holes[static_cast<std::size_t>(p)].label;
    if (!own_) return label;
    const auto found = own_labels(variant_).find(label);
    return found == own_labels(variant_).end() ? label : found->second;
  }
  const int players = board().player_count();
  const int beyond = p - board().hole_count();
  const int kind = beyond / players - 1;
  const std::string& owner = player(static_cast<Player>(beyond % players));
  if (kind < 0) return fmt::format("store({})", owner);
  return fmt::format("{}({})", board().piles[static_cast<std::size_t>(kind)].name, owner);
}

std::string Show::move(const Match& match, const Move& move) const {
  return own_ ? own_move_text(variant_, match, move) : move_text(variant_.program, move);
}

std::vector<std::string> Show::moves(const Match& match, const std::vector<Move>& moves) const {
  std::vector<std::string> out;
  out.reserve(moves.size());
  for (const Move& each : moves) out.push_back(move(match, each));
  return out;
}

std::string Show::drawn(const Position& position, bool colour, Region marked) const {
  Drawing drawing;
  drawing.colour = colour;
  drawing.marked = marked;
  if (own_) drawing.labels = own_labels(variant_);
  return draw_board(variant_.program, position, drawing);
}

std::string Show::at_seat(const Position& position, Player seat) const {
  const Player person = person_at(position, seat, board().player_count());
  return person == seat ? player(seat) : fmt::format("{} ({})", player(seat), player(person));
}

std::string Show::winner(const Ending& ending) const {
  if (ending.winner != kNobody && ending.person != ending.winner)
    return fmt::format("{} ({}) wins", player(ending.winner), player(ending.person));
  if (ending.winner != kNobody) return fmt::format("{} wins", player(ending.winner));
  return ending.drawn ? "drawn" : "lost";
}

Json Show::captured(const Position& position) const {
  Json out = Json::object();
  for (Player p = 0; p < board().player_count(); ++p) out[player(p)] = held(board(), position, p);
  return out;
}

Json Show::gained(const Position& before, const Position& after) const {
  Json out = Json::object();
  for (Player p = 0; p < board().player_count(); ++p) {
    out[player(p)] = held(board(), after, p) - held(board(), before, p);
  }
  return out;
}

void Show::add_winner(Json& out, const Ending& ending) const {
  if (ending.winner == kNobody) {
    out["winner"] = ending.drawn ? Json("draw") : Json(nullptr);
    return;
  }
  out["winner"] = player(ending.winner);
  if (ending.person != ending.winner) out["person"] = player(ending.person);
}

Json Show::position(const Match& match) const {
  const Position& position = match.position();
  std::vector<Json> rows(static_cast<std::size_t>(board().lines),
                         Json(std::vector<Json>(static_cast<std::size_t>(board().columns))));
  Json closed = Json::array();
  for (Place p = 0; p < board().hole_count(); ++p) {
    const Hole& hole = board().holes[static_cast<std::size_t>(p)];
    if (position.closed.has(p)) {
      closed.push_back(place(p));
    } else {
      rows[static_cast<std::size_t>(hole.line)][static_cast<std::size_t>(hole.column)] = position.seeds[p];
    }
  }
  Json out;
  out["text"] = position_text(variant_.program, position);
  out["rows"] = std::move(rows);
  out["closed"] = std::move(closed);
  out["captured"] = captured(position);
  out["to_move"] = player(position.mover);
  out["legal"] = moves(match, match.legal());
  // Extras of the line, each under its name: `round`, declared state, …
  const std::string extras = extras_text(variant_.program, position, true);
  std::string_view rest = extras;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string key(word.substr(0, equals));
    if (out.contains(key))
      continue;  // a state that is called like one of the fixed names is in the text only
    const std::string_view value = word.substr(equals + 1);
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc() && stop == value.data() + value.size()) {
      out[key] = number;
    } else {
      out[key] = value;
    }
  }
  return out;
}

}  // namespace mancala::cli
