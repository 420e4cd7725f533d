#!/usr/bin/env python3
"""Writes all files of models/ and its README, deterministically. Needs only Python 3.

Parts are defined by their vertices in whole millimeters. An exact brute-force convex hull in integers computes their
faces, so the volumes and counts in the README are exact and independent of the library that they test.
"""

import argparse
import itertools
import json
import math
import struct
import sys
from fractions import Fraction
from pathlib import Path

MODELS = Path(__file__).resolve().parent.parent / "models"

# ---------------------------------------------------------------------------------------------- exact geometry


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def hull_faces(points):
    """Returns the merged faces of a convex polyhedron as loops of indices, counter-clockwise seen from outside."""
    faces = {}
    for a, b, c in itertools.permutations(range(len(points)), 3):
        if not (a < b and a < c):
            continue
        normal = cross(sub(points[b], points[a]), sub(points[c], points[a]))
        heights = [dot(normal, sub(p, points[a])) for p in points]
        if max(heights) > 0 or normal == (0, 0, 0):
            continue
        faces.setdefault(frozenset(i for i, h in enumerate(heights) if h == 0), normal)
    loops = [order_loop(points, face, normal) for face, normal in faces.items()]
    assert sorted(set(itertools.chain(*loops))) == list(range(len(points))), "a point is not a vertex of the hull"
    return sorted(loops)


def order_loop(points, face, normal):
    """Returns the vertices of a convex face, counter-clockwise about the normal, lowest index first."""
    loop = [min(face)]
    while len(loop) < len(face):
        here = points[loop[-1]]
        left = [i for i in face if i not in loop]
        loop.append(next(i for i in left if all(
            dot(normal, cross(sub(points[i], here), sub(points[j], here))) >= 0 for j in face if j != i)))
    return loop


def newell(points, loop):
    """Returns a polygon's normal; its length is twice the polygon's area."""
    total = (0, 0, 0)
    for i, j in zip(loop, loop[1:] + loop[:1]):
        total = tuple(t + c for t, c in zip(total, cross(points[i], points[j])))
    return total


def volume(points, faces):
    """Returns the exact signed volume in cubic millimeters."""
    fans = ((f[0], f[k], f[k + 1]) for f in faces for k in range(1, len(f) - 1))
    return Fraction(sum(dot(points[a], cross(points[b], points[c])) for a, b, c in fans), 6)


# ---------------------------------------------------------------------------------------------- parts and models


class Part:
    """A mesh node: vertices in millimeters in its own frame, faces, and its transform relative to its parent."""

    def __init__(self, name, points, faces=None, parent=None, translation=(0, 0, 0), upright=False, mirror=False,
                 plates=None):
        self.name, self.points, self.parent = name, [tuple(p) for p in points], parent
        self.faces = hull_faces(self.points) if faces is None else faces
        self.translation = translation  # millimeters, in the parent's frame
        self.upright = upright          # modeled along its own +Y; the node rotates it to point to +Z
        self.mirror = mirror            # the node reflects x
        # The name of each face's material, or none.
        self.materials = [plates(unit_normal(self.points, f)) for f in self.faces] if plates else None

    def to_parent(self, p):
        x, y, z = (-p[0] if self.mirror else p[0], p[1], p[2])
        if self.upright:
            y, z = -z, y
        return (x + self.translation[0], y + self.translation[1], z + self.translation[2])

    def world(self):
        points, part = self.points, self
        while part is not None:
            points, part = [part.to_parent(p) for p in points], part.parent
        return points


def box(x, y, z):
    return list(itertools.product(x, y, z))


def both_sides(points):
    """Returns the points and their reflections in x."""
    return points + [(-x, y, z) for x, y, z in points]


def extrude(profile, axis, low, high):
    """Returns a prism: a profile in the two other axes (in cyclic order), extruded along the axis."""
    place = {0: lambda t, a, b: (t, a, b), 2: lambda t, a, b: (a, b, t)}[axis]
    return [place(t, a, b) for t in (low, high) for a, b in profile]


def unit_normal(points, loop):
    n = newell(points, loop)
    length = math.sqrt(dot(n, n))
    return tuple(c / length for c in n) if length else (0.0, 1.0, 0.0)


def armor(front, side, rear, top, floor):
    """Returns the function that names the plate of a face from its outward normal (Y up, the front toward +Z)."""
    def plate(normal):
        x, y, z = normal
        if abs(y) > 0.98:
            return top if y > 0 else floor
        return side if abs(x) > abs(z) else front if z > 0 else rear
    return plate


