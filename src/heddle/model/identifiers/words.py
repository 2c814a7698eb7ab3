"""Identifiers in words: every segment and field, in English or Chinese."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from heddle.model.identifiers.codes import (
    EDITIONS,
    KINDS,
    NODE_BASES,
    PARTITION_BASES,
    UNITS,
    UNREGISTERED,
    VENDORS,
    Code,
    Unit,
)
from heddle.model.identifiers.identifier import Identifier, Resource
from heddle.model.identifiers.rules import UNKNOWN
from heddle.model.site import PLACES

LANGUAGES = ("en", "zh")

_WORDS = {
    "scheme": Code("scheme", "方案码"),
    "edition": Code("edition", "版别码"),
    "registration": Code("registration", "注册码"),
    "resource": Code("resource", "资源码"),
    "specification": Code("specification", "规格码"),
    "path": Code("path", "路径码"),
    "check": Code("check", "校验码"),
    "heddle": Code("Heddle identifier, version {}", "Heddle 算力标识，第 {} 版"),
    "unregistered": Code("private use: not registered", "私有：未注册"),
    "private": Code("private use: {}, chosen by its user", "私有：用户自定代码 {}"),
    "registered": Code("registered by {}", "注册者 {}"),
    "vendor": Code("vendor: {}", "厂商：{}"),
    "model": Code("model: {}", "型号：{}"),
    "chip": Code("chips of the node: {}", "节点内芯片：{}"),
    "region": Code("region: {}", "地域：{}"),
    "data_centre": Code("data centre: {}", "数据中心：{}"),
    "room": Code("room: {}", "机房：{}"),
    "rack": Code("rack: {}", "机架：{}"),
    "node": Code("node, by {}", "节点，依据：{}"),
    "device": Code("device, by {}", "设备，依据：{}"),
    "partition": Code("partition, by {}", "分区，依据：{}"),
    "unknown": Code("not known", "未知"),
    "together": Code(" (all together)", "（合计）"),
    "free": Code(" free", "（空闲）"),
    "fits": Code("the two check characters fit", "校验字符正确"),
}


@dataclass(frozen=True, slots=True)
class IdentifierField:
    """One field of an identifier."""

    segment: str
    text: str  #: as it stands there
    meaning: str


def explain(identifier: Identifier, language: str = "en") -> list[IdentifierField]:
    """All fields, in the order in which they stand."""
    return list(_Speaker(language).lines(identifier))


class _Speaker:
    """Says it in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def _of(self, entry: Code | Unit) -> str:
        return entry.chinese if self._language == "zh" else entry.english

    def _say(self, what: str, *about: object) -> str:
        return self._of(_WORDS[what]).format(*about)

    def lines(self, identifier: Identifier) -> Iterator[IdentifierField]:
        edition, registration = identifier.edition, identifier.registration
        scheme = f"HD{identifier.version}"
        yield IdentifierField(self._say("scheme"), scheme, self._say("heddle", identifier.version))
        yield IdentifierField(self._say("edition"), edition, self._of(EDITIONS[edition]))
        kind = "private" if registration.startswith("X") else "registered"
        said = self._say("unregistered" if registration == UNREGISTERED else kind, registration)
        yield IdentifierField(self._say("registration"), registration, said)
        for is_chip, resource in enumerate(identifier.resources):
            yield from self._resource(resource, bool(is_chip))
        for is_chip, resource in enumerate(identifier.resources):
            yield from self._specification(resource, bool(is_chip), edition)
        yield from self._path(identifier)
        yield IdentifierField(self._say("check"), str(identifier)[-2:], self._say("fits"))

    def _resource(self, resource: Resource, is_chip: bool) -> Iterator[IdentifierField]:
        segment, kind = self._say("resource"), self._of(KINDS[resource.kind])
        yield IdentifierField(segment, resource.kind, self._say("chip", kind) if is_chip else kind)
        vendor, unknown = resource.vendor, self._say("unknown")
        name = self._of(VENDORS[vendor]) if vendor in VENDORS else vendor
        yield IdentifierField(segment, vendor or UNKNOWN, self._say("vendor", name or unknown))
        model = resource.model
        yield IdentifierField(segment, model or UNKNOWN, self._say("model", model or unknown))

    def _specification(
        self, resource: Resource, is_chip: bool, edition: str
    ) -> Iterator[IdentifierField]:
        segment, colon = self._say("specification"), "：" if self._language == "zh" else ": "
        of = f"{self._of(KINDS[resource.kind])}{colon}" if is_chip else ""
        for code, number in resource.amounts:
            unit = UNITS[code]
            amount = f"{number}{unit.unit}" if code == "SH" else f"{number} {unit.unit}".rstrip()
            free = self._say("free") if edition == "A" and code != "CT" else ""
            together = self._say("together") if is_chip and code != "CT" else ""
            said = f"{of}{self._of(unit)}{free}{colon}{amount}{together}"
            yield IdentifierField(segment, f"{number}{code}", said)
        if not resource.amounts:
            yield IdentifierField(segment, UNKNOWN, self._say("unknown"))

    def _path(self, identifier: Identifier) -> Iterator[IdentifierField]:
        segment = self._say("path")
        for what, place in zip(PLACES, identifier.site, strict=False):
            yield IdentifierField(
                segment, place or UNKNOWN, self._say(what, place or self._say("unknown"))
            )
        bases = {**NODE_BASES, **PARTITION_BASES}
        parts = ("node", identifier.node), ("device", identifier.device)
        for what, identity in (*parts, ("partition", identifier.partition)):
            if identity:
                yield IdentifierField(
                    segment, identity, self._say(what, self._of(bases[identity[0]]))
                )
