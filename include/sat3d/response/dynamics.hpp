#pragma once

/// @file
/// Rigid-body dynamics of the objects of a World.

#include <sat3d/core/callback.hpp>
#include <sat3d/core/owned.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/response/body.hpp>
#include <sat3d/response/contact_settings.hpp>
#include <sat3d/response/contact_solver.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/response/step_events.hpp>
#include <sat3d/response/vehicle.hpp>
#include <sat3d/shapes/child_pair.hpp>
#include <sat3d/world/contact.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>
#include <sat3d/world/world.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace detail {
template <class T>
struct DynamicsState;
}

template <class Dimension>
struct BasicDynamicsOptions {
    typename Dimension::Vector gravity = Dimension::kEarthGravity;  ///< m/s2
    SolverOptions solver = {};
    Material material = {};  ///< of objects without a body
    MaterialTable materialTable = {};
    /// Bodies that have been slower than sleepSpeed for sleepSeconds fall asleep, together with all bodies
    /// that they touch. Sleeping bodies cost nothing. A rotation counts with the speed of the body's farthest
    /// point. The motion that pushes overlaps out and closes joints counts as well.
    float sleepSpeed = 0.05f;  ///< m/s. 0: never
    float sleepSeconds = 0.5f;
};
using DynamicsOptions = BasicDynamicsOptions<Dimension3>;
using PlanarDynamicsOptions = BasicDynamicsOptions<Dimension2>;

/// A contact point of two objects, with its impulse.
template <class T>
struct BasicDynamicPoint {
    typename Space<T>::Position position{
        0.0f};                ///< midway between the surfaces, world frame, at the start of the step
    float separation = 0.0f;  ///< meters, at the start of the step
    float impulse = 0.0f;     ///< along the normal, in the last substep: starts the next step. Newton seconds
    float totalImpulse = 0.0f;  ///< over the whole step: what a game wants
    std::uint64_t id = 0;       ///< see BasicContactPoint::id
};

/// A contact of two objects in the last step: for the sound of an impact, damage, sparks. A pair of objects
/// can have several.
template <class T>
struct BasicDynamicContact {
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    static constexpr std::uint32_t kNoWheel = ~std::uint32_t{0};

    ObjectPair objects;
    ChildPair children;   ///< of compounds; 0 for surfaces, but the triangle under a wheel
    Vector normal{0.0f};  ///< unit, from a to b
    std::uint32_t pointCount = 0;
    std::array<BasicDynamicPoint<T>, Dimension::kMaxPoints> pointArray;
    Vector frictionImpulse{0.0f};  ///< on b, in the last substep, as the next two
    float twistImpulse = 0.0f;     ///< about the normal; 0 in the plane
    typename Dimension::Spin rollingImpulse{0.0f};
    /// Speed with which the surfaces approached at the start of the step, m/s. Negative if they parted.
    float approachSpeed = 0.0f;
    /// Meters that the objects have slid since the points were found. Above 0 only for points that were found
    /// in an earlier step: pairs that hardly move keep their contacts.
    float slip = 0.0f;
    bool isTouching = false;  ///< whether the objects touch at the end of the step (see BasicStepEvents)
    /// In a hook: the number of the wheel with which a vehicle stands on the other object. Otherwise
    /// kNoWheel.
    std::uint32_t wheel = kNoWheel;

    /// Returns the impulse along the normal at all points over the whole step: above 0 if the objects have
    /// touched.
    [[nodiscard]] float impulse() const {
        float sum = 0.0f;
        for (const BasicDynamicPoint<T>& point : points()) {
            sum += point.totalImpulse;
        }
        return sum;
    }
    [[nodiscard]] std::span<const BasicDynamicPoint<T>> points() const {
        return {pointArray.data(), pointCount};
    }
};
using DynamicPoint = BasicDynamicPoint<float>;
using DynamicContact = BasicDynamicContact<float>;
using DDynamicContact = BasicDynamicContact<double>;
using PlanarDynamicContact = BasicDynamicContact<Planar<float>>;
using DPlanarDynamicContact = BasicDynamicContact<Planar<double>>;

