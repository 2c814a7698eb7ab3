"""The seam of engines, which run the members of jobs. An engine is one file with `ENGINE`, and
with `WORDS`, which says what becomes of each word of an order.

Nothing here blocks for long, and every call may be repeated: after a crash it is unknown whether
the first time counted. What is running is the engine's truth, what should run is the store's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from socket import socket
from typing import Protocol, runtime_checkable

from heddle.cluster.row import NodeRow
from heddle.model.reason import Reason
from heddle.model.record import Place
from heddle.model.wire.terminal import IDLE


@dataclass(frozen=True, slots=True)
class Fetch:
    """Data that is not on the node yet: it is copied into the cache, once."""

    variable: str  #: which will hold the path
    label: str  #: name@version, for people
    key: str  #: its folder in the cache
    source: str  #: a path, file://, http:// or https://
    mib: int = 0  #: about; 0: unknown
    sha256: str | None = None  #: of a single file


@dataclass(frozen=True, slots=True)
class Equipment:
    """What the members of an attempt find. Secrets are never shown, and never on a disk."""

    archive: str | None = None  #: a tar.gz that is unpacked as the folder to work in
    most_bytes: int = 0  #: that it may unpack to
    private: Mapping[str, bytes] = field(default_factory=dict, repr=False)  #: by variable
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)  #: by variable
    fetches: tuple[Fetch, ...] = ()
    paths: tuple[str, ...] = ()  #: of data that is on the node; isolated members see it already
    cache: str = ""  #: the folder into which is fetched
    cache_bytes: int = 0  #: how much may be there


NOTHING = Equipment()


@dataclass(frozen=True, slots=True)
class Order:
    """One attempt to start: a member for each place, all with the same command."""

    attempt: str  #: its id; two orders of one id are the same
    command: tuple[str, ...]
    places: tuple[Place, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: str | None = None  #: to work in; None: one of its own
    image: str | None = None
    priority: int = 0
    share_milli: int = 1000
    tenant: str = "default"
    grace_s: float = 10.0  #: between asking it to end and making it
    snapshot: str | None = None  #: its inputs, by name: as in `Job`
    secrets: Mapping[str, str] = field(default_factory=dict)
    data: tuple[str, ...] = ()
    equipment: Equipment = NOTHING  #: the same as things; looked up right before it starts
    terminal_idle_s: int | None = None  #: a terminal for each member, and when it is reclaimed
    cap_milli: int = 0  #: of each device, also while it is idle; 0: none
    isolated: bool = False  #: out of reach of others, and they out of its
    takes_input: bool = False  #: of the first member: sent through `execute`, while it runs


def words() -> tuple[str, ...]:
    """All that an order can say. Every engine has `WORDS`: what it does with each of them."""
    places = [f"places.{part.name}" for part in fields(Place)]
    return (*(part.name for part in fields(Order)), *places)


@dataclass(frozen=True, slots=True)
class AttemptStatus:
    """An attempt as the engine sees it."""

    attempt: str
    state: str  #: starting, running, ended, lost
    exit_code: int | None = None  #: of the first member that failed, otherwise 0; -N: signal N
    started_ms: int | None = None
    ended_ms: int | None = None
    why: str = ""  #: in words, where there is something to say
    unready: bool = False  #: lost before anything of it ran: it could not be equipped
    port: int = 0  #: of a service's replica, where its node chose another than it was asked for
    steps: float | None = None  #: of work that it says it has done; None: it does not say
    millijoules: int | None = None  #: that devices drew for it; None: nobody measured it

    @property
    def was_idle(self) -> bool:
        """It had a terminal, and ended because that was idle."""
        return IDLE in self.why.split("; ")


@runtime_checkable
class ArrayEngine(Protocol):
    """An engine that takes members of an array together."""

    def start_all(self, orders: Sequence[Order]) -> list[Reason | None]:
        """As `Engine.start`, for each of them. Of an invalid one the answer says so."""
        ...


@runtime_checkable
class SuspendingEngine(Protocol):
    """An engine that can take an attempt off its devices and put it back. Both may take as long as
    moving the memory takes, and are called from threads that have nothing else to do."""

    def suspend(self, attempt: str, room_mib: int, timeout_s: float) -> int | Reason:
        """Stops its work where it is and moves its device memory to the host, where there is so
        much room beside what it was given. Returns how much that was, in MiB, or why it cannot:
        then it runs as before."""
        ...

    def resume(self, attempt: str, timeout_s: float) -> Reason | None:
        """The reverse, on the same devices. Returns why it cannot: then it is still suspended."""
        ...


@runtime_checkable
class RemoteEngine(Protocol):
    """An engine on whose nodes members take what they need from the node (decision 0039): the
    orders that it is given have no secrets and no data."""

    def uid_of(self, tenant: str) -> int:
        """The user as whom members of the tenant run there."""
        ...

    def door_of(self, attempt: str, member: int) -> tuple[str, str]:
        """The folder and the name of the socket, on the member's node, over which a command is
        executed beside it: as `Engine.execute`, with one for each member."""
        ...

    def terminal_of(self, attempt: str, member: int) -> tuple[str, str]:
        """Likewise of its terminal: as `Engine.attach`."""
        ...


class Engine(Protocol):
    """One engine. Its methods may be called from any thread."""

    name: str
    isolates_tenants: bool  #: it can keep jobs out of reach of each other
    why_not_isolated: str  #: why it cannot, and what would help; empty if it can
    #: It runs the jobs of each tenant as a user of its own, without isolating them.
    separates_tenants: bool
    #: What it does not support, in words of `cluster.running.uses_of`: jobs that need it are not
    #: given to its nodes.
    lacks: tuple[str, ...]

    def why_not_tenant(self, tenant: str) -> str:
        """Why it runs no jobs of this tenant, with the remedy; empty if it does."""
        ...

    @property
    def down(self) -> str:
        """Why it cannot be asked now; empty: it can, as far as is known. Its nodes take no new work
        meanwhile, and what runs there is taken to run on."""
        ...

    def nodes(self) -> Sequence[NodeRow] | None:
        """The nodes on which it runs jobs; None: this machine, which the control plane knows.

        :raises HeddleError: if it cannot say now
        """
        ...

    def shows(self, path: str) -> bool:
        """Whether an isolated job sees this: little of the machine is shown to it."""
        ...

    def start(self, order: Order) -> Reason | None:
        """Starts it, unless it did before; why not, if it cannot now (a try later may succeed).

        :raises UsageError: if the order is invalid, now and later
        """
        ...

    def stop(self, attempt: str, why: str) -> None:
        """Ends all its members, gently first. An attempt it does not know needs no ending."""
        ...

    def seen(self) -> Sequence[AttemptStatus]:
        """All attempts that it knows, also those that have ended and were not forgotten. An engine
        that cannot be asked now raises: what is not in the answer is taken to be gone.

        :raises HeddleError: if it cannot say now
        """
        ...

    def forget(self, attempt: str) -> None:
        """The end of it was noted; its logs stay until they are old."""
        ...

    def logs(self, attempt: str, member: int, start: int, most: int) -> bytes:
        """What a member has written so far, both streams together, from a byte on.

        :raises LogGoneError: if that byte is no longer kept
        """
        ...

    def attach(self, attempt: str, member: int) -> socket:
        """A connection to the terminal of a member that runs (heddle/model/wire/terminal.py). It
        does not block; the caller closes it.

        :raises UsageError: if it has none, or none yet
        """
        ...

    def execute(self, attempt: str) -> socket:
        """A connection over which one command is executed beside a member of an attempt that runs
        (heddle/model/wire/execution.py): with its folder, environment, devices, limits, isolation.
        It ends with the connection, and with the attempt. It does not block; the caller closes it.

        :raises UsageError: if the attempt does not run
        """
        ...

    def work(self, attempt: str) -> str | None:
        """The folder of its own in which an attempt works or has worked, as long as it is kept."""
        ...

    def watch(self, tell: Callable[[AttemptStatus], None]) -> None:
        """`tell` is called, from a thread of the engine, whenever an attempt changes."""
        ...

    def close(self) -> None:
        """Lets go of everything; what runs goes on."""
        ...
