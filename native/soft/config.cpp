#include "soft/config.h"

#include <stdlib.h>
#include <string.h>

#include <charconv>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

namespace soft {
namespace {

constexpr uint64_t kMiB = 1 << 20;

// A device as written down, whichever the notation: personality first, then settings in order.
struct Item {
  std::string name, personality;
  std::vector<std::pair<std::string, std::string>> settings;
};

constexpr std::pair<std::string_view, uint32_t> kCapabilities[] = {
    {"wait_value", SX_CAP_WAIT_VALUE}, {"write_value", SX_CAP_WRITE_VALUE},
    {"timeslice", SX_CAP_TIMESLICE},   {"disable", SX_CAP_DISABLE},
    {"reset", SX_CAP_RESET},
};

bool personality(std::string_view name, DeviceConfig *device) {
  DeviceConfig d;
  d.timeslice_us = 2000;
  d.wait_ns = 2000;
  if (name == "gpu") {
    d.scheduler = SX_SCHEDULER_ROUND_ROBIN;
    d.concurrency = 4;
    d.switch_us = 100;
    d.memory = 16384 * kMiB;
    d.capabilities =
        SX_CAP_WAIT_VALUE | SX_CAP_WRITE_VALUE | SX_CAP_TIMESLICE | SX_CAP_DISABLE | SX_CAP_RESET;
  } else if (name == "npu") {
    d.switch_us = 20;
    d.memory = 4096 * kMiB;
    d.capabilities = SX_CAP_WAIT_VALUE | SX_CAP_WRITE_VALUE | SX_CAP_DISABLE;
  } else if (name == "edge") {
    d.memory = 1024 * kMiB;
    d.speed_milli = 250;
    d.capabilities = SX_CAP_WRITE_VALUE;
  } else {
    return false;
  }
  *device = d;
  return true;
}

bool parse_number(std::string_view text, uint64_t low, uint64_t high, uint64_t *number) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size() && *number >= low &&
         *number <= high;
}

bool parse_number(std::string_view text, uint64_t low, uint64_t high, uint32_t *number) {
  uint64_t wide;
  if (!parse_number(text, low, high, &wide)) return false;
  *number = uint32_t(wide);
  return true;
}

bool change_capability(std::string_view change, uint32_t *capabilities) {
  if (change.size() < 2 || (change[0] != '+' && change[0] != '-')) return false;
  for (auto [name, bit] : kCapabilities) {
    if (change.substr(1) != name) continue;
    *capabilities = change[0] == '+' ? *capabilities | bit : *capabilities & ~bit;
    return true;
  }
  return false;
}

bool apply(std::string_view key, std::string_view value, DeviceConfig *d) {
  constexpr uint64_t kSecond = 1'000'000;  // in microseconds
  if (key == "caps") return change_capability(value, &d->capabilities);
  if (key == "concurrency") return parse_number(value, 1, 64, &d->concurrency);
  if (key == "timeslice_us") return parse_number(value, 1, 10 * kSecond, &d->timeslice_us);
  if (key == "units") return parse_number(value, 1, 1024, &d->units);
  if (key == "switch_us") return parse_number(value, 0, kSecond, &d->switch_us);
  if (key == "wait_ns") return parse_number(value, 0, 1000 * kSecond, &d->wait_ns);
  if (key == "speed_milli") return parse_number(value, 1, 1'000'000, &d->speed_milli);
  if (key == "memory_mib") {
    if (!parse_number(value, 1, uint64_t(1) << 30, &d->memory)) return false;
    d->memory *= kMiB;
    return true;
  }
  if (key == "scheduler") {
    d->scheduler = value == "rr" ? SX_SCHEDULER_ROUND_ROBIN : SX_SCHEDULER_FCFS;
    return value == "rr" || value == "fcfs";
  }
  return false;
}

bool build(const Item &item, DeviceConfig *device) {
  if (!personality(item.personality, device)) return false;
  const std::string &name = item.name.empty() ? item.personality : item.name;
  if (name.size() >= device->name.size()) return false;
  memcpy(device->name.data(), name.data(), name.size());
  for (const auto &[key, value] : item.settings) {
    if (!apply(key, value, device)) return false;
  }
  if (device->scheduler != SX_SCHEDULER_ROUND_ROBIN) {  // a slice means nothing without turns
    device->capabilities &= ~SX_CAP_TIMESLICE;
    device->timeslice_us = 0;
  }
  return true;
}

sxResult build_all(const std::vector<Item> &items, Configuration *configuration) {
  if (items.size() > kMaxDevices) return SX_ERROR_CONFIG;
  for (const Item &item : items) {
    DeviceConfig device;
    if (!build(item, &device)) return SX_ERROR_CONFIG;
    for (const DeviceConfig &other : *configuration) {
      if (other.name == device.name) return SX_ERROR_CONFIG;  // a name is how people choose one
    }
    configuration->push_back(device);
  }
  return SX_OK;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string trim(std::string_view text) {
  size_t from = text.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return "";
  return std::string(text.substr(from, text.find_last_not_of(" \t\r") - from + 1));
}

// [name=]personality[:key=value]*, separated by commas.
bool parse_line(std::string_view text, std::vector<Item> *items) {
  if (text.empty() || text == "none") return true;
  for (const std::string &one : split(text, ',')) {
    std::vector<std::string> parts = split(one, ':');
    Item item;
    size_t equals = parts[0].find('=');
    item.personality = trim(parts[0].substr(equals == std::string::npos ? 0 : equals + 1));
    if (equals != std::string::npos) item.name = trim(parts[0].substr(0, equals));
    if (equals != std::string::npos && item.name.empty()) return false;
    for (size_t i = 1; i < parts.size(); i++) {
      size_t at = parts[i].find('=');
      if (at == std::string::npos) return false;
      item.settings.emplace_back(trim(parts[i].substr(0, at)), trim(parts[i].substr(at + 1)));
    }
    items->push_back(std::move(item));
  }
  return true;
}

// A value of the TOML subset: a quoted string without escapes, or a bare number.
bool parse_scalar(std::string_view text, std::string *value) {
  if (text.empty()) return false;
  if (text[0] != '"') {
    *value = text;
    return text.find_first_not_of("0123456789") == std::string_view::npos;
  }
  if (text.size() < 2 || text.back() != '"') return false;
  *value = text.substr(1, text.size() - 2);
  return value->find_first_of("\"\\") == std::string::npos;
}

bool parse_setting(const std::string &key, const std::string &text, Item *item) {
  std::string value;
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    std::string inside = trim(std::string_view(text).substr(1, text.size() - 2));
    if (inside.empty()) return true;
    for (const std::string &one : split(inside, ',')) {
      if (!parse_scalar(trim(one), &value)) return false;
      item->settings.emplace_back(key, value);
    }
    return key == "caps";
  }
  if (!parse_scalar(text, &value)) return false;
  if (key == "name") {
    item->name = value;
  } else if (key == "personality") {
    item->personality = value;
  } else {
    item->settings.emplace_back(key, value);
  }
  return true;
}

std::string without_comment(const std::string &line) {
  bool quoted = false;
  for (size_t i = 0; i < line.size(); i++) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == '#' && !quoted) return line.substr(0, i);
  }
  return line;
}

