"""`heddle sim cluster`: jobs of a trace on the nodes of a cluster."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heddle.cli._output import Progress, add_output, print_json, write_picture
from heddle.cli._sim_cluster_show import show, show_explained, show_summary
from heddle.cluster import choosing, ordering, placing
from heddle.cluster.migration.budget import FEW_MOVES
from heddle.errors import UsageError
from heddle.extras import extra

if TYPE_CHECKING:
    from heddle.sim.cluster.run import Setup

HELP = "jobs of a trace on the nodes of a cluster"

DESCRIPTION = """Jobs of a trace on the nodes of a cluster, on a virtual clock, decided by the
cycle that would decide on a real one. How long a job takes is the trace's truth; the cycle knows
only what the job says. What is modelled, and the formats: docs/guides/sim-cluster.md."""

EXAMPLES = """examples:
  heddle sim cluster --trace examples/sim/small.toml
  heddle sim cluster --trace openb:default --traces DIR --nodes 16 --svg openb.svg
  heddle sim cluster --trace philly:philly/philly.csv --cluster gpu:8x64 --limit 5000 --says exact
  heddle sim cluster --trace sia:philly --elastic --seeds 8
  heddle sim cluster --trace gavel:multi@2.6 --limit 5000 --of 4000:5000
  heddle sim cluster --trace gavel:single@5.6 --rates learned
  heddle sim cluster --trace own.toml --sites sites.toml --explain train
  heddle sim cluster --trace examples/sim/small.toml --seeds 8 --jobs 2 --out runs.jsonl -o json
  heddle sim cluster --trace examples/sim/small.toml --until 2 --explain pretrain -v
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)
    add = parser.add_argument
    add("--trace", required=True, metavar="TRACE", help="openb:LIST, philly:FILE, gavel:multi, "
        "sia:philly, pollux:1, or a file or folder of your own")  # fmt: skip
    add("--traces", metavar="DIR", type=Path, help="public traces (default $HEDDLE_TRACES)")
    add("--cluster", metavar="NODES", help="of philly and gavel: DEVICES:EACHxNODES, as h100:8x64")
    add("--sites", metavar="FILE", type=Path, help="sites.toml, as of heddle up: prices, power and "
        "the network of sites, for conditions of jobs")  # fmt: skip
    add("--policy", metavar="NAME", default=placing.DEFAULT,
        help=f"of placing: {', '.join(placing.names())} (default {placing.DEFAULT})")  # fmt: skip
    add(
        "--ties", choices=["name", "random"], default="name", help="of nodes as good (default name)"
    )
    add("--order", metavar="NAME", default=ordering.DEFAULT, help="of a tenant's waiting jobs: "
        f"{', '.join(ordering.names())} (default {ordering.DEFAULT})")  # fmt: skip
    add("--choose", metavar="NAME", default=choosing.DEFAULT, help="of a job's alternatives: "
        f"{', '.join(choosing.names())} (default {choosing.DEFAULT})")  # fmt: skip
    add("--migrate", metavar="N", type=int, default=FEW_MOVES.each, help="move up to N running "
        f"jobs that resume for one that fits nowhere (default {FEW_MOVES.each})")  # fmt: skip
    add("--moves", metavar="N", type=int, default=FEW_MOVES.an_hour, help="in an hour at most "
        f"(default {FEW_MOVES.an_hour}, as heddle up)")  # fmt: skip
    add("--resumes", action="store_true", help="all jobs say that they resume where they were, so "
        "that they may be moved, or preempted for others of their priority")  # fmt: skip
    add("--says", metavar="HOW", default="trace", help="what jobs say of their length: trace (what "
        "the trace has, default), exact, none, noisy:FACTOR")  # fmt: skip
    add("--rates", metavar="HOW", default="declared", help="how fast alternatives are taken to be: "
        "as declared (default), none (all alike), learned (from runs, as heddle up)")  # fmt: skip
    add("--load", metavar="FACTOR", type=float, default=1.0, help="jobs come FACTOR times as fast")
    add("--nodes", metavar="N", type=int, help="only N nodes, evenly from the list")
    add("--limit", metavar="N", type=int, help="only the first N jobs")
    add("--elastic", action="store_true", help="of sia and pollux: jobs may get fewer devices than "
        "they ask for, and choose their batch size")  # fmt: skip
    add("--until", metavar="HOURS", type=float, help="stop the clock then")
    add("--faults", metavar="NODE:AT:UNTIL", action="append", default=[],
        help="a node is lost, as n7:2h:3h; may be repeated")  # fmt: skip
    add("--of", metavar="FIRST:LAST", help="figures of these jobs only, counted from 0 as "
        "they come, without the last")  # fmt: skip
    add("--skip-bad", action="store_true", help="leave lines with holes out, and count them")
    add("--seed", type=int, default=0, help="of all that is random (default 0)")
    add("--seeds", metavar="N", type=int, default=1, help="run N seeds, from --seed on")
    add("--jobs", metavar="K", type=int, default=1, help="processes for them (default 1)")
    add(
        "--out", metavar="FILE", type=Path, help="append each seed's result; skip seeds that it has"
    )
    add("--explain", metavar="JOB", help="why it waits, or runs where it does, at the end")
    add("-v", dest="detail", action="count", default=0, help="with --explain: more; -vv every node")
    add("--svg", metavar="FILE", type=Path, help="draw use, waiting and completion times")


