"""Forwarding of an API to another process: the client's functions and the server's dispatcher.

What each parameter is follows from its type, and from `remote` of the facts where that is not
enough. What is written by hand has its number and its place in the server's table all the same.
"""

from __future__ import annotations

import re
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
    way: str  #: value, handle, handle_or_none, made, found, out, in, bytes, given, text or address
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
    sizes, memory = told.get("sizes", {}), told.get("memory", {})
    single = {"char", "void", *remote.get("opaque", ())}  # and so no value by itself
    for kind, name in zip(function.types, function.names, strict=True):
        base = kind.replace("const ", "").rstrip("* ").strip()
        stars, is_const = kind.count("*"), kind.startswith("const ")
        if name in memory:
            made = Parameter(name, kind, "address", base, memory[name])
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
    return tuple(found)


def number_of(name: str) -> str:
    return f"k{name[0].upper()}{name[1:]}"


def kind_of(handle: str) -> str:
    return f"kKind{handle[0].upper()}{handle[1:]}"


def types(facts: dict[str, Any], every: list[Forwarded]) -> list[str]:
    """What a header of ours does not declare: handles are pointers to nothing, structures are so
    many bytes, and all else is an enumeration."""
    if "structures" not in facts["remote"]:
        return [f"#include {name}" for name in api.includes(facts)]
    known, sizes = facts.get("types", {}), facts["remote"]["structures"]
    prefixes = tuple(facts["prefixes"])
    out = ["#include <cstddef>", "#include <cstdint>", ""]
    words = {
        word
        for each in every
        for kind in (each.function.returns, *each.function.types)
        for word in re.findall(r"\b[A-Za-z_]\w*", kind)
        if word.startswith(prefixes)
    } | set(sizes)
    for word in sorted(words):
        if word in sizes:
            size, alignment = sizes[word]
            body = f"unsigned char bytes[{size}];"
            out.append(f"struct alignas({alignment}) {word} {{ {body} }};")
        elif word in facts["remote"]["opaque"]:
            out.append(f"struct {word};")
        elif "(*)" in known.get(word, ""):
            out.append(f"using {word} = void *;")
        elif word in facts["remote"]["handles"] and "long" not in known.get(word, ""):
            out.append(f"using {word} = struct {word}_ *;")
        elif word in known and "struct" not in known[word]:
            out.append(f"using {word} = {known[word]};")
        else:
            out.append(f"using {word} = {facts['remote']['others'].get(word, 'int')};")
    out += ["", "#ifdef HEDDLE_SERVES  // of the driver that is there: it may be older"]
    out += ["#define HEDDLE_WEAK __attribute__((weak))", "#else", "#define HEDDLE_WEAK", "#endif"]
    out += ["", 'extern "C" {']
    out += [f"HEDDLE_WEAK {each.function.prototype};" for each in every]
    return [*out, "}"]


def header(facts: dict[str, Any], every: list[Forwarded]) -> str:
    numbered = served(every)
    return "\n".join(
        [
            banner(facts),
            "#pragma once",
            "",
            *types(facts, every),
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
            "// What may stand where this kind is asked for; 0: nothing else.",
            "constexpr uint8_t also([[maybe_unused]] uint8_t kind) {",
            *(
                f"  if (kind == {kind_of(kind)}) return {kind_of(other)};"
                for kind, other in facts["remote"].get("also", {}).items()
            ),
            "  return 0;",
            "}",
            "",
            "inline constexpr const char *kForwarded[] = {",
            *(f'    "{each.name}",' for each in numbered),
            "};",
            "",
            "// Every function that the library has, forwarded or not.",
            "inline constexpr const char *kNames[] = {",
            *(f'    "{each.name}",' for each in every),
            "};",
            "",
            "}  // namespace heddle::remote",
            "",
        ]
    )


