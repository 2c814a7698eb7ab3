"""Pods that have slots of a device plugin: each has a program in the table with what its annotation
says, as a claim has. What was made is read from files, so the plugin can be started anew."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Collection, Sequence

import heddle
from heddle.agent.pods import FILES as PODS
from heddle.errors import UsageError
from heddle.kubernetes import GUARANTEED
from heddle.kubernetes.claims import GivenPod
from heddle.kubernetes.kept import SLOTS as FILES
from heddle.kubernetes.kept import let_go, program_for
from heddle.kubernetes.plans import plan_of
from heddle.kubernetes.preparation import write_json
from heddle.kubernetes.slices import names
from heddle.kubernetes.slots import asked, check_room, device_of
from heddle.launch import cdi
from heddle.launch.cdi import ContainerDevice

CLASS = "slot"


class SlotPods:
    """`offers` are the devices of this machine, as containers can have them."""

    def __init__(
        self, offers: Callable[[], Sequence[ContainerDevice]], table: str, cdi_folder: str
    ) -> None:
        self._table, self._cdi_folder = table, cdi_folder
        self._offers = offers
        self._mutex = threading.Lock()
        self.devices: dict[str, ContainerDevice] = {}

    def look(self) -> None:
        """What there is now, also for container engines.

        :raises UsageError: if there is no device
        """
        offers = self._offers()
        self.devices = dict(zip(names([each.device for each in offers]), offers, strict=True))
        apis = sorted({each.device.api for each in offers})
        said = cdi.specification(
            offers,
            table=self._table,
            preloaded=cdi.preload_in_container(apis),
            asked={},
            device_class=CLASS,
            mark=CLASS,
        )
        write_json(self._path(), said)

    def close(self) -> None:
        """No container can be given a slot any more; those that run need nothing of it."""
        with contextlib.suppress(OSError):
            os.unlink(self._path())

    def _path(self) -> str:
        return os.path.join(self._cdi_folder, f"{cdi.VENDOR}-{CLASS}.json")

    def kinds(self) -> list[str]:
        """Accelerators only: cores are kubelet's own."""
        return sorted({each.device.kind for each in self.devices.values()} - {"cpu"})

    def engine_names(self, slots: Sequence[str]) -> list[str]:
        """What container engines call their devices.

        :raises UsageError: if there is no such device
        """
        called = cdi.names([each.device for each in self.devices.values()])
        by_name = dict(zip(self.devices, called, strict=True))
        chosen = dict.fromkeys(map(device_of, slots))
        if unknown := [name for name in chosen if name not in by_name]:
            raise UsageError(f"this node has no device {unknown[0]} (any more).")
        return [f"{cdi.VENDOR}/{CLASS}={by_name[name]}" for name in chosen]

    def prepare(self, pod: GivenPod, namespace: str, text: str, slots: Sequence[str]) -> None:
        """Before a container of it starts; `text` is the annotation.

        :raises HeddleError: if it cannot be enforced
        """
        chosen = sorted(set(map(device_of, slots)))
        parts, layers = [], set[str]()
        for name in chosen:
            device = self.devices[name].device
            given, layer = asked(text, name, device.memory_bytes)
            parts.append((given, device))
            layers.add(layer)
        with self._mutex:
            known = FILES.read(pod.uid)
            if known and known.get("devices") == chosen and self._is_there(known["program"]):
                return
            layer = layers.pop()
            share = min(given.share_milli for given, _ in parts) if layer == GUARANTEED else 0
            for name in chosen:
                check_room(share, self._promised(name, pod.uid), name)
            plan = plan_of(parts, layer)
            program = program_for(FILES, pod.uid, (namespace, pod.name), plan)
            where = {"namespace": namespace, "name": pod.name}
            record = {"program": program, "devices": chosen, "share_milli": share, **where}
            FILES.write(pod.uid, record)
            PODS.write(pod.uid, {"program": program, "claim": "", **where})

    def keep(self, pods: Collection[tuple[str, str]]) -> None:
        """All others, by namespace and name, have gone.

        :raises HeddleError: if the table cannot be used
        """
        with self._mutex:
            for uid in FILES.names():
                known = FILES.read(uid)
                if known is None or (known["namespace"], known["name"]) in pods:
                    continue
                let_go(known)
                PODS.remove(uid)
                FILES.remove(uid)

    @staticmethod
    def _is_there(program: int) -> bool:
        return any(each.id == program for each in heddle.programs())

    @staticmethod
    def _promised(device: str, besides: str) -> list[int]:
        found = [known for uid in FILES.names() if uid != besides and (known := FILES.read(uid))]
        return [int(each["share_milli"]) for each in found if device in each.get("devices", ())]
