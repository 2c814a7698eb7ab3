"""The [hal] table of an API's facts as C++: what native/hal/stream_queue.h and
native/shim/stream_vendor.h call of the vendor, and which of its results they tell apart."""

from __future__ import annotations

from typing import Any

#: Each call, with its parameters: what a fact's expression is in terms of. One that an API does not
#: have is left out, and nothing is done that needs it.
CALLS = {
    "create_event": "Event *event",
    "record_event": "Event event, Stream stream",
    "query_event": "Event event",
    "destroy_event": "Event event",
    "query_stream": "Stream stream",
    "create_stream": "Stream *stream",
    "sync_stream": "Stream stream",
    "destroy_stream": "Stream stream",
    "wait_for_zero": "Stream stream, const uint32_t *word",
    "call_on_host": "Stream stream, void (*function)(void *), void *argument",
    "get_device": "int *device",
    "set_device": "int device",
    "stream_device": "Stream stream, int *device",
    "peek_error": "",
    "clear_error": "",
}
NEEDED = (
    *("stream", "event", "not_ready", "out_of_memory", "visible"),
    *("create_event", "record_event", "query_event", "destroy_event", "query_stream"),
)
#: The others: types, results, and what else there is to know.
WORDS = {
    *("stream", "event", "success", "not_ready", "out_of_memory", "drained", "later"),
    *("visible", "default_waits"),
}


def called(facts: dict[str, Any]) -> set[str]:
    """The vendor's functions that the table names: we call them, whatever role they have."""
    told = facts.get("hal", {})
    return {told[call].partition("(")[0] for call in CALLS if call in told}


def check(facts: dict[str, Any]) -> None:
    """:raises ValueError: if a word is unknown or missing, or names what is not declared"""
    told, where = facts["hal"], f"facts/{facts['api']}.toml, [hal]"
    if unknown := told.keys() - CALLS.keys() - WORDS:
        raise ValueError(
            f"{where}: unknown {sorted(unknown)}; there are {sorted(CALLS.keys() | WORDS)}"
        )
    if lost := [word for word in NEEDED if word not in told]:
        raise ValueError(f"{where}: {', '.join(lost)} missing")
    has_gate = "wait_for_zero" in told or "call_on_host" in told
    tries = ("create_stream", "sync_stream", "destroy_stream")
    if has_gate and (lost := [word for word in tries if word not in told]):
        raise ValueError(f"{where}: to try a gate out, {', '.join(lost)} is needed")
    if lost := sorted(called(facts) - {entry["name"] for entry in facts["function"]}):
        raise ValueError(f"{where}: not declared: {', '.join(lost)}")


def header(facts: dict[str, Any], banner: str) -> str:
    """The `Hal` of an API."""
    check(facts)
    api, told, result = facts["api"], facts["hal"], facts["result"]
    success = told.get("success", 0)
    drained = [success, *told.get("drained", [])]
    out = [
        banner,
        "#pragma once",
        "",
        f'#include "_gen/{api}_api.gen.h"',
        '#include "hal/real.h"',
        "",
        f"namespace heddle::{api} {{",
        "",
        "extern const heddle_symbol kSymbols[];  // defined by the generated stubs",
        "",
        "// The library's own functions; looked up once, whatever way the program got at them.",
        "inline const Real &real() { return find_real<Real>(kLibrary, kNames); }",
        "",
        "struct Hal {",
        f"  using Stream = {told['stream']};",
        f"  using Event = {told['event']};",
        f"  using Result = {result};",
        f'  static constexpr const char *kApi = "{api}", *kVisible = "{told["visible"]}";',
        f"  static constexpr bool kDefaultWaits = {str(told.get('default_waits', False)).lower()};",
        f"  static constexpr Result kSuccess = Result({success});",
        f"  static constexpr Result kNotReady = Result({told['not_ready']});",
        f"  static constexpr Result kOutOfMemory = Result({told['out_of_memory']});",
        "",
        f"  static bool is_drained(Result result) {{ return {one_of(drained)}; }}",
        f"  static bool is_later([[maybe_unused]] Result result) {{ "
        f"return {one_of(told.get('later', []))}; }}",
        "",
    ]
    for call, parameters in CALLS.items():
        if call in told:
            out.append(f"  static auto {call}({parameters}) {{ return real().{told[call]}; }}")
    return "\n".join([*out, "};", "", f"}}  // namespace heddle::{api}", ""])


def one_of(results: list[int | str]) -> str:
    return " || ".join(f"result == Result({each})" for each in results) or "false"


def start(facts: dict[str, Any]) -> list[str]:
    """What a shim does when it is loaded; one with a table has nothing to add."""
    if "hal" not in facts:
        return []
    return [
        "namespace {",
        "",
        "__attribute__((constructor)) void start() {",
        "  heddle_intercept(kLibrary, kSymbols);",
        "  pthread_atfork(nullptr, nullptr, [] { roles::forget(); });",
        "}",
        "",
        "}  // namespace",
        "",
    ]
