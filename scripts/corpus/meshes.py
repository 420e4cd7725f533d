"""Meshes of the corpus: vertices in meters, Blender's axes (Z up, front toward -Y), faces counter-clockwise seen from
outside. Each mesh stores the convex solids that it bounds or approximates; the facts are computed from them."""

import math

from make_models import box, extrude, hull_faces


class Solid:
    """A convex polyhedron, or an exact sphere or capsule along z that the mesh approximates."""

    def __init__(self, points, faces, kind="ConvexHull", radius=0.0, length=0.0):
        self.points, self.faces = points, faces
        self.kind, self.radius, self.length = kind, radius, length  # length: between a capsule's two centers


class Mesh:
    def __init__(self, points, faces, solids=()):
        self.points, self.faces = points, faces
        self.solids = solids or [Solid(points, faces)]

    def without(self, face):
        """Returns the mesh without one face. The solids stay the same."""
        return Mesh(self.points, [f for k, f in enumerate(self.faces) if k != face], self.solids)

    def turned_inside_out(self):
        return Mesh(self.points, [f[::-1] for f in self.faces], self.solids)

    def split(self):
        """Returns the mesh with separate vertices for every face."""
        points = [self.points[i] for face in self.faces for i in face]
        faces, first = [], 0
        for face in self.faces:
            faces.append(list(range(first, first + len(face))))
            first += len(face)
        return Mesh(points, faces, self.solids)


def meters(points):
    return [tuple(c / 1000 for c in p) for p in points]


def convex(points):
    """Returns the hull of points in whole millimeters. Every point must be a vertex of the hull."""
    return Mesh(meters(points), hull_faces(points))


def block(x, y, z):
    """Returns a box; each argument is the range of one axis in millimeters."""
    return convex(box(x, y, z))


def cube(size):
    half = size // 2
    return block((-half, half), (-half, half), (-half, half))


def wedge():
    """Returns a wedge without symmetry, so that every rotation and reflection changes its vertices."""
    return convex([(0, 0, 0), (1000, 0, 0), (0, 2000, 0), (1000, 2000, 0), (0, 0, 3000), (600, 0, 3000)])


def together(parts):
    """Joins disconnected parts into one mesh."""
    points, faces = [], []
    for part in parts:
        faces += [[len(points) + i for i in face] for face in part.faces]
        points += part.points
    return Mesh(points, faces, [solid for part in parts for solid in part.solids])


def filled(mesh, vertices):
    """Returns the mesh with one solid, the hull of these vertices (in millimeters), which fills its concavities."""
    return Mesh(mesh.points, mesh.faces, convex(vertices).solids)


def ell():
    """Returns an L, 0.5 m thick. Its hull closes the concavity with a slanted face."""
    profile = [(0, 0), (2000, 0), (2000, 1000), (1000, 1000), (1000, 2000), (0, 2000)]
    n = len(profile)
    faces = [list(range(n))[::-1], list(range(n, 2 * n))] + [[k, (k + 1) % n, (k + 1) % n + n, k + n] for k in range(n)]
    return filled(Mesh(meters(extrude(profile, 2, 0, 500)), faces),
                  extrude([p for p in profile if p != (1000, 1000)], 2, 0, 500))


def posts():
    """Returns three posts in a row, 0.2 m thick and 1 m high, with gaps of 0.2 m."""
    return together([block((x, x + 200), (0, 200), (0, 1000)) for x in (0, 400, 800)])


def crate_with_sliver():
    """Returns a crate with a T-junction: a vertex on an edge of the lid, closed by a triangle without area."""
    crate = cube(1000)
    lid = max(range(6), key=lambda k: min(crate.points[i][2] for i in crate.faces[k]))
    a, b = crate.faces[lid][:2]
    middle = tuple((p + q) / 2 for p, q in zip(crate.points[a], crate.points[b]))
    m = len(crate.points)
    faces = [[a, m] + f[1:] if k == lid else f for k, f in enumerate(crate.faces)]
    return Mesh(crate.points + [middle], faces + [[a, b, m]], crate.solids)


def surface_of_revolution(profile, segments, **solid):
    """Returns a surface of revolution around z. The profile lists (radius, height) upward from pole to pole; its ends
    have radius 0."""
    points = [(0.0, 0.0, profile[0][1])]
    for radius, height in profile[1:-1]:
        points += [(radius * math.cos(angle), radius * math.sin(angle), height)
                   for angle in (2 * math.pi * k / segments for k in range(segments))]
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
    angles = [math.pi * k / rings for k in range(rings + 1)]
    profile = [(radius * math.sin(angle), -radius * math.cos(angle)) for angle in angles]
    return surface_of_revolution(profile, segments, kind="Sphere", radius=radius)


def pill(radius, length, segments=12, rings=6):
    """Returns a capsule; `length` is the distance between the centers of its two ends."""
    lower = [(radius * math.sin(math.pi * k / rings), -radius * math.cos(math.pi * k / rings) - length / 2)
             for k in range(rings // 2 + 1)]
    profile = lower + [(r, -height) for r, height in reversed(lower)]
    return surface_of_revolution(profile, segments, kind="Capsule", radius=radius, length=length)


def tube(radius, length, sides=8):
    """Returns a prism along z that starts at 0, in whole millimeters."""
    ring = [(round(radius * math.cos(2 * math.pi * k / sides)), round(radius * math.sin(2 * math.pi * k / sides)))
            for k in range(sides)]
    return convex(extrude(ring, 2, 0, length))
