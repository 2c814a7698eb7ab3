"""A vendor's API as C++ (table of the real functions, stubs by role) and its Python twin."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import hal

#: Roles that need no stub: the call goes to the vendor without us. `used`: we call it, too.
UNSEEN = {"pass", "used"}
#: Roles that take the stream; a stub calls the function of that name in shim/<api>/roles.h.
ON_STREAM = {
    "work",
    "work_sync",
    "order",
    "wait",
    "query",
    "sync_stream",
    "begin_capture",
    "end_capture",
    "destroy_stream",
}
#: Roles that are about memory, with the facts that they take; where there is a stream, too, the
#: function of that name with `_on` behind it is called.
OF_MEMORY = {
    "allocate": ("handle", "bytes"),
    "release": ("handle",),
    "memory_info": ("free", "total"),
}
#: The others; a `custom` function is written by hand in native/shim/<api>.
OTHERS = {"sync_device", "custom"}


@dataclass(frozen=True, slots=True)
class Function:
    """One exported symbol."""

    name: str
    role: str
    stream: str  #: the stream's expression in terms of the parameters
    returns: str
    types: tuple[str, ...]
    names: tuple[str, ...]
    more: str = (
        ""  #: what else the role is given: of a role OF_MEMORY the handle, and how many bytes
    )

    @property
    def prototype(self) -> str:
        listed = ", ".join(map(declare, self.types, self.names)) or "void"
        return f"{declare(self.returns, self.name)}({listed})"


def functions(facts: dict[str, Any]) -> list[Function]:
    """Every symbol; one with a per-thread variant is two."""
    found = []
    known, prefixes = facts.get("types", {}), tuple(facts.get("prefixes", ()))
    called = hal.called(facts)
    for entry in facts["function"]:
        role = entry.get("role", "used" if entry["name"] in called else "pass")
        known_role = role in UNSEEN | ON_STREAM | OTHERS or role in OF_MEMORY
        assert known_role, f"{entry['name']}: no role {role!r}"
        more = ", ".join([entry[key] for key in OF_MEMORY.get(role, ())] + entry.get("with", []))
        types, names = [], []
        for parameter in entry["parameters"]:
            match = re.fullmatch(r"(.*?)(\w+)", parameter)
            assert match, parameter
            types.append(ours(match[1].strip(), known, prefixes))
            names.append(match[2])
        returns = entry.get("returns", facts["result"])
        stream = entry.get("stream", "" if role in OF_MEMORY else "nullptr")
        common = (returns, tuple(types), tuple(names), more)
        found.append(Function(entry["name"], role, stream, *common))
        if "per_thread" in entry:
            name = f"{entry['name']}_{entry['per_thread']}"
            found.append(Function(name, role, f"per_thread({stream})", *common))
    return found


def ours(kind: str, known: dict[str, str], prefixes: tuple[str, ...]) -> str:
    """A pointer to something that we do not look into is a pointer to void."""
    base = kind.replace("const ", "").replace("*", "").strip()
    stars = kind.count("*")
    if base in known or not prefixes or not base.startswith(prefixes) or not stars:
        return kind
    return f"{'const ' if kind.startswith('const ') else ''}void {'*' * stars}"


def declare(kind: str, name: str) -> str:
    """`T name`, or `T *name` for a pointer."""
    return f"{kind}{name}" if kind.endswith("*") else f"{kind} {name}"


def banner(facts: dict[str, Any]) -> str:
    return (
        f"// Made by tools/gen from facts/{facts['api']}.toml "
        f"({facts['source']}, version {facts['version']}). Do not edit."
    )


def includes(facts: dict[str, Any]) -> list[str]:
    """What declares the types that the facts do not spell out."""
    return [f'"{facts["header"]}"'] if "header" in facts else ["<cstddef>", "<cstdint>"]


def header(facts: dict[str, Any]) -> str:
    api = facts["api"]
    called = [f for f in functions(facts) if f.role != "pass"]
    out = [
        banner(facts),
        "#pragma once",
        "",
        *(f"#include {name}" for name in includes(facts)),
        "",
    ]
    for name, kind in facts.get("types", {}).items():
        out.append(f"using {name} = {kind};")
    if facts.get("types"):
        out += ["", 'extern "C" {']
        out += [f"{f.prototype};" for f in called if f.role not in UNSEEN]
        out += ["}", ""]
    out += [
        f"namespace heddle::{api} {{",
        "",
        f'inline constexpr const char *kLibrary = "{facts["library"]}";',
        "",
        "// The vendor's own functions, found at first use; null if this version has none.",
        "struct Real {",
        *(f"  {declare(f.returns, '(*' + f.name)})({', '.join(f.types)});" for f in called),
        "};",
        "",
        "// Name and place of every function in Real, in order.",
        "inline constexpr const char *kNames[] = {",
        *(f'    "{f.name}",' for f in called),
        "};",
        "",
        *dispatch(facts),
        f"}}  // namespace heddle::{api}",
        "",
    ]
    return "\n".join(out)


def dispatch(facts: dict[str, Any]) -> list[str]:
    """The library's table of functions, for one that lets layers replace them: names in order."""
    places = {
        entry["dispatch"]: entry["name"] for entry in facts["function"] if "dispatch" in entry
    }
    if not places:
        return []
    names = (f'"{places[at]}"' if at in places else "nullptr" for at in range(max(places) + 1))
    return [
        "// The functions in the library's table of them, in order; null: one that we do not know.",
        "inline constexpr const char *kDispatch[] = {",
        *(f"    {name}," for name in names),
        "};",
        "",
    ]


