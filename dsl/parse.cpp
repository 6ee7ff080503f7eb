// The grammar, and how its matches become a tree. Every choice in it is made by the next word (or the next
// few, where `at` looks ahead), so nothing is undone once it was built, and the place farthest into the text
// at which a word did not fit is the place of the error.
#include "dsl/parse.h"

#include <algorithm>
#include <cstring>
#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze.hpp>
#include <tao/pegtl/contrib/limit_depth.hpp>
#include <utility>

#include "dsl/bytes.h"
#include "dsl/lexemes.h"
#include "dsl/parse_error.h"

namespace mancala {

namespace {

namespace pegtl = tao::pegtl;
using syntax::Kind;
using What = Expected::What;

// --- lexemes
// lexemes A lexeme takes the blanks that follow it, too: a rule then begins exactly where its first lexeme
// begins.

template <std::size_t N>
struct Text {
  char bytes[N];
  constexpr Text(const char (&text)[N]) { std::copy_n(text, N, bytes); }  // NOLINT: a literal is a Text
  [[nodiscard]] constexpr std::string_view view() const { return {bytes, N - 1}; }
};

template <typename Input>
std::string_view rest(const Input& in) {
  return {in.current(), static_cast<std::size_t>(in.end() - in.current())};
}

template <typename Input>
bool take(Input& in, std::size_t size) {
  in.bump(size);
  while (!in.empty() && is_space(*in.current())) in.bump(1);
  return true;
}

namespace grammar {

template <Text T, What W = What::word>
struct word {
  using rule_t = word;
  using subs_t = pegtl::type_list<>;
  static constexpr bool takes_something = true;
  static constexpr Expected expected{W, T.view()};

  template <typename Input>
  static bool match(Input& in) {
    return word_at(rest(in), 0) == T.view() && take(in, T.view().size());
  }
};

// An operator or a mark. `=` after `<`, `>`, `=` would make it another sign.
template <Text T, What W = What::word>
struct sign {
  using rule_t = sign;
  using subs_t = pegtl::type_list<>;
  static constexpr bool takes_something = true;
  static constexpr Expected expected{W, T.view()};

  template <typename Input>
  static bool match(Input& in) {
    const std::string_view text = rest(in);
    if (!text.starts_with(T.view())) return false;
    if constexpr (W == What::comparison) {
      const std::string_view after = text.substr(T.view().size(), 1);
      if (after == "=" || after == "<" || after == ">") return false;
    }
    return take(in, T.view().size());
  }
};

// Between blanks, since `a-b` is one name.
struct minus_sign {
  using rule_t = minus_sign;
  using subs_t = pegtl::type_list<>;
  static constexpr bool takes_something = true;
  static constexpr Expected expected{What::calculation, "-"};

  template <typename Input>
  static bool match(Input& in) {
    const std::string_view text = rest(in);
    if (text.empty() || text[0] != '-' || (text.size() > 1 && !is_space(text[1]))) return false;
    return in.current() != in.begin() && is_space(in.current()[-1]) && take(in, 1);
  }
};

template <What W>
struct number {
  using rule_t = number;
  using subs_t = pegtl::type_list<>;
  static constexpr bool takes_something = true;
  static constexpr Expected expected{W, {}};

  template <typename Input>
  static bool match(Input& in) {
    const std::string_view digits = word_at(rest(in), 0);
    if (!is_number(digits) || digits.size() > 10 || std::stoll(std::string(digits)) > kMaxNumber)
      return false;
    const std::string_view after = rest(in).substr(digits.size());
    const bool has_fraction = after.size() > 1 && after[0] == '.' && is_word_char(after[1]);
    return !has_fraction && take(in, digits.size());
  }
};

template <What W>
struct name {
  using rule_t = name;
  using subs_t = pegtl::type_list<>;
  static constexpr bool takes_something = true;
  static constexpr Expected expected{W, {}};

  template <typename Input>
  static bool match(Input& in) {
    const std::string_view text = word_at(rest(in), 0);
    return is_name(text) && take(in, text.size());
  }
};

struct label {
  using rule_t = label;
  using subs_t = pegtl::type_list<>;
  static constexpr bool takes_something = true;
  static constexpr Expected expected{What::label, {}};

  template <typename Input>
  static bool match(Input& in) {
    const std::string_view text = word_at(rest(in), 0);
    return is_label(text) && take(in, text.size());
  }
};

struct first_blanks {
  using rule_t = first_blanks;
  using subs_t = pegtl::type_list<>;
  static constexpr bool takes_something = false;

  template <typename Input>
  static bool match(Input& in) {
    return take(in, 0);
  }
};

struct end_of_text {
  using rule_t = end_of_text;
  using subs_t = pegtl::type_list<>;
  static constexpr bool takes_something = false;
  static constexpr Expected expected{What::end, {}};

  template <typename Input>
  static bool match(Input& in) {
    return in.empty();
  }
};

}  // namespace grammar

}  // namespace

}  // namespace mancala

