"""What a container asks for, whichever way its pod says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from heddle.errors import UsageError, did_you_mean
from heddle.model.job import WHOLE, DeviceAsk

Pod = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PartAsk:
    """Parts of devices. What is not said goes with the other: the memory with the share, as
    everywhere in Heddle, or the share with the memory."""

    device: DeviceAsk  #: its share 0: in proportion to the memory
    api: str = ""  #: only devices of this one; empty: any
    memory_mib: int = 0
    memory_milli: int = 0  #: thousandths of the device's; both 0: as the share
    is_best_effort: bool = False

    @property
    def part_milli(self) -> int:
        """Of the memory; 0: it is said in MiB."""
        return 0 if self.memory_mib else self.memory_milli or self.device.share_milli

    @property
    def depends_on_size(self) -> bool:
        """Whether it comes to other numbers on a device with other memory."""
        return 0 < self.part_milli < WHOLE or not self.device.share_milli


@dataclass(frozen=True, slots=True)
class PodContainer:
    """Where a container is in its pod."""

    name: str
    list: str  #: containers or initContainers
    index: int
    resources: Mapping[str, Any]

    @property
    def limits(self) -> Mapping[str, Any]:
        """Of devices there are no others: Kubernetes wants requests to be the same."""
        return self.resources.get("limits") or {}


@dataclass(frozen=True, slots=True)
class ContainerAsk:
    """All of `needs` together; of each, the first of its alternatives that there is."""

    container: PodContainer
    needs: tuple[tuple[PartAsk, ...], ...]


class DeniedError(UsageError):
    """The pod is not admitted; the message is what its author reads."""


def containers(pod: Pod) -> Iterator[PodContainer]:
    for list_ in ("containers", "initContainers"):
        for index, each in enumerate(pod["spec"].get(list_) or ()):
            yield PodContainer(each["name"], list_, index, each.get("resources") or {})


def container(pod: Pod, name: str | None, source: str) -> PodContainer:
    """The one of that name; None: the first.

    :raises DeniedError: if there is none
    """
    found = {each.name: each for each in containers(pod)}
    if name is None and found:
        return next(iter(found.values()))
    if name is None or name not in found:
        raise DeniedError(
            f"{source}: the pod has no container {name!r}.{did_you_mean(name or '', found)} "
            f"It has {', '.join(found) or 'none'}."
        )
    return found[name]


def pod_annotations(pod: Pod) -> Mapping[str, str]:
    return pod.get("metadata", {}).get("annotations") or {}
