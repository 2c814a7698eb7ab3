"""The shared table's layout as a C++ header and its Python twin."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

LINE = 64
#: Our name of a type: its bytes, the C++ type, the struct format.
SCALARS = {
    "u32": (4, "uint32_t", "I"),
    "u64": (8, "uint64_t", "Q"),
    "i32": (4, "int32_t", "i"),
    "i64": (8, "int64_t", "q"),
}


@dataclass(frozen=True)
class Field:
    name: str
    offset: int
    align: int
    cpp: str
    format: str
    doc: str


@dataclass(frozen=True)
class Region:
    name: str
    offset: int
    count: int
    size: int
    doc: str
    fields: tuple[Field, ...]


def lay_out_fields(region: dict[str, Any]) -> tuple[Field, ...]:
    """Place the fields in order, each at its natural alignment or on a new line if it asks.

    :raises ValueError: if they do not fit into the record
    """
    fields, at = [], 0
    for fact in region["fields"]:
        match = re.fullmatch(r"(\w+?)(?:\[(\d+)])?", fact["type"])
        assert match, fact["type"]
        base, count = match[1], int(match[2] or 1)
        name = fact["name"]
        if base == "text":
            size, align, cpp, form = count, 8, f"char {name}[{count}]", f"{count}s"
        else:
            width, kind, code = SCALARS[base]
            array = f"[{count}]" if match[2] else ""
            size, align, cpp = width * count, width, f"std::atomic<{kind}> {name}{array}"
            form = f"{count if match[2] else ''}{code}"
        align = LINE if fact.get("line") else align
        at = -(-at // align) * align
        fields.append(Field(name, at, align, cpp, form, fact["doc"]))
        at += size
    if at > region["size"]:
        raise ValueError(f"{region['name']}: fields take {at} bytes of {region['size']}")
    return tuple(fields)


def lay_out(facts: dict[str, Any]) -> list[Region]:
    regions, at = [], 0
    for fact in facts["region"]:
        fields = lay_out_fields(fact)
        regions.append(
            Region(fact["name"], at, fact["count"], fact["size"], fact.get("doc", ""), fields)
        )
        at = -(-(at + fact["count"] * fact["size"]) // facts["page"]) * facts["page"]
    return regions


def table_bytes(facts: dict[str, Any], regions: list[Region]) -> int:
    end = regions[-1].offset + regions[-1].count * regions[-1].size
    return int(-(-end // facts["page"]) * facts["page"])


def title(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def in_order(facts: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Levels with their needs, lowest first."""
    numbers = facts["enum"]["level"]["values"]
    return sorted(facts["level_needs"].items(), key=lambda item: numbers[item[0]])


def bits(facts: dict[str, Any], capabilities: list[str]) -> int:
    return sum(facts["flags"]["capability"]["values"][name] for name in capabilities)


def cpp(facts: dict[str, Any], regions: list[Region]) -> str:
    out = [
        "// Made by tools/gen from facts/table.toml. Do not edit.",
        "#pragma once",
        "",
        "#include <atomic>",
        "#include <cstddef>",
        "#include <cstdint>",
        "",
        "namespace heddle {",
        "",
        f"inline constexpr uint64_t kTableMagic = {facts['magic']:#x};",
        f"inline constexpr uint32_t kTableMajor = {facts['major']};",
        f"inline constexpr uint32_t kTableMinor = {facts['minor']};",
        f"inline constexpr uint64_t kTableBytes = {table_bytes(facts, regions)};",
        "",
    ]
    for kind in ("enum", "flags"):
        for name, fact in facts[kind].items():
            out += [f"// {fact['doc']}", f"enum {title(name)} : uint32_t {{"]
            out += [f"  k{title(name)}{title(k)} = {v:#x}," for k, v in fact["values"].items()]
            out += ["};", ""]
    out += [
        "// What each level needs of a device, as capability bits.",
        "inline constexpr uint32_t kLevelNeeds[] = {",
        *(f"    {bits(facts, needs):#x},  // {name}" for name, needs in in_order(facts)),
        "};",
        "",
    ]
    for region in regions:
        record = f"{title(region.name)}Record"
        if region.doc:
            out.append(f"// {region.doc}")
        out.append(f"struct {record} {{")
        for field in region.fields:
            note = f"  // {field.doc}" if field.doc else ""
            out.append(f"  alignas({field.align}) {field.cpp};{note}")
        out += ["};"]
        for field in region.fields:
            out.append(f"static_assert(offsetof({record}, {field.name}) == {field.offset});")
        out += [
            f"static_assert(sizeof({record}) <= {region.size});",
            f"inline constexpr uint32_t k{title(region.name)}Count = {region.count};",
            f"inline constexpr uint64_t k{title(region.name)}Offset = {region.offset};",
            f"inline constexpr uint64_t k{title(region.name)}Stride = {region.size};",
            "",
        ]
    out += ["}  // namespace heddle", ""]
    return "\n".join(out)


def python(facts: dict[str, Any], regions: list[Region]) -> str:
    out = [
        '"""Layout of the shared table. Made by tools/gen from facts/table.toml. Do not edit."""',
        "",
        f"MAGIC = {facts['magic']:#x}",
        f"MAJOR = {facts['major']}",
        f"MINOR = {facts['minor']}",
        f"BYTES = {table_bytes(facts, regions)}",
    ]
    for kind in ("enum", "flags"):
        for name, fact in facts[kind].items():
            out += ["", f"#: {fact['doc']}", f"{name.upper()} = {{"]
            out += [f'    "{key}": {value:#x},' for key, value in fact["values"].items()]
            out.append("}")
    out += [
        "",
        "#: What each level needs of a device.",
        "LEVEL_NEEDS: dict[int, frozenset[str]] = {",
    ]
    for name, needs in in_order(facts):
        listed = ", ".join(f'"{need}"' for need in sorted(needs))
        inner = f"{{{listed}}}" if needs else ""
        out.append(f"    {facts['enum']['level']['values'][name]}: frozenset({inner}),")
    out.append("}")
    out += ["", "#: region: (offset, count, record size)", "REGIONS = {"]
    out += [f'    "{r.name}": ({r.offset}, {r.count}, {r.size}),' for r in regions]
    out += ["}", "", "#: region: {field: (offset in the record, struct format)}", "FIELDS = {"]
    for region in regions:
        out.append(f'    "{region.name}": {{')
        out += [f'        "{f.name}": ({f.offset}, "{f.format}"),' for f in region.fields]
        out.append("    },")
    out += ["}", ""]
    return "\n".join(out)


def render(facts: dict[str, Any]) -> dict[str, str]:
    regions = lay_out(facts)
    return {
        "native/_gen/table.gen.h": cpp(facts, regions),
        "src/heddle/_gen/table.py": python(facts, regions),
    }
