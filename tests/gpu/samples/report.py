"""Rows, bars and the table for docs/reference/cuda.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heddle.harness.report import Bar, Report
from tests.gpu.samples.running import NATIVE, Outcome
from tests.gpu.samples.verdict import differences, lines, plain, verdicts

Outcomes = Mapping[str, Outcome]
#: What a sample exits with where the machine lacks something, such as a second GPU.
WAIVED = 2


def steadiness(native: Sequence[Outcome]) -> str:
    """What two native runs have in common, which is what can be compared."""
    first, *rest = native
    if any(other.code != first.code for other in rest) or first.code is None:
        return "nothing"
    if any(verdicts(other.output) != verdicts(first.output) for other in rest):
        return "exit"
    return "verdicts"


def compare(native: Outcome, other: Outcome, compared: str) -> list[str]:
    """What is different; nothing: the same."""
    if compared == "nothing":
        return []
    if native.code != other.code:
        last = lines(other.output)[-1:] or ["no output"]
        return [f"exit {other.code} instead of {native.code}: {last[0][:200]}"]
    if compared == "exit":
        return []
    return differences(verdicts(native.output), verdicts(other.output))


def whole(outcome: Outcome) -> list[str]:
    return sorted(plain(line) for line in lines(outcome.output))


def tail(outcome: Outcome, wanted: bool) -> str:
    """The end of what was printed, for people who look for the reason."""
    return outcome.output[-3000:] if wanted else ""


def words(outcome: Outcome) -> list[str]:
    """What Heddle itself had to say."""
    return [s[:200] for s in outcome.output.splitlines() if s.startswith("heddle: ")]


def row(name: str, category: str, native: Sequence[Outcome], levels: Outcomes) -> dict[str, Any]:
    compared = steadiness(native)
    unlike = {level: compare(native[0], other, compared) for level, other in levels.items()}
    return {
        "sample": name,
        "category": category,
        "built": True,
        NATIVE: [outcome.as_dict() for outcome in native],
        "verdicts": sum(verdicts(native[0].output).values()),
        "waived": native[0].code == WAIVED,
        "tail": tail(native[0], native[0].code != 0 or any(unlike.values())),
        "compared": compared,
        "levels": {
            level: {
                **other.as_dict(),
                "same": not unlike[level],
                "same_output": whole(native[0]) == whole(other),
                "scheduled": other.seen.scheduled,
                "differences": unlike[level],
                "heddle": words(other),
                "tail": tail(other, bool(unlike[level])),
            }
            for level, other in levels.items()
        },
    }


def unbuilt_row(name: str, category: str, error: str) -> dict[str, Any]:
    return {"sample": name, "category": category, "built": False, "error": error}


def in_time(entry: Mapping[str, Any], level: str) -> bool:
    return level in entry["levels"]


def bars(rows: Sequence[dict[str, Any]], levels: Sequence[str], least: int) -> list[Bar]:
    """Nothing differs, all was run, and enough was scheduled for that to mean something."""
    ran = [entry for entry in rows if entry.get("levels")]
    found = [Bar("samples that ran", least, len(ran), at_least=True)]
    found.append(Bar("samples whose native runs end differently", 2, unsteady(ran)))
    scheduled = {e["sample"] for e in ran if any(v["scheduled"] for v in e["levels"].values())}
    for level in levels:
        there = [e for e in ran if in_time(e, level)]
        missed = len(ran) - len(there)
        differ = [e for e in there if not e["levels"][level]["same"]]
        joined = {e["sample"] for e in there if e["levels"][level]["scheduled"]}
        held = [e for e in there if e["levels"][level]["holds_at_work"]]
        name = level_name(level)
        found.append(Bar(f"samples that differ, {name}", 0, len(differ)))
        found.append(Bar(f"samples not run, {name}", 0, missed))
        found.append(
            Bar(f"samples scheduled at another level only, {name}", 0, len(scheduled - joined))
        )
        reached = [e for e in there if level in ("auto", str(e["levels"][level]["level"]))]
        found.append(Bar(f"samples scheduled at {name}", least * 0.8, len(reached), at_least=True))
        found.append(Bar(f"samples held at work, {name}", least * 0.5, len(held), at_least=True))
    return found


def unsteady(rows: Sequence[dict[str, Any]]) -> int:
    return sum(entry["compared"] == "nothing" for entry in rows)


def different(rows: Sequence[dict[str, Any]]) -> set[str]:
    """The names of those that differ at some level."""
    ran = [entry for entry in rows if entry.get("levels")]
    return {e["sample"] for e in ran if not all(v["same"] for v in e["levels"].values())}


def level_name(level: str) -> str:
    return level if level == "auto" else f"level {level}"


def make_report(
    rows: list[dict[str, Any]], levels: Sequence[str], least: int, machine: dict[str, Any]
) -> Report:
    return Report("cuda-samples", rows, bars(rows, levels, least), machine)


BEGIN, END = "<!-- samples: made by tools/cuda-samples -->", "<!-- end of the samples -->"


def insert(page: str, table: str) -> str:
    """The page with the table between its marks, instead of what was there."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n\n{table}\n{END}{rest.split(END)[1]}"


# -- Markdown ---------------------------------------------------------------------------------


def markdown(report: Mapping[str, Any]) -> str:
    """A row for each category: counts, by level, and the names of those that are apart."""
    rows = report["rows"]
    levels = sorted({level for entry in rows for level in entry.get("levels", {})})
    heads = [
        "Samples",
        "built",
        "scheduled",
        *(f"same, {level_name(s)}" for s in levels),
        "apart from",
    ]
    out = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    categories = sorted({entry["category"] for entry in rows})
    for category in (*categories, ""):
        chosen = [entry for entry in rows if category in ("", entry["category"])]
        out.append("| " + " | ".join(cells(category, chosen, levels)) + " |")
    return "\n".join(out) + "\n"


def cells(category: str, rows: Sequence[dict[str, Any]], levels: Sequence[str]) -> list[str]:
    ran = [entry for entry in rows if entry.get("levels")]
    at_work = [e for e in ran if any(v["scheduled"] for v in e["levels"].values())]
    counts = []
    for level in levels:
        there = [e for e in ran if in_time(e, level)]
        counts.append(f"{sum(e['levels'][level]['same'] for e in there)} of {len(there)}")
    name = category.split("_", 1)[-1].replace("_", " ") if category else "all"
    built = sum(entry["built"] for entry in rows)
    rest = "; ".join(remarks(rows)) if category else ""
    return [name, f"{built} of {len(rows)}", f"{len(at_work)}", *counts, rest]


def remarks(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The names of those about which there is something to say."""
    ran = [entry for entry in rows if entry.get("levels")]
    idle = [e for e in ran if not any(v["scheduled"] for v in e["levels"].values())]
    kinds = {
        "not built": [e for e in rows if not e["built"]],
        "different": [e for e in ran if e["sample"] in different(rows)],
        "waived (one GPU)": [e for e in ran if e["waived"]],
        "no device work": [e for e in idle if not e["waived"]],
        "fails natively, too": [e for e in ran if e["native"][0]["exit"] not in (0, WAIVED)],
        "exit code alone": [e for e in ran if e["compared"] == "exit"],
        "not comparable": [e for e in ran if e["compared"] == "nothing"],
    }
    return [
        f"{kind}: " + ", ".join(f"`{entry['sample']}`" for entry in chosen)
        for kind, chosen in kinds.items()
        if chosen
    ]
