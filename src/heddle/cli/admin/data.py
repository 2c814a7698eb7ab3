"""Data sets and models that jobs use: registered versions, and where each one is.

A version never changes. With --path it is at a path of the server's own node, or of all nodes of
the sites that are named; with --source, nodes copy it into their cache when a job first needs it.
A job says `data: [imagenet@v3]` and finds the path in HEDDLE_DATA_IMAGENET.

examples:
  heddle admin data ls                             all of them
  heddle admin data ls imagenet                    its versions, and where they are
  heddle admin data create imagenet v3 --path /srv/imagenet-v3
  heddle admin data create llama 8b --kind model --source https://example.com/llama.tar --size 16GiB
  heddle admin data create scans v1 --path /mnt/scans --site fra1 --site ham2 --size 2TiB
  heddle admin data rm imagenet v2

exit codes: 2 something is wrong; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.cli._output import add_verbs, print_answer, print_json, print_table
from heddle.model.quantity import MEMORY

if TYPE_CHECKING:
    from heddle._gen import rest

HELP = "data sets and models for jobs: list, register, remove"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(name=None)
    verbs = {
        "ls": "all of them, or one with its versions (the default)",
        "create": "register a version",
        "rm": "register it no longer; the data itself is untouched",
    }
    ls, create, rm = add_verbs(parser, verbs)
    ls.add_argument("name", nargs="?", metavar="NAME", help="only this one, and where it is")
    for each in (create, rm):
        each.add_argument("name", metavar="NAME")
        each.add_argument("version", metavar="VERSION")
        each.add_argument(
            "--tenant",
            metavar="PATH",
            help="whose (default: the token's; an administrator's: all)",
        )
    add = create.add_argument
    add("--path", metavar="DIR", help="where it is, on the server's node or at --site")
    add("--source", metavar="URI", help="from where to copy it: a path, file://, http(s)://")
    add("--kind", choices=("data", "model"), help="(default data)")
    add("--size", metavar="SIZE", help="about: 40GiB")
    add("--sha256", metavar="HEX", help="of the source, where that is one file")
    add("--site", action="append", metavar="SITE", help="that has it at the path; may be repeated")


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    with where.find() as client:
        if options.verb == "create":
            added = client.add_data(_said(options))
            told = f"{options.name}@{options.version} is registered. A job names it so:"
            print_answer(options.output, added, told, f"  data: [{options.name}@{options.version}]")
        elif options.verb == "rm":
            client.remove_data(options.name, options.version, tenant=options.tenant)
            gone = f"{options.name}@{options.version}"
            told = f"{gone} is no longer registered. The data itself is untouched."
            print_answer(options.output, {"removed": gone}, told)
        else:
            found = client.data(options.name)["data"]
            _show(found, options.output, whole=options.name is not None)
    return 0


def _said(options: argparse.Namespace) -> rest.DataSaid:
    said: rest.DataSaid = {"name": options.name, "version": options.version}
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


def _show(found: Sequence[rest.DataVersion], output: str, *, whole: bool) -> None:
    if output == "json":
        print_json(found)
        return
    if not found:
        print("No data. Register some: heddle admin data create NAME VERSION --path DIR")
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


def _where(version: rest.DataVersion, *, whole: bool) -> str:
    places = [
        (place["node"] or place["site"] or "here")
        + (f":{place['path']}" if whole else "")
        + (" (cache)" if place["cached"] else "")
        for place in version["locations"]
    ]
    if version["source"]:
        places.append(f"from {version['source']}")
    return ", ".join(places) or "nowhere"
