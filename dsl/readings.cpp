#include "dsl/readings.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "dsl/canonical.h"
#include "dsl/replay_example.h"
#include "interpreter/notation.h"
#include "interpreter/share_out.h"

namespace mancala {
namespace {

// A value for each reading, by index.
using Combination = std::vector<std::size_t>;

Settings settings_for(const std::vector<Reading>& readings, const Combination& combination) {
  Settings settings;
  for (std::size_t r = 0; r < readings.size(); ++r) {
    settings.emplace_back(readings[r].name, readings[r].values[combination[r]].first);
  }
  return settings;
}

std::size_t index_of(const Reading& reading, const std::string& value) {
  std::size_t i = 0;
  while (i < reading.values.size() && reading.values[i].first != value) ++i;
  return i;
}

// A variant under one combination, loaded for itself: threads share nothing.
struct Setting {
  Setting(const std::filesystem::path& path, const Library& library, const Settings& settings) {
    Diagnostics diagnostics;
    variant = load_variant(path, library, settings, sources, diagnostics);
  }
  SourceMap sources;
  std::optional<Variant> variant;
};

// Example games played under combinations of values.
class Trials {
 public:
  Trials(const Variant& variant, const std::filesystem::path& path, const Library& library,
         const std::vector<std::pair<std::string, Example>>& examples, const StudyOptions& options)
      : readings_(variant.readings), path_(path), library_(library), examples_(examples) {
    for (const Reading& reading : readings_) usual_.push_back(index_of(reading, reading.fallback));
    std::size_t all = 1;
    for (const Reading& reading : readings_) {
      all = all > options.combinations ? all : all * reading.values.size();
    }
    every_ = all <= options.combinations;
    for (std::size_t e = 0; e < examples.size(); ++e) plan(e, variant);
    run(options.threads);
  }

  [[nodiscard]] bool every() const { return every_; }
  [[nodiscard]] const Combination& usual() const { return usual_; }
  [[nodiscard]] const Combination& named(std::size_t example) const { return bases_[example]; }
  [[nodiscard]] bool names(std::size_t example, std::size_t reading) const {
    return named_[example][reading];
  }
  // By combination that the example was played under: was it reproduced?
  [[nodiscard]] const std::map<Combination, bool>& of(std::size_t example) const { return results_[example]; }

  // The values of the reading under which the example is reproduced, with all others that it names, and any
  // of those that it does not.
  [[nodiscard]] std::vector<bool> allowed(std::size_t example, std::size_t reading) const {
    std::vector<bool> allowed(readings_[reading].values.size(), false);
    for (const auto& [combination, reproduced] : results_[example]) {
      if (reproduced && agrees(example, combination, reading)) allowed[combination[reading]] = true;
    }
    return allowed;
  }

  // Does the combination have what the example names (`but` for one reading)?
  [[nodiscard]] bool agrees(std::size_t example, const Combination& combination, std::size_t but) const {
    for (std::size_t r = 0; r < readings_.size(); ++r) {
      if (r != but && named_[example][r] && combination[r] != bases_[example][r]) return false;
    }
    return true;
  }

  [[nodiscard]] std::vector<Combination> combinations() const {
    std::vector<Combination> all = {Combination(readings_.size(), 0)};
    for (std::size_t r = 0; r < readings_.size(); ++r) {
      std::vector<Combination> longer;
      for (const Combination& one : all) {
        for (std::size_t v = 0; v < readings_[r].values.size(); ++v) {
          longer.push_back(one);
          longer.back()[r] = v;
        }
      }
      all = std::move(longer);
    }
    return all;
  }

 private:
  // What is loaded once: a combination, and the parameters that some examples set.
  struct Job {
    Combination combination;
    Settings parameters;
    std::vector<std::size_t> examples;
    std::vector<char> reproduced;
  };

  void plan(std::size_t e, const Variant& variant) {
    const Example& example = examples_[e].second;
    Combination base = usual_;
    std::vector<bool> named(readings_.size(), false);
    Diagnostics diagnostics;
    const bool good = check_example_settings(example, variant, diagnostics);
    for (std::size_t r = 0; good && r < readings_.size(); ++r) {
      for (const ExampleSetting& setting : example.readings) {
        if (setting.name != readings_[r].name) continue;
        base[r] = index_of(readings_[r], setting.value);
        named[r] = true;
      }
    }
    bases_.push_back(base);
    named_.push_back(named);
    results_.emplace_back();
    if (!good) return;
    Settings parameters;
    for (const ExampleSetting& setting : example.parameters)
      parameters.emplace_back(setting.name, setting.value);
    if (every_) {
      for (const Combination& combination : combinations()) add(combination, parameters, e);
      return;
    }
    add(base, parameters, e);
    for (std::size_t r = 0; r < readings_.size(); ++r) {
      for (std::size_t v = 0; v < readings_[r].values.size(); ++v) {
        Combination other = base;
        other[r] = v;
        if (v != base[r]) add(other, parameters, e);
      }
    }
  }

