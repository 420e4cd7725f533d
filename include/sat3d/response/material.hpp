#pragma once

/// @file
/// Materials of bodies, and how two of them combine.

#include <sat3d/shapes/physics_properties.hpp>

#include <cstdint>
#include <optional>
#include <vector>

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
    /// A number of the game's own for this kind of surface, as MaterialPair names it. 0: none.
    std::uint32_t id = 0;

    friend bool operator==(const Material&, const Material&) = default;
};

/// What two kinds of surfaces do in contact, in place of what their own coefficients combine to: rubber on
/// ice.
struct MaterialPair {
    std::uint32_t a = 0, b = 0;  ///< Material::id, above 0, in any order; both may be the same
    float friction = 0.6f;       ///< 0 or more
    float restitution = 0.0f;    ///< 0 .. 1

    friend bool operator==(const MaterialPair&, const MaterialPair&) = default;
};

/// What kinds of surfaces do that meet. What is not listed combines as Material says.
// Not a vector in the options: GCC 12 ends with an internal error where a game's class has these as a
// default.
struct MaterialTable {
    std::vector<MaterialPair> pairs = {};  ///< each pair once

    friend bool operator==(const MaterialTable&, const MaterialTable&) = default;
};

/// Returns the material with the dynamic friction, the restitution and the rules of an imported one.
[[nodiscard]] SAT3D_API Material materialOf(const PhysicsMaterial& imported) noexcept;

/// Returns what the coefficients of friction of two surfaces combine to. Symmetric.
[[nodiscard]] SAT3D_API float combinedFriction(const Material& a, const Material& b) noexcept;
/// Returns what the restitutions of two surfaces combine to. Symmetric.
[[nodiscard]] SAT3D_API float combinedRestitution(const Material& a, const Material& b) noexcept;

}  // namespace sat3d::SAT3D_ABI
