"""Nodes on the command line: how they are shown, and what verbs about one of them share."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from heddle.cli._jobs import span
from heddle.cli._output import add_output, print_answer, print_table

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client

HEADS = ("NODE", "STATE", "KIND", "SITE", "DEVICES", "FREE", "LAST BEAT", "JOBS", "ENGINE")


def print_nodes(nodes: Sequence[rest.NodeState]) -> None:
    now_ms = time.time() * 1000
    print_table(HEADS, [_row(node, now_ms) for node in nodes])


def _row(node: rest.NodeState, now_ms: float) -> tuple[object, ...]:
    beat_ms = node["beat_ms"]
    return (
        node["name"],
        node["state"] + (", drained" if node["cordoned"] else ""),
        node["kind"] or "N/A",
        node["site"] or "N/A",
        devices_text(node["devices"]),
        f"{sum(d['free_milli'] for d in node['devices']) / 1000:g}" if node["engine"] else "-",
        "-" if beat_ms is None else f"{span(now_ms - beat_ms)} ago",
        ", ".join(node["jobs"][:3]) + (", ..." if len(node["jobs"]) > 3 else "") or "-",
        node["engine"] or "none yet",
    )


def devices_text(devices: Sequence[rest.DeviceState]) -> str:
    """4 x gpu H200, 1 x npu 910B."""
    counts = Counter(f"{each['kind']} {each['model']}".strip() for each in devices)
    return ", ".join(f"{n} x {what}" for what, n in sorted(counts.items())) or "-"


def sentence(node: rest.NodeState) -> str:
    work = "takes no new work" if node["cordoned"] else "takes work"
    if not node["engine"]:
        work = f"is {'drained' if node['cordoned'] else 'not drained'}; nothing runs work there yet"
    return f"{node['name']} is {node['state']} and {work}"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("node", metavar="NODE", help="its name, as shown by heddle node ls")
    add_output(parser)


def act(options: argparse.Namespace, change: Callable[[Client, str], rest.NodeState]) -> int:
    """Does it, and says what came of it."""
    from heddle.client import where

    with where.find() as client:
        node = change(client, options.node)
    print_answer(options.output, node, sentence(node))
    return 0
