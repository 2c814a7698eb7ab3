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

    def build_program(self) -> Any:
        return cl.Program(self.context, SOURCE).build()

    def build(self) -> dict[str, Any]:
        program = self.build_program()
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


def rows(session: Session) -> None:
    """Parts of a picture, apart in the program's memory and in the buffer; and parts of a
    buffer."""
    queue, side = session.queue(), 64
    picture = session.start.reshape(side, side)
    buffer = cl.Buffer(session.context, cl.mem_flags.READ_WRITE, picture.nbytes)
    pitch: Any = {"buffer_pitches": (4 * side,), "host_pitches": (4 * side,)}
    where: Any = {"buffer_origin": (16, 2, 0), "host_origin": (8, 1, 0), "region": (32, 10, 1)}
    cl.enqueue_copy(queue, buffer, np.zeros_like(picture))
    cl.enqueue_copy(queue, buffer, picture, **where, **pitch)
    whole = np.zeros_like(picture)
    whole[2:12, 4:12] = picture[1:11, 2:10]
    found = np.empty_like(picture)
    cl.enqueue_copy(queue, found, buffer)
    show("written", found, whole)
    for is_blocking in (True, False):
        found = np.zeros_like(picture)
        done = cl.enqueue_copy(queue, found, buffer, **where, **pitch, is_blocking=is_blocking)
        done.wait()
        expected = np.zeros_like(picture)
        expected[1:11, 2:10] = whole[2:12, 4:12]
        show("read", found, expected)
    part: Any = buffer.get_sub_region(256 * 2, 256 * 4)
    found = np.empty((4, side), NUMBER)
    cl.enqueue_copy(queue, found, part)
    show("part", found, whole[2:6])
    print(part.size, part.get_info(cl.mem_info.OFFSET), part.associated_memobject == buffer)


def crossed(session: Session) -> None:
    """What one queue brings to the program's memory, another takes from there when it has come."""
    first, second = session.queue(), session.queue()
    buffer, other = session.buffer(), session.buffer()
    pitch: Any = {"buffer_pitches": (256,), "host_pitches": (256,)}
    where: Any = {"buffer_origin": (0, 0, 0), "host_origin": (0, 0, 0), "region": (128, 64, 1)}
    for way in ("by an event", "by a barrier", "in rows"):
        is_rows = way == "in rows"
        how: Any = {"is_blocking": False, **(where | pitch if is_rows else {})}
        there = np.zeros((64, 64), NUMBER)
        session.busy(first, buffer, 200_000_000)
        read = cl.enqueue_copy(first, there, buffer, **how)
        if way == "by a barrier":
            cl.enqueue_barrier(second, wait_for=[read])
        wait_for: Any = None if way == "by a barrier" else [read]
        written = cl.enqueue_copy(second, other, there, wait_for=wait_for, **how)
        written.wait()
        columns = 32 if is_rows else 64
        parts = [
            session.read(queue, of).reshape(64, 64)[:, :columns]
            for queue, of in ((second, other), (first, buffer))
        ]
        show(way, *parts)
        session.affine(first, buffer, 3, 1).wait()


def early(session: Session) -> None:
    """Takes from the program's memory what nothing says has come: of a device that is elsewhere,
    that is an error, and nothing is written."""
    first, second = session.queue(), session.queue()
    buffer, other = session.buffer(), session.buffer()
    there = np.zeros_like(session.start)
    session.busy(first, buffer, 400_000_000)
    read = cl.enqueue_copy(first, there, buffer, is_blocking=False)
    try:
        cl.enqueue_copy(second, other, there)
        print("is right")
    except (cl.Error, MemoryError) as error:
        print(getattr(error, "code", type(error).__name__))
    show("as before", session.read(second, other), session.start)
    read.wait()
    cl.enqueue_copy(second, other, there)
    show("then", session.read(second, other), there)


def whole(session: Session) -> None:
    """A copy of several commands that fails has done nothing: for want of room, or when the buffer
    is shorter."""
    queue, told = session.queue(), cl.UserEvent(session.context)
    much = np.zeros(50 << 20, NUMBER)
    for count in (much.size, 17 << 20):
        buffer = cl.Buffer(session.context, cl.mem_flags.READ_WRITE, 4 * count)
        cl.enqueue_fill_buffer(queue, buffer, np.full(1, 1, NUMBER), 0, 4 * count)
        try:
            cl.enqueue_copy(queue, buffer, much, is_blocking=False)
            print("is right")
        except (cl.Error, MemoryError) as error:
            print(getattr(error, "code", type(error).__name__))
        if count == much.size:
            told.set_status(cl.command_execution_status.COMPLETE)
        found = np.empty(count, NUMBER)
        cl.enqueue_copy(queue, found, buffer)
        show("as before", found, np.ones_like(found))