def run(options: argparse.Namespace) -> int:
    with extra("heddle sim cluster", "NumPy", "cluster"):
        from heddle.sim.cluster import picture
        from heddle.sim.cluster.seeds import SeedStore, run_seeds, summary
    setup = _setup(options)
    seeds = range(options.seed, options.seed + options.seeds)
    if options.explain:
        return _explain(options, setup)
    store = SeedStore(options.out, setup) if options.out else None
    found = store.read() if store else {}
    left = [seed for seed in seeds if seed not in found]
    progress = Progress()

    def keep(seed: int, report: dict[str, Any]) -> None:
        if store:
            store.add(seed, report)
        left.remove(seed)
        progress.show(f"{len(seeds) - len(left)} of {len(seeds)} seeds are done")

    found |= run_seeds(setup, list(left), options.jobs, keep, _watch(progress))
    progress.done()
    runs = [found[seed] for seed in seeds]
    of_all = summary(runs)
    if options.svg:
        write_picture(options.svg, picture.draw(runs[0]))
    if options.output == "json":
        print_json({"setup": setup.described(), "runs": runs, "summary": of_all})
    elif len(runs) == 1:
        show(runs[0])
    else:
        show_summary(runs, of_all)
    return 0


def _setup(options: argparse.Namespace) -> Setup:
    from heddle.sim.cluster.run import Setup, is_random

    for name in ("seeds", "jobs", "limit", "nodes"):
        value = getattr(options, name)
        if value is not None and value < 1:
            raise UsageError(f"--{name} {value} is not allowed: give 1 or more.")
    if not 0 < options.load < 1e9:
        raise UsageError(f"--load {options.load:g} is not allowed: give a number above 0.")
    if options.until is not None and not 0 < options.until < 1e7:
        raise UsageError(f"--until {options.until:g} is not allowed: give hours, above 0.")
    if not 0 <= options.migrate <= 64:
        raise UsageError(f"--migrate {options.migrate} is not allowed: give 0 to 64 members.")
    if options.moves < 0:
        raise UsageError(f"--moves {options.moves} is not allowed: give 0 or more.")
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
        order=options.order,
        choose=options.choose,
        migrate=options.migrate,
        moves=options.moves,
        resumes=options.resumes,
        says=options.says,
        rates=options.rates,
        nodes=options.nodes,
        load=options.load,
        limit=options.limit,
        elastic=options.elastic,
        until_s=float("inf") if options.until is None else options.until * 3600,
        faults=tuple(options.faults),
        of=None if options.of is None else _of(options.of),
        skip_bad=options.skip_bad,
        sites=options.sites,
    )
    if options.seeds > 1 and not is_random(setup):
        raise UsageError(
            "--seeds: nothing in this run is random, so all seeds give the same. Leave it out, or "
            "add --ties random or --says noisy:2."
        )
    return setup


def _of(text: str) -> tuple[int, int]:
    first, _, last = text.partition(":")
    if first.isdecimal() and last.isdecimal() and int(first) < int(last):
        return int(first), int(last)
    raise UsageError(f"--of {text!r} is not allowed: give FIRST:LAST, as 4000:5000.")


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


def _explain(options: argparse.Namespace, setup: Setup) -> int:
    from heddle.sim.cluster.explain import explained
    from heddle.sim.cluster.run import simulate

    progress = Progress()
    watch = _watch(progress)
    done = simulate(setup, options.seed, lambda *said: watch(options.seed, *said))
    progress.done()
    found = explained(done, options.explain, options.detail)
    if options.output == "json":
        print_json({"setup": setup.described(), "seed": options.seed, "explained": found})
    else:
        show_explained(found)
    return 0
