"""Figures of services, for Prometheus. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heddle.api.metrics.exposition import Value, metric
from heddle.control.services.status import Standing


def text_of(services: Sequence[Standing]) -> str:
    lines: list[str] = []
    for name, kind, what, values in (
        ("heddle_service_wanted", "gauge", "replicas that a service wants",
         [(_of(each), float(each.wanted)) for each in services]),
        ("heddle_service_replicas", "gauge", "replicas that a service has, by state",
         [*_replicas(services)]),
        ("heddle_service_stuck", "gauge", "1: the service needs a person",
         [(_of(each), float(each.state == "stuck")) for each in services]),
        ("heddle_service_in_flight", "gauge", "requests that are under way or held",
         [(_of(each), float(each.in_flight)) for each in services]),
        ("heddle_service_held", "gauge", "requests that wait for a replica",
         [(_of(each), float(each.held)) for each in services]),
        ("heddle_service_requests_total", "counter", "requests, by the class of their answer",
         [*_requests(services)]),
    ):  # fmt: skip
        lines += metric(name, kind, what, values)
    name = "heddle_service_seconds"
    lines += [f"# HELP {name} time of requests until the answer began", f"# TYPE {name} summary"]
    sums = [(_of(each), each.seconds) for each in services]
    counts = [
        (_of(s), float(sum(n for c, n in s.requests.items() if c != "gone"))) for s in services
    ]
    lines += [line for line in metric(f"{name}_sum", "", "", sums) if line[0] != "#"]
    lines += [line for line in metric(f"{name}_count", "", "", counts) if line[0] != "#"]
    return "\n".join(lines) + "\n"


def _of(service: Standing) -> dict[str, str]:
    return {"tenant": service.tenant, "service": service.name}


def _replicas(services: Sequence[Standing]) -> Iterator[Value]:
    for each in services:
        states = [replica.state for replica in each.replicas]
        for state in ("healthy", *sorted({*states} - {"healthy"})):
            yield {**_of(each), "state": state}, float(states.count(state))


def _requests(services: Sequence[Standing]) -> Iterator[Value]:
    for each in services:
        for code, count in sorted(each.requests.items()):
            yield {**_of(each), "code": code}, float(count)
