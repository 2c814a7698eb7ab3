"""For users of Ray who do not use Heddle's jobs: a plugin of Ray's runtime environments that starts
the workers of a task or an actor under `heddle run`.

    RAY_RUNTIME_ENV_PLUGINS='[{"class": "heddle.engine.ray.plugin.HeddlePlugin"}]' ray start --head

    @ray.remote(num_gpus=0.3, runtime_env={"heddle": {"share": 0.3, "mem": "8GiB"}})
    def train(): ...

Ray calls it on the node, in a process of its own, and knows nothing there of `num_gpus`.
"""

from __future__ import annotations

import logging
import shlex
import sys
from collections.abc import Mapping
from typing import Any

from ray._private.runtime_env.context import RuntimeEnvContext
from ray._private.runtime_env.plugin import RuntimeEnvPlugin

NAME = "heddle"
_OPTIONS = ("share", "cap", "mem", "priority", "device")  # of `heddle run`


def prefix(wanted: object) -> list[str]:
    """What stands before the command of a worker.

    :raises ValueError: if these are no options; Ray shows the sentence to who asked for them
    """
    if not isinstance(wanted, Mapping) or not wanted or {*wanted} - {*_OPTIONS}:
        raise ValueError(
            f"runtime_env={{'{NAME}': {wanted!r}}} is not valid: say what `heddle run` is to "
            f"enforce, as in {{'share': 0.3, 'mem': '8GiB'}} ({', '.join(_OPTIONS)})"
        )
    words = [f"--{name}={wanted[name]}" for name in _OPTIONS if name in wanted]
    return [sys.executable, "-m", "heddle", "run", *words, "--"]


class HeddlePlugin(RuntimeEnvPlugin):  # type: ignore[misc]  # Ray is an extra: it has no types here
    """Found by Ray through its name in RAY_RUNTIME_ENV_PLUGINS."""

    name = NAME

    @staticmethod
    def validate(runtime_env_dict: Mapping[str, Any]) -> None:
        """:raises ValueError: if it is not valid"""
        if (wanted := runtime_env_dict.get(NAME)) is not None:
            prefix(wanted)

    def modify_context(
        self,
        uris: list[str],
        runtime_env: Mapping[str, Any],
        context: RuntimeEnvContext,
        logger: logging.Logger,
    ) -> None:
        """:raises ValueError: if it is not valid"""
        if (wanted := runtime_env.get(NAME)) is not None:
            before = shlex.join(prefix(wanted))  # Ray gives it to a shell
            context.py_executable = f"{before} {context.py_executable}"
