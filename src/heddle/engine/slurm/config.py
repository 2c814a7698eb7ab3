"""gres.conf and the node line of slurm.conf from the inventory of a machine, and the difference to
what is there. Pure.

A GPU of any vendor is a `gpu`; other accelerators have their kind as the name, `npu` or `fpga`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from heddle.cluster.from_inventory import MIB, given
from heddle.inventory.listing import DeviceListing
from heddle.model.device import Device
from heddle.model.hardware import Component, Machine

GPU, SHARD = "gpu", "shard"
_RENDER = "/dev/dri/renderD"  # what programs open; card0 is for screens
_BRACKETS = re.compile(r"\[([^]]*)\]")
_APART = re.compile(r",(?![^[]*\])")  # commas that are not in brackets


@dataclass(frozen=True, slots=True)
class SlurmConfig:
    """What Slurm has to be told of one node."""

    node: str
    gres: tuple[str, ...]  #: lines of gres.conf
    slurm: tuple[str, ...]  #: lines of slurm.conf
    left_out: tuple[str, ...]  #: devices without a file of their own: Slurm counts those


@dataclass(frozen=True, slots=True)
class _Gres:
    name: str
    type: str
    file: str


def config(machine: Machine, devices: Iterable[Device] = (), shards: int = 0) -> SlurmConfig:
    """`shards`: into how many shares each GPU is divided; 0: none are."""
    node = machine.name.partition(".")[0]
    listed = given(machine, devices)
    holders = Counter(file for entry in listed for file in entry.component.files)
    found, left_out = [], []
    for entry in listed:
        own = [file for file in entry.component.files if holders[file] == 1]
        if own:
            file = next((each for each in own if each.startswith(_RENDER)), own[0])
            found.append((entry, _Gres(entry.component.kind, _type(entry.component), file)))
        else:
            left_out.append(entry.id)
    kept = [each for _, each in sorted(found, key=_order)]
    gres = [_gres_line(node, each) for each in kept]
    gpus = [each for each in kept if each.name == GPU]
    if shards:
        gres += [f"NodeName={node} Name={SHARD} Count={shards} File={gpu.file}" for gpu in gpus]
    counts = Counter((each.name, each.type) for each in kept)
    words = [f"{name}:{kind}:{count}" for (name, kind), count in counts.items()]
    words += [f"{SHARD}:{shards * len(gpus)}"] if shards and gpus else []
    names = dict.fromkeys(word.partition(":")[0] for word in words)
    slurm = [f"GresTypes={','.join(names)}"] if names else []
    slurm.append(" ".join([f"NodeName={node}", *_size(machine), *_gres_words(words)]))
    return SlurmConfig(node, tuple(gres), tuple(slurm), tuple(left_out))


def _order(pair: tuple[DeviceListing, _Gres]) -> tuple[bool, list[tuple[int, str]]]:
    """Those of a driver as it numbers them, which is how programs are told; others by file."""
    entry, gres = pair
    if entry.device is not None:
        return False, []
    parts: list[str] = re.findall(r"\d+|\D+", gres.file)
    return True, [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def _type(component: Component) -> str:
    """Slurm takes one that begins with a digit for a count."""
    model = re.sub(r"[^a-z0-9_.-]+", "-", component.model.lower()).strip("-")
    return f"{component.vendor}-{model}" if model[:1].isdigit() or not model else model


def _gres_line(node: str, gres: _Gres) -> str:
    return f"NodeName={node} Name={gres.name} Type={gres.type} File={gres.file}"


def _gres_words(words: Sequence[str]) -> list[str]:
    return [f"Gres={','.join(words)}"] if words else []


def _size(machine: Machine) -> list[str]:
    """As `slurmd -C` has it; sockets that differ are only counted."""
    sockets = [each.attributes for each in machine.components if each.kind == "cpu"]
    shapes = {(each.get("cores"), each.get("threads")) for each in sockets}
    threads = [each.get("threads") for each in sockets]
    found = []
    if sockets and all(isinstance(count, int) for count in threads):
        found.append(f"CPUs={sum(count for count in threads if isinstance(count, int))}")
    if len(shapes) == 1 and found:
        cores, count = shapes.pop()
        if isinstance(cores, int) and isinstance(count, int) and cores and not count % cores:
            found += [f"Sockets={len(sockets)}", f"CoresPerSocket={cores}"]
            found.append(f"ThreadsPerCore={count // cores}")
    memory = sum(c.memory_bytes or 0 for c in machine.components if c.kind == "memory")
    return [*found, f"RealMemory={memory // MIB}"] if memory >= MIB else found


def differences(wanted: SlurmConfig, gres_conf: str, slurm_conf: str) -> list[str]:
    """`-` what is there and should not be, `+` what should be; as far as it is about this node.
    What the inventory says nothing of, such as the address of a node, is left alone."""
    there = {*_devices(gres_conf, wanted.node)}
    should = {*_devices("\n".join(wanted.gres), wanted.node)}
    found = [f"-gres.conf: {line}" for line in sorted(there - should)]
    found += [f"+gres.conf: {line}" for line in sorted(should - there)]
    before = _node_words(slurm_conf, wanted.node)
    after = _node_words("\n".join(wanted.slurm), wanted.node)
    types = {*before.get("GresTypes", "").split(","), *after.get("GresTypes", "").split(",")} - {""}
    if types:  # other nodes may have more of them
        after["GresTypes"] = ",".join(sorted(types))
    for name, value in after.items():
        if before.get(name) != value:
            found += [f"-slurm.conf: {name}={before[name]}"] if name in before else []
            found.append(f"+slurm.conf: {name}={value}")
    return found


def _devices(text: str, node: str) -> Iterator[str]:
    """A line for each device of the node, whatever brackets the file has."""
    for words in _lines(text):
        if node in expand(words.get("nodename", node)) and "name" in words:
            parts = [f"Name={words['name']}"]
            parts += [
                f"{name.title()}={words[name]}" for name in ("type", "count") if name in words
            ]
            for file in expand(words.get("file", "")) or [""]:
                yield " ".join([*parts, *([f"File={file}"] if file else [])])


def _node_words(text: str, node: str) -> dict[str, str]:
    """What slurm.conf says of the node, defaults included, and the names of all GRES."""
    found: dict[str, str] = {}
    defaults: dict[str, str] = {}
    said: dict[str, str] = {}
    for words in _lines(text):
        if "grestypes" in words:
            found["GresTypes"] = ",".join(sorted(words["grestypes"].split(",")))
        if words.get("nodename", "").upper() == "DEFAULT":
            defaults |= words
        elif node in expand(words.get("nodename", "")):
            said |= {**defaults, **words}
    if said:
        found["NodeName"] = node
    for name in ("CPUs", "Sockets", "CoresPerSocket", "ThreadsPerCore", "RealMemory", "Gres"):
        if name.lower() in said:
            value = said[name.lower()]
            found[name] = ",".join(sorted(value.split(","))) if name == "Gres" else value
    return found


def _lines(text: str) -> Iterator[dict[str, str]]:
    """The words of each line, by name in small letters: Slurm does not distinguish them."""
    for line in re.sub(r"\\\n", " ", text).splitlines():
        pairs = (word.partition("=") for word in line.partition("#")[0].split())
        if words := {name.lower(): value for name, is_pair, value in pairs if is_pair}:
            yield words


def expand(text: str) -> list[str]:
    """The names that a list of Slurm's means: n[1-2,5],m3 is n1, n2, n5, m3."""
    found: list[str] = []
    for word in filter(None, _APART.split(text)):
        fixed = _BRACKETS.split(word)  # text and ranges by turns
        ranges = [[*_numbers(part)] if i % 2 else [part] for i, part in enumerate(fixed)]
        found += ["".join(parts) for parts in product(*ranges)]
    return found


def _numbers(text: str) -> Iterator[str]:
    for part in text.split(","):
        first, is_range, last = part.partition("-")
        if not (is_range and first.isdigit() and last.isdigit()):
            yield part
            continue
        for number in range(int(first), min(int(last), int(first) + 65_536) + 1):
            yield str(number).zfill(len(first))
