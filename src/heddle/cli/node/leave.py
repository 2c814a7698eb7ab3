"""End this machine's registration with a control plane: its key is revoked there and removed here.
A running `heddle node join` ends at its next heartbeat.

examples:
  heddle node leave
  heddle node leave --force                    also if the control plane does not answer

exit codes: 1 the control plane does not answer, or refuses; 2 this machine has not joined
"""

from __future__ import annotations

import argparse

from heddle.cli._output import complain
from heddle.errors import HeddleError, UsageError

HELP = "end this machine's registration with a control plane"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="forget it here in any case")


def run(options: argparse.Namespace) -> int:
    from heddle.node import identity
    from heddle.node.shell import RemovedError, leave

    known = identity.load()
    if known is None:
        raise UsageError("this machine has not joined: there is nothing to leave.")
    try:
        leave(known)
    except RemovedError:
        pass  # it is not there any more, which is what was wanted
    except HeddleError as error:
        if not options.force:
            raise HeddleError(
                f"{error} `heddle node leave --force` forgets it here all the same."
            ) from None
        complain(error)
    identity.remove()
    print(f"{known.name} has left {known.address}")
    return 0
