#include "dsl/example.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace mancala {

namespace {

using Names = std::vector<std::string_view>;

const Names kGameKeys = {"title", "variant", "kind",  "source", "parameters", "readings",
                         "start", "moves",   "legal", "result", "perft",      "value"};
const Names kFileKeys = {"mancala-example", "games"};
const Names kMoveKeys = {"move", "gains", "then", "next", "laps", "legal", "round-end"};
const Names kTryKeys = {"try", "illegal"};
const Names kRoundKeys = {"new-round", "set"};
const Names kResultKeys = {"winner", "captured", "reason"};
const Names kValueKeys = {"margin", "best"};
const Names kKinds = {"documented", "demonstration", "recorded"};

std::string kind_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null: return "nothing";
    case Node::Kind::scalar: return "a text";
    case Node::Kind::list: return "a list";
    case Node::Kind::map: return "a map";
  }
  return {};
}

std::string one_of(const Names& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? " or " : ", ";
    out += fmt::format("`{}`", names[i]);
  }
  return out;
}

class Decoder {
 public:
  explicit Decoder(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  // Reports every key that is none of `known`; true if there is none.
  void check_keys(const Node& map, const Names& known) {
    for (const Node::Entry& entry : map.entries) {
      if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
      Diagnostic& diagnostic =
          diagnostics_.error("M0604", entry.key_span, fmt::format("unknown key `{}`", entry.key));
      const std::string_view near = nearest(entry.key, known);
      if (near.empty()) {
        diagnostic.help.push_back("here can stand " + one_of(known));
      } else {
        diagnostic.help.push_back(fmt::format("did you mean `{}`?", near));
        diagnostic.fix = Fix{entry.key_span, std::string(near)};
      }
    }
  }

  bool want(const Node& node, Node::Kind kind, std::string_view what, std::string_view wanted) {
    if (node.kind == kind) return true;
    diagnostics_.error("M0606", node.span, fmt::format("{} is {}, not {}", what, wanted, kind_of(node)));
    return false;
  }

  std::optional<ExampleText> text(const Node& node, std::string_view what) {
    if (!want(node, Node::Kind::scalar, what, "a text")) return std::nullopt;
    if (node.scalar.value.find_first_not_of(" \t\n") == std::string::npos) {
      diagnostics_.error("M0606", node.span, fmt::format("{} is an empty text", what));
      return std::nullopt;
    }
    return ExampleText{node.scalar, node.span};
  }

  std::optional<ExampleNumber> number(const Node& node, std::string_view what, std::int64_t low) {
    if (!want(node, Node::Kind::scalar, what, "a number")) return std::nullopt;
    const std::string& value = node.scalar.value;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size()) {
      diagnostics_.error("M0606", node.span, fmt::format("{} is a number, not `{}`", what, value));
      return std::nullopt;
    }
    if (number < low) {
      diagnostics_.error("M0612", node.span, fmt::format("{} is {} at least, not {}", what, low, number));
      return std::nullopt;
    }
    return ExampleNumber{number, node.span};
  }

  std::optional<bool> truth(const Node& node, std::string_view what) {
    if (!want(node, Node::Kind::scalar, what, "`true` or `false`")) return std::nullopt;
    if (node.scalar.value == "true") return true;
    if (node.scalar.value == "false") return false;
    diagnostics_.error("M0606", node.span,
                       fmt::format("{} is `true` or `false`, not `{}`", what, node.scalar.value));
    return std::nullopt;
  }

  std::optional<ExampleCounts> counts(const Node& node, std::string_view what) {
    if (!want(node, Node::Kind::map, what, "a map of players and numbers")) return std::nullopt;
    ExampleCounts out;
    out.span = node.span;
    for (const Node::Entry& entry : node.entries) {
      const auto value = number(entry.value, fmt::format("{} of `{}`", what, entry.key), INT64_MIN);
      if (!value) return std::nullopt;
      ExampleText player;
      player.span = entry.key_span;
      player.text.value = entry.key;
      out.counts.emplace_back(std::move(player), value->value);
    }
    return out;
  }

