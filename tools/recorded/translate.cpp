#include "translate.h"

#include <fmt/format.h>

#include <algorithm>

namespace mancala::recorded {

namespace {

bool has_moves_from_stores(const ir::Program& program) {
  for (const ir::Phase& phase : program.phases) {
    for (const ir::MoveBlock& block : phase.moves) {
      if (block.from == ir::kNone) continue;
      const ir::Op op = program.exprs[static_cast<std::size_t>(block.from)].op;
      if (op == ir::Op::store || op == ir::Op::pile) return true;
    }
  }
  return false;
}

}  // namespace

Translation::Translation(const Set& set, const Entry& entry, const ir::Program& program)
    : set_(set),
      board_(program.board),
      moves_from_stores_(has_moves_from_stores(program)),
      one_round_(!program.match.present) {
  find_hands(entry);
  if (set.by == Program::mancalagames) {
    for (const Game& game : set.games) {
      if (static_cast<int>(game.start.counts.size()) == board_.hole_count() && board_.player_count() == 2)
        continue;
      throw Unmappable(fmt::format("the recording has {} holes, the variant has {} for {} players",
                                   game.start.counts.size(), board_.hole_count(), board_.player_count()));
    }
    return;
  }
  find_stores(entry);
  find_holes(entry);
}

void Translation::find_hands(const Entry& entry) {
  if (entry.hands.empty()) return;
  const auto pile = std::find_if(board_.piles.begin(), board_.piles.end(),
                                 [&](const PileKind& kind) { return kind.name == entry.hands; });
  if (pile == board_.piles.end()) {
    throw Unmappable(fmt::format("`hands` names no pile of the variant: `{}`", entry.hands));
  }
  if (set_.by != Program::ludii || set_.sites.hands == 0) throw Unmappable("the recording has no hands");
  hand_pile_ = static_cast<int>(pile - board_.piles.begin());
}

// Stores stand in a row of their own between the rows: what a map calls the players' own sites there. On a
// board whose every site is a hole of the variant there are none.
void Translation::find_stores(const Entry& entry) {
  store_of_.assign(board_.players.size(), -1);
  if (!entry.stores.empty()) {
    for (const auto& [name, site] : entry.stores) {
      const auto found = std::find(board_.players.begin(), board_.players.end(), name);
      if (found == board_.players.end())
        throw Unmappable(fmt::format("`stores` names no player: `{}`", name));
      if (site >= set_.sites.sites)
        throw Unmappable(fmt::format("`stores` has a site that is not there: {}", site));
      store_of_[static_cast<std::size_t>(found - board_.players.begin())] = site;
    }
    return;
  }
  if (board_.hole_count() + static_cast<int>(entry.out.size()) >= set_.sites.sites) return;
  for (const auto& [name, pairs] : set_.sites.maps) {
    if (name != "Map" && name != "Store") continue;
    for (Player p = 0; p < board_.seats(); ++p) {
      const auto site = pairs.find(p + 1);
      if (site != pairs.end()) store_of_[static_cast<std::size_t>(p)] = site->second;
    }
  }
}

void Translation::find_holes(const Entry& entry) {
  if (!entry.sites.empty()) {
    site_of_ = entry.sites;
    if (static_cast<int>(site_of_.size()) != board_.hole_count()) {
      throw Unmappable(fmt::format("`sites` has {} sites, the variant has {} holes", site_of_.size(),
                                   board_.hole_count()));
    }
    for (const int site : site_of_) {
      if (site >= set_.sites.sites)
        throw Unmappable(fmt::format("`sites` has a site that is not there: {}", site));
    }
    return;
  }
  std::vector<std::vector<int>> rows;
  for (const std::vector<int>& row : set_.sites.rows_bottom_up) {
    std::vector<int> holes;
    for (const int site : row) {
      const bool store = std::find(store_of_.begin(), store_of_.end(), site) != store_of_.end();
      const bool out = std::find(entry.out.begin(), entry.out.end(), site) != entry.out.end();
      if (!store && !out) holes.push_back(site);
    }
    if (!holes.empty()) rows.push_back(std::move(holes));
  }
  site_of_.assign(board_.holes.size(), -1);
  // Our holes line by line from South, each line left to right, meet the sites.
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::vector<Place> line;
    for (Place h = 0; h < board_.hole_count(); ++h) {
      if (board_.holes[static_cast<std::size_t>(h)].line == board_.lines - 1 - static_cast<int>(r))
        line.push_back(h);
    }
    std::sort(line.begin(), line.end(), [&](Place a, Place b) {
      return board_.holes[static_cast<std::size_t>(a)].column <
             board_.holes[static_cast<std::size_t>(b)].column;
    });
    if (line.size() != rows[r].size()) {
      throw Unmappable(
          fmt::format("row {} from the bottom has {} sites in the recording, {} holes in the variant", r + 1,
                      rows[r].size(), line.size()));
    }
    for (std::size_t i = 0; i < line.size(); ++i) site_of_[static_cast<std::size_t>(line[i])] = rows[r][i];
  }
  if (std::find(site_of_.begin(), site_of_.end(), -1) != site_of_.end()) {
    throw Unmappable("the variant has more rows than the recording");
  }
}

