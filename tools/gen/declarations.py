"""What a C header declares: its functions, enumerations and structures, read by pycparser."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from pycparser import c_ast, c_generator, c_parser

#: What compilers add to the language, and the system's headers use.
EXTENSIONS = (
    *("__attribute__(x)=", "__asm__(x)=", "__extension__=", "__restrict=", "__inline=inline"),
    *("__builtin_va_list=int", "_Float128=double", "_Float64x=double", "_Float64=double"),
    *("_Float32x=double", "_Float32=float", "__signed__=signed", "__inline__=inline"),
)


@dataclass(frozen=True)
class Variable:
    """A parameter, or a field of a structure."""

    name: str
    type: str  #: `const T **`; a pointer to a function has `(*)`
    count: int = 0  #: of a field that is an array


@dataclass(frozen=True)
class Function:
    name: str
    returns: str
    parameters: tuple[Variable, ...]


@dataclass
class Header:
    functions: dict[str, Function] = field(default_factory=dict)
    enums: dict[str, dict[str, int]] = field(default_factory=dict)
    structs: dict[str, tuple[Variable, ...]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)  #: other names of types


def read(
    paths: Iterable[Path],
    folders: Iterable[Path] = (),
    defines: Iterable[str] = (),
    types: str = "$^",
    tags: str = "$^",
) -> Header:
    """All functions that a program sees that includes these, in order; and the enumerations and
    structures whose names match `types`. `tags`: what is a type without the word `enum` or `struct`
    in front, in a header that is C++ in that.

    :raises ValueError: if they cannot be read as C
    """
    command = [os.environ.get("CXX", "c++"), "-x", "c", "-E", "-P", "-"]
    command += [f"-D{word}" for word in (*EXTENSIONS, *defines)]
    command += [f"-I{folder}" for folder in folders]
    source = "".join(f'#include "{path.resolve()}"\n' for path in paths)
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    if done.returncode:
        raise ValueError(done.stderr)
    text = done.stdout
    tagged = set(re.findall(rf"\b((?:enum|struct) ({tags}))\b", text))
    text = "".join(f"typedef {tag} {name};\n" for tag, name in sorted(tagged)) + text
    try:
        tree = c_parser.CParser().parse(text)
    except c_parser.ParseError as error:
        line = re.match(r"\D*(\d+)", str(error))
        where = text.splitlines()[int(line[1]) - 1] if line else ""
        raise ValueError(f"{error}\n{where}") from None
    header = Header()
    for node in tree.ext:
        if not isinstance(node, c_ast.Decl | c_ast.Typedef):
            continue  # the definition of an inline function
        kind = node.type
        if isinstance(node, c_ast.Decl) and isinstance(kind, c_ast.FuncDecl):
            header.functions[node.name] = function(node.name, kind)
        inner = kind.type if isinstance(kind, c_ast.TypeDecl) else kind
        name = node.name if isinstance(node, c_ast.Typedef) else getattr(inner, "name", "")
        if not re.fullmatch(types, name or ""):
            continue
        if isinstance(inner, c_ast.Enum) and inner.values:
            header.enums[name] = values(inner)
        elif isinstance(inner, c_ast.Struct) and inner.decls:
            header.structs[name] = tuple(structure_field(part) for part in inner.decls)
        elif isinstance(node, c_ast.Typedef):
            header.types[name] = spelt(kind)
    return header


def function(name: str, kind: c_ast.FuncDecl) -> Function:
    nodes = kind.args.params if kind.args else []
    given = [node for node in nodes if not isinstance(node, c_ast.EllipsisParam)]
    # The headers leave out some names; an array is a pointer.
    listed = [Variable(node.name or f"p{i}", spelt(node.type)) for i, node in enumerate(given)]
    if [each.type for each in listed] == ["void"]:
        listed = []
    return Function(name, spelt(kind.type), tuple(listed))


def structure_field(node: c_ast.Decl) -> Variable:
    if not isinstance(node.type, c_ast.ArrayDecl):
        return Variable(node.name, spelt(node.type))
    return Variable(node.name, spelt(node.type.type), constant(node.type.dim, {}))


def spelt(kind: c_ast.Node) -> str:
    """A type, without the name that it declares and without those of a function's parameters."""
    if isinstance(kind, c_ast.ArrayDecl):
        kind = c_ast.PtrDecl([], kind.type)
    while isinstance(kind, c_ast.PtrDecl) and isinstance(kind.type, c_ast.ArrayDecl):
        kind = c_ast.PtrDecl([], kind.type.type)  # rows lie behind each other
    if isinstance(kind, c_ast.PtrDecl) and isinstance(kind.type, c_ast.FuncDecl):
        made = function("", kind.type)
        return f"{made.returns} (*)({', '.join(each.type for each in made.parameters)})"
    inner = kind
    while not isinstance(inner, c_ast.TypeDecl):
        inner = inner.type
    inner.declname = None  # the node around it has the name, too
    text = c_generator.CGenerator().visit(c_ast.Typename(None, [], None, kind))
    return (
        " ".join(text.replace("*", " * ").split()).replace("* *", "**").replace("* const", "*const")
    )


def values(node: c_ast.Enum) -> dict[str, int]:
    found: dict[str, int] = {}
    following = 0
    for each in node.values.enumerators:
        found[each.name] = constant(each.value, found) if each.value else following
        following = found[each.name] + 1
    return found


def constant(node: c_ast.Node, known: dict[str, int]) -> int:
    text = re.sub(r"\b(0x[\da-fA-F]+|\d+)[uUlL]+", r"\1", c_generator.CGenerator().visit(node))
    return int(eval(text, {"__builtins__": {}}, known))
