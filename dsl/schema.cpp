// The JSON Schema of variant files, for editors: completion, hover texts and coarse checking. What the schema
// cannot say (types of expressions, names) is the checker's work.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dsl/vocabulary.h"

namespace mancala {
namespace {

using Json = nlohmann::ordered_json;

Json map_schema(std::string_view context);

// Of a file that extends another one, `none` takes away what the other says. Texts may be `none` anyhow.
Json or_none(const Json& schema) { return {{"anyOf", {schema, {{"const", "none"}}}}}; }

Json text() { return {{"type", {"string", "number", "boolean"}}}; }

Json clause_schema() { return {{"oneOf", {{{"type", "string"}}, {{"$ref", "#/$defs/clause"}}}}}; }

// Holes by name, each with its place: how far to the right and how far up.
Json places_schema() {
  const Json place = {{"type", "array"}, {"items", {{"type", "integer"}}}, {"minItems", 2}, {"maxItems", 2}};
  return {{"type", "object"}, {"additionalProperties", or_none(place)}};
}

// One of the circuits that every board has, or one of the file's own.
Json circuit_schema(const Json& known) { return {{"type", "string"}, {"examples", known}}; }

Json value_schema(const Word& w) {
  switch (w.shape) {
    case Shape::text:
    case Shape::expression:
    case Shape::actions: return text();
    case Shape::texts: return {{"oneOf", {text(), {{"type", "array"}, {"items", text()}}}}};
    case Shape::choices:
    case Shape::citations: return or_none({{"type", "object"}, {"additionalProperties", text()}});
    case Shape::number: return or_none({{"type", "integer"}});
    case Shape::names: return or_none({{"type", "array"}, {"items", {{"type", "string"}}}});
    case Shape::one_of: {
      Json values = Json::array();
      for (const std::string_view v :
           words_of(WordKind::value, std::string(w.context) + "." + std::string(w.text))) {
        values.push_back(std::string(v));
      }
      if (w.context == "sow" && w.text == "around") return circuit_schema(values);
      if (std::find(values.begin(), values.end(), "none") == values.end()) values.push_back("none");
      return {{"enum", values}};
    }
    case Shape::clauses:
      return {{"oneOf", {clause_schema(), {{"type", "array"}, {"items", clause_schema()}}}}};
    case Shape::filters: {
      const Json one = {{"$ref", "#/$defs/filter"}};
      return or_none({{"oneOf", {one, {{"type", "array"}, {"items", one}}}}});
    }
    case Shape::map: return or_none(map_schema(w.inner));
    case Shape::map_of: {
      Json inner = map_schema(w.inner);
      // A parameter may be just its default.
      if (w.inner == "parameter") inner = {{"oneOf", {{{"type", "integer"}}, inner}}};
      return or_none({{"type", "object"}, {"additionalProperties", or_none(inner)}});
    }
    case Shape::blocks: {
      const Json one = map_schema("move");
      return or_none({{"oneOf", {one, {{"type", "array"}, {"items", one}}}}});
    }
    case Shape::expression_or_map:
      return {{"oneOf", {text(), w.inner == "hole" ? places_schema() : map_schema(w.inner)}}};
    case Shape::routes: {
      const Json ways = {{"type", "object"}, {"additionalProperties", text()}};
      const Json texts = {{"type", "object"}, {"additionalProperties", {{"oneOf", {text(), ways}}}}};
      return or_none({{"type", "object"}, {"additionalProperties", {{"oneOf", {text(), texts}}}}});
    }
    case Shape::definitions: {
      const Json one = {{"oneOf", {text(), {{"type", "array"}, {"items", clause_schema()}}}}};
      return or_none({{"type", "object"}, {"additionalProperties", one}});
    }
    case Shape::bindings:
      return {{"oneOf", {{{"type", "string"}}, {{"type", "array"}, {"items", {{"type", "string"}}}}}}};
  }
  return {};
}

Json map_schema(std::string_view context) {
  Json properties = Json::object();
  for (const Word& w : vocabulary()) {
    if (w.kind != WordKind::key || w.context != context) continue;
    Json value = value_schema(w);
    value["description"] = std::string(w.about);
    if (!value.contains("examples")) value["examples"] = {std::string(w.example)};
    properties[std::string(w.text)] = value;
  }
  return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
}

// What must stand in a map of a file that extends no other one: its required keys, and those of the maps
// inside. Nothing is asked of a value that is no map. Empty: nothing is required.
Json demands(std::string_view context);

Json demands_of(const Word& w) {
  // A phase says only what is different.
  if (w.inner.empty() || w.inner == "phase") return Json::object();
  Json inner = demands(w.inner);
  if (inner.empty()) return inner;
  if (w.shape == Shape::map_of) return {{"additionalProperties", inner}};
  if (w.shape == Shape::blocks) inner["items"] = Json(inner);
  return inner;
}

// The key, or one of those that may stand instead.
Json any_of(const Word& w) {
  Json any = Json::array({{{"required", {std::string(w.text)}}}});
  for (const std::string_view other : parts_of(w.instead))
    any.push_back({{"required", {std::string(other)}}});
  return {{"anyOf", std::move(any)}};
}

// `which`: of these keys only.
template <class Which>
Json demands_where(std::string_view context, const Which& which) {
  Json required = Json::array();
  Json one_of = Json::array();
  Json properties = Json::object();
  for (const Word& w : vocabulary()) {
    if (w.kind != WordKind::key || w.context != context || !which(w.text)) continue;
    if (w.required && w.instead.empty()) required.push_back(std::string(w.text));
    if (w.required && !w.instead.empty()) one_of.push_back(any_of(w));
    if (Json inner = demands_of(w); !inner.empty()) properties[std::string(w.text)] = std::move(inner);
  }
  Json out = Json::object();
  if (!required.empty()) out["required"] = std::move(required);
  if (!one_of.empty()) out["allOf"] = std::move(one_of);
  if (!properties.empty()) out["properties"] = std::move(properties);
  return out;
}

Json demands(std::string_view context) {
  return demands_where(context, [](std::string_view) { return true; });
}

Json unless(const std::vector<std::string>& keys, Json then) {
  Json any = Json::array();
  for (const std::string& key : keys) any.push_back({{"required", Json::array({key})}});
  return {{"if", {{"not", {{"anyOf", any}}}}}, {"then", std::move(then)}};
}

}  // namespace

std::string json_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "mancala variant, edition " + std::to_string(kEdition)}};
  schema.update(map_schema(""));
  schema["required"] = {"mancala", "id", "name"};
  // What a base variant says need not be said again; and each phase may move and sow in its own way.
  const auto of_phase = [](std::string_view key) { return key == "move" || key == "sow"; };
  const auto of_all = [&](std::string_view key) { return !of_phase(key); };
  schema["allOf"] = {unless({"extends"}, demands_where("", of_all)),
                     unless({"extends", "phases"}, demands_where("", of_phase))};
  schema["$defs"] = {{"clause", map_schema("clause")}, {"filter", map_schema("filter")}};
  return schema.dump(2) + "\n";
}

}  // namespace mancala
