"""Finding a component by any of its names."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.errors import NoSuchDeviceError, nearest
from heddle.inventory import apis
from heddle.inventory.machine import look
from heddle.model.device import Device, find_device
from heddle.model.hardware import ACCELERATORS, Component


def find_component(wanted: str, components: Sequence[Component]) -> Component:
    """The one that `api@name`, an id, a PCI address or a UUID means.

    :raises NoSuchDeviceError: if there is none; it names the nearest
    """
    for component in components:
        names = (component.name, component.id, component.uuid)
        if wanted in names or component.id in (f"pci@{wanted}", f"pci@0000:{wanted}"):
            return component
    names_here = [each.name for each in components if each.kind in ACCELERATORS]
    near = nearest(wanted, [each.name for each in components], 0.5)
    raise NoSuchDeviceError(wanted, names_here, near)


def find_here(wanted: str) -> Component | Device:
    """The component of this machine, or else the device of an API that no probe shows.

    :raises NoSuchDeviceError: if there is none; it names the nearest
    """
    try:
        return find_component(wanted, look().components)
    except NoSuchDeviceError as error:
        try:
            return find_device(wanted, apis.devices(lambda _: None))
        except NoSuchDeviceError:
            raise error from None
