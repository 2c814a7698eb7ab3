"""The machine as files: this one, a folder that looks like one, or a recording of another.

Probes read through a Host, so that a recording of a machine shows what the machine itself would,
and no driver can stop the rest of the inventory by answering slowly.
"""

from __future__ import annotations

import json
import os
import posixpath
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from heddle.errors import UsageError
from heddle.model.hardware import Trouble

FORMAT = 1
#: No file under /sys or /proc that we want is longer than these together.
PART_BYTES, MOST_PARTS = 1 << 16, 64
#: Links on the way to a file; as many as Linux follows.
MOST_LINKS = 40


class Host(Protocol):
    """What a probe may ask. A path is absolute, as on the machine itself."""

    def text(self, path: str) -> str | None:
        """What the file says, without blanks at the ends; None if it cannot be read."""
        ...

    def names(self, path: str) -> list[str]:
        """What the folder holds, sorted; nothing if there is none."""
        ...

    def resolve(self, path: str) -> str | None:
        """Where the path leads, links followed; None if nowhere."""
        ...

    def management(self, name: str, ask: Callable[[], Any]) -> Any:
        """What `ask` gives, which is plain data (as in JSON) from a management library of this
        machine; for another machine what was recorded under this name, or None."""
        ...


class LiveHost:
    """A folder that looks like a machine; by default, this machine.

    :raises UsageError: for this machine, if it does not run Linux
    """

    def __init__(self, root: str = "/") -> None:
        self._root = root.rstrip("/")
        if not self._root and sys.platform != "linux":
            raise UsageError(
                f"Heddle looks at the hardware of Linux only, not of {sys.platform!r}. On Windows "
                "use WSL2, which is Linux; a Mac can show a machine that was recorded elsewhere."
            )

    def text(self, path: str) -> str | None:
        """Without Python's buffers: they cost more than the kernel's files, once a second."""
        try:
            file = os.open(self._root + path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return None
        try:
            parts = [os.read(file, PART_BYTES)]
            while parts[-1] and len(parts) < MOST_PARTS:
                parts.append(os.read(file, PART_BYTES))
        except OSError:
            return None
        finally:
            os.close(file)
        return b"".join(parts).decode(errors="replace").strip("\0 \t\n")

    def names(self, path: str) -> list[str]:
        try:
            return sorted(os.listdir(self._root + path))
        except OSError:
            return []

    def resolve(self, path: str) -> str | None:
        real = os.path.realpath(self._root + path)
        if not os.path.exists(real):
            return None
        return real.removeprefix(os.path.realpath(self._root or "/").rstrip("/")) or "/"

    def management(self, name: str, ask: Callable[[], Any]) -> Any:
        return ask() if not self._root else None


class Recorded:
    """A machine that was looked at earlier, or described by hand. Paths are absolute and plain."""

    def __init__(
        self,
        files: dict[str, str],
        links: dict[str, str] | None = None,
        management: dict[str, Any] | None = None,
    ) -> None:
        self._files = files
        self._links = links or {}
        self._management = management or {}
        self._folders: dict[str, set[str]] = {}
        for path in (*files, *self._links):
            while path != "/":
                path, name = posixpath.split(path)
                self._folders.setdefault(path, set()).add(name)

    def text(self, path: str) -> str | None:
        real = self.resolve(path)
        return None if real is None else self._files.get(real)

    def names(self, path: str) -> list[str]:
        real = self.resolve(path)
        return [] if real is None else sorted(self._folders.get(real, ()))

    def resolve(self, path: str) -> str | None:
        real, followed = "/", 0
        left = path.split("/")[::-1]
        while left:
            name = left.pop()
            step = posixpath.join(real, name)
            if name in ("", "."):
                continue
            if name == "..":
                real = posixpath.dirname(real)
            elif (target := self._links.get(step)) is None:
                real = step
            elif followed == MOST_LINKS:
                return None
            else:
                followed += 1
                left += target.split("/")[::-1]
                real = "/" if target.startswith("/") else real
        return real if real in self._files or real in self._folders or real == "/" else None

    def management(self, name: str, ask: Callable[[], Any]) -> Any:
        return self._management.get(name)


class RecordingHost:
    """Another Host, with everything that was asked of it written down."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._files: dict[str, str] = {}
        self._links: dict[str, str] = {}
        self._management: dict[str, Any] = {}

    def text(self, path: str) -> str | None:
        text = self._host.text(path)
        if text is not None:
            self._keep(path, text)
        return text

    def names(self, path: str) -> list[str]:
        names = self._host.names(path)
        for name in names:  # a folder's names are only remembered by what is in it
            self._keep(posixpath.join(path, name), "")
        return names

    def resolve(self, path: str) -> str | None:
        real = self._host.resolve(path)
        if real is not None:
            self._keep(path, "")
        return real

    def management(self, name: str, ask: Callable[[], Any]) -> Any:
        self._management[name] = answer = self._host.management(name, ask)
        return answer

    def _keep(self, path: str, text: str) -> None:
        """Also every link on the way, under the name that its own folder really has."""
        real = "/"
        for name in path.strip("/").split("/"):
            step = posixpath.join(real, name)
            if (found := self._host.resolve(step)) is None:
                return
            if found != step:
                self._links[step] = found
            real = found
        self._files[real] = text or self._files.get(real, "")

    def as_json(self, about: str) -> str:
        folders = {posixpath.dirname(path) for path in (*self._files, *self._links)}
        found = {
            "heddle_machine": FORMAT,
            "label": "recorded",
            "about": about,
            "files": {p: t for p, t in sorted(self._files.items()) if t or p not in folders},
            "links": dict(sorted(self._links.items())),
            "management": self._management,
        }
        return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


class Patient:
    """Another Host, none of whose answers is waited for longer than `limit_s`.

    A read that hangs in a driver cannot be taken back: its thread is left to it, and nothing else
    in that folder is asked. `troubles` says what was given up.
    """

    def __init__(self, host: Host, limit_s: float = 0.5, library_limit_s: float = 5.0) -> None:
        self._host = host
        self._limit_s = limit_s
        self._library_limit_s = library_limit_s
        self._stuck: set[str] = set()
        self.troubles: list[Trouble] = []

    def text(self, path: str) -> str | None:
        answer: str | None = self._ask(path, lambda: self._host.text(path), None)
        return answer

    def names(self, path: str) -> list[str]:
        answer: list[str] = self._ask(path, lambda: self._host.names(path), [])
        return answer

    def resolve(self, path: str) -> str | None:
        return self._host.resolve(path)

    def management(self, name: str, ask: Callable[[], Any]) -> Any:
        return self._within(
            self._library_limit_s, name, lambda: self._host.management(name, ask), None
        )

    def _ask(self, path: str, question: Callable[[], Any], otherwise: Any) -> Any:
        folder = posixpath.dirname(self._host.resolve(path) or path)
        if folder in self._stuck:
            return otherwise
        answer = self._within(self._limit_s, path, question, _LATE)
        if answer is _LATE:
            self._stuck.add(folder)
            return otherwise
        return answer

    def _within(
        self, limit_s: float, what: str, question: Callable[[], Any], otherwise: Any
    ) -> Any:
        answers: list[Any] = []
        done = threading.Event()

        def work() -> None:
            try:
                answers.append(question())
            except Exception as error:  # a library that breaks is reported, never fatal
                self.troubles.append(Trouble(what, f"{type(error).__name__}: {error}"))
            done.set()

        threading.Thread(target=work, daemon=True).start()
        if not done.wait(limit_s):
            self.troubles.append(Trouble(what, f"no answer within {limit_s:g} s"))
        return answers[0] if answers else otherwise


_LATE = object()


def load(path: Path) -> Recorded:
    """A recording, as `heddle device ls --record` writes it. It is not trusted.

    :raises UsageError: if the file is not one
    """
    try:
        found = json.loads(path.read_text())
        if not isinstance(found, dict) or "heddle_machine" not in found:
            raise ValueError("it does not say heddle_machine")
        if (version := found["heddle_machine"]) != FORMAT:
            raise ValueError(f"it has format {version!r}, this Heddle reads {FORMAT}")
        return Recorded(
            _texts(found.get("files"), "files"),
            _texts(found.get("links", {}), "links"),
            _answers(found.get("management", {})),
        )
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(
            f"{path} is not a recorded machine ({error}). `heddle device ls --record {path}` "
            "on the "
            "machine in question writes one."
        ) from None


def _texts(found: Any, name: str) -> dict[str, str]:
    """:raises ValueError: if these are not texts by the paths of files"""
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise ValueError(f"`{name}` must be texts by path")
    for path in found:
        plain = path.startswith("/") and not path.startswith("//") and path != "/"
        if not plain or posixpath.normpath(path) != path:
            raise ValueError(f"`{name}`: {path!r} is not an absolute, plain path of a file")
    return found


def _answers(found: Any) -> dict[str, Any]:
    """:raises ValueError: if no management library would answer so"""
    if not isinstance(found, dict):
        raise ValueError("`management` must be answers by name")
    for name, answer in found.items():
        entries = answer if isinstance(answer, list) else [answer]
        if not all(entry is None or isinstance(entry, dict) for entry in entries):
            raise ValueError(f"`management`: {name!r} must be an object or a list of objects")
    return found
