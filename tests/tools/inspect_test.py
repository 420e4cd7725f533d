#!/usr/bin/env python3
"""Tests sat3d inspect."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from command_line import APART, BAD_INPUT, DONE, HOSTILE, MODELS, PAIRS, TOOL, USAGE, CommandLineTest, main, model, run


class Inspect(CommandLineTest):
    def test_report_of_names(self):
        path = self.write_crates("Wall", "UCX_Wall_01", "Crate-col", "Guide-noimp")
        text = run("inspect", path).stdout
        for words in ('is a render mesh: "UCX_Wall_01" collides for it', 'collides for "Wall" (UCX_)',
                      "is left out (-noimp)", "collides as a static triangle mesh of 12 triangles (-col)",
                      "1 convex body, 1 triangle mesh"):
            self.assertIn(words, text)
        report = self.json_of("inspect", path)
        self.assertEqual([shape["name"] for shape in report["bodies"]], ["UCX_Wall_01"])
        self.assertEqual([shape["name"] for shape in report["meshes"]], ["Crate"])
        self.assertEqual([shape["triangles"] for shape in report["meshes"]], [12])
        self.assertEqual([report["tree"][shape["renderNode"]]["name"]
                          for shape in report["bodies"] + report["meshes"]], ["Wall", "Crate-col"])
        self.assertEqual([node["body"] for node in report["nodes"]], [False, True, True, False])
        self.assertEqual([node["role"] for node in report["nodes"]], ["RenderOnly", "Body", "Body", "Dropped"])
        plain = self.json_of("inspect", path, "--no-unreal-names", "--no-godot-names")
        self.assertEqual(len(plain["bodies"]), 4)

    def test_meshes_option(self):
        path = self.write_crates("Wall", "Crate-col", "UCX_Wall")
        def counts(*options):
            report = self.json_of("inspect", path, *options)
            return len(report["bodies"]), len(report["meshes"])
        self.assertEqual(counts(), (1, 1))
        self.assertEqual(counts("--meshes", "none"), (2, 0))
        self.assertEqual(counts("--meshes", "concave"), (1, 1))
        self.assertEqual(counts("--meshes", "all"), (1, 1))
        self.assertEqual(counts("--meshes", "all", "--no-unreal-names", "--unnamed", "collide"), (0, 3))
        self.assertIn("[MeshReplacedByHull]", run("inspect", path, "--meshes", "none").stdout)
        self.refused("inspect", path, "--meshes", "some", code=USAGE, says=["--meshes"])
        self.refused("inspect", path, "--meshes", "concave", "--pieces", code=USAGE, says=["--pieces"])
        baked = self.bake(path)
        self.assertIn("TriangleMesh", run("inspect", baked).stdout)
        self.assertIn("1 convex body, 1 triangle mesh of 4 nodes", run("inspect", baked).stdout)

    def test_shapes_requested_by_names(self):
        path = self.write_crates("UBX_Wall_01", "USP_Ball")
        report = self.json_of("inspect", path)
        self.assertEqual([shape["shape"]["kind"] for shape in report["bodies"]], ["Box", "ConvexHull"])
        self.assertEqual([round(x, 6) for x in report["bodies"][0]["shape"]["halfExtents"]], [0.5, 0.5, 0.5])
        self.assertIn("[PrimitiveFitFailed]", run("inspect", path).stdout)
        hulls = self.json_of("inspect", path, "--no-fit")
        self.assertEqual({shape["shape"]["kind"] for shape in hulls["bodies"]}, {"ConvexHull"})
        box = self.write_crates("UBX_Crate", file="box.obj")
        self.assertEqual(run("explain", box, box, "--pose-b", "0.5 0 0", "-o", self.folder / "box.svg").returncode, DONE)

    def test_report_of_physics(self):
        path, baked = PAIRS.parent / "physics" / "khr_bodies.gltf", self.folder / "physics.s3d"
        self.assertEqual(run("bake", path, "-o", baked).returncode, APART)
        for file in path, baked:
            text = run("inspect", file).stdout
            for words in ["rigid body tank: Dynamic, 40000 kg (tank, turret)\n",
                          "rigid body shell: Kinematic, infinite mass (shell)\n",
                          "physics material ice: friction 0.1 at rest and 0 sliding, restitution 0.25 (turret)\n",
                          "filter 0: of tank, metal, meets only ground (tank)\n",
                          "filter ghost: of no system, does not meet tank (ground#trigger)\n"]:
                self.assertIn(words, text)
        self.assertIn("trigger of zone", run("inspect", baked).stdout)
        report = self.json_of("inspect", path)
        self.assertEqual(report["rigidBodies"][0]["mass"], 40000)
        self.assertEqual(report["rigidBodies"][0]["inertia"], [3, "infinity", 5])
        shapes = {shape["name"]: shape for shape in report["bodies"]}
        self.assertEqual(shapes["tank"]["physicsMaterial"], 1)
        self.assertEqual(report["tree"][shapes["part of the zone"]["trigger"]]["name"], "zone")

    def test_the_tank(self):
        report = self.json_of("inspect", model("tank.glb"))
        self.assertEqual(len(report["bodies"]), 5)
        nodes = {node["name"]: node for node in report["nodes"]}
        self.assertEqual(set(nodes), {"hull", "turret", "barrel", "track_left", "track_right"})
        self.assertEqual(nodes["hull"]["verticesWelded"], 12)
        self.assertEqual((nodes["hull"]["hullVertices"], nodes["hull"]["hullFaces"]), (12, 10))
        self.assertAlmostEqual(nodes["hull"]["volume"], 14.82125, places=4)
        self.assertEqual([round(x, 4) for x in nodes["turret"]["maximum"]], [1.15, 2.4, 1.2])
        table = run("inspect", model("tank.glb")).stdout
        for words in ["track_left", "5 convex bodies", "1 unit = 1 m", "Y up"]:
            self.assertIn(words, table)

    def test_bounds_of_bodies(self):
        report = self.json_of("inspect", self.write_crates("Wall-convcol", "Crate-col"), "--up", "z")
        for body, node in ((report["bodies"][0], report["nodes"][0]), (report["meshes"][0], report["nodes"][1])):
            for bound in ("minimum", "maximum"):
                for ours, theirs in zip(body[bound], node[bound], strict=True):
                    self.assertAlmostEqual(ours, theirs, places=6)
            self.assertGreater(min(b - a for a, b in zip(body["minimum"], body["maximum"])), 0)

    def test_nodes_are_in_the_file_order(self):
        for name in ("names.dae", "tank.dae"):
            path = pathlib.Path(__file__).resolve().parent.parent / "data" / "corpus" / name
            names = re.findall(r'<node id="[^"]*" name="([^"]*)"', path.read_text(encoding="utf-8"))
            report = self.json_of("inspect", path)
            self.assertEqual([node["name"] for node in report["tree"]][1:], names)
            self.assertEqual([node["node"] for node in report["nodes"]], sorted(node["node"] for node in report["nodes"]))
            self.assertTrue(all(node["parent"] < k for k, node in enumerate(report["tree"]) if k > 0))

    def test_units_and_axes_can_be_overridden(self):
        report = self.json_of("inspect", model("crate.obj"), "--unit", "0.01", "--source-up", "z")
        self.assertEqual((report["metersPerUnit"], report["unitSource"]), (0.01, "option"))
        self.assertEqual((report["sourceUp"], report["upSource"]), ("Z", "option"))
        self.assertAlmostEqual(report["nodes"][0]["volume"], 1e-6, places=9)

    def test_warnings_are_shown(self):
        report = self.json_of("inspect", model("bad/open.obj"))
        self.assertIn("Open", [warning["code"] for warning in report["nodes"][0]["warnings"]])
        self.assertIn("Open", run("inspect", model("bad/open.obj")).stdout)

    def drawn(self, *arguments):
        """Returns the page that inspect draws, and its JSON data."""
        path = self.folder / "model.html"
        answer = self.json_of("inspect", *arguments, "-o", path)
        self.assertEqual(answer["picture"], str(path))
        page = path.read_text(encoding="utf-8")
        return page, json.loads(re.search(r'<script type="application/json" id="scene">(.*?)</script>', page, re.DOTALL)[1])

    def test_a_picture_of_the_tank(self):
        page, scene = self.drawn(model("tank.glb"))
        self.assertEqual((len(scene["bodies"]), len(scene["meshes"]), scene["up"]), (5, 5, [0, 1, 0]))
        self.assertEqual([len(body["vertices"]) // 3 for body in scene["bodies"]], [12, 16, 16, 12, 12])
        for name in ["hull", "turret", "barrel", "track_left", "track_right"]:
            self.assertIn(f"<b>{name}</b>", page)
        self.assertNotRegex(page, r"""https?://|(src|href)=|url\(|@import|fetch\(""")
        baked = self.bake(model("tank.glb"))
        of_baked = self.drawn(baked)[1]
        self.assertEqual((of_baked["bodies"], of_baked["meshes"], of_baked["up"]), (scene["bodies"], [], [0, 1, 0]))
        run("bake", model("tank.glb"), "-o", baked, "--up", "z")
        self.assertEqual(self.drawn(baked)[1]["up"], [0, 0, 1])
        self.assertIn("picture: ", run("inspect", baked, "-o", self.folder / "again.html").stdout)

    def test_picture_shows_roles_and_warnings(self):
        page, scene = self.drawn(self.write_crates("Wall", "UCX_Wall_01", "Crate-col", "Guide-noimp"))
        self.assertEqual((len(scene["bodies"]), len(scene["meshes"])), (2, 3))
        for words in ("collides for &quot;Wall&quot; (UCX_)", "is left out (-noimp)", "1 triangle mesh", "is a render mesh"):
            self.assertIn(words, page)

    def test_hostile_names_stay_text_in_pictures(self):
        page, scene = self.drawn(self.write_crates("</script>" + HOSTILE))
        self.assertEqual((page.count("<script"), page.count("</script>"), len(scene["bodies"])), (2, 2, 1))
        self.assertIn("&lt;/script&gt;&lt;script&gt;alert(1)", page)

    def test_pictures_that_cannot_be_written(self):
        self.refused("inspect", model("crate.obj"), "-o", "why.png", code=USAGE, says=["--output", ".html"])
        self.refused("inspect", model("crate.obj"), "-o", self.folder / "no" / "where.html", code=BAD_INPUT,
                     says=["where.html", "cannot be written"])

    @unittest.skipIf(os.name == "nt", "not written for Windows yet")
    def test_import_in_a_separate_process(self):
        here = run("inspect", model("tank.glb"), "--no-isolation")
        self.assertEqual(run("inspect", model("tank.glb")).stdout, here.stdout)
        self.assertEqual(here.stderr, "")
        for option in ([], ["--no-isolation"]):
            self.refused("inspect", "nowhere.glb", *option, code=BAD_INPUT,
                         says=["sat3d: nowhere.glb: there is no such file\n"])

    def beside(self, worker):
        """Returns a copy of the command line with a script as its worker, or without a worker."""
        alone = self.folder / "sat3d"
        shutil.copy(TOOL, alone)
        if worker:
            (self.folder / "sat3d_import_worker").write_text("#!/bin/sh\n" + worker)
            (self.folder / "sat3d_import_worker").chmod(0o755)

        def inspect(*options):
            return subprocess.run([alone, "inspect", model("tank.glb"), *options], capture_output=True, timeout=60,
                                  encoding="utf-8", env={**os.environ, "PATH": str(self.folder)})
        return inspect

    @unittest.skipIf(os.name == "nt", "not written for Windows yet")
    def test_missing_worker_is_noted_and_the_model_is_imported(self):
        inspect, here = self.beside(None), run("inspect", model("tank.glb")).stdout
        result = inspect()
        self.assertEqual((result.returncode, result.stdout), (APART, here))
        self.assertIn("tank.glb is read in this process", result.stderr)
        result = inspect("--no-isolation")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (APART, here, ""))

    @unittest.skipIf(os.name == "nt", "not written for Windows yet")
    def test_crash_of_the_worker_is_an_error(self):
        inspect = self.beside("kill -SEGV $$\n")
        result = inspect()
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn("tank.glb: crashed the process that read it", result.stderr)
        self.assertEqual(inspect("--no-isolation").returncode, APART)

    def test_meshes_that_are_not_convex_are_decomposed(self):
        path = self.folder / "wall.obj"
        outline = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)]  # an L, two meters deep
        path.write_text("o Wall\n" + "".join(f"v {x} {y} {z}\n" for z in (0, 2) for x, y in outline) +
                        "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\n" +
                        "".join(f"f {k + 1} {(k + 1) % 6 + 1} {(k + 1) % 6 + 7} {k + 7}\n" for k in range(6)))
        self.assertIn("NotConvex", run("inspect", path).stdout)
        self.assertIn("collides as 2 convex pieces", run("inspect", path, "--pieces").stdout)
        report = self.json_of("inspect", path, "--pieces")
        self.assertEqual((len(report["bodies"]), report["nodes"][0]["pieces"]["count"]), (2, 2))
        self.assertAlmostEqual(report["nodes"][0]["volume"], 10, places=4)
        self.assertIn("NotConvex", run("inspect", path, "--max-pieces", "1").stdout)
        self.refused("inspect", path, "--max-vertices", "7", code=USAGE, says=["--max-vertices", "maxVertices is 7"])
        self.assertEqual(self.json_of("bake", path, "--pieces", "-o", self.folder / "wall.s3d")["bodies"], 2)

    def test_import_errors(self):
        self.refused("inspect", "nowhere.glb", code=BAD_INPUT, says=["sat3d: nowhere.glb: there is no such file\n"])
        self.refused("inspect", MODELS, code=BAD_INPUT, says=["is a folder"])
        for bad, what in [("flat", "flat"), ("linear", "a straight line"), ("point", "a single point")]:
            path = model(f"bad/{bad}.obj")
            self.refused("inspect", path, code=BAD_INPUT, says=[f'{path}: no node gave a body; node "{bad}" is {what}'])

    def test_import_errors_as_json(self):
        error = self.json_of("inspect", "nowhere.glb", code=BAD_INPUT)
        self.assertIn("nowhere.glb", error["error"])
        self.assertEqual((error["exitCode"], error["code"], error["node"]), (BAD_INPUT, "NotFound", None))
        error = self.json_of("inspect", model("bad/flat.obj"), code=BAD_INPUT)
        self.assertEqual((error["code"], error["node"]), ("NoColliders", "flat"))
        path = self.folder / "cycle.gltf"
        path.write_text('{"asset":{"version":"2.0"},"scenes":[{}],"nodes":[{"name":"Turret","children":[0]}]}')
        error = self.json_of("inspect", path, code=BAD_INPUT)
        self.assertEqual((error["code"], error["node"]), ("Malformed", "Turret"))
        error = self.json_of("inspect", "nowhere.s3d", code=BAD_INPUT)
        self.assertEqual((error["code"], error["node"]), ("NotFound", None))
        error = self.json_of("convert", model("tank.glb"), "-o", self.folder / "no" / "tank.glb", code=BAD_INPUT)
        self.assertEqual((error["code"], error["node"]), (None, None))

    def test_notes_are_one_block(self):
        document = self.document_of(model("barrier.obj"))
        for node in document["nodes"]:
            node["extras"] = {"armor": "steel", "owner": "north"}
        path = self.write_json(document)
        names = [node["name"] for node in self.json_of("inspect", path)["tree"]]
        self.assertGreater(len(names), 1)
        notes = "".join(f"{name}: armor = steel\n{name}: owner = north\n" for name in names)
        self.assertIn("\n\n" + notes, run("inspect", path).stdout)

    def test_names_cannot_contain_terminal_controls(self):
        path = self.write_crates("cra\x1b[2Jte")
        self.assertNotIn("\x1b", run("inspect", path).stdout)
        self.assertNotIn("\x1b", run("check", path, path).stdout)

    def test_names_cannot_forge_output(self):
        document = self.document_of(model("crate.obj"))
        turns = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
        for node in document["nodes"]:
            node["name"] = f"a\napart: no\r\u2028{turns}z\u00fc\u2014"
        path = self.write_json(document)
        for arguments in (["inspect", path], ["check", path, path], ["check", path, path, "--part-a", "none"]):
            result = run(*arguments)
            text = result.stdout + result.stderr
            self.assertIn("a?apart: no??" + "?" * len(turns) + "z\u00fc\u2014", text)
            self.assertEqual([c for c in "\r\u2028" + turns if c in text], [])


if __name__ == "__main__":
    main()
