"""Computes the expected facts of a file from its model, in the importer's frame (meters, Y up, front toward +Z)."""

import copy
import json
import math

from corpus.scene import transformed
from make_models import cross, dot


def y_up(point):
    return (point[0], point[2], -point[1])


def rounded(values):
    return [round(v, 6) + 0.0 for v in values]


def volume(points, faces):
    """Returns the signed volume of a closed mesh."""
    fans = ((points[f[0]], points[f[k]], points[f[k + 1]]) for f in faces for k in range(1, len(f) - 1))
    return sum(dot(a, cross(b, c)) for a, b, c in fans) / 6


def round_fact(solid, matrix, scale):
    """Returns the facts of a sphere or a capsule with uniform scale."""
    size = scale * math.dist(transformed(matrix, (0, 0, 0)), transformed(matrix, (1, 0, 0)))
    radius, length = size * solid.radius, size * solid.length
    ends = [[scale * c for c in y_up(transformed(matrix, (0, 0, sign * solid.length / 2)))] for sign in (-1, 1)]
    return {"minimum": rounded(min(c) - radius for c in zip(*ends)),
            "maximum": rounded(max(c) + radius for c in zip(*ends)),
            "volume": round(math.pi * radius**2 * (length + 4 / 3 * radius), 9)}


def hull_fact(solid, matrix, scale):
    points = [tuple(scale * c for c in y_up(transformed(matrix, p))) for p in solid.points]
    fact = {"minimum": rounded(map(min, zip(*points))), "maximum": rounded(map(max, zip(*points))),
            "volume": round(abs(volume(points, solid.faces)), 9)}
    if len(points) <= 16:
        fact["corners"] = [rounded(p) for p in points]
    return fact


def bodies_of(item, name, seen, scale):
    if item.role != "Body" or item.hollow:
        return []
    matrix, bodies = item.world_matrix(), []
    for number, solid in enumerate(item.mesh.solids, 1):
        kind = item.kind or solid.kind
        fact = {"name": f"{name}#{number}" if len(item.mesh.solids) > 1 else name, "kind": kind, "motion": item.motion,
                "collidesFor": seen}
        is_round = kind in ("Sphere", "Capsule")
        bodies.append(fact | (round_fact if is_round else hull_fact)(solid, matrix, scale))
    return bodies


def facts_of(model, file):
    if file.error:
        return {"error": file.error}
    objects = [o for o in model.objects
               if o.mesh and o.name not in file.absent and (file.only is None or o.name in file.only)]
    named = file.names.get if file.names else lambda name, same: same
    bodies, nodes = [], []
    of_file = file.warnings  # a wrong unit is reported once
    for original in objects:
        item = copy.copy(original)
        vars(item).update(file.changed.get(item.name, {}))
        is_seen = item.collides_for is None or item.collides_for in {o.name for o in objects}
        seen = named(item.collides_for, item.collides_for) if is_seen else None
        added = bodies_of(item, named(item.body, item.body), seen, file.scale)
        bodies += added
        nodes.append({"name": named(item.name, item.name), "role": item.role,
                      "warnings": sorted(item.warnings + (of_file if added else []))})
        of_file = [] if added else of_file
    return {"bodies": bodies, "nodes": nodes}


def facts_text(model):
    """Returns the facts as JSON with one body per line. Files with equal facts share an entry."""
    entries = []
    for file in model.files:
        facts = facts_of(model, file)
        for files, known in entries:
            if known == facts:
                files.append(file.name)
                break
        else:
            entries.append(([file.name], facts))

    def lines(values):
        return "[\n      " + ",\n      ".join(json.dumps(v) for v in values) + "]" if values else "[]"

    blocks = ['  {"files": ' + json.dumps(files) + "".join(
        f',\n    "{key}": ' + (lines(value) if isinstance(value, list) else json.dumps(value))
        for key, value in facts.items()) + "}" for files, facts in entries]
    return "[\n" + ",\n".join(blocks) + "\n]\n"
