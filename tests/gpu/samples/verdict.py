"""What of a sample's output must be the same each time.

Of all it prints, the lines that say how it went count, less what differs from run to run by nature:
times, rates, dates, addresses, process ids. Lines of several threads come in any order, so order
does not count.
"""

from __future__ import annotations

import re
from collections import Counter

VERDICT = re.compile(
    r"pass|fail|result|\btest\b|\bok\b|error|success|correct|match|verif|valid|waiv|complet|"
    r"\bdone\b|differ|accura|norm\b|converge",
    re.IGNORECASE,
)
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
PREFIX = r"(?:[kKmMgGtT]i?)?"
UNITS = (
    r"(?:ns|us|µs|ms|msecs?|usecs?|s|secs?|seconds?|milliseconds?|microseconds?|minutes?|%|"
    r"cycles?|clocks?|fps|hz|khz|mhz|ghz|iterations?|"
    rf"{PREFIX}(?:flops?|flop/s\w*|b/s\w*|bytes/s\w*|pixels/s\w*|\w+/s(?:ec(?:ond)?)?))"
)
MEASURES = (
    r"time|bandwidth|throughput|elapsed|latency|speed\s?up|speed|performance|perf|gflops?|tflops|"
    r"duration|clocks?|cycles?|pid|process|iterations?|free mem\w*|seed"
)
NOISE = (
    re.compile(r"0x[0-9a-fA-F]+"),
    re.compile(r"\b\d{4}-\d\d-\d\d\b|\b\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\b"),
    re.compile(rf"(?<![\w.]){NUMBER}\s*(?:\(\s*)?{UNITS}(?![\w/])", re.IGNORECASE),
    re.compile(
        rf"\b(?:{MEASURES})\b\s*(?:\([^)]*\)|\w+)?\s*(?:[:=]|is|of|was)*\s*{NUMBER}", re.IGNORECASE
    ),
)


def plain(line: str) -> str:
    """The line without what differs from run to run."""
    for noise in NOISE:
        line = noise.sub("#", line)
    return " ".join(line.split())


def lines(output: str) -> list[str]:
    """What the program printed, less what Heddle did."""
    return [s for s in output.splitlines() if s.strip() and not s.startswith("heddle: ")]


def verdicts(output: str) -> Counter[str]:
    """The lines that say how it went; each with how often."""
    return Counter(plain(line) for line in lines(output) if VERDICT.search(line))


def differences(expected: Counter[str], found: Counter[str], most: int = 6) -> list[str]:
    """What is missing (-) and what is new (+)."""
    gone = [f"- {line}" for line in sorted((expected - found).elements())]
    new = [f"+ {line}" for line in sorted((found - expected).elements())]
    return [line[:200] for line in (*gone[:most], *new[:most])]
