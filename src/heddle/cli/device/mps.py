"""NVIDIA's Multi-Process Service on a card: programs that run side by side, each on a part of the
multiprocessors.

`heddle run --mps 30%` starts the service if needed; it runs until it is stopped. A percentage is a
cap on the multiprocessors that a program's kernels may fill, rounded to whole ones. It reserves
nothing: caps may add up to more than 100 %, and programs then share multiprocessors. A static
partition (CUDA 13.1 or newer) reserves chunks of multiprocessors for its programs. A fault of one
program ends all programs of the service.

examples:
  heddle run --mps 30% -- ./serve
  heddle device mps ls
  heddle device mps start --device cuda@1
  heddle device mps start --static               static partitions instead of percentages
  heddle device mps create 4                        a partition of 4 chunks; prints its id
  heddle run --mps GPU-1a2b.../Dx4A -- ./serve
  heddle device mps rm GPU-1a2b.../Dx4A
  heddle device mps stop --force                 also while programs use it: their work is lost

exit codes: 2 it does not fit, or programs use it; 110 no such card; 111 no permission; 118 MPS is
not installed, cannot do this, or does not answer
"""

from __future__ import annotations

import argparse
from typing import Any

from heddle.cli._output import add_verbs, complain, print_answer, print_json, print_table
from heddle.errors import VendorError

HELP = "NVIDIA's Multi-Process Service: start, stop, list, partitions"


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = {
        "ls": "services, their programs and partitions",
        "start": "start the service of a card",
        "stop": "end it",
        "create": "make a static partition",
        "rm": "remove a static partition",
    }
    made = add_verbs(parser, verbs, required=True)
    for each in made:
        each.add_argument("--device", metavar="DEVICE", help="cuda@0 or a UUID (default: the card)")
    _, start, stop, add, rm = made
    start.add_argument(
        "--static", action="store_true", help="static partitions instead of percentages"
    )
    stop.add_argument("--force", action="store_true", help="also while programs use it")
    add.add_argument(
        "chunks", type=int, help="how large; `heddle device mps ls` shows what is free"
    )
    rm.add_argument("partition", help="its id, as `heddle device mps ls` shows it")


def run(options: argparse.Namespace) -> int:
    from heddle.cli.device import _mps
    from heddle.virt.mps import folders, partitions, server

    if options.verb == "ls":
        return _list(options)
    if options.verb == "stop":
        service = _mps.to_stop(options.device)
        server.stop(service, force=options.force)
        told = {"card": service.card, "stopped": True}
        print_answer(options.output, told, f"{service.card}: MPS is stopped.")
        return 0
    card = _mps.card(options.device)
    if options.verb == "start":
        folder = folders.folder_of(card.uuid)
        service = server.ensure(card.uuid, folder, options.static)
        what = "static partitions" if options.static else "percentages"
        print_answer(options.output, _told(service), f"{card.id}: MPS runs, for {what}.")
    elif options.verb == "create":
        service = _mps.static(card, f"a partition of {options.chunks} chunks")
        made = partitions.add_partition(service, options.chunks)
        print_answer(options.output, {"card": card.uuid, "partition": made}, made)
    else:
        service = _mps.static(card, f"the end of partition {options.partition}")
        partitions.remove_partition(service, options.partition)
        told = {"card": card.uuid, "removed": options.partition}
        print_answer(options.output, told, f"{options.partition}: removed.")
    return 0


def _list(options: argparse.Namespace) -> int:
    from heddle.cli.device import _mps
    from heddle.virt.mps import server

    found = server.services()
    if options.device is not None:
        wanted = _mps.card(options.device).uuid
        found = [service for service in found if service.card == wanted]
    told = [_told(service) for service in found]
    if options.output == "json":
        print_json(told)
        return 0
    if not told:
        complain(_mps.why_none())
    rows = [_row(each) for each in told]
    print_table(("CARD", "STATE", "GIVES", "PROGRAMS", "CAPS", "PARTITIONS"), rows)
    for each in told:
        for client in each["clients"]:
            part = client["partition"] or _percent(client["percent"])
            state = "" if client["connected"] else ", not connected yet"
            print(f"  {client['pid']} {client['command']}: {part}{state}")
        for part in each["partitions"] or ():
            used = "in use" if part["used"] else "free"
            size = f"{part['chunks']} chunks, {part['multiprocessors']} multiprocessors"
            print(f"  {part['id']}: {size}, {used}")
    return 0


def _row(told: dict[str, Any]) -> tuple[str, ...]:
    caps = sum(client["percent"] or 0 for client in told["clients"])
    parts = told["partitions"]
    return (
        told["card"],
        "runs" if told["alive"] else "dead",
        "partitions" if told["static"] else "percentages",
        str(len(told["clients"])),
        f"{caps} %" if caps else "-",
        "-" if parts is None else f"{len(parts)}, {told['free_chunks']} chunks free",
    )


def _percent(percent: int | None) -> str:
    return "no cap" if percent is None else f"{percent} %"


def _told(service: Any) -> dict[str, Any]:
    from heddle.virt.mps import daemon, partitions, server

    alive = server.alive(service)
    clients, split = [], None
    try:
        if alive:
            clients = [_plain(each) for each in server.clients(service)]
            split = partitions.split(service) if service.static else None
    except VendorError as error:  # the others are still listed
        complain(error)
    return {
        "card": service.card,
        "folder": service.folder,
        "static": service.static,
        "alive": alive,
        "pid": daemon.pid(service) or None,
        "version": daemon.version(service) or None,
        "clients": clients,
        "partitions": [_plain(each) for each in split.parts] if split else None,
        "free_chunks": split.free_chunks if split else None,
        "free_multiprocessors": split.free_multiprocessors if split else None,
    }


def _plain(value: Any) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(value)
