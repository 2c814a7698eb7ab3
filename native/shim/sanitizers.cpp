// The address sanitizer refuses to work behind another library, because that could hide functions
// from it. We hide none that it needs, so we say so before it looks. A program with options of its
// own kind is told by `heddle run` (src/heddle/launch/sanitizers.py).
extern "C" const char *__asan_default_options();

extern "C" __attribute__((visibility("default"))) const char *__asan_default_options() {
  return "verify_asan_link_order=0";
}
