// sat3d in JavaScript: the functions of sat3d.h, compiled to WebAssembly, with typed arrays for everything that is many.

import {LAYOUT} from './layout.mjs';
import {modelOf} from './models.mjs';
import {motionOf} from './motion.mjs';
import {detailOf, kindOf, objectsOf} from './objects.mjs';
import {bytesOf, iterableOf, listOf, numberArray, optionsOf, placeOf, write} from './structs.mjs';
import {instantiate} from './wasi.mjs';

/** Bad input. `status` is the number of sat3d.h, the message says what is wrong. */
export class Sat3dError extends Error {
    constructor(status, message) {
        super(message);
        this.name = 'Sat3dError';
        this.status = status;
    }
}

async function moduleOf(source) {
    const given = source ?? new URL('./sat3d.wasm', import.meta.url);
    if (given instanceof WebAssembly.Module) {
        return given;
    }
    if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) {
        return WebAssembly.compile(given);
    }
    const url = new URL(given, import.meta.url);
    if (url.protocol === 'file:') {
        const {readFile} = await import('node:fs/promises');
        return WebAssembly.compile(await readFile(url));
    }
    const response = await fetch(url);
    if (!response.ok) {
        throw new Error(`${url}: ${response.status}`);
    }
    return WebAssembly.compile(await response.arrayBuffer());
}

const KINDS = {0: 'sphere', 1: 'capsule', 2: 'box', 3: 'hull', 5: 'halfSpace', 6: 'compound', 7: 'mesh', 8: 'heightField'};

// Sizes of the structs of sat3d.h in WebAssembly, in bytes.
const POSE = LAYOUT.s3_pose.size, PENETRATION = LAYOUT.s3_penetration.size, WORLD_RAY_HIT = LAYOUT.s3_world_ray_hit.size;
const CONTACT = LAYOUT.s3_contact.size, MANIFOLD = LAYOUT.s3_manifold.size, RAY_HIT = LAYOUT.s3_ray_hit.size;

/**
 * Loads the module.
 * @param source  URL, bytes or a WebAssembly.Module of sat3d.wasm; by default the file beside this one
 */
export async function load(source) {
    const calls = {};  // what the module calls: set by bind()
    const contactHook = (...given) => calls.contactHook(...given);
    return bind(await instantiate(await moduleOf(source), {sat3d: {contactHook}}), calls);
}

