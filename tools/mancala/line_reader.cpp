#include "line_reader.h"

#include <histedit.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

#include "output.h"

namespace mancala::cli {

struct LineReader::Editor {
  EditLine* line = nullptr;
  History* history = nullptr;
  std::string prompt;

  Editor() {
    line = el_init("mancala", stdin, stdout, stderr);
    history = history_init();
    HistEvent event;
    ::history(history, &event, H_SETSIZE, 1000);
    el_set(line, EL_CLIENTDATA, this);
    el_set(line, EL_PROMPT, &Editor::prompt_of);
    el_set(line, EL_EDITOR, "emacs");
    el_set(line, EL_HIST, ::history, history);
    el_set(line, EL_SIGNAL, 1);
  }
  ~Editor() {
    history_end(history);
    el_end(line);
  }
  static char* prompt_of(EditLine* editing) {
    void* self = nullptr;
    el_get(editing, EL_CLIENTDATA, &self);
    return static_cast<Editor*>(self)->prompt.data();
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;
};

LineReader::LineReader() {
  if (isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0) editor_ = std::make_unique<Editor>();
}

LineReader::~LineReader() = default;

std::optional<std::string> LineReader::read(const std::string& prompt) {
  std::string text;
  if (editor_ != nullptr) {
    flush_output();
    editor_->prompt = prompt;
    int count = 0;
    const char* read = el_gets(editor_->line, &count);
    if (read == nullptr || count <= 0) return std::nullopt;
    text.assign(read, static_cast<std::size_t>(count));
    HistEvent event;
    if (text.find_first_not_of(" \t\r\n") != std::string::npos) {
      ::history(editor_->history, &event, H_ENTER, text.c_str());
    }
  } else {
    print(prompt);
    flush_output();
    if (!std::getline(std::cin, text)) {
      check_input();
      return std::nullopt;
    }
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return std::string();
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace mancala::cli
