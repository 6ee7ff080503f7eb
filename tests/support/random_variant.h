// Writes variant files at random: rules that nobody would play, and that must be checked, described and
// played all the same. The same choices give the same file.
#pragma once

#include <cctype>
#include <string>
#include <vector>

#include "tests/support/picks.h"

namespace mancala::test {

class RandomVariant {
 public:
  explicit RandomVariant(std::uint64_t seed) : RandomVariant(Picks(seed)) {}
  explicit RandomVariant(const Picks& picks) : chance_(picks) {}

  std::string text() {
    std::string out = rules();
    // Of three rows, the inner ones begin in the middle of the board.
    for (std::size_t at = 0; three_rows_ && (at = out.find_first_of("Aa", at)) != std::string::npos; ++at) {
      if (out[at + 1] == '1' && (at == 0 || !std::isalnum(static_cast<unsigned char>(out[at - 1]))))
        ++out[at];
    }
    // On a board that is not in rows no hole is called a1, and none is each player's own.
    if (!second_hole_.empty()) {
      replace(out, "A1 of mover", "leftmost(own)");
      replace(out, "a1", second_hole_);
    }
    return out;
  }

 private:
  static void replace(std::string& text, const std::string& what, const std::string& with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
      text.replace(at, what.size(), with);
  }

