"""What it costs to sample eight devices once a second, and how fast a loss is reported.

The devices are folders that look like those of GPUs, with the files that AMD's driver has. After
the cost is measured one of them vanishes and another hangs, while the others go on. --device does
not count.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from heddle.errors import WorkloadError
from heddle.harness.report import Bar, Report
from heddle.harness.workload import machine
from heddle.inventory.host import Host, LiveHost
from heddle.inventory.live import Sampler
from heddle.inventory.sources import pci
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Link, Machine, Reading

HELP = "what sampling eight devices costs, and how fast a loss is reported"

CPU_LIMIT, REPORT_LIMIT_S, RATE_LIMIT_HZ = 0.01, 2.0, 0.95
COUNT = 8
#: Below a device's folder, as the kernel's amdgpu driver names them (Documentation/gpu/amdgpu).
FILES = {
    "gpu_busy_percent": "37",
    "mem_info_vram_used": "1073741824",
    "mem_info_vram_total": "206141652992",
    "hwmon/hwmon0/temp1_input": "41000",
    "hwmon/hwmon0/temp1_crit": "100000",
    "hwmon/hwmon0/power1_average": "138000000",
    "hwmon/hwmon0/power1_cap": "750000000",
    "hwmon/hwmon0/freq1_input": "132000000",
    "hwmon/hwmon0/freq2_input": "900000000",
    "ras/umc_err_count": "ue: 0\nce: 0",
    "ras/gfx_err_count": "ue: 0\nce: 0",
    "current_link_speed": "32.0 GT/s PCIe",
    "current_link_width": "16",
    "max_link_speed": "32.0 GT/s PCIe",
    "max_link_width": "16",
    "class": "0x120000",
}


class FilesProbe:
    """Reads these files, and no others."""

    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        link = Link(32.0, 16, 32.0, 16)
        names = host.names(pci.DEVICES)
        return [Component(f"pci@{name}", "gpu", "heddle", "files", link=link) for name in names]

    def read(self, host: Host, component: Component) -> Reading | None:
        folder = f"{pci.DEVICES}/{component.id.removeprefix('pci@')}"

        def value(name: str, unit: float = 1.0) -> float | None:
            found = pci.number(host.text(f"{folder}/{name}"))
            return None if found is None else found / unit

        def size(name: str) -> int | None:
            return pci.integer(host.text(f"{folder}/{name}"))

        errors = {
            f"{part}_uncorrected": int(text.split()[1])
            for part in ("umc", "gfx")
            if (text := host.text(f"{folder}/ras/{part}_err_count"))
        }
        return Reading(
            utilisation=value("gpu_busy_percent"),
            memory_used_bytes=size("mem_info_vram_used"),
            memory_total_bytes=size("mem_info_vram_total"),
            temperature_c=value("hwmon/hwmon0/temp1_input", 1e3),
            temperature_limit_c=value("hwmon/hwmon0/temp1_crit", 1e3),
            power_w=value("hwmon/hwmon0/power1_average", 1e6),
            power_limit_w=value("hwmon/hwmon0/power1_cap", 1e6),
            clock_mhz=value("hwmon/hwmon0/freq1_input", 1e6),
            memory_clock_mhz=value("hwmon/hwmon0/freq2_input", 1e6),
            errors=errors,
        )


def build(root: Path, number: int) -> Path:
    """One more device below the root; its folder."""
    folder = root / pci.DEVICES.strip("/") / f"0000:{number + 1:02x}:00.0"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    return folder


def hang(file: Path) -> Callable[[], None]:
    """Lets every reader of the file wait; what it returns lets them go on, and the file come back.

    A FIFO without a writer: opening it waits, as a call into a driver that has died would.
    """
    text = file.read_text()
    pipe = file.with_name(f".{file.name}")
    os.mkfifo(pipe)
    pipe.replace(file)

    def back() -> None:
        held = os.open(file, os.O_RDWR)  # a writer: opening the FIFO no longer waits
        pipe.write_text(text)
        pipe.replace(file)
        os.close(held)

    return back


def sampler(root: Path, **more: float) -> Sampler:
    """A sampler of what is below the root, and of what comes there."""
    probe = FilesProbe()

    def look(host: Host) -> Machine:
        return Machine("files", tuple(probe.components(host, ())))

    host = LiveHost(str(root))
    return Sampler(look(host), host, [probe], look=look, **more)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=20.0, help="to sample (default 20)")


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    root = Path(tempfile.mkdtemp(prefix="heddle-live-"))
    try:
        folders = [build(root, number) for number in range(COUNT)]
        with sampler(root) as live:
            changes = live.changes()
            next(changes)
            say(f"sampling for {options.seconds:g} s")
            cpu, begin, looks = time.process_time(), time.monotonic(), 0
            while time.monotonic() - begin < options.seconds:
                next(changes)
                looks += 1
            wall = time.monotonic() - begin
            cpu = (time.process_time() - cpu) / wall
            say("one vanishes, one hangs")
            begin = time.monotonic()
            shutil.rmtree(folders[0])
            back = hang(folders[1] / "gpu_busy_percent")
            lost = {f"pci@{folders[0].name}": "gone", f"pci@{folders[1].name}": "silent"}
            reported: dict[str, float] = {}
            while len(reported) < len(lost):
                for id, news in next(changes).items():
                    if news.get("state") == lost.get(id, ""):
                        reported[id] = time.monotonic() - begin
                if time.monotonic() - begin > 10 * REPORT_LIMIT_S:
                    raise WorkloadError("a loss was not reported at all; see heddle.inventory.live")
            say("the others go on")
            rate = _rate(folders[2:], changes)
            back()
    finally:
        shutil.rmtree(root, ignore_errors=True)
    gone_s, silent_s = (reported[f"pci@{folder.name}"] for folder in folders[:2])
    row = {
        "devices": COUNT,
        "files": COUNT * len(FILES),
        "looks": looks,
        "seconds": wall,
        "cpu": cpu,
        "gone_s": gone_s,
        "silent_s": silent_s,
        "others_hz": rate,
    }
    bars = [
        Bar("sampling, of one core", CPU_LIMIT, cpu),
        Bar("vanished device reported, s", REPORT_LIMIT_S, gone_s),
        Bar("hanging device reported, s", REPORT_LIMIT_S, silent_s),
        Bar("others meanwhile, samples/s", RATE_LIMIT_HZ, rate, at_least=True),
    ]
    return Report("live", [row], bars, machine())


def _rate(folders: Sequence[Path], changes: Iterator[dict[str, Any]], rounds: int = 5) -> float:
    """Samples a second and device, of those whose heat changes every second."""
    next(changes)  # from one round's end to another's
    seen, begin = 0, time.monotonic()
    for number in range(rounds):
        for folder in folders:
            (folder / "hwmon/hwmon0/temp1_input").write_text(f"{42 + 2 * number}000\n")
        news = next(changes)
        seen += sum("temperature_c" in news.get(f"pci@{folder.name}", ()) for folder in folders)
    return seen / len(folders) / (time.monotonic() - begin)
