"""A vendor's API as C++ (table of the real functions, stubs by role) and its Python twin."""

from __future__ import annotations

import re
from typing import Any

#: Roles whose stub follows from the facts; `custom` ones are written in native/shim/<api>.
CALLS = {
    "pass": "return {call};",
    "work": "return work({stream}, [&] {{ return {call}; }});",
    "work_sync": "return work_sync({stream}, [&] {{ return {call}; }});",
    "order": "return order({stream}, [&] {{ return {call}; }});",
    "wait": "return wait({stream}, [&] {{ return {call}; }});",
    "query": "return query({stream}, [&] {{ return {call}; }});",
    "sync_stream": "return sync_stream({stream}, [&] {{ return {call}; }});",
    "sync_device": "return sync_device([&] {{ return {call}; }});",
}


def signature(function: dict[str, Any], result: str) -> tuple[str, list[str], list[str]]:
    """The return type, the parameters' types and their names."""
    types, names = [], []
    for parameter in function["parameters"]:
        match = re.fullmatch(r"(.*?)(\w+)", parameter)
        assert match, parameter
        types.append(match[1].strip())
        names.append(match[2])
    return function.get("returns", result), types, names


def declare(kind: str, name: str) -> str:
    """`T name`, or `T *name` for a pointer."""
    return f"{kind}{name}" if kind.endswith("*") else f"{kind} {name}"


def banner(facts: dict[str, Any]) -> str:
    return (
        f"// Made by tools/gen from facts/{facts['api']}.toml "
        f"({facts['source']}, version {facts['version']}). Do not edit."
    )


def header(facts: dict[str, Any]) -> str:
    api = facts["api"]
    out = [
        banner(facts),
        "#pragma once",
        "",
        f'#include "{facts["header"]}"',
        "",
        f"namespace heddle::{api} {{",
        "",
        f'inline constexpr const char *kLibrary = "{facts["library"]}";',
        "",
        "// The vendor's own functions, found at first use.",
        "struct Real {",
    ]
    for function in facts["function"]:
        returns, types, _ = signature(function, facts["result"])
        out.append(f"  {declare(returns, '(*' + function['name'])})({', '.join(types)});")
    out += [
        "};",
        "",
        "// Name and place of every function in Real, in order.",
        "inline constexpr const char *kNames[] = {",
    ]
    out += [f'    "{function["name"]}",' for function in facts["function"]]
    out += ["};", "", f"}}  // namespace heddle::{api}", ""]
    return "\n".join(out)


def stubs(facts: dict[str, Any]) -> str:
    api = facts["api"]
    out = [
        banner(facts),
        f'#include "shim/{api}/roles.h"',
        "",
        f"using namespace heddle::{api};",
        "",
        'extern "C" {',
        "",
    ]
    for function in facts["function"]:
        role = function.get("role", "pass")
        if role == "custom":
            continue
        name = function["name"]
        returns, types, names = signature(function, facts["result"])
        parameters = ", ".join(map(declare, types, names)) or "void"
        call = f"real().{name}({', '.join(names)})"
        body = CALLS[role].format(call=call, stream=function.get("stream", "nullptr"))
        out += [f"HEDDLE_EXPORT {declare(returns, name)}({parameters}) {{", f"  {body}", "}", ""]
    out += ["}  // extern C", "", "// What dlsym() is to answer instead of the vendor's.", ""]
    out += [f"const heddle_symbol heddle::{api}::kSymbols[] = {{"]
    for function in facts["function"]:
        name = function["name"]
        out.append(f'    {{"{name}", reinterpret_cast<void *>(&::{name})}},')
    out += ["    {nullptr, nullptr},", "};", ""]
    return "\n".join(out)


def version_script(facts: dict[str, Any]) -> str:
    names = "".join(f"    {function['name']};\n" for function in facts["function"])
    note = banner(facts).replace("// ", "/* ") + " */"
    return f"{note}\n{facts['symbol_version']} {{\n  global:\n{names}  local: *;\n}};\n"


def python(facts: dict[str, Any]) -> str:
    out = [
        f'"""The {facts["api"]} API. Made by tools/gen from facts/{facts["api"]}.toml. '
        'Do not edit."""',
        "",
        f'LIBRARY = "{facts["library"]}"',
        f'VERSION = "{facts["version"]}"',
        "",
        "#: function: (role, (parameter types))",
        "FUNCTIONS = {",
    ]
    for function in facts["function"]:
        _, types, _ = signature(function, facts["result"])
        listed = ", ".join(f'"{kind}"' for kind in types) + ("," if len(types) == 1 else "")
        entry = f'("{function.get("role", "pass")}", ({listed}))'
        line = f'    "{function["name"]}": {entry},'
        if len(line) > 100:
            inner = "".join(f'            "{kind}",\n' for kind in types)
            line = f'    "{function["name"]}": (\n        "{function.get("role", "pass")}",\n'
            line += f"        (\n{inner}        ),\n    ),"
        out.append(line)
    out += ["}", ""]
    return "\n".join(out)


def render(facts: dict[str, Any]) -> dict[str, str]:
    api = facts["api"]
    return {
        f"native/_gen/{api}_api.gen.h": header(facts),
        f"native/_gen/{api}_stubs.gen.cpp": stubs(facts),
        f"native/_gen/{api}.gen.map": version_script(facts),
        f"src/heddle/_gen/{api}_api.py": python(facts),
    }
