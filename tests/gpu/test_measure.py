"""`heddle device measure` on a real GPU, beside what PyTorch reaches in the same run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import unittest
from pathlib import Path
from typing import Any

from tests.gpu.test_cuda import has
from tests.world import World

PROGRAMS = Path(__file__).parent / "programs"
#: What must hold on an H200: part of PyTorch's figure, spread, seconds.
CLOSE, SPREAD, WALL_S = 0.10, 0.03, 60.0
#: The figures that must not wobble.
STEADY = ("compute.bf16.library", "memory.bandwidth.library", "memory.bandwidth.portable")


@unittest.skipUnless(os.path.exists("/dev/nvidiactl"), "no NVIDIA driver on this machine")
class Measure(unittest.TestCase):
    world: World
    report: dict[str, Any]
    wall_s: float

    @classmethod
    def setUpClass(cls) -> None:
        cls.world = World()
        cls.addClassCleanup(cls.world.remove)
        cls.world.environment["SOFTXPU_DEVICES"] = "none"
        cls.world.environment["HEDDLE_STATE"] = str(cls.world.folder / "state")
        begin = time.monotonic()
        done = cls.world.heddle(
            "device", "measure", "--device", "cuda@0", "-o", "json", timeout=180
        )
        cls.wall_s = time.monotonic() - begin
        if done.returncode:
            raise AssertionError(done.stderr)
        cls.report = json.loads(done.stdout)
        for metric in cls.report["metrics"]:
            print(f"{metric['name']}: {metric['value']:.4g} {metric['unit']} +- {metric['spread']}")
        print(f"left out: {cls.report['left_out']}\nfacts: {cls.report['facts']}")
        print(f"{cls.wall_s:.1f} s")

    def value(self, name: str) -> float:
        found = {metric["name"]: metric["value"] for metric in self.report["metrics"]}
        return float(found[name])

    def test_it_takes_no_longer_than_a_minute(self) -> None:
        """Start, libraries and all."""
        self.assertLess(self.wall_s, WALL_S)

    def test_values_are_steady(self) -> None:
        """Ten repetitions or more, close together."""
        for metric in self.report["metrics"]:
            if metric["name"] in STEADY:
                with self.subTest(metric["name"]):
                    self.assertGreaterEqual(metric["count"], 10)
                    self.assertLessEqual(metric["spread"], SPREAD)

    def test_every_precision_has_a_value(self) -> None:
        """By NVIDIA's library and by our own kernels; what is left out has a reason."""
        left_out = {entry["name"]: entry["reason"] for entry in self.report["left_out"]}
        for precision in ("fp64", "fp32", "tf32", "fp16", "bf16", "int8"):
            for how in ("library", "portable"):
                name = f"compute.{precision}.{how}"
                with self.subTest(name):
                    self.assertNotIn(name, left_out)
                    self.assertGreater(self.value(name), 0)

    def test_our_own_copy_is_as_fast_as_the_drivers(self) -> None:
        """Both are bound by the memory."""
        library = self.value("memory.bandwidth.library")
        self.assertGreater(self.value("memory.bandwidth.portable"), (1 - CLOSE) * library)

    def test_pytorch_reaches_the_same(self) -> None:
        """bf16 products and copies within ten percent."""
        if not has("torch"):
            self.skipTest("no PyTorch here")
        command = [sys.executable, str(PROGRAMS / "torch_peak.py")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=180)
        self.assertEqual(done.returncode, 0, done.stderr)
        torch = json.loads(done.stdout)
        print(f"PyTorch: {torch}")
        for name, key in (
            ("compute.bf16.library", "bf16_tflops"),
            ("memory.bandwidth.library", "copy_gbs"),
        ):
            with self.subTest(name):
                ours = self.value(name)
                self.assertLess(abs(ours - torch[key]), CLOSE * torch[key])

    def test_a_second_run_resumes(self) -> None:
        """Nothing is measured twice in the same versions."""
        done = self.world.heddle(
            "device", "measure", "--device", "cuda@0", "--resume", "-o", "json"
        )
        again = json.loads(done.stdout)
        names = {entry["name"] for entry in self.report["left_out"]}
        self.assertEqual({entry["name"] for entry in again["left_out"]}, names)
        self.assertEqual(again["metrics"], self.report["metrics"])
