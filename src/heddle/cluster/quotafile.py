"""quota.toml: what the tenants of a cluster are guaranteed, and what they may never exceed.

[capacity]                          # all that quotas are about: units, and devices by kind
units = 64000                       # 1000 are one A100 80GB; see docs/metering.md
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

import difflib
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from heddle.cluster import words
from heddle.cluster.document import Source
from heddle.cluster.quota import CLUSTER, Quota, Quotas, path
from heddle.errors import UsageError
from heddle.model.catalogue import ASKABLE
from heddle.model.job import WHOLE

NAMES = ("units", *ASKABLE)
KEYS = ("nominal", "limit", "weight", "borrow", "lend")
MOST = 10**12
HEAVIEST = 1_000_000


def read(file: Path) -> Quotas:
    """The quotas of a file.

    :raises FileError: if they make no sense; it has every problem with its place
    :raises UsageError: if the file cannot be read
    """
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} is not UTF-8: byte {error.start}. Save it as UTF-8.") from None
    return parse(text, str(file))


def parse(text: str, name: str = "quota.toml") -> Quotas:
    """:raises FileError: likewise"""
    reader = _Reader(Source(name, text))
    quotas = reader.quotas()
    reader.source.end()
    reader.agree(quotas)
    reader.source.end()
    return quotas


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source

    def quotas(self) -> Quotas:
        try:
            given = tomllib.loads(self.source.text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            line, column = map(int, place.groups()) if place else (len(self.source.lines), 1)
            what = str(error).partition(" (at ")[0]
            self.source.refuse(line, column, f"not TOML: {what}.")
            return Quotas({})
        self._only(given, ("capacity", "tenant"), CLUSTER, "the file")
        capacity = self._amounts(given, "capacity", CLUSTER)
        if not capacity:
            self._refuse(CLUSTER, "", "there is no [capacity]: say what there is to share.")
        tenants = given.get("tenant", {})
        if not isinstance(tenants, dict):
            self._refuse(CLUSTER, "tenant", 'tenant is a table: write [tenant."NAME"] for each.')
            tenants = {}
        return Quotas(capacity, {name: self._quota(name, each) for name, each in tenants.items()})

    def _quota(self, name: str, given: Any) -> Quota:
        try:
            words.tenant(name)
        except UsageError as error:
            self._refuse(name, "", str(error))
        if not isinstance(given, dict):
            self._refuse(name, "", f'write [tenant."{name}"], and its keys below.')
            return Quota()
        self._only(given, KEYS, name, "a tenant")
        weight = given.get("weight", 1)
        if not _whole(weight, 1, HEAVIEST):
            self._refuse(name, "weight", f"weight is a whole number from 1 to {HEAVIEST}.")
            weight = 1
        for key in ("borrow", "lend"):
            if not isinstance(given.get(key, True), bool):
                self._refuse(name, key, f"{key} is true or false.")
        return Quota(
            self._amounts(given, "nominal", name),
            self._amounts(given, "limit", name),
            weight,
            given.get("borrow") is not False,
            given.get("lend") is not False,
        )

    def _amounts(self, given: Mapping[str, Any], key: str, tenant: str) -> dict[str, int]:
        """Units as they are, devices in thousandths."""
        amounts = given.get(key, {})
        if not isinstance(amounts, dict):
            self._refuse(tenant, key, f"{key} is a table: {{ units = 16000, gpu = 8 }}.")
            return {}
        self._only(amounts, NAMES, tenant, key)
        found = {}
        for name, amount in amounts.items():
            if not _whole(amount, 0, MOST):
                rule = f"{key}: {name} = {amount!r} is not a whole number from 0 to {MOST}."
                self._refuse(tenant, key, rule)
            else:
                found[name] = amount if name == "units" else amount * WHOLE
        return found

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
                        f"it may not borrow, so `nominal` says how much {name}; 0 is none at all."
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

    def _only(
        self, given: Mapping[str, Any], allowed: Sequence[str], tenant: str, what: str
    ) -> None:
        for key in given:
            if key not in allowed:
                near = difflib.get_close_matches(key.lower(), allowed, n=1, cutoff=0.6)
                hint = f" Did you mean {near[0]!r}?" if near else ""
                if isinstance(given[key], dict) and what == "a tenant" and not near:
                    hint = f' A tenant below it is [tenant."{tenant}/{key}"].'
                known = ", ".join(allowed)
                rule = f"{key!r} is not known in {what}.{hint} Known: {known}."
                self._refuse(tenant, key, rule)

    def _refuse(self, tenant: str, key: str, rule: str) -> None:
        """At the key of the tenant's table, as far as it can be found: TOML keeps no places."""
        whose = f"tenant {tenant}: " if tenant else ""
        line, column = self._place(tenant, key)
        self.source.refuse(line, column, whose + rule)

    def _place(self, tenant: str, key: str) -> tuple[int, int]:
        table = rf"\s*\[\s*tenant\s*\.\s*[\"']?{re.escape(tenant)}[\"']?[\s.\]]"
        header = re.compile(table if tenant else r"\s*\[\s*capacity\s*\]")
        begin = next((n for n, line in enumerate(self.source.lines) if header.match(line)), None)
        first = begin or 0
        for n in range(first, len(self.source.lines)):
            line = self.source.lines[n]
            if n > first and line.lstrip().startswith("[") and tenant:
                break
            if key and (found := re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", line)):
                return n + 1, found.start() + 1
        return first + 1, 1


def _whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _say(name: str, amount: int) -> str:
    return f"{amount} units" if name == "units" else f"{amount // WHOLE} {name}"
