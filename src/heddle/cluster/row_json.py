"""A node's row as JSON, and back: what comes from a node is checked before it counts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from heddle.cluster.row import ABSENT, Booked, DeviceClass, NodeRow, Serving
from heddle.errors import UsageError
from heddle.model.job import WHOLE
from heddle.model.metric import is_number
from heddle.model.site import NetworkPath

MOST_DEVICES, MOST_NAMES, MOST_WORDS, MOST_WAYS = 1024, 16, 256, 4096
LONGEST = 200  #: characters of a name
LARGEST = 2**53 - 1  #: the largest whole number that every JSON reader keeps
_TEXT = re.compile(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*")
_FIELDS = frozenset(NodeRow.__slots__) - {"engine", "lacks", "down", "address"}
_DEVICE_FIELDS = frozenset(DeviceClass.__slots__)
_BOOKED_FIELDS = frozenset(Booked.__slots__)
_WAY_FIELDS = frozenset(NetworkPath.__slots__)
_SERVING_FIELDS = frozenset(Serving.__slots__)
_PIN = re.compile(r"[0-9a-f]{64}")
_device_class = lru_cache(maxsize=10_000)(DeviceClass)  # thousands of nodes have few models


def plain_row(row: NodeRow) -> dict[str, Any]:
    """In the words of its fields, for `read_row`. `asdict` would copy all of it, which takes ten
    times as long."""
    said = {name: getattr(row, name) for name in NodeRow.__slots__ if name in _FIELDS}
    said["devices"] = [
        {name: getattr(each, name) for name in DeviceClass.__slots__} for each in row.devices
    ]
    for field, kind in (("booked", Booked), ("ways", NetworkPath)):
        # A control plane of before does not know them, and need not where there are none.
        if each_of := said.pop(field):
            said[field] = [{n: getattr(each, n) for n in kind.__slots__} for each in each_of]
    if said["serves"] is None:
        del said["serves"]
    else:
        said["serves"] = {name: getattr(row.serves, name) for name in Serving.__slots__}
    return said


def read_row(value: object) -> NodeRow:
    """:raises UsageError: if it is not a row; it says which field, and what is expected there"""
    said = _object(value, "row", _FIELDS)
    devices = tuple(
        _device(each, f"row.devices[{i}]")
        for i, each in enumerate(_list(said.get("devices", []), "row.devices", MOST_DEVICES))
    )
    groups = _object(said.get("groups", {}), "row.groups")
    if len(groups) > MOST_WORDS:
        raise UsageError(f"row.groups: {len(groups)} words; at most {MOST_WORDS} are allowed.")
    called = _list(said.get("called", []), "row.called", MOST_DEVICES)
    if called and len(called) != len(devices):
        raise UsageError(
            f"row.called: has names for {len(called)} devices, and there are {len(devices)}."
        )
    return NodeRow(
        name=_text(said.get("name", ""), "row.name"),
        cpu_milli=_number(said.get("cpu_milli"), "row.cpu_milli"),
        memory_mib=_number(said.get("memory_mib"), "row.memory_mib"),
        devices=devices,
        site=_text(said.get("site", ""), "row.site"),
        stack=_texts(said.get("stack", []), "row.stack", MOST_WORDS),
        cordoned=bool(said.get("cordoned", False)),
        groups={
            _text(word, "row.groups"): _groups(each, f"row.groups.{word}", len(devices))
            for word, each in groups.items()
        },
        called=_called(called),
        booked=_booked(said.get("booked", []), len(devices)),
        ways=tuple(
            _way(each, f"row.ways[{i}]")
            for i, each in enumerate(_list(said.get("ways", []), "row.ways", MOST_WAYS))
        ),
        serves=_serving(said.get("serves")),
    )


def _serving(value: object) -> Serving | None:
    if value is None:
        return None
    said, where = _object(value, "row.serves", _SERVING_FIELDS), "row.serves"
    host, pin = (_text(said.get(name, ""), f"{where}.{name}") for name in ("host", "pin"))
    port = _number(said.get("port"), f"{where}.port", 1)
    if not host or port > 65535 or not _PIN.fullmatch(pin):
        raise UsageError(
            f"{where}: needs a host, a port to 65535 and the SHA-256 of a certificate."
        )
    return Serving(host, port, pin, _texts(said.get("apis", []), f"{where}.apis", MOST_WORDS))


def _way(value: object, where: str) -> NetworkPath:
    said = _object(value, where, _WAY_FIELDS)
    speed, delay, at = (
        None if said.get(name) is None else _positive(said[name], f"{where}.{name}")
        for name in ("bandwidth_mbytes_s", "latency_us", "at")
    )
    to, source = (_text(said.get(name, ""), f"{where}.{name}") for name in ("to", "source"))
    return NetworkPath(to, speed, delay, source, at)


def _positive(value: object, where: str) -> float:
    if not is_number(value) or not 0 < value <= LARGEST:
        raise UsageError(f"{where}: must be a number above 0.")
    return value


def _booked(value: object, devices: int) -> tuple[Booked, ...]:
    found = []
    for i, each in enumerate(_list(value, "row.booked", MOST_DEVICES)):
        said, where = _object(each, f"row.booked[{i}]", _BOOKED_FIELDS), f"row.booked[{i}]"
        milli = _number(said.get("milli", 0), f"{where}.milli")
        if milli > WHOLE:
            raise UsageError(f"{where}.milli: is {milli}, and a device has {WHOLE}.")
        mib = _number(said.get("mib", 0), f"{where}.mib")
        who, mode = (_text(said.get(name, ""), f"{where}.{name}") for name in ("who", "mode"))
        found.append(Booked(milli, mib, who, mode))
    if found and len(found) != devices:
        raise UsageError(f"row.booked: is of {len(found)} devices, and there are {devices}.")
    return tuple(found)


def _device(value: object, where: str) -> DeviceClass:
    said = _object(value, where, _DEVICE_FIELDS)
    words = [_text(said.get(name, ""), f"{where}.{name}") for name in ("kind", "model", "vendor")]
    if not words[0]:
        raise UsageError(f"{where}.kind: is missing. It is gpu, npu, fpga, ...")
    numbers = [_number(said.get(n, 0), f"{where}.{n}") for n in ("memory_mib", "level")]
    return _device_class(words[0], words[1], words[2], numbers[0], numbers[1])


def _called(value: list[Any]) -> tuple[tuple[str, ...], ...]:
    found = tuple(_texts(each, f"row.called[{i}]", MOST_NAMES) for i, each in enumerate(value))
    names = [name for own in found for name in own]
    if len(set(names)) != len(names):
        raise UsageError("row.called: two devices have the same name; a name means one device.")
    return found


def _groups(value: object, where: str, devices: int) -> tuple[int, ...]:
    found = _list(value, where, MOST_DEVICES)
    if len(found) != devices:
        raise UsageError(f"{where}: has groups of {len(found)} devices, and there are {devices}.")
    return tuple(_number(each, where, ABSENT) for each in found)


def _object(value: object, where: str, known: frozenset[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise UsageError(f"{where}: must be an object.")
    if known is not None and (unknown := sorted(value.keys() - known)):
        has = ", ".join(sorted(known))
        raise UsageError(f"{where}: has no field {unknown[0]!r}; it has {has}.")
    return value


def _list(value: object, where: str, most: int) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > most:
        raise UsageError(f"{where}: must be a list of at most {most}.")
    return list(value)


def _texts(value: object, where: str, most: int) -> tuple[str, ...]:
    return tuple(_text(each, where) for each in _list(value, where, most))


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST or not _TEXT.fullmatch(value):
        raise UsageError(f"{where}: must be a printable text of at most {LONGEST} characters.")
    return value


def _number(value: object, where: str, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LARGEST:
        raise UsageError(f"{where}: must be a whole number of at least {least}.")
    return value
