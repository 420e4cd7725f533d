#include "narrowphase/sweep/linear_cast.hpp"

#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/box_distance.hpp"
#include "narrowphase/distance/feature_start.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "shapes/basic/box_topology.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

namespace {

struct Touch {
    double fraction = 0.0;       ///< of the motion
    double separation = 0.0;     ///< there, meters: 0 up to rounding
    glm::dvec3 normalAToB{0.0};  ///< unit
};

/// Returns the time of impact of B, which translates by `motion`, with A, by Newton's method. Returns nothing
/// if B passes or only touches. The distance is convex along a straight path: a step never goes too far.
/// @param touch  a fraction before which they do not touch, and the normal while the distance defines none
/// @param radii  the sum of the convex radii, meters
/// @param scale  the roundingScale() of the pair
/// @param distanceAt  (double fraction): `distance` and `normalAToB` of the cores; a distance of 0 if they
/// are too close to define a normal
template <class DistanceAt>
[[nodiscard]] std::optional<Touch> newtonTouch(Touch touch, const glm::dvec3& motion, double radii,
                                               double scale, const DistanceAt& distanceAt) {
    constexpr double kTouching = 2e-8;  // the gap where steps end: a few times the rounding of distances
    constexpr int kMaxSteps = 64;       // enough for a tangent motion, where each only halves the gap's root
    for (int step = 0; step < kMaxSteps; ++step) {
        const auto& now = distanceAt(touch.fraction);
        touch.separation = 0.0;
        if (now.distance > 0.0) {
            touch.separation = now.distance - radii;
            touch.normalAToB = now.normalAToB;
        }
        // Once the distance grows it never shrinks again.
        const double approach = -glm::dot(touch.normalAToB, motion);
        if (!(approach > 0.0)) {
            return std::nullopt;
        }
        if (touch.separation <= kTouching * scale) {
            break;
        }
        touch.fraction += touch.separation / approach;
        if (!(touch.fraction < 1.0)) {
            return std::nullopt;
        }
    }
    return touch;
}

/// The cores of touching shapes with larger radii, as fractions of the rounding scale, are far enough apart
/// to have well defined closest points.
constexpr double kRound = 1e-4;

bool isFaceOrEdges(const FeaturePair& features) {
    using Kind = FeaturePair::Kind;
    return features.kind == Kind::FaceA || features.kind == Kind::FaceB || features.kind == Kind::EdgeEdge;
}

/// The distance of two shapes that come closer, step by step. The features that are closest at one step
/// usually are at the next one, too, where a single axis proves it. Otherwise GJK finds the distance.
class ApproachingDistance {
public:
    ApproachingDistance(const ConvexProxy& a, const ConvexProxy& b, const Separation& start)
        : a_(a),
          havePolytopes_(a.faceCount() > 0 && b.faceCount() > 0),
          simplex_(start.simplex),
          features_(start.features),
          isKnown_(havePolytopes_ && simplex_.count > 0 && isFaceOrEdges(features_)) {}

    /// @param b  the other shape where it is now
    [[nodiscard]] GjkResult to(const ConvexProxy& b) {
        if (isKnown_) {
            if (const std::optional<GjkResult> known = featureDistance(a_, b, features_)) {
                return *known;
            }
        }
        const GjkResult found = gjk(a_, b, simplex_);
        if (found.distance > 0.0) {
            simplex_ = found.simplex;
            features_ = havePolytopes_ ? featuresOf(a_, b, found) : features_;
            isKnown_ = havePolytopes_ && isFaceOrEdges(features_);
        }
        return found;
    }

private:
    const ConvexProxy& a_;
    bool havePolytopes_;
    VertexPairs simplex_;
    FeaturePair features_;
    bool isKnown_;  ///< whether the features are those of a face or of two edges
};

}  // namespace

std::optional<CastHit> featureCast(const ConvexProxy& a, const ConvexProxy& b, const glm::dvec3& motion,
                                   const SeparatingAxis& axis) noexcept {
    const glm::dvec3& normal = axis.normalAToB;
    const double radii = a.convexRadius() + b.convexRadius(), approach = -glm::dot(normal, motion);
    const double fraction = (axis.separation - radii) / approach;
    if (!(approach > 0.0 && fraction >= 0.0 && fraction < 1.0)) {
        return std::nullopt;
    }
    ConvexProxy moved = b;
    moved.move(fraction * motion);
    const std::optional<GjkResult> touching = distanceOfFeatures(a, moved, axis.features);
    if (!touching || !(std::abs(touching->distance - radii) <= kTouchingCores * roundingScale(a, moved))) {
        return std::nullopt;
    }
    return CastHit{
        fraction,
        {0.0,
         normal,
         axis.features,
         TouchingPoints{touching->onA + a.convexRadius() * normal, touching->onB - b.convexRadius() * normal},
         {}}};
}

std::optional<CastHit> linearCast(const ConvexProxy& a, const ConvexProxy& b, const glm::dvec3& motion,
                                  const Separation& start, double from) noexcept {
    const double radii = a.convexRadius() + b.convexRadius();
    GjkResult apart, now;  // where a distance defined a normal, and at the last fraction
    apart.simplex = start.simplex;
    ApproachingDistance distance(a, b, start);
    ConvexProxy moved = b;
    const auto distanceAt = [&](double fraction) -> const GjkResult& {
        moved = b;
        moved.move(fraction * motion);
        now = distance.to(moved);
        if (now.distance > 0.0) {
            apart = now;
        }
        return now;
    };
    const auto touch = newtonTouch({from, start.separation, start.normalAToB}, motion, radii,
                                   roundingScale(a, b), distanceAt);
    if (!touch) {
        return std::nullopt;
    }
    CastHit hit{touch->fraction, start};
    hit.contact.points.reset();  // of the start
    hit.contact.separation = touch->separation;
    hit.contact.normalAToB = touch->normalAToB;
    if (apart.distance > 0.0) {
        hit.contact.features = featuresOf(a, moved, apart);
    }
    if (now.distance > 0.0 && radii > kRound * roundingScale(a, moved)) {
        const glm::dvec3& normal = hit.contact.normalAToB;
        const glm::dvec3 onB = apart.onB - b.convexRadius() * normal;
        hit.contact.points = TouchingPoints{onB - hit.contact.separation * normal, onB};
    } else {
        hit.contact.points = touchingPoints(a, moved, hit.contact, apart.simplex);
    }
    return hit;
}

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
