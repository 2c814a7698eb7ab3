"""The federation of sites: which site is offered a job, which gets it, and what silence does.

A state machine: events in, messages out, without a clock. It
offers; a site decides for itself. An offer starts nothing. When the best site that was asked has
said yes, it gets the job by an award with a number of its own, and from then on the job is its.

A site that falls silent keeps what it has. When it is back, its report is compared with what is
known here. Of a job that was started elsewhere meanwhile, because it may be, exactly one copy is
kept: one that has finished before one that runs, that before one that waits, and of equals the one
that was awarded first. What was told to the owner as done stays done.
"""

from __future__ import annotations

from heddle.cluster.running import expand
from heddle.cluster.sites.atlas import Atlas, Summary
from heddle.cluster.sites.figures import span
from heddle.cluster.sites.messages import (
    LOST,
    Award,
    Happened,
    Instruction,
    Settle,
    SiteAnswer,
    SiteOffer,
    SiteReport,
)
from heddle.cluster.sites.score import Rate, SiteKnowledge, favoured, prospects
from heddle.cluster.sites.summary import more_waiting
from heddle.cluster.sites.ticket import Copy, OpenOffer, Ticket, for_site, winner
from heddle.errors import UsageError
from heddle.model.job import Job
from heddle.model.reason import Reason

_IS = {"waiting": "waits", "running": "runs", "finished": "has finished"}


