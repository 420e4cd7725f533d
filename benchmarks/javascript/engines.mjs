// The same world in each engine: a ground of 100 x 100 m, and bodies of three kinds of shapes.
//   step(); raycast(rays) -> hits; overlaps(poses) -> objects; push(kind, poses) -> sum of depths
// Rays are rows of origin and direction, 100 m long; poses are rows of seven numbers.

const DT = 1 / 60, DENSITY = 500, FRICTION = 0.6, RAY = 100;
const GROUND = [50, 0.5, 50], BOX = [0.5, 0.4, 0.3], PROBE = [1.0, 1.0, 1.0];

/** Corners of hulls: of a tank, and on a sphere. */
export const TANK = [[-1, -0.4, -1.6], [1, -0.4, -1.6], [-1, -0.4, 1.6], [1, -0.4, 1.6], [-1.2, 0, -1.9], [1.2, 0, -1.9], [-1.2, 0, 1.9],
                     [1.2, 0, 1.9], [-0.9, 0.4, -1.5], [0.9, 0.4, -1.5], [-0.9, 0.4, 1.2], [0.9, 0.4, 1.2]].map((p) => p.map((x) => 0.4 * x));
export const ROUND = Array.from({length: 64}, (_, i) => {
    const height = (2 * i + 1) / 64 - 1, angle = 2.399963 * i, level = Math.sqrt(1 - height * height);
    return [0.5 * level * Math.cos(angle), 0.5 * height, 0.5 * level * Math.sin(angle)];
});
const POINTS = {tank: TANK, round: ROUND};

export async function loadSat3d(folder) {
    const {load} = await import(`${folder}/sat3d.mjs`);
    const sat3d = await load();
    const shapeOf = (kind) => kind === 'box' ? sat3d.box(BOX) : sat3d.hull(POINTS[kind].flat());
    return {
        name: 'sat3d',
        world(bodies) {
            const world = new sat3d.World();
            world.add(sat3d.box(GROUND), {kind: 'static', pose: sat3d.pose([0, -0.5, 0])});
            const shapes = {box: shapeOf('box'), tank: shapeOf('tank'), round: shapeOf('round')}, probe = sat3d.box(PROBE);
            for (const {kind, pose} of bodies) {
                world.add(shapes[kind], {pose, density: DENSITY, friction: FRICTION});
            }
            return {
                step: () => world.step(DT),
                raycast: (rays) => {
                    const rows = new Float32Array(7 * rays.length);
                    rays.forEach((ray, i) => rows.set([...ray, RAY], 7 * i));
                    return world.raycasts(rows).objects.reduce((sum, id) => sum + (id !== 0n ? 1 : 0), 0);
                },
                overlaps: (poses) => poses.reduce((sum, pose) => sum + world.overlapping(probe, pose).length, 0),
                end: () => world.destroy(),
            };
        },
        pusher(kind) {
            const shape = shapeOf(kind);
            return (pairs) => pairs.reduce((sum, [a, b]) => sum + (sat3d.penetration(shape, a, shape, b)?.depth ?? 0), 0);
        },
    };
}

export async function loadRapier(module, name) {
    const {default: RAPIER} = await import(module);
    await RAPIER.init();
    const vector = (values, at = 0) => ({x: values[at], y: values[at + 1], z: values[at + 2]});
    const quaternion = (pose) => ({x: pose[3], y: pose[4], z: pose[5], w: pose[6]});
    const colliderOf = (kind) =>
        kind === 'box' ? RAPIER.ColliderDesc.cuboid(...BOX) : RAPIER.ColliderDesc.convexHull(new Float32Array(POINTS[kind].flat()));
    return {
        name,
        world(bodies) {
            const world = new RAPIER.World({x: 0, y: -9.81, z: 0});
            world.timestep = DT;
            world.createCollider(RAPIER.ColliderDesc.cuboid(...GROUND).setTranslation(0, -0.5, 0));
            for (const {kind, pose} of bodies) {
                const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(...pose.slice(0, 3)).setRotation(quaternion(pose)));
                world.createCollider(colliderOf(kind).setDensity(DENSITY).setFriction(FRICTION), body);
            }
            const probe = new RAPIER.Cuboid(...PROBE);
            return {
                step: () => world.step(),
                raycast: (rays) => rays.reduce((sum, ray) =>
                    sum + (world.castRay(new RAPIER.Ray(vector(ray), vector(ray, 3)), RAY, true) ? 1 : 0), 0),
                overlaps: (poses) => {
                    let count = 0;
                    for (const pose of poses) {
                        world.intersectionsWithShape(vector(pose), quaternion(pose), probe, () => {
                            ++count;
                            return true;
                        });
                    }
                    return count;
                },
                end: () => world.free(),
            };
        },
        pusher(kind) {
            const world = new RAPIER.World({x: 0, y: 0, z: 0});
            const [first, second] = [0, 1].map(() => world.createCollider(colliderOf(kind)));
            return (pairs) => pairs.reduce((sum, [a, b]) => {
                first.setTranslation(vector(a)), first.setRotation(quaternion(a));
                second.setTranslation(vector(b)), second.setRotation(quaternion(b));
                const contact = first.contactCollider(second, 0);
                return sum + Math.max(0, -(contact?.distance ?? 0));
            }, 0);
        },
    };
}

