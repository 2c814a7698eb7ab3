"""Live state: devices on disk that change, vanish, hang and come back; verdicts; cordons."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.errors import CordonedError, UsageError
from heddle.inventory import cordon, health
from heddle.inventory.host import Host, Recorded
from heddle.inventory.live import Sampler
from heddle.inventory.machine import look
from heddle.inventory.probes import nvidia
from heddle.inventory.sample import THRESHOLDS, Sample, differences, facts
from heddle.inventory.sources import kernel_log, pci
from heddle.inventory.sources.pci import Function
from heddle.inventory.xid import XIDS
from heddle.model.device import Device
from heddle.model.hardware import Component, Link, Machine, Reading
from heddle.research.bench.live import build, hang, sampler
from heddle.system import state as remember
from tests.machines import parse
from tests.users import AS_ROOT

FIRST, SECOND, THIRD = (f"pci@0000:0{number}:00.0" for number in (1, 2, 3))
BUSY = "gpu_busy_percent"
GPU = Component("pci@0000:01:00.0", "gpu", "nvidia", "H200", uuid="GPU-1", driver="nvidia")


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    return [build(tmp_path, number) for number in range(3)]


@pytest.fixture
def quick(tmp_path: Path, folders: list[Path]) -> Iterator[Sampler]:
    with sampler(tmp_path, period_s=0.1, limit_s=0.08, rescan_s=0.2) as live:
        yield live


def until(live: Sampler, wanted: Callable[[], bool], seconds: float = 3.0) -> float:
    """Samples until it is so; how long that took."""
    begin = time.monotonic()
    for _ in live.changes():
        if wanted():
            return time.monotonic() - begin
        assert time.monotonic() - begin < seconds, live.samples
    raise AssertionError("unreachable")


def state(live: Sampler, id: str) -> Callable[[str], Callable[[], bool]]:
    return lambda wanted: lambda: live.samples[id].state == wanted


def test_a_round_reads_every_device(quick: Sampler) -> None:
    """All three answer, with what their files say and the link of that moment."""
    samples = quick.round()
    assert {sample.state for sample in samples.values()} == {"ok"}
    assert len(samples) == 3
    first = samples[FIRST]
    assert first.reading is not None
    assert (first.reading.utilisation, first.reading.power_w) == (37.0, 138.0)
    assert first.link == Link(32.0, 16, 32.0, 16)


def test_only_what_changed_is_told(quick: Sampler, folders: list[Path]) -> None:
    """At first everything, then nothing, then the one value of the one device."""
    changes = quick.changes()
    assert next(changes)[FIRST]["utilisation"] == 37.0
    assert next(changes) == {}
    (folders[1] / BUSY).write_text("80\n")
    assert next(changes) == {SECOND: {"utilisation": 80.0}}


@pytest.mark.slow
def test_vanishing_and_hanging_are_reported_within_two_seconds(
    tmp_path: Path, folders: list[Path]
) -> None:
    """At one sample a second, and the third device is sampled as before."""
    with sampler(tmp_path) as live:
        changes = live.changes()
        next(changes)
        begin = time.monotonic()
        shutil.rmtree(folders[0])
        back = hang(folders[1] / BUSY)
        told: dict[str, Any] = {}
        while len(told) < 2:
            told |= {id: new["state"] for id, new in next(changes).items() if "state" in new}
        assert time.monotonic() - begin < 2.0
        assert told == {FIRST: "gone", SECOND: "silent"}
        begin = time.monotonic()
        for heat in (50, 60):
            (folders[2] / "hwmon/hwmon0/temp1_input").write_text(f"{heat}000\n")
            assert next(changes) == {THIRD: {"temperature_c": float(heat)}}
        assert time.monotonic() - begin < 2.3
        back()


def test_a_device_that_hung_is_sampled_again(quick: Sampler, folders: list[Path]) -> None:
    """Once its driver answers, with new values and a new beginning of its state."""
    quick.round()
    back = hang(folders[0] / BUSY)
    until(quick, state(quick, FIRST)("silent"))
    silent = quick.samples[FIRST]
    assert silent.reading is None
    back()
    until(quick, state(quick, FIRST)("ok"))
    assert quick.samples[FIRST].since > silent.since


def test_rounds_are_not_delayed_by_one_that_hangs(quick: Sampler, folders: list[Path]) -> None:
    """It is waited for once, and not asked again before it has answered."""
    quick.round()
    back = hang(folders[0] / BUSY)
    quick.round()
    begin = time.monotonic()
    for _ in range(5):
        quick.round()
    assert time.monotonic() - begin < 0.3
    back()


def test_a_device_that_comes_back_is_sampled_again(
    quick: Sampler, folders: list[Path], tmp_path: Path
) -> None:
    """Gone while it is away, ok afterwards."""
    quick.round()
    shutil.rmtree(folders[0])
    until(quick, state(quick, FIRST)("gone"))
    build(tmp_path, 0)
    until(quick, state(quick, FIRST)("ok"))


def test_a_device_that_says_nothing_can_still_get_lost(
    quick: Sampler, folders: list[Path], tmp_path: Path
) -> None:
    """It is not sampled, and its loss and return are told all the same."""
    silent = tmp_path / "sys/bus/pci/devices/0000:09:00.0"
    silent.mkdir()
    (silent / "class").write_text("0x120000")
    until(quick, lambda: "pci@0000:09:00.0" in quick.components)
    quick.round()
    assert "pci@0000:09:00.0" not in quick.samples
    shutil.rmtree(silent)
    until(quick, lambda: "pci@0000:09:00.0" in quick.samples)
    assert quick.samples["pci@0000:09:00.0"].state == "gone"
    silent.mkdir()
    (silent / "class").write_text("0x120000")
    until(quick, state(quick, "pci@0000:09:00.0")("ok"))
    assert quick.samples["pci@0000:09:00.0"].reading is None


def test_a_new_device_is_found(quick: Sampler, tmp_path: Path) -> None:
    """Hot plug: the names on the bus changed, so all is looked at again."""
    quick.round()
    build(tmp_path, 7)
    until(quick, lambda: "pci@0000:08:00.0" in quick.samples)


def test_a_device_that_hangs_from_the_beginning_is_silent(
    tmp_path: Path, folders: list[Path]
) -> None:
    """Nobody knows yet whether it can be read, and that is said."""
    back = hang(folders[0] / BUSY)
    with sampler(tmp_path, limit_s=0.1) as live:
        assert live.round()[FIRST].state == "silent"
        assert live.samples[SECOND].state == "ok"
        back()


class SlowProbe:
    """Each answer takes so long."""

    pci_vendors: frozenset[int] = frozenset()

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        return [GPU]

    def read(self, host: Host, component: Component) -> Reading:
        time.sleep(self.seconds)
        return Reading(utilisation=5.0)


@pytest.mark.parametrize(
    ("seconds", "expected"), [(0.0, "healthy"), (0.15, "degraded"), (0.5, "failed")]
)
def test_who_answers_late_is_slow_and_not_failed(seconds: float, expected: str) -> None:
    """One look tells the two apart, and further ones say the same."""
    host = Recorded({f"{pci.DEVICES}/{GPU.id[4:]}/class": "0x030200"})
    one = Machine("m", (GPU,))
    with Sampler(one, host, [SlowProbe(seconds)], period_s=0.2, limit_s=0.1) as live:
        assert health.verdict(GPU, [live.once()[GPU.id]]).state == expected
        for _, _news in zip(range(4), live.changes(), strict=False):
            assert expected == "failed" or codes(live.samples[GPU.id])[0] == expected
        reading = live.samples[GPU.id].reading
        assert expected == "failed" or (reading and reading.utilisation == 5.0)


def test_who_was_slow_and_then_hangs_is_silent_in_time() -> None:
    """Slowness is no excuse for longer than one round."""
    host, probe = Recorded({f"{pci.DEVICES}/{GPU.id[4:]}/class": "0x030200"}), SlowProbe(0.15)
    with Sampler(Machine("m", (GPU,)), host, [probe], period_s=0.2, limit_s=0.1) as live:
        until(live, state(live, GPU.id)("slow"))
        probe.seconds = 2.0
        assert until(live, state(live, GPU.id)("silent")) < 0.8


numbers = st.floats(0, 1e6, allow_nan=False)
known = st.dictionaries(st.sampled_from([*THRESHOLDS, "throttled", "errors.ecc"]), numbers)


@given(known, known)
def test_who_hears_the_differences_knows_what_is(
    before: dict[str, float], after: dict[str, float]
) -> None:
    """To within the thresholds; nothing is told to who knows already."""
    told = {**before, **differences(before, after)}
    assert {name for name, value in told.items() if value is not None} == set(after)
    assert all(abs(told[name] - after[name]) <= THRESHOLDS.get(name, 0) for name in after)
    assert differences(after, after) == {}
    assert differences(told, after) == {}


def sample(link: Link | None = None, **values: Any) -> Sample:
    return Sample(GPU.id, "ok", 0.0, Reading(**values), link)


def codes(*history: Sample, component: Component = GPU) -> tuple[str, list[str]]:
    found = health.verdict(component, history)
    assert all(reason.text and reason.remedy for reason in found.reasons)
    return found.state, [reason.code for reason in found.reasons]


def test_a_quiet_device_is_healthy() -> None:
    """Counters at zero, and a power cap that is reached, speak against nobody."""
    quiet = sample(errors={"ecc_uncorrected": 0}, throttled="power cap", temperature_c=60)
    assert codes(quiet) == ("healthy", [])


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"errors": {"ecc_uncorrected": 2}}, ("degraded", ["ecc-uncorrected"])),
        ({"errors": {"ecc_aggregate_uncorrected": 2}}, ("healthy", [])),
        ({"errors": {"remapped_rows_uncorrected": 2}}, ("healthy", [])),
        ({"errors": {"lost": 1}}, ("failed", ["gone"])),
        ({"errors": {"health": 1}}, ("degraded", ["alarm"])),
        ({"errors": {"health": 3}}, ("failed", ["alarm"])),
        ({"errors": {"ecc_corrected": 9}}, ("healthy", [])),
        ({"errors": {"remap_failure": 1}}, ("failed", ["remap-failure"])),
        ({"errors": {"remap_pending": 1}}, ("degraded", ["remap-pending"])),
        ({"errors": {"xid_79": 1}}, ("failed", ["xid-79"])),
        ({"errors": {"xid_31": 4}}, ("healthy", ["xid-31"])),
        ({"errors": {"xid_31": 4, "xid_79": 1}}, ("failed", ["xid-79", "xid-31"])),
        ({"errors": {"xid_9999": 1}}, ("healthy", ["xid-9999"])),
        ({"temperature_c": 92.0, "temperature_limit_c": 90.0}, ("degraded", ["hot"])),
        ({"throttled": "thermal"}, ("degraded", ["throttled-heat"])),
        ({"throttled": "HW power brake"}, ("degraded", ["throttled-power"])),
    ],
)
def test_each_rule_speaks_for_itself(
    values: dict[str, Any], expected: tuple[str, list[str]]
) -> None:
    """One look, one fault, one reason; the worst decides and stands first."""
    assert codes(sample(**values)) == expected


def test_errors_that_increase_are_worse_than_errors_that_were() -> None:
    """Three that happened are degraded, a fourth while we watch is failed."""
    before, after = (sample(errors={"ecc_aggregate_uncorrected": n}) for n in (3, 4))
    assert codes(before, before) == ("healthy", [])
    assert codes(before, after) == ("failed", ["ecc-uncorrected"])


def test_a_slow_link_counts_only_under_load() -> None:
    """Idle links slow down to save power; lanes they do not lose."""
    slotted = Component(GPU.id, "gpu", "nvidia", "H200", driver="nvidia", link=Link(32, 16, 32, 16))
    slow, narrow = Link(2.5, 16), Link(32, 8)
    assert codes(sample(slow, utilisation=0.0), component=slotted) == ("healthy", [])
    assert codes(sample(slow, utilisation=90.0), component=slotted) == ("degraded", ["link-speed"])
    assert codes(sample(narrow), component=slotted) == ("degraded", ["link-width"])


def test_a_switch_on_a_card_hides_no_lost_lanes() -> None:
    """Behind it all lanes are there; what counts is the slot's link."""
    port, up, down = "pci0000:00/0000:00:01.0", "0000:01:00.0", "0000:02:00.0"
    bridge = {"class": "060400", "link": "16.0 x16"}
    entries = [
        {"at": port, "id": "1022:14ab", **bridge},
        {"at": f"{port}/{up}", "id": "1002:1478", **bridge, "link": "16.0 x4 of 16.0 x16"},
        {"at": f"{port}/{up}/{down}", "id": "1002:1479", **bridge},
        {"at": f"{port}/{up}/{down}/0000:03:00.0", "id": "1002:744c", "class": "030000"}
        | {"driver": "amdgpu", "link": "16.0 x16", "files": {BUSY: "90"}},
    ]
    host = Recorded(*parse({"pci": entries}))
    with Sampler(look(host), host) as live:
        (found,) = live.round().values()
        card = live.components[found.id]
    assert (found.link, card.link) == (None, Link(16.0, 4, 16.0, 16))
    assert codes(found, component=card) == ("degraded", ["link-width"])