  // Move texts: a list, or one text with spaces between them.
  std::optional<std::vector<ExampleText>> texts(const Node& node, std::string_view what) {
    if (node.kind == Node::Kind::scalar) return words(node.scalar);
    if (node.kind == Node::Kind::null) return std::vector<ExampleText>{};
    if (!want(node, Node::Kind::list, what, "a list of moves")) return std::nullopt;
    std::vector<ExampleText> out;
    for (const Node& item : node.items) {
      auto value = text(item, "a move");
      if (!value) return std::nullopt;
      out.push_back(std::move(*value));
    }
    return out;
  }

  std::optional<ExampleResult> result(const Node& node, std::string_view what) {
    if (!want(node, Node::Kind::map, what, "a map")) return std::nullopt;
    check_keys(node, kResultKeys);
    ExampleResult out;
    out.span = node.span;
    for (const Node::Entry& entry : node.entries) {
      if (entry.key == "winner") out.winner = text(entry.value, "`winner`");
      if (entry.key == "captured") out.captured = counts(entry.value, "`captured`");
      if (entry.key == "reason") out.reason = text(entry.value, "`reason`");
    }
    return out;
  }

  std::vector<ExampleStep> steps(const Node& node) {
    std::vector<ExampleStep> out;
    if (node.kind == Node::Kind::scalar) {
      for (ExampleText& word : words(node.scalar)) {
        ExampleStep step;
        step.span = word.span;
        step.text = std::move(word);
        out.push_back(std::move(step));
      }
      return out;
    }
    if (!want(node, Node::Kind::list, "`moves`", "a list of moves")) return out;
    for (const Node& item : node.items) {
      if (auto made = step(item)) out.push_back(std::move(*made));
    }
    return out;
  }

  std::optional<Example> game(const Node& node) {
    Example out;
    out.span = node.span;
    const int errors = diagnostics_.count(Severity::error);
    for (const Node::Entry& entry : node.entries) key(entry, out);
    if (out.variant.value().empty() && node.find("variant") == nullptr)
      missing(node, "variant", "the id of the variant");
    if (out.kind.empty() && node.find("kind") == nullptr) missing(node, "kind", one_of(kKinds));
    if (node.find("source") == nullptr) {
      diagnostics_.error("M0608", head(node), "the example has no `source`")
          .help.emplace_back(
              "say where it comes from: a document, a derivation by hand (from which rules), another "
              "program's play");
    }
    if (out.moves.empty() && !out.legal && !out.result && out.perft.empty() && !out.value &&
        diagnostics_.count(Severity::error) == errors) {
      diagnostics_.error("M0609", head(node), "the example says nothing that could be checked")
          .help.emplace_back("give `moves`, `legal`, `perft` or `value`");
    }
    // An error in what several games share is counted once only: so ask what is there, too.
    if (diagnostics_.count(Severity::error) != errors || out.kind.empty() || out.source.empty())
      return std::nullopt;
    return out;
  }

 private:
  static std::vector<ExampleText> words(const ScalarText& scalar) {
    std::vector<ExampleText> out;
    static constexpr std::string_view kSpace = " \t\n";
    const std::string_view value = scalar.value;
    std::size_t at = value.find_first_not_of(kSpace);
    while (at != std::string_view::npos) {
      const std::size_t end = std::min(value.find_first_of(kSpace, at), value.size());
      ExampleText word;
      word.span = scalar.span(at, end);
      word.text.value = value.substr(at, end - at);
      word.text.style = scalar.style;
      word.text.file = scalar.file;
      const auto first = scalar.byte_map.begin();
      word.text.byte_map.assign(first + static_cast<std::ptrdiff_t>(at),
                                first + static_cast<std::ptrdiff_t>(end) + 1);
      out.push_back(std::move(word));
      at = value.find_first_not_of(kSpace, end);
    }
    return out;
  }

  // A point at which to say that something is missing.
  static Span head(const Node& node) {
    if (!node.entries.empty()) return node.entries.front().key_span;
    return node.span;
  }