// For PEGTL's search for loops that take nothing.
template <typename Name, typename Lexeme>
requires(Lexeme::takes_something) struct tao::pegtl::analyze_traits<Name, Lexeme> : analyze_any_traits<> {
};
template <typename Name, typename Lexeme>
requires(!Lexeme::takes_something) struct tao::pegtl::analyze_traits<Name, Lexeme> : analyze_opt_traits<> {
};

namespace mancala {

namespace {

namespace grammar {

// --- expressions
using pegtl::at;
using pegtl::if_must;
using pegtl::list_must;
using pegtl::must;
using pegtl::opt;
using pegtl::plus;
using pegtl::seq;
using pegtl::sor;
using pegtl::star;

// Counts as one level of nesting.
template <typename Rule>
struct nested : seq<Rule> {};

template <Text T>
using opening = word<T, What::value>;  // a word that an operand begins with
template <Text T>
using operation = word<T, What::calculation>;

struct expression;
struct operand;
struct negation;

struct arguments : if_must<sign<"(", What::unsaid>, list_must<nested<expression>, sign<",">>, sign<")">> {};
struct group : if_must<sign<"(", What::value>, nested<expression>, sign<")">> {};
struct a_name : name<What::value> {};
struct named : seq<a_name, opt<arguments>> {};
struct a_number : number<What::value> {};
struct kind_of_piece : name<What::unsaid> {};
struct counted : seq<a_number, opt<kind_of_piece>> {};
struct yes : opening<"true"> {};
struct no_ : opening<"false"> {};
struct nothing : opening<"none"> {};

struct of_player : if_must<word<"of">, nested<operand>> {};
struct a_label : label {};
struct hole : seq<a_label, opt<of_player>> {};
struct list_of_holes : seq<at<word<"holes", What::unsaid>, label>, word<"holes", What::unsaid>, plus<a_label>,
                           opt<of_player>> {};

struct back : word<"back"> {};
struct number_of_step : number<What::number> {};
struct by_number : if_must<word<"by">, number_of_step> {};

struct sum;
struct combination;
struct set;
struct within : if_must<word<"within">, combination> {};
struct run : if_must<opening<"run">, word<"from">, nested<operand>, opt<sor<word<"ahead">, back>>,
                     opt<by_number>, opt<within>, word<"while">, nested<expression>> {};
struct going : if_must<word<"going">, nested<operand>> {};
struct step : if_must<opening<"step">, nested<operand>, word<"from">, nested<operand>,
                      opt<sor<word<"ahead">, back, going>>> {};
struct reverse : if_must<opening<"reverse">, word<"of">, nested<operand>> {};
struct the : if_must<opening<"the">, nested<operand>> {};
struct most : word<"most"> {};
struct player_with : if_must<opening<"player">, word<"with">, sor<most, word<"fewest">>, nested<sum>> {};

struct operand : sor<counted, hole, group, yes, no_, nothing, run, step, reverse, the, player_with,
                     list_of_holes, named> {};

struct times : if_must<sign<"*", What::calculation>, operand> {};
struct modulo : if_must<operation<"mod">, operand> {};
struct divide : if_must<operation<"div">, operand> {};
struct product : seq<operand, star<sor<times, modulo, divide>>> {};

struct add : if_must<sign<"+", What::calculation>, product> {};
struct subtract : if_must<minus_sign, product> {};
struct sum : seq<product, star<sor<add, subtract>>> {};

struct unite : if_must<operation<"union">, sum> {};
struct without : if_must<operation<"minus">, sum> {};
struct combination : seq<sum, star<sor<unite, without>>> {};

struct where : if_must<operation<"where">, nested<expression>> {};
struct set : seq<combination, opt<where>> {};

template <Text T>
using comparing = sign<T, What::comparison>;
struct equal : if_must<comparing<"==">, set> {};
struct not_equal : if_must<comparing<"!=">, set> {};
struct less_equal : if_must<comparing<"<=">, set> {};
struct greater_equal : if_must<comparing<">=">, set> {};
struct less : if_must<comparing<"<">, set> {};
struct greater : if_must<comparing<">">, set> {};
struct in : if_must<word<"in", What::comparison>, set> {};

struct bound : number<What::alternative> {};
struct upper_bound : number<What::number> {};
struct range : seq<bound, opt<if_must<word<"to">, upper_bound>>> {};
struct even : word<"even", What::alternative> {};
struct odd : word<"odd", What::alternative> {};
struct alternative : sor<range, even, odd> {};
// `or` goes on with alternatives only before one: `x is 2 or flag` asks for either.
struct further : seq<at<word<"or", What::logic>, alternative>, word<"or", What::logic>, alternative> {};
struct is : if_must<word<"is", What::comparison>, alternative, star<further>> {};

// After `where` no comparison can follow but a second one: `own where 1 < seeds(it) < 5`.
struct comparison
    : seq<combination, opt<sor<where, equal, not_equal, less_equal, greater_equal, less, greater, in, is>>> {
};

struct logical_not : if_must<opening<"not">, nested<negation>> {};
struct after : if_must<opening<"after">, nested<negation>> {};
struct at_start : if_must<opening<"at-start">, nested<negation>> {};
struct at_lap_start : if_must<opening<"at-lap-start">, nested<negation>> {};

struct any_player : if_must<word<"any", What::unsaid>, word<"player">> {};
struct gives : if_must<word<"gives">, nested<expression>> {};
struct move_by
    : seq<word<"move", What::unsaid>, word<"by">, must<sor<any_player, nested<operand>>>, opt<gives>> {};
struct some_move
    : seq<at<opening<"some">, word<"move", What::unsaid>, word<"by">>, opening<"some">, move_by> {};
struct no_move : seq<at<opening<"no">, word<"move", What::unsaid>, word<"by">>, opening<"no">, move_by> {};
struct some : if_must<opening<"some">, nested<set>> {};
struct no : if_must<opening<"no">, nested<set>> {};

struct negation : sor<logical_not, after, at_start, at_lap_start, some_move, no_move, some, no, comparison> {
};
struct both : if_must<word<"and", What::logic>, negation> {};
struct conjunction : seq<negation, star<both>> {};
struct either : if_must<word<"or", What::logic>, conjunction> {};
struct disjunction : seq<conjunction, star<either>> {};
struct conditional : if_must<opening<"if">, nested<expression>, word<"then">, nested<expression>,
                             word<"else">, nested<expression>> {};
struct expression : sor<conditional, disjunction> {};

// --- actions
template <Text T>
using act = word<T, What::action>;

struct a_new_name : name<What::name> {};
struct out_of : if_must<word<"of">, set> {};  // `2 of here`: what stands before is the amount
struct amount_of_what : seq<set, opt<out_of>> {};

struct lift : if_must<act<"lift">, amount_of_what> {};
struct sow_after : if_must<word<"after">, operand, opt<going>> {};
struct sow_at : if_must<word<"at">, operand, opt<going>> {};
struct sow : if_must<act<"sow">, sor<sow_after, sow_at>> {};
struct recipient : if_must<word<"for">, expression> {};
struct capture : if_must<act<"capture">, amount_of_what, opt<recipient>> {};
struct all : seq<at<word<"all", What::unsaid>, word<"from">>, word<"all", What::unsaid>> {};
struct move : if_must<act<"move">, sor<all, sum>, word<"from">, sum, word<"to">, set> {};
struct argument : if_must<sign<"(", What::unsaid>, nested<expression>, sign<")">> {};
struct set_state : if_must<act<"set">, a_new_name, opt<argument>, word<"to">, expression> {};
struct close : if_must<act<"close">, set> {};
struct open : if_must<act<"open">, set> {};

struct choice_word : name<What::value> {};
struct words
    : seq<at<name<What::value>, word<"or", What::logic>>, list_must<choice_word, word<"or", What::logic>>> {};
struct to_number : if_must<word<"to">, set> {};
struct options : sor<words, seq<set, opt<to_number>>> {};
struct chance : word<"chance", What::unsaid> {};
struct picker : seq<operand> {};
struct chooser : if_must<word<"by">, sor<chance, picker>> {};
struct choose : if_must<act<"choose">, a_new_name, word<"from">, options, opt<chooser>> {};

struct win : if_must<act<"win">, expression> {};
struct again : act<"again"> {};
struct stop : act<"stop"> {};
struct end : act<"end"> {};
struct swap_seats : if_must<act<"swap">, word<"seats">> {};
struct rotate_seats : if_must<act<"rotate">, word<"seats">> {};
struct definition : name<What::action> {};
struct perform : seq<definition, opt<arguments>> {};

struct action : sor<lift, sow, capture, move, set_state, close, open, choose, win, again, stop, end,
                    swap_seats, rotate_seats, perform> {};
struct line_of_actions : seq<must<action>, star<if_must<sign<";">, action>>> {};

// --- other texts
struct parameter : name<What::name> {};
struct parameters : if_must<sign<"(">, list_must<parameter, sign<",">>, sign<")">> {};
struct order : if_must<word<"from">, a_new_name> {};
struct binding : if_must<a_new_name, word<"in">, set, opt<order>> {};

struct whole_expression : must<first_blanks, expression, end_of_text> {};
struct whole_actions : must<first_blanks, line_of_actions, end_of_text> {};
struct whole_head : must<first_blanks, parameter, opt<parameters>, end_of_text> {};
struct whole_binding : must<first_blanks, binding, end_of_text> {};
struct whole_options : must<first_blanks, options, end_of_text> {};

}  // namespace grammar

// --- the tree

// What a part is to the construct that will take it.
enum class Role : std::uint8_t {
  operand,
  what,  // of `amount of what`
  direction,
  back,
  step,
  within,
  player,
  any_player,
  gives,
  most,
  recipient,
  argument,
  word,
  upper,
  chance,
  order,
};

// A stretch of the decoded text.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Part {
  Role role = Role::operand;
  syntax::Node node;  // spans are in bytes of the decoded text until the tree is complete
};

Span as_span(Range range) {
  return {kNoFile, static_cast<std::uint32_t>(range.begin), static_cast<std::uint32_t>(range.end)};
}

// Finished parts that no construct has taken yet, in order of the text. A construct takes those that begin
// inside it.
class Builder {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t offset(const char* place) const {
    return static_cast<std::size_t>(place - text_.data());
  }
  // What a match covers without the blanks at its end.
  [[nodiscard]] Range range(const char* begin, const char* end) const {
    const std::size_t first = offset(begin);
    return {first, std::max(first, trimmed_end(text_, offset(end)))};
  }
  [[nodiscard]] std::string text_of(Range range) const {
    return std::string(text_.substr(range.begin, range.end - range.begin));
  }

