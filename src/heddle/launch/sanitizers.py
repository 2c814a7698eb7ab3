"""Programs that were built with the address sanitizer: it refuses to start behind a preload."""

from __future__ import annotations

from heddle.launch import elf

RUNTIMES = ("libasan.so", "libclang_rt.asan")
#: The check is about libraries that hide functions from it. Ours hide none that it needs.
OPTION = "verify_asan_link_order=0"


def let_start(path: str, variables: dict[str, str]) -> None:
    """libheddle.so says the same for programs that it starts (native/shim/sanitizers.cpp), but a
    program may have defaults of its own in that place."""
    if not any(name.startswith(RUNTIMES) for name in elf.needed(path)):
        return
    own = variables.get("ASAN_OPTIONS", "")
    if "verify_asan_link_order" not in own:
        variables["ASAN_OPTIONS"] = f"{own}:{OPTION}".lstrip(":")
