#pragma once

/// @file
/// The vectors of rigid bodies in three dimensions and in the plane.

#include <sat3d/core/config.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Space.
struct Dimension3 {
    using Vector = glm::vec3;
    using DVector = glm::dvec3;
    using Spin = glm::vec3;  ///< angular velocity or angular momentum: along the axis, counterclockwise
    using DSpin = glm::dvec3;
    using Inertia = glm::mat3;
    using Rotation = glm::quat;
    static constexpr std::uint32_t kMaxPoints = 4;

    static inline const Rotation kNoRotation{1.0f, Vector(0.0f)};
    /// The acceleration of what falls on Earth, m/s2: along -y.
    static inline const Vector kEarthGravity{0.0f, -9.81f, 0.0f};
    /// Away from what pulls on Earth: y.
    static inline const Vector kUpward{0.0f, 1.0f, 0.0f};
};

/// The plane.
struct Dimension2 {
    using Vector = glm::vec2;
    using DVector = glm::dvec2;
    using Spin = float;  ///< counterclockwise
    using DSpin = double;
    using Inertia = float;
    using Rotation = glm::vec2;  ///< (cos, sin)
    static constexpr std::uint32_t kMaxPoints = 2;

    static inline const Rotation kNoRotation{1.0f, 0.0f};
    /// The acceleration of what falls on Earth, m/s2: along -y.
    static inline const Vector kEarthGravity{0.0f, -9.81f};
    /// Away from what pulls on Earth: y.
    static inline const Vector kUpward{0.0f, 1.0f};
};

}  // namespace sat3d::SAT3D_ABI
