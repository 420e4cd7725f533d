"""What arrays, paths, callbacks and threads may do at the border to C."""

import copy
import os
import threading

import numpy as np
import pytest

from package import sat3d

BOX, BALL = sat3d.box((0.5, 0.5, 0.5)), sat3d.sphere(0.5)
REAL = sat3d.IDENTITY.dtype
PAIR = [BOX, BALL], np.array([sat3d.pose(), sat3d.pose((0.75, 0, 0))])


def unaligned(array):
    return np.frombuffer(b"\0" + array.tobytes(), np.uint8)[1:].view(array.dtype).reshape(array.shape)


def read_only(array):
    array = array.copy()
    array.setflags(write=False)
    return array


@pytest.mark.parametrize("form", [
    unaligned, read_only, np.ndarray.tolist, np.asfortranarray, lambda array: array[::1], lambda array: array.astype(">f8"),
    lambda array: np.repeat(array, 2, axis=0)[::2], lambda array: np.ma.array(array), lambda array: array.astype(np.longdouble),
])
def test_inputs_may_lie_in_any_order(form):
    shapes, poses = PAIR
    pushes = sat3d.penetrations(shapes, form(poses), [(0, 1)])
    assert pushes["depth"][0] == sat3d.penetration(BOX, poses[0], BALL, poses[1]).depth > 0
    points = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], np.float32)
    assert len(sat3d.hull(form(points)).vertices()) == 4
    rays = np.array([(0, 0, 5, 0, 0, -1, 9)], np.float32)
    assert sat3d.raycasts(BOX, sat3d.IDENTITY, form(rays))["entry"]["distance"][0] == 4.5


@pytest.mark.parametrize("values", [
    "1234567", ["1"] * 7, np.ones(7, complex), np.full(7, "1"), np.array([object()] * 7), None, [None] * 7, 7, b"1234567", {},
    np.zeros(7, "M8[s]"), np.zeros(0), [[1] * 7] * 2, float("nan"), np.array(1.0),
])
def test_what_are_no_poses_is_refused(values):
    world = sat3d.World()
    id = world.add(BOX)
    for call in (lambda: world.set_pose(id, values), lambda: sat3d.overlaps(BOX, values, BOX, sat3d.IDENTITY),
                 lambda: sat3d.collide(BOX, values, BOX, sat3d.IDENTITY)):
        with pytest.raises((ValueError, TypeError)):
            call()


def outputs(count, dtype):
    plain = np.zeros(count, dtype)
    return [unaligned(plain), read_only(plain), plain[:-1], np.zeros(2 * count, dtype)[::2], plain.view(np.uint8), plain.tolist(),
            plain.astype(np.float32, copy=True) if dtype == REAL and REAL != np.float32 else object(), b""]


def test_outputs_that_do_not_fit_are_refused():
    world, (shapes, poses) = sat3d.World(), PAIR
    ids = [world.add(BOX), world.add(BALL)]
    rays = np.array([(0, 0, 5, 0, 0, -1, 9)] * 2, REAL)
    for count, dtype, call in (
            (14, REAL, lambda out: world.poses(ids, out=out)),
            (2, sat3d.PENETRATION, lambda out: sat3d.penetrations(shapes, poses, [(0, 1), (1, 0)], out=out)),
            (2, np.dtype(bool), lambda out: sat3d.overlap_pairs(shapes, poses, [(0, 1), (1, 0)], out=out)),
            (2, sat3d.WORLD_RAY_HIT, lambda out: world.raycasts(rays, out=out)),
            (2, sat3d.RAY_HIT, lambda out: sat3d.raycasts(BOX, sat3d.IDENTITY, rays, out=out))):
        call(np.zeros(count, dtype))
        for out in outputs(count, dtype)[dtype.itemsize == 1:]:  # bytes are always aligned
            if isinstance(out, np.ndarray) and out.dtype == dtype and out.size == count and out.flags.carray:
                continue
            with pytest.raises(ValueError, match="out: "):
                call(out)


def test_an_output_is_not_what_the_call_reads():
    memory = np.zeros(4096, np.uint8)
    poses = memory[:14 * REAL.itemsize].view(REAL).reshape(2, 7)
    poses[:] = sat3d.IDENTITY
    with pytest.raises(ValueError, match="reads"):
        sat3d.penetrations([BOX, BOX], poses, [(0, 1)], out=memory[:sat3d.PENETRATION.itemsize].view(sat3d.PENETRATION))


@pytest.mark.parametrize("ids", [[1.5], ["1"], [-1], [2**64], [None], np.array([1.0]), [True], {1}, "1"])
def test_what_are_no_ids_is_refused(ids):
    world = sat3d.World()
    world.add(BOX)
    for call in (lambda: world.poses(ids), lambda: world.raycast((0, 0, 5), (0, 0, -1), without=ids)):
        with pytest.raises((ValueError, TypeError)):
            call()


