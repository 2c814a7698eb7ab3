"""The holds of one program, from what its gate says at each look. Pure.

A gate counts how often it closed and how long it was closed, so a hold that came and went between
two looks is known although it was not seen. Its fields are written one after the other, and a look
may come in between; what is half written is made good by the next look.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from heddle.trace.recording import GateSeen, Hold


@dataclass(slots=True)
class PresentHold:
    """The hold that is going on."""

    begin_ns: int
    closed_ns: int  #: the same, unless it began before the recording or where two clocks met
    before_ns: int = 0  #: what it had lasted when the recording began
    counted: bool = True  #: the gate has counted it
    reasons: list[tuple[int, str]] = field(default_factory=list)
    vague: bool = True  #: the cause was not known when the newest reason was given


class GateTrack:
    """Feed it looks, in order; `holds` are those that have ended."""

    def __init__(self, explain: Callable[[int, int], str]) -> None:
        """`explain(begin, end)` says why a hold was, that was not seen."""
        self.holds: list[Hold] = []
        self._explain = explain
        self._present: PresentHold | None = None
        self._closings = self._held_ns = 0  #: of the gate, as far as they have been recorded
        self._end_ns = 0  #: of the last one that ended

    @property
    def present(self) -> PresentHold | None:
        return self._present

    def join(self, gate: GateSeen, start_ns: int) -> None:
        """The first look at a program that was there before the recording."""
        self._end_ns = start_ns
        self._closings, self._held_ns = gate.closings, gate.held_ns
        if gate.word:
            before_ns = max(0, start_ns - gate.closed_ns)
            self._present = PresentHold(gate.closed_ns + before_ns, gate.closed_ns, before_ns)

    def look(self, gate: GateSeen, since_ns: int, at_ns: int) -> None:
        """`since_ns`: the look before."""
        new, grown = gate.closings - self._closings, gate.held_ns - self._held_ns
        is_closed, hold = gate.word != 0, self._present
        if hold is not None and new and not hold.counted:
            # It was being closed at the last look.
            if is_closed and not grown and hold.closed_ns == gate.closed_ns:
                hold.counted, new = True, new - 1
            else:
                hold = None
        if is_closed and hold is not None and not new and grown:
            is_closed = False  # it is being opened
        ended = new + (hold is not None) - is_closed
        if grown > 0:
            self._add_ended(hold, max(1, ended), gate, is_closed, since_ns, at_ns)
        elif not is_closed and hold is None:
            return  # still open; or about to close, and counted at the next look
        if not is_closed:
            self._present = None
        elif hold is None or ended:
            is_written = new > 0 or gate.closed_ns >= self._end_ns  # else of the last hold
            closed_ns = gate.closed_ns if is_written else at_ns
            self._present = PresentHold(max(closed_ns, self._end_ns), closed_ns, counted=new > 0)
        self._closings, self._held_ns = gate.closings, gate.held_ns

    def because(self, text: str, vague: bool, at_ns: int) -> None:
        """Why the present hold is, as far as can be seen now; the first vague one is replaced."""
        hold = self._present
        if hold is None or (hold.reasons and (vague or hold.reasons[-1][1] == text)):
            return
        if not hold.reasons:
            hold.reasons.append((hold.begin_ns, text))
        elif hold.vague:
            hold.reasons[-1] = (hold.reasons[-1][0], text)
        else:
            hold.reasons.append((max(at_ns, hold.reasons[-1][0]), text))
        hold.vague = vague

    def began_because(self, text: str) -> None:
        """Why the present hold began, from the decision that did it: better than what was seen."""
        hold = self._present
        if hold is None:
            return
        hold.vague = False
        hold.reasons[:1] = [(hold.begin_ns, text)]
        if len(hold.reasons) > 1 and hold.reasons[1][1] == text:
            del hold.reasons[1]

    def end(self, at_ns: int) -> None:
        """The end of the program, or of the recording."""
        hold, self._present = self._present, None
        if hold is not None:
            end_ns = max(hold.begin_ns, at_ns)
            held_ns = end_ns - hold.closed_ns - hold.before_ns
            self._add(hold.begin_ns, end_ns, held_ns, 1, hold)

    def _add_ended(
        self,
        hold: PresentHold | None,
        ended: int,
        gate: GateSeen,
        is_closed: bool,
        since_ns: int,
        at_ns: int,
    ) -> None:
        """Records what ended since the last look: `ended` holds, as long as the gate says."""
        left_ns = gate.held_ns - self._held_ns
        begin_ns, limit_ns = since_ns, gate.closed_ns if is_closed else at_ns
        if hold is not None:
            left_ns -= hold.before_ns
            # Of several, the one that was seen lasted at least until it was seen.
            seen_ns = left_ns if ended == 1 else min(left_ns, max(0, since_ns - hold.begin_ns))
            end_ns = hold.closed_ns + hold.before_ns + seen_ns
            if seen_ns:
                self._add(hold.begin_ns, end_ns, seen_ns, 1, hold)
                left_ns, ended, hold = left_ns - seen_ns, ended - 1, None
        elif ended == 1 and not is_closed:
            if gate.closed_ns + left_ns <= at_ns:
                begin_ns = gate.closed_ns
            else:
                limit_ns = gate.closed_ns  # of the next one, which is being closed
        if ended and left_ns > 0:
            exact = begin_ns == gate.closed_ns
            why = hold or self._explain(begin_ns, begin_ns if exact else limit_ns)
            end_ns = begin_ns + left_ns
            if not exact:
                end_ns = min(max(begin_ns, self._end_ns) + left_ns, limit_ns)
            self._add(begin_ns, end_ns, left_ns, ended, why)

    def _add(
        self, begin_ns: int, end_ns: int, held_ns: int, times: int, why: PresentHold | str
    ) -> None:
        begin_ns = max(begin_ns, self._end_ns)
        end_ns = max(begin_ns, end_ns)
        if held_ns <= 0:
            return
        if isinstance(why, str):
            reasons, before = [(begin_ns, why)], False
        else:
            reasons, before = why.reasons or [(begin_ns, "")], why.before_ns > 0
            # A reason may have been seen up to a look after the hold had ended.
            reasons = [(min(max(at, begin_ns), end_ns), text) for at, text in reasons]
        self.holds.append(Hold(begin_ns, end_ns, held_ns, times, tuple(reasons), before))
        self._end_ns = end_ns