  void add(const Combination& combination, const Settings& parameters, std::size_t example) {
    const auto [entry, fresh] = job_of_.try_emplace({combination, parameters}, jobs_.size());
    if (fresh) jobs_.push_back({combination, parameters, {}, {}});
    jobs_[entry->second].examples.push_back(example);
  }

  void run(int threads) {
    share_out(threads, jobs_.size(), [&](std::size_t i) {
      Job& job = jobs_[i];
      job.reproduced.assign(job.examples.size(), 0);
      Settings settings = job.parameters;
      const Settings readings = settings_for(readings_, job.combination);
      settings.insert(settings.end(), readings.begin(), readings.end());
      const Setting loaded(path_, library_, settings);
      if (!loaded.variant) return;
      for (std::size_t n = 0; n < job.examples.size(); ++n) {
        const Example& example = examples_[job.examples[n]].second;
        Diagnostics diagnostics;
        job.reproduced[n] = check_example(example, *loaded.variant, diagnostics) &&
                            !replay_example(example, *loaded.variant).difference;
      }
    });
    for (const Job& job : jobs_) {
      for (std::size_t n = 0; n < job.examples.size(); ++n) {
        results_[job.examples[n]][job.combination] = job.reproduced[n] != 0;
      }
    }
  }

  const std::vector<Reading>& readings_;
  const std::filesystem::path& path_;
  const Library& library_;
  const std::vector<std::pair<std::string, Example>>& examples_;
  Combination usual_;
  bool every_ = false;
  std::vector<Combination> bases_;                    // by example: what it names, else the usual
  std::vector<std::vector<bool>> named_;              // by example and reading
  std::vector<std::map<Combination, bool>> results_;  // by example
  std::vector<Job> jobs_;
  std::map<std::pair<Combination, Settings>, std::size_t> job_of_;
};

bool is_evidence(const Example& example) { return example.kind != "demonstration"; }

void give_verdict(StudiedReading& reading) {
  std::size_t attested = 0;
  bool all_against = true;
  for (std::size_t v = 0; v < reading.values.size(); ++v) {
    const StudiedValue& value = reading.values[v];
    all_against = all_against && !value.against.empty();
    if (!value.against.empty() && value.played.empty()) continue;
    reading.left.push_back(v);
    if (!value.with.empty() || !value.played.empty()) ++attested;
  }
  reading.verdict = all_against                ? Verdict::contradiction
                    : reading.left.size() == 1 ? Verdict::decided
                    : attested > 1             ? Verdict::divided
                                               : Verdict::open;
}

StudiedReading study(const Reading& reading, std::size_t r, const Trials& trials,
                     const std::vector<std::pair<std::string, Example>>& examples) {
  StudiedReading out;
  out.name = reading.name;
  out.about = reading.about;
  for (const auto& [value, who] : reading.values)
    out.values.push_back({value, who, value == reading.fallback, {}, {}, {}, {}});
  for (std::size_t e = 0; e < examples.size(); ++e) {
    const std::vector<bool> allowed = trials.allowed(e, r);
    const auto some = std::count(allowed.begin(), allowed.end(), true);
    if (some == 0 || some == static_cast<std::ptrdiff_t>(allowed.size())) continue;  // it tells nothing apart
    const bool evidence = is_evidence(examples[e].second);
    if (trials.names(e, r)) {
      const std::size_t value = trials.named(e)[r];
      if (allowed[value]) (evidence ? out.values[value].played : out.values[value].shown_by).push_back(e);
    } else if (evidence) {
      for (std::size_t v = 0; v < allowed.size(); ++v) {
        (allowed[v] ? out.values[v].with : out.values[v].against).push_back(e);
      }
    } else {
      out.silent.push_back(e);
    }
  }
  give_verdict(out);
  return out;
}

// Combinations that reproduce every game which does not name something else.
std::size_t standing(const Trials& trials, const std::vector<std::pair<std::string, Example>>& examples) {
  const std::vector<Combination> all = trials.combinations();
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const Combination& combination) {
    for (std::size_t e = 0; e < examples.size(); ++e) {
      if (!is_evidence(examples[e].second) || !trials.agrees(e, combination, combination.size())) continue;
      const auto found = trials.of(e).find(combination);
      if (found != trials.of(e).end() && !found->second) return false;
    }
    return true;
  }));
}