/// Moves the objects of a world by velocities, forces, contacts, joints and wheels. Objects without a body
/// stand still, unless the game moves them.
/// @code
/// sat3d::World world;
/// sat3d::Dynamics dynamics;
/// const auto crate = world.add({.shape = box, .pose = start});
/// dynamics.setBody(world, *crate, {.mass = *sat3d::massFromDensity(box, 700.0f)});
/// for (;;) {
///     dynamics.step(world, 1.0f / 60.0f);
///     draw(world.find(*crate)->pose);
/// }
/// @endcode
/// The kinds and filters of the world decide what can touch. Sensors have events, but no contacts; pairs
/// without a dynamic body have neither. A step finds contacts with a margin that grows with speed, so that
/// fast bodies do not sink into what they hit. Pairs that have moved by less than a tenth of the solver's
/// margin relative to each other, and by less than a hundredth of the inner radius of the smaller body, keep
/// their contacts; separations are then wrong by at most twice that way. A body that could pass through
/// something thin in one step stops there. A body whose motion is too large for numbers, or that would leave
/// the world (see BadPose), stops where it is.
///
/// Copies are independent, and continue with the same results. A Dynamics that was moved from has no bodies,
/// and the same options. Equal worlds and equal calls give the same bits on every platform.
template <class T>
class BasicDynamics {
public:
    using World = BasicWorld<T>;
    using Contact = BasicDynamicContact<T>;
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using Spin = typename Dimension::Spin;
    using Body = BasicBody<Dimension>;
    using PartSurface = BasicPartSurface<Dimension>;
    using Options = BasicDynamicsOptions<Dimension>;
    using ContactSettings = BasicContactSettings<Dimension>;
    /// Sees each contact that a step has found, before it acts, and may change what it does. Several threads
    /// call it at once, and it may be called more than once for a contact of a step; so it must be pure: what
    /// it does depends on its arguments and on what does not change during the step. Then threads change no
    /// bit. The points have the impulses of the last step; the total impulses are 0.
    /// Wheels of vehicles are contacts of one point. Their friction is that of the tire along; that across
    /// changes in proportion. Restitution and rolling resistance have no meaning for them.
    using ContactHook = CallbackRef<void(const Contact& contact, ContactSettings& settings)>;
    using Joint = BasicJoint<T>;
    using JointState = BasicJointState<Dimension>;
    using BrokenJoint = BasicBrokenJoint<T>;
    using VehicleState = BasicVehicleState<T>;

    SAT3D_API explicit BasicDynamics(const Options& options = {});
    SAT3D_API ~BasicDynamics();
    SAT3D_API BasicDynamics(const BasicDynamics& other);
    SAT3D_API BasicDynamics& operator=(const BasicDynamics& other);
    SAT3D_API BasicDynamics(BasicDynamics&& other) noexcept;
    SAT3D_API BasicDynamics& operator=(BasicDynamics&& other) noexcept;

    [[nodiscard]] SAT3D_API const Options& options() const noexcept;
    /// Wakes all bodies.
    SAT3D_API void setGravity(const Vector& gravity);

    /// Gives an object a body, or replaces its body. Wakes it. The body is at the pose that the object has
    /// now, also if it follows poses.
    /// @return the errors StaleId and BadBody; then nothing changes. Objects of the kinds Static and Sensor,
    /// meshes, height fields and half-spaces take kinematic bodies only. Surfaces do not touch each other, so
    /// a mesh would fall through the ground. (If the object of a dynamic body gets such a shape later, its
    /// body stands still as long as it has it.)
    SAT3D_API std::optional<WorldError> setBody(const World& world, ObjectId id, const Body& body);
    /// Takes the body from an object, which then stands still.
    /// @return whether there was one
    SAT3D_API bool removeBody(ObjectId id);
    /// Returns the body of an object, or nullptr. Valid until a body is added or removed.
    [[nodiscard]] SAT3D_API const Body* find(ObjectId id) const noexcept;
    [[nodiscard]] SAT3D_API std::size_t size() const noexcept;

    // The body of an object that was removed goes with the next step. Until then it is as it was.

    // Each of these functions wakes the body. It returns false, and changes nothing, if the object has no
    // body, or if a number or the result is not finite (of velocities, also their squares: below 1.8e19).

