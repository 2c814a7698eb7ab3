"""What pyopencl programs do, one way a word; each prints its results, and checks them by numpy.

It is an ordinary program that knows nothing of Heddle.
"""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.elementwise import ElementwiseKernel

SOURCE = """
kernel void affine(global uint *data, uint a, uint b) {
  size_t i = get_global_id(0);
  data[i] = data[i] * a + b;
}
kernel void busy(global uint *data, uint turns) {
  size_t i = get_global_id(0);
  uint x = data[i];
  for (uint t = 0; t < turns; t++) x = x * 1664525u + 1013904223u;
  data[i] = x;
}
"""
COUNT, ROUNDS, MIB = 4096, 60, 1 << 20
NUMBER = np.dtype(np.uint32)
FLAGS = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR


class Session:
    """The first device that there is, with numbers to begin with."""

    def __init__(self) -> None:
        platform = cl.get_platforms()[0]
        self.device = platform.get_devices()[0]
        self.context = cl.Context([self.device])
        self.kernels = self.build()
        self.start = np.arange(COUNT, dtype=NUMBER)

    def build(self) -> dict[str, Any]:
        program = cl.Program(self.context, SOURCE).build()
        return {name: cl.Kernel(program, name) for name in ("affine", "busy")}

    def queue(self, properties: Any = 0) -> Any:
        return cl.CommandQueue(self.context, properties=properties)

    def buffer(self) -> Any:
        return cl.Buffer(self.context, FLAGS, hostbuf=self.start)

    def affine(self, queue: Any, buffer: Any, a: int, b: int, wait_for: Any = None) -> Any:
        words = (buffer, np.uint32(a), np.uint32(b))
        return self.kernels["affine"](queue, (COUNT,), None, *words, wait_for=wait_for)

    def busy(self, queue: Any, buffer: Any, turns: int) -> Any:
        return self.kernels["busy"](queue, (1,), None, buffer, np.uint32(turns))

    def read(self, queue: Any, buffer: Any) -> Any:
        found = np.empty_like(self.start)
        cl.enqueue_copy(queue, found, buffer)
        return found


def show(label: str, found: Any, expected: Any) -> None:
    digest = hashlib.sha256(np.ascontiguousarray(found).tobytes()).hexdigest()[:16]
    print(label, digest, "right" if np.array_equal(found, expected) else "WRONG", flush=True)


def chain(numbers: Any, rounds: int = ROUNDS) -> Any:
    for i in range(rounds):
        numbers = numbers * np.uint32(2 * i + 3) + np.uint32(i)
    return numbers


