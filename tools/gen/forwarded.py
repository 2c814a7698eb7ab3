"""What the facts say of functions that are forwarded: how each argument goes over the wire.

It follows from the argument's type, and from `remote` of the facts where that is not enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import api
from api import Function

#: Roles of calls that put something on a stream: nobody waits for them.
SENT = {"work", "order", "wait"}
BLOCKING = {"sync_stream", "sync_device"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """How one argument goes over the wire."""

    name: str
    kind: str  #: its C type
    #: value, handle, handle_or_none, handles, made, found, out, in, bytes, given, list, text,
    #: address, or error: where the result goes of a function that returns a handle
    way: str
    base: str  #: its type; of a pointer, the one behind it
    size: str = ""  #: of arrays, how many; of addresses, how many bytes


@dataclass(frozen=True, slots=True)
class Forwarded:
    function: Function
    parameters: tuple[Parameter, ...]
    hand: str  #: which sides are written by hand: "", client, server, both
    local: bool  #: the server never hears of it
    refused: bool
    sent: bool
    blocks: bool
    ends: str
    stays: bool = False  #: it answers the same until something is set
    sets: bool = False
    plain: str = ""  #: of a variant with another default stream: the function that does its work
    wrong: str = ""  #: what it gives where an address is not the client's, if not what all give

    @property
    def name(self) -> str:
        return self.function.name


def forwarded(facts: dict[str, Any]) -> list[Forwarded]:
    """Every function, with its types as the vendor spells them."""
    told = {entry["name"]: entry.get("remote") for entry in facts["function"]}
    plain = {
        f"{entry['name']}_{entry['per_thread']}": entry["name"]
        for entry in facts["function"]
        if "per_thread" in entry
    }
    rest = {"refuse": facts["remote"].get("rest") == "refuse"}
    found = []
    for function in api.functions(facts | {"prefixes": []}):
        of = told[plain.get(function.name, function.name)]
        of = rest if of is None else of
        by_hand, refused = of.get("hand", ""), of.get("refuse", False)
        skip = refused or by_hand == "both" or of.get("local")
        if function.name in plain:
            by_hand, skip = "", True
        found.append(
            Forwarded(
                function,
                () if skip else parameters(function, of, facts["remote"]),
                by_hand,
                bool(of.get("local")),
                refused,
                sent=bool(of.get("send")) or function.role in SENT,
                blocks=bool(of.get("blocks")) or function.role in BLOCKING,
                ends=of.get("ends", ""),
                stays=bool(of.get("stays")),
                sets=bool(of.get("sets")),
                plain=plain.get(function.name, ""),
                wrong=of.get("wrong", ""),
            )
        )
    return found


def served(every: list[Forwarded]) -> list[Forwarded]:
    """Those that a server hears of."""
    return [each for each in every if not (each.refused or each.local or each.plain)]


def parameters(
    function: Function, told: dict[str, Any], remote: dict[str, Any]
) -> tuple[Parameter, ...]:
    """:raises ValueError: if one cannot be forwarded by what is known of it"""
    found = []
    sizes, memory = remote.get("sizes", {}) | told.get("sizes", {}), told.get("memory", {})
    single = {"char", "void", *remote.get("opaque", ())}  # and so no value by itself
    for kind, name in zip(function.types, function.names, strict=True):
        base = kind.replace("const ", "").rstrip("* ").strip()
        stars, is_const = kind.count("*"), kind.startswith("const ")
        if name in memory:
            made = Parameter(name, kind, "address", base, memory[name])
        elif name == remote.get("error"):
            made = Parameter(name, kind, "error", base)
        elif base in remote["handles"] and name in sizes:
            made = Parameter(name, kind, "handles", base, sizes[name])
        elif name in remote.get("lists", ()) and stars == 1:
            made = Parameter(name, kind, "list", base)
        elif base in remote["handles"] and stars == 0:
            way = "handle_or_none" if base in remote["none"] else "handle"
            made = Parameter(name, kind, way, base)
        elif base in remote["handles"] and stars == 1 and not is_const:
            way = "found" if name in told.get("finds", ()) else "made"
            made = Parameter(name, kind, way, base)
        elif name in sizes:
            way = "given" if is_const or name in told.get("inputs", ()) else "bytes"
            made = Parameter(name, kind, way, base, sizes[name])
        elif kind == "const char *":
            made = Parameter(name, kind, "text", base)
        elif stars == 1 and base not in single and base not in remote["handles"]:
            made = Parameter(name, kind, "in" if is_const else "out", base)
        elif name in told.get("numbers", ()) or stars == 0:
            made = Parameter(name, kind, "value", base)
        else:
            raise ValueError(f"{function.name}: facts must tell how {kind}{name} is forwarded")
        found.append(made)
    if function.returns in remote["handles"]:
        found.append(Parameter("made", f"{function.returns} *", "made", function.returns))
    return tuple(found)
