"""From a job with a terminal to its exit code: waits for it, attaches, comes back after a break."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from heddle.cli._jobs import exit_code, sentence, why
from heddle.cli._output import Progress, clean, complain
from heddle.cli.job._attached import DETACHED, LOST, TerminalSession
from heddle.errors import HeddleError, NoServerError, UsageError
from heddle.model.record import FINAL, RUNNING

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client

PAUSE_S, LONGEST_PAUSE_S = 0.02, 0.5
PATIENCE_S = 60.0  #: for a server that restarts
SILENT_S = 10.0  #: for so long, and then twice as long, nothing is said where there is no terminal
CLEAR = "\x1b[H\x1b[2J"  #: what is shown again after a break need not stand there twice


def follow(client: Client, job: str) -> int:
    """Attached until the shell ends or is left; its exit code, or 0.

    :raises HeddleError: if it has no terminal for us, or the server does not come back
    """
    has_seen = False
    while True:
        try:
            found = wait(client, job)
            if found["state"] in FINAL:
                return _ended(client, found, has_seen)
            attached = TerminalSession(client, job)
            how = attached.run()
        except NoServerError:
            client = _again(client, job)
            continue
        except UsageError:  # it may have ended just before
            if client.job(job)["state"] == RUNNING:
                raise
            continue
        has_seen = has_seen or attached.has_shown
        if how == DETACHED:
            complain(f"detached from {job}, which continues")
            complain(f"`heddle job attach {job}` comes back, `heddle job cancel {job}` ends it")
            return 0
        if how == LOST:
            client = _again(client, job)
            if sys.stdout.isatty():
                print(CLEAR, end="", flush=True)
        elif not attached.has_shown:  # the server is about to end, and takes no new lines
            time.sleep(PAUSE_S)


def wait(client: Client, job: str) -> rest.WholeJob:
    """Until it runs or is over; says meanwhile why it waits."""
    from heddle.client.follow import patiently

    progress, pause = Progress(), PAUSE_S
    begun, told, silent_s = time.monotonic(), "", SILENT_S
    found = client.job(job)
    try:
        while found["state"] not in (RUNNING, *FINAL):
            said = why(found)
            line = clean(f"{job} is {found['state']}{f': {said}' if said else ''}")
            progress.show(line)
            if not progress.enabled and line != told and time.monotonic() >= begun + silent_s:
                complain(line)
                told, silent_s = line, 2 * silent_s
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)
            found = patiently(lambda: client.job(job))
    finally:
        progress.done()
    return found


def _ended(client: Client, found: rest.WholeJob, has_seen: bool) -> int:
    from heddle.client import follow

    if not has_seen:  # it was quicker than we
        for piece in follow.logs(client, found["id"]):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    if found["state"] != "done" or why(found):
        complain(sentence(found))
    return exit_code(found)


def _again(client: Client, job: str) -> Client:
    """The server, once it is back; perhaps at another address."""
    from heddle.client import where

    complain(f"the control plane does not answer. {job} continues; waiting for {PATIENCE_S:g} s")
    until = time.monotonic() + PATIENCE_S
    try:
        while True:
            client.close()
            try:
                client = where.find()
                client.health()
                return client
            except HeddleError:
                if time.monotonic() > until:
                    raise
                time.sleep(LONGEST_PAUSE_S)
    except (KeyboardInterrupt, NoServerError):
        complain(f"not waited for any longer. When it is back: heddle job attach {job}")
        raise
