"""`heddle sim cluster`: jobs of a trace on the nodes of a cluster."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heddle.cli.output import Progress, add_output, print_json, print_table, write_picture
from heddle.cluster import placing
from heddle.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from heddle.sim.cluster_run import Setup

HELP = "jobs of a trace on the nodes of a cluster"

DESCRIPTION = """Jobs of a trace on the nodes of a cluster, on a virtual clock, decided by the
cycle that would decide on a real one. How long a job takes is the trace's truth; the cycle knows
only what the job says. What is modelled, and the formats: docs/sim-cluster.md."""

EXAMPLES = """examples:
  heddle sim cluster --trace examples/sim/small.toml
  heddle sim cluster --trace openb:default --traces DIR --nodes 16 --svg openb.svg
  heddle sim cluster --trace philly:philly/philly.csv --cluster gpu:8x64 --limit 5000 --says exact
  heddle sim cluster --trace examples/sim/small.toml --seeds 8 --jobs 2 --out runs.jsonl -o json
  heddle sim cluster --trace examples/sim/small.toml --until 2 --explain pretrain -v
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)
    add = parser.add_argument
    add("--trace", required=True, metavar="TRACE", help="openb:LIST, philly:FILE, or a file or "
        "folder of your own")  # fmt: skip
    add("--traces", metavar="DIR", type=Path, help="public traces (default $HEDDLE_TRACES)")
    add("--cluster", metavar="NODES", help="for philly: DEVICES:EACHxNODES, as h100:8x64")
    add("--policy", metavar="NAME", default=placing.DEFAULT,
        help=f"of placing: {', '.join(placing.names())} (default {placing.DEFAULT})")  # fmt: skip
    add(
        "--ties", choices=["name", "random"], default="name", help="of nodes as good (default name)"
    )
    add("--says", metavar="HOW", default="trace", help="what jobs say of their length: trace (what "
        "the trace has, default), exact, none, noisy:FACTOR")  # fmt: skip
    add("--load", metavar="FACTOR", type=float, default=1.0, help="jobs come so much faster")
    add("--nodes", metavar="N", type=int, help="only so many nodes, evenly from the list")
    add("--limit", metavar="N", type=int, help="only the first N jobs")
    add("--until", metavar="HOURS", type=float, help="stop the clock then")
    add("--faults", metavar="NODE:AT:UNTIL", action="append", default=[],
        help="a node is lost, as n7:2h:3h; may be given more than once")  # fmt: skip
    add("--skip-bad", action="store_true", help="leave lines with holes out, and count them")
    add("--seed", type=int, default=0, help="of all that is random (default 0)")
    add("--seeds", metavar="N", type=int, default=1, help="so many, from --seed on")
    add("--jobs", metavar="K", type=int, default=1, help="processes for them (default 1)")
    add("--out", metavar="FILE", type=Path, help="keep each seed there; those in it are not run")
    add("--explain", metavar="JOB", help="why it waits, or runs where it does, at the end")
    add("-v", dest="detail", action="count", default=0, help="with --explain: more; -vv every node")
    add("--svg", metavar="FILE", type=Path, help="draw use, waiting and completion times")


def run(options: argparse.Namespace) -> int:
    try:
        from heddle.sim import cluster_picture, cluster_seeds
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise MissingExtraError("heddle sim cluster", "NumPy", "cluster") from None
    setup = _setup(options)
    seeds = range(options.seed, options.seed + options.seeds)
    if options.explain:
        return _explain(options, setup)
    store = cluster_seeds.Store(options.out, setup) if options.out else None
    found = store.read() if store else {}
    left = [seed for seed in seeds if seed not in found]
    progress = Progress()

    def keep(seed: int, report: dict[str, Any]) -> None:
        if store:
            store.add(seed, report)
        left.remove(seed)
        progress.show(f"{len(seeds) - len(left)} of {len(seeds)} seeds are done")

    found |= cluster_seeds.run_seeds(setup, list(left), options.jobs, keep, _watch(progress))
    progress.done()
    runs = [found[seed] for seed in seeds]
    summary = cluster_seeds.summary(runs)
    if options.svg:
        write_picture(options.svg, cluster_picture.draw(runs[0]))
    if options.output == "json":
        print_json({"setup": setup.described(), "runs": runs, "summary": summary})
    elif len(runs) == 1:
        show(runs[0])
    else:
        _show_summary(runs, summary)
    return 0


