"""A worker of Ray under `heddle run` whose share is what its task was given: `num_gpus=0.3` is 30 %
of the device and of its memory.

    python -m heddle.engine.ray.worker '{"0": 17179869184}' default_worker.py ...

Ray has no hook before a task. It calls a function of its own there that shows the GPUs to the
task, and this module puts itself before that: a reason to pin the version of Ray.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def wanted(gpus: float, indices: Sequence[str], sizes: Mapping[str, int]) -> tuple[float, int]:
    """The share, and the memory in bytes, for so much of these GPUs; 0: no limit."""
    part = round(gpus, 3) if 0 < gpus < 1 else 0.0
    known = [sizes[index] for index in indices if index in sizes]
    return part, int(part * min(known, default=0))


def enforcing(show: Callable[[], Any], sizes: Mapping[str, int]) -> Callable[[], Any]:
    """As `show`, which Ray calls right before each task, with the limits of the task in force."""
    import ray

    import heddle

    now = (0.0, 0)

    def shown() -> Any:
        nonlocal now
        told = ray.get_runtime_context()
        indices = [str(each) for each in told.get_accelerator_ids().get("GPU", ())]
        limits = wanted(told.get_assigned_resources().get("GPU", 0), indices, sizes)
        if limits != now:
            heddle.hint(share=limits[0], memory=limits[1] if sizes else None)
            now = limits
        return show()

    return shown


def main(words: Sequence[str]) -> None:
    """`words`: the memory of GPUs by index, and the script of the worker with its arguments."""
    import ray._private.utils as utils

    sizes, script = words[:2]
    utils.set_visible_accelerator_ids = enforcing(
        utils.set_visible_accelerator_ids, json.loads(sizes)
    )
    sys.argv = [*words[1:]]
    sys.path[0] = os.path.dirname(script)  # as if Python had been given the script
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
