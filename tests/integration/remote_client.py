"""A program of the soft XPU, as the tests of forwarded devices need it: `LIBRARY MODE`.

busy      does all kinds of work until it is killed
rounds N  does N rounds of work, then ends
copies    copies 64 MiB there and back until that fails, and says what each direction got
stuck     has a thread in each call that can wait, and says what each gets
look      says how much memory is free and which processes have a device, and ends
"""

from __future__ import annotations

import ctypes
import random
import sys
import threading
import time
from collections.abc import Callable

HOST_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
MIB = 1 << 20
HELD = 200  #: MiB of the device that a busy program has


class Process(ctypes.Structure):
    _fields_ = (
        ("device", ctypes.c_char * 32),
        ("pid", ctypes.c_int32),
        ("timeslice_us", ctypes.c_uint32),
        ("start_ticks", ctypes.c_uint64),
        ("memory", ctypes.c_uint64),
        ("is_busy", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
    )


class Device:
    """The library, with its types."""

    def __init__(self, path: str) -> None:
        self.library = ctypes.CDLL(path)
        assert self.library.sxInit(0) == 0

    def allocate(self, size: int) -> ctypes.c_void_p:
        pointer = ctypes.c_void_p()
        assert self.library.sxMalloc(ctypes.byref(pointer), ctypes.c_size_t(size)) == 0
        return pointer

    def stream(self, flags: int = 1) -> ctypes.c_void_p:
        made = ctypes.c_void_p()
        assert self.library.sxStreamCreate(ctypes.byref(made), flags) == 0
        return made

    def timed(self, stream: ctypes.c_void_p | None, nanoseconds: int) -> int:
        kernel, arguments = ctypes.c_void_p(), ctypes.c_uint64(nanoseconds)
        found = self.library.sxGetKernel(ctypes.byref(kernel), b"timed")
        size = ctypes.c_size_t(8)
        return int(
            found or self.library.sxLaunchKernel(kernel, ctypes.byref(arguments), size, stream)
        )

    def copy(self, to: object, source: object, size: int) -> int:
        return int(self.library.sxMemcpy(to, source, ctypes.c_size_t(size)))

    def copy_later(self, to: object, source: object, size: int, stream: ctypes.c_void_p) -> int:
        return int(self.library.sxMemcpyAsync(to, source, ctypes.c_size_t(size), stream))


def work(device: Device, rounds: int) -> None:
    library, chance = device.library, random.Random(rounds)
    host, held = ctypes.create_string_buffer(4 * MIB), device.allocate(HELD * MIB)
    stream, nothing = device.stream(), HOST_FUNCTION(lambda _: None)
    print("ready", flush=True)
    for _ in range(rounds):
        size = chance.randrange(1, 4 * MIB)
        some = device.allocate(size)
        assert device.copy_later(held, host, size, stream) == 0
        assert device.copy_later(host, held, size, stream) == 0
        assert library.sxLaunchHostFunc(stream, nothing, None) == 0
        assert device.timed(stream, chance.randrange(2_000_000)) == 0
        assert device.copy(some, host, size) == 0
        assert library.sxStreamSynchronize(stream) == 0
        assert library.sxFree(some) == 0
    print("done", flush=True)


def copies(device: Device) -> None:
    """A line for each direction: its name, what it got, and when, by the monotonic clock."""
    size = 64 * MIB
    held, stream = device.allocate(2 * size), device.stream()
    there, back = ctypes.create_string_buffer(size), ctypes.create_string_buffer(size)
    upper = ctypes.c_void_p((held.value or 0) + size)
    lines = threading.Lock()

    def later(to: object, source: object) -> int:
        code = device.copy_later(to, source, size, stream)
        return code or int(device.library.sxStreamSynchronize(stream))

    def go_on(name: str, copy: Callable[[], int]) -> None:
        while not (code := copy()):
            pass
        with lines:
            print(f"{name}: {code} {time.monotonic()}", flush=True)

    calls: dict[str, Callable[[], int]] = {
        "to": lambda: device.copy(held, there, size),
        "from": lambda: device.copy(back, held, size),
        "to, later": lambda: later(upper, there),
    }
    print("ready", flush=True)
    threads = [threading.Thread(target=go_on, args=each) for each in calls.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def stuck(device: Device) -> None:
    """A line for each thread: its name, what its call got, and when, by the monotonic clock."""
    library = device.library
    never = ctypes.c_uint32(0)
    held = device.allocate(MIB)
    host = ctypes.create_string_buffer(MIB)
    streams = {name: device.stream(flags=0) for name in ("synchronize", "function", "full")}
    asleep = threading.Event()

    def sleep(_: object) -> None:
        asleep.set()
        time.sleep(1.5)

    sleeps = HOST_FUNCTION(sleep)
    for name in ("synchronize", "full"):
        waits = library.sxStreamWaitValue32(streams[name], ctypes.byref(never), 1, 0)
        assert waits == 0
    assert library.sxLaunchHostFunc(streams["function"], sleeps, None) == 0
    assert asleep.wait(10)

    def fill() -> int:
        while not (code := device.timed(streams["full"], 1000)):
            pass
        return code

    calls: dict[str, Callable[[], int]] = {
        "synchronize": lambda: int(library.sxStreamSynchronize(streams["synchronize"])),
        "function": lambda: int(library.sxStreamSynchronize(streams["function"])),
        "device": lambda: int(library.sxDeviceSynchronize()),
        "copy to": lambda: device.copy(held, host, MIB),
        "copy from": lambda: device.copy(host, held, MIB),
        "full": fill,
        "full too": fill,
    }

    lines = threading.Lock()

    def report(name: str, call: Callable[[], int]) -> None:
        code, at = call(), time.monotonic()
        with lines:
            print(f"{name}: {code} {at}", flush=True)

    threads = [threading.Thread(target=report, args=each) for each in calls.items()]
    for thread in threads:
        thread.start()
        time.sleep(0.05)  # the full ring comes last: nothing gets past it
    time.sleep(0.3)
    print("ready", flush=True)
    for thread in threads:
        thread.join()
    other = ctypes.c_void_p()
    later = {
        "malloc": library.sxMalloc(ctypes.byref(other), ctypes.c_size_t(64)),
        "free": library.sxFree(held),
        "launch": device.timed(None, 1),
        "synchronize": library.sxStreamSynchronize(streams["full"]),
        "copy": device.copy(held, host, 64),
        "stream": library.sxStreamCreate(ctypes.byref(other), 0),
        "count": library.sxDeviceCount(ctypes.byref(ctypes.c_int())),
    }
    for name, code in later.items():
        print(f"later {name}: {code} {time.monotonic()}", flush=True)


def look(device: Device) -> None:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    assert device.library.sxMemGetInfo(ctypes.byref(free), ctypes.byref(total)) == 0
    processes, count = (Process * 64)(), ctypes.c_int(64)
    assert device.library.sxGetProcesses(processes, ctypes.byref(count)) == 0
    print(total.value - free.value, *(processes[i].pid for i in range(count.value)))


def main() -> None:
    device, mode = Device(sys.argv[1]), sys.argv[2]
    if mode == "busy":
        work(device, 1 << 40)
    elif mode == "rounds":
        work(device, int(sys.argv[3]))
    elif mode == "copies":
        copies(device)
    elif mode == "stuck":
        stuck(device)
    else:
        look(device)


if __name__ == "__main__":
    main()