def _setup(options: argparse.Namespace) -> Setup:
    from heddle.sim.cluster_run import Setup, is_random

    for name in ("seeds", "jobs", "limit", "nodes"):
        value = getattr(options, name)
        if value is not None and value < 1:
            raise UsageError(f"--{name} {value} is not allowed: give 1 or more.")
    if not 0 < options.load < 1e9:
        raise UsageError(f"--load {options.load:g} is not allowed: give a number above 0.")
    if options.until is not None and not 0 < options.until < 1e7:
        raise UsageError(f"--until {options.until:g} is not allowed: give hours, above 0.")
    if options.explain and (options.seeds > 1 or options.out or options.svg):
        raise UsageError("--explain is about one run: leave --seeds, --out and --svg out.")
    if options.detail and not options.explain:
        raise UsageError("-v goes with --explain JOB.")
    setup = Setup(
        trace=options.trace,
        folder=options.traces or Path(os.environ.get("HEDDLE_TRACES", "traces")),
        cluster=options.cluster,
        policy=options.policy,
        ties=options.ties,
        says=options.says,
        nodes=options.nodes,
        load=options.load,
        limit=options.limit,
        until_s=float("inf") if options.until is None else options.until * 3600,
        faults=tuple(options.faults),
        skip_bad=options.skip_bad,
    )
    if options.seeds > 1 and not is_random(setup):
        raise UsageError(
            "--seeds: nothing in this run is random, so all seeds give the same. Leave it out, or "
            "add --ties random or --says noisy:2."
        )
    return setup


def _watch(progress: Progress) -> Any:
    calls = 0

    def watch(seed: int, now_s: float, come: int, waiting: int) -> None:
        nonlocal calls
        calls += 1
        if calls % 200 == 1:
            progress.show(
                f"seed {seed}: {come:,} jobs have come, {waiting:,} wait, hour {now_s / 3600:,.1f}"
            )

    return watch


def show(found: dict[str, Any]) -> None:
    from heddle.sim.cluster_picture import span

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


def _show_head(found: dict[str, Any]) -> None:
    seconds = found["end_s"] - found["begin_s"]
    print(
        f"{found['trace']}: {found['overall']['jobs']:,} jobs on {found['nodes']:,} nodes with "
        f"{found['devices']:,} devices, {seconds / 3600:,.1f} hours; policy {found['policy']}, "
        f"jobs say: {found['says']}"
    )
    asked = {
        "only {} nodes, evenly from the list": found["nodes_asked"],
        "jobs come {} times as fast": None if found["load"] == 1 else f"{found['load']:g}",
        "only the first {} jobs": found["limit"],
        "lost: {}": ", ".join(found["faults"]) or None,
    }
    for words, value in asked.items():
        if value is not None:
            print(f"  {words.format(value)}")
    for rule in found["rules"]:
        print(f"  {rule}")
    for what, count in found["left_out"].items():
        print(f"  left out, {count} lines: {what}")
    print()


def _show_summary(runs: list[dict[str, Any]], summary: dict[str, dict[str, Any]]) -> None:
    _show_head(runs[0])
    print_table(
        ("FIGURE", "MEAN", "SPREAD", "LEAST", "MOST"),
        [
            (name, *("N/A" if each[key] is None else f"{each[key]:.5g}" for key in each))
            for name, each in summary.items()
        ],
    )
    print(f"\n{len(runs)} seeds, from {runs[0]['seed']} to {runs[-1]['seed']}")


def _explain(options: argparse.Namespace, setup: Setup) -> int:
    from heddle.sim.cluster_explain import explained
    from heddle.sim.cluster_run import simulate

    progress = Progress()
    watch = _watch(progress)
    done = simulate(setup, options.seed, lambda *said: watch(options.seed, *said))
    progress.done()
    found = explained(done, options.explain, options.detail)
    if options.output == "json":
        print_json({"setup": setup.described(), "seed": options.seed, "explained": found})
    else:
        _show_explained(found)
    return 0


def _show_explained(found: dict[str, Any]) -> None:
    from heddle.sim.cluster_picture import span

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
        known = "nobody says when others end" if starts is None else f"at {span(starts)}"
        print(f"  thought to start: {known}")
        for each in found.get("candidates", ()):
            print(f"  {each['devices']}:")
            for code, count in each["refusals"].items():
                print(f"    {count} nodes: {code}")
        for each in found.get("nodes", ()):
            said = each["reason"]["text"] if each["reason"] else "it would fit"
            print(f"  {each['node']}, {each['devices']}: {said}")
    waited = ", ".join(f"{code} {span(n)}" for code, n in found["waited_s"].items())
    print(f"  waited so far: {waited or 'never'}; preempted {found['preemptions']} times")


def _show_here(found: dict[str, Any]) -> None:
    from heddle.sim.cluster_picture import span

    print(f"{found['job']} runs since {span(found['since_s'])} with {found['members']} members, "
          f"{found['devices']} each:")  # fmt: skip
    for here in found["here"]:
        other = "no other node would do"
        if here.runner_up is not None:
            other = f"the next is {here.runner_up} with {here.runner_up_score:g}"
        print(f"  on {here.node}: of {here.fitting} nodes that would do now, it scores "
              f"{here.score:g}; {other}")  # fmt: skip


def _percent(share: float | None) -> str:
    return "N/A" if share is None else f"{share:.1%}"
