"""What a node sends: all that the other side lacks, nothing that it has, whatever gets lost."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from heddle.errors import HeddleError, NoServerError, UsageError
from heddle.model.orders import OrderResult
from heddle.node import identity
from heddle.node.identity import Identity
from heddle.node.reporter import FIRST_PAUSE_S, LONGEST_PAUSE_S, NodeReporter, hash_of
from heddle.node.shell import NodeShell, join, leave, pin_of

PARTS = st.sampled_from(["row", "inventory", "topology", "scores", "live", "programs"])


class Server:
    """What a control plane remembers of one node."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.hashes: dict[str, str] = {}

    def hear(self, body: Mapping[str, Any]) -> dict[str, Any]:
        for part, value in body.get("changes", {}).items():
            self.values[part], self.hashes[part] = value, body["parts"][part]
        lacks = [part for part, digest in body["parts"].items() if self.hashes.get(part) != digest]
        return {"lacks": lacks, "drain": False, "heartbeat_s": 10}


class Machine(RuleBasedStateMachine):
    """Answers get lost, the server forgets; two beats that arrive always make all well."""

    @initialize()
    def begin(self) -> None:
        self.reporter, self.server = NodeReporter(), Server()
        self.truth: dict[str, Any] = {}

    @rule(part=PARTS, value=st.integers(0, 3))
    def changes(self, part: str, value: int) -> None:
        self.truth[part] = {"is": value}
        self.reporter.has({part: {"is": value}})

    @rule()
    def beats(self) -> None:
        body = self.reporter.beat()
        if self.reporter.answered(self.server.hear(body)) == 0.0:
            assert self.reporter.answered(self.server.hear(self.reporter.beat())) > 0
        assert self.server.values == self.truth
        assert "changes" not in self.reporter.beat()

    @rule()
    def the_answer_is_lost(self) -> None:
        self.server.hear(self.reporter.beat())
        self.reporter.failed(0.5)

    @rule()
    def the_request_is_lost(self) -> None:
        self.reporter.beat()
        self.reporter.failed(0.5)

    @rule(part=PARTS)
    def the_server_forgets(self, part: str) -> None:
        self.server.values.pop(part, None)
        self.server.hashes.pop(part, None)

    @invariant()
    def numbers_only_grow(self) -> None:
        before = self.reporter.sequence
        assert self.reporter.number() > before


TestMember = Machine.TestCase
TestMember.settings = settings(max_examples=60, deadline=None)


@given(st.integers(0, 200), st.floats(0, 1))
def test_pauses_grow_with_failures_and_never_beyond_a_minute(failures: int, chance: float) -> None:
    reporter = NodeReporter()
    for _ in range(failures):
        reporter.failed(1.0)
    pause_s = reporter.failed(chance)
    assert FIRST_PAUSE_S <= pause_s <= min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0**failures)
    reporter.answered({"lacks": []})
    assert reporter.failed(1.0) == FIRST_PAUSE_S


def test_nodes_that_failed_together_do_not_come_back_together() -> None:
    reporters = [NodeReporter() for _ in range(10)]
    for reporter in reporters:
        for _ in range(8):
            reporter.failed(0.5)
    assert len({reporter.failed(i / 10) for i, reporter in enumerate(reporters)}) == 10


def test_what_the_control_plane_says_counts_if_it_makes_sense() -> None:
    reporter = NodeReporter()
    assert reporter.answered({"lacks": ["nothing"], "heartbeat_s": 2, "drain": True}) == 2.0
    assert reporter.drained
    for wrong in (0, -1, 1e9, "x", None, float("nan")):
        assert reporter.answered({"heartbeat_s": wrong}) == 2.0
    assert reporter.sign_anew("e1", 5)
    assert not reporter.sign_anew("e1", -1)  # nothing would change, and it would be refused again
    assert reporter.sign_anew("e1", 2**50)
    assert reporter.number() == 2**50 + 1


def test_the_hash_does_not_depend_on_the_order_of_keys() -> None:
    assert hash_of({"a": 1, "b": [1.5]}) == hash_of({"b": [1.5], "a": 1})
    assert hash_of({"a": 1}) != hash_of({"a": 2})


def test_the_identity_is_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path / "state"))
    assert identity.load() is None
    own = Identity("http://127.0.0.1:1", "a", "secret")
    with identity.alone():
        identity.save(own)
        with pytest.raises(UsageError, match="another `heddle node join`"), identity.alone():
            pass
    assert identity.load() == own
    assert os.stat(identity.path()).st_mode & 0o077 == 0
    Path(identity.path()).write_text("{")
    with pytest.raises(HeddleError, match="broken"):
        identity.load()
    identity.remove()
    identity.remove()
    assert identity.load() is None


def test_a_pin_is_the_last_part_of_a_join_token() -> None:
    assert pin_of("hj_a_b") is None
    assert pin_of(f"hj_a_b_{'ab' * 32}") == "ab" * 32


class Nothing:
    """A machine with nothing to say."""

    def still(self) -> dict[str, Mapping[str, Any]]:
        return {"row": {}}

    def live(self) -> dict[str, Mapping[str, Any]]:
        raise RuntimeError("a probe's surprise")

    def programs(self) -> dict[str, Mapping[str, Any]]:
        return {}


def test_a_server_that_does_not_answer_is_tried_again_and_told_once() -> None:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{line.getsockname()[1]}"
    pauses: list[float] = []
    said: list[str] = []
    looked = threading.Event()

    def wait(seconds: float) -> bool:
        pauses.append(seconds)
        return len(pauses) == 5 and looked.wait(10)

    def say(text: str) -> None:
        said.append(text)
        if "probe" in text:
            looked.set()

    own = Identity(address, "a", "k")
    assert not NodeShell(own, NodeReporter(), Nothing(), wait, say).run()
    assert pauses[0] <= FIRST_PAUSE_S
    assert sum("no control plane answers" in text for text in said) == 1
    with pytest.raises(NoServerError, match="Check that it runs"):
        leave(own)
    with pytest.raises(RuntimeError):
        join(address, "hj_a_b", {}, Nothing())


def test_an_order_is_carried_out_once_and_told_until_that_is_known() -> None:
    reporter = NodeReporter()
    order = {"number": "a1", "verb": "hold", "program": 7}
    (given,) = reporter.orders({"orders": [order]})
    assert (given.verb, given.program) == ("hold", 7)
    assert reporter.orders({"orders": [order]}) == []  # the answer to what came of it was lost
    reporter.obeyed(given, OrderResult("no program 7"))
    assert reporter.beat()["done"] == {"a1": {"error": "no program 7"}}
    reporter.failed(0.5)
    assert reporter.beat()["done"] == {"a1": {"error": "no program 7"}}
    assert reporter.answered({"lacks": [], "orders": [order]}) == 0.0  # another beat at once
    assert "done" not in reporter.beat()


@pytest.mark.parametrize(
    "order",
    [
        {"verb": "hold", "program": 7},
        {"number": "a", "verb": "kill", "program": 7},
        {"number": "a", "verb": "hold", "program": "7"},
        {"number": "a", "verb": "set", "program": 7, "settings": {"uid": 0}},
        {"number": "a", "verb": "trace", "program": 0},
        {"number": "a", "verb": "trace", "program": 0, "settings": {"seconds": 3600}},
    ],
)
def test_an_order_that_makes_no_sense_is_refused(order: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        NodeReporter().orders({"orders": [order]})
