"""A program that uses the soft XPU and gets round Heddle in one way: its first argument.

launch    does not: it launches and waits, again and again
scrub     becomes itself anew, with an environment of its own
child     works, and has a child without the preload
orphan    likewise, and the child outlives its parents
slice     works, and sets its timeslice back
memory    works, and allocates by calling the driver past the hooks
time      works, and launches by calling the driver past the hooks
received  has no preload, gets a descriptor of the device from elsewhere, and maps it
opened    has the device open and reads it, without a mapping
"""

from __future__ import annotations

import array
import ctypes
import mmap
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable

LIBRARY = "libsoftxpu.so.1"
SEGMENT = f"/dev/shm/{os.environ['SOFTXPU_SEGMENT']}.0"  #: of the first device
MIB = 1 << 20


def past_the_hooks(path: str) -> Callable[[str], int]:
    """Finds functions of the loaded library by its file, as no interposer can see."""
    with open("/proc/self/maps") as maps:
        lines = [line.split() for line in maps if line.rstrip().endswith(LIBRARY)]
    base = min(int(line[0].split("-")[0], 16) for line in lines)
    with open(path, "rb") as file:
        image = file.read()
    (at,) = struct.unpack_from("<Q", image, 40)
    size, count = struct.unpack_from("<HH", image, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", image, at + i * size) for i in range(count)]
    symbols = next(s for s in sections if s[1] == 11)  # SHT_DYNSYM
    texts = sections[symbols[6]][4]
    found = {}
    for i in range(symbols[5] // 24):
        name, _, _, _, value, _ = struct.unpack_from("<IBBHQQ", image, symbols[4] + 24 * i)
        end = image.index(b"\0", texts + name)
        found[image[texts + name : end].decode()] = base + value
    return found.__getitem__


class Device:
    """The first that is visible."""

    def __init__(self, path: str) -> None:
        self.library = ctypes.CDLL(path)
        self._call("sxInit", 0)
        self.kernel = ctypes.c_void_p()
        self._call("sxGetKernel", ctypes.byref(self.kernel), b"timed")
        self._raw = past_the_hooks(path)

    def _call(self, name: str, *arguments: object) -> None:
        assert getattr(self.library, name)(*arguments) == 0, name

    def raw(self, name: str, *kinds: object) -> Callable[..., int]:
        return ctypes.CFUNCTYPE(ctypes.c_int, *kinds)(self._raw(name))  # type: ignore[arg-type]

    def launch(self, milliseconds: int = 1) -> None:
        took = ctypes.c_uint64(milliseconds * 1_000_000)
        self._call("sxLaunchKernel", self.kernel, ctypes.byref(took), ctypes.c_size_t(8), None)
        self._call("sxDeviceSynchronize")

    def allocate(self, count: int) -> None:
        self._call("sxMalloc", ctypes.byref(ctypes.c_void_p()), ctypes.c_size_t(count))


def ready() -> None:
    print("ready", os.getpid(), flush=True)


def main(way: str, path: str) -> None:
    bare = {k: v for k, v in os.environ.items() if k.startswith("SOFTXPU_")}
    again = [sys.executable, __file__, "launch", path]
    if way == "scrub":
        os.execve(sys.executable, again, bare)
    if way == "received" and "LD_PRELOAD" in os.environ:
        os.execve(sys.executable, [sys.executable, *sys.argv], bare)
    if way in ("opened", "received"):
        return take(way)
    device, parent = Device(path), os.getpid()
    device.launch()
    if way == "child":
        subprocess.Popen(again, env=bare)
    elif way == "orphan":
        lives = time.monotonic() + 2  # long enough to be seen together
        if os.fork() == 0:
            while time.monotonic() < lives:
                time.sleep(0.01)
            while os.getppid() == parent:
                time.sleep(0.01)
            os.execve(sys.executable, again, bare)
        while time.monotonic() < lives:
            device.launch()
        return None
    elif way == "memory":
        allocate = device.raw("sxMalloc", ctypes.c_void_p, ctypes.c_size_t)
        device.allocate(MIB)
        taken = ctypes.c_void_p()
        assert allocate(ctypes.addressof(taken), 64 * MIB) == 0
    elif way == "time":
        kinds = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
        launch = device.raw("sxLaunchKernel", *kinds)
        wait = device.raw("sxDeviceSynchronize")
        took = ctypes.c_uint64(20_000_000)
        ready()
        while True:
            launch(device.kernel, ctypes.addressof(took), 8, None)
            wait()
    ready()
    while True:
        if way == "slice":
            device._call("sxContextSetTimeslice", 0, 50_000)
        device.launch()
        time.sleep(0.01)


def take(way: str) -> None:
    if way == "opened":
        descriptor = os.open(SEGMENT, os.O_RDWR)
    else:
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        if os.fork() == 0:
            passed = array.array("i", [os.open(SEGMENT, os.O_RDWR)])
            there.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, passed)])
            os._exit(0)
        _, (descriptor,), _, _ = socket.recv_fds(here, 1, 1)
        os.wait()
        mapped = mmap.mmap(descriptor, 0)
        os.close(descriptor)
        assert len(mapped)
    ready()
    while True:
        if way == "opened":
            os.pread(descriptor, 64, 0)
        time.sleep(0.1)


if __name__ == "__main__":
    # Nothing of a test outlives it by much, whoever has lost sight of it.
    signal.alarm(60)
    if len(sys.argv) > 3:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    main(sys.argv[1], sys.argv[2])
