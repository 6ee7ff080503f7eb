// Expression text -> syntax tree, places of every node, and what is said about text outside the grammar.
#include "dsl/parse.h"

#include <rapidcheck.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "dsl/codes.h"
#include "dsl/read.h"
#include "tests/support/catch.hpp"

using namespace mancala;
using syntax::Kind;

namespace {

// A text as a plain scalar at the beginning of file 0: offsets are those of the text.
ScalarText plain(const std::string& value) {
  ScalarText text;
  text.value = value;
  text.file = 0;
  for (std::size_t i = 0; i <= value.size(); ++i) text.byte_map.push_back(static_cast<std::uint32_t>(i));
  return text;
}

using Parser = std::optional<syntax::Node> (*)(const ScalarText&, Diagnostics&);

// The tree as text, or the first error.
std::string tree(Parser parser, const std::string& text) {
  Diagnostics diagnostics;
  const std::optional<syntax::Node> node = parser(plain(text), diagnostics);
  if (node) return to_text(*node);
  if (diagnostics.empty()) return "no tree and no error";
  const Diagnostic first = diagnostics.sorted().front();
  return std::string(first.code) + " at " + std::to_string(first.primary.span.begin) + ": " + first.message;
}

struct Example {
  const char* text;
  const char* tree;
};

void check_all(Parser parser, const std::vector<Example>& examples) {
  for (const Example& example : examples) {
    INFO(example.text);
    CHECK(tree(parser, example.text) == example.tree);
  }
}

bool same_tree(const syntax::Node& a, const syntax::Node& b) {
  return a.kind == b.kind && a.text == b.text && a.number == b.number && a.number2 == b.number2 &&
         std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(), same_tree);
}

}  // namespace

// --- the tree

TEST_CASE("operands", "[parse]") {
  check_all(parse_expression,
            {{"0", "(number 0)"},
             {"1000000000", "(number 1000000000)"},
             {"true", "(truth true)"},
             {"false", "(truth false)"},
             {"none", "(none)"},
             {"mover", "(name mover)"},
             {"fell-in-empty", "(name fell-in-empty)"},
             {"part-2", "(name part-2)"},
             {"h", "(name h)"},
             {"A5", "(label A5)"},
             {"b12", "(label b12)"},
             {"A5 of mover", "(label A5 of (name mover))"},
             {"holes A1 A2 B1", "(labels (label A1) (label A2) (label B1))"},
             {"holes A1 A2 of other(p)", "(labels (label A1) (label A2) of (call other (name p)))"},
             {"holes(p)", "(call holes (name p))"},
             {"seeds( here )", "(call seeds (name here))"},
             {"seeds (here)", "(call seeds (name here))"},
             {"fill(p, 7, right)", "(call fill (name p) (number 7) (name right))"},
             {"f(if a then b else c, d)", "(call f (if (name a) (name b) (name c)) (name d))"},
             {"((a))", "(name a)"},
             {"reverse of direction", "(reverse (name direction))"},
             {"reverse of reverse of d", "(reverse (reverse (name d)))"},
             {"the prey == a", "(== (the (name prey)) (name a))"},
             {"2 quan", "(pieces quan (number 2))"},
             {"  here\n", "(name here)"}});
}

TEST_CASE("action words may be words of readings and states", "[parse]") {
  check_all(parse_expression,
            {{"safari == stop", "(== (name safari) (name stop))"},
             {"end == left", "(== (name end) (name left))"},
             {"x == again or y == move", "(or (== (name x) (name again)) (== (name y) (name move)))"},
             {"capture-side == any", "(== (name capture-side) (name any))"}});
}

TEST_CASE("runs, steps and best players", "[parse]") {
  check_all(
      parse_expression,
      {{"run from here while x", "(run (name here) ahead while (name x))"},
       {"run from here ahead while x", "(run (name here) ahead while (name x))"},
       {"run from here back within theirs while seeds(it) is 2 or 3",
        "(run (name here) back within (name theirs) while (is (call seeds (name it)) (range 2 2) (range 3 "
        "3)))"},
       {"run from next(here) ahead by 2 within own minus start while a and b",
        "(run (call next (name here)) ahead by 2 within (minus (name own) (name start)) while (and (name a) "
        "(name "
        "b)))"},
       {"step 3 from here", "(step (number 3) from (name here) ahead)"},
       {"step 3 from here ahead", "(step (number 3) from (name here) ahead)"},
       {"step (n + 1) from A1 of p back", "(step (+ (name n) (number 1)) from (label A1 of (name p)) back)"},
       {"step seeds(here) from here going back-way",
        "(step (call seeds (name here)) from (name here) going (name back-way))"},
       {"player with most captured(it)", "(player-with most (call captured (name it)))"},
       {"player with fewest a + b", "(player-with fewest (+ (name a) (name b)))"}});
}

// language.md, grammar: if < or < and < not < comparison < where < union, minus < + - < * mod div.
TEST_CASE("precedence", "[parse]") {
  check_all(
      parse_expression,
      {{"a + b * c", "(+ (name a) (* (name b) (name c)))"},
       {"(a + b) * c", "(* (+ (name a) (name b)) (name c))"},
       {"a - b - c", "(- (- (name a) (name b)) (name c))"},
       {"a - (b - c)", "(- (name a) (- (name b) (name c)))"},
       {"a div b mod c * d", "(* (mod (div (name a) (name b)) (name c)) (name d))"},
       {"a+b<c*2", "(< (+ (name a) (name b)) (* (name c) (number 2)))"},
       {"a union b minus c", "(minus (union (name a) (name b)) (name c))"},
       {"a minus b + c", "(minus (name a) (+ (name b) (name c)))"},
       {"a union b where c", "(where (union (name a) (name b)) (name c))"},
       {"a in b union c", "(in (name a) (union (name b) (name c)))"},
       {"a or b and c", "(or (name a) (and (name b) (name c)))"},
       {"a and b or c", "(or (and (name a) (name b)) (name c))"},
       {"a or b or c", "(or (or (name a) (name b)) (name c))"},
       {"not a and b", "(and (not (name a)) (name b))"},
       {"not a == b", "(not (== (name a) (name b)))"},
       {"not not a", "(not (not (name a)))"},
       {"after a > 0 and b", "(and (after (> (name a) (number 0))) (name b))"},
       {"not after mode == taking", "(not (after (== (name mode) (name taking))))"},
       {"at-start seeds(h) == 3 or x", "(or (at-start (== (call seeds (name h)) (number 3))) (name x))"},
       {"at-lap-start passed(it)", "(at-lap-start (call passed (name it)))"},
       {"if a then b else c or d", "(if (name a) (name b) (or (name c) (name d)))"},
       {"if a then b else if c then d else e", "(if (name a) (name b) (if (name c) (name d) (name e)))"},
       {"if if a then b else c then d else e", "(if (if (name a) (name b) (name c)) (name d) (name e))"}});
}

TEST_CASE("comparisons", "[parse]") {
  check_all(parse_expression, {{"a == b", "(== (name a) (name b))"},
                               {"a != b", "(!= (name a) (name b))"},
                               {"a < b", "(< (name a) (name b))"},
                               {"a <= b", "(<= (name a) (name b))"},
                               {"a > b", "(> (name a) (name b))"},
                               {"a >= b", "(>= (name a) (name b))"},
                               {"a in b", "(in (name a) (name b))"},
                               {"(a < b) == c", "(== (< (name a) (name b)) (name c))"}});
}

TEST_CASE("is takes alternatives with or only where they are literals", "[parse]") {
  check_all(parse_expression,
            {{"x is 2", "(is (name x) (range 2 2))"},
             {"x is even", "(is (name x) (even))"},
             {"x is 0 or even", "(is (name x) (range 0 0) (even))"},
             {"x is 1 to 3 or 5 or odd", "(is (name x) (range 1 3) (range 5 5) (odd))"},
             {"x is 2 or flag", "(or (is (name x) (range 2 2)) (name flag))"},
             {"x is 2 or 3 or y is odd", "(or (is (name x) (range 2 2) (range 3 3)) (is (name y) (odd)))"},
             {"x is 2 and y", "(and (is (name x) (range 2 2)) (name y))"},
             {"not x is 2 or 3", "(not (is (name x) (range 2 2) (range 3 3)))"}});
}

TEST_CASE("where reaches as far right as it can", "[parse]") {
  check_all(parse_expression,
            {{"here in own where a and b or c",
              "(in (name here) (where (name own) (or (and (name a) (name b)) (name c))))"},
             {"some own where a and b", "(some (where (name own) (and (name a) (name b))))"},
             {"(some own where a) and b", "(and (some (where (name own) (name a))) (name b))"},
             {"no (own where a) and b", "(and (no (where (name own) (name a))) (name b))"},
             {"a where b where c", "(where (name a) (where (name b) (name c)))"},
             {"count(own where a) + 1", "(+ (call count (where (name own) (name a))) (number 1))"}});
}

