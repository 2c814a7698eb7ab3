"""Data sets and models: registered versions, and where each one is."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar
from urllib.parse import urlsplit

from pydantic import ConfigDict

from heddle.api.parameters import AtDesk, Reader, Submitter, router
from heddle.cluster.quota import CLUSTER
from heddle.control.book import organisation_of
from heddle.control.core import Core
from heddle.control.inputs import datasets
from heddle.control.inputs.datasets import KIND, KINDS, DataVersion, Location
from heddle.control.inputs.provision import wanted
from heddle.desk.access.auth import Token, within
from heddle.desk.desk import Desk
from heddle.desk.errors import ConflictError, ForbiddenError, InvalidError, MissingError, Mistake
from heddle.desk.jobs.inputs import stock_of
from heddle.desk.sent import ONLY_THESE
from heddle.errors import UsageError, did_you_mean
from heddle.model.quantity import MEMORY
from heddle.spec import equipment, values
from heddle.store.base import Event, Gone

ROUTER = router("/v1/data")
T = TypeVar("T")
LONGEST = 4096  #: characters of a path or a source
MOST = 10_000  #: versions of an organisation: all are read for every job with data


@dataclass(frozen=True, slots=True)
class DataSaid:
    """A version to register: with a `path` where it is, a `source`, or both."""

    name: str
    version: str
    kind: str = "data"  #: or model
    path: str | None = None  #: on the server's own node, or on all nodes of `sites`
    sites: Sequence[str] = ()
    source: str | None = None  #: from where nodes may copy it: a path, file://, http(s)://
    sha256: str | None = None  #: of the source, where that is one file
    size: str | None = None  #: 40GiB
    tenant: str | None = None  #: without: the token's own; "" is for all tenants

    __pydantic_config__: ClassVar[ConfigDict] = ONLY_THESE


@dataclass(frozen=True, slots=True)
class DataList:
    data: Sequence[DataVersion]


@ROUTER.get("")
async def data(desk: AtDesk, caller: Reader) -> DataList:
    """Of the token's tenant, those below, and those above whose data it may use."""
    return DataList(await _seen(desk, caller))


@ROUTER.get("/{name}")
async def versions(name: str, desk: AtDesk, caller: Reader) -> DataList:
    """The first first."""
    every = await _seen(desk, caller)
    found = [each for each in every if each.name == name]
    if not found:
        near = did_you_mean(name, (each.name for each in every))
        raise MissingError(f"no data {name!r} is registered.{near}")
    return DataList(found)


@ROUTER.post("", status_code=201)
async def add(asked: DataSaid, desk: AtDesk, caller: Submitter) -> DataVersion:
    """A version never changes: another content is another version."""
    stock = stock_of(desk)
    tenant = _owner(desk, caller, asked.tenant)
    version = _read(asked, tenant, caller.who, desk.now_ms(), stock.node, stock.site)
    if version.source is None and not asked.sites:
        path = version.locations[0].path
        if not await desk.read(lambda: os.path.exists(path)):
            raise _wrong("path", f"there is no {path} on {stock.node or 'the server'}")

    if tenant and await desk.read(lambda: _count(desk, tenant)) >= MOST:
        whose = organisation_of(tenant)
        raise ConflictError(f"{whose} has {MOST} versions, the maximum. Remove some.")

    def change(core: Core) -> DataVersion:
        if (there := datasets.find(desk.store, tenant or CLUSTER, version.label)) is not None:
            whose = f" by {there.tenant}" if there.tenant else ""
            rule = f"{version.label} is registered already{whose}, and a version never changes."
            raise ConflictError(rule)
        core.keep(version.thing(), _noted(version, "registered", caller, version.made_ms))
        return version

    return await desk.ask(change)


@ROUTER.delete("/{name}/{version}", status_code=204)
async def remove(
    name: str, version: str, desk: AtDesk, caller: Submitter, tenant: str | None = None
) -> None:
    """Nothing of the data itself; copies go from caches when there is no room for them."""
    owner = _owner(desk, caller, tenant)
    label = f"{name}@{version}"
    if len(owner) + len(label) > 500:
        raise MissingError("no version has a name of this length.")
    every = await desk.read(lambda: list(wanted(desk.store)))
    users = [who for whose, who, spec in every if within(whose, owner) and label in _data(spec)]
    if users:
        names = ", ".join(dict.fromkeys(users[:5]))
        raise ConflictError(f"{label} is used by jobs that are not over: {names}.")

    def change(core: Core) -> None:
        kept = desk.store.thing(KIND, datasets.thing_id(owner, label))
        if kept is None:
            whose = f"{owner} has" if owner else "there is"
            raise MissingError(f"{whose} no {label}. `heddle admin data ls` lists all.")
        found = datasets.of_thing(kept)
        core.keep(Gone(KIND, found.id), _noted(found, "removed", caller, desk.now_ms()))

    await desk.ask(change)


