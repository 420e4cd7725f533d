#include "math/pose_contract.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/shapes/convex_shape.hpp>

#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shapes/convex_hull/hull_bounds.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using DoubleTag = hn::CappedTag<double, 4>;
using DoubleVector = hn::Vec<DoubleTag>;

/// The extent of points along one axis of another frame, in double.
struct Extent {
    DoubleVector rowX, rowY, rowZ;  ///< components of one row of the rotation
    DoubleVector least = hn::Set(DoubleTag(), std::numeric_limits<double>::infinity());
    DoubleVector most = hn::Neg(least);

    HWY_INLINE explicit Extent(const glm::dvec3& row)
        : rowX(hn::Set(DoubleTag(), row.x)),
          rowY(hn::Set(DoubleTag(), row.y)),
          rowZ(hn::Set(DoubleTag(), row.z)) {}

    HWY_INLINE void add(DoubleVector x, DoubleVector y, DoubleVector z) {
        const DoubleVector along = hn::Add(hn::Add(hn::Mul(rowX, x), hn::Mul(rowY, y)), hn::Mul(rowZ, z));
        least = hn::Min(least, along);
        most = hn::Max(most, along);
    }
    [[nodiscard]] HWY_INLINE double lower() const { return hn::GetLane(hn::MinOfLanes(DoubleTag(), least)); }
    [[nodiscard]] HWY_INLINE double upper() const { return hn::GetLane(hn::MaxOfLanes(DoubleTag(), most)); }
};

Aabb boundsOfVertices(std::span<const glm::vec3> vertices, const RigidTransform& toFrame) {
    const DoubleTag d;
    const hn::Rebind<float, DoubleTag> df;
    constexpr std::size_t kLanes = hn::MaxLanes(DoubleTag());
    const glm::dmat3 rows = glm::transpose(toFrame.rotation);
    Extent x(rows[0]), y(rows[1]), z(rows[2]);
    for (std::size_t i = 0; i < vertices.size(); i += kLanes) {
        const std::size_t first = std::min(i, vertices.size() - kLanes);  // a hull has at least four
        auto vertexX = hn::Zero(df), vertexY = vertexX, vertexZ = vertexX;
        hn::LoadInterleaved3(df, &vertices[first].x, vertexX, vertexY, vertexZ);
        const DoubleVector pointX = hn::PromoteTo(d, vertexX), pointY = hn::PromoteTo(d, vertexY),
                           pointZ = hn::PromoteTo(d, vertexZ);
        x.add(pointX, pointY, pointZ);
        y.add(pointX, pointY, pointZ);
        z.add(pointX, pointY, pointZ);
    }
    return Aabb::around(glm::dvec3(x.lower(), y.lower(), z.lower()) + toFrame.translation,
                        glm::dvec3(x.upper(), y.upper(), z.upper()) + toFrame.translation);
}

using FloatTag = hn::FixedTag<float, 4>;
using FloatVector = hn::Vec<FloatTag>;

/// A rotation matrix by its three cyclic diagonals.
struct FloatRotation {
    FloatVector main, above, below;  ///< (xx, yy, zz), (xy, yz, zx), (xz, yx, zy)

    /// @param q  quaternion of any length except 0
    HWY_INLINE explicit FloatRotation(const glm::quat& q) {
        const FloatTag d;
#if defined(GLM_FORCE_QUAT_DATA_WXYZ)
        constexpr int kX = 1, kW = 0;
#else
        constexpr int kX = 0, kW = 3;
#endif
        alignas(16) static constexpr std::int32_t kXyz[4]{kX, kX + 1, kX + 2, kW},
            kYzx[4]{kX + 1, kX + 2, kX, kW}, kZxy[4]{kX + 2, kX, kX + 1, kW};
        const FloatVector all = hn::LoadU(d, &q[0]);
        const FloatVector xyz = hn::TableLookupLanes(all, hn::SetTableIndices(d, kXyz));
        const FloatVector yzx = hn::TableLookupLanes(all, hn::SetTableIndices(d, kYzx));
        const FloatVector zxy = hn::TableLookupLanes(all, hn::SetTableIndices(d, kZxy));
        const FloatVector squares = hn::Mul(xyz, xyz), w = hn::Broadcast<3>(xyz);
        // Adds one by one, so that every instruction set adds in this order.
        const FloatVector squaredLength =
            hn::Add(hn::Add(hn::Broadcast<0>(squares), hn::Broadcast<1>(squares)),
                    hn::Add(hn::Broadcast<2>(squares), hn::Broadcast<3>(squares)));
        const FloatVector scale = hn::Div(hn::Set(d, 2.0f), squaredLength);
        const FloatVector scaledYzx = hn::Mul(scale, yzx), scaledZxy = hn::Mul(scale, zxy);
        main = hn::Sub(hn::Sub(hn::Set(d, 1.0f), hn::Mul(scaledYzx, yzx)), hn::Mul(scaledZxy, zxy));
        above = hn::Sub(hn::Mul(scaledYzx, xyz), hn::Mul(scaledZxy, w));
        below = hn::Add(hn::Mul(scaledZxy, xyz), hn::Mul(scaledYzx, w));
    }

