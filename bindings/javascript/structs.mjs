// Structs of sat3d.h as objects: members have the same names, in camel case. Vectors, quaternions and poses are arrays of
// numbers.

import {LAYOUT} from './layout.mjs';

const FLAT = {s3_vec3: 3, s3_quat: 4, s3_pose: 7};
// Size, how to read and to write it, and for whole numbers the least and the greatest one.
const PLAIN = {
    bool: [1, (view, at) => view.getUint8(at) !== 0, (view, at, value) => view.setUint8(at, value ? 1 : 0)],
    u8: [1, (view, at) => view.getUint8(at), (view, at, value) => view.setUint8(at, value), 0, 0xff],
    i32: [4, (view, at) => view.getInt32(at, true), (view, at, value) => view.setInt32(at, value, true), -(2 ** 31), 2 ** 31 - 1],
    u32: [4, (view, at) => view.getUint32(at, true), (view, at, value) => view.setUint32(at, value, true), 0, 0xffffffff],
    f32: [4, (view, at) => view.getFloat32(at, true), (view, at, value) => view.setFloat32(at, value, true)],
    i64: [8, (view, at) => Number(view.getBigInt64(at, true)), (view, at, value) => view.setBigInt64(at, BigInt(value), true),
          Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    u64: [8, (view, at) => view.getBigUint64(at, true), (view, at, value) => view.setBigUint64(at, value, true), 0n, 2n ** 64n - 1n],
};
PLAIN.address = PLAIN.u32;

export const sizeOf = (kind) => PLAIN[kind]?.[0] ?? LAYOUT[kind].size;
export const placeOf = (kind, member) => LAYOUT[kind].members.find(([name]) => name === member)[1];

export function read(view, kind, at) {
    if (kind in PLAIN) {
        return PLAIN[kind][1](view, at);
    }
    if (kind in FLAT) {
        return new Float32Array(view.buffer.slice(at, at + 4 * FLAT[kind]));
    }
    const result = {};
    for (const [name, place, inner, count] of LAYOUT[kind].members) {
        if (name !== 'structSize') {
            result[name] = count === undefined ? read(view, inner, at + place) : readMany(view, inner, at + place, count);
        }
    }
    return result;
}

export function readMany(view, kind, at, count) {
    return Array.from({length: count}, (_, i) => read(view, kind, at + sizeOf(kind) * i));
}

/** An object with these names at most; without names, with any. */
export function objectOf(value, name, known) {
    if (typeof value !== 'object' || value === null) {
        throw new TypeError(`sat3d: ${name} is ${value}, not an object`);
    }
    const wrong = known && Object.keys(value).find((key) => !known.includes(key));
    if (wrong !== undefined) {
        throw new TypeError(`sat3d: ${name} has no ${wrong}`);
    }
    return value;
}
/** The same, which may be left out: null and undefined have no names. */
export const optionsOf = (value, name, known) => value === undefined || value === null ? {} : objectOf(value, name, known);

/** Something with many values, or an error that names it. */
export function listOf(values, name) {
    if (typeof values === 'string' || (typeof values?.[Symbol.iterator] !== 'function' && !Number.isInteger(values?.length))) {
        throw new TypeError(`sat3d: ${name} is ${values}, not an array`);
    }
    return values;
}

/** The same, which may be spread. */
export function iterableOf(values, name) {
    return typeof listOf(values, name)[Symbol.iterator] === 'function' ? values : Array.from(values);
}

/** A typed array whose elements are numbers. */
export function numberArray(values, name) {
    if (values instanceof DataView || values instanceof BigInt64Array || values instanceof BigUint64Array) {
        throw new TypeError(`sat3d: ${name} is a ${values.constructor.name}, not an array of numbers`);
    }
    bytesOf(values);
    return values;
}

/** The bytes of a typed array. Those of memory that was given away are an error. */
export function bytesOf(array) {
    try {
        array.keys();  // throws if the array reaches beyond its memory
        return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    } catch {
        throw new TypeError(`sat3d: the memory of a ${array.constructor.name} was transferred or shrunk`);
    }
}

/** Writes the members that the object has over those of the memory. */
export function write(view, kind, at, value, name) {
    if (kind in PLAIN) {
        const [, , put, least, greatest] = PLAIN[kind], isWhole = least !== undefined;
        const type = kind === 'bool' ? 'boolean' : kind === 'u64' ? 'bigint' : 'number';
        const fits = !isWhole || (value >= least && value <= greatest && (type === 'bigint' || Number.isInteger(value)));
        if (typeof value !== type || !fits) {
            throw new TypeError(`sat3d: ${name} is ${value}, not a ${isWhole && type === 'number' ? 'whole number' : type}` +
                                (isWhole ? ` from ${least} to ${greatest}` : ''));
        }
        put(view, at, value);
    } else if (kind in FLAT) {
        writeMany(view, 'f32', at, value, FLAT[kind], name);
    } else {
        const {members} = LAYOUT[kind];
        for (const [key, inner] of Object.entries(objectOf(value, name))) {
            const member = members.find(([known]) => known === key && key !== 'structSize');
            if (!member) {
                throw new TypeError(`sat3d: ${name} has no ${key}`);
            }
            const [, place, type, count] = member;
            if (count === undefined) {
                write(view, type, at + place, inner, `${name}.${key}`);
            } else {
                writeMany(view, type, at + place, inner, count, `${name}.${key}`);
            }
        }
    }
}

function writeMany(view, kind, at, values, count, name) {
    if (values == null || values.length !== count) {
        throw new TypeError(`sat3d: ${name} needs ${count} values`);
    }
    for (let i = 0; i < count; ++i) {
        write(view, kind, at + sizeOf(kind) * i, values[i], `${name}[${i}]`);
    }
}
