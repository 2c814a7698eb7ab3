"""How the components are now, asked once a second; hot plug and loss are noticed.

Each component has a long-lived thread of its own: a read that hangs in a driver blocks only itself,
and that component is not asked again before it has answered.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Any

from heddle.inventory import machine as whole
from heddle.inventory import probes as all_probes
from heddle.inventory.host import Host
from heddle.inventory.probes.base import Probe
from heddle.inventory.sample import Sample, differences, facts
from heddle.inventory.sources import pci
from heddle.model.hardware import Component, Link, Machine, Reading

#: A component without an answer after LIMIT_S is silent; slow if it comes before the next round.
#: A hang that begins right after a round is asked for in the next and so known after
#: PERIOD_S + LIMIT_S, which must stay below 2 s.
PERIOD_S, LIMIT_S = 1.0, 0.7
#: They are asked one after the other, because threads that run together fight for the interpreter;
#: a vendor that takes longer than this is no longer waited for before the next is asked.
GRACE_S = 0.02
#: How often the names of what is on the buses are compared; all is looked at only if they changed.
RESCAN_S = 3.0
NAMES = (
    *(pci.DEVICES, "/sys/bus/pci/drivers"),
    *("/sys/class/accel", "/sys/class/drm", "/sys/class/infiniband"),
)


@dataclass(frozen=True, slots=True)
class _Answer:
    reading: Reading | None
    there: bool
    link: Link | None = None


class _Asker:
    """One question, asked again and again in a separate thread."""

    def __init__(self, question: Callable[[], Any], answers: SimpleQueue[tuple[_Asker, Any]]):
        self._question = question
        self._answers = answers
        self._wishes: SimpleQueue[bool] = SimpleQueue()
        self.pending = False  #: asked and not yet answered
        self.asked_at = self.took_s = 0.0
        threading.Thread(target=self._work, name="heddle-live", daemon=True).start()

    def ask(self) -> None:
        self.pending, self.asked_at = True, time.monotonic()
        self._wishes.put(True)

    def end(self) -> None:
        """Lets the thread end, once it has returned from what it does."""
        self._wishes.put(False)

    def _work(self) -> None:
        while self._wishes.get():
            try:
                answer = self._question()
            except Exception:  # a probe's surprise: no answer, and it is asked again
                answer = None
            self.took_s = time.monotonic() - self.asked_at
            self._answers.put((self, answer))


class Sampler:
    """The components of a machine that can be read, round after round. For one thread's use."""

    def __init__(
        self,
        machine: Machine,
        host: Host,
        probes: Sequence[Probe] | None = None,
        *,
        look: Callable[[Host], Machine] = whole.look,
        period_s: float = PERIOD_S,
        limit_s: float = LIMIT_S,
        rescan_s: float = RESCAN_S,
    ) -> None:
        self.samples: dict[str, Sample] = {}
        self.components: dict[str, Component] = {}  #: those that are gone included
        self._host = host
        self._probes = all_probes.probes() if probes is None else probes
        self._look = look
        self._period_s, self._limit_s, self._rescan_s = period_s, limit_s, rescan_s
        self._answers: SimpleQueue[tuple[_Asker, Any]] = SimpleQueue()
        self._askers: dict[str, _Asker] = {}
        self._readable: set[str] = set()  #: those that were read at least once
        self._ids: dict[_Asker, str] = {}
        self._ended = threading.Event()
        self._adopt(machine)
        self._scanner = _Asker(self._scan(), self._answers)
        self._scan_at = 0.0

    def __enter__(self) -> Sampler:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the threads, and `changes`. One that hangs ends when its driver lets it."""
        self._ended.set()
        for asker in (*self._askers.values(), self._scanner):
            asker.end()

    def round(self) -> dict[str, Sample]:
        """Asks all that can be asked, and waits for them, but not longer than the limit."""
        while self._take(0.0):
            pass
        now = time.monotonic()
        if now >= self._scan_at and not self._scanner.pending:
            self._scan_at = now + self._rescan_s
            self._scanner.ask()  # not waited for: a look may take seconds
        idle = [asker for asker in self._askers.values() if not asker.pending]
        for asker in idle:
            asker.ask()
            self._wait([asker], min(time.monotonic() + GRACE_S, now + self._limit_s / 4))
        self._wait(idle, now + self._limit_s)
        for id, asker in self._askers.items():
            # A slow component may be slow again; the next round will tell.
            patience_s = self._period_s if self._is_slow(id) else 0.0
            if asker.pending and time.monotonic() - asker.asked_at >= patience_s:
                self._note(id, "silent")
        return self.samples

    def once(self) -> dict[str, Sample]:
        """One round; and a second for silent components, to tell slow ones from hanging ones."""
        begin = time.monotonic()
        if any(sample.state == "silent" for sample in self.round().values()):
            self._ended.wait(max(0.0, begin + self._period_s - time.monotonic()))
            self.round()
        return self.samples

    def _is_slow(self, id: str) -> bool:
        return id in self.samples and self.samples[id].state == "slow"

    def changes(self) -> Iterator[dict[str, dict[str, Any]]]:
        """Each period what is new, by component and name: at first everything, often nothing."""
        told: dict[str, dict[str, Any]] = {}
        due = time.monotonic()
        while not self._ended.wait(max(0.0, due - time.monotonic())):
            due = max(due + self._period_s, time.monotonic())
            news = {
                id: new
                for id, sample in self.round().items()
                if (new := differences(told.get(id, {}), facts(sample)))
            }
            for id, new in news.items():
                told.setdefault(id, {}).update(new)
            yield news

    def _wait(self, askers: Sequence[_Asker], deadline: float) -> None:
        """Takes answers from all components until these have answered, or until the deadline."""
        while any(asker.pending for asker in askers) and self._take(deadline):
            pass

    def _take(self, deadline: float) -> bool:
        """Takes one answer; one that took long is out of date, and marks its source as slow."""
        try:
            asker, answer = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except Empty:
            return False
        asker.pending = False
        if asker is self._scanner:
            if answer is not None:
                self._adopt(answer)
        elif (id := self._ids.get(asker)) is not None:
            state = "slow" if asker.took_s > self._limit_s else "ok"
            self._judge(id, answer or _Answer(None, there=True), state)
        return True

    def _judge(self, id: str, answer: _Answer, state: str) -> None:
        if not answer.there:
            self._note(id, "gone")
        elif answer.reading is not None:
            self._readable.add(id)
            self._note(id, state, answer.reading, answer.link)
        elif id in self._readable:
            self._note(id, "silent")
        else:  # it has nothing to report, which is not a fault, and need not be asked again
            if id in self.samples:
                self._note(id, "ok")
            self._drop(id)

    def _note(
        self, id: str, state: str, reading: Reading | None = None, link: Link | None = None
    ) -> None:
        last = self.samples.get(id)
        since = last.since if last is not None and last.state == state else time.time()
        self.samples[id] = Sample(id, state, since, reading, link)

    def _drop(self, id: str) -> None:
        asker = self._askers.pop(id)
        del self._ids[asker]
        asker.end()

    def _adopt(self, machine: Machine) -> None:
        """Begins to ask what is new, and stops to ask what is no longer there."""
        now = {component.id: component for component in machine.components}
        for id, known in self.components.items():
            asker = self._askers.get(id)
            if id not in now:
                self._note(id, "gone")
            if asker and (id not in now or (now[id] != known and not asker.pending)):
                self._drop(id)
        for id, component in now.items():
            if id not in self._askers:
                asker = _Asker(self._question(component), self._answers)
                self._askers[id], self._ids[asker] = asker, id
        self.components.update(now)

    def _question(self, component: Component) -> Callable[[], _Answer]:
        candidates = list(self._probes)
        folder = f"{pci.DEVICES}/{component.id.removeprefix('pci@')}"
        on_bus = False
        has_own_link: bool | None = None

        def ask() -> _Answer:
            nonlocal candidates, on_bus, has_own_link
            reading = None
            for probe in candidates:
                try:
                    reading = probe.read(self._host, component)
                except Exception:  # a device that just went away
                    continue
                if reading is not None and reading != _NOTHING:
                    candidates = [probe]  # the first that can read it is the one to ask
                    break
                reading = None
            there = self._host.text(f"{folder}/class") is not None
            on_bus = on_bus or there
            if has_own_link is None and there:
                has_own_link = self._has_own_link(folder, component.link)
            asked = component.link if reading and there and has_own_link else None
            link = self._link(folder, asked) if asked else None
            return _Answer(reading, there or not on_bus, link)

        return ask

    def _has_own_link(self, folder: str, most: Link | None) -> bool:
        """Whether the component's link is its own, not that of a switch on its card."""
        path = self._host.resolve(folder)
        own = pci.link_at(self._host, path) if path else None
        if own is None or most is None:
            return False
        return replace(own, speed_gts=most.speed_gts) == most  # the speed changes with the load

    def _link(self, folder: str, most: Link) -> Link:
        speed, width = (pci.number(self._host.text(f"{folder}/{name}")) for name in _LINK)
        return replace(most, speed_gts=speed, width=int(width) if width else None)

    def _scan(self) -> Callable[[], Machine | None]:
        last = self._names()

        def scan() -> Machine | None:
            nonlocal last
            names = self._names()
            if names == last:
                return None
            found = self._look(self._host)
            last = names  # a look that failed is tried again
            return found

        return scan

    def _names(self) -> list[list[str]]:
        return [self._host.names(folder) for folder in NAMES]


_NOTHING = Reading()
_LINK = ("current_link_speed", "current_link_width")
