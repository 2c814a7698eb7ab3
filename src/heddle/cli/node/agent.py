"""Run the agent: it applies policies to your programs, meters them and answers questions.

Programs also run without it, as they asked for: strict priority, shares, caps. If the agent ends
or is killed, they continue in that way.

examples:
  heddle node agent                          in the foreground; Ctrl-C ends it
  heddle node agent --policy fair
  heddle node agent --metrics-port 9464      Prometheus text on 127.0.0.1
  heddle node agent --tenants                as root: for all users and containers of the machine
  heddle node agent --on-breach stop         kill processes that bypass Heddle
  heddle node agent --on-breach end --on-breach soft@gpu=report
  heddle node agent --strict                 start nothing that could, and kill what does
  heddle node agent --serve                  lend devices to programs of other machines, by tokens
                                             of `heddle node access`: docs/guides/remote.md
  heddle node agent status                   its remedies, and the breaches that it found
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys

from heddle import native
from heddle.cli._output import add_output
from heddle.model.part import parse_part
from heddle.model.priority import parse_priority

HELP = "run the agent: policies, metering, questions"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=("status",), help="ask the one that runs")
    parser.add_argument("--policy", metavar="NAME", help="decide by this one (default: as before)")
    parser.add_argument("--metrics-port", type=int, default=0, metavar="PORT", help="0: none")
    parser.add_argument(
        "--metrics-address",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="who reaches it can read them (default 127.0.0.1)",
    )
    parser.add_argument(
        "--own-group",
        action="store_true",
        help="move to the machine's control group heddle: programs are set free, and found again, "
        "if a container with the agent ends",
    )
    parser.add_argument(
        "--tenants",
        action="store_true",
        help="also admit programs of other users and in containers, each in its own pages",
    )
    parser.add_argument(
        "--tenant-priority",
        type=parse_priority,
        default=0,
        metavar="P",
        help="the highest priority that those, and programs of other machines, may ask for "
        "(default 0)",
    )
    parser.add_argument(
        "--tenant-share",
        type=lambda text: parse_part(text, "--tenant-share"),
        default=0,
        metavar="PART",
        help="the largest share that each of those may ask for, 0.25 or 25%% (default none: the "
        "table's owner grants shares and deadlines with `heddle program set`)",
    )
    parser.add_argument(
        "--on-breach",
        action="append",
        metavar="[DEVICE=]REMEDY",
        help="report (default), stop (SIGKILL) or end (SIGTERM, then SIGKILL) processes that do "
        "not keep to the rules; HEDDLE_ON_BREACH likewise, with commas",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="all programs run as with `heddle run --strict`; HEDDLE_STRICT=1 likewise",
    )
    parser.add_argument(
        "--serve",
        nargs="?",
        const="",
        metavar="HOST:PORT",
        help="let programs of other machines use the devices, with a token (default port: 7879)",
    )
    parser.add_argument(
        "--serve-opencl",
        action="store_true",
        help="with --serve: OpenCL devices, too. Whoever uses one can read what this user can, and "
        "on processors do what it can: compilers include files, and kernels are its code",
    )
    parser.add_argument("--quiet", action="store_true", help="log warnings only")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    import time

    if options.action == "status":
        from heddle.cli.node._agent_status import show

        return show(options.output)
    from heddle.agent.claims import GuestLimits
    from heddle.agent.logs import Form
    from heddle.agent.remedy import Remedies
    from heddle.agent.shell import AgentShell
    from heddle.agent.state import EVERYWHERE, PolicySet, choose

    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(Form())
    logging.basicConfig(handlers=[out], level=logging.WARNING if options.quiet else logging.INFO)
    words = os.environ.get("HEDDLE_ON_BREACH", "").replace(",", " ").split()
    strict = options.strict or os.environ.get("HEDDLE_STRICT", "") not in ("", "0")
    chosen = choose(options.policy) if options.policy else None
    if options.tenants and os.geteuid() == 0 and not os.environ.get("HEDDLE_TABLE"):
        os.environ["HEDDLE_TABLE"] = native.MACHINE_TABLE  # where every user looks for it
    remedies = Remedies.parse([*words, *(options.on_breach or ())], strict, _devices)
    limits = GuestLimits(options.tenant_priority, options.tenant_share)
    if options.own_group:
        from heddle.system import own_group

        own_group.enter("heddle")
    shell = AgentShell(
        options.metrics_port,
        limits if options.tenants else None,
        remedies,
        options.metrics_address,
    )
    if chosen:
        shell.carry_out(shell.state.handle(PolicySet(time.monotonic_ns(), EVERYWHERE, chosen)))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: shell.stop())
    if options.serve is None:
        shell.run()
        return 0
    from heddle.cli.node import _serve
    from heddle.pool import serving

    listener = _serve.listener(options.serve, limits, opencl=options.serve_opencl)
    listener.start()
    try:
        shell.run()
    finally:
        listener.close()
        serving.end()
    return 0


def _devices() -> list[str]:
    from heddle.inventory import apis

    return [device.id for device in apis.devices(lambda error: logging.warning("%s", error))]
