"""A table in plain memory: written here, decided about by the compiled arbitrate()."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace

from heddle import native
from heddle._gen import table as layout

READY, FREE = layout.SLOT_STATE["ready"], layout.SLOT_STATE["free"]


class TableMemory:
    """Each field of a region is a column: `memory.gate.word[slot]` is read and written in place.

    A column is a view with a stride, which costs less than anything that is packed and unpacked.
    """

    def __init__(self) -> None:
        self._data = bytearray(layout.BYTES)
        whole = memoryview(self._data)
        self._cells: dict[str, memoryview[int]] = {
            "i": whole.cast("i"),
            "I": whole.cast("I"),
            "q": whole.cast("q"),
            "Q": whole.cast("Q"),
        }
        self.header = self._columns("header")
        self.gate = self._columns("gate")
        self.program = self._columns("program")
        self.process = self._columns("process")
        self.device = self._columns("device")
        self._buffer = (ctypes.c_char * layout.BYTES).from_buffer(self._data)
        self._address = ctypes.addressof(self._buffer)
        self._arbitrate = native.library().heddle_arbitrate
        self.decisions = 0

    def _columns(self, region: str) -> SimpleNamespace:
        """Numbers only; names are of no use here."""
        offset, count, size = layout.REGIONS[region]
        columns = SimpleNamespace()
        for name, (at, form) in layout.FIELDS[region].items():
            cells = self._cells.get(form[-1])
            if cells is None:
                continue
            first, stride = (offset + at) // cells.itemsize, size // cells.itemsize
            masks = int(form[:-1] or 1)
            column = cells[first : first + masks] if masks > 1 else cells[first::stride][:count]
            setattr(columns, name, column)
        return columns

    def clear(self, region: str, index: int) -> None:
        for column in vars(getattr(self, region)).values():
            column[index] = 0

    def arbitrate(self, device: int, now_ns: int) -> None:
        self.decisions += 1
        status = self._arbitrate(self._address, device, now_ns)
        if status:
            native.check(status)
