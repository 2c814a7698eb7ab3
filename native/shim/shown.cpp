// Devices of several claims in one container. A container engine sets each variable once, so of two
// devices of a vendor the last would be the only one that a program sees. Therefore each device
// also comes with HEDDLE_SHOWS_<name>=VARIABLE=VALUE (src/heddle/launch/cdi.py), and these are put
// together here, before anything of a vendor reads the variable.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace {

constexpr char kMark[] = "HEDDLE_SHOWS_", kDone[] = "HEDDLE_SHOWN";
constexpr int kMost = 128;
constexpr size_t kLongest = 8192;

// What one device says: `value` of a variable, whose name is the `length` bytes before.
struct Shown {
  const char *variable, *value;
  size_t length;

  bool is_of(const Shown &other) const {
    return length == other.length && !memcmp(variable, other.variable, length);
  }
};

int read_all(Shown *to) {
  int found = 0;
  for (char **entry = environ; entry && *entry && found < kMost; entry++) {
    if (strncmp(*entry, kMark, sizeof kMark - 1)) continue;
    const char *name = strchr(*entry, '=');
    const char *equals = name ? strchr(name + 1, '=') : nullptr;
    if (equals) to[found++] = {name + 1, equals + 1, size_t(equals - name - 1)};
  }
  return found;
}

// All values of a variable, each once; false if the program was given another on purpose.
bool join(const Shown *all, int count, int first, const char *now, char *to) {
  bool is_one = false;
  size_t used = 0;
  for (int i = first; i < count; i++) {
    if (!all[i].is_of(all[first])) continue;
    is_one |= !strcmp(all[i].value, now);
    bool is_new = true;
    for (int j = first; j < i; j++)
      is_new &= !all[j].is_of(all[i]) || strcmp(all[j].value, all[i].value);
    if (!is_new) continue;
    const int n = snprintf(to + used, kLongest - used, "%s%s", used ? "," : "", all[i].value);
    if (n < 0 || size_t(n) >= kLongest - used) return false;
    used += size_t(n);
  }
  return is_one;
}

__attribute__((constructor)) void put_together() {
  if (getenv(kDone)) return;  // by the program that started this one
  Shown all[kMost];
  const int count = read_all(all);
  if (!count) return;
  setenv(kDone, "1", 1);
  for (int i = 0; i < count; i++) {
    bool is_first = true;
    for (int j = 0; j < i; j++) is_first &= !all[j].is_of(all[i]);
    char name[128], joined[kLongest];
    if (!is_first || all[i].length >= sizeof name) continue;
    snprintf(name, sizeof name, "%.*s", int(all[i].length), all[i].variable);
    const char *now = getenv(name);
    if (now && join(all, count, i, now, joined)) setenv(name, joined, 1);
  }
}

}  // namespace
