#pragma once

/// @file
/// Joints: what one object may do in the frame of another one.

#include <sat3d/math/dimension.hpp>
#include <sat3d/shapes/physics_properties.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>
#include <sat3d/world/world.hpp>

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// Identity of a joint in a Dynamics. As with objects, the id of a removed joint never refers to another one.
struct JointId {
    std::uint32_t index = 0;
    std::uint32_t generation = 0;

    friend auto operator<=>(const JointId&, const JointId&) = default;
};

/// In place of an object, as the first one of a joint: the world, which stands still. Frames in it are in
/// world coordinates.
inline constexpr ObjectId kWorldFrame{};

/// A force or torque with which a joint drives one of its axes: a motor or a spring.
struct JointDrive {
    static constexpr float kUnlimited = std::numeric_limits<float>::infinity();

    float maxForce = 0.0f;  ///< N, or Nm about an axis. 0: no drive
    float speed = 0.0f;     ///< target, m/s or rad/s
    float position = 0.0f;  ///< target of a spring, meters or radians. A distance below 0 is 0
    /// Frequency f of a spring. Its stiffness is (2 pi f)^2 m, with the mass of both bodies along an offset
    /// or a distance, 1 / (1 / mA + 1 / mB), or their moments of inertia about the axes of the frames. 0: a
    /// motor, which keeps the speed whatever the position is. A spring is at most as stiff as a lock, which
    /// has a quarter of the frequency of substeps: of those at 60 steps per second, or at contactHertz if
    /// that is more, if there are more steps.
    float hertz = 0.0f;
    float dampingRatio = 0.0f;  ///< of a spring: 0 swings on, 1 comes to rest without swinging over

    /// Keeps a speed, with at most this force. With a speed of 0 it is a brake, or friction in the joint. At
    /// a limit of its axis it stops.
    [[nodiscard]] static constexpr JointDrive motor(float speed, float maxForce = kUnlimited) {
        return {.maxForce = maxForce, .speed = speed};
    }
    /// Pulls to a position.
    [[nodiscard]] static constexpr JointDrive spring(float hertz, float dampingRatio, float position = 0.0f,
                                                     float maxForce = kUnlimited) {
        return {.maxForce = maxForce, .position = position, .hertz = hertz, .dampingRatio = dampingRatio};
    }

    friend bool operator==(const JointDrive&, const JointDrive&) = default;
};

/// What a joint lets happen along or about one axis. By default nothing: the axis is locked.
struct JointAxis {
    static constexpr float kInfinity = std::numeric_limits<float>::infinity();

    float lower = 0.0f,
          upper = 0.0f;     ///< limits, meters or radians; infinite: none. Equal ones lock the axis
    JointDrive drive = {};  ///< only if the axis is not locked

    [[nodiscard]] static constexpr JointAxis free() { return {-kInfinity, kInfinity, {}}; }
    [[nodiscard]] static constexpr JointAxis range(float lower, float upper) { return {lower, upper, {}}; }
    [[nodiscard]] static constexpr JointAxis driven(const JointDrive& drive) {
        return {-kInfinity, kInfinity, drive};
    }

    [[nodiscard]] constexpr bool isLocked() const { return lower == upper; }
    /// Whether it has neither a limit nor a drive.
    [[nodiscard]] constexpr bool isFree() const {
        return lower == -kInfinity && upper == kInfinity && drive.maxForce == 0.0f;
    }

    friend bool operator==(const JointAxis&, const JointAxis&) = default;
};

/// How B's frame may turn in A's.
template <class Dimension>
struct JointTurns;
template <>
struct JointTurns<Dimension3> {
    /// The turn about the x axis. Limits are within two turns around 0, and at most a turn apart. Angles are
    /// known up to whole turns: one limit alone is a wall, a fifth of a radian thick, that stops what comes
    /// from either side; limits a turn apart have a wall of 0.2 degrees between them. Where the x axes are
    /// opposite, there is no twist, and nothing acts on it.
    JointAxis twist = {};
    /// The angle between the x axes of both frames, 0 to pi. Only the upper limit has a meaning: it is a
    /// cone. A spring pulls the axes together; its position and speed have no meaning.
    JointAxis swing = {};

    friend bool operator==(const JointTurns&, const JointTurns&) = default;
};
template <>
struct JointTurns<Dimension2> {
    JointAxis twist = {};  ///< the angle, counterclockwise. Limits as in space

    friend bool operator==(const JointTurns&, const JointTurns&) = default;
};

/// A joint of two objects, or of the world and an object: a frame in each, and for each coordinate of B's
/// frame in A's frame whether it is locked, limited, driven or free. All kinds of joints are such settings.
/// The functions hinge(), slider() ... make the usual ones at the present poses of the objects; limits,
/// drives and strength are set afterwards.
/// @code
/// auto door = sat3d::Joint::hinge(world, sat3d::kWorldFrame, *leaf, corner, {0.0f, 1.0f, 0.0f});
/// door.turns.twist = sat3d::JointAxis::range(-1.5f, 1.5f);
/// const auto id = dynamics.addJoint(world, door);
/// @endcode
template <class T>
struct BasicJoint {
    using World = BasicWorld<T>;
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using Position = typename Space<T>::Position;
    static constexpr std::size_t kOffsets = Spatial<T> ? 3 : 2;

