// Tests of the npm package in node: SAT3D_PACKAGE names its folder.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

const {load, Sat3dError} = await import(pathToFileURL(`${process.env.SAT3D_PACKAGE}/sat3d.mjs`));
const sat3d = await load();
const box = sat3d.box([0.5, 0.5, 0.5]);

test('a push separates two boxes', () => {
    const push = sat3d.penetration(box, sat3d.pose(), box, sat3d.pose([0.75, 0, 0]));
    assert.equal(push.depth, 0.25);
    assert.deepEqual([...push.normal], [1, 0, 0]);
    assert.equal(sat3d.penetration(box, sat3d.pose(), box, sat3d.pose([1, 0, 0])), null);
    const gap = sat3d.distance(box, sat3d.pose(), box, sat3d.pose([0, 3, 0]));
    assert.equal(gap.separation, 2);
    assert.equal(gap.pointB[1], 2.5);
    const hit = sat3d.raycast(box, sat3d.pose(), [0, 0, 5], [0, 0, -2]);
    assert.equal(hit.distance, 4.5);
    assert.ok(sat3d.contains(box, sat3d.pose(), [0.4, 0, 0]));
});

test('many pairs are those of single calls', () => {
    const shapes = [box, sat3d.sphere(0.7), sat3d.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), sat3d.capsule([0, 0, 0], [1, 0, 0], 0.2)];
    const at = shapes.map((_, i) => sat3d.pose([0.6 * i, 0.1 * i, 0]));
    const poses = Float32Array.from(at.flatMap((pose) => [...pose])), pairs = [];
    for (let a = 0; a < shapes.length; ++a) {
        for (let b = 0; b < a; ++b) {
            pairs.push(a, b);
        }
    }
    const many = sat3d.penetrations(shapes, poses, pairs);
    let overlapping = 0;
    for (let i = 0; i < pairs.length / 2; ++i) {
        const [a, b] = pairs.slice(2 * i, 2 * i + 2);
        const single = sat3d.penetration(shapes[a], at[a], shapes[b], at[b]);
        assert.equal(many.depths[i], single?.depth ?? 0);
        overlapping += single ? 1 : 0;
    }
    assert.ok(overlapping > 1 && overlapping < pairs.length / 2);
});

test('a crate falls, rests, is hit by rays, and goes back to a snapshot', () => {
    const world = new sat3d.World();
    const floor = world.add(sat3d.halfSpace([0, 1, 0]), {kind: 'static'});
    const crate = world.add(box, {pose: sat3d.pose([0, 3, 0]), density: 500});
    const snapshot = world.snapshot(), before = world.hash();
    let impacts = 0;
    for (let i = 0; i < 240; ++i) {
        world.step();
        impacts += world.impacts().length;
    }
    assert.ok(impacts > 0);
    assert.ok(Math.abs(world.pose(crate)[1] - 0.5) < 0.01);
    assert.deepEqual([...world.poses(BigUint64Array.of(crate))], [...world.pose(crate)]);
    const hit = world.raycast([0, 10, 0], [0, -1, 0]);
    assert.equal(hit.object, crate);
    assert.ok(Math.abs(hit.distance - 9) < 0.01);
    const {objects} = world.raycasts([0, 10, 0, 0, -1, 0, 100, 5, 10, 0, 0, -1, 0, 100, 5, 10, 0, 0, 1, 0, 100]);
    assert.deepEqual([...objects], [crate, floor, 0n]);
    assert.deepEqual([...world.overlapping(sat3d.sphere(0.1), sat3d.pose([0, 0.6, 0]))], [crate]);
    assert.equal(world.overlapping(sat3d.sphere(0.1), sat3d.pose([9, 0.6, 0])).length, 0);
    assert.throws(() => world.overlapping(world, sat3d.pose()), TypeError);
    world.restore(snapshot);
    assert.equal(world.hash(), before);
    world.remove(crate);
    assert.ok(!world.has(crate) && world.size === 1);
    world.destroy();
});

test('memory grows, and arrays go on', () => {
    const world = new sat3d.World();
    const heights = new Float32Array(1024 * 1024);
    world.add(sat3d.heightField(heights, 1024, 1024), {kind: 'static'});
    const hit = world.raycast([500, 500, 10], [0, 0, -1]);
    assert.equal(hit.distance, 10);
    world.destroy();
});

test('bad input throws and changes nothing', () => {
    const world = new sat3d.World(), crate = world.add(box, {density: 100}), before = world.hash();
    for (const [bad, status] of [
             [() => sat3d.sphere(-1), 0x100],
             [() => sat3d.sphere(NaN), 0x100],
             [() => sat3d.hull([]), 0x200],
             [() => sat3d.overlaps(box, new Float32Array(7), box, sat3d.pose()), 3],
             [() => sat3d.penetrations([box], sat3d.pose(), [0, 1]), 4],
             [() => world.setPose(crate + 1n, sat3d.pose()), 0x502],
             [() => world.step(NaN), 3],
             [() => world.restore(new Uint8Array(20)), 0x505],
             [() => world.add(sat3d.halfSpace([0, 1, 0]), {density: 1}), 0x103],
    ]) {
        assert.throws(bad, (error) => error instanceof Sat3dError && error.status === status && error.message.length > 10);
    }
    for (const bad of [() => sat3d.sphere('1'), () => sat3d.hull([1, 2]), () => sat3d.overlaps(box, [0, 0, 0], box, sat3d.pose()),
                       () => sat3d.mesh([0, 0, 0], [0.5, 1, 2]), () => world.pose(1), () => world.add(world),
                       () => world.add(box, {kind: 'flying'}), () => world.pose(crate + 2n ** 64n), () => world.pose(-1n),
                       () => sat3d.heightField([0, 0, 0, 0, 0], 2.5, 2),
                       () => world.raycast([0, 0, 0, 1], [0, -1]), () => sat3d.raycast(box, sat3d.pose(), [0, 9], [0, 0, -1, 0])]) {
        assert.throws(bad, TypeError);
    }
    assert.equal(world.hash(), before);
    assert.equal(world.size, 1);
    world.destroy();
    assert.throws(() => world.step(), TypeError);
    const shape = sat3d.sphere(1);
    shape.release();
    assert.throws(() => shape.kind, TypeError);
});
