#include "narrowphase/sweep/swept_bounds.hpp"

#include "geometry/primitives/aabb_math.hpp"
#include "math/componentwise.hpp"
#include "math/compose.hpp"
#include "shapes/mesh/triangle_math.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

double sumOf(const glm::dvec3& v) {
    return v.x + v.y + v.z;
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

/// Returns a pose relative to A's position: far from the world's origin, coordinates would be rounded.
RigidTransform startOf(const DPose& pose, const DPose& poseA) {
    RigidTransform start = localToWorld(pose);
    start.translation = pose.position - poseA.position;
    return start;
}

}  // namespace

SweptBounds::Stop::Stop(const ChildShape& a, const RigidTransform& aInB) : core(a.shape, aInB) {
    const Aabb box = boundsOf(a.shape, aInB);
    lower = glm::dvec3(box.lower);
    upper = glm::dvec3(box.upper);
}

SweptBounds::SweptBounds(const ChildShape& a, const DRigidMotion& motionA, const PosedShape& b,
                         const DRigidMotion& motionB, double tolerance)
    : a_(a),
      movingA_(a.shape, startOf(a.pose, a.pose), motionA, glm::dmat3(1.0)),
      movingB_(b.shape, startOf(b.pose, a.pose), motionB, glm::dmat3(1.0)),
      start_(relative(movingB_.at(0.0), movingA_.at(0.0))),
      end_(relative(movingB_.at(1.0), movingA_.at(1.0))),
      halfTolerance_(0.5 * tolerance) {
    const Aabb before = boundsOf(a.shape, start_), after = boundsOf(a.shape, end_);
    lower_ = minOf(glm::dvec3(before.lower), glm::dvec3(after.lower));
    upper_ = maxOf(glm::dvec3(before.upper), glm::dvec3(after.upper));
    const ConvexProxy core(a.shape, movingA_.at(0.0));
    bend_ = bendOf(core, movingA_, movingB_, double(kSegments));
    wholeBend_ = bendOf(core, movingA_, movingB_, 1.0);
    diagonal_ = 2.0 * (core.coreBoundingRadius() + core.convexRadius()) * std::sqrt(3.0);
}

void SweptBounds::addSegments() {
    for (std::size_t i = 0; i <= kSegments; ++i) {
        const double fraction = double(i) / kSegments;
        stops_.add(a_, relative(movingB_.at(fraction), movingA_.at(fraction)));
    }
}

/// How far beside the segments a hit may be.
double SweptBounds::reachBeside(const Aabb& ofB) const {
    const glm::dvec3 lower(ofB.lower), upper(ofB.upper);
    return reachBeside(sumOf(upper - lower), sumOf(glm::abs(lower)) + sumOf(glm::abs(upper)));
}

/// @param size      of a box: at least its diagonal
/// @param farthest  at least its largest distance from the origin
double SweptBounds::reachBeside(double size, double farthest) const {
    constexpr double kRounding = 1e-14;
    return bend_ + halfTolerance_ * (diagonal_ + size) + kRounding * farthest;
}

BoxInDouble SweptBounds::reach(const Aabb& whole) const {
    const glm::dvec3 lower(whole.lower), upper(whole.upper);
    const double farthest = sumOf(glm::abs(lower)) + sumOf(glm::abs(upper));
    const double beside = reachBeside(sumOf(upper - lower), farthest) + wholeBend_ - bend_;
    return {lower_ - beside, upper_ + beside};
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

bool SweptBounds::isBesidePath(const glm::dvec3& lower, const glm::dvec3& upper) const {
    return lower_.x > upper.x || lower_.y > upper.y || lower_.z > upper.z || upper_.x < lower.x ||
           upper_.y < lower.y || upper_.z < lower.z;
}

void SweptBounds::describe(PathOverSurface& path) const {
    const glm::dvec3 middle = middleOf(a_.shape);
    path.setDisplacement((end_.rotation - start_.rotation) * middle + end_.translation - start_.translation);
    path.setTurn(end_.rotation * glm::transpose(start_.rotation), wholeBend_ + halfTolerance_ * diagonal_,
                 halfTolerance_);
}

double SweptBounds::entry(const Aabb& ofB) const {
    const double reach = reachBeside(ofB);
    const glm::dvec3 lower = glm::dvec3(ofB.lower) - reach, upper = glm::dvec3(ofB.upper) + reach;
    const double further = wholeBend_ - bend_;
    if (isBesidePath(lower - further, upper + further)) {
        return std::numeric_limits<double>::infinity();
    }
    if (stops_.empty()) {
        return 0.0;
    }
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

bool SweptBounds::culls(const Triangle& triangle, double upTo) {
    // On a path that is nearly straight, the segments would prove hardly more than PathOverSurface has.
    constexpr double kStraight = 1e-3;
    if (wholeBend_ <= kStraight * diagonal_) {
        return false;
    }
    const Aabb box = boxAround(triangle.corners);
    const double reach = reachBeside(box);
    const glm::dvec3 lower = glm::dvec3(box.lower) - reach, upper = glm::dvec3(box.upper) + reach;
    const glm::dvec3 normal = glm::normalize(areaNormal(triangle)), first(triangle.corners[0]);
    if (stops_.empty()) {
        addSegments();
    }
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

}  // namespace sat3d::SAT3D_ABI