TEST_CASE("some and no: of sets and of moves", "[parse]") {
  check_all(parse_expression,
            {{"some set-of-holes", "(some (name set-of-holes))"},
             {"some move by opponent", "(some-move (name opponent))"},
             {"no move by any player", "(no-move-by any)"},
             {"some move by any player gives captured-now > 0",
              "(some-move any gives (> (name captured-now) (number 0)))"},
             {"no move by other(p) gives a or b",
              "(no-move-by (call other (name p)) gives (or (name a) (name b)))"},
             {"a and no move by mover or b", "(or (and (name a) (no-move-by (name mover))) (name b))"},
             {"some move", "(some (name move))"},
             {"no-move", "(name no-move)"}});
}

TEST_CASE("actions", "[parse]") {
  check_all(
      parse_actions,
      {{"lift here", "(actions (lift (name here)))"},
       {"lift 2 of start", "(actions (lift (name start) amount (number 2)))"},
       {"lift (seeds(h) - 1) of h", "(actions (lift (name h) amount (- (call seeds (name h)) (number 1))))"},
       {"lift A5 of mover", "(actions (lift (label A5 of (name mover))))"},
       {"lift 2 of A5 of mover", "(actions (lift (label A5 of (name mover)) amount (number 2)))"},
       {"lift here union inner", "(actions (lift (union (name here) (name inner))))"},
       {"sow after here", "(actions (sow-after (name here)))"},
       {"sow at first-sown going reverse of direction",
        "(actions (sow-at (name first-sown) going (reverse (name direction))))"},
       {"sow at (if w then a else b) going w",
        "(actions (sow-at (if (name w) (name a) (name b)) going (name w)))"},
       {"capture here", "(actions (capture (name here)))"},
       {"capture 2 of here", "(actions (capture (name here) amount (number 2)))"},
       {"capture board for owner(it)", "(actions (capture (name board) for (call owner (name it))))"},
       {"capture (n - 1) of own where a for none",
        "(actions (capture (where (name own) (name a)) amount (- (name n) (number 1)) for (none)))"},
       {"capture here for out", "(actions (capture (name here) for (name out)))"},
       {"move 1 from hand(mover) to start",
        "(actions (move from (call hand (name mover)) to (name start) amount (number 1)))"},
       {"move all from h to next(h)", "(actions (move from (name h) to (call next (name h))))"},
       {"move 1 quan from h to hand",
        "(actions (move from (name h) to (name hand) amount (pieces quan (number 1))))"},
       {"move n from a to own where b",
        "(actions (move from (name a) to (where (name own) (name b)) amount (name n)))"},
       {"set way to direction", "(actions (set way to (name direction)))"},
       {"set owner(h) to p", "(actions (set owner of (name h) to (name p)))"},
       {"set walked(mover) to mode == walking",
        "(actions (set walked of (name mover) to (== (name mode) (name walking))))"},
       {"close holes(p) where empty(it)",
        "(actions (close (where (call holes (name p)) (call empty (name it)))))"},
       {"open board", "(actions (open (name board)))"},
       {"choose end from left or right by p",
        "(actions (choose end words (name left) (name right) by (name p)))"},
       {"choose safari from stop or go-on or wait",
        "(actions (choose safari words (name stop) (name go-on) (name wait)))"},
       {"choose n from 0 to captured(p) by p",
        "(actions (choose n range (number 0) (call captured (name p)) by (name p)))"},
       {"choose x from players by chance", "(actions (choose x set (name players) by chance))"},
       {"choose x from players where it != a or b by chance",
        "(actions (choose x set (where (name players) (or (!= (name it) (name a)) (name b))) by chance))"},
       {"win nobody", "(actions (win (name nobody)))"},
       {"win player with most n", "(actions (win (player-with most (name n))))"},
       {"again", "(actions (again))"},
       {"stop", "(actions (stop))"},
       {"end", "(actions (end))"},
       {"swap seats", "(actions (swap-seats))"},
       {"rotate seats", "(actions (rotate-seats))"},
       {"relay(next(here))", "(actions (perform relay (call next (name here))))"},
       {"reseed", "(actions (perform reseed))"},
       {"lift-all(a, b)", "(actions (perform lift-all (name a) (name b)))"},
       {"lift h; sow after h", "(actions (lift (name h)) (sow-after (name h)))"},
       {"capture chain;capture board for opponent ; end",
        "(actions (capture (name chain)) (capture (name board) for (name opponent)) (end))"}});
}

TEST_CASE("a bare line is an expression if it reads as one", "[parse]") {
  check_all(parse_expression_or_actions,
            {{"relay-occupied", "(name relay-occupied)"},
             {"relay(here)", "(call relay (name here))"},
             {"seeds(h) == 0", "(== (call seeds (name h)) (number 0))"},
             {"end == left", "(== (name end) (name left))"},
             {"capture (own where a)", "(actions (capture (where (name own) (name a))))"},
             {"again", "(actions (again))"},
             {" stop ", "(actions (stop))"},
             {"again; stop", "(actions (again) (stop))"},
             {"take(h); enter(d)", "(actions (perform take (name h)) (perform enter (name d)))"}});
}

TEST_CASE("what a choice of a move offers", "[parse]") {
  check_all(parse_options, {{"1 to seeds(start)", "(choose range (number 1) (call seeds (name start)))"},
                            {"left or right", "(choose words (name left) (name right))"},
                            {"own where a or b", "(choose set (where (name own) (or (name a) (name b))))"}});
}

TEST_CASE("bindings of a loop", "[parse]") {
  const std::string text = "h in holes(p) from end";
  Diagnostics diagnostics;
  const auto named = parse_binding(plain(text), diagnostics);
  REQUIRE(named);
  CHECK(named->kind == Kind::where);
  CHECK(named->text == "h");
  CHECK(named->number == 3);
  CHECK(to_text(*named) == "(where h (call holes (name p)) (name end))");
  CHECK(named->name_span == Span{0, 19, 22});

  const auto number_of = [](const std::string& binding) {
    Diagnostics none;
    const auto node = parse_binding(plain(binding), none);
    REQUIRE(node);
    CHECK(node->children.size() == 1);
    return node->number;
  };
  CHECK(number_of("p in players") == 0);
  CHECK(number_of("h in own from left") == 1);
  CHECK(number_of("h in (board minus side(p)) from right") == 2);
  CHECK(number_of("h in own where number(it) mod 3 == 1") == 0);
}

TEST_CASE("heads of definitions", "[parse]") {
  const std::string key = "fill( p, n-2 ,end )";
  Diagnostics diagnostics;
  const auto head = parse_head(key, Span{3, 100, 119}, diagnostics);
  REQUIRE(head);
  CHECK(head->name == "fill");
  CHECK(head->name_span == Span{3, 100, 104});
  CHECK(head->parameters == std::vector<std::string>{"p", "n-2", "end"});
  CHECK(head->parameter_spans == std::vector<Span>{{3, 106, 107}, {3, 109, 112}, {3, 114, 117}});

  const auto bare = parse_head("chain", Span{0, 0, 5}, diagnostics);
  REQUIRE(bare);
  CHECK(bare->name == "chain");
  CHECK(bare->parameters.empty());

  const auto quoted = parse_head("take(h)", Span{0, 10, 19}, diagnostics);  // "take(h)" with its quotes
  REQUIRE(quoted);
  CHECK(quoted->name_span == Span{0, 11, 15});
  CHECK(quoted->parameter_spans == std::vector<Span>{{0, 16, 17}});
  CHECK(diagnostics.empty());
}

TEST_CASE("names", "[parse]") {
  for (const char* name : {"h", "lap-hole", "part-2", "ab5", "any", "again", "no-move", "x-1"}) {
    INFO(name);
    CHECK(is_name(name));
  }
  for (const char* other :
       {"", "a5", "Hole", "my_state", "where", "if", "-a", "a-", "a--b", "2nd", "\u00e9t\u00e9", "a b"}) {
    INFO(other);
    CHECK_FALSE(is_name(other));
  }
  CHECK(std::is_sorted(grammar_words().begin(), grammar_words().end()));
}

