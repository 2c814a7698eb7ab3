"""See programs share devices, first natively, then scheduled by Heddle. No hardware is needed.

A camera-like program sends a frame every 40 ms and needs it back before the next; a
transcription-like program keeps 200 ms of work queued on the same NPU. In act 1 the device does as
it likes, in act 2 Heddle lets the camera go first, in act 3 there is a GPU, too, and each frame
goes where it is best (heddle.task). The picture shows the time lines.

`heddle demo car`: four tasks of a vehicle with deadlines, and a learner that fills what they leave.

`heddle demo vendors`: devices of two vendors under one policy: strict priority on both, and work
that goes to whichever is free, while both are kept busy by others.

examples:
  heddle demo
  heddle demo car
  heddle demo vendors
  heddle demo vendors --devices cuda@0,opencl@0
  heddle demo --seconds 4 --out /tmp/demo.svg
  heddle demo -o json
"""

from __future__ import annotations

import argparse
from pathlib import Path

from heddle.cli._output import Progress, add_output, write_picture
from heddle.cli._report import show
from heddle.demo import car, vendors
from heddle.demo.acts import perform
from heddle.demo.picture import draw
from heddle.errors import UsageError

HELP = "show programs that share devices, without and with Heddle"
GROUP = "Measure and simulate"
PICTURE = "heddle-demo.svg"


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)
    parser.add_argument("what", nargs="?", choices=["acts", "car", "vendors"], default="acts")
    parser.add_argument("--seconds", type=float, default=6.0, help="length of an act (default 6)")
    parser.add_argument(
        "--devices",
        default=",".join(vendors.DEVICES),
        metavar="A,B",
        help=f"of `heddle demo vendors`: two devices (default {','.join(vendors.DEVICES)})",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help=f"write the picture here (default {PICTURE})"
    )


def run(options: argparse.Namespace) -> int:
    if not 1 <= options.seconds <= 600:
        raise UsageError(f"--seconds {options.seconds:g} is not allowed: give 1 to 600.")
    if options.out is not None and options.what != "acts":
        raise UsageError(f"--out: `heddle demo {options.what}` draws no picture; leave it out.")
    progress = Progress()
    if options.what in ("car", "vendors"):
        if options.what == "car":
            report = car.perform(options.seconds, progress.show)
        else:
            report = vendors.perform(options.devices.split(","), options.seconds, progress.show)
        progress.done()
        show(report, options.output)
        return 0 if report.holds else 1
    report, acts = perform(options.seconds, progress.show)
    progress.done()
    out = options.out or Path(PICTURE)
    write_picture(out, draw(acts))
    show(report, options.output)
    if options.output == "table":
        print(f"\npicture: {out}")
    return 0 if report.holds else 1
