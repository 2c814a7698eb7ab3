"""`heddle device measure`: what is measured, how often, what is kept, and what is said of the
rest."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import cli, native
from heddle.errors import UsageError, WorkloadError
from heddle.inventory.sources import opencl
from heddle.measure import busy, inputs, network, nominal, plan, repeat, run, store, ways, worker
from heddle.measure.nvidia import ptx
from heddle.measure.ways.base import LeftOut, MeasureSession, MeasureStep, MeasureTarget
from heddle.model.metric import Metric
from heddle.system import state
from tests.world import World, eventually

NAMES = st.sampled_from(["compute.bf16.library", "compute.fp32.library", "memory.read", "copy.to"])
STEPS = st.lists(
    st.builds(MeasureStep, NAMES, st.floats(0.2, 10)), min_size=1, unique_by=lambda step: step.name
)
VALUES = st.lists(st.floats(0.001, 1e6), min_size=4, max_size=50)
PART_OF_STORAGE = "storage.write,storage.random_read,storage.latency"
TARGET = MeasureTarget("fake@0", "key-0", "a model", versions={"driver": "1"})


def metric(name: str, value: float = 1.0) -> Metric:
    return Metric(name, value, "GB/s", "directly measured", "median", 10, 0.01, 5.0)


@pytest.fixture
def remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World()
    made.environment["HEDDLE_STATE"] = str(tmp_path / "state")
    yield made
    made.remove()


def measured(world: World, *options: str) -> Any:
    done = world.heddle("device", "measure", *options, "-o", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@given(STEPS, st.floats(0, 100))
def test_a_hurry_shortens_all_steps_alike(steps: list[MeasureStep], seconds: float) -> None:
    """Together they fit, unless there is less than the least for each."""
    fitted = plan.timed(steps, seconds)
    assert [step.name for step in fitted] == [step.name for step in steps]
    assert all(f.seconds <= s.seconds for f, s in zip(fitted, steps, strict=True))
    assert sum(step.seconds for step in fitted) <= seconds + len(steps) * plan.LEAST_S


def test_only_names_steps_by_their_beginnings() -> None:
    """Whole words of a name, in the order of work; what is unusual must be named."""
    steps = [
        MeasureStep(n, 1) for n in ("memory.read", "compute.fp16.library", "compute.fp16_vector.x")
    ]
    steps.append(MeasureStep("preemption.level1", 1, is_usual=False))

    def names(only: list[str], also: list[str] | None = None) -> list[str]:
        return [step.name for step in plan.chosen(steps, only, also or ())]

    assert names([]) == [step.name for step in steps[:3]]
    assert names(["compute.fp16", "memory"]) == ["memory.read", "compute.fp16.library"]
    assert names(["preemption"]) == names([], ["preemption"])[3:] == ["preemption.level1"]
    with pytest.raises(UsageError, match=r"compute\.fp1'.*memory\.read"):
        names(["compute.fp1"])


@given(VALUES, st.floats(0.01, 100))
def test_spread_is_relative(values: list[float], factor: float) -> None:
    """A unit does not change it, and equal values have none."""
    spread = repeat.spread(values)
    assert spread is not None
    assert spread >= 0
    assert repeat.spread([factor * v for v in values]) == pytest.approx(spread, abs=1e-6)
    assert repeat.spread([values[0]] * 5) == pytest.approx(0)


@given(st.floats(0.001, 3), st.floats(0.1, 5))
def test_values_are_repeated_for_the_time_there_is(cost: float, seconds: float) -> None:
    """Ten at least, unless that takes far too long; never none."""
    now = 0.0

    def sample() -> float:
        nonlocal now
        now += cost
        return 1.0

    values = repeat.repeat(sample, seconds, lambda: now)
    assert values
    assert len(values) >= repeat.LEAST or now > 2 * seconds
    assert now <= max(2 * seconds, (repeat.LEAST + repeat.SETTLED) * cost) + 2 * cost


def test_values_of_a_clock_that_still_rises_are_not_counted() -> None:
    """What comes before it settles is warm-up."""
    now, rate = 0.0, 0.0

    def sample() -> float:
        nonlocal now, rate
        now += 0.01
        rate = min(100.0, rate + 10)
        return rate

    assert set(repeat.repeat(sample, 1.0, lambda: now)) == {100.0}


def test_a_value_holds_for_its_versions(remembered: Path) -> None:
    """A newer one takes its place; after an update of the driver all are measured anew."""
    other = replace(TARGET, key="key-1")
    store.keep(other, store.begun(other).with_metrics([metric("memory.read")], {}))
    record = store.begun(TARGET).with_metrics([metric("copy.to"), metric("memory.read")], {"a": 1})
    store.keep(TARGET, record)
    store.keep(TARGET, store.begun(TARGET).with_metrics([metric("copy.to", 7)], {"a": 1}))
    again = store.begun(TARGET)
    assert {m.name: m.value for m in again.metrics} == {"copy.to": 7, "memory.read": 1}
    assert again.facts == {"a": 1}
    assert len(store.records()) == 2
    assert store.begun(replace(TARGET, versions={"driver": "2"})).metrics == ()


@pytest.mark.parametrize("text", ["", "[]", '{"key-0": 7}', '{"key-0": {"metrics": [{}]}}'])
def test_a_broken_memory_is_an_empty_one(remembered: Path, text: str) -> None:
    """It is overwritten, and never in the way."""
    remembered.mkdir()
    (remembered / "measured.json").write_text(text)
    assert store.begun(TARGET).metrics == ()
    assert store.records() == []
    store.keep(TARGET, store.begun(TARGET).with_metrics([metric("copy.to")], {}))
    assert [m.name for m in store.begun(TARGET).metrics] == ["copy.to"]


class FakeWay:
    start_s = 0.0

    def targets(self) -> list[MeasureTarget]:
        return [TARGET]

    def named(self, word: str) -> MeasureTarget | None:
        return None

    def steps(self, target: MeasureTarget) -> list[MeasureStep]:
        return [MeasureStep(name, 0.1) for name in ("good", "none", "bug")]

    def open(self, target: MeasureTarget) -> MeasureSession:
        return FakeSession()


class FakeSession:
    def __init__(self) -> None:
        self.facts: dict[str, Any] = {"units": 3}

    def measure(self, name: str, seconds: float) -> Metric:
        if name == "none":
            raise LeftOut("no such unit")
        if name == "bug":
            raise ZeroDivisionError("of mine")
        return metric(name)

    def close(self) -> None:
        pass


def test_one_step_that_fails_does_not_take_the_others_along(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each has a metric or a reason; without time, that is the reason."""
    monkeypatch.setattr(ways, "way", lambda name: FakeWay())
    said: list[dict[str, Any]] = []
    steps = [{"name": name, "seconds": 0.1} for name in ("none", "bug", "good")]
    job = {"way": "fake", "target": {"id": "f", "key": "f", "model": "f"}, "steps": steps}
    worker.work({**job, "seconds": 10}, lambda **words: said.append(words))
    assert [w["metric"]["name"] for w in said if "metric" in w] == ["good"]
    reasons = {w["left_out"]["name"]: w["left_out"]["reason"] for w in said if "left_out" in w}
    assert reasons == {"none": "no such unit", "bug": "ZeroDivisionError: of mine"}
    assert {"facts": {"units": 3}} in said
    said.clear()
    worker.work({**job, "seconds": 0}, lambda **words: said.append(words))
    assert sum(w.get("left_out", {}).get("reason") == worker.OUT_OF_TIME for w in said) == 3


