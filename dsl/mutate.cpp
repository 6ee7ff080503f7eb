#include "dsl/mutate.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "dsl/canonical.h"
#include "dsl/check.h"
#include "dsl/extend.h"
#include "dsl/mutants.h"
#include "dsl/parse_sheet.h"
#include "dsl/read.h"
#include "dsl/replay_example.h"
#include "dsl/shape.h"
#include "interpreter/notation.h"
#include "interpreter/share_out.h"
#include "interpreter/verify.h"

namespace mancala {
namespace {

// On a small board the first parameter (by custom the holes in a row) and the others (seeds in each) are so
// small: the least on which captures have room. So are the numbers of holes and seeds of a variant without
// parameters. Of a small board so many times more positions are looked at.
constexpr std::int64_t kSmallFirst = 3;
constexpr std::int64_t kSmallOthers = 2;
constexpr std::size_t kSmallBoardShare = 20;

using Definitions = std::map<std::string, sheet::Definition, std::less<>>;

// A document of a variant with all that is needed to make a program of it.
std::optional<Variant> variant_of(const sheet::Sheet& sheet, const Settings& settings) {
  Diagnostics diagnostics;
  std::optional<Variant> variant = check(sheet, settings, diagnostics);
  if (!variant || diagnostics.has_errors() || !ir::verify(variant->program).empty()) return std::nullopt;
  return variant;
}

class Source {
 public:
  Source(Node document, Definitions prelude, FileId file)
      : document_(std::move(document)), prelude_(std::move(prelude)), file_(file) {}

  [[nodiscard]] const Node& document() const { return document_; }

  // Empty if there are errors.
  [[nodiscard]] std::optional<sheet::Sheet> sheet_of(const Node& document) const {
    Diagnostics diagnostics;
    sheet::Sheet sheet = shape(document, file_, diagnostics);
    if (diagnostics.has_errors()) return std::nullopt;
    parse_sheet(sheet, diagnostics);
    if (diagnostics.has_errors()) return std::nullopt;
    Definitions prelude = prelude_;
    sheet.definitions.merge(std::move(prelude));
    return sheet;
  }

  // Does the document pass the check?
  [[nodiscard]] bool loads() const {
    const auto sheet = sheet_of(document_);
    return sheet && variant_of(*sheet, {});
  }

 private:
  Node document_;
  Definitions prelude_;
  FileId file_;
};

std::size_t rules_hash(const Variant& variant) {
  return std::hash<std::string>()(Canonical(variant.program).text());
}

struct Game {
  const Example* example = nullptr;
  std::size_t settings = 0;  // index
  double seconds = 0;        // that it takes
  std::atomic<std::uint32_t> kills = 0;
};

// A mutant that passes `check`.
struct Candidate {
  std::size_t mutant = 0;
  std::vector<std::size_t> differs;  // indices of settings under which the rules are others
};

class Study {
 public:
  Study(const Source& source, const std::vector<std::pair<std::string, Example>>& examples,
        const MutateOptions& options)
      : source_(source), options_(options), mutants_(mutants_of(source.document())) {
    const auto sheet = source.sheet_of(source.document());
    if (sheet) originals(*sheet, examples);
  }

  MutationScore run(const std::vector<AcceptedMutant>& accepted) {
    const std::vector<Candidate> candidates = find_candidates();
    std::vector<std::optional<LivingMutant>> living(candidates.size());
    std::vector<char> equivalent(candidates.size(), 0);
    share_out(options_.threads, candidates.size(), [&](std::size_t i) {
      if (is_noticed(candidates[i])) return;
      living[i] = living_mutant(candidates[i]);
      if (living[i]) return;
      equivalent[i] = 1;
    });
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (living[i])
        score_.living.push_back(std::move(*living[i]));
      else
        ++(equivalent[i] != 0 ? score_.equivalent : score_.killed);
    }
    // One that turns out to be equivalent was accepted rightly.
    std::set<std::string> proved;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (equivalent[i] != 0) proved.insert(mutants_[candidates[i].mutant].name());
    }
    for (const AcceptedMutant& one : accepted) {
      bool lives = proved.contains(one.name);
      for (LivingMutant& mutant : score_.living) {
        if (mutant.where + ": " + mutant.change != one.name) continue;
        mutant.reason = one.reason;
        lives = true;
      }
      if (!lives) score_.stale.push_back(one);
    }
    return std::move(score_);
  }