    SAT3D_API bool setVelocity(ObjectId id, const Vector& velocity, const Spin& angularVelocity);
    /// Moves a kinematic body: the next steps give it the velocities with which it is exactly at a pose after
    /// some time, and stands there. Its center moves in a straight line, and it turns by at most half a turn.
    /// The time is rounded up to whole steps. Another velocity, pose or body cancels the motion; after
    /// another pose, also one that was set between the last step and this call, the body stands.
    /// @code
    /// dynamics.moveKinematic(lift, track.at(time + dt), dt);  // in every step
    /// dynamics.moveKinematic(door, open, 0.8f);               // once
    /// @endcode
    /// @param to       see BadPose for what is refused
    /// @param seconds  above 0
    /// @return false for a dynamic body
    SAT3D_API bool moveKinematic(ObjectId id, const typename Space<T>::Pose& to, float seconds);
    /// Changes the velocity at once.
    /// @param impulse       Newton seconds, world frame
    /// @param pointInWorld  where it acts
    SAT3D_API bool applyImpulse(const World& world, ObjectId id, const Vector& impulse,
                                const typename Space<T>::Position& pointInWorld);
    /// Adds a force, and a torque about the center of mass, for the next step only.
    SAT3D_API bool applyForce(ObjectId id, const Vector& newtons, const Spin& newtonMeters = Spin(0.0f));
    /// Adds a force that acts at a point, for the next step only.
    /// @param newtons       world frame
    /// @param pointInWorld  where it acts, as long as the step lasts
    SAT3D_API bool applyForce(const World& world, ObjectId id, const Vector& newtons,
                              const typename Space<T>::Position& pointInWorld);
    /// Changes the material. Wakes also what touches the object: ice melts, and what lies on it stops.
    /// @return also false for a bad number: see BadBody
    SAT3D_API bool setMaterial(ObjectId id, const Material& material);
    /// Sets one of Body::surfaces: in place of the one with its tag, or besides the others. Wakes as
    /// setMaterial() does.
    /// @note  O(surfaces). No allocation for a tag that was set before.
    SAT3D_API bool setSurface(ObjectId id, const PartSurface& surface);
    SAT3D_API bool wake(ObjectId id);

    /// Returns the velocity of the point of a body that is at a place, m/s, world frame. Nothing if the
    /// object has no body: it stands still.
    [[nodiscard]] SAT3D_API std::optional<Vector> velocityAt(
        const World& world, ObjectId id, const typename Space<T>::Position& pointInWorld) const;
    [[nodiscard]] SAT3D_API bool isAsleep(ObjectId id) const noexcept;

    /// Adds a joint, and wakes what it joins. It is removed with one of its objects. If the objects are
    /// apart, it brings them together slowly: see docs/joints.md.
    /// @return the errors StaleId and BadJoint: one of the objects needs a body with a finite mass
    SAT3D_API Result<JointId, WorldError> addJoint(const World& world, const Joint& joint);
    /// Changes a joint, and wakes what it joins: a motor gets another speed, a door is locked.
    /// @return the errors of addJoint(), and StaleId for the joint; then nothing changes
    SAT3D_API std::optional<WorldError> setJoint(const World& world, JointId id, const Joint& joint);
    /// Removes a joint, and wakes what it has joined.
    /// @return whether there was one
    SAT3D_API bool removeJoint(JointId id);
    /// Returns a joint, or nullptr. Valid until a joint is added or removed.
    [[nodiscard]] SAT3D_API const Joint* findJoint(JointId id) const noexcept;
    /// Returns where a joint is and what it carries, or nothing if it does not exist.
    [[nodiscard]] SAT3D_API std::optional<JointState> jointState(const World& world, JointId id) const;
    /// All joints, sorted. Valid until a joint is added or removed.
    [[nodiscard]] SAT3D_API std::span<const JointId> joints() const noexcept;
    /// The joints that have broken in the last step, sorted.
    [[nodiscard]] SAT3D_API std::span<const BrokenJoint> brokenJoints() const noexcept;

    // Vehicles exist in space only.

