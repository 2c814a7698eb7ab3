"""What NVIDIA's Xid events say about the device.

Which one calls for what is from NVIDIA's Xid catalogue for Ampere and newer
(docs.nvidia.com/deploy/xid-errors/analyzing-xid-catalog.html: RESTART_APP, RESET_GPU, RESTART_BM,
IGNORE, CHECK_MECHANICALS), read in 2026 through public copies of the table; the words are ours.
"""

from __future__ import annotations

from collections.abc import Mapping

_AGAIN = "Restart that program. If it comes back, have the device tested."
_PROGRAM = "Look for the mistake in the program that ran, not in the device."
_RESET = "Let its programs end, then reset it: nvidia-smi -r. If it comes back, have it tested."
_REBOOT = "Restart the node. If it comes back, reseat the card, check its power, have it tested."
_WATCH = "Nothing now. If it comes back, have the device tested."

#: By number: what it makes of the device, what happened, what to do.
XIDS: Mapping[int, tuple[str, str, str]] = {
    8: ("healthy", "the program's work stopped", _PROGRAM),
    11: ("healthy", "the program's commands were malformed", _PROGRAM),
    13: ("healthy", "the program's kernel failed", _PROGRAM),
    31: ("healthy", "the program used an address that is not its own", _PROGRAM),
    43: ("healthy", "the program's channel was stopped", _PROGRAM),
    45: ("healthy", "the program's channels were removed, mostly because it was ended", _PROGRAM),
    46: ("failed", "the device stopped to process", _RESET),
    48: ("failed", "memory error that could not be corrected", _RESET),
    54: ("degraded", "clocks reduced, auxiliary power is missing", "Check its power cables."),
    62: ("failed", "its power controller halted", _RESET),
    63: ("degraded", "bad memory will be replaced by spare rows", "Reset it when it is idle."),
    64: ("failed", "bad memory could not be recorded for replacement", _RESET),
    68: ("healthy", "the program's video decoding failed", _PROGRAM),
    69: ("healthy", "the program's commands were refused", _PROGRAM),
    74: ("degraded", "error of an NVLink", "Check bridges and connectors. " + _RESET),
    79: ("failed", "fallen off the bus", _REBOOT),
    92: ("degraded", "very many memory errors, corrected", _WATCH),
    94: (
        "degraded",
        "memory error, contained in one program",
        _AGAIN,
    ),
    95: ("failed", "memory error that reached several programs", _RESET),
    109: ("failed", "it did not switch between programs in time", _RESET),
    110: ("failed", "security fault", _RESET),
    119: ("failed", "its firmware (GSP) does not answer", _RESET),
    120: ("failed", "its firmware (GSP) failed", _RESET),
    136: ("failed", "an NVLink could not be trained", _RESET),
    140: ("failed", "memory error that could not be corrected", _RESET),
    143: ("failed", "it could not be started", _RESET),
    158: ("failed", "fatal timeout", _RESET),
}