 private:
  struct Original {
    Settings settings;
    std::optional<Variant> variant;
    std::size_t hash = 0;
    bool reading = false;  // the usual settings, or one reading at another value
  };

  // The variant itself: under its own settings, each reading at each value, and what the examples set.
  void originals(const sheet::Sheet& sheet, const std::vector<std::pair<std::string, Example>>& examples) {
    add_original(sheet, {}, true);
    const std::vector<Reading> readings = originals_.front().variant->readings;
    for (const Reading& reading : readings) {
      for (const auto& [value, who] : reading.values) {
        if (value != reading.fallback) add_original(sheet, {{reading.name, value}}, true);
      }
    }
    for (const auto& [file, example] : examples) {
      Diagnostics diagnostics;
      bool fine = check_example_settings(example, *originals_.front().variant, diagnostics);
      if (fine) {
        const std::size_t index = add_original(sheet, without_usual(example_settings(example)), false);
        const auto& variant = originals_[index].variant;
        fine = variant && check_example(example, *variant, diagnostics);
        if (fine) {
          const auto begun = std::chrono::steady_clock::now();
          fine = !replay_example(example, *variant).difference;
          Game& game = games_.emplace_back();
          game.example = &example;
          game.settings = index;
          game.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
          if (!fine) games_.pop_back();
        }
      }
      if (fine)
        ++score_.examples;
      else
        score_.failing.push_back(file + (example.title.empty() ? "" : ": " + example.title));
    }
  }

  // What is set as it is without is left out.
  [[nodiscard]] Settings without_usual(Settings settings) const {
    const Variant& variant = *originals_.front().variant;
    std::erase_if(settings, [&variant](const auto& setting) {
      return std::any_of(variant.readings.begin(), variant.readings.end(),
                         [&setting](const Reading& reading) {
                           return reading.name == setting.first && reading.fallback == setting.second;
                         });
    });
    return settings;
  }

  std::size_t add_original(const sheet::Sheet& sheet, const Settings& settings, bool reading) {
    for (std::size_t i = 0; i < originals_.size(); ++i) {
      if (originals_[i].settings == settings) return i;
    }
    Original& one = originals_.emplace_back();
    one.settings = settings;
    one.variant = variant_of(sheet, settings);
    one.reading = reading;
    if (one.variant) one.hash = rules_hash(*one.variant);
    return originals_.size() - 1;
  }

  // The changes that make another game somewhere, each game once. Others are counted.
  std::vector<Candidate> find_candidates() {
    constexpr std::size_t kFaulty = 0;
    std::vector<std::vector<std::size_t>> hashes(mutants_.size());  // empty: does not pass `check`
    share_out(options_.threads, mutants_.size(), [&](std::size_t i) {
      const auto sheet = source_.sheet_of(mutated(source_.document(), mutants_[i]));
      if (!sheet) return;
      std::vector<std::size_t> all;
      for (const Original& original : originals_) {
        const auto variant = original.variant ? variant_of(*sheet, original.settings) : std::nullopt;
        if (!variant && original.reading && original.variant) return;
        all.push_back(variant ? rules_hash(*variant) : kFaulty);
      }
      hashes[i] = std::move(all);
    });
    std::vector<std::size_t> own;
    for (const Original& original : originals_) own.push_back(original.hash);
    std::set<std::vector<std::size_t>> seen;
    std::vector<Candidate> out;
    for (std::size_t i = 0; i < mutants_.size(); ++i) {
      if (hashes[i].empty()) continue;
      if (hashes[i] == own) {
        ++score_.equivalent;
        continue;
      }
      if (!seen.insert(hashes[i]).second) continue;
      Candidate candidate{i, {}};
      for (std::size_t s = 0; s < own.size(); ++s) {
        if (hashes[i][s] != own[s]) candidate.differs.push_back(s);
      }
      out.push_back(std::move(candidate));
    }
    return out;
  }

