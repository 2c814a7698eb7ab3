"""TaskProlog: prints, in the words of Slurm, the variables that put a task under Heddle.

It is the user's process, with the user's environment: what that asks for can only be less than what
Prolog has granted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import heddle
from heddle.agent import slurm_jobs
from heddle.errors import HeddleError
from heddle.launch.asked import asked_by
from heddle.launch.run import environment

#: In the environment of the engine's own jobs: `heddle run` starts their members.
OWN = "HEDDLE_ENGINE_JOB"


def main(words: Sequence[str]) -> int:
    """`words`: variables."""
    before = dict(os.environ)
    os.environ.update(json.loads(words[0]))
    known = slurm_jobs.FILES.read(os.environ.get("SLURM_JOB_ID", "0"))
    if known is None or OWN in os.environ:
        return 0
    notes = [str(each) for each in known["notes"]]
    if known["program"]:
        try:
            wanted = asked_by(os.environ, notes.append)
            _ask(known, wanted)
        except HeddleError as error:
            notes.append(str(error))
        for line in lines(before, _variables(known)):
            print(line)
    if os.environ.get("SLURM_PROCID", "0") == "0":
        for note in notes:
            print(f"print heddle: {' '.join(note.split())}")
    return 0


def _ask(known: Mapping[str, Any], wanted: Mapping[str, int]) -> None:
    """For less than was granted; the agent allows a guest no more.

    :raises HeddleError: if it is more, or the program is gone
    """
    most, asked = known["asked"], dict[str, Any]()
    for name, word in (("share_milli", "share"), ("cap_milli", "cap"), ("memory_limit", "memory")):
        if (value := wanted.get(name, 0)) and not 0 < most[name] <= value:
            asked[word] = value if word == "memory" else value / 1000
    if asked:
        heddle.hint(program=known["program"], **asked)


def _variables(known: Mapping[str, Any]) -> dict[str, str]:
    """As `heddle run` has them."""
    base = {**os.environ, **known["visible"]}
    return environment(program_id=known["program"], base=base)


def lines(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    """What changes from one to the other."""
    for name, text in after.items():
        if before.get(name) != text:
            yield f"export {name}={text}"
    for name in before.keys() - after.keys():
        yield f"unset {name}"
