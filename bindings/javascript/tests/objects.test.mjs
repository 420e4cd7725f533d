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

test('numbers that do not fit are refused, not taken modulo something', () => {
    const {world, tank, shape} = battle(), before = world.hash();
    for (const part of [2 ** 32, 2 ** 32 + 1, 0.5, -0.5, -1, NaN, Infinity, 1e300]) {
        assert.throws(() => world.setPartPose(tank, part, sat3d.pose([0, 0.7, 0])),
                      (error) => error instanceof Sat3dError && error.status === 0x503 && /part/.test(error.message), `${part}`);
    }
    assert.throws(() => world.setPartPose(tank, '1', sat3d.pose()), TypeError);
    for (const bad of [() => world.setFilter(tank, {categories: -1n}), () => world.setFilter(tank, {excludes: 1n << 64n}),
                       () => world.setFilter(tank, {group: 2 ** 31}), () => world.setFilter(tank, {group: -(2 ** 31) - 1}),
                       () => world.setFilter(tank, {group: 2 ** 32}), () => sat3d.compound([{shape: hull, tag: -1}]),
                       () => sat3d.compound([{shape: hull, tag: 2 ** 32}]), () => new sat3d.World({substeps: -1}),
                       () => new sat3d.World({substeps: 2 ** 32 + 8}), () => world.setMaterial(tank, {id: 2 ** 32}),
                       () => world.raycast([0, 5, 0], [0, -1, 0], 9, {categories: 1n << 64n})]) {
        assert.throws(bad, /(whole number|bigint) from -?\d+ to \d+/);
    }
    for (const bad of [() => sat3d.heightField(new Float32Array(4), -2, -2), () => sat3d.heightField([], 2 ** 32, 0)]) {
        assert.throws(bad, TypeError);
    }
    world.setFilter(tank, {categories: (1n << 64n) - 1n, group: -(2 ** 31)});
    world.setFilter(tank, {categories: 1n, group: 0});
    assert.equal(world.hash(), before);
    assert.equal(sat3d.compound([{shape: hull, tag: 2 ** 32 - 1}]).kind, shape.kind);
});

test('names that do not exist are refused', () => {
    const {world, tank} = battle(), before = world.hash();
    const at = sat3d.pose();
    for (const bad of [() => world.setFilter(tank, {collides: 1n}), () => world.add(hull, {desnity: 1}),
                       () => new sat3d.World({substep: 1}),
                       () => sat3d.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], {onesided: true}),
                       () => sat3d.heightField(new Float32Array(4), 2, 2, 1, 1, {twosided: true}),
                       () => sat3d.compound([{shape: hull, at}]), () => world.freed(hull, at, {far: 1}),
                       () => world.setSurface(tank, {tag: 0, speed: 1}), () => sat3d.collide(hull, at, hull, at, 0, {m: 1}),
                       () => world.standOn(at, [], {with: []}), () => world.moveAndSlide(hull, at, [0, 0, 0], {x: 1})]) {
        assert.throws(bad, /^TypeError: sat3d: .* has no \w+$/);
    }
    assert.equal(world.hash(), before);
});

test('null is no options, and is refused where something is needed', () => {
    const {world, tank} = battle(), down = [[0, 5, 0], [0, -1, 0], 9], at = sat3d.pose();
    assert.equal(world.raycast(...down, null).object, tank);
    assert.equal(world.raycastAll(...down, null)[0].object, tank);
    assert.equal(world.raycasts([0, 5, 0, 0, -1, 0, 9], null).objects[0], tank);
    for (const found of [world.overlapping(ball, at, null), world.containing([0, 0.5, 0], null)]) {
        assert.ok(found.includes(tank));
    }
    assert.equal(world.closest(ball, sat3d.pose([0, 9, 0]), null).object, tank);
    assert.equal(world.sweep(ball, sat3d.pose([0, 9, 0]), [0, -9, 0], null).object, tank);
    assert.equal(sat3d.collide(hull, at, hull, at, 0, null).length, 1);
    world.setFilter(tank, null);
    world.moveAndSlide(ball, sat3d.pose([0, 9, 0]), [1, 0, 0], null);
    assert.ok(world.freed(ball, sat3d.pose([0, 9, 0]), null));
    world.standOn(sat3d.pose([20, 1, 0]), [1, 0, 1, -1, 0, 1, 0, 0, -1], null);
    world.remove(world.add(ball, null));
    new sat3d.World(null).destroy();
    sat3d.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], null).release();
    sat3d.heightField(new Float32Array(4), 2, 2, 1, 1, null).release();
    for (const bad of [() => world.raycast(...down, 7), () => world.overlapping(ball, at, 'all'), () => world.add(ball, 500),
                       () => world.raycast(...down, {without: null}), () => world.raycast(...down, {without: tank}),
                       () => world.setSurface(tank, null), () => sat3d.compound(null), () => sat3d.compound([null]),
                       () => world.draw('faces'), () => world.draw(null), () => world.setPoses(null, []),
                       () => world.setPoses([tank], null), () => world.raycasts(null), () => world.drive(7n, null),
                       () => world.addVehicle(null), () => world.addVehicle({wheels: [null]}),
                       () => world.addVehicle({wheels: [], engine: null}),
                       () => world.addVehicle({wheels: [], engine: {torque: null}}), () => world.addJoint(null),
                       () => world.setBody(tank, null), () => world.raycast(null, [0, 1, 0]), () => sat3d.hull(null),
                       () => sat3d.mesh(null, null), () => sat3d.penetrations(null, [], []),
                       () => sat3d.car(tank, null, 1), () => sat3d.tank(tank, null, [], 1), () => world.poses(null)]) {
        assert.throws(bad, /^TypeError: sat3d: /, String(bad));
    }
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
    const beads = sat3d.compound(Array.from({length: 100}, (_, i) => ({shape: ball, pose: sat3d.pose([2 * i, 0, 0])})));
    const plate = sat3d.box([300, 1, 1]), at = sat3d.pose();
    const touching = (options) => sat3d.collide(beads, at, plate, at, 0, options);
    assert.deepEqual([undefined, {}, {most: 3}, {most: 0}, {most: 1000}].map((options) => touching(options).length),
                     [64, 64, 3, 0, 100]);
    for (const most of [-1, 0.5, 2 ** 32, NaN, '3', null]) {
        assert.throws(() => touching({most}), /manifolds are asked for/);
    }
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