  void missing(const Node& node, std::string_view name, std::string_view what) {
    diagnostics_.error("M0605", head(node), fmt::format("the example has no `{}`", name))
        .help.push_back(fmt::format("`{}:` is {}", name, what));
  }

  std::optional<ExampleStep> step(const Node& item) {
    ExampleStep out;
    out.span = item.span;
    if (item.kind == Node::Kind::scalar) {
      auto move = text(item, "a move");
      if (!move) return std::nullopt;
      out.text = std::move(*move);
      return out;
    }
    if (!want(item, Node::Kind::map, "an entry of `moves`", "a move or a map")) return std::nullopt;
    std::string_view main = "move";
    const Names* keys = &kMoveKeys;
    if (item.find("try") != nullptr) {
      out.kind = ExampleStep::Kind::attempt;
      main = "try";
      keys = &kTryKeys;
    } else if (item.find("new-round") != nullptr) {
      out.kind = ExampleStep::Kind::new_round;
      main = "new-round";
      keys = &kRoundKeys;
    }
    check_keys(item, *keys);
    const Node::Entry* entry = item.find(main);
    if (entry == nullptr) {
      diagnostics_.error("M0605", head(item), "this entry of `moves` has no move")
          .help.emplace_back("an entry has `move`, `try` or `new-round`");
      return std::nullopt;
    }
    auto what = text(entry->value, fmt::format("`{}`", main));
    if (!what) return std::nullopt;
    out.text = std::move(*what);
    for (const Node::Entry& other : item.entries) detail(other, out);
    return out;
  }

  void detail(const Node::Entry& entry, ExampleStep& step) {
    if (entry.key == "gains") step.gains = counts(entry.value, "`gains`");
    if (entry.key == "then") step.then = text(entry.value, "`then`");
    if (entry.key == "next") step.next = text(entry.value, "`next`");
    if (entry.key == "laps") step.laps = number(entry.value, "`laps`", 0);
    if (entry.key == "legal") step.legal = texts(entry.value, "`legal`");
    if (entry.key == "round-end") step.round_end = result(entry.value, "`round-end`");
    if (entry.key == "illegal") {
      if (const auto illegal = truth(entry.value, "`illegal`")) step.allowed = !*illegal;
    }
    if (entry.key == "set") {
      if (const auto set = truth(entry.value, "`set`")) step.set = *set;
    }
  }

  std::vector<ExampleSetting> settings(const Node& node, std::string_view what) {
    std::vector<ExampleSetting> out;
    if (!want(node, Node::Kind::map, what, "a map of names and values")) return out;
    for (const Node::Entry& entry : node.entries) {
      const auto value = text(entry.value, fmt::format("`{}`", entry.key));
      if (value) out.push_back({entry.key, entry.key_span, value->value(), value->span});
    }
    return out;
  }

  void source(const Node& node, Example& out) {
    if (node.kind == Node::Kind::scalar) {
      if (const auto cite = text(node, "`source`")) out.source.emplace_back("cite", cite->value());
      return;
    }
    if (!want(node, Node::Kind::map, "`source`", "a map")) return;
    for (const Node::Entry& entry : node.entries) {
      if (const auto value = text(entry.value, fmt::format("`{}` of the source", entry.key))) {
        out.source.emplace_back(entry.key, value->value());
      }
    }
    if (node.entries.empty()) diagnostics_.error("M0608", node.span, "the source says nothing");
  }

  void value(const Node& node, Example& out) {
    if (!want(node, Node::Kind::map, "`value`", "a map")) return;
    check_keys(node, kValueKeys);
    ExampleValue value;
    value.span = node.span;
    for (const Node::Entry& entry : node.entries) {
      if (entry.key == "margin") value.margin = number(entry.value, "`margin`", INT64_MIN);
      if (entry.key == "best") value.best = texts(entry.value, "`best`");
    }
    if (value.margin || value.best) out.value = std::move(value);
  }

  void perft(const Node& node, Example& out) {
    if (!want(node, Node::Kind::list, "`perft`", "a list of counts, depth 1 first")) return;
    for (const Node& item : node.items) {
      if (auto count = number(item, "a count of `perft`", 0)) out.perft.push_back(*count);
    }
  }

