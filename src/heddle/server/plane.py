"""The control plane, put together: store, engines, core and loop.

One at a time for each folder and store: both are locked while it runs.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from heddle import engine as engines
from heddle.cluster.conditions.network import NOTHING
from heddle.cluster.cycle import Rules
from heddle.cluster.lending.lenders import REACH_US
from heddle.cluster.migration.budget import FEW_MOVES, MoveBudget
from heddle.cluster.migration.matching import SETTLED_S
from heddle.cluster.nodes import NodeRow
from heddle.cluster.sites.atlas import Atlas
from heddle.control import home, learning, suspend
from heddle.control.core import Core
from heddle.control.inputs.cache_sync import keep
from heddle.control.inputs.provision import Stock
from heddle.control.loop import Loop
from heddle.control.nodes import register
from heddle.control.nodes.pool import Pool
from heddle.control.services import book
from heddle.control.services.controller import Services
from heddle.control.tickets import Tickets
from heddle.desk.access.node_auth import master_key
from heddle.engine.base import Engine, SuspendingEngine
from heddle.errors import HeddleError, UsageError
from heddle.model.quantity import DURATION, LATENCY
from heddle.server.rows import Rows
from heddle.spec import sites_file
from heddle.spec.job_file import read_spec
from heddle.store import open_store
from heddle.store.base import Store
from heddle.virt import registry

log = logging.getLogger(__name__)
HEARTBEAT = "HEDDLE_HEARTBEAT_S"  #: the setting
SITES = "HEDDLE_SITES"  #: likewise
REACH = "HEDDLE_REMOTE_REACH"  #: likewise
MOVES, MOVE_AFTER = "HEDDLE_MOVES", "HEDDLE_MOVE_AFTER"  #: likewise
LOOK_S = 60.0  #: interval of the scans of the machine: devices come, go and are cordoned
NODES_S = 5.0  #: interval of the looks at nodes of engines elsewhere: they come and go, too
BOOK_S = 0.5  #: interval of the check for a new book of partitions


@contextmanager
def running(
    folder: str,
    store_url: str | None = None,
    prepare: Callable[[Store, Core], None] = lambda *_: None,
) -> Iterator[Loop]:
    """A loop that carries on from the store, and ends with the block; jobs that run go on.
    `prepare` may write to the store, and tell the core, before anything is decided. Without a
    `store_url` the store is that of the last time, at first a file in the folder.

    :raises HeddleError: if another one has this folder or store, or they cannot be used
    """
    with ExitStack() as ending:
        ending.enter_context(home.locked(folder))
        url = home.store_url(folder, store_url)
        store = open_store(url)
        ending.callback(store.close)
        opened = engines.open_all(home.engine_folder(folder, store))
        for engine in opened:
            ending.callback(engine.close)
        _check_engines(store, opened)
        home.remember_store(folder, url)
        stamp = registry.stamp()
        known = register.from_store(store, int(time.time() * 1000), heartbeat_ms(os.environ))
        rows = Rows(opened, _warn, known.joined, known.row, known.lenders)
        first = rows.look(_in_use(store))
        drained = {each for each in first if store.thing(register.DRAINED, each) is not None}
        core = Core(
            Pool(
                (_drained(row, name in drained) for name, row in first.items()),
                atlas=configured_sites(os.environ),
                reach_us=reach_us(os.environ),
            ),
            store.job,
            read_spec,
            last_number=store.last_number("job"),
            parts=[known, Services(store.things(book.KIND), read_spec)],
            rates=learning.from_store(store),
            rules=rules(os.environ),
            suspending=[each.name for each in opened if isinstance(each, SuspendingEngine)],
            suspensions=store.things(suspend.KIND),
        )
        prepare(store, core)
        stock = Stock(folder, store, rows.here.name, rows.here.site, shows=rows.shows)
        tickets = Tickets(lambda: master_key(folder), known.nodes)
        loop = Loop(
            store, opened, core, equip=stock, equip_elsewhere=stock.elsewhere, ticket=tickets
        )
        loop.start()  # it closes the engines, too, which may be said twice
        ending.callback(loop.stop)
        watch = threading.Event()
        told = (loop, rows, first, stamp, watch)
        threading.Thread(target=_watch, args=told, name="watch", daemon=True).start()
        threading.Thread(target=keep, args=(loop, stock, watch), name="stock", daemon=True).start()
        ending.callback(watch.set)
        yield loop


def heartbeat_ms(environment: Mapping[str, str]) -> int:
    """How often nodes are to call.

    :raises UsageError: if the setting is invalid
    """
    text = environment.get(HEARTBEAT, "")
    try:
        seconds = float(text) if text else register.HEARTBEAT_MS / 1000
    except ValueError:
        seconds = 0.0
    if not 0.1 <= seconds <= 3600:
        raise UsageError(f"{HEARTBEAT}={text}: seconds from 0.1 to 3600 are expected.")
    return int(1000 * seconds)


def rules(environment: Mapping[str, str]) -> Rules:
    """What the operator has chosen of how jobs are scheduled.

    :raises UsageError: if a setting is invalid
    """
    budget, after = move_budget(environment), environment.get(MOVE_AFTER, "")
    settled_s = DURATION.parse(after) if after else SETTLED_S
    return Rules(moves=budget, match=budget.an_hour > 0, settled_s=settled_s)


def reach_us(environment: Mapping[str, str]) -> int:
    """The longest round trip over which devices are lent to jobs.

    :raises UsageError: if the setting is invalid
    """
    text = environment.get(REACH, "")
    return LATENCY.parse(text) if text else REACH_US


def move_budget(environment: Mapping[str, str]) -> MoveBudget:
    """How often running jobs may be moved so that waiting ones fit.

    :raises UsageError: if a setting is invalid
    """
    budget = FEW_MOVES
    if text := environment.get(MOVES, ""):
        if not text.isdecimal():
            raise UsageError(f"{MOVES}={text}: moves in an hour are expected; 0: none.")
        budget = replace(budget, an_hour=int(text))
    if text := environment.get(MOVE_AFTER, ""):
        budget = replace(budget, after_s=DURATION.parse(text))
    return budget


def configured_sites(environment: Mapping[str, str]) -> Atlas:
    """What the operator has written down of sites and the network between them.

    :raises HeddleError: if the file cannot be read, or is invalid
    """
    path = environment.get(SITES, "")
    return sites_file.read(Path(path)) if path else NOTHING


def _in_use(store: Store) -> set[str]:
    """Names of devices that attempts of before still have."""
    _, attempts = store.alive()
    return {name for a in attempts for place in a.places for name, _ in place.devices}


def _in_use_now(core: Core) -> set[str]:
    places = [
        place for each in core.pool.cluster.running.values() for place in core.pool.places(each)
    ]
    return {name for place in places for name, _ in place.devices}


def _watch(
    loop: Loop, rows: Rows, known: Mapping[str, NodeRow], stamp: object, ended: threading.Event
) -> None:
    """Tells the core when nodes have changed or joined, what is booked of this one, or an engine is
    down or back."""
    due, down = time.monotonic() + LOOK_S, (rows.downs(), rows.joined(), rows.lenders())
    look_at = time.monotonic() + NODES_S
    while not ended.wait(BOOK_S):
        written = registry.stamp()
        said = (rows.downs(), rows.joined(), rows.lenders())
        if time.monotonic() >= look_at:
            look_at = time.monotonic() + NODES_S
            due = 0.0 if rows.has_changed() else due
        if written == stamp and said == down and time.monotonic() < due:
            continue
        stamp, due, down = written, time.monotonic() + LOOK_S, said
        try:
            now = rows.look(loop.ask(_in_use_now).result())
            for name, row in now.items():
                if row != known.get(name):
                    log.info("the node %s has changed: %d devices", name, len(row.devices))
                    loop.ask(partial(_rejoin, row=row, now_ms=loop.now_ms())).result()
            for name in known.keys() - now.keys():
                log.info("the node %s is gone", name)
                loop.ask(partial(_leave, name=name, now_ms=loop.now_ms())).result()
            known = now
        except Exception as error:  # a probe's surprise: the next look may succeed
            log.warning("the nodes could not be looked at: %s", error)


def _warn(error: HeddleError) -> None:
    log.warning("%s", error)


def _leave(core: Core, name: str, now_ms: int) -> None:
    core.leave(name, now_ms)


def _check_engines(store: Store, opened: Sequence[Engine]) -> None:
    """:raises UsageError: if jobs run on an engine that is not there: their end would not be
    seen"""
    here = {engine.name for engine in opened}
    for attempt in store.alive()[1]:
        if attempt.engine not in here:
            raise UsageError(
                f"{attempt.job} still runs on the engine {attempt.engine}. Start with it, `heddle "
                f"up --engine {attempt.engine}`, and end what runs there first."
            )


def _rejoin(core: Core, row: NodeRow, now_ms: int) -> None:
    """With what it has now; a drained node stays drained."""
    before = core.pool.rows.get(row.name)
    core.join(_drained(row, before is not None and before.cordoned), now_ms)


def _drained(row: NodeRow, is_drained: bool) -> NodeRow:
    """A registered node says so itself."""
    return replace(row, cordoned=is_drained) if row.engine else row