  syntax::Node& push(Kind kind, Range range, std::vector<syntax::Node> children = {}) {
    if (++count_ > kMaxExpressionNodes) throw SyntaxError{SyntaxError::Reason::too_long, range.end, {}};
    Part& part = parts_.emplace_back();
    part.node.kind = kind;
    part.node.span = as_span(range);
    part.node.children = std::move(children);
    return part.node;
  }
  void mark(Role role) { parts_.back().role = role; }
  // A part that only says that a word was there.
  void flag(Role role, Range range) {
    parts_.emplace_back().role = role;
    parts_.back().node.span = as_span(range);
  }

  [[nodiscard]] syntax::Node& last() { return parts_.back().node; }
  syntax::Node pop() {
    syntax::Node node = std::move(parts_.back().node);
    parts_.pop_back();
    return node;
  }
  // Takes the parts that begin inside a range.
  std::vector<Part> take(Range range) {
    std::size_t first = parts_.size();
    while (first > 0 && parts_[first - 1].node.span.begin >= range.begin) --first;
    std::vector<Part> taken(std::make_move_iterator(parts_.begin() + static_cast<std::ptrdiff_t>(first)),
                            std::make_move_iterator(parts_.end()));
    parts_.resize(first);
    return taken;
  }
  std::vector<syntax::Node> take_nodes(Range range) {
    std::vector<syntax::Node> nodes;
    for (Part& part : take(range)) nodes.push_back(std::move(part.node));
    return nodes;
  }
  [[nodiscard]] std::vector<syntax::Node> result() { return take_nodes({0, text_.size()}); }

