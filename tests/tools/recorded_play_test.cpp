// Games that another program recorded, replayed ply by ply. The recordings are no part of this repository:
// they are looked for in $MANCALA_SHARED, or in ../shared beside the source folder.
//
// Each ply is tested from the recorded position before it, so that one difference does not hide the next: the
// legal moves, the number of laps, the board after it, the stores, who is next; at the end of a round its
// totals, and of the next round its starter and how many holes each player could fill (that program lets the
// players choose which).
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "dsl/load.h"
#include "dsl/render.h"
#include "interpreter/match.h"
#include "interpreter/notation.h"
#include "tests/support/catch.hpp"

namespace mancala {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

fs::path recordings() {
  const char* shared = std::getenv("MANCALA_SHARED");
  return (shared != nullptr ? fs::path(shared) : fs::path(MANCALA_SOURCE_DIR) / ".." / "shared") / "trials" /
         "mancalagames";
}

struct Count {
  int games = 0;
  int plies = 0;
  int round_ends = 0;
  int refills = 0;
};

class Replayer {
 public:
  Replayer(const std::string& id, const Settings& settings) {
    const Library library({fs::path(MANCALA_SOURCE_DIR) / "variants"});
    Diagnostics diagnostics;
    variant_ = load_variant(library.find(id).value(), library, settings, sources_, diagnostics);
    INFO(render(diagnostics.sorted(), sources_, Format::text));
    REQUIRE(variant_);
    reference_.emplace(variant_->program);
  }

  void game(const Json& game) {
    take(game["start"], Player{0});
    ++count_.games;
    for (const Json& entry : game["plies"]) {
      if (entry.contains("new_round")) {
        new_round(entry);
      } else {
        ply(entry);
      }
    }
  }

  [[nodiscard]] const Count& count() const { return count_; }

 private:
  [[nodiscard]] const Board& board() const { return variant_->program.board; }

  [[nodiscard]] Player player(const Json& name) const {
    const auto& names = board().players;
    const auto found = std::find(names.begin(), names.end(), name.get<std::string>());
    REQUIRE(found != names.end());
    return static_cast<Player>(found - names.begin());
  }

  // A recorded moment as a position. Its holes are in the order of ours: counterclockwise from South's left.
  void take(const Json& moment, Player mover) {
    Chance chance(1);
    if (moment.contains("to_move")) {
      now_ = reference_->initial(chance);
      mover = player(moment["to_move"]);
      now_.round_starter = mover;
    }
    REQUIRE(moment["board"].size() == board().holes.size());
    for (Place h = 0; h < board().hole_count(); ++h) now_.seeds[h] = moment["board"][h];
    for (Player p = 0; p < 2; ++p) now_.seeds[board().store(p)] = moment["stores"][p];
    if (moment.contains("extra") && moment["extra"].contains("blocked")) {
      now_.closed = Region();
      for (Place h = 0; h < board().hole_count(); ++h) {
        if (moment["extra"]["blocked"][h] != 0) now_.closed.add(h);
      }
    }
    now_.mover = mover;
  }

  [[nodiscard]] std::vector<int> stores(const Position& position) const {
    return {position.seeds[board().store(0)], position.seeds[board().store(1)]};
  }

  void ply(const Json& entry) {
    now_.mover = player(entry["by"]);
    const std::string text = entry["move"];
    INFO("game " << count_.games << ", from " << position_text(variant_->program, now_) << ", move " << text);

    const std::vector<Move> legal = reference_->legal(now_);
    std::vector<std::string> ours;
    std::optional<Move> move;
    for (const Move& candidate : legal) {
      ours.push_back(move_text(variant_->program, candidate));
      if (ours.back() == text) move = candidate;
    }
    std::vector<std::string> theirs = entry["legal"];
    std::sort(ours.begin(), ours.end());
    std::sort(theirs.begin(), theirs.end());
    CHECK(ours == theirs);
    REQUIRE(move);

    Position after = now_;
    Chance chance(1);
    outcome_ = reference_->play(after, *move, chance);
    CHECK(outcome_.laps == entry["relays"].get<int>() + 1);
    CHECK(stores(after) == entry["stores"].get<std::vector<int>>());
    for (Place h = 0; h < board().hole_count(); ++h) {
      INFO(board().holes[static_cast<std::size_t>(h)].label);
      CHECK(after.seeds[h] == entry["board"][h].get<int>());
    }
    const std::string status = entry.value("status", "");
    if (status.starts_with("ROUND_")) {
      CHECK(outcome_.status == Status::round_over);
      ++count_.round_ends;
    } else {
      CHECK(outcome_.status == Status::playing);
      // `WIN`: that program ends a game when one player has more than half; the play of the move is the same.
      if (status.empty()) CHECK(after.mover == player(entry["next"]));
    }
    ++count_.plies;
    ended_ = after;
    now_.last_mover = after.last_mover;
    take(entry, after.mover);
  }

  void new_round(const Json& entry) {
    INFO("game " << count_.games << ", round " << entry["new_round"]);
    Chance chance(1);
    Position ours = ended_;
    REQUIRE_FALSE(reference_->next_round(ours, outcome_, chance).over);
    take(entry, Player{0});
    CHECK(stores(ours) == stores(now_));
    CHECK(ours.mover == now_.mover);
    for (Player p = 0; p < 2; ++p) {
      CHECK((ours.closed & board().side(p)).count() == (now_.closed & board().side(p)).count());
    }
    ++count_.refills;
  }

  SourceMap sources_;
  std::optional<Variant> variant_;
  std::optional<Reference> reference_;
  Position now_;    // before the next ply
  Position ended_;  // after the last ply, as we play it
  Outcome outcome_;
  Count count_;
};

// Nothing if the recordings are not there.
std::optional<Count> replay(const std::string& file, const std::string& id, const Settings& settings) {
  const fs::path path = recordings() / file;
  std::ifstream in(path);
  if (!in) {
    std::cout << "skipped: there are no recorded games in " << path.lexically_normal().string()
              << " (MANCALA_SHARED may name the folder that holds `trials`)\n";
    return std::nullopt;
  }
  Replayer replayer(id, settings);
  for (std::string line; std::getline(in, line);) replayer.game(Json::parse(line));
  const Count& count = replayer.count();
  std::cout << file << ": " << count.games << " games, " << count.plies << " plies, " << count.round_ends
            << " ends of rounds, " << count.refills << " refills compared\n";
  return count;
}

}  // namespace

// How many plies the recordings have was counted with another program.
TEST_CASE("Raja Pasu plays as MancalaGames recorded it, fours of a last seed not captured", "[recorded]") {
  if (const auto count = replay("Raja_Pasu.jsonl", "raja-pasu", {{"last-four", "relayed"}})) {
    CHECK(count->games == 3);
    CHECK(count->plies == 360);
    CHECK(count->round_ends == 11);
    CHECK(count->refills == 11);
  }
}

TEST_CASE("Sadeqa III plays as MancalaGames recorded it, up to its end at a majority", "[recorded]") {
  if (const auto count = replay("Sadeqa_III.jsonl", "sadeqa-iii", {})) {
    CHECK(count->games == 3);
    CHECK(count->plies == 172);
  }
}

}  // namespace mancala
