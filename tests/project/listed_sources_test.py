#!/usr/bin/env python3
"""Checks that each *_test.cpp is compiled: a CMakeLists.txt in its folder or above names it.

A test that no list names would never run, and nobody would notice.

usage: listed_sources_test.py TESTS     prints one line per source that is not listed, and exits with 1 if there is any
"""

import pathlib
import re
import sys


def is_listed(source, tests):
    """Whether a CMakeLists.txt between the folder of a source and the folder of all tests names it."""
    folder = source.parent
    while True:
        lists = folder / "CMakeLists.txt"
        name = re.escape(source.relative_to(folder).as_posix())
        if lists.exists() and re.search(rf"(?<![\w/]){name}(?!\w)", lists.read_text()):
            return True
        if folder == tests:
            return False
        folder = folder.parent


def main():
    tests = pathlib.Path(sys.argv[1]).resolve()
    sources = sorted(tests.rglob("*_test.cpp"))
    missing = [source for source in sources if not is_listed(source, tests)]
    for source in missing:
        print(f"{source.relative_to(tests)}: no CMakeLists.txt names it, so it is never built")
    if not sources:
        print("no tests found")
    return 1 if missing or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
