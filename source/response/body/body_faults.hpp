#pragma once

/// @file
/// Checks of bodies.

#include "math/is_finite.hpp"
#include "response/motion/is_bounded.hpp"
#include "response/motion/rigid_math.hpp"

#include <sat3d/planar/shape.hpp>
#include <sat3d/response/body.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/shapes/physics_properties.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_float3x3.hpp>
#include <glm/matrix.hpp>

#include <cmath>
#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// Whether a number is one of those that are 0 or more: a friction, a damping.
[[nodiscard]] inline bool isCoefficient(float a) noexcept {
    return std::isfinite(a) && a >= 0.0f;
}

/// Whether an inertia is that of a body, to rounding: symmetric, and below 0 about no axis.
[[nodiscard]] inline bool isInertia(const glm::mat3& inertia) noexcept {
    const glm::dmat3 i(inertia);
    const double size = i[0][0] + i[1][1] + i[2][2], least = -1e-6 * size * size;
    bool isOne = size >= 0.0 && glm::determinant(i) >= size * least;
    for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3;
        isOne = isOne && i[a][a] >= -1e-6 * size && std::abs(i[a][b] - i[b][a]) <= 1e-5 * size &&
                i[a][a] * i[b][b] - i[a][b] * i[b][a] >= least;
    }
    return isOne;
}
[[nodiscard]] inline bool isInertia(float inertia) noexcept {
    return inertia >= 0.0f;
}

/// Returns what is wrong with a material, or nullptr.
[[nodiscard]] inline const char* faultOf(const Material& material) noexcept {
    if (material.frictionCombine > CombineMode::Multiply ||
        material.restitutionCombine > CombineMode::Multiply) {
        return "material has a rule that is none of CombineMode";
    }
    if (!isCoefficient(material.friction) || !isCoefficient(material.rollingResistance) ||
        !isCoefficient(material.restitution) || material.restitution > 1.0f) {
        return "material has a friction below 0, or a restitution outside 0 to 1";
    }
    return nullptr;
}

/// Returns what is wrong with a surface, or nullptr.
template <class Dimension>
[[nodiscard]] const char* faultOf(const BasicPartSurface<Dimension>& surface) noexcept {
    return isBounded(surface.velocity) ? faultOf(surface.material)
                                       : "velocity of a surface is not finite, or its square is not";
}

/// Returns what is wrong with a body, or nullptr.
/// @param body  with sorted surfaces
template <class Dimension>
[[nodiscard]] const char* faultOf(const BasicBody<Dimension>& body) noexcept {
    const auto& [mass, center, inertia] = body.mass;
    if (!(mass > 0.0f)) {
        return "mass is not above 0";
    }
    if (!isFinite(center) || !isFinite(inertia)) {
        return "center of mass or inertia is not finite";
    }
    if (body.isDynamic() && !isInertia(inertia)) {
        return "inertia is not symmetric, or below 0 about an axis";
    }
    if (body.isDynamic() && (!std::isfinite(1.0f / mass) || !isFinite(inverseOf(inertia)))) {
        return "mass or inertia is too small for numbers";
    }
    if (!isBounded(body.velocity) || !isBounded(body.angularVelocity) || !isBounded(body.surfaceVelocity)) {
        return "velocity is not finite, or its square is not";
    }
    if (const char* fault = faultOf(body.material)) {
        return fault;
    }
    for (std::size_t i = 0; i < body.surfaces.size(); ++i) {
        if (const char* fault = faultOf(body.surfaces[i])) {
            return fault;
        }
        if (i > 0 && !(body.surfaces[i - 1].tag < body.surfaces[i].tag)) {
            return "surfaces have the same tag twice";
        }
    }
    if (!(body.maxSpeed > 0.0f) || !(body.maxAngularSpeed > 0.0f)) {
        return "limit of speed is not above 0";
    }
    if (!isCoefficient(body.linearDamping) || !isCoefficient(body.angularDamping) ||
        !std::isfinite(body.gravityFactor)) {
        return "damping is below 0, or gravity factor is not finite";
    }
    return nullptr;
}

/// Whether contacts can move a shape. Surfaces and half-spaces have no contacts with each other.
[[nodiscard]] inline bool isMovable(ShapeRef shape) noexcept {
    using Kind = ShapeRef::Kind;
    return shape.kind() != Kind::TriangleMesh && shape.kind() != Kind::HeightField &&
           shape.kind() != Kind::HalfSpace;
}
[[nodiscard]] inline bool isMovable(PlanarShapeRef shape) noexcept {
    return shape.kind() != PlanarShapeRef::Kind::HalfPlane;
}

}  // namespace sat3d::SAT3D_ABI
