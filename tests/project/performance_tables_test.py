#!/usr/bin/env python3
"""Runs scripts/performance_tables.py on small pages with small results."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "performance_tables.py"
PAGE = """Text with | bars |.

| cold | box_box |
|---|---|
| **`penetration`** | **1** |
| ODE box against box | - |

| | false hits / misses | depth error, worst |
|---|---|---|
| **`penetration`** | **7 / 7** | **0** |

| | box, mesh | box, height field |
|---|---|---|
| **`collide`** | 1 | 2 |
| Bullet, contacts | 3 | |

| us per step | 16,000 |
|---|---|
| **sat3d, all move** | 1 |
| Bullet, all move | 1 |
"""


def narrowphase(name="sat3d", times=38.4):
    """Returns results of one workload."""
    accuracy = {"falsePositives": 0, "falseNegatives": 0, "notMinimal": 0, "pushes": 1, "worstDepthError": 1e-7,
                "meanDepthError": 1e-8}
    regimes = [{"name": "deep", "contenders": [{"name": name, "ns": 1.0, "accuracy": accuracy}]}]
    section = {"mode": "cold", "hits": [{"name": name, "timesFaster": times}], "lists": regimes}
    return {"workloads": [{"name": "box_box", "sections": [section]}]}


def run(files, page=PAGE):
    """Returns the exit code, the new page, and the messages."""
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "page.md"
        target.write_text(page)
        for name, text in files.items():
            (pathlib.Path(folder) / name).write_text(text)
        result = subprocess.run([sys.executable, SCRIPT, "--results", folder, "--page", target], capture_output=True,
                                text=True)
        return result.returncode, target.read_text(), result.stderr


class PerformanceTables(unittest.TestCase):
    def test_writes_two_digits_and_keeps_the_format(self):
        _, page, _ = run({"narrowphase.json": json.dumps(narrowphase())})
        self.assertIn("| **`penetration`** | **38** |\n| ODE box against box | - |\n", page)
        self.assertTrue(page.startswith("Text with | bars |.\n"))
        _, page, _ = run({"narrowphase.json": json.dumps(narrowphase(times=0.998))})
        self.assertIn("| **`penetration`** | **1.0** |", page)

    def test_sums_need_all_workloads(self):
        code, page, said = run({"narrowphase.json": json.dumps(narrowphase())})
        self.assertEqual(code, 3)
        self.assertIn("**7 / 7**", page)
        self.assertIn("no result for `penetration`, false hits / misses", said)

    def test_surfaces_in_microseconds_and_cells_without_results(self):
        benchmarks = [{"name": f"contacts/box/{name}", "cpu_time": time} for name, time in
                      (("sat3d", 13600.0), ("sat3d_field", 900.0), ("Bullet", 12000.0))]
        code, page, _ = run({"surfaces.json": json.dumps({"benchmarks": benchmarks})})
        self.assertEqual(code, 0)
        self.assertIn("| **`collide`** | 14 | 0.90 |\n| Bullet, contacts | 12 |  |\n", page)

    def test_steps_of_the_broad_phase_by_medians(self):
        benchmarks = [{"run_name": f"all move/16000/{name}", "cpu_time": time, **aggregate} for name, time in
                      (("sat3d", 1400.0), ("Bullet", 21000.0)) for aggregate in ({"aggregate_name": "median"}, {})]
        benchmarks.append({"run_name": "all move/16000/sat3d", "cpu_time": 3.0, "aggregate_name": "stddev"})
        code, page, _ = run({"broadphase.json": json.dumps({"benchmarks": benchmarks})})
        self.assertEqual(code, 0)
        self.assertIn("| **sat3d, all move** | 1400 |\n| Bullet, all move | 15 |\n", page)

    def test_other_files_do_not_change_the_page(self):
        for text in ("", "[]", "{}", '{"workloads": 1}'):
            code, page, said = run({"narrowphase.json": text})
            self.assertEqual((code, page), (2, PAGE), text)
            self.assertIn("not a result of scripts/benchmark.sh", said)
        self.assertEqual(run({})[0], 2)


if __name__ == "__main__":
    unittest.main()