  std::string rules() {
    width_ = 1 + chance_.below(7);
    std::string out = "mancala: 1\nid: random\nname: Random\nsources: {none: made at random}\n";
    out += board();
    open_ = likely(25);
    if (open_) {
      out += "parameters: {amount: {default: " + std::to_string(1 + chance_.below(4)) +
             ", from: 1, to: 9}}\n"
             "readings: {doubt: {about: What is meant, default: " +
             pick({"this", "that"}) + ", values: {this: made up, that: made up}}}\n";
    }
    stock_ = likely(15);
    if (stock_) out += "piles: {stock: {each: player, seeds: " + std::to_string(chance_.below(5)) + "}}\n";
    defined_ = likely(25);
    if (defined_)
      out +=
          "define:\n  lone(h): seeds(h) == 1 and h in board\n  twice(n): n * 2\n  gather(h): capture h; set "
          "marked(h) to true\n";
    if (rows_of_two_ && likely(25))
      out += "notation: " +
             pick({"{holes: {A1: 1, a1: 1}}", "{moves: start-and-last}", "{marks: {spot: x}}",
                   "{holes: {A1: Q}, moves: start-and-last, marks: {marked: '!'}}"}) +
             "\n";
    const bool pieces = likely(15);
    if (pieces) out += "pieces: {stone: {worth: 4}}\n";
    out += "setup: " +
           (pieces ? std::string("if number(it) == 1 then 1 stone + 1 else 2")
                   : pick({"1", "2", "3", "4", "if number(it) is odd then 3 else 1", "number(it) mod 4"})) +
           "\n";
    out +=
        "state:\n"
        "  marked: {each: hole, holds: flag, lasts: " +
        lasts() +
        "}\n"
        "  spot: {each: player, holds: hole, lasts: " +
        lasts() +
        "}\n"
        "  tally: {holds: 0 to 9, lasts: " +
        lasts() +
        "}\n"
        "  mode: {holds: calm or wild, lasts: " +
        lasts() +
        "}\n"
        "  way: {holds: direction, lasts: " +
        lasts() + "}\n";
    direction_in_move_ = likely(30);
    if (likely(15)) {
      out += "phases:\n  opening: {while: turns(mover) < " + std::to_string(1 + chance_.below(3)) +
             ", move-end: [" + setting() + "]}\n  main: {}\n";
    }
    out += "move:\n  from: own where occupied(it)\n";
    const bool part = likely(15);
    if (part) out += "  choose: {part: 1 to seeds(start)}\n";
    if (direction_in_move_) out += "  direction: " + direction() + "\n";
    filters(out);
    if (likely(40)) out += "  none: pass\n";
    if (likely(15)) out += "  pass: " + truth(1, false) + "\n";
    out += "sow:\n" + (around_.empty() ? std::string() : "  around: " + around_ + "\n");
    picks_in_laps_ = around_.empty() || likely(5);
    if (picks_in_laps_)
      out += "  route: " +
             pick({"neighbours(here) minus previous", "neighbours(here) minus lap-sown", "neighbours(here)",
                   "next(here) union neighbours(here)"}) +
             "\n";
    if (pieces && likely(50)) {
      out += "  order: choice\n";
      picks_in_laps_ = true;
    }
    if (!direction_in_move_) out += "  direction: " + direction() + "\n";
    if (likely(25))
      out += "  skip: " +
             pick({"it == start", "it == origin", "marked(it)", "seeds(it) == 3 and not last",
                   "at-lap-start seeds(it) == 3", "last and at-start empty(it)", "it in theirs and last"}) +
             "\n";
    if (likely(15))
      out += "  each: " +
             pick({"2", "if empty(it) then 2 else 1", "if it in own then 1 else 2",
                   "if at-lap-start empty(it) then 2 else 1"}) +
             "\n";
    if (part) {
      out += "play:\n  - lift part of start; sow after start\n";
    } else if (likely(30))
      out += "play:\n  - also: " + setting() + "\n  - " +
             pick({"relay(start)", "first-back(start)", "lift 2 of start; sow after start"}) + "\n";
    if (likely(15)) out += "turn-start:\n" + clause(Where::turn_start);
    if (likely(50))
      out += "each-seed:\n" + clause(Where::each_seed) + (likely(30) ? clause(Where::each_seed) : "");
    const bool relays = likely(60);
    if (relays || likely(70)) {
      out += "lap-end:\n";
      const int clauses = chance_.below(3);
      for (int i = 0; i < clauses; ++i) out += clause(Where::lap_end);
      if (relays) out += "  - {if: " + truth(1, true) + ", then: " + relay() + "}\n";
      out += clause(Where::lap_end);
    }
    if (relays) {
      out += "endless: {laps: " + std::to_string(1 + chance_.below(60)) +
             ", then: " + pick({"stop", "stop", picks_in_laps_ ? "stop" : "illegal", "drawn"}) + "}\n";
    }
    if (likely(40)) out += "move-end:\n" + clause(Where::move_end);
    out += "end:\n  before-turn:\n    - {if: no-move, then: capture board for " +
           pick({"opponent", "owner(it)", "mover", "none", "out"}) + "}\n";
    out += "  after-move:\n    - {if: turns-played > 40}\n";
    if (likely(60))
      out += "    - {if: " + truth(1, true) +
             " and turns-played > 3, then: capture board for owner(it), name: early}\n";
    out += "win: " +
           pick({"player with most captured(it)", "player with fewest captured(it)", "last-mover",
                 "if captured(south) > 3 then south else none"}) +
           "\n";
    if (likely(30)) {
      out += "match:\n  new-round:\n";
      if (likely(70)) {
        out += "    - each: p in players\n      also: fill-and-close(p, " +
               std::to_string(1 + chance_.below(4)) + ", " + pick({"left", "right"}) + ")\n";
      }
      out += "    - {each: h in board, if: empty(h) and not closed(h), also: set owner(h) to " +
             pick({"other(owner(h))", "round-winner", "owner(h)"}) + "}\n";
      if (likely(20)) out += "    - rotate seats\n";
      out += "  starter: " + pick({"round-winner", "next-player(round-starter)", "by-lot"}) +
             "\n  over: round > " + std::to_string(1 + chance_.below(3)) +
             "\n  winner: player with most captured(it)\n";
    }
    return out;
  }

  enum class Where { turn_start, each_seed, lap_end, move_end };

