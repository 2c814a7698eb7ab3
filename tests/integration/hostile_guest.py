"""A guest that wants to do harm: it fills its slab with random bytes and rings the bell."""

from __future__ import annotations

import json
import mmap
import os
import random
import socket
import time

TABLE = os.environ["HEDDLE_TABLE"]
FOLDER = os.path.dirname(TABLE)


def join() -> tuple[int, int]:
    """The files of the slab and of the bell."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.connect(os.path.join(FOLDER, "agent.sock"))
        line.sendall(json.dumps({"verb": "join", "program": 0, "name": "hostile"}).encode() + b"\n")
        told, files, _, _ = socket.recv_fds(line, 4096, 2)
        assert len(files) == 2, told
        return files[0], files[1]


def main() -> None:
    files = join()
    for file in files:
        for bytes_left in (0, 1 << 20):
            try:
                os.ftruncate(file, bytes_left)
                raise SystemExit("it can be given another size, which kills who reads it")
            except PermissionError:
                pass
    slab, bell = (mmap.mmap(file, 0) for file in files)
    source = random.Random(7)
    while True:
        slab[:] = source.randbytes(len(slab))
        # States that are looked at, in half of the records.
        for at in range(0, len(slab), 256):
            if source.random() < 0.5:
                slab[at : at + 4] = source.choice((2, 3)).to_bytes(4, "little")
        bell[:4] = source.randbytes(4)
        time.sleep(0.001)


if __name__ == "__main__":
    main()
