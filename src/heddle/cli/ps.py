"""List the programs that run under Heddle on this node: state, reason, level, device time.

JOB is the job that a program belongs to: - if there is none, N/A if it is another user's, which
only root can see. Where a control plane runs, its jobs are below, including those that use no
device and so have no program. `heddle job ls -o json` lists them for programs.

examples:
  heddle ps
  heddle ps -a                            jobs that are over as well
  heddle ps --node gpu-02                 programs of another node, as it said last
  heddle ps -o wide                       shares as well (promised, and charged of the time that
                                          a program wanted its devices), and memory
  heddle ps -o json                       the programs, each with its job
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

import heddle
from heddle.cli._output import add_output, complain, print_json, print_table, time_text
from heddle.errors import HeddleError, NoServerError
from heddle.inventory.jobs import job_of, job_text
from heddle.model.memory import memory_text
from heddle.promise import charged_milli, shortfall
from heddle.records import ProgramState

if TYPE_CHECKING:
    from heddle.cli.job._list import Job

HELP = "list programs under Heddle, and jobs"
GROUP = "Run and watch"
MOST = 20  #: jobs that are shown
HEADS = (
    *("ID", "PID", "COMMAND", "JOB", "PRIORITY"),
    *("STATE", "DEVICES", "LEVEL", "DEVICE-TIME", "HELD"),
)
WIDE_HEADS = ("SHARE", "CHARGED", "MEMORY", "OVERHEAD")
STALE_MS = 15_000  #: one and a half heartbeats

#: Bytes by program and device; None where the vendor does not tell.
Overheads = dict[int, dict[str, int | None]]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-a", "--all", action="store_true", help="also jobs that are over")
    parser.add_argument("--node", metavar="NAME", help="programs of another node")
    add_output(parser, wide=True)


def run(options: argparse.Namespace) -> int:
    if options.node:
        return _print_node(options.node, options.output)
    found = heddle.programs()
    is_wide = options.output == "wide"
    more = _overheads(found) if is_wide or options.output == "json" else {}
    if options.output == "json":
        print_json(
            [
                asdict(program)
                | {"job": job_of(program) or None, "overhead_bytes": more[program.id]}
                for program in found
            ]
        )
        return 0
    jobs = _jobs(options.all)
    if jobs is None:
        _print_programs(found, more, is_wide)
        return 0
    from heddle.cli._jobs import print_jobs

    print("Programs of this node")
    _print_programs(found, more, is_wide)
    print("\nJobs")
    print_jobs(jobs[:MOST])
    if len(jobs) > MOST:
        print("... `heddle job ls` lists more")
    return 0


def _print_node(name: str, output: str) -> int:
    from heddle.client import where

    with where.find() as client:
        found = client.node_programs(name)
    if output == "json":
        print_json(found)
        return 0
    rows = [
        (
            each["id"],
            each["pid"],
            each["name"],
            each["job"] or "-",
            each["priority"],
            each["state"],
            ",".join(each["devices"]) or "-",
            each["level"] or "-",
            time_text(each["device_time_ns"]),
            time_text(each["held_ns"]),
            f"{each['share_milli'] / 10:g}%" if each["share_milli"] else "-",
            each["reason"] or "-",
        )
        for each in found["programs"]
    ]
    print_table([*HEADS, "SHARE", "REASON"], rows)
    if found["more"]:
        print(f"and {found['more']} more")
    for breach in found["breaches"] or ():
        complain(f"{breach['kind']} on {breach['device']}: {breach['text']} {breach['done']}")
    if found["breaches"] is None:
        complain(f"no agent watches {name} for programs that escape (`heddle node agent` there).")
    if found["age_ms"] > STALE_MS:
        complain(f"{name} last called {found['age_ms'] / 1000:.0f} s ago.")
    return 0


def _print_programs(found: list[ProgramState], more: Overheads, is_wide: bool) -> None:
    rows = [
        (
            program.id,
            _pid(program),
            program.name,
            job_text(job_of(program)),
            program.priority,
            program.state,
            ",".join(program.devices) or "-",
            "/".join(sorted({str(queue.level) for queue in program.queues})) or "-",
            time_text(program.device_time_ns),
            time_text(program.held_ns),
            *(_more(program, more) if is_wide else []),
            _reason(program, found),
        )
        for program in found
    ]
    print_table([*HEADS, *(WIDE_HEADS if is_wide else ()), "REASON"], rows)


def _reason(program: ProgramState, found: list[ProgramState]) -> str:
    """Why it is held; and if it gets less than was promised to it, why."""
    less = shortfall(program, found)
    return "; ".join(filter(None, (program.reason, str(less) if less else ""))) or "-"


def _pid(program: ProgramState) -> int | str:
    """Of a partition: of one of its processes; the first may be gone."""
    return next(iter(program.processes), "-") if program.is_kept else program.pid


def _more(program: ProgramState, more: Overheads) -> tuple[str, str, str, str]:
    charged = charged_milli(program) if program.share_milli else None
    return (
        f"{program.share_milli / 10:g}%" if program.share_milli else "-",
        "-" if charged is None else f"{charged / 10:g}%",
        _memory(program),
        _overhead(more[program.id]),
    )


def _memory(program: ProgramState) -> str:
    """What it has of each device, and what it may have."""
    limit = f"/{memory_text(program.memory_limit)}" if program.memory_limit else ""
    if not program.memory:
        return f"0{limit}" if limit else "-"
    return ",".join(
        f"{device} {memory_text(used)}{limit}" for device, used in sorted(program.memory.items())
    )


def _overheads(found: list[ProgramState]) -> Overheads:
    from heddle.inventory.overhead import overheads  # not for the plain list: it asks vendors

    return overheads(found)


def _overhead(of: dict[str, int | None]) -> str:
    """What it occupies of each device beyond what it asked for."""
    texts = {device: "N/A" if more is None else memory_text(more) for device, more in of.items()}
    return ",".join(f"{device} {text}" for device, text in texts.items()) or "-"


def _jobs(over: bool) -> list[Job] | None:
    """None where no control plane answers: programs are listed without it."""
    from heddle.cli.job._list import listed
    from heddle.client import where
    from heddle.model.record import FINAL, JOB_STATES

    states = () if over else tuple(state for state in JOB_STATES if state not in FINAL)
    try:
        client = where.find_here(timeout_s=3)
        if client is None:
            return None
        with client:
            return listed(client, MOST + 1, state=states).lines
    except NoServerError:
        return None
    except HeddleError as error:
        complain(error)
        return None
