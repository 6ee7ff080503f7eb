// What happened in a move, recorded by an observer, as lines for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "interpreter/reference.h"
#include "show.h"

namespace mancala::cli {

class Recorder : public Observer {
 public:
  struct Item {
    enum class Kind { lap, rule, capture, transfer, seats, endless };
    Kind kind = Kind::lap;
    Place from = kNoPlace;    // lap, capture, transfer
    Place to = kNoPlace;      // transfer
    Player player = kNobody;  // capture: who gets them; kNobody: out of play
    int seeds = 0;            // lap, capture, transfer
    int laps = 0;             // endless
    Direction direction = Direction::none;
    bool with_seeds = false;    // seats: stores and piles go along
    std::vector<Place> path;    // lap: where the seeds fell, in order
    Event event = Event::play;  // rule
    std::int32_t origin = -1;   // rule, capture, transfer, seats
  };

  void lap_begins(const Position& position, Place origin, int seeds, Direction direction) override;
  void dropped(const Position& position, Place here, int in_hand) override;
  void asked(Event event, std::int32_t origin, bool holds) override;
  void captured(const Position& position, Place from, int seeds, Player to, std::int32_t origin) override;
  void moved(const Position& position, Place from, Place to, int seeds, std::int32_t origin) override;
  void seats_changed(const Position& position, bool with_seeds, std::int32_t origin) override;
  void endless(const Position& position, int laps) override;

  [[nodiscard]] const std::vector<Item>& items() const { return items_; }
  void clear() { items_.clear(); }
  // The holes and stores in which a seed fell or from which some were taken.
  [[nodiscard]] Region touched() const;

 private:
  std::vector<Item> items_;
};

// One line for each lap, capture, transfer and rule that fired, with the place of the rule in its file.
std::string trace_text(const Recorder& recorder, const Show& show, const SourceMap& sources);
Json trace_json(const Recorder& recorder, const Show& show, const SourceMap& sources);

// In half a line: "captures 4 for south, 2 for north".
std::string captures_text(const Recorder& recorder, const Show& show);

}  // namespace mancala::cli
