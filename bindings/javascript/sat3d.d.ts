/** Three numbers. Meters. */
export type Vector = ArrayLike<number>;
/** Seven numbers: x y z, then the unit quaternion x y z w. */
export type Pose = ArrayLike<number>;
/** An object of a world. The id of a removed object never names another one. 0n: none. */
export type Id = bigint;

/** Bad input: nothing has changed. */
export declare class Sat3dError extends Error {
    readonly status: number;
}

/** A shape that does not change. Worlds keep what they need. */
export interface Shape {
    readonly kind: 'sphere' | 'capsule' | 'box' | 'hull' | 'halfSpace' | 'compound' | 'mesh' | 'heightField';
    /** density: kg / m3. The inertia is a matrix, column by column. */
    mass(density: number): {mass: number; center: Float32Array; inertia: Float32Array};
    bounds(pose: Pose): {lower: Float32Array; upper: Float32Array};
    /** Gives the memory back. The shape can no longer be used. */
    release(): void;
}

export interface ObjectOptions {
    pose?: Pose;
    kind?: 'moving' | 'static' | 'sensor';
    /** kg / m3: gives the object a body. */
    density?: number;
    friction?: number;
    restitution?: number;
}

export interface Contact {
    a: Id;
    b: Id;
    normal: Float32Array;
    depth: number;
}

export interface Impact {
    a: Id;
    b: Id;
    normal: Float32Array;
    /** Impulses over the whole step, newton seconds. */
    points: {position: Float32Array; impulse: number}[];
    approachSpeed: number;
}

export interface World {
    readonly size: number;
    add(shape: Shape, options?: ObjectOptions): Id;
    remove(id: Id): void;
    has(id: Id): boolean;
    pose(id: Id): Float32Array;
    setPose(id: Id, pose: Pose): void;
    poses(ids: BigUint64Array, out?: Float32Array): Float32Array;
    /** Moves the bodies by dt seconds. */
    step(dt?: number): void;
    setVelocity(id: Id, velocity: Vector, angular?: Vector): void;
    applyImpulse(id: Id, impulse: Vector, point: Vector): void;
    impacts(): Impact[];
    raycast(origin: Vector & Iterable<number>, direction: Vector & Iterable<number>, length?: number):
        {object: Id; distance: number; normal: Float32Array} | null;
    /** Rows of seven numbers: origin, direction, length. */
    raycasts(rays: ArrayLike<number>): {objects: BigUint64Array; distances: Float32Array; normals: Float32Array};
    update(): {begun: Contact[]; stayed: Contact[]; ended: {a: Id; b: Id}[]};
    /** Equal worlds have equal hashes, on every platform. */
    hash(): bigint;
    snapshot(): Uint8Array;
    restore(snapshot: Uint8Array): void;
    /** Gives the memory back. The world can no longer be used. */
    destroy(): void;
}

export interface Sat3d {
    readonly version: string;
    readonly Shape: {readonly prototype: Shape};
    readonly World: {new (options?: {gravity?: Vector; substeps?: number}): World; readonly prototype: World};
    pose(position?: Iterable<number>, rotation?: Iterable<number>): Float32Array;
    sphere(radius: number, center?: Vector): Shape;
    capsule(start: Vector, end: Vector, radius: number): Shape;
    box(halfExtents: Vector, center?: Vector, rotation?: ArrayLike<number>): Shape;
    halfSpace(normal: Vector, offset?: number): Shape;
    hull(points: ArrayLike<number>): Shape;
    mesh(vertices: ArrayLike<number>, triangles: ArrayLike<number>): Shape;
    heightField(heights: ArrayLike<number>, columns: number, rows: number, cellX?: number, cellY?: number): Shape;
    overlaps(a: Shape, poseA: Pose, b: Shape, poseB: Pose, margin?: number): boolean;
    penetration(a: Shape, poseA: Pose, b: Shape, poseB: Pose, margin?: number): {normal: Float32Array; depth: number} | null;
    distance(a: Shape, poseA: Pose, b: Shape, poseB: Pose):
        {separation: number; normal: Float32Array; pointA: Float32Array; pointB: Float32Array};
    contains(shape: Shape, pose: Pose, point: Vector): boolean;
    raycast(shape: Shape, pose: Pose, origin: Iterable<number>, direction: Iterable<number>, length?: number):
        {distance: number; normal: Float32Array} | null;
    penetrations(shapes: Shape[], poses: ArrayLike<number>, pairs: ArrayLike<number>, margin?: number):
        {depths: Float32Array; normals: Float32Array};
}

/** Loads the module: by default sat3d.wasm beside this file; otherwise a URL, its bytes, or a compiled module. */
export declare function load(source?: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module): Promise<Sat3d>;
