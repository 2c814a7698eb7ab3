"""What `heddle sim cluster` says to people."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from heddle.cli._output import print_table
from heddle.cluster import choosing, ordering


def show(found: dict[str, Any]) -> None:
    from heddle.sim.cluster.picture import span

    def time(value: float | None) -> str:
        return "N/A" if value is None else span(value)

    _show_head(found)
    print_table(
        ("TENANT", "JOBS", "DONE", "JCT", "P50", "P99", "WAITED", "P99", "SLOWDOWN", "PREEMPTED"),
        [
            (
                row["tenant"],
                row["jobs"],
                row["done"],
                *(time(row["jct_s"][key]) for key in ("mean", "p50", "p99")),
                *(time(row["waiting_s"][key]) for key in ("mean", "p99")),
                "N/A" if row["slowdown"]["mean"] is None else f"{row['slowdown']['mean']:.2f}",
                f"{row['preemptions']} times",
            )
            for row in (*found["tenants"], found["overall"])
        ],
    )
    use, useless, every = found["utilisation"], found["fragmentation"], found["overall"]
    print(
        f"\ndevices: {use['mean']:.1%} in use ({use['while_arriving']:.1%} while jobs arrive, "
        f"{use['peak']:.1%} at most); of the idle ones {_percent(useless['mean'])} useless to "
        f"typical jobs ({_percent(useless['peak'])} at most)"
    )
    if every["changes"]:
        print(f"running jobs changed or moved their devices {every['changes']:,} times")
    if waited := found["waited_job_s"]:
        total = sum(waited.values())
        parts = sorted(waited.items(), key=lambda pair: (-pair[1], pair[0]))
        print("waited for: " + ", ".join(f"{code} {n / total:.1%}" for code, n in parts if total))
    if every["waiting"]:
        why = ", ".join(f"{code} {count}" for code, count in found["waiting_at_end"].items())
        print(f"{every['waiting']} jobs wait at the end ({why}), {every['running']} run")
    print(
        f"{found['decisions']:,} decisions in {found['cycles']:,} cycles and "
        f"{found['wall_s']:.2f} s ({found['decisions_per_second']:,} a second)"
    )


def _show_head(found: dict[str, Any], *others: dict[str, Any]) -> None:
    """Of one run, or of several that differ in their seeds."""
    hours = [(each["end_s"] - each["begin_s"]) / 3600 for each in (found, *others)]
    print(
        f"{found['trace']}: {found['overall']['jobs']:,} jobs on {found['nodes']:,} nodes with "
        f"{found['devices']:,} devices, {fmean(hours):,.1f} hours{' in the mean' * bool(others)}; "
        f"policy {found['policy']}, jobs say: {found['says']}"
    )
    asked = {
        "order of those that wait: {}": _unless(found["order"], ordering.DEFAULT),
        "of alternatives: {} first": _unless(found["choose"], choosing.DEFAULT),
        "rates of alternatives: {}": _unless(found.get("rates", "declared"), "declared"),
        "up to {} members move for a job that fits nowhere": _unless(found["migrate"], 0),
        "only {} nodes, evenly from the list": found["nodes_asked"],
        "jobs come {} times as fast": None if found["load"] == 1 else f"{found['load']:g}",
        "only the first {} jobs": found["limit"],
        "figures of jobs {} only, as they come": found["of"] and "{}:{}".format(*found["of"]),
        "lost: {}": ", ".join(found["faults"]) or None,
    }
    for words, value in asked.items():
        if value is not None:
            print(f"  {words.format(value)}")
    for rule in found["rules"]:
        alike = all(rule in each["rules"] for each in others)
        print(f"  {rule}" if alike else f"  seed {found['seed']}: {rule}")
    for what, count in found["left_out"].items():
        print(f"  left out, {count} lines: {what}")
    print()


def show_summary(runs: list[dict[str, Any]], summary: dict[str, dict[str, Any]]) -> None:
    _show_head(*runs)
    print_table(
        ("FIGURE", "MEAN", "SPREAD", "LEAST", "MOST"),
        [
            (name, *("N/A" if each[key] is None else f"{each[key]:.5g}" for key in each))
            for name, each in summary.items()
        ],
    )
    print(f"\n{len(runs)} seeds, from {runs[0]['seed']} to {runs[-1]['seed']}")


def show_explained(found: dict[str, Any]) -> None:
    from heddle.sim.cluster.picture import span

    job, state = found["job"], found["state"]
    if state == "yet to come":
        print(f"{job} is yet to come, at {span(found['comes_s'])}; the clock is at "
              f"{span(found['at_s'])}.")  # fmt: skip
        return
    if state == "ended":
        print(f"{job} ended at {span(found['ended_s'])}. --until HOURS stops the clock before.")
    elif state == "running":
        _show_here(found)
    else:
        print(f"{job} waits since {span(found['since_s'])}: {found['reason']['text']}.")
        for remedy in found["would_start"]:
            print(f"  it would start sooner: {remedy}")
        starts = found["starts_s"]
        known = (
            "unknown, others do not say when they end" if starts is None else f"at {span(starts)}"
        )
        print(f"  expected to start: {known}")
        for each in found.get("candidates", ()):
            print(f"  {each['devices']}:")
            for code, count in each["refusals"].items():
                print(f"    {count} nodes: {code}")
        for each in found.get("nodes", ()):
            said = each["reason"]["text"] if each["reason"] else "it would fit"
            print(f"  {each['node']}, {each['devices']}: {said}")
    waited = ", ".join(f"{code} {span(n)}" for code, n in found["waited_s"].items())
    changes = f", other devices {found['changes']} times" if found["changes"] else ""
    print(f"  waited so far: {waited or 'never'}; preempted {found['preemptions']} times{changes}")


def _show_here(found: dict[str, Any]) -> None:
    from heddle.sim.cluster.picture import span

    print(f"{found['job']} runs since {span(found['since_s'])} with {found['members']} members, "
          f"{found['devices']} each:")  # fmt: skip
    for here in found["here"]:
        other = "no other node would do"
        if here.runner_up is not None:
            other = f"the next is {here.runner_up} with {here.runner_up_score:g}"
        print(f"  on {here.node}: of {here.fitting} nodes that would do now, it scores "
              f"{here.score:g}; {other}")  # fmt: skip


def _unless(value: Any, usual: Any) -> Any:
    return None if value == usual else value


def _percent(share: float | None) -> str:
    return "N/A" if share is None else f"{share:.1%}"
