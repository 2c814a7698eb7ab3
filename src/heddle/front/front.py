"""The thread in which requests to services go to replicas, and replicas are looked at.

Several times a second it tells the control loop what it saw, and is told what to do.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from heddle.control.core import Core
from heddle.control.loop import Loop
from heddle.control.services.controller import Services
from heddle.control.services.traffic import Traffic, TrafficReport, TrafficView
from heddle.errors import StoreError
from heddle.front import heads
from heddle.front.door import HOST, Door
from heddle.front.exchange import RETRY_S, serve
from heddle.front.line import FrontConnection
from heddle.front.ports import free_ports, listening, trouble
from heddle.front.room import ConnectionRoom

T = TypeVar("T")
log = logging.getLogger(__name__)
TICK_S = 0.25
PAUSE_S = 0.02  #: shortest time between two ticks
AWAY_S = 10.0  #: between two ticks where there is no service: `Services.changed` wakes it
PORTS = 16  #: free ones that are offered for replicas
IDLE_S = 75.0  #: that a client may keep a connection without a request
GRACE_S = 2.0  #: for requests under way when it ends
AGAIN_S = 2.0  #: until a port that was taken is tried again
MOST_LINES = 4096  #: of clients of one service: the process has files for others, too


class Listener:
    """The port of one service."""

    def __init__(self, door: Door, room: ConnectionRoom | None = None) -> None:
        self.door = door
        self._room = room or ConnectionRoom(MOST_LINES, MOST_LINES)
        self.server: asyncio.Server | None = None
        self.port = 0
        self.trouble = ""
        self._again = 0.0

    async def listen(self, now: float) -> None:
        """On its port, as soon as that is free."""
        shown = self.door.shown
        asked = shown.service.port
        if self.server is not None and (not shown.is_open or asked not in (0, self.port)):
            self.stop()
        if self.server is not None or not shown.is_open or now < self._again:
            return
        try:
            try:
                line = listening(HOST, shown.port)
            except OSError:
                if asked:
                    raise
                line = listening(HOST, 0)  # any will do; the one of before is taken
        except OSError as error:
            self._again = now + AGAIN_S
            if not self.trouble:
                self.trouble = await asyncio.to_thread(trouble, shown.port, error)
                log.warning("%s: %s", shown.key, self.trouble)
            return
        self.port, self.trouble = line.getsockname()[1], ""
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(
            partial(FrontConnection, requests=True, made=self._made, gone=self._gone), sock=line
        )

    def stop(self) -> None:
        """Nothing new; what is under way goes on."""
        if self.server is not None:
            self.server.close()
        self.server, self.port = None, 0

    def _made(self, line: FrontConnection) -> None:
        name = self.door.shown.name
        text = f"{MOST_LINES} connections to {name} are open, the maximum."
        if len(self.door.lines) >= MOST_LINES or (text := self._room.add(line)):
            line.write(heads.own_answer(503, text, keep_alive=False, retry_s=RETRY_S))
            line.close()
            return
        task = asyncio.get_running_loop().create_task(serve(self.door, line))
        self.door.lines[line] = task
        task.add_done_callback(_note)

    def _gone(self, line: FrontConnection) -> None:
        """The client no longer waits for the answer."""
        self._room.remove(line)
        if (task := self.door.lines.pop(line, None)) is not None:
            task.cancel()


class Front:
    """Runs while it is entered; the loop's core has a part `Services`."""

    def __init__(self, loop: Loop, room: ConnectionRoom | None = None) -> None:
        self._loop = loop
        self._room = room or ConnectionRoom(MOST_LINES, MOST_LINES)
        self._thread = threading.Thread(target=self._run, name="front", daemon=True)
        self._started = threading.Event()
        self._events: asyncio.AbstractEventLoop | None = None
        self._main: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._listeners: dict[str, Listener] = {}
        self._version = -1
        self._used: frozenset[int] = frozenset()

    def __enter__(self) -> Front:
        self._thread.start()
        self._started.wait()
        return self

    def __exit__(self, *_: object) -> None:
        """Before the loop ends."""
        with suppress(StoreError):
            self._loop.ask(partial(_listen, told=lambda: None)).result()
        if self._events is not None and self._main is not None:
            with suppress(RuntimeError):  # it has ended already
                self._events.call_soon_threadsafe(self._main.cancel)
        self._thread.join()

    def _run(self) -> None:
        try:
            with (
                asyncio.Runner(loop_factory=_loop_factory()) as runner,
                suppress(asyncio.CancelledError),
            ):
                runner.run(self._live())
        except Exception:
            log.exception("the front has ended: services cannot be reached")
        finally:
            self._started.set()

    async def _live(self) -> None:
        self._events = asyncio.get_running_loop()
        self._main = asyncio.current_task()
        self._started.set()
        try:
            while True:
                self._wake.clear()
                try:
                    view = await self._tick()
                except StoreError:  # the loop has said so; requests go where they went
                    view = None
                except Exception:
                    log.exception("the front could not do all; it is tried again")
                    view = None
                await asyncio.sleep(PAUSE_S)
                pause = TICK_S if view is None or view.services else AWAY_S
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await self._wake.wait()
        finally:
            await self._end()

    async def _tick(self) -> TrafficView:
        now = self._events_now()
        traffic = {key: self._seen(each, now) for key, each in self._listeners.items()}
        # Searched each time: a port that was free may be taken by now.
        report = TrafficReport(self._version, traffic, free_ports(PORTS, self._used))
        now_ms = self._loop.now_ms()
        view = await self._ask(partial(_exchange, report=report, now_ms=now_ms, told=self._told))
        self._used = view.ports_used
        here = {shown.key for shown in view.services}
        for key in [key for key in self._listeners if key not in here]:
            gone = self._listeners.pop(key)
            gone.stop()
            gone.door.close()
        for shown in view.services:
            listener = self._listeners.get(shown.key)
            if listener is None:
                listener = self._listeners[shown.key] = Listener(
                    Door(shown, self._wake.set), self._room
                )
            listener.door.show(shown)
            before = listener.port
            await listener.listen(now)
            listener.door.sweep(now, IDLE_S, self._room.head_s, self._room.body_s)
            if listener.port != before:
                self._wake.set()  # people would like to know
        self._version = view.version
        return view

    def _seen(self, listener: Listener, now: float) -> Traffic:
        seen = listener.door.look(now)
        return replace(seen, port=listener.port, trouble=listener.trouble)

    async def _ask(self, what: Callable[[Core], T]) -> T:
        return await asyncio.shield(asyncio.wrap_future(self._loop.ask(what)))

    def _told(self) -> None:
        """From the loop's thread."""
        assert self._events is not None
        with suppress(RuntimeError):  # it has ended
            self._events.call_soon_threadsafe(self._wake.set)

    def _events_now(self) -> float:
        assert self._events is not None
        return self._events.time()

    async def _end(self) -> None:
        """Gives what is under way a moment."""
        for each in self._listeners.values():
            each.stop()
        until = self._events_now() + GRACE_S
        doors = [each.door for each in self._listeners.values()]
        while any(door.meter.in_flight for door in doors) and self._events_now() < until:
            await asyncio.sleep(0.02)
        for door in doors:
            door.close()


def _exchange(
    core: Core, report: TrafficReport, now_ms: int, told: Callable[[], None]
) -> TrafficView:
    _listen(core, told)  # each time: the first may have come while the store was away
    return core.part(Services).exchange(core, report, now_ms)


def _listen(core: Core, told: Callable[[], None]) -> None:
    core.part(Services).changed = told


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


def _note(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a request could not be handled", exc_info=error)