    ObjectId a = kWorldFrame;  ///< an object, or kWorldFrame
    ObjectId b = {};
    typename Space<T>::Pose frameInA = {}, frameInB = {};  ///< in the objects' own frames

    std::array<JointAxis, kOffsets> offsets = {};  ///< of B's origin, along the axes of A's frame
    /// Distance between the origins of both frames: for a rod, a rope or a spring. Only if all offsets are
    /// free.
    JointAxis distance = JointAxis::free();
    JointTurns<Dimension> turns = {};

    /// Newtons and Newton meters, in the mean of a step. A joint that takes more breaks: it is removed.
    float breakForce = std::numeric_limits<float>::infinity();
    float breakTorque = std::numeric_limits<float>::infinity();
    bool collides = false;  ///< whether the two objects touch each other

    // Each of these takes an object or kWorldFrame as A. The frames lie at the point, in world coordinates.
    // An object that does not exist gives a joint that addJoint() refuses.

    /// Holds B as it is.
    [[nodiscard]] SAT3D_API static BasicJoint fixed(const World& world, ObjectId a, ObjectId b,
                                                    const Position& point);
    /// Lets B turn about a point and an axis: `turns.twist`.
    /// @param axis  world frame, any length but 0
    [[nodiscard]] SAT3D_API static BasicJoint hinge(const World& world, ObjectId a, ObjectId b,
                                                    const Position& point,
                                                    const Vector& axis) requires Spatial<T>;
    /// Lets B turn about a point.
    [[nodiscard]] SAT3D_API static BasicJoint hinge(const World& world, ObjectId a, ObjectId b,
                                                    const Position& point) requires(!Spatial<T>);
    /// Lets B move along an axis: `offsets[0]`.
    /// @param axis  world frame, any length but 0
    [[nodiscard]] SAT3D_API static BasicJoint slider(const World& world, ObjectId a, ObjectId b,
                                                     const Position& point, const Vector& axis);
    /// Lets B turn about a point in every direction: `turns.swing` and `turns.twist`.
    /// @param axis  of the twist and the cone, world frame, any length but 0
    [[nodiscard]] SAT3D_API static BasicJoint ball(const World& world, ObjectId a, ObjectId b,
                                                   const Position& point,
                                                   const Vector& axis) requires Spatial<T>;
    /// Keeps the distance of two points: a rod. As a rope, `distance.lower` is 0; as a spring, `distance` is
    /// driven.
    [[nodiscard]] SAT3D_API static BasicJoint rod(const World& world, ObjectId a, ObjectId b,
                                                  const Position& pointOnA, const Position& pointOnB);
    /// Makes a joint that a model declares.
    /// @param a      object of its rigid body A; kWorldFrame if it has none
    /// @param b      object of its rigid body B; the shapes of both are in the model's frame
    /// @param model  where the model's frame is in the world
    [[nodiscard]] SAT3D_API static BasicJoint fromModel(
        const ModelJoint& joint, ObjectId a, ObjectId b,
        const typename Space<T>::Pose& model = {}) requires Spatial<T>;
};
using Joint = BasicJoint<float>;
using DJoint = BasicJoint<double>;
using PlanarJoint = BasicJoint<Planar<float>>;
using DPlanarJoint = BasicJoint<Planar<double>>;

/// Where a joint is, how fast it changes, and what it carries.
template <class Dimension>
struct BasicJointState {
    typename Dimension::Vector offset{0.0f};  ///< of B's origin in A's frame, meters
    typename Dimension::Vector offsetSpeed{0.0f};
    float distance = 0.0f, distanceSpeed = 0.0f;  ///< of the origins
    float twist = 0.0f, twistSpeed = 0.0f;        ///< radians, from -pi to pi; rad/s
    float swing = 0.0f, swingSpeed = 0.0f;        ///< radians, from 0 to pi; rad/s. 0 in the plane
    /// On B at its origin, in the mean of the last step. World frame, newtons; A gets the opposite.
    typename Dimension::Vector force{0.0f};
    typename Dimension::Spin torque{0.0f};  ///< besides that force, newton meters
};
using JointState = BasicJointState<Dimension3>;
using PlanarJointState = BasicJointState<Dimension2>;

/// A joint that has broken.
template <class T>
struct BasicBrokenJoint {
    JointId id;
    BasicJoint<T> joint;
    typename BasicJoint<T>::Vector force{0.0f};  ///< see BasicJointState
    typename BasicJoint<T>::Dimension::Spin torque{0.0f};
};

}  // namespace sat3d::SAT3D_ABI
