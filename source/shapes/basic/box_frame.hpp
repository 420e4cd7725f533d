#pragma once

/// @file
/// A box as centre and three half edges.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/box.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

struct BoxFrame {
    glm::dvec3 center{0.0};
    glm::dmat3 axes{1.0};  ///< unit columns
    glm::dvec3 halfExtents{0.0};

    /// In the shape's own frame.
    explicit BoxFrame(const Box& box);
    /// In the frame that `toFrame` leads to.
    BoxFrame(const Box& box, const RigidTransform& toFrame);

    /// Numbered as Box says.
    [[nodiscard]] glm::dvec3 corner(std::uint32_t index) const;
};

}  // namespace sat3d::inline SAT3D_ABI
