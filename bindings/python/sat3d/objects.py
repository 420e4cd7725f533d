"""Objects of a World one by one, and what queries find among them: a part of World."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Sequence

import numpy as np

from ._arrays import WORLD_RAY_HIT, copied, count_of, pointer, rays_of, whole
from ._library import check, ffi, lib
from .shapes import LOCAL_POSE, Shape, _made, _pose, _vector, handle_of

OBJECT_KINDS = {"moving": 0, "static": 1, "sensor": 2}
_SWEEPS = ("miss", "hit", "initial overlap", "not converged")
_ALL = 0xFFFFFFFFFFFFFFFF


def number_of(word: str, words: dict[str, int], name: str) -> int:
    if word not in words:
        raise ValueError(f"{name}: there is no {word!r}, only {', '.join(words)}")
    return words[word]


def query_of(without: Any = (), sensors: bool = False, categories: int = _ALL) -> tuple[Any, Any]:
    """A filter, and the ids that it leaves out, which must outlive the call."""
    query, left_out = ffi.new("s3_query_filter*", lib.s3_default_query_filter()), whole(without, np.uint64, "without")
    query.without, query.without_count = (ids := pointer("s3_id[]", left_out)), left_out.size
    query.sensors, query.categories = sensors, categories
    return query, (ids, left_out)


class Filter(NamedTuple):
    """What an object touches: see set_filter()."""

    categories: int
    collides_with: int
    excludes: int
    group: int


class Nearest(NamedTuple):
    """The object that is closest to a shape."""

    object: int
    separation: float  #: meters: the gap, or minus the depth
    normal: np.ndarray  #: from the shape to the object
    point_a: np.ndarray
    point_b: np.ndarray


class Sweep(NamedTuple):
    """What a moving shape meets first."""

    object: int
    status: str  #: hit, initial overlap, or not converged
    fraction: float  #: share of the motion that is free
    normal: np.ndarray
    point: np.ndarray


def _array(vector):
    return np.array([vector.x, vector.y, vector.z])


class Objects:
    """Queries take what they see: without (ids), sensors (False: not seen), categories (objects in one of these bits)."""

    _handle: Any

    def ids(self) -> np.ndarray:
        return self._ids(lambda ids, capacity, count: lib.s3_world_ids(self._handle, ids, capacity, count))

    def _ids(self, find) -> np.ndarray:
        size, count = ffi.new("size_t*"), ffi.new("size_t*")
        check(lib.s3_world_size(self._handle, size))
        result = np.zeros(max(size[0], 1), np.uint64)
        check(find(pointer("s3_id[]", result), result.size, count))
        return result[:count[0]]

    def set_part_pose(self, object: int, part: int, at: Any) -> None:
        """The pose of one child of a compound in its object: a turret on its tank."""
        check(lib.s3_world_set_part_pose(self._handle, object, part, _pose(at, LOCAL_POSE)))

    def part_pose(self, object: int, part: int) -> np.ndarray:
        result = ffi.new("s3_local_pose*")
        check(lib.s3_world_get_part_pose(self._handle, object, part, result))
        return copied(result, 7, np.dtype(np.float32))

    def shape(self, object: int) -> Shape:
        """The shape of an object, with its parts where they are now."""
        return _made(lib.s3_world_get_shape, self._handle, object)

    def set_shape(self, object: int, shape: Shape) -> None:
        check(lib.s3_world_set_shape(self._handle, object, handle_of(shape)))

    def kind(self, object: int) -> str:
        result = ffi.new("uint32_t*")
        check(lib.s3_world_get_kind(self._handle, object, result))
        return list(OBJECT_KINDS)[result[0]]

    def set_kind(self, object: int, kind: str) -> None:
        check(lib.s3_world_set_kind(self._handle, object, number_of(kind, OBJECT_KINDS, "kind")))

    def set_filter(self, object: int, categories: int = 1, collides_with: int = _ALL, excludes: int = 0, group: int = 0) -> None:
        """What the object touches: bits. group: objects of the same one, not 0, always touch, or never if below 0."""
        check(lib.s3_world_set_filter(self._handle, object,
                                      ffi.new("s3_filter*", (categories, collides_with, excludes, group))))

    def filter(self, object: int) -> Filter:
        result = ffi.new("s3_filter*")
        check(lib.s3_world_get_filter(self._handle, object, result))
        return Filter(result.categories, result.collides_with, result.excludes, result.group)

    def user_data(self, object: int) -> int:
        result = ffi.new("uint64_t*")
        check(lib.s3_world_get_user_data(self._handle, object, result))
        return result[0]

    def set_user_data(self, object: int, user_data: int) -> None:
        check(lib.s3_world_set_user_data(self._handle, object, user_data))

    def remove_body(self, object: int) -> None:
        """The object then stands still."""
        check(lib.s3_world_remove_body(self._handle, object))

    def apply_force(self, object: int, force: Sequence[float], torque: Sequence[float] = (0, 0, 0)) -> None:
        """For the next step: newtons at the center of mass, newton meters."""
        check(lib.s3_world_apply_force(self._handle, object, _vector(force), _vector(torque)))

    def apply_force_at(self, object: int, force: Sequence[float], point: Sequence[float]) -> None:
        """For the next step: newtons at a point of the world."""
        check(lib.s3_world_apply_force_at(self._handle, object, _vector(force), _vector(point)))

    def velocity_at(self, object: int, point: Sequence[float]) -> np.ndarray:
        """The velocity of the point of a body that is at this point of the world."""
        result = ffi.new("s3_vector*")
        check(lib.s3_world_velocity_at(self._handle, object, _vector(point), result))
        return _array(result)

    def wake(self, object: int) -> None:
        check(lib.s3_world_wake(self._handle, object))

    def is_asleep(self, object: int) -> bool:
        result = ffi.new("bool*")
        check(lib.s3_world_is_asleep(self._handle, object, result))
        return result[0]

    def set_gravity(self, gravity: Sequence[float]) -> None:
        check(lib.s3_world_set_gravity(self._handle, _vector(gravity)))

    def awake_count(self) -> int:
        """Number of bodies that the last step moved."""
        result = ffi.new("size_t*")
        check(lib.s3_world_awake_count(self._handle, result))
        return result[0]

    def raycast_all(self, origin: Sequence[float], direction: Sequence[float], length: float = float("inf"), most: int = 64,
                    **seen: Any) -> np.ndarray:
        """The hits of a ray, nearest first, an array of WORLD_RAY_HIT. most: so many at most."""
        count, result = ffi.new("size_t*"), np.zeros(max(count_of(most, "most"), 1), WORLD_RAY_HIT)
        query, ids = query_of(**seen)
        ray = rays_of([[*_vector(origin, "origin"), *_vector(direction, "direction"), length]])
        check(lib.s3_world_raycast_all(self._handle, pointer("s3_ray[]", ray), query,
                                       pointer("s3_world_ray_hit[]", result), most, count))
        del ids  # it had to live until here
        return result[:count[0]]

    def is_visible(self, origin: Sequence[float], target: Sequence[float], **seen: Any) -> bool:
        """Whether no object lies between two points."""
        (query, ids), result = query_of(**seen), ffi.new("bool*")
        check(lib.s3_world_is_visible(self._handle, _vector(origin), _vector(target), query, result))
        del ids
        return result[0]

    def overlapping(self, shape: Shape, at: Any, **seen: Any) -> np.ndarray:
        """The ids of the objects that a shape overlaps."""
        (query, keep), handle = query_of(**seen), handle_of(shape)
        found = self._ids(lambda ids, capacity, count: lib.s3_world_overlapping(
            self._handle, handle, _pose(at), query, ids, capacity, count))
        del keep
        return found

    def containing(self, point: Sequence[float], **seen: Any) -> np.ndarray:
        """The ids of the objects that contain a point."""
        query, keep = query_of(**seen)
        found = self._ids(lambda ids, capacity, count: lib.s3_world_containing(
            self._handle, _vector(point), query, ids, capacity, count))
        del keep
        return found

    def closest(self, shape: Shape, at: Any, max_distance: float = float("inf"), **seen: Any) -> Optional[Nearest]:
        """The object that is closest to a shape, or None if all are farther than max_distance."""
        (query, ids), found, gap = query_of(**seen), ffi.new("s3_id*"), ffi.new("s3_distance*")
        check(lib.s3_world_closest(self._handle, handle_of(shape), _pose(at), max_distance, query, found, gap))
        del ids
        return Nearest(int(found[0]), gap.separation, _array(gap.normal), _array(gap.point_a),
                       _array(gap.point_b)) if found[0] else None

    def sweep(self, shape: Shape, at: Any, translation: Sequence[float], **seen: Any) -> Optional[Sweep]:
        """The object that a moving shape meets first, or None."""
        (query, ids), found, sweep = query_of(**seen), ffi.new("s3_id*"), ffi.new("s3_sweep*")
        check(lib.s3_world_sweep(self._handle, handle_of(shape), _pose(at), _vector(translation), query, found, sweep))
        del ids
        return Sweep(int(found[0]), _SWEEPS[sweep.status], sweep.fraction, _array(sweep.normal),
                     _array(sweep.point)) if found[0] else None
