// mancala perft: how many move sequences there are.
#include "interpreter/perft.h"

#include <fmt/format.h>

#include "commands.h"
#include "failure.h"
#include "interpreter/parallel.h"
#include "output.h"
#include "report.h"
#include "show.h"

namespace mancala::cli {

int run_perft(const PerftOptions& options) {
  if (options.threads > 1 && (options.divide || options.reference)) {
    throw Failure(kUsage, fmt::format("`--threads` does not go with `{}`",
                                      options.divide ? "--divide" : "--reference"));
  }
  if (options.limit && (options.divide || options.threads > 1)) {
    throw Failure(kUsage,
                  fmt::format("`--limit` does not go with `{}`", options.divide ? "--divide" : "--threads"));
  }
  const auto loaded = load(options.variant);
  const Variant& variant = *loaded->variant;
  const Reference reference(variant.program);
  const Match match = options.position
                          ? Match(reference, position_of(*loaded, *options.position, "--position"), 1)
                          : Match(reference, 1);
  refuse_too_long(match);
  const Show show(variant, options.notation.own());
  std::optional<Fast> fast;
  if (!options.reference) {
    if (auto program = fused_program(variant)) fast.emplace(std::move(*program));
  }
  const bool over = match.state() != Match::State::playing;  // a finished position has no continuation
  Json json;
  json["variant"] = variant.id;
  json["depth"] = options.depth;
  if (!options.divide) {
    std::uint64_t count = options.depth == 0 ? 1 : 0;
    if (!over && options.limit) {
      const auto most = static_cast<std::uint64_t>(*options.limit);
      count = fast ? fast->perft_up_to(match.position(), options.depth, most)
                   : perft(reference, match.position(), options.depth, most);
      if (count > most) throw Failure(kNo, fmt::format("there are more than {} sequences", most));
    } else if (!over) {
      count = fast ? perft_on(options.threads, *fast, match.position(), options.depth)
                   : perft(reference, match.position(), options.depth);
    }
    json["count"] = count;
    print_line(options.json ? dumped(json) : std::to_string(count));
    return kFine;
  }
  std::uint64_t total = 0;
  Json parts = Json::object();
  std::string text;
  if (!over && options.depth > 0) {
    const auto parts_of = [&] {
      return fast ? fast->perft_divide(match.position(), options.depth)
                  : perft_divide(reference, match.position(), options.depth);
    };
    for (const auto& [move, count] : parts_of()) {
      const std::string name = show.move(match, move);
      total += count;
      parts[name] = count;
      text += fmt::format("{}: {}\n", name, count);
    }
  } else {
    total = options.depth == 0 ? 1 : 0;
  }
  json["count"] = total;
  json["divide"] = std::move(parts);
  print(options.json ? dumped(json) + "\n" : fmt::format("{}total: {}\n", text, total));
  return kFine;
}

}  // namespace mancala::cli
