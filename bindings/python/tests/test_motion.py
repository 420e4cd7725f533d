"""Joints, vehicles, movers and events."""

import math
import os
import pathlib
import subprocess

import numpy as np
import pytest

from package import sat3d

FLOOR = sat3d.half_space((0, 1, 0))
STANDING = [(-0.8, -0.5, 1.3), (0.8, -0.5, 1.3), (-0.8, -0.5, -1.3), (0.8, -0.5, -1.3)]


def world_with(shape, position):
    world = sat3d.World()
    floor = world.add(FLOOR, kind="static")
    return world, floor, world.add(shape, sat3d.pose(position), density=300)


def test_a_door_swings_to_its_limit_and_breaks():
    world, _, door = world_with(sat3d.box((0.5, 1, 0.05)), (0.5, 1.5, 0))
    hinge = world.joint("hinge", 0, door, (0, 1.5, 0), axis=(0, 1, 0))
    hinge.twist.lower, hinge.twist.upper = -0.5, 0.8
    id = world.add_joint(hinge)
    world.set_velocity(door, (0, 0, -2), (0, 4, 0))
    for _ in range(60):
        world.step()
    state = world.joint_state(id)
    assert state.twist == pytest.approx(0.8, abs=0.02)
    assert np.linalg.norm(state.offset) < 1e-3 and state.force[1] == pytest.approx(9.81 * 60, rel=0.05)
    hinge = world.get_joint(id)
    hinge.twist.drive.max_force, hinge.twist.drive.speed = math.inf, -1.0
    world.set_joint(id, hinge)
    for _ in range(60):
        world.step()
    assert world.joint_state(id).twist == pytest.approx(-0.2, abs=0.02)
    hinge.break_force = 10
    world.set_joint(id, hinge)
    world.step()
    broken = world.broken_joints()
    assert list(broken["id"]) == [id] and list(broken["b"]) == [door]
    with pytest.raises(sat3d.Sat3dError) as error:
        world.joint_state(id)
    assert error.value.name == "S3_WORLD_STALE_ID"


def test_the_door_of_a_model_hangs_on_its_hinge(tmp_path):
    tool = os.environ.get("SAT3D_TOOL")
    if tool is None:
        pytest.skip("SAT3D_TOOL names no command line that bakes the model")
    source = pathlib.Path(__file__).resolve().parents[3] / "tests" / "data" / "physics" / "khr_joints.gltf"
    subprocess.run([tool, "bake", source, "-o", tmp_path / "door.s3d"], check=True, capture_output=True)
    model, place = sat3d.Model(tmp_path / "door.s3d"), sat3d.pose((7, 0, 0), (0, 0.6, 0, 0.8))
    names = [joint.name for joint in model.joints()]
    index = names.index("hinge")
    joint, world = model.joints()[index], sat3d.World()
    assert joint.rigid_body_a is None
    (name, leaf), = model.rigid_bodies()[joint.rigid_body_b]
    assert name == "leaf"
    door = world.add(leaf, place, density=300)
    id = world.add_joint(model.joint(index, 0, door, place))
    world.set_velocity(door, (0, 0, 0), (0, 4, 0))
    for _ in range(60):
        world.step()
    state = world.joint_state(id)
    assert state.twist == pytest.approx(0.5, abs=0.01) and state.distance < 1e-3
    for bad in (lambda: model.joint(len(names), 0, door), lambda: model.joint(index, 0, door, np.zeros(7))):
        with pytest.raises(sat3d.Sat3dError):
            bad()


def test_a_car_drives_and_a_tank_turns():
    world, floor, chassis = world_with(sat3d.box((0.9, 0.3, 2)), (0, 0.85, 0))
    car = sat3d.Vehicle.car(chassis, STANDING, 0.35)
    car.set_engine(torque=2500, max_spin=60)
    car.wheels[0].along.friction = 0.9
    id = world.add_vehicle(car)
    world.drive(id, throttle=1)
    for _ in range(120):
        world.step()
    state = world.vehicle_state(id)
    assert state.speed > 5 and state.gear == 1 and world.pose(chassis)[2] > 5
    assert len(state.wheels) == 4 and set(state.wheels["ground"]) == {floor}
    assert np.abs(np.linalg.norm(state.wheels["pose"][:, 3:], axis=1) - 1).max() < 1e-5
    world.remove_vehicle(id)

    world, _, hull = world_with(sat3d.box((1.5, 0.4, 3)), (0, 1.2, 0))
    side = [(0, -0.8, z) for z in (-2, 0, 2)]
    tank = sat3d.Vehicle.tank(hull, np.add(side, (-1.2, 0, 0)), np.add(side, (1.2, 0, 0)), 0.4)
    tank.set_engine(torque=20000, max_spin=40)
    id = world.add_vehicle(tank)
    world.drive(id, steering=1)
    for _ in range(120):
        world.step()
    assert abs(world.velocity(hull)[1][1]) > 0.3


