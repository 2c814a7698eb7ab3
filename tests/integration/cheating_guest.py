"""A guest that breaks one rule and keeps to the others: `slice`, `gate` or `keeper`.

There is no device behind its queue. It writes what the shim and the device would.
"""

from __future__ import annotations

import json
import mmap
import socket
import struct
import sys
import time
from typing import Any

from heddle._gen import table as layout
from heddle.ask import socket_path
from heddle.slabs import BEGINS, SIZES


def ask(**request: Any) -> tuple[dict[str, int], list[int]]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.connect(socket_path())
        line.sendall(json.dumps(request).encode() + b"\n")
        told, files, _, _ = socket.recv_fds(line, 4096, 2)
        return json.loads(told)["answer"], files


def main(rule: str) -> None:
    joined, files = ask(verb="join", program=0, name=f"breaks-{rule}")
    opened, _ = ask(
        verb="open-device", api="soft", name="gpu", uuid="soft-gpu", capabilities=0b1111
    )
    slab, bell = (mmap.mmap(file, 0) for file in files)
    process = joined["process"]

    def write(region: str, **values: int) -> None:
        inside = process % SIZES["process"] if region == "process" else 0
        begin = BEGINS[region] + inside * layout.REGIONS[region][2]
        for name, value in values.items():
            at, form = layout.FIELDS[region][name]
            struct.pack_into("<" + form, slab, begin + at, value)

    device = opened["device"]
    write("queue", process=process, device=device, level=layout.LEVEL["running"], handle=1)
    write("queue", state=layout.SLOT_STATE["ready"])
    write("process", active=1 << device, long_on=1 << device if rule == "slice" else 0)
    for step in range(1_000_000):
        if rule != "keeper":
            write("process", alive_ns=time.monotonic_ns())
        # Who keeps to its gate leaves behind it what it submits; a stream is full at some time.
        count = 10 * step if rule == "gate" else min(10 * step, 10_000)
        done = count if rule != "keeper" else 0
        write("queue", submitted=count, returned=count, completed=done)
        struct.pack_into("<I", bell, 0, step)
        time.sleep(0.02)


if __name__ == "__main__":
    main(sys.argv[1])
