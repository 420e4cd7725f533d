"""What an artist makes of meshes: objects with names, parents and transforms; and how Blender multiplies them."""

import math


class Object:
    """An object of the scene, and what is expected of it: by default, a convex hull without any warning."""

    def __init__(self, name, mesh=None, parent=None, location=(0, 0, 0), rotation=(0, 0, 0), scale=(1, 1, 1),
                 keeps_place=False, mesh_name=None, shares=None, materials=(), kind=None, hollow=False, role="Body",
                 body=None, motion="Unstated", collides_for=None, warnings=()):
        self.name, self.mesh, self.parent = name, mesh, parent
        self.location, self.rotation, self.scale = location, rotation, scale  # metres; degrees about x, then y, then z
        self.keeps_place = keeps_place    # the transform is the world's: parented with "keep transform"
        self.mesh_name = mesh_name or name
        self.shares = shares              # name of the object whose mesh data this is as well
        self.materials = materials        # names, dealt out to the faces in turn
        self.kind = kind                  # of the body; None: as the mesh's solids are
        self.hollow = hollow              # gives no body
        self.role = role                  # NodeRole of the importer
        self.body = body or name          # the body's name
        self.motion = motion
        self.collides_for = collides_for  # name of the object that is seen; None: of no other
        self.warnings = list(warnings)

    def own_matrix(self):
        x, y, z = (math.radians(angle) for angle in self.rotation)
        turn = product(product(about(2, z), about(1, y)), about(0, x))
        return [[turn[row][column] * self.scale[column] for column in range(3)] + [self.location[row]]
                for row in range(3)] + [[0.0, 0.0, 0.0, 1.0]]

    def world_matrix(self):
        own = self.own_matrix()
        return own if self.parent is None or self.keeps_place else product(self.parent.world_matrix(), own)


def about(axis, angle):
    """Turn about an axis, 4x4."""
    a, b = (axis + 1) % 3, (axis + 2) % 3
    matrix = [[float(row == column) for column in range(4)] for row in range(4)]
    matrix[a][a] = matrix[b][b] = math.cos(angle)
    matrix[a][b], matrix[b][a] = -math.sin(angle), math.sin(angle)
    return matrix


def product(a, b):
    return [[sum(a[row][k] * b[k][column] for k in range(4)) for column in range(4)] for row in range(4)]


def transformed(matrix, point):
    return tuple(sum(matrix[row][k] * point[k] for k in range(3)) + matrix[row][3] for row in range(3))


class File:
    """One exported file. Where it differs from the whole model as it was made, it says how."""

    def __init__(self, name, exporter=None, options=None, only=None, scale=1.0, warnings=(), absent=(), names=None,
                 error=None, changed=None):
        self.name = name
        self.exporter = exporter or name.rsplit(".", 1)[1]
        self.options = options or {}       # the exporter's own, where not Blender's defaults
        self.only = only                   # names of the objects that are exported; None: all
        self.scale = scale                 # the file says this many metres for one
        self.warnings = list(warnings)     # on every body, on top
        self.absent = absent               # objects that do not reach the file
        self.names = names or {}           # names that the format changes
        self.error = error                 # code of the error instead of a model
        self.changed = changed or {}       # name -> attributes of Object that differ


class Model:
    def __init__(self, name, objects, files, metres_per_unit=1.0):
        self.name, self.objects, self.files = name, objects, files
        self.metres_per_unit = metres_per_unit  # of Blender's scene; the objects are in metres here
