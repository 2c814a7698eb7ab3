"""The images of deploy/Containerfile, built with Podman and without a registry: of a minimal Debian
and a wheel of this tree."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.kube.cluster import KubeCluster
from tests.world import ROOT

SUITE, PACKAGES = "trixie", ("python3", "python3-venv")
BASE = "heddle.test/base:1"
NODE, CONTROL = "heddle.test/heddle-node:1", "heddle.test/heddle-control:1"
PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class ImageError(Exception):
    """Podman, pip or debootstrap has failed, with the end of what it said."""


class Images:
    """Builds in a store of its own below `folder`, which `remove` empties: it is of a gigabyte."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._context = folder / "context"  #: of the build
        self._settings = folder / "pip.conf"

    def make_base(self) -> None:
        """:raises ImageError: if there is no Podman, no network or no right to it"""
        kept = _run([str(ROOT / "tools/root"), "archive", SUITE, *PACKAGES]).splitlines()[-1]
        self._podman("import", "--change", f"ENV {PATH}", kept, BASE)

    def make_wheel(self) -> None:
        """Of this tree, for this machine, of what `make dev` has compiled."""
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps"]
        native = f"--config-settings=build-dir={ROOT / 'build/native'}"
        _run([*pip, native, f"--wheel-dir={self._context / 'dist'}", str(ROOT)])
        self._settings.write_text(pip_settings())

    def build(self, target: str, name: str, context: Path | None = None) -> None:
        """With the host's settings for pip, which do not stay in the image. Processes of the build
        are in a chroot: the tests may be in a container themselves."""
        lent = {self._settings: "/etc/pip.conf", Path("/etc/ssl/certs"): "/etc/ssl/certs"}
        volumes = [f"--volume={own}:{there}:ro" for own, there in lent.items() if own.exists()]
        file = f"--file={ROOT / 'deploy/Containerfile'}"
        words = [f"--target={target}", f"--tag={name}", f"--build-arg=BASE={BASE}", *volumes]
        self._podman("build", "--isolation=chroot", file, *words, str(context or self._context))

    def context_of(self, version: str) -> Path:
        """The same, with a wheel that says of itself to be of this version."""
        (wheel,) = (self._context / "dist").glob("*.whl")
        context, unpacked = self.folder / f"context-{version}", self.folder / f"wheel-{version}"
        shutil.unpack_archive(wheel, unpacked, "zip")
        (info,) = unpacked.glob("*.dist-info")
        said = (info / "METADATA").read_text()
        changed = re.sub(r"^Version: .*$", f"Version: {version}", said, count=1, flags=re.MULTILINE)
        (info / "METADATA").write_text(changed)
        name, _, *tags = wheel.stem.split("-")
        info.rename(unpacked / f"{name}-{version}.dist-info")
        new = context / "dist" / "-".join([name, version, *tags])
        shutil.move(shutil.make_archive(str(new), "zip", unpacked), f"{new}.whl")
        return context

    def load(self, cluster: KubeCluster, *names: str) -> None:
        """Into every node."""
        path = self.folder / "images.tar"
        self._podman("save", "--quiet", "--multi-image-archive", f"--output={path}", *names)
        for node in cluster.nodes:
            cluster.load(node, path)
        path.unlink()

    def inspect(self, name: str) -> dict[str, Any]:
        (found,) = json.loads(self._podman("image", "inspect", name))
        return dict(found)

    @contextmanager
    def files(self, name: str) -> Iterator[Path]:
        """What is in it."""
        yield Path(self._podman("image", "mount", name).strip())
        self._podman("image", "unmount", name)

    def remove(self) -> None:
        # Podman mounts it on itself, and leaves it so.
        subprocess.run(["umount", str(self.folder / "store/overlay")], capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _podman(self, *words: str) -> str:
        store = [f"--root={self.folder / 'store'}", f"--runroot={self.folder / 'run'}"]
        return _run(["podman", *store, *words])


def pip_settings() -> str:
    """Those that hold on this host, wherever they are written, less folders of it."""
    found: dict[str, str] = {}
    for line in _run([sys.executable, "-m", "pip", "config", "list"]).splitlines():
        key, _, value = line.partition("=")
        found.setdefault(key.rpartition(".")[2], ast.literal_eval(value))  # variables come first
    for each in ("cache-dir", "find-links"):
        found.pop(each, None)
    lines = [f"{option} = {value}".replace("\n", "\n  ") for option, value in found.items()]
    return "\n".join(["[global]", *lines, ""])


def _run(words: Sequence[str]) -> str:
    try:
        done = subprocess.run(words, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise ImageError(f"{error.filename} is not installed") from None
    if done.returncode:
        said = f"{done.stdout}\n{done.stderr}".strip()
        raise ImageError(f"{' '.join(words[:3])} ...: {said[-2000:]}")
    return done.stdout
