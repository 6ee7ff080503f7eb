// The JSON Schema of variant files: it accepts every file of the library, and refuses what is wrong.
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "dsl/read.h"
#include "dsl/vocabulary.h"
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

using Json = nlohmann::json;

// What an editor makes of a plain scalar: a number, a truth or a text.
Json scalar_json(const ScalarText& scalar) {
  const std::string& text = scalar.value;
  if (scalar.style != ScalarStyle::plain) return text;
  if (text == "true" || text == "false") return text == "true";
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return text;
}

Json to_json(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null: return nullptr;
    case Node::Kind::scalar: return scalar_json(node.scalar);
    case Node::Kind::list: {
      Json out = Json::array();
      for (const Node& item : node.items) out.push_back(to_json(item));
      return out;
    }
    case Node::Kind::map: {
      Json out = Json::object();
      for (const Node::Entry& entry : node.entries) out[entry.key] = to_json(entry.value);
      return out;
    }
  }
  return nullptr;
}

Json yaml_file(const std::filesystem::path& path) {
  SourceMap sources;
  Diagnostics diagnostics;
  const auto document = read_document(read_file(path, sources, diagnostics), sources, diagnostics);
  return to_json(document.value());
}

Json yaml(std::string_view text) {
  const TemporaryFile file{std::string(text)};
  return yaml_file(file.path());
}

// The keywords of JSON Schema (draft 2020-12) that the schema uses. A keyword that is not known here is a
// failure.
class Checker {
 public:
  explicit Checker(Json schema) : root_(std::move(schema)) {}

  [[nodiscard]] bool accepts(const Json& value) const { return accepts(root_, value); }