  // Remembers what did not fit at the farthest place.
  void expect(std::size_t at, Expected expected) {
    if (at < error_at_) return;
    if (at > error_at_) expected_.clear();
    error_at_ = at;
    const auto same = [&](const Expected& other) {
      return other.what == expected.what && other.text == expected.text;
    };
    if (std::none_of(expected_.begin(), expected_.end(), same)) expected_.push_back(expected);
  }
  [[nodiscard]] SyntaxError error() const { return {SyntaxError::Reason::unexpected, error_at_, expected_}; }

 private:
  std::string_view text_;
  std::vector<Part> parts_;
  int count_ = 0;
  std::size_t error_at_ = 0;
  std::vector<Expected> expected_;
};

using Parts = std::vector<Part>;
using Nodes = std::vector<syntax::Node>;

bool has(const Parts& parts, Role role) {
  return std::any_of(parts.begin(), parts.end(), [role](const Part& part) { return part.role == role; });
}

// Moves the nodes of a role to the end of `nodes`; says whether there were any.
bool move_role(Parts& parts, Role role, Nodes& nodes) {
  bool any = false;
  for (Part& part : parts) {
    if (part.role != role) continue;
    nodes.push_back(std::move(part.node));
    any = true;
  }
  return any;
}

Nodes operands(Parts& parts) {
  Nodes nodes;
  move_role(parts, Role::operand, nodes);
  return nodes;
}

// What a matched rule does with the builder. Rules without an action only pass on the parts inside them.
template <typename Rule>
struct build : pegtl::nothing<Rule> {};

template <typename Rule>
struct build<grammar::nested<Rule>> : pegtl::limit_depth<kMaxExpressionDepth> {};

// Calls F(builder, range of the match).
template <auto F>
struct call {
  template <typename Input>
  static void apply(const Input& in, Builder& b) {
    F(b, b.range(in.begin(), in.end()));
  }
};

template <Kind K>
void leaf(Builder& b, Range range) {
  syntax::Node& node = b.push(K, range);
  node.text = b.text_of(range);
  node.name_span = node.span;
}

template <Kind K>
void plain(Builder& b, Range range) {
  Nodes children = b.take_nodes(range);
  b.push(K, range, std::move(children));
}

// An operator between the part before it and the part after it.
template <Kind K>
void binary(Builder& b, Range /*operator and right side*/) {
  syntax::Node right = b.pop();
  syntax::Node left = b.pop();
  const Range range{left.span.begin, right.span.end};
  Nodes children;
  children.push_back(std::move(left));
  children.push_back(std::move(right));
  b.push(K, range, std::move(children));
}

template <Role R>
void role(Builder& b, Range /*range*/) {
  b.mark(R);
}

template <Role R>
void flag(Builder& b, Range range) {
  b.flag(R, range);
}

void number_leaf(Builder& b, Range range) {
  b.push(Kind::number, range).number = std::stoll(b.text_of(range));
}

template <bool Value>
void truth_leaf(Builder& b, Range range) {
  b.push(Kind::truth, range).number = Value ? 1 : 0;
}

void brackets(Builder& b, Range range) { b.last().span = as_span(range); }

// `name (arguments)`: the name is the part before the arguments.
void call_of_name(Builder& b, Range range) {
  Nodes children = b.take_nodes(range);
  syntax::Node name = b.pop();
  syntax::Node& node = b.push(Kind::call, {name.span.begin, range.end}, std::move(children));
  node.text = std::move(name.text);
  node.name_span = name.span;
}

void pieces(Builder& b, Range range) {
  syntax::Node kind = b.pop();
  syntax::Node count = b.pop();
  const Range whole{count.span.begin, range.end};
  Nodes children;
  children.push_back(std::move(count));
  syntax::Node& node = b.push(Kind::pieces, whole, std::move(children));
  node.text = std::move(kind.text);
  node.name_span = kind.span;
}

void kind_of_piece(Builder& b, Range range) {
  leaf<Kind::name>(b, range);
  pieces(b, range);
}

void hole(Builder& b, Range range) {
  Parts parts = b.take(range);
  syntax::Node label = std::move(parts.front().node);
  label.span = as_span(range);
  move_role(parts, Role::player, label.children);
  syntax::Node& node = b.push(Kind::label, range, std::move(label.children));
  node.text = std::move(label.text);
  node.name_span = label.name_span;
}

void list_of_holes(Builder& b, Range range) {
  Parts parts = b.take(range);
  Nodes children = operands(parts);
  const auto count = static_cast<std::int64_t>(children.size());
  move_role(parts, Role::player, children);
  b.push(Kind::labels, range, std::move(children)).number = count;
}

void run(Builder& b, Range range) {
  Parts parts = b.take(range);
  Nodes children = operands(parts);  // from, while
  Nodes step;
  move_role(parts, Role::within, children);
  move_role(parts, Role::step, step);
  syntax::Node& node = b.push(Kind::run, range, std::move(children));
  node.number = has(parts, Role::back) ? syntax::kRunBack : 0;
  node.number2 = step.empty() ? 1 : step.front().number;
}

void step(Builder& b, Range range) {
  Parts parts = b.take(range);
  Nodes children = operands(parts);
  const bool going = move_role(parts, Role::direction, children);
  b.push(Kind::step, range, std::move(children)).number = going                    ? syntax::kStepGoing
                                                          : has(parts, Role::back) ? syntax::kStepBack
                                                                                   : syntax::kStepAhead;
}

void player_with(Builder& b, Range range) {
  Parts parts = b.take(range);
  Nodes children = operands(parts);
  b.push(Kind::player_with, range, std::move(children)).number = has(parts, Role::most) ? 1 : 0;
}

void range_of_numbers(Builder& b, Range range) {
  const Nodes numbers = b.take_nodes(range);
  syntax::Node& node = b.push(Kind::alt_range, range);
  node.number = numbers.front().number;
  node.number2 = numbers.back().number;
}

void is(Builder& b, Range range) {
  Nodes alternatives = b.take_nodes(range);
  Nodes children;
  children.push_back(b.pop());
  const Range whole{children.front().span.begin, range.end};
  std::move(alternatives.begin(), alternatives.end(), std::back_inserter(children));
  b.push(Kind::is, whole, std::move(children));
}

template <Kind K>
void move_of_player(Builder& b, Range range) {
  Parts parts = b.take(range);
  Nodes children = operands(parts);
  const bool gives = move_role(parts, Role::gives, children);
  b.push(K, range, std::move(children)).number = (has(parts, Role::any_player) ? 1 : 0) | (gives ? 2 : 0);
}

// `what`, or `amount of what`: children what, amount.
Nodes what_and_amount(Parts& parts) {
  Nodes children;
  move_role(parts, Role::what, children);
  move_role(parts, Role::operand, children);
  const syntax::Node& what = children.front();
  if (what.kind == Kind::pieces) {  // `capture 2 here`: no place is called so, the `of` is missing
    throw SyntaxError{SyntaxError::Reason::unexpected, what.name_span.begin, {{What::word, "of"}}};
  }
  return children;
}

void lift(Builder& b, Range range) {
  Parts parts = b.take(range);
  b.push(Kind::lift, range, what_and_amount(parts));
}

void capture(Builder& b, Range range) {
  Parts parts = b.take(range);
  Nodes children = what_and_amount(parts);
  const std::int64_t amount = children.size() > 1 ? 1 : 0;
  const std::int64_t recipient = move_role(parts, Role::recipient, children) ? 2 : 0;
  b.push(Kind::capture, range, std::move(children)).number = amount | recipient;
}

// The grammar has `sow` around the rule that says where.
template <Kind K>
void sow_where(Builder& b, Range range) {
  Parts parts = b.take(range);
  Nodes children = operands(parts);
  move_role(parts, Role::direction, children);
  b.push(K, range, std::move(children));
}

void move_seeds(Builder& b, Range range) {
  Nodes children = b.take_nodes(range);  // [amount,] from, to
  if (children.size() > 2) std::rotate(children.begin(), children.begin() + 1, children.end());
  b.push(Kind::move, range, std::move(children));
}

void set_state(Builder& b, Range range) {
  Parts parts = b.take(range);
  Nodes children = operands(parts);  // state, value
  const syntax::Node state = std::move(children.front());
  children.erase(children.begin());
  move_role(parts, Role::argument, children);
  syntax::Node& node = b.push(Kind::set, range, std::move(children));
  node.text = state.text;
  node.name_span = state.span;
}

void choice_word(Builder& b, Range range) {
  leaf<Kind::name>(b, range);
  b.mark(Role::word);
}

void options(Builder& b, Range range) {
  Parts parts = b.take(range);
  Nodes children = operands(parts);
  std::int64_t from = syntax::kChooseSet;
  if (move_role(parts, Role::word, children)) from = syntax::kChooseWords;
  if (move_role(parts, Role::upper, children)) from = syntax::kChooseRange;
  b.push(Kind::choose, range, std::move(children)).number = from;
}

void choose(Builder& b, Range range) {
  Parts parts = b.take(range);  // name, options[, chooser]
  const syntax::Node name = std::move(parts[0].node);
  Nodes children = std::move(parts[1].node.children);
  const std::int64_t from = parts[1].node.number;
  const std::int64_t player = move_role(parts, Role::player, children) ? syntax::kByPlayer : 0;
  const std::int64_t chance = has(parts, Role::chance) ? syntax::kByChance : 0;
  syntax::Node& node = b.push(Kind::choose, range, std::move(children));
  node.text = name.text;
  node.name_span = name.span;
  node.number = from | player | chance;
}

void perform(Builder& b, Range range) {
  syntax::Node named = b.pop();
  syntax::Node& node = b.push(Kind::perform, range, std::move(named.children));
  node.text = std::move(named.text);
  node.name_span = named.name_span;
}

void binding(Builder& b, Range range) {
  Parts parts = b.take(range);
  Nodes children = operands(parts);  // variable, set
  const syntax::Node variable = std::move(children.front());
  children.erase(children.begin());
  Nodes order;
  move_role(parts, Role::order, order);
  std::int64_t from = 0;
  Span name_span = variable.span;
  if (!order.empty()) {
    from = order.front().text == "left" ? 1 : order.front().text == "right" ? 2 : 3;
    name_span = order.front().span;
    if (from == 3) children.push_back(std::move(order.front()));
  }
  syntax::Node& node = b.push(Kind::where, range, std::move(children));
  node.text = variable.text;
  node.name_span = name_span;
  node.number = from;
}

// clang-format off
template <> struct build<grammar::a_name> : call<leaf<Kind::name>> {};
template <> struct build<grammar::a_number> : call<number_leaf> {};
template <> struct build<grammar::kind_of_piece> : call<kind_of_piece> {};
template <> struct build<grammar::arguments> : call<call_of_name> {};
template <> struct build<grammar::group> : call<brackets> {};
template <> struct build<grammar::yes> : call<truth_leaf<true>> {};
template <> struct build<grammar::no_> : call<truth_leaf<false>> {};
template <> struct build<grammar::nothing> : call<plain<Kind::none>> {};
template <> struct build<grammar::of_player> : call<role<Role::player>> {};
template <> struct build<grammar::a_label> : call<leaf<Kind::label>> {};
template <> struct build<grammar::hole> : call<hole> {};
template <> struct build<grammar::list_of_holes> : call<list_of_holes> {};
template <> struct build<grammar::back> : call<flag<Role::back>> {};
template <> struct build<grammar::number_of_step> : call<number_leaf> {};
template <> struct build<grammar::by_number> : call<role<Role::step>> {};
template <> struct build<grammar::within> : call<role<Role::within>> {};
template <> struct build<grammar::run> : call<run> {};
template <> struct build<grammar::going> : call<role<Role::direction>> {};
template <> struct build<grammar::step> : call<step> {};
template <> struct build<grammar::reverse> : call<plain<Kind::reverse>> {};
template <> struct build<grammar::the> : call<plain<Kind::the>> {};
template <> struct build<grammar::most> : call<flag<Role::most>> {};
template <> struct build<grammar::player_with> : call<player_with> {};
template <> struct build<grammar::times> : call<binary<Kind::multiply>> {};
template <> struct build<grammar::modulo> : call<binary<Kind::modulo>> {};
template <> struct build<grammar::divide> : call<binary<Kind::divide>> {};
template <> struct build<grammar::add> : call<binary<Kind::add>> {};
template <> struct build<grammar::subtract> : call<binary<Kind::subtract>> {};
template <> struct build<grammar::unite> : call<binary<Kind::unite>> {};
template <> struct build<grammar::without> : call<binary<Kind::minus>> {};
template <> struct build<grammar::where> : call<binary<Kind::where>> {};
template <> struct build<grammar::equal> : call<binary<Kind::equal>> {};
template <> struct build<grammar::not_equal> : call<binary<Kind::not_equal>> {};
template <> struct build<grammar::less> : call<binary<Kind::less>> {};
template <> struct build<grammar::less_equal> : call<binary<Kind::less_equal>> {};
template <> struct build<grammar::greater> : call<binary<Kind::greater>> {};
template <> struct build<grammar::greater_equal> : call<binary<Kind::greater_equal>> {};
template <> struct build<grammar::in> : call<binary<Kind::in>> {};
template <> struct build<grammar::bound> : call<number_leaf> {};
template <> struct build<grammar::upper_bound> : call<number_leaf> {};
template <> struct build<grammar::range> : call<range_of_numbers> {};
template <> struct build<grammar::even> : call<plain<Kind::alt_even>> {};
template <> struct build<grammar::odd> : call<plain<Kind::alt_odd>> {};
template <> struct build<grammar::is> : call<is> {};
template <> struct build<grammar::logical_not> : call<plain<Kind::logical_not>> {};
template <> struct build<grammar::after> : call<plain<Kind::after>> {};
template <> struct build<grammar::at_start> : call<plain<Kind::at_start>> {};
template <> struct build<grammar::at_lap_start> : call<plain<Kind::at_lap_start>> {};
template <> struct build<grammar::any_player> : call<flag<Role::any_player>> {};
template <> struct build<grammar::gives> : call<role<Role::gives>> {};
template <> struct build<grammar::some_move> : call<move_of_player<Kind::some_move>> {};
template <> struct build<grammar::no_move> : call<move_of_player<Kind::no_move_by>> {};
template <> struct build<grammar::some> : call<plain<Kind::some>> {};
template <> struct build<grammar::no> : call<plain<Kind::no>> {};
template <> struct build<grammar::both> : call<binary<Kind::logical_and>> {};
template <> struct build<grammar::either> : call<binary<Kind::logical_or>> {};
template <> struct build<grammar::conditional> : call<plain<Kind::choose_if>> {};
template <> struct build<grammar::out_of> : call<role<Role::what>> {};
template <> struct build<grammar::lift> : call<lift> {};
template <> struct build<grammar::sow_after> : call<sow_where<Kind::sow_after>> {};
template <> struct build<grammar::sow_at> : call<sow_where<Kind::sow_at>> {};
template <> struct build<grammar::sow> : call<brackets> {};
template <> struct build<grammar::recipient> : call<role<Role::recipient>> {};
template <> struct build<grammar::capture> : call<capture> {};
template <> struct build<grammar::move> : call<move_seeds> {};
template <> struct build<grammar::a_new_name> : call<leaf<Kind::name>> {};
template <> struct build<grammar::argument> : call<role<Role::argument>> {};
template <> struct build<grammar::set_state> : call<set_state> {};
template <> struct build<grammar::close> : call<plain<Kind::close>> {};
template <> struct build<grammar::open> : call<plain<Kind::open>> {};
template <> struct build<grammar::choice_word> : call<choice_word> {};
template <> struct build<grammar::to_number> : call<role<Role::upper>> {};
template <> struct build<grammar::options> : call<options> {};
template <> struct build<grammar::chance> : call<flag<Role::chance>> {};
template <> struct build<grammar::picker> : call<role<Role::player>> {};
template <> struct build<grammar::choose> : call<choose> {};
template <> struct build<grammar::win> : call<plain<Kind::win>> {};
template <> struct build<grammar::again> : call<plain<Kind::again>> {};
template <> struct build<grammar::stop> : call<plain<Kind::stop>> {};
template <> struct build<grammar::end> : call<plain<Kind::end>> {};
template <> struct build<grammar::swap_seats> : call<plain<Kind::swap_seats>> {};
template <> struct build<grammar::rotate_seats> : call<plain<Kind::rotate_seats>> {};
template <> struct build<grammar::definition> : call<leaf<Kind::name>> {};
template <> struct build<grammar::perform> : call<perform> {};
template <> struct build<grammar::line_of_actions> : call<plain<Kind::actions>> {};
template <> struct build<grammar::parameter> : call<leaf<Kind::name>> {};
template <> struct build<grammar::order> : call<role<Role::order>> {};
template <> struct build<grammar::binding> : call<binding> {};
// clang-format on

template <typename Rule>
struct control : pegtl::normal<Rule> {
  template <typename Input>
  static void failure(const Input& in, Builder& b) {
    if constexpr (requires { Rule::expected; }) b.expect(b.offset(in.current()), Rule::expected);
  }
  template <typename Input>
  [[noreturn]] static void raise(const Input& /*in*/, Builder& b) {
    throw b.error();
  }
};

// Spans of a finished tree: from bytes of the decoded text to bytes of the file.
void locate(syntax::Node& node, const ScalarText& text) {
  node.span = text.span(node.span.begin, node.span.end);
  if (node.name_span.end != 0) node.name_span = text.span(node.name_span.begin, node.name_span.end);
  for (syntax::Node& child : node.children) locate(child, text);
}

// The parts at the top of what Rule matched; empty after an error.
template <typename Rule>
Nodes parse(const ScalarText& text, Goal goal, Diagnostics& diagnostics) {
  const std::string_view value = text.value;
  Builder builder(value);
  pegtl::memory_input<pegtl::tracking_mode::lazy> in(value.data(), value.size(), "");
  SyntaxError error;
  try {
    pegtl::parse<Rule, build, control>(in, builder);
    Nodes nodes = builder.result();
    for (syntax::Node& node : nodes) locate(node, text);
    return nodes;
  } catch (SyntaxError& stopped) {
    error = std::move(stopped);
  } catch (const pegtl::parse_error& too_deep) {  // limit_depth; everything else is a SyntaxError
    error = {SyntaxError::Reason::too_deep, too_deep.positions().front().byte, {}};
  }
  report_syntax_error(error, goal, text, diagnostics);
  return {};
}

template <typename Rule>
std::optional<syntax::Node> parse_one(const ScalarText& text, Goal goal, Diagnostics& diagnostics) {
  Nodes nodes = parse<Rule>(text, goal, diagnostics);
  if (nodes.empty()) return std::nullopt;
  return std::move(nodes.front());
}

// A key as a scalar: plain, or quoted without escapes.
ScalarText key_text(std::string_view key, Span span) {
  ScalarText text;
  text.value = key;
  text.file = span.file;
  const std::size_t length = span.end - span.begin;
  const std::uint32_t quote = length == key.size() + 2 ? 1 : 0;
  for (std::size_t i = 0; i <= key.size(); ++i) {
    text.byte_map.push_back(std::min(span.begin + quote + static_cast<std::uint32_t>(i), span.end));
  }
  return text;
}

// No expression has a `;`, and no condition or value begins with the first word of an action.
bool reads_as_actions(std::string_view text) {
  if (text.find(';') != std::string_view::npos) return true;
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const std::string_view word = word_at(text, first);
  if (is_action_with_operand(word)) return true;
  return is_action_word(word) && first + word.size() == trimmed_end(text, text.size());
}

}  // namespace

