"""Run the agent: it applies policies to your programs, meters them and answers questions.

Programs run without it, too: then what was asked for is in force (strict priority, shares, caps).
If the agent ends or is killed, they go on like that.

examples:
  heddle agent                          in the foreground; Ctrl-C ends it
  heddle agent --policy fair
  heddle agent --metrics-port 9464      Prometheus text on 127.0.0.1
"""

from __future__ import annotations

import argparse
import logging
import signal
import sys

HELP = "run the agent: policies, metering, questions"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--policy", metavar="NAME", help="decide by this one (default: as before)")
    parser.add_argument("--metrics-port", type=int, default=0, metavar="PORT", help="0: none")
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
    chosen = choose(options.policy) if options.policy else None
    shell = Shell(options.metrics_port)
    if chosen:
        shell.carry_out(shell.state.handle(PolicySet(time.monotonic_ns(), EVERYWHERE, chosen)))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: shell.stop())
    shell.run()
    return 0
