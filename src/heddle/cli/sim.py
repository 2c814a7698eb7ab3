"""Simulate before you touch hardware: same policies, same decision function, a virtual clock.

examples:
  heddle sim node
  heddle sim node --scenario edf --policy fair
  heddle sim node --workload mine.json --seconds 60 --seed 7 -o json
  heddle sim node --policy feedback --set high_milli=50 --svg sim.svg
  heddle sim cluster --trace examples/sim/small.toml
  heddle sim cluster --help
  heddle sim sites
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from heddle import policy
from heddle.cli import _sim_cluster, _sim_sites
from heddle.cli._output import add_output, print_json, print_table, write_picture
from heddle.errors import UsageError
from heddle.sim.node import scenarios
from heddle.sim.node.picture import draw
from heddle.sim.node.report import report
from heddle.sim.node.scenario_file import read
from heddle.sim.node.simulation import NodeSimulation

HELP = "simulate a node or a cluster under a policy, with a virtual clock"
GROUP = "Measure and simulate"
USUAL = "mixed"


def configure(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    _configure_node(
        kinds.add_parser(
            "node",
            help="programs on the devices of one machine",
            description="Programs on the devices of one machine. The model: docs/guides/sim.md.",
            epilog="scenarios:\n"
            + "\n".join(f"  {each.name:<18}{each.help}" for each in scenarios.ALL.values()),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
    )
    for name, module in (("cluster", _sim_cluster), ("sites", _sim_sites)):
        kind = kinds.add_parser(
            name,
            help=module.HELP,
            description=module.DESCRIPTION,
            epilog=module.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.configure(kind)
        kind.set_defaults(simulate=module.run)


def _configure_node(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(simulate=_run_node)
    add_output(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--scenario", metavar="NAME", help=f"see below (default {USUAL})")
    what.add_argument("--workload", metavar="FILE", type=Path, help="a scenario as JSON")
    parser.add_argument(
        "--policy", metavar="NAME", help=f"{', '.join(policy.names())} (default: the scenario's)"
    )
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="an option of the policy; may be repeated",
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="to simulate (default 10)")
    parser.add_argument("--seed", type=int, default=0, help="of all that is random (default 0)")
    parser.add_argument("--svg", metavar="FILE", type=Path, help="draw which program ran when")


def run(options: argparse.Namespace) -> int:
    return int(options.simulate(options))


def _run_node(options: argparse.Namespace) -> int:
    if not 0 < options.seconds <= 86_400:
        raise UsageError(f"--seconds {options.seconds:g} is not allowed: give up to 86400.")
    scenario = (
        read(options.workload) if options.workload else scenarios.find(options.scenario or USUAL)
    )
    node = NodeSimulation(
        scenario,
        options.policy or scenario.policy,
        seconds=options.seconds,
        seed=options.seed,
        options=dict(_option(text) for text in options.set),
        with_story=options.svg is not None,
    ).run()
    if options.svg:
        write_picture(options.svg, draw(node))
    if options.output == "json":
        print_json(report(node))
    else:
        _show(report(node))
    return 0


def _option(text: str) -> tuple[str, int]:
    key, _, value = text.partition("=")
    try:
        return key, int(value)
    except ValueError:
        raise UsageError(f"--set {text!r} is not allowed: give KEY=WHOLE-NUMBER.") from None


def _show(found: dict[str, Any]) -> None:
    print_table(
        (
            "PROGRAM",
            "ASKED",
            "GOT",
            "DEVICE-TIME",
            "DONE",
            "P50",
            "P99",
            "MISSED",
            "HELD",
            "WAITED",
        ),
        [
            (
                row["program"],
                row["asked"],
                f"{row['share_got']:.1%}",
                f"{row['device_time_s']:.3f} s",
                f"{row['done']} of {row['requests']}",
                _ms(row["p50_ms"]),
                _ms(row["p99_ms"]),
                "-" if row["missed_deadlines"] is None else row["missed_deadlines"],
                f"{row['preemptions']} times",
                f"{row['waiting_s']:.3f} s",
            )
            for row in found["programs"]
        ],
    )
    print()
    print_table(
        ("DEVICE", "LEVEL", "BUSY", "SWITCHING", "WASTED", "SWITCHES"),
        [
            (
                row["device"],
                row["level"],
                f"{row['utilisation']:.1%}",
                f"{row['switching']:.1%}",
                f"{row['wasted']:.1%}",
                row["switches"],
            )
            for row in found["devices"]
        ],
    )
    print(
        f"\n{found['scenario']}, policy {found['policy']}: {found['seconds']:g} s in "
        f"{found['wall_s']:.2f} s, {found['decisions']} decisions "
        f"({found['decisions_per_second']} a second)"
    )


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g} ms"
