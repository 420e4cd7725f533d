#!/usr/bin/env python3
"""Runs the benchmark of the verbs as briefly as it goes and checks what it writes.

usage: verbs_benchmark_test.py VERBS_BENCHMARK
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BENCHMARK = pathlib.Path(sys.argv[1]).resolve()


def run(*arguments):
    return subprocess.run([BENCHMARK, *arguments], capture_output=True, encoding="utf-8", timeout=600)


class VerbsBenchmark(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "figures.json"
            cls.result = run("--workload", "box_box", "--repeats", "1", "--json", path)
            cls.report = json.loads(path.read_text())

    def test_every_verb_has_its_lists(self):
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        lists = [(section["verb"], section["list"]) for section in self.report["sections"]]
        self.assertEqual(lists, [("distance", "far"), ("distance", "near"), ("ray", "all"), ("sweep", "far"),
                                 ("sweep", "near")])

    def test_times_are_times(self):
        for section in self.report["sections"]:
            for contender in section["contenders"]:
                self.assertGreater(contender["ns"], 0, contender)
                self.assertGreater(contender["questionsTimed"], 0)

    def test_our_answers_are_exact(self):
        for section in self.report["sections"]:
            ours = section["contenders"][0]
            self.assertEqual((ours["name"], ours["timesSlower"]), ("sat3d", 1))
            accuracy = ours["accuracy"]
            self.assertEqual((accuracy["falseHits"], accuracy["falseMisses"]), (0, 0), section)
            self.assertLess(accuracy["worst"], 2e-6, section)
            self.assertGreaterEqual(accuracy["judged"], 100)

    def test_what_it_cannot_read(self):
        result = run("--workload", "nothing")
        self.assertEqual(result.returncode, 1)
        self.assertIn("nothing.txt", result.stderr)
        self.assertIn("Examples:", run("--help").stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
