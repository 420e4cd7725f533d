#!/usr/bin/env python3
"""Runs the sat3d command line as a user would and checks what it says.

usage: command_line_test.py SAT3D MODELS PAIRS [unittest arguments]
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

APART, COLLIDING, USAGE, BAD_INPUT = 0, 1, 2, 3
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


class Usage(CommandLineTest):
    def test_inspect_says_what_names_do(self):
        path = self.write_crates("Wall", "UCX_Wall_01", "Crate-col", "Guide-noimp")
        text = run("inspect", path).stdout
        for words in ('is seen only: "UCX_Wall_01" collides for it', 'collides for "Wall" (UCX_)',
                      "is left out (-noimp)", "collides as a static triangle mesh of 12 triangles (-col)",
                      "1 convex body, 1 triangle mesh"):
            self.assertIn(words, text)
        report = self.json_of("inspect", path)
        self.assertEqual([shape["name"] for shape in report["shapes"]], ["UCX_Wall_01"])
        self.assertEqual([shape["name"] for shape in report["surfaces"]], ["Crate"])
        self.assertEqual([shape["triangles"] for shape in report["surfaces"]], [12])
        self.assertEqual([report["tree"][shape["renderNode"]]["name"]
                          for shape in report["shapes"] + report["surfaces"]], ["Wall", "Crate-col"])
        self.assertEqual([node["body"] for node in report["nodes"]], [False, True, True, False])
        self.assertEqual([node["role"] for node in report["nodes"]], ["RenderOnly", "Body", "Body", "Dropped"])
        plain = self.json_of("inspect", path, "--no-unreal-names", "--no-godot-names")
        self.assertEqual(plain["bodies"], 4)

    def test_which_meshes_stay_triangle_meshes(self):
        path = self.write_crates("Wall", "Crate-col", "UCX_Wall")
        def counts(*options):
            report = self.json_of("inspect", path, *options)
            return len(report["shapes"]), len(report["surfaces"])
        self.assertEqual(counts(), (1, 1))
        self.assertEqual(counts("--meshes", "none"), (2, 0))
        self.assertEqual(counts("--meshes", "concave"), (1, 1))
        self.assertEqual(counts("--meshes", "all"), (1, 1))
        self.assertEqual(counts("--meshes", "all", "--no-unreal-names"), (0, 3))
        self.assertIn("[HullForMesh]", run("inspect", path, "--meshes", "none").stdout)
        self.refused("inspect", path, "--meshes", "some", code=USAGE, says=["--meshes"])
        self.refused("inspect", path, "--meshes", "concave", "--pieces", code=USAGE, says=["--pieces"])
        baked = self.folder / "crates.s3d"
        run("bake", path, "-o", baked)
        self.assertIn("TriangleMesh", run("inspect", baked).stdout)
        self.assertIn("1 convex body, 1 triangle mesh of 4 nodes", run("inspect", baked).stdout)

    def test_shapes_that_names_ask_for(self):
        path = self.write_crates("UBX_Wall_01", "USP_Ball")
        report = self.json_of("inspect", path)
        self.assertEqual([shape["shape"]["kind"] for shape in report["shapes"]], ["Box", "ConvexHull"])
        self.assertEqual([round(x, 6) for x in report["shapes"][0]["shape"]["halfExtents"]], [0.5, 0.5, 0.5])
        self.assertIn("[NotPrimitive]", run("inspect", path).stdout)
        hulls = self.json_of("inspect", path, "--no-fit")
        self.assertEqual({shape["shape"]["kind"] for shape in hulls["shapes"]}, {"ConvexHull"})
        box = self.write_crate("UBX_Crate", "box.obj")
        self.assertEqual(run("explain", box, box, "--pose-b", "0.5 0 0", "-o", self.folder / "box.svg").returncode, COLLIDING)

    def test_inspect_tells_of_physics(self):
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
        shapes = {shape["name"]: shape for shape in report["shapes"]}
        self.assertEqual(shapes["tank"]["physicsMaterial"], 1)
        self.assertEqual(report["tree"][shapes["part of the zone"]["trigger"]]["name"], "zone")

    def test_bake_and_inspect_again(self):
        baked = self.folder / "tank.s3d"
        answer = self.json_of("bake", model("tank.glb"), "-o", baked)
        self.assertEqual((answer["bodies"], answer["bytes"], answer["warnings"]), (5, baked.stat().st_size, 0))
        self.assertIn("5 bodies", run("bake", model("tank.glb"), "-o", baked).stdout)
        before, after = self.json_of("inspect", model("tank.glb")), self.json_of("inspect", baked)
        for key in ("shapes", "tree"):
            self.assertEqual(before[key], after[key])
        self.assertIn("turret", run("inspect", baked).stdout)
        self.assertEqual(run("check", baked, model("wall.glb"), "--pose-b", "0 0 3.4").stdout,
                         run("check", model("tank.glb"), model("wall.glb"), "--pose-b", "0 0 3.4").stdout)
        whole = baked.read_bytes()
        baked.write_bytes(whole[:-1])
        self.refused("inspect", baked, code=BAD_INPUT, says=["tank.s3d", "cut off"])
        baked.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        self.refused("inspect", baked, code=BAD_INPUT, says=["tank.s3d", "altered"])
        self.refused("bake", model("tank.glb"), "-o", self.folder / "none" / "tank.s3d", code=BAD_INPUT,
                     says=["cannot be written"])
        self.refused("bake", model("tank.glb"), "-o", self.folder / "tank.bin", code=USAGE, says=[".s3d"])

    def test_help_of_every_command_has_examples(self):
        for command in [[], *([name] for name in COMMANDS)]:
            result = run(*command, "--help")
            self.assertEqual(result.returncode, 0)
            self.assertIn("Examples:", result.stdout)
            self.assertEqual(result.stderr, "")
        for name in COMMANDS:
            self.assertIn("--json", run(name, "--help").stdout)

    def test_version(self):
        result = run("--version")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"^sat3d \d+\.\d+\.\d+\n$")

    def test_nonsense_is_a_usage_error(self):
        crate = model("crate.obj")
        for arguments in [[], ["fly"], ["check"], ["check", crate], ["inspect", crate, "--fast"],
                          ["explain", crate, crate], ["pairs"]]:
            result = run(*arguments)
            self.assertEqual(result.returncode, USAGE, arguments)
            self.assertTrue(result.stderr, arguments)

    def test_unknown_commands_are_named(self):
        self.refused("fly", code=USAGE, says=["'fly'", "inspect, bake, convert, check, explain, pairs"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a device that is full")
    def test_output_that_cannot_be_written(self):
        for arguments in [["check", model("crate.obj"), model("wall.obj")], ["inspect", model("tank.glb")]]:
            with open("/dev/full", "w") as full:
                result = subprocess.run([TOOL, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60)
            self.assertEqual(result.returncode, BAD_INPUT)
            self.assertIn(b"No space left", result.stderr)

    def test_poses_that_are_none(self):
        crate = model("crate.obj")
        for pose, words in [("1 2", "three numbers"), ("1 2 b", "'b' is no finite number"), ("1 2 nan", "'nan'"), ("0 0 1e300", "beyond 1e15 m"), ("1 2 3 q 90", "'q' is neither"),
                            ("1 2 3 4", "quaternion has 4"), ("0 0 0 0 0 0 2", "length 2"), ("0 0 0 y", "no angle"),
                            ("0 0 0 y 90 w 3", "'w' is no axis"), ("0 0 0 y 9e999", "no angle"), ("", "three numbers")]:
            self.refused("check", crate, crate, "--pose-b", pose, code=USAGE, says=["--pose-b", words])

    def test_other_options_out_of_range(self):
        crate = model("crate.obj")
        self.refused("inspect", crate, "--unit", "0", code=USAGE, says=["--unit", "0.01"])
        self.refused("inspect", crate, "--up", "x", code=USAGE, says=["--up", "neither y nor z"])
        self.refused("explain", crate, crate, "-o", "why.png", code=USAGE, says=[".svg", ".html"])
        self.refused("explain", crate, crate, "-o", "why.svg", "--planes", "some", code=USAGE, says=["--planes"])

    def test_no_colours_in_a_pipe(self):
        self.assertNotIn("\x1b", run("check", model("crate.obj"), model("wall.obj"), TERM="xterm").stdout)

    @unittest.skipIf(os.name == "nt", "needs pseudo terminals")
    def test_colours_on_a_terminal_unless_refused(self):
        def on_terminal(**environment):
            import pty
            main, side = pty.openpty()
            subprocess.run([TOOL, "check", model("crate.obj"), model("wall.obj")], stdout=side, stderr=side, timeout=60,
                           env={**os.environ, "TERM": "xterm", **environment})
            os.close(side)
            text = b""
            try:
                while chunk := os.read(main, 65536):
                    text += chunk
            except OSError:  # the terminal's other side is closed
                pass
            os.close(main)
            return text.decode()

        os.environ.pop("NO_COLOR", None)
        self.assertIn("\x1b[31mcolliding", on_terminal())
        self.assertNotIn("\x1b[31m", on_terminal(NO_COLOR="1"))
        self.assertNotIn("\x1b[31m", on_terminal(TERM="dumb"))


class Inspect(CommandLineTest):
    def test_the_tank(self):
        report = self.json_of("inspect", model("tank.glb"))
        self.assertEqual(report["bodies"], 5)
        nodes = {node["name"]: node for node in report["nodes"]}
        self.assertEqual(set(nodes), {"hull", "turret", "barrel", "track_left", "track_right"})
        self.assertEqual(nodes["hull"]["verticesWelded"], 12)
        self.assertEqual((nodes["hull"]["hullVertices"], nodes["hull"]["hullFaces"]), (12, 10))
        self.assertAlmostEqual(nodes["hull"]["volume"], 14.82125, places=4)
        self.assertEqual([round(x, 4) for x in nodes["turret"]["maximum"]], [1.15, 2.4, 1.2])
        table = run("inspect", model("tank.glb")).stdout
        for words in ["track_left", "5 convex bodies", "1 unit = 1 m", "Y up"]:
            self.assertIn(words, table)

    def test_units_and_axes_can_be_overridden(self):
        report = self.json_of("inspect", model("crate.obj"), "--unit", "0.01", "--source-up", "z")
        self.assertEqual((report["metresPerUnit"], report["unitSource"]), (0.01, "option"))
        self.assertEqual((report["sourceUp"], report["upSource"]), ("Z", "option"))
        self.assertAlmostEqual(report["nodes"][0]["volume"], 1e-6, places=9)

    def test_warnings_are_shown(self):
        report = self.json_of("inspect", model("bad/open.obj"))
        self.assertIn("Open", [warning["code"] for warning in report["nodes"][0]["warnings"]])
        self.assertIn("Open", run("inspect", model("bad/open.obj")).stdout)

    def drawn(self, *arguments):
        """The page that inspect draws, and the numbers in it."""
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
        baked = self.folder / "tank.s3d"
        run("bake", model("tank.glb"), "-o", baked)
        of_baked = self.drawn(baked, "--up", "z")[1]
        self.assertEqual((of_baked["bodies"], of_baked["meshes"], of_baked["up"]), (scene["bodies"], [], [0, 0, 1]))
        self.assertIn("picture: ", run("inspect", baked, "-o", self.folder / "again.html").stdout)

    def test_a_picture_tells_what_names_do_and_what_is_wrong(self):
        page, scene = self.drawn(self.write_crates("Wall", "UCX_Wall_01", "Crate-col", "Guide-noimp"))
        self.assertEqual((len(scene["bodies"]), len(scene["meshes"])), (2, 3))
        for words in ("collides for &quot;Wall&quot; (UCX_)", "is left out (-noimp)", "1 triangle mesh", "is seen only"):
            self.assertIn(words, page)

    def test_hostile_names_stay_text_in_pictures(self):
        page, scene = self.drawn(self.write_crate("</script>" + HOSTILE))
        self.assertEqual((page.count("<script"), page.count("</script>"), len(scene["bodies"])), (2, 2, 1))
        self.assertIn("&lt;/script&gt;&lt;script&gt;alert(1)", page)

    def test_pictures_that_cannot_be_written(self):
        self.refused("inspect", model("crate.obj"), "-o", "why.png", code=USAGE, says=["--output", ".html"])
        self.refused("inspect", model("crate.obj"), "-o", self.folder / "no" / "where.html", code=BAD_INPUT,
                     says=["where.html", "cannot be written"])

    @unittest.skipIf(os.name == "nt", "not written for Windows yet")
    def test_reading_in_a_process_of_its_own(self):
        self.assertEqual(self.json_of("inspect", model("tank.glb"), "--isolated"), self.json_of("inspect", model("tank.glb")))
        self.refused("inspect", "nowhere.glb", "--isolated", code=BAD_INPUT, says=["sat3d: nowhere.glb: there is no such file\n"])
        alone = self.folder / "sat3d"
        shutil.copy(TOOL, alone)
        result = subprocess.run([alone, "inspect", model("tank.glb"), "--isolated"], capture_output=True, timeout=60,
                                encoding="utf-8", env={**os.environ, "PATH": str(self.folder)})
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn("sat3d_import_worker cannot be started", result.stderr)

    def test_what_is_not_convex_comes_apart(self):
        path = self.folder / "wall.obj"
        outline = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)]  # an L, two metres deep
        path.write_text("o Wall\n" + "".join(f"v {x} {y} {z}\n" for z in (0, 2) for x, y in outline) +
                        "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\n" +
                        "".join(f"f {k + 1} {(k + 1) % 6 + 1} {(k + 1) % 6 + 7} {k + 7}\n" for k in range(6)))
        self.assertIn("NotConvex", run("inspect", path).stdout)
        self.assertIn("collides as 2 convex pieces", run("inspect", path, "--pieces").stdout)
        report = self.json_of("inspect", path, "--pieces")
        self.assertEqual((report["bodies"], report["nodes"][0]["pieces"]["count"]), (2, 2))
        self.assertAlmostEqual(report["nodes"][0]["volume"], 10, places=4)
        self.assertIn("NotConvex", run("inspect", path, "--max-pieces", "1").stdout)
        self.refused("inspect", path, "--max-vertices", "7", code=BAD_INPUT, says=["maxVertices is 7"])
        self.assertEqual(self.json_of("bake", path, "--pieces", "-o", self.folder / "wall.s3d")["bodies"], 2)

    def test_what_cannot_be_read(self):
        self.refused("inspect", "nowhere.glb", code=BAD_INPUT, says=["sat3d: nowhere.glb: there is no such file\n"])
        self.refused("inspect", MODELS, code=BAD_INPUT, says=["is a folder"])
        for bad, what in [("flat", "flat"), ("linear", "a straight line"), ("point", "a single point")]:
            path = model(f"bad/{bad}.obj")
            self.refused("inspect", path, code=BAD_INPUT, says=[f'{path}: no node gave a body; node "{bad}" is {what}'])
        result = run("inspect", "nowhere.glb", "--json")
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn("nowhere.glb", json.loads(result.stdout)["error"])

    def test_names_cannot_steer_the_terminal(self):
        path = self.write_crate("cra\x1b[2Jte")
        self.assertNotIn("\x1b", run("inspect", path).stdout)
        self.assertNotIn("\x1b", run("check", path, path).stdout)


class Check(CommandLineTest):
    def crates(self, pose, code):
        answer = self.json_of("check", model("crate.obj"), model("crate.obj"), "--pose-b", pose, code=code)
        self.assertEqual(len(answer["pairs"]), 1)
        return answer["pairs"][0]

    def test_push_and_gap(self):
        hit = self.crates("0.75 0 0", COLLIDING)
        self.assertTrue(hit["overlapping"])
        self.assertAlmostEqual(hit["depth"], 0.25)
        self.assertEqual([round(x, 6) for x in hit["pushB"]], [0.25, 0, 0])
        self.assertIn(hit["features"]["kind"], ["faceOfA", "faceOfB"])
        free = self.crates("-1.5 0 0", APART)
        self.assertFalse(free["overlapping"])
        self.assertAlmostEqual(free["separation"], 0.5)
        self.assertEqual([round(x, 6) for x in free["normalAToB"]], [-1, 0, 0])

    def test_a_gap_is_the_distance(self):
        free = self.crates("2 3 5 y 45", APART)  # the nearest points are a corner of A and one of B, or an edge's
        between = [b - a for a, b in zip(free["pointA"], free["pointB"])]
        self.assertAlmostEqual(sum(x * x for x in between) ** 0.5, free["separation"], places=6)
        self.assertGreater(free["separation"], 4)  # along no face's normal

    def test_triangle_meshes_meet_bodies_but_not_each_other(self):
        both, alone = self.write_crates("Wall", "Crate-col"), self.write_crate("Crate-col", "alone.obj")
        answer = self.json_of("check", both, model("crate.obj"), code=COLLIDING)
        self.assertEqual({pair["a"]: "triangleA" in pair for pair in answer["pairs"]}, {"Wall": False, "Crate": True})
        self.assertIn("of triangle", run("check", alone, model("crate.obj"), "--pose-b", "0 0 0.9").stdout)
        self.refused("check", alone, alone, code=BAD_INPUT, says=["never meet", "--meshes none"])
        self.assertIn("1 pair of triangle meshes left out", run("check", both, both).stderr)
        picture = self.folder / "why.svg"
        self.refused("explain", alone, model("crate.obj"), "-o", picture, code=BAD_INPUT, says=["--meshes none"])
        self.assertIn("1 pair with triangle meshes left out", run("explain", both, model("crate.obj"), "-o", picture).stderr)

    def test_every_way_to_write_a_pose(self):
        expected = 0.5 + 0.5**0.5 - 1.1
        for pose in ["1.1 0 0 y 45", "1.1,0,0,y,45", "1.1 0 0 y 30 y 15", "+1.1 0 0 y -45",
                     "1.1 0 0  0 0.3826834 0 0.9238795", "1.1 0 0 x 90 z 45 x -90"]:
            self.assertAlmostEqual(self.crates(pose, COLLIDING)["depth"], expected, places=6, msg=pose)

    def test_the_deepest_of_many_pairs_decides(self):
        answer = self.json_of("check", model("tank.glb"), model("wall.glb"), "--pose-b", "0 0 3.4", code=COLLIDING)
        self.assertEqual({pair["a"] for pair in answer["pairs"] if pair["overlapping"]},
                         {"barrel", "hull", "track_left", "track_right"})
        deepest = answer["pairs"][answer["decisive"]]
        self.assertEqual(deepest["separation"], min(pair["separation"] for pair in answer["pairs"]))
        text = run("check", model("tank.glb"), model("wall.glb"), "--pose-b", "0 0 3.4").stdout
        self.assertIn("colliding", text)
        self.assertIn("deepest: barrel and wall; moving B by (0.000, 0.000, 0.350) m", text)

    def test_parts(self):
        answer = self.json_of("check", model("tank.glb"), model("wall.glb"), "--part-a", "turret", "--pose-b", "0 0 3.4")
        self.assertEqual([pair["a"] for pair in answer["pairs"]], ["turret"])
        self.refused("check", model("tank.glb"), model("wall.glb"), "--part-a", "wing", code=BAD_INPUT,
                     says=["tank.glb", "wing", "turret"])


class Explain(CommandLineTest):
    def explained(self, file, *arguments, code=COLLIDING):
        """What the command says about its picture, and the picture."""
        path = self.folder / file
        answer = self.json_of("explain", model("tank.glb"), model("wall.glb"), "--pose-b", "0 0 3.4", "-o", path,
                              *arguments, code=code)
        return answer, path.read_text(encoding="utf-8")

    def cards(self, picture, kind):
        return [element for element in xml.fromstring(picture).iter(SVG + "g") if element.get("class") == kind]

    def test_the_picture_shows_everything_and_marks_the_winner(self):
        answer, picture = self.explained("why.svg")
        planes = self.cards(picture, "plane")
        axes = self.cards(picture, "face-axis")
        self.assertEqual(len(planes), answer["planeCount"])
        self.assertEqual(len(axes), answer["faceAxisCount"])
        self.assertEqual({int(card.get("data-plane")) for card in planes}, set(range(len(planes))))
        winners = [card for card in planes + axes if card.get("data-winner") == "true"]
        self.assertEqual(len(winners), 1)
        self.assertEqual(float(winners[0].get("data-separation")), answer["drawnSeparation"])
        self.assertAlmostEqual(answer["drawnSeparation"], answer["separation"], places=6)
        separations = [float(card.get("data-separation")) for card in planes]
        self.assertEqual(separations, sorted(separations, reverse=True))
        self.assertEqual(answer["drawnSeparation"], max(float(card.get("data-separation")) for card in planes + axes))

    def test_the_page_needs_nothing_from_outside(self):
        answer, page = self.explained("why.html")
        self.assertEqual(len(re.findall(r'class="choice plane', page)), answer["planeCount"])
        self.assertEqual(len(re.findall(r'data-winner="true"', page)), 1)
        self.assertNotRegex(page, r"https?://(?!www\.w3\.org)")
        self.assertNotRegex(page, r"""(src|href)=|url\(|@import|fetch\(""")
        scene = re.search(r'<script type="application/json" id="scene">(.*?)</script>', page, re.DOTALL)
        self.assertAlmostEqual(json.loads(scene[1])["separation"], answer["drawnSeparation"], places=7)

    def test_the_part_that_was_named_is_drawn(self):
        answer, picture = self.explained("why.svg", "--part-a", "turret", code=APART)
        self.assertEqual(answer["a"], "turret")
        self.assertIn("turret and wall are apart", picture)

    def test_face_planes_are_told_to_be_for_teaching(self):
        answer, _ = self.explained("why.svg", "--planes", "faces")
        self.assertEqual((answer["planes"], answer["faceAxisCount"]), ("faces", 0))
        text = run("explain", model("tank.glb"), model("wall.glb"), "--planes", "faces", "-o", self.folder / "a.svg").stdout
        self.assertIn("exact answer", text)

    def test_hostile_names_stay_text(self):
        crate = self.write_crate(HOSTILE)
        for file in ["why.svg", "why.html"]:
            path = self.folder / file
            self.assertEqual(run("explain", crate, crate, "-o", path).returncode, COLLIDING)
            text = path.read_text(encoding="utf-8")
            self.assertNotIn("<script>alert", text)
            self.assertIn("&lt;script&gt;alert(1)&lt;/script&gt;", text)
        xml.parse(self.folder / "why.svg")

    def test_a_picture_that_cannot_be_written(self):
        crate = model("crate.obj")
        self.refused("explain", crate, crate, "-o", self.folder / "no" / "where.svg", code=BAD_INPUT,
                     says=["where.svg", "cannot be written"])


class Pairs(CommandLineTest):
    def test_lines_agree_with_the_reference(self):
        result = run("pairs", PAIRS / "tank_tank.txt", "--reference", PAIRS / "tank_tank.ref")
        self.assertEqual(result.returncode, APART, result.stderr)
        lines = [line.split() for line in result.stdout.splitlines() if not line.startswith("#")]
        references = [line.split() for line in (PAIRS / "tank_tank.ref").read_text().splitlines() if line[0] != "#"]
        self.assertEqual(len(lines), len(references))
        for line, reference in zip(lines, references):
            size = float(reference[5])
            if float(reference[0]) > 0:  # of hulls apart, the gap depends on the axes that were looked at
                self.assertAlmostEqual(float(line[0]) / size, float(reference[0]) / size, delta=1e-6)
            else:
                self.assertLess(float(line[0]), 0)
            self.assertEqual(len(line), 8)
            self.assertEqual(line[7], "-")
        self.assertIn("false positives 0, false negatives 0, not minimal 0", result.stdout)

    def test_json_of_a_later_frame(self):
        answer = self.json_of("pairs", PAIRS / "box_box.txt", "--frame", 49, "--reference", PAIRS / "box_box.coh.ref")
        summary = answer["summary"]
        self.assertEqual((summary["pairs"], len(answer["pairs"])), (400, 400))
        self.assertEqual((summary["falsePositives"], summary["falseNegatives"], summary["notMinimal"]), (0, 0, 0))
        self.assertLess(summary["worstDepthError"], 1e-6)
        self.assertGreater(summary["overlapping"], 50)

    def test_the_wrong_reference_shows(self):
        answer = self.json_of("pairs", PAIRS / "box_box.txt", "--reference", PAIRS / "tank_tank.ref")
        self.assertGreater(answer["summary"]["worstDepthError"], 0.01)
        self.assertGreater(answer["summary"]["notMinimal"], 0)

    def test_times_of_every_regime(self):
        path = PAIRS / "box_box.txt"
        regimes = ["far", "near", "shallow", "deep", "all"]
        answer = self.json_of("pairs", path, "--time", "--warm", "--bulk")
        self.assertEqual([row["regime"] for row in answer["times"]], regimes)
        self.assertEqual([row["pairs"] for row in answer["times"]], [100, 100, 100, 100, 400])
        for row in answer["times"]:
            self.assertEqual(set(row), {"regime", "pairs", "cold", "warm", "bulk"})
            for way in ["cold", "warm", "bulk"]:
                self.assertGreater(row[way]["ns"], 0)
                self.assertGreaterEqual(row[way]["spread"], 0)
        lines = run("pairs", path, "--time").stdout.splitlines()
        self.assertIn("nanoseconds per pair", lines[0])
        self.assertEqual(lines[1].split(), ["regime", "pairs", "cold", "+-"])
        self.assertEqual([line.split()[0] for line in lines[2:]], regimes)

    def test_regimes_that_a_file_lacks_are_left_out(self):
        path = self.folder / "one.txt"
        path.write_text("shapes 1\nshape 0 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
                        "pairs 1\n3 0 0  0 0 0 0 0 0 1  0.1 0 0 0 0 0 1  0 0 0 0 0 0\n")
        answer = self.json_of("pairs", path, "--time")
        self.assertEqual([row["regime"] for row in answer["times"]], ["deep", "all"])

    def test_times_are_refused_where_they_make_no_sense(self):
        path = PAIRS / "box_box.txt"
        for arguments in [["--warm"], ["--bulk"], ["--time", "--frame", "3"], ["--time", "--reference", PAIRS / "box_box.ref"]]:
            self.assertEqual(run("pairs", path, *arguments).returncode, USAGE)
        empty = self.folder / "empty.txt"
        empty.write_text("shapes 0\npairs 0\n")
        self.refused("pairs", empty, "--time", code=BAD_INPUT, says=["empty.txt", "no pairs"])

    def test_files_that_are_broken(self):
        self.refused("pairs", "nowhere.txt", code=BAD_INPUT, says=["nowhere.txt"])
        broken = self.folder / "broken.txt"
        broken.write_text("shapes 1\nshape 0 4\n0 0 0\n1 0 zero\n0 1 0\n0 0 1\npairs 0\n")
        self.refused("pairs", broken, code=BAD_INPUT, says=["broken.txt:4"])
        flat = self.folder / "flat.txt"
        flat.write_text("shapes 1\nshape 7 4\n0 0 0\n1 0 0\n0 1 0\n1 1 0\npairs 0\n")
        self.refused("pairs", flat, code=BAD_INPUT, says=["flat.txt", "shape 7"])
        short = self.folder / "short.ref"
        short.write_text("\n".join((PAIRS / "box_box.ref").read_text().splitlines()[:10]) + "\n")
        self.refused("pairs", PAIRS / "box_box.txt", "--reference", short, code=BAD_INPUT, says=["short.ref", "400 pairs"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