    /// Adds a vehicle, and wakes its body. It is removed with its object.
    /// @return the errors StaleId and BadVehicle: its object needs a body with a finite mass
    SAT3D_API auto addVehicle(const World& world, const Vehicle& vehicle) -> Result<VehicleId, WorldError>
    requires Spatial<T>;
    /// Changes a vehicle, and wakes it. Its wheels turn on if it has as many as before.
    /// @return the errors of addVehicle(), and StaleId for the vehicle; then nothing changes
    SAT3D_API auto setVehicle(const World& world, VehicleId id, const Vehicle& vehicle)
        -> std::optional<WorldError>
    requires Spatial<T>;
    /// Removes a vehicle, and wakes its body.
    /// @return whether there was one
    SAT3D_API bool removeVehicle(VehicleId id) requires Spatial<T>;
    /// Sets what the driver does from now on. Wakes the vehicle if it differs from before.
    /// @return false, and nothing changes, if there is no such vehicle or a number is out of its range
    SAT3D_API bool setVehicleInput(VehicleId id, const VehicleInput& input) requires Spatial<T>;
    /// Returns a vehicle, or nullptr. Valid until a vehicle is added or removed.
    [[nodiscard]] SAT3D_API auto findVehicle(VehicleId id) const noexcept
        -> const Vehicle* requires Spatial<T>;
    /// Returns what a vehicle did in the last step that moved it, or nullptr. Valid as findVehicle() is.
    [[nodiscard]] SAT3D_API auto vehicleState(VehicleId id) const noexcept
        -> const VehicleState* requires Spatial<T>;
    /// All vehicles, sorted. Valid until a vehicle is added or removed.
    [[nodiscard]] SAT3D_API auto vehicles() const noexcept -> std::span<const VehicleId>
    requires Spatial<T>;

    /// Moves the bodies, and sets the poses of their objects. Accounts for all objects that the game has
    /// added, moved or removed since the last step, and removes the bodies of removed objects.
    /// @param dt           seconds, above 0 (asserted; otherwise nothing happens). Best constant: 1/60.
    /// If it changes, stacks stand less still, and chains and heavy bodies on light ones can gain energy: see
    /// FixedStep.
    /// @param parallelFor  the caller's threads (see ParallelFor). They change no bit of the result.
    SAT3D_API void step(World& world, float dt, ParallelFor parallelFor = kInOneThread);
    /// Does the same with a hook.
    /// @code
    /// const auto onIce = [&](const sat3d::DynamicContact& contact, sat3d::ContactSettings& settings) {
    ///     settings.friction = isFrozen(contact.points()[0].position) ? 0.02f : settings.friction;
    /// };
    /// dynamics.step(world, 1.0f / 60.0f, sat3d::kInOneThread, onIce);
    /// @endcode
    /// @param hook  sets numbers in their range (asserted; otherwise the contact stays as it was)
    SAT3D_API void step(World& world, float dt, ParallelFor parallelFor, ContactHook hook);

    /// The contacts of awake bodies in the last step, sorted by objects.
    [[nodiscard]] SAT3D_API std::span<const Contact> contacts() const noexcept;
    /// Which objects have begun to touch in the last step, have gone on, and have stopped: contacts, and what
    /// sensors sense. Nothing is missed, however fast it is. Valid until the next step, restore or
    /// assignment. Empty after restore().
    [[nodiscard]] SAT3D_API BasicStepEvents<T> events() const noexcept;
    /// Number of bodies that the last step moved.
    [[nodiscard]] SAT3D_API std::size_t awakeCount() const noexcept;

    /// 64-bit hash of the state: of bodies, joints, vehicles, impulses and sleep. Equal states have equal
    /// hashes, on every platform.
    [[nodiscard]] SAT3D_API std::uint64_t hash() const;
    /// Returns the state, the same bytes on every platform. It belongs to a snapshot of the world.
    [[nodiscard]] SAT3D_API std::vector<std::byte> snapshot() const;
    /// Restores the state of a snapshot; the options stay, but for gravity. The next steps then give the same
    /// answers as those of the original. The bytes may come from anywhere: they are checked.
    /// @param world  restored from the world's snapshot of the same moment
    /// @return the errors BadSnapshot, and ForeignSnapshot if an object is missing; then nothing changes
    SAT3D_API std::optional<WorldError> restore(const World& world, std::span<const std::byte> snapshot);

private:
    Owned<detail::DynamicsState<T>> state_;
};

using Dynamics = BasicDynamics<float>;
using DDynamics = BasicDynamics<double>;
/// The same in the plane.
using PlanarDynamics = BasicDynamics<Planar<float>>;
using DPlanarDynamics = BasicDynamics<Planar<double>>;

}  // namespace sat3d::SAT3D_ABI
