"""Worlds of objects and bodies, baked models, drawings."""

from __future__ import annotations

import functools
import os
import threading
from typing import Any, Callable, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._arrays import CONTACT, ID_PAIR, IMPACT, MANIFOLD, REAL, WORLD_RAY_HIT, copied, output, pointer, poses_of, rays_of, whole
from ._library import check, ffi, lib
from .motion import Motion, assign
from .objects import OBJECT_KINDS, Objects, number_of, query_of
from .shapes import IDENTITY, Mass, Shape, _pose, _vector, handle_of

_DETAILS = {"overlap": 0, "push": 1, "manifolds": 2}
_LAYERS = {"faces": 1, "edges": 1 << 1, "bounds": 1 << 2, "contacts": 1 << 5, "pushes": 1 << 6, "events": 1 << 7,
           "bodies": 1 << 12, "impulses": 1 << 13}


class Events(NamedTuple):
    """What an update has found: arrays of CONTACT and of ID_PAIR, and of MANIFOLD if the world has that detail."""

    begun: np.ndarray
    stayed: np.ndarray
    ended: np.ndarray
    manifolds: np.ndarray


class Drawing(NamedTuple):
    """Triangles and lines, as arrays for any renderer."""

    positions: np.ndarray  #: N x 3
    normals: np.ndarray
    colors: np.ndarray  #: red in the lowest byte
    triangles: np.ndarray  #: M x 3 numbers of positions
    line_positions: np.ndarray  #: two for each line
    line_colors: np.ndarray


class ModelNode(NamedTuple):
    """A node of a model. Its pose is in the frame of its parent."""

    name: str
    parent: Optional[int]
    rest_pose: np.ndarray


class ModelJoint(NamedTuple):
    """A joint that a model declares: see Model.joint()."""

    name: str
    rigid_body_a: Optional[int]  #: a number; None: the world
    rigid_body_b: int


class Model:
    """A baked model: what `sat3d bake` writes."""

    def __init__(self, source: Union[str, os.PathLike, bytes]):
        result = ffi.new("s3_model**")
        if isinstance(source, (bytes, bytearray, memoryview)):
            data = ffi.from_buffer("uint8_t[]", source)
            check(lib.s3_model_from_bytes(data, len(data), result))
        else:
            path = os.fsencode(source)
            if b"\0" in path:
                raise ValueError("the path of a model has a character 0")
            check(lib.s3_model_load_baked(path, result))
        self._handle = ffi.gc(result[0], lib.s3_model_destroy)

    def parts(self) -> list[tuple[str, Shape]]:
        """Names and shapes of the convex bodies, then of the triangle meshes."""
        bodies, meshes, part = ffi.new("size_t*"), ffi.new("size_t*"), ffi.new("s3_part*")
        check(lib.s3_model_part_count(self._handle, bodies, meshes))
        result = []
        for i in range(bodies[0] + meshes[0]):
            check(lib.s3_model_get_part(self._handle, i, part))
            lib.s3_shape_retain(part.shape)
            result.append((ffi.string(part.name).decode(errors="replace"), Shape(ffi.cast("s3_shape*", part.shape))))
        return result

    def nodes(self) -> list[ModelNode]:
        count, node = ffi.new("size_t*"), ffi.new("s3_node*")
        check(lib.s3_model_node_count(self._handle, count))
        result = []
        for i in range(count[0]):
            check(lib.s3_model_get_node(self._handle, i, node))
            result.append(ModelNode(ffi.string(node.name).decode(errors="replace"), node.parent if node.parent >= 0 else None,
                                    copied(ffi.addressof(node, "rest_pose"), 7, np.dtype(np.float32))))
        return result

    def part_nodes(self) -> list[int]:
        """The number of the node of each part."""
        part, result = ffi.new("s3_part*"), []
        for i in range(len(self.parts())):
            check(lib.s3_model_get_part(self._handle, i, part))
            result.append(part.node)
        return result

    def rigid_bodies(self) -> dict[int, list[tuple[str, Shape]]]:
        """The parts of each rigid body, by its number."""
        result: dict[int, list[tuple[str, Shape]]] = {}
        number = ffi.new("int64_t*")
        for i, part in enumerate(self.parts()):
            check(lib.s3_model_part_rigid_body(self._handle, i, number))
            if number[0] >= 0:
                result.setdefault(number[0], []).append(part)
        return result

    def joints(self) -> list[ModelJoint]:
        """The joints that the model declares."""
        count, joint = ffi.new("size_t*"), ffi.new("s3_model_joint*")
        check(lib.s3_model_joint_count(self._handle, count))
        result = []
        for i in range(count[0]):
            check(lib.s3_model_get_joint(self._handle, i, joint))
            result.append(ModelJoint(ffi.string(joint.name).decode(errors="replace"),
                                     joint.rigid_body_a if joint.rigid_body_a >= 0 else None, joint.rigid_body_b))
        return result

    def joint(self, index: int, a: int, b: int, at: Any = IDENTITY) -> Any:
        """Describes joints()[index] between the objects of its rigid bodies, whose shapes are in the model's frame: an
        s3_joint for World.add_joint(). a: 0 for the world. at: pose of the model's frame in the world."""
        result = ffi.new("s3_joint*")
        check(lib.s3_joint_from_model(self._handle, index, a, b, _pose(at), result))
        return result


