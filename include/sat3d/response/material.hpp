#pragma once

/// @file
/// Materials of bodies, and how two of them combine.

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/physics_properties.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Surface of a body.
struct Material {
    float friction = 0.6f;     ///< Coulomb's coefficient, 0 or more
    float restitution = 0.0f;  ///< 0 .. 1: share of the speed that a bounce returns
    /// Torque against rolling per normal force, as a fraction of the radius of a sphere or capsule. 0.01
    /// brings a ball to rest. The larger value of two surfaces counts.
    float rollingResistance = 0.0f;
    /// How the coefficients of two surfaces combine. If only one of them has a rule, that rule counts. If
    /// both have one, the rule that CombineMode declares first counts, as in glTF. If neither has one,
    /// friction is the geometric mean, so that ice stays slippery, and restitution the larger one.
    std::optional<CombineMode> frictionCombine = std::nullopt;
    std::optional<CombineMode> restitutionCombine = std::nullopt;

    friend bool operator==(const Material&, const Material&) = default;
};

/// Returns the material with the dynamic friction, the restitution and the rules of an imported one.
[[nodiscard]] SAT3D_API Material materialOf(const PhysicsMaterial& imported) noexcept;

/// Returns the coefficient of friction of two surfaces in contact. Symmetric.
[[nodiscard]] SAT3D_API float combinedFriction(const Material& a, const Material& b) noexcept;
/// Returns the restitution of two surfaces in contact. Symmetric.
[[nodiscard]] SAT3D_API float combinedRestitution(const Material& a, const Material& b) noexcept;

}  // namespace sat3d::SAT3D_ABI