@pytest.mark.parametrize("values", [None, 3, (1, 2), (1, 2, 3, 4), ("1", "2", "3"), [None] * 3, "123", np.zeros((2, 2)), float])
def test_what_are_no_vectors_is_refused(values):
    world = sat3d.World()
    id = world.add(BOX, density=1)
    for call in (lambda: sat3d.box(values), lambda: sat3d.pose(values), lambda: world.set_velocity(id, values),
                 lambda: world.raycast(values, (0, 0, 1)), lambda: world.raycast_all((0, 0, 0), values),
                 lambda: world.set_gravity(values), lambda: sat3d.contains(BOX, sat3d.IDENTITY, values)):
        with pytest.raises((ValueError, TypeError)):
            call()


@pytest.mark.parametrize("most", [-1, 1.5, 2**32, "3", None, True])
def test_room_for_results_is_a_whole_number(most):
    with pytest.raises(ValueError, match="whole number"):
        sat3d.collide(BOX, sat3d.IDENTITY, BOX, sat3d.IDENTITY, most=most)
    with pytest.raises(ValueError, match="whole number"):
        sat3d.World().raycast_all((0, 0, 0), (0, 0, 1), most=most)


def test_paths_are_not_cut(tmp_path):
    (tmp_path / "a").write_bytes(b"no model")
    with pytest.raises(ValueError, match="character 0"):
        sat3d.Model(f"{tmp_path}/a\0.s3d")
    for path in (f"{tmp_path}/\udcff.s3d", os.fsdecode(b"\xff\xfe"), "", "a" * 5000, tmp_path, pathlike(b"\xff.s3d")):
        with pytest.raises(sat3d.Sat3dError):
            sat3d.Model(path)
    for path in (None, 3, ["a"], np.zeros(3)):
        with pytest.raises(TypeError):
            sat3d.Model(path)


def pathlike(path):
    class Path:
        def __fspath__(self):
            return path
    return Path()


def test_bytes_count_as_bytes():
    world = sat3d.World()
    id = world.add(BOX, density=10)
    snapshot, before = world.snapshot(), world.hash()
    padded = snapshot + b"\0" * (-len(snapshot) % 4)
    for form in (bytes, bytearray, memoryview):
        world.set_pose(id, sat3d.pose((1, 2, 3)))
        world.restore(form(snapshot))
        assert world.hash() == before
    if len(padded) == len(snapshot):  # words, not bytes: the same memory
        world.restore(memoryview(np.frombuffer(padded, np.uint32)))
        assert world.hash() == before
    with pytest.raises((ValueError, BufferError)):
        world.restore(memoryview(snapshot)[::2])
    with pytest.raises(sat3d.Sat3dError):
        world.restore(memoryview(np.zeros(len(snapshot), np.uint32)))


def falling():
    world = sat3d.World()
    world.add(sat3d.half_space((0, 1, 0)), kind="static")
    return world, [world.add(BOX, sat3d.pose((0, 0.6 + 1.1 * k, 0)), density=300) for k in range(10)]


def test_a_hook_may_keep_what_it_has_seen():
    world, _ = falling()
    kept = []
    for _ in range(60):
        world.step(hook=lambda contact, wheel, settings: kept.append((contact, settings)))
    assert len(kept) > 100
    for contact, settings in kept:
        assert contact.point_count <= 4 and settings.friction == pytest.approx(0.6)
        settings.friction = 7  # too late
    assert {contact.a for contact, _ in kept} | {contact.b for contact, _ in kept} <= set(world.ids())


def test_a_hook_cannot_use_or_change_its_world():
    world, boxes = falling()
    refused = []

    def hook(contact, wheel, settings):
        for call in (lambda: world.remove(boxes[0]), world.snapshot, world.step, lambda: world.set_shape(boxes[0], BALL)):
            try:
                call()
            except sat3d.Sat3dError as error:
                refused.append(error.name)
        other, _ = falling()
        other.step(hook=lambda *_: None)  # another one is free

    for _ in range(10):
        world.step(hook=hook)
    assert refused and set(refused) == {"S3_WORLD_IN_STEP"} and len(world) == 11


def test_threads_wait_for_each_other():
    world, boxes = falling()
    errors = []

    def work(k):
        try:
            for i in range(200):
                if k == 0:
                    world.step(hook=(lambda *_: None) if i % 2 else None)
                elif k == 1:
                    world.update()
                    world.remove(world.add(BALL, sat3d.pose((9, i, 0)), density=5))
                else:
                    world.raycast((0, 50, 0), (0, -1, 0)), world.snapshot(), world.poses(boxes), world.impacts(), world.draw()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == [] and len(world) == 11


def test_shapes_are_copied_as_themselves():
    for other in (copy.copy(BOX), copy.deepcopy([BOX])[0]):
        assert sat3d.penetration(other, sat3d.IDENTITY, BOX, sat3d.pose((0.75, 0, 0))).depth == 0.25


def test_a_vehicle_reads_the_arrays_that_it_has():
    world = sat3d.World()
    body = world.add(BOX, density=500)
    car = sat3d.Vehicle.car(body, [(-1, -1, 1), (1, -1, 1), (-1, -1, -1), (1, -1, -1)], 0.3)
    car.settings.wheel_count = 1000  # has no effect
    id = world.add_vehicle(car)
    assert len(world.vehicle_state(id).wheels) == 4
    for bad in (lambda: car.wheels[4], lambda: car.wheels[-1]):
        with pytest.raises(IndexError):
            bad()
