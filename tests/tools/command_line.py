"""Helpers of the tests that run the sat3d command line as a user would.

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

DONE = 0
APART, COLLIDING, USAGE, BAD_INPUT = 0, 1, 2, 3
DIFFERING = 1
COMMANDS = ["inspect", "bake", "convert", "check", "explain", "pairs"]
SVG = "{http://www.w3.org/2000/svg}"

TOOL, MODELS, PAIRS = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])

HOSTILE = "<script>alert(1)</script>&\"'"


def run(*arguments, **environment):
    """Runs the command line. Returns the finished process with text output."""
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
        """Expects that the command fails with the code, and that stderr contains each of the words."""
        result = run(*arguments)
        self.assertEqual(result.returncode, code, result.stderr + result.stdout)
        for words in says:
            self.assertIn(words, result.stderr)

    def bake(self, path, *options):
        """Returns the baked file."""
        baked = self.folder / (path.stem + ".s3d")
        result = run("bake", path, "-o", baked, *options)
        self.assertEqual(result.returncode, APART, result.stderr)
        return baked

    def document_of(self, path):
        """Returns the model, converted to a glTF document."""
        output = self.folder / "converted.gltf"
        self.json_of("convert", path, "-o", output)
        return json.loads(output.read_text(encoding="utf-8"))

    def write_json(self, document, name="document.gltf"):
        path = self.folder / name
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    def write_crates(self, *names, file="crates.obj"):
        """Writes an OBJ file with a crate for each name, all at the same place."""
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
        path = self.folder / file
        path.write_text("\n".join(lines) + "\n")
        return path


def main():
    """Runs the tests of the started script."""
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
