#!/usr/bin/env python3
"""Tests sat3d pairs."""

from command_line import APART, BAD_INPUT, DIFFERING, PAIRS, USAGE, CommandLineTest, main, run


class Pairs(CommandLineTest):
    def test_lines_agree_with_the_reference(self):
        result = run("pairs", PAIRS / "tank_tank.txt", "--reference", PAIRS / "tank_tank.ref")
        self.assertEqual(result.returncode, APART, result.stderr)
        lines = [line.split() for line in result.stdout.splitlines() if not line.startswith("#")]
        references = [line.split() for line in (PAIRS / "tank_tank.ref").read_text().splitlines() if line[0] != "#"]
        self.assertEqual(len(lines), len(references))
        for line, reference in zip(lines, references):
            size = float(reference[5])
            if float(reference[0]) > 0:  # the separation depends on the tested axes
                self.assertAlmostEqual(float(line[0]) / size, float(reference[0]) / size, delta=1e-6)
            else:
                self.assertLess(float(line[0]), 0)
            self.assertEqual(len(line), 8)
            self.assertEqual(line[7], "-")
        self.assertIn("false positives 0, false negatives 0, not minimal 0", result.stdout)

    def test_json_of_a_later_frame(self):
        answer = self.json_of("pairs", PAIRS / "box_box.txt", "--frame", 49, "--reference", PAIRS / "box_box.coh.ref")
        summary = answer["summary"]
        self.assertEqual((summary["pairs"], len(answer["pairs"])), (400, 400))
        self.assertEqual((summary["falsePositives"], summary["falseNegatives"], summary["notMinimal"]), (0, 0, 0))
        self.assertLess(summary["worstDepthError"], 1e-6)
        self.assertGreater(summary["overlapping"], 50)

    def test_wrong_reference_is_an_error(self):
        answer = self.json_of("pairs", PAIRS / "box_box.txt", "--reference", PAIRS / "tank_tank.ref", code=DIFFERING)
        self.assertGreater(answer["summary"]["worstDepthError"], 0.01)
        self.assertGreater(answer["summary"]["notMinimal"], 0)

    def test_times_of_every_regime(self):
        path = PAIRS / "box_box.txt"
        regimes = ["far", "near", "shallow", "deep", "all"]
        answer = self.json_of("pairs", path, "--time", "--bulk")
        self.assertEqual([row["regime"] for row in answer["times"]], regimes)
        self.assertEqual([row["pairs"] for row in answer["times"]], [100, 100, 100, 100, 400])
        for row in answer["times"]:
            self.assertEqual(set(row), {"regime", "pairs", "cold", "bulk"})
            for way in ["cold", "bulk"]:
                self.assertGreater(row[way]["ns"], 0)
                self.assertGreaterEqual(row[way]["spread"], 0)
        lines = run("pairs", path, "--time").stdout.splitlines()
        self.assertIn("nanoseconds per pair", lines[0])
        self.assertEqual(lines[1].split(), ["regime", "pairs", "cold", "+-"])
        self.assertEqual([line.split()[0] for line in lines[2:]], regimes)

    def test_missing_regimes_are_left_out(self):
        path = self.folder / "one.txt"
        path.write_text("shapes 1\nshape 0 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
                        "pairs 1\n3 0 0  0 0 0 0 0 0 1  0.1 0 0 0 0 0 1  0 0 0 0 0 0\n")
        answer = self.json_of("pairs", path, "--time")
        self.assertEqual([row["regime"] for row in answer["times"]], ["deep", "all"])

    def test_time_with_incompatible_options(self):
        path = PAIRS / "box_box.txt"
        for arguments in [["--bulk"], ["--time", "--frame", "3"], ["--time", "--reference", PAIRS / "box_box.ref"]]:
            self.assertEqual(run("pairs", path, *arguments).returncode, USAGE)
        empty = self.folder / "empty.txt"
        empty.write_text("shapes 0\npairs 0\n")
        self.refused("pairs", empty, "--time", code=BAD_INPUT, says=["empty.txt", "no pairs"])

    def test_invalid_files(self):
        self.refused("pairs", "nowhere.txt", code=BAD_INPUT, says=["nowhere.txt"])
        broken = self.folder / "broken.txt"
        broken.write_text("shapes 1\nshape 0 4\n0 0 0\n1 0 zero\n0 1 0\n0 0 1\npairs 0\n")
        self.refused("pairs", broken, code=BAD_INPUT, says=["broken.txt:4"])
        flat = self.folder / "flat.txt"
        flat.write_text("shapes 1\nshape 7 4\n0 0 0\n1 0 0\n0 1 0\n1 1 0\npairs 0\n")
        self.refused("pairs", flat, code=BAD_INPUT, says=["flat.txt", "shape 7"])
        short = self.folder / "short.ref"
        short.write_text("\n".join((PAIRS / "box_box.ref").read_text().splitlines()[:10]) + "\n")
        self.refused("pairs", PAIRS / "box_box.txt", "--reference", short, code=BAD_INPUT, says=["short.ref", "400 pairs"])


if __name__ == "__main__":
    main()
