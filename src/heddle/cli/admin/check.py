"""Report problems of this installation, machine or control plane, and how to fix them. Exits with 1
if there is a problem; a note needs no action.

examples:
  heddle admin check
  HEDDLE_SERVER=https://gpu1:7878 heddle admin check     that server instead of this machine's
  heddle admin check -o json
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator

from heddle import native
from heddle._gen.table import LEVEL_NEEDS
from heddle.ask import call, is_there
from heddle.cli._output import add_output
from heddle.cli.admin._check_plane import control_plane
from heddle.cli.admin._finding import Finding, show_findings
from heddle.errors import HeddleError
from heddle.inventory import apis
from heddle.inventory.unknown import unknown
from heddle.launch.run import environment
from heddle.system import pidfd
from heddle.table import Table, level_text

HELP = "report problems, and how to fix them"


def _library() -> Iterator[Finding]:
    native.library()
    yield Finding("native library", "ok", str(native.DIRECTORY))


def _table() -> Iterator[Finding]:
    native.open_table()
    native.reap()
    with Table() as table:
        used = table.used_slots()
        repairs = table.lock_repairs()
        yield Finding("shared table", "ok", f"{table.path}, {used['program']} programs")
        if repairs:
            yield Finding(
                "shared table",
                "note",
                f"its lock was repaired {repairs} times after a killed process",
            )


def _process_handles() -> Iterator[Finding]:
    try:
        os.close(pidfd.open_pid(os.getpid()))
        yield Finding("liveness by pidfd", "ok", "this kernel has it")
    except OSError:
        yield Finding(
            "liveness by pidfd", "note", "this kernel lacks it (Linux 5.3); /proc is used instead"
        )


def _preload() -> Iterator[Finding]:
    script = "print(sum('libheddle.so' in line for line in open('/proc/self/maps')) > 0)"
    done = subprocess.run(
        [sys.executable, "-I", "-c", script], env=environment(), capture_output=True, text=True
    )
    if done.stdout.strip() == "True":
        yield Finding("interception by preload", "ok", "a test program was intercepted")
    elif "LD_PRELOAD" not in environment():
        yield Finding("interception by preload", "note", "not tried: no devices")
    else:
        why = done.stderr.strip() or "the library did not get into a test program"
        yield Finding("interception by preload", "wrong", f"{why}; is LD_PRELOAD forbidden here?")


def _devices() -> Iterator[Finding]:
    broken: list[HeddleError] = []
    found = apis.devices(broken.append)
    for error in broken:
        yield Finding("devices", "wrong", str(error))
    if not found:
        yield Finding("devices", "note", "none; `heddle run` runs commands unscheduled")
    for device in found:
        detail = f"level {level_text(device.level)}"
        missing = LEVEL_NEEDS.get(device.level + 1, frozenset()) - set(device.capabilities)
        if missing:
            detail += f"; level {device.level + 1} needs {', '.join(sorted(missing))}"
        yield Finding(device.id, "ok", detail)


def _unknown_functions() -> Iterator[Finding]:
    for vendor in apis.vendors():
        path, names = unknown(vendor.api) if vendor.present() else ("", [])
        if names:
            some = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
            yield Finding(
                f"{vendor.api} functions",
                "note",
                f"{path} has {len(names)} functions that this Heddle does not know ({some}): they "
                "pass through unscheduled and uncounted",
            )


def _agent() -> Iterator[Finding]:
    if is_there():
        yield Finding("agent", "ok", "it answers")
    else:
        text = "none runs: programs are scheduled without policies. `heddle up` starts it, too"
        yield Finding("agent", "note", text)


def _images() -> Iterator[Finding]:
    """Of jobs. Tried here: what a control plane on this machine runs as may differ."""
    from heddle.engine.local.images import podman_cli

    found, why = podman_cli.find(native.table_folder())
    if found is not None:
        yield Finding("images", "ok", found.text)
    else:
        yield Finding("images", "note", f"jobs cannot name one: {why}")


def _guests() -> Iterator[Finding]:
    for breach in call("breaches") if is_there() else ():
        yield Finding(f"breach: {breach['kind']}", "note", breach["text"])


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _library,
    _table,
    _process_handles,
    _preload,
    _devices,
    _unknown_functions,
    _agent,
    _guests,
    _images,
    control_plane,
)


def findings() -> list[Finding]:
    found: list[Finding] = []
    for check in CHECKS:
        try:
            found += check()
        except HeddleError as error:
            found.append(Finding(check.__name__.strip("_").replace("_", " "), "wrong", str(error)))
    return found


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    found = findings()
    return show_findings(found, options.output)
