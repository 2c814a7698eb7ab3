"""Pods with several claims: which program a process of them joins."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.agent import pods
from heddle.agent.pods import FILES, chosen_program, claims_of, mark_of, marked_claims
from heddle.kubernetes import BEST_EFFORT, GUARANTEED, pod_claims
from heddle.kubernetes.claims import GivenClaim, GivenDevice, GivenPod
from heddle.kubernetes.plans import plan_of
from heddle.launch.cdi import SHOWS
from heddle.model.device import Device
from tests.world import eventually

MIB = 1 << 20
FIRST, SECOND, THIRD = (f"{c * 8}-1111-2222-3333-{c * 12}" for c in "abc")
POD = GivenPod("d" * 8 + "-1111-2222-3333-" + "d" * 12, "pod")


def part(program: int, *amount: int) -> dict[str, Any]:
    return {"program": program, "amount": [*amount]}


def test_a_process_joins_the_program_of_its_containers_claim() -> None:
    claims = {FIRST: part(1, 1, 300, 64), SECOND: part(2, 1, 700, 96), THIRD: part(3, 0, 9, 9)}
    assert chosen_program(claims, {FIRST}) == 1
    assert chosen_program(claims, {SECOND}) == 2
    assert chosen_program(claims, {FIRST, SECOND}) == 1, "the least holds"
    assert chosen_program(claims, {SECOND, THIRD}) == 3, "best effort is less"
    assert chosen_program(claims, ()) == chosen_program(claims, {"another"}) == 3
    partition = {"program": 0, "partitions": ["cuda@0"]}
    assert chosen_program({FIRST: partition, SECOND: part(2, 1, 1, 1)}, {FIRST, SECOND}) == 2
    assert chosen_program({FIRST: partition}, {FIRST}) == 0


def test_who_uses_only_its_own_partition_shares_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = {FIRST: {"program": 0, "partitions": ["cuda@0"]}, SECOND: part(2, 1, 1, 1)}
    monkeypatch.setattr(pods, "_pod_of", lambda _: POD.uid)
    FILES.write(POD.uid, {"claims": claims})
    assert pods.has_partition(1, ["cuda@0"])
    assert not pods.has_partition(1, ["cuda@0", "cuda@1"])
    FILES.remove(POD.uid)
    assert not pods.has_partition(1, [])


def test_files_of_an_older_driver_are_understood() -> None:
    assert claims_of({"program": 7, "claim": FIRST})[FIRST]["program"] == 7
    assert claims_of({}) == {}


def test_marks_are_read_from_the_environment_of_the_process() -> None:
    named = {f"{SHOWS}{mark_of(uid)}_{n}": "A=1" for n, uid in enumerate((FIRST, SECOND, SECOND))}
    with subprocess.Popen(["sleep", "60"], env={**os.environ, **named}) as process:
        try:
            assert eventually(lambda: marked_claims(process.pid) == {FIRST, SECOND})
        finally:
            process.kill()


AMOUNTS = st.tuples(st.integers(0, 1), st.integers(1, 4), st.integers(1, 4))


@given(st.lists(AMOUNTS, min_size=1, max_size=4))
def test_a_program_for_all_claims_is_made_only_where_none_has_the_least_of_all(
    amounts: list[tuple[int, int, int]],
) -> None:
    claims = {str(n): part(n + 1, *each) for n, each in enumerate(amounts)}
    joint = pod_claims.joint_amount(claims)
    chosen = chosen_program(claims, {*claims}, joint=99 if joint else 0)
    held = joint if len(amounts) > 1 and joint else claims[str(chosen - 1)]["amount"]
    assert all(mine <= theirs for each in amounts for mine, theirs in zip(held, each, strict=True))
    assert not joint or joint not in [list(each) for each in amounts]


@given(st.sampled_from([GUARANTEED, BEST_EFFORT]), st.integers(10, 1000), st.integers(0, 99))
def test_an_amount_is_a_plan_in_other_words(layer: str, share: int, mib: int) -> None:
    device = Device("soft", "gpu", 0, "heddle", "m", "gpu", "u", 100 * MIB, (), 1, "")
    plan = plan_of([(GivenDevice("xpu", "n1", "x", "", share, mib * MIB), device)], layer)
    assert pod_claims.plan_of_amount(pod_claims.amount_of(plan, layer)) == plan


@pytest.fixture(autouse=True, scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEDDLE_TABLE", str(tmp_path_factory.mktemp("run") / "table"))
        yield


def test_a_pod_keeps_what_other_claims_give_it(tmp_path: Path) -> None:
    first, second = (
        GivenClaim("lab", name, uid, (), (POD,)) for name, uid in (("a", FIRST), ("b", SECOND))
    )
    for program, claim in enumerate((first, second), 1):
        pod_claims.add(POD, claim, part(program, 1, 1, 1))
        pod_claims.add(POD, claim, part(program, 1, 1, 1))
    assert {uid: each["program"] for uid, each in pod_claims.known(POD.uid).items()} == {
        FIRST: 1,
        SECOND: 2,
    }
    pod_claims.drop(POD.uid, FIRST)
    assert [*pod_claims.known(POD.uid)] == [SECOND]
    pod_claims.drop(POD.uid, SECOND)
    assert FILES.read(POD.uid) is None


def test_parts_of_one_device_add_up_and_the_least_device_counts() -> None:
    gpu, npu = (
        Device("soft", name, 0, "heddle", name, name, name, 1024 * MIB, (), 1, "")
        for name in ("gpu", "npu")
    )

    def given_of(share: int, mib: int) -> GivenDevice:
        return GivenDevice("xpu", "n1", "x", "", share, mib * MIB)

    parts = [(given_of(300, 64), gpu), (given_of(200, 32), gpu), (given_of(600, 80), npu)]
    assert plan_of(parts, GUARANTEED) == {"share_milli": 500, "memory_limit": 80 * MIB}
    assert plan_of(parts[:2], BEST_EFFORT) == {
        "rank": -100, "weight": 500, "memory_limit": 96 * MIB,
    }  # fmt: skip
