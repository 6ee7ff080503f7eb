// YAML events -> document tree. Refuses what this language does not use of YAML: anchors, aliases, tags,
// merge keys, keys that are no plain text, keys that stand twice.
#pragma once

#include <yaml-cpp/eventhandler.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/document.h"
#include "dsl/scalar_scan.h"

namespace mancala {

// A file with more problems than this is something else; the rest would help nobody.
inline constexpr int kMaxReports = 50;

// Thrown to leave the YAML parser when a limit is exceeded; the problem has been reported.
struct StopReading {};

class TreeBuilder final : public YAML::EventHandler {
 public:
  // `source` is the file's text up to the end of what is parsed, `base` the offset at which the parser began.
  TreeBuilder(FileId file, std::string_view source, std::uint32_t base, Diagnostics& diagnostics)
      : file_(file), source_(source), base_(base), end_(base), diagnostics_(diagnostics) {}

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override;
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

  [[nodiscard]] std::optional<Node>& root() { return root_; }
  // False if a part of the tree is missing or stands for something that was refused.
  [[nodiscard]] bool usable() const { return usable_; }
  // A text that YAML takes for something else was reported; what the parser says after it is a consequence.
  [[nodiscard]] bool misread() const { return misread_; }
  // The offset after the last thing that was seen.
  [[nodiscard]] std::uint32_t end() const { return end_; }
  // Quoted and block scalars over several lines: their lines have no indentation of ours.
  [[nodiscard]] const std::vector<Span>& long_texts() const { return long_texts_; }

 private:
  struct Frame {
    Node node;
    bool flow = false;                   // within brackets, perhaps further out
    std::optional<Node::Entry> pending;  // the key whose value comes next
  };

  [[nodiscard]] bool in_flow() const { return !stack_.empty() && stack_.back().flow; }
  [[nodiscard]] bool at_key() const;
  [[nodiscard]] Span span(std::uint32_t begin, std::uint32_t end) const { return {file_, begin, end}; }
  [[nodiscard]] std::string_view text(std::uint32_t begin, std::uint32_t end) const;
  [[nodiscard]] std::uint32_t offset(const YAML::Mark& mark) const;
  [[nodiscard]] std::uint32_t place_of_missing(std::uint32_t next_token) const;
  [[nodiscard]] bool is_null_word(std::uint32_t at, std::size_t length) const;
  [[nodiscard]] std::size_t null_word_length(std::uint32_t at) const;

  Diagnostic& error(std::string_view code, Span where, std::string message);
  void count_node(std::uint32_t at);
  std::uint32_t check_properties(std::uint32_t at);
  void begin_container(Node::Kind kind, const YAML::Mark& mark, YAML::EmitterStyle::value style);
  void end_container();
  void place_scalar(std::uint32_t at, std::string_view value);
  void place_key(const ScannedScalar& scalar);
  void place_value(Node node);
  void check_quotes(const ScannedScalar& scalar);
  void check_comment(const ScannedScalar& scalar);
  void rejoin_entries(Node& map);
  void rejoin_items(Node& list);
  void report_cut(Span whole, int pieces);
  [[nodiscard]] Node joined(Span whole) const;

  FileId file_;
  std::string_view source_;
  std::uint32_t base_;
  std::uint32_t end_;
  Diagnostics& diagnostics_;
  std::vector<Frame> stack_;
  std::optional<Node> root_;
  std::vector<Span> long_texts_;
  int nodes_ = 0;
  int reports_ = 0;
  bool usable_ = true;
  bool misread_ = false;
};

// Reports the keys that stand twice and keeps the first of each.
void remove_duplicate_keys(std::vector<Node::Entry>& entries, Diagnostics& diagnostics);

}  // namespace mancala
