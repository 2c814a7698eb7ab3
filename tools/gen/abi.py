"""A C header of Heddle's own as its Python twin: constants, structures and functions for ctypes."""

from __future__ import annotations

import re
from pathlib import Path

import declarations
from declarations import Header, Variable

ROOT = Path(__file__).resolve().parents[2]
#: The Python module: its header, and what names of it begin with.
HEADERS = {
    "abi": ("native/include/heddle.h", "heddle_", r"HEDDLE_(ERROR_)?"),
    "pump_abi": ("native/remote/pump.h", "heddle_pump_", r"HEDDLE_PUMP_"),
    "soft_abi": ("native/soft/softxpu.h", "sx", r"SX_(ERROR_|ATTR_|PROCESS_)?"),
}
SCALARS = {
    **{f"{u}int{bits}_t": f"c_{u}int{bits}" for u in ("", "u") for bits in (8, 16, 32, 64)},
    "int": "c_int",
    "unsigned": "c_uint",
    "unsigned int": "c_uint",
    "float": "c_float",
    "size_t": "c_size_t",
    "char": "c_char",
}


def title(name: str, prefix: str) -> str:
    words = re.findall(r"[A-Z]?[a-z\d]+", name.removeprefix(prefix))
    return "".join(word.capitalize() for word in words)


def python_type(kind: str, header: Header, prefix: str) -> str:
    """What ctypes calls a C type; a pointer to something that Python does not look into is void's.

    :raises KeyError: if it is none that we use
    """
    kind = kind.replace("const ", "")
    base, stars = kind.rstrip("* "), kind.count("*")
    if base in header.types:
        return python_type(header.types[base] + " " + "*" * stars, header, prefix)
    if "(*)" in kind:
        return "c_void_p"
    if kind == "char *":
        return "c_char_p"
    if base in header.structs:
        inner = title(base, prefix)
    elif stars and base not in SCALARS:
        inner, stars = "c_void_p", stars - 1
    else:
        inner = "c_int" if base in header.enums else SCALARS[base]
    return "POINTER(" * stars + inner + ")" * stars


def render() -> dict[str, str]:
    return {f"src/heddle/_gen/{name}.py": module(*told) for name, told in HEADERS.items()}


def module(path: str, prefix: str, begin: str) -> str:
    header = declarations.read([ROOT / path], types=rf"{prefix}\w+")

    def field(each: Variable) -> str:
        kind = "c_void_p" if "*" in each.type else python_type(each.type, header, prefix)
        return f"{kind} * {each.count}" if each.count else kind

    out = []
    for name, numbers in header.enums.items():
        out += ["", "", f"class {title(name, prefix)}(IntEnum):", f'    """{name}"""', ""]
        out += [f"    {re.sub(f'^{begin}', '', key)} = {value}" for key, value in numbers.items()]
    for name, fields in header.structs.items():
        out += ["", "", f"class {title(name, prefix)}(Structure):", f'    """{name}"""', ""]
        out += ["    _fields_ = ("]
        out += [f'        ("{each.name}", {field(each)}),' for each in fields]
        out += ["    )"]
    out += ["", "", "#: function: what it returns, and what it is given"]
    out += ["FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {"]
    for made in header.functions.values():
        given = ", ".join(python_type(each.type, header, prefix) for each in made.parameters)
        returns = "None" if made.returns == "void" else python_type(made.returns, header, prefix)
        line = f'    "{made.name}": ({returns}, [{given}]),'
        out += [line] if len(line) <= 100 else [f'    "{made.name}": (', f"        {returns},"]
        out += [] if len(line) <= 100 else [f"        [{given}],", "    ),"]
    out += ["}", ""]
    text = "\n".join(out)
    used = sorted(set(re.findall(r"\b(?:c_\w+|POINTER|Structure)\b", text)))
    imports = "".join(f"    {name},\n" for name in used)
    return f'''"""What C and Python share. Made by tools/gen from {path}. Do not edit."""

from __future__ import annotations

from ctypes import (
{imports})
from enum import IntEnum

TYPE_CHECKING = False

if TYPE_CHECKING:  # `heddle run` has milliseconds
    from typing import Any
{text}'''
