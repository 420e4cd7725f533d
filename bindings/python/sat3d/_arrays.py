"""Arrays that the library reads and writes in place."""

import numpy as np

from ._library import IS_DOUBLE, ffi

#: The numbers of positions in the world, and of rotations.
REAL = np.dtype(np.float64 if IS_DOUBLE else np.float32)
_VECTOR, _POSITION = (np.float32, 3), (REAL, 3)
_FEATURES = np.dtype([("kind", np.uint8), ("a", np.uint32), ("b", np.uint32)], align=True)
_CHILDREN = np.dtype([("a", np.uint32), ("b", np.uint32)], align=True)

#: A push: the shortest translation that separates two shapes. Depth 0: they do not overlap.
PENETRATION = np.dtype([("normal", *_VECTOR), ("depth", np.float32), ("features", _FEATURES),
                        ("children", _CHILDREN)], align=True)
#: A ray: a point of the world, a direction of any length but 0, and a length in meters.
RAY = np.dtype([("origin", *_POSITION), ("direction", *_VECTOR), ("length", np.float32)], align=True)
_INTERSECTION = np.dtype([("distance", np.float32), ("normal", *_VECTOR), ("face", np.uint32), ("tag", np.uint32),
                          ("child", np.uint32)], align=True)
#: The part of a ray that lies in a shape. An entry at infinity: the ray misses.
RAY_HIT = np.dtype([("entry", _INTERSECTION), ("exit", _INTERSECTION), ("started_inside", np.bool_)], align=True)
#: A hit in a world. Object 0: the ray hits nothing.
WORLD_RAY_HIT = np.dtype([("object", np.uint64), ("hit", RAY_HIT)], align=True)
_CONTACT_POINT = np.dtype([("position", *_POSITION), ("separation", np.float32), ("id", np.uint64)], align=True)
#: Contact points of two shapes along one normal, from A to B: the first point_count of the points count.
MANIFOLD = np.dtype([("normal", *_VECTOR), ("point_count", np.uint32), ("points", _CONTACT_POINT, 4),
                     ("penetration", PENETRATION), ("face_tag_a", np.uint32), ("face_tag_b", np.uint32)], align=True)
#: Two objects that touch. Its manifolds are those from first_manifold on in Events.manifolds.
CONTACT = np.dtype([("a", np.uint64), ("b", np.uint64), ("penetration", PENETRATION), ("first_manifold", np.uint32),
                    ("manifold_count", np.uint32)], align=True)
#: The ids of two objects.
ID_PAIR = np.dtype([("a", np.uint64), ("b", np.uint64)], align=True)
_POINT = np.dtype([("position", *_POSITION), ("separation", np.float32), ("impulse", np.float32),
                   ("total_impulse", np.float32), ("id", np.uint64)], align=True)
#: A contact of bodies in the last step.
IMPACT = np.dtype([("a", np.uint64), ("b", np.uint64), ("children", _CHILDREN), ("normal", *_VECTOR),
                   ("point_count", np.uint32), ("points", _POINT, 4), ("approach_speed", np.float32)], align=True)
#: Two objects that have touched in a step.
TOUCH = np.dtype([("a", np.uint64), ("b", np.uint64), ("position", *_POSITION), ("normal", *_VECTOR), ("impulse", np.float32),
                  ("approach_speed", np.float32)], align=True)
#: A joint that has broken.
BROKEN_JOINT = np.dtype([("id", np.uint64), ("a", np.uint64), ("b", np.uint64), ("force", *_VECTOR), ("torque", *_VECTOR)],
                        align=True)
#: A wheel after a step. Its pose, in the frame of the body, is where to draw it.
WHEEL_STATE = np.dtype([("touches", np.bool_), ("ground", np.uint64), ("point", *_POSITION), ("normal", *_VECTOR),
                        ("pose", np.float32, 7), *((name, np.float32) for name in (
                            "compression", "load", "force_along", "force_across", "slip", "slip_across", "spin", "roll",
                            "steering"))], align=True)
#: A place at which a mover has met an object.
MOVER_CONTACT = np.dtype([("object", np.uint64), ("normal", *_VECTOR), ("point", *_POSITION), ("face_tag", np.uint32)],
                         align=True)
