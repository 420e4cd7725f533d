"""Tests of the package. Run by CTest with SAT3D_C_LIBRARY, or by pytest on an installed package."""

import math
import threading

import numpy as np
import pytest

from package import sat3d

BOX = sat3d.box((0.5, 0.5, 0.5))


def test_a_push_separates_two_boxes():
    push = sat3d.penetration(BOX, sat3d.pose(), BOX, sat3d.pose((0.75, 0, 0)))
    assert push.depth == 0.25 and list(push.normal) == [1, 0, 0]
    assert sat3d.penetration(BOX, sat3d.pose(), BOX, sat3d.pose((1, 0, 0))) is None  # touching
    assert not sat3d.overlaps(BOX, sat3d.pose(), BOX, sat3d.pose((1, 0, 0)))
    gap = sat3d.distance(BOX, sat3d.pose(), BOX, sat3d.pose((0, 3, 0)))
    assert gap.separation == 2 and gap.point_a[1] == 0.5 and gap.point_b[1] == 2.5


def test_shapes_tell_what_they_are():
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    hull = sat3d.hull(corners)
    assert hull.kind == "hull" and len(hull.vertices()) == 8 and sorted(map(len, hull.faces())) == [4] * 6
    assert math.isclose(hull.mass(1000).mass, 1000, rel_tol=1e-6)
    assert np.allclose(hull.mass(1000).center, 0.5)
    lower, upper = sat3d.sphere(2).bounds(sat3d.pose((1, 0, 0)))
    assert np.allclose(lower, (-1, -2, -2)) and np.allclose(upper, (3, 2, 2))
    assert sat3d.sphere(1).transformed(np.eye(3) * 2).bounds()[1][0] == 2
    turn = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])  # x becomes y
    assert np.allclose(sat3d.box((3, 1, 1)).transformed(turn).bounds()[1], (1, 3, 1), atol=1e-5)
    pair = sat3d.compound([(BOX, sat3d.pose()), (sat3d.sphere(0.5), sat3d.pose((2, 0, 0)))])
    assert sat3d.contains(pair, sat3d.pose(), (2.2, 0, 0)) and not sat3d.contains(pair, sat3d.pose(), (1, 0, 0))
    ground = sat3d.height_field(np.zeros((3, 4)), (2, 1))
    hit = sat3d.raycast(ground, sat3d.pose(), (5, 1.5, 10), (0, 0, -3))
    assert hit.distance == 10 and list(hit.normal) == [0, 0, 1]
    assert sat3d.raycast(ground, sat3d.pose(), (7, 1.5, 10), (0, 0, -3)) is None
    assert sat3d.mesh(corners, [(0, 1, 3)]).kind == "mesh"


def test_many_pairs_are_those_of_single_calls():
    random = np.random.default_rng(1)
    shapes = [sat3d.hull(random.normal(size=(12, 3))) for _ in range(20)] + [BOX, sat3d.sphere(0.7)]
    poses = np.concatenate([random.normal(size=(22, 3)), random.normal(size=(22, 4))], axis=1)
    poses[:, 3:] /= np.linalg.norm(poses[:, 3:], axis=1, keepdims=True)
    pairs = np.array([(a, b) for a in range(22) for b in range(a)], np.uint32)
    many = sat3d.penetrations(shapes, poses, pairs)
    yes = sat3d.overlap_pairs(shapes, poses, pairs)
    assert 20 < yes.sum() < len(pairs) - 5
    for (a, b), push, overlap in zip(pairs, many, yes):
        single = sat3d.penetration(shapes[a], poses[a], shapes[b], poses[b])
        assert overlap == (single is not None) == (push["depth"] > 0)
        if single:
            assert single.depth == push["depth"] and list(single.normal) == list(push["normal"])
    out = np.zeros(len(pairs), sat3d.PENETRATION)
    assert sat3d.penetrations(sat3d.ShapeArray(shapes), poses.astype(sat3d.IDENTITY.dtype), pairs, out=out) is out
    assert (out["depth"] == many["depth"]).all()
    rays = np.tile(np.float32([0, 0, 5, 0, 0, -1, np.inf]), (9, 1))
    rays[:, 0] = np.linspace(-1, 1, 9)
    hits = sat3d.raycasts(BOX, sat3d.pose(), rays)
    assert [bool(np.isfinite(d)) for d in hits["entry"]["distance"]] == [abs(x) < 0.5 for x in rays[:, 0]]
    same = np.zeros(len(rays), sat3d.RAY)
    same["origin"], same["direction"], same["length"] = rays[:, :3], rays[:, 3:6], rays[:, 6]
    assert (sat3d.raycasts(BOX, sat3d.pose(), same) == hits).all()


