#!/usr/bin/env python3
"""Writes box.fbx and box_7500.fbx beside this script: the box from the origin to (1, 2, 3) m as binary FBX, Z up, in
centimeters, under a node with a scale of 100, as Blender writes it by default; versions 7.4 and 7.5, which differ in the
width of their offsets."""

import struct
from pathlib import Path

CORNERS = [(x, y, z) for z in (0, 3) for y in (0, 2) for x in (0, 1)]
FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


class Id(int):
    pass


def prop(value):
    if isinstance(value, str):
        data = value.encode()
        return b"S" + struct.pack("<I", len(data)) + data
    if isinstance(value, float):
        return b"D" + struct.pack("<d", value)
    if isinstance(value, Id):
        return b"L" + struct.pack("<q", value)
    if isinstance(value, int):
        return b"I" + struct.pack("<i", value)
    code, items = value
    data = struct.pack(f"<{len(items)}{code}", *items)
    return code.encode() + struct.pack("<III", len(items), 0, len(data)) + data


def node(name, *props, children=()):
    """A function from the record's offset in the file, and the version, to its bytes: records hold absolute offsets."""
    def at(offset, version):
        layout = "<IIIB" if version < 7500 else "<QQQB"
        body = b"".join(prop(p) for p in props)
        head = struct.calcsize(layout) + len(name) + len(body)
        nested = b""
        for child in children:
            nested += child(offset + head + len(nested), version)
        if children:
            nested += b"\0" * struct.calcsize(layout)
        return struct.pack(layout, offset + head + len(nested), len(props), len(body), len(name)) \
            + name.encode() + body + nested
    return at


def p70(*entries):
    return node("Properties70", children=[node("P", *entry) for entry in entries])


def integer(name, value):
    return node("P", name, "int", "Integer", "", value)


settings = node("GlobalSettings", children=[
    node("Version", 1000),
    node("Properties70", children=[
        integer("UpAxis", 2), integer("UpAxisSign", 1), integer("FrontAxis", 1), integer("FrontAxisSign", -1),
        integer("CoordAxis", 0), integer("CoordAxisSign", 1),
        node("P", "UnitScaleFactor", "double", "Number", "", 1.0)])])
vertices = [float(c) for x, y, z in CORNERS for c in (x, -z, y)]
polygons = [~i if k == 3 else i for face in FACES for k, i in enumerate(face)]
objects = node("Objects", children=[
    node("Geometry", Id(1001), "box_data\0\1Geometry", "Mesh", children=[
        node("Vertices", ("d", vertices)), node("PolygonVertexIndex", ("i", polygons)), node("GeometryVersion", 124)]),
    node("Model", Id(1002), "box\0\1Model", "Mesh", children=[
        node("Version", 232), p70(("Lcl Scaling", "Lcl Scaling", "", "A", 100.0, 100.0, 100.0))])])
connections = node("Connections", children=[node("C", "OO", Id(1002), Id(0)), node("C", "OO", Id(1001), Id(1002))])
for version, file in ((7400, "box.fbx"), (7500, "box_7500.fbx")):
    header = node("FBXHeaderExtension", children=[node("FBXVersion", version), node("Creator", "by hand")])
    data = b"Kaydara FBX Binary  \0\x1a\0" + struct.pack("<I", version)
    for top in (header, settings, objects, connections):
        data += top(len(data), version)
    Path(__file__).with_name(file).write_bytes(data + b"\0" * 25)
