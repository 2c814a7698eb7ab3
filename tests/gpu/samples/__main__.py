"""NVIDIA's CUDA samples, natively and under Heddle at each level, held and released at random.

    tools/cuda-samples FOLDER --trim CLONE     copy what is needed of NVIDIA's repository
    tools/cuda-samples FOLDER --build --run    compile with nvcc; run natively twice, then by level
    tools/cuda-samples --markdown RESULT [--into docs/reference/cuda.md]    the table, from a result

Compared are the exit code and the lines that say how it went (tests/gpu/samples/verdict.py). Needs
a GPU, CUDA's compiler and `tools/native-in-place`, and nothing beside Python's own library. Exit
code 1: a bar does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from unittest.mock import patch

from heddle import native
from heddle.errors import HeddleError, UsageError
from heddle.harness.report import Report
from tests.conformance.same import add_rival
from tests.gpu.samples import report
from tests.gpu.samples.build import Built, build
from tests.gpu.samples.cmake import samples
from tests.gpu.samples.running import NATIVE, Outcome, Program, Runner
from tests.gpu.samples.toolkit import find_toolkit
from tests.gpu.samples.trim import trim
from tests.world import World

LEVELS = (NATIVE, "1", "2", "3", "auto")


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tools/cuda-samples",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, nargs="?", help="the trimmed samples")
    parser.add_argument("--trim", type=Path, metavar="CLONE", help="copy from this clone first")
    parser.add_argument("--build", action="store_true", help="compile them")
    parser.add_argument("--run", action="store_true", help="run those that compiled")
    parser.add_argument("--markdown", type=Path, metavar="RESULT", help="print the table")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the table there instead")
    parser.add_argument("--only", metavar="NAME,...", help="these samples alone")
    parser.add_argument("--levels", default="native,1,2,3", help="default: %(default)s; also: auto")
    parser.add_argument("--jobs", type=int, default=6, help="that run at once; default: 6")
    parser.add_argument("--build-jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--nvcc", help="CUDA's compiler, if it is not in the PATH")
    parser.add_argument("--arch", default="sm_90", help="default: %(default)s")
    parser.add_argument(
        "--timeout",
        type=float,
        default=60,
        help="seconds for a native run; default: 60, under Heddle twice that",
    )
    parser.add_argument("--budget", type=float, default=3600, help="start no run after so many s")
    parser.add_argument("--seed", type=int, default=1, help="of the holds and priorities")
    parser.add_argument("--least", type=int, default=122, help="samples that must have run")
    parser.add_argument("-o", "--output", choices=["text", "json"], default="text")
    parser.add_argument("--result", type=Path, metavar="FILE", help="write the JSON object there")
    options = parser.parse_args(arguments)
    options.levels = options.levels.split(",")
    if wrong := set(options.levels) - set(LEVELS):
        parser.error(f"no such level: {', '.join(sorted(wrong))}; there are {', '.join(LEVELS)}")
    if options.folder is None and options.markdown is None:
        parser.error("FOLDER is missing: where the samples are, or --trim should put them")
    return options


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def wanted(options: argparse.Namespace) -> set[str] | None:
    return set(options.only.split(",")) if options.only else None


def compile_all(options: argparse.Namespace) -> list[Built]:
    """Compiles, and notes beside the samples what did not."""
    root, only, begin = options.folder.resolve(), wanted(options), time.monotonic()
    kit = find_toolkit(options.nvcc)
    found = [s for s in samples(root) if not s.skip and (only is None or s.name in only)]
    built = build(found, kit, root, options.arch, options.build_jobs, 240)
    note = {"cuda": kit.version(), "errors": {b.sample.name: b.error for b in built if b.error}}
    (root / "built" / "note.json").write_text(json.dumps(note, indent=1))
    good = sum(not b.error for b in built)
    say(
        f"built {good} of {len(built)} with CUDA {note['cuda']} in {time.monotonic() - begin:.0f} s"
    )
    for one in built:
        if one.error:
            say(f"  {one.sample.name}: {one.error}")
    return built


def run_all(options: argparse.Namespace) -> Report:
    root, only = options.folder.resolve(), wanted(options)
    note = json.loads((root / "built" / "note.json").read_text())
    there = [s for s in samples(root) if not s.skip and (only is None or s.name in only)]
    missing = [
        report.unbuilt_row(s.name, s.category, note["errors"].get(s.name, "not compiled"))
        for s in there
        if not (root / "built" / s.name / s.name).exists()
    ]
    names = {entry["sample"] for entry in missing}
    programs = [Program.of(s, root / "built" / s.name) for s in there if s.name not in names]
    machine = {"cuda": note["cuda"], "jobs": options.jobs, "seed": options.seed}
    return run_programs(options, programs, missing, machine)


def run_programs(
    options: argparse.Namespace,
    programs: list[Program],
    rows: list[dict[str, object]],
    machine: dict[str, object],
) -> Report:
    """Natively twice, then at each level, the longest first; the result is written after each."""
    world = World()
    levels = [level for level in options.levels if level != NATIVE]
    deadline = time.monotonic() + options.budget
    runs: list[dict[str, Outcome]] = []
    by_level: dict[str, dict[str, Outcome]] = {}
    with patch.dict(os.environ, world.environment, clear=True):
        try:
            runner = Runner(world, options.seed, options.timeout, deadline)
            for number in (1, 2):
                runs.append(phase(runner, NATIVE, programs, options.jobs, f"native, {number}"))
                programs = longest_first(programs, runs[0])
            native.open_table()
            add_rival(world, "cuda")
            result = finish(options, programs, runs, by_level, rows, machine)
            for level in levels:
                by_level[level] = phase(runner, level, programs, options.jobs, f"level {level}")
                result = finish(options, programs, runs, by_level, rows, machine)
            # Two native runs may agree by chance; where Heddle's differ, look again.
            if doubtful := [p for p in programs if p.name in report.different(result.rows)]:
                for number in (3, 4):
                    label = f"native, {number}"
                    runs.append(phase(runner, NATIVE, doubtful, options.jobs, label))
                result = finish(options, programs, runs, by_level, rows, machine)
            return result
        finally:
            world.remove()


def phase(
    runner: Runner, way: str, programs: list[Program], jobs: int, label: str
) -> dict[str, Outcome]:
    begin = time.monotonic()
    outcomes = runner.phase(way, programs, jobs)
    late = [name for name, outcome in outcomes.items() if outcome.code is None]
    say(f"{label}: {len(outcomes)} of {len(programs)} in {time.monotonic() - begin:.0f} s")
    if late:
        say(f"  not done in time: {', '.join(late)}")
    return outcomes


def longest_first(programs: list[Program], outcomes: dict[str, Outcome]) -> list[Program]:
    """So that no long one is left over at the end, alone."""
    took = {name: outcome.seconds for name, outcome in outcomes.items()}
    return sorted(programs, key=lambda p: -took.get(p.name, 0.0))


def finish(
    options: argparse.Namespace,
    programs: list[Program],
    runs: list[dict[str, Outcome]],
    by_level: dict[str, dict[str, Outcome]],
    unbuilt: list[dict[str, object]],
    machine: dict[str, object],
) -> Report:
    rows = []
    for program in sorted(programs, key=lambda p: (p.category, p.name)):
        native_runs = [run[program.name] for run in runs if program.name in run]
        if native_runs:
            held = {k: v[program.name] for k, v in by_level.items() if program.name in v}
            rows.append(report.row(program.name, program.category, native_runs, held))
    levels = [level for level in options.levels if level != NATIVE]
    result = report.make_report([*rows, *unbuilt], levels, options.least, machine)
    if options.result:
        options.result.write_text(json.dumps(result.as_dict(), indent=1))
    return result


def show(options: argparse.Namespace, result: Report) -> int:
    if options.output == "json":
        print(json.dumps(result.as_dict(), indent=1))
    else:
        print(report.markdown(result.as_dict()))
    for bar in result.bars:
        sign = ">=" if bar.at_least else "<="
        word = "held  " if bar.holds else "MISSED"
        say(f"{word} {bar.name}: {bar.measured:g} {sign} {bar.limit:g}")
    for entry in result.rows:
        for level, one in entry.get("levels", {}).items():
            for line in one["differences"]:
                say(f"  {entry['sample']}, {report.level_name(level)}: {line}")
    return 0 if result.holds else 1


def show_table(options: argparse.Namespace) -> int:
    table = report.markdown(json.loads(options.markdown.read_text()))
    if options.into:
        options.into.write_text(report.insert(options.into.read_text(), table))
    else:
        print(table, end="")
    return 0


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    # Programs start in folders of their own, and a relative path would lead nowhere from there.
    os.environ["PYTHONPATH"] = str(Path(native.__file__).resolve().parents[1])
    try:
        if options.markdown:
            return show_table(options)
        if options.trim:
            taken, left = trim(options.trim, options.folder)
            say(f"took {len(taken)} samples, left {len(left)}")
        if options.build:
            compile_all(options)
        if not options.run:
            return 0
        if not (options.folder / "built" / "note.json").exists():
            raise UsageError(f"{options.folder} holds nothing that was compiled: add --build.")
        return show(options, run_all(options))
    except HeddleError as error:
        say(f"tools/cuda-samples: {error}")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