def stubs(facts: dict[str, Any]) -> str:
    api = facts["api"]
    seen = [f for f in functions(facts) if f.role not in UNSEEN]
    out = [
        banner(facts),
        f'#include "shim/{api}/roles.h"',
        "",
        f"using namespace heddle::{api};",
        "",
        'extern "C" {',
        "",
    ]
    for function in seen:
        if function.role == "custom":
            continue
        call = f"[&] {{ return real().{function.name}({', '.join(function.names)}); }}"
        takes_stream = function.role in ON_STREAM or function.role in OF_MEMORY
        given = [function.stream if takes_stream else "", function.more, call]
        given = [word for word in given if word]
        where = "_on" if function.role in OF_MEMORY and function.stream else ""
        out.append(f"HEDDLE_EXPORT {function.prototype} {{")
        out += [f"  return roles::{function.role}{where}({', '.join(given)});", "}", ""]
    out += ["}  // extern C", "", "// What dlsym() is to answer instead of the vendor's.", ""]
    out += [f"const heddle_symbol heddle::{api}::kSymbols[] = {{"]
    out += [f'    {{"{f.name}", reinterpret_cast<void *>(&::{f.name})}},' for f in seen]
    out += ["    {nullptr, nullptr},", "};", "", *hal.start(facts)]
    return "\n".join(out)


def version_script(facts: dict[str, Any]) -> str:
    seen = [f.name for f in functions(facts) if f.role not in UNSEEN] + facts.get("also", [])
    names = "".join(f"    {name};\n" for name in seen)
    note = banner(facts).replace("// ", "/* ") + " */"
    name = f"{facts['symbol_version']} " if facts["symbol_version"] else ""
    return f"{note}\n{name}{{\n  global:\n{names}  local: *;\n}};\n"


def fake(facts: dict[str, Any]) -> str:
    """Every symbol for a fake of the library: weak, for what native/fake/<api> does not write by
    hand; a per-thread variant as the plain function with another default stream; and, where the
    facts say since when there is each, the table that the library's own look-up answers from."""
    api, result = facts["api"], facts["result"]
    known, prefixes = facts.get("types", {}), tuple(facts.get("prefixes", ()))
    every = {f.name: f for f in functions(facts)}
    out = [banner(facts), f'#include "fake/{api}/symbols.h"', "", "using namespace fake;", ""]
    rows = []
    for entry in facts["function"]:
        plain = every[entry["name"]]
        typed = all(is_declared(kind, known, prefixes) for kind in plain.types)
        out.append(weak(plain, ", ".join(plain.types) if typed else "", result))
        variant = "nullptr"
        if "per_thread" in entry:
            own = every[f"{plain.name}_{entry['per_thread']}"]
            variant = f"reinterpret_cast<void *>(&::{own.name})"
            out += forwarded(own, plain) if typed else [weak(own, "", result)]
        if "seen" in entry:
            name, _, version = re.sub(r"_v(\d+)$", r" \1", plain.name).partition(" ")
            address = f"reinterpret_cast<void *>(&::{plain.name})"
            rows.append(f'    {{"{name}", {version or 1}, {entry["seen"]}, {address}, {variant}}},')
    if rows:
        out += ["", "const Symbol fake::kSymbols[] = {", *rows, "    {},", "};"]
    return "\n".join([*out, ""])


def is_declared(kind: str, known: dict[str, str], prefixes: tuple[str, ...]) -> bool:
    words = re.findall(r"\b[A-Za-z_]\w*", kind)
    return all(word in known for word in words if prefixes and word.startswith(prefixes))


def weak(function: Function, parameters: str, result: str) -> str:
    value = "kNotSupported" if function.returns == result else ""
    body = "{}" if function.returns == "void" else f"{{ return {value or '{}'}; }}"
    return f"FAKE_WEAK {declare(function.returns, function.name)}({parameters}) {body}"


def forwarded(variant: Function, plain: Function) -> list[str]:
    return [
        f"FAKE_EXPORT {variant.prototype} {{",
        "  PerThreadDefault here;",
        f"  return {plain.name}({', '.join(plain.names)});",
        "}",
    ]


def fakes(every: dict[str, dict[str, Any]]) -> dict[str, str]:
    """What CMake calls each fake library."""
    out = ["# Made by tools/gen from facts/*.toml. Do not edit."]
    out += [f"set(fake_{f['api']} {f['fake']})" for f in every.values() if "fake" in f]
    return {"native/_gen/fakes.gen.cmake": "\n".join([*out, ""])}


def python(facts: dict[str, Any]) -> str:
    out = [
        f'"""The {facts["api"]} API. Made by tools/gen from facts/{facts["api"]}.toml. '
        'Do not edit."""',
        "",
        f'LIBRARY = "{facts["library"]}"',
        f'VERSION = "{facts["version"]}"',
        "",
        "#: function: role",
        "FUNCTIONS = {",
        *(f'    "{f.name}": "{f.role}",' for f in functions(facts)),
        "}",
        "",
    ]
    return "\n".join(out)


def render(facts: dict[str, Any]) -> dict[str, str]:
    api = facts["api"]
    texts = {
        f"native/_gen/{api}_api.gen.h": header(facts),
        f"native/_gen/{api}_stubs.gen.cpp": stubs(facts),
        f"native/_gen/{api}.gen.map": version_script(facts),
        f"src/heddle/_gen/{api}_api.py": python(facts),
    }
    if "hal" in facts:
        texts[f"native/_gen/{api}_hal.gen.h"] = hal.header(facts, banner(facts))
    if facts.get("fake"):
        texts[f"native/_gen/{api}_fake.gen.cpp"] = fake(facts)
    return texts
