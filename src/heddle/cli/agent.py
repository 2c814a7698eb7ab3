"""Run the agent: it applies policies to your programs, meters them and answers questions.

Programs run without it, too: then what was asked for is in force (strict priority, shares, caps).
If the agent ends or is killed, they go on like that.

examples:
  heddle agent                          in the foreground; Ctrl-C ends it
  heddle agent --policy fair
  heddle agent --metrics-port 9464      Prometheus text on 127.0.0.1
  heddle agent --tenants                as root: for all users and containers of the machine
  heddle agent --tenants --on-breach stop     and end those that get round Heddle
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys

from heddle import native
from heddle.errors import UsageError
from heddle.model.priority import parse_priority

HELP = "run the agent: policies, metering, questions"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--policy", metavar="NAME", help="decide by this one (default: as before)")
    parser.add_argument("--metrics-port", type=int, default=0, metavar="PORT", help="0: none")
    parser.add_argument(
        "--tenants",
        action="store_true",
        help="also take in programs of other users and in containers, each in pages of its own",
    )
    parser.add_argument(
        "--tenant-priority",
        type=parse_priority,
        default=0,
        metavar="P",
        help="the highest priority that those may ask for (default 0)",
    )
    parser.add_argument(
        "--on-breach",
        choices=("report", "stop"),
        default="report",
        help="what becomes of their processes that do not keep to the rules (default: report)",
    )
    parser.add_argument("--quiet", action="store_true", help="log warnings only")


def run(options: argparse.Namespace) -> int:
    import time

    from heddle.agent.shell import Shell
    from heddle.agent.state import EVERYWHERE, PolicySet, choose

    logging.basicConfig(
        stream=sys.stderr,
        level=logging.WARNING if options.quiet else logging.INFO,
        format="%(asctime)s %(levelname)s %(message)s",
    )
    if options.on_breach != "report" and not options.tenants:
        raise UsageError("--on-breach is about other users' programs: give --tenants, too.")
    chosen = choose(options.policy) if options.policy else None
    if options.tenants and os.geteuid() == 0 and not os.environ.get("HEDDLE_TABLE"):
        os.environ["HEDDLE_TABLE"] = native.MACHINE_TABLE  # where every user looks for it
    shell = Shell(
        options.metrics_port,
        options.tenant_priority if options.tenants else None,
        stops_breaches=options.on_breach == "stop",
    )
    if chosen:
        shell.carry_out(shell.state.handle(PolicySet(time.monotonic_ns(), EVERYWHERE, chosen)))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: shell.stop())
    shell.run()
    return 0
