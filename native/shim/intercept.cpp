// How calls get to us that do not come through the dynamic linker: dlsym(), dlvsym() and dlopen().
//
// libheddle.so stands first in LD_PRELOAD, so its dlsym() is the one that programs call. glibc's
// own finds the caller from the return address, and RTLD_NEXT and RTLD_DEFAULT depend on that: so
// where the question is not ours, we jump to the real function with the caller's return address
// still in place (the assembler below). Only a look-up in a named handle is answered by us.
#include <dlfcn.h>

#include "common/find_libc.h"
#include "common/os.h"
#include "include/heddle.h"

namespace {

struct Library {
  const char *soname;
  const heddle_symbol *symbols;
};

constexpr int kMost = 16;
Library libraries[kMost];
std::atomic<int> library_count{0};

using Dlsym = void *(*)(void *, const char *);
using Dlvsym = void *(*)(void *, const char *, const char *);

// The vendor's function if its library is loaded; never loads it.
void *loaded_symbol(const char *library, const char *name, int flags);

void *ours(const char *name, void *found) {
  int count = library_count.load(std::memory_order_acquire);
  for (int i = 0; i < count; i++)
    for (const heddle_symbol *s = libraries[i].symbols; s->name; s++)
      // The vendor's function and no other of the same name: a program may wrap it itself. A vendor
      // may have several libraries with the same functions, one of each version.
      if (heddle::is_same_text(s->name, name) &&
          found == loaded_symbol(libraries[i].soname, name, RTLD_NOLOAD))
        return s->ours;
  return nullptr;
}

// RTLD_DEFAULT finds our own exports even where the program never loaded the vendor's library.
bool is_absent(const char *name) {
  int count = library_count.load(std::memory_order_acquire);
  bool is_ours = false;
  for (int i = 0; i < count; i++)
    for (const heddle_symbol *s = libraries[i].symbols; s->name; s++) {
      if (!heddle::is_same_text(s->name, name)) continue;
      if (loaded_symbol(libraries[i].soname, name, RTLD_NOLOAD)) return false;
      is_ours = true;
    }
  return is_ours;
}

// What the assembler is told: jump to the real function, return null, or return this.
void *const kJump = nullptr;
void *const kNull = reinterpret_cast<void *>(1);

template <class LookUp>
void *answer(void *handle, const char *name, LookUp look_up) {
  if (!name || handle == RTLD_NEXT || !library_count.load(std::memory_order_relaxed)) return kJump;
  if (handle == RTLD_DEFAULT) return is_absent(name) ? kNull : kJump;
  void *found = look_up();
  return found ? ours(name, found)
               : kJump;  // where it fails, the jump fails again and sets dlerror
}

}  // namespace

extern "C" {

// Where the assembler jumps to.
__attribute__((visibility("hidden"))) void *heddle_real_dlsym;
__attribute__((visibility("hidden"))) void *heddle_real_dlvsym;
__attribute__((visibility("hidden"))) void *heddle_real_dlopen;

// Also called early: another library's constructor may look something up before ours has run.
__attribute__((constructor(101))) static void find_dl_functions() {
  if (heddle_real_dlsym) return;
  heddle_real_dlopen = heddle::find_in_libc_early("dlopen");
  heddle_real_dlvsym = heddle::find_in_libc_early("dlvsym");
  heddle_real_dlsym = heddle::find_in_libc_early("dlsym");
}

__attribute__((visibility("hidden"))) void *heddle_answer_dlsym(void *handle, const char *name) {
  find_dl_functions();
  return answer(handle, name,
                [&] { return reinterpret_cast<Dlsym>(heddle_real_dlsym)(handle, name); });
}

__attribute__((visibility("hidden"))) void *heddle_answer_dlvsym(void *handle, const char *name,
                                                                 const char *version) {
  find_dl_functions();
  return answer(handle, name, [&] {
    return reinterpret_cast<Dlvsym>(heddle_real_dlvsym)(handle, name, version);
  });
}

// A library that binds its own dependencies first (RTLD_DEEPBIND) would bind past every preload.
__attribute__((visibility("hidden"))) int heddle_dlopen_flags(int flags) {
  find_dl_functions();
  return flags & ~RTLD_DEEPBIND;
}

void heddle_intercept(const char *library, const heddle_symbol *symbols) {
  int at = library_count.load();
  if (at == kMost) return;
  libraries[at] = {library, symbols};
  library_count.store(at + 1, std::memory_order_release);
}

void *heddle_real_symbol(const char *library, const char *name) {
  find_dl_functions();
  void *found = loaded_symbol(library, name, RTLD_NOLOAD);
  return found ? found : loaded_symbol(library, name, 0);
}

}  // extern C

