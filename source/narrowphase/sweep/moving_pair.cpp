#include "narrowphase/sweep/moving_pair.hpp"

#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/convex_separation.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

namespace {

/// The largest number of secant steps of SeparationBound::timeAbove().
constexpr int kMaxCuts = 24;

/// The largest distance of a point of the core from the axis of rotation.
double reachFromAxis(const ConvexProxy& core, const glm::dvec3& center, const glm::dvec3& rotationVector) {
    const double angle = glm::length(rotationVector);
    if (!(angle > 0.0)) {
        return 0.0;
    }
    const glm::dvec3 axis = rotationVector / angle;
    double squared = 0.0;
    for (std::uint32_t i = 0; i < core.vertexCount(); ++i) {
        const glm::dvec3 across = glm::cross(axis, core.vertex(i) - center);
        squared = std::max(squared, glm::dot(across, across));
    }
    return std::sqrt(squared);
}

double supportHeight(const SeparationBound::Side& side, double time, double sign) {
    const glm::dvec3 direction = sign * (side.axis + time * side.axisRate);
    return glm::dot(direction, side.core->vertex(side.core->support(direction)) - side.center);
}

}  // namespace

MovingShape::MovingShape(ShapeRef shape, const RigidTransform& start, const DRigidMotion& motion,
                         const glm::dmat3& toWorld)
    : shape_(shape),
      start_(start),
      localCenter_(motion.localCenter),
      center_(start.rotation * localCenter_ + start.translation),
      translation_(glm::transpose(toWorld) * motion.translation),
      rotationVector_(glm::transpose(toWorld) * motion.rotationVector) {}

RigidTransform MovingShape::at(double fraction) const {
    RigidTransform result;
    result.rotation = fraction == 0.0 || rotationVector_ == glm::dvec3(0.0)
                          ? start_.rotation
                          : glm::mat3_cast(rotationFromVector(fraction * rotationVector_)) * start_.rotation;
    result.translation = centerAt(fraction) - result.rotation * localCenter_;
    return result;
}

double SeparationBound::at(double time) const {
    double gap = b.height + time * b.rate - a.height - time * a.rate;
    gap -= supportHeight(a, time, 1.0) + (b.core ? supportHeight(b, time, -1.0) : 0.0);
    return gap - radii_ - 0.5 * bend_ * time * time;
}

double SeparationBound::timeAbove(double level, double end, double slack) const {
    double low = 0.0, high = end, gapLow = at(low), gapHigh = at(high);
    if (gapHigh >= level) {
        return end;
    }
    for (int cut = 0; cut < kMaxCuts && gapLow > level + slack; ++cut) {
        // A concave function lies above its chord, so the chord's root is safe. Bisection keeps the chord
        // short.
        low += (high - low) * (gapLow - level) / (gapLow - gapHigh);
        gapLow = at(low);
        const double middle = 0.5 * (low + high), gapMiddle = at(middle);
        (gapMiddle >= level ? low : high) = middle;
        (gapMiddle >= level ? gapLow : gapHigh) = gapMiddle;
    }
    return low;
}

MovingPair::MovingPair(const MovingShape& a, const MovingShape& b)
    : a_(a),
      b_(b),
      coreA_(a),
      coreB_(b),
      isHalfSpace_(b.shape().kind() == ShapeRef::Kind::HalfSpace),
      reachA_(reachFromAxis(proxyA(0.0), a.centerAt(0.0), a.rotationVector())),
      reachB_(isHalfSpace_ ? 0.0 : reachFromAxis(proxyB(0.0), b.centerAt(0.0), b.rotationVector())) {}

double MovingPair::pathLength() const {
    return glm::length(a_.translation() - b_.translation()) + glm::length(a_.rotationVector()) * reachA_ +
           glm::length(b_.rotationVector()) * reachB_;
}

std::optional<Separation> MovingPair::separationAt(double fraction, const Separation& former) const {
    const ConvexProxy& a = proxyA(fraction);
    if (isHalfSpace_) {
        const PairHalfSpace plane(b_.shape().halfSpace(), b_.at(fraction));
        return halfSpaceSeparation(a, plane.normal, plane.offset);
    }
    const ConvexProxy& b = proxyB(fraction);
    const GjkResult apart = gjk(a, b, former.simplex);
    return apart.distance > 0.0 ? std::optional(disjointSeparation(a, b, apart)) : std::nullopt;
}

double MovingPair::timeAbove(double level, const AdvancementHit& now, double slack) const {
    const double left = 1.0 - now.fraction;
    const ConvexProxy& a = proxyA(now.fraction);
    if (isHalfSpace_) {
        return boundToHalfSpace(a, now.fraction).timeAbove(level, left, slack);
    }
    const ConvexProxy& b = proxyB(now.fraction);
    return boundAlong(now.contact.normalAToB, a, b, now.fraction).timeAbove(level, left, slack);
}

SeparationBound MovingPair::boundAlong(const glm::dvec3& normal, const ConvexProxy& a, const ConvexProxy& b,
                                       double fraction) const {
    // The path of a point that rotates with angular velocity w bends off its tangent by at most |n x w| |w|
    // times the point's distance from the axis.
    const glm::dvec3 rateA = glm::cross(normal, a_.rotationVector()),
                     rateB = glm::cross(normal, b_.rotationVector());
    const double bend = glm::length(rateA) * glm::length(a_.rotationVector()) * reachA_ +
                        glm::length(rateB) * glm::length(b_.rotationVector()) * reachB_;
    SeparationBound bound(bend, a.convexRadius() + b.convexRadius());
    const glm::dvec3 centerA = a_.centerAt(fraction), centerB = b_.centerAt(fraction);
    bound.a = {&a, centerA, normal, rateA, glm::dot(normal, centerA), glm::dot(normal, a_.translation())};
    bound.b = {&b, centerB, normal, rateB, glm::dot(normal, centerB), glm::dot(normal, b_.translation())};
    return bound;
}

/// The axis is the plane's normal and rotates with it.
SeparationBound MovingPair::boundToHalfSpace(const ConvexProxy& a, double fraction) const {
    const PairHalfSpace plane(b_.shape().halfSpace(), b_.at(fraction));
    const glm::dvec3 normal = -plane.normal, centerA = a_.centerAt(fraction), pivot = b_.centerAt(fraction);
    const glm::dvec3 normalRate = glm::cross(b_.rotationVector(), normal),
                     relative = a_.translation() - b_.translation();
    // A bound of the second derivative of dot(normal, point - pivot), by the product rule.
    const double angleA = glm::length(a_.rotationVector()), angleB = glm::length(b_.rotationVector());
    const double farthest = glm::length(a.center() - pivot) + a.coreBoundingRadius() + a.convexRadius() +
                            glm::length(relative) + 2.0 * angleA * reachA_;
    const double bend =
        angleB * angleB * farthest + 2.0 * angleB * (glm::length(relative) + angleA * reachA_) +
        angleA * std::min(angleA, glm::length(glm::cross(normal, a_.rotationVector())) + angleA * angleB) *
            reachA_;
    SeparationBound bound(bend, a.convexRadius());
    const glm::dvec3 between = centerA - pivot;
    bound.a = {&a,
               centerA,
               normal,
               normalRate + glm::cross(normal, a_.rotationVector()),
               glm::dot(normal, between),
               glm::dot(normalRate, between) + glm::dot(normal, relative)};
    // The plane keeps its distance from the pivot.
    bound.b.height = -(plane.offset - glm::dot(plane.normal, pivot));
    return bound;
}

}  // namespace sat3d::SAT3D_ABI
