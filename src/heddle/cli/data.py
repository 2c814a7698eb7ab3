"""Data sets and models that jobs use: registered versions, and where each one is.

A version never changes. With --path it is at a path of the server's own node, or of all nodes of
the sites that are named; with --source, nodes copy it into their cache when a job first needs it.
A job says `data: [imagenet@v3]` and finds the path in HEDDLE_DATA_IMAGENET.

examples:
  heddle data                             all of them
  heddle data imagenet                    its versions, and where they are
  heddle data add imagenet v3 --path /srv/imagenet-v3
  heddle data add llama 8b --kind model --source https://example.com/llama.tar --size 16GiB
  heddle data add scans v1 --path /mnt/scans --site fra1 --site ham2 --size 2TiB
  heddle data remove imagenet v2

exit codes: 2 something is wrong; 111 the token may not; 123 no control plane answers
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from typing import Any

from heddle.cli.output import add_output, print_answer, print_json, print_table
from heddle.errors import UsageError
from heddle.model.quantity import MEMORY

HELP = "data sets and models for jobs: list, add, remove"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.usage = (
        "heddle data [NAME]\n"
        "       heddle data add NAME VERSION (--path DIR | --source URI) [options]\n"
        "       heddle data remove NAME VERSION"
    )
    add = parser.add_argument
    add("words", nargs="*", metavar="NAME | add NAME VERSION | remove NAME VERSION")
    add("--path", metavar="DIR", help="where it is, on the server's node or at --site")
    add("--source", metavar="URI", help="from where to copy it: a path, file://, http(s)://")
    add("--kind", choices=("data", "model"), help="(default data)")
    add("--size", metavar="SIZE", help="about: 40GiB")
    add("--sha256", metavar="HEX", help="of the source, where that is one file")
    add("--site", action="append", metavar="SITE", help="that has it at the path; may be repeated")
    add("--tenant", metavar="PATH", help="whose (default: the token's; an administrator's: all)")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    words: list[str] = options.words
    if words[:1] == ["add"] and len(words) == 3:
        said = _said(options, words[1], words[2])
        with where.find() as client:
            added = client.add_data(said)
        told = f"{words[1]}@{words[2]} is registered. A job names it so:"
        print_answer(options.output, added, told, f"  data: [{words[1]}@{words[2]}]")
    elif words[:1] == ["remove"] and len(words) == 3:
        with where.find() as client:
            client.remove_data(words[1], words[2], tenant=options.tenant)
        gone = f"{words[1]}@{words[2]}"
        told = f"{gone} is no longer registered. The data itself is untouched."
        print_answer(options.output, {"removed": gone}, told)
    elif len(words) <= 1 and words[:1] not in (["add"], ["remove"]):
        with where.find() as client:
            found = client.data(words[0] if words else None)["data"]
        _show(found, options.output, whole=bool(words))
    else:
        raise UsageError("write `heddle data [NAME]`, or add or remove with a NAME and a VERSION.")
    return 0


def _said(options: argparse.Namespace, name: str, version: str) -> dict[str, Any]:
    said: dict[str, Any] = {"name": name, "version": version}
    if options.path is not None:
        said["path"] = options.path if options.site else os.path.abspath(options.path)
    if options.source is not None:
        is_path = "://" not in options.source
        said["source"] = os.path.abspath(options.source) if is_path else options.source
    for key in ("kind", "size", "sha256", "tenant"):
        if (value := getattr(options, key)) is not None:
            said[key] = value
    if options.site:
        said["sites"] = options.site
    return said


def _show(found: Sequence[Mapping[str, Any]], output: str, *, whole: bool) -> None:
    if output == "json":
        print_json(found)
        return
    if not found:
        print("No data. Register some: heddle data add NAME VERSION --path DIR")
        return
    heads = ("NAME", "VERSION", "KIND", "TENANT", "SIZE", "WHERE")
    rows = [
        (
            each["name"],
            each["version"],
            each["kind"],
            each["tenant"] or "*",
            MEMORY.format(each["mib"]) if each["mib"] else "N/A",
            _where(each, whole=whole),
        )
        for each in found
    ]
    print_table(heads, rows)


def _where(version: Mapping[str, Any], *, whole: bool) -> str:
    places = [
        (place["node"] or place["site"] or "here")
        + (f":{place['path']}" if whole else "")
        + (" (cache)" if place["cached"] else "")
        for place in version["locations"]
    ]
    if version["source"]:
        places.append(f"from {version['source']}")
    return ", ".join(places) or "nowhere"