def _material(given, function):
    material = ffi.new("s3_material*", lib.s3_default_material())
    for name, value in given.items():
        if not hasattr(material, name):
            raise TypeError(f"{function}: a material has no {name}")
        setattr(material, name, value)
    return material


def _one_thread_at_a_time(world):
    """Lets a second thread wait while a method of a world runs: calls of C leave the lock of the interpreter."""

    def alone(method):
        @functools.wraps(method)
        def call(self, *arguments, **options):
            with self._lock:
                return method(self, *arguments, **options)
        return call

    for name in [name for each in world.__mro__[:-1] for name in vars(each)]:
        method = getattr(world, name)
        is_public = not name.startswith("_") or name in ("__len__", "__contains__")
        if is_public and callable(method):
            setattr(world, name, alone(method))
    return world


@_one_thread_at_a_time
class World(Objects, Motion):
    """Objects, what touches, and rigid bodies. Ids are whole numbers; 0 is no object. Threads may share a world: each call
    waits for the one before."""

    def __init__(self, gravity: Sequence[float] = (0, -9.81, 0), detail: str = "push", margin: float = 0.0,
                 hysteresis: float = 0.0, substeps: int = 8,
                 material_pairs: Sequence[tuple[int, int, float, float]] = ()):
        """material_pairs: for two ids of materials each, the friction and the restitution of their contacts."""
        self._lock = threading.RLock()
        options = ffi.new("s3_world_options*", lib.s3_default_world_options())
        options.detail, options.margin, options.hysteresis = number_of(detail, _DETAILS, "detail"), margin, hysteresis
        options.gravity, options.substeps = _vector(gravity), substeps
        pairs = ffi.new("s3_material_pair[]", [tuple(pair) for pair in material_pairs])
        options.material_pairs, options.material_pair_count = pairs, len(pairs)
        result = ffi.new("s3_world**")
        check(lib.s3_world_create(options, result))
        self._handle = ffi.gc(result[0], lib.s3_world_destroy)

    @staticmethod
    def _object(at, kind, user_data):
        result = ffi.new("s3_object*", lib.s3_default_object())
        result.pose, result.kind, result.user_data = _pose(at)[0], number_of(kind, OBJECT_KINDS, "kind"), user_data
        return result

    def add(self, shape: Union[Shape, Model], at: Any = IDENTITY, kind: str = "moving", density: Optional[float] = None,
            user_data: int = 0, **body: Any) -> int:
        """Adds an object: of a shape, or of the solid bodies of a model as one. kind: moving, static or sensor. With a
        density in kg / m3 it gets a body, with the options of set_body()."""
        if density is None and body:
            raise ValueError(f"add: {', '.join(body)} belong to a body, which needs a density")
        if density is not None and isinstance(shape, Model):
            raise ValueError("add: give a model its body by set_body()")
        if not isinstance(shape, Model):
            handle_of(shape)
        mass = None if density is None else shape.mass(density)
        given, result = self._object(at, kind, user_data), ffi.new("s3_id*")
        if isinstance(shape, Model):
            check(lib.s3_world_add_model(self._handle, shape._handle, given, result))
        else:
            given.shape = shape._handle
            check(lib.s3_world_add(self._handle, given, result))
        added = int(result[0])
        if mass is not None:
            try:
                self.set_body(added, mass=mass, **body)
            except Exception:
                self.remove(added)
                raise
        return added

    def remove(self, object: int) -> None:
        check(lib.s3_world_remove(self._handle, object))

    def __len__(self) -> int:
        result = ffi.new("size_t*")
        check(lib.s3_world_size(self._handle, result))
        return result[0]

    def __contains__(self, object: int) -> bool:
        result = ffi.new("bool*")
        check(lib.s3_world_has(self._handle, object, result))
        return result[0]

    def pose(self, object: int) -> np.ndarray:
        return self.poses([object])[0]

    def poses(self, ids: Any, out: Optional[np.ndarray] = None) -> np.ndarray:
        """The poses of many objects, N x 7."""
        objects = whole(ids, np.uint64, "ids")
        result = output(out, objects.size * 7, REAL, objects).reshape(-1, 7)
        check(lib.s3_world_get_poses(self._handle, pointer("s3_id[]", objects), objects.size, pointer("s3_pose[]", result)))
        return result

    def set_pose(self, object: int, at: Any) -> None:
        check(lib.s3_world_set_pose(self._handle, object, _pose(at)))

    def set_poses(self, ids: Any, poses: Any) -> None:
        """Sets all poses, or none if one is bad."""
        objects, places = whole(ids, np.uint64, "ids"), poses_of(poses)
        if places.size != 7 * objects.size:
            raise ValueError("poses: one for each id is needed")
        check(lib.s3_world_set_poses(self._handle, pointer("s3_id[]", objects), pointer("s3_pose[]", places), objects.size))

    def update(self) -> Events:
        """Finds what touches, and compares it with the update before."""
        events = ffi.new("s3_events*")
        check(lib.s3_world_update(self._handle, events))
        return Events(copied(events.begun, events.begun_count, CONTACT),
                      copied(events.stayed, events.stayed_count, CONTACT),
                      copied(events.ended, events.ended_count, ID_PAIR),
                      copied(events.manifolds, events.manifold_count, MANIFOLD))

    def raycast(self, origin: Sequence[float], direction: Sequence[float], length: float = float("inf"),
                without: Any = (), **seen: Any) -> Optional[np.void]:
        """The first hit of a ray, a WORLD_RAY_HIT, or None. See Objects for what it sees."""
        hit = self.raycasts([[*_vector(origin, "origin"), *_vector(direction, "direction"), length]], without, **seen)[0]
        return hit if hit["object"] else None

    def raycasts(self, rays: Any, without: Any = (), out: Optional[np.ndarray] = None, **seen: Any) -> np.ndarray:
        """The first hits of many rays, each a RAY, or seven numbers: origin, direction, length."""
        given, (query, ids) = rays_of(rays), query_of(without, **seen)
        result = output(out, given.size, WORLD_RAY_HIT, given)
        check(lib.s3_world_raycast_many(self._handle, pointer("s3_ray[]", given), given.size, query,
                                        pointer("s3_world_ray_hit[]", result)))
        del ids  # it had to live until here
        return result

    def set_body(self, object: int, mass: Optional[Mass] = None, **options: Any) -> None:
        """Gives an object a body. mass: of Shape.mass(); None: nothing pushes the body. Options: velocity,
        angular_velocity, friction, restitution, rolling_resistance, surface_velocity, gravity_factor, linear_damping,
        angular_damping, can_sleep, follows_pose, locked (bits of s3_lock), max_speed, max_angular_speed,
        friction_combine, restitution_combine, material_id."""
        body = ffi.new("s3_body*", lib.s3_default_body())
        if mass is not None:
            body.mass.mass, body.mass.center = mass.mass, _vector(mass.center)
            body.mass.inertia = [float(x) for x in np.asarray(mass.inertia).T.reshape(9)]
        for name, value in options.items():
            if name in ("struct_size", "mass") or not hasattr(body, name):
                raise TypeError(f"set_body: a body has no {name}")
            setattr(body, name, _vector(value) if name.endswith("velocity") else value)
        check(lib.s3_world_set_body(self._handle, object, body))

    def set_material(self, object: int, **material: Any) -> None:
        """Changes the material of a body, and wakes what touches it: the members of an s3_material, which are friction,
        restitution, rolling_resistance, friction_combine, restitution_combine and id."""
        check(lib.s3_world_set_material(self._handle, object, _material(material, "set_material")))

    def set_surface(self, object: int, tag: int, velocity: Sequence[float] = (0, 0, 0), **material: Any) -> None:
        """What the parts of a body with a tag have in place of its own: a material, as in set_material(), and the velocity
        of their surface."""
        surface = ffi.new("s3_part_surface*")
        surface.tag, surface.velocity = tag, _vector(velocity)
        surface.material = _material(material, "set_surface")[0]
        check(lib.s3_world_set_surface(self._handle, object, surface))

    def set_surfaces(self, object: int, surfaces: Sequence[dict]) -> None:
        """Replaces all surfaces of parts; none: all parts have that of the body. Each has a tag, and what it has of a
        velocity and a material: see set_surface()."""
        array = ffi.new("s3_part_surface[]", len(surfaces))
        for k, given in enumerate(surfaces):
            array[k].material = lib.s3_default_material()
            assign(array[k], given, f"surfaces[{k}]")
        check(lib.s3_world_set_surfaces(self._handle, object, array, len(surfaces)))

    def surfaces(self, object: int) -> list[dict]:
        """The surfaces of parts, sorted by tag, as set_surfaces() takes them."""
        count = ffi.new("size_t*")
        check(lib.s3_world_get_surfaces(self._handle, object, ffi.NULL, 0, count))
        array = ffi.new("s3_part_surface[]", count[0])
        check(lib.s3_world_get_surfaces(self._handle, object, array, len(array), count))
        names = [name for name, _ in ffi.typeof("s3_material").fields]
        return [{"tag": each.tag, "velocity": (each.velocity.x, each.velocity.y, each.velocity.z),
                 "material": {name: getattr(each.material, name) for name in names}} for each in array]

    def velocity(self, object: int) -> tuple[np.ndarray, np.ndarray]:
        """The velocity of a body, and its angular velocity."""
        body = ffi.new("s3_body*")
        check(lib.s3_world_get_body(self._handle, object, body))
        return tuple(np.array([v.x, v.y, v.z]) for v in (body.velocity, body.angular_velocity))

    def set_velocity(self, object: int, velocity: Sequence[float], angular: Sequence[float] = (0, 0, 0)) -> None:
        check(lib.s3_world_set_velocity(self._handle, object, _vector(velocity), _vector(angular)))

    def apply_impulse(self, object: int, impulse: Sequence[float], point: Sequence[float]) -> None:
        check(lib.s3_world_apply_impulse(self._handle, object, _vector(impulse), _vector(point)))

    def step(self, dt: float = 1.0 / 60.0, hook: Optional[Callable[[Any, int, Any], None]] = None) -> None:
        """Moves the bodies. hook(contact, wheel, settings): sees each contact before it acts, and may change its
        s3_contact_settings; contact is an s3_impact, wheel is S3_NO_WHEEL for what is no wheel. What it does to them after
        it has returned has no effect. An exception of the hook is raised after the step, which the contact took part in as
        it was."""
        if hook is None:
            check(lib.s3_world_step(self._handle, dt))
            return
        errors: list[BaseException] = []

        @ffi.callback("s3_contact_hook")
        def call(contact: Any, wheel: int, settings: Any, _: Any) -> None:
            wanted = ffi.new("s3_contact_settings*", settings[0])
            try:
                hook(ffi.new("s3_impact*", contact[0]), wheel, wanted)
                settings[0] = wanted[0]
            except BaseException as error:  # must not leave the callback
                errors.append(error)

        check(lib.s3_world_step_with_hook(self._handle, dt, call, ffi.NULL))
        if errors:
            raise errors[0]

    def impacts(self) -> np.ndarray:
        """The contacts of awake bodies in the last step, an array of IMPACT."""
        first, count = ffi.new("s3_impact**"), ffi.new("size_t*")
        check(lib.s3_world_impacts(self._handle, first, count))
        return copied(first[0], count[0], IMPACT)

    def hash(self) -> int:
        """Equal worlds have equal hashes, on every platform."""
        result = ffi.new("uint64_t*")
        check(lib.s3_world_hash(self._handle, result))
        return result[0]

    def snapshot(self) -> bytes:
        """The state of objects and bodies, without shapes."""
        first, size = ffi.new("uint8_t**"), ffi.new("size_t*")
        check(lib.s3_world_snapshot(self._handle, first, size))
        return bytes(ffi.buffer(first[0], size[0]))

    def restore(self, snapshot: bytes) -> None:
        if not isinstance(snapshot, (bytes, bytearray, memoryview)):
            raise TypeError(f"restore: the bytes of a snapshot are needed, not {type(snapshot).__name__}")
        data = ffi.from_buffer("uint8_t[]", snapshot)
        check(lib.s3_world_restore(self._handle, data, len(data)))

    def draw(self, *layers: str, origin: Sequence[float] = (0, 0, 0)) -> Drawing:
        """Triangles and lines of the world. layers: faces, edges, bounds, contacts, pushes, events, bodies, impulses.
        origin: a point of the world, near the camera, to which the positions are relative."""
        handle = ffi.new("s3_drawing**")
        check(lib.s3_drawing_create(handle))
        drawing, view = ffi.gc(handle[0], lib.s3_drawing_destroy), ffi.new("s3_drawing_view*")
        check(lib.s3_drawing_set_origin(drawing, _vector(origin)))
        bits = sum(number_of(layer, _LAYERS, "layers") for layer in set(layers or ("faces", "edges")))
        check(lib.s3_drawing_add_world(drawing, self._handle, bits))
        check(lib.s3_drawing_get_view(drawing, view))
        numbers = np.dtype(np.uint32)
        count, lines = view.triangle_position_count, view.line_position_count

        def rows(first, n):
            return copied(first, 3 * n, np.dtype(np.float32)).reshape(-1, 3)

        return Drawing(rows(view.triangle_positions, count), rows(view.triangle_normals, count),
                       copied(view.triangle_colors, count, numbers),
                       copied(view.triangle_indices, view.triangle_index_count, numbers).reshape(-1, 3),
                       rows(view.line_positions, lines), copied(view.line_colors, lines, numbers))
