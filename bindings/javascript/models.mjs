// Baked models: their shapes, and the joints between their rigid bodies.

import {read} from './structs.mjs';

const BAD_INDEX = 4;  // S3_BAD_INDEX

/** @param memory  of the module: see bind() in sat3d.mjs */
export function modelOf({c, check, view, result, structs, textAt, ownShape, idOf, poseAt, withArray, wordOf}) {
    const struct = (kind, call) => {
        check(call(structs));
        return read(view(), kind, structs);
    };
    const numberOrNull = (number) => number < 0 ? null : number;

    /** What `sat3d bake` writes. */
    return class Model {
        /** @param bytes  of the file: a Uint8Array */
        constructor(bytes) {
            if (!(bytes instanceof Uint8Array)) {
                throw new TypeError('sat3d: the bytes of a model are a Uint8Array');
            }
            this.handle = withArray(bytes, (at) => {
                check(c.s3_model_from_bytes(at, bytes.length, result));
                return view().getUint32(result, true);
            });
        }
        /** The convex bodies, then the triangle meshes. Their shapes are yours. */
        parts() {
            check(c.s3_model_part_count(this.handle, result, result + 4));
            const count = view().getUint32(result, true) + view().getUint32(result + 4, true);
            return Array.from({length: count}, (_, i) => {
                const part = struct('s3_part', (to) => c.s3_model_get_part(this.handle, i, to));
                check(c.s3_model_part_rigid_body(this.handle, i, result));
                return {name: textAt(part.name), shape: ownShape(part.shape), node: part.node, material: part.material,
                        rigidBody: numberOrNull(read(view(), 'i64', result))};
            });
        }
        /** The nodes, parents first. A pose is in the frame of the parent. */
        nodes() {
            check(c.s3_model_node_count(this.handle, result));
            return Array.from({length: view().getUint32(result, true)}, (_, i) => {
                const node = struct('s3_node', (to) => c.s3_model_get_node(this.handle, i, to));
                return {name: textAt(node.name), parent: numberOrNull(node.parent), restPose: node.restPose};
            });
        }
        /** The joints that the model declares, with the numbers of their rigid bodies. null: the world. */
        joints() {
            check(c.s3_model_joint_count(this.handle, result));
            return Array.from({length: view().getUint32(result, true)}, (_, i) => {
                const joint = struct('s3_model_joint', (to) => c.s3_model_get_joint(this.handle, i, to));
                return {name: textAt(joint.name), rigidBodyA: numberOrNull(joint.rigidBodyA),
                        rigidBodyB: joint.rigidBodyB};
            });
        }
        /** Describes joint number `index` between the objects of its rigid bodies. pose: of the model's frame. */
        joint(index, a, b, pose) {
            const number = wordOf(index, 'the number of the joint', BAD_INDEX);
            return struct('s3_joint', (to) => c.s3_joint_from_model(this.handle, number, idOf(a), idOf(b), poseAt(0, pose), to));
        }
        /** Gives the memory back. */
        destroy() {
            c.s3_model_destroy(this.handle);
            this.handle = 0;
        }
    };
}
