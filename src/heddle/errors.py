"""What can go wrong, one class per cause, each with the remedy in its message.

HeddleError                      exit code
├── UsageError                   2     an option or argument is invalid
├── NoSuchDeviceError            110   the machine has no such device
├── NoPermissionError            111   the system or the table's owner says no
│   └── ForeignError             111   others can have written what would be trusted
├── TableError                   112   the shared table cannot be used
├── NoSuchProgramError           113   no program has this id
├── CannotInterceptError         114   the command cannot be scheduled (static, set-user-id)
├── CannotProxyError             114   it cannot be kept from the devices
├── NativeLibraryError           115   a part of the installation is missing or does not load
├── MissingExtraError            116   an optional package is needed
├── WorkloadError                117   a program that a benchmark started failed
├── VendorError                  118   a vendor's library refused a call
├── NoAgentError                 119   the agent does not run, and is needed
├── PolicyError                  120   a policy cannot be used
├── GuestError                   121   only the table's agent can do this for you
├── CordonedError                122   the device takes no new programs
├── NoServerError                123   no control plane answers
├── StoreError                   124   what is kept of jobs cannot be read or written
│   ├── StoreFullError           124   there is no room left for it
│   └── StoreChangedError        124   another server has written to it
├── RemoteDeviceError            125   another machine does not serve its device
├── LogGoneError                 1     the beginning of an output is no longer kept
├── CommandNotExecutableError    126   as shells do
└── CommandNotFoundError         127   as shells do
"""

from __future__ import annotations

TYPE_CHECKING = False  # every `heddle run` comes here

if TYPE_CHECKING:
    from collections.abc import Iterable


MOST_COMPARED = 500  #: words; a server does nothing else meanwhile


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """What was probably meant, if anything is near enough."""
    from difflib import get_close_matches
    from itertools import islice

    among = list(islice(known, MOST_COMPARED))
    folded = {each.lower(): each for each in reversed(among)}
    found = get_close_matches(word.lower(), folded, n=1, cutoff=cutoff)
    return folded[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """For the middle of a message: a sentence with a blank before it, or nothing."""
    near = nearest(word, known, cutoff)
    return f" Did you mean {near!r}?" if near else ""


class HeddleError(Exception):
    """Base of all; `exit_code` is what the command line ends with."""

    exit_code = 1


class UsageError(HeddleError):
    """An option or argument is invalid; the message says which and what is allowed."""

    exit_code = 2


class NoSuchDeviceError(HeddleError):
    """The machine has no such device."""

    exit_code = 110

    def __init__(self, wanted: str, available: list[str], nearest: str | None = None) -> None:
        hint = f" Did you mean {nearest!r}?" if nearest else ""
        have = ", ".join(available) if available else "none"
        super().__init__(
            f"no device {wanted!r} on this machine.{hint} "
            f"Devices here: {have}. See `heddle device ls`."
        )


class NoPermissionError(HeddleError):
    """The system or the table's owner says no."""

    exit_code = 111

    TABLE = "choose another table with HEDDLE_TABLE=/path/of/your/own/table"
    STATE = "choose another folder with HEDDLE_STATE=/path/of/your/own/folder"

    def __init__(self, what: str, path: str, otherwise: str = TABLE) -> None:
        super().__init__(f"{what}: no permission for {path}. Run as its owner, or {otherwise}.")


class ForeignError(NoPermissionError):
    """Others can have written what is there, so it is neither read nor written."""

    def __init__(self, path: str, why: str, remedy: str) -> None:
        HeddleError.__init__(
            self,
            f"{path} is not used, because {why}: a user who can write it could act for you. "
            f"{remedy}.",
        )


class TableError(HeddleError):
    """The shared table cannot be used."""

    exit_code = 112

    def __init__(self, path: str, why: str, *, chosen: bool) -> None:
        remedy = (
            "Name another file with HEDDLE_TABLE, or unset it"  # `rm` of a slip could be anything
            if chosen
            else f"When no program of yours runs under Heddle, remove it (`rm {path}`)"
        )
        super().__init__(
            f"the shared table {path} cannot be used: {why}. {remedy}; it is created again."
        )


class NoSuchProgramError(HeddleError):
    """No program has this id."""

    exit_code = 113

    def __init__(self, program_id: int) -> None:
        super().__init__(
            f"no program {program_id} is running. `heddle ps` lists those that are."
            if program_id
            else "this process does not run under Heddle. Start it with `heddle run -- ...`."
        )


class CannotInterceptError(HeddleError):
    """The command cannot be scheduled, and --device asked for it."""

    exit_code = 114

    def __init__(self, why: str) -> None:
        super().__init__(
            f"{why}, so its device calls cannot be scheduled. Use a dynamically linked build, "
            "or leave out --device, --mem and --strict to run it unscheduled."
        )


class CannotProxyError(HeddleError):
    """A program cannot have its devices through other processes alone."""

    exit_code = 114


class NativeLibraryError(HeddleError):
    """A part of the installation is missing or does not load."""

    exit_code = 115

    def __init__(self, why: str) -> None:
        super().__init__(
            f"{why}. Reinstall with `pip install --force-reinstall heddle-xpu`, "
            "or `make build` in a checkout."
        )


class MissingExtraError(HeddleError):
    """An optional package is needed."""

    exit_code = 116

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(f"{what} needs {package}: pip install 'heddle-xpu[{extra}]'")


class WorkloadError(HeddleError):
    """A program that a benchmark or the demonstration started failed."""

    exit_code = 117


class VendorError(HeddleError):
    """A vendor's library refused a call; the message says which, and what to look at."""

    exit_code = 118


class NoAgentError(HeddleError):
    """The agent does not run, and is needed."""

    exit_code = 119

    def __init__(self, what: str, why: str) -> None:
        super().__init__(
            f"{what} needs the agent, which does not answer ({why}). Start it: `heddle node "
            "agent &`."
        )


class PolicyError(HeddleError):
    """A policy cannot be used; the message ends with where it failed."""

    exit_code = 120


class GuestError(HeddleError):
    """The table belongs to another user, so only its agent can do this."""

    exit_code = 121

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"the shared table {path} cannot be used: {why}. Start its agent with "
            "`heddle node agent --tenants`, or name a table of your own with HEDDLE_TABLE."
        )


