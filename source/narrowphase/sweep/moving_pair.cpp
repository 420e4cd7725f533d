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

/// A bound of the distance of the core's points from a point.
double reachOf(const ConvexProxy& core, const glm::dvec3& center) {
    return glm::length(core.center() - center) + core.coreBoundingRadius();
}

/// The direction of an edge.
glm::dvec3 alongEdge(const ConvexProxy& core, std::uint32_t edge) {
    const ConvexProxy::Edge ends = core.edge(edge);
    return glm::normalize(core.vertex(ends.to) - core.vertex(ends.from));
}

/// How the normal of two directions turns while these turn.
/// @return 0 if they are nearly parallel
glm::dvec3 turnOfNormal(const glm::dvec3& a, const glm::dvec3& turnA, const glm::dvec3& b,
                        const glm::dvec3& turnB) {
    constexpr double kParallel = 0.1;
    const glm::dvec3 across = glm::cross(a, b);
    const double square = glm::dot(across, across);
    if (square < kParallel * kParallel) {
        return glm::dvec3(0.0);
    }
    const glm::dvec3 rate = glm::cross(glm::cross(turnA, a), b) + glm::cross(a, glm::cross(turnB, b));
    return glm::cross(across, rate) / square;
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
      reachA_(reachOf(proxyA(0.0), a.centerAt(0.0))),
      reachB_(isHalfSpace_ ? 0.0 : reachOf(proxyB(0.0), b.centerAt(0.0))) {}

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
        const PairHalfSpace plane(b_.shape().halfSpace(), b_.at(now.fraction));
        SeparationBound bound = boundAlong(-plane.normal, b_.rotationVector(), a, nullptr, now.fraction);
        // The plane keeps its distance from the center.
        bound.b.height += glm::dot(plane.normal, b_.centerAt(now.fraction)) - plane.offset;
        return bound.timeAbove(level, left, slack);
    }
    const ConvexProxy& b = proxyB(now.fraction);
    // What turns farther has other nearest features soon: a fixed axis proves more.
    constexpr double kMaxTurn = 1.0;  // radians
    glm::dvec3 turn = turnOfAxis(now.contact.features, a, b);
    if (!(glm::length(turn) * left <= kMaxTurn)) {
        turn = glm::dvec3(0.0);
    }
    return boundAlong(now.contact.normalAToB, turn, a, &b, now.fraction).timeAbove(level, left, slack);
}

/// How the axis turns that is normal to the nearest features: while these stay the nearest, a bound along it
/// is nearly the separation.
glm::dvec3 MovingPair::turnOfAxis(const FeaturePair& features, const ConvexProxy& a,
                                  const ConvexProxy& b) const {
    using Kind = FeaturePair::Kind;
    switch (features.kind) {
        case Kind::FaceA:
        case Kind::EdgeVertex:
            return a_.rotationVector();
        case Kind::FaceB:
        case Kind::VertexEdge:
            return b_.rotationVector();
        case Kind::EdgeEdge:
            return turnOfNormal(alongEdge(a, features.a), a_.rotationVector(), alongEdge(b, features.b),
                                b_.rotationVector());
        case Kind::VertexVertex:
            break;
    }
    return glm::dvec3(0.0);
}

SeparationBound MovingPair::boundAlong(const glm::dvec3& normal, const glm::dvec3& turn, const ConvexProxy& a,
                                       const ConvexProxy* b, double fraction) const {
    const glm::dvec3 centerA = a_.centerAt(fraction), between = b_.centerAt(fraction) - centerA,
                     relative = b_.translation() - a_.translation();
    const glm::dvec3 normalRate = glm::cross(turn, normal), normalBend = glm::cross(turn, normalRate);
    // The third derivative of the distance of the centers along the axis, by the product rule.
    const double angle = glm::length(turn), path = glm::length(relative);
    const double drift =
        angle * glm::length(normalRate) * (angle * (glm::length(between) + path) + 3.0 * path);
    double bend = drift / 3.0 - glm::dot(normalBend, between) - 2.0 * glm::dot(normalRate, relative);
    const auto sideOf = [&](const MovingShape& moving, const ConvexProxy* core, double reach) {
        // In a frame that turns with the axis, a point rotates about an axis that turns itself.
        const glm::dvec3 center = moving.centerAt(fraction), rotation = moving.rotationVector() - turn,
                         rate = glm::cross(normal, rotation);
        const double turning = glm::length(glm::cross(turn, moving.rotationVector()));
        const double rotating = glm::length(rotation);
        if (core != nullptr && turn == glm::dvec3(0.0)) {
            reach = reachFromAxis(*core, center, rotation);
        }
        bend += (std::min(rotating, glm::length(rate) + turning) * rotating + turning) * reach;
        return SeparationBound::Side{core, center, normal, rate, 0.0, 0.0};
    };
    const auto sideA = sideOf(a_, &a, reachA_), sideB = sideOf(b_, b, reachB_);
    SeparationBound bound(std::max(bend, 0.0), a.convexRadius() + (b != nullptr ? b->convexRadius() : 0.0));
    bound.a = sideA, bound.b = sideB;
    bound.b.height = glm::dot(normal, between);
    bound.b.rate = glm::dot(normalRate, between) + glm::dot(normal, relative);
    return bound;
}

}  // namespace sat3d::SAT3D_ABI