// Lines of variant files of many kinds: each must be in the grammar.
TEST_CASE("lines of variant files", "[parse]") {
  const auto parses = [](Parser parser, const char* text) {
    INFO(text);
    Diagnostics diagnostics;
    CHECK(parser(plain(text), diagnostics));
    CHECK(diagnostics.empty());
  };
  for (const char* text :
       {"own where if opening then occupied(it) and not played(it) else seeds(it) > 1",
        "if number(it) == 5 and row(it) == 1 then 6 else if row(it) == 1 and number(it) is 6 to 7 then 2 "
        "else 0",
        "here == house(mover) and (seeds(here) >= 6 or house-below-six == kept)",
        "if number(h) is 1 to 2 then clockwise else if number(h) is 7 to 8 then counterclockwise else either",
        "no front where occupied(it) and it != h",
        "if some front where occupied(it) and faces(it) then ways-in(start) else either",
        "no-capture-there and only-front(start) and seeds(start) > 1",
        "after (some front where occupied(it))",
        "own where some move by opponent gives victim == it",
        "walked(opponent) and no move by mover gives mode == taking",
        "no (holes(opponent) where row(it) == 1 and occupied(it))",
        "live-house and fell-in-occupied and (house-in-mtaji == choice or phase == namua)",
        "closable == any or (here in theirs and here != rightmost(holes(opponent)) and turns(mover) > 0)",
        "board where row(it) is 2 to 3 and number(it) == 3",
        "neighbours(here) minus previous",
        "some players where count(holes(it)) == 0",
        "player with most count(holes(it))",
        "if row(it) == 2 or number(it) > width div 2 then 2 else 0",
        "after (seeds(theirs) > 0 and (feeding == end-of-turn or not starved))",
        "run from beyond-gap ahead by 2 while occupied(it) and empty(prev(it))",
        "row(back-target) == 1 and occupied(back-target) and seeds(here) < 16\n"
        "  and occupied(opposite(back-target)) and occupied(behind(opposite(back-target)))",
        "if start in ends-and-corners then either else counterclockwise",
        "if it in ends then 1 quan else 5",
        "seeds(store(p)) + 9 * quan(store(p))",
        "5 * count(holes(p)) - captured(p)",
        "next(here) in ends and occupied(next(here))",
        "captured(mover) > 81 or captured(opponent) > 81",
        "some players where captured(it) < seeds-each * least-holes",
        "not last and (if hole-of-three == at-the-drop then passed(it) else at-lap-start passed(it))",
        "some move by any player gives captured-now > 0",
        "raja-lasts == one or round mod 3 == 0",
        "count(players where captured(it) >= 7) < 2",
        "own where row(it) == 2 and number(it) is 1 to 3",
        "was == 3 and seeds(here) == 4 and turns(mover) > 0 and (nedf(mover) == none or seeds(guard(mover)) "
        "!= 3)",
        "not (start in small-left)",
        "it in theirs and seeds(it) == 3 and not last",
        "tuz(mover) == none and number(here) != 9 and number(here) != number(tuz(opponent))",
        "here in theirs and seeds(here) is even",
        "if number(start) <= 2 then clockwise else if number(start) >= 4 then counterclockwise else "
        "either"}) {
    parses(parse_expression, text);
    parses(parse_expression_or_actions, text);
  }
  for (const char* text :
       {"capture run from next(here) ahead while seeds(it) is 1 or 3 or 5",
        "capture start for out",
        "set house-owned(opponent) to false",
        "set mode to taking; lift h",
        "lift 2 of start; sow after start",
        "set blocked to (if the prey == house(mover) or only-front(the prey) then none else the prey)",
        "take(opposite(here)); enter(go-on-in(here))",
        "set dead(here) to true; relay(here)",
        "capture run from next(next(here)) ahead by 2 while occupied(it) and empty(prev(it))",
        "choose lucky from players where it != round-winner by chance",
        "set owner(h) to (if strong == none then lucky else strong)",
        "capture board where weg(it) != none for weg(it); capture board for owner(it)",
        "lift here; sow after here going reverse of direction",
        "capture here union opposite(here) union opposite(run from next(here) ahead within own while "
        "empty(it) and "
        "occupied(opposite(it)))",
        "choose n from 0 to captured(loser) by loser; move n from store(loser) to h",
        "move seeds(h) from store(other(loser)) to same(h)",
        "lift here union inner union outer; sow after here",
        "capture (if capturing-seed == taken then here union other-side else other-side)",
        "move n from stock(mover) to start; again",
        "lift victims; sow at first-sown",
        "choose pawn from holes(poor) by poor; move lacking from store(other(poor)) to holes(poor) where "
        "empty(it)",
        "capture chain minus here",
        "capture chain; capture board for opponent; end",
        "move (4 - seeds(h)) from opposite(h) to store(winner)",
        "move n from store(p) to first; set quota(p) to n + 1",
        "set way to (if near == left then clockwise else counterclockwise)",
        "capture (if robbery == one-more then 2 else 1) of here; stop",
        "move 1 from store(raja) to store(mandiri); move 1 from store(raja) to store(pasu)",
        "set nedf(mover) to prev(here); relay(here)",
        "win solo; end"}) {
    parses(parse_actions, text);
    parses(parse_expression_or_actions, text);
  }
}

TEST_CASE("the grammar cannot loop without reading", "[parse]") { CHECK(count_grammar_problems() == 0); }

// --- places

namespace {

const syntax::Node* find(const syntax::Node& node, Kind kind, const std::string& text) {
  if (node.kind == kind && node.text == text) return &node;
  for (const syntax::Node& child : node.children) {
    if (const syntax::Node* found = find(child, kind, text)) return found;
  }
  return nullptr;
}

std::string_view cut(std::string_view source, Span span) {
  return source.substr(span.begin, span.end - span.begin);
}

}  // namespace

// The value of `x` in each style is an expression that compares seeds(...) with something; text with letters
// of two and three bytes stands before it.
TEST_CASE("places in scalars of all five styles", "[parse]") {
  struct Style {
    const char* yaml;  // source of the value, after `x: `
    ScalarStyle style;
    const char* call;     // source of the call
    const char* operand;  // source of its argument
    const char* right;    // source of the right side
    const char* whole;    // source of the comparison
  };
  const std::vector<Style> styles = {
      {"seeds(here)  >= (lap-hole)", ScalarStyle::plain, "seeds(here)", "here", "(lap-hole)",
       "seeds(here)  >= (lap-hole)"},
      {"seeds(\n    here)\n    >= lap-hole", ScalarStyle::plain, "seeds(\n    here)", "here", "lap-hole",
       "seeds(\n    here)\n    >= lap-hole"},
      {"'seeds(here) >= lap-hole'", ScalarStyle::single_quoted, "seeds(here)", "here", "lap-hole",
       "seeds(here) >= lap-hole"},
      {"\"seeds(\\x68er\\u0065) >=\\tlap-hole\"", ScalarStyle::double_quoted, "seeds(\\x68er\\u0065)",
       "\\x68er\\u0065", "lap-hole", "seeds(\\x68er\\u0065) >=\\tlap-hole"},
      {"|\n    seeds(here)\n      >= lap-hole\n", ScalarStyle::literal, "seeds(here)", "here", "lap-hole",
       "seeds(here)\n      >= lap-hole"},
      {">-\n    seeds(here)\n    >= lap-hole\n", ScalarStyle::folded, "seeds(here)", "here", "lap-hole",
       "seeds(here)\n    >= lap-hole"},
  };
  for (const Style& style : styles) {
    const std::string source = "note: gr\u00f6\u00dfer \u2265 \u00e9\nx: " + std::string(style.yaml) + "\n";
    INFO(source);
    SourceMap sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("test.yaml", source);
    const std::optional<Node> document = read_document(file, sources, diagnostics);
    REQUIRE(document);
    REQUIRE(document->find("x") != nullptr);
    const ScalarText& text = document->find("x")->value.scalar;
    REQUIRE(text.style == style.style);
    const std::optional<syntax::Node> node = parse_expression(text, diagnostics);
    REQUIRE(node);
    CHECK(node->kind == Kind::greater_equal);
    CHECK(node->span.file == file);
    CHECK(cut(source, node->span) == style.whole);
    const syntax::Node* call = find(*node, Kind::call, "seeds");
    REQUIRE(call != nullptr);
    CHECK(cut(source, call->span) == style.call);
    CHECK(cut(source, call->name_span) == "seeds");
    CHECK(cut(source, find(*node, Kind::name, "here")->span) == style.operand);
    CHECK(cut(source, node->children[1].span) == style.right);
    CHECK(cut(source, node->children[1].name_span) == "lap-hole");
  }
}

TEST_CASE("an error is shown at its character in every style", "[parse]") {
  for (const char* yaml : {"seeds(here) = 3", "'seeds(here) = 3'", "\"seeds(\\x68ere) = 3\"",
                           "|\n  seeds(here)\n  = 3\n", ">\n  seeds(here)\n  = 3\n"}) {
    const std::string source = "note: \u00e9\nx: " + std::string(yaml) + "\n";
    INFO(source);
    SourceMap sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("test.yaml", source);
    const std::optional<Node> document = read_document(file, sources, diagnostics);
    REQUIRE(document);
    CHECK_FALSE(parse_expression(document->find("x")->value.scalar, diagnostics));
    REQUIRE(diagnostics.sorted().size() == 1);
    const auto equals = static_cast<std::uint32_t>(source.rfind('='));
    CHECK(diagnostics.sorted().front().primary.span == Span{file, equals, equals + 1});
  }
}

