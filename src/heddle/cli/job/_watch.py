"""The list of jobs again and again: drawn anew on a terminal, a line for each change elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from heddle.cli._jobs import device_text, node_text, sentence

if TYPE_CHECKING:
    from heddle.cli.job._list import Job, JobList
    from heddle.client.client import Client

INTERVAL_S = 1.0
#: Home, and away with what is below; long lines are cut off, since a second one would scroll.
CLEAR, AGAIN, CUT, WRAP = "\x1b[2J", "\x1b[H\x1b[J", "\x1b[?7l", "\x1b[?7h"
BESIDE = 4  #: lines of a screen that are not of jobs


def watch(client: Client, look: Callable[[], JobList], draw: Callable[[JobList], None]) -> NoReturn:
    """Until it is interrupted. Waits for a server that restarts."""
    from heddle.client.follow import patiently

    found = look()  # only a server that was there is waited for
    before: dict[str, str] = {}
    is_screen = sys.stdout.isatty()
    print(CLEAR if is_screen else "", end="")
    while True:
        if is_screen:
            _draw(found, draw)
        else:
            before = _tell(client, found, before)
        sys.stdout.flush()
        time.sleep(INTERVAL_S)
        found = patiently(look)


def _draw(found: JobList, draw: Callable[[JobList], None]) -> None:
    room = max(1, os.get_terminal_size(sys.stdout.fileno()).lines - BESIDE)
    del found.lines[room:]
    print(AGAIN + CUT, end="")
    try:
        draw(found)
    finally:
        print(WRAP, end="")


def _tell(client: Client, found: JobList, before: dict[str, str]) -> dict[str, str]:
    """What has changed since; of one that is no longer listed, how it stands now."""
    from heddle.client.follow import patiently

    now = {str(job["id"]): _line(job) for job in found.lines}
    changed = {name: line for name, line in now.items() if before.get(name) != line}
    for name in [name for name in before if name not in now]:
        gone = patiently(partial(client.job, name.partition("[0-")[0]))
        if (line := _line({**gone, "id": name})) != before[name]:
            changed[name] = line
    for line in reversed(changed.values()):  # the oldest first, as it happened
        print(line)
    return now


def _line(job: Job) -> str:
    where = " ".join(filter(None, (node_text(job["places"]), device_text(job["places"]))))
    return sentence(job) + (f" ({where})" if where else "")
