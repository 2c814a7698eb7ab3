"""Draws Julia sets on the first OpenCL device, and says how long each picture took.

    heddle run --priority low -- python examples/opencl/julia.py            as many as it can
    heddle run --priority high -- python examples/opencl/julia.py --every 100   ten a second

It needs pyopencl and knows nothing of Heddle.
"""

import argparse
import time

import numpy as np
import pyopencl as cl

SOURCE = """
kernel void julia(global uchar *to, float real, float imaginary, uint turns) {
  int x = get_global_id(0), y = get_global_id(1);
  int width = get_global_size(0), height = get_global_size(1);
  float a = 3.0f * x / width - 1.5f, b = 3.0f * y / height - 1.5f;
  uint turn = 0;
  for (; turn < turns && a * a + b * b < 4.0f; turn++) {
    float next = a * a - b * b + real;
    b = 2.0f * a * b + imaginary;
    a = next;
  }
  to[y * width + x] = 255u * turn / turns;
}
"""


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--every", type=float, default=0, help="milliseconds; 0: at once")
    options.add_argument("--pictures", type=int, default=100)
    options.add_argument("--size", type=int, default=256)
    options = options.parse_args()
    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    julia = cl.Kernel(cl.Program(context, SOURCE).build(), "julia")
    picture = np.zeros((options.size, options.size), np.uint8)
    buffer = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, picture.nbytes)
    times = []
    due = time.perf_counter()
    for i in range(options.pictures):
        time.sleep(max(0.0, due - time.perf_counter()))
        begin = time.perf_counter()
        angle = 2 * np.pi * i / options.pictures
        place = (np.float32(0.7885 * np.cos(angle)), np.float32(0.7885 * np.sin(angle)))
        julia(queue, picture.shape, None, buffer, *place, np.uint32(200))
        cl.enqueue_copy(queue, picture, buffer)
        times.append(1000 * (time.perf_counter() - begin))
        due = begin + options.every / 1000
    times = sorted(times[1:])  # for the first one the kernel is compiled
    brightness = picture.mean()
    print(f"{options.pictures} pictures on {queue.device.name}, the last {brightness:.1f} bright;")
    print(f"median {times[len(times) // 2]:.1f} ms, slowest {times[-1]:.1f} ms")


main()
