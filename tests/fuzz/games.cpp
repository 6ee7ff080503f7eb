#include "tests/fuzz/games.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "tests/fuzz/must.h"

namespace mancala::fuzz {

const Library& library() {
  static const Library library({std::filesystem::path(MANCALA_SOURCE_DIR) / "variants"});
  return library;
}

const Game* find_game(std::string_view id) {
  static std::map<std::string, std::unique_ptr<Game>, std::less<>> games;
  if (const auto known = games.find(id); known != games.end()) return known->second.get();
  const auto path = library().find(id);
  if (!path) return nullptr;
  auto game = std::make_unique<Game>();
  Diagnostics diagnostics;
  auto variant = load_variant(*path, library(), {}, game->sources, diagnostics);
  must(variant.has_value(), "a variant of the library is loaded", id);
  game->variant = std::move(*variant);
  ir::Endless& endless = game->variant.program.endless;
  endless.laps = std::min(endless.laps, kMostLaps);
  if (auto fused = fuse(game->variant.program)) game->fast.emplace(std::move(*fused));
  return games.emplace(id, std::move(game)).first->second.get();
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace mancala::fuzz
