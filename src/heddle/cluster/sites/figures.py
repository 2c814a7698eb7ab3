"""What a job would be at a site, in figures: when it is done, what it costs, what it emits."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from heddle.cluster.fitting import wanted_of
from heddle.cluster.nodes import DeviceClass
from heddle.cluster.running import members_of
from heddle.cluster.shapes import Term
from heddle.cluster.sites.atlas import Atlas, SiteFacts, SiteRoom, Summary
from heddle.cluster.sites.summary import USUAL_S, needs, suits
from heddle.model.job import WHOLE, Alternative, Job
from heddle.model.reason import Reason

MIB = 1 << 20
HOUR_S = 3600


class Refused(Exception):
    """The site cannot be."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one alternative at one site."""

    wait_s: int
    transfer_s: int  #: until its data is there
    run_s: int
    cost_milli: int | None = None  #: thousandths of the currency; None: no price is known
    co2_mg: int | None = None
    latency_us: int | None = 0  #: to its data; the farthest counts

    @property
    def done_s(self) -> int:
        return self.wait_s + self.transfer_s + self.run_s


def figures(
    job: Job,
    alternative: Alternative,
    site: SiteFacts,
    atlas: Atlas,
    summary: Summary,
    rate_milli: int,
) -> Figures:
    """Devices are held, and paid, while the data comes: both are counted.

    :raises Refused: if it could not run there
    """
    members = members_of(job)[0]
    rooms = [_room(job, term, members, summary) for term in needs(job, alternative)]
    wait_s = _wait(rooms, members)
    transfer_s, latency_us = _data(job, site, atlas)
    run_s = _up((USUAL_S if job.expected_s is None else job.expected_s) * WHOLE, rate_milli)
    held_s = transfer_s + run_s
    asked = [(room, term) for room, term in rooms if room.device.kind != "cpu"] or rooms
    prices = [site.price_of(room.device) for room, _ in asked]
    watts = [_of(site.watts, room.device) for room, _ in asked]
    millis = [term.milli * members for _, term in asked]
    cost = _product(prices, millis, held_s, 1, HOUR_S * WHOLE)
    co2 = None
    if site.grams_kwh is not None:
        # watts x seconds / 3,600,000 are kilowatt hours; milligrams, and thousandths of devices
        co2 = _product(watts, millis, held_s, site.grams_kwh, HOUR_S * WHOLE)
    return Figures(wait_s, transfer_s, run_s, cost, co2, latency_us)


def soonest(job: Job, summary: Summary) -> int:
    """How long it waits with whichever alternative waits least; 0 if nothing is known."""
    members = members_of(job)[0]
    found = []
    for alternative in job.alternatives:
        with suppress(Refused):
            terms = needs(job, alternative)
            found.append(_wait([_room(job, term, members, summary) for term in terms], members))
    return min(found, default=0)


def _wait(rooms: list[tuple[SiteRoom, Term]], members: int) -> int:
    return max((wait(room, term, members) for room, term in rooms), default=0)


def wait(room: SiteRoom, term: Term, members: int) -> int:
    """Until the devices are free. Those that wait go first. What runs ends after the mean of what
    is left; then all devices take from the line, and a round lasts the mean of those in it.

    :raises Refused: if nothing says when
    """
    need = term.milli * members
    spare = room.free_milli - room.waiting_milli
    one = term.milli if term.count > 1 or term.share_milli == WHOLE else 0
    if spare >= need and (room.device.kind == "cpu" or room.free_on_one_milli >= one):
        return 0
    busy = room.total_milli - room.free_milli
    if not busy and not room.waiting_milli:
        raise Refused(Reason("devices", max(spare, 0) // WHOLE, _up(need, WHOLE)))
    left_s = _up(room.work_s * WHOLE, busy) if busy else 0
    rounds = _up(room.waiting_milli + need, room.total_milli) - 1
    return left_s + rounds * _up(room.waiting_s * WHOLE, max(room.waiting_milli, 1))


def money(milli: int) -> str:
    """Of the currency, to the cent, and never less than it is."""
    cents = _up(milli, 10)
    return f"{cents // 100}.{cents % 100:02}"


def span(seconds: int) -> str:
    """For people: to the minute where it is long."""
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {seconds % 60:02} s" if minutes else f"{seconds} s"


def _room(job: Job, term: Term, members: int, summary: Summary) -> tuple[SiteRoom, Term]:
    """The class that will do and has most to spare; of equals the first.

    :raises Refused: if none could ever do
    """
    found = [room for room in summary.rooms if suits(room.device, term)]
    if not found:
        raise Refused(Reason("kind", wanted=wanted_of(term)))
    large = [room for room in found if room.device.memory_mib >= term.memory_mib]
    if not large:
        most = max(room.device.memory_mib for room in found)
        raise Refused(Reason("device-memory", most, term.memory_mib))
    level = job.conditions.level
    able = [r for r in large if r.device.level >= level or r.device.kind == "cpu"]
    if not able:
        raise Refused(Reason("level", max(r.device.level for r in large), level))
    enough = [
        room
        for room in able
        if room.on_one_milli >= term.milli and room.total_milli >= term.milli * members
    ]
    if not enough:
        most = max(room.on_one_milli for room in able)
        raise Refused(Reason("too-few", most // WHOLE, _up(term.milli, WHOLE)))
    return max(enough, key=lambda room: room.free_milli - room.waiting_milli), term


def _data(job: Job, site: SiteFacts, atlas: Atlas) -> tuple[int, int | None]:
    """How long it takes to come, one data set after another, and how far it is.

    :raises Refused: if it has no way to come
    """
    total, latency = 0, 0
    known = True
    for data in job.conditions.data:
        holders = atlas.holders(data.name, data.sites)
        if site.name in holders:
            continue
        way = atlas.nearest(site.name, holders)
        speed = int(way.bandwidth_mbytes_s or 0) if way else 0
        if way is None or (data.mib and not speed):
            raise Refused(Reason("data", " and ".join(holders), why=data.name))
        total += _up(data.mib * MIB, speed * 1_000_000) if data.mib else 0
        latency = max(latency, int(way.latency_us or 0))
        known = known and way.latency_us is not None
    return total, latency if known else None


def _of(table: Mapping[str, int], device: DeviceClass) -> int | None:
    return table.get(device.model, table.get(device.kind))


def _product(
    values: list[int | None], millis: list[int], seconds: int, factor: int, divisor: int
) -> int | None:
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    total = sum(value * milli for value, milli in zip(known, millis, strict=True))
    return _up(total * seconds * factor, divisor)


def _up(amount: int, divisor: int) -> int:
    return -(-amount // divisor)
