"""Write what is generated from facts/, our own headers and our own routes, or compare it.

Run `python tools/gen`, or with `--check`. A generated file is committed. `--check` writes nothing,
and exits 1 naming each file that differs.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path
from typing import Any

import abi
import api
import chart
import declared
import hardware
import kubelet
import mig
import remote
import rest
import table

ROOT = Path(__file__).resolve().parents[2]


def outputs() -> dict[Path, str]:
    """Every generated file with its text; `table.toml` is the table, every other file an API, those
    under `hardware/` one vendor's models each, those under `partitions/` ways to cut devices."""
    rendered = abi.render()
    facts = {path.stem: path for path in sorted((ROOT / "facts").glob("*.toml"))}
    rendered |= table.render(tomllib.loads(facts.pop("table").read_text()))
    apis = {name: declared.load(path) for name, path in facts.items()}
    for told in apis.values():
        # Where nothing has a role there is no shim; its calls are only forwarded.
        if any("role" in function for function in told["function"]):
            rendered |= api.render(told)
        rendered |= remote.render(told)
    rendered |= api.fakes(apis) | remote.libraries(apis)
    rendered |= hardware.render(facts_in("facts/hardware"))
    rendered |= mig.render(facts_in("facts/partitions")["mig"])
    rendered |= rest.render()
    rendered |= kubelet.render()
    rendered |= chart.render()
    return {ROOT / name: text for name, text in rendered.items()}


def facts_in(folder: str) -> dict[str, dict[str, Any]]:
    paths = sorted((ROOT / folder).glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text()) for path in paths}


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/gen", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args().check
    stale = 0
    for path, text in outputs().items():
        if path.exists() and path.read_text() == text:
            continue
        stale += 1
        print(f"{'differs' if check else 'wrote'}: {path.relative_to(ROOT)}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if check and stale:
        print("run `make gen` and commit the result", file=sys.stderr)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
