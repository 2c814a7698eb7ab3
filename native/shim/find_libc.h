// Finds a function of libc (or of libdl, before glibc 2.34) in memory. We define dlsym() and
// dlvsym() ourselves, so nothing is left to ask: read the library's own symbol table.
#pragma once

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>

namespace heddle {

namespace find_libc_detail {

struct Question {
  const char *name;
  void *answer;
};

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
    if ((chain[i - first] | 1) == (wanted | 1) && !strcmp(strings + symbols[i].st_name, name) &&
        symbols[i].st_shndx != SHN_UNDEF)
      return reinterpret_cast<void *>(base + symbols[i].st_value);
    if (chain[i - first] & 1) break;
  }
  return nullptr;
}

inline int visit(dl_phdr_info *info, size_t, void *data) {
  auto *question = static_cast<Question *>(data);
  const char *file = info->dlpi_name ? strrchr(info->dlpi_name, '/') : nullptr;
  file = file ? file + 1 : info->dlpi_name;
  if (!file || (strncmp(file, "libc.so", 7) && strncmp(file, "libdl.so", 8) &&
                strncmp(file, "libc-", 5) && strncmp(file, "libdl-", 6)))
    return 0;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
      auto *dynamic =
          reinterpret_cast<const ElfW(Dyn) *>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
      question->answer = look_up(info->dlpi_addr, dynamic, question->name);
    }
  return question->answer != nullptr;
}

}  // namespace find_libc_detail

inline void *find_in_libc(const char *name) {
  find_libc_detail::Question question{name, nullptr};
  dl_iterate_phdr(&find_libc_detail::visit, &question);
  return question.answer;
}

}  // namespace heddle
