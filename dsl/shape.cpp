#include "dsl/shape.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "dsl/extend.h"
#include "dsl/lexemes.h"
#include "dsl/parse.h"
#include "dsl/vocabulary.h"

namespace mancala {
namespace {

using sheet::Clause;
using sheet::Clauses;
using sheet::Phrase;
using sheet::Sheet;
using sheet::Words;

constexpr std::int64_t kMaxStateNumber = 30'000;  // a state is stored in 16 bits
constexpr std::int64_t kMaxRows = 6;
constexpr std::int64_t kMaxLaps = 1'000'000;  // of one move: more would let a file hang the program

// The keys that a phase may say in its own way.
constexpr std::string_view kPhaseKeys[] = {"move", "sow", "play", "each-seed", "lap-end", "move-end"};

std::string_view kind_name(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::null: return "nothing";
    case Node::Kind::scalar: return "a text";
    case Node::Kind::list: return "a list";
    case Node::Kind::map: return "a map";
  }
  return "";
}

std::string quoted_list(const std::vector<std::string_view>& words, std::string_view conjunction = "or") {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + std::string(conjunction) + " " : ", ";
    text += "`" + std::string(words[i]) + "`";
  }
  return text;
}

class Shaper {
 public:
  explicit Shaper(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Sheet shape(const Node& document, FileId file);
  std::map<std::string, sheet::Definition, std::less<>> definitions(const Node& map, bool own);
  bool check_keys(const Node& map, std::string_view context, Span owner, std::string_view what);

 private:
  Diagnostic& error(std::string_view code, Span span, std::string message) {
    return diagnostics_.error(code, span, std::move(message));
  }
  void wrong_kind(const Node& node, Span key, std::string_view wanted) {
    if (node.kind == Node::Kind::null) {
      error("M0217", key, "expected " + std::string(wanted) + ", found nothing");
    } else {
      error("M0203", node.span,
            "expected " + std::string(wanted) + ", found " + std::string(kind_name(node.kind)));
    }
  }
  void not_allowed(Span where, std::string_view text, const std::vector<std::string_view>& allowed,
                   std::string_view what) {
    Diagnostic& d =
        error("M0205", where, "`" + std::string(text) + "` is no value of `" + std::string(what) + "`");
    if (const std::string_view near = nearest(text, allowed); !near.empty()) {
      d.help.push_back("did you mean `" + std::string(near) + "`?");
      d.fix = Fix{where, std::string(near)};
    }
    d.help.push_back("allowed: " + quoted_list(allowed));
  }

  std::optional<Words> text(const Node::Entry& entry) {
    if (entry.value.kind != Node::Kind::scalar) {
      wrong_kind(entry.value, entry.key_span, "a text");
      return std::nullopt;
    }
    return Words{entry.value.scalar.value, entry.value.span};
  }
  std::string text_of(const Node& map, std::string_view key) {
    const Node::Entry* entry = map.find(key);
    if (entry == nullptr) return {};
    const auto words = text(*entry);
    return words ? words->text : std::string();
  }
  Words words_of_key(const Node& map, std::string_view key) {
    const Node::Entry* entry = map.find(key);
    if (entry == nullptr) return {};
    return text(*entry).value_or(Words{});
  }
  std::vector<std::string> texts(const Node& map, std::string_view key) {
    const Node::Entry* entry = map.find(key);
    if (entry == nullptr) return {};
    if (entry->value.kind != Node::Kind::list) {
      const auto one = text(*entry);
      return one ? std::vector<std::string>{one->text} : std::vector<std::string>{};
    }
    std::vector<std::string> all;
    for (const Node& item : entry->value.items) {
      if (item.kind == Node::Kind::scalar) {
        all.push_back(item.scalar.value);
      } else {
        wrong_kind(item, entry->key_span, "a text");
      }
    }
    return all;
  }
  std::vector<std::pair<Words, std::string>> citations(const Node& map, std::string_view key) {
    std::vector<std::pair<Words, std::string>> all;
    const Node::Entry* entry = map.find(key);
    if (entry == nullptr) return all;
    if (entry->value.kind != Node::Kind::map) {
      wrong_kind(entry->value, entry->key_span, "a map from a short key to a text");
      return all;
    }
    for (const Node::Entry& part : entry->value.entries) {
      if (const auto t = text(part)) all.push_back({Words{part.key, part.key_span}, t->text});
    }
    return all;
  }
  std::optional<std::int64_t> number_in(const Node& node, Span key, std::int64_t low, std::int64_t high) {
    if (node.kind != Node::Kind::scalar) {
      wrong_kind(node, key, "a number");
      return std::nullopt;
    }
    const std::string& s = node.scalar.value;
    std::int64_t n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    const bool decimal = ec == std::errc() && end == s.data() + s.size() &&
                         (s == "0" || (s[0] != '0' && !s.starts_with("-0")));
    if (!decimal || node.scalar.style != ScalarStyle::plain) {
      Diagnostic& d = error("M0204", node.span, "`" + s + "` is not a whole number");
      if (node.scalar.style != ScalarStyle::plain) d.help.push_back("a number stands without quotes");
      return std::nullopt;
    }
    if (n < low || n > high) {
      error("M0204", node.span,
            "`" + s + "` is out of range: " + std::to_string(low) + " to " + std::to_string(high));
      return std::nullopt;
    }
    return n;
  }
  std::optional<std::int64_t> number(const Node& map, std::string_view key, std::int64_t low,
                                     std::int64_t high) {
    const Node::Entry* entry = map.find(key);
    if (entry == nullptr) return std::nullopt;
    return number_in(entry->value, entry->key_span, low, high);
  }
  // The value of a `one_of` key: its index among the allowed ones.
  std::optional<int> one_of(const Node& map, std::string_view context, std::string_view key) {
    const Node::Entry* entry = map.find(key);
    if (entry == nullptr) return std::nullopt;
    const auto t = text(*entry);
    if (!t) return std::nullopt;
    const std::string what = std::string(context) + "." + std::string(key);
    const auto allowed = mancala::words_of(WordKind::value, what);
    const auto it = std::find(allowed.begin(), allowed.end(), t->text);
    if (it == allowed.end()) {
      not_allowed(t->span, t->text, allowed, key);
      return std::nullopt;
    }
    return static_cast<int>(it - allowed.begin());
  }
  std::optional<Phrase> phrase(const Node& node, Span key) {
    if (node.kind != Node::Kind::scalar) {
      wrong_kind(node, key, "an expression");
      return std::nullopt;
    }
    return Phrase{node.scalar, node.span, std::nullopt};
  }
  std::optional<Phrase> phrase(const Node& map, std::string_view key) {
    const Node::Entry* entry = map.find(key);
    if (entry == nullptr) return std::nullopt;
    return phrase(entry->value, entry->key_span);
  }
  bool declared_name(const Words& name, std::string_view what) {
    if (is_name(name.text)) return true;
    error("M0206", name.span,
          "`" + name.text + "` cannot be the name of a " + std::string(what) +
              ": names are lower-case words joined by `-`");
    return false;
  }
  const Node* map_at(const Node& map, std::string_view key) {
    const Node::Entry* entry = map.find(key);
    if (entry == nullptr) return nullptr;
    if (entry->value.kind != Node::Kind::map) {
      wrong_kind(entry->value, entry->key_span, "a map");
      return nullptr;
    }
    return &entry->value;
  }

  Clauses clauses(const Node& node, Span key);
  std::optional<Clauses> clauses(const Node& map, std::string_view key) {
    const Node::Entry* entry = map.find(key);
    if (entry == nullptr) return std::nullopt;
    return clauses(entry->value, entry->key_span);
  }
  std::optional<Clause> clause(const Node& node, Span key);
  std::optional<sheet::Filter> filter(const Node& node, Span key);
  sheet::Move move_block(const Node& node, Span key);

  void head(const Node& document, Sheet& s);
  void parameters(const Node& document, Sheet& s);
  void readings(const Node& document, Sheet& s);
  void players(const Node& document, Sheet& s);
  void board(const Node& document, Sheet& s);
  std::vector<std::pair<Words, Words>> pairs(const Node& map, std::string_view key);
  void holes(const Node& map, Span board, Sheet& s);
  void lone_holes(const Node::Entry& holes, Sheet& s);
  void circuits(const Node& map, Sheet& s);
  void pieces(const Node& document, Sheet& s);
  void setup(const Node& document, Sheet& s);
  void states(const Node& document, Sheet& s);
  std::optional<sheet::State> state(const Node::Entry& entry);
  void holds(const Words& text, sheet::State& state);
  sheet::Phase phase(const Node& map);
  void phases(const Node& document, Sheet& s);
  void rounds(const Node& document, Sheet& s);
  void notation(const Node& document, Sheet& s);
  void source_keys(const Sheet& s);
  void source_key(const Sheet& s, const Words& key);

  Diagnostics& diagnostics_;
  std::vector<Words> cited_;  // every `source:` met
};

bool Shaper::check_keys(const Node& map, std::string_view context, Span owner, std::string_view what) {
  bool fine = true;
  const auto allowed = mancala::words_of(WordKind::key, context);
  for (const Node::Entry& entry : map.entries) {
    if (find_word(WordKind::key, entry.key, context) != nullptr) {
      if (entry.value.kind == Node::Kind::null) {
        error("M0217", entry.key_span, "`" + entry.key + "` has no value");
        fine = false;
      }
      continue;
    }
    fine = false;
    Diagnostic& d = error("M0201", entry.key_span, "unknown key `" + entry.key + "` in " + std::string(what));
    if (const std::string_view near = nearest(entry.key, allowed); !near.empty()) {
      d.help.push_back("did you mean `" + std::string(near) + "`?");
      d.fix = Fix{entry.key_span, std::string(near)};
    } else {
      d.help.push_back("allowed here: " + quoted_list(allowed, "and"));
    }
  }
  std::vector<std::string_view> missing;
  std::vector<std::string> examples;
  for (const Word& w : vocabulary()) {
    if (w.kind != WordKind::key || w.context != context || !w.required || map.find(w.text) != nullptr)
      continue;
    // Each phase must know how to move and sow: `phases` sees to it.
    const bool of_phase =
        std::find(std::begin(kPhaseKeys), std::end(kPhaseKeys), w.text) != std::end(kPhaseKeys);
    if (context.empty() && of_phase && map.find("phases") != nullptr) continue;
    const auto others = parts_of(w.instead);
    if (std::any_of(others.begin(), others.end(), [&map](auto other) { return map.find(other) != nullptr; }))
      continue;
    missing.push_back(w.text);
    examples.push_back("for example " + ticked(w.example));
  }
  if (missing.empty()) return fine;
  error("M0202", owner, std::string(what) + " has no " + quoted_list(missing)).help = std::move(examples);
  return false;
}

std::optional<Clause> Shaper::clause(const Node& node, Span key) {
  Clause c;
  c.span = node.span;
  if (node.kind == Node::Kind::scalar) {
    c.form = Clause::Form::bare;
    c.actions = phrase(node, key);
    return c;
  }
  if (node.kind != Node::Kind::map) {
    wrong_kind(node, key, "a clause (`{if: …, then: …}`) or a line of actions");
    return std::nullopt;
  }
  if (!check_keys(node, "clause", node.span, "a clause")) {
    // An unknown key makes what is left ambiguous: do not guess.
    if (std::any_of(node.entries.begin(), node.entries.end(), [](const Node::Entry& e) {
          return find_word(WordKind::key, e.key, "clause") == nullptr || e.value.kind == Node::Kind::null;
        })) {
      return std::nullopt;
    }
  }
  const auto has = [&node](std::string_view k) { return node.find(k) != nullptr; };
  const auto clash = [&](std::string_view a, std::string_view b) {
    if (!has(a) || !has(b)) return false;
    Diagnostic& d = error("M0209", node.find(b)->key_span,
                          "a clause has `" + std::string(a) + "` or `" + std::string(b) + "`, not both");
    d.others.push_back({node.find(a)->key_span, "the other one"});
    return true;
  };
  if (clash("then", "also") || clash("let", "then") || clash("let", "also") || clash("let", "if") ||
      clash("let", "each") || clash("each", "then")) {
    return std::nullopt;
  }
  c.cond = phrase(node, "if");
  c.name = text_of(node, "name");
  c.note = text_of(node, "note");
  c.source = words_of_key(node, "source");
  if (!c.source.text.empty()) cited_.push_back(c.source);
  if (has("let")) {
    c.form = Clause::Form::let;
    c.let_name = words_of_key(node, "let");
    if (!has("be")) {
      error("M0209", node.find("let")->key_span, "`let` needs a value: `{let: NAME, be: EXPRESSION}`");
      return std::nullopt;
    }
    if (!declared_name(c.let_name, "value")) return std::nullopt;
    c.value = phrase(node, "be");
    return c;
  }
  if (has("be")) {
    error("M0209", node.find("be")->key_span, "`be` belongs to `let`");
    return std::nullopt;
  }
  if (has("each")) {
    c.form = Clause::Form::each;
    const Node::Entry* each = node.find("each");
    if (each->value.kind == Node::Kind::list) {
      for (const Node& item : each->value.items) {
        if (auto p = phrase(item, each->key_span)) c.bindings.push_back(std::move(*p));
      }
    } else if (auto p = phrase(each->value, each->key_span)) {
      c.bindings.push_back(std::move(*p));
    }
    if (!has("also")) {
      error("M0209", each->key_span, "`each` needs `also`: what is done for each");
      return std::nullopt;
    }
    c.actions = phrase(node, "also");
    return c;
  }
  if (has("then")) {
    c.form = Clause::Form::then;
    c.actions = phrase(node, "then");
  } else if (has("also")) {
    c.form = Clause::Form::also;
    c.actions = phrase(node, "also");
  } else if (has("if")) {
    c.form = Clause::Form::only_if;
  } else {
    error("M0209", node.span, "this clause does nothing")
        .help.push_back("a clause is `{if: CONDITION, then: ACTIONS}`");
    return std::nullopt;
  }
  return c;
}

Clauses Shaper::clauses(const Node& node, Span key) {
  Clauses all;
  all.span = key;
  if (node.kind == Node::Kind::list) {
    for (const Node& item : node.items) {
      if (auto c = clause(item, key)) all.list.push_back(std::move(*c));
    }
  } else if (node.kind == Node::Kind::null) {
    error("M0217", key, "expected a list of clauses, found nothing");
  } else {
    // A single clause needs no list.
    if (auto c = clause(node, key)) all.list.push_back(std::move(*c));
  }
  return all;
}

std::optional<sheet::Filter> Shaper::filter(const Node& node, Span key) {
  if (node.kind != Node::Kind::map) {
    wrong_kind(node, key, "a filter (`{if: …, only: …}`)");
    return std::nullopt;
  }
  check_keys(node, "filter", node.span, "a filter");
  sheet::Filter f;
  f.span = node.span;
  const Node::Entry* only = node.find("only");
  const Node::Entry* prefer = node.find("prefer");
  if ((only == nullptr) == (prefer == nullptr)) {
    error("M0209", node.span, "a filter has `only` or `prefer`, one of them");
    return std::nullopt;
  }
  f.prefer = prefer != nullptr;
  f.cond = phrase(node, "if");
  f.test = phrase(node, f.prefer ? "prefer" : "only");
  f.note = text_of(node, "note");
  f.name = text_of(node, "name");
  f.source = words_of_key(node, "source");
  if (!f.source.text.empty()) cited_.push_back(f.source);
  return f;
}

sheet::Move Shaper::move_block(const Node& node, Span key) {
  sheet::Move m;
  m.span = node.kind == Node::Kind::map ? node.span : key;
  if (node.kind != Node::Kind::map) {
    wrong_kind(node, key, "a map with `from`");
    return m;
  }
  check_keys(node, "move", key, "`move`");
  m.when = phrase(node, "when");
  m.from = phrase(node, "from");
  m.direction = phrase(node, "direction");
  m.pass = phrase(node, "pass");
  if (const Node* picks = map_at(node, "choose")) {
    for (const Node::Entry& entry : picks->entries) {
      const Words name{entry.key, entry.key_span};
      if (!declared_name(name, "choice")) continue;
      if (auto options = phrase(entry.value, entry.key_span)) m.picks.push_back({name, std::move(*options)});
    }
  }
  m.pass_if_none = one_of(node, "move", "none").has_value();
  if (const Node::Entry* legal = node.find("legal")) {
    if (legal->value.kind == Node::Kind::list) {
      for (const Node& item : legal->value.items) {
        if (auto f = filter(item, legal->key_span)) m.filters.push_back(std::move(*f));
      }
    } else if (legal->value.kind == Node::Kind::map) {
      if (auto f = filter(legal->value, legal->key_span)) m.filters.push_back(std::move(*f));
    } else {
      wrong_kind(legal->value, legal->key_span, "a list of filters");
    }
  }
  return m;
}

void Shaper::head(const Node& document, Sheet& s) {
  if (const auto edition = number(document, "mancala", 0, 1'000'000); edition && *edition != kEdition) {
    error("M0207", document.find("mancala")->value.span,
          "this program knows edition " + std::to_string(kEdition) + " of the language, not " +
              std::to_string(*edition));
  }
  if (const Node::Entry* id = document.find("id")) {
    if (const auto t = text(*id)) {
      s.id_span = t->span;
      if (declared_name(*t, "variant")) s.id = t->text;
    }
  }
  s.name = text_of(document, "name");
  s.note = text_of(document, "note");
  s.extends = text_of(document, "extends");
  s.aka = texts(document, "aka");
  s.where = texts(document, "where");
  s.sources = citations(document, "sources");
}

void Shaper::parameters(const Node& document, Sheet& s) {
  const Node* map = map_at(document, "parameters");
  if (map == nullptr) return;
  for (const Node::Entry& entry : map->entries) {
    sheet::Parameter p;
    p.name = {entry.key, entry.key_span};
    if (!declared_name(p.name, "parameter")) continue;
    if (entry.value.kind == Node::Kind::map) {
      check_keys(entry.value, "parameter", entry.key_span, "the parameter `" + entry.key + "`");
      p.from = number(entry.value, "from", -kMaxNumber, kMaxNumber);
      p.to = number(entry.value, "to", -kMaxNumber, kMaxNumber);
      const auto fallback = number(entry.value, "default", -kMaxNumber, kMaxNumber);
      p.fallback = fallback.value_or(p.from.value_or(0));
      if (fallback && ((p.from && p.fallback < *p.from) || (p.to && p.fallback > *p.to))) {
        error("M0213", entry.value.find("default")->value.span,
              "the default of `" + entry.key + "` is outside its own limits");
      }
    } else if (const auto n = number_in(entry.value, entry.key_span, -kMaxNumber, kMaxNumber)) {
      p.fallback = *n;
    }
    s.parameters.push_back(std::move(p));
  }
}

void Shaper::readings(const Node& document, Sheet& s) {
  const Node* map = map_at(document, "readings");
  if (map == nullptr) return;
  for (const Node::Entry& entry : map->entries) {
    sheet::Reading r;
    r.name = {entry.key, entry.key_span};
    if (!declared_name(r.name, "reading")) continue;
    if (entry.value.kind != Node::Kind::map) {
      wrong_kind(entry.value, entry.key_span, "a map with `about`, `default` and `values`");
      continue;
    }
    check_keys(entry.value, "reading", entry.key_span, "the reading `" + entry.key + "`");
    r.about = text_of(entry.value, "about");
    r.values = citations(entry.value, "values");
    r.fallback = words_of_key(entry.value, "default");
    r.source = words_of_key(entry.value, "source");
    if (!r.source.text.empty()) cited_.push_back(r.source);
    std::vector<std::string_view> allowed;
    for (const auto& [value, who] : r.values) {
      allowed.push_back(value.text);
      declared_name(value, "value of a reading");
      const auto& grammar = grammar_words();
      if (std::find(grammar.begin(), grammar.end(), value.text) != grammar.end()) {
        error("M0206", value.span,
              "`" + value.text + "` is a word of the language and cannot be the value of a reading");
      }
    }
    if (const Node::Entry* values = entry.value.find("values");
        values != nullptr && values->value.kind == Node::Kind::map && r.values.size() < 2) {
      error("M0212", values->key_span, "a reading has at least two values");
    }
    if (!allowed.empty() && !r.fallback.text.empty() &&
        std::find(allowed.begin(), allowed.end(), r.fallback.text) == allowed.end()) {
      not_allowed(r.fallback.span, r.fallback.text, allowed, entry.key);
    }
    s.readings.push_back(std::move(r));
  }
}

void Shaper::players(const Node& document, Sheet& s) {
  const Node::Entry* entry = document.find("players");
  if (entry == nullptr) {
    s.players = {{"south", {}}, {"north", {}}};
    return;
  }
  if (entry->value.kind != Node::Kind::list) {
    wrong_kind(entry->value, entry->key_span, "a list of names");
    return;
  }
  for (const Node& item : entry->value.items) {
    if (item.kind != Node::Kind::scalar) {
      wrong_kind(item, entry->key_span, "a name");
      continue;
    }
    const Words name{item.scalar.value, item.span};
    if (!declared_name(name, "player")) continue;
    if (std::any_of(s.players.begin(), s.players.end(),
                    [&](const Words& w) { return w.text == name.text; })) {
      error("M0206", name.span, "two players are called `" + name.text + "`");
      continue;
    }
    s.players.push_back(name);
  }
  s.players_span = entry->value.span;
  if (s.players.empty() || s.players.size() > static_cast<std::size_t>(kMaxPlayers)) {
    error("M0221", entry->value.span,
          "there are 1 to " + std::to_string(kMaxPlayers) + " players, not " +
              std::to_string(s.players.size()));
  }
}

// A label or a name, and what is said of it; a list of labels stands with blanks between them.
std::vector<std::pair<Words, Words>> Shaper::pairs(const Node& map, std::string_view key) {
  std::vector<std::pair<Words, Words>> all;
  const Node* inner = map_at(map, key);
  if (inner == nullptr) return all;
  for (const Node::Entry& entry : inner->entries) {
    if (const auto t = text(entry)) all.push_back({Words{entry.key, entry.key_span}, *t});
  }
  return all;
}

// `holes: {A1: [0, 0], A2: [1, 0]}`
void Shaper::lone_holes(const Node::Entry& holes, Sheet& s) {
  constexpr std::int64_t kFar = 63;  // columns and lines of a printed board
  for (const Node::Entry& entry : holes.value.entries) {
    const Words label{entry.key, entry.key_span};
    if (!is_label(label.text) && !declared_name(label, "hole")) continue;
    if (entry.value.kind != Node::Kind::list || entry.value.items.size() != 2) {
      error("M0203", entry.key_span, "expected how far to the right and how far up the hole lies: `[2, 0]`");
      continue;
    }
    const auto x = number_in(entry.value.items[0], entry.key_span, 0, kFar);
    const auto y = number_in(entry.value.items[1], entry.key_span, 0, kFar);
    if (x && y) {
      s.board.lone.push_back({label, {label.text, static_cast<int>(*x), static_cast<int>(*y)}});
    }
  }
}

void Shaper::circuits(const Node& map, Sheet& s) {
  const Node* inner = map_at(map, "circuits");
  if (inner == nullptr) return;
  for (const Node::Entry& entry : inner->entries) {
    sheet::BoardPlan::NamedCircuit circuit;
    circuit.name = {entry.key, entry.key_span};
    if (!declared_name(circuit.name, "circuit")) continue;
    const auto is_way = [](std::string_view key) { return key == "counterclockwise" || key == "clockwise"; };
    // Stations for everybody, or for a player, or for one of the two ways of either.
    const auto add = [&](const Node::Entry& part, const Words& player, const auto& again) -> void {
      const Words key{part.key, part.key_span};
      const Words who = is_way(part.key) ? player : key;
      if (part.value.kind == Node::Kind::map && !is_way(part.key)) {
        for (const Node::Entry& way : part.value.entries) {
          if (is_way(way.key)) {
            again(way, who, again);
          } else {
            error("M0201", way.key_span, "unknown key `" + way.key + "` in a circuit")
                .help.push_back("allowed here: `counterclockwise` and `clockwise`");
          }
        }
      } else if (const auto t = text(part)) {
        auto& route = circuit.routes.emplace_back();
        route.player = who;
        if (is_way(part.key)) route.way = key;
        route.labels = *t;
      }
    };
    const Words everybody{"", entry.key_span};
    if (entry.value.kind == Node::Kind::map) {
      for (const Node::Entry& part : entry.value.entries) add(part, everybody, add);
    } else if (const auto t = text(entry)) {
      auto& route = circuit.routes.emplace_back();
      route.player = everybody;
      route.labels = *t;
    }
    s.board.circuits.push_back(std::move(circuit));
  }
}

// Rows of holes, a grid, a ring, or holes at places of their own: one of them.
void Shaper::holes(const Node& map, Span board, Sheet& s) {
  const Node::Entry* said = nullptr;
  const auto first = [&](const Node::Entry* entry) {
    if (entry == nullptr) return false;
    if (said != nullptr) {
      error("M0209", entry->key_span, "a board has rows, a grid, a ring, or holes at places of their own")
          .others.push_back({said->key_span, "the other one"});
      return false;
    }
    said = entry;
    return true;
  };
  const Node::Entry* holes = map.find("holes");
  const bool lone = holes != nullptr && holes->value.kind == Node::Kind::map;
  if (lone && first(holes)) lone_holes(*holes, s);
  const Node::Entry* const rows = map.find("rows");
  if (first(rows)) {
    const auto number = number_in(rows->value, rows->key_span, 1, kMaxRows);
    s.board.rows = static_cast<int>(number.value_or(2));
    if (!possible_rows(s.board.rows)) {
      error("M0205", rows->value.span, "there is no board of " + std::to_string(s.board.rows) + " rows")
          .help.push_back("rows: 1, 2, 3, 4 or 6");
    }
    s.board.holes = phrase(map, "holes");
  }
  if (const Node::Entry* const grid = map.find("grid"); first(grid)) {
    if (const auto size = text(*grid)) {
      const ScalarText& whole = grid->value.scalar;
      constexpr std::string_view kBy = " x ";
      const std::size_t by = whole.value.find(kBy);
      if (by == std::string::npos) {
        error("M0203", size->span, "expected rows and columns of a grid")
            .help.push_back("for example `grid: 4 x 5`");
      } else {
        const auto part = [&whole](std::size_t begin, std::size_t end) {
          return Phrase{whole.part(begin, end), whole.span(begin, end), std::nullopt};
        };
        s.board.grid_rows = part(0, by);
        s.board.grid_columns = part(by + kBy.size(), whole.value.size());
      }
    }
  }
  if (const Node::Entry* const ring = map.find("ring"); first(ring)) s.board.ring = phrase(map, "ring");
  if (said == nullptr && holes != nullptr) {
    error("M0202", board, "`board` has no `rows`").help.push_back("for example `rows: 2`");
  } else if (holes != nullptr && said != holes && said != rows) {
    error("M0209", holes->key_span, "`holes` is said with `rows` only")
        .others.push_back({said->key_span, "here"});
  }
}

void Shaper::board(const Node& document, Sheet& s) {
  const Node::Entry* entry = document.find("board");
  if (entry == nullptr) return;
  s.board_span = entry->key_span;
  const Node* map = map_at(document, "board");
  if (map == nullptr) return;
  check_keys(*map, "board", entry->key_span, "`board`");
  holes(*map, entry->key_span, s);
  if (const auto end = one_of(*map, "board", "stores")) {
    s.board.store_end = *end == 0 ? StoreEnd::left : StoreEnd::right;
  }
  s.board.owners = pairs(*map, "owners");
  s.board.ends = pairs(*map, "ends");
  s.board.opposite = pairs(*map, "opposite");
  circuits(*map, s);
  const Node* piles = map_at(document, "piles");
  if (piles == nullptr) return;
  for (const Node::Entry& part : piles->entries) {
    sheet::Pile pile;
    pile.name = {part.key, part.key_span};
    if (!declared_name(pile.name, "pile")) continue;
    if (part.value.kind != Node::Kind::map) {
      wrong_kind(part.value, part.key_span, "a map with `each` and `seeds`");
      continue;
    }
    check_keys(part.value, "pile", part.key_span, "the pile `" + part.key + "`");
    one_of(part.value, "pile", "each");
    pile.seeds = number(part.value, "seeds", 0, kMaxStateNumber).value_or(0);
    s.piles.push_back(std::move(pile));
  }
}

// `pieces: {stone: {worth: 10}}`
void Shaper::pieces(const Node& document, Sheet& s) {
  const Node* map = map_at(document, "pieces");
  if (map == nullptr) return;
  for (const Node::Entry& entry : map->entries) {
    sheet::PieceKind kind;
    kind.name = {entry.key, entry.key_span};
    if (!declared_name(kind.name, "kind of piece")) continue;
    if (entry.value.kind != Node::Kind::map) {
      wrong_kind(entry.value, entry.key_span, "a map with `worth`");
      continue;
    }
    check_keys(entry.value, "piece", entry.key_span, "the piece `" + entry.key + "`");
    kind.worth = number(entry.value, "worth", 0, kMaxStateNumber).value_or(1);
    s.pieces.push_back(std::move(kind));
  }
}

void Shaper::setup(const Node& document, Sheet& s) {
  const Node::Entry* entry = document.find("setup");
  if (entry == nullptr) return;
  if (entry->value.kind != Node::Kind::map) {
    s.setup = phrase(entry->value, entry->key_span);
    return;
  }
  check_keys(entry->value, "setup", entry->key_span, "`setup`");
  s.setup = phrase(entry->value, "seeds");
  s.store_seeds = phrase(entry->value, "stores");
  s.arrange = clauses(entry->value, "then");
}

// `flag`, `a to b`, `hole`, `player`, `direction`, `word or word`.
void Shaper::holds(const Words& text, sheet::State& state) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < text.text.size();) {
    const std::size_t end = std::min(text.text.find(' ', i), text.text.size());
    if (end > i) parts.push_back(text.text.substr(i, end - i));
    i = end + 1;
  }
  static const std::pair<std::string_view, ir::Type> kSimple[] = {{"flag", ir::Type::truth},
                                                                  {"hole", ir::Type::hole},
                                                                  {"player", ir::Type::player},
                                                                  {"direction", ir::Type::direction}};
  if (parts.size() == 1) {
    for (const auto& [word, type] : kSimple) {
      if (parts[0] == word) {
        state.holds = type;
        return;
      }
    }
  }
  const auto to_number = [](const std::string& s) -> std::optional<std::int64_t> {
    std::int64_t n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    if (ec != std::errc() || end != s.data() + s.size()) return std::nullopt;
    return n;
  };
  if (parts.size() == 3 && parts[1] == "to") {
    const auto low = to_number(parts[0]);
    const auto high = to_number(parts[2]);
    if (low && high && *low <= *high && *low >= -kMaxStateNumber && *high <= kMaxStateNumber) {
      state.holds = ir::Type::number;
      state.low = *low;
      state.high = *high;
      return;
    }
  }
  bool words = parts.size() >= 3 && parts.size() % 2 == 1;
  for (std::size_t i = 0; words && i < parts.size(); ++i) {
    words = i % 2 == 1 ? parts[i] == "or" : is_name(parts[i]);
    if (words && i % 2 == 0) state.words.push_back(parts[i]);
  }
  if (words) {
    state.holds = ir::Type::word;
    const auto& grammar = grammar_words();
    for (const std::string& w : state.words) {
      if (std::find(grammar.begin(), grammar.end(), w) != grammar.end()) {
        error("M0206", text.span, "`" + w + "` is a word of the language and cannot be a value of a state");
      }
    }
    return;
  }
  state.known = false;
  error("M0211", text.span, "`" + text.text + "` is nothing that a state can hold")
      .help.push_back(
          "`flag`, `0 to 5`, `hole`, `player`, `direction`, or words such as `taking or walking`");
}

