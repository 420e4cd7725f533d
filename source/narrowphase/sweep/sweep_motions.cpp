#include "narrowphase/sweep/sweep_motions.hpp"

#include "math/touching_gap.hpp"
#include "narrowphase/composite/triangle_contact_rules.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/feature_start.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/sweep/closed_forms/cast_entry.hpp"
#include "narrowphase/sweep/conservative_advancement.hpp"
#include "narrowphase/sweep/linear_cast.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::SAT3D_ABI {
namespace {

/// Time of impact with a half-space: the height above its plane is linear in time.
std::optional<CastHit> halfSpaceCast(const ConvexProxy& a, const PairHalfSpace& b, const glm::dvec3& motion,
                                     const Separation& start) {
    const double approach = -glm::dot(start.normalAToB, motion);
    // Computed again, as the separation in `start` was rounded to float.
    const double gap = halfSpaceSeparation(a, b.normal, b.offset).separation;
    const double fraction = std::max(gap, 0.0) / approach;
    if (!(approach > 0.0 && fraction < 1.0)) {
        return std::nullopt;
    }
    return CastHit{fraction,
                   halfSpaceSeparation(a, b.normal, b.offset + glm::dot(b.normal, fraction * motion))};
}

}  // namespace

LinearMotions::Cast::Cast(const LinearMotions& motions, const ShapeRef& a, const ShapeRef& b,
                          const PairFrame& frame)
    : motion_(motions.motion),
      b_(b),
      relative_(glm::transpose(frame.pairToWorld.rotation) *
                (glm::dvec3(motion_.translationB) - glm::dvec3(motion_.translationA))),
      coreA_(a, frame.aInPair) {
    if (b.kind() == ShapeRef::Kind::HalfSpace) {
        halfSpace_.emplace(b.halfSpace(), frame.bInPair);
        return;
    }
    coreB_.emplace(b, frame.bInPair);
    // Newton's method starts where the distance of the cores still defines a normal: of a sphere it does
    // where it touches, even on a triangle of a kilometer.
    constexpr double kNewtonStart = 1e-3, kTouchingRound = 1e-7, kThinRound = 100.0 * kTouchingRound;
    const double size = coreA_.boundingRadius() + coreB_->boundingRadius();
    const bool isRound = coreA_.convexRadius() > kThinRound * size;
    entry_ = castEntry(coreA_, *coreB_, -relative_, (isRound ? kTouchingRound : kNewtonStart) * size);
}

std::optional<CastHit> LinearMotions::Cast::findHit(const Separation& before) const {
    if (halfSpace_) {
        return halfSpaceCast(coreA_, *halfSpace_, relative_, before);
    }
    if (coreA_.isPoint() && (coreB_->isBox() || coreB_->isTriangle())) {
        return ballCast(coreA_, *coreB_, relative_, before, entry_.fraction);
    }
    if (!entry_.axis) {
        return linearCast(coreA_, *coreB_, relative_, before, entry_.fraction);
    }
    if (const std::optional<CastHit> hit = featureCast(coreA_, *coreB_, relative_, *entry_.axis)) {
        return hit;
    }
    Separation start;
    start.features = entry_.axis->features;
    ConvexProxy atEntry = *coreB_;
    atEntry.move(entry_.fraction * relative_);
    start.simplex = featureStart(coreA_, atEntry, start.features);
    return linearCast(coreA_, *coreB_, relative_, start, entry_.fraction);
}

std::optional<Found> LinearMotions::Cast::find(const Separation& before) const {
    const auto hit = findHit(before);
    if (!hit) {
        return std::nullopt;
    }
    Found found{hit->fraction, hit->contact, glm::dvec3(motion_.translationA) * hit->fraction};
    if (b_.kind() == ShapeRef::Kind::Triangle) {
        ConvexProxy triangle = *coreB_;
        triangle.move(hit->fraction * relative_);
        const Sides sides = b_.triangle().sides;
        const double slack = overlapByRounding(coreA_, glm::length(relative_));
        if (staysOver(coreA_, triangle, sides, (hit->fraction - 1.0) * relative_, slack)) {
            return std::nullopt;
        }
        found.contact.normalAToB = normalOfHit(coreA_, triangle, sides, hit->contact.normalAToB, slack);
    }
    return found;
}

namespace {

/// Returns the touchingGap() of a pair. Triangles are parts of surfaces, and like half-spaces they have no
/// size of their own: of small ones the mean of both counts.
double gapOfTouching(const ShapeRef& a, const ShapeRef& b, double tolerance, double reach) {
    const double mean = meanBoundingRadius(a, b);
    const double sizeB = b.kind() == ShapeRef::Kind::HalfSpace  ? std::numeric_limits<double>::infinity()
                         : b.kind() == ShapeRef::Kind::Triangle ? std::max(boundingRadiusOf(b), mean)
                                                                : boundingRadiusOf(b);
    // Shapes that nearly touch have a roundingScale() of at most 4 times the mean. The gap must be 4 times as
    // large as the distances that rounding blurs at that scale.
    return std::max(touchingGap(tolerance, boundingRadiusOf(a), sizeB, reach), 16.0 * kTouchingCores * mean);
}

/// How far a shape is from the center that it turns about: rounding moves it by a fraction of that.
double armOf(const ShapeRef& shape, const DRigidMotion& motion) {
    return motion.rotationVector == glm::dvec3(0.0) ? 0.0 : glm::length(motion.localCenter - middleOf(shape));
}

}  // namespace

std::optional<Found> RigidMotions::Cast::find(const Separation& before) const {
    const glm::dmat3& toWorld = frame_.pairToWorld.rotation;
    const DRigidMotion &motionA = motions_.ofA, &motionB = motions_.ofB;
    const double path = glm::length(motionA.translation - motionB.translation);
    const double reach = before.separation + path + armOf(a_, motionA) + armOf(b_, motionB);
    const double near = gapOfTouching(a_, b_, motions_.tolerance, reach);
    const auto hit =
        conservativeAdvancement({a_, frame_.aInPair, motionA, toWorld},
                                {b_, frame_.bInPair, motionB, toWorld}, before, near, motions_.limit);
    return hit ? std::optional(Found{hit->fraction, hit->contact, glm::dvec3(0.0), hit->converged})
               : std::nullopt;
}

}  // namespace sat3d::SAT3D_ABI
