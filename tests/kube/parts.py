"""The programs of a cluster: built once from Go modules, or unpacked from Debian's packages beside
the system, and kept in the user's cache.

    python -m tests.kube.parts        get what is missing, and say where it is
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

VERSION = "v1.36.4"
BUILT = ("kube-apiserver", "kube-scheduler", "kube-controller-manager", "kubelet")
#: By suite: packages, and which files of theirs are wanted. The newest runc that runs on Debian 12.
UNPACKED: Mapping[str, Mapping[str, str]] = {
    "forky": {
        "containerd": "usr/bin/containerd usr/bin/containerd-shim-runc-v2 usr/bin/ctr",
        "etcd-server": "usr/bin/etcd",
        "kubectl": "usr/bin/kubectl",
        "busybox-static": "usr/bin/busybox",
        "containernetworking-plugins": "usr/lib/cni/bridge usr/lib/cni/host-local "
        "usr/lib/cni/loopback",
    },
    "bookworm": {"runc": "usr/sbin/runc"},
}
MODULE = Path(__file__).parent / "servers"
HELM, HELM_MODULE = "helm.sh/helm/v3", Path(__file__).parent / "helm"
SOURCES = Path("/etc/apt/sources.list.d/debian.sources")


class PartsError(Exception):
    """Something cannot be had here."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Programs are in `bin`, network plugins in `cni`."""

    folder: Path

    def file(self, name: str) -> Path:
        return self.folder / "bin" / name


def cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "heddle" / f"kubernetes-{VERSION}"


def get(folder: Path | None = None) -> Parts:
    """What is missing is made, which takes minutes the first time.

    :raises PartsError: if that is not possible
    """
    parts = Parts(folder or cache())
    for each in ("bin", "cni"):
        (parts.folder / each).mkdir(parents=True, exist_ok=True)
    for suite, packages in UNPACKED.items():
        wanted = {
            package: files
            for package, files in packages.items()
            if not all(_place(parts, file).exists() for file in files.split())
        }
        if wanted:
            _unpack(parts, suite, wanted)
    for name in BUILT:
        if not parts.file(name).exists():
            _build(parts, name)
    return parts


def helm(folder: Path | None = None) -> Path:
    """Only for those who need it: to build it takes two minutes.

    :raises PartsError: if that is not possible
    """
    parts = Parts(folder or cache())
    version = "helm.sh/helm/v3/pkg/chartutil.k8sVersion"
    major, minor = VERSION[1:].split(".")[:2]
    if not parts.file("helm").exists():
        stamps = {f"{version}Major": major, f"{version}Minor": minor}
        _build_of(parts, "helm", f"{HELM}/cmd/helm", HELM_MODULE, stamps)
    return parts.file("helm")


def _place(parts: Parts, file: str) -> Path:
    return parts.folder / ("cni" if "/cni/" in file else "bin") / Path(file).name


def _unpack(parts: Parts, suite: str, packages: Mapping[str, str]) -> None:
    """With lists of its own, so that nothing of the system changes."""
    work = parts.folder / "debian" / suite
    for each in ("sources", "lists/partial", "cache/archives/partial", "root"):
        (work / each).mkdir(parents=True, exist_ok=True)
    if not SOURCES.exists():
        raise PartsError(f"{SOURCES} is missing: Debian's newer packages are fetched as it says.")
    first = SOURCES.read_text().split("\n\n")[0].splitlines()
    lines = [f"Suites: {suite}" if line.startswith("Suites:") else line for line in first]
    (work / "sources" / "one.sources").write_text("\n".join(lines) + "\n")
    options = {
        "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": work / "sources",
        "Dir::State::Lists": work / "lists",
        "Dir::State::status": "/dev/null",  # what is installed does not matter
        "Dir::Cache": work / "cache",
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in options.items())]
    _run([*apt, "update"], work)
    _run([*apt, "download", *packages], work)
    for package in work.glob("*.deb"):
        _run(["dpkg", "-x", package.name, "root"], work)
    for files in packages.values():
        for file in files.split():
            shutil.copy(os.path.realpath(work / "root" / file), _place(parts, file))
    shutil.rmtree(work)


def _build(parts: Parts, name: str) -> None:
    version = "k8s.io/component-base/version"
    major, minor = VERSION[1:].split(".")[:2]
    told = {"gitVersion": VERSION, "gitMajor": major, "gitMinor": minor}
    stamps = {f"{version}.{key}": value for key, value in told.items()}
    _build_of(parts, name, f"k8s.io/kubernetes/cmd/{name}", MODULE, stamps)


def _build_of(
    parts: Parts, name: str, package: str, module: Path, stamps: Mapping[str, str]
) -> None:
    begun = time.monotonic()
    print(f"building {name}", flush=True)
    said = " ".join(f"-X {key}={value}" for key, value in stamps.items())
    go = shutil.which("go") or shutil.which("go", path="/usr/local/go/bin")
    if go is None:
        raise PartsError(f"{name} is built from Go modules: install Go 1.26 or newer.")
    words = [go, "build", "-trimpath", "-mod=readonly", "-buildvcs=false"]
    words += ["-ldflags", f"-s -w {said}"]
    new = parts.file(f"{name}.new")
    _run([*words, "-o", str(new), package], module, CGO_ENABLED="0")
    new.rename(parts.file(name))
    print(f"built {name} in {time.monotonic() - begun:.0f} s", flush=True)


def _run(words: Sequence[str], folder: Path, **variables: str) -> None:
    done = subprocess.run(
        words, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True
    )
    if done.returncode:
        raise PartsError(f"{' '.join(words[:3])} ...: {(done.stderr or done.stdout)[-800:]}")


if __name__ == "__main__":
    try:
        print(get().folder)
        helm()
    except PartsError as error:
        sys.exit(str(error))
