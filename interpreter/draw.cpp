#include "interpreter/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "interpreter/notation.h"

namespace mancala {

namespace {

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kMark = "\x1b[1;33m";
constexpr std::string_view kReset = "\x1b[0m";

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::string padded(std::string_view text, int width) {
  const int missing = width - text_width(text);
  return std::string(static_cast<std::size_t>(std::max(missing, 0)), ' ') + std::string(text);
}

class BoardText {
 public:
  BoardText(const ir::Program& program, const Position& position, const Drawing& drawing)
      : program_(program), board_(program.board), position_(position), drawing_(drawing) {
    for (const Hole& hole : board_.holes) cell_ = std::max(cell_, text_width(label(hole)) + 2);
    for (Place place = 0; place < board_.hole_count(); ++place) {
      cell_ = std::max(cell_, text_width(seeds(place)) + 3);
    }
  }

  std::string draw() {
    const bool two = board_.player_count() == 2;
    // Labels lie away from the middle where two sit across it, and above where nobody sits.
    const bool flat = std::all_of(board_.holes.begin(), board_.holes.end(),
                                  [](const Hole& h) { return h.side == kNobody; });
    if (two) player_line(1);
    std::vector<const Hole*> line;
    for (int i = 0; i < board_.lines; ++i) {
      line.assign(static_cast<std::size_t>(board_.columns), nullptr);
      for (const Hole& hole : board_.holes) {
        if (hole.line == i) line[static_cast<std::size_t>(hole.column)] = &hole;
      }
      const bool upper = flat || 2 * i + 1 < board_.lines;
      if (upper) label_line(line);
      hole_line(line);
      if (!upper) label_line(line);
    }
    if (two) player_line(0);
    if (!two) {
      for (Player p = 0; p < board_.player_count(); ++p) player_line(p);
    }
    if (position_.out > 0) out_ += fmt::format("  out of play  {}\n", position_.out);
    const std::string extras = extras_text(program_, position_, false);
    if (!extras.empty()) out_ += "  " + extras + '\n';
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string label(const Hole& hole) const {
    const auto own = drawing_.labels.find(hole.label);
    return own == drawing_.labels.end() ? hole.label : own->second;
  }

  [[nodiscard]] std::string seeds(Place place) const {
    if (position_.closed.has(place)) return "x";
    return pieces(place);
  }

  // "4+1q": four seeds and a piece of the kind that begins with q.
  [[nodiscard]] std::string pieces(Place place) const {
    int seeds = position_.seeds[place];
    std::string others;
    for (const ir::PieceKind& kind : program_.pieces) {
      const int there =
          position_.state[static_cast<std::size_t>(kind.first_slot) + static_cast<std::size_t>(place)];
      if (there > 0) others += fmt::format("+{}{}", there, kind.name.front());
      seeds -= there;
    }
    return seeds == 0 && !others.empty() ? others.substr(1) : std::to_string(seeds) + others;
  }

  [[nodiscard]] std::string painted(std::string_view text, std::string_view colour) const {
    if (!drawing_.colour) return std::string(text);
    return fmt::format("{}{}{}", colour, text, kReset);
  }

  void finish_line(std::string line) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out_ += line + '\n';
  }

  void label_line(const std::vector<const Hole*>& line) {
    std::string text = "  ";
    for (const Hole* hole : line)
      text += hole == nullptr ? padded("", cell_) : padded(painted(label(*hole), kDim), cell_);
    finish_line(std::move(text));
  }

  void hole_line(const std::vector<const Hole*>& line) {
    std::string text = "  ";
    for (const Hole* hole : line) {
      if (hole == nullptr) {
        text += padded("", cell_);
        continue;
      }
      const auto place = static_cast<Place>(hole - board_.holes.data());
      const std::string number = seeds(place);
      if (drawing_.marked.has(place)) {
        text += padded(painted("*" + number, kMark), cell_);
      } else {
        text += padded(painted(number, number == "0" ? kDim : kBold), cell_);
      }
    }
    finish_line(std::move(text));
  }

  void player_line(Player player) {
    const Place store = board_.store(player);
    const bool moves = drawing_.mover && position_.mover == player;
    const std::string& name = board_.players[static_cast<std::size_t>(player)];
    std::string line = moves ? "> " : "  ";
    line += moves ? painted(name, kBold) : name;
    line += fmt::format("  {}{}", drawing_.marked.has(store) ? "*" : "", pieces(store));
    for (int kind = 0; kind < static_cast<int>(board_.piles.size()); ++kind) {
      line += fmt::format("  ({} {})", board_.piles[static_cast<std::size_t>(kind)].name,
                          pieces(board_.pile(kind, player)));
    }
    finish_line(std::move(line));
  }

  const ir::Program& program_;
  const Board& board_;
  const Position& position_;
  const Drawing& drawing_;
  int cell_ = 4;  // columns of one hole
  std::string out_;
};

}  // namespace

int text_width(std::string_view text) {
  int width = 0;
  bool escape = false;
  for (const char c : text) {
    if (c == '\x1b') escape = true;
    const bool continuation = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    if (!escape && !continuation) ++width;
    if (escape && c == 'm') escape = false;
  }
  return width;
}

std::string extras_text(const ir::Program& program, const Position& position, bool counters) {
  const std::string text = position_text(program, position);
  const std::vector<std::string_view> words = split(text, ' ');
  static constexpr std::array<std::string_view, 6> kCounters = {"round", "starter", "last",
                                                                "turns", "quiet",   "again"};
  std::string out;
  for (std::size_t i = 3; i < words.size(); ++i) {
    const std::string_view key = words[i].substr(0, words[i].find('='));
    if (!counters) {
      const bool counter = std::find(kCounters.begin(), kCounters.end(), key) != kCounters.end();
      const auto& piles = program.board.piles;
      const bool pile =
          std::any_of(piles.begin(), piles.end(), [key](const PileKind& p) { return p.name == key; });
      const auto& kinds = program.pieces;
      const bool piece =
          std::any_of(kinds.begin(), kinds.end(), [key](const ir::PieceKind& k) { return k.name == key; });
      if (counter || pile || piece) continue;
    }
    if (!out.empty()) out += ' ';
    out += words[i];
  }
  return out;
}

std::string draw_board(const ir::Program& program, const Position& position, const Drawing& drawing) {
  return BoardText(program, position, drawing).draw();
}

std::string beside(std::string_view left, std::string_view right, int gap) {
  std::vector<std::string> lines[2];
  const std::string_view texts[2] = {left, right};
  int width = 0;
  for (int side = 0; side < 2; ++side) {
    std::string_view rest = texts[side];
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      lines[side].emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  for (const std::string& line : lines[0]) width = std::max(width, text_width(line));
  std::string out;
  for (std::size_t i = 0; i < std::max(lines[0].size(), lines[1].size()); ++i) {
    std::string line = i < lines[0].size() ? lines[0][i] : "";
    if (i < lines[1].size()) {
      line += std::string(static_cast<std::size_t>(width + gap - text_width(line)), ' ') + lines[1][i];
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out += line + '\n';
  }
  return out;
}

}  // namespace mancala