def test_a_smaller_slot_is_only_a_note() -> None:
    """All lanes that both ends have are used; who cannot be read is still unknown."""
    card = Component(GPU.id, "gpu", "nvidia", "H200", driver="nvidia", link=Link(32, 8, 32, 8, 16))
    assert codes(sample(), component=card) == ("healthy", ["link-slot"])
    assert codes(component=card) == ("unknown", ["unread", "link-slot"])
    assert codes(sample(Link(32, 4)), component=card) == ("degraded", ["link-width"])


def test_absence_has_a_verdict() -> None:
    """Gone and silent are failures; without a driver or a reading nobody knows."""
    assert codes(Sample(GPU.id, "gone", 0.0)) == ("failed", ["gone"])
    assert codes(Sample(GPU.id, "silent", 0.0)) == ("failed", ["silent"])
    assert codes() == codes(Sample(GPU.id, "ok", 0.0)) == ("unknown", ["unread"])
    bare = Component(GPU.id, "gpu", "nvidia", "H200")
    assert codes(component=bare) == ("unknown", ["no-driver"])


def test_past_xids_are_told_and_never_a_failure() -> None:
    """The kernel's log tells of them; a reset since then it does not tell of."""
    lines = [
        "4,1,2,-;NVRM: Xid (PCI:0000:01:00): 79, pid='<unknown>', name=<unknown>, off the bus.",
        "4,2,3,-;NVRM: Xid (PCI:0000:01:00): 13, pid=7, name=a, Graphics Exception",
        "4,3,4,-;NVRM: Xid (PCI:0000:01:00): 13, pid=7, name=a, Graphics Exception",
        "6,4,5,-;usb 1-2: new device",
    ]
    past = kernel_log.count(lines)
    assert past == {"0000:01:00.0": {"79": 1, "13": 2}}
    answers = {
        "nvml.readings": {"gpus": [{"pci": "0000:01:00.0", "utilisation": 0}]},
        "kernel_log.past_xids": past,
    }
    reading = nvidia.PROBE.read(Recorded({}, {}, answers), GPU)
    assert reading is not None
    found = Sample(GPU.id, "ok", 0.0, reading)
    assert codes(found) == ("degraded", ["past-xid-79", "past-xid-13"])


