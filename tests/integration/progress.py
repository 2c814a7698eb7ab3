"""A program that works in device memory of the soft XPU and prints, again and again, its process
id, whether all results so far are right, and the number of launches. Given a number, it ends after
that many lines. The library is the first argument."""

from __future__ import annotations

import itertools
import os
import sys
import time

from worker import Work  # type: ignore[import-not-found]  # it lies beside this file

BYTES = 40 << 20


def main() -> None:
    work = Work(sys.argv[1])
    assert work.take(BYTES) == 0
    work.work(BYTES)
    lines = range(int(sys.argv[2])) if len(sys.argv) > 2 else itertools.count()
    for _ in lines:
        print(os.getpid(), work.check(), flush=True)
        time.sleep(0.05)


if __name__ == "__main__":
    main()
