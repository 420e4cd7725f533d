#include "narrowphase/sweep/ball_cast.hpp"

#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/box_distance.hpp"
#include "narrowphase/sweep/newton_touch.hpp"
#include "shapes/basic/box_topology.hpp"

#include <glm/geometric.hpp>

#include <array>
#include <bit>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

namespace {

/// The closest point of a box or a triangle.
struct NearestOnTarget {
    glm::dvec3 toShape{0.0};  ///< from the point outside to the closest one
    /// A vertex of the closest feature, and a bit for each axis along which it extends; of a triangle a bit
    /// for each vertex of it.
    std::uint32_t vertex = 0, bits = 0;
};

/// A box or a triangle that a point moves toward.
class PointTarget {
public:
    explicit PointTarget(const ConvexProxy& shape) : shape_(shape) {
        for (std::uint32_t i = 0; i < 3 && shape.isTriangle(); ++i) {
            corners_[i] = shape.vertex(i);
        }
    }
    [[nodiscard]] NearestOnTarget to(const glm::dvec3& point) const {
        return shape_.isBox() ? onBox(point) : onTriangle(point);
    }
    /// The features of a ball around a point and of the shape.
    [[nodiscard]] FeaturePair featuresAt(const NearestOnTarget& nearest) const {
        const auto& [toShape, vertex, bits] = nearest;
        const bool isBox = shape_.isBox();
        const int dimension = std::popcount(bits) - (isBox ? 0 : 1);
        const auto first = static_cast<std::uint32_t>(std::countr_zero(bits));
        if (dimension == 0) {
            return {Kind::VertexVertex, 0, isBox ? vertex : first};
        }
        if (dimension == 1) {
            const std::uint32_t ofTriangle = bits == 5 ? 2 : first;  // edge 2 leads from vertex 2 to vertex 0
            return {Kind::VertexEdge, 0, isBox ? boxEdge(first, vertex) : ofTriangle};
        }
        return {Kind::FaceB, 0, shape_.faceToward(-toShape)};
    }

private:
    using Kind = FeaturePair::Kind;

    [[nodiscard]] NearestOnTarget onBox(const glm::dvec3& point) const {
        const glm::dvec3 inBox = (point - shape_.center()) * shape_.axes();
        const NearestOnBox nearest(inBox, shape_.halfExtents());
        return {shape_.axes() * (nearest.point - inBox), nearest.vertex, nearest.freeAxes};
    }
    [[nodiscard]] NearestOnTarget onTriangle(const glm::dvec3& point) const {
        const auto& [a, b, c] = corners_;
        const glm::dvec3 weights = closestPointWeights(a, b, c, point);
        return {weights.x * (a - point) + weights.y * (b - point) + weights.z * (c - point), 0,
                (weights.x > 0.0 ? 1u : 0u) | (weights.y > 0.0 ? 2u : 0u) | (weights.z > 0.0 ? 4u : 0u)};
    }

    const ConvexProxy& shape_;
    std::array<glm::dvec3, 3> corners_{};
};

}  // namespace

std::optional<CastHit> ballCast(const ConvexProxy& ball, const ConvexProxy& b, const glm::dvec3& motion,
                                const Separation& start, double from) noexcept {
    struct Distance {
        double distance;
        glm::dvec3 normalAToB;
    };
    const double scale = roundingScale(ball, b);
    const PointTarget points(b);
    NearestOnTarget nearest;
    bool isApart = false;  // once at least
    const auto distanceAt = [&](double fraction) {
        const NearestOnTarget now = points.to(ball.center() - fraction * motion);
        const double distance = glm::length(now.toShape);
        if (!(distance > kTouchingCores * scale)) {
            return Distance{0.0, {}};
        }
        nearest = now;
        isApart = true;
        return Distance{distance, now.toShape / distance};
    };
    const auto touch = newtonTouch({from, start.separation, start.normalAToB}, motion, ball.convexRadius(),
                                   scale, distanceAt);
    if (!touch) {
        return std::nullopt;
    }
    const auto& [fraction, separation, normal] = *touch;
    const glm::dvec3 onA = ball.center() + ball.convexRadius() * normal;
    return CastHit{fraction,
                   {separation,
                    normal,
                    isApart ? points.featuresAt(nearest) : start.features,
                    TouchingPoints{onA, onA + separation * normal},
                    {}}};
}

}  // namespace sat3d::SAT3D_ABI
