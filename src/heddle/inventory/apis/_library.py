"""A vendor's library: whether there may be one, and what it says of its devices."""

from __future__ import annotations

import os

from heddle.errors import VendorError

TYPE_CHECKING = False  # every `heddle run` comes here

if TYPE_CHECKING:
    from typing import Any


def in_library_path(*names: str) -> bool:
    """Whether one of these is in a folder of LD_LIBRARY_PATH."""
    folders = filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(":"))
    return any(os.path.exists(os.path.join(folder, name)) for folder in folders for name in names)


def answer(api: str, library: str, remedy: str, **variables: str) -> Any:
    """The last line that the module of this api prints as a program, as JSON; in a process of its
    own, because the library would stay in this one, with its threads and memory.

    :raises VendorError: if it fails; the message names the library, says why and ends with the
        remedy
    """
    import json
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", f"heddle.inventory.apis.{api}"],
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
    )
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it crashed"])[-1]
        raise VendorError(f"{library} cannot be used: {why}. {remedy}")
    return json.loads(done.stdout.splitlines()[-1])
