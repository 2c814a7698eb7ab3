"""As which user the jobs of a tenant run: root submits them for users that a setting names, anybody
else only their own."""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import pwd
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from heddle.cluster.quota import path
from heddle.errors import UsageError

USERS, FOLDER = "HEDDLE_SLURM_USERS", "HEDDLE_SLURM_FOLDER"  #: the settings
_SETGROUPS = {"x86_64": 116, "aarch64": 159}


@dataclass(frozen=True, slots=True)
class SlurmUser:
    """A user of this machine and of the nodes."""

    name: str
    uid: int
    gid: int
    home: str
    shell: str

    def variables(self, base: Mapping[str, str]) -> dict[str, str]:
        """`base` without what is of another user."""
        own = {"HOME": self.home, "USER": self.name, "LOGNAME": self.name, "SHELL": self.shell}
        lost = ("TMPDIR", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "HEDDLE_ENGINE_STATE")
        return {name: text for name, text in base.items() if name not in lost} | own


class SlurmUsers:
    """The mapping of tenants. A tenant without an entry has that of the nearest one above it."""

    def __init__(self, text: str, uid: int | None = None) -> None:
        """`uid`: who we are.

        :raises UsageError: if it is none, names a user who is not here, or another than ourselves
            and we are not root
        """
        self._uid = os.geteuid() if uid is None else uid
        self._mapping: dict[str, SlurmUser] = {}
        for pair in filter(None, (word.strip() for word in text.split(","))):
            tenant, is_pair, name = (part.strip() for part in pair.partition("="))
            if not (is_pair and tenant and name):
                raise UsageError(
                    f"{USERS}={text} is not allowed: give TENANT=USER, with commas between: "
                    "acme=alice,acme/vision=bob."
                )
            self._mapping[tenant] = found = _find(name)
            if self._uid and found.uid != self._uid:
                raise UsageError(
                    f"{USERS}: only root submits jobs for others, so the jobs of {tenant} cannot "
                    f"run as {name}. Start `heddle up` as root, or as {name}."
                )

    @property
    def is_apart(self) -> bool:
        """Whether no two tenants share a user: ours is only shared by those that nobody mapped."""
        uids = [user.uid for user in self._mapping.values()]
        return self._uid == 0 and 0 not in uids and len({*uids}) == len(uids)

    @property
    def others(self) -> list[SlurmUser]:
        return [user for user in self._mapping.values() if user.uid != self._uid]

    @property
    def uids(self) -> list[int]:
        """Of all whose jobs are ours."""
        return sorted({self._uid, *(user.uid for user in self._mapping.values())})

    def why_not(self, tenant: str) -> str:
        """Why no job of the tenant can run, with the remedy; empty if it can."""
        if not self._uid and self.of(tenant) is None:
            return (
                f"tenant {tenant} has no user in Slurm, and jobs do not run as root. Start `heddle "
                f"up` with {USERS}={tenant}=USER"
            )
        return ""

    def of(self, tenant: str) -> SlurmUser | None:
        """None: nobody named one."""
        found = (self._mapping.get(each) for each in path(tenant)[:-1])
        return next(filter(None, found), None)


def _find(name: str) -> SlurmUser:
    try:
        found = pwd.getpwnam(name)
    except KeyError:
        raise UsageError(
            f"{USERS}: there is no user {name} here. Name one that this machine and the nodes know."
        ) from None
    return SlurmUser(found.pw_name, found.pw_uid, found.pw_gid, found.pw_dir, found.pw_shell)


@contextlib.contextmanager
def rights_of(uid: int, gid: int) -> Iterator[None]:
    """With no more rights to files than this user has, in this thread alone: what a user made may
    lead anywhere, and root would follow. The C library's own functions change all threads."""
    if uid == os.geteuid():
        yield
        return
    library = ctypes.CDLL(None, use_errno=True)
    number = _SETGROUPS.get(platform.machine())
    before = os.getgroups()
    if number is not None:
        library.syscall(number, 0, None)
    library.setfsgid(gid)
    library.setfsuid(uid)
    try:
        yield
    finally:
        library.setfsuid(os.geteuid())
        library.setfsgid(os.getegid())
        if number is not None:
            groups = (ctypes.c_uint32 * len(before))(*before)
            library.syscall(number, len(before), groups)
