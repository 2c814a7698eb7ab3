"""What kind of thing a command is: can a library be preloaded into it?"""

from __future__ import annotations

import os
import stat

from heddle.errors import CommandNotExecutableError, CommandNotFoundError
from heddle.launch import elf


def resolve(command: str) -> str:
    """The file that the shell would execute.

    :raises CommandNotFoundError: if there is none
    :raises CommandNotExecutableError: if it is a folder or has no execute permission
    """
    if "/" in command:
        candidates = [command]
    else:
        folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
        candidates = [os.path.join(folder or ".", command) for folder in folders]
    seen = None
    for path in candidates:
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
        if os.path.exists(path):
            seen = path
    if seen is None:
        raise CommandNotFoundError(command)
    why = "it is a directory" if os.path.isdir(seen) else "it has no execute permission"
    raise CommandNotExecutableError(seen, why)


def why_not_preloadable(path: str, depth: int = 4) -> str | None:
    """One clause saying why nothing can be preloaded into the program; None if it can.

    A script is as its interpreter is. What cannot be read is given the benefit of the doubt.
    """
    try:
        status = os.stat(path)
        with open(path, "rb") as file:
            head = file.read(4096)
    except OSError:
        return None
    if _gains_rights(path, status):
        return f"{path} is set-user-id, set-group-id or has file capabilities"
    if head.startswith(b"#!") and depth:
        words = head[2:].split(b"\n", 1)[0].split()
        if not words:
            return None
        interpreter = os.fsdecode(words[0])
        if os.path.basename(interpreter) == "env" and len(words) > 1:
            try:
                interpreter = resolve(os.fsdecode(words[-1]))
            except (CommandNotFoundError, CommandNotExecutableError):
                return None
        return why_not_preloadable(interpreter, depth - 1)
    if head[:4] == b"\x7fELF" and not _has_interpreter(head, path):
        return f"{path} is statically linked"
    return None


def _gains_rights(path: str, status: os.stat_result) -> bool:
    """Whether executing it changes our user or rights: the dynamic linker then ignores
    LD_PRELOAD."""
    if status.st_mode & stat.S_ISUID and status.st_uid != os.geteuid():
        return True
    if status.st_mode & stat.S_ISGID and status.st_gid != os.getegid():
        return True
    try:
        return os.geteuid() != 0 and bool(os.getxattr(path, "security.capability"))
    except OSError:
        return False


def _has_interpreter(head: bytes, path: str) -> bool:
    """Whether the dynamic linker starts the program (64-bit little endian; others pass)."""
    if not elf.is_elf64(head):
        return True
    return any(header[0] == elf.PT_INTERP for header in elf.headers(path))
