"""A machine's topology in words: the tree, and the matrix of distances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from heddle.model.distance import CLASSES, Distance
from heddle.model.hardware import ACCELERATORS, Component, Link
from heddle.model.site import PLACES, Site
from heddle.model.topology import Branch

#: What NVIDIA's, AMD's and Huawei's own tools call their links.
SHORT = {"nvlink": "NV", "xgmi": "XGMI", "hccs": "HCCS"}
#: PCIe generations by their speed a lane.
GENERATIONS = {2.5: 1, 5.0: 2, 8.0: 3, 16.0: 4, 32.0: 5, 64.0: 6, 128.0: 7}


def place(site: Site) -> str:
    """region / data centre / room / rack, as far as it is known; "" if nothing is."""
    named = zip(PLACES, site.places, strict=True)
    return " / ".join(f"{name.replace('_', ' ')} {value}" for name, value in named if value)


def title(branch: Branch) -> str:
    """What this place is."""
    component = branch.component
    if branch.kind == "machine":
        return branch.id
    if branch.kind == "numa":
        return f"NUMA node {branch.id.removeprefix('numa@')}"
    if branch.kind == "root":
        return f"PCIe root {branch.id.removeprefix('pci@').removeprefix('pci')}"
    if branch.kind == "bridge":
        ways = sum(child.folded > 0 or child.kind == "bridge" for child in branch.children)
        word = "switch" if ways > 1 else "port"
        return f"PCIe {word} {branch.id.removeprefix('pci@')}"
    return component.name if component else branch.id


def details(component: Component) -> list[str]:
    """What people want to know of it at once."""
    found = [f"{component.kind}  {component.vendor}/{component.model}"]
    if component.memory_bytes:
        found.append(size(component.memory_bytes))
    if component.link and (link := link_text(component.link)):
        found.append(link)
    return found + links_text(component)


def size(count: int) -> str:
    gib = count / (1 << 30)
    return f"{gib:.0f} GiB" if gib >= 1 else f"{count / (1 << 20):.0f} MiB"


def link_text(link: Link) -> str:
    """The link at its best; an idle one may be slower at the moment."""
    speed, width = link.max_speed_gts or link.speed_gts, link.width or link.max_width
    if not speed or not width:
        return ""
    fewer = f" of x{link.max_width}" if link.max_width and link.max_width > width else ""
    return f"PCIe {GENERATIONS.get(speed, f'{speed:g} GT/s')} x{width}{fewer}"


def links_text(component: Component) -> list[str]:
    """Links that are not the bus, together by their kind: 18 nvlink to 4."""
    links: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for peer in component.peers:
        links[peer.kind] += peer.links
        ends[peer.kind] += 1
    return [f"{links[kind]} {kind} to {ends[kind]}" for kind in sorted(links)]


def lines(tree: Branch) -> Iterator[str]:
    """The tree as lines, one for each place."""
    yield title(tree)
    yield from _below(tree, "")


def _below(branch: Branch, indent: str) -> Iterator[str]:
    for child in branch.children:
        last = child is branch.children[-1]
        words = [title(child)]
        if child.component is not None and child.kind not in ("root", "bridge"):
            words += details(child.component)
        if child.folded:
            words.append(f"behind {child.folded} bridge{'s' if child.folded > 1 else ''}")
        yield f"{indent}{'└─ ' if last else '├─ '}{'  '.join(words)}"
        yield from _below(child, indent + ("   " if last else "│  "))


def compared(tree: Branch) -> list[Component]:
    """What distances are shown of: accelerators, then network cards, in the order of the tree."""
    found = [branch.component for branch in tree.walk() if branch.component is not None]
    accelerators = [component for component in found if component.kind in ACCELERATORS]
    return accelerators + [component for component in found if component.kind == "nic"]


def short(distance: Distance) -> str:
    """SYS, NV18, or with a star where a switch is between."""
    if distance.kind is None:
        return "X" if distance.word == "SELF" else distance.word
    return f"{_links(distance)}{distance.links}{'*' if distance.word == 'FABRIC' else ''}"


def _links(distance: Distance) -> str:
    kind = distance.kind or ""
    return SHORT.get(kind, kind.upper())


def legend(shown: Sequence[Distance]) -> list[tuple[str, str]]:
    """Each word that is shown, with a # for numbers, and what it means; near to far."""
    found: dict[str, str] = {}
    for distance in sorted(shown, key=lambda each: each.value):
        word = short(distance)
        if distance.kind is not None:
            word = f"{_links(distance)}#{'*' if distance.word == 'FABRIC' else ''}"
        found.setdefault(word, CLASSES[distance.word][1])
    return list(found.items())
