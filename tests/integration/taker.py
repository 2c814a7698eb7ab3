"""A program that takes and frees memory of a device as its standard input says, one line each.

`take BYTES` answers the vendor's code, `free NUMBER` frees what the NUMBERth take got, `info`
answers free and total bytes. The vendor's library is named by the first argument.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable


def soft(path: str) -> dict[str, Callable[..., object]]:
    library = ctypes.CDLL(path)
    assert library.sxInit(0) == 0
    taken: list[ctypes.c_void_p] = []

    def take(amount: int) -> int:
        pointer = ctypes.c_void_p()
        code = int(library.sxMalloc(ctypes.byref(pointer), ctypes.c_size_t(amount)))
        taken.append(pointer)
        return code

    def free(number: int) -> int:
        return int(library.sxFree(taken[number]))

    def info() -> str:
        left, total = ctypes.c_size_t(), ctypes.c_size_t()
        assert library.sxMemGetInfo(ctypes.byref(left), ctypes.byref(total)) == 0
        return f"{left.value} {total.value}"

    return {"take": take, "free": free, "info": info}


def main() -> None:
    verbs = soft(sys.argv[1])
    for line in sys.stdin:
        verb, *numbers = line.split()
        print(verbs[verb](*map(int, numbers)), flush=True)


if __name__ == "__main__":
    main()