  // A board of some shape, and the way around it.
  std::string board() {
    const auto rows = [this](int rows, const std::string& more = "") {
      return "board: {rows: " + std::to_string(rows) + ", holes: " + std::to_string(width_) + more + "}\n";
    };
    switch (chance_.below(12)) {
      case 10: {
        second_hole_ = "A2";
        std::string south;
        const int holes = 4 + 2 * width_;
        for (int i = 1; i <= holes / 2; ++i) south += " A" + std::to_string(i);
        around_ = pick({"board", "own-rows"});
        return "board: {ring: " + std::to_string(holes) + ", owners: {south:" + south + ", north: board}}\n";
      }
      case 11: {
        second_hole_ = "B1";
        const std::string owners = ", owners: {" + pick({"nobody", "south"}) + ": A1, north: board}";
        if (likely(60)) return "board: {grid: 3 x " + std::to_string(width_) + owners + "}\n";
        std::vector<std::string> holes;
        for (int i = 1; i <= width_; ++i) {
          for (const char* row : {"A", "B", "C"}) holes.push_back(row + std::to_string(i));
        }
        around_ = "walk";
        return "board: {grid: 3 x " + std::to_string(width_) + owners +
               ", circuits: {walk: " + shuffled(holes) + "}}\n";
      }
      case 0: around_ = pick({"own-rows", "own-rows-and-own-store"}); return rows(4);
      case 1: around_ = "own-rows"; return rows(6);
      case 2:
        three_rows_ = true;
        width_ = 2 * (1 + width_ / 3);
        around_ = pick({"board", "own-rows"});
        return rows(3);
      case 3: around_ = pick({"board-and-own-store", "board-and-stores"}); return rows(2, ", stores: left");
      case 4: {
        const std::string n = std::to_string(width_);
        around_ = pick({"board", "board-and-stores"});
        return rows(2, ", ends: {west: a" + n + " A1, east: A" + n + " a1}");
      }
      case 5:
        around_ = pick({"board", "own-rows"});
        return rows(2, ", owners: {" + pick({"north", "nobody"}) + ": A1, south: a1}");
      case 6: {
        // A walk over all holes in any order, or there and back by another way.
        std::vector<std::string> holes;
        for (int i = 1; i <= width_; ++i) {
          for (const char* row : {"A", "a"}) holes.push_back(row + std::to_string(i));
        }
        around_ = "walk";
        const std::string there = shuffled(holes);
        return rows(2, likely(50) ? ", circuits: {walk: " + there + "}"
                                  : ", circuits: {walk: {counterclockwise: " + there +
                                        ", clockwise: " + shuffled(holes) + "}}");
      }
      default:
        rows_of_two_ = true;
        around_ = pick({"board", "board-and-own-store", "board-and-stores"});
        return rows(2);
    }
  }
  std::string shuffled(std::vector<std::string> words) {
    std::string out;
    while (!words.empty()) {
      const auto at = static_cast<std::ptrdiff_t>(chance_.below(static_cast<int>(words.size())));
      out += (out.empty() ? "" : " ") + *(words.begin() + at);
      words.erase(words.begin() + at);
    }
    return out;
  }

  bool likely(int percent) { return chance_.below(100) < percent; }
  std::string pick(const std::vector<std::string>& from) {
    return from[static_cast<std::size_t>(chance_.below(static_cast<int>(from.size())))];
  }
  std::string lasts() { return pick({"move", "turn", "round"}); }
  std::string direction() {
    return pick({"counterclockwise", "counterclockwise", "clockwise", "either",
                 "if number(start) is odd then clockwise else counterclockwise",
                 "if way == none then either else way"});
  }

