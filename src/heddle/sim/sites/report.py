"""`heddle sim sites`: several sites and one job file, told as a story or as data."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from heddle.cluster.sites import explain
from heddle.cluster.sites.atlas import SiteFacts, Summary
from heddle.cluster.sites.figures import money
from heddle.cluster.sites.messages import Happened
from heddle.cluster.sites.ticket import Ticket
from heddle.errors import UsageError
from heddle.model.catalogue import spelling
from heddle.model.job import WHOLE
from heddle.sim.sites import scenario_file
from heddle.sim.sites.simulation import Sites
from heddle.spec import job_file

HERE = Path(__file__).parent
#: What it tells unless it is given something else; examples/sites has the same.
STORY = HERE / "story.toml"
JOBS = HERE / "story.yaml"


def run_story(options: argparse.Namespace) -> dict[str, Any]:
    """Everything that happened, in the same words and figures each time. `file` is a sites.toml and
    `job` a job file; neither is the story.

    :raises UsageError: if the files make no sense
    """
    if options.file and not options.job:
        raise UsageError("--file without --job: name the jobs for those sites.")
    scenario = scenario_file.read(options.file or STORY)
    begins_s = 2 * scenario.heartbeat_s  # every site has been heard of
    jobs = job_file.read(options.job or JOBS, submitted_s=begins_s)
    before = scenario.clusters()
    for site in before.values():
        site.run(begins_s)
    world = Sites(
        scenario.atlas,
        scenario.clusters(),
        jobs,
        scenario.cuts,
        heartbeat_s=scenario.heartbeat_s,
        message_s=scenario.message_s,
    ).run(scenario.until_s)
    federation = world.federation
    return {
        "sites": [
            _site(scenario.atlas.sites[name], site.report(name, begins_s).summary)
            for name, site in before.items()
        ],
        "story": [_event(each, federation.tickets) for each in federation.story],
        "jobs": [explain.as_data(federation, name) for name in federation.tickets],
        "explained": {name: explain.as_text(federation, name) for name in federation.tickets},
        "ended_s": world.now_s,
        "cuts": [
            {"site": cut.site, "at_s": cut.at_s, "until_s": cut.until_s, "loses": cut.loses}
            for cut in scenario.cuts
        ],
    }


def text(found: dict[str, Any]) -> str:
    """The story for people."""
    lines = ["The sites, as they published themselves when the jobs came:", ""]
    for site in found["sites"]:
        lines.append(f"  {site['site']} ({', '.join(filter(None, _labels(site)))})")
        lines += [f"      {each}" for each in _rooms(site)]
    lines += ["", "Act 1: where to?", ""]
    second = False
    for event in found["story"]:
        if event["what"] == "silent" and not second:
            second = True
            lines += ["", "Act 2: silence", ""]
        lines.append(f"  {_clock(event['at_s'])}  {event['text']}")
        lines += [f"               {each}" for each in event["compared"]]
    lines += ["", "What came of it:", ""]
    for job in found["jobs"]:
        where = f", by {job['site']}" if job["site"] else ""
        waits = f": {job['waits']['reason']}" if job["waits"] else ""
        lines.append(f"  {job['job']} is {job['state']}{where}{waits}")
    return "\n".join(lines)


def _event(event: Happened, tickets: Mapping[str, Ticket]) -> dict[str, Any]:
    compared = []
    if event.ranked:
        compared = explain.compared(tickets[event.job].job, event.ranked, event.site)
    return {
        "at_s": event.at_s,
        "what": event.what,
        "job": event.job or None,
        "site": event.site or None,
        "text": event.text,
        "compared": [line.removeprefix("  ") for line in compared],
    }


def _site(facts: SiteFacts, summary: Summary) -> dict[str, Any]:
    return {
        "site": facts.name,
        "tier": facts.tier,
        "country": facts.country or None,
        "region": facts.region or None,
        "co2_grams_kwh": facts.grams_kwh,
        "running": summary.running,
        "waiting": summary.waiting,
        "score": summary.score,
        "rooms": [
            {
                "kind": room.device.kind,
                "model": room.device.model or None,
                "total_milli": room.total_milli,
                "free_milli": room.free_milli,
                "waiting_milli": room.waiting_milli,
                "price_milli": facts.price_of(room.device),
            }
            for room in summary.rooms
        ],
        "at_s": summary.at_s,
    }


def _labels(site: dict[str, Any]) -> tuple[str | None, ...]:
    carbon = site["co2_grams_kwh"]
    return (
        site["tier"],
        site["country"],
        None if carbon is None else f"{carbon} g CO2/kWh",
        f"{site['running']} jobs run, {site['waiting']} wait",
    )


def _rooms(site: dict[str, Any]) -> list[str]:
    lines = []
    for room in site["rooms"]:
        if room["kind"] == "cpu" and len(site["rooms"]) > 1:
            continue
        name = spelling(room["model"] or room["kind"])
        price = room["price_milli"]
        cost = "no price" if price is None else f"{money(price)} an hour each"
        free, total = room["free_milli"] // WHOLE, room["total_milli"] // WHOLE
        lines.append(f"{name} ({room['kind']}): {free} of {total} free, {cost}")
    return lines


def _clock(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes // 60:>3}:{minutes % 60:02}:{rest:02}"
