#!/usr/bin/env python3
"""Tests sat3d convert: the output must import as the same bodies."""

import base64
import collections
import itertools
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import unittest

from command_line import APART, BAD_INPUT, HOSTILE, TOOL, USAGE, CommandLineTest, main, model, run

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "data" / "corpus"
FORMATS = [".glb", ".gltf", ".obj"]
DIRECTIONS = [(x, y, z) for x, y, z in itertools.product((-3, -1, 0, 1, 2), repeat=3) if (x, y, z) != (0, 0, 0)]


def support(points, direction):
    length = math.hypot(*direction)
    return max(sum(p * d for p, d in zip(point, direction)) for point in points) / length


class Body:
    """A body as inspect reports it: parameters of spheres and capsules, vertices of other shapes."""

    def __init__(self, shape, drawn, materials):
        self.name, self.shape = shape["name"], shape.get("shape", shape)
        self.kind = self.shape.get("kind", "TriangleMesh")
        self.materials = collections.Counter(materials[tag - 1] if tag else "" for tag in drawn.get("tags", []))
        flat = drawn["vertices"]
        self.points = [flat[k:k + 3] for k in range(0, len(flat), 3)]
        self.size = max(math.dist(self.points[0], point) for point in self.points)

    def difference(self, other):
        """Returns the distance of two surfaces as a fraction of the size."""
        if self.kind != other.kind:
            return math.inf
        if self.kind == "Sphere":
            ours, theirs = (self.shape["center"], self.shape["radius"]), (other.shape["center"], other.shape["radius"])
            worst = math.dist(ours[0], theirs[0]) + abs(ours[1] - theirs[1])
        elif self.kind == "Capsule":
            ends = [other.shape["start"], other.shape["end"]]
            worst = abs(self.shape["radius"] - other.shape["radius"]) + min(
                max(math.dist(self.shape["start"], a), math.dist(self.shape["end"], b)) for a, b in (ends, ends[::-1]))
        else:
            worst = max(abs(support(self.points, d) - support(other.points, d)) for d in DIRECTIONS)
        return worst / self.size


