// Objects of a world one by one, and what queries find among them.

import {bytesOf, iterableOf, objectOf, optionsOf, read, readMany, sizeOf, write} from './structs.mjs';

const LAYERS = {faces: 1 << 0, edges: 1 << 1, bounds: 1 << 2, contacts: 1 << 5, pushes: 1 << 6, events: 1 << 7, bodies: 1 << 12,
                impulses: 1 << 13};
const OBJECT_KINDS = {moving: 0, static: 1, sensor: 2};
const DETAILS = {overlap: 0, push: 1, manifolds: 2};
const NO_SUCH_PART = 0x503;  // S3_WORLD_NO_SUCH_PART
const SWEEPS = ['miss', 'hit', 'initialOverlap', 'notConverged'];

/** The number of a word, or an error that names the words that there are. */
const numberOf = (word, words, what) => {
    if (!Object.hasOwn(words, word)) {
        throw new TypeError(`sat3d: there is no ${what} ${word}, only ${Object.keys(words).join(', ')}`);
    }
    return words[word];
};
export const kindOf = (kind) => numberOf(kind, OBJECT_KINDS, 'kind');
export const detailOf = (detail) => numberOf(detail, DETAILS, 'detail');

/** @param memory  of the module: see bind() in sat3d.mjs */
export function objectsOf({c, check, view, result, structs, worldOf, shapeOf, idOf, vectorAt, poseAt, number, wordOf, need, made, withFloats, rayAt}) {
    const structAt = (kind, value, name, at = structs) => {
        write(view(), kind, at, value, name);
        return at;
    };
    /** Memory until the callback returns. */
    const withMemory = (size, call) => {
        const at = need(Math.max(size, 8));
        try {
            return call(at);
        } finally {
            c.free(at);
        }
    };
    const withIds = (ids, call) => {
        if (!Number.isInteger(ids?.length)) {
            throw new TypeError(`sat3d: an array of ids is needed, not ${ids}`);
        }
        if (ArrayBuffer.isView(ids)) {
            bytesOf(ids);
        }
        return withMemory(8 * ids.length, (at) => {
            for (let i = 0; i < ids.length; ++i) {
                view().setBigUint64(at + 8 * i, idOf(ids[i]), true);
            }
            return call(at, ids.length);
        });
    };
    /** How many results there is room for. */
    const mostOf = (most, what) => {
        if (!Number.isInteger(most) || most < 0 || most > 0xffffff) {
            throw new TypeError(`sat3d: ${most} ${what} are asked for, not 0 to ${0xffffff}`);
        }
        return most;
    };
    /** What queries see, until the callback returns. without: ids. categories: a bigint of bits. */
    const withQuery = (query, call) => {
        if (query === undefined || query === null) {
            return call(0);
        }
        const {without = [], ...rest} = objectOf(query, 'the query'), filter = structs + 512;
        return withIds(without, (at, count) => {
            c.s3_default_query_filter(filter);
            return call(structAt('s3_query_filter', {...rest, without: at, withoutCount: count}, 'the query', filter));
        });
    };
    /** Ids that a function of C writes: at most as many as the world has objects. */
    const idsBy = (world, call) => {
        check(c.s3_world_size(world, result));
        const capacity = view().getUint32(result, true);
        return withMemory(8 * capacity, (ids) => {
            check(call(ids, capacity, result));
            return new BigUint64Array(view().buffer.slice(ids, ids + 8 * view().getUint32(result, true)));
        });
    };
    const sweepOf = ({status, fraction, normal, point, depth}) => ({status: SWEEPS[status], fraction, normal, point, depth});

    const world = {
        ids() {
            const handle = worldOf(this);
            return idsBy(handle, (ids, capacity, count) => c.s3_world_ids(handle, ids, capacity, count));
        },
        /** Sets the poses of many objects, seven numbers each: all of them, or none. */
        setPoses(ids, poses) {
            const handle = worldOf(this);
            withIds(ids, (at, count) => withFloats(poses, 7, 'poses', (from, numbers) => {
                if (numbers !== 7 * count) {
                    throw new TypeError('sat3d: a pose for each id is needed');
                }
                check(c.s3_world_set_poses(handle, at, from, count));
            }));
        },
        /** The pose of one child of a compound in its object: a turret on its tank. */
        setPartPose(id, part, pose) {
            check(c.s3_world_set_part_pose(worldOf(this), idOf(id), wordOf(part, 'the part', NO_SUCH_PART), poseAt(0, pose)));
        },
        partPose(id, part) {
            check(c.s3_world_get_part_pose(worldOf(this), idOf(id), wordOf(part, 'the part', NO_SUCH_PART), structs));
            return read(view(), 's3_pose', structs);
        },
        /** The shape of an object, with its parts where they are now. It is yours to release. */
        shape(id) {
            return made(c.s3_world_get_shape(worldOf(this), idOf(id), result));
        },
        kind(id) {
            check(c.s3_world_get_kind(worldOf(this), idOf(id), result));
            return Object.keys(OBJECT_KINDS)[view().getUint32(result, true)];
        },
        filter(id) {
            check(c.s3_world_get_filter(worldOf(this), idOf(id), structs));
            return read(view(), 's3_filter', structs);
        },
        setShape(id, shape) {
            check(c.s3_world_set_shape(worldOf(this), idOf(id), shapeOf(shape)));
        },
        setKind(id, kind) {
            check(c.s3_world_set_kind(worldOf(this), idOf(id), kindOf(kind)));
        },
        /** What the object touches: see s3_filter. Bits are bigints. */
        setFilter(id, filter = undefined) {
            const {categories = 1n, collidesWith = 0xffffffffffffffffn, excludes = 0n, group = 0, ...rest} =
                optionsOf(filter, 'the filter');
            check(c.s3_world_set_filter(worldOf(this), idOf(id), structAt(
                's3_filter', {categories, collidesWith, excludes, group, ...rest}, 'the filter')));
        },
        userData(id) {
            check(c.s3_world_get_user_data(worldOf(this), idOf(id), result));
            return view().getBigUint64(result, true);
        },
        setUserData(id, userData) {
            check(c.s3_world_set_user_data(worldOf(this), idOf(id), idOf(userData)));
        },
        /** The object then stands still. */
        removeBody(id) {
            check(c.s3_world_remove_body(worldOf(this), idOf(id)));
        },
        /** For the next step: newtons at the center of mass, newton meters. */
        applyForce(id, force, torque = [0, 0, 0]) {
            check(c.s3_world_apply_force(worldOf(this), idOf(id), vectorAt(0, force, 'the force'), vectorAt(1, torque, 'the torque')));
        },
        /** For the next step: newtons at a point of the world. */
        applyForceAt(id, force, point) {
            check(c.s3_world_apply_force_at(worldOf(this), idOf(id), vectorAt(0, force, 'the force'), vectorAt(1, point, 'the point')));
        },
        /** The velocity of the point of a body that is at this point of the world. */
        velocityAt(id, point) {
            check(c.s3_world_velocity_at(worldOf(this), idOf(id), vectorAt(0, point, 'the point'), structs));
            return read(view(), 's3_vec3', structs);
        },
        wake(id) {
            check(c.s3_world_wake(worldOf(this), idOf(id)));
        },
        isAsleep(id) {
            check(c.s3_world_is_asleep(worldOf(this), idOf(id), result));
            return view().getUint8(result) !== 0;
        },
        setGravity(gravity) {
            check(c.s3_world_set_gravity(worldOf(this), vectorAt(0, gravity, 'gravity')));
        },
        /** Number of bodies that the last step moved. */
        awakeCount() {
            check(c.s3_world_awake_count(worldOf(this), result));
            return view().getUint32(result, true);
        },
        /** The hits of a ray, nearest first. most: so many at most. */
        raycastAll(origin, direction, length = Infinity, options = undefined) {
            const {most = 64, ...query} = optionsOf(options, 'the query');
            const handle = worldOf(this), size = sizeOf('s3_world_ray_hit');
            return withQuery(query, (filter) => withMemory(size * mostOf(most, 'hits'), (hits) => {
                check(c.s3_world_raycast_all(handle, rayAt(origin, direction, length), filter, hits, most, result));
                return readMany(view(), 's3_world_ray_hit', hits, view().getUint32(result, true)).map(({object, hit}) => (
                    {object, distance: hit.entry.distance, exitDistance: hit.exit.distance, normal: hit.entry.normal}));
            }));
        },
        /** Whether no object lies between two points. */
        isVisible(from, to, query = undefined) {
            return withQuery(query, (filter) => {
                check(c.s3_world_is_visible(worldOf(this), vectorAt(0, from, 'the first point'), vectorAt(1, to, 'the second point'),
                                            filter, result));
                return view().getUint8(result) !== 0;
            });
        },
        /** The ids of the objects that a shape overlaps. */
        overlapping(shape, pose, query) {
            const handle = worldOf(this);
            return withQuery(query, (filter) => idsBy(handle, (ids, capacity, count) =>
                c.s3_world_overlapping(handle, shapeOf(shape), poseAt(0, pose), filter, ids, capacity, count)));
        },
        /** The ids of the objects that contain a point. */
        containing(point, query) {
            const handle = worldOf(this);
            return withQuery(query, (filter) => idsBy(handle, (ids, capacity, count) =>
                c.s3_world_containing(handle, vectorAt(0, point, 'the point'), filter, ids, capacity, count)));
        },
        /** The object that is closest to a shape, or null if all are farther than maxDistance. */
        closest(shape, pose, options = undefined) {
            const {maxDistance = Infinity, ...query} = optionsOf(options, 'the query');
            return withQuery(query, (filter) => {
                check(c.s3_world_closest(worldOf(this), shapeOf(shape), poseAt(0, pose), number(maxDistance, 'maxDistance'), filter,
                                         result, structs));
                const object = view().getBigUint64(result, true);
                if (object === 0n) {
                    return null;
                }
                const {separation, normal, pointA, pointB} = read(view(), 's3_distance', structs);
                return {object, separation, normal, pointA, pointB};
            });
        },
        /** The object that a moving shape meets first, or null. */
        sweep(shape, pose, translation, query) {
            return withQuery(query, (filter) => {
                check(c.s3_world_sweep(worldOf(this), shapeOf(shape), poseAt(0, pose), vectorAt(0, translation, 'the translation'),
                                       filter, result, structs));
                const object = view().getBigUint64(result, true);
                return object === 0n ? null : {object, ...sweepOf(read(view(), 's3_sweep', structs))};
            });
        },
        /** Triangles and lines of the world for any renderer. origin: of the world, to which positions are relative. */
        draw(layers = ['faces', 'edges'], origin = [0, 0, 0]) {
            const bits = [...iterableOf(layers, 'the layers')].reduce((sum, layer) => sum | numberOf(layer, LAYERS, 'layer'), 0);
            check(c.s3_drawing_create(result));
            const drawing = view().getUint32(result, true);
            try {
                check(c.s3_drawing_set_origin(drawing, vectorAt(0, origin, 'the origin')));
                check(c.s3_drawing_add_world(drawing, worldOf(this), bits));
                check(c.s3_drawing_get_view(drawing, structs));
                const seen = read(view(), 's3_drawing_view', structs), corners = seen.trianglePositionCount;
                const copy = (Type, at, count) => new Type(view().buffer.slice(at, at + 4 * count));
                return {
                    positions: copy(Float32Array, seen.trianglePositions, 3 * corners),
                    normals: copy(Float32Array, seen.triangleNormals, 3 * corners),
                    colors: copy(Uint32Array, seen.triangleColors, corners),
                    triangles: copy(Uint32Array, seen.triangleIndices, seen.triangleIndexCount),
                    linePositions: copy(Float32Array, seen.linePositions, 3 * seen.linePositionCount),
                    lineColors: copy(Uint32Array, seen.lineColors, seen.linePositionCount),
                };
            } finally {
                c.s3_drawing_destroy(drawing);
            }
        },
    };

    /** Makes a compound of shapes at poses in its frame. */
    const compound = (given, create) => {
        const children = [...iterableOf(given, 'the children')], size = sizeOf('s3_compound_child');
        return withMemory(size * children.length, (at) => {
            children.forEach((child, i) => {
                const {shape, pose = [0, 0, 0, 0, 0, 0, 1], tag = 0} = objectOf(child, `child ${i}`, ['shape', 'pose', 'tag']);
                structAt('s3_compound_child', {shape: shapeOf(shape), pose, tag, userData: 0n}, `child ${i}`, at + size * i);
            });
            return create(c.s3_compound_create(at, children.length, result));
        });
    };
    const manifoldsAt = (at, count) => readMany(view(), 's3_manifold', at, count).map(
        ({normal, pointCount, points, penetration}) => ({normal, depth: penetration.depth, points: points.slice(0, pointCount)}));
    /** The contact manifolds of two shapes, deepest first. most: so many at most. */
    const collide = (pair, margin, options) => {
        const {most = 64} = optionsOf(options, 'the options', ['most']), size = sizeOf('s3_manifold');
        return withMemory(size * mostOf(most, 'manifolds'), (at) => {
            check(c.s3_collide(...pair, margin, at, most, result));
            return manifoldsAt(at, view().getUint32(result, true));
        });
    };
    /**
     * Runs a search in memory for `most` manifolds; without that number, in as much as it needs. It returns what reads the
     * memory. count: where it writes how many there are, or 0 if there are none.
     */
    const manyManifolds = (most, enough, count, search) => {
        for (let room = most === undefined ? enough : mostOf(most, 'manifolds');; room *= 2) {
            const found = withMemory(sizeOf('s3_manifold') * room, (at) => {
                const reading = search(at, room);
                const isFull = most === undefined && count !== 0 && view().getUint32(count, true) >= room;
                return isFull ? null : reading(at);
            });
            if (found !== null) {
                return found;
            }
        }
    };
    /** When two shapes on straight paths meet. */
    const sweep = (a, poseA, translationA, b, poseB, translationB) => {
        check(c.s3_sweep_shapes(shapeOf(a), poseAt(0, poseA), vectorAt(0, translationA, 'the translation of A'), shapeOf(b),
                                poseAt(1, poseB), vectorAt(1, translationB, 'the translation of B'), structs));
        return sweepOf(read(view(), 's3_sweep', structs));
    };
    return {world, compound, collide, manifoldsAt, manyManifolds, sweep, withQuery};
}
