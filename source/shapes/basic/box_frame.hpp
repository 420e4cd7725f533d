#pragma once

/// @file
/// Box as a center, unit axes and half extents in double.

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/box.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

struct BoxFrame {
    glm::dvec3 center{0.0};
    glm::dmat3 axes{1.0};  ///< unit columns
    glm::dvec3 halfExtents{0.0};

    /// Converts a box. The result is in the shape's frame.
    explicit BoxFrame(const Box& box);
    /// Converts a box. The result is in the target frame of `toFrame`.
    BoxFrame(const Box& box, const RigidTransform& toFrame);

    /// Returns a vertex. Vertices are numbered as in Box.
    [[nodiscard]] glm::dvec3 vertex(std::uint32_t index) const;
};

}  // namespace sat3d::SAT3D_ABI
