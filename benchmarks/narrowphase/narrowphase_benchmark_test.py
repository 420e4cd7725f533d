#!/usr/bin/env python3
"""Runs the narrow phase benchmark as briefly as it goes and checks what it writes.

usage: narrowphase_benchmark_test.py NARROWPHASE_BENCHMARK
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BENCHMARK = pathlib.Path(sys.argv[1]).resolve()
LISTS = ["far", "near", "shallow", "deep", "all"]


def run(*arguments):
    return subprocess.run([BENCHMARK, *arguments], capture_output=True, encoding="utf-8", timeout=600)


class NarrowphaseBenchmark(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "figures.json"
            cls.result = run("--workload", "box_box", "--repeats", "1", "--json", path)
            cls.report = json.loads(path.read_text())
        cls.workload = cls.report["workloads"][0]

    def contenders(self):
        for section in self.workload["sections"]:
            for figures in section["lists"]:
                for contender in figures["contenders"]:
                    yield section["mode"], figures["name"], contender

    def test_every_list_has_every_contender(self):
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        self.assertEqual(self.report["repeats"], 1)
        self.assertGreater(self.report["bytesPerCache"], 0)
        self.assertEqual((self.workload["name"], self.workload["mostVertices"]), ("box_box", 8))
        self.assertGreater(self.workload["bytesPerHull"], self.workload["kernelBytesPerHull"])
        self.assertEqual([section["mode"] for section in self.workload["sections"]], ["cold", "warm"])
        for section in self.workload["sections"]:
            self.assertEqual([figures["name"] for figures in section["lists"]], LISTS)
            names = [[contender["name"] for contender in figures["contenders"]] for figures in section["lists"]]
            self.assertTrue(all(row == names[0] for row in names))
            self.assertEqual([hits["name"] for hits in section["hits"]], names[0])
            self.assertIn("sat3d", names[0])

    def test_times_are_times(self):
        for mode, name, contender in self.contenders():
            self.assertGreater(contender["ns"], 0, (mode, name, contender))
            self.assertEqual(contender["spread"], 0)  # of one repeat
            self.assertGreater(contender["queriesTimed"], 0)

    def test_our_answers_are_exact(self):
        ours = [entry for entry in self.contenders()
                if entry[1] != "all" and entry[2]["name"].startswith(("sat3d", "double"))]
        self.assertGreater(len(ours), 3 * 4)
        for mode, name, contender in ours:
            accuracy = contender["accuracy"]
            faults = [accuracy[kind] for kind in ["falsePositives", "falseNegatives", "notMinimal"]]
            self.assertEqual(faults, [0, 0, 0], (mode, name, contender))
            self.assertLess(accuracy["worstDepthError"], 3e-6)
            self.assertEqual(accuracy["judged"], 100)
            if name == "deep" and "overlaps" not in contender["name"]:
                self.assertGreater(accuracy["pushes"], 90)

    def test_the_table_has_the_same_rows(self):
        names = {contender["name"] for _, _, contender in self.contenders()}
        for name in names:
            rows = [line for line in self.result.stdout.splitlines() if line.startswith(name + " ")]
            self.assertGreaterEqual(len(rows), 2, name)  # times, summary

    def test_what_it_cannot_read(self):
        result = run("--workload", "nothing")
        self.assertEqual(result.returncode, 1)
        self.assertIn("nothing.txt", result.stderr)
        self.assertIn("Examples:", run("--help").stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
