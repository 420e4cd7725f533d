"""Meshes of the corpus: corners in metres, Blender's axes (Z up, front towards -Y), faces counter-clockwise from
outside. Each knows the convex solids that it bounds, or whose hull it has: the facts are computed from those."""

import math

from make_models import box, extrude, hull_faces


class Solid:
    """A convex polyhedron, or a sphere or capsule along z of which only the surface mesh is an approximation."""

    def __init__(self, points, faces, kind="ConvexHull", radius=0.0, length=0.0):
        self.points, self.faces = points, faces
        self.kind, self.radius, self.length = kind, radius, length  # length: between a capsule's two centres


class Mesh:
    def __init__(self, points, faces, solids=()):
        self.points, self.faces = points, faces
        self.solids = solids or [Solid(points, faces)]

    def without(self, face):
        """The same with a hole; its hull stays as it was."""
        return Mesh(self.points, [f for k, f in enumerate(self.faces) if k != face], self.solids)

    def turned_inside_out(self):
        return Mesh(self.points, [f[::-1] for f in self.faces], self.solids)

    def split(self):
        """Every face with corners of its own."""
        points = [self.points[i] for face in self.faces for i in face]
        faces, first = [], 0
        for face in self.faces:
            faces.append(list(range(first, first + len(face))))
            first += len(face)
        return Mesh(points, faces, self.solids)


def metres(points):
    return [tuple(c / 1000 for c in p) for p in points]


def convex(points):
    """The hull of corners in whole millimetres; every one is a corner of it."""
    return Mesh(metres(points), hull_faces(points))


def block(x, y, z):
    """A box between two millimetres each."""
    return convex(box(x, y, z))


def cube(size):
    half = size // 2
    return block((-half, half), (-half, half), (-half, half))


def wedge():
    """Without any symmetry: every turn and mirroring shows in its corners."""
    return convex([(0, 0, 0), (1000, 0, 0), (0, 2000, 0), (1000, 2000, 0), (0, 0, 3000), (600, 0, 3000)])


def together(parts):
    """Loose parts in one mesh."""
    points, faces = [], []
    for part in parts:
        faces += [[len(points) + i for i in face] for face in part.faces]
        points += part.points
    return Mesh(points, faces, [solid for part in parts for solid in part.solids])


def filled(mesh, corners):
    """The mesh whose hull has these corners (in millimetres) only: it fills notches, or room between parts."""
    return Mesh(mesh.points, mesh.faces, convex(corners).solids)


def ell():
    """An L, 0.5 m thick: the hull cuts its notch off slantwise."""
    profile = [(0, 0), (2000, 0), (2000, 1000), (1000, 1000), (1000, 2000), (0, 2000)]
    n = len(profile)
    faces = [list(range(n))[::-1], list(range(n, 2 * n))] + [[k, (k + 1) % n, (k + 1) % n + n, k + n] for k in range(n)]
    return filled(Mesh(metres(extrude(profile, 2, 0, 500)), faces),
                  extrude([p for p in profile if p != (1000, 1000)], 2, 0, 500))


def posts():
    """Three posts in a row, 0.2 m thick and 1 m high, the room between them as wide as they are."""
    return together([block((x, x + 200), (0, 200), (0, 1000)) for x in (0, 400, 800)])


def crate_with_sliver():
    """A vertex on the lid's edge that the side does not have; a triangle without area closes the crack."""
    crate = cube(1000)
    lid = max(range(6), key=lambda k: min(crate.points[i][2] for i in crate.faces[k]))
    a, b = crate.faces[lid][:2]
    middle = tuple((p + q) / 2 for p, q in zip(crate.points[a], crate.points[b]))
    m = len(crate.points)
    faces = [[a, m] + f[1:] if k == lid else f for k, f in enumerate(crate.faces)]
    return Mesh(crate.points + [middle], faces + [[a, b, m]], crate.solids)


def surface_of_revolution(profile, segments, **solid):
    """Around z; the profile goes up from pole to pole as (radius, height), its ends at radius 0."""
    points = [(0.0, 0.0, profile[0][1])]
    for radius, height in profile[1:-1]:
        points += [(radius * math.cos(turn), radius * math.sin(turn), height)
                   for turn in (2 * math.pi * k / segments for k in range(segments))]
    points.append((0.0, 0.0, profile[-1][1]))
    rings = len(profile) - 2

    def at(ring, k):
        return 1 + ring * segments + k % segments

    faces = [[0, at(0, k + 1), at(0, k)] for k in range(segments)]
    faces += [[at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)]
              for ring in range(rings - 1) for k in range(segments)]
    faces += [[at(rings - 1, k), at(rings - 1, k + 1), len(points) - 1] for k in range(segments)]
    return Mesh(points, faces, [Solid(points, faces, **solid)])


def ball(radius, segments=12, rings=6):
    turns = [math.pi * k / rings for k in range(rings + 1)]
    profile = [(radius * math.sin(turn), -radius * math.cos(turn)) for turn in turns]
    return surface_of_revolution(profile, segments, kind="Sphere", radius=radius)


def pill(radius, length, segments=12, rings=6):
    """A capsule, `length` between the centres of its two ends."""
    lower = [(radius * math.sin(math.pi * k / rings), -radius * math.cos(math.pi * k / rings) - length / 2)
             for k in range(rings // 2 + 1)]
    profile = lower + [(r, -height) for r, height in reversed(lower)]
    return surface_of_revolution(profile, segments, kind="Capsule", radius=radius, length=length)


def tube(radius, length, sides=8):
    """A prism along z from 0, of whole millimetres."""
    ring = [(round(radius * math.cos(2 * math.pi * k / sides)), round(radius * math.sin(2 * math.pi * k / sides)))
            for k in range(sides)]
    return convex(extrude(ring, 2, 0, length))
