#pragma once

/// @file
/// Kernels for many triangles and one convex body. They work in float: they drop what certainly does not
/// matter, in spite of rounding. What they keep is judged in double.

#include "narrowphase/kernels/triangles/triangle_batch.hpp"

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <bit>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// A set of the triangles of a batch, as bits.
using TriangleSet = std::uint64_t;
static_assert(TriangleBatch::kCapacity == 64, "one bit for each triangle");

[[nodiscard]] constexpr TriangleSet onlyTriangle(std::uint32_t index) noexcept {
    return TriangleSet{1} << index;
}

/// Calls take(std::uint32_t index) for the triangles of a set, ascending.
template <class Take>
void forEachIn(TriangleSet set, const Take& take) {
    for (; set != 0; set &= set - 1) {
        take(static_cast<std::uint32_t>(std::countr_zero(set)));
    }
}

/// Triangles beside a body, judged, in the body's axes around its center.
struct ActiveBatch {
    static constexpr std::uint32_t kCapacity = TriangleBatch::kCapacity;
    using Row = TriangleBatch::Row;

    alignas(64) Row corners[3][3];  ///< by corner and axis
    alignas(64) Row outward[3];     ///< the unit normal toward the body's center
    /// The separation of the body from the triangle's plane, along that normal. For a segment: its separation
    /// from the triangle, unless it passes through. In both cases the separation from the triangle is not
    /// less, up to rounding.
    alignas(64) Row separation;
    alignas(64) Row rounding;  ///< meters: the separation is off by less, apart from the body's own rounding
    alignas(64) std::uint32_t numbers[kCapacity];
    std::uint32_t count = 0;
    TriangleSet active = 0;  ///< the body may touch the triangle
    TriangleSet isBack = 0;  ///< the body's center is behind the triangle
    /// Contacts along the triangle's own normal need no longer push than others, up to the bias. For a
    /// segment: the point closest to it lies inside of the triangle.
    TriangleSet isFace = 0;
    TriangleSet isNearPlane = 0;  ///< the body's center may lie on either side of the plane
    TriangleSet isLarge = 0;      ///< the coordinates are so large that floats are too coarse

    ActiveBatch() noexcept {}  // NOLINT: = default would fill the rows with zeros

    [[nodiscard]] bool isFull() const noexcept { return count == kCapacity; }
    void clear() noexcept { active = isBack = isFace = isNearPlane = isLarge = count = 0; }
    /// Appends an active triangle of another batch.
    void add(const ActiveBatch& batch, std::uint32_t index) noexcept;
};

/// Which triangles count as active.
struct ActiveRange {
    float margin = 0.0f;      ///< meters
    float bias = 0.0f;        ///< meters
    bool isOneSided = false;  ///< without triangles that face away from the body's center
};

/// Judges triangles.
/// @param judged  receives all of them
void judge(const TriangleBatch& triangles, const BodyForTriangles& body, const ActiveRange& range,
           ActiveBatch& judged);

/// Returns the index of an active triangle in its batch; ActiveBatch::kCapacity if it is not there.
[[nodiscard]] std::uint32_t indexOf(const ActiveBatch& batch, std::uint32_t number);

/// Returns the active triangles whose outward normal is closer to a direction than an angle.
/// @param cosine  of the angle
[[nodiscard]] TriangleSet facing(const ActiveBatch& batch, const glm::vec3& direction, float cosine);

struct Directions {
    static constexpr std::uint32_t kCapacity = 32;
    std::array<glm::vec3, kCapacity> directions;
    std::uint32_t count = 0;

    void add(const glm::vec3& direction) noexcept { directions[count++] = direction; }
};

/// Returns the active triangles whose outward normal is closer to one direction than to the others and than
/// an angle, and whose separation is not below a limit.
[[nodiscard]] TriangleSet facingMost(const ActiveBatch& batch, const Directions& directions,
                                     std::uint32_t which, float cosine, float leastSeparation);

/// Returns the active triangles that lie below a plane, in spite of rounding.
/// @param normal  unit
[[nodiscard]] TriangleSet below(const ActiveBatch& batch, const glm::vec3& normal, float offset);

/// Returns the active triangles that have the body's center in front when it has moved, in spite of rounding.
[[nodiscard]] TriangleSet inFrontAfter(const ActiveBatch& batch, const glm::vec3& motion);

/// Returns the triangle with the least separation of a set that is not empty; of equals, the lowest numbered.
[[nodiscard]] std::uint32_t deepestOf(const ActiveBatch& batch, TriangleSet set);

/// A face of a body, seen along a direction.
struct FaceOutline {
    static constexpr std::uint32_t kCapacity = 32;

    std::uint32_t count = 0;      ///< of corners
    std::uint32_t sideCount = 0;  ///< side i starts at corner i; a segment has four around it
    std::array<glm::vec3, kCapacity> corners;
    std::array<glm::vec3, kCapacity> outward;  ///< of the sides: unit, perpendicular to the direction
    std::array<float, kCapacity> reach;        ///< of the face along `outward`
    float size = 0.0f;                         ///< no corner is farther from the origin
    glm::vec3 direction{0.0f};                 ///< unit, from the triangles to the face
    /// The face's height over a point p, along the direction, is heightAtOrigin + dot(slope, p).
    glm::vec3 slope{0.0f};
    float heightAtOrigin = 0.0f;
};

/// Finds the triangles of a set under each corner of a face, and perhaps a few beside them.
void findUnderCorners(const ActiveBatch& batch, TriangleSet set, const FaceOutline& face,
                      std::array<TriangleSet, FaceOutline::kCapacity>& under);

/// Triangles under a face; perhaps a few too many.
struct TrianglesUnderFace {
    std::array<TriangleSet, 3> edges;  ///< those of which an edge passes under the face
    /// Those of which a corner lies under the face, closer to its plane than a height, and nearly as close as
    /// what is closest.
    std::array<TriangleSet, 3> raisedCorners;
    /// The same for the points where an edge crosses the face's sides.
    std::array<TriangleSet, 3> raisedEdges;
};

/// Finds the triangles of a set under a face.
/// @param height  for what is raised
/// @param band    how far it may be below what is closest
[[nodiscard]] TrianglesUnderFace findUnderFace(const ActiveBatch& batch, TriangleSet set,
                                               const FaceOutline& face, float height, float band);

}  // namespace sat3d::SAT3D_ABI
