// mancala new: a variant file from the answers to the questions of a rule sheet.
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>

#include "commands.h"
#include "dsl/format.h"
#include "dsl/scaffold.h"
#include "failure.h"
#include "line_reader.h"
#include "output.h"
#include "replace_file.h"
#include "show.h"

namespace mancala::cli {

namespace {

namespace fs = std::filesystem;

// How an answer of this kind is written, where it is no choice.
std::string_view written_as(const Question& question) {
  switch (question.kind) {
    case Answered::by_text: return "TEXT";
    case Answered::by_board: return "ROWSxHOLES";
    case Answered::by_number: return "NUMBER";
    case Answered::by_choice: return "";
  }
  return "";
}

int list_questions(bool json) {
  Json report = Json::array();
  std::string text;
  for (const Question& question : questions()) {
    Json choices = Json::array();
    text += fmt::format("{}{}{}\n  {}\n", question.key, question.kind == Answered::by_choice ? "" : " = ",
                        written_as(question), question.asks);
    if (!question.about.empty()) {
      text += fmt::format("  (asked where `{}` is one of: {})\n", question.about, question.among);
    }
    for (const Choice& choice : question.choices) {
      text += fmt::format("    {:<22} {}{}\n", choice.word, choice.meaning,
                          choice.least_rows > 2 ? fmt::format(" ({} rows or more)", choice.least_rows) : "");
      choices.push_back({{"answer", choice.word}, {"meaning", choice.meaning}});
    }
    report.push_back({{"key", question.key}, {"asks", question.asks}, {"choices", choices}});
  }
  if (json) {
    print_line(dumped(report, 2));
  } else {
    print(text);
  }
  return kFine;
}

// The answers given on the command line, in the order of the questions: earlier ones decide what comes up.
Answers given_answers(const std::vector<std::string>& texts) {
  Answers given;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Failure(kUsage, fmt::format("`--answer {}` is no answer", text),
                    {"write `--answer way=clockwise`"});
    }
    const std::string key = text.substr(0, equals);
    if (find_question(key) == nullptr) {
      std::vector<std::string_view> keys;
      for (const Question& question : questions()) keys.push_back(question.key);
      std::vector<std::string> help;
      if (const auto near = nearest(key, keys); !near.empty())
        help.push_back(fmt::format("did you mean `{}`?", near));
      help.emplace_back("`mancala new --questions` lists the questions");
      throw Failure(kUsage, fmt::format("there is no question `{}`", key), help);
    }
    given[key] = text.substr(equals + 1);
  }
  Answers answers;
  for (const Question& question : questions()) {
    const auto answer = given.find(question.key);
    if (answer == given.end()) continue;
    if (!comes_up(question, answers)) {
      throw Failure(kUsage,
                    fmt::format("the question `{}` does not come up after these answers", question.key),
                    {"`mancala new --questions` says when it does"});
    }
    if (const std::string error = answer_error(question, answers, answer->second); !error.empty()) {
      throw Failure(kUsage, fmt::format("`--answer {}=…`: {}", question.key, error));
    }
    answers.insert(*answer);
  }
  return answers;
}

// Asks what has not been answered.
class Interview {
 public:
  explicit Interview(Answers& answers) : answers_(answers) {}

  void run() {
    print_line("an empty line leaves a question open\n");
    for (const Question& question : questions()) {
      if (answers_.contains(question.key) || !comes_up(question, answers_)) continue;
      while (!ask(question)) {
      }
    }
  }

 private:
  bool ask(const Question& question) {
    const auto choices = choices_of(question, answers_);
    print_line(question.asks);
    for (std::size_t i = 0; i < choices.size(); ++i)
      print(fmt::format("  {}  {:<22} {}\n", i + 1, choices[i]->word, choices[i]->meaning));
    const auto line = reader_.read(fmt::format("{}> ", question.key));
    if (!line) throw Failure(kNo, "the questions were not answered to the end", {"nothing has been written"});
    std::string answer = *line;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (answer == std::to_string(i + 1)) answer = choices[i]->word;
    }
    if (answer.empty() || answer == "?") answer = kUnknown;
    const std::string error = answer_error(question, answers_, answer);
    if (!error.empty()) {
      print_line(error);
      return false;
    }
    answers_[std::string(question.key)] = answer;
    return true;
  }

  Answers& answers_;
  LineReader reader_;
};

// Where the file goes: what was given, or after the name of the game, in this folder.
fs::path target(const std::optional<std::string>& given, const Answers& answers) {
  if (given) {
    const fs::path path = *given;
    const bool is_file = path.extension() == ".yaml" || path.extension() == ".yml";
    if (!is_file && given->find('/') != std::string::npos) {
      throw Failure(kUsage, fmt::format("`{}` is no name of a variant file", *given),
                    {"its name ends in `.yaml`"});
    }
    return is_file ? path : fs::path(*given + ".yaml");
  }
  const auto name = answers.find("name");
  const std::string id = name == answers.end() || name->second == kUnknown ? "" : id_from_name(name->second);
  if (id.empty()) {
    throw Failure(kUsage, "how is the file to be called?", {"give an id: `mancala new my-game`"});
  }
  return id + ".yaml";
}

void must_not_exist(const fs::path& path) {
  std::error_code error;
  if (fs::symlink_status(path, error).type() == fs::file_type::not_found) return;
  throw Failure(kUnreadable, fmt::format("the file `{}` is there already", path.string()),
                {"`--force` writes over it"});
}

// The text in the usual layout; it has been checked then.
std::string checked_text(const fs::path& path, const Answers& answers) {
  const std::string id = path.stem().string();
  if (id.empty() || id_from_name(id) != id) {
    throw Failure(kUsage, fmt::format("`{}` is no id of a variant", id),
                  {"an id is lower-case words joined by `-`; the file is called after it"});
  }
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add(path.string(), scaffold(id, answers));
  const auto text = formatted(file, path, library(), sources, diagnostics);
  if (text) return *text;
  say(diagnostics, sources);
  throw Said(has_bug(diagnostics) ? kBug : kNo);
}

int open_count(const std::string& text) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find("# open\n", at)) != std::string::npos; ++at) ++count;
  return count;
}

}  // namespace

int run_new(const NewOptions& options) {
  if (options.questions) return list_questions(options.json);
  if (options.json) throw Failure(kUsage, "`--json` is for `--questions`");
  Answers answers = given_answers(options.answers);
  // What is sure to fail is said before anybody has answered thirty questions.
  if (options.file && !options.force) must_not_exist(target(options.file, answers));
  if (options.ask || (isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0)) Interview(answers).run();
  const fs::path path = target(options.file, answers);
  const std::string text = checked_text(path, answers);
  std::error_code error;
  if (options.force && fs::exists(path, error)) {
    replace_file(path, text);
  } else {
    must_not_exist(path);
    create_file(path, text);
  }
  const int open = open_count(text);
  print_line(
      fmt::format("wrote {}{}", path.string(),
                  open == 0 ? "" : fmt::format(": {} left open (`# open`)", counted(open, "question"))));
  return kFine;
}

}  // namespace mancala::cli
