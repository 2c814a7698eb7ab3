"""Run a command with its accelerator work scheduled.

The command is not modified; its children belong to the same program. Exit code and signals are
the command's own.

examples:
  heddle run --priority high -- ./camera
  heddle run --priority low --device soft@npu -- python transcribe.py
  heddle run --share 25% -- ./train       a quarter of the device, more while others are idle
  heddle run --cap 25% -- ./train         never more than a quarter
  heddle run --mem 8GiB -- ./train        at most 8 GiB of device memory, for all its processes
  heddle run --swap -- ./train            swap its memory to the host while others need the device
  heddle run --mps 30% -- ./serve         under NVIDIA's MPS, on 30 % of the multiprocessors
  heddle run --mps auto -- ./serve        under MPS if its kernels are known to be short
  heddle run --idempotent -- ./batch      its kernels may be killed and rerun: docs/guides/reef.md
  heddle run --strict -- ./train          refuse it if it could bypass Heddle; kill it if it does
  heddle run --proxied -- ./job           no device within its reach: docs/guides/proxied.md
  heddle run --device gpu7/soft@gpu -- ./job   a device of another machine: docs/guides/remote.md
  heddle run --partition a -- ./train     in a partition; see heddle device partition
  heddle run --level 1 -- ./task          hold pending work only
  heddle run --on gpu-7 --device gpu:1 -- python train.py     on another node, as if it were here

With --on, the program runs as a job of the control plane (heddle submit). A copy of this folder
goes to the node, and files that the program changed come back; at a terminal the program has one,
signals are passed on, and both its outputs come on this one's standard output. Without --device it
gets one core and no device: docs/guides/run-on.md.

HEDDLE_PRIORITY, HEDDLE_SHARE, ... and the variables of XSched and HAMi also work:
docs/reference/settings.md.

exit codes: the command's own; 126 and 127 as in a shell; 2 and 110..125: docs/reference/errors.md
"""

from __future__ import annotations

import argparse
import os

from heddle.errors import UsageError
from heddle.launch.asked import asked_by
from heddle.launch.run import become, note
from heddle.model.memory import parse_memory
from heddle.model.part import check_cap, parse_part
from heddle.model.priority import parse_priority
from heddle.system import state

TYPE_CHECKING = False  # typing is a slow import

if TYPE_CHECKING:
    from typing import NoReturn

HELP = "run a command with its accelerator work scheduled"
GROUP = "Run and watch"
DAY_MS = 86_400_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.usage = "heddle run [--priority N|high|low] [--device X] [options] -- CMD [ARG ...]"
    parser.add_argument("--priority", metavar="N", help="-255..255, high or low; higher goes first")
    parser.add_argument(
        "--device", metavar="X", help="use this device only: soft@gpu, a UUID, NODE/soft@gpu"
    )
    parser.add_argument("--share", metavar="PART", help="at least this of the device, 0.25 or 25%%")
    parser.add_argument("--cap", metavar="PART", help="never more of the device than this")
    parser.add_argument("--mem", metavar="SIZE", help="memory limit on each device, 8GiB or 500MiB")
    parser.add_argument(
        "--swap", action="store_true", help="swap its memory to the host while others need it"
    )
    parser.add_argument(
        "--deadline-ms", type=float, metavar="MS", help="after the start of a burst; earlier first"
    )
    parser.add_argument("--level", type=int, choices=[1, 2, 3], help="highest level to use")
    parser.add_argument(
        "--strict",
        action="store_true",
        help="refuse a command that cannot be scheduled and watched",
    )
    parser.add_argument(
        "--proxied",
        action="store_true",
        help="in a sandbox without devices; another process uses them for it",
    )
    parser.add_argument(
        "--write",
        metavar="DIR",
        action="append",
        default=[],
        help="proxied, it can write this folder, too; beside the one to work in",
    )
    parser.add_argument(
        "--idempotent", action="store_true", help="its commands may be killed and run again"
    )
    parser.add_argument("--tenant", default="", help="tenant to charge (see heddle ps -o json)")
    parser.add_argument(
        "--mps",
        metavar="PART",
        help="under MPS, on 30%% of the multiprocessors or in a partition; auto: if that is faster",
    )
    parser.add_argument(
        "--partition", metavar="NAME", help="in this partition, with its limits (HEDDLE_PARTITION)"
    )
    add = parser.add_argument_group("on another node").add_argument
    add("--on", metavar="NODE", help="run it wholly on this node; heddle node ls shows them")
    add("--members", type=int, metavar="N", help="so many of it, as a gang: RANK, WORLD_SIZE, ...")
    add("--env", action="append", metavar="NAME=VALUE", help="a variable for it; NAME: as here")
    add("--no-copy", action="store_true", help="NODE has this folder itself: a shared file system")
    add("--venv", action="store_true", help="rebuild the active Python environment there")
    add("--no-venv", action="store_true", help="without the Python environment that is active here")
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="-- CMD")


