"""Why something is not running, as data. Every "no" carries one."""

from __future__ import annotations

from dataclasses import dataclass

#: What each code means; {words} are filled in from the reason's facts.
SENTENCES = {
    # of one node, in the order in which they are looked at
    "cordoned": "the node takes no new work",
    "site": "it is at {have}, and the job must run at {wanted}",
    "kind": "it has no {wanted}",
    "device-memory": "its devices have {have} MiB, the job needs {wanted}",
    "level": "its devices can be preempted at level {have}, the job needs {wanted}",
    "stack": "{wanted} is not installed",
    "topology": "its {wanted} devices are not joined as the job needs",
    "too-few": "it has {have} such devices, the job needs {wanted} on one node",
    "cpu": "{have} milli-cores are free, {wanted} are needed",
    "memory": "{have} MiB are free, {wanted} are needed",
    "devices": "{have} of {wanted} devices are free",
    "share": "no device has {wanted} thousandths free; the most is {have}",
    # of the whole job
    "quota": "tenant {tenant} uses {have} of {wanted}: {why}",
    "gang": "{have} of {wanted} members fit at once",
    "behind": "{job} waits in front of it",
    "reserved": "what it needs is kept for {job}",
    "deadline": "it cannot be done before its deadline",
    "impossible": "no node could ever run it: {why}",
    "data": "its data is at {have}",
    "network": "{have} to its data, it needs {wanted}",
    "silent": "site {have} does not answer",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One refusal: a code of SENTENCES, and what it was about."""

    code: str
    have: int | str = ""
    wanted: int | str = ""
    job: str = ""
    tenant: str = ""
    why: str = ""

    @property
    def text(self) -> str:
        return SENTENCES[self.code].format(
            have=self.have, wanted=self.wanted, job=self.job, tenant=self.tenant, why=self.why
        )
