"""Container images that are made here, without a network."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from heddle import native


def copied(root: Path, program: str) -> None:
    """With the libraries that the dynamic linker names, less our own."""
    needed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    found = [word for word in needed.split() if word.startswith("/")]
    for file in [program, *(each for each in found if not each.startswith(native.DIRECTORY))]:
        target = root / file.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(os.path.realpath(file), target)


def with_python(root: Path) -> None:
    """The Python of the system, with its library."""
    python = os.path.realpath("/usr/bin/python3")
    copied(root, python)
    (root / "usr/bin/python3").symlink_to(python)
    library = Path(f"/usr/lib/{os.path.basename(python)}")
    ignored = shutil.ignore_patterns("test", "__pycache__", "ensurepip", "idlelib", "config-*")
    shutil.copytree(library, root / str(library).lstrip("/"), ignore=ignored, symlinks=True)
    for module in library.glob("lib-dynload/*.so"):
        copied(root, str(module))


def with_usual_links(root: Path) -> None:
    for link, folder in (("bin", "usr/bin"), ("lib64", "usr/lib64"), ("lib", "usr/lib")):
        if not (root / link).exists():
            (root / link).symlink_to(folder)


def docker_archive(root: Path, path: Path, name: str, own: dict[str, Any]) -> Path:
    """By hand: a layer, what to run, and a list of both. All that load it share its name."""
    layer = path.with_name("layer.tar")
    with tarfile.open(layer, "w") as file:
        file.add(root, ".")
    with layer.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    config = {
        "architecture": {"x86_64": "amd64", "aarch64": "arm64"}[os.uname().machine],
        "os": "linux",
        "config": own,
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest}"]},
    }
    listed = [{"Config": "config.json", "RepoTags": [name], "Layers": ["layer.tar"]}]
    with tarfile.open(path, "w") as file:
        file.add(layer, "layer.tar")
        for name, said in (("config.json", config), ("manifest.json", listed)):
            data = json.dumps(said).encode()
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            file.addfile(entry, io.BytesIO(data))
    layer.unlink()
    return path


@contextmanager
def in_store(archive: Path) -> Iterator[str]:
    """Its name in Podman's own store, for a while."""
    name = f"registry.invalid/heddle-test-{archive.stem}:{os.getpid()}"
    loaded = podman("pull", "--quiet", f"docker-archive:{archive}")
    podman("tag", loaded, name)
    try:
        yield name
    finally:
        podman("rmi", "--force", loaded)


def podman(*words: str) -> str:
    done = subprocess.run(["podman", *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()