  // Does an example come out otherwise? Those that have noticed most in the least time are asked first.
  bool is_noticed(const Candidate& candidate) {
    std::vector<Game*> order;
    for (Game& game : games_) {
      if (std::binary_search(candidate.differs.begin(), candidate.differs.end(), game.settings))
        order.push_back(&game);
    }
    const auto worth = [](const Game* game) { return (game->kills + 1) / (game->seconds + 1e-5); };
    std::vector<std::pair<double, Game*>> by_worth;
    for (Game* game : order) by_worth.emplace_back(worth(game), game);
    std::stable_sort(by_worth.begin(), by_worth.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    const auto sheet = source_.sheet_of(mutated(source_.document(), mutants_[candidate.mutant]));
    std::map<std::size_t, std::optional<Variant>> variants;
    for (const auto& [unused, game] : by_worth) {
      const auto [entry, fresh] = variants.try_emplace(game->settings);
      if (fresh) entry->second = variant_of(*sheet, originals_[game->settings].settings);
      Diagnostics diagnostics;
      if (entry->second && check_example(*game->example, *entry->second, diagnostics) &&
          !replay_example(*game->example, *entry->second).difference) {
        continue;
      }
      ++game->kills;
      return true;
    }
    return false;
  }

  // Empty if it is equivalent.
  [[nodiscard]] std::optional<LivingMutant> living_mutant(const Candidate& candidate) const {
    const Mutant& mutant = mutants_[candidate.mutant];
    LivingMutant out;
    out.where = mutant.where;
    out.change = mutant.change;
    out.span = mutant.span;
    out.settings = originals_[candidate.differs.front()].settings;
    const auto sheet = source_.sheet_of(mutated(source_.document(), mutant));
    bool proved = true;
    for (const std::size_t index : candidate.differs) {
      const auto variant = variant_of(*sheet, originals_[index].settings);
      if (!variant) continue;
      const Rules original(originals_[index].variant->program);
      const Rules changed(variant->program);
      bool all = false;
      // Other settings than the usual ones are looked at less closely: there are many.
      const std::size_t share = index == 0 ? 1 : std::max<std::size_t>(4, candidate.differs.size());
      if (search(original, changed, index, share, out, all)) return out;
      proved = proved && all;
    }
    if (proved || is_same_on_small_board(candidate, out)) return std::nullopt;
    return out;
  }

  // The parameters at a small number: a board of which all positions can be looked at.
  [[nodiscard]] Settings small_board(Settings settings) const {
    std::int64_t small = kSmallFirst;
    for (const Parameter& parameter : originals_.front().variant->parameters) {
      const std::int64_t value = std::max(small, parameter.from.value_or(small));
      if (value < parameter.value) settings.emplace_back(parameter.name, std::to_string(value));
      small = kSmallOthers;
    }
    return settings;
  }

  // The document with a small board, if it has no parameters that make one. Its holes have their usual names.
  [[nodiscard]] Node on_small_board(Node document) const {
    if (!originals_.front().variant->parameters.empty()) return document;
    const auto at = [](Node& node, std::string_view key) -> Node* {
      const Node::Entry* entry = node.find(key);
      return entry == nullptr ? nullptr
                              : &node.entries[static_cast<std::size_t>(entry - node.entries.data())].value;
    };
    if (Node* board = at(document, "board")) make_less(at(*board, "holes"), kSmallFirst);
    Node* setup = at(document, "setup");
    if (setup != nullptr && setup->kind == Node::Kind::map) setup = at(*setup, "seeds");
    make_less(setup, kSmallOthers);
    std::erase_if(document.entries, [](const Node::Entry& entry) { return entry.key == "notation"; });
    return document;
  }

  // What is a plain number, and greater.
  static void make_less(Node* node, std::int64_t number) {
    if (node == nullptr || node->kind != Node::Kind::scalar) return;
    ScalarText& text = node->scalar;
    std::int64_t value = 0;
    const char* end = text.value.data() + text.value.size();
    const auto read = std::from_chars(text.value.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || value <= number) return;
    text.value = std::to_string(number);
    text.byte_map.resize(text.value.size() + 1, text.byte_map.back());
  }

  // Two programs of a small board, and whether and where they part.
  struct SmallBoards {
    std::optional<Variant> original, changed;
    PartWays found;
  };

  // Nothing if there is none, or if the change makes no other rules there.
  [[nodiscard]] std::optional<SmallBoards> on_small_boards(const Mutant& mutant, const Settings& usual,
                                                           std::size_t share) const {
    const Settings settings = small_board(usual);
    const auto own_sheet = source_.sheet_of(on_small_board(source_.document()));
    const auto sheet = source_.sheet_of(on_small_board(mutated(source_.document(), mutant)));
    if (!own_sheet || !sheet) return std::nullopt;
    SmallBoards boards{variant_of(*own_sheet, settings), variant_of(*sheet, settings), {}};
    if (!boards.original || !boards.changed) return std::nullopt;
    if (boards.original->program.board.hole_count() >= originals_.front().variant->program.board.hole_count())
      return std::nullopt;
    if (same_game(boards.original->program, boards.changed->program)) return std::nullopt;
    PartWaysOptions how = options_.search;
    how.positions *= share;
    how.plies = 0;
    boards.found = part_ways(Rules(boards.original->program), Rules(boards.changed->program), how);
    return boards;
  }

  // Does another change of the same place, or of a part of it, make a difference on the small board? If none
  // does, the board is too small to judge.
  [[nodiscard]] bool is_felt_on_small_board(const Mutant& mutant, const Settings& usual) const {
    return std::any_of(mutants_.begin(), mutants_.end(), [&](const Mutant& other) {
      if (&other == &mutant || other.path.size() < mutant.path.size() ||
          !std::equal(mutant.path.begin(), mutant.path.end(), other.path.begin()))
        return false;
      const auto boards = on_small_boards(other, usual, 1);
      return boards && boards->found.parting != Parting::none;
    });
  }

  // Was every position of a small board looked at, under all settings that matter, and nothing differs,
  // though other changes there make a difference? What differs is written to `out`.
  bool is_same_on_small_board(const Candidate& candidate, LivingMutant& out) const {
    const Mutant& mutant = mutants_[candidate.mutant];
    for (const std::size_t index : candidate.differs) {
      if (!originals_[index].reading) continue;
      const Settings& settings = originals_[index].settings;
      const auto boards = on_small_boards(mutant, settings, kSmallBoardShare);
      if (!boards) return false;
      out.positions += boards->found.positions;
      if (boards->found.parting != Parting::none) {
        // A board of parameters can be set; another one nobody can look at.
        if (originals_.front().variant->parameters.empty()) return false;
        parted(Rules(boards->original->program), Rules(boards->changed->program), boards->found,
               small_board(settings), true, out);
        return false;
      }
      if (!boards->found.proved || !is_felt_on_small_board(mutant, settings)) return false;
    }
    return true;
  }

  static void parted(const Rules& original, const Rules& changed, const PartWays& found,
                     const Settings& settings, bool from_start, LivingMutant& out) {
    out.parted = true;
    out.from_start = from_start;
    out.settings = settings;
    out.position = position_text(original.program(), found.sides[0].before);
    if (found.move)
      out.move = move_text(found.sides[0].legal ? original.program() : changed.program(), *found.move);
    if (from_start) {
      for (const Move& move : found.line) out.line.push_back(move_text(original.program(), move));
    }
    out.original_happens = parting_text(original, found, 0);
    out.mutant_happens = parting_text(changed, found, 1);
  }

  // From the start, breadth first; then from the starts of examples; then in random games.
  bool search(const Rules& original, const Rules& changed, std::size_t index, std::size_t share,
              LivingMutant& out, bool& proved) const {
    const auto part = [&](const PartWaysOptions& how, const std::vector<PositionPair>& roots) {
      PartWays found =
          roots.empty() ? part_ways(original, changed, how) : part_ways(original, changed, roots, how);
      out.positions += found.positions;
      out.plies += found.plies;
      if (found.parting == Parting::none) return std::pair(false, found.proved);
      parted(original, changed, found, originals_[index].settings, roots.empty(), out);
      return std::pair(true, false);
    };
    PartWaysOptions wide = options_.search;
    wide.positions = std::max<std::size_t>(1, wide.positions / share);
    wide.plies = 0;
    const auto [found, all] = part(wide, {});
    proved = all;
    if (found || all) return found;
    std::vector<PositionPair> roots;
    for (const Game& game : games_) {
      if (game.settings != index || !game.example->start) continue;
      const auto ours = parse_position(original.program(), game.example->start->value());
      const auto theirs = parse_position(changed.program(), game.example->start->value());
      const auto* a = std::get_if<Position>(&ours);
      const auto* b = std::get_if<Position>(&theirs);
      if (a != nullptr && b != nullptr) roots.push_back({*a, *b});
    }
    if (!roots.empty() && part(wide, roots).first) return true;
    PartWaysOptions deep = options_.search;
    deep.positions = 1;
    deep.plies /= share;
    return part(deep, {}).first;
  }

  const Source& source_;
  const MutateOptions& options_;
  std::vector<Mutant> mutants_;
  std::deque<Original> originals_;
  std::deque<Game> games_;
  MutationScore score_;
};

}  // namespace

