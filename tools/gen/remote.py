"""Forwarding of an API to another process: the client's functions and the server's dispatcher.

What each parameter is follows from its type, and from `remote` of the facts where that is not
enough. What is written by hand has its number and its place in the server's table all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import api
from api import Function, banner

#: Roles of calls that put something on a stream: nobody waits for them.
SENT = {"work", "order", "wait"}
BLOCKING = {"sync_stream", "sync_device"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """How one argument goes over the wire."""

    name: str
    kind: str  #: its C type
    way: str  #: value, handle, handle_or_none, made, out, bytes, text or address
    base: str  #: its type; of a pointer, the one behind it
    size: str = ""  #: of bytes and addresses, the expression of how many


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

    @property
    def name(self) -> str:
        return self.function.name


def forwarded(facts: dict[str, Any]) -> list[Forwarded]:
    told = {entry["name"]: entry.get("remote", {}) for entry in facts["function"]}
    found = []
    for function in api.functions(facts):
        of = told[function.name]
        by_hand, refused = of.get("hand", ""), of.get("refuse", False)
        skip = refused or by_hand == "both" or of.get("local")
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
            )
        )
    return found


def parameters(
    function: Function, told: dict[str, Any], remote: dict[str, Any]
) -> tuple[Parameter, ...]:
    """:raises ValueError: if one cannot be forwarded by what is known of it"""
    found = []
    sizes, memory = told.get("sizes", {}), told.get("memory", {})
    for kind, name in zip(function.types, function.names, strict=True):
        base = kind.replace("const ", "").rstrip("* ").strip()
        stars = kind.count("*")
        if name in memory:
            made = Parameter(name, kind, "address", base, memory[name])
        elif base in remote["handles"] and stars == 0:
            way = "handle_or_none" if base in remote["none"] else "handle"
            made = Parameter(name, kind, way, base)
        elif base in remote["handles"] and stars == 1:
            made = Parameter(name, kind, "made", base)
        elif name in sizes:
            made = Parameter(name, kind, "bytes", base, sizes[name])
        elif kind == "const char *":
            made = Parameter(name, kind, "text", base)
        elif stars == 1 and not kind.startswith("const ") and base != "void":
            made = Parameter(name, kind, "out", base)
        elif stars == 0:
            made = Parameter(name, kind, "value", base)
        else:
            raise ValueError(f"{function.name}: facts must tell how {kind}{name} is forwarded")
        found.append(made)
    return tuple(found)


def number_of(name: str) -> str:
    return f"k{name[0].upper()}{name[1:]}"


def kind_of(handle: str) -> str:
    return f"kKind{handle[0].upper()}{handle[1:]}"


def header(facts: dict[str, Any], every: list[Forwarded]) -> str:
    numbered = [each for each in every if not each.refused and not each.local]
    return "\n".join(
        [
            banner(facts),
            "#pragma once",
            "",
            "#include <cstdint>",
            "",
            "namespace heddle::remote {",
            "",
            "enum Function : uint16_t {",
            *(f"  {number_of(each.name)}," for each in numbered),
            "  kFunctions,",
            "};",
            "",
            "enum Kind : uint8_t {",
            *(
                f"  {kind_of(name)} = {place},"
                for place, name in enumerate(facts["remote"]["handles"], 1)
            ),
            "};",
            "",
            "}  // namespace heddle::remote",
            "",
        ]
    )


def client(facts: dict[str, Any], every: list[Forwarded]) -> str:
    told = facts["remote"]
    codes = ", ".join(told[key] for key in ("ok", "invalid", "forked", "no_server", "lost"))
    out = [
        banner(facts),
        f'#include "_gen/{facts["api"]}_remote.gen.h"',
        '#include "remote/client.h"',
        *(f"#include {name}" for name in api.includes(facts)),
        "",
        '#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))',
        "",
        "using namespace heddle::remote;",
        "",
        "static bool sticks(int32_t result) {",
        "  switch (result) {",
        *(f"    case {code}: return true;" for code in told["sticky"]),
        "    default: return false;",
        "  }",
        "}",
        "",
        f'const ClientFacts heddle::remote::kFacts = {{"{facts["api"]}", "{told["visible"]}", '
        f"{codes}, sticks}};",
        "",
    ]
    for each in every:
        if each.hand in ("client", "both"):
            continue
        function = each.function
        out.append(f"HEDDLE_EXPORT {function.prototype} {{")
        if each.refused:
            out += [f"  static_cast<void>({name});" for name in function.names]
            out += [f"  return {told['unsupported']};", "}", ""]
            continue
        out.append(f"  Call call({number_of(each.name)});")
        out += [f"  {written(parameter)}" for parameter in each.parameters]
        # A handle that was made up can be used at once, and is known to the server by then.
        how = "send" if each.sent else "ask"
        out.append(f"  const auto result = static_cast<{function.returns}>(call.{how}());")
        for parameter in each.parameters:
            if parameter.way == "out":
                out.append(f"  call.take({parameter.name});")
            elif parameter.way == "bytes":
                out.append(f"  call.take_bytes({parameter.name}, {parameter.size});")
            elif parameter.way == "made":
                out.append(f"  call.take_made({parameter.name});")
        if each.ends:
            gone = f"call.client().handles.forget(uint64_t({each.ends}))"
            out.append(f"  if (result == {told['ok']}) {gone};")
        out += ["  return result;", "}", ""]
    return "\n".join(out)


def written(parameter: Parameter) -> str:
    name = parameter.name
    return {
        "value": f"call.value({name});",
        "handle": f"call.handle({kind_of(parameter.base)}, {name});",
        "handle_or_none": f"call.handle_or_none({kind_of(parameter.base)}, {name});",
        "made": f"call.made({kind_of(parameter.base)}, {name});",
        "out": f"call.wanted({name});",
        "bytes": f"call.wanted({name});",
        "text": f"call.text({name});",
        "address": f"call.address({name});",
    }[parameter.way]


def server(facts: dict[str, Any], every: list[Forwarded]) -> str:
    name, told = facts["api"], facts["remote"]
    served = [each for each in every if not each.refused and not each.local]
    out = [
        banner(facts),
        f'#include "_gen/{name}_remote.gen.h"',
        '#include "remote/server.h"',
        *(f"#include {path}" for path in api.includes(facts)),
        "",
        "namespace heddle::remote {",
        "",
        f"bool use_{name}_device(int32_t device);",
        *(
            f"void serve_{each.name}(Request &);"
            for each in served
            if each.hand in ("server", "both")
        ),
        "",
        "namespace {",
        "",
    ]
    for each in served:
        if each.hand in ("server", "both"):
            continue
        out += [f"void serve_{each.name}(Request &request) {{", *body(each, told), "}", ""]
    out += ["constexpr Serve kServe[] = {"]
    out += [f"    serve_{each.name}," for each in served]
    out += ["};", "", "}  // namespace", ""]
    out += [
        f'const ServerFacts kServed = {{"{name}", "{told["visible"]}", {told["ok"]}, '
        f"{told['invalid']}, kServe, kFunctions, use_{name}_device}};",
        "",
        "}  // namespace heddle::remote",
        "",
    ]
    return "\n".join(out)


def body(each: Forwarded, told: dict[str, Any]) -> list[str]:
    out = []
    # An address is checked against a length that may come behind it.
    for parameter in each.parameters:
        out.append(f"  {read(parameter, is_ended=parameter.name == each.ends)}")
    for parameter in each.parameters:
        if parameter.way == "address":
            name = parameter.name
            size = parameter.size
            if size.isidentifier():
                size = f"uint64_t({size})"
            out.append(f"  auto *{name} = request.checked({name}_address, {size});")
    if each.ends:
        kind = kind_of(next(p.base for p in each.parameters if p.name == each.ends))
        out += [
            "  bool right = true;",
            f"  auto *{each.ends} = static_cast<{type_of(each, each.ends)}>"
            f"(request.server.find({each.ends}_number, {kind}, &right));",
        ]
    out.append("  if (!request.is_good()) return;")
    if each.ends:
        out.append(f"  if (!right) return request.finish({told['invalid']});")
    if each.blocks:
        out.append("  request.give_up_lead();")
    arguments = ", ".join(map(argument, each.parameters))
    out.append(f"  const auto result = {each.name}({arguments});")
    for parameter in each.parameters:
        if parameter.way in ("out", "bytes"):
            out.append(f"  {parameter.name}.give(request.fields);")
        elif parameter.way == "made":
            kept = f"{parameter.name}.keep(request.server, {kind_of(parameter.base)})"
            out.append(f"  if (result == {told['ok']}) {kept};")
    if each.ends:
        out.append(f"  if (result == {told['ok']}) request.server.unbind({each.ends}_number);")
    out.append("  request.finish(result);")
    return out


def type_of(each: Forwarded, name: str) -> str:
    return next(p.kind for p in each.parameters if p.name == name)


def read(parameter: Parameter, is_ended: bool) -> str:
    name, kind, base = parameter.name, parameter.kind, parameter.base
    if is_ended:
        return f"const auto {name}_number = request.handle_number();"
    return {
        "value": f"const auto {name} = request.value<{kind}>();",
        "handle": f"const auto {name} = request.handle<{kind}>({kind_of(base)});",
        "handle_or_none": f"const auto {name} = request.handle<{kind}>({kind_of(base)});",
        "made": f"Made<{base}> {name}(request);",
        "out": f"Out<{base}> {name}(request);",
        "bytes": f"OutBytes {name}(request);",
        "text": f"const char *{name} = request.text();",
        "address": f"const auto {name}_address = request.value<uint64_t>();",
    }[parameter.way]


def argument(parameter: Parameter) -> str:
    name = parameter.name
    if parameter.way in ("made", "out"):
        return f"{name}.get()"
    if parameter.way == "bytes":
        return f"{name}.get<{parameter.base}>({parameter.size})"
    return name


def version_script(facts: dict[str, Any], every: list[Forwarded]) -> str:
    """A client has all functions of the library that it stands for."""
    names = "".join(f"    {each.name};\n" for each in every)
    note = banner(facts).replace("// ", "/* ") + " */"
    name = f"{facts['symbol_version']} " if facts["symbol_version"] else ""
    return f"{note}\n{name}{{\n  global:\n{names}  local: *;\n}};\n"


def libraries(every: dict[str, dict[str, Any]]) -> dict[str, str]:
    """What CMake calls the library that each client stands for."""
    out = ["# Made by tools/gen from facts/*.toml. Do not edit."]
    out += [f"set(remote_{f['api']} {f['library']})" for f in every.values() if "remote" in f]
    return {"native/_gen/remotes.gen.cmake": "\n".join([*out, ""])}


def render(facts: dict[str, Any]) -> dict[str, str]:
    if "remote" not in facts:
        return {}
    every, name = forwarded(facts), facts["api"]
    return {
        f"native/_gen/{name}_remote.gen.h": header(facts, every),
        f"native/_gen/{name}_remote.gen.map": version_script(facts, every),
        f"native/_gen/{name}_client.gen.cpp": client(facts, every),
        f"native/_gen/{name}_server.gen.cpp": server(facts, every),
    }