 private:
  static bool is_of_type(const std::string& type, const Json& value) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    FAIL("unknown type " << type);
    return false;
  }

  [[nodiscard]] std::size_t matching(const Json& schemas, const Json& value) const {
    std::size_t count = 0;
    for (const Json& one : schemas) count += accepts(one, value) ? 1 : 0;
    return count;
  }

  [[nodiscard]] bool keys_fit(const Json& schema, const Json& value) const {
    for (const auto& [key, part] : value.items()) {
      if (schema.contains("properties") && schema["properties"].contains(key)) {
        if (!accepts(schema["properties"][key], part)) return false;
      } else if (schema.contains("additionalProperties")) {
        const Json& others = schema["additionalProperties"];
        if (others.is_boolean() ? !others.get<bool>() : !accepts(others, part)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool keyword_holds(const Json& schema, const std::string& keyword, const Json& says,
                                   const Json& value) const {
    if (keyword == "$ref")
      return accepts(root_.at(Json::json_pointer(says.get<std::string>().substr(1))), value);
    if (keyword == "type") {
      if (says.is_string()) return is_of_type(says, value);
      return std::any_of(says.begin(), says.end(), [&](const Json& type) { return is_of_type(type, value); });
    }
    if (keyword == "enum") return std::find(says.begin(), says.end(), value) != says.end();
    if (keyword == "const") return value == says;
    if (keyword == "oneOf") return matching(says, value) == 1;
    if (keyword == "anyOf") return matching(says, value) > 0;
    if (keyword == "allOf") return matching(says, value) == says.size();
    if (keyword == "not") return !accepts(says, value);
    if (keyword == "if") return !accepts(says, value) || accepts(schema["then"], value);
    if (keyword == "properties" || keyword == "additionalProperties")
      return !value.is_object() || keys_fit(schema, value);
    if (keyword == "required") {
      return !value.is_object() || std::all_of(says.begin(), says.end(), [&](const Json& key) {
        return value.contains(std::string(key));
      });
    }
    if (keyword == "items") return !value.is_array() || matching_items(says, value) == value.size();
    if (keyword == "minItems") return !value.is_array() || value.size() >= says;
    if (keyword == "maxItems") return !value.is_array() || value.size() <= says;
    const std::set<std::string> kNotes = {"$schema", "title", "description", "examples", "$defs", "then"};
    INFO("keyword " << keyword);
    CHECK(kNotes.count(keyword) == 1);
    return true;
  }

  [[nodiscard]] std::size_t matching_items(const Json& schema, const Json& list) const {
    std::size_t count = 0;
    for (const Json& item : list) count += accepts(schema, item) ? 1 : 0;
    return count;
  }

  [[nodiscard]] bool accepts(const Json& schema, const Json& value) const {
    for (const auto& [keyword, says] : schema.items()) {
      if (!keyword_holds(schema, keyword, says, value)) return false;
    }
    return true;
  }

  Json root_;
};

const Checker& checker() {
  static const Checker one(Json::parse(json_schema()));
  return one;
}

TEST_CASE("the schema accepts every file of the library", "[schema]") {
  for (const Library::Item& item : library().items()) {
    INFO(item.path.string());
    CHECK(checker().accepts(yaml_file(item.path)));
  }
}

// What language.md says of the keys: which are required, and what their values are.
TEST_CASE("the schema refuses what is wrong in a file of its own", "[schema]") {
  const Json good = yaml(base_variant());
  REQUIRE(checker().accepts(good));
  const auto with = [&](const char* pointer, const Json& value) {
    Json changed = good;
    changed[Json::json_pointer(pointer)] = value;
    return checker().accepts(changed);
  };
  const auto without = [&](const char* map, const char* key) {
    Json changed = good;
    changed[Json::json_pointer(map)].erase(key);
    return checker().accepts(changed);
  };
  CHECK_FALSE(with("/boord", 1));              // no such key
  CHECK_FALSE(with("/sow/arround", "board"));  // nor here
  CHECK_FALSE(with("/mancala", "one"));
  CHECK_FALSE(without("", "board"));
  CHECK_FALSE(without("", "sow"));
  CHECK_FALSE(without("/board", "holes"));
  CHECK_FALSE(without("/move", "from"));
  CHECK_FALSE(with("/move", Json::array({{{"when", "true"}}})));  // an alternative without `from`
  CHECK_FALSE(without("/sow", "around"));
  CHECK_FALSE(with("/readings", {{"feed", {{"about", "Must one feed?"}}}}));  // no `default`, no `values`
  CHECK_FALSE(with("/piles", {{"reserve", {{"each", "hole"}}}}));             // only `player`
  CHECK(with("/sow/around", "rim"));                                          // a circuit's name
  CHECK(with("/board", {{"holes", {{"A1", {0, 0}}, {"a1", {2, 0}}}}}));
  CHECK_FALSE(with("/board", {{"holes", {{"A1", {0, 0, 0}}}}}));
  CHECK_FALSE(with("/board", {{"holes", {{"A1", "left"}}}}));
}

TEST_CASE("the schema: a phase says what is different, and what it does not say may stand outside",
          "[schema]") {
  Json file = yaml(base_variant());
  file["phases"] = {{"opening", {{"while", "round == 1"}, {"sow", {{"direction", "clockwise"}}}}},
                    {"main", {{"move", {{"legal", {{{"only", "true"}}}}}}}}};
  CHECK(checker().accepts(file));
  file.erase("move");  // `move` of the phases
  CHECK(checker().accepts(file));
  file["phases"]["main"]["movve"] = "own";
  CHECK_FALSE(checker().accepts(file));
}

TEST_CASE("the schema: a file that extends another says only what changes, `none` takes away", "[schema]") {
  CHECK(
      checker().accepts(yaml("mancala: 1\nid: b\nname: B\nextends: a\nboard: {rows: 4}\nmove: {none: pass}\n"
                             "match: none\nendless: none\npiles: {reserve: none}\nplayers: none\n"
                             "sow: {skip: none}\nstate: {trap: none}\nturn-start: none\n")));
  CHECK_FALSE(checker().accepts(yaml("mancala: 1\nid: b\nextends: a\n")));  // no name
  CHECK_FALSE(checker().accepts(yaml("mancala: 1\nid: b\nname: B\nextends: a\nmatch: nothing\n")));
}

}  // namespace
}  // namespace mancala::test