  void key(const Node::Entry& entry, Example& out) {
    const Node& node = entry.value;
    if (entry.key == "variant") {
      if (auto id = text(node, "`variant`")) out.variant = std::move(*id);
    } else if (entry.key == "title") {
      if (const auto title = text(node, "`title`")) out.title = title->value();
    } else if (entry.key == "kind") {
      kind(node, out);
    } else if (entry.key == "source") {
      source(node, out);
    } else if (entry.key == "parameters") {
      out.parameters = settings(node, "`parameters`");
    } else if (entry.key == "readings") {
      out.readings = settings(node, "`readings`");
    } else if (entry.key == "start") {
      out.start = text(node, "`start`");
    } else if (entry.key == "moves") {
      out.moves = steps(node);
    } else if (entry.key == "legal") {
      out.legal = texts(node, "`legal`");
    } else if (entry.key == "result") {
      out.result = result(node, "`result`");
    } else if (entry.key == "perft") {
      perft(node, out);
    } else if (entry.key == "value") {
      value(node, out);
    }
  }

  void kind(const Node& node, Example& out) {
    const auto kind = text(node, "`kind`");
    if (!kind) return;
    if (std::find(kKinds.begin(), kKinds.end(), kind->value()) == kKinds.end()) {
      Diagnostic& diagnostic = diagnostics_.error(
          "M0607", kind->span, fmt::format("`kind` is {}, not `{}`", one_of(kKinds), kind->value()));
      const std::string_view near = nearest(kind->value(), kKinds);
      if (!near.empty()) diagnostic.help.push_back(fmt::format("did you mean `{}`?", near));
      return;
    }
    out.kind = kind->value();
  }

  Diagnostics& diagnostics_;
};

// The keys of `game`, then those of `file` that it does not have.
Node merged(const Node& file, const Node& game) {
  Node out = game;
  for (const Node::Entry& entry : file.entries) {
    const bool own = std::find(kFileKeys.begin(), kFileKeys.end(), entry.key) != kFileKeys.end();
    if (!own && game.find(entry.key) == nullptr) out.entries.push_back(entry);
  }
  return out;
}

}  // namespace

bool is_example(const Node& document) {
  return document.kind == Node::Kind::map && document.find("mancala-example") != nullptr;
}

std::vector<Example> load_examples(const Node& document, Diagnostics& diagnostics) {
  std::vector<Example> out;
  Decoder decoder(diagnostics);
  if (!is_example(document)) {
    Diagnostic& diagnostic =
        diagnostics.error("M0603", document.span, "this is no example game: it has no key `mancala-example`");
    diagnostic.help.push_back(
        fmt::format("an example game begins with `mancala-example: {}`", kExampleEdition));
    return out;
  }
  const Node& edition = document.find("mancala-example")->value;
  if (edition.kind != Node::Kind::scalar || edition.scalar.value != std::to_string(kExampleEdition)) {
    diagnostics.error("M0603", edition.span, "unknown edition of example games")
        .help.push_back(fmt::format("this program reads edition {}", kExampleEdition));
    return out;
  }
  Names file_keys = kGameKeys;
  file_keys.insert(file_keys.end(), kFileKeys.begin(), kFileKeys.end());
  decoder.check_keys(document, file_keys);

  const Node::Entry* games = document.find("games");
  if (games == nullptr) {
    Node alone;
    alone.kind = Node::Kind::map;
    alone.span = document.span;
    if (auto game = decoder.game(merged(document, alone))) out.push_back(std::move(*game));
    return out;
  }
  if (!decoder.want(games->value, Node::Kind::list, "`games`", "a list of games")) return out;
  for (const Node& item : games->value.items) {
    if (!decoder.want(item, Node::Kind::map, "an entry of `games`", "a map")) continue;
    decoder.check_keys(item, kGameKeys);
    if (auto game = decoder.game(merged(document, item))) out.push_back(std::move(*game));
  }
  return out;
}

}  // namespace mancala