    [[nodiscard]] HWY_INLINE FloatVector operator()(const RotatingBounds::Cyclic& v) const {
        return times(main, above, below, v);
    }
    /// Returns the product of the absolute values of the matrix with a vector.
    [[nodiscard]] HWY_INLINE FloatVector absolute(const RotatingBounds::Cyclic& v) const {
        return times(hn::Abs(main), hn::Abs(above), hn::Abs(below), v);
    }

private:
    static HWY_INLINE FloatVector times(FloatVector ofMain, FloatVector ofAbove, FloatVector ofBelow,
                                        const RotatingBounds::Cyclic& v) {
        const FloatTag d;
        return hn::Add(hn::Add(hn::Mul(ofMain, hn::LoadU(d, v)), hn::Mul(ofAbove, hn::LoadU(d, v + 1))),
                       hn::Mul(ofBelow, hn::LoadU(d, v + 2)));
    }
};

/// Stores whole vectors, because a copy of the box loads whole vectors and would stall on numbers stored one
/// by one.
HWY_INLINE Aabb toAabb(FloatVector lower, FloatVector upper) {
    const FloatTag d;
    const hn::Half<FloatTag> half;
    const FloatVector lowerZUpperX = hn::InterleaveLower(d, hn::Shuffle1032(lower), upper);
    std::array<float, 6> numbers;
    hn::StoreU(hn::ConcatLowerLower(d, lowerZUpperX, lower), d, numbers.data());
    hn::StoreU(hn::LowerHalf(half, hn::Shuffle0321(upper)), half, numbers.data() + 4);
    return std::bit_cast<Aabb>(numbers);
}

Aabb boundsOfRotating(const RotatingBounds& hull, const Pose& pose) {
    // Bounds of the rounding errors, in units of 2^-24. Rotation: 24 per element, and 32 for its products,
    // relative to the hull's size. Position: 6, from its conversion from double, the sums here and in
    // bounds(), and the outward rounding of both.
    constexpr float kOfSize = 0x1p-18f, kOfPosition = 0x1p-21f;
    const FloatTag d;
    const FloatRotation rotate(pose.rotation);
    const FloatVector position = hn::LoadU(d, &pose.position[0]);
    const FloatVector slack =
        hn::Add(hn::Set(d, kOfSize * hull.size), hn::Mul(hn::Set(d, kOfPosition), hn::Abs(position)));
    const FloatVector center = rotate(hull.boxCenter), arm = rotate.absolute(hull.halfExtents);
    const FloatVector sphereCenter = rotate(hull.sphereCenter), radius = hn::Set(d, hull.radius);
    const FloatVector lower = hn::Max(hn::Sub(center, arm), hn::Sub(sphereCenter, radius));
    const FloatVector upper = hn::Min(hn::Add(center, arm), hn::Add(sphereCenter, radius));
    return toAabb(hn::Add(position, hn::Sub(lower, slack)), hn::Add(position, hn::Add(upper, slack)));
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(boundsOfVertices);
HWY_EXPORT(boundsOfRotating);

static Aabb boundsOf(const HullData& hull, const RigidTransform& toFrame) {
    return SAT3D_DISPATCH(boundsOfVertices)(hull.mesh.vertices, toFrame);
}

Aabb detail::conservativeBoundsOf(const ConvexHull& hull, const Pose& pose) noexcept {
    assertSound(pose);
    return SAT3D_DISPATCH(boundsOfRotating)(hull.data().rotatingBounds, pose);
}

Aabb bounds(const ConvexHull& hull, const RigidTransform& toFrame) noexcept {
    return boundsOf(hull.data(), toFrame);
}

}  // namespace sat3d::SAT3D_ABI
#endif