TEST_CASE("places of names inside actions", "[parse]") {
  const std::string text = "set tuz(mover) to here; choose n from 1 to 2 by p; fill(p, 2 quan)";
  Diagnostics diagnostics;
  const auto node = parse_actions(plain(text), diagnostics);
  REQUIRE(node);
  CHECK(cut(text, node->span) == text);
  const auto name_of = [&](Kind kind, const std::string& name) {
    const syntax::Node* found = find(*node, kind, name);
    REQUIRE(found != nullptr);
    return std::string(cut(text, found->name_span)) + " in " + std::string(cut(text, found->span));
  };
  CHECK(name_of(Kind::set, "tuz") == "tuz in set tuz(mover) to here");
  CHECK(name_of(Kind::choose, "n") == "n in choose n from 1 to 2 by p");
  CHECK(name_of(Kind::perform, "fill") == "fill in fill(p, 2 quan)");
  CHECK(name_of(Kind::pieces, "quan") == "quan in 2 quan");
}

// --- errors

namespace {

struct Wrong {
  Parser parser;
  const char* text;
  const char* code;
  const char* marked;  // the source under the mark; of several places in the text, the first after `before`
  const char* before;  // text before the mark
  const char* message;
};

std::string with_fix(std::string text, const Diagnostic& diagnostic) {
  const Fix& fix = *diagnostic.fix;
  return text.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.text);
}

Diagnostic only_error(Parser parser, const std::string& text) {
  Diagnostics diagnostics;
  CHECK_FALSE(parser(plain(text), diagnostics));
  const std::vector<Diagnostic> all = diagnostics.sorted();
  REQUIRE(all.size() == 1);
  return all.front();
}

}  // namespace

TEST_CASE("messages at their places", "[parse]") {
  const std::vector<Wrong> all = {
      {parse_expression, "a b", "M0301", "b", "a ",
       "expected the end or an operator such as `==`, found `b`"},
      {parse_expression, "a +", "M0301", "", "a +",
       "expected a value such as a number, a name or `(`, found the end of the text"},
      {parse_expression, "a -", "M0301", "", "a -",
       "expected a value such as a number, a name or `(`, found the end of the text"},
      {parse_expression, "(a + )", "M0301", ")", "(a + ",
       "expected a value such as a number, a name or `(`, found `)`"},
      {parse_expression, "f()", "M0301", ")", "f(",
       "expected a value such as a number, a name or `(`, found `)`"},
      {parse_expression, "f(a b)", "M0301", "b", "f(a ",
       "expected `,`, `)` or an operator such as `==`, found `b`"},
      {parse_expression, "a == == b", "M0301",
       "==", "a == ", "expected a value such as a number, a name or `(`, found `==`"},
      {parse_expression, "where a", "M0301", "where", "",
       "expected a value such as a number, a name or `(`, found `where`"},
      {parse_expression, "run here while a", "M0301", "here", "run ", "expected `from`, found `here`"},
      {parse_expression, "run from a by b while c", "M0301", "b", "run from a by ",
       "expected a number, found `b`"},
      {parse_expression, "run from a 3", "M0301", "3", "run from a ",
       "expected `ahead`, `back`, `by`, `within` or `while`, found `3`"},
      {parse_expression, "player with n", "M0301", "n", "player with ",
       "expected `most` or `fewest`, found `n`"},
      {parse_expression, "holes here", "M0301", "here", "holes ",
       "expected a hole such as `A5`, the end or an operator such as `==`, found `here`"},
      {parse_expression, "A5 B5", "M0301", "B5", "A5 ",
       "expected `of`, the end or an operator such as `==`, found `B5`"},
      {parse_expression, "some move of mover", "M0301", "of", "some move ",
       "expected `by`, the end or an operator such as `+`, found `of`"},
      {parse_expression, "no move by any", "M0301", "", "no move by any",
       "expected `player`, found the end of the text"},
      {parse_expression, "x is", "M0301", "", "x is",
       "expected a number, `even` or `odd`, found the end of the text"},
      {parse_expression, "x is 1 to y", "M0301", "y", "x is 1 to ", "expected a number, found `y`"},
      {parse_actions, "sow here", "M0301", "here", "sow ", "expected `after` or `at`, found `here`"},
      {parse_actions, "capture 2 here", "M0301", "here", "capture 2 ", "expected `of`, found `here`"},
      {parse_actions, "move 3 to a", "M0301", "to", "move 3 ",
       "expected `from` or an operator such as `+`, found `to`"},
      {parse_actions, "swap", "M0301", "", "swap", "expected `seats`, found the end of the text"},
      {parse_actions, "set tuz here", "M0301", "here", "set tuz ", "expected `to`, found `here`"},
      {parse_actions, "capture here b", "M0301", "b", "capture here ",
       "expected `of`, `for`, `;`, the end or an operator such as `+`, found `b`"},
      {parse_binding, "h own", "M0301", "own", "h ", "expected `in`, found `own`"},
      {parse_expression, "", "M0302", "", "",
       "nothing stands here, expected a value such as a number, a name or `(`"},
      {parse_actions, " \n ", "M0302", "", "",
       "nothing stands here, expected an action such as `capture` or `sow`"},
      {parse_expression, "2 * (a + b", "M0303", "", "2 * (a + b",
       "`(` is not closed: expected `)` or an operator such as `==`"},
      {parse_expression, "seeds(here == 3", "M0303", "", "seeds(here == 3",
       "`(` is not closed: expected `,`, `)` or an operator such as `+`"},
      {parse_expression, "a + b) * c", "M0303", ")", "a + b", "`)` closes nothing"},
      {parse_expression, "if a b", "M0304", "b", "if a ",
       "`if` needs `then`: expected `then` or an operator such as `==`, found `b`"},
      {parse_expression, "if a then b", "M0304", "", "if a then b",
       "`if` needs `else`: expected `else` or an operator such as `==`, found the end of the text"},
      {parse_expression, "(if a then b) + 1", "M0304", ")", "(if a then b",
       "`if` needs `else`: expected `else` or an operator such as `==`, found `)`"},
      {parse_expression, "if a then b elif c then d else e", "M0304", "elif", "if a then b ",
       "`elif` is written `else if`"},
      {parse_expression, "a then b", "M0304", "then", "a ", "`then` without `if`"},
      {parse_expression, "a if b else c", "M0304", "if", "a ", "`if` cannot follow a value"},
      {parse_expression, "a else b", "M0304", "else", "a ", "`else` without `if` and `then`"},
      {parse_expression, "a = 3", "M0305", "=", "a ", "`=` is not an operator of the language"},
      {parse_expression, "a === 3", "M0305", "===", "a ", "`===` is not an operator of the language"},
      {parse_expression, "a && b", "M0305", "&&", "a ", "`&&` is not an operator of the language"},
      {parse_expression, "a || b", "M0305", "||", "a ", "`||` is not an operator of the language"},
      {parse_expression, "!a", "M0305", "!", "", "`!` is not an operator of the language"},
      {parse_expression, "a <> b", "M0305", "<>", "a ", "`<>` is not an operator of the language"},
      {parse_expression, "a => b", "M0305", "=>", "a ", "`=>` is not an operator of the language"},
      {parse_expression, "a =< b", "M0305", "=<", "a ", "`=<` is not an operator of the language"},
      {parse_expression, "a % 2", "M0305", "%", "a ", "`%` is not an operator of the language"},
      {parse_expression, "a / 2", "M0305", "/", "a ", "`/` is not an operator of the language"},
      {parse_expression, "a \u2265 2", "M0305", "\u2265", "a ",
       "`\u2265` is not an operator of the language"},
      {parse_expression, "a ? b : c", "M0305", "?", "a ", "`?` is not an operator of the language"},
      {parse_actions, "set way = left", "M0305", "=", "set way ", "`=` is not an operator of the language"},
      {parse_expression, "a < b < c", "M0306", "<", "a < b ",
       "what stands before `<` is true or false already and cannot be compared again"},
      {parse_expression, "a == b in c", "M0306", "in", "a == b ",
       "what stands before `in` is true or false already and cannot be compared again"},
      {parse_expression, "own where 1 < a < 5", "M0306", "<", "own where 1 < a ",
       "what stands before `<` is true or false already and cannot be compared again"},
      {parse_expression, "some own > 3", "M0306", ">", "some own ",
       "what stands before `>` is true or false already and cannot be compared again"},
      {parse_expression, "a -b", "M0307", "-", "a ", "`-` needs a blank on both sides"},
      {parse_expression, "a- b", "M0307", "-", "a", "`-` needs a blank on both sides"},
      {parse_expression, "3-1", "M0307", "-", "3", "`-` needs a blank on both sides"},
      {parse_expression, "seeds(h)-1", "M0307", "-", "seeds(h)", "`-` needs a blank on both sides"},
      {parse_expression, "a == -1", "M0307", "-",
       "a == ", "`-` stands between two values, and there is none before it"},
      {parse_expression, "Mover == a", "M0308", "Mover", "", "`Mover` is not a name"},
      {parse_expression, "a and isTuz(here)", "M0308", "isTuz", "a and ", "`isTuz` is not a name"},
      {parse_expression, "my_state", "M0308", "my_state", "", "`my_state` is not a name"},
      {parse_expression, "a AND b", "M0308", "AND", "a ", "`AND` is not a name"},
      {parse_actions, "choose a5 from own", "M0308", "a5", "choose ",
       "`a5` cannot be a name, because it means a hole"},
      {parse_expression, "a == 010", "M0309", "010", "a == ", "`010` begins with a zero"},
      {parse_expression, "0x10", "M0309", "0x10", "", "`0x10` is neither a number nor a name"},
      {parse_expression, "1.5 * a", "M0309", "1.5", "", "`1.5` is not a number of the language"},
      {parse_expression, "2nd", "M0309", "2nd", "", "`2nd` is neither a number nor a name"},
      {parse_expression, "1000000001", "M0310", "1000000001", "", "the number is larger than 1000000000"},
      {parse_expression, "99999999999999999999", "M0310", "99999999999999999999", "",
       "the number is larger than 1000000000"},
      {parse_actions, "set from to 3", "M0311", "from", "set ",
       "`from` is a word of the language and cannot be a name"},
      {parse_binding, "in in own", "M0311", "in", "", "`in` is a word of the language and cannot be a name"},
      {parse_expression, "capture here", "M0312", "capture", "",
       "`capture` is an action, and cannot stand in an expression"},
      {parse_expression, "if a then lift h else b", "M0312", "lift", "if a then ",
       "`lift` is an action, and cannot stand in an expression"},
      {parse_actions, "win a and capture here", "M0312", "capture", "win a and ",
       "`capture` is an action, and cannot stand in an expression"},
      {parse_actions, "seeds(here) > 3", "M0313", ">", "seeds(here) ",
       "this is an expression, and actions are wanted here: found `>`"},
      {parse_actions, "if a then stop", "M0313", "if", "",
       "expected an action such as `capture` or `sow`, found `if`"},
      {parse_actions, "stop; 3", "M0313", "3", "stop; ",
       "expected an action such as `capture` or `sow`, found `3`"},
      {parse_actions, "stop;", "M0314", ";", "stop", "no action follows the last `;`"},
      {parse_actions, "stop;; end", "M0314", ";", "stop;", "no action stands before this `;`"},
      {parse_actions, "capture here, stop", "M0314", ",", "capture here",
       "actions are joined by `;`, found `,`"},
      {parse_actions, "capture here and stop", "M0314", "and", "capture here ",
       "actions are joined by `;`, found `and`"},
      {parse_actions, "capture here stop", "M0314", "stop", "capture here ",
       "actions are joined by `;`, found `stop`"},
      {parse_expression, "a; b", "M0314", ";", "a", "`;` joins actions, and this is an expression"},
      {parse_expression, "rest == \"owner\"", "M0315", "\"",
       "rest == ", "words and numbers stand without quotes, found `\"`"},
      {parse_expression, "'left' == a", "M0315", "'", "",
       "words and numbers stand without quotes, found `'`"},
      {parse_expression, "a == \u201cb\u201d", "M0315", "\u201c",
       "a == ", "words and numbers stand without quotes, found `\u201c`"},
      {parse_expression, "x not in own", "M0316", "not", "x ", "`not` stands before what it negates"},
      {parse_expression, "x is not even", "M0316", "not", "x is ", "`not` stands before what it negates"},
      {parse_expression, "x is mover", "M0317", "mover", "x is ",
       "`is` takes numbers, `even` and `odd` only, found `mover`"},
      {parse_expression, "x is none", "M0317", "none", "x is ",
       "`is` takes numbers, `even` and `odd` only, found `none`"},
      {parse_expression, "$a", "M0318", "$", "",
       "`$` means nothing in the language: expected a value such as a number, a name or `(`"},
      {parse_expression, "a[1]", "M0318", "[", "a",
       "`[` means nothing in the language: expected the end or an operator such as `==`"},
      {parse_expression, "\u00e9t\u00e9", "M0318", "\u00e9", "",
       "`\u00e9` means nothing in the language: expected a value such as a number, a name or `(`"},
  };
  for (const Wrong& wrong : all) {
    INFO(wrong.text);
    const Diagnostic diagnostic = only_error(wrong.parser, wrong.text);
    CHECK(diagnostic.code == wrong.code);
    CHECK(diagnostic.message == wrong.message);
    CHECK(diagnostic.severity == Severity::error);
    const std::string before = wrong.before;
    REQUIRE(std::string(wrong.text).starts_with(before));
    CHECK(diagnostic.primary.span.begin == before.size());
    CHECK(cut(wrong.text, diagnostic.primary.span) == wrong.marked);
  }
}