double MutationScore::score() const {
  const std::size_t all = killed + living.size();
  return all == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(all);
}

std::size_t MutationScore::accepted() const {
  return static_cast<std::size_t>(std::count_if(
      living.begin(), living.end(), [](const LivingMutant& mutant) { return !mutant.reason.empty(); }));
}

bool MutationScore::demonstrated() const {
  return examples > 0 && failing.empty() && score() >= kDemonstrated && accepted() == living.size();
}

std::optional<MutationScore> mutation_score(const std::filesystem::path& path, const Library& library,
                                            const std::vector<std::pair<std::string, Example>>& examples,
                                            const std::vector<AcceptedMutant>& accepted,
                                            const MutateOptions& options, SourceMap& sources,
                                            Diagnostics& diagnostics) {
  // Once as everywhere, so that what is wrong is said.
  if (!load_variant(path, library, {}, sources, diagnostics)) return std::nullopt;
  const FileId file = read_file(path, sources, diagnostics);
  auto document = read_with_bases(file, library, sources, diagnostics);
  Definitions prelude;
  if (library.prelude()) {
    const FileId shared = read_file(*library.prelude(), sources, diagnostics);
    const auto texts = read_document(shared, sources, diagnostics);
    if (!document || !texts) return std::nullopt;
    prelude = shape_prelude(*texts, diagnostics);
    parse_definitions(prelude, diagnostics);
    // The prelude's definitions are changed, too, unless the file has something else of the same name.
    Node whole = with_used_definitions(*document, *texts);
    if (const Source source(whole, prelude, file); source.loads()) document = std::move(whole);
  }
  if (!document) return std::nullopt;
  const Source source(std::move(*document), std::move(prelude), file);
  return Study(source, examples, options).run(accepted);
}

}  // namespace mancala
