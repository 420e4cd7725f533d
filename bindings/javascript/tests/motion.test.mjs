// Joints, vehicles, movers and events of the npm package in node: SAT3D_PACKAGE names its folder.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {readFile} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';

const {load, Sat3dError} = await import(pathToFileURL(`${process.env.SAT3D_PACKAGE}/sat3d.mjs`));
const sat3d = await load();
const STANDING = [[-0.8, -0.5, 1.3], [0.8, -0.5, 1.3], [-0.8, -0.5, -1.3], [0.8, -0.5, -1.3]];

function worldWith(shape, position) {
    const world = new sat3d.World();
    const floor = world.add(sat3d.halfSpace([0, 1, 0]), {kind: 'static'});
    return [world, floor, world.add(shape, {pose: sat3d.pose(position), density: 300})];
}
function steps(world, count) {
    for (let i = 0; i < count; ++i) {
        world.step();
    }
}

test('a door swings to its limit, is driven back, and breaks', () => {
    const [world, , door] = worldWith(sat3d.box([0.5, 1, 0.05]), [0.5, 1.5, 0]);
    const hinge = world.joint('hinge', 0n, door, [0, 1.5, 0], [0, 1, 0]);
    assert.equal(hinge.b, door);
    hinge.twist.lower = -0.5, hinge.twist.upper = 0.75;
    const id = world.addJoint(hinge);
    assert.deepEqual(world.getJoint(id), hinge);
    world.setVelocity(door, [0, 0, -2], [0, 4, 0]);
    steps(world, 60);
    const state = world.jointState(id);
    assert.ok(Math.abs(state.twist - 0.75) < 0.02 && Math.hypot(...state.offset) < 1e-3);
    assert.ok(Math.abs(state.force[1] / (9.81 * 60) - 1) < 0.05);
    hinge.twist.drive = {maxForce: Infinity, speed: -1};
    world.setJoint(id, hinge);
    steps(world, 60);
    assert.ok(Math.abs(world.jointState(id).twist + 0.25) < 0.02);
    world.setJoint(id, {breakForce: 10});
    world.step();
    assert.deepEqual(world.brokenJoints().map((joint) => [joint.id, joint.a, joint.b]), [[id, 0n, door]]);
    assert.throws(() => world.jointState(id), (error) => error.status === 0x502);
});

test('pairs of materials and surfaces of parts give the friction', () => {
    const [WOOD, ROAD] = [1, 2];
    const world = new sat3d.World({materialPairs: [{a: WOOD, b: ROAD, friction: 0.25, restitution: 0}]});
    const floor = world.add(sat3d.box([20, 0.5, 20]), {pose: sat3d.pose([0, -0.5, 0]), kind: 'static'});
    world.setBody(floor, {friction: 0.9, materialId: ROAD});
    const crate = world.add(sat3d.box([0.5, 0.25, 0.5]), {pose: sat3d.pose([0, 0.25, 0]), density: 700});
    const slide = () => {
        world.setPose(crate, sat3d.pose([0, 0.25, 0]));
        world.setVelocity(crate, [4, 0, 0]);
        steps(world, 30);
        return 4 - world.body(crate).velocity[0];
    };
    world.setMaterial(crate, {id: WOOD});
    assert.equal(world.material(crate).id, WOOD);
    assert.ok(Math.abs(slide() - 0.25 * 9.81 / 2) < 0.02);
    world.setSurface(floor, {tag: 0, material: {friction: 0.9}, velocity: [4, 0, 0]});
    assert.ok(Math.abs(slide()) < 0.02);
    for (const bad of [() => world.setMaterial(crate, {friction: -1}), () => new sat3d.World({materialPairs: [{a: 0, b: 1}]}),
                       () => world.setSurface(floor, {tag: 0, material: {frictionCombine: 7}})]) {
        assert.throws(bad, Sat3dError);
    }
    assert.throws(() => world.setMaterial(crate, {colour: 1}), TypeError);
});

