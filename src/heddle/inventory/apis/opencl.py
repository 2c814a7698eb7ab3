"""Devices of any vendor that has an OpenCL driver: asked through the loader."""

from __future__ import annotations

import os

from heddle.inventory.sources.opencl import installed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.model.container import ContainerNeeds
    from heddle.model.device import Device


class OpenclVendor:
    api = "opencl"
    #: OpenCL has none; our shim shows what is in this one, as indices.
    visible_variable = "HEDDLE_OPENCL_DEVICES"
    hidden = ""
    #: The loader puts the shims that are named here between a program and the drivers.
    layer_variable = "OPENCL_LAYERS"
    #: Of ocl-icd, and of Khronos' loader.
    driver_variables = ("OCL_ICD_VENDORS", "OCL_ICD_FILENAMES")

    def present(self) -> bool:
        return installed()

    def devices(self) -> list[Device]:
        """One that another API schedules, too, is listed by both."""
        from heddle.inventory.sources.opencl import devices, kind_of, uuid_of, vendor_of
        from heddle.model.device import Device, level_of

        # Of every driver since OpenCL 1.1: user events wait for the host, callbacks tell it.
        capabilities = ("wait_value", "write_value")
        found = [
            Device(
                api=self.api,
                name=str(index),
                index=index,
                vendor=vendor_of(entry),
                model=entry["name"],
                kind=kind_of(entry),
                uuid=uuid_of(index, entry),
                memory_bytes=entry["memory_bytes"],
                capabilities=capabilities,
                level=level_of(capabilities),
                scheduler="the driver's own",
            )
            for index, entry in enumerate(devices())
        ]
        visible = os.environ.get(self.visible_variable)
        if visible is None:
            return found
        shown = visible.split(",")
        return [device for device in found if device.name in shown]

    def in_container(self, device: Device) -> ContainerNeeds:
        """Which files its driver opens is not known: those of its own API are given by that."""
        from heddle.model.container import ContainerNeeds

        return ContainerNeeds(visible=device.name)

    def mapped(self, path: str) -> str:
        return ""  # the files are the driver's, of whatever vendor


VENDOR = OpenclVendor()
