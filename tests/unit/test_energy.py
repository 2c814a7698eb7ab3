"""Energy of programs: what devices drew is somebody's or nobody's, and unknown stays unknown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from heddle.agent.energy import GAP_NS, NS, STALE_NS, Energy, Key, ProgramUse
from heddle.agent.metrics import energy_text
from heddle.agent.state import AgentState, Observed, TableProgram
from heddle.inventory.host import LiveHost
from heddle.inventory.probes.soft import BUSY_MW, IDLE_MW, SoftProbe
from heddle.model.plan import Plan

A, B, C = (1, 10 * NS), (2, 10 * NS), (3, 10 * NS)
GPU, NPU = "soft@gpu", "soft@npu"


def use(key: Key, gpu: int, share: int = 1000, **more: int) -> ProgramUse:
    return ProgramUse(
        key, {GPU: gpu, **{f"soft@{d}": ns for d, ns in more.items()}}, share, f"j{key[0]}.1"
    )


def begun(counter: int = 1000) -> Energy:
    """Read for the first time at 10 s, before any program."""
    energy = Energy(9 * NS)
    energy.read(10 * NS, {GPU: counter})
    return energy


def test_programs_pay_by_device_time() -> None:
    energy = begun()
    energy.look(10 * NS, [use(A, 0), use(B, 0)])
    energy.look(11 * NS, [use(A, 600), use(B, 200)])
    energy.read(11 * NS, {GPU: 1000 + 400})
    assert (energy.of("j1.1", 11 * NS), energy.of("j2.1", 11 * NS)) == (300, 100)


def test_queues_that_go_take_nothing_back() -> None:
    """Then the device time that is seen becomes less; what comes after it counts as before."""
    energy = begun()
    energy.look(10 * NS, [use(A, 1000), use(B, 0)])
    energy.look(10 * NS + 1, [use(A, 10), use(B, 0)])
    energy.look(10 * NS + 2, [use(A, 110), use(B, 1100)])
    energy.read(11 * NS, {GPU: 1000 + 2200})
    assert (energy.of("j1.1", 11 * NS), energy.of("j2.1", 11 * NS)) == (1100, 1100)


def test_the_agent_says_energy_to_prometheus() -> None:
    state = AgentState()
    seen = TableProgram(1, "train", "acme", Plan(), Plan(), (GPU,))
    state.handle(Observed(10 * NS, (seen,)))
    energy = begun()
    assert "heddle_energy_joules_total{" not in energy_text(state, energy), "not measured"
    energy.look(10 * NS, [use(A, 5)])
    energy.read(11 * NS, {GPU: 1000 + 1234})
    text = energy_text(state, energy)
    labels = 'program="1",name="train",tenant="acme"'
    assert f"heddle_energy_joules_total{{{labels}}} 1.234" in text
    assert f'heddle_idle_energy_joules_total{{device="{GPU}"}} 0.000' in text


def test_a_device_that_waits_is_paid_for_by_share() -> None:
    energy = begun()
    energy.look(10 * NS, [use(A, 5, 750), use(B, 5, 250)])
    energy.read(11 * NS, {GPU: 1000})
    energy.look(11 * NS, [use(A, 5, 750), use(B, 5, 250)])
    energy.read(12 * NS, {GPU: 1000 + 20_000})
    assert (energy.of("j1.1", 12 * NS), energy.of("j2.1", 12 * NS)) == (15_000, 5_000)


def test_what_a_device_draws_alone_is_nobodys() -> None:
    energy = begun()
    energy.read(11 * NS, {GPU: 1000 + 20_000})
    energy.look(11 * NS, [use(A, 7)])
    energy.read(12 * NS, {GPU: 1000 + 50_000})
    assert energy.devices[GPU].idle_mj == 20_000
    assert energy.of("j1.1", 12 * NS) == 30_000


def test_one_that_has_gone_pays_for_what_it_did() -> None:
    """Also in the seconds between two readings: at the power of before, up to its end."""
    energy = begun()
    energy.look(10 * NS, [use(A, 0)])
    energy.read(11 * NS, {GPU: 1000 + 100_000})
    energy.look(11 * NS + NS // 2, [use(A, NS // 2)])
    assert energy.of("j1.1", 11 * NS + NS // 2) == 150_000
    energy.look(11 * NS + NS // 2 + 1, [use(B, 0)])
    energy.read(12 * NS, {GPU: 1000 + 190_000})
    assert energy.of("j1.1", 12 * NS) == 190_000
    assert energy.of("j2.1", 12 * NS) == 0, "it computed nothing while another did"


def test_what_was_not_measured_from_the_start_is_unknown() -> None:
    energy = begun()
    early = (7, 9 * NS - GAP_NS)  # before the agent
    energy.look(10 * NS, [use(early, 5), use(A, 5), use(B, 5, npu=3)])
    energy.read(11 * NS, {GPU: 9000})
    now = 11 * NS
    assert energy.of("j7.1", now) is None
    assert energy.of("j2.1", now) is None, "nobody reads one of its devices"
    assert energy.of("j1.1", now) is not None
    assert energy.of("nobody", now) is None
    assert energy.of("j1.1", now + STALE_NS + 1) is None, "the driver hangs"
    energy.read(12 * NS, {GPU: 5})  # the driver was started anew
    assert energy.of("j1.1", 12 * NS) is None
    assert energy.of_programs() == {}


def test_a_program_that_no_reading_saw_is_unknown_and_not_nothing() -> None:
    energy = Energy(9 * NS)
    energy.look(10 * NS, [use(A, 5)])
    energy.look(10 * NS + 1, [])
    energy.read(10 * NS + 2, {GPU: 1000})
    energy.read(11 * NS, {GPU: 2000})
    assert energy.of("j1.1", 11 * NS) is None


def test_attempts_are_forgotten_in_the_end() -> None:
    energy = begun()
    energy.look(10 * NS, [use(A, 5)])
    energy.read(11 * NS, {GPU: 2000})
    assert energy.of("j1.1", 11 * NS) == 1000
    energy.forget("j1.1")
    energy.look(11 * NS, [])
    energy.read(12 * NS, {GPU: 3000})
    assert energy.of("j1.1", 12 * NS) is None
    assert not energy.drawn


steps = st.lists(
    st.tuples(
        st.integers(0, 10**6),  # what the device drew
        st.dictionaries(
            st.sampled_from([A, B, C]), st.tuples(st.integers(0, NS), st.integers(0, 1000))
        ),
    ),
    max_size=12,
)


@given(steps)
def test_the_parts_add_up_to_what_the_device_drew(
    drawn: list[tuple[int, dict[Key, tuple[int, int]]]],
) -> None:
    energy = begun(0)
    used, counter, now = dict.fromkeys((A, B, C), 0), 0, 10 * NS
    for drew, here in drawn:
        for key, (ns, _) in here.items():
            used[key] += ns
        energy.look(now, [use(key, used[key], share) for key, (_, share) in here.items()])
        counter, now = counter + drew, now + NS
        energy.read(now, {GPU: counter})
        found = [energy.of(f"j{key[0]}.1", now) or 0 for key in (A, B, C)]
        assert sum(found) + energy.devices[GPU].idle_mj == counter
        assert all(part >= 0 for part in found)


def test_a_soft_xpu_counts_what_a_card_would_draw() -> None:
    now = 0
    busy: dict[str, bool] = {GPU: False}

    class Recorded(LiveHost):
        def management(self, name: str, ask: object) -> object:
            return busy

    probe = SoftProbe(lambda: now)
    host = Recorded("/nonexistent")
    assert probe.energy(host) == {GPU: 0}
    now += NS
    assert probe.energy(host) == {GPU: IDLE_MW}
    busy[GPU] = True
    now += NS
    assert probe.energy(host) == {GPU: IDLE_MW + BUSY_MW}
    busy.clear()  # nobody has a context any more
    now += NS
    assert probe.energy(host) == {GPU: 2 * IDLE_MW + BUSY_MW}
