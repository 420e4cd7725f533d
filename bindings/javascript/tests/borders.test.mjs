// What arrays, iterators and hooks may do at the border to WebAssembly.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

const {load, Sat3dError} = await import(pathToFileURL(`${process.env.SAT3D_PACKAGE}/sat3d.mjs`));
const sat3d = await load();
const box = sat3d.box([0.5, 0.5, 0.5]), ball = sat3d.sphere(0.5), at = sat3d.pose();
const ours = /^(TypeError|RangeError|Sat3dError): sat3d: /;

/** An array whose memory was given to somebody else. */
const detached = (array) => {
    structuredClone(array.buffer, {transfer: [array.buffer]});
    return array;
};

test('what is missing or no number is told by a sentence', () => {
    for (const bad of [null, 7, '123', [1, 2], [1, 2, 3, 4], ['1', '2', '3'], [1n, 2n, 3n], [null, 0, 0], {}, {length: 3}]) {
        assert.throws(() => sat3d.pose(bad), ours, String(bad));
        assert.throws(() => sat3d.pose([0, 0, 0], bad === undefined ? null : Array.isArray(bad) ? bad.slice(0, 3) : bad), ours);
        assert.throws(() => sat3d.raycast(box, at, bad, [0, 0, 1]), ours);
    }
    assert.deepEqual([...sat3d.pose(new Set([1, 2, 3]))], [1, 2, 3, 0, 0, 0, 1]);
    assert.deepEqual([...sat3d.pose({length: 3, 0: 1, 1: 2, 2: 3})], [1, 2, 3, 0, 0, 0, 1]);
    for (const bad of ['000100010001', [..."000100010001"], new BigInt64Array(12), new DataView(new ArrayBuffer(48)), [null, 1, 2], [[0, 0, 0]]]) {
        assert.throws(() => sat3d.hull(bad), ours);
        assert.throws(() => sat3d.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], bad), ours);
    }
});

test('typed arrays of any type and offset are read', () => {
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    for (const Type of [Float32Array, Float64Array, Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Uint8ClampedArray]) {
        const part = new Type(20).subarray(3, 15);
        part.set(corners);
        assert.equal(sat3d.hull(part).vertices().length, 12);
        assert.equal(sat3d.mesh(corners, Type.of(0, 1, 2)).kind, 'mesh');
    }
    const shared = new Float32Array(new SharedArrayBuffer(48));
    shared.set(corners);
    assert.equal(sat3d.hull(shared).faces().length, 4);
    assert.equal(sat3d.hull(function*() { yield* corners; }()).vertices().length, 12);
});

test('memory that was given away is refused, and none is lost', () => {
    const world = new sat3d.World(), id = world.add(box, {density: 1}), snapshot = world.snapshot();
    const rays = [0, 0, 5, 0, 0, -1, 9];
    const calls = [
        () => sat3d.hull(detached(new Float32Array(12))), () => sat3d.hull(detached(new Float64Array(12))),
        () => sat3d.mesh(detached(new Float32Array(9)), [0, 1, 2]), () => sat3d.mesh([0, 0, 0], detached(new Int32Array(3))),
        () => sat3d.heightField(detached(new Float32Array(4)), 0, 0), () => world.restore(detached(snapshot.slice())),
        () => new sat3d.Model(detached(new Uint8Array(9))), () => world.raycasts(detached(Float32Array.from(rays))),
        () => world.setPoses(detached(new BigUint64Array(1)), []), () => world.overlapping(box, at, {without: detached(new BigUint64Array(1))}),
        () => world.setPose(id, detached(sat3d.pose())), () => world.poses(detached(new BigUint64Array(1))),
        () => sat3d.penetrations([box], detached(sat3d.pose()), []), () => sat3d.penetrations([box], at, detached(new Uint32Array(2))),
    ];
    for (const call of calls) {
        assert.throws(call, ours, String(call));
    }
    if ('resize' in ArrayBuffer.prototype) {
        const buffer = new ArrayBuffer(48, {maxByteLength: 96}), points = new Float32Array(buffer, 0, 12);
        buffer.resize(8);
        assert.throws(() => sat3d.hull(points), ours);
    }
    // 800 MB would be lost if the memory of a call that fails stayed.
    const pairs = new Uint32Array(2 * 1000 * 1000).fill(1), fail = () => sat3d.penetrations([box], at, pairs);
    assert.throws(fail, Sat3dError);
    const used = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 100; ++i) {
        assert.throws(fail, Sat3dError);
    }
    assert.ok(process.memoryUsage().arrayBuffers < used + 300e6);
});

