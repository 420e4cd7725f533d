"""Joints, vehicles, movers, and what touches in a step: the parts of a World that move its bodies.

Settings are the structs of sat3d.h, with its names: `joint.twist.lower = -1.5`, `car.wheels[2].along.friction = 0.9`.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Sequence

import numpy as np

from ._arrays import BROKEN_JOINT, ID_PAIR, MOVER_CONTACT, REAL, TOUCH, WHEEL_STATE, copied, floats, pointer
from ._library import check, ffi, lib
from .objects import query_of
from .shapes import Shape, _pose, _vector, handle_of

_JOINTS = ("fixed", "hinge", "slider", "ball", "rod")


class StepEvents(NamedTuple):
    """What has touched in a step: arrays of TOUCH and of ID_PAIR."""

    begun: np.ndarray
    stayed: np.ndarray
    ended: np.ndarray


class JointState(NamedTuple):
    """Where a joint is, and what it carries: see s3_joint_state."""

    offset: np.ndarray
    distance: float
    twist: float
    twist_speed: float
    swing: float
    force: np.ndarray
    torque: np.ndarray


class VehicleState(NamedTuple):
    """What a vehicle did in the last step."""

    speed: float
    rpm: float
    gear: int
    wheels: np.ndarray  #: of WHEEL_STATE


class Moved(NamedTuple):
    """The result of a move."""

    pose: np.ndarray
    left: np.ndarray  #: what obstacles took of the translation
    is_standing: bool
    is_crushed: bool
    ground: np.ndarray  #: a MOVER_CONTACT: of object 0 if it does not stand
    stops: np.ndarray  #: of MOVER_CONTACT, in the order in which they were met


class Vehicle:
    """Wheels, tracks and an engine for a body: `settings` is an s3_vehicle, `wheels` and `axles` are its arrays."""

    def __init__(self, settings: Any, wheels: Any, axles: Any):
        self.settings, self.wheels, self.axles = settings, wheels, axles

    @staticmethod
    def of(body: int, wheels: Sequence[dict], axles: Sequence[dict] = (), **settings: Any) -> Vehicle:
        """Any vehicle: each wheel has members of s3_vehicle_wheel, each axle those of s3_vehicle_axle, and the rest is as in
        sat3d.h. Settings: max_steering, forward, up."""
        result = Vehicle(ffi.new("s3_vehicle*", lib.s3_default_vehicle()), ffi.new("s3_vehicle_wheel[]", len(wheels)),
                         ffi.new("s3_vehicle_axle[]", len(axles)))
        for k, given in enumerate(wheels):
            result.wheels[k] = lib.s3_default_vehicle_wheel()
            assign(result.wheels[k], given, f"wheels[{k}]")
        for k, given in enumerate(axles):
            assign(result.axles[k], given, f"axles[{k}]")
        assign(result.settings, settings, "a vehicle", ("max_steering", "forward", "up"))
        result.settings.body = body
        return result

    def _described(self) -> Any:
        """The settings for C, with the arrays that the vehicle has now."""
        self.settings.wheels, self.settings.wheel_count = self.wheels, len(self.wheels)
        self.settings.axles, self.settings.axle_count = self.axles, len(self.axles)
        return self.settings

    @staticmethod
    def car(body: int, standing: Any, radius: float) -> Vehicle:
        """A car with rear-wheel drive, without an engine. standing: four centers of its wheels as it stands on Earth, in
        the frame of the body: front left, front right, rear left, rear right."""
        centers = floats(standing, 3, "standing")
        if centers.size != 12:
            raise ValueError("standing: four centers of wheels are needed")
        result = Vehicle(ffi.new("s3_vehicle*"), ffi.new("s3_vehicle_wheel[4]"), ffi.new("s3_vehicle_axle[2]"))
        check(lib.s3_vehicle_car(body, pointer("s3_vec3[]", centers), radius, result.wheels, result.axles, result.settings))
        return result

    @staticmethod
    def tank(body: int, left: Any, right: Any, radius: float) -> Vehicle:
        """A tank with two tracks. left, right: centers of its road wheels as it stands on Earth."""
        sides = [floats(side, 3, "centers") for side in (left, right)]
        counts = [side.size // 3 for side in sides]
        result = Vehicle(ffi.new("s3_vehicle*"), ffi.new("s3_vehicle_wheel[]", max(sum(counts), 1)),
                         ffi.new("s3_vehicle_axle[1]"))
        check(lib.s3_vehicle_tank(body, pointer("s3_vec3[]", sides[0]), counts[0], pointer("s3_vec3[]", sides[1]), counts[1],
                                  radius, result.wheels, result.axles, result.settings))
        return result

    def set_engine(self, torque: float, max_spin: float) -> None:
        """One gear and the same torque at all speeds. torque: of all wheels together, Nm. max_spin: rad/s."""
        self.settings.engine = lib.s3_constant_engine(torque, max_spin)


def assign(struct: Any, given: Any, name: str, known: Sequence[str] = ()) -> None:
    """Sets members of a struct of C: structs in it are dictionaries, vectors are sequences."""
    if not isinstance(given, dict):
        raise TypeError(f"{name}: a dictionary is needed, not {given!r}")
    for member, value in given.items():
        if member == "struct_size" or not hasattr(struct, member) or (known and member not in known):
            raise TypeError(f"{name} has no {member}")
        if isinstance(value, dict):
            assign(getattr(struct, member), value, f"{name}.{member}")
        else:
            setattr(struct, member, tuple(value) if isinstance(value, (list, np.ndarray)) else value)


def _numbers(vector):
    return np.array([vector.x, vector.y, vector.z])


def _set_options(options, given, function, names):
    for name, value in given.items():
        if name not in names:
            raise TypeError(f"{function}: there is no option {name}")
        setattr(options, name, _vector(value) if name in ("up", "local_up", "center") else value)


class Motion:
    """Joints, vehicles, movers and events: a part of World."""

    _handle: Any

    def joint(self, kind: str, a: int, b: int, point: Sequence[float], axis: Optional[Sequence[float]] = None) -> Any:
        """Describes a joint at the present poses of two objects: an s3_joint, whose limits and drives you may set before
        add_joint(). kind: fixed, hinge, slider, ball, or rod, whose axis is the point on B. a: 0 is the world."""
        if kind not in _JOINTS:
            raise ValueError(f"joint: there is no kind {kind}, only {', '.join(_JOINTS)}")
        if (axis is None) != (kind == "fixed"):
            raise ValueError(f"joint: {kind} takes {'no' if kind == 'fixed' else 'an'} axis")
        result = ffi.new("s3_joint*")
        given = () if axis is None else (_vector(axis),)
        check(getattr(lib, f"s3_joint_{kind}")(self._handle, a, b, _vector(point), *given, result))
        return result

    def add_joint(self, joint: Any) -> int:
        result = ffi.new("s3_joint_id*")
        check(lib.s3_world_add_joint(self._handle, joint, result))
        return int(result[0])

    def set_joint(self, id: int, joint: Any) -> None:
        """Changes a joint: a motor gets another speed, a door is locked."""
        check(lib.s3_world_set_joint(self._handle, id, joint))

    def get_joint(self, id: int) -> Any:
        result = ffi.new("s3_joint*")
        check(lib.s3_world_get_joint(self._handle, id, result))
        return result

    def remove_joint(self, id: int) -> None:
        check(lib.s3_world_remove_joint(self._handle, id))

    def joint_ids(self) -> np.ndarray:
        return self._ids_of(lib.s3_world_joint_ids)

    def vehicle_ids(self) -> np.ndarray:
        return self._ids_of(lib.s3_world_vehicle_ids)

    def _ids_of(self, list_ids: Any) -> np.ndarray:
        count = ffi.new("size_t*")
        check(list_ids(self._handle, ffi.NULL, 0, count))
        result = np.zeros(count[0], np.uint64)
        check(list_ids(self._handle, pointer("s3_id[]", result), result.size, count))
        return result

    def joint_state(self, id: int) -> JointState:
        state = ffi.new("s3_joint_state*")
        check(lib.s3_world_joint_state(self._handle, id, state))
        return JointState(_numbers(state.offset), state.distance, state.twist, state.twist_speed, state.swing,
                          _numbers(state.force), _numbers(state.torque))

    def broken_joints(self) -> np.ndarray:
        """The joints that broke in the last step, an array of BROKEN_JOINT."""
        first, count = ffi.new("s3_broken_joint**"), ffi.new("size_t*")
        check(lib.s3_world_broken_joints(self._handle, first, count))
        return copied(first[0], count[0], BROKEN_JOINT)

    def add_vehicle(self, vehicle: Vehicle) -> int:
        result = ffi.new("s3_vehicle_id*")
        check(lib.s3_world_add_vehicle(self._handle, vehicle._described(), result))
        return int(result[0])

    def set_vehicle(self, id: int, vehicle: Vehicle) -> None:
        """Changes a vehicle: other tires, another engine."""
        check(lib.s3_world_set_vehicle(self._handle, id, vehicle._described()))

    def get_vehicle(self, id: int) -> Vehicle:
        """A copy of what the vehicle is."""
        settings = ffi.new("s3_vehicle*")
        check(lib.s3_world_get_vehicle(self._handle, id, settings))
        result = Vehicle(settings, ffi.new("s3_vehicle_wheel[]", settings.wheel_count),
                         ffi.new("s3_vehicle_axle[]", settings.axle_count))
        for of_mine, of_the_world in ((result.wheels, settings.wheels), (result.axles, settings.axles)):
            for k in range(len(of_mine)):
                of_mine[k] = of_the_world[k]
        result._described()
        return result

    def remove_vehicle(self, id: int) -> None:
        check(lib.s3_world_remove_vehicle(self._handle, id))

    def drive(self, id: int, throttle: float = 0.0, steering: float = 0.0, brake: float = 0.0, hand_brake: float = 0.0,
              gear: Optional[int] = None) -> None:
        """What the driver does from now on. throttle, steering: -1 to 1; gear: None shifts by itself."""
        given = ffi.new("s3_vehicle_input*", lib.s3_default_vehicle_input())
        given.throttle, given.steering, given.brake, given.hand_brake = throttle, steering, brake, hand_brake
        if gear is not None:
            given.gear = gear
        check(lib.s3_world_set_vehicle_input(self._handle, id, given))

    def vehicle_state(self, id: int) -> VehicleState:
        state = ffi.new("s3_vehicle_state*")
        check(lib.s3_world_vehicle_state(self._handle, id, state))
        return VehicleState(state.speed, state.rpm, state.gear, copied(state.wheels, state.wheel_count, WHEEL_STATE))

    def move_and_slide(self, shape: Shape, at: Any, translation: Sequence[float], rotation: Sequence[float] = (0, 0, 0),
                       without: Sequence[int] = (), **options: float) -> Moved:
        """Moves a shape as far as the objects let it. Options: skin, step_height, steepest, rounds (s3_move_options)."""
        given, moved = ffi.new("s3_move_options*", lib.s3_default_move_options()), ffi.new("s3_moved*")
        _set_options(given, options, "move_and_slide", ("skin", "up", "step_height", "steepest", "rounds"))
        query, ids = query_of(without)
        check(lib.s3_world_move_and_slide(self._handle, handle_of(shape), _pose(at), _vector(translation), _vector(rotation),
                                          given, query, moved))
        del ids  # it had to live until here
        contacts = copied(moved.stops, moved.stop_count, MOVER_CONTACT)
        return Moved(copied(ffi.addressof(moved, "pose"), 7, REAL), _numbers(moved.left), moved.is_standing,
                     moved.is_crushed, copied(ffi.addressof(moved, "ground"), 1, MOVER_CONTACT)[0], contacts)

    def stand_on(self, at: Any, feet: Any, without: Sequence[int] = (), **options: Any) -> Optional[np.ndarray]:
        """The pose at which a vehicle rests on the ground by three of its feet, or None if the ground does not carry it.
        feet: N x 3, in its frame. Options: up, local_up, center, reach (s3_stand_options)."""
        given, standing = ffi.new("s3_stand_options*", lib.s3_default_stand_options()), ffi.new("s3_standing*")
        _set_options(given, options, "stand_on", ("up", "local_up", "center", "reach"))
        points, stands, (query, ids) = floats(feet, 3, "feet"), ffi.new("bool*"), query_of(without)
        check(lib.s3_world_stand_on(self._handle, _pose(at), pointer("s3_vec3[]", points), points.size // 3, given, query,
                                    stands, standing))
        del ids
        return copied(ffi.addressof(standing, "pose"), 7, REAL) if stands[0] else None

    def freed(self, shape: Shape, at: Any, farthest: float = float("inf"), without: Sequence[int] = ()) -> Optional[np.ndarray]:
        """A pose near the given one at which a shape overlaps nothing, or None."""
        place, is_freed, (query, ids) = ffi.new("s3_pose*"), ffi.new("bool*"), query_of(without)
        check(lib.s3_world_freed(self._handle, handle_of(shape), _pose(at), farthest, query, is_freed, place))
        del ids
        return copied(place, 7, REAL) if is_freed[0] else None

    def move_kinematic(self, object: int, to: Any, seconds: float) -> None:
        """Lets the next steps move a kinematic body, so that it is there after some seconds."""
        check(lib.s3_world_move_kinematic(self._handle, object, _pose(to), seconds))

    def step_events(self) -> StepEvents:
        """Which objects began to touch in the last step, went on, and stopped."""
        events = ffi.new("s3_step_events*")
        check(lib.s3_world_step_events(self._handle, events))
        return StepEvents(copied(events.begun, events.begun_count, TOUCH), copied(events.stayed, events.stayed_count, TOUCH),
                          copied(events.ended, events.ended_count, ID_PAIR))