@pytest.mark.parametrize(
    ("words", "reason"),
    [("echo dying words >&2; exit 3", "3: dying words"), ("sleep 60", "no answer within")],
)
def test_a_worker_that_dies_or_hangs_costs_one_step(
    words: str, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The others are tried again in a fresh one; what was measured stays."""
    script = tmp_path / "worker"
    good, none = json.dumps({"metric": asdict(metric("good"))}), json.dumps({"begin": "none"})
    script.write_text(
        f"#!/bin/sh\nread job\ncase $job in *good*) echo '{good}'; echo '{none}';; esac\n{words}\n"
    )
    script.chmod(0o755)
    monkeypatch.setattr(ways, "way", lambda name: FakeWay())
    monkeypatch.setattr(sys, "executable", str(script))
    monkeypatch.setattr(run, "PATIENCE_S", 0.1 if "sleep" in words else 20)
    result, begun = run.MeasureResult(), list[str]()
    steps = [("fake", step) for step in FakeWay().steps(TARGET)]
    run.measure(TARGET, steps, 10, result, begun.append, lambda: None)
    assert [m.name for m in result.metrics] == ["good"]
    assert [entry["name"] for entry in result.left_out] == ["none", "bug"]
    assert all(reason in entry["reason"] for entry in result.left_out)


@given(st.floats(-1000, 1000))
def test_fp8_is_rounded_to_the_nearest(value: float) -> None:
    """And what is too large to the largest, never to what is no number."""
    bits = inputs.e4m3(value)
    assert bits & 0x7F != 0x7F
    found = inputs.e4m3_values()[bits & 0x7F]
    assert all(abs(found - abs(value)) <= abs(n - abs(value)) for n in inputs.e4m3_values())


@pytest.mark.parametrize("precision", inputs.BITS)
def test_matrices_are_filled_with_ordinary_numbers(precision: str) -> None:
    """As many as there should be, of all kinds."""
    data = inputs.pattern(precision)
    assert len(data) == inputs.COUNT * inputs.BITS[precision] // 8
    assert len(set(data)) > 100


@pytest.mark.parametrize("sm", [50, 61, 75, 80, 86, 89, 90, 100, 120])
def test_each_gpu_has_kernels_of_its_own_time(sm: int) -> None:
    """Never for a later GPU; the oldest have two, and FP8 is not pretended."""
    kernels = {p: k for p in ptx.PRECISIONS if (k := ptx.kernel_for(p, sm))}
    assert {"fp32", "fp64"} <= set(kernels)
    assert ("bf16" in kernels) == (sm >= 80)
    assert ("fp8" in kernels) == (sm in (89, 120))
    for kernel in kernels.values():
        target = ptx.compute(kernel, sm).split(".target sm_")[1].split("\n")[0]
        assert int(target) <= sm


PTXAS = shutil.which("ptxas")


@pytest.mark.skipif(
    not PTXAS or bool(subprocess.run([PTXAS, "--version"], capture_output=True).returncode),
    reason="no ptxas here",
)
@pytest.mark.parametrize("sm", [80, 90])
def test_the_kernels_assemble(sm: int, tmp_path: Path) -> None:
    """As NVIDIA's own assembler says, without a GPU."""
    texts = [ptx.compute(k, sm) for p in ptx.PRECISIONS if (k := ptx.kernel_for(p, sm))]
    for index, text in enumerate([*texts, ptx.memory(sm)]):
        source = tmp_path / f"{index}.ptx"
        source.write_text(text)
        command = [str(PTXAS), f"-arch=sm_{sm}", str(source), "-o", str(tmp_path / "out")]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_what_was_promised_stands_beside() -> None:
    """In percent, where the model is known."""
    known = nominal.of_model("NVIDIA H200")
    assert nominal.part(metric("compute.bf16.library", 494.7), known) == "50 %"
    assert nominal.part(metric("compute.fp64.library", 67), known) == "100 %"
    assert nominal.part(metric("memory.read.portable", 4800), known) == "100 %"
    assert nominal.part(metric("launch.latency"), known) == "N/A"
    assert nominal.part(metric("memory.read"), nominal.of_model("Acme 1")) == "N/A"


@pytest.mark.slow
def test_the_soft_xpu_is_measured_and_resumed(world: World) -> None:
    """Every step has a plausible value; a second run finds nothing to do, and --show shows it."""
    report = measured(world, "--device", "soft@gpu", "--seconds", "3")
    found = {m["name"]: m for m in report["metrics"]}
    assert report["left_out"] == []
    assert {"launch.latency", "compute.fp32.library", "copy.to_device.pageable"} <= set(found)
    assert all(m["value"] > 0 and m["count"] > 0 and m["at"] for m in found.values())
    assert 0.9 < found["kernel.time_ratio"]["value"] < 2
    again = measured(world, "--device", "soft@gpu", "--resume")
    assert again["metrics"] == report["metrics"]
    (shown,) = measured(world, "--show")
    assert shown["device"] == "soft@gpu"
    assert shown["versions"] == report["versions"]


@pytest.mark.slow
def test_a_busy_device_is_left_alone(world: World) -> None:
    """Somebody's work is not disturbed, unless they say so."""
    load = [native.file("soft-load"), "requests", "10", "1000", "0", "4", "20"]
    world.start(sys.executable, "-m", "heddle", "run", "--device", "soft@gpu", "--", *load)

    def is_running() -> bool:
        programs = json.loads(world.heddle("ps", "-o", "json").stdout)
        return any(p["state"] == "running" for p in programs)

    assert eventually(is_running)
    options = ["--device", "soft@gpu", "--only", "launch.submit", "--seconds", "3"]
    done = world.heddle("device", "measure", *options)
    assert done.returncode == 2
    assert "busy" in done.stderr
    assert "--even-if-busy" in done.stderr
    assert measured(world, *options, "--even-if-busy")["metrics"]


@pytest.mark.alone
def test_processors_are_measured_with_what_is_there(world: World) -> None:
    """Memory needs nothing; products need NumPy, which is said where it is missing."""
    options = ["--device", "cpu", "--even-if-busy", "--seconds", "8"]
    report = measured(world, *options, "--only", "memory.bandwidth,compute.fp32")
    names = [m["name"] for m in report["metrics"]]
    assert "memory.bandwidth.library" in names
    for entry in report["left_out"]:
        assert entry == {"name": "compute.fp32.library", "reason": "needs NumPy: pip install numpy"}


def test_storage_is_measured_and_left_clean(world: World, tmp_path: Path) -> None:
    """On a disk, and no file is left behind."""
    folder = tmp_path / "data"
    folder.mkdir()
    report = measured(world, "--path", str(folder), "--seconds", "4", "--only", PART_OF_STORAGE)
    assert {m["name"] for m in report["metrics"]} == set(PART_OF_STORAGE.split(","))
    assert list(folder.iterdir()) == []


@pytest.mark.alone
@pytest.mark.skipif(not os.path.isdir(opencl.DRIVERS), reason="no OpenCL driver here")
def test_opencl_is_measured(world: World) -> None:
    """On whatever driver is installed."""
    del world.environment["OCL_ICD_VENDORS"]
    options = ["--device", "opencl@0", "--only", "launch.latency,compute.fp32", "--seconds", "4"]
    report = measured(world, *options, "--even-if-busy")
    assert {"launch.latency", "compute.fp32.portable"} <= {m["name"] for m in report["metrics"]}


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("node7", "node7", network.PORT),
        ("node7:80", "node7", 80),
        ("[::1]:80", "::1", 80),
        ("::1", "::1", network.PORT),
    ],
)
def test_places_are_read(text: str, host: str, port: int) -> None:
    """Names, addresses, with a port or without."""
    assert network.place(text) == network.Endpoint(host, port)