std::optional<sheet::State> Shaper::state(const Node::Entry& entry) {
  sheet::State st;
  st.name = {entry.key, entry.key_span};
  if (!declared_name(st.name, "state")) return std::nullopt;
  if (entry.value.kind != Node::Kind::map) {
    wrong_kind(entry.value, entry.key_span, "a map with `holds` and `lasts`");
    return std::nullopt;
  }
  check_keys(entry.value, "state", entry.key_span, "the state `" + entry.key + "`");
  static constexpr ir::Per kPer[] = {ir::Per::hole, ir::Per::player, ir::Per::none};
  static constexpr ir::Lasts kLasts[] = {ir::Lasts::move, ir::Lasts::turn, ir::Lasts::round,
                                         ir::Lasts::match};
  if (const auto i = one_of(entry.value, "state", "each")) st.per = kPer[*i];
  if (const auto i = one_of(entry.value, "state", "lasts")) st.lasts = kLasts[*i];
  const Words text = words_of_key(entry.value, "holds");
  if (!text.text.empty()) holds(text, st);
  st.starts = phrase(entry.value, "starts");
  return st;
}

void Shaper::states(const Node& document, Sheet& s) {
  const Node* map = map_at(document, "state");
  if (map == nullptr) return;
  for (const Node::Entry& entry : map->entries) {
    if (auto st = state(entry)) s.states.push_back(std::move(*st));
  }
}

