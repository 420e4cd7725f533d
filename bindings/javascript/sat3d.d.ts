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
    /** The shape under a linear map, nine numbers column by column: scale, rotation, mirror. Yours to release. */
    transformed(map: ArrayLike<number>): Shape;
    /** Of a hull: its vertices, three numbers each, and numbers of vertices of each face, counter-clockwise from outside. */
    vertices(): Float32Array;
    faces(): Uint32Array[];
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
    filter?: Filter;
    userData?: bigint;
}

/** What a query of a world sees. */
export interface Query {
    /** But not these. */
    without?: ArrayLike<Id>;
    /** Sensors, too. Default: false. */
    sensors?: boolean;
    /** Objects in one of these: bits. Default: all. */
    categories?: bigint;
}
/** What an object touches: bits. See s3_filter. */
export interface Filter {
    categories?: bigint;
    collidesWith?: bigint;
    excludes?: bigint;
    group?: number;
}
export interface Sweep {
    status: 'miss' | 'hit' | 'initialOverlap' | 'notConverged';
    /** Share of the motion that is free: 0 to 1. */
    fraction: number;
    normal: Float32Array;
    point: Float32Array;
    depth: number;
}
export interface Manifold {
    normal: Float32Array;
    depth: number;
    points: {position: Float32Array; separation: number; id: bigint}[];
}
/** Triangles and lines, as arrays for any renderer. Colors have red in the lowest byte. */
export interface Drawing {
    positions: Float32Array;
    normals: Float32Array;
    colors: Uint32Array;
    triangles: Uint32Array;
    linePositions: Float32Array;
    lineColors: Uint32Array;
}
export type Layer = 'faces' | 'edges' | 'bounds' | 'contacts' | 'pushes' | 'events' | 'bodies' | 'impulses';

export interface Contact {
    a: Id;
    b: Id;
    normal: Float32Array;
    depth: number;
    /** Of a world with that detail; otherwise none. */
    manifolds: Manifold[];
}

export interface Impact {
    a: Id;
    b: Id;
    /** Of compounds; triangles of surfaces. */
    children: {a: number; b: number};
    normal: Float32Array;
    /** Impulses along the normal, newton seconds: of the last substep, and in total over the whole step. */
    points: {position: Float32Array; separation: number; impulse: number; totalImpulse: number; id: Id}[];
    approachSpeed: number;
}
/** What a contact does in one step: at first as the materials say. */
export interface ContactSettings {
    friction: number;
    restitution: number;
    rollingResistance: number;
    /** Of b relative to a, besides the motion of both, world frame: of a belt. */
    surfaceVelocity: Vector;
    /** The most that the contact gives along its normal in the step, newton seconds. */
    maxImpulse: number;
    /** The contact is left out: nothing pushes, and no event tells of it. */
    isIgnored: boolean;
}
/**
 * Sees each contact that a step has found, before it acts, perhaps more than once, and may change the settings. What it does
 * depends on its arguments, and on what does not change in the step. wheel: the number of the wheel with which a vehicle
 * stands on the other object; null: no wheel. It cannot use the world that steps. What it throws is thrown after the step,
 * which the contact took part in as it was.
 */
export type ContactHook = (contact: Impact & {wheel: number | null}, settings: ContactSettings) => void;

/** A motor or a spring of an axis. See s3_joint_drive of sat3d.h. */
export interface JointDrive {
    maxForce: number;
    speed: number;
    position: number;
    hertz: number;
    dampingRatio: number;
}
/** Equal limits lock an axis; infinite ones let it free. */
export interface JointAxis {
    lower: number;
    upper: number;
    drive: JointDrive;
}
export interface Joint {
    collides: boolean;
    /** 0n: the world. */
    a: Id;
    b: Id;
    frameInA: Pose;
    frameInB: Pose;
    offsets: JointAxis[];
    distance: JointAxis;
    twist: JointAxis;
    swing: JointAxis;
    breakForce: number;
    breakTorque: number;
}
export interface JointState {
    offset: Float32Array;
    offsetSpeed: Float32Array;
    distance: number;
    distanceSpeed: number;
    twist: number;
    twistSpeed: number;
    swing: number;
    swingSpeed: number;
    force: Float32Array;
    torque: Float32Array;
}

