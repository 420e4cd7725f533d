"""Tests the module of the single calls: what it takes, and what it refuses."""

import sys

import numpy as np
import pytest

from package import sat3d

BOX = sat3d.box((0.5, 0.5, 0.5))
NEAR = sat3d.pose((0.75, 0, 0))


@pytest.mark.parametrize("near", [
    NEAR, list(NEAR), tuple(NEAR), NEAR.astype(np.float32), NEAR.astype(np.float64), NEAR.reshape(7, 1)[:, 0], np.repeat(NEAR, 2)[::2],
    np.vstack([NEAR, NEAR])[1], NEAR.astype(">f4"), np.frombuffer(NEAR.tobytes(), NEAR.dtype),
    np.frombuffer(b"\0" + NEAR.tobytes(), np.uint8)[1:].view(NEAR.dtype),  # not aligned
])
def test_poses_are_arrays_or_sequences_of_seven_numbers(near):
    assert sat3d.penetration(BOX, sat3d.IDENTITY, BOX, near).depth == 0.25
    assert sat3d.penetration(BOX, near, BOX, sat3d.IDENTITY).depth == 0.25
    assert sat3d.contains(BOX, near, (0.75, 0, 0))


def test_arguments_have_names():
    assert sat3d.overlaps(a=BOX, pose_a=sat3d.pose(), b=BOX, pose_b=sat3d.pose((1, 0, 0)), margin=0.1)
    assert sat3d.overlaps(BOX, sat3d.pose(), BOX, sat3d.pose((1, 0, 0)), 0.1)
    assert sat3d.raycast(BOX, sat3d.pose(), (0, 0, 5), (0, 0, -1), length=4) is None
    assert sat3d.raycast(BOX, sat3d.pose(), origin=np.array([0, 0, 5]), direction=[0, 0, -1], length=4.6).distance == 4.5


@pytest.mark.parametrize("call, fault, says", [
    (lambda: sat3d.overlaps(BOX, NEAR, BOX), TypeError, "the argument pose_b is missing"),
    (lambda: sat3d.overlaps(BOX, NEAR, BOX, NEAR, 0, 0), TypeError, "6 arguments are given, and there are 5"),
    (lambda: sat3d.overlaps(BOX, NEAR, BOX, NEAR, size=1), TypeError, "there is no argument size"),
    (lambda: sat3d.overlaps(BOX, NEAR, BOX, NEAR, a=BOX), TypeError, "the argument a is given twice"),
    (lambda: sat3d.overlaps(NEAR, NEAR, BOX, NEAR), TypeError, "is needed, not numpy.ndarray"),
    (lambda: sat3d.overlaps(BOX, NEAR, None, NEAR), TypeError, "is needed, not NoneType"),
    (lambda: sat3d.overlaps(BOX, NEAR[:6], BOX, NEAR), ValueError, "pose"),
    (lambda: sat3d.overlaps(BOX, np.zeros((2, 7)), BOX, NEAR), ValueError, "seven numbers are needed"),
    (lambda: sat3d.overlaps(BOX, "a pose", BOX, NEAR), ValueError, "a pose"),
    (lambda: sat3d.overlaps(BOX, NEAR, BOX, NEAR, "wide"), TypeError, "str"),
    (lambda: sat3d.contains(BOX, NEAR, (1, 2)), ValueError, "three numbers are needed"),
    (lambda: sat3d.contains(BOX, NEAR, 3), TypeError, "three numbers are needed"),
    (lambda: sat3d.contains(BOX, NEAR, (1, 2, "3")), TypeError, "str"),
    (lambda: sat3d.overlaps(BOX, np.full(7, np.nan, np.float32), BOX, NEAR), sat3d.Sat3dError, "pose"),
    (lambda: sat3d.raycast(BOX, NEAR, (0, 0, 0), (0, 0, 0)), sat3d.Sat3dError, "direction"),
    (lambda: sat3d.overlaps(sat3d.Shape.__new__(sat3d.Shape), NEAR, BOX, NEAR), sat3d.Sat3dError, ""),
])
def test_bad_arguments_are_refused(call, fault, says):
    with pytest.raises(fault, match=says):
        call()


def test_answers_are_named_tuples_without_leaks():
    before = sys.getrefcount(None), sys.getrefcount(BOX), sys.getrefcount(NEAR)
    for _ in range(1000):
        push = sat3d.penetration(BOX, sat3d.IDENTITY, BOX, NEAR)
        sat3d.distance(BOX, sat3d.IDENTITY, BOX, NEAR)
        sat3d.raycast(sat3d.sphere(1), sat3d.IDENTITY, (0, 0, 5), (0, 0, -1))  # without a face
        sat3d.raycast(BOX, sat3d.IDENTITY, (0, 0, 5), (0, 0, 1))
        with pytest.raises(TypeError):
            sat3d.overlaps(BOX, NEAR, BOX)
    normal_references = sys.getrefcount(push.normal)  # by the push, and by the argument
    assert isinstance(push, sat3d.Push) and push._fields == ("normal", "depth")
    assert push.normal.dtype == np.float64 and normal_references == 2
    after = sys.getrefcount(None), sys.getrefcount(BOX), sys.getrefcount(NEAR)
    assert all(abs(a - b) < 100 for a, b in zip(after, before))
