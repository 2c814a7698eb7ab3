"""Watch devices and programs: which run, which are held and why, and how much each gets.

Where a control plane runs, its running and waiting jobs are below them.

Keys: q quits, h lists the others. `-1` prints once and needs nothing but Python; the screen needs
Textual: pip install 'heddle-xpu[tui]'

examples:
  heddle top
  heddle top --node gpu-02            another node; it is asked every half second while you look
  heddle top --readonly --interval 2
  heddle top -1
  heddle top -1 -o json
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from heddle.cli._output import add_output, print_json, print_table
from heddle.errors import UsageError
from heddle.extras import extra

if TYPE_CHECKING:
    from heddle.node.table_look import TableSnapshot

HELP = "watch devices and programs, hold and release them"
GROUP = "Run and watch"
ONCE_S = 0.3  #: between the two looks of -1


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--node", metavar="NAME", help="devices and programs of another node")
    parser.add_argument("-1", "--once", action="store_true", help="print once, as plain text")
    add_output(parser)
    parser.add_argument("--interval", type=float, default=1.0, metavar="S", help="default 1 s")
    parser.add_argument("--readonly", action="store_true", help="change nothing, whatever the key")


def run(options: argparse.Namespace) -> int:
    if not 0.1 <= options.interval <= 60:
        raise UsageError(f"--interval {options.interval:g} is not allowed: give 0.1 to 60 seconds.")
    if options.once:
        return _once(options)
    if options.output == "json":
        raise UsageError("-o json is printed once: add -1.")
    with extra("heddle top", "textual", "tui"):
        from heddle.tui.app import TopApp
        from heddle.tui.jobs import JobWatch
        from heddle.tui.node_watch import NodeWatch
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("heddle top needs a terminal; `heddle top -1` prints once, anywhere.")
    watch = JobWatch(options.interval)
    if options.node:
        node = NodeWatch(options.node, options.interval)
        app = TopApp(options.interval, options.readonly, node.look, node, lambda: watch.latest)
    else:
        app = TopApp(options.interval, options.readonly, jobs=lambda: watch.latest)
    app.run()
    watch.close()
    return app.return_code or 0


def _look(options: argparse.Namespace) -> TableSnapshot:
    from heddle.node.table_look import TableSnapshot, look

    if not options.node:
        return look(options.readonly)
    from heddle.cli._nodes import asked

    return asked(options.node, TableSnapshot, lambda client: client.look(options.node))


def _once(options: argparse.Namespace) -> int:
    from heddle.tui.columns import DEVICES, PROGRAMS, summary
    from heddle.tui.sampler import compare

    before = _look(options)
    time.sleep(ONCE_S)
    view = compare(before, _look(options))
    if options.output == "json":
        print_json({"seconds": view.seconds, "devices": view.devices, "programs": view.programs})
        return 0
    if view.devices:
        heads = [column.head for column in DEVICES]
        print_table(heads, [[column.text(row) for column in DEVICES] for row in view.devices])
        print()
    print(summary(view.programs))
    if view.programs:
        heads = [column.head for column in PROGRAMS]
        print_table(heads, [[column.text(row) for column in PROGRAMS] for row in view.programs])
    return 0