@pytest.mark.parametrize("text", ["", ":80", "a:b", "a:99999"])
def test_other_places_are_refused(text: str) -> None:
    """With how one is written."""
    with pytest.raises(UsageError, match="HOST:PORT"):
        network.place(text)


def test_the_way_to_another_node_is_measured(remembered: Path) -> None:
    """Both ways and there and back; remembered for the topology."""
    with network.listener(network.Endpoint("127.0.0.1", 0)) as server:
        threading.Thread(target=_serve, args=(server,), daemon=True).start()
        where = network.Endpoint("127.0.0.1", server.getsockname()[1])
        peer, metrics = network.measure(where, 0.8, lambda text: None)
    assert peer.node == "127.0.0.1"
    assert peer.calls_itself == socket.gethostname()
    assert [m.name for m in metrics] == [
        "network.latency",
        "network.bandwidth.to",
        "network.bandwidth.from",
    ]
    assert all(m.value > 0 for m in metrics)
    entry = state.own("network")[peer.node]
    assert entry["bandwidth_mbytes_s"] > 0
    assert entry["latency_us"] > 0


def _serve(server: socket.socket) -> None:
    with suppress(OSError):  # the test has ended
        network.serve(server, lambda address: None)


def test_nobody_there_and_somebody_else_are_told_apart(remembered: Path) -> None:
    """Each with what to do."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        def greet() -> None:
            connection, _ = other.accept()
            with connection:
                connection.sendall(b"SSH-2.0\n")

        threading.Thread(target=greet, daemon=True).start()
        with pytest.raises(UsageError, match="not `heddle device measure --listen`"):
            network.NetworkPeer(network.Endpoint("127.0.0.1", port))
    with pytest.raises(
        WorkloadError, match=f"Start `heddle device measure --listen ADDRESS:{port}`"
    ):
        network.NetworkPeer(network.Endpoint("127.0.0.1", port))


def _claim(name: str) -> network.NetworkPeer:
    """A listener that calls itself so."""
    with socket.create_server(("127.0.0.1", 0)) as other:

        def greet() -> None:
            connection, _ = other.accept()
            with connection:
                connection.sendall(json.dumps({"heddle_measure": 1, "node": name}).encode() + b"\n")
                connection.recv(1)

        threading.Thread(target=greet, daemon=True).start()
        return network.NetworkPeer(network.Endpoint("127.0.0.1", other.getsockname()[1]))


@pytest.mark.parametrize(
    ("name", "kept"),
    [("node7", "node7"), ("\x1b[31mred", None), ("a b", None), ("x" * 65, None), ("", None)],
)
def test_a_node_is_who_the_user_says(name: str, kept: str | None, remembered: Path) -> None:
    """What it calls itself is a note at most: it could take the place of any other node."""
    peer = _claim(name)
    assert (peer.node, peer.calls_itself) == ("127.0.0.1", kept)
    values = [metric(f"network.{what}") for what in ("latency", "bandwidth.to", "bandwidth.from")]
    network.remember(peer.node, values, peer.calls_itself)
    assert list(state.own("network")) == ["127.0.0.1"]


def test_a_listener_is_not_held_by_who_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then: each connection ends in its time, and others are served."""
    monkeypatch.setattr(network, "LONGEST_S", 0.5)
    monkeypatch.setattr(network, "LIMIT_S", 0.3)
    monkeypatch.setattr(network, "MOST_CONNECTIONS", 2)
    with network.listener(network.Endpoint("127.0.0.1", 0)) as server:
        threading.Thread(target=_serve, args=(server,), daemon=True).start()
        where = ("127.0.0.1", server.getsockname()[1])
        slow = [socket.create_connection(where) for _ in range(2)]
        begin = time.monotonic()

        def trickle(connection: socket.socket) -> None:
            with suppress(OSError):
                while time.monotonic() - begin < 5:
                    connection.sendall(b"e")
                    time.sleep(0.1)

        for connection in slow:
            threading.Thread(target=trickle, args=(connection,), daemon=True).start()
        with socket.create_connection(where) as third:
            third.settimeout(5)
            assert b"heddle_measure" in third.recv(100)
        assert time.monotonic() - begin < 2
        for connection in slow:
            connection.close()


