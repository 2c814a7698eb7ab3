"""The end of an attempt, from those of its members."""

from __future__ import annotations

import signal
from collections.abc import Mapping, Sequence

from heddle.engine.local.supervisor import now_ms
from heddle.model.wire.terminal import IDLE

TYPE_CHECKING = False  # typing is slow to import, and jobs wait for it

if TYPE_CHECKING:
    from typing import Any


def end_of(states: Sequence[Mapping[str, Any] | None], *, is_asked: bool) -> dict[str, Any]:
    """From what each member noted; `is_asked`: to stop."""
    for state in states:
        if state and state.get("state") == "lost":  # its folder is not there, or the like
            return {name: state[name] for name in ("state", "why", "unready") if name in state}
    failed = []
    for number, state in enumerate(states):
        if state is None and is_asked:  # the request met a member that had not begun
            failed.append((now_ms(), number, -signal.SIGTERM, ""))
        elif not state or "exit_code" not in state:  # killed, so it could not note anything
            failed.append((now_ms(), number, -signal.SIGKILL, ""))
        elif state["exit_code"]:
            failed.append((state["ended_ms"], number, state["exit_code"], state.get("why", "")))
    if not failed:
        was_idle = any(IDLE in str((state or {}).get("why", "")).split("; ") for state in states)
        return {"state": "ended", "exit_code": 0, "why": IDLE if was_idle else ""}
    _, number, first, why = min(failed)
    if not why and len(failed) > 1 and first != -signal.SIGTERM:
        how = f"by signal {-first}" if first < 0 else f"with exit code {first}"
        why = f"member {number} ended {how}, so the others were ended"
    return {"state": "ended", "exit_code": first, "why": why}
