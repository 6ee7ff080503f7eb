#include "dsl/rivals.h"

#include "dsl/vocabulary.h"

namespace mancala {
namespace {

struct Rivals {
  std::string_view word;
  std::string_view rivals;  // with blanks between them
};

constexpr Rivals kRivals[] = {
    // players
    {"mover", "opponent"},
    {"opponent", "mover"},
    {"last-mover", "round-starter round-winner"},
    {"round-starter", "last-mover round-winner"},
    {"round-winner", "last-mover round-starter"},
    {"other", "next-player"},
    {"next-player", "other"},
    {"most", "fewest"},
    {"fewest", "most"},
    // holes and regions
    {"own", "theirs board"},
    {"theirs", "own board"},
    {"board", "own theirs"},
    {"holes", "side"},
    {"side", "holes"},
    {"here", "start previous"},
    {"previous", "here"},
    {"start", "here"},
    {"origin", "start"},
    {"first-sown", "here"},
    {"lap-sown", "turn-sown"},
    {"turn-sown", "lap-sown"},
    {"next", "prev"},
    {"prev", "next"},
    {"opposite", "same"},
    {"same", "opposite"},
    {"behind", "opposite"},
    {"leftmost", "rightmost"},
    {"rightmost", "leftmost"},
    {"foremost", "hindmost"},
    {"hindmost", "foremost"},
    {"union", "minus"},
    {"minus", "union"},
    // ways
    {"counterclockwise", "clockwise either"},
    {"clockwise", "counterclockwise either"},
    {"either", "counterclockwise clockwise"},
    {"ahead", "back"},
    {"back", "ahead"},
    {"left", "right"},
    {"right", "left"},
    // conditions
    {"and", "or"},
    {"or", "and"},
    {"some", "no"},
    {"no", "some"},
    {"even", "odd"},
    {"odd", "even"},
    {"==", "!="},
    {"!=", "=="},
    {"<", "<= >"},
    {"<=", "< >="},
    {">", ">= <"},
    {">=", "> <="},
    {"at-start", "at-lap-start"},
    {"at-lap-start", "at-start"},
    // numbers
    {"+", "-"},
    {"-", "+"},
    {"row", "number"},
    {"number", "row"},
    // actions: sow after, sow at; the laps are over, the round is over
    {"after", "at"},
    {"at", "after"},
    {"stop", "end"},
    {"end", "stop"},
    {"again", "stop"},
};

}  // namespace

std::vector<std::string_view> rivals_of(std::string_view word) {
  for (const Rivals& entry : kRivals) {
    if (entry.word == word) return parts_of(entry.rivals);
  }
  return {};
}

std::vector<std::string_view> words_with_rivals() {
  std::vector<std::string_view> out;
  for (const Rivals& entry : kRivals) out.push_back(entry.word);
  return out;
}

}  // namespace mancala
