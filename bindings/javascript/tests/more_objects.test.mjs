// Manifolds of many pairs, what objects have, points of bodies, surfaces of parts.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

const {load, Sat3dError} = await import(pathToFileURL(`${process.env.SAT3D_PACKAGE}/sat3d.mjs`));
const sat3d = await load();
const box = sat3d.box([0.5, 0.5, 0.5]), ball = sat3d.sphere(0.5), at = sat3d.pose();

test('many bodies meet a surface in one call', () => {
    const heights = Float32Array.from({length: 400}, (_, i) => 0.3 * Math.sin(i * 1.7));
    const grounds = [sat3d.heightField(heights, 20, 20), sat3d.mesh([0, 0, 0, 20, 0, 0, 20, 20, 0, 0, 20, 0], [0, 1, 2, 0, 2, 3]),
                     sat3d.compound([{shape: box, pose: sat3d.pose([5, 5, 0])}, {shape: box, pose: sat3d.pose([5.9, 5, 0])}])];
    const shapes = [...grounds], poses = [at, at, at], pairs = [];
    for (let i = 0; i < 150; ++i) {
        shapes.push(i % 2 ? box : ball);
        poses.push(sat3d.pose([3 + (i * 0.37) % 5, 3 + (i * 0.61) % 5, 0.1 + (i % 7) * 0.1]));
        grounds.forEach((_, ground) => pairs.push(i + 3, ground));
    }
    const all = Float32Array.from(poses.flatMap((pose) => [...pose]));
    const many = sat3d.collidePairs(shapes, all, pairs, 0.01), overlaps = sat3d.overlapPairs(shapes, all, pairs);
    const pushes = sat3d.penetrations(shapes, all, pairs);
    let several = 0;
    many.forEach((manifolds, i) => {
        const [a, b] = pairs.slice(2 * i, 2 * i + 2);
        assert.deepEqual(manifolds, sat3d.collide(shapes[a], poses[a], shapes[b], poses[b], 0.01));
        assert.equal(overlaps[i] === 1, pushes.depths[i] > 0);
        several += manifolds.length > 1 ? 1 : 0;
    });
    assert.ok(several > 50 && many.length === 450);
    assert.equal(sat3d.collidePairs(shapes, all, pairs, 0, {most: 7}).flat().length, 7);
    assert.deepEqual(sat3d.collidePairs([], [], []), []);
    const beads = sat3d.compound(Array.from({length: 500}, (_, i) => ({shape: ball, pose: sat3d.pose([2 * i, 0, 0])})));
    const [found] = sat3d.collidePairs([beads, sat3d.box([2000, 1, 1])], [...at, ...at], [0, 1]);
    assert.equal(found.length, 500);
    assert.throws(() => sat3d.collidePairs([box], at, [0, 1]), Sat3dError);
});

test('many rays and one shape', () => {
    const rays = [0, 0, 5, 0, 0, -2, 99, 3, 0, 5, 0, 0, -1, 99];
    const {distances, normals} = sat3d.raycasts(box, at, rays);
    assert.deepEqual([...distances], [4.5, Infinity]);
    assert.deepEqual([...normals.slice(0, 3)], [0, 0, 1]);
});

test('objects have what they were given', () => {
    const world = new sat3d.World();
    const tank = world.add(sat3d.compound([{shape: box}, {shape: ball, pose: sat3d.pose([0, 1, 0])}]),
                           {kind: 'static', filter: {categories: 4n, group: -2}, userData: 99n});
    assert.equal(world.kind(tank), 'static');
    assert.equal(world.userData(tank), 99n);
    assert.deepEqual(world.filter(tank), {categories: 4n, collidesWith: 2n ** 64n - 1n, excludes: 0n, group: -2});
    world.setFilter(tank, {...world.filter(tank), group: 3});
    assert.equal(world.filter(tank).group, 3);
    world.setPartPose(tank, 1, sat3d.pose([0, 2, 0]));
    assert.equal(world.partPose(tank, 1)[1], 2);
    assert.throws(() => world.partPose(tank, 2), Sat3dError);
    const shape = world.shape(tank);
    world.remove(tank);
    assert.equal(shape.kind, 'compound');
    assert.equal(shape.bounds(at).upper[1], 2.5);
    for (const call of [() => world.kind(tank), () => world.filter(tank), () => world.shape(tank), () => world.partPose(tank, 0)]) {
        assert.throws(call, (error) => error instanceof Sat3dError && error.status === 0x502);
    }
    for (const bad of [{filter: {group: 1.5}}, {filter: {grup: 1}}, {filter: 3}, {userData: 3}]) {
        assert.throws(() => world.add(box, bad), TypeError);
    }
});

