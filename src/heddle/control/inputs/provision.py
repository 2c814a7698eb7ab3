"""What jobs are equipped with, and how: right before the engine starts them.

`Stock` is what the loop calls for each order, in a separate thread and not in the core: so the
value of a secret is in no record, no event and no log. What takes long, unpacking and copying, is
left to the attempt's own supervisor.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from heddle.control.inputs import datasets, vault
from heddle.control.inputs.datasets import DataVersion, Location
from heddle.control.inputs.snapshots import Snapshots, limit
from heddle.control.inputs.vault import Vault
from heddle.control.services import book
from heddle.engine.base import Equipment, Fetch, Order
from heddle.engine.local.files.copying import local_path
from heddle.errors import HeddleError, UsageError
from heddle.model.quantity import MEMORY
from heddle.model.reason import Reason
from heddle.model.wire.handover import SNAPSHOT, DataCopy, Handout
from heddle.spec.equipment import FILE, data_variable
from heddle.store.base import Store

CACHE, CACHE_LIMIT = "HEDDLE_CACHE", "HEDDLE_CACHE_LIMIT"


class CannotEquipError(HeddleError):
    """Something is missing; it says what helps."""


class Stock:
    """All that is there for jobs. For several threads.

    :raises UsageError: if a setting is invalid
    """

    def __init__(
        self,
        folder: str,
        store: Store,
        node: str = "",
        site: str = "",
        *,
        cache: str | None = None,
        cache_bytes: int | None = None,
        shows: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`shows`: whether isolated jobs see a path of this machine."""
        self._shows = shows
        self.store = store
        self.node, self.site = node, site
        self.snapshots = Snapshots(folder, limit())
        self.vault = Vault(folder)
        self.cache = cache or os.environ.get(CACHE) or os.path.join(folder, "cache")
        if not os.path.isabs(self.cache):
            raise UsageError(f"{CACHE}={self.cache}: give the whole path, from / on.")
        self.cache_bytes = cache_limit(self.cache) if cache_bytes is None else cache_bytes

    def __call__(self, order: Order) -> Order | Reason:
        """The order with all that it names, or why not."""
        if not (order.snapshot or order.secrets or order.data):
            return order
        try:
            return self._equipped(order)
        except HeddleError as error:
            return Reason("equipment", why=str(error))

    def elsewhere(self, order: Order) -> Order | Reason:
        """As a call, for an engine whose nodes ask for it when the members start: whether it is
        all there."""
        if not (order.snapshot or order.secrets or order.data):
            return order
        try:
            self._secrets(order)
            for label in order.data:
                self._version(order, label)
            most = self.snapshots.most_bytes
            return replace(order, equipment=Equipment(self._archive(order), most))
        except HeddleError as error:
            return Reason("equipment", why=str(error))

    def handout(
        self, order: Order, wants: Collection[str], node: str, site: str, *, is_own: bool
    ) -> Handout:
        """What a member on this node needs. `is_own`: it runs as our own user, who may read what
        we may.

        :raises CannotEquipError: if something is missing
        """
        private, files = self._secrets(order) if "secrets" in wants else ({}, {})
        archive = self._archive(order) if SNAPSHOT in wants else None
        paths: dict[str, str] = {}
        copies = []
        for label in order.data if "data" in wants else ():
            version = self._version(order, label)
            variable = data_variable(version.name)
            if (there := _on(version, node, site)) is not None:
                paths[variable] = there.path
                continue
            source = version.source
            if source is None or local_path(source) is not None:
                self.path_of(order, label, node, is_own=is_own)
                source = None
            copies.append(
                DataCopy(variable, label, version.key, source, version.mib, version.sha256)
            )
        digest = None if archive is None else os.path.basename(archive)
        size = 0 if archive is None else os.path.getsize(archive)
        return Handout(digest, size, private, files, paths, tuple(copies))

    def path_of(self, order: Order, label: str, node: str, *, is_own: bool) -> str:
        """Where we have it, for a node to copy.

        :raises CannotEquipError: if we have not, or it may not be copied
        """
        version = self._version(order, label)
        path = local_path(version.source or "")
        if path is None and version.source is None:
            here = (
                each for each in version.locations if each.node == self.node and not each.cached
            )
            path = next((each.path for each in here), None)
        if path is None or not os.path.exists(path):
            raise CannotEquipError(_elsewhere(version, node))
        if version.tenant and not is_own:  # any tenant may name a path, and we may be root
            raise CannotEquipError(
                f"{label} is a path of the control plane, {path}, which it does not copy for users "
                "of another tenant. Have an administrator of the cluster register it for all "
                "(`heddle admin data create --tenant ''`), or use a https:// --source"
            )
        return path

    def _equipped(self, order: Order) -> Order:
        private, files = self._secrets(order)
        paths, fetches = self._data(order)
        equipment = Equipment(
            archive=self._archive(order),
            most_bytes=self.snapshots.most_bytes,
            private={**order.equipment.private, **private},
            files=files,
            fetches=tuple(fetches),
            paths=() if order.isolated else tuple(paths.values()),
            cache=self.cache,
            cache_bytes=self.cache_bytes,
        )
        return replace(order, environment={**order.environment, **paths}, equipment=equipment)

    def _archive(self, order: Order) -> str | None:
        if order.snapshot is None:
            return None
        digest = order.snapshot.removeprefix("sha256:")
        if not self.snapshots.use(order.tenant, digest):
            raise CannotEquipError(
                f"its snapshot {order.snapshot[:19]}... is gone. Cancel it, and submit it again "
                "from the folder"
            )
        return self.snapshots.path(order.tenant, digest)

    def _secrets(self, order: Order) -> tuple[dict[str, bytes], dict[str, bytes]]:
        private: dict[str, bytes] = {}
        files: dict[str, bytes] = {}
        for variable, said in order.secrets.items():
            name = said.removeprefix(FILE)
            found = vault.find(self.store, order.tenant, name)
            if found is None:
                raise CannotEquipError(
                    f"{order.tenant} has no secret {name!r}. "
                    f"`heddle account secret set {name} --tenant {order.tenant}` sets it"
                )
            value = self.vault.open(found[0], name, found[1])
            if said.startswith(FILE):
                files[variable] = value
            elif b"\0" in value:
                raise CannotEquipError(
                    f"secret {name} has a NUL byte, which no variable can have. "
                    f"Ask for it as a file: {variable}: file:{name}"
                )
            else:
                private[variable] = value
        return private, files

    def _data(self, order: Order) -> tuple[dict[str, str], list[Fetch]]:
        paths: dict[str, str] = {}
        fetches = []
        for label in order.data:
            version = self._version(order, label)
            variable = data_variable(version.name)
            if (here := self._here(version)) is not None:
                self._check_shown(order, label, here.path)
                paths[variable] = here.path
            elif order.isolated and (path := local_path(version.source or "")) is not None:
                self._check_shown(order, label, path)
                paths[variable] = path  # to copy it would be to read it with our rights
            elif version.source is not None:
                key, source = version.key, version.source
                fetches.append(Fetch(variable, label, key, source, version.mib, version.sha256))
            else:
                raise CannotEquipError(_elsewhere(version, self.node))
        return paths, fetches

    def _version(self, order: Order, label: str) -> DataVersion:
        """:raises CannotEquipError: if it is not registered any more"""
        version = datasets.find(self.store, order.tenant, label)
        if version is None:
            raise CannotEquipError(
                f"{label} is no longer registered. `heddle admin data ls` lists all"
            )
        return version

    def _check_shown(self, order: Order, label: str, path: str) -> None:
        """A tenant gets no more than it is shown, and there the files' own permissions count.

        :raises CannotEquipError: if it is not
        """
        if order.isolated and not self._shows(path):
            raise CannotEquipError(
                f"{label} is at {path}, which isolated jobs do not see. The operator can show it "
                "to them (HEDDLE_JOB_MOUNTS), or register a version with a https:// --source"
            )

    def _here(self, version: DataVersion) -> Location | None:
        """Not in the cache: its user locks that."""
        for each in version.locations:
            is_here = each.node == self.node if each.node else each.site == self.site
            if is_here and not each.cached:
                if os.path.exists(each.path):
                    return each
                if version.source is None:
                    raise CannotEquipError(
                        f"{version.label} should be at {each.path}, which does not exist. "
                        "Put it back, or register another version"
                    )
        return None