def crowded(session: Session) -> None:
    """One queue holds up more than a server takes, and another has something to write, too."""
    first, second = session.queue(), session.queue()
    flags = cl.mem_flags.READ_WRITE
    there = np.arange(15 << 20, dtype=NUMBER) * np.uint32(2654435761)
    held, other = (cl.Buffer(session.context, flags, there.nbytes) for _ in range(2))
    session.busy(first, session.buffer(), 1_000_000_000)
    copies = [cl.enqueue_copy(first, held, there, is_blocking=False) for _ in range(3)]
    cl.enqueue_copy(second, other, there + np.uint32(1))
    print("written", len(copies))  # pyopencl waits for those that nobody has
    for queue, buffer, expected in ((first, held, there), (second, other, there + np.uint32(1))):
        found = np.empty_like(there)
        cl.enqueue_copy(queue, found, buffer)
        show("written", found, expected)


def tall(session: Session) -> None:
    """Many rows, much of them, and rows that are long: each is several commands."""
    queue, flags = session.queue(), cl.mem_flags.READ_WRITE
    for rows, columns, is_blocking in ((20_000, 90, False), (2, 17 << 20, True)):
        picture = np.arange(rows * columns, dtype=NUMBER).reshape(rows, columns)
        buffer = cl.Buffer(session.context, flags, picture.nbytes)
        pitches: Any = {f"{side}_pitches": (4 * columns,) for side in ("buffer", "host")}
        part: Any = {"buffer_origin": (0, 1, 0), "host_origin": (4, 0, 0), **pitches}
        part |= {"region": (4 * (columns - 1), rows - 1, 1), "is_blocking": is_blocking}
        cl.enqueue_fill_buffer(queue, buffer, np.full(1, 7, NUMBER), 0, picture.nbytes)
        cl.enqueue_copy(queue, buffer, picture, **part).wait()
        found, back = np.empty_like(picture), np.full_like(picture, 9)
        cl.enqueue_copy(queue, found, buffer)
        cl.enqueue_copy(queue, back, buffer, **part).wait()
        expected = np.full_like(picture, 7)
        expected[1:, :-1] = picture[:-1, 1:]
        show("written", found, expected)
        expected = np.full_like(picture, 9)
        expected[:-1, 1:] = picture[:-1, 1:]
        show("read", back, expected)