std::map<std::string, sheet::Definition, std::less<>> Shaper::definitions(const Node& map, bool own) {
  std::map<std::string, sheet::Definition, std::less<>> all;
  for (const Node::Entry& entry : map.entries) {
    auto parsed = parse_head(entry.key, entry.key_span, diagnostics_);
    if (!parsed) continue;
    sheet::Definition d;
    d.head = std::move(*parsed);
    d.span = entry.key_span;
    d.own = own;
    if (const auto old = all.find(d.head.name); old != all.end()) {
      Diagnostic& clash = error("M0215", entry.key_span, "`" + d.head.name + "` is defined twice");
      clash.others.push_back({old->second.span, "the first definition"});
      continue;
    }
    if (entry.value.kind == Node::Kind::scalar) {
      d.body = *phrase(entry.value, entry.key_span);
    } else if (entry.value.kind == Node::Kind::list) {
      d.body = clauses(entry.value, entry.key_span);
    } else {
      wrong_kind(entry.value, entry.key_span, "an expression, a line of actions or a list of clauses");
      continue;
    }
    all.emplace(d.head.name, std::move(d));
  }
  return all;
}

sheet::Phase Shaper::phase(const Node& map) {
  sheet::Phase p;
  if (const Node::Entry* move = map.find("move")) {
    if (move->value.kind == Node::Kind::list) {
      for (const Node& item : move->value.items) p.moves.push_back(move_block(item, move->key_span));
      if (p.moves.empty()) error("M0217", move->key_span, "`move` has no value");
    } else {
      p.moves.push_back(move_block(move->value, move->key_span));
    }
  }
  if (const Node::Entry* sow = map.find("sow")) {
    p.sow.span = sow->key_span;
    if (const Node* how = map_at(map, "sow")) {
      check_keys(*how, "sow", sow->key_span, "`sow`");
      p.sow.around = words_of_key(*how, "around");
      p.sow.direction = phrase(*how, "direction");
      p.sow.skip = phrase(*how, "skip");
      p.sow.each = phrase(*how, "each");
      p.sow.route = phrase(*how, "route");
      if (one_of(*how, "sow", "order")) p.sow.order = how->find("order")->value.span;
    }
  }
  for (const sheet::Move& m : p.moves) {
    if (m.direction && p.sow.direction) {
      Diagnostic& d = error("M0216", m.direction->span, "the direction is said in `move` and in `sow`");
      d.others.push_back({p.sow.direction->span, "also here"});
      d.help.push_back("say it once: in `sow` if it is the same for every move");
    }
  }
  p.play = clauses(map, "play");
  p.each_seed = clauses(map, "each-seed");
  p.lap_end = clauses(map, "lap-end");
  p.move_end = clauses(map, "move-end");
  return p;
}

