"""Asks the agent for a program that stays, and ends: a program is gone when the process that it was
granted to has ended and nobody keeps it, so the driver must not be that process.

    python -m heddle.kubernetes.grant '{"uid": 0, "name": "claim", "share_milli": 300}'
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from heddle import ask, native
from heddle.errors import HeddleError

TIMEOUT_S = 10.0


def granted(**asked: Any) -> int:
    """The program's id.

    :raises HeddleError: if there is no agent, or it has no room for the share
    """
    words = [sys.executable, "-m", "heddle.kubernetes.grant", json.dumps(asked)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        raise HeddleError(f"the agent has not answered within {TIMEOUT_S:g} s.") from None
    if done.returncode:
        raise HeddleError(done.stderr.strip() or "the agent grants no program.")
    return int(done.stdout)


def main() -> int:
    try:
        made = ask.call("grant", "a claim", **json.loads(sys.argv[1]))
        native.open_table()
        native.keep_program(int(made["id"]), True)
    except HeddleError as error:
        print(error, file=sys.stderr)
        return 1
    print(made["id"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
