#pragma once

/// @file
/// Materials of bodies, and how two of them combine.

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/physics_properties.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Surface of a body.
struct Material {
    float friction = 0.6f;     ///< Coulomb's coefficient, 0 or more
    float restitution = 0.0f;  ///< 0 .. 1: share of the speed that a bounce returns
    /// Slows what rolls: torque per normal force, as a fraction of the radius of a sphere or capsule. 0.01
    /// brings a ball to rest.
    float rollingResistance = 0.0f;
    CombineMode frictionCombine = CombineMode::Average;
    CombineMode restitutionCombine = CombineMode::Maximum;

    friend bool operator==(const Material&, const Material&) = default;
};

/// Returns the material with the friction of an imported one: its dynamic friction.
[[nodiscard]] SAT3D_API Material materialOf(const PhysicsMaterial& imported) noexcept;

/// Returns the coefficient of two surfaces in contact. If the rules differ, the one that CombineMode declares
/// first wins. Symmetric.
[[nodiscard]] SAT3D_API float combined(float a, CombineMode ruleA, float b, CombineMode ruleB) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
