// A hull in its own frame, for points and segments.
#if defined(SAT3D_KERNELS_HULL_CORE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_HULL_CORE_INL_HPP
#undef SAT3D_KERNELS_HULL_CORE_INL_HPP
#else
#define SAT3D_KERNELS_HULL_CORE_INL_HPP
#endif

#include "narrowphase/kernels/hull/support_scan-inl.hpp"
#include "narrowphase/kernels/round/nearest_on_hull.hpp"
#include "narrowphase/kernels/round/round_gap-inl.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

HWY_INLINE glm::dvec3 vectorOf(Double4 a) {
    double numbers[4];
    storeLanes(a, numbers);
    return {numbers[0], numbers[1], numbers[2]};
}
HWY_INLINE Double4 load4(const glm::dvec3& a) {
    const double numbers[4] = {a.x, a.y, a.z, 0.0};
    return load4(numbers);
}

/// A face, in the kernel's order, and the height of a core over its plane.
template <class Number>
struct FaceHeight {
    std::uint32_t face;
    Number height;
};

/// The ends of a core, in the frame of a hull: one point, or the two ends of a segment. A core is over a
/// plane if its ends are.
template <std::size_t kCount>
class CoreOverHull {
public:
    HWY_INLINE CoreOverHull(const HullData& hull, const std::array<glm::dvec3, kCount>& ends)
        : hull_(hull), ends_(ends) {
        const glm::dvec3 center(hull.kernel.center);
        double squaredReach = 0.0;
        for (std::size_t i = 0; i < kCount; ++i) {
            const glm::dvec3 fromCenter = ends[i] - center;
            squaredReach += glm::dot(fromCenter, fromCenter);  // keeps a NaN
            fromCenter_[i] = {{static_cast<float>(fromCenter.x), static_cast<float>(fromCenter.y),
                               static_cast<float>(fromCenter.z), 0.0f}};
        }
        const double radius = static_cast<double>(hull.kernel.radius);
        squaredSize_ = radius * radius + squaredReach;
        reach_ = squareRoot(squaredReach);
        rounding_ = kRounding * static_cast<float>(radius + reach_);
    }

    /// Whether heights are finite in float. Not so far away, nor if a number is not finite.
    [[nodiscard]] HWY_INLINE bool isInReach() const { return squaredSize_ <= kFarthest * kFarthest; }
    /// The distance of the ends from the hull's centroid.
    [[nodiscard]] HWY_INLINE double reach() const { return reach_; }
    /// The square of about the largest coordinate.
    [[nodiscard]] HWY_INLINE double squaredSize() const { return squaredSize_; }
    /// The largest error of heights in float.
    [[nodiscard]] HWY_INLINE float rounding() const { return rounding_; }
    /// Whether the core is over a plane in spite of rounding.
    [[nodiscard]] HWY_INLINE bool isClearlyOver(const FaceHeight<float>& inFloat) const {
        return inFloat.height > rounding_;
    }

    /// The face that the core is highest over; if several tie, the first in the kernel's order.
    [[nodiscard]] HWY_INLINE FaceHeight<float> highest() const {
        const WideTag d;
        const WideIntTag di;
        const WideIntVector step = hn::Set(di, static_cast<std::int32_t>(kWideLanes));
        WideVector best = heightsFrom(0);
        WideIntVector block = hn::Zero(di), blocks = block;
        for (std::uint32_t i = kWideLanes; i < hull_.kernel.faceCount; i += kWideLanes) {
            const WideVector next = heightsFrom(i);
            block = hn::Add(block, step);
            blocks = hn::IfThenElse(hn::RebindMask(di, hn::Gt(next, best)), block, blocks);
            best = hn::Max(best, next);
        }
        const WideVector largest = hn::MaxOfLanes(d, best);
        return {minOfChosen(hn::Add(blocks, hn::Iota(di, 0)), hn::Eq(best, largest)), hn::GetLane(largest)};
    }

