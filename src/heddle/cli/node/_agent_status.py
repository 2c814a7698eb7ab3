"""`heddle node agent status`: what the agent is told to do, and what it has found."""

from __future__ import annotations

from typing import Any

from heddle.agent.remedy import REMEDIES
from heddle.agent.state import EVERYWHERE
from heddle.ask import call
from heddle.cli._output import print_json, print_table
from heddle.pool import serving


def show(output: str) -> int:
    """:raises NoAgentError: if there is none"""
    status = call("status", "heddle node agent status")
    serves = serving.look()
    status["serves"] = serves if serves and serves["pid"] == status["pid"] else None
    if output == "json":
        print_json(status)
        return 0
    print_table(("WHAT", "VALUE"), list(_rows(status)))
    if status["breaches"]:
        print()
        rows = [
            (b["kind"], b["program"] or "-", b["pid"] or "-", b["device"], b["text"], b["done"])
            for b in status["breaches"]
        ]
        print_table(("BREACH", "PROGRAM", "PID", "DEVICE", "SEEN", "DONE"), rows)
    return 0


def _rows(status: dict[str, Any]) -> list[tuple[str, str]]:
    on_breach = status["on_breach"]
    rows = [
        ("agent", f"process {status['pid']}, in charge of {status['table']}"),
        ("programs", str(status["programs"])),
        ("guests", "taken in" if status["takes_guests"] else "not taken in (--tenants)"),
        ("devices for other machines", _served(status["serves"])),
        *(
            (f"policy of {_where(device)}", policy)
            for device, policy in sorted(status["policies"].items())
        ),
        *(
            (f"on a breach, {_where(device)}", f"{word}: {REMEDIES[word]}")
            for device, word in sorted(on_breach.items())
        ),
        ("strict", "every program" if status["strict"] else _programs(status["strict_programs"])),
    ]
    told = ", ".join(f"{kind} {count}" for kind, count in sorted(status["breached"].items()))
    return [*rows, ("breaches so far", told or "none")]


def _served(serves: dict[str, Any] | None) -> str:
    return f"served on {serves['host']}:{serves['port']}" if serves else "not served (--serve)"


def _programs(ids: list[int]) -> str:
    return f"programs {', '.join(map(str, ids))}" if ids else "no program"


def _where(device: str) -> str:
    return "other devices" if device == EVERYWHERE else device
