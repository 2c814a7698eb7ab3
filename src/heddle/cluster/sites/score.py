"""Which site is best for a job: filter with reasons, then completion, price, energy, nearness.

Of each site its best alternative counts. A figure is compared with the best that any site offers:
1000 is as good as that, 2000 twice as bad, and ten times as bad is as bad as it gets. What a site
does not say counts as the worst that another says. The weighted mean is the site's penalty, the
least is best; of equals the one nearer to the data, then the one with the higher score of its own,
then the smaller name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from heddle.cluster.conditions.stacks import stack_holds
from heddle.cluster.sites.atlas import PREFERENCES, Atlas, SiteFacts, Summary, Wishes
from heddle.cluster.sites.figures import Figures, Refused, figures, money, span
from heddle.model.job import Alternative, Job
from heddle.model.quantity import BANDWIDTH, LATENCY
from heddle.model.reason import Reason

WORST = 10_000
#: Why not a site, in the order in which it is looked at.
CHECKS = (
    "silent", "site", "tier", "sovereignty", "data", "unmeasured", "network", "kind",
    "device-memory", "level", "stack", "too-few", "devices", "deadline", "budget",
)  # fmt: skip
NEAR_US = 1000  #: a latency counts on top of what the job allows, or of this
UNKNOWN_US = 1 << 62  #: an unknown latency
#: Measured speed of an alternative of a job at a site, in thousandths of its first one's.
Rate = Callable[[str, Job, int], int | None]


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a site means for a job: the figures of its best alternative there, or why not."""

    site: str
    alternative: int | None = None
    figures: Figures | None = None
    penalty: int | None = None
    reason: Reason | None = None  #: of the alternative that came nearest
    refusals: tuple[tuple[int, Reason], ...] = ()  #: by alternative; the others may be used there
    age_s: int | None = None  #: of what the site said


@dataclass(frozen=True, slots=True)
class SiteKnowledge:
    """What the sites said, and what is known beside it."""

    summaries: Mapping[str, Summary]
    heard_s: Mapping[str, int]  #: when each was last heard of
    waits: Mapping[str, int]  #: where a site has said itself how long this job would wait


def prospects(
    job: Job, wishes: Wishes, atlas: Atlas, seen: SiteKnowledge, now_s: int, rate: Rate
) -> list[Prospect]:
    """All sites, the best first; those that cannot be come last, by name."""
    found: dict[str, dict[int, Figures]] = {}
    refused: dict[str, list[tuple[int, Reason]]] = {}
    for name, site in sorted(atlas.sites.items()):
        found[name], refused[name] = {}, []
        no = _closed(job, wishes, atlas, site, seen, now_s)
        for index, alternative in enumerate(job.alternatives):
            try:
                if no or (no_site := _elsewhere(alternative, site)):
                    raise Refused(no or no_site)  # type: ignore[arg-type]
                speed = rate(name, job, index) or alternative.rate_milli or 1000
                its = figures(job, alternative, site, atlas, seen.summaries[name], speed)
                if name in seen.waits:
                    its = replace(its, wait_s=seen.waits[name])
                _affordable(job, wishes, its, now_s)
                found[name][index] = its
            except Refused as error:
                refused[name].append((index, error.reason))
    scores = _penalties([f for by in found.values() for f in by.values()], wishes, job)
    result = []
    for name in sorted(found):
        age = now_s - seen.summaries[name].at_s if name in seen.summaries else None
        refusals = tuple(refused[name])
        if not found[name]:
            result.append(Prospect(name, reason=_nearest(refusals), refusals=refusals, age_s=age))
            continue
        index = min(found[name], key=lambda i: (scores(found[name][i]), i))
        its = found[name][index]
        result.append(Prospect(name, index, its, scores(its), None, refusals, age))
    return sorted(result, key=lambda each: _order(each, seen.summaries))


def favoured(ranked: Sequence[Prospect], before: str | None, margin_milli: int) -> list[Prospect]:
    """The site that was best before stays so, unless another is clearly better."""
    kept = next((each for each in ranked if each.site == before), None)
    if kept is None or kept.penalty is None or ranked[0].penalty is None:
        return list(ranked)
    if ranked[0].penalty * (1000 + margin_milli) < kept.penalty * 1000:
        return list(ranked)
    return [kept, *(each for each in ranked if each is not kept)]


