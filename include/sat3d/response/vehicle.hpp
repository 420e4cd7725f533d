#pragma once

/// @file
/// Vehicles: wheels and tracks that carry a rigid body, steer it and drive it.

#include <sat3d/math/pose.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Identity of a vehicle in a Dynamics. As with objects, the id of a removed vehicle never refers to another
/// one.
struct VehicleId {
    std::uint32_t index = 0;
    std::uint32_t generation = 0;

    friend auto operator<=>(const VehicleId&, const VehicleId&) = default;
};

/// How well a tire grips in one direction. Its friction grows with slip up to a peak.
struct TireGrip {
    /// Coefficient at the peak, 0 or more. It combines with the friction of the ground as that of a Material.
    float friction = 1.0f;
    /// Slip at the peak, above 0: the speed at which the tread slides on the ground, as a fraction of the
    /// speed at which the wheel rolls, or the vehicle moves if that is faster. Across the wheel it is the
    /// tangent of the slip angle.
    float peakSlip = 0.1f;

    friend bool operator==(const TireGrip&, const TireGrip&) = default;
};

struct Tire {
    TireGrip along = {};                    ///< in the direction in which the wheel rolls
    TireGrip across = {.peakSlip = 0.14f};  ///< in the direction of its axle
    float slidingShare = 0.8f;  ///< of the friction that is left if all slides, above 0, at most 1
    std::optional<CombineMode> frictionCombine = std::nullopt;  ///< see Material
    /// Material::id of the rubber. A MaterialPair gives the friction along; that across changes in
    /// proportion.
    std::uint32_t materialId = 0;

    friend bool operator==(const Tire&, const Tire&) = default;
};

/// What is cast down to find the ground under a wheel.
enum class WheelCast : std::uint8_t {
    RayCast,     ///< as thick as a hair, in its middle plane. Costs least
    SphereCast,  ///< at its bottom, as wide as the wheel. Rolls over small steps
    /// The whole wheel, with its round tread. It feels steps and curbs as its circle meets them, over all of
    /// its width, and bridges gaps that are narrower than itself. Costs most.
    CylinderCast,
};
/// Returns the name of the enumerator.
[[nodiscard]] SAT3D_API std::string_view toString(WheelCast cast) noexcept;

/// A wheel on a spring. It has no mass but that of its spin.
struct VehicleWheel {
    static constexpr std::uint32_t kNoTrack = (std::numeric_limits<std::uint32_t>::max)();

    glm::vec3 center{0.0f};  ///< if the spring is free, in the frame of the object, meters
    float radius = 0.35f;    ///< meters, 1e-12 to 1e12
    float travel = 0.3f;     ///< how far the spring gives way until it hits its stop, 0 to 1e6 m
    /// Frequency of the spring, 1e-12 to 1e12, with the part of the body's mass that the wheel carries at
    /// rest. A spring sinks under this load by g / (2 pi hertz)^2: 0.11 m at 1.5 Hz.
    float hertz = 1.5f;
    float dampingRatio = 0.4f;  ///< 0: swings on; 1: does not swing over
    Tire tire = {};
    bool steers = false;             ///< see Vehicle::maxSteering
    float inertia = 1.0f;            ///< about the axle, kg m2, 1e-12 to 1e12
    float brakeTorque = 3000.0f;     ///< newton meters at VehicleInput::brake = 1, 0 or more
    float handBrakeTorque = 0.0f;    ///< newton meters, 0 or more
    float driveShare = 0.0f;         ///< its part of the engine's torque, relative to that of other wheels
    std::uint32_t track = kNoTrack;  ///< wheels with the same number are in one track: they have one speed
    WheelCast cast = WheelCast::SphereCast;
    /// Width of the tread, meters. A sphere: above 0, at most twice the radius. A cylinder: 0.01 to 100 times
    /// the radius, which then is 1e-6 to 1e6 m. A ray ignores it.
    float width = 0.2f;

    friend bool operator==(const VehicleWheel&, const VehicleWheel&) = default;
};

/// Two wheels that are coupled: an axle of a car, or both sides of a tank.
struct VehicleAxle {
    std::uint32_t left = 0, right = 0;  ///< numbers of wheels
    /// Anti-roll bar: newtons for each meter by which one spring is shorter than the other one. It presses a
    /// wheel down by at most what lifts the other one, so a very large one is a rigid axle.
    float antiRoll = 0.0f;
    /// A torque that keeps the speeds of both sides together, at most this, newton meters: of a limited-slip
    /// differential. Infinite: a locked one. Without it, both sides turn as they like.
    float lockTorque = 0.0f;
    /// By steering to the right, the same torque lets the left side be faster by twice this speed, m/s: the
    /// steering of a tank. It turns on the spot if it does not drive.
    float steeringSpeed = 0.0f;

    friend bool operator==(const VehicleAxle&, const VehicleAxle&) = default;
};

/// Engine and gearbox. The torque goes to the wheels by their driveShare, whatever their speeds are.
struct VehicleEngine {
    struct TorqueAt {
        float rpm = 0.0f, torque = 0.0f;  ///< newton meters
        friend bool operator==(const TorqueAt&, const TorqueAt&) = default;
    };
    /// At full throttle, by rising rpm; straight lines between. None: there is no engine.
    std::vector<TorqueAt> torque = {};
    float idleRpm = 800.0f;      ///< below this the clutch slips
    float maxRpm = 6000.0f;      ///< above this it does not drive
    float inertia = 0.2f;        ///< kg m2, 0 or more
    float brakingTorque = 0.0f;  ///< at maxRpm without throttle, newton meters; less below
    /// Turns of the engine for one of the wheels, from the lowest gear to the highest, each above 0.
    std::vector<float> gears = {1.0f};
    float reverseGear = 1.0f;
    float shiftSeconds = 0.0f;                 ///< while it shifts it does not drive
    float upRpm = 5000.0f, downRpm = 2500.0f;  ///< where it shifts by itself

