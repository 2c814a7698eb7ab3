// Finds a function of libc (or of libdl and libpthread, before glibc 2.34) in memory. We define
// dlsym() and dlvsym() ourselves, so nothing is left to ask: read the library's own symbol table.
//
// Nothing here calls a function that another library may interpose. A sanitizer asks our dlsym()
// for the real strcmp() before it has one, and its own strcmp() would call it.
#pragma once

#include <elf.h>
#include <link.h>

#include <cstdint>

namespace heddle {

inline bool is_same_text(const char *a, const char *b) {
  for (; *a == *b; a++, b++)
    if (!*a) return true;
  return false;
}

namespace find_libc_detail {

inline bool begins_with(const char *text, const char *beginning) {
  for (; *beginning; text++, beginning++)
    if (*text != *beginning) return false;
  return true;
}

inline bool is_libc(const char *path) {
  const char *file = path;
  for (; *path; path++)
    if (*path == '/') file = path + 1;
  return begins_with(file, "libc.so") || begins_with(file, "libc-") ||
         begins_with(file, "libdl.so") || begins_with(file, "libdl-") ||
         begins_with(file, "libpthread.so") || begins_with(file, "libpthread-");
}

inline uint32_t gnu_hash(const char *name) {
  uint32_t h = 5381;
  for (; *name; name++) h = h * 33 + uint8_t(*name);
  return h;
}

inline void *look_up(ElfW(Addr) base, const ElfW(Dyn) * dynamic, const char *name) {
  const ElfW(Sym) *symbols = nullptr;
  const char *strings = nullptr;
  const uint32_t *hash = nullptr;
  // glibc has made these absolute in place; elsewhere they are relative to the base.
  auto pointer = [&](ElfW(Addr) p) { return p < base ? p + base : p; };
  for (; dynamic->d_tag != DT_NULL; dynamic++) {
    ElfW(Addr) p = pointer(dynamic->d_un.d_ptr);
    if (dynamic->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym) *>(p);
    if (dynamic->d_tag == DT_STRTAB) strings = reinterpret_cast<const char *>(p);
    if (dynamic->d_tag == DT_GNU_HASH) hash = reinterpret_cast<const uint32_t *>(p);
  }
  if (!symbols || !strings || !hash) return nullptr;
  const uint32_t buckets = hash[0], first = hash[1], bloom_words = hash[2];
  const auto *bloom = reinterpret_cast<const ElfW(Addr) *>(hash + 4);
  const auto *bucket = reinterpret_cast<const uint32_t *>(bloom + bloom_words);
  const uint32_t *chain = bucket + buckets;
  const uint32_t wanted = gnu_hash(name);
  for (uint32_t i = bucket[wanted % buckets]; i >= first; i++) {
    if ((chain[i - first] | 1) == (wanted | 1) &&
        is_same_text(strings + symbols[i].st_name, name) && symbols[i].st_shndx != SHN_UNDEF)
      return reinterpret_cast<void *>(base + symbols[i].st_value);
    if (chain[i - first] & 1) break;
  }
  return nullptr;
}

struct Question {
  const char *name;
  void *answer;
};

inline int visit(dl_phdr_info *info, size_t, void *data) {
  auto *question = static_cast<Question *>(data);
  if (!info->dlpi_name || !is_libc(info->dlpi_name)) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
      auto *dynamic =
          reinterpret_cast<const ElfW(Dyn) *>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
      question->answer = look_up(info->dlpi_addr, dynamic, question->name);
    }
  return question->answer != nullptr;
}

}  // namespace find_libc_detail

// At any time: the list of libraries may be changing.
inline void *find_in_libc(const char *name) {
  find_libc_detail::Question question{name, nullptr};
  dl_iterate_phdr(&find_libc_detail::visit, &question);
  return question.answer;
}

// While the process starts, and for a function that is there: libc is in front of everything that
// can come and go.
inline void *find_in_libc_early(const char *name) {
  for (const link_map *map = _r_debug.r_map; map; map = map->l_next) {
    if (!map->l_name || !find_libc_detail::is_libc(map->l_name)) continue;
    if (void *found = find_libc_detail::look_up(map->l_addr, map->l_ld, name)) return found;
  }
  return nullptr;
}

}  // namespace heddle
