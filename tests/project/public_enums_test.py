#!/usr/bin/env python3
"""Every public enumeration has a toString."""

import re
import sys
import unittest
from pathlib import Path

INCLUDE = Path(__file__).resolve().parents[2] / "include"


def enums_without_name(text: str) -> list[str]:
    """Returns the names of enumerations of a header that has no toString for them."""
    missing = []
    names = re.findall(r"\benum class (\w+)", text)
    for name in dict.fromkeys(names):
        functions = re.findall(rf"\btoString\((?:\w+::)*{name} \w+\)", text)
        if len(functions) < names.count(name):
            missing.append(name)
    return missing


class PublicEnums(unittest.TestCase):
    def test_all_have_a_name(self):
        headers = sorted(INCLUDE.rglob("*.hpp"))
        found = {str(header): enums_without_name(header.read_text()) for header in headers}
        self.assertGreater(sum("enum class" in header.read_text() for header in headers), 20)
        self.assertEqual({header: names for header, names in found.items() if names}, {})

    def test_finds_faults(self):
        self.assertEqual(enums_without_name("enum class A { X };\nstruct S { enum class A { Y }; };\n"
                                            "std::string_view toString(S::A a) noexcept;"), ["A"])
        self.assertEqual(enums_without_name("enum class A { X };\nstd::string_view toString(A a);"), [])


if __name__ == "__main__":
    sys.exit(unittest.main())
