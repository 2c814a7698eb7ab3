"""Configure Slurm for this node: write gres.conf and the node line from the inventory.

`config` prints the lines that Slurm needs for the accelerators, CPUs and memory of this machine.
GPUs of every vendor are `gpu`, other accelerators have their kind as the name (`npu`, `fpga`).
Run it on each node, and add the lines to gres.conf and slurm.conf.

examples:
  heddle node slurm config                       print the lines
  heddle node slurm config --shards 10           each GPU also as 10 shards: sbatch --gres=shard:3
  heddle node slurm config --diff                what is different in /etc/slurm
  heddle node slurm config --diff ./slurm        the same, in another folder
  heddle node slurm config --machine m.json      of a record of `heddle device ls --record`

exit codes: 1 --diff found a difference; 2 a file cannot be read. More: docs/guides/slurm.md
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from heddle.cli._output import add_verbs, complain, print_answer, tell_troubles
from heddle.errors import UsageError

HELP = "configure Slurm for this node"
FOLDER = Path("/etc/slurm")
MOST_SHARDS = 1000


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {"config": "print gres.conf and the node line of slurm.conf"}
    (config,) = add_verbs(parser, verbs, required=True)
    config.add_argument(
        "--shards", type=_shards, default=0, metavar="N", help="into how many each GPU is divided"
    )
    config.add_argument(
        "--diff", nargs="?", type=Path, const=FOLDER, metavar="FOLDER",
        help=f"show what is different there instead (default {FOLDER})",
    )  # fmt: skip
    config.add_argument("--machine", metavar="FILE", type=Path, help="read a record instead")


def run(options: argparse.Namespace) -> int:
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
