"""Small files that survive a crash, and locks that end with their holder."""

from __future__ import annotations

import fcntl
import json
import os

from heddle.system import files

TYPE_CHECKING = False  # typing is slow to import, and jobs wait for it

if TYPE_CHECKING:
    from typing import Any


def boot_id() -> str:
    """Another one after every start of the machine; empty where the system does not say."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""


def write(path: str, value: Any, *, durable: bool) -> None:
    """Replaces the file in one step. `durable`: also after a power cut."""
    files.replace(path, json.dumps(value).encode(), durable=durable)


def read(path: str) -> dict[str, Any] | None:
    """None if there is no such file; empty if it is invalid (a power cut can do that)."""
    try:
        with open(path, "rb") as file:
            value = json.loads(file.read())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def lock(path: str) -> int | None:
    """A descriptor that holds the lock as long as it, or a copy of it in any process, is open;
    None if another process holds it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    except BaseException:
        os.close(handle)
        raise
    return handle
