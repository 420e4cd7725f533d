#!/usr/bin/env python3
"""Checks that no two headers define one inline function, with the same name and types of arguments in the same namespace.

The linker keeps one of both for all callers. Optimized builds hide that, because they inline small functions.

usage: one_definition_test.py ROOT     prints one line per function that has two definitions, and exits with 1 if there is any
"""

import collections
import pathlib
import re
import sys

NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)
FUNCTION = re.compile(r"^(?:\[\[nodiscard\]\] )?(?:(?:inline|constexpr|HWY_INLINE) )+[^;{}()=]*?(\w+|operator\W+?)\(((?:[^;{]|{})*?)\)[^;{]*\{",
                      re.MULTILINE)


def functions(text):
    """Yields namespace, name and argument types of each function that a header defines outside of classes and templates."""
    for found in FUNCTION.finditer(text):
        before = NAMESPACE.findall(text, 0, found.start())
        types = [re.sub(r"(?<=[ &*>])\w+( = .*)?$", "", argument.strip()).strip()
                 for argument in re.sub(r"\s+", " ", found[2]).split(",")]
        if not text[:found.start()].rstrip().endswith(">"):  # template <...>
            yield before[-1] if before else "", found[1], ", ".join(types)


def places_of_functions(root):
    """Returns the headers that define each function of functions()."""
    places = collections.defaultdict(set)
    for folder in ("include", "source"):
        for header in sorted((root / folder).rglob("*.hpp")):
            for function in functions(header.read_text()):
                places[function].add(str(header.relative_to(root)))
    return places


def defined_twice(places):
    return {function: headers for function, headers in places.items() if len(headers) > 1}


def main():
    places = places_of_functions(pathlib.Path(sys.argv[1]))
    twice = defined_twice(places)
    for (namespace, name, types), headers in sorted(twice.items()):
        print(f"{namespace}::{name}({types}) is defined in {' and in '.join(sorted(headers))}")
    if len(places) < 100:
        print(f"only {len(places)} functions found")
    return 1 if twice or len(places) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
