#!/usr/bin/env python3
"""Tests scripts/make_release.sh in a clone of this repository.

usage: python3 release_test.py [unittest arguments]
"""

import hashlib
import io
import json
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def git(folder, *arguments):
    return subprocess.run(["git", "-c", "user.name=test", "-c", "user.email=test@localhost", *arguments], cwd=folder,
                          check=True, capture_output=True, encoding="utf-8").stdout


@unittest.skipUnless((ROOT / ".git").exists(), "the sources are no repository")
class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.clone = pathlib.Path(folder.name) / "clone"
        git(folder.name, "clone", "-q", "--shared", "--no-tags", ROOT, self.clone)
        # What is tested is the working tree, which may have changes.
        for name in filter(None, git(ROOT, "diff", "--name-only", "-z", "--diff-filter=d", "HEAD").split("\0")):
            shutil.copy(ROOT / name, self.clone / name)
        self.version = re.search(r"project\(sat3d VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]

    def tag(self, name):
        git(self.clone, "add", "-A")
        git(self.clone, "commit", "-q", "--allow-empty", "-m", "a release")
        git(self.clone, "tag", "--force", name)

    def make(self, *arguments):
        return subprocess.run(["scripts/make_release.sh", *arguments], cwd=self.clone, capture_output=True, encoding="utf-8")

    def test_a_tag_gives_a_tarball_with_its_port_and_recipe(self):
        tag = f"v{self.version}"
        self.tag(tag)
        (self.clone / "README.md").write_text("not committed")
        results = []
        for folder in ("first", "second"):
            result = self.make(tag, folder)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            results.append((self.clone / folder / f"sat3d-{self.version}.tar.gz").read_bytes())
        self.assertEqual(*results)
        with tarfile.open(fileobj=io.BytesIO(results[0])) as tarball:
            names = tarball.getnames()
            self.assertEqual({name.split("/")[0] for name in names}, {f"sat3d-{self.version}"})
            readme = tarball.extractfile(f"sat3d-{self.version}/README.md").read()
        self.assertNotEqual(readme, b"not committed")
        port = self.clone / "first" / "vcpkg" / "sat3d"
        self.assertEqual(json.loads((port / "vcpkg.json").read_text())["version"], self.version)
        self.assertIn(f"SHA512 {hashlib.sha512(results[0]).hexdigest()})", (port / "portfile.cmake").read_text())
        data = (self.clone / "first" / "conan" / "conandata.yml").read_text()
        self.assertIn(f'sha256: "{hashlib.sha256(results[0]).hexdigest()}"', data)
        self.assertIn(f'"{self.version}":', data)
        for path in (self.clone / "first").rglob("*"):
            if path.is_file() and path.suffix != ".gz":
                self.assertNotRegex(path.read_text(), r"@[A-Z0-9]+@", path)

    def test_versions_that_disagree_are_refused(self):
        tag = f"v{self.version}"
        for name in ("CMakeLists.txt", "vcpkg.json", "CHANGELOG.md", "README.md", "docs/building.md", "bindings/python/pyproject.toml",
                     "bindings/javascript/package.json", "examples/first_program/CMakeLists.txt"):
            right = (self.clone / name).read_text()
            (self.clone / name).write_text(right.replace(self.version, "9.9.9"))
            self.tag(tag)
            (self.clone / name).write_text(right)
            result = self.make(tag)
            self.assertEqual(result.returncode, 1, name)
            self.assertIn(f"{name} at {tag} does not say: ", result.stderr)
        result = self.make("v0.0.0")
        self.assertIn("there is no tag v0.0.0", result.stderr)
        self.assertFalse((self.clone / "build").exists())


if __name__ == "__main__":
    unittest.main()