def test_a_mover_stops_at_a_wall():
    world, floor, _ = world_with(sat3d.sphere(0.1), (50, 1, 0))
    wall = world.add(sat3d.box((0.2, 2, 5)), sat3d.pose((2, 2, 0)), kind="static")
    mover, at = sat3d.capsule((0, 0.4, 0), (0, 1.4, 0), 0.4), sat3d.pose((0, 0.02, 0))
    for _ in range(60):
        moved = world.move_and_slide(mover, at, (0.05, -0.05, 0), skin=0.02)
        at = moved.pose
    assert at[0] == pytest.approx(2 - 0.2 - 0.4 - 0.02, abs=0.01)
    assert moved.is_standing and moved.ground["object"] == floor and wall in moved.stops["object"]
    through = world.move_and_slide(mover, at, (2, 0, 0), without=[wall])
    assert through.pose[0] > 3 and wall not in through.stops["object"]


def test_standing_and_freed():
    world, _, _ = world_with(sat3d.sphere(0.1), (50, 1, 0))
    block = world.add(sat3d.box((1, 1, 1)), sat3d.pose((9, 1, 0)), kind="static")
    feet = [(-1, 0, 2), (1, 0, 2), (-1, 0, -2), (1, 0, -2)]
    assert world.stand_on(sat3d.pose((0, 0.7, 0)), feet)[1] == pytest.approx(0, abs=1e-3)
    assert world.stand_on(sat3d.pose((0, 0.7, 0)), feet, reach=0.5) is None
    ball, inside = sat3d.sphere(0.5), sat3d.pose((9.8, 1, 0))
    place = world.freed(ball, inside)
    assert place[0] == pytest.approx(10.5, abs=0.01) and not sat3d.overlaps(ball, place, sat3d.box((1, 1, 1)), world.pose(block))
    assert world.freed(ball, inside, farthest=0.1) is None
    assert list(world.freed(ball, inside, without=[block])) == list(inside)
    with pytest.raises(sat3d.Sat3dError):
        world.stand_on(sat3d.pose(), feet[:2])
    with pytest.raises(TypeError):
        world.stand_on(sat3d.pose(), feet, skin=1)


def test_events_of_a_step():
    world, floor, ball = world_with(sat3d.sphere(0.5), (0, 1, 0))
    begun = []
    for _ in range(40):
        world.step()
        begun += [(int(touch["a"]), int(touch["b"]), float(touch["impulse"])) for touch in world.step_events().begun]
    assert len(begun) == 1 and begun[0][:2] == (floor, ball) and begun[0][2] > 0
    assert list(world.step_events().stayed["b"]) == [ball]
    world.remove(ball)
    world.step()
    assert list(world.step_events().ended["b"]) == [ball]


