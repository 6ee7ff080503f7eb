#include "dsl/fact_query.h"

#include <string>
#include <tao/pegtl.hpp>

#include "dsl/diagnostic.h"

namespace mancala {

namespace {

namespace pegtl = tao::pegtl;
using Step = FactQuery::Step;

struct Comparison {
  std::string_view sign;
  Step::Kind kind;
  bool turned;  // the operands change places
};

constexpr Comparison kComparisons[] = {
    {"==", Step::Kind::equal, false},      {"!=", Step::Kind::not_equal, false},
    {"<=", Step::Kind::less_equal, false}, {">=", Step::Kind::less_equal, true},
    {"<", Step::Kind::less, false},        {">", Step::Kind::less, true},
};

// An operand as it was read, and where.
struct Operand {
  Step step;
  std::size_t begin = 0, end = 0;
  [[nodiscard]] const Fact* fact() const {
    return step.kind == Step::Kind::fact ? &all_facts()[static_cast<std::size_t>(step.value)] : nullptr;
  }
};

struct Draft {
  std::vector<Step> steps;
  std::vector<Operand> operands;  // of the comparison that is being read
  std::string_view sign;
};

[[noreturn]] void refuse(std::size_t begin, std::size_t end, const std::string& message,
                         const std::string& help) {
  throw TextError{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), message, help};
}

namespace grammar {

struct blanks : pegtl::star<pegtl::space> {};
struct word_char : pegtl::sor<pegtl::alnum, pegtl::one<'-', '_'>> {};
template <char... Letters>
struct keyword : pegtl::seq<pegtl::string<Letters...>, pegtl::not_at<word_char>, blanks> {};
struct word_and : keyword<'a', 'n', 'd'> {};
struct word_or : keyword<'o', 'r'> {};
struct word_not : keyword<'n', 'o', 't'> {};
struct any_keyword : pegtl::sor<word_and, word_or, word_not> {};

struct number : pegtl::seq<pegtl::plus<pegtl::digit>, pegtl::not_at<word_char>> {};
struct name : pegtl::seq<pegtl::not_at<any_keyword>, pegtl::alpha, pegtl::star<word_char>> {};
struct operand : pegtl::seq<pegtl::sor<number, name>, blanks> {};
struct sign : pegtl::plus<pegtl::one<'=', '!', '<', '>'>> {};
struct second : operand {};
struct statement : pegtl::seq<operand, pegtl::opt<sign, blanks, pegtl::must<second>>> {};

struct question;
struct close : pegtl::one<')'> {};
struct brackets : pegtl::if_must<pegtl::one<'('>, blanks, question, close, blanks> {};
struct part;
struct negation : pegtl::if_must<word_not, part> {};
struct part : pegtl::sor<brackets, negation, statement> {};
struct and_part : pegtl::if_must<word_and, part> {};
struct all_of : pegtl::seq<part, pegtl::star<and_part>> {};
struct or_part : pegtl::if_must<word_or, all_of> {};
struct question : pegtl::seq<all_of, pegtl::star<or_part>> {};
struct whole : pegtl::must<blanks, question, pegtl::eof> {};

}  // namespace grammar

template <typename Rule>
struct action {};

template <>
struct action<grammar::number> {
  template <typename Input>
  static void apply(const Input& in, Draft& draft) {
    const std::size_t begin = in.position().byte;
    if (in.size() > 9)
      refuse(begin, begin + in.size(), "the number " + ticked(in.string()) + " is too large", "");
    draft.operands.push_back({{Step::Kind::number, std::stoll(in.string())}, begin, begin + in.size()});
  }
};

template <>
struct action<grammar::name> {
  template <typename Input>
  static void apply(const Input& in, Draft& draft) {
    const std::size_t begin = in.position().byte;
    const std::size_t end = begin + in.size();
    const std::string name = in.string();
    std::vector<std::string_view> names;
    for (const Fact& fact : all_facts()) {
      if (fact.name == name) {
        draft.operands.push_back({{Step::Kind::fact, static_cast<std::int64_t>(names.size())}, begin, end});
        return;
      }
      names.push_back(fact.name);
    }
    const std::string_view near = nearest(name, names);
    refuse(begin, end, "there is no fact " + ticked(name),
           near.empty() ? "`mancala list --facts` lists the facts" : "did you mean " + ticked(near) + "?");
  }
};

template <>
struct action<grammar::sign> {
  template <typename Input>
  static void apply(const Input& in, Draft& draft) {
    const std::size_t begin = in.position().byte;
    draft.sign = in.string_view();
    for (const Comparison& comparison : kComparisons) {
      if (comparison.sign == draft.sign) return;
    }
    refuse(begin, begin + in.size(), "there is no comparison " + ticked(draft.sign),
           "the comparisons are `==`, `!=`, `<`, `<=`, `>` and `>=`");
  }
};

template <>
struct action<grammar::statement> {
  static void apply0(Draft& draft) {
    const std::vector<Operand> operands = std::move(draft.operands);
    draft.operands.clear();
    const std::string_view sign = std::exchange(draft.sign, {});
    if (operands.size() == 1) {
      const Operand& only = operands.front();
      if (only.fact() == nullptr)
        refuse(only.begin, only.end, "a number alone is no question", "compare it with a fact: `holes == 6`");
      if (only.fact()->kind == Fact::Kind::number) {
        const std::string name(only.fact()->name);
        refuse(only.begin, only.end, ticked(name) + " is a number", "compare it: " + ticked(name + " == 6"));
      }
      draft.steps.push_back(only.step);
      return;
    }
    for (const Operand& operand : operands) {
      if (operand.fact() != nullptr && operand.fact()->kind == Fact::Kind::truth) {
        const std::string name(operand.fact()->name);
        refuse(operand.begin, operand.end, ticked(name) + " is no number, it holds or it does not",
               "write " + ticked(name) + " or " + ticked("not " + name));
      }
    }
    for (const Comparison& comparison : kComparisons) {
      if (comparison.sign != sign) continue;
      draft.steps.push_back(operands[comparison.turned ? 1 : 0].step);
      draft.steps.push_back(operands[comparison.turned ? 0 : 1].step);
      draft.steps.push_back({comparison.kind, 0});
      return;
    }
  }
};

template <Step::Kind K>
struct join {
  static void apply0(Draft& draft) { draft.steps.push_back({K, 0}); }
};
template <>
struct action<grammar::negation> : join<Step::Kind::negate> {};
template <>
struct action<grammar::and_part> : join<Step::Kind::both> {};
template <>
struct action<grammar::or_part> : join<Step::Kind::either> {};

// What could stand where the text does not fit.
template <typename Rule>
constexpr const char* expected = "a fact, a number, `not` or `(`";
template <>
constexpr const char* expected<grammar::close> = "`and`, `or` or `)`";
template <>
constexpr const char* expected<pegtl::eof> = "`and`, `or` or the end";
template <>
constexpr const char* expected<grammar::second> = "a number, or a fact that is one";

template <typename Rule>
struct control : pegtl::normal<Rule> {
  template <typename Input, typename... States>
  [[noreturn]] static void raise(const Input& in, States&&... /*states*/) {
    const std::size_t begin = in.position().byte;
    const std::string_view rest(in.current(), static_cast<std::size_t>(in.end() - in.current()));
    if (rest.empty()) refuse(begin, begin, std::string("here should be ") + expected<Rule>, "");
    std::size_t size = 1;
    while (size < rest.size() && rest[size] != ' ' && rest[size] != '(' && rest[size] != ')') ++size;
    refuse(begin, begin + size, ticked(rest.substr(0, size)) + " where " + expected<Rule> + " should stand",
           "");
  }
};

}  // namespace

