"""Why a program or a job runs or waits: what was asked for, what was decided, what happened.

For a waiting job: the main reason, how many jobs are ahead of it, which jobs hold what it needs,
what would let it start, and when it is expected to start. For a failed job: the remedy. For every
job: its attempts, which job preempted one, and how fast its alternatives are as runs have shown.

examples:
  heddle explain 7                        a program of this node
  heddle explain 7 --node gpu-02          a program of another node
  heddle explain j17                      a job
  heddle explain j17 -v                   and why nodes refused each alternative
  heddle explain j17 -vv                  and what every node says
  heddle explain j17 -o json

exit codes: 2 there is no such job; 111 not permitted; 113 there is no such program;
123 no control plane answers
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from heddle.cli._jobs import program_or_job, span
from heddle.cli._output import (
    add_output,
    amount,
    clean,
    joules,
    print_json,
    print_table,
    time_text,
)
from heddle.errors import UsageError
from heddle.model.job import WHOLE
from heddle.model.memory import memory_text
from heddle.model.record import ended_text
from heddle.promise import charged_milli, shortfall
from heddle.records import ProgramState

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.node.programs import ExplainedProgram

HELP = "show why a program or a job runs or waits, and its history"
GROUP = "Run and watch"

ALL = "-vv what every node says"
#: Reasons that end by no job's end.
NOT_IN_TIME = ("impossible", "unknown", "cordoned", "unreachable")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id", type=program_or_job, help="of a program, as shown by heddle ps, or of a job: j17"
    )
    parser.add_argument("--node", metavar="NAME", help="the id is of a program of this node")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="more; -vv: all of it")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    if isinstance(options.id, int):
        return _program(options.id, _told(options.id, options.node), options.output)
    if options.node:
        raise UsageError(f"--node is for programs: {options.id} is a job, of any node.")
    from heddle.client import where

    with where.find() as client:
        found = client.explain(options.id, max(1, min(options.verbose, 2)))
    if options.output == "json":
        print_json(found)
    else:
        _job(found, options.verbose)
    return 0


def _told(program: int, node: str | None) -> ExplainedProgram:
    from heddle.node.programs import ExplainedProgram, told_of

    if node is None:
        return told_of(program)
    from heddle.cli._nodes import asked

    return asked(node, ExplainedProgram, lambda client: client.program_story(node, program))


def _program(program: int, told: ExplainedProgram, output: str) -> int:
    programs, story = told.programs, told.story
    found = next(p for p in programs if p.id == program)
    if output == "json":
        less = shortfall(found, programs)
        print_json({**asdict(found), "story": story, "shortfall": less and asdict(less)})
        return 0
    why = clean(found.reason) or "nothing is in its way"
    print(f"program {found.id} ({clean(found.name)}) is {found.state}: {why}")
    print(f"  it had {time_text(found.device_time_ns)} of device time")
    print(f"  it was held {found.holds} times, {time_text(found.held_ns)} in all")
    if found.kept_us:
        print(
            f"  its device is kept for it in its pauses, for up to {found.kept_us} us: "
            f"{found.kept_milli / 10:g} % of them are no longer"
        )
    if found.period_us:
        print(
            f"  its work comes every {found.period_us / 1000:.4g} ms, and room is made in advance: "
            f"it came {found.came_milli / 10:g} % of the times"
        )
    for line in _promise(found, programs):
        print(f"  {line}")
    for queue in found.queues:
        print(f"  a queue on {queue.device}: level {queue.level}, {queue.completed} commands done")
    if story is None:
        print("No agent runs, so there is no history. Start one: heddle node agent &")
        return 0
    print("What happened (seconds since the machine started):")
    for line in story:
        print(f"  {clean(line)}")
    return 0


def _promise(found: ProgramState, programs: Sequence[ProgramState]) -> Iterator[str]:
    """What was asked for, promised and charged, and why that is less."""
    if not found.share_milli and not found.asked.share_milli:
        return
    asked, promised = found.asked.share_milli, found.share_milli
    said = f"{promised / 10:g} % of its devices is promised to it"
    if asked != promised:
        said += f"; it asked for {asked / 10:g} %"
    yield said
    charged = charged_milli(found)
    if charged is not None:
        yield (
            f"it was charged for {charged / 10:g} % of the {time_text(found.wanted_ns)} in which "
            "it wanted them"
        )
    if found.goes_first:
        yield f"it goes first until it is paid {time_text(found.owed_ns)} of its share"
    if less := shortfall(found, programs):
        yield f"less than promised: {less}"


def _job(found: rest.ExplainAnswer, verbose: int) -> None:
    said = clean(str(found["text"]))
    told = f"is {found['state']}: {said}" if said else f"is {found['state']}"
    print(f"{found['job']} {said.removeprefix('it ') if said.startswith('it is ') else told}")
    for place in found.get("places") or ():
        print(f"  on {_place(place)}")
    if lent := found.get("lent"):
        print(f"  with {clean(str(lent))}")
    for each in found.get("equipped") or ():
        print(f"  with {clean(str(each))}")
    _others(found)
    would_start = found.get("would_start") or ()
    _list("What would let it start:", would_start)
    if (starts_ms := found.get("starts_ms")) is not None:
        left_ms = starts_ms - time.time() * 1000
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(starts_ms / 1000))
        print(f"It is expected to start in {span(left_ms)}, at {when}.")
    elif found["state"] == "waiting" and would_start and _code(found) not in NOT_IN_TIME:
        print("Its start time is unknown: not all running jobs say how long they take (expected).")
    _list("Attempts:", map(_attempt, found.get("attempts") or ()))
    speeds = found.get("speeds") or ()
    _list(
        "How fast its alternatives are:", map(_speed, speeds) if _is_told(speeds, verbose) else ()
    )
    _list("What to do:", found.get("remedies") or ())
    if verbose >= 1 and found.get("candidates"):
        _list("Why nodes refused, by alternative:", map(_refusals, found["candidates"]))
    if verbose >= 2 and found.get("nodes"):
        print()
        rows = [
            (n["node"], n["alternative"] + 1, n["why"]["text"] if n["why"] else "it would fit")
            for n in found["nodes"]
        ]
        print_table(("NODE", "ALTERNATIVE", "SAYS"), rows)
    elif found.get("candidates"):
        print(("More: -v why nodes refused each alternative, " if not verbose else "More: ") + ALL)


def _list(head: str, lines: Iterable[str]) -> None:
    """Nothing, if there are none."""
    for number, line in enumerate(lines):
        if not number:
            print(head)
        print(f"  {clean(line)}")


def _others(found: rest.ExplainAnswer) -> None:
    """Its place in the queue, and the jobs ahead of it."""
    if found.get("in_front") is not None:
        count = found["in_front"]
        print(f"{count or 'No'} {'job is' if count == 1 else 'jobs are'} ahead of it.")
    if kept_for := found.get("kept_for"):
        print(f"Devices are reserved for {', '.join(kept_for)}, which needs more than is free.")
    more = found.get("more_holders") or 0
    lines = [*map(_holder, found.get("holders") or ()), *([f"and {more} more"] if more else [])]
    _list("Jobs that hold what it needs:", lines)


def _holder(holder: rest.HolderAnswer) -> str:
    """j5 (train, of ann in acme): vm with 50 % of soft@gpu, ends in 3m00s."""
    who = "a job of another tenant"
    if holder["job"]:
        who = f"{holder['job']} ({holder['name']}, of {holder['user']} in {holder['tenant']})"
    ends = ""
    if holder["ends_ms"] is not None:
        ends = f", ends in {span(holder['ends_ms'] - time.time() * 1000)}"
    return f"{who}: {'; '.join(dict.fromkeys(map(_given, holder['places'])))}{ends}"


def _refusals(candidate: rest.CandidateAnswer) -> str:
    """1: 3 nodes: it has no h200; 1 node: 0 of 1 devices are free."""
    examples = candidate.get("examples") or {}
    said = []
    if unlent := candidate.get("unlent"):
        said.append(unlent["text"])
    said += [
        f"{count} {'node' if count == 1 else 'nodes'}: {examples.get(code, code)}"
        for code, count in candidate["refusals"].items()
    ]
    if quota := candidate.get("quota"):
        said.append(quota["text"])
    lent = " with a device of another node" if candidate.get("lent") else ""
    return f"{candidate['alternative'] + 1}{lent}: {'; '.join(said) or 'none'}"


def _is_told(speeds: Sequence[rest.SpeedAnswer], verbose: int) -> bool:
    """Whether two of them could be compared; with -v, whatever is known."""
    return bool(verbose) or any(each["rate_milli"] is not None for each in speeds)


def _speed(speed: rest.SpeedAnswer) -> str:
    return f"{speed['alternative'] + 1}: {speed['text']}"


def _code(found: rest.ExplainAnswer) -> str:
    why = found.get("why")
    return why["code"] if why else ""


def _place(place: rest.PlaceAnswer) -> str:
    """A node that was chosen, and which came next."""
    others = place.get("fitting", 1) - 1
    told = f"{place['node']} (alternative {place['alternative'] + 1}"
    if others > 0 and place.get("runner_up"):
        told += f"; it would fit on {others} more, {place['runner_up']} next"
    return clean(f"{told})")


def _given(place: rest.Place) -> str:
    """A node, and what was given there: vm with soft@gpu, 25 % and 8GiB of soft@npu."""
    limits = place.get("device_mib") or [0] * len(place["devices"])
    devices = []
    for (name, milli), mib in zip(place["devices"], limits, strict=True):
        parts = [f"{milli / 10:g} %"] if milli != WHOLE else []
        parts += [memory_text(mib << 20)] if mib else []
        devices.append(f"{' and '.join(parts)} of {name}" if parts else name)
    if not devices:
        return str(place["node"])
    lender = f" of {place['lender']}" if place.get("lender") else ""
    return f"{place['node']} with {', '.join(devices)}{lender}"


def _attempt(attempt: rest.AttemptRecord) -> str:
    nodes = ", ".join(dict.fromkeys(map(_given, attempt["places"])))
    took = ""
    if attempt["ended_ms"] is not None:
        took = f" after {span(attempt['ended_ms'] - attempt['started_ms'])}"
    ended, why = ended_text(attempt["exit_code"]), attempt["why"]
    code = "" if attempt["exit_code"] is None else f", {ended}"
    said = f" ({why})" if why and why != ended else ""
    drew = "" if attempt["millijoules"] is None else f", {joules(attempt['millijoules'])}"
    told = f"{attempt['state']}{took}{code}{said}{_cost(attempt)}{drew}"
    return clean(f"attempt {attempt['number']} on {nodes}: {told}")


def _cost(attempt: rest.AttemptRecord) -> str:
    """Of one that is over, where its devices have a price."""
    price, ended_ms = attempt["worth"].get("price_micro"), attempt["ended_ms"]
    if price is None or ended_ms is None:
        return ""
    ran_ms = ended_ms - attempt["started_ms"] - attempt["worth"].get("away_ms", 0)
    cost = price * ran_ms // 3_600_000
    return f", {amount(cost)} {attempt['worth']['currency']}"
