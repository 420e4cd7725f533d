#pragma once

/// @file
/// What a model says of physics beyond shapes: what moves and how heavy it is, how surfaces slide and bounce,
/// what meets what. Kept as the file has it, for whatever moves the bodies; no query of shapes looks at it.

#include <sat3d/core/config.hpp>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// How a body is meant to move, as far as the model says. Kinematic: as it is told to, whatever it meets.
enum class Motion : std::uint8_t { Unstated, Static, Dynamic, Kinematic };

/// Bodies that move as one: those on a node and below it, but for what belongs to a rigid body further down.
/// All in the model's frame, as modelled.
struct RigidBody {
    std::uint32_t node = 0;  ///< index into the model's nodes
    Motion motion = Motion::Dynamic;
    std::optional<float> mass =
        std::nullopt;  ///< kg, above 0, infinity for what nothing moves; none: as shapes give it
    std::optional<glm::vec3> centerOfMass = std::nullopt;  ///< metres; none: as shapes give it
    /// Principal moments, kg m2, each above 0, infinity for an axis that nothing turns about; none: as shapes
    /// give it.
    std::optional<glm::vec3> inertia = std::nullopt;
    glm::quat inertiaAxes{1.0f, glm::vec3(0.0f)};  ///< from the principal axes to the model's frame
    glm::vec3 linearVelocity{0.0f};                ///< m/s
    glm::vec3 angularVelocity{0.0f};               ///< rad/s
    float gravityFactor = 1.0f;

    friend bool operator==(const RigidBody&, const RigidBody&) = default;
};

/// How the figures of two surfaces become one; where they ask for different ways, the one that stands first
/// here counts.
enum class Combine : std::uint8_t { Average, Minimum, Maximum, Multiply };

/// How a surface slides and bounces. No figure is negative.
struct PhysicsMaterial {
    std::string name = {};
    float staticFriction = 0.6f;
    float dynamicFriction = 0.6f;
    float restitution = 0.0f;
    Combine frictionCombine = Combine::Average;
    Combine restitutionCombine = Combine::Average;

    friend bool operator==(const PhysicsMaterial&, const PhysicsMaterial&) = default;
};

/// What meets what: bodies belong to systems of the artist's naming. Two bodies meet if neither rules the
/// other out.
struct CollisionFilter {
    std::string name = {};
    std::vector<std::string> systems = {};          ///< that the body belongs to
    std::vector<std::string> collidesWith = {};     ///< if not empty, the only systems it meets
    std::vector<std::string> collidesNotWith = {};  ///< systems it does not meet; empty if the other is not

    friend bool operator==(const CollisionFilter&, const CollisionFilter&) = default;
};

/// The enumerator's own name, for tables and logs: "Kinematic".
[[nodiscard]] SAT3D_API std::string_view toString(Motion motion) noexcept;
[[nodiscard]] SAT3D_API std::string_view toString(Combine combine) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
