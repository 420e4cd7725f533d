#!/usr/bin/env python3
"""cmake/unsanitized_headers.txt names the headers of others as Clang finds them, and no checkout of the project."""

import fnmatch
import pathlib
import shutil
import subprocess
import sys
import unittest

LIST = pathlib.Path(__file__).resolve().parents[2] / "cmake" / "unsanitized_headers.txt"
PATTERNS = [line.removeprefix("src:") for line in LIST.read_text().splitlines() if line.startswith("src:")]
COMPILERS = [path for path in map(shutil.which, ("clang++", "clang++-14", "clang++-19")) if path]
SOURCE = "#include <vector>\n#include <cmath>\n#include <climits>\n#include <cstdint>\n"


def is_left_out(path):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in PATTERNS)


class UnsanitizedHeaders(unittest.TestCase):
    @unittest.skipUnless(COMPILERS and sys.platform == "linux", "needs Clang")
    def test_headers_of_the_system_are_left_out(self):
        for compiler in COMPILERS:
            result = subprocess.run([compiler, "-std=c++20", "-H", "-fsyntax-only", "-x", "c++", "-"], input=SOURCE,
                                    capture_output=True, text=True, check=True)
            headers = [line.split(" ", 1)[1] for line in result.stderr.splitlines() if line.startswith(".")]
            self.assertGreater(len(headers), 10)
            self.assertEqual([name for name in headers if not is_left_out(name)], [], compiler)

    def test_checkouts_keep_their_checks(self):
        for folder in ("/usr/src", "/usr/local/src", "/usr/home/me", "/home/me", "/work"):
            self.assertFalse(is_left_out(f"{folder}/sat3d/source/core/memory.cpp"), folder)


unittest.main()