test('a hook changes what contacts do', () => {
    const [world, floor, crate] = worldWith(sat3d.box([0.5, 0.5, 0.5]), [0, 0.5, 0]), seen = [];
    steps(world, 10);
    world.setVelocity(crate, [4, 0, 0]);
    const ice = (contact, settings) => {
        seen.push(contact);
        settings.friction = 0;
    };
    for (let i = 0; i < 30; ++i) {
        world.step(1 / 60, ice);
    }
    assert.equal(world.body(crate).velocity[0], 4);
    assert.ok(seen.length >= 30);
    for (const {a, b, normal, points, wheel} of seen) {
        assert.deepEqual([a, b, wheel, points.length], [floor, crate, null, 4]);
        assert.ok(normal[1] > 0.999);
    }
    const weight = world.impacts()[0].points.reduce((sum, {totalImpulse}) => sum + totalImpulse, 0);
    assert.ok(Math.abs(weight / (300 * 9.81 / 60) - 1) < 0.01, `${weight}`);
    steps(world, 30);
    assert.ok(Math.abs(world.body(crate).velocity[0] - (4 - 0.6 * 9.81 / 2)) < 0.02, 'the hook is for one step');
    for (let i = 0; i < 30; ++i) {
        world.step(1 / 60, (_, settings) => {
            settings.isIgnored = true;
        });
    }
    assert.ok(world.pose(crate)[1] < -0.5, 'it falls through the floor');
});

test('a hook names wheels, may use other worlds, and must not use its own', () => {
    const [world, , chassis] = worldWith(sat3d.box([0.9, 0.3, 2]), [0, 0.85, 0]), [other] = worldWith(sat3d.sphere(1), [0, 1, 0]);
    world.addVehicle(sat3d.car(chassis, STANDING, 0.35));
    const wheels = new Set();
    let inner = 0;
    for (let i = 0; i < 10; ++i) {
        world.step(1 / 60, ({wheel}) => {
            wheels.add(wheel);
            other.step(1 / 60, () => ++inner);
        });
    }
    assert.deepEqual([...wheels].sort(), [0, 1, 2, 3]);
    assert.ok(inner > 0);
    assert.throws(() => world.step(1 / 60, () => world.hash()), /cannot use the world that calls it/);
    assert.throws(() => world.step(1 / 60, () => world.destroy()), /cannot destroy the world that calls it/);
    world.hash();
});

test('what a hook throws is thrown after a step as without it', () => {
    const made = () => worldWith(sat3d.box([0.5, 0.5, 0.5]), [0, 0.5, 0])[0], [plain, world] = [made(), made()];
    for (const [hook, wanted] of [
             [() => { throw new RangeError('mine'); }, RangeError],
             [(_, settings) => { settings.friction = 0; throw new RangeError('mine'); }, RangeError],
             [(_, settings) => { settings.friction = 'no'; }, TypeError],
             [(_, settings) => { settings.isIgnored = true; settings.grip = 1; }, TypeError]]) {
        plain.step();
        assert.throws(() => world.step(1 / 60, hook), wanted);
        assert.equal(world.hash(), plain.hash());
    }
    assert.throws(() => world.step(1 / 60, 7), TypeError);
    assert.throws(() => world.step(NaN, () => {}), (error) => error.status === 3);
    world.step();
});

