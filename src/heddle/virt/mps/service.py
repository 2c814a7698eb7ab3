"""NVIDIA's Multi-Process Service as a way to divide a card: what it can do, and the environment and
commands that ask for it. Pure: nothing is started here.

A percentage is a cap on the multiprocessors that a client's kernels may fill, not a share that is
kept for it: caps may add up to more than 100, and kernels of several clients may meet on one
multiprocessor. A static partition (daemon of CUDA 13.1 or newer, started with -S) is kept for its
clients, in chunks of multiprocessors; every client must then name one. All clients of a server end
with a fault of one. What these variables say counts from the start of a client to its end.

Sources: NVIDIA's Multi-Process Service guide, release 615 ("Legacy MPS v2 Interface", "Common
Tasks"), and the manual page nvidia-cuda-mps-control(1) of driver 580.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

from heddle.errors import UsageError, VendorError

CONTROL = "nvidia-cuda-mps-control"
STEP = 10  #: thousandths: MPS counts whole percent
#: Set in a client, these would undo what it is given; a launcher removes them first.
VARIABLES = (
    "CUDA_MPS_PIPE_DIRECTORY",
    "CUDA_MPS_LOG_DIRECTORY",
    "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE",
    "CUDA_MPS_PINNED_DEVICE_MEM_LIMIT",
    "CUDA_MPS_CLIENT_PRIORITY",
    "CUDA_MPS_SM_PARTITION",
)


@dataclass(frozen=True, slots=True)
class Command:
    """To be executed with this much more in its environment, and this on its standard input."""

    words: tuple[str, ...]
    environment: Mapping[str, str]
    says: str = ""


@dataclass(frozen=True, slots=True)
class MpsService:
    """A control daemon of one card, with a folder of its own; any number may run side by side."""

    folder: str
    card: str  #: its UUID
    static: bool = False  #: hands out partitions, not percentages

    @property
    def environment(self) -> dict[str, str]:
        """What daemon, server and clients must agree on."""
        return {
            "CUDA_MPS_PIPE_DIRECTORY": os.path.join(self.folder, "pipe"),
            "CUDA_MPS_LOG_DIRECTORY": os.path.join(self.folder, "log"),
        }

    def start(self) -> Command:
        words = (CONTROL, "-d", "-S") if self.static else (CONTROL, "-d")
        return Command(words, {"CUDA_VISIBLE_DEVICES": self.card, **self.environment})

    def stop(self) -> Command:
        return Command((CONTROL,), self.environment, "quit\n")

    def add_partition(self, chunks: int) -> Command:
        """Its answer is for `partition_in`. A chunk has as many multiprocessors as `lspart` says.

        :raises UsageError: if the service hands out none, or it is not one
        """
        if not self.static:
            raise UsageError("this MPS service hands out percentages; partitions need `-S`.")
        if chunks < 1:
            raise UsageError(f"a partition has at least one chunk, not {chunks}.")
        return Command((CONTROL,), self.environment, f"sm_partition add {self.card} {chunks}\n")

    def remove_partition(self, partition: str) -> Command:
        says = f"sm_partition rm {self.card} {partition}\n"
        return Command((CONTROL,), self.environment, says)

    def client(
        self,
        *,
        cap: int | None = None,
        memory_mib: int | None = None,
        partition: str | None = None,
        below_normal: bool = False,
    ) -> dict[str, str]:
        """The environment of a client; `cap` is in thousandths of the card.

        :raises UsageError: if MPS cannot do what is asked
        """
        if self.static != (partition is not None) or (self.static and cap is not None):
            have = "a partition and no cap" if self.static else "a cap or nothing, and no partition"
            asked = f"partition {partition}" if partition else f"{'a' if cap else 'no'} cap"
            raise UsageError(
                f"{asked} was asked for, and a client of this MPS service is given {have}. "
                "`heddle device mps ls` shows the service."
            )
        found = dict(self.environment)
        if partition is not None:
            found["CUDA_MPS_SM_PARTITION"] = partition
        if cap is not None:
            if not 0 < cap <= 1000 or cap % STEP:
                fits = min(100, max(1, cap // STEP))
                raise UsageError(
                    f"a cap of {cap / 10:g} % was asked for, and MPS caps in whole percent from 1 "
                    f"to 100: {fits} % would fit."
                )
            found["CUDA_MPS_ACTIVE_THREAD_PERCENTAGE"] = str(cap // STEP)
        if memory_mib is not None:
            if memory_mib < 1:
                raise UsageError(f"a memory limit is at least 1 MiB, not {memory_mib}.")
            # By the number that the client sees: it sees this card alone, as 0.
            found["CUDA_MPS_PINNED_DEVICE_MEM_LIMIT"] = f"0={memory_mib}M"
        if below_normal:
            found["CUDA_MPS_CLIENT_PRIORITY"] = "1"
        return found


def partition_in(answer: str) -> str:
    """The id in what the daemon says to `add_partition`: the card's UUID, a slash, and more.

    :raises VendorError: if it made none; it says why
    """
    found = re.search(r"\bGPU-[0-9A-Za-z-]+/\S+", answer)
    if found is None or "fail" in answer.lower():
        said = answer.strip() or "nothing"
        raise VendorError(f"the MPS daemon made no partition. It says: {said}")
    return found[0]
