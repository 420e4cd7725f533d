#!/usr/bin/env python3
"""Runs the benchmark of distances, rays and sweeps with one repeat, and checks its output.

usage: verbs_benchmark_test.py VERBS_BENCHMARK
"""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "harness"))
import pair_benchmark_test  # noqa: E402


class VerbsBenchmark(pair_benchmark_test.PairBenchmarkTest):
    def test_every_verb_has_its_lists(self):
        lists = [(section["verb"], section["list"]) for section in self.report["sections"]]
        self.assertEqual(lists, [("distance", "far"), ("distance", "near"), ("ray", "all"), ("sweep", "far"),
                                 ("sweep", "near")])

    def test_times_are_positive(self):
        for section in self.report["sections"]:
            for contender in section["contenders"]:
                self.assertGreater(contender["ns"], 0, contender)
                self.assertGreater(contender["queriesTimed"], 0)

    def test_our_answers_are_exact(self):
        for section in self.report["sections"]:
            ours = section["contenders"][0]
            self.assertEqual((ours["name"], ours["timesSlower"]), ("sat3d", 1))
            accuracy = ours["accuracy"]
            self.assertEqual((accuracy["falseHits"], accuracy["falseMisses"]), (0, 0), section)
            self.assertLess(accuracy["worst"], 2e-6, section)
            self.assertGreaterEqual(accuracy["judged"], 100)


if __name__ == "__main__":
    pair_benchmark_test.main()
