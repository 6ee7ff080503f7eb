#include "trace.h"

#include <fmt/format.h>

#include <array>

#include "context.h"

namespace mancala::cli {

namespace {

std::string_view event_name(Observer::Event event) {
  switch (event) {
    case Observer::Event::turn_start: return "turn-start";
    case Observer::Event::play: return "play";
    case Observer::Event::each_seed: return "each-seed";
    case Observer::Event::lap_end: return "lap-end";
    case Observer::Event::move_end: return "move-end";
    case Observer::Event::before_turn: return "end.before-turn";
    case Observer::Event::after_move: return "end.after-move";
    case Observer::Event::new_round: return "new-round";
  }
  return {};
}

std::string_view direction_name(Direction direction) {
  switch (direction) {
    case Direction::none: return "";
    case Direction::onward: return "counterclockwise";
    case Direction::backward: return "clockwise";
    case Direction::either: return "either";
  }
  return {};
}

// "file:line" of a clause, or empty if it is nowhere in a file.
std::string rule_place(const Show& show, const SourceMap& sources, std::int32_t origin) {
  const std::vector<Origin>& origins = show.variant().origins;
  if (origin < 0 || static_cast<std::size_t>(origin) >= origins.size()) return {};
  return place_text(sources, origins[static_cast<std::size_t>(origin)].span);
}

std::string path_text(const std::vector<Place>& path, const Show& show) {
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (i > 0) out += ' ';
    out += show.place(path[i]);
  }
  return out;
}

}  // namespace

void Recorder::lap_begins(const Position& /*position*/, Place origin, int seeds, Direction direction) {
  Item item;
  item.kind = Item::Kind::lap;
  item.from = origin;
  item.seeds = seeds;
  item.direction = direction;
  items_.push_back(std::move(item));
}

void Recorder::dropped(const Position& /*position*/, Place here, int /*in_hand*/) {
  for (auto item = items_.rbegin(); item != items_.rend(); ++item) {
    if (item->kind != Item::Kind::lap) continue;
    item->path.push_back(here);
    return;
  }
}

void Recorder::asked(Event event, std::int32_t origin, bool holds) {
  if (!holds) return;
  Item item;
  item.kind = Item::Kind::rule;
  item.event = event;
  item.origin = origin;
  items_.push_back(std::move(item));
}

void Recorder::captured(const Position& /*position*/, Place from, int seeds, Player to, std::int32_t origin) {
  Item item;
  item.kind = Item::Kind::capture;
  item.from = from;
  item.seeds = seeds;
  item.player = to;
  item.origin = origin;
  items_.push_back(std::move(item));
}

void Recorder::moved(const Position& /*position*/, Place from, Place to, int seeds, std::int32_t origin) {
  Item item;
  item.kind = Item::Kind::transfer;
  item.from = from;
  item.to = to;
  item.seeds = seeds;
  item.origin = origin;
  items_.push_back(std::move(item));
}

void Recorder::seats_changed(const Position& /*position*/, bool with_seeds, std::int32_t origin) {
  Item item;
  item.kind = Item::Kind::seats;
  item.with_seeds = with_seeds;
  item.origin = origin;
  items_.push_back(std::move(item));
}

void Recorder::endless(const Position& /*position*/, int laps) {
  Item item;
  item.kind = Item::Kind::endless;
  item.laps = laps;
  items_.push_back(std::move(item));
}

Region Recorder::touched() const {
  Region out;
  for (const Item& item : items_) {
    for (const Place place : item.path) out.add(place);
    if (item.kind == Item::Kind::capture) out.add(item.from);
  }
  return out;
}

std::string trace_text(const Recorder& recorder, const Show& show, const SourceMap& sources) {
  using Kind = Recorder::Item::Kind;
  std::string out;
  int lap = 0;
  for (const Recorder::Item& item : recorder.items()) {
    const std::string where = rule_place(show, sources, item.origin);
    const std::string by = where.empty() ? "" : "   [" + where + "]";
    switch (item.kind) {
      case Kind::lap:
        ++lap;
        out += fmt::format("   lap {}: {} from {}", lap, item.seeds, show.place(item.from));
        if (item.direction != Direction::none) out += fmt::format(" {}", direction_name(item.direction));
        out += fmt::format(": {}\n", path_text(item.path, show));
        break;
      case Kind::rule: out += fmt::format("   {}: rule at {}\n", event_name(item.event), where); break;
      case Kind::capture:
        out += fmt::format("   capture: {} from {}, {}{}\n", item.seeds, show.place(item.from),
                           item.player == kNobody ? "out of play" : "for " + show.player(item.player), by);
        break;
      case Kind::transfer:
        out += fmt::format("   moved: {} from {} to {}{}\n", item.seeds, show.place(item.from),
                           show.place(item.to), by);
        break;
      case Kind::seats:
        out += fmt::format("   seats: {}{}\n",
                           item.with_seeds ? "every player moves on to the next one, with what he holds"
                                           : "the players change them",
                           by);
        break;
      case Kind::endless:
        out += fmt::format("   endless: the limit of {} laps is reached\n", item.laps);
        break;
    }
  }
  return out;
}

Json trace_json(const Recorder& recorder, const Show& show, const SourceMap& sources) {
  using Kind = Recorder::Item::Kind;
  Json out = Json::array();
  for (const Recorder::Item& item : recorder.items()) {
    Json json;
    const std::string where = rule_place(show, sources, item.origin);
    switch (item.kind) {
      case Kind::lap: {
        json["lap"] = show.place(item.from);
        json["seeds"] = item.seeds;
        if (item.direction != Direction::none) json["direction"] = direction_name(item.direction);
        json["path"] = Json::array();
        for (const Place place : item.path) json["path"].push_back(show.place(place));
        break;
      }
      case Kind::rule:
        json["rule"] = where;
        json["event"] = event_name(item.event);
        break;
      case Kind::capture:
        json["capture"] = show.place(item.from);
        json["seeds"] = item.seeds;
        json["for"] = item.player == kNobody ? Json("out") : Json(show.player(item.player));
        json["rule"] = where;
        break;
      case Kind::transfer:
        json["moved"] = show.place(item.from);
        json["to"] = show.place(item.to);
        json["seeds"] = item.seeds;
        json["rule"] = where;
        break;
      case Kind::seats:
        json["seats"] = item.with_seeds ? "rotate" : "swap";
        json["rule"] = where;
        break;
      case Kind::endless: json["endless"] = item.laps; break;
    }
    out.push_back(std::move(json));
  }
  return out;
}

std::string captures_text(const Recorder& recorder, const Show& show) {
  std::array<int, kMaxPlayers> captured{};
  int out_of_play = 0;
  for (const Recorder::Item& item : recorder.items()) {
    if (item.kind != Recorder::Item::Kind::capture) continue;
    if (item.player == kNobody) {
      out_of_play += item.seeds;
    } else {
      captured[static_cast<std::size_t>(item.player)] += item.seeds;
    }
  }
  std::string out;
  const auto add = [&out](int seeds, const std::string& whom) {
    if (seeds > 0) out += fmt::format("{}{} {}", out.empty() ? "captured: " : ", ", seeds, whom);
  };
  for (Player p = 0; p < show.board().player_count(); ++p) {
    add(captured[static_cast<std::size_t>(p)], "for " + show.player(p));
  }
  add(out_of_play, "out of play");
  return out;
}

}  // namespace mancala::cli