def test_pairs_and_surfaces_give_the_friction_and_hooks_change_it():
    wood, road = 1, 2
    world = sat3d.World(material_pairs=[(wood, road, 0.25, 0)])
    floor = world.add(sat3d.box((20, 0.5, 20)), sat3d.pose((0, -0.5, 0)), kind="static")
    world.set_body(floor, friction=0.9, material_id=road)
    crate = world.add(sat3d.box((0.5, 0.25, 0.5)), sat3d.pose((0, 0.25, 0)), density=700, material_id=wood)

    def slide(hook=None):
        world.set_pose(crate, sat3d.pose((0, 0.25, 0)))
        world.set_velocity(crate, (4, 0, 0))
        for _ in range(30):
            world.step(1 / 60, hook)
        return 4 - float(world.velocity(crate)[0][0])

    assert slide() == pytest.approx(0.25 * 9.81 / 2, abs=0.02)
    world.set_material(crate, friction=0.9)
    assert slide() == pytest.approx(4, abs=0.02)  # it stops
    world.set_surface(floor, 0, velocity=(4, 0, 0), friction=0.9)
    assert slide() == pytest.approx(0, abs=0.02)
    seen = []

    def half(contact, wheel, settings):
        seen.append((contact.a, contact.b, wheel))
        settings.friction, settings.surface_velocity.x = 0.1, 0

    assert slide(half) == pytest.approx(0.1 * 9.81 / 2, abs=0.02)
    assert set(seen) == {(floor, crate, 0xffffffff)}

    def spoil(contact, wheel, settings):
        settings.friction, settings.is_ignored = 0, True
        raise KeyError("of the hook")

    before = world.snapshot()
    world.step()
    after = world.hash()
    world.restore(before)
    with pytest.raises(KeyError):
        world.step(hook=spoil)
    assert world.hash() == after
    world.restore(before)
    with pytest.raises(sat3d.Sat3dError, match="a contact hook cannot use it"):
        world.step(hook=lambda contact, wheel, settings: world.remove(crate))
    assert world.hash() == after
    for bad in (lambda: world.set_material(crate, colour=1), lambda: world.set_surface(floor, 0, colour=1)):
        with pytest.raises(TypeError):
            bad()
    for bad in (lambda: world.set_material(crate, friction=-1), lambda: sat3d.World(material_pairs=[(0, 1, 1, 0)])):
        with pytest.raises(sat3d.Sat3dError):
            bad()


def test_a_cylinder_meets_a_curb_beside_the_middle_of_the_wheel():
    heights = []
    for cast in (0, 2):  # S3_RAY_CAST, S3_CYLINDER_CAST
        world, _, chassis = world_with(sat3d.box((0.9, 0.3, 2)), (0, 0.85, 0))
        world.add(sat3d.box((1, 0.05, 9)), sat3d.pose((1.9, 0.05, 0)), kind="static")
        car = sat3d.Vehicle.car(chassis, STANDING, 0.35)
        for wheel in car.wheels:
            wheel.cast, wheel.width = cast, 0.3
        taxi = world.add_vehicle(car)
        for _ in range(120):
            world.step()
        assert world.vehicle_state(taxi).wheels["touches"].all()
        heights.append(world.poses([chassis])[0][1])
    assert heights[1] - heights[0] > 0.03


def test_bad_input_raises_and_changes_nothing():
    world, _, crate = world_with(sat3d.box((1, 1, 1)), (0, 2, 0))
    before = world.hash()
    car = sat3d.Vehicle.car(crate, STANDING, 0.35)
    no_radius = sat3d.Vehicle.car(crate, STANDING, 0.35)
    no_radius.wheels[1].radius = math.nan
    for bad, name in (
        (lambda: world.joint("hinge", 0, crate + 1, (0, 0, 0), (0, 1, 0)), "S3_WORLD_STALE_ID"),
        (lambda: world.joint("hinge", 0, crate, (0, 0, 0), (0, 0, 0)), "S3_BAD_NUMBER"),
        (lambda: world.remove_joint(7), "S3_WORLD_STALE_ID"),
        (lambda: world.add_vehicle(no_radius), "S3_WORLD_BAD_VEHICLE"),
        (lambda: world.drive(7), "S3_WORLD_STALE_ID"),
        (lambda: sat3d.Vehicle.car(crate, STANDING, -1), "S3_BAD_NUMBER"),
        (lambda: world.move_and_slide(sat3d.sphere(1), sat3d.pose(), (math.inf, 0, 0)), "S3_BAD_NUMBER"),
        (lambda: world.move_kinematic(crate, sat3d.pose(), 1), "S3_WORLD_BAD_BODY"),
    ):
        with pytest.raises(sat3d.Sat3dError) as error:
            bad()
        assert error.value.name == name and len(str(error.value)) > 10
    for bad in (lambda: world.joint("glue", 0, crate, (0, 0, 0)), lambda: world.joint("hinge", 0, crate, (0, 0, 0)),
                lambda: sat3d.Vehicle.car(crate, STANDING[:3], 0.35)):
        with pytest.raises(ValueError):
            bad()
    with pytest.raises(TypeError):
        world.move_and_slide(sat3d.sphere(1), sat3d.pose(), (1, 0, 0), speed=3)
    assert world.hash() == before
    assert world.add_vehicle(car) != 0