def client(facts: dict[str, Any], every: list[Forwarded]) -> str:
    name, told = facts["api"], facts["remote"]
    codes = ", ".join(
        told[key] for key in ("ok", "invalid", "forked", "unsupported", "no_server", "lost")
    )
    out = [
        banner(facts),
        f'#include "_gen/{name}_remote.gen.h"',
        f'#include "remote/{"" if not any(each.plain for each in every) else name + "/"}client.h"',
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
        f"{codes}, sticks, {'true' if told.get('contexts') else 'false'}, kForwarded, "
        "also};",
        "",
    ]
    for each in every:
        if each.hand in ("client", "both"):
            continue
        function = each.function
        out.append(f"HEDDLE_EXPORT {function.prototype} {{")
        if each.refused:
            out += [f"  static_cast<void>({name});" for name in function.names]
            out += [f'  return {function.returns}(refuse("{each.name}"));', "}", ""]
            continue
        if each.plain:
            arguments = ", ".join(map(on_own_stream, function.types, function.names))
            out += [f"  return {each.plain}({arguments});", "}", ""]
            continue
        out.append(f"  Call call({number_of(each.name)});")
        out += [f"  {written(parameter)}" for parameter in each.parameters]
        # A handle that was made up can be used at once, and is known to the server by then.
        how = "send" if each.sent else "ask_once" if each.stays else "ask"
        out.append(f"  const auto result = {function.returns}(call.{how}());")
        for parameter in each.parameters:
            if parameter.way == "out":
                out.append(f"  call.take({parameter.name});")
            elif parameter.way == "bytes":
                out.append(f"  call.take_bytes({parameter.name}, {parameter.size});")
            elif parameter.way == "made":
                out.append(f"  call.take_made({parameter.name});")
            elif parameter.way == "found":
                out.append(f"  call.take_found({kind_of(parameter.base)}, {parameter.name});")
        if each.sets:
            out.append("  call.client().forget_answers();")
        if each.ends:
            gone = f"call.client().handles.forget(uint64_t({each.ends}))"
            out.append(f"  if (result == {told['ok']}) {gone};")
        out += ["  return result;", "}", ""]
    out += ["// In the order of kNames.", "void *const heddle::remote::kOurs[] = {"]
    out += [f"    reinterpret_cast<void *>(&::{each.name})," for each in every]
    return "\n".join([*out, "};", ""])


def on_own_stream(kind: str, name: str) -> str:
    """The default stream is the calling thread's own, and so it is in what is pointed at."""
    return f"per_thread({name})" if re.search(r"[sS]tream$", name) or "Config" in kind else name


def written(parameter: Parameter) -> str:
    name = parameter.name
    return {
        "value": f"call.value({name});",
        "handle": f"call.handle({kind_of(parameter.base)}, {name});",
        "handle_or_none": f"call.handle_or_none({kind_of(parameter.base)}, {name});",
        "made": f"call.made({kind_of(parameter.base)}, {name});",
        "found": f"call.made({kind_of(parameter.base)}, {name});",
        "out": f"call.wanted({name});",
        "in": f"call.given({name}, 1);",
        "given": f"call.given({name}, {parameter.size});",
        "bytes": f"call.wanted({name});",
        "text": f"call.text({name});",
        "address": f"call.address({name});",
    }[parameter.way]


def server(facts: dict[str, Any], every: list[Forwarded]) -> str:
    name, told = facts["api"], facts["remote"]
    heard = served(every)
    out = [
        banner(facts),
        f'#include "_gen/{name}_remote.gen.h"',
        '#include "remote/server.h"',
        "",
        "namespace heddle::remote {",
        "",
        f"bool use_{name}_device(Server &server, int32_t device);",
        f"void *own_{name}_handle(Request &request, uint8_t kind, uint64_t number);",
        f"uint64_t {name}_parent(const Request &request, uint8_t kind);",
        *(
            f"void serve_{each.name}(Request &);"
            for each in heard
            if each.hand in ("server", "both")
        ),
        "",
        "namespace {",
        "",
    ]
    for each in heard:
        if each.hand in ("server", "both"):
            continue
        out += [f"void serve_{each.name}(Request &request) {{", *body(each, told), "}", ""]
    out += ["constexpr Serve kServe[] = {"]
    out += [f"    serve_{each.name}," for each in heard]
    out += ["};", "", "}  // namespace", ""]
    out += [
        f'const ServerFacts kServed = {{"{name}", "{told["visible"]}", {told["ok"]}, '
        f"{told['invalid']}, {told.get('wrong', told['invalid'])}, kServe, kFunctions, "
        f"use_{name}_device, own_{name}_handle, also, {name}_parent}};",
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
            code = f", {each.wrong}" if each.wrong else ""
            checked = f"request.checked({name}_address, {size}{code})"
            is_void = "*" in parameter.kind  # and not a number that is an address
            made = checked if is_void else f"{parameter.kind}({checked})"
            out.append(f"  auto {'*' if is_void else ''}{name} = {made};")
        elif parameter.way in ("in", "given"):
            out.append(f"  {parameter.name}.check(request, {parameter.size or 1});")
        elif parameter.way == "bytes":
            check = f"{parameter.name}.check<{parameter.base}>"
            out.append(f"  {check}(request, {parameter.size});")
    if each.ends:
        kind = kind_of(next(p.base for p in each.parameters if p.name == each.ends))
        out += [
            "  bool right = true;",
            f"  const auto {each.ends} = as_handle<{type_of(each, each.ends)}>"
            f"(request.server.find({each.ends}_number, {kind}, &right));",
        ]
    out.append("  if (!request.is_good()) return;")
    if each.ends:
        out.append(f"  if (!right) return request.finish({told['invalid']});")
    if each.blocks:
        out.append("  request.give_up_lead();")
    arguments = ", ".join(map(argument, each.parameters))
    if "structures" in told:  # what there is depends on the driver that is there
        out.append(f"  if (!{each.name}) return request.finish({told['unsupported']});")
    out.append(f"  const auto result = {each.name}({arguments});")
    for parameter in each.parameters:
        if parameter.way in ("out", "bytes"):
            out.append(f"  {parameter.name}.give(request.fields);")
        elif parameter.way == "made":
            kept = f"{parameter.name}.keep(request, {kind_of(parameter.base)})"
            out.append(f"  if (result == {told['ok']}) {kept};")
        elif parameter.way == "found":
            given = f"{parameter.name}.give(request, {kind_of(parameter.base)}, result)"
            out.append(f"  {given};")
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
        "found": f"Found<{base}> {name}(request);",
        "out": f"Out<{base}> {name}(request);",
        "in": f"const In<{base}> {name}(request);",
        "given": f"const In<{base}> {name}(request);",
        "bytes": f"OutBytes {name}(request);",
        "text": f"const char *{name} = request.text();",
        "address": f"const auto {name}_address = request.value<uint64_t>();",
    }[parameter.way]


