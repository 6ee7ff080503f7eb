// Memory is bounded: docs/command-line.md says how much is enough, and what happens where there is less.
#include "tests/support/catch.hpp"
#include "tests/support/sanitized.h"
#include "tests/tools/program.h"

using mancala::test::kSanitized;
using mancala::tests::has;
using mancala::tests::Result;
using mancala::tests::run_mancala;
using mancala::tests::SmallLibrary;
using mancala::tests::Surroundings;

namespace {

constexpr std::size_t kEnough = std::size_t{512} << 20;

Result run_within(std::size_t bytes, const std::vector<std::string>& arguments) {
  Surroundings surroundings;
  surroundings.memory = bytes;
  return run_mancala(arguments, surroundings);
}

// It came to an end of its own, and not for want of memory.
void check_enough(const Result& result) {
  CAPTURE(result.out, result.err);
  CHECK((result.status == 0 || result.status == 1));
  CHECK_FALSE(has(result.err, "not enough memory"));
}

// `name: {about: a, default: v0, values: {v0: "x", …}}`, so many of them with four values each.
std::string readings(int count) {
  std::string text = "readings:\n";
  for (int i = 0; i < count; ++i) {
    text += "  r" + std::to_string(i) + ": {about: a, default: v0, values: {";
    for (int v = 0; v < 4; ++v) text += "v" + std::to_string(v) + ": \"x\"" + (v < 3 ? ", " : "}}\n");
  }
  text += "lap-end:\n";
  for (int i = 0; i < count; ++i) {
    for (int v = 1; v < 4; ++v) {
      text += "  - {if: r" + std::to_string(i) + " == v" + std::to_string(v) +
              " and seeds here == " + std::to_string(v + 1) + ", also: capture here}\n";
    }
  }
  return text;
}

}  // namespace

TEST_CASE("512 MiB are enough for every command on the library", "[cli][memory]") {
  if (kSanitized) {
    WARN("skipped: the address sanitizer takes memory of its own");
    return;
  }
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"check", "variants"},
                                             {"check", "--deep", "variants/four-row/bao-la-kiswahili.yaml"},
                                             {"readings", "oware"},
                                             {"mutate", "kalah"},
                                             {"perft", "kalah", "8"},
                                             {"perft", "oware", "6", "--reference"},
                                             {"test", "tests/conformance/togyz-kumalak"},
                                             {"run", "togyz-kumalak", "--random", "1", "--plies", "100000"},
                                             {"bench", "raja-pasu", "--seconds", "0.05"},
                                             {"list", "--json"}}) {
    INFO(arguments[0] << " " << arguments[1]);
    const Result result = run_within(kEnough, arguments);
    CAPTURE(result.err);
    CHECK(result.status == 0);
  }
}

TEST_CASE("512 MiB are enough whatever a file says", "[cli][memory]") {
  if (kSanitized) {
    WARN("skipped: the address sanitizer takes memory of its own");
    return;
  }
  const SmallLibrary library(kEnough);
  const auto run = [&](const std::vector<std::string>& arguments) {
    INFO(arguments[0] << " " << arguments[1]);
    check_enough(library.run(arguments));
  };
  // Five choices among 120 holes: 25 thousand million complete moves.
  library.add(
      "choices",
      "board: {rows: 2, holes: 60}\nmove: {from: own where occupied(it), choose: {a: board, b: board, "
      "c: board, d: board, e: board}}\n");
  run({"moves", "choices", "--complete"});
  run({"check", "--deep", "choices"});
  // Eight readings of four values: 65,536 ways to read the rules.
  library.add("unclear", readings(8));
  library.examples("unclear",
                   "mancala-example: 1\nvariant: unclear\nkind: demonstration\nsource: {cite: \"made "
                   "up\"}\nmoves: A1 a1 A2 a2\n");
  run({"check", "unclear"});
  run({"readings", "unclear"});
  run({"mutate", "unclear"});
  // Positions that do not come again, as far as anyone looks: all are remembered.
  library.add("long", "board: {rows: 2, holes: 60}\nsetup: 100\n");
  library.examples(
      "long",
      "mancala-example: 1\nvariant: long\nkind: documented\nsource: {cite: \"made up\"}\nmoves: A1\nexpect: "
      "{value: {margin: 0}}\n");
  run({"test", "examples/long"});
  run({"readings", "long"});
  run({"run", "long", "--random", "3", "--plies", "20000"});
  // Names that stand for more than anyone can write down.
  std::string doubled = "define:\n";
  for (int i = 0; i < 40; ++i) {
    const std::string next = "d" + std::to_string(i + 1);
    doubled += "  d" + std::to_string(i) + ": " + next + " and " + next + "\n";
  }
  library.add("doubled",
              doubled + "  d40: any(own where occupied(it))\nlap-end:\n  - {if: d0, also: capture here}\n");
  run({"check", "doubled"});
  library.file(
      "aliases",
      "mancala: 1\nid: aliases\na: &a [x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\n"
      "c: &c [*b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c]\n"
      "e: &e [*d, *d, *d, *d, *d, *d, *d, *d]\nf: &f [*e, *e, *e, *e, *e, *e, *e, *e]\n"
      "g: &g [*f, *f, *f, *f, *f, *f, *f, *f]\nh: &h [*g, *g, *g, *g, *g, *g, *g, *g]\n");
  run({"check", "aliases"});
  library.file("nested", "mancala: 1\nid: " + std::string(250'000, '[') + "\n");
  run({"check", "nested"});
}

TEST_CASE("where there is not enough memory, that is said", "[cli][memory]") {
  if (kSanitized) {
    WARN("skipped: the address sanitizer takes memory of its own");
    return;
  }
  for (const char* threads : {"1", "4"}) {
    const Result result = run_within(std::size_t{12} << 20,
                                     {"mutate", "togyz-kumalak", "--limit", "1000000", "--threads", threads});
    CAPTURE(result.out, result.err);
    CHECK(result.status == 3);
    CHECK(has(result.err, "error: there is not enough memory\n"));
    CHECK_FALSE(has(result.err, "internal error"));
  }
}
