"""Forwarding of an API to another process: the client's functions and the server's dispatcher.

What each parameter is stands in forwarded.py. What is written by hand has its number and its place
in the server's table all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import api
from api import banner
from forwarded import SENT, Forwarded, Parameter, forwarded, served


def number_of(name: str) -> str:
    return f"k{name[0].upper()}{name[1:]}"


def kind_of(handle: str) -> str:
    return f"kKind{handle[0].upper()}{handle[1:]}"


def types(facts: dict[str, Any], every: list[Forwarded]) -> list[str]:
    """What a header of ours does not declare: handles are pointers to nothing, structures are so
    many bytes, and all else is an enumeration, if the vendor has any.

    :raises ValueError: if a function that is forwarded has a type of which nothing is known
    """
    if "structures" not in facts["remote"]:
        return [f"#include {name}" for name in api.includes(facts)]
    known, sizes = facts.get("types", {}), facts["remote"]["structures"]
    prefixes = tuple(facts["prefixes"])
    out = ["#include <cstddef>", "#include <cstdint>", ""]

    def words(of: Iterable[Forwarded]) -> set[str]:
        return {
            word
            for each in of
            for kind in (each.function.returns, *each.function.types)
            for word in re.findall(r"\b[A-Za-z_]\w*", kind)
            if word.startswith(prefixes) or word in known
        }

    used = words(each for each in every if not each.refused)
    for word in sorted(words(every) | set(sizes)):
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
        elif word in facts["remote"]["others"]:
            out.append(f"using {word} = {facts['remote']['others'][word]};")
        elif "enumerations" in facts["remote"] or word not in used:
            out.append(f"using {word} = {facts['remote'].get('enumerations', 'int')};")
        else:
            raise ValueError(f"facts must tell what {word} is: a forwarded function has one")
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
            "// What a handle gives that is none of this kind.",
            "constexpr int32_t wrong_handle([[maybe_unused]] uint8_t kind) {",
            *(
                f"  if (kind == {kind_of(kind)}) return {code};"
                for kind, code in facts["remote"].get("wrong_handle", {}).items()
            ),
            f"  return {facts['remote']['invalid']};",
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
            *api.dispatch(facts),
            *withheld(facts, every),
            "}  // namespace heddle::remote",
            "",
        ]
    )


def withheld(facts: dict[str, Any], every: list[Forwarded]) -> list[str]:
    """What a program must not find: functions of extensions that are not forwarded, and extensions
    that have one."""
    refused = {each.name for each in every if each.refused}
    found = {
        function["name"]: function["extension"]
        for function in facts["function"]
        if "extension" in function and function["name"] in refused
    }
    if not found:
        return []
    out = []
    for title, names in (("Functions", found), ("Extensions", found.values())):
        out += [f"inline constexpr const char *kWithheld{title}[] = {{"]
        out += [*(f'    "{name}",' for name in sorted(set(names))), "};", ""]
    return out


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
        "also, wrong_handle};",
        "",
    ]
    for each in every:
        if each.hand in ("client", "both"):
            continue
        function = each.function
        out.append(f"HEDDLE_EXPORT {function.prototype} {{")
        if each.refused:
            out += [*refusal(each, facts), "}", ""]
            continue
        if each.plain:
            arguments = ", ".join(map(on_own_stream, function.types, function.names))
            out += [f"  return {each.plain}({arguments});", "}", ""]
            continue
        is_made = function.returns in told["handles"]
        out += [f"  {function.returns} place{{}}, *made = &place;"] if is_made else []
        out.append(f"  Call call({number_of(each.name)});")
        for parameter in each.parameters:
            # What differs from call to call, though the call is the same.
            if parameter.name in told.get("varies", ()):
                out.append("  call.end_proof();")
            out += [f"  {text}" for text in [written(parameter, told)] if text]
        # A handle that was made up can be used at once, and is known to the server by then.
        sent = "send_proven" if "varies" in told and each.function.role in SENT else "send"
        how = sent if each.sent else "ask_once" if each.stays else "ask"
        kind = facts["result"] if is_made else function.returns
        out.append(f"  const auto result = {kind}(call.{how}());")
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
        if is_made:
            out += [f"  if ({told['error']}) *{told['error']} = result;", "  return place;"]
        else:
            out.append("  return result;")
        out += ["}", ""]
    out += ["// In the order of kNames.", "void *const heddle::remote::kOurs[] = {"]
    out += [f"    reinterpret_cast<void *>(&::{each.name})," for each in every]
    return "\n".join([*out, "};", ""])


def refusal(each: Forwarded, facts: dict[str, Any]) -> list[str]:
    function, error = each.function, facts["remote"].get("error")
    unused = [name for name in function.names if name != error]
    out = [f"  static_cast<void>({name});" for name in unused]
    word = f'refuse("{each.name}")'
    if function.returns == facts["result"]:
        return [*out, f"  return {function.returns}({word});"]
    if error in function.names:
        out += [f"  const int32_t why = {word};", f"  if ({error}) *{error} = why;"]
    else:
        out.append(f"  {word};")
    return [*out, "  return {};"] if function.returns != "void" else out


def on_own_stream(kind: str, name: str) -> str:
    """The default stream is the calling thread's own, and so it is in what is pointed at."""
    return f"per_thread({name})" if re.search(r"[sS]tream$", name) or "Config" in kind else name


