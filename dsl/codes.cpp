#include "dsl/codes.h"

#include <algorithm>
#include <string>

#include "dsl/codes_tables.h"

namespace mancala {

namespace {

std::vector<Code> joined() {
  std::vector<Code> all;
  for (auto table :
       {reading_codes, shape_codes, syntax_codes, names_codes, meaning_codes, text_codes, files_codes}) {
    const std::vector<Code> part = table();
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

// A stretch of a variant file that belongs to one top-level key: its line and all lines up to the next one.
struct Block {
  std::string_view key;  // empty: what stands before the first key
  std::string_view text;
};

std::vector<Block> blocks_of(std::string_view text) {
  std::vector<Block> blocks;
  std::size_t block_start = 0;
  std::string_view key;
  const auto close = [&](std::size_t end) {
    if (end > block_start) blocks.push_back({key, text.substr(block_start, end - block_start)});
    block_start = end;
  };
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t line_end = std::min(text.find('\n', line), text.size());
    const std::string_view content = text.substr(line, line_end - line);
    const std::size_t colon = content.find(':');
    // A key stands at the margin; `- item` at the margin belongs to the key above it.
    const bool at_margin = !content.empty() && static_cast<unsigned char>(content[0]) < 0x80 &&
                           std::string_view(" \t#-").find(content[0]) == std::string_view::npos;
    const bool starts_key = at_margin && colon != std::string_view::npos;
    if (starts_key) {
      close(line);
      key = content.substr(0, colon);
    }
    line = std::min(line_end + 1, text.size());
  }
  close(text.size());
  return blocks;
}

void append_block(std::string& out, std::string_view text) {
  out += text;
  if (!text.empty() && text.back() != '\n') out += '\n';
}

}  // namespace

const std::vector<Code>& codes() {
  static const std::vector<Code> all = joined();
  return all;
}

const Code* find_code(std::string_view code) {
  for (const Code& candidate : codes()) {
    if (candidate.code == code) return &candidate;
  }
  return nullptr;
}

std::string_view base_variant() {
  return R"(mancala: 1
id: base
name: Base
sources: {here: "made up, to show one thing at a time"}
board: {rows: 2, holes: 6}
setup: 4
move: {from: own where occupied(it)}
sow: {around: board-and-own-store, direction: counterclockwise}
lap-end:
  - {if: here == store(mover), then: again}
end:
  after-move:
    - {if: empty(own) or empty(theirs), then: capture board for owner(it)}
win: player with most captured(it)
)";
}

std::string with_keys(std::string_view variant, std::string_view keys) {
  const std::vector<Block> replacements = blocks_of(keys);
  const std::vector<Block> originals = blocks_of(variant);
  const auto find = [](const std::vector<Block>& blocks, std::string_view key) {
    return std::find_if(blocks.begin(), blocks.end(), [key](const Block& block) { return block.key == key; });
  };
  std::string out;
  for (const Block& original : originals) {
    if (find(replacements, original.key) == replacements.end()) {
      append_block(out, original.text);
      continue;
    }
    // All blocks of this key: an example may show a key that stands twice.
    for (const Block& replacement : replacements) {
      if (replacement.key == original.key) append_block(out, replacement.text);
    }
  }
  for (const Block& replacement : replacements) {
    if (find(originals, replacement.key) == originals.end()) append_block(out, replacement.text);
  }
  return out;
}

}  // namespace mancala