std::optional<syntax::Node> parse_expression(const ScalarText& text, Diagnostics& diagnostics) {
  return parse_one<grammar::whole_expression>(text, Goal::expression, diagnostics);
}

std::optional<syntax::Node> parse_actions(const ScalarText& text, Diagnostics& diagnostics) {
  return parse_one<grammar::whole_actions>(text, Goal::actions, diagnostics);
}

std::optional<syntax::Node> parse_expression_or_actions(const ScalarText& text, Diagnostics& diagnostics) {
  return reads_as_actions(text.value) ? parse_actions(text, diagnostics)
                                      : parse_expression(text, diagnostics);
}

std::optional<syntax::Head> parse_head(std::string_view key, Span span, Diagnostics& diagnostics) {
  const ScalarText text = key_text(key, span);
  const Nodes names = parse<grammar::whole_head>(text, Goal::head, diagnostics);
  if (names.empty()) return std::nullopt;
  syntax::Head head;
  head.name = names.front().text;
  head.name_span = names.front().span;
  for (std::size_t i = 1; i < names.size(); ++i) {
    head.parameters.push_back(names[i].text);
    head.parameter_spans.push_back(names[i].span);
  }
  for (std::size_t i = 0; i < head.parameters.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (head.parameters[i] != head.parameters[j]) continue;
      Diagnostic& diagnostic = diagnostics.error("M0321", head.parameter_spans[i],
                                                 "two parameters are called `" + head.parameters[i] + "`");
      diagnostic.others.push_back({head.parameter_spans[j], "the other one"});
      return std::nullopt;
    }
  }
  return head;
}

std::optional<syntax::Node> parse_binding(const ScalarText& text, Diagnostics& diagnostics) {
  return parse_one<grammar::whole_binding>(text, Goal::binding, diagnostics);
}

std::optional<syntax::Node> parse_options(const ScalarText& text, Diagnostics& diagnostics) {
  return parse_one<grammar::whole_options>(text, Goal::options, diagnostics);
}

std::size_t count_grammar_problems() {
  constexpr int kQuiet = 0;
  return pegtl::analyze<grammar::whole_expression>(kQuiet) + pegtl::analyze<grammar::whole_actions>(kQuiet) +
         pegtl::analyze<grammar::whole_head>(kQuiet) + pegtl::analyze<grammar::whole_binding>(kQuiet) +
         pegtl::analyze<grammar::whole_options>(kQuiet);
}

}  // namespace mancala