export interface TireGrip {
    friction: number;
    peakSlip: number;
}
export interface VehicleWheel {
    steers: boolean;
    center: Vector;
    radius: number;
    travel: number;
    hertz: number;
    dampingRatio: number;
    along: TireGrip;
    across: TireGrip;
    slidingShare: number;
    inertia: number;
    brakeTorque: number;
    handBrakeTorque: number;
    driveShare: number;
    /** 0xffffffff: none. */
    track: number;
    /** s3_wheel_cast. 0: a ray, 1: a sphere, 2: a cylinder. */
    cast: number;
    /** Of the tread. */
    width: number;
}
export interface VehicleAxle {
    left: number;
    right: number;
    antiRoll: number;
    lockTorque: number;
    steeringSpeed: number;
}
export interface VehicleEngine {
    /** By rising rpm, 16 at most. */
    torque: {rpm: number; torque: number}[];
    idleRpm: number;
    maxRpm: number;
    inertia: number;
    brakingTorque: number;
    gears: number[];
    reverseGear: number;
    shiftSeconds: number;
    upRpm: number;
    downRpm: number;
}
export interface Vehicle {
    maxSteering: number;
    body: Id;
    forward: Vector;
    up: Vector;
    wheels: VehicleWheel[];
    axles: VehicleAxle[];
    engine: VehicleEngine;
}
export interface WheelState {
    touches: boolean;
    ground: Id;
    point: Float32Array;
    normal: Float32Array;
    /** Where to draw the wheel, in the frame of the body. */
    pose: Float32Array;
    compression: number;
    load: number;
    forceAlong: number;
    forceAcross: number;
    slip: number;
    slipAcross: number;
    spin: number;
    roll: number;
    steering: number;
}

export interface MoverContact {
    object: Id;
    normal: Float32Array;
    point: Float32Array;
    faceTag: number;
}
export interface Moved {
    pose: Float32Array;
    /** The parts of the translation and of the rotation that were not made. */
    left: Float32Array;
    leftTurn: Float32Array;
    isStanding: boolean;
    isCrushed: boolean;
    ground: MoverContact | null;
    stops: MoverContact[];
}

export interface Body {
    mass: {mass: number; center: Vector; inertia: ArrayLike<number>};
    velocity: Vector;
    angularVelocity: Vector;
    friction: number;
    restitution: number;
    rollingResistance: number;
    surfaceVelocity: Vector;
    gravityFactor: number;
    linearDamping: number;
    angularDamping: number;
    canSleep: boolean;
    followsPose: boolean;
    /** Bits of s3_lock. */
    locked: number;
    maxSpeed: number;
    maxAngularSpeed: number;
    frictionCombine: number;
    restitutionCombine: number;
    materialId: number;
}
export interface Material {
    friction: number;
    restitution: number;
    rollingResistance: number;
    /** s3_combine. 0: no rule. */
    frictionCombine: number;
    restitutionCombine: number;
    /** Yours, as MaterialPair names it. 0: none. */
    id: number;
}
/** What two kinds of surfaces do in contact, by the ids of their materials. */
export interface MaterialPair {
    a: number;
    b: number;
    friction: number;
    restitution: number;
}

export interface Touch {
    a: Id;
    b: Id;
    position: Float32Array;
    normal: Float32Array;
    impulse: number;
    approachSpeed: number;
}

