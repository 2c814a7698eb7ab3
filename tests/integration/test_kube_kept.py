"""Programs that are kept for claims: whoever is killed meanwhile leaves none that nobody knows."""

from __future__ import annotations

import pytest

import heddle
from heddle.kubernetes.grant import granted
from heddle.kubernetes.kept import CLAIMS, let_go, program_for
from tests.users import prepare, start_agent, why_not
from tests.world import World

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())
UID, OTHER = "5d3e0f2a-0c5b-4b1d-9a39-1f6f1f0f7c11", "5d3e0f2a-0c5b-4b1d-9a39-1f6f1f0f7c12"
OWNER = ("lab", "claim-" + "x" * 80)


@pytest.fixture(autouse=True)
def agent(world: World) -> None:
    prepare(world)
    start_agent(world)


def ids() -> list[int]:
    return [each.id for each in heddle.programs()]


def test_a_claim_has_one_program_and_leaves_none() -> None:
    program = program_for(CLAIMS, UID, OWNER, {"share_milli": 300})
    CLAIMS.write(UID, {"program": program, "namespace": OWNER[0], "name": OWNER[1]})
    assert program_for(CLAIMS, UID, OWNER, {"share_milli": 300}) == program
    known = CLAIMS.read(UID)
    assert known is not None
    let_go(known)
    assert ids() == []


def test_what_was_granted_before_it_was_written_down_is_found() -> None:
    """A claim of the same name in another namespace, or one after another, keeps its own."""
    first = program_for(CLAIMS, OTHER, OWNER, {})
    CLAIMS.write(OTHER, {"program": first, "namespace": "elsewhere", "name": OWNER[1]})
    CLAIMS.write(UID, {"program": 0, "namespace": OWNER[0], "name": OWNER[1]})
    lost = granted(uid=0, name=OWNER[1], tenant=OWNER[0])  # the driver was killed here
    assert program_for(CLAIMS, UID, OWNER, {}) == lost
    known = CLAIMS.read(UID)
    assert known is not None
    let_go(known)
    assert ids() == [first]
