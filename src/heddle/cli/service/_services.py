"""Services on the command line: how they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.cli._output import clean, print_next, print_table

if TYPE_CHECKING:
    from heddle._gen import rest


def service_sentence(service: rest.Standing) -> str:
    """How it stands, in one line."""
    count = f"{service['healthy']} of {service['wanted']} replicas healthy"
    told = f"{service['name']} is {service['state']}, {count}"
    if service["address"]:
        told = f"{told}, at {service['address']}"
    return clean(f"{told}: {service['why']}" if service["why"] else told)


def tell_services(services: Sequence[rest.Standing]) -> None:
    """After they were submitted."""
    for service in services:
        print(service_sentence(service))
    if services:
        name = services[0]["name"]
        print_next(
            (f"heddle service show {name}", "its replicas, and the reason of its state"),
            (f"heddle service scale {name} N", "another number of replicas"),
            (f"heddle service rm {name}", "ends it"),
        )


def print_services(services: Sequence[rest.Standing]) -> None:
    rows = [
        (
            each["name"],
            each["tenant"],
            each["state"],
            each["address"] or "-",
            f"{each['healthy']}/{each['wanted']}",
            _range(each),
            each["generation"],
            each["in_flight"],
            "-" if each["p95_ms"] is None else f"{each['p95_ms']:.0f} ms",
            each["why"] or "-",
        )
        for each in services
    ]
    heads = ("SERVICE", "TENANT", "STATE", "ADDRESS", "HEALTHY", "REPLICAS", "GENERATION",
             "IN-FLIGHT", "P95", "REASON")  # fmt: skip
    print_table(heads, rows)


def print_replicas(service: rest.Standing) -> None:
    rows = [
        (
            each["job"],
            each["state"],
            each["generation"],
            each["port"],
            each["in_flight"],
            each["why"] or "-",
        )
        for each in service["replicas"]
    ]
    print_table(("REPLICA", "STATE", "GENERATION", "PORT", "IN-FLIGHT", "REASON"), rows)


def _range(service: rest.Standing) -> str:
    least, most = service["least"], service["most"]
    return str(least) if least == most else f"{least}..{most}"
