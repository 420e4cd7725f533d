#!/usr/bin/env python3
"""Times `sat3d bake` of many generated models, with one core and with all: baked, up to date, and one changed."""

import argparse
import json
import math
import os
import pathlib
import random
import struct
import subprocess
import tempfile
import time


def rock(chance, rings, sectors):
    """Returns the corners and triangles of a closed, dented ball with some size and place."""
    size, at = chance.uniform(0.2, 3.0), [chance.uniform(-5.0, 5.0) for _ in range(3)]
    corners = [(0.0, 0.0, 1.0)]
    for i in range(1, rings):
        for k in range(sectors):
            polar, around, radius = math.pi * i / rings, 2 * math.pi * k / sectors, chance.uniform(0.8, 1.0)
            corners.append((radius * math.sin(polar) * math.cos(around), radius * math.sin(polar) * math.sin(around),
                            radius * math.cos(polar)))
    corners.append((0.0, 0.0, -1.0))
    triangles = []
    for k in range(sectors):
        right = (k + 1) % sectors
        triangles.append((0, 1 + k, 1 + right))
        for i in range(rings - 2):
            a, b = 1 + i * sectors + k, 1 + i * sectors + right
            triangles += [(a, a + sectors, b), (b, a + sectors, b + sectors)]
        triangles.append((1 + (rings - 2) * sectors + right, 1 + (rings - 2) * sectors + k, len(corners) - 1))
    return [[size * x + c for x, c in zip(corner, at)] for corner in corners], triangles


def write_obj(path, parts):
    lines, base = [f"mtllib {path.stem}.mtl"], 1
    for k, (corners, triangles) in enumerate(parts):
        lines += [f"o part_{k}", "usemtl steel"]
        lines += ["v %.6f %.6f %.6f" % tuple(corner) for corner in corners]
        lines += ["f %d %d %d" % tuple(base + vertex for vertex in triangle) for triangle in triangles]
        base += len(corners)
    path.with_suffix(".obj").write_text("\n".join(lines) + "\n")
    path.with_suffix(".mtl").write_text("newmtl steel\n")


def write_gltf(path, parts):
    data, views, accessors = b"", [], []
    for corners, triangles in parts:
        for values, kind, component, target in (([x for c in corners for x in c], "VEC3", 5126, "f"),
                                                ([v for t in triangles for v in t], "SCALAR", 5125, "I")):
            piece = struct.pack(f"<{len(values)}{target}", *values)
            accessors.append({"bufferView": len(views), "componentType": component, "type": kind,
                              "count": len(values) // (3 if kind == "VEC3" else 1)})
            if kind == "VEC3":
                accessors[-1].update({"min": [min(c[k] for c in corners) for k in range(3)],
                                      "max": [max(c[k] for c in corners) for k in range(3)]})
            views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(piece)})
            data += piece
    numbers = range(len(parts))
    document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(numbers)}],
                "nodes": [{"name": f"part_{k}", "mesh": k} for k in numbers],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 2 * k}, "indices": 2 * k + 1}]} for k in numbers],
                "accessors": accessors, "bufferViews": views,
                "buffers": [{"uri": path.stem + ".bin", "byteLength": len(data)}]}
    path.with_suffix(".bin").write_bytes(data)
    path.with_suffix(".gltf").write_text(json.dumps(document))


def generate(folder, count):
    """Writes the models, half of them glTF and half OBJ. Returns the number of their parts and bytes."""
    chance, parts_of_all = random.Random(1), 0
    for k in range(count):
        parts = [rock(chance, chance.randint(4, 16), chance.randint(6, 24)) for _ in range(chance.randint(1, 12))]
        parts_of_all += len(parts)
        path = folder / f"group_{k // 100}" / f"rock_{k}"
        path.parent.mkdir(exist_ok=True)
        (write_gltf if k % 2 else write_obj)(path, parts)
    return parts_of_all, sum(file.stat().st_size for file in folder.rglob("*.*"))


def bake(tool, folder, jobs, *options):
    """Bakes the folder. Returns the answer, with wall and processor time in seconds."""
    before, begin = os.times(), time.monotonic()
    result = subprocess.run([tool, "bake", folder / "models", "--into", folder / "baked", "-j", str(jobs), "--json", *options],
                            stdout=subprocess.PIPE, check=True)
    wall, after = time.monotonic() - begin, os.times()
    answer = json.loads(result.stdout)
    answer["wall"] = wall
    answer["cpu"] = after.children_user + after.children_system - before.children_user - before.children_system
    return answer


def main(tool, count):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "models").mkdir()
        parts, size = generate(folder / "models", count)
        print(f"{count} models of {parts} parts, {size / 1e6:.0f} MB")
        cores = os.cpu_count()
        changed = folder / "models" / "group_0" / "rock_1.bin"
        for what, jobs, options in (("baked", 1, ["--force"]), ("baked", cores, ["--force"]), ("without isolation", cores, ["--force", "--no-isolation"]),
                                    ("up to date", 1, []), ("up to date", cores, []), ("one changed", cores, [])):
            if what == "one changed":
                data = changed.read_bytes()
                changed.write_bytes(struct.pack("<f", 0.5) + data[4:])
            answer = bake(tool, folder, jobs, *options)
            print(f"{what:18} {jobs:2} jobs: {answer['wall']:6.2f} s, {1e3 * answer['cpu'] / count:6.2f} ms of processor time a "
                  f"model; {answer['baked']} baked, {answer['upToDate']} up to date, {answer['failed']} failed")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", metavar="SAT3D", help="the command line of an optimized build")
    parser.add_argument("count", metavar="COUNT", type=int, nargs="?", default=2000, help="number of models (default: 2,000)")
    options = parser.parse_args()
    main(options.tool, options.count)
