"""For users of Ray who do not use Heddle's jobs: a plugin of Ray's runtime environments that starts
the workers of a task or an actor under `heddle run`.

    RAY_RUNTIME_ENV_PLUGINS='[{"class": "heddle.engine.ray.plugin.HeddlePlugin"}]' ray start --head

    @ray.remote(num_gpus=0.3, runtime_env={"heddle": {}})
    def train(): ...

Ray calls it on the node, in a process of its own, where it does not say what `num_gpus` is. If no
share is asked for in words, the worker itself looks, before each task (worker.py).
"""

from __future__ import annotations

import json
import logging
import shlex
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from ray._private.runtime_env.context import RuntimeEnvContext
from ray._private.runtime_env.plugin import RuntimeEnvPlugin

NAME = "heddle"
_OPTIONS = ("share", "cap", "mem", "priority", "device")  # of `heddle run`
_LOOK_S = 60.0


def command(python: str, wanted: object) -> list[str]:
    """What stands before the script of a worker that this Python is to execute.

    :raises ValueError: if these are no options; Ray shows the sentence to who asked for them
    """
    if not isinstance(wanted, Mapping) or {*wanted} - {*_OPTIONS}:
        raise ValueError(
            f"runtime_env={{'{NAME}': {wanted!r}}} is not valid: say what `heddle run` is to "
            f"enforce, as in {{'share': 0.3, 'mem': '8GiB'}} ({', '.join(_OPTIONS)}), or {{}} for "
            "what num_gpus says"
        )
    words = [f"--{name}={wanted[name]}" for name in _OPTIONS if name in wanted]
    found = [sys.executable, "-m", "heddle", "run", *words, "--", python]
    if "share" in wanted:
        return found
    # One limit in words is enough: then the worker leaves memory alone.
    sizes = "{}" if "mem" in wanted else _gpu_bytes()
    return [*found, "-m", "heddle.engine.ray.worker", sizes]


@cache
def _gpu_bytes() -> str:
    """As JSON, by index. Looked up in another process: a vendor's library stays in this one."""
    text = (
        "import json; from heddle.inventory import apis; "
        "from heddle.engine._elsewhere.given_devices import gpu_bytes; "
        "print(json.dumps(gpu_bytes(apis.devices(lambda error: None))))"
    )
    look = [sys.executable, "-c", text]
    done = subprocess.run(look, capture_output=True, text=True, timeout=_LOOK_S, check=True)
    return json.dumps(json.loads(done.stdout.splitlines()[-1]))


class HeddlePlugin(RuntimeEnvPlugin):  # type: ignore[misc]  # Ray is an extra: it has no types here
    """Found by Ray through its name in RAY_RUNTIME_ENV_PLUGINS."""

    name = NAME

    @staticmethod
    def validate(runtime_env_dict: Mapping[str, Any]) -> None:
        """:raises ValueError: if it is not valid"""
        if (wanted := runtime_env_dict.get(NAME)) is not None:
            command(sys.executable, wanted)

    def modify_context(
        self,
        uris: list[str],
        runtime_env: Mapping[str, Any],
        context: RuntimeEnvContext,
        logger: logging.Logger,
    ) -> None:
        """:raises ValueError: if it is not valid"""
        if (wanted := runtime_env.get(NAME)) is not None:
            context.py_executable = shlex.join(command(context.py_executable, wanted))