// Looks for what tells the values of one reading that are left apart.
class Asker {
 public:
  Asker(const Variant& variant, const std::filesystem::path& path, const Library& library,
        const std::vector<std::pair<std::string, Example>>& examples, const ReadingsStudy& study,
        const Combination& base, const StudyOptions& options)
      : variant_(variant),
        path_(path),
        library_(library),
        examples_(examples),
        study_(study),
        base_(base),
        options_(options) {}

  void ask(std::size_t reading) {
    reading_ = reading;
    const std::vector<std::size_t>& left = study_.readings[reading].left;
    for (std::size_t i = 0; i < left.size(); ++i) {
      for (std::size_t j = i + 1; j < left.size(); ++j) {
        if (!told_apart(left[i], left[j])) ask(left[i], left[j]);
      }
    }
  }

  std::vector<ReadingQuestion> questions;
  std::vector<ReadingAlike> alike;

 private:
  // A value of the reading, loaded with its executors.
  struct Side {
    Side(const std::filesystem::path& path, const Library& library, const Settings& settings)
        : setting(path, library, settings) {
      if (setting.variant) rules.emplace(setting.variant->program);
    }
    Setting setting;
    std::optional<Rules> rules;
  };

  const Side& side(const Combination& combination) {
    std::unique_ptr<Side>& side = sides_[combination];
    if (!side) side = std::make_unique<Side>(path_, library_, settings_for(variant_.readings, combination));
    return *side;
  }

  // What is asked of one value: a position, and perhaps a move.
  struct Answer {
    std::size_t value;
    const Side* side;
    Position position;
    std::optional<Move> move;
  };

  static bool same_answer(const Answer& a, const Answer& b) {
    return a.move.has_value() == b.move.has_value() &&
           part_ways_with(*a.side->rules, *b.side->rules, {a.position, b.position}, a.move).parting ==
               Parting::none;
  }

  [[nodiscard]] Combination with(std::size_t value) const {
    Combination combination = base_;
    combination[reading_] = value;
    return combination;
  }

  [[nodiscard]] bool told_apart(std::size_t a, std::size_t b) const {
    return std::any_of(groups_.begin(), groups_.end(), [&](const std::vector<int>& groups) {
      return groups[a] >= 0 && groups[b] >= 0 && groups[a] != groups[b];
    });
  }

  static std::optional<Position> read(const Side& side, const std::string& text) {
    const auto parsed = parse_position(side.rules->program(), text);
    if (const auto* position = std::get_if<Position>(&parsed)) return *position;
    return std::nullopt;
  }

  // The starts of the examples on the variant's usual board.
  void example_roots(const Side& a, const Side& b, std::vector<PositionPair>& roots,
                     std::vector<std::size_t>& from) const {
    for (std::size_t e = 0; e < examples_.size(); ++e) {
      const Example& example = examples_[e].second;
      if (!example.start || !example.parameters.empty()) continue;
      const std::optional<Position> ours = read(a, example.start->value());
      const std::optional<Position> theirs = read(b, example.start->value());
      if (!ours || !theirs) continue;
      roots.push_back({*ours, *theirs});
      from.push_back(e);
    }
  }

  void ask(std::size_t a, std::size_t b) {
    const Side& ours = side(with(a));
    const Side& theirs = side(with(b));
    if (!ours.rules || !theirs.rules) return;
    ReadingAlike none{reading_, a, b, same_game(ours.rules->program(), theirs.rules->program()), false, 0, 0};
    if (!none.same_rules && search(a, b, base_, {}, options_.search, none)) return;
    if (!none.proved && search_elsewhere(a, b, none)) return;
    alike.push_back(none);
  }

  // Under other values of the other readings.
  bool search_elsewhere(std::size_t a, std::size_t b, ReadingAlike& none) {
    PartWaysOptions quick = options_.search;
    quick.positions /= 4;
    quick.plies /= 4;
    for (std::size_t r = 0; r < variant_.readings.size(); ++r) {
      for (std::size_t v = 0; r != reading_ && v < variant_.readings[r].values.size(); ++v) {
        if (v == base_[r]) continue;
        Combination other = base_;
        other[r] = v;
        const Settings given = {{variant_.readings[r].name, variant_.readings[r].values[v].first}};
        if (search(a, b, other, given, quick, none)) return true;
      }
    }
    return false;
  }

