"""Programs that take and free memory when told to: taker.py, cuda_taker.py and hip_taker.py."""

from __future__ import annotations

import subprocess

from tests.integration.cuda_taker import MIB


class Taker:
    """One of them, running."""

    def __init__(self, command: list[str], variables: dict[str, str], out_of_memory: int) -> None:
        self.process = subprocess.Popen(
            command, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.out_of_memory = out_of_memory  #: the vendor's code
        self.takes = 0

    def tell(self, *words: object) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def take(self, *words: object) -> int | None:
        """The number to free it by; None: the device has no memory left for that."""
        code = int(self.tell("take", *words))
        self.takes += 1
        assert code in (0, self.out_of_memory)
        return None if code else self.takes - 1

    def free(self, number: int | None) -> None:
        assert self.tell("free", number) == "0"

    def info(self) -> tuple[int, int]:
        """What the program is shown: free and total bytes."""
        left, total = self.tell("info").split()
        return int(left), int(total)

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


def check_exact(taker: Taker, way: str, unit: int) -> None:
    """A limit of 8 MiB admits exactly that, rounded down to what one can ask for by this way.

    All but three units is taken in one piece first: few ways can take so much at once.
    """
    limit = 8 * MIB
    assert taker.info() == (limit, limit)
    most = taker.take("linear", limit - 3 * unit)
    assert most is not None
    two = taker.take(way, 2)
    assert two is not None
    assert taker.info() == (unit, limit)
    assert taker.take(way, 2) is None
    one = taker.take(way, 1)
    assert one is not None
    assert taker.take(way, 1) is None
    assert taker.info() == (0, limit)
    taker.free(two)
    assert taker.info() == (2 * unit, limit)
    taker.free(one)
    taker.free(most)
    assert taker.info() == (limit, limit)
