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

}  // namespace mancala::test
