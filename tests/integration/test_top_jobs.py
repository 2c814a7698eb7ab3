"""`heddle top` beside a control plane: its jobs are on the screen, and the screen never waits."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from heddle.client.client import Client
from heddle.errors import UsageError
from heddle.node.table_look import TableSnapshot
from heddle.tui.app import TopApp
from heddle.tui.jobs import JOBS, RUN, WAIT, Jobs, JobWatch, heading, shown
from tests.api_world import ApiWorld, one, served
from tests.world import eventually


def job(number: int, state: str, priority: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "id": f"j{number}", "name": "train", "state": state, "priority": priority, "tenant": "acme",
        "user": "ann", "submitted_ms": number, "started_ms": number, "why": None, "reason": {},
        **more,
    }  # fmt: skip


def of(running: int, waiting: int) -> Jobs:
    counts = {"running": running, "waiting": waiting, "done": 99}
    run = [job(n, "running") for n in range(running)]
    return Jobs(run, [job(1000 + n, "waiting", n % 3) for n in range(waiting)], counts)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(2, 20))
def test_both_kinds_are_shown_as_far_as_there_is_room(
    running: int, waiting: int, most: int
) -> None:
    rows = shown(of(running, waiting), most)
    assert len(rows) == min(most, running + waiting)
    run = [row for row in rows if row["state"] in RUN]
    wait = [row for row in rows if row["state"] in WAIT]
    assert rows == [*run, *wait]
    assert len(run) >= min(running, most // 2)
    assert len(wait) >= min(waiting, most // 2)
    assert [row["priority"] for row in wait] == sorted((r["priority"] for r in wait), reverse=True)


def test_the_heading_counts_all() -> None:
    assert heading(of(1, 2)) == "jobs: 1 running, 2 waiting"
    assert heading(of(10, 30)) == "jobs: 10 running, 30 waiting   (28 more: heddle job ls)"
    assert heading(of(0, 0)) == "jobs: none runs or waits"
    assert heading(Jobs(trouble="no\x1b[2J")) == "jobs: no?[2J"


def test_a_job_is_one_line_that_steers_no_terminal() -> None:
    evil = job(1, "waiting", name="a\x1b]0;x\x07", why={"code": "gang", "text": "1 of 2\n fit"})
    cells = [column.text(evil, 61_001.0) for column in JOBS]
    assert cells == ["j1", "a?]0;x?", "waiting", "61.0s", "0", "acme", "ann", "1 of 2? fit"]


def screen(app: TopApp) -> str:
    lines = app.screen._compositor.render_strips(app.size)
    return "\n".join(line.text for line in lines)


def play(
    jobs: Callable[[], Jobs | None], scene: Callable[[TopApp], Coroutine[None, None, None]]
) -> None:
    async def run() -> None:
        empty = TableSnapshot(0, (), (), {})
        app = TopApp(interval_s=0.1, look=lambda _: empty, jobs=jobs)
        async with app.run_test(size=(160, 30)):
            await scene(app)

    asyncio.run(run())


async def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


def test_jobs_of_the_control_plane_come_and_go(tmp_path: Path) -> None:
    """With the reasons of those that wait; and where it ends, all is as without it."""
    world, serving = ApiWorld(tmp_path), ExitStack()
    host, port = serving.enter_context(served(world))
    client = Client(f"http://{host}:{port}", world.admin)
    submitted = client.submit([one("first"), one("never", devices="gpu:9")], anyway=True)
    watch = JobWatch(0.1, lambda: Client(client.address, world.admin, timeout_s=5))

    async def scene(app: TopApp) -> None:
        await until(lambda: "1 running, 1 waiting" in screen(app))
        text = screen(app)
        assert "first" in text
        assert "no node could ever run it" in text
        await asyncio.to_thread(client.cancel, submitted[1]["id"])
        await until(lambda: "never" not in screen(app))
        await asyncio.to_thread(serving.close)
        await until(lambda: "jobs:" not in screen(app))
        assert "first" not in screen(app)

    with serving:
        play(lambda: watch.latest, scene)
    watch.close()
    client.close()
    world.close()


def test_a_server_that_does_not_answer_holds_up_nothing() -> None:
    """The screen is there at once, and stays quick."""
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        client = Client(f"http://127.0.0.1:{deaf.getsockname()[1]}", "hd_x_y", timeout_s=30)
        begun = time.monotonic()
        watch = JobWatch(0.1, lambda: client)

        async def scene(app: TopApp) -> None:
            assert "no programs" in screen(app)
            assert "jobs:" not in screen(app)

        play(lambda: watch.latest, scene)
        assert time.monotonic() - begun < 5
        watch.close()


def test_what_the_server_refuses_is_said() -> None:
    def find() -> Client | None:
        raise UsageError("HEDDLE_SERVER=x is not an address.")

    watch = JobWatch(1, find)
    assert eventually(lambda: watch.latest is not None)
    watch.close()

    async def scene(app: TopApp) -> None:
        assert "jobs: HEDDLE_SERVER=x is not an address." in screen(app)

    play(lambda: watch.latest, scene)