// Each phase is what the game says for all of them, with what the phase says in its own way laid over it.
void Shaper::phases(const Node& document, Sheet& s) {
  const Node::Entry* entry = document.find("phases");
  if (entry == nullptr) {
    s.phases.push_back(phase(document));
    return;
  }
  Node common;
  common.kind = Node::Kind::map;
  common.span = document.span;
  for (const Node::Entry& e : document.entries) {
    if (std::find(std::begin(kPhaseKeys), std::end(kPhaseKeys), e.key) != std::end(kPhaseKeys)) {
      common.entries.push_back(e);
    }
  }
  const Node* map = map_at(document, "phases");
  if (map != nullptr && map->entries.empty()) error("M0217", entry->key_span, "`phases` has no value");
  if (map != nullptr) {
    for (const Node::Entry& one : map->entries) {
      const Words name{one.key, one.key_span};
      if (!declared_name(name, "phase")) continue;
      if (one.value.kind != Node::Kind::map) {
        wrong_kind(one.value, one.key_span, "a map with `while` and what is different in the phase");
        continue;
      }
      check_keys(one.value, "phase", one.key_span, "the phase `" + one.key + "`");
      const Node whole = overlaid(common, one.value, diagnostics_);
      for (const std::string_view key : {"move", "sow"}) {
        if (whole.find(key) != nullptr) continue;
        error("M0202", one.key_span, "the phase `" + one.key + "` has no `" + std::string(key) + "`")
            .help.push_back("what is the same in every phase stands outside of `phases`");
      }
      s.phases.push_back(phase(whole));
      s.phases.back().name = name;
      s.phases.back().condition = phrase(one.value, "while");
    }
  }
  if (s.phases.empty()) s.phases.emplace_back();  // an error was reported
}

