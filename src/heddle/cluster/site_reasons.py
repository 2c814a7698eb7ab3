"""Why a job does not go to a site: the reasons that only sites have, beside those of nodes."""

from __future__ import annotations

from dataclasses import dataclass

from heddle.model.reason import SENTENCES, Reason

#: In the order in which they are looked at; those of SENTENCES that a site can have are among them.
CHECKS = (
    "silent", "site", "tier", "sovereignty", "data", "network", "kind", "device-memory", "level",
    "stack", "too-few", "devices", "deadline", "budget",
)  # fmt: skip
#: What each code means of a site.
OF_SITES = {
    "silent": "it was not heard of for {have}",
    "tier": "it is {have}, and the job must run at {wanted}",
    "sovereignty": "{why} must stay in {wanted}, and it is in {have}",
    "data": "{why} is at {have}, and no way from there is known",
    "level": "its devices can be preempted at level {have}, the job needs {wanted}",
    "devices": "{have} of {wanted} devices are free there, and nothing says when there are more",
    "deadline": "it would be done {have} after the deadline",
    "budget": "it would cost {have}, and the job may cost {wanted}",
    # what comes of an offer
    "declined": "it declined: {why}",
    "unanswered": "it did not answer an offer within {wanted}",
    "lost": "it took the job and lost it",
}


@dataclass(frozen=True, slots=True)
class SiteReason(Reason):
    """A refusal by a site, or of one."""

    @property
    def text(self) -> str:
        sentence = OF_SITES.get(self.code) or SENTENCES[self.code]
        return sentence.format(
            have=self.have, wanted=self.wanted, job=self.job, tenant=self.tenant, why=self.why
        )
