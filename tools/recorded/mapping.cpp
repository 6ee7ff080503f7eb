#include "mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "dsl/read.h"
#include "tools/mancala/failure.h"

namespace mancala::recorded {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCode = "M0720";

const std::vector<std::string_view> kKeys = {"recorded-by", "game",  "variant", "set",   "because",
                                             "left-out",    "state", "stores",  "sites", "out",
                                             "closed-as",   "held",  "hands"};

// What recordings tell of holes and players beside seeds.
const std::vector<std::string_view> kMarks = {"child",        "owner",         "unlocked",    "blocked",
                                              "inhibit-capt", "inhibit-child", "empty_store", "normal_sow",
                                              "states",       "player_values"};

class Decoder {
 public:
  explicit Decoder(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  std::optional<Entry> entry(const Node& node) {
    if (node.kind != Node::Kind::map) {
      error(node.span, "an entry is a map with `recorded-by`, `game` and `variant`");
      return std::nullopt;
    }
    bool fine = true;
    Entry entry;
    entry.span = node.span;
    for (const Node::Entry& item : node.entries) fine = key(item, entry) && fine;
    for (const char* needed : {"recorded-by", "game"}) {
      if (node.find(needed) != nullptr) continue;
      error(node.span, fmt::format("an entry needs `{}`", needed));
      fine = false;
    }
    if (entry.variant.empty() == entry.left_out.empty() && fine) {
      error(node.span, "an entry has either a `variant` or a reason to be `left-out`");
      fine = false;
    }
    return fine ? std::optional<Entry>(std::move(entry)) : std::nullopt;
  }

 private:
  Diagnostic& error(Span span, std::string message) {
    return diagnostics_.error(kCode, span, std::move(message));
  }

  std::optional<std::string> text(const Node& node, std::string_view key) {
    if (node.kind == Node::Kind::scalar && !node.scalar.value.empty()) return node.scalar.value;
    error(node.span, fmt::format("`{}` is a text", key));
    return std::nullopt;
  }

  bool text_into(const Node::Entry& item, std::string& to) {
    const auto read = text(item.value, item.key);
    if (read) to = *read;
    return read.has_value();
  }

  std::optional<int> number(const Node& node, std::string_view key) {
    int value = 0;
    if (node.kind == Node::Kind::scalar) {
      const std::string& digits = node.scalar.value;
      const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
      if (problem == std::errc() && end == digits.data() + digits.size() && value >= 0) return value;
    }
    error(node.span, fmt::format("`{}` is a number of a site", key));
    return std::nullopt;
  }

  bool is_map(const Node::Entry& item, std::string_view of) {
    if (item.value.kind == Node::Kind::map) return true;
    error(item.value.span, fmt::format("`{}` is a map of {}", item.key, of));
    return false;
  }

  bool key(const Node::Entry& item, Entry& entry) {
    if (item.key == "recorded-by") return program(item, entry);
    if (item.key == "game") return text_into(item, entry.game);
    if (item.key == "because") return text_into(item, entry.because);
    if (item.key == "left-out") return text_into(item, entry.left_out);
    if (item.key == "variant") {
      entry.variant_span = item.value.span;
      return text_into(item, entry.variant);
    }
    if (item.key == "set") return settings(item, entry);
    if (item.key == "state") return states(item, entry);
    if (item.key == "stores") return stores(item, entry);
    if (item.key == "sites") return sites(item, entry.sites);
    if (item.key == "out") return sites(item, entry.out);
    if (item.key == "closed-as") return text_into(item, entry.closed_as);
    if (item.key == "hands") return text_into(item, entry.hands);
    if (item.key == "held") {
      const auto how = text(item.value, item.key);
      entry.held_together = how == "together";
      if (how && !entry.held_together) error(item.value.span, "`held` is `together` or left out");
      return entry.held_together;
    }
    Diagnostic& unknown = error(item.key_span, fmt::format("unknown key `{}`", item.key));
    const std::string_view near = nearest(item.key, kKeys);
    if (!near.empty()) unknown.help.push_back(fmt::format("did you mean `{}`?", near));
    return false;
  }

  bool program(const Node::Entry& item, Entry& entry) {
    const auto name = text(item.value, item.key);
    if (!name) return false;
    for (const Program program : {Program::mancalagames, Program::ludii}) {
      if (*name != name_of(program)) continue;
      entry.by = program;
      return true;
    }
    error(item.value.span, fmt::format("`{}` records no games that are known here", *name))
        .help.emplace_back("`recorded-by` is `MancalaGames` or `Ludii`");
    return false;
  }

  bool settings(const Node::Entry& item, Entry& entry) {
    if (!is_map(item, "parameters and readings")) return false;
    entry.set_span = item.value.span;
    for (const Node::Entry& setting : item.value.entries) {
      const auto value = text(setting.value, setting.key);
      if (!value) return false;
      entry.settings.emplace_back(setting.key, *value);
    }
    return true;
  }

  bool states(const Node::Entry& item, Entry& entry) {
    if (!is_map(item, "states of the variant and marks of the recording")) return false;
    const auto is_mark = [](std::string_view name) {
      return std::find(kMarks.begin(), kMarks.end(), name) != kMarks.end();
    };
    for (const Node::Entry& state : item.value.entries) {
      const auto other = text(state.value, state.key);
      if (!other) return false;
      if (!is_mark(*other) && !is_mark(state.key)) {
        error(state.value.span, fmt::format("recordings have no mark `{}`", *other))
            .help.push_back(fmt::format("the marks are {}", fmt::join(kMarks, ", ")));
        return false;
      }
      entry.states.emplace_back(state.key, *other);
    }
    return true;
  }

  bool stores(const Node::Entry& item, Entry& entry) {
    if (!is_map(item, "players and sites")) return false;
    for (const Node::Entry& store : item.value.entries) {
      const auto site = number(store.value, store.key);
      if (!site) return false;
      entry.stores[store.key] = *site;
    }
    return true;
  }

  bool sites(const Node::Entry& item, std::vector<int>& sites) {
    if (item.value.kind != Node::Kind::list) {
      error(item.value.span, fmt::format("`{}` is a list of sites", item.key));
      return false;
    }
    for (const Node& node : item.value.items) {
      const bool none = node.kind == Node::Kind::scalar && node.scalar.value == "-1";
      const auto site = none ? -1 : number(node, item.key);
      if (!site) return false;
      sites.push_back(*site);
    }
    return true;
  }

  Diagnostics& diagnostics_;
};

// As a recording calls a game, or as its file is called.
std::string plain(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

}  // namespace

std::vector<Entry> read_map(const fs::path& path, SourceMap& sources, Diagnostics& diagnostics) {
  std::vector<fs::path> files;
  std::error_code problem;
  if (fs::is_directory(path, problem)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
      if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
  } else {
    files.push_back(path);
  }
  std::vector<Entry> map;
  for (const fs::path& file : files) {
    const FileId id = read_file(file, sources, diagnostics);
    if (id == kNoFile) continue;
    const auto document = read_document(id, sources, diagnostics);
    if (!document || document->kind == Node::Kind::null) continue;
    if (document->kind != Node::Kind::list) {
      diagnostics.error(kCode, document->span, "a map of recorded games is a list of entries");
      continue;
    }
    Decoder decoder(diagnostics);
    for (const Node& node : document->items) {
      std::optional<Entry> entry = decoder.entry(node);
      if (!entry) continue;
      const auto twice = std::find_if(map.begin(), map.end(), [&](const Entry& other) {
        return other.by == entry->by && plain(other.game) == plain(entry->game);
      });
      if (twice != map.end()) {
        Diagnostic& error = diagnostics.error(
            kCode, entry->span, fmt::format("`{}` by {} is mapped twice", entry->game, name_of(entry->by)));
        error.others.push_back({twice->span, "the first time"});
        continue;
      }
      map.push_back(std::move(*entry));
    }
  }
  return map;
}

const Entry* find_entry(const std::vector<Entry>& map, const Set& set) {
  for (const Entry& entry : map) {
    if (entry.by != set.by) continue;
    if (plain(entry.game) == plain(set.game) || plain(entry.game) == plain(set.stem)) return &entry;
  }
  return nullptr;
}

}  // namespace mancala::recorded
