"""Configure Slurm for this node: gres.conf, the node line, and the scripts that enforce shares.

`config` prints the lines that Slurm needs for the accelerators, CPUs and memory of this machine.
GPUs of every vendor are `gpu`, other accelerators have their kind as the name (`npu`, `fpga`).
Run it on each node, and add the lines to gres.conf and slurm.conf.

`scripts` writes Prolog, TaskProlog and Epilog, with which Heddle enforces the shares and memory of
jobs that users submit with sbatch. `heddle node agent --tenants` must run on the nodes.

examples:
  heddle node slurm config                       print the lines
  heddle node slurm config --shards 10           each GPU also as 10 shards: sbatch --gres=shard:3
  heddle node slurm config --diff                what is different in /etc/slurm
  heddle node slurm config --diff ./slurm        the same, in another folder
  heddle node slurm config --machine m.json      of a record of `heddle device ls --record`
  heddle node slurm scripts /etc/slurm/heddle --shards 10

exit codes: 1 --diff found a difference; 2 a file cannot be read or written. docs/guides/slurm.md
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from dataclasses import asdict
from pathlib import Path

from heddle.cli._output import add_verbs, complain, print_answer, tell_troubles
from heddle.errors import UsageError

HELP = "configure Slurm for this node"
FOLDER = Path("/etc/slurm")
MOST_SHARDS = 1000
_HANDED_ON = ("HEDDLE_TABLE", "SOFTXPU_")  #: variables that the scripts have from here


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {
        "config": "print gres.conf and the node line of slurm.conf",
        "scripts": "write Prolog, TaskProlog and Epilog",
    }
    config, scripts = add_verbs(parser, verbs, required=True)
    for verb in (config, scripts):
        verb.add_argument(
            "--shards", type=_shards, default=0, metavar="N", help="into how many a GPU is divided"
        )
    scripts.add_argument("folder", type=Path, metavar="FOLDER", help="where all nodes find them")
    config.add_argument(
        "--diff", nargs="?", type=Path, const=FOLDER, metavar="FOLDER",
        help=f"show what is different there instead (default {FOLDER})",
    )  # fmt: skip
    config.add_argument("--machine", metavar="FILE", type=Path, help="read a record instead")


def run(options: argparse.Namespace) -> int:
    return _scripts(options) if options.verb == "scripts" else _config(options)


def _scripts(options: argparse.Namespace) -> int:
    from heddle import native
    from heddle.engine.slurm.prologs.scripts import scripts, settings
    from heddle.system.files import closed_to_others

    for path in (sys.executable, native.DIRECTORY):
        if (closed := closed_to_others(path)) is not None:
            raise UsageError(
                f"other users cannot get to {path}, because {closed} is closed to them, so their "
                "jobs could not start. Install Heddle where all users can read it, such as /opt."
            )
    folder = options.folder.absolute()
    variables = {"HEDDLE_TABLE": native.MACHINE_TABLE}  # not this user's own
    variables |= {k: v for k, v in os.environ.items() if k.startswith(_HANDED_ON) and v}
    scontrol = shutil.which("scontrol") or "/usr/bin/scontrol"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in scripts(variables, options.shards, scontrol).items():
            aside = folder / f".{name}.{os.getpid()}"  # Slurm may run the old one right now
            aside.write_text(text)
            aside.chmod(0o755)
            aside.replace(folder / name)
    except OSError as error:
        raise UsageError(
            f"cannot write {error.filename} ({error.strerror}): name another folder, or run this "
            "as root."
        ) from None
    lines = settings(str(folder))
    told = ("# slurm.conf; `scontrol reconfigure` afterwards", *lines)
    print_answer(options.output, {"folder": str(folder), "slurm": lines}, *told)
    return 0


def _config(options: argparse.Namespace) -> int:
    from heddle.engine.slurm.config import config, differences
    from heddle.inventory import apis
    from heddle.inventory.host import load
    from heddle.inventory.machine import look

    machine = look(load(options.machine) if options.machine else None)
    tell_troubles(machine)
    wanted = config(machine, () if options.machine else apis.devices(complain), options.shards)
    if wanted.left_out:
        names = ", ".join(wanted.left_out)
        complain(f"not listed, because Slurm counts device files and they have none: {names}")
    if options.diff is None:
        lines = ("# gres.conf", *wanted.gres, "", "# slurm.conf", *wanted.slurm)
        print_answer(options.output, asdict(wanted), *lines)
        return 0
    texts = [_text(options.diff / name) for name in ("gres.conf", "slurm.conf")]
    found = differences(wanted, *texts)
    told = found or [f"{options.diff} says the same of {wanted.node}."]
    print_answer(options.output, {**asdict(wanted), "differences": found}, *told)
    return 1 if found else 0


def _shards(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= MOST_SHARDS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MOST_SHARDS}")
    return int(text)


def _text(path: Path) -> str:
    """A gres.conf that is not there has no lines: Slurm needs none on a node without devices."""
    try:
        return path.read_text(errors="replace")
    except FileNotFoundError:
        if path.name == "gres.conf" and path.parent.is_dir():
            return ""
        raise UsageError(
            f"{path} is not there. Name the folder of slurm.conf: `heddle node slurm config --diff "
            "FOLDER`."
        ) from None
    except OSError as error:
        raise UsageError(
            f"cannot read {path} ({error.strerror}): use an account that may."
        ) from None
