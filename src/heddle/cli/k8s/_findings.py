"""What `heddle k8s check` makes of what a cluster says of itself. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from heddle.cli.admin._finding import Finding
from heddle.kubernetes import DRIVER
from heddle.kubernetes.install.node import CLASSES

if TYPE_CHECKING:
    from heddle.kubernetes.install.inquiry import ClusterFacts

LEAST = (1, 34)  #: the first with resource.k8s.io/v1 and parts of devices
INSTALL = "`heddle k8s manifests | kubectl apply -f -`"
#: Who else gives away a vendor's devices: beginnings of extended resources, and drivers.
OTHERS: Mapping[str, tuple[str, str]] = {
    "nvidia": ("nvidia.com/", "gpu.nvidia.com"),
    "amd": ("amd.com/gpu", "gpu.amd.com"),
    "intel": ("gpu.intel.com/", "gpu.intel.com"),
    "huawei": ("huawei.com/", "npu.huawei.com"),
}


def findings(facts: ClusterFacts) -> Iterator[Finding]:
    yield _version(facts.version)
    yield _dra(facts)
    if not facts.serves_dra:
        return
    yield from _parts(facts.keeps_parts)
    yield from _rights(facts)
    yield _classes(facts.classes)
    if facts.nodes is None or facts.slices is None:
        yield _unknown("nodes", "list nodes and resourceslices")
    else:
        yield from _kubelets(facts.nodes)
        yield from _published(facts.nodes, facts.slices)
        yield from _rivals(facts.nodes, facts.slices)
    yield _webhook(facts)


def _unknown(what: str, right: str) -> Finding:
    return Finding(what, "note", f"not looked at: the caller may not {right}")


def _numbers(version: str) -> tuple[int, int]:
    major, _, rest = version.removeprefix("v").partition(".")
    minor = rest.partition(".")[0].rstrip("+")
    return (int(major), int(minor)) if major.isdecimal() and minor.isdecimal() else (0, 0)


def _version(version: str) -> Finding:
    if _numbers(version) >= LEAST:
        return Finding("API server", "ok", f"version {version}")
    text = f"version {version}: upgrade the cluster to 1.34 or newer"
    return Finding("API server", "wrong", text)


def _dra(facts: ClusterFacts) -> Finding:
    if facts.serves_dra:
        return Finding("resource.k8s.io/v1", "ok", "served")
    text = (
        "not served: upgrade to 1.34, or start the API server without --runtime-config against it"
    )
    return Finding("resource.k8s.io/v1", "wrong", text)


def _parts(keeps: bool | None) -> Iterator[Finding]:
    what = "parts of devices"
    if keeps is None:
        yield _unknown(what, "create resourceslices, with which it is tried")
    elif keeps:
        yield Finding(what, "ok", "the API server keeps allowMultipleAllocations")
    else:
        yield Finding(
            what,
            "wrong",
            "the API server drops allowMultipleAllocations: turn on the feature gate "
            "DRAConsumableCapacity of API server, scheduler and kubelets",
        )


def _rights(facts: ClusterFacts) -> Iterator[Finding]:
    what = "rights of the driver"
    if facts.gaps is None:
        yield _unknown(what, "create subjectaccessreviews")
        return
    account = facts.account or "the caller: there is no service account heddle-driver"
    for gap in facts.gaps:
        group = f" in {gap.group}" if gap.group else ""
        text = f"{account} may not {gap.verb} {gap.resource}{group}: {INSTALL} gives the rule"
        yield Finding(what, "wrong", text)
    if not facts.gaps:
        yield Finding(what, "ok", f"all that it needs, of {account}")


def _classes(classes: Sequence[str] | None) -> Finding:
    if classes is None:
        return _unknown("device classes", "list deviceclasses")
    missing = [name for name in CLASSES if name not in classes]
    if not missing:
        return Finding("device classes", "ok", ", ".join(CLASSES))
    text = f"{', '.join(missing)} missing, which claims name: {INSTALL}"
    return Finding("device classes", "wrong", text)


def _kubelets(nodes: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    old = {
        _name(node): version
        for node in nodes
        if _numbers(version := node["status"]["nodeInfo"]["kubeletVersion"]) < LEAST
    }
    for name, version in old.items():
        text = f"{version}: upgrade it to 1.34, or keep Heddle off it by --node-selector"
        yield Finding(f"kubelet of {name}", "wrong", text)
    if not old:
        yield Finding("kubelets", "ok", f"{len(nodes)}, all of 1.34 or newer")


def _published(
    nodes: Sequence[Mapping[str, Any]], slices: Sequence[Mapping[str, Any]]
) -> Iterator[Finding]:
    counts: dict[str, int] = {}
    for each in _ours(slices):
        count = len(each["spec"].get("devices") or ())
        counts[_node(each)] = counts.get(_node(each), 0) + count
    if not counts:
        text = (
            "no node publishes devices: `kubectl -n heddle-system logs daemonset/heddle-node "
            f"-c driver` says why; without a DaemonSet, {INSTALL}"
        )
        yield Finding("devices", "wrong", text)
        return
    for name, count in counts.items():
        if count:
            yield Finding(f"devices of {name}", "ok", f"{count} published")
        else:
            text = "none found: `heddle device ls` in the driver's container says what it sees"
            yield Finding(f"devices of {name}", "note", text)
    without = [_name(node) for node in nodes if _name(node) not in counts]
    if without:
        some = ", ".join(without[:5]) + (", ..." if len(without) > 5 else "")
        text = f"{len(without)} publish nothing ({some}): no driver runs there"
        yield Finding("other nodes", "note", text)


def _rivals(
    nodes: Sequence[Mapping[str, Any]], slices: Sequence[Mapping[str, Any]]
) -> Iterator[Finding]:
    """Two that give away one device do not know of each other."""
    vendors: dict[str, set[str]] = {}
    for each in _ours(slices):
        for device in each["spec"].get("devices") or ():
            vendor = device.get("attributes", {}).get("vendor", {}).get("string", "")
            vendors.setdefault(_node(each), set()).add(vendor.lower())
    extended = {_name(node): node["status"].get("allocatable") or {} for node in nodes}
    for name, found in vendors.items():
        for vendor in sorted(found & OTHERS.keys()):
            prefix, driver = OTHERS[vendor]
            plugins = [
                f"the device plugin's {resource}"
                for resource, count in extended.get(name, {}).items()
                if resource.startswith(prefix) and str(count) != "0"
            ]
            drivers = [
                f"the driver {driver}"
                for each in slices
                if _node(each) == name and each["spec"]["driver"] == driver
            ]
            for rival in dict.fromkeys(plugins + drivers):
                text = (
                    f"{rival} gives away the {vendor} devices that Heddle does, too: remove it "
                    "from this node, or keep Heddle off it by --node-selector"
                )
                yield Finding(f"devices of {name}", "wrong", text)


def _webhook(facts: ClusterFacts) -> Finding:
    if facts.has_webhook is None:
        return _unknown("webhook", "list mutatingwebhookconfigurations")
    if not facts.has_webhook:
        text = "none: pods must name their claims themselves"
        return Finding("webhook", "note", text)
    ready = ((facts.webhook or {}).get("status") or {}).get("readyReplicas", 0)
    if ready:
        return Finding("webhook", "ok", f"{ready} ready")
    text = (
        "none of its pods is ready, so pods that ask Heddle for a device are refused: "
        "`kubectl -n heddle-system describe deployment heddle-webhook`"
    )
    return Finding("webhook", "wrong", text)


def _ours(slices: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [each for each in slices if each["spec"]["driver"] == DRIVER]


def _name(thing: Mapping[str, Any]) -> str:
    return str(thing["metadata"]["name"])


def _node(each: Mapping[str, Any]) -> str:
    return str(each["spec"].get("nodeName") or "")
