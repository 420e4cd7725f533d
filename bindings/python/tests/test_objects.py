"""Objects of a world, and queries among them."""

import math

import numpy as np
import pytest

from package import sat3d

HULL, TURRET, BALL = sat3d.box((1, 0.4, 2)), sat3d.box((0.5, 0.3, 0.5)), sat3d.sphere(0.5)


def battle():
    """A tank of two parts on a height field, and a crate 10 m away."""
    world = sat3d.World()
    ground = world.add(sat3d.height_field(np.zeros((9, 9)), (5, 5)),
                       sat3d.pose((-20, 0, 20), (-math.sqrt(0.5), 0, 0, math.sqrt(0.5))), kind="static")
    tank = world.add(sat3d.compound([(HULL, sat3d.IDENTITY, 1), (TURRET, (0, 0.7, 0, 0, 0, 0, 1), 2)]),
                     sat3d.pose((0, 0.4, 0)), density=500)
    return world, ground, tank, world.add(HULL, sat3d.pose((10, 0.4, 0)), density=500)


def test_a_turret_turns_in_its_tank():
    world, _, tank, _ = battle()
    assert list(world.containing((0.9, 1.1, 0))) == []
    world.set_part_pose(tank, 1, (0.6, 0.7, 0, 0, 0, 0, 1))
    assert list(world.containing((0.9, 1.1, 0))) == [tank]
    with pytest.raises(sat3d.Sat3dError):
        world.set_part_pose(tank, 2, sat3d.IDENTITY)


def test_queries_find_what_they_are_told_to_see():
    world, ground, tank, crate = battle()
    east = (-5, 0.4, 0), (1, 0, 0)
    assert world.raycast(*east)["object"] == tank
    assert world.raycast(*east, without=[tank])["object"] == crate
    hits = world.raycast_all(*east)
    assert list(hits["object"]) == [tank, crate] and list(hits["hit"]["entry"]["distance"]) == [4, 14]
    assert len(world.raycast_all(*east, most=1)) == 1
    at = sat3d.pose((9, 0.4, 0))
    assert list(world.overlapping(BALL, at)) == [ground, crate]
    assert list(world.overlapping(BALL, at, without=[ground])) == [crate]
    assert world.closest(BALL, sat3d.pose((6, 3, 0)), without=[ground]).object == crate
    assert world.closest(BALL, sat3d.pose((6, 3, 0)), max_distance=1) is None
    shell = world.sweep(BALL, sat3d.pose((-5, 0.9, 0)), (20, 0, 0), without=[ground])
    assert shell.object == tank and shell.status == "hit" and shell.fraction == pytest.approx(3.5 / 20, abs=0.01)
    world.set_kind(crate, "sensor")
    assert world.raycast(*east, without=[tank]) is None
    assert world.raycast(*east, without=[tank], sensors=True)["object"] == crate
    with pytest.raises(TypeError):
        world.overlapping(BALL, at, withot=[])


def test_objects_change():
    world, ground, tank, crate = battle()
    assert list(world.ids()) == [ground, tank, crate]
    world.set_user_data(crate, 77)
    assert world.user_data(crate) == 77
    world.set_filter(tank, categories=2, group=-1)
    world.set_filter(crate, group=-1)
    world.set_pose(crate, sat3d.pose((1, 0.4, 0)))
    for _ in range(10):
        world.apply_force(crate, (0, 0, 50000))
        world.step()
    x, _, z = world.pose(crate)[:3]
    assert z > 0.01 and x == pytest.approx(1, abs=0.01)
    assert world.raycast((0, 5, 0), (0, -1, 0), 9, categories=2)["object"] == tank
    assert not world.is_asleep(crate) and world.awake_count() == 2
    world.remove_body(crate)
    with pytest.raises(sat3d.Sat3dError):
        world.wake(crate)
    world.set_shape(crate, BALL)
    world.set_gravity((0, 0, 0))
    world.wake(tank)


def test_wrong_types_are_told():
    world, _, tank, _ = battle()
    for call in (lambda: world.restore("x"), lambda: world.freed(None, sat3d.pose()),
                 lambda: world.move_and_slide("x", sat3d.pose(), (0, 0, 0)), lambda: world.closest(3, sat3d.pose())):
        with pytest.raises(TypeError, match="need"):
            call()
    with pytest.raises(ValueError, match="rows of 7"):
        world.set_part_pose(tank, 1, (1, 2))


def test_grounds_have_holes_and_tags():
    flat, down = np.zeros((3, 3)), ((0.5, 0.5, 1), (0, 0, -1))
    assert sat3d.raycast(sat3d.height_field(flat), sat3d.IDENTITY, *down)
    assert sat3d.raycast(sat3d.height_field(flat, holes=[0], tags=[1, 2, 3, 4]), sat3d.IDENTITY, *down) is None
    with pytest.raises(ValueError):
        sat3d.height_field(flat, tags=[1])
    with pytest.raises(sat3d.Sat3dError):
        sat3d.height_field(flat, holes=[9])
