"""An actor in a placement group. A process of its own is the program that uses Ray: its library
reads its settings when it is imported, and ends a process that has lost its cluster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from queue import SimpleQueue
from typing import Any

from heddle.engine.ray.engine import ADDRESS
from heddle.errors import WorkloadError
from heddle.research.bench._plane.own_ray import OwnRay


class ActorInGroup:
    """Actors of one core, on the cluster that RAY_ADDRESS names, or on one of our own.

    :raises NoRayError: if this machine cannot run one
    """

    def __init__(self) -> None:
        self._own: OwnRay | None = None
        environment = dict(os.environ)
        if ADDRESS not in environment:
            segment = f"heddle-engines-{os.getpid()}.soft"
            self._own = OwnRay({**environment, "SOFTXPU_SEGMENT": segment})
            environment = self._own.environment
        self._variables = {k: v for k, v in environment.items() if k.startswith("RAY_")}
        command = [sys.executable, "-m", __name__, environment[ADDRESS]]
        pipe = subprocess.PIPE
        self._program = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        assert self._program.stdout is not None
        if self._program.stdout.readline() != "ready\n":
            self.close()
            raise WorkloadError(f"there is no connection to the Ray at {environment[ADDRESS]}")

    def start(self, command: Sequence[str]) -> None:
        assert self._program.stdin is not None
        self._program.stdin.write(json.dumps(list(command)) + "\n")
        self._program.stdin.flush()

    def environment(self) -> dict[str, str]:
        """Heddle's jobs run on the same cluster."""
        return self._variables

    def close(self) -> None:
        self._program.communicate()
        if self._own is not None:
            self._own.stop()


class CommandActor:
    """What a user of Ray would write to start a command."""

    def run(self, command: Sequence[str]) -> int:
        return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode


def main(address: str) -> None:
    """Starts each command that is read. What it had is given back when it is done, as it is for
    Heddle's jobs."""
    import ray
    from ray.util.placement_group import placement_group, remove_placement_group
    from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy

    ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    print("ready", flush=True)
    started: SimpleQueue[tuple[Any, Any] | None] = SimpleQueue()

    def give_back() -> None:
        groups: dict[Any, Any] = {}
        is_open = True
        while is_open or groups:
            while is_open and not (started.empty() and groups):
                if (found := started.get()) is None:
                    is_open = False
                else:
                    groups[found[1]] = found[0]
            for run in ray.wait([*groups], num_returns=1, timeout=0.02)[0] if groups else ():
                remove_placement_group(groups.pop(run))

    waiter = threading.Thread(target=give_back)
    waiter.start()
    for line in sys.stdin:
        group = placement_group([{"CPU": 1}])
        there = PlacementGroupSchedulingStrategy(group, 0)
        actor = ray.remote(CommandActor).options(num_cpus=0, scheduling_strategy=there).remote()
        started.put((group, actor.run.remote(json.loads(line))))
    started.put(None)
    waiter.join()


OWN = ActorInGroup

if __name__ == "__main__":
    main(sys.argv[1])
