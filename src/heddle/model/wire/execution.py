"""The protocol between a command that is executed beside a member, and its client.

Frames, as those of a terminal (terminal.py). Towards the command goes `RUN` first and once, with
what to run as JSON; then `INPUT`, of which an empty one is the last, and `SIZE`. Back come `OUTPUT`
and `ERRORS`, and at last `ENDED` with the exit code.

Instead of a command the member itself can be sent a signal: `ENDED` then says 0. Or what it reads:
then `TAKEN` comes back first and again and again, with how many bytes its pipe has taken in all,
also from clients before; `ENDED` says 0 once it was told the end, and 1 if it reads no more.
"""

from __future__ import annotations

import json
import signal
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from heddle.model.wire.terminal import INPUT, LARGEST, SIZE, frame

RUN, OUTPUT, ERRORS, ENDED, TAKEN = b"r", b"o", b"e", b"x", b"t"
TOWARDS, BACK = (RUN, INPUT, SIZE), (OUTPUT, ERRORS, ENDED, TAKEN)
#: What a shell hands on to what it runs. SIGKILL is `stop` of the engine.
SIGNALS = tuple(
    int(each)
    for each in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2,
                 signal.SIGTERM)
)  # fmt: skip
_CODE, _COUNT = struct.Struct(">i"), struct.Struct(">Q")


@dataclass(frozen=True, slots=True)
class ExecutionRequest:
    """What to run, and beside which member; with a terminal of that size, or without one."""

    command: tuple[str, ...]
    member: int = 0
    size: tuple[int, int] | None = None  #: rows, columns
    term: str = ""  #: what kind of terminal it is: TERM
    signal: int = 0  #: nothing is run: the member gets this
    input: bool = False  #: nothing is run: what comes is for the member itself to read

    def frame(self) -> bytes:
        said: dict[str, Any] = {"command": self.command, "member": self.member, "size": self.size}
        if self.signal:  # older hosts do not know it, and refuse an empty command
            said["signal"] = self.signal
        if self.input:
            said["input"] = True
        return frame(RUN, json.dumps({**said, "term": self.term}).encode())


def asked_of(data: bytes) -> ExecutionRequest:
    """:raises ValueError: if it is invalid"""
    said: Any = json.loads(data)
    try:
        size = said["size"] and tuple(said["size"])
        found = ExecutionRequest(
            tuple(said["command"]), said["member"], size, said["term"],
            said.get("signal", 0), said.get("input", False),
        )  # fmt: skip
        return check(found)
    except (KeyError, TypeError):
        raise ValueError("not a command to run") from None


def check(asked: ExecutionRequest) -> ExecutionRequest:
    """:raises ValueError: if it is invalid"""
    words: Sequence[object] = asked.command
    if asked.input:
        if words or asked.signal or asked.input is not True:
            raise ValueError("input for a member has no command or signal beside it")
        words = ["cat"]
    elif asked.signal:
        if words or type(asked.signal) is not int or asked.signal not in SIGNALS:
            known = ", ".join(f"{number}" for number in SIGNALS)
            raise ValueError(f"a signal is one of {known}, and has no command beside it")
        words = ["kill"]
    if not words or not all(isinstance(word, str) and "\0" not in word for word in words):
        raise ValueError("the command is a list of words, and not empty")
    if not words[0]:
        raise ValueError("the command begins with an empty word")
    sizes = asked.size or (1, 1)
    if len(sizes) != 2 or not all(type(n) is int and 1 <= n <= LARGEST for n in sizes):
        raise ValueError(f"a size is rows and columns, each from 1 to {LARGEST}")
    if type(asked.member) is not int or asked.member < 0:
        raise ValueError("members are counted from 0 on")
    if not isinstance(asked.term, str) or not asked.term.isprintable() or len(asked.term) > 64:
        raise ValueError("`term` is the value of TERM")
    return asked


def ended_frame(code: int) -> bytes:
    """-N: signal N."""
    return frame(ENDED, _CODE.pack(code))


def code_of(data: bytes) -> int:
    """:raises ValueError: if it is not an exit code"""
    if len(data) != _CODE.size:
        raise ValueError("not an exit code")
    return int(_CODE.unpack(data)[0])


def taken_frame(count: int) -> bytes:
    return frame(TAKEN, _COUNT.pack(count))


def count_of(data: bytes) -> int:
    """:raises ValueError: if it is not a number of bytes"""
    if len(data) != _COUNT.size:
        raise ValueError("not a number of bytes")
    return int(_COUNT.unpack(data)[0])
