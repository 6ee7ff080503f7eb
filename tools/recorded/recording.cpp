#include "recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tools/mancala/failure.h"

namespace mancala::recorded {

namespace {

using Json = nlohmann::json;

// What a line lacks; caught for each line.
class Unclear : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

const Json& member(const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) throw Unclear(fmt::format("there is no `{}`", key));
  return object[key];
}

int number(const Json& json, std::string_view what) {
  if (!json.is_number_integer()) throw Unclear(fmt::format("`{}` is no whole number", what));
  const auto value = json.get<std::int64_t>();
  if (value < -1'000'000 || value > 1'000'000) throw Unclear(fmt::format("`{}` is too large", what));
  return static_cast<int>(value);
}

std::string text(const Json& json, std::string_view what) {
  if (!json.is_string()) throw Unclear(fmt::format("`{}` is no text", what));
  return json.get<std::string>();
}

const Json& list(const Json& json, std::string_view what) {
  if (!json.is_array()) throw Unclear(fmt::format("`{}` is no list", what));
  return json;
}

bool flag(const Json& object, const char* key) {
  return object.contains(key) && object[key].is_boolean() && object[key].get<bool>();
}

std::vector<int> numbers(const Json& json, std::string_view what) {
  std::vector<int> out;
  for (const Json& item : list(json, what)) out.push_back(number(item, what));
  return out;
}

std::vector<int> counts(const Json& json, std::string_view what) {
  std::vector<int> out = numbers(json, what);
  for (const int n : out) {
    if (n < 0 || n > 0xffff) throw Unclear(fmt::format("`{}` has a count that cannot be", what));
  }
  return out;
}

std::vector<std::optional<int>> marks(const Json& json, std::string_view what) {
  std::vector<std::optional<int>> out;
  for (const Json& item : list(json, what)) {
    if (item.is_null()) {
      out.emplace_back(std::nullopt);
    } else if (item.is_boolean()) {
      out.emplace_back(item.get<bool>() ? 1 : 0);
    } else {
      out.emplace_back(number(item, what));
    }
  }
  return out;
}

// MancalaGames

Player seat(const Json& json, std::string_view what) {
  const std::string name = text(json, what);
  if (name == "south") return 0;
  if (name == "north") return 1;
  throw Unclear(fmt::format("`{}` is no player: `{}`", what, name));
}

Moment moment(const Json& json, std::size_t holes) {
  Moment out;
  out.counts = counts(member(json, "board"), "board");
  out.stores = counts(member(json, "stores"), "stores");
  if (out.counts.size() != holes)
    throw Unclear(fmt::format("`board` has {} holes, not {}", out.counts.size(), holes));
  if (out.stores.size() != 2) throw Unclear("`stores` are not two");
  if (!json.contains("extra") || !json["extra"].is_object()) return out;
  for (const auto& [key, value] : json["extra"].items()) {
    if (value.is_array()) {
      out.marks[key] = marks(value, key);
    } else if (value.is_object()) {
      for (const auto& [part, inner] : value.items()) {
        if (inner.is_array()) out.marks[key + "-" + part] = marks(inner, key);
      }
    } else if (value.is_number_integer() || value.is_boolean()) {
      out.marks[key] = {value.is_boolean() ? (value.get<bool>() ? 1 : 0) : number(value, key)};
    }
  }
  return out;
}

Step ply(const Json& json, std::size_t holes) {
  Step step;
  step.after = moment(json, holes);
  if (json.contains("new_round")) {
    step.kind = Step::Kind::new_round;
    step.next = seat(member(json, "to_move"), "to_move");
    step.by = *step.next;
    step.default_fill = flag(json, "default_fill");
    return step;
  }
  step.by = seat(member(json, "by"), "by");
  step.pick.text = text(member(json, "move"), "move");
  if (step.pick.text == "pass") step.kind = Step::Kind::pass;
  for (const Json& move : list(member(json, "legal"), "legal")) step.legal.push_back({text(move, "legal")});
  if (json.contains("next") && !json["next"].is_null()) step.next = seat(json["next"], "next");
  const std::string status =
      json.contains("status") && json["status"].is_string() ? text(json["status"], "status") : "";
  if (status.starts_with("ROUND_")) {
    step.ends = Step::Ends::round;
  } else if (status == "WIN" || status == "TIE") {
    step.ends = Step::Ends::game;
  }
  return step;
}

Game mancalagames_game(const Json& json) {
  Game game;
  const Json& start = member(json, "start");
  const std::size_t holes = list(member(start, "board"), "board").size();
  game.start = moment(start, holes);
  game.starts = seat(member(start, "to_move"), "to_move");
  for (const Json& entry : list(member(json, "plies"), "plies")) game.steps.push_back(ply(entry, holes));
  game.complete = flag(json, "complete");
  return game;
}

// Ludii

SiteBoard site_board(const Json& json) {
  SiteBoard board;
  board.sites = number(member(json, "sites"), "sites");
  for (const Json& row : list(member(json, "rows_bottom_up"), "rows_bottom_up")) {
    board.rows_bottom_up.push_back(numbers(row, "rows_bottom_up"));
    for (const int site : board.rows_bottom_up.back()) {
      if (site < 0 || site >= board.sites)
        throw Unclear("`rows_bottom_up` has a site that the board does not have");
    }
  }
  for (const Json& map : list(member(json, "maps"), "maps")) {
    std::map<int, int>& pairs = board.maps[text(member(map, "name"), "name")];
    for (const auto& [key, site] : member(map, "pairs").items()) {
      if (key.empty() || key.size() > 6 || key.find_first_not_of("0123456789") != std::string::npos) {
        throw Unclear("`pairs` has a key that is no number");
      }
      pairs[std::stoi(key)] = number(site, "pairs");
    }
  }
  for (const Json& hand : list(member(json, "hands"), "hands")) {
    ++board.hands;
    board.hand_sites = std::max(board.hand_sites, number(member(hand, "size"), "size"));
  }
  return board;
}

Player mover(const Json& json, std::string_view what) {
  const int n = number(json, what);
  if (n < 1 || n > kMaxPlayers) throw Unclear(fmt::format("`{}` is no player", what));
  return static_cast<Player>(n - 1);
}

Moment site_moment(const Json& json, const char* key, const SiteBoard& board) {
  Moment out;
  out.counts = counts(member(json, key), key);
  if (static_cast<int>(out.counts.size()) < board.sites) throw Unclear(fmt::format("`{}` is too short", key));
  if (json.contains("hands")) out.stores = counts(json["hands"], "hands");
  if (json.contains("stacks")) {
    for (const Json& site : list(json["stacks"], "stacks")) out.kinds.push_back(counts(site, "stacks"));
    if (out.kinds.size() < out.counts.size()) throw Unclear("`stacks` is too short");
    for (const Json& hand : list(member(json, "hand_stacks"), "hand_stacks"))
      out.kinds_in_hands.push_back(counts(hand, "hand_stacks"));
  }
  for (const char* mark : {"states", "player_values"}) {
    if (json.contains(mark)) out.marks[mark] = marks(json[mark], mark);
  }
  return out;
}

Pick site_pick(const Json& json) {
  Pick pick;
  if (json.is_array()) {
    if (json.size() < 2) throw Unclear("`legal` has a list that is too short");
    pick.site = number(json[0], "legal");
    pick.to = number(json[1], "legal");
  } else {
    pick.site = number(json, "legal");
  }
  return pick;
}

Step site_step(const Json& json, const SiteBoard& board) {
  Step step;
  step.by = mover(member(json, "mover"), "mover");
  step.after = site_moment(json, "counts", board);
  step.pick.site = number(member(json, "from"), "from");
  if (json.contains("to") && !json["to"].is_null()) step.pick.to = number(json["to"], "to");
  if (json.contains("next") && !json["next"].is_null()) step.next = mover(json["next"], "next");
  for (const Json& move : list(member(json, "legal"), "legal")) step.legal.push_back(site_pick(move));
  if (json.contains("pre")) {
    for (const Json& carried : list(json["pre"], "pre")) {
      if (!carried.is_array() || carried.size() < 2 || !carried[0].is_number() || !carried[1].is_number())
        continue;
      step.carried.push_back({number(carried[0], "pre"), number(carried[1], "pre")});
    }
  }
  const std::string kind =
      json.contains("kind") && json["kind"].is_string() ? text(json["kind"], "kind") : "";
  if (kind == "pass" || step.pick.site < 0) {
    // A pass that may be made instead of a move is a vote.
    const bool forced = step.legal.size() == 1 && (kind == "pass" || kind.empty());
    step.kind = forced ? Step::Kind::pass : Step::Kind::other;
  } else if ((kind == "move" && (!json.contains("sown") || json["sown"].empty())) ||
             (step.pick.site >= board.sites && step.pick.to >= 0)) {
    step.kind = Step::Kind::refill;  // if it comes from a store or hand: see is_refill in replay.cpp
  } else if (kind == "swap" || kind == "vote" || kind == "propose") {
    step.kind = Step::Kind::other;
  }
  return step;
}

Game ludii_game(const Json& json, const SiteBoard& board) {
  Game game;
  game.start = site_moment(json, "initial", board);
  if (json.contains("first_mover") && !json["first_mover"].is_null()) {
    game.starts = mover(json["first_mover"], "first_mover");
  }
  for (const Json& step : list(member(json, "steps"), "steps")) game.steps.push_back(site_step(step, board));
  game.complete = flag(json, "over") && flag(json, "complete");
  if (game.complete && !game.steps.empty()) game.steps.back().ends = Step::Ends::game;
  return game;
}

class Reader {
 public:
  explicit Reader(std::filesystem::path path) : path_(std::move(path)) {}