// [[device]] tables with one `key = value` a line; no other tables, no values over several lines.
bool parse_file(const char *path, std::vector<Item> *items) {
  std::ifstream file(path);
  if (!file) return false;
  for (std::string line; std::getline(file, line);) {
    line = trim(without_comment(line));
    if (line.empty()) continue;
    if (line == "[[device]]") {
      items->emplace_back();
      continue;
    }
    size_t equals = line.find('=');
    if (equals == std::string::npos || items->empty()) return false;
    std::string key = trim(line.substr(0, equals)), value = trim(line.substr(equals + 1));
    if (!parse_setting(key, value, &items->back())) return false;
  }
  return !file.bad();
}

}  // namespace

Configuration default_configuration() {
  Configuration configuration;
  for (const char *name : {"gpu", "npu", "edge"}) {
    build(Item{"", name, {}}, &configuration.emplace_back());
  }
  return configuration;
}

sxResult requested_configuration(std::optional<Configuration> *requested) {
  const char *line = getenv("SOFTXPU_DEVICES"), *path = getenv("SOFTXPU_CONFIG");
  if (!line && !path) return SX_OK;
  std::vector<Item> items;
  if (!(line ? parse_line(line, &items) : parse_file(path, &items))) return SX_ERROR_CONFIG;
  return build_all(items, &requested->emplace());
}

std::vector<int> visible_devices(const Configuration &configuration) {
  std::vector<int> visible;
  const char *list = getenv("SOFTXPU_VISIBLE_DEVICES");
  if (!list) {
    for (size_t i = 0; i < configuration.size(); i++) visible.push_back(int(i));
    return visible;
  }
  for (const std::string &part : split(list, ',')) {
    std::string wanted = trim(part);
    size_t i = 0;
    while (i < configuration.size() && wanted != configuration[i].name.data() &&
           wanted != std::to_string(i)) {
      i++;
    }
    if (i == configuration.size()) break;  // an unknown entry ends the list, as with vendors
    visible.push_back(int(i));
  }
  return visible;
}

uint32_t percent_of_units() {
  const char *text = getenv("SOFTXPU_UNITS_PERCENT");
  uint32_t percent;
  return text && parse_number(text, 1, 100, &percent) ? percent : 100;
}

}  // namespace soft