  bool search(std::size_t a, std::size_t b, Combination base, const Settings& given,
              const PartWaysOptions& options, ReadingAlike& none) {
    base[reading_] = a;
    const Side& ours = side(base);
    base[reading_] = b;
    const Side& theirs = side(base);
    if (!ours.rules || !theirs.rules || same_game(ours.rules->program(), theirs.rules->program()))
      return false;
    const auto part = [&](const PartWaysOptions& how, const std::vector<PositionPair>& roots) {
      PartWays found = roots.empty() ? part_ways(*ours.rules, *theirs.rules, how)
                                     : part_ways(*ours.rules, *theirs.rules, roots, how);
      none.positions += found.positions;
      none.plies += found.plies;
      return found;
    };
    PartWaysOptions wide = options;
    wide.plies = 0;
    PartWays found = part(wide, {});
    if (found.parting == Parting::none && found.proved && given.empty()) none.proved = true;
    std::vector<std::size_t> from;
    if (found.parting == Parting::none) {
      std::vector<PositionPair> roots;
      example_roots(ours, theirs, roots, from);
      if (!roots.empty()) found = part(wide, roots);
    }
    if (found.parting == Parting::none && !none.proved) {
      from.clear();
      PartWaysOptions deep = options;
      deep.positions = 1;
      found = part(deep, {});
    }
    if (found.parting == Parting::none) return false;
    none.proved = false;
    add(found, a, b, base, given, from);
    return true;
  }

  void add(const PartWays& found, std::size_t a, std::size_t b, Combination base, const Settings& given,
           const std::vector<std::size_t>& from) {
    const std::vector<std::size_t>& left = study_.readings[reading_].left;
    ReadingQuestion question;
    question.reading = reading_;
    question.given = given;
    if (!from.empty()) question.example = from[found.root];
    question.happens.assign(variant_.readings[reading_].values.size(), "");
    base[reading_] = a;
    const ir::Program& program = side(base).rules->program();
    if (found.parting == Parting::start && question.example == ReadingQuestion::kNone) {
      ask_for_start(base, std::move(question));
      return;
    }
    question.position = position_text(program, found.sides[0].before);
    if (found.move) question.move = move_text(program, *found.move);
    for (const Move& move : found.line) question.line.push_back(move_text(program, move));
    std::vector<int> groups(question.happens.size(), -1);
    std::vector<Answer> answers;
    for (const std::size_t value : left) {
      base[reading_] = value;
      const Side& asked = side(base);
      if (!asked.rules) continue;
      // What a program keeps beside the board is known of those two that were played; a line may not tell it.
      std::optional<Position> position = value == a   ? found.sides[0].before
                                         : value == b ? found.sides[1].before
                                                      : read(asked, question.position);
      if (!position) continue;
      Answer answer{value, &asked, *position, std::nullopt};
      if (found.move) {
        const auto parsed = parse_move(asked.rules->program(), question.move, asked.rules->legal(*position));
        if (const auto* move = std::get_if<Move>(&parsed)) answer.move = *move;
      }
      groups[value] = static_cast<int>(value);
      question.happens[value] = found.move && !answer.move
                                    ? "`" + question.move + "` is not legal"
                                    : what_happens(*asked.rules, answer.position, answer.move);
      for (const Answer& other : answers) {
        const bool both_known = (value == a || value == b) && (other.value == a || other.value == b);
        if (both_known || !same_answer(other, answer)) continue;
        groups[value] = groups[other.value];
        question.happens[value] = question.happens[other.value];
        break;
      }
      answers.push_back(answer);
    }
    if (question.happens[a] == question.happens[b]) {
      question.line_counts = true;
      ask_with_line(found, a, b, base, question, groups);
    }
    questions.push_back(std::move(question));
    groups_.push_back(std::move(groups));
  }

  // Values by what is said of them: those with one text agree.
  static std::vector<int> groups_by_text(const std::vector<std::string>& happens) {
    std::vector<int> groups(happens.size(), -1);
    for (std::size_t v = 0; v < happens.size(); ++v) {
      const auto first = std::find(happens.begin(), happens.end(), happens[v]);
      if (!happens[v].empty()) groups[v] = static_cast<int>(first - happens.begin());
    }
    return groups;
  }

  void ask_for_start(Combination base, ReadingQuestion question) {
    for (const std::size_t value : study_.readings[reading_].left) {
      base[reading_] = value;
      const Side& asked = side(base);
      if (!asked.rules) continue;
      Chance lots(options_.search.seed);
      question.happens[value] =
          "`" + position_text(asked.rules->program(), asked.rules->reference().initial(lots)) + "`";
    }
    groups_.push_back(groups_by_text(question.happens));
    questions.push_back(std::move(question));
  }