class Convert(CommandLineTest):
    def read(self, path, *options):
        """Returns the report, and the bodies with their vertices."""
        page = self.folder / "page.html"
        report = self.json_of("inspect", path, "-o", page, *options)
        scene = re.search(r'id="scene">(.*?)</script>', page.read_text(encoding="utf-8"), re.DOTALL)[1]
        return report, [
            Body(*pair, report["materials"])
            for pair in zip(report["bodies"] + report["meshes"], json.loads(scene)["bodies"], strict=True)]

    def assert_same_bodies(self, wanted, got, within=1e-6):
        self.assertEqual(len(wanted), len(got))
        left = list(got)
        for body in wanted:
            nearest = min(left, key=body.difference)
            self.assertLess(body.difference(nearest), within, f"{body.name}, {nearest.name}")
            left.remove(nearest)

    def convert(self, path, extension, *options):
        output = self.folder / ("converted" + extension)
        answer = self.json_of("convert", path, "-o", output, *options)
        self.assertEqual(answer["bodies"] + answer["meshes"], len(answer["names"]))
        return output, answer

    def test_bodies_survive_the_round_trip(self):
        kinds = set()
        files = [model("tank.glb"), model("ramp.obj"), *(CORPUS / name for name in (
            "names.glb", "godot.glb", "islands.fbx", "tank.fbx", "transforms.glb", "centimeters.fbx"))]
        for path in files:
            wanted = self.read(path)[1]
            kinds |= {body.kind for body in wanted}
            for extension in FORMATS:
                with self.subTest(path=path.name, extension=extension):
                    output, _ = self.convert(path, extension)
                    report, got = self.read(output)
                    self.assert_same_bodies(wanted, got)
                    self.assertEqual([node["warnings"] for node in report["nodes"] if node["warnings"]], [])
                    self.assertEqual(report["notes"], [])
        self.assertEqual(kinds, {"ConvexHull", "Box", "Sphere", "Capsule", "TriangleMesh"})

    def test_baked_models(self):
        baked = self.bake(CORPUS / "names.glb")
        self.assert_same_bodies(self.read(baked)[1], self.read(self.convert(baked, ".glb")[0])[1])

    def test_the_tree_is_kept(self):
        report, _ = self.read(model("tank.glb"))
        again, _ = self.read(self.convert(model("tank.glb"), ".gltf")[0])
        place = {node["name"]: node for node in again["tree"]}
        for node in report["tree"]:
            self.assertIn(node["name"], place)
            above = place[node["name"]]["parent"]
            wanted = node["parent"]
            self.assertEqual(None if above is None else again["tree"][above]["name"],
                             None if wanted is None else report["tree"][wanted]["name"])
            for key in ("position", "rotation"):
                for ours, theirs in zip(node[key], place[node["name"]][key]):
                    self.assertAlmostEqual(ours, theirs, places=5)
        self.assertEqual(again["tree"][again["bodies"][0]["node"]]["name"], again["bodies"][0]["name"])
        self.assertEqual({shape["name"] for shape in again["bodies"]},
                         {"UCX_" + shape["name"] for shape in report["bodies"]})

    def test_names_refer_to_render_meshes(self):
        path = self.write_crates("Wall", "UCX_Wall_01", "Crate-col", "UBX_Lamp")
        self.assertEqual(self.convert(path, ".glb")[1]["names"], ["UCX_Wall_01", "Crate-colonly", "UBX_Lamp"])
        self.assertEqual(self.convert(path, ".glb", "--no-fit")[1]["names"], ["UCX_Wall_01", "Crate-colonly", "UCX_Lamp"])
        fence = self.convert(CORPUS / "islands.fbx", ".glb")[1]["names"]
        self.assertEqual([name for name in fence if "Fence" in name],
                         ["UCX_Fence_01", "UCX_Fence_02", "UCX_Fence_03"])

    def test_parts_are_numbered_from_one(self):
        path = self.folder / "islands.gltf"
        text = (CORPUS / "islands.gltf").read_text(encoding="utf-8")
        path.write_text(text.replace('"UCX_Fence"', '"UCX_Fence_01"'), encoding="utf-8")
        shutil.copy(CORPUS / "islands.bin", self.folder)
        self.assertIn("UCX_Fence_01", path.read_text(encoding="utf-8"))
        names = self.convert(path, ".glb")[1]["names"]
        self.assertEqual([name for name in names if "Fence" in name], ["UCX_Fence_01", "UCX_Fence_02", "UCX_Fence_03"])

    def test_parents_are_written_before_children(self):
        document = self.document_of(model("tank.glb"))
        turret = next(node for node in document["nodes"] if node["name"] == "turret")
        turret["name"] = "UCX_turret_01"  # becomes a mesh itself; the others get a child
        path = self.write_json(document)
        for extension in FORMATS:
            names = self.convert(path, extension, "--no-unreal-names")[1]["names"]
            self.assertEqual([re.sub("UCX_|_01", "", name) for name in names],
                             ["hull", "turret", "barrel", "track_left", "track_right"])

    def test_materials_stay_on_their_faces(self):
        wanted = self.read(CORPUS / "tank.glb")[1]
        self.assertGreater(max(len(body.materials) for body in wanted), 1)
        for extension in FORMATS:
            got = self.read(self.convert(CORPUS / "tank.glb", extension)[0])[1]
            for body in wanted:
                nearest = min(got, key=body.difference)
                self.assertEqual(body.materials, nearest.materials, extension)

    def test_notes_stay_on_their_nodes(self):
        document = self.document_of(model("crate.obj"))
        document["nodes"][0]["extras"] = {"armor": "80 mm", "hits": 3}
        path = self.write_json(document)
        for extension in (".glb", ".gltf"):
            notes = [node["properties"] for node in self.read(self.convert(path, extension)[0])[0]["tree"]]
            self.assertIn({"armor": "80 mm", "hits": "3"}, notes)

    def test_z_up_models_are_rotated_to_y_up(self):
        wanted = self.read(model("tank.glb"))[1]
        self.assert_same_bodies(wanted, self.read(self.convert(model("tank.glb"), ".glb", "--up", "z")[0])[1])
        baked = self.bake(model("tank.glb"), "--up", "z")
        self.assert_same_bodies(wanted, self.read(self.convert(baked, ".glb")[0])[1])

    def test_output_is_valid_gltf(self):
        document = self.document_of(model("tank.glb"))
        buffer = base64.b64decode(document["buffers"][0]["uri"].partition("base64,")[2], validate=True)
        self.assertEqual(len(buffer), document["buffers"][0]["byteLength"])
        for mesh in document["meshes"]:
            self.assertEqual(len(mesh["primitives"]), 1)
            positions, indices = (document["accessors"][k] for k in (
                mesh["primitives"][0]["attributes"]["POSITION"], mesh["primitives"][0]["indices"]))
            values = {}
            for accessor, letter, each in ((positions, "f", 3), (indices, "I", 1)):
                view = document["bufferViews"][accessor["bufferView"]]
                self.assertEqual(view["byteLength"], 4 * each * accessor["count"])
                values[letter] = struct.unpack_from(f"<{each * accessor['count']}{letter}", buffer, view["byteOffset"])
            self.assertLess(max(values["I"]), positions["count"])
            for axis in range(3):
                self.assertEqual(positions["min"][axis], min(values["f"][axis::3]))
                self.assertEqual(positions["max"][axis], max(values["f"][axis::3]))
        binary = self.convert(model("tank.glb"), ".glb")[0].read_bytes()
        magic, version, length, json_length = struct.unpack_from("<4sIII", binary)
        self.assertEqual((magic, version, length, json_length % 4), (b"glTF", 2, len(binary), 0))
        self.assertEqual(binary[20 + json_length + 8:], buffer)

    def test_triangle_meshes_survive_the_round_trip(self):
        tank = CORPUS / "tank.glb"
        wanted, bodies = self.read(tank, "--meshes", "all", "--no-unreal-names")
        self.assertEqual({body.kind for body in bodies}, {"TriangleMesh"})
        for extension in FORMATS:
            output, answer = self.convert(tank, extension, "--meshes", "all", "--no-unreal-names")
            self.assertTrue(all(re.search(r"-colonly(_\d+)?$", name) for name in answer["names"]), answer)
            report, got = self.read(output)
            self.assertEqual(report["bodies"], [])
            self.assert_same_bodies(bodies, got)
            self.assertEqual(sorted(surface["triangles"] for surface in report["meshes"]),
                             sorted(surface["triangles"] for surface in wanted["meshes"]))
            self.assertEqual(sum((body.materials for body in got), collections.Counter()),
                             sum((body.materials for body in bodies), collections.Counter()))
        for name in ("UCX_UBX_Wall-col", "a$col b", "Lamp-col.001"):
            with self.subTest(name=name):
                report = self.read(self.convert(self.write_crates(name), ".glb", "--no-unreal-names")[0])[0]
                self.assertEqual((len(report["bodies"]), len(report["meshes"])), (0, 1))

    def test_names_without_meaning_when_conventions_are_off(self):
        switches = [["--no-godot-names"], ["--no-unreal-names"], ["--no-godot-names", "--no-unreal-names"]]
        for path, off, extension in itertools.product(("godot.glb", "names.glb"), switches, FORMATS):
            with self.subTest(path=path, off=off, extension=extension):
                wanted = self.read(CORPUS / path, *off)[1]
                report, got = self.read(self.convert(CORPUS / path, extension, *off)[0])
                self.assert_same_bodies(wanted, got)
                self.assertEqual(report["notes"], [])
                self.assertEqual([node["warnings"] for node in report["nodes"] if node["warnings"]], [])

    def test_noimp_groups_keep_children_when_conventions_are_off(self):
        document = self.document_of(model("tank.glb"))
        for name, written in (("Group-noimp.001", "Group-noimp.001-node"), ("a$noimp b", "a-noimp b-node")):
            document["nodes"].append({"name": name, "children": document["scenes"][0]["nodes"]})
            document["scenes"][0]["nodes"] = [len(document["nodes"]) - 1]
            path = self.write_json(document)
            for extension in FORMATS:
                with self.subTest(name=name, extension=extension):
                    wanted = self.read(path, "--no-godot-names")[1]
                    self.assertEqual(len(wanted), 5)
                    report, got = self.read(self.convert(path, extension, "--no-godot-names")[0])
                    self.assert_same_bodies(wanted, got)
                    if extension != ".obj":
                        self.assertIn(written, [node["name"] for node in report["tree"]])

    def test_new_names_are_unique(self):
        document = self.document_of(model("tank.glb"))
        document["nodes"].append({"name": "Group-noimp", "children": document["scenes"][0]["nodes"]})
        document["nodes"].append({"name": "Group-noimp-node", "children": [len(document["nodes"]) - 1]})
        document["scenes"][0]["nodes"] = [len(document["nodes"]) - 1]
        path = self.write_json(document)
        wanted = self.read(path, "--no-godot-names")[1]
        report, got = self.read(self.convert(path, ".gltf", "--no-godot-names")[0])
        self.assert_same_bodies(wanted, got)
        names = [node["name"] for node in report["tree"]]
        self.assertEqual(len(names), len(set(names)), names)
        self.assertIn("Group-noimp-node_01", names)

    def test_hostile_names(self):
        for name in (HOSTILE, "cra\x1b[2Jte", 'a\\b "c"', "\u00fc\u6f22", "  ", "x" * 500):
            path = self.write_crates(name)
            wanted = self.read(path)[1]
            for extension in FORMATS:
                with self.subTest(name=name, extension=extension):
                    self.assert_same_bodies(wanted, self.read(self.convert(path, extension)[0])[1])

    def test_output_errors(self):
        tank = model("tank.glb")
        self.refused("convert", tank, "-o", "tank.fbx", code=USAGE, says=["--output", ".glb or .gltf or .obj"])
        self.refused("convert", tank, "-o", self.folder / "no" / "tank.glb", code=BAD_INPUT, says=["cannot be written"])
        self.refused("convert", "nowhere.glb", "-o", self.folder / "a.glb", code=BAD_INPUT, says=["nowhere.glb"])
        self.assertIn("5 bodies", run("convert", tank, "-o", self.folder / "tank.obj").stdout)
        self.assertEqual(run("convert", tank, "-o", self.folder / "tank.obj").returncode, APART)

    def test_input_model_is_never_overwritten(self):
        mine, link, baked = self.folder / "mine.glb", self.folder / "link.glb", self.folder / "mine.s3d"
        shutil.copy(model("tank.glb"), mine)
        os.link(mine, link)
        before = mine.read_bytes()
        for output in (mine, link, self.folder / "." / "mine.glb"):
            self.refused("convert", mine, "-o", output, code=BAD_INPUT, says=["would overwrite the model itself"])
            self.assertEqual(mine.read_bytes(), before)
        self.assertEqual(run("bake", mine, "-o", baked).returncode, APART)
        self.refused("bake", baked, "-o", baked, code=BAD_INPUT, says=["would overwrite the model itself"])

    @unittest.skipIf(os.name == "nt", "needs limits on the size of files")
    def test_failed_write_keeps_the_old_file(self):
        def small_files():
            import resource
            import signal
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        for command, name in (("convert", "old.glb"), ("bake", "old.s3d")):
            output = self.folder / name
            output.write_text("old")
            result = subprocess.run([TOOL, command, model("tank.glb"), "-o", output], capture_output=True,
                                    encoding="utf-8", timeout=60, preexec_fn=small_files)
            self.assertEqual(result.returncode, BAD_INPUT)
            self.assertIn(f"{name}: cannot be written (File too large)", result.stderr)
            self.assertEqual(output.read_text(), "old")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["old.glb", "old.s3d"])


if __name__ == "__main__":
    main()
