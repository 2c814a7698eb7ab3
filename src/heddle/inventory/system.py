"""The machine itself: maker, product, architecture, virtual or not."""

from __future__ import annotations

import hashlib

from heddle.inventory.host import Host
from heddle.inventory.probes.cpu import CPUS, cpu_set
from heddle.inventory.sources.sysfs import known
from heddle.model.hardware import Value

DMI = "/sys/class/dmi/id"
TREE = "/proc/device-tree"
#: SMBIOS, "System Enclosure or Chassis Types".
CHASSIS = {
    **dict.fromkeys(("3", "4", "6", "7", "13", "15", "16", "35"), "desktop"),
    **dict.fromkeys(("8", "9", "10", "14", "31", "32"), "laptop"),
    **dict.fromkeys(("17", "23", "25", "28", "29"), "server"),
    **dict.fromkeys(("11", "30"), "tablet"),
    **dict.fromkeys(("33", "34"), "embedded"),
}
#: What boards say whose makers said nothing.
UNSAID = ("to be filled", "system manufacturer", "system product", "default string", "not spec")
#: Makers of machines that are programs; of these two also real ones.
HYPERVISORS = ("QEMU", "KVM", "VMware", "Xen", "innotek", "Parallels", "Bochs", "Amazon EC2")
BOTH = {"Microsoft Corporation": "Virtual Machine", "Google": "Google Compute Engine"}
#: Words of the first process's control group or environment, and files that tell of a container.
CONTAINER_FILES = {"/.dockerenv": "docker", "/run/.containerenv": "podman"}
CONTAINER_WORDS = {"kubepods": "kubernetes", "docker": "docker", "lxc": "lxc", "libpod": "podman"}
#: What a machine is known by, best first. The number itself is never shown: it is a secret of the
#: machine by machine-id(5), and its hash with our own name in it says as much.
IDENTITIES = {
    "/etc/machine-id": "machine-id",
    f"{DMI}/product_uuid": "product uuid",  # root only
    f"{TREE}/serial-number": "serial number",
}


def attributes(host: Host) -> dict[str, Value]:
    """Only what the host says; a container may say very little."""
    identity = host.management("identity", _ask) or {}
    found: dict[str, Value | None] = {
        "vendor": _said(host, f"{DMI}/sys_vendor"),
        "product": _said(host, f"{DMI}/product_name") or host.text(f"{TREE}/model"),
        "chassis": CHASSIS.get(host.text(f"{DMI}/chassis_type") or ""),
        "architecture": _architecture(host),
        "virtual": _virtual(host),
        "container": _container(host),
        "offline_cpus": len(cpu_set(host.text(f"{CPUS}/offline"))) or None,
        "identity": identity.get("identity"),
        "identity_source": identity.get("source"),
    }
    return known(**found)


def _said(host: Host, path: str) -> str | None:
    """None if the maker of the board left the field as it was."""
    text = host.text(path) or ""
    return None if text.lower().startswith(UNSAID) else text


def identity_of(number: str) -> str:
    """16 hexadecimal digits that stand for a machine's number and do not betray it."""
    return hashlib.sha256(f"heddle machine {number}".encode()).hexdigest()[:16]


def _ask() -> dict[str, str]:
    """Hashed here, so that a recording holds no more."""
    for path, source in IDENTITIES.items():
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                number = file.read(256).strip("\0 \n").lower()
        except OSError:
            continue
        if len(number) > 7 and number != "uninitialized" and len(set(number)) > 2:
            return {"identity": identity_of(number), "source": source}
    return {}


def _architecture(host: Host) -> str | None:
    if known := host.text("/proc/sys/kernel/arch"):  # since Linux 6.1
        return known
    text = host.text("/proc/cpuinfo") or ""
    if "CPU implementer" in text:
        return "aarch64" if "asimd" in text else "arm"
    return "x86_64" if "vendor_id" in text and " lm " in text else None


def _virtual(host: Host) -> bool | None:
    """None if nothing tells: Arm's CPUs have no flag for it."""
    vendor, product = (host.text(f"{DMI}/{name}") or "" for name in ("sys_vendor", "product_name"))
    flags = host.text("/proc/cpuinfo") or ""
    if " hypervisor" in flags or host.text("/sys/hypervisor/type"):
        return True
    if vendor.startswith(HYPERVISORS) and "metal" not in product:
        return True
    if vendor in BOTH:
        return product.startswith(BOTH[vendor])
    if host.resolve(f"{TREE}/hypervisor") or "dummy-virt" in (
        host.text(f"{TREE}/compatible") or ""
    ):
        return True
    return False if vendor or host.text(f"{TREE}/model") or "vendor_id" in flags else None


def _container(host: Host) -> str | None:
    for path, name in CONTAINER_FILES.items():
        if host.resolve(path):
            return name
    if manager := host.text("/run/systemd/container"):
        return manager
    groups = host.text("/proc/1/cgroup") or ""
    return next((name for word, name in CONTAINER_WORDS.items() if word in groups), None)
