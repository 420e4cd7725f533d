"""Tests sat3d.double: positions keep their precision far from the origin, where 32-bit floats are a meter apart."""

import numpy as np
import pytest

import sat3d as single

try:
    import sat3d.double as sat3d
except ImportError as error:  # a library is missing
    pytest.skip(str(error), allow_module_level=True)

FAR = 1e7
BOX = sat3d.box((0.5, 0.5, 0.5))


def test_pushes_and_points_are_exact():
    here = sat3d.pose((FAR + 0.25, 0, FAR))
    assert here.dtype == np.float64
    push = sat3d.penetration(BOX, here, BOX, sat3d.pose((FAR + 1, 0, FAR)))
    assert push.depth == 0.25 and list(push.normal) == [1, 0, 0]
    gap = sat3d.distance(BOX, here, BOX, sat3d.pose((FAR + 1.5, 0, FAR)))
    assert gap.separation == 0.25 and gap.point_a[0] == FAR + 0.75 and gap.point_b[0] == FAR + 1
    assert sat3d.contains(BOX, here, (FAR + 0.7, 0, FAR)) and not sat3d.contains(BOX, here, (FAR + 0.8, 0, FAR))
    assert sat3d.raycast(BOX, here, (FAR, 5, FAR), (0, -1, 0)).distance == 4.5
    pair = sat3d.compound([(BOX, sat3d.pose()), (BOX, sat3d.pose((2, 0, 0)))])
    assert sat3d.contains(pair, here, (FAR + 2.25, 0, FAR)) and not sat3d.contains(pair, here, (FAR + 1.25, 0, FAR))


def test_arrays_are_read_and_written_in_place():
    poses = np.array([sat3d.pose((FAR, 0, 0)), sat3d.pose((FAR + 0.75, 0, 0))])
    assert sat3d._arrays.poses_of(poses) is poses
    pushes = np.zeros(1, sat3d.PENETRATION)
    assert sat3d.penetrations([BOX, BOX], poses, np.array([[0, 1]], np.uint32), out=pushes) is pushes
    assert pushes["depth"][0] == 0.25
    rays = np.zeros(2, sat3d.RAY)
    rays["origin"], rays["direction"], rays["length"] = (FAR + 0.4, 5, 0), (0, -2, 0), np.inf
    rays["origin"][1, 0] += 0.2
    assert np.shares_memory(sat3d._arrays.rays_of(rays), rays)
    assert list(sat3d.raycasts(BOX, poses[0], rays)["entry"]["distance"]) == [4.5, np.inf]
    world = sat3d.World()
    ids = [world.add(BOX, pose) for pose in poses]
    out = np.zeros(14)
    assert np.shares_memory(world.poses(ids, out=out), out) and (out == poses.reshape(14)).all()


def test_a_crate_slides_by_millimeters_and_comes_to_rest():
    world = sat3d.World()
    floor = world.add(sat3d.box((10, 1, 10)), sat3d.pose((FAR, -1, FAR)), kind="static")
    crate = world.add(BOX, sat3d.pose((FAR + 0.25, 0.75, FAR)), density=500)
    world.set_velocity(crate, (0.06, 0, 0))
    world.step()
    assert world.pose(crate)[0] == pytest.approx(FAR + 0.251, abs=1e-5)
    touched = []
    for _ in range(120):
        world.step()
        touched += list(world.step_events().begun["position"])
    assert abs(world.pose(crate)[1] - 0.5) < 0.01
    assert len(touched) >= 1 and np.abs(touched[0][[0, 2]] - FAR).max() < 1
    hit = world.raycast((FAR + 0.6, 10, FAR), (0, -1, 0))
    assert hit["object"] == crate and abs(hit["hit"]["entry"]["distance"] - 9) < 0.01
    at = sat3d.pose((FAR - 3, 0.6, FAR))
    moved = world.move_and_slide(sat3d.sphere(0.5), at, (6, 0, 0), up=(0, 0, 0))
    assert crate in moved.stops["object"] and moved.pose[0] == pytest.approx(world.pose(crate)[0] - 1.01, abs=0.01)
    assert np.abs(moved.stops["point"][0][[0, 2]] - FAR).max() < 1
    place = world.freed(BOX, world.pose(floor) + [0, 1.4, 0, 0, 0, 0, 0], without=[crate])
    assert place[1] == pytest.approx(0.501, abs=1e-6)  # a gap of a millimeter
    drawn = world.draw("faces", origin=(FAR, 0, FAR)).positions
    assert drawn.dtype == np.float32 and np.abs(drawn).max() <= 10


def test_both_packages_share_a_process_but_no_shapes():
    other = single.box((0.5, 0.5, 0.5))
    with pytest.raises(TypeError, match="a Shape of sat3d.double is needed"):
        sat3d.overlaps(other, sat3d.pose(), BOX, sat3d.pose())
    with pytest.raises(TypeError):
        sat3d.World().add(other)
    assert single.pose().dtype == np.float32
    assert single.penetration(other, single.pose(), other, single.pose((0.75, 0, 0))).depth == 0.25
    with pytest.raises(sat3d.Sat3dError):
        sat3d.sphere(-1)
