"""Show how the components of this machine are connected, and the distances between them.

The tree goes from the machine over NUMA nodes and PCIe roots to devices; bridges that lead to one
thing only are left out, and counted. The machine's location is read from /etc/heddle/site.toml,
your own ~/.config/heddle/site.toml or the file that HEDDLE_SITE names; see docs/guides/topology.md.

examples:
  heddle device topology
  heddle device topology --matrix
  heddle device topology -o json
  heddle device topology --svg topology.svg
  heddle device topology --machine machine.json  another one's record, by heddle device ls --record
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from heddle.cli._output import (
    add_output,
    clean,
    print_json,
    print_table,
    tell_troubles,
    write_picture,
)
from heddle.inventory.host import load
from heddle.inventory.machine import look
from heddle.inventory.site import load_site
from heddle.inventory.topology_text import compared, legend, lines, place, short
from heddle.model.site import PLACES, Site
from heddle.model.topology import Branch, Topology

HELP = "show how devices are connected, and the distances between them"


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)
    parser.add_argument("--matrix", action="store_true", help="distances from device to device")
    parser.add_argument("--svg", metavar="FILE", type=Path, help="draw it")
    parser.add_argument("--machine", metavar="FILE", type=Path, help="of a recorded machine")


def run(options: argparse.Namespace) -> int:
    # Where this machine stands says nothing about another one.
    site = Site() if options.machine else load_site()
    topology = Topology(look(load(options.machine) if options.machine else None))
    tell_troubles(topology.machine)
    tree = topology.tree()
    if options.svg:
        from heddle.inventory.topology_picture import draw

        write_picture(options.svg, draw(topology, site))
    if options.output == "json":
        print_json(_plain(topology, tree, site))
    elif options.matrix:
        _matrix(topology, tree)
    else:
        if where := place(site):
            print(clean(where))
        print("\n".join(map(clean, lines(tree))))
        _ways(site)
    return 0


def _matrix(topology: Topology, tree: Branch) -> None:
    shown = compared(tree)
    if not shown:
        print("no accelerator and no network card to compare")
        return
    rows = [[topology.distance(a.id, b.id) for b in shown] for a in shown]
    print_table(
        ("", "DEVICE", *map(str, range(len(shown))), "NUMA"),
        [
            (number, a.name, *map(short, row), "N/A" if a.numa is None else a.numa)
            for number, (a, row) in enumerate(zip(shown, rows, strict=True))
        ],
    )
    print()
    for word, text in legend([distance for row in rows for distance in row]):
        print(f"{word:<8}{text}")


def _ways(site: Site) -> None:
    if site.ways:
        print()
        rows = [
            (
                way.to,
                "N/A" if way.bandwidth_mbytes_s is None else f"{way.bandwidth_mbytes_s:g} MB/s",
                "N/A" if way.latency_us is None else f"{way.latency_us:g} us",
                way.source,
            )
            for way in site.ways
        ]
        print_table(("NETWORK TO", "BANDWIDTH", "LATENCY", "SOURCE"), rows)


def _plain(topology: Topology, tree: Branch, site: Site) -> dict[str, Any]:
    above = {child.id: branch.id for branch in tree.walk() for child in branch.children}
    shown = compared(tree)
    return {
        "machine": topology.machine.name,
        "site": dict(zip(PLACES, site.places, strict=True)),
        "network": site.ways,
        "nodes": [
            {
                "id": branch.id,
                "parent": above.get(branch.id),
                "kind": branch.kind,
                "device": branch.component.device if branch.component else None,
                "vendor": branch.component.vendor if branch.component else None,
                "model": branch.component.model if branch.component else None,
                "numa": branch.component.numa if branch.component else None,
                "folded_bridges": branch.folded,
            }
            for branch in tree.walk()
        ],
        "edges": [
            {"from": component.id, **{name: getattr(peer, name) for name in peer.__slots__}}
            for component in topology.machine.components
            for peer in component.peers
        ],
        "distances": [
            {
                "from": a.id,
                "to": b.id,
                "class": (found := topology.distance(a.id, b.id)).word,
                "distance": found.value,
                "kind": found.kind,
                "links": found.links or None,
                "mbytes_s": found.mbytes_s,
            }
            for a in shown
            for b in shown
        ],
    }