  void line(const std::string& line, int number) {
    const Json json = Json::parse(line);
    if (json.is_object() && json.contains("board") && json["board"].is_object()) {
      board_ = site_board(json["board"]);
      return;
    }
    const bool plies = json.is_object() && json.contains("plies");
    if (!plies && !(json.is_object() && json.contains("steps")))
      throw Unclear("there are neither `plies` nor `steps`");
    const std::string game = text(member(json, "game"), "game");
    const std::string version = text(member(json, "recorded_by"), "recorded_by");
    if (!plies && !board_) throw Unclear("a game by steps needs the line with the `board` before it");
    Game read = plies ? mancalagames_game(json) : ludii_game(json, *board_);
    read.line = number;
    const Program by = plies ? Program::mancalagames : Program::ludii;
    auto found = std::find_if(sets_.begin(), sets_.end(),
                              [&](const Set& set) { return set.by == by && set.game == game; });
    if (found == sets_.end()) {
      Set set;
      set.by = by;
      set.version = version;
      set.game = game;
      set.stem = path_.stem().string();
      if (board_) set.sites = *board_;
      found = sets_.insert(sets_.end(), std::move(set));
    }
    found->games.push_back(std::move(read));
  }

  std::vector<Set> take() { return std::move(sets_); }

 private:
  std::filesystem::path path_;
  std::optional<SiteBoard> board_;
  std::vector<Set> sets_;
};

}  // namespace

std::string name_of(Program program) {
  switch (program) {
    case Program::mancalagames: return "MancalaGames";
    case Program::ludii: return "Ludii";
  }
  return {};
}

std::vector<Set> read_recordings(const std::filesystem::path& path, std::vector<BadLine>& bad) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw cli::Failure(cli::kUnreadable, fmt::format("`{}` cannot be read", path.string()));
  Reader reader(path);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      reader.line(line, number);
    } catch (const Unclear& unclear) {
      bad.push_back({path, number, unclear.what()});
    } catch (const Json::exception&) {
      bad.push_back({path, number, "this is no JSON"});
    }
  }
  if (in.bad()) throw cli::Failure(cli::kUnreadable, fmt::format("`{}` cannot be read", path.string()));
  return reader.take();
}

}  // namespace mancala::recorded