def tank(armored=False):
    """Returns the parts of a tank. With armor, each face has a material that names its plate."""
    def plates(*names):
        return armor(*names) if armored else None
    hull = Part("hull", both_sides([
        (1000, 400, 2600), (1000, 400, -3100),      # floor
        (1250, 950, 3500), (1250, 950, -3500),      # belt: the edge of nose and tail
        (1050, 1450, 1700), (1050, 1450, -3300)]),  # deck: glacis from the belt up to here
        plates=plates("glacis 120 mm", "side 60 mm", "rear 40 mm", "deck 20 mm", "floor 20 mm"))
    turret = Part("turret", both_sides([
        (700, 0, 1500), (1150, 0, 600), (1150, 0, -900), (800, 0, -1700),
        (450, 950, 1100), (800, 950, 400), (800, 950, -800), (625, 950, -1200)]),
        parent=hull, translation=(0, 1450, -300),
        plates=plates("turret front 180 mm", "turret side 90 mm", "turret rear 60 mm", "roof 30 mm", "ring 30 mm"))
    octagon = [(120, 50), (50, 120), (-50, 120), (-120, 50), (-120, -50), (-50, -120), (50, -120), (120, -50)]
    barrel = Part("barrel", [(x, 0, z) for x, z in octagon] + [(x * 7 // 10, 3000, z * 7 // 10) for x, z in octagon],
                  parent=turret, translation=(0, 450, 900), upright=True, plates=plates(*["barrel 40 mm"] * 5))
    profile = [(0, 2500), (550, 3300), (900, 3100), (900, -3100), (550, -3300), (0, -2600)]
    links = plates(*["track 20 mm"] * 5)
    return [hull, turret, barrel,
            Part("track_left", extrude(profile, 0, 1250, 1700), parent=hull, plates=links),
            Part("track_right", extrude(profile, 0, -1700, -1250), parent=hull, plates=links)]


CRATE = box((-500, 500), (0, 1000), (-500, 500))


def barrier():
    """Returns the two convex pieces of a Jersey barrier, whose profile is concave where its slopes meet."""
    base = [(0, 405), (75, 405), (330, 175), (330, -175), (75, -405), (0, -405)]
    top = [(330, 175), (810, 75), (810, -75), (330, -175)]
    return [Part("barrier_base", extrude(base, 0, -1500, 1500)), Part("barrier_top", extrude(top, 0, -1500, 1500))]


GOOD = {
    "tank": tank(),
    "wall": [Part("wall", box((-2000, 2000), (0, 2500), (-150, 150)))],
    "crate": [Part("crate", CRATE)],
    "ramp": [Part("ramp", extrude([(0, -2000), (0, 2000), (1200, 2000)], 0, -1500, 1500))],
    "barrier": barrier(),
    "armored_tank": tank(armored=True),
}

# ---------------------------------------------------------------------------------------------- writers


def meters(value):
    return ("%.6f" % (value / 1000)).rstrip("0").rstrip(".")


def materials_of(parts):
    """Returns the names of all materials, in the order of their first face."""
    return list(dict.fromkeys(name for part in parts for name in part.materials or []))


def mtl(parts, title):
    """Returns the material library of an OBJ file: names are all that counts."""
    lines = [f"# {title}; written by scripts/make_models.py"]
    for name in materials_of(parts):
        lines += [f"newmtl {name}", "Kd 0.5 0.5 0.5"]
    return ("\n".join(lines) + "\n").encode()


def obj(parts, title):
    lines = [f"# {title}; meters, Y up. Written by scripts/make_models.py"]
    if materials_of(parts):
        lines.append(f"mtllib {title}.mtl")
    vertices = normals = 0
    for part in parts:
        lines.append(f"o {part.name}")
        material = None
        points = part.world()
        lines += ["v " + " ".join(meters(c) for c in p) for p in points]
        lines += ["vn " + " ".join("%.6f" % (c + 0.0) for c in unit_normal(points, f)) for f in part.faces]
        for k, face in enumerate(part.faces):
            if part.materials and part.materials[k] != material:
                material = part.materials[k]
                lines.append(f"usemtl {material}")
            lines.append("f " + " ".join(f"{vertices + i + 1}//{normals + k + 1}" for i in face))
        vertices += len(points)
        normals += len(part.faces)
    return ("\n".join(lines) + "\n").encode()


def glb_container(document, binary):
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    if binary:
        chunks += struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def glb_mesh(part, document, binary):
    """Appends a mesh with a primitive for each material, as exporters write them."""
    primitives = []
    for material in dict.fromkeys(part.materials or [None]):
        faces = [f for k, f in enumerate(part.faces) if not part.materials or part.materials[k] == material]
        primitive = glb_primitive(part, faces, document, binary)
        if material:
            primitive["material"] = [m["name"] for m in document["materials"]].index(material)
        primitives.append(primitive)
    document["meshes"].append({"name": part.name, "primitives": primitives})


def glb_primitive(part, faces, document, binary):
    """Returns a flat-shaded primitive: every face has its own vertices, as exporters write hard edges."""
    positions, normals, indices = [], [], []
    for face in faces:
        first = len(positions)
        positions += [tuple(c / 1000 for c in part.points[i]) for i in face]
        normals += [unit_normal(part.points, face)] * len(face)
        indices += [first + i for k in range(1, len(face) - 1) for i in (0, k, k + 1)]

    def accessor(values, code, count, kind, component, target, bounds=None):
        binary.extend(b"\0" * (-len(binary) % 4))
        data = struct.pack(f"<{len(values)}{code}", *values)
        document["bufferViews"].append(
            {"buffer": 0, "byteOffset": len(binary), "byteLength": len(data), "target": target})
        binary.extend(data)
        entry = {"bufferView": len(document["bufferViews"]) - 1, "componentType": component, "count": count,
                 "type": kind}
        document["accessors"].append(entry | (bounds or {}))
        return len(document["accessors"]) - 1

    finite = all(math.isfinite(c) for p in positions for c in p)
    bounds = {"min": [min(c) for c in zip(*positions)], "max": [max(c) for c in zip(*positions)]} if finite else {}
    return {
        "attributes": {
            "POSITION": accessor(list(itertools.chain(*positions)), "f", len(positions), "VEC3", 5126, 34962, bounds),
            "NORMAL": accessor(list(itertools.chain(*normals)), "f", len(normals), "VEC3", 5126, 34962)},
        "indices": accessor(indices, "H", len(indices), "SCALAR", 5123, 34963)}


def glb(parts, title):
    document = {"asset": {"version": "2.0", "generator": "sat3d make_models.py"}, "scene": 0,
                "scenes": [{"name": title, "nodes": []}], "nodes": [], "meshes": [], "accessors": [],
                "bufferViews": [], "buffers": [{"byteLength": 0}]}
    if materials_of(parts):
        document["materials"] = [{"name": name} for name in materials_of(parts)]
    binary = bytearray()
    for index, part in enumerate(parts):
        glb_mesh(part, document, binary)
        node = {"name": part.name, "mesh": index}
        if any(part.translation):
            node["translation"] = [c / 1000 for c in part.translation]
        if part.upright:
            node["rotation"] = [math.sqrt(0.5), 0, 0, math.sqrt(0.5)]
        if part.mirror:
            node["scale"] = [-1, 1, 1]
        document["nodes"].append(node)
        if part.parent is None:
            document["scenes"][0]["nodes"].append(index)
        else:
            document["nodes"][parts.index(part.parent)].setdefault("children", []).append(index)
    document["buffers"][0]["byteLength"] = len(binary)
    return glb_container(document, bytes(binary))


# ---------------------------------------------------------------------------------------------- bad models


def bad_models():
    """Returns (file, content, expected code or warning, description) for the second table of the README."""
    crate = hull_faces(CRATE)
    top = max(range(6), key=lambda k: newell(CRATE, crate[k])[1])
    quad, loop = [(0, 0, 0), (1000, 0, 0), (1000, 0, 1000), (0, 0, 1000)], [[0, 3, 2, 1]]
    line, fan = [(k * 500, 0, 0) for k in range(4)], [[0, 1, 2], [1, 2, 3]]
    point = [(1000, 2000, 3000)] * 3
    ell = extrude([(0, 0), (2000, 0), (2000, 1000), (1000, 1000), (1000, 2000), (0, 2000)], 0, 0, 1000)
    ell_faces = [[0, 5, 4, 3, 2, 1], [6, 7, 8, 9, 10, 11]] + [
        [k, (k + 1) % 6, (k + 1) % 6 + 6, k + 6] for k in range(6)]
    nan = [(float("nan"), 0, -500)] + CRATE[1:]
    split_faces = [list(range(4 * k, 4 * k + 4)) for k in range(6)]
    split = [CRATE[i] for face in crate for i in face]
    assert volume(ell, ell_faces) > 0

    def both(name, parts, expected, text):
        return [(f"{name}.obj", obj(parts, text), expected, text), (f"{name}.glb", glb(parts, text), expected, text)]

    rows = []
    rows += both("open", [Part("open", CRATE, [f for k, f in enumerate(crate) if k != top])], "Open",
                 "a crate without its lid")
    rows += both("flat", [Part("flat", quad, loop)], "NoColliders", "one square")
    rows += both("linear", [Part("linear", line, fan)], "NoColliders", "triangles whose corners lie on a line")
    rows += both("point", [Part("point", point, [[0, 1, 2]])], "NoColliders", "a triangle of one point")
    rows += both("nan", [Part("nan", nan, crate)], "NoColliders", "a crate with a NaN for a coordinate")
    rows += both("degenerate", [Part("degenerate", CRATE, crate + [[0, 1, 1], [0, 0, 0]])], "Degenerate",
                 "a crate and two faces without area")
    rows += both("duplicated", [Part("duplicated", split, split_faces)], "none",
                 "a crate whose faces share no vertices: sound after welding")
    rows += both("inverted", [Part("inverted", CRATE, [f[::-1] for f in crate])], "Inverted", "a crate inside out")
    rows += both("l_shape", [Part("l_shape", ell, ell_faces)], "NotConvex",
                 "an L, 0.707 m deep: its hull fills the notch")
    rows += both("huge", [Part("hull", [tuple(100 * c for c in p) for p in GOOD["tank"][0].points])], "Huge",
                 "a tank hull in centimeters, taken for meters")
    rows += both("tiny", [Part("tiny", [(x // 500, y // 500, z // 500) for x, y, z in CRATE])], "Tiny",
                 "a crate of two millimeters")
    rows += both("one_flat", [Part("crate", CRATE), Part("decal", quad, loop)], "Flat",
                 "a crate and a flat node: the crate loads, the flat node is reported")
    mirrored = [Part("original", CRATE, translation=(2000, 0, 0)),
                Part("mirrored", CRATE, translation=(-2000, 0, 0), mirror=True)]
    rows.append(("mirrored.glb", glb(mirrored, "mirrored"), "none", "a node with scale -1: re-wound, not inside out"))
    rows.append(("empty.obj", b"", "Malformed", "no bytes at all"))
    rows.append(("no_faces.obj", b"# vertices, but no face\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n", "NoColliders",
                 "vertices that no face uses"))
    nothing = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "lamp"}]}
    rows.append(("empty.glb", glb_container(nothing, b""), "NoColliders", "a node without a mesh"))
    whole = glb(GOOD["tank"], "tank")
    rows.append(("truncated.glb", whole[:len(whole) * 2 // 3], "Malformed", "the first two thirds of tank.glb"))
    rows.append(("not_a_model.obj", b"Dear modeler,\nthis is a letter and no model.\nYours, sat3d\n", "NoColliders",
                 "text"))
    return rows


# ---------------------------------------------------------------------------------------------- README

README = """# Models

Small models for the tests, the examples and the demo. `scripts/make_models.py` writes every file in this folder,
including this page: change the script, not the files. Origin: made for this project. License: MIT, like the project.

Units are meters; axes are right-handed, with Y up and the front toward +Z. All models stand on y = 0. Every part is
convex. In `tank.glb` the barrel is a child of the turret, and the turret and the tracks are children of the hull, each
with its own transform. The OBJ files contain the same parts with the transforms applied. `armored_tank` is the same
tank with a material for each plate: {plates}. The tags of hull faces name them.

## Expected

The tests read this table. Vertices are counted after welding, faces as merged polygons (those of the OBJ files and of
the hull), triangles in the GLB files. Volumes are in cubic meters, extents in meters in the model's frame.

| model | node | vertices | faces | triangles | volume | minimum | maximum |
|---|---|---|---|---|---|---|---|
{good}

## bad/

These files must be refused, or imported with a warning. `Malformed` and `NoColliders` are errors, `none` is an
import without a warning, and the other words are warnings of a node in an import that succeeds.

| file | expected | what it is |
|---|---|---|
{bad}
"""


def triple(values):
    return " ".join(meters(v) for v in values)


def readme(bad):
    rows = []
    for model, parts in GOOD.items():
        for part in parts:
            world = part.world()
            rows.append("| {} | {} | {} | {} | {} | {:.9f} | {} | {} |".format(
                model, part.name, len(world), len(part.faces), sum(len(f) - 2 for f in part.faces),
                float(volume(world, part.faces) / 10**9),
                triple(map(min, zip(*world))), triple(map(max, zip(*world)))))
    plates = ", ".join(f"`{name}`" for name in materials_of(GOOD["armored_tank"]))
    return README.format(good="\n".join(rows), plates=plates,
                         bad="\n".join(f"| {f} | {expected} | {text} |" for f, _, expected, text in bad)).encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if a file would change")
    options = parser.parse_args()
    bad = bad_models()
    files = {"README.md": readme(bad)} | {f"bad/{name}": content for name, content, _, _ in bad}
    for name, parts in GOOD.items():
        assert all(volume(p.world(), p.faces) > 0 for p in parts)
        files |= {f"{name}.obj": obj(parts, name), f"{name}.glb": glb(parts, name)}
        if materials_of(parts):
            files[f"{name}.mtl"] = mtl(parts, name)
    if options.check:
        stale = [name for name, content in files.items()
                 if not (MODELS / name).is_file() or (MODELS / name).read_bytes() != content]
        sys.exit(f"differ from the output of this script: {', '.join(stale)}" if stale else 0)
    (MODELS / "bad").mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (MODELS / name).write_bytes(content)


if __name__ == "__main__":
    main()