def _on(version: DataVersion, node: str, site: str) -> Location | None:
    """Where that node has it without a copy."""
    for each in version.locations:
        if not each.cached and (each.node == node if each.node else each.site == site):
            return each
    return None


def cache_limit(folder: str) -> int:
    """Bytes that the cache may have: half of its disk by default.

    :raises UsageError: if the setting is invalid
    """
    given = os.environ.get(CACHE_LIMIT)
    if not given:
        while not os.path.isdir(folder):
            folder = os.path.dirname(folder)
        return shutil.disk_usage(folder).total // 2
    try:
        return MEMORY.parse(given) << 20
    except UsageError as error:
        raise UsageError(f"{CACHE_LIMIT}: {error}") from None


def wanted(store: Store) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Whose jobs and services are not over: the tenant, what it is called, and its spec."""
    jobs, _ = store.alive()
    for job in jobs:
        yield job.tenant, job.id, job.spec
    for value in store.things(book.KIND).values():
        for spec in (value["spec"], value.get("good_spec") or {}):
            yield str(value["tenant"]), f"service {value['name']}", spec


def _elsewhere(version: DataVersion, node: str) -> str:
    places = ", ".join(each.node or f"site {each.site}" for each in version.locations)
    return (
        f"{version.label} is on {places or 'no node'} and not on {node}. Register a version with a "
        "--source, from which nodes may copy it"
    )