def argument(parameter: Parameter) -> str:
    name = parameter.name
    if parameter.way in ("made", "out", "found", "in", "given"):
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


#: How long a value is that is no structure; an enumeration is as long as an int.
LENGTHS = {"void": 1, "char": 1, "cuuint64_t": 8, "size_t": 8}


def field(parameter: Parameter, told: dict[str, Any], counts: set[str]) -> str:
    """What a test sends for it: see `fields`."""
    kinds = "abcdefghijklmn"
    if parameter.way in ("handle", "handle_or_none"):
        return kinds[told["handles"].index(parameter.base)]
    if parameter.way in ("made", "found"):
        return kinds[told["handles"].index(parameter.base)].upper()
    if parameter.way in ("in", "given"):
        length = told["structures"].get(parameter.base, [LENGTHS.get(parameter.base, 4)])[0]
        count, _, less = (parameter.size or "1").partition(" - ")
        return f"{{{int(count) * length}}}" if count.isdigit() else f"[{length}-{less or 0}]"
    if parameter.name in counts:
        return "x"
    of_values = {"CUdevice": "s", "size_t": "q"}.get(parameter.base, "r")
    return {"out": "o", "bytes": "o", "text": "t", "address": "p"}.get(parameter.way, of_values)


def fields(facts: dict[str, Any], every: list[Forwarded]) -> str:
    """For tests: what a call's message holds, function by function."""
    told = facts["remote"]
    assert len(told["handles"]) <= 14
    out = [
        banner(facts),
        "// The fields of each function's message, a letter each; null: they are written by hand.",
        "// a to n: a handle, by its kind; A to N: its number, as it is made or found. o: whether",
        "// something is wanted, p: an address, q: a size, r: a value, s: a device, t: text,",
        "// {LENGTH}: so many bytes, [LENGTH-LESS]: as many times so many bytes as x says.",
        "#pragma once",
        "",
        "namespace heddle::remote {",
        "",
        "inline constexpr const char *kFields[] = {",
    ]
    for each in served(every):
        counts = {p.size.partition(" - ")[0] for p in each.parameters if p.way == "given"}
        text = "".join(field(parameter, told, counts) for parameter in each.parameters)
        value = "nullptr" if each.hand in ("server", "both") else f'"{text}"'
        out.append(f"    {value},  // {each.name}")
    return "\n".join([*out, "};", "", "}  // namespace heddle::remote", ""])


def libraries(every: dict[str, dict[str, Any]]) -> dict[str, str]:
    """What CMake calls the library that each client stands for."""
    out = ["# Made by tools/gen from facts/*.toml. Do not edit."]
    out += [f"set(remote_{f['api']} {f['library']})" for f in every.values() if "remote" in f]
    return {"native/_gen/remotes.gen.cmake": "\n".join([*out, ""])}


def render(facts: dict[str, Any]) -> dict[str, str]:
    if "remote" not in facts:
        return {}
    every, name = forwarded(facts), facts["api"]
    told = {}
    if "structures" in facts["remote"]:
        told = {f"native/_gen/{name}_fields.gen.h": fields(facts, every)}
    return told | {
        f"native/_gen/{name}_remote.gen.h": header(facts, every),
        f"native/_gen/{name}_remote.gen.map": version_script(facts, every),
        f"native/_gen/{name}_client.gen.cpp": client(facts, every),
        f"native/_gen/{name}_server.gen.cpp": server(facts, every),
    }
