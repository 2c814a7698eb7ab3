"""The section `service` of a job file. docs/guides/services.md has every field."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from heddle.errors import UsageError
from heddle.model.job import Job
from heddle.model.quantity import Quantity
from heddle.model.service import HealthCheck, Service
from heddle.spec import values
from heddle.spec.document import DocumentNode
from heddle.spec.section import Section

SERVICE = ("port", "replicas", "scale", "idle", "health", "update", "drain")
REPLICAS = ("least", "most")
SCALE = ("requests", "latency")
HEALTH = ("path", "every", "within", "start", "failures")
UPDATE = ("more", "less")
NOT_WITH = ("members", "after", "retries")  #: keys of a job

#: What other systems call it.
INSTEAD = {
    "min": "least", "max": "most", "minreplicas": "least", "maxreplicas": "most",
    "min_replicas": "least", "max_replicas": "most", "autoscale": "scale", "autoscaling": "scale",
    "targetport": "port", "ports": "port", "concurrency": "requests", "target": "requests",
    "healthcheck": "health", "readiness": "health", "readinessprobe": "health",
    "livenessprobe": "health", "readiness_probe": "health", "interval": "every",
    "period": "every", "periodseconds": "every", "timeout": "within", "timeoutseconds": "within",
    "failurethreshold": "failures", "initialdelayseconds": "start", "initial_delay": "start",
    "strategy": "update", "rollingupdate": "update", "maxsurge": "more", "surge": "more",
    "maxunavailable": "less", "grace": "drain", "cooldown": "idle",
}  # fmt: skip
MOST_REPLICAS = 1000
MOST_NAME = 100

TIME = Quantity(
    "a time",
    {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000},
    "5s or 200ms",
    "milliseconds",
    least=1,
    most=365 * 86_400_000,
    several=True,
)
#: What is done again and again costs others time if it is done without a pause.
EVERY = replace(TIME, name="the time between two checks of a replica", least=500)
WITHIN = replace(TIME, name="the time for an answer to a check", least=50)
START = replace(TIME, name="the time that a replica has to start", least=1000)
IDLE = replace(TIME, name="the time without requests until replicas end", least=1000)


def service(job: Section, shape: str) -> Service | None:
    """None where there is no such section."""
    node = job.nodes.get("service")
    if node is None:
        return None
    if shape not in ("service", ""):
        rule = f"service: only a job with `shape: service` has it, and this one is {shape}."
        job.refuse(node, rule)
        return None
    for key in NOT_WITH:
        if key in job:
            job.refuse(job.at(key), f"{key}: {_INSTEAD_OF[key]}")
    its = Section(node, job.source, "service", SERVICE, INSTEAD)
    usual = Service()
    least, most = _replicas(its)
    requests, latency = _scale(its, least, most)
    more, less = _update(its)
    return Service(
        its.read("port", values.whole(0, 65_535), usual.port),
        least,
        most,
        requests,
        latency,
        its.read("idle", _pause(its, IDLE), usual.idle_ms),
        _health(its),
        more,
        less,
        its.read("drain", TIME.parse, usual.drain_ms),
    )


_INSTEAD_OF = {
    "members": "a service says `replicas`, in its section `service`.",
    "after": "a service does not wait for jobs to end.",
    "retries": "a replica that ends is always started again.",
}


def possible(job: Job, section: Section) -> None:
    """What of the rest of the job does not go with its being a service."""
    if job.service is None:
        return
    if any("PORT" in each.environment for each in job.alternatives):
        rule = "environment: PORT is set by Heddle, for each replica another; listen on it."
        section.refuse(section.at("environment", "alternatives"), rule)
    if len(job.id) > MOST_NAME:
        rule = f"id: a service has at most {MOST_NAME} characters: replicas add a number."
        section.refuse(section.at("id"), rule)


def said(service: Service) -> dict[str, Any]:
    """In the words and the order of a job file."""
    health = service.health
    scale = {
        "requests": service.requests,
        "latency": None if service.latency_ms is None else TIME.format(service.latency_ms),
    }
    found: dict[str, Any] = {
        "port": service.port,
        "replicas": replicas_said(service.least, service.most),
        "scale": {key: value for key, value in scale.items() if value is not None},
        "idle": None if service.is_fixed else TIME.format(service.idle_ms),
        "health": {
            **({} if health.path is None else {"path": health.path}),
            "every": TIME.format(health.every_ms),
            "within": TIME.format(health.within_ms),
            "start": TIME.format(health.start_ms),
            "failures": health.failures,
        },
        "update": {"more": service.more, "less": service.less},
        "drain": TIME.format(service.drain_ms),
    }
    return {key: value for key, value in found.items() if value not in (None, {})}


def replicas_said(least: int, most: int) -> int | dict[str, int]:
    return least if least == most else {"least": least, "most": most}


def _replicas(its: Section) -> tuple[int, int]:
    node = its.nodes.get("replicas")
    number = values.whole(0, MOST_REPLICAS)
    if node is None:
        return 1, 1
    if node.entries is None:
        count = its.scalar(node, "replicas", number, 1)
        return count, count
    both = Section(node, its.source, "replicas", REPLICAS, INSTEAD)
    for key in REPLICAS:
        if key not in both:
            both.refuse(node, f"replicas: its `{key}` is missing.")
    least = both.read("least", number, 0)
    most = both.read("most", values.whole(1, MOST_REPLICAS), max(1, least))
    if least > most:
        both.refuse(both.at("least"), f"least: {least} is more than most, {most}.")
        return most, most
    return least, most


def _scale(its: Section, least: int, most: int) -> tuple[int | None, int | None]:
    node = its.nodes.get("scale")
    if node is None:
        if least != most:
            rule = (
                f"replicas: from {least} to {most}, and nothing says when. Write `scale`: "
                "{requests: 8} (in flight for each replica) or {latency: 200ms}."
            )
            its.refuse(its.at("replicas"), rule)
        if "idle" in its and least == most:
            its.refuse(its.at("idle"), f"idle: there are always {most} replicas.")
        return None, None
    scale = Section(node, its.source, "scale", SCALE, INSTEAD)
    if least == most:
        rule = f"scale: there are always {most} replicas. Write `replicas: {{least: 0, most: 4}}`."
        its.refuse(node, rule)
    if node.entries is not None and len(scale.nodes) != 1:
        its.refuse(node, "scale: either `requests` or `latency` is expected.")
    return (
        scale.read("requests", values.whole(1, 100_000), None),
        scale.read("latency", TIME.parse, None),
    )


def _health(its: Section) -> HealthCheck:
    node, usual = its.nodes.get("health"), HealthCheck()
    if node is None:
        return usual
    health = Section(node, its.source, "health", HEALTH, INSTEAD)
    return HealthCheck(
        health.read("path", _path, None),
        health.read("every", _pause(its, EVERY), usual.every_ms),
        health.read("within", _pause(its, WITHIN), usual.within_ms),
        health.read("start", _pause(its, START), usual.start_ms),
        health.read("failures", values.whole(1, 100), usual.failures),
    )


def _pause(its: Section, quantity: Quantity) -> Callable[[str], int]:
    """What was accepted with a shorter one has the shortest that there is now."""
    if not its.source.is_kept:
        return quantity.parse
    return lambda given: max(TIME.parse(given), quantity.least)


def _update(its: Section) -> tuple[int, int]:
    node: DocumentNode | None = its.nodes.get("update")
    if node is None:
        return 1, 0
    update = Section(node, its.source, "update", UPDATE, INSTEAD)
    number = values.whole(0, MOST_REPLICAS)
    more, less = update.read("more", number, 1), update.read("less", number, 0)
    if more == 0 and less == 0:
        rule = "update: with neither one more nor one less, no replica could ever be replaced."
        its.refuse(node, rule)
    return more, less


def _path(given: str) -> str:
    if not re.fullmatch(r"/[!-~]*", given) or len(given) > 1000:
        raise UsageError(f"{given!r} is not a path: begin with /, without spaces, as in /health.")
    return given
