// Joints, vehicles, movers, and what touches in a step: the parts of a world that move its bodies.

import {iterableOf, objectOf, optionsOf, placeOf, read, readMany, sizeOf, write} from './structs.mjs';

const JOINTS = ['fixed', 'hinge', 'slider', 'ball', 'rod'];

/** @param memory  of the module: see bind() in sat3d.mjs */
export function motionOf({c, check, calls, view, result, structs, worldOf, shapeOf, idOf, vectorAt, poseAt, number, need, withFloats, withQuery}) {
    const structAt = (kind, value, name) => {
        write(view(), kind, structs, value, name);
        return structs;
    };
    /** Runs a function of C that writes a struct. */
    const given = (kind, call) => {
        check(call(structs));
        return read(view(), kind, structs);
    };
    /** Views of an array: its address and length are at `result`. */
    const arrayAt = (kind, at) => readMany(view(), kind, view().getUint32(at, true), view().getUint32(at + 4, true));
    /** Memory for an array of structs, until the callback returns. */
    const withStructs = (kind, values, makeDefault, call, name) => {
        if (!Array.isArray(values)) {
            throw new TypeError(`sat3d: ${name} is no array`);
        }
        const at = need(Math.max(sizeOf(kind) * values.length, 8));
        try {
            Array.from(values).forEach((value, i) => {  // holes, too
                const place = at + sizeOf(kind) * i;
                makeDefault(place);
                write(view(), kind, place, value, `${name}[${i}]`);
            });
            return call(at);
        } finally {
            c.free(at);
        }
    };
    const clear = (kind) => (at) => new Uint8Array(view().buffer, at, sizeOf(kind)).fill(0);

    /** The engine of C has arrays of 16; here they are as long as they are. */
    const engineOut = ({torqueCount, torque, gearCount, gears, ...rest}) =>
        ({torque: torque.slice(0, torqueCount), gears: gears.slice(0, gearCount), ...rest});
    const engineIn = (engine) => {
        const {torque = [], gears = [1], ...rest} = objectOf(engine, 'the engine');
        const fill = (values, nothing, name) => {
            if (!Array.isArray(values) || values.length > 16) {
                throw new TypeError(`sat3d: the engine needs an array of 16 ${name} at most`);
            }
            return [...values, ...Array(16 - values.length).fill(nothing)];
        };
        return {torque: fill(torque, {rpm: 0, torque: 0}, 'torques'), torqueCount: torque.length, gears: fill(gears, 0, 'gears'),
                gearCount: gears.length, ...rest};
    };
    const vehicleOut = (at) => {
        const {wheels, wheelCount, axles, axleCount, engine, ...rest} = read(view(), 's3_vehicle', at);
        return {...rest, wheels: readMany(view(), 's3_vehicle_wheel', wheels, wheelCount),
                axles: readMany(view(), 's3_vehicle_axle', axles, axleCount), engine: engineOut(engine)};
    };
    const withVehicle = (vehicle, call) => {
        const {wheels, axles = [], engine = {}, ...rest} = objectOf(vehicle, 'the vehicle');
        return withStructs('s3_vehicle_wheel', wheels, c.s3_default_vehicle_wheel, (atWheels) =>
            withStructs('s3_vehicle_axle', axles, clear('s3_vehicle_axle'), (atAxles) => {
                c.s3_default_vehicle(structs);
                return call(structAt('s3_vehicle', {...rest, wheels: atWheels, wheelCount: wheels.length, axles: atAxles,
                                                    axleCount: axles.length, engine: engineIn(engine)}, 'the vehicle'));
            }, 'axles'), 'wheels');
    };
    /** Centers of wheels, and room for the wheels and two axles of C. */
    const withCenters = (centers, call) => {
        const size = sizeOf('s3_vec3'), wheelSize = sizeOf('s3_vehicle_wheel');
        const at = need((size + wheelSize) * centers.length + 2 * sizeOf('s3_vehicle_axle'));
        try {
            Array.from(centers).forEach((center, i) => write(view(), 's3_vec3', at + size * i, center, `center ${i}`));
            const wheels = at + size * centers.length;
            check(call(at, wheels, wheels + wheelSize * centers.length));
            return vehicleOut(structs);
        } finally {
            c.free(at);
        }
    };

    const idsOf = (world, list) => {
        check(list(world, 0, 0, result));
        const room = view().getUint32(result, true), at = need(Math.max(8 * room, 8));
        try {
            check(list(world, at, room, result));
            return new BigUint64Array(view().buffer.slice(at, at + 8 * room));
        } finally {
            c.free(at);
        }
    };
    const impactAt = (at) => {
        const {pointCount, points, ...rest} = read(view(), 's3_impact', at);
        return {...rest, points: points.slice(0, pointCount)};
    };
    const NO_WHEEL = 0xffffffff;
    /**
     * A step that calls hook(contact, settings) for each contact that it has found, before it acts. What the hook throws is
     * thrown after the step, which the contact took part in as it was.
     */
    const stepWithHook = (handle, dt, hook) => {
        if (typeof hook !== 'function') {
            throw new TypeError(`sat3d: the hook is ${hook}, not a function`);
        }
        const kind = 's3_contact_settings', errors = [];
        const outer = calls.contactHook;  // of another world, whose hook steps this one
        calls.contactHook = (atContact, wheel, atSettings) => {
            const contact = atContact >>> 0, settings = atSettings >>> 0;
            const given = read(view(), kind, settings), wanted = read(view(), kind, settings);
            try {
                hook({...impactAt(contact), wheel: wheel >>> 0 === NO_WHEEL ? null : wheel}, wanted);
                write(view(), kind, settings, wanted, 'the settings');
            } catch (error) {
                errors.push(error);
                write(view(), kind, settings, given, 'the settings');
            }
        };
        try {
            check(c.sat3d_step_with_hook(handle, dt));
        } finally {
            calls.contactHook = outer;
        }
        if (errors.length > 0) {
            throw errors[0];
        }
    };

    const world = {
        /** The contacts of awake bodies in the last step. */
        impacts() {
            check(c.s3_world_impacts(worldOf(this), result, result + 4));
            const first = view().getUint32(result, true), size = sizeOf('s3_impact');
            return Array.from({length: view().getUint32(result + 4, true)}, (_, i) => impactAt(first + size * i));
        },
        /** Describes a joint at the present poses of two objects. a: 0n is the world. axis: for a rod, the point on B. */
        joint(kind, a, b, point, axis) {
            if (!JOINTS.includes(kind)) {
                throw new TypeError(`sat3d: there is no joint ${kind}, only ${JOINTS.join(', ')}`);
            }
            const along = kind === 'fixed' ? [] : [vectorAt(1, axis, 'the axis')];
            return given('s3_joint', (to) =>
                c[`s3_joint_${kind}`](worldOf(this), idOf(a), idOf(b), vectorAt(0, point, 'the point'), ...along, to));
        },
        addJoint(joint) {
            c.s3_default_joint(structs);
            check(c.s3_world_add_joint(worldOf(this), structAt('s3_joint', joint, 'the joint'), result));
            return view().getBigUint64(result, true);
        },
        setJoint(id, joint) {
            check(c.s3_world_get_joint(worldOf(this), idOf(id), structs));
            check(c.s3_world_set_joint(worldOf(this), idOf(id), structAt('s3_joint', joint, 'the joint')));
        },
        getJoint(id) {
            return given('s3_joint', (to) => c.s3_world_get_joint(worldOf(this), idOf(id), to));
        },
        removeJoint(id) {
            check(c.s3_world_remove_joint(worldOf(this), idOf(id)));
        },
        /** The ids of all joints. */
        joints() {
            return idsOf(worldOf(this), c.s3_world_joint_ids);
        },
        /** The ids of all vehicles. */
        vehicles() {
            return idsOf(worldOf(this), c.s3_world_vehicle_ids);
        },
        jointState(id) {
            return given('s3_joint_state', (to) => c.s3_world_joint_state(worldOf(this), idOf(id), to));
        },
        /** The joints that broke in the last step. */
        brokenJoints() {
            check(c.s3_world_broken_joints(worldOf(this), result, result + 4));
            return arrayAt('s3_broken_joint', result);
        },
        addVehicle(vehicle) {
            withVehicle(vehicle, (at) => check(c.s3_world_add_vehicle(worldOf(this), at, result)));
            return view().getBigUint64(result, true);
        },
        setVehicle(id, vehicle) {
            withVehicle(vehicle, (at) => check(c.s3_world_set_vehicle(worldOf(this), idOf(id), at)));
        },
        getVehicle(id) {
            check(c.s3_world_get_vehicle(worldOf(this), idOf(id), structs));
            return vehicleOut(structs);
        },
        removeVehicle(id) {
            check(c.s3_world_remove_vehicle(worldOf(this), idOf(id)));
        },
        /** What the driver does from now on: throttle, steering, brake, handBrake, gear. What is left out is 0. */
        drive(id, input) {
            c.s3_default_vehicle_input(structs);
            check(c.s3_world_set_vehicle_input(worldOf(this), idOf(id), structAt('s3_vehicle_input', input, 'the input')));
        },
        vehicleState(id) {
            const {wheels, wheelCount, ...rest} =
                given('s3_vehicle_state', (to) => c.s3_world_vehicle_state(worldOf(this), idOf(id), to));
            return {...rest, wheels: readMany(view(), 's3_wheel_state', wheels, wheelCount)};
        },
        /** Moves a shape as far as the objects let it. without: ids that are not in the way. */
        moveAndSlide(shape, pose, translation, given = undefined) {
            const {rotation = [0, 0, 0], without = [], ...options} = optionsOf(given, 'the options');
            const moved = structs + 1024;
            withQuery({without}, (filter) => {
                c.s3_default_move_options(structs);
                check(c.s3_world_move_and_slide(
                    worldOf(this), shapeOf(shape), poseAt(0, pose), vectorAt(0, translation, 'the translation'),
                    vectorAt(1, rotation, 'the rotation'), structAt('s3_move_options', options, 'the options'), filter, moved));
            });
            const {stops, stopCount, ground, ...rest} = read(view(), 's3_moved', moved);
            return {...rest, ground: rest.isStanding ? ground : null, stops: stops.slice(0, stopCount)};
        },
        /** The pose at which a vehicle rests on the ground by three of its feet, or null. feet: three numbers each. */
        standOn(pose, feet, given = undefined) {
            const {without = [], ...options} = optionsOf(given, 'the options');
            const standing = structs + 1024;
            return withQuery({without}, (filter) => withFloats(feet, 3, 'feet', (at, count) => {
                c.s3_default_stand_options(structs);
                check(c.s3_world_stand_on(worldOf(this), poseAt(0, pose), at, count / 3,
                                          structAt('s3_stand_options', options, 'the options'), filter, result, standing));
                return view().getUint8(result) !== 0 ? read(view(), 's3_standing', standing).pose : null;
            }));
        },
        /** A pose near the given one at which a shape overlaps nothing, or null. */
        freed(shape, pose, options = undefined) {
            const {farthest = Infinity, without = []} = optionsOf(options, 'the options', ['farthest', 'without']);
            return withQuery({without}, (filter) => {
                check(c.s3_world_freed(worldOf(this), shapeOf(shape), poseAt(0, pose), number(farthest, 'farthest'), filter, result,
                                       structs));
                return view().getUint8(result) !== 0 ? read(view(), 's3_pose', structs) : null;
            });
        },
        /** Lets the next steps move a kinematic body, so that it is there after some seconds. */
        moveKinematic(id, to, seconds) {
            check(c.s3_world_move_kinematic(worldOf(this), idOf(id), poseAt(0, to), number(seconds, 'seconds')));
        },
        /** Gives an object a body: without a mass, nothing pushes it. What is left out is as in sat3d.h. */
        setBody(id, body) {
            c.s3_default_body(structs);
            check(c.s3_world_set_body(worldOf(this), idOf(id), structAt('s3_body', body, 'the body')));
        },
        /** Changes the material of a body: friction, restitution, ... What is left out is as in sat3d.h. */
        setMaterial(id, material) {
            c.s3_default_material(structs);
            check(c.s3_world_set_material(worldOf(this), idOf(id), structAt('s3_material', material, 'the material')));
        },
        material(id) {
            return given('s3_material', (to) => c.s3_world_get_material(worldOf(this), idOf(id), to));
        },
        /** What the parts of a body with a tag have in place of its own: a material, and the velocity of the surface. */
        setSurface(id, surface) {
            const {tag, material = {}, velocity = [0, 0, 0]} = objectOf(surface, 'the surface', ['tag', 'material', 'velocity']);
            clear('s3_part_surface')(structs);
            c.s3_default_material(structs + placeOf('s3_part_surface', 'material'));
            check(c.s3_world_set_surface(worldOf(this), idOf(id),
                                         structAt('s3_part_surface', {tag, material, velocity}, 'the surface')));
        },
        /** Replaces all surfaces of parts; none: all parts have that of the body. */
        setSurfaces(id, surfaces) {
            const world = worldOf(this);
            const makeDefault = (at) => {
                clear('s3_part_surface')(at);
                c.s3_default_material(at + placeOf('s3_part_surface', 'material'));
            };
            withStructs('s3_part_surface', surfaces, makeDefault, (at) =>
                check(c.s3_world_set_surfaces(world, idOf(id), at, surfaces.length)), 'surfaces');
        },
        /** The surfaces of parts, sorted by tag. */
        surfaces(id) {
            const world = worldOf(this);
            check(c.s3_world_get_surfaces(world, idOf(id), 0, 0, result));
            const room = view().getUint32(result, true), at = need(Math.max(sizeOf('s3_part_surface') * room, 8));
            try {
                check(c.s3_world_get_surfaces(world, idOf(id), at, room, result));
                return readMany(view(), 's3_part_surface', at, room);
            } finally {
                c.free(at);
            }
        },
        body(id) {
            return given('s3_body', (to) => c.s3_world_get_body(worldOf(this), idOf(id), to));
        },
        /** Which objects began to touch in the last step, went on, and stopped. */
        stepEvents() {
            check(c.s3_world_step_events(worldOf(this), result));
            return {begun: arrayAt('s3_touch', result), stayed: arrayAt('s3_touch', result + 8),
                    ended: arrayAt('s3_id_pair', result + 16)};
        },
    };
    const makers = {
        /** A car with rear-wheel drive, without an engine. standing: four centers of its wheels as it stands on Earth. */
        car(body, standing, radius) {
            const four = [...iterableOf(standing, 'standing')];
            if (four.length !== 4) {
                throw new TypeError('sat3d: a car has four wheels');
            }
            return withCenters(four, (centers, wheels, axles) =>
                c.s3_vehicle_car(idOf(body), centers, number(radius, 'radius'), wheels, axles, structs));
        },
        /** A tank with two tracks. left, right: centers of its road wheels as it stands on Earth. */
        tank(body, left, right, radius) {
            const [one, other] = [[...iterableOf(left, 'left')], [...iterableOf(right, 'right')]];
            return withCenters([...one, ...other], (centers, wheels, axles) => c.s3_vehicle_tank(
                idOf(body), centers, one.length, centers + sizeOf('s3_vec3') * one.length, other.length, number(radius, 'radius'),
                wheels, axles, structs));
        },
        /** One gear and the same torque at all speeds. torque: Nm of all wheels together; maxSpin: rad/s. */
        constantEngine(torque, maxSpin) {
            c.s3_constant_engine(structs, number(torque, 'torque'), number(maxSpin, 'maxSpin'));
            return engineOut(read(view(), 's3_vehicle_engine', structs));
        },
    };
    /** Puts pairs of materials into the options of a world, until the callback returns. */
    const withMaterialPairs = (pairs, options, call) =>
        withStructs('s3_material_pair', pairs, clear('s3_material_pair'), (at) => {
            write(view(), 's3_world_options', options, {materialPairs: at, materialPairCount: pairs.length}, 'the options');
            return call();
        }, 'materialPairs');
    return {world, makers, stepWithHook, withMaterialPairs};
}
