"""The command line. A verb is one file in this folder with `HELP`, `configure` and `run`.

Only the verb that was asked for is imported: `heddle run` must start in milliseconds.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from heddle.errors import HeddleError, UsageError, did_you_mean
from heddle.seams import names_in
from heddle.version import own_version

HIDDEN = {"output"}
#: What others call it, and what to type here: Slurm, Kubernetes, SkyPilot, Docker.
ELSEWHERE = {
    "sbatch": "submit", "srun": "submit --wait", "salloc": "shell", "squeue": "jobs",
    "scancel": "cancel", "sinfo": "nodes", "sacct": "usage", "scontrol": "explain",
    "sattach": "attach", "sprio": "explain",
    "describe": "explain", "get": "jobs", "apply": "submit -f", "create": "submit -f",
    "delete": "cancel", "rollout": "services", "taint": "drain",
    "launch": "submit", "status": "jobs", "queue": "jobs", "show-gpus": "devices",
    "stop": "cancel", "serve": "services", "kill": "cancel", "list": "jobs", "ls": "jobs",
    "info": "explain", "monitor": "top", "stats": "top", "events": "audit", "why": "explain",
}  # fmt: skip


def verbs() -> list[str]:
    return [name for name in names_in(__path__) if name not in HIDDEN]


def _overview() -> str:
    lines = ["usage: heddle VERB [options]", "", "Accelerators scheduled like CPU time.", ""]
    for verb in verbs():
        module = importlib.import_module(f"{__name__}.{verb}")
        lines.append(f"  {verb:<12}{module.HELP}")
    lines += [
        "",
        "heddle VERB --help     options and examples of one verb",
        "heddle --version       the version",
    ]
    return "\n".join(lines)


def _formatter(prog: str) -> argparse.HelpFormatter:
    # With a width of our own argparse need not import shutil to ask the terminal.
    return argparse.RawDescriptionHelpFormatter(prog, width=100)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one verb; the exit code is the verb's, or the error's (see heddle/errors.py)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not sys.stderr:  # closed by whoever started us: print() would take stdout instead
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    try:
        if not given or given[0] in ("-h", "--help", "help"):
            print(_overview())
            return 0 if given else 2
        if given[0] in ("-V", "--version"):
            print(f"heddle {own_version() or 'unknown (not installed)'}")
            return 0
        verb = given[0]
        if verb not in verbs():
            hint = did_you_mean(verb, verbs())
            if verb in ELSEWHERE:
                hint = f" Here it is `heddle {ELSEWHERE[verb]}`."
            raise UsageError(f"no verb {verb!r}.{hint} `heddle --help` lists all.")
        module = importlib.import_module(f"{__name__}.{verb}")
        parser = argparse.ArgumentParser(
            prog=f"heddle {verb}",
            description=module.__doc__,
            formatter_class=_formatter,
        )
        module.configure(parser)
        return int(module.run(parser.parse_args(given[1:])))
    except HeddleError as error:
        print(f"heddle: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 141
