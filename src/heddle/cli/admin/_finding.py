"""What `heddle admin check` and `heddle k8s check` find, and how they show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from heddle.cli._output import print_json, print_table


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    state: str  #: ok, note or wrong
    detail: str


def show_findings(found: Sequence[Finding], output: str) -> int:
    """As a table or as JSON; the exit code."""
    if output == "json":
        print_json([asdict(finding) for finding in found])
    else:
        rows = [(finding.state, finding.what, finding.detail) for finding in found]
        print_table(("STATE", "WHAT", "DETAIL"), rows)
    return 1 if any(finding.state == "wrong" for finding in found) else 0
