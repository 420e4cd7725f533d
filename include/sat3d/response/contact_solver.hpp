#pragma once

/// @file
/// The contact solver: moves bodies through one step, so that they respect their contacts. It knows points,
/// normals and masses, but no shapes: feed it from collide(), from the plane, or from a game.

#include <sat3d/core/owned.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/math/dimension.hpp>
#include <sat3d/response/locked_axes.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace detail {
struct SolverAccess;
}

/// A rigid body for one step of the solver. Vectors are in the world frame.
template <class Dimension>
struct BasicSolverBody {
    using Vector = typename Dimension::Vector;
    using Spin = typename Dimension::Spin;

    Vector velocity{0.0f};       ///< of the center of mass, m/s. The step changes it
    Spin angularVelocity{0.0f};  ///< rad/s. The step changes it
    /// 1 / kg. 0 is an infinite mass: contacts and accelerations do not change its velocity.
    float inverseMass = 0.0f;
    /// About the center of mass, in world axes, 1 / (kg m2), symmetric. 0: contacts do not turn the body.
    typename Dimension::Inertia inverseInertia{0.0f};
    Vector acceleration{0.0f};       ///< by gravity and other forces, m/s2
    Spin angularAcceleration{0.0f};  ///< by torques, rad/s2
    /// Along these, contacts and accelerations do not change its velocity.
    BasicLockedAxes<Dimension> locked = {};
    float linearDamping = 0.0f;   ///< 1/s: velocity decays by this rate, 0 or more
    float angularDamping = 0.0f;  ///< 1/s
    Vector translation{0.0f};     ///< result: how the center of mass has moved, meters
    typename Dimension::Rotation rotation = Dimension::kNoRotation;  ///< result: how the body has turned
};

/// A contact point of two bodies.
template <class Dimension>
struct BasicSolverPoint {
    /// From the center of mass of each body to the point on its own surface, world axes. Across a gap these
    /// are two points, apart by the separation along the normal.
    typename Dimension::Vector armA{0.0f}, armB{0.0f};
    float separation = 0.0f;  ///< meters along the normal, negative for an overlap
    /// Newton seconds along the normal, 0 or more. Set it to the result of the last step for the same
    /// features (warm starting), or to 0.
    float impulse = 0.0f;
    float totalImpulse = 0.0f;  ///< result: along the normal, over the whole step, impacts included
};

/// The contact of two bodies at points with a common normal.
template <class Dimension>
struct BasicSolverContact {
    using Vector = typename Dimension::Vector;
    static constexpr std::uint32_t kStandsStill = ~std::uint32_t{0};

    /// Indices of bodies, or kStandsStill for objects that never move.
    std::uint32_t bodyA = kStandsStill, bodyB = kStandsStill;
    Vector normal{0.0f};           ///< unit, from A to B
    std::uint32_t pointCount = 0;  ///< at most kMaxPoints; 0: no contact
    std::array<BasicSolverPoint<Dimension>, Dimension::kMaxPoints> points = {};
    float friction = 0.0f;           ///< Coulomb's coefficient, 0 or more
    float restitution = 0.0f;        ///< 0 .. 1
    float rollingResistance = 0.0f;  ///< meters: greatest torque per normal force, 0 or more
    /// Velocity of B's surface relative to A's, in the bodies' own motion: a conveyor belt, a track. m/s.
    Vector surfaceVelocity{0.0f};
    /// How surfaceVelocity changes in the step, m/s2: a turntable turns what it carries.
    Vector surfaceAcceleration{0.0f};
    /// Velocity of B's surface relative to A's by parts that move in their bodies, m/s, in the middle of the
    /// points on B, and how it turns, rad/s. Unlike surfaceVelocity it also presses and parts the surfaces: a
    /// barrel that the game swings.
    Vector partVelocity{0.0f};
    typename Dimension::Spin partSpin{0.0f};
    /// Newton seconds, 0 or more: the most that the points together may give along the normal in the step.
    /// What is left in a substep limits what they give in it, impacts included.
    float maxImpulse = std::numeric_limits<float>::infinity();
    /// Radii of the round parts in contact: of a sphere or capsule, otherwise 0. As such a body rolls, its
    /// contact stays below its center.
    float radiusA = 0.0f, radiusB = 0.0f;
    /// How the bodies turn from the start of the step until the moment to which the arms belong: if they meet
    /// later in the step, the arms of that moment are the levers of the impact.
    typename Dimension::Rotation turnedA = Dimension::kNoRotation, turnedB = Dimension::kNoRotation;
    /// The fraction of the step after which the bodies meet: 0 if they touch, 1 if they do not meet in this
    /// step. Until then they turn as fast as they like. A contact that does not meet only acts on bodies that
    /// others push.
    float meetTime = 0.0f;
    // For warm starting, like BasicSolverPoint::impulse.
    Vector frictionImpulse{0.0f};  ///< on B, perpendicular to the normal
    float twistImpulse = 0.0f;     ///< about the normal
    typename Dimension::Spin rollingImpulse{0.0f};
};