std::variant<FactQuery, TextError> FactQuery::parse(std::string_view text) {
  if (text.size() > kMaxQueryBytes) {
    return TextError{static_cast<std::uint32_t>(kMaxQueryBytes), static_cast<std::uint32_t>(text.size()),
                     "the question is longer than " + std::to_string(kMaxQueryBytes) + " characters", ""};
  }
  Draft draft;
  try {
    pegtl::memory_input<> in(text.data(), text.size(), "");
    pegtl::parse<grammar::whole, action, control>(in, draft);
  } catch (const TextError& error) {
    return error;
  }
  FactQuery query;
  query.steps_ = std::move(draft.steps);
  return query;
}

bool FactQuery::holds(const FactValues& values) const {
  std::vector<std::optional<std::int64_t>> stack;
  const auto pop = [&stack] {
    const std::optional<std::int64_t> top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Step& step : steps_) {
    if (step.kind == Step::Kind::fact) {
      stack.push_back(values[static_cast<std::size_t>(step.value)]);
      continue;
    }
    if (step.kind == Step::Kind::number) {
      stack.emplace_back(step.value);
      continue;
    }
    const auto b = pop();
    if (step.kind == Step::Kind::negate) {
      stack.emplace_back(*b == 0 ? 1 : 0);
      continue;
    }
    const auto a = pop();
    const bool known = a && b;
    bool result = false;
    switch (step.kind) {
      case Step::Kind::both: result = *a != 0 && *b != 0; break;
      case Step::Kind::either: result = *a != 0 || *b != 0; break;
      case Step::Kind::equal: result = known && *a == *b; break;
      case Step::Kind::not_equal: result = known && *a != *b; break;
      case Step::Kind::less: result = known && *a < *b; break;
      case Step::Kind::less_equal: result = known && *a <= *b; break;
      case Step::Kind::fact:
      case Step::Kind::number:
      case Step::Kind::negate: break;
    }
    stack.emplace_back(result ? 1 : 0);
  }
  return stack.back().value_or(0) != 0;
}

}  // namespace mancala