class CordonedError(HeddleError):
    """The device takes no new programs."""

    exit_code = 122

    def __init__(self, device: str, reason: str, by: str, ends_in: str) -> None:
        ends = f" It ends by itself in {ends_in}." if ends_in else ""
        super().__init__(
            f"{device} takes no new programs: {reason or 'no reason was given'} (cordoned {by})."
            f"{ends} Choose another device, or lift it with `heddle device uncordon {device}`."
        )


class NoServerError(HeddleError):
    """No control plane answers."""

    exit_code = 123

    def __init__(self, why: str, remedy: str = "Start one: `heddle up`.") -> None:
        super().__init__(f"no control plane answers: {why}. {remedy}")


class RemoteDeviceError(HeddleError):
    """Another machine does not serve its device: it is not there, not the one, or refuses."""

    exit_code = 125


class StoreError(HeddleError):
    """The store cannot be used; the message says why, and what to do."""

    exit_code = 124
    is_begun = False  #: what was asked has begun, and is done once the store can be written


class StoreFullError(StoreError):
    """There is no room left for the store."""


class StoreChangedError(StoreError):
    """Another server has written to the store: what is in memory is no longer the truth."""


class LogGoneError(HeddleError):
    """What was asked for of an output is no longer kept; `oldest` is the first byte that is."""

    def __init__(self, oldest: int) -> None:
        self.oldest = oldest
        super().__init__(
            f"the first {oldest} bytes of this output are no longer kept: read on from there."
        )


class CommandNotExecutableError(HeddleError):
    """The command is there but cannot be executed."""

    exit_code = 126

    def __init__(self, command: str, why: str) -> None:
        super().__init__(f"cannot execute {command!r}: {why}.")


class CommandNotFoundError(HeddleError):
    """There is no such command."""

    exit_code = 127

    def __init__(self, command: str) -> None:
        super().__init__(f"command not found: {command!r}. Check the spelling and your PATH.")
