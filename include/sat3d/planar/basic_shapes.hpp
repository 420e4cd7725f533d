#pragma once

/// @file
/// The simple shapes of the plane: circle, capsule, segment, box, half-plane.

#include <sat3d/core/result.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/vector_float2.hpp>

namespace sat3d::SAT3D_ABI {

/// A disk. It has vertex 0, its center.
struct Circle {
    glm::vec2 center{0.0f};  ///< in the shape's frame
    float radius = 0.5f;     ///< meters, finite, not negative

    friend bool operator==(const Circle&, const Circle&) = default;
};

/// All points within `radius` of the segment from `start` to `end`. A capsule with equal ends is a circle.
/// It has vertices 0 (start) and 1 (end). Edge 0 is on the right of the way from start to end, edge 1 on the
/// left.
struct PlanarCapsule {
    glm::vec2 start{-0.5f, 0.0f};  ///< center of the first end, in the shape's frame
    glm::vec2 end{0.5f, 0.0f};     ///< center of the second end
    float radius = 0.5f;           ///< meters, finite, not negative

    friend bool operator==(const PlanarCapsule&, const PlanarCapsule&) = default;
};

/// A segment: a wall without thickness. Vertices and edges are those of a capsule. Something overlaps it if
/// it reaches to both sides; two segments overlap if they cross.
struct PlanarSegment {
    glm::vec2 start{-0.5f, 0.0f};  ///< in the shape's frame
    glm::vec2 end{0.5f, 0.0f};

    friend bool operator==(const PlanarSegment&, const PlanarSegment&) = default;
};

/// A box, axis-aligned by default. Its vertices are, counter-clockwise in its own axes: 0 (-x, -y), 1 (+x,
/// -y), 2 (+x, +y), 3 (-x, +y). Edge i runs from vertex i to the next one.
/// @code
/// const PlanarBox crate{.halfExtents = {0.5f, 0.5f}};
/// @endcode
struct PlanarBox {
    glm::vec2 center{0.0f};          ///< in the shape's frame
    glm::vec2 halfExtents{0.5f};     ///< meters, finite, not negative
    glm::vec2 rotation{1.0f, 0.0f};  ///< unit (cosine, sine), from the box's axes to the shape's frame

    friend bool operator==(const PlanarBox&, const PlanarBox&) = default;
};

/// All points p with dot(normal, p) <= offset. It has edge 0.
/// @code
/// const HalfPlane floor{.normal = {0, 1}, .offset = 0.0f};  // everything below y = 0
/// @endcode
struct HalfPlane {
    glm::vec2 normal{0.0f, 1.0f};  ///< unit, points out of the solid, in the shape's frame
    float offset = 0.0f;           ///< meters, finite

    friend bool operator==(const HalfPlane&, const HalfPlane&) = default;
};

/// Returns the shape, or the error in its numbers: NotFinite, TooLarge, Negative, NotNormalized. Queries do
/// not validate shapes; validate data from files once.
[[nodiscard]] SAT3D_API Result<Circle, ShapeError> validate(const Circle& circle);
[[nodiscard]] SAT3D_API Result<PlanarCapsule, ShapeError> validate(const PlanarCapsule& capsule);
[[nodiscard]] SAT3D_API Result<PlanarSegment, ShapeError> validate(const PlanarSegment& segment);
[[nodiscard]] SAT3D_API Result<PlanarBox, ShapeError> validate(const PlanarBox& box);
[[nodiscard]] SAT3D_API Result<HalfPlane, ShapeError> validate(const HalfPlane& halfPlane);

}  // namespace sat3d::SAT3D_ABI