  // `in_lap`: `here` and its like exist.
  std::string number(int depth, bool in_lap) {
    std::vector<std::string> leaves = {"0",
                                       "1",
                                       "2",
                                       "3",
                                       "5",
                                       "tally",
                                       "captured(mover)",
                                       "seeds(own)",
                                       "seeds(theirs)",
                                       "turns-played",
                                       "turns(opponent)",
                                       "count(own where occupied(it))"};
    if (in_lap) {
      for (const char* leaf : {"was", "laps", "captured-now", "captured-now(opponent)", "seeds(here)",
                               "number(here)", "count(lap-sown)", "seeds(turn-sown)"})
        leaves.emplace_back(leaf);
    }
    if (open_) leaves.emplace_back("amount");
    if (stock_) leaves.emplace_back("seeds(stock(mover))");
    if (depth == 0 || likely(50)) return pick(leaves);
    if (defined_ && likely(15)) return "twice(" + number(depth - 1, in_lap) + ")";
    if (likely(8)) return "(at-start " + number(depth - 1, in_lap) + ")";
    if (likely(30))
      return "seeds(" + (likely(50) ? hole(depth - 1, in_lap) : region(depth - 1, in_lap)) + ")";
    return "(" + number(depth - 1, in_lap) + pick({" + ", " - ", " * ", " div ", " mod "}) +
           number(depth - 1, in_lap) + ")";
  }
  std::string hole(int depth, bool in_lap) {
    std::vector<std::string> leaves = {
        "A1",          "A1 of mover", "a1", "leftmost(own)", "rightmost(theirs where occupied(it))",
        "spot(mover)", "store(mover)"};
    if (in_lap) {
      for (const char* leaf :
           {"here", "here", "start", "first-sown", "previous", "origin", "foremost(own)", "hindmost(own)"})
        leaves.emplace_back(leaf);
    }
    if (depth == 0 || likely(50)) return pick(leaves);
    if (in_lap && likely(50)) return pick({"next(", "prev("}) + hole(depth - 1, in_lap) + ")";
    if (in_lap && likely(20)) return "step " + number(0, true) + " from " + hole(0, true);
    return pick({"opposite(", "same(", "behind("}) + hole(depth - 1, in_lap) + ")";
  }
  std::string region(int depth, bool in_lap) {
    std::vector<std::string> leaves = {"own",          "theirs",         "board",
                                       "holes(mover)", "side(opponent)", "holes A1 a1"};
    if (in_lap) leaves.insert(leaves.end(), {"lap-sown", "turn-sown", "neighbours(here)"});
    if (depth == 0 || likely(40)) return pick(leaves);
    switch (chance_.below(in_lap ? 4 : 3)) {
      case 0: return "(" + region(depth - 1, in_lap) + " where " + it_test() + ")";
      case 1:
        return "(" + region(depth - 1, in_lap) + pick({" union ", " minus "}) + region(depth - 1, in_lap) +
               ")";
      case 2: return "opposite(" + region(depth - 1, in_lap) + ")";
      default:
        return "(run from " + hole(0, true) + pick({" ahead", " back", ""}) + pick({"", " by 2"}) +
               pick({"", " within theirs", " within own"}) + " while " + it_test() + ")";
    }
  }
  std::string it_test() {
    return pick({"occupied(it)", "seeds(it) is 2 or 3", "seeds(it) is even", "not marked(it)",
                 "seeds(it) == 1", "number(it) > 1", "owner(it) == mover"});
  }
  std::string truth(int depth, bool in_lap) {
    std::vector<std::string> leaves = {"mode == calm",        "mode == none", "tally > 2",
                                       "spot(mover) == none", "empty(own)",   "turns-played is odd"};
    if (in_lap) {
      for (const char* leaf :
           {"was == 0", "was > 0", "seeds(here) == 4", "seeds(here) is even", "here in own", "here in theirs",
            "marked(here)", "fell-in-empty and here in own", "here == store(mover)"}) {
        leaves.emplace_back(leaf);
      }
    }
    if (open_) leaves.emplace_back("doubt == this");
    if (depth == 0 || likely(40)) return pick(leaves);
    if (defined_ && likely(15)) return "lone(" + hole(depth - 1, in_lap) + ")";
    if (likely(8)) return "(at-start " + truth(depth - 1, in_lap) + ")";
    switch (chance_.below(5)) {
      case 0:
        return "(" + truth(depth - 1, in_lap) + pick({" and ", " or "}) + truth(depth - 1, in_lap) + ")";
      case 1: return "not (" + truth(depth - 1, in_lap) + ")";
      case 2:
        return number(depth, in_lap) + pick({" == ", " != ", " < ", " >= "}) + number(depth - 1, in_lap);
      case 3: return hole(depth - 1, in_lap) + " in " + region(depth - 1, in_lap);
      default: return "some " + region(depth - 1, in_lap);
    }
  }
  std::string setting() {
    return pick({"set marked(start) to true", "set spot(mover) to start", "set tally to 1",
                 "set mode to wild", "set mode to calm", "set way to direction"});
  }
  std::string relay() {
    return pick({"lift here; sow after here", "lift next(here); sow after next(here)",
                 "lift here; sow at here", "lift opposite(here); sow after here",
                 "lift here; sow after here going reverse of direction", "lift 1 of own; sow at start",
                 "capture here; lift next(here); sow after next(here)"});
  }
  std::string action(Where where) {
    std::vector<std::string> all = {"capture " + region(1, where != Where::turn_start),
                                    "capture 1 of " + region(1, where != Where::turn_start) + " for " +
                                        pick({"mover", "opponent", "owner(it)", "none", "out"}),
                                    "move 1 from store(opponent) to own",
                                    "move 2 from store(mover) to A1 of mover",
                                    "move all from A1 to store(mover)",
                                    "set marked(leftmost(own)) to true",
                                    "set spot(mover) to " + hole(1, where != Where::turn_start),
                                    "set tally to " + pick({"tally + 1", "0", "3"}),
                                    "set mode to " + pick({"wild", "calm", "none"})};
    if (where == Where::lap_end || where == Where::move_end)
      all.insert(all.end(), {"again", "capture here; again", "capture here union opposite(here)"});
    if (where == Where::lap_end)
      all.insert(all.end(), {"stop", "lift here; move all from hand to store(mover)"});
    if (likely(3)) all.insert(all.end(), {"end", "win mover", "win nobody"});
    if (likely(5)) all.insert(all.end(), {"swap seats", "rotate seats"});
    if (stock_)
      all.insert(all.end(),
                 {"move 1 from stock(mover) to A1 of mover", "move all from store(mover) to stock(mover)",
                  "move all from stock(opponent) to store(opponent)"});
    if (defined_ && where != Where::turn_start) all.emplace_back("gather(here)");
    if (where != Where::each_seed && likely(10)) {
      picks_in_laps_ = true;
      return decision(where);
    }
    if (where != Where::turn_start && likely(5))
      all.insert(all.end(), {"close here", "open board", "close leftmost(theirs)"});
    return pick(all);
  }
  // What a player, or the lot, decides.
  std::string decision(Where where) {
    const std::string who = pick({"", " by mover", " by opponent", " by chance"});
    switch (chance_.below(3)) {
      case 0:
        return "choose hole from " + region(1, where != Where::turn_start) + who + "; capture 1 of hole";
      case 1:
        return "choose count from 0 to " + pick({"3", "tally", "seeds(own)"}) + who + "; set tally to count";
      default: return "choose answer from yea or nay" + who + "; set mode to calm";
    }
  }
  std::string clause(Where where) {
    const bool in_lap = where != Where::turn_start;
    std::string line = action(where);
    if (likely(20))
      return "  - {each: h in " + region(1, in_lap) + pick({"", " from left", " from right"}) +
             ", if: seeds(h) == 1, also: capture h}\n";
    if (likely(15))
      return "  - {let: n, be: " + number(1, in_lap) + "}\n  - {if: n > 1, also: " + line + "}\n";
    const bool sowing = where == Where::each_seed || where == Where::lap_end;
    const std::string before = sowing && likely(10) ? "at-lap-start " + truth(0, true) + " and " : "";
    return "  - if: " + before + truth(2, in_lap) + "\n    " + pick({"then", "also"}) + ": " + line + "\n";
  }
  void filters(std::string& out) {
    if (!likely(40)) return;
    out += "  legal:\n    - {" + pick({"only", "prefer"}) + ": " +
           pick({"seeds(start) > 1", "after captured-now > 0", "after seeds(theirs) > 0", "not marked(start)",
                 "start != spot(mover)"}) +
           "}\n";
    if (likely(30)) out += "    - {if: empty(theirs), only: after seeds(theirs) > 0}\n";
  }

  Picks chance_;
  int width_ = 6;
  std::string around_;
  bool three_rows_ = false;
  bool picks_in_laps_ = false;
  bool rows_of_two_ = false;  // two rows, and nothing else said of them
  bool open_ = false;         // there are a parameter and a reading
  bool stock_ = false;        // there is a pile
  bool defined_ = false;      // there are definitions
  std::string second_hole_;   // what a1 is called, where it is not
  bool direction_in_move_ = false;
};

}  // namespace mancala::test
