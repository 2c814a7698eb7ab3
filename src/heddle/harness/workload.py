"""Starting programs for a benchmark, away from whatever else runs on the machine."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import TracebackType

from heddle import native
from heddle.errors import WorkloadError
from heddle.inventory import apis
from heddle.inventory.apis import soft
from heddle.version import own_version

#: APIs whose load program has to find out how long its commands take, and the variables under which
#: it does and they run. A processor under OpenCL (PoCL) has one worker, on the first core: the
#: programs of a benchmark share that one as they would share an accelerator.
CALIBRATED: dict[str, dict[str, str]] = {
    "cuda": {},
    "opencl": {"POCL_MAX_PTHREAD_COUNT": "1", "POCL_CPU_MAX_CU_COUNT": "1", "POCL_AFFINITY": "1"},
}


@dataclass(frozen=True, slots=True)
class Request:
    """One request of a workload, on CLOCK_MONOTONIC."""

    begin_ns: int
    end_ns: int

    @property
    def latency_ms(self) -> float:
        return (self.end_ns - self.begin_ns) / 1e6


def requests_in(text: str) -> list[Request]:
    """Of what a load program has written; its last line may not be whole yet."""
    lines = text.splitlines()
    whole = [line.split() for line in lines if line.count(" ") == 1 and line[0].isdigit()]
    return [Request(int(begin), int(end)) for begin, end in whole]


def done_in(requests: Iterable[Request], begin_ns: int, end_ns: int) -> float:
    """Requests done in that time; one that ends outside of it, in part."""
    made = sorted(requests, key=lambda request: request.end_ns)
    ends = [request.end_ns for request in made]

    def done(at_ns: int) -> float:
        i = bisect(ends, at_ns)
        if i == len(ends):
            return float(i)
        start = max(made[i].begin_ns, ends[i - 1] if i else 0)
        return i + min(1.0, max(0.0, (at_ns - start) / max(1, ends[i] - start)))

    return done(end_ns) - done(begin_ns)


@dataclass(frozen=True, slots=True)
class Under:
    """How a workload runs: natively (None) or under `heddle run` with these."""

    priority: int = 0
    level: int | None = None
    share_milli: int = 0
    cap_milli: int = 0
    proxied: bool = False
    station: str = ""  #: HOST:PORT of the machine that has the device; empty: this one


class Workload:
    """A running load program."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self._process = process
        self._log = log

    def wait(self) -> None:
        """Waits for its end.

        :raises WorkloadError: if it failed
        """
        code = self._process.wait()
        if code:
            raise WorkloadError(f"the workload ended with {code}; its words are above")

    def stop(self) -> None:
        """Ends it, however far it is; in order if it can. (A killed client is MPS's end.)"""
        self._process.terminate()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @property
    def pid(self) -> int:
        return self._process.pid

    def running(self) -> bool:
        return self._process.poll() is None

    def requests(self) -> list[Request]:
        return requests_in(self._log.read_text())

    def words(self, label: str) -> str:
        """What follows `label` on a line of its own; empty if there is none."""
        lines = self._log.read_text().splitlines()
        return next((line[len(label) + 1 :] for line in lines if line.startswith(label)), "")

    def requests_by(self, label: str) -> list[tuple[str, Request]]:
        """Each request with what follows `label` on the line in front of it."""
        lines = self._log.read_text().splitlines()
        pairs = ((said.split(), line.split()) for said, line in pairwise(lines))
        return [
            (said[1], Request(int(line[0]), int(line[1])))
            for said, line in pairs
            if said[0] == label and line[0].isdigit()
        ]

    def numbers(self) -> list[float]:
        return [float(line) for line in self._log.read_text().split()]


class Arena:
    """A table of its own, and a soft XPU if one is described; gone afterwards."""

    def __init__(self, soft_devices: str = "none", **variables: str) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="heddle-bench-"))
        self._shared = Path(f"/dev/shm/{self._folder.name}")
        self._segment = Path(f"/dev/shm/{self._folder.name}.soft")
        self.table = str(self._shared / "table")
        self.variables = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("HEDDLE_", "SOFTXPU_"))},
            **{k: v for k, v in os.environ.items() if k.endswith("_US") and "HEDDLE_" in k},
            "HEDDLE_TABLE": self.table,
            "SOFTXPU_SEGMENT": self._segment.name,
            "SOFTXPU_DEVICES": soft_devices,
            **variables,
        }
        self._started: list[Workload] = []

    def start(
        self, device: str, arguments: list[str], under: Under | None = None, **more: str
    ) -> Workload:
        """Starts the load program of the device, `api@name`, with more environment variables."""
        api = device.partition("@")[0]
        return self.start_program(device, [native.file(f"{api}-load"), *arguments], under, **more)

    def start_program(
        self, device: str, program: list[str], under: Under | None = None, **more: str
    ) -> Workload:
        """Starts any program that logs its requests as a load program does; on all devices of an
        api, if only that is named."""
        api, _, name = device.partition("@")
        variables = {**self.variables, **more}
        if under is None:
            vendor = next(vendor for vendor in apis.vendors() if vendor.api == api)
            variables |= {vendor.visible_variable: name} if name else {}
        else:
            options = ["--priority", str(under.priority)]
            place = f"{under.station}/" if under.station else ""
            options += ["--device", f"{place}{device}"] if name else []
            options += ["--share", str(under.share_milli / 1000)]
            options += ["--cap", str(under.cap_milli / 1000)]
            if under.level is not None:
                options += ["--level", str(under.level)]
            options += ["--proxied"] if under.proxied else []
            program = [sys.executable, "-m", "heddle", "run", *options, "--", *program]
        log = self._folder / f"{len(self._started)}.log"
        with log.open("wb") as out:
            process = subprocess.Popen(program, env=variables, stdout=out)
        workload = Workload(process, log)
        self._started.append(workload)
        return workload

    def __enter__(self) -> Arena:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for workload in self._started:
            if workload.running():
                workload.stop()
        shutil.rmtree(self._folder, ignore_errors=True)
        shutil.rmtree(self._shared, ignore_errors=True)
        soft.remove(self._segment.name)


def load_variables(device: str, **more: str) -> dict[str, str]:
    """What makes commands equally long in every run: measured once, while nothing else runs, of
    commands as more variables have them."""
    api = device.partition("@")[0]
    if api not in CALIBRATED:
        return {}
    fixed = {**CALIBRATED[api], **more}
    with Arena(**fixed) as arena:
        run = arena.start(device, ["calibrate"])
        run.wait()
        return {**fixed, f"{api.upper()}_LOAD_TURNS_PER_NS": str(run.numbers()[0])}


def machine() -> dict[str, object]:
    """What a figure is worth nothing without."""
    found: dict[str, object] = {
        "cpu": platform.machine(),
        "cores": os.cpu_count(),
        "kernel": platform.release().partition("-")[0],
        "heddle": own_version() or "in place",
    }
    driver = Path("/proc/driver/nvidia")
    if driver.exists():
        words = (driver / "version").read_text().splitlines()[0].split()
        found["driver"] = next((word for word in words if word[0].isdigit()), "unknown")
        found["gpus"] = [
            line.partition(":")[2].strip()
            for path in sorted(driver.glob("gpus/*/information"))
            for line in path.read_text().splitlines()
            if line.startswith("Model")
        ]
    return found
