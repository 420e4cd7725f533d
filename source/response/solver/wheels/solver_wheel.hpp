#pragma once

/// @file
/// Wheels as the solver sees them: springs and tires between the ground and a body, and the treads whose
/// speeds they share.

#include <sat3d/response/contact_solver.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <span>

namespace sat3d::SAT3D_ABI {

/// A wheel that touches the ground, or is about to.
template <class Dimension>
struct SolverWheel {
    using Vector = typename Dimension::Vector;
    /// In one direction: along the tread, or across it.
    struct Grip {
        float friction = 0.0f, peakSlip = 1.0f;  ///< see TireGrip
        float impulse = 0.0f;                    ///< on B, in a substep: for warm starting
        float total = 0.0f;                      ///< result: over the step
    };

    /// The ground, and the body that the wheel carries. Indices of bodies, or kStandsStill.
    std::uint32_t bodyA = BasicSolverContact<Dimension>::kStandsStill, bodyB = bodyA;
    std::uint32_t tread = 0;                 ///< index
    Vector armA{0.0f}, armB{0.0f};           ///< from the centers of mass to the point of contact, world axes
    Vector normal{0.0f};                     ///< unit, from A to B
    Vector along{0.0f};                      ///< unit, perpendicular to it: where the wheel rolls
    Vector groundVelocity{0.0f};             ///< of A's surface, in A's own motion, when the step begins
    Vector groundAcceleration{0.0f};         ///< how that changes, m/s2
    float compression = 0.0f;                ///< of the spring, meters. Below 0 above the ground
    float travel = 0.0f;                     ///< compression at which it hits its stop
    float perNormal = 1.0f;                  ///< how much it gives way for each meter along the normal
    float stiffness = 0.0f, damping = 0.0f;  ///< N/m, N s/m
    float slidingShare = 1.0f;
    float maxImpulse = std::numeric_limits<float>::infinity();  ///< along the normal, over the step
    Grip rolling = {}, sideways = {};
    // For warm starting: impulses along the normal in a substep.
    float springImpulse = 0.0f, stopImpulse = 0.0f;
    float totalLoad = 0.0f;  ///< result: along the normal, over the step
};

/// The tread of a wheel, or of all wheels of a track: what has one speed. Only wheels of one body share it.
struct SolverTread {
    float speed = 0.0f;         ///< m/s, relative to the body, above 0 if it rolls forward
    float mass = 1.0f;          ///< kg: inertia of all that turns with it, by the squares of radii
    float driveForce = 0.0f;    ///< N, toward driveSpeed; 0 or more
    float driveSpeed = 0.0f;    ///< m/s: a speed beyond it is not braked
    float brakeForce = 0.0f;    ///< N, 0 or more
    float brakeImpulse = 0.0f;  ///< in this substep
};

/// What couples the wheels of an axle.
struct SolverAxle {
    static constexpr std::uint32_t kNoWheel = ~std::uint32_t{0};

    std::array<std::uint32_t, 2> treads = {};                    ///< left, right
    std::array<std::uint32_t, 2> wheels = {kNoWheel, kNoWheel};  ///< kNoWheel: in the air
    std::uint32_t firstWheel = 0, endWheel = 0;                  ///< of the vehicle
    float speedDifference = 0.0f;                                ///< target: left less right, m/s
    float lockForce = 0.0f;                                      ///< at most, N
    float antiRoll = 0.0f;                                       ///< N/m
    std::array<float, 2> stiffness = {};                         ///< of the springs, N/m
    float lockImpulse = 0.0f;  ///< on the left tread, in a substep: for warm starting
};

/// All wheels of a step.
template <class Dimension>
struct SolverWheels {
    std::span<SolverWheel<Dimension>> wheels = {};
    std::span<SolverTread> treads = {};
    std::span<SolverAxle> axles = {};
};

}  // namespace sat3d::SAT3D_ABI
