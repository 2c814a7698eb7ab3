"""A program whose requests any of several devices can do.

    worker.py SECONDS COMMANDS COMMAND_US DEADLINE_MS ARRIVALS DEVICE[,DEVICE ...]

A request is so many commands of that length. Which device does it, `heddle.task` decides; or, if
they are written DEVICE+DEVICE, each in turn. Arrivals:

    every:40            one every 40 ms
    poisson:500         at random, 500 ms apart on average; the same in every run
    burst:2000:10:20    every 2000 ms ten of them, 20 ms apart

A device is a kind of the soft XPU, or any vendor's in full, as `opencl@0`: the load program of that
vendor then does the request, as a process of this program.

A line per request: when it was due, when it was done, on the monotonic clock; in front of it "way"
and the device that did it.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import heddle
from heddle import native
from heddle._gen.soft_abi import FUNCTIONS
from heddle._gen.soft_api import LIBRARY
from heddle.inventory import apis


class SoftXpu:
    """The few calls of the soft XPU that a request needs."""

    def __init__(self) -> None:
        self._library = native.Library(LIBRARY, FUNCTIONS)
        self._call("sxInit", 0)
        self._kernel = ctypes.c_void_p()
        self._call("sxGetKernel", ctypes.byref(self._kernel), b"timed")

    def _call(self, name: str, *arguments: object) -> None:
        status = getattr(self._library, name)(*arguments)
        if status:
            raise SystemExit(f"{name} failed with {status}")

    def index(self, wanted: str) -> int:
        count, name = ctypes.c_int(), ctypes.create_string_buffer(48)
        self._call("sxDeviceCount", ctypes.byref(count))
        for position in range(count.value):
            self._call("sxDeviceGetName", position, name, ctypes.sizeof(name))
            if name.value.decode() == wanted:
                return position
        raise SystemExit(f"there is no soft {wanted}")

    def on(self, device: int, commands: int, command_us: int) -> Callable[[], None]:
        """A function that does a request on this device."""
        self._call("sxSetDevice", device)
        stream = ctypes.c_void_p()
        self._call("sxStreamCreate", ctypes.byref(stream), 1)
        length = ctypes.c_uint64(command_us * 1000)

        def request() -> None:
            self._call("sxSetDevice", device)
            for _ in range(commands):
                self._call("sxLaunchKernel", self._kernel, ctypes.byref(length), 8, stream)
            self._call("sxStreamSynchronize", stream)

        return request


def served(device: str, commands: int, command_us: int) -> Callable[[], None]:
    """A function that does a request on a device of any vendor."""
    api, _, name = device.partition("@")
    (vendor,) = (vendor for vendor in apis.vendors() if vendor.api == api)
    server = subprocess.Popen(
        [native.file(f"{api}-load"), "serve", str(commands), str(command_us)],
        env={**os.environ, vendor.visible_variable: name},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )
    assert server.stdin is not None
    assert server.stdout is not None
    ask, answer = server.stdin, server.stdout

    def request() -> None:
        ask.write(b"\n")
        if not answer.readline():
            raise SystemExit(f"the program on {device} has ended; its words are above")

    return request


def noting(name: str, function: Callable[[], None]) -> Callable[[], None]:
    def noted() -> None:
        print("way", name)
        function()

    return noted


def arrivals(text: str) -> Iterator[int]:
    """Nanoseconds from the start at which requests are due, in order."""
    kind, *words = text.split(":")
    numbers = [round(float(word) * 1e6) for word in words]
    chance, at = random.Random(7), 0
    while True:
        if kind == "burst":
            every, apart = numbers[0], numbers[2]
            yield from (at + i * apart for i in range(int(words[1])))
            at += every
        else:
            yield at
            at += round(chance.expovariate(1 / numbers[0])) if kind == "poisson" else numbers[0]


def main() -> None:
    seconds, commands, command_us, deadline_ms = map(float, sys.argv[1:5])
    ways = {}
    for name in sys.argv[6].replace("+", ",").split(","):
        if "@" in name:
            ways[name] = served(name, int(commands), int(command_us))
        else:
            soft = SoftXpu()
            ways[name] = soft.on(soft.index(name), int(commands), int(command_us))
    ways = {name: noting(name, function) for name, function in ways.items()}
    task = heddle.task(ways, deadline=deadline_ms / 1000)
    turns = itertools.cycle(ways.values())
    in_turn = "+" in sys.argv[6]

    def request() -> None:
        next(turns)() if in_turn else task()

    for _ in range(2 * len(ways)):
        request()  # each way is known when it counts
    begun = time.monotonic_ns()
    for offset in arrivals(sys.argv[5]):
        if offset > seconds * 1e9:
            break
        due = begun + offset
        left = due - time.monotonic_ns()
        if left > 0:
            time.sleep(left / 1e9)
        elif kind_skips(sys.argv[5]) and left < -deadline_ms * 1e6:
            continue  # a frame that is too late already is dropped
        request()
        print(due, time.monotonic_ns(), flush=True)
    print("taken", *(f"{name}={count}" for name, count in task.taken.items()), flush=True)


def kind_skips(text: str) -> bool:
    return not text.startswith("poisson")


if __name__ == "__main__":
    main()
