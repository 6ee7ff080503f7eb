// A question about facts, asked of a few variants.
#include "dsl/fact_query.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/games.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/targets.h"

namespace mancala::fuzz {

namespace {

std::vector<FactValues> some_facts() {
  std::vector<FactValues> facts;
  const std::vector<Library::Item>& items = library().items();
  for (std::size_t i = 0; i < items.size(); i += 20) {
    const Game* game = find_game(items[i].id);
    facts.push_back(facts_of(game->variant, game->sources));
  }
  return facts;
}

}  // namespace

void fuzz_query(std::string_view input) {
  static const std::vector<FactValues> facts = some_facts();
  const auto read = FactQuery::parse(input);
  if (const auto* error = std::get_if<TextError>(&read)) return check_error(*error, input);
  const auto opposite = FactQuery::parse("not (" + std::string(input) + ")");
  if (std::holds_alternative<TextError>(opposite)) {
    must(input.size() + 6 > kMaxQueryBytes, "what can be asked can be denied", input,
         std::get<TextError>(opposite).message);
    return;
  }
  for (const FactValues& values : facts) {
    must(std::get<FactQuery>(read).holds(values) != std::get<FactQuery>(opposite).holds(values),
         "either a question holds or the opposite does", input);
  }
}

}  // namespace mancala::fuzz
