"""quota.toml: what the tenants of a cluster are guaranteed, and what they may never exceed.

[capacity]                          # all that quotas are about: units, and devices by kind
units = 64000                       # 1000 are one A100 80GB; see docs/reference/metering.md
gpu = 32

[tenant.acme]
nominal = { units = 40000, gpu = 16 }   # guaranteed
limit = { gpu = 24 }                    # never more
weight = 2                              # of its share, in fair order

[tenant."acme/vision"]
nominal = { units = 8000, gpu = 8 }
borrow = false                      # never more than its guarantee
lend = false                        # its idle guarantee is kept for it
"""

from __future__ import annotations

from pathlib import Path

from heddle.cluster.quota import CLUSTER, Quota, Quotas, path
from heddle.errors import UsageError
from heddle.model.catalogue import ASKABLE
from heddle.model.job import WHOLE
from heddle.spec import values
from heddle.spec.document import DocumentNode, SourceText
from heddle.spec.section import Section
from heddle.spec.toml_reader import open_source, read_toml

NAMES = ("units", *ASKABLE)
KEYS = ("nominal", "limit", "weight", "borrow", "lend")
MOST = 10**12
HEAVIEST = 1_000_000


def read(file: Path) -> Quotas:
    """The quotas of a file.

    :raises FileError: if they make no sense; it has every problem with its place
    :raises UsageError: if the file cannot be read
    """
    return _parse(open_source(file))


def parse(text: str, name: str = "quota.toml") -> Quotas:
    """:raises FileError: likewise"""
    return _parse(SourceText(name, text))


def _parse(source: SourceText) -> Quotas:
    reader = _Reader(source)
    quotas = reader.quotas()
    source.end()
    reader.agree(quotas)
    source.end()
    return quotas


class _Reader:
    def __init__(self, source: SourceText) -> None:
        self._top = Section(read_toml(source), source, "the file", ("capacity", "tenant"))
        self._tenants: dict[str, Section] = {}

    def quotas(self) -> Quotas:
        capacity = _amounts(self._top, "capacity")
        if not capacity:
            self._refuse(CLUSTER, "", "there is no [capacity]: say what there is to share.")
        found = {}
        if "tenant" in self._top:
            named = Section(self._top.nodes["tenant"], self._top.source, "[tenant.NAME]", None)
            found = {name: self._quota(name, node) for name, node in named.nodes.items()}
        return Quotas(capacity, found)

    def _quota(self, name: str, node: DocumentNode) -> Quota:
        below = [key.text for key, value in node.entries or () if value.entries is not None]
        its = Section(node, self._top.source, f"tenant {name}", KEYS)
        self._tenants[name] = its
        for key in below:
            if key not in KEYS:
                self._refuse(name, "", f'a tenant below it is [tenant."{name}/{key}"].')
        try:
            values.tenant(name)
        except UsageError as error:
            self._refuse(name, "", str(error))
        return Quota(
            _amounts(its, "nominal"),
            _amounts(its, "limit"),
            its.read("weight", values.whole(1, HEAVIEST), 1),
            its.read("borrow", values.truth, True),
            its.read("lend", values.truth, True),
        )

    def agree(self, quotas: Quotas) -> None:
        """A guarantee needs something behind it, and must be allowed."""
        below: dict[str, dict[str, int]] = {}
        for tenant, quota in sorted(quotas.tenants.items()):
            for name in sorted({*quota.nominal, *quota.limit} - {*quotas.capacity}):
                self._refuse(tenant, "", f"{name} is not in [capacity]: say how much there is.")
            for name, amount in sorted(quota.nominal.items()):
                if amount > quota.limit.get(name, amount):
                    rule = f"{_say(name, amount)} are guaranteed, the limit is less: raise it."
                    self._refuse(tenant, "limit", rule)
                sums = below.setdefault(path(tenant)[1], {})
                sums[name] = sums.get(name, 0) + amount
            for name in sorted({*quotas.capacity} - {*quota.nominal}):
                if not quota.borrow:
                    rule = (
                        f"it may not borrow, so `nominal` must say how much {name}; 0 means none."
                    )
                    self._refuse(tenant, "borrow", rule)
        for above, sums in sorted(below.items()):
            nominal = quotas.tenants.get(above, Quota()).nominal if above else quotas.capacity
            whose = f"{above} itself" if above else "the capacity"
            for name, total in sorted(sums.items()):
                have = nominal.get(name, 0)
                if name in quotas.capacity and total > have:
                    rule = (
                        f"those below {above or 'the cluster'} are guaranteed "
                        f"{_say(name, total)} together, {whose} is {_say(name, have)}."
                    )
                    self._refuse(above, "nominal" if above else "capacity", rule)

    def _refuse(self, tenant: str, key: str, rule: str) -> None:
        """At the key of a tenant; one that is not in the file has the place of the whole."""
        whose = f"tenant {tenant}: " if tenant else ""
        its = self._tenants.get(tenant, self._top)
        its.refuse(its.at(key), whose + rule)


def _amounts(section: Section, key: str) -> dict[str, int]:
    """Units as they are, devices in thousandths."""
    if key not in section:
        return {}
    its = Section(section.nodes[key], section.source, key, NAMES)
    found = {name: its.read(name, values.whole(0, MOST), 0) for name in its.nodes}
    return {name: n if name == "units" else n * WHOLE for name, n in found.items()}


def _say(name: str, amount: int) -> str:
    return f"{amount} units" if name == "units" else f"{amount // WHOLE} {name}"
