"""Why something is not running, as data. Every "no" carries one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from heddle.model.memory import memory_text
from heddle.model.quantity import BANDWIDTH

#: What each code means; {words} are filled in from the reason's facts. Those of one node come in
#: the order in which they are checked.
OF_NODES = {
    "pinned": "the job is suspended on {wanted}",
    "lends": "no engine runs jobs there: it only lends its devices (`remote: allowed`)",
    "node": "it is {have}, and the job must run on {wanted}",
    "site": "it is at {have}, and the job must run at {wanted}",
    "kind": "it has no {wanted}",
    "device-memory": "its devices have {have} of memory, the job needs {wanted}",
    "level": "its devices can be preempted at level {have}, the job needs {wanted}",
    "unserved": "it lends no such device: {why}",
    "far": "it is {have} away, and devices are lent as far as {wanted}{why}",
    "stack": "{wanted} is not installed{why}",
    "unsupported": "its engine, {have}, does not support {wanted}",
    "sovereignty": "{why} must stay in {wanted}, and it is in {have}",
    "network": "{have} to its data, it needs {wanted}",
    "volume": "{have} of its data would come from other sites, and the job allows {wanted}",
    "price": "a device-hour costs {have}, and the job pays {wanted} at most",
    "watts": "its devices draw up to {have} W each, and the job allows {wanted} W",
    "topology": "{have} of its devices are connected by {why}, the job needs {wanted}",
    "too-few": "the job needs {wanted} such devices on one node, it has {have}",
    "unmeasured": "{have} was never measured or configured: {why}",
    "cordoned": "the node is drained: it takes no new work",
    "unreachable": "its engine cannot be asked: {why}",
    "cpu": "{have} cores are free, {wanted} are needed",
    "memory": "{have} of memory are free, {wanted} are needed",
    "devices": "{have} of {wanted} devices are free",
    "share": "no device has {wanted} free; the most is {have}",
    "memory-quota": "asked for {wanted} of device memory; the most that would fit now is {have}, "
    "on {why}",
    "bandwidth": "{have} to its data are not booked, {wanted} are needed",
    "power": "{have} W of {why} are left, and its devices draw {wanted} W",
}
SENTENCES = OF_NODES | {
    # of the whole job
    "quota": "tenant {tenant} uses {have} of {wanted}: {why}",
    "sooner": "a device of its own is expected so soon that it is done earlier with that",
    "slow": "its runs are {have} as long with a device of another node; {wanted} is the limit",
    "host": "no node within reach of a free device has the cores and the memory for the program",
    "gang": "{have} of {wanted} members fit at once",
    "held": "a user holds it",
    "engine": "the engine cannot take it now: {why}",
    "equipment": "its inputs are not available: {why}",
    "suspend": "it could not be suspended: {why}",
    "resume": "it could not be resumed: {why}",
    "behind": "{job} must be done first",
    "reserved": "the resources it needs are reserved for {job}",
    "impossible": "no node could ever run it: {why}",
    "unknown": "no node is known to meet its conditions: {why}",
    # of a site, beside those of nodes
    "silent": "it was not heard from for {have}",
    "tier": "it is {have}, and the job must run at {wanted}",
    "data": "{why} is at {have}, and no route from there is known",
    "deadline": "it would be done {have} after the deadline",
    "budget": "it would cost {have}, and the job may cost {wanted}",
    # what comes of an offer to a site
    "declined": "it declined: {why}",
    "unanswered": "it did not answer an offer within {wanted}",
    "lost": "it took the job and lost it",
}


def _cores(milli: int) -> str:
    return f"{milli / 1000:g}"


def _percent(milli: int) -> str:
    return f"{milli / 10:g} %"


def _memory(mib: int) -> str:
    return memory_text(mib << 20)


def _money(milli: int) -> str:
    return f"{milli / 1000:g}"


#: Figures of these codes are counted in internal units: how to show them.
UNITS: dict[str, Callable[[int], str]] = {
    "cpu": _cores, "memory": _memory, "device-memory": _memory, "share": _percent,
    "price": _money, "bandwidth": BANDWIDTH.format,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reason:
    """One refusal: a code of SENTENCES, and what it was about."""

    code: str
    have: int | str = ""
    wanted: int | str = ""
    job: str = ""
    tenant: str = ""
    why: str = ""
    booked: str = ""  #: holders of what is lacking that are not jobs
    node: Reason | None = None  #: what `have` of `wanted` nodes say, where none will do

    @property
    def text(self) -> str:
        if self.node is not None:
            each = f"{self.have} of {self.wanted} nodes: {self.node.text}"
            return SENTENCES[self.code].format(why=each)
        said = SENTENCES[self.code].format(
            have=self._shown(self.have), wanted=self._shown(self.wanted),
            job=self.job, tenant=self.tenant, why=self.why,
        )  # fmt: skip
        return f"{said}; {self.booked}" if self.booked else said

    def _shown(self, figure: int | str) -> str:
        unit = UNITS.get(self.code, str)
        return unit(figure) if isinstance(figure, int) else figure