def test_the_kernels_log_is_read_to_its_end_and_not_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never waits for the next line; a log that may not be read is an empty one."""
    log = tmp_path / "kmsg"
    os.mkfifo(log)
    monkeypatch.setattr(kernel_log, "LOG", str(log))
    kernel_log.past_xids.cache_clear()
    held = os.open(log, os.O_RDWR)
    os.write(held, b"4,1,2,-;NVRM: Xid (PCI:0000:3B:00): 48, pid=1, name=a, DBE\n")
    assert kernel_log.past_xids() == {"0000:3b:00.0": {"48": 1}}
    os.close(held)
    kernel_log.past_xids.cache_clear()
    monkeypatch.setattr(kernel_log, "LOG", str(tmp_path / "none"))
    assert kernel_log.past_xids() == {}
    kernel_log.past_xids.cache_clear()


def test_xids_are_judged_in_the_words_of_verdicts() -> None:
    """Every entry of the table is a state, a sentence and a remedy."""
    assert all(state in health.STATES and text and end for state, text, end in XIDS.values())


@pytest.fixture
def remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path / "state"))


def device(name: str, uuid: str) -> Device:
    return Device("cuda", name, int(name), "nvidia", "H200", "gpu", uuid, 0, (), 1, "")


@pytest.mark.usefixtures("remembered")
def test_a_cordon_stays_with_the_device_when_numbers_change() -> None:
    """By UUID: the device's new number is refused, its old number now means another."""
    cordon.put(Component(GPU.id, "gpu", "nvidia", "H200", "GPU-1", "cuda@0"), "hot", 60, 0)
    with pytest.raises(CordonedError, match=r"cuda@3 .*hot.*by .* ago.*heddle device uncordon"):
        cordon.refuse_if_cordoned(device("3", "GPU-1"), now=10)
    cordon.refuse_if_cordoned(device("0", "GPU-2"), now=10)
    cordon.refuse_if_cordoned(device("3", "GPU-1"), now=61)  # its time is over


