"""Record when programs run and are held, and why; view it in Perfetto or as a picture.

Samples the shared table about a thousand times a second and changes nothing. Ctrl-C ends the
recording, writes the files and shows the summary.

examples:
  heddle program trace
  heddle program trace --seconds 5 --file trace.json     open it at https://ui.perfetto.dev
  heddle program trace --seconds 2 --svg trace.svg
  heddle program trace --seconds 60 -o json
  heddle program trace --node gpu-02 --seconds 5   on another node, 60 s at most
"""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Iterable
from pathlib import Path
from types import FrameType

from heddle import native
from heddle.cli._output import Progress, add_output, print_json, print_table, time_text
from heddle.errors import UsageError
from heddle.model.orders import LONGEST_TRACE_S
from heddle.trace import perfetto, picture, summary
from heddle.trace.recording import Recording
from heddle.trace.watch import record

HELP = "record when programs run and are held, and why"


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)
    parser.add_argument("--node", metavar="NAME", help="record on another node")
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="how long to record (default 10)"
    )
    parser.add_argument("--file", type=Path, help="write the trace here, for ui.perfetto.dev")
    parser.add_argument("--svg", type=Path, help="draw the last seconds here, two at most")


def run(options: argparse.Namespace) -> int:
    longest = LONGEST_TRACE_S if options.node else 86_400
    if not 0.01 <= options.seconds <= longest:
        raise UsageError(
            f"--seconds {options.seconds:g} is not allowed: give 0.01 to {longest:.0f}."
        )
    wanted = [("--file", options.file), ("--svg", options.svg)]
    for option, where in wanted:  # now, rather than after a minute of recording
        _write(option, where, None)
    recording = _recorded(options.node, options.seconds)
    _show(recording, options.output)
    _write("--file", options.file, perfetto.lines(recording))
    _write("--svg", options.svg, [picture.draw(recording)])
    if options.output == "table":
        for option, where in wanted:
            if where is not None:
                hint = ": open it at https://ui.perfetto.dev" if option == "--file" else ""
                print(f"{where}{hint}")
    return 0


def _recorded(node: str | None, seconds: float) -> Recording:
    if node is not None:
        from heddle.cli._nodes import asked

        return asked(node, Recording, lambda c: c.trace(node, seconds), takes_s=seconds)
    path = native.table_path()
    if not os.path.exists(path):
        raise UsageError(
            f"there is no table at {path}: no program has run under Heddle yet. Start one with "
            "`heddle run -- ...`, then trace it."
        )
    progress = Progress()
    with _Interrupt() as interrupt:
        recording = record(path, seconds, lambda: interrupt.came, progress.show)
    progress.done()
    return recording


class _Interrupt:
    """Ctrl-C, or SIGTERM, ends the recording and not the command."""

    def __init__(self) -> None:
        self.came = False

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.came = True

    def __enter__(self) -> _Interrupt:
        signals = (signal.SIGINT, signal.SIGTERM)
        self._before = {number: signal.signal(number, self._handle) for number in signals}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)


def _write(option: str, path: Path | None, lines: Iterable[str] | None) -> None:
    """Writes a file, or without lines sees whether that will be possible."""
    if path is None:
        return
    try:
        with path.open("a" if lines is None else "w", encoding="utf-8") as file:
            file.writelines(lines or ())
    except OSError as error:
        raise UsageError(
            f"cannot write {path} ({error.strerror}): name a file in a folder that you may "
            f"write to with {option}."
        ) from None


def _show(recording: Recording, output: str) -> None:
    if output == "json":
        print_json(summary.as_dict(recording))
        return
    heads = (
        "ID",
        "COMMAND",
        "PRIORITY",
        "RUNNING",
        "HELD",
        "PREEMPTIONS",
        "MEAN-HOLD",
        "P99-HOLD",
        "LONGEST",
        "WHY",
    )
    rows = [
        (
            program.id,
            program.name,
            program.priority,
            time_text(program.running_ns),
            time_text(program.held_ns),
            program.preemptions,
            _time(program.mean_hold_ns),
            _time(program.p99_hold_ns),
            _time(program.longest_hold_ns),
            program.main_reason,
        )
        for program in summary.programs(recording)
    ]
    print_table(heads, rows)
    length_ns = recording.ended_ns - recording.began_ns
    print(
        f"\n{time_text(length_ns)} recorded: {recording.looks} looks, at most "
        f"{time_text(recording.longest_gap_ns)} apart, "
        f"{recording.cpu_ns / max(1, length_ns):.1%} of a core"
    )
    if recording.lost_decisions:
        print(f"{recording.lost_decisions} decisions came too fast to be read")
    if recording.full:
        print("the recording was full and ended early: record less at a time")


def _time(nanoseconds: int | None) -> str:
    return "-" if nanoseconds is None else time_text(nanoseconds)
