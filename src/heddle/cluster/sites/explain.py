"""Why a job went to a site and not to another, or why it waits: in figures, from what decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from heddle.cluster.sites.federation import Federation
from heddle.cluster.sites.figures import Figures, money, span
from heddle.cluster.sites.score import Prospect
from heddle.cluster.sites.ticket import Ticket
from heddle.model.job import Job
from heddle.model.quantity import LATENCY
from heddle.model.reason import Reason
from heddle.model.request import format as request


def as_data(federation: Federation, job_id: str) -> dict[str, Any]:
    """Numbers as numbers; what is not known is None."""
    ticket = federation.tickets[job_id]
    job = ticket.job
    awards = [each for each in federation.story if each.what == "awarded" and each.job == job_id]
    decisions: list[dict[str, Any]] = [
        {"at_s": each.at_s, "site": each.site, "sites": _all_as_data(job, each.ranked)}
        for each in awards
    ]
    found: dict[str, Any] = {
        "job": job_id,
        "state": state(ticket),
        "site": ticket.done.site if ticket.done else None,
        "prefer": ticket.wishes.prefer,
        "when_silent": ticket.wishes.when_silent,
        "copies": {copy.site: copy.state for copy in ticket.copies.values()},
        "decisions": decisions,
        "waits": None,
    }
    if not ticket.done and not ticket.copies:
        sites = _all_as_data(job, ticket.ranked)
        for each in sites:
            each["answer"] = _reason(_answer(ticket, each["site"]))
        found["waits"] = {"reason": waits(ticket), "sites": sites}
    return found


def as_text(federation: Federation, job_id: str) -> list[str]:
    """For people: each time it was given away, with every site's figures or reason, and why it
    waits if it does."""
    ticket = federation.tickets[job_id]
    lines = []
    for each in federation.story:
        if each.what == "awarded" and each.job == job_id:
            lines.append(f"{job_id} went to {each.site}, weighed as {ticket.wishes.prefer!r}:")
            lines += compared(ticket.job, each.ranked, each.site)
    if ticket.done:
        lines.append(f"it is done, by {ticket.done.site}")
    elif not ticket.copies:
        lines.append(f"{job_id} waits: {waits(ticket)}")
        lines += compared(ticket.job, ticket.ranked, None)
    return lines


def compared(job: Job, ranked: Iterable[Prospect], chosen: str | None) -> list[str]:
    """A line for every site, with what it is worse by than the one that was chosen."""
    ranked = list(ranked)
    best = next((each.figures for each in ranked if each.site == chosen), None)
    wide = max((len(each.site) for each in ranked), default=0)
    lines = []
    for each in ranked:
        worse = best and each.figures and each.site != chosen
        more = f"; {_against(each.figures, best)}" if worse else ""  # type: ignore[arg-type]
        lines.append(f"  {each.site:<{wide}}  {_said(job, each)}{more}")
    return lines


def waits(ticket: Ticket) -> str:
    """The key reason of a job that is nowhere: what the best site said, or why it cannot be."""
    for each in ticket.ranked:
        if each.site in ticket.asked:
            return f"{each.site} was asked and has not answered yet"
        reason = _answer(ticket, each.site) or each.reason
        if reason is not None:
            return f"{each.site}: {reason.text}"
    return "no site is known"


def state(ticket: Ticket) -> str:
    """Of the copy that is farthest."""
    if ticket.done:
        return "finished"
    states = {copy.state for copy in ticket.copies.values()}
    return next((each for each in ("running", "waiting", "awarded") if each in states), "unplaced")


def _answer(ticket: Ticket, site: str) -> Reason | None:
    return ticket.refused[site][1] if site in ticket.refused else None


def _said(job: Job, prospect: Prospect) -> str:
    its = prospect.figures
    if its is None or prospect.alternative is None:
        return f"no: {prospect.reason.text if prospect.reason else 'it was not looked at'}"
    cost = "no price known" if its.cost_milli is None else f"costs {money(its.cost_milli)}"
    carbon = "no CO2 known" if its.co2_mg is None else f"{its.co2_mg / 1e6:.2f} kg CO2"
    return (
        f"{request([job.alternatives[prospect.alternative]])} done in {span(its.done_s)} "
        f"(waits {span(its.wait_s)}, data {span(its.transfer_s)}, runs {span(its.run_s)}), "
        f"{cost}, {carbon}: penalty {prospect.penalty}"
    )


def _against(its: Figures, best: Figures) -> str:
    """The first figure by which it is worse."""
    if its.done_s > best.done_s:
        return f"{span(its.done_s - best.done_s)} later"
    if its.cost_milli is not None and its.cost_milli > (best.cost_milli or 0):
        return f"{money(its.cost_milli - (best.cost_milli or 0))} dearer"
    if its.co2_mg is not None and its.co2_mg > (best.co2_mg or 0):
        return f"{(its.co2_mg - (best.co2_mg or 0)) / 1e6:.2f} kg CO2 more"
    if (its.latency_us or 0) > (best.latency_us or 0):
        return f"{LATENCY.format((its.latency_us or 0) - (best.latency_us or 0))} farther"
    return "not better by enough"


def _all_as_data(job: Job, ranked: Iterable[Prospect]) -> list[dict[str, Any]]:
    return [_as_data(job, each) for each in ranked]


def _as_data(job: Job, prospect: Prospect) -> dict[str, Any]:
    its, index = prospect.figures, prospect.alternative
    names = ("wait_s", "transfer_s", "run_s", "cost_milli", "co2_mg", "latency_us")
    return {
        "site": prospect.site,
        "alternative": None if index is None else request([job.alternatives[index]]),
        "penalty": prospect.penalty,
        **(asdict(its) if its else dict.fromkeys(names)),
        "done_s": its.done_s if its else None,
        "age_s": prospect.age_s,
        "reason": _reason(prospect.reason),
        "refusals": [
            {"alternative": request([job.alternatives[i]]), "reason": _reason(reason)}
            for i, reason in prospect.refusals
        ],
    }


def _reason(reason: Reason | None) -> dict[str, Any] | None:
    return None if reason is None else {"code": reason.code, "text": reason.text}