/// Parameters of the solver. The defaults suit bodies of a game: from 10 cm to 10 m at 60 steps per second.
struct SolverOptions {
    std::uint32_t substeps = 8;  ///< at least 1. More make stacks stiffer
    /// Stiffness of contacts: the frequency of the spring with which an overlap is pushed out. At most an
    /// eighth of the frequency of substeps is used. With more steps per second than this, and than 60,
    /// locks of joints get no stiffer.
    float contactHertz = 60.0f;
    float dampingRatio = 10.0f;          ///< of that spring
    float maxPushSpeed = 3.0f;           ///< m/s: an overlap is not pushed out faster
    float slop = 0.0f;                   ///< meters: overlap that is not pushed out
    float restitutionThreshold = 0.35f;  ///< m/s: slower impacts do not bounce
    /// Meters: the friction of points with a larger gap has no effect. Forces and other bodies press a body
    /// into what stands still by a quarter of it at most, besides the slop.
    float margin = 0.02f;
};

/// Moves bodies through one step. Deterministic: the same input gives the same bits on every platform. The
/// order of contacts matters: sort them by identity, not by the time at which they were found.
/// @code
/// sat3d::ContactSolver solver;
/// solver.step(bodies, contacts, 1.0f / 60.0f);
/// for (std::size_t i = 0; i < bodies.size(); ++i) { centers[i] += bodies[i].translation; }
/// @endcode
/// Contacts are soft constraints, solved in substeps: each substep solves all contacts once with a spring
/// that pushes overlaps out, then once without, and those of light bodies between heavy ones, or that
/// a heavy load has left, five times.
/// Impacts are solved before, all points of a contact together.
/// Sources: E. Catto, "Solver2D", 2024; E. Guendelman, R. Bridson, R. Fedkiw, "Nonconvex Rigid Bodies with
/// Stacking", 2003.
template <class Dimension>
class BasicContactSolver {
public:
    using Body = BasicSolverBody<Dimension>;
    using Contact = BasicSolverContact<Dimension>;

    /// @param options  finite and positive (asserted)
    SAT3D_API explicit BasicContactSolver(const SolverOptions& options = {});
    SAT3D_API ~BasicContactSolver();
    SAT3D_API BasicContactSolver(const BasicContactSolver& other);
    SAT3D_API BasicContactSolver& operator=(const BasicContactSolver& other);
    SAT3D_API BasicContactSolver(BasicContactSolver&& other) noexcept;
    SAT3D_API BasicContactSolver& operator=(BasicContactSolver&& other) noexcept;

    [[nodiscard]] const SolverOptions& options() const noexcept { return options_; }

    /// Moves the bodies, and stores the impulses in the contacts. A body without contacts moves exactly on
    /// its parabola.
    /// @param contacts  of bodies in the span (asserted), finite
    /// @param dt        seconds, above 0
    /// @param parallelFor  the caller's threads (see ParallelFor), in one call. They change no bit of the
    /// result.
    /// @note  O(bodies + contacts). No allocation once there are no more of them than before.
    SAT3D_API void step(std::span<Body> bodies, std::span<Contact> contacts, float dt,
                        ParallelFor parallelFor = kInOneThread);

private:
    friend struct detail::SolverAccess;
    struct Memory;

    SolverOptions options_;
    Owned<Memory> memory_;  ///< derived, reused from step to step
};

using SolverBody = BasicSolverBody<Dimension3>;
using SolverPoint = BasicSolverPoint<Dimension3>;
using SolverContact = BasicSolverContact<Dimension3>;
using ContactSolver = BasicContactSolver<Dimension3>;
using PlanarSolverBody = BasicSolverBody<Dimension2>;
using PlanarSolverPoint = BasicSolverPoint<Dimension2>;
using PlanarSolverContact = BasicSolverContact<Dimension2>;
using PlanarContactSolver = BasicContactSolver<Dimension2>;

}  // namespace sat3d::SAT3D_ABI
