"""Programs that are kept for claims and for pods, each with a file that says for which.

The file is written before the program is asked for, without its number, and again with it. So
whoever is killed in between leaves a program that is found by its name, and nothing stays for ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import heddle
from heddle import native
from heddle.agent.pods import JOINTS
from heddle.agent.program_files import ProgramFiles
from heddle.kubernetes.grant import granted
from heddle.records import ProgramState

CLAIMS, SLOTS = ProgramFiles("claims"), ProgramFiles("slots")
_LONGEST_NAME, _LONGEST_TENANT = 63, 31  # in the table


def program_for(
    files: ProgramFiles, uid: str, owner: tuple[str, str], plan: Mapping[str, int]
) -> int:
    """The one that there is, or a new one; `owner` is namespace and name.

    :raises HeddleError: if there is no agent, or it has no room for the share
    :raises OSError: if the file cannot be written
    """
    known = files.read(uid)
    if known is None:
        known = {"program": 0, "namespace": owner[0], "name": owner[1]}
        files.write(uid, known)
    if found := _programs_of(known):
        return found[0].id
    return granted(uid=0, name=owner[1], tenant=owner[0], **plan)


def let_go(known: Mapping[str, Any]) -> None:
    """What a file tells of is not kept any longer.

    :raises HeddleError: if the table cannot be used
    """
    native.open_table()
    for program in _programs_of(known):
        native.keep_program(program.id, False)
    native.reap()


def _programs_of(known: Mapping[str, Any]) -> list[ProgramState]:
    """None, if its table was made anew."""
    programs = [each for each in heddle.programs() if each.is_kept and each.is_guest]
    if known["program"]:
        return [each for each in programs if each.id == known["program"]]
    name = _cut(known["name"], _LONGEST_NAME)
    tenant = _cut(known["namespace"], _LONGEST_TENANT)
    others = {
        told["program"] for files in (CLAIMS, SLOTS, JOINTS) for uid in files.names()
        if (told := files.read(uid))
    }  # fmt: skip
    return [
        each
        for each in programs
        if (each.name, each.tenant) == (name, tenant) and each.id not in others
    ]


def _cut(text: str, longest: int) -> str:
    return text.encode()[:longest].decode(errors="ignore")
