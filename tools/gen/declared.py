"""Bring facts/declared/<api>.toml up to date from a vendor's headers, which stay outside this tree.

    tools/facts API --headers [VERSION=]FOLDER...

Folders come oldest version first. `recipe` of facts/<api>.toml says which of their files to read.
Names, parameters and the first version that has a function are theirs; roles are people's work, in
facts/<api>.toml, which is only read. What is new is listed, to be given a role; what none of the
headers declares is listed too, and stays: others may.

Of a recipe, `headers` and `names` (what the API's functions are called) are needed. `defines`: sets
of macros, each read by itself. `variant`: ends the name of a function that is another's twin.
`dispatch`: the structure in whose order a loader keeps the functions. `tags`: types that a C++
header names without `enum` or `struct`. `first`: where the version goes, `since` if the oldest
folder's is not worth a word; `version`: finds it in the headers, if it is not given. `folder`: of a
header of our own, which tools/gen reads itself.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path
from typing import Any

import declarations
from api import declare
from declarations import Header

ROOT = Path(__file__).resolve().parents[2]
#: What says where a function came from; the declared facts of a function, in order.
ORIGIN = ("seen", "since", "extension", "per_thread")
KEYS = ("returns", "parameters", "dispatch", "seen", "since", "extension", "per_thread")


def read(folder: Path, recipe: dict[str, Any]) -> tuple[Header, str]:
    """What the headers in a folder declare, under every set of macros; and their text."""
    paths = [path for name in recipe["headers"] for path in sorted(folder.glob(name))]
    if not paths:
        raise SystemExit(f"tools/facts: {folder} has no {' and no '.join(recipe['headers'])}")
    found = Header()
    for defines in recipe.get("defines", [[]]):
        kinds = (recipe.get("dispatch", "$^"), recipe.get("tags", "$^"))
        here = declarations.read(paths, [folder], defines, *kinds)
        found.functions |= here.functions
        found.structs |= here.structs
    return found, "\n".join(path.read_text(errors="replace") for path in paths)


def collect(facts: dict[str, Any], header: Header) -> dict[str, dict[str, Any]]:
    """The functions of the API, each with what the facts say of it; variants are no functions."""
    recipe = facts["recipe"]
    ours = {kind: name for name, kind in facts.get("types", {}).items() if "(*)" in kind}
    places = [each.name for each in header.structs.get(recipe.get("dispatch", ""), ())]
    found: dict[str, dict[str, Any]] = {}
    for name, made in sorted(header.functions.items()):
        if not re.fullmatch(recipe["names"], name):
            continue
        base, _, variant = re.sub(recipe.get("variant", "($^)"), r" \1", name).partition(" ")
        returns, *kinds = (untagged(t) for t in (made.returns, *(p.type for p in made.parameters)))
        kinds = [ours.get(kind, "void *" if "(*)" in kind else kind) for kind in kinds]
        listed = [declare(kind, p.name) for kind, p in zip(kinds, made.parameters, strict=True)]
        entry = found.setdefault(base, {"parameters": listed})
        if variant:
            entry["per_thread"] = variant
        if returns != facts["result"]:
            entry["returns"] = returns
        if base in places:
            entry["dispatch"] = places.index(base)
    return found


def untagged(kind: str) -> str:
    """C++ needs no word for what kind of type it is."""
    return re.sub(r"\b(struct|enum|union) ", "", kind)


def merge(
    facts: dict[str, Any], known: dict[str, Any], folders: list[tuple[str, Path]]
) -> dict[str, dict[str, Any]]:
    """The declared facts anew: parameters of the newest header that has a function. Where it came
    from stays as it is known; the headers at hand may all be younger."""
    recipe = facts["recipe"]
    merged: dict[str, dict[str, Any]] = {}
    for position, (given, folder) in enumerate(folders):
        header, text = read(folder, recipe)
        version = given
        if not given and (match := re.search(recipe.get("version", "$^"), text)):
            version = str(sum(int(n) * 100**i for i, n in enumerate(reversed(match.groups()))))
        for name, entry in collect(facts, header).items():
            first = recipe.get("first", "")
            if first and version and name not in merged and (position or first != "since"):
                entry[first] = int(version) if version.isdigit() else version
            origin = {key: known[name][key] for key in ORIGIN if key in known.get(name, {})}
            merged[name] = merged.get(name, {}) | entry | origin
    return merged


def load(path: Path) -> dict[str, Any]:
    """The facts of an API, with all that is declared and that people say of each function. What is
    declared lies in facts/declared; a header of this tree (`folder` of the recipe) is read at once.

    :raises ValueError: if there is a role for what is not declared
    """
    facts = tomllib.loads(path.read_text())
    written_to = path.parent / "declared" / path.name
    found = tomllib.loads(written_to.read_text()) if written_to.exists() else {}
    if folder := facts.get("recipe", {}).get("folder"):
        found = collect(facts, read(ROOT / folder, facts["recipe"])[0])
    told = facts["function"]
    every = [{"name": n} | found.get(n, {}) | told.get(n, {}) for n in sorted(found | told)]
    if lost := [entry["name"] for entry in every if "parameters" not in entry]:
        raise ValueError(f"{path}: no header declares {', '.join(lost)}")
    return facts | {"function": every}


def written(facts: dict[str, Any], functions: dict[str, dict[str, Any]]) -> str:
    out = [
        f"# Made by tools/facts from {facts['source']}. Do not edit: roles are in",
        f"# facts/{facts['api']}.toml.",
        "",
    ]
    for name, entry in sorted(functions.items()):
        told = ", ".join(f"{key} = {toml(entry[key])}" for key in KEYS if key in entry)
        out.append(f"{name} = {{ {told} }}")
    return "\n".join([*out, ""])


def toml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return str(value) if isinstance(value, int) else f'"{value}"'


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/facts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("api")
    parser.add_argument("--headers", nargs="+", required=True, metavar="[VERSION=]FOLDER")
    parser.add_argument("--root", type=Path, default=ROOT, help="of the tree, if not this one")
    given = parser.parse_args()
    facts = tomllib.loads((given.root / "facts" / f"{given.api}.toml").read_text())
    path = given.root / "facts" / "declared" / f"{given.api}.toml"
    known = tomllib.loads(path.read_text()) if path.exists() else {}
    parts = [word.rpartition("=") for word in given.headers]
    found = merge(facts, known, [(version, Path(folder)) for version, _, folder in parts])
    for name in sorted(found.keys() - known.keys()):
        print(f"new: {name}({', '.join(found[name]['parameters'])})")
    for name in sorted(known.keys() - found.keys()):
        print(f"not declared: {name}")
    path.parent.mkdir(exist_ok=True)
    path.write_text(written(facts, known | found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
