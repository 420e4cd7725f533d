// Structs of sat3d.h as objects: members have the same names, in camel case. Vectors, quaternions and poses are arrays of
// numbers.

import {LAYOUT} from './layout.mjs';

const FLAT = {s3_vec3: 3, s3_quat: 4, s3_pose: 7};
const PLAIN = {
    bool: [1, (view, at) => view.getUint8(at) !== 0, (view, at, value) => view.setUint8(at, value ? 1 : 0)],
    u8: [1, (view, at) => view.getUint8(at), (view, at, value) => view.setUint8(at, value)],
    i32: [4, (view, at) => view.getInt32(at, true), (view, at, value) => view.setInt32(at, value, true)],
    u32: [4, (view, at) => view.getUint32(at, true), (view, at, value) => view.setUint32(at, value, true)],
    f32: [4, (view, at) => view.getFloat32(at, true), (view, at, value) => view.setFloat32(at, value, true)],
    i64: [8, (view, at) => Number(view.getBigInt64(at, true)), (view, at, value) => view.setBigInt64(at, BigInt(value), true)],
    u64: [8, (view, at) => view.getBigUint64(at, true), (view, at, value) => view.setBigUint64(at, BigInt.asUintN(64, value), true)],
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

/** Writes the members that the object has over those of the memory. */
export function write(view, kind, at, value, name) {
    if (kind in PLAIN) {
        const type = kind === 'bool' ? 'boolean' : kind === 'u64' ? 'bigint' : 'number';
        if (typeof value !== type || (type === 'number' && kind !== 'f32' && !Number.isInteger(value))) {
            throw new TypeError(`sat3d: ${name} is ${value}, not a ${kind === 'f32' || type !== 'number' ? type : 'whole number'}`);
        }
        PLAIN[kind][2](view, at, value);
    } else if (kind in FLAT) {
        writeMany(view, 'f32', at, value, FLAT[kind], name);
    } else {
        if (typeof value !== 'object' || value === null) {
            throw new TypeError(`sat3d: ${name} is ${value}, not an object`);
        }
        const {members} = LAYOUT[kind];
        for (const [key, inner] of Object.entries(value)) {
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
