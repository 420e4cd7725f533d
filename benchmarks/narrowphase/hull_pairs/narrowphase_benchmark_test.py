#!/usr/bin/env python3
"""Runs the narrow phase benchmark once, with one repeat, and checks its output.

usage: narrowphase_benchmark_test.py NARROWPHASE_BENCHMARK
"""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "harness"))
import pair_benchmark_test  # noqa: E402
LISTS = ["far", "near", "shallow", "deep", "all"]


class NarrowphaseBenchmark(pair_benchmark_test.PairBenchmarkTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.workload = cls.report["workloads"][0]

    def contenders(self):
        for section in self.workload["sections"]:
            for query_list in section["lists"]:
                for contender in query_list["contenders"]:
                    yield section["mode"], query_list["name"], contender

    def test_every_list_has_every_contender(self):
        self.assertEqual(self.report["repeats"], 1)
        self.assertEqual((self.workload["name"], self.workload["mostVertices"]), ("box_box", 8))
        self.assertGreater(self.workload["bytesPerHull"], self.workload["kernelBytesPerHull"])
        self.assertEqual([section["mode"] for section in self.workload["sections"]], ["cold", "warm"])
        for section in self.workload["sections"]:
            self.assertEqual([query_list["name"] for query_list in section["lists"]], LISTS)
            names = [[contender["name"] for contender in query_list["contenders"]]
                     for query_list in section["lists"]]
            self.assertTrue(all(row == names[0] for row in names))
            self.assertEqual([hits["name"] for hits in section["hits"]], names[0])
            self.assertIn("sat3d", names[0])

    def test_times_are_positive(self):
        for mode, name, contender in self.contenders():
            self.assertGreater(contender["ns"], 0, (mode, name, contender))
            self.assertEqual(contender["spread"], 0)  # one repeat has no spread
            self.assertGreater(contender["queriesTimed"], 0)

    def test_our_answers_are_exact(self):
        ours = [entry for entry in self.contenders()
                if entry[1] != "all" and entry[2]["name"].startswith(("sat3d", "projection"))]
        self.assertGreater(len(ours), 3 * 4)
        for mode, name, contender in ours:
            accuracy = contender["accuracy"]
            faults = [accuracy[kind] for kind in ["falsePositives", "falseNegatives", "notMinimal"]]
            self.assertEqual(faults, [0, 0, 0], (mode, name, contender))
            self.assertLess(accuracy["worstDepthError"], 3e-6)
            self.assertEqual(accuracy["judged"], 100)
            if name == "deep" and "overlaps" not in contender["name"]:
                self.assertGreater(accuracy["pushes"], 90)

    def test_peers_get_the_same_pairs(self):
        for mode, name, contender in self.contenders():
            if contender["name"] in ("Bullet GJK+EPA", "Jolt manifold") and name != "all":
                accuracy = contender["accuracy"]
                faults = accuracy["falsePositives"] + accuracy["falseNegatives"]
                self.assertLessEqual(faults, 1, (mode, name, contender))
                self.assertLess(accuracy["meanDepthError"], 1e-4)
            if contender["name"] in ("Box3D manifold", "Jolt defaults") and name == "deep":
                self.assertGreater(contender["accuracy"]["pushes"], 90, (mode, contender))
                self.assertLess(contender["accuracy"]["meanDepthError"], 0.05)

    def test_the_table_has_the_same_rows(self):
        names = {contender["name"] for _, _, contender in self.contenders()}
        for name in names:
            rows = [line for line in self.result.stdout.splitlines() if line.startswith(name + " ")]
            self.assertGreaterEqual(len(rows), 2, name)  # times, summary


if __name__ == "__main__":
    pair_benchmark_test.main()
