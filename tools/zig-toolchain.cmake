# The compiler of PyPI's ziglang, for HEDDLE_ARCH and for every glibc since HEDDLE_GLIBC. It brings
# the headers and symbol versions of that glibc, and a C++ runtime that it links statically.
# HEDDLE_ZIG is the program. tools/wheels sets all three; they are handed on to CMake's own trials.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HEDDLE_ARCH HEDDLE_GLIBC HEDDLE_ZIG)

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${HEDDLE_ARCH})
set(CMAKE_CXX_COMPILER ${HEDDLE_ZIG} c++ -target ${HEDDLE_ARCH}-linux-gnu.${HEDDLE_GLIBC})

# The host's strip may not know the architecture; the linker does.
set(CMAKE_SHARED_LINKER_FLAGS_INIT -s)
set(CMAKE_EXE_LINKER_FLAGS_INIT -s)
