#!/usr/bin/env python3
"""Plants pairs of functions in two headers, and expects one_definition_test.py to find those that the linker would join."""

import pathlib
import tempfile
import unittest

import one_definition_test as check


def twice(first, second, namespaces=("sat3d::SAT3D_ABI", "sat3d::SAT3D_ABI")):
    """Returns the functions that are found twice where a public and a private header have these texts."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text, namespace in zip(("include/a.hpp", "source/b.hpp"), (first, second), namespaces):
            (root / name).parent.mkdir()
            (root / name).write_text(f"#pragma once\nnamespace {namespace} {{\n{text}}}\n")
        return check.defined_twice(check.places_of_functions(root))


LIGHT = "inline bool setBody(World& world, BodyId body) {\n    return true;\n}\n"
HEAVY = "[[nodiscard]] inline bool setBody(World& w,\n                                  BodyId id = {}) noexcept {\n    return false;\n}\n"


class OneDefinition(unittest.TestCase):
    def test_finds_one_function_in_two_headers_whatever_its_arguments_are_called(self):
        self.assertEqual(twice(LIGHT, HEAVY),
                         {("sat3d::SAT3D_ABI", "setBody", "World&, BodyId"): {"include/a.hpp", "source/b.hpp"}})

    def test_finds_constexpr_functions_and_operators(self):
        self.assertTrue(twice("constexpr int half(int a) { return a / 2; }\n", "constexpr int half(int a) { return a >> 1; }\n"))
        self.assertTrue(twice("inline Layer operator|(Layer a, Layer b) { return a; }\n",
                              "constexpr Layer operator|(Layer x, Layer y) noexcept { return y; }\n"))

    def test_finds_one_behind_others(self):
        other = "inline int first() { return 1; }\n\ntemplate <class T>\nT second(T a) { return a; }\n\n"
        self.assertEqual(len(twice(other + LIGHT, HEAVY)), 1)

    def test_accepts_what_the_linker_tells_apart(self):
        self.assertFalse(twice(LIGHT, HEAVY, ("sat3d::SAT3D_ABI", "sat3d::SAT3D_ABI::importing")))
        self.assertFalse(twice(LIGHT, HEAVY.replace("BodyId", "const BodyId&")))
        self.assertFalse(twice(LIGHT, HEAVY.replace("setBody", "setBodies")))

    def test_accepts_declarations_and_templates(self):
        self.assertFalse(twice(LIGHT, "bool setBody(World& world, BodyId body);\n"))
        self.assertFalse(twice(LIGHT, "template <>\n" + LIGHT))


if __name__ == "__main__":
    unittest.main()
