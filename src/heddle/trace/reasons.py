"""Why a program is held, in the words of `heddle ps`. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from heddle._gen import table as layout
from heddle.trace.recording import TraceSample

#: Table._reason() has the same words; tests/unit/test_trace.py compares them.
WORDS = {
    "by_person": "held by a person",
    "by_agent": "held by the agent",
    "by_cap": "its cap is used up",
}

#: Bits of a gate word that are not devices.
HOLDS = sum(layout.HOLD.values())


class Why:
    """The texts, for what a look has seen."""

    def __init__(self, names: Mapping[int, str]) -> None:
        """`names` of devices; it may grow."""
        self._names = names
        self.look = TraceSample(0, 0, (), {})

    def goes_first(self, program: int, device: int) -> str:
        """0: unknown."""
        who = f"program {program}" if program else "another program"
        return f"{who} goes first on {self._names.get(device, f'device {device}')}"

    def of_word(self, word: int, held: int) -> tuple[str, bool]:
        """For the gate word of program `held`; and whether it is vague.

        It is while a decision is under way: the gate is closed, but its cause is written later.
        """
        texts = [WORDS.get(name, name) for name, bit in layout.HOLD.items() if word & bit]
        vague = False
        for device, leader in self.look.leaders.items():
            if word >> device & 1:
                first = 0 if leader == held else leader
                vague = vague or not first
                texts.append(self.goes_first(first, device))
        return "; ".join(texts), vague

    def decided(self, held: int, devices: int, begin_ns: int, end_ns: int) -> str:
        """The program that took a device from `held` in that time, by the newest decisions."""
        if not self.look.decisions:
            return ""
        texts = {
            self.goes_first(decision.program, decision.device)
            for decision in self.look.decisions
            if decision.kind == "activated"
            and decision.program != held
            and devices >> decision.device & 1
            and decision.event_ns <= end_ns
            and decision.at_ns >= begin_ns
        }
        return "; ".join(sorted(texts))

    def guess(self, held: int, devices: int) -> str:
        """For a hold that no look and no decision recorded: the program that goes first there
        now."""
        mine = {d: first for d, first in self.look.leaders.items() if devices >> d & 1}
        for device, first in mine.items():
            if first not in (0, held):
                return self.goes_first(first, device)
        return self.goes_first(0, min(mine)) if mine else "not seen why"