#: A reference to a shape in an array of many.
SHAPE_REF = np.dtype([("kind", np.uintp), ("shape", np.uintp)], align=True)

for _dtype, _name in ((PENETRATION, "s3_penetration"), (RAY, "s3_ray"), (RAY_HIT, "s3_ray_hit"), (WORLD_RAY_HIT, "s3_world_ray_hit"),
                      (CONTACT, "s3_contact"), (MANIFOLD, "s3_manifold"), (ID_PAIR, "s3_id_pair"), (IMPACT, "s3_impact"), (TOUCH, "s3_touch"),
                      (BROKEN_JOINT, "s3_broken_joint"), (WHEEL_STATE, "s3_wheel_state"),
                      (MOVER_CONTACT, "s3_mover_contact"), (SHAPE_REF, "s3_shape_ref")):
    if _dtype.itemsize != ffi.sizeof(_name):
        raise ImportError(f"{__package__}: {_name} has {ffi.sizeof(_name)} bytes, not {_dtype.itemsize}")


def _in_order(array, dtype):
    """Returns an array of this type that C can read, without a copy if it is one."""
    array = np.ascontiguousarray(array, dtype=dtype)
    return array if array.flags.aligned else array.copy()


def floats(values, columns, name, dtype=np.float32):
    """Returns the values as an array of this type with rows of that length, without a copy if they are one."""
    given = np.asarray(values)
    if given.dtype.kind not in "fiub":
        raise ValueError(f"{name}: numbers are needed, not {repr(values)[:60]}")
    array = _in_order(given, dtype)
    if array.size % columns != 0 or (array.ndim > 1 and array.shape[-1] != columns):
        raise ValueError(f"{name}: rows of {columns} numbers are needed, the shape is {array.shape}")
    return array


def poses_of(values, name="poses"):
    """Returns poses in the world: rows of seven numbers."""
    return floats(values, 7, name, REAL)


def rays_of(values):
    """Returns rays as an array of RAY, without a copy if they are one, or rows of seven 32-bit floats that are one."""
    if getattr(values, "dtype", None) == RAY:
        return _in_order(values, RAY).reshape(-1)
    rows = poses_of(values, "rays").reshape(-1, 7)
    if not IS_DOUBLE:
        return rows.view(RAY).reshape(-1)
    result = np.zeros(len(rows), RAY)
    result["origin"], result["direction"], result["length"] = rows[:, :3], rows[:, 3:6], rows[:, 6]
    return result


def whole(values, dtype, name):
    """Returns indices or ids as an array, without a copy if they are one of this type."""
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "ui":
        raise ValueError(f"{name}: whole numbers are needed, not {array.dtype}")
    if array.size and array.dtype.kind == "i" and array.min() < 0:
        raise ValueError(f"{name}: a number is negative")
    if array.size and array.max() > np.iinfo(dtype).max:
        raise ValueError(f"{name}: a number is too large")
    return _in_order(array, dtype)


def output(out, count, dtype, *read):
    """Returns `out` if it fits, or a new array. read: the arrays that the call reads."""
    if out is None:
        return np.zeros(count, dtype)
    if not isinstance(out, np.ndarray) or out.dtype != dtype or out.size != count or not out.flags.carray:
        raise ValueError(f"out: a contiguous array of {count} x {dtype} that can be written is needed")
    if any(np.may_share_memory(out, array) for array in read):
        raise ValueError("out: is memory that the call reads")
    return out


def count_of(most, name):
    """How many results there is room for."""
    if not isinstance(most, (int, np.integer)) or isinstance(most, bool) or not 0 <= most < 1 << 32:
        raise ValueError(f"{name}: a whole number from 0 to {(1 << 32) - 1} is needed, not {most!r}")
    return int(most)


def pointer(ctype, array):
    """The memory of an array, which must outlive the call."""
    return ffi.from_buffer(ctype, array) if array.size else ffi.NULL


def copied(pointer_, count, dtype):
    """A copy of a view of the library."""
    if count == 0:
        return np.zeros(0, dtype)
    return np.frombuffer(ffi.buffer(pointer_, count * dtype.itemsize), dtype).copy()