TEST_CASE("a fix makes what was meant", "[parse]") {
  struct Fixed {
    Parser parser;
    const char* text;
    const char* fixed;
  };
  const std::vector<Fixed> all = {
      {parse_expression, "a = 3", "a == 3"},
      {parse_expression, "a&&b", "a and b"},
      {parse_expression, "(!a)", "(not a)"},
      {parse_expression, "a =< b", "a <= b"},
      {parse_expression, "a%2", "a mod 2"},
      {parse_expression, "a -b", "a - b"},
      {parse_expression, "a- b", "a - b"},
      {parse_expression, "3-1", "3 - 1"},
      {parse_expression, "seeds(h)-1", "seeds(h) - 1"},
      {parse_expression, "a \u2212 b", "a - b"},
      {parse_expression, "MyState", "my-state"},
      {parse_expression, "my_state", "my-state"},
      {parse_expression, "a OR b", "a or b"},
      {parse_expression, "007", "7"},
      {parse_expression, "00", "0"},
      {parse_expression, "a == 'b'", "a == b"},
      {parse_expression, "x is mover", "x == mover"},
      {parse_expression, "if a then b elif c then d else e", "if a then b else if c then d else e"},
      {parse_expression, "a + b)", "a + b"},
      {parse_actions, "set way = left", "set way to left"},
      {parse_actions, "set way(p):=left", "set way(p) to left"},
      {parse_actions, "capture here && stop", "capture here; stop"},
      {parse_actions, "capture here then stop", "capture here; stop"},
      {parse_actions, "stop;", "stop"},
      {parse_actions, "capture here, stop", "capture here; stop"},
      {parse_actions, "capture here and stop", "capture here; stop"},
      {parse_actions, "capture here stop", "capture here; stop"},
  };
  for (const Fixed& one : all) {
    INFO(one.text);
    const Diagnostic diagnostic = only_error(one.parser, one.text);
    REQUIRE(diagnostic.fix);
    CHECK(with_fix(one.text, diagnostic) == one.fixed);
    Diagnostics none;
    CHECK(one.parser(plain(one.fixed), none));
  }
}

TEST_CASE("an error shows what it clashes with", "[parse]") {
  const auto label = [](const std::string& text) {
    const Diagnostic diagnostic = only_error(parse_expression, text);
    REQUIRE(diagnostic.others.size() == 1);
    const Label& other = diagnostic.others.front();
    return other.text + " " + std::to_string(other.span.begin) + "-" + std::to_string(other.span.end);
  };
  CHECK(label("(a) * (b + (c)") == "opened here 6-7");
  CHECK(label("f(a, g(b c))") == "opened here 6-7");
  CHECK(label("if a then (if b then c)") == "the `if` 11-13");
  CHECK(label("if (if a then b else c) d") == "the `if` 0-2");
}

TEST_CASE("help says what to write", "[parse]") {
  const auto help = [](Parser parser, const std::string& text) {
    std::string all;
    for (const std::string& line : only_error(parser, text).help) all += line + "\n";
    return all;
  };
  CHECK(help(parse_expression, "a || b") == "either is written `or`\n");
  CHECK(help(parse_expression, "a ? b : c") ==
        "a choice between two values is written `if C then A else B`\n");
  CHECK(help(parse_expression, "a < b < c") == "two comparisons are joined by `and`: `a < b and b < c`\n");
  CHECK(help(parse_expression, "3-1") == "`a-b` is one name; a subtraction is written `a - b`\n");
  CHECK(help(parse_expression, "-1") == "a number below zero is written `0 - 1`\n");
  CHECK(help(parse_expression, "isTuz(h)") == "names are lower-case words joined by `-`: write `is-tuz`\n");
  CHECK(help(parse_expression, "x is not odd") == "write `not x is even`\n");
  CHECK(help(parse_expression, "f()") == "a definition without parameters is used by its name alone\n");
  CHECK(help(parse_expression, "seeds here") == "an argument stands in brackets: `seeds(here)`\n");
  CHECK(help(parse_expression, "capture here") == "actions stand under `then` or `also`\n");
  CHECK(help(parse_actions, "x == 3") == "the condition of a clause has its own key: `if: C`\n");
  CHECK(help(parse_actions, "x = 3") == "a state is changed by `set NAME to VALUE`\n");
  // `- {if: C, then: fill(p, 7)}` is cut by YAML at the comma.
  CHECK(help(parse_actions, "fill(p") ==
        "inside `{ }` YAML ends a text at a comma: write such a clause over several lines\n");
}

