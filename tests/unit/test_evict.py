"""Taking programs off their devices by hand: who is refused, and what is left after a failure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from heddle import native
from heddle.errors import CordonedError, UsageError, VendorError
from heddle.inventory import apis, cordon
from heddle.model.device import Device
from heddle.model.partition import COMPUTE, MEMORY, Offer, Partition
from heddle.model.plan import Plan
from heddle.records import ProgramState
from heddle.table import _with_memory
from heddle.virt import evict, pool, registry, survey
from heddle.virt.place import DevicePlace

MIB = 1 << 20


def device(name: str, model: str = "one", api: str = "fake") -> Device:
    return Device(api, name, 0, api, model, "gpu", f"uuid-{name}", 64 * MIB, (), 3, "")


KNOWN = [device("a"), device("b"), device("npu", "other")]


def program(**changes: object) -> ProgramState:
    made = ProgramState(
        id=1, pid=101, start_ticks=1, uid=0, is_guest=False, name="train", tenant="", priority=0,
        state="running", reason="", level_limit=3, deadline_us=0, weight=1000, share_milli=0,
        cap_milli=0, quantum_us=0, asked=Plan(0, 1000, 0, 0, 0, 0), burst_at_ns=0,
        devices=("fake@a",), processes=(101,), queues=(), device_time_ns=0, held_ns=0, holds=0,
        timeslices_us={}, memory={"fake@a": 10 * MIB},
    )  # fmt: skip
    return replace(made, **changes)  # type: ignore[arg-type]


Told = list[tuple[str, object]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What the table was told."""
    found: Told = []
    monkeypatch.setattr(native, "hold", lambda _, on: found.append(("hold", on)))
    monkeypatch.setattr(native, "park_program", lambda _, how: found.append(("park", how)))
    monkeypatch.setattr(apis, "devices", lambda *_: KNOWN)
    monkeypatch.setattr(cordon, "load", list)
    monkeypatch.setattr(registry, "load", list)
    return found


def there(monkeypatch: pytest.MonkeyPatch, state: ProgramState) -> None:
    monkeypatch.setattr(evict, "_look", lambda _: state)


def raises(error: BaseException) -> Callable[..., None]:
    def act(*_: object) -> None:
        raise error

    return act


@pytest.mark.parametrize(
    ("onto", "said"),
    [
        (("fake@b", "fake@a"), "program 1, which is on fake@a"),
        (("fake@a", "fake@a"), "without --onto"),
        (("fake@a", "fake@npu"), r"fake@a \(one\).*fake@npu \(other\).*fake@b would fit"),
    ],
)
def test_onto_what_is_not_for_it(
    monkeypatch: pytest.MonkeyPatch, told: Told, onto: tuple[str, str], said: str
) -> None:
    there(monkeypatch, program(evicted="checkpointed"))
    with pytest.raises(UsageError, match=said):
        evict.put_back(1, [onto])
    assert told == []


def test_soft_devices_are_compared_by_what_they_can_do() -> None:
    one, two = device("a", "soft-a", "soft"), device("b", "soft-b", "soft")
    assert evict._is_alike(one, two)
    assert not evict._is_alike(one, replace(two, memory_bytes=MIB))
    assert not evict._is_alike(device("a", "one"), device("b", "two"))


def test_onto_what_takes_no_programs(monkeypatch: pytest.MonkeyPatch, told: Told) -> None:
    there(monkeypatch, program(evicted="checkpointed"))
    alone = Partition("big", "fake@b", "uuid-b", "whole", {}, alone=True)
    monkeypatch.setattr(registry, "load", lambda: [alone])
    with pytest.raises(UsageError, match="partition big's alone"):
        evict.put_back(1, [("fake@a", "fake@b")])
    closed = cordon.Cordon("fake@b", "uuid-b", "fake@b", "fan", "root", 0)
    monkeypatch.setattr(cordon, "load", lambda: [closed])
    with pytest.raises(CordonedError):
        evict.put_back(1, [("fake@a", "fake@b")])
    assert told == []


@pytest.mark.parametrize("error", [KeyboardInterrupt(), VendorError("stuck")])
def test_what_is_not_moved_to_the_end_comes_back(
    monkeypatch: pytest.MonkeyPatch, told: Told, error: BaseException
) -> None:
    there(monkeypatch, program(may_swap=True))
    monkeypatch.setattr(evict, "_wait", raises(error))
    with pytest.raises(type(error)):
        evict.take_off(1)
    assert told == [("park", "moved"), ("park", "none")]


@pytest.mark.parametrize("reason", ["", "held by a person", "its cap is used up"])
def test_whom_a_person_held_stays_held_when_the_driver_refuses(
    monkeypatch: pytest.MonkeyPatch, told: Told, reason: str
) -> None:
    there(monkeypatch, program(reason=reason))
    monkeypatch.setattr(evict, "evict", raises(VendorError("no")))
    monkeypatch.setattr(evict, "checkpointers", dict)
    with pytest.raises(VendorError):
        evict.take_off(1)
    again = [("hold", True)] if "person" in reason else []
    assert told == [("hold", False), *again]


def test_what_is_off_already_is_not_moved_again(
    monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    there(monkeypatch, program(evicted="moved", may_swap=True))
    done = evict.take_off(1)
    assert (done.already, done.way, done.bytes) == (True, "swap", 0)
    assert ("park", "moved") not in told
    with pytest.raises(UsageError, match="was moved already"):
        evict.take_off(1, "checkpoint")


def test_the_reason_says_where_the_memory_is() -> None:
    held = "held by a person"
    evicted = f"{held}; its memory is on the host (checkpointed)"
    assert _with_memory(held, "checkpointed", []) == evicted
    assert _with_memory("", "moved", ["fake@a"]) == "its memory is on the host (moved)"
    assert _with_memory("", "", ["fake@a"]) == "its memory of fake@a is on the host"
    assert _with_memory(held, "", ["fake@a"]) == held
    assert _with_memory("", "", []) == ""


@pytest.mark.parametrize(
    ("changes", "mib"),
    [
        ({}, 10),
        ({"memory_limit": 4 * MIB}, 10),
        ({"memory_limit": 16 * MIB}, 16),
        ({"swapped": {"fake@a": 7 * MIB}}, 3),
        ({"memory_limit": 16 * MIB, "swapped": {"fake@a": 7 * MIB}}, 9),
        ({"evicted": "checkpointed"}, 0),
    ],
)
def test_what_a_program_outside_of_partitions_takes(changes: dict[str, object], mib: int) -> None:
    offer = Offer("fake@a", {COMPUTE: 1000, MEMORY: 64})
    place = DevicePlace("fake@a", "uuid-a", "one", offer, offer.has, scheduled=True)
    assert pool.unbooked(place, [program(**changes)])[MEMORY] == mib


@pytest.mark.parametrize(("used", "taken"), [(3, 8), (12, 12)])
def test_a_partition_takes_what_it_uses_if_that_is_more(used: int, taken: int) -> None:
    booked = Partition(
        "train", "fake@a", "uuid-a", "share", {MEMORY: 8}, program=1, program_made_ns=5
    )
    runs = program(memory={"fake@a": used * MIB}, created_ns=5)
    assert survey.claim(booked, "fake@a", [runs]).takes == {MEMORY: taken}
    assert survey.claim(booked, "fake@a", []).takes == {MEMORY: 8}
