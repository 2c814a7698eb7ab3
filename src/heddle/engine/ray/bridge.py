"""The process that talks to Ray for the engine: requests in, answers out, a line of JSON each.

It is a process of its own because Ray ends a process that has lost its cluster, cannot be told to
stop waiting, and has threads that forbid forking. The control plane must survive all of that.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ray
from ray.exceptions import RayError
from ray.util.placement_group import (
    PlacementGroup,
    get_placement_group,
    placement_group,
    placement_group_table,
    remove_placement_group,
)
from ray.util.scheduling_strategies import (
    NodeAffinitySchedulingStrategy,
    PlacementGroupSchedulingStrategy,
)

from heddle.engine.ray.actor import MemberActor
from heddle.engine.ray.probe import probe

NAMESPACE = "heddle"
_PROBE_S = 15.0  # for the first nodes to say what they have
_LATE_S = 0.5  # for others; one that is late is there at the next look
_STATES_S = 1.0  # between looks at the states of all groups, which say why some wait
_MOST_SAID = 300


@dataclass(slots=True)
class _Held:
    """The placement group of an attempt, and for each member a call that lasts as long as it."""

    group: PlacementGroup
    runs: list[Any]
    faults: dict[int, str] = field(default_factory=dict)  #: by member: why its actor has gone
    over: set[int] = field(default_factory=set)


class Bridge:
    """Every public method is a request; one that fails is answered with the error."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._held: dict[str, _Held] = {}
        self._probes: dict[str, Any] = {}  #: by node: the call, then its answer
        self._came: dict[str, int] = {}  #: nodes, in the order in which they were first seen
        self._actors = ray.remote(MemberActor)
        self._states, self._states_at = dict[str, str](), float("-inf")

    def start(self, attempts: Sequence[Mapping[str, Any]]) -> list[str]:
        """For each: why not; empty if Ray has it. Ray places all bundles of one at once or none,
        and starts the actors when it has."""
        return [self._started(**each) for each in attempts]

    def _started(self, name: str, resources: list[dict[str, float]], **words: Any) -> str:
        try:
            group = placement_group(
                resources, strategy="PACK", name=name, lifetime="detached",
                bundle_label_selector=words["selectors"],
            )  # fmt: skip
            self._attach(name, group, words)
        except Exception as error:  # of Ray's many kinds; the others may be started
            return _said(error)
        return ""

    def adopt(self, name: str, resources: list[dict[str, float]], **words: Any) -> bool:
        """As `start`, where an earlier bridge may have begun; False: it had not, or it is gone."""
        try:
            group = get_placement_group(name)
        except ValueError:
            return False
        if placement_group_table(group).get("state") == "REMOVED":
            return False
        self._attach(name, group, words)
        return True

    def _attach(self, name: str, group: PlacementGroup, words: Mapping[str, Any]) -> None:
        runs = []
        for number, gpus in enumerate(words["gpus"]):
            actor = self._actors.options(
                name=f"{name}-{number}", namespace=NAMESPACE, lifetime="detached",
                get_if_exists=True, max_restarts=0, num_cpus=0, num_gpus=gpus,
                scheduling_strategy=PlacementGroupSchedulingStrategy(group, number),
            ).remote()  # fmt: skip
            runs.append(actor.run.remote(words["folder"], number, words["nonce"]))
        self._held[name] = _Held(group, runs)

    def look(self) -> dict[str, Any]:
        """By name: members whose actors have gone, and whether Ray has placed it."""
        waiting = [held for held in self._held.values() if len(held.over) < len(held.runs)]
        runs = [run for held in waiting for run in held.runs]
        done = {*ray.wait(runs, num_returns=len(runs), timeout=0)[0]} if runs else set()
        if waiting and time.monotonic() - self._states_at > _STATES_S:
            self._states, self._states_at = _states(), time.monotonic()
        for held in waiting:
            for number, run in enumerate(held.runs):
                if run in done and number not in held.over:
                    held.over.add(number)
                    try:
                        ray.get(run, timeout=1)
                    except RayError as error:
                        held.faults[number] = _said(error)
            if len(held.over) == len(held.runs) and not held.faults:  # nobody is left to use it
                remove_placement_group(held.group)
        return {
            name: {
                "faults": held.faults, "over": sorted(held.over),
                "state": self._states.get(held.group.id.hex(), ""),
            }
            for name, held in self._held.items()
        }  # fmt: skip

    def end(self, names: Sequence[str]) -> None:
        """Gives back what they have in Ray; actors that are left die."""
        for name in names:
            held = self._held.pop(name, None)
            with contextlib.suppress(ValueError):  # there is none
                remove_placement_group(held.group if held else get_placement_group(name))

    def keep(self, prefix: str, names: Sequence[str]) -> None:
        """Removes groups of the engine that is known by the prefix, all but these."""
        for told in placement_group_table().values():
            name = told["name"]
            if name.startswith(prefix) and name not in names and told["state"] != "REMOVED":
                self.end([name])

    def nodes(self) -> list[dict[str, Any]]:
        alive = self._newest([node for node in ray.nodes() if node["Alive"]])
        look = ray.remote(probe)
        for node in alive:
            if node["NodeID"] not in self._probes:
                there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
                call = look.options(num_cpus=0, max_retries=0, scheduling_strategy=there)
                self._probes[node["NodeID"]] = call.remote(self._folder)
        asked = [
            each for node in alive if not isinstance(each := self._probes[node["NodeID"]], dict)
        ]
        if asked:  # others must not wait for a node that is late
            is_first = len(asked) == len(alive)
            wait_s = _PROBE_S if is_first else _LATE_S
            ray.wait(asked, num_returns=len(asked), timeout=wait_s)
        return [_node(node, self._answer(node["NodeID"])) for node in alive]

    def _newest(self, alive: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Of nodes with one name at one address, the one that came last: it was started again, and
        Ray has not noticed the end of the other yet."""
        for node in alive:
            self._came.setdefault(node["NodeID"], len(self._came))
        by_age = sorted(alive, key=lambda node: self._came[node["NodeID"]])
        last = {(node["NodeName"], node["NodeManagerAddress"]): node["NodeID"] for node in by_age}
        return [
            node
            for node in alive
            if node["NodeName"] == node["NodeManagerAddress"]  # nobody gave it a name
            or last[node["NodeName"], node["NodeManagerAddress"]] == node["NodeID"]
        ]

    def _answer(self, node: str) -> dict[str, Any]:
        found = self._probes[node]
        if not isinstance(found, dict):
            try:
                found = ray.get(found, timeout=0)
            except ray.exceptions.GetTimeoutError:
                return {"why": "it does not answer"}
            except RayError as error:
                del self._probes[node]  # asked again: somebody may install what is missing
                return {"why": _said(error)}
            self._probes[node] = found
        return dict(found)


def _states() -> dict[str, str]:
    """Of all placement groups, by id; of one that waits also why, in Ray's words."""
    found = {}
    for group, told in placement_group_table().items():
        detail = told.get("stats", {}).get("scheduling_state", "")
        state = told["state"]
        found[group] = f"{state} {detail}".strip() if state == "PENDING" else state
    return found


def _node(node: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    given, address = node["NodeName"], node["NodeManagerAddress"]
    return {
        "id": node["NodeID"], "name": given if given != address else node["NodeManagerHostname"],
        "resources": node["Resources"], "probe": answer, "address": address,
    }  # fmt: skip


def _said(error: BaseException) -> str:
    """The last line of what Ray says is the cause; those before are where."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if isinstance(error, ray.exceptions.RayTaskError):
        lines = lines[-1:]
    return (lines or [type(error).__name__])[0][:_MOST_SAID]


def main(words: Sequence[str]) -> int:
    """`words`: the address of the cluster, and the folder of the engine."""
    address, folder = words
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # Ray may print something

    def answer(**told: Any) -> None:
        print(json.dumps(told), file=answers, flush=True)

    try:
        ray.init(
            address=address, namespace=NAMESPACE, log_to_driver=False, logging_level="ERROR"
        )  # fmt: skip
    except Exception as error:  # whatever it is, it says why there is no connection
        answer(error=str(error) or type(error).__name__)
        return 1
    answer(result=ray.__version__)
    bridge = Bridge(folder)
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer(result=getattr(bridge, asked.pop("verb"))(**asked))
        except Exception as error:  # of Ray's many kinds; the next request may succeed
            answer(error=_said(error))
    os._exit(0)  # what we started in Ray goes on


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