TEST_CASE("errors in heads", "[parse]") {
  const auto error = [](const std::string& key) {
    Diagnostics diagnostics;
    CHECK_FALSE(parse_head(key, Span{0, 10, 10 + static_cast<std::uint32_t>(key.size())}, diagnostics));
    REQUIRE(diagnostics.sorted().size() == 1);
    const Diagnostic diagnostic = diagnostics.sorted().front();
    return std::string(diagnostic.code) + " at " + std::to_string(diagnostic.primary.span.begin) + ": " +
           diagnostic.message;
  };
  CHECK(error("where(h)") == "M0311 at 10: `where` is a word of the language and cannot be a name");
  CHECK(error("Fill(p)") == "M0308 at 10: `Fill` is not a name");
  CHECK(error("fill-") == "M0308 at 10: `fill-` is not a name");
  CHECK(error("fill(p") == "M0303 at 16: `(` is not closed: expected `,` or `)`");
  CHECK(error("fill()") == "M0301 at 15: expected a name, found `)`");
  CHECK(error("fill p") == "M0301 at 15: expected `(` or the end, found `p`");
  CHECK(error("fill(p, n, p)") == "M0321 at 21: two parameters are called `p`");
  CHECK(error("") == "M0302 at 10: nothing stands here, expected a name");
}

// --- limits

