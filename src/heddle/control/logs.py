"""The log of the server: one JSON object per line for programs, or plain lines for people.

The caller names the subject of a line with `extra=about(job="j7", node="gpu1")`; tokens never get
into it.
"""

from __future__ import annotations

import json
import logging
import os
import queue
import re
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import pairwise
from typing import Any, TextIO

from heddle.errors import UsageError
from heddle.system.printable import printable

#: What a line may be about, in this order.
FIELDS = (
    "event", "job", "attempt", "node", "device", "service", "tenant", "user", "request", "method",
    "route", "status", "ms", "exit_code", "why",
)  # fmt: skip
#: Tokens of people, of jobs and of nodes begin so; what follows the id is the secret.
TOKEN = re.compile(r"\b(h[a-z]_[0-9A-Za-z]+_)[0-9A-Za-z_-]{8,}")
#: And whatever is sent as one, or as a password in the address of a store.
BEARER = re.compile(r"(?i)(bearer\s+)(?!h[a-z]_)[^\s\"',]+")
PASSWORD = re.compile(r"(://[^/\s:@]*:)[^@\s/]+@")
_ENCODER = json.JSONEncoder(default=str, ensure_ascii=False)
PLAIN = "%(asctime)s %(levelname)s %(name)s %(message)s%(about)s"
LARGEST, KEPT = 10 << 20, 5  #: bytes of a log file, and how many old ones stay
LAST_WORDS_S = 2.0  #: an error is in the file when it was logged, unless that takes longer
AT_ONCE = 500  #: lines in one write
BEHIND = 100_000  #: lines that may wait to be written; more are counted and dropped


def about(**fields: Any) -> dict[str, dict[str, Any]]:
    """For `extra=`; what is None or empty is left out."""
    return {"about": {name: value for name, value in fields.items() if value not in (None, "")}}


def without_secrets(text: str) -> str:
    """Tokens keep their id, so that one can tell which it was."""
    if "_" in text:
        text = TOKEN.sub(r"\1***", text)
    if "://" in text:
        text = PASSWORD.sub(r"\1***@", text)
    return BEARER.sub(r"\1***", text) if "earer" in text.lower() else text


class JsonForm(logging.Formatter):
    """One object per line: time, level, logger, message, what it is about, and the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _rfc3339(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= _ordered(getattr(record, "about", {}))
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return without_secrets(_ENCODER.encode(line))


class TextForm(logging.Formatter):
    """The same for people."""

    def __init__(self) -> None:
        super().__init__(PLAIN)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return _rfc3339(record.created)

    def format(self, record: logging.LogRecord) -> str:
        fields = _ordered(getattr(record, "about", {}))
        text = printable("".join(f" {name}={value}" for name, value in fields.items()))
        said = printable(record.getMessage())
        told = {**record.__dict__, "about": text, "msg": said, "args": None}
        return without_secrets(super().format(logging.makeLogRecord(told)))


class Behind(logging.Handler):
    """Hands lines to a thread, which makes text of them and writes many at once. The caller waits
    for errors only: the process may be about to end."""

    def __init__(self, out: Out) -> None:
        super().__init__()
        self.dropped = 0
        self._out = out
        self._lines: queue.SimpleQueue[logging.LogRecord | threading.Event | None] = (
            queue.SimpleQueue()
        )
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        if self._lines.qsize() >= BEHIND:
            self.dropped += 1
            return
        self._lines.put(record)
        if record.levelno >= logging.ERROR:
            self.flush()

    def flush(self) -> None:
        """All before is written then, unless that takes too long."""
        if self._thread.is_alive():
            written = threading.Event()
            self._lines.put(written)
            written.wait(LAST_WORDS_S)

    def close(self) -> None:
        self._lines.put(None)
        self._thread.join()
        super().close()

    def _text(self, record: logging.LogRecord) -> str:
        try:
            return f"{self.format(record)}\n"
        except Exception:  # a message that does not fit its arguments: whose it is, is said
            self.handleError(record)
            return ""

    def _run(self) -> None:
        goes_on = True
        while goes_on:
            some = [self._lines.get()]
            with suppress(queue.Empty):
                while len(some) < AT_ONCE:
                    some.append(self._lines.get_nowait())
            records = [each for each in some if isinstance(each, logging.LogRecord)]
            self._out.write("".join(map(self._text, records)))
            for each in some:
                if isinstance(each, threading.Event):
                    each.set()
            goes_on = None not in some


class Out:
    """Standard error. Where that is the file at `path`, it is put aside when it is large, and the
    process's own words go to the new one, too."""

    def __init__(self, path: str, number: int) -> None:
        self._path = path
        self._number = number
        self._size: int | None = None  #: of the file; None: it is another one
        with suppress(OSError):
            if os.path.samestat(os.fstat(number), os.stat(path)):
                self._size = os.path.getsize(path)

    def write(self, text: str) -> None:
        data = text.encode(errors="backslashreplace")
        with suppress(OSError):  # a full disk, or no reader: it continues without a log
            if self._size is not None and self._size + len(data) > LARGEST:
                self._put_aside()
            while data:
                data = data[self._count(os.write(self._number, data)) :]

    def _count(self, written: int) -> int:
        if self._size is not None:
            self._size += written
        return written

    def _put_aside(self) -> None:
        names = [self._path, *(f"{self._path}.{number}" for number in range(1, KEPT + 1))]
        for newer, older in reversed(list(pairwise(names))):
            with suppress(FileNotFoundError):
                os.replace(newer, older)
        new = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        os.dup2(new, self._number)
        os.close(new)
        self._size = 0


def form_of(wanted: str | None, stream: TextIO) -> logging.Formatter:
    """What is wanted, by option or HEDDLE_LOG; otherwise text on a terminal, and JSON elsewhere."""
    named = wanted or os.environ.get("HEDDLE_LOG") or ("text" if stream.isatty() else "json")
    if named not in ("json", "text"):
        raise UsageError(f"HEDDLE_LOG={named} is neither json nor text.")
    return TextForm() if named == "text" else JsonForm()


@contextmanager
def logging_to(path: str, wanted: str | None = None) -> Iterator[None]:
    """Everything from INFO on goes to standard error, to the last line at the end."""
    form = form_of(wanted, sys.stderr)
    behind = Behind(Out(path, sys.stderr.fileno()))
    behind.setFormatter(form)
    root = logging.getLogger()
    before = root.level
    root.addHandler(behind)
    root.setLevel(logging.INFO)
    logging.getLogger("httpx2").setLevel(logging.WARNING)  # a line for each request
    try:
        yield
    finally:
        root.removeHandler(behind)
        root.setLevel(before)
        behind.close()


def _ordered(fields: Mapping[str, Any]) -> dict[str, Any]:
    known = {name: fields[name] for name in FIELDS if name in fields}
    return known | {name: value for name, value in fields.items() if name not in known}


def _rfc3339(seconds: float) -> str:
    whole, ms = divmod(int(seconds * 1000), 1000)
    return f"{_second(whole)}.{ms:03d}Z"


@lru_cache(maxsize=10)
def _second(whole: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole))