test('views that a caller holds stay when memory grows', () => {
    const world = new sat3d.World(), id = world.add(box, {pose: sat3d.pose([1, 2, 3])});
    const held = [world.pose(id), world.snapshot(), world.ids(), world.poses(world.ids()), box.vertices ? sat3d.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]).vertices() : at];
    const copies = held.map((array) => array.slice());
    const fields = Array.from({length: 4}, () => sat3d.heightField(new Float32Array(512 * 512), 512, 512));
    held.forEach((array, i) => assert.deepEqual(array, copies[i]));
    fields.forEach((field) => field.release());
    assert.equal(world.pose(id)[2], 3);
});

test('outputs are arrays of floats', () => {
    const world = new sat3d.World(), ids = BigUint64Array.of(world.add(box, {pose: sat3d.pose([0.5, 2, 3])}));
    assert.equal(world.poses(ids, new Float64Array(7))[0], 0.5);
    for (const bad of [new Int32Array(7), new Uint8Array(7), Array(7).fill(0), new Float32Array(6), null, detached(new Float32Array(7))]) {
        assert.throws(() => world.poses(ids, bad), ours);
    }
});

test('memory beyond 2 GB is used like any other', async () => {
    const instantiate = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...given) => {
        const made = await instantiate(...given);
        return {exports: {...made.exports, _initialize() {
            made.exports._initialize();
            assert.notEqual(made.exports.malloc(2 ** 31 - 2 ** 16), 0);  // is not touched
        }}};
    };
    let far;
    try {
        far = await load();
    } finally {
        WebAssembly.instantiate = instantiate;
    }
    const crate = far.box([0.5, 0.5, 0.5]), world = new far.World({materialPairs: [{a: 1, b: 1, friction: 1, restitution: 0}]});
    const same = new sat3d.World(), id = world.add(crate, {pose: far.pose([0, 1, 0]), density: 10});
    assert.equal(same.add(box, {pose: far.pose([0, 1, 0]), density: 10}), id);
    world.add(far.halfSpace([0, 1, 0]), {kind: 'static'}), same.add(sat3d.halfSpace([0, 1, 0]), {kind: 'static'});
    let hooked = 0;
    for (let i = 0; i < 60; ++i) {
        world.step(1 / 60, (contact, settings) => {
            hooked += contact.points.length > 0 && settings.friction > 0.5 ? 1 : 0;
        });
        same.step();
    }
    assert.ok(hooked > 10);
    assert.equal(world.hash(), same.hash());
    assert.deepEqual(world.poses(world.ids()), same.poses(same.ids()));
    assert.deepEqual(world.raycasts([0, 9, 0, 0, -1, 0, 99]), same.raycasts([0, 9, 0, 0, -1, 0, 99]));
    assert.deepEqual(world.draw(), same.draw());
    assert.deepEqual(world.impacts(), same.impacts());
    assert.deepEqual(far.collidePairs([crate, crate], [...at, ...sat3d.pose([0, 0.9, 0])], [0, 1]),
                     sat3d.collidePairs([box, box], [...at, ...sat3d.pose([0, 0.9, 0])], [0, 1]));
    const tetrahedron = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    assert.deepEqual(far.hull(tetrahedron).vertices(), sat3d.hull(tetrahedron).vertices());
    const vehicle = world.addVehicle(far.car(id, [[-1, -1, 1], [1, -1, 1], [-1, -1, -1], [1, -1, -1]], 0.3));
    assert.equal(world.getVehicle(vehicle).wheels.length, 4);
    world.restore(world.snapshot());
    assert.throws(() => far.sphere(-1), /the sphere's radius is -1/);
    const model = new far.Model(new Uint8Array(await readFile(new URL('door.s3d', import.meta.url))));
    assert.ok(model.joints().length > 0 && model.nodes()[0].name !== undefined);
});