  // What stood before makes the difference, so the line is played.
  void ask_with_line(const PartWays& found, std::size_t a, std::size_t b, Combination base,
                     ReadingQuestion& question, std::vector<int>& groups) {
    question.happens.assign(question.happens.size(), "");
    for (const std::size_t value : study_.readings[reading_].left) {
      base[reading_] = value;
      const Side& asked = side(base);
      if (asked.rules) question.happens[value] = after_line(*asked.rules, question);
    }
    if (question.happens[a].empty() || question.happens[a] == question.happens[b]) {
      // Not a line of one round: what was found is known of two values only.
      question.happens.assign(question.happens.size(), "");
      for (const int i : {0, 1}) {
        base[reading_] = i == 0 ? a : b;
        question.happens[base[reading_]] = parting_text(*side(base).rules, found, i);
      }
    }
    groups = groups_by_text(question.happens);
  }

  // Empty: the line cannot be played.
  [[nodiscard]] std::string after_line(const Rules& rules, const ReadingQuestion& question) const {
    Chance lots(options_.search.seed);
    Position position = rules.reference().initial(lots);
    History history;
    history.add(position);
    const auto read_move = [&](const std::string& text) -> std::optional<Move> {
      const auto parsed = parse_move(rules.program(), text, rules.legal(position, &history));
      if (const auto* move = std::get_if<Move>(&parsed)) return *move;
      return std::nullopt;
    };
    for (const std::string& text : question.line) {
      const std::optional<Move> move = read_move(text);
      if (!move || rules.play(position, *move, lots, &history).status != Status::playing) return {};
      history.add(position);
    }
    const std::optional<Move> move = read_move(question.move);
    return move ? what_happens(rules, position, move, &history) : "";
  }

  const Variant& variant_;
  const std::filesystem::path& path_;
  const Library& library_;
  const std::vector<std::pair<std::string, Example>>& examples_;
  const ReadingsStudy& study_;
  const Combination& base_;
  const StudyOptions& options_;
  std::size_t reading_ = 0;
  std::map<Combination, std::unique_ptr<Side>> sides_;
  std::vector<std::vector<int>> groups_;  // by question and value: those with one number agree
};

}  // namespace

std::size_t ReadingsStudy::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(readings.begin(), readings.end(),
                    [verdict](const StudiedReading& reading) { return reading.verdict == verdict; }));
}

ReadingsStudy study_readings(const Variant& variant, const std::filesystem::path& path,
                             const Library& library,
                             const std::vector<std::pair<std::string, Example>>& examples,
                             const StudyOptions& options) {
  ReadingsStudy out;
  out.combinations = 1;
  for (const Reading& reading : variant.readings) out.combinations *= reading.values.size();
  const Trials trials(variant, path, library, examples, options);
  out.all = trials.every();
  if (out.all) out.standing = standing(trials, examples);
  for (std::size_t e = 0; e < examples.size(); ++e) {
    StudiedExample one;
    one.file = examples[e].first;
    one.title = examples[e].second.title;
    one.kind = examples[e].second.kind;
    for (const ExampleSetting& setting : examples[e].second.readings)
      one.names.emplace_back(setting.name, setting.value);
    const auto found = trials.of(e).find(trials.named(e));
    one.reproduced = found != trials.of(e).end() && found->second;
    one.ever = std::any_of(trials.of(e).begin(), trials.of(e).end(), [](const auto& t) { return t.second; });
    out.examples.push_back(std::move(one));
  }
  Combination base = trials.usual();
  for (std::size_t r = 0; r < variant.readings.size(); ++r) {
    out.readings.push_back(study(variant.readings[r], r, trials, examples));
    if (out.readings.back().left.size() == 1) base[r] = out.readings.back().left.front();
  }
  if (!options.questions) return out;
  std::vector<std::unique_ptr<Asker>> askers(out.readings.size());
  share_out(options.threads, out.readings.size(), [&](std::size_t r) {
    askers[r] = std::make_unique<Asker>(variant, path, library, examples, out, base, options);
    askers[r]->ask(r);
  });
  for (const std::unique_ptr<Asker>& asker : askers) {
    out.questions.insert(out.questions.end(), asker->questions.begin(), asker->questions.end());
    out.alike.insert(out.alike.end(), asker->alike.begin(), asker->alike.end());
  }
  return out;
}

}  // namespace mancala
