// Tests of objects and queries of the npm package in node: SAT3D_PACKAGE names its folder.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

const {load, Sat3dError} = await import(pathToFileURL(`${process.env.SAT3D_PACKAGE}/sat3d.mjs`));
const sat3d = await load();
const hull = sat3d.box([1, 0.4, 2]), turret = sat3d.box([0.5, 0.3, 0.5]), ball = sat3d.sphere(0.5);

/** A tank on a height field: two parts, and a box 10 m away. */
function battle() {
    const world = new sat3d.World();
    const ground = world.add(sat3d.heightField(new Float32Array(81).fill(0), 9, 9, 5, 5),
                             {pose: sat3d.pose([-20, 0, 20], [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]), kind: 'static'});
    const shape = sat3d.compound([{shape: hull, tag: 1}, {shape: turret, pose: sat3d.pose([0, 0.7, 0]), tag: 2}]);
    const tank = world.add(shape, {pose: sat3d.pose([0, 0.4, 0]), density: 500});
    const crate = world.add(hull, {pose: sat3d.pose([10, 0.4, 0]), density: 500});
    return {world, ground, tank, crate, shape};
}

test('a turret turns in its tank', () => {
    const {world, tank, shape} = battle();
    assert.equal(shape.kind, 'compound');
    const muzzle = () => [...world.containing([0.9, 1.1, 0])];
    assert.deepEqual(muzzle(), []);
    world.setPartPose(tank, 1, sat3d.pose([0.6, 0.7, 0]));
    assert.deepEqual(muzzle(), [tank]);
    assert.throws(() => world.setPartPose(tank, 2, sat3d.pose()), Sat3dError);
    assert.throws(() => sat3d.compound([{shape: world}]), /Shape/);
    assert.throws(() => sat3d.compound([]), Sat3dError);
});

test('queries find what they are told to see', () => {
    const {world, ground, tank, crate} = battle();
    const east = [[-5, 0.4, 0], [1, 0, 0]];
    assert.equal(world.raycast(...east).object, tank);
    assert.equal(world.raycast(...east, Infinity, {without: [tank]}).object, crate);
    assert.equal(world.raycast(...east, 3), null);
    assert.deepEqual(world.raycastAll(...east).map(({object, distance, exitDistance}) => [object, distance, exitDistance]),
                     [[tank, 4, 6], [crate, 14, 16]]);
    assert.equal(world.raycastAll(...east, Infinity, {most: 1}).length, 1);
    assert.deepEqual([...world.overlapping(ball, sat3d.pose([9, 0.4, 0]))], [ground, crate]);
    assert.deepEqual([...world.overlapping(ball, sat3d.pose([9, 0.4, 0]), {without: [ground]})], [crate]);
    const near = world.closest(ball, sat3d.pose([6, 3, 0]), {without: [ground]});
    assert.equal(near.object, crate);
    assert.equal(world.closest(ball, sat3d.pose([6, 3, 0]), {maxDistance: 1}), null);
    const shell = world.sweep(ball, sat3d.pose([-5, 0.9, 0]), [20, 0, 0], {without: [ground]});
    assert.equal(shell.object, tank);
    assert.equal(shell.status, 'hit');
    assert.ok(Math.abs(shell.fraction * 20 - 3.5) < 0.1);
    world.setKind(crate, 'sensor');
    assert.equal(world.raycast(...east, Infinity, {without: [tank]}), null);
    assert.equal(world.raycast(...east, Infinity, {without: [tank], sensors: true}).object, crate);
    assert.throws(() => world.raycast(...east, 1, {withot: []}), /withot/);
    assert.throws(() => world.overlapping(ball, sat3d.pose(), {without: [1]}), /bigint/);
});

test('objects change', () => {
    const {world, ground, tank, crate} = battle();
    assert.deepEqual([...world.ids()], [ground, tank, crate]);
    world.setUserData(crate, 77n);
    assert.equal(world.userData(crate), 77n);
    world.setPoses([tank, crate], [...sat3d.pose([0, 0.4, 0]), ...sat3d.pose([6, 0.4, 0])]);
    assert.equal(world.pose(crate)[0], 6);
    assert.throws(() => world.setPoses([tank], [1, 2]), TypeError);
    world.setFilter(tank, {categories: 2n, group: -1}), world.setFilter(crate, {group: -1});
    world.setPose(crate, sat3d.pose([1, 0.4, 0]));
    for (let i = 0; i < 10; ++i) {
        world.applyForce(crate, [0, 0, 50000]);
        world.step();
    }
    assert.ok(world.pose(crate)[2] > 0.01 && Math.abs(world.pose(crate)[0] - 1) < 0.01, 'a group touches nobody of it');
    assert.equal(world.raycast([0, 5, 0], [0, -1, 0], 9, {categories: 2n}).object, tank);
    assert.equal(world.isAsleep(crate), false);
    assert.equal(world.awakeCount(), 2);
    world.removeBody(crate);
    assert.throws(() => world.wake(crate), Sat3dError);
    world.setShape(crate, ball);
    world.setGravity([0, 0, 0]);
    world.wake(tank);
});

test('grounds have holes, tags and sides', () => {
    const flat = new Float32Array(9), up = [[0.5, 0.5, 1], [0, 0, -1]];
    assert.ok(sat3d.raycast(sat3d.heightField(flat, 3, 3), sat3d.pose(), ...up));
    assert.equal(sat3d.raycast(sat3d.heightField(flat, 3, 3, 1, 1, {holes: [0], tags: [1, 2, 3, 4]}), sat3d.pose(), ...up), null);
    assert.throws(() => sat3d.heightField(flat, 3, 3, 1, 1, {tags: [1]}), /4 in all/);
    assert.throws(() => sat3d.heightField(flat, 3, 3, 1, 1, {holes: [9]}), Sat3dError);
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0], below = [[0.2, 0.2, -1], [0, 0, 1]];
    assert.ok(sat3d.raycast(sat3d.mesh(corners, [0, 1, 2]), sat3d.pose(), ...below));
    assert.equal(sat3d.raycast(sat3d.mesh(corners, [0, 1, 2], {oneSided: true}), sat3d.pose(), ...below), null);
});

test('two shapes have manifolds, and times at which they meet', () => {
    const [manifold] = sat3d.collide(hull, sat3d.pose(), turret, sat3d.pose([0, 0.6, 0]));
    assert.equal(manifold.points.length, 4);
    assert.ok(Math.abs(manifold.depth - 0.1) < 1e-5 && manifold.normal[1] === 1);
    assert.deepEqual(sat3d.collide(hull, sat3d.pose(), turret, sat3d.pose([0, 9, 0])), []);
    const meeting = sat3d.sweep(ball, sat3d.pose([0, 5, 0]), [0, -10, 0], hull, sat3d.pose(), [0, 0, 0]);
    assert.equal(meeting.status, 'hit');
    assert.ok(Math.abs(meeting.fraction - 0.41) < 1e-3);
});

test('a drawing has triangles and lines', () => {
    const {world} = battle(), drawing = world.draw(['faces', 'edges'], [0, 1, 0]);
    assert.ok(drawing.triangles.length % 3 === 0 && drawing.triangles.length > 3 * 12);
    assert.equal(drawing.normals.length, drawing.positions.length);
    assert.equal(drawing.colors.length * 3, drawing.positions.length);
    assert.equal(drawing.lineColors.length * 3, drawing.linePositions.length);
    assert.throws(() => world.draw(['face']), /no layer face, only faces/);
});
