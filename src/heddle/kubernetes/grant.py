"""Programs of claims. A program is gone when the process that it was granted to has ended and
nobody keeps it, so the driver must not be that process: a short one asks for each."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from heddle import ask
from heddle.errors import HeddleError
from heddle.kubernetes import grantee

_TIMEOUT_S = grantee.TIMEOUT_S + 5.0


def granted(**asked: Any) -> int:
    """The program's id.

    :raises HeddleError: if there is no agent, or it has no room for the share
    """
    request = json.dumps({"verb": "grant", "kept": True, **asked})
    words = [sys.executable, "-I", "-S", grantee.__file__, ask.socket_path(), request]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=_TIMEOUT_S)
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        raise HeddleError(
            f"no agent answers at {ask.socket_path()}. Start one: heddle node agent --tenants"
        ) from None
    if "error" in answer:
        raise HeddleError(str(answer["error"]["message"]))
    return int(answer["answer"]["id"])
