"""What is meant by a word that is not a command: what others call it (Slurm, Kubernetes, SkyPilot,
Docker), a command without its noun, or a slip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heddle.errors import did_you_mean, nearest

ELSEWHERE = {
    "sbatch": "submit", "srun": "submit --wait", "salloc": "job shell", "squeue": "job ls",
    "scancel": "job cancel", "sinfo": "node ls", "sacct": "account usage", "scontrol": "explain",
    "sattach": "job attach", "sprio": "explain",
    "describe": "explain", "get": "job ls", "apply": "submit -f", "create": "submit -f",
    "delete": "job cancel", "rollout": "service ls", "taint": "node drain",
    "launch": "submit", "status": "job ls", "queue": "job ls", "show-gpus": "device ls",
    "stop": "job cancel", "serve": "service ls", "kill": "job cancel", "list": "job ls",
    "ls": "job ls", "info": "explain", "monitor": "top", "stats": "top", "events": "admin audit",
    "why": "explain",
}  # fmt: skip

#: Options likewise; the first counts that the command has.
OPTIONS = {
    "--gpus": ("--devices gpu:N", "--device cuda@N"),
    "--gpu": ("--devices gpu:N", "--device cuda@N"),
    "--gres": ("--devices gpu:N", "--device cuda@N"),
    "--accelerators": ("--devices gpu:N",),
    "--cpus": ("--cpu N",), "--cpus-per-task": ("--cpu N",), "--ntasks": ("--gang N",),
    "--nodes": ("--gang N",), "--job-name": ("--name NAME",), "--time": ("--timeout TIME",),
    "--dependency": ("--after JOB",), "--nice": ("--priority N",),
    "--follow": ("--wait", "--watch"),
}  # fmt: skip


def meant_option(word: str, known: Sequence[str]) -> str:
    """As below, for an option that a command does not have; `known` are those that it has."""
    word = word.partition("=")[0]
    for ours in OPTIONS.get(word, ()):
        if ours.split()[0] in known:
            return f". Here it is `{ours}`"
    if not word.startswith("--"):
        return ""
    near = nearest(word, [each for each in known if each.startswith("--")], cutoff=0.75)
    return f". Did you mean {near}?" if near else ""


def meant(word: str, names: Sequence[str], below: Mapping[str, Sequence[str]]) -> str:
    """For the middle of a message: a sentence with a blank before it, or nothing.

    :param names: commands at the top level
    :param below: by its last word, each command that has a noun before it
    """
    if word in ELSEWHERE:
        return f" Here it is `heddle {ELSEWHERE[word]}`."
    if word in below:
        return f" Here it is {_either(below[word])}."
    near = nearest(word, [*names, *below])
    if near is not None and near not in names:
        return f" Did you mean {_either(below[near])}?"
    return did_you_mean(word, names)


def _either(commands: Sequence[str]) -> str:
    return " or ".join(f"`heddle {each}`" for each in commands)