test('what is asked for in huge numbers is refused', () => {
    const world = new sat3d.World();
    const none = {length: 2 ** 31};
    for (const bad of [() => world.setPoses(none, []), () => world.raycastAll([0, 0, 0], [0, 1, 0], 1, {most: 2 ** 40}),
                       () => sat3d.collide(box, at, box, at, 0, {most: 0xffffff}), () => sat3d.collidePairs([box], at, [0, 0], 0, {most: 1e9}),
                       () => sat3d.heightField([], 2 ** 16, 2 ** 16), () => world.overlapping(box, at, {without: {length: 1e9}})]) {
        assert.throws(bad, ours, String(bad));
    }
    assert.ok(sat3d.overlaps(box, at, ball, at));
});

test('what has ended is refused', async () => {
    const world = new sat3d.World(), id = world.add(box), shape = sat3d.sphere(1), snapshot = world.snapshot();
    const model = new sat3d.Model(new Uint8Array(await readFile(new URL('door.s3d', import.meta.url))));
    world.destroy(), world.destroy(), shape.release(), shape.release(), model.destroy(), model.destroy();
    for (const call of [() => world.pose(id), () => world.step(), () => world.snapshot(), () => world.restore(snapshot), () => world.ids(),
                        () => world.draw(), () => world.shape(id), () => world.joints(), () => world.surfaces(id), () => world.size,
                        () => shape.kind, () => shape.mass(1), () => shape.vertices(), () => sat3d.collidePairs([shape], at, [0, 0]),
                        () => sat3d.compound([{shape}]), () => sat3d.overlaps(box, at, shape, at)]) {
        assert.throws(call, TypeError, String(call));
    }
    for (const call of [() => model.parts(), () => model.nodes(), () => model.joints()]) {
        assert.throws(call, Sat3dError);
    }
    const other = await load(await readFile(`${process.env.SAT3D_PACKAGE}/sat3d.wasm`));
    assert.throws(() => other.overlaps(box, at, box, at), TypeError);
});

test('hooks use other worlds and questions, as deep as they like', () => {
    const falling = () => {
        const world = new sat3d.World();
        world.add(sat3d.halfSpace([0, 1, 0]), {kind: 'static'});
        world.add(box, {pose: sat3d.pose([0, 0.5, 0]), density: 100});
        return world;
    };
    let deepest = 0;
    const kept = [];
    const step = (world, depth) => world.step(1 / 60, (contact, settings) => {
        deepest = Math.max(deepest, depth);
        kept.push([contact, settings]);
        assert.ok(sat3d.penetration(box, at, ball, sat3d.pose([0.5, 0, 0])).depth > 0);
        assert.throws(() => world.pose(1n), /hook/);
        if (depth < 10) {
            step(falling(), depth + 1);
        }
    });
    const world = falling(), quiet = falling();
    step(world, 0), quiet.step();
    assert.equal(deepest, 10);
    assert.equal(world.hash(), quiet.hash());
    for (const [contact, settings] of kept) {
        settings.friction = 9;  // too late
        assert.equal(contact.points.length > 0, true);
    }
    world.step(), quiet.step();
    assert.equal(world.hash(), quiet.hash());
});

test('holes of arrays are refused like anything else that is missing', () => {
    const world = new sat3d.World(), id = world.add(box, {density: 1}), holes = [{tag: 1}, , {tag: 2}];
    assert.throws(() => world.setSurfaces(id, holes), /surfaces\[1\]/);
    assert.throws(() => world.setSurfaces(id, new Array(3)), /surfaces\[0\]/);
    world.destroy();
});
