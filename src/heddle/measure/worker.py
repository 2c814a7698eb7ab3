"""The process in which devices are opened: a driver's state, hang or crash stays in here.

Takes one job as JSON on stdin and prints a line of JSON for whatever is finished.
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import asdict
from typing import Any

from heddle.errors import HeddleError
from heddle.measure import ways
from heddle.measure.ways.base import LeftOut, MeasureTarget

OUT_OF_TIME = "no time was left for it; more --seconds, or --resume"


def work(job: dict[str, Any], say: Any) -> None:
    """Does the steps one after the other, and says what came of each."""
    end = time.monotonic() + job["seconds"]
    left = [(step["name"], step["seconds"]) for step in job["steps"]]
    try:
        session = ways.way(job["way"]).open(MeasureTarget(**job["target"]))
    except (LeftOut, HeddleError) as error:
        for name, _ in left:
            say(left_out={"name": name, "reason": str(error)})
        return
    say(facts=session.facts)
    for name, seconds in left:
        say(begin=name)
        if time.monotonic() + seconds / 2 > end:
            say(left_out={"name": name, "reason": OUT_OF_TIME})
            continue
        try:
            say(metric=asdict(session.measure(name, seconds)))
        except (LeftOut, HeddleError) as error:
            say(left_out={"name": name, "reason": str(error)})
        except Exception as error:  # a surprise in one step must not take the others along
            say(left_out={"name": name, "reason": f"{type(error).__name__}: {error}"})
    say(facts=session.facts)
    session.close()


def main() -> None:
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is not an answer

    def say(**words: Any) -> None:
        out.write(json.dumps(words) + "\n")
        out.flush()

    work(json.load(sys.stdin), say)


if __name__ == "__main__":
    main()
