"""The bursts of one program on one device: from looks, made exact by decisions. Pure.

A look says how many processes of the program have work. A decision says when one began or ended to
have some, and is recorded a little later than the look may already show it.
"""

from __future__ import annotations


class BurstTrack:
    """Between two looks: the edges, in order; then the look."""

    def __init__(self, start_ns: int = 0) -> None:
        self.spans: list[tuple[int, int]] = []
        self.missed = 0  #: ended, and nothing says when they began
        self._count = 0  #: processes at work
        self._begin_ns = 0
        self._end_ns = start_ns
        self._looked_ns = 0
        self._risen = self._fallen = 0  #: seen by the last look, and not yet told by a decision

    def began(self, event_ns: int) -> None:
        """A process has work, says a decision."""
        if self._risen and event_ns <= self._looked_ns:
            self._risen -= 1
            if self._begin_ns == self._looked_ns:  # seen late, and here is the true begin
                self._begin_ns = max(event_ns, self._end_ns)
            return
        self._count += 1
        if self._count == 1:
            self._begin_ns = max(event_ns, self._end_ns)

    def ended(self, event_ns: int) -> None:
        """A process has none any more, says a decision."""
        if self._fallen and event_ns <= self._looked_ns:
            self._fallen -= 1
            if not self._count and self.spans and self.spans[-1][1] == self._looked_ns:
                begin_ns, _ = self.spans.pop()  # seen late, and here is the true end
                self._close(begin_ns, event_ns)
        elif self._count:
            self._count -= 1
            if not self._count:
                self._close(self._begin_ns, event_ns)
        else:
            self.missed += 1

    def look(self, count: int, at_ns: int) -> None:
        """So many processes have work."""
        self._risen, self._fallen = max(0, count - self._count), max(0, self._count - count)
        if count and not self._count:
            self._begin_ns = max(at_ns, self._end_ns)
        elif self._count and not count:
            self._close(self._begin_ns, at_ns)
        self._count, self._looked_ns = count, at_ns

    def end(self, at_ns: int) -> None:
        """The end of the program, or of the recording."""
        self.look(0, at_ns)

    def _close(self, begin_ns: int, end_ns: int) -> None:
        end_ns = max(begin_ns, end_ns)
        self._end_ns = end_ns
        if end_ns > begin_ns:
            self.spans.append((begin_ns, end_ns))
