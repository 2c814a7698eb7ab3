"""Identifiers (算力标识) of this machine, its accelerators and their partitions, and what one says.

An identifier has four segments between its version and its check characters: who registered the
resource, what it is, how much of it there is, and where it is. The total edition says what there
is, the available one what is free now. docs/reference/identification.md has the grammar.

examples:
  heddle device id                                   the node and its devices
  heddle device id --available cuda@0                what is free of one now
  heddle device id --path region=cn-beijing --path rack=R07
  heddle device id --registration X42 --remember     from now on
  heddle device id --explain HD1T-... --language zh
  heddle device id --check HD1T-...                  exit code 2 and the position if it is invalid
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import heddle
from heddle.cli._output import add_output, complain, print_json, print_table, tell_troubles
from heddle.errors import HeddleError, UsageError
from heddle.inventory import apis
from heddle.inventory.free import free
from heddle.inventory.host import Host, LiveHost, load
from heddle.inventory.identify import Identified, Identifying
from heddle.inventory.listing import DeviceListing, accelerators
from heddle.inventory.machine import look
from heddle.inventory.named import find_component
from heddle.inventory.site import load_site
from heddle.model.device import Device
from heddle.model.hardware import Machine
from heddle.model.identifiers.codes import UNREGISTERED
from heddle.model.identifiers.identifier import Identifier, normalise, parse
from heddle.model.identifiers.rules import REGISTRATION, IdentifierError
from heddle.model.identifiers.words import LANGUAGES, explain
from heddle.model.site import PLACES
from heddle.system import state

HELP = "identify the machine and its accelerators; read an identifier"

BASES = {
    "M": "machine",
    "H": "host name (weak)",
    "U": "UUID",
    "S": "serial",
    "A": "address (weak)",
    "P": "place in device",
    "L": "slice name",
}
HEADS = {"en": ("SEGMENT", "CODE", "MEANING"), "zh": ("所属段", "代码", "含义")}


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)
    parser.add_argument("device", nargs="?", metavar="DEVICE", help="only this one: cuda@0, UUID")
    parser.add_argument("--available", action="store_true", help="free resources instead of all")
    parser.add_argument("--machine", metavar="FILE", type=Path, help="a recorded machine")
    parser.add_argument(
        "--registration", metavar="CODE", help="your registration code; X... is private"
    )
    parser.add_argument("--remember", action="store_true", help="the registration code, for later")
    parser.add_argument(
        "--path",
        metavar="NAME=PLACE",
        action="append",
        default=[],
        help=f"location of the machine; NAME is one of {', '.join(PLACES)}",
    )
    reading = parser.add_mutually_exclusive_group()
    reading.add_argument("--decode", metavar="ID", help="the fields of an identifier")
    reading.add_argument("--explain", metavar="ID", help="the same in words")
    reading.add_argument("--check", metavar="ID", help="whether it is a canonical identifier")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of --explain")


def run(options: argparse.Namespace) -> int:
    if options.check is not None:
        return _check(options)
    if options.decode is not None or options.explain is not None:
        return _read(options)
    registration = _registration(options)
    path = {**({} if options.machine else _here()), **_path(options.path)}
    host: Host = load(options.machine) if options.machine else LiveHost()
    machine, listed = _look(host, [] if options.machine else apis.devices(complain))
    now = free(machine, host, _promised(listed)) if options.available else None
    identifying = Identifying(machine, registration=registration, path=path, free=now)
    if options.device:
        found = [identifying.of(find_component(options.device, machine.components))]
    else:
        found = identifying.all()
    _show(found, options.output)
    return 0


def _show(found: Sequence[Identified], output: str) -> None:
    if output == "json":
        print_json(
            [{"name": f.name, "component": f.component, **_fields(f.identifier)} for f in found]
        )
        return
    rows = []
    for each in found:
        known = each.identifier
        basis = BASES[(known.partition or known.device or known.node)[0]]
        rows.append((each.name, known.level, basis, str(known)))
    print_table(("NAME", "LEVEL", "KNOWN BY", "IDENTIFIER"), rows)


def _fields(identifier: Identifier) -> dict[str, Any]:
    site = identifier.site or (None,) * len(PLACES)
    return {
        "identifier": str(identifier),
        "version": identifier.version,
        "edition": {"T": "total", "A": "available"}[identifier.edition],
        "level": identifier.level,
        "registration": identifier.registration,
        "resources": [
            {
                "kind": resource.kind,
                "vendor": resource.vendor,
                "model": resource.model,
                "amounts": dict(resource.amounts),
            }
            for resource in identifier.resources
        ],
        **dict(zip(PLACES, site, strict=True)),
        "node": identifier.node,
        "device": identifier.device,
        "partition": identifier.partition,
        "is_weak": identifier.is_weak,
    }


def _read(options: argparse.Namespace) -> int:
    """Reads an identifier as it was meant, and says what was changed."""
    canonical, changes = normalise(options.decode if options.explain is None else options.explain)
    if changes:
        complain(f"read as {canonical} (changed: {', '.join(changes)})")
    identifier = parse(canonical)
    if options.explain is not None:
        lines = explain(identifier, options.language)
        if options.output == "json":
            print_json(lines)
        else:
            print_table(
                HEADS[options.language], [(line.segment, line.text, line.meaning) for line in lines]
            )
    elif options.output == "json":
        print_json(_fields(identifier))
    else:
        flat = _fields(identifier)
        resources = flat.pop("resources")
        for number, resource in enumerate(resources):
            flat[f"resource {number}" if number else "resource"] = " ".join(
                str(resource[key] or "N/A") for key in ("kind", "vendor", "model")
            )
            amounts = (f"{value} {unit}" for unit, value in resource["amounts"].items())
            flat[f"amounts {number}" if number else "amounts"] = ", ".join(amounts) or "N/A"
        print_table(("FIELD", "VALUE"), [(k, "N/A" if v is None else v) for k, v in flat.items()])
    return 0


def _check(options: argparse.Namespace) -> int:
    """:raises IdentifierError: if it is not canonical"""
    try:
        identifier = parse(options.check)
    except IdentifierError as error:
        try:
            canonical, changes = normalise(options.check)
        except IdentifierError:
            raise error from None
        raise UsageError(f"{error}\nMeant: {canonical} (changed: {', '.join(changes)})") from None
    if options.output == "json":
        print_json(_fields(identifier))
    else:
        print(f"a canonical identifier: {identifier.level}, edition {identifier.edition}")
    return 0


def _registration(options: argparse.Namespace) -> str:
    """As given, else $HEDDLE_REGISTRATION, else what was remembered, else unregistered."""
    held = (each.get("code") for each in state.read("registration") if isinstance(each, dict))
    remembered = [code for code in held if isinstance(code, str)]
    code = options.registration or os.environ.get("HEDDLE_REGISTRATION")
    code = code or [UNREGISTERED, *remembered][-1]  # the user's own before the machine's
    if not re.fullmatch(f"[A-Z0-9]{{1,{REGISTRATION}}}", code):
        raise UsageError(
            f"registration code {code!r} is not allowed: 1 to {REGISTRATION} characters of A-Z and "
            f"0-9. One that begins with X is private; {UNREGISTERED} is unregistered."
        )
    if options.remember:
        where = state.write("registration", {"code": code})
        complain(f"{where} holds the registration code {code} now")
    return code


def _here() -> dict[str, str]:
    """Where this machine stands, as its administrator wrote it down."""
    places = zip(PLACES, load_site().places, strict=True)
    return {name: place for name, place in places if place is not None}


def _path(given: Sequence[str]) -> dict[str, str]:
    path = {}
    for each in given:
        name, equals, place = each.partition("=")
        if name not in PLACES or not equals or not place:
            raise UsageError(
                f"--path {each!r} is not NAME=PLACE; NAME is one of {', '.join(PLACES)}"
            )
        path[name] = place
    return path


def _look(host: Host, devices: Sequence[Device]) -> tuple[Machine, list[DeviceListing]]:
    """The machine with its accelerators called as `heddle device ls` does; those that only an API
    shows are there, too."""
    machine = look(host)
    tell_troubles(machine)
    listed = accelerators(machine, devices)
    components = {component.id: component for component in machine.components}
    components |= {e.component.id: replace(e.component, device=e.id) for e in listed if e.device}
    return replace(machine, components=tuple(components.values())), listed


def _promised(listed: Sequence[DeviceListing]) -> dict[str, int]:
    """Milli-units of compute that programs were given, by component; nothing without a table."""
    try:
        programs = heddle.programs()
    except HeddleError as error:
        complain(error)
        return {}
    return {
        entry.component.id: sum(p.share_milli for p in programs if entry.id in p.devices)
        for entry in listed
        if entry.device
    }
