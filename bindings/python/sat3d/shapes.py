"""Shapes, and questions about two of them. Poses are seven numbers: x y z, then the quaternion x y z w."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Sequence

import numpy as np

from . import _calls
from ._arrays import MANIFOLD, PENETRATION, RAY_HIT, REAL, SHAPE_REF, count_of, floats, output, pointer, poses_of, rays_of, whole
from ._calls import contains, distance, overlaps, penetration, raycast
from ._library import check, ffi, lib

_KINDS = {0: "sphere", 1: "capsule", 2: "box", 3: "hull", 5: "half_space", 6: "compound", 7: "mesh", 8: "height_field"}

#: No translation, no rotation.
IDENTITY = np.array([0, 0, 0, 0, 0, 0, 1], REAL)
IDENTITY.setflags(write=False)


def pose(position: Sequence[float] = (0, 0, 0), rotation: Sequence[float] = (0, 0, 0, 1)) -> np.ndarray:
    """A pose of a position and a unit quaternion x y z w."""
    return floats([*_vector(position, "position"), *_quaternion(rotation)], 7, "pose", REAL)


_POSE, LOCAL_POSE = ffi.typeof("s3_pose*"), ffi.typeof("s3_local_pose*")


def _pose(values: Any, ctype: Any = _POSE):
    array = floats(values, 7, "pose", REAL if ctype is _POSE else np.float32)
    if array.size != 7:
        raise ValueError("pose: seven numbers are needed: x y z, then the quaternion x y z w")
    return ffi.from_buffer(ctype, array)


def _numbers(values: Any, count: str, name: str):
    try:
        return tuple(values)
    except TypeError:
        raise TypeError(f"{name}: {count} numbers are needed, not {values!r}") from None


def _vector(values: Any, name: str = "a vector"):
    numbers = _numbers(values, "three", name)
    if len(numbers) != 3:
        raise ValueError(f"{name}: three numbers are needed, not {len(numbers)}")
    return numbers


def _quaternion(values: Any):
    numbers = _numbers(values, "four", "rotation")
    if len(numbers) != 4:
        raise ValueError(f"rotation: four numbers are needed, not {len(numbers)}: the quaternion x y z w")
    return numbers


def handle_of(shape: Any) -> Any:
    """The handle of a shape. Raises TypeError for what is none."""
    if not isinstance(shape, Shape):
        raise TypeError(f"a Shape of {__package__} is needed, not {type(shape).__name__}")
    return shape._handle


class Shape(_calls.Handle):
    """A shape that does not change. Made by the functions below."""

    __slots__ = ("_handle",)

    def __init__(self, handle):
        self._handle = ffi.gc(handle, lib.s3_shape_release)
        super().__init__(int(ffi.cast("uintptr_t", handle)))

    @property
    def kind(self) -> str:
        result = ffi.new("s3_shape_kind*")
        check(lib.s3_shape_get_kind(self._handle, result))
        return _KINDS[int(result[0])]

    def bounds(self, at: Any = IDENTITY) -> tuple[np.ndarray, np.ndarray]:
        """The lower and the upper corner of the box around the shape, in the world."""
        box = ffi.new("s3_box*")
        check(lib.s3_shape_bounds(self._handle, _pose(at), box))
        return (np.array([box.lower.x, box.lower.y, box.lower.z]), np.array([box.upper.x, box.upper.y, box.upper.z]))

    def mass(self, density: float) -> "Mass":
        """Mass of the solid. density: kg / m3."""
        mass = ffi.new("s3_mass*")
        check(lib.s3_shape_mass(self._handle, density, mass))
        return Mass(mass.mass, np.array([mass.center.x, mass.center.y, mass.center.z]),
                    np.array(list(mass.inertia)).reshape(3, 3).T)

    def transformed(self, matrix: Any) -> "Shape":
        """The shape under a linear map, a matrix of 3 x 3: scale, rotation, mirror."""
        columns = np.ascontiguousarray(np.asarray(matrix, np.float32).reshape(3, 3).T)
        return _made(lib.s3_shape_transform, self._handle, ffi.from_buffer("float[]", columns))

    def vertices(self) -> np.ndarray:
        """The vertices of a hull."""
        points, count = ffi.new("s3_vec3**"), ffi.new("size_t*")
        check(lib.s3_hull_vertices(self._handle, points, count))
        return np.frombuffer(ffi.buffer(points[0], 12 * count[0]), np.float32).reshape(-1, 3).copy()

    def faces(self) -> list[np.ndarray]:
        """The faces of a hull: numbers of vertices, counter-clockwise from outside."""
        total, loop, count = ffi.new("size_t*"), ffi.new("uint32_t**"), ffi.new("size_t*")
        check(lib.s3_hull_face_count(self._handle, total))
        result = []
        for face in range(total[0]):
            check(lib.s3_hull_face(self._handle, face, loop, count))
            result.append(np.frombuffer(ffi.buffer(loop[0], 4 * count[0]), np.uint32).copy())
        return result

    def __copy__(self) -> "Shape":
        return self

    def __deepcopy__(self, memo: Any) -> "Shape":
        return self

    def __repr__(self) -> str:
        return f"<sat3d {self.kind}>"


class Mass(NamedTuple):
    mass: float  #: kg
    center: np.ndarray
    inertia: np.ndarray  #: about the center, 3 x 3


class Push(NamedTuple):
    normal: np.ndarray  #: unit, from A to B
    depth: float  #: meters: moving B by depth * normal separates the shapes


class Distance(NamedTuple):
    separation: float  #: meters: the gap, or minus the depth
    normal: np.ndarray
    point_a: np.ndarray
    point_b: np.ndarray


class RayHit(NamedTuple):
    distance: float
    normal: np.ndarray
    face: Optional[int]
    child: int


def _made(create, *arguments) -> Shape:
    result = ffi.new("s3_shape**")
    check(create(*arguments, result))
    return Shape(result[0])


def sphere(radius: float, center: Sequence[float] = (0, 0, 0)) -> Shape:
    return _made(lib.s3_sphere_create, _vector(center), radius)


def capsule(start: Sequence[float], end: Sequence[float], radius: float) -> Shape:
    return _made(lib.s3_capsule_create, _vector(start), _vector(end), radius)


def box(half_extents: Sequence[float], center: Sequence[float] = (0, 0, 0),
        rotation: Sequence[float] = (0, 0, 0, 1)) -> Shape:
    return _made(lib.s3_box_create, _vector(center), _vector(half_extents), _quaternion(rotation))


def half_space(normal: Sequence[float], offset: float = 0.0) -> Shape:
    """All points p with dot(normal, p) <= offset."""
    return _made(lib.s3_half_space_create, _vector(normal), offset)


def hull(points: Any) -> Shape:
    """The convex hull of points, an array of N x 3."""
    array = floats(points, 3, "points")
    return _made(lib.s3_hull_create, pointer("s3_vec3[]", array), array.size // 3)


def compound(children: Sequence[tuple]) -> Shape:
    """Several convex shapes as one: a shape, its pose, and if you like a tag of yours, each."""
    array = ffi.new("s3_compound_child[]", len(children))
    for child, (shape, at, *tag) in zip(array, children):
        child.shape, child.pose, child.tag = handle_of(shape), _pose(at, LOCAL_POSE)[0], *(tag or (0,))
    return _made(lib.s3_compound_create, array, len(children))


def mesh(vertices: Any, triangles: Any, one_sided: bool = False, tags: Any = None) -> Shape:
    """Triangles, N x 3 numbers of vertices, counter-clockwise seen from their fronts. tags: one for each triangle, yours."""
    points, indices = floats(vertices, 3, "vertices"), whole(triangles, np.uint32, "triangles")
    options = ffi.new("s3_mesh_options*", lib.s3_default_mesh_options())
    options.one_sided = one_sided
    if tags is not None:
        given = whole(tags, np.uint32, "tags")
        if 3 * given.size != indices.size:
            raise ValueError("tags: one for each triangle is needed")
        options.tags = (kept_tags := pointer("uint32_t[]", given))  # lives as long as this call
    return _made(lib.s3_mesh_create, pointer("s3_vec3[]", points), points.size // 3,
                 pointer("uint32_t[]", indices), indices.size, options)


def height_field(heights: Any, cell: tuple[float, float] = (1.0, 1.0), two_sided: bool = False, holes: Any = (),
                 tags: Any = None) -> Shape:
    """Ground along z: heights[row, column] is at x = column * cell[0], y = row * cell[1]. holes: numbers of cells without
    ground. tags: one for each cell, yours."""
    array = np.ascontiguousarray(heights, dtype=np.float32)
    if array.ndim != 2:
        raise ValueError("heights: an array of rows and columns is needed")
    options = ffi.new("s3_height_field_options*", lib.s3_default_height_field_options())
    left_out, options.two_sided = whole(holes, np.uint32, "holes"), two_sided
    options.holes, options.hole_count = (kept := pointer("uint32_t[]", left_out)), left_out.size
    if tags is not None:
        given = whole(tags, np.uint32, "tags")
        if given.size != max(array.shape[0] - 1, 0) * max(array.shape[1] - 1, 0):
            raise ValueError("tags: one for each cell is needed")
        options.tags = (kept_tags := pointer("uint32_t[]", given))
    return _made(lib.s3_height_field_create, pointer("float[]", array), array.shape[1], array.shape[0], *cell, options)


# The module of the calls gets the functions of the library, and what it makes its answers of.
_calls.connect(tuple(int(ffi.cast("uintptr_t", ffi.addressof(lib, name)))
                     for name in ("s3_overlaps", "s3_penetrate", "s3_measure_distance", "s3_contains", "s3_raycast")),
               check, lambda values: poses_of(values, "pose"), Push, Distance, RayHit)


class ShapeArray:
    """The shapes of many objects, in the form that the queries of many pairs read. Keeps the shapes alive."""

    def __init__(self, shapes: Sequence[Shape]):
        self._shapes = list(shapes)
        self._refs = np.zeros(len(self._shapes), SHAPE_REF)
        refs = ffi.from_buffer("s3_shape_ref[]", self._refs) if self._shapes else ()
        known: dict[int, Any] = {}
        for i, shape in enumerate(self._shapes):
            ref = known.get(id(shape))
            if ref is None:
                ref = known[id(shape)] = lib.s3_shape_get_ref(handle_of(shape))
            refs[i] = ref

    def __len__(self) -> int:
        return len(self._shapes)


def _many(shapes, poses, pairs):
    if not isinstance(shapes, ShapeArray):
        shapes = ShapeArray(shapes)
    places, numbers = poses_of(poses), whole(pairs, np.uint32, "pairs")
    if places.size != 7 * len(shapes):
        raise ValueError(f"poses: one for each of the {len(shapes)} shapes is needed")
    if numbers.size % 2:
        raise ValueError("pairs: two numbers of objects for each pair are needed")
    return shapes, places, numbers


def penetrations(shapes: Any, poses: Any, pairs: Any, margin: float = 0.0, out: Optional[np.ndarray] = None) -> np.ndarray:
    """The pushes of many pairs at once: object i is shapes[i] at poses[i], pairs are N x 2 numbers of objects.

    Returns an array of PENETRATION, with depth 0 for pairs that do not overlap. Copies nothing if the arrays have the
    types of pose() and uint32, and shapes is a ShapeArray."""
    shapes, places, numbers = _many(shapes, poses, pairs)
    result = output(out, numbers.size // 2, PENETRATION, places, numbers)
    check(lib.s3_penetrate_pairs(pointer("s3_shape_ref[]", shapes._refs), pointer("s3_pose[]", places), len(shapes),
                                 pointer("s3_pair[]", numbers), numbers.size // 2, margin,
                                 pointer("s3_penetration[]", result)))
    return result


def overlap_pairs(shapes: Any, poses: Any, pairs: Any, margin: float = 0.0, out: Optional[np.ndarray] = None) -> np.ndarray:
    """Whether the pairs overlap, like penetrations()."""
    shapes, places, numbers = _many(shapes, poses, pairs)
    result = output(out, numbers.size // 2, np.dtype(np.bool_), places, numbers)
    check(lib.s3_overlap_pairs(pointer("s3_shape_ref[]", shapes._refs), pointer("s3_pose[]", places), len(shapes),
                               pointer("s3_pair[]", numbers), numbers.size // 2, margin, pointer("bool[]", result)))
    return result


def collide(a: Shape, pose_a: Any, b: Shape, pose_b: Any, margin: float = 0.0, most: int = 64) -> np.ndarray:
    """The contact manifolds of two shapes, the deepest first, an array of MANIFOLD: none if the shapes are farther apart than
    the margin. most: so many at most."""
    result, count = np.zeros(max(count_of(most, "most"), 1), MANIFOLD), ffi.new("size_t*")
    check(lib.s3_collide(handle_of(a), _pose(pose_a), handle_of(b), _pose(pose_b), margin,
                         pointer("s3_manifold[]", result), most, count))
    return result[:count[0]]


def collide_pairs(shapes: Any, poses: Any, pairs: Any, margin: float = 0.0,
                  most: Optional[int] = None) -> tuple[np.ndarray, np.ndarray]:
    """The contact manifolds of many pairs, like penetrations(): bodies on terrain, say.

    Returns all manifolds, pair after pair, and where those of each pair end: pair i has manifolds[ends[i - 1]:ends[i]], and
    the first one manifolds[:ends[0]]. most: so many of all pairs; the last ones go without."""
    shapes, places, numbers = _many(shapes, poses, pairs)
    room = count_of(most, "most") if most is not None else 2 * numbers.size + 64
    ends = np.zeros(numbers.size // 2, np.uint32)
    while True:
        result = np.zeros(max(room, 1), MANIFOLD)
        check(lib.s3_collide_pairs(pointer("s3_shape_ref[]", shapes._refs), pointer("s3_pose[]", places), len(shapes),
                                   pointer("s3_pair[]", numbers), numbers.size // 2, margin,
                                   pointer("s3_manifold[]", result), room, pointer("uint32_t[]", ends)))
        count = int(ends[-1]) if ends.size else 0
        if count < room or most is not None:
            return result[:count], ends
        room *= 2  # full: there may be more


def raycasts(shape: Shape, at: Any, rays: Any, out: Optional[np.ndarray] = None) -> np.ndarray:
    """Many rays and one shape. A ray is a RAY, or seven numbers: origin, direction, length. Returns an array of RAY_HIT."""
    given = rays_of(rays)
    result = output(out, given.size, RAY_HIT, given)
    check(lib.s3_raycast_many(handle_of(shape), _pose(at), pointer("s3_ray[]", given), given.size,
                              pointer("s3_ray_hit[]", result)))
    return result