void Shaper::rounds(const Node& document, Sheet& s) {
  if (const Node::Entry* end = document.find("end")) {
    s.end_span = end->key_span;
    if (const Node* map = map_at(document, "end")) {
      check_keys(*map, "end", end->key_span, "`end`");
      s.before_turn = clauses(*map, "before-turn");
      s.after_move = clauses(*map, "after-move");
      if (map->entries.empty())
        error("M0202", end->key_span, "`end` has neither `before-turn` nor `after-move`");
    }
  }
  if (const Node::Entry* match = document.find("match")) {
    s.match_span = match->key_span;
    if (const Node* map = map_at(document, "match")) {
      s.has_match = true;
      check_keys(*map, "match", match->key_span, "`match`");
      s.new_round = clauses(*map, "new-round");
      s.match_starter = phrase(*map, "starter");
      s.match_over = phrase(*map, "over");
      s.match_winner = phrase(*map, "winner");
    }
  }
  if (const Node::Entry* endless = document.find("endless")) {
    s.endless_span = endless->key_span;
    if (const Node* map = map_at(document, "endless")) {
      s.has_endless = true;
      check_keys(*map, "endless", endless->key_span, "`endless`");
      s.endless_laps = number(*map, "laps", 1, kMaxLaps).value_or(1);
      static constexpr ir::EndlessThen kThen[] = {ir::EndlessThen::stop, ir::EndlessThen::illegal,
                                                  ir::EndlessThen::drawn};
      if (const auto i = one_of(*map, "endless", "then")) s.endless_then = kThen[*i];
    }
  }
}

