"""The thread that keeps the stock in order: what is in the cache is registered, so that placement
knows it, and unused snapshots are removed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from heddle.control.core import Core
from heddle.control.inputs import datasets
from heddle.control.inputs.datasets import DataVersion, Location
from heddle.control.inputs.provision import Stock, wanted
from heddle.control.loop import Loop
from heddle.engine.local.files import data_cache
from heddle.engine.local.files.data_cache import CacheEntry
from heddle.store.base import Event

log = logging.getLogger(__name__)
LOOK_S = 3.0
SWEEP_S = 3600.0


def keep(loop: Loop, stock: Stock, ended: threading.Event) -> None:
    """Until it is told to end."""
    sweep_at, said = 0.0, ""
    while not ended.wait(LOOK_S):
        try:
            register(loop, stock)
            if time.monotonic() >= sweep_at:
                sweep_at = time.monotonic() + SWEEP_S
                sweep(stock)
            said = ""
        except Exception as error:  # the next look may succeed
            if str(error) != said:
                said = str(error)
                log.warning("the cache or the snapshots could not be looked at: %s", said)


def register(loop: Loop, stock: Stock) -> None:
    """Notes what this node has in its cache now."""
    versions = [each for each in datasets.every(stock.store) if each.source is not None]
    kept = data_cache.every(stock.cache) if versions else []
    changed = [each.id for each in relocated(versions, kept, stock.node, stock.site)]
    if changed:
        loop.ask(lambda core: _note(core, stock, changed, kept, loop.now_ms())).result()


def relocated(
    versions: Iterable[DataVersion], kept: Sequence[CacheEntry], node: str, site: str
) -> list[DataVersion]:
    """Those that have come into the cache of the node or have gone from it, as they are now."""
    here = {each.key: each for each in kept}
    found = []
    for version in versions:
        before = [each for each in version.locations if each.cached and each.node == node]
        others = tuple(each for each in version.locations if each not in before)
        now = here.get(version.key)
        if now is None and before:
            found.append(replace(version, locations=others))
        elif now is not None and not before:
            mib = -(-now.bytes >> 20)
            own = Location(now.path, node, site, mib, now.since_ms, cached=True)
            found.append(replace(version, locations=(*others, own), mib=version.mib or mib))
    return found


def _note(
    core: Core, stock: Stock, changed: Sequence[str], kept: Sequence[CacheEntry], now_ms: int
) -> None:
    """In the thread of the loop: what was removed meanwhile stays so."""
    found = (stock.store.thing(datasets.KIND, each) for each in changed)
    versions = [datasets.of_thing(each) for each in found if each is not None]
    for version in relocated(versions, kept, stock.node, stock.site):
        has = any(each.cached and each.node == stock.node for each in version.locations)
        what, detail = ("cached" if has else "evicted"), {"node": stock.node}
        core.keep(
            version.thing(),
            Event(now_ms, datasets.KIND, version.label, what, version.tenant, "heddle", detail),
        )


def sweep(stock: Stock) -> None:
    """Removes snapshots that no job needs any more."""
    named = [
        (tenant, str(spec["snapshot"]).removeprefix("sha256:"))
        for tenant, _, spec in wanted(stock.store)
        if spec.get("snapshot")
    ]
    if gone := stock.snapshots.sweep(named):
        log.info("%d unused snapshots were removed", gone)