@pytest.mark.usefixtures("remembered")
def test_a_cordon_is_lifted_by_any_of_its_names() -> None:
    """Also when the device has gone; the second time there is nothing to lift."""
    for name in ("cuda@0", "GPU-1", GPU.id):
        cordon.put(Component(GPU.id, "gpu", "nvidia", "H200", "GPU-1", "cuda@0"), "", None, 0)
        assert cordon.lift(name, None, 1)
        assert not cordon.lift(name, None, 1)
        assert cordon.load() == []


@AS_ROOT
def test_what_root_cordons_only_root_lifts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds for all users, and who cannot lift it is told who can."""
    monkeypatch.delenv("HEDDLE_STATE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "user"))
    monkeypatch.setattr(remember, "MACHINE", str(tmp_path / "machine"))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    cordon.put(device("0", "GPU-1"), "broken", None, 0)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(CordonedError, match="broken"):
        cordon.refuse_if_cordoned(device("0", "GPU-1"))
    with pytest.raises(UsageError, match="sudo heddle device uncordon cuda@0"):
        cordon.lift("cuda@0", None, 1)


@pytest.mark.usefixtures("remembered")
def test_a_file_that_makes_no_sense_cordons_nothing(tmp_path: Path) -> None:
    """A broken entry is left out, and the rest holds."""
    cordon.put(device("1", "GPU-9"), "kept", None, 0)
    file = tmp_path / "state" / "cordons.json"
    file.write_text(file.read_text().replace("[", '[{"id": 1}, 7, {"until": "x"},', 1))
    assert [each.reason for each in cordon.load()] == ["kept"]


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("2h", 7200), ("1d12h", 129600)])
def test_times_are_written_with_units(text: str, seconds: float) -> None:
    """As people write them."""
    assert cordon.seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["9" * 400 + "d", "9" * 30 + "h", "11000d"])
def test_a_cordon_is_not_longer_than_anybody_lives(text: str) -> None:
    """A time that no clock can add is refused with what is meant."""
    with pytest.raises(UsageError, match="Leave out the time"):
        cordon.seconds_of(text)


@pytest.mark.parametrize("text", ["", "2", "h", "2 h", "-1h", "0s"])
def test_other_times_are_refused_with_an_example(text: str) -> None:
    """The message says how it is written."""
    with pytest.raises(UsageError, match="2h"):
        cordon.seconds_of(text)


def test_facts_leave_out_what_is_unknown() -> None:
    """A device that only knows its heat says only that."""
    assert facts(sample(temperature_c=40.0)) == {"state": "ok", "temperature_c": 40.0}