def test_a_listener_survives_a_system_that_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of files or threads: the next who comes is served."""
    troubles = [OSError(24, "Too many open files"), RuntimeError("can't start new thread"), None]
    real = threading.Thread.start

    class Short(socket.socket):
        def accept(self) -> Any:
            if isinstance(troubles[0], OSError):
                raise troubles.pop(0)  # type: ignore[misc]
            return super().accept()

    def start(self: threading.Thread) -> None:
        if "answer" in self.name and isinstance(troubles[0], RuntimeError):
            raise troubles.pop(0)  # type: ignore[misc]
        real(self)

    with Short() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        threading.Thread(target=_serve, args=(server,), daemon=True).start()
        monkeypatch.setattr(threading.Thread, "start", start)
        said = []
        for _ in range(2):
            with socket.create_connection(server.getsockname()) as connection:
                connection.settimeout(5)
                said.append(connection.recv(100))
    assert said[0] == b""
    assert b"heddle_measure" in said[1]


@pytest.mark.parametrize(("address", "shown"), [("::1", "[::1]:7409"), ("n7", "n7:7409")])
def test_a_place_is_shown_as_it_is_written(address: str, shown: str) -> None:
    """So that it can be copied to the other node."""
    assert str(network.place(address)) == shown
    assert network.place(shown) == network.place(address)


@pytest.mark.parametrize("option", ["--listen", "--to", "--path"])
def test_an_empty_place_measures_nothing(
    option: str, remembered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A variable that was empty must not begin to measure the whole machine."""
    assert cli.main(["device", "measure", option, ""]) == 2
    assert "''" in capsys.readouterr().err


