#include "dsl/extend.h"

#include <algorithm>
#include <array>

#include "dsl/read.h"

namespace mancala {
namespace {

// What a variant says about itself and never passes on.
constexpr std::array<std::string_view, 7> kOwnKeys = {"mancala", "id",   "name",   "aka",
                                                      "where",   "note", "extends"};

std::string_view head_name(std::string_view key) { return key.substr(0, key.find('(')); }

// `captured(p)` and `captured(q)` are the same definition.
Node::Entry* find_entry(Node& map, std::string_view key, bool by_head) {
  for (Node::Entry& e : map.entries) {
    if (by_head ? head_name(e.key) == head_name(key) : e.key == key) return &e;
  }
  return nullptr;
}

bool is_none(const Node& node) {
  return node.kind == Node::Kind::scalar && node.scalar.style == ScalarStyle::plain &&
         node.scalar.value == "none";
}

void merge_map(Node& base, const Node& child, std::string_view context, Diagnostics& diagnostics) {
  for (const Node::Entry& entry : child.entries) {
    Node::Entry* old = find_entry(base, entry.key, context == "define");
    // Other names and places are each file's own: `aka: none` has nothing to remove.
    if (old == nullptr && context.empty() && is_none(entry.value) &&
        std::find(kOwnKeys.begin(), kOwnKeys.end(), entry.key) != kOwnKeys.end()) {
      continue;
    }
    if (old == nullptr) {
      base.entries.push_back(entry);
      continue;
    }
    if (is_none(entry.value)) {
      std::erase_if(base.entries, [old](const Node::Entry& e) { return &e == old; });
      continue;
    }
    if (context == "readings" && entry.value.kind == Node::Kind::map) {
      for (const Node::Entry& part : entry.value.entries) {
        if (part.key == "default") continue;
        Diagnostic& d = diagnostics.error("M0220", part.key_span,
                                          "`" + part.key + "` of an inherited reading cannot be changed");
        d.others.push_back({old->key_span, "the reading is declared here"});
        d.help.push_back(
            "a variant may change the `default` of an inherited reading; for another question give "
            "the reading another name");
      }
    }
    if (old->value.kind == Node::Kind::map && entry.value.kind == Node::Kind::map) {
      old->key_span = entry.key_span;
      old->value.span = entry.value.span;
      merge_map(old->value, entry.value, context.empty() ? std::string_view(entry.key) : "inner",
                diagnostics);
    } else {
      *old = entry;
    }
  }
}

Node merge(Node base, const Node& child, Diagnostics& diagnostics) {
  std::erase_if(base.entries, [](const Node::Entry& e) {
    return std::find(kOwnKeys.begin(), kOwnKeys.end(), e.key) != kOwnKeys.end();
  });
  base.span = child.span;
  merge_map(base, child, "", diagnostics);
  return base;
}

std::optional<Node> read_chain(FileId file, const Library& library, SourceMap& sources,
                               Diagnostics& diagnostics, std::vector<std::string> seen) {
  std::optional<Node> document = read_document(file, sources, diagnostics);
  if (!document) return std::nullopt;
  if (document->kind != Node::Kind::map) {
    diagnostics
        .error("M0203", document->span, "a variant file is a map of keys such as `id`, `board` and `move`")
        .help.push_back("`mancala schema` lists the keys");
    return std::nullopt;
  }
  const Node::Entry* extends = document->find("extends");
  if (extends == nullptr) return document;
  if (extends->value.kind != Node::Kind::scalar) {
    diagnostics.error("M0203", extends->key_span, "`extends` is the id of one variant");
    return std::nullopt;
  }
  const std::string& id = extends->value.scalar.value;
  const Span where = extends->value.span;
  if (const Node::Entry* own = document->find("id");
      own != nullptr && own->value.kind == Node::Kind::scalar) {
    seen.push_back(own->value.scalar.value);
  }
  if (std::find(seen.begin(), seen.end(), id) != seen.end()) {
    diagnostics.error("M0218", where, "`" + id + "` would extend itself");
    return std::nullopt;
  }
  if (static_cast<int>(seen.size()) > kMaxExtends) {
    diagnostics.error("M0218", where,
                      "more than " + std::to_string(kMaxExtends) + " variants extend each other");
    return std::nullopt;
  }
  const auto path = library.find(id);
  if (!path) {
    Diagnostic& d = diagnostics.error("M0219", where, "there is no variant `" + id + "` to extend");
    std::vector<std::string_view> ids;
    for (const Library::Item& item : library.items()) ids.push_back(item.id);
    if (const std::string_view near = nearest(id, ids); !near.empty()) {
      d.help.push_back("did you mean `" + std::string(near) + "`?");
      d.fix = Fix{where, std::string(near)};
    } else {
      d.help.push_back("`mancala list` shows the variants of the library");
    }
    return std::nullopt;
  }
  const FileId base_file = read_file(*path, sources, diagnostics);
  if (base_file == kNoFile) return std::nullopt;
  std::optional<Node> base = read_chain(base_file, library, sources, diagnostics, std::move(seen));
  if (!base) return std::nullopt;
  return merge(std::move(*base), *document, diagnostics);
}

}  // namespace

Node overlaid(Node base, const Node& changes, Diagnostics& diagnostics) {
  merge_map(base, changes, "", diagnostics);
  return base;
}

std::optional<Node> read_with_bases(FileId file, const Library& library, SourceMap& sources,
                                    Diagnostics& diagnostics) {
  return read_chain(file, library, sources, diagnostics, {});
}

}  // namespace mancala