function bind(c, calls) {
    // Memory grows, which detaches its views: they are made anew then.
    let bytes = new Uint8Array(0), view = new DataView(new ArrayBuffer(0)), floats = new Float32Array(0);
    let words = new Uint32Array(0);
    const fresh = () => {
        if (bytes.buffer !== c.memory.buffer) {
            bytes = new Uint8Array(c.memory.buffer);
            view = new DataView(c.memory.buffer);
            floats = new Float32Array(c.memory.buffer);
            words = new Uint32Array(c.memory.buffer);
        }
    };
    const textAt = (address) => {
        fresh();
        const at = address >>> 0;
        return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
    };
    const check = (status) => {
        if (status !== 0) {
            throw new Sat3dError(status, textAt(c.s3_last_error()));
        }
        fresh();
    };
    const need = (size) => {
        const at = size < 2 ** 31 ? c.malloc(size) >>> 0 : 0;  // WebAssembly returns an address beyond 2 GB as a negative number
        if (at === 0) {
            throw new RangeError(`sat3d: no memory for ${size} bytes`);
        }
        fresh();
        return at;
    };
    /** Memory for the arguments of one call, which does not overlap that of others. */
    const scratch = need(4096);
    const result = scratch, vectors = scratch + 256, poses = scratch + 512, structs = scratch + 1024;
    const floatsAt = (at, count) => floats.subarray(at >>> 2, (at >>> 2) + count);
    const number = (value, name) => {
        if (typeof value !== 'number') {
            throw new TypeError(`sat3d: ${name} is ${typeof value}, not a number`);
        }
        return value;
    };
    /** A number that C has as uint32_t. status: of the error if it is none. */
    const wordOf = (value, name, status) => {
        if (!Number.isInteger(number(value, name)) || value < 0 || value > 0xffffffff) {
            throw new Sat3dError(status, `${name} is ${value}, not a whole number from 0 to ${0xffffffff}`);
        }
        return value;
    };
    const put = (at, values, count, name) => {
        if (values == null || values.length !== count) {
            throw new TypeError(`sat3d: ${name} needs ${count} numbers`);
        }
        for (let i = 0; i < count; ++i) {
            floats[(at >>> 2) + i] = number(values[i], name);
        }
        return at;
    };
    /** So many numbers of something with many values. */
    const numbersOf = (values, count, name) => {
        const all = [...iterableOf(values, name)];
        if (all.length !== count) {
            throw new TypeError(`sat3d: ${name} needs ${count} numbers`);
        }
        return all.map((value) => number(value, name));
    };
    const vectorAt = (place, values, name) => put(vectors + 16 * place, values, 3, name);
    const poseAt = (place, values, name = 'a pose') => put(poses + 32 * place, values, 7, name);
    const three = (at) => floats.slice(at >>> 2, (at >>> 2) + 3);
    /** Memory for an array, until the callback returns. */
    const withArray = (array, call) => {
        const given = bytesOf(array), at = need(Math.max(given.length, 8));
        try {
            bytes.set(given, at);
            return call(at);
        } finally {
            c.free(at);
        }
    };
    const floatArray = (values, row, name) => {
        const array = values instanceof Float32Array ? values
            : ArrayBuffer.isView(values) ? new Float32Array(numberArray(values, name))
            : Float32Array.from(listOf(values, name), (value) => number(value, name));
        if (array.length % row !== 0) {
            throw new TypeError(`sat3d: ${name} needs ${row} numbers in each row`);
        }
        return array;
    };
    const indexArray = (values, row, name) => {
        if (ArrayBuffer.isView(values)) {
            numberArray(values, name);
        }
        const array = values instanceof Uint32Array ? values : Uint32Array.from(listOf(values, name), (value) => {
            if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) {
                throw new TypeError(`sat3d: ${name} needs whole numbers`);
            }
            return value;
        });
        if (array.length % row !== 0) {
            throw new TypeError(`sat3d: ${name} needs ${row} numbers in each row`);
        }
        return array;
    };
    /** Memory for tags, one for each part, or address 0 for none. */
    const withTags = (tags, count, part, call) => {
        if (tags === undefined || tags === null) {
            return call(0);
        }
        const array = indexArray(tags, 1, 'tags');
        if (array.length !== count) {
            throw new TypeError(`sat3d: a tag for each ${part} is needed, ${count} in all`);
        }
        return withArray(array, call);
    };
    const handleOf = (object, type) => {
        if (!(object instanceof type) || object.handle === 0) {
            throw new TypeError(`sat3d: a ${type.name} that has not ended is needed`);
        }
        if (steppedWithHook.has(object)) {
            throw new TypeError('sat3d: a hook cannot use the world that calls it');
        }
        return object.handle;
    };
    const steppedWithHook = new Set();
    const idOf = (id) => {
        if (typeof id !== 'bigint') {
            throw new TypeError('sat3d: an id is a bigint');
        }
        if (id !== BigInt.asUintN(64, id)) {
            throw new TypeError('sat3d: an id has 64 bits, and is not negative');
        }
        return id;
    };

    const rayOf = (origin, direction, length) =>
        [...numbersOf(origin, 3, 'the origin'), ...numbersOf(direction, 3, 'the direction'), number(length, 'the length')];

    class Shape {
        /** @internal */
        constructor(handle) {
            this.handle = handle;
        }
        get kind() {
            check(c.s3_shape_get_kind(handleOf(this, Shape), result));
            return KINDS[view.getUint32(result, true)];
        }
        mass(density) {
            check(c.s3_shape_mass(handleOf(this, Shape), number(density, 'density'), result));
            return {mass: floats[result >>> 2], center: three(result + 4), inertia: floats.slice((result >>> 2) + 4, (result >>> 2) + 13)};
        }
        /** The shape under a linear map, column by column: scale, rotation, mirror. */
        transformed(map) {
            return made(c.s3_shape_transform(handleOf(this, Shape), put(vectors, map, 9, 'the map'), result));
        }
        /** The vertices of a hull, three numbers each. */
        vertices() {
            check(c.s3_hull_vertices(handleOf(this, Shape), result, result + 4));
            const at = view.getUint32(result, true) >>> 2;
            return floats.slice(at, at + 3 * view.getUint32(result + 4, true));
        }
        /** The faces of a hull: numbers of vertices, counter-clockwise from outside. */
        faces() {
            const shape = handleOf(this, Shape);
            check(c.s3_hull_face_count(shape, result));
            return Array.from({length: view.getUint32(result, true)}, (_, face) => {
                check(c.s3_hull_face(shape, face, result, result + 4));
                const at = view.getUint32(result, true) >>> 2;
                return words.slice(at, at + view.getUint32(result + 4, true));
            });
        }
        bounds(pose) {
            check(c.s3_shape_bounds(handleOf(this, Shape), poseAt(0, pose), result));
            return {lower: three(result), upper: three(result + 12)};
        }
        release() {
            c.s3_shape_release(this.handle);
            this.handle = 0;
        }
    }
    const made = (status) => {
        check(status);
        return new Shape(view.getUint32(result, true));
    };

    const pairArguments = (a, poseA, b, poseB) =>
        [handleOf(a, Shape), poseAt(0, poseA), handleOf(b, Shape), poseAt(1, poseB)];

    class World {
        constructor(options = undefined) {
            const {gravity = [0, -9.81, 0], substeps = 8, materialPairs = [], detail = 'push', margin = 0, hysteresis = 0} =
                optionsOf(options, 'the options', ['gravity', 'substeps', 'materialPairs', 'detail', 'margin', 'hysteresis']);
            const level = detailOf(detail);
            c.s3_default_world_options(structs);
            fresh();
            write(view, 's3_world_options', structs, {gravity, substeps, detail: level, margin, hysteresis}, 'the options');
            motion.withMaterialPairs(materialPairs, structs, () => check(c.s3_world_create(structs, result)));
            this.handle = view.getUint32(result, true);
        }
        /** Adds an object, and returns its id. With a density in kg / m3 it gets a body. */
        add(shape, options = undefined) {
            const {pose = sat3d.pose(), kind = 'moving', density, friction = 0.6, restitution = 0, filter, userData = 0n} =
                optionsOf(options, 'the object', ['pose', 'kind', 'density', 'friction', 'restitution', 'filter', 'userData']);
            const world = handleOf(this, World), handle = handleOf(shape, Shape), kindNumber = kindOf(kind);
            // The body first, so that one without a mass adds nothing.
            const body = structs + 512;
            if (density !== undefined) {
                c.s3_default_body(body);
                check(c.s3_shape_mass(handle, number(density, 'density'), body + placeOf('s3_body', 'mass')));
                write(view, 's3_body', body, {friction, restitution}, 'the body');
            }
            c.s3_default_object(structs);
            fresh();
            write(view, 's3_object', structs, {kind: kindNumber, shape: handle, pose, userData, filter: optionsOf(filter, 'the filter')},
                  'the object');
            check(c.s3_world_add(world, structs, result));
            const id = view.getBigUint64(result, true);
            if (density !== undefined) {
                try {
                    check(c.s3_world_set_body(world, id, body));
                } catch (error) {
                    c.s3_world_remove(world, id);
                    throw error;
                }
            }
            return id;
        }
        remove(id) {
            check(c.s3_world_remove(handleOf(this, World), idOf(id)));
        }
        has(id) {
            check(c.s3_world_has(handleOf(this, World), idOf(id), result));
            return bytes[result] !== 0;
        }
        get size() {
            check(c.s3_world_size(handleOf(this, World), result));
            return view.getUint32(result, true);
        }
        pose(id) {
            check(c.s3_world_get_pose(handleOf(this, World), idOf(id), result));
            return floats.slice(result >>> 2, (result >>> 2) + 7);
        }
        setPose(id, pose) {
            check(c.s3_world_set_pose(handleOf(this, World), idOf(id), poseAt(0, pose)));
        }
        /** The poses of many objects, seven numbers each, written to `out`. ids: a BigUint64Array. */
        poses(ids, out = new Float32Array(7 * (ids?.length ?? 0))) {
            const isOfFloats = out instanceof Float32Array || out instanceof Float64Array;
            if (!(ids instanceof BigUint64Array) || !isOfFloats || out.length !== 7 * ids.length) {
                throw new TypeError('sat3d: a BigUint64Array of ids is needed, and seven floats for each of them');
            }
            const world = handleOf(this, World);
            return withArray(ids, (from) => {
                const to = need(Math.max(POSE * ids.length, 8));
                try {
                    check(c.s3_world_get_poses(world, from, ids.length, to));
                    out.set(floatsAt(to, out.length));
                    return out;
                } finally {
                    c.free(to);
                }
            });
        }
        /** Moves the bodies. hook(contact, settings) may change what a contact does: see stepWithHook(). */
        step(dt = 1 / 60, hook = undefined) {
            const world = handleOf(this, World);
            if (hook === undefined) {
                check(c.s3_world_step(world, number(dt, 'dt')));
                return;
            }
            steppedWithHook.add(this);
            try {
                motion.stepWithHook(world, number(dt, 'dt'), hook);
            } finally {
                steppedWithHook.delete(this);
            }
        }
        setVelocity(id, velocity, angular = [0, 0, 0]) {
            check(c.s3_world_set_velocity(handleOf(this, World), idOf(id), vectorAt(0, velocity, 'the velocity'),
                                          vectorAt(1, angular, 'the angular velocity')));
        }
        applyImpulse(id, impulse, point) {
            check(c.s3_world_apply_impulse(handleOf(this, World), idOf(id), vectorAt(0, impulse, 'the impulse'),
                                           vectorAt(1, point, 'the point')));
        }
        /** The first hit of a ray, or null. */
        raycast(origin, direction, length = Infinity, query = undefined) {
            const hits = this.raycasts(rayOf(origin, direction, length), query);
            return hits.objects[0] === 0n ? null
                                          : {object: hits.objects[0], distance: hits.distances[0], normal: hits.normals};
        }
        /** The first hits of many rays: origin, direction and length in each row. An object 0n is a miss. */
        raycasts(rays, query = undefined) {
            const world = handleOf(this, World), given = floatArray(rays, 7, 'rays'), count = given.length / 7;
            const found = {objects: new BigUint64Array(count), distances: new Float32Array(count).fill(Infinity),
                           normals: new Float32Array(3 * count)};
            return withArray(given, (from) => {
                const to = need(Math.max(WORLD_RAY_HIT * count, 8));
                try {
                    objects.withQuery(query, (filter) => check(c.s3_world_raycast_many(world, from, count, filter, to)));
                    for (let i = 0; i < count; ++i) {
                        const at = to + WORLD_RAY_HIT * i;
                        found.objects[i] = view.getBigUint64(at, true);
                        if (found.objects[i] !== 0n) {
                            found.distances[i] = floats[(at + 8) >>> 2];
                            found.normals.set(floatsAt(at + 12, 3), 3 * i);
                        }
                    }
                    return found;
                } finally {
                    c.free(to);
                }
            });
        }
        /** What touches now: pairs that begin and stay. */
        update() {
            check(c.s3_world_update(handleOf(this, World), result));
            const manifolds = view.getUint32(result + placeOf('s3_events', 'manifolds'), true);
            const list = (at) => Array.from({length: view.getUint32(at + 4, true)}, (_, i) => {
                const contact = view.getUint32(at, true) + CONTACT * i;
                const first = view.getUint32(contact + placeOf('s3_contact', 'firstManifold'), true);
                const count = view.getUint32(contact + placeOf('s3_contact', 'manifoldCount'), true);
                return {a: view.getBigUint64(contact, true), b: view.getBigUint64(contact + 8, true),
                        normal: three(contact + 16), depth: view.getFloat32(contact + 28, true),
                        manifolds: objects.manifoldsAt(manifolds + MANIFOLD * first, count)};
            });
            const pairs = (at) => Array.from({length: view.getUint32(at + 4, true)}, (_, i) => {
                const pair = view.getUint32(at, true) + 16 * i;
                return {a: view.getBigUint64(pair, true), b: view.getBigUint64(pair + 8, true)};
            });
            return {begun: list(result), stayed: list(result + 8), ended: pairs(result + 16)};
        }
        hash() {
            check(c.s3_world_hash(handleOf(this, World), result));
            return view.getBigUint64(result, true);
        }
        snapshot() {
            check(c.s3_world_snapshot(handleOf(this, World), result, result + 4));
            const at = view.getUint32(result, true);
            return bytes.slice(at, at + view.getUint32(result + 4, true));
        }
        restore(snapshot) {
            const world = handleOf(this, World);
            if (!(snapshot instanceof Uint8Array)) {
                throw new TypeError('sat3d: a snapshot is a Uint8Array');
            }
            withArray(snapshot, (at) => check(c.s3_world_restore(world, at, snapshot.byteLength)));
        }
        destroy() {
            if (steppedWithHook.has(this)) {
                throw new TypeError('sat3d: a hook cannot destroy the world that calls it');
            }
            c.s3_world_destroy(this.handle);
            this.handle = 0;
        }
    }

    const memory = {
        c, check, calls, result, structs, idOf, vectorAt, poseAt, number, wordOf, need, made,
        view() {
            fresh();
            return view;
        },
        withFloats(values, row, name, call) {
            const array = floatArray(values, row, name);
            return withArray(array, (at) => call(at, array.length));
        },
        rayAt: (origin, direction, length) => put(structs, rayOf(origin, direction, length), 7, 'a ray'),
        worldOf: (object) => handleOf(object, World), shapeOf: (object) => handleOf(object, Shape),
    };
    const objects = objectsOf(memory), motion = motionOf({...memory, withQuery: objects.withQuery});
    for (const [name, value] of Object.entries({...objects.world, ...motion.world})) {
        Object.defineProperty(World.prototype, name, {value, writable: true, configurable: true});
    }

    const Model = modelOf({
        c, check, result, structs, textAt, idOf, poseAt, withArray, wordOf, view: () => view,
        ownShape(handle) {
            c.s3_shape_retain(handle);
            return new Shape(handle);
        },
    });

    /** The arguments of C for many pairs, and memory for a result of each, until the callback returns. */
    const withPairs = (given, poses, pairs, size, call) => {
        const shapes = [...iterableOf(given, 'shapes')], places = floatArray(poses, 7, 'poses'), numbers = indexArray(pairs, 2, 'pairs');
        if (places.length !== 7 * shapes.length) {
            throw new TypeError('sat3d: a pose for each shape is needed');
        }
        const refs = new Uint32Array(2 * shapes.length), count = numbers.length / 2;
        shapes.forEach((shape, i) => {
            c.s3_shape_get_ref(result, handleOf(shape, Shape));
            fresh();
            refs.set(words.subarray(result >>> 2, (result >>> 2) + 2), 2 * i);
        });
        return withArray(refs, (atRefs) => withArray(places, (atPoses) => withArray(numbers, (atPairs) => {
            const to = need(Math.max(size * count, 8));
            try {
                return call([atRefs, atPoses, shapes.length, atPairs, count], count, to);
            } finally {
                c.free(to);
            }
        })));
    };

    const sat3d = {
        Model,
        Shape,
        World,
        ...motion.makers,
        version: textAt(c.s3_version()),
        /** A pose: x y z, then the unit quaternion x y z w. */
        pose: (position = [0, 0, 0], rotation = [0, 0, 0, 1]) =>
            Float32Array.of(...numbersOf(position, 3, 'the position'), ...numbersOf(rotation, 4, 'the rotation')),
        sphere: (radius, center = [0, 0, 0]) =>
            made(c.s3_sphere_create(vectorAt(0, center, 'the center'), number(radius, 'radius'), result)),
        capsule: (start, end, radius) => made(c.s3_capsule_create(vectorAt(0, start, 'the start'), vectorAt(1, end, 'the end'),
                                                                  number(radius, 'radius'), result)),
        box: (halfExtents, center = [0, 0, 0], rotation = [0, 0, 0, 1]) =>
            made(c.s3_box_create(vectorAt(0, center, 'the center'), vectorAt(1, halfExtents, 'the half extents'),
                                 put(vectors + 64, rotation, 4, 'the rotation'), result)),
        halfSpace: (normal, offset = 0) =>
            made(c.s3_half_space_create(vectorAt(0, normal, 'the normal'), number(offset, 'offset'), result)),
        /** Shapes as one: {shape, pose, tag} each, in its frame. */
        compound: (children) => objects.compound(children, made),
        /** The convex hull of points: three numbers each. */
        hull(points) {
            const array = floatArray(points, 3, 'points');
            return withArray(array, (at) => made(c.s3_hull_create(at, array.length / 3, result)));
        },
        /** Triangles: numbers of vertices, counter-clockwise seen from their fronts. tags: one for each, yours. */
        mesh(vertices, triangles, options = undefined) {
            const {oneSided = false, tags} = optionsOf(options, 'the mesh', ['oneSided', 'tags']);
            const corners = floatArray(vertices, 3, 'vertices'), indices = indexArray(triangles, 3, 'triangles');
            return withTags(tags, indices.length / 3, 'triangle', (atTags) =>
                withArray(corners, (from) => withArray(indices, (at) => {
                    c.s3_default_mesh_options(structs);
                    write(view, 's3_mesh_options', structs, {oneSided, tags: atTags}, 'the options');
                    return made(c.s3_mesh_create(from, corners.length / 3, at, indices.length, structs, result));
                })));
        },
        /** Ground along z, row by row. holes: numbers of cells without ground. tags: one for each cell, yours. */
        heightField(heights, columns, rows, cellX = 1, cellY = 1, options = undefined) {
            const {twoSided = false, holes = [], tags} = optionsOf(options, 'the field', ['twoSided', 'holes', 'tags']);
            const array = floatArray(heights, 1, 'heights');
            const isCount = (count) => Number.isInteger(count) && count >= 0 && count <= 0xffffffff;
            if (!isCount(columns) || !isCount(rows) || array.length !== columns * rows) {
                throw new TypeError(`sat3d: ${columns} x ${rows} heights are needed`);
            }
            const left = indexArray(holes, 1, 'holes');
            return withTags(tags, (columns - 1) * (rows - 1), 'cell', (atTags) =>
                withArray(left, (atHoles) => withArray(array, (at) => {
                    c.s3_default_height_field_options(structs);
                    write(view, 's3_height_field_options', structs,
                          {twoSided, holes: atHoles, holeCount: left.length, tags: atTags}, 'the options');
                    return made(c.s3_height_field_create(at, columns, rows, number(cellX, 'cellX'), number(cellY, 'cellY'), structs,
                                                         result));
                })));
        },
        overlaps(a, poseA, b, poseB, margin = 0) {
            check(c.s3_overlaps(...pairArguments(a, poseA, b, poseB), number(margin, 'margin'), result));
            return bytes[result] !== 0;
        },
        /** The shortest push apart: moving B by depth * normal separates the shapes. null if they do not overlap. */
        penetration(a, poseA, b, poseB, margin = 0) {
            check(c.s3_penetrate(...pairArguments(a, poseA, b, poseB), number(margin, 'margin'), result));
            const depth = floats[(result >>> 2) + 3];
            return depth > 0 ? {normal: three(result), depth} : null;
        },
        distance(a, poseA, b, poseB) {
            check(c.s3_measure_distance(...pairArguments(a, poseA, b, poseB), result));
            return {separation: floats[result >>> 2], normal: three(result + 4), pointA: three(result + 16),
                    pointB: three(result + 28)};
        },
        /**
         * The contact manifolds, the deepest first, 64 or as many as `most` says: none if the shapes are farther apart than the
         * margin.
         */
        collide: (a, poseA, b, poseB, margin = 0, options = undefined) =>
            objects.collide(pairArguments(a, poseA, b, poseB), number(margin, 'margin'), options),
        /** When two shapes on straight paths meet. */
        sweep: objects.sweep,
        contains(shape, pose, point) {
            check(c.s3_contains(handleOf(shape, Shape), poseAt(0, pose), vectorAt(0, point, 'the point'), result));
            return bytes[result] !== 0;
        },
        raycast(shape, pose, origin, direction, length = Infinity) {
            const ray = put(structs, rayOf(origin, direction, length), 7, 'a ray');
            check(c.s3_raycast(handleOf(shape, Shape), poseAt(0, pose), ray, result, result + 8));
            return bytes[result] === 0 ? null
                                       : {distance: view.getFloat32(result + 8, true), normal: three(result + 12)};
        },
        /**
         * The pushes of many pairs: object i is shapes[i] at the seven numbers from 7 * i on; pairs are numbers of objects,
         * two each. Depth 0: no overlap.
         */
        penetrations(shapes, poses, pairs, margin = 0) {
            return withPairs(shapes, poses, pairs, PENETRATION, (given, count, to) => {
                check(c.s3_penetrate_pairs(...given, number(margin, 'margin'), to));
                const found = {depths: new Float32Array(count), normals: new Float32Array(3 * count)};
                for (let i = 0; i < count; ++i) {
                    const at = (to + PENETRATION * i) >>> 2;
                    found.normals.set(floats.subarray(at, at + 3), 3 * i);
                    found.depths[i] = floats[at + 3];
                }
                return found;
            });
        },
        /** Whether the pairs overlap, 1 or 0 each, like penetrations(). */
        overlapPairs(shapes, poses, pairs, margin = 0) {
            return withPairs(shapes, poses, pairs, 1, (given, count, to) => {
                check(c.s3_overlap_pairs(...given, number(margin, 'margin'), to));
                return bytes.slice(to, to + count);
            });
        },
        /**
         * The contact manifolds of many pairs, like penetrations(): bodies on terrain, say. Those of each pair are an array,
         * the deepest first. most: so many of all pairs; the last ones go without.
         */
        collidePairs(shapes, poses, pairs, margin = 0, options = undefined) {
            const {most} = optionsOf(options, 'the options', ['most']);
            return withPairs(shapes, poses, pairs, 4, (given, count, ends) =>
                objects.manyManifolds(most, 4 * count + 64, count === 0 ? 0 : ends + 4 * (count - 1), (at, room) => {
                    check(c.s3_collide_pairs(...given, number(margin, 'margin'), at, room, ends));
                    return (to) => Array.from({length: count}, (_, i) => {
                        const begin = i === 0 ? 0 : words[(ends >>> 2) + i - 1];
                        return objects.manifoldsAt(to + MANIFOLD * begin, words[(ends >>> 2) + i] - begin);
                    });
                }));
        },
        /** Many rays and one shape: origin, direction and length in each row. A distance of Infinity is a miss. */
        raycasts(shape, pose, rays) {
            const handle = handleOf(shape, Shape), given = floatArray(rays, 7, 'rays'), count = given.length / 7;
            const found = {distances: new Float32Array(count), normals: new Float32Array(3 * count)};
            return withArray(given, (from) => {
                const to = need(Math.max(RAY_HIT * count, 8));
                try {
                    check(c.s3_raycast_many(handle, poseAt(0, pose), from, count, to));
                    for (let i = 0; i < count; ++i) {
                        const at = (to + RAY_HIT * i) >>> 2;
                        found.distances[i] = floats[at];
                        found.normals.set(floats.subarray(at + 1, at + 4), 3 * i);
                    }
                    return found;
                } finally {
                    c.free(to);
                }
            });
        },
    };
    return sat3d;
}
