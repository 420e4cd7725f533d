#!/usr/bin/env python3
"""Runs tools/check_layers.py on small trees with one error each, and expects its message."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_layers.py"
NAMESPACE = "namespace sat3d::SAT3D_ABI {}\n"


def run(files):
    """Returns exit code and output of the check on a tree of these files and a valid umbrella header."""
    with tempfile.TemporaryDirectory() as folder:
        tree = {"include/sat3d/sat3d.hpp": "#pragma once\n"} | files
        for name, text in tree.items():
            file = pathlib.Path(folder) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        result = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)
        return result.returncode, result.stdout


class CheckLayers(unittest.TestCase):
    def accepts(self, name, text, others=None):
        code, output = run({name: text} | (others or {}))
        self.assertEqual(code, 0, output)

    def refuses_tree(self, files, *messages):
        code, output = run(files)
        self.assertEqual(code, 1, output)
        for message in messages:
            self.assertIn(message, output)

    def refuses(self, name, text, reason, others=None):
        self.refuses_tree({name: text} | (others or {}), reason, name)

    def test_accepts_own_layer_and_lower_layers(self):
        self.accepts("source/math/a.cpp", '#include "math/b.hpp"\n#include <sat3d/core/result.hpp>\n' + NAMESPACE)
        self.accepts("source/import/a.cpp", "#include <assimp/scene.h>\n#include <sat3d/shapes/s.hpp>\n" + NAMESPACE)
        self.accepts("source/narrowphase/pair/a.cpp", "#include <hwy/highway.h>\n#include <vector>\n" + NAMESPACE)

    def test_refuses_higher_layers(self):
        self.refuses("source/math/a.cpp", "#include <sat3d/shapes/s.hpp>\n", "math may not include shapes")
        self.refuses("source/geometry/a.cpp", '#include "planar/g.hpp"\n', "geometry may not include planar")
        self.refuses("source/import/a.cpp", "#include <sat3d/narrowphase/p.hpp>\n", "import may not include narrowphase")
        self.refuses("source/debug/html/a.cpp", "#include <sat3d/import/import.hpp>\n", "debug may not include import")

    def test_refuses_the_namespace_detail_in_sources(self):
        self.refuses("source/math/a.cpp", "namespace sat3d::SAT3D_ABI::detail {}\n", "opens the namespace detail")
        self.refuses("source/math/a.cpp", NAMESPACE + "namespace detail {}\n", "opens the namespace detail")
        self.accepts("source/math/a.cpp", NAMESPACE + "struct detail::A {};\n")

    def test_refuses_constants_with_the_name_of_one_in_a_header(self):
        header = {"source/narrowphase/pair/b.hpp": "#pragma once\ninline constexpr double kNoise = 1e-6;\n"}
        for constant in ("constexpr double kNoise = 1e-14;\n", "constexpr std::array<int, 2> kNoise{1, 2};\n"):
            self.refuses("source/narrowphase/sat/a.cpp", constant, "kNoise has the name of a constant", header)
        self.accepts("source/narrowphase/sat/a.cpp", "constexpr double kRounding = 1e-14;\n", header)
        self.accepts("source/narrowphase/sat/a.cpp", "void f() {\n    constexpr int kNoise = 1;\n}\n", header)
        self.accepts("source/response/body/a.cpp", "constexpr double kNoise = 1e-14;\n", header)

    def test_accepts_allowed_rooms(self):
        self.accepts("source/narrowphase/sat/a.cpp", '#include "narrowphase/convex/b.hpp"\n' + NAMESPACE)
        self.accepts("source/narrowphase/sat/a.cpp", '#include "narrowphase/sat/b.hpp"\n' + NAMESPACE)
        self.accepts("source/narrowphase/kernels/hull/a.cpp", '#include "narrowphase/kernels/simd/b.hpp"\n' + NAMESPACE)
        self.accepts("source/narrowphase/pair/a.cpp", '#include "shapes/mesh/b.hpp"\n' + NAMESPACE)

    def test_refuses_higher_rooms(self):
        self.refuses("source/narrowphase/convex/a.cpp", '#include "narrowphase/sat/b.hpp"\n', "convex may not include sat")
        self.refuses("source/narrowphase/kernels/simd/a.hpp", '#pragma once\n#include "narrowphase/kernels/hull/b.hpp"\n',
                     "kernels/simd may not include kernels/hull")

    def test_refuses_folders_that_are_not_rooms(self):
        self.refuses_tree({"source/narrowphase/a.cpp": NAMESPACE}, "source/narrowphase:1: is not a room of narrowphase")
        self.refuses_tree({"source/narrowphase/cellar/a.cpp": NAMESPACE, "tests/narrowphase/attic/a_test.cpp": ""},
                          "source/narrowphase/cellar:1: is not a room of narrowphase",
                          "tests/narrowphase/attic:1: does not mirror a room of source/narrowphase")

    def test_refuses_tests_outside_the_room_of_their_source(self):
        source = {"source/narrowphase/distance/gjk.cpp": NAMESPACE}
        self.accepts("tests/narrowphase/distance/gjk_test.cpp", "", source)
        self.accepts("tests/narrowphase/all_verbs_test.cpp", "", source)
        for place in ("tests/narrowphase/gjk_test.cpp", "tests/narrowphase/sat/gjk_test.cpp"):
            self.refuses(place, "", "tests gjk of source/narrowphase/distance", source)

    def test_refuses_crowded_folders(self):
        half = 2000 * NAMESPACE
        for folder in ("source/math", "tools/a/b", "benchmarks/a", "examples/a"):
            self.accepts(f"{folder}/a.cpp", half, {f"{folder}/b.cpp": half, f"{folder}/page.js": half})
            self.refuses_tree({f"{folder}/a.cpp": half, f"{folder}/b.cpp": half + NAMESPACE},
                              f"{folder}:1: contains 4001 lines")

    def test_refuses_unknown_layers(self):
        self.refuses("source/math/a.cpp", "#include <sat3d/physics/p.hpp>\n", "there is no layer 'physics'")
        self.refuses("source/physics/a.cpp", "", "is not in the folder of a layer")

    def test_keeps_public_headers_to_glm_and_the_standard_library(self):
        header = lambda include: f"#pragma once\n{include}\n" + NAMESPACE
        umbrella = {"include/sat3d/sat3d.hpp": "#pragma once\n#include <sat3d/math/a.hpp>\n"}
        name = "include/sat3d/math/a.hpp"
        self.accepts(name, header("#include <glm/vec3.hpp>\n#include <span>"), umbrella)
        self.refuses(name, header('#include "math/b.hpp"'), "private header", umbrella)
        self.refuses(name, header("#include <hwy/highway.h>"), "GLM and the standard library", umbrella)
        self.refuses(name, header("#include <glm/gtx/norm.hpp>"), "experimental", umbrella)

    def test_restricts_third_party_headers(self):
        self.refuses("source/shapes/mesh/a.cpp", "#include <assimp/scene.h>\n", "only in source/{import}")
        self.refuses("source/import/a.cpp", "#include <hwy/highway.h>\n", "may be included only in source/")

    def test_umbrella_is_complete_and_for_users(self):
        self.refuses("source/shapes/mesh/a.cpp", "#include <sat3d/sat3d.hpp>\n", "umbrella header is for users")
        self.refuses_tree({"include/sat3d/math/a.hpp": "#pragma once\n" + NAMESPACE},
                          "the umbrella header does not include <sat3d/math/a.hpp>")

    def test_protects_the_glm_guard(self):
        self.refuses("source/math/a.cpp", "namespace sat3d {}\n", "SAT3D_ABI")
        self.refuses("source/math/a.cpp", "namespace sat3d::inline SAT3D_ABI {}\n", "SAT3D_ABI")
        self.refuses("source/math/a.cpp", "auto q = glm::quat(0.5f, x, -y.z, 1.0f);\n", "reorder four scalars")
        self.accepts("source/math/a.cpp", "auto q = glm::quat(w, glm::vec3(x, y, z));\n" + NAMESPACE)

    def test_refuses_invalid_headers(self):
        self.refuses("source/math/a.hpp", NAMESPACE, "#pragma once")
        self.refuses("source/math/a.hpp", "#pragma once\nusing namespace glm;\n", "using namespace")


if __name__ == "__main__":
    unittest.main()