async def _seen(desk: Desk, caller: Token) -> list[DataVersion]:
    every = await desk.read(lambda: datasets.every(desk.store))
    return [e for e in every if caller.sees(e.tenant) or within(caller.tenant, e.tenant)]


def _count(desk: Desk, tenant: str) -> int:
    """Of its organisation."""
    whose = organisation_of(tenant)
    return sum(within(of.rpartition("/")[0], whose) for of in desk.store.thing_ids(KIND))


def _data(spec: Mapping[str, Any]) -> Sequence[str]:
    found: Sequence[str] = spec.get("data", ())
    return found


def _owner(desk: Desk, caller: Token, tenant: str | None) -> str:
    """:raises DeskError: if it is not there, or not the caller's to change"""
    wanted = caller.tenant if tenant is None else tenant
    if wanted != CLUSTER:
        return desk.tenants.must(caller, wanted).path
    if not caller.sees(CLUSTER):
        raise MissingError(f"this token is for {caller.tenant}: leave out the tenant.")
    if not caller.may("admin"):
        raise ForbiddenError("data for all tenants needs scope admin. Otherwise set `tenant`.")
    return wanted


def _read(asked: DataSaid, tenant: str, by: str, now_ms: int, node: str, site: str) -> DataVersion:
    """:raises DeskError: if it is invalid"""
    name = _parsed("name", values.name, asked.name)
    version = _parsed("version", equipment.version, asked.version)
    if version == equipment.LATEST:
        raise _wrong("version", "latest means the newest version; choose another name")
    if asked.kind not in KINDS:
        raise _wrong("kind", f"{asked.kind!r} is not allowed: {' or '.join(KINDS)}")
    if asked.path is None and asked.source is None:
        raise _wrong("path", "say where it is (`path`), or from where to copy it (`source`)")
    if asked.sites and asked.path is None:
        raise _wrong("sites", "they say where the `path` is, which is missing")
    if len(asked.sites) > 1000:
        raise _wrong("sites", "at most 1000")
    mib = _parsed("size", MEMORY.parse, asked.size) if asked.size is not None else 0
    if asked.sha256 is not None and not re.fullmatch(r"[0-9a-f]{64}", asked.sha256):
        raise _wrong("sha256", "64 lower-case hex digits are expected")
    if asked.sha256 is not None and asked.source is None:
        raise _wrong("sha256", "it is the hash of the `source`, which is missing")
    sites = [_parsed("sites", values.name, each) for each in asked.sites]
    places: list[Location] = []
    if asked.path is not None:
        path = _path("path", asked.path)
        places = [Location(path, "", each, mib, now_ms) for each in sites]
        places = places or [Location(path, node, site, mib, now_ms)]
    source = None if asked.source is None else _source(asked.source)
    return DataVersion(
        tenant, name, version, asked.kind, now_ms, by, source, asked.sha256, mib, tuple(places)
    )


def _source(text: str) -> str:
    if text.startswith("/"):
        return _path("source", text)
    try:
        parts = urlsplit(text)
        host = parts.hostname
    except ValueError:
        raise _wrong("source", f"{text[:100]!r} is not an address") from None
    if parts.username or parts.password:
        raise _wrong("source", "a password in an address is for all to read; use another way")
    if parts.scheme == "file" and not host:
        return _path("source", text)
    if parts.scheme not in ("http", "https") or not host:
        allowed = "a whole path, or file://, http:// or https://"
        raise _wrong("source", f"{text[:100]!r} is not allowed: {allowed}")
    return _path("source", text)


def _path(field: str, text: str) -> str:
    if len(text) > LONGEST or not text.isprintable():
        raise _wrong(field, f"at most {LONGEST} characters, all of which can be printed")
    if field == "path" and not text.startswith("/"):
        raise _wrong(field, f"{text[:100]!r}: give the whole path, from / on")
    return text


def _parsed(field: str, parse: Callable[[str], T], text: str) -> T:
    try:
        return parse(text)
    except UsageError as error:
        raise _wrong(field, str(error).rstrip(".")) from None


def _wrong(field: str, rule: str) -> InvalidError:
    return InvalidError(f"{field}: {rule}.", [Mistake(f"{field}: {rule}.", field)])


def _noted(version: DataVersion, what: str, caller: Token, now_ms: int) -> Event:
    return Event(now_ms, KIND, version.label, what, version.tenant, caller.who)