test('forces and velocities have points, and sight has an end', () => {
    const world = new sat3d.World({gravity: [0, 0, 0]}), body = world.add(box, {density: 100});
    world.applyForceAt(body, [0, 100, 0], [0.5, 0, 0]);
    world.step();
    const {velocity, angularVelocity} = world.body(body);
    assert.ok(velocity[1] > 0 && angularVelocity[2] > 0);
    assert.ok(Math.abs(world.velocityAt(body, [0.5, 0, 0])[1] - velocity[1] - 0.5 * angularVelocity[2]) < 1e-4);
    assert.ok(world.isVisible([-5, 0, 0], [-4, 3, 0]) && !world.isVisible([-5, 0, 0], [5, 0, 0]));
    assert.ok(world.isVisible([-5, 0, 0], [5, 0, 0], {without: [body]}));
});

test('an update has the manifolds of its detail', () => {
    for (const [detail, count] of [['manifolds', 1], ['push', 0], [undefined, 0]]) {
        const world = new sat3d.World({detail, margin: 0.01});
        world.add(box), world.add(box, {pose: sat3d.pose([0, 0.9, 0])});
        const [contact] = world.update().begun;
        assert.equal(contact.manifolds.length, count);
        assert.ok(count === 0 || contact.manifolds[0].points.length === 4);
    }
    assert.throws(() => new sat3d.World({detail: 'all'}), /only overlap, push, manifolds/);
});

test('shapes are mapped, and hulls have faces', () => {
    const long = box.transformed([2, 0, 0, 0, 1, 0, 0, 0, 1]);
    assert.equal(long.bounds(at).upper[0], 1);
    const cube = sat3d.hull([-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z]))));
    assert.equal(cube.vertices().length, 24);
    assert.deepEqual(cube.faces().map((face) => face.length), [4, 4, 4, 4, 4, 4]);
    assert.throws(() => box.vertices(), Sat3dError);
    assert.throws(() => box.transformed([1, 0]), TypeError);
});

test('surfaces of parts come back, and ids are listed', () => {
    const world = new sat3d.World();
    const body = world.add(sat3d.compound([{shape: box, tag: 1}, {shape: box, pose: sat3d.pose([1, 0, 0]), tag: 2}]), {density: 100});
    world.setSurface(body, {tag: 2, material: {friction: 0.5}, velocity: [1, 0, 0]});
    const found = world.surfaces(body);
    assert.equal(found.length, 1);
    assert.equal(found[0].material.friction, 0.5);
    world.setSurfaces(body, [...found, {tag: 1, material: {restitution: 0.5}}]);
    assert.deepEqual(world.surfaces(body).map(({tag}) => tag), [1, 2]);
    world.setSurfaces(body, []);
    assert.deepEqual(world.surfaces(body), []);
    const joint = world.addJoint(world.joint('ball', 0n, body, [0, 0, 0], [0, 1, 0]));
    const vehicle = world.addVehicle(sat3d.tank(body, new Set([[-1, -1, 1], [-1, -1, -1]]), [[1, -1, 1], [1, -1, -1]], 0.3));
    assert.deepEqual([[...world.joints()], [...world.vehicles()]], [[joint], [vehicle]]);
    assert.deepEqual([...world.getVehicle(vehicle).wheels[0].center].map(Math.sign), [-1, -1, 1]);
});

test('a model has nodes', async () => {
    const model = new sat3d.Model(new Uint8Array(await readFile(new URL('door.s3d', import.meta.url))));
    const nodes = model.nodes();
    assert.ok(nodes.length > 1 && nodes.every(({name, parent, restPose}, i) => typeof name === 'string' && restPose.length === 7 &&
                                                                             (parent === null || parent < i)));
    assert.ok(model.parts().every(({node}) => node < nodes.length));
    model.destroy();
});
