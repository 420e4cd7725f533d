"""Helpers of the tests of benchmarks on pair files.

usage of each: python3 ..._benchmark_test.py BENCHMARK
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


class PairBenchmarkTest(unittest.TestCase):
    """Runs the benchmark once, with one repeat."""

    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "results.json"
            cls.result = run("--workload", "box_box", "--repeats", "1", "--json", path)
            cls.report = json.loads(path.read_text())

    def test_success(self):
        self.assertEqual(self.result.returncode, 0, self.result.stderr)

    def test_missing_pair_file(self):
        result = run("--workload", "nothing")
        self.assertEqual(result.returncode, 1)
        self.assertIn("nothing.txt", result.stderr)
        self.assertIn("Examples:", run("--help").stdout)


def main():
    """Runs the tests of the started script."""
    unittest.main(argv=[sys.argv[0], "-v"])