def run(options: argparse.Namespace) -> int:
    if options.on is None:
        _run_here(options)
    from heddle.cli.job import _remote_run

    return _remote_run.run_on(options)


def _run_here(options: argparse.Namespace) -> NoReturn:
    for away in ("members", "env", "no_copy", "venv", "no_venv"):
        if getattr(options, away):
            raise UsageError(f"--{away.replace('_', '-')} is for a program on another node: --on.")
    command = options.command
    if command and command[0] == "--":
        command = command[1:]
    if options.idempotent:  # a promise of its processes, whatever program they belong to
        os.environ["HEDDLE_IDEMPOTENT"] = "1"
    if options.partition is not None and not options.partition.strip():
        raise UsageError("--partition needs a name. `heddle device partition ls` lists them.")
    name = options.partition or os.environ.get("HEDDLE_PARTITION")
    if options.write and not options.proxied:
        raise UsageError("--write is for a program in a sandbox: --proxied.")
    if options.proxied and (options.mps is not None or name):
        raise UsageError("--proxied does not go together with --mps, --partition.")
    if name:
        from heddle.cli.device import _partition

        _partition.run_in(name, command, options)
    asked = asked_by(os.environ, note)
    if options.priority is not None:
        asked["rank"] = parse_priority(options.priority)
    if options.share is not None:
        asked["share_milli"] = parse_part(options.share, "share")
    if options.cap is not None:
        asked["cap_milli"] = parse_part(options.cap, "cap")
    if options.share is not None or options.cap is not None:
        check_cap(asked.get("share_milli", 0), asked.get("cap_milli", 0))
    if options.mem is not None:
        asked["memory_limit"] = parse_memory(options.mem)
    if options.swap:
        asked["may_move"] = 1
    if options.deadline_ms is not None:
        if not 0 <= options.deadline_ms < DAY_MS:
            raise UsageError(
                f"--deadline-ms {options.deadline_ms:g} is not allowed: give milliseconds from 0 "
                "(none) to a day."
            )
        asked["deadline_us"] = round(options.deadline_ms * 1000)
    if options.level is not None:
        asked["level_limit"] = options.level
    if options.device is not None and "/" in options.device:
        from heddle.cli.device import _remote

        raise SystemExit(_remote.run(command, asked, options))
    if asked.get("share_milli"):
        from heddle import promise

        promise.admit(asked["share_milli"], options.device)
    avoid: tuple[str, ...] = ()
    device, changes = options.device, None
    if state.exists("partitions"):
        from heddle.virt import beside

        avoid = tuple(beside.look(device, asked, note))
    if options.mps is not None:
        from heddle.cli.device import _mps

        card = _mps.card(device)
        device = card.id
        memory = asked.get("memory_limit", 0)
        changes = (
            _mps.chosen(command, card, memory, note)
            if options.mps == "auto"
            else _mps.client(options.mps, card, memory, note)
        )
    if options.proxied:
        from heddle.pool import proxied

        raise SystemExit(
            proxied.run(
                command,
                asked,
                device=device,
                tenant=options.tenant,
                avoid=avoid,
                writes=options.write,
            )
        )
    become(
        command,
        asked,
        device=device,
        tenant=options.tenant,
        changes=changes,
        strict=options.strict,
        avoid=avoid,
    )
