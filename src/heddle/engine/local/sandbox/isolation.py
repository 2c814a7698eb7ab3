"""Whether members can be kept apart on this machine, and whom those of a tenant run as."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import heddle
from heddle import native
from heddle.engine.local.sandbox import bubblewrap
from heddle.engine.local.sandbox.bubblewrap import Sandbox
from heddle.errors import HeddleError, UsageError
from heddle.system import files

UIDS = "HEDDLE_TENANT_UIDS"  #: the setting: FIRST-LAST
SHOWN = "HEDDLE_JOB_MOUNTS"  #: the setting: what isolated jobs see besides, /data,/scratch:rw
#: Above what distributions, systemd and containers give to users, below what a signed number holds.
OWN_UIDS = range(2_000_000_000, 2_000_065_536)
_PATIENCE_S = 10
_REMEDY = {
    False: "As an ordinary user it needs user namespaces (sysctl user.max_user_namespaces, and "
    "kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu).",
    True: "In a container it needs CAP_SYS_ADMIN.",
}


@dataclass(frozen=True, slots=True)
class Isolation:
    """How members are kept apart here."""

    program: str  #: bubblewrap
    uids: range | None  #: for tenants, one each; None: all run as we do, and see nothing of ours
    ours: tuple[str, ...] = ()  #: of Heddle, what every member needs
    extra: tuple[str, ...] = ()  #: what the operator shows to all, to be read
    writes: tuple[str, ...] = ()  #: and written

    @property
    def text(self) -> str:
        if self.uids is None:
            return "each job sees its own files, processes and devices only (bubblewrap)"
        return (
            f"each tenant's jobs run as a user of its own ({self.uids.start} to {self.uids[-1]}) "
            "and see their own files, processes and devices only (bubblewrap)"
        )

    @property
    def shown(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the operator shows to all, to be read, and written."""
        return self.extra, self.writes

    def shows(self, path: str) -> bool:
        """Whether members see it because the operator says so."""
        shown = (*self.extra, *self.writes)
        return any(path == each or path.startswith(f"{each}/") for each in shown)

    def sandbox(self, work: str, tenant: str, uid: int | None) -> Sandbox:
        name = "".join(c if c.isalnum() else "-" for c in tenant.lower())[:31] or "tenant"
        return Sandbox(self.program, work, uid, name, (*self.ours, *self.extra), self.writes)


def find(environment: Mapping[str, str], state: str) -> tuple[Isolation | None, str]:
    """How members are kept apart, or why they cannot be. `state`: the folder of the engine, which
    no member may see.

    :raises UsageError: if a setting is invalid
    """
    uids = parse_uids(environment.get(UIDS, "")) if os.geteuid() == 0 else None
    reads, writes = parse_shown(environment.get(SHOWN, ""), state)
    program = shutil.which("bwrap")
    if program is None:
        return None, "bubblewrap is not installed (Debian and others: package `bubblewrap`)"
    if uids is not None and shutil.which("setpriv") is None:
        return None, "setpriv is not installed (package `util-linux`)"
    found = Isolation(program, uids, tuple(_ours(state)), reads, writes)
    why = _try(found)
    return (found, "") if not why else (None, why)


def _try(found: Isolation) -> str:
    """Why a sandbox cannot be made here; empty if it can."""
    sandbox = Sandbox(found.program, "/tmp", None if found.uids is None else found.uids[-1])
    own = [*bubblewrap.options(sandbox, {}), "--", *bubblewrap.becoming(sandbox), "true"]
    try:
        done = subprocess.run(
            [found.program, *own], capture_output=True, text=True, timeout=_PATIENCE_S, env={}
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap cannot be used: {error}"
    if not done.returncode:
        return ""
    said = (done.stderr.strip().splitlines() or ["no word"])[-1]
    return f"bubblewrap cannot be used: {said}. {_REMEDY[found.uids is not None]}"


def _ours(state: str) -> list[str]:
    """What a member needs of Heddle itself: libraries, and the Python that it is installed in."""
    package = os.path.abspath(heddle.__path__[0])
    ours = {native.DIRECTORY, package, sys.prefix, sys.base_prefix}
    return sorted(path for path in map(os.path.realpath, ours) if _may_show(path, state))


def _may_show(path: str, state: str) -> bool:
    """Neither all of the machine nor what is ours alone."""
    hidden = (os.path.realpath(state), os.path.expanduser("~"))
    return path != "/" and not any(f"{each}/".startswith(f"{path}/") for each in hidden)


def parse_uids(text: str) -> range:
    """:raises UsageError: if it is no range of user ids that are free for us"""
    if not text:
        return OWN_UIDS
    first, _, last = text.partition("-")
    if not (first.isdecimal() and last.isdecimal() and 1000 <= int(first) <= int(last) < 2**32 - 1):
        raise UsageError(
            f"{UIDS}={text}: FIRST-LAST is expected, unused user ids from 1000 on, as "
            f"{OWN_UIDS.start}-{OWN_UIDS[-1]}."
        )
    return range(int(first), int(last) + 1)


def parse_shown(text: str, state: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Folders that members may read, and those that they may write as well.

    :raises UsageError: if one is none, or holds the control plane's own files
    """
    reads, writes = list[str](), list[str]()
    for word in filter(None, (each.strip() for each in text.split(","))):
        path, _, how = word.partition(":")
        real = os.path.realpath(path)
        if not os.path.isabs(path) or how not in ("", "ro", "rw"):
            raise UsageError(f"{SHOWN}: {word!r} is not a whole path, with :rw behind it or not.")
        if not _may_show(real, state):
            raise UsageError(f"{SHOWN}: {path} holds files of the control plane itself.")
        (writes if how == "rw" else reads).append(real)
    return tuple(reads), tuple(writes)


class TenantUsers:
    """Whom the jobs of each tenant run as: kept in a file, for what they write stays theirs."""

    def __init__(self, path: str, uids: Sequence[int]) -> None:
        self._path, self._uids = path, uids
        try:
            with open(path, encoding="utf-8") as file:
                self._known: dict[str, int] = json.load(file)
        except FileNotFoundError:
            self._known = {}
        except (OSError, ValueError) as error:
            raise HeddleError(f"{path} cannot be read: {error}") from None

    def uid(self, tenant: str) -> int:
        """:raises UsageError: if there are more tenants than ids"""
        if (known := self._known.get(tenant)) is not None and known in self._uids:
            return known
        taken = set(self._known.values())
        free = next((uid for uid in self._uids if uid not in taken), None)
        if free is None:
            raise UsageError(
                f"all {len(self._uids)} user ids for tenants are taken: give more with {UIDS}."
            )
        self._known[tenant] = free
        files.replace(self._path, json.dumps(self._known).encode())
        return free