test('a car drives, a tank turns on the spot', () => {
    const [world, floor, chassis] = worldWith(sat3d.box([0.9, 0.3, 2]), [0, 0.85, 0]);
    const car = sat3d.car(chassis, STANDING, 0.35);
    assert.ok(car.wheels.length === 4 && car.axles.length === 2 && car.engine.torque.length === 0);
    car.engine = sat3d.constantEngine(2500, 60);
    assert.deepEqual(car.engine.gears, [1]);
    const taxi = world.addVehicle(car);
    assert.deepEqual(world.getVehicle(taxi), car);
    world.drive(taxi, {throttle: 1});
    steps(world, 120);
    const state = world.vehicleState(taxi);
    assert.ok(state.speed > 5 && world.pose(chassis)[2] > 5);
    assert.deepEqual(state.wheels.map(({touches, ground}) => [touches, ground]), Array(4).fill([true, floor]));
    car.engine.torque = [];
    world.setVehicle(taxi, car);
    world.removeVehicle(taxi);
    assert.throws(() => world.vehicleState(taxi), (error) => error.status === 0x502);

    const [field, , hull] = worldWith(sat3d.box([1.5, 0.4, 3]), [0, 1.2, 0]);
    const side = (x) => [-2, 0, 2].map((z) => [x, -0.8, z]);
    const tank = sat3d.tank(hull, side(-1.2), side(1.2), 0.4);
    tank.engine = sat3d.constantEngine(20000, 40);
    const id = field.addVehicle(tank);
    field.drive(id, {steering: 1});
    steps(field, 120);
    assert.ok(Math.abs(field.body(hull).angularVelocity[1]) > 0.3);
});

test('a mover stops at a wall, and events tell what touches', () => {
    const [world, floor, ball] = worldWith(sat3d.sphere(0.5), [-5, 1, 0]);
    const wall = world.add(sat3d.box([0.2, 2, 5]), {pose: sat3d.pose([2, 2, 0]), kind: 'static'});
    const mover = sat3d.capsule([0, 0.4, 0], [0, 1.4, 0], 0.4);
    let moved = {pose: sat3d.pose([0, 0.02, 0])};
    for (let i = 0; i < 60; ++i) {
        moved = world.moveAndSlide(mover, moved.pose, [0.05, -0.05, 0], {skin: 0.02});
    }
    assert.ok(Math.abs(moved.pose[0] - 1.38) < 0.01 && moved.isStanding);
    assert.equal(moved.ground.object, floor);
    assert.ok(moved.stops.some(({object}) => object === wall));
    assert.ok(world.moveAndSlide(mover, moved.pose, [2, 0, 0], {without: [wall]}).pose[0] > 3);
    const begun = [];
    for (let i = 0; i < 40; ++i) {
        world.step();
        begun.push(...world.stepEvents().begun);
    }
    assert.deepEqual(begun.map(({a, b}) => [a, b]), [[floor, ball]]);
    assert.ok(begun[0].impulse > 0 && begun[0].normal[1] === 1);
    const lift = world.add(sat3d.box([1, 0.1, 1]), {pose: sat3d.pose([9, 1, 0])});
    world.setBody(lift, {});
    world.moveKinematic(lift, sat3d.pose([9, 3, 0]), 0.5);
    steps(world, 30);
    assert.deepEqual([...world.pose(lift).slice(0, 3)], [9, 3, 0]);
});

test('a vehicle stands on its feet, and a shape is freed', () => {
    const [world] = worldWith(sat3d.sphere(0.1), [50, 1, 0]);
    const block = world.add(sat3d.box([1, 1, 1]), {pose: sat3d.pose([9, 1, 0]), kind: 'static'});
    const feet = [-1, 0, 2, 1, 0, 2, -1, 0, -2, 1, 0, -2], ball = sat3d.sphere(0.5), inside = sat3d.pose([9.8, 1, 0]);
    assert.ok(Math.abs(world.standOn(sat3d.pose([0, 0.7, 0]), feet)[1]) < 1e-3);
    assert.equal(world.standOn(sat3d.pose([0, 0.7, 0]), feet, {reach: 0.5}), null);
    assert.ok(Math.abs(world.freed(ball, inside)[0] - 10.5) < 0.01);
    assert.equal(world.freed(ball, inside, {farthest: 0.1}), null);
    assert.deepEqual(world.freed(ball, inside, {without: [block]}), inside);
    assert.throws(() => world.standOn(sat3d.pose(), feet.slice(6)), (error) => error.status === 4);
    assert.throws(() => world.standOn(sat3d.pose(), [1, 2]), TypeError);
    assert.throws(() => world.freed(world, inside), TypeError);
});