    /// One gear and the same torque at all speeds: as an electric motor has it.
    /// @param newtonMeters  at the wheels, all together
    /// @param maxSpin       of the wheels, rad/s
    [[nodiscard]] SAT3D_API static VehicleEngine constant(float newtonMeters, float maxSpin);

    friend bool operator==(const VehicleEngine&, const VehicleEngine&) = default;
};

/// A vehicle: wheels on the springs of a rigid body. The functions car() and tank() make the usual ones;
/// engine, tires and all else are set afterwards. Numbers that must be above 0 are 1e-12 to 1e12.
/// @code
/// sat3d::Vehicle car = sat3d::Vehicle::car(*body, {frontLeft, frontRight, rearLeft, rearRight}, 0.35f);
/// car.engine = sat3d::VehicleEngine::constant(4000.0f, 100.0f);
/// const auto id = dynamics.addVehicle(world, car);
/// dynamics.setVehicleInput(*id, {.throttle = 1.0f, .steering = 0.2f});
/// @endcode
struct Vehicle {
    ObjectId body = {};                   ///< an object with a body of finite mass
    glm::vec3 forward{0.0f, 0.0f, 1.0f};  ///< unit, in the frame of the object
    glm::vec3 up{0.0f, 1.0f, 0.0f};       ///< unit, across forward: the springs push along it
    std::vector<VehicleWheel> wheels = {};
    std::vector<VehicleAxle> axles = {};
    VehicleEngine engine = {};
    /// Steering angle of the foremost wheels at full lock, as if they were in the middle: 0 to 1.5 radians.
    /// All wheels that steer turn so that they roll about one point, beside the middle of those that do not
    /// (or of all, if all do): Ackermann's steering. Those behind it turn the other way.
    float maxSteering = 0.6f;

    /// A car with rear-wheel drive, and a hand brake on the rear wheels.
    /// @param standing  centers of the wheels of the car that stands on Earth, in the frame of its object:
    ///                  front left, front right, rear left, rear right. Forward is z, up is y
    [[nodiscard]] SAT3D_API static Vehicle car(ObjectId body, const std::array<glm::vec3, 4>& standing,
                                               float radius);
    /// A tank with two tracks that it steers by.
    /// @param left, right  centers of the road wheels of the tank that stands on Earth
    [[nodiscard]] SAT3D_API static Vehicle tank(ObjectId body, std::span<const glm::vec3> left,
                                                std::span<const glm::vec3> right, float radius);

    friend bool operator==(const Vehicle&, const Vehicle&) = default;
};

/// What the driver does. It stays as it is until it is set again.
struct VehicleInput {
    static constexpr std::int32_t kAutomatic = (std::numeric_limits<std::int32_t>::max)();

    float throttle = 0.0f;   ///< -1 .. 1. Below 0 the gearbox takes the reverse gear
    float brake = 0.0f;      ///< 0 .. 1
    float handBrake = 0.0f;  ///< 0 .. 1
    float steering = 0.0f;   ///< -1 (left) .. 1 (right)
    /// -1: reverse, 0: neutral, 1: first gear ... By default the gearbox shifts by itself.
    std::int32_t gear = kAutomatic;

    friend bool operator==(const VehicleInput&, const VehicleInput&) = default;
};

/// A wheel after a step.
template <class T>
struct BasicWheelState {
    using Vector = typename Space<T>::Dimension::Vector;

    bool touches = false;                  ///< the ground. Otherwise most of the rest is 0
    ObjectId ground;                       ///< the object that it stands on
    typename Space<T>::Position point{0};  ///< of contact, world frame, when the step began
    Vector normal{0.0f};                   ///< of the ground, unit, toward the wheel
    /// Compression of the spring, meters: 0 if the wheel hangs free, above the travel if the ground pushes
    /// the wheel past its stop. A wheel that finds itself deep in the ground takes up its load slowly: half a
    /// meter of compression per second.
    float compression = 0.0f;
    float load = 0.0f;  ///< along the normal, newtons, mean of the step
    float forceAlong = 0.0f,
          forceAcross = 0.0f;  ///< of the ground on the tire: forward, to the right; newtons
    float slip = 0.0f;         ///< along: above 0 if the tread is faster than the ground. See TireGrip
    float slipAcross = 0.0f;   ///< above 0 if the wheel slides to the right
    float spin = 0.0f;         ///< rad/s, above 0 if it rolls forward
    float roll = 0.0f;         ///< angle, radians, from -pi to pi
    float steering = 0.0f;     ///< angle, radians, above 0 to the right
};

/// A vehicle after a step.
template <class T>
struct BasicVehicleState {
    std::vector<BasicWheelState<T>> wheels;
    float speed = 0.0f;     ///< of the body, forward, m/s
    float rpm = 0.0f;       ///< of the engine
    std::int32_t gear = 0;  ///< -1: reverse, 0: neutral or shifting, 1: first gear ...
};
using WheelState = BasicWheelState<float>;
using VehicleState = BasicVehicleState<float>;

/// Returns where to draw a wheel, in the frame of its object: at rest its axle is `cross(forward, up)`, to
/// the right. Its model has the axes of the object.
/// @param wheel  number of the wheel (asserted)
[[nodiscard]] SAT3D_API Pose wheelPose(const Vehicle& vehicle, std::uint32_t wheel, float compression,
                                       float steering, float roll);

}  // namespace sat3d::SAT3D_ABI