    /// The face that the core is highest over, and the height, in double. If several tie, it is the one with
    /// the lowest index in the mesh.
    /// @param inFloat  highest()
    [[nodiscard]] HWY_INLINE FaceHeight<double> exactHighest(const FaceHeight<float>& inFloat) const {
        const WideTag d;
        const double tie = kTiedAxes * squareRoot(squaredSize_);
        const WideVector least = hn::Set(d, inFloat.height - 2.0f * rounding_);
        FaceHeight<double> best{inFloat.face, exactHeight(inFloat.face)};
        for (std::uint32_t i = 0; i < hull_.kernel.faceCount; i += kWideLanes) {
            for (std::uint32_t bits = toBits(d, hn::Ge(heightsFrom(i), least)); bits != 0; bits &= bits - 1) {
                const std::uint32_t face = i + static_cast<std::uint32_t>(std::countr_zero(bits));
                const double height = exactHeight(face);
                const bool isLower = hull_.kernel.faceIds[face] < hull_.kernel.faceIds[best.face];
                if (isLower ? height >= best.height - tie : height > best.height + tie) {
                    best = {face, height};
                }
            }
        }
        return best;
    }

    [[nodiscard]] HWY_INLINE const Plane& planeOf(std::uint32_t face) const {
        return hull_.mesh.faces[hull_.kernel.faceIds[face]].plane;
    }
    [[nodiscard]] HWY_INLINE Float4 endFromCenter(std::size_t end) const { return fromCenter_[end]; }

private:
    /// Rounding of the normal, the point, the products and the sums, as a fraction of the coordinates.
    static constexpr float kRounding = 1e-6f;
    static constexpr double kFarthest = 1e37;  ///< meters

    [[nodiscard]] HWY_INLINE WideVector heightsFrom(std::uint32_t i) const {
        const WideTag d;
        const KernelHull::FaceBlock& faces = hull_.kernel.faces[i / KernelHull::kBlock];
        const std::uint32_t lane = i % KernelHull::kBlock;
        const WideVector x = hn::Load(d, faces.x + lane), y = hn::Load(d, faces.y + lane),
                         z = hn::Load(d, faces.z + lane);
        WideVector least = dot(x, y, z, broadcast(fromCenter_[0], d));
        if constexpr (kCount == 2) {
            least = hn::Min(least, dot(x, y, z, broadcast(fromCenter_[1], d)));
        }
        return hn::Sub(least, hn::Load(d, faces.offset + lane));
    }
    [[nodiscard]] HWY_INLINE double exactHeight(std::uint32_t face) const {
        const Plane& plane = planeOf(face);
        double least = glm::dot(plane.normal, ends_[0]);
        if constexpr (kCount == 2) {
            least = std::min(least, glm::dot(plane.normal, ends_[1]));
        }
        return least - plane.offset;
    }

    const HullData& hull_;
    std::array<glm::dvec3, kCount> ends_;
    std::array<Float4, kCount> fromCenter_;
    double squaredSize_, reach_;
    float rounding_;
};

/// Finds the point of a hull that is closest to a point outside. Returns false if the point is not outside.
HWY_INLINE bool findNearestOnHull(const HullData& hull, const glm::dvec3& point, NearestOnHull& nearest) {
    const CoreOverHull<1> core(hull, {point});
    const FaceHeight<float> highest = core.highest();
    std::uint32_t face = highest.face;
    if (!core.isClearlyOver(highest)) {
        const FaceHeight<double> exact = core.exactHighest(highest);
        if (!(exact.height > 0.0)) {
            return false;
        }
        face = exact.face;
    }
    nearest = nearestOnHull(hull, point, face);
    return true;
}

/// The features of a point and the closest point of a hull. A is the point.
HWY_INLINE FeaturePair featuresOnHull(const HullData& hull, const NearestOnHull& nearest) {
    using Kind = FeaturePair::Kind;
    switch (nearest.feature) {
        case NearestOnHull::Feature::Vertex:
            return {Kind::VertexVertex, 0, nearest.vertices[0]};
        case NearestOnHull::Feature::Edge:
            return {Kind::VertexEdge, 0, meshEdgeOf(hull, nearest)};
        case NearestOnHull::Feature::Face:
            break;
    }
    return {Kind::FaceB, 0, hull.kernel.faceIds[nearest.face]};
}

/// Scales a vector to unit length.
HWY_INLINE glm::dvec3 scaled(const glm::dvec3& vector, double squaredLength) {
    return (1.0 / squareRoot(squaredLength)) * vector;
}

/// Sets the gap of a core and a hull that are apart.
/// @param normal  from the closest point of the core to the hull, unit
HWY_INLINE void setApart(const HullData& hull, const NearestOnHull& nearest, const glm::dvec3& normal,
                         CoreGap& gap) {
    gap.distance = squareRoot(nearest.squaredDistance);
    gap.normal = load4(normal);
    gap.features = featuresOnHull(hull, nearest);
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
