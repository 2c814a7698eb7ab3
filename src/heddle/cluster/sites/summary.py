"""What a site says of itself: its cluster added up, so that nothing of its insides is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from heddle.cluster.nodes import DeviceClass
from heddle.cluster.running import Cluster, members_of, shape_of
from heddle.cluster.shapes import Term
from heddle.cluster.sites.atlas import SiteRoom, Summary
from heddle.model.job import WHOLE, Alternative, Job

USUAL_S = 3600  #: how long a job is thought to take, or to go on, that does not say it
CORES = DeviceClass("cpu")


def summarise(cluster: Cluster, waiting: Iterable[Job], now_s: int) -> Summary:
    """Total and available, by class of device. Cordoned nodes count in the total alone."""
    nodes, capacity = cluster.nodes, cluster.capacity
    open_ = ~nodes.cordoned
    left = {name: _left(running.ends_s, now_s) for name, running in cluster.running.items()}
    work = {CORES: 0} | dict.fromkeys(nodes.classes, 0)
    for name, running in cluster.running.items():
        for placement in running.everything:
            work[CORES] += placement.cpu_milli * left[name] // WHOLE
            for slot, milli in placement.devices:
                device = nodes.classes[int(nodes.device_class[placement.node, slot])]
                work[device] += milli * left[name] // WHOLE
    rooms = [
        SiteRoom(
            CORES,
            int(capacity.cpu_free.sum()),
            int(nodes.cpu_free[open_].sum()),
            int(capacity.cpu_free.max(initial=0)),
            int(nodes.cpu_free[open_].max(initial=0)),
            work_s=work[CORES],
        )
    ]
    for index, device in enumerate(nodes.classes):
        here = nodes.device_class == index
        free = np.where(here & open_[:, None], nodes.device_free, 0)
        rooms.append(
            SiteRoom(
                device,
                int(here.sum()) * WHOLE,
                int(free.sum()),
                int(here.sum(axis=1).max(initial=0)) * WHOLE,
                int((free == WHOLE).sum(axis=1).max(initial=0)) * WHOLE,
                work_s=work[device],
            )
        )
    jobs = list(waiting)
    summary = Summary(
        now_s, tuple(rooms), len(jobs), len(cluster.running), _score(rooms), tuple(nodes.stacks)
    )
    for job in jobs:
        summary = more_waiting(summary, job, job.alternatives[0])
    return summary


def more_waiting(summary: Summary, job: Job, alternative: Alternative) -> Summary:
    """The same with one job more in line; what it asks for is counted in the first class that has
    it, because it is not known yet which one it will get."""
    rooms = list(summary.rooms)
    rate = alternative.rate_milli or WHOLE
    seconds = (USUAL_S if job.expected_s is None else job.expected_s) * WHOLE // rate
    for term in needs(job, alternative):
        for index, room in enumerate(rooms):
            if suits(room.device, term):
                milli = term.milli * members_of(job)[0]
                rooms[index] = replace(
                    room,
                    waiting_milli=room.waiting_milli + milli,
                    waiting_s=room.waiting_s + milli * seconds // WHOLE,
                )
                break
    return replace(summary, rooms=tuple(rooms))


def needs(job: Job, alternative: Alternative) -> list[Term]:
    """What a member needs on one node, its cores among it: a count of thousandths of one each."""
    shape = shape_of(job, alternative)
    cores = [Term(shape.cpu_milli, ("cpu",), share_milli=1)] if shape.cpu_milli else []
    return [*shape.terms, *cores]


def suits(device: DeviceClass, term: Term) -> bool:
    """Whether a device is what a term describes, apart from its memory."""
    if (device.kind == "cpu") != (term.kinds == ("cpu",)):
        return False
    return (
        (not term.kinds or device.kind in term.kinds)
        and (not term.vendors or device.vendor in term.vendors)
        and (not term.models or device.model in term.models)
    )


def _left(ends_s: int | None, now_s: int) -> int:
    """A job that should have ended by now says no more when it will than one that never did."""
    return ends_s - now_s if ends_s is not None and ends_s > now_s else USUAL_S


def _score(rooms: list[SiteRoom]) -> int:
    """Available of all accelerators, from 0 to 10; of the cores where there are none."""
    counted = rooms[1:] or rooms
    total = sum(room.total_milli for room in counted)
    return 10 * sum(room.free_milli for room in counted) // total if total else 0
