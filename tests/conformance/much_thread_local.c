/* A library with SIZE KiB of thread-local data, as libraries of mathematics have them. */
static __thread volatile char data[SIZE * 1024] __attribute__((tls_model("initial-exec")));

int much_thread_local(int i) { return data[i]++; }