std::vector<int> Translation::holes(const Moment& moment) const {
  if (set_.by == Program::mancalagames) return moment.counts;
  std::vector<int> out;
  for (const int site : site_of_) out.push_back(site < 0 ? 0 : moment.counts[static_cast<std::size_t>(site)]);
  return out;
}

std::vector<int> Translation::pieces(const Moment& moment, std::size_t kind) const {
  std::vector<int> out;
  if (moment.kinds.empty()) return out;
  const auto of = [kind](const std::vector<int>& kinds) {
    return kind + 1 < kinds.size() ? kinds[kind + 1] : 0;
  };
  for (const int site : site_of_)
    out.push_back(site < 0 ? 0 : of(moment.kinds[static_cast<std::size_t>(site)]));
  const std::size_t hands = moment.kinds_in_hands.size() / board_.players.size();  // of one player
  for (std::size_t p = 0; p < board_.players.size(); ++p) {
    int held = 0;
    for (std::size_t i = 0; i < hands; ++i) held += of(moment.kinds_in_hands[p * hands + i]);
    out.push_back(held);
  }
  return out;
}

std::vector<int> Translation::held(const Moment& moment) const {
  if (set_.by == Program::mancalagames) return moment.stores;
  std::vector<int> out(board_.players.size(), 0);
  for (std::size_t p = 0; p < out.size(); ++p) {
    if (store_of_[p] >= 0) out[p] += moment.counts[static_cast<std::size_t>(store_of_[p])];
    if (hand_pile_ < 0 && p < moment.stores.size()) out[p] += moment.stores[p];
  }
  return out;
}

std::vector<int> Translation::hands(const Moment& moment) const {
  if (hand_pile_ < 0) return {};
  std::vector<int> out = moment.stores;
  out.resize(board_.players.size(), 0);
  return out;
}

bool Translation::holds() const {
  return set_.by == Program::mancalagames || (hand_pile_ < 0 && set_.sites.hands > 0) ||
         std::any_of(store_of_.begin(), store_of_.end(), [](int site) { return site >= 0; });
}

Player Translation::holder(int site) const {
  for (std::size_t p = 0; p < store_of_.size(); ++p) {
    const bool hand =
        site >= set_.sites.sites && (site - set_.sites.sites) / set_.sites.hand_sites == static_cast<int>(p);
    if (hand || (site >= 0 && store_of_[p] == site)) return static_cast<Player>(p);
  }
  return kNobody;
}

Place Translation::hole_at(int site) const {
  if (site < 0) return kNoPlace;
  const auto found = std::find(site_of_.begin(), site_of_.end(), site);
  return found == site_of_.end() ? kNoPlace : static_cast<Place>(found - site_of_.begin());
}

std::string Translation::text(const Pick& pick) const {
  if (set_.by == Program::mancalagames) {
    if (!pick.text.starts_with("store-")) return pick.text;
    const std::size_t seeds = std::min(pick.text.find('/'), pick.text.size());
    return fmt::format("store({}){}", pick.text.substr(6, seeds - 6), pick.text.substr(seeds));
  }
  if (pick.site < 0) return "pass";
  const bool hand = from_hand(pick);
  const bool entered = hand || (one_round_ && !moves_from_stores_ && from_store(pick));
  const Place hole = hole_at(entered ? pick.to : pick.site);
  if (hole != kNoPlace) return board_.holes[static_cast<std::size_t>(hole)].label;
  const Player player = holder(pick.site);
  if (hand && player != kNobody) {
    return fmt::format("{}({})", board_.piles[static_cast<std::size_t>(hand_pile_)].name,
                       board_.players[static_cast<std::size_t>(player)]);
  }
  if (player != kNobody) return fmt::format("store({})", board_.players[static_cast<std::size_t>(player)]);
  return fmt::format("site-{}", pick.site);
}

bool Translation::from_store(const Pick& pick) const {
  return set_.by == Program::ludii && pick.site >= 0 && hole_at(pick.site) == kNoPlace;
}

bool Translation::from_hand(const Pick& pick) const {
  return hand_pile_ >= 0 && pick.site >= set_.sites.sites;
}

std::vector<std::optional<int>> Translation::by_hole(const std::vector<std::optional<int>>& marks) const {
  if (set_.by == Program::mancalagames) return marks;
  std::vector<std::optional<int>> out;
  for (const int site : site_of_) {
    out.push_back(site >= 0 && site < static_cast<int>(marks.size()) ? marks[static_cast<std::size_t>(site)]
                                                                     : std::nullopt);
  }
  return out;
}

}  // namespace mancala::recorded
