"""More memory promised than the device has: two programs that together do not fit, in turn.

Each fills and checks all of its memory over and over. What is measured: whether all results are
right, how fast memory goes to the host and comes back beside the fastest copy that the device can
do, and the same by the vendor's checkpoint.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from heddle import native
from heddle.errors import HeddleError, UsageError, WorkloadError
from heddle.harness.report import Bar, Report
from heddle.harness.target import target
from heddle.harness.workload import Arena, machine
from heddle.model.memory import memory_text
from heddle.records import ProgramState
from heddle.table import Table

HELP = "programs that together need more memory than the device has, and how fast that is moved"

SPEED_LIMIT, RATIO_LIMIT = 0.5, 1.5
MIB, GIB = 1 << 20, 1 << 30
PROGRAM = str(Path(__file__).with_name("programs") / "swap_load.py")
PROBE = str(Path(__file__).with_name("programs") / "copy_speed.py")
SOFT_MIB = 256
CONTEXT_MIB = 1024  #: of a process, at most, beside its allocations


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=30.0, help="of alternating (default 30)")
    parser.add_argument(
        "--ratio", type=float, default=RATIO_LIMIT, help="memory promised by memory there"
    )


class Bench:
    """One device."""

    def __init__(self, device: str, say: Callable[[str], None]) -> None:
        self._device, self._say = device, say
        self._api = device.partition("@")[0]
        self._soft = target(device).soft
        if self._api == "soft":
            self._soft = f"{self._soft}:memory_mib={SOFT_MIB}"
        self._library = "libcuda.so.1" if self._api == "cuda" else native.file("libsoftxpu.so.1")

    def arena(self) -> Arena:
        return Arena(self._soft)

    def probe(self) -> dict[str, float]:
        """Bytes of the device, and bytes a second of the fastest copy in either direction."""
        with self.arena() as arena:
            done = subprocess.run(
                [sys.executable, PROBE, self._library],
                env=arena.variables,
                stdout=subprocess.PIPE,
                timeout=120,
                check=False,
            )
        if done.returncode:
            raise WorkloadError("the device's copy speed cannot be measured; its words are above")
        found: dict[str, float] = json.loads(done.stdout)
        return found

    def start(self, arena: Arena, mib: int, *options: str, steps: int = 1_000_000) -> SwapLoad:
        block = min(1024, max(1, mib // 16))
        words = map(str, (mib // block * block, block, steps, 0, 8))
        run = [sys.executable, "-m", "heddle", "run", "--device", self._device, *options, "--"]
        return SwapLoad([*run, sys.executable, PROGRAM, self._library, *words], arena)

    def alternate(self, mib: int, seconds: float) -> dict[str, Any]:
        """Two programs at once; both are told to stop after that time, and must have been right."""
        with self.arena() as arena:
            loads = [self.start(arena, mib, "--swap") for _ in range(2)]
            try:
                for load in loads:
                    load.wait_for_step()
                begin = time.monotonic()
                first: list[ProgramState] = []
                while time.monotonic() < begin + seconds:
                    time.sleep(0.5)
                    for load in loads:
                        load.check()
                    now = programs(arena)
                    if not first and all(p.swap_in.bytes for p in now) and len(now) == 2:
                        first = now
                last = programs(arena)
                self._say("evict one by hand")
                by_hand = self.by_hand(arena, last[0].id)
                for load in loads:
                    load.check()
                steps = [load.steps() for load in loads]
            finally:
                for load in loads:
                    load.stop()
        moved = {
            way: speed(first, last, way) or speed([], last, way) for way in ("swap_out", "swap_in")
        }
        return {
            "row": f"two programs of {memory_text(mib * MIB)} each",
            "steps": steps,
            "waited_s": [round(load.longest_s(), 2) for load in loads],
            "moved_bytes": sum(p.swap_out.bytes + p.swap_in.bytes for p in last),
            "first_out_gbs": speed([], first, "swap_out"),
            "first_in_gbs": speed([], first, "swap_in"),
            "out_gbs": moved["swap_out"],
            "in_gbs": moved["swap_in"],
            **by_hand,
        }

    def by_hand(self, arena: Arena, program: int, way: str = "swap") -> dict[str, Any]:
        """`heddle program hold --evict`, then `heddle program release`."""
        begin = time.monotonic()
        held = heddle(arena, "program", "hold", str(program), "--evict", "--way", way, "-o", "json")
        middle = time.monotonic()
        heddle(arena, "program", "release", str(program))
        return {
            "evicted_bytes": held["bytes"],
            "evict_s": middle - begin,
            "release_s": time.monotonic() - middle,
        }

    def checkpoint(self, mib: int) -> dict[str, Any]:
        row: dict[str, Any] = {"row": f"checkpoint of {memory_text(mib * MIB)}"}
        with self.arena() as arena:
            load = self.start(arena, mib)
            try:
                load.wait_for_step()
                (program,) = programs(arena)
                done = self.by_hand(arena, program.id, "checkpoint")
                load.wait_for_step()
            except HeddleError as error:
                return row | {"error": str(error)}
            finally:
                load.stop()
        size = done["evicted_bytes"]
        speeds = {"out_gbs": size / done["evict_s"] / 1e9, "in_gbs": size / done["release_s"] / 1e9}
        return row | done | speeds


class SwapLoad:
    """A running swap_load.py."""

    def __init__(self, command: list[str], arena: Arena) -> None:
        self._log = tempfile.NamedTemporaryFile(prefix="heddle-swap-", suffix=".log")  # noqa: SIM115
        self._process = subprocess.Popen(command, env=arena.variables, stdout=self._log)

    def lines(self) -> list[dict[str, Any]]:
        text = Path(self._log.name).read_text()
        return [json.loads(line) for line in text.splitlines() if line.endswith("}")]

    def check(self) -> None:
        if wrong := [line for line in self.lines() if line.get("ok") is False]:
            raise WorkloadError(f"memory was lost: {wrong[0]}")
        if self._process.poll():
            raise WorkloadError("a program ended early; its words are above")

    def steps(self) -> int:
        return sum("step" in line for line in self.lines())

    def longest_s(self) -> float:
        return max((line["seconds"] for line in self.lines() if "seconds" in line), default=0.0)

    def wait_for_step(self) -> None:
        begun, until = self.steps(), time.monotonic() + 120
        while self.steps() < begun + 1:
            self.check()
            if time.monotonic() > until:
                raise WorkloadError("a program does not go on")
            time.sleep(0.05)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


def programs(arena: Arena) -> list[ProgramState]:
    if not Path(arena.table).exists():
        return []
    with Table(arena.table) as table:
        return table.programs()


def speed(before: list[ProgramState], after: list[ProgramState], way: str) -> float | None:
    """Gigabytes a second, of all programs together, between two looks."""

    def sums(states: list[ProgramState]) -> tuple[int, int]:
        moved = [getattr(state, way) for state in states]
        return sum(each.bytes for each in moved), sum(each.ns for each in moved)

    (bytes_before, ns_before), (bytes_after, ns_after) = sums(before), sums(after)
    spent = ns_after - ns_before
    return (bytes_after - bytes_before) / spent if spent else None


def heddle(arena: Arena, *words: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "heddle", *words],
        env=arena.variables,
        stdout=subprocess.PIPE,
        timeout=300,
        check=False,
    )
    if done.returncode:
        raise WorkloadError(f"heddle {' '.join(words)} failed; its words are above")
    return json.loads(done.stdout) if done.stdout.strip() else None


def _sizes(device_mib: int, room_mib: int, ratio: float, overhead_mib: int) -> list[int]:
    """MiB of each of two programs: as asked, as far as the host can take what does not fit; and, if
    that is less, as much as it can take of both. Each keeps its memory of the host for the next
    time; where both have no room there, one has to give it back each time, which is slower."""
    free = device_mib - 2 * overhead_mib
    room = room_mib - 2 * overhead_mib
    first = min(int(device_mib * ratio / 2), (free + room) // 2, free)
    fast = min(first, (free + room // 2) // 2)
    return [first] if first - fast < first // 50 else [first, fast]


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    if not 1 < options.ratio <= 4:
        raise UsageError(f"--ratio {options.ratio} is not allowed: give 1 to 4.")
    bench = Bench(options.device, say)
    say("the fastest copy")
    probe = bench.probe()
    device_mib, room_mib = int(probe["bytes"]) // MIB, native.host_room() // MIB
    is_real = not options.device.startswith("soft@")
    sizes = _sizes(device_mib, room_mib, options.ratio, CONTEXT_MIB if is_real else 0)
    rows: list[dict[str, Any]] = []
    for mib in sizes:
        say(f"two programs of {mib} MiB each on {device_mib} MiB, for {options.seconds:g} s")
        rows.append(bench.alternate(mib, options.seconds) | {"ratio": 2 * mib / device_mib})
    say("checkpoint")
    other = bench.checkpoint(min(10_240, sizes[0] // 2))
    copy = min(probe["out_gbs"], probe["in_gbs"])
    slower = min(rows[-1]["out_gbs"] or 0, rows[-1]["in_gbs"] or 0)
    bars = [
        Bar("memory promised by memory there", options.ratio - 0.01, rows[0]["ratio"], True),
        Bar("programs that went on and were right", 2 * len(rows),
            sum(steps > 1 for row in rows for steps in row["steps"]), at_least=True),
    ]  # fmt: skip
    if is_real:  # on the soft XPU it is the processor that copies
        name = f"swap, of the copy's speed, {rows[-1]['row']}"
        bars.append(Bar(name, SPEED_LIMIT, slower / copy, at_least=True))
    rows = [{"row": "copy", **probe}, *rows, other]
    return Report("swap", rows, bars, machine())
