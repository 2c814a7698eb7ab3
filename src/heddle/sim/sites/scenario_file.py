"""The part of a sites.toml that only a simulation needs: nodes, the sites' own work, cuts.

[[simulation.node]]
site = "fra"
count = 2
devices = "h200:8 + cpu:96"         # one node's
memory = "1TiB"

[[simulation.work]]                 # of the site's own, so that it is busy
site = "fra"
devices = "h200:8"
count = 2
takes = "5h"

[[simulation.cut]]                  # it cannot be reached
site = "fra"
at = "1h"
until = "3h"
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from heddle._gen.hardware import MODELS
from heddle.cluster import placing
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.running import Cluster, shape_of
from heddle.cluster.sites.atlas import Atlas
from heddle.model.job import Alternative, Job
from heddle.model.quantity import DURATION, MEMORY
from heddle.model.request import parse as parse_request
from heddle.sim.cluster.truth import Arrival
from heddle.sim.cluster.worth import worth
from heddle.sim.sites.simulation import SiteOutage, SiteSimulation
from heddle.spec import sites_file, values
from heddle.spec.document import DocumentNode
from heddle.spec.section import Section
from heddle.spec.toml_reader import open_source, read_toml

SIMULATION = ("heartbeat", "message", "until", "node", "work", "cut")
NODE = ("site", "count", "devices", "memory", "stack")
WORK = ("site", "count", "devices", "takes", "at", "tenant")
CUT = ("site", "at", "until", "loses")
NOTHING: tuple[Alternative, ...] = ()


@dataclass(frozen=True, slots=True)
class SitesScenario:
    """A federation to simulate."""

    atlas: Atlas
    rows: tuple[NodeRow, ...]  #: a node's site is that of the federation
    work: tuple[tuple[str, Arrival], ...]  #: the sites' own
    cuts: tuple[SiteOutage, ...]
    heartbeat_s: int = 30
    message_s: int = 1
    until_s: int = 7 * 86400

    def clusters(self) -> dict[str, SiteSimulation]:
        """Fresh ones: a simulation changes them."""
        made = {}
        for site in self.atlas.sites:
            nodes = Nodes.from_rows((r for r in self.rows if r.site == site), self.atlas)
            own = [arrival for name, arrival in self.work if name == site]
            mix = {shape_of(each.job, each.job.alternatives[0]): 1.0 for each in own}
            placer = Placer(nodes.copy(), placing.find(placing.DEFAULT, nodes, mix))
            cluster = Cluster(placer, nodes, worth=worth(nodes.classes))
            made[site] = SiteSimulation(cluster, own)
        return made


def read(path: Path) -> SitesScenario:
    """:raises FileError: if something in it is wrong; it has every problem with its place
    :raises UsageError: if the file cannot be read
    """
    source = open_source(path)
    document = read_toml(source)
    atlas = sites_file.parse(source, document)
    top = Section(document, source, "the file", sites_file.TOP)
    its = sites_file.table(top, "simulation", SIMULATION)
    reader = _Reader(its, atlas)
    rows = tuple(row for each in its.entries("node") for row in reader.nodes(each))
    work = tuple(one for each in its.entries("work") for one in reader.work(each))
    scenario = SitesScenario(
        atlas,
        rows,
        work,
        tuple(reader.cut(each) for each in its.entries("cut")),
        max(its.read("heartbeat", DURATION.parse, 30), 1),
        max(its.read("message", DURATION.parse, 1), 1),
        its.read("until", DURATION.parse, 7 * 86400),
    )
    for name in sorted({*atlas.sites} - {row.site for row in rows}):
        its.refuse(its.node, f"simulation: {name} has no nodes. Add [[simulation.node]] for it.")
    source.end()
    return scenario


class _Reader:
    def __init__(self, above: Section, atlas: Atlas) -> None:
        self._above, self._atlas = above, atlas
        self._count = 0

    def nodes(self, node: DocumentNode) -> list[NodeRow]:
        its = Section(node, self._above.source, "a node", NODE)
        site = self._site(its)
        (what,) = self._devices(its) or (Alternative(()),)
        devices: list[DeviceClass] = []
        cores = 0
        for ask in what.asks:
            if ask.kind == "cpu":
                cores += ask.count
                continue
            if len(ask.models) != 1 or not ask.vendor or not ask.kind:
                rule = "devices: a node has devices of one model each, as in h200:8 + cpu:96."
                its.refuse(its.at("devices"), rule)
                continue
            facts = next((m for m in MODELS.values() if m["name"] == ask.models[0]), {})
            memory = int(facts.get("memory_gib", 0)) * 1024
            devices += [DeviceClass(ask.kind, ask.models[0], ask.vendor, memory)] * ask.count
        memory = its.read("memory", MEMORY.parse, 0)
        stack = its.many("stack", values.text)
        rows = []
        for _ in range(its.read("count", values.whole(1, 100_000), 1)):
            self._count += 1
            name = f"{site}-{self._count:04}"
            rows.append(NodeRow(name, cores * 1000, memory, tuple(devices), site, stack))
        return rows

    def work(self, node: DocumentNode) -> list[tuple[str, Arrival]]:
        its = Section(node, self._above.source, "work", WORK)
        site, found = self._site(its), self._devices(its)
        takes = its.read("takes", DURATION.parse, 3600)
        at = its.read("at", DURATION.parse, 0)
        tenant = its.read("tenant", values.tenant, site or "default")
        jobs = []
        for _ in range(its.read("count", values.whole(1, 100_000), 1) if found else 0):
            self._count += 1
            name = f"{site}-own-{self._count}"
            job = Job(name, tenant, found, submitted_s=at, expected_s=takes)
            jobs.append((site, Arrival(job, takes)))
        return jobs

    def cut(self, node: DocumentNode) -> SiteOutage:
        its = Section(node, self._above.source, "a cut", CUT)
        at = its.read("at", DURATION.parse, 0)
        until = its.read("until", DURATION.parse, at + 1)
        if until <= at:
            its.refuse(its.at("until"), "until: a cut ends after it begins.")
        return SiteOutage(self._site(its), at, until, its.read("loses", values.truth, False))

    def _site(self, its: Section) -> str:
        if its.node.entries is not None and "site" not in its:
            its.refuse(its.node, f"{its.what}: its `site` is missing.")
            return ""
        return its.read("site", values.one_of(sorted(self._atlas.sites)), "")

    def _devices(self, its: Section) -> tuple[Alternative, ...]:
        if its.node.entries is not None and "devices" not in its:
            its.refuse(its.node, f"{its.what}: its `devices` are missing.")
        found = its.read("devices", parse_request, NOTHING)
        if len(found) > 1:
            its.refuse(its.at("devices"), "devices: no alternatives here, without `|`.")
        return found[:1]