def test_a_worker_that_closes_its_mouth_and_stays_is_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It hangs in a driver's last words; nobody waits longer than for a step."""
    script = tmp_path / "worker"
    script.write_text("#!/bin/sh\nread job\nexec >&- 2>&-\nsleep 60\n")
    script.chmod(0o755)
    monkeypatch.setattr(ways, "way", lambda name: FakeWay())
    monkeypatch.setattr(sys, "executable", str(script))
    monkeypatch.setattr(run, "PATIENCE_S", 0.2)
    result, begin = run.MeasureResult(), time.monotonic()
    steps = [("fake", step) for step in FakeWay().steps(TARGET)]
    run.measure(TARGET, steps, 10, result, lambda name: None, lambda: None)
    assert time.monotonic() - begin < 10
    assert [entry["name"] for entry in result.left_out] == ["good", "none", "bug"]


def test_a_management_library_that_hangs_is_a_reason_not_to_measure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is waited for, but not for ever."""
    ended = threading.Event()
    monkeypatch.setattr(busy, "LIMIT_S", 0.1)
    monkeypatch.setattr(busy, "_programs", lambda target: [])
    monkeypatch.setattr("heddle.inventory.sources.nvml.readings", lambda: ended.wait(20) and None)
    begin = time.monotonic()
    (reason,) = busy.reasons(replace(TARGET, id="cuda@0"))
    assert time.monotonic() - begin < 5
    assert "no answer" in reason
    ended.set()
