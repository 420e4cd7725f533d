"""Objects of a scene, with names, parents and transforms that combine as in Blender; and the files of a model."""

import math


class Object:
    """An object of the scene, and its expected import: by default, a convex hull without a warning."""

    def __init__(self, name, mesh=None, parent=None, location=(0, 0, 0), rotation=(0, 0, 0), scale=(1, 1, 1),
                 keeps_place=False, mesh_name=None, shares=None, materials=(), kind=None, hollow=False, role="Body",
                 body=None, motion="Unspecified", collides_for=None, warnings=()):
        self.name, self.mesh, self.parent = name, mesh, parent
        self.location, self.rotation, self.scale = location, rotation, scale  # meters; degrees about x, then y, then z
        self.keeps_place = keeps_place    # the transform is in world space: parented with "keep transform"
        self.mesh_name = mesh_name or name
        self.shares = shares              # name of the object that this object shares its mesh data with
        self.materials = materials        # names, assigned to the faces in turn
        self.kind = kind                  # kind of the body; None: the kinds of the mesh's solids
        self.hollow = hollow              # true: there is no body
        self.role = role                  # NodeRole of the importer
        self.body = body or name          # name of the body
        self.motion = motion
        self.collides_for = collides_for  # name of the object that is rendered; None: no other object
        self.warnings = list(warnings)

    def own_matrix(self):
        x, y, z = (math.radians(angle) for angle in self.rotation)
        rotation = product(product(about(2, z), about(1, y)), about(0, x))
        return [[rotation[row][column] * self.scale[column] for column in range(3)] + [self.location[row]]
                for row in range(3)] + [[0.0, 0.0, 0.0, 1.0]]

    def world_matrix(self):
        own = self.own_matrix()
        return own if self.parent is None or self.keeps_place else product(self.parent.world_matrix(), own)


def about(axis, angle):
    """Returns the 4x4 rotation about an axis."""
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
    """One exported file, and its differences from the model."""

    def __init__(self, name, exporter=None, options=None, only=None, scale=1.0, warnings=(), absent=(), names=None,
                 error=None, changed=None):
        self.name = name
        self.exporter = exporter or name.rsplit(".", 1)[1]
        self.options = options or {}       # options of the exporter that differ from Blender's defaults
        self.only = only                   # names of the exported objects; None: all
        self.scale = scale                 # factor of lengths in the file
        self.warnings = list(warnings)     # additional warnings of the first body
        self.absent = absent               # objects that the exporter leaves out
        self.names = names or {}           # names that the format changes
        self.error = error                 # expected error code instead of a model
        self.changed = changed or {}       # name -> attributes of Object that differ


class Model:
    def __init__(self, name, objects, files, meters_per_unit=1.0):
        self.name, self.objects, self.files = name, objects, files
        self.meters_per_unit = meters_per_unit  # unit of Blender's scene; the objects are in meters here
