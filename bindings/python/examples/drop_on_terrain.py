#!/usr/bin/env python3
"""Drops a model on terrain, waits until it rests, and plots both.

    sat3d bake models/tank.glb --up z -o tank.s3d
    python3 drop_on_terrain.py tank.s3d tank.png
"""

import sys

import matplotlib
import numpy as np

import sat3d

SECONDS, STEP = 10.0, 1.0 / 60.0


def hills(size=64, cell=0.5):
    """Terrain of a height field, with its origin in the middle."""
    x, y = np.meshgrid(np.arange(size) * cell, np.arange(size) * cell)
    heights = 0.6 * np.sin(0.45 * x) * np.cos(0.35 * y) + 0.03 * x
    return sat3d.height_field(heights, (cell, cell)), sat3d.pose((-0.5 * size * cell, -0.5 * size * cell, 0))


def drop(model, height=4.0):
    """Returns the world, the model's object in it, and the model's poses over time, N x 7."""
    world = sat3d.World(gravity=(0, 0, -9.81))
    world.add(*hills(), kind="static")
    whole = sat3d.compound([(shape, sat3d.IDENTITY) for _, shape in model.parts()])
    body = world.add(whole, sat3d.pose((0, 0, height)), density=800)
    poses = [world.pose(body)]
    while len(poses) * STEP < SECONDS:
        world.step(STEP)
        poses.append(world.pose(body))
    return world, body, np.array(poses)


def plot(world, body, poses, picture):
    matplotlib.use("Agg")  # without a window
    from matplotlib import pyplot
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection
    drawing, center = world.draw("faces"), poses[-1, :3]
    triangles = drawing.positions[drawing.triangles]
    shown = (np.abs(triangles - center) < 6).all(axis=(1, 2))
    first = drawing.triangles[shown, 0]
    colors = (drawing.colors[first, None] >> np.array([0, 8, 16]) & 255) / 255  # red, green, blue
    light = 0.5 + 0.5 * np.clip(drawing.normals[first] @ (0.48, -0.36, 0.8), 0, 1)
    figure = pyplot.figure(figsize=(11, 5), layout="constrained")
    space = figure.add_subplot(1, 2, 1, projection="3d", box_aspect=(1, 1, 0.6))
    space.add_collection3d(Poly3DCollection(triangles[shown], facecolors=colors * light[:, None]))
    space.plot(*poses[:, :3].T, color="red")
    x, y, z = center
    space.set(xlim=(x - 5, x + 5), ylim=(y - 5, y + 5), zlim=(z - 2, z + 4), xlabel="x", ylabel="y")
    time = figure.add_subplot(1, 2, 2)
    time.plot(np.arange(len(poses)) * STEP, poses[:, 2])
    time.set(xlabel="seconds", ylabel="height of the model, meters")
    figure.savefig(picture)


def main(baked, picture):
    world, body, poses = drop(sat3d.Model(baked))
    speed = np.linalg.norm(world.velocity(body)[0])
    print(f"fell from {poses[0, 2]:.2f} m to {poses[-1, 2]:.2f} m, and moves at {speed:.3f} m/s")
    plot(world, body, poses, picture)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
