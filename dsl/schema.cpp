// The JSON Schema of variant files, for editors: completion, hover texts and coarse checking. What the schema
// cannot say (types of expressions, names) is the checker's work.
#include <nlohmann/json.hpp>

#include "dsl/vocabulary.h"

namespace mancala {
namespace {

using Json = nlohmann::ordered_json;

Json map_schema(std::string_view context);

Json text() { return {{"type", {"string", "number", "boolean"}}}; }

Json clause_schema() { return {{"oneOf", {{{"type", "string"}}, {{"$ref", "#/$defs/clause"}}}}}; }

Json value_schema(const Word& w) {
  switch (w.shape) {
    case Shape::text:
    case Shape::expression:
    case Shape::actions: return text();
    case Shape::texts: return {{"oneOf", {text(), {{"type", "array"}, {"items", text()}}}}};
    case Shape::choices:
    case Shape::citations: return {{"type", "object"}, {"additionalProperties", text()}};
    case Shape::number: return {{"type", "integer"}};
    case Shape::names: return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case Shape::one_of: {
      Json values = Json::array();
      for (const std::string_view v :
           words_of(WordKind::value, std::string(w.context) + "." + std::string(w.text))) {
        values.push_back(std::string(v));
      }
      return {{"enum", values}};
    }
    case Shape::clauses:
      return {{"oneOf", {clause_schema(), {{"type", "array"}, {"items", clause_schema()}}}}};
    case Shape::filters: {
      const Json one = {{"$ref", "#/$defs/filter"}};
      return {{"oneOf", {one, {{"type", "array"}, {"items", one}}}}};
    }
    case Shape::map: return map_schema(w.inner);
    case Shape::map_of: {
      Json inner = map_schema(w.inner);
      // A parameter may be just its default.
      if (w.inner == "parameter") inner = {{"oneOf", {{{"type", "integer"}}, inner}}};
      return {{"type", "object"}, {"additionalProperties", inner}};
    }
    case Shape::blocks: {
      const Json one = map_schema("move");
      return {{"oneOf", {one, {{"type", "array"}, {"items", one}}}}};
    }
    case Shape::expression_or_map: return {{"oneOf", {text(), map_schema(w.inner)}}};
    case Shape::routes: {
      const Json ways = {{"type", "object"}, {"additionalProperties", text()}};
      const Json texts = {{"type", "object"}, {"additionalProperties", {{"oneOf", {text(), ways}}}}};
      return {{"type", "object"}, {"additionalProperties", {{"oneOf", {text(), texts}}}}};
    }
    case Shape::definitions:
      return {
          {"type", "object"},
          {"additionalProperties", {{"oneOf", {text(), {{"type", "array"}, {"items", clause_schema()}}}}}}};
    case Shape::bindings:
      return {{"oneOf", {{{"type", "string"}}, {{"type", "array"}, {"items", {{"type", "string"}}}}}}};
  }
  return {};
}

Json map_schema(std::string_view context) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Word& w : vocabulary()) {
    if (w.kind != WordKind::key || w.context != context) continue;
    Json value = value_schema(w);
    value["description"] = std::string(w.about);
    value["examples"] = {std::string(w.example)};
    properties[std::string(w.text)] = value;
    if (w.required) required.push_back(std::string(w.text));
  }
  Json schema = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = required;
  return schema;
}

}  // namespace

std::string json_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "mancala variant, edition " + std::to_string(kEdition)}};
  schema.update(map_schema(""));
  // What a base variant says need not be said again.
  Json required = Json::array();
  for (const Json& key : schema["required"]) {
    if (key != "move" && key != "sow") required.push_back(key);  // each phase may say its own
  }
  schema["required"] = {"mancala", "id", "name"};
  schema["if"] = {{"not", {{"required", {"extends"}}}}};
  schema["then"] = {{"required", required}};
  schema["$defs"] = {{"clause", map_schema("clause")}, {"filter", map_schema("filter")}};
  return schema.dump(2) + "\n";
}

}  // namespace mancala
