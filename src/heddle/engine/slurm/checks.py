"""What is said when the engine starts, because otherwise every job would wait or fail."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from heddle import native
from heddle.engine.slurm.client import SlurmClient, SlurmError
from heddle.engine.slurm.users import FOLDER, USERS, SlurmUser
from heddle.engine.slurm.view import SlurmView
from heddle.errors import UsageError
from heddle.system.files import closed_to_others


def open_to_users(base: str) -> None:
    """Others enter their own folder in ours.

    :raises UsageError: if they could not, or not start us
    """
    for name in ("", "attempts", "forgotten"):
        os.chmod(os.path.join(base, name), 0o711)
    for path in (base, os.path.realpath(sys.executable), native.DIRECTORY):
        if (closed := closed_to_others(path)) is not None:
            raise UsageError(
                f"the users of {USERS} cannot get to {path}, because {closed} is closed to "
                f"them. Set {FOLDER} to a folder that all nodes and users see, and install "
                "Heddle where all users can read it, such as /opt."
            )


def check_slurm(
    client: SlurmClient, view: SlurmView, conf: str | None, others: Sequence[SlurmUser]
) -> None:
    """A Slurm that is down, and was there before, comes back. `others` are those as whom jobs run
    besides ourselves.

    :raises UsageError: if the address, the partition, the account or the rights are wrong
    """
    who = ""
    try:
        if conf and not os.path.exists(conf):  # its commands would wait a minute for it
            raise SlurmError(f"SLURM_CONF={conf} is not there. Name the file of the cluster")
        view.nodes()
        if not view.down:
            client.check()
        for user in others if not view.down else ():
            who = f" for {user.name}"
            client.check(user.uid, user.gid)
    except SlurmError as error:
        if error.is_final:  # not now: the nodes are down, or busy
            return
        hint = " Is SLURM_CONF that of the right cluster?" if error.is_down else ""
        raise UsageError(f"the engine slurm does not start{who}: {error}.{hint}") from None