void Shaper::notation(const Node& document, Sheet& s) {
  const Node* map = map_at(document, "notation");
  if (map == nullptr) return;
  check_keys(*map, "notation", document.find("notation")->key_span, "`notation`");
  s.notation_holes = citations(*map, "holes");
  s.notation_marks = citations(*map, "marks");
  if (const auto i = one_of(*map, "notation", "moves")) {
    s.notation.moves = *i == 0 ? Notation::Moves::start : Notation::Moves::start_and_last;
  }
}

void Shaper::source_keys(const Sheet& s) {
  std::vector<std::string_view> known;
  for (const auto& [k, citation] : s.sources) known.push_back(k.text);
  for (const Words& cited : cited_) {
    if (std::find(known.begin(), known.end(), cited.text) != known.end()) continue;
    Diagnostic& d = error("M0214", cited.span, "`" + cited.text + "` is no key of `sources`");
    if (const std::string_view near = nearest(cited.text, known); !near.empty()) {
      d.help.push_back("did you mean `" + std::string(near) + "`?");
    } else if (!known.empty()) {
      d.help.push_back("known: " + quoted_list(known, "and"));
    }
  }
}

Sheet Shaper::shape(const Node& document, FileId file) {
  Sheet s;
  s.file = file;
  check_keys(document, "", Span{file, document.span.begin, document.span.begin}, "the variant");
  head(document, s);
  parameters(document, s);
  readings(document, s);
  players(document, s);
  board(document, s);
  pieces(document, s);
  setup(document, s);
  s.starter = phrase(document, "starter");
  s.win = phrase(document, "win");
  states(document, s);
  if (const Node* map = map_at(document, "define")) s.definitions = definitions(*map, true);
  s.turn_start = clauses(document, "turn-start");
  phases(document, s);
  rounds(document, s);
  notation(document, s);
  if (const Node::Entry* sources = document.find("sources"); sources != nullptr && s.sources.empty()) {
    error("M0202", sources->key_span, "`sources` cites nothing")
        .help.push_back(
            "every file says where its rules come from; a game that you made up yourself says so");
  }
  source_keys(s);
  return s;
}

}  // namespace

Sheet shape(const Node& document, FileId file, Diagnostics& diagnostics) {
  return Shaper(diagnostics).shape(document, file);
}

std::map<std::string, sheet::Definition, std::less<>> shape_prelude(const Node& document,
                                                                    Diagnostics& diagnostics) {
  Shaper shaper(diagnostics);
  const Node::Entry* define = document.find("define");
  if (define == nullptr || define->value.kind != Node::Kind::map) {
    diagnostics.error("M0202", document.span, "the prelude has no `define`");
    return {};
  }
  return shaper.definitions(define->value, false);
}

}  // namespace mancala
