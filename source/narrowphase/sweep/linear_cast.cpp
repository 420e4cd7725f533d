#include "narrowphase/sweep/linear_cast.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/feature_start.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/sweep/newton_touch.hpp"

#include <glm/geometric.hpp>

#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

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

}  // namespace sat3d::SAT3D_ABI
