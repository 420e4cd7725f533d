"""The sat3d command line, run as a user would: what its tests share.

usage of each: python3 ..._test.py SAT3D MODELS PAIRS [unittest arguments]
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

APART, COLLIDING, USAGE, BAD_INPUT = 0, 1, 2, 3
DIFFERING = 1
COMMANDS = ["inspect", "bake", "convert", "check", "explain", "pairs"]
SVG = "{http://www.w3.org/2000/svg}"

TOOL, MODELS, PAIRS = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])

HOSTILE = "<script>alert(1)</script>&\"'"


def run(*arguments, **environment):
    """The finished process, its output as text."""
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, encoding="utf-8", timeout=120,
                          env={**os.environ, **environment})


def model(name):
    return MODELS / name


class CommandLineTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def json_of(self, *arguments, code=APART):
        result = run(*arguments, "--json")
        self.assertEqual(result.returncode, code, result.stderr + result.stdout)
        return json.loads(result.stdout)

    def refused(self, *arguments, code, says):
        """The command fails with that code, and stderr holds each of the words."""
        result = run(*arguments)
        self.assertEqual(result.returncode, code, result.stderr + result.stdout)
        for words in says:
            self.assertIn(words, result.stderr)

    def write_crates(self, *names):
        """Crates of these names, all in one place."""
        crate = [line for line in model("crate.obj").read_text().splitlines() if not line.startswith(("o ", "g "))]
        vertices = sum(line.startswith("v ") for line in crate)
        normals = sum(line.startswith("vn ") for line in crate)
        lines = []
        for k, name in enumerate(names):
            def shifted(corner):
                at, normal = re.fullmatch(r"(\d+)(?://(\d+))?", corner).groups()
                return f"{int(at) + k * vertices}" + (f"//{int(normal) + k * normals}" if normal else "")
            lines.append(f"o {name}")
            lines += ["f " + " ".join(map(shifted, line.split()[1:])) if line.startswith("f ") else line
                      for line in crate]
        path = self.folder / "crates.obj"
        path.write_text("\n".join(lines) + "\n")
        return path

    def write_crate(self, name, file="crate.obj"):
        """A crate under a name of its own."""
        lines = model("crate.obj").read_text().splitlines()
        lines = [line for line in lines if not line.startswith(("o ", "g "))]
        path = self.folder / file
        path.write_text(f"o {name}\n" + "\n".join(lines) + "\n")
        return path


def main():
    """Runs the tests of the script that was started."""
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