namespace {

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("64 levels of nesting and no more", "[parse]") {
  struct Nesting {
    std::string opening, closing;
    std::string marked;  // in the opening that goes too far
  };
  for (const Nesting& one : std::vector<Nesting>{{"(", ")", "("},
                                                 {"f(", ")", "("},
                                                 {"not ", "", "not"},
                                                 {"the ", "", "the"},
                                                 {"a where ", "", "where"},
                                                 {"if a then b else ", "", "if"}}) {
    INFO(one.opening);
    Diagnostics diagnostics;
    CHECK(parse_expression(plain(repeated(one.opening, 64) + "c" + repeated(one.closing, 64)), diagnostics));
    const std::string deep = repeated(one.opening, 65) + "c" + repeated(one.closing, 65);
    const Diagnostic diagnostic = only_error(parse_expression, deep);
    CHECK(diagnostic.code == "M0319");
    CHECK(diagnostic.message == "nested more than 64 levels deep");
    CHECK(cut(deep, diagnostic.primary.span) == one.marked);
    CHECK(diagnostic.primary.span.begin == one.opening.size() * 64 + one.opening.find(one.marked));
  }
  CHECK(only_error(parse_actions, "lift " + repeated("(", 65) + "a" + repeated(")", 65)).code == "M0319");
}

TEST_CASE("1000 parts and no more", "[parse]") {
  Diagnostics diagnostics;
  CHECK(parse_expression(plain("a" + repeated(" + a", 499)), diagnostics));  // 500 names, 499 sums
  const Diagnostic diagnostic = only_error(parse_expression, "a" + repeated(" + b", 500));
  CHECK(diagnostic.code == "M0320");
  CHECK(diagnostic.message == "more than 1000 parts");
  CHECK(diagnostic.primary.span ==
        Span{0, 2000, 2001});  // the last name: 501 names and 500 sums are 1001 parts
  CHECK(only_error(parse_actions, "stop" + repeated("; stop", 1000)).code == "M0320");
}

TEST_CASE("hostile text is refused at once", "[parse]") {
  const auto begin = std::chrono::steady_clock::now();
  CHECK(only_error(parse_expression, repeated("(", 1'000'000)).code == "M0319");
  CHECK(only_error(parse_expression, "a" + repeated("+a", 300'000)).code == "M0320");
  CHECK(only_error(parse_expression, repeated("not ", 250'000)).code == "M0319");
  CHECK(only_error(parse_expression, repeated(")", 250'000)).code == "M0303");
  CHECK(only_error(parse_expression, repeated("1", 250'000)).code == "M0310");
  CHECK(only_error(parse_expression, repeated("a ", 250'000)).code == "M0301");
  CHECK(only_error(parse_expression, repeated("-", 250'000)).code == "M0307");
  CHECK(only_error(parse_actions, repeated(";", 250'000)).code == "M0314");
  const Diagnostic long_word = only_error(parse_expression, "a " + repeated("b", 250'000));
  CHECK(long_word.message.size() < 200);
  // All together far below a second; the limit only tells it from minutes, also under sanitizers on a busy
  // machine.
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
}

// --- the register

TEST_CASE("every code of the syntax has examples that show it", "[parse]") {
  const auto codes_of = [](std::string_view keys) {
    SourceMap sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("test.yaml", with_keys(base_variant(), keys));
    const std::optional<Node> document = read_document(file, sources, diagnostics);
    REQUIRE(document);
    REQUIRE(diagnostics.empty());
    const std::vector<std::string> conditions = {"if", "from", "setup", "win"};
    const std::function<void(const Node&)> visit = [&](const Node& node) {
      for (const Node& item : node.items) visit(item);
      for (const Node::Entry& entry : node.entries) {
        if (entry.key == "then" || entry.key == "also") {
          parse_actions(entry.value.scalar, diagnostics);
        } else if (std::find(conditions.begin(), conditions.end(), entry.key) != conditions.end()) {
          parse_expression(entry.value.scalar, diagnostics);
        } else if (entry.key == "define") {
          for (const Node::Entry& definition : entry.value.entries) {
            parse_head(definition.key, definition.key_span, diagnostics);
            parse_expression_or_actions(definition.value.scalar, diagnostics);
          }
        } else {
          visit(entry.value);
        }
      }
    };
    visit(*document);
    std::string found;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) found += std::string(diagnostic.code) + " ";
    return found;
  };
  int shown = 0;
  for (const Code& code : codes()) {
    if (!code.code.starts_with("M03") || code.kind == ExampleKind::none) continue;
    INFO(code.code);
    CHECK(codes_of(code.bad) == std::string(code.code) + " ");
    CHECK(codes_of(code.good).empty());
    ++shown;
  }
  CHECK(shown == 19);
}

// --- properties

namespace {

// Makes trees from a list of numbers: each decision takes the next one; when they are used up, the smallest
// tree is made, so that a shorter list is a smaller tree.
class TreeMaker {
 public:
  explicit TreeMaker(std::vector<std::uint8_t> choices) : choices_(std::move(choices)) {}

  syntax::Node expression() {
    return deeper([&] { return any_expression(); });
  }

  syntax::Node actions() {
    std::vector<syntax::Node> list;
    do {
      list.push_back(action());
    } while (pick(3) == 1);
    return node(Kind::actions, std::move(list));
  }

 private:
  std::size_t pick(std::size_t below) {
    if (next_ >= choices_.size()) return 0;
    return choices_[next_++] % below;
  }
  template <typename Make>
  syntax::Node deeper(Make make) {
    if (depth_ >= 6) return name();
    ++depth_;
    syntax::Node made = make();
    --depth_;
    return made;
  }
  static syntax::Node node(Kind kind, std::vector<syntax::Node> children, std::int64_t number = 0) {
    syntax::Node made;
    made.kind = kind;
    made.children = std::move(children);
    made.number = number;
    return made;
  }
  static syntax::Node with_text(syntax::Node made, const char* text) {
    made.text = text;
    return made;
  }
  syntax::Node name() {
    static const std::vector<const char*> names = {"a",   "here",   "fell-in-empty", "any",
                                                   "end", "chance", "move"};
    return with_text(node(Kind::name, {}), names[pick(names.size())]);
  }
  syntax::Node label() {
    static const std::vector<const char*> labels = {"A5", "b12", "c1"};
    return with_text(node(Kind::label, {}), labels[pick(labels.size())]);
  }
  std::vector<syntax::Node> operands(std::size_t count) {
    std::vector<syntax::Node> made;
    for (std::size_t i = 0; i < count; ++i) made.push_back(expression());
    return made;
  }

  // Pieces are no place: `capture 3 quan` lacks its `of`.
  std::vector<syntax::Node> with_place(std::vector<syntax::Node> made) {
    if (made.front().kind == Kind::pieces) made.front() = name();
    return made;
  }

  syntax::Node any_expression() {
    static const std::vector<Kind> binary = {
        Kind::add,           Kind::subtract,  Kind::multiply, Kind::divide,     Kind::modulo,
        Kind::equal,         Kind::not_equal, Kind::less,     Kind::less_equal, Kind::greater,
        Kind::greater_equal, Kind::in,        Kind::unite,    Kind::minus,      Kind::where,
        Kind::logical_and,   Kind::logical_or};
    static const std::vector<Kind> unary = {Kind::reverse,  Kind::the,         Kind::some,
                                            Kind::no,       Kind::logical_not, Kind::after,
                                            Kind::at_start, Kind::at_lap_start};
    switch (pick(16)) {
      case 0: return name();
      case 1: return node(Kind::number, {}, static_cast<std::int64_t>(pick(200)));
      case 2: return node(Kind::truth, {}, static_cast<std::int64_t>(pick(2)));
      case 3: return node(Kind::none, {});
      case 4:
      case 5:
      case 6: {
        const Kind kind = binary[pick(binary.size())];
        return node(kind, operands(2));
      }
      case 7: {
        const Kind kind = unary[pick(unary.size())];
        return node(kind, operands(1));
      }
      case 8: return with_text(node(Kind::call, operands(1 + pick(3))), "holes");
      case 9: {
        syntax::Node made = label();
        if (pick(2) == 1) made.children = operands(1);
        return made;
      }
      case 10: {
        syntax::Node made = node(Kind::labels, {});
        made.number = static_cast<std::int64_t>(1 + pick(3));
        for (std::int64_t i = 0; i < made.number; ++i) made.children.push_back(label());
        if (pick(2) == 1) made.children.push_back(expression());
        return made;
      }
      case 11: {
        syntax::Node made = node(Kind::run, operands(2 + pick(2)), static_cast<std::int64_t>(pick(2)));
        made.number2 = static_cast<std::int64_t>(1 + pick(3));
        return made;
      }
      case 12: {
        const std::size_t way = pick(3);
        return node(Kind::step, operands(way == 2 ? 3 : 2), static_cast<std::int64_t>(way));
      }
      case 13: return is();
      case 14: {
        const std::size_t flags = pick(4);
        const std::size_t children = ((flags & 1) != 0 ? 0 : 1) + ((flags & 2) != 0 ? 1 : 0);
        const Kind kind = pick(2) == 0 ? Kind::some_move : Kind::no_move_by;
        return node(kind, operands(children), static_cast<std::int64_t>(flags));
      }
      default:
        if (pick(2) == 0) return node(Kind::player_with, operands(1), static_cast<std::int64_t>(pick(2)));
        if (pick(2) == 0) return with_text(node(Kind::pieces, {node(Kind::number, {}, 3)}), "quan");
        return node(Kind::choose_if, operands(3));
    }
  }

  syntax::Node is() {
    syntax::Node made = node(Kind::is, operands(1));
    do {
      const std::size_t what = pick(4);
      if (what < 2) {
        syntax::Node range = node(Kind::alt_range, {}, static_cast<std::int64_t>(pick(9)));
        range.number2 = range.number + static_cast<std::int64_t>(what);
        made.children.push_back(std::move(range));
      } else {
        made.children.push_back(node(what == 2 ? Kind::alt_even : Kind::alt_odd, {}));
      }
    } while (pick(3) == 1);
    return made;
  }

  syntax::Node action() {
    static const std::vector<Kind> alone = {Kind::stop, Kind::again, Kind::end, Kind::swap_seats,
                                            Kind::rotate_seats};
    switch (pick(9)) {
      case 0: return node(alone[pick(alone.size())], {});
      case 1: return node(Kind::lift, with_place(operands(1 + pick(2))));
      case 2: {
        const Kind kind = pick(2) == 0 ? Kind::sow_after : Kind::sow_at;
        return node(kind, operands(1 + pick(2)));
      }
      case 3: {
        const std::size_t flags = pick(4);
        return node(Kind::capture, with_place(operands(1 + (flags & 1) + (flags >> 1))),
                    static_cast<std::int64_t>(flags));
      }
      case 4: return node(Kind::move, operands(2 + pick(2)));
      case 5: return with_text(node(Kind::set, operands(1 + pick(2))), "tuz");
      case 6: {
        static const std::vector<Kind> unary = {Kind::close, Kind::open, Kind::win};
        const Kind kind = unary[pick(unary.size())];
        return node(kind, operands(1));
      }
      case 7: return choose();
      default: return with_text(node(Kind::perform, operands(pick(3))), "take");
    }
  }

  syntax::Node choose() {
    const std::size_t from = pick(3);
    syntax::Node made = with_text(node(Kind::choose, {}, static_cast<std::int64_t>(from)), "n");
    if (from == syntax::kChooseWords) {
      made.children = {name(), name()};
    } else {
      made.children = operands(from == syntax::kChooseSet ? 1 : 2);
    }
    const std::size_t by = pick(3);
    if (by == 1) made.number |= syntax::kByChance;
    if (by == 2) {
      made.number |= syntax::kByPlayer;
      made.children.push_back(expression());
    }
    return made;
  }

  std::vector<std::uint8_t> choices_;
  std::size_t next_ = 0;
  int depth_ = 0;
};

// How tightly a construct holds together; what stands inside a tighter one needs brackets.
enum Level { conditional, disjunction, conjunction, negation, set, combination, sum, product, operand };

// Writes a tree with as few brackets as the grammar's table of precedence allows, and where a construct that
// reaches to the right is followed by more.
class Printer {
 public:
  std::string print(const syntax::Node& node, Level level, bool is_last) {
    const bool brackets = level_of(node) < level || (!is_last && reaches_right(node));
    if (!brackets) return bare(node, is_last);
    return "(" + bare(node, true) + ")";
  }

  std::string actions(const syntax::Node& line) {
    std::string out;
    for (const syntax::Node& child : line.children) {
      if (!out.empty()) out += "; ";
      out += action(child);
    }
    return out;
  }

  std::string action(const syntax::Node& node) {
    const auto child = [&](std::size_t i, Level level, bool is_last) {
      return print(node.children[i], level, is_last);
    };
    switch (node.kind) {
      case Kind::stop: return "stop";
      case Kind::again: return "again";
      case Kind::end: return "end";
      case Kind::swap_seats: return "swap seats";
      case Kind::rotate_seats: return "rotate seats";
      case Kind::lift:
        return "lift " + (node.children.size() > 1 ? child(1, sum, false) + " of " : "") +
               child(0, set, false);
      case Kind::sow_after:
      case Kind::sow_at:
        return (node.kind == Kind::sow_after ? "sow after " : "sow at ") + child(0, operand, false) +
               (node.children.size() > 1 ? " going " + child(1, operand, true) : "");
      case Kind::capture: {
        const bool amount = (node.number & 1) != 0;
        return "capture " + (amount ? child(1, sum, false) + " of " : "") + child(0, set, false) +
               ((node.number & 2) != 0 ? " for " + child(amount ? 2 : 1, conditional, true) : "");
      }
      case Kind::move:
        return "move " + (node.children.size() > 2 ? child(2, sum, false) : "all") + " from " +
               child(0, sum, false) + " to " + child(1, set, true);
      case Kind::set:
        return "set " + node.text +
               (node.children.size() > 1 ? "(" + child(1, conditional, true) + ")" : "") + " to " +
               child(0, conditional, true);
      case Kind::close: return "close " + child(0, set, true);
      case Kind::open: return "open " + child(0, set, true);
      case Kind::win: return "win " + child(0, conditional, true);
      case Kind::choose: return choose(node);
      case Kind::perform: return node.text + (node.children.empty() ? "" : arguments(node));
      default: return "?";
    }
  }

 private:
  std::string choose(const syntax::Node& node) {
    std::string out = "choose n from ";
    const std::int64_t from = node.number & 3;
    if (from == syntax::kChooseWords) {
      out += node.children[0].text + " or " + node.children[1].text;
    } else {
      // A name and `or` would begin a list of words.
      out += print(node.children[0], set, false);
      if (from == syntax::kChooseRange) out += " to " + print(node.children[1], set, false);
    }
    if ((node.number & syntax::kByChance) != 0) out += " by chance";
    if ((node.number & syntax::kByPlayer) != 0) {
      // The name `chance` is a player only in brackets.
      const std::string player = print(node.children.back(), operand, true);
      out += " by " + (player == "chance" ? "(chance)" : player);
    }
    return out;
  }

  std::string arguments(const syntax::Node& node) {
    std::string out = "(";
    for (const syntax::Node& child : node.children) {
      if (out.size() > 1) out += ", ";
      out += print(child, conditional, true);
    }
    return out + ")";
  }

  static Level level_of(const syntax::Node& node) {
    switch (node.kind) {
      case Kind::choose_if: return conditional;
      case Kind::logical_or: return disjunction;
      case Kind::logical_and: return conjunction;
      case Kind::equal:
      case Kind::not_equal:
      case Kind::less:
      case Kind::less_equal:
      case Kind::greater:
      case Kind::greater_equal:
      case Kind::in:
      case Kind::is:
      case Kind::logical_not:
      case Kind::after:
      case Kind::at_start:
      case Kind::at_lap_start:
      case Kind::some:
      case Kind::no:
      case Kind::some_move:
      case Kind::no_move_by: return negation;
      case Kind::where: return set;
      case Kind::unite:
      case Kind::minus: return combination;
      case Kind::add:
      case Kind::subtract: return sum;
      case Kind::multiply:
      case Kind::divide:
      case Kind::modulo: return product;
      default: return operand;
    }
  }

  // Would swallow what follows: an operator, `or 3`, `of p`, `going d`.
  static bool reaches_right(const syntax::Node& node) {
    switch (node.kind) {
      case Kind::where:
      case Kind::run:
      case Kind::step:
      case Kind::label:
      case Kind::labels:
      case Kind::is:
      case Kind::player_with:
      case Kind::some_move:
      case Kind::no_move_by:
      case Kind::choose_if: return true;
      default: return false;
    }
  }

  std::string bare(const syntax::Node& node, bool is_last) {
    const auto child = [&](std::size_t i, Level level, bool last) {
      return print(node.children[i], level, last);
    };
    const auto binary = [&](const char* sign, Level left, Level right) {
      return child(0, left, false) + sign + child(1, right, is_last);
    };
    switch (node.kind) {
      case Kind::number: return std::to_string(node.number);
      case Kind::pieces: return std::to_string(node.children[0].number) + " " + node.text;
      case Kind::truth: return node.number != 0 ? "true" : "false";
      case Kind::none: return "none";
      case Kind::name: return node.text;
      case Kind::call: return node.text + arguments(node);
      case Kind::label: return node.text + (node.children.empty() ? "" : " of " + child(0, operand, is_last));
      case Kind::labels: {
        std::string out = "holes";
        const auto count = static_cast<std::size_t>(node.number);
        for (std::size_t i = 0; i < count; ++i) out += " " + node.children[i].text;
        if (node.children.size() > count) out += " of " + child(count, operand, is_last);
        return out;
      }
      case Kind::run:
        return "run from " + child(0, operand, false) + (node.number != 0 ? " back" : " ahead") +
               (node.number2 != 1 ? " by " + std::to_string(node.number2) : "") +
               (node.children.size() > 2 ? " within " + child(2, combination, false) : "") + " while " +
               child(1, conditional, is_last);
      case Kind::step:
        return "step " + child(0, operand, false) + " from " + child(1, operand, false) +
               (node.number == syntax::kStepGoing  ? " going " + child(2, operand, is_last)
                : node.number == syntax::kStepBack ? " back"
                                                   : "");
      case Kind::reverse: return "reverse of " + child(0, operand, is_last);
      case Kind::the: return "the " + child(0, operand, is_last);
      case Kind::player_with:
        return std::string("player with ") + (node.number != 0 ? "most " : "fewest ") +
               child(0, sum, is_last);
      case Kind::add: return binary(" + ", sum, product);
      case Kind::subtract: return binary(" - ", sum, product);
      case Kind::multiply: return binary(" * ", product, operand);
      case Kind::divide: return binary(" div ", product, operand);
      case Kind::modulo: return binary(" mod ", product, operand);
      case Kind::equal: return binary(" == ", set, set);
      case Kind::not_equal: return binary(" != ", set, set);
      case Kind::less: return binary(" < ", set, set);
      case Kind::less_equal: return binary(" <= ", set, set);
      case Kind::greater: return binary(" > ", set, set);
      case Kind::greater_equal: return binary(" >= ", set, set);
      case Kind::in: return binary(" in ", set, set);
      case Kind::is: return child(0, set, false) + " is " + alternatives(node);
      case Kind::unite: return binary(" union ", combination, sum);
      case Kind::minus: return binary(" minus ", combination, sum);
      case Kind::where: return binary(" where ", combination, conditional);
      case Kind::some: return "some " + child(0, set, is_last);
      case Kind::no: return "no " + child(0, set, is_last);
      case Kind::logical_and: return binary(" and ", conjunction, negation);
      case Kind::logical_or: return binary(" or ", disjunction, conjunction);
      case Kind::logical_not: return "not " + child(0, negation, is_last);
      case Kind::after: return "after " + child(0, negation, is_last);
      case Kind::at_start: return "at-start " + child(0, negation, is_last);
      case Kind::at_lap_start: return "at-lap-start " + child(0, negation, is_last);
      case Kind::some_move:
      case Kind::no_move_by: {
        const bool any = (node.number & 1) != 0;
        std::string player = any ? "any player" : child(0, operand, false);
        if (!any && player == "any") player = "(any)";
        return (node.kind == Kind::some_move ? "some move by " : "no move by ") + player +
               ((node.number & 2) != 0 ? " gives " + child(any ? 0 : 1, conditional, is_last) : "");
      }
      case Kind::choose_if:
        return "if " + child(0, conditional, true) + " then " + child(1, conditional, true) + " else " +
               child(2, conditional, is_last);
      default: return "?";
    }
  }

  static std::string alternatives(const syntax::Node& node) {
    std::string out;
    for (std::size_t i = 1; i < node.children.size(); ++i) {
      const syntax::Node& one = node.children[i];
      if (i > 1) out += " or ";
      if (one.kind == Kind::alt_even) out += "even";
      if (one.kind == Kind::alt_odd) out += "odd";
      if (one.kind != Kind::alt_range) continue;
      out += std::to_string(one.number);
      if (one.number2 != one.number) out += " to " + std::to_string(one.number2);
    }
    return out;
  }
};

// The text of every node's place is that node again.
void check_places(const syntax::Node& node, const std::string& source) {
  const bool is_alternative =
      node.kind == Kind::alt_range || node.kind == Kind::alt_even || node.kind == Kind::alt_odd;
  if (!is_alternative) {
    Diagnostics diagnostics;
    const std::string text(cut(source, node.span));
    const bool is_action = node.kind >= Kind::lift && node.kind <= Kind::perform;
    const auto again = is_action || node.kind == Kind::actions ? parse_actions(plain(text), diagnostics)
                                                               : parse_expression(plain(text), diagnostics);
    RC_ASSERT(again.has_value());
    RC_ASSERT(same_tree(is_action ? again->children.front() : *again, node));
  }
  const bool has_words = node.kind == Kind::choose;
  for (const syntax::Node& child : node.children) {
    RC_ASSERT(node.span.begin <= child.span.begin);
    RC_ASSERT(child.span.end <= node.span.end);
    if (!has_words) check_places(child, source);
  }
}

}  // namespace

TEST_CASE("a printed tree is read as the same tree", "[parse]") {
  REQUIRE(rc::check("expressions", [](const std::vector<std::uint8_t>& choices) {
    const syntax::Node tree = TreeMaker(choices).expression();
    const std::string source = Printer().print(tree, conditional, true);
    RC_LOG(source);
    Diagnostics diagnostics;
    const auto parsed = parse_expression(plain(source), diagnostics);
    RC_ASSERT(parsed.has_value());
    RC_ASSERT(to_text(*parsed) == to_text(tree));
    RC_ASSERT(same_tree(*parsed, tree));
    check_places(*parsed, source);
  }));
  REQUIRE(rc::check("actions", [](const std::vector<std::uint8_t>& choices) {
    const syntax::Node tree = TreeMaker(choices).actions();
    const std::string source = Printer().actions(tree);
    RC_LOG(source);
    Diagnostics diagnostics;
    const auto parsed = parse_actions(plain(source), diagnostics);
    RC_ASSERT(parsed.has_value());
    RC_ASSERT(same_tree(*parsed, tree));
    check_places(*parsed, source);
  }));
}

namespace {

// Either a tree and no error, or no tree and one error at a place in the text.
void check_outcome(const std::string& text) {
  for (const Parser parser :
       {parse_expression, parse_actions, parse_expression_or_actions, parse_binding, parse_options}) {
    Diagnostics diagnostics;
    const bool parsed = parser(plain(text), diagnostics).has_value();
    RC_ASSERT(diagnostics.count(Severity::error) == (parsed ? 0 : 1));
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
      RC_ASSERT(diagnostic.primary.span.end <= text.size());
      RC_ASSERT(find_code(diagnostic.code) != nullptr);
      RC_ASSERT(diagnostic.message.find("expected ,") == std::string::npos);
      RC_ASSERT(!diagnostic.message.ends_with("expected "));
    }
  }
  Diagnostics diagnostics;
  const auto head = parse_head(text, Span{0, 0, static_cast<std::uint32_t>(text.size())}, diagnostics);
  RC_ASSERT(diagnostics.count(Severity::error) == (head ? 0 : 1));
}

}  // namespace

TEST_CASE("any text gives a tree or one error", "[parse]") {
  REQUIRE(rc::check("bytes", [](const std::string& text) { check_outcome(text); }));
  REQUIRE(rc::check("words and signs in any order", [](const std::vector<std::uint8_t>& choices) {
    std::vector<std::string> pieces = {
        "(",    ")",      ",",      ";",   "+",    "*",      " - ",   "-",    "==",     "=",
        "!=",   "<",      ">=",     "a",   "h",    "3",      "0",     "A5",   "$",      "\"",
        "'",    "seeds(", "holes",  "any", "all",  "chance", "seats", "lift", "sow",    "capture",
        "move", "set",    "choose", "win", "stop", "at",     "Xy",    "010",  "\u2265", "elif"};
    pieces.insert(pieces.end(), grammar_words().begin(), grammar_words().end());
    std::string text;
    for (const std::uint8_t choice : choices)
      text += pieces[choice % pieces.size()] + (choice % 7 == 0 ? "" : " ");
    check_outcome(text);
  }));
}