export async function loadJolt() {
    const {default: init} = await import('jolt-physics/wasm-compat');
    const Jolt = await init();
    const STILL = 0, MOVING = 1;
    const shapeOf = (kind) => {
        if (kind === 'box') {
            return new Jolt.BoxShape(new Jolt.Vec3(...BOX), 0.01);
        }
        const settings = new Jolt.ConvexHullShapeSettings();
        POINTS[kind].forEach((point) => settings.mPoints.push_back(new Jolt.Vec3(...point)));
        return settings.Create().Get();
    };
    const makeSystem = () => {
        const pairs = new Jolt.ObjectLayerPairFilterTable(2), layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
        pairs.EnableCollision(STILL, MOVING);
        pairs.EnableCollision(MOVING, MOVING);
        layers.MapObjectToBroadPhaseLayer(STILL, new Jolt.BroadPhaseLayer(0));
        layers.MapObjectToBroadPhaseLayer(MOVING, new Jolt.BroadPhaseLayer(1));
        const settings = new Jolt.JoltSettings();
        settings.mObjectLayerPairFilter = pairs;
        settings.mBroadPhaseLayerInterface = layers;
        settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
        return new Jolt.JoltInterface(settings);
    };
    const add = (bodies, shape, pose, motion, layer) => {
        const settings = new Jolt.BodyCreationSettings(shape, new Jolt.RVec3(pose[0], pose[1], pose[2]),
                                                       new Jolt.Quat(pose[3], pose[4], pose[5], pose[6]), motion, layer);
        settings.mFriction = FRICTION;
        const body = bodies.CreateBody(settings);
        bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
        Jolt.destroy(settings);
        return body;
    };
    const queries = (jolt) => ({
        query: jolt.GetPhysicsSystem().GetNarrowPhaseQuery(),
        filters: [new Jolt.DefaultBroadPhaseLayerFilter(jolt.GetObjectVsBroadPhaseLayerFilter(), MOVING),
                  new Jolt.DefaultObjectLayerFilter(jolt.GetObjectLayerPairFilter(), MOVING), new Jolt.BodyFilter(), new Jolt.ShapeFilter()],
    });
    const one = new Jolt.Vec3(1, 1, 1), origin = new Jolt.RVec3(0, 0, 0);
    const placeOf = (pose) => {
        const rotation = new Jolt.Quat(pose[3], pose[4], pose[5], pose[6]), position = new Jolt.RVec3(pose[0], pose[1], pose[2]);
        const place = Jolt.RMat44.prototype.sRotationTranslation(rotation, position);
        Jolt.destroy(rotation), Jolt.destroy(position);
        return place;
    };
    return {
        name: 'jolt',
        world(list) {
            const jolt = makeSystem(), bodies = jolt.GetPhysicsSystem().GetBodyInterface();
            add(bodies, new Jolt.BoxShape(new Jolt.Vec3(...GROUND), 0.05), [0, -0.5, 0, 0, 0, 0, 1], Jolt.EMotionType_Static, STILL);
            const shapes = {box: shapeOf('box'), tank: shapeOf('tank'), round: shapeOf('round')};
            for (const {kind, pose} of list) {
                add(bodies, shapes[kind], pose, Jolt.EMotionType_Dynamic, MOVING);
            }
            const {query, filters} = queries(jolt), ray = new Jolt.RRayCast(), raySettings = new Jolt.RayCastSettings();
            const first = new Jolt.CastRayClosestHitCollisionCollector(), all = new Jolt.CollideShapeAllHitCollisionCollector();
            const probe = new Jolt.BoxShape(new Jolt.Vec3(...PROBE), 0.01), settings = new Jolt.CollideShapeSettings();
            return {
                step: () => jolt.Step(DT, 1),
                raycast: (rays) => rays.reduce((sum, [x, y, z, alongX, alongY, alongZ]) => {
                    ray.mOrigin.Set(x, y, z);
                    ray.mDirection.Set(RAY * alongX, RAY * alongY, RAY * alongZ);
                    first.Reset();
                    query.CastRay(ray, raySettings, first, ...filters);
                    return sum + (first.HadHit() ? 1 : 0);
                }, 0),
                overlaps: (poses) => poses.reduce((sum, pose) => {
                    all.Reset();
                    query.CollideShape(probe, one, placeOf(pose), settings, origin, all, ...filters);
                    return sum + all.mHits.size();
                }, 0),
                end: () => Jolt.destroy(jolt),
            };
        },
        // It has no question about two shapes: a world of one body is asked.
        pusher(kind) {
            const jolt = makeSystem(), bodies = jolt.GetPhysicsSystem().GetBodyInterface(), shape = shapeOf(kind);
            const id = add(bodies, shape, [0, 0, 0, 0, 0, 0, 1], Jolt.EMotionType_Dynamic, MOVING).GetID();
            const {query, filters} = queries(jolt), deepest = new Jolt.CollideShapeClosestHitCollisionCollector();
            const settings = new Jolt.CollideShapeSettings(), position = new Jolt.RVec3(0, 0, 0), rotation = new Jolt.Quat(0, 0, 0, 1);
            return (pairs) => pairs.reduce((sum, [a, b]) => {
                position.Set(a[0], a[1], a[2]), rotation.Set(a[3], a[4], a[5], a[6]);
                bodies.SetPositionAndRotation(id, position, rotation, Jolt.EActivation_DontActivate);
                deepest.Reset();
                query.CollideShape(shape, one, placeOf(b), settings, origin, deepest, ...filters);
                return sum + (deepest.HadHit() ? deepest.mHit.mPenetrationDepth : 0);
            }, 0);
        },
    };
}