def kernels(session: Session) -> None:
    """In order, with copies that block, copies that do not, fills and marks between them."""
    queue, buffer, other = session.queue(), session.buffer(), session.buffer()
    for i in range(ROUNDS):
        session.affine(queue, buffer, 2 * i + 3, i)
        if i % 20 == 10:
            show(f"after {i}", session.read(queue, buffer), chain(session.start, i + 1))
        if i % 20 == 15:
            cl.enqueue_marker(queue)
            cl.enqueue_barrier(queue)
            queue.flush()
    cl.enqueue_copy(queue, other, buffer)
    found = np.empty_like(session.start)
    cl.enqueue_copy(queue, found, other, is_blocking=False).wait()
    show("copied", found, chain(session.start))
    cl.enqueue_fill_buffer(queue, other, np.full(1, 7, NUMBER), 0, session.start.nbytes // 2)
    expected = chain(session.start)
    expected[: COUNT // 2] = 7
    show("filled", session.read(queue, other), expected)


def maps(session: Session) -> None:
    """Memory of the device in the program's own, blocking and not."""
    queue, buffer = session.queue(), session.buffer()
    numbers = session.start
    for i in range(12):
        session.affine(queue, buffer, 3, i)
        numbers = numbers * np.uint32(3) + np.uint32(i)
        how: Any = cl.map_flags.READ | cl.map_flags.WRITE
        mapped, event = cl.enqueue_map_buffer(
            queue, buffer, how, 0, (COUNT,), NUMBER, is_blocking=i % 2 == 0
        )
        event.wait()
        mapped += np.uint32(1)
        numbers = numbers + np.uint32(1)
        mapped.base.release(queue)
    show("mapped", session.read(queue, buffer), numbers)


def events(session: Session) -> None:
    """Two queues and one out of order, tied by events; one waits for the program itself."""
    first, second = session.queue(), session.queue()
    loose = session.queue(cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)
    buffer = session.buffer()
    told, called = cl.UserEvent(session.context), threading.Event()
    done = session.affine(first, buffer, 3, 0, [told])
    for i in range(1, ROUNDS):
        queue = (first, second, loose)[i % 3]
        done = session.affine(queue, buffer, 2 * i + 3, i, [done])
        queue.flush()
    done.set_callback(cl.command_execution_status.COMPLETE, lambda status: called.set())
    print("waits", done.command_execution_status != cl.command_execution_status.COMPLETE)
    told.set_status(cl.command_execution_status.COMPLETE)
    done.wait()
    print("called", called.wait(60))
    for queue in (first, second, loose):
        queue.finish()
    show("tied", session.read(first, buffer), chain(session.start))


def arrays(session: Session) -> None:
    """pyopencl's own kernels: elementwise, and arithmetic of arrays."""
    queue = session.queue()
    x = cl_array.to_device(queue, session.start)
    axpb = ElementwiseKernel(
        session.context, "uint a, uint *x, uint b, uint *z", "z[i] = a * x[i] + b", "axpb"
    )
    z = cl_array.empty_like(x)
    expected = session.start
    for i in range(20):
        axpb(np.uint32(3), x, np.uint32(i), z)
        expected = expected * np.uint32(3) + np.uint32(i)
        x, z = z, x
    show("elements", x.get(), expected)
    show("array", (x + x * x).get(), expected + expected * expected)


def svm(session: Session) -> None:
    """Memory that host and device share."""
    queue = session.queue()
    memory = cl.SVM(cl.csvm_empty(session.context, COUNT, NUMBER))
    with memory.map_rw(queue) as numbers:
        numbers[...] = session.start
    for i in range(20):
        session.affine(queue, memory, 3, i)
    expected = session.start
    for i in range(20):
        expected = expected * np.uint32(3) + np.uint32(i)
    with memory.map_ro(queue) as numbers:
        show("shared", numbers, expected)


def threads(session: Session) -> None:
    """Each with a queue of its own."""
    results: dict[int, Any] = {}

    def work(number: int) -> None:
        own = session.build()["affine"]
        queue, buffer = session.queue(), session.buffer()
        for i in range(ROUNDS):
            own(queue, (COUNT,), None, buffer, np.uint32(2 * i + 3), np.uint32(i))
        results[number] = session.read(queue, buffer)

    started = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    for number in sorted(results):
        show(f"thread {number}", results[number], chain(session.start))


def profile(session: Session) -> None:
    """A queue says what the program asked for; times are there if it did, and else an error."""
    for asked in (0, cl.command_queue_properties.PROFILING_ENABLE):
        queue, buffer = session.queue(asked), session.buffer()
        print("properties", queue.properties == asked)
        event = session.busy(queue, buffer, 200_000)
        event.wait()
        try:
            print("took time", event.profile.end > event.profile.start >= event.profile.submit > 0)
        except cl.RuntimeError as error:
            print("no times", error.code)


def memory(session: Session) -> None:
    """How many units of 1 MiB there are, by each way to allocate; and what is said then."""
    flags, grey = cl.mem_flags.READ_WRITE, cl.ImageFormat(cl.channel_order.R, cl.channel_type.FLOAT)
    context = session.context
    ways: dict[str, Callable[[], Any]] = {
        "buffer": lambda: cl.Buffer(context, flags, MIB),
        "flat image": lambda: cl.create_image(context, flags, grey, shape=(512, 512)),
        "deep image": lambda: cl.create_image(context, flags, grey, shape=(64, 64, 64)),
        "shared": lambda: cl.SVMAllocation(context, MIB, 0, cl.svm_mem_flags.READ_WRITE),
    }
    for way in (*ways, "buffer"):
        held: list[Any] = []
        try:
            while len(held) < 100:
                held.append(ways[way]())
            said = "nothing"
        except (cl.Error, MemoryError) as error:
            said = str(getattr(error, "code", type(error).__name__))
        print(f"{way}: {len(held)}, then {said}", flush=True)
        for each in held:
            each.release()


def devices(session: Session) -> None:
    """All that the program finds, by both ways to look."""
    found = [device for platform in cl.get_platforms() for device in platform.get_devices()]
    context = cl.Context(dev_type=cl.device_type.ALL)
    print(len(found), len(context.devices), session.device in found)


def long(session: Session) -> None:
    """Until it is killed: a line for every piece of work that is done."""
    queue, buffer = session.queue(), session.buffer()
    while True:
        for _ in range(4):
            session.busy(queue, buffer, 2_000_000)
        queue.finish()
        print("done", flush=True)


WAYS: dict[str, Callable[[Session], None]] = {
    way.__name__: way
    for way in (kernels, maps, events, arrays, svm, threads, profile, memory, devices, long)
}

if __name__ == "__main__":
    WAYS[sys.argv[1]](Session())