class Federation:
    """Decides for all jobs that were given to it. Same events, same instructions."""

    def __init__(self, atlas: Atlas, rate: Rate = lambda site, job, alternative: None) -> None:
        self.atlas = atlas
        self.tickets: dict[str, Ticket] = {}
        self._open: dict[str, Ticket] = {}  # those that are not done
        self.story: list[Happened] = []
        self._rate = rate
        self._summaries: dict[str, Summary] = {}
        self._heard: dict[str, int] = {}
        self._silent: set[str] = set()
        self._awards = 0
        # Summaries with what was promised since: made at a tick, and added to by offers.
        self._counted: dict[str, Summary] = {}

    def submit(self, job: Job, now_s: int) -> list[Instruction]:
        """:raises UsageError: if there is such a job already"""
        sent: list[Instruction] = []
        for each in expand(job):
            if each.id in self.tickets:
                raise UsageError(f"there is a job {each.id!r} already: give this one another id.")
            ticket = Ticket(each, self.atlas.wishes(each.lane))
            self.tickets[each.id] = self._open[each.id] = ticket
            self._tell(now_s, "submitted", f"{each.id} is submitted", each.id)
            sent += self._advance(ticket, now_s)
        return sent

    def answered(self, answer: SiteAnswer, now_s: int) -> list[Instruction]:
        """An answer that comes too late, or to an offer of another time, is as none."""
        ticket = self.tickets[answer.job]  # an offer was made, so it is there
        asked = ticket.asked.get(answer.site)
        if asked is not None and answer.attempt == ticket.attempt + 1:
            if answer.reason is None:
                asked.yes = True
                text = f"{answer.site} would take {answer.job}"
                self._tell(now_s, "accepted", text, answer.job, answer.site)
            else:
                del ticket.asked[answer.site]
                self._refuse(ticket, answer.site, answer.reason, now_s, answer.starts_s)
        return [] if ticket.done else self._advance(ticket, now_s)

    def heard(self, report: SiteReport, now_s: int) -> list[Instruction]:
        """A heartbeat. What the site has is compared with what it should have."""
        site = report.site
        self._summaries[site], self._heard[site] = report.summary, now_s
        if site in self._silent:
            self._silent.remove(site)
            self._tell(now_s, "back", f"{site} is back", site=site)
        sent: list[Instruction] = []
        for job_id, (attempt, state) in sorted(report.copies.items()):
            if job_id in self.tickets:
                sent += self._update(self.tickets[job_id], site, attempt, state, now_s)
        for ticket in self._open.values():
            copy = ticket.copies.get(site)
            if copy is None or ticket.job.id in report.copies:
                continue
            if copy.number <= report.awards:
                self._lose(ticket, site, now_s)
            elif any(other not in self._silent for other in ticket.copies if other != site):
                self._drop(ticket, copy, now_s)  # it never arrived, and another has it now
            else:
                sent.append(copy.award)  # it was on its way when the site fell silent
        return sent + self.tick(now_s)

    def tick(self, now_s: int) -> list[Instruction]:
        """Whatever is due, in order of priority, then of arrival."""
        for site in sorted(self.atlas.sites):
            if site in self._heard and site not in self._silent and not self.reaches(site, now_s):
                self._silent.add(site)
                past = span(now_s - self._heard[site])
                text = f"{site} is not heard of for {past}: it keeps its work and gets no more"
                self._tell(now_s, "silent", text, site=site)
                for ticket in self._open.values():
                    if site in ticket.copies and ticket.wishes.when_silent == "wait":
                        text = f"{ticket.job.id} is left to {site}"
                        self._tell(now_s, "left", text, ticket.job.id, site)
        turn = sorted(
            self._open.values(),
            key=lambda ticket: (-ticket.job.priority, ticket.job.submitted_s, ticket.job.id),
        )
        self._counted = self._with_promises()
        return [each for ticket in turn for each in self._advance(ticket, now_s)]

    def reaches(self, site: str, now_s: int) -> bool:
        heard = self._heard.get(site)
        return heard is not None and now_s - heard <= self.atlas.charter.silent_s

    def _advance(self, ticket: Ticket, now_s: int) -> list[Instruction]:
        """Moves one job on: offers that are over, an award, new offers."""
        for site, asked in list(ticket.asked.items()):
            if not asked.yes and asked.until_s <= now_s:
                del ticket.asked[site]
                limit = span(self.atlas.charter.offer_s)
                self._refuse(ticket, site, Reason("unanswered", wanted=limit), now_s)
            elif site in self._silent:
                del ticket.asked[site]
        if not self._may_start(ticket):
            ticket.asked.clear()
            return []
        for site, asked in ticket.asked.items():  # the best first
            if not asked.yes:
                break  # a better one has not answered yet: the quickest does not win
            return [self._award(ticket, site, asked, now_s)]
        return self._offer(ticket, now_s)

    def _may_start(self, ticket: Ticket) -> bool:
        """There is no copy, or only at silent sites, and its owner allows that."""
        silent = all(site in self._silent for site in ticket.copies)
        return not ticket.copies or (silent and ticket.wishes.when_silent == "restart")

    def _offer(self, ticket: Ticket, now_s: int) -> list[Instruction]:
        """The sites are ranked when none is asked; then they are asked down that list."""
        if not ticket.asked:
            self._rank(ticket, now_s)
        sent: list[Instruction] = []
        charter = self.atlas.charter
        for prospect in ticket.ranked:
            site, its = prospect.site, prospect.figures
            if len(ticket.asked) >= charter.offers:
                break
            taboo = (ticket.asked, ticket.refused, ticket.copies, self._silent)
            if its is None or any(site in each for each in taboo):
                continue
            job = for_site(ticket.job, prospect)
            ticket.asked[site] = OpenOffer(prospect, job, now_s + charter.offer_s)
            self._counted[site] = more_waiting(self._counted[site], job, job.alternatives[0])
            by = now_s + its.wait_s + charter.slack_s
            sent.append(SiteOffer(site, job, ticket.attempt + 1, by))
            self._tell(now_s, "offered", f"{job.id} is offered to {site}", job.id, site)
        return sent

    def _rank(self, ticket: Ticket, now_s: int) -> None:
        charter = self.atlas.charter
        for site, (since, _) in list(ticket.refused.items()):
            if now_s - since >= charter.again_s and self._heard.get(site, since) > since:
                del ticket.refused[site]
        for site, (since, _) in list(ticket.says.items()):
            if now_s - since >= charter.again_s:
                del ticket.says[site]
        waits = {site: max(at_s - now_s, 0) for site, (_, at_s) in ticket.says.items()}
        seen = SiteKnowledge(self._counted, self._heard, waits)
        ranked = prospects(ticket.job, ticket.wishes, self.atlas, seen, now_s, self._rate)
        ticket.ranked = favoured(ranked, ticket.favourite, charter.margin_milli)
        if ticket.ranked and ticket.ranked[0].penalty is not None:
            ticket.favourite = ticket.ranked[0].site

    def _award(self, ticket: Ticket, site: str, asked: OpenOffer, now_s: int) -> Award:
        assert asked.prospect.figures is not None
        ticket.attempt += 1
        self._awards += 1
        transfer_s = asked.prospect.figures.transfer_s
        award = Award(site, asked.job, ticket.attempt, self._awards, transfer_s)
        ticket.copies[site] = Copy(site, ticket.attempt, self._awards, award, now_s)
        ticket.asked.clear()
        ticket.favourite = None
        text, ranked = f"{ticket.job.id} goes to {site}", tuple(ticket.ranked)
        self.story.append(Happened(now_s, "awarded", text, ticket.job.id, site, ranked))
        return award

    def _refuse(
        self, ticket: Ticket, site: str, why: Reason, now_s: int, starts_s: int | None = None
    ) -> None:
        """It is kept. A site that says when it would start is only later, and not ruled out, unless
        it has said another time before."""
        if why.code != "unanswered":
            later = "" if starts_s is None else f"; it would start in {span(starts_s - now_s)}"
            why = Reason("declined", why=why.text + later)
        if starts_s is None or site in ticket.says:
            ticket.refused[site] = now_s, why
        else:
            ticket.says[site] = now_s, starts_s
        self._tell(now_s, "refused", f"{site}: {why.text}", ticket.job.id, site)

    def _with_promises(self) -> dict[str, Summary]:
        """What the sites said, with what they were given or asked since then counted as waiting."""
        summaries = dict(self._summaries)
        for ticket in self._open.values():
            promised = [
                (copy.site, copy.award.job)
                for copy in ticket.copies.values()
                if copy.awarded_s >= self._summaries[copy.site].at_s
            ]
            promised += [(site, asked.job) for site, asked in ticket.asked.items()]
            for site, job in promised:
                summaries[site] = more_waiting(summaries[site], job, job.alternatives[0])
        return summaries

    def _update(
        self, ticket: Ticket, site: str, attempt: int, state: str, now_s: int
    ) -> list[Instruction]:
        """What a site says of a copy."""
        job_id, copy = ticket.job.id, ticket.copies.get(site)
        if copy is None or copy.attempt != attempt:
            counts = ticket.done is not None and ticket.done.attempt == attempt
            return [Settle(site, job_id, attempt, counts)]
        if state == LOST:
            self._lose(ticket, site, now_s)
            return [Settle(site, job_id, attempt, counts=False)]
        if copy.state != state:
            copy.state = state
            self._tell(now_s, state, f"{job_id} {_IS[state]} at {site}", job_id, site)
        heard = [each for each in ticket.copies.values() if each.site not in self._silent]
        kept = winner(heard)
        done = kept.state == "finished"
        sent: list[Instruction] = []
        for other in list(ticket.copies.values()):
            if other is kept or (other.site in self._silent and not done):
                continue  # a copy at a silent site may have finished
            self._drop(ticket, other, now_s)
            sent.append(Settle(other.site, job_id, other.attempt, counts=False))
        if done:
            del self._open[job_id]
            ticket.done = ticket.copies.pop(kept.site)
            sent.append(Settle(kept.site, job_id, kept.attempt, counts=True))
        return sent

    def _drop(self, ticket: Ticket, copy: Copy, now_s: int) -> None:
        del ticket.copies[copy.site]
        text = f"another copy of {ticket.job.id} is kept, the one at {copy.site} is dropped"
        self._tell(now_s, "dropped", text, ticket.job.id, copy.site)

    def _lose(self, ticket: Ticket, site: str, now_s: int) -> None:
        del ticket.copies[site]
        ticket.refused[site] = now_s, Reason("lost")
        self._tell(now_s, "lost", f"{site} has lost {ticket.job.id}", ticket.job.id, site)

    def _tell(self, now_s: int, what: str, text: str, job: str = "", site: str = "") -> None:
        self.story.append(Happened(now_s, what, text, job, site))
