#include "dsl/accepted_mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace mancala {
namespace {

void check_keys(const Node& map, const std::vector<std::string_view>& known, Diagnostics& diagnostics) {
  for (const Node::Entry& entry : map.entries) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    Diagnostic& d = diagnostics.error("M0604", entry.key_span, fmt::format("unknown key `{}`", entry.key));
    if (const std::string_view near = nearest(entry.key, known); !near.empty())
      d.help.push_back(fmt::format("did you mean `{}`?", near));
  }
}

// The text of a key that must be there; empty, and reported, if it is not.
std::string text_of(const Node& map, std::string_view key, std::string_view what, Diagnostics& diagnostics) {
  const Node::Entry* entry = map.find(key);
  if (entry != nullptr && entry->value.kind == Node::Kind::scalar && !entry->value.scalar.value.empty())
    return entry->value.scalar.value;
  diagnostics.error("M0605", entry != nullptr ? entry->value.span : map.span,
                    fmt::format("{} needs a text `{}`", what, key));
  return {};
}

}  // namespace

bool is_accepted_mutants(const Node& document) {
  return document.kind == Node::Kind::map && document.find("mancala-mutants") != nullptr;
}

AcceptedMutants load_accepted_mutants(const Node& document, Diagnostics& diagnostics) {
  AcceptedMutants out;
  const Node& edition = document.find("mancala-mutants")->value;
  if (edition.kind != Node::Kind::scalar || edition.scalar.value != std::to_string(kMutantsEdition)) {
    diagnostics.error("M0603", edition.span, "unknown edition of accepted mutants")
        .help.push_back(fmt::format("this program reads edition {}", kMutantsEdition));
    return out;
  }
  check_keys(document, {"mancala-mutants", "variant", "accepted"}, diagnostics);
  out.variant = text_of(document, "variant", "a file of accepted mutants", diagnostics);
  if (const Node::Entry* variant = document.find("variant")) out.variant_span = variant->value.span;
  const Node::Entry* accepted = document.find("accepted");
  if (accepted == nullptr || accepted->value.kind != Node::Kind::list) {
    diagnostics.error("M0605", document.span, "a file of accepted mutants needs a list `accepted`");
    return out;
  }
  for (const Node& item : accepted->value.items) {
    if (item.kind != Node::Kind::map) {
      diagnostics.error("M0605", item.span, "an entry of `accepted` is a map with `mutant` and `reason`");
      continue;
    }
    check_keys(item, {"mutant", "reason"}, diagnostics);
    AcceptedMutant one{text_of(item, "mutant", "an accepted mutant", diagnostics),
                       text_of(item, "reason", "an accepted mutant", diagnostics), item.span};
    if (!one.name.empty() && !one.reason.empty()) out.list.push_back(std::move(one));
  }
  return out;
}

}  // namespace mancala