/** A model that `sat3d bake` has written. */
export interface Model {
    /** The convex bodies, then the triangle meshes, in the model's frame. Their shapes are yours to release. */
    parts(): {name: string; shape: Shape; node: number; material: number; rigidBody: number | null}[];
    /** The nodes, parents first. A pose is in the frame of the parent. */
    nodes(): {name: string; parent: number | null; restPose: Float32Array}[];
    /** The joints that the model declares, with the numbers of their rigid bodies. null: the world. */
    joints(): {name: string; rigidBodyA: number | null; rigidBodyB: number}[];
    /**
     * Describes a joint of the model between the objects of its rigid bodies, whose shapes are in the model's frame. a: 0n
     * for the world. pose: of the model's frame in the world.
     */
    joint(index: number, a: Id, b: Id, pose: Pose): Joint;
    /** Gives the memory back. The model can no longer be used. */
    destroy(): void;
}

export interface World {
    readonly size: number;
    add(shape: Shape, options?: ObjectOptions): Id;
    remove(id: Id): void;
    has(id: Id): boolean;
    pose(id: Id): Float32Array;
    setPose(id: Id, pose: Pose): void;
    /** All poses are set, seven numbers each, or none. */
    setPoses(ids: ArrayLike<Id>, poses: ArrayLike<number>): void;
    /** The pose of one child of a compound: a turret in its tank. */
    setPartPose(id: Id, part: number, pose: Pose): void;
    partPose(id: Id, part: number): Float32Array;
    setShape(id: Id, shape: Shape): void;
    /** The shape of an object, with its parts where they are now. It is yours to release. */
    shape(id: Id): Shape;
    kind(id: Id): 'moving' | 'static' | 'sensor';
    filter(id: Id): Required<Filter>;
    setKind(id: Id, kind: 'moving' | 'static' | 'sensor'): void;
    setFilter(id: Id, filter: Filter): void;
    ids(): BigUint64Array;
    userData(id: Id): bigint;
    setUserData(id: Id, userData: bigint): void;
    setGravity(gravity: Vector): void;
    poses<Out extends Float32Array | Float64Array = Float32Array>(ids: BigUint64Array, out?: Out): Out;
    /** Moves the bodies by dt seconds. */
    step(dt?: number, hook?: ContactHook): void;
    setVelocity(id: Id, velocity: Vector, angular?: Vector): void;
    applyImpulse(id: Id, impulse: Vector, point: Vector): void;
    /** For the next step: newtons at the center of mass, newton meters. */
    applyForce(id: Id, force: Vector, torque?: Vector): void;
    /** For the next step: newtons at a point of the world. */
    applyForceAt(id: Id, force: Vector, point: Vector): void;
    /** The velocity of the point of a body that is at this point of the world. */
    velocityAt(id: Id, point: Vector): Float32Array;
    wake(id: Id): void;
    isAsleep(id: Id): boolean;
    /** Number of bodies that the last step moved. */
    awakeCount(): number;
    impacts(): Impact[];
    raycast(origin: Vector & Iterable<number>, direction: Vector & Iterable<number>, length?: number, query?: Query):
        {object: Id; distance: number; normal: Float32Array} | null;
    /** The hits of a ray, nearest first: 64, or so many as `most` says. */
    raycastAll(origin: Vector & Iterable<number>, direction: Vector & Iterable<number>, length?: number,
               options?: Query & {most?: number}): {object: Id; distance: number; exitDistance: number; normal: Float32Array}[];
    /** Rows of seven numbers: origin, direction, length. */
    raycasts(rays: ArrayLike<number>, query?: Query): {objects: BigUint64Array; distances: Float32Array; normals: Float32Array};
    /** Whether no object lies between two points. */
    isVisible(from: Vector, to: Vector, query?: Query): boolean;
    /** The objects that a shape overlaps. */
    overlapping(shape: Shape, pose: Pose, query?: Query): BigUint64Array;
    /** The objects that contain a point. */
    containing(point: Vector, query?: Query): BigUint64Array;
    /** The object that is closest to a shape, or null if all are farther than maxDistance. */
    closest(shape: Shape, pose: Pose, options?: Query & {maxDistance?: number}):
        {object: Id; separation: number; normal: Float32Array; pointA: Float32Array; pointB: Float32Array} | null;
    /** The object that a moving shape meets first, or null. */
    sweep(shape: Shape, pose: Pose, translation: Vector, query?: Query): (Sweep & {object: Id}) | null;
    /** Triangles and lines, relative to origin. By default faces and edges. */
    draw(layers?: Layer[], origin?: Vector): Drawing;
    update(): {begun: Contact[]; stayed: Contact[]; ended: {a: Id; b: Id}[]};
    body(id: Id): Body;
    /** The object then stands still. */
    removeBody(id: Id): void;
    /** What is left out is as in sat3d.h. Without a mass, nothing pushes the body. */
    setBody(id: Id, body: Partial<Body>): void;
    /** What is left out is as in sat3d.h. */
    setMaterial(id: Id, material: Partial<Material>): void;
    material(id: Id): Material;
    /** What the parts of a body with a tag have in place of its own. */
    setSurface(id: Id, surface: {tag: number; material?: Partial<Material>; velocity?: Vector}): void;
    /** Replaces all surfaces of parts; none: all parts have that of the body. */
    setSurfaces(id: Id, surfaces: {tag: number; material?: Partial<Material>; velocity?: Vector}[]): void;
    /** Sorted by tag. */
    surfaces(id: Id): {tag: number; material: Material; velocity: Float32Array}[];
    moveKinematic(id: Id, to: Pose, seconds: number): void;
    /** What touched in the last step of bodies. */
    stepEvents(): {begun: Touch[]; stayed: Touch[]; ended: {a: Id; b: Id}[]};
    /** Describes a joint at the present poses: set its limits and drives, and add it. For a rod, axis is the point on B. */
    joint(kind: 'fixed' | 'hinge' | 'slider' | 'ball' | 'rod', a: Id, b: Id, point: Vector, axis?: Vector): Joint;
    addJoint(joint: Partial<Joint>): Id;
    setJoint(id: Id, joint: Partial<Joint>): void;
    getJoint(id: Id): Joint;
    removeJoint(id: Id): void;
    /** The ids of all joints, and of all vehicles. */
    joints(): BigUint64Array;
    vehicles(): BigUint64Array;
    jointState(id: Id): JointState;
    /** The joints that broke in the last step. */
    brokenJoints(): {id: Id; a: Id; b: Id; force: Float32Array; torque: Float32Array}[];
    addVehicle(vehicle: Vehicle): Id;
    setVehicle(id: Id, vehicle: Vehicle): void;
    getVehicle(id: Id): Vehicle;
    removeVehicle(id: Id): void;
    /** What the driver does from now on. Throttle and steering: -1 to 1. What is left out is 0. */
    drive(id: Id, input: {throttle?: number; steering?: number; brake?: number; handBrake?: number; gear?: number}): void;
    vehicleState(id: Id): {speed: number; rpm: number; gear: number; wheels: WheelState[]};
    moveAndSlide(shape: Shape, pose: Pose, translation: Vector, options?: {
        rotation?: Vector; without?: Id[]; skin?: number; up?: Vector; stepHeight?: number; steepest?: number; rounds?: number;
    }): Moved;
    /** The pose at which a vehicle rests on the ground by three of its feet, or null. */
    standOn(pose: Pose, feet: ArrayLike<number>, options?: {
        without?: Id[]; up?: Vector; localUp?: Vector; center?: Vector; reach?: number;
    }): Float32Array | null;
    /** A pose near the given one at which a shape overlaps nothing, or null. */
    freed(shape: Shape, pose: Pose, options?: {farthest?: number; without?: Id[]}): Float32Array | null;
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
    readonly Model: {new (bytes: Uint8Array): Model; readonly prototype: Model};
    readonly World: {new (options?: {
        gravity?: Vector; substeps?: number; materialPairs?: MaterialPair[];
        /** What an update finds of contacts; default: push. */
        detail?: 'overlap' | 'push' | 'manifolds'; margin?: number; hysteresis?: number;
    }): World; readonly prototype: World};
    pose(position?: Iterable<number>, rotation?: Iterable<number>): Float32Array;
    sphere(radius: number, center?: Vector): Shape;
    capsule(start: Vector, end: Vector, radius: number): Shape;
    box(halfExtents: Vector, center?: Vector, rotation?: ArrayLike<number>): Shape;
    halfSpace(normal: Vector, offset?: number): Shape;
    hull(points: ArrayLike<number>): Shape;
    /** tags: one for each triangle, yours. */
    mesh(vertices: ArrayLike<number>, triangles: ArrayLike<number>, options?: {oneSided?: boolean; tags?: ArrayLike<number>}): Shape;
    /** Along z, row by row. holes: numbers of cells without ground. tags: one for each cell, yours. */
    heightField(heights: ArrayLike<number>, columns: number, rows: number, cellX?: number, cellY?: number,
                options?: {twoSided?: boolean; holes?: ArrayLike<number>; tags?: ArrayLike<number>}): Shape;
    /** Convex shapes as one, at poses in its frame. */
    compound(children: {shape: Shape; pose?: Pose; tag?: number}[]): Shape;
    /** A car without an engine. standing: front left, front right, rear left, rear right, in the frame of the body. */
    car(body: Id, standing: Vector[], radius: number): Vehicle;
    tank(body: Id, left: Vector[], right: Vector[], radius: number): Vehicle;
    constantEngine(torque: number, maxSpin: number): VehicleEngine;
    overlaps(a: Shape, poseA: Pose, b: Shape, poseB: Pose, margin?: number): boolean;
    penetration(a: Shape, poseA: Pose, b: Shape, poseB: Pose, margin?: number): {normal: Float32Array; depth: number} | null;
    distance(a: Shape, poseA: Pose, b: Shape, poseB: Pose):
        {separation: number; normal: Float32Array; pointA: Float32Array; pointB: Float32Array};
    /**
     * Contact manifolds, the deepest first: 64, or as many as `most` says. None if the shapes are farther apart than the margin.
     */
    collide(a: Shape, poseA: Pose, b: Shape, poseB: Pose, margin?: number, options?: {most?: number}): Manifold[];
    /** When two shapes on straight paths meet. */
    sweep(a: Shape, poseA: Pose, translationA: Vector, b: Shape, poseB: Pose, translationB: Vector): Sweep;
    contains(shape: Shape, pose: Pose, point: Vector): boolean;
    raycast(shape: Shape, pose: Pose, origin: Iterable<number>, direction: Iterable<number>, length?: number):
        {distance: number; normal: Float32Array} | null;
    penetrations(shapes: Shape[], poses: ArrayLike<number>, pairs: ArrayLike<number>, margin?: number):
        {depths: Float32Array; normals: Float32Array};
    /** 1 for the pairs that overlap, otherwise 0. */
    overlapPairs(shapes: Shape[], poses: ArrayLike<number>, pairs: ArrayLike<number>, margin?: number): Uint8Array;
    /** The manifolds of each pair: bodies on terrain, say. most: so many of all pairs; the last ones go without. */
    collidePairs(shapes: Shape[], poses: ArrayLike<number>, pairs: ArrayLike<number>, margin?: number, options?: {most?: number}):
        Manifold[][];
    /** Many rays and one shape, seven numbers each: origin, direction, length. A distance of Infinity is a miss. */
    raycasts(shape: Shape, pose: Pose, rays: ArrayLike<number>): {distances: Float32Array; normals: Float32Array};
}

/** Loads the module: by default sat3d.wasm beside this file; otherwise a URL, its bytes, or a compiled module. */
export declare function load(source?: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module): Promise<Sat3d>;
