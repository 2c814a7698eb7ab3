"""All devices of all nodes as one pool: what is free where, and what using it from here costs.

The nodes are those of the control plane; without one, this machine alone. Devices of this machine
come first, then the nearest.

  MODE       pooled: shared by programs and jobs; partitioned: parts of it are booked; exclusive:
             one partition has it alone; foreign: others have divided it
  FREE       of its compute and its memory: what no job and no partition was given. Of this machine
             also less what programs outside of both were given
  FROM HERE  here: nothing is between; otherwise the round trip of a call, as measured (`heddle
             device measure --to NODE`) or configured (site.toml, `heddle up --sites`). What is
             unknown is not reachable for remoting; jobs run there all the same (`heddle run --on`)
  SERVED AT  with -o wide: where programs of other nodes have it (`heddle run --device`, and jobs
             with `remote: allowed`); -: its node does not serve it

`heddle device pool show` has the devices of this machine in detail:

  capacity    what the hardware has
  effective   capacity less what is cordoned, partitioned off by others, or the driver's own
  free        what no partition, no job, and no program outside of both was given.
              `heddle node show NAME` shows what jobs can still get, which is more where programs
              were started by hand: the control plane does not manage those
  fragmented  the part of free that not even another hundredth of the device can use, because
              compute or memory is used up; in MIG mode: slices that no profile fits over

It reads the book of partitions, the table of programs, partitions made by others, and, where a
control plane runs on this machine, what jobs were given. No agent is needed.

examples:
  heddle device pool                of all nodes
  heddle device pool ls -o wide     with what is booked, and the way to each node
  heddle device pool ls -o json
  heddle device pool show           of this machine: capacity, effective, free, fragmented
  heddle device pool show -o wide   with what is booked, of jobs, unbooked, foreign, overhead

exit codes: 111 not permitted; 123 the control plane does not answer
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from heddle.cli._output import add_output, complain, print_json, print_table
from heddle.errors import NoServerError, UsageError
from heddle.model.memory import memory_text
from heddle.model.site import Site

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.cli.device._pool_list import PoolEntry

HELP = "all devices as one pool: what is free where, and how far away"
HEADS = ("NODE", "DEVICE", "MODEL", "MODE", "FREE", "MEMORY FREE", "FROM HERE")
WIDE = ("BANDWIDTH", "SERVED AT", "ENGINE", "BOOKED")
UNREACHABLE = "not reachable for remoting"


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser, wide=True)
    verbs = parser.add_subparsers(dest="verb", metavar="ls | show")
    add_output(
        verbs.add_parser("ls", help="the devices of all nodes (as without a verb)"), wide=True
    )
    add_output(verbs.add_parser("show", help="those of this machine, by counter"), wide=True)


def run(options: argparse.Namespace) -> int:
    if options.verb == "show":
        from heddle.cli.device import _pool_counters

        return _pool_counters.show(options.output)
    entries = look()
    if options.output == "json":
        print_json([asdict(each) for each in entries])
    elif entries:
        print_entries(entries, wide=options.output == "wide")
    else:
        print("no node has an accelerator. `heddle device ls` says what was looked for here.")
    return 0


def look() -> list[PoolEntry]:
    """One request to the control plane, if there is one (one more for each thousand nodes)."""
    from heddle.cli.device import _pool_list
    from heddle.inventory.site import load_site
    from heddle.virt.pool import pool

    here, site = _name(), Site()
    try:
        site = load_site()
    except UsageError as error:  # what is free is of use all the same
        complain(error)
    known = _pool_list.of_nodes(_nodes(here, site), here, site)
    return _pool_list.ordered(_pool_list.with_local(known, here, pool()[0]))


def _nodes(here: str, site: Site) -> list[rest.NodeState]:
    """None where there is no control plane, or that of this machine has just ended."""
    from heddle.client import where

    client = where.find_here()
    if client is None:
        return []
    stands = "/".join(place or "" for place in site.places).rstrip("/")
    try:
        with client:
            return list(client.every_node(near=here, near_site=stands))
    except NoServerError:
        if where.is_named():
            raise
        return []


def _name() -> str:
    """Of this machine, as the control plane knows it."""
    from heddle.node import identity

    joined = identity.load()
    return joined.name if joined is not None else os.uname().nodename


def print_entries(entries: Sequence[PoolEntry], *, wide: bool) -> None:
    rows = []
    for each in entries:
        mode = each.mode if each.state == "ready" else f"{each.mode}, {each.state}"
        total = each.memory_mib
        row = [
            each.node,
            each.device,
            f"{each.kind} {each.model}".strip(),
            mode,
            f"{each.free_milli / 10:g} %",
            f"{_memory(each.free_mib)} of {_memory(total)}" if total else "N/A",
            from_here(each),
        ]
        if wide:
            speed = each.bandwidth_mbytes_s
            row += [
                "-" if each.is_local else "N/A" if speed is None else f"{speed:g} MB/s",
                each.served_at or "-",
                each.engine or "none",
                each.booked_by or "-",
            ]
        rows.append(row)
    print_table((*HEADS, *WIDE) if wide else HEADS, rows)
    whole = sum(each.free_milli for each in entries) / 1000
    nodes = len({each.node for each in entries})
    count = f"{len(entries)} device{'s' if len(entries) > 1 else ''}"
    print(f"{count} on {nodes} node{'s' if nodes > 1 else ''}, {whole:g} free")


def from_here(entry: PoolEntry) -> str:
    if entry.is_local:
        return "here"
    if entry.round_trip_us is None:
        return UNREACHABLE
    micro = entry.round_trip_us
    told = f"{micro:.3g} us" if micro < 1000 else f"{micro / 1000:.3g} ms"
    return f"{told} round trip, {entry.source}"


def _memory(mib: int) -> str:
    return memory_text(mib << 20)