test('the door of a model hangs on its hinge', async () => {
    const bytes = new Uint8Array(await readFile(new URL('./door.s3d', import.meta.url)));
    const model = new sat3d.Model(bytes), place = sat3d.pose([7, 0, 0], [0, 0.6, 0, 0.8]), world = new sat3d.World();
    const joints = model.joints(), index = joints.findIndex(({name}) => name === 'hinge');
    assert.equal(joints[index].rigidBodyA, null);
    const [leaf] = model.parts().filter(({rigidBody}) => rigidBody === joints[index].rigidBodyB);
    assert.equal(leaf.name, 'leaf');
    const door = world.add(leaf.shape, {pose: place, density: 300});
    const id = world.addJoint(model.joint(index, 0n, door, place));
    for (const number of [joints.length, -1, 2 ** 32 + index]) {
        assert.throws(() => model.joint(number, 0n, door, place), (error) => error.status === 4, `${number}`);
    }
    assert.throws(() => model.joint(index, 0n, door, [1, 2]), TypeError);
    assert.throws(() => model.joint('hinge', 0n, door, place), TypeError);
    model.destroy();
    assert.throws(() => model.joints(), (error) => error instanceof Sat3dError);
    assert.throws(() => new sat3d.Model(bytes.slice(1)), (error) => error.status === 0x602);
    assert.throws(() => new sat3d.Model([...bytes]), TypeError);
    world.setVelocity(door, [0, 0, 0], [0, 4, 0]);
    steps(world, 60);
    const state = world.jointState(id);
    assert.ok(Math.abs(state.twist - 0.5) < 0.01 && state.distance < 1e-3, `${state.twist}`);
});

test('bad input throws and changes nothing', () => {
    const [world, , crate] = worldWith(sat3d.box([1, 1, 1]), [0, 2, 0]), before = world.hash();
    const car = sat3d.car(crate, STANDING, 0.35);
    for (const [bad, status] of [
             [() => world.joint('hinge', 0n, crate + 1n, [0, 0, 0], [0, 1, 0]), 0x502],
             [() => world.joint('hinge', 0n, crate, [0, 0, 0], [0, 0, 0]), 3],
             [() => world.addJoint({b: crate, twist: {lower: 1, upper: 0}}), 0x50b],
             [() => world.removeJoint(7n), 0x502],
             [() => world.addVehicle({...car, wheels: []}), 0x50c],
             [() => world.addVehicle({...car, wheels: [{...car.wheels[0], radius: NaN}]}), 0x50c],
             [() => world.drive(7n, {}), 0x502],
             [() => sat3d.car(crate, STANDING, -1), 3],
             [() => world.moveAndSlide(sat3d.sphere(1), sat3d.pose(), [Infinity, 0, 0]), 3],
             [() => world.setBody(crate, {maxSpeed: -1}), 0x509],
    ]) {
        assert.throws(bad, (error) => error instanceof Sat3dError && error.status === status && error.message.length > 10);
    }
    for (const bad of [() => world.joint('glue', 0n, crate, [0, 0, 0]), () => world.joint('hinge', 0n, crate, [0, 0, 0]),
                       () => world.addJoint({c: crate}), () => world.addJoint({b: 1}), () => world.addJoint({offsets: []}),
                       () => world.addVehicle({...car, wheels: 4}), () => world.addVehicle({...car, body: 'a'}),
                       () => world.addVehicle({...car, engine: {gears: Array(17).fill(1)}}), () => world.drive(7n, {throttle: '1'}),
                       () => world.moveAndSlide(world, sat3d.pose(), [0, 0, 0]), () => sat3d.car(crate, STANDING.slice(1), 0.35),
                       () => world.setBody(crate, {locked: 0.5}), () => world.setBody(crate, {speed: 1})]) {
        assert.throws(bad, TypeError);
    }
    assert.equal(world.hash(), before);
    const taxi = world.addVehicle(car);
    assert.throws(() => world.drive(taxi, {throttle: 2}), (error) => error.status === 3);
    world.destroy();
    assert.throws(() => world.stepEvents(), TypeError);
});