namespace {

void *loaded_symbol(const char *library, const char *name, int flags) {
  auto open = reinterpret_cast<void *(*)(const char *, int)>(heddle_real_dlopen);
  // The handle is kept: the vendor's functions must not go away under our stubs.
  void *handle = open(library, RTLD_LAZY | flags);
  return handle ? reinterpret_cast<Dlsym>(heddle_real_dlsym)(handle, name) : nullptr;
}

}  // namespace

// dlsym and dlvsym: ask heddle_answer_*; a non-null answer is returned, else the real function is
// entered as if the caller had called it. dlopen: change the flags, then the same.
#if defined(__x86_64__)
#define LOOKUP(name)                                                   \
  __asm__(".text\n.globl " #name "\n.type " #name ",@function\n" #name \
          ":\n"                                                        \
          "  push %rdi\n  push %rsi\n  push %rdx\n"                    \
          "  call heddle_answer_" #name                                \
          "\n"                                                         \
          "  pop %rdx\n  pop %rsi\n  pop %rdi\n"                       \
          "  test %rax, %rax\n  jne 1f\n"                              \
          "  jmp *heddle_real_" #name                                  \
          "(%rip)\n"                                                   \
          "1: cmp $1, %rax\n  jne 2f\n  xor %eax, %eax\n"              \
          "2: ret\n.size " #name ", .-" #name "\n")
__asm__(
    ".text\n.globl dlopen\n.type dlopen,@function\n"
    "dlopen:\n"
    "  push %rdi\n  sub $16, %rsp\n"
    "  mov %esi, %edi\n  call heddle_dlopen_flags\n"
    "  mov %eax, %esi\n  add $16, %rsp\n  pop %rdi\n"
    "  jmp *heddle_real_dlopen(%rip)\n.size dlopen, .-dlopen\n");
#elif defined(__aarch64__)
#define LOOKUP(name)                                                   \
  __asm__(".text\n.globl " #name "\n.type " #name ",%function\n" #name \
          ":\n"                                                        \
          "  stp x29, x30, [sp, #-48]!\n  mov x29, sp\n"               \
          "  stp x0, x1, [sp, #16]\n  str x2, [sp, #32]\n"             \
          "  bl heddle_answer_" #name                                  \
          "\n"                                                         \
          "  mov x16, x0\n"                                            \
          "  ldp x0, x1, [sp, #16]\n  ldr x2, [sp, #32]\n"             \
          "  ldp x29, x30, [sp], #48\n"                                \
          "  cbnz x16, 1f\n"                                           \
          "  adrp x17, heddle_real_" #name                             \
          "\n"                                                         \
          "  ldr x17, [x17, #:lo12:heddle_real_" #name                 \
          "]\n  br x17\n"                                              \
          "1: cmp x16, #1\n  csel x0, xzr, x16, eq\n  ret\n"           \
          ".size " #name ", .-" #name "\n")
__asm__(
    ".text\n.globl dlopen\n.type dlopen,%function\n"
    "dlopen:\n"
    "  stp x29, x30, [sp, #-32]!\n  mov x29, sp\n  str x0, [sp, #16]\n"
    "  mov w0, w1\n  bl heddle_dlopen_flags\n"
    "  mov w1, w0\n  ldr x0, [sp, #16]\n  ldp x29, x30, [sp], #32\n"
    "  adrp x17, heddle_real_dlopen\n"
    "  ldr x17, [x17, #:lo12:heddle_real_dlopen]\n  br x17\n.size dlopen, .-dlopen\n");
#else
#error "Heddle runs on x86_64 and aarch64"
#endif
LOOKUP(dlsym);
LOOKUP(dlvsym);
