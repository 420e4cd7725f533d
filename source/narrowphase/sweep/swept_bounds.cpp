#include "narrowphase/sweep/swept_bounds.hpp"

#include "geometry/primitives/aabb_math.hpp"
#include "math/componentwise.hpp"
#include "math/compose.hpp"
#include "shapes/mesh/triangle_math.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

double diagonal(const glm::dvec3& lower, const glm::dvec3& upper) {
    return glm::length(upper - lower);
}

/// The largest deviation of A's points from the straight segments between stops. A point that stays within a
/// radius of a center on a straight path deviates by at most twice the radius.
double bendOf(const ConvexProxy& a, const MovingShape& motionA, const MovingShape& motionB, double segments) {
    const double angleA = glm::length(motionA.rotationVector()),
                 angleB = glm::length(motionB.rotationVector());
    const double reach = glm::length(a.center() - motionA.centerAt(0.0)) + a.coreBoundingRadius();
    const double path = glm::length(motionA.translation() - motionB.translation());
    const double farthest = glm::length(motionA.centerAt(0.0) - motionB.centerAt(0.0)) + path + reach;
    // The second derivative in a rotating frame.
    const double curve =
        angleA * angleA * reach + 2.0 * angleB * (path + angleA * reach) + angleB * angleB * farthest;
    const double within = angleB > 0.0 ? farthest : angleA > 0.0 ? reach : 0.0;
    return std::min(curve / (8.0 * segments * segments), 2.0 * within);
}

/// Narrows the times [enter, leave] to those at which a gap, linear in time, is not positive.
void narrow(double gapBefore, double gapAfter, double& enter, double& leave) {
    if (gapBefore <= 0.0 && gapAfter <= 0.0) {
        return;
    }
    if (gapBefore > 0.0 && gapAfter > 0.0) {
        leave = -1.0;
        return;
    }
    const double meet = gapBefore / (gapBefore - gapAfter);
    (gapBefore > 0.0 ? enter : leave) = gapBefore > 0.0 ? std::max(enter, meet) : std::min(leave, meet);
}

}  // namespace

SweptBounds::Stop::Stop(const ChildShape& a, const RigidTransform& aInB) : core(a.shape, aInB) {
    const Aabb box = boundsOf(a.shape, aInB);
    lower = glm::dvec3(box.lower);
    upper = glm::dvec3(box.upper);
}

SweptBounds::SweptBounds(const ChildShape& a, const DRigidMotion& motionA, const PosedShape& b,
                         const DRigidMotion& motionB, double tolerance)
    : halfTolerance_(0.5 * tolerance) {
    // Relative to A's position: far from the world's origin, coordinates would be rounded.
    RigidTransform start = localToWorld(a.pose), startB = localToWorld(b.pose);
    start.translation = glm::dvec3(0.0);
    startB.translation = b.pose.position - a.pose.position;
    const glm::dmat3 toWorld(1.0);
    const MovingShape movingA(a.shape, start, motionA, toWorld), movingB(b.shape, startB, motionB, toWorld);
    for (std::size_t i = 0; i <= kSegments; ++i) {
        const double fraction = double(i) / kSegments;
        stops_.add(a, relative(movingB.at(fraction), movingA.at(fraction)));
        diagonal_ = std::max(diagonal_, diagonal(stop(i).lower, stop(i).upper));
    }
    bend_ = bendOf(ConvexProxy(a.shape, start), movingA, movingB, double(kSegments));
}

/// How far beside the segments a hit may be.
double SweptBounds::reachBeside(const Aabb& ofB) const {
    constexpr double kRounding = 1e-14;
    const glm::dvec3 lower(ofB.lower), upper(ofB.upper);
    return bend_ + halfTolerance_ * (diagonal_ + diagonal(lower, upper)) +
           kRounding * (glm::length(lower) + glm::length(upper));
}

bool SweptBounds::isBeside(std::size_t segment, const glm::dvec3& lower, const glm::dvec3& upper) const {
    const Stop &from = stop(segment), &to = stop(segment + 1);
    for (int axis = 0; axis < 3; ++axis) {
        if (std::min(from.lower[axis], to.lower[axis]) > upper[axis] ||
            std::max(from.upper[axis], to.upper[axis]) < lower[axis]) {
            return true;
        }
    }
    return false;
}

double SweptBounds::entry(const Aabb& ofB) const {
    const double reach = reachBeside(ofB);
    const glm::dvec3 lower = glm::dvec3(ofB.lower) - reach, upper = glm::dvec3(ofB.upper) + reach;
    for (std::size_t i = 0; i < kSegments; ++i) {
        if (isBeside(i, lower, upper)) {
            continue;
        }
        const Stop &from = stop(i), &to = stop(i + 1);
        double enter = 0.0, leave = 1.0;
        for (int axis = 0; axis < 3; ++axis) {
            narrow(from.lower[axis] - upper[axis], to.lower[axis] - upper[axis], enter, leave);
            narrow(lower[axis] - from.upper[axis], lower[axis] - to.upper[axis], enter, leave);
        }
        constexpr double kRounding = 1e-12;
        if (enter <= leave + kRounding) {
            return std::max(0.0, double(i) + enter - kRounding) / kSegments;
        }
    }
    return std::numeric_limits<double>::infinity();
}

bool SweptBounds::culls(const Triangle& triangle, double upTo) const {
    const Aabb box = boxAround(triangle.corners);
    const double reach = reachBeside(box);
    const glm::dvec3 lower = glm::dvec3(box.lower) - reach, upper = glm::dvec3(box.upper) + reach;
    const glm::dvec3 normal = glm::normalize(areaNormal(triangle)), first(triangle.corners[0]);
    const auto heightAt = [&](std::size_t i, const glm::dvec3& up) {
        const ConvexProxy& core = stop(i).core;
        return glm::dot(up, core.vertex(core.support(-up)) - first) - core.convexRadius();
    };
    const auto isOver = [&](std::size_t i, const glm::dvec3& up) {
        return std::min(heightAt(i, up), heightAt(i + 1, up)) > reach;
    };
    for (std::size_t i = 0; i < kSegments && double(i) <= upTo * kSegments; ++i) {
        if (!isBeside(i, lower, upper) && !isOver(i, normal) && !isOver(i, -normal)) {
            return false;
        }
    }
    return true;
}

}  // namespace sat3d::inline SAT3D_ABI