def huge(session: Session) -> None:
    """So many MiB, without waiting for them."""
    queue, count = session.queue(), int(sys.argv[2]) << 18
    buffer = cl.Buffer(session.context, cl.mem_flags.READ_WRITE, 4 * count)
    for number, part in ((3, 0), (5, count // 2)):
        size = 4 * (count // 2)
        cl.enqueue_fill_buffer(queue, buffer, np.full(1, number, NUMBER), 4 * part, size)
    found = np.empty(count, NUMBER)
    done = cl.enqueue_copy(queue, found, buffer, is_blocking=False)
    done.wait()
    print((found[: count // 2] == 3).all(), (found[count // 2 :] == 5).all())


def large(session: Session) -> None:
    """More than goes anywhere in one piece; and a copy to where another comes from."""
    queue = session.queue()
    there = np.arange(40 << 18, dtype=NUMBER) * np.uint32(2654435761)
    buffer = cl.Buffer(session.context, cl.mem_flags.READ_WRITE, there.nbytes)
    for is_blocking in (True, False):
        back = np.zeros_like(there)
        cl.enqueue_copy(queue, buffer, there, is_blocking=is_blocking)
        cl.enqueue_copy(queue, back, buffer, is_blocking=is_blocking)
        cl.enqueue_copy(queue, buffer, back, is_blocking=is_blocking)
        queue.finish()
        show("there and back", back, there)
        there = there + np.uint32(1)
    for _ in range(27):  # more than a server keeps of what nobody has waited for
        cl.enqueue_copy(queue, back, buffer, is_blocking=False)
    queue.finish()
    show("at once", back, there - np.uint32(1))


def host(session: Session) -> None:
    """A buffer that is made of the program's memory: what is in it is there when it is mapped."""
    queue, own = session.queue(), session.start.copy()
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR
    buffer = cl.Buffer(session.context, flags, hostbuf=own)
    print("flags", buffer.flags == flags)
    session.affine(queue, buffer, 5, 1)
    how: Any = cl.map_flags.READ | cl.map_flags.WRITE
    mapped, _ = cl.enqueue_map_buffer(queue, buffer, how, 0, (COUNT,), NUMBER)
    expected = session.start * np.uint32(5) + np.uint32(1)
    show("in place", own, expected)
    mapped += np.uint32(1)
    mapped.base.release(queue)
    show("behind", session.read(queue, buffer), expected + np.uint32(1))


def questions(session: Session) -> None:
    """What leads from one object to another."""
    queue, buffer = session.queue(), session.buffer()
    kernel: Any = session.kernels["affine"]
    done = session.affine(queue, buffer, 3, 4)
    done.wait()
    print(queue.context == session.context, queue.device == session.device)
    print(session.device.platform == cl.get_platforms()[0], session.context.num_devices)
    print(kernel.function_name, kernel.num_args, kernel.context == session.context)
    print(kernel.program.kernel_names, kernel.program.devices == [session.device])
    print(buffer.size, queue.properties)
    try:
        print(kernel.get_arg_info(0, cl.kernel_arg_info.TYPE_NAME))
    except cl.RuntimeError as error:
        print("of arguments", error.code)
    print(done.command_type == cl.command_type.NDRANGE_KERNEL, done.command_queue == queue)
    print(done.command_execution_status == cl.command_execution_status.COMPLETE)
    print(SOURCE in kernel.program.source, kernel.program.reference_count > 0)
    told = cl.Program(session.context, SOURCE).build("-cl-kernel-arg-info")
    print(cl.Kernel(told, "affine").get_arg_info(0, cl.kernel_arg_info.TYPE_NAME))
    # What is released is there as long as something needs it.
    program = cl.Program(session.context, SOURCE).build("-D UNUSED=1")
    last: Any = cl.Kernel(program, "busy")
    print(program.get_build_info(session.device, cl.program_build_info.OPTIONS).split())
    del program
    print(sorted(last.program.kernel_names.split(";")))


def programs(session: Session) -> None:
    """Built again from what was built, from parts, and not at all."""
    queue, buffer = session.queue(), session.buffer()
    context, devices = session.context, [session.device]
    binaries = cl.Program(context, SOURCE).build().binaries
    again = cl.Program(context, devices, binaries).build()
    cl.Kernel(again, "affine")(queue, (COUNT,), None, buffer, np.uint32(3), np.uint32(1))
    show("binary", session.read(queue, buffer), session.start * np.uint32(3) + np.uint32(1))
    names = [each.function_name for each in again.all_kernels()]
    print(sorted(names))
    try:
        cl.Program(context, "kernel void f() { this is wrong; }").build()
    except cl.RuntimeError as error:
        print("no program", error.code, "error" in str(error))


def mistakes(session: Session) -> None:
    """Each gives the code that it gives without us, and the program goes on."""
    queue, buffer = session.queue(), session.buffer()
    kernel = cl.Kernel(session.build_program(), "affine")
    numbers = (buffer, np.uint32(1), np.uint32(1))
    wrong: dict[str, Callable[[], Any]] = {
        "no such kernel": lambda: cl.Kernel(kernel.program, "none"),
        "no argument": lambda: cl.enqueue_nd_range_kernel(queue, kernel, (4,), None),
        "another argument": lambda: kernel.set_arg(3, np.uint32(1)),
        "an argument's size": lambda: kernel.set_arg(1, np.uint64(1)),
        "memory's size": lambda: kernel.set_arg(0, np.uint32(1)),
        "a group's size": lambda: kernel(queue, (COUNT,), (COUNT - 1,), *numbers),
        "too large a group": lambda: kernel(queue, (1 << 20,), (1 << 20,), *numbers),
        "nothing": lambda: cl.Buffer(session.context, cl.mem_flags.READ_WRITE, 0),
        "all": lambda: cl.Buffer(session.context, cl.mem_flags.READ_WRITE, 1 << 50),
        "read behind": lambda: cl.enqueue_copy(queue, np.empty(COUNT + 1, NUMBER), buffer),
        "write behind": lambda: cl.enqueue_copy(queue, buffer, np.empty(COUNT + 1, NUMBER)),
        "overlap": lambda: cl.enqueue_copy(queue, buffer, buffer, byte_count=64, dst_offset=4),
        "a part's place": lambda: buffer.get_sub_region(1, 1 << 20),
        "told": lambda: event.set_status(0),
        "told again": lambda: event.set_status(0),
    }
    event = cl.UserEvent(session.context)
    for what, call in wrong.items():
        try:
            call()
            print(what, "is right")
        except cl.Error as error:
            print(what, error.code)
    kernel(queue, (COUNT,), None, buffer, np.uint32(3), np.uint32(1))
    show("goes on", session.read(queue, buffer), session.start * np.uint32(3) + np.uint32(1))
    failed = cl.UserEvent(session.context)
    late = session.affine(queue, buffer, 3, 1, [failed])
    failed.set_status(-5)
    try:
        late.wait()
    except cl.Error as error:
        print("waited in vain", error.code)


def failures(session: Session) -> None:
    """What waits for what fails, fails; the program goes on."""
    queue, buffer, codes = session.queue(), session.buffer(), []
    for _ in range(100):
        failed = cl.UserEvent(session.context)
        late = session.affine(queue, buffer, 3, 1, [failed])
        failed.set_status(-5)
        try:
            late.wait()
        except cl.Error as error:
            codes.append(error.code)
    print(len(codes), set(codes))


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
    for way in (
        *(kernels, maps, events, arrays, svm, threads, profile, memory, devices, long),
        *(rows, crossed, early, whole, crowded, large, tall, huge),
        *(host, questions, programs, mistakes, failures),
    )
}

if __name__ == "__main__":
    WAYS[sys.argv[1]](Session())