def _order(prospect: Prospect, summaries: Mapping[str, Summary]) -> tuple[int, int, int, str]:
    its, site = prospect.figures, prospect.site
    if prospect.penalty is None or its is None:
        return WORST + 1, 0, 0, site
    latency = UNKNOWN_US if its.latency_us is None else its.latency_us
    return prospect.penalty, latency, -summaries[site].score, site


def _closed(
    job: Job, wishes: Wishes, atlas: Atlas, site: SiteFacts, seen: SiteKnowledge, now_s: int
) -> Reason | None:
    """What rules the site out for every alternative."""
    heard = seen.heard_s.get(site.name)
    if site.name not in seen.summaries or heard is None:
        return Reason("silent", "as long as it is known")
    if now_s - heard > atlas.charter.silent_s:
        return Reason("silent", span(now_s - heard))
    conditions = job.conditions
    if conditions.sites and site.name not in conditions.sites:
        return Reason("site", site.name, " or ".join(conditions.sites))
    if wishes.tiers and site.tier not in wishes.tiers:
        return Reason("tier", site.tier, " or ".join(wishes.tiers))
    for data in conditions.data:
        stays = atlas.bounds.get(atlas.classes.get(data.name, ""))
        if stays and not set(stays) & set(site.places):
            return Reason(
                "sovereignty", site.country or site.name, " or ".join(stays), why=data.name
            )
        holders = atlas.holders(data.name, data.sites)
        asks = conditions.bandwidth_mbytes_s or conditions.latency_us
        if site.name in holders and not asks:
            continue
        is_local = site.name in holders
        way = atlas.way(site.name, site.name) if is_local else atlas.nearest(site.name, holders)
        if way is None and is_local:
            remedy = f'add a link to = "{site.name}" to [site.{site.name}]'
            return Reason("unmeasured", f"the network within {site.name}", why=remedy)
        if way is None:
            return Reason("data", " and ".join(holders) or "no site", why=data.name)
        if (way.bandwidth_mbytes_s or 0) < conditions.bandwidth_mbytes_s:
            have = BANDWIDTH.format(int(way.bandwidth_mbytes_s or 0))
            return Reason("network", have, BANDWIDTH.format(conditions.bandwidth_mbytes_s))
        if conditions.latency_us and (way.latency_us or UNKNOWN_US) > conditions.latency_us:
            known = way.latency_us is not None
            have = LATENCY.format(int(way.latency_us or 0)) if known else "an unknown latency"
            return Reason("network", have, LATENCY.format(conditions.latency_us))
    stacks = seen.summaries[site.name].stacks
    for wanted in conditions.stack:
        if not any(stack_holds(installed, wanted) for installed in stacks):
            return Reason("stack", wanted=wanted)
    return None


def _elsewhere(alternative: Alternative, site: SiteFacts) -> Reason | None:
    if alternative.site in (None, site.name):
        return None
    return Reason("site", site.name, alternative.site or "")


def _affordable(job: Job, wishes: Wishes, its: Figures, now_s: int) -> None:
    """:raises Refused: if it would be too late, or cost too much"""
    if job.deadline_s is not None and now_s + its.done_s > job.deadline_s:
        late = span(now_s + its.done_s - job.deadline_s)
        raise Refused(Reason("deadline", late))
    budget = wishes.budget_milli
    if budget is not None and (its.cost_milli is None or its.cost_milli > budget):
        cost = "an unknown amount" if its.cost_milli is None else money(its.cost_milli)
        raise Refused(Reason("budget", cost, money(budget)))


def _nearest(refusals: Iterable[tuple[int, Reason]]) -> Reason | None:
    """The reason of the alternative that passed most checks; of equals, of the first."""
    return max((reason for _, reason in refusals), key=lambda r: CHECKS.index(r.code), default=None)


def _penalties(offered: list[Figures], wishes: Wishes, job: Job) -> Callable[[Figures], int]:
    base_us = job.conditions.latency_us or NEAR_US

    def values(its: Figures) -> tuple[int | None, ...]:
        latency = None if its.latency_us is None else base_us + its.latency_us
        return its.done_s, its.cost_milli, its.co2_mg, latency

    known = zip(*map(values, offered), strict=True)
    columns = [[each for each in column if each is not None] for column in known]
    best = [max(min(column, default=1), 1) for column in columns]
    worst = [max(column, default=1) for column in columns]
    weights = PREFERENCES[wishes.prefer]

    def penalty(its: Figures) -> int:
        total = 0
        for value, least, most, weight in zip(values(its), best, worst, weights, strict=True):
            amount = most if value is None else value
            total += weight * min(max(1000 * amount // least, 1000), WORST)
        return total // sum(weights)

    return penalty
