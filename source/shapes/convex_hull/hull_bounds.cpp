#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/shapes/convex_shape.hpp>

#include <glm/matrix.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shapes/convex_hull/hull_bounds.cpp"
#include "core/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using DoubleTag = hn::CappedTag<double, 4>;
using DoubleVector = hn::Vec<DoubleTag>;

/// The extent of points along one axis of another frame, in double.
struct Extent {
    DoubleVector rowX, rowY, rowZ;  ///< of the rotation
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

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/simd_dispatch.hpp"

namespace sat3d::inline SAT3D_ABI {

namespace detail {

HWY_EXPORT(boundsOfVertices);

static Aabb boundsOf(const HullData& hull, const RigidTransform& toFrame) {
    return SAT3D_DISPATCH(boundsOfVertices)(hull.mesh.vertices, toFrame);
}

}  // namespace detail

Aabb bounds(const ConvexHull& hull, const RigidTransform& toFrame) noexcept {
    return detail::boundsOf(hull.data(), toFrame);
}

}  // namespace sat3d::inline SAT3D_ABI
#endif
