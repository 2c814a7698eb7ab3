"""A vendor whose devices its own library knows: whether there may be one, and what it says of its
devices."""

from __future__ import annotations

import os

from heddle.errors import VendorError

TYPE_CHECKING = False  # every `heddle run` comes here

if TYPE_CHECKING:
    import ctypes
    from typing import Any

    from heddle.model.container import ContainerNeeds
    from heddle.model.device import Device


class LibraryVendor:
    """What most vendors have in common; heddle.inventory.apis.base says what each member is for.

    The vendor's module has a function `ask()`, which is called in a separate process. It returns
    a dictionary for each device: `index`, and whatever else of a Device is not so by default.
    """

    api: str
    visible_variable: str
    hidden = ""
    layer_variable = ""
    driver_variables: tuple[str, ...] = ()

    libraries: tuple[str, ...] = ()  #: the vendor's, by any of the names that it has
    device_file = ""  #: of a device, less its number; empty: there is none
    title: str  #: what is asked, as a message names it
    remedy: str  #: ends the message if it fails
    variables: dict[str, str] = {}  # noqa: RUF012  #: of the process that asks
    vendor = ""  #: of a Device, by default; so are all that follow
    model = ""
    kind = ""
    capabilities: tuple[str, ...] = ()
    scheduler = ""

    def present(self) -> bool:
        there = bool(self.device_file) and os.path.exists(f"{self.device_file}0")
        return there or in_library_path(*self.libraries)

    def devices(self) -> list[Device]:
        return [self.device(**entry) for entry in self.answer()]

    def answer(self) -> Any:
        return answer(self.api, self.title, self.remedy, **self.variables)

    def device(self, index: int, **told: Any) -> Device:
        """One of them; the shim has the same name and UUID for it (native/shim/stream_vendor.h)."""
        from heddle.model.device import Device, level_of

        name = told.pop("name", str(index))
        capabilities = tuple(told.pop("capabilities", self.capabilities))
        usual: dict[str, Any] = {
            "vendor": self.vendor,
            "model": self.model,
            "kind": self.kind,
            "uuid": f"{self.api}-{name}",
            "memory_bytes": 0,  # the machine's, or not known
            "scheduler": self.scheduler,
        }
        return Device(
            api=self.api,
            name=name,
            index=index,
            capabilities=capabilities,
            level=level_of(capabilities),
            **(usual | told),
        )

    def device_files(self, device: Device) -> list[str]:
        """Those that a container must be given for it, if they are there."""
        return [f"{self.device_file}{device.index}"] if self.device_file else []

    def in_container(self, device: Device) -> ContainerNeeds:
        from heddle.model.container import ContainerNeeds

        files = tuple(path for path in self.device_files(device) if os.path.exists(path))
        return ContainerNeeds(visible=str(device.index), device_files=files)

    def mapped(self, path: str) -> str:
        number = path.removeprefix(self.device_file)  # others stand for no single device
        return f"{self.api}@{int(number)}" if number != path and number.isdecimal() else ""

    def number_of(self, ordinal: int) -> int:
        """The number of a device that all processes agree on: its place in what the variable lists,
        where that lists numbers. (native/shim/visible.h does the same.)"""
        listed = os.environ.get(self.visible_variable, "").split(",")
        named = listed[ordinal] if ordinal < len(listed) else ""
        return int(named) if named.isdecimal() else ordinal


def in_library_path(*names: str) -> bool:
    """Whether one of these is in a folder of LD_LIBRARY_PATH."""
    folders = filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(":"))
    return any(os.path.exists(os.path.join(folder, name)) for folder in folders for name in names)


def answer(api: str, library: str, remedy: str, **variables: str) -> Any:
    """What ask() of this api's module returns, by way of JSON; in a separate process, because the
    library would stay in this one, with its threads and memory.

    :raises VendorError: if it fails; the message names the library, says why and ends with the
        remedy
    """
    import json
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "heddle.inventory.apis._ask", api],
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
    )
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it crashed"])[-1]
        raise VendorError(f"{library} cannot be used: {why}. {remedy}")
    return json.loads(done.stdout.splitlines()[-1])


def load(library: str) -> ctypes.CDLL:
    """:raises SystemExit: if it cannot be loaded, for answer() to say so"""
    import ctypes

    try:
        return ctypes.CDLL(library)
    except OSError as error:
        raise SystemExit(f"{library} does not load ({error})") from None
