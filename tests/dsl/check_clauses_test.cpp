// Clauses that cannot act and conditions that are always the same, found by trying the values that they ask
// for. What is expected follows from the conditions alone.
#include "tests/support/catch.hpp"
#include "tests/support/variants.h"

namespace mancala::test {
namespace {

// The codes for a `lap-end` with clauses of these conditions, each of which ends the list.
std::string codes_of(const std::vector<std::string>& conditions) {
  std::string text = "lap-end:\n";
  for (const std::string& condition : conditions) text += "  - if: " + condition + "\n    then: again\n";
  return load_keys(text).codes();
}

}  // namespace

TEST_CASE("a clause whose condition implies an earlier one never acts", "[clauses]") {
  CHECK(codes_of({"was > 0", "was > 2"}) == "M0511");
  CHECK(codes_of({"was > 2", "was > 0"}).empty());
  CHECK(codes_of({"was is 2 or 3", "was == 3 and here in own"}) == "M0511");
  CHECK(codes_of({"was is even", "was == 3"}).empty());
  CHECK(codes_of({"was is even", "was == 4"}) == "M0511");
  CHECK(codes_of({"was == 0", "was > 0", "here in own"}) == "M0511");  // nothing is left
  CHECK(codes_of({"here in own and was == 0", "here in own and was > 1", "here in own"}).empty());  // one is
  CHECK(codes_of({"seeds(own) > seeds(theirs)", "seeds(theirs) < seeds(own)"}) == "M0511");
  CHECK(codes_of({"seeds(own) > seeds(theirs)", "seeds(theirs) <= seeds(own)"}).empty());
}

TEST_CASE("a clause that comes after something was done is not compared", "[clauses]") {
  CHECK(load_keys("lap-end:\n  - {if: seeds(own) > 3, then: stop}\n  - {also: capture here}\n"
                  "  - {if: seeds(own) > 4, then: again}\n")
            .codes()
            .empty());
}

TEST_CASE("a condition that contradicts itself, and one that leaves nothing out", "[clauses]") {
  CHECK(codes_of({"was > 3 and was < 2"}) == "M0518");
  CHECK(codes_of({"was > 3 or was < 5"}) == "M0518");
  CHECK(codes_of({"was >= 0"}) == "M0518");  // a count is never negative
  CHECK(codes_of({"was > 3 and was < 5"}).empty());
  CHECK(codes_of({"was is even and was is odd"}) == "M0518");
  CHECK(codes_of({"A1 == A2"}) == "M0518");
}

TEST_CASE("what depends on a parameter or a reading may be the same", "[clauses]") {
  CHECK(load_keys("parameters: {laps-most: 3}\nlap-end:\n  - {if: laps-most > 2, then: again}\n")
            .codes()
            .empty());
  CHECK(load_keys("readings: {bonus: {about: Is there one, default: given, values: {given: a, missing: b}}}\n"
                  "lap-end:\n  - {if: bonus == given and was > 0, then: again}\n"
                  "  - {if: was > 2, then: stop}\n")
            .codes()
            .empty());
}

// The base variant has two rows of six holes and 48 seeds.
TEST_CASE("a condition that asks for more than there is on the board", "[clauses]") {
  CHECK(codes_of({"seeds(here) > 48"}) == "M0518");
  CHECK(codes_of({"seeds(here) > 47"}).empty());
  CHECK(codes_of({"row(opposite(A1)) == 2"}) == "M0518");
  CHECK(codes_of({"count(own) > 6"}) == "M0518");
  CHECK(codes_of({"count(own where occupied(it)) > 5"}).empty());
  CHECK(codes_of({"count(own) == 6"}) == "M0518");  // it always is
  CHECK(codes_of({"A1 in side(north)"}) == "M0518");
  CHECK(codes_of({"here in side(north)"}).empty());
  CHECK(load_keys("end:\n  after-move:\n    - {if: captured(mover) > 50}\n    - {if: empty(own)}\n"
                  "move: {from: own where occupied(it), none: pass}\n")
            .codes() == "M0518");
}

// A hole may be closed, and its owner change: then it is no longer sure what a region has.
TEST_CASE("what is certain on a board is not where holes close or change hands", "[clauses]") {
  const auto codes = [](const std::string& action) {
    return load_keys("lap-end:\n  - {if: count(own) == 6, also: again}\n  - {if: was == 3, then: " + action +
                     "}\n")
        .codes();
  };
  CHECK(codes("again") == "M0518");
  CHECK(codes("close here").empty());
  CHECK(codes("set owner(here) to mover").empty());
}

TEST_CASE("a region that is always empty, and a `where` that leaves nothing out", "[clauses]") {
  const auto codes = [](const std::string& region) {
    return load_keys("lap-end:\n  - {if: was == 3, then: capture " + region + "}\n").codes();
  };
  CHECK(codes("own where row(it) == 2") == "M0525");
  CHECK(codes("own where seeds(it) > 3 and seeds(it) < 2") == "M0525");
  CHECK(codes("own where it in theirs") == "M0525");
  CHECK(codes("own where row(it) == 1") == "M0518");
  CHECK(codes("own where seeds(it) >= 0") == "M0518");
  CHECK(codes("own where number(it) == 2").empty());
  CHECK(codes("own where seeds(it) > 3").empty());
}

// Whoever may lift any occupied hole may lift any of the one row that there is.
TEST_CASE("a filter that always holds drops nothing", "[clauses]") {
  const auto codes = [](const std::string& test) {
    return load_keys("move: {from: own where occupied(it), legal: [{only: " + test + "}], none: pass}\n")
        .codes();
  };
  CHECK(codes("seeds(start) >= 0") == "M0518");
  CHECK(codes("count(own) > 4") == "M0518");
  CHECK(codes("seeds(start) > 1").empty());
}

TEST_CASE("what is the same only under one value of a reading or parameter is not reported", "[clauses]") {
  CHECK(load_keys("parameters: {width: 6}\nboard: {rows: 2, holes: width}\n"
                  "lap-end:\n  - {if: count(own) == 6, then: again}\n")
            .codes()
            .empty());
  CHECK(load_keys("parameters: {width: 6}\nboard: {rows: 2, holes: width}\n"
                  "lap-end:\n  - {if: count(own) == width, then: again}\n")
            .codes() == "M0518");
  CHECK(load_keys("readings: {size: {about: How long is a row, default: six, values: {six: a, eight: b}}}\n"
                  "board: {rows: 2, holes: if size == six then 6 else 8}\n"
                  "lap-end:\n  - {if: count(own) == 6, then: again}\n")
            .codes()
            .find("M0518") == std::string::npos);
}

TEST_CASE("who begins after a drawn round", "[clauses][rounds]") {
  const auto codes = [](const std::string& starter, const std::string& over) {
    return load_keys("match: {over: " + over + ", starter: " + starter + ", winner: none}\n").codes();
  };
  CHECK(codes("round-winner", "round == 3") == "M0526");
  CHECK(codes("other(round-winner)", "round == 3") == "M0526");
  CHECK(codes("if round-winner == none then south else round-winner", "round == 3").empty());
  CHECK(codes("next-player(round-starter)", "round == 3").empty());
  CHECK(codes("round-winner", "captured(south) == captured(north)").empty());
  CHECK(codes("round-winner", "round-winner == none").empty());  // then there is no next round
}

TEST_CASE("a refill that does not ask for the seeds", "[clauses][rounds]") {
  const auto codes = [](const std::string& clauses) {
    return load_keys("match:\n  new-round:\n" + clauses + "  over: round == 3\n  winner: none\n").codes();
  };
  CHECK(codes("    - {each: h in board, also: move 4 from store(owner(h)) to h}\n") == "M0527");
  CHECK(
      codes("    - {each: h in board, if: captured(owner(h)) > 3, also: move 4 from store(owner(h)) to h}\n")
          .empty());
  CHECK(codes("    - {each: h in board, also: move 4 from store(owner(h)) to h}\n"
              "    - close board where seeds(it) < 4\n")
            .empty());
  CHECK(codes("    - {each: h in board, also: move 1 from store(owner(h)) to h}\n").empty());
  CHECK(codes("    - {each: p in players, also: \"fill(p, 4, left)\"}\n").empty());
}

}  // namespace mancala::test