def test_a_crate_falls_and_comes_to_rest():
    world = sat3d.World()
    floor = world.add(sat3d.half_space((0, 1, 0)), kind="static")
    crate = world.add(BOX, sat3d.pose((0, 3, 0)), density=500, friction=0.8)
    before = world.snapshot(), world.hash()
    impacts = 0
    for _ in range(240):
        world.step()
        impacts += len(world.impacts())
    assert abs(world.pose(crate)[1] - 0.5) < 0.01 and impacts > 0
    events = world.update()
    assert len(events.begun) <= 1
    hit = world.raycast((0, 10, 0), (0, -1, 0))
    assert hit["object"] == crate and abs(hit["hit"]["entry"]["distance"] - 9) < 0.01
    assert world.raycast((0, 10, 0), (0, -1, 0), without=[crate])["object"] == floor
    assert list(world.overlapping(sat3d.sphere(0.1), sat3d.pose((0, 0.5, 0)))) == [crate]
    assert len(world.draw("faces").triangles) >= 12
    world.restore(before[0])
    assert world.hash() == before[1] and world.pose(crate)[1] == 3
    world.remove(crate)
    assert crate not in world and len(world) == 1 and list(world.ids()) == [floor]


def test_bad_input_raises_and_changes_nothing():
    world = sat3d.World()
    crate = world.add(BOX, density=100)
    before = world.hash()
    for bad, name in (
        (lambda: sat3d.sphere(-1), "S3_SHAPE_BAD_NUMBER"),
        (lambda: sat3d.sphere(math.nan), "S3_SHAPE_BAD_NUMBER"),
        (lambda: sat3d.hull(np.zeros((0, 3))), "S3_HULL_FAILED"),
        (lambda: sat3d.hull([(0, 0, 0)] * 4), "S3_HULL_FAILED"),
        (lambda: sat3d.overlaps(BOX, np.zeros(7), BOX, sat3d.pose()), "S3_BAD_NUMBER"),
        (lambda: sat3d.half_space((0, 1, 0)).mass(1), "S3_SHAPE_NOT_WATERTIGHT"),
        (lambda: sat3d.penetrations([BOX], sat3d.pose(), [(0, 1)]), "S3_BAD_INDEX"),
        (lambda: world.set_pose(crate + 1, sat3d.pose()), "S3_WORLD_STALE_ID"),
        (lambda: world.set_poses([crate], sat3d.pose((math.inf, 0, 0))), "S3_BAD_NUMBER"),
        (lambda: world.step(math.nan), "S3_BAD_NUMBER"),
        (lambda: world.restore(b"1234567890"), "S3_WORLD_BAD_SNAPSHOT"),
        (lambda: sat3d.Model("no/such/model.s3d"), "S3_MODEL_NOT_FOUND"),
        (lambda: sat3d.Model(b"not a model"), "S3_MODEL_INVALID"),
        (lambda: world.add(sat3d.half_space((0, 1, 0)), density=1), "S3_SHAPE_NOT_WATERTIGHT"),
    ):
        with pytest.raises(sat3d.Sat3dError) as error:
            bad()
        assert error.value.name == name and len(str(error.value)) > 10
    for bad in (
        lambda: sat3d.hull([1, 2]),
        lambda: sat3d.overlaps(BOX, [0, 0, 0], BOX, sat3d.pose()),
        lambda: sat3d.penetrations([BOX], np.zeros((2, 7)), [(0, 0)]),
        lambda: sat3d.penetrations([BOX], sat3d.pose(), [(0, -1)]),
        lambda: sat3d.penetrations([BOX], sat3d.pose(), [(0.5, 0)]),
        lambda: sat3d.penetrations([BOX], sat3d.pose(), [(0, 0)], out=np.zeros(2, sat3d.PENETRATION)),
        lambda: world.poses([-1]),
        lambda: world.add(BOX, friction=1),
    ):
        with pytest.raises(ValueError):
            bad()
    for bad, words in ((lambda: world.add(BOX, kind="flying"), "kind: there is no 'flying', only moving, static, sensor"),
                       (lambda: sat3d.World(detail="all"), "detail: there is no 'all'")):
        with pytest.raises(ValueError, match=words):
            bad()
    for bad in (lambda: sat3d.compound([(None, sat3d.pose())]), lambda: world.add(None), lambda: world.add(world),
                lambda: sat3d.raycasts(3, sat3d.pose(), np.zeros((1, 7))),
                lambda: sat3d.penetrations([None], sat3d.pose(), np.zeros((0, 2), np.uint32))):
        with pytest.raises(TypeError, match=f"a Shape of {sat3d.__name__} is needed, not"):
            bad()
    with pytest.raises(TypeError):
        world.set_body(crate, speed=1)
    assert world.hash() == before and len(world) == 1


def test_threads_have_errors_of_their_own():
    with pytest.raises(sat3d.Sat3dError):
        sat3d.sphere(-1)
    other = []
    thread = threading.Thread(target=lambda: other.append(sat3d._lib.s3_last_error()[0]))
    thread.start()
    thread.join()
    assert other == [b"\0"]