def written(parameter: Parameter, told: dict[str, Any]) -> str:
    name = parameter.name
    wrong = told.get("wrong_in_list", {}).get(parameter.base, "")
    wrong = wrong or f"wrong_handle({kind_of(parameter.base)})"
    return {
        "error": "",
        "list": f"call.list({name});",
        "handles": f"call.handles({kind_of(parameter.base)}, {name}, {parameter.size}, {wrong});",
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
        f"use_{name}_device, own_{name}_handle, also, {name}_parent, wrong_handle}};",
        "",
        "}  // namespace heddle::remote",
        "",
    ]
    return "\n".join(out)


def body(each: Forwarded, told: dict[str, Any]) -> list[str]:
    out = []
    # An address is checked against a length that may come behind it.
    for parameter in each.parameters:
        if parameter.way != "error":
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
        elif parameter.way == "handles":
            kind = kind_of(parameter.base)
            out.append(f"  {parameter.name}.check(request, {parameter.size}, {kind});")
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
    is_made = each.function.returns in told["handles"]
    passed = each.parameters[:-1] if is_made else each.parameters
    arguments = ", ".join(map(argument, passed))
    if "structures" in told:  # what there is depends on the driver that is there
        out.append(f"  if (!{each.name}) return request.finish({told['unsupported']});")
    if is_made:
        out.append("  int32_t result = 0;")
        out.append(f"  made.set({each.name}({arguments}));")
    else:
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
        "handles": f"Several<{base}> {name}(request);",
        "list": f"const List<{base}> {name}(request);",
        "bytes": f"OutBytes {name}(request);",
        "text": f"const char *{name} = request.text();",
        "address": f"const auto {name}_address = request.value<uint64_t>();",
    }[parameter.way]


def argument(parameter: Parameter) -> str:
    name = parameter.name
    if parameter.way == "error":
        return "&result"
    if parameter.way in ("made", "out", "found", "in", "given", "handles", "list"):
        return f"{name}.get()"
    if parameter.way == "bytes":
        return f"{name}.get<{parameter.base}>({parameter.size})"
    return name


def version_script(facts: dict[str, Any], every: list[Forwarded]) -> str:
    """A client has all functions of the library that it stands for."""
    versions: dict[str, list[str]] = {}
    seen = {entry["name"]: entry.get("seen", "") for entry in facts["function"]}
    first = min(filter(None, seen.values()), default="")
    prefix = facts["remote"].get("versions")  # where each version's functions have its own
    for name in [*(each.name for each in every), *facts["remote"].get("more", ())]:
        of = f"{prefix}{seen.get(name) or first}" if prefix else facts["symbol_version"]
        versions.setdefault(of, []).append(name)
    note = banner(facts).replace("// ", "/* ") + " */"
    out, last = [note], ""
    for version in sorted(versions):
        out += [f"{version} {{".lstrip(), "  global:", *(f"    {n};" for n in versions[version])]
        out += [*(["  local: *;"] if not last else []), f"}}{last};"]
        last = f" {version}"
    return "\n".join([*out, ""])


#: In messages of tests, a letter for each kind of handle.
KINDS = "abcdefghijklmnvyz"
#: How long a value is that is no structure; an enumeration is as long as an int.
LENGTHS = {"void": 1, "char": 1, "cuuint64_t": 8, "size_t": 8}


def field(parameter: Parameter, told: dict[str, Any], counts: set[str]) -> str:
    """What a test sends for it: see `fields`."""
    if parameter.way in ("handle", "handle_or_none"):
        return KINDS[told["handles"].index(parameter.base)]
    if parameter.way in ("made", "found"):
        return KINDS[told["handles"].index(parameter.base)].upper()
    if parameter.way == "list":
        return "l"
    if parameter.way == "handles":
        return f"<{KINDS[told['handles'].index(parameter.base)]}>"
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
    assert len(told["handles"]) <= len(KINDS)
    out = [
        banner(facts),
        "// The fields of each function's message, a letter each; null: they are written by hand.",
        f"// {KINDS}: a handle, by its kind; in capitals its number, made or found.",
        "// o: whether something is wanted, p: an address, q: a size, r: a value, s: a device,",
        "// t: text, {LENGTH}: so many bytes, [LENGTH-LESS]: as many times so many as x says, <a>:",
        "// as many handles of a kind; l: a list with a 0 at its end.",
        "#pragma once",
        "",
        "namespace heddle::remote {",
        "",
        f'inline constexpr const char *kKinds = "{KINDS}";',
        "inline constexpr const char *kFields[] = {",
    ]
    for each in served(every):
        lists = ("given", "handles")
        counts = {p.size.partition(" - ")[0] for p in each.parameters if p.way in lists}
        sent = [parameter for parameter in each.parameters if parameter.way != "error"]
        text = "".join(field(parameter, told, counts) for parameter in sent)
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
