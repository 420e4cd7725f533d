"""Tests the example: a model falls on terrain, comes to rest, and is plotted."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(FOLDER / "examples"))

import drop_on_terrain  # noqa: E402
import sat3d  # noqa: E402


@pytest.fixture(scope="module")
def tank(tmp_path_factory):
    tool = os.environ.get("SAT3D_TOOL")
    if tool is None:
        pytest.skip("SAT3D_TOOL names no command line that bakes the model")
    baked = tmp_path_factory.mktemp("baked") / "tank.s3d"
    model = FOLDER.parents[1] / "models" / "tank.glb"
    subprocess.run([tool, "bake", model, "--up", "z", "-o", baked], check=True, capture_output=True)
    return baked


def test_the_model_comes_to_rest_on_the_ground(tank):
    world, body, poses = drop_on_terrain.drop(sat3d.Model(tank))
    assert np.linalg.norm(world.velocity(body)[0]) < 0.01
    assert np.allclose(poses[-60:], poses[-1], atol=1e-3)
    ground = world.raycast((*poses[-1, :2], 10), (0, 0, -1), without=[body])
    assert abs(poses[-1, 2] - (10 - ground["hit"]["entry"]["distance"])) < 0.1  # its tracks may span a hollow


def test_the_picture_shows_something(tank, tmp_path):
    pytest.importorskip("matplotlib")
    drop_on_terrain.main(tank, tmp_path / "tank.png")
    from matplotlib import pyplot
    pixels = pyplot.imread(tmp_path / "tank.png")
    orange = (pixels[..., 0] > 0.6) & (pixels[..., 2] < 0.4)
    assert orange.mean() > 0.01
